//! Collecting: everything in a delivery is verified before anything of it is stored.

use std::collections::BTreeMap;

use poundwise_documents::{
    bundle::{Bundle, VerifiedBundle},
    checkpoint::Checkpoint,
    jws::Signed,
    kinds::{Order, Refusal},
    units::DocumentId,
};
use rusqlite::{OptionalExtension, params};
use zeroize::Zeroizing;

use crate::{
    buy::witness::History,
    db::{insert_signed, parsed, stored},
    error::{Error, ErrorCode, Result},
    home::Home,
    store::{Entry, delivery_path},
    view::{Collected, OrderStatus, ReceiptView},
};

/// The largest delivery read: a release of 2^24 coordinates fits.
const DELIVERY_LIMIT: u64 = 1 << 30;
/// How a ZIP begins; a refusal is a compact JWS and begins with a letter of base64url other than this.
const ZIP: &[u8] = b"PK\x03\x04";

/// A delivery whose content verified.
struct Delivered {
    entry: Entry,
    bundle: VerifiedBundle,
    plain: Zeroizing<Vec<u8>>,
}

/// Why a delivery is not taken.
enum Fault {
    /// It will never be right; it is remembered and reported once.
    Final(String),
    /// It may become right when an earlier one arrives.
    Early,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::Final(error.message().to_owned())
    }
}

impl Home {
    /// Fetches and verifies what is addressed to this home: every signature, hash, proof, price and level; that each
    /// answers an order of this home and goes on from the level held; and that every owner's
    /// published ledger continues what was seen of it. Releases are stored encrypted; what does not verify is reported,
    /// and nothing of it kept. An owner that contradicts itself is an alarm: its deliveries are left where they are.
    ///
    /// # Errors
    /// What the market or the database says.
    pub fn collect(&self) -> Result<Collected> {
        let folder = format!("deliveries/{}", self.identity.kid());
        let mut collected = Collected {
            releases: Vec::new(),
            declined: Vec::new(),
            rejected: Vec::new(),
            alarms: Vec::new(),
            unchecked: Vec::new(),
        };
        let mut bundles = Vec::new();
        for entry in self.unseen(&folder)? {
            let read = match self.store.get(&entry, DELIVERY_LIMIT) {
                Ok(bytes) => self.vault.open(&bytes, &entry.path),
                Err(error) if error.code() == ErrorCode::TooLarge => Err(error),
                Err(error) => return Err(error),
            };
            let taken = match read {
                Err(error) => Err(error.into()),
                Ok(plain) if plain.starts_with(ZIP) => {
                    self.open_bundle(&entry.path, &plain).map(|bundle| {
                        bundles.push(Delivered {
                            entry: entry.clone(),
                            bundle,
                            plain,
                        });
                    })
                }
                Ok(plain) => self
                    .take_refusal(&entry, &plain)
                    .map(|order| collected.declined.push(order)),
            };
            if let Err(Fault::Final(why)) = taken {
                self.reject(&mut collected, &entry, &why)?;
            }
        }
        // In the order of the owner's ledger, so that each goes on from the one before.
        bundles.sort_by_key(|d| d.bundle.receipt.payload().sequence);
        let histories = self.histories(&bundles, &mut collected)?;
        let distrusted = self.distrusted()?;
        for delivered in bundles {
            let Some(history) = histories.get(&delivered.bundle.receipt.signer().to_string())
            else {
                let why = "it answers no order of this home";
                self.reject(&mut collected, &delivered.entry, why)?;
                continue;
            };
            if matches!(history, History::Alarm(_)) {
                // Not dealt with: it may yet turn out that the market showed an old copy.
                continue;
            }
            if let Some(alarm) = distrusted.names(&delivered.bundle.checkpoint)
                && !matches!(history, History::One(published) if self.is_beginning(&delivered.bundle.checkpoint, published))
            {
                collected.unchecked.push(format!(
                    "{}: left where it is: it is of the ledger that is not trusted since alarm {alarm} was dismissed",
                    delivered.entry.path
                ));
                continue;
            }
            match self.take_bundle(&delivered, history) {
                Ok(receipt) => collected.releases.push(receipt),
                Err(Fault::Early) => {}
                Err(Fault::Final(why)) => self.reject(&mut collected, &delivered.entry, &why)?,
            }
        }
        Ok(collected)
    }

