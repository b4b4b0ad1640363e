//! Ranges, shares and quantiles of a histogram between numeric edges. Post-processing of released
//! numbers: nothing here has seen the data.
//!
//! The *rows* of a range are the sum of its bins. Its noise is the sum of as many noises, whose law
//! is known exactly ([`Law::half_width_95_of_sum`](gradual_release::mechanism::Law)).
//!
//! The *share* of a range is its rows over the rows of all bins; the bin of other cells is left
//! out. The noise interval holds each r at which `part - r whole` is not significantly different
//! from 0: its noise is the contrast `(1 - r) A - r B` of the noises inside and outside of the
//! range (Fieller 1954). At the true share this test errs with probability 0.05 at most, so the
//! interval misses the share of this table with that probability at most.
//!
//! A *quantile* q is the value x at which the rows below x are q times all rows, where the rows of
//! a bin are evenly spread between its edges. Its interval holds each x at which
//! `rows below - q whole` is not significantly different from 0, by the same law with the bins below
//! x inside. Half-widths are certified at the edges and interpolated between them, as the numbers
//! are. From [`KNOTS`] bins on they are computed at so many edges; at the others the larger of the
//! two next to it is used, which is an upper bound, as the half-width rises or falls with the
//! number of bins below.

use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::HashMap;

use gradual_release::mechanism::{ContrastLaw, Law};
use poundwise_documents::kinds::Question;
use poundwise_documents::units::{Decimal, MicroEpsilon};
use serde::Serialize;

use crate::error::{Error, QueryErrorCode, Result};
use crate::estimate::{Estimate, fits_labels};
use crate::hint::QueryHint;
use crate::messages::QuestionMessage;
use crate::ratio::{Ratio, Rounding};
use crate::shape::{ListingShape, Noise, no_law};

/// The most edges at which half-widths are computed.
const KNOTS: usize = 64;
/// Parts of a bin to which a quantile is computed.
const PARTS: u32 = 1000;
/// Probability with which a noise interval may miss the truth.
const MISS: f64 = 0.05;
/// Decimals of a share.
const SHARE_PLACES: u32 = 4;

/// A response to a histogram between numeric edges, from which ranges and quantiles are computed.
pub struct Ranges<'a> {
    column: &'a str,
    edges: &'a [Decimal],
    /// Rows below each edge, in the order of the edges.
    below: Vec<i128>,
    law: Law,
    /// The laws of contrasts by the number of bins below, as they were asked for.
    contrasts: RefCell<HashMap<usize, ContrastLaw>>,
}

