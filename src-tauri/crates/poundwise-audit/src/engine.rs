//! The audit: everything that can be checked offline about ledgers, bundles, copies, checkpoints
//! and single documents, each by itself and all against each other, with nothing of the owner's but
//! what the files themselves carry.
//!
//! Inputs are told apart by content, never by name. Only a file that may lie beside the books by
//! accident ([`Input::or_stray`]) is left out, where neither name nor content speak of a document.
//! A ledger is streamed: what is kept of it grows with its listings, its buyers and what they hold,
//! not with its sales, and its signatures are verified on all processors. No input makes the audit
//! fail or panic: whatever is wrong with it becomes a finding.

mod book;
mod copies;
mod crosscheck;
mod finish;
mod ledger;
mod missing;
mod options;
mod pipeline;
mod stray;

pub(crate) use crosscheck::entries_root;
pub use options::{AuditProgress, Options, Stopped};

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::ControlFlow;

use poundwise_documents::ReaderError;
use poundwise_documents::bundle::{Bundle, MAX_BUNDLE, VerifiedBundle};
use poundwise_documents::checkpoint::UnverifiedCheckpoint;
use poundwise_documents::copy::CopyFile;
use poundwise_documents::finding::{Code, Place, Recorder, SidePhrase, SideValue, sides};
use poundwise_documents::jws::{AnyDocument, EntryPlace, JwsError, Signed};
use poundwise_documents::keys::PublicKey;
use poundwise_documents::kinds::{
    Adjacency, Family, Listing, MAX_DOCUMENT, Opening, Order, Receipt,
};
use poundwise_documents::ledger::{LedgerReadError, LedgerReader};
use poundwise_documents::units::{Digest, DocumentId, Kid, LossPair, Salt, Timestamp};
use poundwise_words::Text;

use crate::messages::InputProblem;
use crate::report::{AuditReport, FileKind, ReportBuilder, SeenFile};
use book::Book;
use copies::SeenCopy;
use ledger::LedgerAudit;
use pipeline::End;

/// One file to audit.
pub struct Input<'a> {
    name: String,
    source: Box<dyn BufRead + 'a>,
    may_be_stray: bool,
}

impl<'a> Input<'a> {
    /// Returns a file that is read as it is audited. `name` is only shown.
    ///
    /// A source that fails becomes a finding.
    pub fn from_reader(name: impl Into<String>, source: impl Read + 'a) -> Self {
        Self {
            name: name.into(),
            source: Box::new(BufReader::new(source)),
            may_be_stray: false,
        }
    }

    /// Returns a file that was found in a folder: it is left out, and is no finding, where neither
    /// its name nor its content is that of a document.
    #[must_use]
    pub fn or_stray(self) -> Self {
        Self {
            may_be_stray: true,
            ..self
        }
    }

    /// Returns a file in memory. `name` is only shown.
    pub fn from_bytes(name: impl Into<String>, bytes: Vec<u8>) -> Input<'static> {
        Input {
            name: name.into(),
            source: Box::new(Cursor::new(bytes)),
            may_be_stray: false,
        }
    }
}

/// Audits all `inputs`, together, on all processors.
#[must_use]
pub fn audit(inputs: Vec<Input<'_>>) -> AuditReport {
    match audit_with(inputs, &Options::new()) {
        Ok(report) => report,
        // Without a callback nothing stops it.
        Err(Stopped) => Audit::default().into_builder(Vec::new()).finish(),
    }
}

/// Audits all `inputs`, together.
///
/// # Errors
/// [`Stopped`]: a callback of `options` cancelled the audit; no partial report is returned.
pub fn audit_with(inputs: Vec<Input<'_>>, options: &Options<'_>) -> Result<AuditReport, Stopped> {
    draft(inputs, options).map(ReportBuilder::finish)
}

