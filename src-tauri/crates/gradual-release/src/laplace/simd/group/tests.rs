//! The lanes' draws at the words where the exact draw changes.
#![allow(
    clippy::unwrap_used,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss
)]

use super::*;
use crate::laplace::reference::draw;
use crate::laplace::simd::float::one_minus_exp;
use crate::params::{Epsilon, Rate, Sensitivity};
use crate::precision::{Interval, Precision};
use crate::spec::layout::Draw;

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
    precision: Precision,
    rate: Interval,
    q: Interval,
    rates: Rates,
}

fn laws() -> impl Iterator<Item = Law> {
    CASES.into_iter().map(|(steps, micro)| {
        let rate = Rate::new(
            Epsilon::from_micro(micro).unwrap(),
            Sensitivity::new(steps).unwrap(),
        );
        let rate = rate.unwrap();
        let precision = Precision::new(BITS, BITS);
        let s = rate.to_f64();
        let q = one_minus_exp(s);
        let digits = EDGES.iter().filter(|edge| q <= **edge).count();
        let rates = Rates {
            rate: [s; LANES],
            doubt: [MARGIN; LANES],
            digits: [digits as f64; LANES],
            certain: [u64::MAX; LANES],
        };
        let rate = precision.rate(rate);
        Law {
            q: rate.one_minus_exp(&precision),
            rate,
            precision,
            rates,
        }
    })
}

impl Law {
    fn digits(&self) -> usize {
        self.rates.digits[0] as usize
    }

    /// Returns the geometric with these words, exactly (as far as 64 bits decide it) and in lanes.
    fn both(&self, draw: [u64; 8]) -> (Option<u64>, Option<u64>) {
        let exact = draw::geometric(&self.precision, &self.q, &self.rate, &Draw::of_words(draw));
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

    /// Returns `1 - exp(-s times 2^bits)`.
    fn reach(&self, times: u64, bits: usize) -> Interval {
        let scaled = Interval {
            low: (&self.rate.low * times) << bits,
            high: (&self.rate.high * times) << bits,
        };
        scaled.one_minus_exp(&self.precision)
    }
}

/// Checks words close to a step and ever farther from it: what the lanes decide is right, and far
/// from the step they decide.
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
            let word = u64::try_from((law.precision.one() - law.reach(h, bits).low) >> (BITS - 64));
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

/// Returns a group that stands at height `q`, about to make jump `next - 1`, and these words in
/// every lane.
fn group(q: f64, next: f64, draw: [u64; 6]) -> Group {
    let mut group = Group::NEW;
    group.q = [q; LANES];
    group.next = [next; LANES];
    for (number, word) in draw.into_iter().enumerate() {
        group.words[2 * number] = [word as u32; LANES];
        group.words[2 * number + 1] = [(word >> 32) as u32; LANES];
    }
    group
}

/// Far from every step.
const PLAIN: u64 = 0x7654_3210_89ab_cdef;

fn jumped(q: f64, next: f64, uniform: u64, low: f64) -> u64 {
    let mut group = group(q, next, [uniform, PLAIN, PLAIN, PLAIN, PLAIN, PLAIN]);
    group.jump::<false, false>(&Heights {
        start: 1.0,
        high: low,
        low,
        digits: 3,
    });
    assert!(group.state.iter().all(|state| *state == group.state[0]));
    group.state[0]
}

#[test]
fn a_height_at_an_edge_of_the_digits_is_not_decided() {
    for edge in EDGES {
        for (factor, decided) in [
            (1.0, 0),
            (1.0 + power(-41), 0),
            (1.0 - power(-41), 0),
            (1.0 + power(-38), u64::MAX),
            (1.0 - power(-38), u64::MAX),
        ] {
            let rates = rates::<false>(&[edge * factor; LANES], &[2.0; LANES]);
            assert_eq!(rates.certain, [decided; LANES], "{edge} times {factor}");
        }
    }
    // Nor one so high that the rate is not.
    for (rest, decided) in [(0.9, 0), (1.1, u64::MAX)] {
        let rates = rates::<false>(&[1.0 - REST * rest; LANES], &[2.0; LANES]);
        assert_eq!(rates.certain, [decided; LANES], "{rest}");
    }
}

#[test]
fn a_height_from_a_small_uniform_is_not_decided() {
    // Both end far below the level.
    assert_eq!(jumped(0.5, 2.0, (1 << 42) - 1, 0.25), UNDECIDED);
    assert_eq!(jumped(0.5, 2.0, 1 << 42, 0.25), DONE);
}

#[test]
fn more_jumps_than_the_error_bound_covers_are_not_decided() {
    for (next, state) in [(199.0, DONE), (200.0, UNDECIDED)] {
        assert_eq!(jumped(0.5, next, 1 << 60, 0.25), state, "{next}");
    }
    for (next, state) in [(199.0, GO_ON), (200.0, UNDECIDED)] {
        assert_eq!(jumped(0.5, next, PLAIN, 0.001), state, "{next}");
    }
}

#[test]
fn a_height_at_a_level_is_not_decided() {
    // A uniform of 1/4 halves the height.
    for (low, state) in [
        (0.25, UNDECIDED),
        (0.25 * (1.0 + power(-41)), UNDECIDED),
        (0.25 * (1.0 - power(-41)), UNDECIDED),
        (0.25 * (1.0 + power(-39)), DONE),
        (0.25 * (1.0 - power(-39)), GO_ON),
    ] {
        assert_eq!(jumped(0.5, 2.0, 1 << 62, low), state, "{low}");
        // Of a pair, the higher level too.
        let mut group = group(0.5, 2.0, [1 << 62, PLAIN, PLAIN, PLAIN, PLAIN, PLAIN]);
        group.jump::<true, false>(&Heights {
            start: 1.0,
            high: low,
            low: 0.001,
            digits: 3,
        });
        let decided = if state == UNDECIDED { UNDECIDED } else { GO_ON };
        assert_eq!(group.state, [decided; LANES], "{low} of a pair");
    }
}

#[test]
fn a_top_draw_at_the_probability_of_zero_is_not_decided() {
    let start = Start {
        zero: 0.5,
        rate: 1.0,
        digits: 0,
    };
    let half = 1_u64 << 63;
    for (uniform, state, zero) in [
        (half, UNDECIDED, true),
        (half + (1 << 21), UNDECIDED, true),
        (half - (1 << 21), UNDECIDED, true),
        (half + (1 << 24), 0, false),
        (half - (1 << 24), 0, true),
    ] {
        let mut group = group(1.0, 2.0, [uniform, PLAIN, PLAIN, PLAIN, PLAIN, PLAIN]);
        group.draw_top::<false>(&start);
        assert_eq!(group.state, [state; LANES], "{uniform:x}");
        assert_eq!(group.low[0] == 0, zero, "{uniform:x}");
    }
}
