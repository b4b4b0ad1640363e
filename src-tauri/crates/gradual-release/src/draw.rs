//! The draws of a path, in whichever arithmetic. `None` means: not decided at this precision.

use crate::error::Error;
use crate::interval::{Arithmetic, Interval};
use crate::layout::Draw;

/// Bits of a low digit.
const DIGIT: u32 = 16;

/// How many low digits a geometric with `q = 1 - exp(-rate)` has (see [`layout`](crate::layout)): 0 for `q > 2^-17`, and
/// one more for each further 16 bits. `None` also below 2^-65, which is outside the supported range.
fn low_digits<A: Arithmetic>(a: &A, q: &Interval<A::Point>) -> Option<u32> {
    // e <= 16 + 16 k is q > 2^-(17 + 16 k).
    let count = |point| (0..=3).find(|k| !a.at_most_power(point, 17 + DIGIT * k));
    let digits = count(&q.low)?;
    (count(&q.high)? == digits).then_some(digits)
}

/// `Geom` at the given rate, where `q = 1 - exp(-rate)`.
///
/// `rate 2^(16 k)` lies above 2^-17 and `-ln V_high` below 45 on the first 64 bits: H is below 2^23, and the whole below 2^57 for a rate above 2^-51.
pub(crate) fn geometric<A: Arithmetic>(
    a: &A,
    q: &Interval<A::Point>,
    rate: &Interval<A::Point>,
    draw: &Draw,
) -> Result<Option<u64>, Error> {
    let Some(digits) = low_digits(a, q) else {
        return Ok(None);
    };
    let Some(high) = a
        .uniform(draw.high())
        .neg_ln(a)
        .and_then(|exponential| exponential.floor_ratio(a, &rate.shift(a, DIGIT * digits)))
    else {
        return Ok(None);
    };
    let mut low = 0_u64;
    for digit in (0..digits).rev() {
        let Some(value) = low_digit(a, rate, draw, digit) else {
            return Ok(None);
        };
        low = (low << DIGIT) | value;
    }
    high.checked_mul(1 << (DIGIT * digits))
        .and_then(|shifted| shifted.checked_add(low))
        .map(Some)
        .ok_or(Error::Overflow)
}

/// Digit `L_i`: `floor(-ln(1 - V_i (1 - exp(-s B^(i+1)))) / (s B^i))`.
fn low_digit<A: Arithmetic>(
    a: &A,
    rate: &Interval<A::Point>,
    draw: &Draw,
    digit: u32,
) -> Option<u64> {
    let reach = rate.shift(a, DIGIT * (digit + 1)).one_minus_exp(a)?;
    let uniform = a.uniform(draw.low(digit as usize));
    let exponential = uniform.mul(a, &reach).one_minus(a).neg_ln(a)?;
    let value = exponential.floor_ratio(a, &rate.shift(a, DIGIT * digit))?;
    // The upper end touches B where V's upper end is 1; the exact value is below B.
    (value < 1 << DIGIT).then_some(value)
}

/// `sign * (1 + Geom)`.
fn signed<A: Arithmetic>(
    a: &A,
    q: &Interval<A::Point>,
    rate: &Interval<A::Point>,
    draw: &Draw,
) -> Result<Option<i64>, Error> {
    let Some(geometric) = geometric(a, q, rate, draw)? else {
        return Ok(None);
    };
    let size = geometric
        .checked_add(1)
        .and_then(|size| i64::try_from(size).ok())
        .ok_or(Error::Overflow)?;
    Ok(Some(if draw.negative() { -size } else { size }))
}

/// What the top draw needs to know of the top level.
pub(crate) struct Top<P> {
    /// s.
    pub(crate) rate: Interval<P>,
    /// 1 - exp(-s).
    pub(crate) q: Interval<P>,
    /// P(N = 0).
    pub(crate) zero: Interval<P>,
}

/// `N_top`.
pub(crate) fn top<A: Arithmetic>(
    a: &A,
    top: &Top<A::Point>,
    draw: &Draw,
) -> Result<Option<i64>, Error> {
    match top.zero.exceeds(&a.uniform(draw.first())) {
        Some(true) => Ok(Some(0)),
        Some(false) => signed(a, &top.q, &top.rate, draw),
        None => Ok(None),
    }
}

/// The size of the jump at `q = Q_j`.
pub(crate) fn jump<A: Arithmetic>(
    a: &A,
    q: &Interval<A::Point>,
    draw: &Draw,
) -> Result<Option<i64>, Error> {
    match q.one_minus(a).neg_ln(a) {
        Some(rate) => signed(a, q, &rate, draw),
        None => Ok(None),
    }
}
