//! Whose privacy a question costs: the relation of neighbouring sets of data, and the unit.

use std::fmt;

use super::words::word;
use crate::units::Decimal;

/// The relation of two sets of data that must be hard to tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename_all = "kebab-case"))]
#[strum(serialize_all = "kebab-case")]
pub enum Adjacency {
    /// One privacy unit is in one and not in the other.
    AddRemove,
    /// One privacy unit's content differs.
    Replace,
}

word!(Adjacency);

/// The privacy unit and the adjacency of a listing. Its text is the listing's field `protects`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Protected<'a> {
    /// Name of a unit: `person`, or the owner's word.
    pub unit_name: &'a str,
    /// The column that names the unit of a row; none where every row is a different one.
    pub unit_column: Option<&'a str>,
    /// The most rows of one unit that count.
    pub rows_per_unit: u64,
    /// Relation by which two sets of data are neighbours.
    pub adjacency: Adjacency,
    /// For own numbers: the distance that one unit moves them, summed over all.
    pub distance: Option<Decimal>,
    /// The unit of the values.
    pub unit: &'a str,
}

impl fmt::Display for Protected<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.unit_name;
        match self.adjacency {
            Adjacency::AddRemove => write!(f, "whether one {name} is in the data; ")?,
            Adjacency::Replace => write!(f, "what the data say of one {name}; ")?,
        }
        if let Some(distance) = self.distance {
            let space = if self.unit.is_empty() { "" } else { " " };
            return write!(
                f,
                "one {name} moves the owner's numbers by at most {distance}{space}{} in all",
                self.unit
            );
        }
        match (self.unit_column, self.rows_per_unit) {
            (None, _) => write!(f, "every row is a different {name}"),
            (Some(column), 1) => write!(f, "the column {column} names the {name}, 1 row each"),
            (Some(column), rows) => write!(
                f,
                "the column {column} names the {name}, at most {rows} rows each"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_privacy_unit_has_its_words() {
        let each_row = Protected {
            unit_name: "person",
            unit_column: None,
            rows_per_unit: 1,
            adjacency: Adjacency::AddRemove,
            distance: None,
            unit: "kg",
        };
        let visits = Protected {
            unit_column: Some("patient"),
            rows_per_unit: 3,
            adjacency: Adjacency::Replace,
            ..each_row
        };
        let own = Protected {
            unit_name: "farm",
            distance: Some("2.5".parse().unwrap()),
            ..each_row
        };
        for (protected, words) in [
            (
                each_row,
                "whether one person is in the data; every row is a different person",
            ),
            (
                visits,
                "what the data say of one person; the column patient names the person, at most 3 \
                 rows each",
            ),
            (
                Protected {
                    rows_per_unit: 1,
                    ..visits
                },
                "what the data say of one person; the column patient names the person, 1 row each",
            ),
            (
                own,
                "whether one farm is in the data; one farm moves the owner's numbers by at most \
                 2.5 kg in all",
            ),
            (
                Protected { unit: "", ..own },
                "whether one farm is in the data; one farm moves the owner's numbers by at most \
                 2.5 in all",
            ),
        ] {
            assert_eq!(protected.to_string(), words);
        }
    }
}
