//! Rows of a CSV text, by the character between their fields.

use std::borrow::Cow;

use csv::{ByteRecord, ReaderBuilder};

use crate::StatementError;

/// Characters that banks put between fields.
pub(crate) const DELIMITERS: [u8; 4] = [b';', b',', b'\t', b'|'];
/// The most columns.
const MAX_COLUMNS: usize = 200;

/// Returns the text of a file: UTF-8, or Latin-1 with the euro where Windows has it, as banks'
/// exports are.
pub(crate) fn text_of(bytes: &[u8]) -> Result<Cow<'_, str>, StatementError> {
    if bytes.len() > crate::MAX_STATEMENT {
        return Err(StatementError::TooLarge);
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    if bytes.contains(&0) {
        return Err(StatementError::Binary);
    }
    Ok(match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(
            bytes
                .iter()
                .map(|byte| match byte {
                    0x80 => '€',
                    byte => char::from(*byte),
                })
                .collect(),
        ),
    })
}

/// Returns the rows of a text, whose fields have no space around them, each with the byte from
/// which on it was read.
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
                .map(|field| String::from_utf8_lossy(field).trim().to_owned())
                .collect();
            (at, row)
        })
    })
}
