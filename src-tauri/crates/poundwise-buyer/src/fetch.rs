//! The part of a collection without the home: deliveries are fetched, verified, compared and
//! encrypted.

use std::{collections::HashMap, mem, sync::Arc};

use poundwise_documents::{
    bundle::{Bundle, BundleError, VerifiedBundle},
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
    /// A refusal in plain text, not verified.
    Refusal(Zeroizing<Vec<u8>>),
    /// The entry cannot be read, or does not verify.
    Faulty(Unverified),
}

/// A delivery's plain text, and the bundle where it is one.
pub(super) type Opened = (Zeroizing<Vec<u8>>, Option<Box<VerifiedBundle>>);

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
                Ok((plain, None)) => notes.push((entry.clone(), Note::Refusal(plain))),
                Ok((plain, Some(bundle))) => bundles.push((entry.clone(), *bundle, plain)),
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

    /// Opens a delivery: its plain text, with the bundle where it is one, verified by itself and
    /// for this home. `tell` receives the quarters of the work.
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
            return Ok(Ok((plain, None)));
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
        Ok(Ok((plain, Some(Box::new(bundle)))))
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
