//! The part of a collection without the home: deliveries are fetched, verified, compared and
//! encrypted.

use std::{collections::HashMap, mem, sync::Arc};

use poundwise_documents::{
    bundle::{Bundle, BundleError, VerifiedBundle},
    jws::Signed,
    kinds::Refusal,
    market::delivery_path,
    units::{DocumentId, Kid},
    values::ValueRow,
};
use zeroize::Zeroizing;

use crate::{
    error::Result,
    exchange::{MarketEntry, MarketStore, ReadError, size_of_all},
    held::open_held,
    messages::DeliveryVerdict,
    reach::{ToRead, UNREADABLE_BEFORE},
    vault::Vault,
    verdict::{ObjectVerdict, Unverified, content_of},
    work::{Stage, Work, WorkStep},
};
use poundwise_home::messages::Encrypted;

/// The steps of a collection.
pub(super) const STEPS: [WorkStep; 3] = [WorkStep::Fetch, WorkStep::Keep, WorkStep::Compare];
/// The largest delivery read: a release of 2^24 coordinates fits.
pub(super) const DELIVERY_LIMIT: u64 = 1 << 30;
/// Bytes read of any delivery: a refusal fits, and a release of few coordinates.
pub(super) const LEAST_LIMIT: u64 = 1 << 20;
/// First bytes of a ZIP; a refusal is a compact JWS and begins with a letter of base64url other
/// than this.
const ZIP: &[u8] = b"PK\x03\x04";

/// A collection that is asked for: what is on the market for this home, and what that is compared
/// with.
pub(crate) struct Collection {
    pub(super) to_read: ToRead,
    /// Number of entries left out.
    pub(super) skipped: u64,
    pub(super) buyer: Kid,
    /// The newest release held of each question of which another may come: its receipt and its
    /// bundle, encrypted.
    pub(super) held: Vec<(DocumentId, Vec<u8>)>,
    /// The orders of this home, each with the most bytes of its delivery.
    pub(super) answers: HashMap<DocumentId, u64>,
    pub(super) store: Arc<MarketStore>,
    pub(super) vault: Arc<Vault>,
}

/// Deliveries that are verified by themselves and encrypted for the home, and only wait to be
/// compared with it as it is then, and stored.
pub(crate) struct Fetched {
    pub(super) store: Arc<MarketStore>,
    pub(super) vault: Arc<Vault>,
    /// Number of entries left out.
    pub(super) skipped: u64,
    /// Entries that need no order: refusals, and files that are no delivery.
    pub(super) notes: Vec<(MarketEntry, Note)>,
    /// Bundles in the order of the owner's ledger, so that each goes on from the one before.
    pub(super) bundles: Vec<Delivered>,
}

pub(super) enum Note {
    /// A refusal of an order of this home, signed by anybody.
    Refusal(Box<Signed<Refusal>>),
    /// The entry cannot be read, or does not verify.
    Faulty(Unverified),
}

/// A delivery that verified by itself.
pub(super) enum Opened {
    /// A refusal of an order of this home.
    Refusal(Box<Signed<Refusal>>),
    /// A bundle, with its plain text.
    Bundle(Box<VerifiedBundle>, Zeroizing<Vec<u8>>),
}

/// A bundle that verified.
pub(super) struct Delivered {
    pub(super) entry: MarketEntry,
    /// Its rows are gone once it has been compared.
    pub(super) bundle: VerifiedBundle,
    pub(super) sealed: Vec<u8>,
    pub(super) compared: Compared,
}

/// Result of comparing a bundle's rows with those of the release that its order goes on from.
pub(super) enum Compared {
    /// Number of values that differ from before.
    Honest(u64),
    /// The bundle does not go on from that release.
    Wrong(DeliveryVerdict),
    /// That release is not held.
    Baseless,
}

/// A bundle whose rows are at hand, to compare later ones with.
struct Base {
    release: DocumentId,
    rows: Vec<ValueRow>,
}

