//! The verified listings on the market, with their versions and states.

mod kept;

use std::{
    collections::{HashMap, HashSet},
    iter, mem,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use poundwise_documents::{
    jws::{JwsError, Signed, VerifiedId},
    kinds::{Availability, BinnedColumn, Listing, Payload, Question, Withdrawal},
    market::{
        AVAILABILITY, LISTINGS, WITHDRAWALS, availability_path, listing_path, withdrawal_path,
    },
    units::{Digest, DocumentId, Kid, MicroEpsilon},
};

use crate::{
    availability::Statements,
    error::{Error, ErrorCode, Result},
    exchange::{MarketEntry, MarketStore, ReadError, size_of_all},
    hint::Act,
    ids::ListingId,
    messages::{Identified, MarketMessage, StoreHint},
    question::QuestionName,
    vault::Vault,
    view::{ListingStatus, MarketLeftOut},
    work::{Work, WorkStep},
};
use kept::KeptFile;

/// The most labels in a listing's view.
pub const LABELS_SHOWN: usize = 200;

/// Limit of a listing in bytes: one with a label for each of a million coordinates fits.
pub const LISTING_LIMIT: u64 = 16 * 1024 * 1024;
/// Limit of a withdrawal in bytes.
pub const WITHDRAWAL_LIMIT: u64 = 64 * 1024;

/// A listing on the market as it is kept while a home is open: without most of its labels.
#[derive(Clone)]
pub struct Summary {
    id: VerifiedId<Listing>,
    signer: Kid,
    /// The listing, with the first labels only.
    payload: Listing,
    version_hash: Digest,
    /// Approximate memory in bytes.
    weight: u64,
}

impl Summary {
    fn of(listing: Signed<Listing>) -> Self {
        let version_hash = listing.payload().version_hash();
        let (id, signer) = (listing.verified_id(), listing.signer());
        let payload = cut(listing.into_payload());
        Self {
            id,
            signer,
            weight: weight(&payload),
            payload,
            version_hash,
        }
    }

    /// Returns the listing's id.
    pub fn id(&self) -> DocumentId {
        self.id.id()
    }

    /// Returns the whole listing, read again from its exact string; `None` for any other string.
    pub(crate) fn read_again(&self, compact: &str) -> Option<Signed<Listing>> {
        self.id.read_again(compact)
    }

    /// Returns the listing's owner.
    pub fn signer(&self) -> Kid {
        self.signer
    }

    /// Returns the payload with the first labels only; [`Context::whole`] returns all labels.
    pub fn payload(&self) -> &Listing {
        &self.payload
    }
}

/// Returns a payload with its first labels only.
fn cut(mut payload: Listing) -> Listing {
    payload.labels.truncate(LABELS_SHOWN);
    payload.labels.shrink_to_fit();
    payload
}

/// Returns the approximate memory of a payload: its texts, with a fixed amount for each.
fn weight(listing: &Listing) -> u64 {
    const EACH: usize = 64;
    let list = |texts: &[String]| texts.iter().map(|t| t.len() + EACH).sum::<usize>();
    let texts = [
        &listing.title,
        &listing.description,
        &listing.terms,
        &listing.pay_to,
    ];
    let question = &listing.question;
    let binned =
        |one: &BinnedColumn| one.column.len() + list(&one.bins) + EACH * (1 + one.edges.len());
    let of_moments = match question {
        Question::Moments(moments) => moments.groups.as_slice(),
        _ => &[],
    };
    let all_binned = question.binned().iter().chain(of_moments);
    let parts = list(&listing.labels)
        + all_binned.map(binned).sum::<usize>()
        + question
            .columns()
            .iter()
            .map(|(column, _)| column.len() + EACH)
            .sum::<usize>()
        + EACH * (2 + listing.tariff.knots().len())
        + 16 * EACH * (1 + question.filters().len());
    (texts.iter().map(|t| t.len()).sum::<usize>() + parts) as u64
}

/// One version of a listing on the market, with its state.
#[derive(Clone)]
pub struct Offer {
    /// The verified listing.
    pub listing: Arc<Summary>,
    /// Sale status of the listing.
    pub status: ListingStatus,
    /// The highest available level, as its owner states it.
    pub available: Option<MicroEpsilon>,
}

impl Offer {
    /// Returns the question that it sells.
    pub fn question(&self) -> QuestionName {
        QuestionName::new(self.listing.signer, self.listing.payload.seed_commitment)
    }
}

/// Limits of what is read and kept of a market. Objects above them are left out, and counted.
#[derive(Clone, Copy)]
pub struct Budget {
    /// Bytes of listings that are read; as many bytes of withdrawals, and of statements.
    pub read: u64,
    /// Bytes of one owner's listings that are read.
    pub read_of_one: u64,
    /// Bytes of memory for listings.
    pub kept: u64,
    /// Bytes of memory for one owner's listings.
    pub kept_of_one: u64,
}

impl Budget {
    /// Enough for four of the largest listings of one owner, and some hundred thousand small ones
    /// in all.
    pub const MARKET: Self = Self {
        read: 1 << 30,
        read_of_one: 64 << 20,
        kept: 256 << 20,
        kept_of_one: 16 << 20,
    };
}

/// What a home knows of its market: the objects that were read, and the last catalogue.
#[derive(Default)]
pub struct MarketMemory {
    pub(crate) cache: Mutex<MarketCache>,
    last: Mutex<LastCatalogue>,
}

/// The last catalogue of a market.
#[derive(Default)]
struct LastCatalogue {
    catalogue: Option<Arc<Catalogue>>,
    /// Whether it was read from the market, and not from the home's file.
    is_read: bool,
}

impl MarketMemory {
    /// Returns the memory of a home in a folder, which has a file of the objects of a market on a
    /// server.
    pub(crate) fn of(home: &Path, vault: &Arc<Vault>, store: &MarketStore) -> Arc<Self> {
        let cache = MarketCache {
            kept: KeptFile::of(home, vault, store),
            ..MarketCache::default()
        };
        Arc::new(Self {
            cache: Mutex::new(cache),
            last: Mutex::default(),
        })
    }

    /// Removes the file of a home with the objects.
    pub(crate) fn remove_file(home: &Path) {
        kept::remove(home);
    }

    fn last(&self) -> MutexGuard<'_, LastCatalogue> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a catalogue that was read from the market.
    pub(crate) fn note(&self, catalogue: &Arc<Catalogue>) {
        *self.last() = LastCatalogue {
            catalogue: Some(Arc::clone(catalogue)),
            is_read: true,
        };
    }

    /// Returns whether the market was read since the home was opened.
    pub(crate) fn is_read(&self) -> bool {
        self.last().is_read
    }

    /// Returns the catalogue without asking the market: as it was read last, or as the home's file
    /// has it. Returns `None` if both are missing, and while the first reading is under way.
    pub(crate) fn at_hand(&self, known: &Statements, budget: Budget) -> Option<Arc<Catalogue>> {
        if let Some(catalogue) = &self.last().catalogue {
            return Some(Arc::clone(catalogue));
        }
        let mut cache = self.cache.try_lock().ok()?;
        let catalogue = Arc::new(cache.catalogue(known, budget)?);
        drop(cache);
        let mut last = self.last();
        Some(Arc::clone(last.catalogue.get_or_insert(catalogue)))
    }
}

impl MarketMemory {
    /// Returns a listing with all its labels as the home's file has it, verified again.
    pub(crate) fn whole_at_hand(&self, summary: &Summary) -> Option<Signed<Listing>> {
        let path = listing_path(&summary.id());
        let kept = self.cache.try_lock().ok()?.kept.as_ref()?.load();
        let object = kept.into_iter().find(|object| object.path == path)?;
        summary.read_again(object.text.trim_end())
    }
}

/// The objects read from a market, with a file of them in the home if the market is on a server.
#[derive(Default)]
pub struct MarketCache {
    objects: CachedObjects,
    kept: Option<KeptFile>,
    /// Whether the file was loaded.
    is_loaded: bool,
}

/// Objects by name, version and size. An object that was read half copied is then read again.
#[derive(Default)]
struct CachedObjects {
    listings: HashMap<String, Cached<Arc<Summary>>>,
    withdrawals: HashMap<String, Cached<(DocumentId, Kid)>>,
    statements: HashMap<String, Cached<Arc<Signed<Availability>>>>,
}

impl CachedObjects {
    fn len(&self) -> usize {
        self.listings.len() + self.withdrawals.len() + self.statements.len()
    }

    fn has(&self, path: &str) -> bool {
        self.listings.contains_key(path)
            || self.withdrawals.contains_key(path)
            || self.statements.contains_key(path)
    }
}

impl MarketCache {
    /// Verifies the objects of the file and adds those that verify, within the budget. Cost: a
    /// signature each.
    fn load(&mut self, budget: Budget) {
        if mem::replace(&mut self.is_loaded, true) {
            return;
        }
        let Some(kept) = &self.kept else { return };
        let objects = &mut self.objects;
        let mut weight = 0;
        let mut of_one: HashMap<Kid, u64> = HashMap::new();
        for object in kept.load() {
            let (entry, text) = (object.entry(), object.text.as_str());
            match object.path.split('/').next() {
                Some(LISTINGS) => {
                    let read = listing_was(&entry, text);
                    if let Was::Good(summary) = &read {
                        let of_owner = of_one.entry(summary.signer).or_default();
                        if *of_owner + summary.weight <= budget.kept_of_one
                            && weight + summary.weight <= budget.kept
                        {
                            *of_owner += summary.weight;
                            weight += summary.weight;
                            let known = Cached::of(&entry, read);
                            objects.listings.insert(object.path, known);
                        }
                    }
                }
                Some(WITHDRAWALS) => {
                    let read = withdrawal_was(&entry, text);
                    if let Was::Good(_) = read {
                        let known = Cached::of(&entry, read);
                        objects.withdrawals.insert(object.path, known);
                    }
                }
                Some(AVAILABILITY) => {
                    let read = statement_was(&entry, text);
                    if let Was::Good(_) = read {
                        let known = Cached::of(&entry, read);
                        objects.statements.insert(object.path, known);
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns the catalogue of the objects of the file, or `None` if the file has no listing.
    fn catalogue(&mut self, known: &Statements, budget: Budget) -> Option<Catalogue> {
        self.load(budget);
        let listings = self.objects.listings.values();
        let there: Vec<Arc<Summary>> = listings
            .filter_map(|cached| cached.good().map(Arc::clone))
            .collect();
        if there.is_empty() {
            return None;
        }
        let withdrawals = self.objects.withdrawals.values();
        let withdrawn = withdrawals.filter_map(Cached::good).copied().collect();
        let owners: HashSet<Kid> = there.iter().map(|listing| listing.signer).collect();
        let mut statements = known.of_owners(|owner| owners.contains(owner));
        for statement in self.objects.statements.values().filter_map(Cached::good) {
            if owners.contains(&statement.signer()) {
                statements.keep(statement);
            }
        }
        Some(Catalogue::build(there, &withdrawn).stating(statements))
    }

    /// Writes the file if enough of the objects are new, once all of a market was read.
    fn save(&mut self) {
        let objects = &self.objects;
        if let Some(kept) = &mut self.kept {
            kept.save(objects.len(), |object| objects.has(&object.path));
        }
    }
}

/// Returns the outcome of reading a listing.
fn listing_was(entry: &MarketEntry, text: &str) -> Was<Arc<Summary>> {
    Was::of(entry, text, listing_path, |one| Arc::new(Summary::of(one)))
}

/// Returns the outcome of reading a withdrawal: the listing that it withdraws, and who signed it.
fn withdrawal_was(entry: &MarketEntry, text: &str) -> Was<(DocumentId, Kid)> {
    let named = |one: Signed<Withdrawal>| (one.payload().listing, one.signer());
    Was::of(entry, text, withdrawal_path, named)
}

/// Returns the outcome of reading a statement of availability.
fn statement_was(entry: &MarketEntry, text: &str) -> Was<Arc<Signed<Availability>>> {
    match Signed::<Availability>::verify(text) {
        Ok(one) if entry.path == availability_path(&one.signer()) => Was::Good(Arc::new(one)),
        Err(JwsError::NewerVersion(newer)) if entry.path == availability_path(&newer.signer) => {
            Was::Newer
        }
        Ok(_) | Err(_) => Was::Bad,
    }
}

/// An object that was read.
struct Cached<T> {
    version: String,
    size: u64,
    read: Was<T>,
}

/// The content of an object.
enum Was<T> {
    Good(T),
    /// The object does not verify.
    Bad,
    /// The object is signed, and was made by a newer version of Poundwise.
    Newer,
    /// The object verifies, and was over the budget.
    Over,
}

impl<T> Was<T> {
    /// Calls `keep` with whether the object verified.
    fn kept(self, keep: impl FnOnce(bool)) -> Self {
        keep(matches!(self, Self::Good(_)));
        self
    }

    /// Returns the outcome of reading an object: `good` makes its content of a document that
    /// verified. A document counts only under the path that `path_of` gives for its id.
    fn of<P: Payload>(
        entry: &MarketEntry,
        text: &str,
        path_of: fn(&DocumentId) -> String,
        good: impl FnOnce(Signed<P>) -> T,
    ) -> Self {
        match Signed::<P>::verify(text) {
            Ok(document) if entry.path == path_of(&document.id()) => Self::Good(good(document)),
            Err(JwsError::NewerVersion(newer)) if entry.path == path_of(&newer.id) => Self::Newer,
            Ok(_) | Err(_) => Self::Bad,
        }
    }
}

impl<T> Cached<T> {
    fn of(entry: &MarketEntry, read: Was<T>) -> Self {
        Self {
            version: entry.version.clone(),
            size: entry.size,
            read,
        }
    }

    /// Returns the content, if the object verified.
    fn good(&self) -> Option<&T> {
        match &self.read {
            Was::Good(content) => Some(content),
            Was::Bad | Was::Newer | Was::Over => None,
        }
    }

    fn fits(&self, entry: &MarketEntry) -> bool {
        self.version == entry.version && self.size == entry.size
    }
}

/// All offers of a market, each version once.
pub struct Catalogue {
    offers: Vec<Offer>,
    /// Objects that were left out.
    pub left_out: MarketLeftOut,
    /// The newest statement of each owner, of this market and of those known before.
    pub statements: Statements,
    /// Ids of the listings of newer versions of Poundwise.
    newer: Vec<DocumentId>,
}

impl Catalogue {
    /// Reads the listings, withdrawals and statements of availability of a market, without a home;
    /// objects that do not verify are left out. `known` has the newest statements seen before.
    /// Progress is in bytes.
    ///
    /// # Errors
    /// The market's errors if it cannot be listed; `stopped`.
    pub fn read(
        store: &MarketStore,
        cache: &Mutex<MarketCache>,
        known: &Statements,
        budget: Budget,
        work: &Work<'_>,
    ) -> Result<Self> {
        let (listings, withdrawals) = (store.list(LISTINGS)?, store.list(WITHDRAWALS)?);
        let stated = store.list(AVAILABILITY)?;
        let total = [&listings, &withdrawals, &stated]
            .iter()
            .fold(0u64, |sum, of| sum.saturating_add(size_of_all(&of.entries)));
        let stage = work.stage(WorkStep::Fetch, total);
        let mut left_out = MarketLeftOut {
            odd: listings.odd + withdrawals.odd + stated.odd,
            over_budget: 0,
            newer: 0,
        };
        // One read at a time: two would read the same objects.
        let mut whole = cache.lock().unwrap_or_else(PoisonError::into_inner);
        whole.load(budget);
        let MarketCache {
            objects,
            kept: file,
            ..
        } = &mut *whole;
        let mut before = mem::take(objects);
        let cache = objects;
        let mut keep = |entry: &MarketEntry, text: &str, is_good: bool| {
            if let Some(file) = file.as_mut().filter(|_| is_good) {
                file.note(entry, text);
            }
        };
        let (mut done, mut kept) = (0u64, 0);
        let mut of_one: HashMap<Kid, (u64, u64)> = HashMap::new();
        let mut there = Vec::new();
        let mut newer = Vec::new();
        let mut statements = Statements::default();
        let read = (|| {
            let mut room = budget.read;
            for entry in listings.entries {
                stage.tell(done)?;
                let before_it = done;
                done = done.saturating_add(entry.size);
                if !is_document(&entry, LISTING_LIMIT) {
                    left_out.odd += 1;
                    continue;
                }
                let Some(left) = room.checked_sub(entry.size) else {
                    left_out.over_budget += 1;
                    continue;
                };
                let known = before.listings.remove(&entry.path);
                let mut tell = |read| stage.tell(before_it.saturating_add(read));
                let Some(known) = known_or_read(
                    known,
                    || text_of(store, &entry, LISTING_LIMIT, &mut tell),
                    &entry,
                    |text| listing_was(&entry, text).kept(|good| keep(&entry, text, good)),
                )?
                else {
                    left_out.odd += 1;
                    continue;
                };
                room = left;
                match known.read {
                    Was::Over => left_out.over_budget += 1,
                    Was::Newer => {
                        left_out.newer += 1;
                        newer.extend(named_by(&entry));
                    }
                    Was::Good(_) | Was::Bad => {}
                }
                if let Was::Good(summary) = &known.read {
                    let (read_of_one, kept_of_one) = of_one.entry(summary.signer).or_default();
                    let over = *read_of_one + entry.size > budget.read_of_one
                        || *kept_of_one + summary.weight > budget.kept_of_one
                        || kept + summary.weight > budget.kept;
                    if over {
                        left_out.over_budget += 1;
                        let known = Cached::of(&entry, Was::Over);
                        cache.listings.insert(entry.path, known);
                        continue;
                    }
                    *read_of_one += entry.size;
                    *kept_of_one += summary.weight;
                    kept += summary.weight;
                    there.push(Arc::clone(summary));
                }
                cache.listings.insert(entry.path, known);
            }
            let mut withdrawn = HashSet::new();
            // Listings take no room of withdrawals: what was withdrawn would be for sale again.
            let mut room = budget.read;
            for entry in withdrawals.entries {
                stage.tell(done)?;
                done = done.saturating_add(entry.size);
                if !is_document(&entry, WITHDRAWAL_LIMIT) {
                    left_out.odd += 1;
                    continue;
                }
                let Some(left) = room.checked_sub(entry.size) else {
                    left_out.over_budget += 1;
                    continue;
                };
                let known = before.withdrawals.remove(&entry.path);
                let Some(known) = known_or_read(
                    known,
                    || text_of(store, &entry, WITHDRAWAL_LIMIT, &mut |_| Ok(())),
                    &entry,
                    |text| withdrawal_was(&entry, text).kept(|good| keep(&entry, text, good)),
                )?
                else {
                    left_out.odd += 1;
                    continue;
                };
                room = left;
                match known.read {
                    Was::Good(withdrawal) => {
                        withdrawn.insert(withdrawal);
                    }
                    Was::Newer => left_out.newer += 1,
                    Was::Bad | Was::Over => {}
                }
                cache.withdrawals.insert(entry.path, known);
            }
            // Others' statements concern no listing here.
            let owners: HashSet<String> = of_one.keys().map(availability_path).collect();
            statements = known.of_owners(|owner| of_one.contains_key(owner));
            let mut room = budget.read;
            for entry in stated.entries {
                stage.tell(done)?;
                done = done.saturating_add(entry.size);
                if !owners.contains(&entry.path) {
                    continue;
                }
                let limit = Availability::MAX_BYTES as u64;
                if entry.size > limit {
                    left_out.odd += 1;
                    continue;
                }
                let Some(left) = room.checked_sub(entry.size) else {
                    left_out.over_budget += 1;
                    continue;
                };
                let known = before.statements.remove(&entry.path);
                let Some(known) = known_or_read(
                    known,
                    || text_of(store, &entry, limit, &mut |_| Ok(())),
                    &entry,
                    |text| statement_was(&entry, text).kept(|good| keep(&entry, text, good)),
                )?
                else {
                    left_out.odd += 1;
                    continue;
                };
                room = left;
                match &known.read {
                    Was::Good(statement) => {
                        let length = statement.compact().len() as u64;
                        if kept + length > budget.kept {
                            left_out.over_budget += 1;
                            continue;
                        }
                        kept += length;
                        statements.keep(statement);
                    }
                    Was::Newer | Was::Bad | Was::Over => {}
                }
                cache.statements.insert(entry.path, known);
            }
            Ok(withdrawn)
        })();
        let withdrawn = match read {
            Ok(withdrawn) => withdrawn,
            Err(error) => {
                // Objects that were not reached stay in the cache.
                cache.listings.extend(before.listings);
                cache.withdrawals.extend(before.withdrawals);
                cache.statements.extend(before.statements);
                return Err(error);
            }
        };
        // Removed objects make room for others.
        if !before.listings.is_empty() {
            let over = |cached: &Cached<_>| matches!(cached.read, Was::Over);
            cache.listings.retain(|_, cached| !over(cached));
        }
        whole.save();
        Ok(Self {
            left_out,
            newer,
            ..Self::build(there, &withdrawn).stating(statements)
        })
    }

    /// Adds the statements of availability to the catalogue.
    fn stating(mut self, statements: Statements) -> Self {
        for offer in &mut self.offers {
            if offer.status == ListingStatus::Open {
                offer.available = statements.level(&offer.listing.signer, &offer.listing.id());
            }
        }
        self.statements = statements;
        self
    }

    /// Builds the catalogue of verified listings and withdrawals. Cost: linear in their number.
    ///
    /// A version whose earlier versions are missing, or do not match it, is left out, as it is
    /// unknown which listing it continues.
    fn build(
        listings: impl IntoIterator<Item = Arc<Summary>>,
        withdrawn: &HashSet<(DocumentId, Kid)>,
    ) -> Self {
        let by_id: HashMap<DocumentId, Arc<Summary>> =
            listings.into_iter().map(|l| (l.id(), l)).collect();
        let mut replaced = HashSet::new();
        let mut offers = Vec::new();
        for listing in by_id.values() {
            if continues_whole(listing, &by_id) {
                if let Some(previous) = listing.payload().previous {
                    replaced.insert(previous);
                }
                offers.push(Offer {
                    listing: listing.clone(),
                    status: ListingStatus::Open,
                    available: None,
                });
            }
        }
        for offer in &mut offers {
            let id = offer.listing.id();
            if withdrawn.contains(&(id, offer.listing.signer())) {
                offer.status = ListingStatus::Withdrawn;
            } else if replaced.contains(&id) {
                offer.status = ListingStatus::Replaced;
            }
        }
        offers.sort_by(|a, b| {
            let key = |o: &Offer| {
                (
                    std::cmp::Reverse(o.listing.payload().issued_at),
                    o.listing.id().to_string(),
                )
            };
            key(a).cmp(&key(b))
        });
        Self {
            offers,
            left_out: MarketLeftOut::default(),
            statements: Statements::default(),
            newer: Vec::new(),
        }
    }

    /// Returns the offers, newest first.
    pub fn offers(&self) -> &[Offer] {
        &self.offers
    }

    /// Returns whether a listing is for sale; none where the market does not have it. O(offers).
    #[must_use]
    pub fn status(&self, listing: &DocumentId) -> Option<ListingStatus> {
        let mut offers = self.offers.iter();
        let offer = offers.find(|offer| offer.listing.id() == *listing)?;
        Some(offer.status)
    }

    /// Returns the highest available level of a listing, as its owner states it.
    /// O(offers).
    #[must_use]
    pub fn available(&self, listing: &DocumentId) -> Option<MicroEpsilon> {
        let mut offers = self.offers.iter();
        offers
            .find(|offer| offer.listing.id() == *listing)?
            .available
    }

    /// Returns the newest version of an offer that another one replaced.
    #[must_use]
    pub fn newest_version(&self, offer: &Offer) -> Option<&Offer> {
        let next = |of: &Offer| {
            let id = Some(of.listing.id());
            let mut offers = self.offers.iter();
            offers.find(|other| other.listing.payload().previous == id)
        };
        iter::successors(next(offer), |newer| next(newer)).last()
    }

    /// Returns the offer with that id.
    ///
    /// # Errors
    /// `no-such-id`, `ambiguous-id`; `newer-version` if a newer version of Poundwise made it.
    pub fn find(&self, id: &ListingId) -> Result<&Offer> {
        let found = id.find(Identified::Listing, &self.offers, |o| {
            o.listing.id().to_string()
        });
        if found.is_err()
            && id
                .find(Identified::Listing, &self.newer, ToString::to_string)
                .is_ok()
        {
            return Err(Error::refused(
                ErrorCode::NewerVersion,
                MarketMessage::ListingNewer {
                    listing: id.to_string(),
                },
            )
            .hint(StoreHint::UpdatePoundwise));
        }
        found.map_err(|e| e.hint(Act::ListMarket.to(StoreHint::SeeMarket)))
    }
}

/// Returns whether an object may be a document of at most `limit` bytes, by its name and its size.
fn is_document(entry: &MarketEntry, limit: u64) -> bool {
    entry.size <= limit && named_by(entry).is_some()
}

/// Returns the id that a listing's name on the market states.
fn named_by(entry: &MarketEntry) -> Option<DocumentId> {
    let (_, name) = entry.path.rsplit_once('/')?;
    name.strip_suffix(".jws")?.parse().ok()
}

/// Returns whether all versions before `listing` exist and match.
fn continues_whole(listing: &Arc<Summary>, by_id: &HashMap<DocumentId, Arc<Summary>>) -> bool {
    let mut current = listing;
    // An id is a hash over the id of its predecessor, so the chain cannot be a circle.
    while let Some(previous) = current.payload().previous {
        let Some(earlier) = by_id.get(&previous) else {
            return false;
        };
        // The hash covers the owner's key too.
        if current.version_hash != earlier.version_hash {
            return false;
        }
        current = earlier;
    }
    true
}

/// Returns the cached object if the entry has not changed, or the one that `verify` makes of its
/// text; `None` if it cannot be read now.
fn known_or_read<T>(
    known: Option<Cached<T>>,
    read: impl FnOnce() -> Result<Found>,
    entry: &MarketEntry,
    verify: impl FnOnce(&str) -> Was<T>,
) -> Result<Option<Cached<T>>> {
    if let Some(known) = known.filter(|known| known.fits(entry)) {
        return Ok(Some(known));
    }
    Ok(match read()? {
        Found::Text(text) => Some(Cached::of(entry, verify(text.trim_end()))),
        Found::NoText => Some(Cached::of(entry, Was::Bad)),
        Found::Unreadable => None,
    })
}

/// The content of an object on the market.
enum Found {
    Text(String),
    /// Too large, or not a text.
    NoText,
    /// Cannot be read now.
    Unreadable,
}

fn text_of(
    store: &MarketStore,
    entry: &MarketEntry,
    limit: u64,
    tell: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<Found> {
    match store.get_telling(entry, limit, tell) {
        Ok(bytes) => Ok(String::from_utf8(bytes).map_or(Found::NoText, Found::Text)),
        Err(ReadError::TooLarge(_)) => Ok(Found::NoText),
        Err(ReadError::Entry(_)) => Ok(Found::Unreadable),
        Err(ReadError::Market(error)) => Err(error),
    }
}

/// The offers of a market, and the requested listing with all its labels.
#[derive(Clone)]
pub struct Seen {
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) whole: Option<Arc<Signed<Listing>>>,
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::{fs, path::PathBuf};

    use poundwise_documents::{
        keys::Identity,
        kinds::{ColumnType, CrossTabulation, Moments},
    };

    use poundwise_exchange::operations::{self, Operation};

    use super::*;
    use crate::fixture::{self, OWNER, identity};
    use crate::look::read_whole;

    /// Returns a market with listings of one owner, and their files by size.
    fn market() -> (tempfile::TempDir, MarketStore, Vec<PathBuf>) {
        let dir = tempfile::tempdir().unwrap();
        let store = MarketStore::open(dir.path().to_str().unwrap()).unwrap();
        for series in 1..=3 {
            let listing = signed(&identity(OWNER), &fixture::listing(series), |listing| {
                listing.terms = "x".repeat(1000 * usize::from(series));
            });
            let path = listing_path(&listing.id());
            store.put(&path, listing.compact().as_bytes()).unwrap();
        }
        let mut files: Vec<PathBuf> = fs::read_dir(dir.path().join("listings"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .collect();
        files.sort_by_key(|file| fs::metadata(file).unwrap().len());
        (dir, store, files)
    }

    fn read(store: &MarketStore, cache: &Mutex<MarketCache>, budget: Budget) -> Catalogue {
        Catalogue::read(
            store,
            cache,
            &Statements::default(),
            budget,
            &Work::silent(),
        )
        .unwrap()
    }

    /// A file that is being copied has the name of the listing before it has all its bytes.
    #[test]
    fn a_listing_that_was_half_copied_is_read_again() {
        let (_dir, store, files) = market();
        let cache = Mutex::default();
        let all = read(&store, &cache, Budget::MARKET).offers.len();
        let bytes = fs::read(&files[0]).unwrap();
        fs::write(&files[0], &bytes[..bytes.len() / 2]).unwrap();
        let half = read(&store, &cache, Budget::MARKET);
        assert!(half.offers.len() < all);
        fs::write(&files[0], &bytes).unwrap();
        assert_eq!(read(&store, &cache, Budget::MARKET).offers.len(), all);
        // The same length, with the last bytes missing.
        let mut holes = bytes.clone();
        holes[bytes.len() / 2..].fill(0);
        fs::write(&files[0], &holes).unwrap();
        let touched = fs::File::options().write(true).open(&files[0]).unwrap();
        touched.set_modified(std::time::UNIX_EPOCH).unwrap();
        assert!(read(&store, &cache, Budget::MARKET).offers.len() < all);
    }

    /// A store's times may be coarse, and sizes equal.
    #[test]
    fn what_has_another_version_or_another_size_is_another() {
        let entry = |version: &str, size| MarketEntry {
            path: "listings/a".into(),
            size,
            version: version.into(),
        };
        let known = Cached::<()>::of(&entry("1", 2), Was::Bad);
        assert!(known.fits(&entry("1", 2)));
        assert!(!known.fits(&entry("2", 2)));
        assert!(!known.fits(&entry("1", 3)));
    }

    #[test]
    fn a_withdrawal_that_was_half_copied_is_read_again() {
        let (_dir, store, _) = market();
        let (owner, listing) = (identity(1), a_listing());
        let first = signed(&owner, &listing, |_| {});
        let withdrawal = withdrawn_by(&owner, &first);
        let text = withdrawal.compact().as_bytes();
        let path = withdrawal_path(&withdrawal.id());
        let open = first.compact().as_bytes();
        store.put(&listing_path(&first.id()), open).unwrap();
        let cache = Mutex::default();
        let status = || {
            let catalogue = read(&store, &cache, Budget::MARKET);
            catalogue.find(&first.id().into()).unwrap().status
        };
        store.put(&path, &text[..text.len() / 2]).unwrap();
        assert_eq!(status(), ListingStatus::Open);
        store.put(&path, text).unwrap();
        assert_eq!(status(), ListingStatus::Withdrawn);
    }

    /// Such an object costs its writer nothing: a file with holes has any size.
    #[test]
    fn junk_neither_hides_a_listing_nor_opens_a_withdrawn_one() {
        let (dir, store, files) = market();
        let (owner, listing) = (identity(1), a_listing());
        let first = signed(&owner, &listing, |_| {});
        let withdrawal = withdrawn_by(&owner, &first);
        let open = first.compact().as_bytes();
        store.put(&listing_path(&first.id()), open).unwrap();
        let text = withdrawal.compact().as_bytes();
        let path = withdrawal_path(&withdrawal.id());
        store.put(&path, text).unwrap();
        let long_id = format!("{}.jws", "A".repeat(43));
        for folder in [LISTINGS, WITHDRAWALS] {
            for name in ["-", long_id.as_str()] {
                let file = fs::File::create(dir.path().join(folder).join(name)).unwrap();
                file.set_len((1 << 30) - 1).unwrap();
            }
        }
        let catalogue = read(&store, &Mutex::default(), Budget::MARKET);
        assert_eq!(catalogue.offers.len(), files.len() + 1);
        let status = catalogue.find(&first.id().into()).unwrap().status;
        assert_eq!(status, ListingStatus::Withdrawn);
        assert_eq!(catalogue.left_out.odd, 4);
        assert_eq!(catalogue.left_out.over_budget, 0);
        // Listings take no room of withdrawals.
        let of_others: u64 = files
            .iter()
            .map(|file| fs::metadata(file).unwrap().len())
            .sum();
        let full = Budget {
            read: of_others + open.len() as u64,
            ..Budget::MARKET
        };
        let catalogue = read(&store, &Mutex::default(), full);
        assert_eq!(catalogue.left_out.over_budget, 0);
        let status = catalogue.find(&first.id().into()).unwrap().status;
        assert_eq!(status, ListingStatus::Withdrawn);
    }

    /// Objects that just fit are kept.
    #[test]
    fn a_budget_is_kept_to_the_last_byte() {
        let dir = tempfile::tempdir().unwrap();
        let store = MarketStore::open(dir.path().to_str().unwrap()).unwrap();
        let (owner, listing) = (identity(1), a_listing());
        let both = ["One", "Two"].map(|title| signed(&owner, &listing, |l| l.title = title.into()));
        let withdrawal = withdrawn_by(&owner, &both[0]);
        for listing in &both {
            let path = listing_path(&listing.id());
            store.put(&path, listing.compact().as_bytes()).unwrap();
        }
        let listings: u64 = both.iter().map(|one| one.compact().len() as u64).sum();
        let weights: u64 = both.iter().map(|one| weight(one.payload())).sum();
        let over = |budget: Budget| read(&store, &Mutex::default(), budget).left_out.over_budget;
        let exact = Budget {
            read: listings,
            read_of_one: listings,
            kept: weights,
            kept_of_one: weights,
        };
        assert_eq!(over(exact), 0);
        for less in [
            Budget {
                read: listings - 1,
                ..exact
            },
            Budget {
                read_of_one: listings - 1,
                ..exact
            },
            Budget {
                kept: weights - 1,
                ..exact
            },
            Budget {
                kept_of_one: weights - 1,
                ..exact
            },
        ] {
            assert_eq!(over(less), 1);
        }
        // Withdrawals are read after the listings.
        let text = withdrawal.compact().as_bytes();
        store.put(&withdrawal_path(&withdrawal.id()), text).unwrap();
        // Withdrawals have as much room of their own. Both listings are longer.
        let read = text.len() as u64;
        assert_eq!(over(exact), 0);
        assert_eq!(over(Budget { read, ..exact }), 2);
        let less = Budget {
            read: read - 1,
            ..exact
        };
        assert_eq!(over(less), 3);
    }

    /// An object that replaced it since is not taken for it.
    #[test]
    fn a_listing_is_read_whole_under_its_own_id_alone() {
        let (_dir, store, files) = market();
        let catalogue = read(&store, &Mutex::default(), Budget::MARKET);
        let offer = |file: &PathBuf| {
            let id = file.file_stem().unwrap().to_str().unwrap();
            Arc::clone(&catalogue.find(&id.parse().unwrap()).unwrap().listing)
        };
        assert!(read_whole(&store, &offer(&files[0])).is_ok());
        fs::copy(&files[1], &files[0]).unwrap();
        let refused = read_whole(&store, &offer(&files[0])).unwrap_err();
        assert_eq!(refused.code().as_str(), "no-such-listing");
    }

    #[test]
    fn what_is_over_a_budget_is_left_out_and_counted_and_comes_back() {
        let (_dir, store, files) = market();
        let size = |file: &PathBuf| fs::metadata(file).unwrap().len();
        let largest = size(files.last().unwrap());
        let weights = read(&store, &Mutex::default(), Budget::MARKET)
            .offers
            .iter()
            .map(|offer| offer.listing.weight)
            .max()
            .unwrap();
        let budgets = [
            Budget {
                read: largest,
                ..Budget::MARKET
            },
            Budget {
                read_of_one: largest,
                ..Budget::MARKET
            },
            Budget {
                kept: weights,
                ..Budget::MARKET
            },
            Budget {
                kept_of_one: weights,
                ..Budget::MARKET
            },
        ];
        let all = files.len();
        assert!(all >= 3, "{all}");
        for (number, budget) in budgets.into_iter().enumerate() {
            let cache = Mutex::default();
            for again in 0..2 {
                let over = read(&store, &cache, budget).left_out.over_budget;
                let over = usize::try_from(over).unwrap();
                assert!(over > 0 && over < all + 2, "{number}, look {again}: {over}");
            }
            let in_memory = cache.lock().unwrap();
            let kept = in_memory.objects.listings.values();
            let good = kept.filter(|cached| matches!(cached.read, Was::Good(_)));
            assert!(good.count() < all, "{number}");
        }
        // There is room again once another listing was removed.
        let budget = Budget {
            kept_of_one: weights,
            ..Budget::MARKET
        };
        let cache = Mutex::default();
        let good = |cache: &Mutex<MarketCache>| -> Vec<String> {
            let cache = cache.lock().unwrap();
            let good = |cached: &Cached<_>| matches!(cached.read, Was::Good(_));
            let listings = cache.objects.listings.iter();
            listings
                .filter(|(_, cached)| good(cached))
                .map(|(path, _)| path.clone())
                .collect()
        };
        read(&store, &cache, budget);
        for path in good(&cache) {
            store.remove(&path).unwrap();
        }
        read(&store, &cache, budget);
        assert!(good(&cache).is_empty());
        read(&store, &cache, budget);
        assert!(!good(&cache).is_empty());
    }

    #[test]
    fn a_summary_keeps_the_first_labels_and_a_version_is_told_by_all() {
        let (_dir, store, _) = market();
        let cache = Mutex::default();
        let catalogue = read(&store, &cache, Budget::MARKET);
        let offer = &catalogue.offers[0];
        let whole = read_whole(&store, &offer.listing).unwrap();
        assert_eq!(offer.listing.version_hash, whole.payload().version_hash());
        let mut many = whole.payload().clone();
        many.labels = (0..100_000).map(|i| format!("label {i}")).collect();
        let cut = cut(many.clone());
        assert_eq!(cut.labels, many.labels[..LABELS_SHOWN]);
        assert!(weight(&cut) < 1 << 16 && weight(&many) > 1 << 22);
        // Bins are kept, and so they weigh: of a cross-tabulation too.
        let column = BinnedColumn {
            column: "age".to_owned(),
            column_type: ColumnType::Number,
            bins: many.labels,
            edges: Vec::new(),
        };
        let mut crossed = cut.clone();
        crossed.question = Question::CrossTabulation(CrossTabulation {
            columns: vec![column.clone()],
            filters: Vec::new(),
        });
        assert!(weight(&crossed) > 1 << 22);
        crossed.question = Question::Moments(Moments {
            variables: Vec::new(),
            groups: vec![column],
            filters: Vec::new(),
        });
        assert!(weight(&crossed) > 1 << 22);
    }

    /// Returns the cache of a home in a folder, as it is when the home is opened on a server.
    fn opened(home: &Path, vault: &Arc<Vault>, store: &MarketStore) -> Mutex<MarketCache> {
        Mutex::new(MarketCache {
            kept: Some(KeptFile::in_home(home, vault, store)),
            ..MarketCache::default()
        })
    }

    fn ids(catalogue: &Catalogue) -> Vec<DocumentId> {
        let offers = catalogue.offers.iter();
        offers.map(|offer| offer.listing.id()).collect()
    }

    /// Returns the ids of the listings that are known before the market is asked.
    fn at_hand(cache: &Mutex<MarketCache>) -> Vec<DocumentId> {
        let known = Statements::default();
        let catalogue = cache.lock().unwrap().catalogue(&known, Budget::MARKET);
        catalogue.as_ref().map_or_else(Vec::new, ids)
    }

    #[test]
    fn home_that_is_opened_again_has_its_catalogue_at_hand_and_reads_no_object_again() {
        let (_dir, store, _) = market();
        let (owner, listing) = (identity(1), a_listing());
        let withdrawn = signed(&owner, &listing, |_| {});
        let withdrawal = withdrawn_by(&owner, &withdrawn);
        let path = listing_path(&withdrawn.id());
        store.put(&path, withdrawn.compact().as_bytes()).unwrap();
        let path = withdrawal_path(&withdrawal.id());
        store.put(&path, withdrawal.compact().as_bytes()).unwrap();
        let (home, vault) = (tempfile::tempdir().unwrap(), Arc::new(Vault::generate()));
        let first = opened(home.path(), &vault, &store);
        assert!(at_hand(&first).is_empty());
        let all = read(&store, &opened(home.path(), &vault, &store), Budget::MARKET);
        let again = opened(home.path(), &vault, &store);
        assert_eq!(at_hand(&again), ids(&all));
        let known = again.lock().unwrap();
        let known = known.objects.withdrawals.values();
        assert_eq!(known.filter_map(Cached::good).count(), 1);
        let third = opened(home.path(), &vault, &store);
        let _ = operations::take();
        assert_eq!(ids(&read(&store, &third, Budget::MARKET)), ids(&all));
        let done = operations::take();
        assert!(
            done.iter().all(|(done, _)| *done == Operation::List),
            "{done:?}"
        );
        assert_eq!(done.len(), 3);
    }

    /// A quote without the market is one of the whole listing, verified again.
    #[test]
    fn whole_listing_is_at_hand_if_the_file_has_it() {
        let (_dir, store, _) = market();
        let (home, vault) = (tempfile::tempdir().unwrap(), Arc::new(Vault::generate()));
        let all = read(&store, &opened(home.path(), &vault, &store), Budget::MARKET);
        let memory = MarketMemory {
            cache: opened(home.path(), &vault, &store),
            last: Mutex::default(),
        };
        let summary = &all.offers[0].listing;
        let whole = memory.whole_at_hand(summary).unwrap();
        assert_eq!(whole.id(), summary.id());
        kept::remove(home.path());
        assert!(memory.whole_at_hand(summary).is_none());
    }

    /// A changed file cannot add or change a listing. It can hide one until the market is read.
    #[test]
    fn changed_file_shows_only_signed_listings_under_their_own_names() {
        let (_dir, store, _) = market();
        let (home, vault) = (tempfile::tempdir().unwrap(), Arc::new(Vault::generate()));
        let all = read(&store, &opened(home.path(), &vault, &store), Budget::MARKET);
        let file = KeptFile::in_home(home.path(), &vault, &store);
        let first = file.load();
        let of = |change: &dyn Fn(&mut Vec<kept::KeptObject>)| {
            let mut objects = first.clone();
            change(&mut objects);
            file.write(objects);
            let cache = opened(home.path(), &vault, &store);
            let shown = at_hand(&cache);
            let now = read(&store, &cache, Budget::MARKET);
            assert_eq!(ids(&now), ids(&all));
            shown
        };
        assert_eq!(of(&|_| {}), ids(&all));
        let forged = of(&|objects| {
            let (at, _) = objects[0].text.match_indices('.').next().unwrap();
            let letter = if &objects[0].text[at - 2..=at - 2] == "A" {
                "B"
            } else {
                "A"
            };
            objects[0].text.replace_range(at - 2..=at - 2, letter);
        });
        assert_eq!(forged.len(), all.offers.len() - 1);
        let swapped = of(&|objects| {
            let other = objects[1].text.clone();
            objects[0].text = other;
        });
        assert_eq!(swapped.len(), all.offers.len() - 1);
        assert!(of(&|objects| objects.truncate(1)).len() == 1);
        let elsewhere = of(&|objects| objects[0].path = format!("orders/{}", objects[0].path));
        assert_eq!(elsewhere.len(), all.offers.len() - 1);
    }

    #[test]
    fn damaged_file_costs_a_new_read_and_is_written_again() {
        let (_dir, store, _) = market();
        let (home, vault) = (tempfile::tempdir().unwrap(), Arc::new(Vault::generate()));
        let all = read(&store, &opened(home.path(), &vault, &store), Budget::MARKET);
        let file = home.path().join("market.age");
        let whole = fs::read(&file).unwrap();
        let mut flipped = whole.clone();
        let last = flipped.len() - 1;
        flipped[last] ^= 1;
        for bytes in [&whole[..whole.len() / 2], b"", b"none", &flipped] {
            fs::write(&file, bytes).unwrap();
            let cache = opened(home.path(), &vault, &store);
            assert!(at_hand(&cache).is_empty());
            assert_eq!(ids(&read(&store, &cache, Budget::MARKET)), ids(&all));
            assert_eq!(at_hand(&opened(home.path(), &vault, &store)), ids(&all));
        }
        // Under the key of another home, and of another market.
        let other = Arc::new(Vault::generate());
        assert!(at_hand(&opened(home.path(), &other, &store)).is_empty());
        let (_elsewhere, another, _) = market();
        assert!(at_hand(&opened(home.path(), &vault, &another)).is_empty());
    }

    /// Prints what a file of two thousand listings costs.
    #[test]
    #[ignore = "prints times"]
    #[allow(clippy::print_stdout, reason = "it prints times")]
    fn cost_of_a_large_file() {
        let dir = tempfile::tempdir().unwrap();
        let store = MarketStore::open(dir.path().to_str().unwrap()).unwrap();
        let (owner, listing) = (identity(OWNER), a_listing());
        for number in 0..2000 {
            let listing = signed(&owner, &listing, |listing| {
                listing.title = format!("Listing {number}");
            });
            let path = listing_path(&listing.id());
            store.put(&path, listing.compact().as_bytes()).unwrap();
        }
        let (home, vault) = (tempfile::tempdir().unwrap(), Arc::new(Vault::generate()));
        let timed = |what: &str, act: &dyn Fn() -> usize| {
            let begun = std::time::Instant::now();
            println!("{what}: {} listings, {:?}", act(), begun.elapsed());
        };
        timed("read and write", &|| {
            let cache = opened(home.path(), &vault, &store);
            read(&store, &cache, Budget::MARKET).offers.len()
        });
        timed("load and verify", &|| {
            at_hand(&opened(home.path(), &vault, &store)).len()
        });
        let size = fs::metadata(home.path().join("market.age")).unwrap().len();
        println!("{size} bytes");
    }

    fn signed(
        signer: &Identity,
        listing: &Listing,
        change: impl FnOnce(&mut Listing),
    ) -> Signed<Listing> {
        let mut listing = listing.clone();
        listing.jwk = signer.jwk();
        change(&mut listing);
        listing.protects = listing.protects_words();
        Signed::sign(signer, listing).unwrap()
    }

    fn withdrawn_by(signer: &Identity, listing: &Signed<Listing>) -> Signed<Withdrawal> {
        let withdrawal = Withdrawal {
            listing: listing.id(),
            reason: String::new(),
            jwk: signer.jwk(),
            issued_at: listing.payload().issued_at,
        };
        Signed::sign(signer, withdrawal).unwrap()
    }

    /// Returns what a market with these listings and withdrawals offers: each listing's id and
    /// status.
    fn offered(
        listings: &[&Signed<Listing>],
        withdrawals: &[Signed<Withdrawal>],
    ) -> Vec<(DocumentId, ListingStatus)> {
        let dir = tempfile::tempdir().unwrap();
        let store = MarketStore::open(dir.path().to_str().unwrap()).unwrap();
        for listing in listings {
            let path = listing_path(&listing.id());
            store.put(&path, listing.compact().as_bytes()).unwrap();
        }
        for withdrawal in withdrawals {
            let path = withdrawal_path(&withdrawal.id());
            store.put(&path, withdrawal.compact().as_bytes()).unwrap();
        }
        let catalogue = read(&store, &Mutex::default(), Budget::MARKET);
        let offers = catalogue.offers.iter();
        offers.map(|o| (o.listing.id(), o.status)).collect()
    }

    /// Returns a listing, to be changed and signed by others.
    fn a_listing() -> Listing {
        fixture::listing(1)
    }

    #[test]
    fn a_version_that_does_not_continue_the_one_before_is_not_there() {
        let (owner, other, listing) = (identity(1), identity(2), a_listing());
        let first = signed(&owner, &listing, |_| {});
        let version = |signer: &Identity, change: &dyn Fn(&mut Listing)| {
            signed(signer, &listing, |listing| {
                listing.previous = Some(first.id());
                listing.title = "Another".into();
                change(listing);
            })
        };
        let good = version(&owner, &|_| {});
        let both = offered(&[&first, &good], &[]);
        assert!(both.contains(&(first.id(), ListingStatus::Replaced)));
        assert!(both.contains(&(good.id(), ListingStatus::Open)));
        assert_eq!(both.len(), 2);

        let nothing = Digest::of(b"nothing");
        type Change<'a> = &'a dyn Fn(&mut Listing);
        let changes: [(&str, Change<'_>); 6] = [
            ("seeds", &|l| l.seed_commitment = nothing),
            ("data", &|l| l.data_commitment = nothing),
            ("grain", &|l| {
                l.grain = l.ceiling;
            }),
            ("D", &|l| l.sensitivity += 1),
            ("unit", &|l| l.unit = "kg".into()),
            ("currency", &|l| l.currency = "JPY".parse().unwrap()),
        ];
        let mut bad: Vec<_> = changes
            .into_iter()
            .map(|(name, change)| (name, version(&owner, change)))
            .collect();
        bad.push(("signer", version(&other, &|_| {})));
        for (name, bad) in &bad {
            let alone = offered(&[&first, bad], &[]);
            assert_eq!(alone, [(first.id(), ListingStatus::Open)], "{name}");
            // A version that continues it is left out too.
            let signer = if *name == "signer" { &other } else { &owner };
            let after = signed(signer, bad.payload(), |l| l.previous = Some(bad.id()));
            let chain = offered(&[&first, bad, &after], &[]);
            assert_eq!(chain, [(first.id(), ListingStatus::Open)], "{name}");
        }
        // An earlier version is missing.
        let third = signed(&owner, &listing, |l| l.previous = Some(good.id()));
        let chain = offered(&[&first, &third], &[]);
        assert_eq!(chain, [(first.id(), ListingStatus::Open)]);
        assert_eq!(offered(&[&first, &good, &third], &[]).len(), 3);
    }

    #[test]
    fn a_listing_is_withdrawn_by_its_owner_alone() {
        let (owner, other, listing) = (identity(1), identity(2), a_listing());
        let first = signed(&owner, &listing, |_| {});
        let second = signed(&owner, &listing, |l| l.title = "Another".into());
        let status = |withdrawals: &[Signed<Withdrawal>], id| {
            let offers = offered(&[&first, &second], withdrawals);
            offers.iter().find(|(of, _)| *of == id).unwrap().1
        };
        let foreign = [withdrawn_by(&other, &first)];
        assert_eq!(status(&foreign, first.id()), ListingStatus::Open);
        let own = [withdrawn_by(&owner, &first)];
        assert_eq!(status(&own, first.id()), ListingStatus::Withdrawn);
        assert_eq!(status(&own, second.id()), ListingStatus::Open);
    }

    #[test]
    fn a_listing_under_another_name_is_not_there() {
        let (_dir, store, files) = market();
        let all = read(&store, &Mutex::default(), Budget::MARKET).offers.len();
        let name = format!("{}.jws", DocumentId::of("another"));
        fs::rename(&files[0], files[0].with_file_name(name)).unwrap();
        let left = read(&store, &Mutex::default(), Budget::MARKET).offers.len();
        assert_eq!(left + 1, all);
    }
}
