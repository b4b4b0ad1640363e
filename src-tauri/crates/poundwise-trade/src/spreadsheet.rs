//! Tables as CSV that a spreadsheet opens: texts in them come from strangers, and stay texts.

use std::{borrow::Cow, io, path::Path};

use poundwise_documents::units::DecimalSign;
use poundwise_query::Separator;
use serde::{Deserialize, Serialize};

use crate::{
    error::{Error, Result},
    files::{Exported, write_file},
    messages::FaultMessage,
};

/// How a CSV file is written for a spreadsheet, which reads files by the customs of its country.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(deny_unknown_fields, default)]
pub struct CsvForm {
    /// The character between the cells.
    pub separator: Separator,
    /// The sign before the decimals of numbers.
    pub decimal: DecimalSign,
    /// Whether a byte order mark begins the file, by which spreadsheets know that it is UTF-8.
    pub mark: bool,
}

impl Default for CsvForm {
    /// Commas, points and no mark, as programs read it.
    fn default() -> Self {
        Self {
            separator: Separator::Comma,
            decimal: DecimalSign::Point,
            mark: false,
        }
    }
}

impl CsvForm {
    /// Starts a file.
    ///
    /// # Errors
    /// Those of the output.
    pub fn writer<W: io::Write>(self, mut out: W) -> io::Result<csv::Writer<W>> {
        if self.mark {
            out.write_all("\u{feff}".as_bytes())?;
        }
        Ok(csv::WriterBuilder::new()
            .flexible(true)
            .delimiter(self.separator.byte())
            .from_writer(out))
    }

    /// Returns a cell of a column of numbers.
    #[must_use]
    pub fn number(self, text: &str) -> Cow<'_, str> {
        match self.decimal {
            DecimalSign::Comma if is_number(text) => Cow::Owned(text.replace('.', ",")),
            DecimalSign::Comma | DecimalSign::Point => cell(text),
        }
    }
}

/// Returns a cell as it is written: a text that a spreadsheet would take for a formula begins with
/// an apostrophe, which says that it is a text. A number is none, be it negative. A text that is
/// such a cell already gets one more, so that whoever takes one off has every text back.
///
/// A spreadsheet whose separator is a semicolon or a tab cuts a text there, and one that does not
/// know the quotation marks at a line's end: so what follows them is written in the same way.
pub fn cell(text: &str) -> Cow<'_, str> {
    each_part(text, |part| {
        let marked = part.is_formula() && !is_number(part.text);
        marked.then(|| format!("'{}", part.text))
    })
}

/// Returns the text of a cell as [`cell`] wrote it.
pub fn text_of(cell_text: &str) -> Cow<'_, str> {
    each_part(cell_text, |part| {
        let text = part.text.strip_prefix('\'')?;
        let before = Part { text, ..*part };
        (before.is_formula() && !is_number(text)).then(|| text.to_owned())
    })
}

/// What a spreadsheet may take for a cell of its own: a text from its start, or from a separator,
/// up to the next one.
#[derive(Clone, Copy)]
struct Part<'a> {
    text: &'a str,
    is_first: bool,
    /// The separator after it.
    end: Option<char>,
}

impl Part<'_> {
    /// Returns whether it begins as a formula does, after any apostrophes, and inside of a text
    /// after quotation marks, which are doubled there.
    fn is_formula(&self) -> bool {
        let inside = |c| c == '\'' || (c == '"' && !self.is_first);
        let begins = self.text.trim_start_matches(inside);
        let at_end = self.is_first && begins.is_empty() && matches!(self.end, Some('\t' | '\r'));
        begins.starts_with(['=', '+', '-', '@']) || at_end
    }
}

