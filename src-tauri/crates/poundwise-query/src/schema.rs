//! The declared schema of a table: what each of its columns holds. It is the owner's statement,
//! never inferred from the cells: a cell decides only whether it conforms, and one that does not is
//! missing.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::{List, QueryHint};
use poundwise_documents::kinds::ColumnType;
use poundwise_documents::units::DecimalSign;

use super::canonical::Canonical;
use super::number::{Number, NumberForm};
use super::text::canonical_text;
use super::words::{label, one_line};

/// The most columns of a table.
pub(crate) const MAX_COLUMNS: usize = 4096;
/// The most stated values of a column.
const MAX_VALUES: usize = 1 << 20;

/// One column of a schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct SchemaColumn {
    /// The header, in its canonical form.
    pub name: String,
    /// Type of its cells.
    #[serde(rename = "type")]
    pub column_type: ColumnType,
    /// The values that a column of text may have, as the owner states them; none if they are not
    /// stated. Any other text conforms, and counts as 'other'.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
}

/// The columns of a table with their types, in the table's order. The default has none: it is that
/// of own numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct Schema {
    columns: Vec<SchemaColumn>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unchecked {
    columns: Vec<SchemaColumn>,
}

impl TryFrom<Unchecked> for Schema {
    type Error = Error;

    fn try_from(unchecked: Unchecked) -> Result<Self> {
        Self::new(unchecked.columns)
    }
}

impl Schema {
    /// Returns a schema of these columns, with names and values in canonical form
    /// ([`canonical_text`]).
    ///
    /// # Errors
    /// `schema`: no column or too many, an empty name, two columns of one name, values of a number
    /// column, an empty or repeated value; two names that are the same public label.
    pub fn new(mut columns: Vec<SchemaColumn>) -> Result<Self> {
        if columns.is_empty() || columns.len() > MAX_COLUMNS {
            return Err(wrong(format!(
                "A schema has from 1 to {MAX_COLUMNS} columns, not {}.",
                columns.len()
            )));
        }
        let mut names = HashSet::new();
        let mut labels: HashMap<String, String> = HashMap::new();
        for (index, column) in columns.iter_mut().enumerate() {
            make_canonical(&mut column.name);
            if column.name.is_empty() {
                return Err(wrong(format!("Column {} has no name.", index + 1)));
            }
            if !names.insert(column.name.clone()) {
                return Err(wrong(format!(
                    "The column '{}' is there twice.",
                    column.name
                )));
            }
            if let Some(other) = labels.insert(one_line(&column.name), column.name.clone()) {
                return Err(wrong(format!(
                    "The columns '{}' and '{}' differ only in spaces or characters that are not \
                     seen, so that a question of one could be taken for one of the other.",
                    other.escape_debug(),
                    column.name.escape_debug()
                )));
            }
            column.values.iter_mut().for_each(make_canonical);
            check_values(column)?;
        }
        Ok(Self { columns })
    }

    /// Returns the column that a signed question names by that public label.
    #[must_use]
    pub fn labelled(&self, label: &str) -> Option<&SchemaColumn> {
        let mut columns = self.columns.iter();
        columns.find(|column| one_line(&column.name) == label)
    }

    /// Returns a schema of columns that were checked before.
    pub(crate) fn of_checked(columns: Vec<SchemaColumn>) -> Self {
        Self { columns }
    }

    /// Reads `age:number,"name, as given":text`: one CSV record, each field split at its last
    /// colon.
    ///
    /// # Errors
    /// `schema`: not one CSV record, a field without a colon, a type that is neither `number` nor
    /// `text`; as [`Schema::new`].
    pub fn parse_types(line: &str) -> Result<Self> {
        let columns = record(line)?
            .iter()
            .map(|field| {
                let (name, word) = field.rsplit_once(':').ok_or_else(|| {
                    wrong(format!("'{field}' does not say what the column holds."))
                })?;
                let column_type = match word.trim() {
                    "number" => ColumnType::Number,
                    "text" => ColumnType::Text,
                    _ => {
                        return Err(wrong(format!(
                            "'{}' is not a type; column '{}' is number or text.",
                            word.trim(),
                            name.trim()
                        )));
                    }
                };
                Ok(SchemaColumn {
                    name: name.to_owned(),
                    column_type,
                    values: Vec::new(),
                })
            })
            .collect::<Result<_>>()?;
        Self::new(columns)
    }

