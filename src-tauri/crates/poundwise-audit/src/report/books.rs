//! Totals of the receipts, recomputed from the sales themselves.

use serde::{Deserialize, Serialize};

use poundwise_documents::units::{Digest, DocumentId, Kid, MicroEpsilon, Money, NanoRho, Salt};

/// An owner's books, as the sales shown make them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditBooks"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditBooks")
)]
pub struct Books {
    /// The owner.
    pub owner: Kid,
    /// The owner's name, as the latest listing gives it.
    pub owner_name: String,
    /// Whether the books come from a whole ledger, and not from single bundles only.
    pub complete: bool,
    /// The number of receipts.
    pub receipts: u64,
    /// The number of openings granted.
    pub openings: u64,
    /// The number of buyers.
    pub buyers: u64,
    /// Money received, by currency: the prices of receipts settled as paid. Payments that came
    /// later are in no receipt: they are in the owner's own books alone.
    pub money: Vec<Money>,
    /// Prices of receipts settled on credit, by currency. No part of the money received.
    pub credit: Vec<Money>,
    /// How many of the receipts were free.
    pub free: u64,
    /// Price that those would have had, by currency. No part of the money received.
    pub waived: Vec<Money>,
    /// Sum of the levels of all receipts, in micro-ε: the loss, had every response been drawn with
    /// noise of its own. The difference to the sum of the questions' highest levels is what one
    /// shared path saves.
    pub independent_loss_micro_epsilon: u64,
    /// The same over Gaussian-like families, in nano-ρ.
    #[serde(default)]
    pub independent_loss_nano_rho: u64,
    /// Books by question, all its listings together.
    pub listings: Vec<ListingBook>,
    /// Books by population.
    pub populations: Vec<PopulationBook>,
    /// Books by buyer.
    pub by_buyer: Vec<BuyerBook>,
    /// Books by currency.
    pub by_currency: Vec<CurrencyBook>,
}

/// The sales in one currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename = "AuditCurrencyBook")
)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditCurrencyBook")
)]
pub struct CurrencyBook {
    /// Money received.
    pub money: Money,
    /// The number of receipts.
    pub receipts: u64,
    /// The increments sold, added up over all listings and buyers, in micro-ε.
    pub sold_micro_epsilon: u64,
    /// The same over Gaussian-like families, in nano-ρ.
    #[serde(default)]
    pub sold_nano_rho: u64,
}

/// One question's part in the books, all its listings together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename = "AuditListingBook")
)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditListingBook")
)]
pub struct ListingBook {
    /// The question: its seed commitment.
    pub question: Digest,
    /// The latest listing of it that is shown.
    pub listing: DocumentId,
    /// Title of that listing.
    pub title: String,
    /// The population that the latest listing names.
    pub population: Salt,
    /// The loss: the highest level sold or assumed.
    pub highest: MicroEpsilon,
    /// The latest listing's ceiling.
    pub ceiling: MicroEpsilon,
    /// The loss, had every response been drawn with noise of its own, in micro-ε.
    pub independent_loss_micro_epsilon: u64,
    /// The same in nano-ρ, for a question of a Gaussian-like family.
    #[serde(default)]
    pub independent_loss_nano_rho: u64,
    /// The number of receipts.
    pub receipts: u64,
    /// The number of openings granted.
    pub openings: u64,
    /// The number of buyers.
    pub buyers: u64,
    /// Money received for it.
    pub money: Vec<Money>,
    /// Prices of its receipts settled on credit, by currency. No part of the money received.
    #[serde(default)]
    pub credit: Vec<Money>,
}

/// One population's privacy budget.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename = "AuditPopulationBook")
)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditPopulationBook")
)]
pub struct PopulationBook {
    /// The population's public name.
    pub population: Salt,
    /// Name of one unit, by its listings.
    pub unit_name: String,
    /// The number of questions that a listing has ever put into it: they add to its loss for life.
    pub questions: u64,
    /// The carried loss plus the highest level of each question, sold or assumed, in micro-ε.
    pub loss_micro_epsilon: u64,
    /// The same over Gaussian-like families, in nano-ρ.
    #[serde(default)]
    pub loss_nano_rho: u64,
    /// The loss that it carries from before, as its listings and entries state it.
    pub carried_micro_epsilon: MicroEpsilon,
    /// The Gaussian-like loss that it carries from before.
    #[serde(default)]
    pub carried_nano_rho: NanoRho,
    /// The cap in force, from the ledger's entries or else from the latest listing.
    pub cap_micro_epsilon: MicroEpsilon,
    /// The cap on the Gaussian-like loss, likewise.
    #[serde(default)]
    pub cap_nano_rho: NanoRho,
    /// The number of openings granted of its questions.
    pub openings: u64,
    /// The loss, had every response been drawn with noise of its own, the carried one included, in
    /// micro-ε.
    pub independent_loss_micro_epsilon: u64,
    /// The same over Gaussian-like families, in nano-ρ.
    #[serde(default)]
    pub independent_loss_nano_rho: u64,
    /// The number of receipts of the questions whose latest listing names it.
    pub receipts: u64,
    /// Money received for these questions.
    pub money: Vec<Money>,
    /// Prices of their receipts settled on credit, by currency.
    #[serde(default)]
    pub credit: Vec<Money>,
}

/// One buyer's part in the books.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "ts",
    derive(ts_rs::TS),
    ts(export, rename = "AuditBuyerBook")
)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditBuyerBook")
)]
pub struct BuyerBook {
    /// The buyer.
    pub buyer: Kid,
    /// The name given in the latest order.
    pub name: String,
    /// The number of receipts.
    pub receipts: u64,
    /// Money received from the buyer.
    pub money: Vec<Money>,
    /// Prices of the buyer's receipts settled on credit, by currency.
    #[serde(default)]
    pub credit: Vec<Money>,
    /// Holdings of the buyer.
    pub holdings: Vec<Holding>,
    /// The levels held, added up over all questions, in micro-ε.
    pub held_micro_epsilon: u64,
    /// The same over Gaussian-like families, in nano-ρ.
    #[serde(default)]
    pub held_nano_rho: u64,
}

/// A level held of a question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "AuditHolding"))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "AuditHolding")
)]
pub struct Holding {
    /// The question: its seed commitment.
    pub question: Digest,
    /// The latest listing of it that is shown.
    pub listing: DocumentId,
    /// Title of that listing.
    pub title: String,
    /// The level held.
    pub level: MicroEpsilon,
}
