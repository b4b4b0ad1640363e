//! The question of a listing in structured fields: what is asked, and whose privacy it costs.

use std::fmt;
use std::ops::RangeInclusive;

use gradual_release::accountant::PrivacyLoss;
use gradual_release::mechanism::Mechanism;
use serde::{Deserialize, Serialize};

use super::words::word;
use super::{Listing, MAX_TEXT, PayloadError, TextRule, text};
use crate::units::{Decimal, MicroEpsilon};

/// A kind of question about the data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename_all = "kebab-case"))]
#[strum(serialize_all = "kebab-case")]
pub enum AttributeKind {
    /// The number of rows that the filters let through.
    Count,
    /// A sum of clamped values.
    Sum,
    /// A mean of clamped values, from one or two coordinates.
    Mean,
    /// Counts by bin, and of everything else.
    Histogram,
    /// Counts by the bins of two or three columns together.
    CrossTabulation,
    /// The owner's own single number.
    Value,
    /// The owner's own numbers.
    Vector,
}

word!(AttributeKind);

/// How many columns a cross-tabulation crosses.
pub const CROSSED_COLUMNS: RangeInclusive<usize> = 2..=3;

impl AttributeKind {
    /// Returns whether the owner states the numbers, so that no table is asked.
    #[must_use]
    pub const fn is_own(self) -> bool {
        match self {
            Self::Value | Self::Vector => true,
            Self::Count | Self::Sum | Self::Mean | Self::Histogram | Self::CrossTabulation => false,
        }
    }

    /// Returns whether one column is asked for its values.
    #[must_use]
    pub const fn has_column(self) -> bool {
        match self {
            Self::Sum | Self::Mean | Self::Histogram => true,
            Self::Count | Self::CrossTabulation | Self::Value | Self::Vector => false,
        }
    }

    /// Returns whether rows are counted, so that the step is 1.
    #[must_use]
    pub const fn is_count(self) -> bool {
        match self {
            Self::Count | Self::Histogram | Self::CrossTabulation => true,
            Self::Sum | Self::Mean | Self::Value | Self::Vector => false,
        }
    }

    /// Returns whether values are clamped to bounds.
    #[must_use]
    pub const fn has_bounds(self) -> bool {
        match self {
            Self::Sum | Self::Mean | Self::Value | Self::Vector => true,
            Self::Count | Self::Histogram | Self::CrossTabulation => false,
        }
    }

    /// Returns whether the estimate is made of the response by an estimator of its own, so that its
    /// half-width depends on the numbers released and not on the level alone.
    #[must_use]
    pub const fn has_own_estimator(self) -> bool {
        match self {
            Self::Mean => true,
            Self::Count
            | Self::Sum
            | Self::Histogram
            | Self::CrossTabulation
            | Self::Value
            | Self::Vector => false,
        }
    }
}

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

/// The declared type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename_all = "kebab-case"))]
#[strum(serialize_all = "kebab-case")]
pub enum ColumnType {
    /// Decimal numbers, compared by their value.
    Number,
    /// Text, compared as it is.
    Text,
}

word!(ColumnType);

/// The comparison of a cell with a filter's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename_all = "kebab-case"))]
#[strum(serialize_all = "kebab-case")]
pub enum FilterOperator {
    /// The same value.
    #[strum(serialize = "==")]
    #[cfg_attr(feature = "ts", ts(rename = "=="))]
    Equal,
    /// Another value.
    #[strum(serialize = "!=")]
    #[cfg_attr(feature = "ts", ts(rename = "!="))]
    NotEqual,
    /// A smaller number.
    #[strum(serialize = "<")]
    #[cfg_attr(feature = "ts", ts(rename = "<"))]
    Below,
    /// A number that is not larger.
    #[strum(serialize = "<=")]
    #[cfg_attr(feature = "ts", ts(rename = "<="))]
    AtMost,
    /// A larger number.
    #[strum(serialize = ">")]
    #[cfg_attr(feature = "ts", ts(rename = ">"))]
    Above,
    /// A number that is not smaller.
    #[strum(serialize = ">=")]
    #[cfg_attr(feature = "ts", ts(rename = ">="))]
    AtLeast,
}

word!(FilterOperator);

