//! The law of a weighted difference of two noises of one level.

use crate::laplace::simd::float::{one_minus_exp, power};
use crate::params::Error;
use crate::params::{Epsilon, Rate, Sensitivity};

/// The law of `L(t) = (1 - t) N1 - t N2`, `0 <= t <= 1`, for two independent noises of one level:
/// the building block of confidence sets for the ratio of two released numbers.
///
/// Its answers are upper bounds of tails, certified. Two are computed, and the smaller one is
/// taken.
///
/// *In closed form, at every scale.* With X of the Laplace law of rate s = ε/D,
/// `P(|N| >= k) = 2 a^k/(1+a)` is `1/cosh(s/2)` times `P(|X| >= k - 1/2)` for every k >= 1. So N
/// has the law of `B (X + d)` with `|d| <= 1/2` (X rounded to an integer) and an independent B that
/// is 1 with probability `1/cosh(s/2)` and else 0. Hence `|L(t)| <= |(1-t) B1 X1 - t B2 X2| + 1/2`;
/// and to leave out a summand makes the tail lighter, as both are independent, symmetric and
/// unimodal (Anderson 1955). With `x = s (reach - 1/2)`:
///
///   P(|L(t)| >= reach) <= T(t, x) = P(|(1-t) Z1 - t Z2| >= x)
///   T(t, x) = (b^2 exp(-x/b) - c^2 exp(-x/c))/(b^2 - c^2)
///
/// for Z of the Laplace law of rate 1, and with b, c = t, 1 - t: partial fractions of its
/// characteristic function 1/((1 + b^2 u^2)(1 + c^2 u^2)).
///
/// T falls as t goes to 1/2 (Proschan 1965: symmetric log-concave densities), so on a range of t
/// one of its ends is the worst.
///
/// *By summation*, where the scale D/ε is at most 64 steps: `|L(t)|` is convex in t, so on a range
/// of t it is at most the larger of its two values at the ends. The points (n1, n2) at which both
/// are below the reach are intervals of the one number for each value of the other, and their
/// masses are geometric sums.
///
/// *A bound that is at most 0.05 does not rise with ε* (but for the float error of the sum, 2^-36).
/// T falls with x. For the sum, let K be the points inside and b the largest weight at either end;
/// outside of K, `|n1| + |n2| >= reach/b`. The masses are proportional to `a^(|n1| + |n2|)`, so
/// P(K) rises as a falls wherever the mean of `|n1| + |n2|` outside of K is at least its mean over
/// all, `2/sinh s`; so it does if `reach >= 2 b/sinh s`, for this s and all larger ones. For s <=
/// 3.6 that holds wherever the bound is at most 0.05: with `m = ceil(2/sinh s)`, by symmetry, at
/// the end of weight b `P(|L| >= 2 b/sinh s) >= P(|N| >= m) (1 + P(N = 0))/2 = 2 a^m/(1 + a)^2 >
/// 0.05` (for s <= 1.45 this is at least `exp(-2 s/sinh s)/(2 cosh(s/2)^2)`, and above m = 1). For
/// s > 3.6, hence a < 0.0274, it holds if `reach > b`; otherwise K lacks at least two of the four
/// points next to 0, and the mean of `|n1| + |n2|` in K is at most `2 a + 18 a^2`, below `4 a` and
/// so below the mean over all.
#[derive(Clone)]
pub struct WeightedDifference {
    s: f64,
    /// `a^k`, as far as it matters, where the law is summed.
    powers: Option<Vec<f64>>,
}

/// Above this scale, in steps, nothing is summed: a 95% interval is wider than 130 steps to each
/// side then, and the closed form makes it wider by a step at most.
const SUMMED: f64 = 64.0;
/// Noises beyond so many scales are left out: together `2 exp(-28)`, which counts as tail.
const SCALES: f64 = 28.0;
/// Rounding of positions, in steps, on the safe side. They are below 2^18, and a few roundings of
/// 2^-53 relatively.
const GAP: f64 = power(-30);
/// Reaches beyond this are not summed, so that positions stay below 2^18.
const FAR: f64 = power(16);
/// Error of a summed tail, with room: `a^k` is off by `k (s 2^-46 + 2^-52) < 2^-39` relatively, and
/// the masses add up to at most 1.
const SUM_SLACK: f64 = power(-36);
/// Error of a closed form, with room: its parts are good to 2^-46 and at most 1 + x exp(-x) in
/// size; the argument and the weights are off by a few roundings.
const CLOSED_SLACK: f64 = power(-40);

