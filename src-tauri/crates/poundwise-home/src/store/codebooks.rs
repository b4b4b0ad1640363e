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
    key: &["number"],
    columns: &["number", "kept_at"],
    sealed: &["name", "columns"],
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
        let rows = self.rows(&CODEBOOKS, "", [0; 0])?;
        let mut codebooks: Vec<StoredCodebook> = rows.iter().map(stored).collect::<Result<_>>()?;
        codebooks.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(codebooks)
    }

    /// Returns the codebook of that name.
    pub fn codebook(&self, name: &str) -> Result<Option<StoredCodebook>> {
        self.codebook_row(name)?.as_ref().map(stored).transpose()
    }

    fn codebook_row(&self, name: &str) -> Result<Option<Row>> {
        for row in self.rows(&CODEBOOKS, "", [0; 0])? {
            if row.text("name")? == name {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }
}

impl Writing<'_> {
    /// Stores a codebook, in place of one of the same name.
    pub fn put_codebook(&self, name: &str, columns: &str, now: &str) -> Result<()> {
        let number = match self.codebook_row(name)? {
            Some(row) => row.number("number")?,
            None => self.count("SELECT max(number) FROM codebooks", [])? + 1,
        };
        let told: [(&str, Cell<'_>); 2] = [("columns", columns.into()), ("kept_at", now.into())];
        if self.set(&CODEBOOKS, "number = ?1", &[&number], &told)? == 0 {
            let [columns, kept_at] = told;
            let cells = [
                ("number", number.into()),
                ("name", name.into()),
                columns,
                kept_at,
            ];
            self.insert(&CODEBOOKS, &cells)?;
        }
        Ok(())
    }

    /// Removes a codebook.
    pub fn remove_codebook(&self, name: &str) -> Result<()> {
        let Some(row) = self.codebook_row(name)? else {
            return Ok(());
        };
        let number = row.number("number")?;
        self.remove(&CODEBOOKS, "number = ?1", &[&number]).map(drop)
    }
}
