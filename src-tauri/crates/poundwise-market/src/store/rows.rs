//! How rows are read and written. Every table is read a row at a time, as a whole, under a condition; joins are made by
//! whoever reads.

use std::{fmt::Display, str::FromStr};

use poundwise_documents::units::MicroEpsilon;
use rusqlite::{
    CachedStatement, OptionalExtension, Params, ToSql,
    types::{ToSqlOutput, Value},
};

use super::{Reading, Writing, damaged};
use crate::error::{Error, ErrorCode, Result};

/// A table, as this program reads and writes it.
pub(super) struct Table {
    pub(super) name: &'static str,
    /// The columns by which a row is named.
    pub(super) key: &'static [&'static str],
    /// All columns but `body`.
    pub(super) columns: &'static [&'static str],
    /// A column that is long, and read only where it is asked for.
    pub(super) body: Option<&'static str>,
}

/// A row of a table, without its body.
pub(super) struct Row {
    table: &'static Table,
    cells: Vec<Value>,
}

/// What is written into a column.
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
    /// The text of something.
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

impl Row {
    fn cell(&self, column: &str) -> Result<&Value> {
        self.table
            .columns
            .iter()
            .position(|name| *name == column)
            .and_then(|index| self.cells.get(index))
            .ok_or_else(|| {
                Error::failed(
                    ErrorCode::Internal,
                    format!("the table {} has no column {column}", self.table.name),
                )
            })
    }

    fn wrong(&self, column: &str, why: &dyn Display) -> Error {
        damaged(format!(
            "the home's database has a wrong {column} in {}: {why}",
            self.table.name
        ))
    }

    /// A text, or none.
    pub(super) fn optional(&self, column: &str) -> Result<Option<&str>> {
        match self.cell(column)? {
            Value::Null => Ok(None),
            Value::Text(text) => Ok(Some(text)),
            _ => Err(self.wrong(column, &"it is no text")),
        }
    }

    /// A text.
    pub(super) fn text(&self, column: &str) -> Result<&str> {
        self.optional(column)?
            .ok_or_else(|| self.wrong(column, &"it is missing"))
    }

    /// A text as what it means.
    pub(super) fn parsed<T: FromStr<Err: Display>>(&self, column: &str) -> Result<T> {
        self.text(column)?
            .parse()
            .map_err(|e: T::Err| self.wrong(column, &e))
    }

    /// The same, or none.
    pub(super) fn parsed_if<T: FromStr<Err: Display>>(&self, column: &str) -> Result<Option<T>> {
        self.optional(column)?
            .map(|_| self.parsed(column))
            .transpose()
    }

    /// A number, or none.
    pub(super) fn number_if(&self, column: &str) -> Result<Option<u64>> {
        match self.cell(column)? {
            Value::Null => Ok(None),
            Value::Integer(number) => u64::try_from(*number)
                .map(Some)
                .map_err(|e| self.wrong(column, &e)),
            _ => Err(self.wrong(column, &"it is no number")),
        }
    }

    /// A number.
    pub(super) fn number(&self, column: &str) -> Result<u64> {
        self.number_if(column)?
            .ok_or_else(|| self.wrong(column, &"it is missing"))
    }

    /// A level.
    pub(super) fn level(&self, column: &str) -> Result<MicroEpsilon> {
        MicroEpsilon::new(self.number(column)?).map_err(|e| self.wrong(column, &e))
    }

    /// 32 bytes.
    pub(super) fn bytes(&self, column: &str) -> Result<[u8; 32]> {
        match self.cell(column)? {
            Value::Blob(bytes) => bytes
                .as_slice()
                .try_into()
                .map_err(|e| self.wrong(column, &e)),
            _ => Err(self.wrong(column, &"it is not 32 bytes")),
        }
    }

    /// 32 bytes, or none.
    pub(super) fn bytes_if(&self, column: &str) -> Result<Option<[u8; 32]>> {
        match self.cell(column)? {
            Value::Null => Ok(None),
            _ => self.bytes(column).map(Some),
        }
    }
}

impl Table {
    fn select(&'static self, rest: &str) -> String {
        format!(
            "SELECT {} FROM {} {rest}",
            self.columns.join(", "),
            self.name
        )
    }

    /// `a = ?1 AND b = ?2` for the columns of the key.
    fn by_key(&self) -> String {
        let terms: Vec<String> = self
            .key
            .iter()
            .zip(1..)
            .map(|(column, number)| format!("{column} = ?{number}"))
            .collect();
        terms.join(" AND ")
    }
}

