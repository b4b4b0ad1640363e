//! The draws of a path at a given precision. `None` means: not decided with so many bits.

use num_bigint::BigUint;

use crate::params::Error;
use crate::params::Rate;
use crate::precision::{Interval, Precision};
use crate::spec::layout::{self, DIGIT_BITS, Draw};

/// Returns the number of low digits of a geometric with `q = 1 - exp(-rate)`.
fn low_digits(precision: &Precision, q: &Interval) -> Option<u32> {
    let count = |end: &BigUint| layout::low_digits(|bits| precision.at_most_power(end, bits));
    let digits = count(&q.low);
    (count(&q.high) == digits).then_some(digits)
}

/// Returns `Geom` at the given rate, where `q = 1 - exp(-rate)`.
///
/// `rate 2^(16 k)` lies above 2^-17 and `-ln V_high` below 45 on the first 64 bits: H is below
/// 2^23, and the whole below 2^57 for a rate above 2^-51.
pub(crate) fn geometric(
    precision: &Precision,
    q: &Interval,
    rate: &Interval,
    draw: &Draw,
) -> Result<Option<u64>, Error> {
    let Some(digits) = low_digits(precision, q) else {
        return Ok(None);
    };
    let exponential = precision.uniform(draw.high()).neg_ln(precision);
    let scaled = rate.shift(DIGIT_BITS * digits);
    let Some(high) = exponential.and_then(|exponential| exponential.floor_ratio(&scaled)) else {
        return Ok(None);
    };
    let mut low = 0_u64;
    for digit in (0..digits).rev() {
        let uniform = precision.uniform(draw.low(digit as usize));
        let Some(value) = low_digit(precision, rate, &uniform, digit) else {
            return Ok(None);
        };
        low = (low << DIGIT_BITS) | value;
    }
    high.checked_mul(1 << (DIGIT_BITS * digits))
        .and_then(|shifted| shifted.checked_add(low))
        .map(Some)
        .ok_or(Error::Overflow)
}

/// Returns digit `L_i = floor(-ln(1 - V_i (1 - exp(-s B^(i+1)))) / (s B^i))`.
pub(crate) fn low_digit(
    precision: &Precision,
    rate: &Interval,
    uniform: &Interval,
    digit: u32,
) -> Option<u64> {
    let reach = rate
        .shift(DIGIT_BITS * (digit + 1))
        .one_minus_exp(precision);
    let exponential = uniform
        .mul(precision, &reach)
        .one_minus(precision)
        .neg_ln(precision)?;
    let value = exponential.floor_ratio(&rate.shift(DIGIT_BITS * digit))?;
    // The upper end touches B where V's upper end is 1; the exact value is below B.
    (value < 1 << DIGIT_BITS).then_some(value)
}

/// Returns `sign * (1 + Geom)`.
fn signed(
    precision: &Precision,
    q: &Interval,
    rate: &Interval,
    draw: &Draw,
) -> Result<Option<i64>, Error> {
    let Some(geometric) = geometric(precision, q, rate, draw)? else {
        return Ok(None);
    };
    let size = geometric
        .checked_add(1)
        .and_then(|size| i64::try_from(size).ok())
        .ok_or(Error::Overflow)?;
    Ok(Some(if draw.negative() { -size } else { size }))
}

/// Constants of the top draw.
pub(crate) struct Top {
    /// s.
    rate: Interval,
    /// 1 - exp(-s).
    pub(crate) q: Interval,
    /// P(N = 0).
    zero: Interval,
}

impl Top {
    pub(crate) fn new(precision: &Precision, rate: Rate) -> Top {
        let rate = precision.rate(rate);
        let q = rate.one_minus_exp(precision);
        let zero = q.zero_probability(precision);
        Top { rate, q, zero }
    }
}

/// Returns `N_top`.
pub(crate) fn top(precision: &Precision, top: &Top, draw: &Draw) -> Result<Option<i64>, Error> {
    match top.zero.exceeds(&precision.uniform(draw.first())) {
        Some(true) => Ok(Some(0)),
        Some(false) => signed(precision, &top.q, &top.rate, draw),
        None => Ok(None),
    }
}

