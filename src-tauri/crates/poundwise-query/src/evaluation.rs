//! x of a table: one pass over the rows that count, in exact integers, and one rounding a
//! coordinate at the end.

use num_bigint::BigInt;

use super::histogram::Bins;
use super::lattice::{ClampedSum, Lattice, coordinate};
use super::number::{MAX_SCALE, Number};
use super::table::{Column, Texts};

/// The vector that a mean releases.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum MeanForm {
    /// (round(sum of (v - lo)/g), round(sum of (hi - v)/g)), under add/remove.
    TwoSided,
    /// (round(sum of (v - mid)/g), count W) with this W, under replacement.
    DeviationAndCount(u64),
    /// round(sum of (v - mid)/g) of so many rows, a public number; a missing cell counts as mid.
    PublicRows(u64),
}

/// A computation, row by row.
pub(crate) enum Evaluation<'a> {
    Count(u64),
    Sum(Clamped<'a>),
    Mean(Clamped<'a>, MeanForm),
    Histogram {
        column: &'a Column,
        bins: &'a Bins,
        counts: Vec<u64>,
    },
}

/// The clamped numbers of a column.
pub(crate) struct Clamped<'a> {
    cells: Numbers<'a>,
    sum: ClampedSum,
}

enum Numbers<'a> {
    Scaled(&'a [Option<i64>]),
    Texts(&'a Texts),
    None,
}

impl<'a> Clamped<'a> {
    pub(crate) fn new(column: &'a Column, lattice: &Lattice) -> Self {
        let (cells, scale) = match (column.as_scaled(), column.as_texts()) {
            (Some((scale, cells)), _) => (Numbers::Scaled(cells), scale),
            (None, Some(texts)) => (Numbers::Texts(texts), MAX_SCALE),
            (None, None) => (Numbers::None, 0),
        };
        Self {
            cells,
            sum: lattice.sum(scale),
        }
    }

    fn take(&mut self, row: usize) {
        match self.cells {
            Numbers::Scaled(cells) => {
                if let Some(Some(value)) = cells.get(row) {
                    self.sum.add_scaled(*value);
                }
            }
            Numbers::Texts(texts) => {
                if let Some(number) = texts.get(row).and_then(Number::parse) {
                    self.sum.add(&number);
                }
            }
            Numbers::None => {}
        }
    }
}

impl Evaluation<'_> {
    /// Takes a row that counts and passes the filters.
    pub(crate) fn take(&mut self, row: usize) {
        match self {
            Self::Count(count) => *count += 1,
            Self::Sum(clamped) | Self::Mean(clamped, _) => clamped.take(row),
            Self::Histogram {
                column,
                bins,
                counts,
            } => {
                let bin = bins.of(column.cell(row), counts.len());
                if let Some(count) = counts.get_mut(bin) {
                    *count += 1;
                }
            }
        }
    }

    /// Returns the coordinates, each clamped to ±2^53.
    pub(crate) fn finish(self) -> Vec<i64> {
        match self {
            Self::Count(count) => vec![coordinate(&count.into())],
            Self::Sum(clamped) => vec![clamped.sum.sum()],
            Self::Mean(clamped, form) => match form {
                MeanForm::TwoSided => vec![clamped.sum.above_low(), clamped.sum.below_high()],
                MeanForm::DeviationAndCount(width) => vec![
                    clamped.sum.deviation(),
                    coordinate(&(BigInt::from(clamped.sum.count()) * width)),
                ],
                // A cell that is missing deviates by nothing from mid.
                MeanForm::PublicRows(_) => vec![clamped.sum.deviation()],
            },
            Self::Histogram { counts, .. } => counts
                .into_iter()
                .map(|count| coordinate(&count.into()))
                .collect(),
        }
    }
}
