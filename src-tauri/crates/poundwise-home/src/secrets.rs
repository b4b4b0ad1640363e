//! The secrets of a question: the two seeds of its path, the salts of its commitments, and x; or,
//! for a sealed question, only the response at the top of the path and the seed of the jumps below
//! it.
//!
//! The seeds and salts of a dataset's question are derived from the dataset's secret: the same
//! question of the same dataset always has the same path, also after a backup is restored and the
//! question listed again. The owner's own numbers have no such secret: each listing of them draws a
//! fresh one.
//!
//! x is the vector of lattice values, y a response, d the number of coordinates and N(ε) the noise
//! at level ε.
//!
//! Methods that draw or encrypt: `no-randomness`. Methods that read or store: `secret-missing`,
//! `secret-damaged`, `home-damaged`, and errors of the database, such as `busy`.

use std::ops::Range;

use hkdf::Hkdf;
use poundwise_documents::{
    commitment::{data_commitment, name_commitment, seed_commitment},
    keys::{Identity, Jwk},
    kinds::{Listing, Opening, mechanism_of},
    units::{Digest, DocumentId, MicroEpsilon, Salt, SecretBytes, Timestamp},
};
use sha2::Sha256;
use zeroize::Zeroizing;

use gradual_release::mechanism::Mechanism;
use gradual_release::{Progress, Seed};

use crate::{
    error::{Error, ErrorCode, Result},
    messages::{
        DamageHint, DamageMessage, FaultMessage, MarketMessage, StoreHint, key_not_derived,
    },
    random::random_bytes,
    store::{Reading, SecretName, Writing, damaged},
    vault::Vault,
    work::Stage,
};

/// First byte of the stored form of an open listing's secrets: top seed, jump seed, seed salt, data
/// salt, x.
const OPEN: u8 = 1;
/// First byte of the stored form of sealed secrets: top level (micro-ε, 8 bytes, little-endian),
/// jump seed, y at the top.
const SEALED: u8 = 2;

/// The label under which a question's seeds and salts are derived.
const QUESTION_LABEL: &[u8] = b"poundwise-question-v1";
/// The label of the salt for the commitment to a population's name.
const NAME_LABEL: &[u8] = b"poundwise-population-name-v1";
/// The label of the key that selects which rows of a person count.
const CONTRIBUTIONS_LABEL: &[u8] = b"poundwise-contributions-v1";

/// The secrets from which a question is sold. They are zeroized when dropped, and have no `Debug`
/// or other form that could show them.
pub enum ListingSecrets {
    /// The secrets of a question that is not sealed.
    Open(OpenSecrets),
    /// The secrets after [`OpenSecrets::seal`].
    Sealed(SealedSecrets),
}

/// All secrets of a question.
pub struct OpenSecrets {
    top_seed: SecretBytes,
    jump_seed: SecretBytes,
    seed_salt: SecretBytes,
    data_salt: SecretBytes,
    values: Zeroizing<Vec<i64>>,
}

/// The secrets of a sealed question (Andersson, Pagh, Retschmeier and Nelson, arXiv 2505.22449,
/// Appendix A.1). Everything that is sold of it is post-processing of `response`.
pub struct SealedSecrets {
    top: MicroEpsilon,
    jump_seed: SecretBytes,
    response: Zeroizing<Vec<i64>>,
}

/// A dataset's secret, drawn when it is imported. It is zeroized when dropped.
pub struct DatasetSecret(SecretBytes);

