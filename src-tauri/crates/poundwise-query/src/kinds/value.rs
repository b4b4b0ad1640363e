//! Value: one number of the owner's own.

use poundwise_documents::kinds::{Question, Value};
use poundwise_documents::units::{Decimal, LatticeStep};
use serde::{Deserialize, Serialize};

use crate::error::Result;
use crate::messages::QueryText;
use crate::number::Number;
use crate::quantity::Quantity;

use super::own::{Clamping, protected_steps};
use super::{Asked, Proposal, QuestionFields, Recipe, Told, own};

/// One number of the owner's own. It is data: no `Debug`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ValueSpec {
    /// The number, a multiple of the step.
    #[cfg_attr(feature = "ts", ts(type = "string"))]
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

pub(super) const TOLD: Told<'_> = Told::Exact(Quantity::Value);

/// Writes the question in English words.
pub(super) fn words(question: &Value) -> QueryText {
    let [low, high] = question.bounds;
    QueryText::Value { low, high }
}

impl ValueSpec {
    pub(super) fn read(fields: &mut impl QuestionFields) -> Option<Self> {
        let (value, bounds, unit) = (fields.value(), fields.bounds(), fields.unit());
        let (step, distance) = (fields.own_step(), fields.distance());
        Some(Self {
            value: value?,
            bounds: bounds?,
            step: step?,
            distance: distance?,
            unit,
        })
    }

    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        let clamping = Clamping::new(self.bounds, self.step)?;
        let sensitivity = protected_steps(&self.distance, self.step)?;
        let values = clamping.steps("value", &[self.value])?;
        let question = Question::Value(Value {
            bounds: self.bounds,
            step: self.step,
            distance: self.distance,
        });
        let labels = vec!["value".to_owned()];
        Ok(Proposal {
            sensitivity,
            shape: asked.shape(question, &self.unit, labels),
            recipe: Recipe::Own(own::Recipe { values }),
            step_advised: false,
        })
    }
}
