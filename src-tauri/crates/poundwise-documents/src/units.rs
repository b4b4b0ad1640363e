//! The numbers and names that documents are made of, each with its range checked once, where it is
//! made.

mod decimal;
mod epsilon;
mod fixed;
mod ids;
mod money;
mod time;

pub use decimal::{Decimal, DecimalError, Step};
pub use epsilon::{EpsilonError, MicroEpsilon};
pub use fixed::NumberError;
pub use ids::{Digest, DocumentId, IdError, Kid, Salt, SecretBytes};
pub use money::{Currency, MinorUnits, MoneyError};
pub use time::{Timestamp, TimestampError};

pub use epsilon::signed_epsilon;
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
