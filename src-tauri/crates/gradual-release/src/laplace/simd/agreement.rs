//! Floats against exact evaluation: every number must be the same, over the whole supported
//! range.
#![allow(clippy::unwrap_used)]

use crate::laplace::reference::Exact;
use crate::laplace::simd::chacha::Key;
use crate::laplace::simd::{self, Constants, Level};
use crate::params::Rate;
use crate::{Epsilon, Path, SealedPath, Seed, Sensitivity};

/// A spread of test parameters, not a secret: Knuth's multiplier.
struct Spread(u64);

impl Spread {
    fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 20
    }

    /// Evenly in the logarithm, between the two.
    fn between(&mut self, low: u64, high: u64) -> u64 {
        let width = (high as f64 / low as f64).ln();
        let share = self.next() as f64 / 2_f64.powi(44);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "positive and below 2^41"
        )]
        let value = (low as f64 * (width * share).exp()) as u64;
        value.clamp(low, high)
    }
}

struct Setting {
    path: Path,
    sensitivity: Sensitivity,
    top: Option<Epsilon>,
    level: Epsilon,
    number: u8,
}

fn seed(kind: u8, number: u8) -> Seed {
    let mut bytes = [kind; 32];
    bytes[3] = number;
    Seed::from_bytes(bytes)
}

fn setting(steps: u64, top: Option<u64>, level: u64, number: u8) -> Setting {
    let sensitivity = Sensitivity::new(steps).unwrap();
    let top = top.map(|top| Epsilon::from_micro(top).unwrap());
    let path = match top {
        Some(top) => Path::with_top(sensitivity, top, seed(1, number), seed(2, number)).unwrap(),
        None => Path::without_top(sensitivity, seed(2, number)),
    };
    Setting {
        path,
        sensitivity,
        top,
        level: Epsilon::from_micro(level).unwrap(),
        number,
    }
}

/// D from 1 to 2^40, ε from 1e-6 to 64, D/ε below 2^50; tops up to 64, none, and now and then the
/// highest there is.
fn random(spread: &mut Spread, number: u8) -> Setting {
    let steps = spread.between(1, 1 << 40);
    let least = ((steps * 1_000_000) >> 50) + 1;
    let level = spread.between(least, 64_000_000);
    let top = match spread.next() % 8 {
        0 => None,
        1 => Some(level),
        2 => Some(spread.between(level, 1 << 40)),
        _ => Some(spread.between(level, 64_000_000)),
    };
    setting(steps, top, level, number)
}

impl Setting {
    fn rate(&self, level: Epsilon) -> Rate {
        Rate::new(level, self.sensitivity).unwrap()
    }

    /// Returns the expected number of draws of coordinates `0 .. count`, and those that floats
    /// leave undecided.
    ///
    /// A coordinate needs a draw for the top, one for each jump, on average `2 ln(Q_0/Q)`, and one
    /// for the first height below the level.
    fn undecided(&self, count: usize) -> (f64, Vec<usize>) {
        let top = self.top.map(|top| self.rate(top));
        let level = self.rate(self.level);
        let constants = Constants::new(top, top.is_some(), level, level).unwrap();
        let start = Key::new(&seed(1, self.number));
        let keys = (top.map(|_| &start), &Key::new(&seed(2, self.number)));
        let (mut noise, mut undecided) = (vec![0; count], Vec::new());
        let best = Level::new();
        simd::evaluate(
            best,
            keys,
            &constants,
            0,
            &mut noise,
            &mut [],
            &mut undecided,
        );
        let heights = &constants.heights;
        let jumps = 2.0 * (heights.start / heights.low).ln();
        let draws = jumps + if top.is_some() { 2.0 } else { 1.0 };
        (draws * count as f64, undecided)
    }

    fn exactly(&self, level: Epsilon, coordinates: impl Iterator<Item = u64>) -> Vec<i64> {
        let parts = coordinates.collect::<Vec<_>>();
        let parts = parts.chunks(1000).map(|part| {
            let exact = Exact::new(self.path.source(), self.rate(level));
            let noise = part
                .iter()
                .map(|coordinate| exact.coordinate(*coordinate).unwrap());
            noise.collect::<Vec<i64>>()
        });
        parts.collect::<Vec<_>>().concat()
    }

    fn name(&self) -> String {
        format!(
            "D = {}, top {:?}, level {:?}",
            self.sensitivity.get(),
            self.top,
            self.level
        )
    }
}

#[test]
fn every_number_is_that_of_exact_evaluation_all_over_the_range() {
    let mut spread = Spread(3);
    for number in 0..=255 {
        let setting = random(&mut spread, number);
        let first = spread.next() << 18 >> u64::from(number % 63);
        let first = first & ((1 << 63) - 1);
        let first = first.min((1 << 63) - 1000);
        for (count, step) in [(1, 1), (7, 1), (200, 5)] {
            let read = setting
                .path
                .read(first..first + count, setting.level)
                .unwrap();
            let some = read.into_iter().step_by(step).collect::<Vec<i64>>();
            let coordinates = (first..first + count).step_by(step);
            let exact = setting.exactly(setting.level, coordinates);
            assert_eq!(some, exact, "{}", setting.name());
        }
    }
}

/// Long readings, of which every 17th number is evaluated exactly: all lanes and their refills.
#[test]
fn long_readings_are_those_of_exact_evaluation() {
    for (number, (steps, top, level)) in (0..).zip([
        (1, Some(8_000_000), 250_000),
        (100_000_000, Some(8_000_000), 250_000),
        (1 << 40, Some(64_000_000), 16_000_000),
    ]) {
        let setting = setting(steps, top, level, number);
        let read = setting.path.read(5..500_005, setting.level).unwrap();
        // 17 and 16 have no common divisor: every lane is met.
        let some = read.into_iter().step_by(17).collect::<Vec<i64>>();
        let exact = setting.exactly(setting.level, (5..500_005).step_by(17));
        // Not assert_eq, which would print them.
        assert!(some == exact, "{}", setting.name());
    }
}

