//! The law of the noise at a higher level, given that at a lower one.

use super::tails::{exp, power_of};
use crate::certified::{Bounds, certify, fraction};
use crate::laplace::sampler::probability::{KernelProbability, Levels};
use crate::params::Error;
use crate::params::{Epsilon, Sensitivity};
use crate::precision::{Interval, Precision};

/// The law of N(high) given `N(low) = n1`, as [`kernels::Relax`](crate::kernels::Relax) draws it;
/// its proof is there.
///
/// On n1's side (the positive one for 0), with `k = |n1|`, `r = a2/a1` and
/// `c = (1-r)(1 - a1 a2)/(1 - a2^2)`: `P(m)` is `c (a1 a2)^|m|` for `m < 0`, `c r^m` for
/// `0 <= m < k`, `c r^k (a1 a2)^(m-k)` for `m > k`, and at `m = k` what is left.
#[derive(Clone)]
pub struct Relaxed {
    levels: Levels,
    n1: i64,
}

impl Relaxed {
    /// Returns the law of N(high), given `N(low) = n1`, in lattice steps.
    ///
    /// # Errors
    /// [`Error::LevelsNotAscending`] unless `low < high`; [`Error::ScaleTooLarge`] if D/low is 2^50
    /// or more.
    pub fn new(
        n1: i64,
        low: Epsilon,
        high: Epsilon,
        sensitivity: Sensitivity,
    ) -> Result<Relaxed, Error> {
        if low >= high {
            return Err(Error::LevelsNotAscending { low, high });
        }
        Ok(Relaxed {
            levels: Levels::new([low, high, high], sensitivity)?,
            n1,
        })
    }

    /// Returns P(N(high) = n), approximately.
    #[must_use]
    pub fn pmf(&self, n: i64) -> f64 {
        let floats = Floats::new(&self.levels);
        let (m, k) = (self.towards(n), i128::from(self.size()));
        let (far, near) = (m.unsigned_abs() as f64, k as f64);
        if m < 0 {
            floats.c() * (-floats.sum * far).exp()
        } else if m < k {
            floats.c() * (-floats.gap * far).exp()
        } else if m > k {
            floats.c() * (-floats.gap * near - floats.sum * (far - near)).exp()
        } else {
            floats.stays() * (-floats.gap * near).exp() * floats.unchanged()
        }
    }

    /// Returns P(N(high) <= n), approximately.
    #[must_use]
    pub fn cdf(&self, n: i64) -> f64 {
        let floats = Floats::new(&self.levels);
        let k = self.size() as f64;
        // P(M <= m) and P(M >= m), as seen from the side of n1.
        let below = |m: f64| floats.across() * (-floats.sum * (-m - 1.0)).exp();
        let reach = |m: f64| floats.stays() * (-floats.gap * m).exp();
        let beyond = |m: f64| reach(k) * floats.beyond() * (-floats.sum * (m - k - 1.0)).exp();
        let m = self.towards(n);
        let size = m as f64;
        if self.n1 < 0 {
            match m {
                ..=0 => 1.0 - below(size - 1.0),
                _ if size <= k => reach(size),
                _ => beyond(size),
            }
        } else {
            match m {
                ..=-1 => below(size),
                _ if size < k => {
                    floats.across() - floats.stays() * (-floats.gap * (size + 1.0)).exp_m1()
                }
                _ => 1.0 - beyond(size + 1.0),
            }
        }
    }

