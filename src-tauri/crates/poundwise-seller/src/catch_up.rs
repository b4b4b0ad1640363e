//! Catching up: an older copy of a home recovers from the market what its newest copy signed since.
//!
//! The entries that it lacks are read from the owner's own copies and verified against what vouches
//! for the longest log: the published checkpoint, the mark, or the checkpoint that a buyer's order
//! carried. Listings and withdrawals are on the market in plain text. What the newest copy alone
//! knew, and left no trace of, is treated as if the worst were true: rules are paused, a question
//! that the home cannot compute counts at its ceiling and its listing is withdrawn, and of what the
//! home held as a buyer it draws no new copies.

use std::collections::{HashMap, HashSet};

use poundwise_documents::{
    ReaderError,
    checkpoint::Checkpoint,
    jws::Signed,
    kinds::{Listing, Withdrawal},
    log::entry_number,
    log::{Frontier, Hash},
    tiles::{FULL, GrowthError, TiledLog, TilesError, check_growth},
    units::{Digest, DocumentId, MicroEpsilon, Salt, Timestamp},
};

use crate::{
    Seller,
    catalogue::{LISTING_LIMIT, WITHDRAWAL_LIMIT},
    error::{Error, ErrorCode, Result},
    exchange::{MarketLog, ReadError, delivery_path, listing_path, own_folder, withdrawal_path},
    hint::Act,
    home::Context,
    ids::RuleNumber,
    job::Job,
    ledger::{NewEntry, append},
    mark::Mark,
    names::PaymentNote,
    own_log::{Closed, OwnEntry, Published, root_at},
    store::{NewListing, Population, QuestionRow, Reading, SecretName, Setting, Writing},
    view::{CaughtUp, ListingStatus, RecoveredListing},
    work::Work,
};

/// Entries that are not on the market are named up to this many.
const NAMED: usize = 5;
/// Reason in a withdrawal that catching up signed.
const REASON: &str =
    "The seller's home was brought back from an older copy and cannot sell this any more.";

/// Entries and documents that the home lacks.
struct Lacking {
    /// Entries in sequence, from the end of the home's log.
    entries: Vec<OwnEntry>,
    market: OnMarket,
}

/// A sale that was caught up with.
struct Sold {
    sequence: u64,
    order: DocumentId,
    /// Name of its delivery on the market.
    delivery: String,
}

/// Documents of the market about this home's listings.
pub(super) struct OnMarket {
    /// Those that the home lacks, by time, each after the version that it replaces.
    pub(super) listings: Vec<Signed<Listing>>,
    /// Withdrawals by the listing that they end.
    withdrawals: HashMap<DocumentId, Signed<Withdrawal>>,
}

/// Evidence for the log that is caught up with.
struct Vouchers {
    published: Option<Mark>,
    mark: Option<Mark>,
    order: Option<Mark>,
}

fn mark_of(checkpoint: &Checkpoint) -> Mark {
    Mark {
        size: checkpoint.size(),
        root: checkpoint.root(),
        // A checkpoint says nothing of it.
        epoch: 0,
    }
}

impl Vouchers {
    /// Returns the epoch of the newest copy of this home on this machine.
    fn epoch(&self) -> u64 {
        self.mark.map_or(0, |mark| mark.epoch)
    }

    fn longest(&self) -> Option<Mark> {
        [self.published, self.mark, self.order]
            .into_iter()
            .flatten()
            .max_by_key(|mark| mark.size)
    }
}

