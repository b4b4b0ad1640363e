//! The law of a weighted sum of noises, as ranges and shares of a histogram have it.

use std::f64::consts::{PI, TAU};
use std::sync::OnceLock;

use super::LaplaceSum;
use crate::params::{Epsilon, Error, Rate, Sensitivity};

/// The law of `W = c1 S1 + ... + cm Sm`, in lattice steps, where each S is the sum of so many noises
/// of one level and all noises are independent.
///
/// Tails are upper bounds, certified. If all weights have one size c, then `W/c` is a
/// [`LaplaceSum`], whose law is exact. Otherwise the characteristic function
/// `φ(u) = Π f(c u)^n`, `f(θ) = 1/(1 + sin(θ/2)^2/sinh(s/2)^2)`, `s = ε/D`, is inverted:
///
/// *Smoothing.* Let U be the sum of 8 independent uniform numbers in `[-η/8, η/8]`. As `|U| <= η`,
/// `P(|W| >= t) <= P(|W + U| >= t - η)`. The characteristic function of U is
/// `ψ(u) = (sin(η u/8)/(η u/8))^8`.
///
/// *Inversion.* On a circle of circumference L, the probability of `-x..=x` is
/// `2x/L + Σ 2 φψ(u_j) sin(u_j x)/(π j)` over `u_j = 2 π j/L`, j from 1 (Fourier series). For
/// `x <= L/2` it exceeds `P(|W + U| <= x)` by at most `P(|W + U| >= L/2)`, which Chernoff's
/// inequality bounds. With `η = L/6000` the terms beyond the first 2^15 add at most
/// `(2/π) (8 * 6000/(2 π 2^15))^8/8 < 2^-20`.
///
/// # Cost
/// The terms take a sine for each weight at each place that the first weight does not make
/// negligible: at most 2^15 places for a few noises, and below 100 for thousands. A tail takes a
/// sine for each term.
#[derive(Clone, Debug)]
pub struct LaplaceCombination {
    deviation: f64,
    law: LawOfWeights,
}

#[derive(Clone, Debug)]
enum LawOfWeights {
    /// Weights of one size.
    Even { size: f64, sum: LaplaceSum },
    /// Weights of several sizes.
    Mixed {
        terms: Vec<Term>,
        circumference: f64,
    },
}

/// A term of the inversion that is not negligible.
#[derive(Clone, Copy, Debug)]
struct Term {
    /// Its place u.
    place: f64,
    /// `2 φψ(u)/(π j)`.
    weight: f64,
}

/// Weights of one size, and the number of noises that have them.
#[derive(Clone, Copy, Debug)]
pub struct WeightedNoises {
    /// The weight.
    pub weight: f64,
    /// The number of noises.
    pub number: u64,
}

/// Terms of the inversion.
const TERMS: u32 = 1 << 15;
/// Circumference of the circle in units of η.
const SMOOTH: f64 = 6000.0;
/// Bound of `P(|W| >= L/2 - η)`.
const LEFT_OUT: f64 = 1.0 / (1_u64 << 24) as f64;
/// The terms beyond the last one, and the error of a computed tail, with room. A place `c u` is
/// exact to three roundings and below `6000 s`, so a term is exact to 2^-30 of its size.
const SLACK: f64 = 1.0 / (1_u64 << 19) as f64;
/// Terms below `2 exp(-NEGLIGIBLE)/(π j)` are left out: all together are below 2^-25.
const NEGLIGIBLE: f64 = 20.0;
/// Parts of a standard deviation to which half-widths are found.
const FINE: f64 = 1000.0;

