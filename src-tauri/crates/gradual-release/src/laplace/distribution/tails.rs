//! Exponentials and tails of a rate, and decisions about them.

use num_bigint::BigUint;

use crate::params::Rate;
use crate::precision::{Interval, Precision};

/// Returns `exp(-s)`.
pub(super) fn exp(precision: &Precision, s: Rate) -> Interval {
    precision.height(s).one_minus(precision)
}

/// Returns `exp(-s n)`.
pub(super) fn power_of(precision: &Precision, s: Rate, n: u64) -> Interval {
    let numerator = BigUint::from(s.numerator()) * n;
    let exponent = precision.rational(&numerator, s.denominator());
    exponent.one_minus_exp(precision).one_minus(precision)
}

/// Returns the smallest k with `share 2 a^(k+1)/(1+a) <= t`, `t = numerator/denominator`.
pub(super) fn tail(s: Rate, t: (u64, u64), share: impl Fn(&Precision) -> Option<Interval>) -> u64 {
    floor_ratio(s, t, false, &share)
}

/// Returns `floor(x/s)` for `x = -ln t - ln((1+a)/2) + ln share`, or 0 for a negative x. With
/// `double`, `2 t` takes the place of t, which is below 1/2.
///
/// As `(k+1) s >= x` is `share 2 a^(k+1)/(1+a) <= t`, and x/s is no integer, this is the smallest
/// such k; and the largest m with `share 2 a^m/(1+a) >= t`.
pub(super) fn floor_ratio(
    s: Rate,
    (numerator, denominator): (u64, u64),
    double: bool,
    share: &impl Fn(&Precision) -> Option<Interval>,
) -> u64 {
    let numerator = BigUint::from(numerator) << u8::from(double);
    // Enough for most: k of 30 bits or so is decided by these, one of 60 by twice as many.
    let mut bits = 64;
    loop {
        let precision = Precision::new(bits, bits);
        let rate = precision.rate(s);
        let tail = precision
            .rational(&numerator, denominator)
            .neg_ln(&precision);
        let mean = precision
            .height(s)
            .half_of_one_plus_a(&precision)
            .neg_ln(&precision);
        let share = share(&precision).and_then(|share| share.neg_ln(&precision));
        if let (Some(tail), Some(mean), Some(share)) = (tail, mean, share) {
            let Some(x) = tail.plus(&mean).minus(&share) else {
                return 0;
            };
            // Where x may still be negative its lower end is 0, which makes the floor 0 or unknown.
            if let Some(k) = x.floor_ratio(&rate) {
                return k;
            }
        }
        bits *= 2;
    }
}
