//! Fixed width: the arithmetic that decides nearly every draw, on 128-bit integers.
//!
//! Numbers have 104 fractional bits; a unit below is `2^-104`. Each function states by how many units it can be off and
//! why; results are moved by that much in the stated direction. A draw is left to [`Wide`] when an enclosure this narrow is still
//! not narrow enough; rates are known to at least 50 significant bits and uniforms to 64, which makes that rarer than one in a hundred million.
//!
//! The tables come from [`Wide`], so there is one source of truth for the constants.

use std::sync::LazyLock;

use num_bigint::BigUint;

use crate::interval::{Arithmetic, Interval, Round};
use crate::layout::Bits;
use crate::wide::Wide;

/// Fractional bits.
pub(crate) const BITS: u32 = 104;
const ONE: u128 = 1 << BITS;
/// Units by which `neg_ln` can be too small before rounding up.
const LN_SLACK: u128 = 5;
/// Units by which `one_minus_exp` can be off to either side before rounding.
const EXP_SLACK: u128 = 4;
/// Degree of the series for `-ln(1 - y)`, `y < 2^-6.98`.
const LN_TERMS: usize = 14;
/// Degree of the series for `1 - exp(-r)`, `r < 2^-6`.
const EXP_TERMS: usize = 13;
/// Fractional bits of the stored ln 2.
const LN_2_BITS: u64 = 120;

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::new);

/// Numbers with 104 fractional bits below 2^24; a [`Point`](Arithmetic::Point) is the number times 2^104.
pub(crate) struct Narrow {
    tables: &'static Tables,
}

struct Tables {
    /// 2^120 ln 2, rounded down.
    ln_2: u128,
    /// For `m` in `(128 + i)/256 .. (129 + i)/256`: `c` in 4096ths, the largest with `m c < 1` throughout, and ln c rounded down.
    near: [(u64, u128); 128],
    /// `1 - exp(-j/64)`, rounded down.
    reach: [u128; 65],
    /// 1/k, rounded down; index 0 is not used.
    inverse: [u128; LN_TERMS + 1],
    /// 1/k!, rounded down.
    factorial: [u128; EXP_TERMS + 1],
}

impl Tables {
    fn new() -> Tables {
        let wide = Wide::new(192, 192);
        let ln_2 = Interval::exactly(wide.one() >> 1_u8).neg_ln(&wide);
        let mut near = [(0, 0); 128];
        for (i, entry) in (0_u64..).zip(&mut near) {
            let c = (256 * 4096) / (129 + i);
            let ln = wide.fraction(4096, c).neg_ln(&wide);
            *entry = (c, low_bits(&wide, ln, u64::from(BITS)));
        }
        let mut reach = [0; 65];
        for (j, entry) in (0_u64..).zip(&mut reach) {
            let q = wide.q(&wide.fraction(j, 64));
            *entry = low_bits(&wide, Some(q), u64::from(BITS));
        }
        let mut factorial = [ONE; EXP_TERMS + 1];
        let mut product = 1_u128;
        for (k, entry) in (0_u128..).zip(&mut factorial) {
            product *= k.max(1);
            *entry = ONE / product;
        }
        let mut inverse = [0; LN_TERMS + 1];
        for (k, entry) in (0_u128..).zip(&mut inverse).skip(1) {
            *entry = ONE / k;
        }
        Tables {
            ln_2: low_bits(&wide, ln_2, LN_2_BITS),
            near,
            reach,
            inverse,
            factorial,
        }
    }
}

/// The lower end of `value < 256`, rounded down to `bits <= 120` fractional bits.
fn low_bits(wide: &Wide, value: Option<Interval<BigUint>>, bits: u64) -> u128 {
    let value = value.expect("the tables take logarithms of positive numbers only");
    let low = wide.outward(&value, bits).0;
    u128::try_from(low).expect("a number below 256 with at most 120 fractional bits has 128 bits")
}

impl Narrow {
    pub(crate) fn new() -> Narrow {
        Narrow { tables: &TABLES }
    }

    /// The enclosure of a number below 2^23 that `wide` knows.
    pub(crate) fn enclose(wide: &Wide, value: &Interval<BigUint>) -> Interval<u128> {
        let (low, high) = wide.outward(value, u64::from(BITS));
        let point = |end| {
            u128::try_from(end).expect("a number below 2^23 with 104 fractional bits has 128 bits")
        };
        Interval {
            low: point(low),
            high: point(high),
        }
    }
}

/// The low half.
#[allow(
    clippy::cast_possible_truncation,
    reason = "the low 64 bits are what is wanted"
)]
fn low_half(x: u128) -> u64 {
    x as u64
}

