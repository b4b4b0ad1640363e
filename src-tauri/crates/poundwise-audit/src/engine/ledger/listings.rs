//! Lines about a listing: its versions and their withdrawals, its question and its population.

use std::collections::HashMap;

use super::populations::expect_live;
use super::unbundled::MissingReceipts;
use super::{LedgerAudit, Population, Question, Version, shown_before};
use crate::messages::{LedgerProblem, PopulationProblem};
use gradual_release::accountant::PrivacyLoss;
use poundwise_documents::finding::{At, Code, ComparisonSide, SidePhrase, SideValue, sides};
use poundwise_documents::jws::Signed;
use poundwise_documents::kinds::{Listing, Withdrawal};
use poundwise_documents::log::entry_number;
use poundwise_documents::rules::Terms;
use poundwise_documents::units::{MicroEpsilon, Timestamp};

impl LedgerAudit {
    pub(super) fn listing(&mut self, at: &mut At<'_>, listing: &Signed<Listing>) {
        let (id, payload) = (listing.id(), listing.payload());
        if !at.expect(
            !self.versions.contains_key(&id),
            Code::DoubleDocument,
            || LedgerProblem::ListingTwice { listing: id },
        ) {
            return;
        }
        let fixed = payload.version_hash();
        if let Some(previous) = payload.previous {
            let before = self.versions.get(&previous);
            at.compare(
                self.gap || before.is_some(),
                Code::WrongVersion,
                || sides(previous, shown_before(before.is_some())),
                || LedgerProblem::PreviousVersion { listing: previous },
            );
            if let Some(before) = before {
                at.compare(
                    before.fixed == fixed,
                    Code::WrongVersion,
                    || sides(fixed, before.fixed),
                    || LedgerProblem::OtherVersion { listing: previous },
                );
                let earlier = before.terms.issued_at;
                at.compare(
                    earlier <= payload.issued_at,
                    Code::TimeGoesBack,
                    || sides(payload.issued_at, SidePhrase::NotBefore.with([earlier])),
                    || LedgerProblem::OlderVersion {
                        time: payload.issued_at,
                        replaced: earlier,
                    },
                );
            }
        }
        let question = self.question(payload);
        self.opened(at, question, listing);
        let version = Version {
            terms: Terms::of(listing),
            question,
            previous: payload.previous,
            fixed,
            last_sale: None,
            withdrawn: None,
        };
        self.versions.insert(id, version);
        self.population(at, question, payload);
        self.book.listing(listing);
    }

    /// Returns the question that a listing states, by its seeds.
    fn question(&mut self, payload: &Listing) -> usize {
        let seeds = payload.seed_commitment;
        let index = *self.seeds.entry(seeds).or_insert_with(|| {
            self.questions.push(Question {
                seeds,
                title: String::new(),
                open: Vec::new(),
                populations: Vec::new(),
                family: payload.family,
                highest: MicroEpsilon::ZERO,
                holders: HashMap::new(),
                missing: MissingReceipts::default(),
            });
            self.questions.len() - 1
        });
        if let Some(question) = self.questions.get_mut(index) {
            question.title.clone_from(&payload.title);
        }
        index
    }

    /// Checks that one listing of a question is open at a time: the one that this replaces ends
    /// with it, and others must have been withdrawn.
    fn opened(&mut self, at: &mut At<'_>, question: usize, listing: &Signed<Listing>) {
        let (id, payload) = (listing.id(), listing.payload());
        let Some(question) = self.questions.get_mut(question) else {
            return;
        };
        let versions = &self.versions;
        question.open.retain(|other| {
            let withdrawn = versions.get(other).and_then(|version| version.withdrawn);
            Some(*other) != payload.previous
                && withdrawn.is_none_or(|time| time > payload.issued_at)
        });
        let other = question.open.first().copied();
        question.open.push(id);
        if self.gap {
            return;
        }
        at.compare(
            other.is_none(),
            Code::OpenTwice,
            || sides(id, ComparisonSide::id_or_none(other)),
            || LedgerProblem::OpenTwice {
                listing: other.unwrap_or(id),
            },
        );
    }

    /// Checks cap, carried loss and units of the population that a listing names, and adds the
    /// question to it.
    fn population(&mut self, at: &mut At<'_>, question: usize, payload: &Listing) {
        let name = payload.population;
        let (cap, carried) = (payload.population_cap(), payload.population_carried());
        expect_live(at, self.stated && !self.gap, &self.populations, name);
        let units = (payload.adjacency, payload.unit_name.as_str());
        let population = self
            .populations
            .entry(name)
            .or_insert_with(|| Population::first_seen(units, cap, carried));
        if self.gap {
            // The missing lines may include entries of the population.
            population.cap = cap;
            population.carry_at_least(carried);
        }
        let in_force = population.cap;
        at.compare(
            cap == in_force,
            Code::WrongCap,
            || sides(cap, in_force),
            || PopulationProblem::WrongCap {
                stated: cap.into(),
                in_force: in_force.into(),
            },
        );
        let before = population.losses.carried();
        if population.stated {
            at.compare(
                PrivacyLoss::from(carried) == before,
                Code::WrongCarried,
                || sides(carried, before),
                || PopulationProblem::WrongCarried {
                    carried: carried.into(),
                    entries: before.into(),
                },
            );
        } else {
            population.expect_carried(at, carried, |carried, earlier| {
                PopulationProblem::ListingCarriedFalls { carried, earlier }
            });
            population.carry_at_least(carried);
        }
        population.expect_units(at, units, |[stated, known]| {
            PopulationProblem::ListingUnits { stated, known }
        });
        if let Some(question) = self.questions.get_mut(question)
            && !question.populations.contains(&name)
        {
            question.populations.push(name);
            let loss = question.family.charge(question.highest);
            population.losses.raise(PrivacyLoss::ZERO, loss);
        }
    }

    pub(super) fn withdrawal(&mut self, at: &mut At<'_>, withdrawal: &Signed<Withdrawal>) {
        let payload = withdrawal.payload();
        let shown = self.versions.contains_key(&payload.listing);
        at.compare(
            self.gap || shown,
            Code::UnknownListing,
            || sides(payload.listing, shown_before(shown)),
            || LedgerProblem::WithdrawalListing {
                listing: payload.listing,
            },
        );
        // The version named and all that it replaced, up to one that was withdrawn before.
        let mut next = Some(payload.listing);
        while let Some(version) = next.and_then(|id| self.versions.get_mut(&id)) {
            if version
                .withdrawn
                .is_some_and(|time| time <= payload.issued_at)
            {
                break;
            }
            version.withdrawn = Some(payload.issued_at);
            let sold_later = version
                .last_sale
                .filter(|(time, _)| *time > payload.issued_at);
            let last_sale = version.last_sale;
            at.compare(
                sold_later.is_none(),
                Code::SoldAfterWithdrawal,
                || {
                    let receipt = |(time, sequence): (Timestamp, u64)| {
                        SidePhrase::ReceiptOfTime.with([SideValue::Entry(sequence), time.into()])
                    };
                    sides(
                        last_sale.map_or_else(|| SidePhrase::Nothing.into(), receipt),
                        SidePhrase::NotAfter.with([payload.issued_at]),
                    )
                },
                || LedgerProblem::WithdrawnBefore {
                    receipt: sold_later.map_or(0, |(_, sequence)| entry_number(sequence)),
                    withdrawn: payload.issued_at,
                },
            );
            next = version.previous;
        }
    }
}
