//! Enclosures of non-negative reals, to any number of bits.
//!
//! Every quantity of the path is a non-negative real that is only ever known to lie between two
//! fixed-point numbers. Every function used is monotone, so the two ends of a result come from the
//! ends of its arguments, each rounded outwards. A decision is made only when both ends agree,
//! hence it is the decision of the exact real number, whatever the number of bits.

use std::sync::OnceLock;

use num_bigint::BigUint;

use crate::params::Rate;
use crate::spec::layout::Bits;

/// Extra fractional bits carried inside `neg_ln` and `one_minus_exp`: the guard bits.
const GUARD: u64 = 64;
/// Halvings of an exponential's argument: fewer terms of its series, for as many squarings.
const HALVINGS: u64 = 6;
/// Fractional bits of the ln 2 that is kept: those of the two precisions that decide nearly
/// everything, 64 and 128, and of the first that bounds are computed with, 256.
const KEPT_BITS: u64 = 256 + GUARD;
/// Bound, in units of the last carried bit, on the error of `neg_ln_carried` and `exp_carried`, see
/// there. It is below half a unit of the result.
const SLACK: u64 = 1 << 56;
/// The largest precision: 2^22 bits are all that the stream reserves for one uniform. The error
/// bounds below rely on it.
pub(crate) const MAX_BITS: u64 = 1 << 22;

/// Direction in which a result is rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Round {
    Down,
    Up,
}

/// A real number known to lie in `low ..= high`, in units of a [`Precision`].
#[derive(Clone)]
pub(crate) struct Interval {
    pub(crate) low: BigUint,
    pub(crate) high: BigUint,
}

impl Interval {
    /// Returns a number known exactly.
    pub(crate) fn exactly(point: BigUint) -> Interval {
        Interval {
            low: point.clone(),
            high: point,
        }
    }

    /// Returns whether this number is greater than `other`; `None` while the enclosures overlap.
    pub(crate) fn exceeds(&self, other: &Interval) -> Option<bool> {
        if self.low > other.high {
            Some(true)
        } else if self.high <= other.low {
            Some(false)
        } else {
            None
        }
    }

    pub(crate) fn plus(&self, other: &Interval) -> Interval {
        Interval {
            low: &self.low + &other.low,
            high: &self.high + &other.high,
        }
    }

    /// Returns `self - other`, which is not negative; `None` where the ends do not even tell that.
    pub(crate) fn minus(&self, other: &Interval) -> Option<Interval> {
        if self.high < other.low {
            return None;
        }
        Some(Interval {
            low: less(&self.low, &other.high),
            high: &self.high - &other.low,
        })
    }

    pub(crate) fn mul(&self, precision: &Precision, other: &Interval) -> Interval {
        Interval {
            low: (&self.low * &other.low) >> precision.bits,
            high: ((&self.high * &other.high) >> precision.bits) + 1_u8,
        }
    }

    /// Returns `self / divisor`; `None` while the divisor may be 0.
    pub(crate) fn over(&self, precision: &Precision, divisor: &Interval) -> Option<Interval> {
        if divisor.low == BigUint::ZERO {
            return None;
        }
        Some(Interval {
            low: (&self.low << precision.bits) / &divisor.high,
            high: ceil_div(&(&self.high << precision.bits), &divisor.low),
        })
    }

    pub(crate) fn sqrt(&self, precision: &Precision) -> Interval {
        Interval {
            low: precision.sqrt(&self.low, Round::Down),
            high: precision.sqrt(&self.high, Round::Up),
        }
    }

    /// Returns `max(0, 1 - self)`.
    pub(crate) fn one_minus(&self, precision: &Precision) -> Interval {
        let one = precision.one();
        Interval {
            low: less(&one, &self.high),
            high: less(&one, &self.low),
        }
    }

    /// Returns `-ln(self)`, taken as 0 above 1; `None` where it may be infinite.
    ///
    /// Of a narrow interval by one series: with d the width, `-ln high >= -ln low - d/low`. That is
    /// too low by less than `(d/low)^2`, which is asked to be below one unit.
    pub(crate) fn neg_ln(&self, precision: &Precision) -> Option<Interval> {
        let carried = precision.neg_ln_carried(&self.low)?;
        let width = &self.high - &self.low;
        let narrow = width == BigUint::ZERO
            || 2 * (self.low.bits() - 1) >= precision.bits + 2 * width.bits();
        let low = if narrow {
            let fall = ceil_div(&(width << precision.carried()), &self.low);
            precision.settle(&less(&carried, &fall), Round::Down)
        } else {
            precision.settle(&precision.neg_ln_carried(&self.high)?, Round::Down)
        };
        let high = if self.low >= precision.one() {
            BigUint::ZERO
        } else {
            precision.settle(&carried, Round::Up)
        };
        Some(Interval { low, high })
    }

