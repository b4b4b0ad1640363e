//! Reading of a CSV file into a table. The whole file is read, or an error names the line.
//!
//! RFC 4180 with what people have: `,`, `;` or tab between fields, LF, CRLF or bare CR between
//! rows, a UTF-8 byte order mark, quoted fields with separators and line ends inside. The first row
//! names the columns, unless the owner does.
//!
//! The owner declares how a file is written ([`TableForm`]) and what each column holds
//! ([`Schema`]). Each cell is read by these declarations alone, so one row cannot change how
//! another row is read. A cell that does not conform is missing, and so are the cells that a short
//! row lacks at its end. A row with more cells than columns is rejected. A blank line is skipped,
//! except in a table of one column, where it is a missing cell.
//!
//! A file is read twice: the first reading ([`Survey`]) finds every fault of the file, counts the
//! cells that are missing, and finds in how many bits the numbers of a column fit; the second
//! ([`Survey::groups`]) gives the rows some at a time. So memory does not grow with the file.

mod record;
mod repeats;
mod source;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use crate::contributions::rows_each;
use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::{Counted, QueryFault};
use crate::form::{Quotes, Separator, TableForm};
use crate::hint::QueryHint;
use crate::progress::RowProgress;
use crate::report::{
    ColumnView, ContributingRows, CsvPreview, ImportReport, ProposedColumn, RepeatedIds,
    SeenValues, UnreadCell,
};
use poundwise_documents::kinds::ColumnType;
use poundwise_documents::units::DecimalSign;

use super::number::NumberForm;
use super::schema::{MAX_COLUMNS, Numbers, Schema, SchemaColumn, SignsTold};
use super::table::{Column, Filling, Fit, Table, unknown_column};
use super::text::canonical_text;
use super::words::{label, shortened};
use record::Record;
use repeats::Repeats;
use source::Source;

/// Rows shown in a preview.
const SAMPLE: usize = 20;

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
    source::separator_of(text.as_bytes(), false, Quotes::Double)
}

/// Reads the CSV file at `path` into memory.
///
/// # Errors
/// The file cannot be read, is larger than 4 GiB, empty, binary or not UTF-8; a header is empty or
/// doubled; there is no row; a row has too many cells; a quote never closes or is misplaced. Each
/// error names the file and the line. `schema`: its columns are not the file's.
pub fn read_csv(path: &Path, form: &TableForm, schema: &Schema) -> Result<Parsed> {
    let survey = Survey::make(path, form, Some(schema), &RowProgress::silent())?;
    let mut table = None;
    survey.groups(usize::MAX, &RowProgress::silent(), |group| {
        table = Some(group);
        Ok(())
    })?;
    Ok(Parsed {
        table: table.ok_or_else(|| survey.source.changed())?,
        report: survey.report(None),
    })
}

