//! Laws of the noise of a level, of an increment and of a weighted difference, for every family.

pub use crate::laplace::distribution::WeightedNoises;
use crate::laplace::distribution::{
    BridgeLaw, DiscreteLaplace, LaplaceCombination, WeightedDifference,
};
use crate::params::{Epsilon, Error, Rate, Sensitivity};

/// ln 20, rounded up at the 15th decimal, in units of [`PLACES`].
const LN_20: u128 = 2_995_732_273_553_992;
/// The x with exp(-x) (1 + x/2) = 0.05, rounded up at the 15th decimal, in units of [`PLACES`].
const TWO_LAPLACE: u128 = 4_113_003_280_719_640;
const PLACES: u128 = 1_000_000_000_000_000;
/// A probability p, in units of 10^-4, with `1 - (1 - p)^2 <= 0.05`.
const EITHER: (u64, u64) = (253, 10_000);

/// The law of one coordinate's noise at a level, in lattice steps.
pub struct Law(LawOf);

enum LawOf {
    DiscreteLaplace {
        law: DiscreteLaplace,
        epsilon: Epsilon,
        sensitivity: Sensitivity,
    },
}

impl Law {
    pub(super) fn laplace(level: u64, sensitivity: Sensitivity) -> Result<Law, Error> {
        let epsilon = Epsilon::from_micro(level)?;
        Ok(Law(LawOf::DiscreteLaplace {
            law: DiscreteLaplace::new(epsilon, sensitivity)?,
            epsilon,
            sensitivity,
        }))
    }

    /// Returns the half-width of the central 95% interval: the smallest k with `P(|N| > k) <=
    /// 0.05`. Exact.
    #[must_use]
    pub fn half_width_95(&self) -> u64 {
        match &self.0 {
            LawOf::DiscreteLaplace { law, .. } => law.half_width_95(),
        }
    }

    /// Returns P(N = n), approximately.
    #[must_use]
    pub fn pmf(&self, n: i64) -> f64 {
        match &self.0 {
            LawOf::DiscreteLaplace { law, .. } => law.pmf(n),
        }
    }

    /// Returns the variance, approximately.
    #[must_use]
    pub fn variance(&self) -> f64 {
        match &self.0 {
            LawOf::DiscreteLaplace { law, .. } => law.variance(),
        }
    }

    /// Returns the length over which the tail of the noise falls by a factor e, approximately.
    #[must_use]
    pub fn scale(&self) -> f64 {
        match &self.0 {
            LawOf::DiscreteLaplace {
                epsilon,
                sensitivity,
                ..
            } => sensitivity.get() as f64 * 1e6 / epsilon.micro() as f64,
        }
    }

    /// Returns, as a fraction, at least the smallest q with `P(|(1-t) N1 - t N2| > q) <= 0.05` for
    /// each t in `0..=1`. It falls with the level.
    ///
    /// For Laplace noise that probability is at most exp(-(q - 1/2) ε/D), the worst case t = 0 of
    /// the closed form of [`WeightedDifference`]; and at most P(max(|N1|, |N2|) > q), which is
    /// `1 - (1 - p)^2 <= 0.05` for p = P(|N| > q) <= 0.0253.
    #[must_use]
    pub fn weighted_width_95(&self) -> (u128, u128) {
        match &self.0 {
            LawOf::DiscreteLaplace { .. } => {
                let (numerator, denominator) = self.scales(LN_20);
                let smooth = (2 * numerator + denominator, 2 * denominator);
                smaller(smooth, self.either())
            }
        }
    }

    /// Returns, as a fraction, at least the smallest q with `P(|N1 - r N2| > q) <= 0.05` for each r
    /// in `-1..=1`. It falls with the level.
    ///
    /// With weights that add up to 1 + |r| instead of 1, half a step becomes (1 + |r|)/2; and the
    /// closed form grows with |r|, to exp(-x) (1 + x/2) with x = (q - 1) ε/D at |r| = 1.
    #[must_use]
    pub fn two_width_95(&self) -> (u128, u128) {
        match &self.0 {
            LawOf::DiscreteLaplace { .. } => {
                let (numerator, denominator) = self.scales(TWO_LAPLACE);
                smaller((numerator + denominator, denominator), 2 * self.either())
            }
        }
    }

