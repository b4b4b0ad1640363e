//! A table in memory, by columns. It is the owner's data: no `Debug`, nothing of it in an error but
//! a line number.

use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::QueryFault;
use crate::hint::{List, QueryHint};
use crate::messages::{FileFlaw, FileMessage, QuestionMessage};
use chrono::NaiveDate;
use poundwise_documents::kinds::ColumnType;

use super::number::{CellForm, MAX_SCALE, Number};
use super::schema::{Schema, SchemaColumn};
use super::text::canonical_text;

/// One cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cell<'a> {
    /// Empty, or not conforming to the column's type.
    Missing,
    /// A number.
    Number(CellNumber),
    /// Text in its canonical form ([`canonical_text`]); never empty.
    Text(&'a str),
    /// A day.
    Date(NaiveDate),
}

/// The exact number of a cell. Its text is canonical: equal numbers have one text, however they
/// were written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CellNumber(pub(crate) Number);

impl std::fmt::Display for CellNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl<'a> Cell<'a> {
    /// Returns the text of a cell of a text column.
    pub(crate) fn text(&self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Missing | Self::Number(_) | Self::Date(_) => None,
        }
    }

    /// Returns the exact number of a cell of a number column.
    pub(crate) fn number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(number.0),
            Self::Missing | Self::Text(_) | Self::Date(_) => None,
        }
    }

    /// Returns the day of a cell of a column of dates.
    pub(crate) fn day(&self) -> Option<NaiveDate> {
        match self {
            Self::Date(day) => Some(*day),
            Self::Missing | Self::Number(_) | Self::Text(_) => None,
        }
    }
}

/// Strings back to back; an empty one is a missing cell.
#[derive(Clone)]
pub(crate) struct Texts {
    bytes: String,
    ends: Vec<u32>,
}

