use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::string_schema;

/// An exact signed decimal: an integer divided by a power of ten of at most 18.
///
/// The value is kept in lowest form, so equal numbers are equal bits. In a document it is its
/// canonical string: no plus sign, no exponent, no leading or trailing zeros, no negative zero.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, type = "string"))]
pub struct Decimal {
    mantissa: i128,
    scale: u32,
}

string_schema!(Decimal);

/// Sign before the decimals of a number that a person or a spreadsheet wrote. Documents have points
/// alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DecimalSign {
    /// 1.234,56
    Comma,
    /// 1,234.56
    Point,
}

impl DecimalSign {
    /// Returns the character, which is ASCII.
    #[must_use]
    pub const fn char(self) -> char {
        match self {
            Self::Comma => ',',
            Self::Point => '.',
        }
    }

    /// Returns the other sign.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Comma => Self::Point,
            Self::Point => Self::Comma,
        }
    }
}

/// Reason why a text is not a [`Decimal`] or a [`LatticeStep`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum DecimalError {
    /// Not digits with an optional leading minus and an optional point between them.
    Syntax,
    /// More than 18 decimals, or more digits than are kept.
    TooLong,
    /// A right number in a form that a document may not use.
    NotCanonical,
    /// A step of nothing, or less.
    NotPositive,
}

const MAX_SCALE: u32 = 18;

impl Decimal {
    /// 0.
    pub const ZERO: Self = Self {
        mantissa: 0,
        scale: 0,
    };

    /// Returns `mantissa` / 10^`scale`; `None` if its lowest form needs more than 18 decimals.
    #[must_use]
    pub fn new(mut mantissa: i128, mut scale: u32) -> Option<Self> {
        if mantissa == 0 {
            return Some(Self::ZERO);
        }
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        (scale <= MAX_SCALE).then_some(Self { mantissa, scale })
    }

    /// Returns the integer `value`.
    #[must_use]
    pub fn from_integer(value: i64) -> Self {
        Self {
            mantissa: i128::from(value),
            scale: 0,
        }
    }

    /// Returns the integer of the lowest form; the number is this over 10^[`Self::scale`].
    #[must_use]
    pub const fn mantissa(&self) -> i128 {
        self.mantissa
    }

    /// Returns the number of decimals of the lowest form, at most 18.
    #[must_use]
    pub const fn scale(&self) -> u32 {
        self.scale
    }

    /// Returns whether the number is above 0.
    #[must_use]
    pub const fn is_positive(&self) -> bool {
        self.mantissa > 0
    }

    /// Returns both mantissas over the larger scale.
    fn aligned(&self, other: &Self) -> Option<(i128, i128, u32)> {
        let scale = self.scale.max(other.scale);
        let widen = |d: &Self| d.mantissa.checked_mul(10i128.pow(scale - d.scale));
        Some((widen(self)?, widen(other)?, scale))
    }

    /// Returns the exact sum, or `None` beyond 38 digits.
    #[must_use]
    pub fn checked_add(&self, other: &Self) -> Option<Self> {
        let (a, b, scale) = self.aligned(other)?;
        Self::new(a.checked_add(b)?, scale)
    }

    /// Returns the exact difference, or `None` beyond 38 digits.
    #[must_use]
    pub fn checked_sub(&self, other: &Self) -> Option<Self> {
        let (a, b, scale) = self.aligned(other)?;
        Self::new(a.checked_sub(b)?, scale)
    }

    /// Returns the exact product, or `None` beyond 38 digits or 18 decimals.
    #[must_use]
    pub fn checked_mul(&self, other: &Self) -> Option<Self> {
        Self::new(
            self.mantissa.checked_mul(other.mantissa)?,
            self.scale + other.scale,
        )
    }

    /// Returns the absolute value, or `None` for the one number whose negative is not kept.
    #[must_use]
    pub fn checked_abs(&self) -> Option<Self> {
        Some(Self {
            mantissa: self.mantissa.checked_abs()?,
            scale: self.scale,
        })
    }

