//! Histogram: how many rows fall into each bin of a column. The bins are the owner's, never read
//! off the data.

use std::fmt;

use poundwise_documents::kinds::{AttributeKind, Histogram, Question};
use serde::{Deserialize, Serialize};

use crate::canonical::StatedValues;
use crate::error::Result;
use crate::filter::Condition;
use crate::lattice::coordinate;
use crate::quantity::Quantity;
use crate::source::Source;
use crate::table::Table;

use super::bins::{self, BinSpec, Binned};
use super::{Asked, Proposal, QuestionFields, Told};

/// Specification of the number of rows in each bin of a column.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HistogramSpec {
    /// The column.
    pub column: String,
    /// Conditions of the rows that count: all of them hold.
    pub filters: Vec<Condition>,
    /// The bins, 'other' left out.
    pub bins: BinSpec,
    /// Unit of the numbers, or empty for rows.
    pub unit: String,
}

pub(super) const TOLD: Told<'_> = Told::Exact(Quantity::EachBin);

impl HistogramSpec {
    /// Returns the numbers of all rows in the bins of a column.
    pub fn new(column: impl Into<String>, bins: BinSpec) -> Self {
        Self {
            column: column.into(),
            filters: Vec::new(),
            bins,
            unit: String::new(),
        }
    }

    pub(super) fn read(fields: &mut impl QuestionFields) -> Option<Self> {
        let (column, filters) = (fields.column(), fields.filters());
        let (bins, unit) = (fields.bins(), fields.unit());
        Some(Self {
            column: column?,
            filters,
            bins: bins?,
            unit,
        })
    }

    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        let kind = AttributeKind::Histogram;
        let binned = Binned::plan(asked, kind, &self.column, &self.bins)?;
        let question = Question::Histogram(Histogram {
            column: binned.stated(),
            filters: asked.stated_filters(),
        });
        Ok(Proposal {
            sensitivity: bins::sensitivity(asked.unit),
            shape: asked.shape(question, &self.unit, binned.bins.labels()),
            recipe: super::Recipe::Histogram(Recipe(binned)),
            step_advised: false,
        })
    }
}

/// Writes the question in English words, without its conditions.
pub(super) fn write_words(question: &Histogram, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "number of rows by {}", question.column.column)
}

pub(super) fn stated_values(question: &Histogram) -> StatedValues<'_> {
    StatedValues {
        bins: &question.column.bins,
        edges: &question.column.edges,
        ..StatedValues::default()
    }
}

pub(crate) struct Recipe(Binned);

impl Recipe {
    pub(super) fn source(&self) -> &Source {
        &self.0.source
    }

    pub(super) fn evaluation(&self) -> Evaluation<'_> {
        Evaluation {
            counts: vec![0; self.0.bins.size()],
            column: &self.0,
        }
    }
}

/// The rows of each bin so far.
pub(crate) struct Evaluation<'a> {
    column: &'a Binned,
    counts: Vec<u64>,
}

impl Evaluation<'_> {
    pub(super) fn take(&mut self, batch: &Table, rows: &[usize]) -> Result<()> {
        let cells = self.column.over(batch, rows.len())?;
        for row in rows {
            if let Some(count) = self.counts.get_mut(cells.bin(*row)) {
                *count += 1;
            }
        }
        Ok(())
    }

    pub(super) fn finish(self) -> Vec<i64> {
        let counts = self.counts.into_iter();
        counts.map(|count| coordinate(&count.into())).collect()
    }
}
