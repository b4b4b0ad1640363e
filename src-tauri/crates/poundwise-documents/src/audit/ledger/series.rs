//! What all versions of a listing have in common.

use sha2::{Digest as _, Sha256};

use crate::kinds::Listing;
use crate::units::Digest;

/// A hash of all that makes the noise path, the data and their meaning.
pub(super) fn fixed_parts(listing: &Listing) -> Digest {
    let parts = (
        (
            listing.kind,
            &listing.query,
            &listing.unit,
            listing.dimension,
            &listing.labels,
            listing.step,
        ),
        (
            &listing.bounds,
            listing.sensitivity,
            listing.adjacency,
            &listing.privacy_unit,
        ),
        (
            listing.top_micro_epsilon,
            listing.dataset,
            &listing.path_layout,
        ),
        (
            listing.seed_commitment,
            listing.data_commitment,
            &listing.jwk,
        ),
    );
    let json = serde_json::to_vec(&parts).unwrap_or_default();
    Digest::from_bytes(Sha256::digest(json).into())
}
