//! The numbers in cells, exactly.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::fmt;

use poundwise_documents::units::{Decimal, DecimalSign, ungrouped};

/// The most digits of a number, its decimals included.
const MAX_DIGITS: u32 = 37;

/// The most decimals of a number.
pub(crate) const MAX_SCALE: u32 = 18;

/// Whole numbers of so many digits are read in 64 bits.
const FAST_DIGITS: usize = 18;

/// 10^37: the absolute value of every mantissa is below it.
const LIMIT: i128 = 10i128.pow(MAX_DIGITS);

/// `mantissa / 10^scale` in lowest form: no trailing zero among the decimals, at most 18 of them,
/// at most 37 digits in all. So equal numbers are equal bits, however they were written. No
/// `Debug`: a cell's number is data.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Number {
    mantissa: i128,
    scale: u32,
}

impl Number {
    /// Reads a cell without the spaces around it.
    ///
    /// An optional minus, digits without superfluous leading zeros, at most one point, at most one
    /// exponent: `12`, `-0.5`, `.5`, `1e5`. `None` for everything else, `007` and `+5` among them
    /// (those are identifiers), and for a number with more than 37 digits or 18 decimals: such a
    /// cell does not conform.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            rest => (false, rest),
        };
        let (digits, power) = match unsigned.iter().position(|byte| byte | 0x20 == b'e') {
            Some(at) => (unsigned.get(..at)?, exponent(unsigned.get(at + 1..)?)?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = match digits.iter().position(|byte| *byte == b'.') {
            Some(at) => (digits.get(..at)?, digits.get(at + 1..)?),
            None => (digits, &[][..]),
        };
        if whole.is_empty() && fraction.is_empty() {
            return None;
        }
        if whole.len() > 1 && whole.first() == Some(&b'0') {
            return None;
        }
        let number = if power == 0 && whole.len() + fraction.len() <= FAST_DIGITS {
            Self::short(whole, fraction)?
        } else {
            Self::long(whole, fraction, power)?
        };
        Some(if negative {
            Self {
                mantissa: -number.mantissa,
                ..number
            }
        } else {
            number
        })
    }

    /// Reads a number of at most 18 digits.
    fn short(whole: &[u8], fraction: &[u8]) -> Option<Self> {
        let mut kept = fraction.len();
        while kept > 0 && fraction.get(kept - 1) == Some(&b'0') {
            kept -= 1;
        }
        let mut mantissa: u64 = 0;
        for byte in whole.iter().chain(fraction.get(..kept)?) {
            let digit = byte.wrapping_sub(b'0');
            if digit > 9 {
                return None;
            }
            mantissa = mantissa * 10 + u64::from(digit);
        }
        Some(Self {
            mantissa: i128::from(mantissa),
            scale: u32::try_from(kept).ok()?,
        })
    }

    /// Reads a number of any number of digits, times 10^`power`.
    fn long(whole: &[u8], fraction: &[u8], power: i32) -> Option<Self> {
        let mut digits: Vec<u8> = [whole, fraction].concat();
        if !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let mut exponent = power.checked_sub(i32::try_from(fraction.len()).ok()?)?;
        while digits.last() == Some(&b'0') {
            digits.pop();
            exponent = exponent.checked_add(1)?;
        }
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        let digits = digits.get(zeros..)?;
        if digits.is_empty() {
            return Some(Self {
                mantissa: 0,
                scale: 0,
            });
        }
        let more = u32::try_from(exponent.max(0)).ok()?;
        let length = u32::try_from(digits.len()).ok()?;
        if length.checked_add(more)? > MAX_DIGITS {
            return None;
        }
        let mantissa = digits.iter().fold(0i128, |mantissa, digit| {
            mantissa * 10 + i128::from(digit - b'0')
        });
        let scale = u32::try_from((-exponent).max(0)).ok()?;
        (scale <= MAX_SCALE).then_some(Self {
            mantissa: mantissa * 10i128.pow(more),
            scale,
        })
    }

    /// Returns the number `value / 10^scale`, for a scale of at most 18.
    pub(crate) fn from_scaled(mut value: i64, mut scale: u32) -> Self {
        while scale > 0 && value % 10 == 0 {
            value /= 10;
            scale -= 1;
        }
        Self {
            mantissa: i128::from(value),
            scale,
        }
    }

    /// Returns the number of `decimal`, or `None` if it has more than 37 digits.
    pub(crate) fn from_decimal(decimal: &Decimal) -> Option<Self> {
        (decimal.mantissa() < LIMIT && decimal.mantissa() > -LIMIT).then(|| Self {
            mantissa: decimal.mantissa(),
            scale: decimal.scale(),
        })
    }

    /// Returns `self * 10^scale`.
    pub(crate) fn mantissa(&self) -> i128 {
        self.mantissa
    }

    /// Returns the number of decimals.
    pub(crate) fn scale(&self) -> u32 {
        self.scale
    }

    /// Returns whether it is below 0.
    pub(crate) fn is_negative(&self) -> bool {
        self.mantissa < 0
    }

    /// Returns `self * 10^scale`, where that is an integer of 128 bits.
    pub(crate) fn at_scale(&self, scale: u32) -> Option<i128> {
        let power = 10i128.checked_pow(scale.checked_sub(self.scale)?)?;
        self.mantissa.checked_mul(power)
    }

    /// Returns the digits of `self * 10^18`, an integer: the form in which a number enters a hash.
    pub(crate) fn scaled_digits(&self) -> String {
        let zeros = MAX_SCALE.saturating_sub(self.scale) as usize;
        if self.mantissa == 0 {
            return "0".to_owned();
        }
        format!("{}{}", self.mantissa, "0".repeat(zeros))
    }

    /// Returns bytes that are equal for equal numbers only: the mantissa in lowest form, and its
    /// decimals.
    pub(crate) fn canonical_bytes(&self) -> [u8; 20] {
        let mut bytes = [0; 20];
        bytes[..16].copy_from_slice(&self.mantissa.to_le_bytes());
        bytes[16..].copy_from_slice(&self.scale.to_le_bytes());
        bytes
    }

    /// Returns the whole part, rounded down, and the rest in units of 10^-18.
    fn parts(&self) -> (i128, i128) {
        let unit = 10i128.pow(self.scale);
        (
            self.mantissa.div_euclid(unit),
            self.mantissa.rem_euclid(unit) * 10i128.pow(MAX_SCALE - self.scale),
        )
    }
}

