//! From released lattice values to what a person reads. Post-processing: nothing here has seen the data.
//!
//! *Half-width of a mean.* A holder has y1 = x1 + e1 and y2 = x2 + e2, where x1 is the sum of n deviations of at most W
//! steps each and x2 = nW, so that r = x1/x2 lies in \[-1, 1\] and the mean is m = mid + gW r. For y2 > 0 its estimate
//! mid + gW y1/y2 is off by
//!
//!   gW |y1/y2 - r| = gW |e1 - r e2| / y2.
//!
//! Let k be the half-width with P(|e| > k) <= 0.025. With probability at least 0.95 (union bound) |e1| <= k and |e2| <= k at
//! once, and then t = |y1/y2 - r| satisfies both
//!
//!   t <= (k + |r| k) / y2 <= 2k / y2                                       because |r| <= 1,
//!   t <= (k + (|y1|/y2 + t) k) / y2, so t <= k (y2 + |y1|) / (y2 (y2 - k))  if y2 > k,
//!
//! and so the smaller of the two. Where the owner states n and nothing is held, y2 >= nW - k on the same event, so
//! t <= 2k / (nW - k). Clamping the estimate to the bounds brings it no further from m, which lies within
//! them, and caps the half-width at their distance.

use std::iter;

use gradual_release::law::DiscreteLaplace;
use gradual_release::{Epsilon, Sensitivity};
use poundwise_documents::kinds::{Adjacency, AttributeKind, Listing, MissingCells};
use poundwise_documents::units::{Decimal, MicroEpsilon, Step};

use crate::error::{Error, ErrorCode, Result};
use crate::view::{Estimate, HalfWidth, OutlineBar};

use super::ratio::{Ratio, Rounding};

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
    /// Whether a missing cell of a mean counts as the middle of the bounds.
    pub missing_as_mid: bool,
}

impl ListingShape {
    /// The shape that a listing states.
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
            missing_as_mid: listing.missing == MissingCells::AsMid,
        }
    }

    /// The number of coordinates.
    pub fn dimension(&self) -> usize {
        self.labels.len()
    }

    /// The middle of the bounds, and W in `unit` (W steps), as decimals.
    pub(crate) fn mean_words(&self) -> (String, String) {
        self.mean().map_or_else(
            || ("0".to_owned(), "0".to_owned()),
            |mean| (mean.mid.exact(), mean.width.exact()),
        )
    }

    fn mean(&self) -> Option<Mean> {
        let [low, high] = self
            .bounds
            .as_ref()
            .map(|pair| pair.each_ref().map(Ratio::from))?;
        let step = Ratio::from(self.step.get());
        let half_range = high.minus(&low).half().over(&step)?.ceil();
        Some(Mean {
            mid: low.plus(&high).half(),
            width: step.times(&half_range),
            low,
            high,
        })
    }
}

/// What a mean's coordinates mean.
struct Mean {
    low: Ratio,
    high: Ratio,
    mid: Ratio,
    /// gW: W steps, in the attribute's unit.
    width: Ratio,
}

/// Half-widths of one coordinate's noise, in steps.
struct Halves {
    /// The smallest k with `P(|N| > k) <= 0.05`.
    one: Ratio,
    /// The smallest k with `P(|N| > k) <= 0.025`: two coordinates together miss it with 0.05 at most.
    of_two: Ratio,
}

impl Halves {
    fn new(shape: &ListingShape, epsilon: MicroEpsilon) -> Result<Self> {
        let unusable = |problem: gradual_release::Error| {
            Error::refused(
                ErrorCode::NoLaw,
                format!("There is no noise law for this: {problem}."),
            )
            .hint("Choose a higher ε or a larger step.")
        };
        let law = Epsilon::new(epsilon.get())
            .and_then(|epsilon| DiscreteLaplace::new(epsilon, Sensitivity::new(shape.sensitivity)?))
            .map_err(unusable)?;
        Ok(Self {
            one: Ratio::whole(law.half_width_95()),
            of_two: Ratio::whole(law.half_width(1, 40).map_err(unusable)?),
        })
    }
}

