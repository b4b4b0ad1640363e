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
use std::ops::Range;

use sha2::{Digest, Sha256};

use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::QueryHint;
use crate::messages::QuestionMessage;
use crate::progress::RowProgress;
use crate::rows::{Rows, each_batch};
use crate::source::other_table;
use crate::table::{Cell, Column, Table};

/// Number of rows after which progress is reported.
pub(crate) const TOLD: usize = 1 << 14;

/// Contents of so many rows are held at a time in any case.
const HELD: u64 = 1 << 17;

/// Contents of more rows are held in so many parts, one after the other.
const PARTS: u64 = 8;

/// Person number of rows without a person.
const NOBODY: u32 = u32::MAX;

/// The persons of a source's rows.
struct Persons {
    /// Person number of each row: persons are numbered in order of appearance.
    of_rows: Vec<u32>,
    /// The number of rows of each person.
    rows: Vec<u64>,
}

impl Persons {
    /// Numbers the persons of a column. Persons are compared by their whole names.
    fn of(rows: &dyn Rows, person: usize, tell: impl Fn(usize) -> Result<()>) -> Result<Self> {
        let mut numbers: HashMap<Box<[u8]>, u32> = HashMap::new();
        let mut persons = Self {
            of_rows: Vec::new(),
            rows: Vec::new(),
        };
        each_batch(rows, &[person], &RowProgress::silent(), |batch| {
            let column = column_at(batch, person)?;
            for row in 0..batch.rows() {
                if persons.of_rows.len().is_multiple_of(TOLD) {
                    tell(persons.of_rows.len())?;
                }
                let number = match column.cell(row) {
                    Cell::Missing => NOBODY,
                    // A column has one type, so that cells of two types never meet.
                    Cell::Number(number) => {
                        persons.see(&mut numbers, &number.0.canonical_bytes())?
                    }
                    Cell::Text(text) => persons.see(&mut numbers, text.as_bytes())?,
                    Cell::Date(day) => {
                        persons.see(&mut numbers, &day.to_epoch_days().to_le_bytes())?
                    }
                };
                persons.of_rows.push(number);
            }
            Ok::<_, Error>(())
        })?;
        Ok(persons)
    }

    /// Counts a row of the person of this name, and returns the person's number.
    fn see(&mut self, numbers: &mut HashMap<Box<[u8]>, u32>, name: &[u8]) -> Result<u32> {
        let number = match numbers.get(name) {
            Some(number) => *number,
            None => {
                let number = u32::try_from(self.rows.len()).ok();
                let number = number.filter(|number| *number != NOBODY).ok_or_else(|| {
                    Error::refused(
                        QueryErrorCode::ColumnTooLarge,
                        QuestionMessage::TooManyPersons,
                    )
                    .hint(QueryHint::SplitTable)
                })?;
                numbers.insert(name.into(), number);
                self.rows.push(0);
                number
            }
        };
        if let Some(rows) = self.rows.get_mut(number as usize) {
            *rows += 1;
        }
        Ok(number)
    }

    /// Returns the number of rows of a person, or `None` for [`NOBODY`].
    fn rows_of(&self, number: u32) -> Option<u64> {
        self.rows.get(number as usize).copied()
    }

    /// Divides the persons with more than `most` rows into parts, by their numbers. A part has at
    /// most `held` rows of such persons, unless it is one person.
    fn parts(&self, most: u64, held: u64) -> Vec<Range<u32>> {
        let (mut parts, mut first, mut sum) = (Vec::new(), 0, 0);
        for (number, rows) in (0..NOBODY).zip(&self.rows) {
            if *rows <= most {
                continue;
            }
            if sum > 0 && sum + rows > held {
                parts.push(first..number);
                (first, sum) = (number, 0);
            }
            sum += rows;
        }
        if sum > 0 {
            parts.push(first..NOBODY);
        }
        parts
    }
}

fn column_at(batch: &Table, index: usize) -> Result<&Column> {
    batch.columns().get(index).ok_or_else(other_table)
}

/// Returns the number of rows of each person of a column, in no order. `stage` receives the rows.
///
/// # Errors
/// [`crate::Error::Stopped`]; errors of the source.
pub(crate) fn rows_each(
    rows: &dyn Rows,
    person: usize,
    stage: &RowProgress<'_>,
) -> Result<Vec<u64>> {
    Ok(Persons::of(rows, person, |row| stage.tell(row as u64))?.rows)
}

/// The rows of a source that count, one bit a row.
#[derive(PartialEq, Eq)]
pub(crate) struct Kept(Vec<u64>);

impl Kept {
    fn none_of(rows: usize) -> Self {
        Self(vec![0; rows.div_ceil(64)])
    }

    fn keep(&mut self, row: usize) {
        if let Some(bits) = self.0.get_mut(row / 64) {
            *bits |= 1 << (row % 64);
        }
    }

