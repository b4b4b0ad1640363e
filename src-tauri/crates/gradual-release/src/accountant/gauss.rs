//! The privacy curve of a Gaussian-like release, in certified intervals.
//!
//! It is written with Mills' ratio `R(x) = (1 - Φ(x))/φ(x)`. Its terms are then of one size, and
//! `e^e` never appears. With `a = m/2` and `b = e/m`, `e^e φ(a + b) = φ(b - a)`, so that
//!
//! ```text
//! δ_G(e; m) = φ(b - a) (R(b - a) - R(b + a))         for b >= a
//! δ_G(e; m) = 1 - φ(a - b) (R(a - b) + R(a + b))     for 0 <= b < a
//! δ_G(-e; m) = 1 - e^-e (1 - δ_G(e; m))
//! ```

use num_bigint::BigUint;

use crate::precision::{Interval, Precision};

/// Nano-rho in one micro-epsilon: ρ and ε are both without unit.
const NANO_IN_MICRO: u128 = 1_000;
/// From here on the continued fraction of Mills' ratio is used, below it the power series.
const FAR: u64 = 4;

/// Returns `δ_G(e; m)` with `m² = 2 ρ`, ε in millionths and ρ in billionths.
pub(super) fn delta(precision: &Precision, epsilon: i128, nano_rho: u64) -> Option<Interval> {
    let size = epsilon.unsigned_abs();
    let positive = positive(precision, size, nano_rho)?;
    if epsilon >= 0 {
        return Some(positive);
    }
    let odds = micro(precision, size)
        .one_minus_exp(precision)
        .one_minus(precision);
    Some(
        odds.mul(precision, &positive.one_minus(precision))
            .one_minus(precision),
    )
}

fn micro(precision: &Precision, epsilon: u128) -> Interval {
    precision.rational(&BigUint::from(epsilon), 1_000_000)
}

fn positive(precision: &Precision, epsilon: u128, nano_rho: u64) -> Option<Interval> {
    if nano_rho == 0 {
        return Some(Interval::exactly(BigUint::ZERO));
    }
    let rho = precision.rational(&BigUint::from(nano_rho), 1_000_000_000);
    let m = rho.plus(&rho).sqrt(precision);
    // Half of m is ρ/m, as m² = 2 ρ.
    let a = rho.over(precision, &m)?;
    let b = micro(precision, epsilon).over(precision, &m)?;
    let far = b.plus(&a);
    let far_ratio = mills(precision, &far)?;
    if epsilon * NANO_IN_MICRO >= u128::from(nano_rho) {
        let near = b.minus(&a)?;
        let ratio = mills(precision, &near)?.minus(&far_ratio)?;
        Some(density(precision, &near)?.mul(precision, &ratio))
    } else {
        let near = a.minus(&b)?;
        let ratio = mills(precision, &near)?.plus(&far_ratio);
        Some(
            density(precision, &near)?
                .mul(precision, &ratio)
                .one_minus(precision),
        )
    }
}

/// Returns φ(x).
fn density(precision: &Precision, x: &Interval) -> Option<Interval> {
    let square = x.mul(precision, x);
    let half = Interval {
        low: square.low >> 1_u8,
        high: (square.high + 1_u8) >> 1_u8,
    };
    let exponential = half.one_minus_exp(precision).one_minus(precision);
    let pi = precision.pi();
    exponential.over(precision, &pi.plus(&pi).sqrt(precision))
}

/// Returns Mills' ratio `(1 - Φ(x))/φ(x)` for `x >= 0`.
fn mills(precision: &Precision, x: &Interval) -> Option<Interval> {
    let whole = &x.low / precision.one();
    match u64::try_from(&whole) {
        Ok(whole) if whole < FAR => near_mills(precision, x),
        whole => fraction(precision, x, whole.unwrap_or(u64::MAX)),
    }
}

/// Returns Mills' ratio as `1/(2 φ(x)) - (x + x^3/3 + x^5/(3 5) + x^7/(3 5 7) + ...)` (Abramowitz
/// and Stegun 26.2.11).
fn near_mills(precision: &Precision, x: &Interval) -> Option<Interval> {
    let square = x.mul(precision, x);
    let (mut sum, mut term, mut odd) = (x.clone(), x.clone(), 1_u64);
    let unit = BigUint::from(1_u8);
    // If x²/(odd + 2) <= 1/2, each further term is at most half of its predecessor. Their sum is then
    // at most the last term.
    let halving = &square.high << 1_u8;
    while term.high > unit || precision.one() * (odd + 2) < halving {
        odd += 2;
        let next = term.mul(precision, &square);
        term = Interval {
            low: next.low / odd,
            high: (next.high + (odd - 1)) / odd,
        };
        sum = sum.plus(&term);
    }
    sum.high += &term.high;
    let phi = density(precision, x)?;
    let half = Interval::exactly(precision.one() >> 1_u8);
    half.over(precision, &phi)?.minus(&sum)
}

/// Returns Mills' ratio as the continued fraction `1/(x + 1/(x + 2/(x + 3/(x + ...))))` (Laplace;
/// Abramowitz and Stegun 26.2.14), whose rest after K steps lies between x and x + (K+1)/x.
fn fraction(precision: &Precision, x: &Interval, whole: u64) -> Option<Interval> {
    // The error falls as exp(-2 x (2 K)^(1/2)).
    let bits = precision.one().bits() - 1;
    let steps = bits * bits / 16 / whole.saturating_mul(whole) + 8;
    let over =
        |k: u64, below: &Interval| Interval::exactly(precision.one() * k).over(precision, below);
    let mut rest = Interval {
        low: x.low.clone(),
        high: x.plus(&over(steps + 1, x)?).high,
    };
    for k in (1..=steps).rev() {
        rest = x.plus(&over(k, &rest)?);
    }
    over(1, &rest)
}
