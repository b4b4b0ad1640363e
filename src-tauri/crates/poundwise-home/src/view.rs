//! Views of a home: plain structures that shells pass to the window and print by `--json`.

use poundwise_documents::units::Kid;
use serde::{Deserialize, Serialize};

use crate::error::ErrorView;

/// A home's identity, folder and market.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HomeView {
    /// Name that the owner gave it; listings and orders state it.
    pub name: String,
    /// RFC 7638 thumbprint of the identity's key.
    pub kid: Kid,
    /// The age recipient to which orders and deliveries for this home are encrypted.
    pub recipient: String,
    /// The home's folder.
    pub dir: String,
    /// The market's URL.
    pub market: String,
}

/// The counts of a check of the whole home; everything counted is as the home wrote it.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HomeChecked {
    /// Authenticated rows of the database.
    pub rows: u64,
    /// Signed documents.
    pub documents: u64,
    /// Entries of the ledger, each with its place in the tree and its checkpoint.
    pub entries: u64,
    /// Stored tables.
    pub tables: u64,
    /// Questions whose numbers match the commitments of their listings.
    pub questions: u64,
    /// Repairs of the market. `null` if the market was not compared, because it cannot be reached
    /// or this home may be an older copy of itself.
    pub mended: Option<MarketMended>,
}

/// Result of sending.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Delivered {
    /// Number of objects that have not reached the market yet.
    pub undelivered: u64,
    /// Repairs of the market.
    pub mended: MarketMended,
    /// Reason why the sending ended early; `None` if it did not.
    pub problem: Option<ErrorView>,
}

/// Numbers of objects that a home repaired on its market. Missing and damaged objects are sent
/// again.
#[derive(Clone, Copy, Debug, Default, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarketMended {
    /// Listings and withdrawals.
    pub documents: u64,
    /// Files of the published ledger.
    pub tiles: u64,
    /// Own copies of entries.
    pub own_copies: u64,
    /// Removed objects: they were stored among the own copies, but are not copies of entries of
    /// this home.
    pub junk: u64,
}

impl MarketMended {
    /// Returns whether the market needed no repair.
    pub fn is_nothing(&self) -> bool {
        *self == Self::default()
    }
}

/// The result of moving a home to another market.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarketChange {
    /// The home after the change.
    pub home: HomeView,
    /// Number of objects that have not reached the market yet.
    pub waiting: u64,
}

/// Objects that the last polls of a market left out.
#[derive(Clone, Debug, Default, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeftOut {
    /// Listings and withdrawals that were left out.
    pub market: MarketLeftOut,
    /// Number of entries among the orders to this home that are not regular files, or cannot be
    /// read now.
    pub orders: u64,
    /// Number of orders to this home that are still on the market: not opened yet, or more than may
    /// wait.
    pub orders_left: u64,
    /// Number of signed documents among the orders that a newer version of Poundwise made. They
    /// stay on the market.
    pub orders_newer: u64,
}

/// Entries of a market that are not shown.
#[derive(Clone, Copy, Debug, Default, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarketLeftOut {
    /// Number of entries that are not regular files, or cannot be read now.
    pub odd: u64,
    /// Number of listings and withdrawals above the limits for one owner or one market.
    pub over_budget: u64,
    /// Number of signed listings and withdrawals that a newer version of Poundwise made.
    pub newer: u64,
}

/// Sale status of a listing.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ListingStatus {
    /// The listing is on sale.
    Open,
    /// The owner withdrew it.
    Withdrawn,
    /// A newer version replaced it.
    Replaced,
}

/// A home's ledger compared with what others have seen of it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogStanding {
    /// Permission of the home to sell.
    pub state: StandingState,
    /// Number of entries of the home's ledger.
    pub entries: u64,
    /// Code of the ledger's last entry, such as `12-7KQX-M2PA`. `null` unless the home is its
    /// newest copy.
    pub code: Option<String>,
    /// Whether this home states the available levels.
    pub states_availability: bool,
    /// Reason why the home may not sell.
    pub problem: Option<ErrorView>,
}

/// Permission of a home to sell.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StandingState {
    /// Neither the mark nor the market nor an order is ahead of the home.
    Newest,
    /// The home is an old copy, and may catch up.
    Behind,
    /// The market lacks entries that the home lacks too: it sells again once it has caught up with
    /// them.
    Lacking,
    /// The home's ledger contradicts a version that others have seen: it has stopped selling.
    TwoHistories,
    /// Its owner gave it up: it has stopped selling.
    GivenUp,
    /// The home's mark is missing or damaged, and no other evidence is ahead of the home. Its owner
    /// has to confirm that it is the newest copy.
    Unconfirmed,
    /// The state is not known, and the home does not sell until it is.
    Unknown,
}

/// A key with the name that this home's owner gave it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContactView {
    /// RFC 7638 thumbprint of the other home's key, which the owner checked.
    pub kid: Kid,
    /// The owner's own name for the key.
    pub name: String,
    /// Note, for example on the check of the key; may be empty.
    pub note: String,
    /// Time at which it was added.
    pub added_at: String,
}

/// The state of a dataset.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DatasetState {
    /// Its table is in the home.
    Held,
    /// Its data are erased, and its open listings are still sold.
    Sealed,
    /// Its table was removed.
    Removed,
}

/// The state of an order, as its buyer or its seller sees it.
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
    /// Not answered before its end.
    Expired,
}

/// Kind of contradiction between documents of one owner.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AlarmKind {
    /// Two histories: neither ledger is a prefix of the other.
    Fork,
    /// The published ledger is shorter than one seen before.
    RolledBack,
    /// A refusal and a receipt for one order.
    TwoAnswers,
}

impl AlarmKind {
    /// Returns the stable text of the kind.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fork => "fork",
            Self::RolledBack => "rolled-back",
            Self::TwoAnswers => "two-answers",
        }
    }
}

/// The buyer's decision on an alarm.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dismissal {
    /// The document to go on from.
    pub trusted: Trusted,
    /// The buyer's reason.
    pub reason: String,
    /// Time of the decision.
    pub dismissed_at: String,
}

/// The one of an alarm's two documents to go on from.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Trusted {
    /// The checkpoint that was seen first.
    Kept,
    /// The checkpoint that contradicts it.
    Found,
    /// The receipt, of two answers.
    Receipt,
    /// The refusal, of two answers.
    Refusal,
}

impl Trusted {
    /// Returns the stable text of the choice.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Kept => "kept",
            Self::Found => "found",
            Self::Receipt => "receipt",
            Self::Refusal => "refusal",
        }
    }
}
