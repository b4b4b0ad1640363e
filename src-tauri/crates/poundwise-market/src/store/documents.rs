//! Signed documents, as the exact strings that were signed.

use poundwise_documents::{jws::Signed, kinds::Payload, units::DocumentId};
use rusqlite::OptionalExtension;

use super::{
    Reading, Writing, damaged,
    rows::{Kind, Table},
};
use crate::error::Result;

static DOCUMENTS: Table = Table {
    name: "documents",
    kind: Kind::Free,
    key: &["id"],
    columns: &["id", "typ", "compact"],
    body: None,
};

impl Reading<'_> {
    /// A document's exact string.
    pub(crate) fn document(&self, id: &DocumentId) -> Result<Option<String>> {
        let compact: Option<String> = self
            .statement("SELECT compact FROM documents WHERE id = ?1")?
            .query_row([id.to_string()], |r| r.get(0))
            .optional()?;
        match compact {
            Some(compact) if DocumentId::of(&compact) != *id => {
                Err(damaged(format!("document {id} was changed")))
            }
            compact => Ok(compact),
        }
    }

    /// The same, of one that something else in the home names.
    pub(crate) fn named(&self, id: &DocumentId) -> Result<String> {
        self.document(id)?
            .ok_or_else(|| damaged(format!("document {id} is missing")))
    }

    /// The length of a document in bytes, without reading it.
    pub(super) fn length(&self, id: &DocumentId) -> Result<u64> {
        // A document is in ASCII: its characters are its bytes.
        self.statement("SELECT length(compact) FROM documents WHERE id = ?1")?
            .query_row([id.to_string()], |r| r.get(0))
            .optional()?
            .ok_or_else(|| damaged(format!("document {id} is missing")))
    }

    /// A document that something else in the home names, verified: a damaged one is found before it is used.
    pub(crate) fn signed<T: Payload>(&self, id: &DocumentId) -> Result<Signed<T>> {
        Signed::verify(&self.named(id)?)
            .map_err(|e| damaged(format!("a stored document does not verify: {e}")))
    }
}

impl Writing<'_> {
    /// Stores a signed document; the same one twice is one row.
    pub(crate) fn insert_signed<T: Payload>(&self, signed: &Signed<T>) -> Result<()> {
        let id = signed.id().to_string();
        self.insert_new(
            &DOCUMENTS,
            &[
                ("id", id.as_str().into()),
                ("typ", T::TYP.into()),
                ("compact", signed.compact().into()),
            ],
        )
        .map(drop)
    }
}
