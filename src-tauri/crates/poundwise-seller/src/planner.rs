//! The budget of a population: what its cap still holds, by listing, tried out with other ceilings
//! and prices before anything is signed. The losses are those that an approval checks
//! ([`crate::store::Reading::population_loss`]): of each question the highest level sold, added up.

use std::collections::BTreeMap;

use gradual_release::accountant::PrivacyLoss;
use poundwise_documents::{
    kinds::{Family, Listing},
    tariff::Tariff,
    units::{Currency, MicroEpsilon, MinorUnits},
};

use crate::{
    Seller,
    caps::{guess_basis, on_grain, open_of, room},
    error::{Error, ErrorCode, Result},
    hint::Act,
    ids::{ListingId, level},
    messages::{ListingMessage, SharedHint, ThingName},
    names::PopulationName,
    payments::sum as sum_money,
    store::{OwnListing, Population, loss_after},
    terms::{grain, levels_fit, stated_currency},
    typed::tariff_error,
    view::{BudgetPlan, BudgetTrial, Guess, Money, PlannedListing},
};

/// Ceiling, smallest increment and price of a listing.
#[derive(Clone)]
struct Offer {
    ceiling: MicroEpsilon,
    grain: MicroEpsilon,
    /// None while a listing to be made has no price.
    tariff: Option<Tariff>,
    currency: Currency,
}

/// A listing of a plan.
struct Planned {
    /// None for a listing to be made.
    own: Option<OwnListing>,
    title: String,
    /// The loss of its question now.
    question: MicroEpsilon,
    offer: Offer,
    tried: bool,
    /// Whether the listing is taken for withdrawn.
    ends: bool,
    problem: Option<Error>,
}

