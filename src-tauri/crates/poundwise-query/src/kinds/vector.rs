//! Vector: numbers of the owner's own, from a file with one a line.

use std::path::PathBuf;

use poundwise_documents::kinds::AttributeKind;
use poundwise_documents::units::{Decimal, LatticeStep};

use crate::attribute::MAX_COORDINATES;
use crate::error::Result;
use crate::parts::QuerySubject;
use crate::quantity::Quantity;

use super::own::{Clamping, numbers, protected_steps};
use super::{Asked, Proposal, Recipe, Told, own};

/// Numbers of the owner's own.
#[derive(Clone)]
pub struct VectorSpec {
    /// A file with one number a line, each a multiple of the step.
    pub file: PathBuf,
    /// Bounds of each number, the lower one first; multiples of the step.
    pub bounds: [Decimal; 2],
    /// The lattice step.
    pub step: LatticeStep,
    /// The distance to be protected, above 0, summed over all numbers.
    pub distance: Decimal,
    /// Unit of the numbers, or empty.
    pub unit: String,
}

pub(super) const TOLD: Told = Told::Exact(Quantity::EachValue);

impl VectorSpec {
    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        let clamping = Clamping::new(self.bounds, self.step)?;
        let sensitivity = protected_steps(&self.distance, self.step)?;
        let numbers = numbers(&self.file, MAX_COORDINATES)?;
        let values = clamping.steps(&self.file.display().to_string(), &numbers)?;
        let kind = AttributeKind::Vector;
        let mut shape = asked.shape(kind, &self.unit, self.step, Some(self.bounds));
        shape.labels = (1..=numbers.len()).map(|n| n.to_string()).collect();
        Ok(Proposal {
            sensitivity,
            shape,
            query: QuerySubject::OwnNumbers {
                count: numbers.len() as u64,
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
