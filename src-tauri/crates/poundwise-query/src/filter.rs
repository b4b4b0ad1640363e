//! Filters `COLUMN OP VALUE`: which rows count.
//!
//! A filter looks at one row at a time, so it changes no sensitivity. A missing cell (one that does
//! not conform too) matches nothing, not even `!=`. What is compared is the canonical value of the
//! declared type, cell by cell: 7, 7.0 and 7.00 are one number and three texts.

use std::cmp::Ordering;

use crate::error::{Error, ErrorCode, Result};
use crate::hint::Hint;
use crate::parts::{QueryCondition, QueryOperator};
use poundwise_documents::kinds::ColumnType;

use super::number::Number;
use super::schema::Schema;
use super::table::{Table, unknown_column};
use super::words::one_line;

/// Spellings, longer ones before those that they begin with.
const SPELLINGS: [(&str, QueryOperator); 7] = [
    ("==", QueryOperator::Equal),
    ("!=", QueryOperator::NotEqual),
    ("<=", QueryOperator::AtMost),
    (">=", QueryOperator::AtLeast),
    ("=", QueryOperator::Equal),
    ("<", QueryOperator::Below),
    (">", QueryOperator::Above),
];

impl QueryOperator {
    /// Returns how a signed question writes it: `==`, `!=`, `<`, `<=`, `>` or `>=`.
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

/// Returns the operator that `text` begins with, and the rest.
fn strip(text: &str) -> Option<(QueryOperator, &str)> {
    SPELLINGS
        .iter()
        .find_map(|(spelling, operator)| Some((*operator, text.strip_prefix(spelling)?)))
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

#[derive(Clone)]
enum Operand {
    Number(Number),
    Text(String),
}

/// One condition on one column.
#[derive(Clone)]
pub struct Filter {
    index: usize,
    column: String,
    column_type: ColumnType,
    operator: QueryOperator,
    operand: Operand,
}

impl Filter {
    /// Reads `text` against a table's columns.
    ///
    /// Column names may hold spaces, quotes and operators. Name and value may stand in double
    /// quotes (the value in single ones too).
    ///
    /// # Errors
    /// An unknown column, no operator, no value, a text where the column holds numbers, an order of
    /// texts, two ways to read it.
    pub fn parse(text: &str, schema: &Schema) -> Result<Self> {
        let trimmed = text.trim();
        let mut readings: Vec<(usize, &str)> = Vec::new();
        for (index, name) in schema.names().enumerate() {
            let spellings = [
                name.to_owned(),
                format!("\"{name}\""),
                format!("\"{}\"", name.replace('"', "\"\"")),
            ];
            for spelling in spellings {
                if let Some(rest) = trimmed.strip_prefix(&spelling).map(str::trim_start)
                    && strip(rest).is_some()
                    && !readings.contains(&(index, rest))
                {
                    readings.push((index, rest));
                }
            }
        }
        // The longest name first: if nothing can be read, its error is the one that helps.
        readings.sort_by_key(|(_, rest)| rest.len());
        let mut read = Vec::new();
        let mut problem = None;
        for (index, rest) in readings {
            if let Some(column) = schema.columns().get(index) {
                match Self::condition(trimmed, index, &column.name, column.column_type, rest) {
                    Ok(filter) => read.push(filter),
                    Err(error) => problem = problem.or(Some(error)),
                }
            }
        }
        match (read.len(), read.pop()) {
            (1, Some(filter)) => Ok(filter),
            (0, _) => Err(problem.unwrap_or_else(|| unmatched(trimmed, schema))),
            _ => Err(Error::usage(
                ErrorCode::Filter,
                format!(
                    "The filter '{trimmed}' can be read in two ways: the beginning of one \
                     column's name is another's."
                ),
            )
            .hint(Hint::QuoteColumnName)),
        }
    }

    /// Returns `rest` is the operator and the value.
    fn condition(
        whole: &str,
        index: usize,
        name: &str,
        column_type: ColumnType,
        rest: &str,
    ) -> Result<Self> {
        let (operator, value) = strip(rest).ok_or_else(|| malformed(whole))?;
        let value = unquoted(value.trim()).trim();
        if value.is_empty() {
            return Err(Error::usage(
                ErrorCode::Filter,
                format!("The filter '{whole}' compares '{name}' with nothing."),
            )
            .hint(Hint::MissingMatchesNothing));
        }
        let operand = match column_type {
            ColumnType::Number => Operand::Number(Number::parse(value).ok_or_else(|| {
                Error::usage(
                    ErrorCode::Filter,
                    format!("Column '{name}' holds numbers and '{value}' is not one."),
                )
                .hint(Hint::WritePlainNumber)
            })?),
            ColumnType::Text
                if matches!(operator, QueryOperator::Equal | QueryOperator::NotEqual) =>
            {
                Operand::Text(value.to_owned())
            }
            ColumnType::Text => {
                return Err(Error::usage(
                    ErrorCode::Filter,
                    format!("Column '{name}' holds text, which has no order: '{whole}'."),
                )
                .hint(Hint::CompareTextForEquality));
            }
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

    /// Returns how it compares.
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
            Operand::Text(text) => (one_line(text), true),
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

fn unmatched(text: &str, schema: &Schema) -> Error {
    match text.find(['=', '<', '>', '!']) {
        Some(at) if at > 0 => unknown_column(unquoted(text[..at].trim()), schema.names()),
        _ => malformed(text),
    }
}

fn malformed(text: &str) -> Error {
    Error::usage(ErrorCode::Filter, format!("'{text}' is not a filter.")).hint(Hint::WriteFilter)
}

fn unquoted(text: &str) -> &str {
    ['"', '\'']
        .iter()
        .find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote))
        .unwrap_or(text)
}
