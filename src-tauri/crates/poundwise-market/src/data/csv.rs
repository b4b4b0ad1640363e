//! Reading a CSV file into a table: all of it, or an error that names the line, and nothing.
//!
//! RFC 4180 with what people have: `,`, `;` or tab between fields, LF, CRLF or bare CR between rows, a UTF-8 byte order
//! mark, quoted fields with separators and line ends inside. A header is required and every row must be as wide
//! as it. Blank lines are skipped. Cells are kept as written; only type inference looks past surrounding spaces.

use std::collections::HashMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use ::csv::{ByteRecord, ReaderBuilder};

use crate::error::{Error, Result};
use crate::files::io_error;
use crate::view::{ColumnType, CsvPreview};

use super::number::Number;
use super::table::{Column, Table, Texts};

/// The most columns of a table.
const MAX_COLUMNS: usize = 4096;
/// The largest file.
const MAX_BYTES: u64 = 4 << 30;
/// Rows shown in a preview.
const SAMPLE: usize = 20;
/// Rows looked at to find the separator.
const SNIFFED: usize = 1000;
/// The separators, the first preferred where nothing else decides.
const SEPARATORS: [u8; 3] = [b',', b';', b'\t'];
/// Follows the text in memory, on a line of its own. It can only be swallowed by a quote that never closes, and NUL
/// is refused in the file, so that a last record of this alone proves that every quote closed.
const END: &str = "\n\0";

/// A file that was read whole. Holds data: no `Debug`.
pub struct Parsed {
    /// The separator found: `,`, `;` or a tab.
    pub delimiter: char,
    /// The table; its columns carry headers and types.
    pub table: Table,
    sample: Vec<Vec<String>>,
}

/// Reads the CSV file at `path`.
///
/// # Errors
/// The file cannot be read, is larger than 4 GiB, empty, binary or not UTF-8; a header is empty or doubled; there is no
/// row; a row is ragged; a quote never closes. Each names the file and the line.
pub fn read_csv(path: &Path) -> Result<Parsed> {
    let source = Source {
        name: path.display().to_string(),
        text: read_text(path)?,
    };
    source.parse()
}

/// What an import of the file at `path` would give. Nothing is stored.
///
/// # Errors
/// As [`read_csv`].
pub fn preview(path: &Path) -> Result<CsvPreview> {
    let parsed = read_csv(path)?;
    let suggested_name = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().trim().to_owned())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "dataset".to_owned());
    Ok(CsvPreview {
        file: path.display().to_string(),
        suggested_name,
        delimiter: parsed.delimiter.to_string(),
        rows: parsed.table.rows() as u64,
        columns: parsed.table.column_views(),
        sample: parsed.sample,
    })
}

/// The file's text without its byte order mark, and [`END`].
fn read_text(path: &Path) -> Result<String> {
    let name = path.display();
    let unreadable = |problem: std::io::Error| io_error(path, "read", &problem);
    let mut file = File::open(path).map_err(unreadable)?;
    let about = file.metadata().map_err(unreadable)?;
    if about.is_dir() {
        return Err(Error::usage("is-a-folder", format!("{name} is a folder."))
            .hint("Give the path of a CSV file."));
    }
    let too_large = || {
        Error::refused("file-too-large", format!("{name} is larger than 4 GiB."))
            .hint("Split it, or leave out columns that you do not need.")
    };
    if about.len() > MAX_BYTES {
        return Err(too_large());
    }
    // What is no plain file may be longer than it says.
    let mut bytes = Vec::new();
    file.by_ref()
        .take(MAX_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(unreadable)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(too_large());
    }
    if bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]) {
        return Err(not_utf8(&name, "it is UTF-16"));
    }
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    if bytes.contains(&0) {
        let at = bytes.iter().position(|byte| *byte == 0).unwrap_or(0);
        return Err(Error::refused(
            "file-binary",
            format!(
                "{name} is not a text file: {} is a zero byte.",
                place(&bytes, at)
            ),
        )
        .hint("Spreadsheets and archives must be exported as CSV first."));
    }
    let mut text = String::from_utf8(bytes).map_err(|problem| {
        let at = problem.utf8_error().valid_up_to();
        let bytes = problem.as_bytes();
        not_utf8(
            &name,
            &format!(
                "{} is the byte 0x{:02x}, where a character should begin",
                place(bytes, at),
                bytes.get(at).copied().unwrap_or_default()
            ),
        )
    })?;
    text.push_str(END);
    Ok(text)
}

fn not_utf8(name: &dyn std::fmt::Display, why: &str) -> Error {
    Error::refused("file-not-utf8", format!("{name} is not UTF-8 text: {why}."))
        .hint("Save it again with the encoding UTF-8.")
}