    /// Returns `1 - exp(-self)`, which increases with this number.
    ///
    /// Of a narrow interval by one series: with d the width,
    /// `exp(-low) - exp(-high) <= d exp(-low)`. That is too high by less than `d^2`, which is asked
    /// to be below one unit.
    pub(crate) fn one_minus_exp(&self, precision: &Precision) -> Interval {
        let one = precision.one();
        let Some(exponential) = precision.exp_carried(&self.low) else {
            return Interval {
                low: &one - 1_u8,
                high: one,
            };
        };
        let unit = &one << GUARD;
        let carried = less(&unit, &exponential);
        let width = &self.high - &self.low;
        let high = if 2 * width.bits() <= precision.bits {
            let rise = ((width * (exponential + SLACK)) >> precision.bits) + 1_u8;
            precision.settle(&(&carried + rise), Round::Up)
        } else {
            match precision.exp_carried(&self.high) {
                Some(exponential) => precision.settle(&less(&unit, &exponential), Round::Up),
                None => one.clone(),
            }
        };
        Interval {
            low: precision.settle(&carried, Round::Down),
            high: high.min(one),
        }
    }

    /// Returns `self * 2^bits`, exactly.
    pub(crate) fn shift(&self, bits: u32) -> Interval {
        Interval {
            low: &self.low << bits,
            high: &self.high << bits,
        }
    }

    /// Returns `floor(self / divisor)`, saturating at `u64::MAX`; `None` while the ends disagree.
    pub(crate) fn floor_ratio(&self, divisor: &Interval) -> Option<u64> {
        if divisor.low == BigUint::ZERO {
            return None;
        }
        let floor = |a: &BigUint, b: &BigUint| u64::try_from(a / b).unwrap_or(u64::MAX);
        let low = floor(&self.low, &divisor.high);
        (low == floor(&self.high, &divisor.low)).then_some(low)
    }

    /// Returns `(1 + a)/2`, where this number is `q = 1 - a`.
    pub(crate) fn half_of_one_plus_a(&self, precision: &Precision) -> Interval {
        let one = precision.one();
        Interval {
            low: &one - ((&self.high + 1_u8) >> 1_u8),
            high: &one - (&self.low >> 1_u8),
        }
    }

    /// Returns `(1 - a)/(1 + a)`, where this number is `q = 1 - a`; it is `q / (2 - q)`, which
    /// increases with q.
    pub(crate) fn zero_probability(&self, precision: &Precision) -> Interval {
        let two = precision.one() << 1_u8;
        Interval {
            low: (&self.low << precision.bits) / (&two - &self.low),
            high: ceil_div(&(&self.high << precision.bits), &(&two - &self.high)),
        }
    }
}

/// A number of fractional bits, and fixed-point arithmetic with it: a number is stored as itself
/// times `2^bits`.
pub(crate) struct Precision {
    bits: u64,
    /// Number of leading bits of each uniform that are used.
    taken: u64,
    /// ln 2 with guard bits, too small by at most `2 (bits + GUARD) + 16 < 2^24` units.
    ln_2: BigUint,
}

impl Precision {
    /// Returns arithmetic with `bits <= MAX_BITS` fractional bits and the leading `taken` bits of
    /// each uniform.
    pub(crate) fn new(bits: u64, taken: u64) -> Precision {
        debug_assert!(bits <= MAX_BITS);
        Precision {
            bits,
            taken,
            ln_2: ln_2(bits + GUARD),
        }
    }

    /// Returns the number of fractional bits with the guard bits.
    fn carried(&self) -> u64 {
        self.bits + GUARD
    }

    /// Returns exactly 1.
    pub(crate) fn one(&self) -> BigUint {
        BigUint::from(1_u8) << self.bits
    }

