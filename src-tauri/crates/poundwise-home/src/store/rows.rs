//! Reading and writing of rows. Every table is read row by row, with all columns, under a
//! condition; callers make the joins.

use std::{fmt::Display, str::FromStr};

use poundwise_documents::units::{LossPair, MicroEpsilon, NanoRho};
use rusqlite::{
    CachedStatement, OptionalExtension, Params, ToSql,
    types::{ToSqlOutput, Value},
};

use sha2::{Digest as _, Sha256};

use super::{
    Reading, Sqlite, Writing, damaged, moved,
    table::{Cell, Kind, Table},
    trust::{KEPT, State, Sum, Trust},
};
use crate::error::{Error, Result};
use crate::messages::{CellFault, DamageMessage, FaultMessage};

/// A row of a table, without its body.
pub(super) struct Row {
    table: &'static Table,
    /// The readable values, then the sealed ones.
    cells: Vec<Value>,
    /// The ciphertext of the sealed values, if the table has some.
    sealed: Option<Value>,
    /// Message authentication code (MAC) of the row, for an authenticated table.
    mac: Option<[u8; 32]>,
}

impl Row {
    /// Returns the key of the row.
    fn key(&self) -> Result<Vec<Value>> {
        self.table
            .key
            .iter()
            .map(|name| self.cell(name).cloned())
            .collect()
    }

    fn cell(&self, column: &str) -> Result<&Value> {
        let place = self.table.place_of(column)?;
        self.cells.get(place).ok_or_else(|| changed(self.table))
    }

    pub(super) fn wrong(&self, column: &str, fault: CellFault) -> Error {
        wrong_value(self.table, column, fault)
    }

    /// Returns the error of a value that cannot be read.
    pub(super) fn unreadable(&self, column: &str, why: &dyn Display) -> Error {
        self.wrong(column, CellFault::unreadable(why))
    }

    /// Returns the error of a word that is not one of those of its column.
    pub(super) fn unknown(&self, column: &str, word: &str) -> Error {
        let word = word.to_owned();
        self.wrong(column, CellFault::UnknownWord { word })
    }

    /// Returns a text, or `None` for NULL.
    pub(super) fn optional(&self, column: &str) -> Result<Option<&str>> {
        match self.cell(column)? {
            Value::Null => Ok(None),
            Value::Text(text) => Ok(Some(text)),
            _ => Err(self.wrong(column, CellFault::NotText)),
        }
    }

    /// Returns a text.
    pub(super) fn text(&self, column: &str) -> Result<&str> {
        self.optional(column)?
            .ok_or_else(|| self.wrong(column, CellFault::Missing))
    }

    /// Returns a parsed text.
    pub(super) fn parsed<T: FromStr<Err: Display>>(&self, column: &str) -> Result<T> {
        self.text(column)?
            .parse()
            .map_err(|e: T::Err| self.unreadable(column, &e))
    }

    /// Returns a parsed text, or `None` for NULL.
    pub(super) fn parsed_if<T: FromStr<Err: Display>>(&self, column: &str) -> Result<Option<T>> {
        self.optional(column)?
            .map(|_| self.parsed(column))
            .transpose()
    }

    /// Returns a number, or `None` for NULL.
    pub(super) fn number_if(&self, column: &str) -> Result<Option<u64>> {
        match self.cell(column)? {
            Value::Null => Ok(None),
            Value::Integer(number) => u64::try_from(*number)
                .map(Some)
                .map_err(|e| self.unreadable(column, &e)),
            _ => Err(self.wrong(column, CellFault::NotANumber)),
        }
    }

    /// Returns a number.
    pub(super) fn number(&self, column: &str) -> Result<u64> {
        self.number_if(column)?
            .ok_or_else(|| self.wrong(column, CellFault::Missing))
    }

    /// Returns a level.
    pub(super) fn level(&self, column: &str) -> Result<MicroEpsilon> {
        MicroEpsilon::new(self.number(column)?).map_err(|e| self.unreadable(column, &e))
    }

    /// Returns a loss of two parts, each in a column of its own.
    pub(super) fn pair(&self, micro: &str, nano: &str) -> Result<LossPair> {
        let nano_rho = NanoRho::new(self.number(nano)?).map_err(|e| self.unreadable(nano, &e))?;
        Ok(LossPair {
            micro_epsilon: self.level(micro)?,
            nano_rho,
        })
    }

