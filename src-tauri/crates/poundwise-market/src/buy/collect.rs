//! Collecting: everything in a delivery is verified before anything of it is stored.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use poundwise_documents::{
    checkpoint::Checkpoint,
    jws::Signed,
    kinds::{Order, Refusal},
    units::DocumentId,
};
use rusqlite::{OptionalExtension, params};

use crate::{
    buy::{
        fetch::{Collection, Compared, DELIVERY_LIMIT, Delivered, Fetched, LEAST_LIMIT, Note},
        witness::{History, Look, Lookup},
    },
    catalogue::Question,
    db::{insert_signed, parsed, stored},
    error::{Error, ErrorCode, Result},
    exchange::{Entry, Listed, delivery_path},
    home::Home,
    reach::{Reach, Verdict, listed},
    view::{Collected, OrderStatus, ReceiptView},
    work::{Step, Work},
};

/// Why a delivery is not taken.
enum Fault {
    /// It will never be right; it is remembered and reported once.
    Final(Verdict),
    /// It may become right when an earlier one arrives.
    Early,
}

impl From<Error> for Fault {
    fn from(error: Error) -> Self {
        Self::of_place(error.message())
    }
}

impl Fault {
    fn of_place(why: impl Into<String>) -> Self {
        Self::Final(Verdict::of_place(why))
    }
}

/// Fetches and verifies what is addressed to a home, as [`Home::collect`] tells, telling how far it is: bytes of the
/// deliveries. The home is asked in short steps.
///
/// # Errors
/// As there; `stopped`.
pub fn collect(home: &impl Reach, work: &Work<'_>) -> Result<Collected> {
    let (_, listed) = listed(home, Home::deliveries)?;
    let collection = home.ask(|home| home.collection_of(listed))?;
    finish(home, collection.run(work)?, work)
}

/// Looks at the owners' published ledgers, then stores what was fetched.
fn finish(home: &impl Reach, fetched: Fetched, work: &Work<'_>) -> Result<Collected> {
    let stage = work.stage(Step::Compare, 0, 1000..1000);
    let lookups = home.ask(|home| home.lookups(&fetched))?;
    let looks = lookups
        .into_iter()
        .map(|lookup| {
            stage.tell(0)?;
            lookup.look(&fetched.store)
        })
        .collect::<Result<_>>()?;
    stage.tell(0)?;
    home.ask(|home| home.store_fetched(fetched, looks))
}

/// The names of the deliveries on the market that a home has not dealt with: what [`collect`] will look at. Cost: one
/// listing of a folder.
///
/// # Errors
/// What the market says.
pub fn deliveries_waiting(home: &impl Reach) -> Result<Vec<String>> {
    let (_, listed) = listed(home, Home::deliveries)?;
    let (unread, _) = home.ask(|home| home.unread(listed))?;
    Ok(unread.entries.into_iter().map(|entry| entry.path).collect())
}

