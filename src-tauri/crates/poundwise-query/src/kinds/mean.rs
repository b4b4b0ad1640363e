//! Mean: of a column's numbers, each clamped; what is released of it, and its estimate and noise
//! interval, by inversion.
//!
//! Let m be the mean of n values v clamped to lo..hi, g the step, R = (hi - lo)/g, h = R/2, W =
//! ceil(h), N, N1, N2 independent noises of the level, and q the smallest number with P(|.| > q) <=
//! 0.05 for the noise it belongs to. A noise interval holds every m at which the response is not
//! among the 5% least likely ones.
//!
//! *Add/remove.* y1 = x1 + N1, y2 = x2 + N2, with x1 and x2 the roundings of A = sum (v - lo)/g and
//! B = sum (hi - v)/g. Put m = lo + (hi - lo) t. Then t = A/(A + B), so that (1-t) A - t B = 0, and
//! (1-t) x1 - t x2 is a mean, weighted by 1-t and t, of two roundings of at most 1/2. So
//! |(1-t) y1 - t y2| <= |(1-t) N1 - t N2| + 1/2, and t satisfies
//!
//!   |(1-t) y1 - t y2| <= q(t) + 1/2     with probability 0.95, whatever t and n are.
//!
//! With Y = y1 + y2 that is |y1/Y - t| Y <= q(t) + 1/2.
//!
//! *Replace.* y1 = x1 + N1 with x1 the rounding of A = sum (v - mid)/g, and y2 = n W + N2. Put m =
//! mid + g W r, |r| <= h/W. Then A = r n W, so that |y1 - r y2| = |x1 - A + N1 - r N2| <= |N1 - r
//! N2| + 1/2: the count is exact before its noise, and only x1 is rounded. With t = |r|/(1 + |r|)
//! the noise is 1 + |r| times (1-t) N1 - t N2, by symmetry.
//!
//! *n public.* y = x + N with x the rounding of A: m = mid + g A/n is within g (q + 1/2)/n of mid +
//! g y/n.
//!
//! *Outside of the bounds.* An estimate beyond the bounds is moved to the nearest one before the
//! interval is made. m lies within them, so this brings the estimate no further from any m that it
//! may be, and the interval holds at least what it would have held. (Without it an interval could
//! be empty, or as narrow as one likes beside a bound.)
//!
//! *Outwards.* Going outwards from the estimate, distances z are divided into cells of 1/1024 step.
//! A cell is left out of the interval if P(|(1-t) N1 - t N2| >= z - 1/2) <= 0.05 is certain for its
//! smallest z and all of its t; the interval ends where all further cells are left out. So it holds
//! all t above, and their hull, if they are no interval. Bounds of that probability at or below
//! 0.05 do not rise with ε (see [`WeightedLaw`]), so neither does an interval widen; and
//! floats are met only in that certified law, and in cells' t, whose rounding its margins cover.

use gradual_release::mechanism::WeightedLaw;
use num_bigint::BigInt;
use poundwise_documents::kinds::{Adjacency, AttributeKind, Mean, MissingCells, Question};
use poundwise_documents::units::{Decimal, LatticeStep, MicroEpsilon};
use serde::{Deserialize, Serialize};

use crate::canonical::StatedValues;
use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::{MissingAsMidNeeds, QueryFault};
use crate::filter::Condition;
use crate::hint::QueryHint;
use crate::lattice::{Lattice, coordinate};
use crate::messages::{QueryText, QuestionMessage, decimal};
use crate::ratio::Ratio;
use crate::shape::Noise;
use crate::shape::{ListingShape, outermost};
use crate::source::Source;
use crate::table::Table;
use crate::tally::{KindTally, QuestionTally, Tallied, TallySums};
use crate::words::{label, one_line};

use super::clamped::{self, Clamped, Clamping};
use super::{Asked, Proposal, QuestionFields, check_numbers};

