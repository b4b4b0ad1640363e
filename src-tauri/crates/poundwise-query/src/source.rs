//! Source of a question: columns of a table, and the unit of each row.

use poundwise_documents::kinds::{Adjacency, ColumnType};

use crate::error::{Error, QueryErrorCode, Result};
use crate::hint::QueryHint;
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
    pub(crate) fn of<'a>(&self, table: &'a Table) -> Result<&'a Column> {
        same_column(table, self.index, &self.name, self.column_type)
    }
}

pub(crate) fn other_table() -> Error {
    Error::failed(
        QueryErrorCode::OtherTable,
        "The attribute was stated for a dataset with other columns.",
    )
    .hint(QueryHint::StateAgain)
}

/// Returns the column at `index`, if it is the one that was planned for.
pub(crate) fn same_column<'a>(
    table: &'a Table,
    index: usize,
    name: &str,
    column_type: ColumnType,
) -> Result<&'a Column> {
    table
        .columns()
        .get(index)
        .filter(|column| column.name() == name && column.column_type() == column_type)
        .ok_or_else(other_table)
}
