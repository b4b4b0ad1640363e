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

/// How a table's file is written, as far as its owner says so. It decides how cells are read, and
/// is part of nothing that is stored or published.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct TableForm {
    /// The columns' names, in order, of a file whose first row is data; without them the first row
    /// has the names.
    pub columns: Option<Vec<String>>,
    /// The character between the cells; found when absent.
    pub separator: Option<Separator>,
    /// The sign before the decimals of a number. With a comma, points between groups of three
    /// digits are read too; with a point, nothing is read between thousands. When absent a preview
    /// proposes one, and everything else reads a point.
    pub decimal: Option<DecimalSign>,
    /// Whether `12 %` is a number, the 12 before the sign.
    pub percent: bool,
}

impl TableForm {
    /// Returns the form of its numbers.
    pub(crate) fn numbers(&self) -> NumberForm {
        NumberForm {
            decimal: self.decimal.unwrap_or(DecimalSign::Point),
            percent: self.percent,
        }
    }
}
