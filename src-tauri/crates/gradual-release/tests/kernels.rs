//! The kernels against the path and the closed forms.

use crate::support::suite::{Sample, checks, rejected};
use crate::support::{epsilon, steps};
use gradual_release::{Error, Path, Seed, Sensitivity, kernels};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

const COORDINATES: usize = 40_000;

/// Sensitivity and three levels, lowest first: coarse, in between, fine, and finer than one word
/// decides.
const SETTINGS: [(u64, [u64; 3]); 5] = [
    (1, [500_000, 1_000_000, 3_000_000]),
    (5, [1_000_000, 9_000_000, 10_000_000]),
    (1_000, [100_000, 2_400_000, 2_500_000]),
    (50_000_000, [500_000, 1_000_000, 2_000_000]),
    (1 << 40, [2_000, 1_000_000, 64_000_000]),
];

fn passes(name: &str, sensitivity: u64, levels: &[u64], noise: Vec<Vec<i64>>) {
    let sample = Sample {
        sensitivity,
        levels: levels.iter().rev().copied().collect(),
        noise: noise.into_iter().rev().collect(),
    };
    assert!(checks(&sample).len() > 2);
    if let Some((check, p)) = rejected(&sample) {
        panic!("{name}, D = {sensitivity}: {check}: p = {p:e}");
    }
}

fn rng(number: u8) -> ChaCha20Rng {
    ChaCha20Rng::from_seed([number; 32])
}

fn laplace(d: u64, level: u64, rng: &mut ChaCha20Rng) -> Vec<i64> {
    let law = kernels::Laplace::new(epsilon(level), steps(d)).unwrap();
    (0..COORDINATES).map(|_| law.sample(rng).unwrap()).collect()
}

#[test]
fn relax_goes_up_with_the_law_of_the_path() {
    for (number, (d, levels)) in (1..).zip(SETTINGS) {
        let mut rng = rng(number);
        let mut noise = vec![laplace(d, levels[0], &mut rng)];
        for pair in levels.windows(2) {
            let relax = kernels::Relax::new(epsilon(pair[0]), epsilon(pair[1]), steps(d)).unwrap();
            let last = &noise[noise.len() - 1];
            noise.push(
                last.iter()
                    .map(|n| relax.sample(*n, &mut rng).unwrap())
                    .collect(),
            );
        }
        passes("relax", d, &levels, noise);
    }
}

#[test]
fn tighten_goes_down_with_the_law_of_the_path() {
    for (number, (d, levels)) in (20..).zip(SETTINGS) {
        let mut rng = rng(number);
        let mut noise = vec![laplace(d, levels[2], &mut rng)];
        for pair in levels.windows(2).rev() {
            let tighten =
                kernels::Tighten::new(epsilon(pair[0]), epsilon(pair[1]), steps(d)).unwrap();
            let next = noise[0]
                .iter()
                .map(|n| tighten.sample(*n, &mut rng).unwrap());
            let next = next.collect();
            noise.insert(0, next);
        }
        passes("tighten", d, &levels, noise);
    }
}

/// The path's two ends and the kernel's middle.
#[test]
fn a_bridge_fits_between_two_levels_of_the_path() {
    for (number, (d, levels)) in (40..).zip(SETTINGS) {
        let mut rng = rng(number);
        let seed = |kind| Seed::from_bytes([number + kind; 32]);
        let path = Path::with_top(steps(d), epsilon(levels[2]), seed(100), seed(150)).unwrap();
        let read = |level| path.read(0..COORDINATES as u64, epsilon(level)).unwrap();
        let (low, high) = (read(levels[0]), read(levels[2]));
        let [l1, l2, l3] = levels.map(epsilon);
        let bridge = kernels::Bridge::new(l1, l2, l3, steps(d)).unwrap();
        let middle = low.iter().zip(&high);
        let middle = middle.map(|(y1, y3)| bridge.sample(*y1, *y3, &mut rng).unwrap());
        let middle = middle.collect();
        passes("bridge", d, &levels, vec![low, middle, high]);
    }
}

/// A bridge that forgets the atom at one end is not the law: the suite must see it.
#[test]
fn a_bridge_between_the_wrong_levels_is_rejected() {
    let (d, levels) = SETTINGS[2];
    let mut rng = rng(90);
    let path = Path::without_top(steps(d), Seed::from_bytes([3; 32]));
    let read = |level| path.read(0..COORDINATES as u64, epsilon(level)).unwrap();
    let (low, high) = (read(levels[0]), read(levels[2]));
    let wrong = kernels::Bridge::new(
        epsilon(levels[0]),
        epsilon(levels[1] / 2),
        epsilon(levels[2]),
        steps(d),
    )
    .unwrap();
    let middle = low.iter().zip(&high);
    let middle = middle.map(|(y1, y3)| wrong.sample(*y1, *y3, &mut rng).unwrap());
    let sample = Sample {
        sensitivity: d,
        levels: levels.iter().rev().copied().collect(),
        noise: vec![high.clone(), middle.collect(), low.clone()],
    };
    assert!(rejected(&sample).is_some());
}

