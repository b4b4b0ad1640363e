//! The numbers in cells, exactly as written.

use std::cmp::Ordering;
use std::fmt;

use poundwise_documents::units::Decimal;

/// The most significant digits kept: twice such a number still fits an `i128`.
const MAX_DIGITS: u32 = 37;

/// `mantissa * 10^exponent`, in lowest form: no trailing zero in the mantissa, and 0 has exponent 0. So equal
/// numbers are equal bits, however they were written. No `Debug`: a cell's number is data.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Number {
    mantissa: i128,
    exponent: i32,
}

impl Number {
    fn lowest(mut mantissa: i128, mut exponent: i32) -> Self {
        if mantissa == 0 {
            exponent = 0;
        }
        while mantissa != 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            exponent += 1;
        }
        Self { mantissa, exponent }
    }

    /// An optional minus, digits without superfluous leading zeros, at most one point, at most one exponent:
    /// `12`, `-0.5`, `.5`, `1e5`. `None` for everything else, `007` and `+5` among them (those are identifiers), and
    /// for what has more than 37 significant digits.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (digits, power) = match unsigned.split_once(['e', 'E']) {
            Some((digits, power)) => (digits, exponent(power)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        if whole.len() > 1 && whole.starts_with('0') {
            return None;
        }
        let mut mantissa: i128 = 0;
        let mut kept = 0;
        // Zeros wait until a further digit shows that they are significant.
        let mut zeros = 0;
        for byte in whole.bytes().chain(fraction.bytes()) {
            match byte {
                b'0' if mantissa == 0 => {}
                b'0' => zeros += 1,
                b'1'..=b'9' => {
                    kept += zeros + 1;
                    if kept > MAX_DIGITS {
                        return None;
                    }
                    mantissa = mantissa * 10i128.pow(zeros + 1) + i128::from(byte - b'0');
                    zeros = 0;
                }
                _ => return None,
            }
        }
        let places = i32::try_from(fraction.len()).ok()?;
        let zeros = i32::try_from(zeros).ok()?;
        let exponent = power.checked_sub(places)?.checked_add(zeros)?;
        let signed = if negative { -mantissa } else { mantissa };
        Some(Self::lowest(signed, exponent))
    }

    pub(crate) fn from_integer(value: i64) -> Self {
        Self::lowest(i128::from(value), 0)
    }

    /// The number of `decimal`, or `None` if it has more than 37 digits.
    pub(crate) fn from_decimal(decimal: &Decimal) -> Option<Self> {
        if decimal.mantissa().unsigned_abs() >= 10u128.pow(MAX_DIGITS) {
            return None;
        }
        let scale = i32::try_from(decimal.scale()).ok()?;
        Some(Self::lowest(decimal.mantissa(), -scale))
    }

    /// `floor(2 * self * 10^scale)`, or the nearest of ±`i128::MAX` where that is beyond an `i128`.
    ///
    /// Twice, because rounding halves needs the half: with 2v exact to the floor, `floor(v/g + 1/2)` is exact for
    /// every g that is a multiple of 10^-scale (see `lattice`).
    pub(crate) fn floor_twice(&self, scale: u32) -> i128 {
        let twice = self.mantissa * 2;
        let shift = i64::from(self.exponent) + i64::from(scale);
        let power = u32::try_from(shift.unsigned_abs())
            .ok()
            .and_then(|n| 10i128.checked_pow(n));
        match (shift >= 0, power) {
            (true, Some(power)) => twice
                .checked_mul(power)
                .unwrap_or(i128::MAX * twice.signum()),
            (true, None) => i128::MAX * twice.signum(),
            (false, Some(power)) => twice.div_euclid(power),
            // |2v| is below one part of 10^38: its floor is 0 or -1.
            (false, None) => -i128::from(twice < 0),
        }
    }

    /// Whether it has at most `scale` decimals.
    pub(crate) fn has_at_most(&self, scale: u32) -> bool {
        i64::from(self.exponent) + i64::from(scale) >= 0
    }

    /// The number of digits before the point, 0 or less for numbers below 1.
    fn magnitude(&self) -> i64 {
        let digits = self.mantissa.unsigned_abs().checked_ilog10().unwrap_or(0) + 1;
        i64::from(digits) + i64::from(self.exponent)
    }
}

