//! The tail of the chi-square law.

/// P(X > x) for a chi-square of `freedom` degrees of freedom: the regularised upper incomplete gamma function
/// Q(freedom/2, x/2), by its power series below the mean and its continued fraction (Lentz) above it (Abramowitz and
/// Stegun 6.5.29, 6.5.31). Good to about 12 digits for up to some hundred degrees of freedom.
pub(super) fn tail(x: f64, freedom: u32) -> f64 {
    let (a, x) = (f64::from(freedom) / 2.0, x / 2.0);
    if x <= 0.0 || freedom == 0 {
        return 1.0;
    }
    let scale = (a * x.ln() - x - ln_gamma_of_half(freedom)).exp();
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

/// ln Gamma(n/2), by the recursion from Gamma(1) = 1 and Gamma(1/2) = sqrt(pi).
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
    fn nothing_that_deviates_is_no_evidence() {
        // Rounding makes a statistic that is 0 a little less.
        for (x, freedom) in [(0.0, 3), (-1e-12, 3), (1.0, 0), (9.0, 0)] {
            assert!(
                (tail(x, freedom) - 1.0).abs() < f64::EPSILON,
                "{x} {freedom}"
            );
        }
    }

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
            let found = tail(x, freedom);
            assert!(
                (found / expected - 1.0).abs() < 1e-10,
                "{freedom} {x}: {found} for {expected}"
            );
        }
        assert_eq!((tail(0.0, 3), tail(-1.0, 3)), (1.0, 1.0));
        assert!(tail(1e4, 3) < 1e-300);
    }
}
