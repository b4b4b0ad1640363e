//! Ranges along one column of a cross-tabulation, for each combination of the bins of the others.

use std::rc::Rc;

use poundwise_documents::kinds::BinnedColumn;
use poundwise_documents::units::MicroEpsilon;

use super::{RangeNoise, Ranges, no_edges};
use crate::block_tree::BlockTree;
use crate::error::Result;
use crate::estimate::fits_labels;
use crate::kinds::{labels, tuples};
use crate::shape::ListingShape;

/// The ranges of a held response along a column of numbers between edges: of a cross-tabulation
/// one for each combination of the bins of the other columns, and one of a histogram.
pub struct RangesAlong<'a> {
    /// The ranges of the first combination.
    first: Ranges<'a>,
    values: &'a [i64],
    /// The labels of the combinations; empty for a histogram.
    cells: Vec<String>,
    /// Number of combinations of the bins of the columns after this one.
    inner: usize,
}

impl<'a> RangesAlong<'a> {
    /// Returns the ranges of a held response along a column, the first one with edges if none is
    /// named.
    ///
    /// # Errors
    /// As [`Ranges::of`]; `no-edges` if the column named has no edges.
    pub fn new(
        shape: &'a ListingShape,
        values: &'a [i64],
        epsilon: MicroEpsilon,
        named: Option<&str>,
    ) -> Result<Self> {
        let columns = shape.question.binned();
        let is_along = |column: &BinnedColumn| {
            !column.edges.is_empty() && named.is_none_or(|name| column.column == name)
        };
        let along = columns.iter().position(is_along).ok_or_else(no_edges)?;
        let [.., _, _] = columns else {
            return Ok(Self {
                first: Ranges::of(shape, values, epsilon)?,
                values,
                cells: Vec::new(),
                inner: 1,
            });
        };
        fits_labels(shape, values)?;
        let column = &columns[along];
        let labels_of = |column: &BinnedColumn| labels(&column.bins, &column.edges);
        let inner = columns[along + 1..].iter().map(|one| labels_of(one).len());
        let inner = inner.product();
        let others = columns.iter().enumerate().filter(|(at, _)| *at != along);
        let cells = tuples(others.map(|(_, column)| labels_of(column)).collect());
        let tree = BlockTree::new(column.edges.len() - 1, &[]);
        let noise = Rc::new(RangeNoise::new(shape, column, tree, epsilon)?);
        let of_first = values_of(column, values, inner, 0);
        Ok(Self {
            first: Ranges::with(noise, cells.first().cloned(), &of_first),
            values,
            cells,
            inner,
        })
    }

    /// Returns the labels of the combinations, as CSV records; empty for a histogram.
    #[must_use]
    pub fn cells(&self) -> &[String] {
        &self.cells
    }

    /// Returns the ranges of the first combination, or of the histogram.
    #[must_use]
    pub fn first(&self) -> &Ranges<'a> {
        &self.first
    }

    /// Returns the ranges of the combination with these labels.
    #[must_use]
    pub fn of_cells(&self, cells: &str) -> Option<Ranges<'a>> {
        let place = self.cells.iter().position(|one| one == cells)?;
        Some(self.at(place))
    }

    /// Returns the ranges of each combination, or of the histogram.
    pub fn iter(&self) -> impl Iterator<Item = Ranges<'a>> {
        (0..self.cells.len().max(1)).map(|place| self.at(place))
    }

    fn at(&self, place: usize) -> Ranges<'a> {
        let noise = &self.first.noise;
        match self.cells.get(place) {
            Some(cells) => {
                let values = values_of(noise.column, self.values, self.inner, place);
                Ranges::with(Rc::clone(noise), Some(cells.clone()), &values)
            }
            None => Ranges::with(Rc::clone(noise), None, self.values),
        }
    }
}

/// Returns the values of the bins of a column in the combination at `place`.
fn values_of(column: &BinnedColumn, values: &[i64], inner: usize, place: usize) -> Vec<i64> {
    let size = column.edges.len();
    let (outer, place) = (place / inner, place % inner);
    let bins = 0..size - 1;
    bins.map(|bin| values[(outer * size + bin) * inner + place])
        .collect()
}
