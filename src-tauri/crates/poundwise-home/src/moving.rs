//! Moving a home to another market. The markets are read and written before, without the home; the
//! move itself is one short step.

use poundwise_documents::market::LISTINGS;

use crate::{
    catalogue::MarketMemory,
    error::{Error, ErrorCode, Result},
    exchange::{MarketFile, MarketStore, MarketUrl, one_object},
    hint::Act,
    home::{Context, Home},
    member::{access_to, stored_market},
    messages::{OpeningHint, OpeningMessage},
    own_log::ForeignCopies,
    reach::Reach,
    sending::deliver,
    store::Setting,
    view::MarketChange,
};

/// A market that was found to work, for [`Home::move_to`].
pub struct NewMarket {
    store: MarketStore,
    /// The member's key for it.
    member: Option<MarketFile>,
}

/// Checks that a market can be read and written with the home's key for it, and sends what waits to
/// the home's present market. The home is accessed in short steps.
///
/// # Errors
/// - `no-such-market` if the folder does not exist;
/// - the market's errors if it cannot be written;
/// - `behind-market` and `two-histories` if the present market shows that this home is an older copy
///   of itself, which no other market would show.
pub fn market_to_move_to(home: &impl Reach, market: &MarketUrl) -> Result<NewMarket> {
    let stored = |home: &Home| stored_market(&home.context.vault, &home.context.read());
    let member = home.ask(stored)?;
    let store = MarketStore::open_existing(market, access_to(member.as_ref(), market))?;
    store.probe()?;
    let member = member.filter(|member| member.url() == market);
    NewMarket { store, member }.after_sending(home)
}

/// Checks that the market of a `.market` file can be listed with its key, and sends what waits to
/// the home's present market. The home is accessed in short steps.
///
/// # Errors
/// As [`market_to_move_to`].
pub fn market_to_join(home: &impl Reach, member: &MarketFile) -> Result<NewMarket> {
    let store = MarketStore::open_with(member.url(), member.access());
    // A member who may only read joins, too.
    store.list(LISTINGS)?;
    let member = Some(member.clone());
    NewMarket { store, member }.after_sending(home)
}

impl NewMarket {
    fn after_sending(self, home: &impl Reach) -> Result<Self> {
        let present = home.ask(|home| Ok(home.context.store.url().to_owned()))?;
        if self.store.url() != present {
            // Refused where the present market shows that this home is an old copy of itself: a move
            // would hide that.
            match deliver(home) {
                // Another market may take what this one does not.
                Err(error) if one_object(&error) => {}
                delivered => drop(delivered?),
            }
        }
        Ok(self)
    }
}

impl Home {
    /// Moves the home to another market, also for later openings. Objects that wait for the
    /// previous market are sent there first. All versions of this home's listings and its
    /// withdrawals are put on the new market; its ledger follows with the first of them that has a
    /// sale. Orders and deliveries stay where they were sent.
    ///
    /// # Errors
    /// As [`market_to_move_to`] and [`Home::move_to`]. On an error the home stays on its market.
    pub fn set_market(&mut self, market: &MarketUrl, anyway: bool) -> Result<MarketChange> {
        let new = market_to_move_to(self, market)?;
        self.move_to(new, anyway)
    }

    /// Moves the home to a market that was checked before, with the member's key for it. A home that
    /// is there already gets its key replaced. The new market is sent the home's listings now, or by
    /// the shell if that sends.
    ///
    /// # Errors
    /// `outbox-waiting` if an object could not be sent to the previous market, unless `anyway`: then
    /// it goes to the new one. The database's errors. On an error the home stays on its market.
    pub fn move_to(&mut self, new: NewMarket, anyway: bool) -> Result<MarketChange> {
        let NewMarket { store, member } = new;
        let moves = store.url() != self.context.store.url();
        let waiting = self.context.undelivered()?;
        if moves && waiting > 0 && !anyway {
            return Err(Error::refused(
                ErrorCode::OutboxWaiting,
                OpeningMessage::OutboxWaiting {
                    waiting,
                    market: self.context.store.url().to_owned(),
                },
            )
            .hint(Act::Deliver.to(OpeningHint::SendToOldMarket))
            .hint(OpeningHint::ConfirmMove));
        }
        store.sign_post();
        let writing = self.context.db.begin()?;
        // If the market is named again, it is stored again: the home may have been opened on it for
        // one time.
        writing.note(Setting::Market, store.url())?;
        if moves || member.is_some() {
            self.context.keep_member(&writing, member.as_ref())?;
        }
        if moves {
            writing.send_listings_again()?;
        }
        self.context.commit(writing)?;
        self.context.trade_on(store);
        if moves {
            let Context {
                dir, vault, store, ..
            } = &self.context;
            self.context.market_memory = MarketMemory::of(dir, vault, store);
            self.context.foreign = ForeignCopies::default();
        }
        self.context.send_all();
        Ok(MarketChange {
            home: self.view(),
            waiting: self.context.undelivered()?,
        })
    }
}
