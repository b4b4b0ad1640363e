//! The declared schema of a table: what each of its columns holds. It is the owner's statement,
//! never inferred from the cells: a cell decides only whether it conforms, and one that does not is
//! missing.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::{List, QueryHint};
use crate::messages::SchemaMessage;
use poundwise_documents::kinds::ColumnType;
use poundwise_text::DayOrder;
use poundwise_text::number::NumberForm;

use super::canonical::Canonical;
use super::number::MAX_SCALE;
use super::text::canonical_text;
use super::words::one_line;

/// The most columns of a table.
pub(crate) const MAX_COLUMNS: usize = 4096;
/// The most stated values of a column.
const MAX_VALUES: usize = 1 << 20;

/// One column of a schema.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// The most decimals of its numbers; 18 when absent. Further decimals of a cell are rounded
    /// half away from zero.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub decimals: Option<u32>,
    /// How its numbers are written in the file; as those of the whole file when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub numbers: Option<NumberForm>,
    /// The order of day, month and year in its dates; year, month and day when absent. Dates that
    /// begin with the year are read in any order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub day_order: Option<DayOrder>,
}

/// The words for the orders of day, month and year.
const DAY_ORDERS: [(DayOrder, &str); 3] = [
    (DayOrder::YearMonthDay, "ymd"),
    (DayOrder::DayMonthYear, "dmy"),
    (DayOrder::MonthDayYear, "mdy"),
];

impl SchemaColumn {
    /// Returns a column of this type without further declarations.
    #[must_use]
    pub fn new(name: impl Into<String>, column_type: ColumnType) -> Self {
        Self {
            name: name.into(),
            column_type,
            values: Vec::new(),
            decimals: None,
            numbers: None,
            day_order: None,
        }
    }

    /// Reads `number`, `text` or `date`, `number(2)` for numbers of at most two decimals, or
    /// `date(dmy)` for dates with the day first.
    fn of_word(name: &str, word: &str) -> Result<Self> {
        let word = word.trim();
        let (plain, detail) = match word.strip_suffix(')').and_then(|word| word.split_once('(')) {
            Some((plain, detail)) => (plain, Some(detail)),
            None => (word, None),
        };
        let order = |word: &str| DAY_ORDERS.iter().find(|(_, known)| *known == word);
        let read = plain.parse().ok().and_then(|column_type| {
            let mut column = Self::new(name, column_type);
            match (column_type, detail) {
                (_, None) => {}
                (ColumnType::Number, Some(detail)) => column.decimals = Some(detail.parse().ok()?),
                (ColumnType::Date, Some(detail)) => column.day_order = Some(order(detail)?.0),
                (ColumnType::Text, Some(_)) => return None,
            }
            Some(column)
        });
        read.ok_or_else(|| {
            wrong(SchemaMessage::NotAType {
                column: name.trim().to_owned(),
                word: word.to_owned(),
            })
        })
    }

    /// Returns the word that [`Schema::parse_types`] reads.
    fn word(&self) -> String {
        type_word(self.column_type, self.decimals, self.day_order)
    }
}

