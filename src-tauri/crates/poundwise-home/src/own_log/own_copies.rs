//! The owner's own copies of the ledger's entries on the market. An older copy of the home catches
//! up from them.
//!
//! The name of an own copy is `ledgers/<kid>/own/<number / 256>/<number>-<entry id>.age`. It is
//! encrypted for the owner's own recipient. Its first line is the compact string of the entry. A
//! receipt has its order in the second line. An entry of a population has the owner's name for the
//! population there, which the entry commits to. An own copy contains no data values. Empty lines
//! pad it to a multiple of 4 KiB, so that its size shows only whether the texts in it are long.
//!
//! An own copy is sent before the log with its entry is published. A home can therefore catch up
//! with every published entry of the ledger.

use std::{
    collections::{HashMap, HashSet},
    ops::RangeInclusive,
    sync::{Arc, Mutex, PoisonError},
};

use poundwise_documents::{
    jws::{AnyDocument, EntryPlace, Signed},
    keys::Identity,
    kinds::{Grant, Order, PopulationEntry, Receipt},
    market::{OWN_PART, own_entry, own_folder, own_part, own_path},
    units::DocumentId,
};

use crate::{
    error::{Error, ErrorCode, Result},
    exchange::ReadError,
    hint::Act,
    home::Context,
    messages::{HistoryHint, HistoryMessage},
    names::PopulationName,
    reach::{InSteps, Outside},
    secrets::committed_name,
    store::StoredEntry,
};

/// Lengths of an own copy in bytes, up to that of an encrypted receipt and order of maximum length.
/// A shorter object is truncated.
pub(super) const OWN_COPY_LENGTHS: RangeInclusive<u64> = STEP as u64..=128 * 1024;
/// The length of the plain text in bytes is a multiple of this.
const STEP: usize = 4096;
/// Maximum number of foreign objects beyond a checkpoint that are opened before a signature. Other
/// members of a market can put files there.
const MOST_FOREIGN: usize = 10_000;

/// Names and versions of the objects among the own copies that were opened and are none. They are
/// not opened again while they are unchanged.
pub(crate) type ForeignCopies = Arc<Mutex<HashMap<String, String>>>;

/// The own copies on the market, from one entry on.
#[derive(Default)]
pub struct OwnCopies {
    /// Numbers of this home's entries that have an own copy.
    sent: HashSet<u64>,
    /// Verified entries of this key that are not in this home's log.
    others: HashMap<DocumentId, OwnEntry>,
    /// Names of objects that are not copies of entries of this key.
    pub junk: Vec<String>,
}

impl OwnCopies {
    /// Removes and returns the entry with an id, if it is not in this home's log.
    pub fn take(&mut self, id: &DocumentId) -> Option<OwnEntry> {
        self.others.remove(id)
    }

    /// Returns whether the market has the own copy of this home's entry of that number.
    pub fn has(&self, sequence: u64) -> bool {
        self.sent.contains(&sequence)
    }

    /// Returns whether an own copy continues a log of `size` entries that ends with `last`.
    pub fn continues(&self, size: u64, last: Option<DocumentId>) -> bool {
        self.others.values().any(|own| {
            let place = own.place();
            (place.sequence, place.previous) == (size, last)
        })
    }

    /// Returns the longest chain of entries that follows the entry `last` and begins at number
    /// `from`. If `size` is set, the chain must reach a log of `size` entries, and `is_right` must
    /// accept the ids of its entries up to there. Returns `None` if no chain does.
    pub fn longest_line(
        mut self,
        from: u64,
        last: Option<DocumentId>,
        size: Option<u64>,
        is_right: impl Fn(&[DocumentId]) -> bool,
    ) -> Option<Vec<OwnEntry>> {
        let mut next: HashMap<Option<DocumentId>, Vec<DocumentId>> = HashMap::new();
        for (id, own) in &self.others {
            next.entry(own.place().previous).or_default().push(*id);
        }
        let mut ends = vec![last];
        let mut length = from;
        loop {
            if size == Some(length) {
                ends.retain(|end| is_right(&self.line(last, *end)));
            }
            let longer: Vec<Option<DocumentId>> = ends
                .iter()
                .flat_map(|end| next.get(end).into_iter().flatten())
                .filter(|id| self.others.get(id).map(|own| own.place().sequence) == Some(length))
                .map(|id| Some(*id))
                .collect();
            if longer.is_empty() {
                break;
            }
            ends = longer;
            length += 1;
        }
        if size.is_some_and(|size| size > length) {
            return None;
        }
        // The longest chains differ only in unpublished entries, so any of them may be continued.
        let end = ends
            .into_iter()
            .min_by_key(|end| end.map(|id| id.to_string()))?;
        let line = self.line(last, end);
        Some(
            line.iter()
                .filter_map(|id| self.others.remove(id))
                .collect(),
        )
    }

