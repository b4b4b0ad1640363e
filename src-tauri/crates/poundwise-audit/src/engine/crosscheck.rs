//! The inputs against each other: one history for each owner, bundles in their ledgers, releases on
//! their bases, openings against commitments.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::ledger::{LedgerAudit, expect_not_refused, longest};
use super::{Audit, SeenBundle, SeenListing};
use crate::messages::{HistoryProblem, ShownProblem};
use gradual_release::accountant::{LossSum, PrivacyLoss};
use poundwise_documents::commitment;
use poundwise_documents::finding::{At, Code, ComparisonSide, Place, SidePhrase, SideValue, sides};
use poundwise_documents::jws::EntryPlace;
use poundwise_documents::kinds::{Adjacency, Family, Receipt, Settlement};
use poundwise_documents::log::Hash;
use poundwise_documents::log::entry_number;
use poundwise_documents::units::{
    Currency, Digest, DocumentId, Kid, LossPair, MicroEpsilon, Money, Salt,
};

impl Audit {
    pub(super) fn crosscheck(&mut self, ledgers: &[LedgerAudit]) {
        let noted = self.checkpoints.iter().map(|seen| seen.note.owner());
        let receipted = self.receipts.iter().map(|(_, receipt)| receipt.signer());
        let listed = self.listings.values().map(|listing| listing.owner);
        let owners: BTreeSet<Kid> = noted.chain(receipted).chain(listed).collect();
        for owner in owners {
            match longest(ledgers, owner) {
                Some(ledger) => self.compare_with_ledger(ledger),
                None => {
                    self.compare_checkpoints(owner);
                    self.compare_listings(owner);
                    self.compare_sales(owner);
                }
            }
        }
        self.compare_refusals();
        self.compare_entries();
        self.compare_bundles();
        self.compare_copies();
        self.check_openings();
    }

    /// Checks that every checkpoint of the ledger's owner is of a prefix of the ledger, and that
    /// every entry shown is in it.
    fn compare_with_ledger(&mut self, ledger: &LedgerAudit) {
        let owner = ledger.owner();
        for seen in self
            .checkpoints
            .iter()
            .filter(|seen| seen.note.owner() == owner && seen.verified)
        {
            if seen.input == ledger.input() {
                continue;
            }
            let at = &mut self.recorder.at(seen.place.clone());
            let size = seen.note.size();
            if size > ledger.length() {
                let shown = || {
                    let length = SideValue::Entries(ledger.length());
                    sides(
                        SideValue::Entries(size),
                        SidePhrase::PlainIn.with([length, SideValue::file(ledger.file())]),
                    )
                };
                at.compare(false, Code::RolledBack, shown, || {
                    HistoryProblem::RolledBack {
                        entries: SideValue::Entries(size),
                        ledger: SideValue::file(ledger.file()),
                        length: ledger.length(),
                    }
                });
            } else {
                let root = ledger.root_at(size);
                let shown = || {
                    let known = |root: Hash| {
                        SidePhrase::RootIn.with([root.into(), SideValue::file(ledger.file())])
                    };
                    sides(
                        entries_root(size, seen.note.root()),
                        root.map_or_else(|| SidePhrase::Nothing.into(), known),
                    )
                };
                at.compare(root == Some(seen.note.root()), Code::Fork, shown, || {
                    HistoryProblem::LedgerFork {
                        entries: SideValue::Entries(size),
                        ledger: SideValue::file(ledger.file()),
                    }
                });
            }
        }
        let bundles = self.bundles.iter().filter(|bundle| bundle.owner == owner);
        for bundle in bundles {
            let at = &mut self.recorder.at(bundle.place.clone());
            let (sequence, id) = (bundle.receipt.sequence, bundle.receipt_id);
            expect_in_ledger(at, ledger, sequence, id);
            if let Some(entry) = ledger.entry(sequence).filter(|entry| entry.id == id) {
                at.compare(
                    bundle.release_base == entry.base,
                    Code::WrongBase,
                    || {
                        sides(
                            ComparisonSide::id_or_none(bundle.release_base),
                            ComparisonSide::id_or_none(entry.base),
                        )
                    },
                    || ShownProblem::OtherBaseInLedger,
                );
            }
        }
        for (place, receipt) in self
            .receipts
            .iter()
            .filter(|(_, receipt)| receipt.signer() == owner)
        {
            let at = &mut self.recorder.at(place.clone());
            expect_in_ledger(at, ledger, receipt.payload().sequence, receipt.id());
        }
        for (place, entry) in self.others.iter().filter(|(_, entry)| entry.owner == owner) {
            let at = &mut self.recorder.at(place.clone());
            expect_in_ledger(at, ledger, entry.sequence, entry.id);
        }
    }

