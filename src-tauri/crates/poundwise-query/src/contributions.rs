//! The contribution bound: at most K rows of a person count in a question, chosen by a rule that
//! looks at that person's rows alone.
//!
//! Of a person's rows the K with the smallest SHA-256(key || person || content || ordinal) are
//! kept. Content is the cells of the columns that the question reads, filters included, in the
//! schema's order; ordinal is the number among this person's rows of equal content. So adding,
//! removing or replacing a person changes the table by that person's at most K rows and nothing
//! else, which is what the sensitivities of [`super::attribute`] rest on; which rows of equal
//! content are kept makes no difference, so that the order of rows makes none; and no row is
//! favoured.
//!
//! The hashed bytes are text that every SQL engine can build. The key is in hexadecimal and the
//! ordinal in decimal. Person and cells are netstrings (D. J. Bernstein, 1997) with a tag and
//! without the comma: `t5:north` is a text, `n20:...` a number, `-` a missing cell. Without the
//! lengths, ("1", "12") and ("11", "2") would tie. Rows without a person are dropped.
//!
//! A person is named by the canonical value of the person column. People who share one key count as
//! one person with at most K rows: a change of one of them can drop rows of the other, and moves
//! the table as far as a replacement does. Such people are protected at twice the ε that is stated.

use std::collections::HashMap;

use sha2::{Digest, Sha256};

use crate::error::Result;
use crate::progress::RowProgress;

use super::number::Number;
use super::table::{Cell, Column};

/// Number of rows after which progress is reported.
pub(crate) const TOLD: usize = 1 << 14;

/// The person that a row belongs to.
#[derive(PartialEq, Eq, Hash)]
enum Person<'a> {
    Number(Number),
    Text(&'a str),
}

/// Returns the rows of each person, in the table's order. A row without a person is nobody's.
fn rows_of<'a>(
    person: &'a Column,
    mut tell: impl FnMut(usize) -> Result<()>,
) -> Result<HashMap<Person<'a>, Vec<usize>>> {
    let mut rows_of: HashMap<Person<'_>, Vec<usize>> = HashMap::new();
    for row in 0..person.rows() {
        if row.is_multiple_of(TOLD) {
            tell(row)?;
        }
        let whose = match person.cell(row) {
            Cell::Missing => continue,
            Cell::Number(number) => Person::Number(number.0),
            Cell::Text(text) => Person::Text(text),
        };
        rows_of.entry(whose).or_default().push(row);
    }
    Ok(rows_of)
}

/// Returns the number of rows of each person of a column, in no order. `stage` receives the rows.
///
/// # Errors
/// [`crate::Error::Stopped`].
pub(crate) fn rows_each(person: &Column, stage: &RowProgress<'_>) -> Result<Vec<u64>> {
    let rows = rows_of(person, |row| stage.tell(row as u64))?;
    Ok(rows.values().map(|rows| rows.len() as u64).collect())
}

/// Returns the rows of a table that count in a question that reads `content`, given in the schema's
/// order. `stage` receives two thirds of the rows.
///
/// # Errors
/// [`crate::Error::Stopped`].
pub(crate) fn kept(
    person: &Column,
    content: &[&Column],
    rows_per_unit: u64,
    key: &[u8; 32],
    stage: &RowProgress<'_>,
) -> Result<Vec<bool>> {
    let rows_of = rows_of(person, |row| stage.tell(row as u64 / 3))?;
    let keyed = keyed_hash(key);
    let mut kept = vec![false; person.rows()];
    let (mut done, mut next) = (0, 0);
    for (whose, rows) in &rows_of {
        if done >= next {
            stage.tell((person.rows() + done) as u64 / 3)?;
            next = done + TOLD;
        }
        done += rows.len();
        let chosen: Vec<usize> = if rows.len() as u64 <= rows_per_unit {
            rows.clone()
        } else {
            smallest(whose, rows, content, rows_per_unit, &keyed)
        };
        for row in chosen {
            if let Some(kept) = kept.get_mut(row) {
                *kept = true;
            }
        }
    }
    Ok(kept)
}

/// Returns the `most` of one person's rows with the smallest hashes. `keyed` has read the key.
fn smallest(
    whose: &Person<'_>,
    rows: &[usize],
    content: &[&Column],
    most: u64,
    keyed: &Sha256,
) -> Vec<usize> {
    let mut prefix = keyed.clone();
    let mut name = Vec::new();
    push_cell(
        &mut name,
        match whose {
            Person::Number(number) => Some((NUMBER, number.scaled_digits().into())),
            Person::Text(text) => Some((TEXT, (*text).into())),
        },
    );
    prefix.update(&name);
    let mut ordinals: HashMap<Vec<u8>, u64> = HashMap::new();
    let mut hashed: Vec<([u8; 32], usize)> = rows
        .iter()
        .map(|row| {
            let mut cells = Vec::new();
            for column in content {
                push_cell(
                    &mut cells,
                    match column.cell(*row) {
                        Cell::Missing => None,
                        Cell::Number(number) => Some((NUMBER, number.0.scaled_digits().into())),
                        Cell::Text(text) => Some((TEXT, text.into())),
                    },
                );
            }
            let mut hash = prefix.clone();
            hash.update(&cells);
            let ordinal = ordinals.entry(cells).or_default();
            hash.update(ordinal.to_string());
            *ordinal += 1;
            (hash.finalize().into(), *row)
        })
        .collect();
    hashed.sort_unstable();
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    hashed.into_iter().take(most).map(|(_, row)| row).collect()
}

/// Tags of cells.
const MISSING: u8 = b'-';
const NUMBER: u8 = b'n';
const TEXT: u8 = b't';

/// Returns a hash that has read the key in lower-case hexadecimal. The digits are hashed one by one,
/// so that no copy of the key remains in memory.
fn keyed_hash(key: &[u8; 32]) -> Sha256 {
    let digit = |nibble: u8| b"0123456789abcdef"[usize::from(nibble)];
    let mut hash = Sha256::new();
    for byte in key {
        hash.update([digit(byte >> 4), digit(byte & 15)]);
    }
    hash
}

/// Writes a cell as it is hashed: its tag, and unless it is missing its length in bytes, a colon and
/// the bytes. A number is written as the digits of the integer v * 10^18, which do not depend on the
/// way v was written.
fn push_cell(bytes: &mut Vec<u8>, cell: Option<(u8, std::borrow::Cow<'_, str>)>) {
    match cell {
        None => bytes.push(MISSING),
        Some((tag, text)) => {
            bytes.push(tag);
            bytes.extend_from_slice(text.len().to_string().as_bytes());
            bytes.push(b':');
            bytes.extend_from_slice(text.as_bytes());
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::{ops::ControlFlow, sync::Mutex};

    use super::*;

    #[test]
    fn it_is_told_how_far_the_choice_is_often_enough_to_stop_it() {
        let rows = 2 * TOLD + 1;
        let person = Column::integers("who", (0..).take(rows).map(Some).collect());
        let told = Mutex::new(Vec::new());
        let listener = |done, _| {
            told.lock().unwrap().push(done);
            ControlFlow::Continue(())
        };
        let stage = RowProgress::telling(&listener).of(rows as u64);
        assert_eq!(
            kept(&person, &[], 1, &[0; 32], &stage).unwrap(),
            vec![true; rows]
        );
        let read = [0, TOLD, 2 * TOLD];
        let chosen = read.map(|done| rows + done);
        let expected: Vec<u64> = [read, chosen]
            .concat()
            .iter()
            .map(|done| *done as u64 / 3)
            .collect();
        assert_eq!(told.into_inner().unwrap(), expected);
    }
}