/// How many lines end in `bytes`, whichever way they end.
fn line_ends(bytes: &[u8]) -> usize {
    let mut ends = 0;
    let mut after_cr = false;
    for byte in bytes {
        ends += usize::from(*byte == b'\r' || (*byte == b'\n' && !after_cr));
        after_cr = *byte == b'\r';
    }
    ends
}

/// The line and the byte in it, both from 1, of the byte at `at`.
fn place(bytes: &[u8], at: usize) -> String {
    let before = bytes.get(..at).unwrap_or(bytes);
    let line = 1 + line_ends(before);
    let column = 1 + before
        .iter()
        .rev()
        .take_while(|byte| !matches!(byte, b'\r' | b'\n'))
        .count();
    format!("byte {column} of line {line}")
}

struct Source {
    name: String,
    text: String,
}

/// Where a record begins, and how far it got.
struct Place {
    line: usize,
    fields: usize,
}

impl Source {
    fn reader(&self, separator: u8) -> ::csv::Reader<&[u8]> {
        ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(separator)
            .from_reader(self.text.as_bytes())
    }

    /// Calls `each` with every record and its line; the end is checked, and not passed on.
    fn records(
        &self,
        separator: u8,
        mut each: impl FnMut(usize, &ByteRecord) -> Result<()>,
    ) -> Result<()> {
        let bytes = self.text.as_bytes();
        let mut reader = self.reader(separator);
        let mut record = ByteRecord::new();
        let (mut line, mut counted) = (1, 0);
        let mut last = None;
        loop {
            if !reader
                .read_byte_record(&mut record)
                .map_err(|problem| self.unparsable(&problem))?
            {
                break;
            }
            // The reader puts a record before the line ends (and blank lines) that precede it.
            let start = record.position().map_or(0, ::csv::Position::byte);
            let mut start = usize::try_from(start).unwrap_or(bytes.len());
            while matches!(bytes.get(start), Some(b'\r' | b'\n')) {
                start += 1;
            }
            line += line_ends(bytes.get(counted..start).unwrap_or_default());
            counted = start;
            if start + 1 == bytes.len() {
                return Ok(());
            }
            last = Some(Place {
                line,
                fields: record.len(),
            });
            if self.reaches_end(&record) {
                break;
            }
            each(line, &record)?;
        }
        let place = last.unwrap_or(Place { line: 1, fields: 1 });
        Err(Error::refused(
            "csv-unclosed-quote",
            format!(
                "{}: in the row that begins at line {}, the quote that opens field {} never closes.",
                self.name, place.line, place.fields
            ),
        )
        .hint("The file may have been cut short: get it again.")
        .hint("Or a quote is missing: a quote inside a quoted field is written twice."))
    }

    /// Whether a quote swallowed the end.
    fn reaches_end(&self, record: &ByteRecord) -> bool {
        record
            .get(record.len().saturating_sub(1))
            .is_some_and(|field| field.last() == Some(&0))
    }

    fn unparsable(&self, problem: &::csv::Error) -> Error {
        Error::failed("csv-unreadable", format!("{}: {problem}.", self.name))
    }

