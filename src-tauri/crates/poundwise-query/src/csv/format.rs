//! Recognition of a file's format by its first and last bytes, never by its name.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

use ::cfb::CompoundFile;
use flate2::read::GzDecoder;
use zip::ZipArchive;

use crate::foreign::ForeignFile;
use crate::form::TableFileKind;

use super::stored::guarded;

/// Number of first bytes that are looked at.
const HEAD: u64 = 4096;
/// Number of last bytes that are looked at.
const TAIL: u64 = 4;

/// What the bytes of a file are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// A file that is read, or a text, which is taken for CSV.
    Table(TableFileKind),
    /// A file that is not read.
    Foreign(ForeignFile),
    /// A ZIP archive or an Office file whose directory cannot be read.
    Damaged,
}

impl Format {
    /// Returns the format of a file.
    ///
    /// # Errors
    /// I/O errors.
    pub(super) fn of(file: &File) -> io::Result<Self> {
        let mut head = Vec::new();
        let mut from = file;
        from.seek(SeekFrom::Start(0))?;
        from.take(HEAD).read_to_end(&mut head)?;
        let length = from.seek(SeekFrom::End(0))?;
        from.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
        let mut tail = Vec::new();
        from.take(TAIL).read_to_end(&mut tail)?;
        from.seek(SeekFrom::Start(0))?;
        if head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06") {
            return Ok(guarded(|| of_zip(file)).unwrap_or(Self::Damaged));
        }
        if head.starts_with(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1") {
            return Ok(guarded(|| of_compound(file)).unwrap_or(Self::Damaged));
        }
        let is_text_next = |byte: &u8| *byte >= b' ' || b"\t\r\n".contains(byte);
        if head.starts_with(b"PAR1") && (tail == b"PAR1" || !head.get(4).is_some_and(is_text_next))
        {
            return Ok(Self::Table(TableFileKind::Parquet));
        }
        let foreign = of_binary(&head, &tail).or_else(|| of_text(&head));
        Ok(foreign.map_or(Self::Table(TableFileKind::Csv), Self::Foreign))
    }
}

