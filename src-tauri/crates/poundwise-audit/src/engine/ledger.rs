//! One pass over one ledger.

mod entries;
mod listings;
mod orders;
mod sequence;
mod sums;

use std::collections::{BTreeMap, HashMap};

use orders::OrdersSeen;
use sequence::Sequence;

use super::book::Book;
use super::missing::MissingReceipts;
use super::{SeenEntry, Wanted};
use poundwise_documents::checkpoint::UnverifiedCheckpoint;
use poundwise_documents::finding::{Code, Recorder, sides};
use poundwise_documents::jws::{self, AnyDocument, JwsError, Signed};
use poundwise_documents::keys::PublicKey;
use poundwise_documents::kinds::{Adjacency, Listing, Order, Receipt};
use poundwise_documents::ledger::LedgerLine;
use poundwise_documents::log::{Frontier, Hash};
use poundwise_documents::rules::{self, Terms};
use poundwise_documents::units::{
    Currency, Digest, DocumentId, Kid, MicroEpsilon, Salt, Timestamp,
};

/// A listing, as far as later lines need it.
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
    /// The highest level sold, or what a receipt claimed it to be if that was more: each error is reported once.
    highest: MicroEpsilon,
    holders: HashMap<Kid, Held>,
    missing: MissingReceipts,
}

/// The units whose privacy several questions cost.
struct Population {
    adjacency: Adjacency,
    unit_name: String,
    /// The cap in force.
    cap: MicroEpsilon,
    carried: MicroEpsilon,
    /// The highest levels of its questions, added up, in micro-ε; or what a receipt claimed them to
    /// be if that was more.
    sum: u64,
}

struct Held {
    level: MicroEpsilon,
    receipt: DocumentId,
    release: DocumentId,
}

/// An order whose receipt must be next.
struct Pending {
    order: Box<Signed<Order>>,
    /// It was sold before.
    doubled: bool,
}

