//! The file of a table as a source of rows.

use std::borrow::Cow;

use crate::error::Result;
use crate::progress::RowProgress;
use crate::rows::{BATCH, Rows};
use crate::table::{Column, Filling, Table};

use super::{Seen, Survey};

/// Bytes of cells after which a batch ends, if it has not its number of rows before.
const BATCH_BYTES: usize = 1 << 30;

/// The rows of a surveyed file. Each pass reads the file again, and fails with `file-changed` if the
/// file has changed.
impl Rows for Survey {
    fn layout(&self) -> Result<Table> {
        let columns = self
            .columns
            .iter()
            .map(|column| self.filling(column).column());
        Table::new(columns.collect())
    }

    fn count(&self) -> u64 {
        self.rows
    }

    /// `progress` receives the file's bytes.
    fn batches(
        &self,
        columns: &[usize],
        progress: &RowProgress<'_>,
        take: &mut dyn FnMut(Cow<'_, Table>) -> Result<()>,
    ) -> Result<()> {
        self.groups((columns, BATCH), progress, take)
    }
}

impl Survey {
    /// Reads the file again and calls `take` with `size` rows of these columns at a time, and the
    /// rest.
    pub(super) fn groups(
        &self,
        (wanted, size): (&[usize], usize),
        progress: &RowProgress<'_>,
        take: &mut dyn FnMut(Cow<'_, Table>) -> Result<()>,
    ) -> Result<()> {
        let mut group = Group::of(self, wanted);
        let mut missing = vec![0; self.columns.len()];
        self.rows_again(progress, |record| -> Result<()> {
            for (_, place, filling) in &mut group.read {
                if !filling.push(record.get(*place))? {
                    return Err(self.source.changed());
                }
            }
            group.rows += 1;
            group.bytes += record.size();
            if group.rows == size || group.bytes >= BATCH_BYTES {
                let full = std::mem::replace(&mut group, Group::of(self, wanted));
                take(Cow::Owned(full.table(self, &mut missing)?))?;
            }
            Ok(())
        })?;
        if group.rows > 0 {
            take(Cow::Owned(group.table(self, &mut missing)?))?;
        }
        // The report of missing cells is of these rows.
        let counted = |index: &usize| {
            let column = self.columns.get(*index).map(Seen::missing);
            column == missing.get(*index).copied()
        };
        if wanted.iter().all(counted) {
            Ok(())
        } else {
            Err(self.source.changed())
        }
    }

    fn filling(&self, column: &Seen) -> Filling {
        let form = column.numbers.form.clone();
        Filling::new(&column.name, column.column_type(), column.fit.scale(), form)
    }
}

/// Rows that are being read.
struct Group {
    /// The columns that are read: their places in the table and in the rows of the file.
    read: Vec<(usize, usize, Filling)>,
    rows: usize,
    /// Bytes of the cells of these rows.
    bytes: usize,
}

impl Group {
    fn of(survey: &Survey, wanted: &[usize]) -> Self {
        let columns = survey.columns.iter().enumerate();
        let read = columns.filter(|(index, _)| wanted.contains(index));
        Self {
            read: read
                .map(|(index, column)| (index, column.place, survey.filling(column)))
                .collect(),
            rows: 0,
            bytes: 0,
        }
    }

    /// Returns the rows. Adds the number of their missing cells to `missing`.
    fn table(self, survey: &Survey, missing: &mut [u64]) -> Result<Table> {
        let mut read = self.read.into_iter().peekable();
        let columns = survey.columns.iter().enumerate().map(|(index, column)| {
            let Some((.., filling)) = read.next_if(|(read, ..)| *read == index) else {
                return Column::unread(&column.name, column.column_type(), self.rows);
            };
            if let Some(missing) = missing.get_mut(index) {
                *missing += filling.missing();
            }
            filling.column()
        });
        Table::new(columns.collect())
    }
}