    /// Returns the ids of the entries after `last` up to and including `end`.
    fn line(&self, last: Option<DocumentId>, end: Option<DocumentId>) -> Vec<DocumentId> {
        let mut line = Vec::new();
        let mut at = end;
        while at != last
            && let Some((id, own)) = at.and_then(|id| Some((id, self.others.get(&id)?)))
        {
            line.push(id);
            at = own.place().previous;
        }
        line.reverse();
        line
    }
}

/// An entry with the document or name that its own copy contains in addition.
pub enum OwnEntry {
    /// A sale: the receipt and its order.
    Receipt(Box<Signed<Receipt>>, Box<Signed<Order>>),
    /// A grant of an opening.
    Grant(Box<Signed<Grant>>),
    /// A statement of a population, and the owner's name for it if the copy contains one.
    Population(Box<Signed<PopulationEntry>>, Option<PopulationName>),
}

impl OwnEntry {
    /// Returns the entry's place in the ledger.
    pub fn place(&self) -> EntryPlace {
        match self {
            Self::Receipt(receipt, _) => receipt.place(),
            Self::Grant(grant) => grant.place(),
            Self::Population(entry, _) => entry.place(),
        }
    }

    /// Returns the exact signed text of the entry.
    pub fn compact(&self) -> &str {
        match self {
            Self::Receipt(receipt, _) => receipt.compact(),
            Self::Grant(grant) => grant.compact(),
            Self::Population(entry, _) => entry.compact(),
        }
    }

    /// Parses and verifies the plain text of an own copy.
    fn read(plain: &[u8], owner: &Identity) -> Option<Self> {
        let text = std::str::from_utf8(plain).ok()?;
        let mut lines = text.split('\n').filter(|line| !line.is_empty());
        let entry = AnyDocument::verify(lines.next()?).ok()?;
        if entry.key().kid() != owner.kid() {
            return None;
        }
        let second = lines.next();
        if lines.next().is_some() {
            return None;
        }
        match (entry, second) {
            (AnyDocument::Receipt(receipt), Some(order)) => {
                let order = Signed::<Order>::verify(order).ok()?;
                let names = receipt.payload().order == order.id()
                    && receipt.payload().buyer == order.signer();
                names.then(|| Self::Receipt(receipt, Box::new(order)))
            }
            (AnyDocument::Grant(grant), None) => Some(Self::Grant(grant)),
            (AnyDocument::PopulationEntry(entry), None) => Some(Self::Population(entry, None)),
            (AnyDocument::PopulationEntry(entry), Some(name)) => {
                let is_its_own = is_named(owner, entry.payload(), name);
                let name = name.parse().ok().filter(|_| is_its_own)?;
                Some(Self::Population(entry, Some(name)))
            }
            _ => None,
        }
    }
}

/// Returns whether an entry commits to `name` as the name of its population.
fn is_named(owner: &Identity, entry: &PopulationEntry, name: &str) -> bool {
    committed_name(owner, &entry.population, name)
        .is_ok_and(|commitment| commitment == entry.name_commitment)
}

/// Returns the second line of the own copy of an entry, if it has one. It is the order of a
/// receipt, or the current name of a population if the entry commits to that name.
fn second_line(owner: &Identity, line: StoredEntry) -> Option<String> {
    let Some(population) = line.population else {
        return line.order;
    };
    let entry = Signed::<PopulationEntry>::unverified_payload(&line.compact)?;
    is_named(owner, &entry, &population.name).then_some(population.name)
}

/// Returns the plain text of an own copy.
fn plain(entry: &str, second: Option<&str>) -> Vec<u8> {
    let mut text = Vec::with_capacity(STEP);
    for line in [Some(entry), second].into_iter().flatten() {
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
    }
    text.resize(text.len().next_multiple_of(STEP), b'\n');
    text
}

/// The object under the name of an own copy.
enum OpenedCopy {
    /// It contains the entry.
    Own(Box<OwnEntry>),
    /// It was read, and does not contain the entry.
    Foreign,
    /// It was not read.
    Unread,
}

/// An own copy before it is encrypted.
pub struct OwnCopy {
    /// Number of its entry, from 0.
    pub sequence: u64,
    /// Id of its entry.
    pub id: DocumentId,
    plain: Vec<u8>,
}