/// Audits all `inputs`, together, for a report that further checks add to.
///
/// # Errors
/// As [`audit_with`].
pub fn draft(inputs: Vec<Input<'_>>, options: &Options<'_>) -> Result<ReportBuilder, Stopped> {
    let mut audit = Audit::default();
    let mut ledgers = Vec::new();
    for (number, input) in inputs.into_iter().enumerate() {
        let place = Place::of(input.name);
        let may_be_stray = input.may_be_stray && !stray::is_named_as_one(place.file());
        if let Some(reader) = audit.take(number, &place, input.source, may_be_stray) {
            ledgers.push((number, place, reader));
        }
        audit.show_findings(options)?;
        Stopped::on_break(options.show_progress(audit.progress))?;
    }
    // Ledgers last: by now it is known at which sizes their roots, and at which places their
    // entries, are wanted.
    let mut audited = Vec::new();
    for (number, place, reader) in ledgers {
        audited.push(audit.stream(number, &place, reader, options)?);
    }
    audit.verify_checkpoints();
    audit.crosscheck(&audited);
    audit.show_findings(options)?;
    Ok(audit.into_builder(audited))
}

/// A checkpoint found somewhere.
struct SeenCheckpoint {
    /// Index of the input that it was in: names need not be unique.
    input: usize,
    /// The file.
    place: Place,
    note: UnverifiedCheckpoint,
    /// Whether documents beside it should have given the owner's key.
    expects_key: bool,
    verified: bool,
}

/// The parts of a bundle that are kept.
struct SeenBundle {
    /// The receipt in the file.
    place: Place,
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

/// Roots, entries and receipts that are looked up in a ledger while it streams.
#[derive(Clone, Default)]
struct Wanted {
    /// The sizes of the log at which its root is wanted.
    sizes: BTreeSet<u64>,
    /// The sequence numbers of the entries wanted.
    sequences: BTreeSet<u64>,
    /// The receipts of which there is a bundle.
    receipts: HashSet<DocumentId>,
    /// The orders that are refused.
    refused: Refused,
}

/// The orders that an owner refused, each with the file that says so.
type Refused = HashMap<(Kid, DocumentId), String>;

/// An entry as a ledger has it.
struct SeenEntry {
    id: DocumentId,
    /// The release that the buyer held of this question before.
    base: Option<DocumentId>,
}

/// The parts of a listing that are kept, from any file.
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
    carried: LossPair,
    /// The family of the question's noise.
    family: Family,
    issued_at: Timestamp,
    /// The document is in a ledger, where its place is looked at.
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
    /// Receipts that were given by themselves.
    receipts: Vec<(Place, Signed<Receipt>)>,
    /// Grants and population entries given as separate files.
    others: Vec<(Place, EntryPlace)>,
    /// The grants among them, by owner, id, population and question.
    grants: BTreeSet<(Kid, DocumentId, Salt, Digest)>,
    /// Openings, by the file that they were given in.
    openings: Vec<(Place, Signed<Opening>)>,
    /// The orders that an owner refused, each with the file that says so.
    refused: Refused,
    listings: HashMap<DocumentId, SeenListing>,
    /// The first listing seen of each question.
    questions: HashMap<(Kid, Digest), DocumentId>,
    bundle_books: BTreeMap<Kid, Book>,
    progress: AuditProgress,
    /// Number of findings that the callback has been shown.
    shown: usize,
}

type Ledger<'a> = LedgerReader<Box<dyn BufRead + 'a>>;