impl DatasetSecret {
    /// Draws a fresh secret from the operating system.
    pub fn draw() -> Result<Self> {
        random_bytes().map(SecretBytes::from_bytes).map(Self)
    }

    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(SecretBytes::from_bytes(bytes))
    }

    pub fn expose(&self) -> &[u8; 32] {
        self.0.expose()
    }

    /// Returns the key that selects which rows of a person count: HKDF-SHA256 (RFC 5869) of the
    /// secret, under a label of its own.
    pub fn contributions_key(&self) -> Result<Zeroizing<[u8; 32]>> {
        let mut key = Zeroizing::new([0u8; 32]);
        self.expand(&[CONTRIBUTIONS_LABEL], key.as_mut_slice())?;
        Ok(key)
    }

    /// Returns the secrets of a question: HKDF-SHA256 (RFC 5869) of the dataset's secret, with the
    /// label, the question's canonical `statement` and x, each length-prefixed, as its info.
    ///
    /// x follows from the table and the statement, so it does not decide anything. It is included
    /// so that a fault of this program that gave one statement two vectors x could never put equal
    /// noise on them, which would reveal their difference.
    pub fn question(&self, statement: &[u8], values: Zeroizing<Vec<i64>>) -> Result<OpenSecrets> {
        let mut x = Zeroizing::new(Vec::with_capacity(8 * values.len()));
        for value in values.iter() {
            x.extend_from_slice(&value.to_le_bytes());
        }
        let mut out = Zeroizing::new([0u8; 4 * 32]);
        self.expand(&[QUESTION_LABEL, statement, &x], out.as_mut_slice())?;
        let mut parts = out
            .as_chunks::<32>()
            .0
            .iter()
            .map(|part| SecretBytes::from_bytes(*part));
        let mut next = || {
            parts
                .next()
                .ok_or_else(|| Error::fault(FaultMessage::FewSecrets))
        };
        Ok(OpenSecrets {
            top_seed: next()?,
            jump_seed: next()?,
            seed_salt: next()?,
            data_salt: next()?,
            values,
        })
    }

    fn expand(&self, parts: &[&[u8]], out: &mut [u8]) -> Result<()> {
        derive(self.expose(), parts, out)
    }
}

/// Derives bytes from a secret with HKDF-SHA256 (RFC 5869). The info is the parts, each prefixed
/// with its length.
fn derive(secret: &[u8; 32], parts: &[&[u8]], out: &mut [u8]) -> Result<()> {
    let lengths: Vec<[u8; 8]> = parts
        .iter()
        .map(|part| (part.len() as u64).to_le_bytes())
        .collect();
    let info: Vec<&[u8]> = lengths
        .iter()
        .zip(parts)
        .flat_map(|(length, part)| [length.as_slice(), part])
        .collect();
    Hkdf::<Sha256>::new(None, secret)
        .expand_multi_info(&info, out)
        .map_err(|e| key_not_derived(&e))
}

/// Returns the commitment to a population's name, as stated in the population's log entries.
///
/// The salt is derived from the home's identity. A copy of the home, or a home made from a recovery
/// key, can therefore verify the name.
pub fn committed_name(identity: &Identity, population: &Salt, name: &str) -> Result<Digest> {
    let mut salt = Zeroizing::new([0u8; 32]);
    derive(
        &identity.to_bytes(),
        &[NAME_LABEL, population.as_bytes()],
        salt.as_mut_slice(),
    )?;
    Ok(name_commitment(&SecretBytes::from_bytes(*salt), name))
}

impl OpenSecrets {
    /// Draws fresh seeds and salts from the operating system, for the owner's own numbers.
    pub fn draw(values: Zeroizing<Vec<i64>>) -> Result<Self> {
        let fresh = || random_bytes().map(SecretBytes::from_bytes);
        Ok(Self {
            top_seed: fresh()?,
            jump_seed: fresh()?,
            seed_salt: fresh()?,
            data_salt: fresh()?,
            values,
        })
    }

    /// Returns the commitment to the seeds.
    pub fn seed_commitment(&self) -> Digest {
        seed_commitment(&self.seed_salt, &self.top_seed, &self.jump_seed)
    }

    /// Returns the commitment to x.
    pub fn data_commitment(&self) -> Digest {
        data_commitment(&self.data_salt, &self.values)
    }

    fn respond(
        &self,
        listing: &Listing,
        level: MicroEpsilon,
        stage: &Stage<'_>,
    ) -> Result<Vec<i64>> {
        let [top_seed, jump_seed] = [&self.top_seed, &self.jump_seed].map(seed);
        let path = mechanism(listing)?
            .path(listing.top.get(), top_seed, jump_seed)
            .map_err(|e| fault(&e))?;
        noisy(&self.values, stage, |all, progress| {
            path.read(all, level.get(), progress)
        })
    }

    /// Returns the secrets that remain after sealing: the response at the top of the path, and the
    /// seed of the jumps below it.
    ///
    /// It is the response at the top and not at the ceiling, where these differ: the jump seed
    /// determines the jumps between the two, so that together with it the response at the ceiling
    /// would reveal as much as the response at the top. The data salt is dropped with x: with the
    /// salt, x could be found by comparing candidates near the response with the public commitment.
    ///
    /// # Errors
    /// `mechanism` or `overflow` if there is no response at the top; `stopped`.
    pub fn seal(&self, listing: &Listing, stage: &Stage<'_>) -> Result<SealedSecrets> {
        Ok(SealedSecrets {
            top: listing.top,
            jump_seed: SecretBytes::from_bytes(*self.jump_seed.expose()),
            response: Zeroizing::new(self.respond(listing, listing.top, stage)?),
        })
    }

