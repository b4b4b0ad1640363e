//! Signed documents: JWS Compact Serialization (RFC 7515, section 7.1) with Ed25519 (RFC 8037),
//! read strictly.
//!
//! The header is exactly `alg`, `kid` and `typ`. `typ` names the kind and its version, so that no
//! document can be passed off as another; `kid` is the RFC 7638 thumbprint of the key that the
//! payload carries. What is signed, stored and hashed is the exact compact string: nothing is ever
//! re-serialised.

use std::{fmt, marker::PhantomData};

use base64::Engine;
use poundwise_words::Text;
use serde::{Deserialize, Serialize};
use zeroize::Zeroizing;

use crate::keys::{Identity, Jwk, KeyCache, KeyError, PublicKey};
use crate::kinds::{
    Cancellation, Entry, Grant, HolderCopy, Listing, MAX_DOCUMENT, Opening, Order, Payload,
    PayloadError, PopulationEntry, Receipt, Refusal, Release, Withdrawal, is_deceptive,
    is_newer_typ, unknown_word,
};
use crate::texts::HeaderProblem;
use crate::units::{DocumentId, Kid, Timestamp, URL_SAFE};

/// The one algorithm that is signed with and accepted: the name of RFC 8037, with the curve in the
/// key. ARCHITECTURE.md (Formats) says why it is not yet the name of RFC 9864.
const ALGORITHM: &str = "EdDSA";

/// The longest header read, in base64url characters; the ones written have about 170.
const MAX_HEADER: usize = 1024;

/// Reason why a document is refused, or cannot be signed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JwsError {
    /// Longer than its kind may be.
    TooLong(usize),
    /// Not three parts of base64url.
    NotCompact,
    /// A header that is not exactly `alg`, `kid` and `typ`.
    Header(Text),
    /// An algorithm other than `EdDSA`.
    Algorithm(String),
    /// Another kind than the one expected.
    Kind {
        /// The kind asked for.
        expected: &'static str,
        /// The kind the header states.
        found: String,
    },
    /// Not a kind of document.
    UnknownKind(String),
    /// A well-signed document of a newer version of the format: an unknown kind, a higher version
    /// of a known kind, or an unknown word.
    NewerVersion(Box<NewerDocument>),
    /// A payload that is not the object its kind prescribes.
    Payload {
        /// The kind.
        kind: &'static str,
        /// Fault of the JSON.
        problem: Text,
    },
    /// A payload with values its kind does not allow.
    Invalid {
        /// The kind.
        kind: &'static str,
        /// The field and the problem.
        #[source]
        error: PayloadError,
    },
    /// A key that is refused.
    Key(#[from] KeyError),
    /// A `kid` that is not the thumbprint of the payload's key, or (signing) a payload with
    /// another's key.
    KeyMismatch,
    /// The signature does not fit.
    Signature,
}

/// A document that this version does not know. Its signature was verified, and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewerDocument {
    /// Name of the document.
    pub id: DocumentId,
    /// Signer of the document.
    pub signer: Kid,
    /// The kind and its version, as in the header.
    pub typ: String,
    /// The unknown part: `typ`, or the field of an unknown word.
    pub field: &'static str,
    /// Content of that part.
    pub word: String,
    /// Place in the signer's ledger if it is an entry. Every version of every entry has these
    /// fields.
    pub place: Option<EntryPlace>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    alg: String,
    kid: Kid,
    typ: String,
}

/// A document whose signature has been verified (or just made), together with its exact compact
/// string.
#[derive(Clone)]
pub struct Signed<T> {
    // Erased when dropped, because an opening's string is as secret as the opening.
    compact: Zeroizing<String>,
    id: DocumentId,
    key: PublicKey,
    payload: T,
}

