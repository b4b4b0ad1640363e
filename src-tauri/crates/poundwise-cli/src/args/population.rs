//! `population` and its commands.

use std::str::FromStr;

use clap::{Args, Subcommand};
use poundwise_documents::kinds::Adjacency;
use poundwise_documents::units::LossPair;
use poundwise_market::view::{BudgetTrial, PopulationDraft};
use poundwise_market::{
    Delta, Error, ErrorCode, ListingId, PopulationName, PromiseRequest, Result, UnitName, Wish,
    cap_pair, promise_delta, promise_loss,
};

use super::values::{Carried, cap_texts, words};
use crate::complete;
use crate::messages::ValueMessage;

const CREATE_HELP: &str = "\
A population is the people (or other units) that tables and own numbers are about. Everything sold
of them adds up to one loss, under one cap. `dataset import FILE --cap EPS` makes one too, of the
dataset's name. Tables about the same people belong to one population: two populations of the same
people would have two budgets.";

const CAP_HELP: &str = "\
The change is an entry of the ledger, with its reason, which every auditor sees. A cap has two
parts, each a limit by itself: ε over questions with pure noise, and ρ over questions with
Gaussian-like noise (0 if it is left out). A cap can be lowered at any time, also below the loss so
far: then no order is approved.";

const GUESS_HELP: &str = "\
Someone who knows everything else guesses about one given person, from even odds: whether the person
is in the data (presence), or which of two values the person has (value). Before the first sale the
guess is right half of the time. Once all of a cap is sold, it is right at most as often as is shown.
A person is all its counted rows, at most K per table. The bounds hold for every kind of question and
are rounded up: e^ε/(1+e^ε) for presence, e^2ε/(1+e^2ε) for a value. Under replacement the first is
the bound for a value, and presence is not protected. With a public number of rows, presence is not
protected either.";

const PROMISE_HELP: &str = "\
The loss of a population is a pair: the sum of ε over its questions with pure noise, and the sum of
ρ over those with Gaussian-like noise. The pair fixes the whole privacy curve, so δ is chosen when
the curve is read. All numbers are rounded against the promise: ε up, an allowed ρ down.";

const PLAN_HELP: &str = "\
Nothing is signed. Of each listing the highest level sold counts against the cap. A listing can
reach the level that is shown while nothing more is sold of the others. To have what was tried:
`listing reprice` changes a price, `listing duplicate --replace` a ceiling.";

const MERGE_HELP: &str = "\
For two populations that turn out to be the same people. The datasets of the first belong to the
second from then on, whose loss grows by the whole loss of the first. Listings of both have to be
withdrawn before. It cannot be undone.";

#[derive(Subcommand)]
pub(crate) enum Population {
    /// Make a population, with the most that its loss may ever become
    #[command(after_help = CREATE_HELP)]
    Create(CreatePopulation),
    /// The populations, their losses and caps
    List,
    /// One population: unit, loss against the cap, datasets, changes of the cap
    Show {
        /// The population's name
        #[arg(add = complete::populations())]
        name: PopulationName,
    },
    /// Change a population's cap; raising it needs a reason
    #[command(after_help = CAP_HELP)]
    Cap {
        /// The population's name
        #[arg(add = complete::populations())]
        name: PopulationName,
        /// The new cap; without RHO, the cap on ρ becomes 0
        #[arg(value_name = "EPS[,RHO]", allow_negative_numbers = true, value_parser = cap_pair)]
        cap: LossPair,
        /// Why, for every auditor to read
        #[arg(
            long,
            value_name = "TEXT",
            default_value = "",
            hide_default_value = true
        )]
        reason: String,
        /// Show what the change would do, and sign nothing
        #[arg(long)]
        dry_run: bool,
    },
    /// How often a guess about one unit can be right at a cap
    #[command(after_help = GUESS_HELP)]
    Guess {
        /// The caps to compare [default: 3 6 10]
        #[arg(value_name = "EPS[,RHO]", allow_negative_numbers = true, value_parser = cap_pair)]
        caps: Vec<LossPair>,
        /// What may change between neighbouring tables
        #[arg(
            long,
            value_name = "KIND",
            value_parser = words(Adjacency::ALL),
            default_value_t = Adjacency::AddRemove
        )]
        adjacency: Adjacency,
    },
    /// What loss and cap promise as (ε, δ), for one person or a group
    #[command(after_help = PROMISE_HELP)]
    Promise(AskPromise),
    /// What the cap still holds, by listing, and what other ceilings and prices would make of it
    #[command(after_help = PLAN_HELP)]
    Plan(PlanBudget),
    /// Merge a population into another one of the same people
    #[command(after_help = MERGE_HELP)]
    Merge {
        /// The population that is merged
        #[arg(add = complete::populations())]
        from: PopulationName,
        /// The population that it becomes part of
        #[arg(add = complete::populations())]
        into: PopulationName,
        /// Do it without asking
        #[arg(long)]
        yes: bool,
        /// Show what merging them would do, and change nothing
        #[arg(long, conflicts_with = "yes")]
        dry_run: bool,
    },
}

#[derive(Args)]
pub(crate) struct AskPromise {
    /// The population's name
    #[arg(add = complete::populations())]
    pub(crate) name: PopulationName,
    /// A δ beside 1e-6, 1e-9 and 1e-12
    #[arg(long, value_name = "D", value_parser = promise_delta)]
    delta: Option<Delta>,
    /// The size of a group of people who are protected together
    #[arg(long, value_name = "K", default_value_t = 1)]
    persons: u64,
    /// Another loss to read, beside the population's own
    #[arg(long, value_name = "EPS[,RHO]", value_parser = promise_loss)]
    at: Option<LossPair>,
    /// Find the cap on ρ for which this ε and δ hold
    #[arg(long, value_name = "EPS,DELTA")]
    wish: Option<Wish>,
}