    /// Returns all secrets of a listing, for an auditor.
    pub fn opening(
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

    /// Returns the secrets as they are stored: one age ciphertext.
    pub fn ciphertext(&self, vault: &Vault) -> Result<Vec<u8>> {
        let name = SecretName::Question(self.seed_commitment());
        let parts = [
            &self.top_seed,
            &self.jump_seed,
            &self.seed_salt,
            &self.data_salt,
        ]
        .map(|part| part.expose().as_slice());
        vault.encrypt_named(name, &stored_form(OPEN, &parts, &self.values))
    }

    /// Stores the ciphertext of a new question's secrets.
    pub fn insert(writing: &Writing<'_>, ciphertext: &[u8], question: &Digest) -> Result<()> {
        writing.insert_secret(SecretName::Question(*question), ciphertext)
    }
}

impl SealedSecrets {
    fn respond(
        &self,
        listing: &Listing,
        level: MicroEpsilon,
        stage: &Stage<'_>,
    ) -> Result<Vec<i64>> {
        let path = mechanism(listing)?
            .sealed_path(self.top.get(), seed(&self.jump_seed))
            .map_err(|e| fault(&e))?;
        noisy(&self.response, stage, |all, progress| {
            path.read(all, level.get(), progress)
        })
    }

    /// Returns the secrets as they are stored: one age ciphertext.
    pub fn ciphertext(&self, vault: &Vault, question: &Digest) -> Result<Vec<u8>> {
        let top = self.top.get().to_le_bytes();
        let plain = stored_form(SEALED, &[&top, self.jump_seed.expose()], &self.response);
        vault.encrypt_named(SecretName::Question(*question), &plain)
    }
}

impl ListingSecrets {
    /// Reads the secrets of a listing's question.
    pub fn load(reading: &Reading<'_>, vault: &Vault, listing: &Listing) -> Result<Self> {
        let sealed = Self::ciphertext(reading, &listing.seed_commitment)?;
        Self::unseal(&sealed, vault, listing)
    }

    /// Replaces the ciphertext of a question's open secrets by that of sealed ones.
    pub fn replace(writing: &Writing<'_>, ciphertext: &[u8], question: &Digest) -> Result<()> {
        writing.replace_secret(SecretName::Question(*question), ciphertext)
    }

    /// Returns the secrets of a question as they are stored.
    pub fn ciphertext(reading: &Reading<'_>, question: &Digest) -> Result<Vec<u8>> {
        reading.secret(SecretName::Question(*question))
    }

    /// Decrypts the result of [`ListingSecrets::ciphertext`], and checks it against the listing:
    /// both seeds and x must match its commitments. Of sealed secrets only the top level and the
    /// number of values can be compared.
    ///
    /// # Errors
    /// `decrypt`, `home-damaged`, `secret-damaged`.
    pub fn unseal(ciphertext: &[u8], vault: &Vault, listing: &Listing) -> Result<Self> {
        let question = &listing.seed_commitment;
        let plain = vault.decrypt_named(SecretName::Question(*question), ciphertext)?;
        let secrets = parse(&plain).ok_or_else(|| {
            Error::unverified(
                ErrorCode::SecretDamaged,
                DamageMessage::QuestionSecrets {
                    question: question.to_string(),
                },
            )
            .hint(DamageHint::BringBack)
        })?;
        let kept = match &secrets {
            Self::Open(open) => {
                (open.seed_commitment(), open.data_commitment())
                    == (*question, listing.data_commitment)
            }
            Self::Sealed(sealed) => {
                (sealed.top, sealed.response.len() as u64) == (listing.top, listing.dimension)
            }
        };
        if kept {
            Ok(secrets)
        } else {
            Err(damaged(DamageMessage::NumbersDiffer {
                title: listing.title.clone(),
            }))
        }
    }