    /// Checks, without a ledger, that checkpoints of one size have one root. (Of different sizes
    /// nothing can be said.)
    fn compare_checkpoints(&mut self, owner: Kid) {
        let mut roots: BTreeMap<u64, (&Place, Hash)> = BTreeMap::new();
        for seen in self
            .checkpoints
            .iter()
            .filter(|seen| seen.note.owner() == owner && seen.verified)
        {
            let (size, root) = (seen.note.size(), seen.note.root());
            let Some((other, known)) = roots.get(&size) else {
                roots.insert(size, (&seen.place, root));
                continue;
            };
            let other = other.file();
            self.recorder.at(seen.place.clone()).compare(
                *known == root,
                Code::Fork,
                || {
                    let known = [(*known).into(), SideValue::file(other)];
                    sides(entries_root(size, root), SidePhrase::RootIn.with(known))
                },
                || HistoryProblem::CheckpointFork {
                    entries: SideValue::Entries(size),
                    other: SideValue::file(other),
                },
            );
        }
    }

    /// Checks that entries of one number are one entry, and that each entry names the one before
    /// it.
    fn compare_entries(&mut self) {
        let mut known: BTreeMap<(Kid, u64), (EntryPlace, &Place)> = BTreeMap::new();
        let bundles = self.bundles.iter().map(|bundle| {
            let receipt = &bundle.receipt;
            let entry = EntryPlace {
                id: bundle.receipt_id,
                owner: bundle.owner,
                sequence: receipt.sequence,
                previous: receipt.previous_entry,
                issued_at: receipt.issued_at,
            };
            (entry, &bundle.place)
        });
        let receipts = self
            .receipts
            .iter()
            .map(|(place, receipt)| (receipt.place(), place));
        let others = self.others.iter().map(|(place, entry)| (*entry, place));
        for (entry, place) in bundles.chain(receipts).chain(others) {
            let Some((other, other_place)) = known.get(&(entry.owner, entry.sequence)) else {
                known.insert((entry.owner, entry.sequence), (entry, place));
                continue;
            };
            let other_file = other_place.file();
            self.recorder.at(place.clone()).compare(
                other.id == entry.id,
                Code::Fork,
                || {
                    let other = [other.id.into(), SideValue::file(other_file)];
                    sides(entry.id, SidePhrase::PlainIn.with(other))
                },
                || HistoryProblem::OtherEntry {
                    entry: entry_number(entry.sequence),
                    file: SideValue::file(other_file),
                },
            );
        }
        for (entry, place) in known.values() {
            let before = entry
                .sequence
                .checked_sub(1)
                .and_then(|before| known.get(&(entry.owner, before)));
            if let Some((before, other)) = before {
                self.recorder.at(place.entry(entry.sequence)).compare(
                    entry.previous == Some(before.id),
                    Code::BrokenChain,
                    || sides(ComparisonSide::id_or_none(entry.previous), before.id),
                    || HistoryProblem::BrokenChain {
                        file: SideValue::file(other.file()),
                    },
                );
            }
        }
    }

