//! Catching up: an older copy of a home recovers from the market the entries that its newest copy
//! has signed since.
//!
//! The missing entries are read from the owner's own copies and verified against the evidence for
//! the longest log: the published checkpoint, the mark, or the checkpoint that a buyer's order
//! carried. Listings and withdrawals are on the market in plain text. Entries restore new
//! populations with their names, caps and merges.
//!
//! Facts that only the newest copy knew are assumed at their worst. Rules are paused. A question
//! that the home cannot compute counts at its ceiling, which an entry of its population states, and
//! its listing is withdrawn. The home draws no new copies of the releases that it has bought.

use std::{
    collections::{HashMap, HashSet},
    io::BufReader,
    path::Path,
};

use poundwise_documents::{
    ReaderError,
    bundle::{Bundle, MAX_BUNDLE},
    checkpoint::Checkpoint,
    jws::Signed,
    keys::PublicKey,
    kinds::{Listing, PopulationEntry, Withdrawal},
    ledger::LedgerReader,
    log::entry_number,
    log::{Frontier, Hash},
    market::{LISTINGS, MarketLog, WITHDRAWALS, delivery_path, listing_path, withdrawal_path},
    tiles::{FULL, GrowthError, TiledLog, TilesError, check_growth},
    units::{Digest, DocumentId, LossPair, MicroEpsilon, Salt, Timestamp},
};

use crate::{
    Seller,
    availability::state_caught_up,
    catalogue::{LISTING_LIMIT, WITHDRAWAL_LIMIT},
    error::{Error, ErrorCode, ErrorPlace, Result},
    exchange::ReadError,
    files::{open_regular, read_file},
    hint::Act,
    home::Context,
    ids::RuleNumber,
    job::Job,
    ledger::{NewEntry, append},
    mark::Mark,
    messages::{CatchUpMessage, MissingPart, TextList},
    names::{PaymentNote, PopulationName},
    own_log::{Closed, LogCode, MarketComparison, OwnEntry, Published, root_at},
    stated::{Assumed, state, state_populations},
    store::{
        NewListing, Population, QuestionRow, Reading, SecretName, Setting, Writing, loss_plus,
    },
    view::{CaughtUp, ListingStatus, RecoveredListing},
    work::Work,
};

/// Reason in the entries of a home that its owner confirmed without the code of its last entry.
const ACCEPTED_REASON: &str = "The owner accepted this copy of the home as the newest one without \
                               the code of the last entry.";
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

/// Documents of the market about this home's listings.
#[derive(Default)]
pub(super) struct OnMarket {
    /// Those that the home lacks, by time, each after the version that it replaces.
    pub(super) listings: Vec<Signed<Listing>>,
    /// Withdrawals by the listing that they end.
    withdrawals: HashMap<DocumentId, Signed<Withdrawal>>,
}

/// Evidence for the log that is caught up with.
#[derive(Default)]
struct Vouchers {
    published: Option<Mark>,
    mark: Option<Mark>,
    order: Option<Mark>,
}

