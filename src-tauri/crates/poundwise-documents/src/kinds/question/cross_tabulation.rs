use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::super::{PayloadError, objects};
use super::column::BinnedColumn;
use super::filter::Filter;
use crate::texts::PayloadProblem;

/// The number of columns that a cross-tabulation crosses.
pub const CROSSED_COLUMNS: RangeInclusive<usize> = 2..=3;

/// The number of rows in each combination of the bins of two or three columns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CrossTabulation {
    /// The columns with their bins, the slowest first: coordinates go through the bins of the last
    /// column, then through those of the column before it.
    #[serde(deserialize_with = "objects")]
    pub columns: Vec<BinnedColumn>,
    /// Conditions of the rows that count.
    #[serde(deserialize_with = "objects")]
    pub filters: Vec<Filter>,
}

impl CrossTabulation {
    pub(super) fn check(&self) -> Result<(), PayloadError> {
        let fail = |problem: PayloadProblem| Err(PayloadError::new("columns", problem));
        if !CROSSED_COLUMNS.contains(&self.columns.len()) {
            return fail(PayloadProblem::NumberOfCrossed);
        }
        for (index, column) in self.columns.iter().enumerate() {
            // A form shows its columns, with their bins, as one field.
            column.check().map_err(|error| PayloadError {
                field: "columns",
                ..error
            })?;
            let mut before = self.columns.iter().take(index);
            if before.any(|one| one.column == column.column) {
                return fail(PayloadProblem::SameColumns);
            }
        }
        Ok(())
    }
}