    /// Reads the JSON form, such as
    /// `{"columns":[{"name":"age","type":"number"},{"name":"code","type":"text","values":["a"]}]}`.
    ///
    /// # Errors
    /// `schema`: not that form; as [`Schema::new`].
    pub fn parse_json(text: &str) -> Result<Self> {
        serde_json::from_str(text)
            .map_err(|problem| wrong_file(format!("The schema cannot be read: {problem}.")))
    }

    /// Reads the JSON form from the bytes of the file `name`.
    ///
    /// # Errors
    /// `schema`: they are not UTF-8; as [`Schema::parse_json`].
    pub fn from_file(name: &str, bytes: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(bytes)
            .map_err(|_| wrong_file(format!("{name}: the schema is not UTF-8 text.")))?;
        Self::parse_json(text)
    }

    /// Returns the columns, in the table's order.
    #[must_use]
    pub fn columns(&self) -> &[SchemaColumn] {
        &self.columns
    }

    /// Returns place and declaration of the column of that name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<(usize, &SchemaColumn)> {
        let name = canonical_text(name);
        self.columns
            .iter()
            .enumerate()
            .find(|(_, column)| column.name == name)
    }

    /// Returns the names, in order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    /// Returns the line that [`Schema::parse_types`] reads. Stated values are not in it.
    #[must_use]
    pub fn types_line(&self) -> String {
        let fields = self
            .columns
            .iter()
            .map(|column| format!("{}:{}", column.name, column.column_type));
        fields.map(quoted).collect::<Vec<_>>().join(",")
    }

    /// Returns a byte string that is equal for equal schemas only: every text is preceded by its
    /// length.
    #[must_use]
    pub fn canonical_bytes(&self) -> Vec<u8> {
        let mut bytes = Canonical::new("poundwise-schema");
        bytes.number(self.columns.len() as u64);
        for column in &self.columns {
            bytes.text(&column.name);
            bytes.text(&column.column_type.to_string());
            bytes.texts(&column.values);
        }
        bytes.finish()
    }

    /// Returns the same declarations in the order of a table with these headers.
    ///
    /// # Errors
    /// `schema`: a header that is not declared, a declared column that the table does not have.
    pub fn in_order_of(&self, headers: &[String]) -> Result<Self> {
        let declared: HashMap<&str, &SchemaColumn> = self
            .columns
            .iter()
            .map(|column| (column.name.as_str(), column))
            .collect();
        let present: HashSet<&str> = headers.iter().map(String::as_str).collect();
        if let Some(extra) = self.names().find(|name| !present.contains(name)) {
            return Err(wrong(format!(
                "The types name a column '{extra}', which the file does not have."
            ))
            .hint(QueryHint::FileColumns {
                columns: List::of(headers.iter().map(String::as_str), usize::MAX),
            }));
        }
        let columns = headers
            .iter()
            .map(|header| {
                declared
                    .get(header.as_str())
                    .map(|column| (*column).clone())
                    .ok_or_else(|| wrong(format!("The type of column '{header}' is not stated.")))
            })
            .collect::<Result<_>>()?;
        Self::new(columns)
    }
}

