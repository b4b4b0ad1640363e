//! What the shells show: plain structures that cross to the window and out of `--json`.
//!
//! Levels are integers of micro-ε, money is an integer of minor units with its currency, times are RFC 3339 in
//! UTC. Values of data are decimal strings (exact) with an `f64` beside them where a figure is drawn from them.

mod audit;
mod query;
mod standing;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use audit::{
    AlarmKind, AlarmView, Dismissal, Granted, NoiseBin, NoiseClass, NoisePair, NoiseTest,
    NoiseVerdict, Trusted,
};
pub use query::{PrivacyUnit, QueryCondition, QueryOperator, QueryParts, QuerySubject};
pub use standing::{
    ContactView, Misfit, RuleDraft, RuleMisfit, RuleState, RuleUse, RuleView, RuleWorst,
    RulesApplied,
};

/// Who a home is, and where it trades.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct HomeView {
    /// The name its owner gave it; it goes into listings and orders.
    pub name: String,
    /// RFC 7638 thumbprint of the identity's key.
    pub kid: String,
    /// The age recipient to which orders and deliveries for this home are encrypted.
    pub recipient: String,
    /// The home's folder.
    pub dir: String,
    /// The market's URL.
    pub market: String,
}

/// A home on another market.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct MarketChange {
    /// The home as it is now.
    pub home: HomeView,
    /// Objects that have yet to reach the market.
    pub waiting: u64,
}

/// An amount of money: an integer of the currency's minor units.
#[derive(Clone, Debug, Serialize, Deserialize, TS, PartialEq, Eq)]
#[ts(export)]
pub struct Money {
    /// Minor units (cents).
    pub minor: u64,
    /// ISO 4217 code.
    pub currency: String,
    /// Decimal places of the currency (2 for EUR, 0 for JPY).
    pub exponent: u8,
}

/// What kind of values a column holds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[ts(export)]
pub enum ColumnType {
    /// Whole numbers.
    Integer,
    /// Exact decimals.
    Decimal,
    /// Anything else.
    Text,
}

/// One column of a table.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ColumnView {
    /// The header.
    pub name: String,
    /// The inferred type.
    pub column_type: ColumnType,
    /// How many cells are empty.
    pub missing: u64,
}

/// What an import of a file would give, before anything is stored.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct CsvPreview {
    /// The path that was read.
    pub file: String,
    /// A name for the dataset, taken from the file's.
    pub suggested_name: String,
    /// The separator found: `,`, `;` or a tab.
    pub delimiter: String,
    /// Rows below the header.
    pub rows: u64,
    /// The columns.
    pub columns: Vec<ColumnView>,
    /// The first rows, as written.
    pub sample: Vec<Vec<String>>,
}

/// One imported dataset.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct DatasetView {
    /// Its name in this home.
    pub name: String,
    /// Rows kept.
    pub rows: u64,
    /// Rows beyond a person's first K, dropped at import.
    pub rows_dropped: u64,
    /// The columns.
    pub columns: Vec<ColumnView>,
    /// The privacy unit in words.
    pub privacy_unit: String,
    /// The same in parts.
    pub unit_parts: PrivacyUnit,
    /// The column that names the person, if the unit is a person.
    pub person_column: Option<String>,
    /// K, the most rows of one privacy unit.
    pub rows_per_unit: u64,
    /// `add-remove` or `replace`.
    pub adjacency: String,
    /// The most micro-ε that may ever be sold on this dataset, all listings together.
    pub cap_micro_epsilon: Option<u64>,
    /// The loss so far: the sum over its listings of the highest level sold.
    pub loss_micro_epsilon: u64,
    /// How many listings it has.
    pub listings: u64,
    /// When it was imported.
    pub imported_at: String,
}

/// One knot of a tariff.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct KnotView {
    /// Level.
    pub micro_epsilon: u64,
    /// Cumulative price in minor units.
    pub minor: u64,
}

/// Whether a listing can be bought.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[ts(export)]
pub enum ListingStatus {
    /// It can.
    Open,
    /// The owner took it back.
    Withdrawn,
    /// A newer version took its place.
    Replaced,
}