impl AskPromise {
    /// Returns the request.
    pub(crate) fn request(&self) -> PromiseRequest {
        PromiseRequest {
            delta: self.delta,
            persons: self.persons,
            at: self.at,
            wish: self.wish,
        }
    }
}

#[derive(Args)]
pub(crate) struct PlanBudget {
    /// The population's name
    #[arg(add = complete::populations())]
    pub(crate) name: PopulationName,
    /// Another ceiling for an open listing
    #[arg(long, value_name = "LISTING=EPS", allow_hyphen_values = true)]
    ceiling: Vec<OfListing>,
    /// Another price for an open listing
    #[arg(
        long,
        value_name = "LISTING=EPS:AMOUNT[,EPS:AMOUNT...]",
        allow_hyphen_values = true
    )]
    price: Vec<OfListing>,
    /// As if an open listing were withdrawn
    #[arg(
        long,
        value_name = "LISTING",
        allow_hyphen_values = true,
        add = complete::own_listings()
    )]
    without: Vec<ListingId>,
    /// A listing that is not made yet, by its ceiling or its price
    #[arg(long, value_name = "TITLE=EPS|EPS:AMOUNT[,EPS:AMOUNT...]")]
    new: Vec<NewOne>,
    /// The currency of listings that are not made yet [default: EUR]
    #[arg(long, value_name = "CODE")]
    currency: Option<String>,
}

/// A trial of an open listing: `LISTING=VALUE`.
#[derive(Clone)]
struct OfListing {
    listing: ListingId,
    value: String,
}

impl FromStr for OfListing {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (listing, value) = parted(text, text.split_once('='))?;
        Ok(Self {
            listing: listing.parse()?,
            value: value.to_owned(),
        })
    }
}

/// A listing that is not made yet: `TITLE=VALUE`, parted at the last sign.
#[derive(Clone)]
struct NewOne {
    title: String,
    value: String,
}

impl FromStr for NewOne {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let (title, value) = parted(text, text.rsplit_once('='))?;
        Ok(Self {
            title: title.to_owned(),
            value: value.to_owned(),
        })
    }
}

fn parted<'a>(text: &str, parts: Option<(&'a str, &'a str)>) -> Result<(&'a str, &'a str)> {
    let (name, value) = parts.ok_or_else(|| {
        let text = text.to_owned();
        Error::usage(ErrorCode::Usage, ValueMessage::NoEquals { text })
            .hint(ValueMessage::WriteTrial)
    })?;
    Ok((name.trim(), value.trim()))
}

impl PlanBudget {
    /// Returns the trials, in the order of ceilings, prices, withdrawals and new listings.
    pub(crate) fn trials(self) -> Vec<BudgetTrial> {
        let of = |listing: ListingId| BudgetTrial {
            listing: Some(listing.to_string()),
            ..BudgetTrial::default()
        };
        // A ceiling and a price of one listing are one trial: the price may end at the ceiling.
        let mut tried: Vec<BudgetTrial> = Vec::new();
        for one in self.ceiling {
            tried.push(BudgetTrial {
                ceiling: Some(one.value),
                ..of(one.listing)
            });
        }
        for one in self.price {
            let id = one.listing.to_string();
            match tried
                .iter_mut()
                .find(|trial| trial.listing.as_ref() == Some(&id))
            {
                Some(trial) => trial.price = Some(one.value.as_str().into()),
                None => tried.push(BudgetTrial {
                    price: Some(one.value.as_str().into()),
                    ..of(one.listing)
                }),
            }
        }
        tried.extend(self.without.into_iter().map(|listing| BudgetTrial {
            ends: true,
            ..of(listing)
        }));
        let currency = self.currency;
        tried.extend(self.new.into_iter().map(|one| {
            let (ceiling, price) = if one.value.contains(':') {
                (None, Some(one.value.as_str().into()))
            } else {
                (Some(one.value), None)
            };
            BudgetTrial {
                title: Some(one.title),
                ceiling,
                price,
                currency: currency.clone(),
                ..BudgetTrial::default()
            }
        }));
        tried
    }
}

#[derive(Args)]
pub(crate) struct CreatePopulation {
    /// Its name in this home
    name: PopulationName,
    /// The most that its loss may ever become, all sales together
    #[arg(
        long,
        value_name = "EPS[,RHO]",
        allow_negative_numbers = true,
        value_parser = cap_pair
    )]
    cap: LossPair,
    /// The name of one unit [default: person]
    #[arg(long, value_name = "W")]
    unit_name: Option<UnitName>,
    /// What may change between neighbouring tables [default: add-remove]
    #[arg(long, value_name = "KIND", value_parser = words(Adjacency::ALL))]
    adjacency: Option<Adjacency>,
    /// The loss that it brings from elsewhere: what was sold or published of the same people
    /// before, as a level or as the file that `home give-up` wrote [default: 0]
    #[arg(long, value_name = "EPS[,RHO]|FILE", allow_negative_numbers = true)]
    carried: Option<Carried>,
    /// These people are in no other population of this home
    #[arg(long)]
    new_people: bool,
}

impl CreatePopulation {
    pub(crate) fn draft(self) -> PopulationDraft {
        let (cap, cap_rho) = cap_texts(self.cap);
        let (carried, carried_rho) = self.carried.map(|carried| carried.texts()).unzip();
        PopulationDraft {
            name: self.name.to_string(),
            unit_name: self.unit_name.map(|name| name.to_string()),
            adjacency: self.adjacency.map(|one| one.to_string()),
            cap,
            cap_rho,
            carried,
            carried_rho: carried_rho.flatten(),
            new_people: self.new_people,
        }
    }
}