/// An optional sign and at most four digits.
fn exponent(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value: i32 = digits.parse().ok()?;
    Some(if text.starts_with('-') { -value } else { value })
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = self.mantissa.signum();
        if sign != other.mantissa.signum() {
            return sign.cmp(&other.mantissa.signum());
        }
        if sign == 0 {
            return Ordering::Equal;
        }
        let size = self.magnitude().cmp(&other.magnitude()).then_with(|| {
            // As many digits before the point: over the smaller exponent neither has more than 38 digits.
            let common = self.exponent.min(other.exponent);
            let widened = |n: &Self| {
                n.mantissa
                    .unsigned_abs()
                    .saturating_mul(10u128.saturating_pow(n.exponent.abs_diff(common)))
            };
            widened(self).cmp(&widened(other))
        });
        if sign > 0 { size } else { size.reverse() }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Digits without an exponent, for the owner's own constants.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.mantissa.unsigned_abs().to_string();
        let text = match usize::try_from(self.exponent) {
            Ok(zeros) => digits + &"0".repeat(zeros),
            Err(_) => {
                let places = usize::try_from(self.exponent.unsigned_abs()).unwrap_or(usize::MAX);
                let padded = format!("{digits:0>width$}", width = places.saturating_add(1));
                let (whole, fraction) = padded.split_at(padded.len() - places);
                format!("{whole}.{fraction}")
            }
        };
        f.pad_integral(self.mantissa >= 0, "", &text)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;

    fn n(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    #[test]
    fn numbers_are_read_exactly_and_identifiers_are_not_numbers() {
        for (text, same) in [
            ("0", "0"),
            ("-0", "0"),
            ("0.000", "0"),
            ("0e9", "0"),
            ("1.50", "1.5"),
            (".5", "0.5"),
            ("5.", "5"),
            ("1e5", "100000"),
            ("1E+5", "100000"),
            ("-12.5e-3", "-0.0125"),
            ("1000000000000000000000000000000000000000000", "1e42"),
            (
                "0.1000000000000000055511151231257827",
                "0.1000000000000000055511151231257827",
            ),
        ] {
            assert!(n(text) == n(same), "{text}");
        }
        assert_eq!(n("-12.5e-3").to_string(), "-0.0125");
        assert_eq!(n("12e2").to_string(), "1200");
        for text in [
            "",
            "-",
            ".",
            "-.",
            "+5",
            "007",
            "00",
            "-01",
            "1e",
            "e5",
            "1e5.0",
            "1e99999",
            "1,5",
            "1 000",
            "0x10",
            "NaN",
            "inf",
            "1.2.3",
            "--1",
            "1_000",
            "٣",
            "12345678901234567890123456789012345678",
        ] {
            assert!(Number::parse(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn order_is_exact_at_any_size() {
        let rising = [
            "-1e300",
            "-10",
            "-9.99",
            "-1e-300",
            "0",
            "1e-300",
            "1.1e-300",
            "0.3",
            "0.3000000000000000000000000000000000001",
            "9.99",
            "10",
            "1e300",
        ];
        for (i, a) in rising.iter().enumerate() {
            for (j, b) in rising.iter().enumerate() {
                assert_eq!(n(a).cmp(&n(b)), i.cmp(&j), "{a} against {b}");
            }
        }
    }

    #[test]
    fn twice_the_floor() {
        for (text, scale, expected) in [
            ("1.5", 0, 3),
            ("1.4", 0, 2),
            ("-1.4", 0, -3),
            ("0.005", 2, 1),
            ("1e-50", 18, 0),
            ("-1e-50", 18, -1),
            ("-1e-3000", 18, -1),
            ("12e3", 2, 2_400_000),
        ] {
            assert_eq!(n(text).floor_twice(scale), expected, "{text}");
        }
        assert_eq!(n("1e300").floor_twice(0), i128::MAX);
        assert_eq!(n("-1e3000").floor_twice(0), -i128::MAX);
    }

    proptest! {
        #[test]
        fn integers_keep_their_order_and_their_text(a in any::<i64>(), b in any::<i64>()) {
            let (x, y) = (Number::from_integer(a), Number::from_integer(b));
            prop_assert_eq!(x.cmp(&y), a.cmp(&b));
            prop_assert_eq!(x.to_string(), a.to_string());
            prop_assert!(n(&a.to_string()) == x);
            prop_assert_eq!(x.floor_twice(0), 2 * i128::from(a));
        }
    }
}
