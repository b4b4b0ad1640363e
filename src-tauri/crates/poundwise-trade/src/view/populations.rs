//! Populations as the shells show and ask for them.

use poundwise_documents::kinds::Adjacency;
use poundwise_documents::units::{MicroEpsilon, Salt};
use poundwise_home::view::DatasetState;
use serde::{Deserialize, Serialize};

/// A population that is asked for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct PopulationDraft {
    /// Its name in this home, 1 to 100 characters.
    pub name: String,
    /// Name of one unit; `person` where nothing is stated.
    pub unit_name: Option<String>,
    /// `add-remove` (the default) or `replace`.
    pub adjacency: Option<String>,
    /// The most that its loss may become, decimal ε.
    pub cap: String,
    /// The Gaussian-like part of the cap, decimal ρ; 0 where nothing is stated.
    pub cap_rho: Option<String>,
    /// The loss that it brings from elsewhere: a level, or the path of a file of losses that
    /// another home wrote; none where nothing is said.
    pub carried: Option<String>,
    /// The Gaussian-like part of that loss, decimal ρ. Not with a file, which states both.
    pub carried_rho: Option<String>,
    /// Whether the owner states that its people are in no other population of the home. Required if
    /// the home has another population.
    pub new_people: bool,
}

/// A population: privacy unit, cap and loss.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PopulationView {
    /// Its random name in documents.
    pub id: Salt,
    /// Its name in this home.
    pub name: String,
    /// Name of one unit.
    pub unit_name: String,
    /// Relation by which tables are neighbours.
    pub adjacency: Adjacency,
    /// The most that its loss may become.
    pub cap_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub cap_nano_rho: u64,
    /// The loss that it brought from elsewhere.
    pub carried_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub carried_nano_rho: u64,
    /// Its loss now: what it carries, and the highest level sold of each of its questions.
    pub loss_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub loss_nano_rho: u64,
    /// The guess about one unit, after the loss now.
    pub guess_now: Guess,
    /// The same once all of the cap is sold: never below the guess now.
    pub guess_at_cap: Guess,
    /// Its datasets, those sealed or removed too, by name.
    pub datasets: Vec<PopulationDataset>,
    /// Whether a table of its people may be missing in this home. This is so if it has no table, a
    /// table was sealed or removed, or a question has no table (own numbers, or recovered by a
    /// catch-up). An import of the same people may then not be recognised.
    pub lacks_tables: bool,
    /// The number of its questions that were ever listed.
    pub questions: u64,
    /// The number of openings granted, each of which gave a question's exact numbers away.
    pub openings: u64,
    /// Its entries in the ledger, oldest first.
    pub entries: Vec<PopulationChange>,
    /// The population that it was merged into, by name.
    pub merged_into: Option<String>,
    /// Time of making, RFC 3339.
    pub created_at: String,
}

/// A dataset of a population.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PopulationDataset {
    /// Its name.
    pub name: String,
    /// State of its table.
    pub state: DatasetState,
}

/// A ledger entry about a population.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PopulationChange {
    /// The entry's place in the ledger.
    pub sequence: u64,
    /// Number of the entry for people, from 1.
    pub number: u64,
    /// The cap before. Absent in the first entry.
    pub old_micro_epsilon: Option<u64>,
    /// Its Gaussian-like part, in nano-ρ.
    pub old_nano_rho: Option<u64>,
    /// The cap from then on.
    pub new_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub new_nano_rho: u64,
    /// The carried loss stated by the entry. For a merge, the loss added by the merge.
    pub carried_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub carried_nano_rho: u64,
    /// Name of the population into which this entry merged it.
    pub merged_into: Option<String>,
    /// Name of the population that this entry merged into it.
    pub merged: Option<String>,
    /// Number of questions with a loss that the entry assumes.
    pub assumed_questions: u64,
    /// Reason. May be empty unless the cap was raised.
    pub reason: String,
    /// Time of signing, RFC 3339.
    pub issued_at: String,
    /// Code of the ledger after this entry, such as `12-7KQX-M2PA`. `None` unless this machine
    /// knows that the home is the newest copy of itself.
    pub code: Option<String>,
}

