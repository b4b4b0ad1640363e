//! Work of a home that goes between the home and the market: the home is asked in short steps,
//! and nothing is read from the market or decrypted while it is.

use std::collections::HashSet;

use sha2::{Digest as _, Sha256};

use crate::{
    error::Result,
    exchange::{Entry, Listed, MarketStore},
    home::Home,
};

/// Access to an open home, one step at a time. A shell that shares a home between threads locks it
/// for each step only, and fails with `stopped` once it is closed.
pub trait Reach {
    /// Asks the home; nobody else does meanwhile.
    ///
    /// # Errors
    /// Those of `ask`; `stopped` where the home was closed.
    fn ask<T>(&self, ask: impl FnOnce(&Home) -> Result<T>) -> Result<T>;
}

impl Reach for Home {
    fn ask<T>(&self, ask: impl FnOnce(&Home) -> Result<T>) -> Result<T> {
        ask(self)
    }
}

/// SHA-256 of an object's bytes.
pub(crate) type Content = [u8; 32];

pub(crate) fn content_of(bytes: &[u8]) -> Content {
    Sha256::digest(bytes).into()
}

/// The objects of one folder of the market that have yet to be read.
pub(crate) struct ToRead {
    pub(crate) entries: Vec<Entry>,
    /// What is faulty under whatever name; empty where nothing is to be read.
    pub(crate) unreadable: HashSet<Content>,
}

/// Why bytes that were found unreadable before are not parsed again.
pub(crate) const UNREADABLE_BEFORE: &str = "the same bytes could not be read before";

/// Lists the folder that `folder` names, without the home.
pub(crate) fn listed(
    home: &impl Reach,
    folder: impl FnOnce(&Home) -> String,
) -> Result<(std::sync::Arc<MarketStore>, Listed)> {
    let (store, folder) = home.ask(|home| Ok((home.store.clone(), folder(home))))?;
    let listed = store.list(&folder)?;
    Ok((store, listed))
}
