//! Rows of a text, read strictly by RFC 4180. A stray quote in one row cannot change how another
//! row is read.
//!
//! A field that begins with a double quote ends with one. Only a separator, a line end or the end
//! of the text may follow it. A quote inside such a field is written twice. Other fields contain no
//! quotes. A text that breaks these rules is rejected. In a valid text every row has an even number
//! of quotes, so adding or removing a row leaves the others unchanged. If quotes are ordinary
//! characters ([`Quotes::None`]), each line is a row.

use std::hash::{Hash, Hasher};

use memchr::{memchr, memchr2};

use crate::form::{Quotes, Separator};
use crate::text::canonical_text;

/// The longest cell, in bytes.
pub(super) const MAX_CELL: usize = 16 << 20;
/// The most bytes of the cells of a stored row. One stored text may be in many cells.
pub(super) const MAX_ROW: usize = 256 << 20;

const BYTE_ORDER_MARK: &str = "\u{feff}";
const MARK: &[u8; 3] = b"\xef\xbb\xbf";

/// One row of a text. Its fields are stored back to back.
#[derive(Default)]
pub(super) struct Record {
    text: String,
    /// The ends of the fields in `text`.
    ends: Vec<usize>,
    /// Byte offset at which the row begins.
    at: u64,
    is_quoted: bool,
}

impl Record {
    pub(super) fn at(&self) -> u64 {
        self.at
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the field at `index`, from 0, or an empty one beyond the last.
    pub(super) fn get(&self, index: usize) -> &str {
        let Some(end) = self.ends.get(index) else {
            return "";
        };
        let start = index
            .checked_sub(1)
            .and_then(|before| self.ends.get(before))
            .copied()
            .unwrap_or(0);
        self.text.get(start..*end).unwrap_or_default()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Returns whether the row is a line with only white space.
    pub(super) fn is_blank(&self) -> bool {
        self.len() == 1 && !self.is_quoted && canonical_text(&self.text).is_empty()
    }

    /// Returns whether a cell spans several lines.
    pub(super) fn has_line_end(&self) -> bool {
        memchr2(b'\n', b'\r', self.text.as_bytes()).is_some()
    }

    /// Begins a row whose cells are written one after the other with [`Record::push`]. Without a
    /// cell it is blank.
    pub(super) fn begin(&mut self, at: u64) {
        self.clear(at);
        self.end_field();
    }

    /// Writes the next cell of a row that was begun. Returns what `write` returns, or `None` if the
    /// cell or the row is longer than is taken.
    pub(super) fn push<R>(&mut self, write: impl FnOnce(&mut String) -> R) -> Option<R> {
        // The first cell takes the place of the blank one.
        if !self.is_quoted {
            self.ends.clear();
        }
        self.is_quoted = true;
        let start = self.text.len();
        let written = write(&mut self.text);
        self.end_field();
        let is_short = self.text.len() - start <= MAX_CELL && self.text.len() <= MAX_ROW;
        is_short.then_some(written)
    }

    /// Returns the number of bytes in the cells.
    pub(super) fn size(&self) -> usize {
        self.text.len()
    }

    /// Adds the cells to a digest.
    pub(super) fn hash(&self, state: &mut impl Hasher) {
        self.text.hash(state);
        self.ends.hash(state);
    }

    fn clear(&mut self, at: u64) {
        self.text.clear();
        self.ends.clear();
        self.at = at;
        self.is_quoted = false;
    }

    fn open_field(&self) -> &str {
        let start = self.ends.last().copied().unwrap_or(0);
        self.text.get(start..).unwrap_or_default()
    }

    fn end_field(&mut self) {
        self.ends.push(self.text.len());
    }
}

/// A violation of the CSV syntax.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormFault {
    /// A quote inside a field that does not begin with one, at this byte.
    QuoteInside(u64),
    /// Text after the closing quote of a field, at this byte.
    TextAfterQuote(u64),
    /// The quote that opens a field never closes.
    Unclosed,
    /// A field is longer than `MAX_CELL`.
    TooLong,
}

/// A fault with its row and field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Misformed {
    pub(super) fault: FormFault,
    /// Byte offset at which the row begins.
    pub(super) row: u64,
    /// Number of the field, from 1.
    pub(super) field: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Before a row.
    Row,
    /// Before a field.
    Field,
    /// In a field without quotes.
    Plain,
    /// Inside quotes.
    Quoted,
    /// After a quote inside quotes: the closing one, or the first of a pair.
    Quote,
}

/// Splits a text into rows, piece by piece.
pub(super) struct Scanner {
    separator: u8,
    quotes: Quotes,
    /// Bytes at which the scan of an unquoted field stops.
    stops: [bool; 256],
    state: State,
    after_cr: bool,
    /// Number of bytes in the earlier pieces.
    before: u64,
    record: Record,
}

