//! Knowledge of a table, and the values that are written into one.

use std::fmt::Display;

use poundwise_documents::units::{MicroEpsilon, NanoRho};
use rusqlite::{
    ToSql,
    types::{ToSqlOutput, Value},
};

use crate::error::{Error, Result};
use crate::messages::FaultMessage;

/// Authentication of the rows of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Not at all: the rows are signed, bound by the log, or not acted on by this home.
    Free,
    /// Each row, and the whole table whenever it is read, at this place of the state.
    Small(usize),
    /// Each row; the whole table is added up on request.
    Growing(usize),
}

impl Kind {
    pub(super) fn place(self) -> Option<usize> {
        match self {
            Self::Free => None,
            Self::Small(place) | Self::Growing(place) => Some(place),
        }
    }
}

/// A table, as this program reads and writes it.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// The columns that identify a row.
    pub(super) key: &'static [&'static str],
    /// All columns but `sealed`, `body` and `mac`, in the order in which they are authenticated.
    pub(super) columns: &'static [&'static str],
    /// The values that only the vault's key opens, in the order in which they are encrypted. A table
    /// that has some has the column `sealed` for all of them, which is authenticated after the
    /// others. They can be neither sorted nor found by SQL.
    pub(super) sealed: &'static [&'static str],
    /// A long column that is read on request only; its SHA-256 is in the column `digest`.
    pub(super) body: Option<&'static str>,
}

/// A value that is written into a column.
#[derive(Clone)]
pub(super) enum Cell<'a> {
    Null,
    Int(u64),
    Text(&'a str),
    Own(String),
    Blob(&'a [u8]),
}

impl ToSql for Cell<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        match self {
            Self::Null => Ok(ToSqlOutput::Owned(Value::Null)),
            Self::Int(number) => number.to_sql(),
            Self::Text(text) => text.to_sql(),
            Self::Own(text) => text.to_sql(),
            Self::Blob(bytes) => bytes.to_sql(),
        }
    }
}

impl Cell<'_> {
    /// Returns a cell with the text of a value.
    pub(super) fn of(shown: impl Display) -> Self {
        Self::Own(shown.to_string())
    }
}

impl<'a> From<&'a str> for Cell<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a String> for Cell<'a> {
    fn from(text: &'a String) -> Self {
        Self::Text(text)
    }
}

impl<'a> From<&'a [u8]> for Cell<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self::Blob(bytes)
    }
}

impl<'a, const N: usize> From<&'a [u8; N]> for Cell<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Self::Blob(bytes)
    }
}

impl From<u64> for Cell<'_> {
    fn from(number: u64) -> Self {
        Self::Int(number)
    }
}

impl From<NanoRho> for Cell<'_> {
    fn from(loss: NanoRho) -> Self {
        Self::Int(loss.get())
    }
}

impl From<MicroEpsilon> for Cell<'_> {
    fn from(level: MicroEpsilon) -> Self {
        Self::Int(level.get())
    }
}

impl<'a, T: Into<Cell<'a>>> From<Option<T>> for Cell<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl Table {
    /// Returns a `SELECT` of all columns. In a small table every row is read: an index from which
    /// somebody removed entries would hide rows that the table's sum includes.
    pub(super) fn select(&self, rest: &str) -> String {
        let (mac, how) = match self.kind {
            Kind::Free => ("", ""),
            Kind::Small(_) => (", mac", "NOT INDEXED "),
            Kind::Growing(_) => (", mac", ""),
        };
        format!(
            "SELECT {}{mac} FROM {} {how}{rest}",
            self.stored().collect::<Vec<_>>().join(", "),
            self.name
        )
    }

    /// Returns the columns that are stored and authenticated.
    pub(super) fn stored(&self) -> impl Iterator<Item = &'static str> + use<> {
        let sealed = (!self.sealed.is_empty()).then_some("sealed");
        self.columns.iter().copied().chain(sealed)
    }

    /// Returns the names of all values, readable ones first.
    pub(super) fn values(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.columns.iter().chain(self.sealed).copied()
    }

    /// Returns the place of a value among those of a row.
    pub(super) fn place_of(&self, column: &str) -> Result<usize> {
        self.values()
            .position(|name| name == column)
            .ok_or_else(|| {
                Error::fault(FaultMessage::NoColumn {
                    table: self.name,
                    column: column.to_owned(),
                })
            })
    }

    /// Returns `a = ?1 AND b = ?2` for the columns of the key.
    pub(super) fn by_key(&self) -> String {
        let terms: Vec<String> = self
            .key
            .iter()
            .zip(1..)
            .map(|(column, number)| format!("{column} = ?{number}"))
            .collect();
        terms.join(" AND ")
    }
}