    /// The separator under which most rows are as wide as the header, and wider than one field.
    fn separator(&self) -> u8 {
        let mut best = (b',', 0, 0);
        for separator in SEPARATORS {
            let (mut header, mut rows, mut agree) = (0, 0usize, 0usize);
            let mut reader = self.reader(separator);
            let mut record = ByteRecord::new();
            while rows < SNIFFED && reader.read_byte_record(&mut record).unwrap_or(false) {
                if self.reaches_end(&record) {
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
            // Parts in a thousand, so that files of different row counts under different separators compare.
            let share = agree * 1000 / rows.max(1);
            if (share, header) > (best.1, best.2) {
                best = (separator, share, header);
            }
        }
        best.0
    }

    fn parse(&self) -> Result<Parsed> {
        let separator = self.separator();
        let mut builder: Option<Builder> = None;
        let mut sample = Vec::new();
        let mut lines = Vec::new();
        self.records(separator, |line, record| {
            let Some(builder) = &mut builder else {
                builder = Some(Builder::new(self.headers(separator, line, record)?));
                return Ok(());
            };
            if record.len() != builder.names.len() {
                return Err(self.ragged(line, record.len(), builder.names.len()));
            }
            let mut shown = (sample.len() < SAMPLE).then(Vec::new);
            for (column, field) in builder.columns.iter_mut().zip(record) {
                let text = std::str::from_utf8(field).map_err(|_| {
                    // Separators and quotes are ASCII, so a field of UTF-8 text is UTF-8.
                    not_utf8(&self.name, &format!("line {line}"))
                })?;
                column.push(text)?;
                if let Some(row) = &mut shown {
                    row.push(text.to_owned());
                }
            }
            sample.extend(shown);
            lines.push(u32::try_from(line).unwrap_or(u32::MAX));
            Ok(())
        })?;
        let Some(builder) = builder else {
            return Err(
                Error::refused("csv-empty", format!("{} is empty.", self.name))
                    .hint("A table needs a line of column names and at least one row below it."),
            );
        };
        if lines.is_empty() {
            return Err(Error::refused(
                "csv-no-rows",
                format!("{} has column names and no row below them.", self.name),
            )
            .hint("The file may have been cut short: get it again."));
        }
        Ok(Parsed {
            delimiter: char::from(separator),
            table: builder.table()?.with_lines(lines),
            sample,
        })
    }

    fn headers(&self, separator: u8, line: usize, record: &ByteRecord) -> Result<Vec<String>> {
        if record.len() > MAX_COLUMNS {
            return Err(Error::refused(
                "csv-too-many-columns",
                format!(
                    "{}: line {line} has {} columns; at most {MAX_COLUMNS} are taken.",
                    self.name,
                    record.len()
                ),
            )
            .hint("Leave out columns that you do not need."));
        }
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut names = Vec::with_capacity(record.len());
        for (index, field) in record.iter().enumerate() {
            let name = String::from_utf8_lossy(field).trim().to_owned();
            if name.is_empty() {
                return Err(Error::refused(
                    "csv-header-empty",
                    format!(
                        "{}: line {line}: column {} has no name.",
                        self.name,
                        index + 1
                    ),
                )
                .hint("Give every column a name in the first line.")
                .hint("A separator at the end of a line makes one more column."));
            }
            if let Some(first) = places.insert(name.clone(), index) {
                return Err(Error::refused(
                    "csv-header-doubled",
                    format!(
                        "{}: line {line}: columns {} and {} are both named '{name}'.",
                        self.name,
                        first + 1,
                        index + 1
                    ),
                )
                .hint("Rename one of them.")
                .hint(format!(
                    "If these are not column names, add a first line that names the columns, with '{}' between them.",
                    shown(separator)
                )));
            }
            names.push(name);
        }
        Ok(names)
    }

    fn ragged(&self, line: usize, fields: usize, header: usize) -> Error {
        let error = Error::refused(
            "csv-ragged",
            format!(
                "{}: the row at line {line} has {}, the header has {header}.",
                self.name,
                if fields == 1 {
                    "1 field".to_owned()
                } else {
                    format!("{fields} fields")
                }
            ),
        );
        if fields < header {
            error.hint("If it is the last row, the file may have been cut short: get it again.")
        } else {
            error.hint("Put double quotes around a field that contains the separator.")
        }
    }
}

fn shown(separator: u8) -> &'static str {
    match separator {
        b';' => ";",
        b'\t' => "a tab",
        _ => ",",
    }
}

struct Builder {
    names: Vec<String>,
    columns: Vec<Raw>,
}

/// A column while it is read: its texts, and which types they still allow.
struct Raw {
    texts: Texts,
    integer: bool,
    decimal: bool,
    any: bool,
}

impl Raw {
    fn push(&mut self, text: &str) -> Result<()> {
        let trimmed = text.trim();
        if !trimmed.is_empty() {
            self.any = true;
            self.integer = self.integer && whole(trimmed).is_some();
            self.decimal = self.decimal && (self.integer || Number::parse(trimmed).is_some());
        }
        self.texts.push(text)
    }

    fn column_type(&self) -> ColumnType {
        match self {
            Self { any: false, .. } => ColumnType::Text,
            Self { integer: true, .. } => ColumnType::Integer,
            Self { decimal: true, .. } => ColumnType::Decimal,
            Self { .. } => ColumnType::Text,
        }
    }
}

impl Builder {
    fn new(names: Vec<String>) -> Self {
        let columns = names
            .iter()
            .map(|_| Raw {
                texts: Texts::new(),
                integer: true,
                decimal: true,
                any: false,
            })
            .collect();
        Self { names, columns }
    }

    fn table(self) -> Result<Table> {
        let columns = self
            .names
            .into_iter()
            .zip(self.columns)
            .map(|(name, raw)| match raw.column_type() {
                ColumnType::Integer => Ok(Column::integers(
                    name,
                    raw.texts.iter().map(|text| whole(text.trim())).collect(),
                )),
                ColumnType::Decimal => Column::decimals(name, raw.texts.iter()),
                ColumnType::Text => Ok(Column::from_texts(name, raw.texts)),
            })
            .collect::<Result<Vec<_>>>()?;
        Table::new(columns)
    }
}

/// A whole number of 64 bits in its only spelling: `007`, `+7` and `-0` are none.
fn whole(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    if !plain || (digits.starts_with('0') && text != "0") {
        return None;
    }
    text.parse().ok()
}
