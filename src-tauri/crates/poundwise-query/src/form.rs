//! How a table's file is written: what its owner says of it, and what is found.

use poundwise_documents::units::DecimalSign;
use poundwise_text::Encoding;
use poundwise_text::number::{CurrencyMark, Grouping, NumberForm, SignForms};
use serde::{Deserialize, Serialize};

/// Character between the cells of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Separator {
    /// A comma.
    #[serde(rename = ",")]
    Comma,
    /// A semicolon, as where the comma is before the decimals.
    #[serde(rename = ";")]
    Semicolon,
    /// A tab.
    #[serde(rename = "\t")]
    Tab,
    /// A vertical bar.
    #[serde(rename = "|")]
    Bar,
}

impl Separator {
    /// All of them, the first preferred where nothing else decides.
    pub const ALL: [Self; 4] = [Self::Comma, Self::Semicolon, Self::Tab, Self::Bar];

    /// Returns the character, which is ASCII.
    #[must_use]
    pub fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
            Self::Bar => b'|',
        }
    }
}

/// Meaning of double quotes in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Quotes {
    /// A field that begins with a double quote ends with one. Inside it a quote is written twice,
    /// and separators and line ends are part of the field.
    Double,
    /// Double quotes are ordinary characters, and each line is a row.
    None,
}

/// Kind of the file of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TableFileKind {
    /// A text of rows.
    #[default]
    Csv,
    /// A Parquet file, or a folder of them.
    Parquet,
    /// A workbook of Excel.
    Xlsx,
    /// A workbook of Excel with macros.
    Xlsm,
    /// A binary workbook of Excel.
    Xlsb,
    /// A workbook of Excel 97 to 2003.
    Xls,
    /// A workbook of OpenDocument.
    Ods,
}

impl TableFileKind {
    /// Returns whether the file has sheets.
    #[must_use]
    pub fn is_workbook(self) -> bool {
        !matches!(self, Self::Csv | Self::Parquet)
    }
}

/// A part of a declared form, which only files of some kinds have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FormPart {
    /// Names of the columns of a file without a header.
    Columns,
    /// The character between the cells.
    Separator,
    /// A comma as the decimal sign, or points between thousands.
    Decimal,
    /// The meaning of double quotes.
    Quotes,
    /// The line or row of the header.
    FirstLine,
    /// The number of rows of the header.
    HeaderRows,
    /// The number of lines or rows below the table.
    LinesBelow,
    /// Empty cells after the last column that are left out.
    TrailingSeparators,
    /// The encoding of the text.
    Encoding,
    /// The sheet.
    Sheet,
}

/// How the file of a table is written, as its owner declares it. The cells of a row are read by
/// this form alone, independently of the other rows. An undeclared part has a fixed default. Only a
/// preview proposes parts from the file, and a person confirms them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableForm {
    /// The columns' names, in order, of a file whose first row is data; without them the first row
    /// has the names.
    pub columns: Option<Vec<String>>,
    /// The character between the cells. A comma when absent.
    pub separator: Option<Separator>,
    /// The sign before the decimals of a number. A point when absent.
    pub decimal: Option<DecimalSign>,
    /// Whether `12 %` is a number, the 12 before the sign.
    pub percent: bool,
    /// Meaning of double quotes. They enclose fields when absent.
    pub quotes: Option<Quotes>,
    /// Marks between groups of three digits. When absent, points if the decimal sign is a comma,
    /// and none if it is a point.
    pub grouping: Option<Grouping>,
    /// Signs besides a hyphen-minus before the number. None of them when absent.
    pub signs: Option<SignForms>,
    /// Whether `007` is the number 7.
    pub leading_zeros: bool,
    /// Currency signs and codes beside numbers, which are left out. None when absent.
    pub currency: Option<Vec<CurrencyMark>>,
    /// The line at which the table begins, from 1: that of its header, or of its first row if the
    /// columns are named. The lines above it are skipped. 1 when absent.
    pub first_line: Option<u64>,
    /// Number of rows of the header. The first of them has the names, the others are skipped. 1
    /// when absent.
    pub header_rows: Option<u64>,
    /// Number of lines at the end of the file that are no rows. 0 when absent.
    pub lines_below: Option<u64>,
    /// Whether empty cells after the last column are left out, so that a line of separators alone
    /// is blank. They are cells when absent.
    pub trailing_separators: Option<bool>,
    /// The columns that are left out of the table, by name.
    pub ignored: Vec<String>,
    /// The encoding of its text. UTF-8 when absent. A byte order mark of the encoding is skipped.
    pub encoding: Option<Encoding>,
    /// The sheet of a workbook, by name. Its only visible sheet when absent.
    pub sheet: Option<String>,
}

