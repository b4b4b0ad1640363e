//! The statistical checks on anybody's noise: a wrong sampler must fail
//! them, the path must pass.

use gradual_release::distribution::{BridgeLaw, DiscreteLaplace};
use gradual_release::{Epsilon, Sensitivity};

use super::chi_square::{against_law, independence};

/// The chance that the suite rejects a correct sampler.
pub(crate) const FALSE_ALARM: f64 = 1e-6;

/// Noise of the same coordinates at several levels.
pub(crate) struct Sample {
    pub(crate) sensitivity: u64,
    /// In micro-epsilon, highest first.
    pub(crate) levels: Vec<u64>,
    /// By level, then by coordinate; in lattice steps.
    pub(crate) noise: Vec<Vec<i64>>,
}

/// What was checked, and the probability of a deviation as large as that.
pub(crate) type Check = (String, f64);

/// The check that the suite rejects the sample for, if any: the one furthest out, where the chance
/// of any of them being so far out is below [`FALSE_ALARM`] (Bonferroni).
pub(crate) fn rejected(sample: &Sample) -> Option<Check> {
    let checks = checks(sample);
    let count = checks.len() as f64;
    checks
        .into_iter()
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .filter(|worst| worst.1 * count < FALSE_ALARM)
}

/// All the checks.
pub(crate) fn checks(sample: &Sample) -> Vec<Check> {
    let d = Sensitivity::new(sample.sensitivity).unwrap();
    let epsilon = |level: usize| Epsilon::from_micro(sample.levels[level]).unwrap();
    let laws: Vec<DiscreteLaplace> = (0..sample.levels.len())
        .map(|level| DiscreteLaplace::new(epsilon(level), d).unwrap())
        .collect();
    let mut checks = Vec::new();
    for (level, law) in laws.iter().enumerate() {
        let noise = &sample.noise[level];
        let name = sample.levels[level];
        checks.push((format!("marginal at {name}"), marginal(noise, law)));
        checks.push((
            format!("neighbouring coordinates at {name}"),
            neighbours(noise, law),
        ));
        for shift in [0, 16, 32] {
            // Where the lattice is fine, every residue is equally likely.
            if law.variance().sqrt() > 1e5 * 2_f64.powi(shift) {
                checks.push((
                    format!("residues at {name}, 2^{shift}"),
                    residues(noise, shift),
                ));
            }
        }
    }
    for high in 0..laws.len() {
        for low in high + 1..laws.len() {
            let name = format!("from {} to {}", sample.levels[high], sample.levels[low]);
            let bridge = BridgeLaw::new(epsilon(low), epsilon(high), d).unwrap();
            let steps = differences(&sample.noise[low], &sample.noise[high]);
            let (law, no_change) = increment(&steps, &bridge, &laws[low]);
            checks.push((format!("increment {name}"), law));
            checks.push((format!("no change {name}"), no_change));
            let classes = five(&steps, &laws[low]);
            let start: Vec<usize> = classes_of_law(&sample.noise[high], &quantiles(&laws[high], 6));
            checks.push((
                format!("increment {name} and its start"),
                crossed(&classes, &start),
            ));
            for (lower, law) in laws.iter().enumerate().skip(low + 1) {
                let next = differences(&sample.noise[lower], &sample.noise[low]);
                let next = five(&next, law);
                let name = format!("increments {name} and on to {}", sample.levels[lower]);
                checks.push((name, crossed(&classes, &next)));
            }
        }
    }
    checks
}

fn differences(a: &[i64], b: &[i64]) -> Vec<i64> {
    a.iter().zip(b).map(|(a, b)| a - b).collect()
}

