//! Estimates and their accuracy, as they are shown: exact decimals, with an `f64` beside them for
//! figures.

use serde::Serialize;

use crate::quantity::Quantity;
use crate::ratio::{Ratio, Rounding};

/// One number as a person reads it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Estimate {
    /// Label of the coordinate (a bin), or of the quantity.
    pub label: String,
    /// The estimate, decimal.
    pub text: String,
    /// The same, for figures.
    pub number: f64,
    /// Half-width of the 95% noise interval, decimal: the larger distance of its ends from the
    /// estimate. None where it is not defined (a mean of too few rows).
    pub half_width: Option<String>,
    /// The same, for figures.
    pub half_width_number: Option<f64>,
    /// Lower end of the noise interval, decimal; of a mean, nearer to the estimate than the
    /// half-width at times.
    pub noise_low: Option<String>,
    /// The same, for figures.
    pub noise_low_number: Option<f64>,
    /// Upper end of the noise interval, decimal.
    pub noise_high: Option<String>,
    /// The same, for figures.
    pub noise_high_number: Option<f64>,
}

impl Estimate {
    /// Returns an estimate with the ends of its noise interval. Its half-width is the larger
    /// distance of them.
    pub(crate) fn between(label: String, estimate: &Ratio, [low, high]: [&Ratio; 2]) -> Self {
        let half_width = high.minus(estimate).max(estimate.minus(low)).exact();
        Self::new(label, estimate, [low, high], half_width)
    }

    /// Returns an estimate and its noise interval of this half-width, with the decimals that show
    /// three digits of it and `more` decimals. The ends are rounded outwards. A whole number with a
    /// whole half-width is shown as it is.
    pub(crate) fn around(label: String, estimate: f64, half_width: f64, more: u32) -> Self {
        let [estimate, half_width] = [estimate, half_width].map(Ratio::near);
        let places = half_width.places() + more;
        let low = estimate.minus(&half_width).rounded(places, Rounding::Down);
        let high = estimate.plus(&half_width).rounded(places, Rounding::Up);
        let estimate = estimate.rounded(places, Rounding::Nearest);
        Self::between(label, &estimate, [&low, &high])
    }

    /// Returns an estimate with the ends of an interval, with the decimals that show three digits
    /// of the half-width. The ends are rounded outwards.
    pub(crate) fn within(label: String, estimate: f64, ends: [f64; 2]) -> Self {
        let estimate = Ratio::near(estimate);
        let [low, high] = ends.map(Ratio::near);
        let half_width = high.minus(&estimate).max(estimate.minus(&low));
        let places = half_width.places();
        let low = low.rounded(places, Rounding::Down);
        let high = high.rounded(places, Rounding::Up);
        let estimate = estimate.rounded(places, Rounding::Nearest);
        Self::between(label, &estimate, [&low, &high])
    }

    /// Returns an estimate with the ends of its noise interval and its half-width.
    pub(crate) fn new(
        label: String,
        estimate: &Ratio,
        [low, high]: [&Ratio; 2],
        half_width: String,
    ) -> Self {
        let [text, low, high] = [estimate, low, high].map(Ratio::exact);
        Self {
            label,
            number: number(&text),
            text,
            half_width_number: Some(number(&half_width)),
            half_width: Some(half_width),
            noise_low_number: Some(number(&low)),
            noise_low: Some(low),
            noise_high_number: Some(number(&high)),
            noise_high: Some(high),
        }
    }
}

/// Returns the nearest `f64`, for figures.
pub(super) fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

/// A column of a cross-tabulation, as a table shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Axis {
    /// The column.
    pub column: String,
    /// The labels of the bins that are shown, the first ones.
    pub labels: Vec<String>,
    /// Number of bins.
    pub size: u64,
}

/// Neighbouring estimates as one bar of a figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OutlineBar {
    /// Label of the first.
    pub first: String,
    /// Label of the last.
    pub last: String,
    /// Number of bins.
    pub bins: u64,
    /// The least estimate.
    pub least: f64,
    /// Their mean.
    pub mean: f64,
    /// The largest.
    pub most: f64,
}

/// Relation of a half-width to the response that it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WidthBasis {
    /// The response has this one: it follows from the level alone, or from the response's own
    /// numbers.
    Exact,
    /// The response has none that is larger.
    AtMost,
    /// A response whose noisy count is that of the rows that the owner states has none that is
    /// larger; one that counts fewer may have.
    AboutRows,
    /// A response with the numbers that are held would have it.
    About,
}

/// The half-width of the 95% noise interval of one quantity: it holds the answer on this table, not
/// the truth about a wider public.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HalfWidth {
    /// Quantity: `count`, `sum`, `mean`, `value`, `each bin`, `each cell`, `each value`.
    pub of: Quantity,
    /// Decimal, in the listing's unit (rounded up where it is not exact).
    pub text: String,
    /// The same, for figures.
    pub number: f64,
    /// The unit, or empty.
    pub unit: String,
    /// Relation to the response.
    pub basis: WidthBasis,
}
