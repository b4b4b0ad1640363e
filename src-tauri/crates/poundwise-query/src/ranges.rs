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
//!
//! A *quantile* q is the value x at which the rows below x are q times all rows, where the rows of
//! a bin are evenly spread between its edges. Its interval goes from the first to the last edge at
//! which `rows below - q whole` is not significantly different from 0, and from there to where the
//! line between the excess with its half-width at this edge and at the next one is 0. If more than
//! [`SCANNED`] edges are undecided without the law, only so many of them are tested, evenly spread,
//! and then those between two of them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use gradual_release::mechanism::{CombinationLaw, Law, WeightedNoises};
use poundwise_documents::kinds::{BinnedColumn, Question};
use poundwise_documents::units::{Decimal, MicroEpsilon};
use serde::Serialize;

use crate::block_tree::{Below, BlockTree};
use crate::error::{Error, QueryErrorCode, Result};
use crate::estimate::{Estimate, MISS, fits_labels};
use crate::hint::QueryHint;
use crate::kinds::labels;
use crate::messages::QuestionMessage;
use crate::ratio::{Ratio, Rounding};
use crate::shape::{ListingShape, Noise, no_law};

/// The most edges that are tested at one distance.
const SCANNED: usize = 64;
/// Parts of a bin to which a quantile is computed.
const PARTS: u32 = 1000;
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
    column: &'a str,
    edges: &'a [Decimal],
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
            column: &column.column,
            edges: &column.edges,
            tree,
            law: Noise::new(shape, epsilon)?.law,
            widths: RefCell::default(),
        })
    }
}