/// A listing, the owner's or somebody else's.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct ListingView {
    /// Document id of this version.
    pub id: String,
    /// Document id of the first version: holdings belong to the series.
    pub series: String,
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// The seller's own name for itself.
    pub seller_name: String,
    /// The seller's key.
    pub seller_kid: String,
    /// This home's own name for that key, if the seller is a contact.
    pub contact: Option<String>,
    /// count, sum, mean, histogram, value, vector.
    pub kind: String,
    /// The query in words, as signed.
    pub query: String,
    /// The same in parts, where it has the form in which this program writes it.
    pub query_parts: Option<QueryParts>,
    /// Unit of the values.
    pub unit: String,
    /// Number of coordinates.
    pub dimension: u64,
    /// The first labels, at most 200.
    pub labels: Vec<String>,
    /// Lattice step, decimal.
    pub step: String,
    /// Lower and upper bound, or empty.
    pub bounds: Vec<String>,
    /// l1 sensitivity D in lattice steps.
    pub sensitivity: u64,
    /// `add-remove` or `replace`.
    pub adjacency: String,
    /// Privacy unit in words, as signed.
    pub privacy_unit: String,
    /// The same in parts, where it has the form in which this program writes it.
    pub unit_parts: Option<PrivacyUnit>,
    /// Rows, where the owner states them.
    pub public_rows: Option<u64>,
    /// Highest level sold.
    pub ceiling_micro_epsilon: u64,
    /// Level at which the path starts.
    pub top_micro_epsilon: u64,
    /// Smallest increment.
    pub grain_micro_epsilon: u64,
    /// Tariff knots.
    pub tariff: Vec<KnotView>,
    /// ISO 4217.
    pub currency: String,
    /// Decimal places of the currency.
    pub currency_exponent: u8,
    /// RFC 8905 address, or empty.
    pub pay_to: String,
    /// Terms, or empty.
    pub terms: String,
    /// When it was signed.
    pub issued_at: String,
    /// Whether this home is the seller.
    pub mine: bool,
    /// Whether it can be bought.
    pub status: ListingStatus,
    /// The level this home holds of it as a buyer.
    pub held_micro_epsilon: u64,
    /// For the seller: the highest level sold so far.
    pub loss_micro_epsilon: Option<u64>,
    /// For the seller: the dataset's name.
    pub dataset: Option<String>,
    /// For the seller: whether its data and its top seed are erased.
    pub sealed: bool,
    /// For the seller: since when its data and its top seed are erased, if they are.
    pub sealed_at: Option<String>,
    /// For the seller: whether what was erased of this home has yet to be overwritten on the disk.
    pub erasure_pending: bool,
}

/// The half-width of a central 95% interval of one quantity.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct HalfWidth {
    /// Of what: `count`, `sum`, `mean`, `value`, `each bin`, `each value`.
    pub of: String,
    /// Decimal, in the listing's unit (rounded up where it is not exact).
    pub text: String,
    /// The same, for figures.
    pub number: f64,
    /// The unit, or empty.
    pub unit: String,
}

/// Price and accuracy of going from the held level to another.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct Quote {
    /// The listing.
    pub listing: String,
    /// Its title.
    pub title: String,
    /// Level held.
    pub from_micro_epsilon: u64,
    /// Level wanted.
    pub to_micro_epsilon: u64,
    /// Price of the increment.
    pub price: Money,
    /// Cumulative price at the level wanted.
    pub price_in_all: Money,
    /// Half-widths at the held level, empty when nothing is held.
    pub now: Vec<HalfWidth>,
    /// Half-widths after the purchase.
    pub then: Vec<HalfWidth>,
}

/// One point of a figure.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct Point {
    /// Horizontal.
    pub x: f64,
    /// Vertical.
    pub y: f64,
}

/// Curves of a listing over ε (x is ε, not micro-ε).
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct ListingCurves {
    /// 95% half-width of the leading quantity.
    pub accuracy: Vec<Point>,
    /// What the half-width is of.
    pub accuracy_of: String,
    /// Cumulative price in major units of the currency.
    pub price: Vec<Point>,
    /// The levels of it that this home bought, micro-ε, lowest first.
    pub bought: Vec<u64>,
    /// For its seller: how far the dataset's cap, less the loss of its other listings, still lets it be sold, where that is
    /// below the ceiling.
    pub limit_micro_epsilon: Option<u64>,
}

