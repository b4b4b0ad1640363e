//! A table in memory, by columns. It is the owner's data: no `Debug`, nothing of it in an error but a line number.

use crate::error::{Error, ErrorCode, Result};
use crate::view::{ColumnType, ColumnView};

use super::number::Number;

/// One cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Cell<'a> {
    /// Empty.
    Missing,
    /// A whole number.
    Integer(i64),
    /// A decimal number, as written.
    Decimal(&'a str),
    /// Text, as written; never empty.
    Text(&'a str),
}

impl<'a> Cell<'a> {
    /// What a text cell says: without the spaces around it, and nothing if it is blank.
    pub(crate) fn text(&self) -> Option<&'a str> {
        match self {
            Self::Text(text) => Some(text.trim()).filter(|text| !text.is_empty()),
            Self::Missing | Self::Integer(_) | Self::Decimal(_) => None,
        }
    }

    /// The exact number of a cell of a number column.
    pub(crate) fn number(&self) -> Option<Number> {
        match self {
            Self::Missing | Self::Text(_) => None,
            Self::Integer(value) => Some(Number::from_integer(*value)),
            Self::Decimal(text) => Number::parse(text.trim()),
        }
    }
}

/// Strings back to back; an empty one is a missing cell.
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
        self.bytes.push_str(text);
        let end = u32::try_from(self.bytes.len()).map_err(|_| {
            Error::refused(
                ErrorCode::ColumnTooLarge,
                "One column holds more than 4 GiB.",
            )
            .hint("Split the table, or leave the column out.")
        })?;
        self.ends.push(end);
        Ok(())
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn get(&self, row: usize) -> Option<&str> {
        let end = *self.ends.get(row)? as usize;
        let start = match row.checked_sub(1) {
            Some(before) => *self.ends.get(before)? as usize,
            None => 0,
        };
        self.bytes.get(start..end)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len()).filter_map(|row| self.get(row))
    }
}

enum Cells {
    Integer(Vec<Option<i64>>),
    Decimal(Texts),
    Text(Texts),
    /// So many cells of that type that were not read, because nobody asks for them.
    Unread(ColumnType, usize),
}

/// A named column of one type.
pub struct Column {
    name: String,
    cells: Cells,
}

impl Column {
    /// A column of whole numbers; `None` is a missing cell.
    pub fn integers(name: impl Into<String>, cells: Vec<Option<i64>>) -> Self {
        Self {
            name: name.into(),
            cells: Cells::Integer(cells),
        }
    }

    /// A column of decimal numbers as written; blank is a missing cell.
    ///
    /// # Errors
    /// A cell that is no number, by its row.
    pub fn decimals<'a>(
        name: impl Into<String>,
        cells: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self> {
        let name = name.into();
        let mut texts = Texts::new();
        for cell in cells {
            let number = cell.trim();
            if !number.is_empty() && Number::parse(number).is_none() {
                return Err(Error::failed(
                    ErrorCode::BrokenTable,
                    format!(
                        "Row {} of the number column '{name}' holds no number.",
                        texts.len() + 1
                    ),
                )
                .hint("The stored table is damaged: import the file again."));
            }
            texts.push(if number.is_empty() { "" } else { cell })?;
        }
        Ok(Self {
            name,
            cells: Cells::Decimal(texts),
        })
    }

    /// A column of texts as written; an empty one is a missing cell.
    ///
    /// # Errors
    /// More than 4 GiB.
    pub fn texts<'a>(
        name: impl Into<String>,
        cells: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self> {
        let mut texts = Texts::new();
        for cell in cells {
            texts.push(cell)?;
        }
        Ok(Self::from_texts(name, texts))
    }

    /// Numbers that were parsed before, as written; an empty one is a missing cell.
    pub(crate) fn from_decimals(name: impl Into<String>, texts: Texts) -> Self {
        Self {
            name: name.into(),
            cells: Cells::Decimal(texts),
        }
    }

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

    /// The header.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What its cells hold.
    pub fn column_type(&self) -> ColumnType {
        match self.cells {
            Cells::Integer(_) => ColumnType::Integer,
            Cells::Decimal(_) => ColumnType::Decimal,
            Cells::Text(_) => ColumnType::Text,
            Cells::Unread(column_type, _) => column_type,
        }
    }

    /// The number of cells.
    pub fn rows(&self) -> usize {
        match &self.cells {
            Cells::Integer(cells) => cells.len(),
            Cells::Decimal(texts) | Cells::Text(texts) => texts.len(),
            Cells::Unread(_, rows) => *rows,
        }
    }

