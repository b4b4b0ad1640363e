//! The statement of the available levels.

use serde::Serialize;

/// A home's statement of the available levels.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AvailabilityView {
    /// Whether this home states the available levels.
    pub stated: bool,
    /// Number of listings in the statement.
    pub listings: u64,
    /// Time of signing of the statement, if it exists.
    pub issued_at: Option<String>,
}
