//! Decimals in exported JSON.

use std::ops::Deref;

use poundwise_query::Number;
use serde::{Serialize, Serializer};

/// The largest whole number that every reader of JSON holds exactly, 2^53.
const LARGEST: u64 = 1 << 53;

/// A decimal in exported JSON: a number wherever a reader that holds numbers in 53 bits has the
/// same decimal from it, and otherwise a text with all of its digits.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum JsonNumber {
    /// A whole number of at most 2^53.
    Whole(i64),
    /// A decimal whose nearest number of 53 bits is nearest to no shorter one.
    Decimal(f64),
    /// All digits, with a point and no exponent.
    Text(String),
}

impl JsonNumber {
    /// Returns a decimal, of its digits.
    #[must_use]
    pub fn of(text: &str) -> Self {
        Self::exact(text).unwrap_or_else(|| Self::Text(text.to_owned()))
    }

    /// Returns a whole number.
    #[must_use]
    pub fn whole(value: i64) -> Self {
        if value.unsigned_abs() <= LARGEST {
            Self::Whole(value)
        } else {
            Self::Text(value.to_string())
        }
    }

    fn exact(text: &str) -> Option<Self> {
        // Without zeros at the end, as a number is written again.
        let digits = Number::parse(text)?.to_string();
        if !digits.contains('.') {
            let value = digits.parse().ok()?;
            return (Self::whole(value) == Self::Whole(value)).then_some(Self::Whole(value));
        }
        let value: f64 = digits.parse().ok()?;
        (value.to_string() == digits).then_some(Self::Decimal(value))
    }
}

/// Writes a decimal, or nothing.
pub(super) fn optional<T: Deref<Target = str>, S: Serializer>(
    text: &Option<T>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    text.as_deref().map(JsonNumber::of).serialize(serializer)
}