    /// Returns the mean, in lattice steps, approximately: between 0 and n1.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let size = middle(certify(|precision| Some(self.moments(precision)?.0)));
        if self.n1 < 0 { -size } else { size }
    }

    /// Returns the variance, in squared lattice steps, approximately.
    #[must_use]
    pub fn variance(&self) -> f64 {
        middle(self.variance_bounds())
    }

    /// Returns P(N(high) = n), certified.
    #[must_use]
    pub fn pmf_bounds(&self, n: i64) -> Bounds {
        let (m, k) = (self.towards(n), self.size());
        certify(|precision| {
            let c = self.c(precision)?;
            if m < 0 {
                let across = self.outwards(precision, small(m.unsigned_abs()));
                return Some(c.mul(precision, &across));
            }
            let m = small(m.unsigned_abs());
            if m < k {
                return Some(c.mul(precision, &self.inwards(precision, m)));
            }
            if m > k {
                let beyond = self
                    .inwards(precision, k)
                    .mul(precision, &self.outwards(precision, m - k));
                return Some(c.mul(precision, &beyond));
            }
            let unchanged = KernelProbability::Beyond
                .at(&self.levels, precision)?
                .one_minus(precision);
            Some(self.reached(precision)?.mul(precision, &unchanged))
        })
    }

    /// Returns P(N(high) <= n), certified.
    #[must_use]
    pub fn cdf_bounds(&self, n: i64) -> Bounds {
        certify(|precision| self.cumulative(precision, n))
    }

    /// Returns the variance, in squared lattice steps, certified.
    #[must_use]
    pub fn variance_bounds(&self) -> Bounds {
        certify(|precision| {
            let (mean, square) = self.moments(precision)?;
            square.minus(&mean.mul(precision, &mean))
        })
    }

    /// Returns the smallest n, in lattice steps, with `P(N(high) <= n) >= numerator/denominator`.
    /// Exact.
    ///
    /// # Errors
    /// [`Error::Tail`] unless the fraction lies strictly between 0 and 1.
    pub fn quantile(&self, numerator: u64, denominator: u64) -> Result<i64, Error> {
        fraction(numerator, denominator)?;
        let enough = |n: i64| {
            self.decide(numerator, denominator, |precision| {
                self.cumulative(precision, n)
            })
        };
        let (mut low, mut high) = (i64::MIN + 1, i64::MAX - 1);
        while low < high {
            let at = low + (high.wrapping_sub(low).cast_unsigned() / 2).cast_signed();
            if enough(at) {
                high = at;
            } else {
                low = at + 1;
            }
        }
        Ok(low)
    }

    /// Returns the smallest k, in lattice steps, with `P(|N(high)| > k) <= numerator/denominator`:
    /// how far the response at the higher level can be from the exact value. Exact.
    ///
    /// # Errors
    /// [`Error::Tail`] unless the fraction lies strictly between 0 and 1.
    pub fn half_width(&self, numerator: u64, denominator: u64) -> Result<u64, Error> {
        fraction(numerator, denominator)?;
        // P(|N| <= k) >= 1 - t
        let enough = |k: i64| {
            self.decide(denominator - numerator, denominator, |precision| {
                let below = self.cumulative(precision, -k - 1)?;
                self.cumulative(precision, k)?.minus(&below)
            })
        };
        let (mut low, mut high) = (0, i64::MAX - 1);
        while low < high {
            let at = low + (high - low) / 2;
            if enough(at) {
                high = at;
            } else {
                low = at + 1;
            }
        }
        Ok(low.cast_unsigned())
    }

    fn size(&self) -> u64 {
        self.n1.unsigned_abs()
    }

    /// Returns n as seen from the side of n1.
    fn towards(&self, n: i64) -> i128 {
        if self.n1 < 0 {
            -i128::from(n)
        } else {
            i128::from(n)
        }
    }

    /// Returns `(a1 a2)^m`
    fn outwards(&self, precision: &Precision, m: u64) -> Interval {
        power_of(precision, self.levels.sum(0, 1), m)
    }

    /// Returns `r^m`
    fn inwards(&self, precision: &Precision, m: u64) -> Interval {
        power_of(precision, self.levels.gap(0, 1), m)
    }

    fn c(&self, precision: &Precision) -> Option<Interval> {
        let inwards = precision.height(self.levels.gap(0, 1));
        Some(inwards.mul(precision, &self.stays(precision)?))
    }

    /// Returns `(1 - a1 a2)/(1 - a2^2)`, the probability of n1's side.
    fn stays(&self, precision: &Precision) -> Option<Interval> {
        let sum = precision.height(self.levels.sum(0, 1));
        sum.over(precision, &precision.height(self.levels.sum(1, 1)))
    }

    /// Returns the probability of n1 and beyond, `c r^k/(1-r) = (1 - a1 a2)/(1 - a2^2) r^k`.
    fn reached(&self, precision: &Precision) -> Option<Interval> {
        let stays = self.stays(precision)?;
        Some(stays.mul(precision, &self.inwards(precision, self.size())))
    }

    /// Returns P(N(high) <= n).
    fn cumulative(&self, precision: &Precision, n: i64) -> Option<Interval> {
        // P(N <= n) = 1 - P(-N <= -n - 1)
        if self.n1 < 0 {
            Some(
                self.up_to(precision, -i128::from(n) - 1)?
                    .one_minus(precision),
            )
        } else {
            self.up_to(precision, i128::from(n))
        }
    }

    /// Returns the probability of m and all below, as seen from the side of n1.
    fn up_to(&self, precision: &Precision, m: i128) -> Option<Interval> {
        let k = self.size();
        if m < 0 {
            // c (a1 a2)^|m| / (1 - a1 a2), of which (a1 a2) is the across probability.
            let across = KernelProbability::Across.at(&self.levels, precision)?;
            return Some(across.mul(
                precision,
                &self.outwards(precision, small(m.unsigned_abs() - 1)),
            ));
        }
        let m = small(m.unsigned_abs());
        if m < k {
            let stays = self.stays(precision)?;
            return Some(
                stays
                    .mul(precision, &self.inwards(precision, m + 1))
                    .one_minus(precision),
            );
        }
        let beyond = KernelProbability::Beyond.at(&self.levels, precision)?;
        let beyond = self.reached(precision)?.mul(precision, &beyond);
        Some(
            beyond
                .mul(precision, &self.outwards(precision, m - k))
                .one_minus(precision),
        )
    }

    /// Returns whether the probability reaches `numerator/denominator`?
    fn decide(
        &self,
        numerator: u64,
        denominator: u64,
        probability: impl Fn(&Precision) -> Option<Interval>,
    ) -> bool {
        let mut bits = 192;
        loop {
            let precision = Precision::new(bits, bits);
            let asked = precision.fraction(numerator, denominator);
            if let Some(answer) = probability(&precision).and_then(|p| p.exceeds(&asked)) {
                return answer;
            }
            bits *= 2;
        }
    }

    /// Returns mean and mean square, as seen from the side of n1.
    ///
    /// `E f(N)` for `f(m) = m, m^2` as sums of tails: with `T(m) = P(N >= m)` for `m >= 1` and
    /// `L(m) = P(N <= -m)`, `E N = sum T - sum L` and `E N^2 = sum (2 m - 1)(T + L)`.
    /// `L(m) = A b^(m-1)` with A the across probability and `b = a1 a2`; `T(m) = S r^m` for
    /// `m <= k` with `S = (1 - b)/(1 - a2^2)`; `T(k + j) = S r^k E b^(j-1)` with E the beyond
    /// probability.
    fn moments(&self, precision: &Precision) -> Option<(Interval, Interval)> {
        let (gap, sum) = (self.levels.gap(0, 1), self.levels.sum(0, 1));
        let (r, one_minus_r) = (exp(precision, gap), precision.height(gap));
        let (b, one_minus_b) = (exp(precision, sum), precision.height(sum));
        let one = Interval::exactly(precision.one());
        let k = Interval::exactly(precision.one() * self.size());
        let two_k = k.plus(&k);
        let across = KernelProbability::Across.at(&self.levels, precision)?;
        let beyond = KernelProbability::Beyond.at(&self.levels, precision)?;
        let s = self.stays(precision)?;
        let r_k = self.inwards(precision, self.size());
        let outer = s.mul(precision, &r_k).mul(precision, &beyond);
        // sum of b^(j-1), and of (2 j - 1) b^(j-1) = (1 + b)/(1 - b)^2, over j >= 1
        let geometric = one.over(precision, &one_minus_b)?;
        let odd = one.plus(&b).over(precision, &one_minus_b)?;
        let odd = odd.over(precision, &one_minus_b)?;
        // sum of r^m over 1 .. k, and of
        // (2 m - 1) r^m = r ((1 + r)(1 - r^k) - 2 k r^k (1 - r))/(1 - r)^2
        let rest = r_k.one_minus(precision);
        let inner = r.mul(precision, &rest).over(precision, &one_minus_r)?;
        let all = one.plus(&r).mul(precision, &rest);
        let last = two_k.mul(precision, &r_k).mul(precision, &one_minus_r);
        let inner_odd = r.mul(precision, &all.minus(&last)?);
        let inner_odd = inner_odd.over(precision, &one_minus_r)?;
        let inner_odd = inner_odd.over(precision, &one_minus_r)?;
        let near = s.mul(precision, &inner);
        let mean = near.plus(&outer.mul(precision, &geometric));
        let mean = mean.minus(&across.mul(precision, &geometric))?;
        // 2 (k + j) - 1 = 2 k + (2 j - 1)
        let far = two_k.mul(precision, &geometric).plus(&odd);
        let square = s
            .mul(precision, &inner_odd)
            .plus(&outer.mul(precision, &far));
        let square = square.plus(&across.mul(precision, &odd));
        Some((mean, square))
    }
}

