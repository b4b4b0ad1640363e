//! Floats against exact evaluation on the same words, and the probabilities against their closed
//! forms.
#![allow(clippy::unwrap_used)]
use std::convert::Infallible;

use num_bigint::BigUint;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng, TryCryptoRng, TryRng};

use super::*;
use crate::params::{Epsilon, Sensitivity};

/// Gives the words told, then those of a generator.
struct Script {
    words: Vec<u64>,
    then: ChaCha20Rng,
    read: usize,
}

impl TryRng for Script {
    type Error = Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        unreachable!("the kernels read 64-bit words")
    }
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.read += 1;
        Ok(match self.words.get(self.read - 1) {
            Some(word) => *word,
            None => self.then.next_u64(),
        })
    }
    fn try_fill_bytes(&mut self, _: &mut [u8]) -> Result<(), Infallible> {
        unreachable!("the kernels read 64-bit words")
    }
}

impl TryCryptoRng for Script {}

fn script(words: &[u64]) -> Script {
    Script {
        words: words.to_vec(),
        then: ChaCha20Rng::from_seed([9; 32]),
        read: 0,
    }
}

/// (low, middle, high, D)
const CASES: [(u64, u64, u64, u64); 10] = [
    (1_000_000, 1_500_000, 2_000_000, 1),
    (500_000, 20_000_000, 20_000_001, 1),
    (100_000, 300_000, 10_000_000, 10),
    (1_000, 2_000, 2_001, 1_000),
    (1, 2, 3, 1),
    (1_000_000, 2_000_000, 64_000_000, 1 << 24),
    (1_000_000, 2_000_000, 64_000_000, 1_000_000_000),
    (1_000, 1_001, 1_002, 1 << 40),
    (977, 1_000_000, 1 << 40, 1 << 40),
    (1 << 39, (1 << 40) - 1, 1 << 40, 1),
];

fn levels((low, middle, high, d): (u64, u64, u64, u64)) -> Levels {
    let levels = [low, middle, high].map(|micro| Epsilon::from_micro(micro).unwrap());
    Levels::new(levels, Sensitivity::new(d).unwrap()).unwrap()
}

#[test]
fn probabilities_are_the_closed_forms() {
    for case in CASES {
        let levels = levels(case);
        let [s1, s2, s3] = [0, 1, 2].map(|i| levels.single(i).to_f64());
        let (gap, upper) = (levels.gap(0, 1).to_f64(), levels.gap(1, 2).to_f64());
        let q = |s: f64| -(-s).exp_m1();
        let e = |s: f64| (-s).exp();
        let zero = |s: f64| q(s) / (1.0 + e(s));
        let p = |low: f64, high: f64, gap: f64| e(gap) * (q(low) / q(high)).powi(2);
        let beyond = e(s1 + s2) * q(gap) / q(s1 + s2);
        let below = e(s1 + s2) / q(s1 + s2);
        let still = 1.0 + e(upper) * q(2.0 * s2) / (q(upper) * q(s2 + s3));
        let up = e(gap) / q(gap);
        let jump = |low: f64, high: f64, gap: f64| q(gap) * q(low + high) / q(high).powi(2);
        let a = jump(s1, s2, gap) * zero(s1);
        let b = jump(s2, s3, upper) * zero(s2);
        let same = (p(s1, s2, gap) + a) * (p(s2, s3, upper) + b);
        let precision = Precision::new(256, 256);
        for (probability, expected) in [
            (KernelProbability::Zero(1), zero(s2)),
            (KernelProbability::NoJump, p(s1, s2, gap)),
            (KernelProbability::Across, e(s1 + s2) * q(gap) / q(2.0 * s2)),
            (KernelProbability::Beyond, beyond),
            (KernelProbability::Below, below / (below + still + up)),
            (
                KernelProbability::BelowOrZero,
                (below + still) / (below + still + up),
            ),
            (KernelProbability::Same, same / (same + 2.0 * a * b * below)),
        ] {
            let real = probability.at(&levels, &precision).unwrap();
            for end in [&real.low, &real.high] {
                // The first 64 of 256 bits, and the next 64.
                let word =
                    |drop: u32| u64::try_from((end >> drop) % (BigUint::from(1_u8) << 64_u8));
                let whole = if *end >= precision.one() { 1.0 } else { 0.0 };
                let part = word(192).unwrap() as f64 + word(128).unwrap() as f64 * power(-64);
                let value = whole + part * power(-64);
                assert!(
                    (value - expected).abs() <= 1e-12 * expected + 1e-18,
                    "{case:?}: {value} and {expected}"
                );
            }
            let event = Event::new(levels, probability);
            assert!(event.high - event.low <= 1, "{case:?}");
        }
    }
}

