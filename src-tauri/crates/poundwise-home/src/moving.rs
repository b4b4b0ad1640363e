//! Moving a home to another market.

use std::sync::Arc;

use crate::{
    error::{Error, ErrorCode, Result},
    exchange::{MarketFile, MarketStore, MarketUrl},
    hint::Act,
    home::Home,
    member::{access_to, stored_market},
    messages::{OpeningHint, OpeningMessage},
    store::Setting,
    view::MarketChange,
};

impl Home {
    /// Moves the home to another market, also for later openings. Objects that wait for the
    /// previous market are sent there first. All versions of this home's listings and its
    /// withdrawals are put on the new market; its ledger follows with the first of them that has a
    /// sale. Orders and deliveries stay where they were sent.
    ///
    /// # Errors
    /// - `no-such-market` if the folder does not exist;
    /// - the market's errors if the folder cannot be written;
    /// - `outbox-waiting` if an object could not be sent to the previous market, unless `anyway`:
    ///   then it goes to the new one;
    /// - `behind-market` and `two-histories` if the previous market shows that this home is an
    ///   older copy of itself, which no other market would show.
    ///
    /// On an error the home stays on its market.
    pub fn set_market(&mut self, market: &MarketUrl, anyway: bool) -> Result<MarketChange> {
        let context = &self.context;
        let member = stored_market(&context.vault, &context.read())?;
        let store = MarketStore::open_existing(market, access_to(member.as_ref(), market))?;
        store.probe()?;
        if store.url() == self.context.store.url() {
            // If it is named again, it is stored again: the home may have been opened on it for one
            // time.
            let writing = self.context.db.begin()?;
            writing.note(Setting::Market, store.url())?;
            self.context.commit(writing)?;
            return Ok(MarketChange {
                home: self.view(),
                waiting: self.context.undelivered()?,
            });
        }
        let member = member.filter(|member| member.url() == market);
        self.move_to(store, member.as_ref(), anyway)
    }

    /// Moves the home to a market that was found to work, with the member's key for it.
    pub(crate) fn move_to(
        &mut self,
        store: MarketStore,
        member: Option<&MarketFile>,
        anyway: bool,
    ) -> Result<MarketChange> {
        // Refused where the previous market shows that this home is an old copy of itself: a move
        // would hide that.
        let waiting = self.context.deliver()?.undelivered;
        if waiting > 0 && !anyway {
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
        writing.note(Setting::Market, store.url())?;
        self.context.keep_member(&writing, member)?;
        writing.send_listings_again()?;
        self.context.commit(writing)?;
        self.context.trade_on(store);
        self.context.market_cache = Arc::default();
        // An unreachable market keeps the objects waiting.
        let _ = self.context.empty_outbox();
        Ok(MarketChange {
            home: self.view(),
            waiting: self.context.undelivered()?,
        })
    }
}
