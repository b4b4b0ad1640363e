//! Means by group, correlations and regressions as tidy tables, and code that computes them again.
//!
//! Column names are a format, described in `docs/exports.md`.

use std::cell::Cell;
use std::io::{self, Write};
use std::path::Path;

use poundwise_query::estimate::Estimate;
use poundwise_query::fit::{Figure, MomentMatrix};
use poundwise_query::table::Table;
use poundwise_trade::view::{CorrelationsView, FiguresOf, FitView, GroupsView};
use serde_json::{Map, Value};

use super::answer::column;
use super::figures_again::{self, Again};
use super::{ExportFormat, check_different, csv_row, not_csv, not_written, to_json};
use crate::error::{Error, Result};
use crate::files::write_with;
use crate::spreadsheet::CsvForm;
use crate::view::{Exported, FiguresExported};

/// The columns of a response, the last ones of each table.
const OF: [&str; 5] = ["epsilon", "owner", "listing", "receipt", "date"];
/// Columns of numbers of any table.
const NUMBERS: [&str; 9] = [
    "groups",
    "estimate",
    "noise_low95",
    "noise_high95",
    "standard_error",
    "both_low95",
    "both_high95",
    "least_epsilon",
    "epsilon",
];

/// Writes moments as integers into a file, which is there whole or not at all.
pub(crate) fn write_matrix(file: &Path, matrix: &MomentMatrix) -> Result<Exported> {
    write_with(file, |out| to_json(matrix, out, &Cell::new(false)))
}

/// A table of figures for a file.
pub struct FigureTable {
    columns: Vec<&'static str>,
    rows: Vec<Vec<String>>,
    again: Again,
}

/// Returns estimate and noise interval, of nothing three empty texts.
fn of_estimate(estimate: Option<&Estimate>) -> [String; 3] {
    let Some(estimate) = estimate else {
        return Default::default();
    };
    let end = |end: &Option<String>| end.clone().unwrap_or_default();
    [
        estimate.text.clone(),
        end(&estimate.noise_low),
        end(&estimate.noise_high),
    ]
}