pub(super) struct LedgerAudit {
    input: usize,
    file: String,
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
    /// A line was refused, so what follows from the lines so far is not known any more.
    gap: bool,
    versions: HashMap<DocumentId, Version>,
    seeds: HashMap<Digest, usize>,
    questions: Vec<Question>,
    populations: HashMap<Salt, Population>,
    /// Caps of populations of which nothing is listed yet.
    early_caps: HashMap<Salt, MicroEpsilon>,
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
        file: String,
        note: &UnverifiedCheckpoint,
        wanted: Wanted,
    ) -> Self {
        let mut ledger = Self {
            input,
            file,
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
            early_caps: HashMap::new(),
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

    /// Which of the inputs it is: names need not be unique.
    pub(super) fn input(&self) -> usize {
        self.input
    }

    pub(super) fn file(&self) -> &str {
        &self.file
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

    /// The number of entries read.
    pub(super) fn length(&self) -> u64 {
        self.frontier.size()
    }

    /// Whether the file was read to its end.
    pub(super) fn is_read(&self) -> bool {
        !self.cut
    }

    /// Whether every line was read and understood.
    pub(super) fn is_whole(&self) -> bool {
        !self.cut && !self.gap
    }

    pub(super) fn root_at(&self, size: u64) -> Option<Hash> {
        self.roots.get(&size).copied()
    }

    pub(super) fn entry(&self, place: u64) -> Option<&SeenEntry> {
        self.entries.get(&place)
    }

    /// Which receipts of each question have no bundle: the question's title, its seeds and the
    /// numbers.
    pub(super) fn missing(&self) -> impl Iterator<Item = (&str, Digest, &MissingReceipts)> {
        self.questions
            .iter()
            .map(|question| (question.title.as_str(), question.seeds, &question.missing))
    }

    pub(super) fn into_book(self) -> Book {
        self.book
    }

    pub(super) fn cut(&mut self) {
        self.cut = true;
    }

    fn note_root(&mut self) {
        if self.wanted.sizes.contains(&self.frontier.size()) {
            self.roots
                .insert(self.frontier.size(), self.frontier.root());
        }
    }

    fn append(&mut self, entry: DocumentId, base: Option<DocumentId>) {
        let place = self.frontier.size();
        self.frontier.push(Hash::of_entry(entry));
        self.note_root();
        if self.wanted.places.contains(&place) {
            self.entries.insert(place, SeenEntry { id: entry, base });
        }
    }

    /// Takes one line and what its verification gave. Gives a listing back, for those who want to know it too.
    pub(super) fn line(
        &mut self,
        recorder: &mut Recorder,
        line: &LedgerLine,
        document: Result<AnyDocument, JwsError>,
    ) -> Option<Box<Signed<Listing>>> {
        self.documents += 1;
        recorder.at(Some(line.number), None);
        let document = match document {
            Ok(document) => document,
            Err(error) => {
                recorder.fail(Code::DocumentRefused, || error.to_string());
                self.refused(&line.compact);
                return None;
            }
        };
        let key = document.key();
        recorder.about(document.id());
        recorder.held(Code::DocumentRefused, || {
            sides(document.typ(), format_args!("key {}", key.kid()))
        });
        if key.kid() == self.owner {
            self.owner_key = Some(key);
        }
        if !matches!(document, AnyDocument::Receipt(_)) {
            self.expect_no_pending(recorder);
        }
        match document {
            AnyDocument::Listing(listing) => {
                self.by_owner(recorder, listing.signer(), "listing");
                self.listing(recorder, &listing);
                return Some(listing);
            }
            AnyDocument::Withdrawal(withdrawal) => {
                self.by_owner(recorder, withdrawal.signer(), "withdrawal");
                self.withdrawal(recorder, &withdrawal);
            }
            AnyDocument::Order(order) => self.order(recorder, order),
            AnyDocument::Receipt(receipt) => {
                self.entry_line(recorder, line.number, &receipt.place(), "receipt");
                self.receipt(recorder, &receipt);
            }
            AnyDocument::Grant(grant) => {
                self.entry_line(recorder, line.number, &grant.place(), "grant");
                self.grant(recorder, &grant);
            }
            AnyDocument::Cap(cap) => {
                self.entry_line(recorder, line.number, &cap.place(), "cap");
                self.cap(recorder, &cap);
            }
            AnyDocument::Cancellation(_)
            | AnyDocument::Release(_)
            | AnyDocument::Refusal(_)
            | AnyDocument::Opening(_)
            | AnyDocument::HolderCopy(_) => {
                recorder.fail(Code::UnexpectedKind, || {
                    "a ledger has listings, withdrawals, orders, receipts, grants and caps only"
                        .to_owned()
                });
            }
        }
        None
    }

    /// A line that says nothing trustworthy: keep the log's count if it claims to be an entry.
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

    fn by_owner(&self, recorder: &mut Recorder, signer: Kid, kind: &str) {
        recorder.compare(
            signer == self.owner,
            Code::SignerNotOwner,
            || sides(signer, self.owner),
            || {
                format!(
                    "the {kind} is signed by {signer}, not by the ledger's owner {}",
                    self.owner
                )
            },
        );
    }

    fn expect_no_pending(&mut self, recorder: &mut Recorder) {
        if let Some(pending) = self.pending.take()
            && !self.gap
        {
            recorder.fail(Code::OrderWithoutReceipt, || {
                format!("no receipt follows order {}", pending.order.id())
            });
        }
    }

    fn order(&mut self, recorder: &mut Recorder, order: Box<Signed<Order>>) {
        let payload = order.payload();
        recorder.expect(
            self.gap || self.versions.contains_key(&payload.listing),
            Code::UnknownListing,
            || {
                format!(
                    "the order is for listing {}, which the ledger does not show before it",
                    payload.listing
                )
            },
        );
        let held = self
            .versions
            .get(&payload.listing)
            .and_then(|version| self.questions.get(version.question))
            .and_then(|question| question.holders.get(&order.signer()))
            .map_or(MicroEpsilon::ZERO, |held| held.level);
        let doubled = self.orders.see(order.id()) && payload.from_micro_epsilon != held;
        self.pending = Some(Pending { order, doubled });
    }

    fn receipt(&mut self, recorder: &mut Recorder, receipt: &Signed<Receipt>) {
        let payload = receipt.payload();
        let pending = self.pending.take();
        self.counts(recorder, payload);
        recorder.expect(
            self.gap || pending.is_some(),
            Code::ReceiptWithoutOrder,
            || "the line before the receipt is not its order".to_owned(),
        );
        let order = pending.map(|pending| {
            let id = pending.order.id();
            let shown = || {
                let seen = if pending.doubled {
                    "among"
                } else {
                    "not among"
                };
                sides(id, format_args!("{seen} the orders before"))
            };
            recorder.compare(!pending.doubled, Code::DoubleOrder, shown, || {
                format!("order {id} was sold before")
            });
            pending.order
        });
        let Some(version) = self.versions.get_mut(&payload.listing) else {
            recorder.expect(self.gap, Code::UnknownListing, || {
                format!(
                    "the receipt is for listing {}, which the ledger does not show",
                    payload.listing
                )
            });
            self.append(receipt.id(), None);
            self.gap = true;
            return;
        };
        let population = version.terms.population;
        if let Some(order) = &order {
            // Both bind: the cap in force, and that of the listing which the buyer was shown.
            let in_force = self.populations.get(&population).map(|known| known.cap);
            let cap = in_force.map_or(version.terms.cap, |cap| cap.min(version.terms.cap));
            rules::check_sale(recorder, &version.terms, cap, order, receipt);
        }
        version.last_sale = Some((payload.issued_at, payload.sequence));
        if let Some(withdrawn) = version.withdrawn {
            recorder.compare(
                payload.issued_at <= withdrawn,
                Code::SoldAfterWithdrawal,
                || sides(payload.issued_at, format_args!("not after {withdrawn}")),
                || {
                    format!(
                        "the receipt is of {}, the listing was withdrawn on {withdrawn}",
                        payload.issued_at
                    )
                },
            );
        }
        let question = version.question;
        let base = self.holding(recorder, question, order.as_deref(), receipt);
        self.losses(recorder, question, population, payload);
        self.totals(recorder, payload);
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

    pub(super) fn finish(&mut self, recorder: &mut Recorder) {
        recorder.at(None, None);
        if self.cut {
            return;
        }
        self.expect_no_pending(recorder);
        self.sequence.report(recorder);
        let (length, size) = (self.frontier.size(), self.size);
        recorder.at(None, (length < size).then_some(length));
        recorder.compare(
            length == size,
            Code::LogSize,
            || sides(length, size),
            || format!("the ledger has {length} entries, its checkpoint counts {size}"),
        );
        recorder.at(None, None);
        if length == size {
            let root = self.frontier.root();
            recorder.compare(
                root == self.root,
                Code::LogRoot,
                || sides(root, self.root),
                || {
                    format!(
                        "the root over the entries is {root}, the checkpoint's is {}",
                        self.root
                    )
                },
            );
        }
    }
}
