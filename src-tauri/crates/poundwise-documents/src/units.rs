//! The numbers and names that documents are made of, each with its range checked once, where it is
//! made.

mod decimal;
mod epsilon;
pub(crate) mod fixed;
mod ids;
mod money;
mod pair;
mod period;
mod reference;
mod rho;
mod time;

pub use crate::texts::SumOfLosses;
pub use decimal::{Decimal, DecimalError, DecimalSign, LatticeStep};
pub use epsilon::{EpsilonError, MicroEpsilon};
pub use fixed::{NumberError, signed_decimal};
pub use ids::{Digest, DocumentId, IdError, Kid, Salt, SecretBytes};
pub use money::{Currency, MinorUnits, Money, MoneyError};
pub use pair::{LossPair, LossPairError};
pub use period::{Period, PeriodError, PeriodUnit};
pub(crate) use reference::EXAMPLE as REFERENCE_EXAMPLE;
pub use reference::{PaymentReference, ReferenceError};
pub use rho::{NanoRho, RhoError};
pub use time::{Timestamp, TimestampError};

pub(crate) use ids::{STANDARD, URL_SAFE};

/// Serde as the string of `Display`, read back through `FromStr`.
macro_rules! serde_as_string {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <String as serde::Deserialize>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}
pub(crate) use serde_as_string;

/// The JSON Schema of what is written as a string.
macro_rules! string_schema {
    ($type:ty) => {
        #[cfg(feature = "schema")]
        impl schemars::JsonSchema for $type {
            fn inline_schema() -> bool {
                true
            }

            fn schema_name() -> std::borrow::Cow<'static, str> {
                <String as schemars::JsonSchema>::schema_name()
            }

            fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
                <String as schemars::JsonSchema>::json_schema(generator)
            }
        }
    };
}
pub(crate) use string_schema;

/// The integers of a newtype of `u64` from 0 to its `MAX`; above it, `TooLarge` of its error.
macro_rules! bounded {
    ($type:ident, $error:ident) => {
        impl $type {
            /// Checks the range.
            ///
            /// # Errors
            /// `TooLarge`, above [`Self::MAX`].
            pub const fn new(value: u64) -> Result<Self, $error> {
                if value > Self::MAX.0 {
                    Err($error::TooLarge)
                } else {
                    Ok(Self(value))
                }
            }

            /// Returns the integer.
            #[must_use]
            pub const fn get(self) -> u64 {
                self.0
            }

            /// Returns the sum, or `None` above [`Self::MAX`].
            #[must_use]
            pub fn checked_add(self, other: Self) -> Option<Self> {
                Self::new(self.0.checked_add(other.0)?).ok()
            }

            /// Returns the difference, or `None` below 0.
            #[must_use]
            pub const fn checked_sub(self, other: Self) -> Option<Self> {
                match self.0.checked_sub(other.0) {
                    Some(value) => Some(Self(value)),
                    None => None,
                }
            }
        }

        impl TryFrom<u64> for $type {
            type Error = $error;

            fn try_from(value: u64) -> Result<Self, $error> {
                Self::new(value)
            }
        }

        impl From<$type> for u64 {
            fn from(value: $type) -> u64 {
                value.0
            }
        }
    };
}
pub(crate) use bounded;

/// A `bounded` newtype as the shortest decimal of so many places: `0`, `0.5`, `1.000001`.
macro_rules! decimal_text {
    ($type:ident, $error:ident, $places:literal) => {
        impl std::str::FromStr for $type {
            type Err = $error;

            fn from_str(text: &str) -> Result<Self, $error> {
                match $crate::units::fixed::parse(text, $places) {
                    Ok(value) => Self::new(value),
                    Err($crate::units::NumberError::TooLarge) => Err($error::TooLarge),
                    Err(error) => Err(error.into()),
                }
            }
        }

        impl std::fmt::Display for $type {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(&$crate::units::fixed::shortest(self.0, $places))
            }
        }
    };
}
pub(crate) use decimal_text;
