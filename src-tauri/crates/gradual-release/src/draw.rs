//! The draws of a path, in whichever arithmetic. `None` means: not decided at this precision.

use crate::error::Error;
use crate::interval::{Arithmetic, Interval};
use crate::layout::Draw;

/// Bits of a low digit.
pub(crate) const DIGIT: u32 = 16;

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
        let Some(value) = low_digit(a, rate, &a.uniform(draw.low(digit as usize)), digit) else {
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
pub(crate) fn low_digit<A: Arithmetic>(
    a: &A,
    rate: &Interval<A::Point>,
    uniform: &Interval<A::Point>,
    digit: u32,
) -> Option<u64> {
    let reach = rate.shift(a, DIGIT * (digit + 1)).one_minus_exp(a)?;
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

/// `Q_j`, given `Q_(j-1)` and the draw of jump j.
pub(crate) fn descend<A: Arithmetic>(
    a: &A,
    q: &Interval<A::Point>,
    draw: &Draw,
) -> Interval<A::Point> {
    q.mul(a, &a.uniform(draw.first()).sqrt(a))
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

/// The laws of the draws, from the code itself and without a random number: each draw is a step function of its uniforms, and here
/// its steps are found to lie where the closed form of the law puts them, to the last of 64 bits.
#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use num_bigint::BigUint;

    use super::*;
    use crate::interval::Round;
    use crate::narrow::Narrow;
    use crate::units::{Epsilon, Rate, Sensitivity};
    use crate::wide::Wide;

    const BITS: u64 = 320;
    const MIDDLE: u64 = 0x7654_3210_89ab_cdef;
    /// Sensitivity and level, and the number of low digits: q just above and below each power where it changes, too.
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
        wide: Wide,
        rate: Interval<BigUint>,
        q: Interval<BigUint>,
        narrow_rate: Interval<u128>,
        narrow_q: Interval<u128>,
        digits: u32,
    }

    fn laws() -> Vec<Law> {
        let law = |(steps, micro, digits)| {
            let rate = Rate::new(
                Epsilon::new(micro).unwrap(),
                Sensitivity::new(steps).unwrap(),
            );
            let wide = Wide::new(BITS, BITS);
            let rate = wide.rate(rate.unwrap());
            let q = wide.q(&rate);
            Law {
                narrow_rate: Narrow::enclose(&wide, &rate),
                narrow_q: Narrow::enclose(&wide, &q),
                wide,
                rate,
                q,
                digits,
            }
        };
        CASES.map(law).into()
    }

    impl Law {
        /// The geometric with this word in place `number`; fixed width says the same or nothing.
        fn geometric(&self, number: usize, word: u64) -> Option<u64> {
            let mut words = [MIDDLE; 8];
            words[number] = word;
            let draw = Draw::of_words(words);
            let value = geometric(&self.wide, &self.q, &self.rate, &draw).unwrap();
            let narrow = geometric(&Narrow::new(), &self.narrow_q, &self.narrow_rate, &draw);
            let narrow = narrow.unwrap();
            assert!(narrow.is_none() || narrow == value);
            value
        }

        /// `1 - exp(-s times 2^bits)`.
        fn reach(&self, times: u64, bits: u32) -> Interval<BigUint> {
            self.wide.q(&Interval {
                low: (&self.rate.low * times) << bits,
                high: (&self.rate.high * times) << bits,
            })
        }
    }

    /// The 64-bit word in whose interval the number `low ..= high` (of `BITS` bits) lies.
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
            let bits = DIGIT * law.digits;
            for h in [1, 2, 3, 10, 1_000, 65_536, 1 << 21] {
                // P(H >= h) = exp(-s B^k h)
                let below = law.reach(h, bits);
                let one = law.wide.one();
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
                let bits = DIGIT * digit;
                let all = law.reach(1, bits + DIGIT);
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
        let narrow = Narrow::new();
        for law in laws() {
            let zero = law.wide.zero_probability(&law.q);
            let word = word(&zero.low, &zero.high);
            let top = Top {
                rate: law.narrow_rate.clone(),
                q: law.narrow_q.clone(),
                zero: Narrow::enclose(&law.wide, &zero),
            };
            let drawn = |first: u64, sign: u64| {
                let draw = Draw::of_words([first, sign, MIDDLE, MIDDLE, MIDDLE, MIDDLE, 0, 0]);
                super::top(&narrow, &top, &draw).unwrap()
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
        let narrow = Narrow::new();
        for law in laws() {
            // From Q_0 = 1, the first jump lies above the level if U > q^2.
            let square = law.q.mul(&law.wide, &law.q);
            let word = word(&square.low, &square.high);
            let above = |word| {
                let draw = Draw::of_words([word; 8]);
                descend(&narrow, &Interval::exactly(narrow.one()), &draw).exceeds(&law.narrow_q)
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
        let narrow = Narrow::new();
        let mut decided = 0;
        for law in laws() {
            // The jump knows q alone; its geometric is that of the rate which has this q.
            let draw = Draw::of_words([MIDDLE; 8]);
            let geometric = geometric(&law.wide, &law.q, &law.rate, &draw).unwrap();
            let size = 1 + i64::try_from(geometric.unwrap()).unwrap();
            assert_eq!(jump(&law.wide, &law.q, &draw), Ok(Some(size)));
            if let Some(narrow) = jump(&narrow, &law.narrow_q, &draw).unwrap() {
                assert_eq!(narrow, size);
                decided += 1;
            }
        }
        assert!(decided > 10, "fixed width decided {decided} only");
    }

    #[test]
    fn what_cannot_be_known_is_not_decided() {
        let narrow = Narrow::new();
        let unknown = Interval {
            low: 0,
            high: narrow.one(),
        };
        let draw = Draw::of_words([MIDDLE; 8]);
        assert!(jump(&narrow, &unknown, &draw).unwrap().is_none());
        // V_high = 0.00...: the geometric may be anything.
        let law = &laws()[0];
        assert_eq!(law.geometric(2, 0), None);
        // -ln(1 - q) of q = 1 is infinite.
        let one = Interval::exactly(narrow.one());
        assert!(jump(&narrow, &one, &draw).unwrap().is_none());
        assert_eq!(narrow.neg_ln(&0, Round::Down), None);
    }
}
