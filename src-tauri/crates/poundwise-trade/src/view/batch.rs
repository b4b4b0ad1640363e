//! Several columns of one dataset listed together, and the codebooks that say how.

use poundwise_documents::tariff::TariffDraft;
use poundwise_documents::units::MicroEpsilon;
use serde::{Deserialize, Serialize};

use super::{BudgetPlan, HalfWidth, ListingView, Money, PricedLevel, QueryParts};
use crate::error::ErrorView;

/// Specification of a column's listing, as its owner states it; decimals are strings as typed, and
/// fields that a kind does not use are empty. No part of it comes from rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CodebookColumn {
    /// The column's name, as in the table.
    pub column: String,
    /// Title of its listing.
    pub title: String,
    /// count, sum, mean or histogram.
    pub kind: String,
    /// Lower bound, for sum and mean.
    pub low: String,
    /// Upper bound, for sum and mean.
    pub high: String,
    /// Lattice step, for sum and mean; the advised one when empty.
    pub step: String,
    /// Unit of the values.
    pub unit: String,
    /// Bins of a histogram that are single values, in order; the column's stated values when there
    /// are no edges either.
    pub bins: Vec<String>,
    /// Edges of a histogram of numbers.
    pub edges: Vec<String>,
    /// The value whose rows are counted, for count.
    pub value: String,
}

/// A codebook that is kept for the next dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CodebookView {
    /// The owner's name for it.
    pub name: String,
    /// Time of keeping.
    pub kept_at: String,
    /// Its columns, in order.
    pub columns: Vec<CodebookColumn>,
}

/// A column in a table of proposed listings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BatchRow {
    /// Whether the column is to be listed.
    pub take: bool,
    /// Specification of the column's listing.
    pub stated: CodebookColumn,
    /// The highest level sold of it, where that is another one than of the others; else empty.
    pub ceiling: String,
    /// Factor by which the price for all is multiplied, decimal; 1 when empty.
    pub factor: String,
    /// The number of rows of a mean, where it is made public, as typed; else empty.
    pub public_rows: String,
    /// File and line that it was read from; empty for a row that was typed.
    #[serde(skip)]
    pub place: String,
}

impl BatchRow {
    /// Returns the title of the row, or its column where it has none.
    #[must_use]
    pub fn title(&self) -> &str {
        match self.stated.title.trim() {
            "" => &self.stated.column,
            title => title,
        }
    }

    /// Returns the row as an error names it: by its place, and its title or its column.
    #[must_use]
    pub fn named(&self) -> String {
        let title = self.title();
        match self.place.as_str() {
            "" => format!("“{title}”"),
            place => format!("{place}, “{title}”"),
        }
    }
}

/// The owner's statements about several listings of one dataset to be made together.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ListingBatch {
    /// Dataset name.
    pub dataset: String,
    /// Price of everything up to each level, of a row whose factor is 1.
    pub price: TariffDraft,
    /// ISO 4217, EUR when absent.
    pub currency: Option<String>,
    /// Highest level sold; the last level of the price when absent.
    pub ceiling: Option<String>,
    /// Level at which the paths start; the ceiling when absent.
    pub top: Option<String>,
    /// Smallest increment; 0.001 when absent.
    pub grain: Option<String>,
    /// payto address.
    pub pay_to: Option<String>,
    /// Description, of all of them.
    pub description: Option<String>,
    /// Terms.
    pub terms: Option<String>,
    /// Rows with which a preview of a mean reckons; 1000 when absent. No part of a listing.
    pub reckoned_rows: Option<String>,
    /// Whether the owner states that the public numbers of rows are already known elsewhere.
    pub rows_known_elsewhere: bool,
    /// The columns, in order.
    pub rows: Vec<BatchRow>,
}

/// Listings that are proposed for the columns of a dataset, from what is declared of it and from a
/// codebook. Rows of the table are not looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListingsProposed {
    /// Dataset name.
    pub dataset: String,
    /// Its population.
    pub population: String,
    /// A row for each column, in the schema's order or the order asked for.
    pub rows: Vec<BatchRow>,
    /// The column that names the person, which is left out.
    pub person_column: Option<String>,
    /// Columns of the codebook that do not fit.
    pub misfits: Vec<CodebookMisfit>,
}

/// A column of a codebook that does not fit a dataset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CodebookMisfit {
    /// The column.
    pub column: String,
    /// Reason why it does not fit.
    pub why: MisfitReason,
}

/// Reason why a column of a codebook does not fit a dataset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MisfitReason {
    /// The dataset has no column of that name.
    Absent,
    /// The column names the person.
    PersonColumn,
    /// The column holds text, and is listed as one of numbers.
    HoldsText,
}

/// Preview of several listings, before they are signed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BatchPreview {
    /// The rows, in order, those too that are not taken.
    pub rows: Vec<BatchRowPreview>,
    /// Number of rows taken.
    pub taken: u64,
    /// Budget of the population with the taken rows, as far as their levels are known.
    pub budget: BudgetPlan,
    /// Error in the values shared by all rows.
    pub problem: Option<ErrorView>,
}

/// Preview of one row of several listings.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BatchRowPreview {
    /// The query in parts; none for a row that is not taken or whose query is wrong.
    pub query_parts: Option<QueryParts>,
    /// The query in words; empty where there is none.
    pub query: String,
    /// Number of coordinates.
    pub dimension: u64,
    /// The ceiling, once it is known.
    pub ceiling: Option<MicroEpsilon>,
    /// The levels that the price states, up to the ceiling, with their prices and half-widths.
    pub levels: Vec<PricedLevel>,
    /// Half-widths at the ceiling, as a quote would state them; of a mean, its own.
    pub at_ceiling: Vec<HalfWidth>,
    /// The price of everything up to the ceiling.
    pub price_at_ceiling: Option<Money>,
    /// For a mean: the number of rows with which its half-widths are reckoned. It is no number of
    /// the data.
    pub reckoned_rows: Option<u64>,
    /// Bins that the column does not declare.
    pub undeclared_bins: Vec<String>,
    /// The value whose rows are counted, where the column does not declare it.
    pub undeclared_value: Option<String>,
    /// Error in the row.
    pub problem: Option<ErrorView>,
}

/// Listings that were signed together.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListingsMade {
    /// The listings, in the order of their rows.
    pub listings: Vec<ListingView>,
    /// Budget of the population after them.
    pub budget: BudgetPlan,
}
