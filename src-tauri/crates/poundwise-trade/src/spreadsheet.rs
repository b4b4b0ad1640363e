//! Tables as CSV that a spreadsheet opens: texts in them come from strangers, and stay texts.

use std::{borrow::Cow, path::Path};

use crate::{
    error::{Error, Result, sentence},
    files::{Exported, save_text},
};

/// Returns a cell as it is written: a text that a spreadsheet would take for a formula begins with
/// an apostrophe, which says that it is a text. A number is none, be it negative. A text that is
/// such a cell already gets one more, so that whoever takes one off has every text back.
pub fn cell(text: &str) -> Cow<'_, str> {
    let formula = text
        .trim_start_matches('\'')
        .starts_with(['=', '+', '-', '@', '\t', '\r']);
    if formula && !is_number(text) {
        Cow::Owned(format!("'{text}"))
    } else {
        Cow::Borrowed(text)
    }
}

/// Returns the text of a cell as [`cell`] wrote it.
pub fn text_of(cell_text: &str) -> Cow<'_, str> {
    match cell_text.strip_prefix('\'') {
        Some(text) if cell(text) == cell_text => Cow::Borrowed(text),
        _ => Cow::Borrowed(cell_text),
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

/// Writes rows of cells as a CSV file (RFC 4180), as [`save_text`] does.
///
/// # Errors
/// Those of [`save_text`].
pub fn save_table(file: &Path, rows: &[Vec<String>], replace: bool) -> Result<Exported> {
    save_text(file, &table(rows)?, replace)
}

/// Returns rows of cells as the text of a CSV file (RFC 4180).
///
/// # Errors
/// `internal`: the writer refuses no cell.
pub fn table(rows: &[Vec<String>]) -> Result<String> {
    let failed = |what: String| Error::fault(sentence(what));
    let mut out = csv::WriterBuilder::new()
        .flexible(true)
        .from_writer(Vec::new());
    for row in rows {
        out.write_record(row.iter().map(|text| cell(text).into_owned()))
            .map_err(|e| failed(e.to_string()))?;
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
            "=1+1", "+1", "-", "--1", "-1 to 0", "-A1", "@SUM(A1)", "\t=1", "\r=1", "-1.", "-.5",
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
            "50 m²",
        ] {
            assert_eq!(cell(text), text);
        }
        assert_eq!(cell("'=1"), "''=1");
        assert_eq!(cell("''-5"), "'''-5");
    }

    #[test]
    fn a_table_is_quoted_where_it_must_be() {
        let rows = [
            vec!["ε".to_owned(), "price, €".to_owned(), "=x".to_owned()],
            vec!["-0.5".to_owned(), "say \"1\"".to_owned(), "=1,2".to_owned()],
        ];
        assert_eq!(
            table(&rows).unwrap(),
            "ε,\"price, €\",'=x\n-0.5,\"say \"\"1\"\"\",\"'=1,2\"\n"
        );
    }
}
