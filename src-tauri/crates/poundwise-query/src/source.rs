//! Source of a question: columns of a table, and the unit of each row.

use poundwise_documents::kinds::{Adjacency, ColumnType};

use crate::canonical::Canonical;
use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::QueryHint;
use crate::messages::QuestionMessage;
use crate::schema::Schema;
use crate::table::{Column, Table};

/// The privacy unit of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Relation by which tables are neighbours.
    pub adjacency: Adjacency,
    /// K, the most rows of one privacy unit, at least 1; 1 if every row is a unit.
    pub rows_per_unit: u64,
    /// The column that names the person; every row is a unit if there is none.
    pub person_column: Option<String>,
}

/// A column by its place, name and type, so that another table is noticed.
pub(crate) struct Source {
    pub(crate) index: usize,
    pub(crate) name: String,
    pub(crate) column_type: ColumnType,
}

impl Source {
    /// Returns its place, name and type.
    pub(crate) fn column(&self) -> (usize, &str, ColumnType) {
        (self.index, &self.name, self.column_type)
    }

    /// Returns the column of a batch.
    ///
    /// # Errors
    /// `other-table`: the batch does not have it.
    pub(crate) fn of<'a>(&self, batch: &'a Table) -> Result<&'a Column> {
        batch
            .columns()
            .get(self.index)
            .filter(|column| column.name() == self.name && column.column_type() == self.column_type)
            .ok_or_else(other_table)
    }

    pub(crate) fn push(&self, bytes: &mut Canonical) {
        bytes.column(self.index, &self.name, self.column_type);
    }

    /// Writes an optional column: a list of one column or of none.
    pub(crate) fn push_optional(source: Option<&Self>, bytes: &mut Canonical) {
        bytes.number(u64::from(source.is_some()));
        if let Some(source) = source {
            source.push(bytes);
        }
    }
}

pub(crate) fn other_table() -> Error {
    Error::failed(QueryErrorCode::OtherTable, QuestionMessage::OtherTable)
        .hint(QueryHint::StateAgain)
}

/// Checks that a source of rows has the column that was planned for.
///
/// # Errors
/// `other-table`.
pub(crate) fn check_column(
    schema: &Schema,
    (index, name, column_type): (usize, &str, ColumnType),
) -> Result<()> {
    match schema.columns().get(index) {
        Some(column) if column.name == name && column.column_type == column_type => Ok(()),
        _ => Err(other_table()),
    }
}