impl WeightedDifference {
    /// Returns the law at level `epsilon`.
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`] if D/ε is 2^50 or more.
    pub fn new(epsilon: Epsilon, sensitivity: Sensitivity) -> Result<WeightedDifference, Error> {
        let s = Rate::new(epsilon, sensitivity)?.to_f64();
        Ok(WeightedDifference {
            s,
            powers: (s * SUMMED >= 1.0).then(|| powers(s)),
        })
    }

    /// Returns at least `P(|(1-t) N1 - t N2| >= reach)` for every t between the two, both from 0
    /// to 1. Reach is in lattice steps.
    ///
    /// ```
    /// use gradual_release::{Epsilon, Sensitivity, distribution::WeightedDifference};
    /// let law = WeightedDifference::new(Epsilon::from_micro(1_000_000)?, Sensitivity::new(1)?)?;
    /// // At t = 0 it is one noise: 2 e^-4/(1 + 1/e).
    /// assert!((law.tail_bound([0.0, 0.0], 4.0) - 0.026_780).abs() < 1e-6);
    /// // Half the difference of two is nearer to 0.
    /// assert!(law.tail_bound([0.5, 0.5], 4.0) < 0.005);
    /// # Ok::<(), gradual_release::Error>(())
    /// ```
    #[must_use]
    pub fn tail_bound(&self, between: [f64; 2], reach: f64) -> f64 {
        let closed = self.closed(between, reach);
        match self.summed(between, reach) {
            Some(summed) => summed.min(closed),
            None => closed,
        }
    }

    /// Returns whether [`tail_bound`](Self::tail_bound) is at most `probability`; sums only where
    /// the closed form does not say so.
    #[must_use]
    pub fn is_tail_at_most(&self, between: [f64; 2], reach: f64, probability: f64) -> bool {
        self.closed(between, reach) <= probability
            || self
                .summed(between, reach)
                .is_some_and(|tail| tail <= probability)
    }

    fn closed(&self, [first, last]: [f64; 2], reach: f64) -> f64 {
        let x = self.s * (reach - 0.5);
        if x > 0.0 {
            (laplace_tail(first, x).max(laplace_tail(last, x)) + CLOSED_SLACK).min(1.0)
        } else {
            1.0
        }
    }

    /// Returns the bound by summation; `None` where it is not summed: fine lattices, far reaches,
    /// wide ranges of t (there the inner weight could vanish).
    fn summed(&self, [first, last]: [f64; 2], reach: f64) -> Option<f64> {
        let powers = self.powers.as_ref()?;
        if !(reach > 0.0 && reach <= FAR && (last - first).abs() <= 0.25) {
            return None;
        }
        // The inner number has the larger weight, at least 3/8, and the sum over the outer one is
        // of n >= 0: changing both signs changes nothing.
        let ends = if first + last >= 1.0 {
            [(1.0 - first, first), (1.0 - last, last)]
        } else {
            [(first, 1.0 - first), (last, 1.0 - last)]
        };
        let one_plus = 1.0 + power_at(powers, 1);
        let zero = one_minus_exp(self.s) / one_plus;
        let mut inside = 0.0;
        for (n, power) in powers.iter().take(powers.len() / 2).enumerate() {
            let shift = n as f64;
            let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
            for (outer, inner) in ends {
                low = low.max((-reach - outer * shift) / inner + GAP);
                high = high.min((reach - outer * shift) / inner - GAP);
            }
            let mass = between(powers, low.ceil(), high.floor()) / one_plus;
            inside += if n == 0 { mass } else { 2.0 * power * mass };
        }
        Some((1.0 - zero * inside + SUM_SLACK).min(1.0))
    }
}

