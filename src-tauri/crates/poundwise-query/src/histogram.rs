//! The bins of a histogram: the owner's, never read off the data.

use std::collections::HashMap;

use poundwise_documents::units::Decimal;

use crate::draft::ListingDraft;
use crate::error::{Error, ErrorCode, Result};
use crate::hint::Hint;
use poundwise_documents::kinds::ColumnType;

use super::number::Number;
use super::schema::SchemaColumn;
use super::table::Cell;
use super::words::label;

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
    /// Rising; half-open intervals between them, the last one closed.
    Edges(Vec<Number>),
}

impl Bins {
    /// Returns the bins that `draft` states for a column, or else the schema, and their labels,
    /// 'other' last.
    pub(crate) fn plan(draft: &ListingDraft, stated: &SchemaColumn) -> Result<(Self, Vec<String>)> {
        let (column, column_type) = (stated.name.as_str(), stated.column_type);
        let (bins, mut labels) = match (draft.bins.is_empty(), draft.edges.is_empty()) {
            (true, true) if !stated.values.is_empty() => Self::texts(&stated.values)?,
            (true, true) => {
                return Err(Error::usage(
                    ErrorCode::NoBins,
                    format!("A histogram of '{column}' needs bins."),
                )
                .hint(Hint::StateBins)
                .hint(Hint::BinsNotFromData));
            }
            (false, false) => {
                return Err(Error::usage(
                    ErrorCode::BinsAndEdges,
                    "A histogram has bins or edges, not both.",
                )
                .hint(Hint::LeaveOutBinsOrEdges));
            }
            (true, false) => Self::edges(&draft.edges, column, column_type)?,
            (false, true) if column_type == ColumnType::Text => Self::texts(&draft.bins)?,
            (false, true) => Self::numbers(&draft.bins, column)?,
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

    fn edges(
        stated: &[String],
        column: &str,
        column_type: ColumnType,
    ) -> Result<(Self, Vec<String>)> {
        if column_type == ColumnType::Text {
            return Err(Error::usage(
                ErrorCode::EdgesOnText,
                format!("Column '{column}' holds text, which has no edges."),
            )
            .hint(Hint::StateTextBins));
        }
        let mut edges: Vec<(Number, Decimal)> = Vec::with_capacity(stated.len());
        for text in stated {
            let unusable = || {
                Error::usage(
                    ErrorCode::Edges,
                    format!("The edge '{text}' is not a decimal number."),
                )
                .hint(Hint::WriteRisingEdges)
            };
            let decimal: Decimal = text.trim().parse().map_err(|_| unusable())?;
            let number = Number::from_decimal(&decimal).ok_or_else(unusable)?;
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
    pub(crate) fn of(&self, cell: Cell<'_>, count: usize) -> usize {
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