/// Returns `Q_j`, given `Q_(j-1)` and the draw of jump j.
pub(crate) fn descend(precision: &Precision, q: &Interval, draw: &Draw) -> Interval {
    q.mul(precision, &precision.uniform(draw.first()).sqrt(precision))
}

/// Returns the size of the jump at `q = Q_j`.
pub(crate) fn jump(precision: &Precision, q: &Interval, draw: &Draw) -> Result<Option<i64>, Error> {
    match q.one_minus(precision).neg_ln(precision) {
        Some(rate) => signed(precision, q, &rate, draw),
        None => Ok(None),
    }
}

/// The laws of the draws, from the code itself and without a random number: each draw is a step
/// function of its uniforms, and here its steps are found to lie where the closed form of the law
/// puts them, to the last of 64 bits.
#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::params::{Epsilon, Sensitivity};

    const BITS: u64 = 320;
    const MIDDLE: u64 = 0x7654_3210_89ab_cdef;
    /// Sensitivity and level, and the number of low digits: q just above and below each power where
    /// it changes, too.
    const CASES: [(u64, u64, u32); 12] = [
        (1, 1_000_000, 0),
        (1, 20_000_000, 0),
        (1_000, 1_000_000, 0),
        (131_071, 1_000_000, 0),
        (131_072, 1_000_000, 1),
        (20_000_000, 1_000_000, 1),
        (8_589_934_591, 1_000_000, 1),
        (8_589_934_592, 1_000_000, 2),
        (1 << 40, 10_000_000, 2),
        (1 << 40, 1_953, 3),
        (1 << 40, 1_954, 2),
        (1 << 40, 977, 3),
    ];

    struct Law {
        precision: Precision,
        rate: Interval,
        q: Interval,
        digits: u32,
    }

    fn laws() -> Vec<Law> {
        let law = |(steps, micro, digits)| {
            let rate = Rate::new(
                Epsilon::from_micro(micro).unwrap(),
                Sensitivity::new(steps).unwrap(),
            );
            let precision = Precision::new(BITS, BITS);
            let rate = precision.rate(rate.unwrap());
            let q = rate.one_minus_exp(&precision);
            Law {
                precision,
                rate,
                q,
                digits,
            }
        };
        CASES.map(law).into()
    }

    impl Law {
        /// Returns the geometric with this word in place `number`.
        fn geometric(&self, number: usize, word: u64) -> Option<u64> {
            let mut words = [MIDDLE; 8];
            words[number] = word;
            let draw = Draw::of_words(words);
            geometric(&self.precision, &self.q, &self.rate, &draw).unwrap()
        }

        /// Returns `1 - exp(-s times 2^bits)`.
        fn reach(&self, times: u64, bits: u32) -> Interval {
            let scaled = Interval {
                low: (&self.rate.low * times) << bits,
                high: (&self.rate.high * times) << bits,
            };
            scaled.one_minus_exp(&self.precision)
        }
    }

    /// Returns the 64-bit word in whose interval the number `low ..= high` (of `BITS` bits) lies.
    fn word(low: &BigUint, high: &BigUint) -> u64 {
        let drop = BITS - 64;
        let word = u64::try_from(low >> drop).unwrap();
        assert_eq!(u64::try_from(high >> drop), Ok(word));
        word
    }

    #[test]
    fn the_high_part_is_geometric() {
        let mut steps = 0;
        for law in laws() {
            let bits = DIGIT_BITS * law.digits;
            for h in [1, 2, 3, 10, 1_000, 65_536, 1 << 21] {
                // P(H >= h) = exp(-s B^k h)
                let below = law.reach(h, bits);
                let one = law.precision.one();
                let word = word(&(&one - &below.high), &(&one - &below.low));
                // Further out the steps lie closer together than the words.
                if word < 1 << 32 {
                    continue;
                }
                steps += 1;
                assert_eq!(law.geometric(2, word - 1).unwrap() >> bits, h);
                assert_eq!(law.geometric(2, word), None, "the step lies in this word");
                assert_eq!(law.geometric(2, word + 1).unwrap() >> bits, h - 1);
            }
        }
        assert!(steps > 40, "only {steps} steps were found");
    }

    #[test]
    fn the_low_digits_are_truncated_geometric() {
        let mut steps = 0;
        for law in laws() {
            for digit in 0..law.digits {
                let bits = DIGIT_BITS * digit;
                let all = law.reach(1, bits + DIGIT_BITS);
                for l in [1, 2, 3, 255, 256, 30_000, 65_534, 65_535] {
                    // P(L < l) = (1 - exp(-s B^i l)) / (1 - exp(-s B^(i+1)))
                    let below = law.reach(l, bits);
                    let low = (&below.low << BITS) / &all.high;
                    let high = (&below.high << BITS) / &all.low;
                    let word = word(&low, &high);
                    let value =
                        |word| Some((law.geometric(3 + digit as usize, word)? >> bits) % 65_536);
                    assert_eq!(value(word - 1), Some(l - 1));
                    assert_eq!(value(word), None, "the step lies in this word");
                    assert_eq!(value(word + 1), Some(l));
                    steps += 1;
                }
                assert_eq!(
                    law.geometric(3 + digit as usize, 0)
                        .map(|g| (g >> bits) % 65_536),
                    Some(0)
                );
            }
        }
        assert_eq!(steps, 8 * (3 + 3 * 2 + 2 * 3));
    }

    #[test]
    fn the_top_draw_is_zero_with_the_probability_of_the_law() {
        for law in laws() {
            let zero = law.q.zero_probability(&law.precision);
            let word = word(&zero.low, &zero.high);
            let top = Top {
                rate: law.rate.clone(),
                q: law.q.clone(),
                zero,
            };
            let drawn = |first: u64, sign: u64| {
                let draw = Draw::of_words([first, sign, MIDDLE, MIDDLE, MIDDLE, MIDDLE, 0, 0]);
                super::top(&law.precision, &top, &draw).unwrap()
            };
            let size = 1 + i64::try_from(law.geometric(2, MIDDLE).unwrap()).unwrap();
            assert_eq!(drawn(word - 1, 0), Some(0));
            assert_eq!(drawn(word, 0), None, "the step lies in this word");
            assert_eq!(drawn(word + 1, 0), Some(size));
            assert_eq!(drawn(word + 1, u64::MAX >> 1), Some(size));
            assert_eq!(drawn(word + 1, 1 << 63), Some(-size));
        }
    }

    #[test]
    fn a_jump_belongs_to_a_level_with_the_probability_of_the_law() {
        for law in laws() {
            // From Q_0 = 1, the first jump lies above the level if U > q^2.
            let square = law.q.mul(&law.precision, &law.q);
            let word = word(&square.low, &square.high);
            let above = |word| {
                let draw = Draw::of_words([word; 8]);
                let start = Interval::exactly(law.precision.one());
                descend(&law.precision, &start, &draw).exceeds(&law.q)
            };
            if word > 0 {
                assert_eq!(above(word - 1), Some(false));
            }
            assert_eq!(above(word), None, "the step lies in this word");
            assert_eq!(above(word + 1), Some(true));
        }
    }

    #[test]
    fn a_jump_has_the_rate_at_which_it_happens() {
        for law in laws() {
            // The jump knows q alone; its geometric is that of the rate which has this q.
            let draw = Draw::of_words([MIDDLE; 8]);
            let geometric = geometric(&law.precision, &law.q, &law.rate, &draw).unwrap();
            let size = 1 + i64::try_from(geometric.unwrap()).unwrap();
            assert_eq!(jump(&law.precision, &law.q, &draw), Ok(Some(size)));
        }
    }

    #[test]
    fn what_cannot_be_known_is_not_decided() {
        let precision = Precision::new(BITS, BITS);
        let unknown = Interval {
            low: BigUint::ZERO,
            high: precision.one(),
        };
        let draw = Draw::of_words([MIDDLE; 8]);
        assert!(jump(&precision, &unknown, &draw).unwrap().is_none());
        // V_high = 0.00...: the geometric may be anything.
        let law = &laws()[0];
        assert_eq!(law.geometric(2, 0), None);
        // -ln(1 - q) of q = 1 is infinite.
        let one = Interval::exactly(precision.one());
        assert!(jump(&precision, &one, &draw).unwrap().is_none());
    }
}
