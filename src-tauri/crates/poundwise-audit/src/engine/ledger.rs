//! One pass over one ledger.

mod entries;
mod listings;
mod orders;
mod populations;
mod sequence;
mod sums;
mod unbundled;

use unbundled::MissingReceipts;

use std::collections::{BTreeMap, HashMap};

use orders::OrdersSeen;
use populations::expect_live;
use sequence::Sequence;

use super::book::Book;
use super::{SeenEntry, Wanted};
use crate::messages::{LedgerDocument, LedgerProblem};
use gradual_release::accountant::LossSum;
use poundwise_documents::checkpoint::UnverifiedCheckpoint;
use poundwise_documents::finding::{
    At, Code, ComparisonSide, Place, Recorder, SidePhrase, SideValue, sides,
};
use poundwise_documents::jws::{self, AnyDocument, JwsError, NewerDocument, Signed};
use poundwise_documents::keys::PublicKey;
use poundwise_documents::kinds::{Adjacency, Family, Listing, Order, Receipt};
use poundwise_documents::ledger::LedgerLine;
use poundwise_documents::log::{Frontier, Hash};
use poundwise_documents::rules::{self, Terms};
use poundwise_documents::units::{
    Currency, Digest, DocumentId, Kid, LossPair, MicroEpsilon, Salt, Timestamp,
};
use poundwise_words::Text;

/// The parts of a listing that later lines need.
struct Version {
    terms: Terms,
    question: usize,
    previous: Option<DocumentId>,
    /// Hash of everything that a new version may not change.
    fixed: Digest,
    last_sale: Option<(Timestamp, u64)>,
    withdrawn: Option<Timestamp>,
}

/// All listings of a question: one noise path.
struct Question {
    seeds: Digest,
    title: String,
    /// Latest versions that were not yet found withdrawn.
    open: Vec<DocumentId>,
    /// Every population that a listing of it has named: it adds to each for life.
    populations: Vec<Salt>,
    /// The family of its noise.
    family: Family,
    /// The highest level sold or assumed. A higher loss in a receipt replaces it, to report each
    /// error once.
    highest: MicroEpsilon,
    holders: HashMap<Kid, Held>,
    missing: MissingReceipts,
}

/// The units whose privacy several questions cost.
struct Population {
    adjacency: Adjacency,
    unit_name: String,
    /// The cap in force.
    cap: LossPair,
    /// The carried loss and those of its questions. A higher loss in a receipt replaces the sum.
    losses: LossSum,
    /// Whether an entry has stated it.
    stated: bool,
    /// Whether it was merged into another population.
    ended: bool,
}

struct Held {
    level: MicroEpsilon,
    receipt: DocumentId,
    release: DocumentId,
}

/// An order whose receipt must be next.
struct Pending {
    order: Box<Signed<Order>>,
    /// The order was sold before.
    doubled: bool,
}

pub(super) struct LedgerAudit {
    input: usize,
    /// The file.
    place: Place,
    owner: Kid,
    size: u64,
    root: Hash,
    wanted: Wanted,
    roots: BTreeMap<u64, Hash>,
    entries: BTreeMap<u64, SeenEntry>,
    frontier: Frontier,
    owner_key: Option<PublicKey>,
    documents: u64,
    /// The file could not be read to its end.
    cut: bool,
    /// A line was refused or is of a newer version. Holdings, losses and sums are unknown from here
    /// on.
    gap: bool,
    versions: HashMap<DocumentId, Version>,
    seeds: HashMap<Digest, usize>,
    questions: Vec<Question>,
    populations: HashMap<Salt, Population>,
    /// Whether the ledger has a population entry. From then on every population needs one.
    stated: bool,
    orders: OrdersSeen,
    pending: Option<Pending>,
    sequence: Sequence,
    last_entry: Option<DocumentId>,
    last_time: Option<Timestamp>,
    receipts: u64,
    grants: u64,
    money: BTreeMap<Currency, u64>,
    book: Book,
}

