//! From released lattice values to what a person reads. Post-processing: nothing here has seen the
//! data.
//!
//! What is stated as 95% is a *noise interval*: it holds the answer on this table with probability
//! 0.95 over the noise, whatever the table is. It says nothing of a wider public that the table may
//! be a sample of.
//!
//! A count, a histogram or a cross-tabulation is exact but for its noise: y - k to y + k, with k
//! the smallest number such that P(|N| > k) <= 0.05. So is a value or a vector, in steps. A sum is
//! rounded to the lattice once, by at most half a step: g (k + 1/2). `kinds/mean.rs` has the
//! intervals of a mean.
//!
//! *A mean in decimals.* With h the exact half-width, the larger distance of an end from the
//! estimate, all is shown with the fewest decimals p that show three digits of 1.005 h, so u =
//! 10^-p <= 1.005 h/100: the estimate to the nearest, the ends outwards, none of them beyond the
//! bounds; and the stated half-width is the larger distance between those, rounded up. So the exact
//! interval lies within the ends shown, and these within the half-width of the estimate shown. And
//! what is stated does not grow as h falls, hence not with ε: with p the same because no end moves
//! outwards. Where p grows, from a last decimal worth u to one worth u' <= u/10, h is 99.502 u or
//! more before, and the stated half-width, at least h - u/2 and a multiple of u, is 100 u or more;
//! after, h is less than 99.503 u, and the stated half-width, at most h + 1.5 u' <= 99.66 u rounded
//! up to a multiple of u', is 100 u or less.
//!
//! All of it holds for sums within 2^53 steps, where the vector is cut off.

use std::iter;

use gradual_release::distribution::{DiscreteLaplace, WeightedDifference};
use gradual_release::{Epsilon, Sensitivity};
use poundwise_documents::kinds::{Adjacency, AttributeKind, Listing};
use poundwise_documents::units::{Decimal, MicroEpsilon, Step};

use crate::error::{Error, ErrorCode, Result};
use crate::hint::Hint;

use crate::kinds::mean::{Meaning, outermost};
use crate::kinds::{Told, told};
use crate::ratio::{Ratio, Rounding};

mod view;

pub use view::{Axis, Estimate, HalfWidth, OutlineBar, WidthBasis};

/// The public form of an attribute: what its values mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingShape {
    /// What was asked.
    pub kind: AttributeKind,
    /// Unit of the values, or empty.
    pub unit: String,
    /// Lattice step, in `unit`.
    pub step: Step,
    /// What values were clamped to, in `unit`.
    pub bounds: Option<[Decimal; 2]>,
    /// One a coordinate.
    pub labels: Vec<String>,
    /// D in lattice steps.
    pub sensitivity: u64,
    /// The number of rows, where the owner states it.
    pub public_rows: Option<u64>,
    /// Which tables are neighbours.
    pub adjacency: Adjacency,
    /// K, the most rows of one privacy unit.
    pub rows_per_unit: u64,
}

impl ListingShape {
    /// Returns the shape that a listing states.
    pub fn of(listing: &Listing) -> Self {
        Self {
            kind: listing.kind,
            unit: listing.unit.clone(),
            step: listing.step,
            bounds: match listing.bounds.as_slice() {
                [low, high] => Some([*low, *high]),
                _ => None,
            },
            labels: listing.labels.clone(),
            sensitivity: listing.sensitivity,
            public_rows: listing.public_rows,
            adjacency: listing.adjacency,
            rows_per_unit: listing.rows_per_unit,
        }
    }

    /// Returns the number of coordinates.
    pub fn dimension(&self) -> usize {
        self.labels.len()
    }
}

/// The noise of one coordinate, or of two, at a level. Widths are in lattice steps.
pub(crate) struct Noise {
    epsilon: Epsilon,
    sensitivity: Sensitivity,
    one: DiscreteLaplace,
}

