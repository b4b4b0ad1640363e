//! Drafts of listings and their previews.

use poundwise_documents::tariff::TariffDraft;
use poundwise_documents::units::MicroEpsilon;
use serde::{Deserialize, Serialize};

use super::{Condition, Guess, HalfWidth, Money, Point, QueryParts};
use crate::error::ErrorView;

/// A listing as its owner drafts it. Numbers are strings, as typed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ListingDraft {
    /// Dataset name, or `-` for the owner's own numbers.
    pub dataset: String,
    /// count, sum, mean, histogram, cross-tabulation, value, vector.
    pub kind: String,
    /// Column, for sum, mean and histogram.
    pub column: Option<String>,
    /// Conditions of the rows that count: all of them hold.
    pub filters: Vec<Condition>,
    /// `LO..HI`.
    pub bounds: Option<String>,
    /// Lattice step; the advised one when absent, for sum and mean.
    pub step: Option<String>,
    /// Bins of a histogram that are single values; the column's stated values when absent.
    pub bins: Vec<String>,
    /// Edges of a numeric histogram.
    pub edges: Vec<String>,
    /// The columns of a cross-tabulation with their bins, the slowest first.
    pub columns: Vec<DraftColumn>,
    /// The owner's own number, for value.
    pub value: Option<String>,
    /// A file with one number a line, for vector.
    pub file: Option<String>,
    /// Distance to be protected, for value and vector.
    pub protect: Option<String>,
    /// Unit of the values.
    pub unit: Option<String>,
    /// Title, which a listing needs.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Price of everything up to each level.
    pub price: TariffDraft,
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
    pub public_rows: Option<String>,
    /// Whether the owner states that the public number of rows is already known elsewhere. It then
    /// does not reveal who is in the table. Required under add-remove adjacency.
    pub rows_known_elsewhere: bool,
    /// Rows with which a preview of a mean reckons where none are stated publicly; 1000 when
    /// absent. No part of the listing.
    pub reckoned_rows: Option<String>,
    /// The population that own numbers are about; for own numbers only, and needed there.
    pub population: Option<String>,
    /// Whether a missing cell of a mean counts as the middle of the bounds, so that the number of
    /// rows is public.
    pub missing_as_mid: bool,
}

/// A column of a cross-tabulation to be made.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct DraftColumn {
    /// The column.
    pub column: String,
    /// Bins that are single values; the column's stated values when there are no edges either.
    pub bins: Vec<String>,
    /// Edges, of a column of numbers.
    pub edges: Vec<String>,
}

/// Preview of a listing, before it is signed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Lattice step, decimal.
    pub step: String,
    /// Whether no step was stated and this one is advised, from bounds, K and ceiling.
    pub step_advised: bool,
    /// For a mean whose rows are not public: the number of rows with which its half-widths are
    /// reckoned. It is no number of the data.
    pub reckoned_rows: Option<u64>,
    /// The law at ε 0.1, 1 and 5.
    pub laws: Vec<LawCurve>,
    /// The tariff as a curve (x: ε, y: major units); empty while it cannot be read.
    pub price: Vec<Point>,
    /// The levels that the tariff states, those of its parts that can be read.
    pub levels: Vec<PricedLevel>,
    /// The ceiling, once it is stated or follows from the tariff.
    pub ceiling: Option<MicroEpsilon>,
    /// The guess about one unit at the ceiling, from this question alone.
    pub guess_at_ceiling: Option<Guess>,
    /// The population's cap.
    pub cap_micro_epsilon: Option<u64>,
    /// The loss of this question that the population carries already, since it was sold before its
    /// population was merged; it counts once more where the question is listed again.
    pub carried_micro_epsilon: Option<u64>,
    /// The guess at the cap: all questions about the population together.
    pub guess_at_cap: Option<Guess>,
    /// Doubtful entries of the draft, which can be listed all the same.
    #[serde(flatten)]
    pub doubts: DraftDoubts,
    /// Effects of other choices.
    pub advice: DraftAdvice,
    /// Remaining error in price, ceiling, smallest step or words.
    pub problem: Option<ErrorView>,
}

/// Entries of a draft that may be misspelt, though it can be listed. Stated values are compared
/// with other stated values, never with rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DraftDoubts {
    /// Bins that are no declared value of their column, by column.
    pub undeclared_bins: Vec<UndeclaredBins>,
    /// Values by which rows are picked, and which their column does not declare.
    pub undeclared_values: Vec<UndeclaredValue>,
    /// Levels in micro-epsilon that the tariff prices above the ceiling: nothing is sold there.
    pub never_sold: Vec<MicroEpsilon>,
}

/// The value of a condition that is none of the values that its column declares.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UndeclaredValue {
    /// The column.
    pub column: String,
    /// The value, as typed.
    pub value: String,
}

/// Bins of a column that are none of the values that its schema declares. Rows are not looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UndeclaredBins {
    /// The column.
    pub column: String,
    /// Its bins that it does not declare, in the order stated.
    pub bins: Vec<String>,
}

/// A level with what everything up to it costs, and the half-widths of a response there.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PricedLevel {
    /// Level.
    pub level: MicroEpsilon,
    /// Price of everything up to it, by the tariff asked about; none while that cannot be read as a
    /// whole, or ends below.
    pub price: Option<Money>,
    /// Price of everything up to it as it is sold now; none for a new listing, and above what is
    /// priced now.
    pub price_now: Option<Money>,
    /// Half-widths of everything in the response, as a quote would state them; of a mean, its own.
    pub widths: Vec<HalfWidth>,
}

/// Preview of a listing with another tariff, before it is signed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepricePreview {
    /// The levels that the new tariff states and those of the present one.
    pub levels: Vec<PricedLevel>,
    /// Number of rows, as in [`DraftPreview::reckoned_rows`].
    pub reckoned_rows: Option<u64>,
    /// Levels, as in [`DraftDoubts::never_sold`].
    pub never_sold: Vec<MicroEpsilon>,
    /// Remaining error in the new tariff.
    pub problem: Option<ErrorView>,
}

/// The law of the noise at one level, for a picture.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LawCurve {
    /// Level.
    pub level: MicroEpsilon,
    /// 95% half-width of the noise of one coordinate alone, in the attribute's unit, for the
    /// picture. The half-widths of a response are in `widths`.
    pub half_width_number: f64,
    /// Half-widths of everything in a response, as a quote would state them; of a mean, its own.
    pub widths: Vec<HalfWidth>,
    /// Half-widths of what a mean of unknown rows is made of, as a quote would state them; else
    /// empty.
    pub parts: Vec<HalfWidth>,
    /// x: noise in the attribute's unit; y: probability mass per lattice step.
    pub points: Vec<Point>,
}

/// Effects of other bounds, another step and another privacy unit on a draft's accuracy.
/// Half-widths as a quote states them; empty where the choice is not there.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The half-width of one coordinate at the ceiling in lattice steps, rounded up; a sum's
    /// contains its rounding.
    pub steps_at_ceiling: Option<u64>,
    /// At the ceiling, with a step a tenth as coarse.
    pub finer: Vec<HalfWidth>,
}
