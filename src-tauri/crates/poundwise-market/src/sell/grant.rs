//! Openings: everything secret of a listing, for one auditor who replays its releases. An opening reveals the data.

use std::{path::Path, str::FromStr};

use poundwise_documents::{jws::Signed, kinds::Opening};

use crate::{
    error::{Error, ErrorCode, Result},
    files::write_file,
    home::Home,
    secrets::ListingSecrets,
    sell::listings::OwnListing,
    vault::seal_to,
    view::Granted,
};

impl Home {
    /// Writes an opening of a listing, or of the listing that an order is for: the seeds of its noise, the salts of its
    /// commitments and its numbers x without any noise, signed, and encrypted to `recipient` (`age1...`) alone.
    ///
    /// Whoever holds it knows x exactly, for which no ε stands, and can take the noise off every release of the listing,
    /// past and to come. It cannot be taken back.
    ///
    /// # Errors
    /// `no-such-id`, `recipient`, `sealed`, and what the disk says.
    pub fn grant(&self, what: &str, recipient: &str, file: &Path) -> Result<Granted> {
        let recipient = recipient.trim();
        age::x25519::Recipient::from_str(recipient).map_err(|e| {
            Error::usage(
                ErrorCode::Recipient,
                format!("{recipient:?} is not an age recipient: {e}"),
            )
            .hint("The auditor finds theirs with `poundwise whoami`: it begins with age1.")
        })?;
        let own = self.listing_to_open(what)?;
        let secrets = ListingSecrets::load(self.read(), &self.vault, &own.series)?
            .open(own.listing.payload())?;
        let opening = self.sign::<Opening>(secrets.opening(
            own.listing.id(),
            recipient,
            self.identity.jwk(),
            self.now()?,
        ))?;
        let sealed = seal_to(recipient, opening.compact().as_bytes())?;
        let exported = write_file(file, &sealed)?;
        Ok(Granted {
            listing: own.listing.id().to_string(),
            title: own.listing.payload().title.clone(),
            recipient: recipient.to_owned(),
            file: exported.file,
            bytes: exported.bytes,
        })
    }

    fn listing_to_open(&self, what: &str) -> Result<OwnListing> {
        match self.own_listing(what) {
            Err(error) if error.code() == ErrorCode::NoSuchId => {
                let order = self.received_order(what).map_err(|e| match e.code() {
                    ErrorCode::NoSuchId => Error::refused(
                        ErrorCode::NoSuchId,
                        format!("there is no listing of yours and no order {what}"),
                    )
                    .hint("`poundwise listing list` shows your listings, `poundwise receipts` the orders you approved."),
                    _ => e,
                })?;
                self.listing_of(&order.order)
            }
            found => found,
        }
    }
}

/// The longest opening as a file, encrypted.
pub(crate) const MAX_OPENING_FILE: u64 =
    <Opening as poundwise_documents::kinds::Payload>::MAX_BYTES as u64 + 64 * 1024;

/// Reads an opening that was granted to this home.
pub(crate) fn read_opening(home: &Home, sealed: &[u8], name: &str) -> Result<Signed<Opening>> {
    let recipient = home.vault.recipient();
    let ask =
        format!("The owner grants one to this home with: poundwise grant LISTING --to {recipient}");
    let plain = home
        .vault
        .open(sealed, name)
        .map_err(|error| error.hint(ask.clone()))?;
    let refused = |why: String| {
        Error::refused(
            ErrorCode::OpeningRefused,
            format!("{name} is not an opening: {why}"),
        )
        .hint(ask.clone())
    };
    let text = std::str::from_utf8(&plain).map_err(|_| refused("it is not text".to_owned()))?;
    let opening = Signed::<Opening>::verify(text).map_err(|e| refused(e.to_string()))?;
    if opening.payload().to != recipient {
        return Err(Error::refused(
            ErrorCode::OpeningRefused,
            format!(
                "{name} was granted to another auditor, {}",
                opening.payload().to
            ),
        )
        .hint(ask));
    }
    Ok(opening)
}