impl Audit {
    /// Takes one input in, or leaves it out. Returns the reader of a ledger, to be streamed later.
    fn take<'a>(
        &mut self,
        number: usize,
        place: &Place,
        mut source: Box<dyn BufRead + 'a>,
        may_be_stray: bool,
    ) -> Option<Ledger<'a>> {
        let mut head = Vec::new();
        if let Err(error) = source.by_ref().take(64).read_to_end(&mut head) {
            self.unreadable(place, &error);
            return None;
        }
        let mut source: Box<dyn BufRead + 'a> = Box::new(Cursor::new(head.clone()).chain(source));
        if head.starts_with(b"poundwise/") {
            return self.take_text(number, place, source);
        }
        let is_zip = head.starts_with(b"PK");
        let is_document = head.starts_with(b"eyJ");
        if may_be_stray {
            let beginning = match stray::beginning(&mut source) {
                Ok(beginning) => beginning,
                Err(error) => {
                    self.unreadable(place, &error);
                    return None;
                }
            };
            if !stray::shows_a_document(&beginning) {
                self.progress.bytes += beginning.len() as u64;
                self.note_file(place, FileKind::LeftOut, None);
                return None;
            }
            source = Box::new(Cursor::new(beginning).chain(source));
        }
        if !is_zip && !is_document {
            self.note_file(place, FileKind::Unknown, None);
            self.recorder
                .at(place.clone())
                .fail(Code::NotRecognised, || unrecognised(&head));
            return None;
        }
        let limit = if is_zip { MAX_BUNDLE } else { MAX_DOCUMENT } as u64 + 2;
        let mut bytes = Vec::new();
        if let Err(error) = source.by_ref().take(limit).read_to_end(&mut bytes) {
            self.unreadable(place, &error);
            return None;
        }
        self.progress.bytes += bytes.len() as u64;
        if is_document {
            self.take_document(place, &bytes);
        } else if CopyFile::is_one(&bytes) {
            self.take_copy(place, &bytes);
        } else {
            self.take_bundle(number, place, &bytes);
        }
        None
    }

    /// Shows the findings since it was last called.
    fn show_findings(&mut self, options: &Options<'_>) -> Result<(), Stopped> {
        Stopped::on_break(options.show_findings(&self.recorder, &mut self.shown))
    }

    fn unreadable(&mut self, place: &Place, error: &io::Error) {
        self.note_file(place, FileKind::Unknown, None);
        let why = error.to_string();
        self.recorder
            .at(place.clone())
            .fail(Code::Unreadable, || InputProblem::Unreadable { why });
    }

    fn note_file(&mut self, place: &Place, kind: FileKind, owner: Option<Kid>) {
        self.files.push(SeenFile {
            name: place.file().to_owned(),
            kind,
            owner,
        });
    }

    fn take_text<'a>(
        &mut self,
        number: usize,
        place: &Place,
        source: Box<dyn BufRead + 'a>,
    ) -> Option<Ledger<'a>> {
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
                self.note_file(place, kind, Some(note.owner()));
                self.recorder
                    .at(place.clone())
                    .held(Code::NotRecognised, || {
                        let what = if bare {
                            SidePhrase::Checkpoint
                        } else {
                            SidePhrase::Ledger
                        };
                        sides(what, SideValue::Entries(note.size()))
                    });
                self.checkpoints.push(SeenCheckpoint {
                    input: number,
                    place: place.clone(),
                    note,
                    expects_key: false,
                    verified: false,
                });
                (!bare).then_some(reader)
            }
            Err(error) => {
                self.note_file(place, FileKind::Unknown, None);
                self.recorder
                    .at(place.clone())
                    .fail(ledger_code(&error), || Text::of(error));
                None
            }
        }
    }

    fn take_bundle(&mut self, number: usize, place: &Place, bytes: &[u8]) {
        let at = &mut self.recorder.at(place.clone());
        let bundle = match Bundle::from_bytes(bytes) {
            Ok(bundle) => bundle,
            Err(error) => {
                at.fail(Code::BundleMalformed, || Text::of(error));
                self.note_file(place, FileKind::Unknown, None);
                return;
            }
        };
        at.held(Code::BundleMalformed, || {
            sides(SidePhrase::Bundle, SidePhrase::OneForm)
        });
        let Some(verified) = bundle.inspect(at) else {
            self.note_file(place, FileKind::Bundle, None);
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
        self.note_file(place, FileKind::Bundle, Some(owner));
        let entry = place.entry(receipt.payload().sequence);
        // What is wrong with the listing is wrong with this sale of it.
        self.note_listing(&entry, &listing, false);
        self.take_checkpoint_of(number, place, &listing, &order);
        if let Ok(note) = UnverifiedCheckpoint::parse(checkpoint.note()) {
            self.checkpoints.push(SeenCheckpoint {
                input: number,
                place: place.clone(),
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
            place: entry.document(receipt.id()),
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

    /// Takes the checkpoint of an order. A buyer says in the order which checkpoint of the owner's
    /// it had. One that is the owner's is evidence like any other; anything else is the buyer's
    /// word alone, and says nothing of the owner.
    fn take_checkpoint_of(
        &mut self,
        number: usize,
        place: &Place,
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
                place: place.clone(),
                note,
                expects_key: true,
                verified: true,
            });
        }
    }

    fn take_document(&mut self, place: &Place, bytes: &[u8]) {
        // A file that holds one line may end it.
        let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
        let Ok(compact) = std::str::from_utf8(bytes) else {
            self.note_file(place, FileKind::Unknown, None);
            let at = &mut self.recorder.at(place.clone());
            at.fail(Code::DocumentRefused, || InputProblem::NotText);
            return;
        };
        let document = match AnyDocument::verify(compact) {
            Ok(document) => document,
            Err(error) => {
                let kind = match &error {
                    JwsError::NewerVersion(_) => FileKind::Document,
                    _ => FileKind::Unknown,
                };
                self.note_file(place, kind, None);
                let at = &mut self.recorder.at(place.clone());
                at.refuse(&error, || Text::of(error.clone()));
                return;
            }
        };
        let key = document.key();
        self.recorder
            .at(place.document(document.id()))
            .held(Code::DocumentRefused, || {
                sides(document.typ(), SidePhrase::Key.with([key.kid()]))
            });
        let is_owner = !matches!(
            document,
            AnyDocument::Order(_) | AnyDocument::Cancellation(_) | AnyDocument::HolderCopy(_)
        );
        self.note_file(place, FileKind::Document, is_owner.then(|| key.kid()));
        self.keys.insert(key.kid(), key);
        let of_entry = |entry: &EntryPlace| place.entry(entry.sequence).document(entry.id);
        match document {
            AnyDocument::Listing(listing) => self.note_listing(place, &listing, false),
            AnyDocument::Receipt(receipt) => {
                self.receipts.push((of_entry(&receipt.place()), *receipt));
            }
            AnyDocument::Grant(grant) => {
                let (entry, payload) = (grant.place(), grant.payload());
                self.grants
                    .insert((entry.owner, entry.id, payload.population, payload.question));
                self.others.push((of_entry(&entry), entry));
            }
            AnyDocument::PopulationEntry(entry) => {
                self.others.push((of_entry(&entry.place()), entry.place()));
            }
            AnyDocument::Opening(opening) => self.openings.push((place.clone(), *opening)),
            AnyDocument::Refusal(refusal) => {
                let order = refusal.payload().order;
                self.refused
                    .insert((refusal.signer(), order), place.file().to_owned());
            }
            AnyDocument::Order(_)
            | AnyDocument::Cancellation(_)
            | AnyDocument::Release(_)
            | AnyDocument::Withdrawal(_)
            | AnyDocument::HolderCopy(_) => {}
        }
    }

    /// Notes a listing that was found at a place. All listings of one question have the same data
    /// and state the same question, in whatever files they are.
    fn note_listing(&mut self, place: &Place, listing: &Signed<Listing>, in_ledger: bool) {
        let (id, owner, payload) = (listing.id(), listing.signer(), listing.payload());
        self.keys.insert(owner, listing.key());
        self.names.insert(owner, payload.seller_name.clone());
        if let Some(known) = self.listings.get_mut(&id) {
            known.in_ledger |= in_ledger;
            return;
        }
        let seen = SeenListing {
            file: place.file().to_owned(),
            owner,
            seeds: payload.seed_commitment,
            data: payload.data_commitment,
            stated: payload.question_hash(),
            population: payload.population,
            adjacency: payload.adjacency,
            unit_name: payload.unit_name.clone(),
            carried: payload.population_carried(),
            family: payload.family,
            issued_at: payload.issued_at,
            in_ledger,
        };
        let first = *self
            .questions
            .entry((owner, payload.seed_commitment))
            .or_insert(id);
        if let Some(other) = self.listings.get(&first) {
            let (data, known) = (seen.data, other.data);
            let at = &mut self.recorder.at(place.document(id));
            at.compare(
                data == known,
                Code::UnequalData,
                || sides(data, known),
                || InputProblem::UnequalData {
                    listing: first,
                    file: SideValue::file(other.file.as_str()),
                },
            );
            let (stated, known) = (seen.stated, other.stated);
            at.compare(
                stated == known,
                Code::UnequalQuestions,
                || sides(stated, known),
                || InputProblem::UnequalQuestions {
                    listing: first,
                    file: SideValue::file(other.file.as_str()),
                },
            );
        }
        self.listings.insert(id, seen);
    }

    /// Reads a ledger to its end.
    fn stream(
        &mut self,
        number: usize,
        place: &Place,
        mut reader: Ledger<'_>,
        options: &Options<'_>,
    ) -> Result<LedgerAudit, Stopped> {
        let note = reader.checkpoint().clone();
        let mut ledger = LedgerAudit::new(number, place.clone(), &note, self.wanted());
        let each = |(line, document): pipeline::Verified| -> ControlFlow<()> {
            self.progress.bytes += line.compact.len() as u64 + 1;
            self.progress.documents += 1;
            if let Some(listing) = ledger.line(&mut self.recorder, &line, document) {
                self.note_listing(&place.line(line.number), &listing, true);
            }
            options.show_findings(&self.recorder, &mut self.shown)?;
            if self.progress.documents.is_multiple_of(options::EVERY) {
                options.show_progress(self.progress)?;
            }
            ControlFlow::Continue(())
        };
        match pipeline::verify_lines(&mut reader, options.threads(), each) {
            End::Read(Ok(())) => {}
            End::Read(Err(error)) => {
                self.recorder
                    .at(place.clone())
                    .fail(ledger_code(&error), || Text::of(error));
                ledger.note_cut();
            }
            End::Stopped => return Err(Stopped),
        }
        Stopped::on_break(options.show_progress(self.progress))?;
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
        let mut wanted = Wanted {
            refused: self.refused.clone(),
            ..Wanted::default()
        };
        for checkpoint in &self.checkpoints {
            wanted.sizes.insert(checkpoint.note.size());
        }
        for bundle in &self.bundles {
            wanted.sequences.insert(bundle.receipt.sequence);
            wanted.receipts.insert(bundle.receipt_id);
        }
        for (_, receipt) in &self.receipts {
            wanted.sequences.insert(receipt.payload().sequence);
        }
        for (_, entry) in &self.others {
            wanted.sequences.insert(entry.sequence);
        }
        wanted
    }

    /// Verifies the checkpoints, once every key that the inputs carry is known.
    fn verify_checkpoints(&mut self) {
        for seen in self.checkpoints.iter_mut().filter(|seen| !seen.verified) {
            let at = &mut self.recorder.at(seen.place.clone());
            let note = &seen.note;
            match self.keys.get(&note.owner()).map(|key| note.verify(key)) {
                Some(Ok(_)) => {
                    at.held(Code::CheckpointRefused, || {
                        let size = SideValue::Entries(note.size());
                        sides(
                            SidePhrase::EntriesRoot.with([size, note.root().into()]),
                            SidePhrase::Key.with([note.owner()]),
                        )
                    });
                    seen.verified = true;
                }
                Some(Err(error)) => at.fail(Code::CheckpointRefused, || Text::of(error)),
                None if seen.expects_key => {
                    at.fail(Code::CheckpointRefused, || InputProblem::NothingSigned {
                        owner: note.owner(),
                    });
                }
                None => {}
            }
        }
    }
}

/// Returns the code that a ledger's error is reported under.
fn ledger_code(error: &LedgerReadError) -> Code {
    match error {
        ReaderError::Source(_) => Code::Unreadable,
        ReaderError::Refused(_) => Code::LedgerMalformed,
    }
}

/// Returns the finding about a file that does not begin like one that can be audited.
fn unrecognised(head: &[u8]) -> InputProblem {
    if head.is_empty() {
        InputProblem::Empty
    } else if head.starts_with(b"age-encryption.org/") || head.starts_with(b"-----BEGIN AGE") {
        InputProblem::Encrypted
    } else {
        InputProblem::Unknown
    }
}
