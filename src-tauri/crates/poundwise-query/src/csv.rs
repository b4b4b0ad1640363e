//! Reading of the file of a table: CSV, Parquet ([`parquet`]) or a sheet of a workbook
//! ([`workbook`]). The whole file is read, or an error names the line or row.
//!
//! CSV is RFC 4180 with what people have: `,`, `;` or tab between fields, LF, CRLF or bare CR between
//! rows, a byte order mark, quoted fields with separators and line ends inside. The first row
//! names the columns, unless the owner does.
//!
//! The owner declares how a file is written ([`TableForm`]) and what each column holds
//! ([`Schema`]). Each cell is read by these declarations alone, so one row cannot change how
//! another row is read. A cell that does not conform is missing, and so are the cells that a short
//! row lacks at its end. A row with more cells than columns is rejected. A blank line is skipped,
//! except in a table of one column, where it is a missing cell.
//!
//! A file is read twice: the first reading ([`Survey`]) finds every fault of the file, counts the
//! cells that are missing, and finds in how many bits the numbers of a column fit; the second gives
//! the rows some at a time ([`Survey`] is a source of [`crate::rows::Rows`]). So memory does not
//! grow with the file.

mod batches;
mod days;
mod file;
mod format;
mod layout;
mod parquet;
mod preview;
mod proposal;
mod record;
mod seen;
mod source;
mod stored;
mod values;
mod workbook;

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use crate::contributions::rows_each;
use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::{Counted, QueryFault};
use crate::form::{FormPart, Separator, TableFileKind, TableForm};
use crate::hint::QueryHint;
use crate::messages::{FileMessage, QuestionMessage};
use crate::progress::RowProgress;
use crate::report::{
    ColumnView, ContributingRows, ImportReport, RepeatedIds, SeenValues, ShownCell, UnreadCell,
};
use crate::rows::read_whole;
use poundwise_documents::kinds::ColumnType;
use poundwise_documents::units::DecimalSign;
use poundwise_text::DayOrder;
use poundwise_text::number::Grouping;

use super::schema::{MAX_COLUMNS, Schema, SchemaColumn};
use super::table::{Table, unknown_column};
use super::text::canonical_text;
use super::words::shortened;
use file::TableFile;
use layout::{Layout, Part};
pub use preview::preview;
use record::Record;
use seen::Seen;
use source::Lines;

/// Rows shown in a preview.
const SAMPLE: usize = 20;

/// Cells with characters that are not ASCII shown in a preview.
const MAX_NOT_ASCII: usize = 5;

/// The most values of a column that are proposed.
const MAX_SEEN: usize = 10_000;

/// Warning beside values that were seen in a column.
const SEEN_WARNING: &str = "Stated values are public. Stating a value that only one person has \
                            reveals that this person is in the data. State the values that are \
                            possible, not those that this table happens to have.";

/// Warning shown with counts of the rows of a file.
const COUNTED_WARNING: &str = "These counts come from the data, and are for you alone. A number \
                               that is stated because of them can reveal whether one person is in \
                               the data. Choose the number of rows that count as you would without \
                               them.";

/// A file that was read whole. Holds data: no `Debug`.
pub struct Parsed {
    /// The table, in the schema's types.
    pub table: Table,
    /// Report of the missing cells.
    pub report: ImportReport,
}

/// Returns the separator under which most of the rows of a file's text are as wide as the first,
/// and wider than one field; a comma where there is none.
#[must_use]
pub fn separator_of(text: &str) -> Separator {
    proposal::separator_of(text.as_bytes())
}

/// Returns the files of a table: the file itself, or the Parquet files of a folder, in the order in
/// which they are read.
///
/// # Errors
/// `is-a-folder`: the folder is none of Parquet files; I/O errors.
pub fn files_of(path: &Path) -> Result<Vec<PathBuf>> {
    if path.is_dir() {
        parquet::ParquetFiles::in_folder(path)
    } else {
        Ok(vec![path.to_owned()])
    }
}

