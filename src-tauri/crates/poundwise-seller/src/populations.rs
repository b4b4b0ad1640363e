//! Populations: whose privacy it is. Loss and cap are a population's, over all its datasets and own
//! numbers.

use std::path::Path;

use gradual_release::accountant::PrivacyLoss;
use poundwise_documents::{
    kinds::Adjacency,
    log::entry_number,
    units::{LossPair, Salt},
};
use poundwise_words::Text;

use crate::{
    Seller,
    availability::state_levels,
    caps::{cap_use, guess_basis, outgrown},
    error::{Error, ErrorCode, Result, both},
    hint::{Act, Field},
    losses::carried_in,
    messages::{LackingTables, PopulationMessage, TextList, ThingName},
    names::{PopulationName, UnitName},
    random::random_bytes,
    stated::{Assumed, state, state_merge, state_populations},
    store::{Population, Reading, Writing, loss_plus, loss_too_large},
    typed::{self, stated},
    view::{
        CarriedLoss, DatasetState, Guess, GuessBasis, MergePreview, PopulationChange,
        PopulationDataset, PopulationDraft, PopulationView,
    },
};

/// The unit where the owner names none.
const PERSON: &str = "person";

/// The maximum number of populations in one message.
const NAMED_POPULATIONS: usize = 10;

/// A population that is asked for, checked.
pub(crate) struct NewPopulation {
    name: PopulationName,
    unit_name: UnitName,
    adjacency: Adjacency,
    cap: LossPair,
    carried: LossPair,
    /// Whether the owner states that its people are in no other population.
    new_people: bool,
}

impl NewPopulation {
    /// Checks a draft.
    ///
    /// # Errors
    /// Those of all fields together.
    pub(crate) fn of(draft: &PopulationDraft) -> Result<Self> {
        let mut draft = draft.clone();
        let cap = cap_of(&draft);
        let carried = carried_by(&mut draft);
        let unit_name = stated(draft.unit_name.as_deref()).unwrap_or(PERSON).parse();
        let adjacency = match stated(draft.adjacency.as_deref()) {
            None => Ok(Adjacency::AddRemove),
            Some(text) => adjacency(text),
        };
        let loss = both(cap, carried);
        let unit = both(unit_name, adjacency);
        let ((cap, carried), (name, (unit_name, adjacency))) =
            both(loss, both(draft.name.parse(), unit))?;
        Ok(Self {
            name,
            unit_name,
            adjacency,
            cap,
            carried,
            new_people: draft.new_people,
        })
    }

    /// Returns its name.
    pub(crate) fn name(&self) -> &str {
        self.name.as_str()
    }
}

/// Returns the cap of a draft.
fn cap_of(draft: &PopulationDraft) -> Result<LossPair> {
    match (stated(Some(&draft.cap)), stated(draft.cap_rho.as_deref())) {
        (None, None) => Err(no_cap()),
        (epsilon, rho) => {
            typed::cap(epsilon.unwrap_or("0"), rho).map_err(|error| error.about(ThingName::Cap))
        }
    }
}

/// Returns the losses that a draft carries. From a file, the draft takes its privacy unit too.
fn carried_by(draft: &mut PopulationDraft) -> Result<LossPair> {
    let carried = stated(draft.carried.as_deref()).map(str::to_owned);
    let rho = stated(draft.carried_rho.as_deref()).map(str::to_owned);
    let Some(file) = carried.as_deref().filter(|file| Path::new(file).is_file()) else {
        return typed::loss(carried.as_deref().unwrap_or("0"), rho.as_deref())
            .map_err(|error| error.about(ThingName::CarriedLoss).of("carried"));
    };
    let loss = carried_in(Path::new(file), draft.name.trim())?;
    same_units(draft, &loss)?;
    if rho.is_some() {
        return Err(Error::usage(
            ErrorCode::PopulationMismatch,
            PopulationMessage::FileStatesRho,
        )
        .hint(PopulationMessage::LeaveOutRho));
    }
    let sum = PrivacyLoss {
        micro_epsilon: loss.micro_epsilon,
        nano_rho: loss.nano_rho,
    };
    sum.try_into().map_err(|_| loss_too_large())
}

