//! The ledger file: all documents that an auditor needs of one owner, as lines of text.
//!
//! UTF-8, every line ended by one newline: the signed checkpoint note (text, empty line, signature
//! lines), an empty line, then one JWS compact string a line. Order of the lines:
//!
//! - each listing before the first order, grant, cap or assumed loss that needs it, and after all
//!   of its earlier versions, sold or not;
//! - the entries (receipts, grants and population entries) in sequence from 0, each receipt's order
//!   on the line before it, and the first entry of a population before its listings;
//! - each withdrawal after the listing that it names, and before a listing that takes up the same
//!   question again.
//!
//! Refused, cancelled and pending orders, refusals, releases and openings are not in it.

use std::io::{self, BufRead, Write};

use crate::checkpoint::{Checkpoint, CheckpointError, MAX_NOTE, UnverifiedCheckpoint};
use crate::kinds::MAX_DOCUMENT;
use crate::reader::ReaderError;
pub use crate::texts::LedgerLineFault;

/// Reason why reading a ledger stopped: it is refused, or its source failed.
pub type LedgerReadError = ReaderError<LedgerError, LedgerSourceError>;

/// The source of a ledger failed; this says nothing of the ledger.
#[derive(Debug, thiserror::Error)]
pub struct LedgerSourceError(#[from] io::Error);

impl LedgerSourceError {
    /// Returns the error of the source.
    pub(crate) fn io_error(&self) -> &io::Error {
        &self.0
    }
}

/// Reason why a ledger file is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LedgerError {
    /// A line longer than any document.
    LineTooLong(u64),
    /// A carriage return, an empty line where none belongs, or bytes that are not UTF-8.
    Line(u64, LedgerLineFault),
    /// The file stops inside a line.
    CutOff(u64),
    /// The file does not begin with a checkpoint.
    Checkpoint(#[from] CheckpointError),
}

/// Writes a ledger file line by line.
pub struct LedgerWriter<W> {
    sink: W,
}

impl<W: Write> LedgerWriter<W> {
    /// Writes the checkpoint.
    ///
    /// # Errors
    /// I/O errors of the sink.
    pub fn new(mut sink: W, checkpoint: &Checkpoint) -> io::Result<Self> {
        sink.write_all(checkpoint.note().as_bytes())?;
        sink.write_all(b"\n")?;
        Ok(Self { sink })
    }

    /// Adds a document by its compact string. The order of the calls is the order of the lines.
    ///
    /// # Errors
    /// I/O errors of the sink; `InvalidInput` if `compact` has a character that no compact string
    /// has.
    pub fn document(&mut self, compact: &str) -> io::Result<()> {
        let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
        if compact.is_empty() || !compact.bytes().all(allowed) {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "not a JWS compact string",
            ));
        }
        self.sink.write_all(compact.as_bytes())?;
        self.sink.write_all(b"\n")
    }

    /// Flushes and returns the sink.
    ///
    /// # Errors
    /// I/O errors of the sink.
    pub fn finish(mut self) -> io::Result<W> {
        self.sink.flush()?;
        Ok(self.sink)
    }
}

/// One document's line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerLine {
    /// The line's number in the file, from 1.
    pub number: u64,
    /// The compact string, not yet verified.
    pub compact: String,
}

/// Reads a ledger file line by line, holding one line at a time.
pub struct LedgerReader<R> {
    source: R,
    checkpoint: UnverifiedCheckpoint,
    line: u64,
    bare: bool,
}

impl<R: BufRead> LedgerReader<R> {
    /// Reads the checkpoint.
    ///
    /// # Errors
    /// [`ReaderError::Source`]; [`ReaderError::Refused`]: no well-formed checkpoint with an empty
    /// line after it (which a checkpoint by itself, without any ledger, may lack).
    pub fn new(mut source: R) -> Result<Self, LedgerReadError> {
        let mut note = String::new();
        let mut line = 0;
        let mut empty_lines = 0;
        let mut bare = false;
        while empty_lines < 2 {
            match read_line(&mut source, line + 1, MAX_NOTE)? {
                None => {
                    bare = true;
                    break;
                }
                Some(text) => {
                    line += 1;
                    empty_lines += u32::from(text.is_empty());
                    if empty_lines < 2 {
                        note.push_str(&text);
                        note.push('\n');
                    }
                    if note.len() > MAX_NOTE {
                        return Err(LedgerError::from(CheckpointError::TooLong).into());
                    }
                }
            }
        }
        let checkpoint = UnverifiedCheckpoint::parse(&note).map_err(LedgerError::from)?;
        Ok(Self {
            source,
            checkpoint,
            line,
            bare,
        })
    }

