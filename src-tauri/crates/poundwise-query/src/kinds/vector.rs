//! Vector: numbers of the owner's own, from a file with one a line.

use std::path::PathBuf;

use poundwise_documents::kinds::{Question, Vector};
use poundwise_documents::units::{Decimal, LatticeStep};
use serde::{Deserialize, Serialize};

use crate::attribute::MAX_COORDINATES;
use crate::error::Result;
use crate::messages::QueryText;
use crate::quantity::Quantity;

use super::own::{Clamping, numbers, protected_steps};
use super::{Asked, Proposal, QuestionFields, Recipe, Told, own};

/// Numbers of the owner's own.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

pub(super) const TOLD: Told<'_> = Told::Exact(Quantity::EachValue);

/// Writes the question in English words.
pub(super) fn words(question: &Vector, dimension: u64) -> QueryText {
    let [low, high] = question.bounds;
    QueryText::Values {
        numbers: dimension,
        low,
        high,
    }
}

impl VectorSpec {
    pub(super) fn read(fields: &mut impl QuestionFields) -> Option<Self> {
        let (file, bounds, unit) = (fields.file(), fields.bounds(), fields.unit());
        let (step, distance) = (fields.own_step(), fields.distance());
        Some(Self {
            file: file?,
            bounds: bounds?,
            step: step?,
            distance: distance?,
            unit,
        })
    }

    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        let clamping = Clamping::new(self.bounds, self.step)?;
        let sensitivity = protected_steps(&self.distance, self.step)?;
        let numbers = numbers(&self.file, MAX_COORDINATES)?;
        let values = clamping.steps(&self.file.display().to_string(), &numbers)?;
        let question = Question::Vector(Vector {
            bounds: self.bounds,
            step: self.step,
            distance: self.distance,
        });
        let labels = (1..=numbers.len()).map(|n| n.to_string()).collect();
        Ok(Proposal {
            sensitivity,
            shape: asked.shape(question, &self.unit, labels),
            recipe: Recipe::Own(own::Recipe { values }),
            step_advised: false,
        })
    }
}
