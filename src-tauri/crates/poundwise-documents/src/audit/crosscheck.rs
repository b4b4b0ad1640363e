//! The inputs against each other: one history for each owner, bundles in their ledgers, releases on their bases,
//! openings against commitments.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::ledger::LedgerAudit;
use super::{Audit, SeenBundle};
use crate::commitment;
use crate::finding::{Code, Recorder, named_or_none, sides};
use crate::log::Hash;
use crate::units::{DocumentId, Kid};

impl Audit {
    pub(super) fn crosscheck(&mut self, ledgers: &[LedgerAudit]) {
        let owners: BTreeSet<Kid> = self
            .checkpoints
            .iter()
            .map(|seen| seen.note.owner())
            .collect();
        for owner in owners {
            match longest(ledgers, owner) {
                Some(ledger) => self.against_ledger(ledger),
                None => self.among_checkpoints(owner),
            }
        }
        self.among_receipts();
        self.among_bundles();
        self.among_copies();
        self.openings_fit();
    }

    /// Every checkpoint of a ledger's owner is a prefix of the ledger; every receipt shown is in it.
    fn against_ledger(&mut self, ledger: &LedgerAudit) {
        let owner = ledger.owner();
        for seen in self
            .checkpoints
            .iter()
            .filter(|seen| seen.note.owner() == owner && seen.verified)
        {
            if seen.input == ledger.input() {
                continue;
            }
            self.recorder.enter(&seen.file);
            let size = seen.note.size();
            if size > ledger.length() {
                self.recorder.fail(Code::RolledBack, || {
                    format!(
                        "this checkpoint counts {size} receipts, the ledger {} has only {}: receipts were taken out, \
                         or the ledger is an older one",
                        ledger.file(),
                        ledger.length()
                    )
                });
            } else {
                let root = ledger.root_at(size);
                let shown = || {
                    let known = root.map_or_else(String::new, |root| root.to_string());
                    sides(
                        format_args!("{size} receipts, root {}", seen.note.root()),
                        format_args!("root {known} ({})", ledger.file()),
                    )
                };
                self.recorder.compare(root == Some(seen.note.root()), Code::Fork, shown, || {
                    format!(
                        "after {size} receipts this checkpoint and the ledger {} have different roots: the owner \
                         signed two histories, or the ledger was changed",
                        ledger.file()
                    )
                });
            }
        }
        let bundles = self.bundles.iter().filter(|bundle| bundle.owner == owner);
        for bundle in bundles {
            self.recorder.enter(&bundle.file);
            let place = bundle.receipt.sequence;
            in_ledger(&mut self.recorder, ledger, place, bundle.receipt_id);
            if let Some(entry) = ledger
                .entry(place)
                .filter(|entry| entry.receipt == bundle.receipt_id)
            {
                self.recorder.compare(
                    bundle.release_base == entry.base,
                    Code::WrongBase,
                    || {
                        sides(
                            named_or_none(bundle.release_base),
                            named_or_none(entry.base),
                        )
                    },
                    || {
                        "the release does not build on the one that the buyer held by the ledger"
                            .to_owned()
                    },
                );
            }
        }
        for (file, receipt) in self
            .receipts
            .iter()
            .filter(|(_, receipt)| receipt.signer() == owner)
        {
            self.recorder.enter(file);
            in_ledger(
                &mut self.recorder,
                ledger,
                receipt.payload().sequence,
                receipt.id(),
            );
        }
    }

    /// Without a ledger: checkpoints of one size have one root. (Of different sizes nothing can be said.)
    fn among_checkpoints(&mut self, owner: Kid) {
        let mut roots: BTreeMap<u64, (&str, Hash)> = BTreeMap::new();
        for seen in self
            .checkpoints
            .iter()
            .filter(|seen| seen.note.owner() == owner && seen.verified)
        {
            let (size, root) = (seen.note.size(), seen.note.root());
            match roots.get(&size) {
                Some((other, known)) => {
                    self.recorder.enter(&seen.file);
                    self.recorder.compare(*known == root, Code::Fork, || sides(format_args!("{size} receipts, root {root}"), format_args!("root {known} ({other})")), || {
                        format!(
                            "after {size} receipts this checkpoint and that of {other} have different roots: the \
                             owner signed two histories"
                        )
                    });
                }
                None => {
                    roots.insert(size, (&seen.file, root));
                }
            }
        }
    }

    /// One place in a log has one receipt, and each receipt names the one before it.
    fn among_receipts(&mut self) {
        let mut places: BTreeMap<(Kid, u64), (DocumentId, Option<DocumentId>, &str)> =
            BTreeMap::new();
        let bundles = self
            .bundles
            .iter()
            .map(|b| (b.owner, b.receipt_id, &b.receipt, b.file.as_str()));
        let singles = self
            .receipts
            .iter()
            .map(|(file, r)| (r.signer(), r.id(), r.payload(), file.as_str()));
        for (owner, id, receipt, file) in bundles.chain(singles) {
            let place = (owner, receipt.sequence);
            self.recorder.enter(file);
            self.recorder.at(None, Some(receipt.sequence));
            self.recorder.about(id);
            match places.get(&place) {
                Some((other, _, other_file)) => {
                    self.recorder.compare(
                        *other == id,
                        Code::Fork,
                        || sides(id, format_args!("{other} ({other_file})")),
                        || {
                            format!(
                                "receipt {} here is another than in {other_file}",
                                receipt.sequence
                            )
                        },
                    );
                }
                None => {
                    places.insert(place, (id, receipt.previous_receipt, file));
                }
            }
        }
        for ((owner, sequence), (_, previous, file)) in &places {
            let before = sequence
                .checked_sub(1)
                .and_then(|before| places.get(&(*owner, before)));
            if let Some((id, _, other)) = before {
                self.recorder.enter(file);
                self.recorder.at(None, Some(*sequence));
                let shown = || sides(named_or_none(*previous), id);
                self.recorder
                    .compare(*previous == Some(*id), Code::BrokenChain, shown, || {
                        format!(
                            "the receipt does not name the receipt before it, which is in {other}"
                        )
                    });
            }
        }
    }

