//! The laws of the noise: of one level, of the step between two, and of a higher level given a
//! lower one.
//!
//! Four kinds of answers. Quantiles and half-widths are exact. [`Bounds`] are certified: the exact
//! number lies between two floats, which are next to each other or nearly so. Tails of a
//! [`WeightedDifference`], of a [`LaplaceSum`] and of a [`LaplaceCombination`] are upper bounds,
//! certified too: floats, to which more than their error is added. Plain values of type `f64` are approximations, good to about 13 significant digits and
//! quick, for figures and tests; they are written with `exp_m1`, so that they stay good where
//! `a = exp(-ε/D)` is very close to 1. No release and no error of this crate depends on one of
//! these.
//!
//! Quantiles and half-widths can always be decided: each asks on which side of a rational number a
//! probability lies that is a rational function of `exp(-1/(10^6 D))`, with rational coefficients
//! and not constant; and the exponential of a rational number other than 0 is transcendental
//! (Lindemann).

mod bridge;
mod combination;
pub(crate) mod relaxed;
mod sums;
mod tails;
mod weighted;

pub use bridge::BridgeLaw;
pub use combination::{LaplaceCombination, WeightedNoises};
pub use relaxed::Relaxed;
pub use sums::LaplaceSum;
pub use weighted::WeightedDifference;

use tails::{exp, floor_ratio, power_of, tail};

pub use crate::certified::Bounds;
pub use crate::chi_square::ChiSquare;

use crate::certified::{certify, fraction};

use crate::laplace::sampler::probability::zero_probability;
use crate::params::Error;
use crate::params::{Epsilon, Rate, Sensitivity};
use crate::precision::{Interval, Precision};

/// The discrete Laplace law DLap(a), `a = exp(-ε/D)`: the law of the noise of a response at level
/// ε, in lattice steps.
///
/// `P(n) = (1 - a)/(1 + a) a^|n|` (Ghosh, Roughgarden and Sundararajan 2009, the two-sided
/// geometric law; Canonne, Kamath and Steinke 2020, section 4).
#[derive(Clone)]
pub struct DiscreteLaplace {
    rate: Rate,
    s: f64,
}

