use serde::{Deserialize, Serialize};

use super::super::objects;
use super::filter::Filter;

/// The number of rows that meet the conditions.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Count {
    /// Conditions of the rows that count.
    #[serde(deserialize_with = "objects")]
    pub filters: Vec<Filter>,
}
