//! Shared parts of histogram and cross-tabulation: the bins of a column, and the distance that one
//! privacy unit moves rows that are counted in disjoint cells.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use poundwise_documents::kinds::{Adjacency, AttributeKind, BinnedColumn, ColumnType};
use poundwise_documents::units::{Decimal, Period};
use serde::{Deserialize, Serialize};

use crate::codebook::{few, periods};
use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::{EdgeFault, QueryFault};
use crate::hint::QueryHint;
use crate::number::Number;
use crate::schema::SchemaColumn;
use crate::shape::ListingShape;
use crate::source::Source;
use crate::source::Unit;
use crate::table::{Cell, Column, Table};
use crate::text::canonical_text;
use crate::words::{one_line, shortened};

use super::Asked;

/// The bins of a column, 'other' left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BinSpec {
    /// The values that the schema states of the column.
    Stated,
    /// Single values, as typed. For dates periods such as `2026-11`, and ranges of periods such as
    /// `2026-01..2026-12`.
    Values(Vec<String>),
    /// Between edges that rise: half-open intervals, the last one closed.
    Edges(Vec<Decimal>),
}

/// Returns the bins that are no declared value of their column: statements are compared with
/// statements, never with rows, so that whatever follows from it tells nothing of a table. Empty
/// where the column declares no values.
pub(super) fn undeclared(bins: &BinSpec, column: &SchemaColumn) -> Vec<String> {
    match bins {
        BinSpec::Values(values) if !column.values.is_empty() => {
            let declared: HashSet<&str> = column.values.iter().map(String::as_str).collect();
            let bins = values.iter().map(|value| canonical_text(value));
            bins.filter(|bin| !declared.contains(bin.as_ref()))
                .map(Cow::into_owned)
                .collect()
        }
        BinSpec::Stated | BinSpec::Values(_) | BinSpec::Edges(_) => Vec::new(),
    }
}

/// Returns D: at most K rows come or go, or K leave their cells and K others enter theirs; none
/// beyond 64 bits.
pub(super) fn sensitivity(unit: &Unit) -> Option<u64> {
    match unit.adjacency {
        Adjacency::AddRemove => Some(unit.rows_per_unit),
        Adjacency::Replace => unit.rows_per_unit.checked_mul(2),
    }
}

/// Returns D2^2: K rows come or go in one cell, or leave it and enter another.
pub(super) fn l2_squared(shape: &ListingShape) -> u128 {
    let one_cell = u128::from(shape.rows_per_unit).pow(2);
    match shape.adjacency {
        Adjacency::AddRemove => one_cell,
        Adjacency::Replace => 2 * one_cell,
    }
}

/// A column and its bins.
pub(crate) struct Binned {
    pub(crate) source: Source,
    pub(crate) bins: Bins,
}

impl Binned {
    /// Returns the bins of a column for a question of this kind.
    pub(super) fn plan(
        asked: &Asked<'_>,
        kind: AttributeKind,
        column: &str,
        bins: &BinSpec,
    ) -> Result<Self> {
        let (source, stated) = asked.column(column)?;
        let bins = Bins::plan(kind, bins, stated)?;
        Ok(Self { source, bins })
    }

    /// Returns the column with its bins as a listing states it.
    pub(super) fn stated(&self) -> BinnedColumn {
        BinnedColumn {
            column: one_line(&self.source.name),
            column_type: self.source.column_type,
            bins: self.bins.values.clone(),
            edges: self.bins.edges.clone(),
        }
    }

    /// Returns the bins over a batch.
    pub(super) fn over<'a>(&'a self, batch: &'a Table) -> Result<BinnedCells<'a>> {
        Ok(BinnedCells {
            column: self.source.of(batch)?,
            bins: &self.bins,
            size: self.bins.size(),
        })
    }
}

/// The cells of a column, each in its bin.
pub(super) struct BinnedCells<'a> {
    column: &'a Column,
    bins: &'a Bins,
    pub(super) size: usize,
}

impl BinnedCells<'_> {
    /// Returns the place of the bin that the cell of a row falls into.
    pub(super) fn bin(&self, row: usize) -> usize {
        self.bins.of(self.column.cell(row)).unwrap_or(self.size - 1)
    }
}

