//! The file of a dataset's table: an age file that is written once, and read from any place.
//!
//! The home keeps one hash of it: SHA-256 over the file's head, which is the age header and the
//! payload's nonce, and over its length. This identifies every byte of the file. The head fixes the
//! file key, since age authenticates the header under it, and with the nonce the payload key. An
//! attacker lacks both keys. Each chunk that is accepted under the payload key at its place is one
//! that this home wrote there, since a chunk's nonce has its number and whether it is the last one
//! (C2SP age, "Payload"; STREAM, Hoang, Reyhanitabar, Rogaway and Vizár 2015). The stated length
//! says where the last chunk ends.
//!
//! Four rules keep this true. The head is read once, and the bytes that are hashed are those that
//! are parsed. The file is opened once. After an error nothing more is read. The hash of a new file
//! is that of the bytes that were written.
//!
//! Homes of format 18 keep the SHA-256 of the whole file. Such a hash is verified over the whole
//! file. The two kinds of hash cannot be confused, since no age file begins with [`LABEL`].
//!
//! Opening a file verifies its head, its length and its last chunk. The other chunks are verified
//! when they are read, and damage in columns that no question reads is found by a check of the whole
//! home. The hash is no commitment against somebody who has the home's key.

use std::fs::{self, File};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use age::stream::{StreamReader, StreamWriter};
use poundwise_query::parquet::TableBytes;
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

use crate::error::{Doing, Error, Result, io_error};
use crate::home::{Context, DATASETS};
use crate::messages::DamageMessage;
use crate::store::damaged;
use crate::vault::{LONGEST_HEADER, VERSION_LINE, Vault, header_length};

/// Label of the hash of head and length.
const LABEL: &[u8] = b"poundwise-table-file-v1\n";
/// Bytes of the payload's nonce, which follows the header.
const NONCE: usize = 16;
/// Bytes of a chunk of the plaintext.
const CHUNK: usize = 64 << 10;

/// Returns the bytes of a file that begins with `first` up to the end of the payload's nonce, or
/// `None` if it is no age file.
fn head_of(first: &[u8]) -> Option<&[u8]> {
    if !first.starts_with(VERSION_LINE) {
        return None;
    }
    first.get(..header_length(first)? + NONCE)
}

/// Returns the hash of a file with this head and length.
fn hash_of(head: &[u8], length: u64) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash.update(LABEL);
    hash.update((head.len() as u64).to_le_bytes());
    hash.update(head);
    hash.update(length.to_le_bytes());
    hash.finalize().into()
}

/// Returns the error of a file that is not the one that the home wrote.
pub fn other_table(path: &Path) -> Error {
    damaged(DamageMessage::OtherTable {
        path: path.to_owned(),
    })
}

impl Context {
    /// Verifies the tables that have a hash of the whole file, as in format 18, and replaces each
    /// hash by that of head and length. A file that is missing or another one keeps its hash.
    ///
    /// # Errors
    /// I/O errors; `decrypt`; errors of the database. Nothing is changed then.
    pub(crate) fn replace_whole_hashes(&self) -> Result<()> {
        let writing = self.db.begin()?;
        for table in writing.tables()? {
            let path = self.dir.join(DATASETS).join(&table.file);
            if let Some(file) = TableFile::open(&path, &self.vault, &table.hash)?
                && file.is_whole
            {
                writing.set_table(&table.dataset, &table.file, &file.hash)?;
            }
        }
        self.commit(writing)
    }
}

/// A table's file while it is written.
pub struct TableFileWriter<W: Write> {
    sealed: StreamWriter<Noting<W>>,
}

impl<W: Write> TableFileWriter<W> {
    /// Begins a file that the vault's key decrypts.
    ///
    /// # Errors
    /// Errors of the cipher and of `out`.
    pub fn new(vault: &Vault, out: W) -> io::Result<Self> {
        let noting = Noting {
            out,
            first: Vec::new(),
            length: 0,
        };
        Ok(Self {
            sealed: vault.encrypting(noting)?,
        })
    }

    /// Ends the file, and returns its hash.
    ///
    /// # Errors
    /// Errors of `out`.
    pub fn finish(self) -> io::Result<[u8; 32]> {
        let written = self.sealed.finish()?;
        let head = head_of(&written.first)
            .ok_or_else(|| io::Error::other("the header of an encrypted file is too long"))?;
        Ok(hash_of(head, written.length))
    }
}

