//! Orders, receipts and the owner's books.

use poundwise_documents::{
    kinds::Settlement,
    units::{Currency, DocumentId, Kid, MicroEpsilon, PaymentReference},
};
use poundwise_home::{
    ids::{AlarmNumber, BookingNumber, PaymentNumber, RuleNumber},
    view::OrderStatus,
};
use serde::Serialize;

use super::{Guess, HalfWidth, Money, Point, RuleMisfit};
use crate::error::ErrorView;

/// An order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrderView {
    /// Document id.
    pub id: DocumentId,
    /// Listing id.
    pub listing: DocumentId,
    /// The listing's title.
    pub title: String,
    /// The seller's name.
    pub seller_name: String,
    /// The seller's key.
    pub seller_kid: Kid,
    /// The buyer's name.
    pub buyer_name: String,
    /// The buyer's key.
    pub buyer_kid: Kid,
    /// This home's own name for the other side's key, if that is a contact.
    pub contact: Option<String>,
    /// For the buyer, the first open alarm about the seller. The answer to the order is not stored
    /// until all alarms are dismissed.
    pub alarm: Option<AlarmNumber>,
    /// Level held.
    pub from: MicroEpsilon,
    /// Level wanted.
    pub to: MicroEpsilon,
    /// Price of the increment.
    pub price: Money,
    /// For the buyer, of an order that is still to be paid: the highest
    /// available level, as the owner states it; `null` without a statement.
    pub available: Option<MicroEpsilon>,
    /// Half-widths at the level wanted: foreseen while it waits, those of what it brought once that
    /// is there, none where it brings nothing.
    pub accuracy: Vec<HalfWidth>,
    /// Payment address, or empty.
    pub pay_to: String,
    /// The payment's reference, the same for buyer and seller; none of an order that costs nothing.
    pub reference: Option<PaymentReference>,
    /// Payment card; none for orders of others, without a price, too late, stale or paid.
    pub pay: Option<PayCard>,
    /// Reason why an order of this home that waits is not approved any more, as far as this home
    /// knows; none of any other. One that was approved before may still be on its way.
    pub stale: Option<Stale>,
    /// Ids of the other orders that wait of this buyer and begin at the same level of the same
    /// question: of these and this one only one can be approved. Empty for one that waits no more.
    pub rivals: Vec<DocumentId>,
    /// State.
    pub status: OrderStatus,
    /// Reason of the refusal.
    pub reason: Option<String>,
    /// The number of the rule by which this home approved it, if one did.
    pub rule: Option<RuleNumber>,
    /// Time of signing.
    pub issued_at: String,
    /// Time of its receipt; none while there is none here.
    pub approved_at: Option<String>,
    /// How its receipt says that it was settled; none while there is none here.
    pub settlement: Option<Settlement>,
    /// Time until which it can be approved.
    pub expires_at: String,
}

/// Reason why an order that waits is not approved any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Stale {
    /// The order begins at a level that the buyer does not hold any more.
    Overtaken,
    /// Its listing has a newer version, at whose price it would have to be ordered.
    Replaced,
    /// Its listing is withdrawn.
    Withdrawn,
}

/// Payment details of an order of this home, beside its price and reference.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PayCard {
    /// The account's holder, as the listing names it; else the seller's name.
    pub recipient: String,
    /// The account, without spaces; none where the listing names no right IBAN.
    pub iban: Option<String>,
    /// Day until which it is to be paid; none for what was delivered on credit.
    pub until: Option<String>,
    /// Text of the transfer's QR code (EPC069-12), for [`crate::pay::qr_rows`]; none where SEPA has
    /// no such code.
    pub code: Option<String>,
}

/// A key whose orders are not stored.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlockedKey {
    /// The key.
    pub kid: Kid,
    /// This home's own name for it, if it is a contact.
    pub contact: Option<String>,
    /// Time of blocking.
    pub blocked_at: String,
}

