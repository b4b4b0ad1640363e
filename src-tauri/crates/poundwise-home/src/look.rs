//! The market's listings as an open home sees them: read without the home where it can be, and
//! whole where all labels are wanted.

use std::sync::Arc;

use poundwise_documents::{jws::Signed, kinds::Listing, market::listing_path};

use crate::{
    catalogue::{Catalogue, LISTING_LIMIT, Offer, Seen, Summary},
    error::{Error, ErrorCode, Result},
    exchange::{MarketStore, ReadError},
    hint::Act,
    home::{Context, Home},
    ids::ListingId,
    messages::{MarketMessage, StoreHint},
    reach::Reach,
    work::Work,
};

/// A market as it was read. [`crate::Home::seeing`] uses it, so that nothing is read from the
/// market while the home is accessed.
pub struct SeenMarket {
    store: Arc<MarketStore>,
    seen: Seen,
}

/// Reads the listings and withdrawals on the market of a home, and the listing `whole` with all its
/// labels. The home is accessed in short steps.
///
/// # Errors
/// The market's errors if it cannot be listed; `stopped`. A missing listing is no error here.
pub fn look_at_market(
    home: &impl Reach,
    whole: Option<&ListingId>,
    work: &Work<'_>,
) -> Result<SeenMarket> {
    let (store, memory, known, budget) = home.ask(|home| {
        Ok((
            Arc::clone(&home.context.store),
            Arc::clone(&home.context.market_memory),
            home.context.statements()?,
            home.context.budget,
        ))
    })?;
    let catalogue = Catalogue::read(&store, &memory.cache, &known, budget, work)?;
    let catalogue = Arc::new(catalogue);
    memory.note(&catalogue);
    let whole = whole
        .and_then(|id| catalogue.find(id).ok())
        .and_then(|offer| read_whole(&store, &offer.listing).ok())
        .map(Arc::new);
    Ok(SeenMarket {
        store,
        seen: Seen { catalogue, whole },
    })
}

/// Returns the market of a home as it is known, without asking the market: as it was read last, or
/// as the home's file has it. Returns `None` if both are missing. The listing `whole` has all its
/// labels if the file has them.
///
/// # Errors
/// The database's errors; `stopped`.
pub fn look_at_hand(home: &impl Reach, whole: Option<&ListingId>) -> Result<Option<SeenMarket>> {
    let (store, memory, known, budget) = home.ask(|home| {
        Ok((
            Arc::clone(&home.context.store),
            Arc::clone(&home.context.market_memory),
            home.context.statements()?,
            home.context.budget,
        ))
    })?;
    // Verified without the home.
    let Some(catalogue) = memory.at_hand(&known, budget) else {
        return Ok(None);
    };
    let whole = whole
        .and_then(|id| catalogue.find(id).ok())
        .and_then(|offer| memory.whole_at_hand(&offer.listing))
        .map(Arc::new);
    Ok(Some(SeenMarket {
        store,
        seen: Seen { catalogue, whole },
    }))
}

/// Reads a listing on the market with all its labels.
pub(crate) fn read_whole(store: &MarketStore, summary: &Summary) -> Result<Signed<Listing>> {
    let path = listing_path(&summary.id());
    let gone = || {
        Error::refused(
            ErrorCode::NoSuchListing,
            MarketMessage::ListingGone {
                listing: summary.id().to_string(),
            },
        )
        .hint(Act::ListMarket.to(StoreHint::SeeMarket))
    };
    let bytes = match store.read(&path, LISTING_LIMIT) {
        Ok(Some(bytes)) => bytes,
        Ok(None) | Err(ReadError::TooLarge(_)) => return Err(gone()),
        Err(ReadError::Entry(error) | ReadError::Market(error)) => return Err(error),
    };
    String::from_utf8(bytes)
        .ok()
        .and_then(|text| summary.read_again(text.trim_end()))
        .ok_or_else(gone)
}

impl Home {
    /// Calls `ask` with the home, which then uses a market as [`look_at_market`] read it, and reads
    /// no listing itself.
    ///
    /// # Errors
    /// The errors of `ask`.
    pub fn seeing<T>(&self, seen: &SeenMarket, ask: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        // If the home was moved to another market since, that is read after all.
        if Arc::ptr_eq(&seen.store, &self.context.store) {
            self.context.seen.replace(Some(seen.seen.clone()));
        }
        let answer = ask(self);
        self.context.seen.replace(None);
        answer
    }
}

impl Home {
    /// Returns whether the listings of the market were read since the home was opened.
    #[must_use]
    pub fn has_read_market(&self) -> bool {
        self.context.market_memory.is_read()
    }

    /// Calls `ask` with the home, for which the market is away for this reason: it is not read. In
    /// [`Home::seeing`] it is known as it was read before.
    ///
    /// # Errors
    /// The errors of `ask`.
    pub fn without_market<T>(&self, why: Error, ask: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        self.context.away.replace(Some(why));
        let answer = ask(self);
        self.context.away.replace(None);
        answer
    }
}

impl Context {
    /// Fails while [`Home::without_market`] lasts.
    ///
    /// # Errors
    /// The reason that the market is away.
    pub(crate) fn check_not_away(&self) -> Result<()> {
        self.away.borrow().clone().map_or(Ok(()), Err)
    }

    /// Returns the market's listings and withdrawals: those of [`Home::seeing`], or read now.
    ///
    /// # Errors
    /// The market's errors if it cannot be listed.
    pub fn catalogue(&self) -> Result<Arc<Catalogue>> {
        let seen = self.seen.borrow().clone();
        let catalogue = match seen {
            Some(seen) => seen.catalogue,
            None => {
                self.check_not_away()?;
                let catalogue = Arc::new(Catalogue::read(
                    &self.store,
                    &self.market_memory.cache,
                    &self.statements()?,
                    self.budget,
                    &Work::silent(),
                )?);
                self.market_memory.note(&catalogue);
                catalogue
            }
        };
        self.left_out.borrow_mut().market = catalogue.left_out;
        self.keep_statements(&catalogue.statements)?;
        Ok(catalogue)
    }

    /// Returns a listing with all its labels.
    ///
    /// # Errors
    /// `no-such-listing` if it was removed; the market's errors.
    pub fn whole(&self, offer: &Offer) -> Result<Arc<Signed<Listing>>> {
        let id = offer.listing.id();
        if let Some(own) = self.read().own_listing(&id)? {
            return Ok(own.listing);
        }
        let seen = self.seen.borrow().clone().and_then(|seen| seen.whole);
        match seen.filter(|whole| whole.id() == id) {
            Some(whole) => Ok(whole),
            None => {
                self.check_not_away()?;
                Ok(Arc::new(read_whole(&self.store, &offer.listing)?))
            }
        }
    }
}
