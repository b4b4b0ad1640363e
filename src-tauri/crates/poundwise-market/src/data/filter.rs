//! Filters `COLUMN OP VALUE`: which rows count.
//!
//! A filter looks at one row at a time, so it changes no sensitivity. A missing cell matches nothing, not even `!=`.

use std::cmp::Ordering;
use std::fmt;

use crate::error::{Error, Result};
use crate::view::ColumnType;

use super::number::Number;
use super::table::{Cell, Table, unknown_column};
use super::words::one_line;

/// How a cell is compared with the filter's value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    Below,
    AtMost,
    Above,
    AtLeast,
}

impl Operator {
    /// Spellings, longer ones before those that they begin with.
    const ALL: [(&'static str, Self); 7] = [
        ("==", Self::Equal),
        ("!=", Self::NotEqual),
        ("<=", Self::AtMost),
        (">=", Self::AtLeast),
        ("=", Self::Equal),
        ("<", Self::Below),
        (">", Self::Above),
    ];

    fn strip(text: &str) -> Option<(Self, &str)> {
        Self::ALL
            .iter()
            .find_map(|(spelling, operator)| Some((*operator, text.strip_prefix(spelling)?)))
    }

    fn holds(self, ordering: Ordering) -> bool {
        match self {
            Self::Equal => ordering.is_eq(),
            Self::NotEqual => ordering.is_ne(),
            Self::Below => ordering.is_lt(),
            Self::AtMost => ordering.is_le(),
            Self::Above => ordering.is_gt(),
            Self::AtLeast => ordering.is_ge(),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Equal => "is",
            Self::NotEqual => "is not",
            Self::Below => "is below",
            Self::AtMost => "is at most",
            Self::Above => "is above",
            Self::AtLeast => "is at least",
        }
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
    operator: Operator,
    operand: Operand,
}

impl Filter {
    /// Reads `text` against a table's columns.
    ///
    /// Column names may hold spaces, quotes and operators: the longest name that an operator follows is meant. Name and
    /// value may stand in double quotes (the value in single ones too).
    ///
    /// # Errors
    /// An unknown column, no operator, no value, a text where the column holds numbers, an order of texts.
    pub fn parse(text: &str, columns: &[(String, ColumnType)]) -> Result<Self> {
        let trimmed = text.trim();
        let (index, rest) = column(trimmed, columns).ok_or_else(|| unmatched(trimmed, columns))?;
        let (name, column_type) = &columns[index];
        let (operator, value) = Operator::strip(rest).ok_or_else(|| malformed(trimmed))?;
        let value = unquoted(value.trim());
        if value.is_empty() {
            return Err(Error::usage(
                "filter",
                format!("The filter '{trimmed}' compares '{name}' with nothing."),
            )
            .hint("Rows whose cell is missing match no filter."));
        }
        let operand = match column_type {
            ColumnType::Integer | ColumnType::Decimal => {
                Operand::Number(Number::parse(value).ok_or_else(|| {
                    Error::usage(
                        "filter",
                        format!("Column '{name}' holds numbers and '{value}' is not one."),
                    )
                    .hint("Write the number with a point and without separators, such as 1250.5.")
                })?)
            }
            ColumnType::Text if matches!(operator, Operator::Equal | Operator::NotEqual) => {
                Operand::Text(value.to_owned())
            }
            ColumnType::Text => {
                return Err(Error::usage(
                    "filter",
                    format!("Column '{name}' holds text, which has no order: '{trimmed}'."),
                )
                .hint("Compare text with == or != only."));
            }
        };
        Ok(Self {
            index,
            column: name.clone(),
            column_type: *column_type,
            operator,
            operand,
        })
    }

    /// The column it looks at: place, name, type.
    pub(crate) fn column(&self) -> (usize, &str, ColumnType) {
        (self.index, &self.column, self.column_type)
    }

    /// Whether `row` of `table` matches. The table must have the columns that the filter was read against.
    pub fn matches(&self, table: &Table, row: usize) -> bool {
        let Some(column) = table.columns().get(self.index) else {
            return false;
        };
        let cell = column.cell(row);
        match (&self.operand, cell) {
            (Operand::Text(wanted), Cell::Text(text)) => {
                self.operator.holds(text.cmp(wanted.as_str()))
            }
            (Operand::Number(wanted), _) => cell
                .number()
                .is_some_and(|number| self.operator.holds(number.cmp(wanted))),
            (Operand::Text(_), _) => false,
        }
    }
}

/// The condition in words, as it stands in a listing's query.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let column = one_line(&self.column);
        let words = self.operator.words();
        match &self.operand {
            Operand::Number(number) => write!(f, "{column} {words} {number}"),
            Operand::Text(text) => write!(f, "{column} {words} '{}'", one_line(text)),
        }
    }
}

/// The column that `text` begins with, and what follows it from the operator on.
fn column<'a>(text: &'a str, columns: &[(String, ColumnType)]) -> Option<(usize, &'a str)> {
    columns
        .iter()
        .enumerate()
        .flat_map(|(index, (name, _))| {
            let quoted = format!("\"{name}\"");
            let doubled = format!("\"{}\"", name.replace('"', "\"\""));
            [name.clone(), quoted, doubled]
                .into_iter()
                .filter_map(move |spelling| {
                    let rest = text.strip_prefix(&spelling)?.trim_start();
                    Operator::strip(rest)?;
                    Some((spelling.len(), index, rest))
                })
        })
        .max_by_key(|(length, _, _)| *length)
        .map(|(_, index, rest)| (index, rest))
}

fn unmatched(text: &str, columns: &[(String, ColumnType)]) -> Error {
    match text.find(['=', '<', '>', '!']) {
        Some(at) if at > 0 => unknown_column(
            unquoted(text[..at].trim()),
            columns.iter().map(|(name, _)| name.as_str()),
        ),
        _ => malformed(text),
    }
}

fn malformed(text: &str) -> Error {
    Error::usage("filter", format!("'{text}' is not a filter."))
        .hint("Write COLUMN OP VALUE, with ==, !=, <, <=, > or >= as OP, such as 'married == 1'.")
}

fn unquoted(text: &str) -> &str {
    ['"', '\'']
        .iter()
        .find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote))
        .unwrap_or(text)
}