/// Gives a draft the privacy unit of the losses that it carries, where it states none.
fn same_units(draft: &mut PopulationDraft, loss: &CarriedLoss) -> Result<()> {
    let differs = |text: &Option<String>, carried: &str| {
        stated(text.as_deref()).is_some_and(|stated| stated != carried)
    };
    let refused = |message: PopulationMessage| {
        Err(Error::refused(ErrorCode::PopulationMismatch, message)
            .hint(PopulationMessage::TakenFromFile))
    };
    if differs(&draft.unit_name, &loss.unit_name) {
        let unit = loss.unit_name.clone();
        return refused(PopulationMessage::FileOfOtherUnit { unit });
    }
    if differs(&draft.adjacency, &loss.adjacency) {
        let adjacency = adjacency(&loss.adjacency)?;
        return refused(PopulationMessage::FileOfOtherAdjacency { adjacency });
    }
    draft.unit_name = Some(loss.unit_name.clone());
    draft.adjacency = Some(loss.adjacency.clone());
    Ok(())
}

/// Returns an adjacency as typed.
pub(crate) fn adjacency(text: &str) -> Result<Adjacency> {
    text.trim().parse().map_err(|_| {
        let text = text.to_owned();
        Error::usage(
            ErrorCode::Adjacency,
            PopulationMessage::NoAdjacency { text },
        )
        .hint(PopulationMessage::WriteAdjacency)
    })
}

/// Returns the error of a new population whose name another one has.
pub(super) fn population_exists(name: &str) -> Error {
    Error::refused(
        ErrorCode::PopulationExists,
        PopulationMessage::PopulationExists {
            population: name.to_owned(),
        },
    )
    .hint(Field::Population.to(PopulationMessage::JoinPopulation))
    .hint(Field::Population.to(PopulationMessage::OtherPopulationName))
}

/// Returns the error for a new population with people who may be in another one.
fn people_unstated(here: &[PopulationView]) -> Error {
    Error::usage(
        ErrorCode::NewPeople,
        PopulationMessage::ArePeopleHere {
            populations: TextList::of(here.iter().map(named_with_tables), NAMED_POPULATIONS),
        },
    )
    .hint(Field::Population.to(PopulationMessage::ImportIntoPopulation))
    .hint(Field::NewPeople.to(PopulationMessage::StateNewPeople))
}

/// Returns a population's name with the reason why its tables may be missing in this home.
fn named_with_tables(population: &PopulationView) -> Text {
    let name = population.name.clone();
    let is = |state| population.datasets.iter().any(|one| one.state == state);
    let lacking = match (is(DatasetState::Sealed), is(DatasetState::Removed)) {
        _ if !population.lacks_tables => return ThingName::Quoted { name }.into(),
        (true, true) => LackingTables::SealedAndRemoved,
        (true, false) => LackingTables::Sealed,
        (false, true) => LackingTables::Removed,
        (false, false) if population.datasets.is_empty() => LackingTables::NoTable,
        (false, false) => LackingTables::NumbersWithoutTable,
    };
    PopulationMessage::LacksTables {
        population: name,
        lacking,
    }
    .into()
}

/// Returns the error of a new population whose cap is not stated.
pub(crate) fn no_cap() -> Error {
    Error::usage(ErrorCode::NoCap, PopulationMessage::NoCap).hint(
        Field::Cap
            .to(PopulationMessage::StateCap)
            .such_as(Text::verbatim("8")),
    )
}