    /// Checks, without a ledger, that listings of one population protect by the same unit, and that
    /// the loss that they carry does not fall with time.
    fn compare_listings(&mut self, owner: Kid) {
        let mut listings: Vec<(&DocumentId, &SeenListing)> = self
            .listings
            .iter()
            .filter(|(_, listing)| listing.owner == owner && !listing.in_ledger)
            .collect();
        listings.sort_by_key(|(id, listing)| {
            let LossPair {
                micro_epsilon,
                nano_rho,
            } = listing.carried;
            (listing.issued_at, micro_epsilon, nano_rho, **id)
        });
        let mut before: BTreeMap<Salt, &SeenListing> = BTreeMap::new();
        for (id, listing) in listings {
            if let Some(earlier) = before.get(&listing.population) {
                let place = Place::of(listing.file.as_str()).document(*id);
                let at = &mut self.recorder.at(place);
                let (carried, least) = (listing.carried, earlier.carried);
                at.compare(
                    least.is_within(carried),
                    Code::CarriedFalls,
                    || sides(carried, ComparisonSide::at_least_in(least, &earlier.file)),
                    || ShownProblem::CarriedFalls {
                        carried: carried.into(),
                        earlier: least.into(),
                        file: SideValue::file(earlier.file.as_str()),
                    },
                );
                let units =
                    |listing: &SeenListing| units_side(listing.adjacency, &listing.unit_name);
                at.compare(
                    (listing.adjacency, &listing.unit_name)
                        == (earlier.adjacency, &earlier.unit_name),
                    Code::PopulationDiffers,
                    || {
                        let [adjacency, unit] = unit_values(earlier.adjacency, &earlier.unit_name);
                        let file = SideValue::file(earlier.file.as_str());
                        sides(
                            units(listing),
                            SidePhrase::PairIn.with([adjacency, unit, file]),
                        )
                    },
                    || ShownProblem::OtherUnits {
                        stated: units(listing),
                        known: units(earlier),
                        file: SideValue::file(earlier.file.as_str()),
                    },
                );
            }
            before.insert(listing.population, listing);
        }
    }

    /// Checks, without a ledger, that what later receipts state contains what earlier ones state.
    /// Entries between those shown may add to it, never take away.
    fn compare_sales(&mut self, owner: Kid) {
        let bundled = self
            .bundles
            .iter()
            .filter(|bundle| bundle.owner == owner)
            .map(|bundle| (bundle.receipt_id, &bundle.receipt, &bundle.place));
        let alone = self
            .receipts
            .iter()
            .filter(|(_, receipt)| receipt.signer() == owner)
            .map(|(place, receipt)| (receipt.id(), receipt.payload(), place));
        let mut sales: Vec<_> = bundled.chain(alone).collect();
        sales.sort_by_key(|(id, receipt, _)| (receipt.sequence, *id));
        // Two with one number are a fork, and found as one.
        sales.dedup_by_key(|(_, receipt, _)| receipt.sequence);
        let mut sums = ShownSums::default();
        for (_, receipt, place) in sales {
            let at = &mut self.recorder.at(place.clone());
            sums.take(at, receipt, self.listings.get(&receipt.listing));
        }
    }

    /// Checks that no order is both refused and sold by its owner, in bundles and lone receipts.
    fn compare_refusals(&mut self) {
        if self.refused.is_empty() {
            return;
        }
        let bundled = self
            .bundles
            .iter()
            .map(|bundle| (&bundle.place, bundle.owner, &bundle.receipt));
        let alone = self
            .receipts
            .iter()
            .map(|(place, receipt)| (place, receipt.signer(), receipt.payload()));
        for (place, owner, receipt) in bundled.chain(alone) {
            let at = &mut self.recorder.at(place.clone());
            expect_not_refused(at, &self.refused, owner, receipt);
        }
    }

    /// Compares a buyer's later purchase with the one that it builds on, where both bundles are
    /// shown.
    fn compare_bundles(&mut self) {
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
        for bundle in &self.bundles {
            let at = &mut self.recorder.at(bundle.place.clone());
            let same_holder = |other: &SeenBundle| {
                (other.owner, other.question, other.receipt.buyer)
                    == (bundle.owner, bundle.question, bundle.receipt.buyer)
            };
            if let Some(held) = bundle.held_receipt.and_then(|id| by_receipt.get(&id)) {
                let file = held.place.file();
                at.compare(
                    same_holder(held),
                    Code::WrongHolding,
                    || {
                        let named = SideValue::Entry(bundle.receipt.sequence);
                        let known = SideValue::Entry(held.receipt.sequence);
                        sides(
                            SidePhrase::OrderOfReceipt.with([named]),
                            SidePhrase::ReceiptIn.with([known, SideValue::file(file)]),
                        )
                    },
                    || ShownProblem::OtherHolder {
                        file: SideValue::file(file),
                    },
                );
                let (from, level) = (bundle.receipt.from, held.receipt.to);
                at.compare(
                    from == level,
                    Code::WrongFrom,
                    || {
                        let held = [level.into(), SideValue::file(file)];
                        sides(
                            SidePhrase::FromLevel.with([from]),
                            SidePhrase::HeldLevelIn.with(held),
                        )
                    },
                    || ShownProblem::WrongFrom {
                        from,
                        held: level,
                        file: SideValue::file(file),
                    },
                );
                at.compare(
                    bundle.release_base == Some(held.receipt.release),
                    Code::WrongBase,
                    || {
                        let known = [held.receipt.release.into(), SideValue::file(file)];
                        sides(
                            ComparisonSide::id_or_none(bundle.release_base),
                            SidePhrase::PlainIn.with(known),
                        )
                    },
                    || ShownProblem::OtherBase {
                        file: SideValue::file(file),
                    },
                );
            }
            if let Some(base) = bundle.release_base.and_then(|id| by_release.get(&id)) {
                let file = base.place.file();
                let marks = bundle
                    .values
                    .iter()
                    .zip(&base.values)
                    .map(|(now, before)| now != before);
                let right = bundle.values.len() == base.values.len()
                    && marks.eq(bundle.changed.iter().copied());
                at.compare(
                    same_holder(base) && right,
                    Code::ValuesChanged,
                    || {
                        let marked = bundle.changed.iter().filter(|c| **c).count() as u64;
                        let rows = SideValue::Rows(bundle.changed.len() as u64);
                        sides(
                            SidePhrase::MarkedOf.with([SideValue::Count(marked), rows]),
                            SidePhrase::RowsThatDiffer.with([SideValue::file(file)]),
                        )
                    },
                    || ShownProblem::Marks {
                        file: SideValue::file(file),
                    },
                );
            }
        }
    }