    /// Returns 32 bytes.
    pub(super) fn bytes(&self, column: &str) -> Result<[u8; 32]> {
        match self.cell(column)? {
            Value::Blob(bytes) => bytes
                .as_slice()
                .try_into()
                .map_err(|_| self.wrong(column, CellFault::NotBytes)),
            _ => Err(self.wrong(column, CellFault::NotBytes)),
        }
    }

    /// Returns 32 bytes, or `None` for NULL.
    pub(super) fn bytes_if(&self, column: &str) -> Result<Option<[u8; 32]>> {
        match self.cell(column)? {
            Value::Null => Ok(None),
            _ => self.bytes(column).map(Some),
        }
    }
}

/// Returns a value in the form in which it is bound and compared.
pub(super) fn value(bound: &dyn ToSql) -> Result<Value> {
    Ok(match bound.to_sql().map_err(Sqlite)? {
        ToSqlOutput::Borrowed(borrowed) => borrowed
            .try_into()
            .map_err(rusqlite::Error::from)
            .map_err(Sqlite)?,
        ToSqlOutput::Owned(value) => value,
        _ => {
            return Err(Error::fault(FaultMessage::UnsupportedValue));
        }
    })
}

/// Parameters of a condition.
pub(super) trait Bound {
    fn values(self) -> Result<Vec<Value>>;
}

impl<T: ToSql, const N: usize> Bound for [T; N] {
    fn values(self) -> Result<Vec<Value>> {
        self.iter().map(|bound| value(bound)).collect()
    }
}

impl Bound for &[&dyn ToSql] {
    fn values(self) -> Result<Vec<Value>> {
        self.iter().map(|bound| value(*bound)).collect()
    }
}

/// A value that a column of each row must have, whatever an index says.
#[derive(Debug, PartialEq, Eq)]
enum Term<'a> {
    /// The bound value at this place.
    Bound(usize),
    /// This text.
    Text(&'a str),
}

/// Returns the terms `column = ?n` and `column = 'text'` of a condition, each with its column's
/// place.
fn equalities<'a>(rest: &'a str, table: &Table) -> Vec<(usize, Term<'a>)> {
    let condition = rest.strip_prefix("WHERE ").unwrap_or("");
    let end = condition.find(" ORDER BY").unwrap_or(condition.len());
    let (condition, _) = condition.split_at(end);
    if condition.contains(" OR ") {
        return Vec::new();
    }
    let term = |term: &'a str| {
        let (column, value) = term.trim().split_once(" = ")?;
        let column = table.columns.iter().position(|name| *name == column)?;
        let value = value.trim().trim_end_matches(" LIMIT 1");
        let value = match value.strip_prefix('?') {
            Some(place) => Term::Bound(place.parse::<usize>().ok()?.checked_sub(1)?),
            None => Term::Text(value.strip_prefix('\'')?.strip_suffix('\'')?),
        };
        Some((column, value))
    };
    condition.split(" AND ").filter_map(term).collect()
}

