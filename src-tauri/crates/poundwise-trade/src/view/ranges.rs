//! Ranges and quantiles of a holding.

use poundwise_documents::units::MicroEpsilon;
use poundwise_query::estimate::Estimate;
use poundwise_query::ranges::{CumulativePoint, QuantileEstimate, RangeEstimate};
use serde::Serialize;

/// Ranges and quantiles of a histogram that is held, at the highest level held.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RangesView {
    /// Title of the listing.
    pub title: String,
    /// Column whose values the edges are of.
    pub column: String,
    /// The level held.
    pub level: MicroEpsilon,
    /// Unit of the numbers, or empty for rows.
    pub unit: String,
    /// At most 1001 of the edges, decimals, the first and the last included.
    pub edges: Vec<String>,
    /// The combinations of the bins of the other columns of a cross-tabulation. Empty for a
    /// histogram.
    pub cells: Vec<String>,
    /// The ranges that were asked for, of each combination of cells that was.
    pub ranges: Vec<RangeEstimate>,
    /// The quantiles that were asked for, likewise.
    pub quantiles: Vec<QuantileEstimate>,
    /// The upper quartile less the lower one. `None` unless both were asked for, of one
    /// combination of cells, and have an estimate.
    pub interquartile_range: Option<Estimate>,
    /// The rows below at most 200 edges, for a figure. Empty unless asked for of one combination of
    /// cells.
    pub curve: Vec<CumulativePoint>,
}