impl FigureTable {
    fn new(columns: &[&'static str], rows: Vec<Vec<String>>, of: &FiguresOf, again: Again) -> Self {
        let last = [
            of.level.to_string(),
            of.owner.clone(),
            of.listing.clone(),
            of.receipt.clone(),
            of.date.clone(),
        ];
        Self {
            columns: [columns, OF.as_slice()].concat(),
            rows: rows
                .into_iter()
                .map(|row| [row.as_slice(), last.as_slice()].concat())
                .collect(),
            again,
        }
    }

    /// Returns the table of groups: a row for each figure.
    #[must_use]
    pub fn of_groups(view: &GroupsView) -> Self {
        let columns = [
            "group",
            "groups",
            "column",
            "quantity",
            "estimate",
            "noise_low95",
            "noise_high95",
            "least_epsilon",
        ];
        let mut rows = Vec::new();
        for group in &view.table.rows {
            let mut push = |column: &str, quantity: &str, estimate, least: Option<&String>| {
                let number = group.groups.to_string();
                let first = [&group.label, &number, column, quantity].map(str::to_owned);
                let least = least.cloned().unwrap_or_default();
                rows.push([first.as_slice(), &of_estimate(estimate), &[least]].concat());
            };
            push("", "rows", Some(&group.rows), None);
            for figure in &group.figures {
                let least = figure.least_epsilon.as_ref();
                push(&figure.column, "mean", figure.mean.as_ref(), least);
                push(&figure.column, "sum", Some(&figure.sum), None);
                if figure.deviation.is_some() {
                    let deviation = figure.deviation.as_ref();
                    push(&figure.column, "standard deviation", deviation, None);
                }
            }
        }
        Self::new(&columns, rows, &view.of, Again::Groups)
    }

    /// Returns the table of correlations: a row for each pair.
    #[must_use]
    pub fn of_correlations(view: &CorrelationsView) -> Self {
        let columns = [
            "one",
            "other",
            "estimate",
            "noise_low95",
            "noise_high95",
            "least_epsilon",
        ];
        let rows = view.table.pairs.iter().map(|pair| {
            let names = [pair.one.clone(), pair.other.clone()];
            let least = pair.least_epsilon.clone().unwrap_or_default();
            let estimate = of_estimate(pair.correlation.as_ref());
            [names.as_slice(), &estimate, &[least]].concat()
        });
        Self::new(&columns, rows.collect(), &view.of, Again::Correlations)
    }

    /// Returns the table of a regression: a row for each coefficient, then `R²` and
    /// `residual standard deviation`.
    #[must_use]
    pub fn of_fit(view: &FitView) -> Self {
        let columns = [
            "term",
            "estimate",
            "noise_low95",
            "noise_high95",
            "standard_error",
            "both_low95",
            "both_high95",
            "response",
        ];
        let response = &view.table.request.response;
        let number =
            |figure: Option<&Figure>| figure.map(|figure| figure.text.clone()).unwrap_or_default();
        let row = |term: &str, estimate: Option<&Estimate>, error: String, both| {
            let [_, low, high] = of_estimate(both);
            let first = [term.to_owned()];
            let last = [error, low, high, response.clone()];
            [first.as_slice(), &of_estimate(estimate), &last].concat()
        };
        let mut rows: Vec<Vec<String>> = view
            .table
            .terms
            .iter()
            .map(|term| {
                let error = number(term.standard_error.as_ref());
                row(&term.term, Some(&term.estimate), error, term.both.as_ref())
            })
            .collect();
        if let Some(share) = &view.table.r_squared {
            rows.push(row("R²", Some(share), String::new(), None));
        }
        if let Some(deviation) = &view.table.residual_deviation {
            let mut of = row("residual standard deviation", None, String::new(), None);
            of[1].clone_from(&deviation.text);
            rows.push(of);
        }
        let again = Again::Fit(view.table.request.clone());
        Self::new(&columns, rows, &view.of, again)
    }

    /// Writes the table into a file, and the moments into another one if it is named: the files are
    /// there whole, or none is.
    ///
    /// # Errors
    /// `file-exists` if both are one file; I/O errors, such as `disk-full`.
    pub fn write_file(
        &self,
        file: &Path,
        form: (ExportFormat, CsvForm),
        matrix: Option<(&Path, &MomentMatrix)>,
    ) -> Result<FiguresExported> {
        if let Some((own, _)) = matrix {
            check_different(own, file)?;
        }
        let mut beside = None;
        let exported = write_with(file, |out| {
            self.write(form, out)?;
            beside = match matrix {
                Some((own, matrix)) => Some(write_matrix(own, matrix).map_err(io::Error::other)?),
                None => None,
            };
            Ok(())
        })?;
        let code = |of: fn(&Self, &str) -> String| match &beside {
            Some(matrix) => of(self, &matrix.file),
            None => String::new(),
        };
        Ok(FiguresExported {
            file: exported.file,
            bytes: exported.bytes,
            python: code(Self::python),
            r: code(Self::r),
            matrix: beside,
        })
    }

    /// Returns Python code that computes the figures again from the matrix in a file.
    #[must_use]
    pub fn python(&self, matrix: &str) -> String {
        figures_again::python(&self.again, matrix)
    }

    /// Returns R code that does the same, with the package jsonlite.
    #[must_use]
    pub fn r(&self, matrix: &str) -> String {
        figures_again::r(&self.again, matrix)
    }

    /// Returns the table as a file has it.
    ///
    /// # Errors
    /// `io`: it cannot be written in this form.
    pub fn to_bytes(&self, form: (ExportFormat, CsvForm)) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.write(form, &mut bytes).map_err(not_written)?;
        Ok(bytes)
    }

    fn write(
        &self,
        (format, form): (ExportFormat, CsvForm),
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match format {
            ExportFormat::Csv => self.csv(form, out),
            ExportFormat::Json => {
                let rows: Vec<Value> = self.rows.iter().map(|row| self.object(row)).collect();
                serde_json::to_writer_pretty(&mut *out, &rows)?;
                out.write_all(b"\n")
            }
            ExportFormat::Parquet => {
                let column = |(index, name): (usize, &&'static str)| {
                    let cells = || {
                        let cells = self.rows.iter();
                        cells.filter_map(move |row| row.get(index).map(String::as_str))
                    };
                    column(name, cells, NUMBERS.contains(name))
                };
                let columns = self.columns.iter().enumerate().map(column);
                let columns: poundwise_query::Result<Vec<_>> = columns.collect();
                let table = columns.and_then(Table::new);
                let bytes = table.and_then(|table| table.to_parquet());
                out.write_all(&bytes.map_err(|error| io::Error::other(Error::from(error)))?)
            }
        }
    }

    fn csv(&self, form: CsvForm, out: &mut dyn Write) -> io::Result<()> {
        let mut out = form.writer(out)?;
        out.write_record(&self.columns).map_err(not_csv)?;
        for row in &self.rows {
            let cells = self.columns.iter().zip(row);
            let cells = cells.map(|(name, text)| (text.as_str(), NUMBERS.contains(name)));
            csv_row(&mut out, form, cells)?;
        }
        out.flush()
    }

    /// Returns a row as JSON: numbers are decimals in texts, and what is missing is null.
    fn object(&self, row: &[String]) -> Value {
        let cells = self.columns.iter().zip(row).map(|(name, text)| {
            let is_missing = text.is_empty() && NUMBERS.contains(name);
            let value = match is_missing {
                true => Value::Null,
                false => Value::from(text.as_str()),
            };
            ((*name).to_owned(), value)
        });
        Value::Object(cells.collect::<Map<_, _>>())
    }
}
