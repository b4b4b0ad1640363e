//! Arbitrary precision: the arithmetic that can always decide, given enough bits.

use num_bigint::BigUint;

use crate::interval::{Arithmetic, Interval, Round};
use crate::layout::Bits;
use crate::units::Rate;

/// Extra fractional bits carried inside `neg_ln` and `one_minus_exp`.
const GUARD: u64 = 64;
/// Bound, in units of the last carried bit, on the error of their results, see there. It is below half a unit of the result.
const SLACK: u64 = 1 << 56;
/// The largest precision: 2^22 bits are all that the stream reserves for one uniform. The error bounds below rely on it.
pub(crate) const MAX_BITS: u64 = 1 << 22;

/// Fixed-point numbers with `bits` fractional bits; a [`Point`](Arithmetic::Point) is the number times `2^bits`.
pub(crate) struct Wide {
    bits: u64,
    /// How many leading bits of each uniform are used.
    taken: u64,
    /// ln 2 with guard bits, too small by at most `2 (bits + GUARD) + 16 < 2^24` units.
    ln_2: BigUint,
}

impl Wide {
    /// `bits <= MAX_BITS` fractional bits, and the leading `taken` bits of each uniform.
    pub(crate) fn new(bits: u64, taken: u64) -> Wide {
        debug_assert!(bits <= MAX_BITS);
        // ln 2 = -ln(1/2)
        let ln_2 = neg_ln_carried(&(BigUint::from(1_u8) << (bits + GUARD - 1)), bits + GUARD);
        Wide { bits, taken, ln_2 }
    }

    /// The rate s.
    pub(crate) fn rate(&self, rate: Rate) -> Interval<BigUint> {
        self.fraction(rate.numerator(), rate.denominator())
    }

    /// The fraction `numerator / denominator`, denominator > 0.
    pub(crate) fn fraction(&self, numerator: u64, denominator: u64) -> Interval<BigUint> {
        let numerator = BigUint::from(numerator) << self.bits;
        let denominator = BigUint::from(denominator);
        Interval {
            low: &numerator / &denominator,
            high: ceil_div(&numerator, &denominator),
        }
    }

    /// `1 - exp(-rate)`, which increases with the rate.
    pub(crate) fn q(&self, rate: &Interval<BigUint>) -> Interval<BigUint> {
        Interval {
            low: self.one_minus_exponential(&rate.low, Round::Down),
            high: self.one_minus_exponential(&rate.high, Round::Up),
        }
    }

    /// `(1 + a)/2`, given `q = 1 - a`.
    pub(crate) fn half_of_one_plus_a(&self, q: &Interval<BigUint>) -> Interval<BigUint> {
        let one = self.one();
        Interval {
            low: &one - ((&q.high + 1_u8) >> 1_u8),
            high: &one - (&q.low >> 1_u8),
        }
    }

    /// `(1 - a)/(1 + a)`, given `q = 1 - a`; it is `q / (2 - q)`, which increases with q.
    pub(crate) fn zero_probability(&self, q: &Interval<BigUint>) -> Interval<BigUint> {
        let two = BigUint::from(1_u8) << (self.bits + 1);
        Interval {
            low: (&q.low << self.bits) / (&two - &q.low),
            high: ceil_div(&(&q.high << self.bits), &(&two - &q.high)),
        }
    }

    /// `value` with `bits` fractional bits instead, rounded outwards; `bits` is at most this precision.
    pub(crate) fn outward(&self, value: &Interval<BigUint>, bits: u64) -> (BigUint, BigUint) {
        let drop = self.bits - bits;
        (&value.low >> drop, (&value.high >> drop) + 1_u8)
    }

    /// Drops the guard bits of `carried`, which is within `SLACK` of the exact value, in the stated direction.
    fn settle(&self, carried: &BigUint, round: Round) -> BigUint {
        match round {
            Round::Down if *carried <= BigUint::from(SLACK) => BigUint::ZERO,
            Round::Down => (carried - SLACK) >> GUARD,
            Round::Up => ((carried + SLACK) >> GUARD) + 1_u8,
        }
    }

    /// With `a = n ln 2 + r`: `exp(-a) = exp(-r) 2^-n`. Beyond `a = bits` the exponential is below one unit. Error in
    /// carried units: `n <= 1.5 bits < 2^23` times that of ln 2, by which r is too large, and that of the series and of the shift: below 2^48, so below `SLACK`.
    /// Since n is the floor of the quotient by the stored ln 2, `r < ln 2` and the series applies.
    fn one_minus_exponential(&self, a: &BigUint, round: Round) -> BigUint {
        let one = self.one();
        if (a >> self.bits) >= BigUint::from(self.bits) {
            return match round {
                Round::Down => one - 1_u8,
                Round::Up => one,
            };
        }
        let a = a << GUARD;
        let n = &a / &self.ln_2;
        let r = &a - &n * &self.ln_2;
        let n = u64::try_from(n).unwrap_or(u64::MAX); // it is below 2^23
        let exponential = exp_carried(&r, self.bits + GUARD) >> n;
        let unit = &one << GUARD;
        let carried = if exponential >= unit {
            BigUint::ZERO
        } else {
            unit - exponential
        };
        self.settle(&carried, round).min(one)
    }
}

fn ceil_div(a: &BigUint, b: &BigUint) -> BigUint {
    (a + b - 1_u8) / b
}