/// How the numbers of a file are written. A cell is read by it alone, whatever the other cells
/// hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct NumberForm {
    /// Sign before the decimals.
    pub(crate) decimal: DecimalSign,
    /// Whether a percent sign may follow, which is left out.
    pub(crate) percent: bool,
}

impl NumberForm {
    /// Numbers as [`Number::parse`] reads them.
    pub(crate) const PLAIN: Self = Self {
        decimal: DecimalSign::Point,
        percent: false,
    };

    /// Reads a cell without the spaces around it. With a decimal comma, points between groups of
    /// three digits are left out: `1.234,5` is 1234.5 and `1.234` is 1234, and `1.5` is no number.
    pub(crate) fn parse(self, text: &str) -> Option<Number> {
        let text = match text.strip_suffix('%') {
            Some(before) if self.percent => before.trim_end(),
            _ => text,
        };
        match self.decimal {
            DecimalSign::Point => Number::parse(text),
            DecimalSign::Comma => Number::parse(&pointed(text)?),
        }
    }
}

/// Returns a number that is written with a decimal comma as it is with a point.
fn pointed(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains(['.', ',']) {
        return Some(Cow::Borrowed(text));
    }
    let (whole, decimals) = match text.split_once(',') {
        Some((whole, decimals)) => (whole, Some(decimals)),
        None => (text, None),
    };
    let (sign, digits) = match whole.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", whole),
    };
    let mut plain = sign.to_owned() + &ungrouped(digits, &['.'])?;
    if let Some(decimals) = decimals {
        plain.push('.');
        plain.push_str(decimals);
    }
    Some(Cow::Owned(plain))
}

