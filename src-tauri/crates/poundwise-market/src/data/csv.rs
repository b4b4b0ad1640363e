//! Reading a CSV file into a table: all of it, or an error that names the line, and nothing.
//!
//! RFC 4180 with what people have: `,`, `;` or tab between fields, LF, CRLF or bare CR between rows, a UTF-8 byte order
//! mark, quoted fields with separators and line ends inside. A header is required and every row must be as wide
//! as it. Blank lines are skipped. Cells are kept as written; only type inference looks past surrounding spaces.
//!
//! A file is read twice: what a column holds is known only at its last cell. The first reading ([`Survey`]) finds the
//! types and every fault; the second ([`Survey::groups`]) gives the rows, typed, some at a time. So memory does not
//! grow with the file.

mod source;

use std::collections::HashMap;
use std::path::Path;

use ::csv::ByteRecord;

use crate::error::{Error, ErrorCode, Result};
use crate::view::{ColumnType, ColumnView, CsvPreview};
use crate::work::{Stage, Step, Work};

use super::number::Number;
use super::persons::Persons;
use super::table::{Cell, Column, Table, Texts, unknown_column};
use source::Source;

/// The most columns of a table.
const MAX_COLUMNS: usize = 4096;
/// Rows shown in a preview.
const SAMPLE: usize = 20;

/// A file that was read whole. Holds data: no `Debug`.
pub struct Parsed {
    /// The separator found: `,`, `;` or a tab.
    pub delimiter: char,
    /// The table; its columns carry headers and types.
    pub table: Table,
}

/// Reads the CSV file at `path` into memory.
///
/// # Errors
/// The file cannot be read, is larger than 4 GiB, empty, binary or not UTF-8; a header is empty or doubled; there is no
/// row; a row is ragged; a quote never closes. Each names the file and the line.
pub fn read_csv(path: &Path) -> Result<Parsed> {
    let survey = Survey::make(path, &Stage::silent())?;
    let mut table = None;
    survey.groups(None, usize::MAX, &Stage::silent(), |group| {
        table = Some(group);
        Ok(())
    })?;
    Ok(Parsed {
        delimiter: char::from(survey.separator),
        table: table.ok_or_else(|| survey.source.changed())?,
    })
}

/// What an import of the file at `path` would give. Nothing is stored. Cost: one reading of the file, in memory that
/// does not grow with it.
///
/// # Errors
/// As [`read_csv`]; `stopped`.
pub fn preview(path: &Path, work: &Work<'_>) -> Result<CsvPreview> {
    let survey = Survey::make(path, &work.stage(Step::Check, 0, 0..1000))?;
    let suggested_name = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().trim().to_owned())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "dataset".to_owned());
    Ok(CsvPreview {
        file: path.display().to_string(),
        suggested_name,
        delimiter: char::from(survey.separator).to_string(),
        rows: survey.rows,
        columns: survey
            .columns
            .iter()
            .map(|column| ColumnView {
                name: column.name.clone(),
                column_type: column.column_type(),
                missing: column.missing(),
            })
            .collect(),
        sample: survey.sample,
    })
}

/// What a first reading of a file finds. Holds data: no `Debug`.
pub(crate) struct Survey {
    source: Source,
    separator: u8,
    columns: Vec<Seen>,
    rows: u64,
    sample: Vec<Vec<String>>,
}

/// What may go with whose: a column that names the person, and the most rows of one.
pub(crate) struct Bound<'a> {
    pub(crate) column: &'a str,
    pub(crate) rows: u64,
}

impl Survey {
    /// Reads the file at `path` once. `stage` is told of its bytes; their total is set here.
    ///
    /// # Errors
    /// As [`read_csv`]; `stopped`.
    pub(crate) fn make(path: &Path, stage: &Stage<'_>) -> Result<Self> {
        let source = Source::open(path)?;
        let separator = source.separator()?;
        let mut survey = Self {
            source,
            separator,
            columns: Vec::new(),
            rows: 0,
            sample: Vec::new(),
        };
        let (mut columns, mut rows, mut sample) = (Vec::new(), 0, Vec::new());
        let stage = stage.of(survey.source.length());
        survey.source.records(separator, &stage, |at, record| {
            if columns.is_empty() {
                columns = survey.headers(at, record)?;
                return Ok(());
            }
            if record.len() != columns.len() {
                return Err(survey.ragged(at, record.len(), columns.len()));
            }
            for (column, field) in columns.iter_mut().zip(record) {
                column.see(survey.text(field)?);
            }
            if sample.len() < SAMPLE {
                let cells = record.iter().map(|field| survey.text(field));
                sample.push(
                    cells
                        .map(|text| text.map(str::to_owned))
                        .collect::<Result<_>>()?,
                );
            }
            rows += 1;
            Ok(())
        })?;
        let name = &survey.source.name;
        if columns.is_empty() {
            return Err(
                Error::refused(ErrorCode::CsvEmpty, format!("{name} is empty."))
                    .hint("A table needs a line of column names and at least one row below it."),
            );
        }
        if rows == 0 {
            return Err(Error::refused(
                ErrorCode::CsvNoRows,
                format!("{name} has column names and no row below them."),
            )
            .hint("The file may have been cut short: get it again."));
        }
        (survey.columns, survey.rows, survey.sample) = (columns, rows, sample);
        Ok(survey)
    }

