//! Bundles: what a buyer keeps of one purchase, shows an auditor, or gets through the market.
//!
//! A ZIP of exactly seven stored entries in this order: `listing.jws`, `order.jws`, `receipt.jws`,
//! `release.jws`, `values.parquet`, `checkpoint`, `inclusion`. Times are 1980-01-01, attributes and
//! extra fields absent, so that the same contents always give the same bytes, and no other bytes
//! are read. The JWS entries are compact strings without a newline, `checkpoint` is the signed
//! note, `inclusion` is `{"index":I,"size":N,"hashes":["..."]}` without spaces.

use poundwise_words::Text;
use serde::{Deserialize, Serialize};

use crate::checkpoint::{Checkpoint, MAX_NOTE};
use crate::finding::{At, Code, Place, Recorder, SidePhrase, SideValue, sides};
use crate::jws::Signed;
use crate::kinds::{Listing, Order, Payload, Receipt, Release};
use crate::log::{self, Hash, entry_number};
use crate::rules::{self, Terms};
pub use crate::texts::EntryFault;
use crate::texts::{BundleProblem, BundledDocument};
use crate::values::{MAX_VALUES_FILE, ValueRow};
use crate::zip::{self, ZipError};

/// The most bytes of the inclusion entry: 64 hashes are all that a proof can have.
const MAX_INCLUSION: usize = 4096;
const NAMES: [(&str, usize); 7] = [
    ("listing.jws", Listing::MAX_BYTES),
    ("order.jws", Order::MAX_BYTES),
    ("receipt.jws", Receipt::MAX_BYTES),
    ("release.jws", Release::MAX_BYTES),
    ("values.parquet", MAX_VALUES_FILE),
    ("checkpoint", MAX_NOTE),
    ("inclusion", MAX_INCLUSION),
];

/// The largest bundle there can be, in bytes: a limit for readers of bundles from outside.
pub const MAX_BUNDLE: usize = MAX_VALUES_FILE + (17 << 20);

/// The proof that a receipt is in the log (RFC 6962, section 2.1.1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Inclusion {
    /// The receipt's place in the log, from 0.
    pub index: u64,
    /// The size of the log, which is the checkpoint's.
    pub size: u64,
    /// The audit path, from the leaf upwards.
    pub hashes: Vec<Hash>,
}

/// Reason why a bundle is refused, or cannot be written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BundleError {
    /// Not a ZIP, or one that begins with something else.
    NotABundle,
    /// An entry that is too long.
    TooLong(&'static str),
    /// A byte that the layout does not allow: damage, or another tool's ZIP.
    Layout(usize),
    /// An entry that is not what its name says.
    Entry(&'static str, EntryFault),
    /// A check that failed.
    Refused {
        /// The check's code.
        code: Code,
        /// Comparison and result.
        message: Text,
    },
}

impl BundleError {
    /// Returns whether the bundle has a document of a newer version of Poundwise.
    #[must_use]
    pub fn is_newer(&self) -> bool {
        matches!(
            self,
            Self::Refused {
                code: Code::NewerVersion,
                ..
            }
        )
    }
}

impl From<ZipError> for BundleError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::NotOne | ZipError::Cut => Self::NotABundle,
            ZipError::TooLong(entry) => Self::TooLong(entry),
            ZipError::Differs(at) => Self::Layout(at),
        }
    }
}

/// A bundle's seven entries, well-formed but not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    listing: String,
    order: String,
    receipt: String,
    release: String,
    values: Vec<u8>,
    checkpoint: String,
    inclusion: Inclusion,
}

/// A bundle of which every signature, link, level, price, proof and value has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifiedBundle {
    /// The version of the listing that was bought from.
    pub listing: Signed<Listing>,
    /// The order.
    pub order: Signed<Order>,
    /// The receipt.
    pub receipt: Signed<Receipt>,
    /// The release.
    pub release: Signed<Release>,
    /// The release's values, one row for each coordinate.
    pub rows: Vec<ValueRow>,
    /// The owner's checkpoint, whose log has the receipt.
    pub checkpoint: Checkpoint,
    /// The proof of it.
    pub inclusion: Inclusion,
}