impl TableForm {
    /// Returns the form with the default for every undeclared part that a file of this kind has, and
    /// without column names.
    #[must_use]
    pub fn settled(&self, kind: TableFileKind) -> Self {
        if kind != TableFileKind::Csv {
            return Self {
                columns: None,
                ..self.clone()
            };
        }
        let numbers = self.numbers();
        Self {
            columns: None,
            separator: Some(self.separator()),
            decimal: Some(numbers.decimal),
            percent: self.percent,
            quotes: Some(self.quotes()),
            grouping: Some(numbers.grouping),
            signs: Some(numbers.signs),
            leading_zeros: self.leading_zeros,
            currency: Some(numbers.currency),
            first_line: Some(self.first_line()),
            header_rows: Some(self.header_rows()),
            lines_below: Some(self.lines_below()),
            trailing_separators: Some(self.trailing_separators()),
            ignored: self.ignored.clone(),
            encoding: Some(self.encoding()),
            sheet: None,
        }
    }

    /// Returns the first declared part that a file of this kind does not have.
    pub(crate) fn part_without_meaning(&self, kind: TableFileKind) -> Option<FormPart> {
        let is_csv = kind == TableFileKind::Csv;
        let is_parquet = kind == TableFileKind::Parquet;
        let has_comma =
            self.decimal == Some(DecimalSign::Comma) || self.grouping == Some(Grouping::Point);
        [
            (is_parquet && self.columns.is_some(), FormPart::Columns),
            (!is_csv && self.separator.is_some(), FormPart::Separator),
            (!is_csv && has_comma, FormPart::Decimal),
            (!is_csv && self.quotes.is_some(), FormPart::Quotes),
            (is_parquet && self.first_line.is_some(), FormPart::FirstLine),
            (
                is_parquet && self.header_rows.is_some(),
                FormPart::HeaderRows,
            ),
            (
                is_parquet && self.lines_below.is_some(),
                FormPart::LinesBelow,
            ),
            (
                !is_csv && self.trailing_separators.is_some(),
                FormPart::TrailingSeparators,
            ),
            (!is_csv && self.encoding.is_some(), FormPart::Encoding),
            (!kind.is_workbook() && self.sheet.is_some(), FormPart::Sheet),
        ]
        .into_iter()
        .find_map(|(is_declared, part)| is_declared.then_some(part))
    }

    /// Returns the character between the cells.
    #[must_use]
    pub fn separator(&self) -> Separator {
        self.separator.unwrap_or(Separator::Comma)
    }

    /// Returns the meaning of double quotes.
    #[must_use]
    pub fn quotes(&self) -> Quotes {
        self.quotes.unwrap_or(Quotes::Double)
    }

    /// Returns the line at which the table begins, from 1.
    #[must_use]
    pub fn first_line(&self) -> u64 {
        self.first_line.unwrap_or(1).max(1)
    }

    /// Returns the number of rows of the header, at least 1.
    #[must_use]
    pub fn header_rows(&self) -> u64 {
        self.header_rows.unwrap_or(1).max(1)
    }

    /// Returns the number of lines below the table.
    #[must_use]
    pub fn lines_below(&self) -> u64 {
        self.lines_below.unwrap_or(0)
    }

    /// Returns whether empty cells after the last column are left out.
    #[must_use]
    pub fn trailing_separators(&self) -> bool {
        self.trailing_separators.unwrap_or(false)
    }

    /// Returns the encoding of the text.
    #[must_use]
    pub fn encoding(&self) -> Encoding {
        self.encoding.unwrap_or_default()
    }

    /// Returns the form of its numbers.
    #[must_use]
    pub fn numbers(&self) -> NumberForm {
        let decimal = self.decimal.unwrap_or(DecimalSign::Point);
        NumberForm {
            decimal,
            grouping: self.grouping.unwrap_or(match decimal {
                DecimalSign::Comma => Grouping::Point,
                DecimalSign::Point => Grouping::None,
            }),
            signs: self.signs.unwrap_or_default(),
            percent: self.percent,
            leading_zeros: self.leading_zeros,
            currency: self.currency.clone().unwrap_or_default(),
        }
    }
}