/// Returns a text with its parts replaced where `replace` gives another one.
fn each_part(text: &str, replace: impl Fn(&Part<'_>) -> Option<String>) -> Cow<'_, str> {
    let mut written = String::new();
    let mut changed = false;
    for (place, piece) in text.split_inclusive([';', '\t', '\r', '\n']).enumerate() {
        let part = piece.trim_end_matches([';', '\t', '\r', '\n']);
        let part = Part {
            text: part,
            is_first: place == 0,
            end: piece[part.len()..].chars().next(),
        };
        match replace(&part) {
            Some(new) => {
                written.push_str(&new);
                changed = true;
            }
            None => written.push_str(part.text),
        }
        written.extend(part.end);
    }
    if changed {
        Cow::Owned(written)
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns whether a text is a decimal number, such as -1.5e-3.
fn is_number(text: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let text = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent),
        None => (text, "0"),
    };
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let (whole, places) = mantissa.split_once('.').unwrap_or((mantissa, "0"));
    digits(whole) && digits(places) && digits(exponent)
}

/// Writes rows of cells as a CSV file (RFC 4180), as [`write_file`] does.
///
/// # Errors
/// Those of [`write_file`].
pub fn save_table(file: &Path, rows: &[Vec<String>]) -> Result<Exported> {
    write_file(file, table(rows, CsvForm::default(), &[])?.as_bytes())
}

/// Returns rows of cells as the text of a CSV file (RFC 4180); `numbers` are the places of its
/// columns of numbers.
///
/// # Errors
/// `internal`: the writer refuses no cell.
pub fn table(rows: &[Vec<String>], form: CsvForm, numbers: &[usize]) -> Result<String> {
    let failed = |why: String| Error::fault(FaultMessage::TableNotWritten { why });
    let out = form.writer(Vec::new());
    let mut out = out.map_err(|e| failed(e.to_string()))?;
    for row in rows {
        let cells = row.iter().enumerate().map(|(place, text)| {
            let written = match numbers.contains(&place) {
                true => form.number(text),
                false => cell(text),
            };
            written.into_owned()
        });
        out.write_record(cells).map_err(|e| failed(e.to_string()))?;
    }
    let bytes = out.into_inner().map_err(|e| failed(e.to_string()))?;
    String::from_utf8(bytes).map_err(|e| failed(e.to_string()))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_a_spreadsheet_would_compute_is_a_text_and_numbers_are_numbers() {
        for text in [
            "=1+1", "+1", "-", "--1", "-1 to 0", "-A1", "@SUM(A1)", "\t1", "\r1", "-1.", "-.5",
            "-1e", "-1e+", "=", "-\u{661}", "-1,5", "-0x1", "-inf",
        ] {
            assert_eq!(cell(text), format!("'{text}"));
        }
        for text in [
            "",
            "-1",
            "-1.5",
            "-1e-7",
            "-12.5E+300",
            "1",
            "a=b",
            " =1",
            "'a",
            "\"=1",
            "50 m²",
        ] {
            assert_eq!(cell(text), text);
        }
        assert_eq!(cell("'=1"), "''=1");
        assert_eq!(cell("''-5"), "'''-5");
    }

    /// As a spreadsheet cuts a text whose list separator is a semicolon or a tab.
    #[test]
    fn no_separator_inside_of_a_text_begins_a_formula() {
        for (text, written) in [
            ("a;=1+1", "a;'=1+1"),
            ("a\t@x", "a\t'@x"),
            ("a\n+x;-y", "a\n'+x;'-y"),
            ("a\r\n=x", "a\r\n'=x"),
            ("a;\"=x\"", "a;'\"=x\""),
            ("\t=1", "'\t'=1"),
            ("=1;=2", "'=1;'=2"),
            ("a;'=1", "a;''=1"),
        ] {
            assert_eq!(cell(text), written);
        }
        for text in [
            "a;b", "a;-1.5", "a; b=c", "a;", ";", "\n", "a;'b", "a, =b", "a;\tb",
        ] {
            assert_eq!(cell(text), text);
        }
    }

    #[test]
    fn every_text_is_had_back() {
        let signs = ['=', '-', '\'', '"', ';', '\t', '\n', '1', 'a'];
        let mut texts = vec![String::new()];
        for _ in 0..5 {
            let longer = texts.iter().flat_map(|text| {
                signs.map(|sign| {
                    let mut text = text.clone();
                    text.push(sign);
                    text
                })
            });
            texts = longer.collect();
            for text in &texts {
                let written = cell(text);
                assert_eq!(text_of(&written), *text, "{written:?}");
            }
        }
        // A cell as which no text is written stays as it is.
        for other in ["'-1", "'a", "a;'-1.5"] {
            assert_eq!(text_of(other), other);
        }
    }

    #[test]
    fn a_table_is_quoted_where_it_must_be() {
        let rows = [
            vec!["ε".to_owned(), "price, €".to_owned(), "=x".to_owned()],
            vec!["-0.5".to_owned(), "say \"1\"".to_owned(), "=1,2".to_owned()],
        ];
        let german = CsvForm {
            separator: Separator::Semicolon,
            decimal: DecimalSign::Comma,
            mark: true,
        };
        assert_eq!(
            table(&rows, german, &[0]).unwrap(),
            "\u{feff}ε;price, €;'=x\n-0,5;\"say \"\"1\"\"\";'=1,2\n"
        );
        assert_eq!(
            table(&rows, CsvForm::default(), &[0]).unwrap(),
            "ε,\"price, €\",'=x\n-0.5,\"say \"\"1\"\"\",\"'=1,2\"\n"
        );
    }
}
