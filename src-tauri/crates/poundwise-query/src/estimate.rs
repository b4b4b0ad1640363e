//! Estimates from released lattice values. Post-processing: nothing here has seen the data.
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
//! The bins of a histogram with blocks are least squares estimates (`block_tree.rs`), with intervals
//! by the law of their weighted noises.
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

use std::collections::HashMap;
use std::iter;

use gradual_release::mechanism::WeightedNoises;
use poundwise_documents::kinds::{Histogram, Mean, Moments, Question};
use poundwise_documents::units::MicroEpsilon;

use crate::block_tree::BlockTree;
use crate::error::Result;
use crate::shape::{ListingShape, Noise, fits, ratio, same_number};

use crate::fit::{Fits, GroupRow};
use crate::kinds::mean::Meaning;
use crate::kinds::moments::encoding::MASS;
use crate::kinds::{Told, told};
use crate::quantity::Quantity;
use crate::ratio::{Ratio, Rounding};

pub(crate) mod view;

use view::number;
pub use view::{Axis, Estimate, HalfWidth, OutlineBar, WidthBasis};

/// Probability with which a noise interval may miss the truth.
pub(crate) const MISS: f64 = 0.05;

/// Decimals of the estimates of bins with blocks beyond those that are shown.
const MORE: u32 = 5;

/// Returns the number of estimates of a response with this number of coordinates. Blocks of bins
/// have no estimates. Each coordinate of a mean counts.
#[must_use]
pub fn number_of_estimates(question: &Question, dimension: u64) -> u64 {
    if let Question::Moments(moments) = question {
        return moments.number_of_groups() * (1 + moments.variables.len() as u64);
    }
    match question.binned() {
        [column] if !question.blocks().is_empty() => column.size().min(dimension),
        _ => dimension,
    }
}

/// Returns the unit of the estimate at a place. Each group of moments has its rows, and then the mean
/// of each variable, which has no stated unit.
#[must_use]
pub fn unit_at<'a>(question: &Question, unit: &'a str, place: usize) -> &'a str {
    match question {
        Question::Moments(moments) if !place.is_multiple_of(1 + moments.variables.len()) => "",
        _ => unit,
    }
}

/// Returns the estimates of a held response, with their noise intervals: one number a label, one
/// for a mean, and none for blocks.
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
    let number = numbers(shape, values);
    Ok(told_at(shape, values, epsilon, 0..number, 0)?.collect())
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
    Ok(told_at(shape, values, epsilon, places.iter().copied(), 0)?.collect())
}

/// Returns the [`estimates`] one by one, as they are taken: those of a long vector are large. Those
/// of bins with blocks have [`MORE`] decimals more, so that sums of them are exact.
///
/// # Errors
/// As [`estimates`].
pub fn estimates_of<'a>(
    shape: &'a ListingShape,
    values: &'a [i64],
    epsilon: MicroEpsilon,
) -> Result<Box<dyn Iterator<Item = Estimate> + 'a>> {
    let number = numbers(shape, values);
    told_at(shape, values, epsilon, 0..number, MORE)
}

#[allow(clippy::cast_possible_truncation)]
fn numbers(shape: &ListingShape, values: &[i64]) -> usize {
    number_of_estimates(&shape.question, values.len() as u64) as usize
}