/// The product of two 64-bit numbers.
fn product(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

/// `floor(a b / 2^104)`, for a, b < 2^105.
///
/// With `a = a1 2^64 + a0`: `a1, b1 < 2^41`, so the middle sum stays below `2^106 + 2^64`, and `a b = a1 b1 2^128 + middle 2^64 + rest` with `rest < 2^64`.
#[inline]
fn mul_down(a: u128, b: u128) -> u128 {
    let (a1, a0) = (low_half(a >> 64), low_half(a));
    let (b1, b0) = (low_half(b >> 64), low_half(b));
    let middle = product(a1, b0) + product(a0, b1) + (product(a0, b0) >> 64);
    (product(a1, b1) << 24) + (middle >> 40)
}

impl Arithmetic for Narrow {
    type Point = u128;

    fn one(&self) -> u128 {
        ONE
    }

    fn mul(&self, a: &u128, b: &u128, round: Round) -> u128 {
        let down = mul_down(*a, *b);
        match round {
            Round::Down => down,
            Round::Up => (down + 1).min(ONE),
        }
    }

    /// `a 2^(2t) = r^2 + rest` with `2^63 <= r < 2^64` and `rest <= 2 r`. The root of `a 2^104` is
    /// `(r^2 + rest)^(1/2) 2^(52 - t)`, and `(r^2 + rest)^(1/2) = r + rest/(2 r) - d` with `0 <= d <= rest^2/(8 r^3) <= 1/(2 r) <= 2^-64`.
    /// Before the shift by t, the value below is therefore less than 1 too small and less than 2^-12 too large.
    fn sqrt(&self, a: &u128, round: Round) -> u128 {
        if *a == 0 {
            return 0;
        }
        let half_shift = a.leading_zeros() / 2;
        let a = a << (2 * half_shift);
        let root = a.isqrt();
        let rest = a - root * root;
        let value = (root << 52) + (rest << 51) / root;
        match round {
            Round::Down => (value - 1) >> half_shift,
            Round::Up => (((value + 1) >> half_shift) + 1).min(ONE),
        }
    }

    fn one_minus(&self, a: &u128) -> u128 {
        ONE.saturating_sub(*a)
    }

    /// With `a = m 2^-e`, `1/2 <= m < 1`, and c from the table, `1 - y = m c`: `-ln a = e ln 2 + ln c - ln(1 - y)`.
    ///
    /// Here `0 < y <= 1/(129 + i) + (128 + i)/2^20 < 0.0079 < 2^-6.98`. All roundings are downwards and all terms positive, so the value
    /// is at most the exact one. It is too small by at most: 1.01 for `e ln 2`; 1.01 for ln c; 1.01 for the rounding of y; Horner's rule has an
    /// error of at most 2/(1 - y) < 2.02, which the last product makes 0.02 and its own rounding 1.02; the series cut off after
    /// `y^14/14` leaves less than `y^15/15/(1 - y) < 2^-108`. Together below 5.
    fn neg_ln(&self, a: &u128, round: Round) -> Option<u128> {
        if *a == 0 {
            return None;
        }
        // For a < 1, the highest bit of a is at most bit 103.
        let Some(e) = (a.leading_zeros()).checked_sub(128 - BITS) else {
            return Some(0);
        };
        let m = a << e;
        let index = usize::from(u8::try_from((m >> (BITS - 8)) & 127).unwrap_or(127));
        let (c, ln_c) = self.tables.near[index];
        let y = ((1 << (BITS + 12)) - m * u128::from(c)) >> 12;
        let mut series = self.tables.inverse[LN_TERMS];
        for k in (1..LN_TERMS).rev() {
            series = self.tables.inverse[k] + mul_down(y, series);
        }
        let ln_2 = (self.tables.ln_2 * u128::from(e)) >> 16;
        let value = ln_2 + ln_c + mul_down(y, series);
        Some(match round {
            Round::Down => value,
            Round::Up => value + LN_SLACK,
        })
    }

    /// For `a = j/64 + r <= 1`, `r < 1/64`: `1 - exp(-a) = R + (1 - R)(1 - exp(-r))` with `R = 1 - exp(-j/64)` from the table; and
    /// `1 - exp(-r) = r (1 - r (1/2! - r (1/3! - ...)))`.
    ///
    /// In each step of the rule the coefficient is at most 1 too small and the subtracted product at most 1 too small, so the error stays
    /// within 1.02 to either side; the last product makes it 0.02 and adds 1. R is at most 1.01 too small and `1 - R` as much too large, and the
    /// product with it is rounded by 1. The series cut off after `r^13/13!` leaves less than 2^-120. Together within 4.
    fn one_minus_exp(&self, a: &u128, round: Round) -> Option<u128> {
        if *a > ONE {
            return None;
        }
        let index = usize::from(u8::try_from(a >> (BITS - 6)).unwrap_or(64));
        let r = a & ((1 << (BITS - 6)) - 1);
        let mut series = self.tables.factorial[EXP_TERMS];
        for k in (1..EXP_TERMS).rev() {
            series = self.tables.factorial[k] - mul_down(r, series);
        }
        let reach = self.tables.reach[index];
        let value = reach + mul_down(ONE - reach, mul_down(r, series));
        Some(match round {
            Round::Down => value.saturating_sub(EXP_SLACK),
            Round::Up => (value + EXP_SLACK).min(ONE),
        })
    }

    fn shift(&self, a: &u128, bits: u32) -> u128 {
        a << bits
    }

    fn at_most_power(&self, a: &u128, bits: u32) -> bool {
        *a <= ONE >> bits
    }

    fn floor_ratio(&self, a: &u128, b: &u128) -> Option<u64> {
        let ratio = a.checked_div(*b)?;
        Some(u64::try_from(ratio).unwrap_or(u64::MAX))
    }

    /// The word n says that the uniform lies in `[n, n+1] / 2^64`.
    fn uniform(&self, bits: Bits<'_>) -> Interval<u128> {
        let low = u128::from(bits.word) << (BITS - 64);
        Interval {
            low,
            high: low + (1 << (BITS - 64)),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// Numbers in (0, 1]: near both ends, around powers of two and the tables' steps, and a good many in between.
    fn points() -> Vec<u128> {
        let mut points: Vec<u128> = (1..=300).flat_map(|i| [i, ONE + 1 - i]).collect();
        for power in 1..u128::from(BITS) {
            for near in 0..4 {
                points.extend([(1 << power) + near, (1 << power) - near.min(1)]);
            }
        }
        for step in 1..=512_u128 {
            points.extend([step * (ONE / 512) - 1, step * (ONE / 512)]);
        }
        let mut state = 1_u128;
        for _ in 0..3_000 {
            // Knuth's multiplier: any spread of test points will do.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005_u128)
                .wrapping_add(1);
            let point = (state >> (128 - BITS)).max(1);
            points.extend([point, (point >> (state % 100)).max(1)]);
        }
        points
    }

    /// Both directions of a function enclose what arbitrary precision knows, and not by more than `slack + 2` units.
    fn check(
        function: impl Fn(&u128, Round) -> Option<u128>,
        truth: impl Fn(&BigUint, Round) -> Option<BigUint>,
        extra: u64,
        slack: u128,
    ) {
        for point in points() {
            let low = function(&point, Round::Down).unwrap();
            let high = function(&point, Round::Up).unwrap();
            let exact = BigUint::from(point) << extra;
            let truth_low = truth(&exact, Round::Down).unwrap();
            let truth_high = truth(&exact, Round::Up).unwrap();
            assert!(
                BigUint::from(low) << extra <= truth_low,
                "low end at {point}"
            );
            assert!(
                BigUint::from(high) << extra >= truth_high,
                "high end at {point}"
            );
            assert!(high - low <= slack + 2, "{} units at {point}", high - low);
        }
    }

    #[test]
    fn every_function_encloses_the_exact_value() {
        let narrow = Narrow::new();
        let wide = Wide::new(256, 256);
        let extra = 256 - u64::from(BITS);
        check(
            |a, round| narrow.neg_ln(a, round),
            |a, round| wide.neg_ln(a, round),
            extra,
            LN_SLACK,
        );
        check(
            |a, round| narrow.one_minus_exp(a, round),
            |a, round| wide.one_minus_exp(a, round),
            extra,
            2 * EXP_SLACK,
        );
        check(
            |a, round| Some(narrow.sqrt(a, round)),
            |a, round| Some(wide.sqrt(a, round)),
            extra,
            1,
        );
    }

    #[test]
    fn products_are_rounded_as_stated() {
        let narrow = Narrow::new();
        let points = points();
        for (a, b) in points.iter().zip(points.iter().rev()) {
            let exact = (BigUint::from(*a) * BigUint::from(*b)) >> BITS;
            assert_eq!(BigUint::from(narrow.mul(a, b, Round::Down)), exact);
            let up = BigUint::from(narrow.mul(a, b, Round::Up));
            assert!(up == (exact + 1_u8).min(BigUint::from(ONE)));
            assert_eq!(narrow.mul(a, &ONE, Round::Down), *a);
        }
    }

    #[test]
    fn edges() {
        let narrow = Narrow::new();
        assert_eq!(narrow.neg_ln(&ONE, Round::Up), Some(0));
        assert_eq!(narrow.neg_ln(&(ONE + 5), Round::Up), Some(0));
        assert_eq!(narrow.one_minus_exp(&(ONE + 1), Round::Down), None);
        assert_eq!(narrow.one_minus_exp(&0, Round::Down), Some(0));
        assert_eq!(narrow.sqrt(&0, Round::Up), 0);
        assert_eq!(narrow.sqrt(&ONE, Round::Up), ONE);
        assert_eq!(narrow.one_minus(&(ONE + 1)), 0);
        assert_eq!(narrow.floor_ratio(&7, &0), None);
        assert_eq!(narrow.floor_ratio(&u128::MAX, &1), Some(u64::MAX));
        let last = narrow.uniform(Bits {
            word: u64::MAX,
            more: &[],
        });
        assert_eq!(last.high, ONE);
    }
}
