//! The law of the noise of a share: of a part less a share of the whole.

use super::LaplaceSum;
use crate::params::{Epsilon, Error, Sensitivity};

/// The law of `W = (1 - r) A - r B`, where A is the sum of the noises of some bins and B that of
/// the others: the noise of `part - r whole`. It decides which shares r, and which quantiles, fit
/// the released numbers (Fieller 1954).
///
/// Half-widths are upper bounds, certified: the laws of A and B are tables of [`LaplaceSum`], read
/// outwards. With `A in (x, x + h]`, `P(W > t)` is at most `P(r B < (1 - r)(x + h) - t)`, and the
/// steps h of a table are 1 or at most 1/400 of its standard deviation. So they exceed the exact
/// ones by at most 1/200 of the standard deviation of W and one step.
///
/// # Cost
/// The tables take below 20 000 tails of [`LaplaceSum`]; a half-width some 300 000 additions.
#[derive(Clone, Debug)]
pub struct LaplaceContrast {
    part: Table,
    rest: Table,
}

/// The upper tails of a sum at multiples of a step.
#[derive(Clone, Debug)]
struct Table {
    /// In lattice steps.
    step: f64,
    /// At least `P(S > j step)` for each j from 0. Beyond the last one it is 0 but for the slack.
    tails: Vec<f64>,
    deviation: f64,
}

/// Steps in a standard deviation.
const FINE: f64 = 400.0;
/// Error of a tail of W, with room: three tails of [`LaplaceSum`].
const SLACK: f64 = 1.0 / (1_u64 << 26) as f64;

impl Table {
    fn new(law: &LaplaceSum) -> Self {
        let deviation = law.deviation();
        let step = (deviation / FINE).floor().max(1.0);
        let mut tails = Vec::new();
        let most = law.most();
        let mut at = 0.0;
        while law.number() > 0 && at <= most {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            tails.push(law.tail_bound(at as u64) / 2.0);
            at += step;
        }
        Self {
            step,
            tails,
            deviation,
        }
    }

    /// Returns at least `P(S > j step)`.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    fn above(&self, j: f64) -> f64 {
        if j < 0.0 {
            // P(S > -m) = 1 - P(S >= m), and P(S >= m) is P(S > m - 1) or more than P(S > m).
            let at = if self.step == 1.0 { -j - 1.0 } else { -j };
            return 1.0 - self.tails.get(at as usize).copied().unwrap_or(0.0);
        }
        self.tails.get(j as usize).copied().unwrap_or(0.0)
    }

    /// Returns at least `P(S < x)`, which is `P(S > -x)`.
    fn below(&self, x: f64) -> f64 {
        self.above((-x / self.step).floor())
    }
}

impl LaplaceContrast {
    /// Returns the law at level `epsilon`, for a part of so many bins and for the rest.
    ///
    /// # Errors
    /// [`Error::ScaleTooLarge`] if D/ε is 2^50 or more.
    pub fn new(
        epsilon: Epsilon,
        sensitivity: Sensitivity,
        [part, rest]: [u64; 2],
    ) -> Result<LaplaceContrast, Error> {
        let table = |number| Ok(Table::new(&LaplaceSum::new(epsilon, sensitivity, number)?));
        Ok(LaplaceContrast {
            part: table(part)?,
            rest: table(rest)?,
        })
    }

    /// Returns, in lattice steps, a t for which `P(|W| > t) <= miss` is certain, near the smallest
    /// one. `share` is r, from 0 to 1; `miss` is from 2^-20 to 1.
    #[must_use]
    pub fn half_width(&self, share: f64, miss: f64) -> f64 {
        let of_part = (1.0 - share) * self.part.deviation;
        let of_rest = share * self.rest.deviation;
        let deviation = of_part.hypot(of_rest);
        if deviation == 0.0 {
            return 0.0;
        }
        // The tail falls with t.
        let unit = deviation / 1000.0;
        let (mut low, mut enough) = (0, 4000);
        while self.tail(share, f64::from(enough) * unit) > miss && enough < 1 << 20 {
            enough *= 2;
        }
        while low < enough {
            let middle = low + (enough - low) / 2;
            if self.tail(share, f64::from(middle) * unit) <= miss {
                enough = middle;
            } else {
                low = middle + 1;
            }
        }
        f64::from(enough) * unit
    }