fn told_at<'a>(
    shape: &'a ListingShape,
    values: &'a [i64],
    epsilon: MicroEpsilon,
    places: impl Iterator<Item = usize> + 'a,
    more: u32,
) -> Result<Box<dyn Iterator<Item = Estimate> + 'a>> {
    fits_labels(shape, values)?;
    let noise = Noise::new(shape, epsilon)?;
    let half_width = match told(&shape.question) {
        Told::Rounded(_) => noise.half_width_of_rounded(),
        Told::Blocks(histogram) => {
            let estimates = estimates_of_bins(shape, histogram, values, (&noise, more), places)?;
            return Ok(Box::new(estimates.into_iter()));
        }
        Told::Exact(_) => noise.half_width(),
        Told::Mean(mean) => {
            let estimate = mean_estimate(shape, mean, values, &noise)?;
            return Ok(Box::new(iter::once(estimate)));
        }
        Told::Moments(moments) => {
            let estimates = estimates_of_groups(shape, moments, values, epsilon, places)?;
            return Ok(Box::new(estimates.into_iter()));
        }
    };
    let step = Ratio::from(shape.question.step().get());
    let half_width = step.times(&half_width);
    let text = half_width.exact();
    let told = places.filter_map(|place| Some((shape.labels.get(place)?, values.get(place)?)));
    Ok(Box::new(told.map(move |(label, value)| {
        let value = step.times(&Ratio::whole(*value));
        let ends = [&value.minus(&half_width), &value.plus(&half_width)];
        Estimate::new(label.clone(), &value, ends, text.clone())
    })))
}

/// Returns the estimates at these places of a histogram with blocks. Cost: two passes over all
/// coordinates, and one law for each form of the last blocks.
fn estimates_of_bins(
    shape: &ListingShape,
    histogram: &Histogram,
    values: &[i64],
    (noise, more): (&Noise, u32),
    places: impl Iterator<Item = usize>,
) -> Result<Vec<Estimate>> {
    let tree = BlockTree::of(histogram);
    let bins = tree.estimates(values);
    let mut widths = HashMap::new();
    let mut told = Vec::new();
    for place in places {
        let Some(label) = shape.labels.get(place).cloned() else {
            continue;
        };
        let Some(estimate) = bins.get(place) else {
            let other = values[bins.len()] as f64;
            #[allow(clippy::cast_precision_loss)]
            let width = noise.law.half_width_95() as f64;
            told.push(Estimate::around(label, other, width, more));
            continue;
        };
        let law = tree.law_of_bin(place);
        let width = match widths.get(&law) {
            Some(width) => *width,
            None => {
                let width = noise.half_width_of(&tree.noises_of_bin(place), MISS)?;
                *widths.entry(law).or_insert(width)
            }
        };
        told.push(Estimate::around(label, *estimate, width, more));
    }
    Ok(told)
}

/// Returns the estimates at these places of moments: for each group its rows, and its mean of each
/// variable. Cost: 1000 draws, and 1000 evaluations for each group of these places.
fn estimates_of_groups(
    shape: &ListingShape,
    moments: &Moments,
    values: &[i64],
    epsilon: MicroEpsilon,
    places: impl Iterator<Item = usize>,
) -> Result<Vec<Estimate>> {
    let each = 1 + moments.variables.len();
    let fits = Fits::of(shape, values, epsilon)?;
    let places: Vec<usize> = places.collect();
    let mut groups: Vec<usize> = places.iter().map(|place| place / each).collect();
    groups.dedup();
    let rows = fits.rows_of_groups(&groups)?;
    let rows: HashMap<usize, GroupRow> = groups.into_iter().zip(rows).collect();
    let of = |place: usize| {
        let group = rows.get(&(place / each))?;
        let before = match moments.groups.is_empty() {
            true => String::new(),
            false => format!("{}: ", group.label),
        };
        let Some(variable) = (place % each).checked_sub(1) else {
            return Some(Estimate {
                label: format!("{before}rows"),
                ..group.rows.clone()
            });
        };
        let figure = group.figures.get(variable)?;
        let label = format!("{before}mean of {}", figure.column);
        Some(match &figure.mean {
            Some(mean) => Estimate {
                label,
                ..mean.clone()
            },
            None => too_few(label, 0.0),
        })
    };
    Ok(places.into_iter().filter_map(of).collect())
}