impl<T: Payload> Signed<T> {
    /// Signs `payload`.
    ///
    /// # Errors
    /// The payload is not valid, is too long, or carries a key that is not the signer's.
    pub fn sign(identity: &Identity, payload: T) -> Result<Self, JwsError> {
        payload.check().map_err(|error| JwsError::Invalid {
            kind: T::TYP,
            error,
        })?;
        let key = identity.public_key();
        if *payload.jwk() != key.jwk() {
            return Err(JwsError::KeyMismatch);
        }
        let unwritable = |e: serde_json::Error| JwsError::Payload {
            kind: T::TYP,
            problem: Text::verbatim(e),
        };
        let header = Header {
            alg: ALGORITHM.to_owned(),
            kid: key.kid(),
            typ: T::TYP.to_owned(),
        };
        let header = serde_json::to_vec(&header).map_err(unwritable)?;
        let body = Zeroizing::new(serde_json::to_vec(&payload).map_err(unwritable)?);
        // header.body.signature, allocated once so that no secret is left behind by growing.
        let mut compact = Zeroizing::new(String::with_capacity(
            header.len() * 2 + body.len() * 4 / 3 + 100,
        ));
        URL_SAFE.encode_string(&header, &mut compact);
        compact.push('.');
        URL_SAFE.encode_string(body.as_slice(), &mut compact);
        let signature = identity.sign(compact.as_bytes());
        compact.push('.');
        URL_SAFE.encode_string(signature, &mut compact);
        if compact.len() > T::MAX_BYTES {
            return Err(JwsError::TooLong(T::MAX_BYTES));
        }
        let id = DocumentId::of(&compact);
        Ok(Self {
            compact,
            id,
            key,
            payload,
        })
    }

    /// Verifies `compact` as a document of this kind.
    ///
    /// # Errors
    /// The first thing found wrong: length, form, header, kind, payload, key or signature.
    /// [`JwsError::NewerVersion`] for a document that is signed and not known, which is not wrong.
    pub fn verify(compact: &str) -> Result<Self, JwsError> {
        if compact.len() > T::MAX_BYTES {
            return Err(JwsError::TooLong(T::MAX_BYTES));
        }
        let parts = Parts::split(compact)?;
        if is_newer_typ(&parts.header.typ) {
            return Err(parts.newer_typ(compact, &mut KeyCache::default()));
        }
        if parts.header.typ != T::TYP {
            return Err(JwsError::Kind {
                expected: T::TYP,
                found: parts.header.typ,
            });
        }
        parts.verify(compact, &mut KeyCache::default())
    }

    /// Returns the payload of a document that says to be of this kind. Nothing is verified: it is
    /// for going once more over what an audit has verified and reported on, and no verdict may rest
    /// on it.
    #[must_use]
    pub fn unverified_payload(compact: &str) -> Option<T> {
        let parts = Parts::split(compact).ok()?;
        if parts.header.typ != T::TYP {
            return None;
        }
        serde_json::from_slice(&parts.body).ok()
    }

    /// Returns the exact string that was signed, with its signature.
    #[must_use]
    pub fn compact(&self) -> &str {
        &self.compact
    }

    /// Returns the document's name: the SHA-256 of the compact string.
    #[must_use]
    pub fn id(&self) -> DocumentId {
        self.id
    }

    /// Returns the document's name as that of one that was verified, for reading it again.
    #[must_use]
    pub fn verified_id(&self) -> VerifiedId<T> {
        VerifiedId {
            id: self.id,
            kind: PhantomData,
        }
    }

    /// Returns the content of the document.
    #[must_use]
    pub fn payload(&self) -> &T {
        &self.payload
    }

    /// Returns the payload alone.
    #[must_use]
    pub fn into_payload(self) -> T {
        self.payload
    }

    /// Returns the signer's key, by name.
    #[must_use]
    pub fn signer(&self) -> Kid {
        self.key.kid()
    }

    /// Returns the signer's key.
    #[must_use]
    pub fn key(&self) -> PublicKey {
        self.key
    }
}

/// The kind and the id only: some kinds are secret.
impl<T: Payload> fmt::Debug for Signed<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signed({}, {})", T::TYP, self.id)
    }
}

/// Two are equal when their compact strings are.
impl<T: Payload> PartialEq for Signed<T> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<T: Payload> Eq for Signed<T> {}

/// The name of a document that was verified, where the document itself is not kept. It is the hash
/// of the exact string, signature included: the same string need not be verified again, and no
/// other has this name. Comes only from a [`Signed`].
pub struct VerifiedId<T> {
    id: DocumentId,
    kind: PhantomData<fn() -> T>,
}

