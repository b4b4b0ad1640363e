//! The home as a whole: unlocked when it is opened, and added up on request.

use poundwise_documents::{
    checkpoint::Checkpoint,
    keys::PublicKey,
    log::{self, Hash, Nodes},
    units::{Digest, DocumentId},
};
use rusqlite::{Connection, OptionalExtension, params};
use sha2::{Digest as _, Sha256};

use super::{
    Reading, SecretName, Setting, Sqlite, Store, Writing, damaged, kept::KEPT_TABLES,
    secrets::raw_secret, trust::Trust,
};
use crate::error::Result;
use crate::messages::{DamageMessage, StoredThing, not_encoded};

/// The counts of [`Reading::add_up_all`].
#[derive(Clone, Copy, Default)]
pub struct AddedUp {
    /// Authenticated rows.
    pub rows: u64,
    /// Signed documents.
    pub documents: u64,
    /// Entries of the ledger.
    pub entries: u64,
}

/// SHA-256 of the schema that this program creates, as [`schema_of`] reads it.
const SCHEMA: &str = "APN54p45flGNTZwv2u4qO1gPkVfvvWIrvqQ0TqQHPQ0";

/// Returns the SHA-256 of type, name, table and definition of everything in a database, by type and
/// name, each as a line of JSON.
fn schema_of(connection: &Connection) -> Result<String> {
    let mut statement = connection
        .prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name")
        .map_err(Sqlite)?;
    let mut rows = statement.query([]).map_err(Sqlite)?;
    let mut digest = Sha256::new();
    while let Some(row) = rows.next().map_err(Sqlite)? {
        let parts: [Option<String>; 4] = [
            row.get(0).map_err(Sqlite)?,
            row.get(1).map_err(Sqlite)?,
            row.get(2).map_err(Sqlite)?,
            row.get(3).map_err(Sqlite)?,
        ];
        let line = serde_json::to_vec(&parts).map_err(|e| not_encoded(&e))?;
        digest.update(line);
        digest.update(b"\n");
    }
    Ok(Digest::from_bytes(digest.finalize().into()).to_string())
}

/// Refuses a database with other tables, indexes or triggers than this program creates.
pub(super) fn check_schema(connection: &Connection) -> Result<()> {
    if schema_of(connection)? == SCHEMA {
        Ok(())
    } else {
        Err(damaged(DamageMessage::ForeignSchema))
    }
}

impl Store {
    /// Returns a secret's ciphertext before the home is unlocked; it is not authenticated.
    pub fn locked_secret(&self, name: SecretName) -> Result<Option<Vec<u8>>> {
        raw_secret(&self.connection, name)
    }

    /// Returns the number of earlier vault keys before the home is unlocked; it is not
    /// authenticated.
    pub fn locked_earlier_keys(&self) -> Result<u64> {
        let mut number = 0;
        while self
            .locked_secret(SecretName::VaultKey(number + 1))?
            .is_some()
        {
            number += 1;
        }
        Ok(number)
    }

    /// Begins the state of a new home.
    pub fn unlock_new(&mut self, key: &[u8; 32], owner: &PublicKey) -> Result<()> {
        let trust = Trust::new(key, owner)?;
        let (epoch, sums, mac) = trust.sealed_state();
        self.connection
            .execute(
                "INSERT INTO state (id, epoch, sums, mac) VALUES (1, ?1, ?2, ?3)",
                params![epoch, sums, mac],
            )
            .map_err(Sqlite)?;
        self.trust = Some(trust);
        Ok(())
    }