/// The rates of a law as floats, and what is made of them without cancellation.
struct Floats {
    s1: f64,
    s2: f64,
    gap: f64,
    sum: f64,
}

impl Floats {
    fn new(levels: &Levels) -> Floats {
        Floats {
            s1: levels.single(0).to_f64(),
            s2: levels.single(1).to_f64(),
            gap: levels.gap(0, 1).to_f64(),
            sum: levels.sum(0, 1).to_f64(),
        }
    }

    fn stays(&self) -> f64 {
        (-self.sum).exp_m1() / (-2.0 * self.s2).exp_m1()
    }

    fn c(&self) -> f64 {
        -(-self.gap).exp_m1() * self.stays()
    }

    fn across(&self) -> f64 {
        (-self.sum).exp() * (-self.gap).exp_m1() / (-2.0 * self.s2).exp_m1()
    }

    fn beyond(&self) -> f64 {
        (-self.sum).exp() * (-self.gap).exp_m1() / (-self.sum).exp_m1()
    }

    /// Returns `1 - beyond = ((1 - a2)^2 + 2 a2 (1 - a1))/(1 - a1 a2)`.
    fn unchanged(&self) -> f64 {
        let numerator = (-self.s2).exp_m1().powi(2) - 2.0 * (-self.s2).exp() * (-self.s1).exp_m1();
        -numerator / (-self.sum).exp_m1()
    }
}

/// Returns a size below 2^63 + 2, as an `i64` has it.
fn small(size: u128) -> u64 {
    u64::try_from(size).unwrap_or(u64::MAX)
}

fn middle(bounds: Bounds) -> f64 {
    bounds.low() + (bounds.high() - bounds.low()) / 2.0
}
