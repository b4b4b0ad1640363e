use serde::{Deserialize, Serialize};

use super::super::PayloadError;
use super::column::check_bounds;
use crate::texts::PayloadProblem;
use crate::units::{Decimal, LatticeStep};

/// The owner's own single number.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Value {
    /// Bounds of the number, in the listing's unit, the lower one first.
    pub bounds: [Decimal; 2],
    /// The size of a lattice step, in the listing's unit.
    pub step: LatticeStep,
    /// The distance that one privacy unit moves the number, in the listing's unit.
    pub distance: Decimal,
}

/// The owner's own numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Vector {
    /// Bounds of each number, in the listing's unit, the lower one first.
    pub bounds: [Decimal; 2],
    /// The size of a lattice step, in the listing's unit.
    pub step: LatticeStep,
    /// The distance that one privacy unit moves the numbers, summed over all of them, in the listing's unit.
    pub distance: Decimal,
}

/// Checks bounds and distance of own numbers.
pub(super) fn check_own(bounds: &[Decimal; 2], distance: Decimal) -> Result<(), PayloadError> {
    check_bounds(bounds)?;
    if distance.is_positive() {
        Ok(())
    } else {
        Err(PayloadError::new("distance", PayloadProblem::NotAboveZero))
    }
}