/// Returns `a^0, a^1, ...`: the first half as far as noises are summed, the second for where
/// intervals of the other noise end.
fn powers(s: f64) -> Vec<f64> {
    let a = (1.0 - one_minus_exp(s)).max(0.0);
    // s is at least 1/64, so this is below 2000.
    let most = (SCALES / s).ceil().max(2.0);
    let mut length = 2;
    while (length as f64) < 2.0 * most + 2.0 {
        length += 2;
    }
    let mut all = vec![1.0; length];
    for k in 1..length {
        all[k] = all[k - 1] * a;
    }
    all
}

/// Returns `a^k`, for `k >= 0`; beyond the table its last entry, which is more.
fn power_at(powers: &[f64], k: usize) -> f64 {
    powers[k.min(powers.len() - 1)]
}

/// Returns `(1 + a) P(low <= N <= high)` or less, for whole numbers, `low <= 0` unless there is
/// nothing between.
fn between(powers: &[f64], low: f64, high: f64) -> f64 {
    if high < low {
        return 0.0;
    }
    let one_plus = 1.0 + power_at(powers, 1);
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole, not below 0, and below 2^18"
    )]
    let index = |k: f64| k.max(0.0) as usize;
    let below = power_at(powers, index(1.0 - low));
    if high >= 0.0 {
        return one_plus - below - power_at(powers, index(high + 1.0));
    }
    match powers.get(index(-high)) {
        Some(from) => (from - below).max(0.0),
        None => 0.0,
    }
}

