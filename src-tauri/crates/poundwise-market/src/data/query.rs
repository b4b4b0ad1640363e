//! A query and a privacy unit in words, as they are signed, and back. A listing of another home, or of another program,
//! may say anything: what does not have the one form that is written here has no parts, and is shown as it was signed.

use std::fmt;

use poundwise_documents::units::Decimal;

use crate::view::{PrivacyUnit, QueryCondition, QueryOperator, QueryParts, QuerySubject};

use super::number::Number;

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
            Self::Row => f.write_str("one row"),
            Self::Person { column, rows: 1 } => write!(f, "one person ({column}), 1 row"),
            Self::Person { column, rows } => {
                write!(f, "one person ({column}), at most {rows} rows")
            }
            Self::Distance { distance, unit } if unit.is_empty() => {
                write!(f, "a change of the numbers by {distance} in all")
            }
            Self::Distance { distance, unit } => {
                write!(f, "a change of the numbers by {distance} {unit} in all")
            }
        }
    }
}

impl QueryParts {
    /// The parts of a query in words; none where it can be read in no way, or in more than one.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (of, conditions) = match text.split_once(" where ") {
            Some((of, conditions)) => (of, conditions.split(" and ").collect()),
            None => (text, Vec::new()),
        };
        let parts = Self {
            of: subject(of)?,
            conditions: conditions
                .into_iter()
                .map(condition)
                .collect::<Option<_>>()?,
        };
        (parts.to_string() == text).then_some(parts)
    }
}

impl PrivacyUnit {
    /// The parts of a privacy unit in words; none where it has another form.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let unit = if text == "one row" {
            Self::Row
        } else if let Some(rest) = text.strip_prefix("one person (") {
            let (column, rows) = rest.rsplit_once("), ")?;
            let rows = rows.strip_prefix("at most ").unwrap_or(rows);
            let (rows, _) = rows.split_once(' ')?;
            Self::Person {
                column: column.to_owned(),
                rows: rows.parse().ok()?,
            }
        } else {
            let change = text
                .strip_prefix("a change of the numbers by ")?
                .strip_suffix(" in all")?;
            let (distance, unit) = change.split_once(' ').unwrap_or((change, ""));
            Self::Distance {
                distance: decimal(distance)?,
                unit: unit.to_owned(),
            }
        };
        (unit.to_string() == text).then_some(unit)
    }
}

fn subject(text: &str) -> Option<QuerySubject> {
    if text == "number of rows" {
        return Some(QuerySubject::Rows);
    }
    if let Some(column) = text.strip_prefix("number of rows by ") {
        return Some(QuerySubject::RowsBy {
            column: name(column)?,
        });
    }
    if let Some(bounds) = text.strip_prefix("the owner's number, clamped to ") {
        return Some(QuerySubject::OwnNumber {
            bounds: range(bounds)?,
        });
    }
    let (what, bounds) = text.split_once(", each clamped to ")?;
    let (bounds, missing_as) = match bounds.split_once(", missing counted as ") {
        Some((bounds, mid)) => (bounds, Some(decimal(mid)?)),
        None => (bounds, None),
    };
    let bounds = range(bounds)?;
    if let Some(column) = what.strip_prefix("sum of ") {
        let column = name(column)?;
        return Some(QuerySubject::Sum { column, bounds });
    }
    if let Some(column) = what.strip_prefix("mean of ") {
        let column = name(column)?;
        return Some(QuerySubject::Mean {
            column,
            bounds,
            missing_as,
        });
    }
    let count = what
        .strip_prefix("the owner's ")?
        .strip_suffix(" numbers")?;
    Some(QuerySubject::OwnNumbers {
        count: count.parse().ok()?,
        bounds,
    })
}

