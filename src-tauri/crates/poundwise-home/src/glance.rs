//! Names and ids that a home and a market show without the passphrase, for shells to complete.
//!
//! Nothing of it is authenticated, and the home acts on none of it: a name that was tampered with
//! is refused when it is used.

use std::path::Path;
use std::sync::Mutex;

use crate::{
    catalogue::{Budget, Catalogue},
    error::Result,
    exchange::MarketStore,
    home::{DB_FILE, market_folder},
    store::Names,
    view::ListingStatus,
    work::Work,
};

pub use crate::store::NameKind;

/// A name or an id, and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// The name, id, key or number, as a command takes it.
    pub value: String,
    /// What it names, in a few words; they may be a stranger's.
    pub about: String,
}

/// Names of one kind in a home that need not be open, the newest first. The database is only read:
/// no lock is taken and no file is made, so what another program wrote a moment ago may be missing.
///
/// # Errors
/// When there is no home, or its database cannot be read.
pub fn names_in(home: &Path, kind: NameKind) -> Result<Vec<Name>> {
    Names::open(&home.join(DB_FILE))?.of(kind)
}

/// The market that a home trades on, as a URL; none where that is not known.
///
/// # Errors
/// As [`names_in`].
pub fn market_of(home: &Path) -> Result<Option<String>> {
    Names::open(&home.join(DB_FILE))?.market()
}

/// The open listings on a market, verified, the newest first: their ids, titles and sellers.
///
/// # Errors
/// `market-url`, and when the market cannot be listed.
pub fn listings_on(market: &str) -> Result<Vec<Name>> {
    // Opening a market makes its folder; looking for names makes nothing.
    if !market_folder(market)?.is_dir() {
        return Ok(Vec::new());
    }
    let store = MarketStore::open(market)?;
    let catalogue = Catalogue::read(&store, &Mutex::default(), Budget::MARKET, &Work::silent())?;
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
