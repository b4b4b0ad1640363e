//! Views of the shells: plain structures that cross to the window and out of `--json`.
//!
//! Levels are integers of micro-ε, money is an integer of minor units with its currency, times are
//! RFC 3339 in UTC. Values of data are decimal strings (exact) with an `f64` beside them where a
//! figure is drawn from them.

pub use poundwise_exchange::files::Exported;
pub use poundwise_home::view::{
    AlarmKind, ContactView, DatasetState, Delivered, Dismissal, HomeChecked, HomeView, LeftOut,
    ListingStatus, LogStanding, MarketChange, MarketLeftOut, MarketMended, OrderStatus,
    StandingState, Trusted,
};

mod audit;
mod availability;
mod bank;
mod batch;
mod drafts;
mod history;
mod holdings;
mod invoices;
mod json_number;
mod listings;
mod planner;
mod populations;
mod promise;
mod standing;
mod tables;
mod trade;

use serde::{Deserialize, Serialize};

pub use audit::{AlarmView, Granted, NoiseBin, NoiseClass, NoisePair, NoiseTest, NoiseVerdict};
pub use availability::AvailabilityView;
pub use bank::{
    BankRemoval, BankView, BookedOrder, BookedOrderState, BookingRefused, BookingState,
    BookingView, BookingsApproved, PreviewedRow, StatementImported, StatementLook,
    StatementPreview,
};
pub use batch::{
    BatchPreview, BatchRow, BatchRowPreview, CodebookColumn, CodebookMisfit, CodebookView,
    ListingBatch, ListingsMade, ListingsProposed, MisfitReason,
};
pub use drafts::{
    DraftAdvice, DraftColumn, DraftDoubts, DraftPreview, LawCurve, ListingDraft, PricedLevel,
    RepricePreview, UndeclaredBins, UndeclaredValue,
};
pub use history::{CarriedLoss, CaughtUp, LossesWritten, RecoveredListing};
pub use holdings::{AnswerRow, Collected, CopyView, HoldingView, ReleaseExported, ResponseView};
pub use invoices::{
    InvoiceFormat, InvoiceNumbers, InvoiceState, InvoiceTerms, InvoiceView, Invoicing,
    UninvoicedSale,
};
pub use json_number::JsonNumber;
pub use listings::{
    AccountView, KnotView, ListingCurves, ListingView, MarketOffer, MarketQuery, MarketSeller,
    MarketSort, MarketView, Quote, WithdrawalView,
};
pub use planner::{BudgetPlan, BudgetTrial, PlannedListing};
pub use populations::{
    CapGuess, CapPreview, Guess, GuessBasis, MergePreview, PopulationChange, PopulationDataset,
    PopulationDraft, PopulationView, SealPreview, SealedQuestion,
};
pub use poundwise_documents::{Language, kinds::ColumnType, units::DecimalSign};
pub use poundwise_payments::{
    Credited, CsvColumn, CsvColumns, CsvHead, DayOrder, Invoice, InvoiceAccount, InvoiceLine,
    Party, RowFault, UnreadableRow, Vat,
};
pub use poundwise_query::{
    Condition, Quantity, Quotes, Separator, TableForm,
    estimate::{Axis, Estimate, HalfWidth, OutlineBar, WidthBasis},
    parts::{PrivacyUnit, QueryCondition, QueryOperator, QueryParts, QuerySubject},
    report::{
        ColumnView, ContributingRows, CsvPreview, ImportReport, ProposedColumn, RepeatedIds,
        SeenValues, UnreadCell,
    },
};
pub use promise::{PromiseDraft, PromiseView, PromiseWish, PromisedEpsilon, PromisedPrivacy};
pub use standing::{
    Misfit, RuleDraft, RuleFit, RuleMisfit, RuleState, RuleUse, RuleView, RuleWorst, RulesApplied,
};
pub use tables::{DatasetView, ImportOptions};
pub use trade::{
    ArrivedPart, BlockedKey, Blocking, BooksGroup, BooksView, GrantView, InboxItem, IncomeSeries,
    LossView, OrderView, OrdersTogether, PayCard, PaymentView, ReceiptView, Stale,
};

/// Integers in JSON: a number if every reader keeps it exactly, otherwise a string of digits.
mod exact {
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

    /// A double represents all integers up to this one exactly.
    const MOST: u64 = (1 << 53) - 1;

    /// A number or a string of digits.
    #[derive(Serialize, Deserialize)]
    #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
    #[serde(untagged)]
    pub(super) enum Exact {
        Number(u64),
        Digits(String),
    }

    pub(super) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        match *number {
            number if number <= MOST => Exact::Number(number),
            number => Exact::Digits(number.to_string()),
        }
        .serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<u64, D::Error> {
        match Exact::deserialize(d)? {
            Exact::Number(number) => Ok(number),
            Exact::Digits(digits) => digits.parse().map_err(D::Error::custom),
        }
    }
}

/// An amount of money: an integer of the currency's minor units.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Money {
    /// Minor units (cents). A number up to 2^53 − 1, which all JSON readers keep exactly. A larger
    /// total is a string of digits.
    #[serde(with = "exact")]
    #[cfg_attr(feature = "ts", ts(type = "number | string"))]
    #[cfg_attr(feature = "schema", schemars(with = "exact::Exact"))]
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
