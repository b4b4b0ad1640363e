//! A listing's secrets: the two seeds of its path, the salts of its commitments, and x.

use poundwise_documents::{
    commitment::{data_commitment, seed_commitment},
    units::{Digest, SecretBytes},
};
use zeroize::Zeroizing;

use gradual_release::{Epsilon, Path, Seed, Sensitivity};
use poundwise_documents::{
    keys::Jwk,
    kinds::{Listing, Opening},
    units::{DocumentId, MicroEpsilon, Timestamp},
};
use rusqlite::Connection;

use crate::{
    db,
    error::{Error, Result},
    home::random_bytes,
    vault::Vault,
};

/// First byte of the stored form.
const VERSION: u8 = 1;

/// Everything secret of one series of listings. Zeroized when dropped; implements nothing that could show it.
pub(crate) struct ListingSecrets {
    top_seed: SecretBytes,
    jump_seed: SecretBytes,
    seed_salt: SecretBytes,
    data_salt: SecretBytes,
    values: Zeroizing<Vec<i64>>,
}

impl ListingSecrets {
    /// Fresh seeds and salts from the operating system for x.
    pub(crate) fn draw(values: Zeroizing<Vec<i64>>) -> Result<Self> {
        let fresh = || random_bytes().map(SecretBytes::from_bytes);
        Ok(Self {
            top_seed: fresh()?,
            jump_seed: fresh()?,
            seed_salt: fresh()?,
            data_salt: fresh()?,
            values,
        })
    }

    /// The commitment to the seeds.
    pub(crate) fn seed_commitment(&self) -> Digest {
        seed_commitment(&self.seed_salt, &self.top_seed, &self.jump_seed)
    }

    /// The commitment to x.
    pub(crate) fn data_commitment(&self) -> Digest {
        data_commitment(&self.data_salt, &self.values)
    }

    /// Everything secret of a listing, for an auditor.
    pub(crate) fn opening(
        &self,
        listing: DocumentId,
        to: &str,
        jwk: Jwk,
        issued_at: Timestamp,
    ) -> Opening {
        let copy = |secret: &SecretBytes| SecretBytes::from_bytes(*secret.expose());
        Opening {
            listing,
            to: to.to_owned(),
            top_seed: copy(&self.top_seed),
            jump_seed: copy(&self.jump_seed),
            seed_salt: copy(&self.seed_salt),
            data_salt: copy(&self.data_salt),
            values: self.values.to_vec(),
            jwk,
            issued_at,
        }
    }

    /// Stores the secrets of a series, as one age ciphertext.
    pub(crate) fn insert(
        &self,
        connection: &Connection,
        vault: &Vault,
        series: &DocumentId,
    ) -> Result<()> {
        let mut plain = Zeroizing::new(Vec::with_capacity(1 + 4 * 32 + 8 * self.values.len()));
        plain.push(VERSION);
        for part in [
            &self.top_seed,
            &self.jump_seed,
            &self.seed_salt,
            &self.data_salt,
        ] {
            plain.extend_from_slice(part.expose());
        }
        for value in self.values.iter() {
            plain.extend_from_slice(&value.to_le_bytes());
        }
        db::insert_secret(connection, &name(series), &vault.seal(&plain)?)
    }

    /// Reads the secrets of a series.
    pub(crate) fn load(
        connection: &Connection,
        vault: &Vault,
        series: &DocumentId,
    ) -> Result<Self> {
        let damaged = || {
            Error::failed(
                "secret-damaged",
                format!("the secrets of listing {series} are damaged"),
            )
            .hint("Bring the home back from a backup.")
        };
        let plain = vault.open(
            &db::secret(connection, &name(series))?,
            "the listing's secrets",
        )?;
        let (&version, rest) = plain.split_first().ok_or_else(damaged)?;
        if version != VERSION || rest.len() < 128 || !rest.len().is_multiple_of(8) {
            return Err(damaged());
        }
        let (seeds, values) = rest.split_at(128);
        let part = |i: usize| -> Result<SecretBytes> {
            let bytes: [u8; 32] = seeds[32 * i..32 * (i + 1)]
                .try_into()
                .map_err(|_| damaged())?;
            Ok(SecretBytes::from_bytes(bytes))
        };
        let values = values
            .chunks_exact(8)
            .map(|c| c.try_into().map(i64::from_le_bytes))
            .collect::<std::result::Result<Vec<i64>, _>>()
            .map_err(|_| damaged())?;
        Ok(Self {
            top_seed: part(0)?,
            jump_seed: part(1)?,
            seed_salt: part(2)?,
            data_salt: part(3)?,
            values: Zeroizing::new(values),
        })
    }

    /// The response at a level: y = x + N(ε), in lattice steps. A pure function of the secrets and the level
    /// (mechanism.md, section 4). Cost: that of reading the path at d coordinates.
    pub(crate) fn respond(&self, listing: &Listing, level: MicroEpsilon) -> Result<Vec<i64>> {
        let fault = |e: gradual_release::Error| {
            Error::refused("mechanism", format!("no response at ε {level}: {e}"))
        };
        let path = Path::with_top(
            Sensitivity::new(listing.sensitivity).map_err(fault)?,
            Epsilon::new(listing.top_micro_epsilon.get()).map_err(fault)?,
            Seed::from_bytes(*self.top_seed.expose()),
            Seed::from_bytes(*self.jump_seed.expose()),
        )
        .map_err(fault)?;
        let noise = Zeroizing::new(
            path.read(
                0,
                self.values.len(),
                Epsilon::new(level.get()).map_err(fault)?,
            )
            .map_err(fault)?,
        );
        self.values
            .iter()
            .zip(noise.iter())
            .map(|(x, n)| {
                x.checked_add(*n).ok_or_else(|| {
                    Error::refused("overflow", "the response does not fit into 64 bits")
                })
            })
            .collect()
    }
}

fn name(series: &DocumentId) -> String {
    format!("listing/{series}")
}
