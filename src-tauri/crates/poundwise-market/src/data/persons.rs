//! What one person may have in a table: at most K rows.

use std::collections::HashMap;

use crate::error::{Error, ErrorCode, Result};

use super::number::Number;
use super::table::{Cell, Table};

/// Who a row belongs to. Numbers are compared as numbers and texts without the spaces around them: two spellings that
/// might be one person count as one, which can only drop rows, never leave somebody more than K.
#[derive(PartialEq, Eq, Hash)]
enum Person {
    Number(Number),
    Text(Box<str>),
}

fn person(cell: Cell<'_>) -> Option<Person> {
    match cell {
        Cell::Missing => None,
        Cell::Integer(_) | Cell::Decimal(_) => cell.number().map(Person::Number),
        Cell::Text(_) => cell.text().map(|text| Person::Text(text.into())),
    }
}

/// Keeps each person's first K rows, as they come.
///
/// Which rows of one person are kept depends on that person's rows alone, so adding or removing a person changes the
/// table by that person's rows and nothing else. That is what the sensitivities of [`super::attribute`] rest on.
pub(crate) struct Persons {
    limit: u64,
    seen: HashMap<Person, u64>,
}

impl Persons {
    /// # Errors
    /// K of 0.
    pub(crate) fn new(rows_per_person: u64) -> Result<Self> {
        if rows_per_person == 0 {
            return Err(Error::usage(
                ErrorCode::RowsPerPerson,
                "A person cannot be allowed 0 rows.",
            )
            .hint("Give --rows-per-person a whole number from 1 on."));
        }
        Ok(Self {
            limit: rows_per_person,
            seen: HashMap::new(),
        })
    }

    /// Whether the next row, whose person is in `cell`, is kept; `None` if the cell names nobody.
    pub(crate) fn keeps(&mut self, cell: Cell<'_>) -> Option<bool> {
        let count = self.seen.entry(person(cell)?).or_default();
        let kept = *count < self.limit;
        *count += u64::from(kept);
        Some(kept)
    }

    /// The error for a row that does not name its person; `place` says where it is.
    pub(crate) fn missing(column: &str, place: &str) -> Error {
        Error::refused(
            ErrorCode::PersonMissing,
            format!("The person column '{column}' is empty in {place}; nothing was imported."),
        )
        .hint("Every row must say whose it is: fill the cell, or delete the row.")
        .hint("If each row is a different person, import without --person-column.")
    }
}

/// Keeps each person's first `rows_per_person` rows of a table in memory, as an import keeps them; says how many rows
/// were dropped.
///
/// # Errors
/// K of 0, an unknown column, a row that does not name its person.
pub fn bound_persons(table: &Table, column: &str, rows_per_person: u64) -> Result<(Table, u64)> {
    let mut persons = Persons::new(rows_per_person)?;
    let cells = table.column(column)?;
    let mut keep = Vec::with_capacity(table.rows());
    let mut dropped = 0;
    for row in 0..table.rows() {
        let kept = persons
            .keeps(cells.cell(row))
            .ok_or_else(|| Persons::missing(column, &format!("row {}", row + 1)))?;
        dropped += u64::from(!kept);
        keep.push(kept);
    }
    Ok((table.keep(&keep)?, dropped))
}