    /// Returns whether a row counts, by its place among all rows.
    pub(crate) fn has(&self, row: usize) -> bool {
        let bits = self.0.get(row / 64);
        bits.is_some_and(|bits| bits >> (row % 64) & 1 == 1)
    }
}

/// Returns the rows of a source that count in a question that reads the columns `content`, given in
/// the schema's order. `stage` receives two thirds of the rows.
///
/// Cost: one pass over the persons. If a person has more than K rows, up to nine passes over
/// persons and content. The rows of such persons alone are hashed. Memory: 4 bytes and a bit a
/// row; during the first pass each person's name, once, with some 60 bytes; after it an eighth (at
/// least 2^17) of the rows of persons with more than K rows: each as it is hashed, about 24 bytes a
/// number, and 32 bytes.
///
/// # Errors
/// [`crate::Error::Stopped`]; errors of the source.
pub(crate) fn kept(
    rows: &dyn Rows,
    person: usize,
    content: &[usize],
    rows_per_unit: u64,
    key: &[u8; 32],
    stage: &RowProgress<'_>,
) -> Result<Kept> {
    let persons = Persons::of(rows, person, |row| stage.tell(row as u64 / 3))?;
    let beyond: u64 = persons
        .rows
        .iter()
        .filter(|rows| **rows > rows_per_unit)
        .sum();
    let parts = persons.parts(rows_per_unit, HELD.max(beyond.div_ceil(PARTS)));
    chosen(
        rows,
        (person, content),
        &persons,
        (rows_per_unit, &parts),
        key,
        stage,
    )
}

/// Chooses the rows that count, of persons with more than `most` rows a part at a time.
fn chosen(
    rows: &dyn Rows,
    (person, content): (usize, &[usize]),
    persons: &Persons,
    (most, parts): (u64, &[Range<u32>]),
    key: &[u8; 32],
    stage: &RowProgress<'_>,
) -> Result<Kept> {
    let total = persons.of_rows.len() as u64;
    // Each part is read, and then hashed.
    let steps = 1 + 2 * parts.len() as u64;
    let tell =
        |step: u64, done: usize| stage.tell((total + (step * total + done as u64) / steps) / 3);
    let mut kept = Kept::none_of(persons.of_rows.len());
    for (row, number) in persons.of_rows.iter().enumerate() {
        if row.is_multiple_of(TOLD) {
            tell(0, row)?;
        }
        if persons.rows_of(*number).is_some_and(|rows| rows <= most) {
            kept.keep(row);
        }
    }
    // In the order in which they are hashed.
    let columns: Vec<usize> = [person]
        .into_iter()
        .chain(content.iter().copied())
        .collect();
    let keyed = keyed_hash(key);
    for (step, part) in (1..).step_by(2).zip(parts) {
        let mut contents = Contents::default();
        let mut before = 0;
        each_batch(rows, &columns, &RowProgress::silent(), |batch| {
            let read = columns.iter().map(|index| column_at(batch, *index));
            let read: Vec<&Column> = read.collect::<Result<_>>()?;
            let numbers = persons.of_rows.iter().skip(before);
            for (row, number) in numbers.take(batch.rows()).enumerate() {
                if (before + row).is_multiple_of(TOLD) {
                    tell(step, before + row)?;
                }
                if part.contains(number) && persons.rows_of(*number).is_some_and(|n| n > most) {
                    let cells = read.iter().map(|column| column.cell(row));
                    contents.push(*number, before + row, cells);
                }
            }
            before += batch.rows();
            Ok::<_, Error>(())
        })?;
        contents.choose(most, &keyed, &mut kept, |done| tell(step + 1, done))?;
    }
    Ok(kept)
}

/// Rows with their persons and contents.
#[derive(Default)]
struct Contents {
    /// Person and content of each row as they are hashed, one after the other.
    bytes: Vec<u8>,
    rows: Vec<RowContent>,
}

struct RowContent {
    person: u32,
    row: usize,
    /// Place of its bytes.
    first: usize,
    end: usize,
}

impl Contents {
    fn push<'a>(&mut self, number: u32, row: usize, cells: impl Iterator<Item = Cell<'a>>) {
        let first = self.bytes.len();
        cells.for_each(|cell| push_cell(&mut self.bytes, cell));
        self.rows.push(RowContent {
            person: number,
            row,
            first,
            end: self.bytes.len(),
        });
    }

    /// Keeps of each person the `most` rows with the smallest hashes. `keyed` has read the key.
    fn choose(
        mut self,
        most: u64,
        keyed: &Sha256,
        kept: &mut Kept,
        tell: impl Fn(usize) -> Result<()>,
    ) -> Result<()> {
        self.rows.sort_unstable_by_key(|row| (row.person, row.row));
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let (mut done, mut next) = (0, 0);
        for rows in self.rows.chunk_by(|one, other| one.person == other.person) {
            if done >= next {
                tell(done)?;
                next = done + TOLD;
            }
            done += rows.len();
            let mut ordinals: HashMap<&[u8], u64> = HashMap::new();
            let hashed = rows.iter().map(|row| {
                let content = self.bytes.get(row.first..row.end).unwrap_or_default();
                let ordinal = ordinals.entry(content).or_default();
                let mut hash = keyed.clone();
                hash.update(content);
                hash.update(ordinal.to_string());
                *ordinal += 1;
                (hash.finalize().into(), row.row)
            });
            let mut hashed: Vec<([u8; 32], usize)> = hashed.collect();
            hashed.sort_unstable();
            hashed
                .iter()
                .take(most)
                .for_each(|(_, row)| kept.keep(*row));
        }
        Ok(())
    }
}

