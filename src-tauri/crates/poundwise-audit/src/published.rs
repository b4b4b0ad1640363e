//! Logs as their owners publish them: whole, signed, and the same history as everything else that
//! is shown.

use std::collections::{BTreeMap, BTreeSet};

use poundwise_documents::log::entry_number;
use poundwise_documents::{
    ReaderError,
    checkpoint::{Checkpoint, UnverifiedCheckpoint},
    finding::{
        Code, Comparison, ComparisonSide, Finding, SidePhrase, SideValue, listing_beside, sides,
    },
    jws::Signed,
    kinds::Listing,
    log::{Frontier, Hash},
    tiles::{TileSource, TilesError, verify_log},
    units::{DocumentId, Kid},
};
use poundwise_words::Text;

use crate::{
    Input, ReportBuilder, engine::entries_root, material::Material, messages::HistoryProblem,
    report::LimitDetail,
};

/// Reads the tiles of a published log; its errors are only shown.
pub type Tiles<'a> = Box<dyn TileSource<Error = Text> + 'a>;

/// One owner's published log.
pub struct PublishedLog<'a> {
    /// The name under which it is reported.
    pub name: String,
    /// The owner whose log it says it is.
    pub owner: Kid,
    /// The checkpoint's note, or why there is none.
    pub note: Result<String, Text>,
    /// A listing of the owner's from the same place: it carries the key.
    pub listing: Option<Signed<Listing>>,
    /// Source of its tiles.
    pub tiles: Tiles<'a>,
}

/// Questions to the log, answered while it is read.
#[derive(Default)]
struct Answers {
    frontier: Frontier,
    sizes: BTreeSet<u64>,
    roots: BTreeMap<u64, Hash>,
    places: BTreeSet<u64>,
    entries: BTreeMap<u64, DocumentId>,
}

impl Answers {
    fn note_root(&mut self) {
        let size = self.frontier.size();
        if self.sizes.contains(&size) {
            self.roots.insert(size, self.frontier.root());
        }
    }

    fn take(&mut self, place: u64, receipt: DocumentId) {
        self.frontier.push(Hash::of_entry(receipt));
        self.note_root();
        if self.places.contains(&place) {
            self.entries.insert(place, receipt);
        }
    }
}

