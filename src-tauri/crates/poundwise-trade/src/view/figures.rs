//! Means by group, correlations and regressions of a holding of moments.

use poundwise_documents::units::MicroEpsilon;
use poundwise_query::fit::{CorrelationTable, FitTable, GroupTable};
use serde::Serialize;

/// The response from which figures are computed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FiguresOf {
    /// Title of the listing.
    pub title: String,
    /// Name of the owner.
    pub owner: String,
    /// The level of the response.
    pub level: MicroEpsilon,
    /// Every level held, lowest first.
    pub levels: Vec<MicroEpsilon>,
    /// Id of the listing.
    pub listing: String,
    /// Id of the receipt.
    pub receipt: String,
    /// Day of the receipt, `YYYY-MM-DD`.
    pub date: String,
    /// The most rows of one person that count.
    pub rows_per_unit: u64,
    /// Seed of the draws of the noise intervals, in hex.
    pub seed: String,
}

/// The groups of a holding.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupsView {
    /// The response.
    pub of: FiguresOf,
    /// The figures.
    pub table: GroupTable,
}

/// The correlations of a holding.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CorrelationsView {
    /// The response.
    pub of: FiguresOf,
    /// The figures.
    pub table: CorrelationTable,
}

/// A regression of a holding.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FitView {
    /// The response.
    pub of: FiguresOf,
    /// The figures.
    pub table: FitTable,
}
