//! Salted commitments to what a listing keeps secret: its seeds and its integers.
//!
//! SHA-256 over a domain name, a 256-bit salt and fixed-width contents: binding because no two openings share an
//! encoding, hiding because of the salt.

use sha2::{Digest as _, Sha256};

use crate::units::{Digest, SecretBytes};

/// SHA-256("poundwise-seeds-v1\0" || salt || top seed || jump seed).
#[must_use]
pub fn seed_commitment(
    salt: &SecretBytes,
    top_seed: &SecretBytes,
    jump_seed: &SecretBytes,
) -> Digest {
    let mut hash = Sha256::new();
    hash.update(b"poundwise-seeds-v1\0");
    hash.update(salt.expose());
    hash.update(top_seed.expose());
    hash.update(jump_seed.expose());
    Digest::from_bytes(hash.finalize().into())
}

/// SHA-256("poundwise-data-v1\0" || salt || d as 8 bytes || each value as 8 bytes), big-endian, two's complement.
/// `values` are the attribute's d integers, in lattice steps.
#[must_use]
pub fn data_commitment(salt: &SecretBytes, values: &[i64]) -> Digest {
    let mut hash = Sha256::new();
    hash.update(b"poundwise-data-v1\0");
    hash.update(salt.expose());
    hash.update((values.len() as u64).to_be_bytes());
    for value in values {
        hash.update(value.to_be_bytes());
    }
    Digest::from_bytes(hash.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_is_committed_to() {
        let secret = |byte| SecretBytes::from_bytes([byte; 32]);
        let base = seed_commitment(&secret(1), &secret(2), &secret(3));
        for other in [
            seed_commitment(&secret(9), &secret(2), &secret(3)),
            seed_commitment(&secret(1), &secret(9), &secret(3)),
            seed_commitment(&secret(1), &secret(2), &secret(9)),
            seed_commitment(&secret(1), &secret(3), &secret(2)),
        ] {
            assert_ne!(base, other);
        }
        let base = data_commitment(&secret(1), &[1, 2]);
        for other in [
            data_commitment(&secret(2), &[1, 2]),
            data_commitment(&secret(1), &[2, 1]),
            data_commitment(&secret(1), &[1, 2, 0]),
            data_commitment(&secret(1), &[1]),
            data_commitment(&secret(1), &[-1, 2]),
        ] {
            assert_ne!(base, other);
        }
    }
}
