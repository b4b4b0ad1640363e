//! Histogram: how many rows fall into each bin of a column. The bins are the owner's, never read
//! off the data.

use poundwise_documents::kinds::AttributeKind;

use crate::error::Result;
use crate::filter::Condition;
use crate::lattice::coordinate;
use crate::parts::QuerySubject;
use crate::quantity::Quantity;
use crate::table::Table;
use crate::words::one_line;

use super::bins::{self, BinSpec, Binned, BinnedCells};
use super::{Asked, Fields, Proposal, Told};

/// Specification of the number of rows in each bin of a column.
#[derive(Clone)]
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

pub(super) const TOLD: Told = Told::Exact(Quantity::EachBin);

impl HistogramSpec {
    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        let kind = AttributeKind::Histogram;
        let binned = Binned::plan(asked, kind, &self.column, &self.bins)?;
        Ok(Proposal {
            sensitivity: bins::sensitivity(asked.unit),
            shape: asked.counted(kind, &self.unit, binned.bins.labels()),
            query: QuerySubject::RowsBy {
                column: one_line(&binned.source.name),
            },
            recipe: super::Recipe::Histogram(Recipe(binned)),
            step_advised: false,
        })
    }
}

pub(crate) struct Recipe(Binned);

impl Recipe {
    pub(super) fn fields(&self) -> Fields<'_> {
        let Binned { source, bins } = &self.0;
        Fields {
            source: Some(source),
            bins: &bins.values,
            edges: &bins.edges,
            ..Fields::default()
        }
    }

    pub(super) fn evaluation<'a>(&'a self, table: &'a Table) -> Result<Evaluation<'a>> {
        let cells = self.0.over(table)?;
        Ok(Evaluation {
            counts: vec![0; cells.size],
            cells,
        })
    }
}

/// The rows of each bin so far.
pub(crate) struct Evaluation<'a> {
    cells: BinnedCells<'a>,
    counts: Vec<u64>,
}

impl Evaluation<'_> {
    pub(super) fn take(&mut self, row: usize) {
        if let Some(count) = self.counts.get_mut(self.cells.bin(row)) {
            *count += 1;
        }
    }

    pub(super) fn finish(self) -> Vec<i64> {
        let counts = self.counts.into_iter();
        counts.map(|count| coordinate(&count.into())).collect()
    }
}