/// Returns the labels of all bins of a column.
fn labels_of(column: &BinnedColumn) -> Vec<String> {
    labels(&column.bins, &column.edges)
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

/// A quantile of the values.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct QuantileEstimate {
    /// The bins of the other columns of a cross-tabulation; `None` for a histogram.
    pub cells: Option<String>,
    /// Share of the rows below it, decimal, such as 0.5 for the median.
    pub share: String,
    /// The value. `None` if there are too few rows for an estimate.
    pub value: Option<Estimate>,
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

    /// Returns the ranges of a held response along a column of numbers between edges, the first one
    /// if none is named: of a cross-tabulation one for each combination of the bins of the other
    /// columns, and one of a histogram.
    ///
    /// # Errors
    /// As [`Ranges::of`]; `no-edges` if the column named has no edges.
    pub fn along(
        shape: &'a ListingShape,
        values: &[i64],
        epsilon: MicroEpsilon,
        named: Option<&str>,
    ) -> Result<Vec<Self>> {
        let columns = shape.question.binned();
        let is_along = |column: &BinnedColumn| {
            !column.edges.is_empty() && named.is_none_or(|name| column.column == name)
        };
        let along = columns.iter().position(is_along).ok_or_else(no_edges)?;
        let [.., _, _] = columns else {
            return Ok(vec![Self::of(shape, values, epsilon)?]);
        };
        fits_labels(shape, values)?;
        let column = &columns[along];
        let sizes = |columns: &[BinnedColumn]| -> usize {
            let sizes = columns.iter().map(|column| labels_of(column).len());
            sizes.product()
        };
        let (outer, inner) = (sizes(&columns[..along]), sizes(&columns[along + 1..]));
        let (size, bins) = (column.edges.len(), column.edges.len() - 1);
        let tree = BlockTree::new(bins, &[]);
        let noise = Rc::new(RangeNoise::new(shape, column, tree, epsilon)?);
        let mut cells = vec![String::new()];
        for (index, column) in columns
            .iter()
            .enumerate()
            .filter(|(index, _)| *index != along)
        {
            let before = if index == 0 || (along == 0 && index == 1) {
                ""
            } else {
                ", "
            };
            let labels = labels_of(column);
            cells = cells
                .iter()
                .flat_map(|cell| {
                    labels
                        .iter()
                        .map(move |label| format!("{cell}{before}{label}"))
                })
                .collect();
        }
        let pairs = (0..outer).flat_map(|outer| (0..inner).map(move |inner| (outer, inner)));
        Ok(pairs
            .zip(cells)
            .map(|((outer, place), cells)| {
                let place = |bin: usize| (outer * size + bin) * inner + place;
                let values: Vec<i64> = (0..bins).map(|bin| values[place(bin)]).collect();
                Self::with(Rc::clone(&noise), Some(cells), &values)
            })
            .collect())
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
        self.noise.column
    }

    /// Returns at most `most` edges, the first and the last included.
    pub fn edges(&self, most: usize) -> impl Iterator<Item = &Decimal> {
        self.spread(most).map(|place| &self.noise.edges[place])
    }

    /// Returns the number of rows between two edges, and their share.
    ///
    /// # Errors
    /// `range` if one of them is not an edge, or the first is not below the second.
    pub fn range(&self, low: &Decimal, high: &Decimal) -> Result<RangeEstimate> {
        let place = |value: &Decimal| {
            let place = self.noise.edges.iter().position(|edge| edge == value);
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

    /// Returns the value below which the share `share` of the rows lies.
    ///
    /// # Errors
    /// `quantile` if the share is not between 0 and 1.
    pub fn quantile(&self, share: &Decimal) -> Result<QuantileEstimate> {
        let q = share.to_f64();
        if !(q > 0.0 && q < 1.0) {
            let share = *share;
            return Err(Error::usage(
                QueryErrorCode::Quantile,
                QuestionMessage::NoQuantile { share },
            )
            .hint(QueryHint::QuantileBetween));
        }
        Ok(QuantileEstimate {
            cells: self.cells.clone(),
            share: share.to_string(),
            value: self.places_of(q, MISS)?.map(|places| {
                let [estimate, low, high] = self.values(places);
                Estimate::between(share.to_string(), &estimate, [&low, &high])
            }),
        })
    }

    /// Returns the upper quartile less the lower one. Each of them is within its interval with
    /// probability 0.975, so both are with probability 0.95. `None` if there are too few rows for
    /// an estimate.
    ///
    /// # Errors
    /// There is no law of so many bins.
    pub fn interquartile_range(&self) -> Result<Option<Estimate>> {
        let miss = MISS / 2.0;
        let quartiles = (self.places_of(0.25, miss)?, self.places_of(0.75, miss)?);
        let (Some(lower), Some(upper)) = quartiles else {
            return Ok(None);
        };
        let [lower, upper] = [self.values(lower), self.values(upper)];
        let [estimate, low, high] = [(0, 0), (1, 2), (2, 1)]
            .map(|(of_upper, of_lower)| upper[of_upper].minus(&lower[of_lower]));
        let low = low.max(Ratio::whole(0));
        let label = "interquartile range".to_owned();
        Ok(Some(Estimate::between(label, &estimate, [&low, &high])))
    }

    /// Returns the rows below at most `most` edges, the first and the last included.
    ///
    /// # Errors
    /// There is no law of so many bins.
    pub fn cumulative(&self, most: usize) -> Result<Vec<CumulativePoint>> {
        self.spread(most)
            .map(|place| {
                let width = self.law_of(&range(0, place))?.half_width(MISS);
                let (edge, rows) = (&self.noise.edges[place], self.below[place]);
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
        let (low, high) = (self.noise.edges[0], self.noise.edges[self.bins()]);
        let above = self.noise.edges.iter().position(|edge| edge > value);
        let value = *value;
        match above {
            None | Some(0) => {
                let message = QuestionMessage::RangeOutside { value, low, high };
                Error::usage(QueryErrorCode::Range, message).hint(QueryHint::StateEdges)
            }
            Some(above) => {
                let below = self.noise.edges[above - 1];
                let above = self.noise.edges[above];
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

    /// Returns the rows below an edge less q times all rows.
    fn excess(&self, place: usize, q: f64) -> f64 {
        self.below[place] - q * self.all()
    }

    /// Returns the noises of [`excess`](Self::excess).
    fn noises(&self, place: usize, q: f64) -> Vec<WeightedNoises> {
        self.noise
            .tree
            .noises(&[below(place, 1.0), below(self.bins(), -q)])
    }

    /// Returns the half-width of [`excess`](Self::excess).
    fn width(&self, place: usize, q: f64, miss: f64) -> Result<f64> {
        let key = (place, q.to_bits(), miss.to_bits());
        if let Some(width) = self.noise.widths.borrow().get(&key) {
            return Ok(*width);
        }
        let law = self
            .noise
            .law
            .combination(&self.noises(place, q))
            .map_err(no_law)?;
        let width = law.half_width(miss);
        self.noise.widths.borrow_mut().insert(key, width);
        Ok(width)
    }

    /// Returns whether an excess is on the far side of 0 by more than its half-width: below 0 for
    /// [`Side::Low`], above it for [`Side::High`]. Without the law it is only decided where
    /// Chebyshev's inequality is enough; `None` elsewhere.
    fn is_beyond(&self, place: usize, q: f64, side: Side) -> Option<bool> {
        let excess = self.excess(place, q);
        let is_far = match side {
            Side::Low => excess < 0.0,
            Side::High => excess > 0.0,
        };
        if !is_far {
            return Some(false);
        }
        // With room for the rounding of the variance, and for the error of the law's bound.
        let most =
            |weights: f64| 1.1 * (self.noise.law.variance() * weights / MISS * 2.0).sqrt() + 1.0;
        // The bins alone would give an estimate with at least this variance.
        let (inside, outside) = (place as f64, (self.bins() - place) as f64);
        let of_bins = (1.0 - q) * (1.0 - q) * inside + q * q * outside;
        let square = |one: &WeightedNoises| one.number as f64 * one.weight * one.weight;
        let of_tree = || self.noises(place, q).iter().map(square).sum();
        let is_beyond = excess.abs() > most(of_bins) || excess.abs() > most(of_tree());
        is_beyond.then_some(true)
    }

    /// Returns the number of edges, from one end, that are beyond by more than their half-width
    /// before the first one that is not.
    fn beyond(&self, q: f64, side: Side, miss: f64) -> Result<usize> {
        let edges = self.bins() + 1;
        let place = |index: usize| match side {
            Side::Low => index,
            Side::High => edges - 1 - index,
        };
        let certain = |index: usize| self.is_beyond(place(index), q, side);
        let first_open = (0..edges).find(|index| certain(*index) != Some(true));
        let Some(first_open) = first_open else {
            return Ok(edges);
        };
        let end = (first_open..edges).find(|index| certain(*index) == Some(false));
        let end = end.unwrap_or(edges);
        let is_beyond = |index: usize| -> Result<bool> {
            if let Some(certain) = certain(index) {
                return Ok(certain);
            }
            let width = self.width(place(index), q, miss)?;
            Ok(self.excess(place(index), q).abs() > width)
        };
        let each = (end - first_open).div_ceil(SCANNED).max(1);
        let mut next = first_open;
        while next < end && is_beyond(next)? {
            next += each;
        }
        let mut first = (next + 1).saturating_sub(each).max(first_open);
        while first < next.min(end) && is_beyond(first)? {
            first += 1;
        }
        Ok(first)
    }

    /// Returns the place at which the interval of a quantile ends on one side.
    fn end(&self, q: f64, side: Side, miss: f64) -> Result<f64> {
        let bins = self.bins();
        let beyond = self.beyond(q, side, miss)?;
        let moved = |place: usize| -> Result<f64> {
            let width = self.width(place, q, miss)?;
            Ok(match side {
                Side::Low => self.excess(place, q) + width,
                Side::High => self.excess(place, q) - width,
            })
        };
        // The edges between which the moved excess is 0, the one that is beyond first.
        let (from, to) = match (side, beyond) {
            (Side::Low, 0) => return Ok(0.0),
            (Side::High, 0) => return Ok(bins as f64),
            (Side::Low, beyond) if beyond > bins => return Ok(bins as f64),
            (Side::High, beyond) if beyond > bins => return Ok(0.0),
            (Side::Low, beyond) => (beyond - 1, beyond),
            (Side::High, beyond) => (bins + 1 - beyond, bins - beyond),
        };
        let (outer, inner) = (moved(from)?, moved(to)?);
        let part = (outer / (outer - inner)).clamp(0.0, 1.0);
        Ok(from as f64 + part * (to as f64 - from as f64))
    }

    /// Returns the middle of all places at which the line between the excesses is 0: noise can make
    /// the rows below an edge fall.
    fn middle(&self, q: f64) -> f64 {
        let bins = self.bins();
        let crossing = |place: usize| {
            let (from, to) = (self.excess(place, q), self.excess(place + 1, q));
            place as f64 + (from / (from - to)).clamp(0.0, 1.0)
        };
        let first = (0..=bins).find(|place| self.excess(*place, q) >= 0.0);
        let first = first.map_or(bins as f64, |first| match first.checked_sub(1) {
            Some(before) => crossing(before),
            None => 0.0,
        });
        let last = (0..=bins).rev().find(|place| self.excess(*place, q) <= 0.0);
        let last = last.map_or(0.0, |last| match last == bins {
            true => bins as f64,
            false => crossing(last),
        });
        f64::midpoint(first, last.max(first))
    }

    /// Returns the places of a quantile and of the ends of its interval, in bins from the lowest
    /// edge. `None` if there are too few rows for an estimate.
    fn places_of(&self, q: f64, miss: f64) -> Result<Option<[f64; 3]>> {
        if self.all() <= 0.0 {
            return Ok(None);
        }
        let estimate = self.middle(q);
        let low = self.end(q, Side::Low, miss)?.min(estimate);
        let high = self.end(q, Side::High, miss)?.max(estimate);
        Ok(Some([estimate, low, high]))
    }

    /// Returns the values of an estimate and of the ends of its interval at these places, in bins
    /// from the lowest edge.
    fn values(&self, [estimate, low, high]: [f64; 3]) -> [Ratio; 3] {
        let places = self.places();
        let value = |place: f64, rounding: Rounding| {
            let parts = place * f64::from(PARTS);
            let parts = match rounding {
                Rounding::Down => parts.floor(),
                Rounding::Up => parts.ceil(),
                Rounding::Nearest => parts.round(),
            };
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let parts = parts as u64;
            let all = u64::from(PARTS);
            #[allow(clippy::cast_possible_truncation)]
            let bin = ((parts / all) as usize).min(self.bins() - 1);
            let rest = parts - bin as u64 * all;
            let [from, to] = [&self.noise.edges[bin], &self.noise.edges[bin + 1]].map(Ratio::from);
            let part = Ratio::whole(rest).over(&Ratio::whole(PARTS));
            let part = part.unwrap_or(Ratio::whole(0));
            let value = from.plus(&to.minus(&from).times(&part));
            value.rounded(places, rounding)
        };
        let estimate = value(estimate, Rounding::Nearest);
        let low = value(low, Rounding::Down).min(estimate.clone());
        let high = value(high, Rounding::Up).max(estimate.clone());
        [estimate, low, high]
    }

    /// Returns the decimals that show a hundredth of the narrowest bin.
    fn places(&self) -> u32 {
        let width = |pair: &[Decimal]| Ratio::from(&pair[1]).minus(&Ratio::from(&pair[0]));
        let narrowest = self.noise.edges.windows(2).map(width).reduce(Ratio::min);
        narrowest.map_or(0, |width| width.places())
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

/// An end of the interval of a quantile.
#[derive(Clone, Copy, Debug)]
enum Side {
    /// The lower one.
    Low,
    /// The upper one.
    High,
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