impl<'a> Reading<'a> {
    /// Returns the keys and the state of the authenticated data.
    pub(super) fn trust(&self) -> Result<&'a Trust> {
        self.check_place()?;
        self.trust.ok_or_else(|| Error::fault(FaultMessage::Locked))
    }

    /// Refuses to read a home that was no longer where it was opened.
    pub(super) fn check_place(&self) -> Result<()> {
        self.left.map_or(Ok(()), |path| Err(moved(path)))
    }

    /// Prepares a statement, and refuses one that would write.
    pub(super) fn statement(&self, sql: &str) -> Result<CachedStatement<'a>> {
        self.check_place()?;
        let statement = self.connection.prepare_cached(sql).map_err(Sqlite)?;
        if statement.readonly() {
            Ok(statement)
        } else {
            Err(Error::fault(FaultMessage::ReadingWrites {
                sql: sql.to_owned(),
            }))
        }
    }

    /// Passes the rows of a table under a condition (`WHERE ... ORDER BY ...`) to `take` one by
    /// one, each authenticated.
    pub(super) fn each(
        &self,
        table: &'static Table,
        rest: &str,
        bound: impl Bound,
        mut take: impl FnMut(Row) -> Result<()>,
    ) -> Result<()> {
        if let Kind::Small(_) = table.kind {
            self.whole(table)?;
        }
        self.each_row(table, rest, &bound.values()?, |row| take(self.opened(row)?))
    }

    /// Returns a row with its sealed values decrypted.
    fn opened(&self, mut row: Row) -> Result<Row> {
        if let Some(Value::Blob(sealed)) = &row.sealed {
            let mut values = self.trust()?.sealing.open(row.table, sealed)?;
            row.cells.append(&mut values);
        }
        Ok(row)
    }

    /// Passes the rows of a table to `take`, each authenticated, without their sealed values.
    fn each_row(
        &self,
        table: &'static Table,
        rest: &str,
        bound: &[Value],
        mut take: impl FnMut(Row) -> Result<()>,
    ) -> Result<()> {
        let trust = match table.kind.place() {
            Some(_) => Some(self.trust()?),
            None => None,
        };
        let equal = equalities(rest, table);
        let mut statement = self.statement(&table.select(rest))?;
        let mut rows = statement
            .query(rusqlite::params_from_iter(bound))
            .map_err(Sqlite)?;
        while let Some(row) = rows.next().map_err(Sqlite)? {
            let stored = table.columns.len() + usize::from(!table.sealed.is_empty());
            let mut cells: Vec<Value> = (0..stored)
                .map(|index| row.get(index))
                .collect::<rusqlite::Result<_>>()
                .map_err(Sqlite)?;
            let mac = match trust {
                None => None,
                Some(trust) => {
                    let kept: Option<[u8; 32]> = row.get(stored).ok();
                    let mac = trust.mac(table, &cells);
                    if kept != Some(mac) {
                        return Err(changed(table));
                    }
                    Some(mac)
                }
            };
            for (column, term) in &equal {
                let fulfilled = match (cells.get(*column), term) {
                    (cell, Term::Bound(place)) => cell == bound.get(*place),
                    (Some(Value::Text(cell)), Term::Text(text)) => cell == text,
                    _ => false,
                };
                if !fulfilled {
                    return Err(changed(table));
                }
            }
            let sealed = match table.sealed {
                [] => None,
                _ => cells.pop(),
            };
            take(Row {
                table,
                cells,
                sealed,
                mac,
            })?;
        }
        Ok(())
    }

    /// Returns the version of the database, which changes when another program writes to it.
    pub(super) fn version(&self) -> Result<i64> {
        Ok(self
            .statement("PRAGMA data_version")?
            .query_row([], |r| r.get(0))
            .map_err(Sqlite)?)
    }

    /// Checks that no row of a small table is missing, unless that was checked since another
    /// program last changed the database. O(rows).
    pub(super) fn whole(&self, table: &'static Table) -> Result<()> {
        let trust = self.trust()?;
        let version = self.version()?;
        if trust.whole.borrow().get(table.name) == Some(&version) {
            return Ok(());
        }
        self.add_up(table, &mut |_| Ok(()))?;
        trust.whole.borrow_mut().insert(table.name, version);
        Ok(())
    }

    /// Authenticates every row of a table, and checks that none is missing. Calls `tell` with each
    /// row, without its sealed values, and returns their number. O(rows).
    ///
    /// # Errors
    /// `home-damaged`; the errors of `tell`.
    pub(super) fn add_up(
        &self,
        table: &'static Table,
        tell: &mut dyn FnMut(&Row) -> Result<()>,
    ) -> Result<u64> {
        let Some(place) = table.kind.place() else {
            return Ok(0);
        };
        let trust = self.trust()?;
        let mut sum = Sum::default();
        self.each_row(table, "", &[], |row| {
            if let Some(mac) = &row.mac {
                sum.add(&trust.summand(mac));
            }
            tell(&row)
        })?;
        if trust.state.borrow().sums.get(place) == Some(&sum) {
            Ok(sum.rows)
        } else {
            Err(damaged(DamageMessage::RowsMissing { table: table.name }))
        }
    }

    /// Returns every row of a table with its sealed values, after checking that none is missing.
    fn all_rows(&self, table: &'static Table) -> Result<Vec<Row>> {
        self.add_up(table, &mut |_| Ok(()))?;
        self.rows(table, "", [0; 0])
    }

    /// Checks that the sealed values of a row open.
    pub(super) fn check_sealed(&self, row: &Row) -> Result<()> {
        match &row.sealed {
            Some(Value::Blob(sealed)) => self.trust()?.sealing.open(row.table, sealed).map(drop),
            _ => Ok(()),
        }
    }

    /// Returns the number of rows of an authenticated table. O(1).
    pub(super) fn rows_kept(&self, table: &Table) -> Result<u64> {
        let state = self.trust()?.state.borrow();
        Ok(table
            .kind
            .place()
            .and_then(|place| state.sums.get(place))
            .map_or(0, |sum| sum.rows))
    }

    /// Returns the rows of a table under a condition.
    pub(super) fn rows(
        &self,
        table: &'static Table,
        rest: &str,
        bound: impl Bound,
    ) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        self.each(table, rest, bound, |row| {
            rows.push(row);
            Ok(())
        })?;
        Ok(rows)
    }

    /// Returns the first row of a table under a condition.
    pub(super) fn row(
        &self,
        table: &'static Table,
        rest: &str,
        bound: impl Bound,
    ) -> Result<Option<Row>> {
        Ok(self.rows(table, &format!("{rest} LIMIT 1"), bound)?.pop())
    }

    /// Returns the body of a row, checked against the digest in the row.
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
        let body: Vec<u8> = self
            .statement(&sql)?
            .query_row(rusqlite::params_from_iter(key), |r| r.get(0))
            .optional()
            .map_err(Sqlite)?
            .ok_or_else(|| changed(table))?;
        if table.kind != Kind::Free && row.bytes("digest")? != digest(&body) {
            return Err(changed(table));
        }
        Ok(body)
    }

    /// Returns the one number that a query selects; 0 for NULL and for no row.
    pub(super) fn count(&self, sql: &str, params: impl Params) -> Result<u64> {
        Ok(self
            .statement(sql)?
            .query_row(params, |r| r.get::<_, Option<u64>>(0))
            .optional()
            .map_err(Sqlite)?
            .flatten()
            .unwrap_or(0))
    }
}

