//! The privacy unit of a listing in parts, and in words of either language. It is read from the signed
//! fields of the listing.

use std::fmt;

use poundwise_documents::kinds::Listing;
use poundwise_words::{Language, Localize, Text};
use serde::{Deserialize, Serialize};

use crate::messages::{Ungrouped, UnitName, UnitText};

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

/// Returns the privacy unit of a listing.
#[must_use]
pub fn privacy_unit(listing: &Listing) -> PrivacyUnit {
    let of = listing.unit_name.clone();
    match (listing.question.distance(), &listing.unit_column) {
        (Some(distance), _) => PrivacyUnit::Distance {
            of,
            distance: distance.to_string(),
            unit: listing.unit.clone(),
        },
        (None, Some(column)) => PrivacyUnit::Person {
            of,
            column: column.clone(),
            rows: listing.rows_per_unit,
        },
        (None, None) => PrivacyUnit::Row { of },
    }
}

/// Returns the name of one privacy unit. The usual ones have a name in each language.
#[must_use]
pub fn unit_name(name: &str) -> Text {
    match name {
        "person" => Text::of(UnitName::Person),
        "household" => Text::of(UnitName::Household),
        "company" => Text::of(UnitName::Company),
        other => Text::verbatim(other),
    }
}

impl Localize for PrivacyUnit {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = match self {
            Self::Row { of } => UnitText::Row {
                unit: unit_name(of),
            },
            Self::Person { of, column, rows } => UnitText::Person {
                unit: unit_name(of),
                column: column.clone(),
                rows: *rows,
            },
            Self::Distance { of, distance, unit } => {
                let number = Ungrouped(distance.clone());
                UnitText::Distance {
                    unit: unit_name(of),
                    distance: match unit.as_str() {
                        "" => Text::of(number),
                        unit => UnitText::Measured {
                            number,
                            unit: unit.to_owned(),
                        }
                        .into(),
                    },
                }
            }
        };
        words.localize(language, f)
    }
}

poundwise_words::in_english!(PrivacyUnit);

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

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
