//! Histogram: how many rows fall into each bin of a column. The bins are the owner's, never read
//! off the data.

use poundwise_documents::kinds::{Blocks, Histogram, Question};
use poundwise_words::Text;
use serde::{Deserialize, Serialize};

use crate::canonical::{Canonical, StatedValues};
use crate::error::Result;
use crate::filter::Condition;
use crate::lattice::coordinate;
use crate::messages::{QueryText, block_sizes};
use crate::quantity::Quantity;
use crate::shape::ListingShape;
use crate::source::Source;
use crate::table::Table;
use crate::tally::{KindTally, Tallied};

use super::bins::{self, BinSpec, Binned};
use super::blocks::{self, BlockSpec};
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
    /// Blocks of bins that are counted too. The field is omitted if there are none.
    #[serde(default, skip_serializing_if = "BlockSpec::is_none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<BlockSpec>"))]
    pub blocks: BlockSpec,
    /// Unit of the numbers, or empty for rows.
    pub unit: String,
}

/// Returns the form of the estimates.
pub(super) const fn told(question: &Histogram) -> Told<'_> {
    if question.blocks.is_empty() {
        Told::Exact(Quantity::EachBin)
    } else {
        Told::Blocks(question)
    }
}

impl HistogramSpec {
    /// Returns the numbers of all rows in the bins of a column.
    pub fn new(column: impl Into<String>, bins: BinSpec) -> Self {
        Self {
            column: column.into(),
            filters: Vec::new(),
            bins,
            blocks: BlockSpec::None,
            unit: String::new(),
        }
    }

    pub(super) fn read(fields: &mut impl QuestionFields) -> Option<Self> {
        let (column, filters) = (fields.column(), fields.filters());
        let (bins, unit) = (fields.bins(), fields.unit());
        let blocks = fields.blocks();
        Some(Self {
            column: column?,
            filters,
            bins: bins?,
            blocks: blocks?,
            unit,
        })
    }

    pub(super) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        let binned = Binned::plan(asked, &self.column, &self.bins)?;
        let blocks = self
            .blocks
            .plan(binned.bins.edges.len().saturating_sub(1))?;
        let question = Question::Histogram(Histogram {
            column: binned.stated(),
            filters: asked.stated_filters(),
            blocks: blocks.clone(),
        });
        let bins = binned.bins.size() - 1;
        let moved = blocks::cells_moved(asked.unit.adjacency, &blocks, bins as u64);
        let mut labels = binned.bins.labels();
        labels.extend(bins::labels_of_blocks(&binned.bins.edges, &blocks));
        Ok(Proposal {
            sensitivity: bins::sensitivity(asked.unit, moved),
            shape: asked.shape(question, &self.unit, labels),
            recipe: super::Recipe::Histogram(Recipe {
                column: binned,
                blocks,
            }),
            step_advised: false,
        })
    }
}

/// Returns the question in words, without its conditions.
pub(super) fn words(question: &Histogram) -> QueryText {
    let columns = Text::verbatim(&question.column.column);
    let sizes: Vec<u64> = (question.blocks.levels().iter())
        .map(|level| 1 << level)
        .collect();
    match sizes.as_slice() {
        [] => QueryText::RowsBy { columns },
        sizes => QueryText::RowsByWithBlocks {
            columns,
            sizes: block_sizes(sizes),
        },
    }
}

pub(super) fn stated_values(question: &Histogram) -> StatedValues<'_> {
    StatedValues {
        bins: &question.column.bins,
        edges: &question.column.edges,
        ..StatedValues::default()
    }
}

pub(crate) struct Recipe {
    column: Binned,
    blocks: Blocks,
}

impl Recipe {
    pub(super) fn source(&self) -> &Source {
        &self.column.source
    }

    pub(super) fn l2_squared(&self, shape: &ListingShape) -> u128 {
        let bins = self.column.bins.size() as u64 - 1;
        let moved = blocks::cells_moved(shape.adjacency, &self.blocks, bins);
        bins::l2_squared(shape, moved)
    }

    /// Writes the blocks. A plain histogram has the bytes that it had before there were blocks.
    pub(super) fn push_end(&self, bytes: &mut Canonical) {
        if self.blocks.is_empty() {
            return;
        }
        bytes.text("blocks");
        bytes.number(self.blocks.levels().len() as u64);
        for level in self.blocks.levels() {
            bytes.number((*level).into());
        }
    }

    pub(super) fn tally(&self, tallied: &Tallied<'_>) -> KindTally {
        KindTally::counts(vec![self.column.tally(tallied)])
    }

    pub(super) fn evaluation(&self) -> Evaluation<'_> {
        Evaluation {
            counts: vec![0; self.column.bins.size()],
            recipe: self,
        }
    }
}

/// The rows of each bin so far.
pub(crate) struct Evaluation<'a> {
    recipe: &'a Recipe,
    counts: Vec<u64>,
}

impl Evaluation<'_> {
    pub(super) fn take(&mut self, batch: &Table, rows: &[usize]) -> Result<()> {
        let cells = self.recipe.column.over(batch, rows.len())?;
        for row in rows {
            if let Some(count) = self.counts.get_mut(cells.bin(*row)) {
                *count += 1;
            }
        }
        Ok(())
    }

    pub(super) fn take_counts(&mut self, counts: Vec<u64>) {
        self.counts = counts;
    }

    /// Returns the rows of each bin, those of all other cells, and then those of the blocks, level
    /// by level.
    pub(super) fn finish(mut self) -> Vec<i64> {
        let bins = self.counts.len() - 1;
        for level in self.recipe.blocks.levels() {
            let blocks: Vec<u64> = self.counts[..bins]
                .chunks(1 << level)
                .map(|block| block.iter().sum())
                .collect();
            self.counts.extend(blocks);
        }
        let counts = self.counts.into_iter();
        counts.map(|count| coordinate(&count.into())).collect()
    }
}
