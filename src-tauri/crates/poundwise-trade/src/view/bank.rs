//! Bank statements: the bookings that name an order, and what each pays.

use poundwise_documents::units::DocumentId;
use poundwise_home::ids::BookingNumber;
use poundwise_payments::{CsvColumns, CsvHead, UnreadableRow};
use serde::Serialize;

use super::{Money, OrderView, ReceiptView};
use crate::error::ErrorView;

/// State of a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BookingState {
    /// The booking pays the orders that its text names, and some of them wait to be approved.
    Proposed,
    /// The booking pays its orders, but one of them cannot be approved any more: it is to be
    /// delivered anyway or refunded.
    NotDelivered,
    /// Its orders cost another amount together.
    OtherAmount,
    /// Its orders are of another currency.
    OtherCurrency,
    /// Its orders are to be paid to another account.
    OtherAccount,
    /// The listings of its orders name no account, so that nothing is proposed: an order that is
    /// approved as paid takes it as its payment.
    NoAccount,
    /// It is a batch entry. The amounts of its transfers are missing or do not add up to it.
    Collective,
    /// Its text names a reference that two orders have.
    Ambiguous,
    /// An order that its text names is paid already.
    PaidAgain,
    /// It names an order that was never taken: of a blocked key, or one that could not be approved
    /// when it was read first.
    UnknownOrder,
    /// An order that costs less was delivered for it: the rest is to be paid back.
    Rest,
    /// A later booking took it back after an order was delivered for it.
    TakenBackDelivered,
    /// A later booking took it back.
    TakenBack,
    /// All its orders are approved, or paid.
    Settled,
    /// It is a payment that the owner recorded by hand.
    SettledByHand,
    /// What it did not pay was paid back, as the owner says.
    Refunded,
    /// It is no payment of an order, as the owner says.
    SetAside,
}

/// State of an order that a booking's text names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum BookedOrderState {
    /// The order waits, and can be approved as paid.
    Approvable,
    /// The order was delivered on credit, and this is its payment.
    OnCredit,
    /// The order cannot be approved any more.
    NotDelivered,
    /// This booking paid it.
    Settled,
    /// The owner recorded by hand that it is paid, and this booking is that payment.
    SettledByHand,
    /// Another booking paid it, or what was paid for another order.
    PaidAlready,
}

/// An order that the text of a booking names.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookedOrder {
    /// The order.
    pub order: OrderView,
    /// What is to be paid for it, or what this booking paid.
    pub due: Money,
    /// What is left of that, where an order that costs less was delivered for it.
    pub rest: Option<Money>,
    /// What the booking does for it.
    pub state: BookedOrderState,
    /// Reason why it cannot be approved, if so.
    pub problem: Option<ErrorView>,
    /// The id of the order that was delivered in its place, if one was.
    pub delivered_order: Option<String>,
    /// The orders that can be delivered for it, if it is paid and not delivered.
    pub instead: Vec<OrderView>,
}

/// Money that came, as a bank statement says it, and what it pays.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookingView {
    /// Number in this home, from 1.
    pub number: BookingNumber,
    /// State of the booking.
    pub state: BookingState,
    /// The account, without spaces.
    pub iban: String,
    /// The day of booking, `2026-11-30`, if the statement has one.
    pub booked_on: Option<String>,
    /// The amount.
    pub amount: Money,
    /// The payer's name, if the statement has one.
    pub party: Option<String>,
    /// Text of the payer and the bank.
    pub text: String,
    /// Whether it pays the orders that it names, or has paid them.
    pub pays: bool,
    /// Since when it is no payment of an order, as the owner says; none where it counts.
    pub set_aside_at: Option<String>,
    /// Whether the owner can say that it is no payment of an order: nothing was settled by it.
    pub may_be_set_aside: bool,
    /// The orders that it names.
    pub orders: Vec<BookedOrder>,
    /// What is to be paid back, unless it is used in another way; none where nothing is.
    pub to_pay_back: Option<Money>,
    /// Whether that may be paid back already: this home was put back from a backup since, and may
    /// lack what was recorded.
    pub perhaps_paid_back: bool,
}

