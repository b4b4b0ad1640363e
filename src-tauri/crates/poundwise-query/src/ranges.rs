//! Ranges, shares and quantiles of a histogram between numeric edges. Post-processing of released
//! numbers: nothing here has seen the data.
//!
//! The *rows* of a range are the sum of its bins: of the numbers released, or with blocks of the
//! least squares estimates (`block_tree.rs`). Its noise is a weighted sum of noises, whose law is
//! known ([`CombinationLaw`]): exactly if all weights are 1, and else as a certified bound.
//!
//! The *share* of a range is its rows over the rows of all bins; the bin of other cells is left
//! out. The noise interval holds each r at which `part - r whole` is not significantly different
//! from 0 (Fieller 1954). At the true share this test errs with probability 0.05 at most, so the
//! interval misses the share of this table with that probability at most.

mod along;
mod quantile;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use gradual_release::mechanism::{CombinationLaw, Law};
use poundwise_documents::kinds::{BinnedColumn, Question};
use poundwise_documents::units::{Decimal, MicroEpsilon};
use serde::Serialize;

use crate::block_tree::{Below, BlockTree};
use crate::error::{Error, QueryErrorCode, Result};
use crate::estimate::{Estimate, MISS, fits_labels};
use crate::hint::QueryHint;
use crate::messages::QuestionMessage;
use crate::ratio::{Ratio, Rounding};
use crate::shape::{ListingShape, Noise, no_law};

pub use along::RangesAlong;
pub use quantile::QuantileEstimate;

/// Decimals of a share.
const SHARE_PLACES: u32 = 4;

/// A response to a histogram between numeric edges, from which ranges and quantiles are computed.
pub struct Ranges<'a> {
    noise: Rc<RangeNoise<'a>>,
    /// Rows below each edge, in the order of the edges.
    below: Vec<f64>,
    /// Bins of the other columns of a cross-tabulation.
    cells: Option<String>,
}

/// What ranges of all responses of one level have in common.
struct RangeNoise<'a> {
    shape: &'a ListingShape,
    column: &'a BinnedColumn,
    tree: BlockTree,
    law: Law,
    /// The half-widths of excesses by the edge and by the bits of q and of the probability to miss.
    widths: RefCell<HashMap<(usize, u64, u64), f64>>,
}

impl<'a> RangeNoise<'a> {
    fn new(
        shape: &'a ListingShape,
        column: &'a BinnedColumn,
        tree: BlockTree,
        epsilon: MicroEpsilon,
    ) -> Result<Self> {
        Ok(Self {
            shape,
            column,
            tree,
            law: Noise::new(shape, epsilon)?.law,
            widths: RefCell::default(),
        })
    }
}

fn no_edges() -> Error {
    Error::usage(QueryErrorCode::NoEdges, QuestionMessage::NoRangesOfListing)
        .hint(QueryHint::RangesNeedEdges)
}

/// The rows between two edges.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RangeEstimate {
    /// The bins of the other columns of a cross-tabulation; `None` for a histogram.
    pub cells: Option<String>,
    /// Lower edge, decimal.
    pub low: String,
    /// Upper edge, decimal.
    pub high: String,
    /// Number of bins between them.
    pub bins: u64,
    /// Number of rows.
    pub rows: Estimate,
    /// Share of the rows of all bins, from 0 to 1. `None` if these are too few for an estimate.
    pub share: Option<Estimate>,
}

