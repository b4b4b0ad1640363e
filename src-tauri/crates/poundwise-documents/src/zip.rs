//! The one ZIP layout that bundles, copies and mail files use: entries stored one after the other in a given
//! order, no times, no attributes, no extra fields, no comments, nothing between or around them
//! (APPNOTE.TXT 6.3, sections 4.3.7, 4.3.12, 4.3.16).
//!
//! Any ZIP tool opens it. Here only these exact bytes are read: a field that a reader would pass
//! over is a place where two readers could see two different things.

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const LOCAL_LENGTH: usize = 30;
/// 1980-01-01, the first day of ZIP's calendar.
const DATE: u16 = 0x0021;
/// Version 1.0: stored files.
const VERSION: u16 = 10;

/// A defect of an archive, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ZipError {
    /// The file does not start with the first entry.
    NotOne,
    /// An entry is longer than it may be.
    TooLong(&'static str),
    /// The file ends early: it is the beginning of an archive.
    Cut,
    /// The bytes from this offset on are not the prescribed ones.
    Differs(usize),
}

/// Gives the archive of `entries` to `sink`, piece by piece. `None` if a length does not fit a ZIP
/// of 4 GiB.
fn encode(entries: &[(&[u8], &[u8])], mut sink: impl FnMut(&[u8])) -> Option<()> {
    let mut offset = 0usize;
    let mut central = Vec::new();
    for (name, content) in entries {
        let mut common = Vec::with_capacity(26);
        common.extend(VERSION.to_le_bytes());
        common.extend([0; 4]); // flags, method 0: stored
        common.extend([0; 2]); // time
        common.extend(DATE.to_le_bytes());
        common.extend(crc32fast::hash(content).to_le_bytes());
        let length = u32::try_from(content.len()).ok()?;
        common.extend(length.to_le_bytes());
        common.extend(length.to_le_bytes());
        common.extend(u16::try_from(name.len()).ok()?.to_le_bytes());
        common.extend([0; 2]); // extra field

        sink(&LOCAL.to_le_bytes());
        sink(&common);
        sink(name);
        sink(content);

        central.extend(CENTRAL.to_le_bytes());
        central.extend(VERSION.to_le_bytes());
        central.extend(common);
        central.extend([0; 10]); // comment, disk, attributes
        central.extend(u32::try_from(offset).ok()?.to_le_bytes());
        central.extend(*name);
        offset += LOCAL_LENGTH + name.len() + content.len();
    }
    let count = u16::try_from(entries.len()).ok()?.to_le_bytes();
    sink(&central);
    sink(&END.to_le_bytes());
    sink(&[0; 4]); // disks
    sink(&count);
    sink(&count);
    sink(&u32::try_from(central.len()).ok()?.to_le_bytes());
    sink(&u32::try_from(offset).ok()?.to_le_bytes());
    sink(&[0; 2]); // comment
    Some(())
}

