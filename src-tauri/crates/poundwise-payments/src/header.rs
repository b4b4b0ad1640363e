//! The header of a bank's CSV: before it may stand lines with the account, the period and the
//! balance.

use std::collections::HashSet;

use poundwise_text::day::day;
use poundwise_text::{DayOrder, Encoding};
use serde::Serialize;

use crate::{
    CsvColumn, CsvColumns, StatementError,
    archive::content,
    booking::clean,
    rows::{DELIMITERS, records},
    text::csv_text,
};

/// Number of lines from the start of a file in which its header is looked for.
pub const HEADER_WITHIN: usize = 100;
/// Number of bytes below a header of which examples are taken.
const SAMPLE: usize = 1 << 16;
/// Number of rows below a line by which it is told whether they are of one table.
const ROWS_BELOW: usize = 20;
/// The most examples of a column.
const EXAMPLES: usize = 3;
/// The most characters of a line, as it is shown.
const MAX_LINE: usize = 160;

/// The first lines of a bank's CSV, and the columns below the one that names them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CsvHead {
    /// The number of the line that names the columns, from 1. It is 0 if no line does, and each
    /// column is named by its number.
    pub header: u64,
    /// The encoding by which the file is read.
    pub encoding: Encoding,
    /// The columns, in their order.
    pub columns: Vec<CsvColumn>,
    /// The first lines of the file, at most 100, each cut off after 160 characters; the first is
    /// line 1.
    pub lines: Vec<String>,
}

/// A line that names columns.
pub(crate) struct Header {
    /// The names.
    pub(crate) names: Vec<String>,
    /// The character between its fields.
    pub(crate) delimiter: u8,
    /// The byte of the text at which the line after it begins.
    pub(crate) end: usize,
}

/// A line of a text, without its end.
struct Line<'a> {
    text: &'a str,
    /// The byte at which the next line begins.
    end: usize,
}

/// Returns the first lines of a text. A quote of a line before the header may be open at the end of
/// that line, so none is read into the next.
fn first_lines(text: &str) -> Vec<Line<'_>> {
    let mut lines = Vec::new();
    let mut start = 0;
    while lines.len() < HEADER_WITHIN && start < text.len() {
        let rest = text.get(start..).unwrap_or_default();
        let length = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let (line, after) = rest.split_at(length);
        let ending = match after.as_bytes() {
            [b'\r', b'\n', ..] => 2,
            [] => 0,
            _ => 1,
        };
        start += length + ending;
        lines.push(Line {
            text: line,
            end: start,
        });
    }
    lines
}

fn fields(line: &str, delimiter: u8) -> Vec<String> {
    records(line.as_bytes(), delimiter)
        .next()
        .map_or_else(Vec::new, |(_, row)| row)
}

/// Returns the first of the first lines that has all these columns, which is the header.
///
/// # Errors
/// `MissingColumn`, of the first line that has the most of them.
pub(crate) fn header_of(text: &str, columns: &CsvColumns) -> Result<Header, StatementError> {
    if columns.are_numbers() {
        return without_header(text, columns);
    }
    let names = &columns.names()[..];
    let mut most = 0;
    let mut missing = names.first().copied().unwrap_or_default();
    for Line { text, end } in first_lines(text) {
        for delimiter in DELIMITERS {
            let row = fields(text, delimiter);
            let lacks = |name: &&&str| place_in(&row, name).is_none();
            let Some(lacking) = names.iter().find(lacks) else {
                return Ok(Header {
                    names: row,
                    delimiter,
                    end,
                });
            };
            let has = names.len() - names.iter().filter(lacks).count();
            if has > most {
                (most, missing) = (has, *lacking);
            }
        }
    }
    Err(StatementError::MissingColumn(missing.to_owned()))
}

/// Returns the columns of a file without a header. All chosen columns are numbers. The rows begin
/// at the first of the first lines with a readable day.
///
/// # Errors
/// `MissingColumn`, of the day.
fn without_header(text: &str, columns: &CsvColumns) -> Result<Header, StatementError> {
    let places = columns.names().into_iter().filter_map(number_of);
    let most = places.max().unwrap_or(0);
    let mut start = 0;
    for Line { text: line, end } in first_lines(text) {
        for delimiter in DELIMITERS {
            let row = fields(line, delimiter);
            let day_text = number_of(&columns.day).and_then(|place| row.get(place));
            if row.len() > most
                && day_text.is_some_and(|text| day(text, columns.day_order).is_some())
            {
                return Ok(Header {
                    names: vec![String::new(); row.len()],
                    delimiter,
                    end: start,
                });
            }
        }
        start = end;
    }
    Err(StatementError::MissingColumn(columns.day.clone()))
}

/// Returns whether the line above the first row names columns. It has as many fields as the row, of
/// which the last may be empty, and none is a number or a day.
pub(crate) fn has_names_above(text: &str, header: &Header) -> bool {
    let above = first_lines(text)
        .into_iter()
        .rfind(|line| line.end <= header.end && !line.text.trim().is_empty());
    above.is_some_and(|line| {
        let names = fields(line.text, header.delimiter);
        width(&names) + 1 >= header.names.len() && !names.iter().any(|name| is_data(name))
    })
}

/// Returns the place of a column that is named by its number, such as `#8`.
pub(crate) fn number_of(name: &str) -> Option<usize> {
    let number: usize = name.trim().strip_prefix('#')?.parse().ok()?;
    number.checked_sub(1)
}

