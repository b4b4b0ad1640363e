//! Certified floats: functions of `f64` with proven relative errors, from additions,
//! multiplications, divisions and square roots alone.
//!
//! Those four are rounded to within `u = 2^-53` on every platform that Rust's `f64` knows (IEEE
//! 754). Nothing here calls the platform's mathematical library, uses a table, or branches, so the
//! same code runs in every lane of a vector register, in the same time.
//!
//! The bounds promised below are [`MARGIN`] = 2^-44, four times or more what is proven beside each
//! function; callers state theirs with further room. The benches compare every function with MPFR.

/// Relative error that no function here exceeds, with room.
pub(crate) const MARGIN: f64 = power(-44);

const LN_2: f64 = std::f64::consts::LN_2;
/// Bits of sqrt(1/2), rounded down.
const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcc;
/// Bits of 1.
const ONE: u64 = 0x3ff0_0000_0000_0000;
/// Bits of 2^52, whose unit in the last place is 1.
const WHOLE: u64 = 0x4330_0000_0000_0000;
const TWO_52: f64 = power(52);
const MANTISSA: u64 = (1 << 52) - 1;

/// Returns `2^exponent`, for exponents of normal numbers.
pub(crate) const fn power(exponent: i32) -> f64 {
    assert!(exponent > -1023 && exponent < 1024);
    #[allow(
        clippy::cast_sign_loss,
        reason = "the sum is positive by the assertion"
    )]
    let biased = (exponent + 1023) as u64;
    f64::from_bits(biased << 52)
}

/// Returns `2^-bits`, for a normal number.
pub(crate) const fn exp2_neg(bits: u32) -> f64 {
    power(-bits.cast_signed())
}

/// Returns `a b + c`, rounded once if `FUSED`, which only helps the bounds here: each is proved
/// with two roundings.
///
/// For machines that have the instruction; elsewhere it would be a call to a library.
#[inline(always)]
fn add_product<const FUSED: bool>(c: f64, a: f64, b: f64) -> f64 {
    if FUSED { a.mul_add(b, c) } else { a * b + c }
}

/// Returns `2 atanh z = ln((1 + z)/(1 - z))` for `|z| <= 1/4`, to 2^-46.
///
/// The series `2 z (1 + t/3 + t^2/5 + ... + t^10/21)`, `t = z^2 <= 1/16`. Cut off is less than
/// `t^11/23/(1 - t) < 2^-48.4`. All terms are positive, so each of them carries its own relative
/// error and no more: at most 6 for its powers of t, 4 for its coefficient and products, 4 for the
/// additions above it, in units of u; the terms after the first are below 1/40 together, and the
/// last two products add 2 u. Together below `2^-48.4 + 8 u < 2^-47.5`.
#[inline(always)]
pub(crate) fn two_atanh<const FUSED: bool>(z: f64) -> f64 {
    let t = z * z;
    let t2 = t * t;
    let t4 = t2 * t2;
    let add = add_product::<FUSED>;
    let pair = |a: f64, b: f64| add(1.0 / a, t, 1.0 / b);
    let low = add(pair(1.0, 3.0), t2, pair(5.0, 7.0));
    let middle = add(pair(9.0, 11.0), t2, pair(13.0, 15.0));
    let high = add(pair(17.0, 19.0), t2, 1.0 / 21.0);
    (z + z) * add(low, t4, add(middle, t4, high))
}

/// Returns [`two_atanh`] for `|z| <= 0.1716`, where `t <= 0.02945` and the series may end with
/// `t^8/17`: cut off is less than `t^9/19/(1 - t) < 2^-49.9`.
#[inline(always)]
fn two_atanh_near<const FUSED: bool>(z: f64) -> f64 {
    let t = z * z;
    let t2 = t * t;
    let t4 = t2 * t2;
    let add = add_product::<FUSED>;
    let pair = |a: f64, b: f64| add(1.0 / a, t, 1.0 / b);
    let low = add(pair(1.0, 3.0), t2, pair(5.0, 7.0));
    let high = add(pair(9.0, 11.0), t2, pair(13.0, 15.0));
    (z + z) * add(low, t4, add(high, t4, 1.0 / 17.0))
}

/// Returns `x = m 2^e` with `sqrt(1/2) <= m < sqrt 2`, for normal positive x.
#[inline(always)]
fn split(x: f64) -> (f64, f64) {
    // Adding the distance of sqrt(1/2) from 1 carries into the exponent just where m would pass
    // sqrt 2.
    let shifted = x.to_bits().wrapping_add(ONE - ROOT_HALF);
    let m = f64::from_bits((shifted & MANTISSA) + ROOT_HALF);
    let e = f64::from_bits(WHOLE | (shifted >> 52)) - (TWO_52 + 1023.0);
    (m, e)
}

