//! A question in English words. The question is signed as fields. No code parses the words.

use std::fmt;

use poundwise_documents::kinds::{ColumnType, Filter, FilterOperator, Listing, Question};

use crate::kinds;

/// A question in English words, by its `to_string`.
pub struct QueryWords<'a> {
    question: &'a Question,
    dimension: u64,
}

impl<'a> QueryWords<'a> {
    /// Returns the words of a question with this number of coordinates.
    #[must_use]
    pub fn new(question: &'a Question, dimension: u64) -> Self {
        Self {
            question,
            dimension,
        }
    }

    /// Returns the words of a listing's question.
    #[must_use]
    pub fn of(listing: &'a Listing) -> Self {
        Self::new(&listing.question, listing.dimension)
    }
}

impl fmt::Display for QueryWords<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        kinds::write_words(self.question, self.dimension, f)?;
        for (index, filter) in self.question.filters().iter().enumerate() {
            f.write_str(if index == 0 { " where " } else { " and " })?;
            condition(f, filter)?;
        }
        Ok(())
    }
}

fn condition(f: &mut fmt::Formatter<'_>, filter: &Filter) -> fmt::Result {
    let is_date = filter.column_type == ColumnType::Date;
    let operator = match filter.operator {
        FilterOperator::Below if is_date => "is before",
        FilterOperator::AtMost if is_date => "is on or before",
        FilterOperator::Above if is_date => "is after",
        FilterOperator::AtLeast if is_date => "is on or after",
        FilterOperator::Equal => "is",
        FilterOperator::NotEqual => "is not",
        FilterOperator::Below => "is below",
        FilterOperator::AtMost => "is at most",
        FilterOperator::Above => "is above",
        FilterOperator::AtLeast => "is at least",
    };
    let (column, value) = (&filter.column, &filter.value);
    match filter.column_type {
        ColumnType::Number | ColumnType::Date => write!(f, "{column} {operator} {value}"),
        ColumnType::Text => write!(f, "{column} {operator} '{value}'"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::kinds::{
        BinnedColumn, Blocks, Count, CrossTabulation, Histogram, Mean, MissingCells, Sum, Value,
        Vector,
    };
    use poundwise_documents::units::{Decimal, LatticeStep};

    use super::*;

    fn bounds() -> [Decimal; 2] {
        ["-1.5", "120"].map(|bound| bound.parse().unwrap())
    }

    fn binned(column: &str) -> BinnedColumn {
        BinnedColumn {
            column: column.to_owned(),
            column_type: ColumnType::Text,
            bins: vec!["a".to_owned()],
            edges: Vec::new(),
        }
    }

    fn crossed(columns: &[&str]) -> Question {
        Question::CrossTabulation(CrossTabulation {
            columns: columns.iter().map(|one| binned(one)).collect(),
            filters: Vec::new(),
        })
    }

    fn mean(missing: MissingCells) -> Question {
        Question::Mean(Mean {
            column: "age (years), at entry".to_owned(),
            filters: Vec::new(),
            bounds: bounds(),
            step: LatticeStep::ONE,
            missing,
            public_rows: Some(5),
        })
    }

    #[test]
    fn a_query_is_put_into_words() {
        let (step, distance) = (LatticeStep::ONE, Decimal::from_integer(1));
        for (question, words) in [
            (
                Question::Count(Count {
                    filters: Vec::new(),
                }),
                "number of rows",
            ),
            (
                Question::Histogram(Histogram {
                    column: binned("age (years), at entry"),
                    filters: Vec::new(),
                    blocks: Blocks::default(),
                }),
                "number of rows by age (years), at entry",
            ),
            (crossed(&["sex", "age"]), "number of rows by sex and age"),
            (
                crossed(&["sex", "age", "town"]),
                "number of rows by sex, age and town",
            ),
            (
                Question::Sum(Sum {
                    column: "age (years), at entry".to_owned(),
                    filters: Vec::new(),
                    bounds: bounds(),
                    step,
                }),
                "sum of age (years), at entry, each clamped to -1.5..120",
            ),
            (
                mean(MissingCells::Excluded),
                "mean of age (years), at entry, each clamped to -1.5..120",
            ),
            (
                mean(MissingCells::AsMid),
                "mean of age (years), at entry, each clamped to -1.5..120, missing counted as \
                 59.25",
            ),
            (
                Question::Value(Value {
                    bounds: bounds(),
                    step,
                    distance,
                }),
                "the owner's number, clamped to -1.5..120",
            ),
            (
                Question::Vector(Vector {
                    bounds: bounds(),
                    step,
                    distance,
                }),
                "the owner's 12 numbers, each clamped to -1.5..120",
            ),
        ] {
            assert_eq!(QueryWords::new(&question, 12).to_string(), words);
        }
        let filter = |operator, value: &str, column_type| Filter {
            column: "code".to_owned(),
            column_type,
            operator,
            value: value.to_owned(),
        };
        let question = Question::Count(Count {
            filters: vec![
                filter(FilterOperator::AtLeast, "18", ColumnType::Number),
                filter(FilterOperator::NotEqual, "a b", ColumnType::Text),
                filter(FilterOperator::AtLeast, "2026-11-28", ColumnType::Date),
                filter(FilterOperator::Equal, "2026-11-28", ColumnType::Date),
            ],
        });
        assert_eq!(
            QueryWords::new(&question, 1).to_string(),
            "number of rows where code is at least 18 and code is not 'a b' and code is on or \
             after 2026-11-28 and code is 2026-11-28"
        );
    }
}
