//! The law of a better level's noise, given that of a worse one.

use super::certified::{Bounds, Real, certify, exp, fraction, power_of};
use crate::error::Error;
use crate::interval::{Arithmetic, Interval};
use crate::odds::{Levels, Odds, Ratio};
use crate::units::{Epsilon, Sensitivity};
use crate::wide::Wide;

/// The law of N(high) given `N(low) = n1`, as [`kernels::Relax`](crate::kernels::Relax) draws it; its proof stands there.
///
/// On n1's side (the positive one for 0), with `k = |n1|`, `r = a2/a1` and `c = (1-r)(1 - a1 a2)/(1 - a2^2)`: `P(m)` is `c (a1 a2)^|m|` for `m < 0`, `c r^m` for `0 <= m < k`,
/// `c r^k (a1 a2)^(m-k)` for `m > k`, and at `m = k` what is left.
#[derive(Clone)]
pub struct Relaxed {
    levels: Levels,
    n1: i64,
}

impl Relaxed {
    /// The law of N(high), given `N(low) = n1`, in lattice steps.
    ///
    /// # Errors
    /// [`Error::LevelsNotAscending`] unless `low < high`; [`Error::ScaleTooLarge`] if D/low is 2^50 or more.
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

    /// P(N(high) = n), approximately.
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
            floats.stays() * (-floats.gap * near).exp() * floats.lazy()
        }
    }

    /// P(N(high) <= n), approximately.
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

    /// The mean, in lattice steps, approximately: between 0 and n1.
    #[must_use]
    pub fn mean(&self) -> f64 {
        let size = middle(certify(|wide| Some(self.moments(wide)?.0)));
        if self.n1 < 0 { -size } else { size }
    }

    /// The variance, in squared lattice steps, approximately.
    #[must_use]
    pub fn variance(&self) -> f64 {
        middle(self.variance_bounds())
    }

    /// P(N(high) = n), certified.
    #[must_use]
    pub fn pmf_bounds(&self, n: i64) -> Bounds {
        let (m, k) = (self.towards(n), self.size());
        certify(|wide| {
            let c = self.c(wide)?;
            if m < 0 {
                let across = self.outwards(wide, small(m.unsigned_abs()));
                return Some(c.mul(wide, &across));
            }
            let m = small(m.unsigned_abs());
            if m < k {
                return Some(c.mul(wide, &self.inwards(wide, m)));
            }
            if m > k {
                let beyond = self.inwards(wide, k).mul(wide, &self.outwards(wide, m - k));
                return Some(c.mul(wide, &beyond));
            }
            let lazy = Odds::Beyond.at(&self.levels, wide)?.one_minus(wide);
            Some(self.reached(wide)?.mul(wide, &lazy))
        })
    }

    /// P(N(high) <= n), certified.
    #[must_use]
    pub fn cdf_bounds(&self, n: i64) -> Bounds {
        certify(|wide| self.cumulative(wide, n))
    }

    /// The variance, in squared lattice steps, certified.
    #[must_use]
    pub fn variance_bounds(&self) -> Bounds {
        certify(|wide| {
            let (mean, square) = self.moments(wide)?;
            difference(&square, &mean.mul(wide, &mean))
        })
    }

    /// The smallest n, in lattice steps, with `P(N(high) <= n) >= numerator/denominator`. Exact.
    ///
    /// # Errors
    /// [`Error::Tail`] unless the fraction lies strictly between 0 and 1.
    pub fn quantile(&self, numerator: u64, denominator: u64) -> Result<i64, Error> {
        fraction(numerator, denominator)?;
        let enough = |n: i64| self.decide(numerator, denominator, |wide| self.cumulative(wide, n));
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

    /// The smallest k, in lattice steps, with `P(|N(high)| > k) <= numerator/denominator`: how far the better response can still be from the truth. Exact.
    ///
    /// # Errors
    /// [`Error::Tail`] unless the fraction lies strictly between 0 and 1.
    pub fn half_width(&self, numerator: u64, denominator: u64) -> Result<u64, Error> {
        fraction(numerator, denominator)?;
        // P(|N| <= k) >= 1 - t
        let enough = |k: i64| {
            self.decide(denominator - numerator, denominator, |wide| {
                let below = self.cumulative(wide, -k - 1)?;
                difference(&self.cumulative(wide, k)?, &below)
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

    /// n as seen from the side of n1.
    fn towards(&self, n: i64) -> i128 {
        if self.n1 < 0 {
            -i128::from(n)
        } else {
            i128::from(n)
        }
    }

    /// `(a1 a2)^m`
    fn outwards(&self, wide: &Wide, m: u64) -> Real {
        power_of(wide, self.levels.sum(0, 1), m)
    }

    /// `r^m`
    fn inwards(&self, wide: &Wide, m: u64) -> Real {
        power_of(wide, self.levels.gap(0, 1), m)
    }

    fn c(&self, wide: &Wide) -> Option<Real> {
        let q = |ratio: Ratio| wide.q(&ratio.wide(wide));
        let both = q(self.levels.gap(0, 1)).mul(wide, &q(self.levels.sum(0, 1)));
        wide.quotient(&both, &q(self.levels.sum(1, 1)))
    }

    /// The probability of n1 and beyond, `c r^k/(1-r) = (1 - a1 a2)/(1 - a2^2) r^k`.
    fn reached(&self, wide: &Wide) -> Option<Real> {
        let q = |ratio: Ratio| wide.q(&ratio.wide(wide));
        let stays = wide.quotient(&q(self.levels.sum(0, 1)), &q(self.levels.sum(1, 1)))?;
        Some(stays.mul(wide, &self.inwards(wide, self.size())))
    }

    /// P(N(high) <= n).
    fn cumulative(&self, wide: &Wide, n: i64) -> Option<Real> {
        // P(N <= n) = 1 - P(-N <= -n - 1)
        if self.n1 < 0 {
            Some(self.up_to(wide, -i128::from(n) - 1)?.one_minus(wide))
        } else {
            self.up_to(wide, i128::from(n))
        }
    }

    /// As seen from the side of n1: the probability of m and all below.
    fn up_to(&self, wide: &Wide, m: i128) -> Option<Real> {
        let k = self.size();
        if m < 0 {
            // c (a1 a2)^|m| / (1 - a1 a2), of which (a1 a2) is the across probability.
            let across = Odds::Across.at(&self.levels, wide)?;
            return Some(across.mul(wide, &self.outwards(wide, small(m.unsigned_abs() - 1))));
        }
        let m = small(m.unsigned_abs());
        if m < k {
            let q = |ratio: Ratio| wide.q(&ratio.wide(wide));
            let stays = wide.quotient(&q(self.levels.sum(0, 1)), &q(self.levels.sum(1, 1)))?;
            return Some(stays.mul(wide, &self.inwards(wide, m + 1)).one_minus(wide));
        }
        let beyond = Odds::Beyond.at(&self.levels, wide)?;
        let beyond = self.reached(wide)?.mul(wide, &beyond);
        Some(
            beyond
                .mul(wide, &self.outwards(wide, m - k))
                .one_minus(wide),
        )
    }

    /// Does the probability reach `numerator/denominator`?
    fn decide(
        &self,
        numerator: u64,
        denominator: u64,
        probability: impl Fn(&Wide) -> Option<Real>,
    ) -> bool {
        let mut bits = 192;
        loop {
            let wide = Wide::new(bits, bits);
            let asked = wide.fraction(numerator, denominator);
            if let Some(answer) = probability(&wide).and_then(|p| p.exceeds(&asked)) {
                return answer;
            }
            bits *= 2;
        }
    }

    /// Mean and mean square, as seen from the side of n1.
    ///
    /// `E f(N)` for `f(m) = m, m^2` as sums of tails: with `T(m) = P(N >= m)` for `m >= 1` and `L(m) = P(N <= -m)`, `E N = sum T - sum L` and `E N^2 = sum (2 m - 1)(T + L)`.
    /// `L(m) = A b^(m-1)` with A the across probability and `b = a1 a2`; `T(m) = S r^m` for `m <= k` with `S = (1 - b)/(1 - a2^2)`; `T(k + j) = S r^k E b^(j-1)` with E the beyond probability.
    fn moments(&self, wide: &Wide) -> Option<(Real, Real)> {
        let q = |ratio: Ratio| wide.q(&ratio.wide(wide));
        let (gap, sum) = (self.levels.gap(0, 1), self.levels.sum(0, 1));
        let (r, one_minus_r, one_minus_b) = (exp(wide, gap), q(gap), q(sum));
        let over = |a: &Real, b: &Real| wide.quotient(a, b);
        let one = Interval::exactly(wide.one());
        let k = Interval::exactly(wide.one() * self.size());
        let two_k = plus(&k, &k);
        let across = Odds::Across.at(&self.levels, wide)?;
        let beyond = Odds::Beyond.at(&self.levels, wide)?;
        let s = over(&one_minus_b, &q(self.levels.sum(1, 1)))?;
        let r_k = self.inwards(wide, self.size());
        let outer = s.mul(wide, &r_k).mul(wide, &beyond);
        // sum of b^(j-1), and of (2 j - 1) b^(j-1) = (1 + b)/(1 - b)^2, over j >= 1
        let geometric = over(&one, &one_minus_b)?;
        let b = exp(wide, sum);
        let odd = over(&over(&plus(&one, &b), &one_minus_b)?, &one_minus_b)?;
        // sum of r^m over 1 .. k, and of (2 m - 1) r^m = r ((1 + r)(1 - r^k) - 2 k r^k (1 - r))/(1 - r)^2
        let inner = over(&r.mul(wide, &r_k.one_minus(wide)), &one_minus_r)?;
        let inner_odd = difference(
            &plus(&one, &r).mul(wide, &r_k.one_minus(wide)),
            &two_k.mul(wide, &r_k).mul(wide, &one_minus_r),
        )?;
        let inner_odd = over(&over(&r.mul(wide, &inner_odd), &one_minus_r)?, &one_minus_r)?;
        let mean = difference(
            &plus(&s.mul(wide, &inner), &outer.mul(wide, &geometric)),
            &across.mul(wide, &geometric),
        )?;
        // 2 (k + j) - 1 = 2 k + (2 j - 1)
        let far = plus(&two_k.mul(wide, &geometric), &odd);
        let square = plus(
            &plus(&s.mul(wide, &inner_odd), &outer.mul(wide, &far)),
            &across.mul(wide, &odd),
        );
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
            s1: levels.single(0).float(),
            s2: levels.single(1).float(),
            gap: levels.gap(0, 1).float(),
            sum: levels.sum(0, 1).float(),
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

    /// `1 - beyond = ((1 - a2)^2 + 2 a2 (1 - a1))/(1 - a1 a2)`.
    fn lazy(&self) -> f64 {
        let numerator = (-self.s2).exp_m1().powi(2) - 2.0 * (-self.s2).exp() * (-self.s1).exp_m1();
        -numerator / (-self.sum).exp_m1()
    }
}

/// A size below 2^63 + 2, as an `i64` has it.
fn small(size: u128) -> u64 {
    u64::try_from(size).unwrap_or(u64::MAX)
}

fn middle(bounds: Bounds) -> f64 {
    bounds.low() + (bounds.high() - bounds.low()) / 2.0
}

fn plus(a: &Real, b: &Real) -> Real {
    Interval {
        low: &a.low + &b.low,
        high: &a.high + &b.high,
    }
}

/// `a - b >= 0`, or `None` where the ends do not even tell that.
fn difference(a: &Real, b: &Real) -> Option<Real> {
    if a.high < b.low {
        return None;
    }
    let zero = num_bigint::BigUint::ZERO;
    Some(Interval {
        low: if a.low > b.high {
            &a.low - &b.high
        } else {
            zero
        },
        high: &a.high - &b.low,
    })
}