/// Returns an optional sign and at most four digits.
fn exponent(text: &[u8]) -> Option<i32> {
    let negative = text.first() == Some(&b'-');
    let signed = text.first().is_some_and(|byte| matches!(byte, b'-' | b'+'));
    let digits = text.get(usize::from(signed)..)?;
    if digits.is_empty() || digits.len() > 4 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let value = digits
        .iter()
        .fold(0, |value, digit| value * 10 + i32::from(digit - b'0'));
    Some(if negative { -value } else { value })
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        if self.scale == other.scale {
            return self.mantissa.cmp(&other.mantissa);
        }
        self.parts().cmp(&other.parts())
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The canonical text: digits without an exponent.
impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.mantissa.unsigned_abs();
        let unit = 10u128.pow(self.scale);
        let mut text = (magnitude / unit).to_string();
        if self.scale > 0 {
            let width = self.scale as usize;
            text.push_str(&format!(".{:0width$}", magnitude % unit));
        }
        f.pad_integral(self.mantissa >= 0, "", &text)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use proptest::prelude::*;
    use proptest::property_test;

    use crate::property::cases;

    fn n(text: &str) -> Number {
        Number::parse(text).unwrap()
    }

    #[test]
    fn numbers_are_read_exactly_and_identifiers_are_not_numbers() {
        for (text, canonical) in [
            ("0", "0"),
            ("-0", "0"),
            ("0.000", "0"),
            ("0e9", "0"),
            ("0e99", "0"),
            ("0e-99", "0"),
            ("1e0001", "10"),
            ("0.0000000000000000000000000", "0"),
            ("1.50", "1.5"),
            ("7.00", "7"),
            (".5", "0.5"),
            ("5.", "5"),
            ("1e5", "100000"),
            ("1E+5", "100000"),
            ("-12.5e-3", "-0.0125"),
            ("12e2", "1200"),
            ("1e36", "1000000000000000000000000000000000000"),
            ("0.0000000000000000010", "0.000000000000000001"),
            (
                "1234567890123456789.123456789012345678",
                "1234567890123456789.123456789012345678",
            ),
            (
                "9999999999999999999999999999999999999",
                "9999999999999999999999999999999999999",
            ),
        ] {
            assert_eq!(n(text).to_string(), canonical, "{text}");
            assert!(n(text) == n(canonical), "{text}");
        }
        for text in [
            "", "-", ".", "-.", "+5", "007", "00", "-01", "1e", "e5", "1e5.0", "1e99999",
            "1e00001", "1,5", "1 000", "0x10", "NaN", "inf", "1.2.3", "--1", "1_000", "٣", "1.x0",
            "1.0x",
        ] {
            assert!(Number::parse(text).is_none(), "{text:?}");
        }
    }

    #[test]
    fn a_number_has_at_most_37_digits_and_18_decimals() {
        for text in [
            "10000000000000000000000000000000000000",
            "1e37",
            "1e300",
            "12345678901234567890.123456789012345678",
            "0.0000000000000000001",
            "1e-19",
            "5e-40",
        ] {
            assert!(Number::parse(text).is_none(), "{text}");
        }
        assert!(Number::from_decimal(&"1.5".parse().unwrap()).unwrap() == n("1.5"));
        for text in [
            "9999999999999999999999999999999999999",
            "-9999999999999999999999999999999999999",
        ] {
            assert!(Number::from_decimal(&text.parse().unwrap()).unwrap() == n(text));
        }
        for text in [
            "99999999999999999999999999999999999999",
            "10000000000000000000000000000000000000",
            "-10000000000000000000000000000000000000",
            "-99999999999999999999999999999999999999",
        ] {
            assert!(
                Number::from_decimal(&text.parse().unwrap()).is_none(),
                "{text}"
            );
        }
    }

    #[test]
    fn numbers_with_a_decimal_comma_and_percent_signs_are_read_exactly() {
        let comma = NumberForm {
            decimal: DecimalSign::Comma,
            percent: true,
        };
        for (text, canonical) in [
            ("6,5", "6.5"),
            ("-6,50", "-6.5"),
            (",5", "0.5"),
            ("5,", "5"),
            ("12", "12"),
            ("1234,5", "1234.5"),
            ("1.234,5", "1234.5"),
            ("-1.234.567,25", "-1234567.25"),
            ("1.234", "1234"),
            ("999.000", "999000"),
            ("1,5e3", "1500"),
            ("1e5", "100000"),
            ("12,5%", "12.5"),
            ("12,5 %", "12.5"),
            ("12,5\u{202f}%", "12.5"),
            ("0,000000000000000001", "0.000000000000000001"),
        ] {
            let read = comma.parse(text).map(|number| number.to_string());
            assert_eq!(read.as_deref(), Some(canonical), "{text}");
        }
        for text in [
            "6,5x",
            "1.5",
            "0.25",
            "0.123",
            "1.2345",
            "1234.567",
            "1.23,5",
            "1.234.56",
            ".234,5",
            "1..234",
            "1.234,5.6",
            "1,2,3",
            "1.e23",
            "1.-23",
            "1.5e3",
            "1,234.5",
            "-.234",
            "%",
            "12%%",
            "% 12",
            "",
            ",",
            "-,",
            "007,5",
            "+6,5",
            "1\u{a0}234,5",
            "1'234,5",
        ] {
            assert!(comma.parse(text).is_none(), "{text:?}");
        }
        // Nothing is read that was not chosen.
        assert!(NumberForm::PLAIN.parse("12%").is_none());
        let percent = NumberForm {
            percent: true,
            ..NumberForm::PLAIN
        };
        assert!(percent.parse("12.5 %") == Some(n("12.5")));
        assert!(percent.parse("12,5 %").is_none());
    }

    #[property_test(config = cases(512))]
    fn a_number_means_the_same_with_either_sign(value: i64, #[strategy = 0u32..=18] scale: u32) {
        let number = Number::from_scaled(value, scale);
        let comma = NumberForm {
            decimal: DecimalSign::Comma,
            percent: false,
        };
        let written = number.to_string().replace('.', ",");
        prop_assert!(comma.parse(&written) == Some(number));
        // In groups of three.
        let (whole, decimals) = written.split_once(',').unwrap_or((&written, ""));
        let (sign, digits) = whole
            .strip_prefix('-')
            .map_or(("", whole), |rest| ("-", rest));
        let mut grouped = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && (digits.len() - place) % 3 == 0 {
                grouped.push('.');
            }
            grouped.push(digit);
        }
        let grouped = format!("{sign}{grouped},{decimals}");
        prop_assert!(comma.parse(&grouped) == Some(number));
    }

    #[test]
    fn order_is_exact_at_any_size() {
        let rising = [
            "-1e36",
            "-10",
            "-9.99",
            "-0.000000000000000001",
            "0",
            "0.000000000000000001",
            "0.3",
            "0.300000000000000001",
            "9.99",
            "10",
            "1000000000000000000.000000000000000001",
            "1e36",
        ];
        for (i, a) in rising.iter().enumerate() {
            for (j, b) in rising.iter().enumerate() {
                assert_eq!(n(a).cmp(&n(b)), i.cmp(&j), "{a} against {b}");
            }
        }
    }

    #[test]
    fn scaled_integers() {
        assert_eq!(n("-1.25").at_scale(3), Some(-1250));
        assert_eq!(n("1.25").at_scale(1), None);
        assert_eq!(n("1e36").at_scale(18), None);
        assert_eq!(n("-1.5").scaled_digits(), "-1500000000000000000");
        assert_eq!(n("0").scaled_digits(), "0");
        assert_eq!(n("7").scaled_digits(), n("7.00").scaled_digits());
        assert!(Number::from_scaled(-1500, 3) == n("-1.5"));
        assert!(Number::from_scaled(0, 18) == n("0"));
    }

    #[property_test(config = cases(256))]
    fn integers_keep_their_order_and_their_text(
        a: i64,
        b: i64,
        #[strategy = 0u32..=18] scale: u32,
    ) {
        let (x, y) = (Number::from_scaled(a, scale), Number::from_scaled(b, scale));
        prop_assert_eq!(x.cmp(&y), a.cmp(&b));
        prop_assert!(n(&x.to_string()) == x);
        prop_assert_eq!(x.at_scale(scale), Some(i128::from(a)));
    }
}
