use serde::{Deserialize, Serialize};

use super::fixed::NumberError;
use super::{bounded, decimal_text};

/// A privacy level: an integer number of millionths of ε, from 0 (nothing held) to 2^40.
///
/// Written for people as a decimal of at most six places (`1.5`), in documents as the integer
/// (`1500000`).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(try_from = "u64", into = "u64")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, type = "number"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MicroEpsilon(u64);

/// Reason why a number is not a privacy level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EpsilonError {
    /// The text is not a number that ε can be.
    Number(#[from] NumberError),
    /// Above 2^40 millionths.
    TooLarge,
}

impl MicroEpsilon {
    /// Nothing held.
    pub const ZERO: Self = Self(0);
    /// The highest level there is, 2^40 millionths.
    pub const MAX: Self = Self(1 << 40);

    /// Returns whether nothing is held.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

bounded!(MicroEpsilon, EpsilonError);

impl PartialEq<u64> for MicroEpsilon {
    fn eq(&self, micro: &u64) -> bool {
        self.0 == *micro
    }
}

decimal_text!(MicroEpsilon, EpsilonError, 6);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        for (text, micro, shown) in [
            ("0", 0, "0"),
            ("0.5", 500_000, "0.5"),
            ("1.5", 1_500_000, "1.5"),
            ("1.500000", 1_500_000, "1.5"),
            ("10", 10_000_000, "10"),
            ("0.000001", 1, "0.000001"),
            ("1099511.627776", 1 << 40, "1099511.627776"),
        ] {
            let level: MicroEpsilon = text.parse().unwrap();
            assert_eq!((level.get(), level.to_string().as_str()), (micro, shown));
        }
    }

    #[test]
    fn each_mistake_has_its_own_answer() {
        use NumberError as N;
        for (text, error) in [
            ("", EpsilonError::Number(N::Empty)),
            ("-1", EpsilonError::Number(N::Negative)),
            ("1e3", EpsilonError::Number(N::Exponent)),
            ("0,5", EpsilonError::Number(N::Comma)),
            ("1,000.5", EpsilonError::Number(N::Thousands)),
            ("0.1234567", EpsilonError::Number(N::TooManyPlaces(6))),
            (".5", EpsilonError::Number(N::NotANumber)),
            ("5.", EpsilonError::Number(N::NotANumber)),
            ("+1", EpsilonError::Number(N::NotANumber)),
            (" 1", EpsilonError::Number(N::NotANumber)),
            ("one", EpsilonError::Number(N::NotANumber)),
            ("1.2.3", EpsilonError::Number(N::NotANumber)),
            ("1099511.627777", EpsilonError::TooLarge),
            ("99999999999999999999", EpsilonError::TooLarge),
        ] {
            assert_eq!(text.parse::<MicroEpsilon>(), Err(error), "{text:?}");
        }
    }

    #[test]
    fn arithmetic_stays_in_range() {
        let one = MicroEpsilon::new(1).unwrap();
        assert_eq!(MicroEpsilon::MAX.checked_add(one), None);
        assert_eq!(MicroEpsilon::ZERO.checked_sub(one), None);
        assert!(serde_json::from_str::<MicroEpsilon>("1099511627777").is_err());
        assert!(serde_json::from_str::<MicroEpsilon>("1.0").is_err());
    }
}