/// The most bytes that a delivery takes, encrypted, by the length of its listing. That has a label for each coordinate,
/// of five bytes or more there, which the delivery repeats with 21 bytes of numbers; and twice that for the packing.
fn largest_delivery(listing: u64) -> u64 {
    LEAST_LIMIT
        .saturating_add(listing.saturating_mul(12))
        .min(DELIVERY_LIMIT)
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
        self.collect_with(&Work::silent())
    }

    /// As [`Home::collect`], telling how far it is: bytes of the deliveries.
    ///
    /// # Errors
    /// As there; `stopped`.
    pub fn collect_with(&self, work: &Work<'_>) -> Result<Collected> {
        collect(self, work)
    }

    /// Looks what there is to collect. Cost: one listing of a folder, and one release read of each question that waits.
    ///
    /// # Errors
    /// What the market or the database says.
    pub fn begin_collection(&self) -> Result<Collection> {
        self.collection_of(listed(self, Self::deliveries)?.1)
    }

    /// What is to be read of the deliveries on the market.
    fn collection_of(&self, listed: Listed) -> Result<Collection> {
        let skipped = listed.odd;
        let (unread, _) = self.unread(listed)?;
        let (held, answers) = if unread.entries.is_empty() {
            (Vec::new(), HashMap::new())
        } else {
            let mut statement = self.read().prepare(
                "SELECT receipt, bundle FROM holdings h
                 WHERE question IN (SELECT question FROM orders_placed WHERE status <> 'delivered')
                 AND to_micro = (SELECT max(to_micro) FROM holdings WHERE question = h.question)",
            )?;
            let held = statement
                .query_map([], |r| Ok((parsed(r, 0)?, r.get(1)?)))?
                .collect::<std::result::Result<_, _>>()?;
            (held, self.answers()?)
        };
        Ok(Collection {
            unread,
            skipped,
            buyer: self.identity.kid(),
            held,
            answers,
            store: Arc::clone(&self.store),
            vault: Arc::clone(&self.vault),
        })
    }

    /// The orders of this home, each with the most bytes that a delivery for it can have. Answered ones too: what comes
    /// for one again may show that its owner contradicts itself.
    fn answers(&self) -> Result<HashMap<DocumentId, u64>> {
        let mut statement = self.read().prepare(
            "SELECT p.id, length(l.compact) FROM orders_placed p JOIN documents l ON l.id = p.listing",
        )?;
        let answers = statement
            .query_map([], |r| Ok((parsed(r, 0)?, largest_delivery(r.get(1)?))))?
            .collect::<std::result::Result<_, _>>()?;
        Ok(answers)
    }

    /// Stores what was fetched, each delivery in a transaction of its own, after it was compared with the orders, the
    /// levels held and the owners' published ledgers as they are now.
    ///
    /// # Errors
    /// `other-home` if it was fetched for another home, from another market, or before the recovery key was changed;
    /// `holding-changed` if another collection has dealt with one of the deliveries meanwhile: nothing is stored then.
    /// What the market or the database says.
    pub fn finish_collection(&self, fetched: Fetched) -> Result<Collected> {
        finish(self, fetched, &Work::silent())
    }

    fn store_fetched(&self, fetched: Fetched, looks: Vec<Look>) -> Result<Collected> {
        self.check_fetched(&fetched)?;
        let mut collected = Collected {
            releases: Vec::new(),
            declined: Vec::new(),
            rejected: Vec::new(),
            alarms: Vec::new(),
            unchecked: Vec::new(),
            skipped: fetched.skipped,
        };
        for (entry, note) in fetched.notes {
            let taken = match note {
                Note::Refusal(plain) => self.take_refusal(&entry, &plain),
                Note::Faulty(verdict) => Err(Fault::Final(verdict)),
            };
            match taken {
                Ok(order) => collected.declined.push(order),
                Err(Fault::Early) => {}
                Err(Fault::Final(verdict)) => self.reject(&mut collected, &entry, &verdict)?,
            }
        }
        let bundles = fetched.bundles;
        let histories = self.histories(looks, &mut collected)?;
        let distrusted = self.distrusted()?;
        for delivered in bundles {
            let Some(history) = histories.get(&delivered.bundle.receipt.signer().to_string())
            else {
                let why = Verdict::of_place("it answers no order of this home");
                self.reject(&mut collected, &delivered.entry, &why)?;
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
                Err(Fault::Final(verdict)) => {
                    self.reject(&mut collected, &delivered.entry, &verdict)?;
                }
            }
        }
        Ok(collected)
    }

    /// Refuses what was not fetched for this home as it is now.
    fn check_fetched(&self, fetched: &Fetched) -> Result<()> {
        self.check_begun_here(&fetched.vault)?;
        if !Arc::ptr_eq(&fetched.store, &self.store) {
            return Err(Error::refused(
                ErrorCode::OtherHome,
                "this home trades on another market since the deliveries were fetched",
            )
            .hint("Nothing was stored. Collect again."));
        }
        self.check_unseen(fetched)
    }

    /// Refuses what another collection has dealt with meanwhile.
    fn check_unseen(&self, fetched: &Fetched) -> Result<()> {
        let mut statement = self.read().prepare_cached(
            "SELECT 1 FROM seen WHERE path = ?1 AND (fault IS NULL OR version = ?2)",
        )?;
        let notes = fetched.notes.iter().map(|(entry, _)| entry);
        for entry in notes.chain(fetched.bundles.iter().map(|delivered| &delivered.entry)) {
            if statement.exists([&entry.path, &entry.version])? {
                return Err(Error::refused(
                    ErrorCode::HoldingChanged,
                    "another collection stored some of these deliveries while they were verified",
                )
                .hint("Nothing was stored twice. Collect again if more is expected."));
            }
        }
        Ok(())
    }

    /// The folder of the deliveries to this home.
    fn deliveries(&self) -> String {
        format!("deliveries/{}", self.identity.kid())
    }

    /// As [`deliveries_waiting`], with the home held all the while.
    ///
    /// # Errors
    /// As there.
    pub fn deliveries_waiting(&self) -> Result<Vec<String>> {
        deliveries_waiting(self)
    }

    /// What is to be looked up of every owner bought from, and of those whose deliveries just came.
    fn lookups(&self, fetched: &Fetched) -> Result<Vec<Lookup>> {
        self.check_fetched(fetched)?;
        let mut owners = self.witnessed_owners()?;
        let distrusted = self.distrusted()?;
        let mut came: BTreeMap<String, Vec<Checkpoint>> = BTreeMap::new();
        for Delivered { bundle, .. } in &fetched.bundles {
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
        owners
            .into_iter()
            .map(|(seller, listing)| {
                let new = came.get(&seller).map_or(&[][..], Vec::as_slice);
                self.lookup(listing, new)
            })
            .collect()
    }

    /// Keeps what the looks at the owners' histories gave, by owner.
    fn histories(
        &self,
        looks: Vec<Look>,
        collected: &mut Collected,
    ) -> Result<BTreeMap<String, History>> {
        let mut histories = BTreeMap::new();
        for look in looks {
            let (listing, history) = self.history_of(look)?;
            self.keep_checkpoint(self.read(), &listing.signer(), &history, None)?;
            match &history {
                History::One(_) | History::Behind(_) => {}
                History::Unchecked(why, _) => collected.unchecked.push(format!(
                    "{}: whether its ledger is the one seen before could not be checked: {why}",
                    listing.payload().seller_name
                )),
                History::Alarm(alarm) => collected.alarms.push(alarm.as_ref().clone()),
            }
            histories.insert(listing.signer().to_string(), history);
        }
        Ok(histories)
    }

    fn reject(&self, collected: &mut Collected, entry: &Entry, verdict: &Verdict) -> Result<()> {
        let verdict = Verdict {
            why: format!("{}: {}", entry.path, verdict.why),
            content: verdict.content,
        };
        self.mark_seen(self.read(), entry, Some(&verdict))?;
        collected.rejected.push(verdict.why);
        Ok(())
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
            sealed,
            compared,
        } = delivered;
        let (receipt, order, listing) = (&bundle.receipt, &bundle.order, &bundle.listing);
        let Some((placed, question)) = self.placed(&order.id())? else {
            return Err(Fault::of_place("it answers no order of this home"));
        };
        if placed.compact() != order.compact() {
            return Err(Fault::of_place("it answers no order of this home"));
        }
        let held = self.held_by_me(&question)?;
        if order.payload().from_micro_epsilon > held.level {
            return Err(Fault::Early);
        }
        if order.payload().from_micro_epsilon != held.level
            || order.payload().previous_receipt != held.receipt
        {
            return Err(Fault::of_place(format!(
                "it starts from ε {}, but ε {} is held",
                order.payload().from_micro_epsilon,
                held.level
            )));
        }
        let changed = match compared {
            Compared::Honest(changed) => changed,
            Compared::Wrong(why) => return Err(Fault::of_place(*why)),
            // What it goes on from was stored after this was fetched.
            Compared::Baseless => return Err(Fault::Early),
        };
        let transaction = self.db.begin()?;
        let store = || -> Result<()> {
            insert_signed(&transaction, listing)?;
            insert_signed(&transaction, receipt)?;
            transaction.execute(
                "INSERT INTO holdings (receipt, question, listing, order_id, to_micro, changed, bundle) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    receipt.id().to_string(),
                    question.to_string(),
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

    /// An order this home placed, with its question.
    fn placed(&self, order: &DocumentId) -> Result<Option<(Signed<Order>, Question)>> {
        self.read()
            .query_row(
                "SELECT d.compact, p.question FROM orders_placed p JOIN documents d ON d.id = p.id WHERE p.id = ?1",
                [order.to_string()],
                |r| Ok((r.get::<_, String>(0)?, parsed::<Question>(r, 1)?)),
            )
            .optional()?
            .map(|(text, question)| Ok((stored(&text)?, question)))
            .transpose()
    }

    fn take_refusal(
        &self,
        entry: &Entry,
        plain: &[u8],
    ) -> std::result::Result<crate::view::OrderView, Fault> {
        let fault = |why: String| Fault::of_place(why);
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
