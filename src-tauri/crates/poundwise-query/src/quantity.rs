//! The quantities that half-widths are of.

use serde::{Deserialize, Serialize};

/// A quantity of a response that has a half-width of its own.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Quantity {
    /// A number of rows.
    Count,
    /// A sum of clamped values.
    Sum,
    /// A mean of clamped values.
    Mean,
    /// The owner's own single number.
    Value,
    /// The rows of each bin of a histogram.
    #[serde(rename = "each bin")]
    #[strum(serialize = "each bin")]
    EachBin,
    /// The rows of each cell of a cross-tabulation.
    #[serde(rename = "each cell")]
    #[strum(serialize = "each cell")]
    EachCell,
    /// The rows of each group of moments.
    #[serde(rename = "each group")]
    #[strum(serialize = "each group")]
    EachGroup,
    /// The correlation of two variables.
    Correlation,
    /// Each of the owner's own numbers.
    #[serde(rename = "each value")]
    #[strum(serialize = "each value")]
    EachValue,
}

poundwise_documents::named!(Quantity);
