//! Meaning of a cap before it is signed: how often a guess can be right at it, and the effect of a
//! change on what is for sale.

use poundwise_documents::{kinds::Adjacency, units::MicroEpsilon};

use crate::{
    Seller,
    error::{Error, ErrorCode, Result},
    names::PopulationName,
    store::{OwnListing, Population, Reading},
    view::{CapGuess, CapPreview, Guess, GuessBasis, ListingStatus},
};

/// The caps that are offered beside one's own: ε 3, 6 and 10.
const OFFERED: [u64; 3] = [3_000_000, 6_000_000, 10_000_000];

/// Returns the caps that a new population of this adjacency is offered, each with the guess about
/// one unit.
#[must_use]
pub fn offered_caps(adjacency: Adjacency) -> Vec<CapGuess> {
    OFFERED
        .iter()
        .filter_map(|micro| MicroEpsilon::new(*micro).ok())
        .map(|cap| guess_at(cap, MicroEpsilon::ZERO, GuessBasis::of(adjacency, false)))
        .collect()
}

/// Returns the guess about one unit of a population of this adjacency, once all of a cap is sold.
#[must_use]
pub fn cap_guess(cap: MicroEpsilon, adjacency: Adjacency) -> CapGuess {
    let basis = GuessBasis::of(adjacency, false);
    guess_at(cap, MicroEpsilon::ZERO, basis)
}

/// Returns the guess once all of a cap is sold. A lower cap takes back nothing of what is lost.
fn guess_at(cap: MicroEpsilon, lost: MicroEpsilon, basis: GuessBasis) -> CapGuess {
    CapGuess {
        cap_micro_epsilon: cap.get(),
        guess: Guess::after(cap.max(lost), basis),
    }
}

/// Returns what a guess about one unit of a population follows from.
pub(crate) fn guess_basis(reading: &Reading<'_>, population: &Population) -> Result<GuessBasis> {
    let adjacency = population.adjacency;
    let public_rows = adjacency == Adjacency::AddRemove && reading.states_rows(&population.id)?;
    Ok(GuessBasis::of(adjacency, public_rows))
}

impl Seller<'_> {
    /// Returns the effects of another cap, before it is signed: the guess then and now, the open
    /// listings that get a new version, and those of which less can be sold than their ceiling
    /// says.
    ///
    /// # Errors
    /// `no-such-population`, `cap-unchanged`.
    pub fn preview_cap(&self, name: &PopulationName, new: MicroEpsilon) -> Result<CapPreview> {
        let (population, new) = self.changed_cap(name, new)?;
        let reading = self.context.read();
        let loss = reading.population_loss(&population)?;
        let mut short = 0;
        for own in open_of(&reading, &population)? {
            let room = room(new, loss, reading.question_loss(&own.question)?);
            short += u64::from(own.listing.payload().ceiling > room);
        }
        let basis = guess_basis(&reading, &population)?;
        Ok(CapPreview {
            now: guess_at(population.cap, loss, basis),
            then: guess_at(new, loss, basis),
            loss_micro_epsilon: loss.get(),
            new_versions: outgrown(&reading, &population, new)?.len() as u64,
            short_listings: short,
            population: population.name,
        })
    }

    /// Returns the population whose cap is to be another one, and that cap.
    ///
    /// # Errors
    /// `no-such-population`, `cap-unchanged`.
    pub(super) fn changed_cap(
        &self,
        name: &PopulationName,
        new: MicroEpsilon,
    ) -> Result<(Population, MicroEpsilon)> {
        let population = self.require_live_population(name.as_str())?;
        if new == population.cap {
            return Err(Error::refused(
                ErrorCode::CapUnchanged,
                format!("The cap of {:?} is ε {new} already.", population.name),
            )
            .hint("Nothing was changed."));
        }
        Ok((population, new))
    }
}

/// Returns the open listings of a population that state a cap below `new`: a bundle by itself is
/// checked against the cap that its listing states, so a raised cap needs new versions of them.
pub(super) fn outgrown(
    reading: &Reading<'_>,
    population: &Population,
    new: MicroEpsilon,
) -> Result<Vec<OwnListing>> {
    let mut open = open_of(reading, population)?;
    // A cap that is lowered asks for none: they state the one before, or more.
    open.retain(|own| own.listing.payload().population_cap_micro_epsilon < new);
    Ok(open)
}

/// Returns the open listings of a population, newest first.
pub(super) fn open_of(reading: &Reading<'_>, population: &Population) -> Result<Vec<OwnListing>> {
    let mut own = reading.own_listings()?;
    own.retain(|own| own.population == population.id && own.status == ListingStatus::Open);
    Ok(own)
}

/// Returns the highest level of one question that an approval allows now: on its grain, up to its
/// ceiling, and with a loss of the population within the cap. Nothing can be sold while that loss is
/// above the cap.
pub(super) fn deliverable(
    cap: MicroEpsilon,
    population: MicroEpsilon,
    question: MicroEpsilon,
    ceiling: MicroEpsilon,
    grain: MicroEpsilon,
) -> MicroEpsilon {
    if population > cap {
        return MicroEpsilon::ZERO;
    }
    on_grain(ceiling.min(room(cap, population, question)), grain)
}

/// Returns the highest whole number of grains up to a level.
pub(super) fn on_grain(level: MicroEpsilon, grain: MicroEpsilon) -> MicroEpsilon {
    let past = level.get() % grain.get().max(1);
    MicroEpsilon::new(level.get() - past).unwrap_or_default()
}

/// Returns the highest level to which one question of a population can be sold under a cap, the
/// loss of all others counted.
pub(super) fn room(
    cap: MicroEpsilon,
    population: MicroEpsilon,
    question: MicroEpsilon,
) -> MicroEpsilon {
    let others = population.checked_sub(question);
    cap.checked_sub(others.unwrap_or_default())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn deliverable_level_keeps_to_ceiling_cap_and_grain() {
        let micro = |level| MicroEpsilon::new(level).unwrap();
        // Cap, losses of population and question, ceiling, grain.
        for (cap, population, question, ceiling, grain, level) in [
            (4_000_000, 0, 0, 3_000_000, 1_000, 3_000_000),
            (4_000_000, 1_200_000, 0, 3_000_000, 1_000, 2_800_000),
            (4_000_000, 1_200_000, 0, 3_000_000, 500_000, 2_500_000),
            // The question's own loss is not counted twice.
            (4_000_000, 3_000_000, 2_000_000, 4_000_000, 1_000, 3_000_000),
            // At the cap, levels that were sold stay deliverable.
            (4_000_000, 4_000_000, 1_000_000, 3_000_000, 1_000, 1_000_000),
            (4_000_000, 4_000_000, 0, 3_000_000, 1_000, 0),
            // Above the cap, an approval rejects every order.
            (3_999_999, 4_000_000, 1_000_000, 3_000_000, 1_000, 0),
        ] {
            let found = deliverable(
                micro(cap),
                micro(population),
                micro(question),
                micro(ceiling),
                micro(grain),
            );
            assert_eq!(found, micro(level), "{cap} {population} {question}");
        }
    }
}
