//! The rows of a text: strictly by RFC 4180, so that a stray quote in one row cannot change how
//! another one is read.
//!
//! A field that begins with a double quote ends with one, and nothing but a separator, a line end
//! or the end of the text follows it; a quote inside is written twice. No other field has a quote.
//! A text that breaks this is refused: of a text that does not, every row has an even number of
//! quotes, so that a row more or less leaves the others as they are. Where quotes are characters
//! like any other ([`Quotes::None`]), each line is a row.

use memchr::{memchr, memchr2};

use crate::form::{Quotes, Separator};
use crate::text::canonical_text;

/// The longest cell, in bytes.
pub(super) const MAX_CELL: usize = 16 << 20;

const BYTE_ORDER_MARK: &str = "\u{feff}";
const MARK: &[u8; 3] = b"\xef\xbb\xbf";

/// One row of a text: its fields back to back.
#[derive(Default)]
pub(super) struct Record {
    text: String,
    /// The ends of the fields in `text`.
    ends: Vec<usize>,
    /// The byte of the text at which it begins.
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

    /// Returns the field at `index`, from 0; an empty one beyond the last.
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

    /// Returns whether it is a line with nothing on it but white space.
    pub(super) fn is_blank(&self) -> bool {
        self.len() == 1 && !self.is_quoted && canonical_text(&self.text).is_empty()
    }

    /// Returns whether a cell goes over several lines.
    pub(super) fn has_line_end(&self) -> bool {
        memchr2(b'\n', b'\r', self.text.as_bytes()).is_some()
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

/// A fault in the form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormFault {
    /// A quote inside a field that does not begin with one, at this byte.
    QuoteInside(u64),
    /// More text after the quote that closes a field, at this byte.
    TextAfterQuote(u64),
    /// The quote that opens a field never closes.
    Unclosed,
    /// A field is longer than is taken.
    TooLong,
}

/// A fault, and the row and field in which it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Misformed {
    pub(super) fault: FormFault,
    /// The byte at which the row begins.
    pub(super) row: u64,
    /// The field, from 1.
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
    /// After a quote inside quotes: one that closes, or the first of two.
    Quote,
}

/// Divides a text into rows, piece by piece.
pub(super) struct Scanner {
    separator: u8,
    quotes: Quotes,
    /// Bytes at which a field without quotes stops.
    stops: [bool; 256],
    state: State,
    after_cr: bool,
    /// Bytes of the pieces before.
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

    /// Takes the next piece of the text, which ends no character in the middle, and calls `each`
    /// with every row that ends in it.
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
                // Where files were put together, the mark of one is inside the other.
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

    /// Takes the end of the text.
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

    /// Returns whether a byte order mark is here, at the beginning of a row.
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

    /// Ends a field, and the row too if `byte` is no separator.
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

    /// Reads a text in pieces of so many characters.
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
    fn rows_are_divided_as_rfc_4180_says() {
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
    fn stray_quotes_are_found_at_their_byte() {
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
    fn a_cell_has_a_longest_length() {
        let longest = "x".repeat(MAX_CELL);
        for quote in ["", "\""] {
            let text = format!("a,{quote}{longest}{quote}\n");
            assert!(rows(&text, Quotes::Double, 1 << 16).is_ok());
            let text = format!("a,{quote}{longest}x{quote}\n");
            let fault = rows(&text, Quotes::Double, 1 << 16).unwrap_err();
            assert_eq!((fault.fault, fault.field), (FormFault::TooLong, 2));
        }
    }

    /// A row that is put between others is read alone, or the text is refused.
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
