//! Tables, before and after they are imported.

use serde::{Deserialize, Serialize};

use crate::error::ErrorView;

use super::{ColumnView, DatasetState, LinkView, PrivacyUnit};
use poundwise_documents::kinds::Adjacency;
use poundwise_query::{Schema, TableFileKind, TableForm};

/// One imported or linked dataset.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DatasetView {
    /// Its name in this home.
    pub name: String,
    /// State of its table.
    pub state: DatasetState,
    /// The name of its population.
    pub population: String,
    /// Its place in a database, if it is linked and neither sealed nor removed. No rows are counted
    /// then.
    pub link: Option<LinkView>,
    /// Why the link cannot be read, if the dataset is linked and its file is missing or damaged. Such
    /// a dataset can only be removed.
    pub link_problem: Option<ErrorView>,
    /// Its rows; 0 once it is sealed or removed. For the owner alone, as every count here.
    pub rows: u64,
    /// Rows whose person is missing: they count in no question.
    pub rows_without_person: u64,
    /// Number of rows with fewer cells than columns. The cells at their end are missing.
    pub short_rows: u64,
    /// Kind of its file, if it is known.
    pub kind: Option<TableFileKind>,
    /// The declared form of its file, if it is known.
    pub form: Option<TableForm>,
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
    /// Which tables are neighbours.
    pub adjacency: Adjacency,
    /// The population's cap.
    pub cap_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub cap_nano_rho: u64,
    /// The population's loss so far.
    pub loss_micro_epsilon: u64,
    /// Its Gaussian-like part, in nano-ρ.
    pub loss_nano_rho: u64,
    /// Number of its listings.
    pub listings: u64,
    /// Time of the import or the link.
    pub imported_at: String,
    /// Time at which it was sealed or removed.
    pub ended_at: Option<String>,
}

/// Options of an import or a link.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ImportOptions {
    /// Name in the home; the file's name when absent.
    pub name: Option<String>,
    /// The column that names the person; a row is the privacy unit when absent.
    pub person_column: Option<String>,
    /// K as typed, the maximum number of rows of one person that count. Only with a person column.
    pub rows_per_person: Option<String>,
    /// Whether the owner states that every row is another person. Required only if a column looks
    /// like ids and has repeated values.
    pub each_row_differs: bool,
    /// The population that the table joins; with a cap, the name of a new one (the dataset's when
    /// absent).
    pub population: Option<String>,
    /// Cap on the loss of a new population, decimal ε.
    pub cap: Option<String>,
    /// The Gaussian-like part of the cap, decimal ρ; 0 when absent.
    pub cap_rho: Option<String>,
    /// Name of one unit of a new population; `person` when absent.
    pub unit_name: Option<String>,
    /// `add-remove` (default) or `replace`, of a new population.
    pub adjacency: Option<String>,
    /// The loss that a new population brings from elsewhere, decimal ε.
    pub carried: Option<String>,
    /// The Gaussian-like part of that loss, decimal ρ; 0 when absent.
    pub carried_rho: Option<String>,
    /// Whether the owner states that the people of a new population are in no other population of
    /// the home. Required if the home has another population.
    pub new_people: bool,
    /// Types of the columns. Without them nothing is imported: a person settles the types.
    pub schema: Option<Schema>,
    /// How the file is written. Ignored for a linked table.
    pub form: TableForm,
}
