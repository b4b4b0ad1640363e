//! The law of the step between two levels.

use super::tails::{power_of, tail};
use super::{atom, cumulative, quantile, variance};
use crate::certified::{Bounds, certify, fraction};
use crate::laplace::sampler::probability::{KernelProbability, Levels, zero_probability};
use crate::params::Error;
use crate::params::{Epsilon, Sensitivity};
use crate::precision::{Interval, Precision};

/// The law of the difference W between the noise at a lower and at a higher level
/// ([proof](crate::spec::theory#the-bridge)): 0 with probability p, else DLap(a1), independent of
/// the noise at the higher level.
///
/// `p = (a2/a1) ((1-a1)/(1-a2))^2` with `a1 = exp(-low/D)`, `a2 = exp(-high/D)`; on a fine lattice
/// p tends to `(low/high)^2`, the law of Koufogiannis, Han and Pappas (arXiv 1504.00429, theorem
/// 1).
#[derive(Clone)]
pub struct BridgeLaw {
    /// The rates at the lower and the higher level.
    s1: f64,
    s2: f64,
    /// s2 - s1, from the exact difference of the levels.
    gap: f64,
    levels: Levels,
}

impl BridgeLaw {
    /// Returns the law of N(low) - N(high).
    ///
    /// # Errors
    /// [`Error::LevelsNotAscending`] unless `low < high`; [`Error::ScaleTooLarge`] if D/low is 2^50
    /// or more.
    pub fn new(low: Epsilon, high: Epsilon, sensitivity: Sensitivity) -> Result<BridgeLaw, Error> {
        if low >= high {
            return Err(Error::LevelsNotAscending { low, high });
        }
        let levels = Levels::new([low, high, high], sensitivity)?;
        Ok(BridgeLaw {
            s1: levels.single(0).to_f64(),
            s2: levels.single(1).to_f64(),
            gap: levels.gap(0, 1).to_f64(),
            levels,
        })
    }

    /// Returns p, the probability of the atom at 0 (the path has no jump between the levels, or its
    /// jumps have no part in this), approximately.
    #[must_use]
    pub fn p_no_jump(&self) -> f64 {
        (-self.gap).exp() * ((-self.s1).exp_m1() / (-self.s2).exp_m1()).powi(2)
    }

    /// Returns `1 - p`, without the cancellation: `(1 - a2/a1)(1 - a1 a2)/(1 - a2)^2`.
    fn p_jump(&self) -> f64 {
        (-self.gap).exp_m1() * (-(self.s1 + self.s2)).exp_m1() / (-self.s2).exp_m1().powi(2)
    }

    /// Returns P(W = w), approximately.
    #[must_use]
    pub fn pmf(&self, w: i64) -> f64 {
        let spread = self.p_jump() * atom(self.s1) * (-self.s1 * w.unsigned_abs() as f64).exp();
        if w == 0 {
            self.p_no_jump() + spread
        } else {
            spread
        }
    }

    /// Returns P(W = 0): the probability that a response does not change between the levels,
    /// `p + (1-p)(1-a1)/(1+a1)`, approximately.
    #[must_use]
    pub fn p_no_change(&self) -> f64 {
        self.pmf(0)
    }

    /// Returns P(W <= w), approximately.
    #[must_use]
    pub fn cdf(&self, w: i64) -> f64 {
        let size = w.unsigned_abs() as f64;
        let beyond = |m: f64| self.p_jump() * (-self.s1 * m).exp() / (1.0 + (-self.s1).exp());
        if w < 0 {
            beyond(size)
        } else {
            1.0 - beyond(size + 1.0)
        }
    }

    /// Returns the variance `(1-p) 2 a1/(1-a1)^2`, in squared lattice steps, approximately: what
    /// the lower level's noise has more than the higher one's.
    #[must_use]
    pub fn variance(&self) -> f64 {
        self.p_jump() * 2.0 * (-self.s1).exp() / (-self.s1).exp_m1().powi(2)
    }

    /// Returns p, certified.
    #[must_use]
    pub fn p_no_jump_bounds(&self) -> Bounds {
        certify(|precision| KernelProbability::NoJump.at(&self.levels, precision))
    }

    /// Returns P(W = w), certified.
    #[must_use]
    pub fn pmf_bounds(&self, w: i64) -> Bounds {
        certify(|precision| {
            let s = self.levels.single(0);
            let size = power_of(precision, s, w.unsigned_abs());
            let spread = zero_probability(precision, s)
                .mul(precision, &size)
                .mul(precision, &self.share(precision)?);
            if w != 0 {
                return Some(spread);
            }
            let atom = KernelProbability::NoJump.at(&self.levels, precision)?;
            Some(atom.plus(&spread))
        })
    }

    /// Returns P(W <= w), certified.
    #[must_use]
    pub fn cdf_bounds(&self, w: i64) -> Bounds {
        certify(|precision| {
            Some(cumulative(
                precision,
                self.levels.single(0),
                w,
                &self.share(precision)?,
            ))
        })
    }

    /// Returns the variance, in squared lattice steps, certified.
    #[must_use]
    pub fn variance_bounds(&self) -> Bounds {
        certify(|precision| {
            Some(
                variance(precision, self.levels.single(0))?.mul(precision, &self.share(precision)?),
            )
        })
    }

    /// Returns the smallest w, in lattice steps, with `P(W <= w) >= numerator/denominator`. Exact.
    ///
    /// # Errors
    /// [`Error::Tail`] unless the fraction lies strictly between 0 and 1.
    pub fn quantile(&self, numerator: u64, denominator: u64) -> Result<i64, Error> {
        let share = |precision: &Precision| self.share(precision);
        quantile(self.levels.single(0), numerator, denominator, share)
    }

    /// Returns the smallest k, in lattice steps, with `P(|W| > k) <= numerator/denominator`. Exact.
    ///
    /// # Errors
    /// [`Error::Tail`] unless the fraction lies strictly between 0 and 1.
    pub fn half_width(&self, numerator: u64, denominator: u64) -> Result<u64, Error> {
        fraction(numerator, denominator)?;
        let share = |precision: &Precision| self.share(precision);
        Ok(tail(self.levels.single(0), (numerator, denominator), share))
    }

    /// Returns `1 - p = (1 - a2/a1)(1 - a1 a2)/(1 - a2)^2`.
    fn share(&self, precision: &Precision) -> Option<Interval> {
        let height = |rate| precision.height(rate);
        let high = height(self.levels.single(1));
        // Each quotient may exceed 1, their product may not.
        let gap = height(self.levels.gap(0, 1)).over(precision, &high)?;
        let sum = height(self.levels.sum(0, 1)).over(precision, &high)?;
        let share = gap.mul(precision, &sum);
        let one = precision.one();
        Some(Interval {
            low: share.low.min(one.clone()),
            high: share.high.min(one),
        })
    }
}
