//! The owner's listings: stored, published, repriced, withdrawn.

use poundwise_documents::{
    jws::Signed,
    kinds::{Listing, Withdrawal},
    market::{listing_path, withdrawal_path},
    tariff::{Tariff, TariffDraft},
    units::{DocumentId, MicroEpsilon, Timestamp},
};

use crate::{
    Seller,
    availability::state_levels,
    error::{Error, ErrorCode, ErrorPlace, Result},
    format::short_id,
    hint::Act,
    ids::ListingId,
    make_views::{own_listing, own_listing_view},
    messages::{LinkMessage, ListingMessage},
    stated::state_populations,
    store::{NewListing, OwnListing, Reading, SecretName, Writing, damaged},
    typed::tariff_error,
    view::{ListingStatement, ListingStatus, ListingView},
};

/// Returns the levels of a tariff that are never sold, for they are above the ceiling.
pub(super) fn never_sold(tariff: &Tariff, ceiling: MicroEpsilon) -> Vec<MicroEpsilon> {
    let levels = tariff.knots().iter().map(|(level, _)| *level);
    levels.filter(|level| *level > ceiling).collect()
}

impl Seller<'_> {
    /// Returns this home's listings, newest first, every version.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn my_listings(&self) -> Result<Vec<ListingView>> {
        self.context
            .read()
            .own_listings()?
            .iter()
            .map(|own| own_listing_view(self.context, own))
            .collect()
    }

    /// Returns one of this home's listings by its id; `None` if none has it. The market is not
    /// read.
    ///
    /// # Errors
    /// `ambiguous-id`.
    pub fn my_listing(&self, id: &ListingId) -> Result<Option<ListingView>> {
        match own_listing(&self.context.read(), id) {
            Ok(own) => own_listing_view(self.context, &own).map(Some),
            Err(error) if error.code() == ErrorCode::NoSuchId => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the SQL text that computed the numbers of a listing of a linked table.
    ///
    /// # Errors
    /// `no-such-id`; `not-linked` for a listing of an imported table or of own numbers, and if the
    /// dataset was removed or sealed.
    pub fn listing_statement(&self, id: &ListingId) -> Result<ListingStatement> {
        let reading = self.context.read();
        let own = own_listing(&reading, id)?;
        let name = SecretName::Statement(own.question);
        let title = own.listing.payload().title.clone();
        if !reading.has_secret(name)? {
            return Err(
                Error::refused(ErrorCode::NotLinked, ListingMessage::NotLinked { title })
                    .hint(Act::ListDatasets.to(LinkMessage::SeeLinked)),
            );
        }
        let sealed = reading.secret(name)?;
        let sql = self.context.vault.decrypt_named(name, &sealed)?;
        let sql = std::str::from_utf8(&sql).map_err(|_| damaged_statement(name))?;
        Ok(ListingStatement {
            listing: own.listing.id(),
            title,
            sql: sql.to_owned(),
        })
    }

    /// Publishes a new version of a listing at another tariff, on the same seeds, with the
    /// population's cap as last recorded. Levels already owned are not repriced.
    ///
    /// # Errors
    /// As for a new listing; `tariff-unchanged` where the new version would say what the present
    /// one says; `withdrawn` or `replaced` where it is no longer open; as [`Seller::approve`] where
    /// this home may be an older copy of itself.
    pub fn reprice(&self, id: &ListingId, price: &TariffDraft) -> Result<ListingView> {
        let own = self.open_listing(id)?;
        // A listing states cap and carried loss as last recorded, which an old copy does not know.
        self.context.check_own_history()?;
        let tariff = self.new_tariff(&own, price)?;
        let writing = self.context.db.begin()?;
        let signed = self.new_version(&writing, &own, tariff)?;
        state_levels(self.context, &writing)?;
        self.context.commit_and_send(writing)?;
        own_listing_view(
            self.context,
            &own_listing(&self.context.read(), &signed.id().into())?,
        )
    }

    /// Returns the tariff as typed that a listing shall have from now on.
    ///
    /// # Errors
    /// `tariff`; `tariff-too-short` where it ends below the ceiling; `tariff-unchanged` where the
    /// new version would say what the present one says.
    pub(super) fn new_tariff(&self, own: &OwnListing, price: &TariffDraft) -> Result<Tariff> {
        let listing = own.listing.payload();
        let tariff = price.in_currency(listing.currency).map_err(tariff_error)?;
        let ceiling = listing.ceiling;
        if tariff.last_level() < ceiling {
            return Err(Error::usage(
                ErrorCode::TariffTooShort,
                ListingMessage::PriceTooShort {
                    level: tariff.last_level(),
                    ceiling,
                },
            )
            .hint(ListingMessage::PriceEveryLevel)
            .at(ErrorPlace::Level {
                level: tariff.last_level(),
                limit: ceiling,
            }));
        }
        if self.retold(&self.context.read(), own, tariff.clone())? == *listing {
            return Err(Error::refused(
                ErrorCode::TariffUnchanged,
                ListingMessage::PriceUnchanged {
                    title: listing.title.clone(),
                },
            )
            .hint(ListingMessage::StateOtherPrice));
        }
        Ok(tariff)
    }

    /// Returns an open listing with another tariff, and the rest as it is known now: name and
    /// address of the home, and the population's cap as last recorded.
    fn retold(&self, reading: &Reading<'_>, own: &OwnListing, tariff: Tariff) -> Result<Listing> {
        let cap = reading.population(&own.population)?.cap;
        Ok(Listing {
            tariff,
            population_cap_micro_epsilon: cap.micro_epsilon,
            population_cap_nano_rho: cap.nano_rho,
            seller_name: self.context.name.clone(),
            deliver_to: self.context.vault.recipient(),
            ..own.listing.payload().clone()
        })
    }

    /// Returns the time of what is signed now of a listing: not before it, nor before the last
    /// entry.
    fn now_of(&self, writing: &Writing<'_>, listing: &Listing) -> Result<Timestamp> {
        Ok(self.moment(writing)?.now.max(listing.issued_at))
    }

    /// Signs and stores a new version of an open listing, with the population's cap as last
    /// recorded, in the caller's transaction.
    pub(super) fn new_version(
        &self,
        writing: &Writing<'_>,
        own: &OwnListing,
        tariff: Tariff,
    ) -> Result<Signed<Listing>> {
        let signed = self.context.sign(Listing {
            previous: Some(own.listing.id()),
            issued_at: self.now_of(writing, own.listing.payload())?,
            ..self.retold(writing, own, tariff)?
        })?;
        writing.replace_listing(&own.listing.id())?;
        self.insert_listing(writing, &signed, own.series, own.version + 1)?;
        Ok(signed)
    }

    /// Takes a listing back: no more of it is sold; what was sold stays valid.
    ///
    /// # Errors
    /// `no-such-id`, `withdrawn`, `replaced`.
    pub fn withdraw(&self, id: &ListingId, reason: &str) -> Result<ListingView> {
        let writing = self.context.db.begin()?;
        let listing = self.end_listing(&writing, id, reason)?;
        state_levels(self.context, &writing)?;
        self.context.commit_and_send(writing)?;
        own_listing_view(
            self.context,
            &own_listing(&self.context.read(), &listing.into())?,
        )
    }

    /// Signs and stores the withdrawal of an open listing, in the caller's transaction.
    pub(super) fn end_listing(
        &self,
        writing: &Writing<'_>,
        id: &ListingId,
        reason: &str,
    ) -> Result<DocumentId> {
        let own = open_listing(writing, id)?;
        let listing = own.listing.id();
        let signed = self.context.sign(Withdrawal {
            listing,
            reason: reason.trim().to_owned(),
            jwk: self.context.identity.jwk(),
            issued_at: self.now_of(writing, own.listing.payload())?,
        })?;
        writing.end_listing(&signed, writing.log_size()?)?;
        writing.enqueue(&withdrawal_path(&signed.id()), signed.compact().as_bytes())?;
        Ok(listing)
    }

    /// Stores a signed listing. Populations without an entry get their first one before.
    pub(super) fn insert_listing(
        &self,
        writing: &Writing<'_>,
        signed: &Signed<Listing>,
        series: DocumentId,
        version: u64,
    ) -> Result<()> {
        state_populations(self.context, writing)?;
        writing.insert_listing(&NewListing {
            signed,
            series,
            version,
            status: ListingStatus::Open,
            position: writing.log_size()?,
        })?;
        writing.enqueue(&listing_path(&signed.id()), signed.compact().as_bytes())
    }

    pub(super) fn open_listing(&self, id: &ListingId) -> Result<OwnListing> {
        open_listing(&self.context.read(), id)
    }
}

fn damaged_statement(name: SecretName) -> Error {
    damaged(LinkMessage::StatementDamaged {
        secret: name.to_string(),
    })
}

/// Returns the listing of this home with that id, if it is for sale.
fn open_listing(reading: &Reading<'_>, id: &ListingId) -> Result<OwnListing> {
    let own = own_listing(reading, id)?;
    let title = own.listing.payload().title.clone();
    match own.status {
        ListingStatus::Open => Ok(own),
        ListingStatus::Withdrawn => Err(Error::refused(
            ErrorCode::Withdrawn,
            ListingMessage::Withdrawn { title },
        )
        .hint(ListingMessage::CreateNewListing)),
        ListingStatus::Replaced => {
            let refused = Error::refused(ErrorCode::Replaced, ListingMessage::Replaced { title });
            Err(match reading.newest_of(&own.question)? {
                Some(newest) => {
                    let id = newest.listing.id().to_string();
                    let listing = short_id(&id);
                    refused.hint(Act::ShowListing(id).to(ListingMessage::UseNewest { listing }))
                }
                None => refused,
            })
        }
    }
}