/// The most often that someone who knows everything else, from even odds, is right about one given
/// unit. Both shares are upper bounds from 0.5 to 1, rounded up to millionths.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Guess {
    /// Reason for the two numbers.
    pub basis: GuessBasis,
    /// How often about whether the unit is in the data. `null` if this is not protected: under
    /// replacement, and if a number of rows is public.
    pub guess_presence: Option<f64>,
    /// How often about which of two values the unit has.
    pub guess_value: f64,
}

/// What the numbers of a [`Guess`] follow from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum GuessBasis {
    /// The unit is in the data or not. Two of its values are two such changes apart.
    AddRemove,
    /// As `add-remove`, and a listing states the number of its rows.
    PublicRows,
    /// The unit has one value or another. This covers which of two units is in the data, too.
    Replace,
    /// Own numbers, two of which are within the stated distance.
    OwnNumbers,
}

/// A cap, and what it promises one unit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CapGuess {
    /// The cap.
    pub cap_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub cap_nano_rho: u64,
    /// The guess about one unit once all of it is sold.
    pub guess: Guess,
}

/// What the loss of a population leaves of its cap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum CapUse {
    /// The loss is below the cap.
    Below,
    /// The loss is at the cap: nothing is sold that adds to it.
    Reached,
    /// The loss is above the cap: nothing is sold until the cap is raised.
    Exceeded,
}

/// Effects of another cap of a population, before it is signed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CapPreview {
    /// The population's name.
    pub population: String,
    /// The cap now.
    pub now: CapGuess,
    /// The other cap.
    pub then: CapGuess,
    /// Whether a part of the cap rises, which takes a reason.
    pub raises: bool,
    /// The population's loss now.
    pub loss_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub loss_nano_rho: u64,
    /// What the loss leaves of the other cap.
    pub cap_use: CapUse,
    /// Open listings that get a new version since they state a lower cap: orders of the version
    /// before have to be made anew.
    pub new_versions: u64,
    /// Open listings of which, as things are, the other cap lets less be sold than their ceiling.
    pub short_listings: u64,
}

/// Effects of merging a population into another one, which takes over its datasets and its loss.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MergePreview {
    /// Name of the population that is merged.
    pub from: String,
    /// Name of the population that it becomes part of.
    pub into: String,
    /// The loss that the first one brings, as a level.
    pub brought_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub brought_nano_rho: u64,
    /// The loss of the second one before.
    pub loss_before_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub loss_before_nano_rho: u64,
    /// The loss of the second one afterwards: both together.
    pub loss_after_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub loss_after_nano_rho: u64,
    /// The cap that holds for all of it: that of the second one.
    pub cap_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub cap_nano_rho: u64,
    /// What the loss leaves of the cap.
    pub cap_use: CapUse,
    /// The guess about one unit of the second one before.
    pub guess_before: Guess,
    /// The same after the loss of both.
    pub guess_after: Guess,
    /// Titles of the open listings of both, all of which are to be withdrawn before.
    pub open_listings: Vec<String>,
    /// The datasets that go over, those sealed or removed too, by name.
    pub datasets: Vec<PopulationDataset>,
}

/// Effects of sealing a dataset.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SealPreview {
    /// The dataset.
    pub dataset: String,
    /// Its population.
    pub population: String,
    /// The open listings that sell on, each from its response at the top.
    pub kept: Vec<SealedQuestion>,
    /// The withdrawn questions that are erased wholly.
    pub erased: Vec<SealedQuestion>,
    /// Loss that an attacker who copies the home has afterwards: the carried loss, the tops that
    /// are kept, and the highest levels sold of everything else.
    pub stolen_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub stolen_nano_rho: u64,
    /// The population's cap.
    pub cap_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub cap_nano_rho: u64,
    /// Datasets of the population whose tables stay in the home, by name: an attacker who copies
    /// the home has those exactly.
    pub still_held: Vec<String>,
}

/// A question in a preview of a sealing.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SealedQuestion {
    /// The title of its latest listing.
    pub title: String,
    /// The top of its noise path for one that is kept, the highest level sold for one that is
    /// erased.
    pub level: MicroEpsilon,
}
