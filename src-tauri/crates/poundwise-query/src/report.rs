//! Content of a file, for its owner alone: the counts depend on the cells.

use poundwise_documents::{kinds::ColumnType, units::DecimalSign};
use poundwise_text::number::UnreadReason;
use poundwise_text::{DayOrder, Encoding};
use serde::{Deserialize, Serialize};

use crate::form::{Quotes, Separator, TableFileKind, TableForm};
use crate::schema::type_word;

/// One column of an imported table. The counts are for the owner alone: they depend on the cells.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ColumnView {
    /// The header.
    pub name: String,
    /// The declared type.
    pub column_type: ColumnType,
    /// The stated values of a text column; none if they are not stated.
    pub values: Vec<String>,
    /// The most decimals of its numbers, if they are declared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub decimals: Option<u32>,
    /// Number of empty cells.
    pub empty: u64,
    /// Number of other cells that do not conform to the type. They are missing too.
    pub not_conforming: u64,
}

/// A cell that is shown with its line, such as one that is no number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnreadCell {
    /// The line at which its row begins, from 1; of a sheet or a Parquet file, the row.
    pub line: u64,
    /// Its text, on one line of at most 200 characters.
    pub text: String,
    /// Why it is not a number.
    pub reason: UnreadReason,
}

/// A cell that is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShownCell {
    /// The line at which its row begins, from 1; of a sheet or a Parquet file, the row.
    pub line: u64,
    /// Its text, on one line of at most 200 characters.
    pub text: String,
}

/// Number of cells of a column that are not numbers for one reason.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnreadCount {
    /// The reason.
    pub reason: UnreadReason,
    /// Number of cells.
    pub cells: u64,
}

/// Cells of a column that are no days of an order. They would be missing if the column held dates of
/// this order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnreadDays {
    /// The order of day, month and year.
    pub order: DayOrder,
    /// Number of cells that are not empty, and no days of this order.
    pub not_days: u64,
    /// The first of these, at most three.
    pub first_not_days: Vec<ShownCell>,
}

/// One column of a file, before its type is settled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProposedColumn {
    /// The header.
    pub name: String,
    /// The type that most cells suggest. A person settles it.
    pub column_type: ColumnType,
    /// The order of day, month and year that most cells suggest, of a column of dates, if it is not
    /// that of ISO 8601. A person settles it.
    pub day_order: Option<DayOrder>,
    /// Number of cells that are no days, for each order. Empty if no cell is a day.
    pub days: Vec<UnreadDays>,
    /// Number of empty cells: missing, whatever the type.
    pub empty: u64,
    /// Number of other cells that are no number: they would be missing too if the column held
    /// numbers.
    pub not_numbers: u64,
    /// The first of these, at most three.
    pub first_not_numbers: Vec<UnreadCell>,
    /// Number of these by reason.
    pub reasons: Vec<UnreadCount>,
    /// Number of these that would be numbers if a comma in them were the decimal sign, or not
    /// there.
    pub with_comma: u64,
    /// Number of cells that are numbers with points between thousands, left out where the comma is
    /// the decimal sign: 1.234 is 1234.
    pub with_point: u64,
    /// Number of cells that are numbers with a percent sign: read where that is chosen, else among
    /// those that are no number.
    pub with_percent: u64,
    /// Number of cells with a canonical form that differs from the written text: equivalent Unicode
    /// characters were replaced, or invisible characters removed.
    pub rewritten: u64,
}

impl ProposedColumn {
    /// Returns the proposed type as [`crate::Schema::parse_types`] reads it, such as `date(dmy)`.
    #[must_use]
    pub fn type_word(&self) -> String {
        type_word(self.column_type, None, self.day_order)
    }
}

/// A column that looks like ids and has values in several rows. For the owner only.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RepeatedIds {
    /// The name of the column.
    pub column: String,
    /// Number of rows of the most frequent value. In a large file only some values are counted.
    pub most: u64,
}