    /// The names of the deliveries on the market that this home has not dealt with: what [`Home::collect`] will look
    /// at. Cost: one listing of a folder.
    ///
    /// # Errors
    /// What the market says.
    pub fn deliveries_waiting(&self) -> Result<Vec<String>> {
        let folder = format!("deliveries/{}", self.identity.kid());
        Ok(self
            .unseen(&folder)?
            .into_iter()
            .map(|entry| entry.path)
            .collect())
    }

    /// Looks at the history of every owner bought from, and of those whose deliveries just came.
    fn histories(
        &self,
        bundles: &[Delivered],
        collected: &mut Collected,
    ) -> Result<BTreeMap<String, History>> {
        let mut owners = self.witnessed_owners()?;
        let distrusted = self.distrusted()?;
        let mut came: BTreeMap<String, Vec<Checkpoint>> = BTreeMap::new();
        for Delivered { bundle, .. } in bundles {
            // Anybody can send anything here; whose goods were ordered is for this home to say.
            if self.placed(&bundle.order.id())?.is_some() {
                let seller = bundle.receipt.signer().to_string();
                if distrusted.names(&bundle.checkpoint).is_none() {
                    came.entry(seller.clone())
                        .or_default()
                        .push(bundle.checkpoint.clone());
                }
                owners
                    .entry(seller)
                    .or_insert_with(|| bundle.listing.clone());
            }
        }
        let mut histories = BTreeMap::new();
        for (seller, listing) in owners {
            let new = came.get(&seller).map_or(&[][..], Vec::as_slice);
            let history = self.look_at_history(&listing, new)?;
            self.keep_checkpoint(self.read(), &listing.signer(), &history, None)?;
            match &history {
                History::One(_) | History::Behind(_) => {}
                History::Unchecked(why, _) => collected.unchecked.push(format!(
                    "{}: whether its ledger is the one seen before could not be checked: {why}",
                    listing.payload().seller_name
                )),
                History::Alarm(alarm) => collected.alarms.push(alarm.as_ref().clone()),
            }
            histories.insert(seller, history);
        }
        Ok(histories)
    }

    fn reject(&self, collected: &mut Collected, entry: &Entry, why: &str) -> Result<()> {
        let why = format!("{}: {why}", entry.path);
        self.mark_seen(self.read(), entry, Some(&why))?;
        collected.rejected.push(why);
        Ok(())
    }

    /// Opens and verifies a bundle by itself, and that it is for this home.
    fn open_bundle(&self, path: &str, plain: &[u8]) -> std::result::Result<VerifiedBundle, Fault> {
        let fault = |why: String| Fault::Final(why);
        let bundle = Bundle::from_bytes(plain)
            .and_then(|bundle| bundle.verify())
            .map_err(|e| fault(format!("the bundle does not verify: {e}")))?;
        let receipt = &bundle.receipt;
        if receipt.payload().buyer != self.identity.kid() {
            return Err(fault("the receipt is for another buyer".to_owned()));
        }
        if path != delivery_path(&self.identity.kid(), &receipt.id()) {
            return Err(fault("its name is not its content's".to_owned()));
        }
        Ok(bundle)
    }