impl LaplaceCombination {
    /// Returns the law at level `epsilon`. Weights are at most 1 in size; their order does not
    /// matter.
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`] if D/ε is 2^50 or more.
    pub fn new(
        epsilon: Epsilon,
        sensitivity: Sensitivity,
        weighted: &[WeightedNoises],
    ) -> Result<LaplaceCombination, Error> {
        let s = Rate::new(epsilon, sensitivity)?.to_f64();
        let weights = merged(weighted);
        let variance: f64 = weights
            .iter()
            .map(|one| one.number as f64 * one.weight * one.weight)
            .sum();
        let law = match weights.as_slice() {
            [] => LawOfWeights::Even {
                size: 1.0,
                sum: LaplaceSum::new(epsilon, sensitivity, 0)?,
            },
            [one] => LawOfWeights::Even {
                size: one.weight,
                sum: LaplaceSum::new(epsilon, sensitivity, one.number)?,
            },
            _ => {
                let circumference = 2.0 * most(s, &weights) / (1.0 - 2.0 / SMOOTH);
                LawOfWeights::Mixed {
                    terms: terms(s, &weights, circumference),
                    circumference,
                }
            }
        };
        Ok(LaplaceCombination {
            deviation: (variance / 2.0).sqrt() / (s / 2.0).sinh(),
            law,
        })
    }

    /// Returns the standard deviation, approximately.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        self.deviation
    }

    /// Returns at least `P(|W| >= t)`.
    #[must_use]
    pub fn tail_bound(&self, t: f64) -> f64 {
        match &self.law {
            LawOfWeights::Even { size, sum } => {
                // A quotient within rounding of a whole number counts as that number.
                let least = (t / size - 1e-9).ceil();
                if least <= 0.0 {
                    return 1.0;
                }
                #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
                let beyond = least as u64 - 1;
                sum.tail_bound(beyond)
            }
            LawOfWeights::Mixed {
                terms,
                circumference,
            } => {
                let x = t - circumference / SMOOTH;
                if x <= 0.0 {
                    return 1.0;
                }
                if 2.0 * x > *circumference {
                    return LEFT_OUT;
                }
                let sum = |sum: f64, term: &Term| sum + term.weight * (term.place * x).sin();
                // From the last term on: the small ones first.
                let inside = 2.0 * x / circumference + terms.iter().rev().fold(0.0, sum);
                (1.0 - inside + LEFT_OUT + SLACK).clamp(0.0, 1.0)
            }
        }
    }

    /// Returns a t for which `P(|W| > t) <= miss` is certain, at most 1/500 of the standard
    /// deviation and L/6000 above the smallest one; L is about 11 standard deviations for many
    /// noises, and 24 for one. For weights of one size it is the smallest one. `miss` is from
    /// 2^-12 to 1.
    #[must_use]
    pub fn half_width(&self, miss: f64) -> f64 {
        let unit = match &self.law {
            LawOfWeights::Even { size, sum } => return size * sum.half_width(miss) as f64,
            LawOfWeights::Mixed { circumference, .. } => {
                (self.deviation / FINE).max(circumference / (4.0 * SMOOTH))
            }
        };
        let is_enough = |units: u32| self.tail_bound(f64::from(units) * unit) <= miss;
        // The tail falls with t.
        let (mut low, mut enough) = (0, 4000);
        while !is_enough(enough) {
            enough *= 2;
        }
        while low < enough {
            let middle = low + (enough - low) / 2;
            if is_enough(middle) {
                enough = middle;
            } else {
                low = middle + 1;
            }
        }
        f64::from(enough) * unit
    }
}

/// Returns the weights as sizes, each size once, the one that decides most first. Sizes that differ
/// by rounding only are taken as the larger one.
fn merged(weighted: &[WeightedNoises]) -> Vec<WeightedNoises> {
    let sizes = weighted.iter().map(|one| WeightedNoises {
        weight: one.weight.abs(),
        number: one.number,
    });
    let mut sizes: Vec<_> = sizes
        .filter(|one| one.number > 0 && one.weight > 1e-12)
        .collect();
    sizes.sort_by(|one, other| other.weight.total_cmp(&one.weight));
    let mut all: Vec<WeightedNoises> = Vec::new();
    for one in sizes {
        match all.last_mut() {
            Some(last) if last.weight - one.weight <= 1e-12 * last.weight => {
                last.number += one.number;
            }
            _ => all.push(one),
        }
    }
    let decides = |one: &WeightedNoises| one.number as f64 * one.weight * one.weight;
    all.sort_by(|one, other| decides(other).total_cmp(&decides(one)));
    all
}

/// Returns a T with `P(|W| >= T) <= LEFT_OUT`, by Chernoff's inequality on each side, with
/// `E exp(u W) = Π (1 - sinh(c u/2)^2/sinh(s/2)^2)^-n` for `|c u| < s`.
fn most(s: f64, weights: &[WeightedNoises]) -> f64 {
    let largest = weights.iter().map(|one| one.weight).fold(0.0, f64::max);
    let needed = |part: f64| {
        let u = s * part / largest;
        let log_mean = |one: &WeightedNoises| {
            let ratio = (one.weight * u / 2.0).sinh() / (s / 2.0).sinh();
            -(one.number as f64) * (-ratio * ratio).ln_1p()
        };
        ((2.0 / LEFT_OUT).ln() + weights.iter().map(log_mean).sum::<f64>()) / u
    };
    let parts = (1..80).map(|power| 0.98 * (-f64::from(power) / 5.0).exp2());
    1.001 * parts.map(needed).fold(f64::INFINITY, f64::min)
}

/// Returns `2 ψ(u_j)/(π j)` for each j from 1, which is the same for each law.
fn smoothed() -> &'static [f64] {
    static SMOOTHED: OnceLock<Vec<f64>> = OnceLock::new();
    SMOOTHED.get_or_init(|| {
        let term = |j: u32| {
            let angle = TAU * f64::from(j) / (8.0 * SMOOTH);
            2.0 * (angle.sin() / angle).powi(8) / (PI * f64::from(j))
        };
        (1..=TERMS).map(term).collect()
    })
}

fn terms(s: f64, weights: &[WeightedNoises], circumference: f64) -> Vec<Term> {
    let sinh = (s / 2.0).sinh();
    let angle = |one: &WeightedNoises| one.weight * PI / circumference;
    let [first, ..] = weights else {
        return Vec::new();
    };
    // With a sine above this, the first weight alone makes a term negligible.
    let decisive = sinh * (NEGLIGIBLE / first.number as f64).exp_m1().sqrt();
    let mut terms = Vec::new();
    for j in near_multiples(angle(first), decisive) {
        let mut log = 0.0;
        for one in weights {
            let ratio = (angle(one) * f64::from(j)).sin() / sinh;
            log += one.number as f64 * (ratio * ratio).ln_1p();
            if log > NEGLIGIBLE {
                break;
            }
        }
        if log <= NEGLIGIBLE
            && let Some(smoothed) = smoothed().get(j as usize - 1)
        {
            terms.push(Term {
                place: TAU * f64::from(j) / circumference,
                weight: smoothed * (-log).exp(),
            });
        }
    }
    terms
}

/// Returns each j of the inversion for which `|sin(j angle)|` is at most `sine`, and a few more.
fn near_multiples(angle: f64, sine: f64) -> impl Iterator<Item = u32> {
    let reach = if sine < 1.0 { sine.asin() } else { PI };
    // The multiples of π whose neighbourhoods begin before the last term.
    let last = (f64::from(TERMS) * angle + reach) / PI;
    let bound = |j: f64| j.clamp(0.0, f64::from(TERMS));
    let mut next = 1;
    (0..)
        .map(f64::from)
        .take_while(move |multiple| *multiple <= last)
        .flat_map(move |multiple: f64| {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let [from, to] =
                [-reach, reach].map(|side| bound((multiple * PI + side) / angle) as u32);
            let from = from.max(next);
            next = next.max((to + 2).min(TERMS + 1));
            from..next
        })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn law(micro_epsilon: u64, weighted: &[(f64, u64)]) -> LaplaceCombination {
        let weighted: Vec<WeightedNoises> = weighted
            .iter()
            .map(|(weight, number)| WeightedNoises {
                weight: *weight,
                number: *number,
            })
            .collect();
        let epsilon = Epsilon::from_micro(micro_epsilon).unwrap();
        LaplaceCombination::new(epsilon, Sensitivity::new(1).unwrap(), &weighted).unwrap()
    }

    /// The law of W on its lattice of `1/parts` steps, by convolution, from the middle on: the
    /// smallest t with P(|W| > t) <= miss, and P(|W| > t) for each t of the lattice.
    struct Convolved {
        masses: Vec<f64>,
        parts: usize,
    }

    impl Convolved {
        fn new(micro_epsilon: u64, weighted: &[(usize, u64)], parts: usize) -> Self {
            const REACH: usize = 60;
            let reach = REACH * parts;
            let a = (-(micro_epsilon as f64) / 1e6).exp();
            let mut masses = vec![0.0; 2 * reach + 1];
            masses[reach] = 1.0;
            for (weight, number) in weighted {
                for _ in 0..*number {
                    let mut next = vec![0.0; masses.len()];
                    for (at, mass) in masses.iter().enumerate().filter(|(_, mass)| **mass > 1e-18) {
                        for n in 0..=2 * REACH {
                            let moved = (at + weight * n).checked_sub(weight * REACH);
                            let law = (1.0 - a) / (1.0 + a) * a.powf(n.abs_diff(REACH) as f64);
                            if let Some(next) = moved.and_then(|moved| next.get_mut(moved)) {
                                *next += mass * law;
                            }
                        }
                    }
                    masses = next;
                }
            }
            Self { masses, parts }
        }

        fn tail(&self, t: f64) -> f64 {
            let middle = self.masses.len() / 2;
            let size = |at: usize| at.abs_diff(middle) as f64 / self.parts as f64;
            let beyond = self.masses.iter().enumerate();
            beyond
                .filter(|(at, _)| size(*at) > t)
                .map(|(_, mass)| mass)
                .sum()
        }

        fn half_width(&self, miss: f64) -> f64 {
            let mut t = 0;
            while self.tail(t as f64 / self.parts as f64) > miss {
                t += 1;
            }
            t as f64 / self.parts as f64
        }
    }

    /// Weights in 1/12 of a step, with their numbers.
    const CASES: [&[(usize, u64)]; 6] = [
        &[(12, 1), (3, 1)],
        &[(9, 3), (3, 2)],
        &[(12, 2), (6, 4), (1, 12)],
        &[(11, 1), (10, 1), (7, 1)],
        &[(12, 1), (1, 20)],
        &[(6, 12), (4, 12)],
    ];

    fn in_steps(weighted: &[(usize, u64)]) -> Vec<(f64, u64)> {
        let weighted = weighted.iter();
        weighted
            .map(|(weight, number)| (*weight as f64 / 12.0, *number))
            .collect()
    }

    #[test]
    fn tails_and_half_widths_bound_those_of_the_convolved_law() {
        for micro_epsilon in [700_000, 2_000_000] {
            for weighted in CASES {
                let exact = Convolved::new(micro_epsilon, weighted, 12);
                let law = law(micro_epsilon, &in_steps(weighted));
                let deviation = law.deviation();
                for step in 0..80 {
                    let t = f64::from(step) * deviation / 20.0;
                    let bound = law.tail_bound(t);
                    let far = (t - 0.01 * deviation).max(0.0);
                    assert!(bound >= exact.tail(t - 1e-9), "{weighted:?} {t}");
                    if t > 0.01 * deviation {
                        assert!(bound <= exact.tail(far) + 1e-5, "{weighted:?} {t}");
                    }
                }
                for miss in [0.3, 0.05, 0.025, 0.001] {
                    let (bound, exact) = (law.half_width(miss), exact.half_width(miss));
                    assert!(bound >= exact, "{weighted:?} {miss}: {bound} {exact}");
                    assert!(
                        bound <= exact + 0.01 * deviation,
                        "{weighted:?} {miss}: {bound} {exact}"
                    );
                }
            }
        }
    }

    #[test]
    fn weights_of_one_size_have_the_exact_law() {
        // At ε 1 one bin has 3 and 24 bins have 13; half of their sum has half of it.
        assert_eq!(law(1_000_000, &[(1.0, 1)]).half_width(0.05), 3.0);
        assert_eq!(
            law(1_000_000, &[(1.0, 20), (-1.0, 4)]).half_width(0.05),
            13.0
        );
        assert_eq!(law(1_000_000, &[(0.5, 24)]).half_width(0.05), 6.5);
        assert_eq!(law(1_000_000, &[(0.0, 24)]).half_width(0.05), 0.0);
        assert_eq!(law(1_000_000, &[]).half_width(0.05), 0.0);
    }

    #[test]
    fn many_noises_are_nearly_normal_at_every_scale() {
        for micro in [10, 1_000_000, 4_000_000] {
            for weighted in [
                &[(0.25, 30_000), (0.75, 10_000)][..],
                &[(0.5, 1000), (0.3, 2000), (0.01, 60_000)],
            ] {
                let law = law(micro, weighted);
                let ratio = law.half_width(0.05) / law.deviation();
                // The bound is at most L/6000 and a unit above; W is a multiple of 1/4.
                assert!((1.95..1.97).contains(&ratio), "{micro} {ratio}");
            }
        }
    }

    #[test]
    fn nearly_silent_noise_has_half_widths() {
        // At ε 40 a noise other than 0 has probability 2^-57.
        let law = law(40_000_000, &[(1.0, 1), (0.3, 5)]);
        assert!(law.half_width(0.05) < 0.01, "{}", law.half_width(0.05));
        assert!(law.tail_bound(0.1) < 1e-5);
    }
}
