use std::fmt;
use std::str::FromStr;

use gradual_release::accountant::PrivacyLoss;
use serde::{Deserialize, Serialize};

use super::{EpsilonError, MicroEpsilon, NanoRho, RhoError};

/// A population's loss, or a cap on it: the sum of ε over questions of pure families, and the sum
/// of ρ over questions of Gaussian-like families.
///
/// As a cap, each part is a limit by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LossPair {
    /// The pure part.
    pub micro_epsilon: MicroEpsilon,
    /// The Gaussian-like part.
    pub nano_rho: NanoRho,
}

/// Reason why a text is not a pair of losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LossPairError {
    /// The first part is not a loss ε.
    Epsilon(EpsilonError),
    /// The second part is not a loss ρ.
    Rho(RhoError),
}

impl From<EpsilonError> for LossPairError {
    fn from(error: EpsilonError) -> Self {
        Self::Epsilon(error)
    }
}

impl From<RhoError> for LossPairError {
    fn from(error: RhoError) -> Self {
        Self::Rho(error)
    }
}

impl From<LossPair> for PrivacyLoss {
    fn from(pair: LossPair) -> Self {
        Self {
            micro_epsilon: pair.micro_epsilon.get(),
            nano_rho: pair.nano_rho.get(),
        }
    }
}

/// A sum of losses that a document can state.
impl TryFrom<PrivacyLoss> for LossPair {
    type Error = LossPairError;

    fn try_from(loss: PrivacyLoss) -> Result<Self, LossPairError> {
        Ok(Self {
            micro_epsilon: MicroEpsilon::new(loss.micro_epsilon)?,
            nano_rho: NanoRho::new(loss.nano_rho)?,
        })
    }
}

impl LossPair {
    /// No loss.
    pub const ZERO: Self = Self::pure(MicroEpsilon::ZERO);
    /// The largest loss that a document can state.
    pub const MAX: Self = Self {
        micro_epsilon: MicroEpsilon::MAX,
        nano_rho: NanoRho::MAX,
    };

    /// Returns a loss of pure families only.
    #[must_use]
    pub const fn pure(micro_epsilon: MicroEpsilon) -> Self {
        Self {
            micro_epsilon,
            nano_rho: NanoRho::ZERO,
        }
    }

    /// Returns whether both parts are 0.
    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.micro_epsilon.is_zero() && self.nano_rho.is_zero()
    }

    /// Returns whether neither part is above that of `cap`.
    #[must_use]
    pub fn is_within(self, cap: Self) -> bool {
        PrivacyLoss::from(self).is_within(cap.into())
    }

    /// Returns the sum, or `None` if a part exceeds the maximum of a document.
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let sum = PrivacyLoss::from(self).plus(other.into())?;
        sum.try_into().ok()
    }

    /// Returns the larger one of each part.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            micro_epsilon: self.micro_epsilon.max(other.micro_epsilon),
            nano_rho: self.nano_rho.max(other.nano_rho),
        }
    }

    /// Returns the smaller one of each part.
    #[must_use]
    pub fn min(self, other: Self) -> Self {
        Self {
            micro_epsilon: self.micro_epsilon.min(other.micro_epsilon),
            nano_rho: self.nano_rho.min(other.nano_rho),
        }
    }
}

/// Reads `EPS` or `EPS,RHO`.
impl FromStr for LossPair {
    type Err = LossPairError;

    fn from_str(text: &str) -> Result<Self, LossPairError> {
        let (epsilon, rho) = text.split_once(',').unwrap_or((text, "0"));
        Ok(Self {
            micro_epsilon: epsilon.trim().parse()?,
            nano_rho: rho.trim().parse()?,
        })
    }
}

/// `ε 3`, or with a Gaussian-like part `ε 3, ρ 0.1`.
impl fmt::Display for LossPair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.nano_rho {
            NanoRho::ZERO => write!(f, "ε {}", self.micro_epsilon),
            rho => write!(f, "ε {}, ρ {rho}", self.micro_epsilon),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_back() {
        for (text, shown) in [
            ("3", "ε 3"),
            ("3,0.1", "ε 3, ρ 0.1"),
            ("0, 0.100935380", "ε 0, ρ 0.10093538"),
        ] {
            let read: Result<LossPair, _> = text.parse();
            assert_eq!(read.map(|pair| pair.to_string()), Ok(shown.to_owned()));
        }
        for text in ["", "3,", ",0.1", "3;0.1", "3,0.1,1"] {
            assert!(text.parse::<LossPair>().is_err(), "{text}");
        }
    }

    #[test]
    fn each_part_is_a_limit_by_itself() {
        let pair = |text: &str| text.parse::<LossPair>().unwrap_or_default();
        assert!(pair("3,0.1").is_within(pair("3,0.1")));
        assert!(!pair("3,0.1").is_within(pair("4,0.099999999")));
        assert!(!pair("3,0.1").is_within(pair("2.999999,1")));
        assert_eq!(
            pair("3,0.1").checked_add(pair("1,0.2")),
            Some(pair("4,0.3"))
        );
        assert_eq!(LossPair::MAX.checked_add(pair("0,0.000000001")), None);
        assert_eq!(pair("3,0.1").max(pair("1,0.2")), pair("3,0.2"));
        assert_eq!(pair("3,0.1").min(pair("1,0.2")), pair("1,0.1"));
        assert!(pair("0").is_zero() && !pair("0,0.1").is_zero());
    }
}