fn mark_of(checkpoint: &Checkpoint) -> Mark {
    Mark {
        size: checkpoint.size(),
        root: checkpoint.root(),
        // A checkpoint has neither of these.
        epoch: 0,
        ended: false,
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
    /// Brings an older copy of this home up to date. Reads the home's own copies of the missing
    /// entries from the market, verifies them against all evidence (the published log, the mark,
    /// checkpoints in orders), stores them and resumes sending. Own copies beyond the evidence are
    /// included. A home that is up to date sends again the objects that the market has lost. See
    /// the module.
    ///
    /// # Errors
    /// `market` if the market cannot be reached; `own-log-damaged` if its copy of the log does not
    /// verify: try again later. `own-copies` if entries, or listings that they name, are missing;
    /// `two-histories` if the home has entries that contradict the evidence: the home sells no more
    /// in both cases. `sells-no-more` if this was found earlier. `unconfirmed-home` and
    /// `mark-damaged` if the evidence has no newer entries and the owner must confirm the home.
    /// `mark-unwritable`.
    pub fn catch_up(&self) -> Result<CaughtUp> {
        self.catch_up_with(&[])
    }

    /// Catches up as [`Seller::catch_up`], with files from other people: bundles, ledgers and
    /// checkpoints of this home. They may be newer than the log on the market.
    ///
    /// # Errors
    /// As [`Seller::catch_up`]; `evidence-file` if a file has no checkpoint of this home.
    pub fn catch_up_with(&self, files: &[&Path]) -> Result<CaughtUp> {
        let closed = self.context.closed()?;
        if let Some(closed) = closed.filter(|closed| *closed != Closed::OwnCopies) {
            return Err(closed.refusal());
        }
        for file in files {
            let seen = evidence_in(file, &self.context.identity.public_key())?;
            unless_behind(self.context.check_seen_checkpoint(&seen))?;
        }
        let evidence = self.context.evidence()?;
        unless_behind(self.context.check_evidence(&evidence))?;
        let mark = match self.context.checked_mark() {
            Ok(found) => found.valid(),
            Err(error) if is_behind(&error) => self.context.mark.read()?.valid(),
            Err(error) => return Err(error),
        };
        let vouchers = Vouchers {
            published: evidence.published.checkpoint().map(mark_of),
            mark,
            order: self.context.order_ahead()?.as_ref().map(mark_of),
        };
        let size = self.context.log_end(&self.context.read())?.size;
        let lacking = self.lacking(size, &evidence.published, &vouchers)?;
        if lacking.entries.is_empty() && vouchers.epoch() <= self.context.read().epoch()? {
            return match closed {
                Some(closed) => Err(closed.refusal()),
                None => self.mended(),
            };
        }
        self.store_and_send(&lacking, &vouchers)
    }

    /// Repairs the market from this home, which is its newest copy.
    fn mended(&self) -> Result<CaughtUp> {
        Ok(CaughtUp {
            mended: self.context.compare_market(MarketComparison::Whole)?,
            entries: self.context.read().log_size()?,
            ..CaughtUp::default()
        })
    }

    /// Stores the missing entries and listings, sends them, and repeats missing deliveries.
    fn store_and_send(&self, lacking: &Lacking, vouchers: &Vouchers) -> Result<CaughtUp> {
        let mut caught = self.store_lacking(lacking, vouchers, vouchers.mark.is_some())?;
        self.context.read().hold_epoch(false)?;
        self.context.send_entries()?;
        match self.context.check_own_history() {
            Ok(()) => self.deliver_unsent(&mut caught)?,
            // The rest is sent when the owner confirms the home.
            Err(error) if needs_confirmation(&error) => caught.unconfirmed = true,
            Err(error) => return Err(error),
        }
        Ok(caught)
    }

    /// Delivers sales of another copy of this home again if their deliveries are neither in this
    /// home nor on the market. Cost: one look-up per receipt.
    fn deliver_unsent(&self, caught: &mut CaughtUp) -> Result<()> {
        for (receipt, order) in self.context.read().sales_not_sent()? {
            let sequence = receipt.payload().sequence;
            let delivery = delivery_path(&order.signer(), &receipt.id());
            if self.context.store.has(&delivery).unwrap_or(false) {
                continue;
            }
            let again = self
                .begin_approval(&order.id().into(), PaymentNote::default())
                .and_then(|approval| approval.complete(self.home, &Work::silent()));
            match again {
                Ok(_) => caught.delivered_again.push(entry_number(sequence)),
                Err(_) => caught.undelivered.push(entry_number(sequence)),
            }
        }
        Ok(())
    }

    /// Confirms a home without a valid mark by the code of its owner's last receipt or change, and
    /// writes its mark. Listings on the market that the home does not know are first stored at the
    /// worst case and withdrawn. They do not prevent the confirmation.
    ///
    /// # Errors
    /// `code-ahead` and `code-differs`; those of [`Seller::approve`] if the home is behind or
    /// closed, or if its market cannot be read; `mark-unwritable`.
    pub fn confirm_newest(&self, code: LogCode) -> Result<CaughtUp> {
        self.context.check_confirmable()?;
        self.context.check_code(code)?;
        self.adopt_and_confirm()
    }

    /// Confirms a home without its code. The owner accepts that newer entries may be hidden, and an
    /// entry of each population states this. The result is sound if the operator of the market is
    /// honest. A home that needs no confirmation is not changed.
    ///
    /// # Errors
    /// As [`Seller::confirm_newest`], except the errors of a code.
    pub fn accept_without_code(&self) -> Result<CaughtUp> {
        self.context.check_confirmable()?;
        if self.context.check_own_history().is_ok() {
            return self.mended();
        }
        let writing = self.context.db.begin()?;
        for population in writing.populations()? {
            if population.merged_into.is_none() {
                let none = Assumed::new();
                state(self.context, &writing, &population, &none, ACCEPTED_REASON)?;
            }
        }
        self.context.commit_one_of_many(writing)?;
        self.adopt_and_confirm()
    }

    /// Stores and withdraws listings that this home does not know, and writes the mark.
    fn adopt_and_confirm(&self) -> Result<CaughtUp> {
        let market = self.own_on_market()?;
        let mut caught = CaughtUp::default();
        if !market.listings.is_empty() {
            let lacking = Lacking {
                entries: Vec::new(),
                market,
            };
            caught = self.store_lacking(&lacking, &Vouchers::default(), true)?;
        }
        self.context.note_confirmed()?;
        self.context.send();
        self.deliver_unsent(&mut caught)?;
        caught.entries = self.context.log_end(&self.context.read())?.size;
        Ok(caught)
    }

    /// Reads what this home lacks. Nothing is written but that it sells no more, where something is
    /// not to be had.
    fn lacking(&self, size: u64, published: &Published, vouchers: &Vouchers) -> Result<Lacking> {
        let mut missing = Vec::new();
        let mut entries = Vec::new();
        let mut last = self.context.read().last_entry()?.map(|entry| entry.id);
        if let Some(published) = published.checkpoint().filter(|p| p.size() > size) {
            for (sequence, id) in (size..).zip(self.published_entries(size, published)?) {
                match self.context.own_copy(sequence, &id)? {
                    Some(own) => entries.push(own),
                    None => missing.push(MissingPart::Entry { id }),
                }
                last = Some(id);
            }
        }
        if missing.is_empty() {
            let next = size + entries.len() as u64;
            let beyond = vouchers.longest().filter(|target| target.size > next);
            match self.beyond_published(&entries, last, beyond)? {
                Some(more) => entries.extend(more),
                None => {
                    missing.push(MissingPart::Entries {
                        first: next + 1,
                        last: beyond.map_or(next, |target| target.size),
                    });
                }
            }
        }
        let market = if entries.is_empty() && vouchers.epoch() <= self.context.read().epoch()? {
            OnMarket::default()
        } else {
            self.own_on_market()?
        };
        missing.extend(self.unnamed(&entries, &market)?);
        if missing.is_empty() {
            return Ok(Lacking { entries, market });
        }
        Err(self.not_to_be_had(TextList::of(missing, NAMED)))
    }

    /// Notes that this home sells no more unless it catches up after all, and gives the refusal.
    fn not_to_be_had(&self, missing: TextList) -> Error {
        if let Err(error) = self.context.note_closed(Closed::OwnCopies) {
            return error;
        }
        Error::refused(
            ErrorCode::OwnCopies,
            CatchUpMessage::OwnCopiesMissing {
                market: self.context.store.url().to_string(),
                missing,
            },
        )
        .hint(CatchUpMessage::CompleteMarket)
        .hint(Act::GiveUp.to(CatchUpMessage::GiveUp))
    }

    /// Returns the ids of the published entries that this home lacks; that the published log
    /// continues this home's was checked.
    fn published_entries(&self, size: u64, published: &Checkpoint) -> Result<Vec<DocumentId>> {
        let log = MarketLog {
            store: &*self.context.store,
            owner: self.context.identity.kid(),
        };
        let damaged = |error: ReaderError<TilesError, Error>| match error {
            ReaderError::Source(error) => error,
            ReaderError::Refused(other) => unreadable_tiles(&other),
        };
        let tiles = TiledLog::new(&log, published.size());
        match self.context.newest_checkpoint()? {
            Some(own) => match check_growth(&log, &own, published) {
                Ok(()) => {}
                Err(ReaderError::Source(error)) => return Err(error),
                Err(ReaderError::Refused(GrowthError::Tiles(error))) => {
                    return Err(unreadable_tiles(&error));
                }
                Err(error) => {
                    let what = CatchUpMessage::OtherLedger {
                        market: self.context.store.url().to_string(),
                        why: error.to_string(),
                    };
                    return Err(self.context.close(own.size(), what, published.note()));
                }
            },
            None => {
                if tiles.root().map_err(damaged)? != published.root() {
                    return Err(own_log_damaged(CatchUpMessage::OwnTilesDiffer));
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
            return Err(own_log_damaged(CatchUpMessage::OwnEntriesDiffer));
        }
        Ok(ids)
    }

    /// Returns the entries after the home's own and `before`, which ends with `last`. These entries
    /// were sent but not published, so they are taken from the own copies, each naming its
    /// predecessor. Returns `None` if no chain of them reaches the target with its root.
    fn beyond_published(
        &self,
        before: &[OwnEntry],
        last: Option<DocumentId>,
        target: Option<Mark>,
    ) -> Result<Option<Vec<OwnEntry>>> {
        let mut known = self.frontier()?;
        for own in before {
            known.push(Hash::of_entry(own.place().id));
        }
        let next = known.size();
        let copies = self.context.own_copies(next, true)?;
        let size = target.map(|target| target.size);
        Ok(copies.longest_line(next, last, size, |line| {
            let mut log = known.clone();
            for id in line {
                log.push(Hash::of_entry(*id));
            }
            target.is_some_and(|target| log.root() == target.root)
        }))
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
    fn unnamed(&self, entries: &[OwnEntry], market: &OnMarket) -> Result<Vec<MissingPart>> {
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
                        missing.push(MissingPart::Listing { id });
                    }
                }
                OwnEntry::Grant(grant) => {
                    let id = grant.payload().question;
                    if !questions.contains(&id)
                        && !self.context.read().question(&id).map(|q| q.is_some())?
                    {
                        missing.push(MissingPart::ListingOf { question: id });
                    }
                }
                OwnEntry::Population(entry, _) => {
                    for assumed in &entry.payload().assumed {
                        let id = assumed.question;
                        if !questions.contains(&id) && self.context.read().question(&id)?.is_none()
                        {
                            missing.push(MissingPart::ListingOf { question: id });
                        }
                    }
                }
            }
        }
        Ok(missing)
    }

    /// Returns the listings of this home on the market that it lacks, and all its withdrawals
    /// there.
    pub(super) fn own_on_market(&self) -> Result<OnMarket> {
        let owner = self.context.identity.kid();
        let mut listings = Vec::new();
        for entry in self.context.store.list_all(LISTINGS)?.entries {
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
        for entry in self.context.store.list_all(WITHDRAWALS)?.entries {
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

    /// Stores the missing entries and listings in one transaction. Assumptions about populations
    /// need an entry, which is signed now if the home is known to be its newest copy afterwards
    /// (`may_sign`).
    fn store_lacking(
        &self,
        lacking: &Lacking,
        vouchers: &Vouchers,
        may_sign: bool,
    ) -> Result<CaughtUp> {
        let writing = self.context.db.begin()?;
        let start = self.context.log_end(&writing)?.size;
        let mut caught = CaughtUp::default();
        let now = self.moment(&writing)?.now;
        let mut recovery = Recovery::new(self.context, &writing, lacking, start, now)?;
        recovery.populations(&mut caught)?;
        recovery.listings(&mut caught)?;
        for entry in &lacking.entries {
            recovery.entry(entry, &mut caught)?;
        }
        if let Some(Mark { size, root, .. }) = contradicted(&writing, vouchers)? {
            drop(writing);
            return Err(self.context.close(
                size,
                CatchUpMessage::SeenLedgerDiffers { entries: size },
                &format!("seen {size} {root}"),
            ));
        }
        recovery.apply_worst()?;
        // Only the newest copy signs entries. An unconfirmed home signs its assumptions before it
        // signs anything else.
        if may_sign && recovery.assumes {
            state_populations(self.context, &writing)?;
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
        state_caught_up(self.context, &writing)?;
        writing.rise_above(vouchers.epoch())?;
        self.context.commit_one_of_many(writing)?;
        Ok(caught)
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
    /// The home's populations before the catch-up.
    before: HashMap<Salt, Population>,
    /// The populations in `before` that an entry had stated.
    stated: HashSet<Salt>,
    /// Whether the home now assumes a value that no entry states.
    assumes: bool,
    /// Listings with a cap or carried loss that was never in force in their population. They may be
    /// the only trace of missing entries.
    unexplained: Vec<DocumentId>,
}

/// The cap and the carried loss of a population at one place of the ledger.
struct InForce {
    cap: Option<LossPair>,
    /// Known only if an entry states the population.
    carried: Option<LossPair>,
    /// Whether the population was merged into another one.
    ended: bool,
    /// Whether an entry states any population.
    any_stated: bool,
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
        let mut before = HashMap::new();
        let mut stated = HashSet::new();
        for population in writing.populations()? {
            if writing.is_stated(&population.id)? {
                stated.insert(population.id);
            }
            before.insert(population.id, population);
        }
        Ok(Self {
            context,
            writing,
            lacking,
            start,
            unknown,
            series,
            before,
            stated,
            assumes: false,
            unexplained: Vec::new(),
            now: lacking
                .entries
                .last()
                .map_or(now, |last| now.max(last.place().issued_at)),
        })
    }

    /// Returns the missing entries that state populations, in sequence.
    fn statements(
        &self,
    ) -> impl Iterator<Item = (&'a PopulationEntry, Option<&'a PopulationName>)> + use<'a> {
        self.lacking.entries.iter().filter_map(|own| match own {
            OwnEntry::Population(entry, name) => Some((entry.payload(), name.as_ref())),
            OwnEntry::Receipt(..) | OwnEntry::Grant(_) => None,
        })
    }

    /// Returns an unused name for a restored population: the owner's name for it, if known, with a
    /// number if another population has it.
    fn free_name(&self, id: &Salt, name: Option<&PopulationName>) -> Result<String> {
        let Some(name) = name else {
            return Ok(format!("recovered {id}"));
        };
        let mut free = name.to_string();
        let mut number = 1;
        while self.writing.population_named(&free)?.is_some() {
            number += 1;
            free = format!("{name} {number}");
        }
        Ok(free)
    }

    /// Restores populations from entries and listings, and questions from listings, the latest
    /// listing last. Later changes by entries are applied with these entries.
    fn populations(&mut self, caught: &mut CaughtUp) -> Result<()> {
        for (entry, name) in self.statements() {
            if self.writing.find_population(&entry.population)?.is_none() {
                let name = self.free_name(&entry.population, name)?;
                self.writing.insert_population(&Population {
                    id: entry.population,
                    name: name.clone(),
                    unit_name: entry.unit_name.clone(),
                    adjacency: entry.adjacency,
                    cap: entry.cap(),
                    carried: LossPair::ZERO,
                    merged_into: None,
                    created_at: entry.issued_at.to_string(),
                })?;
                caught.populations.push(name);
            }
        }
        let stated: HashSet<Salt> = self
            .statements()
            .map(|(entry, _)| entry.population)
            .chain(self.stated.iter().copied())
            .collect();
        for listing in &self.lacking.market.listings {
            let l = listing.payload();
            let known = self.writing.find_population(&l.population)?;
            if let Some(known) = known {
                // Entries determine the carried loss of a stated population.
                if !stated.contains(&known.id) {
                    let carried = known.carried.max(l.population_carried());
                    self.writing.set_carried(&known.id, carried)?;
                }
            } else {
                let name = self.free_name(&l.population, None)?;
                self.writing.insert_population(&Population {
                    id: l.population,
                    name: name.clone(),
                    unit_name: l.unit_name.clone(),
                    adjacency: l.adjacency,
                    cap: l.population_cap(),
                    carried: l.population_carried(),
                    merged_into: None,
                    created_at: l.issued_at.to_string(),
                })?;
                caught.populations.push(name);
            }
            let question = l.seed_commitment;
            match self.writing.question(&question)? {
                // Its secrets are gone with the newest copy of the home, unless it is listed again.
                None => {
                    self.writing.insert_question(&QuestionRow {
                        id: question,
                        population: l.population,
                        dataset: None,
                        statement: None,
                        data_commitment: l.data_commitment,
                        family: l.family,
                        sold: MicroEpsilon::ZERO,
                        assumed: l.ceiling,
                        sealed_at: None,
                    })?;
                    self.assumes = true;
                }
                Some(known) => {
                    // It may have been listed again in a population that its own was merged into.
                    self.writing.move_question(&question, &l.population)?;
                    if self.unknown.contains(&question) {
                        if l.ceiling > known.assumed {
                            self.writing.assume(&question, l.ceiling)?;
                            self.assumes = true;
                        }
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
            let (place, explained) =
                self.place(listing, l.previous.and_then(|p| before.get(&p).copied()));
            if !explained {
                self.unexplained.push(id);
            }
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
                id,
                title: l.title.clone(),
                population: self.writing.population(&l.population)?.name,
                counts: unknown.then_some(l.ceiling.get()),
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

    /// Returns the number of entries in the ledger when a listing was signed, and whether the
    /// listing agrees with the ledger there. The place is not before the previous version of the
    /// listing and not after the first receipt that names it, and the listing's cap and carried
    /// loss were in force there. Times select among such places. If they exclude all of them, a
    /// clock was wrong, and the first one is used.
    fn place(&self, listing: &Signed<Listing>, previous: Option<u64>) -> (u64, bool) {
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
            .find(|place| self.agrees(l, *place))
            .map_or((latest, false), |place| (place, true))
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
                OwnEntry::Grant(_) | OwnEntry::Population(..) => None,
            })
    }

    /// Returns whether a listing's cap and carried loss were in force after this number of entries.
    fn agrees(&self, listing: &Listing, place: u64) -> bool {
        let there = self.in_force(&listing.population, place);
        if there.any_stated && (there.carried.is_none() || there.ended) {
            return false;
        }
        let carried = listing.population_carried();
        there.cap == Some(listing.population_cap())
            && there.carried.is_none_or(|stated| stated == carried)
    }

    /// Returns the cap and carried loss of a population after a number of entries. They follow from
    /// the home's earlier state and the missing entries.
    fn in_force(&self, population: &Salt, place: u64) -> InForce {
        let known = self.before.get(population);
        let mut there = InForce {
            cap: known.map(|known| known.cap),
            carried: known
                .filter(|known| self.stated.contains(&known.id))
                .map(|known| known.carried),
            ended: known.is_some_and(|known| known.merged_into.is_some()),
            any_stated: !self.stated.is_empty(),
        };
        for own in &self.lacking.entries {
            if let OwnEntry::Population(entry, _) = own
                && own.place().sequence < place
            {
                let entry = entry.payload();
                there.any_stated = true;
                let carried = entry.carried();
                if entry.population == *population {
                    there.cap = Some(entry.cap());
                    there.ended = entry.into.is_some();
                    there.carried = Some(there.carried.unwrap_or_default().max(carried));
                } else if entry.into == Some(*population) {
                    there.carried = there.carried.and_then(|held| held.checked_add(carried));
                }
            }
        }
        let of_listing = || {
            let known = self.writing.population(population).ok();
            known.map(|known| known.cap)
        };
        there.cap = there.cap.or_else(of_listing);
        there
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
            OwnEntry::Population(entry, _) => {
                caught.population_entries += 1;
                append(self.context, self.writing, NewEntry::Population(entry))?;
                self.stated_population(entry.payload())
            }
        }
    }

    /// Applies the worst case to stated populations with listings that no entry explains: the
    /// highest carried loss and the lowest cap.
    fn apply_worst(&mut self) -> Result<()> {
        for id in &self.unexplained {
            let listing: Signed<Listing> = self.writing.signed(id)?;
            let l = listing.payload();
            if !self.writing.is_stated(&l.population)? {
                continue;
            }
            let known = self.writing.live_population(&l.population)?;
            let carried = known.carried.max(l.population_carried());
            if carried != known.carried {
                self.writing.set_carried(&known.id, carried)?;
                self.assumes = true;
            }
            let cap = lower_cap(known.cap, l.population_cap());
            if cap != known.cap {
                self.writing.set_cap(&known.id, cap)?;
                self.assumes = true;
            }
        }
        Ok(())
    }

    /// Applies an entry that states a population.
    fn stated_population(&mut self, entry: &PopulationEntry) -> Result<()> {
        for assumed in &entry.assumed {
            let known = self.writing.question(&assumed.question)?;
            if known.is_some_and(|known| known.assumed < assumed.level) {
                self.writing.assume(&assumed.question, assumed.level)?;
            }
        }
        let population = self.writing.population(&entry.population)?;
        let brought = entry.carried();
        self.writing.set_cap(&population.id, entry.cap())?;
        match entry.into {
            None => self
                .writing
                .set_carried(&population.id, population.carried.max(brought)),
            Some(into) => {
                let target = self.writing.population(&into)?;
                let carried = loss_plus(target.carried, brought)?;
                self.writing.set_carried(&into, carried)?;
                self.writing.merge_population(&population.id, &into)
            }
        }
    }
}

/// Returns the lower one of each part of two caps. A cap has a part above 0: if no part of both is,
/// the smallest ε is returned, at which nothing of use can be sold.
fn lower_cap(one: LossPair, other: LossPair) -> LossPair {
    let lower = one.min(other);
    if lower.is_zero() {
        LossPair::pure(MicroEpsilon::new(1).unwrap_or_default())
    } else {
        lower
    }
}

/// Compares the log in the transaction with all evidence. Returns the evidence that contradicts it,
/// if any.
fn contradicted(reading: &Reading<'_>, vouchers: &Vouchers) -> Result<Option<Mark>> {
    let all = [vouchers.published, vouchers.mark, vouchers.order];
    for voucher in all.into_iter().flatten() {
        if root_at(reading, voucher.size)? != voucher.root {
            return Ok(Some(voucher));
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

/// Returns whether a home was refused because its owner has not confirmed it.
fn needs_confirmation(error: &Error) -> bool {
    matches!(
        error.code(),
        ErrorCode::UnconfirmedHome | ErrorCode::MarkDamaged
    )
}

/// Returns whether a home was refused because it is an older copy of itself.
fn is_behind(error: &Error) -> bool {
    matches!(
        error.code(),
        ErrorCode::BehindMark
            | ErrorCode::BehindMarket
            | ErrorCode::BehindOwn
            | ErrorCode::BehindOrder
    )
}

/// Passes on every refusal but those that catching up is for.
fn unless_behind(checked: Result<()>) -> Result<()> {
    match checked {
        Err(error) if is_behind(&error) => Ok(()),
        other => other,
    }
}

/// Returns the checkpoint in a bundle, ledger or checkpoint file, if this key signed it.
fn evidence_in(file: &Path, key: &PublicKey) -> Result<Checkpoint> {
    let unusable = |message: CatchUpMessage| {
        Error::usage(ErrorCode::EvidenceFile, message)
            .hint(CatchUpMessage::GiveEvidence)
            .at(ErrorPlace::of_path(file))
    };
    let path = || file.to_owned();
    let opened = open_regular(file)?;
    let note = match LedgerReader::new(BufReader::new(opened)) {
        Ok(ledger) => ledger.checkpoint().note().to_owned(),
        Err(_) => {
            let bytes = read_file(file, MAX_BUNDLE as u64)?;
            let bundle = Bundle::from_bytes(&bytes)
                .map_err(|_| unusable(CatchUpMessage::NotEvidence { path: path() }))?;
            bundle.checkpoint().to_owned()
        }
    };
    Checkpoint::verify(&note, key)
        .map_err(|_| unusable(CatchUpMessage::NoOwnCheckpoint { path: path() }))
}

fn own_log_damaged(message: CatchUpMessage) -> Error {
    Error::unverified(ErrorCode::OwnLogDamaged, message).hint(CatchUpMessage::WaitForCopying)
}

fn unreadable_tiles(why: &TilesError) -> Error {
    own_log_damaged(CatchUpMessage::OwnLogUnreadable {
        why: why.to_string(),
    })
}