impl Scanner {
    pub(super) fn new(separator: Separator, quotes: Quotes) -> Self {
        let mut stops = [false; 256];
        for byte in [separator.byte(), b'\n', b'\r'] {
            stops[usize::from(byte)] = true;
        }
        stops[usize::from(b'"')] = quotes == Quotes::Double;
        Self {
            separator: separator.byte(),
            quotes,
            stops,
            state: State::Row,
            after_cr: false,
            before: 0,
            record: Record::default(),
        }
    }

    /// Skips bytes before the first row.
    pub(super) fn skip(&mut self, bytes: u64) {
        self.before += bytes;
    }

    /// Scans the next piece of the text, and calls `each` with every row that ends in it.
    pub(super) fn take<E: From<Misformed>>(
        &mut self,
        piece: &str,
        mut each: impl FnMut(&Record) -> Result<(), E>,
    ) -> Result<(), E> {
        let bytes = piece.as_bytes();
        let mut at = 0;
        while let Some(byte) = bytes.get(at).copied() {
            match self.state {
                State::Row => {
                    if self.after_cr && byte == b'\n' {
                        self.after_cr = false;
                        at += 1;
                        continue;
                    }
                    self.after_cr = false;
                    self.record.clear(self.before + at as u64);
                    self.state = State::Field;
                }
                // Concatenated files have byte order marks in the middle.
                State::Field if byte == MARK[0] && self.is_mark(piece, at) => {
                    self.record.text.push_str(BYTE_ORDER_MARK);
                    at += MARK.len();
                }
                State::Field if byte == b'"' && self.quotes == Quotes::Double => {
                    self.record.is_quoted = true;
                    self.state = State::Quoted;
                    at += 1;
                }
                State::Field => self.state = State::Plain,
                State::Plain => {
                    let rest = bytes.get(at..).unwrap_or_default();
                    let stop = rest.iter().position(|byte| self.stops[usize::from(*byte)]);
                    let length = stop.unwrap_or(rest.len());
                    self.push(piece, at, length)?;
                    at += length;
                    if let Some(byte) = bytes.get(at).copied() {
                        if byte == b'"' {
                            return Err(self.misformed(FormFault::QuoteInside, at).into());
                        }
                        self.end_field(byte, &mut each)?;
                        at += 1;
                    }
                }
                State::Quoted => {
                    let rest = bytes.get(at..).unwrap_or_default();
                    let length = memchr(b'"', rest).unwrap_or(rest.len());
                    self.push(piece, at, length)?;
                    at += length;
                    if at < bytes.len() {
                        self.state = State::Quote;
                        at += 1;
                    }
                }
                State::Quote if byte == b'"' => {
                    self.record.text.push('"');
                    self.state = State::Quoted;
                    at += 1;
                }
                State::Quote if byte == self.separator || byte == b'\n' || byte == b'\r' => {
                    self.end_field(byte, &mut each)?;
                    at += 1;
                }
                State::Quote => return Err(self.misformed(FormFault::TextAfterQuote, at).into()),
            }
        }
        self.before += bytes.len() as u64;
        Ok(())
    }

    /// Ends the text, and calls `each` with the last row if no line end follows it.
    pub(super) fn finish<E: From<Misformed>>(
        &mut self,
        each: impl FnMut(&Record) -> Result<(), E>,
    ) -> Result<(), E> {
        match self.state {
            State::Row => Ok(()),
            State::Quoted => Err(self.misformed(|_| FormFault::Unclosed, 0).into()),
            State::Field | State::Plain | State::Quote => self.end_field(b'\n', each),
        }
    }

    /// Returns whether the row begins with a byte order mark at `at`.
    fn is_mark(&self, piece: &str, at: usize) -> bool {
        self.record.len() == 0
            && piece
                .get(at..)
                .is_some_and(|rest| rest.starts_with(BYTE_ORDER_MARK))
    }

    fn push(&mut self, piece: &str, at: usize, length: usize) -> Result<(), Misformed> {
        let text = piece.get(at..at + length).unwrap_or_default();
        if self.record.open_field().len() + text.len() > MAX_CELL {
            return Err(self.misformed(|_| FormFault::TooLong, at));
        }
        self.record.text.push_str(text);
        Ok(())
    }

    /// Ends a field, and also the row unless `byte` is the separator.
    fn end_field<E>(
        &mut self,
        byte: u8,
        mut each: impl FnMut(&Record) -> Result<(), E>,
    ) -> Result<(), E> {
        self.record.end_field();
        if byte == self.separator {
            self.state = State::Field;
            return Ok(());
        }
        self.after_cr = byte == b'\r';
        self.state = State::Row;
        each(&self.record)
    }