/// Returns the place of a column by its name, or by its number (`#8`) if its header is empty.
pub(crate) fn place_in(names: &[String], wanted: &str) -> Option<usize> {
    let called = names.iter().position(|name| name == wanted);
    called.or_else(|| {
        let place = number_of(wanted)?;
        names.get(place)?.is_empty().then_some(place)
    })
}

/// Returns the first lines of a bank's CSV and its columns, below a line that is stated or
/// proposed. That of the most fields is proposed, if none of them is a number or a day and as many
/// are in most of the rows below. If the line of the most fields is a row itself, the file has no
/// header. Line 0 states the same.
///
/// # Errors
/// Too large, no text, or no columns; `NoHeader` where the line stated names none.
pub fn csv_head(bytes: &[u8], stated: Option<u64>) -> Result<CsvHead, StatementError> {
    let bytes = content(bytes)?;
    let (text, encoding) = csv_text(&bytes, None)?;
    let lines = first_lines(&text);
    let place = match stated {
        Some(0) | None => proposed(&text, &lines).ok_or(StatementError::NoTable)?,
        Some(line) => usize::try_from(line - 1).map_err(|_| StatementError::NoHeader(line))?,
    };
    let named = lines.get(place).and_then(|line| names_of(line));
    let mut header = named.ok_or(StatementError::NoHeader(place as u64 + 1))?;
    let is_row = stated == Some(0) || (stated.is_none() && is_row(&header.names));
    let number = if is_row { 0 } else { place as u64 + 1 };
    if is_row {
        header.names.iter_mut().for_each(String::clear);
        let before = place.checked_sub(1).and_then(|place| lines.get(place));
        header.end = before.map_or(0, |line| line.end);
    }
    let below: Vec<Vec<String>> = rows_below(&text, &header)
        .filter(|row| row.len() >= 2)
        .collect();
    // By its name only the first column of that name can be meant.
    let mut seen = HashSet::new();
    let columns = header
        .names
        .into_iter()
        .enumerate()
        .filter(|(_, name)| name.is_empty() || seen.insert(name.clone()))
        .map(|(place, name)| {
            let mut different = HashSet::new();
            let examples = below
                .iter()
                .filter_map(|row| row.get(place))
                .filter(|field| !field.is_empty() && different.insert(*field))
                .take(EXAMPLES)
                .cloned()
                .collect();
            (place, name, examples)
        })
        .filter(|(_, name, examples): &(usize, String, Vec<String>)| {
            !name.is_empty() || !examples.is_empty()
        })
        .map(|(place, name, examples)| CsvColumn {
            name: match name.as_str() {
                "" => format!("#{}", place + 1),
                _ => name,
            },
            examples,
        })
        .collect();
    Ok(CsvHead {
        header: number,
        encoding,
        columns,
        lines: lines
            .iter()
            .map(|line| clean(line.text).chars().take(MAX_LINE).collect())
            .collect(),
    })
}

/// Returns the place of the line that is proposed as the header.
fn proposed(text: &str, lines: &[Line<'_>]) -> Option<usize> {
    let mut best: Option<(bool, usize, usize)> = None;
    for (place, line) in lines.iter().enumerate() {
        let Some(header) = names_of(line) else {
            continue;
        };
        let fields = width(&header.names);
        let rows: Vec<usize> = rows_below(text, &header)
            .map(|row| row.len())
            // A line of one field, such as a note below the rows, is no row.
            .filter(|length| *length >= 2)
            .take(ROWS_BELOW)
            .collect();
        if rows.is_empty() {
            continue;
        }
        let as_many = rows.iter().filter(|length| **length >= fields).count();
        let names = !header.names.iter().any(|field| is_data(field));
        let rank = (names && as_many * 2 > rows.len(), fields);
        // Of equal lines the first.
        if best.is_none_or(|(told, most, _)| rank > (told, most)) {
            best = Some((rank.0, rank.1, place));
        }
    }
    best.map(|(_, _, place)| place)
}

/// Returns the names in a line, of two at least, by the character that makes the most of them.
fn names_of(line: &Line<'_>) -> Option<Header> {
    let headers = DELIMITERS.map(|delimiter| Header {
        names: fields(line.text, delimiter),
        delimiter,
        end: line.end,
    });
    // Of equal ones the first, which `max_by_key` would not give.
    headers
        .into_iter()
        .rev()
        .max_by_key(|header| width(&header.names))
        .filter(|header| width(&header.names) >= 2)
}

/// Returns the number of fields up to the last that is not empty.
fn width(row: &[String]) -> usize {
    row.iter()
        .rposition(|field| !field.is_empty())
        .map_or(0, |last| last + 1)
}

/// Returns whether the fields are those of a row: one is a day, and another one a number.
fn is_row(row: &[String]) -> bool {
    let is_day = |field: &String| {
        DayOrder::ALL
            .iter()
            .any(|order| day(field, *order).is_some())
    };
    let is_number = |field: &String| is_data(field) && !is_day(field);
    row.iter().any(is_day) && row.iter().any(is_number)
}

/// Returns whether a field is a number or a day, and so no name of a column.
fn is_data(field: &str) -> bool {
    let digits = field.chars().any(|c| c.is_ascii_digit());
    digits
        && (!field.chars().any(char::is_alphabetic)
            || DayOrder::ALL
                .iter()
                .any(|order| day(field, *order).is_some()))
}

/// Returns the rows below a header, of a part of the file that is enough for examples.
fn rows_below(text: &str, header: &Header) -> impl Iterator<Item = Vec<String>> {
    let below = text.as_bytes().get(header.end..).unwrap_or_default();
    let below = below.get(..SAMPLE).unwrap_or(below);
    records(below, header.delimiter).map(|(_, row)| row)
}
