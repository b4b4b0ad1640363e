//! Several columns of one dataset listed together, and the codebooks that say how.

use poundwise_documents::kinds::AttributeKind;
use poundwise_documents::units::MicroEpsilon;
use poundwise_query::AttributeSpec;
use serde::{Deserialize, Serialize};

use super::{BudgetPlan, HalfWidth, ListedBefore, ListingView, Money, PricedLevel, Question};
use crate::batch::BatchRow;
use crate::error::ErrorView;

/// A column of a codebook: how it is listed. No part of it comes from rows.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CodebookColumn {
    /// Title of its listing, or empty.
    pub title: String,
    /// The question: a count, sum, mean or histogram of the column.
    pub question: AttributeSpec,
}

impl CodebookColumn {
    /// Returns the column's name, as in the table.
    #[must_use]
    pub fn column(&self) -> &str {
        self.question.column().unwrap_or_default()
    }
}

impl From<BatchRow> for CodebookColumn {
    fn from(row: BatchRow) -> Self {
        Self {
            title: row.title.unwrap_or_default(),
            question: row.question,
        }
    }
}

/// A codebook that is kept for the next dataset.
#[derive(Clone, Serialize)]
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
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProposedRow {
    /// Whether the column is to be listed.
    pub take: bool,
    /// The column's name, as in the table.
    pub column: String,
    /// Title of its listing.
    pub title: String,
    /// The kind.
    pub kind: AttributeKind,
    /// The question; `null` if the owner must state its bounds first.
    pub question: Option<AttributeSpec>,
}

/// Listings that are proposed for the columns of a dataset, from what is declared of it and from a
/// codebook. Rows of the table are not looked at.
#[derive(Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListingsProposed {
    /// Dataset name.
    pub dataset: String,
    /// Its population.
    pub population: String,
    /// A row for each column, in the schema's order or the order asked for.
    pub rows: Vec<ProposedRow>,
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
    NoNumbers,
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
    /// The query in fields, with at most 200 bins of each column. `null` if the row is not taken or
    /// its query is wrong.
    pub query_parts: Option<Question>,
    /// The number that a missing cell of a mean counts as, decimal; `null` if its row is left out.
    pub missing_as: Option<String>,
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
    /// Earlier listings of the same question of a linked table. Their losses are added to that of
    /// the new one.
    pub listed_before: Vec<ListedBefore>,
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
