//! Checks of population entries: caps, carried losses, assumed losses and merges.

use std::collections::HashMap;

use super::{LedgerAudit, Population, Question, shown_before};
use crate::engine::crosscheck::units_side;
use crate::messages::PopulationProblem;
use gradual_release::accountant::LossSum;
use poundwise_documents::finding::{At, Code, ComparisonSide, SidePhrase, sides};
use poundwise_documents::jws::Signed;
use poundwise_documents::kinds::{Adjacency, PopulationEntry};
use poundwise_documents::units::{LossPair, MicroEpsilon, Salt, SumOfLosses};

/// Checks that a population has an entry and was not merged into another one.
///
/// The check is skipped unless `stated`: the ledger has population entries, and its earlier lines
/// are all known.
pub(super) fn expect_live(
    at: &mut At<'_>,
    stated: bool,
    populations: &HashMap<Salt, Population>,
    name: Salt,
) {
    if !stated {
        return;
    }
    let population = populations.get(&name);
    let is_stated = population.is_some_and(|population| population.stated);
    at.compare(
        is_stated,
        Code::UnstatedPopulation,
        || sides(SidePhrase::Population.with([name]), shown_before(is_stated)),
        || PopulationProblem::Unstated { population: name },
    );
    expect_not_ended(at, population, name);
}

/// Checks that a population was not merged into another one.
fn expect_not_ended(at: &mut At<'_>, population: Option<&Population>, name: Salt) {
    let ended = population.is_some_and(|population| population.ended);
    at.compare(
        !ended,
        Code::EndedPopulation,
        || sides(SidePhrase::Population.with([name]), shown_before(ended)),
        || PopulationProblem::Ended { population: name },
    );
}

impl Population {
    /// Returns a population as the first document that names it states it.
    pub(super) fn first_seen(
        (adjacency, unit_name): (Adjacency, &str),
        cap: LossPair,
        carried: LossPair,
    ) -> Self {
        Self {
            adjacency,
            unit_name: unit_name.to_owned(),
            cap,
            losses: LossSum::new(carried.into()),
            stated: false,
            ended: false,
        }
    }

    /// Checks that a document states the same units as earlier documents of the population.
    /// `problem` is the finding about the stated and the known units.
    pub(super) fn expect_units(
        &self,
        at: &mut At<'_>,
        (adjacency, unit_name): (Adjacency, &str),
        problem: impl FnOnce([ComparisonSide; 2]) -> PopulationProblem,
    ) {
        let both = || {
            [
                units_side(adjacency, unit_name),
                units_side(self.adjacency, &self.unit_name),
            ]
        };
        at.compare(
            adjacency == self.adjacency && unit_name == self.unit_name,
            Code::PopulationDiffers,
            both,
            || problem(both()),
        );
    }

    /// Checks that a document's carried loss is not below the one in earlier documents of the
    /// population. `problem` is the finding about the loss and the earlier one.
    pub(super) fn expect_carried(
        &self,
        at: &mut At<'_>,
        carried: LossPair,
        problem: impl FnOnce(SumOfLosses, SumOfLosses) -> PopulationProblem,
    ) {
        let before = self.losses.carried();
        at.compare(
            before.is_within(carried.into()),
            Code::CarriedFalls,
            || sides(carried, ComparisonSide::at_least(before)),
            || problem(carried.into(), before.into()),
        );
    }

    /// Raises the carried loss to at least the stated one.
    pub(super) fn carry_at_least(&mut self, carried: LossPair) {
        let before = self.losses.carried();
        self.losses.set_carried(before.max(carried.into()));
    }
}

impl Question {
    /// Raises the question's level to at least `level`, and with it the loss of each population that
    /// a listing of it has named.
    pub(super) fn raise(
        &mut self,
        level: MicroEpsilon,
        populations: &mut HashMap<Salt, Population>,
    ) {
        let before = self.family.charge(self.highest);
        self.highest = self.highest.max(level);
        let after = self.family.charge(self.highest);
        for name in &self.populations {
            if let Some(population) = populations.get_mut(name) {
                population.losses.raise(before, after);
            }
        }
    }
}