/// Reads the file at `path` into memory.
///
/// # Errors
/// `file-format`: the file is of a format that is not read; `file-damaged`; `sheet`: no sheet of a
/// workbook is chosen; `column-not-plain`; `form-part`: the form declares a part that such a file
/// does not have. The file cannot be read, is larger than 4 GiB, empty, binary or not UTF-8; a header is empty or
/// doubled; there is no row; a row has too many cells; a quote never closes or is misplaced. Each
/// error names the file and the line. `schema`: its columns are not the file's.
pub fn read_csv(path: &Path, form: &TableForm, schema: &Schema) -> Result<Parsed> {
    let survey = Survey::make(path, form, Some(schema), &RowProgress::silent())?;
    Ok(Parsed {
        table: read_whole(&survey)?,
        report: survey.report(None),
    })
}

/// Returns the values that a column of the file at `path` has, sorted, with the warning that goes
/// with them. For an owner who asks; nothing takes them by itself. Cost: one reading of the file.
///
/// # Errors
/// As [`read_csv`]; `unknown-column`; `too-many-values`; [`Error::Stopped`].
pub fn seen_values(
    path: &Path,
    form: &TableForm,
    column: &str,
    progress: &RowProgress<'_>,
) -> Result<SeenValues> {
    let survey = Survey::make(path, form, None, progress)?;
    let place = survey
        .columns
        .get(survey.column(column)?)
        .map(|seen| seen.place);
    let mut values = BTreeSet::new();
    survey.rows_again(&RowProgress::silent(), |record| -> Result<()> {
        let value = canonical_text(place.map_or("", |place| record.get(place)));
        if !value.is_empty() && !values.contains(value.as_ref()) {
            values.insert(value.into_owned());
        }
        if values.len() > MAX_SEEN {
            return Err(Error::refused(
                QueryErrorCode::TooManyValues,
                QuestionMessage::TooManyDifferent {
                    column: column.to_owned(),
                    most: MAX_SEEN,
                },
            )
            .hint(QueryHint::StateValuesByHand)
            .at(QueryFault::TooMany {
                of: Counted::Different,
                most: MAX_SEEN as u64,
                found: None,
            }));
        }
        Ok(())
    })?;
    Ok(SeenValues {
        column: column.to_owned(),
        values: values.into_iter().collect(),
        warning: SEEN_WARNING.to_owned(),
    })
}

/// Returns the number of rows of the file at `path` that a question without conditions would use if
/// `column` named the privacy unit and at most `rows_per_unit` rows of one counted. For the owner
/// alone, before an import is settled. Without a schema the column has the type that is proposed
/// for it. Cost: two readings of the file, and memory for the units.
///
/// # Errors
/// As [`read_csv`]; `unknown-column`; [`Error::Stopped`].
pub fn contributing_rows(
    path: &Path,
    form: &TableForm,
    schema: Option<&Schema>,
    column: &str,
    rows_per_unit: u64,
    progress: &RowProgress<'_>,
) -> Result<ContributingRows> {
    let survey = Survey::make(path, form, schema, progress)?;
    let index = survey.column(column)?;
    let each = rows_each(&survey, index, &RowProgress::silent())?;
    Ok(ContributingRows {
        column: column.to_owned(),
        rows_per_unit,
        rows: survey.rows,
        counted: each.iter().map(|rows| rows.min(&rows_per_unit)).sum(),
        without_unit: survey.rows.saturating_sub(each.iter().sum()),
        units: each.len() as u64,
        most: each.iter().copied().max().unwrap_or(0),
        warning: COUNTED_WARNING.to_owned(),
    })
}