impl LedgerAudit {
    pub(super) fn new(
        input: usize,
        place: Place,
        note: &UnverifiedCheckpoint,
        wanted: Wanted,
    ) -> Self {
        let mut ledger = Self {
            input,
            place,
            owner: note.owner(),
            size: note.size(),
            root: note.root(),
            wanted,
            roots: BTreeMap::new(),
            entries: BTreeMap::new(),
            frontier: Frontier::new(),
            owner_key: None,
            documents: 0,
            cut: false,
            gap: false,
            versions: HashMap::new(),
            seeds: HashMap::new(),
            questions: Vec::new(),
            populations: HashMap::new(),
            stated: false,
            orders: OrdersSeen::new(),
            pending: None,
            sequence: Sequence::default(),
            last_entry: None,
            last_time: None,
            receipts: 0,
            grants: 0,
            money: BTreeMap::new(),
            book: Book::default(),
        };
        ledger.note_root();
        ledger
    }

    /// Returns the index of the input: names need not be unique.
    pub(super) fn input(&self) -> usize {
        self.input
    }

    pub(super) fn file(&self) -> &str {
        self.place.file()
    }

    pub(super) fn owner(&self) -> Kid {
        self.owner
    }

    pub(super) fn owner_key(&self) -> Option<PublicKey> {
        self.owner_key
    }

    pub(super) fn has_documents(&self) -> bool {
        self.documents > 0
    }

    /// Returns the number of entries read.
    pub(super) fn length(&self) -> u64 {
        self.frontier.size()
    }

    /// Returns whether the file was read to its end.
    pub(super) fn is_read(&self) -> bool {
        !self.cut
    }

    /// Returns whether every line was read and understood.
    pub(super) fn is_whole(&self) -> bool {
        !self.cut && !self.gap
    }

    pub(super) fn root_at(&self, size: u64) -> Option<Hash> {
        self.roots.get(&size).copied()
    }

    pub(super) fn entry(&self, sequence: u64) -> Option<&SeenEntry> {
        self.entries.get(&sequence)
    }

    /// Returns title, seeds and receipts without a bundle of each question.
    pub(super) fn missing(&self) -> impl Iterator<Item = (&str, Digest, &MissingReceipts)> {
        self.questions
            .iter()
            .map(|question| (question.title.as_str(), question.seeds, &question.missing))
    }

    pub(super) fn into_book(self) -> Book {
        self.book
    }

    /// Notes that the file could not be read to its end.
    pub(super) fn note_cut(&mut self) {
        self.cut = true;
    }

    fn note_root(&mut self) {
        if self.wanted.sizes.contains(&self.frontier.size()) {
            self.roots
                .insert(self.frontier.size(), self.frontier.root());
        }
    }

    fn append(&mut self, entry: DocumentId, base: Option<DocumentId>) {
        let sequence = self.frontier.size();
        self.frontier.push(Hash::of_entry(entry));
        self.note_root();
        if self.wanted.sequences.contains(&sequence) {
            self.entries.insert(sequence, SeenEntry { id: entry, base });
        }
    }

    /// Takes one line and the result of its verification. Returns the listing, if it is one.
    pub(super) fn line(
        &mut self,
        recorder: &mut Recorder,
        line: &LedgerLine,
        document: Result<AnyDocument, JwsError>,
    ) -> Option<Box<Signed<Listing>>> {
        self.documents += 1;
        let place = self.place.line(line.number);
        let document = match document {
            Ok(document) => document,
            Err(error) => {
                let at = &mut recorder.at(place);
                match &error {
                    JwsError::NewerVersion(newer) => self.newer(at, &error, newer),
                    _ => {
                        at.refuse(&error, || Text::of(error.clone()));
                        self.refused(&line.compact);
                    }
                }
                return None;
            }
        };
        let key = document.key();
        let at = &mut recorder.at(place.document(document.id()));
        at.held(Code::DocumentRefused, || {
            sides(document.typ(), SidePhrase::Key.with([key.kid()]))
        });
        if key.kid() == self.owner {
            self.owner_key = Some(key);
        }
        if !matches!(document, AnyDocument::Receipt(_)) {
            self.expect_no_pending(at);
        }
        match document {
            AnyDocument::Listing(listing) => {
                self.by_owner(at, listing.signer(), LedgerDocument::Listing);
                self.listing(at, &listing);
                return Some(listing);
            }
            AnyDocument::Withdrawal(withdrawal) => {
                self.by_owner(at, withdrawal.signer(), LedgerDocument::Withdrawal);
                self.withdrawal(at, &withdrawal);
            }
            AnyDocument::Order(order) => self.order(at, order),
            AnyDocument::Receipt(receipt) => {
                let at = &mut self.entry_line(at, &receipt.place(), LedgerDocument::Receipt);
                self.receipt(at, &receipt);
            }
            AnyDocument::Grant(grant) => {
                let at = &mut self.entry_line(at, &grant.place(), LedgerDocument::Grant);
                self.grant(at, &grant);
            }
            AnyDocument::PopulationEntry(entry) => {
                let at = &mut self.entry_line(at, &entry.place(), LedgerDocument::PopulationEntry);
                self.population_entry(at, &entry);
            }
            AnyDocument::Cancellation(_)
            | AnyDocument::Release(_)
            | AnyDocument::Refusal(_)
            | AnyDocument::Opening(_)
            | AnyDocument::HolderCopy(_) => {
                at.fail(Code::UnexpectedKind, || LedgerProblem::UnexpectedKind);
            }
        }
        None
    }