/// The rows below an edge, for a figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CumulativePoint {
    /// The edge, decimal.
    pub edge: String,
    /// The same, for figures.
    pub edge_number: f64,
    /// Rows below it.
    pub rows: f64,
    /// Lower end of the 95% noise interval of these rows.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl<'a> Ranges<'a> {
    /// Returns the ranges of a held response.
    ///
    /// # Errors
    /// `no-edges` if the listing is no histogram between numeric edges; `values` are not as many as
    /// the labels; a level of 0, or one without a law at this D.
    pub fn of(shape: &'a ListingShape, values: &[i64], epsilon: MicroEpsilon) -> Result<Self> {
        let histogram = match &shape.question {
            Question::Histogram(histogram) if !histogram.column.edges.is_empty() => histogram,
            _ => return Err(no_edges()),
        };
        fits_labels(shape, values)?;
        let tree = BlockTree::of(histogram);
        let noise = RangeNoise::new(shape, &histogram.column, tree, epsilon)?;
        Ok(Self::with(Rc::new(noise), None, values))
    }

    /// Returns the ranges of another response of the same level to the same histogram. The laws that
    /// were computed are not computed again.
    ///
    /// # Errors
    /// `values` are not as many as the labels; `no-edges` for a cross-tabulation.
    pub fn of_values(&self, values: &[i64]) -> Result<Self> {
        if self.cells.is_some() {
            return Err(no_edges());
        }
        fits_labels(self.noise.shape, values)?;
        Ok(Self::with(Rc::clone(&self.noise), None, values))
    }

    fn with(noise: Rc<RangeNoise<'a>>, cells: Option<String>, values: &[i64]) -> Self {
        let rows = noise.tree.estimates(values).into_iter();
        let sums = rows.scan(0.0, |sum, rows| {
            *sum += rows;
            Some(*sum)
        });
        let below = [0.0].into_iter().chain(sums).collect();
        Self {
            noise,
            below,
            cells,
        }
    }

    /// Returns the labels of the bins of the other columns of a cross-tabulation.
    #[must_use]
    pub fn cells(&self) -> Option<&str> {
        self.cells.as_deref()
    }

    /// Returns the column whose values the edges are of.
    #[must_use]
    pub fn column(&self) -> &str {
        &self.noise.column.column
    }

    /// Returns at most `most` edges, the first and the last included.
    pub fn edges(&self, most: usize) -> impl Iterator<Item = &Decimal> {
        self.spread(most)
            .map(|place| &self.noise.column.edges[place])
    }

    /// Returns the number of rows between two edges, and their share.
    ///
    /// # Errors
    /// `range` if one of them is not an edge, or the first is not below the second.
    pub fn range(&self, low: &Decimal, high: &Decimal) -> Result<RangeEstimate> {
        let place = |value: &Decimal| {
            let place = self
                .noise
                .column
                .edges
                .iter()
                .position(|edge| edge == value);
            place.ok_or_else(|| self.no_edge(value))
        };
        let (first, last) = (place(low)?, place(high)?);
        if first >= last {
            let (low, high) = (*low, *high);
            let message = QuestionMessage::RangeNotRising { low, high };
            return Err(
                Error::usage(QueryErrorCode::Range, message).hint(QueryHint::LowerEdgeFirst)
            );
        }
        let rows = self.below[last] - self.below[first];
        let width = self.law_of(&range(first, last))?.half_width(MISS);
        let (low, high) = (low.to_string(), high.to_string());
        Ok(RangeEstimate {
            cells: self.cells.clone(),
            bins: (last - first) as u64,
            rows: Estimate::around(format!("{low} – {high}"), rows, width, 0),
            share: self.share(first, last)?,
            low,
            high,
        })
    }

    /// Returns the rows below at most `most` edges, the first and the last included.
    ///
    /// # Errors
    /// There is no law of so many bins.
    pub fn cumulative(&self, most: usize) -> Result<Vec<CumulativePoint>> {
        self.spread(most)
            .map(|place| {
                let width = self.law_of(&range(0, place))?.half_width(MISS);
                let (edge, rows) = (&self.noise.column.edges[place], self.below[place]);
                Ok(CumulativePoint {
                    edge: edge.to_string(),
                    edge_number: edge.to_f64(),
                    rows,
                    low: rows - width,
                    high: rows + width,
                })
            })
            .collect()
    }

    /// Returns the places of at most `most` edges, the first and the last included.
    fn spread(&self, most: usize) -> impl Iterator<Item = usize> + use<> {
        let bins = self.bins();
        let each = bins.div_ceil(most.max(2) - 1).max(1);
        (0..bins).step_by(each).chain([bins])
    }

    fn bins(&self) -> usize {
        self.noise.tree.bins()
    }

    fn all(&self) -> f64 {
        self.below[self.bins()]
    }

    /// Returns the error of a number that is no edge, with the edges next to it.
    fn no_edge(&self, value: &Decimal) -> Error {
        let (low, high) = (
            self.noise.column.edges[0],
            self.noise.column.edges[self.bins()],
        );
        let above = self.noise.column.edges.iter().position(|edge| edge > value);
        let value = *value;
        match above {
            None | Some(0) => {
                let message = QuestionMessage::RangeOutside { value, low, high };
                Error::usage(QueryErrorCode::Range, message).hint(QueryHint::StateEdges)
            }
            Some(above) => {
                let below = self.noise.column.edges[above - 1];
                let above = self.noise.column.edges[above];
                Error::usage(QueryErrorCode::Range, QuestionMessage::NoSuchEdge { value })
                    .hint(QueryHint::NextEdges { below, above })
            }
        }
    }

    /// Returns the law of the noise of a sum of estimates.
    fn law_of(&self, sum: &[Below]) -> Result<CombinationLaw> {
        self.noise
            .law
            .combination(&self.noise.tree.noises(sum))
            .map_err(no_law)
    }

    fn share(&self, first: usize, last: usize) -> Result<Option<Estimate>> {
        let (part, whole) = (self.below[last] - self.below[first], self.all());
        if whole <= self.law_of(&range(0, self.bins()))?.half_width(MISS) {
            return Ok(None);
        }
        // Shares in units of the last place that is shown.
        let one = 10_i64.pow(SHARE_PLACES);
        let of = |r: i64| r as f64 / one as f64;
        let is_rejected = |r: i64, excess: f64| -> Result<bool> {
            let [end, start] = range(first, last);
            let law = self.law_of(&[end, start, below(self.bins(), -of(r))])?;
            Ok(law.is_tail_at_most(excess.abs(), MISS))
        };
        // Each is true from some share on: the estimate less a share of the whole falls with it.
        let low = first_of(0, one, |r| {
            let excess = part - of(r) * whole;
            Ok(excess <= 0.0 || !is_rejected(r, excess)?)
        })?;
        let high = first_of(0, one, |r| {
            let excess = part - of(r) * whole;
            Ok(excess < 0.0 && is_rejected(r, excess)?)
        })?;
        #[allow(clippy::cast_possible_truncation)]
        let estimate = ((part / whole * one as f64).round() as i64).clamp(0, one);
        let low = (low - 1).clamp(0, estimate);
        let high = high.clamp(estimate, one);
        let places = Ratio::last_place(SHARE_PLACES);
        let [estimate, low, high] =
            [estimate, low, high].map(|share| Ratio::whole(share).times(&places));
        let label = "share".to_owned();
        Ok(Some(Estimate::between(label, &estimate, [&low, &high])))
    }
}

