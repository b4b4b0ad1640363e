//! Exact fractions, for showing numbers: the one rational type of the workspace.

use std::cmp::Ordering;

use num_bigint::BigInt;
use poundwise_documents::units::Decimal;

/// The most decimals ever shown.
const MAX_PLACES: u32 = 40;

/// The direction in which the last shown digit is rounded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rounding {
    /// To the nearest, halves up.
    Nearest,
    /// Down, for lower ends of intervals.
    Down,
    /// Up, for upper ends and half-widths: a claim of accuracy is never better than the truth.
    Up,
}

/// `numerator / denominator`, the denominator above 0; not in lowest form.
#[derive(Clone)]
pub struct Ratio {
    numerator: BigInt,
    denominator: BigInt,
}

impl From<&Decimal> for Ratio {
    fn from(decimal: &Decimal) -> Self {
        Self {
            numerator: decimal.mantissa().into(),
            denominator: BigInt::from(10).pow(decimal.scale()),
        }
    }
}

/// The longest decimal that [`Ratio::parse`] reads: all that is ever shown, and more than anybody
/// types.
const MAX_TYPED: usize = 80;

impl Ratio {
    /// Digits with at most one point and no sign: `0.5`, `12`, `.5`.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = [whole, fraction].concat();
        let plain = digits.bytes().all(|b| b.is_ascii_digit());
        if !plain || text.len() > MAX_TYPED {
            return None;
        }
        Some(Self {
            numerator: digits.parse().ok()?,
            denominator: BigInt::from(10).pow(u32::try_from(fraction.len()).ok()?),
        })
    }

    pub fn whole(value: impl Into<BigInt>) -> Self {
        Self {
            numerator: value.into(),
            denominator: BigInt::from(1),
        }
    }

    /// Returns a number within 2^-40 of a float below 2^80 in size.
    pub fn near(value: f64) -> Self {
        const SCALE: f64 = (1_u64 << 40) as f64;
        #[allow(clippy::cast_possible_truncation)]
        let scaled = (value * SCALE).round() as i128;
        Self {
            numerator: scaled.into(),
            denominator: BigInt::from(1_u64 << 40),
        }
    }

    /// Returns the value of one unit of the last decimal place: 10^-places.
    pub fn last_place(places: u32) -> Self {
        Self {
            numerator: BigInt::from(1),
            denominator: BigInt::from(10).pow(places),
        }
    }

    pub fn plus(&self, other: &Self) -> Self {
        Self {
            numerator: &self.numerator * &other.denominator + &other.numerator * &self.denominator,
            denominator: &self.denominator * &other.denominator,
        }
    }

    pub fn minus(&self, other: &Self) -> Self {
        self.plus(&other.times(&Self::whole(-1)))
    }

    pub fn times(&self, other: &Self) -> Self {
        Self {
            numerator: &self.numerator * &other.numerator,
            denominator: &self.denominator * &other.denominator,
        }
    }

    /// Returns `self / other`; `None` unless `other` is above 0.
    pub fn over(&self, other: &Self) -> Option<Self> {
        (other.numerator > BigInt::ZERO).then(|| Self {
            numerator: &self.numerator * &other.denominator,
            denominator: &self.denominator * &other.numerator,
        })
    }

    pub fn half(&self) -> Self {
        Self {
            numerator: self.numerator.clone(),
            denominator: &self.denominator * 2,
        }
    }

    /// Returns the smallest integer that is not below.
    pub fn ceil(&self) -> Self {
        Self::whole(ceil(&self.numerator, &self.denominator))
    }

    pub fn min(self, other: Self) -> Self {
        if other.compare(&self).is_lt() {
            other
        } else {
            self
        }
    }

    pub fn max(self, other: Self) -> Self {
        if other.compare(&self).is_gt() {
            other
        } else {
            self
        }
    }

    pub fn compare(&self, other: &Self) -> Ordering {
        (&self.numerator * &other.denominator).cmp(&(&other.numerator * &self.denominator))
    }

    /// Returns the nearest `f64`, or one within 10^-18 of it.
    pub fn nearest(&self) -> f64 {
        let text = self.text(18, Rounding::Nearest);
        text.parse().unwrap_or(f64::NAN)
    }

    /// Returns the fewest decimals that show at least three digits of it.
    pub fn places(&self) -> u32 {
        let hundred = Self::whole(100);
        (0..18)
            .find(|places| {
                let shifted = self.times(&Self::whole(BigInt::from(10).pow(*places)));
                shifted.compare(&hundred).is_ge()
            })
            .unwrap_or(18)
    }

    /// Returns the number with at most `places` decimals, trailing zeros left out.
    pub fn text(&self, places: u32, rounding: Rounding) -> String {
        shifted(&self.digits(places, rounding), places)
    }

    /// Returns the number that [`text`](Self::text) shows.
    pub fn rounded(&self, places: u32, rounding: Rounding) -> Self {
        Self {
            numerator: self.digits(places, rounding),
            denominator: BigInt::from(10).pow(places),
        }
    }

    /// Returns the number in units of its last place.
    fn digits(&self, places: u32, rounding: Rounding) -> BigInt {
        let scaled = &self.numerator * BigInt::from(10).pow(places);
        match rounding {
            Rounding::Down => floor(&scaled, &self.denominator),
            Rounding::Up => ceil(&scaled, &self.denominator),
            Rounding::Nearest => floor(&(scaled * 2 + &self.denominator), &(&self.denominator * 2)),
        }
    }

    /// Returns all of its decimals, if 40 are enough.
    pub fn exact(&self) -> String {
        let places = (0..=MAX_PLACES)
            .find(|places| {
                let scaled = &self.numerator * BigInt::from(10).pow(*places);
                scaled % &self.denominator == BigInt::ZERO
            })
            .unwrap_or(MAX_PLACES);
        self.text(places, Rounding::Nearest)
    }
}

