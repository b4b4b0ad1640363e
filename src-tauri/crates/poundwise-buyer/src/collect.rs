//! Collecting: everything in a delivery is verified before anything of it is stored.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

use poundwise_documents::{
    checkpoint::Checkpoint,
    jws::Signed,
    kinds::{Listing, Order, Refusal},
    market::deliveries_to,
    units::{DocumentId, Kid},
};
use poundwise_words::Text;

use crate::{
    Buyer,
    accuracy::Widths,
    error::{Error, ErrorCode, Result, german_in_views},
    exchange::{Listed, MarketEntry, MarketStore},
    fetch::{
        Collection, Compared, DELIVERY_LIMIT, Delivered, Fetched, LEAST_LIMIT, Note, Opened, STEPS,
    },
    home::{Home, Inside},
    mail::DeliveryOwner,
    make_views::{order_view, receipt_view},
    messages::{DeliveryHint, DeliveryMessage, DeliveryVerdict, UncheckedClause},
    reach::{Reach, ReadFrom, ToRead, listed},
    store::NewHolding,
    verdict::{NotTaken, ObjectVerdict, Unverified},
    view::{Collected, GermanCollected, OrderStatus, OrderView, ReceiptView, Trusted},
    witness::{History, Look, Lookup, is_beginning},
    work::{Work, WorkStep},
};

/// A refusal that verified, with the order that it answers and its listing.
#[derive(Clone)]
struct Refused {
    refusal: Signed<Refusal>,
    order: Signed<Order>,
    listing: Signed<Listing>,
}

/// Outcome of a verified delivery.
enum Outcome<T> {
    Taken(T),
    /// The delivery may become right when an earlier one arrives.
    Early,
}

/// Result of judging a delivery. One that does not verify will never be right: it is remembered,
/// and reported once. After an I/O error the next collection looks at the delivery again.
type Judged<T> = std::result::Result<Outcome<T>, NotTaken>;

/// Fetches and verifies what is addressed to a home, as [`Buyer::collect`] tells, telling how far
/// it is: bytes of the deliveries. Deliveries that were received in files come first. If they
/// brought something, a market that cannot be read is no error, and [`Collected::market`] has the
/// reason. The home is asked in short steps.
///
/// # Errors
/// As there; `stopped`.
pub fn collect(home: &impl Reach, work: &Work<'_>) -> Result<Collected> {
    let received = match home.ask(|home| Ok(home.inside().has_mail()))? {
        true => Some(collect_received(home, &Work::silent())?),
        false => None,
    };
    match (collect_from(home, ReadFrom::Market, work), received) {
        (Ok(mut collected), received) => {
            if let Some(received) = received {
                collected.add(received);
            }
            Ok(collected)
        }
        (Err(error), Some(received)) if error.code().is_of_market() && received.has_news() => {
            Ok(Collected {
                market: Some(Text::of(error)),
                ..received
            })
        }
        (Err(error), _) => Err(error),
    }
}

/// Collects the deliveries that were received in files, as [`collect`] does those of a market, and
/// without the market. Their owners' ledgers are compared as far as the files have them. What was
/// stored is removed from the folder of the files.
///
/// # Errors
/// As [`collect`], without the market's.
pub fn collect_received(home: &impl Reach, work: &Work<'_>) -> Result<Collected> {
    let collected = collect_from(home, ReadFrom::Mail, work)?;
    let (mail, listed) = listed(home, ReadFrom::Mail, deliveries_folder)?;
    let (_, taken) = home.ask(|home| ToRead::of(&home.inside().read(), listed))?;
    for entry in taken {
        mail.remove(&entry.path)?;
    }
    Ok(collected)
}

fn collect_from(home: &impl Reach, from: ReadFrom, work: &Work<'_>) -> Result<Collected> {
    let (store, listed) = listed(home, from, deliveries_folder)?;
    let collection = home.ask(|home| Buyer::of(home).collection_of(store, listed))?;
    finish(home, collection.fetch(work)?, work)
}

