//! `dataset preview`, `import`, `list`, `show`.

use poundwise_market::view::{ColumnType, ColumnView, CsvPreview, DatasetView};
use poundwise_market::{Result, format, preview_csv};

use crate::args::{Dataset, Global};
use crate::output::Output;
use crate::run::{Outcome, open};
use crate::table::{Side, fields, table};
use crate::working::working;

pub(crate) fn run(out: &mut Output, global: &Global, command: Dataset) -> Result<Outcome> {
    match command {
        Dataset::Preview { file } => {
            let preview = working(|work| preview_csv(&file, work))?;
            out.answer(&preview, || foreseen(&preview))?;
        }
        Dataset::Import(import) => {
            let (file, options) = import.options();
            let home = open(global)?;
            let dataset = working(|work| home.import_dataset_with(&file, &options, work))?;
            out.answer(&dataset, || {
                format!("Imported {}.\n{}", dataset.name, whole(&dataset))
            })?;
        }
        Dataset::List => {
            let datasets = open(global)?.datasets()?;
            out.answer(&datasets, || rows(&datasets))?;
        }
        Dataset::Show { name } => {
            let dataset = open(global)?.dataset(&name)?;
            out.answer(&dataset, || {
                format!("{}\n{}", dataset.name, whole(&dataset))
            })?;
        }
    }
    Ok(Outcome::Done)
}

fn rows(datasets: &[DatasetView]) -> String {
    if datasets.is_empty() {
        return "No datasets yet. Import one: poundwise dataset import FILE\n".to_owned();
    }
    let rows: Vec<Vec<String>> = datasets
        .iter()
        .map(|dataset| {
            vec![
                dataset.name.clone(),
                format::integer(dataset.rows),
                dataset.columns.len().to_string(),
                dataset.privacy_unit.clone(),
                dataset.listings.to_string(),
                format::loss(dataset.loss_micro_epsilon, dataset.cap_micro_epsilon),
            ]
        })
        .collect();
    table(
        &[
            ("dataset", Side::Left),
            ("rows", Side::Right),
            ("columns", Side::Right),
            ("protects", Side::Left),
            ("listings", Side::Right),
            ("loss", Side::Left),
        ],
        &rows,
    )
}

fn whole(dataset: &DatasetView) -> String {
    let mut loss = format::loss(dataset.loss_micro_epsilon, dataset.cap_micro_epsilon);
    if let Some(cap) = dataset.cap_micro_epsilon {
        loss = format!("{loss}  {}", format::gauge(dataset.loss_micro_epsilon, cap));
    }
    let kept = format::integer(dataset.rows);
    let rows = match (dataset.rows_dropped, dataset.rows_per_unit) {
        (0, _) => kept,
        (dropped, 1) => {
            format!(
                "{kept} kept, each person's first; {} more dropped",
                format::integer(dropped)
            )
        }
        (dropped, most) => format!(
            "{kept} kept, each person's first {}; {} more dropped",
            format::integer(most),
            format::integer(dropped)
        ),
    };
    let mut text = fields(&[
        ("rows", rows),
        ("protects", dataset.privacy_unit.clone()),
        (
            "person column",
            dataset.person_column.clone().unwrap_or_default(),
        ),
        ("adjacency", dataset.adjacency.clone()),
        ("loss", loss),
        ("listings", format::integer(dataset.listings)),
        ("imported", format::time(&dataset.imported_at)),
    ]);
    text.push('\n');
    text.push_str(&columns(&dataset.columns));
    text
}

fn foreseen(preview: &CsvPreview) -> String {
    let separator = match preview.delimiter.as_str() {
        "\t" => "tab".to_owned(),
        other => other.to_owned(),
    };
    let mut text = fields(&[
        ("file", preview.file.clone()),
        ("name", preview.suggested_name.clone()),
        ("separator", separator),
        ("rows", format::integer(preview.rows)),
    ]);
    text.push('\n');
    text.push_str(&columns(&preview.columns));
    text.push_str("\nNothing is stored. Import it: poundwise dataset import FILE\n");
    text
}

fn columns(columns: &[ColumnView]) -> String {
    let rows: Vec<Vec<String>> = columns
        .iter()
        .map(|column| {
            let column_type = match column.column_type {
                ColumnType::Integer => "whole numbers",
                ColumnType::Decimal => "decimals",
                ColumnType::Text => "text",
            };
            let missing = format::integer(column.missing);
            vec![column.name.clone(), column_type.to_owned(), missing]
        })
        .collect();
    table(
        &[
            ("column", Side::Left),
            ("type", Side::Left),
            ("empty cells", Side::Right),
        ],
        &rows,
    )
}