fn changed(table: &Table) -> Error {
    damaged(DamageMessage::ForeignRow { table: table.name })
}

/// Returns the error of a value that this home did not write like this.
pub(super) fn wrong_value(table: &Table, column: &str, fault: CellFault) -> Error {
    damaged(DamageMessage::WrongValue {
        table: table.name,
        column: column.to_owned(),
        fault: fault.into(),
    })
}

fn digest(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}

impl Writing<'_> {
    fn execute(&self, sql: &str, params: impl Params) -> Result<usize> {
        Ok(self
            .transaction()?
            .prepare_cached(sql)
            .map_err(Sqlite)?
            .execute(params)
            .map_err(Sqlite)?)
    }

    /// Returns the values of a row, including the body's digest, in the table's order, and the body.
    fn whole_row(
        &self,
        table: &'static Table,
        cells: &[(&str, Cell<'_>)],
    ) -> Result<(Vec<Value>, Option<Value>)> {
        let mut row = vec![Value::Null; table.values().count()];
        let mut body = None;
        for (column, cell) in cells {
            if Some(*column) == table.body {
                body = Some(value(cell)?);
                continue;
            }
            let place = table.place_of(column)?;
            if let Some(stored) = row.get_mut(place) {
                *stored = value(cell)?;
            }
        }
        if let (Some(Value::Blob(bytes)), true) = (&body, table.kind != Kind::Free) {
            let place = table.place_of("digest")?;
            if let Some(stored) = row.get_mut(place) {
                *stored = Value::Blob(digest(bytes).to_vec());
            }
        }
        Ok((row, body))
    }

    fn insert_with(
        &self,
        table: &'static Table,
        cells: &[(&str, Cell<'_>)],
        conflict: &str,
    ) -> Result<bool> {
        let (row, body) = self.whole_row(table, cells)?;
        let mut row = match table.sealed {
            [] => row,
            _ => self.trust()?.stored(table, &row)?,
        };
        let mut columns: Vec<&str> = table.stored().collect();
        let mac = self.mac_of(table, &row)?;
        if let (Some(column), Some(body)) = (table.body, body) {
            columns.push(column);
            row.push(body);
        }
        if let Some(mac) = &mac {
            columns.push("mac");
            row.push(Value::Blob(mac.to_vec()));
        }
        let places: Vec<String> = (1..=row.len()).map(|n| format!("?{n}")).collect();
        let sql = format!(
            "INSERT INTO {} ({}) VALUES ({}){conflict}",
            table.name,
            columns.join(", "),
            places.join(", ")
        );
        let inserted = self.execute(&sql, rusqlite::params_from_iter(row))? > 0;
        if let (true, Some(mac)) = (inserted, mac) {
            self.count_in(table, &mac)?;
        }
        Ok(inserted)
    }

    fn mac_of(&self, table: &'static Table, row: &[Value]) -> Result<Option<[u8; 32]>> {
        Ok(match table.kind.place() {
            Some(_) => Some(self.trust()?.mac(table, row)),
            None => None,
        })
    }

    fn sum(&self, table: &Table, change: impl FnOnce(&mut Sum, &Trust)) -> Result<()> {
        let trust = self.trust()?;
        if let Some(place) = table.kind.place()
            && let Some(sum) = trust.state.borrow_mut().sums.get_mut(place)
        {
            change(sum, trust);
        }
        Ok(())
    }

    fn count_in(&self, table: &Table, mac: &[u8; 32]) -> Result<()> {
        self.sum(table, |sum, trust| sum.add(&trust.summand(mac)))
    }

    fn count_out(&self, table: &Table, row: &Row) -> Result<()> {
        match &row.mac {
            Some(mac) => self.sum(table, |sum, trust| sum.subtract(&trust.summand(mac))),
            None => Ok(()),
        }
    }

    /// Adds a row; an existing row of the same key is an error.
    pub(super) fn insert(&self, table: &'static Table, cells: &[(&str, Cell<'_>)]) -> Result<()> {
        if self.insert_with(table, cells, "")? {
            Ok(())
        } else {
            Err(changed(table))
        }
    }

    /// Adds a row if there is none of its key. Returns whether there was none.
    pub(super) fn insert_new(
        &self,
        table: &'static Table,
        cells: &[(&str, Cell<'_>)],
    ) -> Result<bool> {
        self.insert_with(table, cells, " ON CONFLICT DO NOTHING")
    }

    /// Sets columns in the rows under a condition (`a = ?1 AND ...`). Returns the number of rows.
    pub(super) fn set(
        &self,
        table: &'static Table,
        condition: &str,
        params: &[&dyn ToSql],
        cells: &[(&str, Cell<'_>)],
    ) -> Result<usize> {
        // Collected first: a row that is changed during a query may be returned twice.
        let rows = self.rows(table, &format!("WHERE {condition}"), params)?;
        for row in &rows {
            let (new, body) = self.whole_row(table, cells)?;
            let mut after = row.cells.clone();
            let mut columns: Vec<&str> = Vec::new();
            let mut values: Vec<Value> = Vec::new();
            // A value that stays the same changes nothing: a new nonce would raise the epoch.
            let mut is_sealed_anew = false;
            for (place, (column, cell)) in table.values().zip(&new).enumerate() {
                let named = cells.iter().any(|(name, _)| *name == column);
                let of_body = body.is_some() && column == "digest";
                if !(named || of_body) {
                    continue;
                }
                if place < table.columns.len() {
                    columns.push(column);
                    values.push(cell.clone());
                } else if after.get(place) != Some(cell) {
                    is_sealed_anew = true;
                }
                if let Some(value) = after.get_mut(place) {
                    value.clone_from(cell);
                }
            }
            if is_sealed_anew {
                after = self.trust()?.stored(table, &after)?;
                columns.push("sealed");
                values.extend(after.last().cloned());
            } else {
                after.truncate(table.columns.len());
                after.extend(row.sealed.clone());
            }
            let mac = self.mac_of(table, &after)?;
            if let (Some(column), Some(body)) = (table.body, body) {
                columns.push(column);
                values.push(body);
            }
            if let Some(mac) = &mac {
                columns.push("mac");
                values.push(Value::Blob(mac.to_vec()));
            }
            self.update(table, row, &columns, values)?;
            if let Some(mac) = mac {
                self.count_out(table, row)?;
                self.count_in(table, &mac)?;
            }
        }
        Ok(rows.len())
    }

    /// Sets columns of one row.
    fn update(
        &self,
        table: &'static Table,
        row: &Row,
        columns: &[&str],
        mut values: Vec<Value>,
    ) -> Result<()> {
        let first = table.key.len() + 1;
        let sets: Vec<String> = columns
            .iter()
            .zip(first..)
            .map(|(column, number)| format!("{column} = ?{number}"))
            .collect();
        let sql = format!(
            "UPDATE {} SET {} WHERE {}",
            table.name,
            sets.join(", "),
            table.by_key()
        );
        let mut all = row.key()?;
        all.append(&mut values);
        match self.execute(&sql, rusqlite::params_from_iter(all))? {
            1 => Ok(()),
            _ => Err(changed(table)),
        }
    }

    /// Removes the rows under a condition. Returns their number.
    pub(super) fn remove(
        &self,
        table: &'static Table,
        condition: &str,
        params: &[&dyn ToSql],
    ) -> Result<usize> {
        let rows = self.rows(table, &format!("WHERE {condition}"), params)?;
        let sql = format!("DELETE FROM {} WHERE {}", table.name, table.by_key());
        for row in &rows {
            if self.execute(&sql, rusqlite::params_from_iter(row.key()?))? != 1 {
                return Err(changed(table));
            }
            self.count_out(table, row)?;
        }
        Ok(rows.len())
    }

    /// Seals and authenticates every row of these tables, which are all that are kept, under other
    /// keys, after checking it under the present ones. O(rows).
    pub(super) fn authenticate(&self, kept: &[&'static Table; KEPT], next: &Trust) -> Result<()> {
        let now = self.trust()?.state.borrow().clone();
        let mut state = State {
            sums: [Sum::default(); KEPT],
            ..now
        };
        for (table, sum) in kept.iter().zip(&mut state.sums) {
            // Collected first: a row that is changed during a query may be returned twice.
            let rows = self.all_rows(table)?;
            for row in rows {
                let stored = next.stored(table, &row.cells)?;
                let mac = next.mac(table, &stored);
                let mut columns = vec!["mac"];
                let mut values = vec![Value::Blob(mac.to_vec())];
                if !table.sealed.is_empty() {
                    columns.push("sealed");
                    values.extend(stored.last().cloned());
                }
                self.update(table, &row, &columns, values)?;
                sum.add(&next.summand(&mac));
            }
        }
        *next.state.borrow_mut() = state;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;
    use crate::{
        error::ErrorCode,
        store::{SecretName, Store, holdings, ledger, orders},
    };

    fn home(dir: &tempfile::TempDir) -> Store {
        let store = Store::unlocked(dir);
        let off = store.connection.pragma_update(None, "foreign_keys", false);
        off.unwrap();
        store
    }

    fn receive(store: &Store, id: &str, status: &str) {
        let writing = store.begin().unwrap();
        let order = [
            ("id", id.into()),
            ("buyer", "ann".into()),
            ("expires_at", "".into()),
            ("status", status.into()),
        ];
        writing.insert(&orders::RECEIVED, &order).unwrap();
        writing.commit().unwrap();
    }

    #[track_caller]
    fn is_damage<T>(read: Result<T>) {
        assert_eq!(read.err().unwrap().code(), ErrorCode::HomeDamaged);
    }

    /// A table that grows is not added up whenever it is read.
    #[test]
    fn one_row_that_was_changed_is_found_where_it_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let store = home(&dir);
        receive(&store, "a", "pending");
        receive(&store, "b", "pending");
        let read = |id| store.read().row(&orders::RECEIVED, "WHERE id = ?1", [id]);
        let set = "UPDATE orders_received SET buyer = 'bob' WHERE id = 'a'";
        assert_eq!(store.connection.execute(set, []).unwrap(), 1);
        is_damage(read("a"));
        assert_eq!(read("b").unwrap().unwrap().text("buyer").unwrap(), "ann");
    }

    /// With its own digest and MAC beside it: it would be decrypted, and taken for the other one.
    #[test]
    fn a_body_in_the_place_of_another_one_is_found_where_it_is_read() {
        let dir = tempfile::tempdir().unwrap();
        let store = home(&dir);
        let [one, other] = [1, 2].map(SecretName::VaultKey);
        let writing = store.begin().unwrap();
        writing.insert_secret(one, b"one").unwrap();
        writing.insert_secret(other, b"other").unwrap();
        writing.commit().unwrap();
        assert_eq!(store.read().secret(one).unwrap(), b"one");
        let set = "UPDATE secrets SET ciphertext =
                       (SELECT ciphertext FROM secrets WHERE name = ?2) WHERE name = ?1";
        let names = [one.to_string(), other.to_string()];
        assert_eq!(store.connection.execute(set, names).unwrap(), 1);
        is_damage(store.read().secret(one));
        assert_eq!(store.read().secret(other).unwrap(), b"other");
    }

    /// Puts an index over other values in the place of one, under that one's definition.
    fn forge_index(store: &Store, index: &str, other: &str) {
        let of = "SELECT sql FROM sqlite_schema WHERE name = ?1";
        let right: String = store
            .connection
            .query_row(of, [index], |r| r.get(0))
            .unwrap();
        store.connection.flush_prepared_statement_cache();
        let forge = format!(
            "DROP INDEX {index}; CREATE INDEX {index} ON {other}; PRAGMA writable_schema = ON"
        );
        store.connection.execute_batch(&forge).unwrap();
        let set = "UPDATE sqlite_schema SET sql = ?2 WHERE name = ?1";
        let forged = store.connection.execute(set, [index, &right]);
        assert_eq!(forged.unwrap(), 1);
        let reset = "PRAGMA writable_schema = RESET";
        store.connection.execute_batch(reset).unwrap();
    }

    /// Of the question `a` for the recipient `b`, and the other way round.
    fn with_grants(dir: &tempfile::TempDir) -> Store {
        let store = home(dir);
        let writing = store.begin().unwrap();
        for (sequence, question, recipient) in [(0u64, "a", "b"), (1, "b", "a")] {
            let grant = [
                ("sequence", sequence.into()),
                ("question", question.into()),
                ("recipient", recipient.into()),
            ];
            writing.insert(&ledger::GRANTS, &grant).unwrap();
        }
        writing.commit().unwrap();
        store
    }

    /// Each row is one that this home wrote; the index says that it is another one.
    #[test]
    fn a_row_that_an_index_finds_in_the_place_of_another_one_is_not_taken_for_it() {
        let dir = tempfile::tempdir().unwrap();
        let store = with_grants(&dir);
        let of = |question| {
            let read = store.read();
            read.row(&ledger::GRANTS, "WHERE question = ?1", [question])
        };
        assert_eq!(of("a").unwrap().unwrap().number("sequence").unwrap(), 0);
        forge_index(&store, "grants_by_question", "grants (recipient)");
        is_damage(of("a"));

        receive(&store, "a", "pending");
        receive(&store, "b", "declined");
        let waiting = || {
            let read = store.read();
            read.rows(&orders::RECEIVED, "WHERE status = 'pending'", [0; 0])
        };
        assert_eq!(waiting().unwrap().len(), 1);
        forge_index(
            &store,
            "orders_received_waiting",
            "orders_received (id) WHERE status = 'declined'",
        );
        is_damage(waiting());
    }

    /// Whatever way SQLite took to a row. Here it takes a part of the condition for a comment.
    #[test]
    fn a_row_that_does_not_fulfil_the_condition_is_not_taken() {
        let dir = tempfile::tempdir().unwrap();
        let store = with_grants(&dir);
        let (read, grants) = (store.read(), &ledger::GRANTS);
        let all = "WHERE ?1 = ?1 --";
        assert_eq!(read.rows(grants, all, ["a"]).unwrap().len(), 2);
        let of_one = format!("{all} AND question = ?1");
        is_damage(read.rows(grants, &of_one, ["a"]));
        let for_one = format!("{all} AND recipient = 'a'");
        is_damage(read.rows(grants, &for_one, ["a"]));
    }

    #[test]
    fn what_a_row_must_be_equal_to_is_read_off_the_condition() {
        let of = |rest| equalities(rest, &holdings::HOLDINGS);
        let bound = Term::Bound;
        assert_eq!(of("WHERE receipt = ?1"), [(0, bound(0))]);
        assert_eq!(of("WHERE receipt = ?1 LIMIT 1"), [(0, bound(0))]);
        assert_eq!(
            of("WHERE question = ?1 AND to_micro = ?2 ORDER BY to_micro LIMIT 1"),
            [(1, bound(0)), (4, bound(1))]
        );
        assert_eq!(of("WHERE question = ?1 AND to_micro > ?2"), [(1, bound(0))]);
        assert_eq!(
            equalities("WHERE status = 'pending' ORDER BY rowid", &orders::RECEIVED),
            [(3, Term::Text("pending"))]
        );
        assert_eq!(of("WHERE receipt = ?1 OR question = ?2"), []);
        let either = "WHERE receipt = ?1 AND question = ?2 OR listing = ?3";
        assert_eq!(of(either), []);
        assert_eq!(of("ORDER BY to_micro"), []);
    }
}