/// Returns the format of a file that is recognised by fixed bytes. A text that happens to begin
/// with letters of one is told from it by a zero byte or by its end.
fn of_binary(head: &[u8], tail: &[u8]) -> Option<ForeignFile> {
    use ForeignFile as Is;
    let begins = |bytes: &[u8]| head.starts_with(bytes);
    let at = |place: usize, bytes: &[u8]| head.get(place..).is_some_and(|h| h.starts_with(bytes));
    let has_zero = |within: usize| head.iter().take(within).any(|byte| *byte == 0);
    const SAS: &[u8] = b"\0\0\0\0\0\0\0\0\0\0\0\0\xc2\xea\x81\x60\xb3\x14\x11\xcf\xbd\x92\x08\0";
    let found = [
        (
            (begins(b"$FL2") || begins(b"$FL3")) && has_zero(256),
            Is::Spss,
        ),
        (begins(b"<stata_dta>") || is_old_stata(head), Is::Stata),
        (begins(SAS), Is::Sas),
        (
            begins(b"HEADER RECORD*******LIB") && at(23, b"RARY HEADER RECORD!!!!!!!"),
            Is::SasTransport,
        ),
        (begins(b"HEADER RECORD*******LIBV8"), Is::SasTransport),
        (is_r(head), Is::R),
        (
            begins(b"ARROW1\0\0")
                || begins(b"\xff\xff\xff\xff") && at(6, b"\0\0")
                || begins(b"FEA1") && tail == b"FEA1",
            Is::Arrow,
        ),
        (begins(b"ORC") && tail.starts_with(b"ORC"), Is::Orc),
        (begins(b"Obj\x01"), Is::Avro),
        (begins(b"\x89HDF\r\n\x1a\n"), Is::Hdf5),
        (
            begins(b"CDF\x01") || begins(b"CDF\x02") || begins(b"CDF\x05"),
            Is::NetCdf,
        ),
        (begins(b"PARE") && tail == b"PARE", Is::EncryptedParquet),
        (begins(b"SQLite format 3\0"), Is::Sqlite),
        (at(8, b"DUCK") && has_zero(64), Is::DuckDb),
        (
            begins(b"\0\x01\0\0Standard Jet DB") || begins(b"\0\x01\0\0Standard ACE DB"),
            Is::Access,
        ),
        (
            begins(b"MATLAB ") && (at(126, b"IM") || at(126, b"MI")),
            Is::Matlab,
        ),
        (begins(b"\x93NUMPY"), Is::NumPy),
        (matches!(head, [0x80, 2..=5, ..]), Is::Pickle),
        (
            begins(b"\x09\0\x04\0") || begins(b"\x09\x02\x06\0") || begins(b"\x09\x04\x06\0"),
            Is::OldExcel,
        ),
        (begins(b"%PDF-"), Is::Pdf),
        (begins(b"{\\rtf"), Is::Rtf),
        (begins(b"\x1f\x8b\x08"), Is::Gzip),
        (begins(b"BZh") && at(4, b"1AY&SY"), Is::Bzip2),
        (begins(b"\xfd7zXZ\0"), Is::Xz),
        (begins(b"\x28\xb5\x2f\xfd"), Is::Zstd),
        (begins(b"7z\xbc\xaf\x27\x1c"), Is::SevenZip),
        (begins(b"Rar!\x1a\x07"), Is::Rar),
        (at(257, b"ustar") && has_zero(100), Is::Tar),
        (begins(b"\x89PNG\r\n\x1a\n"), Is::Png),
        (begins(b"\xff\xd8\xff"), Is::Jpeg),
        (begins(b"GIF87a") || begins(b"GIF89a"), Is::Gif),
        (begins(b"II*\0") || begins(b"MM\0*"), Is::Tiff),
        (is_dbase(head), Is::Dbase),
    ];
    found
        .into_iter()
        .find(|(is, _)| *is)
        .map(|(_, format)| format)
}

/// Returns the format of a text that is not a table.
fn of_text(head: &[u8]) -> Option<ForeignFile> {
    let first = head.get(..400).unwrap_or(head);
    let unbroken: Vec<u8> = first
        .iter()
        .copied()
        .filter(|b| !b"\r\n".contains(b))
        .collect();
    if memchr::memmem::find(&unbroken, b"ASCII SPSS PORT FILE").is_some() {
        return Some(ForeignFile::SpssPortable);
    }
    let text = head
        .strip_prefix(b"\xef\xbb\xbf")
        .unwrap_or(head)
        .trim_ascii_start();
    let begins = |word: &[u8]| {
        text.get(..word.len())
            .is_some_and(|there| there.eq_ignore_ascii_case(word))
    };
    if [&b"<!doctype html"[..], b"<html", b"<table", b"<head"]
        .into_iter()
        .any(begins)
    {
        return Some(ForeignFile::Html);
    }
    if begins(b"<?xml") {
        return Some(ForeignFile::Xml);
    }
    let inner = text.get(1..).unwrap_or_default().trim_ascii_start().first();
    match (text.first(), inner) {
        (Some(b'{'), Some(b'"' | b'}')) | (Some(b'['), Some(b'{' | b'[')) => {
            Some(ForeignFile::Json)
        }
        _ => None,
    }
}

/// Returns whether a file is one of Stata before version 13: a release, a byte order and a type.
fn is_old_stata(head: &[u8]) -> bool {
    matches!(head, [102..=115, 1 | 2, 1, 0, ..])
}