/// Content of a file, before any of it is stored.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CsvPreview {
    /// The path that was read.
    pub file: String,
    /// A name for the dataset, taken from the file's.
    pub suggested_name: String,
    /// Kind of the file. Separator, quotes, encoding and short rows are those of CSV files alone.
    pub kind: TableFileKind,
    /// The sheet of a workbook that was read.
    pub sheet: Option<String>,
    /// All sheets of a workbook.
    pub sheets: Vec<String>,
    /// The separator used to read the file, chosen or proposed: `,`, `;` or a tab.
    pub delimiter: Separator,
    /// The separator that most rows suggest. A person confirms it.
    pub proposed_delimiter: Separator,
    /// The meaning of double quotes used to read the file, chosen or proposed.
    pub quotes: Quotes,
    /// The meaning of double quotes that the file suggests. A person confirms it.
    pub proposed_quotes: Quotes,
    /// The encoding used to read the file, chosen or proposed.
    pub encoding: Encoding,
    /// The encoding that the file's first bytes suggest. A person confirms it.
    pub proposed_encoding: Encoding,
    /// The first cells with characters that are not ASCII, at most five, by which a person can see
    /// whether the encoding is right.
    pub first_not_ascii: Vec<ShownCell>,
    /// The decimal sign by which the numbers were read, chosen or proposed.
    pub decimal: DecimalSign,
    /// The decimal sign that most of the cells suggest which tell one. A person settles it.
    pub proposed_decimal: DecimalSign,
    /// Whether numbers with a percent sign were read, as chosen.
    pub percent: bool,
    /// The form that the file was read with: the declared parts, and proposals for the others. A
    /// person confirms it.
    pub form: TableForm,
    /// The same with the proposal of the file for each part that has one, declared or not.
    pub proposed: TableForm,
    /// The lines above the table, at most ten. Longer lines are cut after 200 characters.
    pub lines_above: Vec<String>,
    /// The lines below the table, at most ten, cut in the same way.
    pub lines_below: Vec<String>,
    /// Names that were given to columns without one.
    pub nameless: Vec<String>,
    /// Rows below the header.
    pub rows: u64,
    /// Number of rows with fewer cells than columns. The cells at their end are missing.
    pub short_rows: u64,
    /// Line at which the first short row begins.
    pub first_short_row: Option<u64>,
    /// Number of rows with a line end in a cell. If the table should have no such cells, a
    /// quote is missing.
    pub rows_over_lines: u64,
    /// Line at which the first of these rows begins.
    pub first_row_over_lines: Option<u64>,
    /// The columns, with proposed types.
    pub columns: Vec<ProposedColumn>,
    /// The proposed types as one line, `NAME:TYPE` with commas between them.
    pub types: String,
    /// Headers that look like data: they are numbers, or a cell of their column says the same. The
    /// file may have no header.
    pub header_like_data: Vec<String>,
    /// Columns that look like ids and have repeated values. Several rows may belong to one person.
    pub repeated_ids: Vec<RepeatedIds>,
    /// The first rows, as written. Longer cells are cut after 200 characters.
    pub sample: Vec<Vec<String>>,
}

/// The values that a column of a file has, proposed on request.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeenValues {
    /// The column.
    pub column: String,
    /// Its values, sorted.
    pub values: Vec<String>,
    /// Warning to read before stating them.
    pub warning: String,
}

/// Rows of a file that a question without conditions would use, under a contribution bound. For
/// the owner alone, before the bound is settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ContributingRows {
    /// The column that names the privacy unit.
    pub column: String,
    /// The most rows of one unit that count.
    pub rows_per_unit: u64,
    /// Rows of the file.
    pub rows: u64,
    /// Rows that count: of each unit at most `rows_per_unit`.
    pub counted: u64,
    /// Rows whose unit is missing. They count in no question.
    pub without_unit: u64,
    /// Units that have a row.
    pub units: u64,
    /// Rows of the unit that has the most.
    pub most: u64,
    /// Warning to show before the owner states a number of rows.
    pub warning: String,
}

/// Report of an import, for the owner alone.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ImportReport {
    /// Kind of the file.
    pub kind: TableFileKind,
    /// Rows of the table. All of them are kept.
    pub rows: u64,
    /// Number of rows with fewer cells than columns. The cells at their end are missing.
    pub short_rows: u64,
    /// Rows whose person is missing, if a column names it. They count in no question.
    pub rows_without_person: Option<u64>,
    /// The columns, with their missing cells.
    pub columns: Vec<ColumnView>,
}