/// Returns the labels of bins, of all others last.
pub(super) fn labels(values: &[String], edges: &[Decimal]) -> Vec<String> {
    let between = edges.windows(2).map(|pair| match pair {
        [low, high] => format!("{low} – {high}"),
        _ => String::new(),
    });
    let mut labels: Vec<String> = values
        .iter()
        .map(|bin| shortened(bin))
        .chain(between)
        .collect();
    let other = if labels.iter().any(|label| label == "other") {
        "any other"
    } else {
        "other"
    };
    labels.push(other.to_owned());
    labels
}

/// The bin that a cell falls into, by its canonical value.
///
/// Every cell falls into exactly one: the last, 'other', takes what no other takes, a
/// missing cell included. So one row moves one count by one.
pub(crate) struct Bins {
    of: Of,
    /// The canonical values of bins that are single values, in order.
    pub(crate) values: Vec<String>,
    /// The edges of bins that are intervals.
    pub(crate) edges: Vec<Decimal>,
}

enum Of {
    Texts(HashMap<String, usize>),
    Numbers(HashMap<Number, usize>),
    /// Rising, each with the place of its bin.
    Periods(Vec<(Period, usize)>),
    /// Rising; half-open intervals between them, the last one closed.
    Edges(Vec<Number>),
}

impl Bins {
    /// Returns the bins stated of a column, or else those that the schema states.
    fn plan(kind: AttributeKind, spec: &BinSpec, stated: &SchemaColumn) -> Result<Self> {
        let (column, column_type) = (stated.name.as_str(), stated.column_type);
        match (spec, column_type) {
            (BinSpec::Stated, _) if stated.values.is_empty() => Err(Error::usage(
                QueryErrorCode::NoBins,
                format!("A {kind} of '{column}' needs bins."),
            )
            .hint(QueryHint::StateBins)
            .hint(QueryHint::BinsNotFromData)),
            (BinSpec::Stated, _) => Self::texts(&stated.values),
            (BinSpec::Values(values), ColumnType::Text) => Self::texts(values),
            (BinSpec::Values(values), ColumnType::Number) => Self::numbers(values, column),
            (BinSpec::Values(values), ColumnType::Date) => Self::periods(values),
            (BinSpec::Edges(_), ColumnType::Text) => Err(Error::usage(
                QueryErrorCode::EdgesNotNumbers,
                format!("Column '{column}' holds text, which has no edges."),
            )
            .hint(QueryHint::StateTextBins)),
            (BinSpec::Edges(_), ColumnType::Date) => Err(Error::usage(
                QueryErrorCode::EdgesNotNumbers,
                format!("Column '{column}' holds dates, which have periods instead of edges."),
            )
            .hint(QueryHint::WritePeriods)),
            (BinSpec::Edges(edges), ColumnType::Number) => Self::edges(edges),
        }
    }

    /// Returns the number of bins, that of all others included.
    pub(super) fn size(&self) -> usize {
        match &self.of {
            Of::Texts(_) | Of::Numbers(_) | Of::Periods(_) => self.values.len() + 1,
            Of::Edges(edges) => edges.len(),
        }
    }

    /// Returns their labels, of all others last.
    pub(super) fn labels(&self) -> Vec<String> {
        labels(&self.values, &self.edges)
    }

    fn texts(stated: &[String]) -> Result<Self> {
        let mut bins = HashMap::new();
        let mut values = Vec::with_capacity(stated.len());
        for (index, bin) in stated.iter().enumerate() {
            let bin = canonical_text(bin).into_owned();
            if bin.is_empty() {
                return Err(empty(index));
            }
            if bins.insert(bin.clone(), index).is_some() {
                return Err(doubled(&bin));
            }
            values.push(bin);
        }
        Ok(Self {
            of: Of::Texts(bins),
            values,
            edges: Vec::new(),
        })
    }

    fn numbers(stated: &[String], column: &str) -> Result<Self> {
        let mut bins = HashMap::new();
        let mut values = Vec::with_capacity(stated.len());
        for (index, bin) in stated.iter().enumerate() {
            let text = canonical_text(bin);
            if text.is_empty() {
                return Err(empty(index));
            }
            let number = Number::parse(&text).ok_or_else(|| {
                Error::usage(
                    QueryErrorCode::BinNotANumber,
                    format!("Column '{column}' holds numbers and the bin '{text}' is not one."),
                )
                .hint(QueryHint::WriteBinsAsNumbers)
            })?;
            if bins.insert(number, index).is_some() {
                return Err(doubled(&text));
            }
            values.push(number.to_string());
        }
        Ok(Self {
            of: Of::Numbers(bins),
            values,
            edges: Vec::new(),
        })
    }