/// Returns `-ln x` for normal `0 < x <= 1`, to 2^-45.
///
/// `m - 1` is exact (`1/2 <= m <= 2`), and so is e. `|z| <= 0.1716`, where [`two_atanh_near`] is
/// good to 2^-47 with the roundings of z; that is all for e = 0. Otherwise `-e ln 2 >= 0.69` and
/// `|2 atanh z| <= 0.347`, so the result is at least half of `-e ln 2`, and its error is at most
/// `2 (u + u) + 2^-47 + u` of it.
#[inline(always)]
pub(crate) fn neg_ln<const FUSED: bool>(x: f64) -> f64 {
    let (m, e) = split(x);
    let f = m - 1.0;
    -add_product::<FUSED>(two_atanh_near::<FUSED>(f / (2.0 + f)), e, LN_2)
}

/// Returns `-ln(1 - q)` for `0 < q <= 1 - 2^-20`, to 2^-45, however small q is; and `1 - q`, to u.
///
/// As [`neg_ln`] at the rounded `1 - q`; but where e = 0, `m - 1` is `-q` itself. Elsewhere the
/// result is at least 0.346, and the rounding of `1 - q` adds less than `1.01 u / 0.346 < 3 u`.
#[inline(always)]
pub(crate) fn neg_ln_one_minus<const FUSED: bool>(q: f64) -> (f64, f64) {
    let w = 1.0 - q;
    let (m, e) = split(w);
    let f = if e == 0.0 { -q } else { m - 1.0 };
    let ln = two_atanh_near::<FUSED>(f / (2.0 + f));
    (-add_product::<FUSED>(ln, e, LN_2), w)
}

/// Returns `-ln(1 - y)` for `0 <= y <= 0.4`, to 2^-46: `2 atanh(y/(2 - y))`, with an argument of at
/// most 1/4.
#[inline(always)]
pub(crate) fn neg_ln_one_minus_small<const FUSED: bool>(y: f64) -> f64 {
    two_atanh::<FUSED>(y / (2.0 - y))
}

/// Returns `1 - exp(-r)` for `0 <= r <= 0.51`, to 2^-48.
///
/// The series `r (1 - r/2! + r^2/3! - ... - r^13/14!)`. Cut off is less than `r^14/15! < 2^-53`.
/// The sum is at least 0.77; the absolute values of its terms add up to less than 1.32, and each
/// carries less than 8 u, the first only the two additions above it: together below
/// `(2 + 0.32 * 8 + 1) u / 0.77 < 8 u`.
#[inline(always)]
pub(crate) fn one_minus_exp_small<const FUSED: bool>(r: f64) -> f64 {
    let r2 = r * r;
    let r4 = r2 * r2;
    let add = add_product::<FUSED>;
    // 1/m! - r/n!
    let pair = |m: f64, n: f64| add(1.0 / m, r, -1.0 / n);
    let a = add(pair(1.0, 2.0), r2, pair(6.0, 24.0));
    let b = add(pair(120.0, 720.0), r2, pair(5_040.0, 40_320.0));
    let c = add(
        pair(362_880.0, 3_628_800.0),
        r2,
        pair(39_916_800.0, 479_001_600.0),
    );
    let d = pair(6_227_020_800.0, 87_178_291_200.0);
    r * add(a, r4, add(b, r4, add(c, r4, d)))
}

/// Returns `1 - exp(-s)` for `0 <= s <= 2^21`, to 2^-46.
///
/// With `s = r 2^k`, `r <= 1/2`: k times `1 - exp(-2 x) = y (2 - y)` for `y = 1 - exp(-x)`. Its
/// relative error is at most that of y, since `(2 - 2 y)/(2 - y) <= 1`, plus 2 u; k <= 22.
pub(crate) fn one_minus_exp(s: f64) -> f64 {
    let mut r = s;
    let mut doublings = 0;
    while r > 0.5 {
        r *= 0.5;
        doublings += 1;
    }
    let mut y = one_minus_exp_small::<false>(r);
    for _ in 0..doublings {
        y *= 2.0 - y;
    }
    y
}

/// Returns the word as a number below 2^64, to u.
#[inline(always)]
pub(crate) fn of_word(low: u32, high: u32) -> f64 {
    // Each half is exact beside 2^52; only the last addition rounds.
    let low = f64::from_bits(WHOLE | u64::from(low)) - TWO_52;
    let high = f64::from_bits(WHOLE | u64::from(high)) - TWO_52;
    high * const { power(32) } + low
}

/// Returns the largest integer not above x, for `0 <= x < 2^51`; anything for other x.
#[inline(always)]
pub(crate) fn floor(x: f64) -> f64 {
    // At 2^52 the unit is 1, so this rounds to the nearest integer, exactly.
    let nearest = (x + TWO_52) - TWO_52;
    if nearest > x { nearest - 1.0 } else { nearest }
}