impl Collection {
    /// Fetches, decrypts and verifies what is there, compares the rows with those before, and
    /// encrypts it for the home. Needs no home. Memory grows with the deliveries.
    ///
    /// # Errors
    /// `market` where the market cannot be read; `home-damaged`; errors of the database, such as
    /// `busy`; `stopped`. What does not verify is no error: it is reported in the end.
    pub(super) fn fetch(self, work: &Work<'_>) -> Result<Fetched> {
        let (mut notes, mut bundles) = (Vec::new(), Vec::new());
        let mut skipped = self.skipped;
        let entries = &self.to_read.entries;
        let total = size_of_all(entries);
        let stage = work.through(&STEPS).at(WorkStep::Fetch, total);
        let limit = self.answers.values().copied().max().unwrap_or(0);
        let mut done = 0;
        for entry in entries {
            let size = entry.size.min(DELIVERY_LIMIT);
            let mut tell = |read: u64| stage.tell(done + read / 4);
            let read = self
                .store
                .get_telling(entry, limit.max(LEAST_LIMIT), &mut tell);
            stage.tell(done + size / 4)?;
            let read = match read {
                Ok(bytes) => self.read(&entry.path, &bytes, &mut |share| {
                    stage.tell(done + size / 4 * share)
                })?,
                Err(ReadError::TooLarge(why)) => Err(why.into()),
                Err(ReadError::Entry(_)) => {
                    skipped += 1;
                    continue;
                }
                Err(ReadError::Market(error)) => return Err(error),
            };
            match read {
                Err(why) => notes.push((entry.clone(), Note::Faulty(why))),
                Ok(Opened::Refusal(refusal)) => {
                    notes.push((entry.clone(), Note::Refusal(refusal)));
                }
                Ok(Opened::Bundle(bundle, plain)) => bundles.push((entry.clone(), *bundle, plain)),
            }
            done += size;
            stage.tell(done)?;
        }
        bundles.sort_by_key(|(_, bundle, _)| bundle.receipt.payload().sequence);
        let bundles = self.kept(bundles, work)?;
        Ok(Fetched {
            store: self.store,
            vault: self.vault,
            skipped,
            notes,
            bundles,
        })
    }

    /// Opens a delivery, which is verified by itself and for this home. `tell` receives the quarters
    /// of the work.
    pub(super) fn read(
        &self,
        path: &str,
        bytes: &[u8],
        tell: &mut dyn FnMut(u64) -> Result<()>,
    ) -> Result<std::result::Result<Opened, Unverified>> {
        let wrong = |why: Unverified| Ok(Err(why.in_bytes(bytes)));
        if self.to_read.unreadable.contains(&content_of(bytes)) {
            return wrong(UNREADABLE_BEFORE.into());
        }
        let plain = match self.vault.decrypt(bytes, Encrypted::Delivery) {
            Ok(plain) => plain,
            Err(error) => return wrong(error.into()),
        };
        tell(2)?;
        if !plain.starts_with(ZIP) {
            return Ok(self
                .refusal(path, &plain)
                .map(|refusal| Opened::Refusal(Box::new(refusal))));
        }
        let not_verified =
            |e: BundleError| wrong(Unverified::of(&e).at(DeliveryVerdict::BundleNotVerified));
        let bundle = match Bundle::from_bytes(&plain) {
            Ok(bundle) => bundle,
            Err(error) => return not_verified(error),
        };
        // The rows of a bundle take several times its bytes: a stranger's are not made.
        let limit = self.answers.get(&DocumentId::of(bundle.order()));
        if limit.is_none_or(|limit| bytes.len() as u64 > *limit) {
            return Ok(Err(DeliveryVerdict::NoOrder.into()));
        }
        tell(3)?;
        let bundle = match bundle.verify() {
            Ok(bundle) => bundle,
            Err(error) => return not_verified(error),
        };
        // Its receipt is for this home, which signed the order.
        if path != delivery_path(&self.buyer, &bundle.receipt.id()) {
            return Ok(Err(ObjectVerdict::OtherName.into()));
        }
        Ok(Ok(Opened::Bundle(Box::new(bundle), plain)))
    }

    /// Returns the refusal in a plain text. Texts of strangers are not kept: any number of them may
    /// be on the market.
    fn refusal(
        &self,
        path: &str,
        plain: &[u8],
    ) -> std::result::Result<Signed<Refusal>, Unverified> {
        let text = std::str::from_utf8(plain)?;
        let refusal = Signed::<Refusal>::verify(text)?;
        if path != delivery_path(&self.buyer, &refusal.id()) {
            return Err(ObjectVerdict::OtherName.into());
        }
        if !self.answers.contains_key(&refusal.payload().order) {
            return Err(DeliveryVerdict::NoOrder.into());
        }
        Ok(refusal)
    }