impl<T: Payload> VerifiedId<T> {
    /// Returns the document's name.
    #[must_use]
    pub fn id(&self) -> DocumentId {
        self.id
    }

    /// Reads the document again from its exact string; `None` for any other string. O(length): the
    /// string is hashed and parsed, its signature not computed again.
    #[must_use]
    pub fn read_again(&self, compact: &str) -> Option<Signed<T>> {
        if DocumentId::of(compact) != self.id {
            return None;
        }
        let (payload, key) = Parts::split(compact)
            .ok()?
            .content(&mut KeyCache::default())
            .ok()?;
        Some(Signed {
            compact: Zeroizing::new(compact.to_owned()),
            id: self.id,
            key,
            payload,
        })
    }
}

impl<T> Clone for VerifiedId<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for VerifiedId<T> {}

struct Parts {
    header: Header,
    body: Zeroizing<Vec<u8>>,
    /// The length of `header.body`, which is what is signed.
    signed_length: usize,
    signature: [u8; 64],
}

impl Parts {
    fn split(compact: &str) -> Result<Self, JwsError> {
        if compact.len() > MAX_DOCUMENT {
            return Err(JwsError::TooLong(MAX_DOCUMENT));
        }
        let mut parts = compact.split('.');
        let (Some(header), Some(body), Some(signature), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(JwsError::NotCompact);
        };
        if header.len() > MAX_HEADER {
            return Err(JwsError::Header(
                HeaderProblem::TooLong { most: MAX_HEADER }.into(),
            ));
        }
        let signed_length = header.len() + 1 + body.len();
        let header = URL_SAFE.decode(header).map_err(|_| JwsError::NotCompact)?;
        let mut signature_bytes = [0u8; 64];
        if !matches!(
            URL_SAFE.decode_slice(signature, &mut signature_bytes),
            Ok(64)
        ) {
            return Err(JwsError::NotCompact);
        }
        if !is_bare_object(&header) {
            return Err(JwsError::Header(HeaderProblem::NotAnObject.into()));
        }
        let header: Header =
            serde_json::from_slice(&header).map_err(|error| JwsError::Header(quoted(&error)))?;
        if header.alg != ALGORITHM {
            return Err(JwsError::Algorithm(header.alg));
        }
        let body = Zeroizing::new(URL_SAFE.decode(body).map_err(|_| JwsError::NotCompact)?);
        Ok(Self {
            header,
            body,
            signed_length,
            signature: signature_bytes,
        })
    }

    /// Returns the payload, and the key that it carries, which is the one the header names.
    fn content<T: Payload>(&self, keys: &mut KeyCache) -> Result<(T, PublicKey), JwsError> {
        let wrong = |problem: Text| JwsError::Payload {
            kind: T::TYP,
            problem,
        };
        if !is_bare_object(&self.body) {
            return Err(wrong(HeaderProblem::NotAnObject.into()));
        }
        let payload: T = serde_json::from_slice(&self.body).map_err(|error| {
            // serde's messages quote what they found.
            wrong(if T::SECRET {
                HeaderProblem::OtherFields.into()
            } else {
                quoted(&error)
            })
        })?;
        let key = keys.check(payload.jwk())?;
        if key.kid() != self.header.kid {
            return Err(JwsError::KeyMismatch);
        }
        Ok((payload, key))
    }

    fn verify<T: Payload>(self, compact: &str, keys: &mut KeyCache) -> Result<Signed<T>, JwsError> {
        let (payload, key) = match self.content::<T>(keys) {
            Err(JwsError::Payload { kind, problem }) => {
                return Err(match unknown_word(T::WORDS, &self.body) {
                    Some((field, word)) => self.newer(compact, keys, field, word),
                    None => JwsError::Payload { kind, problem },
                });
            }
            content => content?,
        };
        self.expect_signature(compact, &key)?;
        payload.check().map_err(|error| JwsError::Invalid {
            kind: T::TYP,
            error,
        })?;
        Ok(Signed {
            compact: Zeroizing::new(compact.to_owned()),
            id: DocumentId::of(compact),
            key,
            payload,
        })
    }
}