    /// Takes a line that was refused. If it claims to be an entry, it is counted in the log.
    fn refused(&mut self, compact: &str) {
        self.gap = true;
        self.pending = None;
        if jws::claimed_typ(compact).is_some_and(|typ| AnyDocument::is_entry_typ(&typ)) {
            let id = DocumentId::of(compact);
            self.append(id, None);
            self.sequence.skip();
            self.last_entry = Some(id);
        }
    }

    /// Takes a document of a newer version. An entry keeps its place in the log and in the chain;
    /// its effect on holdings, losses and sums is not known.
    fn newer(&mut self, at: &mut At<'_>, error: &JwsError, newer: &NewerDocument) {
        let place = at.place().document(newer.id);
        let at = &mut at.moved_to(place);
        if let Some(entry) = &newer.place {
            let at = &mut self.entry_line(at, entry, LedgerDocument::Entry);
            at.refuse(error, || Text::of(error.clone()));
            self.append(newer.id, None);
        } else {
            at.refuse(error, || Text::of(error.clone()));
        }
        self.gap = true;
        self.pending = None;
    }

    fn by_owner(&self, at: &mut At<'_>, signer: Kid, document: LedgerDocument) {
        at.compare(
            signer == self.owner,
            Code::SignerNotOwner,
            || sides(signer, self.owner),
            || LedgerProblem::Signer {
                document,
                signer,
                owner: self.owner,
            },
        );
    }

    fn expect_no_pending(&mut self, at: &mut At<'_>) {
        if let Some(pending) = self.pending.take()
            && !self.gap
        {
            let id = pending.order.id();
            let shown = || sides(SidePhrase::Nothing, SidePhrase::ReceiptOfOrder.with([id]));
            at.compare(false, Code::OrderWithoutReceipt, shown, || {
                LedgerProblem::NoReceipt { order: id }
            });
        }
    }

    fn order(&mut self, at: &mut At<'_>, order: Box<Signed<Order>>) {
        let payload = order.payload();
        let known = self.versions.contains_key(&payload.listing);
        at.compare(
            self.gap || known,
            Code::UnknownListing,
            || sides(payload.listing, shown_before(known)),
            || LedgerProblem::OrderListing {
                listing: payload.listing,
            },
        );
        let held = self
            .versions
            .get(&payload.listing)
            .and_then(|version| self.questions.get(version.question))
            .and_then(|question| question.holders.get(&order.signer()))
            .map_or(MicroEpsilon::ZERO, |held| held.level);
        let doubled = self.orders.see(order.id()) && payload.from != held;
        self.pending = Some(Pending { order, doubled });
    }