    /// A buyer's later purchase against the one it builds on, where both bundles are shown.
    fn among_bundles(&mut self) {
        let by_receipt: HashMap<DocumentId, &SeenBundle> = self
            .bundles
            .iter()
            .map(|bundle| (bundle.receipt_id, bundle))
            .collect();
        let by_release: HashMap<DocumentId, &SeenBundle> = self
            .bundles
            .iter()
            .map(|bundle| (bundle.receipt.release, bundle))
            .collect();
        let recorder = &mut self.recorder;
        for bundle in &self.bundles {
            recorder.enter(&bundle.file);
            recorder.at(None, Some(bundle.receipt.sequence));
            recorder.about(bundle.receipt_id);
            let same_holder = |other: &SeenBundle| {
                (other.owner, other.series, other.receipt.buyer)
                    == (bundle.owner, bundle.series, bundle.receipt.buyer)
            };
            if let Some(held) = bundle.held_receipt.and_then(|id| by_receipt.get(&id)) {
                recorder.compare(same_holder(held), Code::WrongHolding, || sides(format_args!("order of receipt {}", bundle.receipt.sequence), format_args!("receipt {} ({})", held.receipt.sequence, held.file)), || {
                    format!(
                        "the order builds on another's purchase, or one of another listing ({})",
                        held.file
                    )
                });
                let (from, level) = (
                    bundle.receipt.from_micro_epsilon,
                    held.receipt.to_micro_epsilon,
                );
                recorder.compare(
                    from == level,
                    Code::WrongFrom,
                    || {
                        sides(
                            format_args!("from ε {from}"),
                            format_args!("held: ε {level} ({})", held.file),
                        )
                    },
                    || {
                        format!(
                            "the sale goes from ε {from}, the buyer held ε {level} ({})",
                            held.file
                        )
                    },
                );
                recorder.compare(
                    bundle.release_base == Some(held.receipt.release),
                    Code::WrongBase,
                    || {
                        sides(
                            named_or_none(bundle.release_base),
                            format_args!("{} ({})", held.receipt.release, held.file),
                        )
                    },
                    || {
                        format!(
                            "the release does not build on the one that the buyer held ({})",
                            held.file
                        )
                    },
                );
            }
            if let Some(base) = bundle.release_base.and_then(|id| by_release.get(&id)) {
                let marks = bundle
                    .values
                    .iter()
                    .zip(&base.values)
                    .map(|(now, before)| now != before);
                let right = bundle.values.len() == base.values.len()
                    && marks.eq(bundle.changed.iter().copied());
                recorder.compare(
                    same_holder(base) && right,
                    Code::ValuesChanged,
                    || {
                        sides(
                            format_args!(
                                "{} of {} rows marked as changed",
                                bundle.changed.iter().filter(|c| **c).count(),
                                bundle.changed.len()
                            ),
                            format_args!("the rows that differ from {}", base.file),
                        )
                    },
                    || {
                        format!(
                            "the rows marked as changed are not those that differ from {}",
                            base.file
                        )
                    },
                );
            }
        }
    }

    fn openings_fit(&mut self) {
        for (file, opening) in &self.openings {
            let payload = opening.payload();
            let Some(listing) = self.commitments.get(&payload.listing) else {
                continue;
            };
            self.recorder.enter(file);
            let seeds = commitment::seed_commitment(
                &payload.seed_salt,
                &payload.top_seed,
                &payload.jump_seed,
            );
            let data = commitment::data_commitment(&payload.data_salt, &payload.values);
            let fits =
                (listing.owner, listing.seeds, listing.data) == (opening.signer(), seeds, data);
            self.recorder.compare(
                fits,
                Code::WrongOpening,
                || {
                    sides(
                        format_args!("{seeds}, {data}"),
                        format_args!("{}, {}", listing.seeds, listing.data),
                    )
                },
                || "the opening does not fit what the listing committed to".to_owned(),
            );
        }
    }
}

/// The longest ledger of `owner` that was read to its end: all others must be prefixes of it.
pub(super) fn longest(ledgers: &[LedgerAudit], owner: Kid) -> Option<&LedgerAudit> {
    let own = ledgers
        .iter()
        .filter(|ledger| ledger.owner() == owner && ledger.is_read());
    own.max_by_key(|ledger| ledger.length())
}

fn in_ledger(recorder: &mut Recorder, ledger: &LedgerAudit, place: u64, receipt: DocumentId) {
    recorder.at(None, Some(place));
    recorder.about(receipt);
    let entry = ledger.entry(place).map(|entry| entry.receipt);
    recorder.compare(
        entry == Some(receipt),
        Code::NotInLedger,
        || {
            sides(
                receipt,
                entry.map_or_else(
                    || "nothing".to_owned(),
                    |id| format!("{id} ({})", ledger.file()),
                ),
            )
        },
        || match entry {
            Some(_) => format!(
                "the ledger {} has another receipt at place {place}",
                ledger.file()
            ),
            None => format!("the ledger {} ends before receipt {place}", ledger.file()),
        },
    );
}
