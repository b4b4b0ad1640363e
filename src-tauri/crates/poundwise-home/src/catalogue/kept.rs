//! The objects of a market on a server as they were last read, in a file of the home. A catalogue of
//! some thousand listings is then there at once when the home is opened again.
//!
//! The file is encrypted for the home, since titles and names describe what its owner looks at. It
//! is not trusted: each object is verified again when it is loaded, and the market's own list decides
//! which objects are used. A damaged, changed or missing file only costs a new read of the market.
//! Objects that do not verify are not kept.

use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use super::{MarketEntry, MarketStore};
use crate::{
    files::{read_file, write_own_file},
    vault::Vault,
};

/// Name of the file in the home's folder.
const FILE: &str = "market.age";
/// Most bytes of texts in the file.
const MOST: u64 = 64 << 20;
/// Longest text of one object in bytes. Longer ones are read from the market each time.
const LONGEST: usize = 256 << 10;
/// Most bytes of the file: the texts in JSON, in which a quote takes two bytes.
const FILE_LIMIT: u64 = 2 * MOST + (1 << 20);
/// The file is written when one of so many objects is not in it.
const ONE_OF: usize = 16;

/// An object of the market with its text.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct KeptObject {
    pub(super) path: String,
    pub(super) version: String,
    pub(super) size: u64,
    pub(super) text: String,
}

impl KeptObject {
    /// Returns the object as the market listed it.
    pub(super) fn entry(&self) -> MarketEntry {
        MarketEntry {
            path: self.path.clone(),
            size: self.size,
            version: self.version.clone(),
        }
    }
}

/// The content of the file.
#[derive(Default, Serialize, Deserialize)]
struct Form {
    market: String,
    objects: Vec<KeptObject>,
}

/// The file of the objects of one market, and the objects that are not in it yet.
pub(super) struct KeptFile {
    file: PathBuf,
    vault: Arc<Vault>,
    market: String,
    unsaved: Vec<KeptObject>,
}

impl KeptFile {
    /// Returns the file of a home; `None` for a market that is a folder, which is read as fast.
    pub(super) fn of(home: &Path, vault: &Arc<Vault>, store: &MarketStore) -> Option<Self> {
        let is_remote = store.folder().is_none();
        is_remote.then(|| Self::in_home(home, vault, store))
    }

    /// Returns the file of a home for any market.
    pub(super) fn in_home(home: &Path, vault: &Arc<Vault>, store: &MarketStore) -> Self {
        Self {
            file: home.join(FILE),
            vault: Arc::clone(vault),
            market: store.url().to_owned(),
            unsaved: Vec::new(),
        }
    }

    /// Returns the objects of the file, unverified. The list is empty if the file is missing, damaged
    /// or of another market.
    pub(super) fn load(&self) -> Vec<KeptObject> {
        let read = || {
            let bytes = read_file(&self.file, FILE_LIMIT).ok()?;
            let plain = self.vault.decrypt(&bytes, FILE).ok()?;
            let form: Form = serde_json::from_slice(&plain).ok()?;
            (form.market == self.market).then_some(form.objects)
        };
        read().unwrap_or_default()
    }

    /// Notes an object that was read from the market and verified.
    pub(super) fn note(&mut self, entry: &MarketEntry, text: &str) {
        if text.len() <= LONGEST {
            self.unsaved.push(KeptObject {
                path: entry.path.clone(),
                version: entry.version.clone(),
                size: entry.size,
                text: text.to_owned(),
            });
        }
    }

    /// Writes the file, if enough of the objects are new. `is_there` says whether the market still
    /// has an object, of which there are `all`. Cost: the whole file is read and written.
    pub(super) fn save(&mut self, all: usize, is_there: impl Fn(&KeptObject) -> bool) {
        if self.unsaved.is_empty() || self.unsaved.len() * ONE_OF < all {
            return;
        }
        let mut objects = std::mem::take(&mut self.unsaved);
        let new: HashSet<String> = objects.iter().map(|object| object.path.clone()).collect();
        let before = self.load().into_iter();
        objects.extend(before.filter(|object| !new.contains(&object.path)));
        objects.retain(is_there);
        let mut left = MOST;
        objects.retain(|object| {
            let length = object.text.len() as u64;
            let fits = length <= left;
            left -= if fits { length } else { 0 };
            fits
        });
        self.write(objects);
    }

    /// Writes the file with these objects.
    pub(super) fn write(&self, objects: Vec<KeptObject>) {
        let form = Form {
            market: self.market.clone(),
            objects,
        };
        // A file that cannot be written costs a new read.
        let written = serde_json::to_vec(&form)
            .ok()
            .and_then(|plain| self.vault.encrypt(&plain).ok())
            .and_then(|sealed| write_own_file(&self.file, &sealed).ok());
        if written.is_none() {
            let _ = fs::remove_file(&self.file);
        }
    }
}

/// Removes the file of a home.
pub(super) fn remove(home: &Path) {
    let _ = fs::remove_file(home.join(FILE));
}
