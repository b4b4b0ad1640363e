//! The numbers in cells, exactly.

use std::cmp::Ordering;
use std::fmt;

use chrono::NaiveDate;
use poundwise_documents::units::Decimal;
use poundwise_text::DayOrder;
use poundwise_text::day::full_day;
use poundwise_text::number::NumberForm;
use serde::{Deserialize, Serialize};

/// The most digits of a number, its decimals included.
const MAX_DIGITS: u32 = 37;

/// The most decimals of a number.
pub(crate) const MAX_SCALE: u32 = 18;

/// 10^37: the absolute value of every mantissa is below it.
const LIMIT: i128 = 10i128.pow(MAX_DIGITS);

/// `mantissa / 10^scale` in lowest form: no trailing zero among the decimals, at most 18 of them,
/// at most 37 digits in all. So equal numbers are equal bits, however they were written. No
/// `Debug`: a cell's number is data. In JSON it is a decimal string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(with = "String")
)]
pub struct Number {
    mantissa: i128,
    scale: u32,
}

impl Number {
    /// Reads a number that a person typed, without the spaces around it.
    ///
    /// An optional minus, digits without superfluous leading zeros, at most one point, at most one
    /// exponent: `12`, `-0.5`, `.5`, `1e5`. `None` for everything else, `007` and `+5` among them
    /// (those are identifiers), and for a number with more than 37 digits or 18 decimals.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (mantissa, scale) = NumberForm::PLAIN
            .read(text)?
            .exactly(MAX_SCALE, MAX_DIGITS)?;
        Some(Self { mantissa, scale })
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
    #[must_use]
    pub fn from_decimal(decimal: &Decimal) -> Option<Self> {
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

    /// Returns `self * 10^scale` rounded down, and whether it is that integer. Beyond 128 bits it
    /// is the nearest integer of 128 bits, and not exact.
    pub(crate) fn floor_at(&self, scale: u32) -> (i128, bool) {
        match self.scale.checked_sub(scale) {
            None | Some(0) => match self.at_scale(scale) {
                Some(integer) => (integer, true),
                None if self.is_negative() => (i128::MIN, false),
                None => (i128::MAX, false),
            },
            Some(more) => {
                let power = 10i128.pow(more);
                let floor = self.mantissa.div_euclid(power);
                (floor, self.mantissa.rem_euclid(power) == 0)
            }
        }
    }

    /// Returns `self * 10^scale` rounded up, as [`Self::floor_at`] rounds down.
    pub(crate) fn ceiling_at(&self, scale: u32) -> i128 {
        let (floor, is_exact) = self.floor_at(scale);
        floor.saturating_add(i128::from(!is_exact))
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

impl TryFrom<String> for Number {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("not a number")
    }
}

impl From<Number> for String {
    fn from(number: Number) -> Self {
        number.to_string()
    }
}

/// How the cells of a column of numbers or dates are read. A cell is read by it alone, whatever the
/// other cells hold.
#[derive(Clone)]
pub(crate) struct CellForm {
    /// How its numbers are written.
    pub(crate) written: NumberForm,
    /// The most decimals of its numbers, at most 18.
    pub(crate) scale: u32,
    /// The order of day, month and year in its dates.
    pub(crate) days: DayOrder,
}

impl CellForm {
    /// Numbers as [`Number::parse`] reads them, with 18 decimals, and days as ISO 8601 writes them.
    pub(crate) const PLAIN: Self = Self::of(NumberForm::PLAIN);

    /// Returns the form of numbers with at most 18 decimals.
    pub(crate) const fn of(written: NumberForm) -> Self {
        Self {
            written,
            scale: MAX_SCALE,
            days: DayOrder::YearMonthDay,
        }
    }

    /// Reads a cell without the spaces around it. Decimals beyond the scale are rounded half away
    /// from zero. A number of more than 37 digits is rounded to these. `None` if the cell is not a
    /// number of this form, or its whole part has more than 37 digits.
    pub(crate) fn read(&self, text: &str) -> Option<Number> {
        if let Some((mantissa, scale)) = self.written.read_short(text)
            && scale <= self.scale
        {
            let mantissa = i128::from(mantissa);
            return Some(Number { mantissa, scale });
        }
        let (mantissa, scale) = self.written.read(text)?.rounded(self.scale, MAX_DIGITS)?;
        Some(Number { mantissa, scale })
    }

    /// Reads a cell without the spaces around it as a day, or returns `None` if it is not one.
    pub(crate) fn day(&self, text: &str) -> Option<NaiveDate> {
        full_day(text, self.days)
    }
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
    fn decimals_of_cells_beyond_the_scale_are_rounded() {
        let cell = |text: &str, scale| {
            let form = CellForm {
                scale,
                ..CellForm::PLAIN
            };
            form.read(text).map(|number| number.to_string())
        };
        for (text, scale, number) in [
            ("1.2345678901234567e-05", 18, Some("0.000012345678901235")),
            ("5e-324", 18, Some("0")),
            ("2.345", 2, Some("2.35")),
            ("-2.345", 2, Some("-2.35")),
            ("2.5", 0, Some("3")),
            (
                "12345678901234567890.123456789012345678",
                18,
                Some("12345678901234567890.12345678901234568"),
            ),
            ("1e37", 18, None),
            ("x", 18, None),
        ] {
            assert_eq!(cell(text, scale).as_deref(), number, "{text}");
        }
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
