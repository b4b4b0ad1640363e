//! A file of rows, and one that says what its columns hold, before anything of them is stored.

use std::path::Path;

use poundwise_documents::units::{Decimal, Period};
use poundwise_query::{Schema, TableForm, schema::record};

use crate::{
    error::{Error, NumberOf, QueryErrorCode, Result},
    files::read_file,
    hint::Hint,
    messages::CodebookMessage,
    typed::decimal,
    view::{ContributingRows, CsvPreview, SeenValues},
    work::{Work, WorkStep},
};

/// The largest file with a codebook.
const MAX_CODEBOOK: u64 = 16 << 20;
/// The largest file with a schema.
const MAX_SCHEMA: u64 = 64 << 20;

/// Returns the content of a file and the types that are proposed for its columns. `work` receives
/// the file's bytes.
///
/// # Errors
/// What is wrong with the file, with its line and column; `stopped`.
pub fn preview_csv(file: &Path, form: &TableForm, work: &Work<'_>) -> Result<CsvPreview> {
    work.stage(WorkStep::Check, 0)
        .query(|progress| poundwise_query::preview(file, form, progress))
}

/// Returns the values that a column of a file has, with the warning that goes with them, for an
/// owner who asks. `work` receives the file's bytes.
///
/// # Errors
/// As [`preview_csv`]; `unknown-column`; `too-many-values`.
pub fn seen_values(
    file: &Path,
    form: &TableForm,
    column: &str,
    work: &Work<'_>,
) -> Result<SeenValues> {
    work.stage(WorkStep::Check, 0)
        .query(|progress| poundwise_query::seen_values(file, form, column, progress))
}

/// Returns the values that a codebook lists, in its order: codes without their meanings.
///
/// # Errors
/// `no-bins`, `too-many-values`.
pub fn codebook(text: &str) -> Result<Vec<String>> {
    Ok(poundwise_query::codebook(text)?)
}

/// Returns the values as [`codebook`], of a file.
///
/// # Errors
/// What is wrong with the file; `file-not-utf8`.
pub fn read_codebook(file: &Path) -> Result<Vec<String>> {
    codebook(&read_text(file)?)
}

/// Returns the text of a file with a codebook.
///
/// # Errors
/// The file cannot be read or is larger than 16 MiB; `file-not-utf8`.
pub fn read_text(file: &Path) -> Result<String> {
    let bytes = read_file(file, MAX_CODEBOOK)?;
    String::from_utf8(bytes).map_err(|_| {
        Error::usage(
            QueryErrorCode::FileNotUtf8,
            CodebookMessage::NotUtf8 {
                file: file.to_owned(),
            },
        )
        .hint(Hint::Query(poundwise_query::QueryHint::SaveAsUtf8))
    })
}

/// Returns the edges of bands of one width between two ends, all decimals as typed.
///
/// # Errors
/// `not-a-number`, `edges`, `too-many-values`.
pub fn bands(low: &str, high: &str, width: &str) -> Result<Vec<Decimal>> {
    Ok(poundwise_query::bands(
        decimal(NumberOf::From, low)?,
        decimal(NumberOf::To, high)?,
        decimal(NumberOf::Width, width)?,
    )?)
}

/// Returns the periods of one unit from one to another, such as the months from `2026-01` to
/// `2026-12`.
///
/// # Errors
/// `periods`, `too-many-values`.
pub fn periods(first: &str, last: &str) -> Result<Vec<Period>> {
    Ok(poundwise_query::periods(first, last)?)
}

/// Returns the number of rows of a file that a question without conditions would use if `column`
/// named the privacy unit, of which at most `rows_per_unit` rows count. For the owner alone, before
/// an import is settled. `work` receives the file's bytes.
///
/// # Errors
/// As [`preview_csv`]; `unknown-column`.
pub fn contributing_rows(
    file: &Path,
    form: &TableForm,
    schema: Option<&Schema>,
    column: &str,
    rows_per_unit: u64,
    work: &Work<'_>,
) -> Result<ContributingRows> {
    work.stage(WorkStep::Check, 0).query(|progress| {
        poundwise_query::contributing_rows(file, form, schema, column, rows_per_unit, progress)
    })
}

/// Returns the declarations of a table's columns in a file, in the JSON form.
///
/// # Errors
/// The file cannot be read or is larger than 64 MiB; `schema`.
pub fn read_schema(file: &Path) -> Result<Schema> {
    let bytes = read_file(file, MAX_SCHEMA)?;
    Ok(Schema::from_file(&file.display().to_string(), &bytes)?)
}

/// Returns the names in one line of CSV, such as a header.
///
/// # Errors
/// `schema`.
pub fn column_names(line: &str) -> Result<Vec<String>> {
    Ok(record(line)?)
}