    /// Returns π, by Machin's formula `16 atan(1/5) - 4 atan(1/239)`.
    ///
    /// Each of the at most `carried/4.6 + 1` terms of a series is less than 1 unit off, and what is
    /// cut off is less than 1: below `20 carried + 60 < 2^28` units in all.
    pub(crate) fn pi(&self) -> Interval {
        let inverse_tangent = |n: u64| {
            let mut power = (BigUint::from(1_u8) << self.carried()) / n;
            let (mut even, mut odd, mut divisor) = (power.clone(), BigUint::ZERO, 1_u64);
            while power != BigUint::ZERO {
                power /= n * n;
                divisor += 2;
                if divisor % 4 == 3 {
                    odd += &power / divisor;
                } else {
                    even += &power / divisor;
                }
            }
            even - odd
        };
        let pi = (inverse_tangent(5) << 4_u8) - (inverse_tangent(239) << 2_u8);
        Interval {
            low: self.settle(&pi, Round::Down),
            high: self.settle(&pi, Round::Up),
        }
    }

    /// Returns the rate s.
    pub(crate) fn rate(&self, rate: Rate) -> Interval {
        self.fraction(rate.numerator(), rate.denominator())
    }

    /// Returns `1 - exp(-s)`.
    pub(crate) fn height(&self, rate: Rate) -> Interval {
        self.rate(rate).one_minus_exp(self)
    }

    /// Returns the fraction `numerator / denominator`, denominator > 0.
    pub(crate) fn fraction(&self, numerator: u64, denominator: u64) -> Interval {
        self.rational(&BigUint::from(numerator), denominator)
    }

    /// Returns the same for a numerator of any size.
    pub(crate) fn rational(&self, numerator: &BigUint, denominator: u64) -> Interval {
        let numerator = numerator << self.bits;
        let denominator = BigUint::from(denominator);
        Interval {
            low: &numerator / &denominator,
            high: ceil_div(&numerator, &denominator),
        }
    }

