//! A CSV file as bytes: read as often as need be, checked on the way, never held whole unless it
//! can be read only once.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use ::csv::{ByteRecord, Reader, ReaderBuilder};
use zeroize::Zeroizing;

use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::QueryFault;
use crate::form::Separator;
use crate::hint::QueryHint;
use crate::progress::RowProgress;

/// The largest file.
const MAX_BYTES: u64 = 4 << 30;
/// Bytes read at a time; each gives a report of progress.
const CHUNK: usize = 1 << 16;
/// Bytes that are read to find the separator.
const HEAD: u64 = 4 << 20;
/// Rows looked at to find the separator.
const SNIFFED: usize = 1000;
/// Bytes after the text, on a line of their own. They can only be swallowed by a quote that never
/// closes, and NUL is refused in the file, so that a last record of this alone proves that every
/// quote closed.
const END: &[u8] = b"\n\0";

/// An opened CSV file.
pub(super) struct Source {
    pub(super) name: String,
    path: PathBuf,
    content: Content,
    /// The length of the byte order mark before the text.
    mark: u64,
    length: u64,
}

enum Content {
    File(File),
    /// The bytes of a source that is no plain file and is read once.
    Memory(Zeroizing<Vec<u8>>),
}

impl Source {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let unreadable = |problem: io::Error| Error::unreadable(path, problem);
        let mut file = File::open(path).map_err(unreadable)?;
        let about = file.metadata().map_err(unreadable)?;
        if about.is_dir() {
            return Err(
                Error::usage(QueryErrorCode::IsAFolder, format!("{name} is a folder."))
                    .hint(QueryHint::GiveCsvPath),
            );
        }
        let (content, length) = if about.is_file() {
            (Content::File(file), about.len())
        } else {
            let mut bytes = Zeroizing::new(Vec::new());
            file.by_ref()
                .take(MAX_BYTES + 1)
                .read_to_end(&mut bytes)
                .map_err(unreadable)?;
            let length = bytes.len() as u64;
            (Content::Memory(bytes), length)
        };
        if length > MAX_BYTES {
            return Err(too_large(&name));
        }
        let mut source = Self {
            name,
            path: path.to_owned(),
            content,
            mark: 0,
            length,
        };
        let mut first = Vec::new();
        source
            .bytes(3)
            .and_then(|mut bytes| bytes.read_to_end(&mut first))
            .map_err(|problem| source.unreadable(problem))?;
        if first.starts_with(&[0xff, 0xfe]) || first.starts_with(&[0xfe, 0xff]) {
            return Err(source.not_utf8("it is UTF-16").at(QueryFault::Utf16));
        }
        if first == b"\xef\xbb\xbf" {
            source.mark = 3;
        }
        Ok(source)
    }

    /// Returns the number of bytes of the file.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Returns the text's bytes from its start, at most `limit` of them.
    fn bytes(&self, limit: u64) -> io::Result<io::Take<Box<dyn Read + '_>>> {
        let bytes: Box<dyn Read + '_> = match &self.content {
            Content::File(file) => {
                let mut file = file;
                file.seek(SeekFrom::Start(self.mark))?;
                Box::new(file)
            }
            Content::Memory(bytes) => {
                let mark = usize::try_from(self.mark).unwrap_or(0);
                Box::new(bytes.get(mark..).unwrap_or_default())
            }
        };
        Ok(bytes.take(limit))
    }

    /// Calls `each` with every record and the byte of the text before it; that the text ends well
    /// is checked. `stage` receives the bytes read.
    pub(super) fn records<E: From<Error>>(
        &self,
        separator: Separator,
        stage: &RowProgress<'_>,
        mut each: impl FnMut(u64, &ByteRecord) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let text = Text {
            inner: self.bytes(MAX_BYTES + 1).map_err(|e| self.unreadable(e))?,
            source: self,
            stage,
            given: 0,
            carry: Vec::new(),
            end: END,
        };
        let mut reader = reader(separator, text);
        let mut record = ByteRecord::new();
        while reader
            .read_byte_record(&mut record)
            .map_err(|problem| self.unparsable(problem))?
        {
            let at = record.position().map_or(0, ::csv::Position::byte);
            if record.get(0) == Some(b"\0") {
                return Ok(());
            }
            if reaches_end(&record) {
                return Err(self.unclosed(at, record.len()).into());
            }
            each(at, &record)?;
        }
        // The end is a record of its own, or the end of another.
        Err(self.unclosed(0, 1).into())
    }

    /// Returns the separator under which most rows are as wide as the header, and wider than one
    /// field.
    pub(super) fn separator(&self) -> Result<Separator> {
        let mut head = Vec::new();
        self.bytes(HEAD)
            .and_then(|mut bytes| bytes.read_to_end(&mut head))
            .map_err(|problem| self.unreadable(problem))?;
        let cut = head.len() as u64 == HEAD;
        if !cut {
            head.extend_from_slice(END);
        }
        Ok(separator_of(&head, cut))
    }

    /// Returns the line, from 1, of the record that was read at byte `at`. Reads the text up to
    /// there, and so ends any reading of it that is under way: for errors.
    pub(super) fn line(&self, at: u64) -> u64 {
        self.lines_to(at).0
    }

    /// Returns the lines of records that were read at these bytes, which rise. Reads the text once.
    pub(super) fn lines(&self, rising: &[u64]) -> Vec<u64> {
        let mut rest = rising.iter().peekable();
        let mut lines = Vec::with_capacity(rising.len());
        self.each_byte(|seen, line, _| {
            while rest.next_if(|at| seen >= **at).is_some() {
                lines.push(line);
            }
            rest.peek().is_some()
        });
        lines
    }

    /// Returns line and column of the first byte from `at` on that ends no line: the reader puts a
    /// record before the line ends, and blank lines, that precede it.
    fn lines_to(&self, at: u64) -> (u64, u64) {
        let mut place = (1, 1);
        self.each_byte(|seen, line, column| {
            place = (line, column);
            seen < at
        });
        place
    }

    /// Calls `each` with the place of every byte that ends no line, and with line and column of it,
    /// from 1, until it gives `false`; at last with what follows the last byte.
    fn each_byte(&self, mut each: impl FnMut(u64, u64, u64) -> bool) {
        let (mut line, mut column, mut after_cr, mut length) = (1, 1, false, 0);
        if let Ok(bytes) = self.bytes(u64::MAX) {
            let bytes = io::BufReader::with_capacity(CHUNK, bytes).bytes();
            for (seen, byte) in (0..).zip(bytes.map_while(io::Result::ok)) {
                let is_end = matches!(byte, b'\r' | b'\n');
                if !is_end && !each(seen, line, column) {
                    return;
                }
                line += u64::from(byte == b'\r' || (byte == b'\n' && !after_cr));
                column = if is_end { 1 } else { column + 1 };
                after_cr = byte == b'\r';
                length = seen + 1;
            }
        }
        each(length, line, column);
    }

    fn unreadable(&self, problem: io::Error) -> Error {
        Error::unreadable(&self.path, problem)
    }

    fn unparsable(&self, problem: ::csv::Error) -> Error {
        let problem = match problem.into_kind() {
            ::csv::ErrorKind::Io(problem) => problem,
            // Not of bytes that may have any number of fields.
            _ => io::ErrorKind::InvalidData.into(),
        };
        match problem.downcast::<Error>() {
            Ok(own) => own,
            Err(problem) => self.unreadable(problem),
        }
    }

    pub(super) fn not_utf8(&self, why: &str) -> Error {
        Error::refused(
            QueryErrorCode::FileNotUtf8,
            format!("{} is not UTF-8 text: {why}.", self.name),
        )
        .hint(QueryHint::SaveAsUtf8)
    }

    fn unclosed(&self, at: u64, fields: usize) -> Error {
        Error::refused(
            QueryErrorCode::CsvUnclosedQuote,
            format!(
                "{}: in the row that begins at line {}, the quote that opens field {fields} never \
                 closes.",
                self.name,
                self.line(at)
            ),
        )
        .hint(QueryHint::GetFileAgain)
        .hint(QueryHint::DoubleQuotesInside)
    }

    /// Returns the file is not what it was when it was looked at.
    pub(super) fn changed(&self) -> Error {
        Error::refused(
            QueryErrorCode::FileChanged,
            format!("{} changed while it was read.", self.name),
        )
        .hint(QueryHint::ImportWhenUnchanged)
    }
}