impl Outside {
    /// Returns the own copy of an entry on the market, if it exists, is readable and contains that
    /// entry.
    ///
    /// # Errors
    /// The market's errors.
    pub fn own_copy(&self, sequence: u64, id: &DocumentId) -> Result<Option<OwnEntry>> {
        Ok(match self.open_own_copy(sequence, id)? {
            OpenedCopy::Own(own) => Some(*own),
            OpenedCopy::Foreign | OpenedCopy::Unread => None,
        })
    }

    fn open_own_copy(&self, sequence: u64, id: &DocumentId) -> Result<OpenedCopy> {
        let path = own_path(&self.identity.kid(), sequence, id);
        let sealed = match self.store.read(&path, *OWN_COPY_LENGTHS.end()) {
            Ok(Some(sealed)) => sealed,
            Ok(None) | Err(ReadError::TooLarge(_) | ReadError::Entry(_)) => {
                return Ok(OpenedCopy::Unread);
            }
            Err(ReadError::Market(error)) => return Err(error),
        };
        let own = self
            .vault
            .decrypt(&sealed, &path)
            .ok()
            .and_then(|plain| OwnEntry::read(&plain, &self.identity))
            .filter(|entry| {
                let place = entry.place();
                (place.sequence, place.id) == (sequence, *id)
            });
        Ok(own.map_or(OpenedCopy::Foreign, |own| OpenedCopy::Own(Box::new(own))))
    }

    /// Writes an own copy. `is_new` states that no object of its name was ever sent. Otherwise a
    /// readable copy on the market is left as it is. Returns whether the copy was written.
    ///
    /// A server may keep a part of the copy if the connection breaks. Only copies of this home read
    /// it, and they take a part for a missing copy. The entry is not published then, and the next
    /// sending replaces the part.
    ///
    /// # Errors
    /// The market's errors.
    pub fn write_own_copy(&self, copy: &OwnCopy, is_new: bool) -> Result<bool> {
        if !is_new && self.own_copy(copy.sequence, &copy.id)?.is_some() {
            return Ok(false);
        }
        let path = own_path(&self.identity.kid(), copy.sequence, &copy.id);
        self.store
            .put_unread(&path, &self.vault.encrypt(&copy.plain)?)?;
        Ok(true)
    }
}

/// Returns the own copies on the market of a home's entries from `from` on. Copies of the home's
/// own entries are not opened. Other objects are opened once if they have a length of own copies,
/// but only a bounded number of them unless `all` is set. Without `all`, copies are read only as
/// far as the next part could continue the home's log. Cost: one listing for each [`OWN_PART`]
/// entries from `from` on, with `all` one more at the end, and one request for each other object
/// that was not opened before.
///
/// # Errors
/// The market's errors; `own-log-damaged` if there are too many foreign objects.
pub(super) fn own_copies(
    home: &impl InSteps,
    outside: &Outside,
    from: u64,
    all: bool,
) -> Result<OwnCopies> {
    let owner = outside.identity.kid();
    let size = home.step(|context| context.read().log_size())?;
    let mut found = OwnCopies::default();
    let mut opened = 0;
    let before = outside
        .foreign
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    let mut foreign = HashMap::new();
    let note = |foreign| {
        *outside
            .foreign
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = foreign;
    };
    for part in from / OWN_PART.. {
        // The entry after the log, if another copy of the home has signed it, is not in a later
        // part.
        if !all && part > size / OWN_PART {
            break;
        }
        let listed = outside.store.list_all(&own_part(&owner, part))?;
        if listed.entries.is_empty() && part >= size / OWN_PART {
            break;
        }
        let first = (part * OWN_PART).max(from);
        let known = home.step(|context| {
            context
                .read()
                .entry_ids(first.min(size), ((part + 1) * OWN_PART).min(size))
        })?;
        for entry in listed.entries {
            let Some((sequence, id)) = own_entry(&entry.path) else {
                found.junk.push(entry.path);
                continue;
            };
            if sequence < from {
                continue;
            }
            let own = usize::try_from(sequence - first)
                .ok()
                .and_then(|index| known.get(index));
            if own == Some(&id) {
                found.sent.insert(sequence);
                continue;
            }
            if !OWN_COPY_LENGTHS.contains(&entry.size) {
                found.junk.push(entry.path);
                continue;
            }
            opened += 1;
            if opened > MOST_FOREIGN && !all {
                note(foreign);
                // If most of them are entries, they suffice to show that this home is behind.
                return match found.others.len() > MOST_FOREIGN / 2 {
                    true => Ok(found),
                    false => Err(flooded(own_folder(&owner))),
                };
            }
            let opened = match before.get(&entry.path) == Some(&entry.version) {
                true => OpenedCopy::Foreign,
                false => outside.open_own_copy(sequence, &id)?,
            };
            match opened {
                OpenedCopy::Own(own) => {
                    found.others.insert(id, *own);
                    continue;
                }
                OpenedCopy::Foreign if foreign.len() < MOST_FOREIGN => {
                    foreign.insert(entry.path.clone(), entry.version);
                }
                OpenedCopy::Foreign | OpenedCopy::Unread => {}
            }
            found.junk.push(entry.path);
        }
    }
    note(foreign);
    Ok(found)
}