fn condition(text: &str) -> Option<QueryCondition> {
    // A name, or a text, that holds the word itself could be read in two ways.
    if text.matches(" is ").count() != 1 {
        return None;
    }
    let at = text.find(" is ")?;
    let (column, rest) = text.split_at(at);
    let rest = rest.trim_start();
    let (operator, value) = OPERATORS.iter().find_map(|(operator, words)| {
        let value = rest.strip_prefix(words)?.strip_prefix(' ')?;
        Some((*operator, value))
    })?;
    let quoted = value
        .strip_prefix('\'')
        .and_then(|rest| rest.strip_suffix('\''));
    let value = match quoted {
        Some(text) => text.to_owned(),
        None => Number::parse(value)?.to_string(),
    };
    Some(QueryCondition {
        column: name(column)?,
        operator,
        value,
        text: quoted.is_some(),
    })
}

fn name(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

fn range(text: &str) -> Option<[String; 2]> {
    let (low, high) = text.split_once("..")?;
    Some([decimal(low)?, decimal(high)?])
}

fn decimal(text: &str) -> Option<String> {
    text.parse::<Decimal>().ok().map(|d| d.to_string())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn condition(column: &str, operator: QueryOperator, value: &str, text: bool) -> QueryCondition {
        QueryCondition {
            column: column.to_owned(),
            operator,
            value: value.to_owned(),
            text,
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        let bounds = || ["-1.5".to_owned(), "120".to_owned()];
        let column = || "age (years), at entry".to_owned();
        let subjects = [
            (QuerySubject::Rows, "number of rows"),
            (
                QuerySubject::RowsBy { column: column() },
                "number of rows by age (years), at entry",
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
                "mean of age (years), at entry, each clamped to -1.5..120, missing counted as 59.25",
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
        ];
        for (of, words) in subjects {
            let mut parts = QueryParts {
                of,
                conditions: Vec::new(),
            };
            assert_eq!(parts.to_string(), words);
            assert_eq!(QueryParts::read(words).as_ref(), Some(&parts));
            for (operator, _) in OPERATORS {
                parts
                    .conditions
                    .push(condition("x y", operator, "3.5", false));
            }
            parts
                .conditions
                .push(condition("z", QueryOperator::NotEqual, "at home", true));
            let words = parts.to_string();
            assert!(words.contains(" where x y is not 3.5 and x y is below 3.5 and "));
            assert!(words.ends_with(" and z is not 'at home'"));
            assert_eq!(QueryParts::read(&words), Some(parts));
        }
        for (unit, words) in [
            (PrivacyUnit::Row, "one row"),
            (
                PrivacyUnit::Person {
                    column: "id), (x".to_owned(),
                    rows: 1,
                },
                "one person (id), (x), 1 row",
            ),
            (
                PrivacyUnit::Person {
                    column: "id".to_owned(),
                    rows: 3,
                },
                "one person (id), at most 3 rows",
            ),
            (
                PrivacyUnit::Distance {
                    distance: "0.5".to_owned(),
                    unit: "t a year".to_owned(),
                },
                "a change of the numbers by 0.5 t a year in all",
            ),
            (
                PrivacyUnit::Distance {
                    distance: "10".to_owned(),
                    unit: String::new(),
                },
                "a change of the numbers by 10 in all",
            ),
        ] {
            assert_eq!(unit.to_string(), words);
            assert_eq!(PrivacyUnit::read(words), Some(unit));
        }
    }

    #[test]
    fn what_could_be_read_otherwise_or_is_not_ours_has_no_parts() {
        for words in [
            "",
            "how many people are happy",
            "number of rows by ",
            "number of rows where ",
            "number of rows where a is b is 1",
            "number of rows where a is 'b is c'",
            "number of rows where a is 'b and c'",
            "number of rows where a and b is 1",
            "number of rows where a is one",
            "number of rows where a is 1.0",
            "mean of a, each clamped to 0",
            "mean of a, each clamped to 0..x",
            "sum of a, each clamped to 00..1",
            "the owner's 01 numbers, each clamped to 0..1",
        ] {
            assert_eq!(QueryParts::read(words), None, "{words}");
        }
        for words in [
            "",
            "one rows",
            "one person (id), 2 row",
            "one person (id), at most 1 rows",
            "a change of the numbers by much in all",
        ] {
            assert_eq!(PrivacyUnit::read(words), None, "{words}");
        }
    }
}