/// Returns T(t, x), for x > 0; see [`WeightedDifference`].
///
/// With `b >= c` and `d = b - c`, as `b + c = 1`: `exp(-x/b) (1 + c^2 (1 - exp(-x d/(b c)))/d)`,
/// without cancellation where the weights are nearly equal. Arguments above 64 are cut there, which
/// changes nothing above 2^-92.
fn laplace_tail(t: f64, x: f64) -> f64 {
    let b = t.max(1.0 - t).min(1.0);
    let c = 1.0 - b;
    let d = b - c;
    let beyond = 1.0 - one_minus_exp((x / b).min(64.0));
    let more = if d > 0.0 {
        c * c * one_minus_exp((x * d / (b * c)).min(64.0)) / d
    } else {
        x
    };
    beyond * (1.0 + more)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::cast_possible_truncation)]
    use super::*;

    fn law(micro: u64, steps: u64) -> WeightedDifference {
        WeightedDifference::new(
            Epsilon::from_micro(micro).unwrap(),
            Sensitivity::new(steps).unwrap(),
        )
        .unwrap()
    }

    /// Returns `P(|(1-t) N1 - t N2| >= reach)` for each of these reaches, which ascend, by adding
    /// up every point. O(points log reaches).
    fn enumerated(s: f64, t: f64, reaches: &[f64]) -> Vec<f64> {
        let a = (-s).exp();
        let most = (36.0 / s).ceil() as i64 + 1;
        let mass: Vec<f64> = (0..=most)
            .map(|n| (1.0 - a) / (1.0 + a) * a.powf(n as f64))
            .collect();
        let of = |n: i64| mass[usize::try_from(n.abs()).unwrap()];
        // By the number of reaches that the points are at or beyond.
        let mut shares = vec![0.0; reaches.len() + 1];
        for n1 in -most..=most {
            for n2 in -most..=most {
                let size = ((1.0 - t) * n1 as f64 - t * n2 as f64).abs();
                let attained = reaches.partition_point(|reach| *reach <= size);
                shares[attained] += of(n1) * of(n2);
            }
        }
        let mut tail = 0.0;
        let tails = shares.iter().skip(1).rev().map(|share| {
            tail += share;
            tail
        });
        let mut tails: Vec<f64> = tails.collect();
        tails.reverse();
        tails
    }

    const SHARES: [f64; 9] = [0.0, 0.013, 0.2, 1.0 / 3.0, 0.499, 0.5, 0.61, 0.93, 1.0];

    #[test]
    fn the_sum_is_the_tail_where_the_lattice_is_coarse() {
        for (micro, steps) in [
            (8_000_000, 2),
            (1_000_000, 1),
            (700_000, 3),
            (20_000_000, 1),
        ] {
            let law = law(micro, steps);
            for t in SHARES {
                // Off the lattice of every t above, so that the gap decides nothing.
                let reaches: Vec<f64> = (1..60)
                    .map(|tenths| f64::from(tenths) * 0.2 / law.s + 0.000_37)
                    .collect();
                let truths = enumerated(law.s, t, &reaches);
                for (reach, truth) in reaches.into_iter().zip(truths) {
                    let bound = law.summed([t, t], reach).unwrap();
                    assert!(
                        bound >= truth && bound <= truth + 1e-10,
                        "{micro} {steps} {t} {reach}: {bound} and {truth}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_point_at_the_reach_is_of_the_tail() {
        let law = law(1_000_000, 1);
        for (t, reach) in [(0.0, 3.0), (0.5, 1.5), (0.25, 0.75), (1.0, 2.0)] {
            let truth = enumerated(law.s, t, &[reach])[0];
            let bound = law.tail_bound([t, t], reach);
            assert!(bound >= truth && bound <= truth + 1e-10, "{t} {reach}");
        }
    }

    #[test]
    fn the_closed_form_is_above_the_tail_by_a_step_at_most() {
        for (micro, steps) in [(1_000_000, 10), (1_000_000, 40), (3_000_000, 1)] {
            let law = law(micro, steps);
            for t in SHARES {
                let reaches: Vec<f64> = (1..40)
                    .map(|quarters| f64::from(quarters) / 4.0 / law.s)
                    .collect();
                let truths = enumerated(law.s, t, &reaches);
                let a_step_less: Vec<f64> = reaches.iter().map(|reach| reach - 1.0).collect();
                let before = enumerated(law.s, t, &a_step_less);
                for ((reach, truth), before) in reaches.into_iter().zip(truths).zip(before) {
                    let bound = law.closed([t, t], reach);
                    assert!(bound >= truth, "{micro} {steps} {t} {reach}");
                    // cosh(s/2) is what B takes away.
                    let before = before * (law.s / 2.0).cosh().powi(2);
                    assert!(bound <= before + 1e-9, "{micro} {steps} {t} {reach}");
                }
            }
        }
    }

    #[test]
    fn a_range_is_bounded_by_more_than_each_of_its_points() {
        for (micro, steps) in [(2_000_000, 1), (1_000_000, 6), (1_000_000, 100)] {
            let law = law(micro, steps);
            for [first, last] in [[0.0, 0.1], [0.3, 0.5], [0.45, 0.6], [0.8, 1.0], [0.2, 0.9]] {
                for eighths in 1..24 {
                    let reach = f64::from(eighths) / 4.0 / law.s;
                    let bound = law.tail_bound([first, last], reach);
                    for part in 0..=8 {
                        let t = first + (last - first) * f64::from(part) / 8.0;
                        assert!(
                            bound + 1e-10 >= law.tail_bound([t, t], reach),
                            "{t} {reach}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn bounds_that_reject_go_on_to_with_more_epsilon() {
        let mut rejected = 0;
        for steps in [1, 2, 7, 40, 65, 1000] {
            for t in SHARES {
                for tenths in 1..40 {
                    let reach = f64::from(tenths) * 0.1 * steps as f64 + 0.25;
                    let mut before = 1.0;
                    for micro in (400_000..6_000_000).step_by(200_000) {
                        let now = law(micro, steps).tail_bound([t, (t + 0.01).min(1.0)], reach);
                        if before <= 0.05 {
                            rejected += 1;
                            assert!(now <= before + 2e-11, "{steps} {t} {reach} {micro}");
                        }
                        before = now;
                    }
                }
            }
        }
        assert!(rejected > 10_000, "{rejected}");
    }

    #[test]
    fn extreme_scales_and_reaches_have_bounds() {
        for law in [
            law(1, 1_000_000_000),
            law(1 << 40, 1),
            law(1_000_000, 1 << 40),
        ] {
            for t in SHARES {
                let mut before = 1.0;
                for reach in [-1.0, 0.0, 0.3, 1.0, 1e3, 1e9, 1e15, 1e18] {
                    let bound = law.tail_bound([t, t], reach);
                    assert!((0.0..=before).contains(&bound), "{t} {reach}: {bound}");
                    before = bound;
                }
            }
        }
        // Without noise nothing is beyond the first step.
        assert!(law(1 << 40, 1).tail_bound([0.3, 0.3], 0.3) < 1e-10);
        assert_eq!(law(1 << 40, 1).tail_bound([0.3, 0.3], 0.0), 1.0);
    }
}
