//! Listings as they are offered, and what a level of one costs and tells.

use poundwise_documents::units::{Currency, DocumentId, Kid, MicroEpsilon, Salt};
use poundwise_home::{ids::AlarmNumber, view::ListingStatus};
use serde::{Deserialize, Serialize};

use super::{HalfWidth, Money, Point, PrivacyUnit, Quantity, Question};
use poundwise_documents::kinds::{Adjacency, AttributeKind};

/// One knot of a tariff.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnotView {
    /// Level.
    pub level: MicroEpsilon,
    /// Cumulative price in minor units.
    pub minor: u64,
}

/// The end of a listing, as its owner signed it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WithdrawalView {
    /// Reason, in the owner's words.
    pub reason: String,
    /// Time of signing.
    pub issued_at: String,
}

/// The bank account to pay to.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccountView {
    /// Its holder, as the listing names it; else the seller's name.
    pub holder: String,
    /// Its number, without spaces.
    pub iban: String,
}

/// A listing, the owner's or somebody else's.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListingView {
    /// Document id of this version.
    pub id: DocumentId,
    /// The question's name among all owners, `<owner's kid>.<seed commitment>`: holdings belong to
    /// it.
    pub question: String,
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// The seller's own name for itself.
    pub seller_name: String,
    /// The seller's key.
    pub seller_kid: Kid,
    /// This home's own name for that key, if the seller is a contact.
    pub contact: Option<String>,
    /// The first open alarm about the seller. Orders to the seller are rejected until all alarms
    /// are dismissed.
    pub alarm: Option<AlarmNumber>,
    /// The kind.
    pub kind: AttributeKind,
    /// The query in English words.
    pub query: String,
    /// The same in fields, as signed, with at most 200 bins of each column.
    pub query_parts: Question,
    /// The number that a missing cell of a mean counts as, decimal; `null` if its row is left out.
    pub missing_as: Option<String>,
    /// Unit of the values.
    pub unit: String,
    /// Number of coordinates.
    pub dimension: u64,
    /// Number of estimates of a response; two for the coordinates of a mean. Blocks of bins have
    /// none.
    pub estimates: u64,
    /// The first labels, at most 200.
    pub labels: Vec<String>,
    /// Lattice step, decimal.
    pub step: String,
    /// Whether this is the answer to a draft without a step, for which the advised one was taken.
    pub step_advised: bool,
    /// Lower and upper bound, or empty.
    pub bounds: Vec<String>,
    /// l1 sensitivity D in lattice steps.
    pub sensitivity: u64,
    /// Which tables are neighbours.
    pub adjacency: Adjacency,
    /// Privacy unit and adjacency in English words, as signed.
    pub privacy_unit: String,
    /// The privacy unit in parts, as signed.
    pub unit_parts: PrivacyUnit,
    /// The population's random name.
    pub population_id: Salt,
    /// The population's cap, as the listing states it.
    pub cap_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub cap_nano_rho: u64,
    /// The loss that the population brought from elsewhere.
    pub carried_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub carried_nano_rho: u64,
    /// Rows, where the owner states them.
    pub public_rows: Option<u64>,
    /// Highest level sold.
    pub ceiling: MicroEpsilon,
    /// The highest available level, as the owner states it; `null` without a statement.
    pub available: Option<MicroEpsilon>,
    /// Level at which the path starts.
    pub top: MicroEpsilon,
    /// Smallest increment.
    pub grain: MicroEpsilon,
    /// Tariff knots.
    pub tariff: Vec<KnotView>,
    /// ISO 4217.
    pub currency: Currency,
    /// Decimal places of the currency.
    pub currency_exponent: u32,
    /// RFC 8905 address, or empty.
    pub pay_to: String,
    /// The bank account that the address names; none where it names none.
    pub account: Option<AccountView>,
    /// Terms, or empty.
    pub terms: String,
    /// Time of signing.
    pub issued_at: String,
    /// Whether this home is the seller.
    pub mine: bool,
    /// Sale status of the listing.
    pub status: ListingStatus,
    /// For the seller: when and why it was withdrawn, as signed.
    pub withdrawal: Option<WithdrawalView>,
    /// The level this home holds of it as a buyer.
    pub held: MicroEpsilon,
    /// For the seller: the highest level sold so far.
    pub loss_micro_epsilon: Option<u64>,
    /// For the seller: the population's name.
    pub population: Option<String>,
    /// For the seller: the dataset's name; none for own numbers.
    pub dataset: Option<String>,
    /// For the seller: whether its data and its top seed are erased.
    pub sealed: bool,
    /// Whether a database computed the numbers from a linked table. Known of this home's listings
    /// only.
    pub linked: bool,
    /// For the seller: since when its data and its top seed are erased, if they are.
    pub sealed_at: Option<String>,
    /// For the seller: whether what was erased of this home has yet to be overwritten on the disk.
    pub erasure_pending: bool,
}