/// ln 20, rounded up at the 15th decimal.
const LN_20: (i64, i64) = (2_995_732_273_553_992, 1_000_000_000_000_000);
/// The x with exp(-x) (1 + x/2) = 0.05, rounded up at the 15th decimal.
const TWO_LAPLACE: (i64, i64) = (4_113_003_280_719_640, 1_000_000_000_000_000);

impl Noise {
    fn new(shape: &ListingShape, epsilon: MicroEpsilon) -> Result<Self> {
        let epsilon = Epsilon::from_micro(epsilon.get()).map_err(no_law)?;
        let sensitivity = Sensitivity::new(shape.sensitivity).map_err(no_law)?;
        Ok(Self {
            epsilon,
            sensitivity,
            one: DiscreteLaplace::new(epsilon, sensitivity).map_err(no_law)?,
        })
    }

    /// Returns D/ε.
    pub(crate) fn scale(&self) -> Ratio {
        let steps = Ratio::whole(self.sensitivity.get()).times(&Ratio::whole(1_000_000));
        // A level is above 0.
        let scale = steps.over(&Ratio::whole(self.epsilon.micro()));
        scale.unwrap_or(steps)
    }

    /// Returns k: the smallest number with P(|N| > k) <= 0.05.
    pub(crate) fn half_width(&self) -> Ratio {
        Ratio::whole(self.one.half_width_95())
    }

    /// Returns the half-width of a number that was rounded to the lattice before the noise came.
    pub(crate) fn half_width_of_rounded(&self) -> Ratio {
        self.half_width().plus(&Ratio::whole(1).half())
    }

    pub(crate) fn pair(&self) -> Result<WeightedDifference> {
        WeightedDifference::new(self.epsilon, self.sensitivity).map_err(no_law)
    }

    /// Returns at least the smallest number with P(|(1-t) N1 - t N2| > q) <= 0.05 for each t, and
    /// falling with ε.
    ///
    /// That probability is at most exp(-(q - 1/2) ε/D), the worst case t = 0 of the closed form of
    /// [`WeightedDifference`]; and at most P(max(|N1|, |N2|) > q), which is 1 - (1 - p)^2 <= 0.05
    /// for p = P(|N| > q) <= 0.0253.
    pub(crate) fn most(&self) -> Ratio {
        let smooth = self.scale().times(&ratio(LN_20)).plus(&ratio((1, 2)));
        smooth.min(self.either())
    }

    /// Returns the same for |N1 - r N2|, |r| <= 1.
    ///
    /// With weights that add up to 1 + |r| instead of 1, half a step becomes (1 + |r|)/2; and the
    /// closed form grows with
    /// |r|, to exp(-x) (1 + x/2) with x = (q - 1) ε/D at |r| = 1.
    pub(crate) fn most_of_two(&self) -> Ratio {
        let smooth = self.scale().times(&ratio(TWO_LAPLACE)).plus(&ratio((1, 1)));
        let either = self.either();
        smooth.min(either.plus(&either))
    }

    /// Returns the smallest k with P(|N| > k) <= 0.0253.
    fn either(&self) -> Ratio {
        let k = self.one.half_width(253, 10_000);
        k.map_or_else(|_| self.half_width(), Ratio::whole)
    }

    /// Returns the smallest whole k for which P(|N1 + N2| > k) <= 0.05 is certain.
    pub(crate) fn half_width_of_two(&self) -> Result<u64> {
        let pair = self.pair()?;
        // It is at most `most_of_two`.
        let enough = self.most_of_two().ceil().nearest();
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let enough = enough as u64 + 1;
        // Half of N1 + N2 has the law of (N1 - N2)/2. P(|N1 + N2| > k) = P(|N1 + N2| >= k + 1).
        Ok(outermost(enough, |near, _| {
            pair.is_tail_at_most([0.5, 0.5], (near as f64 + 1.0) / 2.0, 0.05)
        }))
    }
}

#[allow(clippy::needless_pass_by_value)] // as `map_err` gives it
fn no_law(problem: gradual_release::Error) -> Error {
    Error::refused(
        ErrorCode::NoLaw,
        format!("There is no noise law for this: {problem}."),
    )
    .hint(Hint::HigherLevelOrStep)
}

