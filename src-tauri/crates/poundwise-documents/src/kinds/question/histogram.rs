use serde::{Deserialize, Serialize};

use super::super::{object, objects};
use super::column::BinnedColumn;
use super::filter::Filter;

/// The number of rows in each bin of a column.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Histogram {
    /// The column with its bins.
    #[serde(deserialize_with = "object")]
    pub column: BinnedColumn,
    /// Conditions of the rows that count.
    #[serde(deserialize_with = "objects")]
    pub filters: Vec<Filter>,
}
