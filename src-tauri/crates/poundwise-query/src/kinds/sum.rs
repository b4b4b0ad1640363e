//! Sum: of a column's numbers, each clamped.

use poundwise_documents::kinds::{Adjacency, AttributeKind};
use poundwise_documents::units::{Decimal, LatticeStep, MicroEpsilon};

use crate::error::Result;
use crate::filter::Condition;
use crate::lattice::Lattice;
use crate::parts::QuerySubject;
use crate::quantity::Quantity;
use crate::source::Source;
use crate::table::Table;
use crate::words::{label, one_line};

use super::clamped::{Clamped, Clamping};
use super::{Asked, Fields, Proposal, Told, refuse_texts};

/// The sum of a column, each number clamped.
#[derive(Clone)]
pub struct SumSpec {
    /// The column, of numbers.
    pub column: String,
    /// Conditions of the rows that count: all of them hold.
    pub filters: Vec<Condition>,
    /// Bounds of the numbers, the lower one first.
    pub bounds: [Decimal; 2],
    /// The lattice step; without one it is advised for the ceiling.
    pub step: Option<LatticeStep>,
    /// The highest level sold, as far as it is stated.
    pub ceiling: Option<MicroEpsilon>,
    /// Unit of the values, or empty.
    pub unit: String,
}

/// Rounded by half a step at most.
pub(super) const TOLD: Told = Told::Rounded(Quantity::Sum);

impl SumSpec {
    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        let kind = AttributeKind::Sum;
        let (source, _) = asked.column(&self.column)?;
        refuse_texts(&source, kind)?;
        let rows = asked.unit.rows_per_unit;
        let moved = |low: i128, high: i128| match asked.unit.adjacency {
            Adjacency::AddRemove => low.abs().max(high.abs()),
            Adjacency::Replace => high.max(0) - low.min(0),
        };
        let clamping = Clamping::new(kind, self.bounds, self.step, self.ceiling, rows, moved)?;
        let sensitivity = match asked.unit.adjacency {
            Adjacency::AddRemove => clamping.lattice.reach_steps(rows),
            Adjacency::Replace => clamping.lattice.span_steps(rows),
        };
        let name = one_line(&source.name);
        let mut shape = asked.shape(kind, &self.unit, clamping.step, Some(clamping.bounds));
        shape.labels = vec![label(&format!("sum of {name}"))];
        Ok(Proposal {
            sensitivity,
            shape,
            query: QuerySubject::Sum {
                column: name,
                bounds: clamping.bounds.map(|bound| bound.to_string()),
            },
            recipe: super::Recipe::Sum(Recipe {
                source,
                lattice: clamping.lattice,
            }),
            step_advised: clamping.step_advised,
        })
    }
}

pub(crate) struct Recipe {
    source: Source,
    lattice: Lattice,
}

impl Recipe {
    pub(super) fn fields(&self) -> Fields<'_> {
        Fields {
            source: Some(&self.source),
            ..Fields::default()
        }
    }

    pub(super) fn evaluation<'a>(&self, table: &'a Table) -> Result<Evaluation<'a>> {
        let column = self.source.of(table)?;
        Ok(Evaluation(Clamped::new(column, &self.lattice)))
    }
}

/// The sum so far.
pub(crate) struct Evaluation<'a>(Clamped<'a>);

impl Evaluation<'_> {
    pub(super) fn take(&mut self, row: usize) {
        self.0.take(row);
    }

    pub(super) fn finish(self) -> Vec<i64> {
        vec![self.0.sum.sum()]
    }
}