/// Returns the quotient rounded down, for a denominator above 0.
fn floor(numerator: &BigInt, denominator: &BigInt) -> BigInt {
    let quotient = numerator / denominator;
    if &quotient * denominator > *numerator {
        quotient - 1
    } else {
        quotient
    }
}

fn ceil(numerator: &BigInt, denominator: &BigInt) -> BigInt {
    -floor(&-numerator, denominator)
}

/// Returns `digits / 10^places`.
fn shifted(digits: &BigInt, places: u32) -> String {
    let places = places as usize;
    let sign = if *digits < BigInt::ZERO { "-" } else { "" };
    let padded = format!(
        "{:0>width$}",
        digits.magnitude().to_string(),
        width = places + 1
    );
    let (whole, fraction) = padded.split_at(padded.len() - places);
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{fraction}"),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn ratio(a: i64, b: i64) -> Ratio {
        Ratio::whole(a).over(&Ratio::whole(b)).unwrap()
    }

    #[test]
    fn shown_numbers_round_the_right_way() {
        for (a, b, places, nearest, up) in [
            (1, 3, 2, "0.33", "0.34"),
            (-1, 3, 2, "-0.33", "-0.33"),
            (2, 3, 0, "1", "1"),
            (5, 2, 0, "3", "3"),
            (-5, 2, 0, "-2", "-2"),
            (1, 1000, 2, "0", "0.01"),
            (-1, 1000, 2, "0", "0"),
            (1200, 1, 3, "1200", "1200"),
        ] {
            assert_eq!(
                ratio(a, b).text(places, Rounding::Nearest),
                nearest,
                "{a}/{b}"
            );
            assert_eq!(ratio(a, b).text(places, Rounding::Up), up, "{a}/{b}");
            let down = ratio(-a, b).text(places, Rounding::Down);
            assert_eq!(down.trim_start_matches('-'), up.trim_start_matches('-'));
            let rounded = ratio(a, b).rounded(places, Rounding::Up);
            assert_eq!(rounded.exact(), up, "{a}/{b}");
        }
        assert_eq!(ratio(-25, 200).exact(), "-0.125");
        assert_eq!(ratio(-1, 8).nearest(), -0.125);
        assert_eq!(ratio(1, 3).nearest(), 1.0 / 3.0);
        assert_eq!(ratio(412_345, 1000).places(), 0);
        assert_eq!(ratio(4, 1000).places(), 5);
    }

    #[test]
    fn typed_decimals_are_read_exactly_or_not_at_all() {
        for (text, numerator, denominator) in [
            ("0.5", 1, 2),
            (".5", 1, 2),
            ("12.", 12, 1),
            ("007.250", 29, 4),
            ("0", 0, 1),
        ] {
            let read = Ratio::parse(text).unwrap();
            assert!(
                read.compare(&ratio(numerator, denominator)).is_eq(),
                "{text}"
            );
        }
        for text in ["", ".", "-1", "+1", "1e3", "1,5", "1.2.3", "½", "٣", "nan"] {
            assert!(Ratio::parse(text).is_none(), "{text}");
        }
        assert!(Ratio::parse(&"9".repeat(81)).is_none());
        assert!(Ratio::parse(&"9".repeat(80)).is_some());
    }

    #[test]
    fn order_and_arithmetic() {
        assert_eq!(
            ratio(1, 2).plus(&ratio(1, 3)).minus(&ratio(1, 6)).exact(),
            "0.6666666666666666666666666666666666666667"
        );
        assert_eq!(ratio(7, 2).ceil().exact(), "4");
        assert_eq!(ratio(-7, 2).ceil().exact(), "-3");
        assert_eq!(ratio(1, 3).min(ratio(1, 4)).half().exact(), "0.125");
        assert_eq!(ratio(1, 5).max(ratio(1, 4)).exact(), "0.25");
        assert!(ratio(1, 5).over(&Ratio::whole(0)).is_none());
        assert!(ratio(1, 5).over(&Ratio::whole(-1)).is_none());
    }
}
