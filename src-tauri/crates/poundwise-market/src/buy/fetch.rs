//! What a collection does without the home: deliveries are fetched, verified, compared and encrypted.

use std::{collections::HashMap, mem, sync::Arc};

use poundwise_documents::{
    bundle::{Bundle, VerifiedBundle},
    units::{DocumentId, Kid},
    values::ValueRow,
};
use zeroize::Zeroizing;

use crate::{
    buy::holdings::open_held,
    error::{ErrorCode, Result},
    exchange::{Entry, MarketStore, delivery_path},
    vault::Vault,
    work::{Stage, Step, Work},
};

/// The largest delivery read: a release of 2^24 coordinates fits.
const DELIVERY_LIMIT: u64 = 1 << 30;
/// How a ZIP begins; a refusal is a compact JWS and begins with a letter of base64url other than this.
const ZIP: &[u8] = b"PK\x03\x04";

/// A collection that is asked for: what is on the market for this home, and what that is compared with.
pub struct Collection {
    pub(super) entries: Vec<Entry>,
    pub(super) buyer: Kid,
    /// The newest release held of each question of which another may come: its receipt and its bundle, encrypted.
    pub(super) held: Vec<(DocumentId, Vec<u8>)>,
    pub(super) store: Arc<MarketStore>,
    pub(super) vault: Arc<Vault>,
}

/// Deliveries that are verified by themselves and encrypted for the home, and only wait to be compared with it as it is
/// then, and stored.
pub struct Fetched {
    pub(super) store: Arc<MarketStore>,
    pub(super) vault: Arc<Vault>,
    /// What needs no order: refusals, and what is no delivery.
    pub(super) notes: Vec<(Entry, Note)>,
    /// In the order of the owner's ledger, so that each goes on from the one before.
    pub(super) bundles: Vec<Delivered>,
}

pub(super) enum Note {
    /// A refusal in plain text, not verified.
    Refusal(Zeroizing<Vec<u8>>),
    /// It cannot be read, or does not verify.
    Faulty(String),
}

/// A bundle that verified.
pub(super) struct Delivered {
    pub(super) entry: Entry,
    /// Its rows are gone once it has been compared.
    pub(super) bundle: VerifiedBundle,
    pub(super) sealed: Vec<u8>,
    pub(super) compared: Compared,
}

/// What a bundle's rows say beside those of the release that its order goes on from.
pub(super) enum Compared {
    /// So many values are others than before.
    Honest(u64),
    /// It does not go on from that release.
    Wrong(&'static str),
    /// That release is not held.
    Baseless,
}

/// A bundle whose rows are at hand, to compare later ones with.
struct Base {
    release: DocumentId,
    rows: Vec<ValueRow>,
}

impl Collection {
    /// Fetches, decrypts and verifies what is there, compares the rows with those before, and encrypts it for the home.
    /// Needs no home. Memory grows with the deliveries.
    ///
    /// # Errors
    /// What the market says; `stopped`. What does not verify is no error: it is reported in the end.
    pub fn run(self, work: &Work<'_>) -> Result<Fetched> {
        let (mut notes, mut bundles) = (Vec::new(), Vec::new());
        let total = self.entries.iter().map(|entry| entry.size).sum();
        let stage = work.stage(Step::Fetch, total, 0..600);
        let mut done = 0;
        for entry in &self.entries {
            let read = match self.store.get(entry, DELIVERY_LIMIT) {
                Ok(bytes) => {
                    stage.tell(done + entry.size / 4)?;
                    self.vault.open(&bytes, &entry.path)
                }
                Err(error) if error.code() == ErrorCode::TooLarge => Err(error),
                Err(error) => return Err(error),
            };
            stage.tell(done + entry.size / 2)?;
            match read {
                Err(error) => notes.push((entry.clone(), Note::Faulty(error.message().to_owned()))),
                Ok(plain) if plain.starts_with(ZIP) => match self.verified(&entry.path, &plain) {
                    Ok(bundle) => bundles.push((entry.clone(), bundle, plain)),
                    Err(why) => notes.push((entry.clone(), Note::Faulty(why))),
                },
                Ok(plain) => notes.push((entry.clone(), Note::Refusal(plain))),
            }
            done += entry.size;
            stage.tell(done)?;
        }
        bundles.sort_by_key(|(_, bundle, _)| bundle.receipt.payload().sequence);
        let bundles = self.kept(bundles, work)?;
        Ok(Fetched {
            store: self.store,
            vault: self.vault,
            notes,
            bundles,
        })
    }

    /// Verifies a bundle by itself, and that it is for this home.
    fn verified(&self, path: &str, plain: &[u8]) -> std::result::Result<VerifiedBundle, String> {
        let bundle = Bundle::from_bytes(plain)
            .and_then(|bundle| bundle.verify())
            .map_err(|e| format!("the bundle does not verify: {e}"))?;
        let receipt = &bundle.receipt;
        if receipt.payload().buyer != self.buyer {
            return Err("the receipt is for another buyer".to_owned());
        }
        if path != delivery_path(&self.buyer, &receipt.id()) {
            return Err("its name is not its content's".to_owned());
        }
        Ok(bundle)
    }

    /// Compares each bundle with the one before it, and encrypts it.
    fn kept(
        &self,
        bundles: Vec<(Entry, VerifiedBundle, Zeroizing<Vec<u8>>)>,
        work: &Work<'_>,
    ) -> Result<Vec<Delivered>> {
        let total = bundles.iter().map(|(entry, ..)| entry.size).sum();
        let stage = work.stage(Step::Keep, total, 600..1000);
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
            let sealed = self.vault.seal(&plain)?;
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

    /// Whether a bundle goes on from this release, and marks as changed the values that did, and no others.
    fn compare(&self, bundle: &VerifiedBundle) -> Compared {
        let rows = &bundle.rows;
        if bundle.release.payload().base != Some(self.release) {
            return Compared::Wrong("its base is not the release held");
        }
        let honest = rows.len() == self.rows.len()
            && rows
                .iter()
                .zip(&self.rows)
                .all(|(new, old)| new.changed == (new.value != old.value));
        if honest {
            Compared::Honest(changed(rows))
        } else {
            Compared::Wrong("it marks other values as changed than those that did")
        }
    }
}

fn changed(rows: &[ValueRow]) -> u64 {
    rows.iter().filter(|row| row.changed).count() as u64
}
