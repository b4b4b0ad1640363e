//! An answer as a tidy table: one row an estimate, as the holder is shown it, with where it is
//! from.
//!
//! Field names and forms are a format, described in `docs/exports.md` and pinned by
//! `tests/exports`.

use std::borrow::Cow;
use std::cell::Cell;
use std::io::{self, Write};

use poundwise_documents::bundle::VerifiedBundle;
use poundwise_query::estimate::{Estimate, estimates_of, unit_at};
use poundwise_query::ranges::Ranges;
use poundwise_query::shape::ListingShape;
use poundwise_query::table::{Column, Table};

use super::{ExportFormat, Told, csv_row, not_csv, raw, to_json};
use crate::error::Result;
use crate::format::loss_columns;
use crate::holdings::lattice_values;
use crate::ranges::RangesWanted;
use crate::spreadsheet::CsvForm;
use crate::view::AnswerRow;
use crate::work::Stage;

/// The columns of the table, in their order.
const COLUMNS: [&str; 11] = [
    "label",
    "estimate",
    "noise_low95",
    "noise_high95",
    "unit",
    "epsilon",
    "rho",
    "owner",
    "listing",
    "receipt",
    "date",
];

/// The columns that hold numbers.
const NUMBERS: [&str; 5] = ["estimate", "noise_low95", "noise_high95", "epsilon", "rho"];

/// Returns the cells in the order of [`COLUMNS`]; a missing one is empty.
fn cells<'a>(row: &'a AnswerRow<'_>) -> [&'a str; 11] {
    let [estimate, low, high] = [&row.estimate, &row.noise_low95, &row.noise_high95]
        .map(|number| number.as_deref().unwrap_or_default());
    let [epsilon, rho] =
        [&row.epsilon, &row.rho].map(|number| number.as_deref().unwrap_or_default());
    [
        &row.label,
        estimate,
        low,
        high,
        &row.unit,
        epsilon,
        rho,
        &row.owner,
        &row.listing,
        &row.receipt,
        &row.date,
    ]
}

/// A release that is written as an answer.
struct Answer<'a> {
    shape: ListingShape,
    numbers: Vec<i64>,
    bundle: &'a VerifiedBundle,
    epsilon: Option<String>,
    rho: Option<String>,
    listing: String,
    receipt: String,
    date: String,
    /// Ranges and quantiles, below the estimates.
    further: Vec<Further>,
}

/// A number that follows from the bins.
struct Further {
    label: String,
    estimate: Option<Estimate>,
    unit: String,
}

impl<'a> Answer<'a> {
    /// # Errors
    /// `no-edges`, `range`, `quantile`.
    fn of(bundle: &'a VerifiedBundle, wanted: &RangesWanted) -> Result<Self> {
        let receipt = &bundle.receipt;
        let issued = receipt.payload().issued_at.to_datetime();
        let family = bundle.listing.payload().family;
        let level = bundle.release.payload().level;
        let charge = family.charge(level);
        let [epsilon, rho] = loss_columns(charge, charge);
        let shape = ListingShape::of(bundle.listing.payload());
        let numbers = lattice_values(bundle);
        let further = match wanted.is_empty() {
            true => Vec::new(),
            false => further(&Ranges::of(&shape, &numbers, level)?, &shape, wanted)?,
        };
        Ok(Self {
            shape,
            numbers,
            bundle,
            epsilon,
            rho,
            listing: bundle.listing.id().to_string(),
            receipt: receipt.id().to_string(),
            date: issued.format("%Y-%m-%d").to_string(),
            further,
        })
    }

    fn rows(&self) -> Result<impl Iterator<Item = AnswerRow<'_>>> {
        let level = self.bundle.release.payload().level;
        let estimates = estimates_of(&self.shape, &self.numbers, level)?;
        let (unit, question) = (&self.shape.unit, &self.shape.question);
        let further = self.further.iter();
        let further =
            further.map(|one| self.row(Cow::Borrowed(&one.label), one.estimate.clone(), &one.unit));
        let estimates = estimates.enumerate().map(move |(place, mut estimate)| {
            let label = std::mem::take(&mut estimate.label);
            self.row(label.into(), Some(estimate), unit_at(question, unit, place))
        });
        Ok(estimates.chain(further))
    }

    fn row<'r>(
        &'r self,
        label: Cow<'r, str>,
        estimate: Option<Estimate>,
        unit: &'r str,
    ) -> AnswerRow<'r> {
        let listing = self.bundle.listing.payload();
        // Without an interval there is no estimate: a mean of too few rows.
        let estimate = estimate.filter(|estimate| estimate.half_width.is_some());
        let (text, low, high) = match estimate {
            Some(one) => (Some(one.text), one.noise_low, one.noise_high),
            None => (None, None, None),
        };
        AnswerRow {
            label,
            estimate: text,
            noise_low95: low,
            noise_high95: high,
            unit: Cow::Borrowed(unit),
            epsilon: self.epsilon.as_deref().map(Cow::Borrowed),
            rho: self.rho.as_deref().map(Cow::Borrowed),
            owner: Cow::Borrowed(&listing.seller_name),
            listing: Cow::Borrowed(&self.listing),
            receipt: Cow::Borrowed(&self.receipt),
            date: Cow::Borrowed(&self.date),
        }
    }
}