impl Context {
    /// Returns the own copy of an entry, to be encrypted and sent; `None` beyond the log.
    ///
    /// # Errors
    /// Database errors.
    pub fn own_copy_of(&self, sequence: u64) -> Result<Option<OwnCopy>> {
        let Some(line) = self.read().ledger_line(sequence)? else {
            return Ok(None);
        };
        let (id, compact) = (line.id, line.compact.clone());
        let second = second_line(&self.identity, line);
        Ok(Some(OwnCopy {
            sequence,
            id,
            plain: plain(&compact, second.as_deref()),
        }))
    }

    /// Returns the own copy of an entry on the market as [`Outside::own_copy`].
    ///
    /// # Errors
    /// The market's errors.
    pub fn own_copy(&self, sequence: u64, id: &DocumentId) -> Result<Option<OwnEntry>> {
        self.outside().own_copy(sequence, id)
    }

    /// Returns the own copies on the market as [`own_copies`].
    ///
    /// # Errors
    /// As there.
    pub fn own_copies(&self, from: u64, all: bool) -> Result<OwnCopies> {
        own_copies(self, &self.outside(), from, all)
    }

    /// Returns an entry of another copy of this home that replaces an unsent entry of this home.
    /// The two copies have then signed two histories. Ignores an entry with another predecessor,
    /// such as one that contradicts the published log, and an entry in place of one that was sent.
    ///
    /// # Errors
    /// Database errors.
    pub fn contradicting<'a>(&self, copies: &'a OwnCopies) -> Result<Option<&'a OwnEntry>> {
        let reading = self.read();
        let size = reading.log_size()?;
        for own in copies.others.values() {
            let place = own.place();
            if place.sequence >= size || copies.sent.contains(&place.sequence) {
                continue;
            }
            // The copies may have been listed before this home signed its entry, or caught up with
            // it. The entry was sent then as well.
            let here = reading.entry_ids(place.sequence, place.sequence + 1)?;
            if here
                .first()
                .is_some_and(|id| copies.others.contains_key(id))
            {
                continue;
            }
            let before = match place.sequence.checked_sub(1) {
                None => None,
                Some(before) => reading.entry_ids(before, before + 1)?.first().copied(),
            };
            if place.previous == before {
                return Ok(Some(own));
            }
        }
        Ok(None)
    }
}