/// Verifies a delivery as [`collect`] does, by itself: a bundle that answers an order of this home,
/// or a refusal of one by its seller.
///
/// # Errors
/// The database's errors; `stopped`.
pub fn judge_delivery(
    home: &impl Reach,
    path: &str,
    bytes: &[u8],
) -> Result<std::result::Result<DeliveryOwner, Unverified>> {
    let entry = MarketEntry {
        path: path.to_owned(),
        size: bytes.len() as u64,
        version: String::new(),
    };
    let listed = Listed {
        entries: vec![entry],
        odd: 0,
    };
    let collection = home.ask(|home| {
        let mail = Arc::clone(&home.inside().mail);
        Buyer::of(home).collection_of(mail, listed)
    })?;
    let refusal = match collection.read(path, bytes, &mut |_| Ok(()))? {
        Ok(Opened::Bundle(bundle, _)) => {
            return Ok(Ok(DeliveryOwner {
                key: bundle.listing.key(),
                checkpoint: Some(bundle.checkpoint),
            }));
        }
        Ok(Opened::Refusal(refusal)) => refusal,
        Err(why) => return Ok(Err(why)),
    };
    match home.ask(|home| Ok(Buyer::of(home).verified_refusal(*refusal)))? {
        Ok(Outcome::Taken(refused)) => Ok(Ok(DeliveryOwner {
            key: refused.listing.key(),
            checkpoint: None,
        })),
        Ok(Outcome::Early) => Ok(Err(DeliveryVerdict::NoOrder.into())),
        Err(NotTaken::Unverified(why)) => Ok(Err(why)),
        Err(NotTaken::Machine(error)) => Err(error),
    }
}

/// Looks at the owners' published ledgers, then stores what was fetched, each delivery in a
/// transaction of its own, after it was compared with the orders, the levels held and the owners'
/// published ledgers as they are now.
///
/// # Errors
/// `other-home` if it was fetched for another home, from another market, or before the recovery key
/// was changed; `holding-changed` if another collection has dealt with one of the deliveries
/// meanwhile: nothing is stored then. `market` where the market cannot be read; `home-damaged`;
/// errors of the database, such as `busy`.
fn finish(home: &impl Reach, fetched: Fetched, work: &Work<'_>) -> Result<Collected> {
    let lookups = home.ask(|home| Buyer::of(home).lookups(&fetched))?;
    let count = lookups.len() as u64;
    let stage = work.through(&STEPS).at(WorkStep::Compare, count);
    let mut looks = Vec::new();
    for (done, lookup) in (0..).zip(lookups) {
        stage.tell(done)?;
        looks.extend(lookup.look(&fetched.store)?);
    }
    stage.tell(count)?;
    home.ask(|home| Buyer::of(home).store_fetched(fetched, looks))
}

/// Returns the names of the deliveries on the market that a home has not dealt with: what
/// [`collect`] will look at. Cost: one listing of a folder.
///
/// # Errors
/// `market` where the market cannot be read; `home-damaged`; errors of the database, such as
/// `busy`.
pub fn deliveries_waiting(home: &impl Reach) -> Result<Vec<String>> {
    let (_, mut all) = listed(home, ReadFrom::Market, deliveries_folder)?;
    let (_, received) = listed(home, ReadFrom::Mail, deliveries_folder)?;
    all.entries.extend(received.entries);
    let (to_read, _) = home.ask(|home| ToRead::of(&home.inside().read(), all))?;
    let mut paths: Vec<String> = to_read
        .entries
        .into_iter()
        .map(|entry| entry.path)
        .collect();
    paths.sort();
    paths.dedup();
    Ok(paths)
}

/// Returns the folder of the deliveries to a home.
fn deliveries_folder(home: &Home) -> String {
    deliveries_to(&home.inside().identity.kid())
}

/// Returns the most bytes that a delivery takes, encrypted, by the length of its listing. That has
/// a label for each coordinate, of five bytes or more there, which the delivery repeats with 21
/// bytes of numbers; and twice that for the packing.
fn largest_delivery(listing: u64) -> u64 {
    LEAST_LIMIT
        .saturating_add(listing.saturating_mul(12))
        .min(DELIVERY_LIMIT)
}