/// Returns the half-widths of a short, a middle and a long range of a histogram between edges, each
/// with its number of bins: 1, an eighth and half of all bins, from a third of them on. Decimals,
/// rounded up.
///
/// # Errors
/// `no-edges`; a level of 0, or one without a law at this D.
pub fn widths_of_ranges(shape: &ListingShape, epsilon: MicroEpsilon) -> Result<Vec<(u64, String)>> {
    let numbers = vec![0; shape.labels.len()];
    let ranges = Ranges::of(shape, &numbers, epsilon)?;
    let bins = ranges.bins();
    let mut lengths = vec![1, bins.div_ceil(8), bins.div_ceil(2)];
    lengths.dedup();
    let width = |length: usize| {
        let first = (bins / 3).min(bins - length);
        let width = ranges
            .law_of(&range(first, first + length))?
            .half_width(MISS);
        let width = Ratio::near(width);
        Ok((length as u64, width.text(width.places(), Rounding::Up)))
    };
    lengths.into_iter().map(width).collect()
}

fn below(place: usize, factor: f64) -> Below {
    Below { place, factor }
}

/// Returns the rows between two edges.
fn range(first: usize, last: usize) -> [Below; 2] {
    [below(last, 1.0), below(first, -1.0)]
}

/// Returns the first of `low..=high` for which a test holds that holds from some number on, or
/// `high + 1`.
fn first_of(mut low: i64, high: i64, holds: impl Fn(i64) -> Result<bool>) -> Result<i64> {
    let mut end = high + 1;
    while low < end {
        let middle = low + (end - low) / 2;
        if holds(middle)? {
            end = middle;
        } else {
            low = middle + 1;
        }
    }
    Ok(end)
}
