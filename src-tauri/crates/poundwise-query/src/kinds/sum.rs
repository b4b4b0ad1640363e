//! Sum: of a column's numbers, each clamped.

use poundwise_documents::kinds::{Adjacency, AttributeKind, Question, Sum};
use poundwise_documents::units::{Decimal, LatticeStep, MicroEpsilon};
use serde::{Deserialize, Serialize};

use crate::canonical::StatedValues;
use crate::error::Result;
use crate::filter::Condition;
use crate::lattice::Lattice;
use crate::messages::QueryText;
use crate::quantity::Quantity;
use crate::source::Source;
use crate::table::Table;
use crate::tally::{KindTally, QuestionTally, Tallied, TallySums};
use crate::words::{label, one_line};

use super::clamped::{self, Clamped, Clamping};
use super::{Asked, Proposal, QuestionFields, Told, check_numbers};

/// The sum of a column, each number clamped.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SumSpec {
    /// The column, of numbers.
    pub column: String,
    /// Conditions of the rows that count: all of them hold.
    pub filters: Vec<Condition>,
    /// Bounds of the numbers, the lower one first.
    pub bounds: [Decimal; 2],
    /// The lattice step; without one it is advised for the ceiling.
    pub step: Option<LatticeStep>,
    /// The highest level sold, as far as it is known: the listing states it.
    #[serde(skip)]
    pub ceiling: Option<MicroEpsilon>,
    /// Unit of the values, or empty.
    pub unit: String,
}

/// Rounded by half a step at most.
pub(super) const TOLD: Told<'_> = Told::Rounded(Quantity::Sum);

impl SumSpec {
    /// Returns the sum of a column over all rows, with the advised step.
    pub fn new(column: impl Into<String>, bounds: [Decimal; 2]) -> Self {
        Self {
            column: column.into(),
            filters: Vec::new(),
            bounds,
            step: None,
            ceiling: None,
            unit: String::new(),
        }
    }

    pub(super) fn read(fields: &mut impl QuestionFields) -> Option<Self> {
        // Every field is asked for, whichever of them is missing.
        let (column, filters) = (fields.column(), fields.filters());
        let (bounds, step, unit) = (fields.bounds(), fields.step(), fields.unit());
        Some(Self {
            column: column?,
            filters,
            bounds: bounds?,
            step,
            ceiling: None,
            unit,
        })
    }

    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        let (source, _) = asked.column(&self.column)?;
        check_numbers(&source, AttributeKind::Sum)?;
        let rows = asked.unit.rows_per_unit;
        let moved = |low: i128, high: i128| match asked.unit.adjacency {
            Adjacency::AddRemove => low.abs().max(high.abs()),
            Adjacency::Replace => high.max(0) - low.min(0),
        };
        let clamping = Clamping::new(self.bounds, self.step, self.ceiling, rows, moved)?;
        let sensitivity = match asked.unit.adjacency {
            Adjacency::AddRemove => clamping.lattice.reach_steps(rows),
            Adjacency::Replace => clamping.lattice.span_steps(rows),
        };
        let name = one_line(&source.name);
        let labels = vec![label(&format!("sum of {name}"))];
        let question = Question::Sum(Sum {
            column: name,
            filters: asked.stated_filters(),
            bounds: clamping.bounds,
            step: clamping.step,
        });
        Ok(Proposal {
            sensitivity,
            shape: asked.shape(question, &self.unit, labels),
            recipe: super::Recipe::Sum(Recipe {
                source,
                lattice: clamping.lattice,
            }),
            step_advised: clamping.step_advised,
        })
    }
}

/// Returns the question in words, without its conditions.
pub(super) fn words(question: &Sum) -> QueryText {
    let [low, high] = question.bounds;
    let column = question.column.clone();
    QueryText::Sum { column, low, high }
}

pub(super) fn stated_values(question: &Sum) -> StatedValues<'_> {
    StatedValues {
        bounds: &question.bounds,
        step: question.step,
        ..StatedValues::default()
    }
}

pub(crate) struct Recipe {
    source: Source,
    lattice: Lattice,
}

impl Recipe {
    pub(super) fn source(&self) -> &Source {
        &self.source
    }

    pub(super) fn tally(&self, tallied: &Tallied<'_>) -> KindTally {
        let number = self.lattice.tally(tallied.of(&self.source));
        clamped::tally(number, true)
    }

    pub(super) fn evaluation(&self) -> Evaluation<'_> {
        Evaluation {
            clamped: Clamped::new(&self.source, &self.lattice),
            lattice: &self.lattice,
        }
    }
}

/// The sum so far.
pub(crate) struct Evaluation<'a> {
    clamped: Clamped<'a>,
    lattice: &'a Lattice,
}

impl Evaluation<'_> {
    pub(super) fn take(&mut self, batch: &Table, rows: &[usize]) -> Result<()> {
        self.clamped.take(batch, rows)
    }

    pub(super) fn take_sums(&mut self, tally: &QuestionTally, sums: &TallySums) {
        self.clamped.take_sums(self.lattice, tally, sums);
    }

    pub(super) fn finish(self) -> Vec<i64> {
        vec![self.clamped.sum.sum()]
    }
}
