//! What the shells show: plain structures that cross to the window and out of `--json`.
//!
//! Levels are integers of micro-ε, money is an integer of minor units with its currency, times are RFC 3339 in
//! UTC. Values of data are decimal strings (exact) with an `f64` beside them where a figure is drawn from them.

mod audit;
mod drafts;
mod history;
mod holdings;
mod listings;
mod populations;
mod standing;
mod tables;
mod trade;

use serde::{Deserialize, Serialize};

pub use audit::{
    AlarmKind, AlarmView, Dismissal, Granted, NoiseBin, NoiseClass, NoisePair, NoiseTest,
    NoiseVerdict, Trusted,
};
pub use drafts::{DraftAdvice, DraftPreview, KnotAccuracy, LawCurve};
pub use history::{
    CarriedLoss, CaughtUp, LogStanding, LossesWritten, RecoveredListing, StandingState,
};
pub use holdings::{Collected, CopyView, HoldingView, ResponseView};
pub use listings::{
    KnotView, LeftOut, ListingCurves, ListingStatus, ListingView, MarketLeftOut, Quote,
    WithdrawalView,
};
pub use populations::{
    CapView, DatasetState, PopulationDataset, PopulationDraft, PopulationView, SealPreview,
    SealedQuestion,
};
pub use poundwise_documents::kinds::ColumnType;
pub use poundwise_query::{
    draft::ListingDraft,
    estimate::{Estimate, HalfWidth, OutlineBar},
    parts::{PrivacyUnit, QueryCondition, QueryOperator, QueryParts, QuerySubject},
    report::{ColumnView, CsvPreview, ImportReport, ProposedColumn, SeenValues},
};
pub use standing::{
    ContactView, Misfit, RuleDraft, RuleMisfit, RuleState, RuleUse, RuleView, RuleWorst,
    RulesApplied,
};
pub use tables::{DatasetView, ImportOptions};
pub use trade::{
    BlockedKey, Blocking, BooksView, GrantView, InboxItem, IncomeSeries, LossView, OrderStatus,
    OrderView, ReceiptView,
};

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

/// An amount of money: an integer of the currency's minor units.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Money {
    /// Minor units (cents).
    pub minor: u64,
    /// ISO 4217 code.
    pub currency: String,
    /// Decimal places of the currency (2 for EUR, 0 for JPY).
    pub exponent: u8,
}

/// One point of a figure.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Point {
    /// Horizontal.
    pub x: f64,
    /// Vertical.
    pub y: f64,
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
