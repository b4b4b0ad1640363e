//! Documents of a home that was given up: the notice on the market, and the privacy losses that a
//! new home carries.

use serde::{Deserialize, Serialize};

use super::{Adjacency, PayloadError, text};
use crate::keys::Jwk;
use crate::texts::PayloadProblem;
use crate::units::{LossPair, MicroEpsilon, NanoRho, Salt, Timestamp};

/// Most populations in [`Losses`].
const MAX_POPULATIONS: usize = 10_000;

/// The owner's statement that this key has stopped selling: `ledgers/<kid>/ended` on a market.
///
/// A restored copy of the home reads it from the market and stops selling as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// Number of ledger entries in the copy of the home that was given up.
    pub entries: u64,
    /// The owner's key.
    pub jwk: Jwk,
    /// Time of signing.
    pub issued_at: Timestamp,
}

impl Ended {
    /// Accepts all values: parsing checks each field, and no rule relates the fields.
    ///
    /// # Errors
    /// Never fails.
    pub fn check(&self) -> Result<(), PayloadError> {
        Ok(())
    }
}

/// The privacy losses of a home that was given up, to be carried by the populations of a new home.
///
/// It is passed on as a file. It is never published, because it has the owner's names for
/// populations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Losses {
    /// The populations of the home that was given up.
    pub populations: Vec<PopulationLoss>,
    /// The key of that home.
    pub jwk: Jwk,
    /// Time of signing.
    pub issued_at: Timestamp,
}

/// The loss of one population of a home that was given up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PopulationLoss {
    /// The population's id.
    pub id: Salt,
    /// The owner's name for the population.
    pub name: String,
    /// Name of one privacy unit.
    pub unit_name: String,
    /// Its adjacency: the relation between neighbouring tables.
    pub adjacency: Adjacency,
    /// Number of its questions that were listed.
    pub questions: u64,
    /// The pure loss to be carried: the population's own carried loss plus the ceilings of its
    /// questions.
    pub micro_epsilon: MicroEpsilon,
    /// The Gaussian-like loss to be carried, likewise.
    pub nano_rho: NanoRho,
}

impl PopulationLoss {
    /// Returns the loss to be carried.
    #[must_use]
    pub const fn loss(&self) -> LossPair {
        LossPair {
            micro_epsilon: self.micro_epsilon,
            nano_rho: self.nano_rho,
        }
    }
}

impl Losses {
    /// Checks the texts and the number of populations.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that breaks a rule.
    pub fn check(&self) -> Result<(), PayloadError> {
        if self.populations.len() > MAX_POPULATIONS {
            return Err(PayloadError::new(
                "populations",
                PayloadProblem::TooMany {
                    most: MAX_POPULATIONS,
                },
            ));
        }
        for population in &self.populations {
            text::name("populations", &population.name)?;
            text::name("populations", &population.unit_name)?;
        }
        Ok(())
    }
}
