//! `population` and its commands.

use clap::{Args, Subcommand};
use poundwise_market::view::PopulationDraft;
use poundwise_market::{Epsilon, PopulationName, UnitName, level};

use super::values::Carried;
use crate::complete;

const CREATE_HELP: &str = "\
A population is the people (or other units) that tables and own numbers are about. Everything sold
of them adds up to one loss, under one cap. `dataset import FILE --cap EPS` makes one too, of the
dataset's name. Tables about the same people belong to one population: two populations of the same
people would have two budgets.";

const CAP_HELP: &str = "\
The change is an entry of the ledger, with its reason, which every auditor sees. A cap can be
lowered at any time, also below the loss so far: then nothing more is sold that adds to the loss.";

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
        /// The new cap
        #[arg(value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
        cap: Epsilon,
        /// Why, for every auditor to read
        #[arg(
            long,
            value_name = "TEXT",
            default_value = "",
            hide_default_value = true
        )]
        reason: String,
    },
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
    },
}

#[derive(Args)]
pub(crate) struct CreatePopulation {
    /// Its name in this home
    name: PopulationName,
    /// The most that its loss may ever become, all sales together
    #[arg(long, value_name = "EPS", allow_negative_numbers = true, value_parser = level)]
    cap: Epsilon,
    /// What one unit is called [default: person]
    #[arg(long, value_name = "W")]
    unit_name: Option<UnitName>,
    /// What may change between neighbouring tables [default: add-remove]
    #[arg(long, value_name = "KIND", value_parser = ["add-remove", "replace"])]
    adjacency: Option<String>,
    /// The loss that it brings from elsewhere: what was sold or published of the same people
    /// before, as a level or as the file that `home give-up` wrote [default: 0]
    #[arg(long, value_name = "EPS|FILE", allow_negative_numbers = true)]
    carried: Option<Carried>,
}

impl CreatePopulation {
    pub(crate) fn draft(self) -> PopulationDraft {
        PopulationDraft {
            name: self.name.to_string(),
            unit_name: self.unit_name.map(|name| name.to_string()),
            adjacency: self.adjacency,
            cap: self.cap.to_string(),
            carried: self.carried.map(|carried| carried.to_string()),
        }
    }
}