/// Search, filters and order of the market's listings.
#[derive(Clone, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct MarketQuery {
    /// Words, each of which is somewhere in a listing's title, description, seller, query, unit or
    /// kind.
    pub search: String,
    /// The seller's key, its name, or this home's name for it; empty for all.
    pub seller: String,
    /// The kind; none for all.
    pub kind: Option<AttributeKind>,
    /// The most that is to be spent on one listing, a decimal in its currency; empty for no limit.
    pub max_price: String,
    /// Sort key.
    pub sort: MarketSort,
    /// Whether the order is reversed.
    pub reverse: bool,
}

/// Sort key of listings.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum MarketSort {
    /// The newest first.
    #[default]
    Newest,
    /// Sorted by title.
    Title,
    /// Sorted by the seller's name.
    Seller,
    /// Sorted by kind.
    Kind,
    /// The cheapest first, at the best accuracy; each currency by itself.
    Price,
    /// The smallest half-width first; each unit by itself.
    Accuracy,
}

/// The listings that were asked for.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct MarketView {
    /// The listings.
    pub offers: Vec<MarketOffer>,
    /// The kinds that there are, whichever is asked for.
    pub kinds: Vec<AttributeKind>,
    /// The sellers that there are, whichever is asked for.
    pub sellers: Vec<MarketSeller>,
}

/// A seller of whom there are listings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct MarketSeller {
    /// The key.
    pub kid: Kid,
    /// The name that the first listing gives.
    pub name: String,
    /// This home's own name for the key, if it is a contact.
    pub contact: Option<String>,
}

impl MarketSeller {
    /// Returns the name under which this home shows it.
    pub fn shown(&self) -> &str {
        self.contact.as_ref().unwrap_or(&self.name)
    }
}

/// A listing on the market, with what it costs and how accurate it gets.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarketOffer {
    /// The listing.
    #[serde(flatten)]
    pub listing: ListingView,
    /// The price of the least level above what is held that is sold: the cheapest purchase; none
    /// where nothing more is sold, or affordable.
    pub from_price: Option<Money>,
    /// That level.
    pub from_level: Option<MicroEpsilon>,
    /// Half-widths at that level.
    pub from: Vec<HalfWidth>,
    /// Half-widths at the highest level sold, or affordable; else at the level held.
    pub best: Vec<HalfWidth>,
    /// That level.
    pub best_level: Option<MicroEpsilon>,
    /// The price of going there from what is held.
    pub best_price: Option<Money>,
}

/// Price and accuracy of going from the held level to another.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Quote {
    /// The listing.
    pub listing: DocumentId,
    /// Its title.
    pub title: String,
    /// Level held.
    pub from: MicroEpsilon,
    /// Level wanted.
    pub to: MicroEpsilon,
    /// Price of the increment.
    pub price: Money,
    /// Cumulative price at the level wanted.
    pub price_in_all: Money,
    /// The highest level that is sold.
    pub ceiling: MicroEpsilon,
    /// The highest available level, as the owner states it; `null` without a statement.
    pub available: Option<MicroEpsilon>,
    /// Half-widths at the held level, empty when nothing is held.
    pub now: Vec<HalfWidth>,
    /// Half-widths after the purchase.
    pub then: Vec<HalfWidth>,
}

/// Curves of a listing over ε (x is ε, not micro-ε).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ListingCurves {
    /// 95% half-width of the leading quantity.
    pub accuracy: Vec<Point>,
    /// Quantity of the half-width.
    pub accuracy_of: Option<Quantity>,
    /// Cumulative price in major units of the currency.
    pub price: Vec<Point>,
    /// The levels of it that this home bought, micro-ε, lowest first.
    pub bought: Vec<MicroEpsilon>,
    /// For its seller: how far the population's cap, less the loss of its other questions, still
    /// lets it be sold, where that is below the ceiling.
    pub limit_micro_epsilon: Option<u64>,
}