fn flooded(folder: String) -> Error {
    Error::unverified(
        ErrorCode::OwnLogDamaged,
        HistoryMessage::ForeignOwnCopies {
            folder,
            most: MOST_FOREIGN as u64,
        },
    )
    .hint(HistoryHint::RemoveForeign)
    .hint(Act::CatchUp.to(HistoryHint::CatchUpWithAll))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::{
        kinds::{Adjacency, Settlement},
        units::{Digest, Kid, MicroEpsilon, MinorUnits, NanoRho, Salt, Timestamp},
    };

    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn order(buyer: &Identity) -> Signed<Order> {
        let order = Order {
            listing: DocumentId::of("a listing"),
            buyer_name: "Ann".to_owned(),
            from: MicroEpsilon::ZERO,
            to: "1".parse().unwrap(),
            price_minor: MinorUnits::ZERO,
            jwk: buyer.jwk(),
            deliver_to: age::x25519::Identity::generate().to_public().to_string(),
            nonce: Salt::from_bytes([0; 16]),
            previous_receipt: None,
            checkpoint: None,
            issued_at: time("2026-11-20T00:00:00Z"),
            expires_at: time("2026-12-20T00:00:00Z"),
        };
        Signed::sign(buyer, order).unwrap()
    }

    fn receipt(owner: &Identity, order: &Signed<Order>, buyer: Kid) -> Signed<Receipt> {
        let level = order.payload().to;
        let receipt = Receipt {
            sequence: 0,
            listing: order.payload().listing,
            order: order.id(),
            buyer,
            from: MicroEpsilon::ZERO,
            to: level,
            price_minor: MinorUnits::ZERO,
            currency: "EUR".parse().unwrap(),
            settlement: Settlement::Free,
            payment_reference: String::new(),
            release: DocumentId::of("a release"),
            question_loss: level,
            population_loss_micro_epsilon: level,
            population_loss_nano_rho: NanoRho::ZERO,
            total_receipts: 1,
            total_grants: 0,
            total_money: Vec::new(),
            previous_entry: None,
            salt: Salt::from_bytes([0; 16]),
            jwk: owner.jwk(),
            issued_at: time("2026-11-21T00:00:00Z"),
        };
        Signed::sign(owner, receipt).unwrap()
    }

    /// Anyone who knows a home's recipient and the name of an own copy can replace the copy.
    #[test]
    fn own_copy_needs_signature_of_owner_and_the_named_order() {
        let [owner, ann, bob] = [1, 2, 3].map(|seed| Identity::from_bytes(&[seed; 32]));
        let read = |entry: &str, order: Option<&str>| {
            OwnEntry::read(&plain(entry, order), &owner).is_some()
        };
        let (ordered, another) = (order(&ann), order(&ann));
        let sold = receipt(&owner, &ordered, ann.kid());
        assert!(read(sold.compact(), Some(ordered.compact())));
        assert!(!read(sold.compact(), None));
        let with_another = format!("{}\n{}", ordered.compact(), another.compact());
        assert!(!read(sold.compact(), Some(&with_another)));
        assert!(!read(sold.compact(), Some(another.compact())));
        let strange = receipt(&bob, &ordered, ann.kid());
        assert!(!read(strange.compact(), Some(ordered.compact())));
        let of_another_buyer = receipt(&owner, &ordered, bob.kid());
        assert!(!read(of_another_buyer.compact(), Some(ordered.compact())));

        let grant = |owner: &Identity| {
            let grant = Grant {
                sequence: 0,
                population: Salt::from_bytes([0; 16]),
                question: Digest::of(b"a question"),
                total_grants: 1,
                previous_entry: None,
                salt: Salt::from_bytes([0; 16]),
                jwk: owner.jwk(),
                issued_at: time("2026-11-21T00:00:00Z"),
            };
            Signed::sign(owner, grant).unwrap()
        };
        assert!(read(grant(&owner).compact(), None));
        assert!(!read(grant(&owner).compact(), Some(ordered.compact())));
        assert!(!read(grant(&bob).compact(), None));
    }

    #[test]
    fn population_name_must_match_commitment_of_entry() {
        let [owner, bob] = [1, 2].map(|seed| Identity::from_bytes(&[seed; 32]));
        let population = Salt::from_bytes([7; 16]);
        let entry = |owner: &Identity| {
            let entry = PopulationEntry {
                sequence: 0,
                population,
                unit_name: "person".to_owned(),
                adjacency: Adjacency::AddRemove,
                cap_micro_epsilon: "8".parse().unwrap(),
                cap_nano_rho: NanoRho::ZERO,
                carried_micro_epsilon: MicroEpsilon::ZERO,
                carried_nano_rho: NanoRho::ZERO,
                into: None,
                name_commitment: committed_name(owner, &population, "people").unwrap(),
                assumed: Vec::new(),
                reason: String::new(),
                previous_entry: None,
                salt: Salt::from_bytes([0; 16]),
                jwk: owner.jwk(),
                issued_at: time("2026-11-21T00:00:00Z"),
            };
            Signed::sign(owner, entry).unwrap()
        };
        let read = |entry: &Signed<PopulationEntry>, name: Option<&str>| match OwnEntry::read(
            &plain(entry.compact(), name),
            &owner,
        ) {
            Some(OwnEntry::Population(_, name)) => Some(name.map(String::from)),
            _ => None,
        };
        let own = entry(&owner);
        assert_eq!(read(&own, Some("people")), Some(Some("people".to_owned())));
        assert_eq!(read(&own, None), Some(None));
        assert_eq!(read(&own, Some("others")), None);
        assert_eq!(read(&entry(&bob), Some("people")), None);
    }

    #[test]
    fn own_copies_are_padded_to_whole_steps() {
        let short = plain("a.b.c", None);
        let long = plain("a.b.c", Some(&"x".repeat(4000)));
        assert_eq!((short.len(), long.len()), (STEP, STEP));
        assert_eq!(plain("a", Some(&"x".repeat(4100))).len(), 2 * STEP);
        assert!(short.starts_with(b"a.b.c\n"));
    }
}
