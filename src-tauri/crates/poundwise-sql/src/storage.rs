//! How cells are stored in a database.

use poundwise_documents::kinds::ColumnType;

/// How the cells of a column are stored in a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellStorage {
    /// Integers of at most 64 bits with sign.
    Integer,
    /// Decimal numbers. Precision and scale are stated unless the type has no limits, as `numeric`
    /// of PostgreSQL.
    Decimal(Option<(u32, u32)>),
    /// Text without a collation of its own.
    Text,
    /// Days.
    Date,
}

impl CellStorage {
    /// Returns the declared type of such cells.
    #[must_use]
    pub const fn column_type(self) -> ColumnType {
        match self {
            Self::Integer | Self::Decimal(_) => ColumnType::Number,
            Self::Text => ColumnType::Text,
            Self::Date => ColumnType::Date,
        }
    }
}
