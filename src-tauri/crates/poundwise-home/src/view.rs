//! What the shells show of a home: plain structures that cross to the window and out of `--json`.

use serde::{Deserialize, Serialize};

use crate::error::ErrorView;

/// Who a home is, and where it trades.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// What a check of the whole home went through; all of it is as the home wrote it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HomeChecked {
    /// Rows of the database that are authenticated.
    pub rows: u64,
    /// Signed documents.
    pub documents: u64,
    /// Entries of the ledger, each with its place in the tree and its checkpoint.
    pub entries: u64,
    /// Stored tables.
    pub tables: u64,
    /// Questions whose numbers are those that their listings commit to.
    pub questions: u64,
}

/// A home on another market.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarketChange {
    /// The home as it is now.
    pub home: HomeView,
    /// Objects that have yet to reach the market.
    pub waiting: u64,
}

/// What an export wrote.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exported {
    /// The file.
    pub file: String,
    /// Bytes in it.
    pub bytes: u64,
}

/// What the last looks at a market left out.
#[derive(Clone, Debug, Default, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// Of its listings and withdrawals.
    pub market: MarketLeftOut,
    /// Entries among the orders to this home that are no ordinary files, or cannot be read now.
    pub orders: u64,
    /// Orders to this home that are still on the market: not opened yet, or more than may wait.
    pub orders_left: u64,
}

/// What of a market is not shown.
#[derive(Clone, Copy, Debug, Default, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarketLeftOut {
    /// Entries that are no ordinary files, or cannot be read now.
    pub odd: u64,
    /// Listings and withdrawals over what is read and kept of one owner, or of one market.
    pub over_budget: u64,
}

/// Whether a listing can be bought.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ListingStatus {
    /// It can.
    Open,
    /// The owner took it back.
    Withdrawn,
    /// A newer version took its place.
    Replaced,
}

/// How a home stands to its own ledger outside of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogStanding {
    /// Whether it may sell.
    pub state: StandingState,
    /// The number of entries of its ledger.
    pub entries: u64,
    /// Why it may not sell.
    pub problem: Option<ErrorView>,
}

/// Whether this home may sell.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StandingState {
    /// Nothing outside is ahead of it.
    Newest,
    /// It is an old copy, and may catch up.
    Behind,
    /// It sells no more.
    Closed,
    /// It cannot be told, and it does not sell until it can.
    Unknown,
}

/// A key with the name that this home's owner gave it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContactView {
    /// RFC 7638 thumbprint of the other home's key: what was checked.
    pub kid: String,
    /// The owner's own name for it.
    pub name: String,
    /// How it was checked, or anything else; may be empty.
    pub note: String,
    /// When it was added.
    pub added_at: String,
}

/// What became of a dataset.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DatasetState {
    /// Its table is in the home.
    Held,
    /// Its data are erased, and its open listings sell on.
    Sealed,
    /// Its table was removed.
    Removed,
}

/// State of an order, as its buyer or its seller sees it.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum OrderStatus {
    /// Waiting for the owner.
    Pending,
    /// Approved; for the buyer: collected and verified.
    Delivered,
    /// Declined with a reason.
    Declined,
    /// Cancelled by its buyer.
    Cancelled,
    /// Put aside by its owner without an answer; it may still be approved.
    Discarded,
    /// Not answered in its time.
    Expired,
}

/// How an owner's documents contradict each other.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AlarmKind {
    /// Two histories: neither ledger is the beginning of the other.
    Fork,
    /// The published ledger is shorter than one seen before.
    RolledBack,
    /// A refusal and a receipt for one order.
    TwoAnswers,
}

impl AlarmKind {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fork => "fork",
            Self::RolledBack => "rolled-back",
            Self::TwoAnswers => "two-answers",
        }
    }
}

/// What the buyer said of an alarm.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dismissal {
    /// What to go on from.
    pub trusted: Trusted,
    /// Why.
    pub reason: String,
    /// When.
    pub dismissed_at: String,
}

/// Which of an alarm's two documents to go on from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Trusted {
    /// The checkpoint that was seen first.
    Kept,
    /// The checkpoint that contradicts it.
    Found,
    /// Of two answers, the receipt.
    Receipt,
    /// Of two answers, the refusal.
    Refusal,
}

impl Trusted {
    /// The word for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Found => "found",
            Self::Receipt => "receipt",
            Self::Refusal => "refusal",
        }
    }
}