/// The law of the noise at one level, for a picture.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct LawCurve {
    /// Level.
    pub micro_epsilon: u64,
    /// 95% half-width of one coordinate, decimal in the attribute's unit.
    pub half_width: String,
    /// The same as a number.
    pub half_width_number: f64,
    /// Half-widths of everything in a response, as a quote would state them.
    pub widths: Vec<HalfWidth>,
    /// x: noise in the attribute's unit; y: probability mass per lattice step.
    pub points: Vec<Point>,
}

/// What a draft of a listing would be, before it is signed.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct DraftPreview {
    /// The query in words.
    pub query: String,
    /// The same in parts.
    pub query_parts: QueryParts,
    /// Number of coordinates.
    pub dimension: u64,
    /// The first labels.
    pub labels: Vec<String>,
    /// D in lattice steps.
    pub sensitivity: u64,
    /// The law at ε 0.1, 1 and 5.
    pub laws: Vec<LawCurve>,
    /// The tariff as a curve (x: ε, y: major units); empty while it cannot be read.
    pub price: Vec<Point>,
    /// The ceiling, once it is stated or follows from the tariff.
    pub ceiling_micro_epsilon: Option<u64>,
    /// Odds e^ε/(1+e^ε) at the ceiling of the best guess whether one unit is in the data; 0.5 to 1.
    pub guess_at_ceiling: Option<f64>,
    /// The dataset's cap.
    pub cap_micro_epsilon: Option<u64>,
    /// The odds at the cap: all listings of the dataset together.
    pub guess_at_cap: Option<f64>,
    /// What other choices would give.
    pub advice: DraftAdvice,
    /// What is still wrong with price, ceiling or smallest step.
    pub problem: Option<crate::error::ErrorView>,
}

/// What other bounds, another step and another privacy unit would do to a draft's accuracy. Half-widths as a quote states
/// them; empty where the choice is not there.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct DraftAdvice {
    /// At ε 1, as drafted.
    pub at_one: Vec<HalfWidth>,
    /// At ε 1, with both bounds halved.
    pub half_bounds: Vec<HalfWidth>,
    /// K, the most rows of one privacy unit.
    pub rows_per_unit: u64,
    /// At ε 1, if a unit had one row at most; empty where it has.
    pub one_row: Vec<HalfWidth>,
    /// At the ceiling, as drafted; empty while there is none.
    pub at_ceiling: Vec<HalfWidth>,
    /// The same in lattice steps, of one coordinate.
    pub steps_at_ceiling: Option<u64>,
    /// At the ceiling, with a step ten times as coarse.
    pub coarser: Vec<HalfWidth>,
    /// At the ceiling, with a step a tenth as coarse.
    pub finer: Vec<HalfWidth>,
}

/// State of an order, as its buyer or its seller sees it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[ts(export)]
pub enum OrderStatus {
    /// Waiting for the owner.
    Pending,
    /// Approved; for the buyer: collected and verified.
    Delivered,
    /// Declined with a reason.
    Declined,
}

/// An order.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct OrderView {
    /// Document id.
    pub id: String,
    /// Listing id.
    pub listing: String,
    /// The listing's title.
    pub title: String,
    /// The seller's name.
    pub seller_name: String,
    /// The seller's key.
    pub seller_kid: String,
    /// The buyer's name.
    pub buyer_name: String,
    /// The buyer's key.
    pub buyer_kid: String,
    /// This home's own name for the other side's key, if that is a contact.
    pub contact: Option<String>,
    /// Level held.
    pub from_micro_epsilon: u64,
    /// Level wanted.
    pub to_micro_epsilon: u64,
    /// Price of the increment.
    pub price: Money,
    /// Where to pay, or empty.
    pub pay_to: String,
    /// State.
    pub status: OrderStatus,
    /// Why it was declined.
    pub reason: Option<String>,
    /// The number of the rule by which this home approved it, if one did.
    pub rule: Option<u64>,
    /// When it was signed.
    pub issued_at: String,
}