/// The rows between two edges.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RangeEstimate {
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
        let column = match &shape.question {
            Question::Histogram(histogram) if !histogram.column.edges.is_empty() => {
                &histogram.column
            }
            _ => {
                return Err(Error::usage(
                    QueryErrorCode::NoEdges,
                    QuestionMessage::NoRangesOfListing,
                )
                .hint(QueryHint::RangesNeedEdges));
            }
        };
        let edges = column.edges.as_slice();
        fits_labels(shape, values)?;
        let mut below = vec![0];
        // The last value counts the other cells.
        below.extend(values.iter().take(edges.len() - 1).scan(0, |sum, value| {
            *sum += i128::from(*value);
            Some(*sum)
        }));
        Ok(Self {
            column: &column.column,
            edges,
            below,
            law: Noise::new(shape, epsilon)?.law,
            contrasts: RefCell::default(),
        })
    }

    /// Returns the column whose values the edges are of.
    #[must_use]
    pub fn column(&self) -> &str {
        self.column
    }

    /// Returns at most `most` edges, the first and the last included.
    pub fn edges(&self, most: usize) -> impl Iterator<Item = &Decimal> {
        self.spread(most).map(|place| &self.edges[place])
    }

    /// Returns the number of rows between two edges, and their share.
    ///
    /// # Errors
    /// `range` if one of them is not an edge, or the first is not below the second.
    pub fn range(&self, low: &Decimal, high: &Decimal) -> Result<RangeEstimate> {
        let place = |value: &Decimal| {
            let place = self.edges.iter().position(|edge| edge == value);
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
        let bins = (last - first) as u64;
        let width = Ratio::whole(self.law.half_width_95_of_sum(bins).map_err(no_law)?);
        let rows = Ratio::whole(self.below[last] - self.below[first]);
        let (low, high) = (low.to_string(), high.to_string());
        let label = format!("{low} – {high}");
        let [from, to] = [rows.minus(&width), rows.plus(&width)];
        Ok(RangeEstimate {
            bins,
            rows: Estimate::between(label, &rows, [&from, &to]),
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
                let width = self
                    .law
                    .half_width_95_of_sum(place as u64)
                    .map_err(no_law)?;
                let (edge, rows) = (&self.edges[place], self.below[place] as f64);
                Ok(CumulativePoint {
                    edge: edge.to_string(),
                    edge_number: edge.to_f64(),
                    rows,
                    low: rows - width as f64,
                    high: rows + width as f64,
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
        self.edges.len() - 1
    }

    fn all(&self) -> i128 {
        self.below[self.bins()]
    }

    /// Returns the error of a number that is no edge, with the edges next to it.
    fn no_edge(&self, value: &Decimal) -> Error {
        let (low, high) = (self.edges[0], self.edges[self.bins()]);
        let above = self.edges.iter().position(|edge| edge > value);
        let value = *value;
        match above {
            None | Some(0) => {
                let message = QuestionMessage::RangeOutside { value, low, high };
                Error::usage(QueryErrorCode::Range, message).hint(QueryHint::StateEdges)
            }
            Some(above) => {
                let below = self.edges[above - 1];
                let above = self.edges[above];
                Error::usage(QueryErrorCode::Range, QuestionMessage::NoSuchEdge { value })
                    .hint(QueryHint::NextEdges { below, above })
            }
        }
    }

    fn share(&self, first: usize, last: usize) -> Result<Option<Estimate>> {
        let bins = self.bins();
        let inside = (last - first) as u64;
        let (part, whole) = (self.below[last] - self.below[first], self.all());
        if whole <= i128::from(self.law.half_width_95_of_sum(bins as u64).map_err(no_law)?) {
            return Ok(None);
        }
        let law = self
            .law
            .contrast([inside, bins as u64 - inside])
            .map_err(no_law)?;
        let (part, whole) = (part as f64, whole as f64);
        // Shares in units of the last place that is shown.
        let one = 10_i64.pow(SHARE_PLACES);
        let of = |r: i64| r as f64 / one as f64;
        // Each is true from some share on: the estimate less a share of the whole falls with it.
        let low = first_of(0, one, |r| {
            part - of(r) * whole <= law.half_width(of(r), MISS)
        });
        let high = first_of(0, one, |r| {
            part - of(r) * whole < -law.half_width(of(r), MISS)
        });
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
        self.below[place] as f64 - q * self.all() as f64
    }

    /// Returns the half-width of [`excess`](Self::excess), or more.
    fn width(&self, place: usize, q: f64, miss: f64) -> Result<f64> {
        let bins = self.bins();
        let each = bins.div_ceil(KNOTS);
        let knot = |below: usize| -> Result<f64> {
            if let Some(law) = self.contrasts.borrow().get(&below) {
                return Ok(law.half_width(q, miss));
            }
            let numbers = [below as u64, (bins - below) as u64];
            let law = self.law.contrast(numbers).map_err(no_law)?;
            let width = law.half_width(q, miss);
            self.contrasts.borrow_mut().insert(below, law);
            Ok(width)
        };
        let before = place / each * each;
        if before == place {
            return knot(place);
        }
        Ok(knot(before)?.max(knot((before + each).min(bins))?))
    }

    /// Returns the excess at an edge, moved by its half-width.
    fn moved(&self, place: usize, q: f64, side: Side) -> Result<f64> {
        let excess = self.excess(place, q);
        Ok(match side {
            Side::None => excess,
            Side::Up(miss) => excess + self.width(place, q, miss)?,
            Side::Down(miss) => excess - self.width(place, q, miss)?,
        })
    }

    /// Returns the sign of [`moved`](Self::moved), without the half-width where it cannot matter.
    fn sign(&self, place: usize, q: f64, side: Side) -> Result<Ordering> {
        let excess = self.excess(place, q);
        let variance = self.law.variance();
        let below = (1.0 - q) * (1.0 - q) * place as f64;
        let above = q * q * (self.bins() - place) as f64;
        let (is_certain, miss) = match side {
            Side::None => (true, 1.0),
            Side::Up(miss) => (excess > 0.0, miss),
            Side::Down(miss) => (excess < 0.0, miss),
        };
        // By Chebyshev's inequality the half-width is at most so many standard deviations, with
        // room for the steps of its table.
        let most = 1.1 * (variance * (below + above) / miss).sqrt() + 1.0;
        let sign = match is_certain || excess.abs() > most {
            true => excess,
            false => self.moved(place, q, side)?,
        };
        Ok(sign.partial_cmp(&0.0).unwrap_or(Ordering::Equal))
    }

    /// Returns the place between two neighbouring edges at which the line between their moved
    /// excesses is 0.
    fn crossing(&self, place: usize, q: f64, side: Side) -> Result<f64> {
        let (from, to) = (self.moved(place, q, side)?, self.moved(place + 1, q, side)?);
        Ok(place as f64 + (from / (from - to)).clamp(0.0, 1.0))
    }

    /// Returns the first place from which the moved excess is not below 0.
    fn first(&self, q: f64, side: Side) -> Result<f64> {
        for place in 0..=self.bins() {
            if self.sign(place, q, side)?.is_ge() {
                return match place.checked_sub(1) {
                    Some(before) => self.crossing(before, q, side),
                    None => Ok(0.0),
                };
            }
        }
        Ok(self.bins() as f64)
    }

    /// Returns the last place up to which the moved excess is not above 0.
    fn last(&self, q: f64, side: Side) -> Result<f64> {
        let bins = self.bins();
        for place in (0..=bins).rev() {
            if self.sign(place, q, side)?.is_le() {
                return if place == bins {
                    Ok(bins as f64)
                } else {
                    self.crossing(place, q, side)
                };
            }
        }
        Ok(0.0)
    }

    /// Returns the places of a quantile and of the ends of its interval, in bins from the lowest
    /// edge. `None` if there are too few rows for an estimate.
    fn places_of(&self, q: f64, miss: f64) -> Result<Option<[f64; 3]>> {
        if self.all() <= 0 {
            return Ok(None);
        }
        // Noise can make the rows below an edge fall: the middle of all crossings is the estimate.
        let (first, last) = (self.first(q, Side::None)?, self.last(q, Side::None)?);
        let estimate = f64::midpoint(first, last.max(first));
        let low = self.first(q, Side::Up(miss))?.min(estimate);
        let high = self.last(q, Side::Down(miss))?.max(estimate);
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
            let [from, to] = [&self.edges[bin], &self.edges[bin + 1]].map(Ratio::from);
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
        let narrowest = self.edges.windows(2).map(width).reduce(Ratio::min);
        narrowest.map_or(0, |width| width.places())
    }
}

/// By how much an excess is moved before its sign is asked for.
#[derive(Clone, Copy, Debug)]
enum Side {
    /// Not at all.
    None,
    /// Up by the half-width that is missed with this probability.
    Up(f64),
    /// Down by it.
    Down(f64),
}

/// Returns the first of `low..=high` for which a test holds that holds from some number on, or
/// `high + 1`.
fn first_of(mut low: i64, high: i64, holds: impl Fn(i64) -> bool) -> i64 {
    let mut end = high + 1;
    while low < end {
        let middle = low + (end - low) / 2;
        if holds(middle) {
            end = middle;
        } else {
            low = middle + 1;
        }
    }
    end
}
