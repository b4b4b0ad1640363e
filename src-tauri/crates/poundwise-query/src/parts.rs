//! Query and privacy unit of a listing in parts, so that each language can word them.
//! They are read from the signed fields of a listing; no words are ever read back.

use poundwise_documents::kinds::FilterOperator;
use serde::{Deserialize, Serialize};

/// The query of a listing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QueryParts {
    /// What is computed.
    pub of: QuerySubject,
    /// Which rows count: those for which all of this holds.
    pub conditions: Vec<QueryCondition>,
}

/// The subject of a query. Bounds are decimals, the lower first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum QuerySubject {
    /// How many rows there are.
    Rows,
    /// How many rows fall into each bin of a column.
    RowsBy {
        /// The column.
        column: String,
    },
    /// How many rows fall into each combination of the bins of two or three columns.
    RowsByColumns {
        /// The columns.
        columns: Vec<String>,
    },
    /// The sum of a column, each value clamped.
    Sum {
        /// The column.
        column: String,
        /// Where it is clamped.
        bounds: [String; 2],
    },
    /// The mean of a column, each value clamped.
    Mean {
        /// The column.
        column: String,
        /// Where it is clamped.
        bounds: [String; 2],
        /// What a missing cell counts as: the middle of the bounds, or nothing.
        missing_as: Option<String>,
    },
    /// A number of the owner's own.
    OwnNumber {
        /// Where it is clamped.
        bounds: [String; 2],
    },
    /// Numbers of the owner's own.
    OwnNumbers {
        /// How many.
        count: u64,
        /// Where each is clamped.
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
    /// How it is compared.
    pub operator: QueryOperator,
    /// With what: a decimal, or a text.
    pub value: String,
    /// Whether that is a text.
    pub text: bool,
}

/// The comparison of a cell with a condition's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum QueryOperator {
    /// It is the value.
    Equal,
    /// It is another.
    NotEqual,
    /// It is less.
    Below,
    /// It is the value or less.
    AtMost,
    /// It is more.
    Above,
    /// It is the value or more.
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
        /// What one unit is, such as `person`.
        of: String,
    },
    /// All rows of one unit.
    Person {
        /// What one unit is, such as `person`.
        of: String,
        /// The column that names the person.
        column: String,
        /// The most rows of one.
        rows: u64,
    },
    /// What one unit can move the owner's own numbers by, in the owner's word.
    Distance {
        /// What one unit is, such as `person`.
        of: String,
        /// By how much in all, decimal.
        distance: String,
        /// The numbers' unit, or empty.
        unit: String,
    },
}
