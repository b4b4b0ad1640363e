//! The audit: everything that can be checked offline about ledgers, bundles, copies, checkpoints and single documents,
//! each by itself and all against each other, with nothing of the owner's but what the files themselves carry.
//!
//! Inputs are told apart by content, never by name. A ledger is streamed: what is kept of it grows with its listings,
//! its buyers and what they hold, not with its sales, and its signatures are verified on all processors. No input makes the audit fail or panic: whatever is
//! wrong with it becomes a finding.

mod books;
mod copies;
mod crosscheck;
mod details;
mod figures;
mod html;
mod ledger;
mod limits;
mod missing;
mod noise;
mod noise_figure;
mod options;
mod pipeline;
mod report;
mod words;

pub use books::{Books, BuyerBook, CurrencyBook, Holding, ListingBook, Money, PopulationBook};
pub use copies::Copied;
pub use limits::{Limit, LimitCode};
pub use missing::{MAX_MISSING, MissingBundles};
pub use noise::{NoiseBin, NoiseClass, NoisePair, NoiseTest, NoiseVerdict};
pub use options::{Options, Progress, Stopped};
pub use report::{Check, FileKind, Part, Report, SeenFile, State, Subject, Verdict};

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;

use crate::bundle::{Bundle, MAX_BUNDLE, VerifiedBundle};
use crate::checkpoint::UnverifiedCheckpoint;
use crate::copy::CopyFile;
use crate::finding::{Code, Recorder, sides};
use crate::jws::{AnyDocument, Place, Signed};
use crate::keys::PublicKey;
use crate::kinds::{Adjacency, Listing, MAX_DOCUMENT, Opening, Order, Receipt};
use crate::ledger::{LedgerError, LedgerReader};
use crate::units::{Digest, DocumentId, Kid, MicroEpsilon, Salt, Timestamp};

use books::Book;
use copies::SeenCopy;
use ledger::LedgerAudit;
use pipeline::End;

/// One file to audit.
pub struct Input<'a> {
    name: String,
    source: Box<dyn BufRead + 'a>,
}

impl<'a> Input<'a> {
    /// A file that is read as it is audited. `name` is only shown.
    ///
    /// A source that fails becomes a finding.
    pub fn from_reader(name: impl Into<String>, source: impl Read + 'a) -> Self {
        Self {
            name: name.into(),
            source: Box::new(BufReader::new(source)),
        }
    }

    /// A file in memory. `name` is only shown.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Input<'static> {
        Input {
            name: name.into(),
            source: Box::new(Cursor::new(bytes)),
        }
    }
}

/// Audits all `inputs`, together, on all processors.
#[must_use]
pub fn audit(inputs: Vec<Input<'_>>) -> Report {
    match audit_with(inputs, &Options::new()) {
        Ok(report) => report,
        // Without anybody to stop it, it is not stopped.
        Err(Stopped) => Audit::default().into_report(Vec::new()),
    }
}

/// Audits all `inputs`, together.
///
/// # Errors
/// Progress, or a finding, was answered with a break.
pub fn audit_with(inputs: Vec<Input<'_>>, options: &Options<'_>) -> Result<Report, Stopped> {
    let mut audit = Audit::default();
    let mut ledgers = Vec::new();
    for (number, input) in inputs.into_iter().enumerate() {
        audit.recorder.enter(&input.name);
        if let Some((name, reader)) = audit.take(number, input) {
            ledgers.push((number, name, reader));
        }
        audit.show(options)?;
        options.report(audit.progress)?;
    }
    // Ledgers last: by now it is known at which sizes their roots, and at which places their
    // entries, are wanted.
    let mut audited = Vec::new();
    for (number, name, reader) in ledgers {
        audit.recorder.enter(&name);
        audited.push(audit.stream(number, name, reader, options)?);
    }
    audit.verify_checkpoints();
    audit.crosscheck(&audited);
    audit.show(options)?;
    Ok(audit.into_report(audited))
}

