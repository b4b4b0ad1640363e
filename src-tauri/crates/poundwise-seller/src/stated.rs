//! Entries that state populations: their caps, carried and assumed losses, and merges.

use std::collections::BTreeMap;

use poundwise_documents::{
    kinds::{AssumedLoss, Family, MAX_ASSUMED, PopulationEntry},
    units::{Digest, LossPair, MicroEpsilon, Salt},
};

use crate::{
    error::Result,
    home::Context,
    ledger::{Moment, NewEntry, append, moment},
    random::random_bytes,
    secrets::committed_name,
    store::{Population, Reading, Writing, loss_plus},
};

/// Reason in an entry for assumptions of a catch-up.
const ASSUMED_REASON: &str = "The seller's home was brought back from an older copy. It cannot \
                              compute these questions, or entries may be missing: the worst counts.";

/// Levels at which questions count, by question.
pub(crate) type Assumed = BTreeMap<Digest, (Family, MicroEpsilon)>;

/// Signs an entry with the stored state of a population and newly assumed losses. Signs several
/// entries if one cannot hold all losses. Returns the sequence number of the last entry.
pub(crate) fn state(
    home: &Context,
    writing: &Writing<'_>,
    population: &Population,
    assumed: &Assumed,
    reason: &str,
) -> Result<u64> {
    let losses: Vec<AssumedLoss> = assumed
        .iter()
        .map(|(question, (family, level))| AssumedLoss {
            question: *question,
            family: *family,
            level: *level,
        })
        .collect();
    let mut parts = losses.chunks(MAX_ASSUMED);
    let mut last = sign(
        home,
        writing,
        population,
        parts.next().unwrap_or_default(),
        reason,
    )?;
    for part in parts {
        last = sign(home, writing, population, part, reason)?;
    }
    Ok(last)
}

/// Signs the entry that merges a population and its loss into another one. Returns the sequence
/// number of the entry.
pub(crate) fn state_merge(
    home: &Context,
    writing: &Writing<'_>,
    from: &Population,
    into: &Salt,
    brought: LossPair,
) -> Result<u64> {
    let merged = Population {
        carried: brought,
        merged_into: Some(*into),
        ..from.clone()
    };
    sign(home, writing, &merged, &[], "")
}

fn sign(
    home: &Context,
    writing: &Writing<'_>,
    population: &Population,
    assumed: &[AssumedLoss],
    reason: &str,
) -> Result<u64> {
    let moment = moment(home, writing)?;
    let entry = home.sign(PopulationEntry {
        sequence: moment.sequence,
        population: population.id,
        unit_name: population.unit_name.clone(),
        adjacency: population.adjacency,
        cap_micro_epsilon: population.cap.micro_epsilon,
        cap_nano_rho: population.cap.nano_rho,
        carried_micro_epsilon: population.carried.micro_epsilon,
        carried_nano_rho: population.carried.nano_rho,
        into: population.merged_into,
        name_commitment: committed_name(&home.identity, &population.id, &population.name)?,
        assumed: assumed.to_vec(),
        reason: reason.to_owned(),
        previous_entry: moment.previous,
        salt: Salt::from_bytes(random_bytes()?),
        jwk: home.identity.jwk(),
        issued_at: moment.now,
    })?;
    append(home, writing, NewEntry::Population(&entry))?;
    Ok(moment.sequence)
}

/// Signs entries for everything that counts for populations and is not in an entry yet: the first
/// entry of a new population, and assumptions of a catch-up. Every entry and listing is signed
/// after this step.
pub(crate) fn state_populations(home: &Context, writing: &Writing<'_>) -> Result<()> {
    let mut assumed = unstated_losses(writing)?;
    for population in writing.unstated_populations()? {
        let losses = assumed.remove(&population.id).unwrap_or_default();
        state(home, writing, &population, &losses, "")?;
    }
    for population in writing.populations()? {
        let losses = assumed.remove(&population.id).unwrap_or_default();
        if population.merged_into.is_none()
            && (!losses.is_empty() || !states_all_of(writing, &population)?)
        {
            state(home, writing, &population, &losses, ASSUMED_REASON)?;
        }
    }
    Ok(())
}

/// Returns whether the entries of a population state its cap and carried loss. A catch-up may have
/// taken these from listings.
fn states_all_of(reading: &Reading<'_>, population: &Population) -> Result<bool> {
    let Some(last) = reading.last_population_entry(&population.id)? else {
        return Ok(false);
    };
    let last = last.payload();
    let mut carried = last.carried();
    for merge in reading.merges()? {
        let merge = merge.payload();
        if merge.into == Some(population.id) && merge.sequence > last.sequence {
            carried = loss_plus(carried, merge.carried())?;
        }
    }
    Ok((last.cap(), carried) == (population.cap, population.carried))
}

/// Returns the moment of the next entry, after signing the missing entries of populations.
pub(crate) fn next_moment(home: &Context, writing: &Writing<'_>) -> Result<Moment> {
    state_populations(home, writing)?;
    moment(home, writing)
}

/// Returns assumed levels of questions that neither a receipt nor an entry shows, by the current
/// population of each question. Cost: one pass over the questions; if there are such levels, one
/// over the entries of populations.
fn unstated_losses(reading: &Reading<'_>) -> Result<BTreeMap<Salt, Assumed>> {
    let mut questions = reading.questions()?;
    questions.retain(|question| question.assumed > question.sold);
    if questions.is_empty() {
        return Ok(BTreeMap::new());
    }
    let mut stated: BTreeMap<Digest, MicroEpsilon> = BTreeMap::new();
    for population in reading.populations()? {
        for entry in reading.population_entries(&population.id)? {
            for loss in &entry.payload().assumed {
                let level = stated.entry(loss.question).or_default();
                *level = loss.level.max(*level);
            }
        }
    }
    let mut unstated: BTreeMap<Salt, Assumed> = BTreeMap::new();
    for question in questions {
        if stated.get(&question.id).copied().unwrap_or_default() < question.assumed {
            let population = reading.live_population(&question.population)?;
            unstated
                .entry(population.id)
                .or_default()
                .insert(question.id, (question.family, question.assumed));
        }
    }
    Ok(unstated)
}
