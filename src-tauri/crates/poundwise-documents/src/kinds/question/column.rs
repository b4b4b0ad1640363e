//! Columns: their types, their values and their bins.

use serde::{Deserialize, Serialize};

use super::super::words::word;
use super::super::{MAX_TEXT, PayloadError, TextRule, text};
use crate::texts::PayloadProblem;
use crate::units::{Decimal, Period, PeriodError, PeriodUnit};
use poundwise_words::Text;

/// The declared type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename_all = "kebab-case"))]
#[strum(serialize_all = "kebab-case")]
pub enum ColumnType {
    /// Decimal numbers, compared by their value.
    Number,
    /// Text, compared as it is.
    Text,
    /// Days of the calendar.
    Date,
}

word!(ColumnType);

/// A column with its bins: single values, or intervals between edges.
///
/// The bin of all other cells is not named; it is the last one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BinnedColumn {
    /// The public label of the column.
    pub column: String,
    /// The column's declared type.
    pub column_type: ColumnType,
    /// The values of the bins, in the canonical text of the type. For dates each is a [`Period`].
    /// Empty if there are edges.
    pub bins: Vec<String>,
    /// The edges of the bins, rising. Empty if there are values.
    pub edges: Vec<Decimal>,
}

impl BinnedColumn {
    /// Returns the number of bins, including the bin of all other cells. Between the edges there is
    /// one bin less than edges.
    #[must_use]
    pub fn size(&self) -> u64 {
        match self.edges.len() as u64 {
            0 => self.bins.len() as u64 + 1,
            edges => edges,
        }
    }

    /// Returns the column with its first bins only, for a view that has no room for all of them.
    #[must_use]
    pub fn shortened(&self, most: usize) -> Self {
        Self {
            column: self.column.clone(),
            column_type: self.column_type,
            bins: self.bins.iter().take(most).cloned().collect(),
            edges: self.edges.iter().take(most).copied().collect(),
        }
    }

    /// Checks that there are bins or edges, that bins are different and canonical, and that edges
    /// are of numbers and rise.
    pub(super) fn check(&self) -> Result<(), PayloadError> {
        let fail = |field, problem: PayloadProblem| Err(PayloadError::new(field, problem));
        let Self {
            column,
            column_type,
            bins,
            edges,
        } = self;
        text::name("column", column)?;
        match (bins.is_empty(), edges.is_empty()) {
            (true, true) => return fail("bins", PayloadProblem::NoBins),
            (false, false) => return fail("edges", PayloadProblem::BinsAndEdges),
            _ => {}
        }
        let mut values: Vec<&String> = bins.iter().collect();
        values.sort_unstable();
        if values.windows(2).any(|pair| pair[0] == pair[1]) {
            return fail("bins", PayloadProblem::DoubledBin);
        }
        if *column_type == ColumnType::Date {
            check_periods(bins)?;
        } else {
            for bin in bins {
                check_value("bins", *column_type, bin)?;
            }
        }
        if !edges.is_empty() && *column_type != ColumnType::Number {
            return fail("edges", PayloadProblem::EdgesOfNumbers);
        }
        if edges.len() == 1 || edges.windows(2).any(|pair| pair[0] >= pair[1]) {
            return fail("edges", PayloadProblem::EdgesNotRising);
        }
        Ok(())
    }
}

/// Checks that bins are periods that have no day in common.
fn check_periods(bins: &[String]) -> Result<(), PayloadError> {
    let periods = bins.iter().map(|bin| bin.parse());
    let mut periods: Vec<Period> = periods
        .collect::<Result<_, _>>()
        .map_err(|problem: PeriodError| PayloadError::new("bins", Text::of(problem)))?;
    periods.sort_unstable_by_key(Period::first);
    if periods
        .windows(2)
        .any(|pair| pair[0].last() >= pair[1].first())
    {
        return Err(PayloadError::new(
            "bins",
            PayloadProblem::OverlappingPeriods,
        ));
    }
    Ok(())
}

/// Checks that a value is in the canonical text of its column's type. A number has the one form
/// that a [`Decimal`] has. A text is one line and not empty. A date is a day.
pub(super) fn check_value(
    field: &'static str,
    column_type: ColumnType,
    value: &str,
) -> Result<(), PayloadError> {
    match column_type {
        ColumnType::Number => {
            let number = value.parse::<Decimal>().ok();
            if number.is_none_or(|number| number.to_string() != value) {
                return Err(PayloadError::new(field, PayloadProblem::NotShortest));
            }
            Ok(())
        }
        ColumnType::Date => match value.parse::<Period>() {
            Ok(period) if period.unit() == PeriodUnit::Day => Ok(()),
            Ok(_) | Err(_) => Err(PayloadError::new(field, PayloadProblem::NotADay)),
        },
        ColumnType::Text if value.is_empty() => {
            Err(PayloadError::new(field, PayloadProblem::EmptyValue))
        }
        ColumnType::Text => TextRule::LINE.at_most(MAX_TEXT).field(field, value),
    }
}

/// Checks that the lower one of two bounds is first.
pub(super) fn check_bounds([low, high]: &[Decimal; 2]) -> Result<(), PayloadError> {
    if low < high {
        Ok(())
    } else {
        Err(PayloadError::new("bounds", PayloadProblem::LowerBoundFirst))
    }
}
