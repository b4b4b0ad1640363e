//! Query and privacy unit of a listing in parts, so that each language can word them.
//! They are read from the signed fields of a listing; no words are ever read back.

use poundwise_documents::kinds::FilterOperator;
use serde::{Deserialize, Serialize};

/// The query of a listing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueryParts {
    /// Quantity that is computed.
    pub of: QuerySubject,
    /// Conditions of the rows that count: all of them hold.
    pub conditions: Vec<QueryCondition>,
}

/// The subject of a query. Bounds are decimals, the lower first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum QuerySubject {
    /// Number of rows.
    Rows,
    /// Number of rows in each bin of a column.
    RowsBy {
        /// The column.
        column: String,
    },
    /// Number of rows in each combination of the bins of two or three columns.
    RowsByColumns {
        /// The columns.
        columns: Vec<String>,
    },
    /// The sum of a column, each value clamped.
    Sum {
        /// The column.
        column: String,
        /// Bounds to which each number is clamped.
        bounds: [String; 2],
    },
    /// The mean of a column, each value clamped.
    Mean {
        /// The column.
        column: String,
        /// Bounds to which each number is clamped.
        bounds: [String; 2],
        /// Value that a missing cell counts as: the middle of the bounds, or none.
        missing_as: Option<String>,
    },
    /// A number of the owner's own.
    OwnNumber {
        /// Bounds to which it is clamped.
        bounds: [String; 2],
    },
    /// Numbers of the owner's own.
    OwnNumbers {
        /// Number of values.
        count: u64,
        /// Bounds to which each is clamped.
        bounds: [String; 2],
    },
}

/// One condition on one column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueryCondition {
    /// The column.
    pub column: String,
    /// Comparison with the value.
    pub operator: QueryOperator,
    /// Right side of the comparison: a decimal, or a text.
    pub value: String,
    /// Whether the value is a text.
    pub text: bool,
}

/// The comparison of a cell with a condition's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum QueryOperator {
    /// Equal to the value.
    Equal,
    /// Not equal to the value.
    NotEqual,
    /// Less than the value.
    Below,
    /// Less than the value, or equal.
    AtMost,
    /// More than the value.
    Above,
    /// More than the value, or equal.
    AtLeast,
}

impl From<QueryOperator> for FilterOperator {
    fn from(operator: QueryOperator) -> Self {
        match operator {
            QueryOperator::Equal => Self::Equal,
            QueryOperator::NotEqual => Self::NotEqual,
            QueryOperator::Below => Self::Below,
            QueryOperator::AtMost => Self::AtMost,
            QueryOperator::Above => Self::Above,
            QueryOperator::AtLeast => Self::AtLeast,
        }
    }
}

impl From<FilterOperator> for QueryOperator {
    fn from(operator: FilterOperator) -> Self {
        match operator {
            FilterOperator::Equal => Self::Equal,
            FilterOperator::NotEqual => Self::NotEqual,
            FilterOperator::Below => Self::Below,
            FilterOperator::AtMost => Self::AtMost,
            FilterOperator::Above => Self::Above,
            FilterOperator::AtLeast => Self::AtLeast,
        }
    }
}

/// The privacy unit: two tables that differ by one of it are neighbours.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum PrivacyUnit {
    /// One row: every row is a different unit.
    Row {
        /// Name of one unit, such as `person`.
        of: String,
    },
    /// All rows of one unit.
    Person {
        /// Name of one unit, such as `person`.
        of: String,
        /// The column that names the person.
        column: String,
        /// The most rows of one.
        rows: u64,
    },
    /// Distance that one unit can move the owner's own numbers by, in the owner's word.
    Distance {
        /// Name of one unit, such as `person`.
        of: String,
        /// Distance in all, decimal.
        distance: String,
        /// The numbers' unit, or empty.
        unit: String,
    },
}