/// Returns the archive of `contents` under these names, each at most as long as it may be. What
/// [`read`] takes.
pub(crate) fn write<const N: usize>(
    names: [(&'static str, usize); N],
    contents: [&[u8]; N],
) -> Result<Vec<u8>, ZipError> {
    let mut entries = [(&[][..], &[][..]); N];
    for ((entry, (name, limit)), content) in entries.iter_mut().zip(names).zip(contents) {
        if content.len() > limit {
            return Err(ZipError::TooLong(name));
        }
        *entry = (name.as_bytes(), content);
    }
    write_any(&entries).ok_or(ZipError::TooLong("content"))
}

/// Returns the archive of these entries; `None` if it does not fit a ZIP of 4 GiB.
pub(crate) fn write_any(entries: &[(&[u8], &[u8])]) -> Option<Vec<u8>> {
    let mut archive = Vec::new();
    encode(entries, |piece| archive.extend_from_slice(piece))?;
    Some(archive)
}

/// Returns the second entry's name, if the archive goes that far: what tells the kinds of archive
/// apart before one is read.
pub(crate) fn second_name(archive: &[u8]) -> Option<&[u8]> {
    let number = |at: usize, width: usize| {
        let bytes = archive.get(at..at.checked_add(width)?)?;
        let number = bytes
            .iter()
            .rev()
            .fold(0u64, |n, b| (n << 8) | u64::from(*b));
        usize::try_from(number).ok()
    };
    let second = number(18, 4)?
        .checked_add(number(26, 2)?)?
        .checked_add(LOCAL_LENGTH)?;
    let length = number(second.checked_add(26)?, 2)?;
    let start = second.checked_add(LOCAL_LENGTH)?;
    archive.get(start..start.checked_add(length)?)
}

/// Returns the contents of an archive whose entries have exactly these names, in this order, and at
/// most these lengths.
pub(crate) fn read<'a, const N: usize>(
    archive: &'a [u8],
    names: [(&'static str, usize); N],
) -> Result<[&'a [u8]; N], ZipError> {
    if !archive.starts_with(&LOCAL.to_le_bytes()) {
        return Err(ZipError::NotOne);
    }
    // Only the lengths are taken from the headers; that every byte is as prescribed is checked by
    // writing the archive again over what was given.
    let mut entries = names.map(|(name, _)| (name.as_bytes(), &archive[..0]));
    let mut offset = 0usize;
    for (entry, (name, limit)) in entries.iter_mut().zip(names) {
        let differs = ZipError::Differs(offset);
        let length = offset
            .checked_add(22)
            .and_then(|at| archive.get(at..at + 4));
        let Some(Ok(length)) = length.map(<[u8; 4]>::try_from) else {
            return Err(differs);
        };
        let length =
            usize::try_from(u32::from_le_bytes(length)).map_err(|_| ZipError::TooLong(name))?;
        if length > limit {
            return Err(ZipError::TooLong(name));
        }
        let start = offset + LOCAL_LENGTH + name.len();
        entry.1 = archive.get(start..start + length).ok_or(differs)?;
        offset = start + length;
    }
    match written_over(archive, &entries) {
        Written::Same => Ok(entries.map(|entry| entry.1)),
        Written::Longer(at) | Written::Other(at) => Err(ZipError::Differs(at)),
    }
}

/// Names and contents of an archive's entries.
pub(crate) type Entries<'a> = Vec<(&'a [u8], &'a [u8])>;

/// Returns the names and contents of an archive of at most `most` entries, in their order. A name
/// may be any bytes.
pub(crate) fn read_any(archive: &[u8], most: usize) -> Result<Entries<'_>, ZipError> {
    if !archive.starts_with(&LOCAL.to_le_bytes()) {
        return Err(ZipError::NotOne);
    }
    let mut entries = Vec::new();
    let mut offset = 0usize;
    loop {
        let signature = archive.get(offset..).unwrap_or_default();
        let begins = |with: u32| {
            let length = signature.len().min(4);
            signature[..length] == with.to_le_bytes()[..length]
        };
        if signature.len() < 4 && (begins(LOCAL) || begins(CENTRAL)) {
            return Err(ZipError::Cut);
        }
        if begins(CENTRAL) {
            break;
        }
        if !begins(LOCAL) || entries.len() == most {
            return Err(ZipError::Differs(offset));
        }
        let Some((name, content)) = entry_at(archive, offset) else {
            return Err(ZipError::Cut);
        };
        offset += LOCAL_LENGTH + name.len() + content.len();
        entries.push((name, content));
    }
    match written_over(archive, &entries) {
        Written::Same => Ok(entries),
        Written::Longer(_) => Err(ZipError::Cut),
        Written::Other(at) => Err(ZipError::Differs(at)),
    }
}

/// Returns the content of an archive's first entry if that has this name and at most this length,
/// without reading the rest.
pub(crate) fn first<'a>(archive: &'a [u8], name: &str, limit: usize) -> Result<&'a [u8], ZipError> {
    if !archive.starts_with(&LOCAL.to_le_bytes()) {
        return Err(ZipError::NotOne);
    }
    let known = archive.get(LOCAL_LENGTH..).unwrap_or_default();
    let length = known.len().min(name.len());
    if known[..length] != name.as_bytes()[..length] {
        return Err(ZipError::Differs(LOCAL_LENGTH));
    }
    match entry_at(archive, 0) {
        None if archive.len() < LOCAL_LENGTH + name.len() + limit => Err(ZipError::Cut),
        Some((found, content)) if found == name.as_bytes() && content.len() <= limit => Ok(content),
        _ => Err(ZipError::Differs(0)),
    }
}

/// Returns name and content of the entry at an offset, by the lengths that it states.
fn entry_at(archive: &[u8], offset: usize) -> Option<(&[u8], &[u8])> {
    let number = |at: usize, width: usize| {
        let bytes = archive.get(at..at.checked_add(width)?)?;
        let number = bytes
            .iter()
            .rev()
            .fold(0u64, |n, b| (n << 8) | u64::from(*b));
        usize::try_from(number).ok()
    };
    let start = offset.checked_add(LOCAL_LENGTH)?;
    let content = start.checked_add(number(offset + 26, 2)?)?;
    let end = content.checked_add(number(offset + 18, 4)?)?;
    Some((archive.get(start..content)?, archive.get(content..end)?))
}

/// Comparison of a file with the archive of its entries.
enum Written {
    /// The file is that archive.
    Same,
    /// The file is a beginning of that archive. Its first missing piece begins here.
    Longer(usize),
    /// The first piece that differs begins here.
    Other(usize),
}

