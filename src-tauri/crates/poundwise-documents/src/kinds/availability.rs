//! The levels that an owner can deliver now.

use serde::{Deserialize, Serialize};

use super::{PayloadError, present};
use crate::keys::Jwk;
use crate::texts::PayloadProblem;
use crate::units::{DocumentId, MicroEpsilon, Timestamp};

/// Most listings in [`Availability`].
pub const MAX_AVAILABLE: usize = 8192;

/// The owner's statement of the levels that it can deliver now: `availability/<kid>.jws` on a
/// market. A newer one replaces it.
///
/// It is advice for buyers: no sale depends on it. It follows from caps, carried losses, listings
/// and receipts, and never from data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Availability {
    /// The owner's open listings, sorted by id. Null if the owner chose to publish no levels.
    #[serde(deserialize_with = "present")]
    pub levels: Option<Vec<AvailableLevel>>,
    /// Number of ledger entries that the levels take into account. Of two statements of one second
    /// the one with more entries is newer.
    pub entries: u64,
    /// The owner's key.
    pub jwk: Jwk,
    /// Time of signing.
    pub issued_at: Timestamp,
}

/// The level up to which a listing can be delivered now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AvailableLevel {
    /// The listing.
    pub listing: DocumentId,
    /// The level; 0 if no level of the listing can be delivered now.
    pub up_to: MicroEpsilon,
}

impl Availability {
    /// Checks the order and the number of the listings.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that breaks a rule.
    pub fn check(&self) -> Result<(), PayloadError> {
        let levels = self.levels.as_deref().unwrap_or_default();
        if levels.len() > MAX_AVAILABLE {
            return Err(PayloadError::new(
                "levels",
                PayloadProblem::TooMany {
                    most: MAX_AVAILABLE,
                },
            ));
        }
        if !levels.is_sorted_by(|before, next| before.listing < next.listing) {
            return Err(PayloadError::new(
                "levels",
                PayloadProblem::LevelsNotByListing,
            ));
        }
        Ok(())
    }

    /// Returns whether this statement is older than `other`, of the same owner.
    #[must_use]
    pub fn is_older_than(&self, other: &Self) -> bool {
        (self.issued_at, self.entries) < (other.issued_at, other.entries)
    }
}