/// Returns the ranges and quantiles that are wanted, with their labels.
fn further(
    ranges: &Ranges<'_>,
    shape: &ListingShape,
    wanted: &RangesWanted,
) -> Result<Vec<Further>> {
    let mut further = Vec::new();
    for [low, high] in &wanted.ranges {
        let range = ranges.range(low, high)?;
        further.push(Further {
            label: format!("range {}", range.rows.label),
            estimate: Some(range.rows),
            unit: shape.unit.clone(),
        });
    }
    for share in &wanted.quantiles {
        further.push(Further {
            label: format!("quantile {share}"),
            estimate: ranges.quantile(share)?.value,
            unit: String::new(),
        });
    }
    Ok(further)
}

/// Writes the estimates of a release, and then the wanted ranges and quantiles.
pub(super) fn write(
    bundle: &VerifiedBundle,
    wanted: &RangesWanted,
    (format, form): (ExportFormat, CsvForm),
    out: &mut dyn Write,
    stage: &Stage<'_>,
) -> io::Result<()> {
    let answer = Answer::of(bundle, wanted).map_err(io::Error::other)?;
    match format {
        ExportFormat::Csv => csv(&answer, form, out, stage),
        ExportFormat::Json => {
            let stop = Cell::new(false);
            let rows = answer.rows().map_err(io::Error::other)?;
            to_json(&Told::new(rows, stage, &stop), out, &stop)
        }
        ExportFormat::Parquet => {
            let bytes = parquet(&answer, stage).map_err(io::Error::other)?;
            raw(&bytes, out, &Stage::silent())?;
            stage.tell(stage.total()).map_err(io::Error::other)
        }
    }
}

fn csv(
    answer: &Answer<'_>,
    form: CsvForm,
    out: &mut dyn Write,
    stage: &Stage<'_>,
) -> io::Result<()> {
    let mut out = form.writer(out)?;
    out.write_record(COLUMNS).map_err(not_csv)?;
    let rows = answer.rows().map_err(io::Error::other)?;
    for (i, row) in rows.enumerate() {
        stage.tell_each(i).map_err(io::Error::other)?;
        let cells = COLUMNS.iter().zip(cells(&row));
        let cells = cells.map(|(name, text)| (text, NUMBERS.contains(name)));
        csv_row(&mut out, form, cells)?;
    }
    out.flush()?;
    stage.tell(stage.total()).map_err(io::Error::other)
}

/// Returns a column of a table of Parquet. One with a number that has more digits than a number of
/// a table may have is of texts, so that no digit is lost.
pub(super) fn column<'a, Cells: Iterator<Item = &'a str>>(
    name: &str,
    cells: impl Fn() -> Cells,
    is_number: bool,
) -> poundwise_query::Result<Column> {
    if !is_number {
        return Column::texts(name, cells());
    }
    let absent = cells().filter(|cell| cell.is_empty()).count() as u64;
    let numbers = Column::numbers(name, cells())?;
    if numbers.missing() == absent {
        Ok(numbers)
    } else {
        Column::texts(name, cells())
    }
}

/// Returns a table in memory, as imported ones are kept: text is UTF8, numbers are INT64 or
/// DECIMAL(18) where all of a column fit, and else their texts.
fn parquet(answer: &Answer<'_>, stage: &Stage<'_>) -> Result<Vec<u8>> {
    let mut rows = Vec::new();
    for (i, row) in answer.rows()?.enumerate() {
        stage.tell_each(i)?;
        rows.push(row);
    }
    let column = |(index, name): (usize, &&str)| {
        let cells = || {
            let cells = rows.iter().map(cells);
            cells.filter_map(move |cells| cells.get(index).copied())
        };
        column(name, cells, NUMBERS.contains(name))
    };
    let columns: std::result::Result<Vec<_>, _> = COLUMNS.iter().enumerate().map(column).collect();
    Ok(Table::new(columns?)?.to_parquet()?)
}
