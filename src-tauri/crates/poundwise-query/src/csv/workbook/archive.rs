//! The ZIP archive of a workbook, checked before its parts are read. The sizes that an archive
//! states are a stranger's word: each part is unpacked once, and counted.

use std::fs::File;
use std::io::{self, BufReader, Read};

use quick_xml::Reader;
use quick_xml::events::Event;
use zip::ZipArchive;

use crate::messages::FileFlaw;

/// The most bytes of parts, unpacked.
#[derive(Clone, Copy)]
struct Limits {
    /// Of all parts.
    whole: u64,
    /// Of a part that is kept in memory: any but a sheet.
    kept: u64,
}

const LIMITS: Limits = Limits {
    whole: 4 << 30,
    kept: 512 << 20,
};
/// The parts with the sheets, which are read row by row, and those that are not read.
const NOT_KEPT: [&str; 5] = [
    "xl/worksheets/",
    "xl/media/",
    "xl/embeddings/",
    "pictures/",
    "content.xml",
];

/// Checks the parts of a workbook. Returns what is wrong with them.
pub(super) fn check(file: &File) -> Result<(), FileFlaw> {
    check_within(file, LIMITS)
}

fn check_within(file: &File, limits: Limits) -> Result<(), FileFlaw> {
    let damaged = |problem: zip::result::ZipError| FileFlaw::ArchiveUnreadable {
        why: problem.to_string(),
    };
    let mut archive = ZipArchive::new(BufReader::new(file)).map_err(damaged)?;
    let mut whole = 0u64;
    for place in 0..archive.len() {
        let part = archive.by_index(place).map_err(damaged)?;
        let name = part.name().map_err(damaged)?.into_owned();
        let lower = name.replace('\\', "/").to_ascii_lowercase();
        let is_kept = !NOT_KEPT.iter().any(|not_kept| lower.starts_with(not_kept));
        let most = if is_kept { limits.kept } else { limits.whole };
        let size = io::copy(&mut part.take(most + 1), &mut io::sink()).map_err(|problem| {
            FileFlaw::PartUnreadable {
                part: name.clone(),
                why: problem.to_string(),
            }
        })?;
        whole = whole.saturating_add(size);
        if size > most || whole > limits.whole {
            return Err(FileFlaw::PartsTooLarge {
                part: name,
                mebibytes: most >> 20,
            });
        }
        if lower.ends_with("sharedstrings.xml") {
            let part = archive.by_index(place).map_err(damaged)?;
            check_strings(part, size).ok_or(FileFlaw::PartLacksTexts { part: name })?;
        }
    }
    Ok(())
}

/// Checks the number of texts that a part states: `calamine` allocates them before it reads them.
fn check_strings(part: impl Read, size: u64) -> Option<()> {
    let mut reader = Reader::from_reader(BufReader::new(part));
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        match reader.read_event_into(&mut buffer) {
            Ok(Event::Start(element) | Event::Empty(element))
                if element.local_name().as_ref() == "sst" =>
            {
                let Some(count) = element.try_get_attribute("uniqueCount").ok()? else {
                    return Some(());
                };
                let count: u64 = count.value.parse().ok()?;
                return (count <= size).then_some(());
            }
            Ok(Event::Eof) | Err(_) => return Some(()),
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::io::Write;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// Returns what is wrong with an archive of these parts, with limits of 1 MiB and 64 KiB.
    fn checked(parts: &[(&str, &[u8])]) -> Result<(), String> {
        let mut archive = ZipWriter::new(tempfile::tempfile().unwrap());
        for (name, content) in parts {
            archive
                .start_file(*name, SimpleFileOptions::default())
                .unwrap();
            archive.write_all(content).unwrap();
        }
        let limits = Limits {
            whole: 1 << 20,
            kept: 1 << 16,
        };
        check_within(&archive.finish().unwrap(), limits).map_err(|flaw| flaw.to_string())
    }

    #[test]
    fn parts_that_unpack_to_more_than_is_taken_are_refused() {
        let zeros = vec![0; (1 << 20) + 1];
        let small = zeros.get(..1 << 16).unwrap();
        let sheet = zeros.get(..1 << 20).unwrap();
        assert!(checked(&[("xl/styles.xml", small)]).is_ok());
        assert!(checked(&[("xl/worksheets/sheet1.xml", sheet)]).is_ok());
        for parts in [
            &[("xl/styles.xml", sheet)][..],
            &[("xl/worksheets/sheet1.xml", zeros.as_slice())],
            &[("xl/worksheets/sheet1.xml", sheet), ("a", small)],
        ] {
            let why = checked(parts).unwrap_err();
            assert!(why.contains("are larger than"), "{why}");
        }
    }

    #[test]
    fn a_part_of_texts_has_as_many_as_it_states() {
        let texts = |count: &str| {
            let part = format!("<sst uniqueCount=\"{count}\"><si><t>a</t></si></sst>");
            checked(&[("xl/sharedStrings.xml", part.as_bytes())])
        };
        assert!(texts("1").is_ok());
        for count in ["99999", "18446744073709551615", "99999999999999999999"] {
            assert!(texts(count).unwrap_err().contains("fewer texts"), "{count}");
        }
    }
}