/// What a held response says: one number a label, and one for a mean.
///
/// Values and half-widths of counts, sums, values, vectors and histograms are exact; a mean is rounded to where its
/// half-width has three digits. A mean whose noisy count is not above 0 has no estimate: its text says so, it has no
/// half-width, and its number is the middle of the bounds.
///
/// # Errors
/// `values` are not as many as the labels; a level of 0, or one without a law at this D.
pub fn estimates(
    shape: &ListingShape,
    values: &[i64],
    epsilon: MicroEpsilon,
) -> Result<Vec<Estimate>> {
    first_estimates(shape, values, epsilon, usize::MAX)
}

/// The first `most` of the [`estimates`], without the work of the others.
///
/// # Errors
/// As [`estimates`].
pub fn first_estimates(
    shape: &ListingShape,
    values: &[i64],
    epsilon: MicroEpsilon,
    most: usize,
) -> Result<Vec<Estimate>> {
    estimates_of(shape, values, epsilon).map(|all| all.take(most).collect())
}

/// The [`estimates`] one by one, as they are taken: those of a long vector are large.
///
/// # Errors
/// As [`estimates`].
pub(crate) fn estimates_of<'a>(
    shape: &'a ListingShape,
    values: &'a [i64],
    epsilon: MicroEpsilon,
) -> Result<Box<dyn Iterator<Item = Estimate> + 'a>> {
    fits(shape, values)?;
    let halves = Halves::new(shape, epsilon)?;
    if shape.kind == AttributeKind::Mean {
        return Ok(Box::new(iter::once(mean_estimate(shape, values, &halves)?)));
    }
    let step = Ratio::from(shape.step.get());
    let half_width = step.times(&halves.one).exact();
    let half_width_number = number(&half_width);
    let all = shape.labels.iter().zip(values);
    Ok(Box::new(all.map(move |(label, value)| {
        let text = step.times(&Ratio::whole(*value)).exact();
        Estimate {
            label: label.clone(),
            number: number(&text),
            text,
            half_width: Some(half_width.clone()),
            half_width_number: Some(half_width_number),
        }
    })))
}

/// A long response in at most `bars` pieces of neighbours, for a figure that has no room for each; an empty one has none.
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

fn mean_estimate(shape: &ListingShape, values: &[i64], halves: &Halves) -> Result<Estimate> {
    let mean = shape.mean().ok_or_else(no_bounds)?;
    let share = match (values, shape.public_rows) {
        // (y1 - y2)/(y1 + y2) of the half range, which is W steps or less.
        ([above, below], _) if shape.adjacency == Adjacency::AddRemove => {
            let (above, below) = (Ratio::whole(*above), Ratio::whole(*below));
            let range = mean.high.minus(&mean.low).half();
            above
                .minus(&below)
                .over(&above.plus(&below))
                .and_then(|share| share.times(&range).over(&mean.width))
        }
        ([sum, count], _) => Ratio::whole(*sum).over(&Ratio::whole(*count)),
        ([sum], Some(rows)) => share_of_rows(shape, &mean, *sum, rows),
        _ => None,
    };
    let half_width = mean_half_width(shape, &mean, halves, Some(values));
    Ok(match (share, half_width) {
        (Some(share), Some(half_width)) => {
            let places = half_width.places();
            let text = mean
                .mid
                .plus(&mean.width.times(&share))
                .max(mean.low)
                .min(mean.high)
                .text(places, Rounding::Nearest);
            let half_width = half_width.text(places, Rounding::Up);
            Estimate {
                label: "mean".to_owned(),
                number: number(&text),
                text,
                half_width_number: Some(number(&half_width)),
                half_width: Some(half_width),
            }
        }
        _ => Estimate {
            label: "mean".to_owned(),
            text: "too few rows for an estimate".to_owned(),
            number: number(&mean.mid.exact()),
            half_width: None,
            half_width_number: None,
        },
    })
}

/// y1/(nW) for a stated n.
fn share_of_rows(shape: &ListingShape, mean: &Mean, sum: i64, rows: u64) -> Option<Ratio> {
    let step = Ratio::from(shape.step.get());
    Ratio::whole(sum)
        .times(&step)
        .over(&mean.width.times(&Ratio::whole(rows)))
}

