//! Tables, before and after they are imported.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{DatasetState, PrivacyUnit};
pub use poundwise_documents::kinds::ColumnType;

use crate::data::Schema;

/// One column of an imported table. The counts are for the owner alone: they depend on the cells.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export)]
pub struct ColumnView {
    /// The header.
    pub name: String,
    /// The declared type.
    pub column_type: ColumnType,
    /// The stated values of a text column; none if they are not stated.
    pub values: Vec<String>,
    /// How many cells are empty.
    pub empty: u64,
    /// How many other cells do not conform to the type. They are missing too.
    pub not_conforming: u64,
}

/// One column of a file, before its type is settled.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct ProposedColumn {
    /// The header.
    pub name: String,
    /// The type that most cells suggest. A person settles it.
    pub column_type: ColumnType,
    /// How many cells are empty: missing, whatever the type.
    pub empty: u64,
    /// How many other cells are no number: they would be missing too if the column held numbers.
    pub not_numbers: u64,
}

/// What a file holds, before anything is stored.
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
    /// The columns, with proposed types.
    pub columns: Vec<ProposedColumn>,
    /// The proposed types as one line, `NAME:TYPE` with commas between them.
    pub types: String,
    /// Headers that look like data: they are numbers, or a cell of their column says the same. The file may have no header.
    pub header_like_data: Vec<String>,
    /// The first rows, as written.
    pub sample: Vec<Vec<String>>,
}

/// The values that a column of a file has, proposed on request.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct SeenValues {
    /// The column.
    pub column: String,
    /// Its values, sorted.
    pub values: Vec<String>,
    /// What a person must know before stating them.
    pub warning: String,
}

/// What an import tells the owner, and nobody else.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct ImportReport {
    /// Rows of the table. All of them are kept.
    pub rows: u64,
    /// Rows whose person is missing, if a column names it. They count in no question.
    pub rows_without_person: Option<u64>,
    /// The columns, with their missing cells.
    pub columns: Vec<ColumnView>,
}

/// One imported dataset.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export)]
pub struct DatasetView {
    /// Its name in this home.
    pub name: String,
    /// Whether its table is here.
    pub state: DatasetState,
    /// The name of its population.
    pub population: String,
    /// Its rows; 0 once it is sealed or removed. For the owner alone, as every count here.
    pub rows: u64,
    /// Rows whose person is missing: they count in no question.
    pub rows_without_person: u64,
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
    /// The population's cap.
    pub cap_micro_epsilon: u64,
    /// The population's loss so far.
    pub loss_micro_epsilon: u64,
    /// How many listings it has.
    pub listings: u64,
    /// When it was imported.
    pub imported_at: String,
    /// When it was sealed or removed.
    pub ended_at: Option<String>,
}

/// How a table is to be imported.
#[derive(Clone, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export)]
pub struct ImportOptions {
    /// Name in the home; the file's name when absent.
    pub name: Option<String>,
    /// The column that names the person; a row is the privacy unit when absent.
    pub person_column: Option<String>,
    /// K, with a person column.
    pub rows_per_person: Option<u64>,
    /// The population that the table joins; with a cap, the name of a new one (the dataset's when absent).
    pub population: Option<String>,
    /// Cap on the loss of a new population, decimal ε.
    pub cap: Option<String>,
    /// What one unit of a new population is; `person` when absent.
    pub unit_name: Option<String>,
    /// `add-remove` (default) or `replace`, of a new population.
    pub adjacency: Option<String>,
    /// The loss that a new population brings from elsewhere, decimal ε.
    pub carried: Option<String>,
    /// What the columns hold. Without it nothing is imported: a person settles the types.
    pub schema: Option<Schema>,
    /// The columns' names, of a file that has no header.
    pub columns: Option<Vec<String>>,
}