/// Result of a first reading of a file. Holds data: no `Debug`.
pub struct Survey {
    source: TableFile,
    form: TableForm,
    /// The lines of the file that are the table.
    lines: Lines,
    /// The names of all columns of the file.
    headers: Vec<String>,
    /// The columns of the table, in the file's order.
    columns: Vec<Seen>,
    rows: u64,
    /// Rows that lack cells at their end.
    short: First,
    /// Rows with a line end in a cell.
    over_lines: First,
    /// The last rows, if they look like lines below the table.
    below: First,
    /// The first cells with characters that are not ASCII, and the byte offsets of their rows.
    first_not_ascii: Vec<(u64, String)>,
    sample: Vec<Vec<String>>,
}

/// Number of rows of some kind, and the byte offset of the first one.
#[derive(Default)]
struct First {
    rows: u64,
    at: Option<u64>,
}

impl First {
    fn see(&mut self, record: &Record) {
        self.rows += 1;
        self.at.get_or_insert(record.at());
    }
}

impl Survey {
    /// Reads the file at `path` once; without a schema, to propose one. `stage` receives its bytes;
    /// their total is set here.
    ///
    /// # Errors
    /// As [`read_csv`]; [`Error::Stopped`].
    pub fn make(
        path: &Path,
        form: &TableForm,
        schema: Option<&Schema>,
        stage: &RowProgress<'_>,
    ) -> Result<Self> {
        Self::of(TableFile::open(path, form)?, form, schema, stage)
    }

    fn of(
        source: TableFile,
        form: &TableForm,
        schema: Option<&Schema>,
        stage: &RowProgress<'_>,
    ) -> Result<Self> {
        let lines = source.table_lines(form)?;
        let kind = source.kind();
        let mut survey = Self {
            source,
            form: form.clone(),
            lines,
            headers: Vec::new(),
            columns: Vec::new(),
            rows: 0,
            short: First::default(),
            over_lines: First::default(),
            below: First::default(),
            first_not_ascii: Vec::new(),
            sample: Vec::new(),
        };
        let is_preview = schema.is_none();
        let mut not_ascii = Vec::new();
        let (mut headers, mut columns) = (Vec::new(), Vec::new());
        let (mut rows, mut short, mut sample) = (0, First::default(), Vec::new());
        let (mut over_lines, mut below, mut divided) = (First::default(), First::default(), false);
        let mut layout = Layout::of(form);
        let stage = stage.of(survey.source.length());
        survey.each_record(&stage, |record| -> Result<()> {
            if is_preview && not_ascii.len() < MAX_NOT_ASCII {
                let cells = record.iter().filter(|cell| !cell.is_ascii());
                let cells = cells.map(|cell| (record.at(), shortened(cell)));
                not_ascii.extend(cells.take(MAX_NOT_ASCII - not_ascii.len()));
            }
            let length = match layout.part(record) {
                Part::Skipped => return Ok(()),
                Part::Names(length) => {
                    divided |= length > 1;
                    headers = survey.headers(record, length)?;
                    columns = survey.seen(&headers, schema)?;
                    return Ok(());
                }
                Part::Row(length) => length,
            };
            divided |= length > 1;
            if let (true, Some(names)) = (headers.is_empty(), &survey.form.columns) {
                if length > names.len() {
                    return Err(survey.too_wide(record, names.len()));
                }
                let names = names.iter().map(|name| canonical_text(name).into_owned());
                headers = names.collect();
                columns = survey.seen(&headers, schema)?;
            }
            if length > headers.len() {
                return Err(survey.too_wide(record, headers.len()));
            }
            // In a sheet, cells at the end of a row are blank, and not left out.
            if kind == TableFileKind::Csv && length < headers.len() {
                short.see(record);
            }
            if kind == TableFileKind::Csv && record.has_line_end() {
                over_lines.see(record);
            }
            if is_preview && kind != TableFileKind::Parquet {
                if preview::is_below(record, headers.len()) {
                    below.see(record);
                } else {
                    below = First::default();
                }
            }
            for column in &mut columns {
                column.see(record.get(column.place), record.at());
            }
            if sample.len() < SAMPLE {
                let cells = columns
                    .iter()
                    .map(|column| shortened(record.get(column.place)));
                sample.push(cells.collect());
            }
            rows += 1;
            Ok(())
        })?;
        survey.check_found(&columns, rows, divided)?;
        (survey.headers, survey.columns, survey.rows) = (headers, columns, rows);
        (survey.short, survey.over_lines, survey.below) = (short, over_lines, below);
        (survey.sample, survey.first_not_ascii) = (sample, not_ascii);
        Ok(survey)
    }

