//! What a buyer collects, holds and passes on.

use serde::Serialize;
use ts_rs::TS;

use super::{AlarmView, HalfWidth, ListingView, Money, OrderView, ReceiptView};

/// One number as a person reads it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct Estimate {
    /// Label of the coordinate (a bin), or of the quantity.
    pub label: String,
    /// The estimate, decimal.
    pub text: String,
    /// The same, for figures.
    pub number: f64,
    /// Half-width of the 95% noise interval, decimal: the larger distance of its ends from the estimate. None where it is not
    /// defined (a mean of too few rows).
    pub half_width: Option<String>,
    /// The same, for figures.
    pub half_width_number: Option<f64>,
    /// Lower end of the noise interval, decimal; of a mean, nearer to the estimate than the half-width at times.
    pub noise_low: Option<String>,
    /// The same, for figures.
    pub noise_low_number: Option<f64>,
    /// Upper end of the noise interval, decimal.
    pub noise_high: Option<String>,
    /// The same, for figures.
    pub noise_high_number: Option<f64>,
}

/// Neighbouring estimates as one bar of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct OutlineBar {
    /// Label of the first.
    pub first: String,
    /// Label of the last.
    pub last: String,
    /// How many there are.
    pub bins: u64,
    /// The least estimate.
    pub least: f64,
    /// Their mean.
    pub mean: f64,
    /// The largest.
    pub most: f64,
}

/// One response in a holding.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct ResponseView {
    /// Level.
    pub micro_epsilon: u64,
    /// The estimates, the first 1000 of them.
    pub estimates: Vec<Estimate>,
    /// All of them in at most 500 bars of neighbours, where there are more than 1000.
    pub outline: Vec<OutlineBar>,
    /// How many lattice values changed since the response before.
    pub changed: u64,
    /// The receipt.
    pub receipt: ReceiptView,
}

/// What this home holds of one listing's series.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct HoldingView {
    /// The newest version of the listing that this home has a receipt for.
    pub listing: ListingView,
    /// The level held.
    pub micro_epsilon: u64,
    /// Paid in all.
    pub paid: Money,
    /// Every response, oldest first.
    pub responses: Vec<ResponseView>,
}

/// What a collection brought.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct Collected {
    /// Releases verified and stored, one a receipt.
    pub releases: Vec<ReceiptView>,
    /// Orders declined, with reasons.
    pub declined: Vec<OrderView>,
    /// Deliveries that did not verify: what was wrong with each. Nothing of them was stored.
    pub rejected: Vec<String>,
    /// Owners whose signed records contradict each other. Nothing of theirs was stored.
    pub alarms: Vec<AlarmView>,
    /// Owners whose ledger could not be compared with what was seen of it before, and why.
    pub unchecked: Vec<String>,
    /// How many entries of the folder were left out: no ordinary files, or not readable now.
    pub skipped: u64,
}

/// A more private copy of a holding, written to a file for somebody else.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct CopyView {
    /// Document id of the copy.
    pub id: String,
    /// The listing that the maker bought from.
    pub listing: String,
    /// Its title.
    pub title: String,
    /// The release that it was made from.
    pub release: String,
    /// Its level.
    pub micro_epsilon: u64,
    /// Half-widths at its level.
    pub accuracy: Vec<HalfWidth>,
    /// When it was made.
    pub issued_at: String,
    /// Whether it had been made before, and these are the same bytes again.
    pub again: bool,
    /// The file.
    pub file: String,
    /// Bytes in it.
    pub bytes: u64,
}