impl Seller<'_> {
    /// Returns the budget of a population, with other ceilings and prices tried for its open
    /// listings, and with listings that are not made yet. Nothing is signed, and no data is read.
    /// Cost: one pass over the questions of the home.
    ///
    /// # Errors
    /// `no-such-population`; for a trial `no-such-id`, `withdrawn`, `replaced`,
    /// `population-mismatch` for a listing of another population, and what is wrong with its level,
    /// price or currency; `loss-too-large`.
    pub fn plan_budget(&self, name: &PopulationName, trials: &[BudgetTrial]) -> Result<BudgetPlan> {
        let population = self.require_live_population(name.as_str())?;
        let mut planned = self.planned(&population, trials)?;
        match planned.iter_mut().find_map(|one| one.problem.take()) {
            Some(problem) => Err(problem),
            None => self.budget(population, planned),
        }
    }

    /// Plans as [`Seller::plan_budget`], for trials that are being typed: an error in one of an
    /// open listing is stored beside it, and the listing counts as it is signed.
    ///
    /// # Errors
    /// As for [`Seller::plan_budget`], but what is wrong with levels and prices of open listings.
    pub fn sketch_budget(
        &self,
        name: &PopulationName,
        trials: &[BudgetTrial],
    ) -> Result<BudgetPlan> {
        let population = self.require_live_population(name.as_str())?;
        let planned = self.planned(&population, trials)?;
        self.budget(population, planned)
    }

    /// Returns the open listings of a population with what is tried of them, then those to be made.
    fn planned(&self, population: &Population, trials: &[BudgetTrial]) -> Result<Vec<Planned>> {
        let reading = self.context.read();
        let mut planned = open_of(&reading, population)?
            .into_iter()
            .map(|own| {
                let listing = own.listing.payload();
                Ok(Planned {
                    title: listing.title.clone(),
                    question: reading.question_loss(&own.question)?,
                    offer: Offer::of(listing),
                    tried: false,
                    ends: false,
                    problem: None,
                    own: Some(own),
                })
            })
            .collect::<Result<Vec<_>>>()?;
        for trial in trials {
            let Some(id) = trial.listing.as_deref() else {
                planned.push(Planned::new(trial)?);
                continue;
            };
            let own = self.open_listing(&id.parse::<ListingId>()?)?;
            let there = planned
                .iter_mut()
                .find(|one| {
                    one.own
                        .as_ref()
                        .is_some_and(|it| it.question == own.question)
                })
                .ok_or_else(|| elsewhere(&own, population))?;
            if trial.ends {
                // What was sold of it stays sold, and nothing more is.
                there.offer.ceiling = there.question;
                there.offer.tariff = None;
                there.ends = true;
            } else {
                match there.offer.tried(own.listing.payload(), trial) {
                    Ok(offer) => there.offer = offer,
                    Err(problem) => there.problem = Some(problem),
                }
            }
            there.tried = there.offer.differs(own.listing.payload());
        }
        Ok(planned)
    }

    fn budget(&self, population: Population, planned: Vec<Planned>) -> Result<BudgetPlan> {
        let reading = self.context.read();
        let (cap, loss) = (population.cap, reading.population_loss(&population)?);
        let mut open = population.carried;
        let mut whole = loss;
        let mut income: BTreeMap<Currency, u64> = BTreeMap::new();
        let mut listings = Vec::new();
        for one in planned {
            let family = one.family();
            open = loss_after(open, family, MicroEpsilon::ZERO, one.question)?;
            whole = loss_after(whole, family, one.question, one.offer.ceiling)?;
            let room = room(cap, loss, family, one.question);
            let reach = one.offer.reach(room, one.question);
            let in_all = one.offer.price(one.offer.ceiling);
            if let Some(amount) = in_all {
                sum_money(&mut income, &Money::new(amount, one.offer.currency))?;
            }
            let said = |amount: MinorUnits| Money::new(amount, one.offer.currency);
            listings.push(PlannedListing {
                id: one.own.as_ref().map(|own| own.listing.id()),
                title: one.title,
                tried: one.tried,
                ends: one.ends,
                sold_micro_epsilon: one.question.get(),
                signed: one.own.as_ref().map(|own| own.listing.payload().ceiling),
                ceiling: one.offer.ceiling,
                reach,
                available: match &one.own {
                    Some(own) => self.context.own_level(&own.listing.id())?,
                    None => None,
                },
                price_at_ceiling: in_all.map(said),
                price_at_reach: one.offer.price(reach).map(said),
                problem: one.problem.map(|problem| problem.view()),
            });
        }
        let ended = PrivacyLoss::from(open).rise_to(loss.into());
        let over = PrivacyLoss::from(cap).rise_to(whole.into());
        let left = PrivacyLoss::from(loss).rise_to(cap.into());
        // What is sold above a cap that was lowered since stays sold.
        let then = whole.min(cap.max(loss));
        let basis = guess_basis(&reading, &population)?;
        Ok(BudgetPlan {
            population: population.name,
            unit_name: population.unit_name,
            cap_micro_epsilon: cap.micro_epsilon.get(),
            cap_nano_rho: cap.nano_rho.get(),
            loss_micro_epsilon: loss.micro_epsilon.get(),
            loss_nano_rho: loss.nano_rho.get(),
            carried_micro_epsilon: population.carried.micro_epsilon.get(),
            carried_nano_rho: population.carried.nano_rho.get(),
            ended: ended.micro_epsilon,
            left_micro_epsilon: left.micro_epsilon,
            ceilings_micro_epsilon: whole.micro_epsilon.get(),
            over_micro_epsilon: over.micro_epsilon,
            guess_now: Guess::after(loss, basis),
            guess_then: Guess::after(then, basis),
            listings,
            income: income
                .into_iter()
                .map(|(currency, amount)| Money::new(amount, currency))
                .collect(),
        })
    }
}

impl Planned {
    /// Returns the family of its question. A listing to be made has the default.
    fn family(&self) -> Family {
        let listed = self.own.as_ref();
        listed.map_or_else(Family::default, |own| own.listing.payload().family)
    }

