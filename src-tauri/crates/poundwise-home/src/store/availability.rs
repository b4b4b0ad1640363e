//! The newest statement of availability seen of each owner.

use poundwise_documents::{
    jws::Signed,
    kinds::Availability,
    units::{Digest, DocumentId, Kid},
};

use super::{
    Reading, Writing,
    table::{Cell, Kind, Table},
};
use crate::error::Result;

static AVAILABILITY: Table = Table {
    name: "availability",
    kind: Kind::Free,
    key: &["owner"],
    columns: &["owner", "compact"],
    sealed: &[],
    body: None,
};

impl Reading<'_> {
    /// Returns the kept statements that verify, of owners other than this home.
    pub fn statements_seen(&self) -> Result<Vec<Signed<Availability>>> {
        let mut seen = Vec::new();
        for row in self.rows(&AVAILABILITY, "", [0; 0])? {
            let owner: Kid = row.parsed("owner")?;
            // The row has no MAC. One that was changed counts as missing.
            if let Ok(statement) = Signed::<Availability>::verify(row.text("compact")?)
                && statement.signer() == owner
            {
                seen.push(statement);
            }
        }
        Ok(seen)
    }

    /// Returns the length of all kept statements in bytes.
    pub fn statement_bytes(&self) -> Result<usize> {
        let bytes = self.count(
            "SELECT coalesce(sum(length(compact)), 0) FROM availability",
            [],
        )?;
        Ok(usize::try_from(bytes).unwrap_or(usize::MAX))
    }

    /// Returns whether an owner is a contact, or this home has ordered from it.
    pub fn has_dealt_with(&self, owner: &Kid) -> Result<bool> {
        let ordered = self.listings_ordered()?;
        Ok(self.contact_name(owner)?.is_some()
            || ordered
                .iter()
                .any(|(_, question)| question.owner() == owner))
    }

    /// Returns the open listings of this home with their questions, newest first.
    pub fn open_listings(&self) -> Result<Vec<(DocumentId, Digest)>> {
        self.listings_where("WHERE status = 'open' ORDER BY rowid DESC")
    }
}

impl Writing<'_> {
    /// Keeps a statement instead of an earlier one of its owner.
    pub fn keep_statement(&self, statement: &Signed<Availability>) -> Result<()> {
        let owner = statement.signer().to_string();
        let compact = Cell::from(statement.compact());
        let cells = [("compact", compact.clone())];
        if self.set(&AVAILABILITY, "owner = ?1", &[&owner], &cells)? == 0 {
            self.insert(
                &AVAILABILITY,
                &[("owner", owner.as_str().into()), ("compact", compact)],
            )?;
        }
        Ok(())
    }
}