impl Buyer<'_> {
    /// Fetches and verifies the documents that are addressed to this home. Every signature, hash,
    /// proof, price and level must be valid. Each document must answer an order of this home and
    /// continue from the level held, and every owner's published ledger must continue its earlier
    /// checkpoints. Releases are stored encrypted. Deliveries that do not verify are reported and
    /// not kept. Those of a newer version of Poundwise are counted and stay on the market. An owner
    /// that contradicts itself raises an alarm, as do a refusal and a receipt for one order. While
    /// an alarm about an owner is open, its deliveries and refusals stay on the market, and its
    /// checkpoints in this home do not change. The buyer decides how to continue
    /// ([`Buyer::dismiss_alarm`]).
    ///
    /// # Errors
    /// `market` if the market cannot be read; `home-damaged`; errors of the database, such as
    /// `busy`.
    pub fn collect(&self) -> Result<Collected> {
        collect(self.home, &Work::silent())
    }

    /// Lists the deliveries to collect.
    fn collection_of(&self, store: Arc<MarketStore>, listed: Listed) -> Result<Collection> {
        let skipped = listed.odd;
        let (to_read, _) = ToRead::of(&self.context.read(), listed)?;
        let (held, answers) = if to_read.entries.is_empty() {
            (Vec::new(), HashMap::new())
        } else {
            (self.context.read().bases()?, self.answers()?)
        };
        Ok(Collection {
            to_read,
            skipped,
            buyer: self.context.identity.kid(),
            held,
            answers,
            store,
            vault: Arc::clone(&self.context.vault),
        })
    }

    /// Returns the orders of this home, each with the most bytes that a delivery for it can have.
    /// Answered ones too: what comes for one again may show that its owner contradicts itself.
    fn answers(&self) -> Result<HashMap<DocumentId, u64>> {
        let ordered = self.context.read().listings_of_orders()?;
        Ok(ordered
            .into_iter()
            .map(|(order, length)| (order, largest_delivery(length)))
            .collect())
    }

    fn store_fetched(&self, fetched: Fetched, looks: Vec<Look>) -> Result<Collected> {
        self.check_fetched(&fetched)?;
        let mut collected = Collected {
            releases: Vec::new(),
            declined: Vec::new(),
            rejected: Vec::new(),
            newer: 0,
            alarms: Vec::new(),
            unchecked: Vec::new(),
            skipped: fetched.skipped,
            market: None,
            german: None,
        };
        let mut refusals = Vec::new();
        for (entry, note) in fetched.notes {
            let read = match note {
                Note::Refusal(refusal) => self.verified_refusal(*refusal),
                Note::Faulty(why) => Err(why.into()),
            };
            if let Some(refused) = self.judged(read, &entry, &mut collected)? {
                refusals.push((entry, refused));
            }
        }
        let answered = self.answered_twice(&refusals, &fetched.bundles)?;
        let store = Arc::clone(&fetched.store);
        let histories = self.histories(&store, looks, &mut collected)?;
        // This includes alarms of this collection.
        let left_alone = self.owners_with_open_alarms(&mut collected)?;
        for (entry, refused) in &refusals {
            if left_alone.contains(&refused.listing.signer()) {
                continue;
            }
            match answered.get(&refused.order.id()) {
                Some((_, Trusted::Receipt)) => {
                    let writing = self.context.db.begin()?;
                    writing.mark_seen(&entry.path, &entry.version, None)?;
                    self.context.commit(writing)?;
                }
                _ => collected.declined.push(self.take_refusal(entry, refused)?),
            }
        }
        let distrusted = self.distrusted()?;
        for delivered in fetched.bundles {
            if left_alone.contains(&delivered.bundle.receipt.signer()) {
                continue;
            }
            if let Some((alarm, Trusted::Refusal)) = answered.get(&delivered.bundle.order.id()) {
                let why = DeliveryVerdict::RefusalTrusted { alarm: *alarm };
                self.reject(&mut collected, &delivered.entry, why.into())?;
                continue;
            }
            let Some(history) = histories.get(&delivered.bundle.receipt.signer().to_string())
            else {
                let why = DeliveryVerdict::NoOrder;
                self.reject(&mut collected, &delivered.entry, why.into())?;
                continue;
            };
            if matches!(history, History::Alarm(_)) {
                // Not dealt with: it may yet turn out that the market showed an old copy.
                continue;
            }
            if let Some(alarm) = distrusted.names(&delivered.bundle.checkpoint)
                && !self.continues(&store, history, &delivered.bundle.checkpoint)?
            {
                let left = UncheckedClause::LeftOnMarket {
                    path: delivered.entry.path.clone(),
                    alarm,
                };
                collected.unchecked.push(left.into());
                continue;
            }
            if history.is_early(&delivered.bundle.checkpoint) {
                let early = UncheckedClause::BeforeItsLog {
                    path: delivered.entry.path.clone(),
                };
                collected.unchecked.push(early.into());
                continue;
            }
            let taken = self.take_bundle(&store, &delivered, history);
            if let Some(receipt) = self.judged(taken, &delivered.entry, &mut collected)? {
                collected.releases.push(receipt);
            }
        }
        collected.german = german_in_views()
            .then(|| GermanCollected::of(&collected.rejected, &collected.unchecked));
        Ok(collected)
    }

    /// Refuses what was not fetched for this home as it is now.
    fn check_fetched(&self, fetched: &Fetched) -> Result<()> {
        self.context.check_begun_here(&fetched.vault)?;
        let stores = [&self.context.store, &self.context.mail];
        if !stores
            .iter()
            .any(|store| Arc::ptr_eq(&fetched.store, store))
        {
            return Err(
                Error::refused(ErrorCode::OtherHome, DeliveryMessage::OtherMarket)
                    .hint(DeliveryHint::CollectAgain),
            );
        }
        self.check_unseen(fetched)
    }

    /// Refuses what another collection has dealt with meanwhile.
    fn check_unseen(&self, fetched: &Fetched) -> Result<()> {
        let reading = self.context.read();
        let notes = fetched.notes.iter().map(|(entry, _)| entry);
        for entry in notes.chain(fetched.bundles.iter().map(|delivered| &delivered.entry)) {
            let known = reading
                .seen(&entry.path)?
                .is_some_and(|(version, faulty)| !faulty || version == entry.version);
            if known {
                return Err(Error::refused(
                    ErrorCode::HoldingChanged,
                    DeliveryMessage::CollectedMeanwhile,
                )
                .hint(DeliveryHint::CollectIfMoreExpected));
            }
        }
        Ok(())
    }

    /// Lists as [`deliveries_waiting`] does, with the home held all the while.
    ///
    /// # Errors
    /// As there.
    pub fn deliveries_waiting(&self) -> Result<Vec<String>> {
        deliveries_waiting(self.home)
    }

    /// Returns the facts to look up of every owner bought from, and of those whose deliveries just
    /// came.
    fn lookups(&self, fetched: &Fetched) -> Result<Vec<Lookup>> {
        self.check_fetched(fetched)?;
        let is_mail = Arc::ptr_eq(&fetched.store, &self.context.mail);
        let mut owners = self.witnessed_owners()?;
        let distrusted = self.distrusted()?;
        let mut came: BTreeMap<String, Vec<Checkpoint>> = BTreeMap::new();
        for Delivered { bundle, .. } in &fetched.bundles {
            // Anybody can send anything here; whose goods were ordered is for this home to say.
            if self
                .context
                .read()
                .order_placed(&bundle.order.id())?
                .is_some()
            {
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
        let mut lookups = Vec::new();
        for (seller, listing) in owners {
            let new = came.get(&seller).map_or(&[][..], Vec::as_slice);
            let has_mail = self.context.has_received_log(&listing.signer())?;
            if is_mail && new.is_empty() && !has_mail {
                continue;
            }
            // An owner whose ledger comes by mail need not be on the market.
            let may_be_missing = new.is_empty() && has_mail;
            lookups.push(self.lookup(&fetched.store, listing, new, may_be_missing)?);
        }
        Ok(lookups)
    }

    /// Returns the owners with an open alarm. Adds these alarms to the result of the collection.
    fn owners_with_open_alarms(&self, collected: &mut Collected) -> Result<BTreeSet<Kid>> {
        let mut owners = BTreeSet::new();
        for alarm in self.alarms()? {
            if alarm.dismissal.is_none() {
                owners.insert(alarm.seller_kid);
                if collected
                    .alarms
                    .iter()
                    .all(|one| one.number != alarm.number)
                {
                    collected.alarms.push(alarm);
                }
            }
        }
        Ok(owners)
    }

    /// Returns the history of each checked owner, by owner. Stores the checkpoint of each owner
    /// without an open alarm.
    fn histories(
        &self,
        store: &MarketStore,
        looks: Vec<Look>,
        collected: &mut Collected,
    ) -> Result<BTreeMap<String, History>> {
        let mut histories = BTreeMap::new();
        for look in looks {
            let (listing, history) = self.history_of(look)?;
            let owner = listing.signer();
            if self.context.read().open_alarms(&owner)?.is_empty() {
                let writing = self.context.db.begin()?;
                self.keep_checkpoint(&writing, store.url(), &owner, &history, None)?;
                self.context.commit(writing)?;
            }
            match &history {
                History::One(_) | History::Behind(_) => {}
                History::Unchecked(why, _) => {
                    let unchecked = UncheckedClause::NotCompared {
                        seller: listing.payload().seller_name.clone(),
                        why: why.clone(),
                    };
                    collected.unchecked.push(unchecked.into());
                }
                History::Alarm(alarm) => collected.alarms.push(alarm.as_ref().clone()),
            }
            histories.insert(listing.signer().to_string(), history);
        }
        Ok(histories)
    }

    /// Returns whether a checkpoint is one of the history that was found.
    fn continues(
        &self,
        store: &MarketStore,
        history: &History,
        checkpoint: &Checkpoint,
    ) -> Result<bool> {
        match history {
            History::One(published) => is_beginning(store, checkpoint, published),
            History::Behind(_) | History::Unchecked(..) | History::Alarm(_) => Ok(false),
        }
    }

    /// Returns the accepted delivery, if there is one. One that does not verify is rejected; an I/O
    /// error is passed on, and marks nothing.
    fn judged<T>(
        &self,
        taken: Judged<T>,
        entry: &MarketEntry,
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

    fn reject(
        &self,
        collected: &mut Collected,
        entry: &MarketEntry,
        why: Unverified,
    ) -> Result<()> {
        if why.is_newer() {
            collected.newer += 1;
            return Ok(());
        }
        let is_cut = why.is_cut();
        let why = why.at(Text::verbatim(&entry.path));
        let writing = self.context.db.begin()?;
        writing.mark_seen(&entry.path, &entry.version, Some(&why))?;
        self.context.commit(writing)?;
        if is_cut {
            // A file that is being copied: it is read again once it has changed.
            let cut = UncheckedClause::Incomplete {
                path: entry.path.clone(),
            };
            collected.unchecked.push(cut.into());
        } else {
            collected.rejected.push(why.why().clone());
        }
        Ok(())
    }

    /// Stores a verified bundle in one transaction.
    fn take_bundle(
        &self,
        store: &MarketStore,
        delivered: &Delivered,
        history: &History,
    ) -> Judged<ReceiptView> {
        let Delivered {
            entry,
            bundle,
            sealed,
            compared,
        } = delivered;
        let (receipt, order, listing) = (&bundle.receipt, &bundle.order, &bundle.listing);
        let Some((_, question)) = self.context.read().order_placed(&order.id())? else {
            return Err(Unverified::of(&DeliveryVerdict::NoOrder).into());
        };
        let held = self.context.read().held(&question)?;
        if order.payload().from > held.level {
            return Ok(Outcome::Early);
        }
        if order.payload().from != held.level {
            return Err(Unverified::of(&DeliveryVerdict::OtherLevel {
                from: order.payload().from,
                held: held.level,
            })
            .into());
        }
        if order.payload().previous_receipt != held.receipt {
            return Err(Unverified::of(&DeliveryVerdict::OtherReceipt).into());
        }
        let changed = match compared {
            Compared::Honest(changed) => changed,
            Compared::Wrong(why) => return Err(Unverified::of(why).into()),
            // What it goes on from was stored after this was fetched.
            Compared::Baseless => return Ok(Outcome::Early),
        };
        let writing = self.context.db.begin()?;
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
            store.url(),
            &receipt.signer(),
            history,
            Some(&bundle.checkpoint),
        )?;
        writing.mark_seen(&entry.path, &entry.version, None)?;
        self.context.commit(writing)?;
        Ok(Outcome::Taken(receipt_view(
            self.context,
            receipt,
            &self.context.name,
            &listing.payload().title,
            Widths::of(self.context).held(
                listing.payload(),
                &receipt.id(),
                receipt.payload().to,
            )?,
        )?))
    }

    /// Verifies that a refusal is one of an order of this home, by the seller.
    fn verified_refusal(&self, refusal: Signed<Refusal>) -> Judged<Refused> {
        let Some((order, _)) = self.context.read().order_placed(&refusal.payload().order)? else {
            return Err(Unverified::of(&DeliveryVerdict::NoOrder).into());
        };
        let listing = self.known_listing(&order.payload().listing)?;
        if listing.signer() != refusal.signer() {
            return Err(Unverified::of(&ObjectVerdict::NotFromSeller).into());
        }
        Ok(Outcome::Taken(Refused {
            refusal,
            order,
            listing,
        }))
    }

    /// Returns the number of the dismissed alarm and the trusted answer for each decided order with
    /// both a refusal and a receipt, held or just received. Raises an alarm for each such order
    /// that has no alarm yet.
    fn answered_twice(
        &self,
        refusals: &[(MarketEntry, Refused)],
        bundles: &[Delivered],
    ) -> Result<BTreeMap<DocumentId, (u64, Trusted)>> {
        let mut found = Vec::new();
        for (_, refused) in refusals {
            // Both are signed by the owner of the listing that the order names.
            let came = bundles
                .iter()
                .find(|Delivered { bundle, .. }| bundle.order.id() == refused.order.id());
            let receipt = match came {
                Some(delivered) => Some(delivered.bundle.receipt.clone()),
                None => self.context.read().receipt_held(&refused.order.id())?,
            };
            found.extend(receipt.map(|receipt| (refused.clone(), receipt)));
        }
        for Delivered { bundle, .. } in bundles {
            if let Some(refusal) = self.context.read().refusal_of(&bundle.order.id())? {
                let refused = Refused {
                    refusal,
                    order: bundle.order.clone(),
                    listing: bundle.listing.clone(),
                };
                found.push((refused, bundle.receipt.clone()));
            }
        }
        let mut answered = BTreeMap::new();
        for (refused, receipt) in found {
            let order = refused.order.id();
            let alarm = match self.alarm_of(&order)? {
                Some(alarm) => alarm,
                None => self.raise_answers(
                    &refused.order,
                    &refused.listing,
                    &receipt,
                    &refused.refusal,
                )?,
            };
            if let Some(dismissal) = alarm.dismissal {
                answered.insert(order, (alarm.number.get(), dismissal.trusted));
            }
        }
        Ok(answered)
    }

    /// Stores a verified refusal.
    fn take_refusal(&self, entry: &MarketEntry, refused: &Refused) -> Result<OrderView> {
        let writing = self.context.db.begin()?;
        writing.order_declined(&refused.refusal)?;
        writing.mark_seen(&entry.path, &entry.version, None)?;
        self.context.commit(writing)?;
        order_view(
            &Widths::of(self.context),
            &refused.order,
            &refused.listing,
            OrderStatus::Declined,
            Some(refused.refusal.payload().reason.clone()),
        )
    }
}
