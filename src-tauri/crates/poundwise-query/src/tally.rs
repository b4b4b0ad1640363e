//! Tallies: questions as exact sums over groups of rows, which any engine can compute.
//!
//! A tally states the integers to add up. It depends on the plan and on the decimals of the engine's
//! columns, never on rows. The engine returns integers for each group that has rows. [`QuestionTally::check`] checks them, and [`crate::Plan::compute_from`] makes x of them with the code
//! of the embedded evaluation, so that x is the same integer for integer. The only rounding is
//! there.
//!
//! An engine evaluates rows as follows. It keeps the rows of each person by the rule of
//! `contributions.rs`. A kept row counts if all conditions hold and, in a complete tally, if it has a
//! number in each variable. Missing cells are those of [`crate::table`].

use num_bigint::{BigInt, BigUint};
use poundwise_documents::kinds::ColumnType;

use crate::schema::SchemaColumn;
use crate::source::Source;

/// The most rows of a table in an engine, 2^40. The sums of a tally are judged by it.
pub const MAX_ROWS: u64 = 1 << 40;

/// A column that a tally reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TallyColumn {
    /// Its place in the schema.
    pub index: usize,
    /// Its declared type.
    pub column_type: ColumnType,
}

/// A column of a tally, by its place among [`QuestionTally::columns`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TallyCell(pub usize);

/// Values that a cell is compared with. Numbers are integers of the column's scale, and dates are
/// days after 1970-01-01.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TallyTest {
    /// An integer from `least` to `most`, or, if not `inside`, any other integer.
    Integers {
        /// The lowest integer, or `i128::MIN` for no limit.
        least: i128,
        /// The highest integer, or `i128::MAX` for no limit.
        most: i128,
        /// Whether the integers within the limits are wanted, or all others.
        inside: bool,
    },
    /// A text, byte by byte, or any other text.
    Text {
        /// The canonical text.
        text: String,
        /// Whether the text is wanted, or all others.
        equal: bool,
    },
}

/// The bins of a column. A cell in none of them, or a missing cell, is in the last one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyBins {
    /// The column.
    pub cell: TallyCell,
    /// The bins without the last one.
    pub bins: TallyValues,
    /// The number of bins, the last one included.
    pub size: usize,
}

/// Values of bins, each with the place of its bin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TallyValues {
    /// Canonical texts.
    Texts(Vec<(String, usize)>),
    /// Integers of the column's scale.
    Integers(Vec<(i128, usize)>),
    /// Disjoint ranges of integers, rising, both ends included.
    Ranges(Vec<(i128, i128, usize)>),
}

/// A number B of each row, from 0 to a stated range R.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TallyNumber {
    /// The column's number v, clamped. B is 0 if v < `least`, R if v > `most`, and otherwise
    /// v * `factor` - `low`.
    Clamped {
        /// The column.
        cell: TallyCell,
        /// The lowest integer of the column's scale that is not below the lower bound.
        least: i128,
        /// The highest integer of the column's scale that is not above the upper bound.
        most: i128,
        /// Power of ten between the column's scale and that of B.
        factor: i128,
        /// The lower bound at the scale of B.
        low: i128,
        /// R: the distance between the bounds at the scale of B.
        range: u128,
        /// The scale of B.
        scale: u32,
    },
    /// 0 or 1 for one of two texts; any other cell is missing.
    Texts(TallyCell, [String; 2]),
    /// 0 or 1 for one of two integers of the column's scale; any other cell is missing. A value
    /// that no integer of this scale equals is `None`.
    Integers(TallyCell, [Option<i128>; 2]),
}

impl TallyNumber {
    /// Returns R.
    #[must_use]
    pub fn range(&self) -> u128 {
        match self {
            Self::Clamped { range, .. } => *range,
            Self::Texts(..) | Self::Integers(..) => 1,
        }
    }
}

/// A sum over the rows of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TallySum {
    /// The rows that count.
    Rows,
    /// The product of the variables' numbers, each to its exponent, over the rows that have a number
    /// in each variable.
    Product(Vec<u32>),
}

/// A question as sums over groups of rows.
pub struct QuestionTally {
    /// The columns that the question reads, in the schema's order: the content that is hashed to
    /// choose the rows of a person.
    pub columns: Vec<TallyColumn>,
    /// The column that names the person, and K.
    pub person: Option<(TallyColumn, u64)>,
    /// All of these hold for rows that count.
    pub conditions: Vec<(TallyCell, TallyTest)>,
    /// The columns that rows are grouped by, the slowest first.
    pub groups: Vec<TallyBins>,
    /// The variables.
    pub variables: Vec<TallyNumber>,
    /// Whether rows that lack a number of a variable do not count.
    pub complete: bool,
    /// The sums of each group. The first one is a number of rows.
    pub sums: Vec<TallySum>,
}

/// Reason why the answer of an engine cannot be the sums of a tally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TallyFault {
    /// A group that the tally does not have, or one group twice.
    Group,
    /// Another number of sums.
    Sums,
    /// A sum below 0, or above the largest sum of its rows.
    Range,
    /// More than 2^40 rows.
    Rows,
}