/// Returns a type with its decimals or its order of days as one word.
pub(crate) fn type_word(
    column_type: ColumnType,
    decimals: Option<u32>,
    day_order: Option<DayOrder>,
) -> String {
    let order = |day_order| DAY_ORDERS.iter().find(|(order, _)| *order == day_order);
    match (decimals, day_order.and_then(order)) {
        (Some(decimals), _) => format!("{column_type}({decimals})"),
        (None, Some((_, order))) => format!("{column_type}({order})"),
        (None, None) => column_type.to_string(),
    }
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
            return Err(wrong(SchemaMessage::NumberOfColumns {
                columns: columns.len(),
                most: MAX_COLUMNS,
            }));
        }
        let mut names = HashSet::new();
        let mut labels: HashMap<String, String> = HashMap::new();
        for (index, column) in columns.iter_mut().enumerate() {
            make_canonical(&mut column.name);
            if column.name.is_empty() {
                return Err(wrong(SchemaMessage::ColumnWithoutName {
                    column: index + 1,
                }));
            }
            if !names.insert(column.name.clone()) {
                return Err(wrong(SchemaMessage::ColumnTwice {
                    column: column.name.clone(),
                }));
            }
            if let Some(other) = labels.insert(one_line(&column.name), column.name.clone()) {
                return Err(wrong(SchemaMessage::ColumnsLookAlike {
                    one: other.escape_debug().to_string(),
                    other: column.name.escape_debug().to_string(),
                }));
            }
            column.values.iter_mut().for_each(make_canonical);
            check_values(column)?;
            check_forms(column)?;
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

    /// Reads `age:number,price:number(2),"name, as given":text,born:date(dmy)`: one CSV record, each
    /// field split at its last colon. `number(2)`: numbers of at most two decimals. `date(dmy)`:
    /// dates with the day first.
    ///
    /// # Errors
    /// `schema`: not one CSV record, a field without a colon, another type; as
    /// [`Schema::new`].
    pub fn parse_types(line: &str) -> Result<Self> {
        let columns = record(line)?
            .iter()
            .map(|field| {
                let (name, word) = field.rsplit_once(':').ok_or_else(|| {
                    wrong(SchemaMessage::FieldWithoutType {
                        field: field.clone(),
                    })
                })?;
                SchemaColumn::of_word(name, word)
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
        serde_json::from_str(text).map_err(|problem| {
            wrong_file(SchemaMessage::FileUnreadable {
                problem: problem.to_string().trim_end_matches('.').to_owned(),
            })
        })
    }

    /// Reads the JSON form from the bytes of the file `name`.
    ///
    /// # Errors
    /// `schema`: they are not UTF-8; as [`Schema::parse_json`].
    pub fn from_file(name: &str, bytes: &[u8]) -> Result<Self> {
        let text = std::str::from_utf8(bytes).map_err(|_| {
            wrong_file(SchemaMessage::FileNotUtf8 {
                file: name.to_owned(),
            })
        })?;
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
            .map(|column| format!("{}:{}", column.name, column.word()));
        fields.map(quoted).collect::<Vec<_>>().join(",")
    }

    /// Returns a byte string that is equal only for schemas of the same names, types and stated
    /// values. It describes the table. The forms of numbers and dates describe the file, and are no part of it.
    /// The length of each text precedes it.
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
            return Err(wrong(SchemaMessage::ColumnNotInFile {
                column: extra.to_owned(),
            })
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
                    .ok_or_else(|| {
                        wrong(SchemaMessage::ColumnWithoutType {
                            column: header.clone(),
                        })
                    })
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
        return Err(wrong(SchemaMessage::OpenQuote));
    }
    let mut reader = ::csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(line.as_bytes());
    let mut records = reader.records();
    let first = records
        .next()
        .ok_or_else(|| wrong(SchemaMessage::NoColumns))?
        .map_err(|problem| {
            wrong(SchemaMessage::ListUnreadable {
                problem: problem.to_string(),
            })
        })?;
    if records.next().is_some() {
        return Err(wrong(SchemaMessage::SeveralLines));
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

fn check_forms(column: &SchemaColumn) -> Result<()> {
    let name = &column.name;
    let column_type = column.column_type;
    if column_type != ColumnType::Number && (column.decimals.is_some() || column.numbers.is_some())
    {
        return Err(wrong(SchemaMessage::OnlyNumbersHaveDecimals {
            column: name.clone(),
            holds: column_type,
        }));
    }
    if column_type != ColumnType::Date && column.day_order.is_some() {
        return Err(wrong(SchemaMessage::OnlyDatesHaveAnOrder {
            column: name.clone(),
            holds: column_type,
        }));
    }
    match column.decimals {
        Some(decimals) if decimals > MAX_SCALE => Err(wrong(SchemaMessage::TooManyDecimals {
            column: name.clone(),
            decimals,
            most: MAX_SCALE,
        })),
        _ => Ok(()),
    }
}

fn check_values(column: &SchemaColumn) -> Result<()> {
    let name = &column.name;
    if column.values.is_empty() {
        return Ok(());
    }
    if column.column_type != ColumnType::Text {
        return Err(wrong(SchemaMessage::OnlyTextHasValues {
            column: name.clone(),
            holds: column.column_type,
        }));
    }
    if column.values.len() > MAX_VALUES {
        return Err(wrong(SchemaMessage::TooManyValues {
            column: name.clone(),
            values: column.values.len(),
            most: MAX_VALUES,
        }));
    }
    let mut seen = HashSet::new();
    for value in &column.values {
        if value.is_empty() {
            return Err(wrong(SchemaMessage::EmptyValue {
                column: name.clone(),
            }));
        }
        if !seen.insert(value) {
            return Err(wrong(SchemaMessage::DoubledValue {
                column: name.clone(),
                value: value.clone(),
            }));
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

fn wrong(message: SchemaMessage) -> Error {
    Error::usage(QueryErrorCode::Schema, message).hint(QueryHint::WriteColumnTypes)
}

/// A schema file, whole.
const EXAMPLE: &str = concat!(
    r#"{"columns":[{"name":"age","type":"number"},"#,
    r#"{"name":"code","type":"text","values":["a","b"]}]}"#,
);

fn wrong_file(message: SchemaMessage) -> Error {
    Error::usage(QueryErrorCode::Schema, message)
        .hint(QueryHint::WriteSchemaFile { example: EXAMPLE })
}
