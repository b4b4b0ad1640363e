//! Which records of a file are its header, and which are rows.

use crate::form::TableForm;

use super::record::Record;

/// Part of a table that a record is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Part {
    /// A blank line, or a row of the header without names.
    Skipped,
    /// The row of the header that has the names: its number of columns.
    Names(usize),
    /// A row: its number of cells.
    Row(usize),
}

/// Assigns records to parts of a table, one after the other, by the declared form alone.
pub(super) struct Layout {
    trailing_separators: bool,
    /// Rows of the header that are still to come.
    header_rows: u64,
    /// Number of columns, once it is known.
    columns: Option<usize>,
}

impl Layout {
    pub(super) fn of(form: &TableForm) -> Self {
        let columns = form.columns.as_ref().map(Vec::len);
        Self {
            trailing_separators: form.trailing_separators(),
            header_rows: if columns.is_some() {
                0
            } else {
                form.header_rows()
            },
            columns,
        }
    }

    /// Returns the part that the next record is.
    ///
    /// A blank line is skipped. In a table of one column it is a row with a missing cell.
    pub(super) fn part(&mut self, record: &Record) -> Part {
        let length = self.length(record);
        let is_blank = record.is_blank() || (self.trailing_separators && length == 0);
        let Some(columns) = self.columns else {
            if is_blank {
                return Part::Skipped;
            }
            self.header_rows -= 1;
            self.columns = Some(length);
            return Part::Names(length);
        };
        if is_blank && (columns > 1 || self.header_rows > 0) {
            return Part::Skipped;
        }
        if self.header_rows > 0 {
            self.header_rows -= 1;
            return Part::Skipped;
        }
        Part::Row(length)
    }

    /// Returns the number of cells of a record. Empty ones after the last column are left out if
    /// that is declared.
    fn length(&self, record: &Record) -> usize {
        let mut length = record.len();
        if self.trailing_separators {
            let least = match self.columns {
                Some(columns) if record.iter().any(|cell| !cell.trim().is_empty()) => columns,
                _ => 0,
            };
            while length > least && record.get(length - 1).trim().is_empty() {
                length -= 1;
            }
        }
        length
    }
}
