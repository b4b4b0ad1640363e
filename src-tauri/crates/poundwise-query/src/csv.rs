//! Reading a CSV file into a table: all of it, or an error that names the line, and nothing.
//!
//! RFC 4180 with what people have: `,`, `;` or tab between fields, LF, CRLF or bare CR between
//! rows, a UTF-8 byte order mark, quoted fields with separators and line ends inside. The columns
//! are named by the first row, or by the owner where there is no such row, and every row must be as
//! wide. Blank lines are skipped. What a column holds is declared ([`Schema`]): a cell is read as
//! that type says, whatever the other cells hold, and one that does not conform is missing.
//!
//! A file is read twice: the first reading ([`Survey`]) finds every fault of the file, counts the
//! cells that are missing, and finds in how many bits the numbers of a column fit; the second
//! ([`Survey::groups`]) gives the rows some at a time. So memory does not grow with the file.

mod source;

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use ::csv::ByteRecord;

use crate::contributions::rows_each;
use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::{Counted, QueryFault};
use crate::form::{Separator, TableForm};
use crate::hint::QueryHint;
use crate::progress::RowProgress;
use crate::report::{
    ColumnView, ContributingRows, CsvPreview, ImportReport, ProposedColumn, SeenValues, UnreadCell,
};
use poundwise_documents::kinds::ColumnType;
use poundwise_documents::units::DecimalSign;

use super::number::NumberForm;
use super::schema::{MAX_COLUMNS, Numbers, Schema, SchemaColumn, SignsTold};
use super::table::{Column, Filling, Fit, Table, unknown_column};
use super::words::label;
use source::Source;

/// Rows shown in a preview.
const SAMPLE: usize = 20;

/// The most values of a column that are proposed.
const MAX_SEEN: usize = 10_000;

/// Warning beside values that were seen in a column.
const SEEN_WARNING: &str = "Stated values are public. Stating a value that only one person has \
                            reveals that this person is in the data. State the values that are \
                            possible, not those that this table happens to have.";

/// A file that was read whole. Holds data: no `Debug`.
pub struct Parsed {
    /// The separator, chosen or found.
    pub delimiter: Separator,
    /// The table, in the schema's types.
    pub table: Table,
    /// Report of the missing cells.
    pub report: ImportReport,
}

/// Returns the separator under which most of the rows of a file's text are as wide as the first,
/// and wider than one field; a comma where there is none.
#[must_use]
pub fn separator_of(text: &str) -> Separator {
    source::separator_of(text.as_bytes(), false)
}

/// Reads the CSV file at `path` into memory.
///
/// # Errors
/// The file cannot be read, is larger than 4 GiB, empty, binary or not UTF-8; a header is empty or
/// doubled; there is no row; a row is ragged; a quote never closes: each names the file and the
/// line. `schema`: its columns are not the file's.
pub fn read_csv(path: &Path, form: &TableForm, schema: &Schema) -> Result<Parsed> {
    let survey = Survey::make(path, form, Some(schema), &RowProgress::silent())?;
    let mut table = None;
    survey.groups(usize::MAX, &RowProgress::silent(), |group| {
        table = Some(group);
        Ok(())
    })?;
    Ok(Parsed {
        delimiter: survey.separator,
        table: table.ok_or_else(|| survey.source.changed())?,
        report: survey.report(None),
    })
}