#[test]
fn fallbacks_are_rarer_than_one_in_a_hundred_thousand_everywhere() {
    let mut spread = Spread(11);
    let (mut draws, mut undecided) = (0.0, 0);
    let mut corners = vec![
        setting(1, Some(64_000_000), 1, 1),
        setting(1, None, 64_000_000, 2),
        setting(1 << 40, None, 977, 3),
        setting(1 << 40, Some(64_000_000), 64_000_000, 4),
        setting(1 << 17, Some(1_000_000), 1_000_000, 5),
        setting(1 << 33, Some(64_000_000), 1_000_000, 6),
    ];
    corners.extend((10..70).map(|number| random(&mut spread, number)));
    for setting in corners {
        let (expected, left) = setting.undecided(50_000);
        let here = left.len() as f64;
        assert!(
            here * 100_000.0 < expected,
            "{}: {here} of {expected} draws",
            setting.name(),
        );
        draws += expected;
        undecided += left.len();
    }
    assert!(
        undecided > 0,
        "nothing was left undecided: the count is broken"
    );
    assert!(
        undecided as f64 * 500_000.0 < draws,
        "{undecided} of {draws} draws"
    );
}

#[test]
fn pairs_of_levels_and_sealed_paths_give_the_same_numbers() {
    let mut spread = Spread(5);
    for number in 0..60 {
        let setting = random(&mut spread, number);
        let Some(top) = setting.top else { continue };
        let middle =
            Epsilon::from_micro(spread.between(setting.level.micro(), top.micro())).unwrap();
        let low = setting.path.read(9..309, setting.level).unwrap();
        let high = setting.path.read(9..309, middle).unwrap();
        for (from, to, start, end) in [
            (setting.level, middle, &low, &high),
            (middle, setting.level, &high, &low),
        ] {
            let mut held = start.clone();
            let changes = setting.path.changes(9..309, from, to).unwrap();
            for change in &changes {
                let place = usize::try_from(change.coordinate - 9).unwrap();
                assert_ne!(held[place], change.noise, "not a change");
                held[place] = change.noise;
            }
            assert_eq!(&held, end, "{}", setting.name());
            assert!(changes.is_sorted_by_key(|change| change.coordinate));
        }
        let sealed = SealedPath::new(setting.sensitivity, top, seed(2, setting.number)).unwrap();
        let start = setting.path.read(9..309, top).unwrap();
        let jumps = sealed.jumps(9..309, setting.level).unwrap();
        let sum: Vec<i64> = start
            .iter()
            .zip(&jumps)
            .map(|(start, jump)| start + jump)
            .collect();
        assert_eq!(sum, low, "{}", setting.name());
        assert_eq!(sealed.jumps(9..309, top).unwrap(), vec![0; 300]);
        let changes = sealed.changes(9..309, middle, setting.level).unwrap();
        for change in changes {
            let place = usize::try_from(change.coordinate - 9).unwrap();
            assert_eq!(change.noise, jumps[place]);
        }
    }
}

/// A top whose height is so close to 2^-17 that floats cannot tell how many digits it has: integers
/// must, for every coordinate.
#[test]
fn a_top_at_the_edge_of_the_digits_is_left_to_integers() {
    let mut found = 0;
    for steps in (1 << 36)..(1 << 36) + 40 {
        // 1 - exp(-s) = 2^-17
        let rate = -(-(2_f64.powi(-17))).ln_1p();
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "about 2^39"
        )]
        let top = (rate * 1e6 * steps as f64).round() as u64;
        let setting = setting(steps, Some(top), top - 1_000_000, 1);
        let (high, low) = (
            setting.rate(setting.top.unwrap()),
            setting.rate(setting.level),
        );
        if Constants::new(Some(high), true, low, low).is_some() {
            continue;
        }
        found += 1;
        let top = setting.top.map(|top| setting.rate(top));
        let level = setting.rate(setting.level);
        assert!(Constants::new(top, true, level, level).is_none());
        let noise = setting.path.read(0..30, setting.level).unwrap();
        assert_eq!(noise, setting.exactly(setting.level, 0..30));
    }
    assert!(found > 3, "only {found} such tops");
}

/// Every width of vector that this machine has, with and without fused products, decides the same;
/// only what is left undecided may differ.
#[cfg(feature = "simd")]
#[test]
fn all_vector_instructions_agree() {
    let mut spread = Spread(17);
    let best = Level::new();
    let mut levels = vec![best];
    #[cfg(target_arch = "x86_64")]
    {
        levels.extend(best.as_avx2().map(Level::Avx2));
        levels.extend(best.as_sse4_2().map(Level::Sse4_2));
        levels.extend(best.as_sse2().map(Level::Sse2));
    }
    for number in 0..60 {
        let setting = random(&mut spread, number);
        let top = setting.top.map(|top| setting.rate(top));
        let rate = setting.rate(setting.level);
        let (start, jumps) = (Key::new(&seed(1, number)), Key::new(&seed(2, number)));
        let start = top.map(|_| &start);
        let constants = Constants::new(top, top.is_some(), rate, rate).unwrap();
        let mut results = Vec::new();
        for level in &levels {
            let (mut low, mut undecided) = (vec![0; 500], Vec::new());
            simd::evaluate(
                *level,
                (start, &jumps),
                &constants,
                5,
                &mut low,
                &mut [],
                &mut undecided,
            );
            results.push((low, undecided));
        }
        assert!(
            results.iter().all(|result| *result == results[0]),
            "{}",
            setting.name()
        );
    }
}