impl<'a> Reading<'a> {
    /// A statement that cannot write, whatever it says.
    pub(super) fn statement(&self, sql: &str) -> Result<CachedStatement<'a>> {
        let statement = self.connection.prepare_cached(sql)?;
        if statement.readonly() {
            Ok(statement)
        } else {
            Err(Error::failed(
                ErrorCode::Internal,
                format!("a reading would write: {sql}"),
            ))
        }
    }

    /// Hands over the rows of a table under a condition (`WHERE ... ORDER BY ...`), one after the other.
    pub(super) fn each(
        &self,
        table: &'static Table,
        rest: &str,
        params: impl Params,
        mut take: impl FnMut(Row) -> Result<()>,
    ) -> Result<()> {
        let mut statement = self.statement(&table.select(rest))?;
        let mut rows = statement.query(params)?;
        while let Some(row) = rows.next()? {
            let cells = (0..table.columns.len())
                .map(|index| row.get(index))
                .collect::<rusqlite::Result<_>>()?;
            take(Row { table, cells })?;
        }
        Ok(())
    }

    /// The rows of a table under a condition.
    pub(super) fn rows(
        &self,
        table: &'static Table,
        rest: &str,
        params: impl Params,
    ) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        self.each(table, rest, params, |row| {
            rows.push(row);
            Ok(())
        })?;
        Ok(rows)
    }

    /// The first row of a table under a condition.
    pub(super) fn row(
        &self,
        table: &'static Table,
        rest: &str,
        params: impl Params,
    ) -> Result<Option<Row>> {
        Ok(self.rows(table, &format!("{rest} LIMIT 1"), params)?.pop())
    }

    /// The body of a row.
    pub(super) fn body(&self, row: &Row) -> Result<Vec<u8>> {
        let table = row.table;
        let column = table.body.unwrap_or("NULL");
        let key: Vec<&Value> = table
            .key
            .iter()
            .map(|name| row.cell(name))
            .collect::<Result<_>>()?;
        let sql = format!(
            "SELECT {column} FROM {} WHERE {}",
            table.name,
            table.by_key()
        );
        Ok(self
            .statement(&sql)?
            .query_row(rusqlite::params_from_iter(key), |r| r.get(0))?)
    }

    /// What one number is.
    pub(super) fn count(&self, sql: &str, params: impl Params) -> Result<u64> {
        Ok(self
            .statement(sql)?
            .query_row(params, |r| r.get::<_, Option<u64>>(0))
            .optional()?
            .flatten()
            .unwrap_or(0))
    }
}

impl Writing<'_> {
    fn execute(&self, sql: &str, params: impl Params) -> Result<usize> {
        Ok(self.transaction.prepare_cached(sql)?.execute(params)?)
    }

    fn insert_with(
        &self,
        table: &'static Table,
        cells: &[(&str, Cell<'_>)],
        conflict: &str,
    ) -> Result<bool> {
        let columns: Vec<&str> = cells.iter().map(|(column, _)| *column).collect();
        let places: Vec<String> = (1..=cells.len()).map(|n| format!("?{n}")).collect();
        let sql = format!(
            "INSERT INTO {} ({}) VALUES ({}){conflict}",
            table.name,
            columns.join(", "),
            places.join(", ")
        );
        let cells = rusqlite::params_from_iter(cells.iter().map(|(_, cell)| cell));
        Ok(self.execute(&sql, cells)? > 0)
    }

    /// Adds a row; one of the same key is an error.
    pub(super) fn insert(&self, table: &'static Table, cells: &[(&str, Cell<'_>)]) -> Result<()> {
        self.insert_with(table, cells, "").map(drop)
    }

    /// Adds a row where there is none of its key. Gives whether there was none.
    pub(super) fn insert_new(
        &self,
        table: &'static Table,
        cells: &[(&str, Cell<'_>)],
    ) -> Result<bool> {
        self.insert_with(table, cells, " ON CONFLICT DO NOTHING")
    }

    /// Puts values into the rows under a condition (`a = ?1 AND ...`). Gives how many there were.
    pub(super) fn set(
        &self,
        table: &'static Table,
        condition: &str,
        params: &[&dyn ToSql],
        cells: &[(&str, Cell<'_>)],
    ) -> Result<usize> {
        let first = params.len() + 1;
        let sets: Vec<String> = cells
            .iter()
            .zip(first..)
            .map(|((column, _), number)| format!("{column} = ?{number}"))
            .collect();
        let sql = format!(
            "UPDATE {} SET {} WHERE {condition}",
            table.name,
            sets.join(", ")
        );
        let all = params
            .iter()
            .copied()
            .chain(cells.iter().map(|(_, cell)| cell as &dyn ToSql));
        self.execute(&sql, rusqlite::params_from_iter(all))
    }

    /// Removes the rows under a condition. Gives how many there were.
    pub(super) fn remove(
        &self,
        table: &'static Table,
        condition: &str,
        params: &[&dyn ToSql],
    ) -> Result<usize> {
        let sql = format!("DELETE FROM {} WHERE {condition}", table.name);
        self.execute(&sql, params)
    }
}
