//! The law of a sum of noises of one level, as a range of bins has it.

use crate::params::{Epsilon, Error, Rate, Sensitivity};

/// The law of `S = N1 + ... + Nn` for n independent noises of one level, in lattice steps.
///
/// Its tails are upper bounds, certified: to each float more than its error is added.
///
/// *One noise and two, in closed form.* With `a = exp(-s)` and `s = ε/D`, `P(|S| > k)` is
/// `2 a^(k+1)/(1 + a)` for one. For two, `P(S = k) = ((1-a)/(1+a))^2 a^k (k + (1+a^2)/(1-a^2))` for
/// `k >= 0`, whose sum is geometric.
///
/// *Several noises, by inversion of the characteristic function.* That of one noise is
/// `f(θ) = 1/(1 + sin(θ/2)^2/sinh(s/2)^2)`, so that of S is `f^n`. For every whole number M, the mean of
/// `f(θ)^n sin((k + 1/2) θ)/sin(θ/2)` over the M points `θ = 2 π j/M` is exactly the probability
/// that S is congruent to one of `-k..=k` modulo M (discrete Fourier transform). For `k <= M/2`
/// this exceeds `P(|S| <= k)` by at most `P(|S| >= M - k)`, hence by at most `P(|S| >= M/2)`. The
/// latter is bounded by Chernoff's inequality with
/// `E exp(u S) = (1 - sinh(u/2)^2/sinh(s/2)^2)^-n` for `|u| < s`. As f falls on `[0, π]` and
/// `sin(θ/2) >= θ/π` there, the points beyond the J-th add at most `f(θ_J)^n (1 + ln(M/(2 J)))`.
///
/// # Cost
/// A tail takes J steps: some 350 for three noises and below 50 from ten noises on, at every scale.
#[derive(Clone, Debug)]
pub struct LaplaceSum {
    s: f64,
    number: u64,
    /// The points of the inversion; none for one noise or two.
    points: Vec<Point>,
    /// The number of all points, M.
    all: f64,
}

/// A point of the inversion.
#[derive(Clone, Copy, Debug)]
struct Point {
    /// Its place θ.
    theta: f64,
    /// `2 f(θ)^n / (M sin(θ/2))`; half of it at `θ = π`, which has no twin.
    weight: f64,
}

/// What Chernoff's bound leaves beyond M/2, and what the points beyond the last one add.
const LEFT_OUT: f64 = 1.0 / (1_u64 << 34) as f64;
/// Bound of the error of a computed tail, with room. The places are exact to a few roundings, so
/// the sine of `(k + 1/2) θ <= J π/2` is exact to `J 2^-50`, and J is below 2^10. The mean of the
/// weights' sizes is below J/M for each step of k.
const SLACK: f64 = 1.0 / (1_u64 << 30) as f64;

