//! The chi-square law, for tests of noise against its law.

/// The chi-square law with a number of degrees of freedom: that of Pearson's statistic
/// `sum of (observed - expected)^2/expected` over the cells of a sample.
///
/// It is what a test of noise against a law of this module ends with. The values are
/// approximations in `f64`.
///
/// ```
/// use gradual_release::distribution::{ChiSquare, DiscreteLaplace};
/// use gradual_release::{Epsilon, Path, Seed, Sensitivity};
///
/// let (level, sensitivity) = ("1".parse::<Epsilon>()?, Sensitivity::new(1)?);
/// let path = Path::without_top(sensitivity, Seed::from_bytes([4; 32]));
/// let noise = path.read(0..10_000, level)?;
/// let law = DiscreteLaplace::new(level, sensitivity)?;
/// // The cells -2, -1, 0, 1, 2, and one for everything else.
/// let mut expected: Vec<f64> = (-2..=2).map(|n| 10_000.0 * law.pmf(n)).collect();
/// expected.push(10_000.0 - expected.iter().sum::<f64>());
/// let mut observed = [0.0; 6];
/// for n in noise {
///     observed[usize::try_from(n + 2).map_or(5, |cell| cell.min(5))] += 1.0;
/// }
/// let cells = observed.iter().zip(&expected);
/// let statistic: f64 = cells.map(|(o, e)| (o - e).powi(2) / e).sum();
/// // The probability of a statistic as large as this, if the law is right.
/// assert!(ChiSquare::new(5).tail(statistic) > 0.001);
/// # Ok::<(), gradual_release::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChiSquare {
    freedom: u32,
}

impl ChiSquare {
    /// Returns the law with `freedom` degrees of freedom.
    #[must_use]
    pub const fn new(freedom: u32) -> ChiSquare {
        ChiSquare { freedom }
    }

    /// Returns P(X > x), good to about 12 digits for up to some hundred degrees of freedom; 1 if x
    /// is not positive, and 1 without degrees of freedom, where nothing is tested.
    ///
    /// It is the regularised upper incomplete gamma function Q(freedom/2, x/2), by its power series
    /// below the mean and its continued fraction (Lentz) above it (Abramowitz and Stegun 6.5.29 and
    /// 6.5.31).
    #[must_use]
    pub fn tail(&self, x: f64) -> f64 {
        let (a, x) = (f64::from(self.freedom) / 2.0, x / 2.0);
        if x <= 0.0 || self.freedom == 0 {
            return 1.0;
        }
        let scale = (a * x.ln() - x - ln_gamma_of_half(self.freedom)).exp();
        if x < a + 1.0 {
            let (mut term, mut sum, mut n) = (1.0 / a, 1.0 / a, a);
            while term > sum * 1e-17 {
                n += 1.0;
                term *= x / n;
                sum += term;
            }
            return 1.0 - sum * scale;
        }
        let mut b = x + 1.0 - a;
        let mut c = f64::MAX;
        let mut d = 1.0 / b;
        let mut fraction = d;
        for i in 1..10_000 {
            let i = f64::from(i);
            let numerator = -i * (i - a);
            b += 2.0;
            d = 1.0 / (numerator * d + b);
            c = b + numerator / c;
            fraction *= d * c;
            if (d * c - 1.0).abs() < 1e-15 {
                break;
            }
        }
        fraction * scale
    }
}

/// Returns ln Gamma(n/2), by the recursion from Gamma(1) = 1 and Gamma(1/2) = sqrt(pi).
fn ln_gamma_of_half(n: u32) -> f64 {
    let (mut at, mut value) = if n.is_multiple_of(2) {
        (1.0, 0.0)
    } else {
        (0.5, std::f64::consts::PI.ln() / 2.0)
    };
    while at + 0.5 < f64::from(n) / 2.0 {
        value += f64::ln(at);
        at += 1.0;
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_in_known_cases() {
        // From the closed forms: erfc and a finite sum for odd degrees, a finite sum for even ones.
        for (freedom, x, expected) in [
            (1, 3.841_458_820_694_124, 0.05),
            (1, 25.0, 5.733_031_437_583_873e-7),
            (2, 13.815_510_557_964_274, 0.001),
            (5, 11.070_497_693_516_351, 0.05),
            (5, 40.0, 1.493_367_900_050_395_2e-7),
            (7, 0.5, 0.999_446_481_390_425),
            (10, 18.307_038_053_275_146, 0.05),
            (10, 60.0, 3.624_300_952_061_488_2e-9),
            (16, 5.0, 0.995_753_304_510_655_6),
            (16, 80.0, 1.664_009_544_429_647_1e-10),
        ] {
            let found = ChiSquare::new(freedom).tail(x);
            assert!(
                (found / expected - 1.0).abs() < 1e-10,
                "{freedom} {x}: {found} for {expected}"
            );
        }
        let three = ChiSquare::new(3);
        assert_eq!((three.tail(0.0), three.tail(-1.0)), (1.0, 1.0));
        assert!(three.tail(1e4) < 1e-300);
        assert_eq!(ChiSquare::new(0).tail(5.0), 1.0);
    }

    #[test]
    fn the_chi_square_tail_is_that_of_the_tables() {
        // NIST/SEMATECH e-Handbook, section 1.3.6.7.4: upper critical values.
        for (x, freedom, tail) in [
            (3.841, 1, 0.05),
            (5.991, 2, 0.05),
            (18.307, 10, 0.05),
            (6.635, 1, 0.01),
            (23.209, 10, 0.01),
            (135.807, 100, 0.01),
            (149.449, 100, 0.001),
            (77.929, 100, 0.95),
        ] {
            let computed = ChiSquare::new(freedom).tail(x);
            assert!(
                (computed / tail - 1.0).abs() < 2e-3,
                "{x} {freedom}: {computed}"
            );
        }
        // Two degrees of freedom: exp(-x/2), far out as well.
        for x in [0.1, 1.0, 10.0, 100.0] {
            let computed = ChiSquare::new(2).tail(x);
            assert!(
                (computed / (-x / 2.0_f64).exp() - 1.0).abs() < 1e-10,
                "{x}: {computed}"
            );
        }
    }
}
