use serde::{Deserialize, Serialize};

use super::super::{PayloadError, object, objects};
use super::blocks::Blocks;
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
    /// Blocks of bins that are counted too. The field is omitted if there are none.
    #[serde(default, skip_serializing_if = "Blocks::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Blocks>"))]
    pub blocks: Blocks,
}

impl Histogram {
    /// Returns the number of coordinates: the bins, the bin of all other cells, and the blocks.
    #[must_use]
    pub fn dimension(&self) -> u64 {
        let size = self.column.size();
        let blocks: u64 = self.blocks.numbers(size - 1).sum();
        size.saturating_add(blocks)
    }

    pub(super) fn check(&self) -> Result<(), PayloadError> {
        self.column.check()?;
        self.blocks.check(self.column.edges.len())
    }
}
