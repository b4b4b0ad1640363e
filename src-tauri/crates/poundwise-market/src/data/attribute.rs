//! From what an owner says about an attribute to the vector x and its l1 sensitivity D.
//!
//! Two tables are neighbours if one privacy unit's rows are in one and not in the other (add/remove), or are other rows
//! (replace); a unit has at most K rows. Filters and clamping look at one row at a time, so every x below is a sum over
//! rows of a vector that depends on that row alone, and D follows from the set of what one row can add:
//!
//! Columns and their types are the same in both, and public: a column in which one cell is no number is text, and has
//! no sum.
//!
//! | kind | one row adds | add/remove | replace |
//! |---|---|---|---|
//! | count | 0 or 1 | K | K |
//! | histogram | one unit vector, or 0 when filtered out | K | 2K |
//! | sum | 0, or an integer in \[l, h\] | K max(\|l\|, \|h\|) | K (max(h, 0) - min(l, 0)) |
//! | mean | (0, 0), or (s, W) with \|s\| <= W | 2KW | 2KW |
//!
//! *Sum.* l and h are the rounded bounds, so rounding is accounted for exactly. A row that is filtered out or whose
//! cell is missing adds 0, and a person may have fewer than K rows: so under replacement one unit's part lies
//! anywhere from K min(l, 0) to K max(h, 0), and D is that distance, which is K (h - l) only where 0 lies
//! within the bounds.
//!
//! *Mean.* Add/remove: \|s\| + W <= 2W a row. Replace: pair the unit's old rows with its new ones, filling up to K with
//! (0, 0); a pair moves x by \|s - s'\| <= 2W or by \|s\| + W <= 2W. So the same D holds with the count released
//! beside the sum; where the owner states the number of rows, the sum alone is released.
//!
//! *Value and vector.* Neighbours are numbers at a distance (l1) of at most `--protect`, P. For one number
//! floor(a + 1/2) - floor(b + 1/2) <= ceil(a - b), so D = ceil(P/g). With d numbers each may round by itself and the
//! sum of the ceilings can be P/g + d: so a vector's numbers must be multiples of the step, which rounding does
//! not move, and then D = ceil(P/g) holds again. Clamping brings numbers no further apart.

use poundwise_documents::kinds::{Adjacency, MAX_SENSITIVITY};
use zeroize::Zeroizing;

use crate::error::{Error, ErrorCode, Result};
use crate::view::{ColumnType, ListingDraft, QueryParts};
use crate::work::Stage;

use super::draft;
use super::estimate::ListingShape;
use super::filter::Filter;
use super::histogram::Bins;
use super::lattice::Lattice;
use super::planner::Planner;
use super::table::{Column, Table};

/// The most coordinates, 2^20.
pub const MAX_COORDINATES: usize = 1 << 20;

/// The largest |x|, 2^53: noise on top of it stays within 64 bits, and every reader of JSON keeps it exactly.
pub const MAX_COORDINATE: i128 = 1 << 53;

/// Whoever waits is told after so many rows.
const TOLD: usize = 1 << 14;

/// What adjacency protects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Which tables are neighbours.
    pub adjacency: Adjacency,
    /// K, the most rows of one privacy unit, at least 1.
    pub rows_per_unit: u64,
}

/// An attribute as stated: everything about it but the data. Holds the owner's own numbers, if it is about those: no
/// `Debug`.
pub struct Plan {
    shape: ListingShape,
    query: QueryParts,
    filters: Vec<Filter>,
    recipe: Recipe,
}

/// How x is made.
pub(crate) enum Recipe {
    Count,
    Sum(Source, Lattice),
    Mean(Source, Lattice),
    Histogram(Source, Bins),
    Own(Zeroizing<Vec<i64>>),
}

/// A column by its place, name and type, so that another table is noticed.
pub(crate) struct Source {
    pub(crate) index: usize,
    pub(crate) name: String,
    pub(crate) column_type: ColumnType,
}

