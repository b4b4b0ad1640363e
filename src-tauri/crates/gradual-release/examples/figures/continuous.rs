//! The continuous process of Koufogiannis, Han and Pappas in floating point, for figures only.
//! **It must never release data.**
//!
//! Floats leak: which of them can come out depends on the value that the noise is added to, and
//! their low bits tell it (Mironov 2012). What is here shows the limit of the exact path on a fine
//! lattice, with sensitivity 1 and ε as a float.

use rand_chacha::rand_core::Rng;

/// A number in (0, 1), to 53 bits.
fn uniform<R: Rng + ?Sized>(rng: &mut R) -> f64 {
    ((rng.next_u64() >> 11) as f64 + 0.5) / 2_f64.powi(53)
}

/// An exponential number of this rate.
fn exponential<R: Rng + ?Sized>(rate: f64, rng: &mut R) -> f64 {
    -uniform(rng).ln() / rate
}

fn either_sign<R: Rng + ?Sized>(size: f64, rng: &mut R) -> f64 {
    if rng.next_u64() >> 63 == 1 {
        -size
    } else {
        size
    }
}

/// Laplace noise of scale 1/epsilon.
pub(crate) fn laplace<R: Rng + ?Sized>(epsilon: f64, rng: &mut R) -> f64 {
    let size = exponential(epsilon, rng);
    either_sign(size, rng)
}

/// The law of the noise at `high`, given that it is `n1` at `low`: an atom at n1 and a density
/// elsewhere (Koufogiannis, Han and Pappas, theorem 1).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditional {
    n1: f64,
    low: f64,
    high: f64,
}

impl Conditional {
    /// For `0 < low < high`.
    #[must_use]
    pub(crate) fn new(n1: f64, low: f64, high: f64) -> Conditional {
        Conditional { n1, low, high }
    }

    /// The density at `n2`, away from the atom: `(high^2 - low^2)/(2 high) exp(-low |n1 - n2| -
    /// high |n2| + low |n1|)`.
    #[must_use]
    pub(crate) fn density(&self, n2: f64) -> f64 {
        let factor = (self.high * self.high - self.low * self.low) / (2.0 * self.high);
        let exponent = self.low * (self.n1.abs() - (self.n1 - n2).abs()) - self.high * n2.abs();
        factor * exponent.exp()
    }
}

/// A realisation of the lazy process from `top` down to `bottom`: `(epsilon, noise)` says that the
/// noise is `noise` from this epsilon down to that of the next step.
///
/// The limit of the exact path: jumps at `s_j = s_(j-1) sqrt(U_j)`, of Laplace law at their own
/// rate.
pub(crate) fn staircase<R: Rng + ?Sized>(top: f64, bottom: f64, rng: &mut R) -> Vec<(f64, f64)> {
    let mut noise = laplace(top, rng);
    let mut steps = vec![(top, noise)];
    let mut rate = top;
    loop {
        rate *= uniform(rng).sqrt();
        if rate <= bottom {
            return steps;
        }
        noise += laplace(rate, rng);
        steps.push((rate, noise));
    }
}

#[cfg(test)]
mod tests {
    #![allow(
        clippy::unwrap_used,
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss
    )]
    use gradual_release::distribution::Relaxed;
    use gradual_release::{Epsilon, Sensitivity};
    use rand_chacha::ChaCha20Rng;
    use rand_chacha::rand_core::SeedableRng;

    use super::*;

    /// The continuous law is the limit of the exact one: at a lattice step of a millionth they
    /// agree to about that.
    #[test]
    fn the_density_is_the_limit_of_the_exact_law() {
        let steps = Sensitivity::new(1_000_000).unwrap();
        for (n1, low, high) in [(0.7, 0.5, 2.0), (-1.3, 1.0, 1.5), (0.0, 0.2, 4.0)] {
            let epsilon = |e: f64| Epsilon::from_micro((e * 1e6).round() as u64);
            let at = |x: f64| (x * 1e6).round() as i64;
            let exact = Relaxed::new(at(n1), epsilon(low).unwrap(), epsilon(high).unwrap(), steps);
            let exact = exact.unwrap();
            let law = Conditional::new(n1, low, high);
            // The probability that nothing changes.
            let atom = low / high * (-(high - low) * f64::abs(n1)).exp();
            assert!((exact.pmf(at(n1)) - atom).abs() < 1e-5);
            for n2 in [-2.0, -0.4, 0.1, 0.5, 1.1, 3.0] {
                let density = exact.pmf(at(n2)) * 1e6;
                assert!((density / law.density(n2) - 1.0).abs() < 1e-5, "{n1} {n2}");
            }
        }
    }

    #[test]
    fn a_staircase_has_the_variance_of_its_level() {
        let mut rng = ChaCha20Rng::from_seed([8; 32]);
        let count = 40_000;
        let (mut square, mut jumps) = (0.0, 0);
        for _ in 0..count {
            let steps = staircase(4.0, 0.5, &mut rng);
            assert!(steps.is_sorted_by(|a, b| a.0 > b.0));
            square += steps[steps.len() - 1].1.powi(2);
            jumps += steps.len() - 1;
        }
        // Variance 2/0.5^2 = 8, known to sqrt(5/40000) = 1.1%; 2 ln 8 jumps on average, known to
        // 0.25%.
        assert!((square / f64::from(count) / 8.0 - 1.0).abs() < 0.06);
        assert!((jumps as f64 / f64::from(count) / (2.0 * 8_f64.ln()) - 1.0).abs() < 0.015);
    }
}