    /// Returns the law of weighted differences of two coordinates.
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`].
    pub fn weighted(&self) -> Result<WeightedLaw, Error> {
        match &self.0 {
            LawOf::DiscreteLaplace {
                epsilon,
                sensitivity,
                ..
            } => {
                let law = WeightedDifference::new(*epsilon, *sensitivity)?;
                Ok(WeightedLaw(WeightedOf::DiscreteLaplace(law)))
            }
        }
    }

    /// Returns the law of a weighted sum of coordinates. Weights are at most 1 in size.
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`].
    pub fn combination(&self, weighted: &[WeightedNoises]) -> Result<CombinationLaw, Error> {
        match &self.0 {
            LawOf::DiscreteLaplace {
                epsilon,
                sensitivity,
                ..
            } => {
                let law = LaplaceCombination::new(*epsilon, *sensitivity, weighted)?;
                Ok(CombinationLaw(CombinationOf::DiscreteLaplace(law)))
            }
        }
    }

    /// Returns `factor/10^15 D/ε` as a fraction, both below 2^113.
    fn scales(&self, factor: u128) -> (u128, u128) {
        match &self.0 {
            LawOf::DiscreteLaplace {
                epsilon,
                sensitivity,
                ..
            } => (
                factor * u128::from(sensitivity.get()) * 1_000_000,
                PLACES * u128::from(epsilon.micro()),
            ),
        }
    }

    /// Returns the smallest k with P(|N| > k) <= 0.0253.
    fn either(&self) -> u128 {
        match &self.0 {
            LawOf::DiscreteLaplace { law, .. } => law
                .half_width(EITHER.0, EITHER.1)
                .map_or(u128::from(u64::MAX), u128::from),
        }
    }
}

/// Returns the smaller of a fraction and a whole number.
fn smaller((numerator, denominator): (u128, u128), whole: u128) -> (u128, u128) {
    if numerator / denominator < whole {
        (numerator, denominator)
    } else {
        (whole, 1)
    }
}

/// The law of `(1-t) N1 - t N2` for two coordinates of one level.
pub struct WeightedLaw(WeightedOf);

enum WeightedOf {
    DiscreteLaplace(WeightedDifference),
}

impl WeightedLaw {
    /// Returns whether `P(|(1-t) N1 - t N2| >= reach)` is certainly at most `probability` for every
    /// t of an interval.
    #[must_use]
    pub fn is_tail_at_most(&self, between: [f64; 2], reach: f64, probability: f64) -> bool {
        match &self.0 {
            WeightedOf::DiscreteLaplace(law) => law.is_tail_at_most(between, reach, probability),
        }
    }
}

/// The law of a weighted sum of the noises of different coordinates.
pub struct CombinationLaw(CombinationOf);

enum CombinationOf {
    DiscreteLaplace(LaplaceCombination),
}

impl CombinationLaw {
    /// Returns, in lattice steps, a t for which `P(|W| > t) <= miss` is certain, near the smallest
    /// one; with weights of one size the smallest one. `miss` is from 2^-12 to 1.
    #[must_use]
    pub fn half_width(&self, miss: f64) -> f64 {
        match &self.0 {
            CombinationOf::DiscreteLaplace(law) => law.half_width(miss),
        }
    }

    /// Returns whether `P(|W| >= t) <= miss` is certain.
    #[must_use]
    pub fn is_tail_at_most(&self, t: f64, miss: f64) -> bool {
        match &self.0 {
            CombinationOf::DiscreteLaplace(law) => law.tail_bound(t) <= miss,
        }
    }
}

/// The law of W, the noise at a level less that at a higher one, approximately.
pub struct IncrementLaw(IncrementOf);

enum IncrementOf {
    /// With the rate ε/D of the lower level.
    DiscreteLaplace(BridgeLaw, f64),
}

impl IncrementLaw {
    pub(super) fn laplace(
        low: u64,
        high: u64,
        sensitivity: Sensitivity,
    ) -> Result<IncrementLaw, Error> {
        let low = Epsilon::from_micro(low)?;
        let law = BridgeLaw::new(low, Epsilon::from_micro(high)?, sensitivity)?;
        let rate = Rate::new(low, sensitivity)?.to_f64();
        Ok(IncrementLaw(IncrementOf::DiscreteLaplace(law, rate)))
    }

    /// Returns P(W = 0).
    #[must_use]
    pub fn p_no_change(&self) -> f64 {
        match &self.0 {
            IncrementOf::DiscreteLaplace(law, _) => law.p_no_change(),
        }
    }

    /// Returns P(|W| > k), given that W is not 0. For Laplace noise |W| is then 1 + Geom(exp(-s)).
    #[must_use]
    pub fn p_beyond(&self, k: u128) -> f64 {
        match &self.0 {
            IncrementOf::DiscreteLaplace(_, rate) => (-rate * k as f64).exp(),
        }
    }

    /// Returns the smallest k, at least 1, with `P(|W| > k) <= p`, given that W is not 0.
    #[must_use]
    pub fn quantile(&self, p: f64) -> u128 {
        match &self.0 {
            // The rate is above 2^-50, so that this is below 2^54 for p above 2^-23.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            IncrementOf::DiscreteLaplace(_, rate) => (-p.ln() / rate).ceil().max(1.0) as u128,
        }
    }

    /// Returns the length over which the tail of W falls by a factor e.
    #[must_use]
    pub fn scale(&self) -> f64 {
        match &self.0 {
            IncrementOf::DiscreteLaplace(_, rate) => 1.0 / rate,
        }
    }
}