impl Texts {
    pub(crate) fn new() -> Self {
        Self {
            bytes: String::new(),
            ends: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, text: &str) -> Result<()> {
        // Before it is copied: the memory may not be there.
        let end = u32::try_from(self.bytes.len() + text.len()).map_err(|_| {
            Error::refused(QueryErrorCode::ColumnTooLarge, FileMessage::ColumnOf4GiB)
                .hint(QueryHint::SplitTable)
        })?;
        self.bytes.push_str(text);
        self.ends.push(end);
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    fn append(&mut self, more: &Self) -> Result<()> {
        (0..more.len()).try_for_each(|row| self.push(more.get(row).unwrap_or_default()))
    }

    pub(crate) fn get(&self, row: usize) -> Option<&str> {
        let end = *self.ends.get(row)? as usize;
        let start = match row.checked_sub(1) {
            Some(before) => *self.ends.get(before)? as usize,
            None => 0,
        };
        self.bytes.get(start..end)
    }
}

/// The form of a column's cells in memory and in the stored file. It depends on the cells, and
/// never leaves the home.
#[derive(Clone)]
enum Cells {
    /// Numbers as integers of 10^-scale; `None` is a missing cell.
    Scaled {
        scale: u32,
        cells: Vec<Option<i64>>,
    },
    /// The canonical texts of numbers of which one does not fit.
    Numbers(Texts),
    Text(Texts),
    /// Days, as their numbers of days after 1970-01-01.
    Days(Vec<Option<i64>>),
    /// Number of cells of that type that were not read, because they are not needed.
    Unread(ColumnType, usize),
}

/// Finds the scale at which all numbers of a column fit into 64 bits.
#[derive(Clone, Default)]
pub(crate) struct Fit {
    /// The largest absolute value among the mantissas of each scale.
    largest: [u128; MAX_SCALE as usize + 1],
    scale: u32,
}

impl Fit {
    pub(crate) fn see(&mut self, number: &Number) {
        self.scale = self.scale.max(number.scale());
        let mantissa = number.at_scale(number.scale()).unwrap_or(i128::MAX);
        if let Some(largest) = self.largest.get_mut(number.scale() as usize) {
            *largest = mantissa.unsigned_abs().max(*largest);
        }
    }

    /// Returns the scale, if there is one. Of decimals 18 digits fit, as every reader of Parquet
    /// takes them; of whole numbers what 64 bits hold.
    pub(crate) fn scale(&self) -> Option<u32> {
        let limit = if self.scale == 0 {
            i64::MAX.unsigned_abs().into()
        } else {
            10u128.pow(MAX_SCALE) - 1
        };
        let all = self.largest.iter().zip(0u32..);
        all.take(self.scale as usize + 1)
            .all(|(largest, scale)| {
                largest
                    .checked_mul(10u128.pow(self.scale - scale))
                    .is_some_and(|scaled| scaled <= limit)
            })
            .then_some(self.scale)
    }
}

/// A column that is being filled with cells as they are written in a file.
pub(crate) struct Filling {
    name: String,
    cells: Cells,
    /// How its numbers and dates are written.
    form: CellForm,
    missing: u64,
}

impl Filling {
    /// Returns a column of text, dates or numbers. Numbers are kept at a scale at which all of them
    /// fit, or as canonical texts.
    pub(crate) fn new(
        name: &str,
        column_type: ColumnType,
        fit: Option<u32>,
        form: CellForm,
    ) -> Self {
        let cells = match (column_type, fit) {
            (ColumnType::Text, _) => Cells::Text(Texts::new()),
            (ColumnType::Date, _) => Cells::Days(Vec::new()),
            (ColumnType::Number, Some(scale)) => Cells::Scaled {
                scale,
                cells: Vec::new(),
            },
            (ColumnType::Number, None) => Cells::Numbers(Texts::new()),
        };
        Self {
            name: canonical_text(name).into_owned(),
            cells,
            form,
            missing: 0,
        }
    }

    /// Takes a cell; one that does not conform is missing. `false` if it is a number that does not
    /// fit.
    pub(crate) fn push(&mut self, text: &str) -> Result<bool> {
        let text = &*canonical_text(text);
        match &mut self.cells {
            Cells::Text(texts) => {
                self.missing += u64::from(text.is_empty());
                texts.push(text)?;
            }
            Cells::Numbers(texts) => match self.form.read(text) {
                Some(number) => texts.push(&number.to_string())?,
                None => {
                    self.missing += 1;
                    texts.push("")?;
                }
            },
            Cells::Scaled { scale, cells } => match self.form.read(text) {
                None => {
                    self.missing += 1;
                    cells.push(None);
                }
                Some(number) => {
                    let scaled = number.at_scale(*scale).map(i64::try_from);
                    let Some(Ok(scaled)) = scaled else {
                        return Ok(false);
                    };
                    cells.push(Some(scaled));
                }
            },
            Cells::Days(cells) => {
                let day = self.form.day(text);
                self.missing += u64::from(day.is_none());
                cells.push(day.map(|day| day.to_epoch_days().into()));
            }
            Cells::Unread(..) => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the number of missing cells among those taken.
    pub(crate) fn missing(&self) -> u64 {
        self.missing
    }

    pub(crate) fn column(self) -> Column {
        Column {
            name: self.name,
            cells: self.cells,
        }
    }
}

/// Returns the day with this number of days after 1970-01-01, if the calendar has it.
pub(crate) fn day_of(days: i64) -> Option<NaiveDate> {
    NaiveDate::from_epoch_days(days.try_into().ok()?)
}

/// A named column of one type.
#[derive(Clone)]
pub struct Column {
    name: String,
    cells: Cells,
}

impl Column {
    /// Returns a column of whole numbers; `None` is a missing cell.
    pub fn integers(name: impl Into<String>, cells: Vec<Option<i64>>) -> Self {
        Self::scaled(name, 0, cells)
    }

    /// Returns a column of numbers as a file has them; a cell that is no number is missing.
    ///
    /// # Errors
    /// `column-too-large`: more than 4 GiB.
    pub fn numbers<'a>(
        name: impl Into<String>,
        cells: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self> {
        let written: Vec<&str> = cells.into_iter().collect();
        let mut fit = Fit::default();
        for cell in &written {
            if let Some(number) = CellForm::PLAIN.read(&canonical_text(cell)) {
                fit.see(&number);
            }
        }
        let mut filling = Filling::new(
            &name.into(),
            ColumnType::Number,
            fit.scale(),
            CellForm::PLAIN,
        );
        for cell in written {
            filling.push(cell)?;
        }
        Ok(filling.column())
    }

    /// Returns a column of texts; a blank one is a missing cell.
    ///
    /// # Errors
    /// `column-too-large`: more than 4 GiB.
    pub fn texts<'a>(
        name: impl Into<String>,
        cells: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self> {
        let mut filling = Filling::new(&name.into(), ColumnType::Text, None, CellForm::PLAIN);
        for cell in cells {
            filling.push(cell)?;
        }
        Ok(filling.column())
    }

    /// Returns a column of dates as ISO 8601 writes them; a cell that is no day is missing.
    ///
    /// # Errors
    /// `column-too-large`: more than 4 GiB.
    pub fn dates<'a>(
        name: impl Into<String>,
        cells: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self> {
        let mut filling = Filling::new(&name.into(), ColumnType::Date, None, CellForm::PLAIN);
        for cell in cells {
            filling.push(cell)?;
        }
        Ok(filling.column())
    }

    /// Returns numbers as integers of 10^-`scale`.
    pub(crate) fn scaled(name: impl Into<String>, scale: u32, cells: Vec<Option<i64>>) -> Self {
        Self {
            name: canonical_text(&name.into()).into_owned(),
            cells: Cells::Scaled { scale, cells },
        }
    }

    /// Returns dates, as their numbers of days after 1970-01-01.
    pub(crate) fn days(name: impl Into<String>, cells: Vec<Option<i64>>) -> Self {
        Self {
            name: name.into(),
            cells: Cells::Days(cells),
        }
    }

    /// Returns canonical texts of numbers that were checked before; an empty one is a missing cell.
    pub(crate) fn from_numbers(name: impl Into<String>, texts: Texts) -> Self {
        Self {
            name: name.into(),
            cells: Cells::Numbers(texts),
        }
    }

    /// Texts without spaces around them; an empty one is a missing cell.
    pub(crate) fn from_texts(name: impl Into<String>, texts: Texts) -> Self {
        Self {
            name: name.into(),
            cells: Cells::Text(texts),
        }
    }

    pub(crate) fn unread(name: impl Into<String>, column_type: ColumnType, rows: usize) -> Self {
        Self {
            name: name.into(),
            cells: Cells::Unread(column_type, rows),
        }
    }

    /// Returns the header.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the type of its cells.
    pub fn column_type(&self) -> ColumnType {
        match self.cells {
            Cells::Scaled { .. } | Cells::Numbers(_) => ColumnType::Number,
            Cells::Text(_) => ColumnType::Text,
            Cells::Days(_) => ColumnType::Date,
            Cells::Unread(column_type, _) => column_type,
        }
    }

    /// Returns the number of cells.
    pub fn rows(&self) -> usize {
        match &self.cells {
            Cells::Scaled { cells, .. } | Cells::Days(cells) => cells.len(),
            Cells::Numbers(texts) | Cells::Text(texts) => texts.len(),
            Cells::Unread(_, rows) => *rows,
        }
    }

    /// Returns the cell in `row`, from 0; missing beyond the last.
    pub fn cell(&self, row: usize) -> Cell<'_> {
        match &self.cells {
            Cells::Scaled { scale, cells } => match cells.get(row) {
                Some(Some(value)) => Cell::Number(CellNumber(Number::from_scaled(*value, *scale))),
                Some(None) | None => Cell::Missing,
            },
            Cells::Numbers(texts) => texts
                .get(row)
                .and_then(Number::parse)
                .map_or(Cell::Missing, |number| Cell::Number(CellNumber(number))),
            Cells::Text(texts) => match texts.get(row) {
                None | Some("") => Cell::Missing,
                Some(text) => Cell::Text(text),
            },
            Cells::Days(cells) => match cells.get(row) {
                Some(Some(day)) => day_of(*day).map_or(Cell::Missing, Cell::Date),
                Some(None) | None => Cell::Missing,
            },
            Cells::Unread(..) => Cell::Missing,
        }
    }

    /// Returns scale and integers, where all numbers of the column are integers of 10^-scale.
    pub(crate) fn as_scaled(&self) -> Option<(u32, &[Option<i64>])> {
        match &self.cells {
            Cells::Scaled { scale, cells } => Some((*scale, cells)),
            Cells::Numbers(_) | Cells::Text(_) | Cells::Days(_) | Cells::Unread(..) => None,
        }
    }

    /// Returns the integers of a column that is kept as integers, and their scale.
    pub(crate) fn as_integers(&self) -> Option<(u32, &[Option<i64>])> {
        match &self.cells {
            Cells::Days(cells) => Some((0, cells)),
            _ => self.as_scaled(),
        }
    }

    /// Returns the texts, of a column that is not kept as integers.
    pub(crate) fn as_texts(&self) -> Option<&Texts> {
        match &self.cells {
            Cells::Numbers(texts) | Cells::Text(texts) => Some(texts),
            Cells::Scaled { .. } | Cells::Days(_) | Cells::Unread(..) => None,
        }
    }

    /// Returns whether its cells were read.
    pub(crate) fn is_read(&self) -> bool {
        !matches!(self.cells, Cells::Unread(..))
    }

    /// Returns whether it has the name and type of another column, and its cells have the same
    /// form.
    pub(crate) fn lies_as(&self, other: &Self) -> bool {
        self.name == other.name
            && match (&self.cells, &other.cells) {
                (Cells::Scaled { scale, .. }, Cells::Scaled { scale: other, .. }) => scale == other,
                (Cells::Numbers(_), Cells::Numbers(_))
                | (Cells::Text(_), Cells::Text(_))
                | (Cells::Days(_), Cells::Days(_)) => true,
                (Cells::Unread(one, _), Cells::Unread(other, _)) => one == other,
                _ => false,
            }
    }

    /// Returns a column of this name, type and form without cells.
    fn without_cells(&self) -> Self {
        let cells = match &self.cells {
            Cells::Scaled { scale, .. } => Cells::Scaled {
                scale: *scale,
                cells: Vec::new(),
            },
            Cells::Numbers(_) => Cells::Numbers(Texts::new()),
            Cells::Text(_) => Cells::Text(Texts::new()),
            Cells::Days(_) => Cells::Days(Vec::new()),
            Cells::Unread(column_type, _) => Cells::Unread(*column_type, 0),
        };
        Self {
            name: self.name.clone(),
            cells,
        }
    }

    /// Adds the cells of a column of the same form.
    fn append(&mut self, more: &Self) -> Result<()> {
        match (&mut self.cells, &more.cells) {
            (Cells::Scaled { cells, .. }, Cells::Scaled { cells: more, .. })
            | (Cells::Days(cells), Cells::Days(more)) => {
                cells.extend_from_slice(more);
                Ok(())
            }
            (Cells::Numbers(texts), Cells::Numbers(more))
            | (Cells::Text(texts), Cells::Text(more)) => texts.append(more),
            // Columns of the same form are not unread.
            _ => Err(broken(FileFlaw::ColumnsUnread)),
        }
    }

    /// Returns the number of missing cells.
    pub fn missing(&self) -> u64 {
        (0..self.rows())
            .filter(|row| self.cell(*row) == Cell::Missing)
            .count() as u64
    }
}

/// Columns of equal length under different names.
#[derive(Clone)]
pub struct Table {
    columns: Vec<Column>,
    rows: usize,
}

impl Table {
    /// Gives the canonical bytes of every cell, row by row: equal for equal cells, however they
    /// were written.
    pub fn each_cell(&self, mut sink: impl FnMut(&[u8])) {
        let mut bytes = Vec::new();
        for row in 0..self.rows {
            bytes.clear();
            for column in &self.columns {
                match column.cell(row) {
                    Cell::Missing => bytes.push(0),
                    Cell::Number(number) => {
                        bytes.push(1);
                        bytes.extend_from_slice(&number.0.canonical_bytes());
                    }
                    Cell::Text(text) => {
                        bytes.push(2);
                        bytes.extend_from_slice(&(text.len() as u64).to_le_bytes());
                        bytes.extend_from_slice(text.as_bytes());
                    }
                    Cell::Date(day) => {
                        bytes.push(3);
                        bytes.extend_from_slice(&day.to_epoch_days().to_le_bytes());
                    }
                }
            }
            sink(&bytes);
        }
    }

    /// Returns a table of these columns.
    ///
    /// # Errors
    /// No column, columns of different lengths, two columns of one name.
    pub fn new(columns: Vec<Column>) -> Result<Self> {
        let Some(rows) = columns.first().map(Column::rows) else {
            return Err(broken(FileFlaw::NoColumn));
        };
        if columns.iter().any(|column| column.rows() != rows) {
            return Err(broken(FileFlaw::UnequalColumns));
        }
        let names: std::collections::HashSet<&str> = columns.iter().map(Column::name).collect();
        if names.len() != columns.len() {
            return Err(broken(FileFlaw::TwoOfOneName));
        }
        Ok(Self { columns, rows })
    }

    /// Returns a table of the same columns without rows.
    pub(crate) fn without_rows(&self) -> Self {
        Self {
            columns: self.columns.iter().map(Column::without_cells).collect(),
            rows: 0,
        }
    }

    /// Returns whether it has the columns of another table, by names and types.
    pub(crate) fn has_columns_of(&self, other: &Self) -> bool {
        let is_same = |(one, other): (&Column, &Column)| {
            one.name == other.name && one.column_type() == other.column_type()
        };
        self.columns.len() == other.columns.len()
            && self.columns.iter().zip(&other.columns).all(is_same)
    }

    /// Returns whether it has the columns of another table, and their cells have the same forms.
    pub(crate) fn lies_as(&self, other: &Self) -> bool {
        self.columns.len() == other.columns.len()
            && self
                .columns
                .iter()
                .zip(&other.columns)
                .all(|(one, other)| one.lies_as(other))
    }

    /// Adds the rows of a table with columns of the same forms.
    ///
    /// # Errors
    /// `broken-table`: other columns. `column-too-large`.
    pub(crate) fn append(&mut self, more: &Self) -> Result<()> {
        if !more.lies_as(self) {
            return Err(broken(FileFlaw::OtherForms));
        }
        for (column, more) in self.columns.iter_mut().zip(&more.columns) {
            column.append(more)?;
        }
        self.rows += more.rows;
        Ok(())
    }

    /// Returns the columns, in the file's order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the column of that name.
    ///
    /// # Errors
    /// `unknown-column`: there is none; the hint lists those that there are.
    pub fn column(&self, name: &str) -> Result<&Column> {
        let wanted = canonical_text(name);
        self.columns
            .iter()
            .find(|column| column.name == wanted)
            .ok_or_else(|| unknown_column(name, self.columns.iter().map(Column::name)))
    }

    /// Returns names and types; no stated values.
    pub fn schema(&self) -> Schema {
        let columns = self
            .columns
            .iter()
            .map(|column| SchemaColumn::new(column.name.clone(), column.column_type()));
        Schema::of_checked(columns.collect())
    }
}

fn broken(flaw: FileFlaw) -> Error {
    let problem = flaw.into();
    Error::failed(
        QueryErrorCode::BrokenTable,
        FileMessage::StoredTable { problem },
    )
    .hint(QueryHint::ImportAgain)
}

/// Returns the error for a column that a table does not have.
pub fn unknown_column<'a>(name: &str, columns: impl IntoIterator<Item = &'a str>) -> Error {
    const SHOWN: usize = 40;
    let list = List::of(columns, SHOWN);
    Error::usage(
        QueryErrorCode::UnknownColumn,
        QuestionMessage::UnknownColumn {
            column: name.to_owned(),
        },
    )
    .at(QueryFault::NoColumn {
        column: name.to_owned(),
        columns: list.names.clone(),
        more: list.more as u64,
    })
    .hint(QueryHint::Columns { columns: list })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_table_has_columns_of_one_length_under_different_names() {
        let column = |name: &str, rows: usize| Column::integers(name, vec![Some(1); rows]);
        assert_eq!(
            Table::new(vec![column("a", 2), column("b", 2)])
                .unwrap()
                .rows(),
            2
        );
        for (columns, what) in [
            (vec![], "has no column"),
            (vec![column("a", 2), column("b", 3)], "different lengths"),
            (
                vec![column("a", 2), column("a", 2)],
                "two columns of one name",
            ),
        ] {
            let error = Table::new(columns).err().unwrap();
            assert_eq!(error.code(), Some(QueryErrorCode::BrokenTable));
            assert!(error.to_string().contains(what), "{error}");
        }
    }

    #[test]
    fn a_scale_is_one_at_which_every_number_fits() {
        let scale = |numbers: &[&str]| {
            let mut fit = Fit::default();
            for number in numbers {
                fit.see(&Number::parse(number).unwrap());
            }
            fit.scale()
        };
        // 18 digits with decimals, 64 bits without.
        for (numbers, expected) in [
            (&["9223372036854775807"][..], Some(0)),
            (&["-9223372036854775807"], Some(0)),
            (&["9223372036854775808"], None),
            (&["1000000000000000000", "7"], Some(0)),
            (&["9223372036854775808", "7"], None),
            (&["99999999999999999.9"], Some(1)),
            (&["100000000000000000", "0.5"], None),
            (&["99999999999999999", "0.5"], Some(1)),
            (&["-0.999999999999999999"], Some(18)),
            (&["1", "0.999999999999999999"], None),
        ] {
            assert_eq!(scale(numbers), expected, "{numbers:?}");
        }
    }

    #[test]
    fn the_columns_that_there_are_are_named_up_to_forty() {
        let names: Vec<String> = (1..=41).map(|n| format!("c{n}")).collect();
        let hint = |count: usize| {
            let error = unknown_column("x", names.iter().take(count).map(String::as_str));
            error.hints()[0].to_string()
        };
        assert_eq!(hint(2), "The columns are: c1, c2.");
        assert!(hint(40).ends_with("c39, c40."), "{}", hint(40));
        assert!(hint(41).ends_with("c39, c40 and 1 more."), "{}", hint(41));
    }
}