    /// Unlocks a home: its state, the newest checkpoint, the last entry and the right edge of the
    /// tree must be those that this home wrote. O(log n) for n entries; rows are authenticated when
    /// they are read.
    ///
    /// # Errors
    /// `home-damaged`.
    pub fn unlock(&mut self, key: &[u8; 32], owner: &PublicKey) -> Result<()> {
        // Checked first, as queries on another schema may return anything.
        check_schema(&self.connection)?;
        let trust = Trust::new(key, owner)?;
        let state = self
            .connection
            .query_row("SELECT epoch, sums, mac FROM state", [], |r| {
                Ok((
                    r.get::<_, u64>(0)?,
                    r.get::<_, Vec<u8>>(1)?,
                    r.get::<_, Vec<u8>>(2)?,
                ))
            })
            .optional()
            .map_err(Sqlite)?;
        let (epoch, sums, mac) = state.ok_or_else(|| damaged(DamageMessage::StateMissing))?;
        trust.open_state(epoch, &sums, &mac)?;
        self.trust = Some(trust);
        self.read().compare()?;
        if self.read().setting(Setting::ErasurePending)?.is_some() {
            // A full disk must not keep the home from opening; the setting stays, and the next
            // opening tries again.
            let _ = self.finish_erasure();
        }
        Ok(())
    }
}