    fn misformed(&self, fault: impl FnOnce(u64) -> FormFault, at: usize) -> Misformed {
        Misformed {
            fault: fault(self.before + at as u64),
            row: self.record.at,
            field: self.record.len() + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::*;
    use proptest::property_test;

    use super::*;
    use crate::property::cases;

    /// Reads a text in pieces of `size` characters.
    fn rows(text: &str, quotes: Quotes, size: usize) -> Result<Vec<Vec<String>>, Misformed> {
        let mut scanner = Scanner::new(Separator::Comma, quotes);
        let mut rows = Vec::new();
        let mut each = |record: &Record| {
            rows.push(record.iter().map(str::to_owned).collect());
            Ok(())
        };
        let characters: Vec<char> = text.chars().collect();
        for piece in characters.chunks(size) {
            scanner.take(&piece.iter().collect::<String>(), &mut each)?;
        }
        scanner.finish(&mut each)?;
        Ok(rows)
    }

    fn one(text: &str) -> Result<Vec<Vec<String>>, Misformed> {
        let whole = rows(text, Quotes::Double, usize::MAX);
        for size in 1..4 {
            assert_eq!(rows(text, Quotes::Double, size), whole, "{text:?}");
        }
        whole
    }

    #[test]
    fn rows_are_split_by_rfc_4180() {
        for (text, expected) in [
            ("", &[][..]),
            ("a,b", &[&["a", "b"][..]]),
            ("a,b\n", &[&["a", "b"]]),
            ("a,\n", &[&["a", ""]]),
            ("a,", &[&["a", ""]]),
            ("\n", &[&[""]]),
            ("\"\"", &[&[""]]),
            (
                "\"a\"\"b\",c\r\n\"d\n,\",\r",
                &[&["a\"b", "c"], &["d\n,", ""]],
            ),
            ("a\r\rb\n\n", &[&["a"], &[""], &["b"], &[""]]),
            ("a\r\n\r\nb", &[&["a"], &[""], &["b"]]),
            ("\u{feff}\"a\",é\n", &[&["\u{feff}a", "é"]]),
            ("\u{feff}\u{feff}\"a\"\n", &[&["\u{feff}\u{feff}a"]]),
        ] {
            assert_eq!(one(text).unwrap(), expected, "{text:?}");
        }
    }

    #[test]
    fn stray_quotes_are_reported_with_their_byte() {
        for (text, fault, row, field) in [
            ("a,b\nc\"d,e\n", FormFault::QuoteInside(5), 4, 1),
            ("a,b\nc, \"d\"\n", FormFault::QuoteInside(7), 4, 2),
            ("\"a\" ,b\n", FormFault::TextAfterQuote(3), 0, 1),
            ("a,\"b\"c\n", FormFault::TextAfterQuote(5), 0, 2),
            ("a\n\"b\n", FormFault::Unclosed, 2, 1),
            ("a\nb,\"", FormFault::Unclosed, 2, 2),
        ] {
            let expected = Misformed { fault, row, field };
            assert_eq!(one(text).unwrap_err(), expected, "{text:?}");
        }
        let plain = rows("a\",\"b\n\"c,d\"e\n", Quotes::None, 1).unwrap();
        assert_eq!(plain, [["a\"", "\"b"], ["\"c", "d\"e"]]);
    }

    #[test]
    fn too_long_cell_is_rejected() {
        let longest = "x".repeat(MAX_CELL);
        for quote in ["", "\""] {
            let text = format!("a,{quote}{longest}{quote}\n");
            assert!(rows(&text, Quotes::Double, 1 << 16).is_ok());
            let text = format!("a,{quote}{longest}x{quote}\n");
            let fault = rows(&text, Quotes::Double, 1 << 16).unwrap_err();
            assert_eq!((fault.fault, fault.field), (FormFault::TooLong, 2));
        }
    }

    /// An inserted row leaves the others unchanged, or the text is rejected.
    #[property_test(config = cases(2048))]
    fn a_row_changes_no_other(
        #[strategy = "[a\",\n]{0,8}"] before: String,
        #[strategy = "[a\",\n]{0,8}"] row: String,
        #[strategy = "[a\",\n]{0,8}"] after: String,
    ) {
        for quotes in [Quotes::Double, Quotes::None] {
            let read = |text: &str| rows(text, quotes, usize::MAX);
            let without = read(&format!("{before}\n{after}"));
            let with = read(&format!("{before}\n{row}\n{after}"));
            if let (Ok(head), Ok(without), Ok(with)) = (read(&format!("{before}\n")), without, with)
            {
                prop_assert_eq!(&with[..head.len()], &head[..]);
                let tail = without.len() - head.len();
                prop_assert_eq!(&with[with.len() - tail..], &without[head.len()..]);
            }
        }
    }
}
