//! The entries of a ledger beside receipts, and what all entries have in common.

use serde::{Deserialize, Serialize};

use super::sale::chained;
use super::{Adjacency, Family, Payload, PayloadError, Receipt, present, some, text};
use crate::keys::Jwk;
use crate::texts::PayloadProblem;
use crate::units::{Digest, DocumentId, LossPair, MicroEpsilon, NanoRho, Salt, Timestamp};

/// Most assumed losses in one [`PopulationEntry`]. More are split over several entries.
pub const MAX_ASSUMED: usize = 400;

/// An entry of the ledger. Receipts, grants and population entries share one sequence.
pub trait Entry: Payload {
    /// Returns the entry's place in the ledger, from 0.
    fn sequence(&self) -> u64;

    /// Returns the entry before this one; none exactly for the first.
    fn previous_entry(&self) -> Option<DocumentId>;

    /// Returns the population that the entry names. A receipt names none: its listing does.
    fn population(&self) -> Option<Salt>;
}

/// The owner's record that one opening was granted: an entry of the ledger. Names neither the
/// auditor nor what the opening holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grant {
    /// The entry's place in the ledger, from 0.
    pub sequence: u64,
    /// The population of the question.
    pub population: Salt,
    /// The question that was opened: its seed commitment.
    pub question: Digest,
    /// The number of grants so far, this one included.
    pub total_grants: u64,
    /// The entry before this one in the ledger; null exactly for the first.
    #[serde(deserialize_with = "present")]
    pub previous_entry: Option<DocumentId>,
    /// 128 random bits, so that the log's entries cannot be guessed.
    pub salt: Salt,
    /// The owner's key.
    pub jwk: Jwk,
    /// Time of signing.
    pub issued_at: Timestamp,
}

impl Grant {
    /// Checks whether the fields agree with each other and with the limits.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that does not.
    pub fn check(&self) -> Result<(), PayloadError> {
        if self.total_grants == 0 || self.total_grants - 1 > self.sequence {
            return Err(PayloadError::new(
                "total_grants",
                PayloadProblem::GrantCount,
            ));
        }
        chained(self.sequence, self.previous_entry)
    }
}

/// A loss that counts for a question although no receipt shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AssumedLoss {
    /// The question: its seed commitment.
    pub question: Digest,
    /// The family of its noise, which gives the level its unit.
    pub family: Family,
    /// The level at which the question counts, unless a higher one was sold.
    pub level: MicroEpsilon,
}

/// The owner's statement of a population, valid until the next one: an entry of the ledger.
///
/// The first entry with an id creates the population. A later one changes its cap, raises its
/// carried loss, or adds assumed losses. Unit and adjacency never change, and the carried loss
/// never falls. A cap of which a part is raised needs a reason. The audit checks this, because the
/// entry does not state the previous cap.
///
/// An entry with `into` merges the population into another one and ends it. Its carried loss is
/// then the loss added to the other population: its previous carried loss plus the losses of its
/// questions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PopulationEntry {
    /// The entry's place in the ledger, from 0.
    pub sequence: u64,
    /// The population.
    pub population: Salt,
    /// Name of one privacy unit: `person`, or another word that the owner chose.
    pub unit_name: String,
    /// Its adjacency: the relation between neighbouring tables.
    pub adjacency: Adjacency,
    /// The cap on the pure loss that applies from this entry on.
    pub cap_micro_epsilon: MicroEpsilon,
    /// The cap on the Gaussian-like loss. Each of the two is a limit by itself.
    pub cap_nano_rho: NanoRho,
    /// The pure carried loss that applies from this entry on. With `into`, the loss that is added
    /// to the other population.
    pub carried_micro_epsilon: MicroEpsilon,
    /// The Gaussian-like carried loss, likewise.
    pub carried_nano_rho: NanoRho,
    /// The population that this one is merged into, or null if it is not merged.
    #[serde(deserialize_with = "present")]
    pub into: Option<Salt>,
    /// Commitment to the owner's name for the population ([`crate::commitment`]).
    pub name_commitment: Digest,
    /// Losses that count although no receipt shows them, sorted by question. The field is omitted
    /// if the list is empty.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "some"
    )]
    pub assumed: Vec<AssumedLoss>,
    /// Reason in words. It may be empty unless the cap rises.
    pub reason: String,
    /// The entry before this one in the ledger; null exactly for the first.
    #[serde(deserialize_with = "present")]
    pub previous_entry: Option<DocumentId>,
    /// 128 random bits, so that the log's entries cannot be guessed.
    pub salt: Salt,
    /// The owner's key.
    pub jwk: Jwk,
    /// Time of signing.
    pub issued_at: Timestamp,
}

impl PopulationEntry {
    /// Returns the cap that applies from this entry on.
    #[must_use]
    pub const fn cap(&self) -> LossPair {
        LossPair {
            micro_epsilon: self.cap_micro_epsilon,
            nano_rho: self.cap_nano_rho,
        }
    }

    /// Returns the carried loss that applies from this entry on, or with `into` the loss that is
    /// added to the other population.
    #[must_use]
    pub const fn carried(&self) -> LossPair {
        LossPair {
            micro_epsilon: self.carried_micro_epsilon,
            nano_rho: self.carried_nano_rho,
        }
    }

    /// Checks whether the fields agree with each other and with the limits.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that does not.
    pub fn check(&self) -> Result<(), PayloadError> {
        text::name("unit_name", &self.unit_name)?;
        if self.cap().is_zero() {
            return Err(PayloadError::new(
                "cap_micro_epsilon",
                PayloadProblem::NoCap,
            ));
        }
        if self.assumed.len() > MAX_ASSUMED {
            return Err(PayloadError::new("assumed", PayloadProblem::TooManyAssumed));
        }
        if self.assumed.iter().any(|loss| loss.level.is_zero()) {
            return Err(PayloadError::new(
                "assumed",
                PayloadProblem::AssumedNotAboveZero,
            ));
        }
        if !self
            .assumed
            .is_sorted_by(|before, next| before.question < next.question)
        {
            return Err(PayloadError::new(
                "assumed",
                PayloadProblem::AssumedNotRising,
            ));
        }
        text::prose("reason", &self.reason)?;
        chained(self.sequence, self.previous_entry)
    }
}

/// Implements [`Entry`] for a kind that has the fields `sequence` and `previous_entry`. The
/// expression returns the population that a document names, if any.
macro_rules! entry {
    ($kind:ty, $of:ident => $population:expr) => {
        impl Entry for $kind {
            fn sequence(&self) -> u64 {
                self.sequence
            }

            fn previous_entry(&self) -> Option<DocumentId> {
                self.previous_entry
            }

            fn population(&self) -> Option<Salt> {
                let $of = self;
                $population
            }
        }
    };
}

entry!(Receipt, _receipt => None);
entry!(Grant, grant => Some(grant.population));
entry!(PopulationEntry, entry => Some(entry.population));