    /// The cell in `row`, from 0; missing beyond the last.
    pub fn cell(&self, row: usize) -> Cell<'_> {
        match &self.cells {
            Cells::Integer(cells) => cells
                .get(row)
                .copied()
                .flatten()
                .map_or(Cell::Missing, Cell::Integer),
            Cells::Decimal(texts) => match texts.get(row) {
                None | Some("") => Cell::Missing,
                Some(text) => Cell::Decimal(text),
            },
            Cells::Text(texts) => match texts.get(row) {
                None | Some("") => Cell::Missing,
                Some(text) => Cell::Text(text),
            },
            Cells::Unread(..) => Cell::Missing,
        }
    }

    /// How many cells are missing.
    pub fn missing(&self) -> u64 {
        (0..self.rows())
            .filter(|row| self.cell(*row) == Cell::Missing)
            .count() as u64
    }

    fn keep(&self, keep: &[bool]) -> Result<Self> {
        let kept = |texts: &Texts| -> Result<Texts> {
            let mut left = Texts::new();
            for (text, keep) in texts.iter().zip(keep) {
                if *keep {
                    left.push(text)?;
                }
            }
            Ok(left)
        };
        let cells = match &self.cells {
            Cells::Integer(cells) => Cells::Integer(
                cells
                    .iter()
                    .zip(keep)
                    .filter_map(|(cell, keep)| keep.then_some(*cell))
                    .collect(),
            ),
            Cells::Decimal(texts) => Cells::Decimal(kept(texts)?),
            Cells::Text(texts) => Cells::Text(kept(texts)?),
            Cells::Unread(column_type, _) => {
                Cells::Unread(*column_type, keep.iter().filter(|keep| **keep).count())
            }
        };
        Ok(Self {
            name: self.name.clone(),
            cells,
        })
    }
}

/// Columns of equal length under different names.
pub struct Table {
    columns: Vec<Column>,
    rows: usize,
}

impl Table {
    /// A table of these columns.
    ///
    /// # Errors
    /// No column, columns of different lengths, two columns of one name.
    pub fn new(columns: Vec<Column>) -> Result<Self> {
        let broken = |what: &str| {
            Err(
                Error::failed(ErrorCode::BrokenTable, format!("The table {what}."))
                    .hint("Import the file again."),
            )
        };
        let Some(rows) = columns.first().map(Column::rows) else {
            return broken("has no column");
        };
        if columns.iter().any(|column| column.rows() != rows) {
            return broken("has columns of different lengths");
        }
        let names: std::collections::HashSet<&str> = columns.iter().map(Column::name).collect();
        if names.len() != columns.len() {
            return broken("has two columns of one name");
        }
        Ok(Self { columns, rows })
    }

    /// The columns, in the file's order.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// The column of that name.
    ///
    /// # Errors
    /// There is none; the hint lists those that there are.
    pub fn column(&self, name: &str) -> Result<&Column> {
        self.columns
            .iter()
            .find(|column| column.name == name)
            .ok_or_else(|| unknown_column(name, self.columns.iter().map(Column::name)))
    }

    /// Names and types, as [`super::attribute::plan`] wants them.
    pub fn schema(&self) -> Vec<(String, ColumnType)> {
        self.columns
            .iter()
            .map(|column| (column.name.clone(), column.column_type()))
            .collect()
    }

    /// Names, types and missing cells.
    pub fn column_views(&self) -> Vec<ColumnView> {
        self.columns
            .iter()
            .map(|column| ColumnView {
                name: column.name.clone(),
                column_type: column.column_type(),
                missing: column.missing(),
            })
            .collect()
    }

    /// The rows whose flag is set, in the same order.
    pub(crate) fn keep(&self, keep: &[bool]) -> Result<Self> {
        let columns = self
            .columns
            .iter()
            .map(|column| column.keep(keep))
            .collect::<Result<Vec<_>>>()?;
        Self::new(columns)
    }
}

/// The error for a column that a table does not have.
pub(crate) fn unknown_column<'a>(name: &str, columns: impl IntoIterator<Item = &'a str>) -> Error {
    const SHOWN: usize = 40;
    let names: Vec<&str> = columns.into_iter().collect();
    let mut list = names
        .iter()
        .take(SHOWN)
        .copied()
        .collect::<Vec<_>>()
        .join(", ");
    if let Some(more) = names.len().checked_sub(SHOWN).filter(|more| *more > 0) {
        list.push_str(&format!(" and {more} more"));
    }
    Error::usage(
        ErrorCode::UnknownColumn,
        format!("There is no column '{name}'."),
    )
    .hint(format!("The columns are: {list}."))
}
