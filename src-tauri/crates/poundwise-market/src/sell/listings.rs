//! The owner's listings: stored, published, repriced, withdrawn.

use std::sync::Arc;

use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Payload, Withdrawal},
    tariff::Tariff,
    units::{Digest, DocumentId, Salt},
};
use rusqlite::{Connection, OptionalExtension, params};

use crate::{
    catalogue::find_by_prefix,
    db::{self, insert_signed, parsed, stored},
    error::{Error, ErrorCode, Result},
    exchange::{listing_path, withdrawal_path},
    home::Home,
    view::{ListingStatus, ListingView, WithdrawalView},
};

/// One version of a listing of this home.
#[derive(Clone)]
pub(crate) struct OwnListing {
    pub(crate) listing: Arc<Signed<Listing>>,
    pub(crate) question: Digest,
    pub(crate) series: DocumentId,
    pub(crate) version: u64,
    pub(crate) population: Salt,
    /// The dataset's name; none for own numbers.
    pub(crate) dataset: Option<String>,
    pub(crate) status: ListingStatus,
}

/// What is read of a listing of this home.
const OWN: &str =
    "SELECT d.compact, l.question, l.series, l.version, q.population, s.name, l.status
    FROM listings l JOIN documents d ON d.id = l.id JOIN questions q ON q.id = l.question
    LEFT JOIN datasets s ON s.id = q.dataset";

pub(super) fn tariff_error(error: impl std::fmt::Display) -> Error {
    Error::usage(ErrorCode::Tariff, format!("the price: {error}"))
        .hint("Give EPS:AMOUNT[,EPS:AMOUNT...], the price of everything up to each level: --price '0.5:5,8:80'")
}

impl Home {
    /// A new version of a listing at another tariff, on the same seeds, with the population's cap as last recorded.
    /// Levels already owned are not repriced.
    ///
    /// # Errors
    /// As for a new listing; `withdrawn` or `replaced` where it is no longer open; as [`Home::approve`] where this home may
    /// be an older copy of itself.
    pub fn reprice(&self, id: &str, price: &str) -> Result<ListingView> {
        let own = self.open_listing(id)?;
        // A listing states cap and carried loss as last recorded, which an old copy does not know.
        self.check_own_history()?;
        let old = own.listing.payload();
        let tariff = Tariff::parse(price, old.currency).map_err(tariff_error)?;
        if tariff.last_level() < old.ceiling_micro_epsilon {
            return Err(Error::usage(
                ErrorCode::TariffTooShort,
                format!(
                    "the price ends at ε {}, below the ceiling of ε {}",
                    tariff.last_level(),
                    old.ceiling_micro_epsilon
                ),
            )
            .hint("Price every level up to the ceiling."));
        }
        let transaction = self.db.begin()?;
        let signed = self.new_version(&transaction, &own, tariff)?;
        transaction.commit()?;
        self.send();
        self.own_listing_view(&self.own_listing(&signed.id().to_string())?)
    }

    /// Signs and stores a new version of an open listing, with the population's cap as last recorded, in the caller's
    /// transaction.
    pub(super) fn new_version(
        &self,
        connection: &Connection,
        own: &OwnListing,
        tariff: Tariff,
    ) -> Result<Signed<Listing>> {
        let old = own.listing.payload();
        let population = self.population_by_id(connection, &own.population)?;
        let signed = self.sign(Listing {
            tariff,
            population_cap_micro_epsilon: population.cap,
            previous: Some(own.listing.id()),
            seller_name: self.name.clone(),
            deliver_to: self.vault.recipient(),
            issued_at: self.now()?.max(old.issued_at),
            ..old.clone()
        })?;
        connection.execute(
            "UPDATE listings SET status = 'replaced' WHERE id = ?1",
            [own.listing.id().to_string()],
        )?;
        self.insert_listing(connection, &signed, own.series, own.version + 1)?;
        Ok(signed)
    }

    /// Takes a listing back: no more of it is sold; what was sold stays valid.
    ///
    /// # Errors
    /// `no-such-id`, `withdrawn`, `replaced`.
    pub fn withdraw(&self, id: &str, reason: &str) -> Result<ListingView> {
        let own = self.open_listing(id)?;
        let listing = own.listing.id();
        let signed = self.sign(Withdrawal {
            listing,
            reason: reason.trim().to_owned(),
            jwk: self.identity.jwk(),
            issued_at: self.now()?.max(own.listing.payload().issued_at),
        })?;
        let transaction = self.db.begin()?;
        insert_signed(&transaction, &signed)?;
        transaction.execute(
            "UPDATE listings SET status = 'withdrawn', withdrawal = ?2, closed_position = (SELECT coalesce(max(size), 0) FROM checkpoints) WHERE id = ?1",
            params![listing.to_string(), signed.id().to_string()],
        )?;
        db::enqueue(
            &transaction,
            &withdrawal_path(&signed.id()),
            signed.compact().as_bytes(),
        )?;
        transaction.commit()?;
        self.send();
        self.own_listing_view(&self.own_listing(&listing.to_string())?)
    }

