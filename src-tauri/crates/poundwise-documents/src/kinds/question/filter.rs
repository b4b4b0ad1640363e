//! Conditions of the rows that count.

use serde::{Deserialize, Serialize};

use super::super::words::word;
use super::super::{PayloadError, text};
use super::column::{ColumnType, check_value};
use crate::texts::PayloadProblem;

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
    /// A smaller number or an earlier day.
    #[strum(serialize = "<")]
    #[cfg_attr(feature = "ts", ts(rename = "<"))]
    Below,
    /// A number that is not larger, or a day that is not later.
    #[strum(serialize = "<=")]
    #[cfg_attr(feature = "ts", ts(rename = "<="))]
    AtMost,
    /// A larger number or a later day.
    #[strum(serialize = ">")]
    #[cfg_attr(feature = "ts", ts(rename = ">"))]
    Above,
    /// A number that is not smaller, or a day that is not earlier.
    #[strum(serialize = ">=")]
    #[cfg_attr(feature = "ts", ts(rename = ">="))]
    AtLeast,
}

word!(FilterOperator);

impl FilterOperator {
    /// Returns the comparisons of a column type. Texts have no order.
    #[must_use]
    pub const fn of(column_type: ColumnType) -> &'static [Self] {
        match column_type {
            ColumnType::Number | ColumnType::Date => &[
                Self::Equal,
                Self::NotEqual,
                Self::Below,
                Self::AtMost,
                Self::Above,
                Self::AtLeast,
            ],
            ColumnType::Text => &[Self::Equal, Self::NotEqual],
        }
    }
}

/// One condition on one column. A row counts if all conditions of its question hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

impl Filter {
    fn check(&self) -> Result<(), PayloadError> {
        text::name("filters", &self.column)?;
        check_value("filters", self.column_type, &self.value)?;
        if !FilterOperator::of(self.column_type).contains(&self.operator) {
            return Err(PayloadError::new(
                "filters",
                PayloadProblem::TextsAreEqualOrNot,
            ));
        }
        Ok(())
    }
}

/// Checks each condition.
pub(super) fn check_filters(filters: &[Filter]) -> Result<(), PayloadError> {
    filters.iter().try_for_each(Filter::check)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_has_four_fields() {
        let json = r#"{"column":"age","column_type":"number","operator":">=","value":"18"}"#;
        let filter: Filter = serde_json::from_str(json).unwrap();
        assert_eq!(filter.operator, FilterOperator::AtLeast);
        assert_eq!(serde_json::to_string(&filter).unwrap(), json);
        filter.check().unwrap();
        for (right, wrong) in [
            (r#","value":"18""#, ""),
            (r#""18""#, r#""18","extra":1"#),
            (r#""number""#, r#""integer""#),
            (r#"">=""#, r#""=""#),
            (r#""18""#, "18"),
        ] {
            let wrong = json.replace(right, wrong);
            assert!(serde_json::from_str::<Filter>(&wrong).is_err(), "{wrong}");
        }
        for (column, column_type, operator, value) in [
            ("", ColumnType::Number, FilterOperator::AtLeast, "18"),
            ("age", ColumnType::Number, FilterOperator::AtLeast, "18.0"),
            ("age", ColumnType::Number, FilterOperator::AtLeast, "old"),
            ("born", ColumnType::Date, FilterOperator::AtLeast, "2026-11"),
            (
                "born",
                ColumnType::Date,
                FilterOperator::Equal,
                "28.11.2026",
            ),
            ("name", ColumnType::Text, FilterOperator::AtLeast, "a"),
            ("name", ColumnType::Text, FilterOperator::Equal, ""),
            ("name", ColumnType::Text, FilterOperator::Equal, "a\nb"),
        ] {
            let filter = Filter {
                column: column.to_owned(),
                column_type,
                operator,
                value: value.to_owned(),
            };
            assert_eq!(filter.check().unwrap_err().field, "filters", "{filter:?}");
        }
    }
}
