//! Openings: everything secret of a listing, for one auditor who replays its releases. An opening
//! reveals the data.

use std::{path::Path, sync::Arc};

use poundwise_documents::{
    jws::Signed,
    kinds::{Grant, Opening},
    log::entry_number,
    units::{DocumentId, Salt},
};
use poundwise_words::Text;
use zeroize::Zeroizing;

use crate::{
    Seller,
    error::{Error, ErrorCode, Result},
    exchange::one_object,
    files::write_file,
    hint::Act,
    home::Context,
    ids::{IdPrefix, ListingOrOrder},
    ledger::{NewEntry, append},
    make_views::own_listing,
    messages::{ListingMessage, SharedHint},
    names::Recipient,
    random::random_bytes,
    secrets::ListingSecrets,
    stated::next_moment,
    store::OwnListing,
    vault::{Vault, encrypt_to},
    view::Granted,
};

/// A grant whose entry is signed, and whose file is written once the market has the entry.
pub struct GrantBegun {
    sequence: u64,
    /// The opening, encrypted to its recipient.
    sealed: Vec<u8>,
    listing: DocumentId,
    title: String,
    recipient: String,
    vault: Arc<Vault>,
}

impl Seller<'_> {
    /// Writes an opening of a listing, or of the listing that an order is for: the seeds of its
    /// noise, the salts of its commitments and its numbers x without any noise, signed, and
    /// encrypted to `recipient` alone.
    ///
    /// Whoever holds it knows x exactly, for which no ε stands, and can take the noise off every
    /// release of the question, past and to come. It cannot be taken back.
    ///
    /// A grant is an entry of the ledger, which names population and question and not the auditor.
    /// It is published before the file is written; where that fails, doing it again adds no second
    /// entry.
    ///
    /// # Errors
    /// `no-such-id`, `sealed`; `grant-unpublished` when the market cannot be reached: the entry
    /// stands, and the file is not written; `behind-market` and `two-histories` as for
    /// [`Seller::approve`]; I/O errors, such as `disk-full`.
    pub fn grant(
        &self,
        what: &IdPrefix<ListingOrOrder>,
        recipient: &Recipient,
        file: &Path,
    ) -> Result<Granted> {
        let begun = self.begin_grant(what, recipient)?;
        let problem = self.context.empty_outbox()?;
        self.finish_grant(begun, problem, file)
    }

    /// Signs the entry of a grant, which is then to be sent.
    ///
    /// # Errors
    /// As [`Seller::grant`]. The file is not written.
    pub fn begin_grant(
        &self,
        what: &IdPrefix<ListingOrOrder>,
        recipient: &Recipient,
    ) -> Result<GrantBegun> {
        let recipient = recipient.as_str();
        let own = self.listing_to_open(what)?;
        let secrets = ListingSecrets::load(
            &self.context.read(),
            &self.context.vault,
            own.listing.payload(),
        )?
        .open(own.listing.payload())?;
        let opening = self.context.sign::<Opening>(secrets.opening(
            own.listing.id(),
            recipient,
            self.context.identity.jwk(),
            self.context.now()?,
        ))?;
        let sealed = encrypt_to(recipient, padded(&opening).as_bytes())?;
        self.context.check_own_history()?;
        Ok(GrantBegun {
            sequence: self.grant_entry(&own, recipient)?,
            sealed,
            listing: own.listing.id(),
            title: own.listing.payload().title.clone(),
            recipient: recipient.to_owned(),
            vault: Arc::clone(&self.context.vault),
        })
    }

    /// Writes the file of a grant whose entry was sent. `problem` is the error that ended the
    /// sending, if one did.
    ///
    /// # Errors
    /// `grant-unpublished` if the market does not have the entry; `other-home`; I/O errors.
    pub fn finish_grant(
        &self,
        begun: GrantBegun,
        problem: Option<Error>,
        file: &Path,
    ) -> Result<Granted> {
        self.context.check_begun_here(&begun.vault)?;
        // An object that the market does not take is not the grant, if the log was published.
        let published = self.context.read().published(self.context.store.url())?;
        let is_published = published > begun.sequence;
        if let Some(error) = problem.filter(|error| !(is_published && one_object(error))) {
            return Err(Error::refused(
                ErrorCode::GrantUnpublished,
                ListingMessage::GrantUnpublished {
                    entry: entry_number(begun.sequence),
                    why: Text::of(error),
                },
            )
            .hint(ListingMessage::GrantAgain));
        }
        let exported = write_file(file, &begun.sealed)?;
        let writing = self.context.db.begin()?;
        writing.grant_written(begun.sequence)?;
        self.context.commit(writing)?;
        Ok(Granted {
            sequence: begun.sequence,
            number: entry_number(begun.sequence),
            listing: begun.listing,
            title: begun.title,
            recipient: begun.recipient,
            file: exported.file,
            bytes: exported.bytes,
        })
    }

    /// Returns the entry of a grant: the one that waits for its file, or a new one.
    fn grant_entry(&self, own: &OwnListing, recipient: &str) -> Result<u64> {
        let writing = self.context.db.begin()?;
        if let Some(waiting) = writing.waiting_grant(&own.question, recipient)? {
            return Ok(waiting);
        }
        let moment = next_moment(self.context, &writing)?;
        let entry = self.context.sign(Grant {
            sequence: moment.sequence,
            population: own.population,
            question: own.question,
            total_grants: moment.grants + 1,
            previous_entry: moment.previous,
            salt: Salt::from_bytes(random_bytes()?),
            jwk: self.context.identity.jwk(),
            issued_at: moment.now,
        })?;
        append(self.context, &writing, NewEntry::Grant(&entry))?;
        writing.insert_grant(moment.sequence, &own.question, Some(recipient))?;
        self.context.commit_one_of_many(writing)?;
        Ok(moment.sequence)
    }

    fn listing_to_open(&self, what: &IdPrefix<ListingOrOrder>) -> Result<OwnListing> {
        match own_listing(&self.context.read(), &what.listing()) {
            Err(error) if error.code() == ErrorCode::NoSuchId => {
                let order = self
                    .received_order(&what.order())
                    .map_err(|e| match e.code() {
                        ErrorCode::NoSuchId => Error::refused(
                            ErrorCode::NoSuchId,
                            ListingMessage::NothingToOpen {
                                id: what.to_string(),
                            },
                        )
                        .hint(Act::ListListings.to(SharedHint::SeeListings))
                        .hint(Act::ListAnswered.to(ListingMessage::SeeApproved)),
                        _ => e,
                    })?;
                self.listing_of(&order.order)
            }
            found => found,
        }
    }
}

