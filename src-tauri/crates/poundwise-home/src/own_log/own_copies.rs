//! The owner's own copies of the ledger's entries on the market, `ledgers/<kid>/own/<entry
//! id>.age`, from which an older copy of the home catches up.
//!
//! Each holds the compact string of the entry and, for a receipt, of its order, one a line,
//! encrypted for the owner's own recipient. It contains no values of data. Empty lines pad it to a
//! multiple of 4 KiB, so that its size shows only whether the texts in it are long. It is sent
//! before the log with its entry is published, so that a home can catch up with everything of the
//! ledger that was ever shown.

use std::collections::HashSet;

use poundwise_documents::{
    jws::{AnyDocument, EntryPlace, Signed},
    kinds::{Cap, Grant, Order, Receipt},
    units::{DocumentId, Kid},
};

use crate::{
    error::Result,
    exchange::{ReadError, own_path},
    home::Context,
};

/// Limit of an own copy in bytes: a receipt and an order of the greatest length, encrypted.
const OWN_COPY_LIMIT: u64 = 128 * 1024;
/// The plain text's length is a multiple of this.
const STEP: usize = 4096;

/// An entry as its owner keeps it; a receipt has its order.
pub enum OwnEntry {
    /// A sale: the receipt and its order.
    Receipt(Box<Signed<Receipt>>, Box<Signed<Order>>),
    /// A grant of an opening.
    Grant(Box<Signed<Grant>>),
    /// A change of a population's cap.
    Cap(Box<Signed<Cap>>),
}

impl OwnEntry {
    /// Returns the entry's place in the ledger.
    pub fn place(&self) -> EntryPlace {
        match self {
            Self::Receipt(receipt, _) => receipt.place(),
            Self::Grant(grant) => grant.place(),
            Self::Cap(cap) => cap.place(),
        }
    }

    /// Reads and verifies the plain text of an own copy.
    fn read(plain: &[u8], owner: &Kid) -> Option<Self> {
        let text = std::str::from_utf8(plain).ok()?;
        let mut lines = text.split('\n').filter(|line| !line.is_empty());
        let entry = AnyDocument::verify(lines.next()?).ok()?;
        if entry.key().kid() != *owner {
            return None;
        }
        let order = lines.next();
        if lines.next().is_some() {
            return None;
        }
        match (entry, order) {
            (AnyDocument::Receipt(receipt), Some(order)) => {
                let order = Signed::<Order>::verify(order).ok()?;
                let names = receipt.payload().order == order.id()
                    && receipt.payload().buyer == order.signer();
                names.then(|| Self::Receipt(receipt, Box::new(order)))
            }
            (AnyDocument::Grant(grant), None) => Some(Self::Grant(grant)),
            (AnyDocument::Cap(cap), None) => Some(Self::Cap(cap)),
            _ => None,
        }
    }
}

/// Returns the plain text of an own copy.
fn plain(entry: &str, order: Option<&str>) -> Vec<u8> {
    let mut text = Vec::with_capacity(STEP);
    for line in [Some(entry), order].into_iter().flatten() {
        text.extend_from_slice(line.as_bytes());
        text.push(b'\n');
    }
    text.resize(text.len().next_multiple_of(STEP), b'\n');
    text
}

impl Context {
    /// Sends the own copies that are missing, from the `from`-th entry on; those whose names are in
    /// `there` are not requested. Returns the number sent. Cost: two requests an entry, and one
    /// object for a new one.
    ///
    /// # Errors
    /// The market's errors.
    pub fn send_own_copies(&self, from: u64, there: &HashSet<String>) -> Result<u64> {
        let mut written = 0;
        let mut sequence = from;
        while let Some(line) = self.read().ledger_line(sequence)? {
            sequence += 1;
            let path = own_path(&self.identity.kid(), &line.id);
            if there.contains(&path) || self.own_copy(&line.id)?.is_some() {
                continue;
            }
            let sealed = self
                .vault
                .encrypt(&plain(&line.compact, line.order.as_deref()))?;
            self.store.put(&path, &sealed)?;
            written += 1;
        }
        Ok(written)
    }

    /// Returns the own copy of an entry on the market, if it is there, can be read and is that
    /// entry.
    ///
    /// # Errors
    /// The market's errors.
    pub fn own_copy(&self, id: &DocumentId) -> Result<Option<OwnEntry>> {
        let owner = self.identity.kid();
        let path = own_path(&owner, id);
        let sealed = match self.store.read(&path, OWN_COPY_LIMIT) {
            Ok(Some(sealed)) => sealed,
            Ok(None) | Err(ReadError::TooLarge(_) | ReadError::Entry(_)) => return Ok(None),
            Err(ReadError::Market(error)) => return Err(error),
        };
        Ok(self
            .vault
            .decrypt(&sealed, &path)
            .ok()
            .and_then(|plain| OwnEntry::read(&plain, &owner))
            .filter(|entry| entry.place().id == *id))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::{
        keys::Identity,
        kinds::Settlement,
        units::{Digest, MicroEpsilon, MinorUnits, Salt, Timestamp},
    };

    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn order(buyer: &Identity) -> Signed<Order> {
        let order = Order {
            listing: DocumentId::of("a listing"),
            buyer_name: "Ann".to_owned(),
            from_micro_epsilon: MicroEpsilon::ZERO,
            to_micro_epsilon: "1".parse().unwrap(),
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
        let level = order.payload().to_micro_epsilon;
        let receipt = Receipt {
            sequence: 0,
            listing: order.payload().listing,
            order: order.id(),
            buyer,
            from_micro_epsilon: MicroEpsilon::ZERO,
            to_micro_epsilon: level,
            price_minor: MinorUnits::ZERO,
            currency: "EUR".parse().unwrap(),
            settlement: Settlement::Free,
            payment_reference: String::new(),
            release: DocumentId::of("a release"),
            question_loss_micro_epsilon: level,
            population_loss_micro_epsilon: level,
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

    /// Whoever knows a home's recipient and the name of a copy can put another one in its place.
    #[test]
    fn a_copy_counts_where_its_owner_signed_it_and_its_order_is_the_one_that_it_names() {
        let [owner, ann, bob] = [1, 2, 3].map(|seed| Identity::from_bytes(&[seed; 32]));
        let read = |entry: &str, order: Option<&str>| {
            OwnEntry::read(&plain(entry, order), &owner.kid()).is_some()
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
    fn sizes_are_of_steps_and_lines_are_read_back() {
        let short = plain("a.b.c", None);
        let long = plain("a.b.c", Some(&"x".repeat(4000)));
        assert_eq!((short.len(), long.len()), (STEP, STEP));
        assert_eq!(plain("a", Some(&"x".repeat(4100))).len(), 2 * STEP);
        assert!(short.starts_with(b"a.b.c\n"));
    }
}
