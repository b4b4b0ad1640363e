//! Standing rules: drafts, views, uses.

use poundwise_documents::kinds::Settlement;
use poundwise_documents::units::{DocumentId, Kid, MicroEpsilon};
use poundwise_home::ids::RuleNumber;
use serde::{Deserialize, Serialize};

use super::Money;
use crate::error::ErrorView;

/// Draft of a rule; decimals are strings as typed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct RuleDraft {
    /// The contact's name or key, unless the rule is for anyone.
    pub contact: Option<String>,
    /// Whether the rule is for anyone.
    pub anyone: bool,
    /// Listing id, unless the rule is for a population. It covers every listing of the same
    /// question.
    pub listing: Option<String>,
    /// Population name, unless the rule is for a listing. It covers later listings of the
    /// population.
    pub population: Option<String>,
    /// Highest level that the buyer may hold after the sale.
    pub up_to: String,
    /// Highest price of one order.
    pub per_order: String,
    /// Highest price of all orders that the rule approves in a calendar month (UTC).
    pub per_month: Option<String>,
    /// ISO 4217; the listings' when absent.
    pub currency: Option<String>,
    /// The payment reference that the receipts carry.
    pub payment: String,
    /// The last day on which it approves, `YYYY-MM-DD` in UTC.
    pub until: Option<String>,
}

/// State of a rule.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RuleState {
    /// The rule approves orders.
    Active,
    /// The owner stopped it for a while.
    Paused,
    /// Its last day is over.
    Expired,
    /// The owner removed it; its uses stay.
    Removed,
}

/// The most that a rule can still do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleWorst {
    /// The population's loss so far.
    pub loss_before: u64,
    /// The same if all is bought that the rule approves, of what is listed now, up to the
    /// population's cap.
    pub loss_after: u64,
    /// The population's cap.
    pub cap_micro_epsilon: u64,
    /// Number of open listings that the rule covers now.
    pub listings: u64,
    /// Largest amount that one buyer can have approved at today's prices, of what is listed now:
    /// for a contact from its holdings on, for anyone from nothing.
    pub money: Money,
    /// The most in a calendar month.
    pub per_month: Option<Money>,
    /// The most until its last day; absent where it has none, or no limit a month.
    pub in_all: Option<Money>,
    /// The orders that wait now and that it approves as soon as it is added or resumed, in the
    /// order of their arrival; none of a rule that is on.
    pub at_once: Vec<RuleFit>,
}

/// A waiting order that a rule fits.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleFit {
    /// Id of the order.
    pub order: DocumentId,
    /// The buyer's own name, as the order has it.
    pub buyer_name: String,
    /// The name of the contact with the buyer's key.
    pub contact: Option<String>,
    /// Title of the listing.
    pub title: String,
    /// Level that the buyer then holds.
    pub to: MicroEpsilon,
    /// Price of the order.
    pub price: Money,
}

/// A rule by which orders are approved without being asked about.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleView {
    /// Its number in this home, from 1.
    pub number: RuleNumber,
    /// State of the rule.
    pub state: RuleState,
    /// The buyer's key; absent for anyone.
    pub buyer_kid: Option<Kid>,
    /// The contact's name; absent for anyone, and where that key is no contact any more.
    pub contact: Option<String>,
    /// The newest version of the listing; absent for a population.
    pub listing: Option<DocumentId>,
    /// Its title.
    pub title: Option<String>,
    /// The population, if the rule is for one.
    pub population: Option<String>,
    /// Highest level that the buyer may hold after the sale.
    pub to: MicroEpsilon,
    /// Highest price of one order.
    pub per_order: Money,
    /// Highest price of all orders in a calendar month.
    pub per_month: Option<Money>,
    /// Amount that it approved in this calendar month.
    pub this_month: Money,
    /// Settlement of its sales that have a price.
    pub settlement: Settlement,
    /// The payment reference that its receipts carry.
    pub payment_reference: String,
    /// Its last day, `YYYY-MM-DD` in UTC.
    pub until: Option<String>,
    /// Time of adding.
    pub added_at: String,
    /// The most that it can still do, were it active.
    pub worst: RuleWorst,
    /// Number of orders that it approved.
    pub used: u64,
    /// The newest of those, at most 50, newest first.
    pub uses: Vec<RuleUse>,
}

/// An approval by a rule.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleUse {
    /// The rule's number.
    pub rule: RuleNumber,
    /// Order id.
    pub order: DocumentId,
    /// Receipt id.
    pub receipt: DocumentId,
    /// The receipt's number in the ledger.
    pub sequence: u64,
    /// Number of the entry for people, from 1.
    pub number: u64,
    /// The listing's title.
    pub title: String,
    /// Name that the buyer gives itself.
    pub buyer_name: String,
    /// The buyer's key.
    pub buyer_kid: Kid,
    /// This home's own name for that key, if the buyer is a contact.
    pub contact: Option<String>,
    /// Lower level of the increment.
    pub from: MicroEpsilon,
    /// Upper level of the increment.
    pub to: MicroEpsilon,
    /// Price.
    pub price: Money,
    /// Time of the receipt.
    pub used_at: String,
}

/// Reason why a rule that names an order's buyer and listing did not approve it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Misfit {
    /// The rule is paused.
    Paused,
    /// Its last day is over.
    Expired,
    /// The listing is in another currency.
    Currency,
    /// The level is above the rule's.
    Level,
    /// The price is above the rule's.
    Price,
    /// The month's total would pass the rule's.
    Month,
}

/// A rule that did not approve an order, though it names its buyer and listing.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RuleMisfit {
    /// The rule's number.
    pub rule: RuleNumber,
    /// Reason.
    pub why: Misfit,
}

/// Result of applying the rules to the waiting orders.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesApplied {
    /// Approvals, oldest first. All of them stand, whatever stopped the rest.
    pub approved: Vec<RuleUse>,
    /// Error that stopped it before every order had been looked at.
    pub stopped: Option<ErrorView>,
}