/// Returns whether a file holds data of R, which is compressed as a rule.
fn is_r(head: &[u8]) -> bool {
    let is_plain = |head: &[u8]| {
        [
            &b"RDX2\n"[..],
            b"RDX3\n",
            b"RDA2\n",
            b"RDA3\n",
            b"X\n\0\0\0",
        ]
        .into_iter()
        .any(|magic| head.starts_with(magic))
    };
    let mut unpacked = Vec::new();
    is_plain(head)
        || head.starts_with(b"\x1f\x8b\x08") && {
            // The part of the file that is here may end in the middle of a block.
            let _ = GzDecoder::new(head).take(5).read_to_end(&mut unpacked);
            is_plain(&unpacked)
        }
}

/// Returns whether a file has the header of a dBase table: a version, a date, the length of the
/// header, and a header that ends with a carriage return.
fn is_dbase(head: &[u8]) -> bool {
    let [version, _, month, day, rest @ ..] = head else {
        return false;
    };
    const VERSIONS: [u8; 12] = [
        0x02, 0x03, 0x30, 0x31, 0x32, 0x43, 0x63, 0x83, 0x8b, 0xcb, 0xf5, 0xfb,
    ];
    let header = match rest {
        [_, _, _, _, low, high, ..] => usize::from(u16::from_le_bytes([*low, *high])),
        _ => return false,
    };
    VERSIONS.contains(version)
        && (1..=12).contains(month)
        && (1..=31).contains(day)
        && header > 32
        && rest.get(8..10) == Some(&[0, 0])
        && head
            .get(header - 1)
            .is_none_or(|end| *end == b'\r' || *version >= 0x30)
}

/// Returns the format of a ZIP archive, by the names of its files.
fn of_zip(file: &File) -> Option<Format> {
    let mut archive = ZipArchive::new(BufReader::new(file)).ok()?;
    let names = archive.file_names().filter_map(Result::ok);
    let names: Vec<String> = names
        .map(|name| name.replace('\\', "/").to_ascii_lowercase())
        .collect();
    let has = |name: &str| names.iter().any(|there| there == name);
    let within = |folder: &str| names.iter().any(|there| there.starts_with(folder));
    let of_ending = |ending: &str| names.iter().any(|there| there.ends_with(ending));
    Some(if has("xl/workbook.xml") && has("xl/vbaproject.bin") {
        Format::Table(TableFileKind::Xlsm)
    } else if has("xl/workbook.xml") {
        Format::Table(TableFileKind::Xlsx)
    } else if has("xl/workbook.bin") {
        Format::Table(TableFileKind::Xlsb)
    } else if has("mimetype") && has("content.xml") {
        let mut kind = String::new();
        archive
            .by_name("mimetype")
            .ok()?
            .take(100)
            .read_to_string(&mut kind)
            .ok()?;
        if kind.starts_with("application/vnd.oasis.opendocument.spreadsheet") {
            Format::Table(TableFileKind::Ods)
        } else {
            Format::Foreign(ForeignFile::OpenDocument)
        }
    } else if within("word/") {
        Format::Foreign(ForeignFile::Word)
    } else if within("ppt/") {
        Format::Foreign(ForeignFile::PowerPoint)
    } else if of_ending(".iwa") || has("index.zip") {
        Format::Foreign(ForeignFile::Numbers)
    } else if !names.is_empty() && names.iter().all(|name| name.ends_with(".npy")) {
        Format::Foreign(ForeignFile::NumPy)
    } else {
        Format::Foreign(ForeignFile::Zip)
    })
}

/// Returns the format of a compound file of Microsoft Office, by the names of its streams.
fn of_compound(file: &File) -> Option<Format> {
    let file = CompoundFile::open(file).ok()?;
    let has = |name: &str| file.exists(name);
    Some(if has("/Workbook") || has("/Book") {
        Format::Table(TableFileKind::Xls)
    } else if has("/EncryptedPackage") {
        Format::Foreign(ForeignFile::OfficeWithPassword)
    } else if has("/WordDocument") {
        Format::Foreign(ForeignFile::Word)
    } else if has("/PowerPoint Document") {
        Format::Foreign(ForeignFile::PowerPoint)
    } else {
        Format::Foreign(ForeignFile::OtherOffice)
    })
}