    /// Names and types of the columns.
    pub(crate) fn schema(&self) -> Vec<(String, ColumnType)> {
        self.columns
            .iter()
            .map(|column| (column.name.clone(), column.column_type()))
            .collect()
    }

    /// Reads the file again and calls `take` with `size` rows at a time, and the rest, of those that `bound` keeps.
    /// Gives how many were dropped. `stage` is told of the file's bytes.
    ///
    /// # Errors
    /// `unknown-column` and `person-missing`; what `take` says; `file-changed` when this is not what was surveyed;
    /// `stopped`.
    pub(crate) fn groups(
        &self,
        bound: Option<&Bound<'_>>,
        size: usize,
        stage: &Stage<'_>,
        mut take: impl FnMut(Table) -> Result<()>,
    ) -> Result<u64> {
        let schema = self.schema();
        let mut persons = match bound {
            None => None,
            Some(bound) => {
                let index = schema
                    .iter()
                    .position(|(name, _)| name == bound.column)
                    .ok_or_else(|| {
                        unknown_column(bound.column, schema.iter().map(|(name, _)| name.as_str()))
                    })?;
                Some((index, Persons::new(bound.rows)?))
            }
        };
        let mut group = Group::new(&schema);
        let (mut is_header, mut rows, mut dropped) = (true, 0, 0);
        let stage = stage.of(self.source.length());
        self.source.records(self.separator, &stage, |at, record| {
            if is_header {
                is_header = false;
                let headers = self.headers(at, record)?;
                let same = headers.iter().map(|column| &column.name);
                return if same.eq(schema.iter().map(|(name, _)| name)) {
                    Ok(())
                } else {
                    Err(self.source.changed())
                };
            }
            rows += 1;
            if record.len() != schema.len() {
                return Err(self.source.changed());
            }
            if let (Some((index, persons)), Some(bound)) = (&mut persons, bound) {
                let text = self.text(record.get(*index).unwrap_or_default())?;
                let column_type = schema.get(*index).map_or(ColumnType::Text, |c| c.1);
                let cell = cell(text, column_type).ok_or_else(|| self.source.changed())?;
                match persons.keeps(cell) {
                    Some(true) => {}
                    Some(false) => {
                        dropped += 1;
                        return Ok(());
                    }
                    None => {
                        let place = format!("line {}", self.source.line(at));
                        return Err(Persons::missing(bound.column, &place));
                    }
                }
            }
            for (column, field) in group.columns.iter_mut().zip(record) {
                if !column.push(self.text(field)?)? {
                    return Err(self.source.changed());
                }
            }
            group.rows += 1;
            if group.rows == size {
                let full = std::mem::replace(&mut group, Group::new(&schema));
                take(full.table()?)?;
            }
            Ok(())
        })?;
        if rows != self.rows {
            return Err(self.source.changed());
        }
        if group.rows > 0 {
            take(group.table()?)?;
        }
        Ok(dropped)
    }

