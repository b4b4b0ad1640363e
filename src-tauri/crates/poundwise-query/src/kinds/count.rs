//! Count: how many rows there are.

use poundwise_documents::kinds::AttributeKind;

use crate::filter::Condition;
use crate::lattice::coordinate;
use crate::parts::QuerySubject;
use crate::quantity::Quantity;

use super::{Asked, Proposal, Recipe, Told};

/// Specification of a number of rows.
#[derive(Clone)]
pub struct CountSpec {
    /// Conditions of the rows that count: all of them hold.
    pub filters: Vec<Condition>,
    /// Unit of the number, or empty for rows.
    pub unit: String,
}

pub(super) const TOLD: Told = Told::Exact(Quantity::Count);

impl CountSpec {
    pub(super) fn propose(&self, asked: &Asked<'_>) -> Proposal {
        Proposal {
            sensitivity: Some(asked.unit.rows_per_unit),
            shape: asked.counted(AttributeKind::Count, &self.unit, vec!["count".to_owned()]),
            query: QuerySubject::Rows,
            recipe: Recipe::Count,
            step_advised: false,
        }
    }
}

/// The rows so far.
#[derive(Default)]
pub(crate) struct Evaluation(u64);

impl Evaluation {
    pub(super) fn take(&mut self) {
        self.0 += 1;
    }

    pub(super) fn finish(self) -> Vec<i64> {
        vec![coordinate(&self.0.into())]
    }
}
