use serde::{Deserialize, Serialize};
use zeroize::Zeroize;

use super::{MAX_DIMENSION, PayloadError, text};
use crate::keys::Jwk;
use crate::texts::PayloadProblem;
use crate::units::{DocumentId, SecretBytes, Timestamp};

/// The owner's refusal of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// The order that is refused.
    pub order: DocumentId,
    /// Reason, in words. Never depends on the data.
    pub reason: String,
    /// The owner's key.
    pub jwk: Jwk,
    /// Time of signing.
    pub issued_at: Timestamp,
}

impl Refusal {
    /// Checks whether the fields are within the limits.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that is not.
    pub fn check(&self) -> Result<(), PayloadError> {
        text::prose("reason", &self.reason)
    }
}

/// The owner's end of a listing: from its time on, neither the version named nor any that it
/// replaced is sold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Withdrawal {
    /// The version that is withdrawn, with all before it.
    pub listing: DocumentId,
    /// Reason, in words.
    pub reason: String,
    /// The owner's key.
    pub jwk: Jwk,
    /// Time of signing.
    pub issued_at: Timestamp,
}

impl Withdrawal {
    /// Checks whether the fields are within the limits.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that is not.
    pub fn check(&self) -> Result<(), PayloadError> {
        text::prose("reason", &self.reason)
    }
}

/// All secrets of a listing, for one auditor who may replay its releases. Encrypted to the
/// auditor wherever it is kept; erased from memory when dropped; not to be shown.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The listing that is opened.
    pub listing: DocumentId,
    /// The auditor's age recipient.
    pub to: String,
    /// Seed of the noise at the top level.
    pub top_seed: SecretBytes,
    /// Seed of the jumps below it.
    pub jump_seed: SecretBytes,
    /// Salt of the listing's seed commitment.
    pub seed_salt: SecretBytes,
    /// Salt of the listing's data commitment.
    pub data_salt: SecretBytes,
    /// The attribute's integers, in lattice steps.
    pub values: Vec<i64>,
    /// The owner's key.
    pub jwk: Jwk,
    /// Time of signing.
    pub issued_at: Timestamp,
}

impl Opening {
    /// Checks whether the fields are within the limits. Whether they fit the listing is
    /// [`crate::commitment`]'s to say.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that is not.
    pub fn check(&self) -> Result<(), PayloadError> {
        text::recipient("to", &self.to)?;
        if !(1..=MAX_DIMENSION).contains(&(self.values.len() as u64)) {
            return Err(PayloadError::new("values", PayloadProblem::NumberOfValues));
        }
        Ok(())
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        self.values.zeroize();
    }
}