/// Returns the estimate of a mean of too few rows, which has none.
fn too_few(label: String, number: f64) -> Estimate {
    Estimate {
        label,
        text: "too few rows for an estimate".to_owned(),
        number,
        half_width: None,
        half_width_number: None,
        noise_low: None,
        noise_low_number: None,
        noise_high: None,
        noise_high_number: None,
    }
}

/// Returns a long response in at most `bars` pieces of neighbours, for a figure that has no room
/// for each; an empty one has none.
///
/// # Errors
/// `values` are not as many as the labels.
pub fn outline(shape: &ListingShape, values: &[i64], bars: usize) -> Result<Vec<OutlineBar>> {
    fits_labels(shape, values)?;
    let step = number(&shape.question.step().to_string());
    let numbers: Vec<f64> = match told(&shape.question) {
        Told::Blocks(histogram) => {
            let tree = BlockTree::of(histogram);
            let mut bins = tree.estimates(values);
            bins.push(values[tree.bins()] as f64);
            bins
        }
        // Parts of moments are no bars.
        Told::Moments(_) => Vec::new(),
        _ => values.iter().map(|value| step * (*value as f64)).collect(),
    };
    let each = numbers.len().div_ceil(bars.max(1)).max(1);
    Ok(numbers
        .chunks(each)
        .zip(shape.labels.chunks(each))
        .filter_map(|(numbers, labels)| {
            let labels = labels.get(..numbers.len())?;
            Some(OutlineBar {
                first: labels.first()?.clone(),
                last: labels.last()?.clone(),
                bins: numbers.len() as u64,
                least: numbers.iter().copied().fold(f64::INFINITY, f64::min),
                mean: numbers.iter().sum::<f64>() / numbers.len() as f64,
                most: numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            })
        })
        .collect())
}

