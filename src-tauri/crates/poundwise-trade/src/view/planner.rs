//! Budget of a population, by listing, and the effect of other ceilings and prices.

use poundwise_documents::tariff::TariffDraft;
use poundwise_documents::units::{DocumentId, MicroEpsilon};
use serde::{Deserialize, Serialize};

use super::{Guess, Money};
use crate::error::ErrorView;

/// Another ceiling or price for a listing, or a listing to be made: nothing that is signed.
/// Decimals are strings as typed; what is not stated is as it is signed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct BudgetTrial {
    /// Id of an open listing of the population; none for a listing to be made, whose question is
    /// taken for a new one.
    pub listing: Option<String>,
    /// Whether the listing is taken for withdrawn: what was sold stays sold, and nothing more is.
    /// For an open listing, whose ceiling and price are not looked at then.
    pub ends: bool,
    /// Title of a listing to be made.
    pub title: Option<String>,
    /// The highest level sold; of a listing to be made, the last level of its price when absent.
    pub ceiling: Option<String>,
    /// Price of everything up to each level.
    pub price: Option<TariffDraft>,
    /// ISO 4217, of a listing to be made; EUR when absent.
    pub currency: Option<String>,
    /// The smallest increment, of a listing to be made; 0.001 when absent.
    pub grain: Option<String>,
}

/// Budget of a population: losses sold, losses that its listings may still sell, and the rest of
/// its cap.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BudgetPlan {
    /// The population's name.
    pub population: String,
    /// Name of one unit.
    pub unit_name: String,
    /// The most that its loss may become.
    pub cap_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub cap_nano_rho: u64,
    /// Its loss now, as it counts.
    pub loss_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub loss_nano_rho: u64,
    /// Part of the loss brought from elsewhere.
    pub carried_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub carried_nano_rho: u64,
    /// Part of the loss from questions no longer for sale.
    pub ended: u64,
    /// Loss that may still be sold under the cap.
    pub left_micro_epsilon: u64,
    /// Its loss if every listing were sold up to its ceiling, whatever the cap.
    pub ceilings_micro_epsilon: u64,
    /// Excess over the cap: so much of the ceilings can never be sold.
    pub over_micro_epsilon: u64,
    /// The guess about one unit, after the loss now.
    pub guess_now: Guess,
    /// The same with every listing sold up to its ceiling, or at the cap where that is lower.
    pub guess_then: Guess,
    /// Its open listings, newest first, then those to be made.
    pub listings: Vec<PlannedListing>,
    /// Price for one buyer of everything up to the ceiling of every listing, by currency.
    pub income: Vec<Money>,
}

/// A listing in a [`BudgetPlan`], with what is tried of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PlannedListing {
    /// Its id; none for a listing to be made.
    pub id: Option<DocumentId>,
    /// Its title.
    pub title: String,
    /// Whether the listing differs from what is signed.
    pub tried: bool,
    /// Whether the listing is taken for withdrawn.
    pub ends: bool,
    /// The highest level sold of its question, as it counts against the cap.
    pub sold_micro_epsilon: u64,
    /// Its ceiling as signed; none for a listing to be made.
    pub signed: Option<MicroEpsilon>,
    /// Its ceiling, as tried; what is sold, of one that is taken for withdrawn.
    pub ceiling: MicroEpsilon,
    /// The highest level to which it can be sold while of all others nothing more is; at least
    /// what is sold.
    pub reach: MicroEpsilon,
    /// The highest available level, as the owner states it; `null` without a statement.
    pub available: Option<MicroEpsilon>,
    /// Price for one buyer of everything up to the ceiling; none where the price ends below.
    pub price_at_ceiling: Option<Money>,
    /// The same up to the level that can be reached.
    pub price_at_reach: Option<Money>,
    /// Error in the trial of a listing, which then counts as signed, and a new one without its
    /// price.
    pub problem: Option<ErrorView>,
}