impl PublishedLog<'_> {
    /// Returns the documents that an audit can check by themselves: the checkpoint, and its key.
    pub(crate) fn inputs(&self) -> Vec<Input<'static>> {
        let note = self.note.iter().cloned();
        let mut inputs: Vec<_> = note
            .map(|note| Input::from_bytes(self.name.clone(), note.into_bytes()))
            .collect();
        inputs.extend(self.listing.as_ref().map(|listing| {
            Input::from_bytes(
                listing_beside(&self.name),
                listing.compact().as_bytes().to_vec(),
            )
        }));
        inputs
    }

    /// Reads all of the log: its tiles must be those of the signed root, and every checkpoint and
    /// receipt shown of this owner must be in it.
    pub(crate) fn check(&self, report: &mut ReportBuilder, material: &Material) {
        let note = match &self.note {
            Ok(note) => note,
            Err(why) => {
                report.limit(LimitDetail::LogUnreadable {
                    log: self.name.clone(),
                    reason: why.clone(),
                });
                return;
            }
        };
        let key = self
            .listing
            .as_ref()
            .map(Signed::key)
            .or_else(|| material.keys.get(&self.owner).copied());
        let Some(key) = key else {
            report.limit(LimitDetail::LogWithoutKey {
                log: self.name.clone(),
            });
            return;
        };
        // What is wrong with the checkpoint itself has been reported.
        let Ok(checkpoint) = Checkpoint::verify(note, &key) else {
            return;
        };
        let own =
            |note: &UnverifiedCheckpoint| note.owner() == self.owner && note.verify(&key).is_ok();
        let mut answers = Answers::default();
        answers.sizes.extend(
            material
                .notes
                .iter()
                .filter(|seen| own(&seen.note))
                .map(|seen| seen.note.size()),
        );
        answers.places.extend(
            material
                .shown
                .iter()
                .filter(|shown| shown.owner == self.owner)
                .map(|shown| shown.sequence),
        );
        answers.note_root();
        let read = verify_log(self.tiles.as_ref(), &checkpoint, |place, receipt| {
            answers.take(place, receipt);
        });
        match read {
            Ok(()) => report.hold(Comparison::held(
                Code::LogRoot,
                self.name.clone(),
                sides(
                    SidePhrase::Published.with([SideValue::Entries(checkpoint.size())]),
                    SidePhrase::Root.with([checkpoint.root()]),
                ),
            )),
            Err(error) => {
                let code = match &error {
                    ReaderError::Source(_) | ReaderError::Refused(TilesError::Missing(_)) => {
                        Code::Unreadable
                    }
                    ReaderError::Refused(_) => Code::LogRoot,
                };
                report.fail(Finding::new(
                    code,
                    self.name.clone(),
                    HistoryProblem::Published {
                        why: Text::of(error),
                    },
                ));
                return;
            }
        }
        self.check_notes(report, material, &answers, checkpoint.size(), own);
        self.check_receipts(report, material, &answers);
    }

    fn check_notes(
        &self,
        report: &mut ReportBuilder,
        material: &Material,
        answers: &Answers,
        published: u64,
        own: impl Fn(&UnverifiedCheckpoint) -> bool,
    ) {
        for seen in material.notes.iter().filter(|seen| own(&seen.note)) {
            let (size, root) = (seen.note.size(), seen.note.root());
            if size > published && seen.of_ledger {
                report.limit(LimitDetail::Unpublished {
                    file: seen.file.clone(),
                    log: self.name.clone(),
                    entries: size - published,
                    published,
                });
            } else if size > published {
                let message = HistoryProblem::PublishedRolledBack {
                    entries: SideValue::Entries(size),
                    log: self.named(),
                    published,
                };
                let known = [SideValue::Entries(published), self.named()];
                report.fail(
                    Finding::new(Code::RolledBack, seen.file.clone(), message).comparing(sides(
                        SideValue::Entries(size),
                        SidePhrase::PlainIn.with(known),
                    )),
                );
            } else if answers.roots.get(&size) == Some(&root) {
                report.hold(Comparison::held(
                    Code::Fork,
                    seen.file.clone(),
                    sides(
                        entries_root(size, root),
                        SidePhrase::PublishedAt.with([self.named()]),
                    ),
                ));
            } else {
                let message = HistoryProblem::PublishedFork {
                    entries: SideValue::Entries(size),
                    log: self.named(),
                };
                let known = answers.roots.get(&size).map_or_else(
                    || SidePhrase::Nothing.into(),
                    |root| SidePhrase::RootIn.with([(*root).into(), self.named()]),
                );
                report.fail(
                    Finding::new(Code::Fork, seen.file.clone(), message)
                        .comparing(sides(entries_root(size, root), known)),
                );
            }
        }
    }

    /// Returns the name under which the log is reported.
    fn named(&self) -> SideValue {
        SideValue::file(self.name.as_str())
    }

    fn check_receipts(&self, report: &mut ReportBuilder, material: &Material, answers: &Answers) {
        for shown in material.shown.iter().filter(|s| s.owner == self.owner) {
            match answers.entries.get(&shown.sequence) {
                Some(receipt) if *receipt == shown.receipt => report.hold(
                    Comparison::held(
                        Code::NotInLedger,
                        shown.file.clone(),
                        sides(*receipt, SidePhrase::PublishedAt.with([self.named()])),
                    )
                    .about_entry(shown.sequence),
                ),
                other => {
                    let (log, entry) = (self.named(), entry_number(shown.sequence));
                    let message = match other {
                        Some(_) => HistoryProblem::OtherPublished { log, entry },
                        None => HistoryProblem::NotPublished { log, entry },
                    };
                    let known = other.map_or_else(
                        || ComparisonSide::from(SidePhrase::Nothing),
                        |other| SidePhrase::PlainIn.with([(*other).into(), self.named()]),
                    );
                    report.fail(
                        Finding::new(Code::NotInLedger, shown.file.clone(), message)
                            .comparing(sides(shown.receipt, known))
                            .about_entry(shown.sequence),
                    );
                }
            }
        }
    }
}
