//! The certified laws against sums, one another, and the approximations; quantiles and half-widths
//! by their definition.

use gradual_release::distribution::{Bounds, BridgeLaw, DiscreteLaplace, Relaxed};
use gradual_release::{Epsilon, Error, Sensitivity};

/// Lower and higher level and sensitivity, coarse to fine, to the ends of the range.
const CASES: [(u64, u64, u64); 9] = [
    (1_000_000, 2_000_000, 1),
    (100_000, 5_000_000, 1),
    (999_999, 1_000_000, 1),
    (700_000, 30_000_000, 7),
    (1_000_000, 1_500_000, 1_000),
    (1_000, 1_001, 20_000_000),
    (977, 1_000_000, 1 << 40),
    (1, 1 << 40, 1),
    (1 << 39, 1 << 40, 1),
];

fn laws((low, high, d): (u64, u64, u64)) -> (DiscreteLaplace, DiscreteLaplace, BridgeLaw) {
    let (low, high) = (
        Epsilon::from_micro(low).unwrap(),
        Epsilon::from_micro(high).unwrap(),
    );
    let d = Sensitivity::new(d).unwrap();
    (
        DiscreteLaplace::new(low, d).unwrap(),
        DiscreteLaplace::new(high, d).unwrap(),
        BridgeLaw::new(low, high, d).unwrap(),
    )
}

fn relaxed((low, high, d): (u64, u64, u64), n1: i64) -> Relaxed {
    let (low, high) = (
        Epsilon::from_micro(low).unwrap(),
        Epsilon::from_micro(high).unwrap(),
    );
    Relaxed::new(n1, low, high, Sensitivity::new(d).unwrap()).unwrap()
}

/// The bounds are a few units apart, in order, and the approximation is near.
fn fits(bounds: Bounds, approximation: f64, what: &str) {
    assert!(bounds.low() <= bounds.high(), "{what}");
    assert!(
        bounds.high() <= bounds.low().next_up().next_up().next_up().next_up(),
        "{what}: {bounds:?}"
    );
    let slack = 4e-12 * bounds.high() + 1e-300;
    assert!(
        (approximation - bounds.low()).abs() <= slack,
        "{what}: {approximation} and {bounds:?}"
    );
}

#[test]
fn approximations_lie_where_the_certified_bounds_do() {
    for case in CASES {
        let (low, _, bridge) = laws(case);
        let scale = low.half_width_95().cast_signed() / 3;
        for n in [0, 1, -1, 2, -7, scale, -scale, 5 * scale, -9 * scale] {
            fits(low.pmf_bounds(n), low.pmf(n), "pmf");
            fits(low.cdf_bounds(n), low.cdf(n), "cdf");
            fits(bridge.pmf_bounds(n), bridge.pmf(n), "pmf of the step");
            fits(bridge.cdf_bounds(n), bridge.cdf(n), "cdf of the step");
        }
        for n1 in [0, 1, -2, scale, -2 * scale] {
            let law = relaxed(case, n1);
            for n in [0, 1, -1, n1, n1 + 1, n1 - 1, -n1, 3 * n1 + 4] {
                fits(law.pmf_bounds(n), law.pmf(n), "conditional pmf");
                fits(law.cdf_bounds(n), law.cdf(n), "conditional cdf");
            }
        }
        fits(low.variance_bounds(), low.variance(), "variance");
        fits(
            bridge.variance_bounds(),
            bridge.variance(),
            "variance of the step",
        );
        fits(bridge.p_no_jump_bounds(), bridge.p_no_jump(), "p");
    }
}

#[test]
fn the_step_has_the_variance_that_the_levels_differ_by() {
    for case in CASES {
        let (low, high, bridge) = laws(case);
        let sum = high.variance() + bridge.variance();
        assert!(
            (sum / low.variance() - 1.0).abs() < 1e-9 || sum < 1e-300,
            "{case:?}"
        );
    }
}

/// Bayes: P(n1) relaxed(n2 | n1) = P(n2) W(n1 - n2), everywhere.
#[test]
fn the_conditional_law_is_bayes_rule() {
    for case in CASES {
        let (low, high, bridge) = laws(case);
        let scale = low.half_width_95().cast_signed() / 6;
        for n1 in [0, 1, -2, 3, scale, -2 * scale] {
            let law = relaxed(case, n1);
            for n2 in [0, 1, -1, n1, n1 + 1, n1 - 1, -n1, n1 / 2, 3 * n1 + 4] {
                let joint = high.pmf(n2) * bridge.pmf(n1 - n2);
                let product = low.pmf(n1) * law.pmf(n2);
                assert!(
                    (joint - product).abs() <= 1e-10 * joint + 1e-290,
                    "{case:?}: {n1} {n2}: {joint} and {product}"
                );
            }
        }
    }
}