    fn periods(stated: &[String]) -> Result<Self> {
        let mut all = Vec::new();
        for (index, bin) in stated.iter().enumerate() {
            let text = canonical_text(bin);
            if text.is_empty() {
                return Err(empty(index));
            }
            let (first, last) = text.split_once("..").unwrap_or((&text, &text));
            all.extend(periods(first, last)?);
            few(all.len())?;
        }
        let values = all.iter().map(Period::to_string).collect();
        let mut periods: Vec<(Period, usize)> = all.into_iter().zip(0..).collect();
        periods.sort_unstable_by_key(|(period, _)| period.first());
        for pair in periods.windows(2) {
            if let [(one, _), (next, _)] = pair
                && one.last() >= next.first()
            {
                if one == next {
                    return Err(doubled(&one.to_string()));
                }
                return Err(Error::usage(
                    QueryErrorCode::BinsOverlap,
                    format!("The bins '{one}' and '{next}' have days in common."),
                )
                .hint(QueryHint::SeparatePeriods));
            }
        }
        Ok(Self {
            of: Of::Periods(periods),
            values,
            edges: Vec::new(),
        })
    }

    fn edges(stated: &[Decimal]) -> Result<Self> {
        let mut edges: Vec<(Number, Decimal)> = Vec::with_capacity(stated.len());
        for decimal in stated.iter().copied() {
            let number = Number::from_decimal(&decimal).ok_or_else(|| {
                Error::usage(
                    QueryErrorCode::Edges,
                    format!("The edge {decimal} has more than 37 digits."),
                )
                .hint(QueryHint::WriteRisingEdges)
                .at(QueryFault::Edges {
                    fault: EdgeFault::TooLong { edge: decimal },
                })
            })?;
            if let Some((before, before_text)) = edges.last()
                && *before >= number
            {
                return Err(Error::usage(
                    QueryErrorCode::Edges,
                    format!("The edges do not rise: {decimal} follows {before_text}."),
                )
                .hint(QueryHint::WriteEachEdgeOnce)
                .at(QueryFault::Edges {
                    fault: EdgeFault::NotRising {
                        edge: decimal,
                        before: *before_text,
                    },
                }));
            }
            edges.push((number, decimal));
        }
        if edges.len() < 2 {
            return Err(
                Error::usage(QueryErrorCode::Edges, "One edge bounds no bin.")
                    .hint(QueryHint::GiveTwoEdges)
                    .at(QueryFault::Edges {
                        fault: EdgeFault::TooFew,
                    }),
            );
        }
        let (numbers, edges) = edges.into_iter().unzip();
        Ok(Self {
            of: Of::Edges(numbers),
            values: Vec::new(),
            edges,
        })
    }

    /// Returns the bin of a cell; none where that is 'other'.
    fn of(&self, cell: Cell<'_>) -> Option<usize> {
        match &self.of {
            Of::Texts(bins) => cell.text().and_then(|text| bins.get(text).copied()),
            Of::Numbers(bins) => cell.number().and_then(|n| bins.get(&n).copied()),
            Of::Periods(periods) => cell.day().and_then(|day| period_of(periods, day)),
            Of::Edges(edges) => cell.number().and_then(|n| between(edges, &n)),
        }
    }
}

/// Returns the place of the bin that holds a day.
fn period_of(periods: &[(Period, usize)], day: NaiveDate) -> Option<usize> {
    let begun = periods.partition_point(|(period, _)| period.first() <= day);
    let (period, place) = periods.get(begun.checked_sub(1)?)?;
    (day <= period.last()).then_some(*place)
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
    Error::usage(
        QueryErrorCode::BinEmpty,
        format!("Bin {} is empty.", index + 1),
    )
    .hint(QueryHint::MissingFallIntoOther)
}

fn doubled(bin: &str) -> Error {
    Error::usage(
        QueryErrorCode::BinDoubled,
        format!("The bin '{bin}' is stated twice."),
    )
    .hint(QueryHint::StateEachBinOnce)
}