impl Bundle {
    /// Puts a bundle together. `values` is a values file of the integers that the release was
    /// signed for.
    #[must_use]
    pub fn new(
        listing: &Signed<Listing>,
        order: &Signed<Order>,
        receipt: &Signed<Receipt>,
        release: &Signed<Release>,
        values: Vec<u8>,
        checkpoint: &Checkpoint,
        inclusion: Inclusion,
    ) -> Self {
        Self {
            listing: listing.compact().to_owned(),
            order: order.compact().to_owned(),
            receipt: receipt.compact().to_owned(),
            release: release.compact().to_owned(),
            values,
            checkpoint: checkpoint.note().to_owned(),
            inclusion,
        }
    }

    /// Returns the listing's compact string.
    #[must_use]
    pub fn listing(&self) -> &str {
        &self.listing
    }

    /// Returns the order's compact string.
    #[must_use]
    pub fn order(&self) -> &str {
        &self.order
    }

    /// Returns the receipt's compact string.
    #[must_use]
    pub fn receipt(&self) -> &str {
        &self.receipt
    }

    /// Returns the release's compact string.
    #[must_use]
    pub fn release(&self) -> &str {
        &self.release
    }

    /// Returns the values file.
    #[must_use]
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns the signed checkpoint note.
    #[must_use]
    pub fn checkpoint(&self) -> &str {
        &self.checkpoint
    }

    /// Returns the inclusion proof.
    #[must_use]
    pub fn inclusion(&self) -> &Inclusion {
        &self.inclusion
    }

    /// Returns the bundle's file. The same contents always give the same bytes.
    ///
    /// # Errors
    /// [`BundleError::TooLong`]: an entry is longer than it may be.
    pub fn to_bytes(&self) -> Result<Vec<u8>, BundleError> {
        let inclusion = serde_json::to_vec(&self.inclusion)
            .map_err(|_| BundleError::Entry("inclusion", EntryFault::Unwritable))?;
        let contents: [&[u8]; 7] = [
            self.listing.as_bytes(),
            self.order.as_bytes(),
            self.receipt.as_bytes(),
            self.release.as_bytes(),
            &self.values,
            self.checkpoint.as_bytes(),
            &inclusion,
        ];
        Ok(zip::write(NAMES, contents)?)
    }

    /// Reads a bundle's file: exactly the prescribed bytes. Nothing is verified yet.
    ///
    /// # Errors
    /// [`BundleError::NotABundle`], [`BundleError::Layout`]: any other layout.
    /// [`BundleError::TooLong`], [`BundleError::Entry`]: an entry is too long or not what its name
    /// says.
    pub fn from_bytes(file: &[u8]) -> Result<Self, BundleError> {
        let [
            listing,
            order,
            receipt,
            release,
            values,
            checkpoint,
            inclusion,
        ] = zip::read(file, NAMES)?;
        let text = |name, bytes: &[u8]| {
            String::from_utf8(bytes.to_vec())
                .map_err(|_| BundleError::Entry(name, EntryFault::NotText))
        };
        let proof: Inclusion = serde_json::from_slice(inclusion)
            .map_err(|_| BundleError::Entry("inclusion", EntryFault::NotAProof))?;
        if serde_json::to_vec(&proof).ok().as_deref() != Some(inclusion) {
            return Err(BundleError::Entry("inclusion", EntryFault::NotCanonical));
        }
        Ok(Self {
            listing: text("listing.jws", listing)?,
            order: text("order.jws", order)?,
            receipt: text("receipt.jws", receipt)?,
            release: text("release.jws", release)?,
            values: values.to_vec(),
            checkpoint: text("checkpoint", checkpoint)?,
            inclusion: proof,
        })
    }

    /// Checks everything that a bundle shows by itself: signatures, links, levels, price, cap, the
    /// inclusion of the receipt, and that the values are those that were signed.
    ///
    /// A bundle does not show that `from` was held, that losses and totals are right, and that the
    /// log is the only one. An audit of the ledger does.
    ///
    /// # Errors
    /// [`BundleError::Refused`] with the first check that failed.
    pub fn verify(&self) -> Result<VerifiedBundle, BundleError> {
        let mut recorder = Recorder::default();
        let verified = self.inspect(&mut recorder.at(Place::of("bundle")));
        match (recorder.findings().first(), verified) {
            (None, Some(verified)) => Ok(verified),
            (Some(finding), _) => Err(BundleError::Refused {
                code: finding.code,
                message: finding.message.clone(),
            }),
            (None, None) => Err(BundleError::NotABundle),
        }
    }