/// Ascending integers that cut the law into up to `parts` parts of about equal probability: the
/// k-th part ends with the k-th of them.
fn quantiles(law: &DiscreteLaplace, parts: u32) -> Vec<i64> {
    let mut cuts = Vec::new();
    for part in 1..parts {
        let share = f64::from(part) / f64::from(parts);
        let (mut low, mut high) = (-(1_i64 << 58), 1_i64 << 58);
        while low < high {
            let middle = low + (high - low) / 2;
            if law.cdf(middle) >= share {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        if cuts.last() != Some(&low) {
            cuts.push(low);
        }
    }
    cuts
}

/// The part in which each number lies.
fn classes_of_law(noise: &[i64], cuts: &[i64]) -> Vec<usize> {
    noise
        .iter()
        .map(|n| cuts.partition_point(|cut| cut < n))
        .collect()
}

fn counts(classes: &[usize], size: usize) -> Vec<f64> {
    let mut counts = vec![0.0; size];
    for class in classes {
        counts[*class] += 1.0;
    }
    counts
}

fn marginal(noise: &[i64], law: &DiscreteLaplace) -> f64 {
    let cuts = quantiles(law, 48);
    let observed = counts(&classes_of_law(noise, &cuts), cuts.len() + 1);
    let mut below = 0.0;
    let mut expected: Vec<f64> = Vec::new();
    for cut in &cuts {
        expected.push((law.cdf(*cut) - below) * noise.len() as f64);
        below = law.cdf(*cut);
    }
    expected.push((1.0 - below) * noise.len() as f64);
    against_law(&observed, &expected)
}

fn neighbours(noise: &[i64], law: &DiscreteLaplace) -> f64 {
    let classes = classes_of_law(noise, &quantiles(law, 6));
    // Disjoint pairs, so that the cells of the table are independent.
    let (first, second): (Vec<usize>, Vec<usize>) = classes
        .chunks_exact(2)
        .map(|pair| (pair[0], pair[1]))
        .unzip();
    crossed(&first, &second)
}

fn residues(noise: &[i64], shift: i32) -> f64 {
    let classes: Vec<usize> = noise
        .iter()
        .map(|n| usize::try_from((n >> shift).rem_euclid(97)).unwrap())
        .collect();
    let expected = vec![noise.len() as f64 / 97.0; 97];
    against_law(&counts(&classes, 97), &expected)
}

/// Of an increment: its law (no change, and both signs by size), and the probability of no change
/// alone.
fn increment(steps: &[i64], bridge: &BridgeLaw, low: &DiscreteLaplace) -> (f64, f64) {
    // P(w <= x) for x < 0 is (1 - p) times that of DLap(a1).
    let spread = 1.0 - bridge.p_no_jump();
    let mut edges = quantiles(low, 41);
    edges.retain(|cut| *cut < 0);
    if edges.last() != Some(&-1) {
        edges.push(-1);
    }
    let negative = edges.len();
    // Cells: the negative ones outwards in, 0, and the positive ones inwards out.
    let class = |w: i64| match w.signum() {
        0 => negative,
        -1 => edges.partition_point(|cut| *cut < w),
        _ => 2 * negative - edges.partition_point(|cut| *cut < -w),
    };
    let classes: Vec<usize> = steps.iter().map(|w| class(*w)).collect();
    let total = steps.len() as f64;
    let mut expected = vec![0.0; 2 * negative + 1];
    let mut below = 0.0;
    for (cell, edge) in edges.iter().enumerate() {
        let share = spread * (low.cdf(*edge) - below);
        below = low.cdf(*edge);
        expected[cell] = share * total;
        expected[2 * negative - cell] = share * total;
    }
    expected[negative] = bridge.p_no_change() * total;
    let observed = counts(&classes, expected.len());
    let same = observed[negative];
    let no_change = against_law(
        &[same, total - same],
        &[expected[negative], total - expected[negative]],
    );
    (against_law(&observed, &expected), no_change)
}

/// Much less, less, the same, more, much more.
fn five(steps: &[i64], low: &DiscreteLaplace) -> Vec<usize> {
    let much = low.variance().sqrt() / 2.0;
    steps
        .iter()
        .map(|w| match w.signum() {
            0 => 2,
            -1 => usize::from(w.unsigned_abs() as f64 <= much),
            _ => 4 - usize::from(w.unsigned_abs() as f64 <= much),
        })
        .collect()
}

fn crossed(a: &[usize], b: &[usize]) -> f64 {
    let size = |classes: &[usize]| classes.iter().max().map_or(1, |most| most + 1);
    let mut table = vec![vec![0.0; size(b)]; size(a)];
    for (a, b) in a.iter().zip(b) {
        table[*a][*b] += 1.0;
    }
    independence(&table)
}
