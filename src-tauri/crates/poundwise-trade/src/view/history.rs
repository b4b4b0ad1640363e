//! Standing of a home with respect to its own ledger outside of it, and the result of catching up.

use poundwise_documents::units::{DocumentId, Salt};
use poundwise_home::{ids::RuleNumber, view::MarketMended};
use serde::{Deserialize, Serialize};

/// Result of catching up, for a home that was an old copy of itself.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CaughtUp {
    /// The number of entries of its ledger now.
    pub entries: u64,
    /// Receipts that it lacked.
    pub receipts: u64,
    /// Grants that it lacked.
    pub grants: u64,
    /// Population entries that it lacked.
    pub population_entries: u64,
    /// Listings that it lacked, those first that it has withdrawn.
    pub listings: Vec<RecoveredListing>,
    /// Populations that it lacked, by their names in this home.
    pub populations: Vec<String>,
    /// Rules that are paused until they were looked at, by number.
    pub rules_paused: Vec<RuleNumber>,
    /// Questions of which it holds something and makes no new copies.
    pub copies_ended: u64,
    /// Sales that it delivered again, by the numbers of their receipts, from 1.
    pub delivered_again: Vec<u64>,
    /// Sales that it cannot deliver, by the numbers of their receipts: what they sold is not in
    /// it.
    pub undelivered: Vec<u64>,
    /// Whether the owner must confirm the home before it sells, because this machine has no valid
    /// mark of it.
    pub unconfirmed: bool,
    /// Objects of this home that the market had lost and has received again.
    pub mended: MarketMended,
    /// Whether it has bookings of bank statements of which marks may be lacking now that money was
    /// paid back.
    pub payments: bool,
}

/// A listing that a home has recovered from the market.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RecoveredListing {
    /// Its id.
    pub id: DocumentId,
    /// Its title.
    pub title: String,
    /// Its population's name.
    pub population: String,
    /// The level at which its question counts, where the home cannot tell what was sold of it; none
    /// where it can.
    pub counts: Option<u64>,
    /// Whether the listing was withdrawn now, since the home cannot sell it.
    pub withdrawn: bool,
}

/// A file of losses that another home carries.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LossesWritten {
    /// The file.
    pub file: String,
    /// Losses of the populations in it.
    pub populations: Vec<CarriedLoss>,
}

/// Loss for a population to carry: the ceilings of all that was listed of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CarriedLoss {
    /// Its random name in documents.
    pub id: Salt,
    /// Its name.
    pub name: String,
    /// Name of one unit.
    pub unit_name: String,
    /// Relation by which tables are neighbours.
    pub adjacency: String,
    /// The questions that were listed of it.
    pub questions: u64,
    /// Loss that it carries already, and the ceilings of its questions.
    pub micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub nano_rho: u64,
}
