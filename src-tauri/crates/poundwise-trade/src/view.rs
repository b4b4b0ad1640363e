//! Views of the shells: plain structures that cross to the window and out of `--json`.
//!
//! Levels are integers of micro-ε, money is an integer of minor units with its currency, times are
//! RFC 3339 in UTC. Values of data are decimal strings (exact) with an `f64` beside them where a
//! figure is drawn from them.

pub use poundwise_driver::DatabaseEngine;
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
mod figures;
mod history;
mod holdings;
mod invoices;
mod json_number;
mod links;
mod listings;
mod mail;
mod planner;
mod populations;
mod promise;
mod ranges;
mod standing;
mod tables;
mod trade;

use serde::Serialize;

pub use crate::draft::{ListingDraft, ListingSubject};
pub use crate::form::{
    BatchFault, BatchForm, BatchReadings, BatchRowForm, BinWay, CrossedForm, FieldFault, FormFault,
    FormField, FormReadings, ListingForm, ProposedForm,
};
pub use audit::{AlarmView, Granted, NoiseBin, NoiseClass, NoisePair, NoiseTest, NoiseVerdict};
pub use availability::AvailabilityView;
pub use bank::{
    BankRemoval, BankView, BookedOrder, BookedOrderState, BookingRefused, BookingState,
    BookingView, BookingsApproved, PreviewedRow, StatementImported, StatementLook,
    StatementPreview,
};
pub use batch::{
    BatchPreview, BatchRowPreview, CodebookColumn, CodebookMisfit, CodebookView, ListingsMade,
    ListingsProposed, MisfitReason, ProposedRow,
};
pub use drafts::{
    BlockAdvice, DraftAdvice, DraftDoubts, DraftPreview, LawCurve, ListedBefore, PricedLevel,
    RangeAdvice, RepricePreview, UndeclaredBins, UndeclaredValue,
};
pub use figures::{CorrelationsView, FiguresOf, FitView, GroupsView};
pub use history::{CarriedLoss, CaughtUp, LossesWritten, RecoveredListing};
pub use holdings::{
    AnswerRow, Collected, CopyView, FiguresExported, GermanCollected, HoldingView, ReleaseExported,
    ResponseView,
};
pub use invoices::{
    InvoiceFormat, InvoiceNumbers, InvoiceState, InvoiceTerms, InvoiceView, Invoicing,
    UninvoicedSale,
};
pub use json_number::JsonNumber;
pub use links::{
    DatabaseSource, DatabaseView, EngineView, LinkColumn, LinkMode, LinkPreview, LinkView,
    ListingStatement, TableSource,
};
pub use listings::{
    AccountView, KnotView, ListingCurves, ListingView, MarketOffer, MarketQuery, MarketSeller,
    MarketSort, MarketView, Quote, WithdrawalView,
};
pub use mail::ReceivedMail;
pub use planner::{BudgetPlan, BudgetTrial, PlannedListing};
pub use populations::{
    CapGuess, CapPreview, CapUse, Guess, GuessBasis, MergePreview, PopulationChange,
    PopulationDataset, PopulationDraft, PopulationView, SealPreview, SealedQuestion,
};
pub use poundwise_documents::{
    Language,
    kinds::{ColumnType, Filter, FilterOperator, Question},
    units::{DecimalSign, Money},
};
pub use poundwise_payments::{
    Credited, CsvColumn, CsvColumns, CsvHead, DayOrder, Invoice, InvoiceAccount, InvoiceLine,
    Party, RowFault, UnreadableRow, Vat,
};
pub use ranges::RangesView;

pub use poundwise_query::fit::{
    Correlation, CorrelationTable, Figure, FitRequest, FitTable, FitTerm, GroupFigure, GroupRow,
    GroupTable, MomentMatrix,
};

pub use poundwise_query::{
    Condition, CurrencyMark, Encoding, Grouping, NoCurrency, NumberForm, PrivacyUnit, Quantity,
    Quotes, Separator, SignForms, TableFileKind, TableForm, UnreadReason,
    estimate::{Axis, Estimate, HalfWidth, OutlineBar, WidthBasis, unit_at},
    report::{
        ColumnView, ContributingRows, CsvPreview, ImportReport, ProposedColumn, RepeatedIds,
        SeenValues, UnreadCell, UnreadCount, UnreadDays,
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