    /// Returns a listing to be made; without its price where only that is wrong.
    ///
    /// # Errors
    /// As for [`Offer::new`].
    fn new(trial: &BudgetTrial) -> Result<Self> {
        let (offer, problem) = match Offer::new(trial) {
            Ok(offer) => (offer, None),
            Err(problem) => {
                let unpriced = BudgetTrial {
                    price: None,
                    ..trial.clone()
                };
                match Offer::new(&unpriced) {
                    Ok(offer) => (offer, Some(problem)),
                    // Without a level it is none: the first thing that is wrong is told.
                    Err(_) => return Err(problem),
                }
            }
        };
        Ok(Self {
            own: None,
            title: trial.title.clone().unwrap_or_default(),
            question: MicroEpsilon::ZERO,
            offer,
            tried: true,
            ends: false,
            problem,
        })
    }
}

impl Offer {
    /// Returns the offer of a listing, as signed.
    fn of(listing: &Listing) -> Self {
        Self {
            ceiling: listing.ceiling,
            grain: listing.grain,
            tariff: Some(listing.tariff.clone()),
            currency: listing.currency,
        }
    }

    /// Returns the offer of a listing to be made.
    ///
    /// # Errors
    /// `epsilon`, `zero-epsilon`, `tariff`, `tariff-too-short`, `currency`, `grain`; `epsilon` too
    /// where neither ceiling nor price is stated.
    fn new(trial: &BudgetTrial) -> Result<Self> {
        let currency = stated_currency(trial.currency.as_deref())?;
        let tariff = price(trial, currency)?;
        let ceiling = match (stated(trial.ceiling.as_deref()), &tariff) {
            (None, Some(tariff)) => tariff.last_level(),
            (text, _) => ceiling_level(text.unwrap_or_default())?,
        };
        let grain = grain(stated(trial.grain.as_deref()), ceiling)?;
        levels_fit(ceiling, ceiling, grain, tariff.as_ref())?;
        Ok(Self {
            ceiling,
            grain,
            tariff,
            currency,
        })
    }

    /// Returns the offer of a listing with another ceiling or price.
    ///
    /// # Errors
    /// As for [`Offer::new`]; `top-below-ceiling` for a ceiling above the top of its noise path.
    fn tried(&self, listing: &Listing, trial: &BudgetTrial) -> Result<Self> {
        let ceiling = match stated(trial.ceiling.as_deref()) {
            Some(text) => ceiling_level(text)?,
            None => self.ceiling,
        };
        let tariff = price(trial, self.currency)?.or_else(|| self.tariff.clone());
        let top = listing.top;
        levels_fit(ceiling, top, self.grain, tariff.as_ref())?;
        Ok(Self {
            ceiling,
            tariff,
            ..self.clone()
        })
    }

    /// Returns whether it is another one than is signed.
    fn differs(&self, listing: &Listing) -> bool {
        self.ceiling != listing.ceiling || self.tariff.as_ref() != Some(&listing.tariff)
    }

    /// Returns the highest level that can be sold where there is room for so much: a multiple of
    /// the smallest increment, and at least what is sold.
    fn reach(&self, room: MicroEpsilon, question: MicroEpsilon) -> MicroEpsilon {
        on_grain(self.ceiling.min(room), self.grain).max(question)
    }

    /// Returns the price of everything up to a level; none above what is priced.
    fn price(&self, level: MicroEpsilon) -> Option<MinorUnits> {
        self.tariff.as_ref()?.price(level).ok()
    }
}

fn stated(text: Option<&str>) -> Option<&str> {
    text.map(str::trim).filter(|text| !text.is_empty())
}

fn ceiling_level(text: &str) -> Result<MicroEpsilon> {
    level(text).map_err(|error| error.about(ThingName::Ceiling))
}

fn price(trial: &BudgetTrial, currency: Currency) -> Result<Option<Tariff>> {
    let stated = trial.price.as_ref().filter(|price| !price.is_blank());
    stated
        .map(|price| price.in_currency(currency).map_err(tariff_error))
        .transpose()
}

fn elsewhere(own: &OwnListing, population: &Population) -> Error {
    Error::usage(
        ErrorCode::PopulationMismatch,
        ListingMessage::OfOtherPopulation {
            title: own.listing.payload().title.clone(),
            population: population.name.clone(),
        },
    )
    .hint(Act::ListListings.to(SharedHint::SeeListings))
}