fn ratio((numerator, denominator): (i64, i64)) -> Ratio {
    let numerator = Ratio::whole(numerator);
    let ratio = numerator.over(&Ratio::whole(denominator));
    ratio.unwrap_or(numerator)
}

/// Returns what a held response says, with its noise interval: one number a label, and one for a
/// mean.
///
/// Counts, sums, values, vectors, histograms and cross-tabulations are shown exactly; a mean is
/// rounded to where its half-width has three digits, and its interval outwards (see the module). A
/// mean whose noisy count is not above 0 is of too few rows for an estimate: its text says so, it
/// has no interval, and its number is the middle of the bounds.
///
/// # Errors
/// `values` are not as many as the labels; a level of 0, or one without a law at this D.
pub fn estimates(
    shape: &ListingShape,
    values: &[i64],
    epsilon: MicroEpsilon,
) -> Result<Vec<Estimate>> {
    Ok(estimates_of(shape, values, epsilon)?.collect())
}

/// Returns the [`estimates`] of the coordinates at these places, without the work of the others; of
/// a mean its one estimate.
///
/// # Errors
/// As [`estimates`].
pub fn estimates_at(
    shape: &ListingShape,
    values: &[i64],
    epsilon: MicroEpsilon,
    places: &[usize],
) -> Result<Vec<Estimate>> {
    Ok(told_at(shape, values, epsilon, places.iter().copied())?.collect())
}

/// Returns the [`estimates`] one by one, as they are taken: those of a long vector are large.
///
/// # Errors
/// As [`estimates`].
pub fn estimates_of<'a>(
    shape: &'a ListingShape,
    values: &'a [i64],
    epsilon: MicroEpsilon,
) -> Result<Box<dyn Iterator<Item = Estimate> + 'a>> {
    told_at(shape, values, epsilon, 0..values.len())
}

fn told_at<'a>(
    shape: &'a ListingShape,
    values: &'a [i64],
    epsilon: MicroEpsilon,
    places: impl Iterator<Item = usize> + 'a,
) -> Result<Box<dyn Iterator<Item = Estimate> + 'a>> {
    fits(shape, values)?;
    let noise = Noise::new(shape, epsilon)?;
    let half_width = match told(shape.kind) {
        Told::Exact(_) => noise.half_width(),
        Told::Rounded(_) => noise.half_width_of_rounded(),
        Told::Mean => {
            return Ok(Box::new(iter::once(mean_estimate(shape, values, &noise)?)));
        }
    };
    let step = Ratio::from(shape.step.get());
    let half_width = step.times(&half_width);
    let half_width_text = half_width.exact();
    let half_width_number = number(&half_width_text);
    let told = places.filter_map(|place| Some((shape.labels.get(place)?, values.get(place)?)));
    Ok(Box::new(told.map(move |(label, value)| {
        let value = step.times(&Ratio::whole(*value));
        let [text, low, high] = [
            value.exact(),
            value.minus(&half_width).exact(),
            value.plus(&half_width).exact(),
        ];
        Estimate {
            label: label.clone(),
            number: number(&text),
            text,
            half_width: Some(half_width_text.clone()),
            half_width_number: Some(half_width_number),
            noise_low_number: Some(number(&low)),
            noise_low: Some(low),
            noise_high_number: Some(number(&high)),
            noise_high: Some(high),
        }
    })))
}