/// The mean of a column, each number clamped.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanSpec {
    /// The column, of numbers.
    pub column: String,
    /// Conditions of the rows that count: all of them hold.
    pub filters: Vec<Condition>,
    /// Bounds of the numbers, the lower one first.
    pub bounds: [Decimal; 2],
    /// The lattice step; without one it is advised for the ceiling.
    pub step: Option<LatticeStep>,
    /// The highest level sold, as far as it is known: the listing states it.
    #[serde(skip)]
    pub ceiling: Option<MicroEpsilon>,
    /// The number of rows, where the owner makes it public.
    pub public_rows: Option<u64>,
    /// Whether a missing cell counts as the middle of the bounds: of all rows of a dataset whose
    /// rows are units of their own, replaced by others, and whose number is public.
    pub missing_as_mid: bool,
    /// Unit of the values, or empty.
    pub unit: String,
}

impl MeanSpec {
    /// Returns the mean of a column over all rows, with the advised step.
    pub fn new(column: impl Into<String>, bounds: [Decimal; 2]) -> Self {
        Self {
            column: column.into(),
            filters: Vec::new(),
            bounds,
            step: None,
            ceiling: None,
            public_rows: None,
            missing_as_mid: false,
            unit: String::new(),
        }
    }

    pub(super) fn read(fields: &mut impl QuestionFields) -> Option<Self> {
        let (column, filters) = (fields.column(), fields.filters());
        let (bounds, step, unit) = (fields.bounds(), fields.step(), fields.unit());
        let public_rows = fields.public_rows();
        let missing_as_mid = fields.missing_as_mid();
        Some(Self {
            column: column?,
            filters,
            bounds: bounds?,
            step,
            ceiling: None,
            public_rows,
            missing_as_mid,
            unit,
        })
    }

    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        if self.public_rows == Some(0) {
            return Err(
                Error::usage(QueryErrorCode::PublicRows, QuestionMessage::NoPublicRows)
                    .hint(QueryHint::StatePublicRows),
            );
        }
        let rows_as_mid = self.rows_as_mid(asked)?;
        let (source, _) = asked.column(&self.column)?;
        check_numbers(&source, AttributeKind::Mean)?;
        let rows = asked.unit.rows_per_unit;
        let moved = |low: i128, high: i128| high - low;
        let clamping = Clamping::new(self.bounds, self.step, self.ceiling, rows, moved)?;
        let lattice = clamping.lattice;
        let name = one_line(&source.name);
        let stated = Mean {
            column: name.clone(),
            filters: asked.stated_filters(),
            bounds: clamping.bounds,
            step: clamping.step,
            missing: match rows_as_mid {
                Some(_) => MissingCells::AsMid,
                None => MissingCells::Excluded,
            },
            public_rows: self.public_rows,
        };
        let meaning = Meaning::of(&stated);
        let (mid, width) = (meaning.mid.exact(), meaning.width.exact());
        let [low, high] = clamping.bounds;
        let (form, sensitivity, labels) = match (rows_as_mid, asked.unit.adjacency) {
            (Some(rows), _) => {
                let labels = vec![label(&format!("sum of {name} - {mid}"))];
                (Form::PublicRows(rows), lattice.range_steps(1), labels)
            }
            (None, Adjacency::AddRemove) => {
                let labels = vec![
                    label(&format!("sum of {name} above {low}")),
                    label(&format!("sum of {name} below {high}")),
                ];
                let steps = lattice.range_steps(rows);
                (Form::TwoSided, steps.and_then(|c| c.checked_add(1)), labels)
            }
            (None, Adjacency::Replace) => {
                let labels = vec![
                    label(&format!("sum of {name} - {mid}")),
                    format!("count × {width}"),
                ];
                let half = lattice.half_range_steps(1);
                let deviation = lattice.half_range_steps(rows);
                let steps = half
                    .and_then(|half| half.checked_mul(rows))
                    .and_then(|counted| counted.checked_add(deviation?));
                let form = Form::DeviationAndCount(half.unwrap_or(u64::MAX));
                (form, steps, labels)
            }
        };
        Ok(Proposal {
            sensitivity,
            shape: asked.shape(Question::Mean(stated), &self.unit, labels),
            recipe: super::Recipe::Mean(Recipe {
                source,
                lattice,
                form,
            }),
            step_advised: clamping.step_advised,
        })
    }

    /// Returns the public number of rows, where a missing cell counts as mid: only if the number of
    /// units is the same in all neighbouring tables, and each row, whatever its cells, is one of
    /// them.
    fn rows_as_mid(&self, asked: &Asked<'_>) -> Result<Option<u64>> {
        if !self.missing_as_mid {
            return Ok(None);
        }
        let wrong = |message: QuestionMessage, needs| {
            Error::usage(QueryErrorCode::MissingAsMid, message)
                .hint(QueryHint::MissingAsMidIsFor)
                .at(QueryFault::MissingAsMid { needs })
        };
        let Some(rows) = self.public_rows else {
            return Err(wrong(
                QuestionMessage::MiddleNeedsPublicRows,
                MissingAsMidNeeds::PublicRows,
            ));
        };
        if asked.unit.adjacency != Adjacency::Replace {
            return Err(wrong(
                QuestionMessage::MiddleNeedsReplacement,
                MissingAsMidNeeds::Replacement,
            ));
        }
        if asked.unit.person_column.is_some() {
            return Err(wrong(
                QuestionMessage::MiddleNeedsRowsAsUnits,
                MissingAsMidNeeds::RowsAsUnits,
            ));
        }
        if !self.filters.is_empty() {
            return Err(wrong(
                QuestionMessage::MiddleNeedsNoCondition,
                MissingAsMidNeeds::NoFilter,
            ));
        }
        Ok(Some(rows))
    }
}

