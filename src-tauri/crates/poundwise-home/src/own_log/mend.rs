//! Repair of the market: compares the published documents of this home with its database, and sends
//! them again if they are missing or differ.
//!
//! Only the newest copy of a home may repair the market. An older copy would replace new documents
//! with old ones.

use std::collections::HashSet;

use poundwise_documents::{
    market::{OWN_PART, log_path, own_part, own_path},
    tiles::changed,
};

use crate::{
    error::Result,
    own_log::own_copies::{OWN_COPY_LENGTHS, own_copies},
    random::random_bytes,
    reach::{InSteps, Outside},
    view::MarketMended,
};

/// The share of a home's published objects that is compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum MarketComparison {
    /// All names and contents.
    Whole,
    /// Names and sizes, and the contents of a random sample. For a large log, only a random range
    /// of the names.
    Sample,
}

/// Number of contents that a sample compares.
const SAMPLE: u64 = 16;
/// Maximum number of names and sizes that a sample compares.
const MOST_NAMES: u64 = 4096;
/// Number of contents of each kind that a sample compares on a server, where each is a request, and
/// no sizes.
const REMOTE_SAMPLE: u64 = 2;

/// A cyclic range of `length` indices, from `first` on, among `all`.
struct Chosen {
    all: u64,
    first: u64,
    length: u64,
}

impl Chosen {
    /// Chooses at most `most` of `all` consecutive indices from a random start.
    fn some(all: u64, most: u64) -> Result<Self> {
        let first = match all {
            0 => 0,
            all => u64::from_le_bytes(random_bytes()?) % all,
        };
        Ok(Self {
            all,
            first,
            length: most.min(all),
        })
    }

    fn has(&self, index: u64) -> bool {
        let from_first = (index + self.all - self.first) % self.all.max(1);
        from_first < self.length
    }
}

/// Compares listings, withdrawals, the log and the own copies on the market with a home, and sends
/// missing or different objects again. [`MarketComparison::Whole`] makes one pass over all of them,
/// and also removes objects among the own copies that are not entries of the home. The caller must
/// have checked that the home is its newest copy and that its outbox is empty.
///
/// # Errors
/// The market's errors.
pub(crate) fn mend_market(home: &impl InSteps, how: MarketComparison) -> Result<MarketMended> {
    let outside = home.step(|context| Ok(context.outside()))?;
    let mending = Mending { home, outside, how };
    Ok(MarketMended {
        documents: mending.documents()?,
        tiles: mending.tiles()?,
        own_copies: mending.own_copies()?,
        junk: match how {
            MarketComparison::Whole => mending.remove_junk()?,
            MarketComparison::Sample => 0,
        },
    })
}

struct Mending<'a, H> {
    home: &'a H,
    outside: Outside,
    how: MarketComparison,
}

