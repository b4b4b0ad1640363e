//! What one person may have in a table: at most K rows.

use std::collections::HashMap;

use crate::error::{Error, Result};

use super::number::Number;
use super::table::{Cell, Column, Table};

/// Who a row belongs to. Numbers are compared as numbers and texts without the spaces around them: two spellings that
/// might be one person count as one, which can only drop rows, never leave somebody more than K.
#[derive(PartialEq, Eq, Hash)]
enum Person<'a> {
    Number(Number),
    Text(&'a str),
}

fn person(column: &Column, row: usize) -> Option<Person<'_>> {
    let cell = column.cell(row);
    match cell {
        Cell::Missing => None,
        Cell::Integer(_) | Cell::Decimal(_) => cell.number().map(Person::Number),
        Cell::Text(text) => Some(text.trim())
            .filter(|name| !name.is_empty())
            .map(Person::Text),
    }
}

/// Keeps each person's first `rows_per_person` rows in file order; says how many rows were dropped.
///
/// Which rows of one person are kept depends on that person's rows alone, so adding or removing a person changes the
/// table by that person's rows and nothing else. That is what the sensitivities of [`super::attribute`] rest on.
///
/// # Errors
/// K of 0, an unknown column, a row that does not name its person.
pub fn bound_persons(table: &Table, column: &str, rows_per_person: u64) -> Result<(Table, u64)> {
    if rows_per_person == 0 {
        return Err(
            Error::usage("rows-per-person", "A person cannot be allowed 0 rows.")
                .hint("Give --rows-per-person a whole number from 1 on."),
        );
    }
    let persons = table.column(column)?;
    let mut seen: HashMap<Person<'_>, u64> = HashMap::new();
    let mut keep = Vec::with_capacity(table.rows());
    let mut dropped = 0;
    for row in 0..table.rows() {
        let Some(person) = person(persons, row) else {
            return Err(Error::refused(
                "person-missing",
                format!(
                    "The person column '{column}' is empty in {}; nothing was imported.",
                    table.place(row)
                ),
            )
            .hint("Every row must say whose it is: fill the cell, or delete the row.")
            .hint("If each row is a different person, import without --person-column."));
        };
        let count = seen.entry(person).or_default();
        let kept = *count < rows_per_person;
        if kept {
            *count += 1;
        } else {
            dropped += 1;
        }
        keep.push(kept);
    }
    Ok((table.keep(&keep)?, dropped))
}
