use serde::{Deserialize, Serialize};

use super::fixed::NumberError;
use super::{bounded, decimal_text};

/// A loss in zero-concentrated differential privacy: an integer number of billionths of ρ, from 0
/// to 2^50 (Bun and Steinke 2016, definition 1.1).
///
/// Written for people as a decimal of at most nine places (`0.1`), in documents as the integer
/// (`100000000`).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "u64", into = "u64")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, type = "number"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NanoRho(u64);

/// Reason why a number is not a loss ρ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RhoError {
    /// The text is not a number that ρ can be.
    Number(#[from] NumberError),
    /// Above 2^50 billionths.
    TooLarge,
}

impl NanoRho {
    /// No loss.
    pub const ZERO: Self = Self(0);
    /// The largest value, 2^50 billionths.
    pub const MAX: Self = Self(1 << 50);

    /// Returns whether there is no loss.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

bounded!(NanoRho, RhoError);

decimal_text!(NanoRho, RhoError, 9);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        for (text, nano) in [
            ("0", 0),
            ("0.1", 100_000_000),
            ("0.100935380", 100_935_380),
            ("1125899.906842624", 1 << 50),
        ] {
            let rho: NanoRho = text.parse().unwrap_or_default();
            assert_eq!(rho.get(), nano, "{text}");
            assert_eq!(rho.to_string().parse(), Ok(rho));
        }
        assert_eq!(
            "1125899.906842625".parse::<NanoRho>(),
            Err(RhoError::TooLarge)
        );
        for text in ["", "-1", "1e-3", "0,1", "0.0000000001", "x"] {
            let read = text.parse::<NanoRho>();
            assert!(matches!(read, Err(RhoError::Number(_))), "{text}");
        }
    }
}