/// A checkpoint found somewhere.
struct SeenCheckpoint {
    /// Which of the inputs it was in: names need not be unique.
    input: usize,
    file: String,
    note: UnverifiedCheckpoint,
    /// Whether documents beside it should have given the owner's key.
    expects_key: bool,
    verified: bool,
}

/// What is kept of a bundle.
struct SeenBundle {
    file: String,
    owner: Kid,
    question: Digest,
    title: String,
    receipt_id: DocumentId,
    receipt: Receipt,
    held_receipt: Option<DocumentId>,
    release_base: Option<DocumentId>,
    values: Vec<i64>,
    changed: Vec<bool>,
}

/// What a ledger is asked for while it streams.
#[derive(Clone, Default)]
struct Wanted {
    sizes: BTreeSet<u64>,
    places: BTreeSet<u64>,
    /// The receipts of which there is a bundle.
    receipts: HashSet<DocumentId>,
}

/// An entry as a ledger has it.
struct SeenEntry {
    id: DocumentId,
    /// The release that the buyer held of this question before.
    base: Option<DocumentId>,
}

/// What is kept of a listing, whatever file it was in.
struct SeenListing {
    file: String,
    owner: Kid,
    seeds: Digest,
    data: Digest,
    /// Hash of the question that it states.
    stated: Digest,
    population: Salt,
    adjacency: Adjacency,
    unit_name: String,
    carried: MicroEpsilon,
    issued_at: Timestamp,
    /// It is in a ledger, where its place is looked at.
    in_ledger: bool,
}

#[derive(Default)]
struct Audit {
    recorder: Recorder,
    keys: HashMap<Kid, PublicKey>,
    names: BTreeMap<Kid, String>,
    files: Vec<SeenFile>,
    checkpoints: Vec<SeenCheckpoint>,
    bundles: Vec<SeenBundle>,
    copies: Vec<SeenCopy>,
    receipts: Vec<(String, Signed<Receipt>)>,
    /// Grants and caps that were given by themselves.
    others: Vec<(String, Place)>,
    /// The grants among them, by owner, id, population and question.
    grants: BTreeSet<(Kid, DocumentId, Salt, Digest)>,
    openings: Vec<(String, Signed<Opening>)>,
    listings: HashMap<DocumentId, SeenListing>,
    /// The first listing seen of each question.
    questions: HashMap<(Kid, Digest), DocumentId>,
    bundle_books: BTreeMap<Kid, Book>,
    progress: Progress,
    /// How many findings have been shown to whoever wants to see them.
    shown: usize,
}

type Ledger<'a> = LedgerReader<Box<dyn BufRead + 'a>>;