fn mean_estimate(
    shape: &ListingShape,
    mean: &Mean,
    values: &[i64],
    noise: &Noise,
) -> Result<Estimate> {
    let mean = Meaning::of(mean);
    let label = "mean".to_owned();
    let Some(shown) = shown_mean(shape, &mean, values, noise)? else {
        return Ok(too_few(label, number(&mean.mid.exact())));
    };
    let ends = [&shown.low, &shown.high];
    Ok(Estimate::new(
        label,
        &shown.estimate,
        ends,
        shown.half_width,
    ))
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
/// same numbers would have ([`WidthBasis::About`]). From stated rows, a sum alone is divided by
/// them, and no response shows a larger one ([`WidthBasis::AtMost`]); a response with a noisy count
/// shows none that is larger if that count is not below them ([`WidthBasis::AboutRows`]).
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
    let (of, steps) = match told(&shape.question) {
        Told::Exact(of) => (of, noise.half_width()),
        Told::Rounded(of) => (of, noise.half_width_of_rounded()),
        Told::Blocks(histogram) => (Quantity::EachBin, half_width_of_bins(histogram, &noise)?),
        Told::Mean(mean) => return mean_half_widths(shape, mean, &noise, held),
        Told::Moments(moments) => return group_half_widths(shape, moments, &noise, held),
    };
    let width = Ratio::from(shape.question.step().get())
        .times(&steps)
        .exact();
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
        // A response of too few rows has no mean, whatever rows are stated: that basis stays. So does
        // that of a correlation, whose width assumes how far both variables spread.
        if width.basis == WidthBasis::About && width.of != Quantity::Correlation {
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
    let noise = Noise::new(shape, epsilon)?;
    let steps = noise.law.half_width_95();
    Ok(match told(&shape.question) {
        Told::Exact(_) => steps,
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Told::Blocks(histogram) => {
            let width = half_width_of_bins(histogram, &noise)?;
            width.ceil().nearest() as u64
        }
        Told::Rounded(_) | Told::Mean(_) | Told::Moments(_) => steps + 1,
    })
}

/// Returns the half-width of a bin of a histogram with blocks. If the last blocks are shorter than
/// others, it is the widest.
fn half_width_of_bins(histogram: &Histogram, noise: &Noise) -> Result<Ratio> {
    let first = BlockTree::of(histogram).noises_of_bin(0);
    let width = Ratio::near(noise.half_width_of(&first, MISS)?);
    Ok(width.rounded(width.places(), Rounding::Up))
}

fn mean_half_widths(
    shape: &ListingShape,
    mean: &Mean,
    noise: &Noise,
    held: Option<&[i64]>,
) -> Result<Vec<HalfWidth>> {
    let mean = Meaning::of(mean);
    let of_mean = |text, basis| Ok(vec![half_width(Quantity::Mean, text, &shape.unit, basis)]);
    if let Some(values) = held
        && let Some(shown) = shown_mean(shape, &mean, values, noise)?
    {
        return of_mean(shown.half_width, WidthBasis::About);
    }
    if let Some(width) = mean.half_width_before(shape, noise) {
        let basis = match shape.dimension {
            1 => WidthBasis::AtMost,
            _ => WidthBasis::AboutRows,
        };
        return of_mean(most_shown(&width, &mean), basis);
    }
    let [sum, count] = mean.half_widths_of_parts(shape, noise)?;
    let count = count.text(count.places(), Rounding::Up);
    Ok(vec![
        half_width(Quantity::Sum, sum.exact(), &shape.unit, WidthBasis::Exact),
        half_width(Quantity::Count, count, "rows", WidthBasis::Exact),
    ])
}

/// Returns the half-widths of the rows of each group of moments, and with numbers that are `held`
/// that of a correlation near 0 of two variables whose standard deviations are a quarter of their
/// bounds.
fn group_half_widths(
    shape: &ListingShape,
    moments: &Moments,
    noise: &Noise,
    held: Option<&[i64]>,
) -> Result<Vec<HalfWidth>> {
    let mass = MASS as f64;
    let rows = |groups: u64| {
        noise.half_width_of(
            &[WeightedNoises {
                weight: 1.0,
                number: moments.products() * groups,
            }],
            MISS,
        )
    };
    let decimal = |number: f64| {
        let width = Ratio::near(number);
        width.rounded(width.places(), Rounding::Up).exact()
    };
    let of = match moments.number_of_groups() {
        1 => Quantity::Count,
        _ => Quantity::EachGroup,
    };
    let text = decimal(rows(1)? / mass);
    let mut widths = vec![half_width(of, text, &shape.unit, WidthBasis::Exact)];
    if let Some(values) = held.filter(|_| moments.variables.len() > 1) {
        let counted = counted_rows(moments, values);
        // The product of two variables is a sum of as many noises, but for parts that are 0.
        let product = rows(moments.number_of_groups())? / mass;
        if counted > product {
            let text = decimal((product * 4.0 / counted).min(1.0));
            widths.push(half_width(
                Quantity::Correlation,
                text,
                "",
                WidthBasis::About,
            ));
        }
    }
    Ok(widths)
}

/// Returns the rows that moments count in all groups.
fn counted_rows(moments: &Moments, values: &[i64]) -> f64 {
    let [entries, products] = [moments.entries(), moments.products()]
        .map(|number| usize::try_from(number).unwrap_or(usize::MAX));
    let groups = values.chunks(entries);
    let steps: i128 = groups
        .flat_map(|group| group.iter().take(products))
        .map(|value| i128::from(*value))
        .sum();
    steps as f64 / MASS as f64
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

fn half_width(of: Quantity, text: String, unit: &str, basis: WidthBasis) -> HalfWidth {
    HalfWidth {
        of,
        number: number(&text),
        text,
        unit: unit.to_owned(),
        basis,
    }
}

/// Checks that there is a value for each coordinate and for each label.
pub(crate) fn fits_labels(shape: &ListingShape, values: &[i64]) -> Result<()> {
    fits(shape, values)?;
    same_number(values, shape.labels.len() as u64)
}