/// `-ln m` for `1/2 <= m <= 1`, both with `carried` fractional bits; at most the exact value, and at least that
/// less `2 carried + 16` units.
///
/// With `z = (1 - m)/(1 + m) <= 1/3`, `-ln m = 2 (z + z^3/3 + z^5/5 + ...)`. Every step rounds down. The error of z is
/// below 1 unit and that of `z^2` below 2; a term `z^(2k+1)` inherits at most 1/9 of its predecessor's error, plus 2 z + 1 units, so it stays below 2
/// units off; with the division each summand is below 3 off. There are at most `carried / 3.16 + 1` terms that are not
/// zero, and what is cut off after them is below 1 unit. Twice the sum of these is below `2 carried + 16`.
fn neg_ln_carried(m: &BigUint, carried: u64) -> BigUint {
    let one = BigUint::from(1_u8) << carried;
    let z = ((&one - m) << carried) / (&one + m);
    let square = (&z * &z) >> carried;
    let mut power = z.clone();
    let mut sum = z;
    let mut divisor = 1_u64;
    while power != BigUint::ZERO {
        power = (&power * &square) >> carried;
        divisor += 2;
        sum += &power / divisor;
    }
    sum << 1_u8
}

/// `exp(-r)` for `0 <= r <= 0.75`, both with `carried` fractional bits; within `2 carried + 16` units.
///
/// The alternating series, each term `r^k/k!` computed from its predecessor with one rounding down (the floor of a floor's quotient is the
/// floor of the quotient). An error e of the predecessor becomes at most `e r/k + 1`: 1 unit at k = 1, then below 2. From k = 2 on a term is at
/// most 3/8 of its predecessor, so at most `carried / 1.4 + 2` terms are not zero, and what is cut off is below 2 units.
fn exp_carried(r: &BigUint, carried: u64) -> BigUint {
    let mut even = BigUint::from(1_u8) << carried;
    let mut odd = BigUint::ZERO;
    let mut term = even.clone();
    let mut k = 0_u64;
    while term != BigUint::ZERO {
        k += 1;
        term = ((&term * r) >> carried) / k;
        if k % 2 == 1 {
            odd += &term;
        } else {
            even += &term;
        }
    }
    // The partial sums of a decreasing alternating series that starts at 1 are not negative.
    even - odd
}

impl Arithmetic for Wide {
    type Point = BigUint;

    fn one(&self) -> BigUint {
        BigUint::from(1_u8) << self.bits
    }

    fn mul(&self, a: &BigUint, b: &BigUint, round: Round) -> BigUint {
        let product = (a * b) >> self.bits;
        match round {
            Round::Down => product,
            Round::Up => product + 1_u8,
        }
    }

    fn sqrt(&self, a: &BigUint, round: Round) -> BigUint {
        // (x 2^bits)^(1/2) = (x 2^(2 bits))^(1/2) / 2^(bits/2): the root of the shifted integer has the same scale.
        let square = a << self.bits;
        let root = square.sqrt();
        match round {
            Round::Up if &root * &root != square => root + 1_u8,
            _ => root,
        }
    }

    fn one_minus(&self, a: &BigUint) -> BigUint {
        let one = self.one();
        if *a >= one { BigUint::ZERO } else { one - a }
    }

    /// With `a = m 2^-e`, `1/2 <= m < 1`: `-ln a = e ln 2 - ln m`. Error in carried units, with `carried = bits + GUARD`:
    /// `e <= 2^22` times that of ln 2, and that of `-ln m`, each below 2^24: below 2^47, so below `SLACK`.
    fn neg_ln(&self, a: &BigUint, round: Round) -> Option<BigUint> {
        if *a == BigUint::ZERO {
            return None;
        }
        // For a < 1, a has at most `bits` bits.
        let Some(e) = self.bits.checked_sub(a.bits()) else {
            return Some(BigUint::ZERO);
        };
        let m = a << (e + GUARD);
        let carried = neg_ln_carried(&m, self.bits + GUARD) + &self.ln_2 * e;
        Some(self.settle(&carried, round))
    }

    fn one_minus_exp(&self, a: &BigUint, round: Round) -> Option<BigUint> {
        Some(self.one_minus_exponential(a, round))
    }

    fn shift(&self, a: &BigUint, bits: u32) -> BigUint {
        a << bits
    }

    fn at_most_power(&self, a: &BigUint, bits: u32) -> bool {
        (a << bits) <= self.one()
    }

    fn floor_ratio(&self, a: &BigUint, b: &BigUint) -> Option<u64> {
        if *b == BigUint::ZERO {
            return None;
        }
        Some(u64::try_from(a / b).unwrap_or(u64::MAX))
    }

    /// The leading `taken` bits n say that the uniform lies in `[n, n+1] / 2^taken`.
    fn uniform(&self, bits: Bits<'_>) -> Interval<BigUint> {
        let mut n = BigUint::from(bits.word);
        let mut have = 64_u64;
        for word in bits.more {
            if have >= self.taken {
                break;
            }
            n = (n << 64_u8) + *word;
            have += 64;
        }
        let taken = self.taken.min(have);
        n >>= have - taken;
        let next = &n + 1_u8;
        if taken <= self.bits {
            let up = self.bits - taken;
            Interval {
                low: n << up,
                high: next << up,
            }
        } else {
            let down = taken - self.bits;
            Interval {
                low: n >> down,
                high: (next >> down) + 1_u8,
            }
        }
    }
}