/// A key that was blocked just now.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Blocking {
    /// The key.
    pub blocked: BlockedKey,
    /// Its orders that waited and are discarded now.
    pub discarded: Vec<OrderView>,
}

/// An order in the owner's inbox, with what approving it would do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InboxItem {
    /// The order.
    pub order: OrderView,
    /// The name of the population whose loss it adds to.
    pub population: String,
    /// Name of one unit of it.
    pub unit_name: String,
    /// The dataset's name; none for the owner's own numbers.
    pub dataset: Option<String>,
    /// The level of this question that its buyer holds by the ledger; 0 for none.
    pub held: MicroEpsilon,
    /// The highest level of it that another buyer holds; 0 if none holds more than this buyer.
    pub others: u64,
    /// Highest level of this question sold so far, to anyone.
    pub question_loss_before: MicroEpsilon,
    /// The same after approval.
    pub question_loss_after: MicroEpsilon,
    /// The population's loss so far.
    pub population_loss_before: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub population_loss_before_nano_rho: u64,
    /// The same after approval.
    pub population_loss_after: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub population_loss_after_nano_rho: u64,
    /// The population's cap.
    pub cap_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub cap_nano_rho: u64,
    /// The guess about one unit of the population, before.
    pub guess_before: Guess,
    /// The same after.
    pub guess_after: Guess,
    /// Number of values that leave.
    pub dimension: u64,
    /// Half-widths of what the buyer holds; those that the order would bring are the order's.
    pub now: Vec<HalfWidth>,
    /// Reason why it cannot be approved, if so.
    pub problem: Option<ErrorView>,
    /// Booked credits that name it and do not pay it, since their amount is another; by their
    /// numbers.
    pub arrived: Vec<ArrivedPart>,
    /// The orders with which it does not fit under the population's cap, although each of them
    /// does alone; none where all of them fit, and of an order that adds no loss.
    pub together: Option<OrdersTogether>,
    /// The rules that name its buyer and listing, and why each did not approve it.
    pub misfits: Vec<RuleMisfit>,
}

/// A booked credit whose text names orders, and whose amount is not what they cost: it may be a
/// part of their payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArrivedPart {
    /// The number of the booking.
    pub booking: BookingNumber,
    /// The day of booking, `2026-11-30`, if the statement says it.
    pub on: Option<String>,
    /// The amount that came.
    pub amount: Money,
    /// What is to be paid for all the orders that its text names.
    pub due: Money,
    /// Number of those orders.
    pub orders: u64,
}

/// Orders for one population that wait and add to its loss: each can be approved, and not all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OrdersTogether {
    /// Number of these orders; the items of one population that have this field are these.
    pub orders: u64,
    /// The population's loss if all of them were approved, above its cap.
    pub population_loss_after: u64,
}

/// A receipt in the owner's books or the buyer's holdings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReceiptView {
    /// Document id.
    pub id: DocumentId,
    /// Index in the ledger, from 0.
    pub sequence: u64,
    /// Number of the entry for people, from 1.
    pub number: u64,
    /// Listing id.
    pub listing: DocumentId,
    /// Title.
    pub title: String,
    /// Order id.
    pub order: DocumentId,
    /// Buyer's name.
    pub buyer_name: String,
    /// Buyer's key.
    pub buyer_kid: Kid,
    /// This home's own name for that key, if the buyer is a contact.
    pub contact: Option<String>,
    /// Lower level of the increment.
    pub from: MicroEpsilon,
    /// Upper level of the increment.
    pub to: MicroEpsilon,
    /// Price.
    pub price: Money,
    /// Half-widths of what it brought.
    pub accuracy: Vec<HalfWidth>,
    /// How it was settled.
    pub settlement: Settlement,
    /// Payment reference.
    pub payment_reference: String,
    /// Amount owed of a sale on credit of this home, by its own record.
    pub owed: Option<Money>,
    /// Later payments of it, by the same record.
    pub payments: Vec<PaymentView>,
    /// What a bank took back of its payment, as statements say, until that is dealt with.
    pub taken_back: Option<Money>,
    /// The number of its invoice, if this home issued one and did not take it back.
    pub invoice: Option<String>,
    /// Loss of the question after it.
    pub question_loss: MicroEpsilon,
    /// Loss of the population after it.
    pub population_loss_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub population_loss_nano_rho: u64,
    /// Code of this home's ledger after this entry, such as `12-7KQX-M2PA`. The owner confirms a
    /// restored home with it. `null` for receipts of other homes, and in a home without its mark.
    pub code: Option<String>,
    /// Time of signing.
    pub issued_at: String,
}

