//! The theory that the path stands on, by exact enumeration: wrong here would mean a wrong law,
//! however well it is sampled.

use crate::support::{epsilon, steps};
use gradual_release::Error;
use gradual_release::distribution::{BridgeLaw, DiscreteLaplace};

/// Lower and higher level and sensitivity; the noise has died out well before [`FAR`].
const PAIRS: [(u64, u64, u64); 8] = [
    (1_000_000, 2_000_000, 1),
    (100_000, 5_000_000, 1),
    (999_999, 1_000_000, 1),
    (500_000, 20_000_000, 1),
    (2_000_000, 4_000_000, 3),
    (2_000_000, 2_000_001, 10),
    (700_000, 30_000_000, 7),
    (3_000_000, 40_000_000, 2),
];
const FAR: i64 = 600;

fn rate(micro: u64, sensitivity: u64) -> f64 {
    micro as f64 / 1e6 / sensitivity as f64
}

fn close(a: f64, b: f64, what: &str) {
    assert!(
        (a - b).abs() <= 1e-12 * a.abs().max(b.abs()).max(1e-3),
        "{what}: {a} and {b}"
    );
}

#[test]
fn a_law_sums_to_one_and_has_its_variance_and_distribution_function() {
    for (low, _, d) in PAIRS {
        let law = DiscreteLaplace::new(epsilon(low), steps(d)).unwrap();
        let mut total = 0.0;
        let mut square = 0.0;
        for n in -4 * FAR..=4 * FAR {
            total += law.pmf(n);
            square += (n * n) as f64 * law.pmf(n);
            close(law.cdf(n), total, "cdf");
            close(law.pmf(n), law.pmf(-n), "symmetry");
        }
        close(total, 1.0, "total");
        assert!((square / law.variance() - 1.0).abs() < 1e-9);
    }
}

/// Section 3: DLap(a1) = DLap(a2) + W.
#[test]
fn the_lower_level_is_the_higher_one_plus_the_bridge() {
    for (low, high, d) in PAIRS {
        let lower = DiscreteLaplace::new(epsilon(low), steps(d)).unwrap();
        let higher = DiscreteLaplace::new(epsilon(high), steps(d)).unwrap();
        let bridge = BridgeLaw::new(epsilon(low), epsilon(high), steps(d)).unwrap();
        for n in 0..50 {
            let sum: f64 = (-FAR..=FAR)
                .map(|w| higher.pmf(n - w) * bridge.pmf(w))
                .sum();
            close(sum, lower.pmf(n), "convolution");
        }
        close(bridge.p_no_change(), bridge.pmf(0), "no change");
        let p = bridge.p_no_jump();
        close(
            p + (1.0 - p) * lower.pmf(0),
            bridge.p_no_change(),
            "no change",
        );
    }
}

/// Section 3, its limit: on a fine lattice p is (low/high)^2.
#[test]
fn on_a_fine_lattice_the_bridge_is_that_of_koufogiannis_han_and_pappas() {
    for (low, high) in [
        (1_000_000, 2_000_000),
        (300_000, 4_000_000),
        (1_000, 999_000),
    ] {
        let bridge = BridgeLaw::new(epsilon(low), epsilon(high), steps(1 << 40)).unwrap();
        let p = (low as f64 / high as f64).powi(2);
        close(bridge.p_no_jump(), p, "p");
        // A fine lattice has no further way not to change.
        assert!((bridge.p_no_change() - p).abs() < 1e-11, "no change");
    }
}

/// The bridge over two spans is the sum of the bridges.
#[test]
fn bridges_add_up() {
    for (low, middle, high, d) in [
        (1_000_000, 1_500_000, 2_000_000, 1),
        (200_000, 1_000_000, 9_000_000, 1),
        (2_000_000, 3_000_000, 30_000_000, 4),
    ] {
        let first = BridgeLaw::new(epsilon(low), epsilon(middle), steps(d)).unwrap();
        let second = BridgeLaw::new(epsilon(middle), epsilon(high), steps(d)).unwrap();
        let both = BridgeLaw::new(epsilon(low), epsilon(high), steps(d)).unwrap();
        for w in 0..40 {
            let sum: f64 = (-FAR..=FAR).map(|v| first.pmf(v) * second.pmf(w - v)).sum();
            close(sum, both.pmf(w), "bridge");
        }
    }
}

/// The law of W from its characteristic function, summed over the lattice.
fn bridge_transform(low: u64, high: u64, d: u64, t: f64) -> f64 {
    let bridge = BridgeLaw::new(epsilon(low), epsilon(high), steps(d)).unwrap();
    (-FAR..=FAR)
        .map(|w| bridge.pmf(w) * (t * w as f64).cos())
        .sum()
}