impl LaplaceSum {
    /// Returns the law of the sum of `number` noises at level `epsilon`.
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`] if D/ε is 2^50 or more.
    pub fn new(
        epsilon: Epsilon,
        sensitivity: Sensitivity,
        number: u64,
    ) -> Result<LaplaceSum, Error> {
        let s = Rate::new(epsilon, sensitivity)?.to_f64();
        let mut law = LaplaceSum {
            s,
            number,
            points: Vec::new(),
            all: 0.0,
        };
        if number > 2 {
            law.all = 2.0 * law.most().ceil() + 2.0;
            law.points = law.points_of(law.all);
        }
        Ok(law)
    }

    /// Returns the number of noises.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the standard deviation, approximately.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        (self.number as f64 / 2.0).sqrt() / (self.s / 2.0).sinh()
    }

    /// Returns at least `P(|S| > k)`, by at most 2^-29 more than it is.
    #[must_use]
    pub fn tail_bound(&self, k: u64) -> f64 {
        let s = self.s;
        match self.number {
            0 => 0.0,
            1 => {
                let tail = 2.0 * (-s * (k as f64 + 1.0)).exp() / (1.0 + (-s).exp());
                (tail + SLACK).min(1.0)
            }
            2 => {
                let (beyond, a) = (k as f64 + 1.0, (-s).exp());
                let atom = (s / 2.0).tanh();
                let mean = 1.0 / s.tanh() + 1.0 / s.exp_m1();
                let tail = 2.0 * atom * atom * a.powf(beyond) * (beyond + mean) / -(-s).exp_m1();
                (tail + SLACK).min(1.0)
            }
            _ if 2.0 * k as f64 > self.all => LEFT_OUT,
            _ => (1.0 - self.inside(k as f64) + LEFT_OUT + SLACK).clamp(0.0, 1.0),
        }
    }

    /// Returns the smallest k for which `P(|S| > k) <= miss` is certain: the smallest for which it
    /// holds, unless the probability is within 2^-29 of `miss`. `miss` is at least 2^-20.
    #[must_use]
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    pub fn half_width(&self, miss: f64) -> u64 {
        if self.number == 0 {
            return 0;
        }
        let is_enough = |k: u64| self.tail_bound(k) <= miss;
        let mut enough = (2.0 * self.deviation()).ceil() as u64 + 4;
        while !is_enough(enough) {
            enough *= 2;
        }
        let mut low = 0;
        // The tail falls with k.
        while low < enough {
            let middle = low + (enough - low) / 2;
            if is_enough(middle) {
                enough = middle;
            } else {
                low = middle + 1;
            }
        }
        enough
    }

    /// Returns the mean of the transform over all points.
    fn inside(&self, k: f64) -> f64 {
        let sum = |sum: f64, point: &Point| sum + point.weight * ((k + 0.5) * point.theta).sin();
        // From the last point on: the small ones first.
        let rest = self.points.iter().rev().fold(0.0, sum);
        (2.0 * k + 1.0) / self.all + rest
    }

    /// Returns a T with `P(|S| >= T) <= LEFT_OUT`.
    fn most(&self) -> f64 {
        let number = self.number as f64;
        // E exp(u S) exp(-u T) on each side.
        let needed = |part: f64| {
            let u = self.s * part;
            let ratio = (u / 2.0).sinh() / (self.s / 2.0).sinh();
            let log_mean = -number * (-ratio * ratio).ln_1p();
            ((2.0 / LEFT_OUT).ln() + log_mean) / u
        };
        let parts = (1..80).map(|power| 0.98 * (-f64::from(power) / 5.0).exp2());
        1.001 * parts.map(needed).fold(f64::INFINITY, f64::min)
    }

    fn points_of(&self, all: f64) -> Vec<Point> {
        let number = self.number as f64;
        let sinh = (self.s / 2.0).sinh();
        let mut points = Vec::new();
        let mut place = 1.0;
        while 2.0 * place <= all {
            let theta = std::f64::consts::TAU * place / all;
            let sine = (theta / 2.0).sin();
            let ratio = sine / sinh;
            let transform = (-number * (ratio * ratio).ln_1p()).exp();
            let twins = if 2.0 * place < all { 2.0 } else { 1.0 };
            points.push(Point {
                theta,
                weight: twins * transform / (all * sine),
            });
            if transform * (1.0 + (all / (2.0 * place)).ln()) <= LEFT_OUT {
                break;
            }
            place += 1.0;
        }
        points
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn law(micro_epsilon: u64, sensitivity: u64, number: u64) -> LaplaceSum {
        let epsilon = Epsilon::from_micro(micro_epsilon).unwrap();
        let sensitivity = Sensitivity::new(sensitivity).unwrap();
        LaplaceSum::new(epsilon, sensitivity, number).unwrap()
    }

    /// P(|S| > k) for each k below 200, by convolution of the law of one noise.
    fn convolved(s: f64, number: u64) -> Vec<f64> {
        const REACH: usize = 1000;
        let a = (-s).exp();
        let one: Vec<f64> = (0..=2 * REACH)
            .map(|n| (1.0 - a) / (1.0 + a) * a.powf(n.abs_diff(REACH) as f64))
            .collect();
        let mut law = one.clone();
        for _ in 1..number {
            law = (0..=2 * REACH)
                .map(|n| {
                    let inner = (n + REACH).saturating_sub(2 * REACH)..=(n + REACH).min(2 * REACH);
                    inner.map(|m| law[m] * one[n + REACH - m]).sum()
                })
                .collect();
        }
        (0..200)
            .map(|k| 1.0 - law[REACH - k..=REACH + k].iter().sum::<f64>())
            .collect()
    }

    #[test]
    fn tails_are_those_of_the_convolved_law() {
        for (micro_epsilon, sensitivity) in [(1_000_000, 1), (500_000, 2), (3_000_000, 1)] {
            let s = micro_epsilon as f64 / 1e6 / sensitivity as f64;
            for number in [1, 2, 3, 5, 12, 24] {
                let (law, exact) = (
                    law(micro_epsilon, sensitivity, number),
                    convolved(s, number),
                );
                for (k, exact) in exact.iter().enumerate() {
                    let bound = law.tail_bound(k as u64);
                    let over = bound - exact;
                    assert!(
                        (-1e-12..4e-9).contains(&over),
                        "{s} {number} {k}: {bound} {exact}"
                    );
                }
            }
        }
    }

    #[test]
    fn half_widths_of_known_sums() {
        // At ε 1 and D 1, one bin has 3 and a range of 24 bins 13.
        assert_eq!(law(1_000_000, 1, 1).half_width(0.05), 3);
        assert_eq!(law(1_000_000, 1, 24).half_width(0.05), 13);
        assert_eq!(law(1_000_000, 1, 0).half_width(0.05), 0);
    }

    #[test]
    fn half_width_of_one_noise_is_that_of_its_law() {
        use crate::laplace::distribution::DiscreteLaplace;
        for (micro, sensitivity) in [(1, 1), (100, 7), (1_000_000, 1 << 20), (20_000_000, 3)] {
            let epsilon = Epsilon::from_micro(micro).unwrap();
            let one = DiscreteLaplace::new(epsilon, Sensitivity::new(sensitivity).unwrap());
            assert_eq!(
                law(micro, sensitivity, 1).half_width(0.05),
                one.unwrap().half_width_95()
            );
        }
    }

    #[test]
    fn long_sums_are_nearly_normal_at_every_scale() {
        for (micro, sensitivity) in [(1, 1), (1000, 1), (1_000_000, 1), (1_000_000, 1 << 30)] {
            for number in [2, 3, 10, 1000, 65_536, 1 << 20] {
                let law = law(micro, sensitivity, number);
                let ratio = (law.half_width(0.05) as f64 + 0.5) / law.deviation();
                // The excess kurtosis is 3/n for a wide law: two noises have 2.06, many 1.96.
                let off = ratio - 1.959_964;
                let room = 0.25 / number as f64 + 1.0 / law.deviation() + 1e-6;
                assert!(off.abs() < room, "{micro} {sensitivity} {number}: {ratio}");
                assert!(law.points.len() < 1 << 10, "{}", law.points.len());
            }
        }
    }
}