/// The checked sums of a tally. They are data: no `Debug`.
pub struct TallySums {
    /// The sums of each group.
    pub(crate) groups: Vec<Vec<BigUint>>,
}

impl TallySums {
    /// Returns a sum over all groups.
    pub(crate) fn total(&self, sum: usize) -> BigUint {
        self.groups.iter().filter_map(|group| group.get(sum)).sum()
    }

    /// Returns the first sum of each group.
    pub(crate) fn counts(&self) -> Vec<u64> {
        let first = self.groups.iter().map(|group| group.first());
        first.map(|count| small(count)).collect()
    }
}

/// Returns a number of rows, which is at most 2^40.
pub(crate) fn small(count: Option<&BigUint>) -> u64 {
    count
        .and_then(|count| u64::try_from(count).ok())
        .unwrap_or(0)
}

impl QuestionTally {
    /// Returns the number of groups.
    #[must_use]
    pub fn number_of_groups(&self) -> usize {
        self.groups.iter().map(|bins| bins.size).product()
    }

    /// Returns the most that one row adds to a sum.
    #[must_use]
    pub fn most_of_row(&self, sum: &TallySum) -> BigUint {
        match sum {
            TallySum::Rows => BigUint::from(1_u32),
            TallySum::Product(exponents) => {
                let variables = self.variables.iter().zip(exponents);
                variables
                    .map(|(one, exponent)| BigUint::from(one.range()).pow(*exponent))
                    .product()
            }
        }
    }

    /// Returns the largest integer that any sum reaches with 2^40 rows. It depends on what is
    /// stated alone.
    #[must_use]
    pub fn largest(&self) -> BigUint {
        let most = self.sums.iter().map(|sum| self.most_of_row(sum)).max();
        most.unwrap_or_default() * MAX_ROWS
    }

    /// Checks the answer of an engine: for each group that has rows, its place and its sums. Groups
    /// without rows may be left out.
    ///
    /// # Errors
    /// The first fault. It does not quote the numbers.
    pub fn check(
        &self,
        answer: Vec<(u64, Vec<BigInt>)>,
    ) -> std::result::Result<TallySums, TallyFault> {
        let most: Vec<BigUint> = self.sums.iter().map(|sum| self.most_of_row(sum)).collect();
        let mut groups = vec![Vec::new(); self.number_of_groups()];
        for (place, sums) in answer {
            let place = usize::try_from(place).ok();
            let group = place.and_then(|place| groups.get_mut(place));
            let Some(group) = group.filter(|group| group.is_empty()) else {
                return Err(TallyFault::Group);
            };
            if sums.len() != most.len() {
                return Err(TallyFault::Sums);
            }
            let sums: Option<Vec<BigUint>> =
                sums.into_iter().map(|sum| sum.try_into().ok()).collect();
            let sums = sums.ok_or(TallyFault::Range)?;
            let Some(rows) = sums.first().cloned() else {
                return Err(TallyFault::Sums);
            };
            if rows > MAX_ROWS.into() {
                return Err(TallyFault::Rows);
            }
            if sums
                .iter()
                .zip(&most)
                .any(|(sum, most)| *sum > most * &rows)
            {
                return Err(TallyFault::Range);
            }
            *group = sums;
        }
        for group in &mut groups {
            group.resize(most.len(), BigUint::ZERO);
        }
        let sums = TallySums { groups };
        if sums.total(0) > MAX_ROWS.into() {
            return Err(TallyFault::Rows);
        }
        Ok(sums)
    }
}

/// The columns of a tally while it is made.
pub(crate) struct Tallied<'a> {
    pub(crate) content: &'a [usize],
    pub(crate) decimals: &'a dyn Fn(usize) -> u32,
}

impl Tallied<'_> {
    /// Returns the cell of a column, and the scale of its integers.
    pub(crate) fn cell(&self, index: usize, column_type: ColumnType) -> (TallyCell, u32) {
        let place = self.content.iter().position(|one| *one == index);
        let scale = match column_type {
            ColumnType::Number => (self.decimals)(index),
            ColumnType::Text | ColumnType::Date => 0,
        };
        // The content has each column that the question reads.
        (TallyCell(place.unwrap_or_default()), scale)
    }

    /// Returns the cell of the column of a source.
    pub(crate) fn of(&self, source: &Source) -> (TallyCell, u32) {
        self.cell(source.index, source.column_type)
    }
}

/// The part of a tally that is of its kind.
pub(crate) struct KindTally {
    pub(crate) groups: Vec<TallyBins>,
    pub(crate) variables: Vec<TallyNumber>,
    pub(crate) complete: bool,
    pub(crate) sums: Vec<TallySum>,
}

impl KindTally {
    /// Returns the rows of each combination of bins.
    pub(crate) fn counts(groups: Vec<TallyBins>) -> Self {
        Self {
            groups,
            variables: Vec::new(),
            complete: true,
            sums: vec![TallySum::Rows],
        }
    }
}

/// Returns the most decimals that cells of a declared column keep.
#[must_use]
pub fn kept_decimals(column: &SchemaColumn) -> u32 {
    column.decimals.map_or(crate::number::MAX_SCALE, |most| {
        most.min(crate::number::MAX_SCALE)
    })
}
