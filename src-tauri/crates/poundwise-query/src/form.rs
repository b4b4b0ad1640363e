//! How a table's file is written: what its owner says of it, and what is found.

use poundwise_documents::units::DecimalSign;
use serde::{Deserialize, Serialize};

use crate::number::NumberForm;

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
}

impl Separator {
    /// All of them, the first preferred where nothing else decides.
    pub const ALL: [Self; 3] = [Self::Comma, Self::Semicolon, Self::Tab];

    /// Returns the character, which is ASCII.
    #[must_use]
    pub fn byte(self) -> u8 {
        match self {
            Self::Comma => b',',
            Self::Semicolon => b';',
            Self::Tab => b'\t',
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
    /// The sign before the decimals of a number. With a comma, points between groups of three
    /// digits are read too. With a point, thousands have no separator. A point when absent.
    pub decimal: Option<DecimalSign>,
    /// Whether `12 %` is a number, the 12 before the sign.
    pub percent: bool,
    /// Meaning of double quotes. They enclose fields when absent.
    pub quotes: Option<Quotes>,
}

impl TableForm {
    /// Returns the form with the default for every undeclared part, and without column names.
    #[must_use]
    pub fn settled(&self) -> Self {
        Self {
            columns: None,
            separator: Some(self.separator()),
            decimal: Some(self.numbers().decimal),
            percent: self.percent,
            quotes: Some(self.quotes()),
        }
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

    /// Returns the form of its numbers.
    pub(crate) fn numbers(&self) -> NumberForm {
        NumberForm {
            decimal: self.decimal.unwrap_or(DecimalSign::Point),
            percent: self.percent,
        }
    }
}
