//! The path against its law, on fixed seeds; and the same checks against samplers with a known
//! mistake, which they must reject.

use crate::support::epsilon;
use crate::support::suite::{Sample, checks, rejected};
use gradual_release::{Epsilon, Path, Seed, Sensitivity};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const COORDINATES: usize = 40_000;

/// Sensitivity, and levels from the top down: a coarse lattice, one in between, fine ones with one,
/// two and three low digits.
fn settings() -> Vec<(u64, Vec<u64>)> {
    vec![
        (1, vec![4_000_000, 2_000_000, 1_000_000, 300_000]),
        (5, vec![10_000_000, 9_000_000, 1_000_000]),
        (1_000, vec![5_000_000, 2_500_000, 2_400_000, 100_000]),
        (20_000_000, vec![2_000_000, 1_000_000, 500_000]),
        (1 << 40, vec![64_000_000, 1_000_000, 2_000]),
    ]
}

fn read(path: &Path, sensitivity: u64, levels: &[u64]) -> Sample {
    Sample {
        sensitivity,
        levels: levels.to_vec(),
        noise: levels
            .iter()
            .map(|level| path.read(0..COORDINATES as u64, epsilon(*level)).unwrap())
            .collect(),
    }
}

fn passes(sample: &Sample) {
    let count = checks(sample).len();
    assert!(count > 6, "{count} checks are too few");
    if let Some((name, p)) = rejected(sample) {
        panic!("D = {}: {name}: p = {p:e}", sample.sensitivity);
    }
}

#[test]
fn the_path_has_the_law_at_every_level_and_between_levels() {
    for (number, (d, levels)) in (1..).zip(settings()) {
        let path = Path::with_top(
            Sensitivity::new(d).unwrap(),
            epsilon(levels[0]),
            Seed::from_bytes([number; 32]),
            Seed::from_bytes([number + 100; 32]),
        );
        passes(&read(&path.unwrap(), d, &levels));
    }
}

#[test]
fn the_path_from_the_exact_value_has_the_law_as_well() {
    for (number, (d, levels)) in (51..).zip(settings()) {
        let path = Path::without_top(Sensitivity::new(d).unwrap(), Seed::from_bytes([number; 32]));
        passes(&read(&path, d, &levels));
    }
}

/// A level below the top is as good a start as any: the top does not show in the law.
#[test]
fn a_high_top_leaves_the_lower_levels_their_law() {
    let path = Path::with_top(
        Sensitivity::new(3).unwrap(),
        Epsilon::MAX,
        Seed::from_bytes([77; 32]),
        Seed::from_bytes([78; 32]),
    );
    passes(&read(&path.unwrap(), 3, &[6_000_000, 3_000_000, 1_000_000]));
}

/// A sampler in floating point, as one might write it from the paper, with a mistake or none.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Mistake {
    None,
    /// Each level is sold with noise of its own.
    IndependentRedraw,
    /// The bridge's atom is sqrt(p).
    RootOfP,
    /// Continuous Laplace noise, rounded to the lattice.
    RoundedLaplace,
    /// D is a tenth too small.
    WrongSensitivity,
    /// A level includes the first jump below it.
    WrongSide,
    /// Q_j = Q_(j-1) U_j.
    NoRoot,
    /// A jump may have size 0.
    JumpsOfZero,
    /// A jump has the rate of the one before.
    StaleRate,
    /// All signs are positive once the first is.
    OneSign,
}

struct Floats(ChaCha20Rng);

impl Floats {
    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / 2_f64.powi(53) + 2_f64.powi(-54)
    }

    fn sign(&mut self) -> f64 {
        if self.uniform() < 0.5 { -1.0 } else { 1.0 }
    }

    fn geometric(&mut self, s: f64) -> f64 {
        (-self.uniform().ln() / s).floor()
    }

    fn discrete_laplace(&mut self, s: f64) -> f64 {
        if self.uniform() < (s / 2.0).tanh() {
            return 0.0;
        }
        self.sign() * (1.0 + self.geometric(s))
    }

    /// One coordinate at each of the levels, given as rates, highest first.
    fn coordinate(&mut self, rates: &[f64], mistake: Mistake) -> Vec<f64> {
        let smooth = mistake == Mistake::RoundedLaplace;
        if mistake == Mistake::RootOfP {
            return self.chain(rates);
        }
        let start = if smooth {
            -self.sign() * self.uniform().ln() / rates[0]
        } else {
            self.discrete_laplace(rates[0])
        };
        // The continuous path is the discrete one's limit: Q becomes s.
        let height = |s: f64| if smooth { s } else { -(-s).exp_m1() };
        let lowest = height(*rates.last().unwrap());
        let mut q = height(rates[0]);
        let mut jumps: Vec<(f64, f64)> = Vec::new();
        let one_sign = self.sign();
        while q > lowest {
            let before = q;
            let u = self.uniform();
            q *= if mistake == Mistake::NoRoot {
                u
            } else {
                u.sqrt()
            };
            let at = if mistake == Mistake::StaleRate {
                before
            } else {
                q
            };
            let s = if smooth { at } else { -(-at).ln_1p() };
            let sign = if mistake == Mistake::OneSign {
                one_sign
            } else {
                self.sign()
            };
            let size = match mistake {
                Mistake::RoundedLaplace => -self.uniform().ln() / s,
                Mistake::JumpsOfZero => self.geometric(s),
                _ => 1.0 + self.geometric(s),
            };
            jumps.push((q, sign * size));
        }
        let read = |s: &f64| {
            let mut count = jumps.iter().filter(|(q, _)| *q > height(*s)).count();
            if mistake == Mistake::WrongSide {
                count += 1;
            }
            let sum: f64 = jumps.iter().take(count).map(|(_, size)| size).sum();
            (start + sum).round()
        };
        rates.iter().map(read).collect()
    }

    /// Level by level with the bridge, with the root of its atom.
    fn chain(&mut self, rates: &[f64]) -> Vec<f64> {
        let mut noise = vec![self.discrete_laplace(rates[0])];
        for pair in rates.windows(2) {
            let (high, low) = (pair[0], pair[1]);
            let p = (low - high).exp() * ((-low).exp_m1() / (-high).exp_m1()).powi(2);
            let p = p.sqrt();
            let step = if self.uniform() < p {
                0.0
            } else {
                self.discrete_laplace(low)
            };
            noise.push(noise[noise.len() - 1] + step);
        }
        noise
    }
}

