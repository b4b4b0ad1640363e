use serde::{Deserialize, Serialize};

use super::super::words::word;
use super::super::{Adjacency, PayloadError, objects, present, text};
use super::column::check_bounds;
use super::filter::Filter;
use crate::texts::PayloadProblem;
use crate::units::{Decimal, LatticeStep};

/// The treatment of missing cells of the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[derive(strum::Display, strum::IntoStaticStr, strum::VariantArray)]
#[cfg_attr(feature = "ts", ts(export, rename_all = "kebab-case"))]
#[strum(serialize_all = "kebab-case")]
pub enum MissingCells {
    /// Its row is left out.
    Excluded,
    /// The middle of the bounds.
    AsMid,
}

word!(MissingCells);

/// The mean of a column of numbers, each clamped to bounds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Mean {
    /// The public label of the column.
    pub column: String,
    /// Conditions of the rows that count.
    #[serde(deserialize_with = "objects")]
    pub filters: Vec<Filter>,
    /// Bounds of each number, in the listing's unit, the lower one first.
    pub bounds: [Decimal; 2],
    /// The size of a lattice step, in the listing's unit.
    pub step: LatticeStep,
    /// Value that a missing cell of the column counts as.
    pub missing: MissingCells,
    /// The number of rows, if the owner has made it public.
    #[serde(deserialize_with = "present")]
    pub public_rows: Option<u64>,
}

impl Mean {
    pub(super) fn check(
        &self,
        adjacency: Adjacency,
        unit_column: Option<&str>,
    ) -> Result<(), PayloadError> {
        text::name("column", &self.column)?;
        check_bounds(&self.bounds)?;
        if self.public_rows == Some(0) {
            return Err(PayloadError::new(
                "public_rows",
                PayloadProblem::NotAboveZero,
            ));
        }
        let fits = adjacency == Adjacency::Replace
            && self.public_rows.is_some()
            && self.filters.is_empty()
            && unit_column.is_none();
        if self.missing == MissingCells::AsMid && !fits {
            return Err(PayloadError::new(
                "missing",
                PayloadProblem::MissingAsMiddle,
            ));
        }
        Ok(())
    }
}
