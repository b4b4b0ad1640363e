//! A CSV file as bytes. It is checked while it is read, and never held in memory as a whole.

use std::collections::VecDeque;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use poundwise_text::encoding::{DecodingReader, Encoding, Malformed};

use super::record::{FormFault, MAX_CELL, Misformed, Record, Scanner};
use super::stored::too_large;
use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::QueryFault;
use crate::form::{Quotes, Separator};
use crate::hint::QueryHint;
use crate::messages::FileMessage;
use crate::progress::RowProgress;

/// The largest file.
pub(super) const MAX_BYTES: u64 = 4 << 30;
/// Bytes read at a time; each gives a report of progress.
const CHUNK: usize = 1 << 16;
/// Number of bytes read to propose separator and quotes.
const HEAD: u64 = 4 << 20;

/// An opened CSV file.
pub(super) struct Source {
    pub(super) name: String,
    path: PathBuf,
    file: File,
    encoding: Encoding,
    /// The length of the byte order mark before the text.
    mark: u64,
    length: u64,
}

/// Bytes of a text as UTF-8.
enum TextBytes<'a> {
    /// The text is declared to be UTF-8, which is not checked here.
    Utf8(io::Take<&'a File>),
    Decoded(Box<DecodingReader<io::Take<&'a File>>>),
}

impl TextBytes<'_> {
    /// Returns the number of bytes of the file that were decoded so far, or `None` if the file is
    /// read as it is.
    fn decoded(&self) -> Option<u64> {
        match self {
            Self::Utf8(_) => None,
            Self::Decoded(reader) => Some(reader.taken()),
        }
    }
}

impl Read for TextBytes<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Utf8(file) => file.read(into),
            Self::Decoded(reader) => reader.read(into),
        }
    }
}

impl Source {
    /// Opens a file in a declared encoding.
    pub(super) fn open(path: &Path, encoding: Encoding) -> Result<Self> {
        let mut source = Self::unmarked(path)?;
        source.declare(encoding)?;
        Ok(source)
    }

    /// Opens a file and proposes its encoding, which is used unless another one is declared.
    pub(super) fn propose(path: &Path, declared: Option<Encoding>) -> Result<(Self, Encoding)> {
        let mut source = Self::unmarked(path)?;
        let proposed = source.proposed_encoding()?;
        source.declare(declared.unwrap_or(proposed))?;
        Ok((source, proposed))
    }

    /// Sets the encoding, and skips its byte order mark.
    fn declare(&mut self, encoding: Encoding) -> Result<()> {
        let first = self.raw_head(4)?;
        self.encoding = encoding;
        match Encoding::marked(&first) {
            Some(marked) if marked == encoding => self.mark = marked.mark().len() as u64,
            // Two zero bytes after the mark of UTF-16LE are a character in it.
            Some(Encoding::Utf32Le) if encoding == Encoding::Utf16Le => self.mark = 2,
            Some(marked) => return Err(self.marked(marked)),
            None => {}
        }
        Ok(())
    }

    /// Returns the encoding that the beginning of the file suggests.
    fn proposed_encoding(&self) -> Result<Encoding> {
        Ok(Encoding::proposed(&self.raw_head(HEAD)?))
    }

