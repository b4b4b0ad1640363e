//! Codebooks that are kept for the next dataset.

use super::{
    Reading, Writing,
    rows::Row,
    table::{Cell, Kind, Table},
};
use crate::error::Result;

pub(super) static CODEBOOKS: Table = Table {
    name: "codebooks",
    kind: Kind::Small(24),
    key: &["name"],
    columns: &["name", "columns", "kept_at"],
    body: None,
};

/// A codebook as it is stored.
pub struct StoredCodebook {
    /// The owner's name for it.
    pub name: String,
    /// Its columns, as a JSON array.
    pub columns: String,
    /// Time of keeping.
    pub kept_at: String,
}

fn stored(row: &Row) -> Result<StoredCodebook> {
    let text = |column| row.text(column).map(str::to_owned);
    Ok(StoredCodebook {
        name: text("name")?,
        columns: text("columns")?,
        kept_at: text("kept_at")?,
    })
}

impl Reading<'_> {
    /// Returns the codebooks by name.
    pub fn codebooks(&self) -> Result<Vec<StoredCodebook>> {
        self.rows(&CODEBOOKS, "ORDER BY name", [0; 0])?
            .iter()
            .map(stored)
            .collect()
    }

    /// Returns the codebook of that name.
    pub fn codebook(&self, name: &str) -> Result<Option<StoredCodebook>> {
        self.row(&CODEBOOKS, "WHERE name = ?1", [name])?
            .as_ref()
            .map(stored)
            .transpose()
    }
}

impl Writing<'_> {
    /// Stores a codebook, in place of one of the same name.
    pub fn put_codebook(&self, name: &str, columns: &str, now: &str) -> Result<()> {
        let told: [(&str, Cell<'_>); 2] = [("columns", columns.into()), ("kept_at", now.into())];
        if self.set(&CODEBOOKS, "name = ?1", &[&name], &told)? == 0 {
            let [columns, kept_at] = told;
            self.insert(&CODEBOOKS, &[("name", name.into()), columns, kept_at])?;
        }
        Ok(())
    }

    /// Removes a codebook.
    pub fn remove_codebook(&self, name: &str) -> Result<()> {
        self.remove(&CODEBOOKS, "name = ?1", &[&name]).map(drop)
    }
}