impl<W: Write> Write for TableFileWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sealed.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sealed.flush()
    }
}

/// A writer that keeps the first bytes, and counts all.
struct Noting<W> {
    out: W,
    first: Vec<u8>,
    length: u64,
}

impl<W: Write> Write for Noting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        let written = bytes.get(..count).unwrap_or_default();
        let wanted = (LONGEST_HEADER + NONCE).saturating_sub(self.first.len());
        self.first
            .extend_from_slice(written.get(..wanted.min(count)).unwrap_or_default());
        self.length += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The ciphertext of a table: a head in memory, and the rest of the file behind it, of a fixed
/// length.
struct Ciphertext {
    head: Vec<u8>,
    file: File,
    length: u64,
    at: u64,
}

impl Read for Ciphertext {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let in_head = usize::try_from(self.at)
            .ok()
            .and_then(|at| self.head.get(at..))
            .unwrap_or_default();
        let read = if in_head.is_empty() {
            let left = self.length.saturating_sub(self.at);
            (&self.file).take(left).read(out)?
        } else {
            let count = in_head.len().min(out.len());
            for (byte, known) in out.iter_mut().zip(in_head) {
                *byte = *known;
            }
            if count == in_head.len() {
                self.file.seek(SeekFrom::Start(self.head.len() as u64))?;
            }
            count
        };
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for Ciphertext {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
            SeekFrom::End(by) => self.length.checked_add_signed(by),
        };
        self.at = at.ok_or(io::ErrorKind::InvalidInput)?;
        self.file.seek(SeekFrom::Start(self.at))?;
        Ok(self.at)
    }
}

/// A table's file that is read. Holds a key and data: no `Debug`.
pub struct TableFile {
    length: u64,
    /// The length of the ciphertext.
    file_length: u64,
    /// The hash of its head and length.
    hash: [u8; 32],
    /// Whether it was found by the hash of the whole file.
    is_whole: bool,
    inner: Mutex<Inner>,
}

struct Inner {
    plain: StreamReader<BufReader<Ciphertext>>,
    /// The chunk that was read last, with its number.
    chunk: Option<(u64, Zeroizing<Vec<u8>>)>,
    fault: Option<Fault>,
}

/// A failure of a read, which is the last one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    /// A chunk is not one that this home wrote there.
    Changed,
    /// The file cannot be read.
    Unreadable(io::ErrorKind),
}

impl TableFile {
    /// Opens the file that has this hash. Returns `None` if it is missing or another one. Cost: the
    /// head; of a file with a hash of format 18 the whole file, once.
    ///
    /// # Errors
    /// I/O errors; `decrypt` if the home's key does not open the file.
    pub fn open(path: &Path, vault: &Vault, hash: &[u8; 32]) -> Result<Option<Self>> {
        let unreadable = |e: io::Error| io_error(path, Doing::Read, &e);
        // Checked before opening, because opening a pipe blocks.
        match fs::metadata(path) {
            Ok(about) if about.is_file() => {}
            Ok(_) => return Ok(None),
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(e) => return Err(unreadable(e)),
        }
        let mut file = File::open(path).map_err(unreadable)?;
        let about = file.metadata().map_err(unreadable)?;
        let mut first = Vec::with_capacity(LONGEST_HEADER + NONCE);
        (&file)
            .take((LONGEST_HEADER + NONCE) as u64)
            .read_to_end(&mut first)
            .map_err(unreadable)?;
        let Some(head) = head_of(&first) else {
            return Ok(None);
        };
        let of_head = hash_of(head, about.len());
        let is_whole = of_head != *hash;
        if is_whole {
            let whole = whole_hash(&mut file, &first, about.len()).map_err(unreadable)?;
            if whole != Some(*hash) {
                return Ok(None);
            }
        }
        let ciphertext = Ciphertext {
            head: head.to_vec(),
            file,
            length: about.len(),
            at: 0,
        };
        let mut plain = vault.decrypting_at(BufReader::new(ciphertext), &path.display())?;
        let length = match plain.seek(SeekFrom::End(0)) {
            Ok(length) => length,
            Err(e) if fault_of(&e) == Fault::Changed => return Ok(None),
            Err(e) => return Err(unreadable(e)),
        };
        Ok(Some(Self {
            length,
            file_length: about.len(),
            hash: of_head,
            is_whole,
            inner: Mutex::new(Inner {
                plain,
                chunk: None,
                fault: None,
            }),
        }))
    }

