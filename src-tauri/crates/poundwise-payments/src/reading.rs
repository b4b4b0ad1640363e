//! A statement, read from the bytes of its file.

use crate::{CsvColumns, Statement, StatementError, camt, csv};

/// The largest statement that is read, in bytes.
pub const MAX_STATEMENT: usize = 32 << 20;

impl Statement {
    /// Returns whether a file is read by columns that were chosen, as CSV is: CAMT needs none.
    #[must_use]
    pub fn needs_columns(bytes: &[u8]) -> bool {
        !is_xml(bytes)
    }

    /// Reads a statement: CAMT.052, 053 or 054 as it is, CSV with the columns that were chosen.
    ///
    /// # Errors
    /// Not one of them, not whole, or beyond its bounds. Entries that cannot be read are counted.
    pub fn read(bytes: &[u8], columns: Option<&CsvColumns>) -> Result<Self, StatementError> {
        if bytes.len() > MAX_STATEMENT {
            return Err(StatementError::TooLarge);
        }
        if is_xml(bytes) {
            let text = std::str::from_utf8(bytes).map_err(|_| StatementError::Encoding)?;
            camt::read(text)
        } else {
            csv::read(bytes, columns.ok_or(StatementError::NoColumns)?)
        }
    }
}

/// Returns whether a file begins as XML does.
fn is_xml(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    first == Some(&b'<') || bytes.starts_with(b"\xff\xfe<") || bytes.starts_with(b"\xfe\xff\0<")
}
