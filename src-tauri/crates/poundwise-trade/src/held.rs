//! Bundles that this home holds, opened.

use poundwise_documents::{
    bundle::{Bundle, VerifiedBundle},
    units::DocumentId,
};
use zeroize::Zeroizing;

use crate::{
    error::{Error, ErrorCode, Result},
    hint::Act,
    home::Context,
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
            format!("This home holds no release of receipt {receipt}."),
        )
        .hint(Act::ListHoldings.to("See what it holds"))
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
    let total = sealed.len() as u64;
    let stage = stage.of(total);
    stage.tell(0)?;
    let plain = vault.decrypt(sealed, "a bundle held")?;
    stage.tell(total / 3)?;
    let bundle = Bundle::from_bytes(&plain)
        .and_then(|b| b.verify())
        .map_err(|e| {
            Error::unverified(
                ErrorCode::DatabaseDamaged,
                format!("A stored bundle does not verify: {e}."),
            )
            .hint("Bring the home back from a backup, or collect anew into a new home.")
        })?;
    stage.tell(total)?;
    Ok((bundle, plain))
}
