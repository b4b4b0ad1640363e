//! The promise of a population: what its cap means in other terms.

use serde::{Deserialize, Serialize};

use super::Guess;

/// What a promise is asked for, as typed. Empty texts ask for nothing.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct PromiseDraft {
    /// The number of units that are protected together; 1 if empty.
    pub persons: String,
    /// A δ beside those that are always shown, such as `1e-4`.
    pub delta: String,
    /// The ε of a loss beside the population's; 0 if empty.
    pub at_epsilon: String,
    /// Its ρ; 0 if empty.
    pub at_rho: String,
    /// The ε of a wish.
    pub wish_epsilon: String,
    /// The δ of a wish, 1e-6 if empty.
    pub wish_delta: String,
}

/// The privacy of a population in terms that others ask for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PromiseView {
    /// The population's name.
    pub population: String,
    /// Name of one unit.
    pub unit_name: String,
    /// The number of units that are protected together.
    pub persons: u64,
    /// What was sold so far.
    pub now: PromisedPrivacy,
    /// What the cap allows.
    pub cap: PromisedPrivacy,
    /// The pair that was asked for, if any.
    pub at: Option<PromisedPrivacy>,
    /// The answer to a wish, if one was stated.
    pub wish: Option<PromiseWish>,
}

/// A loss (ε, ρ) and its reading as (ε, δ).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PromisedPrivacy {
    /// The sum over questions of pure families, for one unit.
    pub micro_epsilon: u64,
    /// The sum over questions of Gaussian-like families, for one unit.
    pub nano_rho: u64,
    /// The ε that holds for the whole group without any δ; none with a Gaussian-like part.
    pub pure: Option<u64>,
    /// Bounds on a guess about the group.
    pub guess: Guess,
    /// The ε for each δ, rounded up.
    pub curve: Vec<PromisedEpsilon>,
}

/// One point of a privacy curve: (ε, δ)-differential privacy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PromisedEpsilon {
    /// The δ, such as `1e-6`.
    pub delta: String,
    /// The ε.
    pub micro_epsilon: u64,
}

/// A wished (ε, δ), and the cap on ρ that keeps it beside the population's cap on ε.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PromiseWish {
    /// The wished ε.
    pub micro_epsilon: u64,
    /// The δ.
    pub delta: String,
    /// The largest cap on ρ; none if the cap on ε alone exceeds the wish.
    pub nano_rho: Option<u64>,
}