    /// Checks that there are columns and rows. `divided`: whether a row has the separator.
    fn check_found(&self, columns: &[Seen], rows: u64, divided: bool) -> Result<()> {
        let name = self.source.name();
        let is_csv = self.source.kind() == TableFileKind::Csv;
        let is_part = self.form.first_line() > 1 || self.form.lines_below() > 0;
        if columns.is_empty() {
            let file = name.to_owned();
            let what = if is_part {
                FileMessage::NoTableInLines {
                    file,
                    first: self.form.first_line(),
                    below: self.form.lines_below(),
                }
            } else {
                FileMessage::Empty { file }
            };
            return Err(
                Error::refused(QueryErrorCode::CsvEmpty, what).hint(QueryHint::GiveHeaderAndRow)
            );
        }
        if rows == 0 {
            return Err(Error::refused(
                QueryErrorCode::CsvNoRows,
                FileMessage::NoRows {
                    file: name.to_owned(),
                },
            )
            .hint(QueryHint::GetFileAgain));
        }
        let named = self.form.columns.as_ref().map_or(columns.len(), Vec::len);
        if is_csv && named > 1 && !divided {
            return Err(Error::usage(
                QueryErrorCode::Schema,
                FileMessage::NotDivided {
                    file: name.to_owned(),
                    columns: named,
                },
            )
            .hint(QueryHint::DeclareSeparator)
            .hint(QueryHint::NameEveryColumn));
        }
        Ok(())
    }

    fn each_record<E: From<Error>>(
        &self,
        stage: &RowProgress<'_>,
        each: impl FnMut(&Record) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        self.source.records(&self.form, &self.lines, stage, each)
    }

    /// Returns the index of the column with this name.
    fn column(&self, name: &str) -> Result<usize> {
        let names = || self.columns.iter().map(|column| column.name.as_str());
        let wanted = canonical_text(name);
        names().position(|name| name == wanted).ok_or_else(|| {
            let error = unknown_column(name, names());
            if self.columns.len() == 1 && self.source.kind() == TableFileKind::Csv {
                error.hint(QueryHint::DeclareSeparator)
            } else {
                error
            }
        })
    }

    /// Returns the kind of the file.
    pub(crate) fn kind(&self) -> TableFileKind {
        self.source.kind()
    }