impl Reading<'_> {
    /// Returns the number of transactions that changed authenticated data.
    pub fn epoch(&self) -> Result<u64> {
        Ok(self.trust()?.state.borrow().epoch)
    }

    /// Sets whether the epoch stays as it is: a home that is behind its mark stays behind, whatever
    /// is written to it, until it has caught up.
    pub fn hold_epoch(&self, held: bool) -> Result<()> {
        self.trust()?.held.set(held);
        Ok(())
    }

    /// Checks tables, indexes and triggers against those that this program creates, and the end of
    /// the ledger, if another program wrote to the database since the last check.
    ///
    /// # Errors
    /// `home-damaged`.
    pub fn compare(&self) -> Result<()> {
        let (trust, version) = (self.trust()?, self.version()?);
        if trust.compared.get() != Some(version) {
            check_schema(self.connection)?;
            self.check_end()?;
            trust.compared.set(Some(version));
        }
        Ok(())
    }

    /// Refuses a home whose newest checkpoint, last entry, last receipt or right edge of the tree
    /// differ from those that it wrote.
    fn check_end(&self) -> Result<()> {
        let owner = &self.trust()?.owner;
        let (size, root) = {
            let state = self.trust()?.state.borrow();
            (state.log_size, state.root)
        };
        let last = self.last_entry()?;
        let Some(before) = size.checked_sub(1) else {
            return match (last, self.newest_note()?) {
                (None, None) => Ok(()),
                _ => Err(damaged(DamageMessage::ForeignEntries)),
            };
        };
        if log::root(self, size)? != root {
            return Err(damaged(DamageMessage::TreeChanged));
        }
        let note = self
            .newest_note()?
            .ok_or_else(|| damaged(DamageMessage::NewestCheckpointMissing))?;
        let newest = Checkpoint::verify(&note, owner)
            .map_err(|e| damaged(DamageMessage::CheckpointNotVerified { why: e.to_string() }))?;
        if (newest.size(), newest.root()) != (size, root) {
            return Err(damaged(DamageMessage::OldCheckpoint));
        }
        let is_last = match last {
            Some(last) => {
                last.sequence == before && self.node(0, before)? == Hash::of_entry(last.id)
            }
            None => false,
        };
        if !is_last {
            return Err(damaged(DamageMessage::LastEntryMissing));
        }
        let stated = self
            .last_receipt()?
            .map_or(0, |receipt| receipt.payload().total_receipts);
        if stated == self.receipts_made()? {
            Ok(())
        } else {
            Err(damaged(DamageMessage::LastReceiptMissing))
        }
    }

    /// Refuses a tree whose root after `size` entries differs from the signed one.
    ///
    /// # Errors
    /// `home-damaged`.
    pub fn check_root(&self, size: u64) -> Result<()> {
        // There is only one empty log, and a size that this home has not reached cannot be
        // compared.
        if size == 0 || size > self.log_size()? {
            return Ok(());
        }
        let root = log::root(self, size)?;
        let signed = Checkpoint::verify(&self.checkpoint_note(size)?, &self.trust()?.owner)
            .is_ok_and(|signed| (signed.size(), signed.root()) == (size, root));
        if signed {
            Ok(())
        } else {
            Err(damaged(DamageMessage::TreeChanged))
        }
    }

    /// Checks everything: each authenticated row, and that none is missing; each document, whose
    /// name is its hash; the tree, from the entries up to the signed root; each checkpoint. Calls
    /// `tell` with the thousandths that are done. O(n).
    ///
    /// # Errors
    /// `home-damaged` for the first fault; the errors of `tell`.
    pub fn add_up_all(&self, tell: &mut dyn FnMut(u64) -> Result<()>) -> Result<AddedUp> {
        check_schema(self.connection)?;
        self.check_pages(tell)?;
        // A document that another row names, and that is missing.
        if self
            .statement("PRAGMA foreign_key_check")?
            .exists([])
            .map_err(Sqlite)?
        {
            return Err(damaged(DamageMessage::NamedRowsMissing));
        }
        self.check_end()?;
        tell(400)?;
        let mut added = AddedUp::default();
        let so_far = |done: u64| 400 + 200 * done / KEPT_TABLES.len() as u64;
        for (table, done) in KEPT_TABLES.iter().zip(1u64..) {
            let mut rows = 0u64;
            added.rows += self.add_up(table, &mut |row| {
                rows += 1;
                self.check_sealed(row)?;
                if table.body.is_some() {
                    self.body(row)?;
                }
                if rows.is_multiple_of(4096) {
                    tell(so_far(done - 1))?;
                }
                Ok(())
            })?;
            tell(so_far(done))?;
        }
        added.documents = self.check_documents(&mut || tell(600))?;
        tell(700)?;
        added.entries = self.check_tree(&mut || tell(800))?;
        tell(1000)?;
        Ok(added)
    }

    /// Checks that every page is in its place, and that each index has exactly the rows of its
    /// table.
    fn check_pages(&self, tell: &mut dyn FnMut(u64) -> Result<()>) -> Result<()> {
        let tables: Vec<String> = self
            .statement("SELECT name FROM sqlite_schema WHERE type = 'table'")?
            .query_map([], |r| r.get(0))
            .map_err(Sqlite)?
            .collect::<rusqlite::Result<_>>()
            .map_err(Sqlite)?;
        let all = tables.len() as u64;
        for (table, done) in tables.iter().zip(1..) {
            let found: String = self
                .statement(&format!("PRAGMA integrity_check({table})"))?
                .query_row([], |r| r.get(0))
                .map_err(Sqlite)?;
            if found != "ok" {
                return Err(damaged(DamageMessage::DatabaseReports { why: found }));
            }
            tell(400 * done / all)?;
        }
        Ok(())
    }

    fn check_documents(&self, tell: &mut dyn FnMut() -> Result<()>) -> Result<u64> {
        let mut statement = self.statement("SELECT id, compact FROM documents")?;
        let mut rows = statement.query([]).map_err(Sqlite)?;
        let mut checked = 0u64;
        while let Some(row) = rows.next().map_err(Sqlite)? {
            let (id, compact): (String, String) =
                (row.get(0).map_err(Sqlite)?, row.get(1).map_err(Sqlite)?);
            if DocumentId::of(&compact).to_string() != id {
                return Err(damaged(DamageMessage::DocumentChanged { id }));
            }
            checked += 1;
            if checked.is_multiple_of(4096) {
                tell()?;
            }
        }
        Ok(checked)
    }

    /// Computes the tree from the entries, each of which must be stored, and compares each node and
    /// each checkpoint.
    fn check_tree(&self, tell: &mut dyn FnMut() -> Result<()>) -> Result<u64> {
        let size = self.log_size()?;
        let mut nodes = 0u64;
        for sequence in 0..size {
            let Some(line) = self.ledger_line(sequence)? else {
                return Err(damaged(DamageMessage::Missing {
                    thing: StoredThing::Entry,
                    id: sequence.to_string(),
                }));
            };
            for new in log::append(self, sequence, Hash::of_entry(line.id))? {
                nodes += 1;
                if self.node(new.level, new.index)? != new.hash {
                    return Err(damaged(DamageMessage::TreeOverEntryChanged {
                        entry: sequence,
                    }));
                }
            }
            self.check_root(sequence + 1)?;
            if sequence.is_multiple_of(1024) {
                tell()?;
            }
        }
        let there = |table| self.count(&format!("SELECT count(*) FROM {table}"), []);
        if (there("entries")?, there("log")?) != (size, nodes) || there("checkpoints")? != size {
            return Err(damaged(DamageMessage::ForeignLedgerRows));
        }
        Ok(size)
    }
}

