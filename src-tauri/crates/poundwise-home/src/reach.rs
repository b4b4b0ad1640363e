//! Work between a home and the market. The home is accessed in short steps, and during a step
//! nothing is read from the market or decrypted.

use std::{collections::HashSet, fmt, sync::Arc};

use poundwise_documents::keys::Identity;
use poundwise_words::{Language, Localize};

use crate::{
    error::Result,
    exchange::{Listed, MarketEntry, MarketStore},
    home::{Context, Home},
    messages::MarketMessage,
    own_log::ForeignCopies,
    store::Reading,
    vault::Vault,
    verdict::{Content, InputVerdict},
};

/// Access to an open home, one step at a time. A shell that shares a home between threads locks it
/// for each step only, and returns `stopped` once it is closed.
pub trait Reach {
    /// Runs one step with exclusive access to the home.
    ///
    /// # Errors
    /// The errors of `ask`; `stopped` if the home was closed.
    fn ask<T>(&self, ask: impl FnOnce(&Home) -> Result<T>) -> Result<T>;
}

impl Reach for Home {
    fn ask<T>(&self, ask: impl FnOnce(&Home) -> Result<T>) -> Result<T> {
        ask(self)
    }
}

/// Access to the parts of an open home, one step at a time: of one that is reached from outside,
/// or of one that the caller holds all the while.
pub trait InSteps {
    /// Runs one step with exclusive access to the home.
    ///
    /// # Errors
    /// The errors of `step`; `stopped` if the home was closed.
    fn step<T>(&self, step: impl FnOnce(&Context) -> Result<T>) -> Result<T>;
}

impl InSteps for Context {
    fn step<T>(&self, step: impl FnOnce(&Context) -> Result<T>) -> Result<T> {
        step(self)
    }
}

/// The steps of a home that is reached from outside.
pub(crate) struct Reached<'a, R>(pub(crate) &'a R);

impl<R: Reach> InSteps for Reached<'_, R> {
    fn step<T>(&self, step: impl FnOnce(&Context) -> Result<T>) -> Result<T> {
        self.0.ask(|home| step(&home.context))
    }
}

/// The parts of a home with which its own objects on the market are read and written without it.
#[derive(Clone)]
pub struct Outside {
    /// The market.
    pub(crate) store: Arc<MarketStore>,
    /// The vault.
    pub(crate) vault: Arc<Vault>,
    /// Signing key.
    pub(crate) identity: Arc<Identity>,
    /// The foreign objects among the own copies.
    pub(crate) foreign: ForeignCopies,
}

impl Context {
    /// Returns the parts with which this home's own objects are read and written without it.
    pub(crate) fn outside(&self) -> Outside {
        Outside {
            store: Arc::clone(&self.store),
            vault: Arc::clone(&self.vault),
            identity: Arc::clone(&self.identity),
            foreign: Arc::clone(&self.foreign),
        }
    }
}

/// The objects of one folder of the market that are still to be read.
pub struct ToRead {
    /// The objects, as the market lists them.
    pub entries: Vec<MarketEntry>,
    /// Content that is faulty under any name; empty if no object is to be read.
    pub unreadable: HashSet<Content>,
}

impl ToRead {
    /// Splits the objects of a listing of the market into those to be read, and those that were
    /// read and are valid. A name under which a valid object was read names one document and is not
    /// read again. Cost: one look-up an object; objects that were removed cost nothing.
    pub fn of(reading: &Reading<'_>, listed: Listed) -> Result<(Self, Vec<MarketEntry>)> {
        let (mut new, mut known) = (Vec::new(), Vec::new());
        for entry in listed.entries {
            match reading.seen(&entry.path)? {
                Some((_, false)) => known.push(entry),
                Some((version, true)) if version == entry.version => {}
                _ => new.push(entry),
            }
        }
        let unreadable = if new.is_empty() {
            HashSet::new()
        } else {
            reading.unreadable()?
        };
        let to_read = Self {
            entries: new,
            unreadable,
        };
        Ok((to_read, known))
    }
}

/// Reason why bytes that were found faulty before are not parsed again.
pub const UNREADABLE_BEFORE: UnreadableBefore = UnreadableBefore;

/// The verdict on bytes that were found faulty before.
#[derive(Clone, Copy, Debug)]
pub struct UnreadableBefore;

/// As it stands after a colon.
impl Localize for UnreadableBefore {
    fn localize(&self, language: Language, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        MarketMessage::UnreadableBefore.localize(language, f)
    }
}

poundwise_words::in_english!(UnreadableBefore);

impl InputVerdict for UnreadableBefore {}

/// Where objects for a home are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadFrom {
    /// The market. Received orders are read with it.
    Market,
    /// The objects that were received in files.
    Mail,
}

/// Lists the folder that `folder` names, without holding the home meanwhile.
pub fn listed(
    home: &impl Reach,
    from: ReadFrom,
    folder: impl FnOnce(&Home) -> String,
) -> Result<(Arc<MarketStore>, Listed)> {
    let (store, folder) = home.ask(|home| {
        let store = match from {
            ReadFrom::Market => &home.context.store,
            ReadFrom::Mail => &home.context.mail,
        };
        Ok((Arc::clone(store), folder(home)))
    })?;
    let listed = store.list(&folder)?;
    Ok((store, listed))
}