/// A payment that came after its receipt, as the owner recorded it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PaymentView {
    /// Number in this home, from 1.
    pub number: PaymentNumber,
    /// The day, `2026-11-30`.
    pub on: String,
    /// The amount.
    pub amount: Money,
    /// Payment reference; may be empty.
    pub reference: String,
}

/// The owner's books.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BooksView {
    /// All receipts, newest first.
    pub receipts: Vec<ReceiptView>,
    /// Money received by currency: receipts settled as paid, and payments of sales on credit that
    /// came later; what a bank took back stays in it. The report of an audit has only the former.
    pub income: Vec<Money>,
    /// Amount owed of sales on credit, by currency: their prices without the payments that came.
    pub owed: Vec<Money>,
    /// What banks took back of payments that are in the income, by currency, until that is dealt
    /// with.
    pub taken_back: Vec<Money>,
    /// How many of the receipts were free.
    pub free: u64,
    /// Price that those would have had, by currency.
    pub waived: Vec<Money>,
    /// The receipts by month, and what was received in it, newest first.
    pub months: Vec<BooksGroup>,
    /// The receipts by buyer, the one with the newest first.
    pub buyers: Vec<BooksGroup>,
    /// Cumulative income over time, one series a currency (x: Unix seconds, y: major units).
    pub income_over_time: Vec<IncomeSeries>,
    /// Loss of each question, by the title of its latest listing.
    pub questions: Vec<LossView>,
    /// Loss of each population.
    pub populations: Vec<LossView>,
    /// The openings granted, newest first.
    pub grants: Vec<GrantView>,
    /// Deliveries that have not reached the market yet.
    pub undelivered: u64,
}

/// Receipts of one month, or of one buyer, added up.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BooksGroup {
    /// The month in UTC, `2026-11`, or the buyer's key.
    pub key: String,
    /// The buyer's name, as its newest order gives it; empty for a month.
    pub name: String,
    /// This home's own name for the buyer's key.
    pub contact: Option<String>,
    /// Ids of its receipts, newest first.
    pub receipts: Vec<DocumentId>,
    /// What was received, by currency: of a month on its days, for whichever receipt; of a buyer
    /// for its receipts, later payments included.
    pub income: Vec<Money>,
    /// Amount owed today of these receipts, by currency.
    pub owed: Vec<Money>,
}

/// Income of one currency.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct IncomeSeries {
    /// ISO 4217.
    pub currency: Currency,
    /// Steps.
    pub points: Vec<Point>,
}

/// An opening that was granted: an entry of the ledger.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GrantView {
    /// The entry's index in the ledger, from 0.
    pub sequence: u64,
    /// Number of the entry for people, from 1.
    pub number: u64,
    /// The title of the question's latest listing.
    pub title: String,
    /// The population's name.
    pub population: String,
    /// Time of signing, RFC 3339.
    pub issued_at: String,
}

/// A loss against its limit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LossView {
    /// Title or name.
    pub name: String,
    /// Highest level sold, or the sum of those.
    pub loss_micro_epsilon: u64,
    /// Ceiling or cap.
    pub limit_micro_epsilon: Option<u64>,
}