impl Writing<'_> {
    pub(super) fn store_state(&self, trust: &Trust) -> Result<()> {
        let (epoch, sums, mac) = trust.sealed_state();
        self.transaction()?
            .prepare_cached("UPDATE state SET epoch = ?1, sums = ?2, mac = ?3")
            .map_err(Sqlite)?
            .execute(params![epoch, sums, mac])
            .map_err(Sqlite)?;
        Ok(())
    }

    /// Records the size and root of the log with the last entry.
    pub(super) fn note_log(&self, size: u64, root: Hash) -> Result<()> {
        let mut state = self.trust()?.state.borrow_mut();
        state.log_size = size;
        state.root = root;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::keys::Identity;

    use super::*;
    use crate::{
        error::{ErrorCode, stopped},
        store::{EntryKind, MIGRATIONS, blocked::BLOCKED, table::Cell},
    };

    fn owner() -> Identity {
        Identity::from_bytes(&[1; 32])
    }

    /// Stores a document, and returns its id.
    fn document(store: &Store, text: &str) -> DocumentId {
        let id = DocumentId::of(text);
        let add = "INSERT INTO documents (id, typ, compact) VALUES (?1, '', ?2)";
        let added = store.connection.execute(add, [&id.to_string(), text]);
        assert_eq!(added.unwrap(), 1);
        id
    }

    /// A home whose ledger has that many entries.
    fn with_entries(path: &std::path::Path, entries: u64) -> Store {
        let mut store = Store::create(path).unwrap();
        store.unlock_new(&[2; 32], &owner().public_key()).unwrap();
        for sequence in 0..entries {
            let writing = store.begin().unwrap();
            let id = document(&store, &format!("entry {sequence}"));
            let log: &Reading<'_> = &writing;
            let nodes = log::append(log, sequence, Hash::of_entry(id)).unwrap();
            let append = writing.append_entry(sequence, &id, EntryKind::Population, &nodes);
            append.unwrap();
            let root = log::root(log, sequence + 1).unwrap();
            let checkpoint = Checkpoint::sign(&owner(), sequence + 1, root).unwrap();
            writing.insert_checkpoint(&checkpoint).unwrap();
            writing.commit().unwrap();
        }
        store
    }

    /// Changes rows as whoever removes what forbids it and then puts it back.
    fn forced(connection: &Connection, sql: &str) {
        let mut of = connection
            .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
            .unwrap();
        let triggers = of.query_map([], |r| Ok((r.get(0)?, r.get(1)?))).unwrap();
        let triggers: Vec<(String, String)> = triggers.collect::<rusqlite::Result<_>>().unwrap();
        for (name, _) in &triggers {
            let drop = format!("DROP TRIGGER {name}");
            connection.execute_batch(&drop).unwrap();
        }
        assert_eq!(connection.execute(sql, []).unwrap(), 1, "{sql}");
        for (_, again) in &triggers {
            connection.execute_batch(again).unwrap();
        }
    }

    /// The next entry would be signed on top of it.
    #[test]
    fn a_home_whose_ledger_was_changed_at_its_end_does_not_open() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let another = document(&with_entries(&path, 3), "another");
        let kept = std::fs::read(&path).unwrap();
        let opened = |sql: Option<&str>| {
            std::fs::write(&path, &kept).unwrap();
            if let Some(sql) = sql {
                let connection = Connection::open(&path).unwrap();
                let off = connection.pragma_update(None, "foreign_keys", false);
                off.unwrap();
                forced(&connection, sql);
            }
            let mut store = Store::open(&path).unwrap();
            store.unlock(&[2; 32], &owner().public_key())
        };
        opened(None).unwrap();
        let last = format!("UPDATE entries SET id = '{another}' WHERE sequence = 2");
        for (sql, what) in [
            (
                "UPDATE log SET hash = zeroblob(32) WHERE level = 1 AND idx = 0",
                "the tree of its ledger was changed",
            ),
            (
                "UPDATE entries SET sequence = 7 WHERE sequence = 2",
                "the last entry of its ledger is missing",
            ),
            (&last, "the last entry of its ledger is missing"),
            (
                "DELETE FROM checkpoints WHERE size = 3",
                "its newest checkpoint does not match its ledger",
            ),
        ] {
            let refused = opened(Some(sql)).err().unwrap();
            assert_eq!(refused.code(), ErrorCode::HomeDamaged, "{sql}");
            assert!(refused.message().contains(what), "{sql}: {refused}");
        }
    }

    /// Whatever changed the tree, and whether SQLite tells of it or not.
    #[test]
    fn an_entry_comes_after_the_last_one_of_the_tree_that_was_signed() {
        let dir = tempfile::tempdir().unwrap();
        let store = with_entries(&dir.path().join("a.db"), 2);
        let append = |sequence: u64| {
            let writing = store.begin().unwrap();
            let id = document(&store, "the next");
            writing.append_entry(sequence, &id, EntryKind::Population, &[])
        };
        append(2).unwrap();
        let elsewhere = append(4).err().unwrap();
        assert_eq!(elsewhere.code(), ErrorCode::HomeDamaged);
        let version = store.read().version().unwrap();
        let root = "UPDATE log SET hash = zeroblob(32) WHERE level = 1";
        forced(&store.connection, root);
        assert_eq!(store.read().version().unwrap(), version);
        let changed = append(2).err().unwrap();
        assert_eq!(changed.code(), ErrorCode::HomeDamaged);
    }

    /// Tables and their columns are a format: a change of them needs a new format number.
    #[test]
    fn the_tables_are_those_of_the_newest_format() {
        let made = Connection::open_in_memory().unwrap();
        for sql in MIGRATIONS {
            made.execute_batch(sql).unwrap();
        }
        assert_eq!(schema_of(&made).unwrap(), SCHEMA);
    }

    /// A large home takes minutes: who waits sees it go on, and can stop it.
    #[test]
    fn a_check_tells_of_each_table_and_of_many_rows_in_one() {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::unlocked(&dir);
        let told = |store: &Store| {
            let mut told = Vec::new();
            let tell = &mut |permille| {
                told.push(permille);
                Ok(())
            };
            let added = store.read().add_up_all(tell).unwrap();
            (told, added)
        };
        let (few, _) = told(&store);
        assert!(few.is_sorted(), "{few:?}");
        let of_tables = few
            .iter()
            .filter(|permille| (401..=600).contains(*permille));
        assert_eq!(of_tables.count(), KEPT_TABLES.len());
        assert_eq!(few.last(), Some(&1000));

        let writing = store.begin().unwrap();
        let add = "INSERT INTO documents (id, typ, compact) VALUES (?1, '', ?2)";
        let mut add = store.connection.prepare(add).unwrap();
        for number in 0..4096 {
            let kid = ("kid", Cell::of(number));
            writing
                .insert(&BLOCKED, &[kid, ("blocked_at", "".into())])
                .unwrap();
            let text = format!("document {number}");
            add.execute([DocumentId::of(&text).to_string(), text])
                .unwrap();
        }
        writing.commit().unwrap();
        let (many, added) = told(&store);
        assert_eq!((added.rows, added.documents), (4096, 4096));
        assert_eq!(many.len(), few.len() + 2);
        let stop = store.read().add_up_all(&mut |_| Err(stopped()));
        assert_eq!(stop.err().unwrap().code(), ErrorCode::Stopped);
    }
}