/// Returns a long response in at most `bars` pieces of neighbours, for a figure that has no room
/// for each; an empty one has none.
///
/// # Errors
/// `values` are not as many as the labels.
pub fn outline(shape: &ListingShape, values: &[i64], bars: usize) -> Result<Vec<OutlineBar>> {
    fits(shape, values)?;
    let step = number(&shape.step.to_string());
    let each = values.len().div_ceil(bars.max(1)).max(1);
    Ok(values
        .chunks(each)
        .zip(shape.labels.chunks(each))
        .filter_map(|(values, labels)| {
            // As many i64 as fit into memory stay within an i128.
            let sum: i128 = values.iter().map(|value| i128::from(*value)).sum();
            Some(OutlineBar {
                first: labels.first()?.clone(),
                last: labels.last()?.clone(),
                bins: values.len() as u64,
                least: step * (*values.iter().min()? as f64),
                mean: step * (sum as f64 / values.len() as f64),
                most: step * (*values.iter().max()? as f64),
            })
        })
        .collect())
}

fn mean_estimate(shape: &ListingShape, values: &[i64], noise: &Noise) -> Result<Estimate> {
    let mean = Meaning::of(shape).ok_or_else(no_bounds)?;
    let label = "mean".to_owned();
    let Some(shown) = shown_mean(shape, &mean, values, noise)? else {
        return Ok(Estimate {
            label,
            text: "too few rows for an estimate".to_owned(),
            number: number(&mean.mid.exact()),
            half_width: None,
            half_width_number: None,
            noise_low: None,
            noise_low_number: None,
            noise_high: None,
            noise_high_number: None,
        });
    };
    let [text, low, high] = [&shown.estimate, &shown.low, &shown.high].map(Ratio::exact);
    Ok(Estimate {
        label,
        number: number(&text),
        text,
        half_width_number: Some(number(&shown.half_width)),
        half_width: Some(shown.half_width),
        noise_low_number: Some(number(&low)),
        noise_low: Some(low),
        noise_high_number: Some(number(&high)),
        noise_high: Some(high),
    })
}

/// A mean in decimals; see the module.
struct ShownMean {
    low: Ratio,
    estimate: Ratio,
    high: Ratio,
    half_width: String,
}

fn shown_mean(
    shape: &ListingShape,
    mean: &Meaning,
    values: &[i64],
    noise: &Noise,
) -> Result<Option<ShownMean>> {
    let Some(exact) = mean.interval(shape, values, noise)? else {
        return Ok(None);
    };
    let down = exact.estimate.minus(&exact.low);
    let half_width = exact.high.minus(&exact.estimate).max(down);
    let places = half_width.times(&ratio((201, 200))).places();
    let shown = |end: &Ratio, rounding| mean.clip(end.rounded(places, rounding));
    let low = shown(&exact.low, Rounding::Down);
    let estimate = shown(&exact.estimate, Rounding::Nearest);
    let high = shown(&exact.high, Rounding::Up);
    let half_width = high.minus(&estimate).max(estimate.minus(&low));
    Ok(Some(ShownMean {
        half_width: half_width.text(places, Rounding::Up),
        low,
        estimate,
        high,
    }))
}

/// Returns the half-widths of a response at `epsilon`: known before the purchase, never from the
/// data. None grows with ε.
///
/// A mean needs the number of rows: it is taken from the response `held`, at whatever level that
/// is, else from what the owner states; with neither, or where the noisy count held is not above 0,
/// those of the sums and of the count are given instead. From `held` it is what a response with the
/// same numbers would have ([`WidthBasis::About`]); from stated rows no response whose noisy count
/// is not below that number shows a larger one ([`WidthBasis::AtMost`]).
///
/// # Errors
/// `held` are not as many as the labels; a level of 0, or one without a law at this D.
pub fn half_widths(
    shape: &ListingShape,
    epsilon: MicroEpsilon,
    held: Option<&[i64]>,
) -> Result<Vec<HalfWidth>> {
    if let Some(values) = held {
        fits(shape, values)?;
    }
    let noise = Noise::new(shape, epsilon)?;
    let (of, steps) = match told(shape.kind) {
        Told::Exact(of) => (of, noise.half_width()),
        Told::Rounded(of) => (of, noise.half_width_of_rounded()),
        Told::Mean => return mean_half_widths(shape, &noise, held),
    };
    let width = Ratio::from(shape.step.get()).times(&steps).exact();
    Ok(vec![half_width(of, width, &shape.unit, WidthBasis::Exact)])
}