impl DiscreteLaplace {
    /// Returns the law of a release at level `epsilon`.
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`] if D/ε is 2^50 or more.
    pub fn new(epsilon: Epsilon, sensitivity: Sensitivity) -> Result<DiscreteLaplace, Error> {
        let rate = Rate::new(epsilon, sensitivity)?;
        Ok(DiscreteLaplace {
            rate,
            s: rate.to_f64(),
        })
    }

    /// Returns P(N = n), approximately.
    #[must_use]
    pub fn pmf(&self, n: i64) -> f64 {
        atom(self.s) * (-self.s * n.unsigned_abs() as f64).exp()
    }

    /// Returns P(N <= n), approximately.
    #[must_use]
    pub fn cdf(&self, n: i64) -> f64 {
        let normal = 1.0 + (-self.s).exp();
        let size = n.unsigned_abs() as f64;
        if n < 0 {
            (-self.s * size).exp() / normal
        } else {
            1.0 - (-self.s * (size + 1.0)).exp() / normal
        }
    }

    /// Returns P(N = n), certified.
    #[must_use]
    pub fn pmf_bounds(&self, n: i64) -> Bounds {
        certify(|precision| {
            let s = self.rate;
            Some(
                zero_probability(precision, s)
                    .mul(precision, &power_of(precision, s, n.unsigned_abs())),
            )
        })
    }

    /// Returns P(N <= n), certified.
    #[must_use]
    pub fn cdf_bounds(&self, n: i64) -> Bounds {
        certify(|precision| {
            Some(cumulative(
                precision,
                self.rate,
                n,
                &Interval::exactly(precision.one()),
            ))
        })
    }

    /// Returns the variance, in squared lattice steps, certified.
    #[must_use]
    pub fn variance_bounds(&self) -> Bounds {
        certify(|precision| variance(precision, self.rate))
    }

    /// Returns the smallest n, in lattice steps, with `P(N <= n) >= numerator/denominator`. Exact.
    ///
    /// # Errors
    /// [`Error::Tail`] unless the fraction lies strictly between 0 and 1.
    pub fn quantile(&self, numerator: u64, denominator: u64) -> Result<i64, Error> {
        quantile(self.rate, numerator, denominator, |precision| {
            Some(Interval::exactly(precision.one()))
        })
    }

    /// Returns the variance `2a/(1-a)^2`, in squared lattice steps, approximately.
    #[must_use]
    pub fn variance(&self) -> f64 {
        2.0 * (-self.s).exp() / (-self.s).exp_m1().powi(2)
    }

    /// Returns the half-width of the central 95% interval, in lattice steps: the smallest k with
    /// `P(|N| > k) = 2 a^(k+1)/(1+a) <= 0.05`. Exact.
    #[must_use]
    pub fn half_width_95(&self) -> u64 {
        tail(self.rate, (1, 20), |precision| {
            Some(Interval::exactly(precision.one()))
        })
    }

    /// Returns the smallest k, in lattice steps, with `P(|N| > k) <= numerator/denominator`. Exact.
    ///
    /// # Errors
    /// [`Error::Tail`] unless the fraction lies strictly between 0 and 1.
    pub fn half_width(&self, numerator: u64, denominator: u64) -> Result<u64, Error> {
        fraction(numerator, denominator)?;
        Ok(tail(self.rate, (numerator, denominator), |precision| {
            Some(Interval::exactly(precision.one()))
        }))
    }
}

/// Returns P(N <= n) for the law that is DLap at rate s with probability `share`, and else 0.
fn cumulative(precision: &Precision, s: Rate, n: i64, share: &Interval) -> Interval {
    // P(N <= -m) = a^m/(1 + a), and 1/(1 + a) = (1 + (1-a)/(1+a))/2.
    let beyond = |m| {
        let zero = zero_probability(precision, s);
        let one_plus = Interval {
            low: (zero.low + precision.one()) >> 1_u8,
            high: ((zero.high + precision.one()) >> 1_u8) + 1_u8,
        };
        one_plus
            .mul(precision, &power_of(precision, s, m))
            .mul(precision, share)
    };
    if n < 0 {
        beyond(n.unsigned_abs())
    } else {
        beyond(n.unsigned_abs() + 1).one_minus(precision)
    }
}

/// Returns `2 a/(1-a)^2`.
fn variance(precision: &Precision, s: Rate) -> Option<Interval> {
    let a = exp(precision, s);
    let q = precision.height(s);
    let ratio = a.over(precision, &q)?;
    let half = ratio.over(precision, &q)?;
    Some(half.plus(&half))
}

/// Returns, for the law that is DLap at rate s with probability `share`, and else 0, the smallest n
/// with `P(N <= n) >= p`, `p = numerator/denominator`.
///
/// For `p < 1/2` it is `-m` with the largest m such that `P(N <= -m) >= p`, that is
/// `P(|N| >= m) >= 2 p`; for `p > 1/2` the smallest n with `P(|N| > n) <= 2 (1 - p)`; between
/// them 0.
fn quantile(
    s: Rate,
    numerator: u64,
    denominator: u64,
    share: impl Fn(&Precision) -> Option<Interval>,
) -> Result<i64, Error> {
    fraction(numerator, denominator)?;
    let rest = denominator - numerator;
    // Without doubling, which might overflow: 2 p = numerator / (denominator / 2).
    let size = match numerator.cmp(&rest) {
        std::cmp::Ordering::Equal => return Ok(0),
        std::cmp::Ordering::Less => floor_ratio(s, (numerator, denominator), true, &share),
        std::cmp::Ordering::Greater => floor_ratio(s, (rest, denominator), true, &share),
    };
    // x < 46 and s > 2^-50: below 2^56.
    let size = size.cast_signed();
    Ok(if numerator < rest { -size } else { size })
}

/// Returns `(1 - a)/(1 + a)`.
fn atom(s: f64) -> f64 {
    -(-s).exp_m1() / (1.0 + (-s).exp())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn half_widths_are_the_smallest_that_suffice() {
        // Against the closed form in f64, which is decisive here: no case is within 1e-9 of its
        // threshold.
        for (micro, steps) in [
            (1_000_000, 1),
            (1_000_000, 100),
            (3_000_000, 1),
            (4_500_000, 1),
            (100_000_000, 1),
            (1_500_000, 20_000_000),
            (10, 3),
        ] {
            let epsilon = Epsilon::from_micro(micro).unwrap();
            let sensitivity = Sensitivity::new(steps).unwrap();
            let law = DiscreteLaplace::new(epsilon, sensitivity).unwrap();
            for (numerator, denominator) in [(1, 20), (1, 2), (999, 1000), (1, 1_000_000)] {
                let k = law.half_width(numerator, denominator).unwrap();
                let tail = numerator as f64 / denominator as f64;
                let beyond = |k: f64| 2.0 * (-law.s * (k + 1.0)).exp() / (1.0 + (-law.s).exp());
                assert!(
                    beyond(k as f64) <= tail,
                    "{micro} {steps}: {k} is too small"
                );
                assert!(
                    k == 0 || beyond(k as f64 - 1.0) > tail,
                    "{micro} {steps}: {k} is too large"
                );
            }
            assert_eq!(law.half_width(1, 20), Ok(law.half_width_95()));
        }
    }

    #[test]
    fn half_widths_in_known_cases() {
        let width = |micro, steps| {
            DiscreteLaplace::new(
                Epsilon::from_micro(micro).unwrap(),
                Sensitivity::new(steps).unwrap(),
            )
            .unwrap()
            .half_width_95()
        };
        // At epsilon 1: 2 e^-3/(1 + 1/e) = 0.0728, 2 e^-4/(1 + 1/e) = 0.0268.
        assert_eq!(width(1_000_000, 1), 3);
        // Fine lattice: ln(20) D/epsilon + 1/2 = 2995732273553.99 + 0.50, rounded down.
        assert_eq!(width(1_000_000, 1_000_000_000_000), 2_995_732_273_554);
        assert_eq!(width(1 << 40, 1), 0);
    }

    #[test]
    fn impossible_tails_are_refused() {
        let law = DiscreteLaplace::new(
            Epsilon::from_micro(1).unwrap(),
            Sensitivity::new(1).unwrap(),
        )
        .unwrap();
        for (numerator, denominator) in [(0, 1), (1, 1), (2, 1), (0, 0), (1, 0)] {
            assert_eq!(
                law.half_width(numerator, denominator),
                Err(Error::Tail {
                    numerator,
                    denominator
                })
            );
        }
        assert!(law.half_width(1, u64::MAX).unwrap() > 44_000_000);
    }
}