    /// Returns the first bytes of the file.
    fn raw_head(&self, limit: u64) -> Result<Vec<u8>> {
        let mut head = Vec::new();
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))
            .and_then(|_| file.take(limit).read_to_end(&mut head))
            .map_err(|problem| self.unreadable(problem))?;
        Ok(head)
    }

    /// Opens a file without a look at its content.
    fn unmarked(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let unreadable = |problem: io::Error| Error::unreadable(path, problem);
        // Checked before opening, because opening a pipe blocks.
        check_kind(&name, &fs::metadata(path).map_err(unreadable)?)?;
        let file = File::open(path).map_err(unreadable)?;
        let about = file.metadata().map_err(unreadable)?;
        check_kind(&name, &about)?;
        let length = about.len();
        if length > MAX_BYTES {
            return Err(too_large(&name, MAX_BYTES));
        }
        Ok(Self {
            name,
            path: path.to_owned(),
            file,
            encoding: Encoding::Utf8,
            mark: 0,
            length,
        })
    }

    /// Returns the number of bytes of the file.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Returns the text as UTF-8 from its start, of at most `limit` bytes of the file.
    fn bytes(&self, limit: u64) -> io::Result<TextBytes<'_>> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(self.mark))?;
        let file = file.take(limit);
        Ok(match self.encoding {
            Encoding::Utf8 => TextBytes::Utf8(file),
            encoding => TextBytes::Decoded(Box::new(DecodingReader::new(file, encoding))),
        })
    }

    /// Calls `each` with every row in these lines. `stage` receives the bytes read.
    pub(super) fn records<E: From<Error>>(
        &self,
        (separator, quotes): (Separator, Quotes),
        lines: &Lines,
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
        let mut window = lines.window();
        let mut each = |record: &Record| each(record).map_err(Halt::Callers);
        let read = loop {
            match text.next()? {
                None => break scanner.finish(&mut each),
                Some(piece) => {
                    let (above, inside) = window.split(piece);
                    scanner.skip(above);
                    let read = scanner.take(inside, &mut each);
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

    /// Returns the proposed meaning of double quotes in a text with this beginning: ordinary
    /// characters if there are some and they never begin a field.
    pub(super) fn proposed_quotes(head: &[u8]) -> Quotes {
        let separators = Separator::ALL.map(Separator::byte);
        let before = |at: usize| head.get(..at).and_then(<[u8]>::last);
        let is_first = |at: usize| {
            before(at).is_none_or(|byte| separators.contains(byte) || b"\r\n".contains(byte))
                || head
                    .get(..at)
                    .is_some_and(|text| text.ends_with(b"\xef\xbb\xbf"))
        };
        let mut places = memchr::memchr_iter(b'"', head).peekable();
        let some = places.peek().is_some();
        if some && !places.any(is_first) {
            Quotes::None
        } else {
            Quotes::Double
        }
    }

    /// Returns the beginning of the text, and whether there is more.
    pub(super) fn head(&self) -> Result<(Vec<u8>, bool)> {
        let mut head = Vec::new();
        let text = self.bytes(MAX_BYTES).map_err(|e| self.unreadable(e))?;
        match text.take(HEAD).read_to_end(&mut head) {
            Ok(_) => {}
            // The rows name its place when they are read.
            Err(problem) if problem.kind() == io::ErrorKind::InvalidData => {}
            Err(problem) => return Err(self.unreadable(problem)),
        }
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

    /// Returns the offset at which the last `below` lines of the text begin; `None` for no lines.
    pub(super) fn end_above(&self, below: u64) -> Option<u64> {
        let below = usize::try_from(below).ok().filter(|below| *below > 0)?;
        let (mut starts, mut end) = (VecDeque::new(), Place::FIRST);
        self.each_byte(|at, place| {
            end = place;
            if place.byte == 1 {
                starts.push_back(at);
                if starts.len() > below + 1 {
                    starts.pop_front();
                }
            }
            true
        });
        // A line end is the beginning of no line if the text ends with it.
        if end.byte == 1 {
            starts.pop_back();
        }
        if starts.len() > below {
            starts.pop_front();
        }
        Some(starts.front().copied().unwrap_or(0))
    }

    /// Returns the number of lines from the record that was read at byte `at` to the end.
    pub(super) fn lines_from(&self, at: u64) -> u64 {
        let (mut first, mut end) = (None, Place::FIRST);
        self.each_byte(|seen, place| {
            if seen >= at {
                first.get_or_insert(place.line);
            }
            end = place;
            true
        });
        let last = end.line - u64::from(end.byte == 1);
        (last + 1).saturating_sub(first.unwrap_or(end.line))
    }

    /// Returns the lines of the text above and below a table, at most `most` of each.
    pub(super) fn lines_around(&self, table: &Lines, most: usize) -> (Vec<String>, Vec<String>) {
        let above = match table.first {
            0 | 1 => Vec::new(),
            first => {
                let head = self.head().map(|(head, _)| head).unwrap_or_default();
                let above = usize::try_from(first - 1).unwrap_or(usize::MAX);
                lines_of(&head, above.min(most))
            }
        };
        let below = table.end.and_then(|end| {
            let mut bytes = self.bytes(u64::MAX).ok()?;
            io::copy(&mut bytes.by_ref().take(end), &mut io::sink()).ok()?;
            let mut text = Vec::new();
            bytes.take(CHUNK as u64).read_to_end(&mut text).ok()?;
            Some(lines_of(&text, most))
        });
        (above, below.unwrap_or_default())
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

    /// Returns the error of a text that is not in the declared encoding.
    fn not_encoded(&self, message: FileMessage) -> Error {
        let code = match self.encoding {
            Encoding::Utf8 => QueryErrorCode::FileNotUtf8,
            _ => QueryErrorCode::FileEncoding,
        };
        let error = Error::refused(code, message);
        match self.proposed_encoding() {
            Ok(proposed) if proposed != self.encoding => {
                error.hint(QueryHint::DeclareEncoding { proposed })
            }
            Ok(_) | Err(_) => error.hint(QueryHint::DeclareOtherEncoding),
        }
        .hint(QueryHint::SaveAsUtf8)
    }

    /// Returns the error of a text with the byte order mark of another encoding.
    fn marked(&self, marked: Encoding) -> Error {
        let (file, encoding) = (self.name.clone(), self.encoding);
        self.not_encoded(FileMessage::OtherMark {
            file,
            encoding,
            marked,
        })
        .at(QueryFault::ByteOrderMark { of: marked })
    }

    /// Returns the error of bytes that are no character of the declared encoding. They are at the
    /// end of the text that can be read.
    fn undecodable(&self, malformed: Malformed) -> Error {
        let Place {
            line, character, ..
        } = self.lines_to(u64::MAX);
        let (file, encoding) = (self.name.clone(), malformed.encoding);
        self.not_encoded(match malformed.byte {
            Some(byte) => FileMessage::Undecodable {
                file,
                encoding,
                line,
                character,
                byte: format!("0x{byte:02x}"),
            },
            None => FileMessage::BrokenOff {
                file,
                encoding,
                line,
                character,
            },
        })
        .at(QueryFault::Undecodable {
            encoding: malformed.encoding,
            line,
            character,
        })
    }

    /// Returns the error of a failed reading of the text.
    fn unread(&self, problem: io::Error) -> Error {
        let inner = problem.get_ref().and_then(|inner| inner.downcast_ref());
        match inner {
            Some(malformed) => self.undecodable(*malformed),
            None => self.unreadable(problem),
        }
    }

    fn misformed(&self, Misformed { fault, row, field }: Misformed) -> Error {
        let file = self.name.clone();
        let (byte, is_inside) = match fault {
            FormFault::QuoteInside(byte) => (byte, true),
            FormFault::TextAfterQuote(byte) => (byte, false),
            FormFault::Unclosed => {
                return Error::refused(
                    QueryErrorCode::CsvUnclosedQuote,
                    FileMessage::UnclosedQuote {
                        file,
                        line: self.line(row),
                        field,
                    },
                )
                .hint(QueryHint::GetFileAgain)
                .hint(QueryHint::DoubleQuotesInside)
                .hint(QueryHint::DeclareNoQuotes);
            }
            FormFault::TooLong => {
                return Error::refused(
                    QueryErrorCode::CsvCellTooLarge,
                    FileMessage::LongField {
                        file,
                        line: self.line(row),
                        field,
                        most: MAX_CELL >> 20,
                    },
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
        let message = if is_inside {
            FileMessage::QuoteInside {
                file,
                line,
                character,
                field,
            }
        } else {
            FileMessage::TextAfterQuote {
                file,
                line,
                character,
                field,
            }
        };
        Error::refused(QueryErrorCode::CsvStrayQuote, message)
            .hint(QueryHint::DoubleQuotesInside)
            .hint(QueryHint::DeclareNoQuotes)
            .at(QueryFault::Place { line, character })
    }
}

/// Rejects anything but a regular file. A pipe can be read only once, and a device may have no end.
pub(super) fn check_kind(name: &str, about: &Metadata) -> Result<()> {
    if !about.is_file() {
        return Err(Error::usage(
            QueryErrorCode::NoPlainFile,
            FileMessage::PipeOrDevice {
                file: name.to_owned(),
            },
        )
        .hint(QueryHint::SaveAsFile));
    }
    Ok(())
}

/// Returns the first lines of a text, at most `most`.
fn lines_of(text: &[u8], most: usize) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    text.lines().take(most).map(str::to_owned).collect()
}

/// The lines of a text that are a table.
#[derive(Clone, Copy)]
pub(super) struct Lines {
    /// The first of them, from 1.
    pub(super) first: u64,
    /// The offset in the text at which they end, if lines follow; in a sheet, the last row.
    pub(super) end: Option<u64>,
}

impl Lines {
    /// All lines.
    pub(super) const ALL: Self = Self {
        first: 0,
        end: None,
    };

    /// Returns whether a row of a sheet is in the table. `end` is the number of its last row then.
    pub(super) fn have_row(self, row: u64) -> bool {
        row >= self.first && self.end.is_none_or(|end| row <= end)
    }

    fn window(self) -> Window {
        Window {
            above: self.first.saturating_sub(1),
            after_cr: false,
            end: self.end.unwrap_or(u64::MAX),
            seen: 0,
        }
    }
}

/// The part of a text that is read, while its pieces pass.
struct Window {
    /// Lines that are still to be skipped.
    above: u64,
    after_cr: bool,
    end: u64,
    seen: u64,
}

impl Window {
    /// Returns how many bytes of the next piece are above the table, and those that are in it.
    fn split<'a>(&mut self, piece: &'a str) -> (u64, &'a str) {
        let begin = self.seen;
        self.seen += piece.len() as u64;
        let mut above = 0;
        if self.above > 0 || self.after_cr {
            above = self.skip(piece.as_bytes());
        }
        let end = self.end.clamp(begin, self.seen) - begin;
        let end = usize::try_from(end).unwrap_or(piece.len());
        (above as u64, piece.get(above..end).unwrap_or_default())
    }

    /// Returns the number of bytes of a piece above the table.
    fn skip(&mut self, bytes: &[u8]) -> usize {
        for (at, byte) in bytes.iter().enumerate() {
            let ends_crlf = self.after_cr && *byte == b'\n';
            if self.above == 0 && !ends_crlf {
                self.after_cr = false;
                return at;
            }
            if !ends_crlf && matches!(byte, b'\n' | b'\r') {
                self.above -= 1;
            }
            self.after_cr = *byte == b'\r';
        }
        bytes.len()
    }
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
    inner: TextBytes<'a>,
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
                .map_err(|problem| self.source.unread(problem))?;
            self.filled = carried + fresh;
            if self.filled == 0 {
                return Ok(None);
            }
            let bytes = self.buffer.get(..self.filled).unwrap_or_default();
            self.whole = self.check(bytes, fresh == 0)?;
            self.given += self.whole as u64;
            self.stage
                .tell(self.inner.decoded().unwrap_or(self.given))?;
            if self.whole > 0 {
                let text = self.buffer.get(..self.whole).unwrap_or_default();
                return str::from_utf8(text).map(Some).map_err(|_| {
                    let (file, encoding) = (self.source.name.clone(), self.source.encoding);
                    self.source
                        .not_encoded(FileMessage::BrokenCharacter { file, encoding })
                });
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
                let message = FileMessage::InvalidByte {
                    file: self.source.name.clone(),
                    encoding: self.source.encoding,
                    line,
                    place,
                    byte: format!("0x{byte:02x}"),
                };
                return Err(self.source.not_encoded(message).at(QueryFault::Byte {
                    line,
                    place,
                    byte,
                }));
            }
        };
        // Searching for whether is fast, and for where is only for errors.
        if bytes.contains(&0) {
            let at = bytes.iter().position(|byte| *byte == 0).unwrap_or(0);
            let Place {
                line, byte: place, ..
            } = self.source.lines_to(self.given + at as u64);
            let error = Error::refused(
                QueryErrorCode::FileBinary,
                FileMessage::ZeroByte {
                    file: self.source.name.clone(),
                    line,
                    place,
                },
            );
            let error = match self.source.proposed_encoding() {
                Ok(proposed) if proposed != self.source.encoding => {
                    error.hint(QueryHint::DeclareEncoding { proposed })
                }
                Ok(_) | Err(_) => error.hint(QueryHint::ExportSpreadsheet),
            };
            return Err(error.at(QueryFault::Byte {
                line,
                place,
                byte: 0,
            }));
        }
        let length = self.given + bytes.len() as u64;
        if self.inner.decoded().unwrap_or(length) > MAX_BYTES {
            return Err(too_large(&self.source.name, MAX_BYTES));
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
        let source = Source::open(&path, Encoding::Utf8).unwrap();
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
                (Separator::Comma, Quotes::Double),
                &Lines {
                    first: 1,
                    end: None,
                },
                &stage,
                |_| -> Result<()> { Ok(()) },
            )
            .unwrap();
        let pieces = (1..=text.len() as u64 / CHUNK as u64).map(|n| n * CHUNK as u64);
        let expected: Vec<u64> = pieces.chain([text.len() as u64]).collect();
        assert_eq!(told.into_inner().unwrap(), expected);
    }
}