    /// Makes the checks of [`Self::verify`], and records each. `at` is the bundle's file. Returns
    /// `None` only if a finding was recorded.
    pub fn inspect(&self, at: &mut At<'_>) -> Option<VerifiedBundle> {
        let listing = document::<Listing>(at, BundledDocument::Listing, &self.listing);
        let order = document::<Order>(at, BundledDocument::Order, &self.order);
        let receipt = document::<Receipt>(at, BundledDocument::Receipt, &self.receipt);
        let release = document::<Release>(at, BundledDocument::Release, &self.release);
        let (listing, order, receipt, release) = (listing?, order?, receipt?, release?);
        let sequence = receipt.payload().sequence;
        let place = at.place().entry(sequence).document(receipt.id());
        let at = &mut at.moved_to(place);
        let terms = Terms::of(&listing);
        rules::check_sale(at, &terms, terms.cap, &order, &receipt);
        let rows = rules::check_release(at, &listing, &receipt, &release, &self.values);
        let checkpoint = match Checkpoint::verify(&self.checkpoint, &listing.key()) {
            Ok(checkpoint) => {
                at.held(Code::CheckpointRefused, || {
                    let (size, root) = (checkpoint.size(), checkpoint.root());
                    sides(
                        SidePhrase::EntriesRoot.with([SideValue::Entries(size), root.into()]),
                        SidePhrase::Key.with([listing.signer()]),
                    )
                });
                checkpoint
            }
            Err(error) => {
                at.fail(Code::CheckpointRefused, || Text::of(error));
                return None;
            }
        };
        let Inclusion {
            index,
            size,
            hashes,
        } = &self.inclusion;
        let leaf = Hash::of_entry(receipt.id());
        let included = *index == sequence
            && *size == checkpoint.size()
            && log::verify_inclusion(&leaf, *index, *size, hashes, &checkpoint.root());
        let shown = || {
            let hashes = SideValue::Hashes(hashes.len() as u64);
            let root = checkpoint.root().into();
            sides(
                SidePhrase::InclusionProof.with([SideValue::Entry(*index), hashes]),
                SidePhrase::RootOf.with([root, SideValue::Count(*size)]),
            )
        };
        at.compare(included, Code::NotIncluded, shown, || {
            BundleProblem::NotIncluded {
                receipt: entry_number(sequence),
                size: checkpoint.size(),
            }
        });
        let inclusion = self.inclusion.clone();
        Some(VerifiedBundle {
            listing,
            order,
            receipt,
            release,
            rows: rows?,
            checkpoint,
            inclusion,
        })
    }
}

/// Verifies one entry of the file as a document, and records the check: at the document if it is
/// accepted, at the file if it is refused.
pub(crate) fn document<T: Payload>(
    at: &mut At<'_>,
    document: BundledDocument,
    compact: &str,
) -> Option<Signed<T>> {
    match Signed::verify(compact) {
        Ok(signed) => {
            let place = at.place().document(signed.id());
            at.moved_to(place).held(Code::DocumentRefused, || {
                sides(T::TYP, SidePhrase::Key.with([signed.signer()]))
            });
            Some(signed)
        }
        Err(why) => {
            at.refuse(&why, || BundleProblem::Refused {
                document,
                why: why.clone(),
            });
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Identity;

    /// Signs a document of an unknown kind.
    fn unknown(identity: &Identity) -> String {
        use crate::units::URL_SAFE;
        use base64::Engine;

        let header = format!(
            r#"{{"alg":"EdDSA","kid":"{}","typ":"poundwise-rebate;v=1"}}"#,
            identity.kid()
        );
        let jwk = serde_json::to_string(&identity.jwk()).unwrap();
        let body = format!(r#"{{"jwk":{jwk}}}"#);
        let signed = [header, body].map(|part| URL_SAFE.encode(part)).join(".");
        let signature = URL_SAFE.encode(identity.sign(signed.as_bytes()));
        format!("{signed}.{signature}")
    }

    #[test]
    fn a_bundle_with_a_newer_document_is_newer_and_one_with_a_broken_one_is_not() {
        let compact = unknown(&Identity::from_bytes(&[1; 32]));
        let bundle = |compact: &str| Bundle {
            listing: compact.to_owned(),
            order: compact.to_owned(),
            receipt: compact.to_owned(),
            release: compact.to_owned(),
            values: Vec::new(),
            checkpoint: String::new(),
            inclusion: Inclusion {
                index: 0,
                size: 1,
                hashes: Vec::new(),
            },
        };
        assert!(bundle(&compact).verify().unwrap_err().is_newer());
        let broken = compact.replace('.', ".A");
        assert!(!bundle(&broken).verify().unwrap_err().is_newer());
    }
}