    /// Returns at least `P(|W| > t)`.
    fn tail(&self, share: f64, t: f64) -> f64 {
        let Table { step, tails, .. } = &self.part;
        // P(r B < x), for (1 - r) A = x + t.
        let rest = |x: f64| match (self.rest.tails.is_empty() || share == 0.0, x > 0.0) {
            (true, true) => 1.0,
            (true, false) => 0.0,
            (false, _) => self.rest.below(x / share),
        };
        let weight = 1.0 - share;
        if tails.is_empty() || weight == 0.0 {
            return (2.0 * rest(-t) + SLACK).min(1.0);
        }
        #[allow(clippy::cast_possible_wrap)]
        let reach = tails.len() as i64;
        let mut sum = 0.0;
        let mut before = 1.0;
        for j in -reach..=reach {
            // A in ((j - 1) step, j step]
            let above = self.part.above(j as f64).min(before);
            let mass = before - above;
            if mass > 0.0 {
                sum += mass * rest(weight * j as f64 * step - t);
            }
            before = above;
        }
        (2.0 * (sum + before) + SLACK).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn contrast(micro_epsilon: u64, bins: [u64; 2]) -> LaplaceContrast {
        let epsilon = Epsilon::from_micro(micro_epsilon).unwrap();
        LaplaceContrast::new(epsilon, Sensitivity::new(1).unwrap(), bins).unwrap()
    }

    /// The smallest t of the grid of W with P(|W| > t) <= 0.05, by summation over both numbers.
    fn exact(micro_epsilon: u64, [part, rest]: [u64; 2], share: f64) -> f64 {
        let epsilon = Epsilon::from_micro(micro_epsilon).unwrap();
        let masses = |number| -> Vec<(f64, f64)> {
            let law = LaplaceSum::new(epsilon, Sensitivity::new(1).unwrap(), number).unwrap();
            let tail = |k: u64| if number == 0 { 0.0 } else { law.tail_bound(k) };
            (-150_i32..=150)
                .map(|k| {
                    let size = u64::from(k.unsigned_abs());
                    let mass = match size {
                        0 => 1.0 - tail(0),
                        _ => (tail(size - 1) - tail(size)) / 2.0,
                    };
                    (f64::from(k), mass)
                })
                .collect()
        };
        let rest = masses(rest);
        let mut law: Vec<(f64, f64)> = Vec::new();
        for (a, p) in masses(part) {
            law.extend(
                rest.iter()
                    .map(|(b, q)| ((1.0 - share) * a - share * b, p * q)),
            );
        }
        law.sort_by(|one, other| other.0.abs().total_cmp(&one.0.abs()));
        let mut tail = 0.0;
        for (value, mass) in law {
            tail += mass;
            if tail > 0.05 {
                return value.abs();
            }
        }
        0.0
    }

    #[test]
    fn half_widths_are_at_least_the_exact_ones_and_near_them() {
        for bins in [[1, 1], [1, 5], [3, 2], [12, 12], [20, 1], [0, 4], [4, 0]] {
            for share in [0.5, 0.25, 0.9, 0.031] {
                let law = contrast(1_000_000, bins);
                let (bound, exact) = (law.half_width(share, 0.05), exact(1_000_000, bins, share));
                let deviation =
                    ((1.0 - share) * law.part.deviation).hypot(share * law.rest.deviation);
                assert!(bound >= exact - 1e-9, "{bins:?} {share}: {bound} {exact}");
                assert!(
                    bound <= exact + 0.01 * deviation + 0.02,
                    "{bins:?} {share}: {bound} {exact}"
                );
            }
        }
    }

    #[test]
    fn half_widths_of_many_bins_are_nearly_normal() {
        for micro in [10, 1_000_000] {
            let law = contrast(micro, [3000, 1000]);
            let deviation = (0.25 * law.part.deviation).hypot(0.75 * law.rest.deviation);
            // The noise is a multiple of 1/4 step, and half of that is 1/450 of its deviation.
            let ratio = law.half_width(0.75, 0.05) / deviation;
            assert!((1.955..1.975).contains(&ratio), "{ratio}");
        }
    }
}