    /// Checks that openings fit the commitments of their listings.
    fn check_openings(&mut self) {
        for (place, opening) in &self.openings {
            let payload = opening.payload();
            let Some(listing) = self.listings.get(&payload.listing) else {
                continue;
            };
            let seeds = commitment::seed_commitment(
                &payload.seed_salt,
                &payload.top_seed,
                &payload.jump_seed,
            );
            let data = commitment::data_commitment(&payload.data_salt, &payload.values);
            let fits =
                (listing.owner, listing.seeds, listing.data) == (opening.signer(), seeds, data);
            self.recorder.at(place.clone()).compare(
                fits,
                Code::WrongOpening,
                || {
                    sides(
                        SidePhrase::Pair.with([seeds, data]),
                        SidePhrase::Pair.with([listing.seeds, listing.data]),
                    )
                },
                || ShownProblem::Opening,
            );
        }
    }
}

/// Returns the side of a checkpoint: its number of entries and its root.
pub(crate) fn entries_root(size: u64, root: Hash) -> ComparisonSide {
    SidePhrase::EntriesRoot.with([SideValue::Entries(size), root.into()])
}

/// Returns adjacency and name of a privacy unit as values.
fn unit_values(adjacency: Adjacency, unit_name: &str) -> [SideValue; 2] {
    [
        SideValue::Adjacency(adjacency),
        SideValue::Unit(unit_name.to_owned()),
    ]
}

/// Returns the side of a privacy unit: adjacency and name.
pub(super) fn units_side(adjacency: Adjacency, unit_name: &str) -> ComparisonSide {
    SidePhrase::Pair.with(unit_values(adjacency, unit_name))
}

/// Checks that an entry is in the ledger, under its number.
fn expect_in_ledger(at: &mut At<'_>, ledger: &LedgerAudit, sequence: u64, id: DocumentId) {
    let entry = ledger.entry(sequence).map(|entry| entry.id);
    at.compare(
        entry == Some(id),
        Code::NotInLedger,
        || {
            let known = |id: DocumentId| {
                SidePhrase::PlainIn.with([id.into(), SideValue::file(ledger.file())])
            };
            sides(id, entry.map_or_else(|| SidePhrase::Nothing.into(), known))
        },
        || {
            let (number, file) = (entry_number(sequence), SideValue::file(ledger.file()));
            match entry {
                Some(_) => HistoryProblem::OtherInLedger {
                    ledger: file,
                    entry: number,
                },
                None => HistoryProblem::LedgerEnds {
                    ledger: file,
                    entry: number,
                },
            }
        },
    );
}

/// Least amounts that the receipts shown so far leave to those after them.
#[derive(Default)]
struct ShownSums {
    receipts: u64,
    grants: u64,
    sequence: Option<u64>,
    /// The loss of each question, and the populations that it adds to.
    questions: HashMap<Digest, (Family, MicroEpsilon, Vec<Salt>)>,
    populations: HashMap<Salt, PrivacyLoss>,
    money: BTreeMap<Currency, u64>,
}

