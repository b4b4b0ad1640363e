//! Second moments of columns, by group.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::super::words::word;
use super::super::{PayloadError, objects, present, text};
use super::column::{BinnedColumn, ColumnType, check_bounds, check_value};
use super::filter::Filter;
use crate::texts::PayloadProblem;
use crate::units::Decimal;

/// The number of variables of moments.
pub const MOMENT_VARIABLES: RangeInclusive<usize> = 1..=7;
/// The most columns that moments are grouped by.
pub const MAX_GROUP_COLUMNS: usize = 3;
/// The most coordinates of moments, 2^14.
pub const MAX_MOMENT_ENTRIES: u64 = 1 << 14;
/// The most variables whose squares a block of products of three parts has.
const MAX_SPLIT_SQUARES: u32 = 2;

/// What a buyer learns of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename_all = "kebab-case"))]
#[strum(serialize_all = "kebab-case")]
pub enum VariableRole {
    /// Mean, standard deviation, and products with the other variables.
    Squares,
    /// The share of the second of two values, which has the same moments as a number that is 0 or
    /// 1, and products with the other variables.
    TwoValued,
    /// The mean, and products with the other variables. No standard deviation, so no correlation.
    MeanOnly,
}

word!(VariableRole);

/// A column whose moments are asked for.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Variable {
    /// The public label of the column.
    pub column: String,
    /// The column's declared type: numbers, or texts of which two are named.
    pub column_type: ColumnType,
    /// What a buyer learns of it.
    pub role: VariableRole,
    /// Bounds to which each number is clamped, the lower one first; `None` for two values.
    #[serde(deserialize_with = "present")]
    pub bounds: Option<[Decimal; 2]>,
    /// The two values, in the canonical text of the type. Of numbers the lower one is first. A row
    /// with another value does not count. Empty if there are bounds.
    pub values: Vec<String>,
}

impl Variable {
    /// Returns whether the square is asked for besides the number. The square of one of two values
    /// is known from the number.
    #[must_use]
    pub const fn has_square(&self) -> bool {
        matches!(self.role, VariableRole::Squares)
    }

    /// Returns whether its values are numbers. Of two texts the second one counts as 1.
    #[must_use]
    pub const fn is_of_numbers(&self) -> bool {
        matches!(self.column_type, ColumnType::Number)
    }

    fn check(&self) -> Result<(), PayloadError> {
        text::name("column", &self.column)?;
        let fail = |field, problem: PayloadProblem| Err(PayloadError::new(field, problem));
        match (self.role, &self.bounds, self.values.as_slice()) {
            (VariableRole::TwoValued, None, [one, other]) => {
                if self.column_type == ColumnType::Date {
                    return fail("column_type", PayloadProblem::VariableOfNumbers);
                }
                for value in [one, other] {
                    check_value("values", self.column_type, value)?;
                }
                let number = |value: &String| value.parse::<Decimal>().ok();
                let rise = match self.column_type {
                    ColumnType::Number => number(one) < number(other),
                    ColumnType::Text | ColumnType::Date => one != other,
                };
                if !rise {
                    return fail("values", PayloadProblem::TwoValues);
                }
                Ok(())
            }
            (VariableRole::TwoValued, ..) => fail("values", PayloadProblem::TwoValues),
            (VariableRole::Squares | VariableRole::MeanOnly, Some(bounds), []) => {
                if self.column_type != ColumnType::Number {
                    return fail("column_type", PayloadProblem::VariableOfNumbers);
                }
                check_bounds(bounds)
            }
            (VariableRole::Squares | VariableRole::MeanOnly, ..) => {
                fail("bounds", PayloadProblem::BoundsOfVariable)
            }
        }
    }
}

