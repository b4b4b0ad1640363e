//! The owner's listings: stored, published, repriced, withdrawn.

use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Payload, Withdrawal},
    tariff::Tariff,
    units::DocumentId,
};

use crate::{
    catalogue::find_by_prefix,
    error::{Error, ErrorCode, Result},
    exchange::{listing_path, withdrawal_path},
    home::Home,
    store::{NewListing, OwnListing, Writing},
    view::{ListingStatus, ListingView, WithdrawalView},
};

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
        let writing = self.db.begin()?;
        let signed = self.new_version(&writing, &own, tariff)?;
        self.commit(writing)?;
        self.send();
        self.own_listing_view(&self.own_listing(&signed.id().to_string())?)
    }

    /// Signs and stores a new version of an open listing, with the population's cap as last recorded, in the caller's
    /// transaction.
    pub(super) fn new_version(
        &self,
        writing: &Writing<'_>,
        own: &OwnListing,
        tariff: Tariff,
    ) -> Result<Signed<Listing>> {
        let old = own.listing.payload();
        let population = writing.population(&own.population)?;
        let signed = self.sign(Listing {
            tariff,
            population_cap_micro_epsilon: population.cap,
            previous: Some(own.listing.id()),
            seller_name: self.name.clone(),
            deliver_to: self.vault.recipient(),
            issued_at: self.now()?.max(old.issued_at),
            ..old.clone()
        })?;
        writing.replace_listing(&own.listing.id())?;
        self.insert_listing(writing, &signed, own.series, own.version + 1)?;
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
        let writing = self.db.begin()?;
        writing.end_listing(&signed, writing.log_size()?)?;
        writing.enqueue(&withdrawal_path(&signed.id()), signed.compact().as_bytes())?;
        self.commit(writing)?;
        self.send();
        self.own_listing_view(&self.own_listing(&listing.to_string())?)
    }

    pub(super) fn insert_listing(
        &self,
        writing: &Writing<'_>,
        signed: &Signed<Listing>,
        series: DocumentId,
        version: u64,
    ) -> Result<()> {
        writing.insert_listing(&NewListing {
            signed,
            series,
            version,
            status: ListingStatus::Open,
            position: writing.log_size()?,
        })?;
        writing.enqueue(&listing_path(&signed.id()), signed.compact().as_bytes())
    }

    /// Signs a document as this home; what the document's own rules refuse is the user's to mend.
    pub(crate) fn sign<T: Payload>(&self, payload: T) -> Result<Signed<T>> {
        Signed::sign(&self.identity, payload).map_err(|e| {
            Error::usage(ErrorCode::Document, format!("this cannot be signed: {e}"))
                .hint("Mend that part and do it again; nothing was changed.")
        })
    }

    /// The end of a listing of this home, if it has come.
    pub(crate) fn own_withdrawal(&self, id: &DocumentId) -> Result<Option<WithdrawalView>> {
        let Some(signed) = self.read().withdrawal_of(id)? else {
            return Ok(None);
        };
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
            self.read().own_listings()?.into_iter(),
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