impl LedgerAudit {
    pub(super) fn population_entry(&mut self, at: &mut At<'_>, entry: &Signed<PopulationEntry>) {
        let payload = entry.payload();
        self.stated = true;
        self.state(at, payload);
        self.assume(at, payload);
        if let Some(into) = payload.into {
            self.merge(at, payload, into);
        }
        self.append(entry.id(), None);
        self.book.population(payload);
    }

    /// Compares an entry with the known state of its population, then stores the stated values.
    fn state(&mut self, at: &mut At<'_>, payload: &PopulationEntry) {
        let name = payload.population;
        let (cap, carried) = (payload.cap(), payload.carried());
        let units = (payload.adjacency, payload.unit_name.as_str());
        // For an unknown population that is merged, the loss brought becomes its carried loss.
        let population = self
            .populations
            .entry(name)
            .or_insert_with(|| Population::first_seen(units, cap, carried));
        if !self.gap {
            expect_not_ended(at, Some(population), name);
            let in_force = population.cap;
            at.compare(
                cap.is_within(in_force) || !payload.reason.trim().is_empty(),
                Code::CapWithoutReason,
                || sides(cap, ComparisonSide::at_most(in_force)),
                || PopulationProblem::CapWithoutReason {
                    in_force: in_force.into(),
                    cap: cap.into(),
                },
            );
            if payload.into.is_none() {
                population.expect_carried(at, carried, |carried, earlier| {
                    PopulationProblem::EntryCarriedFalls { carried, earlier }
                });
            }
        }
        population.expect_units(at, units, |[stated, known]| PopulationProblem::EntryUnits {
            stated,
            known,
        });
        population.stated = true;
        population.cap = cap;
        if payload.into.is_none() {
            population.carry_at_least(carried);
        }
    }

    /// Raises the losses of questions to the levels that an entry assumes.
    fn assume(&mut self, at: &mut At<'_>, payload: &PopulationEntry) {
        for assumed in &payload.assumed {
            let question = self
                .seeds
                .get(&assumed.question)
                .and_then(|index| self.questions.get_mut(*index))
                .filter(|question| question.family == assumed.family);
            if !self.gap {
                let known = question.is_some();
                at.compare(
                    known,
                    Code::UnknownQuestion,
                    || {
                        sides(
                            SidePhrase::Question.with([assumed.question]),
                            shown_before(known),
                        )
                    },
                    || PopulationProblem::AssumedQuestion {
                        question: assumed.question,
                    },
                );
            }
            let Some(question) = question else {
                continue;
            };
            question.raise(assumed.level, &mut self.populations);
        }
    }

    /// Ends a population and adds its loss to the carried loss of the one it is merged into.
    fn merge(&mut self, at: &mut At<'_>, payload: &PopulationEntry, into: Salt) {
        let brought = payload.carried();
        let Some(population) = self.populations.get_mut(&payload.population) else {
            return;
        };
        population.ended = true;
        let loss = population.losses.loss();
        if !self.gap {
            at.compare(
                loss.is_within(brought.into()),
                Code::MergeLoss,
                || sides(brought, ComparisonSide::at_least(loss)),
                || PopulationProblem::MergeLoss {
                    brought: brought.into(),
                    documents: loss.into(),
                },
            );
        }
        let target = self.populations.get_mut(&into);
        let target = target.filter(|target| target.stated && !target.ended);
        if !self.gap {
            let known = target.is_some();
            at.compare(
                known,
                Code::WrongMerge,
                || sides(SidePhrase::Population.with([into]), shown_before(known)),
                || PopulationProblem::WrongMerge { population: into },
            );
        }
        let Some(target) = target else {
            return;
        };
        let units = (payload.adjacency, payload.unit_name.as_str());
        target.expect_units(at, units, |[stated, known]| {
            PopulationProblem::MergedUnits { stated, known }
        });
        let carried = target.losses.carried().saturating_plus(brought.into());
        // A listing cannot state more than the largest loss.
        target.losses.set_carried(carried.min(LossPair::MAX.into()));
    }
}