/// A bank statement that was imported.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatementImported {
    /// `camt.053.001.08` and so on, or `csv`.
    pub format: String,
    /// Number of bookings in it.
    pub booked: u64,
    /// Those that name no order of this home: nothing of them is stored.
    pub unnamed: u64,
    /// Those that were imported before, from this statement or another.
    pub known: u64,
    /// Entries that are announced, and not booked.
    pub not_booked: u64,
    /// Payments of the owner's that came back.
    pub returned: u64,
    /// Entries without an amount above zero, a currency, a direction or an account that can be
    /// read.
    pub unreadable: u64,
    /// The first three unreadable rows of a CSV for each fault.
    pub unreadable_rows: Vec<UnreadableRow>,
    /// The money that came for orders, of this statement.
    pub bookings: Vec<BookingView>,
}

/// Result of approving by bookings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookingsApproved {
    /// The receipts of the orders approved, and of those on credit that are paid now.
    pub receipts: Vec<ReceiptView>,
    /// The orders that were approved and are not on their way yet, each with why: their receipts
    /// are among those above.
    pub unsent: Vec<BookingRefused>,
    /// The orders that were to be approved, and were not.
    pub refused: Vec<BookingRefused>,
}

/// An order that was to be approved by a booking, with why it was not, or is not sent.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BookingRefused {
    /// The number of the booking.
    pub booking: BookingNumber,
    /// The id of the order.
    pub order: DocumentId,
    /// Reason.
    pub problem: ErrorView,
}

/// A bank whose CSV can be imported.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BankView {
    /// The owner's name for it.
    pub name: String,
    /// Columns of its files.
    pub columns: CsvColumns,
}

/// What goes with a bank that is removed, if its bookings are discarded.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BankRemoval {
    /// The owner's name for the bank.
    pub name: String,
    /// Columns of its files.
    pub columns: CsvColumns,
    /// The money that its files alone told of and that settled nothing, newest first: discarded
    /// with it, if that is asked for.
    pub discarded: Vec<BookingView>,
    /// Number of bookings of money that went, which go with those.
    pub discarded_debits: u64,
    /// Number of the bookings that its files alone told of and that stay in any case: they settled
    /// something, were paid back or taken back, or took something back.
    pub kept: u64,
}

/// A bank statement that is looked at before it is imported.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatementLook {
    /// The first lines of a CSV and its columns; none where the columns of no bank are needed to
    /// read it.
    pub csv: Option<CsvHead>,
    /// The banks whose columns were chosen, and are all in one of the first 100 lines.
    pub banks: Vec<BankView>,
    /// Name of the one that the file is probably of; none if it is probably of another bank.
    pub bank: Option<String>,
    /// A proposal for a bank whose columns are still to be chosen; what cannot be told is empty.
    pub proposed: CsvColumns,
}

/// A bank's CSV as columns read it that are still to be chosen for good.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StatementPreview {
    /// Number of bookings in it.
    pub booked: u64,
    /// Rows that are announced, and not booked.
    pub not_booked: u64,
    /// Rows without an amount above zero or a currency that can be read.
    pub unreadable: u64,
    /// The first three unreadable rows for each fault.
    pub unreadable_rows: Vec<UnreadableRow>,
    /// The first bookings.
    pub rows: Vec<PreviewedRow>,
}

/// A booking of a file that is previewed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PreviewedRow {
    /// The day of booking, `2026-11-30`, if it can be read.
    pub booked_on: Option<String>,
    /// Whether the money came; otherwise it went.
    pub came: bool,
    /// The amount.
    pub amount: Money,
    /// The name on the other side.
    pub party: Option<String>,
    /// The text.
    pub text: String,
}