    fn receipt(&mut self, at: &mut At<'_>, receipt: &Signed<Receipt>) {
        let payload = receipt.payload();
        let pending = self.pending.take();
        self.counts(at, payload);
        at.expect(
            self.gap || pending.is_some(),
            Code::ReceiptWithoutOrder,
            || LedgerProblem::NoOrder,
        );
        let order = pending.map(|pending| {
            let id = pending.order.id();
            let shown = || {
                let seen = if pending.doubled {
                    SidePhrase::AmongOrders
                } else {
                    SidePhrase::NotAmongOrders
                };
                sides(id, seen)
            };
            at.compare(!pending.doubled, Code::DoubleOrder, shown, || {
                LedgerProblem::SoldTwice { order: id }
            });
            pending.order
        });
        let Some(version) = self.versions.get_mut(&payload.listing) else {
            at.compare(
                self.gap,
                Code::UnknownListing,
                || sides(payload.listing, shown_before(false)),
                || LedgerProblem::ReceiptListing {
                    listing: payload.listing,
                },
            );
            self.append(receipt.id(), None);
            self.gap = true;
            return;
        };
        let population = version.terms.population;
        if let Some(order) = &order {
            // Both bind: the cap in force, and that of the listing which the buyer was shown.
            let in_force = self.populations.get(&population).map(|known| known.cap);
            let cap = in_force.map_or(version.terms.cap, |cap| cap.min(version.terms.cap));
            rules::check_sale(at, &version.terms, cap, order, receipt);
        }
        expect_live(at, self.stated && !self.gap, &self.populations, population);
        version.last_sale = Some((payload.issued_at, payload.sequence));
        if let Some(withdrawn) = version.withdrawn {
            at.compare(
                payload.issued_at <= withdrawn,
                Code::SoldAfterWithdrawal,
                || sides(payload.issued_at, SidePhrase::NotAfter.with([withdrawn])),
                || LedgerProblem::SoldAfterWithdrawal {
                    time: payload.issued_at,
                    withdrawn,
                },
            );
        }
        let question = version.question;
        expect_not_refused(at, &self.wanted.refused, receipt.signer(), payload);
        let base = self.holding(at, question, order.as_deref(), receipt);
        self.losses(at, question, population, payload);
        self.totals(at, payload);
        self.append(receipt.id(), base);
        let bundled = self.wanted.receipts.contains(&receipt.id());
        if let Some(question) = self.questions.get_mut(question) {
            question.missing.note(payload.sequence, bundled);
            let name = order
                .as_ref()
                .map_or("", |order| order.payload().buyer_name.as_str());
            self.book.sale(question.seeds, name, payload);
        }
    }

    /// Makes the checks at the end of the ledger.
    pub(super) fn finish(&mut self, recorder: &mut Recorder) {
        if self.cut {
            return;
        }
        let at = &mut recorder.at(self.place.clone());
        self.expect_no_pending(at);
        self.sequence.report(at);
        let (length, size) = (self.frontier.size(), self.size);
        let place = if length < size {
            self.place.entry(length)
        } else {
            self.place.clone()
        };
        at.moved_to(place).compare(
            length == size,
            Code::LogSize,
            || sides(SideValue::Count(length), SideValue::Count(size)),
            || LedgerProblem::LogSize {
                entries: SideValue::Entries(length),
                size,
            },
        );
        if length == size {
            let root = self.frontier.root();
            at.compare(
                root == self.root,
                Code::LogRoot,
                || sides(root, self.root),
                || LedgerProblem::LogRoot {
                    found: root,
                    signed: self.root,
                },
            );
        }
    }
}

/// Returns the side that a document is shown before, or is not.
fn shown_before(shown: bool) -> SidePhrase {
    if shown {
        SidePhrase::ShownBefore
    } else {
        SidePhrase::NotShownBefore
    }
}

/// Returns the longest ledger of `owner` that was read to its end: all others must be prefixes of
/// it.
pub(super) fn longest(ledgers: &[LedgerAudit], owner: Kid) -> Option<&LedgerAudit> {
    let own = ledgers
        .iter()
        .filter(|ledger| ledger.owner() == owner && ledger.is_read());
    own.max_by_key(|ledger| ledger.length())
}

/// Checks that the order of a receipt was not refused by its owner, where refusals are shown.
pub(super) fn expect_not_refused(
    at: &mut At<'_>,
    refused: &super::Refused,
    owner: Kid,
    receipt: &Receipt,
) {
    if refused.is_empty() {
        return;
    }
    let refusal = refused.get(&(owner, receipt.order)).map(String::as_str);
    at.compare(
        refusal.is_none(),
        Code::RefusedAndSold,
        || {
            let file = |file: &str| ComparisonSide::from(SideValue::file(file));
            let beside = refusal.map_or_else(|| SidePhrase::NoRefusal.into(), file);
            sides(receipt.order, beside)
        },
        || LedgerProblem::RefusedAndSold {
            order: receipt.order,
            file: SideValue::file(refusal.unwrap_or_default()),
        },
    );
}