    /// Returns the uniform with these leading bits: the first `taken` of them, n, say that it lies
    /// in `[n, n+1] / 2^taken`.
    pub(crate) fn uniform(&self, bits: Bits<'_>) -> Interval {
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

    /// Returns whether `a <= 2^-bits`.
    pub(crate) fn at_most_power(&self, a: &BigUint, bits: u32) -> bool {
        (a << bits) <= self.one()
    }

    fn sqrt(&self, a: &BigUint, round: Round) -> BigUint {
        // (x 2^bits)^(1/2) = (x 2^(2 bits))^(1/2) / 2^(bits/2): the root of the shifted integer has
        // the same scale.
        let square = a << self.bits;
        let root = square.sqrt();
        match round {
            Round::Up if &root * &root != square => root + 1_u8,
            _ => root,
        }
    }

    /// Returns `-ln a` with the guard bits, 0 above 1: with `a = m 2^-e`, `1/2 <= m < 1`, it is
    /// `e ln 2 - ln m`, or `(e+1) ln 2 - ln(2 m)` where m is nearer to 1/2, so that the series has
    /// `z < 0.172`. Error: `e+1 <= 2^22` times that of ln 2, and that of the series, each below
    /// 2^24: below 2^47, so below `SLACK`.
    fn neg_ln_carried(&self, a: &BigUint) -> Option<BigUint> {
        if *a == BigUint::ZERO {
            return None;
        }
        // For a < 1, a has at most `bits` bits.
        let Some(e) = self.bits.checked_sub(a.bits()) else {
            return Some(BigUint::ZERO);
        };
        let one = BigUint::from(1_u8) << self.carried();
        let m = a << (e + GUARD);
        // 181/256 is a little less than the root of 1/2.
        Some(if (&m >> (self.carried() - 8)) < BigUint::from(181_u8) {
            let twice = m << 1_u8;
            &self.ln_2 * (e + 1) - ln_carried(&(&twice - &one), &(twice + one), self.carried())
        } else {
            &self.ln_2 * e + ln_carried(&(&one - &m), &(one + m), self.carried())
        })
    }

    /// Drops the guard bits of `carried`, which is within `SLACK` of the exact value, in the stated
    /// direction.
    fn settle(&self, carried: &BigUint, round: Round) -> BigUint {
        match round {
            Round::Down => less(carried, &BigUint::from(SLACK)) >> GUARD,
            Round::Up => ((carried + SLACK) >> GUARD) + 1_u8,
        }
    }

    /// Returns `exp(-a)` with the guard bits; `None` beyond `a = bits`, where it is below one unit.
    ///
    /// With `a = n ln 2 + r`, `exp(-a) = exp(-r) 2^-n`. Error: `n <= 1.5 bits < 2^23` times that of
    /// ln 2, by which r is too large, and that of the series and of the shift: below 2^48, so below
    /// `SLACK`. Since n is the floor of the quotient by the stored ln 2, `r < ln 2` and the series
    /// applies.
    fn exp_carried(&self, a: &BigUint) -> Option<BigUint> {
        if (a >> self.bits) >= BigUint::from(self.bits) {
            return None;
        }
        let a = a << GUARD;
        let n = &a / &self.ln_2;
        let r = &a - &n * &self.ln_2;
        let n = u64::try_from(n).unwrap_or(u64::MAX); // it is below 2^23
        Some(exp_carried(&r, self.carried()) >> n)
    }
}

/// Returns `a - b`, or 0 for a smaller a.
fn less(a: &BigUint, b: &BigUint) -> BigUint {
    if a > b { a - b } else { BigUint::ZERO }
}

fn ceil_div(a: &BigUint, b: &BigUint) -> BigUint {
    (a + b - 1_u8) / b
}

/// Returns ln 2 with `carried` fractional bits; at most the exact value, and at least that less
/// `2 carried + 16` units.
fn ln_2(carried: u64) -> BigUint {
    static KEPT: OnceLock<BigUint> = OnceLock::new();
    // (3 + 1)/(3 - 1)
    let computed = |carried| ln_carried(&BigUint::from(1_u8), &BigUint::from(3_u8), carried);
    match KEPT_BITS.checked_sub(carried) {
        // Each bit that is dropped halves the error that was there, in units, and all of them
        // together add less than 1.
        Some(dropped) => KEPT.get_or_init(|| computed(KEPT_BITS)) >> dropped,
        None => computed(carried),
    }
}

/// Returns `ln((d + n)/(d - n))` for `0 <= n/d <= 1/3`, with `carried` fractional bits; at most the
/// exact value, and at least that less `2 carried + 16` units.
///
/// With `z = n/d` it is `2 (z + z^3/3 + z^5/5 + ...)`. Every step rounds down. The error of z is
/// below 1 unit and that of `z^2` below 2; a term `z^(2k+1)` inherits at most 1/9 of its
/// predecessor's error, plus 2 z + 1 units, so it stays below 2 units off; with the division each
/// summand is below 3 off. There are at most `carried / 3.16 + 1` terms that are not zero, and what
/// is cut off after them is below 1 unit. Twice the sum of these is below `2 carried + 16`.
fn ln_carried(n: &BigUint, d: &BigUint, carried: u64) -> BigUint {
    let z = (n << carried) / d;
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

/// Returns `exp(-r)` for `0 <= r <= 0.75`, both with `carried` fractional bits, of which there are
/// 65 to 2^23; within `22 carried + 600` units.
///
/// It is `exp(-r/64)`, squared 6 times. That is the alternating series, each term `t^k/k!`
/// computed from its predecessor with one rounding down (the floor of a floor's quotient is the
/// floor of the quotient). An error e of the predecessor becomes at most `e t/k + 1`, which stays
/// below 2 units. A term is below 2^-6 of its predecessor, so at most `carried/6 + 2` are not
/// zero, what is cut off is below 2 units, and the rounding of t makes less than 1:
/// `carried/3 + 7` in all. To square a number of at most 1 makes of an error e, which is at most
/// 2^29, `2 e + 1` and one rounding: 64 times the above, and 126.
fn exp_carried(r: &BigUint, carried: u64) -> BigUint {
    let t = r >> HALVINGS;
    let mut even = BigUint::from(1_u8) << carried;
    let mut odd = BigUint::ZERO;
    let mut term = even.clone();
    let mut k = 0_u64;
    while term != BigUint::ZERO {
        k += 1;
        term = ((&term * &t) >> carried) / k;
        if k % 2 == 1 {
            odd += &term;
        } else {
            even += &term;
        }
    }
    // The partial sums of a decreasing alternating series that starts at 1 are not negative.
    let mut power = even - odd;
    for _ in 0..HALVINGS {
        power = (&power * &power) >> carried;
    }
    power
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    /// 120 decimals of well-known constants.
    const LN_2: &str = "\
         69314718055994530941723212145817656807550013436025525412068000949339362196969471\
         5605863326996418687542001481020570685733";
    const ONE_MINUS_INVERSE_E: &str = "\
         63212055882855767840447622983853913255418886896823216549216319830253850425510019\
         6642852725654080356253372674723156004791";
    const HALF_ROOT_2: &str = "\
         70710678118654752440084436210484903928483593768847403658833986899536623923105351\
         9425193767163820786367506923115456148512";
    /// ln(10^6)
    const LN_MILLION: &str = "\
         13815510557964274104107948728106185245606608931772637856199967405805435658064114\
         881415983230537589790051806704253717491800";

    fn decimal(digits: &str, precision: &Precision) -> BigUint {
        let numerator = BigUint::parse_bytes(digits.as_bytes(), 10).unwrap() << precision.bits;
        numerator / BigUint::from(10_u8).pow(120)
    }

    /// π without its first 3.
    const PI_LESS_3: &str = "\
         14159265358979323846264338327950288419716939937510582097494459230781640628620899\
         8628034825342117067982148086513282306647";

    /// `low ..= high` contains the constant (known to 2^-390) and is two units narrow.
    fn encloses(value: &Interval, digits: &str, precision: &Precision) {
        let expected = decimal(digits, precision);
        assert!(value.low <= expected, "{digits}");
        assert!(value.high >= expected, "{digits}");
        assert!(&value.high - &value.low <= BigUint::from(2_u8), "{digits}");
    }

    #[test]
    fn known_constants() {
        for bits in [8, 64, 100, 256, 380] {
            let precision = Precision::new(bits, bits);
            let one = Interval::exactly(precision.one());
            let half = Interval::exactly(precision.one() >> 1_u8);
            let three = Interval::exactly(precision.one() * 3_u8);
            encloses(
                &precision.pi().minus(&three).unwrap(),
                PI_LESS_3,
                &precision,
            );
            let nothing = one.neg_ln(&precision).unwrap();
            assert_eq!((nothing.low, nothing.high), <(BigUint, BigUint)>::default());
            encloses(&half.neg_ln(&precision).unwrap(), LN_2, &precision);
            encloses(
                &one.one_minus_exp(&precision),
                ONE_MINUS_INVERSE_E,
                &precision,
            );
            encloses(&half.sqrt(&precision), HALF_ROOT_2, &precision);
        }
        let precision = Precision::new(380, 380);
        let million = precision.fraction(1, 1_000_000);
        // The fraction itself is known to one unit, which the logarithm makes a million.
        let value = million.neg_ln(&precision).unwrap();
        let expected = decimal(LN_MILLION, &precision);
        assert!(value.low <= expected && expected <= value.high);
        assert!(&value.high - &value.low < BigUint::from(2_000_000_u64));
    }

    /// The bounds that the comments prove, with 200 more bits as the truth.
    #[test]
    fn the_series_are_off_by_no_more_than_stated() {
        for carried in [66, 128, 320, 1_000] {
            for part in 0..=64_u64 {
                // z from 0 to 1/3.
                let [n, d] = [part, 192].map(BigUint::from);
                let bound = BigUint::from(2 * carried + 16);
                let computed = ln_carried(&n, &d, carried);
                let truth = ln_carried(&n, &d, carried + 200) >> 200_u8;
                assert!(computed <= truth, "ln, {carried} {part}");
                assert!(computed + bound >= truth, "ln, {carried} {part}");

                // r from 0 to 0.75, and next to 0.
                let bound = BigUint::from(22 * carried + 600);
                let r = (BigUint::from(part) << carried) * 3_u8 / 256_u16;
                for r in [r, BigUint::from(part)] {
                    let computed = exp_carried(&r, carried);
                    let truth = exp_carried(&(r << 200_u8), carried + 200) >> 200_u8;
                    assert!(computed <= &truth + &bound, "exp, {carried} {part}");
                    assert!(computed + &bound >= truth, "exp, {carried} {part}");
                }
            }
        }
    }

    #[test]
    fn the_logarithm_of_two_is_off_by_no_more_than_stated() {
        for carried in [65, 128, 192, 319, 320, 321, 400] {
            let truth = decimal(LN_2, &Precision::new(carried, carried));
            let computed = ln_2(carried);
            assert!(computed <= truth, "{carried}");
            assert!(computed + (2 * carried + 16) >= truth, "{carried}");
        }
    }

    /// Whether one series or two are computed: the exact ends, from 300 more bits, lie within, and
    /// the ends that are given are next to them.
    #[test]
    fn an_interval_is_enclosed_narrowly_whatever_its_width() {
        let [mut one_series, mut two_series] = [0, 0];
        for bits in [8_u64, 64, 128, 300] {
            let precision = Precision::new(bits, bits);
            let fine = Precision::new(bits + 300, bits);
            let end = |end: &BigUint| Interval::exactly(end << 300_u16);
            let near = |given: Interval, low: Interval, high: Interval, what: &str| {
                assert!(&given.low << 300_u16 <= low.high, "{what}");
                assert!(&given.high << 300_u16 >= high.low, "{what}");
                assert!(given.low + 3_u8 >= low.low >> 300_u16, "{what}");
                assert!(given.high <= (high.high >> 300_u16) + 3_u8, "{what}");
            };
            // From 2^-bits to beyond 1, about the root of 1/2 too.
            let mut lows: Vec<BigUint> = (0..=bits + 1)
                .map(|bit| BigUint::from(1_u8) << bit)
                .collect();
            lows.extend([180_u8, 181, 182, 255].map(|n| (BigUint::from(n) << bits) >> 8_u8));
            for low in lows {
                for wide in 0..=bits {
                    let width = (BigUint::from(1_u8) << wide) >> 1_u8;
                    let interval = Interval {
                        low: low.clone(),
                        high: &low + width,
                    };
                    let what = format!("{bits} bits: {low}, width 2^{wide}/2");
                    let [low, high] = [&interval.low, &interval.high].map(end);
                    near(
                        interval.neg_ln(&precision).unwrap(),
                        high.neg_ln(&fine).unwrap(),
                        low.neg_ln(&fine).unwrap(),
                        &what,
                    );
                    near(
                        interval.one_minus_exp(&precision),
                        low.one_minus_exp(&fine),
                        high.one_minus_exp(&fine),
                        &what,
                    );
                    if 2 * wide <= bits {
                        one_series += 1;
                    } else {
                        two_series += 1;
                    }
                }
            }
        }
        assert!(one_series > 1_000 && two_series > 1_000);
    }

    #[test]
    fn guard_bits_are_dropped_outwards() {
        let precision = Precision::new(8, 8);
        let settled = |carried: &BigUint| {
            [Round::Down, Round::Up].map(|round| precision.settle(carried, round))
        };
        let points = |low: u8, high: u8| [BigUint::from(low), BigUint::from(high)];
        // 5 exactly may have been a little less, or a little more.
        let five = BigUint::from(5_u8) << GUARD;
        assert_eq!(settled(&five), points(4, 6));
        assert_eq!(settled(&(&five + SLACK)), points(5, 6));
        assert_eq!(settled(&(&five - SLACK)), points(4, 6));
        assert_eq!(settled(&(&five - SLACK - 1_u8)), points(4, 5));
        assert_eq!(settled(&BigUint::ZERO), points(0, 1));
    }

    #[test]
    fn more_precision_gives_an_enclosure_within() {
        for (numerator, denominator) in [
            (1, 3),
            (999, 1000),
            (1, 1 << 50),
            (41, 7),
            (1 << 40, 1_000_000),
        ] {
            let mut last: Option<[Interval; 3]> = None;
            for bits in [512, 256, 128, 64, 32, 16] {
                let precision = Precision::new(bits, bits);
                let x = precision.fraction(numerator, denominator);
                let q = x.one_minus_exp(&precision);
                let z = q.zero_probability(&precision);
                let half = q.half_of_one_plus_a(&precision);
                if let Some(last) = &last {
                    for (coarse, fine) in [&q, &z, &half].into_iter().zip(last) {
                        assert!(&coarse.low << bits <= fine.low);
                        assert!(&coarse.high << bits >= fine.high);
                    }
                }
                last = Some([q, z, half]);
            }
        }
    }

    #[test]
    fn a_uniform_is_cut_where_asked() {
        let bits = Bits {
            word: 0xc000_0000_0000_0001,
            more: &[1 << 63],
        };
        let ends = |bits_kept, taken| {
            let value = Precision::new(bits_kept, taken).uniform(bits);
            (value.low, value.high)
        };
        assert_eq!(ends(4, 2), (BigUint::from(12_u8), BigUint::from(16_u8)));
        assert_eq!(ends(1, 2), (BigUint::from(1_u8), BigUint::from(3_u8)));
        assert_eq!(
            ends(65, 65),
            (
                BigUint::from(0x1_8000_0000_0000_0003_u128),
                BigUint::from(0x1_8000_0000_0000_0004_u128)
            )
        );
    }

    #[test]
    fn beyond_its_precision_an_exponential_is_enclosed_too() {
        let precision = Precision::new(64, 64);
        let q = precision
            .fraction(1 << 40, 1_000_000)
            .one_minus_exp(&precision);
        assert_eq!(q.low, precision.one() - 1_u8);
        assert_eq!(q.high, precision.one());
    }
}