/// Returns the fields of one CSV record: a field with commas or quotes stands in double quotes.
///
/// # Errors
/// `schema`: no record, more than one, a quote that never closes.
pub fn record(line: &str) -> Result<Vec<String>> {
    if line.matches('"').count() % 2 == 1 {
        return Err(wrong("A double quote is not closed.".to_owned()));
    }
    let mut reader = ::csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(line.as_bytes());
    let mut records = reader.records();
    let first = records
        .next()
        .ok_or_else(|| wrong("The list of columns is empty.".to_owned()))?
        .map_err(|problem| wrong(format!("The list of columns cannot be read: {problem}.")))?;
    if records.next().is_some() {
        return Err(wrong(
            "The list of columns is more than one line.".to_owned(),
        ));
    }
    Ok(first.iter().map(str::to_owned).collect())
}

/// Returns a field as [`record`] reads it.
pub(crate) fn quoted(field: String) -> String {
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

/// Returns whether `text` is the beginning of an identifier's digits, such as 007: a superfluous
/// zero that a number would lose.
pub(crate) fn has_leading_zero(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text).as_bytes();
    matches!(digits, [b'0', b'0'..=b'9', ..]) && digits.iter().all(u8::is_ascii_digit)
}

/// Returns whether `text`, which is no number with a decimal point, is one with commas: before the
/// decimals (70,5 or 1.234,5), or between thousands (1,234.5).
fn is_number_with_comma(text: &str) -> bool {
    text.contains(',') && (COMMA.parse(text).is_some() || is_grouped_by_commas(text))
}

/// Returns whether `text` is a number but for the commas in it.
fn is_grouped_by_commas(text: &str) -> bool {
    let decimals = text.rsplit_once('.').map_or("", |(_, decimals)| decimals);
    text.contains(',') && !decimals.contains(',') && POINT.parse(&text.replace(',', "")).is_some()
}

/// Decimal signs that tell themselves: a comma that is not where one between thousands would be, a
/// point that is not where one between thousands would be. `1,234` tells none.
fn sign_told(text: &str) -> Option<DecimalSign> {
    match (POINT.parse(text), COMMA.parse(text)) {
        (Some(_), None) => Some(DecimalSign::Point),
        (None, Some(_)) if is_in_groups(text, ',') => None,
        (None, Some(_)) => Some(DecimalSign::Comma),
        (None, None) if is_grouped_by_commas(text) => Some(DecimalSign::Point),
        _ => None,
    }
}

/// Returns whether the digits of `text` are in groups of three, divided by `sign`, as those of a
/// whole number are.
fn is_in_groups(text: &str, sign: char) -> bool {
    let digits = text.trim_end_matches(['%', ' ']);
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let mut groups = digits.split(sign);
    let first = groups.next().unwrap_or_default();
    (1..=3).contains(&first.len()) && !first.starts_with('0') && groups.all(|g| g.len() == 3)
}

/// Either sign, with percent signs.
const POINT: NumberForm = NumberForm {
    decimal: DecimalSign::Point,
    percent: true,
};
const COMMA: NumberForm = NumberForm {
    decimal: DecimalSign::Comma,
    percent: true,
};

/// The most cells of a column that are shown because they are no number.
const SHOWN_OTHERS: usize = 3;

/// Counts of a column's cells, if it held numbers of one form.
#[derive(Clone)]
pub(crate) struct Numbers {
    /// How its numbers are written.
    pub(crate) form: NumberForm,
    /// Cells that are not empty.
    pub(crate) cells: u64,
    /// Those of them that are no number.
    pub(crate) others: u64,
    /// The first of these, each with the byte of the text before its row.
    pub(crate) first_others: Vec<(u64, String)>,
    /// Those of these that are numbers but for their commas.
    pub(crate) with_comma: u64,
    /// Numbers with points between thousands, which are left out.
    pub(crate) with_point: u64,
    /// Cells that are numbers, or are none, for their percent sign alone.
    pub(crate) with_percent: u64,
    /// Whether one is an identifier with leading zeros.
    pub(crate) leading_zero: bool,
}

impl Numbers {
    /// Returns counts of no cell.
    pub(crate) fn of(form: NumberForm) -> Self {
        Self {
            form,
            cells: 0,
            others: 0,
            first_others: Vec::new(),
            with_comma: 0,
            with_point: 0,
            with_percent: 0,
            leading_zero: false,
        }
    }

