//! Holders' copies: each by itself, against each other, and against the releases that they were
//! made from.

use std::collections::{BTreeMap, HashMap};

use poundwise_documents::copy::{CopyFile, VerifiedCopy};
use poundwise_documents::finding::{Code, Place, SidePhrase, SideValue, sides};
use poundwise_documents::units::{Digest, DocumentId, Kid, MicroEpsilon};
use poundwise_words::Text;

use super::{Audit, SeenBundle};
use crate::messages::ShownProblem;
use crate::report::{Copied, FileKind};

/// The parts of a copy that are kept.
pub(super) struct SeenCopy {
    /// The file.
    place: Place,
    pub(super) shown: Copied,
    question: Digest,
    values: Vec<i64>,
}

impl Audit {
    pub(super) fn take_copy(&mut self, place: &Place, bytes: &[u8]) {
        let at = &mut self.recorder.at(place.clone());
        let file = match CopyFile::from_bytes(bytes) {
            Ok(file) => file,
            Err(error) => {
                at.fail(Code::CopyMalformed, || Text::of(error));
                self.note_file(place, FileKind::Unknown, None);
                return;
            }
        };
        at.held(Code::CopyMalformed, || {
            sides(SidePhrase::Copy, SidePhrase::OneForm)
        });
        let Some(VerifiedCopy {
            listing,
            copy,
            rows,
        }) = file.inspect(at)
        else {
            self.note_file(place, FileKind::Copy, None);
            return;
        };
        let owner = listing.signer();
        self.note_file(place, FileKind::Copy, Some(owner));
        self.note_listing(place, &listing, false);
        let payload = copy.payload();
        self.copies.push(SeenCopy {
            place: place.clone(),
            shown: Copied {
                file: place.file().to_owned(),
                copy: copy.id(),
                maker: copy.signer(),
                maker_name: payload.maker_name.clone(),
                title: listing.payload().title.clone(),
                listing: listing.id(),
                owner,
                level: payload.level,
                release: payload.release,
                release_file: None,
                rows: payload.rows,
            },
            question: listing.payload().seed_commitment,
            values: rows.iter().map(|row| row.value).collect(),
        });
    }

    /// Compares copies with the releases that they were made from, where these are shown, and with
    /// each other. A maker has one copy at a level: two with noise of their own would tell more
    /// together than their level.
    pub(super) fn compare_copies(&mut self) {
        let by_release: HashMap<DocumentId, &SeenBundle> = self
            .bundles
            .iter()
            .map(|bundle| (bundle.receipt.release, bundle))
            .collect();
        let mut made: BTreeMap<(Kid, Digest, MicroEpsilon), usize> = BTreeMap::new();
        for index in 0..self.copies.len() {
            let (before, rest) = self.copies.split_at_mut(index);
            let Some(copy) = rest.first_mut() else { break };
            let level = copy.shown.level;
            let at = &mut self.recorder.at(copy.place.clone());
            if let Some(bundle) = by_release.get(&copy.shown.release) {
                let file = bundle.place.file();
                copy.shown.release_file = Some(file.to_owned());
                at.compare(
                    (bundle.owner, bundle.question) == (copy.shown.owner, copy.question),
                    Code::WrongListing,
                    || {
                        let known = [bundle.question.into(), SideValue::file(file)];
                        sides(copy.question, SidePhrase::PlainIn.with(known))
                    },
                    || ShownProblem::CopyQuestion {
                        file: SideValue::file(file),
                    },
                );
                let held = bundle.receipt.to;
                at.compare(
                    level < held,
                    Code::CopyLevel,
                    || {
                        let below = [held.into(), SideValue::file(file)];
                        sides(level, SidePhrase::BelowLevelIn.with(below))
                    },
                    || ShownProblem::CopyLevel {
                        level,
                        held,
                        file: SideValue::file(file),
                    },
                );
            }
            let first = *made
                .entry((copy.shown.maker, copy.question, level))
                .or_insert(index);
            if let Some(other) = before.get(first) {
                let file = other.place.file();
                at.compare(
                    other.values == copy.values,
                    Code::CopiesDiffer,
                    || {
                        let values = SideValue::Values(copy.values.len() as u64);
                        sides(
                            SidePhrase::ValuesAt.with([values, level.into()]),
                            SidePhrase::ValuesOf.with([SideValue::file(file)]),
                        )
                    },
                    || ShownProblem::TwoCopies {
                        level,
                        file: SideValue::file(file),
                    },
                );
            }
        }
    }
}