/// The vector that a mean releases.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// (round(sum of (v - lo)/g), round(sum of (hi - v)/g)), under add/remove.
    TwoSided,
    /// (round(sum of (v - mid)/g), count W) with this W, under replacement.
    DeviationAndCount(u64),
    /// round(sum of (v - mid)/g) of so many rows, a public number; a missing cell counts as mid.
    PublicRows(u64),
}

/// Returns the question in words, without its conditions.
pub(super) fn words(question: &Mean) -> QueryText {
    let [low, high] = question.bounds;
    let column = question.column.clone();
    match missing_as(question) {
        Some(middle) => QueryText::MeanWithMissing {
            column,
            low,
            high,
            middle: decimal(&middle),
        },
        None => QueryText::Mean { column, low, high },
    }
}

/// Returns the middle of the bounds, if a missing cell counts as it.
pub(super) fn missing_as(question: &Mean) -> Option<String> {
    match question.missing {
        MissingCells::AsMid => Some(Meaning::of(question).mid.exact()),
        MissingCells::Excluded => None,
    }
}

/// Returns the question as if `rows` were its public number of rows, unless it has one.
pub(super) fn assuming_rows(question: &Mean, rows: u64) -> Option<Mean> {
    question.public_rows.is_none().then(|| Mean {
        public_rows: Some(rows),
        ..question.clone()
    })
}

pub(super) fn stated_values(question: &Mean) -> StatedValues<'_> {
    StatedValues {
        bounds: &question.bounds,
        step: question.step,
        rows_as_mid: match question.missing {
            MissingCells::AsMid => question.public_rows,
            MissingCells::Excluded => None,
        },
        ..StatedValues::default()
    }
}

pub(crate) struct Recipe {
    source: Source,
    lattice: Lattice,
    form: Form,
}

impl Recipe {
    /// Returns D2^2. Cost: K steps under replacement.
    pub(super) fn l2_squared(&self, shape: &ListingShape) -> u128 {
        let d = u128::from(shape.sensitivity);
        match self.form {
            // C^2 + 1, D = C + 1.
            Form::TwoSided => (d - 1).pow(2) + 1,
            // Not beyond D^2, which is at most 2^80.
            Form::DeviationAndCount(_) => self
                .lattice
                .replaced_mean_l2(shape.rows_per_unit)
                .unwrap_or_else(|| d.pow(2)),
            Form::PublicRows(_) => d.pow(2),
        }
    }

    pub(super) fn source(&self) -> &Source {
        &self.source
    }

    pub(super) fn tally(&self, tallied: &Tallied<'_>) -> KindTally {
        let number = self.lattice.tally(tallied.of(&self.source));
        clamped::tally(number, !matches!(self.form, Form::PublicRows(_)))
    }