    /// Returns the number of bytes of the file, encrypted as it is.
    pub fn file_length(&self) -> u64 {
        self.file_length
    }

    /// Returns whether a read met bytes that this home did not write.
    pub fn is_changed(&self) -> bool {
        let inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        inner.fault == Some(Fault::Changed)
    }

    /// Calls `take` with all of the plaintext in order, at most 64 KiB at a time.
    ///
    /// # Errors
    /// Errors of a read and of `take`.
    pub fn each_chunk<E: From<io::Error>>(
        &self,
        mut take: impl FnMut(&[u8]) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let mut piece = Zeroizing::new(vec![0; CHUNK]);
        let mut at = 0;
        while at < self.length {
            let count = (self.length - at).min(CHUNK as u64);
            let out = piece
                .get_mut(..usize::try_from(count).unwrap_or(CHUNK))
                .unwrap_or_default();
            self.read_at(at, out)?;
            take(out)?;
            at += count;
        }
        Ok(())
    }
}

impl TableBytes for TableFile {
    fn length(&self) -> u64 {
        self.length
    }

    fn read_at(&self, start: u64, out: &mut [u8]) -> io::Result<()> {
        let mut inner = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        match inner.fault {
            None => {}
            Some(Fault::Changed) => return Err(io::ErrorKind::InvalidData.into()),
            Some(Fault::Unreadable(kind)) => return Err(kind.into()),
        }
        let read = inner.read_at(self.length, start, out);
        if let Err(error) = &read {
            inner.fault = Some(fault_of(error));
            inner.chunk = None;
        }
        read
    }
}

impl Inner {
    fn read_at(&mut self, length: u64, mut start: u64, mut out: &mut [u8]) -> io::Result<()> {
        while !out.is_empty() {
            let number = start / CHUNK as u64;
            let chunk = self.chunk(length, number)?;
            let offset = usize::try_from(start % CHUNK as u64).unwrap_or(CHUNK);
            let there = chunk.get(offset..).unwrap_or_default();
            let count = there.len().min(out.len());
            if count == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let (now, rest) = out.split_at_mut(count);
            for (byte, known) in now.iter_mut().zip(there) {
                *byte = *known;
            }
            out = rest;
            start += count as u64;
        }
        Ok(())
    }

    /// Returns a chunk of the plaintext, which is empty behind its end.
    fn chunk(&mut self, length: u64, number: u64) -> io::Result<&[u8]> {
        let is_held = matches!(&self.chunk, Some((held, _)) if *held == number);
        if !is_held {
            let start = number.saturating_mul(CHUNK as u64);
            let count = length.saturating_sub(start).min(CHUNK as u64);
            let mut plain = Zeroizing::new(vec![0; usize::try_from(count).unwrap_or(CHUNK)]);
            if !plain.is_empty() {
                self.plain.seek(SeekFrom::Start(start))?;
                self.plain.read_exact(&mut plain)?;
            }
            self.chunk = Some((number, plain));
        }
        Ok(self.chunk.as_ref().map_or(&[], |(_, plain)| plain))
    }
}

/// Returns the fault of a read. The decryption of a chunk that was changed, and a file that ends
/// early, are of these two kinds (age, `stream.rs`).
fn fault_of(error: &io::Error) -> Fault {
    match error.kind() {
        io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => Fault::Changed,
        kind => Fault::Unreadable(kind),
    }
}