    /// Takes one cell, without the spaces around it, that is not empty; `at` is the byte of the
    /// text before its row. Gives the number.
    pub(crate) fn see(&mut self, text: &str, at: u64) -> Option<Number> {
        self.cells += 1;
        let number = self.form.parse(text);
        if text.ends_with('%') {
            let percent = NumberForm {
                percent: true,
                ..self.form
            };
            self.with_percent += u64::from(percent.parse(text).is_some());
        }
        if number.is_some() {
            let grouped = self.form.decimal == DecimalSign::Comma && text.contains('.');
            self.with_point += u64::from(grouped);
            return number;
        }
        self.others += 1;
        if self.first_others.len() < SHOWN_OTHERS {
            self.first_others.push((at, label(text)));
        }
        if self.form.decimal == DecimalSign::Point {
            self.with_comma += u64::from(is_number_with_comma(text));
        }
        self.leading_zero |= has_leading_zero(text);
        None
    }

    /// Returns the type that is proposed to a person, who settles it: numbers where at least nine
    /// of ten cells are, and none is an identifier with leading zeros.
    pub(crate) fn proposal(&self) -> ColumnType {
        let numbers = self.cells - self.others;
        if numbers > 0 && !self.leading_zero && self.others * 10 <= self.cells {
            ColumnType::Number
        } else {
            ColumnType::Text
        }
    }
}

/// Counts of the cells that tell a decimal sign, for the proposal of one.
#[derive(Clone, Copy, Default)]
pub(crate) struct SignsTold {
    comma: u64,
    point: u64,
}

impl SignsTold {
    /// Takes one cell, without the spaces around it, that is not empty.
    pub(crate) fn see(&mut self, text: &str) {
        match sign_told(text) {
            Some(DecimalSign::Comma) => self.comma += 1,
            Some(DecimalSign::Point) => self.point += 1,
            None => {}
        }
    }

    /// Returns the sign that is proposed to a person, who settles it: the one that more cells tell.
    pub(crate) fn proposal(all: impl IntoIterator<Item = Self>) -> DecimalSign {
        let (mut comma, mut point) = (0, 0);
        for told in all {
            comma += told.comma;
            point += told.point;
        }
        if comma > point {
            DecimalSign::Comma
        } else {
            DecimalSign::Point
        }
    }
}

fn check_values(column: &SchemaColumn) -> Result<()> {
    let name = &column.name;
    if column.values.is_empty() {
        return Ok(());
    }
    if column.column_type == ColumnType::Number {
        return Err(wrong(format!(
            "Column '{name}' holds numbers; only a column of text has stated values."
        )));
    }
    if column.values.len() > MAX_VALUES {
        return Err(wrong(format!(
            "Column '{name}' has {} stated values; at most {MAX_VALUES} are taken.",
            column.values.len()
        )));
    }
    let mut seen = HashSet::new();
    for value in &column.values {
        if value.is_empty() {
            return Err(wrong(format!(
                "A stated value of column '{name}' is empty."
            )));
        }
        if !seen.insert(value) {
            return Err(wrong(format!(
                "The value '{value}' of column '{name}' is stated twice."
            )));
        }
    }
    Ok(())
}

fn make_canonical(text: &mut String) {
    if let Cow::Owned(canonical) = canonical_text(text) {
        *text = canonical;
    } else {
        *text = text.trim().to_owned();
    }
}

fn wrong(message: String) -> Error {
    Error::usage(QueryErrorCode::Schema, message).hint(QueryHint::WriteColumnTypes)
}

/// A schema file, whole.
const EXAMPLE: &str = concat!(
    r#"{"columns":[{"name":"age","type":"number"},"#,
    r#"{"name":"code","type":"text","values":["a","b"]}]}"#,
);

fn wrong_file(message: String) -> Error {
    Error::usage(QueryErrorCode::Schema, message)
        .hint(QueryHint::WriteSchemaFile { example: EXAMPLE })
}
