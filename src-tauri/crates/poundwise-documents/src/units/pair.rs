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
    #[error(transparent)]
    Epsilon(#[from] EpsilonError),
    /// The second part is not a loss ρ.
    #[error(transparent)]
    Rho(#[from] RhoError),
}

impl From<LossPair> for PrivacyLoss {
    fn from(pair: LossPair) -> Self {
        Self {
            micro_epsilon: pair.micro_epsilon.get(),
            nano_rho: pair.nano_rho.get(),
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
        write!(f, "ε {}", self.micro_epsilon)?;
        if !self.nano_rho.is_zero() {
            write!(f, ", ρ {}", self.nano_rho)?;
        }
        Ok(())
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
}