/// Returns the content of the file at `path`, with proposed types, separator, decimal sign and
/// quotes for a person to confirm. The file is read with the declared form. Undeclared parts are
/// read as proposed. Nothing is stored. Cost: one reading of the file, and one more up to the last
/// cell that is shown as not a number. Memory does not grow with the file.
///
/// # Errors
/// As [`read_csv`]; [`Error::Stopped`].
pub fn preview(path: &Path, form: &TableForm, progress: &RowProgress<'_>) -> Result<CsvPreview> {
    let source = Source::open(path)?;
    let proposed_quotes = source.proposed_quotes()?;
    let quotes = form.quotes.unwrap_or(proposed_quotes);
    let proposed_delimiter = source.proposed_separator(quotes)?;
    let delimiter = form.separator.unwrap_or(proposed_delimiter);
    let read_as = TableForm {
        separator: Some(delimiter),
        quotes: Some(quotes),
        ..form.clone()
    };
    let survey = Survey::of(source, &read_as, None, progress)?;
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
        delimiter,
        proposed_delimiter,
        quotes,
        proposed_quotes,
        decimal,
        proposed_decimal,
        percent: form.percent,
        rows: survey.rows,
        short_rows: survey.short.rows,
        first_short_row: survey.short.at.map(|at| survey.source.line(at)),
        rows_over_lines: survey.over_lines.rows,
        first_row_over_lines: survey.over_lines.at.map(|at| survey.source.line(at)),
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
                rewritten: column.rewritten,
            })
            .collect(),
        repeated_ids: survey.repeated_ids(),
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
    let index = survey.column(column)?;
    let mut values = BTreeSet::new();
    survey.rows_again(&RowProgress::silent(), |record| -> Result<()> {
        let value = canonical_text(record.get(index));
        if !value.is_empty() && !values.contains(value.as_ref()) {
            values.insert(value.into_owned());
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
    let index = survey.column(column)?;
    let mut filling = survey.filling().swap_remove(index);
    survey.rows_again(&RowProgress::silent(), |record| -> Result<()> {
        if filling.push(record.get(index))? {
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
        warning: COUNTED_WARNING.to_owned(),
    })
}

/// Result of a first reading of a file. Holds data: no `Debug`.
pub struct Survey {
    source: Source,
    form: TableForm,
    columns: Vec<Seen>,
    rows: u64,
    /// Rows that lack cells at their end.
    short: First,
    /// Rows with a line end in a cell.
    over_lines: First,
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
        Self::of(Source::open(path)?, form, schema, stage)
    }

    fn of(
        source: Source,
        form: &TableForm,
        schema: Option<&Schema>,
        stage: &RowProgress<'_>,
    ) -> Result<Self> {
        let mut survey = Self {
            source,
            form: form.clone(),
            columns: Vec::new(),
            rows: 0,
            short: First::default(),
            over_lines: First::default(),
            sample: Vec::new(),
        };
        let mut columns = Vec::new();
        let (mut rows, mut short, mut sample) = (0, First::default(), Vec::new());
        let (mut over_lines, mut divided) = (First::default(), false);
        let stage = stage.of(survey.source.length());
        survey.each_record(&stage, |record| -> Result<()> {
            let names = match &survey.form.columns {
                None if columns.is_empty() => {
                    if !record.is_blank() {
                        divided |= record.len() > 1;
                        columns = survey.seen(survey.headers(record)?, schema)?;
                    }
                    return Ok(());
                }
                None => &[][..],
                Some(names) => names,
            };
            let wide = columns.len().max(names.len());
            if is_skipped(record, wide) {
                return Ok(());
            }
            divided |= record.len() > 1;
            if record.len() > wide {
                return Err(survey.too_wide(record, wide));
            }
            if columns.is_empty() {
                let names = names.iter().map(|name| canonical_text(name).into_owned());
                columns = survey.seen(names.collect(), schema)?;
            }
            if record.len() < wide {
                short.see(record);
            }
            if record.has_line_end() {
                over_lines.see(record);
            }
            for (index, column) in columns.iter_mut().enumerate() {
                column.see(record.get(index), record.at());
            }
            if sample.len() < SAMPLE {
                let cells = (0..wide).map(|index| shortened(record.get(index)));
                sample.push(cells.collect());
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
        if columns.len() > 1 && !divided {
            return Err(Error::usage(
                QueryErrorCode::Schema,
                format!(
                    "{name}: {} columns are named, and no row has the separator.",
                    columns.len()
                ),
            )
            .hint(QueryHint::DeclareSeparator)
            .hint(QueryHint::NameEveryColumn));
        }
        (survey.columns, survey.rows, survey.sample) = (columns, rows, sample);
        (survey.short, survey.over_lines) = (short, over_lines);
        Ok(survey)
    }

    fn each_record<E: From<Error>>(
        &self,
        stage: &RowProgress<'_>,
        each: impl FnMut(&Record) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let form = &self.form;
        self.source
            .records(form.separator(), form.quotes(), stage, each)
    }

    /// Returns the index of the column with this name.
    fn column(&self, name: &str) -> Result<usize> {
        let names = || self.columns.iter().map(|column| column.name.as_str());
        let wanted = canonical_text(name);
        names().position(|name| name == wanted).ok_or_else(|| {
            let error = unknown_column(name, names());
            if self.columns.len() == 1 {
                error.hint(QueryHint::DeclareSeparator)
            } else {
                error
            }
        })
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

    /// Returns the columns that look like ids and have repeated values. Several rows may then
    /// belong to one person, even if the owner declares each row to be another person. For the
    /// owner only.
    #[must_use]
    pub fn repeated_ids(&self) -> Vec<RepeatedIds> {
        let found = |column: &Seen| {
            let is_text = column.column_type() == ColumnType::Text;
            column.repeats.found(&column.name, is_text)
        };
        self.columns.iter().filter_map(found).collect()
    }

    /// Returns the report of an import to the owner, and nobody else. `person` is the column that
    /// names the person.
    pub fn report(&self, person: Option<&str>) -> ImportReport {
        ImportReport {
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
            for (index, column) in group.iter_mut().enumerate() {
                if !column.push(record.get(index))? {
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
        mut each: impl FnMut(&Record) -> std::result::Result<(), E>,
    ) -> std::result::Result<(), E> {
        let (mut is_header, mut rows) = (self.form.columns.is_none(), 0);
        let stage = stage.of(self.source.length());
        self.each_record(&stage, |record| {
            if is_header {
                if record.is_blank() {
                    return Ok(());
                }
                is_header = false;
                let headers = self.headers(record)?;
                let same = self.columns.iter().map(|column| &column.name);
                return if same.eq(&headers) {
                    Ok(())
                } else {
                    Err(self.source.changed().into())
                };
            }
            if is_skipped(record, self.columns.len()) {
                return Ok(());
            }
            rows += 1;
            if record.len() > self.columns.len() {
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

    /// Returns columns with these names, without any cells.
    fn seen(&self, names: Vec<String>, schema: Option<&Schema>) -> Result<Vec<Seen>> {
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
        let schema = schema.in_order_of(&names).map_err(|error| {
            if names.len() == schema.columns().len() {
                error
            } else {
                error.hint(QueryHint::DeclareSeparator)
            }
        })?;
        let columns = schema.columns().iter().map(|column| Seen {
            declared: Some(column.column_type),
            values: column.values.clone(),
            ..Seen::new(column.name.clone(), form)
        });
        Ok(columns.collect())
    }

    fn headers(&self, record: &Record) -> Result<Vec<String>> {
        let at = record.at();
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
            let header = canonical_text(field).into_owned();
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

    fn too_wide(&self, record: &Record, wide: usize) -> Error {
        let place = format!(
            "{}: the row at line {} has {}",
            self.source.name,
            self.source.line(record.at()),
            fields(record.len())
        );
        if self.form.columns.is_some() {
            return Error::usage(
                QueryErrorCode::Schema,
                format!("{place}, and {wide} columns are named."),
            )
            .hint(QueryHint::NameEveryColumn)
            .hint(QueryHint::QuoteField)
            .hint(QueryHint::DeclareSeparator);
        }
        Error::refused(
            QueryErrorCode::CsvRagged,
            format!("{place}, the header has {wide}."),
        )
        .hint(QueryHint::QuoteField)
        .hint(QueryHint::DeclareSeparator)
    }
}

/// Returns whether a record is skipped: a blank line in a table of several columns. In a table of
/// one column a blank line is a row with a missing cell.
fn is_skipped(record: &Record, columns: usize) -> bool {
    columns > 1 && record.is_blank()
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
    /// Number of rows of each value.
    repeats: Repeats,
    /// Number of cells with a canonical form that differs from their text in more than outer
    /// spaces.
    rewritten: u64,
}

impl Seen {
    fn new(name: String, form: NumberForm) -> Self {
        let with = |decimal| Numbers::of(NumberForm { decimal, ..form });
        Self {
            repeats: Repeats::of(&name),
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
            rewritten: 0,
        }
    }

    /// Takes a cell; `at` is the byte of the text before its row.
    fn see(&mut self, text: &str, at: u64) {
        let canonical = canonical_text(text);
        if let Cow::Owned(rewritten) = &canonical {
            self.rewritten += u64::from(text.trim() != rewritten);
        }
        let trimmed = &*canonical;
        if trimmed.is_empty() {
            self.empty += 1;
            return;
        }
        if self.declared != Some(ColumnType::Number) || self.repeats.is_id() {
            self.repeats.see(trimmed);
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
                separator: Some(Separator::Semicolon),
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