/// The word at the threshold needs further words; the result is that of the exact comparison.
#[test]
fn an_event_at_its_threshold_reads_on() {
    for case in CASES {
        let levels = levels(case);
        for probability in [
            KernelProbability::NoJump,
            KernelProbability::Across,
            KernelProbability::BelowOrZero,
            KernelProbability::Same,
        ] {
            let event = Event::new(levels, probability);
            if event.low == 0 || event.high == u64::MAX {
                continue;
            }
            let ask = |word, more: u64| {
                let mut rng = script(&[more]);
                let mut uniform = Uniform::from_word(word);
                let answer = event.happens(&mut uniform, &mut rng).unwrap();
                (answer, rng.read)
            };
            assert_eq!(ask(event.low - 1, 0), (true, 0));
            assert_eq!(ask(event.high + 1, 0), (false, 0));
            // U = word 2^-64 + more 2^-128: at the ends of the threshold's cell the answers differ.
            if event.low == event.high {
                assert!(ask(event.low, 0).0);
                assert!(!ask(event.low, u64::MAX).0);
                assert!(ask(event.low, 1 << 63).1 >= 1);
            }
        }
    }
}

#[test]
fn what_floats_decide_is_what_integers_decide() {
    let mut words = ChaCha20Rng::from_seed([4; 32]);
    let mut decided = 0;
    for case in CASES {
        let levels = levels(case);
        let precision = Precision::new(192, 192);
        for i in 0..300_u32 {
            let mut word = words.next_u64();
            if i % 3 == 0 {
                word >>= i % 40;
            }
            let uniform = precision.uniform(Bits { word, more: &[] });
            for ratio in [levels.single(0), levels.sum(0, 1), levels.gap(0, 1)] {
                let geometric = Geometric::new(ratio);
                let bits = DIGIT_BITS * geometric.digits;
                let (floor, sure) =
                    inverse::high::<false>(float(word), geometric.rate * scale(bits), MARGIN);
                let rate = precision.rate(ratio);
                if sure != 0 {
                    decided += 1;
                    let tail = uniform.neg_ln(&precision).unwrap();
                    let exact = tail.floor_ratio(&rate.shift(bits));
                    assert_eq!(exact, Some(float::integer(floor)), "{case:?} {word:x}");
                }
                for digit in 0..geometric.digits {
                    let r = geometric.rate * scale(DIGIT_BITS * (digit + 1));
                    let (floor, sure) = inverse::low::<false>(float(word), r, MARGIN);
                    if sure != 0 {
                        decided += 1;
                        let exact = low_digit(&precision, &rate, &uniform, digit);
                        assert_eq!(exact, Some(float::integer(floor)), "{case:?} {word:x}");
                    }
                }
            }
            let laplace = Laplace::new(&levels, 0);
            if let Form::Direct { .. } = laplace.form {
                let mut rng = script(&[word]);
                let noise = laplace.sample(&mut rng).unwrap();
                if rng.read == 1 {
                    decided += 1;
                    // Whatever the 64th bit of V may be.
                    for last in [0, u64::MAX] {
                        let exact = laplace.settle(word << 1, &mut script(&[last])).unwrap();
                        assert_eq!(noise, signed(exact, word), "{case:?} {word:x}");
                    }
                }
            }
        }
    }
    assert!(decided > 10_000, "{decided}");
}

/// Small uniforms are left to integers, which have them all.
#[test]
fn the_far_tail_is_reached() {
    let levels = levels((1_000_000, 1_500_000, 2_000_000, 1));
    let laplace = Laplace::new(&levels, 0);
    for zeros in [1, 3, 10] {
        let mut words = vec![0; zeros];
        words.push(1 << 62);
        let mut rng = script(&words);
        let noise = laplace.sample(&mut rng).unwrap();
        // The second word gives one bit only: -ln V is as many times 64 ln 2 as there are others,
        // and a little more.
        let expected = 64 * i64::try_from(zeros.max(2) - 1).unwrap() * 693 / 1000;
        assert!(
            (expected..expected + 7).contains(&noise),
            "{noise} {expected}"
        );
        assert!(rng.read > zeros);
    }
    let geometric = Geometric::new(levels.gap(0, 2));
    let mut rng = script(&[0, 0, 0, 5]);
    assert!(geometric.sample(&mut rng).unwrap() > 120);
}