/// Returns the SHA-256 of a file of which `first` was read. The part behind it, up to `length`, is
/// read now. Returns `None` if the file has another length: it was changed since its length was
/// read.
fn whole_hash(file: &mut impl Read, first: &[u8], length: u64) -> io::Result<Option<[u8; 32]>> {
    let Some(left) = length.checked_sub(first.len() as u64) else {
        return Ok(None);
    };
    let mut hash = Sha256::new();
    hash.update(first);
    let mut piece = vec![0; CHUNK];
    // One byte more, to notice a longer file.
    let mut rest = file.take(left.saturating_add(1));
    let mut found = 0;
    loop {
        match rest.read(&mut piece) {
            Ok(0) => return Ok((found == left).then(|| hash.finalize().into())),
            Ok(count) => {
                hash.update(piece.get(..count).unwrap_or_default());
                found += count as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    /// Writes a file of so many bytes; returns its plaintext and hash.
    fn written(vault: &Vault, path: &Path, length: usize) -> (Vec<u8>, [u8; 32]) {
        let plain: Vec<u8> = (0u8..251).cycle().take(length).collect();
        let mut writer = TableFileWriter::new(vault, File::create(path).unwrap()).unwrap();
        writer.write_all(&plain).unwrap();
        (plain, writer.finish().unwrap())
    }

    /// Reads all places of a file that lie at or around an end of a chunk, in an order of no sense.
    fn reads(file: &TableFile, plain: &[u8]) -> io::Result<bool> {
        let mut places: Vec<usize> = (0..=plain.len() / CHUNK)
            .flat_map(|chunk| [0, 1, CHUNK - 1].map(|offset| chunk * CHUNK + offset))
            .filter(|place| *place < plain.len())
            .collect();
        places.sort_by_key(|place| place.wrapping_mul(0x9e37_79b9) % 1009);
        for start in places {
            for count in [1, 3, CHUNK + 5] {
                let end = plain.len().min(start + count);
                let mut out = vec![0; end - start];
                file.read_at(start as u64, &mut out)?;
                if out != plain[start..end] {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    #[test]
    fn file_is_read_from_any_place() {
        let dir = tempfile::tempdir().unwrap();
        let (path, vault) = (dir.path().join("t.age"), Vault::generate());
        for length in [
            1,
            100,
            CHUNK - 1,
            CHUNK,
            CHUNK + 1,
            3 * CHUNK,
            3 * CHUNK + 7,
        ] {
            let (plain, hash) = written(&vault, &path, length);
            let file = TableFile::open(&path, &vault, &hash).unwrap().unwrap();
            assert_eq!(file.length(), length as u64);
            assert!(!file.is_whole);
            assert!(reads(&file, &plain).unwrap(), "{length}");
            let mut all = Vec::new();
            file.each_chunk(|piece| {
                all.extend_from_slice(piece);
                Ok::<_, io::Error>(())
            })
            .unwrap();
            assert_eq!(all, plain);
            // A read behind the end fails, and so does each read after it.
            assert!(file.read_at(length as u64, &mut [0]).is_err());
            assert!(file.read_at(0, &mut [0]).is_err());
        }
    }

    #[test]
    fn file_of_format_18_is_verified_as_a_whole() {
        let dir = tempfile::tempdir().unwrap();
        let (path, vault) = (dir.path().join("t.age"), Vault::generate());
        let (plain, _) = written(&vault, &path, 2 * CHUNK + 9);
        let mut bytes = fs::read(&path).unwrap();
        let hash = Sha256::digest(&bytes).into();
        let file = TableFile::open(&path, &vault, &hash).unwrap().unwrap();
        assert!(file.is_whole);
        assert!(reads(&file, &plain).unwrap());
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&path, bytes).unwrap();
        assert!(TableFile::open(&path, &vault, &hash).unwrap().is_none());
    }

    /// Every change of the file is found when it is opened or when a changed chunk is first read.
    /// No read returns other bytes than those that were written.
    #[test]
    fn change_of_any_part_is_found() {
        let dir = tempfile::tempdir().unwrap();
        let (path, vault) = (dir.path().join("t.age"), Vault::generate());
        for length in [CHUNK / 2, CHUNK, 2 * CHUNK, 2 * CHUNK + 100] {
            let (_, other_hash) = written(&vault, &path, length);
            let other = fs::read(&path).unwrap();
            let (plain, hash) = written(&vault, &path, length);
            assert_ne!(hash, other_hash);
            let bytes = fs::read(&path).unwrap();
            let head = head_of(&bytes).unwrap().len();
            let sealed = CHUNK + 16;
            let mut changed: Vec<Vec<u8>> = Vec::new();
            // A bit of each part.
            for place in (0..bytes.len())
                .step_by(997)
                .chain([head - 1, head, bytes.len() - 1])
            {
                let mut bytes = bytes.clone();
                bytes[place] ^= 1;
                changed.push(bytes);
            }
            // Cut, at and beside the end of a chunk, and longer.
            for end in [
                0,
                head,
                head + 1,
                head + sealed,
                head + sealed + 1,
                bytes.len() - 1,
            ] {
                changed.push(bytes[..end.min(bytes.len() - 1)].to_vec());
            }
            changed.push([&bytes[..], &[0]].concat());
            changed.push([&bytes[..], &bytes[head..]].concat());
            // Another table's file, and its chunks behind this head.
            changed.push(other.clone());
            changed.push([&bytes[..head], &other[head..]].concat());
            if bytes.len() > head + 2 * sealed {
                let (first, second) = (&bytes[head..head + sealed], &bytes[head + sealed..]);
                let second = &second[..sealed.min(second.len())];
                changed.push([&bytes[..head], second, first, &bytes[head + 2 * sealed..]].concat());
                changed.push([&bytes[..head], first, first, &bytes[head + 2 * sealed..]].concat());
            }
            for (number, bytes) in changed.iter().enumerate() {
                fs::write(&path, bytes).unwrap();
                let opened = TableFile::open(&path, &vault, &hash);
                let Ok(Some(file)) = opened else {
                    continue;
                };
                assert!(reads(&file, &plain).is_err(), "{length}: {number}");
                assert!(file.is_changed());
                assert!(file.read_at(0, &mut [0]).is_err());
            }
        }
    }

    #[test]
    fn file_is_not_read_past_the_length_that_it_had() {
        let dir = tempfile::tempdir().unwrap();
        let (path, vault) = (dir.path().join("t.age"), Vault::generate());
        let (plain, hash) = written(&vault, &path, CHUNK + 1);
        let bytes = fs::read(&path).unwrap();
        let file = TableFile::open(&path, &vault, &hash).unwrap().unwrap();
        // Bytes that are added after it was opened are not looked at.
        fs::write(&path, [&bytes[..], &[7; 100]].concat()).unwrap();
        assert!(reads(&file, &plain).unwrap());
        fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
        let file_of_less = reads(&file, &plain);
        assert!(file_of_less.is_ok() || file.is_changed());
    }

    #[test]
    fn missing_file_and_folder_are_no_table() {
        let dir = tempfile::tempdir().unwrap();
        let vault = Vault::generate();
        for path in [dir.path().join("absent.age"), dir.path().to_owned()] {
            let opened = TableFile::open(&path, &vault, &[0; 32]);
            assert!(matches!(opened, Ok(None)));
        }
    }

    /// A file that changed between the reading of its length and of its bytes had the hash of the
    /// bytes with another length.
    #[test]
    fn whole_hash_is_of_the_stated_length_only() {
        let bytes: Vec<u8> = (0u8..251).cycle().take(200_000).collect();
        for (known, length) in [(4112, bytes.len()), (0, bytes.len()), (4112, 4112)] {
            let (first, rest) = bytes[..length].split_at(known);
            let hash = |length: usize| whole_hash(&mut &*rest, first, length as u64).unwrap();
            assert_eq!(hash(length), Some(Sha256::digest(&bytes[..length]).into()));
            for other in [
                length + 1,
                length + 100,
                length - 1,
                known.saturating_sub(1),
            ] {
                assert_eq!(hash(other), None, "{other} of {length}");
            }
        }
    }

    #[test]
    fn bytes_that_are_hashed_are_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let (path, vault) = (dir.path().join("t.age"), Vault::generate());
        let (_, hash) = written(&vault, &path, 1000);
        let file = fs::read(&path).unwrap();
        let head = head_of(&file).unwrap();
        // Its SHA-256 is the hash of the table.
        let length = (head.len() as u64).to_le_bytes();
        let hashed = [LABEL, &length, head, &(file.len() as u64).to_le_bytes()].concat();
        assert_eq!(<[u8; 32]>::from(Sha256::digest(&hashed)), hash);
        fs::write(&path, hashed).unwrap();
        assert!(TableFile::open(&path, &vault, &hash).unwrap().is_none());
    }

    #[cfg(unix)]
    #[test]
    fn pipe_is_no_table() {
        let dir = tempfile::tempdir().unwrap();
        let (path, vault) = (dir.path().join("t.age"), Vault::generate());
        let (_, hash) = written(&vault, &path, 1000);
        fs::remove_file(&path).unwrap();
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        assert!(TableFile::open(&path, &vault, &hash).unwrap().is_none());
    }
}
