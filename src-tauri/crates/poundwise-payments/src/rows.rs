//! Rows of a CSV text, by the character between their fields.

use csv::{ByteRecord, ReaderBuilder};

/// Characters that banks put between fields.
pub(crate) const DELIMITERS: [u8; 4] = [b';', b',', b'\t', b'|'];
/// The most columns.
const MAX_COLUMNS: usize = 200;

/// Returns the rows of a text, each with the byte from which on it was read. The fields have no
/// space around them, and no `="..."`, by which banks keep spreadsheets from changing them.
pub(crate) fn records(text: &[u8], delimiter: u8) -> impl Iterator<Item = (usize, Vec<String>)> {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .from_reader(text);
    let mut record = ByteRecord::new();
    std::iter::from_fn(move || {
        // What is in memory cannot fail, and rows may be of any length.
        let at = usize::try_from(reader.position().byte()).unwrap_or(usize::MAX);
        matches!(reader.read_byte_record(&mut record), Ok(true)).then(|| {
            let row = record
                .iter()
                .take(MAX_COLUMNS)
                .map(|field| unwrapped(String::from_utf8_lossy(field).trim()))
                .collect();
            (at, row)
        })
    })
}

/// Returns the text in `="..."`, or a text as it is.
fn unwrapped(field: &str) -> String {
    let inner = field
        .strip_prefix("=\"")
        .and_then(|rest| rest.strip_suffix('"'));
    match inner {
        Some(inner) => inner.replace("\"\"", "\"").trim().to_owned(),
        None => field.to_owned(),
    }
}
