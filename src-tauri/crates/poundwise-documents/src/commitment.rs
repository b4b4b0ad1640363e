//! Salted commitments to a listing's seeds, to its integers and to a population's name, and the
//! unsalted hash of a response.
//!
//! A commitment is SHA-256 over a domain name, a 256-bit salt and fixed-width contents: binding
//! because no two openings share an encoding, hiding because of the salt.

use sha2::{Digest as _, Sha256};

use crate::units::{Digest, SecretBytes};

/// Returns SHA-256("poundwise-seeds-v1\0" || salt || top seed || jump seed).
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

/// Returns SHA-256("poundwise-data-v1\0" || salt || d as 8 bytes || each value as 8 bytes),
/// big-endian, two's complement. `values` are the attribute's d integers, in lattice steps.
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

/// Returns SHA-256("poundwise-population-name-v1\0" || salt || name in UTF-8).
#[must_use]
pub fn name_commitment(salt: &SecretBytes, name: &str) -> Digest {
    let mut hash = Sha256::new();
    hash.update(b"poundwise-population-name-v1\0");
    hash.update(salt.expose());
    hash.update(name);
    Digest::from_bytes(hash.finalize().into())
}

/// Returns SHA-256(d as 8 bytes || each value as 8 bytes), little-endian, two's complement: the
/// hash of a response that its release signs. `values` are its d integers, in lattice steps.
#[must_use]
pub fn integers_sha256(values: &[i64]) -> Digest {
    let mut hash = IntegersHash::new(values.len());
    for value in values {
        hash.add(*value);
    }
    hash.finish()
}

/// [`integers_sha256`] of integers that are not in one slice.
pub(crate) struct IntegersHash(Sha256);

impl IntegersHash {
    pub(crate) fn new(length: usize) -> Self {
        let mut hash = Sha256::new();
        hash.update((length as u64).to_le_bytes());
        Self(hash)
    }

    pub(crate) fn add(&mut self, value: i64) {
        self.0.update(value.to_le_bytes());
    }

    pub(crate) fn finish(self) -> Digest {
        Digest::from_bytes(self.0.finalize().into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_of_integers_is_of_their_little_endian_bytes() {
        let bytes = [
            2, 0, 0, 0, 0, 0, 0, 0, // d
            1, 0, 0, 0, 0, 0, 0, 0, // 1
            0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, // -2
        ];
        assert_eq!(integers_sha256(&[1, -2]), Digest::of(&bytes));
        assert_ne!(integers_sha256(&[]), integers_sha256(&[0]));
    }

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
        let base = name_commitment(&secret(1), "people");
        for other in [
            name_commitment(&secret(2), "people"),
            name_commitment(&secret(1), "peoples"),
        ] {
            assert_ne!(base, other);
        }
    }
}