    /// Returns `self / step` rounded to the nearest integer, halves towards positive infinity, all
    /// in integers.
    ///
    /// `None` if `step` is 0 or below, or a number on the way has more than 38 digits.
    #[must_use]
    pub fn div_round_half_up(&self, step: &Self) -> Option<i128> {
        if step.mantissa <= 0 {
            return None;
        }
        let (numerator, denominator, _) = self.aligned(step)?;
        let quotient = numerator.div_euclid(denominator);
        let rest = numerator.rem_euclid(denominator);
        if rest >= denominator - rest {
            quotient.checked_add(1)
        } else {
            Some(quotient)
        }
    }

    /// Returns the nearest `f64`, for display only.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.to_string().parse().unwrap_or(f64::NAN)
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        // Whole parts first, then the fractions over the common 10^18: nothing can overflow.
        let parts = |d: &Self| {
            let unit = 10i128.pow(d.scale);
            (
                d.mantissa.div_euclid(unit),
                d.mantissa.rem_euclid(unit) * 10i128.pow(MAX_SCALE - d.scale),
            )
        };
        parts(self).cmp(&parts(other))
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl FromStr for Decimal {
    type Err = DecimalError;

    /// Accepts redundant zeros (`-0.50`), as people write them; documents are held to the canonical
    /// form.
    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, fraction) = match unsigned.split_once('.') {
            Some((_, "")) => return Err(DecimalError::Syntax),
            Some(parts) => parts,
            None => (unsigned, ""),
        };
        if whole.is_empty()
            || !whole
                .bytes()
                .chain(fraction.bytes())
                .all(|b| b.is_ascii_digit())
        {
            return Err(DecimalError::Syntax);
        }
        let fraction = fraction.trim_end_matches('0');
        let scale = u32::try_from(fraction.len()).map_err(|_| DecimalError::TooLong)?;
        let mut mantissa: i128 = 0;
        for digit in whole.bytes().chain(fraction.bytes()) {
            mantissa = mantissa
                .checked_mul(10)
                .and_then(|m| m.checked_add(i128::from(digit - b'0')))
                .ok_or(DecimalError::TooLong)?;
        }
        Self::new(if negative { -mantissa } else { mantissa }, scale).ok_or(DecimalError::TooLong)
    }
}

/// The canonical string.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.mantissa.unsigned_abs();
        let unit = 10u128.pow(self.scale);
        let mut text = (magnitude / unit).to_string();
        if self.scale > 0 {
            text.push_str(&format!(
                ".{:0width$}",
                magnitude % unit,
                width = self.scale as usize
            ));
        }
        f.pad_integral(self.mantissa >= 0, "", &text)
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let decimal: Self = text.parse().map_err(serde::de::Error::custom)?;
        if decimal.to_string() == text {
            Ok(decimal)
        } else {
            Err(serde::de::Error::custom(DecimalError::NotCanonical))
        }
    }
}

/// The lattice step of an attribute: a decimal above 0, in the attribute's unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "Decimal", into = "Decimal")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, type = "string"))]
pub struct LatticeStep(Decimal);

string_schema!(LatticeStep);

impl LatticeStep {
    /// The step of what is counted: 1.
    pub const ONE: Self = Self(Decimal {
        mantissa: 1,
        scale: 0,
    });

    /// The step of moments: 2^-16 rows, exactly.
    pub const OF_MOMENTS: Self = Self(Decimal {
        mantissa: 152_587_890_625,
        scale: 16,
    });

    /// Returns the step of `value` units.
    ///
    /// # Errors
    /// 0 or below.
    pub fn new(value: Decimal) -> Result<Self, DecimalError> {
        if value.is_positive() {
            Ok(Self(value))
        } else {
            Err(DecimalError::NotPositive)
        }
    }

    /// Returns the step as a number.
    #[must_use]
    pub const fn get(&self) -> &Decimal {
        &self.0
    }

