//! Value: one number of the owner's own.

use poundwise_documents::kinds::AttributeKind;
use poundwise_documents::units::{Decimal, LatticeStep};

use crate::error::Result;
use crate::number::Number;
use crate::parts::QuerySubject;
use crate::quantity::Quantity;

use super::own::{Clamping, protected_steps};
use super::{Asked, Proposal, Recipe, Told, own};

/// One number of the owner's own. It is data: no `Debug`.
#[derive(Clone)]
pub struct ValueSpec {
    /// The number, a multiple of the step.
    pub value: Number,
    /// Bounds of the number, the lower one first; multiples of the step.
    pub bounds: [Decimal; 2],
    /// The lattice step.
    pub step: LatticeStep,
    /// The distance to be protected, above 0.
    pub distance: Decimal,
    /// Unit of the number, or empty.
    pub unit: String,
}

pub(super) const TOLD: Told = Told::Exact(Quantity::Value);

impl ValueSpec {
    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        let clamping = Clamping::new(self.bounds, self.step)?;
        let sensitivity = protected_steps(&self.distance, self.step)?;
        let values = clamping.steps("value", &[self.value])?;
        let kind = AttributeKind::Value;
        let mut shape = asked.shape(kind, &self.unit, self.step, Some(self.bounds));
        shape.labels = vec!["value".to_owned()];
        Ok(Proposal {
            sensitivity,
            shape,
            query: QuerySubject::OwnNumber {
                bounds: self.bounds.map(|bound| bound.to_string()),
            },
            recipe: Recipe::Own(own::Recipe {
                values,
                distance: self.distance,
            }),
            step_advised: false,
        })
    }
}