/// The second moments of columns over all rows, or over the rows of each group.
///
/// A row counts if each variable has a number, or one of its two values. `poundwise_query` documents
/// the coordinates and their sensitivity.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Moments {
    /// The variables, one to seven different columns.
    #[serde(deserialize_with = "objects")]
    pub variables: Vec<Variable>,
    /// The columns by whose bins the rows are grouped, at most three, the slowest first. None if
    /// all rows are one group.
    #[serde(deserialize_with = "objects")]
    pub groups: Vec<BinnedColumn>,
    /// Conditions of the rows that count.
    #[serde(deserialize_with = "objects")]
    pub filters: Vec<Filter>,
}

impl Moments {
    /// Returns the number of variables with squares.
    #[must_use]
    pub fn squares(&self) -> u32 {
        let squares = self.variables.iter().filter(|one| one.has_square());
        u32::try_from(squares.count()).unwrap_or(u32::MAX)
    }

    /// Returns whether the coordinates are products alone, in which a variable with a square has
    /// three parts. Otherwise each variable has two parts, and squares are coordinates of their
    /// own. At most two variables with squares are split in three: their entries are more exact,
    /// but there are more of them.
    #[must_use]
    pub fn is_quadratic(&self) -> bool {
        self.squares() <= MAX_SPLIT_SQUARES
    }

    /// Returns the number of parts of each variable in a product.
    #[must_use]
    pub fn parts(&self) -> Vec<u64> {
        let quadratic = self.is_quadratic();
        let parts = |one: &Variable| if quadratic && one.has_square() { 3 } else { 2 };
        self.variables.iter().map(parts).collect()
    }

    /// Returns the number of products of a group.
    #[must_use]
    pub fn products(&self) -> u64 {
        self.parts().into_iter().fold(1, u64::saturating_mul)
    }

    /// Returns the number of coordinates of a group: its products, and its squares if they are
    /// coordinates of their own.
    #[must_use]
    pub fn entries(&self) -> u64 {
        let squares = if self.is_quadratic() {
            0
        } else {
            self.squares()
        };
        self.products().saturating_add(squares.into())
    }

    /// Returns the number of groups, those of all other cells included; 1 without group columns.
    #[must_use]
    pub fn number_of_groups(&self) -> u64 {
        let sizes = self.groups.iter().map(BinnedColumn::size);
        sizes.fold(1, u64::saturating_mul)
    }

    /// Returns the number of coordinates.
    #[must_use]
    pub fn dimension(&self) -> u64 {
        self.entries().saturating_mul(self.number_of_groups())
    }

    /// Returns the columns that are asked for, with their types.
    pub(super) fn columns(&self) -> Vec<(&str, ColumnType)> {
        let variables = self.variables.iter();
        let variables = variables.map(|one| (one.column.as_str(), one.column_type));
        let groups = self.groups.iter();
        let groups = groups.map(|one| (one.column.as_str(), one.column_type));
        variables.chain(groups).collect()
    }

    pub(super) fn check(&self) -> Result<(), PayloadError> {
        let fail = |field, problem: PayloadProblem| Err(PayloadError::new(field, problem));
        if !MOMENT_VARIABLES.contains(&self.variables.len()) {
            return fail("variables", PayloadProblem::NumberOfVariables);
        }
        if self.groups.len() > MAX_GROUP_COLUMNS {
            return fail("groups", PayloadProblem::NumberOfGroups);
        }
        // A form shows its variables as one field, and its groups as another.
        let at = |field| move |error: PayloadError| PayloadError { field, ..error };
        for variable in &self.variables {
            variable.check().map_err(at("variables"))?;
        }
        for group in &self.groups {
            group.check().map_err(at("groups"))?;
        }
        let columns = self.columns();
        for (index, (column, _)) in columns.iter().enumerate() {
            if columns
                .iter()
                .take(index)
                .any(|(before, _)| before == column)
            {
                let field = if index < self.variables.len() {
                    "variables"
                } else {
                    "groups"
                };
                return fail(field, PayloadProblem::SameColumns);
            }
        }
        if self.dimension() > MAX_MOMENT_ENTRIES {
            return fail("groups", PayloadProblem::TooManyMoments);
        }
        Ok(())
    }
}
