//! The digits of a geometric by inversion, in certified floats, and whether they are certain.
//!
//! Capital letters are the exact reals, small letters the floats; `u = 2^-53`. S is the rate; s is
//! good to half of a given d, relatively, which is at least 2^-44. Every tolerance is at least 1.9
//! times what is shown.
//!
//! **Uniforms.** A word n says `n <= 2^64 U <= n + 1`. As a float it is good to u; with `n >= 2^42`
//! ([`LEAST`]) so is U to `2^-42 + u`, relatively. A smaller word is left undecided where that
//! matters (once in 4 million).
//!
//! **High part.** `X = -ln V / (S B^k)`. V is good to `2^-42 + u`, which is an absolute error of
//! -ln V; its logarithm and the quotient add less than `2^-45 + 2 u`, relatively. So x is off by
//! less than `d x + 2^-41/(s B^k) / 1.9`; the tolerance is `2 d x + 2^-41/(s B^k)`. X is positive,
//! so at floor 0 only the upper side can fail. `x <= 15.3 * 2^17`.
//!
//! **Low digits.** `L = F(V, S) = -ln(1 - V (1 - exp(-R)))/R * B` with `R = S B^(i+1) <= 0.501`,
//! since `Q <= 2^-(16 k + 1)`. Here `dF/dV <= B exp(R) < 1.66 B` and V is off by at most
//! `2^-64 + u` absolutely, which makes less than `2^-35`. The numerator, as a function of R, is
//! concave, 0 at 0, with slope V there and slope of at least `V exp(-R)` at R: so `R` times its
//! slope lies between `exp(-R)` and 1 times itself, and F falls by at most `R` times the relative
//! growth of S, relatively: as `F <= B`, an error of d/2 in S makes at most `B R d`. Evaluation
//! adds less than `2^-44.4 B = 2^-28.4` (`1 - exp` good to 2^-47, which the logarithm makes at most
//! `exp(R)` times as much; logarithm, products and quotients 2^-45.5). The tolerance is
//! `2 B r d + 2^-27`.

use crate::laplace::simd::float::{
    self, neg_ln, neg_ln_one_minus_small, one_minus_exp_small, power,
};

/// The smallest word of a uniform that is decided in floats where its relative error matters.
pub(crate) const LEAST: f64 = power(42);
/// Base of the digits.
pub(crate) const BASE: f64 = power(16);
/// A word's unit.
pub(crate) const UNIT: f64 = power(-64);
/// Tolerance of the high part, times its scaled rate, beside that of the rate.
const TAIL: f64 = power(-41);
/// Tolerance of a low digit, beside that of the rate.
const DIGIT_TAIL: f64 = power(-27);

/// Returns all ones for true.
#[inline(always)]
pub(crate) fn mask(condition: bool) -> u64 {
    u64::from(condition).wrapping_neg()
}

/// Returns H, and whether it is certain (all ones), from `2^64 V_high` and `s B^k`.
#[inline(always)]
pub(crate) fn high<const FUSED: bool>(uniform: f64, scaled: f64, doubt: f64) -> (f64, u64) {
    let inverse = 1.0 / scaled;
    let x = neg_ln::<FUSED>(uniform * UNIT) * inverse;
    let floor = float::floor(x);
    let tolerance = 2.0 * doubt * x + TAIL * inverse;
    (floor, mask(uniform >= LEAST) & settled(x, floor, tolerance))
}

/// Returns `L_i`, and whether it is certain (all ones), from `2^64 V_i` and
/// `r = s B^(i+1) <= 0.501`.
#[inline(always)]
pub(crate) fn low<const FUSED: bool>(uniform: f64, r: f64, doubt: f64) -> (f64, u64) {
    let y = uniform * UNIT * one_minus_exp_small::<FUSED>(r);
    let x = neg_ln_one_minus_small::<FUSED>(y) / r * BASE;
    let floor = float::floor(x);
    let tolerance = 2.0 * BASE * r * doubt + DIGIT_TAIL;
    (floor, settled(x, floor, tolerance))
}

/// Returns whether the floor of X is certain, given x >= 0, its floor, and the tolerance. X is
/// positive, so a floor of 0 can only be too small.
#[inline(always)]
pub(crate) fn settled(x: f64, floor: f64, tolerance: f64) -> u64 {
    // Exact: both are below 2^51 and floor <= x < floor + 1.
    let above = x - floor;
    (mask(above > tolerance) | mask(floor == 0.0)) & mask(1.0 - above > tolerance)
}