/// An order in the owner's inbox, with what approving it would do.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct InboxItem {
    /// The order.
    pub order: OrderView,
    /// The dataset's name; none for the owner's own numbers.
    pub dataset: Option<String>,
    /// Highest level of this listing sold so far, to anyone.
    pub listing_loss_before: u64,
    /// The same after approval.
    pub listing_loss_after: u64,
    /// The dataset's loss so far.
    pub dataset_loss_before: u64,
    /// The same after approval.
    pub dataset_loss_after: u64,
    /// The dataset's cap.
    pub cap_micro_epsilon: Option<u64>,
    /// Odds e^ε/(1+e^ε) of the best guess whether one unit is in the data, before; 0.5 to 1.
    pub guess_before: f64,
    /// The same after.
    pub guess_after: f64,
    /// How many numbers leave.
    pub dimension: u64,
    /// Half-widths the buyer holds.
    pub now: Vec<HalfWidth>,
    /// Half-widths the buyer would hold.
    pub then: Vec<HalfWidth>,
    /// Why it can only be declined, if so.
    pub problem: Option<crate::error::ErrorView>,
    /// The rules that name its buyer and listing, and why each did not approve it.
    pub misfits: Vec<RuleMisfit>,
}

/// A receipt in the owner's books or the buyer's holdings.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct ReceiptView {
    /// Document id.
    pub id: String,
    /// Number in the ledger, from 0.
    pub sequence: u64,
    /// Listing id.
    pub listing: String,
    /// Title.
    pub title: String,
    /// Order id.
    pub order: String,
    /// Buyer's name.
    pub buyer_name: String,
    /// Buyer's key.
    pub buyer_kid: String,
    /// This home's own name for that key, if the buyer is a contact.
    pub contact: Option<String>,
    /// From level.
    pub from_micro_epsilon: u64,
    /// To level.
    pub to_micro_epsilon: u64,
    /// Price.
    pub price: Money,
    /// Payment reference.
    pub payment_reference: String,
    /// Loss of the listing after it.
    pub listing_loss_micro_epsilon: u64,
    /// Loss of the dataset after it.
    pub dataset_loss_micro_epsilon: u64,
    /// When it was signed.
    pub issued_at: String,
}

/// The owner's books.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct BooksView {
    /// All receipts, newest first.
    pub receipts: Vec<ReceiptView>,
    /// Income by currency.
    pub income: Vec<Money>,
    /// Cumulative income over time, one series a currency (x: Unix seconds, y: major units).
    pub income_over_time: Vec<IncomeSeries>,
    /// Loss of each listing.
    pub listings: Vec<LossView>,
    /// Loss of each dataset.
    pub datasets: Vec<LossView>,
    /// Deliveries that have not reached the market yet.
    pub undelivered: u64,
}

/// Income of one currency.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct IncomeSeries {
    /// ISO 4217.
    pub currency: String,
    /// Steps.
    pub points: Vec<Point>,
}

/// A loss against its limit.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct LossView {
    /// Title or name.
    pub name: String,
    /// Highest level sold, or the sum of those.
    pub loss_micro_epsilon: u64,
    /// Ceiling or cap.
    pub limit_micro_epsilon: Option<u64>,
}

/// One number as a person reads it.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct Estimate {
    /// Label of the coordinate (a bin), or of the quantity.
    pub label: String,
    /// The estimate, decimal.
    pub text: String,
    /// The same, for figures.
    pub number: f64,
    /// 95% half-width, decimal; none where it is not defined (a mean without a count).
    pub half_width: Option<String>,
    /// The same, for figures.
    pub half_width_number: Option<f64>,
}

/// Neighbouring estimates as one bar of a figure.
#[derive(Clone, Debug, PartialEq, Serialize, TS)]
#[ts(export)]
pub struct OutlineBar {
    /// Label of the first.
    pub first: String,
    /// Label of the last.
    pub last: String,
    /// How many there are.
    pub bins: u64,
    /// The least estimate.
    pub least: f64,
    /// Their mean.
    pub mean: f64,
    /// The largest.
    pub most: f64,
}

