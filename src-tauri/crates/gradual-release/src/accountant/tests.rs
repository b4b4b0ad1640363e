#![allow(clippy::unwrap_used)]
use super::*;

const fn loss(micro_epsilon: u64, nano_rho: u64) -> PrivacyLoss {
    PrivacyLoss {
        micro_epsilon,
        nano_rho,
    }
}

fn delta(text: &str) -> Delta {
    text.parse().unwrap()
}

/// The figures of the design, which were computed with two other programs.
#[test]
fn golden_promises() {
    let cap = loss(3_000_000, 100_000_000);
    assert_eq!(cap.epsilon_at(delta("1e-6")), 4_989_834);
    assert_eq!(cap.epsilon_at(delta("1e-9")), 5_579_171);
    assert_eq!(cap.group(2).unwrap().epsilon_at(delta("1e-6")), 10_305_375);
    assert_eq!(loss(0, 100_000_000).epsilon_at(delta("1e-6")), 1_994_527);
    assert_eq!(
        PrivacyLoss::largest_rho(3_000_000, 5_000_000, delta("1e-6")),
        Some(100_935_380)
    );
    let guess = cap.best_guess();
    assert_eq!((guess.high() * 1e6).ceil(), 952_575.0);
    assert!(guess.low() <= guess.high());
}

#[test]
fn pure_releases_have_the_guess_of_their_epsilon() {
    for micro in [1, 500_000, 1_000_000, 5_000_000, 60_000_000] {
        let bounds = loss(micro, 0).best_guess();
        let exact = 1.0 / (1.0 + (-(micro as f64) / 1e6).exp());
        assert!((bounds.high() - exact).abs() < 1e-12, "{micro}");
        assert!(bounds.high() <= 1.0);
    }
    let even = loss(0, 0).best_guess();
    assert_eq!((even.low(), even.high()), (0.5, 0.5));
    assert_eq!(loss(0, 0).epsilon_at(delta("1e-18")), 0);
    // A δ lowers the ε of a pure release by about δ, here by less than a millionth.
    assert_eq!(loss(3_000_000, 0).epsilon_at(delta("1e-12")), 3_000_000);
    assert_eq!(
        PrivacyLoss::largest_rho(5_000_000, 3_000_000, delta("1e-6")),
        None
    );
}

#[test]
fn curve_rises_with_each_part_and_falls_with_delta() {
    let parts = [0, 1, 1_000, 1_000_000, 3_500_000, 1 << 40];
    let deltas = ["0.5", "1e-3", "1e-6", "1e-12", "1e-18"].map(delta);
    for at in deltas {
        for rho in parts {
            let all = parts.map(|pure| loss(pure, rho).epsilon_at(at));
            assert!(all.is_sorted(), "{rho}: {all:?}");
            let all = parts.map(|more| loss(rho, more).epsilon_at(at));
            assert!(all.is_sorted(), "{rho}: {all:?}");
        }
    }
    for pure in parts {
        for rho in parts {
            let all = deltas.map(|at| loss(pure, rho).epsilon_at(at));
            assert!(all.is_sorted(), "{pure} {rho}: {all:?}");
        }
    }
}

#[test]
fn promise_is_the_smallest_epsilon_and_the_wish_the_largest_rho() {
    for (pure, rho) in [
        (0, 1),
        (1, 1),
        (3_000_000, 7),
        (250_000, 2_000_000_000),
        (9, 40_000_000_000),
    ] {
        for at in ["0.25", "1e-6", "3e-15"].map(delta) {
            let epsilon = loss(pure, rho).epsilon_at(at);
            assert!(loss(pure, rho).is_private(epsilon, at));
            assert!(epsilon == 0 || !loss(pure, rho).is_private(epsilon - 1, at));
            let most = PrivacyLoss::largest_rho(pure, epsilon, at).unwrap();
            assert!(most >= rho);
            assert!(loss(pure, most).epsilon_at(at) <= epsilon);
            assert!(loss(pure, most + 1).epsilon_at(at) > epsilon);
        }
    }
}

#[test]
fn sums_that_overflow_are_refused() {
    let most = loss(u64::MAX, u64::MAX);
    assert_eq!(most.plus(loss(1, 0)), None);
    assert_eq!(most.plus(loss(0, 1)), None);
    assert_eq!(loss(0, 1).group(1 << 32), None);
    assert_eq!(loss(0, 1).group(3), Some(loss(0, 9)));
    assert_eq!(most.epsilon_at(delta("1e-6")), u64::MAX);
    assert!(loss(1, 2).is_within(loss(1, 2)));
    assert!(!loss(2, 2).is_within(loss(1, 3)));
    assert!(!loss(1, 4).is_within(loss(1, 3)));
}

#[test]
fn delta_is_read_as_it_is_written() {
    for text in ["1e-6", "25e-8", "5e-1", "1e-18", "1/3"] {
        if let Ok(read) = text.parse::<Delta>() {
            assert_eq!(read.to_string(), text);
        } else {
            assert_eq!(text, "1/3");
        }
    }
    assert_eq!(delta("0.000001"), Delta::new(1, 1_000_000).unwrap());
    assert_eq!(delta("0.50").to_string(), "5e-1");
    assert_eq!(Delta::new(1, 3).unwrap().to_string(), "1/3");
    for text in [
        "",
        "0",
        "1",
        "0.0",
        "1.0",
        "1e-19",
        "1e-0",
        "-1e-6",
        "1e6",
        "e-6",
        "1e-",
        "1.5e-6",
        ".5",
        "0.",
        "1e--6",
        "1e-+6",
        "99999999999999999999e-18",
    ] {
        assert!(
            matches!(text.parse::<Delta>(), Err(Error::DeltaText { .. })),
            "{text}"
        );
    }
}