    /// Separators and quotes are ASCII, so a field of UTF-8 text is UTF-8.
    fn text<'a>(&self, field: &'a [u8]) -> Result<&'a str> {
        std::str::from_utf8(field).map_err(|_| self.source.not_utf8("a field breaks a character"))
    }

    fn headers(&self, at: u64, record: &ByteRecord) -> Result<Vec<Seen>> {
        let name = &self.source.name;
        if record.len() > MAX_COLUMNS {
            return Err(Error::refused(
                ErrorCode::CsvTooManyColumns,
                format!(
                    "{name}: line {} has {} columns; at most {MAX_COLUMNS} are taken.",
                    self.source.line(at),
                    record.len()
                ),
            )
            .hint("Leave out columns that you do not need."));
        }
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut columns = Vec::with_capacity(record.len());
        for (index, field) in record.iter().enumerate() {
            let header = String::from_utf8_lossy(field).trim().to_owned();
            if header.is_empty() {
                return Err(Error::refused(
                    ErrorCode::CsvHeaderEmpty,
                    format!(
                        "{name}: line {}: column {} has no name.",
                        self.source.line(at),
                        index + 1
                    ),
                )
                .hint("Give every column a name in the first line.")
                .hint("A separator at the end of a line makes one more column."));
            }
            if let Some(first) = places.insert(header.clone(), index) {
                return Err(Error::refused(
                    ErrorCode::CsvHeaderDoubled,
                    format!(
                        "{name}: line {}: columns {} and {} are both named '{header}'.",
                        self.source.line(at),
                        first + 1,
                        index + 1
                    ),
                )
                .hint("Rename one of them.")
                .hint(format!(
                    "If these are not column names, add a first line that names the columns, with '{}' between them.",
                    shown(self.separator)
                )));
            }
            columns.push(Seen::new(header));
        }
        Ok(columns)
    }

    fn ragged(&self, at: u64, fields: usize, header: usize) -> Error {
        let error = Error::refused(
            ErrorCode::CsvRagged,
            format!(
                "{}: the row at line {} has {}, the header has {header}.",
                self.source.name,
                self.source.line(at),
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

/// A column as far as it was seen: which types its cells still allow.
struct Seen {
    name: String,
    integer: bool,
    decimal: bool,
    /// Cells of no character.
    empty: u64,
    /// Cells of spaces, the empty ones among them.
    blank: u64,
    cells: u64,
}

impl Seen {
    fn new(name: String) -> Self {
        Self {
            name,
            integer: true,
            decimal: true,
            empty: 0,
            blank: 0,
            cells: 0,
        }
    }

    fn see(&mut self, text: &str) {
        self.cells += 1;
        self.empty += u64::from(text.is_empty());
        let trimmed = text.trim();
        if trimmed.is_empty() {
            self.blank += 1;
        } else {
            self.integer = self.integer && whole(trimmed).is_some();
            self.decimal = self.decimal && (self.integer || Number::parse(trimmed).is_some());
        }
    }

    fn column_type(&self) -> ColumnType {
        match self {
            Self { blank, cells, .. } if blank == cells => ColumnType::Text,
            Self { integer: true, .. } => ColumnType::Integer,
            Self { decimal: true, .. } => ColumnType::Decimal,
            Self { .. } => ColumnType::Text,
        }
    }

    fn missing(&self) -> u64 {
        match self.column_type() {
            ColumnType::Integer | ColumnType::Decimal => self.blank,
            ColumnType::Text => self.empty,
        }
    }
}

/// The cell that `text` is in a column of that type, if it can be one.
fn cell(text: &str, column_type: ColumnType) -> Option<Cell<'_>> {
    let trimmed = text.trim();
    match column_type {
        ColumnType::Text if text.is_empty() => Some(Cell::Missing),
        ColumnType::Text => Some(Cell::Text(text)),
        ColumnType::Integer | ColumnType::Decimal if trimmed.is_empty() => Some(Cell::Missing),
        ColumnType::Integer => whole(trimmed).map(Cell::Integer),
        ColumnType::Decimal => Number::parse(trimmed).map(|_| Cell::Decimal(text)),
    }
}

/// Some rows on their way into a table.
struct Group {
    columns: Vec<Filling>,
    rows: usize,
}

struct Filling {
    name: String,
    column_type: ColumnType,
    integers: Vec<Option<i64>>,
    texts: Texts,
}

impl Group {
    fn new(schema: &[(String, ColumnType)]) -> Self {
        let columns = schema
            .iter()
            .map(|(name, column_type)| Filling {
                name: name.clone(),
                column_type: *column_type,
                integers: Vec::new(),
                texts: Texts::new(),
            })
            .collect();
        Self { columns, rows: 0 }
    }

    fn table(self) -> Result<Table> {
        let columns = self.columns.into_iter().map(|filling| {
            let Filling { name, texts, .. } = filling;
            match filling.column_type {
                ColumnType::Integer => Column::integers(name, filling.integers),
                ColumnType::Decimal => Column::from_decimals(name, texts),
                ColumnType::Text => Column::from_texts(name, texts),
            }
        });
        Table::new(columns.collect())
    }
}

impl Filling {
    /// `false` if the text is no cell of this type.
    fn push(&mut self, text: &str) -> Result<bool> {
        match cell(text, self.column_type) {
            None => return Ok(false),
            Some(Cell::Integer(value)) => self.integers.push(Some(value)),
            Some(Cell::Missing) if self.column_type == ColumnType::Integer => {
                self.integers.push(None);
            }
            Some(Cell::Missing) => self.texts.push("")?,
            Some(Cell::Decimal(text) | Cell::Text(text)) => self.texts.push(text)?,
        }
        Ok(true)
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