    /// Returns the first cell of a declared column of numbers that is a number only in a form with
    /// another declaration, if no decimal sign is declared. The cell would be missing without a
    /// word.
    pub(crate) fn undeclared_number(&self) -> Option<(&str, UnreadCell)> {
        if self.form.decimal.is_some() {
            return None;
        }
        let first = |column: &'_ Seen| match &column.declared {
            Some(declared)
                if declared.column_type == ColumnType::Number && declared.numbers.is_none() =>
            {
                column.numbers.first_undeclared.clone()
            }
            _ => None,
        };
        let found = self.columns.iter().filter_map(|c| Some((c, first(c)?)));
        let (column, cell) = found.min_by_key(|(_, cell)| cell.at)?;
        let line = self.source.line(cell.at);
        Some((column.name.as_str(), cell.on(line)))
    }

    /// Returns the first date whose order of day, month and year is not declared: it is no day of
    /// the order of ISO 8601, and one of another order. The cell would be missing without a word.
    pub(crate) fn undeclared_day(&self) -> Option<(&str, ShownCell)> {
        let first = |column: &'_ Seen| match &column.declared {
            Some(SchemaColumn {
                column_type: ColumnType::Date,
                day_order: None,
                ..
            }) => column
                .days
                .first_of_other_order(DayOrder::YearMonthDay)
                .cloned(),
            _ => None,
        };
        let found = self.columns.iter().filter_map(|c| Some((c, first(c)?)));
        let (column, cell) = found.min_by_key(|(_, cell)| cell.at)?;
        let line = self.source.line(cell.at);
        let text = cell.text;
        Some((column.name.as_str(), ShownCell { line, text }))
    }

    /// Returns the columns that look like ids and have repeated values. Several rows may then
    /// belong to one person, even if the owner declares each row to be another person. For the
    /// owner only.
    pub(crate) fn repeated_ids(&self) -> Vec<RepeatedIds> {
        let found = |column: &Seen| {
            let is_text = column.column_type() == ColumnType::Text;
            column.repeats.found(&column.name, is_text)
        };
        self.columns.iter().filter_map(found).collect()
    }

    /// Returns the report of an import to the owner, and nobody else. `person` is the column that
    /// names the person.
    pub(crate) fn report(&self, person: Option<&str>) -> ImportReport {
        ImportReport {
            kind: self.source.kind(),
            rows: self.rows,
            short_rows: self.short.rows,
            rows_without_person: person.and_then(|person| {
                let index = self.column(person).ok()?;
                Some(self.columns.get(index)?.missing())
            }),
            columns: self
                .columns
                .iter()
                .map(|column| ColumnView {
                    name: column.name.clone(),
                    column_type: column.column_type(),
                    values: column
                        .declared
                        .as_ref()
                        .map(|declared| declared.values.clone())
                        .unwrap_or_default(),
                    decimals: column.declared.as_ref().and_then(|it| it.decimals),
                    empty: column.empty,
                    not_conforming: column.not_conforming(),
                })
                .collect(),
        }
    }

    /// Reads the file again and calls `each` with every row.
    fn rows_again<E: From<Error>>(
        &self,
        stage: &RowProgress<'_>,
        mut each: impl FnMut(&Record) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let (mut layout, mut rows) = (Layout::of(&self.form), 0);
        let stage = stage.of(self.source.length());
        self.each_record(&stage, |record| match layout.part(record) {
            Part::Skipped => Ok(()),
            Part::Names(length) if self.headers(record, length)? == self.headers => Ok(()),
            Part::Row(length) if length <= self.headers.len() => {
                rows += 1;
                each(record)
            }
            Part::Names(_) | Part::Row(_) => Err(self.source.changed().into()),
        })?;
        if rows == self.rows {
            Ok(())
        } else {
            Err(self.source.changed().into())
        }
    }

    /// Returns the columns of the table without any cells, of a file with these names.
    fn seen(&self, names: &[String], schema: Option<&Schema>) -> Result<Vec<Seen>> {
        let ignored: BTreeSet<String> = self
            .form
            .ignored
            .iter()
            .map(|name| canonical_text(name).into_owned())
            .collect();
        if let Some(name) = ignored.iter().find(|name| !names.contains(*name)) {
            return Err(unknown_column(name, names.iter().map(String::as_str)));
        }
        let places = names.iter().enumerate();
        let (places, names): (Vec<usize>, Vec<String>) = places
            .filter(|(_, name)| !ignored.contains(*name))
            .map(|(place, name)| (place, name.clone()))
            .unzip();
        // What is wrong with names is found by making a schema of them.
        let untyped = names
            .iter()
            .map(|name| SchemaColumn::new(name.clone(), ColumnType::Text));
        Schema::new(untyped.collect())?;
        let declared = match schema {
            None => vec![None; names.len()],
            Some(schema) => {
                let ordered =
                    schema
                        .in_order_of(&names)
                        .map_err(|error| match self.source.kind() {
                            _ if names.len() == schema.columns().len() => error,
                            TableFileKind::Csv => error
                                .hint(QueryHint::DeclareSeparator)
                                .hint(QueryHint::DeclareIgnored)
                                .hint(QueryHint::DeclareLines),
                            _ => error.hint(QueryHint::DeclareIgnored),
                        })?;
                self.check_numbers(&ordered)?;
                ordered.columns().iter().cloned().map(Some).collect()
            }
        };
        let numbers = self.form.numbers();
        let columns = names.into_iter().zip(places).zip(declared);
        Ok(columns
            .map(|((name, place), declared)| Seen::new(name, place, &numbers, declared))
            .collect())
    }

    /// Checks that no column declares a decimal comma if the file stores its numbers: a comma would
    /// take the point in their texts for a mark between thousands.
    fn check_numbers(&self, schema: &Schema) -> Result<()> {
        let kind = self.source.kind();
        let has_comma = |column: &&SchemaColumn| {
            column.numbers.as_ref().is_some_and(|numbers| {
                numbers.decimal == DecimalSign::Comma || numbers.grouping == Grouping::Point
            })
        };
        if kind == TableFileKind::Csv {
            return Ok(());
        }
        let Some(column) = schema.columns().iter().find(has_comma) else {
            return Ok(());
        };
        let part = FormPart::Decimal;
        Err(Error::usage(
            QueryErrorCode::FormPart,
            FileMessage::ColumnFormPart {
                file: self.source.name().to_owned(),
                column: column.name.clone(),
                kind,
                part,
            },
        )
        .hint(QueryHint::LeaveOutDeclaration)
        .at(QueryFault::FormPart { kind, part }))
    }

    /// Returns the names of the columns in a header of `length` cells. A column without a name gets
    /// one of its place.
    fn headers(&self, record: &Record, length: usize) -> Result<Vec<String>> {
        let at = record.at();
        let name = self.source.name();
        if length > MAX_COLUMNS {
            return Err(Error::refused(
                QueryErrorCode::CsvTooManyColumns,
                FileMessage::TooManyColumns {
                    file: name.to_owned(),
                    place: self.source.place(at),
                    columns: length,
                    most: MAX_COLUMNS,
                },
            )
            .hint(QueryHint::LeaveOutColumns));
        }
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut columns = Vec::with_capacity(length);
        for index in 0..length {
            let mut header = canonical_text(record.get(index)).into_owned();
            if header.is_empty() {
                header = nameless(index);
            }
            if let Some(first) = places.insert(header.clone(), index) {
                let error = Error::refused(
                    QueryErrorCode::CsvHeaderDoubled,
                    FileMessage::HeaderDoubled {
                        file: name.to_owned(),
                        place: self.source.place(at),
                        first: first + 1,
                        second: index + 1,
                        header,
                    },
                )
                .hint(QueryHint::RenameColumn);
                return Err(match self.source.kind() {
                    TableFileKind::Parquet => error,
                    _ => error.hint(QueryHint::ImportWithoutHeader),
                });
            }
            columns.push(header);
        }
        Ok(columns)
    }

    fn too_wide(&self, record: &Record, wide: usize) -> Error {
        let file = self.source.name().to_owned();
        let (place, fields) = (self.source.place(record.at()), record.len());
        let columns = wide;
        if self.source.kind() != TableFileKind::Csv {
            return Error::refused(
                QueryErrorCode::CsvRagged,
                FileMessage::WideSheetRow {
                    file,
                    place,
                    fields,
                    columns,
                },
            )
            .hint(QueryHint::NameSheetColumns)
            .hint(QueryHint::DeclareLines);
        }
        if self.form.columns.is_some() {
            return Error::usage(
                QueryErrorCode::Schema,
                FileMessage::WideNamedRow {
                    file,
                    place,
                    fields,
                    columns,
                },
            )
            .hint(QueryHint::NameEveryColumn)
            .hint(QueryHint::QuoteField)
            .hint(QueryHint::DeclareSeparator);
        }
        Error::refused(
            QueryErrorCode::CsvRagged,
            FileMessage::WideRow {
                file,
                place,
                fields,
                columns,
            },
        )
        .hint(QueryHint::QuoteField)
        .hint(QueryHint::DeclareSeparator)
        .hint(QueryHint::DeclareTrailing)
        .hint(QueryHint::DeclareLines)
    }
}

