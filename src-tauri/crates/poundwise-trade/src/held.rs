//! Bundles that this home holds, opened.

use std::fmt::Display;

use poundwise_documents::{
    bundle::{Bundle, VerifiedBundle},
    units::DocumentId,
};
use poundwise_home::messages::Encrypted;
use zeroize::Zeroizing;

use crate::{
    error::{Error, ErrorCode, Result},
    hint::Act,
    home::Context,
    messages::OrderMessage,
    vault::Vault,
    work::Stage,
};

/// Returns the bundle of a receipt this home holds.
///
/// # Errors
/// `nothing-held`; those of [`open_held`]; `home-damaged`.
pub fn held_bundle(context: &Context, receipt: &DocumentId) -> Result<VerifiedBundle> {
    let sealed = held_ciphertext(context, receipt)?;
    Ok(open_held(&context.vault, &sealed, &Stage::silent())?.0)
}

/// Returns the same, as it is stored: the input of [`open_held`].
///
/// # Errors
/// `nothing-held`; `home-damaged`, and errors of the database, such as `busy`.
pub fn held_ciphertext(context: &Context, receipt: &DocumentId) -> Result<Vec<u8>> {
    context.read().bundle(receipt)?.ok_or_else(|| {
        Error::refused(
            ErrorCode::NothingHeld,
            OrderMessage::NothingHeld { receipt: *receipt },
        )
        .hint(Act::ListHoldings.to(OrderMessage::SeeHoldings))
    })
}

/// Decrypts and verifies a bundle held, also with its exact bytes. Needs no home; `stage` receives
/// the ciphertext's bytes.
///
/// # Errors
/// `decrypt`, `database-damaged`, `stopped`.
pub fn open_held(
    vault: &Vault,
    sealed: &[u8],
    stage: &Stage<'_>,
) -> Result<(VerifiedBundle, Zeroizing<Vec<u8>>)> {
    let verify = |plain: &[u8]| Bundle::from_bytes(plain).and_then(|bundle| bundle.verify());
    open_stored(vault, sealed, StoredDocument::Bundle, verify, stage)
}

/// A document of a buyer's home that is stored encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StoredDocument {
    /// The bundle of a delivery.
    Bundle,
    /// A noisier copy that the buyer made.
    Copy,
}

impl From<StoredDocument> for Encrypted {
    fn from(document: StoredDocument) -> Self {
        match document {
            StoredDocument::Bundle => Self::StoredBundle,
            StoredDocument::Copy => Self::StoredCopy,
        }
    }
}

/// Decrypts and verifies a document of this home's own, also with its exact bytes; `stage` receives
/// the ciphertext's.
///
/// # Errors
/// `decrypt`, `database-damaged`, `stopped`.
pub fn open_stored<T, E: Display>(
    vault: &Vault,
    sealed: &[u8],
    what: StoredDocument,
    verify: impl FnOnce(&[u8]) -> std::result::Result<T, E>,
    stage: &Stage<'_>,
) -> Result<(T, Zeroizing<Vec<u8>>)> {
    let total = sealed.len() as u64;
    let stage = stage.of(total);
    stage.tell(0)?;
    let plain = vault.decrypt(sealed, what)?;
    stage.tell(total / 3)?;
    let verified = verify(&plain).map_err(|e| {
        let why = e.to_string();
        let damaged = OrderMessage::StoredDamaged { what, why };
        Error::unverified(ErrorCode::DatabaseDamaged, damaged).hint(match what {
            StoredDocument::Bundle => OrderMessage::RestoreOrCollect,
            StoredDocument::Copy => OrderMessage::Restore,
        })
    })?;
    stage.tell(total)?;
    Ok((verified, plain))
}