    pub(super) fn evaluation(&self, rows: u64) -> Result<Evaluation<'_>> {
        // The number of rows is public here, and the same in all neighbours. The error does not say
        // it.
        if let Form::PublicRows(stated) = self.form
            && stated != rows
        {
            return Err(Error::refused(
                QueryErrorCode::PublicRows,
                QuestionMessage::OtherPublicRows,
            )
            .hint(QueryHint::StateAllRows)
            .hint(QueryHint::LeaveOutMissingAsMid));
        }
        Ok(Evaluation {
            clamped: Clamped::new(&self.source, &self.lattice),
            lattice: &self.lattice,
            form: self.form,
        })
    }
}

/// The sums so far.
pub(crate) struct Evaluation<'a> {
    clamped: Clamped<'a>,
    lattice: &'a Lattice,
    form: Form,
}

impl Evaluation<'_> {
    pub(super) fn take(&mut self, batch: &Table, rows: &[usize]) -> Result<()> {
        self.clamped.take(batch, rows)
    }

    pub(super) fn take_sums(&mut self, tally: &QuestionTally, sums: &TallySums) {
        self.clamped.take_sums(self.lattice, tally, sums);
    }

    pub(super) fn finish(self) -> Vec<i64> {
        let sum = self.clamped.sum;
        match self.form {
            Form::TwoSided => vec![sum.above_low(), sum.below_high()],
            Form::DeviationAndCount(width) => vec![
                sum.deviation(),
                coordinate(&(BigInt::from(sum.count()) * width)),
            ],
            // A cell that is missing deviates by nothing from mid.
            Form::PublicRows(_) => vec![sum.deviation()],
        }
    }
}

/// Cells of one lattice step.
const CELLS: f64 = 1024.0;

/// The share of intervals that miss.
const MISSED: f64 = 0.05;

/// The meaning of a mean's coordinates.
pub(crate) struct Meaning {
    low: Ratio,
    high: Ratio,
    pub(crate) mid: Ratio,
    /// g W: W steps, in the attribute's unit.
    width: Ratio,
    step: Ratio,
}

/// A mean's estimate and the ends of its noise interval.
pub(crate) struct Interval {
    pub(crate) low: Ratio,
    pub(crate) estimate: Ratio,
    pub(crate) high: Ratio,
}

impl Meaning {
    pub(crate) fn of(mean: &Mean) -> Self {
        let [low, high] = mean.bounds.each_ref().map(Ratio::from);
        let step = Ratio::from(mean.step.get());
        let half_range = high.minus(&low).half();
        // A step is above 0.
        let half_steps = half_range.over(&step).unwrap_or(half_range).ceil();
        Self {
            mid: low.plus(&high).half(),
            width: step.times(&half_steps),
            low,
            high,
            step,
        }
    }

    pub(crate) fn range(&self) -> Ratio {
        self.high.minus(&self.low)
    }

    /// Returns the estimate of a response; `None` where it is of too few rows: its noisy count is
    /// not above 0.
    pub(crate) fn interval(
        &self,
        shape: &ListingShape,
        values: &[i64],
        noise: &Noise,
    ) -> Result<Option<Interval>> {
        match (values, shape.adjacency, shape.question.public_rows()) {
            ([sum], _, Some(rows)) => Ok(self.of_rows(*sum, rows, noise)),
            ([above, below], Adjacency::AddRemove, _) => self.of_two_sums(*above, *below, noise),
            ([sum, count], Adjacency::Replace, _) => self.of_sum_and_count(*sum, *count, noise),
            _ => Ok(None),
        }
    }

    fn of_rows(&self, sum: i64, rows: u64, noise: &Noise) -> Option<Interval> {
        let unit = self.step.over(&Ratio::whole(rows))?;
        let estimate = self.clip(self.mid.plus(&unit.times(&Ratio::whole(sum))));
        let half_width = unit.times(&noise.half_width_of_rounded());
        Some(self.around(estimate, &half_width, &half_width))
    }

    fn of_two_sums(&self, above: i64, below: i64, noise: &Noise) -> Result<Option<Interval>> {
        let count = i128::from(above) + i128::from(below);
        let Some(share) = Ratio::whole(above).over(&Ratio::whole(count)) else {
            return Ok(None);
        };
        let side = Side {
            law: noise.pair()?,
            share: (above as f64 / count as f64).clamp(0.0, 1.0),
            count: count as f64,
            form: Adjacency::AddRemove,
        };
        let range = self.range();
        let estimate = self.clip(self.low.plus(&range.times(&share)));
        Ok(range
            .over(&Ratio::whole(count))
            .map(|unit| self.inverted(estimate, &unit, &side, noise)))
    }