/// Checks what `draft` says of an attribute, against a dataset's columns and privacy unit; no data is looked at but the
/// owner's own numbers.
///
/// # Errors
/// The first thing in the draft that is missing, malformed, does not belong to its kind, or leads to a sensitivity
/// beyond 2^40.
pub fn plan(draft: &ListingDraft, columns: &[(String, ColumnType)], unit: &Unit) -> Result<Plan> {
    let kind = draft::kind(draft)?;
    draft::only_what_belongs(draft, kind)?;
    if unit.rows_per_unit == 0 {
        return Err(Error::usage(
            ErrorCode::RowsPerPerson,
            "A privacy unit cannot have 0 rows.",
        )
        .hint("K is a whole number from 1 on."));
    }
    let filters = draft
        .filters
        .iter()
        .filter(|text| !text.trim().is_empty())
        .map(|text| Filter::parse(text, columns))
        .collect::<Result<Vec<_>>>()?;
    let proposal = Planner {
        draft,
        columns,
        unit,
    }
    .propose(kind)?;
    let mut shape = proposal.shape;
    shape.sensitivity = checked_sensitivity(proposal.sensitivity)?;
    if shape.labels.len() > MAX_COORDINATES {
        return Err(Error::usage(
            ErrorCode::TooManyValues,
            format!(
                "The attribute has {} values; at most {MAX_COORDINATES} are taken.",
                shape.labels.len()
            ),
        )
        .hint("Sell it as several listings."));
    }
    let query = QueryParts {
        of: proposal.query,
        conditions: filters.iter().map(Filter::in_parts).collect(),
    };
    Ok(Plan {
        shape,
        query,
        filters,
        recipe: proposal.recipe,
    })
}

fn checked_sensitivity(steps: Option<i128>) -> Result<u64> {
    match steps.and_then(|d| u64::try_from(d).ok()) {
        Some(0) => Err(Error::usage(
            ErrorCode::StepTooCoarse,
            "The step is so coarse that every value within the bounds is 0 steps.",
        )
        .hint("Choose a smaller --step.")),
        Some(d) if d <= MAX_SENSITIVITY => Ok(d),
        _ => Err(Error::usage(
            ErrorCode::SensitivityTooLarge,
            "The step is so fine that one privacy unit moves the result by more than 2^40 steps.",
        )
        .hint("Choose a larger --step: far below the noise it adds no accuracy.")
        .hint("Or narrower --bounds, or fewer rows per person.")),
    }
}

impl Plan {
    /// What of the attribute is public: kind, unit, labels, step, bounds, D.
    pub fn shape(&self) -> &ListingShape {
        &self.shape
    }

    /// The query; in words by its `to_string`.
    pub fn query(&self) -> &QueryParts {
        &self.query
    }

    /// x, in lattice steps, one a label. It is secret: the caller wipes it. `table` is the dataset, bounded by person; none
    /// for the owner's own numbers.
    ///
    /// # Errors
    /// A table that is not the one planned for, a coordinate beyond 2^53, and, for a mean whose number of rows is stated, a
    /// table with another number of rows that count.
    pub fn compute(&self, table: Option<&Table>) -> Result<Vec<i64>> {
        self.compute_with(table, &Stage::silent())
    }

    /// The places of the columns that x is computed from.
    pub(crate) fn columns(&self) -> Vec<usize> {
        let filtered = self.filters.iter().map(|filter| filter.column().0);
        let source = match &self.recipe {
            Recipe::Sum(source, _) | Recipe::Mean(source, _) | Recipe::Histogram(source, _) => {
                Some(source.index)
            }
            Recipe::Count | Recipe::Own(_) => None,
        };
        filtered.chain(source).collect()
    }