    /// Returns the response at a level, y = x + N(ε), in lattice steps. It depends only on the
    /// secrets and the level, and is the same before and after sealing. Cost: one evaluation of the
    /// path at d coordinates.
    ///
    /// # Errors
    /// `mechanism` or `overflow` if there is no response at this level; `stopped`.
    pub fn respond(
        &self,
        listing: &Listing,
        level: MicroEpsilon,
        stage: &Stage<'_>,
    ) -> Result<Vec<i64>> {
        match self {
            Self::Open(secrets) => secrets.respond(listing, level, stage),
            Self::Sealed(secrets) => secrets.respond(listing, level, stage),
        }
    }

    /// Returns the secrets of a listing that is not sealed, which an opening needs.
    ///
    /// # Errors
    /// `sealed`.
    pub fn open(self, listing: &Listing) -> Result<OpenSecrets> {
        match self {
            Self::Open(secrets) => Ok(secrets),
            Self::Sealed(_) => Err(Error::refused(
                ErrorCode::Sealed,
                MarketMessage::ListingSealed {
                    title: listing.title.clone(),
                },
            )
            .hint(StoreHint::NoMoreOpenings)),
        }
    }
}

fn stored_form(version: u8, parts: &[&[u8]], values: &[i64]) -> Zeroizing<Vec<u8>> {
    // Allocated once: growing would leave secrets behind.
    let length = 1 + parts.iter().map(|part| part.len()).sum::<usize>() + 8 * values.len();
    let mut plain = Zeroizing::new(Vec::with_capacity(length));
    plain.push(version);
    for part in parts {
        plain.extend_from_slice(part);
    }
    for value in values {
        plain.extend_from_slice(&value.to_le_bytes());
    }
    plain
}

fn parse(plain: &[u8]) -> Option<ListingSecrets> {
    let (&version, mut rest) = plain.split_first()?;
    let rest = &mut rest;
    match version {
        OPEN => Some(ListingSecrets::Open(OpenSecrets {
            top_seed: secret(rest)?,
            jump_seed: secret(rest)?,
            seed_salt: secret(rest)?,
            data_salt: secret(rest)?,
            values: values(rest)?,
        })),
        SEALED => Some(ListingSecrets::Sealed(SealedSecrets {
            top: MicroEpsilon::new(u64::from_le_bytes(bytes(rest)?)).ok()?,
            jump_seed: secret(rest)?,
            response: values(rest)?,
        })),
        _ => None,
    }
}

fn bytes<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (bytes, after) = rest.split_first_chunk::<N>()?;
    *rest = after;
    Some(*bytes)
}

fn secret(rest: &mut &[u8]) -> Option<SecretBytes> {
    bytes(rest).map(SecretBytes::from_bytes)
}

fn values(rest: &mut &[u8]) -> Option<Zeroizing<Vec<i64>>> {
    let (chunks, []) = rest.as_chunks::<8>() else {
        return None;
    };
    Some(Zeroizing::new(
        chunks
            .iter()
            .map(|chunk| i64::from_le_bytes(*chunk))
            .collect(),
    ))
}

/// Returns the values plus the noise that `read` returns for all of them.
fn noisy(
    values: &[i64],
    stage: &Stage<'_>,
    read: impl FnOnce(
        Range<u64>,
        &Progress<'_>,
    ) -> std::result::Result<Vec<i64>, gradual_release::Error>,
) -> Result<Vec<i64>> {
    let all = 0..values.len() as u64;
    let noise = Zeroizing::new(stage.noise(|progress| read(all, progress), fault)?);
    values
        .iter()
        .zip(noise.iter())
        .map(|(x, n)| {
            x.checked_add(*n)
                .ok_or_else(|| Error::refused(ErrorCode::Overflow, MarketMessage::ResponseTooLarge))
        })
        .collect()
}

fn mechanism(listing: &Listing) -> Result<Mechanism> {
    mechanism_of(listing).map_err(|e| fault(&e))
}

fn seed(bytes: &SecretBytes) -> Seed {
    Seed::from_bytes(*bytes.expose())
}