    /// Compares each bundle with the one before it, and encrypts it.
    fn kept(
        &self,
        bundles: Vec<(MarketEntry, VerifiedBundle, Zeroizing<Vec<u8>>)>,
        work: &Work<'_>,
    ) -> Result<Vec<Delivered>> {
        let total = bundles.iter().map(|(entry, ..)| entry.size).sum();
        let stage = work.through(&STEPS).at(WorkStep::Keep, total);
        let mut done = 0;
        let mut bases: HashMap<DocumentId, Base> = HashMap::new();
        let mut kept = Vec::with_capacity(bundles.len());
        for (entry, mut bundle, plain) in bundles {
            stage.tell(done)?;
            let before = bundle.order.payload().previous_receipt;
            if let Some(before) = before
                && !bases.contains_key(&before)
                && let Some((_, sealed)) = self.held.iter().find(|(receipt, _)| *receipt == before)
            {
                let held = open_held(&self.vault, sealed, &Stage::silent())?.0;
                bases.insert(before, Base::of(held.release.id(), held.rows));
            }
            let compared = match before {
                None => Compared::Honest(changed(&bundle.rows)),
                Some(before) => match bases.get(&before) {
                    Some(base) => base.compare(&bundle),
                    None => Compared::Baseless,
                },
            };
            stage.tell(done + entry.size / 2)?;
            let sealed = self.vault.encrypt(&plain)?;
            let rows = mem::take(&mut bundle.rows);
            bases.insert(bundle.receipt.id(), Base::of(bundle.release.id(), rows));
            done += entry.size;
            stage.tell(done)?;
            kept.push(Delivered {
                entry,
                bundle,
                sealed,
                compared,
            });
        }
        Ok(kept)
    }
}

impl Base {
    fn of(release: DocumentId, rows: Vec<ValueRow>) -> Self {
        Self { release, rows }
    }

    /// Returns whether a bundle goes on from this release, and marks as changed the values that
    /// did, and no others.
    fn compare(&self, bundle: &VerifiedBundle) -> Compared {
        let rows = &bundle.rows;
        if bundle.release.payload().base != Some(self.release) {
            return Compared::Wrong(DeliveryVerdict::OtherBase);
        }
        let honest = rows.len() == self.rows.len()
            && rows
                .iter()
                .zip(&self.rows)
                .all(|(new, old)| new.changed == (new.value != old.value));
        if honest {
            Compared::Honest(changed(rows))
        } else {
            Compared::Wrong(DeliveryVerdict::OtherMarks)
        }
    }
}

fn changed(rows: &[ValueRow]) -> u64 {
    rows.iter().filter(|row| row.changed).count() as u64
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::HashSet;

    use poundwise_documents::{keys::Identity, market::deliveries_to};

    use super::*;

    /// Otherwise a folder full of texts that anybody wrote would fill the memory.
    #[test]
    fn text_of_a_stranger_is_not_kept() {
        let dir = tempfile::tempdir().unwrap();
        let store = Arc::new(MarketStore::open(dir.path().to_str().unwrap()).unwrap());
        let vault = Arc::new(Vault::generate());
        let [buyer, owner] = [1, 2].map(|seed| Identity::from_bytes(&[seed; 32]));
        let placed = DocumentId::of("an order");
        let refusal = |order| {
            let refusal = Refusal {
                order,
                reason: String::new(),
                jwk: owner.jwk(),
                issued_at: "2026-11-21T00:00:00Z".parse().unwrap(),
            };
            Signed::sign(&owner, refusal).unwrap()
        };
        let (right, of_nothing) = (refusal(placed), refusal(DocumentId::of("nothing")));
        let long = "a".repeat(usize::try_from(LEAST_LIMIT).unwrap() - 4096);
        let texts = [
            (right.id(), right.compact()),
            (of_nothing.id(), of_nothing.compact()),
            (DocumentId::of("another name"), right.compact()),
            (DocumentId::of("long"), long.as_str()),
            (DocumentId::of("short"), "a"),
        ];
        for (id, text) in texts {
            let path = delivery_path(&buyer.kid(), &id);
            store
                .put(&path, &vault.encrypt(text.as_bytes()).unwrap())
                .unwrap();
        }
        let collection = Collection {
            to_read: ToRead {
                entries: store.list(&deliveries_to(&buyer.kid())).unwrap().entries,
                unreadable: HashSet::new(),
            },
            skipped: 0,
            buyer: buyer.kid(),
            held: Vec::new(),
            answers: HashMap::from([(placed, LEAST_LIMIT)]),
            store,
            vault,
        };
        let fetched = collection.fetch(&Work::silent()).unwrap();
        assert_eq!(fetched.notes.len(), texts.len());
        let kept: Vec<DocumentId> = fetched
            .notes
            .iter()
            .filter_map(|(_, note)| match note {
                Note::Refusal(refusal) => Some(refusal.id()),
                Note::Faulty(_) => None,
            })
            .collect();
        assert_eq!(kept, [right.id()]);
    }
}
