//! Bank files of the shared cases: templates that are filled in, and the forms in which banks send
//! them. For the tests of several crates.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test binary uses a part of this; a test may panic"
)]

use std::{
    fs,
    io::{Cursor, Write},
};

use zip::{CompressionMethod, ZipWriter, write::SimpleFileOptions};

use super::files::shared_case;

/// Day of each booking of [`bank_case`].
pub(crate) const BOOKED_ON: &str = "2026-11-20";

/// Returns a bank file of the shared cases with the references of two orders and [`BOOKED_ON`].
pub(crate) fn bank_case(name: &str, references: [&str; 2]) -> Option<Vec<u8>> {
    let mut content = fs::read(shared_case(name)?).unwrap();
    for (mark, value) in [
        ("@REF1@", references[0]),
        ("@REF2@", references[1]),
        ("@DAY@", BOOKED_ON),
        ("@YYYY-MM-DD@", BOOKED_ON),
        ("@DD.MM.YYYY@", "20.11.2026"),
        ("@DDMMYY@", "20.11.26"),
        ("@DD/MM/YYYY@", "20/11/2026"),
        ("@YYYYMMDD@", "20261120"),
        ("@D Mon YYYY@", "20 Nov 2026"),
        ("@D-Mon-YY@", "20-Nov-26"),
    ] {
        let mark = mark.as_bytes();
        while let Some(at) = content.windows(mark.len()).position(|part| part == mark) {
            content.splice(at..at + mark.len(), value.bytes());
        }
    }
    Some(content)
}

/// Returns a ZIP archive of these files.
pub(crate) fn archive(files: &[(&str, &[u8])], method: CompressionMethod) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let options = SimpleFileOptions::default().compression_method(method);
        writer.start_file(*name, options).unwrap();
        writer.write_all(content).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// Returns a ZIP archive in which a statement is there twice.
pub(crate) fn packed_twice(statement: &[u8]) -> Vec<u8> {
    let files = [("1.xml", statement), ("2.xml", statement)];
    archive(&files, CompressionMethod::Stored)
}

/// Returns a text of UTF-8 in UTF-16LE with a byte order mark.
pub(crate) fn utf16le(content: &[u8]) -> Vec<u8> {
    let text = format!("\u{feff}{}", str::from_utf8(content).unwrap());
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Returns a text of UTF-8 in Windows-1250. Of other letters than ASCII it has those of Polish.
pub(crate) fn windows_1250(content: &[u8]) -> Vec<u8> {
    let letters = "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ";
    let bytes = b"\xb9\xe6\xea\xb3\xf1\xf3\x9c\x9f\xbf\xa5\xc6\xca\xa3\xd1\xd3\x8c\x8f\xaf";
    let byte_of = |c: char| match letters.chars().position(|one| one == c) {
        Some(place) => bytes[place],
        None => u8::try_from(c).ok().filter(u8::is_ascii).unwrap(),
    };
    let text = str::from_utf8(content).unwrap();
    text.chars().map(byte_of).collect()
}
