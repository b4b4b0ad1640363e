//! Count: how many rows there are.

use poundwise_documents::kinds::{Count, Question};
use serde::{Deserialize, Serialize};

use crate::filter::Condition;
use crate::lattice::coordinate;
use crate::messages::QueryText;
use crate::quantity::Quantity;

use super::{Asked, Proposal, QuestionFields, Recipe, Told};

/// Specification of a number of rows.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CountSpec {
    /// Conditions of the rows that count: all of them hold.
    pub filters: Vec<Condition>,
    /// Unit of the number, or empty for rows.
    pub unit: String,
}

pub(super) const TOLD: Told<'_> = Told::Exact(Quantity::Count);

impl CountSpec {
    pub(super) fn read(fields: &mut impl QuestionFields) -> Self {
        Self {
            filters: fields.filters(),
            unit: fields.unit(),
        }
    }

    pub(super) fn propose(&self, asked: &Asked<'_>) -> Proposal {
        let question = Question::Count(Count {
            filters: asked.stated_filters(),
        });
        Proposal {
            sensitivity: Some(asked.unit.rows_per_unit),
            shape: asked.shape(question, &self.unit, vec!["count".to_owned()]),
            recipe: Recipe::Count,
            step_advised: false,
        }
    }
}

/// Returns the question in words, without its conditions.
pub(super) fn words() -> QueryText {
    QueryText::Rows
}

/// The rows so far.
#[derive(Default)]
pub(crate) struct Evaluation(u64);

impl Evaluation {
    pub(super) fn take(&mut self, rows: &[usize]) {
        self.0 += rows.len() as u64;
    }

    pub(super) fn take_counts(&mut self, counts: &[u64]) {
        self.0 += counts.iter().sum::<u64>();
    }

    pub(super) fn finish(self) -> Vec<i64> {
        vec![coordinate(&self.0.into())]
    }
}