    fn of_sum_and_count(&self, sum: i64, count: i64, noise: &Noise) -> Result<Option<Interval>> {
        let Some(share) = Ratio::whole(sum).over(&Ratio::whole(count)) else {
            return Ok(None);
        };
        let most = self.range().half().over(&self.width);
        let most = most.unwrap_or_else(|| Ratio::whole(1)).nearest();
        let side = Side {
            law: noise.pair()?,
            share: (sum as f64 / count as f64).clamp(-most, most),
            count: count as f64,
            form: Adjacency::Replace,
        };
        let estimate = self.clip(self.mid.plus(&self.width.times(&share)));
        Ok(self
            .width
            .over(&Ratio::whole(count))
            .map(|unit| self.inverted(estimate, &unit, &side, noise)))
    }

    /// Returns the interval of the mean around an estimate; `unit` is one lattice step in units of
    /// the mean.
    fn inverted(&self, estimate: Ratio, unit: &Ratio, side: &Side, noise: &Noise) -> Interval {
        // Each tail is closed beyond 3 scales and 1/2 for a weighted difference (see
        // `Noise::most`), with up to twice the weights; the scale is below 2^50, so this is below
        // 2^63.
        let first = (6.0 * noise.law.scale() + 4.0) * CELLS;
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let first = first.ceil() as u64;
        let [down, up] = [-1.0, 1.0].map(|way| {
            let cells = outermost(first, |near, far| side.leaves_out(way, near, far));
            let steps = Ratio::whole(cells).over(&Ratio::whole(1024));
            unit.times(&steps.unwrap_or_else(|| Ratio::whole(cells)))
        });
        self.around(estimate, &down, &up)
    }

    fn around(&self, estimate: Ratio, down: &Ratio, up: &Ratio) -> Interval {
        Interval {
            low: self.clip(estimate.minus(down)),
            high: self.clip(estimate.plus(up)),
            estimate,
        }
    }

    pub(crate) fn clip(&self, mean: Ratio) -> Ratio {
        mean.max(self.low.clone()).min(self.high.clone())
    }

    /// Returns the half-width of a response whose noisy count is that of the stated rows, at most:
    /// whatever the mean is.
    ///
    /// |y1/Y - t| <= (q(t) + 1/2)/Y with Y = n R, and hi - lo = g R, so g (q(t) + 1/2)/n in the
    /// mean. Under replace in the same way g (q(r) + 1/2)/n, where q(r) of |N1 - r N2| is largest
    /// at |r| = 1. On a fine lattice q(t) is largest at t = 0, but not on a coarse one (at ε/D = 4
    /// it is 0 there, and 1/2 at t = 1/2): [`Noise::most`] is above all of them.
    pub(crate) fn half_width_before(&self, shape: &ListingShape, noise: &Noise) -> Option<Ratio> {
        let steps = match (shape.dimension, shape.adjacency) {
            (1, _) => noise.half_width_of_rounded(),
            (_, Adjacency::AddRemove) => noise.most().plus(&Ratio::whole(1).half()),
            (_, Adjacency::Replace) => noise.most_of_two().plus(&Ratio::whole(1).half()),
        };
        let unit = self
            .step
            .over(&Ratio::whole(shape.question.public_rows()?))?;
        Some(unit.times(&steps).min(self.range()))
    }

    /// Returns half-widths of what a response of unknown rows is made of: of each sum, rounded as
    /// it is, and of the number of rows.
    ///
    /// Under add/remove that number is (A + B)/R, and y1 + y2 is off by N1 + N2 and two roundings;
    /// under replace it is x2/W, and y2 is off by N2.
    pub(crate) fn half_widths_of_parts(
        &self,
        shape: &ListingShape,
        noise: &Noise,
    ) -> Result<[Ratio; 2]> {
        let sum = self.step.times(&noise.half_width_of_rounded());
        let (steps, row) = match shape.adjacency {
            Adjacency::AddRemove => (
                Ratio::whole(noise.half_width_of_two()?).plus(&Ratio::whole(1)),
                self.range(),
            ),
            Adjacency::Replace => (noise.half_width(), self.width.clone()),
        };
        let count = self.step.times(&steps).over(&row);
        Ok([sum, count.unwrap_or(steps)])
    }
}

