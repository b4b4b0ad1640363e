//! Buyers who pool what they bought know together what the best informed of them knows alone.

use crate::support::epsilon;
use gradual_release::distribution::DiscreteLaplace;
use gradual_release::{Path, Seed, Sensitivity};

const COORDINATES: usize = 60_000;
/// Lowest first; the last is the best single holder.
const LEVELS: [u64; 3] = [500_000, 1_000_000, 2_000_000];

fn path(d: u64, number: u8) -> Path {
    let seed = |n| Seed::from_bytes([n; 32]);
    let top = epsilon(*LEVELS.last().unwrap());
    Path::with_top(
        Sensitivity::new(d).unwrap(),
        top,
        seed(number),
        seed(number + 50),
    )
    .unwrap()
}

/// Mean products of the noise of each two holders.
fn products(noise: &[Vec<i64>]) -> Vec<Vec<f64>> {
    let mean = |a: &[i64], b: &[i64]| {
        let sum: f64 = a.iter().zip(b).map(|(a, b)| *a as f64 * *b as f64).sum();
        sum / a.len() as f64
    };
    noise
        .iter()
        .map(|a| noise.iter().map(|b| mean(a, b)).collect())
        .collect()
}

/// The least mean squared error of any weighted mean of the holders' responses, the weights being
/// fitted to this very noise: `1/(1' C^-1 1)`.
fn best_pooled(products: &[Vec<f64>]) -> f64 {
    // C x = 1 by elimination; C is positive definite.
    let size = products.len();
    let mut rows: Vec<Vec<f64>> = products
        .iter()
        .map(|row| [row.as_slice(), &[1.0]].concat())
        .collect();
    for pivot in 0..size {
        for row in 0..size {
            if row != pivot {
                let factor = rows[row][pivot] / rows[pivot][pivot];
                let above = rows[pivot].clone();
                for (cell, above) in rows[row].iter_mut().zip(above) {
                    *cell -= factor * above;
                }
            }
        }
    }
    let sum: f64 = (0..size).map(|i| rows[i][size] / rows[i][i]).sum();
    1.0 / sum
}

#[test]
fn pooling_gains_nothing_over_the_best_single_holder() {
    for (d, number) in [(1, 1), (30, 2), (1_000_000, 3)] {
        let path = path(d, number);
        let noise: Vec<Vec<i64>> = LEVELS
            .iter()
            .map(|level| path.read(0..COORDINATES as u64, epsilon(*level)).unwrap())
            .collect();
        let products = products(&noise);
        let best = products[2][2];
        let pooled = best_pooled(&products);
        // Weights fitted to the sample gain a little by chance: about 2 in 60 000, times the
        // kurtosis of 6. Forty times that has a chance below 1e-6.
        assert!(
            pooled <= best * (1.0 + 1e-9) && pooled >= best * 0.993,
            "D = {d}: {pooled} of {best}"
        );
        // And each holder alone has the error of the law: the mean square of 60 000 varies by
        // sqrt(5/60000) = 0.9% of it; five times that is 3e-7 both ways.
        for (level, row) in LEVELS
            .iter()
            .enumerate()
            .map(|(i, level)| (*level, products[i][i]))
        {
            let law = DiscreteLaplace::new(epsilon(level), Sensitivity::new(d).unwrap()).unwrap();
            assert!(
                (row / law.variance() - 1.0).abs() < 0.06,
                "D = {d} at {level}: {row}"
            );
        }
    }
}

/// The control: sold with noise of its own each time, the same levels would give away more than the
/// best of them.
#[test]
fn pooling_independent_releases_gains() {
    let noise: Vec<Vec<i64>> = (10..)
        .zip(LEVELS)
        .map(|(number, level)| {
            path(30, number)
                .read(0..COORDINATES as u64, epsilon(level))
                .unwrap()
        })
        .collect();
    let products = products(&noise);
    // Precisions add up: 4 of 4 + 1 + 1/4.
    let share = best_pooled(&products) / products[2][2];
    assert!((share - 4.0 / 5.25).abs() < 0.03, "{share}");
}

/// Many holders of one level hold one response: there is nothing to average.
#[test]
fn holders_of_one_level_hold_the_same_numbers() {
    let path = path(30, 20);
    let first = path.read(0..1_000, epsilon(LEVELS[0])).unwrap();
    for _ in 0..10 {
        assert_eq!(path.read(0..1_000, epsilon(LEVELS[0])).unwrap(), first);
    }
}