    /// As [`Plan::compute`]; `stage` is told of rows.
    ///
    /// # Errors
    /// As there; `stopped`.
    pub(crate) fn compute_with(
        &self,
        table: Option<&Table>,
        stage: &Stage<'_>,
    ) -> Result<Vec<i64>> {
        let sums = match (&self.recipe, table) {
            (Recipe::Own(values), None) => return Ok(values.to_vec()),
            (Recipe::Own(_), Some(_)) | (_, None) => return Err(other_table()),
            (recipe, Some(table)) => {
                for filter in &self.filters {
                    let (index, name, column_type) = filter.column();
                    same_column(table, index, name, column_type)?;
                }
                let mut stopped = Ok(());
                let rows = (0..table.rows())
                    .take_while(|row| {
                        if row.is_multiple_of(TOLD) {
                            stopped = stage.tell(*row as u64);
                        }
                        stopped.is_ok()
                    })
                    .filter(|row| self.filters.iter().all(|f| f.matches(table, *row)));
                let sums = self.sums(recipe, table, rows);
                stopped?;
                sums?
            }
        };
        sums.into_iter()
            .map(|x| {
                i64::try_from(x)
                    .ok()
                    .filter(|x| i128::from(x.unsigned_abs()) <= MAX_COORDINATE)
                    .ok_or_else(|| {
                        Error::refused(
                            ErrorCode::ValueTooLarge,
                            "The result is more than 2^53 steps away from 0.",
                        )
                        .hint("Choose a larger --step.")
                    })
            })
            .collect()
    }

    fn sums(
        &self,
        recipe: &Recipe,
        table: &Table,
        rows: impl Iterator<Item = usize>,
    ) -> Result<Vec<i128>> {
        match recipe {
            Recipe::Own(_) => Err(other_table()),
            Recipe::Count => Ok(vec![rows.map(|_| 1).sum()]),
            Recipe::Sum(source, lattice) => {
                let column = source.of(table)?;
                let steps = rows.filter_map(|row| column.cell(row).number());
                Ok(vec![steps.map(|number| lattice.steps(&number)).sum()])
            }
            Recipe::Mean(source, lattice) => {
                let column = source.of(table)?;
                let (mut sum, mut count) = (0, 0);
                for number in rows.filter_map(|row| column.cell(row).number()) {
                    sum += lattice.deviation(&number);
                    count += 1;
                }
                if self.shape.labels.len() == 2 {
                    return Ok(vec![sum, count * lattice.half_range_steps()]);
                }
                match self.shape.public_rows {
                    Some(stated) if i128::from(stated) == count => Ok(vec![sum]),
                    _ => Err(Error::refused(
                        ErrorCode::PublicRows,
                        format!(
                            "{count} rows have a value and pass the filter, which is not the number that --public-rows states."
                        ),
                    )
                    .hint("Leave --public-rows out: the count is then released with noise, at the same sensitivity.")),
                }
            }
            Recipe::Histogram(source, bins) => {
                let column = source.of(table)?;
                let mut counts = vec![0; self.shape.labels.len()];
                for row in rows {
                    let bin = bins.of(column.cell(row), counts.len());
                    if let Some(count) = counts.get_mut(bin) {
                        *count += 1;
                    }
                }
                Ok(counts)
            }
        }
    }
}

impl Source {
    fn of<'a>(&self, table: &'a Table) -> Result<&'a Column> {
        same_column(table, self.index, &self.name, self.column_type)
    }
}

/// The column at `index`, if it is the one that was planned for.
fn same_column<'a>(
    table: &'a Table,
    index: usize,
    name: &str,
    column_type: ColumnType,
) -> Result<&'a Column> {
    table
        .columns()
        .get(index)
        .filter(|column| column.name() == name && column.column_type() == column_type)
        .ok_or_else(other_table)
}

fn other_table() -> Error {
    Error::failed(
        ErrorCode::OtherTable,
        "The attribute was stated for a dataset with other columns.",
    )
    .hint("State it again for this dataset.")
}