fn too_large(name: &str) -> Error {
    Error::refused(
        QueryErrorCode::FileTooLarge,
        format!("{name} is larger than 4 GiB."),
    )
    .hint(QueryHint::SplitFile)
    .at(QueryFault::TooManyBytes {
        most: MAX_BYTES,
        numbers: None,
    })
}

/// Returns the separator under which most of the rows in `head` are as wide as the header, and
/// wider than one field. `cut`: the last row is not whole.
pub(super) fn separator_of(head: &[u8], cut: bool) -> Separator {
    let mut best = (Separator::Comma, 0, 0);
    for separator in Separator::ALL {
        let (mut header, mut rows, mut agree) = (0, 0usize, 0usize);
        let mut reader = reader(separator, head);
        let mut record = ByteRecord::new();
        while rows < SNIFFED && reader.read_byte_record(&mut record).unwrap_or(false) {
            // A row that was cut short says nothing of its width.
            let is_last = cut && reader.position().byte() == head.len() as u64;
            if reaches_end(&record) || is_last {
                break;
            }
            if header == 0 {
                header = record.len();
            }
            rows += 1;
            agree += usize::from(record.len() == header);
        }
        if header < 2 {
            continue;
        }
        // Parts in a thousand, so that files of different row counts under different separators
        // compare.
        let share = agree * 1000 / rows;
        if (share, header) > (best.1, best.2) {
            best = (separator, share, header);
        }
    }
    best.0
}

