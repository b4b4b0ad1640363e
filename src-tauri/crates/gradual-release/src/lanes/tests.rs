//! The lanes' draws at the words where the exact draw changes.
#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)]

use num_bigint::BigUint;

use super::*;
use crate::draw;
use crate::floats::one_minus_exp;
use crate::interval::{Arithmetic, Interval};
use crate::layout::Draw;
use crate::units::{Epsilon, Rate, Sensitivity};
use crate::wide::Wide;

const BITS: u64 = 320;
/// Sensitivity and level: coarse to fine, and just beyond each edge of the digits.
const CASES: [(u64, u64); 13] = [
    (1, 20_000_000),
    (1, 1_000_000),
    (7, 3_000_000),
    (1_000, 1_000_000),
    (131_071, 1_000_000),
    (131_073, 1_000_000),
    (20_000_000, 1_000_000),
    (8_589_934_591, 1_000_000),
    (8_589_934_595, 1_000_000),
    (1 << 40, 10_000_000),
    (1 << 40, 1_952),
    (1 << 40, 1_956),
    (1 << 40, 977),
];

struct Law {
    wide: Wide,
    rate: Interval<BigUint>,
    q: Interval<BigUint>,
    rates: Rates,
}

fn laws() -> impl Iterator<Item = Law> {
    CASES.into_iter().map(|(steps, micro)| {
        let rate = Rate::new(
            Epsilon::new(micro).unwrap(),
            Sensitivity::new(steps).unwrap(),
        );
        let rate = rate.unwrap();
        let wide = Wide::new(BITS, BITS);
        let s = rate.numerator() as f64 / rate.denominator() as f64;
        let q = one_minus_exp(s);
        let digits = EDGES.iter().filter(|edge| q <= **edge).count();
        let rates = Rates {
            rate: [s; LANES],
            doubt: [MARGIN; LANES],
            digits: [digits as f64; LANES],
            certain: [u64::MAX; LANES],
        };
        let rate = wide.rate(rate);
        Law {
            q: wide.q(&rate),
            rate,
            wide,
            rates,
        }
    })
}

impl Law {
    fn digits(&self) -> usize {
        self.rates.digits[0] as usize
    }

    /// The geometric with these words, exactly (as far as 64 bits decide it) and in lanes.
    fn both(&self, draw: [u64; 8]) -> (Option<u64>, Option<u64>) {
        let exact = draw::geometric(&self.wide, &self.q, &self.rate, &Draw::of_words(draw));
        let mut words = [[0; LANES]; KEPT];
        for (number, word) in draw.iter().take(6).enumerate() {
            words[2 * number] = [*word as u32; LANES];
            words[2 * number + 1] = [(*word >> 32) as u32; LANES];
        }
        words[3] = [0; LANES];
        let (sizes, certain) = signed_geometric::<false>(&words, &self.rates, self.digits());
        let quick = (certain[5] != 0).then(|| sizes[5].unsigned_abs() - 1);
        let (sizes, certain) = signed_geometric::<true>(&words, &self.rates, self.digits());
        if let (Some(exact), true) = (exact.as_ref().ok().copied().flatten(), certain[5] != 0) {
            assert_eq!(sizes[5].unsigned_abs() - 1, exact, "fused");
        }
        (exact.unwrap(), quick)
    }

    /// `1 - exp(-s times 2^bits)`.
    fn reach(&self, times: u64, bits: usize) -> Interval<BigUint> {
        self.wide.q(&Interval {
            low: (&self.rate.low * times) << bits,
            high: (&self.rate.high * times) << bits,
        })
    }
}

/// Checks words close to a step and ever farther from it: what the lanes decide is right, and far from the step they decide.
fn around(law: &Law, number: usize, step: u64, decided: &mut [u32; 2]) {
    for power in 0..50 {
        for word in [
            step.checked_sub(1 << power),
            step.checked_add(1 << power),
            Some(step),
        ] {
            let Some(word) = word else { continue };
            let mut draw = [0x7654_3210_89ab_cdef; 8];
            draw[number] = word;
            let (exact, quick) = law.both(draw);
            if let Some(quick) = quick {
                assert_eq!(Some(quick), exact, "word {number} = {word:x}");
                decided[usize::from(power > 40)] += 1;
            }
        }
    }
}

#[test]
fn words_at_the_steps_of_the_high_part_are_decided_rightly_or_not_at_all() {
    let mut decided = [0; 2];
    for law in laws() {
        let bits = 16 * law.digits();
        for h in [1, 2, 3, 10, 1_000, 65_536, 1 << 20] {
            let word = u64::try_from((law.wide.one() - law.reach(h, bits).low) >> (BITS - 64));
            let word = word.unwrap();
            if word > 1 << 43 {
                around(&law, 2, word, &mut decided);
            }
        }
    }
    // Close to a step nearly nothing is decided; far from it nearly everything.
    assert!(decided[1] > 300, "{decided:?}");
}

#[test]
fn words_at_the_steps_of_the_low_digits_are_decided_rightly_or_not_at_all() {
    let mut decided = [0; 2];
    for law in laws() {
        for digit in 0..law.digits() {
            let all = law.reach(1, 16 * (digit + 1));
            for l in [1, 2, 3, 255, 256, 30_000, 65_534, 65_535] {
                let below = law.reach(l, 16 * digit);
                let word = u64::try_from(((below.low << BITS) / &all.high) >> (BITS - 64));
                around(&law, 3 + digit, word.unwrap(), &mut decided);
            }
        }
    }
    assert!(decided[1] > 1_000, "{decided:?}");
}

/// The bound on a size, and that nothing overflows on the way there.
#[test]
fn the_largest_decided_jump_stays_below_2_to_the_55() {
    let mut largest = 0;
    for law in laws() {
        for word in [1 << 42, (1 << 42) + 12_345, 1 << 43, u64::MAX] {
            for low in [1 << 20, u64::MAX - (1 << 40)] {
                let (exact, quick) = law.both([word, 0, word, low, low, low, 0, 0]);
                if let Some(quick) = quick {
                    assert_eq!(Some(quick), exact);
                    largest = largest.max(quick);
                }
            }
        }
    }
    assert!((1 << 53..1 << 55).contains(&largest), "{largest}");
}