impl ShownSums {
    fn take(&mut self, at: &mut At<'_>, receipt: &Receipt, listing: Option<&SeenListing>) {
        self.counts(at, receipt);
        if let Some(listing) = listing {
            self.losses(at, receipt, listing);
        }
        self.money(at, receipt);
    }

    /// Checks that a question's loss never falls, and that a population's is at least the carried
    /// one and what the receipts so far state of each of its questions.
    fn losses(&mut self, at: &mut At<'_>, receipt: &Receipt, listing: &SeenListing) {
        let stated = receipt.question_loss;
        let new = || (listing.family, MicroEpsilon::ZERO, Vec::new());
        let (_, least, populations) = self.questions.entry(listing.seeds).or_insert_with(new);
        at.compare(
            stated >= *least,
            Code::QuestionLoss,
            || sides(stated, SidePhrase::AtLeastLevel.with([*least])),
            || ShownProblem::QuestionLoss {
                stated,
                earlier: *least,
            },
        );
        *least = stated.max(*least);
        if !populations.contains(&listing.population) {
            populations.push(listing.population);
        }
        let mut sum = LossSum::new(listing.carried.into());
        for (family, level, populations) in self.questions.values() {
            if populations.contains(&listing.population) {
                sum.raise(PrivacyLoss::ZERO, family.charge(*level));
            }
        }
        let before = self.populations.entry(listing.population).or_default();
        let least = sum.loss().max(*before);
        let stated = PrivacyLoss::from(receipt.population_loss());
        at.compare(
            least.is_within(stated),
            Code::PopulationLoss,
            || sides(stated, ComparisonSide::at_least(least)),
            || ShownProblem::PopulationLoss {
                stated: stated.into(),
                least: least.into(),
            },
        );
        *before = stated.max(least);
    }

    /// Checks the numbers of receipts and grants. Both are entries: between two entries there are
    /// no more of them than there are numbers.
    fn counts(&mut self, at: &mut At<'_>, receipt: &Receipt) {
        let (receipts, grants) = (receipt.total_receipts, receipt.total_grants);
        if let Some(sequence) = self.sequence {
            let places = receipt.sequence.saturating_sub(sequence);
            let before = entry_number(sequence);
            let at_entry = |count: u64| {
                SidePhrase::CountAt.with([SideValue::Count(count), SideValue::Entry(sequence)])
            };
            let more = receipts.checked_sub(self.receipts);
            at.compare(
                more.is_some_and(|more| (1..=places).contains(&more)),
                Code::ReceiptCount,
                || sides(SideValue::Count(receipts), at_entry(self.receipts)),
                || ShownProblem::ReceiptCount {
                    receipts,
                    entry: before,
                    before: self.receipts,
                },
            );
            let others = places.saturating_sub(more.unwrap_or(0));
            let more = grants.checked_sub(self.grants);
            at.compare(
                more.is_some_and(|more| more <= others),
                Code::GrantCount,
                || sides(SideValue::Count(grants), at_entry(self.grants)),
                || ShownProblem::GrantCount {
                    grants,
                    entry: before,
                    before: self.grants,
                },
            );
        }
        (self.receipts, self.grants) = (receipts, grants);
        self.sequence = Some(receipt.sequence);
    }

    fn money(&mut self, at: &mut At<'_>, receipt: &Receipt) {
        if receipt.settlement == Settlement::Paid {
            let least = self.money.entry(receipt.currency).or_default();
            *least = least.saturating_add(receipt.price_minor.get());
        }
        let stated: BTreeMap<Currency, u64> = receipt
            .total_money
            .iter()
            .map(|(currency, total)| (*currency, total.get()))
            .collect();
        let short = self
            .money
            .iter()
            .find(|(currency, least)| stated.get(*currency).copied().unwrap_or(0) < **least)
            .map(|(currency, least)| (*currency, *least));
        let shown = || {
            let (currency, least) = short.unwrap_or((receipt.currency, 0));
            let total = stated.get(&currency).copied().unwrap_or(0);
            let [total, least] =
                [total, least].map(|n| SideValue::Money(vec![Money::new(n, currency)]));
            sides(total, SidePhrase::AtLeastMoney.with([least]))
        };
        at.compare(short.is_none(), Code::WrongTotal, shown, || {
            let [stated, least] = shown();
            ShownProblem::Total { stated, least }
        });
        for (currency, total) in stated {
            let least = self.money.entry(currency).or_default();
            *least = total.max(*least);
        }
    }
}
