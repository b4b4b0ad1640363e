//! What files of stored values have in common: Parquet files and workbooks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use poundwise_words::Text;

use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::QueryFault;
use crate::form::TableFileKind;
use crate::hint::QueryHint;
use crate::messages::{FileMessage, RowPlace};
use crate::progress::RowProgress;

use super::record::{MAX_CELL, MAX_ROW, Record};

/// A file of stored values. Its records have places: 0 for the names of the columns of a Parquet
/// file, and the number of the row otherwise.
pub(super) trait Stored {
    fn name(&self) -> &str;

    fn kind(&self) -> TableFileKind;

    /// Returns the number of bytes.
    fn length(&self) -> u64;

    /// Calls `each` with every record. `progress` receives the bytes read.
    ///
    /// # Errors
    /// Faults of the file; the first error of `each`, which ends the pass; [`Error::Stopped`].
    fn pass(
        &self,
        progress: &RowProgress<'_>,
        each: &mut dyn FnMut(&Record) -> Result<()>,
    ) -> Result<()>;
}

/// Runs a reader that asserts, rather than errs, on some damaged files. Returns `None` if it does.
pub(super) fn guarded<T>(read: impl FnOnce() -> Option<T>) -> Option<T> {
    catch_unwind(AssertUnwindSafe(read)).ok().flatten()
}

/// Returns the error of a file that cannot be read to its end.
pub(super) fn damaged(path: &Path, why: impl Into<Text>) -> Error {
    Error::refused(
        QueryErrorCode::FileDamaged,
        FileMessage::Damaged {
            file: path.display().to_string(),
            why: why.into(),
        },
    )
    .hint(QueryHint::GetFileAgain)
    .hint(QueryHint::ExportAsCsv)
}

pub(super) fn too_large(name: &str, most: u64) -> Error {
    let size = match most >> 30 {
        0 => format!("{} MiB", most >> 20),
        gibibytes => format!("{gibibytes} GiB"),
    };
    Error::refused(
        QueryErrorCode::FileTooLarge,
        FileMessage::TooLarge {
            file: name.to_owned(),
            size,
        },
    )
    .hint(QueryHint::SplitFile)
    .at(QueryFault::TooManyBytes {
        most,
        numbers: None,
    })
}

/// Returns the error of a stored cell that is too large.
pub(super) fn cell_too_large(name: &str, place: RowPlace, column: &str) -> Error {
    Error::refused(
        QueryErrorCode::CsvCellTooLarge,
        FileMessage::LargeCell {
            file: name.to_owned(),
            place,
            column: column.to_owned(),
            cell: MAX_CELL >> 20,
            row: MAX_ROW >> 20,
        },
    )
    .hint(QueryHint::LeaveOutColumns)
    .at(QueryFault::TooManyBytes {
        most: MAX_CELL as u64,
        numbers: None,
    })
}
