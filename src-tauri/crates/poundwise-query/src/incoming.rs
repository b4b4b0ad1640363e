//! Rows that arrive once, one after the other, such as those of a database.
//!
//! A file is read twice, and the first reading finds the forms of its columns. These rows come only
//! once, so the forms are stated before.

use poundwise_documents::kinds::ColumnType;

use crate::error::Result;
use crate::number::CellForm;
use crate::repeats::Repeats;
use crate::report::RepeatedIds;
use crate::rows::BATCH;
use crate::schema::{Schema, SchemaColumn};
use crate::table::{Filling, Table};

/// Bytes of the cells of a batch after which it is taken.
const BATCH_BYTES: usize = 1 << 28;

/// Collects rows into batches of a table. Holds data: no `Debug`.
pub struct IncomingRows {
    columns: Vec<Incoming>,
    batch: Vec<Filling>,
    batch_rows: usize,
    batch_bytes: usize,
    rows: u64,
}

struct Incoming {
    declared: SchemaColumn,
    /// The decimals at which all numbers have at most 18 digits, or `None` if they may have more.
    scale: Option<u32>,
    missing: u64,
    repeats: Repeats,
}

impl Incoming {
    fn filling(&self) -> Filling {
        let SchemaColumn {
            name, column_type, ..
        } = &self.declared;
        Filling::new(name, *column_type, self.scale, CellForm::PLAIN)
    }
}

impl IncomingRows {
    /// Returns a collection without rows. `scales` has for each column the decimals at which all of
    /// its numbers have at most 18 digits, or `None` if they may have more.
    #[must_use]
    pub fn new(schema: &Schema, scales: &[Option<u32>]) -> Self {
        let columns = schema.columns().iter().enumerate();
        let columns = columns.map(|(place, declared)| Incoming {
            declared: declared.clone(),
            scale: scales.get(place).copied().flatten(),
            missing: 0,
            repeats: Repeats::of(&declared.name),
        });
        let columns: Vec<Incoming> = columns.collect();
        Self {
            batch: columns.iter().map(Incoming::filling).collect(),
            columns,
            batch_rows: 0,
            batch_bytes: 0,
            rows: 0,
        }
    }

    /// Returns a table without rows that has the columns of the batches.
    ///
    /// # Errors
    /// Two columns of one name.
    pub fn layout(&self) -> Result<Table> {
        let columns = self.columns.iter();
        Table::new(columns.map(|one| one.filling().column()).collect())
    }

    /// Takes a row: numbers with a decimal point, days by ISO 8601, and `None` for a missing cell.
    /// Returns `false` for a row that does not fit: one with another number of cells or a larger
    /// number than stated.
    ///
    /// # Errors
    /// `column-too-large`.
    pub fn push(&mut self, row: &[Option<String>]) -> Result<bool> {
        if row.len() != self.columns.len() {
            return Ok(false);
        }
        for ((column, filling), cell) in self.columns.iter_mut().zip(&mut self.batch).zip(row) {
            let text = cell.as_deref().unwrap_or_default();
            self.batch_bytes += text.len();
            let is_number = column.declared.column_type == ColumnType::Number;
            if !text.is_empty() && (!is_number || column.repeats.is_id()) {
                column.repeats.see(text);
            }
            if !filling.push(text)? {
                return Ok(false);
            }
        }
        self.batch_rows += 1;
        self.rows += 1;
        Ok(true)
    }

    /// Returns whether the batch is to be taken.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.batch_rows >= BATCH || self.batch_bytes >= BATCH_BYTES
    }

    /// Returns the rows since the last batch.
    ///
    /// # Errors
    /// Two columns of one name.
    pub fn take(&mut self) -> Result<Table> {
        (self.batch_rows, self.batch_bytes) = (0, 0);
        let mut columns = Vec::with_capacity(self.columns.len());
        for (column, filling) in self.columns.iter_mut().zip(&mut self.batch) {
            let filled = std::mem::replace(filling, column.filling());
            column.missing += filled.missing();
            columns.push(filled.column());
        }
        Table::new(columns)
    }

    /// Returns the number of rows so far.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// Returns the number of missing cells of each column in the batches that were taken.
    #[must_use]
    pub fn missing(&self) -> Vec<u64> {
        self.columns.iter().map(|column| column.missing).collect()
    }

    /// Returns the first column that looks like ids and has repeated values, if there is one.
    #[must_use]
    pub fn repeated_ids(&self) -> Option<RepeatedIds> {
        let found = |column: &Incoming| {
            let is_text = column.declared.column_type == ColumnType::Text;
            column.repeats.found(&column.declared.name, is_text)
        };
        self.columns.iter().find_map(found)
    }
}
