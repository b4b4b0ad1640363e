//! A file of rows, and one that says what its columns hold, before anything of them is stored.

use std::path::Path;

use poundwise_query::{Header, Schema, schema::record};

use crate::{
    error::Result,
    files::read_file,
    view::{ContributingRows, CsvPreview, SeenValues},
    work::{Step, Work},
};

/// The largest file with a schema.
const MAX_SCHEMA: u64 = 64 << 20;

/// What a file holds and the types that are proposed for its columns. `work` is told of the file's
/// bytes.
///
/// # Errors
/// What is wrong with the file, with its line and column; `stopped`.
pub fn preview_csv(file: &Path, header: &Header, work: &Work<'_>) -> Result<CsvPreview> {
    work.stage(Step::Check, 0)
        .query(|progress| poundwise_query::preview(file, header, progress))
}

/// The values that a column of a file has, with the warning that goes with them, for an owner who
/// asks. `work` is told of the file's bytes.
///
/// # Errors
/// As [`preview_csv`]; `unknown-column`; `too-many-values`.
pub fn seen_values(
    file: &Path,
    header: &Header,
    column: &str,
    work: &Work<'_>,
) -> Result<SeenValues> {
    work.stage(Step::Check, 0)
        .query(|progress| poundwise_query::seen_values(file, header, column, progress))
}

/// Returns how many rows of a file a question without conditions would use if `column` named the
/// privacy unit, of which at most `rows_per_unit` rows count. For the owner alone, before an import
/// is settled. `work` is told of the file's bytes.
///
/// # Errors
/// As [`preview_csv`]; `unknown-column`.
pub fn contributing_rows(
    file: &Path,
    header: &Header,
    schema: Option<&Schema>,
    column: &str,
    rows_per_unit: u64,
    work: &Work<'_>,
) -> Result<ContributingRows> {
    work.stage(Step::Check, 0).query(|progress| {
        poundwise_query::contributing_rows(file, header, schema, column, rows_per_unit, progress)
    })
}

/// What a file says of a table's columns, in the JSON form.
///
/// # Errors
/// The file cannot be read or is larger than 64 MiB; `schema`.
pub fn read_schema(file: &Path) -> Result<Schema> {
    let bytes = read_file(file, MAX_SCHEMA)?;
    Ok(Schema::from_file(&file.display().to_string(), &bytes)?)
}

/// The names in one line of CSV, such as a header.
///
/// # Errors
/// `schema`.
pub fn column_names(line: &str) -> Result<Vec<String>> {
    Ok(record(line)?)
}