fn fault(error: &gradual_release::Error) -> Error {
    Error::refused(
        ErrorCode::Mechanism,
        MarketMessage::NoResponse {
            why: error.clone().into(),
        },
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::HashSet;

    use super::*;

    fn secret(byte: u8) -> DatasetSecret {
        DatasetSecret::from_bytes([byte; 32])
    }

    fn of(secret: &DatasetSecret, statement: &[u8], values: &[i64]) -> OpenSecrets {
        let values = Zeroizing::new(values.to_vec());
        secret.question(statement, values).unwrap()
    }

    /// Top seed, jump seed, seed salt, data salt.
    fn parts(secrets: &OpenSecrets) -> [[u8; 32]; 4] {
        [
            &secrets.top_seed,
            &secrets.jump_seed,
            &secrets.seed_salt,
            &secrets.data_salt,
        ]
        .map(|part| *part.expose())
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// A seed that another question has, or that anybody knows, reveals x.
    #[test]
    fn no_two_questions_share_a_seed_or_a_salt() {
        let own = || OpenSecrets::draw(Zeroizing::new(vec![1, 2])).unwrap();
        let next = 1u64.to_le_bytes();
        let questions = [
            of(&secret(1), b"statement", &[1, 2]),
            of(&secret(2), b"statement", &[1, 2]),
            of(&secret(1), b"Statement", &[1, 2]),
            of(&secret(1), b"statement", &[1, 3]),
            // The same bytes, split differently.
            of(&secret(1), &[b"statement", &next[..]].concat(), &[2]),
            of(&DatasetSecret::draw().unwrap(), b"statement", &[1, 2]),
            of(&DatasetSecret::draw().unwrap(), b"statement", &[1, 2]),
            own(),
            own(),
        ];
        let all: HashSet<[u8; 32]> = questions.iter().flat_map(parts).collect();
        assert_eq!(all.len(), 4 * questions.len());
        let again = of(&secret(1), b"statement", &[1, 2]);
        assert_eq!(parts(&again), parts(&questions[0]));
        let keys = [secret(1), secret(2)].map(|secret| *secret.contributions_key().unwrap());
        assert_ne!(keys[0], keys[1]);
        assert!(keys.iter().all(|key| !all.contains(key)));
    }

    #[test]
    fn a_response_beyond_64_bits_is_refused() {
        let with = |x: i64, noise: i64| {
            noisy(&[0, x], &Stage::silent(), |_, _| Ok(vec![0, noise]))
                .map_err(|error| error.code())
        };
        assert_eq!(with(i64::MAX - 1, 1), Ok(vec![0, i64::MAX]));
        assert_eq!(with(i64::MAX, 1), Err(ErrorCode::Overflow));
        assert_eq!(with(i64::MIN, -1), Err(ErrorCode::Overflow));
    }

    /// The expected value was computed from RFC 5869 and SHA-256 alone. After a change of the
    /// derivation, the names of existing populations would no longer verify.
    #[test]
    fn name_commitment_matches_known_value() {
        let commitment = |seed: u8, id: u8, name: &str| {
            let identity = Identity::from_bytes(&[seed; 32]);
            committed_name(&identity, &Salt::from_bytes([id; 16]), name).unwrap()
        };
        let known = commitment(1, 2, "people");
        assert_eq!(
            hex(known.as_bytes()),
            "c7a9d53300ba4057fdcb17428de630f2111fc2fc776691c48ae3c9fcbe246e70"
        );
        for other in [
            commitment(2, 2, "people"),
            commitment(1, 3, "people"),
            commitment(1, 2, "peoples"),
        ] {
            assert_ne!(known, other);
        }
    }

    /// Computed from RFC 5869 alone: a change would give listed questions other noise.
    #[test]
    fn what_is_derived_is_pinned() {
        let [top, jump, seed_salt, data_salt] = parts(&of(&secret(1), b"a statement", &[1, -2]));
        assert_eq!(
            hex(&top),
            "14dea67be1a82e22f37efd0d5b1d6eda2857d5f6f6d3461182ef4fca4609f26c"
        );
        assert_eq!(
            hex(&jump),
            "d9ce3926c4fc47f1064012531bbd0dcbfc6d29636c6517baf0cccdd3fc2345e6"
        );
        assert_eq!(
            hex(&seed_salt),
            "6c9c4785e64bbcf48c76ebf6e546935aa11eab938972c9a7ee9f475491ae2bf4"
        );
        assert_eq!(
            hex(&data_salt),
            "132dc7ba024fd29be113bc38108c6edb51adff64743cac3b399289c6a4689357"
        );
        let key = secret(1).contributions_key().unwrap();
        assert_eq!(
            hex(key.as_slice()),
            "e127cd8f5b2c2fb442c12bc8ade89ee4f509daae09f2c56eb4349029d26b02e7"
        );
    }
}