/// Bytes of the longest integer of a payload, with the comma after it: ±2^53 are 16 digits and a
/// sign.
const WIDEST_VALUE: usize = 18;

/// Returns the compact form of an opening, followed by as many newlines as make its length that of
/// an opening whose values are all as long as can be: the size of the encrypted file is that of the
/// number of values, and tells nothing of them. O(n) in its values.
fn padded(opening: &Signed<Opening>) -> Zeroizing<String> {
    let compact = opening.compact();
    let part = compact.split('.').nth(1).map_or(0, str::len);
    let values = &opening.payload().values;
    let written: usize = values
        .iter()
        .map(|value| {
            let sign = usize::from(*value < 0);
            sign + value.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 2
        })
        .sum();
    // Base64 of p bytes without padding has ceil(4p/3) characters (RFC 4648, section 5).
    let widest = (part * 3 / 4 - written + values.len() * WIDEST_VALUE) * 4;
    let length = compact.len() - part + widest.div_ceil(3);
    let mut text = Zeroizing::new(String::with_capacity(length));
    text.push_str(compact);
    text.extend(std::iter::repeat_n(
        '\n',
        length.saturating_sub(compact.len()),
    ));
    text
}

/// The longest opening as a file, encrypted: its values may be few digits each, and are padded to
/// the longest.
pub const MAX_OPENING_FILE: u64 =
    4 * <Opening as poundwise_documents::kinds::Payload>::MAX_BYTES as u64 + 64 * 1024;

/// Reads an opening that was granted to this home.
///
/// # Errors
/// `decrypt`, `long-header`; `opening-refused` for another file, or one granted to another auditor.
pub fn read_opening(home: &Context, sealed: &[u8], name: &str) -> Result<Signed<Opening>> {
    let recipient = home.vault.recipient();
    let ask = Act::Grant(recipient.to_string()).to(ListingMessage::AskForOpening);
    let plain = home
        .vault
        .decrypt(sealed, name)
        .map_err(|error| Error::from(error).hint(ask.clone()))?;
    let refused = |message: ListingMessage| {
        Error::unverified(ErrorCode::OpeningRefused, message).hint(ask.clone())
    };
    let file = || name.to_owned();
    let text = std::str::from_utf8(&plain)
        .map_err(|_| refused(ListingMessage::OpeningNotText { file: file() }))?;
    let opening = Signed::<Opening>::verify(text.trim_end_matches('\n')).map_err(|e| {
        refused(ListingMessage::NotAnOpening {
            file: file(),
            why: e.to_string(),
        })
    })?;
    if opening.payload().to != recipient {
        return Err(Error::refused(
            ErrorCode::OpeningRefused,
            ListingMessage::GrantedToOther {
                file: file(),
                recipient: opening.payload().to.clone(),
            },
        )
        .hint(ask));
    }
    Ok(opening)
}