impl Parts {
    fn expect_signature(&self, compact: &str, key: &PublicKey) -> Result<(), JwsError> {
        let message = compact
            .as_bytes()
            .get(..self.signed_length)
            .ok_or(JwsError::NotCompact)?;
        if key.verifies(message, &self.signature) {
            Ok(())
        } else {
            Err(JwsError::Signature)
        }
    }

    /// Returns the error of a document whose kind or version is a newer one.
    fn newer_typ(&self, compact: &str, keys: &mut KeyCache) -> JwsError {
        self.newer(compact, keys, "typ", self.header.typ.clone())
    }

    /// Returns [`JwsError::NewerVersion`] if the signature verifies under the key in the payload,
    /// and the error of key or signature otherwise.
    fn newer(
        &self,
        compact: &str,
        keys: &mut KeyCache,
        field: &'static str,
        word: String,
    ) -> JwsError {
        /// The field that every version of every kind has.
        #[derive(Deserialize)]
        struct Envelope {
            jwk: Jwk,
        }
        /// The fields that every version of every entry has.
        #[derive(Deserialize)]
        struct EntryEnvelope {
            sequence: u64,
            #[serde(deserialize_with = "crate::kinds::present")]
            previous_entry: Option<DocumentId>,
            issued_at: Timestamp,
        }
        let mut signer = || {
            let envelope: Envelope = serde_json::from_slice(&self.body)
                .ok()
                .filter(|_| is_bare_object(&self.body))
                .ok_or_else(|| JwsError::UnknownKind(self.header.typ.clone()))?;
            let key = keys.check(&envelope.jwk)?;
            if key.kid() != self.header.kid {
                return Err(JwsError::KeyMismatch);
            }
            self.expect_signature(compact, &key)?;
            Ok(key.kid())
        };
        let signer = match signer() {
            Ok(signer) => signer,
            Err(error) => return error,
        };
        let id = DocumentId::of(compact);
        let entry = serde_json::from_slice::<EntryEnvelope>(&self.body).ok();
        JwsError::NewerVersion(Box::new(NewerDocument {
            id,
            signer,
            typ: self.header.typ.clone(),
            field,
            word,
            place: entry.map(|entry| EntryPlace {
                id,
                owner: signer,
                sequence: entry.sequence,
                previous: entry.previous_entry,
                issued_at: entry.issued_at,
            }),
        }))
    }
}

/// Returns serde's message. It quotes what it found, which a stranger wrote: cut short, and without
/// anything that a terminal would act on.
fn quoted(error: &serde_json::Error) -> Text {
    let visible = |c: char| {
        if is_deceptive(c) {
            char::REPLACEMENT_CHARACTER
        } else {
            c
        }
    };
    let text: String = error.to_string().chars().take(300).map(visible).collect();
    Text::verbatim(text)
}

/// Returns the kind that a document claims to be, whether or not it verifies.
#[must_use]
pub fn claimed_typ(compact: &str) -> Option<String> {
    let header = compact
        .split('.')
        .next()
        .filter(|header| header.len() <= MAX_HEADER)?;
    let header: Header = serde_json::from_slice(&URL_SAFE.decode(header).ok()?).ok()?;
    Some(header.typ)
}

/// Returns whether the bytes are one JSON object: serde would read a struct from an array too,
/// and allow space around it.
fn is_bare_object(json: &[u8]) -> bool {
    json.first() == Some(&b'{') && json.last() == Some(&b'}')
}

/// A verified document of whichever kind its header states.
#[derive(Debug, PartialEq, Eq)]
pub enum AnyDocument {
    /// An offer.
    Listing(Box<Signed<Listing>>),
    /// A buyer's wish.
    Order(Box<Signed<Order>>),
    /// A buyer's end of an order.
    Cancellation(Box<Signed<Cancellation>>),
    /// A record of a sale.
    Receipt(Box<Signed<Receipt>>),
    /// A record of a granted opening.
    Grant(Box<Signed<Grant>>),
    /// The owner's statement of a population: cap, carried and assumed losses.
    PopulationEntry(Box<Signed<PopulationEntry>>),
    /// A delivery's fingerprint.
    Release(Box<Signed<Release>>),
    /// A declined order.
    Refusal(Box<Signed<Refusal>>),
    /// The end of an offer.
    Withdrawal(Box<Signed<Withdrawal>>),
    /// A listing's secrets.
    Opening(Box<Signed<Opening>>),
    /// A holder's more private copy.
    HolderCopy(Box<Signed<HolderCopy>>),
}