    pub(super) fn insert_listing(
        &self,
        connection: &Connection,
        signed: &Signed<Listing>,
        series: DocumentId,
        version: u64,
    ) -> Result<()> {
        insert_signed(connection, signed)?;
        connection.execute(
            "INSERT INTO listings (id, question, series, version, status, position)
             VALUES (?1, ?2, ?3, ?4, 'open', (SELECT coalesce(max(size), 0) FROM checkpoints))",
            params![
                signed.id().to_string(),
                signed.payload().seed_commitment.to_string(),
                series.to_string(),
                version,
            ],
        )?;
        db::enqueue(
            connection,
            &listing_path(&signed.id()),
            signed.compact().as_bytes(),
        )
    }

    /// Signs a document as this home; what the document's own rules refuse is the user's to mend.
    pub(crate) fn sign<T: Payload>(&self, payload: T) -> Result<Signed<T>> {
        Signed::sign(&self.identity, payload).map_err(|e| {
            Error::usage(ErrorCode::Document, format!("this cannot be signed: {e}"))
                .hint("Mend that part and do it again; nothing was changed.")
        })
    }

    /// The versions of this home's listings, newest first.
    pub(crate) fn own_listings(&self) -> Result<Vec<OwnListing>> {
        let mut statement = self
            .read()
            .prepare(&format!("{OWN} ORDER BY l.rowid DESC"))?;
        let rows = statement
            .query_map([], own_row)?
            .collect::<std::result::Result<Vec<_>, _>>()?;
        rows.into_iter().map(OwnRow::verified).collect()
    }

    /// The listing of this home with exactly that id, if it is one.
    pub(crate) fn find_own_listing(&self, id: &DocumentId) -> Result<Option<OwnListing>> {
        self.read()
            .prepare_cached(&format!("{OWN} WHERE l.id = ?1"))?
            .query_row([id.to_string()], own_row)
            .optional()?
            .map(OwnRow::verified)
            .transpose()
    }

    /// The newest listing of a question, open or not.
    pub(crate) fn newest_of(&self, question: &Digest) -> Result<Option<OwnListing>> {
        self.read()
            .prepare_cached(&format!(
                "{OWN} WHERE l.question = ?1 ORDER BY l.rowid DESC LIMIT 1"
            ))?
            .query_row([question.to_string()], own_row)
            .optional()?
            .map(OwnRow::verified)
            .transpose()
    }

    /// The end of a listing of this home, if it has come.
    pub(crate) fn own_withdrawal(&self, id: &DocumentId) -> Result<Option<WithdrawalView>> {
        let compact: Option<String> = self
            .read()
            .prepare_cached(
                "SELECT d.compact FROM listings l JOIN documents d ON d.id = l.withdrawal WHERE l.id = ?1",
            )?
            .query_row([id.to_string()], |row| row.get(0))
            .optional()?;
        let Some(compact) = compact else {
            return Ok(None);
        };
        let signed: Signed<Withdrawal> = stored(&compact)?;
        Ok(Some(WithdrawalView {
            reason: signed.payload().reason.clone(),
            issued_at: signed.payload().issued_at.to_string(),
        }))
    }

    /// The listing of this home whose id starts with what was typed.
    pub(crate) fn own_listing(&self, typed: &str) -> Result<OwnListing> {
        find_by_prefix(
            typed,
            "listing of yours",
            self.own_listings()?.into_iter(),
            |l| l.listing.id().to_string(),
        )
        .map_err(|e| e.hint("`poundwise listing list` shows your listings."))
    }

    fn open_listing(&self, typed: &str) -> Result<OwnListing> {
        let own = self.own_listing(typed)?;
        let title = &own.listing.payload().title;
        match own.status {
            ListingStatus::Open => Ok(own),
            ListingStatus::Withdrawn => Err(Error::refused(
                ErrorCode::Withdrawn,
                format!("the listing “{title}” is withdrawn already"),
            )
            .hint("Create a new listing to offer the attribute again.")),
            ListingStatus::Replaced => Err(Error::refused(
                ErrorCode::Replaced,
                format!("this version of “{title}” was replaced by a newer one"),
            )
            .hint("Use the newest version's id; `poundwise listing list` shows it.")),
        }
    }
}

struct OwnRow {
    compact: String,
    question: Digest,
    series: DocumentId,
    version: u64,
    population: Salt,
    dataset: Option<String>,
    status: String,
}

fn own_row(row: &rusqlite::Row<'_>) -> rusqlite::Result<OwnRow> {
    Ok(OwnRow {
        compact: row.get(0)?,
        question: parsed(row, 1)?,
        series: parsed(row, 2)?,
        version: row.get(3)?,
        population: parsed(row, 4)?,
        dataset: row.get(5)?,
        status: row.get(6)?,
    })
}

impl OwnRow {
    fn verified(self) -> Result<OwnListing> {
        Ok(OwnListing {
            listing: Arc::new(stored(&self.compact)?),
            question: self.question,
            series: self.series,
            population: self.population,
            version: self.version,
            dataset: self.dataset,
            status: match self.status.as_str() {
                "withdrawn" => ListingStatus::Withdrawn,
                "replaced" => ListingStatus::Replaced,
                _ => ListingStatus::Open,
            },
        })
    }
}
