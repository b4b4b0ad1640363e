//! Filters: which rows count.
//!
//! A filter looks at one row at a time, so it changes no sensitivity. A missing cell (one that does
//! not conform too) matches nothing, not even `!=`. What is compared is the canonical value of the
//! declared type, cell by cell: 7, 7.0 and 7.00 are one number and three texts.

use std::cmp::Ordering;
use std::fmt;

use chrono::NaiveDate;

use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::QueryHint;
use poundwise_documents::kinds::{ColumnType, Filter, FilterOperator};
use serde::{Deserialize, Serialize};

use super::number::{CellForm, Number};
use super::schema::Schema;
use super::table::{Table, unknown_column};
use super::text::canonical_text;
use super::words::one_line;

/// One condition on one column, as an owner states it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Condition {
    /// The column's name, as in the table.
    pub column: String,
    /// Comparison of its cells.
    pub operator: FilterOperator,
    /// Right side of the comparison: a number, a text or a day, as typed.
    pub value: String,
}

impl Condition {
    /// Returns the condition on `column`.
    pub fn new(
        column: impl Into<String>,
        operator: FilterOperator,
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
        let (symbol, value) = (self.operator.as_str(), self.value.trim());
        write!(f, "{} {symbol} {value}", self.column)
    }
}

fn holds(operator: FilterOperator, ordering: Ordering) -> bool {
    match operator {
        FilterOperator::Equal => ordering.is_eq(),
        FilterOperator::NotEqual => ordering.is_ne(),
        FilterOperator::Below => ordering.is_lt(),
        FilterOperator::AtMost => ordering.is_le(),
        FilterOperator::Above => ordering.is_gt(),
        FilterOperator::AtLeast => ordering.is_ge(),
    }
}

enum Operand {
    Number(Number),
    Day(NaiveDate),
    Text(String),
}

/// One condition on one column.
pub struct RowFilter {
    index: usize,
    column: String,
    column_type: ColumnType,
    operator: FilterOperator,
    operand: Operand,
}

impl RowFilter {
    /// Checks a condition against a table's columns.
    ///
    /// # Errors
    /// An unknown column, no value, a value of another type than the column's, an order of texts.
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
        if !FilterOperator::of(column_type).contains(&operator) {
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
            ColumnType::Date => Operand::Day(CellForm::PLAIN.day(&value).ok_or_else(|| {
                Error::usage(
                    QueryErrorCode::Filter,
                    format!("Column '{name}' holds dates and '{value}' is not one."),
                )
                .hint(QueryHint::WriteDay)
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
    pub(crate) fn operator(&self) -> FilterOperator {
        self.operator
    }

    /// Returns the canonical value that cells are compared with.
    pub(crate) fn value(&self) -> String {
        match &self.operand {
            Operand::Number(number) => number.to_string(),
            Operand::Day(day) => day.to_string(),
            Operand::Text(text) => text.clone(),
        }
    }

    /// Returns the condition as a listing states it.
    pub(crate) fn stated(&self) -> Filter {
        Filter {
            column: one_line(&self.column),
            column_type: self.column_type,
            operator: self.operator,
            value: self.value(),
        }
    }

    /// Returns whether `row` of a batch matches. The batch must have the columns that the filter
    /// was read against.
    pub fn matches(&self, batch: &Table, row: usize) -> bool {
        let Some(column) = batch.columns().get(self.index) else {
            return false;
        };
        let cell = column.cell(row);
        match &self.operand {
            Operand::Text(wanted) => cell
                .text()
                .is_some_and(|text| holds(self.operator, text.cmp(wanted))),
            Operand::Day(wanted) => cell
                .day()
                .is_some_and(|day| holds(self.operator, day.cmp(wanted))),
            Operand::Number(wanted) => cell
                .number()
                .is_some_and(|number| holds(self.operator, number.cmp(wanted))),
        }
    }
}
