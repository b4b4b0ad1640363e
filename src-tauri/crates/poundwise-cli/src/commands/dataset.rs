//! `dataset preview`, `values`, `import`, `list`, `show`.

use std::io::{self, BufRead, IsTerminal};
use std::path::Path;

use poundwise_market::data::{Header, Schema, seen_values};
use poundwise_market::view::{ColumnType, ColumnView, CsvPreview, DatasetView, ProposedColumn};
use poundwise_market::{Error, ErrorCode, Result, format, preview_csv};

use crate::args::{Dataset, Global};
use crate::output::{Output, ask, note};
use crate::run::{Outcome, open};
use crate::table::{Side, fields, table};
use crate::working::working;

pub(crate) fn run(out: &mut Output, global: &Global, command: Dataset) -> Result<Outcome> {
    match command {
        Dataset::Preview { file, header } => {
            let header = Header::from(header.names()?);
            let preview = working(|work| preview_csv(&file, &header, work))?;
            out.answer(&preview, || {
                format!(
                    "{}\nNothing is stored. Import it: poundwise dataset import FILE {}\n",
                    foreseen(&preview),
                    types_option(&preview.types)
                )
            })?;
        }
        Dataset::Values {
            file,
            column,
            header,
        } => {
            let header = Header::from(header.names()?);
            let seen = working(|work| seen_values(&file, &header, &column, work))?;
            note(&seen.warning);
            out.answer(&seen, || {
                seen.values
                    .iter()
                    .map(|value| format!("{value}\n"))
                    .collect()
            })?;
        }
        Dataset::Import(import) => {
            let (file, mut options) = import.options()?;
            let home = open(global)?;
            if options.schema.is_none() {
                let header = Header::from(options.columns.clone());
                options.schema = Some(settle(&file, &header)?);
            }
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
    let (mut rows_per_person, mut rows_of_nobody) = (String::new(), String::new());
    if dataset.person_column.is_some() {
        rows_per_person = format!("at most {} count", format::integer(dataset.rows_per_unit));
        if dataset.rows_without_person > 0 {
            rows_of_nobody = format!(
                "{}, which never count",
                format::integer(dataset.rows_without_person)
            );
        }
    }
    let mut text = fields(&[
        ("rows", format::integer(dataset.rows)),
        ("protects", dataset.privacy_unit.clone()),
        (
            "person column",
            dataset.person_column.clone().unwrap_or_default(),
        ),
        ("rows per person", rows_per_person),
        ("rows of nobody", rows_of_nobody),
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
    text.push_str(&proposed(&preview.columns));
    if let Some(warning) = header_warning(preview) {
        text.push_str(&format!("\n{warning}\n"));
    }
    text
}

/// What to say of headers that look like data.
fn header_warning(preview: &CsvPreview) -> Option<String> {
    let names = &preview.header_like_data;
    (!names.is_empty()).then(|| {
        format!(
            "The first line looks like data: {}. If the file has no header, say --no-header --columns NAME,NAME,...",
            names.join(", ")
        )
    })
}

/// The option that states `line`, as a shell reads it.
fn types_option(line: &str) -> String {
    format!("--types '{}'", line.replace('\'', "'\\''"))
}

/// Asks a person on the terminal what the columns hold. Nothing is taken unseen: without a terminal it is an error.
fn settle(file: &Path, header: &Header) -> Result<Schema> {
    let preview = working(|work| preview_csv(file, header, work))?;
    if !(io::stdin().is_terminal() && io::stderr().is_terminal()) {
        let error = Error::usage(
            ErrorCode::TypesNeeded,
            "what the columns hold is not settled, and there is no terminal to ask on; nothing was imported",
        )
        .hint("Most cells suggest these types. Look at them, change what is wrong, and state them:")
        .hint(types_option(&preview.types));
        return Err(match header_warning(&preview) {
            Some(warning) => error.hint(warning),
            None => error,
        });
    }
    ask(&foreseen(&preview));
    let mut columns = Schema::parse_types(&preview.types)?.columns().to_vec();
    loop {
        ask(
            "\nType yes to import with these types, NAME:number or NAME:text to change one, or nothing to stop: ",
        );
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line);
        let line = line.trim();
        if read.is_err() || line.is_empty() {
            return Err(Error::refused(
                ErrorCode::TypesNeeded,
                "what the columns hold is not settled; nothing was imported",
            ));
        }
        if line == "yes" {
            return Schema::new(columns);
        }
        let change = line.rsplit_once(':').and_then(|(name, word)| {
            let column_type = match word.trim() {
                "number" => ColumnType::Number,
                "text" => ColumnType::Text,
                _ => return None,
            };
            let column = columns.iter_mut().find(|one| one.name == name.trim())?;
            column.column_type = column_type;
            Some(())
        });
        match change {
            Some(()) => ask(&types_option(&Schema::new(columns.clone())?.types_line())),
            None => ask(&format!("There is no column or type '{line}'.")),
        }
    }
}

fn proposed(columns: &[ProposedColumn]) -> String {
    let rows: Vec<Vec<String>> = columns
        .iter()
        .map(|column| {
            vec![
                column.name.clone(),
                column.column_type.to_string(),
                format::integer(column.empty),
                format::integer(column.not_numbers),
            ]
        })
        .collect();
    table(
        &[
            ("column", Side::Left),
            ("suggested type", Side::Left),
            ("empty cells", Side::Right),
            ("missing too, if number", Side::Right),
        ],
        &rows,
    )
}

fn columns(columns: &[ColumnView]) -> String {
    let rows: Vec<Vec<String>> = columns
        .iter()
        .map(|column| {
            vec![
                column.name.clone(),
                column.column_type.to_string(),
                format::integer(column.empty),
                format::integer(column.not_conforming),
            ]
        })
        .collect();
    table(
        &[
            ("column", Side::Left),
            ("type", Side::Left),
            ("empty cells", Side::Right),
            ("not conforming", Side::Right),
        ],
        &rows,
    )
}
