//! Meaning of the values of a listing, and the noise of one of them.

use gradual_release::mechanism::{Law, Mechanism, WeightedLaw, WeightedNoises};
use poundwise_documents::kinds::{Adjacency, Family, Listing, Question};
use poundwise_documents::units::MicroEpsilon;

use num_bigint::BigInt;

use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::QueryHint;
use crate::messages::QuestionMessage;
use crate::ratio::Ratio;

/// The public form of an attribute: what its values mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListingShape {
    /// What is asked.
    pub question: Question,
    /// Unit of the values, or empty.
    pub unit: String,
    /// Number of coordinates.
    pub dimension: u64,
    /// One for each coordinate, or only the first ones if the listing was shortened.
    pub labels: Vec<String>,
    /// Family of the noise.
    pub family: Family,
    /// D in lattice steps.
    pub sensitivity: u64,
    /// Relation by which tables are neighbours.
    pub adjacency: Adjacency,
    /// K, the most rows of one privacy unit.
    pub rows_per_unit: u64,
}

impl ListingShape {
    /// Returns the shape that a listing states.
    pub fn of(listing: &Listing) -> Self {
        Self {
            question: listing.question.clone(),
            unit: listing.unit.clone(),
            dimension: listing.dimension,
            labels: listing.labels.clone(),
            family: listing.family,
            sensitivity: listing.sensitivity,
            adjacency: listing.adjacency,
            rows_per_unit: listing.rows_per_unit,
        }
    }

    /// Returns the mechanism of the question.
    ///
    /// # Errors
    /// The mechanism's, if it does not reach the sensitivity.
    pub fn mechanism(&self) -> std::result::Result<Mechanism, gradual_release::Error> {
        self.family.mechanism(self.sensitivity)
    }
}

/// The noise of one coordinate, or of two, at a level. Widths are in lattice steps.
pub(crate) struct Noise {
    pub(crate) law: Law,
}

impl Noise {
    pub(crate) fn new(shape: &ListingShape, level: MicroEpsilon) -> Result<Self> {
        let mechanism = shape.mechanism().map_err(no_law)?;
        Ok(Self {
            law: mechanism.law(level.get()).map_err(no_law)?,
        })
    }

    /// Returns k: the smallest number with P(|N| > k) <= 0.05.
    pub(crate) fn half_width(&self) -> Ratio {
        Ratio::whole(self.law.half_width_95())
    }

    /// Returns the half-width of a number that was rounded to the lattice before the noise came.
    pub(crate) fn half_width_of_rounded(&self) -> Ratio {
        self.half_width().plus(&Ratio::whole(1).half())
    }

    /// Returns the half-width of a weighted sum of noises that is missed with probability `miss`.
    pub(crate) fn half_width_of(&self, noises: &[WeightedNoises], miss: f64) -> Result<f64> {
        Ok(self
            .law
            .combination(noises)
            .map_err(no_law)?
            .half_width(miss))
    }

    pub(crate) fn pair(&self) -> Result<WeightedLaw> {
        self.law.weighted().map_err(no_law)
    }

    /// Returns at least the smallest number with P(|(1-t) N1 - t N2| > q) <= 0.05 for each t, and
    /// falling with the level.
    pub(crate) fn most(&self) -> Ratio {
        ratio(self.law.weighted_width_95())
    }

    /// Returns the same for |N1 - r N2|, |r| <= 1.
    pub(crate) fn most_of_two(&self) -> Ratio {
        ratio(self.law.two_width_95())
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
pub(crate) fn no_law(problem: gradual_release::Error) -> Error {
    Error::refused(
        QueryErrorCode::NoLaw,
        QuestionMessage::NoLaw {
            problem: problem.into(),
        },
    )
    .hint(QueryHint::HigherLevelOrStep)
}

pub(crate) fn ratio<N: Into<BigInt>>((numerator, denominator): (N, N)) -> Ratio {
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

/// Checks that there is a value for each coordinate.
pub(crate) fn fits(shape: &ListingShape, values: &[i64]) -> Result<()> {
    same_number(values, shape.dimension)
}

pub(crate) fn same_number(values: &[i64], expected: u64) -> Result<()> {
    if values.len() as u64 == expected {
        return Ok(());
    }
    Err(Error::failed(
        QueryErrorCode::WrongDimension,
        QuestionMessage::OtherDimension {
            values: values.len(),
            expected,
        },
    )
    .hint(QueryHint::CollectAgain))
}
