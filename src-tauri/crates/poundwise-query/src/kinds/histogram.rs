//! Histogram: how many rows fall into each bin of a column. The bins are the owner's, never read
//! off the data.

use std::collections::HashMap;

use poundwise_documents::kinds::{Adjacency, AttributeKind, ColumnType};
use poundwise_documents::units::Decimal;

use crate::attribute::Source;
use crate::error::{Error, ErrorCode, Result};
use crate::estimate::ListingShape;
use crate::filter::Condition;
use crate::hint::Hint;
use crate::lattice::coordinate;
use crate::number::Number;
use crate::parts::QuerySubject;
use crate::schema::SchemaColumn;
use crate::table::{Cell, Column, Table};
use crate::words::{label, one_line};

use super::{Asked, Fields, Proposal, Told};

/// How many rows fall into each bin of a column.
#[derive(Clone)]
pub struct HistogramSpec {
    /// The column.
    pub column: String,
    /// Which rows count: those for which all of this holds.
    pub filters: Vec<Condition>,
    /// The bins, 'other' left out.
    pub bins: BinSpec,
    /// Unit of the numbers, or empty for rows.
    pub unit: String,
}

/// The bins of a column, 'other' left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BinSpec {
    /// The values that the schema states of the column.
    Stated,
    /// Single values, as typed.
    Values(Vec<String>),
    /// Between edges that rise: half-open intervals, the last one closed.
    Edges(Vec<Decimal>),
}

pub(super) const TOLD: Told = Told::Exact("each bin");

impl HistogramSpec {
    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        let (source, column) = asked.column(&self.column)?;
        let (bins, labels) = Bins::plan(&self.bins, column)?;
        let rows = asked.unit.rows_per_unit;
        Ok(Proposal {
            sensitivity: match asked.unit.adjacency {
                Adjacency::AddRemove => Some(rows),
                Adjacency::Replace => rows.checked_mul(2),
            },
            shape: asked.counted(AttributeKind::Histogram, &self.unit, labels),
            query: QuerySubject::RowsBy {
                column: one_line(&source.name),
            },
            recipe: super::Recipe::Histogram(Recipe { source, bins }),
            step_advised: false,
        })
    }
}

/// Returns D2^2: K rows come or go in one bin, or leave it and enter another.
pub(super) fn l2_squared(shape: &ListingShape) -> u128 {
    let one_bin = u128::from(shape.rows_per_unit).pow(2);
    match shape.adjacency {
        Adjacency::AddRemove => one_bin,
        Adjacency::Replace => 2 * one_bin,
    }
}

pub(crate) struct Recipe {
    source: Source,
    bins: Bins,
}

impl Recipe {
    pub(super) fn fields(&self) -> Fields<'_> {
        Fields {
            source: Some(&self.source),
            bins: &self.bins.values,
            edges: &self.bins.edges,
            ..Fields::default()
        }
    }

    pub(super) fn evaluation<'a>(
        &'a self,
        table: &'a Table,
        dimension: usize,
    ) -> Result<Evaluation<'a>> {
        Ok(Evaluation {
            column: self.source.of(table)?,
            bins: &self.bins,
            counts: vec![0; dimension],
        })
    }
}

/// The rows of each bin so far.
pub(crate) struct Evaluation<'a> {
    column: &'a Column,
    bins: &'a Bins,
    counts: Vec<u64>,
}

impl Evaluation<'_> {
    pub(super) fn take(&mut self, row: usize) {
        let bin = self.bins.of(self.column.cell(row), self.counts.len());
        if let Some(count) = self.counts.get_mut(bin) {
            *count += 1;
        }
    }

    pub(super) fn finish(self) -> Vec<i64> {
        let counts = self.counts.into_iter();
        counts.map(|count| coordinate(&count.into())).collect()
    }
}

/// The bin that a cell falls into, by its canonical value.
///
/// Every cell falls into exactly one: the last, 'other', takes what no other takes, a
/// missing cell included. So one row moves one count by one.
struct Bins {
    of: Of,
    /// The canonical values of bins that are single values, in order.
    values: Vec<String>,
    /// The edges of bins that are intervals.
    edges: Vec<Decimal>,
}

enum Of {
    Texts(HashMap<String, usize>),
    Numbers(HashMap<Number, usize>),
    /// Rising; half-open intervals between them, the last one closed.
    Edges(Vec<Number>),
}

