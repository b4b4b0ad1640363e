//! The owner's own numbers: one typed, or a file with one a line.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::error::{Error, ErrorCode, Result};
use crate::hint::Hint;

use super::number::Number;

/// The largest file of numbers.
const MAX_BYTES: u64 = 64 << 20;

/// Returns a number as typed.
pub(crate) fn number(option: &str, text: &str) -> Result<Number> {
    Number::parse(text.trim()).ok_or_else(|| {
        Error::usage(
            ErrorCode::NotANumber,
            format!("{option}: '{text}' is not a number."),
        )
        .hint(Hint::WriteNumberWithin)
    })
}

/// Returns the numbers in the file at `path`, one a line; at most `limit`.
///
/// # Errors
/// The file cannot be read or is too large, a line is empty or holds anything but one number, there
/// are too many.
pub(crate) fn numbers(path: &Path, limit: usize) -> Result<Vec<Number>> {
    let name = path.display();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes))
        .map_err(|problem| Error::unreadable(path, problem))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(Error::refused(
            ErrorCode::FileTooLarge,
            format!("{name} is larger than 64 MiB."),
        )
        .hint(Hint::VectorLength { most: limit }));
    }
    let text = String::from_utf8(bytes).map_err(|_| {
        Error::refused(ErrorCode::FileNotUtf8, format!("{name} is not UTF-8 text."))
            .hint(Hint::GiveNumbersFile)
    })?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let mut numbers = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let cell = line.trim();
        let number = Number::parse(cell).ok_or_else(|| {
            let what = if cell.is_empty() {
                "is empty".to_owned()
            } else {
                format!("holds '{cell}', which is not a number")
            };
            Error::refused(
                ErrorCode::NotANumber,
                format!("{name}: line {} {what}.", index + 1),
            )
            .hint(Hint::WriteOneNumberALine)
        })?;
        numbers.push(number);
        if numbers.len() > limit {
            return Err(Error::refused(
                ErrorCode::TooManyValues,
                format!("{name} has more than {limit} numbers."),
            )
            .hint(Hint::SellAsSeveral));
        }
    }
    if numbers.is_empty() {
        return Err(
            Error::refused(ErrorCode::FileEmpty, format!("{name} holds no number."))
                .hint(Hint::WriteOneNumberALine),
        );
    }
    Ok(numbers)
}