macro_rules! dispatch {
    ($($variant:ident),+) => {
        impl AnyDocument {
            /// Verifies `compact` as a document of the kind that its header states.
            ///
            /// # Errors
            /// As [`Signed::verify`], or a kind that is not known.
            pub fn verify(compact: &str) -> Result<Self, JwsError> {
                Self::verify_with(compact, &mut KeyCache::default())
            }

            /// Returns the same for one of many.
            ///
            /// # Errors
            /// As [`AnyDocument::verify`].
            pub fn verify_with(
                compact: &str,
                keys: &mut KeyCache,
            ) -> Result<Self, JwsError> {
                let parts = Parts::split(compact)?;
                $(if parts.header.typ == $variant::TYP {
                    if compact.len() > $variant::MAX_BYTES {
                        return Err(JwsError::TooLong($variant::MAX_BYTES));
                    }
                    return Ok(Self::$variant(Box::new(parts.verify(compact, keys)?)));
                })+
                if is_newer_typ(&parts.header.typ) {
                    return Err(parts.newer_typ(compact, keys));
                }
                Err(JwsError::UnknownKind(parts.header.typ))
            }

            /// Returns the kind and its version, as in the header.
            #[must_use]
            pub fn typ(&self) -> &'static str {
                match self { $(Self::$variant(_) => $variant::TYP,)+ }
            }

            /// Returns the document's name.
            #[must_use]
            pub fn id(&self) -> DocumentId {
                match self { $(Self::$variant(document) => document.id(),)+ }
            }

            /// Returns the signer's key.
            #[must_use]
            pub fn key(&self) -> PublicKey {
                match self { $(Self::$variant(document) => document.key(),)+ }
            }

            /// Returns the time of signing, by the signer's own clock.
            #[must_use]
            pub fn issued_at(&self) -> Timestamp {
                match self { $(Self::$variant(document) => document.payload().issued_at(),)+ }
            }
        }
    };
}

dispatch!(
    Listing,
    Order,
    Cancellation,
    Receipt,
    Grant,
    PopulationEntry,
    Release,
    Refusal,
    Withdrawal,
    Opening,
    HolderCopy
);

/// An entry's place in its owner's ledger, whatever its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPlace {
    /// The entry.
    pub id: DocumentId,
    /// Signer of the document.
    pub owner: Kid,
    /// Its number in the ledger, from 0.
    pub sequence: u64,
    /// The entry before it.
    pub previous: Option<DocumentId>,
    /// Time of signing.
    pub issued_at: Timestamp,
}

impl<T: Entry> Signed<T> {
    /// Returns the place of the entry in its owner's ledger.
    #[must_use]
    pub fn place(&self) -> EntryPlace {
        EntryPlace {
            id: self.id(),
            owner: self.signer(),
            sequence: self.payload.sequence(),
            previous: self.payload.previous_entry(),
            issued_at: self.payload.issued_at(),
        }
    }
}

impl AnyDocument {
    /// Returns the place of the document in its owner's ledger, if it is an entry.
    #[must_use]
    pub fn place(&self) -> Option<EntryPlace> {
        match self {
            Self::Receipt(receipt) => Some(receipt.place()),
            Self::Grant(grant) => Some(grant.place()),
            Self::PopulationEntry(entry) => Some(entry.place()),
            Self::Listing(_)
            | Self::Order(_)
            | Self::Cancellation(_)
            | Self::Release(_)
            | Self::Refusal(_)
            | Self::Withdrawal(_)
            | Self::Opening(_)
            | Self::HolderCopy(_) => None,
        }
    }

    /// Returns whether documents of this kind are entries of a ledger.
    #[must_use]
    pub fn is_entry_typ(typ: &str) -> bool {
        [Receipt::TYP, Grant::TYP, PopulationEntry::TYP].contains(&typ)
    }
}
