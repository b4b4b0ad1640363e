//! The statement that reads all rows of a table, for an import.

use crate::answer::{GUARD, Guard, wrong};
use crate::messages::SqlFault;
use crate::storage::CellStorage;
use crate::table::LinkedTable;
use crate::tree::{CELLS, Expr, From, Function, Name, Query, Select};

/// Place of a row of the table.
const ROW: &str = "0";

/// The statement that reads the declared columns of all rows. Its cells are those that a question
/// about the linked table reads: numbers with their kept decimals, canonical texts, and days.
pub struct SnapshotStatement {
    sql: String,
    cells: Vec<SnapshotCell>,
    table: LinkedTable,
    guard: Guard,
}

/// How a cell of the answer is read.
#[derive(Clone, Copy)]
enum SnapshotCell {
    /// An integer of 10^-decimals.
    Number(u32),
    Text,
    Day,
}

impl SnapshotStatement {
    /// Returns the statement of a table.
    #[must_use]
    pub fn new(table: LinkedTable) -> Self {
        let places = 0..table.columns.len();
        let name = |place: usize| Name("c", Some(place));
        let day = |place: usize| Name("d", Some(place));
        let values = places.clone().flat_map(|place| {
            let (value, text) = table.value(place);
            let text = text.map(|text| (text, day(place)));
            std::iter::once((value, name(place))).chain(text)
        });
        let typed = Select::new(values.collect(), From::Table);
        let cells: Vec<SnapshotCell> = places
            .clone()
            .map(
                |place| match table.columns.get(place).map(|one| one.storage) {
                    Some(CellStorage::Text) | None => SnapshotCell::Text,
                    Some(CellStorage::Date) => SnapshotCell::Day,
                    Some(CellStorage::Integer | CellStorage::Decimal(_)) => {
                        SnapshotCell::Number(table.decimals(place))
                    }
                },
            )
            .collect();
        let mut columns = vec![(Expr::text(ROW), Name("place", None))];
        for (place, cell) in cells.iter().enumerate() {
            let value = Expr::Name(name(place));
            let text = match cell {
                SnapshotCell::Text => value,
                SnapshotCell::Number(_) => value.call(Function::Digits),
                // A day outside of the calendar is missing.
                SnapshotCell::Day => Expr::Case(
                    vec![(Expr::IsNull(value.into()), Expr::Null)],
                    Expr::Name(day(place)).into(),
                ),
            };
            columns.push((text, Name("n", Some(place))));
        }
        let rows = Select::new(columns, From::Named(CELLS));
        let guard = table.guard(places, cells.len(), &Expr::Null);
        let query = Query {
            with: vec![(CELLS, typed)],
            union: vec![rows, guard],
        };
        let sql = table.dialect.write(&query, &table.path, &table.names());
        Self {
            sql,
            cells,
            table,
            guard: Guard::default(),
        }
    }

    /// Returns the SQL text.
    #[must_use]
    pub fn sql(&self) -> &str {
        &self.sql
    }

    /// Returns the statement that counts the rows, for the progress alone. Its answer is one cell.
    #[must_use]
    pub fn count_sql(&self) -> String {
        let rows = Select::new(vec![(Expr::integer(0), Name("n", Some(0)))], From::Table);
        let count = Expr::CountRows.call(Function::Digits);
        let count = Select::new(vec![(count, Name("n", Some(0)))], From::Named(CELLS));
        let query = Query {
            with: vec![(CELLS, rows)],
            union: vec![count],
        };
        let table = &self.table;
        table.dialect.write(&query, &table.path, &table.names())
    }

    /// Returns the number of columns of the answer, each of text.
    #[must_use]
    pub fn answer_columns(&self) -> usize {
        self.cells.len() + 1
    }

    /// Returns for each column the decimals at which all of its numbers have at most 18 digits, or
    /// `None` if they may have more. `precision` has the digits that the types state.
    #[must_use]
    pub fn scales(&self, precision: &[Option<(u32, u32)>]) -> Vec<Option<u32>> {
        let one = |(place, cell): (usize, &SnapshotCell)| match cell {
            SnapshotCell::Number(decimals) => {
                let stored = self.table.columns.get(place).map(|one| one.storage);
                let stated = match stored {
                    Some(CellStorage::Integer) => return Some(0),
                    Some(CellStorage::Decimal(Some(limits))) => Some(limits),
                    _ => precision.get(place).copied().flatten(),
                };
                // A digit more, since rounding may carry.
                let (digits, scale) = stated?;
                let most = (digits + decimals).saturating_sub(scale) + 1;
                (most <= 18).then_some(*decimals)
            }
            SnapshotCell::Text | SnapshotCell::Day => None,
        };
        self.cells.iter().enumerate().map(one).collect()
    }

    /// Reads a row of the answer, as a file would have it: numbers with a decimal point, and days by
    /// ISO 8601. Returns `None` for the guard row, which has the result of the type check.
    ///
    /// # Errors
    /// [`SqlFault::Answer`] for a row that no table has.
    pub fn read(
        &mut self,
        row: Vec<Option<String>>,
    ) -> Result<Option<Vec<Option<String>>>, SqlFault> {
        let dialect = self.table.dialect;
        let wrong = || wrong(dialect);
        let mut cells = row.into_iter();
        let place = cells.next().flatten();
        let cells: Vec<Option<String>> = cells.collect();
        if cells.len() != self.cells.len() {
            return Err(wrong());
        }
        match place.as_deref() {
            Some(ROW) => {}
            Some(GUARD) => {
                let holds = cells.first().is_some_and(|one| one.as_deref() == Some("1"));
                return self.guard.see(holds, dialect).map(|()| None);
            }
            _ => return Err(wrong()),
        }
        let read = |(cell, how): (Option<String>, &SnapshotCell)| match (cell, how) {
            (None, _) => Ok(None),
            (Some(text), SnapshotCell::Text | SnapshotCell::Day) => Ok(Some(text)),
            (Some(text), SnapshotCell::Number(decimals)) => {
                decimal(&text, *decimals).map(Some).ok_or_else(wrong)
            }
        };
        let read: Result<Vec<_>, SqlFault> = cells.into_iter().zip(&self.cells).map(read).collect();
        read.map(Some)
    }

    /// Checks the guard row, after all rows were read.
    ///
    /// # Errors
    /// [`SqlFault::ChangedTypes`]; [`SqlFault::Answer`] if there was none.
    pub fn finish(&self) -> Result<(), SqlFault> {
        self.guard.check(self.table.dialect)
    }
}

/// Writes an integer of 10^-`decimals` with a decimal point.
fn decimal(text: &str, decimals: u32) -> Option<String> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let sign = &text[..text.len() - digits.len()];
    let decimals = decimals as usize;
    if decimals == 0 {
        return Some(text.to_owned());
    }
    let digits = format!("{digits:0>width$}", width = decimals + 1);
    let (whole, fraction) = digits.split_at(digits.len() - decimals);
    Some(format!("{sign}{whole}.{fraction}"))
}
