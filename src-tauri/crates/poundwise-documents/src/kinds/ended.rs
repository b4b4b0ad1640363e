//! The end of a home: the document that ends it on the market, and the losses that it hands over.

use serde::{Deserialize, Serialize};

use super::{Adjacency, PayloadError, text};
use crate::keys::Jwk;
use crate::units::{MicroEpsilon, Salt, Timestamp};

/// Limit of the populations in [`Losses`].
const MAX_POPULATIONS: usize = 10_000;

/// The owner's statement that this key sells no more: `ledgers/<kid>/ended` on a market. A restored
/// copy of the home that finds it does not sell either.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// The number of entries of the ledger in the copy of the home that was given up.
    pub entries: u64,
    /// The owner's key.
    pub jwk: Jwk,
    /// Time of signing.
    pub issued_at: Timestamp,
}

impl Ended {
    /// Accepts all values: parsing has checked each field, and the fields do not limit each other.
    ///
    /// # Errors
    /// None today.
    pub fn check(&self) -> Result<(), PayloadError> {
        Ok(())
    }
}

/// What the populations of a new home carry for a home that was given up. It is passed on as a file
/// and never published, since it has the owner's names for populations.
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
    /// The owner's name for it.
    pub name: String,
    /// Name of one privacy unit.
    pub unit_name: String,
    /// Relation by which its tables are neighbours.
    pub adjacency: Adjacency,
    /// Number of questions that were listed.
    pub questions: u64,
    /// The loss to be carried, in micro-epsilon: what the population carried itself, plus the
    /// ceilings of its questions.
    pub micro_epsilon: MicroEpsilon,
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
                format!("must be at most {MAX_POPULATIONS}"),
            ));
        }
        for population in &self.populations {
            text::name("populations", &population.name)?;
            text::name("populations", &population.unit_name)?;
        }
        Ok(())
    }
}
