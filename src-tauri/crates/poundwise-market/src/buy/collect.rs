//! Collecting: everything in a delivery is verified before anything of it is stored.

use std::{collections::BTreeMap, fmt, sync::Arc};

use poundwise_documents::{
    checkpoint::Checkpoint, jws::Signed, kinds::Refusal, units::MicroEpsilon,
};

use crate::{
    buy::{
        fetch::{Collection, Compared, Delivered, Fetched, Note},
        witness::History,
    },
    error::{Error, ErrorCode, NotTaken, Result, Unverified, Verdict},
    exchange::{Entry, delivery_path},
    home::Home,
    store::NewHolding,
    view::{Collected, OrderStatus, OrderView, ReceiptView},
    work::Work,
};

/// Nobody here asked for it.
const NO_ORDER: &str = "it answers no order of this home";

/// It goes on from another level than is held.
struct OtherLevel {
    from: MicroEpsilon,
    held: MicroEpsilon,
}

impl Verdict for OtherLevel {}

impl fmt::Display for OtherLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "it starts from ε {}, but ε {} is held",
            self.from, self.held
        )
    }
}

/// What became of a delivery that verifies.
enum Outcome<T> {
    Taken(T),
    /// It may become right when an earlier one arrives.
    Early,
}

/// What does not verify will never be right: it is remembered, and reported once. Where the machine fails nothing is
/// known of the delivery, and the next collection looks at it again.
type Judged<T> = std::result::Result<Outcome<T>, NotTaken>;

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
        self.finish_collection(self.begin_collection()?.run(work)?)
    }

    /// Looks what there is to collect. Cost: one listing of a folder, and one release read of each question that waits.
    ///
    /// # Errors
    /// What the market or the database says.
    pub fn begin_collection(&self) -> Result<Collection> {
        let entries = self.unseen(&self.deliveries())?;
        let held = if entries.is_empty() {
            Vec::new()
        } else {
            self.read().bases()?
        };
        Ok(Collection {
            entries,
            buyer: self.identity.kid(),
            held,
            store: Arc::clone(&self.store),
            vault: Arc::clone(&self.vault),
        })
    }

    /// Stores what was fetched, each delivery in a transaction of its own, after it was compared with the orders, the
    /// levels held and the owners' published ledgers as they are now.
    ///
    /// # Errors
    /// `other-home` if it was fetched for another home, from another market, or before the recovery key was changed;
    /// `holding-changed` if another collection has dealt with one of the deliveries meanwhile: nothing is stored then.
    /// What the market or the database says.
    pub fn finish_collection(&self, fetched: Fetched) -> Result<Collected> {
        self.check_begun_here(&fetched.vault)?;
        if !Arc::ptr_eq(&fetched.store, &self.store) {
            return Err(Error::refused(
                ErrorCode::OtherHome,
                "this home trades on another market since the deliveries were fetched",
            )
            .hint("Nothing was stored. Collect again."));
        }
        self.check_unseen(&fetched)?;
        let mut collected = Collected {
            releases: Vec::new(),
            declined: Vec::new(),
            rejected: Vec::new(),
            alarms: Vec::new(),
            unchecked: Vec::new(),
        };
        for (entry, note) in &fetched.notes {
            let taken = match note {
                Note::Refusal(plain) => self.take_refusal(entry, plain),
                Note::Faulty(why) => Err(why.clone().into()),
            };
            if let Some(order) = self.judged(taken, entry, &mut collected)? {
                collected.declined.push(order);
            }
        }
        let bundles = fetched.bundles;
        let histories = self.histories(&bundles, &mut collected)?;
        let distrusted = self.distrusted()?;
        for delivered in bundles {
            let Some(history) = histories.get(&delivered.bundle.receipt.signer().to_string())
            else {
                self.reject(&mut collected, &delivered.entry, NO_ORDER.into())?;
                continue;
            };
            if matches!(history, History::Alarm(_)) {
                // Not dealt with: it may yet turn out that the market showed an old copy.
                continue;
            }
            if let Some(alarm) = distrusted.names(&delivered.bundle.checkpoint)
                && !self.continues(history, &delivered.bundle.checkpoint)?
            {
                collected.unchecked.push(format!(
                    "{}: left where it is: it is of the ledger that is not trusted since alarm {alarm} was dismissed",
                    delivered.entry.path
                ));
                continue;
            }
            let taken = self.take_bundle(&delivered, history);
            if let Some(receipt) = self.judged(taken, &delivered.entry, &mut collected)? {
                collected.releases.push(receipt);
            }
        }
        Ok(collected)
    }

    /// Refuses what another collection has dealt with meanwhile.
    fn check_unseen(&self, fetched: &Fetched) -> Result<()> {
        let reading = self.read();
        let notes = fetched.notes.iter().map(|(entry, _)| entry);
        for entry in notes.chain(fetched.bundles.iter().map(|delivered| &delivered.entry)) {
            let known = reading
                .seen(&entry.path)?
                .is_some_and(|(version, faulty)| !faulty || version == entry.version);
            if known {
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

    /// The names of the deliveries on the market that this home has not dealt with: what [`Home::collect`] will look
    /// at. Cost: one listing of a folder.
    ///
    /// # Errors
    /// What the market says.
    pub fn deliveries_waiting(&self) -> Result<Vec<String>> {
        Ok(self
            .unseen(&self.deliveries())?
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
            if self.read().order_placed(&bundle.order.id())?.is_some() {
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
            let writing = self.db.begin()?;
            self.keep_checkpoint(&writing, &listing.signer(), &history, None)?;
            self.commit(writing)?;
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

    /// Whether a checkpoint is one of the history that was found.
    fn continues(&self, history: &History, checkpoint: &Checkpoint) -> Result<bool> {
        match history {
            History::One(published) => self.is_beginning(checkpoint, published),
            History::Behind(_) | History::Unchecked(..) | History::Alarm(_) => Ok(false),
        }
    }

    /// What was taken, if it was. What does not verify is rejected; a failure of the machine is passed on, and marks
    /// nothing.
    fn judged<T>(
        &self,
        taken: Judged<T>,
        entry: &Entry,
        collected: &mut Collected,
    ) -> Result<Option<T>> {
        match taken {
            Ok(Outcome::Taken(taken)) => Ok(Some(taken)),
            Ok(Outcome::Early) => Ok(None),
            Err(NotTaken::Unverified(why)) => {
                self.reject(collected, entry, why)?;
                Ok(None)
            }
            Err(NotTaken::Machine(error)) => Err(error),
        }
    }

    fn reject(&self, collected: &mut Collected, entry: &Entry, why: Unverified) -> Result<()> {
        let why = why.at(&entry.path);
        let writing = self.db.begin()?;
        writing.mark_seen(&entry.path, &entry.version, Some(&why))?;
        self.commit(writing)?;
        collected.rejected.push(why.why().to_owned());
        Ok(())
    }

    /// Stores a verified bundle in one transaction.
    fn take_bundle(&self, delivered: &Delivered, history: &History) -> Judged<ReceiptView> {
        let Delivered {
            entry,
            bundle,
            sealed,
            compared,
        } = delivered;
        let (receipt, order, listing) = (&bundle.receipt, &bundle.order, &bundle.listing);
        let Some((placed, question)) = self.read().order_placed(&order.id())? else {
            return Err(Unverified::of(&NO_ORDER).into());
        };
        if placed.compact() != order.compact() {
            return Err(Unverified::of(&NO_ORDER).into());
        }
        let held = self.held_by_me(&question)?;
        if order.payload().from_micro_epsilon > held.level {
            return Ok(Outcome::Early);
        }
        if order.payload().from_micro_epsilon != held.level
            || order.payload().previous_receipt != held.receipt
        {
            return Err(Unverified::of(&OtherLevel {
                from: order.payload().from_micro_epsilon,
                held: held.level,
            })
            .into());
        }
        let changed = match compared {
            Compared::Honest(changed) => changed,
            Compared::Wrong(why) => return Err(Unverified::of(why).into()),
            // What it goes on from was stored after this was fetched.
            Compared::Baseless => return Ok(Outcome::Early),
        };
        let writing = self.db.begin()?;
        writing.insert_holding(&NewHolding {
            receipt,
            listing,
            question: &question,
            changed: *changed,
            bundle: sealed,
        })?;
        writing.order_delivered(&order.id())?;
        self.keep_checkpoint(
            &writing,
            &receipt.signer(),
            history,
            Some(&bundle.checkpoint),
        )?;
        writing.mark_seen(&entry.path, &entry.version, None)?;
        self.commit(writing)?;
        Ok(Outcome::Taken(self.receipt_view(
            receipt,
            &self.name,
            &listing.payload().title,
        )?))
    }

    fn take_refusal(&self, entry: &Entry, plain: &[u8]) -> Judged<OrderView> {
        let text = std::str::from_utf8(plain).map_err(Unverified::from)?;
        let refusal = Signed::<Refusal>::verify(text).map_err(Unverified::from)?;
        if entry.path != delivery_path(&self.identity.kid(), &refusal.id()) {
            return Err(Unverified::of(&"its name is not its content's").into());
        }
        let Some((order, _)) = self.read().order_placed(&refusal.payload().order)? else {
            return Err(Unverified::of(&NO_ORDER).into());
        };
        let listing = self.known_listing(&order.payload().listing)?;
        if listing.signer() != refusal.signer() {
            return Err(Unverified::of(&"it is signed by somebody other than the seller").into());
        }
        let writing = self.db.begin()?;
        writing.order_declined(&refusal)?;
        writing.mark_seen(&entry.path, &entry.version, None)?;
        self.commit(writing)?;
        Ok(Outcome::Taken(self.order_view(
            &order,
            &listing,
            OrderStatus::Declined,
            Some(refusal.payload().reason.clone()),
        )?))
    }
}