/// The treatment of missing cells of the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename_all = "kebab-case"))]
#[strum(serialize_all = "kebab-case")]
pub enum MissingCells {
    /// Its row is left out.
    Excluded,
    /// The middle of the bounds.
    AsMid,
}

word!(MissingCells);

/// The law of the noise. The default applies if the owner of a question chooses none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename_all = "kebab-case"))]
#[strum(serialize_all = "kebab-case")]
pub enum Family {
    /// The discrete Laplace law.
    #[default]
    DiscreteLaplace,
}

word!(Family);

impl Family {
    /// Returns the mechanism of a question of this family with an l1 sensitivity in lattice steps.
    ///
    /// # Errors
    /// The mechanism's, if it does not reach this sensitivity.
    pub fn mechanism(self, sensitivity: u64) -> Result<Mechanism, gradual_release::Error> {
        match self {
            Self::DiscreteLaplace => Mechanism::discrete_laplace(sensitivity),
        }
    }

    /// Returns the privacy loss of a question of this family that counts for `level`. It does not
    /// depend on the sensitivity.
    #[must_use]
    pub fn charge(self, level: MicroEpsilon) -> PrivacyLoss {
        // Every family has a mechanism of sensitivity 1.
        self.mechanism(1)
            .map_or(PrivacyLoss::MAX, |mechanism| mechanism.charge(level.get()))
    }

    /// Returns the highest level whose charge is within `left` in both parts.
    #[must_use]
    pub fn affordable(self, left: PrivacyLoss) -> MicroEpsilon {
        let level = self
            .mechanism(1)
            .map_or(0, |mechanism| mechanism.affordable(left));
        MicroEpsilon::new(level).unwrap_or(MicroEpsilon::MAX)
    }
}

/// Returns the mechanism of a listing's question: the one door to its noise.
///
/// # Errors
/// The mechanism's, if it does not reach the listing's sensitivity.
pub fn mechanism_of(listing: &Listing) -> Result<Mechanism, gradual_release::Error> {
    listing.family.mechanism(listing.sensitivity)
}

/// Lets a structure be written as the list of its fields, in this order.
macro_rules! written_as_a_list {
    ($name:ident as $parts:ident { $($field:ident: $of:ty,)+ }) => {
        type $parts = ($($of,)+);

        impl From<$parts> for $name {
            fn from(($($field,)+): $parts) -> Self {
                Self { $($field),+ }
            }
        }

        impl From<$name> for $parts {
            fn from($name { $($field),+ }: $name) -> Self {
                ($($field,)+)
            }
        }
    };
}

/// One condition on one column. A row counts where all conditions of a question hold.
///
/// In a document: a list `[column, column type, operator, value]` of strings.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "FilterParts", into = "FilterParts")]
pub struct Filter {
    /// The public label of the column.
    pub column: String,
    /// The column's declared type.
    pub column_type: ColumnType,
    /// Comparison of a cell with the value.
    pub operator: FilterOperator,
    /// The value in the canonical text of the type.
    pub value: String,
}

written_as_a_list!(Filter as FilterParts {
    column: String,
    column_type: ColumnType,
    operator: FilterOperator,
    value: String,
});

impl Filter {
    pub(super) fn check(&self) -> Result<(), PayloadError> {
        text::name("filters", &self.column)?;
        canonical("filters", self.column_type, &self.value)?;
        let ordered = !matches!(
            self.operator,
            FilterOperator::Equal | FilterOperator::NotEqual
        );
        if ordered && self.column_type == ColumnType::Text {
            return Err(PayloadError::new(
                "filters",
                "texts are compared by == and != alone",
            ));
        }
        Ok(())
    }
}

/// One column of a cross-tabulation with its bins: single values, or intervals between edges.
///
/// The bin of all other cells is not named; it is the last one. In a document: a list
/// `[column, column type, [bin, ...], [edge, ...]]`, one of the two lists empty.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "ColumnParts", into = "ColumnParts")]
pub struct BinnedColumn {
    /// The public label of the column.
    pub column: String,
    /// The column's declared type.
    pub column_type: ColumnType,
    /// The values of the bins, in the canonical text of the type.
    pub bins: Vec<String>,
    /// The edges of the bins, rising.
    pub edges: Vec<Decimal>,
}

