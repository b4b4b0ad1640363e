//! Watching a market on a server: cheap looks that notice that somebody else wrote something, without
//! reading it.
//!
//! A look lists the folders in which others write for this home, usually one. That is a request each.
//! The folder of orders is listed if the home has listings, and the folder of deliveries if an order
//! of the home waits. Both facts are on the market for everybody to see. The folder of all listings
//! may be long, and is listed in each [`LISTINGS_EACH`]th look only, or if there is nothing else.

use std::{
    collections::{HashMap, hash_map::DefaultHasher},
    hash::{Hash, Hasher},
    sync::Arc,
};

use poundwise_documents::market::{LISTINGS, deliveries_to, orders_to};

use crate::{
    error::Result,
    exchange::{Listed, MarketStore},
    home::Context,
    reach::{InSteps, Reach, Reached},
};

/// Number of looks of which one lists all listings.
pub const LISTINGS_EACH: u32 = 5;

/// What the looks at a market have seen.
#[derive(Default)]
pub struct MarketSight {
    /// Number of looks.
    looks: u32,
    /// A hash of the last list of each folder.
    folders: HashMap<String, u64>,
}

impl MarketSight {
    /// Looks at the market of a home, and returns whether something changed since the last look. In
    /// the first look at a folder, objects in it are a change. The home is accessed for a moment
    /// only.
    ///
    /// # Errors
    /// The market's errors; `stopped` if the home was closed. The folders that were not listed are
    /// compared by the next look.
    pub fn look(&mut self, home: &impl Reach) -> Result<bool> {
        let (store, mut folders) = Reached(home).step(Context::mailboxes)?;
        if folders.is_empty() || self.looks.is_multiple_of(LISTINGS_EACH) {
            folders.push(LISTINGS.to_owned());
        }
        self.looks = self.looks.wrapping_add(1);
        let mut changed = false;
        for folder in folders {
            let listed = store.list(&folder)?;
            let now = hash(&listed);
            let before = self.folders.insert(folder, now);
            changed |= before.map_or(!listed.entries.is_empty(), |before| before != now);
        }
        Ok(changed)
    }
}

/// Returns a hash of the names, sizes and versions of the objects of a folder.
fn hash(listed: &Listed) -> u64 {
    let mut hasher = DefaultHasher::new();
    for entry in &listed.entries {
        (&entry.path, entry.size, &entry.version).hash(&mut hasher);
    }
    listed.odd.hash(&mut hasher);
    hasher.finish()
}

impl Context {
    /// Returns the market, and its folders in which others may write for this home now.
    fn mailboxes(&self) -> Result<(Arc<MarketStore>, Vec<String>)> {
        let (reading, own) = (self.read(), self.identity.kid());
        let mut folders = Vec::new();
        if reading.has_listings()? {
            folders.push(orders_to(&own));
        }
        if reading.awaits_deliveries()? {
            folders.push(deliveries_to(&own));
        }
        Ok((Arc::clone(&self.store), folders))
    }
}