fn reader<R: Read>(separator: Separator, text: R) -> Reader<R> {
    ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator.byte())
        .buffer_capacity(CHUNK)
        .from_reader(text)
}

/// Returns whether a quote swallowed the end.
fn reaches_end(record: &ByteRecord) -> bool {
    record
        .get(record.len().saturating_sub(1))
        .is_some_and(|field| field.last() == Some(&0))
}

/// The text as it is read: UTF-8 without NUL, and then [`END`].
struct Text<'a> {
    inner: io::Take<Box<dyn Read + 'a>>,
    source: &'a Source,
    stage: &'a RowProgress<'a>,
    /// Bytes of the text given out.
    given: u64,
    /// The beginning of a character whose rest is to come.
    carry: Vec<u8>,
    end: &'static [u8],
}

impl Text<'_> {
    /// Checks what was read; gives how much of it are whole characters.
    fn check(&self, bytes: &[u8], is_last: bool) -> Result<usize> {
        let whole = match std::str::from_utf8(bytes) {
            Ok(_) => bytes.len(),
            Err(problem) if problem.error_len().is_none() && !is_last => problem.valid_up_to(),
            Err(problem) => {
                let at = problem.valid_up_to();
                let byte = bytes.get(at).copied().unwrap_or_default();
                let (line, place) = self.source.lines_to(self.given + at as u64);
                let why = format!(
                    "byte {place} of line {line} is the byte 0x{byte:02x}, where a character \
                     should begin"
                );
                return Err(self
                    .source
                    .not_utf8(&why)
                    .at(QueryFault::Byte { line, place, byte }));
            }
        };
        // Searching for whether is fast, and for where is only for errors.
        if bytes.contains(&0) {
            let at = bytes.iter().position(|byte| *byte == 0).unwrap_or(0);
            let (line, place) = self.source.lines_to(self.given + at as u64);
            return Err(Error::refused(
                QueryErrorCode::FileBinary,
                format!(
                    "{} is not a text file: byte {place} of line {line} is a zero byte.",
                    self.source.name
                ),
            )
            .hint(QueryHint::ExportSpreadsheet)
            .at(QueryFault::Byte {
                line,
                place,
                byte: 0,
            }));
        }
        if self.given + bytes.len() as u64 > MAX_BYTES {
            return Err(too_large(&self.source.name));
        }
        Ok(whole)
    }
}

impl Read for Text<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            let carried = self.carry.len();
            let Some((head, room)) = out.split_at_mut_checked(carried) else {
                return Err(io::Error::other("too little room for a character"));
            };
            head.copy_from_slice(&self.carry);
            let fresh = self.inner.read(room)?;
            let filled = out.get(..carried + fresh).unwrap_or_default();
            if filled.is_empty() {
                let given = self.end.read(out)?;
                return Ok(given);
            }
            let whole = self.check(filled, fresh == 0).map_err(io::Error::other)?;
            self.carry = filled.get(whole..).unwrap_or_default().to_vec();
            self.given += whole as u64;
            self.stage.tell(self.given).map_err(io::Error::other)?;
            if whole > 0 {
                return Ok(whole);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::{ops::ControlFlow, sync::Mutex};

    use super::*;

    fn source(text: &[u8]) -> Source {
        Source {
            name: "people.csv".to_owned(),
            path: "people.csv".into(),
            content: Content::Memory(Zeroizing::new(text.to_vec())),
            mark: 0,
            length: text.len() as u64,
        }
    }

    /// As of a file that grows while it is read.
    #[test]
    fn no_more_than_four_gib_is_read_whatever_the_file_was() {
        let source = source(b"");
        let text = Text {
            inner: source.bytes(MAX_BYTES + 1).unwrap(),
            source: &source,
            stage: &RowProgress::silent(),
            given: MAX_BYTES - 3,
            carry: Vec::new(),
            end: END,
        };
        assert_eq!(text.check(b"abc", false).unwrap(), 3);
        let error = text.check(b"abcd", false).unwrap_err();
        assert_eq!(error.code(), Some(QueryErrorCode::FileTooLarge));
    }

    #[test]
    fn each_piece_that_is_read_is_told() {
        let text = "1,2\n".repeat(50_000);
        let source = source(text.as_bytes());
        let told = Mutex::new(Vec::new());
        let listener = |done, _| {
            told.lock().unwrap().push(done);
            ControlFlow::Continue(())
        };
        let stage = RowProgress::telling(&listener).of(source.length());
        source
            .records(Separator::Comma, &stage, |_, _| -> Result<()> { Ok(()) })
            .unwrap();
        let pieces = (1..=text.len() as u64 / CHUNK as u64).map(|n| n * CHUNK as u64);
        let expected: Vec<u64> = pieces.chain([text.len() as u64]).collect();
        assert_eq!(told.into_inner().unwrap(), expected);
    }
}