written_as_a_list!(BinnedColumn as ColumnParts {
    column: String,
    column_type: ColumnType,
    bins: Vec<String>,
    edges: Vec<Decimal>,
});

impl BinnedColumn {
    pub(super) fn check(&self) -> Result<(), PayloadError> {
        text::name("columns", &self.column)?;
        check_bins(
            ["columns"; 2],
            "a column",
            self.column_type,
            &self.bins,
            &self.edges,
        )
    }

    /// Returns the number of bins, that of all others included.
    pub(super) fn size(&self) -> u64 {
        binned(&self.bins, &self.edges)
    }
}

/// Returns the number of bins of one column: all other cells have a bin of their own, and there is
/// one bin less than edges.
pub(super) fn binned(bins: &[String], edges: &[Decimal]) -> u64 {
    match edges.len() as u64 {
        0 => bins.len() as u64 + 1,
        edges => edges,
    }
}

/// Checks the bins of one column, as the fields named `in_bins` and `in_edges` state them for
/// `holder`: there are bins or edges; bins differ and are canonical; edges are of numbers and rise.
pub(super) fn check_bins(
    [in_bins, in_edges]: [&'static str; 2],
    holder: &str,
    column_type: ColumnType,
    bins: &[String],
    edges: &[Decimal],
) -> Result<(), PayloadError> {
    let fail = |field, problem: &str| Err(PayloadError::new(field, problem));
    match (bins.is_empty(), edges.is_empty()) {
        (true, true) => return fail(in_bins, &format!("{holder} has bins or edges")),
        (false, false) => {
            return fail(in_edges, &format!("{holder} has bins or edges, not both"));
        }
        _ => {}
    }
    let mut values: Vec<&String> = bins.iter().collect();
    values.sort_unstable();
    if values.windows(2).any(|pair| pair[0] == pair[1]) {
        return fail(in_bins, "two bins have the same value");
    }
    for bin in bins {
        canonical(in_bins, column_type, bin)?;
    }
    if !edges.is_empty() && column_type != ColumnType::Number {
        return fail(in_edges, "only numbers lie between edges");
    }
    if edges.len() == 1 || edges.windows(2).any(|pair| pair[0] >= pair[1]) {
        return fail(in_edges, "must be at least two numbers that rise");
    }
    Ok(())
}

/// Checks that a value is in the canonical text of its column's type: of a number the one form that
/// a [`Decimal`] has, of a text anything on one line that is not empty.
fn canonical(
    field: &'static str,
    column_type: ColumnType,
    value: &str,
) -> Result<(), PayloadError> {
    match column_type {
        ColumnType::Number => {
            let number = value.parse::<Decimal>().ok();
            if number.is_none_or(|number| number.to_string() != value) {
                return Err(PayloadError::new(
                    field,
                    "a number must be in its shortest form",
                ));
            }
            Ok(())
        }
        ColumnType::Text if value.is_empty() => Err(PayloadError::new(field, "a value is empty")),
        ColumnType::Text => TextRule::LINE.at_most(MAX_TEXT).field(field, value),
    }
}

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

    #[test]
    fn a_filter_is_a_list_of_four_strings() {
        let json = r#"["age","number",">=","18"]"#;
        let filter: Filter = serde_json::from_str(json).unwrap();
        assert_eq!(filter.operator, FilterOperator::AtLeast);
        assert_eq!(serde_json::to_string(&filter).unwrap(), json);
        filter.check().unwrap();
        for wrong in [
            r#"["age","number",">="]"#,
            r#"["age","number",">=","18","x"]"#,
            r#"["age","integer",">=","18"]"#,
            r#"["age","number","=","18"]"#,
            r#"["age","number",">=",18]"#,
            r#"{"column":"age"}"#,
        ] {
            assert!(serde_json::from_str::<Filter>(wrong).is_err(), "{wrong}");
        }
        for wrong in [
            r#"["","number",">=","18"]"#,
            r#"["age","number",">=","18.0"]"#,
            r#"["age","number",">=","old"]"#,
            r#"["name","text",">=","a"]"#,
            r#"["name","text","==",""]"#,
            r#"["name","text","==","a\nb"]"#,
        ] {
            let filter: Filter = serde_json::from_str(wrong).unwrap();
            assert_eq!(filter.check().unwrap_err().field, "filters", "{wrong}");
        }
    }
}
