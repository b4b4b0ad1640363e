//! Drafts of listings and their previews.

use poundwise_documents::units::MicroEpsilon;
use serde::Serialize;

use super::{Guess, HalfWidth, Money, Point, Question};
use crate::error::ErrorView;

/// Preview of a listing, before it is signed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DraftPreview {
    /// The query in words.
    pub query: String,
    /// The same in fields, with at most 200 bins of each column.
    pub query_parts: Question,
    /// The number that a missing cell of a mean counts as, decimal; `null` if its row is left out.
    pub missing_as: Option<String>,
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
    /// The SQL statement that computes the numbers in the database of a linked table.
    pub statement: Option<String>,
    /// Doubtful entries of the draft, which can be listed all the same.
    #[serde(flatten)]
    pub doubts: DraftDoubts,
    /// Effects of other choices.
    pub advice: DraftAdvice,
    /// Remaining error in price, ceiling, smallest step or words.
    pub problem: Option<ErrorView>,
}

/// An earlier listing of the same question of a linked table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedBefore {
    /// Title of the listing.
    pub title: String,
    /// The highest level sold.
    pub loss_micro_epsilon: u64,
}

/// Entries of a draft that may be misspelt or listed before, though it can be listed. Stated values
/// are compared with other stated values, never with rows.
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
    /// Earlier listings of this question of a linked table. A new listing draws new noise, and its
    /// loss is added to theirs.
    pub listed_before: Vec<ListedBefore>,
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
    /// Ranges of a histogram between edges, with and without blocks; `None` for other questions.
    pub blocks: Option<BlockAdvice>,
}

/// Accuracy of ranges of a histogram with blocks and without.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BlockAdvice {
    /// Bins of the blocks of each level: of those that are drafted, else of those that are proposed.
    /// Empty if blocks make ranges of so few bins no more exact.
    pub sizes: Vec<u64>,
    /// Whether they are drafted.
    pub are_drafted: bool,
    /// The level: ε 1, or the ceiling if that is lower.
    pub level: MicroEpsilon,
    /// A short, a middle and a long range.
    pub ranges: Vec<RangeAdvice>,
}

/// Half-widths of the 95% noise interval of one range, decimals in rows.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RangeAdvice {
    /// Number of bins.
    pub bins: u64,
    /// With the blocks.
    pub with_blocks: String,
    /// Without them.
    pub plain: String,
}