impl Seller<'_> {
    /// Lets a home that is an older copy of itself catch up with its newest one: reads its own
    /// copies of the entries that it lacks from the market, verifies them against the published
    /// log, the mark or an order's checkpoint, whichever reaches furthest, stores them, and goes on
    /// sending. See the module. In a home that is not behind, it sends the own copies again that
    /// the market has lost.
    ///
    /// # Errors
    /// `market` when the market cannot be reached, `own-log-damaged` where its copy of the log does
    /// not verify: do it again then. `own-copies` where entries, or listings that they name, are
    /// not to be had, and `two-histories` where the home has entries that contradict what was
    /// shown: this home sells no more then. `sells-no-more` where that was found before;
    /// `mark-damaged`, `mark-unwritable`.
    pub fn catch_up(&self) -> Result<CaughtUp> {
        let closed = self.context.closed()?;
        if let Some(closed) = closed.filter(|closed| *closed != Closed::OwnCopies) {
            return Err(closed.refusal());
        }
        let published = self.context.published()?;
        unless_behind(self.context.check_published(&published))?;
        unless_behind(self.context.checked_mark().map(drop))?;
        let vouchers = Vouchers {
            published: published.checkpoint().map(mark_of),
            mark: self.context.mark.read()?,
            order: self.context.order_ahead()?.as_ref().map(mark_of),
        };
        let size = self.context.log_end(&self.context.read())?.size;
        let lacking = match vouchers.longest().filter(|target| target.size > size) {
            Some(target) => self.lacking(size, &published, target)?,
            None if vouchers.epoch() > self.context.read().epoch()? => Lacking {
                entries: Vec::new(),
                market: self.own_on_market()?,
            },
            None => {
                return match closed {
                    Some(closed) => Err(closed.refusal()),
                    None => self.mend_own_copies(),
                };
            }
        };
        let (mut caught, sold) = self.store_lacking(&lacking, &vouchers)?;
        self.context.read().hold_epoch(false)?;
        self.context.send_entries()?;
        for Sold {
            sequence,
            order,
            delivery,
        } in sold
        {
            if self.context.store.has(&delivery).unwrap_or(false) {
                continue;
            }
            let again = self
                .begin_approval(&order.into(), PaymentNote::default())
                .and_then(|approval| approval.complete(self.home, &Work::silent()));
            match again {
                Ok(_) => caught.delivered_again.push(entry_number(sequence)),
                Err(_) => caught.undelivered.push(entry_number(sequence)),
            }
        }
        Ok(caught)
    }

    /// Sends the own copies of entries that the market has lost.
    fn mend_own_copies(&self) -> Result<CaughtUp> {
        self.context.ready_to_send()?;
        let there: HashSet<String> = self
            .context
            .store
            .list(&own_folder(&self.context.identity.kid()))?
            .entries
            .into_iter()
            .map(|entry| entry.path)
            .collect();
        let own_copies = self.context.send_own_copies(0, &there)?;
        self.context.send();
        Ok(CaughtUp {
            entries: self.context.log_end(&self.context.read())?.size,
            own_copies,
            ..CaughtUp::default()
        })
    }

    /// Reads what this home lacks. Nothing is written but that it sells no more, where something is
    /// not to be had.
    fn lacking(&self, size: u64, published: &Published, target: Mark) -> Result<Lacking> {
        let market = self.own_on_market()?;
        let mut missing = Vec::new();
        let mut entries = Vec::new();
        let mut last = self.moment(&self.context.read())?.previous;
        if let Some(published) = published.checkpoint().filter(|p| p.size() > size) {
            for id in self.published_entries(size, published)? {
                match self.context.own_copy(&id)? {
                    Some(own) => entries.push(own),
                    None => missing.push(format!("entry {id}")),
                }
                last = Some(id);
            }
        }
        if missing.is_empty() && target.size > size + entries.len() as u64 {
            let next = size + entries.len() as u64;
            match self.unpublished_entries(&entries, last, target)? {
                Some(more) => entries.extend(more),
                None => missing.push(format!("entries {next} to {}", target.size - 1)),
            }
        }
        missing.extend(self.unnamed(&entries, &market)?);
        if missing.is_empty() {
            return Ok(Lacking { entries, market });
        }
        let more = missing.len().saturating_sub(NAMED);
        missing.truncate(NAMED);
        let mut list = missing.join(", ");
        if more > 0 {
            list.push_str(&format!(" and {more} more"));
        }
        Err(self.not_to_be_had(&list))
    }

    /// Notes that this home sells no more unless it catches up after all, and gives the refusal.
    fn not_to_be_had(&self, what: &str) -> Error {
        if let Err(error) = self.context.note_closed(Closed::OwnCopies) {
            return error;
        }
        Error::refused(
            ErrorCode::OwnCopies,
            format!(
                "The market {} does not have what this home needs to catch up: {what}. This \
                 home sells no more.",
                self.context.store.url()
            ),
        )
        .hint(
            "If the market was incomplete, or this backup is older than the home's recovery \
         key, bring what is missing back and catch up again.",
        )
        .hint(Act::GiveUp.to(
            "Otherwise create a new home whose populations carry the losses of this one, from a \
             file that this one writes",
        ))
    }

    /// Returns the ids of the published entries that this home lacks; that the published log
    /// continues this home's was checked.
    fn published_entries(&self, size: u64, published: &Checkpoint) -> Result<Vec<DocumentId>> {
        let log = MarketLog {
            store: &self.context.store,
            owner: self.context.identity.kid(),
        };
        let damaged = |error: ReaderError<TilesError, Error>| match error {
            ReaderError::Source(error) => error,
            ReaderError::Refused(other) => own_log_damaged(&other.to_string()),
        };
        let tiles = TiledLog::new(&log, published.size());
        match self.context.newest_checkpoint()? {
            Some(own) => {
                match check_growth(&log, &own, published) {
                    Ok(()) => {}
                    Err(ReaderError::Source(error)) => return Err(error),
                    Err(ReaderError::Refused(GrowthError::Tiles(error))) => {
                        return Err(own_log_damaged(&error.to_string()));
                    }
                    Err(error) => {
                        return Err(self.context.close(own.size(), format!(
                        "the ledger of this home on the market {} is another than this home's: \
                         {error}",
                        self.context.store.url()
                    )));
                    }
                }
            }
            None => {
                if tiles.root().map_err(damaged)? != published.root() {
                    return Err(own_log_damaged("its tiles do not give the signed root"));
                }
            }
        }
        let mut ids = Vec::new();
        for bundle in size / FULL..published.size().div_ceil(FULL) {
            let entries = tiles.entries(bundle).map_err(damaged)?;
            let known = size.saturating_sub(bundle * FULL);
            ids.extend(
                entries
                    .into_iter()
                    .skip(usize::try_from(known).unwrap_or(usize::MAX)),
            );
        }
        // Before any own copy is looked for: ids that are not under the signed root have none.
        let mut log = self.frontier()?;
        for id in &ids {
            log.push(Hash::of_entry(*id));
        }
        if log.root() != published.root() {
            return Err(own_log_damaged("its entries do not give the signed root"));
        }
        Ok(ids)
    }

    /// Returns the entries after the home's own and those `before`, the last of which is `last`, up
    /// to the target: they were sent and not published, so that they are found among the own
    /// copies, each naming the one before it. None where the chain has a gap or another root.
    fn unpublished_entries(
        &self,
        before: &[OwnEntry],
        last: Option<DocumentId>,
        target: Mark,
    ) -> Result<Option<Vec<OwnEntry>>> {
        let mut found: HashMap<DocumentId, OwnEntry> = HashMap::new();
        for entry in self
            .context
            .store
            .list(&own_folder(&self.context.identity.kid()))?
            .entries
        {
            let name = entry.path.rsplit('/').next().unwrap_or_default();
            let Some(id) = name
                .strip_suffix(".age")
                .and_then(|id| id.parse::<DocumentId>().ok())
            else {
                continue;
            };
            if !self.context.read().is_entry(&id)?
                && let Some(own) = self.context.own_copy(&id)?
            {
                found.insert(id, own);
            }
        }
        let mut known = self.frontier()?;
        for own in before {
            known.push(Hash::of_entry(own.place().id));
        }
        let next = known.size();
        // Of entries that were never shown there may be several lines, from several copies of the
        // home.
        let ends: Vec<DocumentId> = found
            .values()
            .filter(|own| own.place().sequence + 1 == target.size)
            .map(|own| own.place().id)
            .collect();
        for end in ends {
            let mut chain = Vec::new();
            let mut at = Some(end);
            while let Some(own) = at.and_then(|id| found.get(&id)) {
                let place = own.place();
                if place.sequence < next {
                    break;
                }
                chain.push(place.id);
                at = place.previous;
            }
            let mut log = known.clone();
            for id in chain.iter().rev() {
                log.push(Hash::of_entry(*id));
            }
            if at == last && (log.size(), log.root()) == (target.size, target.root) {
                return Ok(Some(
                    chain
                        .iter()
                        .rev()
                        .filter_map(|id| found.remove(id))
                        .collect(),
                ));
            }
        }
        Ok(None)
    }

    /// Returns the right edge of this home's own log. Cost: one pass over its entries.
    fn frontier(&self) -> Result<Frontier> {
        let mut frontier = Frontier::new();
        self.context
            .read()
            .each_entry_id(|id| frontier.push(Hash::of_entry(id)))?;
        Ok(frontier)
    }

    /// Returns the documents that entries name and neither this home nor the market has.
    fn unnamed(&self, entries: &[OwnEntry], market: &OnMarket) -> Result<Vec<String>> {
        let listings: HashSet<DocumentId> = market.listings.iter().map(Signed::id).collect();
        let questions: HashSet<Digest> = market
            .listings
            .iter()
            .map(|listing| listing.payload().seed_commitment)
            .collect();
        let mut missing = Vec::new();
        for entry in entries {
            match entry {
                OwnEntry::Receipt(receipt, _) => {
                    let id = receipt.payload().listing;
                    if !listings.contains(&id) && self.context.read().own_listing(&id)?.is_none() {
                        missing.push(format!("listing {id}"));
                    }
                }
                OwnEntry::Grant(grant) => {
                    let id = grant.payload().question;
                    if !questions.contains(&id)
                        && !self.context.read().question(&id).map(|q| q.is_some())?
                    {
                        missing.push(format!("a listing of question {id}"));
                    }
                }
                OwnEntry::Cap(_) => {}
            }
        }
        Ok(missing)
    }

    /// Returns the listings of this home on the market that it lacks, and all its withdrawals
    /// there.
    pub(super) fn own_on_market(&self) -> Result<OnMarket> {
        let owner = self.context.identity.kid();
        let mut listings = Vec::new();
        for entry in self.context.store.list("listings")?.entries {
            let text = match self.context.store.get(&entry, LISTING_LIMIT) {
                Ok(bytes) => String::from_utf8(bytes).unwrap_or_default(),
                Err(ReadError::TooLarge(_) | ReadError::Entry(_)) => continue,
                Err(ReadError::Market(error)) => return Err(error),
            };
            let Ok(listing) = Signed::<Listing>::verify(text.trim_end()) else {
                continue;
            };
            if listing.signer() == owner
                && entry.path == listing_path(&listing.id())
                && self.context.read().own_listing(&listing.id())?.is_none()
            {
                listings.push(listing);
            }
        }
        let mut withdrawals = HashMap::new();
        for entry in self.context.store.list("withdrawals")?.entries {
            let text = match self.context.store.get(&entry, WITHDRAWAL_LIMIT) {
                Ok(bytes) => String::from_utf8(bytes).unwrap_or_default(),
                Err(ReadError::TooLarge(_) | ReadError::Entry(_)) => continue,
                Err(ReadError::Market(error)) => return Err(error),
            };
            if let Ok(withdrawal) = Signed::<Withdrawal>::verify(text.trim_end())
                && withdrawal.signer() == owner
            {
                withdrawals.insert(withdrawal.payload().listing, withdrawal);
            }
        }
        Ok(OnMarket {
            listings: in_order(listings),
            withdrawals,
        })
    }

    /// Stores what was lacking, in one transaction, and gives the sales in it.
    fn store_lacking(
        &self,
        lacking: &Lacking,
        vouchers: &Vouchers,
    ) -> Result<(CaughtUp, Vec<Sold>)> {
        let writing = self.context.db.begin()?;
        let start = self.context.log_end(&writing)?.size;
        let mut caught = CaughtUp::default();
        let now = self.moment(&writing)?.now;
        let mut recovery = Recovery::new(self.context, &writing, lacking, start, now)?;
        recovery.populations(&mut caught)?;
        recovery.listings(&mut caught)?;
        let mut sold = Vec::new();
        for entry in &lacking.entries {
            recovery.entry(entry, &mut caught)?;
            if let OwnEntry::Receipt(receipt, order) = entry {
                sold.push(Sold {
                    sequence: receipt.payload().sequence,
                    order: order.id(),
                    delivery: delivery_path(&order.signer(), &receipt.id()),
                });
            }
        }
        if let Some(size) = contradicted(&writing, vouchers)? {
            drop(writing);
            return Err(self.context.close(size, format!(
                "what was shown and what was written of this home's ledger contradict each other: \
                 after {size} entries their roots differ"
            )));
        }
        let paused = writing.pause_rules()?;
        caught.rules_paused = paused.into_iter().map(RuleNumber::new).collect();
        caught.copies_ended = writing.end_copies()?;
        caught.entries = self.context.log_end(&writing)?.size;
        // Invoices are not on the market: which numbers the newer copy used, its owner knows.
        writing.note(Setting::InvoiceNumber, "")?;
        // Nor is what was recorded of payments: what was paid back since, its owner knows too.
        writing.note(Setting::CaughtUp, &self.context.now()?.to_string())?;
        caught.payments = !writing.bookings()?.is_empty();
        self.context.reopen(&writing)?;
        writing.rise_above(vouchers.epoch())?;
        self.context.commit_one_of_many(writing)?;
        Ok((caught, sold))
    }
}