impl Seller<'_> {
    /// Creates a population and signs its first entry in the ledger.
    ///
    /// # Errors
    /// `population-name`, `population-exists`, `no-cap`, `epsilon`, `adjacency`, `unit-name`; as
    /// [`Seller::approve`] if this home may be an older copy of itself; then `new-people` if other
    /// populations exist and the draft does not state that these are other people.
    pub fn create_population(&self, draft: &PopulationDraft) -> Result<PopulationView> {
        let new = NewPopulation::of(draft)?;
        self.context.check_own_history()?;
        let writing = self.context.db.begin()?;
        let made = self.insert_population(&writing, &new)?;
        self.context.commit_one_of_many(writing)?;
        self.context.send_entries()?;
        self.population_view(&made)
    }

    /// Returns the populations that may include people of a new one: all that were not merged,
    /// first those with tables that may be missing in this home.
    ///
    /// # Errors
    /// As [`Seller::populations`].
    pub fn populations_here(&self) -> Result<Vec<PopulationView>> {
        let mut here = self.populations()?;
        here.retain(|population| population.merged_into.is_none());
        here.sort_by_key(|population| !population.lacks_tables);
        Ok(here)
    }

    /// Fails with `new-people` if a new population's people may be in another population.
    pub(crate) fn check_new_people(&self, new: &NewPopulation) -> Result<()> {
        if new.new_people {
            return Ok(());
        }
        let here = self.populations_here()?;
        if here.is_empty() {
            return Ok(());
        }
        Err(people_unstated(&here))
    }

    /// Stores a new population and signs its first entry, in the caller's transaction.
    pub(crate) fn insert_population(
        &self,
        writing: &Writing<'_>,
        new: &NewPopulation,
    ) -> Result<Population> {
        if writing.population_named(new.name())?.is_some() {
            return Err(population_exists(new.name()));
        }
        self.check_new_people(new)?;
        let made = Population {
            id: Salt::from_bytes(random_bytes()?),
            name: new.name.to_string(),
            unit_name: new.unit_name.to_string(),
            adjacency: new.adjacency,
            cap: new.cap,
            carried: new.carried,
            merged_into: None,
            created_at: self.context.now()?.to_string(),
        };
        writing.insert_population(&made)?;
        state_populations(self.context, writing)?;
        Ok(made)
    }

    /// Returns the populations of this home, by name, those merged into another one too.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn populations(&self) -> Result<Vec<PopulationView>> {
        self.context
            .read()
            .populations()?
            .iter()
            .map(|population| self.population_view(population))
            .collect()
    }

    /// Returns one population.
    ///
    /// # Errors
    /// `no-such-population`.
    pub fn population(&self, name: &PopulationName) -> Result<PopulationView> {
        self.population_view(&self.require_population(name.as_str())?)
    }

    /// Returns the population of that name.
    pub(crate) fn require_population(&self, name: &str) -> Result<Population> {
        self.find_population(name)?.ok_or_else(|| {
            Error::refused(
                ErrorCode::NoSuchPopulation,
                PopulationMessage::NoSuchPopulation {
                    population: name.to_owned(),
                },
            )
            .hint(Act::ListPopulations.to(PopulationMessage::SeePopulations))
            .hint(Act::CreatePopulation.to(PopulationMessage::CreatePopulation))
        })
    }

    pub(crate) fn find_population(&self, name: &str) -> Result<Option<Population>> {
        self.context.read().population_named(name.trim())
    }

    /// Changes a population's cap: an entry of the ledger. It can be lowered at any time, below the
    /// present loss too (then no order is approved), and a part of it raised only with a reason.
    /// Where it is raised, every open listing gets a new version: a bundle by itself is checked
    /// against the cap that its listing states. Orders of the versions before are then for their
    /// buyers to make anew.
    ///
    /// # Errors
    /// `no-such-population`, `zero-epsilon`, `cap-unchanged`, `no-reason`; `behind-market` and
    /// `two-histories` as for [`Seller::approve`].
    pub fn set_cap(
        &self,
        name: &PopulationName,
        new: LossPair,
        reason: &str,
    ) -> Result<PopulationView> {
        let (population, new) = self.changed_cap(name, new)?;
        let reason = reason.trim();
        if !new.is_within(population.cap) && reason.is_empty() {
            return Err(Error::usage(
                ErrorCode::NoReason,
                PopulationMessage::NoReasonForCap {
                    population: population.name,
                    from: population.cap,
                    to: new,
                },
            )
            .hint(
                Field::Reason
                    .to(PopulationMessage::StateReasonForAuditors)
                    .such_as(PopulationMessage::ExampleReason),
            ));
        }
        self.context.check_own_history()?;
        let writing = self.context.db.begin()?;
        state_populations(self.context, &writing)?;
        writing.set_cap(&population.id, new)?;
        let changed = Population {
            cap: new,
            ..population.clone()
        };
        state(self.context, &writing, &changed, &Assumed::new(), reason)?;
        for own in outgrown(&writing, &population, new)? {
            let tariff = own.listing.payload().tariff.clone();
            self.new_version(&writing, &own, tariff)?;
        }
        state_levels(self.context, &writing)?;
        self.context.commit_one_of_many(writing)?;
        self.context.send_entries()?;
        self.population_view(&self.require_population(&population.name)?)
    }

    /// Returns what merging a population into another one would do, before it is done.
    ///
    /// # Errors
    /// As [`Seller::merge_populations`], without those of an old copy and of open listings, which it
    /// names.
    pub fn preview_merge(
        &self,
        from: &PopulationName,
        into: &PopulationName,
    ) -> Result<MergePreview> {
        let reading = self.context.read();
        let merger = self.merger(&reading, from, into)?;
        let before = guess_basis(&reading, &merger.into)?;
        let after = match guess_basis(&reading, &merger.from)? {
            GuessBasis::PublicRows => GuessBasis::PublicRows,
            _ => before,
        };
        Ok(MergePreview {
            brought_micro_epsilon: merger.brought.micro_epsilon.get(),
            brought_nano_rho: merger.brought.nano_rho.get(),
            loss_before_micro_epsilon: merger.before.micro_epsilon.get(),
            loss_before_nano_rho: merger.before.nano_rho.get(),
            loss_after_micro_epsilon: merger.after.micro_epsilon.get(),
            loss_after_nano_rho: merger.after.nano_rho.get(),
            cap_micro_epsilon: merger.into.cap.micro_epsilon.get(),
            cap_nano_rho: merger.into.cap.nano_rho.get(),
            cap_use: cap_use(merger.after, merger.into.cap),
            guess_before: Guess::after(merger.before, before),
            guess_after: Guess::after(merger.after, after),
            open_listings: merger.open,
            datasets: datasets(&reading, &merger.from.id)?,
            from: merger.from.name,
            into: merger.into.name,
        })
    }

    /// Merges a population into another one that has the same units. The datasets of the first then
    /// belong to the second, and the whole loss of the first is added to the second. The merge is
    /// an entry of the ledger and cannot be undone. If a question of the first is listed again, it
    /// counts twice in the second: by itself and in the carried loss. This overstates the loss and
    /// never understates it.
    ///
    /// # Errors
    /// `no-such-population`; `population-mismatch` if unit or adjacency differ, or both are the
    /// same population; `listing-open` while either has an open listing (listings state the carried
    /// loss); `loss-too-large`; as [`Seller::approve`] if this home may be an older copy of itself.
    pub fn merge_populations(
        &self,
        from: &PopulationName,
        into: &PopulationName,
    ) -> Result<PopulationView> {
        self.context.check_own_history()?;
        let writing = self.context.db.begin()?;
        let merger = self.merger(&writing, from, into)?;
        if let Some(listing) = merger.open.first() {
            return Err(Error::refused(
                ErrorCode::ListingOpen,
                PopulationMessage::ListingOpen {
                    listing: listing.clone(),
                },
            )
            .of(listing)
            .hint(PopulationMessage::WithdrawBoth));
        }
        state_populations(self.context, &writing)?;
        let (from, into) = (&merger.from, &merger.into.id);
        state_merge(self.context, &writing, from, into, merger.brought)?;
        writing.set_carried(into, merger.carried)?;
        writing.merge_population(&from.id, into)?;
        state_levels(self.context, &writing)?;
        self.context.commit_one_of_many(writing)?;
        self.context.send_entries()?;
        self.population_view(&self.require_population(&merger.into.name)?)
    }

    /// Returns two populations that can be merged now, with their losses.
    fn merger(
        &self,
        reading: &Reading<'_>,
        from: &PopulationName,
        into: &PopulationName,
    ) -> Result<Merger> {
        let from = self.require_live_population(from.as_str())?;
        let into = self.require_live_population(into.as_str())?;
        if from.id == into.id {
            return Err(Error::usage(
                ErrorCode::PopulationMismatch,
                PopulationMessage::MergedIntoItself,
            )
            .hint(PopulationMessage::NameTwo));
        }
        if from.adjacency != into.adjacency || from.unit_name != into.unit_name {
            return Err(Error::refused(
                ErrorCode::PopulationMismatch,
                PopulationMessage::UnitsDiffer {
                    from: from.name,
                    from_unit: from.unit_name,
                    from_adjacency: from.adjacency,
                    into: into.name,
                    into_unit: into.unit_name,
                    into_adjacency: into.adjacency,
                },
            )
            .hint(PopulationMessage::ImportIntoOne));
        }
        let mut open = Vec::new();
        for population in [&from, &into] {
            let questions = reading.questions_of(&population.id)?;
            open.extend(reading.open_among(&questions)?);
        }
        let brought = reading.population_loss(&from)?;
        let before = reading.population_loss(&into)?;
        Ok(Merger {
            carried: loss_plus(into.carried, brought)?,
            after: loss_plus(before, brought)?,
            brought,
            before,
            open,
            from,
            into,
        })
    }

    /// Returns the population of that name, if it was not merged into another one.
    pub(crate) fn require_live_population(&self, name: &str) -> Result<Population> {
        let population = self.require_population(name)?;
        match &population.merged_into {
            None => Ok(population),
            Some(into) => {
                let into = self.context.read().population(into)?;
                Err(Error::refused(
                    ErrorCode::NoSuchPopulation,
                    PopulationMessage::Merged {
                        population: name.to_owned(),
                        into: into.name.clone(),
                    },
                )
                .hint(PopulationMessage::UsePopulation {
                    population: into.name,
                }))
            }
        }
    }

    /// Returns the ledger's entries about a population, with their codes if this home shows them.
    fn entries_of(
        &self,
        reading: &Reading<'_>,
        population: &Salt,
    ) -> Result<Vec<PopulationChange>> {
        let mut entries = changes(reading, population)?;
        if self.context.shows_codes()? {
            for entry in &mut entries {
                let code = self.context.log_code(entry.sequence + 1)?;
                entry.code = Some(code.to_string());
            }
        }
        Ok(entries)
    }

    fn population_view(&self, population: &Population) -> Result<PopulationView> {
        let reading = self.context.read();
        let loss = reading.population_loss(population)?;
        let questions = reading.questions_of(&population.id)?;
        let datasets = datasets(&reading, &population.id)?;
        let mut openings = 0;
        let mut lacks_tables =
            datasets.is_empty() || datasets.iter().any(|one| one.state != DatasetState::Held);
        for question in &questions {
            openings += reading.openings_of(&question.id)?;
            // The question is about the owner's own numbers, or was restored by a catch-up.
            lacks_tables |= question.dataset.is_none();
        }
        let basis = guess_basis(&reading, population)?;
        Ok(PopulationView {
            name: population.name.clone(),
            unit_name: population.unit_name.clone(),
            adjacency: population.adjacency,
            cap_micro_epsilon: population.cap.micro_epsilon.get(),
            cap_nano_rho: population.cap.nano_rho.get(),
            carried_micro_epsilon: population.carried.micro_epsilon.get(),
            carried_nano_rho: population.carried.nano_rho.get(),
            loss_micro_epsilon: loss.micro_epsilon.get(),
            loss_nano_rho: loss.nano_rho.get(),
            guess_now: Guess::after(loss, basis),
            guess_at_cap: Guess::after(population.cap.max(loss), basis),
            datasets,
            lacks_tables,
            questions: questions.len() as u64,
            openings,
            entries: self.entries_of(&reading, &population.id)?,
            merged_into: match &population.merged_into {
                Some(into) => Some(reading.population(into)?.name),
                None => None,
            },
            created_at: population.created_at.clone(),
            id: population.id,
        })
    }
}

