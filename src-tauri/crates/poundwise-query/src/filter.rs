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
use crate::messages::QuestionMessage;
use poundwise_documents::kinds::{ColumnType, Filter, FilterOperator};
use serde::{Deserialize, Serialize};

use super::number::{CellForm, Number};
use super::schema::Schema;
use super::table::{Table, unknown_column};
use super::tally::TallyTest;
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
                QuestionMessage::ConditionWithoutValue {
                    column: name.to_owned(),
                    condition: condition.to_string(),
                },
            )
            .hint(QueryHint::MissingMatchesNothing));
        }
        if !FilterOperator::of(column_type).contains(&operator) {
            return Err(Error::usage(
                QueryErrorCode::Filter,
                QuestionMessage::TextHasNoOrder {
                    column: name.to_owned(),
                    condition: condition.to_string(),
                },
            )
            .hint(QueryHint::CompareTextForEquality));
        }
        let operand = match column_type {
            ColumnType::Number => Operand::Number(Number::parse(&value).ok_or_else(|| {
                Error::usage(
                    QueryErrorCode::Filter,
                    QuestionMessage::ValueNotANumber {
                        column: name.to_owned(),
                        value: value.to_string(),
                    },
                )
                .hint(QueryHint::WritePlainNumber)
            })?),
            ColumnType::Date => Operand::Day(CellForm::PLAIN.day(&value).ok_or_else(|| {
                Error::usage(
                    QueryErrorCode::Filter,
                    QuestionMessage::ValueNotADate {
                        column: name.to_owned(),
                        value: value.to_string(),
                    },
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

    /// Returns the comparison for an engine whose cells are integers of 10^-`scale`.
    pub(crate) fn test(&self, scale: u32) -> TallyTest {
        let wanted = match &self.operand {
            Operand::Number(number) => Wanted::at(self.operator, number, scale),
            Operand::Day(day) => {
                let day = Number::from_scaled(day.to_epoch_days().into(), 0);
                Wanted::at(self.operator, &day, 0)
            }
            Operand::Text(text) => {
                return TallyTest::Text {
                    text: text.clone(),
                    equal: holds(self.operator, Ordering::Equal),
                };
            }
        };
        TallyTest::Integers {
            least: wanted.least,
            most: wanted.most,
            inside: wanted.is_inside,
        }
    }

    /// Keeps those of the `rows` of a batch that match. The batch must have the columns that the
    /// filter was read against.
    pub(crate) fn keep(&self, batch: &Table, rows: &mut Vec<usize>) {
        let column = batch.columns().get(self.index);
        let Some(column) = column.filter(|one| one.column_type() == self.column_type) else {
            rows.clear();
            return;
        };
        let operator = self.operator;
        match (&self.operand, column.as_integers()) {
            (Operand::Number(wanted), Some((scale, cells))) => {
                keep_integers(rows, cells, &Wanted::at(operator, wanted, scale));
            }
            (Operand::Day(wanted), Some((scale, cells))) => {
                let day = Number::from_scaled(wanted.to_epoch_days().into(), 0);
                keep_integers(rows, cells, &Wanted::at(operator, &day, scale));
            }
            (Operand::Number(wanted), None) => rows.retain(|row| {
                let number = column.cell(*row).number();
                number.is_some_and(|number| holds(operator, number.cmp(wanted)))
            }),
            (Operand::Text(wanted), _) => rows.retain(|row| {
                let cell = column.cell(*row);
                let ordering = cell.text().map(|text| text.cmp(wanted));
                ordering.is_some_and(|ordering| holds(operator, ordering))
            }),
            (Operand::Day(_), None) => rows.clear(),
        }
    }
}

/// Keeps those of the `rows` whose cells are wanted. A missing cell is not.
fn keep_integers(rows: &mut Vec<usize>, cells: &[Option<i64>], wanted: &Wanted) {
    rows.retain(|row| {
        cells
            .get(*row)
            .copied()
            .flatten()
            .is_some_and(|cell| wanted.has(cell))
    });
}

/// A comparison with a number, as a range of integers of 10^-scale.
struct Wanted {
    least: i128,
    most: i128,
    /// Whether the integers in the range are wanted, or all others.
    is_inside: bool,
}

impl Wanted {
    /// Returns the integers of this scale for which a comparison holds.
    fn at(operator: FilterOperator, number: &Number, scale: u32) -> Self {
        let (floor, is_exact) = number.floor_at(scale);
        let ceiling = number.ceiling_at(scale);
        let (least, most) = match operator {
            // Empty if no integer is the number.
            FilterOperator::Equal | FilterOperator::NotEqual if !is_exact => (1, 0),
            FilterOperator::Equal | FilterOperator::NotEqual => (floor, floor),
            FilterOperator::Below => (i128::MIN, ceiling.saturating_sub(1)),
            FilterOperator::AtMost => (i128::MIN, floor),
            FilterOperator::Above => (floor.saturating_add(1), i128::MAX),
            FilterOperator::AtLeast => (ceiling, i128::MAX),
        };
        Self {
            least,
            most,
            is_inside: operator != FilterOperator::NotEqual,
        }
    }

    fn has(&self, cell: i64) -> bool {
        (self.least..=self.most).contains(&i128::from(cell)) == self.is_inside
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::property_test;

    use super::*;
    use crate::property::cases;
    use crate::table::Column;

    const OPERATORS: [FilterOperator; 6] = [
        FilterOperator::Equal,
        FilterOperator::NotEqual,
        FilterOperator::Below,
        FilterOperator::AtMost,
        FilterOperator::Above,
        FilterOperator::AtLeast,
    ];

    fn check(operator: FilterOperator, value: &str, scale: u32, cells: &[Option<i64>]) {
        let number = Number::parse(value).unwrap();
        let table = Table::new(vec![Column::scaled("n", scale, cells.to_vec())]).unwrap();
        let condition = Condition::new("n", operator, value);
        let filter = RowFilter::new(&condition, &table.schema()).unwrap();
        let mut kept: Vec<usize> = (0..cells.len()).collect();
        filter.keep(&table, &mut kept);
        let is_kept = |row: &usize| {
            let cell = cells[*row].map(|cell| Number::from_scaled(cell, scale));
            cell.is_some_and(|cell| holds(operator, cell.cmp(&number)))
        };
        let expected: Vec<usize> = (0..cells.len()).filter(is_kept).collect();
        assert_eq!(
            kept, expected,
            "{operator} {value} at scale {scale}: {cells:?}"
        );
    }

    #[test]
    fn extreme_numbers_are_compared_exactly() {
        let cells = [
            Some(i64::MIN),
            Some(-1),
            None,
            Some(0),
            Some(1),
            Some(i64::MAX),
        ];
        let nines = "9".repeat(37);
        for operator in OPERATORS {
            for value in [
                "9223372036854775807",
                "-9223372036854775808",
                &nines,
                "0.5",
                "-0.5",
            ] {
                for scale in [0, 1, 18] {
                    check(operator, value, scale, &cells);
                    check(
                        operator,
                        &format!("-{}", value.trim_start_matches('-')),
                        scale,
                        &cells,
                    );
                }
            }
        }
    }

    #[property_test(config = cases(512))]
    fn integers_are_compared_as_numbers_are(
        #[strategy = 0usize..6] operator: usize,
        #[strategy = "-?(0|[1-9][0-9]{0,2})(\\.[0-9]{1,4})?"] value: String,
        #[strategy = 0u32..=4] scale: u32,
        #[strategy = proptest::collection::vec(
            proptest::option::of(-20_000i64..20_000), 1..40)]
        cells: Vec<Option<i64>>,
    ) {
        check(OPERATORS[operator], &value, scale, &cells);
    }
}
