//! The footer of a Parquet file, checked before the Parquet reader sees it. That reader allocates
//! and recurses as far as a schema says.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

use poundwise_documents::values::thrift::{self, Struct, ThriftValue};

use crate::messages::FileFlaw;

/// The longest footer.
const MAX_FOOTER: u64 = 32 << 20;
/// The deepest nesting of columns.
const MAX_DEPTH: usize = 64;
/// Length of the footer's length and of the mark at the end.
const END: u64 = 8;

// Fields of structs in parquet.thrift.
const FILE_SCHEMA: i16 = 2;
const ELEMENT_CHILDREN: i16 = 5;

/// Checks the footer of a file of this length. Returns what is wrong with it.
///
/// # Errors
/// I/O errors.
pub(super) fn check(file: &File, length: u64) -> io::Result<Option<FileFlaw>> {
    let mut from = file;
    let Some(end) = length.checked_sub(END) else {
        return Ok(Some(FileFlaw::TooShort));
    };
    from.seek(SeekFrom::Start(end))?;
    let mut last = [0; 8];
    from.read_exact(&mut last)?;
    let [a, b, c, d, mark @ ..] = last;
    if mark != *b"PAR1" {
        return Ok(Some(FileFlaw::EndMissing));
    }
    let size = u64::from(u32::from_le_bytes([a, b, c, d]));
    let Some(start) = end.checked_sub(size) else {
        return Ok(Some(FileFlaw::FooterBeyondFile));
    };
    if size > MAX_FOOTER {
        return Ok(Some(FileFlaw::FooterTooLong));
    }
    from.seek(SeekFrom::Start(start))?;
    let mut footer = Vec::new();
    from.take(size).read_to_end(&mut footer)?;
    let footer = thrift::read(&mut footer.as_slice()).is_some_and(|footer| is_sound(&footer));
    Ok((!footer).then_some(FileFlaw::FooterDamaged))
}

/// Returns whether the columns of a schema have as many parts as they say, and are not too deep.
fn is_sound(footer: &Struct<'_>) -> bool {
    let Some(elements) = footer.list(FILE_SCHEMA) else {
        return false;
    };
    // Columns that are still to come, of each group that is open.
    let mut open: Vec<usize> = Vec::new();
    for (place, element) in elements.iter().enumerate() {
        let ThriftValue::Struct(element) = element else {
            return false;
        };
        match open.last_mut() {
            Some(left) => *left -= 1,
            None if place > 0 => return false,
            None => {}
        }
        let children = element.int(ELEMENT_CHILDREN).unwrap_or(0);
        let Ok(children) = usize::try_from(children) else {
            return false;
        };
        if children > elements.len() || open.len() > MAX_DEPTH {
            return false;
        }
        open.push(children);
        while open.last() == Some(&0) {
            open.pop();
        }
    }
    open.is_empty() && !elements.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns whether a schema is sound whose elements have these numbers of children.
    fn is_sound_with(children: &[u8]) -> bool {
        // Field 2: a list of structs, each with the integer 5, doubled.
        let mut bytes = vec![0x29, 0xfc, u8::try_from(children.len()).unwrap_or(0)];
        for count in children {
            bytes.extend([0x55, count * 2, 0]);
        }
        bytes.push(0);
        thrift::read(&mut bytes.as_slice()).is_some_and(|footer| is_sound(&footer))
    }

    #[test]
    fn a_schema_has_the_columns_that_its_groups_state() {
        assert!(is_sound_with(&[2, 0, 0]));
        assert!(is_sound_with(&[2, 1, 0, 0]));
        for children in [&[][..], &[2, 0], &[1, 0, 0], &[60, 0], &[0, 0]] {
            assert!(!is_sound_with(children), "{children:?}");
        }
        let mut deep = vec![1; 60];
        deep.push(0);
        assert!(is_sound_with(&deep));
        let mut deep = vec![1; 70];
        deep.push(0);
        assert!(!is_sound_with(&deep));
    }
}