/// Writes the archive of `entries` over a file, without memory for it.
fn written_over(archive: &[u8], entries: &[(&[u8], &[u8])]) -> Written {
    let mut position = 0usize;
    let (mut differs, mut is_beginning) = (None, true);
    let written = encode(entries, |piece| {
        let given = archive.get(position..).unwrap_or_default();
        let length = given.len().min(piece.len());
        is_beginning &= given[..length] == piece[..length];
        if given.get(..piece.len()) != Some(piece) && differs.is_none() {
            differs = Some(position);
        }
        position += piece.len();
    });
    match (written, differs) {
        (Some(()), None) if position == archive.len() => Written::Same,
        (Some(()), Some(at)) if is_beginning => Written::Longer(at),
        (_, at) => Written::Other(at.unwrap_or(position)),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    const NAMES: [(&str, usize); 3] = [("a", 10), ("b.txt", 10), ("empty", 10)];

    fn sample() -> Vec<u8> {
        write(NAMES, [b"hello", b"world!", b""]).unwrap()
    }

    #[test]
    fn other_readers_open_it() {
        let mut archive = ::zip::ZipArchive::new(std::io::Cursor::new(sample())).unwrap();
        let names: Vec<String> = archive
            .file_names()
            .map(|name| name.unwrap().into_owned())
            .collect();
        assert_eq!(names, ["a", "b.txt", "empty"]);
        let mut content = String::new();
        archive
            .by_name("b.txt")
            .unwrap()
            .read_to_string(&mut content)
            .unwrap();
        assert_eq!(content, "world!");
    }

    #[test]
    fn one_changed_byte_outside_the_contents_is_seen() {
        let archive = sample();
        assert_eq!(
            read(&archive, NAMES).unwrap(),
            [&b"hello"[..], b"world!", b""]
        );
        for position in 0..archive.len() {
            for bit in 0..8 {
                let mut changed = archive.clone();
                changed[position] ^= 1 << bit;
                assert!(read(&changed, NAMES).is_err(), "byte {position}");
            }
            assert!(
                read(&archive[..position], NAMES).is_err(),
                "cut at {position}"
            );
            let cut = read_any(&archive[..position], 3);
            let expected = if position < 4 {
                ZipError::NotOne
            } else {
                ZipError::Cut
            };
            assert_eq!(cut, Err(expected), "cut at {position}");
        }
        // Of two, the first is named.
        let mut twice = archive.clone();
        let last = twice.len() - 1;
        (twice[4], twice[last]) = (9, 9);
        assert_eq!(read(&twice, NAMES), Err(ZipError::Differs(4)));
        let mut longer = archive.clone();
        longer.push(0);
        assert_eq!(read(&longer, NAMES), Err(ZipError::Differs(archive.len())));
        assert_eq!(
            read(&[b"x", archive.as_slice()].concat(), NAMES),
            Err(ZipError::NotOne)
        );
    }

    #[test]
    fn entries_of_any_name_are_read_up_to_a_number_of_them() {
        let archive = sample();
        let entries = read_any(&archive, 3).unwrap();
        let names: Vec<&[u8]> = entries.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, [&b"a"[..], b"b.txt", b"empty"]);
        assert_eq!(write_any(&entries), Some(archive.clone()));
        let third = 2 * LOCAL_LENGTH + 1 + 5 + 5 + 6;
        assert_eq!(read_any(&archive, 2), Err(ZipError::Differs(third)));
    }

    #[test]
    fn the_second_name_is_found_or_not_and_nothing_panics() {
        let archive = sample();
        assert_eq!(second_name(&archive), Some(&b"b.txt"[..]));
        let known = 2 * LOCAL_LENGTH + 1 + 5 + 5;
        for length in 0..archive.len() {
            let expected = (length >= known).then_some(&b"b.txt"[..]);
            assert_eq!(second_name(&archive[..length]), expected);
        }
        assert_eq!(second_name(&[0xff; 100]), None);
    }

    #[test]
    fn long_entries_are_neither_written_nor_read() {
        let contents: [&[u8]; 3] = [b"hello", b"world!", b""];
        let exact = [("a", 5), ("b.txt", 6), ("empty", 0)];
        assert_eq!(write(exact, contents), Ok(sample()));
        assert_eq!(read(&sample(), exact), Ok(contents));
        for (names, name) in [
            ([("a", 4), ("b.txt", 6), ("empty", 0)], "a"),
            ([("a", 5), ("b.txt", 5), ("empty", 0)], "b.txt"),
        ] {
            assert_eq!(write(names, contents), Err(ZipError::TooLong(name)));
            assert_eq!(read(&sample(), names), Err(ZipError::TooLong(name)));
        }
    }
}
