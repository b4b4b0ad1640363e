//! Quantiles of a histogram between numeric edges.
//!
//! A *quantile* q is the value x at which the rows below x are q times all rows, where the rows of
//! a bin are evenly spread between its edges. Its interval goes from the first to the last edge at
//! which `rows below - q whole` is not significantly different from 0, and from there to where the
//! line between the excess with its half-width at this edge and at the next one is 0. If more than
//! [`SCANNED`] edges are undecided without the law, only so many of them are tested, evenly spread,
//! and then those between two of them.

use gradual_release::mechanism::WeightedNoises;
use poundwise_documents::units::Decimal;
use serde::Serialize;

use super::{Ranges, below};
use crate::error::{Error, QueryErrorCode, Result};
use crate::estimate::{Estimate, MISS};
use crate::hint::QueryHint;
use crate::messages::QuestionMessage;
use crate::ratio::{Ratio, Rounding};
use crate::shape::no_law;

/// The most edges that are tested at one distance.
const SCANNED: usize = 64;
/// Parts of a bin to which a quantile is computed.
const PARTS: u32 = 1000;
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

impl Ranges<'_> {
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
            let [from, to] = [
                &self.noise.column.edges[bin],
                &self.noise.column.edges[bin + 1],
            ]
            .map(Ratio::from);
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
        let narrowest = self
            .noise
            .column
            .edges
            .windows(2)
            .map(width)
            .reduce(Ratio::min);
        narrowest.map_or(0, |width| width.places())
    }
}

/// An end of the interval of a quantile.
#[derive(Clone, Copy, Debug)]
enum Side {
    /// The lower one.
    Low,
    /// The upper one.
    High,
}