/// The half-widths of a response at `epsilon`: known before the purchase, never from the data.
///
/// A mean needs the number of rows: it is taken from the response `held`, at whatever level that is, else from what the
/// owner states; with neither, those of the sum and of the count are given instead. For the level of `held`
/// itself the mean's half-width is a bound (see the module); for another level it is what to expect if the noisy count
/// stays about where it is.
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
    let halves = Halves::new(shape, epsilon)?;
    let step = Ratio::from(shape.step.get());
    let one = |of: &str| half_width(of, step.times(&halves.one).exact(), &shape.unit);
    Ok(match shape.kind {
        AttributeKind::Count => vec![one("count")],
        AttributeKind::Sum => vec![one("sum")],
        AttributeKind::Value => vec![one("value")],
        AttributeKind::Histogram => vec![one("each bin")],
        AttributeKind::Vector => vec![one("each value")],
        AttributeKind::Mean => {
            let mean = shape.mean().ok_or_else(no_bounds)?;
            match mean_half_width(shape, &mean, &halves, held) {
                Some(width) => {
                    let text = width.text(width.places(), Rounding::Up);
                    vec![half_width("mean", text, &shape.unit)]
                }
                None => {
                    let count = step.times(&halves.one).over(&mean.width);
                    let count = count.unwrap_or_else(|| Ratio::whole(0));
                    let text = count.text(count.places(), Rounding::Up);
                    vec![one("sum"), half_width("count", text, "rows")]
                }
            }
        }
    })
}

/// See the module's documentation. `None` when the number of rows is not known, or a held count is not above 0.
fn mean_half_width(
    shape: &ListingShape,
    mean: &Mean,
    halves: &Halves,
    held: Option<&[i64]>,
) -> Option<Ratio> {
    let step = Ratio::from(shape.step.get());
    let range = mean.high.minus(&mean.low);
    if shape.dimension() == 1 {
        // The sum alone: y1/n, exactly one coordinate's noise.
        let rows = Ratio::whole(shape.public_rows?);
        return Some(step.times(&halves.one).over(&rows)?.min(range));
    }
    let k = &halves.of_two;
    if shape.adjacency == Adjacency::AddRemove {
        // With t the share of y1: |(1 - t) N1 - t N2| <= k, and the rounding adds half a step.
        let steps = match held {
            Some([above, below]) => Ratio::whole(*above).plus(&Ratio::whole(*below)),
            _ => Ratio::whole(shape.public_rows?)
                .times(&range)
                .over(&step)?
                .minus(&k.plus(k))
                .minus(&Ratio::whole(1)),
        };
        let off = k.plus(&Ratio::whole(1).half()).times(&range);
        return match (off.over(&steps), held) {
            (Some(width), _) => Some(width.min(range)),
            (None, Some(_)) => None,
            (None, None) => Some(range),
        };
    }
    let share = if let Some([sum, count]) = held {
        let (sum, count) = (Ratio::whole(sum.unsigned_abs()), Ratio::whole(*count));
        let simple = k.plus(k).over(&count)?;
        let finer = k
            .times(&count.plus(&sum))
            .over(&count)
            .and_then(|top| top.over(&count.minus(k)));
        match finer {
            Some(finer) => simple.min(finer),
            None => simple,
        }
    } else {
        let width_steps = mean.width.over(&step)?;
        let count = width_steps.times(&Ratio::whole(shape.public_rows?));
        match k.plus(k).over(&count.minus(k)) {
            Some(share) => share,
            // The noise may hide every row: nothing better than the bounds is promised.
            None => return Some(range),
        }
    };
    Some(mean.width.times(&share).min(range))
}

fn half_width(of: &str, text: String, unit: &str) -> HalfWidth {
    HalfWidth {
        of: of.to_owned(),
        number: number(&text),
        text,
        unit: unit.to_owned(),
    }
}

/// The nearest `f64`, for figures.
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
    .hint("Collect the response again."))
}

fn no_bounds() -> Error {
    Error::refused(
        ErrorCode::NoBounds,
        "The listing of a mean states no bounds.",
    )
    .hint("Ask its owner to list it again.")
}
