//! The entries of a ledger beside receipts, and what all entries have in common.

use serde::{Deserialize, Serialize};

use super::sale::chained;
use super::{Payload, PayloadError, Receipt, present, text};
use crate::keys::Jwk;
use crate::units::{Digest, DocumentId, MicroEpsilon, Salt, Timestamp};

/// An entry of the ledger: receipts, grants and caps stand in one sequence.
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
                "must be from 1 to sequence + 1",
            ));
        }
        chained(self.sequence, self.previous_entry)
    }
}

/// The owner's record that a population has another cap from here on: an entry of the ledger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cap {
    /// The entry's place in the ledger, from 0.
    pub sequence: u64,
    /// The population.
    pub population: Salt,
    /// The cap before.
    pub old_micro_epsilon: MicroEpsilon,
    /// The cap from here on.
    pub new_micro_epsilon: MicroEpsilon,
    /// Reason, in words; may be empty where the cap falls.
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

impl Cap {
    /// Checks whether the fields agree with each other and with the limits.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that does not.
    pub fn check(&self) -> Result<(), PayloadError> {
        let (old, new) = (self.old_micro_epsilon, self.new_micro_epsilon);
        if old.is_zero() {
            return Err(PayloadError::new("old_micro_epsilon", "must be above 0"));
        }
        let change = new.cmp(&old);
        if new.is_zero() || change.is_eq() {
            return Err(PayloadError::new(
                "new_micro_epsilon",
                "must be above 0 and another than the cap before",
            ));
        }
        text::prose("reason", &self.reason)?;
        if change.is_gt() && self.reason.trim().is_empty() {
            return Err(PayloadError::new(
                "reason",
                "a cap that rises needs a reason",
            ));
        }
        chained(self.sequence, self.previous_entry)
    }
}

impl Entry for Receipt {
    fn sequence(&self) -> u64 {
        self.sequence
    }

    fn previous_entry(&self) -> Option<DocumentId> {
        self.previous_entry
    }

    fn population(&self) -> Option<Salt> {
        None
    }
}

impl Entry for Grant {
    fn sequence(&self) -> u64 {
        self.sequence
    }

    fn previous_entry(&self) -> Option<DocumentId> {
        self.previous_entry
    }

    fn population(&self) -> Option<Salt> {
        Some(self.population)
    }
}

impl Entry for Cap {
    fn sequence(&self) -> u64 {
        self.sequence
    }

    fn previous_entry(&self) -> Option<DocumentId> {
        self.previous_entry
    }

    fn population(&self) -> Option<Salt> {
        Some(self.population)
    }
}