/// One response in a holding.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct ResponseView {
    /// Level.
    pub micro_epsilon: u64,
    /// The estimates, the first 1000 of them.
    pub estimates: Vec<Estimate>,
    /// All of them in at most 500 bars of neighbours, where there are more than 1000.
    pub outline: Vec<OutlineBar>,
    /// How many lattice values changed since the response before.
    pub changed: u64,
    /// The receipt.
    pub receipt: ReceiptView,
}

/// What this home holds of one listing's series.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct HoldingView {
    /// The newest version of the listing that this home has a receipt for.
    pub listing: ListingView,
    /// The level held.
    pub micro_epsilon: u64,
    /// Paid in all.
    pub paid: Money,
    /// Every response, oldest first.
    pub responses: Vec<ResponseView>,
}

/// What a collection brought.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct Collected {
    /// Releases verified and stored, one a receipt.
    pub releases: Vec<ReceiptView>,
    /// Orders declined, with reasons.
    pub declined: Vec<OrderView>,
    /// Deliveries that did not verify: what was wrong with each. Nothing of them was stored.
    pub rejected: Vec<String>,
    /// Owners whose signed records contradict each other. Nothing of theirs was stored.
    pub alarms: Vec<AlarmView>,
    /// Owners whose ledger could not be compared with what was seen of it before, and why.
    pub unchecked: Vec<String>,
}

/// What an export wrote.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct Exported {
    /// The file.
    pub file: String,
    /// Bytes in it.
    pub bytes: u64,
}

/// A more private copy of a holding, written to a file for somebody else.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct CopyView {
    /// Document id of the copy.
    pub id: String,
    /// The listing that the maker bought from.
    pub listing: String,
    /// Its title.
    pub title: String,
    /// The release that it was made from.
    pub release: String,
    /// Its level.
    pub micro_epsilon: u64,
    /// Half-widths at its level.
    pub accuracy: Vec<HalfWidth>,
    /// When it was made.
    pub issued_at: String,
    /// Whether it had been made before, and these are the same bytes again.
    pub again: bool,
    /// The file.
    pub file: String,
    /// Bytes in it.
    pub bytes: u64,
}

/// How a table is to be imported.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct ImportOptions {
    /// Name in the home; the file's name when absent.
    pub name: Option<String>,
    /// The column that names the person; a row is the privacy unit when absent.
    pub person_column: Option<String>,
    /// K, with a person column.
    pub rows_per_person: Option<u64>,
    /// `add-remove` (default) or `replace`.
    pub adjacency: Option<String>,
    /// Cap on the dataset's loss, decimal ε.
    pub cap: Option<String>,
}

/// What the owner says of a listing to be made; decimals are strings as typed.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export)]
pub struct ListingDraft {
    /// Dataset name, or `-` for the owner's own numbers.
    pub dataset: String,
    /// count, sum, mean, histogram, value, vector.
    pub kind: String,
    /// Column, for sum, mean and histogram.
    pub column: Option<String>,
    /// Filters `COL OP VALUE`, all of which must hold.
    pub filters: Vec<String>,
    /// `LO..HI`.
    pub bounds: Option<String>,
    /// Lattice step.
    pub step: Option<String>,
    /// Bins of a text histogram.
    pub bins: Vec<String>,
    /// Edges of a numeric histogram.
    pub edges: Vec<String>,
    /// The owner's own number, for value.
    pub value: Option<String>,
    /// A file with one number a line, for vector.
    pub file: Option<String>,
    /// Distance to be protected, for value and vector.
    pub protect: Option<String>,
    /// Unit of the values.
    pub unit: Option<String>,
    /// Title; made from the query when absent.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// `EPS:AMOUNT[,EPS:AMOUNT...]`.
    pub price: String,
    /// ISO 4217, EUR when absent.
    pub currency: Option<String>,
    /// Highest level sold.
    pub ceiling: Option<String>,
    /// Level at which the path starts; the ceiling when absent.
    pub top: Option<String>,
    /// Smallest increment; 0.001 when absent.
    pub grain: Option<String>,
    /// payto address.
    pub pay_to: Option<String>,
    /// Terms.
    pub terms: Option<String>,
    /// Rows stated publicly.
    pub public_rows: Option<u64>,
}