/// Returns the content of the file at `path`, and the types that are proposed to a person; where
/// no decimal sign is chosen, the one that is proposed too. Nothing is stored. Cost: one reading of
/// the file, and one more up to the last cell that is shown because it is no number, in memory that
/// does not grow with it.
///
/// # Errors
/// As [`read_csv`]; [`Error::Stopped`].
pub fn preview(path: &Path, form: &TableForm, progress: &RowProgress<'_>) -> Result<CsvPreview> {
    let survey = Survey::make(path, form, None, progress)?;
    let proposed_decimal = SignsTold::proposal(survey.columns.iter().map(|column| column.told));
    let decimal = form.decimal.unwrap_or(proposed_decimal);
    let shown = |column: &Seen| match decimal {
        DecimalSign::Comma => column.with_comma.clone(),
        DecimalSign::Point => column.numbers.clone(),
    };
    let columns: Vec<(&Seen, Numbers)> = survey.columns.iter().map(|c| (c, shown(c))).collect();
    let others = columns
        .iter()
        .flat_map(|(_, numbers)| &numbers.first_others);
    let places: BTreeSet<u64> = others.map(|(at, _)| *at).collect();
    let places: Vec<u64> = places.into_iter().collect();
    let lines: HashMap<u64, u64> = places
        .iter()
        .copied()
        .zip(survey.source.lines(&places))
        .collect();
    let suggested_name = path
        .file_stem()
        .map(|stem| stem.to_string_lossy().trim().to_owned())
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "dataset".to_owned());
    Ok(CsvPreview {
        file: path.display().to_string(),
        suggested_name,
        delimiter: survey.separator,
        decimal,
        proposed_decimal,
        percent: form.percent,
        rows: survey.rows,
        types: Schema::of_checked(
            columns
                .iter()
                .map(|(column, numbers)| column.stated(numbers.proposal()))
                .collect(),
        )
        .types_line(),
        header_like_data: columns
            .iter()
            .filter(|(column, numbers)| {
                form.columns.is_none() && column.header_is_like_data(numbers.form)
            })
            .map(|(column, _)| column.name.clone())
            .collect(),
        columns: columns
            .into_iter()
            .map(|(column, numbers)| ProposedColumn {
                name: column.name.clone(),
                column_type: numbers.proposal(),
                empty: column.empty,
                not_numbers: numbers.others,
                first_not_numbers: numbers
                    .first_others
                    .into_iter()
                    .map(|(at, text)| UnreadCell {
                        line: lines.get(&at).copied().unwrap_or_default(),
                        text,
                    })
                    .collect(),
                with_comma: numbers.with_comma,
                with_point: numbers.with_point,
                with_percent: numbers.with_percent,
            })
            .collect(),
        sample: survey.sample,
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
    let names = || survey.columns.iter().map(|column| column.name.as_str());
    let index = names()
        .position(|name| name == column)
        .ok_or_else(|| unknown_column(column, names()))?;
    let mut values = BTreeSet::new();
    survey.rows_again(&RowProgress::silent(), |record| -> Result<()> {
        let value = survey.text(record.get(index).unwrap_or_default())?.trim();
        if !value.is_empty() && !values.contains(value) {
            values.insert(value.to_owned());
        }
        if values.len() > MAX_SEEN {
            return Err(Error::refused(
                QueryErrorCode::TooManyValues,
                format!("Column '{column}' has more than {MAX_SEEN} different values."),
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
    let names = || survey.columns.iter().map(|column| column.name.as_str());
    let index = names()
        .position(|name| name == column)
        .ok_or_else(|| unknown_column(column, names()))?;
    let mut filling = survey.filling().swap_remove(index);
    survey.rows_again(&RowProgress::silent(), |record| -> Result<()> {
        let cell = survey.text(record.get(index).unwrap_or_default())?;
        if filling.push(cell)? {
            Ok(())
        } else {
            Err(survey.source.changed())
        }
    })?;
    let without_unit = filling.missing();
    let each = rows_each(&filling.column(), &RowProgress::silent())?;
    Ok(ContributingRows {
        column: column.to_owned(),
        rows_per_unit,
        rows: survey.rows,
        counted: each.iter().map(|rows| rows.min(&rows_per_unit)).sum(),
        without_unit,
        units: each.len() as u64,
        most: each.iter().copied().max().unwrap_or(0),
    })
}

/// Result of a first reading of a file. Holds data: no `Debug`.
pub struct Survey {
    source: Source,
    separator: Separator,
    form: TableForm,
    columns: Vec<Seen>,
    rows: u64,
    sample: Vec<Vec<String>>,
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
        let source = Source::open(path)?;
        let separator = match form.separator {
            Some(separator) => separator,
            None => source.separator()?,
        };
        let mut survey = Self {
            source,
            separator,
            form: form.clone(),
            columns: Vec::new(),
            rows: 0,
            sample: Vec::new(),
        };
        let (mut columns, mut rows, mut sample) = (Vec::new(), 0, Vec::new());
        let stage = stage.of(survey.source.length());
        survey
            .source
            .records(separator, &stage, |at, record| -> Result<()> {
                if columns.is_empty() {
                    columns = survey.seen(at, record, schema)?;
                    if survey.form.columns.is_none() {
                        return Ok(());
                    }
                }
                if record.len() != columns.len() {
                    return Err(survey.ragged(at, record.len(), columns.len()));
                }
                for (column, field) in columns.iter_mut().zip(record) {
                    column.see(survey.text(field)?, at);
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
                Error::refused(QueryErrorCode::CsvEmpty, format!("{name} is empty."))
                    .hint(QueryHint::GiveHeaderAndRow),
            );
        }
        if rows == 0 {
            return Err(Error::refused(
                QueryErrorCode::CsvNoRows,
                format!("{name} has column names and no row below them."),
            )
            .hint(QueryHint::GetFileAgain));
        }
        (survey.columns, survey.rows, survey.sample) = (columns, rows, sample);
        Ok(survey)
    }

    /// Returns the first cell, if there is one, of a declared column of numbers that is a number
    /// but for its commas, where the owner did not say which sign is before the decimals: it would
    /// be missing without a word.
    #[must_use]
    pub fn undecided_comma(&self) -> Option<(&str, UnreadCell)> {
        if self.form.decimal.is_some() {
            return None;
        }
        let first = |column: &'_ Seen| column.first_comma.clone();
        let found = self.columns.iter().filter_map(|c| Some((c, first(c)?)));
        let (column, (at, text)) = found.min_by_key(|(_, (at, _))| *at)?;
        let line = self.source.line(at);
        Some((column.name.as_str(), UnreadCell { line, text }))
    }

    /// Returns the report of an import to the owner, and nobody else. `person` is the column that
    /// names the person.
    pub fn report(&self, person: Option<&str>) -> ImportReport {
        ImportReport {
            rows: self.rows,
            rows_without_person: person.and_then(|person| {
                let column = self.columns.iter().find(|column| column.name == person)?;
                Some(column.missing())
            }),
            columns: self
                .columns
                .iter()
                .map(|column| ColumnView {
                    name: column.name.clone(),
                    column_type: column.column_type(),
                    values: column.values.clone(),
                    empty: column.empty,
                    not_conforming: column.not_conforming(),
                })
                .collect(),
        }
    }

    /// Returns a table without rows, whose columns lie as those of [`Survey::groups`] do.
    ///
    /// # Errors
    /// `broken-table`, which columns without rows never are.
    pub fn layout(&self) -> Result<Table> {
        Table::new(self.filling().into_iter().map(Filling::column).collect())
    }

    fn filling(&self) -> Vec<Filling> {
        self.columns
            .iter()
            .map(|column| {
                let form = self.form.numbers();
                Filling::new(&column.name, column.column_type(), column.fit.scale(), form)
            })
            .collect()
    }

    /// Reads the file again and calls `take` with `size` rows at a time, and the rest. `stage`
    /// receives the file's bytes.
    ///
    /// # Errors
    /// Errors of `take`; `file-changed` when this is not what was surveyed; [`Error::Stopped`].
    pub fn groups<E: From<Error>>(
        &self,
        size: usize,
        stage: &RowProgress<'_>,
        mut take: impl FnMut(Table) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let mut group = self.filling();
        let mut filled = 0;
        let mut missing = vec![0; self.columns.len()];
        let mut table = |group: Vec<Filling>| -> Result<Table> {
            for (missing, column) in missing.iter_mut().zip(&group) {
                *missing += column.missing();
            }
            let columns: Vec<Column> = group.into_iter().map(Filling::column).collect();
            Table::new(columns)
        };
        self.rows_again(stage, |record| -> std::result::Result<(), E> {
            for (column, field) in group.iter_mut().zip(record) {
                if !column.push(self.text(field)?)? {
                    return Err(self.source.changed().into());
                }
            }
            filled += 1;
            if filled == size {
                filled = 0;
                take(table(std::mem::replace(&mut group, self.filling()))?)?;
            }
            Ok(())
        })?;
        if filled > 0 {
            take(table(group)?)?;
        }
        // What is told of the missing cells is of these rows.
        let told = self.columns.iter().map(Seen::missing);
        if told.eq(missing) {
            Ok(())
        } else {
            Err(self.source.changed().into())
        }
    }

    /// Reads the file again and calls `each` with every row.
    fn rows_again<E: From<Error>>(
        &self,
        stage: &RowProgress<'_>,
        mut each: impl FnMut(&ByteRecord) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let (mut is_header, mut rows) = (self.form.columns.is_none(), 0);
        let stage = stage.of(self.source.length());
        self.source.records(self.separator, &stage, |at, record| {
            if is_header {
                is_header = false;
                let headers = self.headers(at, record)?;
                let same = self.columns.iter().map(|column| &column.name);
                return if same.eq(&headers) {
                    Ok(())
                } else {
                    Err(self.source.changed().into())
                };
            }
            rows += 1;
            if record.len() != self.columns.len() {
                return Err(self.source.changed().into());
            }
            each(record)
        })?;
        if rows == self.rows {
            Ok(())
        } else {
            Err(self.source.changed().into())
        }
    }

    /// Separators and quotes are ASCII, so a field of UTF-8 text is UTF-8.
    fn text<'a>(&self, field: &'a [u8]) -> Result<&'a str> {
        std::str::from_utf8(field).map_err(|_| self.source.not_utf8("a field breaks a character"))
    }

    /// Returns the columns of a file whose first row is `record`, none of whose cells was seen yet.
    fn seen(&self, at: u64, record: &ByteRecord, schema: Option<&Schema>) -> Result<Vec<Seen>> {
        let names = match &self.form.columns {
            None => self.headers(at, record)?,
            Some(names) => {
                let names: Vec<String> = names.iter().map(|name| name.trim().to_owned()).collect();
                if names.len() != record.len() {
                    return Err(Error::usage(
                        QueryErrorCode::Schema,
                        format!(
                            "{}: the row at line {} has {}, and {} columns are named.",
                            self.source.name,
                            self.source.line(at),
                            fields(record.len()),
                            names.len()
                        ),
                    )
                    .hint(QueryHint::NameEveryColumn));
                }
                names
            }
        };
        // What is wrong with names is found by making a schema of them.
        let untyped = names.iter().map(|name| SchemaColumn {
            name: name.clone(),
            column_type: ColumnType::Text,
            values: Vec::new(),
        });
        Schema::new(untyped.collect())?;
        let form = self.form.numbers();
        let Some(schema) = schema else {
            return Ok(names
                .into_iter()
                .map(|name| Seen::new(name, form))
                .collect());
        };
        let schema = schema.in_order_of(&names)?;
        let columns = schema.columns().iter().map(|column| Seen {
            declared: Some(column.column_type),
            values: column.values.clone(),
            ..Seen::new(column.name.clone(), form)
        });
        Ok(columns.collect())
    }

    fn headers(&self, at: u64, record: &ByteRecord) -> Result<Vec<String>> {
        let name = &self.source.name;
        if record.len() > MAX_COLUMNS {
            return Err(Error::refused(
                QueryErrorCode::CsvTooManyColumns,
                format!(
                    "{name}: line {} has {} columns; at most {MAX_COLUMNS} are taken.",
                    self.source.line(at),
                    record.len()
                ),
            )
            .hint(QueryHint::LeaveOutColumns));
        }
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut columns = Vec::with_capacity(record.len());
        for (index, field) in record.iter().enumerate() {
            let header = String::from_utf8_lossy(field).trim().to_owned();
            if header.is_empty() {
                return Err(Error::refused(
                    QueryErrorCode::CsvHeaderEmpty,
                    format!(
                        "{name}: line {}: column {} has no name.",
                        self.source.line(at),
                        index + 1
                    ),
                )
                .hint(QueryHint::GiveColumnNames)
                .hint(QueryHint::TrailingSeparator));
            }
            if let Some(first) = places.insert(header.clone(), index) {
                return Err(Error::refused(
                    QueryErrorCode::CsvHeaderDoubled,
                    format!(
                        "{name}: line {}: columns {} and {} are both named '{header}'.",
                        self.source.line(at),
                        first + 1,
                        index + 1
                    ),
                )
                .hint(QueryHint::RenameColumn)
                .hint(QueryHint::ImportWithoutHeader));
            }
            columns.push(header);
        }
        Ok(columns)
    }

    fn ragged(&self, at: u64, found: usize, wide: usize) -> Error {
        let error = Error::refused(
            QueryErrorCode::CsvRagged,
            format!(
                "{}: the row at line {} has {}, the header has {wide}.",
                self.source.name,
                self.source.line(at),
                fields(found)
            ),
        );
        if found < wide {
            error.hint(QueryHint::LastRowCutShort)
        } else {
            error.hint(QueryHint::QuoteField)
        }
    }
}

fn fields(count: usize) -> String {
    if count == 1 {
        "1 field".to_owned()
    } else {
        format!("{count} fields")
    }
}

/// A column as far as it was seen.
struct Seen {
    name: String,
    /// Type declared by the owner; none while types are only proposed.
    declared: Option<ColumnType>,
    /// The stated values.
    values: Vec<String>,
    /// Cells of spaces or of no character.
    empty: u64,
    /// The other cells, as numbers of the form that is chosen; a point where none is.
    numbers: Numbers,
    /// The same with a decimal comma; counted while types are only proposed.
    with_comma: Numbers,
    /// Decimal signs that the cells tell; counted while types are only proposed.
    told: SignsTold,
    /// The first cell that is a number but for its commas, of a declared column of numbers.
    first_comma: Option<(u64, String)>,
    /// Fit of the numbers.
    fit: Fit,
    /// Whether a cell repeats the header.
    header_seen: bool,
}

impl Seen {
    fn new(name: String, form: NumberForm) -> Self {
        let with = |decimal| Numbers::of(NumberForm { decimal, ..form });
        Self {
            name,
            declared: None,
            values: Vec::new(),
            empty: 0,
            numbers: Numbers::of(form),
            with_comma: with(DecimalSign::Comma),
            told: SignsTold::default(),
            first_comma: None,
            fit: Fit::default(),
            header_seen: false,
        }
    }

    /// Takes a cell; `at` is the byte of the text before its row.
    fn see(&mut self, text: &str, at: u64) {
        let trimmed = text.trim();
        if trimmed.is_empty() {
            self.empty += 1;
            return;
        }
        match self.declared {
            Some(ColumnType::Text) => {}
            Some(ColumnType::Number) => {
                let before = self.numbers.with_comma;
                match self.numbers.see(trimmed, at) {
                    Some(number) => self.fit.see(&number),
                    None if self.first_comma.is_none() && self.numbers.with_comma > before => {
                        self.first_comma = Some((at, label(trimmed)));
                    }
                    None => {}
                }
            }
            None => {
                self.numbers.see(trimmed, at);
                self.with_comma.see(trimmed, at);
                self.told.see(trimmed);
                self.header_seen |= trimmed == self.name;
            }
        }
    }

    /// Returns the column as a schema states it.
    fn stated(&self, column_type: ColumnType) -> SchemaColumn {
        SchemaColumn {
            name: self.name.clone(),
            column_type,
            values: self.values.clone(),
        }
    }

    fn column_type(&self) -> ColumnType {
        self.declared.unwrap_or_else(|| self.numbers.proposal())
    }

    /// Cells that are not empty, and missing because the column is one of numbers.
    fn not_conforming(&self) -> u64 {
        match self.column_type() {
            ColumnType::Number => self.numbers.others,
            ColumnType::Text => 0,
        }
    }

    fn missing(&self) -> u64 {
        self.empty + self.not_conforming()
    }

    /// Returns whether the header may be a row of data: it is a number, or a cell below it says the
    /// same.
    fn header_is_like_data(&self, form: NumberForm) -> bool {
        self.header_seen || form.parse(&self.name).is_some()
    }
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
    fn the_first_number_with_a_comma_is_named_where_no_sign_was_chosen() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("people.csv");
        // Neither 5% nor 1.23,5 is a number but for a comma.
        fs::write(&path, "n;m\n5%;1.23,5\n1;1,5\n2,5;3\n4;3,5\n").unwrap();
        let schema = Schema::parse_types("n:number,m:number").unwrap();
        let named = |decimal| {
            let form = TableForm {
                decimal,
                ..TableForm::default()
            };
            let survey = Survey::make(&path, &form, Some(&schema), &RowProgress::silent()).unwrap();
            let found = survey.undecided_comma();
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
                .groups(size, &silent, |group| -> Result<()> {
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
