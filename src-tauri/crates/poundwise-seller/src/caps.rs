//! Meaning of a cap before it is signed: how often a guess can be right at it, and the effect of a
//! change on what is for sale.

use gradual_release::accountant::PrivacyLoss;
use poundwise_documents::{
    kinds::{Adjacency, Family},
    units::{LossPair, MicroEpsilon},
};

use crate::{
    Seller,
    error::{Error, ErrorCode, Result},
    ids::zero_level,
    messages::{PopulationMessage, SharedHint, ThingName},
    names::PopulationName,
    store::{OwnListing, Population, Reading},
    view::{CapGuess, CapPreview, CapUse, Guess, GuessBasis, ListingStatus},
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
        .map(|cap| {
            let basis = GuessBasis::of(adjacency, false);
            guess_at(LossPair::pure(cap), LossPair::ZERO, basis)
        })
        .collect()
}

/// Returns the guess about one unit of a population of this adjacency, once all of a cap is sold.
#[must_use]
pub fn cap_guess(cap: LossPair, adjacency: Adjacency) -> CapGuess {
    let basis = GuessBasis::of(adjacency, false);
    guess_at(cap, LossPair::ZERO, basis)
}

/// Returns the guess once all of a cap is sold. A lower cap takes back nothing of what is lost.
fn guess_at(cap: LossPair, lost: LossPair, basis: GuessBasis) -> CapGuess {
    CapGuess {
        cap_micro_epsilon: cap.micro_epsilon.get(),
        cap_nano_rho: cap.nano_rho.get(),
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
    pub fn preview_cap(&self, name: &PopulationName, new: LossPair) -> Result<CapPreview> {
        let (population, new) = self.changed_cap(name, new)?;
        let reading = self.context.read();
        let loss = reading.population_loss(&population)?;
        let mut short = 0;
        for own in open_of(&reading, &population)? {
            let listing = own.listing.payload();
            let question = reading.question_loss(&own.question)?;
            short += u64::from(listing.ceiling > room(new, loss, listing.family, question));
        }
        let basis = guess_basis(&reading, &population)?;
        Ok(CapPreview {
            now: guess_at(population.cap, loss, basis),
            then: guess_at(new, loss, basis),
            raises: !new.is_within(population.cap),
            loss_micro_epsilon: loss.micro_epsilon.get(),
            loss_nano_rho: loss.nano_rho.get(),
            cap_use: cap_use(loss, new),
            new_versions: outgrown(&reading, &population, new)?.len() as u64,
            short_listings: short,
            population: population.name,
        })
    }

    /// Returns the population whose cap is to be another one, and that cap.
    ///
    /// # Errors
    /// `zero-epsilon` if both parts are 0; `no-such-population`, `cap-unchanged`.
    pub(super) fn changed_cap(
        &self,
        name: &PopulationName,
        new: LossPair,
    ) -> Result<(Population, LossPair)> {
        if new.is_zero() {
            return Err(zero_level("0").about(ThingName::Cap));
        }
        let population = self.require_live_population(name.as_str())?;
        if new == population.cap {
            return Err(Error::refused(
                ErrorCode::CapUnchanged,
                PopulationMessage::CapUnchanged {
                    population: population.name,
                    cap: new,
                },
            )
            .hint(SharedHint::NothingChanged));
        }
        Ok((population, new))
    }
}

/// Returns the open listings of a population that state a cap with a part below `new`. A bundle by
/// itself is checked against the cap that its listing states, so a raised cap needs new versions of
/// them.
pub(super) fn outgrown(
    reading: &Reading<'_>,
    population: &Population,
    new: LossPair,
) -> Result<Vec<OwnListing>> {
    let mut open = open_of(reading, population)?;
    // A cap that is lowered asks for none: they state the one before, or more.
    open.retain(|own| !new.is_within(own.listing.payload().population_cap()));
    Ok(open)
}

/// Returns the open listings of a population, newest first.
pub(super) fn open_of(reading: &Reading<'_>, population: &Population) -> Result<Vec<OwnListing>> {
    let mut own = reading.own_listings()?;
    own.retain(|own| own.population == population.id && own.status == ListingStatus::Open);
    Ok(own)
}

/// Compares a loss with a cap. Only ε says that the cap is reached, since both loss and cap
/// have no ρ in most populations.
pub(super) fn cap_use(loss: LossPair, cap: LossPair) -> CapUse {
    if !loss.is_within(cap) {
        CapUse::Exceeded
    } else if loss.micro_epsilon == cap.micro_epsilon {
        CapUse::Reached
    } else {
        CapUse::Below
    }
}

/// Returns the highest level of one question that an approval allows now: on its grain, up to its
/// ceiling, and with a loss of the population within the cap. Nothing can be sold while that loss is
/// above the cap.
pub(super) fn deliverable(
    cap: LossPair,
    population: LossPair,
    (family, question): (Family, MicroEpsilon),
    ceiling: MicroEpsilon,
    grain: MicroEpsilon,
) -> MicroEpsilon {
    if !population.is_within(cap) {
        return MicroEpsilon::ZERO;
    }
    on_grain(ceiling.min(room(cap, population, family, question)), grain)
}

/// Returns the highest whole number of grains up to a level.
pub(super) fn on_grain(level: MicroEpsilon, grain: MicroEpsilon) -> MicroEpsilon {
    let past = level.get() % grain.get().max(1);
    MicroEpsilon::new(level.get() - past).unwrap_or_default()
}

/// Returns the highest level to which one question of a population can be sold under a cap, the
/// loss of all others counted.
pub(super) fn room(
    cap: LossPair,
    population: LossPair,
    family: Family,
    question: MicroEpsilon,
) -> MicroEpsilon {
    let others = family.charge(question).rise_to(population.into());
    if !others.is_within(cap.into()) {
        return MicroEpsilon::ZERO;
    }
    family.affordable(others.rise_to(PrivacyLoss::from(cap)))
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
                LossPair::pure(micro(cap)),
                LossPair::pure(micro(population)),
                (Family::default(), micro(question)),
                micro(ceiling),
                micro(grain),
            );
            assert_eq!(found, micro(level), "{cap} {population} {question}");
        }
    }

    #[test]
    fn nothing_is_deliverable_while_the_loss_of_rho_is_above_its_cap() {
        let pair = |text: &str| text.parse::<LossPair>().unwrap();
        let level = |text: &str| text.parse::<MicroEpsilon>().unwrap();
        for (cap, population, deliverable_level, room_level) in [
            ("4,0.1", "1,0.1", "3", "3"),
            ("4,0.1", "1,0.100000001", "0", "0"),
            ("4", "1,0.1", "0", "0"),
            ("0,0.1", "0,0.1", "0", "0"),
        ] {
            let (cap, population) = (pair(cap), pair(population));
            let question = (Family::default(), MicroEpsilon::ZERO);
            let found = deliverable(cap, population, question, level("3"), level("0.001"));
            assert_eq!(found, level(deliverable_level), "{cap} {population}");
            let found = room(cap, population, question.0, question.1);
            assert_eq!(found, level(room_level), "{cap} {population}");
        }
    }
}
