//! The laws of the noise, for figures and tests, and the half-width of an interval, decided exactly.
//!
//! Values of type `f64` are approximations, good to about 13 significant digits, for display and for tests. Nothing released, priced or refused depends on
//! them. They are written with `exp_m1`, so that they stay good where `a = exp(-ε/D)` is very close to 1.

use num_bigint::BigUint;

use crate::error::Error;
use crate::interval::Interval;
use crate::units::{Epsilon, Rate, Sensitivity};
use crate::wide::Wide;

/// The discrete Laplace law DLap(a), `a = exp(-ε/D)`: the law of the noise of a response at level ε, in lattice steps.
///
/// `P(n) = (1 - a)/(1 + a) a^|n|` (Ghosh, Roughgarden and Sundararajan 2009, the two-sided geometric law; CKS section 4).
#[derive(Clone)]
pub struct DiscreteLaplace {
    rate: Rate,
    s: f64,
}

impl DiscreteLaplace {
    /// The law of a release at level `epsilon`.
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`] if D/ε is 2^50 or more.
    pub fn new(epsilon: Epsilon, sensitivity: Sensitivity) -> Result<DiscreteLaplace, Error> {
        let rate = Rate::new(epsilon, sensitivity)?;
        Ok(DiscreteLaplace {
            rate,
            s: rate.approximately(),
        })
    }

    /// P(N = n), approximately.
    #[must_use]
    pub fn pmf(&self, n: i64) -> f64 {
        atom(self.s) * (-self.s * n.unsigned_abs() as f64).exp()
    }

    /// P(N <= n), approximately.
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

    /// The variance `2a/(1-a)^2`, in squared lattice steps, approximately.
    #[must_use]
    pub fn variance(&self) -> f64 {
        2.0 * (-self.s).exp() / (-self.s).exp_m1().powi(2)
    }

    /// Half-width of the central 95% interval, in lattice steps: the smallest k with `P(|N| > k) = 2 a^(k+1)/(1+a) <= 0.05`.
    /// Exact.
    #[must_use]
    pub fn half_width_95(&self) -> u64 {
        smallest_half_width(self.rate, 1, 20)
    }

    /// The smallest k, in lattice steps, with `P(|N| > k) <= numerator/denominator`. Exact.
    ///
    /// # Errors
    /// [`Error::Tail`] unless the fraction lies strictly between 0 and 1.
    pub fn half_width(&self, numerator: u64, denominator: u64) -> Result<u64, Error> {
        if numerator == 0 || numerator >= denominator {
            return Err(Error::Tail {
                numerator,
                denominator,
            });
        }
        Ok(smallest_half_width(self.rate, numerator, denominator))
    }
}

/// The law of the difference W between the noise at a lower and at a higher level (mechanism section 3): 0 with probability p,
/// else DLap(a1), independent of the noise at the higher level.
///
/// `p = (a2/a1) ((1-a1)/(1-a2))^2` with `a1 = exp(-low/D)`, `a2 = exp(-high/D)`; on a fine lattice p tends to `(low/high)^2`, the law of
/// Koufogiannis, Han and Pappas (arXiv 1504.00429, theorem 1).
#[derive(Clone)]
pub struct Bridge {
    /// The rates at the lower and the higher level.
    s1: f64,
    s2: f64,
    /// s2 - s1, from the exact difference of the levels.
    gap: f64,
}

impl Bridge {
    /// The law of N(low) - N(high).
    ///
    /// # Errors
    /// [`Error::LevelsNotAscending`] unless `low < high`; [`Error::ScaleTooLarge`] if D/low is 2^50 or more.
    pub fn new(low: Epsilon, high: Epsilon, sensitivity: Sensitivity) -> Result<Bridge, Error> {
        if low >= high {
            return Err(Error::LevelsNotAscending { low, high });
        }
        let gap = Rate::new(low, sensitivity)?.approximate_gap(Rate::new(high, sensitivity)?);
        Ok(Bridge {
            s1: Rate::new(low, sensitivity)?.approximately(),
            s2: Rate::new(high, sensitivity)?.approximately(),
            gap,
        })
    }

    /// p, the probability of the atom at 0 (the path has no jump between the levels, or its jumps have no part in this), approximately.
    #[must_use]
    pub fn p_no_jump(&self) -> f64 {
        (-self.gap).exp() * ((-self.s1).exp_m1() / (-self.s2).exp_m1()).powi(2)
    }

    /// `1 - p`, without the cancellation: `(1 - a2/a1)(1 - a1 a2)/(1 - a2)^2`.
    fn p_jump(&self) -> f64 {
        (-self.gap).exp_m1() * (-(self.s1 + self.s2)).exp_m1() / (-self.s2).exp_m1().powi(2)
    }

    /// P(W = w), approximately.
    #[must_use]
    pub fn pmf(&self, w: i64) -> f64 {
        let spread = self.p_jump() * atom(self.s1) * (-self.s1 * w.unsigned_abs() as f64).exp();
        if w == 0 {
            self.p_no_jump() + spread
        } else {
            spread
        }
    }

    /// P(W = 0): the probability that a response does not change between the levels, `p + (1-p)(1-a1)/(1+a1)`, approximately.
    #[must_use]
    pub fn p_no_change(&self) -> f64 {
        self.pmf(0)
    }
}

/// `(1 - a)/(1 + a)`.
fn atom(s: f64) -> f64 {
    -(-s).exp_m1() / (1.0 + (-s).exp())
}

/// The smallest k >= 0 with `2 a^(k+1)/(1+a) <= t`, t in (0, 1): `(k+1) s >= x` with `x = -ln t - ln((1+a)/2) > 0`.
///
/// So `k + 1 = ceil(x/s)`, and x/s is no integer: that would make a algebraic, which `exp` of a rational other than 0 is not (Lindemann). Hence
/// `k = floor(x/s)`, and the loop ends. `x < 46`, `s > 2^-50`: k fits.
fn smallest_half_width(rate: Rate, numerator: u64, denominator: u64) -> u64 {
    let mut bits = 192;
    loop {
        let wide = Wide::new(bits, bits);
        let s = wide.rate(rate);
        let tail = wide.fraction(numerator, denominator).neg_ln(&wide);
        let mean = wide.half_of_one_plus_a(&wide.q(&s)).neg_ln(&wide);
        if let (Some(tail), Some(mean)) = (tail, mean) {
            let x: Interval<BigUint> = Interval {
                low: tail.low + mean.low,
                high: tail.high + mean.high,
            };
            if let Some(k) = x.floor_ratio(&wide, &s) {
                return k;
            }
        }
        bits *= 2;
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn half_widths_are_the_smallest_that_suffice() {
        // Against the closed form in f64, which is decisive here: no case is within 1e-9 of its threshold.
        for (micro, steps) in [
            (1_000_000, 1),
            (1_000_000, 100),
            (3_000_000, 1),
            (4_500_000, 1),
            (100_000_000, 1),
            (1_500_000, 20_000_000),
            (10, 3),
        ] {
            let epsilon = Epsilon::new(micro).unwrap();
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
                Epsilon::new(micro).unwrap(),
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
        let law =
            DiscreteLaplace::new(Epsilon::new(1).unwrap(), Sensitivity::new(1).unwrap()).unwrap();
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
