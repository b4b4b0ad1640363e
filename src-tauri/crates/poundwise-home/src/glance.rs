//! Names and ids that a home and a market show without the passphrase, for completion in shells.
//!
//! They are not authenticated, and the home does not act on them: a name that was tampered with is
//! refused when it is used.

use std::path::Path;
use std::sync::Mutex;

use crate::{
    availability::Statements,
    catalogue::{Budget, Catalogue},
    error::Result,
    exchange::MarketStore,
    home::{DB_FILE, MAIL, market_folder},
    store::Names,
    view::ListingStatus,
    work::Work,
};

pub use crate::store::NameKind;

/// A name or an id, with a description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// Name, id, key or number, as a command takes it.
    pub value: String,
    /// Description in a few words, which may come from a stranger.
    pub about: String,
}

/// Returns the names of one kind in a home, the newest first. The home need not be open.
///
/// The database is only read: no lock is taken and no file is made, so the latest writes of another
/// program may be missing.
///
/// # Errors
/// `no-home` if the path cannot be written as a URL; `cannot-open` if there is no home, and the
/// database's other errors.
pub fn names_in(home: &Path, kind: NameKind) -> Result<Vec<Name>> {
    Names::open(&home.join(DB_FILE))?.of(kind)
}

/// Returns the URL of the market that a home trades on, if it is known.
///
/// # Errors
/// As [`names_in`].
pub fn market_of(home: &Path) -> Result<Option<String>> {
    Names::open(&home.join(DB_FILE))?.market()
}

/// Returns the open listings on a market and those that a home received in files, the newest first:
/// id, title and seller of each, verified. Of a market on a server, which is not asked, there are
/// only those in files.
///
/// # Errors
/// `market-url`; `market` if the market cannot be listed.
pub fn listings_on(market: &str, home: Option<&Path>) -> Result<Vec<Name>> {
    // A missing market has no names to complete. That is not an error. Completion never waits for a
    // network.
    let is_here = market_folder(market)?.is_some_and(|folder| folder.is_dir());
    let mail = home.map(|home| home.join(MAIL));
    let store = match (is_here, mail) {
        (true, None) => MarketStore::open(market)?,
        (true, Some(mail)) => MarketStore::open(market)?.with_received(&mail),
        (false, Some(mail)) => MarketStore::received(&mail),
        (false, None) => return Ok(Vec::new()),
    };
    let catalogue = Catalogue::read(
        &store,
        &Mutex::default(),
        &Statements::default(),
        Budget::MARKET,
        &Work::silent(),
    )?;
    Ok(catalogue
        .offers()
        .iter()
        .filter(|offer| offer.status == ListingStatus::Open)
        .map(|offer| Name {
            value: offer.listing.id().to_string(),
            about: format!(
                "{}, {}",
                offer.listing.payload().title,
                offer.listing.payload().seller_name
            ),
        })
        .collect())
}