/// Storing what was lacking, in a transaction.
struct Recovery<'a> {
    context: &'a Context,
    writing: &'a Writing<'a>,
    lacking: &'a Lacking,
    /// End of the home's own log.
    start: u64,
    /// The questions that the home cannot compute.
    unknown: HashSet<Digest>,
    /// Series and version of each listing, of the home's own first.
    series: HashMap<DocumentId, (DocumentId, u64, ListingStatus)>,
    /// Not before the last entry.
    now: Timestamp,
}

impl<'a> Recovery<'a> {
    fn new(
        context: &'a Context,
        writing: &'a Writing<'a>,
        lacking: &'a Lacking,
        start: u64,
        now: Timestamp,
    ) -> Result<Self> {
        let mut unknown = HashSet::new();
        for listing in &lacking.market.listings {
            let question = listing.payload().seed_commitment;
            // One that was caught up with before is there, without its numbers.
            if !context.read().has_secret(SecretName::Question(question))? {
                unknown.insert(question);
            }
        }
        let series = writing
            .own_listings()?
            .into_iter()
            .map(|own| (own.listing.id(), (own.series, own.version, own.status)))
            .collect();
        Ok(Self {
            context,
            writing,
            lacking,
            start,
            unknown,
            series,
            now: lacking
                .entries
                .last()
                .map_or(now, |last| now.max(last.place().issued_at)),
        })
    }