/// Section 4: jumps of rate 2/(exp(s) - 1) ds with the law of DLap(exp(-s)) given that it is not 0
/// add up to the bridge.
///
/// Their sum is compound Poisson; its characteristic function is the exponential of the integral of
/// rate times (transform of a jump - 1), taken here by Simpson's rule over u = ln s.
#[test]
fn the_jumps_of_the_path_add_up_to_the_bridge() {
    for (low, high, d) in PAIRS {
        let (from, to) = (rate(low, d).ln(), rate(high, d).ln());
        for t in [0.0, 0.1, 0.7, 1.5, 2.5, std::f64::consts::PI] {
            let integrand = |u: f64| {
                let s = u.exp();
                let a = (-s).exp();
                let jump = (1.0 - a) * (t.cos() - a) / (1.0 + a * a - 2.0 * a * t.cos());
                s * 2.0 / s.exp_m1() * (jump - 1.0)
            };
            let parts = 20_000;
            let width = (to - from) / f64::from(parts);
            let mut sum = integrand(from) + integrand(to);
            for i in 1..parts {
                let weight = if i % 2 == 1 { 4.0 } else { 2.0 };
                sum += weight * integrand(from + width * f64::from(i));
            }
            let transform = (sum * width / 3.0).exp();
            let expected = bridge_transform(low, high, d, t);
            assert!(
                (transform - expected).abs() < 1e-10,
                "{low} {high} {d} {t}: {transform} {expected}"
            );
        }
        // No jump at all between the levels: (Q_low/Q_high)^2, as Q_j = Q_(j-1) sqrt(U_j) has it.
        let none = ((-rate(low, d)).exp_m1() / (-rate(high, d)).exp_m1()).powi(2);
        let parts = 2_000;
        let width = (rate(high, d) - rate(low, d)) / f64::from(parts);
        let sum: f64 = (0..parts)
            .map(|i| 2.0 / (rate(low, d) + width * (f64::from(i) + 0.5)).exp_m1())
            .sum();
        assert!(((-sum * width).exp() / none - 1.0).abs() < 1e-2);
    }
}

/// Section 6, `relax`: P(N2 = n2 | N1 = n1), derived independently of the bridge.
fn relax(low: u64, high: u64, d: u64, n1: i64, n2: i64) -> f64 {
    let (a1, a2) = ((-rate(low, d)).exp(), (-rate(high, d)).exp());
    let (k, side) = (n1.unsigned_abs(), if n1 < 0 { -n2 } else { n2 });
    let power = |a: f64, n: u64| a.powi(i32::try_from(n).unwrap());
    let across = a2 * (a1 - a2) / (1.0 - a2 * a2);
    let beyond = a2 * (a1 - a2) / (1.0 - a1 * a2);
    let r = a2 / a1;
    let geometric = |a: f64, g: u64| (1.0 - a) * power(a, g);
    if side < 0 {
        return across * geometric(a1 * a2, side.unsigned_abs() - 1);
    }
    let side = side.unsigned_abs();
    let reach = (1.0 - across) * power(r, k);
    match side.cmp(&k) {
        std::cmp::Ordering::Less => (1.0 - across) * geometric(r, side),
        std::cmp::Ordering::Greater => reach * beyond * geometric(a1 * a2, side - k - 1),
        std::cmp::Ordering::Equal => reach * (1.0 - beyond),
    }
}

/// The joint law of two levels of the path is that of the forward kernel: P(n1) relax(n2 | n1) =
/// P(n2) W(n1 - n2).
#[test]
fn the_joint_law_of_two_levels_factorises_both_ways() {
    for (low, high, d) in PAIRS {
        let lower = DiscreteLaplace::new(epsilon(low), steps(d)).unwrap();
        let higher = DiscreteLaplace::new(epsilon(high), steps(d)).unwrap();
        let bridge = BridgeLaw::new(epsilon(low), epsilon(high), steps(d)).unwrap();
        for n1 in -12..=12 {
            for n2 in -12..=12 {
                let forward = lower.pmf(n1) * relax(low, high, d, n1, n2);
                let backward = higher.pmf(n2) * bridge.pmf(n1 - n2);
                // Levels a millionth apart cost relax six digits to cancellation.
                let slack = 1e-12 + 1e-16 / (1.0 - low as f64 / high as f64);
                assert!(
                    (forward - backward).abs() <= slack * backward.max(1e-3),
                    "{low} {high} {d}: {n1} {n2}"
                );
            }
        }
    }
}