fn sampled(d: u64, levels: &[u64], mistake: Mistake, number: u8) -> Sample {
    let mut floats = Floats(ChaCha20Rng::from_seed([number; 32]));
    let divisor = match mistake {
        Mistake::WrongSensitivity => 0.9 * d as f64,
        _ => d as f64,
    };
    let rates: Vec<f64> = levels
        .iter()
        .map(|micro| *micro as f64 / 1e6 / divisor)
        .collect();
    let mut noise = vec![Vec::with_capacity(COORDINATES); levels.len()];
    for _ in 0..COORDINATES {
        let mut row = floats.coordinate(&rates, mistake);
        if mistake == Mistake::IndependentRedraw {
            for (level, value) in row.iter_mut().enumerate() {
                *value = floats.coordinate(&rates, mistake)[level];
            }
        }
        for (column, value) in noise.iter_mut().zip(row) {
            column.push(value as i64);
        }
    }
    Sample {
        sensitivity: d,
        levels: levels.to_vec(),
        noise,
    }
}

/// The controls are wrong by their mistake alone: without one, the same program passes.
#[test]
fn the_control_without_a_mistake_passes() {
    for (number, (d, levels)) in (150..).zip(settings().into_iter().take(4)) {
        passes(&sampled(d, &levels, Mistake::None, number));
    }
}

#[test]
fn every_mistake_is_rejected() {
    let settings = settings();
    let (coarse, middle, fine) = (&settings[0], &settings[2], &settings[3]);
    for (mistake, places) in [
        (Mistake::IndependentRedraw, vec![coarse, middle, fine]),
        (Mistake::RootOfP, vec![coarse, middle, fine]),
        // On a fine lattice rounding is no mistake that a sample shows, only one that the floats'
        // low bits do.
        (Mistake::RoundedLaplace, vec![coarse]),
        (Mistake::WrongSensitivity, vec![coarse, middle, fine]),
        (Mistake::WrongSide, vec![coarse, middle, fine]),
        (Mistake::NoRoot, vec![coarse, middle, fine]),
        (Mistake::JumpsOfZero, vec![coarse]),
        (Mistake::StaleRate, vec![coarse, middle, fine]),
        (Mistake::OneSign, vec![coarse, middle, fine]),
    ] {
        for (d, levels) in places {
            let sample = sampled(*d, levels, mistake, 99);
            assert!(rejected(&sample).is_some(), "{mistake:?} passed at D = {d}");
        }
    }
}

/// The mistakes that leave the path itself right: made with the path.
#[test]
fn the_path_misused_is_rejected() {
    let sensitivity = |d| Sensitivity::new(d).unwrap();
    let path = |d, number| {
        Path::with_top(
            sensitivity(d),
            epsilon(4_000_000),
            Seed::from_bytes([number; 32]),
            Seed::from_bytes([number + 1; 32]),
        )
        .unwrap()
    };
    let levels = [4_000_000, 1_000_000];
    let right = path(10, 3);
    passes(&read(&right, 10, &levels));

    // A new seed for the second sale.
    let mut redrawn = read(&right, 10, &levels);
    redrawn.noise[1] = path(10, 5)
        .read(0..COORDINATES as u64, epsilon(1_000_000))
        .unwrap();
    assert!(rejected(&redrawn).unwrap().0.starts_with("increment"));

    // The right path with a sensitivity of 9.
    let other = Sample {
        sensitivity: 10,
        ..read(&path(9, 3), 9, &levels)
    };
    assert!(rejected(&other).unwrap().0.starts_with("marginal"));

    // Two coordinates with the same noise.
    let mut twice = read(&right, 10, &levels);
    for noise in &mut twice.noise {
        for pair in noise.chunks_exact_mut(2) {
            pair[1] = pair[0];
        }
    }
    assert!(rejected(&twice).unwrap().0.starts_with("neighbouring"));
}