/// Returns the half-widths of a response with these values, which are those of its estimates.
///
/// # Errors
/// As [`half_widths`].
pub fn half_widths_of(
    shape: &ListingShape,
    values: &[i64],
    epsilon: MicroEpsilon,
) -> Result<Vec<HalfWidth>> {
    let mut widths = half_widths(shape, epsilon, Some(values))?;
    for width in &mut widths {
        // A response of too few rows has no mean, whatever rows are stated: `AtMost` stays.
        if width.basis == WidthBasis::About {
            width.basis = WidthBasis::Exact;
        }
    }
    Ok(widths)
}

/// Returns the half-width of one coordinate in whole lattice steps, with the half step of its
/// rounding where it is rounded, rounded up.
///
/// # Errors
/// A level of 0, or one without a law at this D.
pub fn half_width_in_steps(shape: &ListingShape, epsilon: MicroEpsilon) -> Result<u64> {
    let steps = Noise::new(shape, epsilon)?.one.half_width_95();
    Ok(match told(shape.kind) {
        Told::Exact(_) => steps,
        Told::Rounded(_) | Told::Mean => steps + 1,
    })
}

fn mean_half_widths(
    shape: &ListingShape,
    noise: &Noise,
    held: Option<&[i64]>,
) -> Result<Vec<HalfWidth>> {
    let mean = Meaning::of(shape).ok_or_else(no_bounds)?;
    let of_mean = |text, basis| Ok(vec![half_width("mean", text, &shape.unit, basis)]);
    if let Some(values) = held
        && let Some(shown) = shown_mean(shape, &mean, values, noise)?
    {
        return of_mean(shown.half_width, WidthBasis::About);
    }
    if let Some(width) = mean.half_width_before(shape, noise) {
        return of_mean(most_shown(&width, &mean), WidthBasis::AtMost);
    }
    let [sum, count] = mean.half_widths_of_parts(shape, noise)?;
    let count = count.text(count.places(), Rounding::Up);
    Ok(vec![
        half_width("sum", sum.exact(), &shape.unit, WidthBasis::Exact),
        half_width("count", count, "rows", WidthBasis::Exact),
    ])
}

/// Returns the largest half-width that is shown of a mean whose exact one is at most `width`.
///
/// With p and u = 10^-p as in the module's documentation, for `width`: one that is shown with p
/// decimals is a multiple of u and at most h + 1.5 u, hence at most the largest multiple of u that
/// is not over `width` + 1.5 u. One with more decimals is at most 100 u, and that is at least 101 u
/// then. None is over the range of the bounds.
fn most_shown(width: &Ratio, mean: &Meaning) -> String {
    let places = width.times(&ratio((201, 200))).places();
    let room = Ratio::last_place(places).times(&ratio((3, 2)));
    let most = width.plus(&room).rounded(places, Rounding::Down);
    most.min(mean.range()).text(places, Rounding::Up)
}

fn half_width(of: &str, text: String, unit: &str, basis: WidthBasis) -> HalfWidth {
    HalfWidth {
        of: of.to_owned(),
        number: number(&text),
        text,
        unit: unit.to_owned(),
        basis,
    }
}

/// Returns the nearest `f64`, for figures.
fn number(text: &str) -> f64 {
    text.parse().unwrap_or(f64::NAN)
}

fn fits(shape: &ListingShape, values: &[i64]) -> Result<()> {
    if values.len() == shape.dimension() {
        return Ok(());
    }
    Err(Error::failed(
        ErrorCode::WrongDimension,
        format!(
            "The response has {} values and the listing {}.",
            values.len(),
            shape.dimension()
        ),
    )
    .hint(Hint::CollectAgain))
}

fn no_bounds() -> Error {
    Error::refused(
        ErrorCode::NoBounds,
        "The listing of a mean states no bounds.",
    )
    .hint(Hint::AskOwnerToList)
}