#[test]
fn the_conditional_law_sums_to_its_moments_and_distribution() {
    for case in &CASES[..4] {
        for n1 in [0, 1, -1, 4, -9] {
            let law = relaxed(*case, n1);
            let (mut total, mut mean, mut square) = (0.0, 0.0, 0.0);
            for n in -400..=400 {
                let mass = law.pmf(n);
                total += mass;
                mean += n as f64 * mass;
                square += (n * n) as f64 * mass;
                if n % 37 == 0 || n.abs() < 12 {
                    assert!((law.cdf(n) - total).abs() < 1e-12, "{case:?} {n1} {n}");
                }
            }
            assert!((total - 1.0).abs() < 1e-12);
            assert!(
                (law.mean() - mean).abs() < 1e-9,
                "{case:?} {n1}: {} {mean}",
                law.mean()
            );
            let variance = square - mean * mean;
            assert!(
                (law.variance() / variance - 1.0).abs() < 1e-8,
                "{case:?} {n1}: {} {variance}",
                law.variance()
            );
        }
    }
}

/// The smallest n with P(N <= n) >= p, by the certified distribution function itself.
#[test]
fn quantiles_are_the_smallest_that_reach() {
    for case in CASES {
        let (low, _, bridge) = laws(case);
        let scale = low.half_width_95().cast_signed() / 3;
        let given = relaxed(case, scale);
        for (numerator, denominator) in [
            (1, 20),
            (1, 2),
            (19, 20),
            (1, 3),
            (1, 1_000_000),
            (999_999, 1_000_000),
        ] {
            let p = numerator as f64 / denominator as f64;
            let check = |n: i64, cdf: &dyn Fn(i64) -> Bounds, what: &str| {
                assert!(cdf(n).high() >= p, "{what} {case:?} {p}: {n} is too small");
                assert!(
                    cdf(n - 1).low() <= p,
                    "{what} {case:?} {p}: {n} is too large"
                );
            };
            check(
                low.quantile(numerator, denominator).unwrap(),
                &|n| low.cdf_bounds(n),
                "marginal",
            );
            check(
                bridge.quantile(numerator, denominator).unwrap(),
                &|n| bridge.cdf_bounds(n),
                "step",
            );
            check(
                given.quantile(numerator, denominator).unwrap(),
                &|n| given.cdf_bounds(n),
                "conditional",
            );
            // By symmetry, and by their definition: P(|W| > k) <= t.
            let width = bridge
                .half_width(numerator, denominator)
                .unwrap()
                .cast_signed();
            assert!(2.0 * bridge.cdf(-width - 1) <= p * (1.0 + 1e-9));
            assert!(width == 0 || 2.0 * bridge.cdf(-width) >= p * (1.0 - 1e-9));
            let width = given
                .half_width(numerator, denominator)
                .unwrap()
                .cast_signed();
            let outside = |k: i64| given.cdf(-k - 1) + (1.0 - given.cdf(k));
            assert!(
                outside(width) <= p + 1e-9,
                "{case:?} {p} {width} {}",
                outside(width)
            );
            assert!(
                width == 0 || outside(width - 1) >= p - 1e-9,
                "{case:?} {p} {width}"
            );
        }
        assert_eq!(low.quantile(1, 40).unwrap(), -low.quantile(39, 40).unwrap());
        assert_eq!(
            low.quantile(39, 40).unwrap().unsigned_abs(),
            low.half_width_95()
        );
    }
}

#[test]
fn far_out_the_bounds_still_hold_the_number() {
    let (law, _, _) = laws((1_000_000, 2_000_000, 1));
    // exp(-800) tanh(1/2) is below the smallest float; exp(-740) is a float with few digits.
    assert_eq!(law.pmf_bounds(800).low(), 0.0);
    assert!(law.pmf_bounds(800).high() > 0.0);
    let bounds = law.pmf_bounds(740);
    assert!(bounds.low() > 0.0 && bounds.low() <= law.pmf(740) && law.pmf(740) <= bounds.high());
    assert_eq!(law.pmf_bounds(i64::MIN).low(), 0.0);
    assert_eq!(law.cdf_bounds(i64::MAX).high(), 1.0_f64.next_up());
}

#[test]
fn impossible_questions_are_refused() {
    let (law, _, bridge) = laws(CASES[0]);
    let given = relaxed(CASES[0], 3);
    for (numerator, denominator) in [(0, 1), (1, 1), (2, 1), (0, 0), (1, 0)] {
        let refused = Error::Tail {
            numerator,
            denominator,
        };
        assert_eq!(law.quantile(numerator, denominator), Err(refused.clone()));
        assert_eq!(
            bridge.quantile(numerator, denominator),
            Err(refused.clone())
        );
        assert_eq!(
            bridge.half_width(numerator, denominator),
            Err(refused.clone())
        );
        assert_eq!(given.quantile(numerator, denominator), Err(refused.clone()));
        assert_eq!(given.half_width(numerator, denominator), Err(refused));
    }
    let (low, high) = (
        Epsilon::from_micro(2).unwrap(),
        Epsilon::from_micro(2).unwrap(),
    );
    let d = Sensitivity::new(1).unwrap();
    assert_eq!(
        Relaxed::new(0, low, high, d).err(),
        Some(Error::LevelsNotAscending { low, high })
    );
}