impl Bins {
    /// Returns the bins of a column, or else those that the schema states, and their labels,
    /// 'other' last.
    fn plan(spec: &BinSpec, stated: &SchemaColumn) -> Result<(Self, Vec<String>)> {
        let (column, column_type) = (stated.name.as_str(), stated.column_type);
        let (bins, mut labels) = match (spec, column_type) {
            (BinSpec::Stated, _) if stated.values.is_empty() => {
                return Err(Error::usage(
                    ErrorCode::NoBins,
                    format!("A histogram of '{column}' needs bins."),
                )
                .hint(Hint::StateBins)
                .hint(Hint::BinsNotFromData));
            }
            (BinSpec::Stated, _) => Self::texts(&stated.values)?,
            (BinSpec::Values(values), ColumnType::Text) => Self::texts(values)?,
            (BinSpec::Values(values), ColumnType::Number) => Self::numbers(values, column)?,
            (BinSpec::Edges(_), ColumnType::Text) => {
                return Err(Error::usage(
                    ErrorCode::EdgesOnText,
                    format!("Column '{column}' holds text, which has no edges."),
                )
                .hint(Hint::StateTextBins));
            }
            (BinSpec::Edges(edges), ColumnType::Number) => Self::edges(edges)?,
        };
        let other = if labels.iter().any(|label| label == "other") {
            "any other"
        } else {
            "other"
        };
        labels.push(other.to_owned());
        Ok((bins, labels))
    }

    fn texts(stated: &[String]) -> Result<(Self, Vec<String>)> {
        let mut bins = HashMap::new();
        for (index, bin) in stated.iter().enumerate() {
            let bin = bin.trim();
            if bin.is_empty() {
                return Err(empty(index));
            }
            if bins.insert(bin.to_owned(), index).is_some() {
                return Err(doubled(bin));
            }
        }
        let bins = Self {
            of: Of::Texts(bins),
            values: stated.iter().map(|bin| bin.trim().to_owned()).collect(),
            edges: Vec::new(),
        };
        Ok((bins, stated.iter().map(|bin| label(bin)).collect()))
    }

    fn numbers(stated: &[String], column: &str) -> Result<(Self, Vec<String>)> {
        let mut bins = HashMap::new();
        let mut labels = Vec::with_capacity(stated.len());
        for (index, bin) in stated.iter().enumerate() {
            let text = bin.trim();
            if text.is_empty() {
                return Err(empty(index));
            }
            let number = Number::parse(text).ok_or_else(|| {
                Error::usage(
                    ErrorCode::BinNotANumber,
                    format!("Column '{column}' holds numbers and the bin '{text}' is not one."),
                )
                .hint(Hint::WriteBinsAsNumbers)
            })?;
            if bins.insert(number, index).is_some() {
                return Err(doubled(text));
            }
            labels.push(number.to_string());
        }
        let bins = Self {
            of: Of::Numbers(bins),
            values: labels.clone(),
            edges: Vec::new(),
        };
        Ok((bins, labels))
    }

    fn edges(stated: &[Decimal]) -> Result<(Self, Vec<String>)> {
        let mut edges: Vec<(Number, Decimal)> = Vec::with_capacity(stated.len());
        for decimal in stated.iter().copied() {
            let number = Number::from_decimal(&decimal).ok_or_else(|| {
                Error::usage(
                    ErrorCode::Edges,
                    format!("The edge {decimal} has more than 37 digits."),
                )
                .hint(Hint::WriteRisingEdges)
            })?;
            if let Some((before, before_text)) = edges.last()
                && *before >= number
            {
                return Err(Error::usage(
                    ErrorCode::Edges,
                    format!("The edges do not rise: {decimal} follows {before_text}."),
                )
                .hint(Hint::WriteEachEdgeOnce));
            }
            edges.push((number, decimal));
        }
        if edges.len() < 2 {
            return Err(
                Error::usage(ErrorCode::Edges, "One edge bounds no bin.").hint(Hint::GiveTwoEdges)
            );
        }
        let labels = edges
            .windows(2)
            .map(|pair| match pair {
                [(_, low), (_, high)] => format!("{low} – {high}"),
                _ => String::new(),
            })
            .collect();
        let (numbers, edges) = edges.into_iter().unzip();
        let bins = Self {
            of: Of::Edges(numbers),
            values: Vec::new(),
            edges,
        };
        Ok((bins, labels))
    }

    /// Returns the bin of a cell among `count` bins, the last of which is 'other'.
    fn of(&self, cell: Cell<'_>, count: usize) -> usize {
        let bin = match &self.of {
            Of::Texts(bins) => cell.text().and_then(|text| bins.get(text).copied()),
            Of::Numbers(bins) => cell.number().and_then(|n| bins.get(&n).copied()),
            Of::Edges(edges) => cell.number().and_then(|n| between(edges, &n)),
        };
        bin.unwrap_or(count - 1)
    }
}

/// Returns index of the interval that holds `number`.
fn between(edges: &[Number], number: &Number) -> Option<usize> {
    let not_above = edges.partition_point(|edge| edge <= number);
    if not_above == edges.len() {
        let last = edges.last()?;
        return (last == number).then(|| edges.len().saturating_sub(2));
    }
    not_above.checked_sub(1)
}

fn empty(index: usize) -> Error {
    Error::usage(ErrorCode::BinEmpty, format!("Bin {} is empty.", index + 1))
        .hint(Hint::MissingFallIntoOther)
}

fn doubled(bin: &str) -> Error {
    Error::usage(
        ErrorCode::BinDoubled,
        format!("The bin '{bin}' is stated twice."),
    )
    .hint(Hint::StateEachBinOnce)
}