    /// Populations and questions as the listings state them, the latest listing last.
    fn populations(&mut self, caught: &mut CaughtUp) -> Result<()> {
        for listing in &self.lacking.market.listings {
            let l = listing.payload();
            let known = self.writing.find_population(&l.population)?;
            if let Some(known) = known {
                let carried = known.carried.max(l.population_carried_micro_epsilon);
                self.writing.set_carried(&known.id, carried)?;
            } else {
                let name = format!("recovered {}", l.population);
                self.writing.insert_population(&Population {
                    id: l.population,
                    name: name.clone(),
                    unit_name: l.unit_name.clone(),
                    adjacency: l.adjacency,
                    cap: l.population_cap_micro_epsilon,
                    carried: l.population_carried_micro_epsilon,
                    merged_into: None,
                    created_at: l.issued_at.to_string(),
                })?;
                caught.populations.push(name);
            }
            let question = l.seed_commitment;
            match self.writing.question(&question)? {
                // Its secrets are gone with the newest copy of the home, unless it is listed again.
                None => self.writing.insert_question(&QuestionRow {
                    id: question,
                    population: l.population,
                    dataset: None,
                    statement: None,
                    data_commitment: l.data_commitment,
                    sold: MicroEpsilon::ZERO,
                    assumed: l.ceiling_micro_epsilon,
                    sealed_at: None,
                })?,
                Some(known) => {
                    // It may have been listed again in a population that its own was merged into.
                    self.writing.move_question(&question, &l.population)?;
                    if self.unknown.contains(&question) {
                        let assumed = known.assumed.max(l.ceiling_micro_epsilon);
                        self.writing.assume(&question, assumed)?;
                    } else if let Some(dataset) = known.dataset {
                        self.writing.move_dataset(&dataset, &l.population)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Takes over listings and withdrawals. Those of questions that the home cannot compute are
    /// withdrawn.
    fn listings(&mut self, caught: &mut CaughtUp) -> Result<()> {
        let market = &self.lacking.market;
        let replaced: HashSet<DocumentId> = market
            .listings
            .iter()
            .filter_map(|listing| listing.payload().previous)
            .collect();
        // What became of the home's own listings since.
        let own: Vec<_> = self
            .series
            .iter()
            .filter(|(_, (.., status))| *status == ListingStatus::Open)
            .map(|(id, _)| *id)
            .collect();
        for id in own {
            if let Some(withdrawal) = market.withdrawals.get(&id) {
                self.store_withdrawal(withdrawal, self.after_sales(&id, withdrawal))?;
            } else if replaced.contains(&id) {
                self.writing.replace_listing(&id)?;
            }
        }
        let mut before: HashMap<DocumentId, u64> = HashMap::new();
        for listing in &market.listings {
            let (id, l) = (listing.id(), listing.payload());
            let question = l.seed_commitment;
            let (series, version) = match l.previous.and_then(|p| self.series.get(&p)) {
                Some((series, version, _)) => (*series, version + 1),
                None => (id, 0),
            };
            let withdrawn = market.withdrawals.get(&id);
            let open = withdrawn.is_none() && !replaced.contains(&id);
            let unknown = self.unknown.contains(&question);
            let place = self.place(listing, l.previous.and_then(|p| before.get(&p).copied()));
            before.insert(id, place);
            if open && !unknown {
                self.end_other(&question)?;
            }
            let status = if open && !unknown {
                ListingStatus::Open
            } else {
                ListingStatus::Replaced
            };
            self.writing.insert_listing(&NewListing {
                signed: listing,
                series,
                version,
                status,
                position: place,
            })?;
            self.writing
                .enqueue(&listing_path(&id), listing.compact().as_bytes())?;
            self.series.insert(id, (series, version, status));
            if let Some(withdrawal) = withdrawn {
                self.store_withdrawal(withdrawal, self.after_sales(&id, withdrawal))?;
            } else if open && unknown {
                self.withdraw(&id)?;
            }
            let recovered = RecoveredListing {
                id: id.to_string(),
                title: l.title.clone(),
                population: self.writing.population(&l.population)?.name,
                counts_micro_epsilon: unknown.then_some(l.ceiling_micro_epsilon.get()),
                withdrawn: open && unknown,
            };
            caught.listings.push(recovered);
        }
        caught.listings.sort_by_key(|listing| !listing.withdrawn);
        Ok(())
    }

    /// Ends what is open of a question before another listing of it is stored: two copies of the
    /// home may have listed it.
    fn end_other(&mut self, question: &Digest) -> Result<()> {
        match self.writing.open_of(question)? {
            Some(open) => self.withdraw(&open),
            None => Ok(()),
        }
    }

    /// Withdraws a listing that the home cannot sell any more.
    fn withdraw(&self, listing: &DocumentId) -> Result<()> {
        let listed: Signed<Listing> = self.writing.signed(listing)?;
        let signed = self.context.sign(Withdrawal {
            listing: *listing,
            reason: REASON.to_owned(),
            jwk: self.context.identity.jwk(),
            issued_at: self.now.max(listed.payload().issued_at),
        })?;
        let end = self.start + self.lacking.entries.len() as u64;
        self.store_withdrawal(&signed, end)
    }

    fn store_withdrawal(&self, withdrawal: &Signed<Withdrawal>, place: u64) -> Result<()> {
        self.writing.end_listing(withdrawal, place)?;
        self.writing.enqueue(
            &withdrawal_path(&withdrawal.id()),
            withdrawal.compact().as_bytes(),
        )
    }

    /// Returns the number of entries in the ledger when a listing was signed: not fewer than when
    /// the version before it was signed, before the first receipt that names it, and where the cap
    /// in force was the one it states. Times tell which of these places it is. Where they allow
    /// none of them, a clock was wrong, and it is the first.
    fn place(&self, listing: &Signed<Listing>, previous: Option<u64>) -> u64 {
        let l = listing.payload();
        let first = self
            .receipts_of(&listing.id())
            .next()
            .unwrap_or(self.start + self.lacking.entries.len() as u64);
        let earliest = self.entries_at(|time| time < l.issued_at);
        let latest = self.entries_at(|time| time <= l.issued_at).min(first);
        let previous = previous.unwrap_or(self.start);
        (earliest.max(previous)..=latest)
            .chain(previous..=first)
            .find(|place| {
                self.cap_at(&l.population, *place) == Some(l.population_cap_micro_epsilon)
            })
            .unwrap_or(latest)
    }

    /// Returns the number of entries when a listing was withdrawn: after every receipt that names
    /// it.
    fn after_sales(&self, listing: &DocumentId, withdrawal: &Signed<Withdrawal>) -> u64 {
        let last = self.receipts_of(listing).last().map_or(0, |last| last + 1);
        let time = withdrawal.payload().issued_at;
        self.entries_at(|entry| entry <= time).max(last)
    }

    /// Returns the number of entries whose time fulfils a condition that later ones do not.
    fn entries_at(&self, condition: impl Fn(Timestamp) -> bool) -> u64 {
        let entries = &self.lacking.entries;
        self.start + entries.partition_point(|own| condition(own.place().issued_at)) as u64
    }

    /// Returns the places of the receipts that name a listing, rising.
    fn receipts_of(&self, listing: &DocumentId) -> impl Iterator<Item = u64> {
        let listing = *listing;
        self.lacking
            .entries
            .iter()
            .filter_map(move |own| match own {
                OwnEntry::Receipt(receipt, _) => {
                    (receipt.payload().listing == listing).then(|| receipt.payload().sequence)
                }
                OwnEntry::Grant(_) | OwnEntry::Cap(_) => None,
            })
    }

    /// Returns the cap of a population after so many entries, as far as the entries that were
    /// lacking say.
    fn cap_at(&self, population: &Salt, place: u64) -> Option<MicroEpsilon> {
        let mut caps = self.lacking.entries.iter().filter_map(|own| match own {
            OwnEntry::Cap(cap) if cap.payload().population == *population => Some(cap.payload()),
            _ => None,
        });
        let mut in_force = None;
        for cap in caps.by_ref() {
            if cap.sequence < place {
                in_force = Some(cap.new_micro_epsilon);
            } else {
                return Some(in_force.unwrap_or(cap.old_micro_epsilon));
            }
        }
        in_force.or_else(|| {
            self.writing
                .population(population)
                .ok()
                .map(|population| population.cap)
        })
    }

    /// Appends an entry to the log, with what it says.
    fn entry(&mut self, entry: &OwnEntry, caught: &mut CaughtUp) -> Result<()> {
        match entry {
            OwnEntry::Receipt(receipt, order) => {
                caught.receipts += 1;
                self.writing.receive_order(order)?;
                self.writing.order_approved(&order.id())?;
                append(self.context, self.writing, NewEntry::Receipt(receipt))?;
                let question = self.writing.question_of(&receipt.payload().listing)?;
                self.writing.insert_receipt(receipt, &question)
            }
            OwnEntry::Grant(grant) => {
                caught.grants += 1;
                append(self.context, self.writing, NewEntry::Grant(grant))?;
                let g = grant.payload();
                self.writing.insert_grant(g.sequence, &g.question, None)
            }
            OwnEntry::Cap(cap) => {
                caught.caps += 1;
                append(self.context, self.writing, NewEntry::Cap(cap))?;
                let c = cap.payload();
                self.writing.set_cap(&c.population, c.new_micro_epsilon)
            }
        }
    }
}

/// Compares the log, as it is in the transaction, with everything that vouches for it, and gives
/// the size at which it is another than one of them.
fn contradicted(reading: &Reading<'_>, vouchers: &Vouchers) -> Result<Option<u64>> {
    let all = [vouchers.published, vouchers.mark, vouchers.order];
    for voucher in all.into_iter().flatten() {
        if root_at(reading, voucher.size)? != voucher.root {
            return Ok(Some(voucher.size));
        }
    }
    Ok(None)
}

/// Returns listings by time, each after the version that it replaces.
fn in_order(mut listings: Vec<Signed<Listing>>) -> Vec<Signed<Listing>> {
    listings.sort_by_key(|listing| {
        (
            std::cmp::Reverse(listing.payload().issued_at),
            listing.id().to_string(),
        )
    });
    let mut waiting: HashSet<DocumentId> = listings.iter().map(Signed::id).collect();
    let mut ordered = Vec::with_capacity(listings.len());
    while !listings.is_empty() {
        // The earliest one whose version before is not among those that wait. An id is a hash of
        // what names its predecessor, so that there is always one.
        let ready = listings.iter().rposition(|listing| {
            listing
                .payload()
                .previous
                .is_none_or(|previous| !waiting.contains(&previous))
        });
        let next = listings.remove(ready.unwrap_or(0));
        waiting.remove(&next.id());
        ordered.push(next);
    }
    ordered
}

/// Passes on every refusal but those that catching up is for.
fn unless_behind(checked: Result<()>) -> Result<()> {
    match checked {
        Err(error)
            if matches!(
                error.code(),
                ErrorCode::BehindMark | ErrorCode::BehindMarket
            ) =>
        {
            Ok(())
        }
        other => other,
    }
}

fn own_log_damaged(why: &str) -> Error {
    Error::unverified(
        ErrorCode::OwnLogDamaged,
        format!("This home's ledger on the market cannot be read: {why}."),
    )
    .hint(
        "Nothing was changed. Where the market is copied by another program, wait until that is \
     done, and catch up again.",
    )
}