/// Returns a float that is an integer in `0 .. 2^52`, as one; the low bits of something else for
/// other floats.
#[inline(always)]
pub(crate) fn integer(x: f64) -> u64 {
    (x + TWO_52).to_bits() & MANTISSA
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use num_bigint::BigUint;

    use super::*;
    use crate::precision::{Interval, Precision};

    const BITS: u64 = 400;

    /// Returns the float, exactly: none here is smaller than 2^-300.
    fn exactly(x: f64) -> BigUint {
        let bits = x.to_bits();
        let mantissa = BigUint::from((bits & MANTISSA) | (1 << 52));
        // x = mantissa 2^(exponent - 1075)
        mantissa << ((bits >> 52) + BITS - 1075)
    }

    /// `value` lies within 2^-bits of the truth, relatively.
    fn close(value: f64, truth: &Interval, bits: u64, what: &str) {
        let value = exactly(value);
        let slack = &truth.high >> bits;
        assert!(&value + &slack >= truth.low, "{what} is too small");
        assert!(value <= &truth.high + &slack, "{what} is too large");
    }

    /// Returns numbers in (0, 1), evenly in the logarithm down to 2^-64 and evenly near 1; with all
    /// the powers of two and their neighbours.
    fn points() -> Vec<f64> {
        let mut points = Vec::new();
        for exponent in -64..0 {
            let x = power(exponent);
            points.extend([x, x.next_up(), x.next_down(), 1.0 - x.max(power(-52))]);
        }
        let root = f64::from_bits(ROOT_HALF);
        points.extend([
            root,
            root.next_up(),
            root.next_up().next_up(),
            root.next_down(),
        ]);
        let mut state = 1_u64;
        for _ in 0..20_000 {
            // Knuth's multiplier: any spread of test points will do.
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let x = f64::from_bits(ONE | (state >> 12)) - 1.0 + power(-54);
            points.extend([x, x * power(-i32::try_from(state >> 58).unwrap())]);
        }
        points
    }

    #[test]
    fn every_function_is_as_good_as_proven() {
        let precision = Precision::new(BITS, BITS);
        for x in points() {
            let exact = Interval::exactly(exactly(x));
            let truth = exact.neg_ln(&precision).unwrap();
            close(neg_ln::<false>(x), &truth, 45, "-ln x");
            close(neg_ln::<true>(x), &truth, 45, "-ln x");
            if x <= 1.0 - power(-20) {
                let truth = exact.one_minus(&precision).neg_ln(&precision).unwrap();
                let (value, rest) = neg_ln_one_minus::<false>(x);
                close(value, &truth, 45, "-ln(1 - q)");
                let (value, _) = neg_ln_one_minus::<true>(x);
                close(value, &truth, 45, "-ln(1 - q)");
                close(rest, &exact.one_minus(&precision), 53, "1 - q");
                if x <= 0.4 {
                    close(neg_ln_one_minus_small::<false>(x), &truth, 46, "-ln(1 - y)");
                    close(neg_ln_one_minus_small::<true>(x), &truth, 46, "-ln(1 - y)");
                }
            }
            let truth = exact.one_minus_exp(&precision);
            close(one_minus_exp(x), &truth, 46, "1 - exp(-s)");
            if x <= 0.51 {
                close(one_minus_exp_small::<false>(x), &truth, 48, "1 - exp(-r)");
                close(one_minus_exp_small::<true>(x), &truth, 48, "1 - exp(-r)");
            }
            let large = x * power(21);
            let truth = Interval::exactly(exactly(large)).one_minus_exp(&precision);
            close(one_minus_exp(large), &truth, 46, "1 - exp(-s)");
        }
        let one = Interval::exactly(precision.one());
        assert_eq!(neg_ln::<false>(1.0), 0.0);
        close(
            one_minus_exp(1.0),
            &one.one_minus_exp(&precision),
            46,
            "1 - 1/e",
        );
    }

    #[test]
    fn words_and_floors_are_exact() {
        for word in [
            0,
            1,
            42,
            1 << 42,
            (1 << 53) - 1,
            1 << 63,
            u64::MAX,
            0x0123_4567_89ab_cdef,
        ] {
            #[allow(clippy::cast_possible_truncation, reason = "the two halves")]
            let value = of_word(word as u32, (word >> 32) as u32);
            assert_eq!(value, word as f64);
        }
        for whole in [0.0, 1.0, 2.0, 65_535.0, power(30), power(51) - 1.0] {
            for part in [0.0, 0.25, 0.5, 0.75, 1.0 - power(-22)] {
                let x: f64 = whole + part;
                assert_eq!(floor(x), x.floor(), "{x}");
                assert_eq!(integer(floor(x)) as f64, x.floor(), "{x}");
            }
            assert_eq!(floor(whole.next_up()), whole);
        }
    }
}
