//! A query and a privacy unit in English words. What is signed are fields; nothing reads words
//! back.

use std::fmt;

use crate::parts::{PrivacyUnit, QueryCondition, QueryOperator, QueryParts, QuerySubject};

const OPERATORS: [(QueryOperator, &str); 6] = [
    (QueryOperator::NotEqual, "is not"),
    (QueryOperator::Below, "is below"),
    (QueryOperator::AtMost, "is at most"),
    (QueryOperator::Above, "is above"),
    (QueryOperator::AtLeast, "is at least"),
    // The beginning of all others: last.
    (QueryOperator::Equal, "is"),
];

impl fmt::Display for QuerySubject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows => f.write_str("number of rows"),
            Self::RowsBy { column } => write!(f, "number of rows by {column}"),
            Self::RowsByColumns { columns } => match columns.split_last() {
                Some((last, others)) => {
                    write!(f, "number of rows by {} and {last}", others.join(", "))
                }
                None => f.write_str("number of rows"),
            },
            Self::Sum {
                column,
                bounds: [low, high],
            } => write!(f, "sum of {column}, each clamped to {low}..{high}"),
            Self::Mean {
                column,
                bounds: [low, high],
                missing_as,
            } => {
                write!(f, "mean of {column}, each clamped to {low}..{high}")?;
                match missing_as {
                    Some(mid) => write!(f, ", missing counted as {mid}"),
                    None => Ok(()),
                }
            }
            Self::OwnNumber {
                bounds: [low, high],
            } => write!(f, "the owner's number, clamped to {low}..{high}"),
            Self::OwnNumbers {
                count,
                bounds: [low, high],
            } => write!(
                f,
                "the owner's {count} numbers, each clamped to {low}..{high}"
            ),
        }
    }
}

impl fmt::Display for QueryCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { column, value, .. } = self;
        let words = OPERATORS
            .iter()
            .find_map(|(operator, words)| (*operator == self.operator).then_some(*words))
            .unwrap_or_default();
        if self.text {
            write!(f, "{column} {words} '{value}'")
        } else {
            write!(f, "{column} {words} {value}")
        }
    }
}

impl fmt::Display for QueryParts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.of.fmt(f)?;
        for (index, condition) in self.conditions.iter().enumerate() {
            f.write_str(if index == 0 { " where " } else { " and " })?;
            condition.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for PrivacyUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Row { of } => write!(f, "one {of} (every row is a different one)"),
            Self::Person {
                of,
                column,
                rows: 1,
            } => write!(f, "one {of} ({column}), 1 row"),
            Self::Person { of, column, rows } => {
                write!(f, "one {of} ({column}), at most {rows} rows")
            }
            Self::Distance { of, distance, unit } => {
                let space = if unit.is_empty() { "" } else { " " };
                write!(
                    f,
                    "one {of}, who moves the numbers by at most {distance}{space}{unit} in all"
                )
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_query_is_put_into_words() {
        let bounds = || ["-1.5".to_owned(), "120".to_owned()];
        let column = || "age (years), at entry".to_owned();
        for (of, words) in [
            (QuerySubject::Rows, "number of rows"),
            (
                QuerySubject::RowsBy { column: column() },
                "number of rows by age (years), at entry",
            ),
            (
                QuerySubject::RowsByColumns {
                    columns: vec!["sex".to_owned(), "age".to_owned()],
                },
                "number of rows by sex and age",
            ),
            (
                QuerySubject::RowsByColumns {
                    columns: ["sex", "age", "town"].map(str::to_owned).to_vec(),
                },
                "number of rows by sex, age and town",
            ),
            (
                QuerySubject::Sum {
                    column: column(),
                    bounds: bounds(),
                },
                "sum of age (years), at entry, each clamped to -1.5..120",
            ),
            (
                QuerySubject::Mean {
                    column: column(),
                    bounds: bounds(),
                    missing_as: None,
                },
                "mean of age (years), at entry, each clamped to -1.5..120",
            ),
            (
                QuerySubject::Mean {
                    column: column(),
                    bounds: bounds(),
                    missing_as: Some("59.25".to_owned()),
                },
                "mean of age (years), at entry, each clamped to -1.5..120, missing counted as \
                 59.25",
            ),
            (
                QuerySubject::OwnNumber { bounds: bounds() },
                "the owner's number, clamped to -1.5..120",
            ),
            (
                QuerySubject::OwnNumbers {
                    count: 12,
                    bounds: bounds(),
                },
                "the owner's 12 numbers, each clamped to -1.5..120",
            ),
        ] {
            let parts = QueryParts {
                of,
                conditions: Vec::new(),
            };
            assert_eq!(parts.to_string(), words);
        }
        let condition = |operator, value: &str, text| QueryCondition {
            column: "code".to_owned(),
            operator,
            value: value.to_owned(),
            text,
        };
        let parts = QueryParts {
            of: QuerySubject::Rows,
            conditions: vec![
                condition(QueryOperator::AtLeast, "18", false),
                condition(QueryOperator::NotEqual, "a b", true),
            ],
        };
        assert_eq!(
            parts.to_string(),
            "number of rows where code is at least 18 and code is not 'a b'"
        );
    }

    #[test]
    fn a_privacy_unit_is_put_into_words() {
        let of = || "patient".to_owned();
        for (unit, words) in [
            (
                PrivacyUnit::Row { of: of() },
                "one patient (every row is a different one)",
            ),
            (
                PrivacyUnit::Person {
                    of: of(),
                    column: "id".to_owned(),
                    rows: 1,
                },
                "one patient (id), 1 row",
            ),
            (
                PrivacyUnit::Person {
                    of: of(),
                    column: "id".to_owned(),
                    rows: 3,
                },
                "one patient (id), at most 3 rows",
            ),
            (
                PrivacyUnit::Distance {
                    of: of(),
                    distance: "2.5".to_owned(),
                    unit: "kg".to_owned(),
                },
                "one patient, who moves the numbers by at most 2.5 kg in all",
            ),
        ] {
            assert_eq!(unit.to_string(), words);
        }
    }
}
