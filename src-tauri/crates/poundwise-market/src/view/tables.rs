//! Tables, before and after they are imported.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::PrivacyUnit;

/// What kind of values a column holds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, TS, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[ts(export)]
pub enum ColumnType {
    /// Whole numbers.
    Integer,
    /// Exact decimals.
    Decimal,
    /// Anything else.
    Text,
}

/// One column of a table.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ColumnView {
    /// The header.
    pub name: String,
    /// The inferred type.
    pub column_type: ColumnType,
    /// How many cells are empty.
    pub missing: u64,
}

/// What an import of a file would give, before anything is stored.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct CsvPreview {
    /// The path that was read.
    pub file: String,
    /// A name for the dataset, taken from the file's.
    pub suggested_name: String,
    /// The separator found: `,`, `;` or a tab.
    pub delimiter: String,
    /// Rows below the header.
    pub rows: u64,
    /// The columns.
    pub columns: Vec<ColumnView>,
    /// The first rows, as written.
    pub sample: Vec<Vec<String>>,
}

/// One imported dataset.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct DatasetView {
    /// Its name in this home.
    pub name: String,
    /// Rows kept.
    pub rows: u64,
    /// Rows beyond a person's first K, dropped at import.
    pub rows_dropped: u64,
    /// The columns.
    pub columns: Vec<ColumnView>,
    /// The privacy unit in words.
    pub privacy_unit: String,
    /// The same in parts.
    pub unit_parts: PrivacyUnit,
    /// The column that names the person, if the unit is a person.
    pub person_column: Option<String>,
    /// K, the most rows of one privacy unit.
    pub rows_per_unit: u64,
    /// `add-remove` or `replace`.
    pub adjacency: String,
    /// The most micro-ε that may ever be sold on this dataset, all listings together.
    pub cap_micro_epsilon: Option<u64>,
    /// The loss so far: the sum over its listings of the highest level sold.
    pub loss_micro_epsilon: u64,
    /// How many listings it has.
    pub listings: u64,
    /// When it was imported.
    pub imported_at: String,
}

/// How a table is to be imported.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export)]
pub struct ImportOptions {
    /// Name in the home; the file's name when absent.
    pub name: Option<String>,
    /// The column that names the person; a row is the privacy unit when absent.
    pub person_column: Option<String>,
    /// K, with a person column.
    pub rows_per_person: Option<u64>,
    /// `add-remove` (default) or `replace`.
    pub adjacency: Option<String>,
    /// Cap on the dataset's loss, decimal ε.
    pub cap: Option<String>,
}
