//! Joining a market on a server with its `.market` file, inviting others to it, and testing it.

use std::sync::Arc;

use crate::{
    error::Result,
    exchange::{MarketFile, MarketStore, MarketTrial, MarketUrl},
    home::{Context, Home},
    member::{access_to, stored_market},
    moving::market_to_join,
    reach::Reach,
    store::{SecretName, Writing},
    view::MarketChange,
};

/// Tests what works on a market with the key of its `.market` file. No home is needed.
///
/// # Errors
/// As [`MarketStore::test`].
pub fn test_market(member: &MarketFile) -> Result<MarketTrial> {
    MarketStore::open_with(member.url(), member.access()).test()
}

/// Tests what works on the market of a home, which is accessed for a moment only.
///
/// # Errors
/// As [`MarketStore::test`]; `stopped` if the home was closed.
pub fn test_market_of(home: &impl Reach) -> Result<MarketTrial> {
    home.ask(|home| Ok(Arc::clone(&home.context.store)))?.test()
}

impl Home {
    /// Joins a market with its `.market` file, and trades there from now on, as
    /// [`Home::set_market`] moves a home. The key is stored in the vault. Joining the same market
    /// again replaces the key.
    ///
    /// # Errors
    /// The market's errors if it cannot be listed with this key, such as `market-denied`; the
    /// errors of [`Home::set_market`]. On an error the home stays on its market.
    pub fn join_market(&mut self, member: &MarketFile, anyway: bool) -> Result<MarketChange> {
        let new = market_to_join(self, member)?;
        self.move_to(new, anyway)
    }

    /// Returns an invitation to the home's own market with the home's own key: everybody who has
    /// the file can do there what this home can.
    ///
    /// # Errors
    /// `market-file` if the market is a folder, or the name is not valid.
    pub fn invitation(&self, name: Option<&str>) -> Result<MarketFile> {
        let context = &self.context;
        let member = stored_market(&context.vault, &context.read())?;
        let market: MarketUrl = context.store.url().parse()?;
        let access = access_to(member.as_ref(), &market).cloned();
        let member = member.filter(|member| member.url() == &market);
        let name = match (name, &member) {
            (Some(name), _) => name.to_owned(),
            (None, Some(member)) => member.name().to_owned(),
            (None, None) => market.host().unwrap_or_else(|| context.name.clone()),
        };
        let read_url = member.as_ref().and_then(MarketFile::read_url).cloned();
        MarketFile::new(&name, market, access, read_url)
    }
}

impl Context {
    /// Stores the member's file, or removes it if there is none.
    pub(crate) fn keep_member(
        &self,
        writing: &Writing<'_>,
        member: Option<&MarketFile>,
    ) -> Result<()> {
        let name = SecretName::MarketKey;
        let Some(member) = member else {
            return writing.remove_secret(name);
        };
        let sealed = self.vault.encrypt_named(name, &member.to_bytes()?)?;
        if self.read().has_secret(name)? {
            writing.replace_secret(name, &sealed)
        } else {
            writing.insert_secret(name, &sealed)
        }
    }
}
