use serde::{Deserialize, Serialize};

use super::super::{PayloadError, objects, text};
use super::column::check_bounds;
use super::filter::Filter;
use crate::units::{Decimal, LatticeStep};

/// The sum of a column of numbers, each clamped to bounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Sum {
    /// The public label of the column.
    pub column: String,
    /// Conditions of the rows that count.
    #[serde(deserialize_with = "objects")]
    pub filters: Vec<Filter>,
    /// Bounds of each number, in the listing's unit, the lower one first.
    pub bounds: [Decimal; 2],
    /// The size of a lattice step, in the listing's unit.
    pub step: LatticeStep,
}

impl Sum {
    pub(super) fn check(&self) -> Result<(), PayloadError> {
        text::name("column", &self.column)?;
        check_bounds(&self.bounds)
    }
}