impl Audit {
    /// Takes one input in; ledgers are handed back, to be streamed later.
    fn take<'a>(&mut self, number: usize, input: Input<'a>) -> Option<(String, Ledger<'a>)> {
        let Input { name, mut source } = input;
        let mut head = Vec::new();
        if let Err(error) = source.by_ref().take(64).read_to_end(&mut head) {
            self.unreadable(&name, &error);
            return None;
        }
        let mut source: Box<dyn BufRead + 'a> = Box::new(Cursor::new(head.clone()).chain(source));
        if head.starts_with(b"poundwise/") {
            return self.take_text(number, name, source);
        }
        let is_zip = head.starts_with(b"PK");
        let is_document = head.starts_with(b"eyJ");
        if !is_zip && !is_document {
            self.see(&name, FileKind::Unknown, None);
            self.recorder
                .fail(Code::NotRecognised, || unrecognised(&head).to_owned());
            return None;
        }
        let limit = if is_zip { MAX_BUNDLE } else { MAX_DOCUMENT } as u64 + 2;
        let mut bytes = Vec::new();
        if let Err(error) = source.by_ref().take(limit).read_to_end(&mut bytes) {
            self.unreadable(&name, &error);
            return None;
        }
        self.progress.bytes += bytes.len() as u64;
        if is_document {
            self.take_document(&name, &bytes);
        } else if CopyFile::is_one(&bytes) {
            self.take_copy(&name, &bytes);
        } else {
            self.take_bundle(number, &name, &bytes);
        }
        None
    }

    /// Shows what has been found since it was last asked.
    fn show(&mut self, options: &Options<'_>) -> Result<(), Stopped> {
        match options.show(&self.recorder, &mut self.shown) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }

    fn unreadable(&mut self, name: &str, error: &io::Error) {
        self.see(name, FileKind::Unknown, None);
        self.recorder.fail(Code::Unreadable, || {
            format!("the file cannot be read: {error}")
        });
    }

    fn see(&mut self, name: &str, kind: FileKind, owner: Option<Kid>) {
        self.files.push(SeenFile {
            name: name.to_owned(),
            kind,
            owner,
        });
    }

    fn take_text<'a>(
        &mut self,
        number: usize,
        name: String,
        source: Box<dyn BufRead + 'a>,
    ) -> Option<(String, Ledger<'a>)> {
        match LedgerReader::new(source) {
            Ok(reader) => {
                let bare = reader.is_checkpoint_only();
                let note = reader.checkpoint().clone();
                self.progress.bytes += reader.head_length();
                let kind = if bare {
                    FileKind::Checkpoint
                } else {
                    FileKind::Ledger
                };
                self.see(&name, kind, Some(note.owner()));
                self.recorder.held(Code::NotRecognised, || {
                    let what = if bare { "a checkpoint" } else { "a ledger" };
                    sides(what, format_args!("{} entries", note.size()))
                });
                self.checkpoints.push(SeenCheckpoint {
                    input: number,
                    file: name.clone(),
                    note,
                    expects_key: false,
                    verified: false,
                });
                (!bare).then_some((name, reader))
            }
            Err(error) => {
                self.see(&name, FileKind::Unknown, None);
                self.recorder
                    .fail(ledger_code(&error), || error.to_string());
                None
            }
        }
    }

    fn take_bundle(&mut self, number: usize, name: &str, bytes: &[u8]) {
        let bundle = match Bundle::from_bytes(bytes) {
            Ok(bundle) => bundle,
            Err(error) => {
                self.see(name, FileKind::Unknown, None);
                self.recorder
                    .fail(Code::BundleMalformed, || error.to_string());
                return;
            }
        };
        self.recorder
            .held(Code::BundleMalformed, || sides("a bundle", "its one form"));
        let Some(verified) = bundle.inspect(&mut self.recorder) else {
            self.see(name, FileKind::Bundle, None);
            return;
        };
        let VerifiedBundle {
            listing,
            order,
            receipt,
            release,
            rows,
            checkpoint,
            ..
        } = verified;
        let owner = listing.signer();
        self.see(name, FileKind::Bundle, Some(owner));
        self.know_listing(&listing, false);
        self.take_checkpoint_of(number, name, &listing, &order);
        if let Ok(note) = UnverifiedCheckpoint::parse(checkpoint.note()) {
            let file = name.to_owned();
            self.checkpoints.push(SeenCheckpoint {
                input: number,
                file,
                note,
                expects_key: true,
                verified: true,
            });
        }
        let book = self.bundle_books.entry(owner).or_default();
        // The same purchase in two bundles is one purchase.
        if self
            .bundles
            .iter()
            .all(|seen| seen.receipt_id != receipt.id())
        {
            book.listing(&listing);
            book.sale(
                listing.payload().seed_commitment,
                &order.payload().buyer_name,
                receipt.payload(),
            );
        }
        self.bundles.push(SeenBundle {
            file: name.to_owned(),
            owner,
            question: listing.payload().seed_commitment,
            title: listing.payload().title.clone(),
            receipt_id: receipt.id(),
            receipt: receipt.payload().clone(),
            held_receipt: order.payload().previous_receipt,
            release_base: release.payload().base,
            values: rows.iter().map(|row| row.value).collect(),
            changed: rows.iter().map(|row| row.changed).collect(),
        });
    }

    /// A buyer says in the order which checkpoint of the owner's it had. One that is the owner's is
    /// evidence like any other; anything else is the buyer's word alone, and says nothing of the
    /// owner.
    fn take_checkpoint_of(
        &mut self,
        number: usize,
        name: &str,
        listing: &Signed<Listing>,
        order: &Signed<Order>,
    ) {
        let note = order.payload().checkpoint.as_deref();
        let Some(Ok(note)) = note.map(UnverifiedCheckpoint::parse) else {
            return;
        };
        if note.verify(&listing.key()).is_ok() {
            self.checkpoints.push(SeenCheckpoint {
                input: number,
                file: name.to_owned(),
                note,
                expects_key: true,
                verified: true,
            });
        }
    }

    fn take_document(&mut self, name: &str, bytes: &[u8]) {
        // A file that holds one line may end it.
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let verified = std::str::from_utf8(bytes)
            .map_err(|_| "the file is not text".to_owned())
            .and_then(|compact| AnyDocument::verify(compact).map_err(|error| error.to_string()));
        let document = match verified {
            Ok(document) => document,
            Err(error) => {
                self.see(name, FileKind::Unknown, None);
                self.recorder.fail(Code::DocumentRefused, || error);
                return;
            }
        };
        let key = document.key();
        self.recorder.about(document.id());
        self.recorder.held(Code::DocumentRefused, || {
            sides(document.typ(), format_args!("key {}", key.kid()))
        });
        let is_owner = !matches!(
            document,
            AnyDocument::Order(_) | AnyDocument::Cancellation(_) | AnyDocument::HolderCopy(_)
        );
        self.see(name, FileKind::Document, is_owner.then(|| key.kid()));
        self.keys.insert(key.kid(), key);
        match document {
            AnyDocument::Listing(listing) => self.know_listing(&listing, false),
            AnyDocument::Receipt(receipt) => self.receipts.push((name.to_owned(), *receipt)),
            AnyDocument::Grant(grant) => {
                let (place, payload) = (grant.place(), grant.payload());
                self.grants
                    .insert((place.owner, place.id, payload.population, payload.question));
                self.others.push((name.to_owned(), place));
            }
            AnyDocument::Cap(cap) => self.others.push((name.to_owned(), cap.place())),
            AnyDocument::Opening(opening) => self.openings.push((name.to_owned(), *opening)),
            AnyDocument::Order(_)
            | AnyDocument::Cancellation(_)
            | AnyDocument::Release(_)
            | AnyDocument::Refusal(_)
            | AnyDocument::Withdrawal(_)
            | AnyDocument::HolderCopy(_) => {}
        }
    }

    /// Takes note of a listing; of its question there is one set of data and one statement, in
    /// whatever file.
    fn know_listing(&mut self, listing: &Signed<Listing>, in_ledger: bool) {
        let (id, owner, payload) = (listing.id(), listing.signer(), listing.payload());
        self.keys.insert(owner, listing.key());
        self.names.insert(owner, payload.seller_name.clone());
        if let Some(known) = self.listings.get_mut(&id) {
            known.in_ledger |= in_ledger;
            return;
        }
        let seen = SeenListing {
            file: self.recorder.file().to_owned(),
            owner,
            seeds: payload.seed_commitment,
            data: payload.data_commitment,
            stated: payload.question_hash(),
            population: payload.population,
            adjacency: payload.adjacency,
            unit_name: payload.unit_name.clone(),
            carried: payload.population_carried_micro_epsilon,
            issued_at: payload.issued_at,
            in_ledger,
        };
        let first = *self
            .questions
            .entry((owner, payload.seed_commitment))
            .or_insert(id);
        if let Some(other) = self.listings.get(&first) {
            let (data, known) = (seen.data, other.data);
            self.recorder.about(id);
            self.recorder.compare(
                data == known,
                Code::UnequalData,
                || sides(data, known),
                || {
                    format!(
                        "the listing has the seeds of listing {first} ({}), but other data: whoever \
                         holds both at one level has their exact difference",
                        other.file
                    )
                },
            );
            let (stated, known) = (seen.stated, other.stated);
            self.recorder.compare(
                stated == known,
                Code::UnequalQuestions,
                || sides(stated, known),
                || {
                    format!(
                        "the listing has the seeds of listing {first} ({}), but states another \
                         question",
                        other.file
                    )
                },
            );
        }
        self.listings.insert(id, seen);
    }

    /// Reads a ledger to its end.
    fn stream(
        &mut self,
        number: usize,
        name: String,
        mut reader: Ledger<'_>,
        options: &Options<'_>,
    ) -> Result<LedgerAudit, Stopped> {
        let note = reader.checkpoint().clone();
        let mut ledger = LedgerAudit::new(number, name, &note, self.wanted());
        let each = |(line, document): pipeline::Verified| {
            self.progress.bytes += line.compact.len() as u64 + 1;
            self.progress.documents += 1;
            if let Some(listing) = ledger.line(&mut self.recorder, &line, document) {
                self.know_listing(&listing, true);
            }
            if options.show(&self.recorder, &mut self.shown).is_break() {
                ControlFlow::Break(())
            } else if self.progress.documents.is_multiple_of(options::EVERY) {
                options.ask(self.progress)
            } else {
                ControlFlow::Continue(())
            }
        };
        match pipeline::verify_lines(&mut reader, options.threads(), each) {
            End::Read(Ok(())) => {}
            End::Read(Err(error)) => {
                self.recorder.at(None, None);
                self.recorder
                    .fail(ledger_code(&error), || error.to_string());
                ledger.cut();
            }
            End::Stopped => return Err(Stopped),
        }
        options.report(self.progress)?;
        ledger.finish(&mut self.recorder);
        if let Some(key) = ledger.owner_key() {
            self.keys.insert(key.kid(), key);
        }
        if let Some(seen) = self.checkpoints.iter_mut().find(|c| c.input == number) {
            seen.expects_key = ledger.has_documents();
        }
        Ok(ledger)
    }

    fn wanted(&self) -> Wanted {
        let mut wanted = Wanted::default();
        for checkpoint in &self.checkpoints {
            wanted.sizes.insert(checkpoint.note.size());
        }
        for bundle in &self.bundles {
            wanted.places.insert(bundle.receipt.sequence);
            wanted.receipts.insert(bundle.receipt_id);
        }
        for (_, receipt) in &self.receipts {
            wanted.places.insert(receipt.payload().sequence);
        }
        for (_, place) in &self.others {
            wanted.places.insert(place.sequence);
        }
        wanted
    }

    /// Once every key that the inputs carry is known.
    fn verify_checkpoints(&mut self) {
        for seen in self.checkpoints.iter_mut().filter(|seen| !seen.verified) {
            self.recorder.enter(&seen.file);
            match self.keys.get(&seen.note.owner()) {
                Some(key) => match seen.note.verify(key) {
                    Ok(_) => {
                        self.recorder.held(Code::CheckpointRefused, || {
                            sides(
                                format_args!(
                                    "{} entries, root {}",
                                    seen.note.size(),
                                    seen.note.root()
                                ),
                                format_args!("key {}", key.kid()),
                            )
                        });
                        seen.verified = true;
                    }
                    Err(error) => self
                        .recorder
                        .fail(Code::CheckpointRefused, || error.to_string()),
                },
                None if seen.expects_key => self.recorder.fail(Code::CheckpointRefused, || {
                    format!(
                        "nothing in the file is signed by {}, the owner it names",
                        seen.note.owner()
                    )
                }),
                None => {}
            }
        }
    }
}

/// Which code a ledger's error is reported under.
fn ledger_code(error: &LedgerError) -> Code {
    if matches!(error, LedgerError::Io(_)) {
        Code::Unreadable
    } else {
        Code::LedgerMalformed
    }
}

fn unrecognised(head: &[u8]) -> &'static str {
    if head.is_empty() {
        "the file is empty"
    } else if head.starts_with(b"age-encryption.org/") || head.starts_with(b"-----BEGIN AGE") {
        "the file is encrypted with age: its reader must decrypt it first"
    } else {
        "this is neither a ledger, nor a bundle, a copy, a checkpoint or a signed document of Poundwise"
    }
}
