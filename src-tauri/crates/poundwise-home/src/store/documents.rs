//! Signed documents, as the exact strings that were signed.

use poundwise_documents::{jws::Signed, kinds::Payload, units::DocumentId};
use rusqlite::OptionalExtension;

use super::{
    Reading, Sqlite, Writing, damaged,
    table::{Kind, Table},
};
use crate::error::Result;
use crate::messages::{DamageMessage, StoredThing};

static DOCUMENTS: Table = Table {
    name: "documents",
    kind: Kind::Free,
    key: &["id"],
    columns: &["id", "typ", "compact"],
    sealed: &[],
    body: None,
};

impl Reading<'_> {
    /// Returns a document's exact string.
    pub fn document(&self, id: &DocumentId) -> Result<Option<String>> {
        let compact: Option<String> = self
            .statement("SELECT compact FROM documents WHERE id = ?1")?
            .query_row([id.to_string()], |r| r.get(0))
            .optional()
            .map_err(Sqlite)?;
        match compact {
            Some(compact) if DocumentId::of(&compact) != *id => {
                Err(damaged(DamageMessage::DocumentChanged {
                    id: id.to_string(),
                }))
            }
            compact => Ok(compact),
        }
    }

    /// Returns the exact string of a document that another row of the home names.
    pub fn named(&self, id: &DocumentId) -> Result<String> {
        self.document(id)?.ok_or_else(|| {
            damaged(DamageMessage::Missing {
                thing: StoredThing::Document,
                id: id.to_string(),
            })
        })
    }

    /// Returns a verified document that another row of the home names. A damaged one is found
    /// before it is used.
    pub fn signed<T: Payload + Clone>(&self, id: &DocumentId) -> Result<Signed<T>> {
        let compact = self.named(id)?;
        let verified = &self.trust()?.verified;
        if let Some(signed) = verified.borrow().get(id) {
            return Ok(signed);
        }
        let signed = Signed::verify(&compact)
            .map_err(|e| damaged(DamageMessage::DocumentNotVerified { why: e.to_string() }))?;
        verified.borrow_mut().keep(&signed);
        Ok(signed)
    }
}

impl Writing<'_> {
    /// Stores a signed document; storing it twice leaves one row.
    pub fn insert_signed<T: Payload>(&self, signed: &Signed<T>) -> Result<()> {
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

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::{
        keys::Identity,
        kinds::{Cancellation, Refusal},
    };

    use super::*;
    use crate::{
        error::ErrorCode,
        store::{Store, verified::Verified},
    };

    fn cancellation(identity: &Identity, number: usize) -> Signed<Cancellation> {
        let cancellation = Cancellation {
            order: DocumentId::of(&number.to_string()),
            jwk: identity.jwk(),
            issued_at: "2026-11-21T00:00:00Z".parse().unwrap(),
        };
        Signed::sign(identity, cancellation).unwrap()
    }

    /// A document that was verified once is still compared with the stored one, and has one type
    /// only.
    #[test]
    fn a_document_that_was_verified_before_is_found_changed_all_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let identity = Identity::from_bytes(&[1; 32]);
        let store = Store::unlocked(&dir);
        let (one, other) = (cancellation(&identity, 1), cancellation(&identity, 2));
        let writing = store.begin().unwrap();
        writing.insert_signed(&one).unwrap();
        writing.commit().unwrap();
        for _ in 0..2 {
            let read: Signed<Cancellation> = store.read().signed(&one.id()).unwrap();
            assert_eq!(read.compact(), one.compact());
        }
        let as_refusal = store.read().signed::<Refusal>(&one.id());
        assert_eq!(as_refusal.err().unwrap().code(), ErrorCode::HomeDamaged);
        let set = "UPDATE documents SET compact = ?1";
        store.connection.execute(set, [other.compact()]).unwrap();
        let changed = store.read().signed::<Cancellation>(&one.id());
        assert_eq!(changed.err().unwrap().code(), ErrorCode::HomeDamaged);
    }

    #[test]
    fn the_newest_documents_are_kept_and_no_more() {
        let identity = Identity::from_bytes(&[1; 32]);
        let mut verified = Verified::default();
        let all: Vec<_> = (0..40).map(|n| cancellation(&identity, n)).collect();
        for signed in &all {
            verified.keep(signed);
        }
        let kept =
            |signed: &&Signed<Cancellation>| verified.get::<Cancellation>(&signed.id()).is_some();
        assert_eq!(all.iter().filter(kept).count(), Verified::MOST);
        assert!(
            all.iter()
                .rev()
                .take(Verified::MOST)
                .all(|signed| kept(&signed))
        );
    }
}
