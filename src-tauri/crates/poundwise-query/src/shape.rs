//! Meaning of the values of a listing, and the noise of one of them.

use gradual_release::distribution::{DiscreteLaplace, WeightedDifference};
use gradual_release::{Epsilon, Sensitivity};
use poundwise_documents::kinds::{Adjacency, AttributeKind, Listing};
use poundwise_documents::units::{Decimal, LatticeStep, MicroEpsilon};

use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::QueryHint;
use crate::ratio::Ratio;

/// The public form of an attribute: what its values mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingShape {
    /// Kind of question.
    pub kind: AttributeKind,
    /// Unit of the values, or empty.
    pub unit: String,
    /// Lattice step, in `unit`.
    pub step: LatticeStep,
    /// Bounds of the values, in `unit`.
    pub bounds: Option<[Decimal; 2]>,
    /// One a coordinate.
    pub labels: Vec<String>,
    /// D in lattice steps.
    pub sensitivity: u64,
    /// The number of rows, where the owner states it.
    pub public_rows: Option<u64>,
    /// Relation by which tables are neighbours.
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
    pub(crate) one: DiscreteLaplace,
}

/// ln 20, rounded up at the 15th decimal.
const LN_20: (i64, i64) = (2_995_732_273_553_992, 1_000_000_000_000_000);

/// The x with exp(-x) (1 + x/2) = 0.05, rounded up at the 15th decimal.
const TWO_LAPLACE: (i64, i64) = (4_113_003_280_719_640, 1_000_000_000_000_000);

impl Noise {
    pub(crate) fn new(shape: &ListingShape, epsilon: MicroEpsilon) -> Result<Self> {
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
        QueryErrorCode::NoLaw,
        format!("There is no noise law for this: {problem}."),
    )
    .hint(QueryHint::HigherLevelOrStep)
}

pub(crate) fn ratio((numerator, denominator): (i64, i64)) -> Ratio {
    let numerator = Ratio::whole(numerator);
    let ratio = numerator.over(&Ratio::whole(denominator));
    ratio.unwrap_or(numerator)
}

/// Returns the least number of cells beyond which all up to `first` are left out. A range of cells
/// that is left out is left out cell by cell, so the answer does not hang on the ranges tried.
pub(crate) fn outermost(first: u64, is_left_out: impl Fn(u64, u64) -> bool) -> u64 {
    let mut end = first;
    let mut cells = end.checked_ilog2().map_or(0, |log| 1_u64 << log);
    while cells > 0 {
        if cells <= end && is_left_out(end - cells, end) {
            end -= cells;
        } else {
            cells /= 2;
        }
    }
    end
}
