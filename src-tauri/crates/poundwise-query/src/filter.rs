//! Filters: which rows count.
//!
//! A filter looks at one row at a time, so it changes no sensitivity. A missing cell (one that does
//! not conform too) matches nothing, not even `!=`. What is compared is the canonical value of the
//! declared type, cell by cell: 7, 7.0 and 7.00 are one number and three texts.

use std::cmp::Ordering;
use std::fmt;

use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::QueryHint;
use crate::parts::{QueryCondition, QueryOperator};
use poundwise_documents::kinds::ColumnType;
use serde::{Deserialize, Serialize};

use super::number::Number;
use super::schema::Schema;
use super::table::{Table, unknown_column};
use super::text::canonical_text;
use super::words::one_line;

/// One condition on one column, as an owner states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Condition {
    /// The column's name, as in the table.
    pub column: String,
    /// Comparison of its cells.
    pub operator: QueryOperator,
    /// Right side of the comparison: a number or a text, as typed.
    pub value: String,
}

impl Condition {
    /// Returns the condition on `column`.
    pub fn new(
        column: impl Into<String>,
        operator: QueryOperator,
        value: impl Into<String>,
    ) -> Self {
        Self {
            column: column.into(),
            operator,
            value: value.into(),
        }
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (symbol, value) = (self.operator.symbol(), self.value.trim());
        write!(f, "{} {symbol} {value}", self.column)
    }
}

impl QueryOperator {
    /// Returns the comparisons that cells of a type have: texts have no order.
    #[must_use]
    pub const fn of(column_type: ColumnType) -> &'static [Self] {
        match column_type {
            ColumnType::Number => &[
                Self::Equal,
                Self::NotEqual,
                Self::Below,
                Self::AtMost,
                Self::Above,
                Self::AtLeast,
            ],
            ColumnType::Text => &[Self::Equal, Self::NotEqual],
        }
    }

    /// Returns the operator as a signed question writes it: `==`, `!=`, `<`, `<=`, `>` or `>=`.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Below => "<",
            Self::AtMost => "<=",
            Self::Above => ">",
            Self::AtLeast => ">=",
        }
    }
}

fn holds(operator: QueryOperator, ordering: Ordering) -> bool {
    match operator {
        QueryOperator::Equal => ordering.is_eq(),
        QueryOperator::NotEqual => ordering.is_ne(),
        QueryOperator::Below => ordering.is_lt(),
        QueryOperator::AtMost => ordering.is_le(),
        QueryOperator::Above => ordering.is_gt(),
        QueryOperator::AtLeast => ordering.is_ge(),
    }
}

enum Operand {
    Number(Number),
    Text(String),
}

/// One condition on one column.
pub struct RowFilter {
    index: usize,
    column: String,
    column_type: ColumnType,
    operator: QueryOperator,
    operand: Operand,
}

impl RowFilter {
    /// Checks a condition against a table's columns.
    ///
    /// # Errors
    /// An unknown column, no value, a text where the column holds numbers, an order of texts.
    pub fn new(condition: &Condition, schema: &Schema) -> Result<Self> {
        let operator = condition.operator;
        let (index, column) = schema
            .find(&condition.column)
            .ok_or_else(|| unknown_column(&condition.column, schema.names()))?;
        let (name, column_type) = (column.name.as_str(), column.column_type);
        let value = canonical_text(&condition.value);
        if value.is_empty() {
            return Err(Error::usage(
                QueryErrorCode::Filter,
                format!("The filter '{condition}' compares '{name}' with nothing."),
            )
            .hint(QueryHint::MissingMatchesNothing));
        }
        if !QueryOperator::of(column_type).contains(&operator) {
            return Err(Error::usage(
                QueryErrorCode::Filter,
                format!("Column '{name}' holds text, which has no order: '{condition}'."),
            )
            .hint(QueryHint::CompareTextForEquality));
        }
        let operand = match column_type {
            ColumnType::Number => Operand::Number(Number::parse(&value).ok_or_else(|| {
                Error::usage(
                    QueryErrorCode::Filter,
                    format!("Column '{name}' holds numbers and '{value}' is not one."),
                )
                .hint(QueryHint::WritePlainNumber)
            })?),
            ColumnType::Text => Operand::Text(value.into_owned()),
        };
        Ok(Self {
            index,
            column: name.to_owned(),
            column_type,
            operator,
            operand,
        })
    }

    /// Returns the column it looks at: place, name, type.
    pub(crate) fn column(&self) -> (usize, &str, ColumnType) {
        (self.index, &self.column, self.column_type)
    }

    /// Returns the comparison.
    pub(crate) fn operator(&self) -> QueryOperator {
        self.operator
    }

    /// Returns the canonical value that cells are compared with.
    pub(crate) fn value(&self) -> String {
        match &self.operand {
            Operand::Number(number) => number.to_string(),
            Operand::Text(text) => text.clone(),
        }
    }

    /// Returns the condition as it stands in a listing's query.
    pub(crate) fn in_parts(&self) -> QueryCondition {
        let (value, text) = match &self.operand {
            Operand::Number(number) => (number.to_string(), false),
            Operand::Text(text) => (text.clone(), true),
        };
        QueryCondition {
            column: one_line(&self.column),
            operator: self.operator,
            value,
            text,
        }
    }

    /// Returns whether `row` of `table` matches. The table must have the columns that the filter
    /// was read against.
    pub fn matches(&self, table: &Table, row: usize) -> bool {
        let Some(column) = table.columns().get(self.index) else {
            return false;
        };
        let cell = column.cell(row);
        match &self.operand {
            Operand::Text(wanted) => cell
                .text()
                .is_some_and(|text| holds(self.operator, text.cmp(wanted))),
            Operand::Number(wanted) => cell
                .number()
                .is_some_and(|number| holds(self.operator, number.cmp(wanted))),
        }
    }
}