/// Tags of cells.
const MISSING: u8 = b'-';
const NUMBER: u8 = b'n';
const TEXT: u8 = b't';
const DATE: u8 = b'd';

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
/// way v was written, and a date as YYYY-MM-DD.
fn push_cell(bytes: &mut Vec<u8>, cell: Cell<'_>) {
    let mut push = |tag: u8, text: &str| {
        bytes.push(tag);
        bytes.extend_from_slice(text.len().to_string().as_bytes());
        bytes.push(b':');
        bytes.extend_from_slice(text.as_bytes());
    };
    match cell {
        Cell::Missing => bytes.push(MISSING),
        Cell::Number(number) => push(NUMBER, &number.0.scaled_digits()),
        Cell::Text(text) => push(TEXT, text),
        Cell::Date(day) => push(DATE, &day.to_string()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::{ops::ControlFlow, sync::Mutex};

    use super::*;
    use crate::property::cases;
    use proptest::prelude::*;
    use proptest::property_test;

    /// Returns the rows kept, of persons and one column of content.
    fn keeps(persons: &[Option<i64>], stage: &RowProgress<'_>, k: u64, held: u64) -> Result<Kept> {
        let content = (0..).zip(persons).map(|(row, _)| Some(row % 3));
        let table = Table::new(vec![
            Column::integers("who", persons.to_vec()),
            Column::integers("what", content.collect()),
        ])?;
        let persons = Persons::of(&table, 0, |row| stage.tell(row as u64 / 3))?;
        let parts = persons.parts(k, held);
        chosen(&table, (0, &[1]), &persons, (k, &parts), &[7; 32], stage)
    }

    #[test]
    fn it_is_told_how_far_the_choice_is_often_enough_to_stop_it() {
        let rows = 2 * TOLD + 1;
        let told = |persons: &[Option<i64>]| {
            let told = Mutex::new(Vec::new());
            let listener = |done, _| {
                told.lock().unwrap().push(done);
                ControlFlow::Continue(())
            };
            let stage = RowProgress::telling(&listener).of(rows as u64);
            let kept = keeps(persons, &stage, 1, rows as u64).unwrap();
            let kept = (0..rows).filter(|row| kept.has(*row)).count();
            (kept, told.into_inner().unwrap())
        };
        let thirds =
            |told: &[usize]| -> Vec<u64> { told.iter().map(|done| *done as u64 / 3).collect() };
        let read = [0, TOLD, 2 * TOLD];
        let each_differs: Vec<Option<i64>> = (0..).take(rows).map(Some).collect();
        let expected = thirds(&[read, read.map(|done| rows + done)].concat());
        assert_eq!(told(&each_differs), (rows, expected));
        // Two rows each, but for the last: their contents are read, and then hashed.
        let pairs: Vec<Option<i64>> = (0..).take(rows).map(|row| Some(row / 2)).collect();
        let step = |step: usize| read.map(|done| rows + (step * rows + done) / 3);
        let expected = thirds(&[&read[..], &step(0), &step(1), &step(2)[..2]].concat());
        assert_eq!(told(&pairs), (TOLD + 1, expected));
    }

    /// A person whose rows were divided would have more than K of them.
    #[property_test(config = cases(300))]
    fn the_parts_make_no_difference(
        #[strategy = prop::collection::vec(prop::option::of(0i64..9), 0..80)] persons: Vec<
            Option<i64>,
        >,
        #[strategy = 1u64..4] k: u64,
        #[strategy = 1u64..12] held: u64,
    ) {
        let of = |held| keeps(&persons, &RowProgress::silent(), k, held).unwrap();
        prop_assert!(of(held) == of(u64::MAX));
    }

    #[test]
    fn a_part_has_at_most_so_many_rows_unless_it_is_one_person() {
        let persons = Persons {
            of_rows: Vec::new(),
            rows: vec![1, 3, 2, 9, 1, 2, 2, 2, 1],
        };
        assert_eq!(persons.parts(1, 5), [0..3, 3..5, 5..7, 7..NOBODY]);
        assert_eq!(persons.parts(9, 5), []);
    }
}
