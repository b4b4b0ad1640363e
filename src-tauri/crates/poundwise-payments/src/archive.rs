//! Statements in a ZIP archive, as banks and EBICS give them. An archive is a stranger's: the
//! number of its files and their whole size are bounded before they are decompressed.

use std::{
    borrow::Cow,
    io::{Cursor, Read},
};

use zip::{CompressionMethod, ZipArchive};

use crate::{
    ArchiveFault, MAX_STATEMENT, StatementError,
    text::{ForeignFormat, is_xml},
};

/// The most files of an archive.
const MAX_FILES: usize = 1000;

/// Returns whether a file begins as a ZIP archive does.
pub(crate) fn is_archive(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") || bytes.starts_with(b"PK\x05\x06")
}

/// Returns the bytes of a statement: those of the file, or of the first statement in an archive.
pub(crate) fn content(bytes: &[u8]) -> Result<Cow<'_, [u8]>, StatementError> {
    if bytes.len() > MAX_STATEMENT {
        return Err(StatementError::TooLarge);
    }
    if !is_archive(bytes) {
        return Ok(Cow::Borrowed(bytes));
    }
    let first = files(bytes)?.into_iter().next();
    first
        .map(|(_, content)| Cow::Owned(content))
        .ok_or(StatementError::Archive(ArchiveFault::Empty))
}

/// Returns names and contents of the statements in an archive. Folders, pages and what a Mac adds
/// are skipped.
pub(crate) fn files(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, StatementError> {
    let broken = |_| StatementError::Archive(ArchiveFault::Damaged);
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(broken)?;
    if archive.len() > MAX_FILES {
        return Err(StatementError::Archive(ArchiveFault::TooManyFiles));
    }
    let is_workbook = archive
        .file_names()
        .any(|name| name.is_ok_and(|name| name == "[Content_Types].xml"));
    if is_workbook {
        return Err(StatementError::Foreign(ForeignFormat::Excel));
    }
    let mut room = MAX_STATEMENT as u64;
    let mut files = Vec::new();
    for place in 0..archive.len() {
        let raw = archive.by_index_raw(place).map_err(broken)?;
        if raw.encrypted() {
            return Err(StatementError::Archive(ArchiveFault::Password));
        }
        let is_known = matches!(
            raw.compression(),
            CompressionMethod::Stored | CompressionMethod::Deflated
        );
        if !is_known {
            return Err(StatementError::Archive(ArchiveFault::Compression));
        }
        let name = raw.name().map_err(broken)?.into_owned();
        let is_skipped = raw.is_dir() || name.starts_with("__MACOSX/");
        drop(raw);
        if is_skipped {
            continue;
        }
        let file = archive.by_index(place).map_err(broken)?;
        let mut content = Vec::new();
        // The stated size is a stranger's word.
        let read = file.take(room + 1).read_to_end(&mut content);
        read.map_err(|_| StatementError::Archive(ArchiveFault::Damaged))?;
        room = room
            .checked_sub(content.len() as u64)
            .ok_or(StatementError::TooLarge)?;
        if is_archive(&content) {
            return Err(StatementError::Archive(ArchiveFault::Nested));
        }
        if is_xml(&content) || ForeignFormat::of(&content) != Some(ForeignFormat::Pdf) {
            files.push((name.chars().take(100).collect(), content));
        }
    }
    Ok(files)
}