/// Two populations that can be merged, and their losses.
struct Merger {
    from: Population,
    into: Population,
    /// The loss of the first.
    brought: LossPair,
    /// The loss of the second before.
    before: LossPair,
    /// The loss of the second afterwards.
    after: LossPair,
    /// What the second carries afterwards.
    carried: LossPair,
    /// Titles of their open listings, which keep them apart.
    open: Vec<String>,
}

/// Returns the datasets of a population, those sealed or removed too.
fn datasets(reading: &Reading<'_>, population: &Salt) -> Result<Vec<PopulationDataset>> {
    let datasets = reading.datasets_of(population)?.into_iter();
    Ok(datasets
        .map(|(name, state)| PopulationDataset { name, state })
        .collect())
}

/// Returns the changes of a population by entries of the ledger, oldest first.
fn changes(reading: &Reading<'_>, population: &Salt) -> Result<Vec<PopulationChange>> {
    let mut changes = Vec::new();
    let name = |id: &Salt| reading.population(id).map(|known| known.name);
    let mut cap = None;
    let mut stated = reading.population_entries(population)?;
    stated.extend(
        reading
            .merges()?
            .into_iter()
            .filter(|entry| entry.payload().into == Some(*population)),
    );
    stated.sort_by_key(|entry| entry.payload().sequence);
    for entry in stated {
        let entry = entry.payload();
        let merged = (entry.population != *population)
            .then(|| name(&entry.population))
            .transpose()?;
        let new = match (&merged, cap) {
            // A merge entry states the cap of the population that ended.
            (Some(_), Some(cap)) => cap,
            _ => entry.cap(),
        };
        let old: Option<LossPair> = cap.replace(new);
        changes.push(PopulationChange {
            sequence: entry.sequence,
            number: entry_number(entry.sequence),
            old_micro_epsilon: old.map(|old| old.micro_epsilon.get()),
            old_nano_rho: old.map(|old| old.nano_rho.get()),
            new_micro_epsilon: new.micro_epsilon.get(),
            new_nano_rho: new.nano_rho.get(),
            carried_micro_epsilon: entry.carried_micro_epsilon.get(),
            carried_nano_rho: entry.carried_nano_rho.get(),
            merged_into: match entry.into {
                Some(into) if merged.is_none() => Some(name(&into)?),
                _ => None,
            },
            merged,
            assumed_questions: entry.assumed.len() as u64,
            reason: entry.reason.clone(),
            issued_at: entry.issued_at.to_string(),
            code: None,
        });
    }
    Ok(changes)
}
