//! Sources of rows, from which questions are evaluated and datasets are stored.

use std::borrow::Cow;

use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::QueryHint;
use crate::messages::{FileFlaw, FileMessage};
use crate::progress::RowProgress;
use crate::table::{Column, Table};

/// Rows of a batch, 2^16: the most that a pass over a file holds in memory.
pub const BATCH: usize = 1 << 16;

/// A source of rows: named, typed columns, whose rows come in batches in a fixed order.
///
/// Read them with [`each_batch`], which checks the batches.
pub trait Rows {
    /// Returns a table without rows that has the columns of the source: their names, types and
    /// forms.
    ///
    /// # Errors
    /// `broken-table`.
    fn layout(&self) -> Result<Table>;

    /// Returns the number of rows.
    fn count(&self) -> u64;

    /// Calls `take` with all rows in order, in batches that have all columns. The cells of
    /// `columns` (by their places) are read; the other cells may be unread. Each call gives the
    /// same rows. `progress` receives how much was read, in bytes or rows.
    ///
    /// # Errors
    /// Errors of the source; the first error of `take`, which ends the pass; [`Error::Stopped`].
    fn batches(
        &self,
        columns: &[usize],
        progress: &RowProgress<'_>,
        take: &mut dyn FnMut(Cow<'_, Table>) -> Result<()>,
    ) -> Result<()>;
}

/// Calls `take` with all rows of a source in order, some at a time, as [`Rows::batches`] does. An
/// error of `take` ends the pass and is returned as it is.
///
/// # Errors
/// Errors of the source and of `take`; `broken-table` if the source gives other columns, or another
/// number of rows, than it stated, or leaves one of `columns` unread; [`Error::Stopped`].
pub fn each_batch<E: From<Error>>(
    rows: &dyn Rows,
    columns: &[usize],
    progress: &RowProgress<'_>,
    mut take: impl FnMut(&Table) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    each_owned_batch(rows, columns, progress, |batch| take(&batch))
}

/// Calls `take` as [`each_batch`] does, with batches that may be kept.
///
/// # Errors
/// As [`each_batch`].
pub fn each_owned_batch<E: From<Error>>(
    rows: &dyn Rows,
    columns: &[usize],
    progress: &RowProgress<'_>,
    mut take: impl FnMut(Cow<'_, Table>) -> std::result::Result<(), E>,
) -> std::result::Result<(), E> {
    let layout = rows.layout()?;
    let mut given = 0;
    let mut failure = None;
    let passed = rows.batches(columns, progress, &mut |batch| {
        let is_read = |index: &usize| batch.columns().get(*index).is_some_and(Column::is_read);
        if failure.is_some() {
            return Err(Error::Stopped);
        }
        if !batch.has_columns_of(&layout) || !columns.iter().all(is_read) {
            return Err(other_rows());
        }
        given += batch.rows() as u64;
        take(batch).map_err(|error| {
            failure = Some(error);
            Error::Stopped
        })
    });
    if let Some(failure) = failure {
        return Err(failure);
    }
    passed?;
    if given == rows.count() {
        Ok(())
    } else {
        Err(other_rows().into())
    }
}

/// Reads all rows of a source into memory.
///
/// # Errors
/// As [`each_batch`]; `column-too-large`.
pub(crate) fn read_whole(rows: &dyn Rows) -> Result<Table> {
    let mut whole = rows.layout()?;
    let columns: Vec<usize> = (0..whole.columns().len()).collect();
    each_batch(rows, &columns, &RowProgress::silent(), |batch| {
        whole.append(batch)
    })?;
    Ok(whole)
}

fn other_rows() -> Error {
    Error::failed(
        QueryErrorCode::BrokenTable,
        FileMessage::StoredTable {
            problem: FileFlaw::OtherRows.into(),
        },
    )
    .hint(QueryHint::ImportAgainOrRestore)
}

/// The table in memory, which is one batch.
impl Rows for Table {
    fn layout(&self) -> Result<Table> {
        Ok(self.without_rows())
    }

    fn count(&self) -> u64 {
        self.rows() as u64
    }

    fn batches(
        &self,
        _: &[usize],
        _: &RowProgress<'_>,
        take: &mut dyn FnMut(Cow<'_, Table>) -> Result<()>,
    ) -> Result<()> {
        take(Cow::Borrowed(self))
    }
}