    /// Returns the checkpoint, its signature not yet verified: the owner's key is in the documents
    /// that follow.
    #[must_use]
    pub fn checkpoint(&self) -> &UnverifiedCheckpoint {
        &self.checkpoint
    }

    /// Returns the bytes before the first document.
    #[must_use]
    pub fn head_length(&self) -> u64 {
        self.checkpoint.note().len() as u64 + u64::from(!self.bare)
    }

    /// Returns whether the file ended with the checkpoint, so that it is a checkpoint by itself and
    /// not a ledger.
    #[must_use]
    pub fn is_checkpoint_only(&self) -> bool {
        self.bare
    }

    /// Returns the next document's line, or `None` at the end.
    ///
    /// # Errors
    /// [`ReaderError::Source`]; [`ReaderError::Refused`]: a line that does not belong.
    pub fn next_line(&mut self) -> Result<Option<LedgerLine>, LedgerReadError> {
        let number = self.line + 1;
        let Some(compact) = read_line(&mut self.source, number, MAX_DOCUMENT)? else {
            return Ok(None);
        };
        self.line = number;
        if compact.is_empty() {
            return Err(LedgerError::Line(number, LedgerLineFault::Empty).into());
        }
        Ok(Some(LedgerLine { number, compact }))
    }
}

/// Reads one line without its newline, of at most `limit` bytes; `None` at the end of the source.
fn read_line(
    source: &mut impl BufRead,
    number: u64,
    limit: usize,
) -> Result<Option<String>, LedgerReadError> {
    let mut line = Vec::new();
    loop {
        let buffer = match source.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other.map_err(|error| ReaderError::Source(error.into()))?,
        };
        if buffer.is_empty() {
            return if line.is_empty() {
                Ok(None)
            } else {
                Err(LedgerError::CutOff(number).into())
            };
        }
        let newline = buffer.iter().position(|b| *b == b'\n');
        let taken = newline.unwrap_or(buffer.len());
        if line.len() + taken > limit {
            return Err(LedgerError::LineTooLong(number).into());
        }
        line.extend_from_slice(&buffer[..taken]);
        source.consume(taken + usize::from(newline.is_some()));
        if newline.is_some() {
            break;
        }
    }
    if line.contains(&b'\r') {
        return Err(LedgerError::Line(number, LedgerLineFault::CarriageReturn).into());
    }
    String::from_utf8(line)
        .map(Some)
        .map_err(|_| LedgerError::Line(number, LedgerLineFault::NotUtf8).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Identity;
    use crate::log::Hash;

    fn checkpoint() -> Checkpoint {
        Checkpoint::sign(&Identity::from_bytes(&[1; 32]), 0, Hash::empty_root()).unwrap()
    }

    fn sample() -> Vec<u8> {
        let mut writer = LedgerWriter::new(Vec::new(), &checkpoint()).unwrap();
        for line in ["a.b.c", "d.e.f"] {
            writer.document(line).unwrap();
        }
        writer.finish().unwrap()
    }

    fn lines(file: &[u8]) -> Result<Vec<String>, LedgerReadError> {
        let mut reader = LedgerReader::new(io::BufReader::with_capacity(7, file))?;
        let mut lines = Vec::new();
        while let Some(line) = reader.next_line()? {
            lines.push(line.compact);
        }
        Ok(lines)
    }

    #[test]
    fn what_is_written_is_read() {
        assert_eq!(lines(&sample()).unwrap(), ["a.b.c", "d.e.f"]);
        let note = checkpoint().note().to_owned();
        let reader = LedgerReader::new(note.as_bytes()).unwrap();
        assert!(reader.is_checkpoint_only());
        let empty = LedgerWriter::new(Vec::new(), &checkpoint())
            .unwrap()
            .finish()
            .unwrap();
        assert!(
            !LedgerReader::new(empty.as_slice())
                .unwrap()
                .is_checkpoint_only()
        );
        assert_eq!(lines(&empty).unwrap(), Vec::<String>::new());
    }

    #[test]
    fn lines_and_notes_have_a_longest() {
        let read =
            |text: &str, limit| read_line(&mut io::BufReader::new(text.as_bytes()), 3, limit);
        assert_eq!(read("abc\n", 3).unwrap().as_deref(), Some("abc"));
        assert!(matches!(
            read("abc\n", 2),
            Err(ReaderError::Refused(LedgerError::LineTooLong(3)))
        ));
        let note = checkpoint().note().to_owned();
        let file = |length: usize| {
            let name = "w".repeat(length - note.len() - "—  AAAAAAA=\n".len());
            format!("{note}— {name} AAAAAAA=\n\na.b.c\n")
        };
        let read = |length| LedgerReader::new(io::Cursor::new(file(length)));
        let reader = read(MAX_NOTE).unwrap();
        assert_eq!(reader.head_length(), MAX_NOTE as u64 + 1);
        assert!(matches!(
            read(MAX_NOTE + 1),
            Err(ReaderError::Refused(LedgerError::Checkpoint(
                CheckpointError::TooLong
            )))
        ));
        // Before it is read to its end.
        let endless = format!("{note}{}", "— w AAAAAAA=\n".repeat(MAX_NOTE));
        let mut source = io::Cursor::new(endless);
        assert!(matches!(
            LedgerReader::new(&mut source),
            Err(ReaderError::Refused(LedgerError::Checkpoint(
                CheckpointError::TooLong
            )))
        ));
        assert!(source.position() < 2 * MAX_NOTE as u64);
        assert_eq!(
            LedgerReader::new(note.as_bytes()).unwrap().head_length(),
            note.len() as u64
        );
    }

    /// A source that is interrupted before every byte, and fails in the end.
    struct Fitful<'a>(&'a [u8], bool);

    impl io::Read for Fitful<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::Interrupted.into());
            }
            let (byte, rest) = self.0.split_first().ok_or(io::ErrorKind::TimedOut)?;
            (buffer[0], self.0) = (*byte, rest);
            Ok(1)
        }
    }

    #[test]
    fn an_interruption_is_no_error_and_an_error_is_no_end() {
        let file = sample();
        let mut reader = LedgerReader::new(io::BufReader::new(Fitful(&file, false))).unwrap();
        for line in ["a.b.c", "d.e.f"] {
            assert_eq!(reader.next_line().unwrap().unwrap().compact, line);
        }
        assert!(matches!(
            reader.next_line(),
            Err(ReaderError::Source(LedgerSourceError(error)))
                if error.kind() == io::ErrorKind::TimedOut
        ));
    }

    /// A sink that takes everything and keeps nothing.
    struct Full;

    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }
    }

    #[test]
    fn a_ledger_that_was_not_kept_is_not_finished() {
        let writer = LedgerWriter::new(Full, &checkpoint()).unwrap();
        let error = writer.finish().err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    }

    #[test]
    fn nothing_but_documents_is_written() {
        let mut writer = LedgerWriter::new(Vec::new(), &checkpoint()).unwrap();
        for wrong in ["", "a b", "a\nb", "a\r", "ä"] {
            assert!(writer.document(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn other_line_ends_gaps_and_cuts_are_refused() {
        let text = String::from_utf8(sample()).unwrap();
        assert!(matches!(
            lines(text.replace('\n', "\r\n").as_bytes()),
            Err(ReaderError::Refused(LedgerError::Line(1, _)))
        ));
        assert!(matches!(
            lines(text.replace("a.b.c\n", "a.b.c\r\n").as_bytes()),
            Err(ReaderError::Refused(LedgerError::Line(7, _)))
        ));
        assert!(matches!(
            lines(text.trim_end().as_bytes()),
            Err(ReaderError::Refused(LedgerError::CutOff(8)))
        ));
        assert!(matches!(
            lines(format!("{text}\n").as_bytes()),
            Err(ReaderError::Refused(LedgerError::Line(9, _)))
        ));
        assert!(matches!(
            lines(text.replace("a.b.c\n", "\na.b.c\n").as_bytes()),
            Err(ReaderError::Refused(LedgerError::Line(7, _)))
        ));
        assert!(matches!(
            lines(format!("\u{feff}{text}").as_bytes()),
            Err(ReaderError::Refused(LedgerError::Checkpoint(_)))
        ));
        let mut binary = sample();
        binary.extend([0xff, b'\n']);
        assert!(matches!(
            lines(&binary),
            Err(ReaderError::Refused(LedgerError::Line(9, _)))
        ));
        let mut endless = sample();
        endless.resize(endless.len() + MAX_DOCUMENT + 1, b'x');
        assert!(matches!(
            lines(&endless),
            Err(ReaderError::Refused(LedgerError::LineTooLong(9)))
        ));
    }
}