    /// Stores a verified bundle in one transaction.
    fn take_bundle(
        &self,
        delivered: &Delivered,
        history: &History,
    ) -> std::result::Result<ReceiptView, Fault> {
        let Delivered {
            entry,
            bundle,
            plain,
        } = delivered;
        let (receipt, order, listing) = (&bundle.receipt, &bundle.order, &bundle.listing);
        let Some((placed, series)) = self.placed(&order.id())? else {
            return Err(Fault::Final("it answers no order of this home".to_owned()));
        };
        if placed.compact() != order.compact() {
            return Err(Fault::Final("it answers no order of this home".to_owned()));
        }
        let held = self.held_by_me(&series)?;
        if order.payload().from_micro_epsilon > held.level {
            return Err(Fault::Early);
        }
        if order.payload().from_micro_epsilon != held.level
            || order.payload().previous_receipt != held.receipt
        {
            return Err(Fault::Final(format!(
                "it starts from ε {}, but ε {} is held",
                order.payload().from_micro_epsilon,
                held.level
            )));
        }
        let rows = &bundle.rows;
        if let Some(base) = held.receipt {
            let before = self.held_bundle(&base)?;
            if bundle.release.payload().base != Some(before.release.id()) {
                return Err(Fault::Final("its base is not the release held".to_owned()));
            }
            let old = &before.rows;
            let honest = rows.len() == old.len()
                && rows
                    .iter()
                    .zip(old)
                    .all(|(new, old)| new.changed == (new.value != old.value));
            if !honest {
                return Err(Fault::Final(
                    "it marks other values as changed than those that did".to_owned(),
                ));
            }
        }
        let changed = rows.iter().filter(|row| row.changed).count() as u64;

        let sealed = self.vault.seal(plain)?;
        let transaction = self.db.begin()?;
        let store = || -> Result<()> {
            insert_signed(&transaction, listing)?;
            insert_signed(&transaction, receipt)?;
            transaction.execute(
                "INSERT INTO holdings (receipt, series, listing, order_id, to_micro, changed, bundle) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    receipt.id().to_string(),
                    series.to_string(),
                    listing.id().to_string(),
                    order.id().to_string(),
                    receipt.payload().to_micro_epsilon.get(),
                    changed,
                    sealed
                ],
            )?;
            transaction.execute(
                "UPDATE orders_placed SET status = 'delivered' WHERE id = ?1",
                [order.id().to_string()],
            )?;
            self.keep_checkpoint(
                &transaction,
                &receipt.signer(),
                history,
                Some(&bundle.checkpoint),
            )?;
            self.mark_seen(&transaction, entry, None)
        };
        store()?;
        transaction.commit().map_err(Error::from)?;
        Ok(self.receipt_view(receipt, &self.name, &listing.payload().title)?)
    }

    /// An order this home placed, with its series.
    fn placed(&self, order: &DocumentId) -> Result<Option<(Signed<Order>, DocumentId)>> {
        self.read()
            .query_row(
                "SELECT d.compact, p.series FROM orders_placed p JOIN documents d ON d.id = p.id WHERE p.id = ?1",
                [order.to_string()],
                |r| Ok((r.get::<_, String>(0)?, parsed::<DocumentId>(r, 1)?)),
            )
            .optional()?
            .map(|(text, series)| Ok((stored(&text)?, series)))
            .transpose()
    }

    fn take_refusal(
        &self,
        entry: &Entry,
        plain: &[u8],
    ) -> std::result::Result<crate::view::OrderView, Fault> {
        let fault = |why: String| Fault::Final(why);
        let text = std::str::from_utf8(plain).map_err(|e| fault(e.to_string()))?;
        let refusal = Signed::<Refusal>::verify(text).map_err(|e| fault(e.to_string()))?;
        if entry.path != delivery_path(&self.identity.kid(), &refusal.id()) {
            return Err(fault("its name is not its content's".to_owned()));
        }
        let Some((order, _)) = self.placed(&refusal.payload().order)? else {
            return Err(fault("it answers no order of this home".to_owned()));
        };
        let listing = self.known_listing(&order.payload().listing)?;
        if listing.signer() != refusal.signer() {
            return Err(fault(
                "it is signed by somebody other than the seller".to_owned(),
            ));
        }
        let transaction = self.db.begin()?;
        insert_signed(&transaction, &refusal)?;
        transaction
            .execute(
                "UPDATE orders_placed SET status = 'declined', refusal = ?2 WHERE id = ?1 AND status = 'pending'",
                params![order.id().to_string(), refusal.id().to_string()],
            )
            .map_err(Error::from)?;
        self.mark_seen(&transaction, entry, None)?;
        transaction.commit().map_err(Error::from)?;
        Ok(self.order_view(
            &order,
            &listing,
            OrderStatus::Declined,
            Some(refusal.payload().reason.clone()),
        )?)
    }
}