/// Parameters of the cells on one side of an estimate.
struct Side {
    law: WeightedLaw,
    /// y1/Y, or y1/y2, within the bounds.
    share: f64,
    /// Y, or y2.
    count: f64,
    form: Adjacency,
}

impl Side {
    /// Returns whether everything from `near` to `far` cells away is outside of the interval.
    fn leaves_out(&self, way: f64, near: u64, far: u64) -> bool {
        let [near, far] = [near, far].map(|cells| cells as f64 / CELLS);
        let ends = [near, far].map(|steps| self.share + way * steps / self.count);
        let reach = near - 0.5;
        match self.form {
            Adjacency::AddRemove => {
                let between = ends.map(|t| t.clamp(0.0, 1.0));
                self.law.is_tail_at_most(between, reach, MISSED)
            }
            Adjacency::Replace => {
                let [one, other] = ends.map(|r| r.abs().min(1.0));
                let crosses = ends[0] * ends[1] <= 0.0;
                let least = if crosses { 0.0 } else { one.min(other) };
                let most = one.max(other);
                let between = [least, most].map(|r| r / (1.0 + r));
                let reach = reach / (1.0 + most);
                self.law.is_tail_at_most(between, reach, MISSED)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::kinds::Family;

    use super::*;

    fn law(level: u64) -> WeightedLaw {
        let mechanism = Family::DiscreteLaplace.mechanism(1).unwrap();
        mechanism.law(level).unwrap().weighted().unwrap()
    }

    #[test]
    fn a_range_of_cells_is_left_out_only_if_each_of_its_cells_is() {
        let mut left_out = 0;
        for (form, share) in [0.0, 0.02, 0.3, 0.7, 1.0]
            .into_iter()
            .flat_map(|share| [(Adjacency::AddRemove, share), (Adjacency::Replace, share)])
        {
            for (epsilon, count) in [(4_000_000, 1.0), (1_000_000, 5.0), (300_000, 30.0)] {
                let side = Side {
                    law: law(epsilon),
                    share,
                    count,
                    form,
                };
                for (way, short) in [-1.0, 1.0]
                    .into_iter()
                    .flat_map(|w| [(w, true), (w, false)])
                {
                    // Four steps, and all of the tail.
                    let end = 40 * 1024;
                    for near in (0..end).step_by(512) {
                        let far = if short { near + 4096 } else { end };
                        if far > near && side.leaves_out(way, near, far) {
                            left_out += 1;
                            for cell in (near..far).step_by(97) {
                                assert!(
                                    side.leaves_out(way, cell, cell + 1),
                                    "{share} {epsilon} {count} {way} {near}..{far}: {cell}"
                                );
                            }
                        }
                    }
                }
            }
        }
        assert!(left_out > 1000, "{left_out}");
    }

    /// Beyond the bounds no mean is: what is there counts as what is at the bound.
    #[test]
    fn no_mean_is_beyond_the_bounds() {
        let side = Side {
            law: law(300_000),
            share: 0.0,
            count: 3.0,
            form: Adjacency::Replace,
        };
        assert!(side.leaves_out(1.0, 100 * 1024, 101 * 1024));
        assert!(side.leaves_out(-1.0, 100 * 1024, 101 * 1024));
    }

    #[test]
    fn the_outermost_cell_kept_ends_the_interval() {
        for first in [0_u64, 1, 2, 3, 100, 1 << 40] {
            for kept in [0_u64, 1, 2, 57, 100, 1 << 39] {
                // Kept are two pieces: the interval goes round both.
                let is_left_out =
                    |near: u64, far: u64| near >= kept || (far <= kept / 2 && near > kept / 4);
                assert_eq!(
                    outermost(first, is_left_out),
                    kept.min(first),
                    "{first} {kept}"
                );
            }
        }
    }
}