/// Returns the name of a column without one, at this place from 0.
fn nameless(place: usize) -> String {
    format!("column {}", place + 1)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs;

    use super::*;

    #[test]
    fn the_rows_without_a_person_are_counted_in_the_column_of_persons() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("people.csv");
        fs::write(&path, "age,id\n,1\n,2\n3,\n").unwrap();
        let survey =
            Survey::make(&path, &TableForm::default(), None, &RowProgress::silent()).unwrap();
        for (person, without) in [(None, None), (Some("age"), Some(2)), (Some("id"), Some(1))] {
            assert_eq!(survey.report(person).rows_without_person, without);
        }
    }

    #[test]
    fn the_first_number_that_lacks_a_declaration_is_named_if_no_sign_is_declared() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("people.csv");
        // Neither 5% nor 1.23,5 is a number but for a comma.
        fs::write(&path, "n;m\n5%;1.23,5\n1;1,5\n2,5;3\n4;3,5\n").unwrap();
        let schema = Schema::parse_types("n:number,m:number").unwrap();
        let named = |decimal| {
            let form = TableForm {
                decimal,
                separator: Some(Separator::Semicolon),
                ..TableForm::default()
            };
            let survey = Survey::make(&path, &form, Some(&schema), &RowProgress::silent()).unwrap();
            let found = survey.undeclared_number();
            found.map(|(column, cell)| (column.to_owned(), cell.line, cell.text))
        };
        assert_eq!(named(None), Some(("m".to_owned(), 3, "1,5".to_owned())));
        assert_eq!(named(Some(DecimalSign::Point)), None);
        assert_eq!(named(Some(DecimalSign::Comma)), None);
    }

    #[test]
    fn a_file_that_changes_between_its_two_readings_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("people.csv");
        let schema = Schema::parse_types("id:number,name:text").unwrap();
        let read = |second: &str, size: usize| {
            fs::write(&path, "id,name\n1,ann\n2,bob\n3,\n").unwrap();
            let silent = RowProgress::silent();
            let survey =
                Survey::make(&path, &TableForm::default(), Some(&schema), &silent).unwrap();
            fs::write(&path, second).unwrap();
            let mut groups = Vec::new();
            survey
                .groups((&[0, 1], size), &silent, &mut |group| {
                    groups.push(group.rows());
                    Ok(())
                })
                .map(|()| groups)
        };
        for (size, groups) in [(1, &[1, 1, 1][..]), (2, &[2, 1]), (3, &[3]), (4, &[3])] {
            let same = read("id,name\n1,ann\n2,bob\n3,\n", size).map_err(|e| e.to_string());
            assert_eq!(same.unwrap(), groups);
        }
        for second in [
            "id,nome\n1,ann\n2,bob\n3,\n",
            "name,id\n1,ann\n2,bob\n3,\n",
            "id,name\n1,ann\n3,\n",
            "id,name\n1,ann\n2,bob\n3,\n4,cy\n",
            "id,name\n1,ann\n2,bob,x\n3,\n",
            "id,name\n1,\n2,bob\n3,\n",
            "id,name\n1,ann\nx,bob\n3,\n",
            "id,name\n1,ann\n2.5,bob\n3,\n",
        ] {
            let error = read(second, 2).err().unwrap();
            assert_eq!(
                error.code(),
                Some(QueryErrorCode::FileChanged),
                "{second:?}: {error}"
            );
            assert!(!error.hints().is_empty());
        }
    }
}
