use serde::{Deserialize, Serialize};

use super::{MAX_DIMENSION, PayloadError, text};
use crate::keys::Jwk;
use crate::texts::PayloadProblem;
use crate::units::{Digest, DocumentId, MicroEpsilon, Timestamp};

/// A holder's statement that it added noise to a release and passes the result on: a more private
/// copy of what it holds (Koufogiannis, Han and Pappas, arXiv 1504.00429, section 3.1.2).
///
/// The maker signs, not the owner of the data: neither the values nor the release behind them are
/// the owner's word here. It does not say which level its maker holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HolderCopy {
    /// The version of the listing that the maker bought from.
    pub listing: DocumentId,
    /// The maker's release that the copy was made from, at a higher level.
    pub release: DocumentId,
    /// Name of the copy's maker.
    pub maker_name: String,
    /// The level of the copy: its values have the law of a release at this level.
    pub level: MicroEpsilon,
    /// The hash of the copy's integers ([`crate::commitment::integers_sha256`]).
    pub integers_sha256: Digest,
    /// The number of integers: the listing's dimension.
    pub rows: u64,
    /// The maker's key.
    pub jwk: Jwk,
    /// Time of signing, by the maker's clock.
    pub issued_at: Timestamp,
}

impl HolderCopy {
    /// Checks whether the fields are within the limits.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that is not.
    pub fn check(&self) -> Result<(), PayloadError> {
        text::name("maker_name", &self.maker_name)?;
        if self.level.is_zero() {
            return Err(PayloadError::new("level", PayloadProblem::NotAboveZero));
        }
        if !(1..=MAX_DIMENSION).contains(&self.rows) {
            return Err(PayloadError::new("rows", PayloadProblem::NotAsRows));
        }
        Ok(())
    }
}
