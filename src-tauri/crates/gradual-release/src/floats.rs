//! Certified floats: functions of `f64` with proven relative errors, from additions, multiplications, divisions and square roots alone.
//!
//! Those four are rounded to within `u = 2^-53` on every platform that Rust's `f64` knows (IEEE 754). Nothing here calls the
//! platform's mathematical library, uses a table, or branches, so the same code runs in every lane of a vector register, in the same time.
//!
//! The bounds promised below are [`MARGIN`] = 2^-44, four times or more what is proven beside each function; callers state theirs with further room.
//! The benches compare every function with MPFR.

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

/// `2^exponent`, for exponents of normal numbers.
pub(crate) const fn power(exponent: i32) -> f64 {
    assert!(exponent > -1023 && exponent < 1024);
    #[allow(
        clippy::cast_sign_loss,
        reason = "the sum is positive by the assertion"
    )]
    let biased = (exponent + 1023) as u64;
    f64::from_bits(biased << 52)
}

/// `2 atanh z = ln((1 + z)/(1 - z))` for `|z| <= 1/4`, to 2^-46.
///
/// The series `2 z (1 + t/3 + t^2/5 + ... + t^10/21)`, `t = z^2 <= 1/16`. Cut off is less than `t^11/23/(1 - t) < 2^-48.4`. All terms are positive, so
/// each of them carries its own relative error and no more: at most 6 for its powers of t, 4 for its coefficient and products, 4 for the additions above
/// it, in units of u; the terms after the first are below 1/40 together, and the last two products add 2 u. Together below `2^-48.4 + 8 u < 2^-47.5`.
#[inline(always)]
pub(crate) fn two_atanh(z: f64) -> f64 {
    let t = z * z;
    let t2 = t * t;
    let t4 = t2 * t2;
    let low = (1.0 + t * (1.0 / 3.0)) + t2 * (1.0 / 5.0 + t * (1.0 / 7.0));
    let middle = (1.0 / 9.0 + t * (1.0 / 11.0)) + t2 * (1.0 / 13.0 + t * (1.0 / 15.0));
    let high = (1.0 / 17.0 + t * (1.0 / 19.0)) + t2 * (1.0 / 21.0);
    (z + z) * (low + t4 * (middle + t4 * high))
}

/// `x = m 2^e` with `sqrt(1/2) <= m < sqrt 2`, for normal positive x.
#[inline(always)]
fn split(x: f64) -> (f64, f64) {
    // Adding the distance of sqrt(1/2) from 1 carries into the exponent just where m would pass sqrt 2.
    let shifted = x.to_bits().wrapping_add(ONE - ROOT_HALF);
    let m = f64::from_bits((shifted & MANTISSA) + ROOT_HALF);
    let e = f64::from_bits(WHOLE | (shifted >> 52)) - (TWO_52 + 1023.0);
    (m, e)
}

/// `-ln x` for normal `0 < x <= 1`, to 2^-45.
///
/// `m - 1` is exact (`1/2 <= m <= 2`), and so is e. `|z| <= 0.1716`, where [`two_atanh`] is good to 2^-47 with the roundings of z; that is all for e = 0. Otherwise
/// `-e ln 2 >= 0.69` and `|2 atanh z| <= 0.347`, so the result is at least half of `-e ln 2`, and its error is at most
/// `2 (u + u) + 2^-47 + u` of it.
#[inline(always)]
pub(crate) fn neg_ln(x: f64) -> f64 {
    let (m, e) = split(x);
    let f = m - 1.0;
    -(two_atanh(f / (2.0 + f)) + e * LN_2)
}

/// `-ln(1 - q)` for `0 < q <= 1 - 2^-20`, to 2^-45, however small q is; and `1 - q`, to u.
///
/// As [`neg_ln`] at the rounded `1 - q`; but where e = 0, `m - 1` is `-q` itself. Elsewhere the result is at least 0.346, and the rounding of `1 - q` adds
/// less than `1.01 u / 0.346 < 3 u`.
#[inline(always)]
pub(crate) fn neg_ln_one_minus(q: f64) -> (f64, f64) {
    let w = 1.0 - q;
    let (m, e) = split(w);
    let f = if e == 0.0 { -q } else { m - 1.0 };
    (-(two_atanh(f / (2.0 + f)) + e * LN_2), w)
}

/// `-ln(1 - y)` for `0 <= y <= 0.4`, to 2^-46: `2 atanh(y/(2 - y))`, with an argument of at most 1/4.
#[inline(always)]
pub(crate) fn neg_ln_one_minus_small(y: f64) -> f64 {
    two_atanh(y / (2.0 - y))
}

/// `1 - exp(-r)` for `0 <= r <= 0.51`, to 2^-48.
///
/// The series `r (1 - r/2! + r^2/3! - ... - r^13/14!)`. Cut off is less than `r^14/15! < 2^-53`. The sum is at least 0.77; the absolute values of its terms add up to
/// less than 1.32, and each carries less than 8 u, the first only the two additions above it: together below `(2 + 0.32 * 8 + 1) u / 0.77 < 8 u`.
#[inline(always)]
pub(crate) fn one_minus_exp_small(r: f64) -> f64 {
    let r2 = r * r;
    let r4 = r2 * r2;
    let a = (1.0 - r * (1.0 / 2.0)) + r2 * (1.0 / 6.0 - r * (1.0 / 24.0));
    let b = (1.0 / 120.0 - r * (1.0 / 720.0)) + r2 * (1.0 / 5_040.0 - r * (1.0 / 40_320.0));
    let c = (1.0 / 362_880.0 - r * (1.0 / 3_628_800.0))
        + r2 * (1.0 / 39_916_800.0 - r * (1.0 / 479_001_600.0));
    let d = 1.0 / 6_227_020_800.0 - r * (1.0 / 87_178_291_200.0);
    r * (a + r4 * (b + r4 * (c + r4 * d)))
}

/// `1 - exp(-s)` for `0 <= s <= 2^21`, to 2^-46.
///
/// With `s = r 2^k`, `r <= 1/2`: k times `1 - exp(-2 x) = y (2 - y)` for `y = 1 - exp(-x)`. Its relative error is at most that of y, since
/// `(2 - 2 y)/(2 - y) <= 1`, plus 2 u; k <= 22.
pub(crate) fn one_minus_exp(s: f64) -> f64 {
    let mut r = s;
    let mut doublings = 0;
    while r > 0.5 {
        r *= 0.5;
        doublings += 1;
    }
    let mut y = one_minus_exp_small(r);
    for _ in 0..doublings {
        y *= 2.0 - y;
    }
    y
}

/// The word as a number below 2^64, to u.
#[inline(always)]
pub(crate) fn of_word(low: u32, high: u32) -> f64 {
    // Each half is exact beside 2^52; only the last addition rounds.
    let low = f64::from_bits(WHOLE | u64::from(low)) - TWO_52;
    let high = f64::from_bits(WHOLE | u64::from(high)) - TWO_52;
    high * const { power(32) } + low
}

/// The largest integer not above x, for `0 <= x < 2^51`; anything for other x.
#[inline(always)]
pub(crate) fn floor(x: f64) -> f64 {
    // At 2^52 the unit is 1, so this rounds to the nearest integer, exactly.
    let nearest = (x + TWO_52) - TWO_52;
    if nearest > x { nearest - 1.0 } else { nearest }
}

/// A float that is an integer in `0 .. 2^52`, as one; the low bits of something else for other floats.
#[inline(always)]
pub(crate) fn integer(x: f64) -> u64 {
    (x + TWO_52).to_bits() & MANTISSA
}