    /// Returns `steps` lattice steps in the attribute's unit, exactly; `None` beyond what
    /// [`Decimal`] holds.
    #[must_use]
    pub fn times(&self, steps: i64) -> Option<Decimal> {
        self.0.checked_mul(&Decimal::from_integer(steps))
    }
}

impl TryFrom<Decimal> for LatticeStep {
    type Error = DecimalError;

    fn try_from(value: Decimal) -> Result<Self, DecimalError> {
        Self::new(value)
    }
}

impl From<LatticeStep> for Decimal {
    fn from(step: LatticeStep) -> Self {
        step.0
    }
}

impl FromStr for LatticeStep {
    type Err = DecimalError;

    fn from_str(text: &str) -> Result<Self, DecimalError> {
        Self::new(text.parse()?)
    }
}

impl fmt::Display for LatticeStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn d(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn text_is_made_canonical() {
        for (text, canonical) in [
            ("0", "0"),
            ("-0", "0"),
            ("-0.00", "0"),
            ("007", "7"),
            ("1.50", "1.5"),
            ("-12.340", "-12.34"),
            ("0.000000000000000001", "0.000000000000000001"),
            ("100", "100"),
        ] {
            assert_eq!(d(text).to_string(), canonical);
        }
        for text in [
            "", "-", ".", "1.", ".1", "+1", "1e3", "1,5", "--1", "0x1", " 1", "١",
        ] {
            assert_eq!(
                text.parse::<Decimal>(),
                Err(DecimalError::Syntax),
                "{text:?}"
            );
        }
        for text in [
            "0.0000000000000000001",
            "999999999999999999999999999999999999999",
        ] {
            assert_eq!(
                text.parse::<Decimal>(),
                Err(DecimalError::TooLong),
                "{text:?}"
            );
        }
    }

    #[test]
    fn documents_take_the_canonical_form_only() {
        assert!(serde_json::from_str::<Decimal>("\"1.5\"").is_ok());
        for json in ["\"1.50\"", "\"-0\"", "\"01\"", "1.5", "1", "null"] {
            assert!(serde_json::from_str::<Decimal>(json).is_err(), "{json}");
        }
        for json in ["\"0\"", "\"-1\""] {
            assert!(serde_json::from_str::<LatticeStep>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn halves_round_up() {
        for (value, step, expected) in [
            ("0.5", "1", 1),
            ("-0.5", "1", 0),
            ("-1.5", "1", -1),
            ("1.49", "1", 1),
            ("2.5", "0.01", 250),
            ("10", "3", 3),
            ("11", "3", 4),
            ("-11", "3", -4),
            ("0.15", "0.1", 2),
            ("-0.15", "0.1", -1),
        ] {
            assert_eq!(
                d(value).div_round_half_up(&d(step)),
                Some(expected),
                "{value} / {step}"
            );
        }
        assert_eq!(d("1").div_round_half_up(&d("0")), None);
        assert_eq!(d("1").div_round_half_up(&d("-1")), None);
    }

    #[test]
    fn order_and_arithmetic_are_exact() {
        assert!(d("-0.1") < d("0") && d("0.1") < d("0.11") && d("-2.5") < d("-2.4"));
        let large = d("99999999999999999999999999999999999999");
        assert!(large > d("0.000000000000000001"));
        assert_eq!(large.checked_add(&d("0.1")), None);
        assert_eq!(d("0.1").checked_add(&d("0.2")), Some(d("0.3")));
        assert_eq!(d("1").checked_sub(&d("0.01")), Some(d("0.99")));
        assert_eq!(d("0.5").checked_mul(&d("0.2")), Some(d("0.1")));
        assert_eq!(d("0.01").parse_step().times(-250), Some(d("-2.5")));
    }

    impl Decimal {
        fn parse_step(self) -> LatticeStep {
            LatticeStep::new(self).unwrap()
        }
    }
}
