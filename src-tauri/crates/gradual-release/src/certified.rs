//! Numbers that are known to lie between two floats.

use num_bigint::BigUint;

use crate::params::Error;
use crate::precision::{Interval, Precision};

/// Two floats with the exact number between them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    low: f64,
    high: f64,
}

impl Bounds {
    /// Returns the bounds of a float that is the exact number.
    pub(crate) const fn exactly(number: f64) -> Bounds {
        Bounds {
            low: number,
            high: number,
        }
    }

    /// Returns a float at or below the exact number.
    #[must_use]
    pub fn low(self) -> f64 {
        self.low
    }

    /// Returns a float at or above the exact number.
    #[must_use]
    pub fn high(self) -> f64 {
        self.high
    }
}

/// The most bits that bounds are computed with: enough for the smallest positive float, 2^-1074.
const ENOUGH: u64 = 1 << 12;

/// Evaluates with more and more bits until the ends agree to 2^-60, relatively.
///
/// A number below 2^-2000 ends with a lower bound of 0.
pub(crate) fn certify(evaluate: impl Fn(&Precision) -> Option<Interval>) -> Bounds {
    let mut bits = 256;
    loop {
        let precision = Precision::new(bits, bits);
        if let Some(value) = evaluate(&precision) {
            let width = &value.high - &value.low;
            if (width << 60_u8) <= value.low || bits >= ENOUGH {
                return Bounds {
                    low: float(&value.low, bits),
                    high: above(&value.high, bits),
                };
            }
        }
        bits *= 2;
    }
}

/// Returns `value / 2^bits`, rounded towards 0. Beyond the floats, the largest of them.
fn float(value: &BigUint, bits: u64) -> f64 {
    let length = value.bits();
    let Some(drop) = length.checked_sub(53) else {
        // Exact, as the bits are at most 4096: small integers scaled down in two steps, each a
        // power of two.
        let whole = u64::try_from(value).unwrap_or(0) as f64;
        return scale_down(whole, bits);
    };
    let mantissa = u64::try_from(value >> drop).unwrap_or(0) as f64;
    if drop >= bits {
        let up = drop - bits;
        return if up > 970 {
            f64::MAX
        } else {
            scale_up(mantissa, up)
        };
    }
    scale_down(mantissa, bits - drop)
}

/// Returns at or above the number: `float` is less than one unit below it, and below the normal
/// numbers less than three.
fn above(value: &BigUint, bits: u64) -> f64 {
    let below = float(value, bits);
    if below < f64::MIN_POSITIVE {
        below.next_up().next_up().next_up()
    } else {
        below.next_up()
    }
}

fn scale_up(mut x: f64, bits: u64) -> f64 {
    for _ in 0..bits {
        x *= 2.0;
    }
    x
}

/// Rounds towards 0, also where floats lose precision.
fn scale_down(mut x: f64, bits: u64) -> f64 {
    let start = x;
    for _ in 0..bits {
        x *= 0.5;
        if x == 0.0 {
            return 0.0;
        }
    }
    // Halving below the normal numbers may have rounded up, by at most one unit each time it was
    // not exact.
    if x < f64::MIN_POSITIVE && start > 0.0 {
        x.next_down().max(0.0)
    } else {
        x
    }
}

/// Checks that a fraction is a probability strictly between 0 and 1.
///
/// # Errors
/// [`Error::Tail`] unless it lies strictly between 0 and 1.
pub(crate) fn fraction(numerator: u64, denominator: u64) -> Result<(), Error> {
    if numerator == 0 || numerator >= denominator {
        return Err(Error::Tail {
            numerator,
            denominator,
        });
    }
    Ok(())
}