/// On a small lattice the kernels' frequencies are those of the conditional laws, cell by cell.
#[test]
fn frequencies_given_a_value_are_the_conditional_law() {
    let (low, middle, high, d) = (
        epsilon(400_000),
        epsilon(900_000),
        epsilon(2_000_000),
        steps(1),
    );
    let (a1, a2, a3) = ((-0.4_f64).exp(), (-0.9_f64).exp(), (-2.0_f64).exp());
    let mass = |a: f64, n: i64| (1.0 - a) / (1.0 + a) * a.powi(n.unsigned_abs() as i32);
    let step = |a1: f64, a2: f64, n: i64| {
        let p = a2 / a1 * ((1.0 - a1) / (1.0 - a2)).powi(2);
        (1.0 - p) * mass(a1, n) + if n == 0 { p } else { 0.0 }
    };
    let total = 200_000;
    let mut rng = rng(77);
    let relax = kernels::Relax::new(low, middle, d).unwrap();
    let tighten = kernels::Tighten::new(low, middle, d).unwrap();
    let bridge = kernels::Bridge::new(low, middle, high, d).unwrap();
    for given in [-5, -1, 0, 1, 2, 7] {
        let mut counts = vec![[0_u32; 3]; 81];
        for _ in 0..total {
            let values = [
                relax.sample(given, &mut rng).unwrap(),
                tighten.sample(given, &mut rng).unwrap() - given,
                bridge.sample(given + 3, 3, &mut rng).unwrap() - 3,
            ];
            for (kernel, value) in values.into_iter().enumerate() {
                let place = usize::try_from(value + 40).unwrap_or(usize::MAX);
                if let Some(cell) = counts.get_mut(place) {
                    cell[kernel] += 1;
                }
            }
        }
        let across: f64 = (-200..200)
            .map(|y| step(a2, a3, y) * step(a1, a2, given - y))
            .sum();
        for (cell, n) in counts.iter().zip(-40..) {
            let expected = [
                mass(a2, n) * step(a1, a2, given - n) / mass(a1, given),
                step(a1, a2, n),
                step(a2, a3, n) * step(a1, a2, given - n) / across,
            ];
            for (kernel, expected) in expected.into_iter().enumerate() {
                let mean = expected * f64::from(total);
                let off = (f64::from(cell[kernel]) - mean).abs();
                // Six standard deviations, of 1458 cells.
                assert!(
                    off <= 6.0 * mean.sqrt() + 3.0,
                    "kernel {kernel} given {given} at {n}: {} not {mean}",
                    cell[kernel]
                );
            }
        }
    }
}

#[test]
fn bad_levels_and_results_out_of_range_are_refused() {
    let (low, high, d) = (epsilon(1), epsilon(2), steps(1));
    let mut rng = rng(1);
    let order = |low, high| Err(Error::LevelsNotAscending { low, high });
    assert_eq!(kernels::relax(0, high, low, d, &mut rng), order(high, low));
    assert_eq!(kernels::tighten(0, low, low, d, &mut rng), order(low, low));
    let (m, h) = (epsilon(2), epsilon(3));
    assert_eq!(kernels::bridge(0, 0, low, h, m, d, &mut rng), order(h, m));
    assert_eq!(kernels::bridge(0, 0, m, low, h, d, &mut rng), order(m, low));
    let large = Err(Error::ScaleTooLarge {
        sensitivity: Sensitivity::MAX,
        epsilon: low,
    });
    assert_eq!(
        kernels::relax(0, low, high, Sensitivity::MAX, &mut rng),
        large
    );
    assert_eq!(
        kernels::tighten(0, low, high, Sensitivity::MAX, &mut rng),
        large
    );
    assert_eq!(
        kernels::discrete_laplace(low, Sensitivity::MAX, &mut rng),
        large
    );
    // At the ends of the range: an answer or an error, never a panic or a wrapped number.
    let (low, high, d) = (epsilon(1_000), epsilon(4_000), Sensitivity::MAX);
    let (mut fits, mut refused) = (0, 0);
    for _ in 0..200 {
        for end in [i64::MIN, i64::MAX] {
            for result in [
                kernels::tighten(end, low, high, d, &mut rng),
                kernels::relax(end, low, high, d, &mut rng),
                kernels::bridge(end, end, low, high, epsilon(9_000), d, &mut rng),
                kernels::bridge(
                    end,
                    -end.max(-i64::MAX),
                    low,
                    high,
                    epsilon(9_000),
                    d,
                    &mut rng,
                ),
            ] {
                match result {
                    Ok(_) => fits += 1,
                    Err(error) => {
                        assert_eq!(error, Error::Overflow);
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(fits > 100 && refused > 10, "{fits} {refused}");
}