/// The probability that a vector x is answered by `y` at each of the levels, highest first,
/// coordinates independent. The joint law is built from the lowest level upwards with `relax`, in
/// which privacy is not obvious.
fn joint(x: &[i64], answers: &[Vec<i64>], levels: &[u64], d: u64) -> f64 {
    let lowest = DiscreteLaplace::new(epsilon(levels[0]), steps(d)).unwrap();
    let mut probability = 1.0;
    for (i, x) in x.iter().enumerate() {
        probability *= lowest.pmf(answers[0][i] - x);
        for k in 1..levels.len() {
            let (n1, n2) = (answers[k - 1][i] - x, answers[k][i] - x);
            probability *= relax(levels[k - 1], levels[k], d, n1, n2);
        }
    }
    probability
}

/// Every way to fill `length` places with numbers of `range`.
fn tuples(length: usize, range: std::ops::RangeInclusive<i64>) -> Vec<Vec<i64>> {
    (0..length).fold(vec![vec![]], |tuples, _| {
        tuples
            .iter()
            .flat_map(|tuple| range.clone().map(|n| [tuple.as_slice(), &[n]].concat()))
            .collect()
    })
}

/// The largest |log-ratio| over all answers in `range`, between 0 and every neighbour at l1
/// distance of at most d.
fn loss(dimension: usize, levels: &[u64], d: u64, range: std::ops::RangeInclusive<i64>) -> f64 {
    let reach = i64::try_from(d).unwrap();
    let neighbours = tuples(dimension, -reach..=reach)
        .into_iter()
        .filter(|x| x.iter().map(|n| n.unsigned_abs()).sum::<u64>() <= d);
    let here = vec![0; dimension];
    let places = dimension * levels.len();
    let answers: Vec<Vec<Vec<i64>>> = tuples(places, range)
        .iter()
        .map(|flat| flat.chunks(dimension).map(<[i64]>::to_vec).collect())
        .collect();
    let mut loss = 0.0_f64;
    for there in neighbours {
        for answer in &answers {
            let ratio = joint(&here, answer, levels, d) / joint(&there, answer, levels, d);
            loss = loss.max(ratio.ln().abs());
        }
    }
    loss
}

/// Section 1, privacy: all levels together cost the highest, not the sum; and it does cost that
/// much.
#[test]
fn the_joint_release_is_as_private_as_its_highest_level() {
    for (dimension, levels, d, reach) in [
        (1, vec![1_000_000, 2_000_000], 1, 14),
        (1, vec![300_000, 2_500_000], 2, 14),
        (1, vec![100_000, 900_000], 3, 14),
        (1, vec![500_000, 1_000_000, 3_000_000], 2, 7),
        (1, vec![200_000, 400_000, 800_000, 1_600_000], 1, 3),
        (2, vec![500_000, 1_500_000], 2, 4),
    ] {
        let highest = *levels.last().unwrap() as f64 / 1e6;
        let loss = loss(dimension, &levels, d, -reach..=reach);
        assert!(loss <= highest + 1e-12, "{levels:?}, D = {d}: {loss}");
        assert!(
            loss >= highest - 1e-12,
            "{levels:?}, D = {d}: only {loss}; the check sees too little"
        );
    }
}

/// `layout`: the digits of a geometric in any base are independent, truncated geometric but for the
/// highest.
#[test]
fn independent_digits_make_a_geometric() {
    for s in [1e-3, 0.02, 0.3, 1.0, 4.0] {
        for (base, digits) in [(2_u64, 3_u32), (4, 2), (16, 1), (7, 2)] {
            // P(l) of digit i: proportional to exp(-s base^i l) on 0 .. base-1.
            let low = |i: u32, l: u64| {
                let r = s * base.pow(i) as f64;
                (-r * l as f64).exp() * (-r).exp_m1() / (-r * base as f64).exp_m1()
            };
            let r = s * base.pow(digits) as f64;
            // As far as a float holds the probability at full precision.
            for g in (0..500_u64).take_while(|g| s * (*g as f64) < 700.0) {
                let mut product = -(-r).exp_m1() * (-r * (g / base.pow(digits)) as f64).exp();
                for i in 0..digits {
                    product *= low(i, g / base.pow(i) % base);
                }
                let geometric = -(-s).exp_m1() * (-s * g as f64).exp();
                assert!(
                    (product - geometric).abs() <= 1e-12 * geometric,
                    "{s} {base} {g}"
                );
            }
        }
    }
}

#[test]
fn a_bridge_needs_two_levels_in_order() {
    let (low, high) = (epsilon(1), epsilon(2));
    for (first, second) in [(high, low), (low, low)] {
        assert_eq!(
            BridgeLaw::new(first, second, steps(1)).err(),
            Some(Error::LevelsNotAscending {
                low: first,
                high: second
            })
        );
    }
    assert_eq!(
        BridgeLaw::new(low, high, steps(1 << 40)).err(),
        Some(Error::ScaleTooLarge {
            sensitivity: steps(1 << 40),
            epsilon: low
        })
    );
}