impl<H: InSteps> Mending<'_, H> {
    /// Sends an object again unless the market has it unchanged. Returns whether it was sent.
    fn mend(&self, path: &str, bytes: &[u8]) -> Result<bool> {
        let there = self.outside.store.read(path, bytes.len() as u64);
        if there.is_ok_and(|there| there.as_deref() == Some(bytes)) {
            return Ok(false);
        }
        self.outside.store.put_new(path, bytes)?;
        Ok(true)
    }

    /// Chooses among `all` objects: first those whose names and sizes are compared, then those whose
    /// contents are.
    fn chosen(&self, all: u64) -> Result<(Chosen, Chosen)> {
        let (names, contents) = match self.how {
            MarketComparison::Whole => (all, all),
            MarketComparison::Sample if self.outside.store.folder().is_none() => (0, REMOTE_SAMPLE),
            MarketComparison::Sample => (MOST_NAMES, SAMPLE),
        };
        Ok((Chosen::some(all, names)?, Chosen::some(all, contents)?))
    }

    fn documents(&self) -> Result<u64> {
        let sent = self.home.step(|context| context.read().sent_documents())?;
        let (names, contents) = self.chosen(sent.len() as u64)?;
        let mut mended = 0;
        for (index, document) in (0..).zip(&sent) {
            let damaged = names.has(index)
                && self.outside.store.size(&document.path)? != Some(document.length);
            if damaged || contents.has(index) {
                // A statement of availability may have been replaced, and not sent yet.
                let body = self.home.step(|context| match context.read() {
                    reading if reading.is_sent(document.number)? => {
                        reading.sent_body(document.number).map(Some)
                    }
                    _ => Ok(None),
                })?;
                if let Some(body) = body {
                    mended += u64::from(self.mend(&document.path, &body)?);
                }
            }
        }
        Ok(mended)
    }

    fn tiles(&self) -> Result<u64> {
        let size = self.home.step(|context| context.read().log_size())?;
        let (names, contents) = self.chosen(changed(0, size).count() as u64)?;
        let kid = self.outside.identity.kid();
        let mut mended = 0;
        for (index, tile) in (0..).zip(changed(0, size)) {
            let path = log_path(&kid, &tile.to_string());
            let damaged =
                names.has(index) && self.outside.store.size(&path)? != Some(tile.length() as u64);
            if damaged || contents.has(index) {
                let bytes = self.home.step(|context| context.tile(tile))?;
                mended += u64::from(self.mend(&path, &bytes)?);
            }
        }
        Ok(mended)
    }

    fn own_copies(&self) -> Result<u64> {
        let owner = self.outside.identity.kid();
        let size = self.home.step(|context| context.read().log_size())?;
        let parts = size.div_ceil(OWN_PART);
        let (names, contents) = match self.how {
            MarketComparison::Whole => (Chosen::some(parts, parts)?, Chosen::some(size, size)?),
            MarketComparison::Sample if self.outside.store.folder().is_none() => {
                (Chosen::some(parts, 1)?, Chosen::some(size, REMOTE_SAMPLE)?)
            }
            MarketComparison::Sample => (
                Chosen::some(parts, MOST_NAMES / OWN_PART)?,
                Chosen::some(size, SAMPLE)?,
            ),
        };
        let mut mended = 0;
        for part in (0..parts).filter(|part| names.has(*part)) {
            let listed = self
                .outside
                .store
                .list_all(&own_part(&owner, part))?
                .entries;
            let there: HashSet<String> = listed
                .into_iter()
                .filter(|entry| OWN_COPY_LENGTHS.contains(&entry.size))
                .map(|entry| entry.path)
                .collect();
            let (first, end) = (part * OWN_PART, ((part + 1) * OWN_PART).min(size));
            let ids = self
                .home
                .step(|context| context.read().entry_ids(first, end))?;
            for (sequence, id) in (first..).zip(ids) {
                let is_there = there.contains(&own_path(&owner, sequence, &id));
                if is_there && !contents.has(sequence) {
                    continue;
                }
                let copy = self.home.step(|context| context.own_copy_of(sequence))?;
                if let Some(copy) = copy {
                    mended += u64::from(self.outside.write_own_copy(&copy, false)?);
                }
            }
        }
        Ok(mended)
    }

    /// Removes objects among the own copies that are not entries of this key, such as files of
    /// other members and truncated copies. Keeps verified entries of this key.
    fn remove_junk(&self) -> Result<u64> {
        let junk = own_copies(self.home, &self.outside, 0, true)?.junk;
        for path in &junk {
            self.outside.store.remove(path)?;
        }
        Ok(junk.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn choice_has_requested_length_or_everything() {
        for (all, most, expected) in [(0, 5, 0), (3, 5, 3), (5, 5, 5), (100, 7, 7)] {
            let chosen = Chosen::some(all, most).unwrap();
            let has = (0..all).filter(|index| chosen.has(*index)).count() as u64;
            assert_eq!(has, expected, "{all} {most}");
        }
    }
}
