//! A CSV file as bytes. It is checked while it is read, and never held in memory as a whole.

use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use ::csv::{ByteRecord, ReaderBuilder};

use super::record::{FormFault, MAX_CELL, Misformed, Record, Scanner};
use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::QueryFault;
use crate::form::{Quotes, Separator};
use crate::hint::QueryHint;
use crate::progress::RowProgress;

/// The largest file.
const MAX_BYTES: u64 = 4 << 30;
/// Bytes read at a time; each gives a report of progress.
const CHUNK: usize = 1 << 16;
/// Number of bytes read to propose separator and quotes.
const HEAD: u64 = 4 << 20;
/// Number of rows read to propose the separator.
const SNIFFED: usize = 1000;

/// An opened CSV file.
pub(super) struct Source {
    pub(super) name: String,
    path: PathBuf,
    file: File,
    /// The length of the byte order mark before the text.
    mark: u64,
    length: u64,
}

impl Source {
    pub(super) fn open(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let unreadable = |problem: io::Error| Error::unreadable(path, problem);
        // Checked before opening, because opening a pipe blocks.
        check_kind(&name, &fs::metadata(path).map_err(unreadable)?)?;
        let file = File::open(path).map_err(unreadable)?;
        let about = file.metadata().map_err(unreadable)?;
        check_kind(&name, &about)?;
        let length = about.len();
        if length > MAX_BYTES {
            return Err(too_large(&name));
        }
        let mut source = Self {
            name,
            path: path.to_owned(),
            file,
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
    fn bytes(&self, limit: u64) -> io::Result<io::Take<&File>> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.mark))?;
        Ok(file.take(limit))
    }

    /// Calls `each` with every row. `stage` receives the bytes read.
    pub(super) fn records<E: From<Error>>(
        &self,
        separator: Separator,
        quotes: Quotes,
        stage: &RowProgress<'_>,
        mut each: impl FnMut(&Record) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let mut text = Text {
            inner: self.bytes(MAX_BYTES + 1).map_err(|e| self.unreadable(e))?,
            source: self,
            stage,
            given: 0,
            buffer: vec![0; CHUNK],
            whole: 0,
            filled: 0,
        };
        let mut scanner = Scanner::new(separator, quotes);
        let mut each = |record: &Record| each(record).map_err(Halt::Callers);
        let read = loop {
            match text.next()? {
                None => break scanner.finish(&mut each),
                Some(piece) => {
                    let read = scanner.take(piece, &mut each);
                    if read.is_err() {
                        break read;
                    }
                }
            }
        };
        read.map_err(|halt| match halt {
            Halt::Callers(own) => own,
            Halt::Misformed(misformed) => self.misformed(misformed).into(),
        })
    }

    /// Returns the proposed meaning of double quotes: ordinary characters if the file has some
    /// and they never begin a field.
    pub(super) fn proposed_quotes(&self) -> Result<Quotes> {
        let (head, _) = self.head()?;
        let separators = Separator::ALL.map(Separator::byte);
        let before = |at: usize| head.get(..at).and_then(<[u8]>::last);
        let is_first = |at: usize| {
            before(at).is_none_or(|byte| separators.contains(byte) || b"\r\n".contains(byte))
                || head
                    .get(..at)
                    .is_some_and(|text| text.ends_with(b"\xef\xbb\xbf"))
        };
        let mut places = memchr::memchr_iter(b'"', &head).peekable();
        let some = places.peek().is_some();
        Ok(if some && !places.any(is_first) {
            Quotes::None
        } else {
            Quotes::Double
        })
    }

    /// Returns the proposed separator. With it most rows are as wide as the header, and wider than
    /// one field.
    pub(super) fn proposed_separator(&self, quotes: Quotes) -> Result<Separator> {
        let (head, cut) = self.head()?;
        Ok(separator_of(&head, cut, quotes))
    }

    /// Returns the beginning of the text, and whether there is more.
    fn head(&self) -> Result<(Vec<u8>, bool)> {
        let mut head = Vec::new();
        self.bytes(HEAD)
            .and_then(|mut bytes| bytes.read_to_end(&mut head))
            .map_err(|problem| self.unreadable(problem))?;
        let cut = head.len() as u64 == HEAD;
        Ok((head, cut))
    }

    /// Returns the line, from 1, of the record that was read at byte `at`. Reads the text up to
    /// there, and so ends any reading of it that is under way: for errors.
    pub(super) fn line(&self, at: u64) -> u64 {
        self.lines_to(at).line
    }

    /// Returns the lines of records that were read at these bytes, which rise. Reads the text once.
    pub(super) fn lines(&self, rising: &[u64]) -> Vec<u64> {
        let mut rest = rising.iter().peekable();
        let mut lines = Vec::with_capacity(rising.len());
        self.each_byte(|seen, place| {
            while rest.next_if(|at| seen >= **at).is_some() {
                lines.push(place.line);
            }
            rest.peek().is_some()
        });
        lines
    }

    /// Returns the place of the byte at `at`.
    fn lines_to(&self, at: u64) -> Place {
        let mut place = Place::FIRST;
        self.each_byte(|seen, here| {
            place = here;
            seen < at
        });
        place
    }

    /// Calls `each` with the offset and place of every byte until it returns `false`, and finally
    /// with those of the end of the text.
    fn each_byte(&self, mut each: impl FnMut(u64, Place) -> bool) {
        let (mut place, mut after_cr, mut length) = (Place::FIRST, false, 0);
        if let Ok(bytes) = self.bytes(u64::MAX) {
            let bytes = io::BufReader::with_capacity(CHUNK, bytes).bytes();
            for (seen, byte) in (0..).zip(bytes.map_while(io::Result::ok)) {
                // The second byte of CR LF has no place.
                if !(after_cr && byte == b'\n') {
                    if !each(seen, place) {
                        return;
                    }
                    place = place.after(byte);
                }
                after_cr = byte == b'\r';
                length = seen + 1;
            }
        }
        each(length, place);
    }

    fn unreadable(&self, problem: io::Error) -> Error {
        Error::unreadable(&self.path, problem)
    }

    pub(super) fn not_utf8(&self, why: &str) -> Error {
        Error::refused(
            QueryErrorCode::FileNotUtf8,
            format!("{} is not UTF-8 text: {why}.", self.name),
        )
        .hint(QueryHint::SaveAsUtf8)
    }

    fn misformed(&self, Misformed { fault, row, field }: Misformed) -> Error {
        let name = &self.name;
        let (byte, what) = match fault {
            FormFault::QuoteInside(byte) => (
                byte,
                "a double quote stands inside a field that does not begin with one",
            ),
            FormFault::TextAfterQuote(byte) => {
                (byte, "text follows the double quote that closes the field")
            }
            FormFault::Unclosed => {
                return Error::refused(
                    QueryErrorCode::CsvUnclosedQuote,
                    format!(
                        "{name}: in the row that begins at line {}, the quote that opens field \
                         {field} never closes.",
                        self.line(row)
                    ),
                )
                .hint(QueryHint::GetFileAgain)
                .hint(QueryHint::DoubleQuotesInside)
                .hint(QueryHint::DeclareNoQuotes);
            }
            FormFault::TooLong => {
                return Error::refused(
                    QueryErrorCode::CsvCellTooLarge,
                    format!(
                        "{name}: in the row that begins at line {}, field {field} is larger than \
                         {} MiB.",
                        self.line(row),
                        MAX_CELL >> 20
                    ),
                )
                .hint(QueryHint::LeaveOutColumns)
                .at(QueryFault::TooManyBytes {
                    most: MAX_CELL as u64,
                    numbers: None,
                });
            }
        };
        let Place {
            line, character, ..
        } = self.lines_to(byte);
        Error::refused(
            QueryErrorCode::CsvStrayQuote,
            format!("{name}: line {line}, column {character}, in field {field}: {what}."),
        )
        .hint(QueryHint::DoubleQuotesInside)
        .hint(QueryHint::DeclareNoQuotes)
        .at(QueryFault::Place { line, character })
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

/// Rejects anything but a regular file. A pipe can be read only once, and a device may have no end.
fn check_kind(name: &str, about: &Metadata) -> Result<()> {
    if about.is_dir() {
        return Err(
            Error::usage(QueryErrorCode::IsAFolder, format!("{name} is a folder."))
                .hint(QueryHint::GiveCsvPath),
        );
    }
    if !about.is_file() {
        return Err(Error::usage(
            QueryErrorCode::NoPlainFile,
            format!("{name} is a pipe or a device, not a file."),
        )
        .hint(QueryHint::SaveAsFile));
    }
    Ok(())
}

/// Returns the separator under which most of the rows in `head` are as wide as the header, and
/// wider than one field. `cut`: the last row is not whole.
pub(super) fn separator_of(head: &[u8], cut: bool, quotes: Quotes) -> Separator {
    let mut best = (Separator::Comma, 0, 0);
    for separator in Separator::ALL {
        let (mut header, mut rows, mut agree) = (0, 0usize, 0usize);
        let mut reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .quoting(quotes == Quotes::Double)
            .delimiter(separator.byte())
            .from_reader(head);
        let mut record = ByteRecord::new();
        while rows < SNIFFED && reader.read_byte_record(&mut record).unwrap_or(false) {
            // A row that was cut short says nothing of its width.
            if cut && reader.position().byte() == head.len() as u64 {
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

/// Reason why reading stops early.
enum Halt<E> {
    Misformed(Misformed),
    Callers(E),
}

impl<E> From<Misformed> for Halt<E> {
    fn from(misformed: Misformed) -> Self {
        Self::Misformed(misformed)
    }
}

/// A place in a text. All numbers start at 1.
#[derive(Clone, Copy)]
struct Place {
    line: u64,
    /// Byte in the line.
    byte: u64,
    /// Character in the line.
    character: u64,
}

impl Place {
    const FIRST: Self = Self {
        line: 1,
        byte: 1,
        character: 1,
    };

    /// Returns the place after `byte`.
    fn after(self, byte: u8) -> Self {
        if matches!(byte, b'\r' | b'\n') {
            return Self {
                line: self.line + 1,
                ..Self::FIRST
            };
        }
        // Only UTF-8 continuation bytes begin with the bits 10.
        Self {
            byte: self.byte + 1,
            character: self.character + u64::from(byte & 0xc0 != 0x80),
            ..self
        }
    }
}

/// A text that is read in pieces. It is UTF-8 without NUL.
struct Text<'a> {
    inner: io::Take<&'a File>,
    source: &'a Source,
    stage: &'a RowProgress<'a>,
    /// Bytes of the text given out.
    given: u64,
    buffer: Vec<u8>,
    /// Length of the last returned piece, at the start of the buffer.
    whole: usize,
    /// Number of bytes read into the buffer.
    filled: usize,
}

impl Text<'_> {
    /// Returns the next piece of whole characters, or `None` at the end.
    fn next(&mut self) -> Result<Option<&str>> {
        loop {
            // Keeps the first bytes of an incomplete character.
            self.buffer.copy_within(self.whole..self.filled, 0);
            let carried = self.filled - self.whole;
            let room = self.buffer.get_mut(carried..).unwrap_or_default();
            let fresh = self
                .inner
                .read(room)
                .map_err(|problem| self.source.unreadable(problem))?;
            self.filled = carried + fresh;
            if self.filled == 0 {
                return Ok(None);
            }
            let bytes = self.buffer.get(..self.filled).unwrap_or_default();
            self.whole = self.check(bytes, fresh == 0)?;
            self.given += self.whole as u64;
            self.stage.tell(self.given)?;
            if self.whole > 0 {
                let text = self.buffer.get(..self.whole).unwrap_or_default();
                return str::from_utf8(text)
                    .map(Some)
                    .map_err(|_| self.source.not_utf8("a character is broken"));
            }
        }
    }

    /// Checks what was read; gives how much of it are whole characters.
    fn check(&self, bytes: &[u8], is_last: bool) -> Result<usize> {
        let whole = match std::str::from_utf8(bytes) {
            Ok(_) => bytes.len(),
            Err(problem) if problem.error_len().is_none() && !is_last => problem.valid_up_to(),
            Err(problem) => {
                let at = problem.valid_up_to();
                let byte = bytes.get(at).copied().unwrap_or_default();
                let Place {
                    line, byte: place, ..
                } = self.source.lines_to(self.given + at as u64);
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
            let Place {
                line, byte: place, ..
            } = self.source.lines_to(self.given + at as u64);
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::{ops::ControlFlow, sync::Mutex};

    use super::*;

    fn source(text: &[u8]) -> (tempfile::TempDir, Source) {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("people.csv");
        fs::write(&path, text).unwrap();
        let source = Source::open(&path).unwrap();
        (dir, source)
    }

    /// As of a file that grows while it is read.
    #[test]
    fn no_more_than_four_gib_is_read_whatever_the_file_was() {
        let (_dir, source) = source(b"");
        let text = Text {
            inner: source.bytes(MAX_BYTES + 1).unwrap(),
            source: &source,
            stage: &RowProgress::silent(),
            given: MAX_BYTES - 3,
            buffer: Vec::new(),
            whole: 0,
            filled: 0,
        };
        assert_eq!(text.check(b"abc", false).unwrap(), 3);
        let error = text.check(b"abcd", false).unwrap_err();
        assert_eq!(error.code(), Some(QueryErrorCode::FileTooLarge));
    }

    #[test]
    fn each_piece_that_is_read_is_told() {
        let text = "1,2\n".repeat(50_000);
        let (_dir, source) = source(text.as_bytes());
        let told = Mutex::new(Vec::new());
        let listener = |done, _| {
            told.lock().unwrap().push(done);
            ControlFlow::Continue(())
        };
        let stage = RowProgress::telling(&listener).of(source.length());
        source
            .records(
                Separator::Comma,
                Quotes::Double,
                &stage,
                |_| -> Result<()> { Ok(()) },
            )
            .unwrap();
        let pieces = (1..=text.len() as u64 / CHUNK as u64).map(|n| n * CHUNK as u64);
        let expected: Vec<u64> = pieces.chain([text.len() as u64]).collect();
        assert_eq!(told.into_inner().unwrap(), expected);
    }
}
