//! The SQLite database of a home: all SQL of this crate, and nothing else.
//!
//! Every operation is a method of [`Reading`] or [`Writing`], in one file for each group of tables.
//! A `Reading` cannot write: it has no statement that does. A `Writing` is a transaction, can be
//! used wherever a `Reading` can, and leaves nothing behind if it is dropped without
//! [`Writing::commit`]. The types of `rusqlite` are private to this module.
//!
//! Every method: `home-damaged`, `home-moved`, `disk-full`, and the other errors of the database,
//! such as `busy`.

mod availability;
mod blocked;
mod bookings;
mod codebooks;
mod contacts;
mod documents;
mod holdings;
mod invoices;
mod kept;
mod ledger;
mod listings;
mod names;
mod orders;
mod payments;
mod populations;
mod rows;
mod rules;
mod sealed;
mod secrets;
mod settings;
mod table;
mod times;
mod trust;
mod verified;
mod whole;
mod witness;

use std::{
    cell::Cell,
    fs::{self, Metadata},
    io,
    ops::Deref,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use poundwise_documents::keys::PublicKey;
use poundwise_words::Text;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior, config::DbConfig};

use crate::{
    error::{Doing, Error, ErrorCode, Result, io_error},
    hint::Act,
    messages::{
        DamageHint, DamageMessage, FaultMessage, OpeningHint, OpeningMessage, StoreHint,
        StoreMessage,
    },
    point,
    private::{is_disk_full, is_same, private_options},
};

pub use bookings::{NewBooking, SettledOrder, StoredBooking};
pub use codebooks::StoredCodebook;
pub use holdings::{CopyPlace, Held, NewHolding, Side};
pub use invoices::StoredInvoice;
#[cfg(test)]
pub use kept::tables_with_sealed_values;
pub use ledger::{EntryKind, Sale, StoredEntry};
pub use listings::{NewListing, OwnListing, QuestionRow};
pub use names::NameKind;
pub use names::Names;
pub use orders::{Outgoing, PlacedOrder, Received, SentDocument, Waiting, Which};
pub use payments::StoredPayment;
pub use populations::{
    Dataset, NewDataset, Population, StoredTable, TableDigests, link_file_name, loss_after,
    loss_of, loss_plus, loss_too_large,
};
pub use rules::{Rule, Scope, StoredRule, StoredRuleState};
pub use secrets::SecretName;
#[cfg(test)]
pub use secrets::sealed_columns;
pub use settings::Setting;
pub use times::NewestTimes;
use trust::{State, Trust};
pub use witness::{AlarmRow, Contradicting, KeptNote, NewAlarm};

/// The oldest format of a home that is supported (`user_version`). Formats 1 to 17 were made before
/// the formats were frozen.
const FIRST: usize = 18;

/// The format whose tables have hashes of their whole files. All later formats have its schema.
const WHOLE_HASHES: usize = 18;

/// The migrations in order: the first one creates a home of format [`FIRST`], each further one the
/// next format.
const MIGRATIONS: [&str; 3] = [
    include_str!("schema.sql"),
    // 19: the hash of a table's file is that of its head and length (`table_file.rs`). Hashes of
    // whole files are replaced when the home is opened.
    "",
    // 20: the file of a dataset can be a link to a table in a database (`link_file.rs`), and secrets
    // `statement/<question>` have the SQL text that computed x. Earlier programs know neither.
    "",
];

/// Identifies the file as a home's database (`PRAGMA application_id`): "pwse".
const APPLICATION_ID: i64 = 0x7077_7365;

/// The open database of a home.
pub struct Store {
    connection: Connection,
    /// The file that was opened. Where it is no longer in its place, nothing is read or written:
    /// the connection would go on with the file that was moved, and everything else that the home
    /// writes would go to the place where it was.
    place: Place,
    /// Whether it had format 18 when it was opened.
    has_whole_hashes: bool,
    /// `None` until the database is unlocked.
    trust: Option<Trust>,
}

/// A file and the path at which it was opened.
struct Place {
    path: PathBuf,
    there: Metadata,
}

impl Place {
    fn of(path: &Path) -> Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            there: fs::symlink_metadata(path).map_err(|e| io_error(path, Doing::Open, &e))?,
        })
    }

    /// Returns whether the file is no longer at its path. A path that cannot be looked at for
    /// another reason says nothing of that.
    fn is_left(&self) -> bool {
        match fs::symlink_metadata(&self.path) {
            Ok(now) => !is_same(&now, &self.there),
            Err(e) => matches!(
                e.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ),
        }
    }
}

/// Returns the error of a home whose folder is no longer where it was opened.
fn moved(path: &Path) -> Error {
    let folder = path.parent().unwrap_or(path);
    Error::refused(ErrorCode::HomeMoved, OpeningMessage::Moved).hint(OpeningHint::OpenedIn {
        folder: folder.to_owned(),
    })
}

/// Error of SQLite. A type of its own, because [`Error`] is of a crate that knows no database.
struct Sqlite(rusqlite::Error);

impl From<Sqlite> for Error {
    fn from(Sqlite(error): Sqlite) -> Self {
        use rusqlite::ErrorCode as C;
        let text = StoreMessage::Reports {
            why: error.to_string(),
        };
        let place = opened_last();
        let full = || {
            let message = match &place {
                Some(path) => StoreMessage::DiskFull { path: path.clone() },
                None => StoreMessage::DiskOfHomeFull,
            };
            Error::failed(ErrorCode::DiskFull, message).hint(StoreHint::MakeRoom)
        };
        let told = match error.sqlite_error_code() {
            Some(C::DiskFull) => full(),
            // SQLite reports an I/O error if the disk has no space for its shared-memory index.
            Some(C::SystemIoFailure) if place.as_deref().is_some_and(is_disk_full) => full(),
            Some(C::ReadOnly) => Error::failed(ErrorCode::ReadOnly, StoreMessage::ReadOnly)
                .hint(StoreHint::MakeWritable),
            Some(C::CannotOpen | C::PermissionDenied) => {
                Error::failed(ErrorCode::CannotOpen, text).hint(StoreHint::CheckFolderIsYours)
            }
            Some(C::DatabaseBusy | C::DatabaseLocked) => {
                Error::failed(ErrorCode::Busy, text).hint(StoreHint::CloseOther)
            }
            Some(C::DatabaseCorrupt | C::NotADatabase) => {
                Error::unverified(ErrorCode::DatabaseDamaged, text)
                    .hint(StoreHint::BringBackOrRescue)
            }
            Some(C::SystemIoFailure) => {
                Error::failed(ErrorCode::Io, text).hint(StoreHint::CheckDisk)
            }
            _ => Error::failed(ErrorCode::Database, text),
        };
        told.because_of(error)
    }
}

/// Path of the database that this program opened last. SQLite's errors do not contain a path.
static OPENED_LAST: Mutex<Option<PathBuf>> = Mutex::new(None);

fn opened_last() -> Option<PathBuf> {
    OPENED_LAST
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone()
}

/// Opens a connection whose statements are kept, each with its plan.
fn opened(path: &Path, flags: OpenFlags) -> Result<Connection> {
    *OPENED_LAST.lock().unwrap_or_else(PoisonError::into_inner) = Some(path.to_owned());
    let connection = Connection::open_with_flags(path, flags).map_err(Sqlite)?;
    connection
        .pragma_update(None, "trusted_schema", false)
        .map_err(Sqlite)?;
    connection.set_prepared_statement_cache_capacity(256);
    // Otherwise a statement is prepared anew whenever other values are bound to it.
    connection
        .set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)
        .map_err(Sqlite)?;
    Ok(connection)
}

impl Store {
    /// Creates the database of a new home.
    pub fn create(path: &Path) -> Result<Self> {
        // SQLite gives its write-ahead log (WAL) the permissions of the database, which only the
        // owner may read.
        private_options()
            .write(true)
            .create_new(true)
            .open(path)
            .map_err(|e| io_error(path, Doing::Create, &e))?;
        let db = Self::connect(path)?;
        db.connection
            .pragma_update(None, "application_id", APPLICATION_ID)
            .map_err(Sqlite)?;
        db.migrate()?;
        Ok(db)
    }

    /// Opens the database of a home.
    pub fn open(path: &Path) -> Result<Self> {
        // SQLite would fall back to reading only; a home that cannot be written is refused at once
        // instead.
        private_options()
            .read(true)
            .write(true)
            .open(path)
            .map_err(|e| io_error(path, Doing::Open, &e))?;
        let mut db = Self::connect(path)?;
        let id: i64 = db
            .connection
            .query_row("PRAGMA application_id", [], |r| r.get(0))
            .map_err(Sqlite)?;
        if id != APPLICATION_ID {
            return Err(Error::unverified(
                ErrorCode::NotAHome,
                StoreMessage::NotADatabase {
                    path: path.to_owned(),
                },
            )
            .hint(StoreHint::CheckFolder));
        }
        db.has_whole_hashes = db.migrate()? == WHOLE_HASHES;
        Ok(db)
    }

    /// Returns whether the home had format 18 when it was opened, so that tables may have hashes of
    /// their whole files.
    pub fn has_whole_hashes(&self) -> bool {
        self.has_whole_hashes
    }

    fn connect(path: &Path) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let connection = opened(path, flags)?;
        connection
            .pragma_update(None, "journal_mode", "WAL")
            .map_err(Sqlite)?;
        connection
            .pragma_update(None, "synchronous", "FULL")
            .map_err(Sqlite)?;
        connection
            .pragma_update(None, "foreign_keys", true)
            .map_err(Sqlite)?;
        // Deleted and replaced data are overwritten in their page, and not only unlinked.
        connection
            .pragma_update(None, "secure_delete", true)
            .map_err(Sqlite)?;
        // In KiB: enough to keep the upper levels of every index of a million sales in memory.
        connection
            .pragma_update(None, "cache_size", -16_384)
            .map_err(Sqlite)?;
        Ok(Self {
            connection,
            place: Place::of(path)?,
            has_whole_hashes: false,
            trust: None,
        })
    }

    /// Brings the database to the newest format; returns the format that it had.
    fn migrate(&self) -> Result<usize> {
        let version: i64 = self
            .connection
            .query_row("PRAGMA user_version", [], |r| r.get(0))
            .map_err(Sqlite)?;
        let newest = FIRST + MIGRATIONS.len() - 1;
        let format = usize::try_from(version).unwrap_or(usize::MAX);
        // A home that seems too old would make its owner create a new one, and sell the same
        // people's numbers again.
        let has_this_schema = (WHOLE_HASHES..=newest).contains(&format);
        if !has_this_schema && whole::check_schema(&self.connection).is_ok() {
            return Err(damaged(DamageMessage::WrongFormat { version }));
        }
        if (1..FIRST).contains(&format) {
            return Err(Error::failed(
                ErrorCode::OlderHome,
                StoreMessage::OlderHome {
                    version,
                    first: FIRST,
                },
            )
            .hint(StoreHint::CreateNewHome));
        }
        if format > newest {
            return Err(Error::failed(
                ErrorCode::NewerHome,
                StoreMessage::NewerHome { version, newest },
            )
            .hint(StoreHint::UseNewerProgram));
        }
        let applied = (format + 1).saturating_sub(FIRST);
        for (number, sql) in MIGRATIONS.iter().enumerate().skip(applied) {
            let transaction =
                Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)
                    .map_err(Sqlite)?;
            transaction.execute_batch(sql).map_err(Sqlite)?;
            transaction
                .pragma_update(None, "user_version", (number + FIRST) as u64)
                .map_err(Sqlite)?;
            transaction.commit().map_err(Sqlite)?;
        }
        Ok(format)
    }

    /// Checks that the home is where it was opened.
    ///
    /// # Errors
    /// `home-moved`.
    pub fn check_place(&self) -> Result<()> {
        self.read().check_place()
    }

    /// Returns the database for reading. Each read sees the current state, also within a
    /// transaction of this program. Of a home that is no longer where it was opened, each fails.
    pub fn read(&self) -> Reading<'_> {
        Reading {
            connection: &self.connection,
            trust: self.trust.as_ref(),
            left: self.place.is_left().then_some(&self.place.path),
        }
    }

    /// Begins a transaction that holds the write lock from its start. There is one at a time.
    pub fn begin(&self) -> Result<Writing<'_>> {
        let reading = self.read();
        reading.check_place()?;
        let transaction =
            Transaction::new_unchecked(&self.connection, TransactionBehavior::Immediate)
                .map_err(Sqlite)?;
        reading.compare()?;
        Ok(Writing {
            before: reading.trust()?.state.borrow().clone(),
            reading,
            queued: Cell::new(false),
            transaction: Some(transaction),
        })
    }

    /// Returns the database as it is now, for reading, unaffected by later writes. While the
    /// snapshot exists, [`Store::finish_erasure`] fails, as the snapshot may need pages that are to
    /// be erased.
    pub fn snapshot(&self) -> Result<Snapshot> {
        self.check_place()?;
        let path = self.connection.path().unwrap_or_default();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let connection = opened(Path::new(path), flags)?;
        // The snapshot is that of the first read in the transaction.
        connection
            .execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema")
            .map_err(Sqlite)?;
        let trust = self.read().trust()?.clone();
        // Data versions belong to a connection.
        trust.compared.set(None);
        trust.whole.borrow_mut().clear();
        Ok(Snapshot { connection, trust })
    }

    /// Erases removed data from the database's files too: writes the database anew from its
    /// content, moves that out of the WAL, and truncates the WAL. Takes as much free space as the
    /// database has.
    pub fn finish_erasure(&self) -> Result<()> {
        self.check_place()?;
        self.connection.execute_batch("VACUUM").map_err(Sqlite)?;
        point::pass("database written anew");
        self.connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |r| {
                match r.get::<_, i64>(0)? {
                    0 => Ok(()),
                    _ => Err(rusqlite::Error::SqliteFailure(
                        rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY),
                        None,
                    )),
                }
            })
            .map_err(Sqlite)?;
        point::pass("write-ahead log emptied");
        let writing = self.begin()?;
        writing.unset(Setting::ErasurePending)?;
        writing.commit().map(drop)
    }
}

/// Read access to a home's database.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    connection: &'a Connection,
    trust: Option<&'a Trust>,
    /// The path at which the database was opened, if it is no longer there.
    left: Option<&'a PathBuf>,
}

/// A transaction that writes to a home's database. If it is dropped without [`Writing::commit`],
/// nothing is changed.
pub struct Writing<'a> {
    reading: Reading<'a>,
    /// The authenticated state when the transaction began.
    before: State,
    /// Whether the transaction put an object into the outbox.
    queued: Cell<bool>,
    /// `None` once it is committed.
    transaction: Option<Transaction<'a>>,
}

impl Writing<'_> {
    fn transaction(&self) -> Result<&Transaction<'_>> {
        self.transaction
            .as_ref()
            .ok_or_else(|| Error::fault(FaultMessage::TransactionOver))
    }

    /// Commits; the changes are on the disk when this returns. Returns whether authenticated data
    /// were changed, which raises the epoch unless it is held.
    ///
    /// # Errors
    /// The database's errors; then nothing was changed.
    pub fn commit(mut self) -> Result<bool> {
        let trust = self.trust()?;
        let raised = *trust.state.borrow() != self.before;
        if raised {
            if !trust.held.get() {
                trust.state.borrow_mut().epoch += 1;
            }
            self.store_state(trust)?;
        }
        self.finish()?;
        Ok(raised)
    }

    /// Commits with everything authenticated under other keys; [`Store::trust_anew`] then puts them
    /// into use.
    pub fn commit_anew(mut self, key: &[u8; 32], owner: &PublicKey) -> Result<Renewed> {
        let next = Trust::new(key, owner)?;
        self.authenticate(&kept::KEPT_TABLES, &next)?;
        next.state.borrow_mut().epoch += 1;
        self.store_state(&next)?;
        self.finish()?;
        Ok(Renewed(next))
    }

    /// Raises the epoch above that of another copy of this home.
    pub fn rise_above(&self, epoch: u64) -> Result<()> {
        let mut state = self.trust()?.state.borrow_mut();
        state.epoch = state.epoch.max(epoch) + 1;
        Ok(())
    }

    fn finish(&mut self) -> Result<()> {
        if self.queued.get() {
            self.order_outgoing()?;
        }
        point::pass("transaction to be committed");
        if let Some(transaction) = self.transaction.take()
            && let Err(error) = transaction.commit()
        {
            self.restore();
            return Err(Sqlite(error).into());
        }
        point::pass("transaction committed");
        Ok(())
    }

    /// Restores the state, as an uncommitted change never happened.
    fn restore(&self) {
        if let Some(trust) = self.reading.trust {
            trust.state.borrow_mut().clone_from(&self.before);
        }
    }
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        if let Some(transaction) = self.transaction.take() {
            self.restore();
            drop(transaction);
        }
    }
}

/// The keys of a home that was authenticated anew.
pub struct Renewed(Trust);

impl Store {
    /// Puts into use the keys under which everything was authenticated anew.
    pub fn trust_anew(&mut self, renewed: Renewed) {
        self.trust = Some(renewed.0);
    }
}

impl<'a> Deref for Writing<'a> {
    type Target = Reading<'a>;

    fn deref(&self) -> &Reading<'a> {
        &self.reading
    }
}

/// The database as it was when the snapshot was made.
pub struct Snapshot {
    connection: Connection,
    trust: Trust,
}

impl Snapshot {
    /// Returns the snapshot for reading.
    pub fn read(&self) -> Reading<'_> {
        Reading {
            connection: &self.connection,
            trust: Some(&self.trust),
            left: None,
        }
    }
}

/// Returns the refusal of a home in which something was changed, removed or put in the place of
/// another thing; it is found before it is used.
pub fn damaged(what: impl Into<Text>) -> Error {
    Error::unverified(
        ErrorCode::HomeDamaged,
        DamageMessage::Home { what: what.into() },
    )
    .hint(Act::CatchUp.to(DamageHint::BringBackAndCatchUp))
    .hint(Act::CheckHome.to(DamageHint::CheckHome))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
impl Store {
    /// A new database in a folder of a test, unlocked, of the owner whose key is all ones.
    fn unlocked(dir: &tempfile::TempDir) -> Self {
        let owner = poundwise_documents::keys::Identity::from_bytes(&[1; 32]);
        let mut store = Self::create(&dir.path().join("a.db")).unwrap();
        store.unlock_new(&[2; 32], &owner.public_key()).unwrap();
        store
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::units::DocumentId;

    use super::*;

    /// The file of a home that was moved is another one's, or that of a home elsewhere.
    #[test]
    fn a_database_that_was_moved_is_neither_read_nor_written_anew() {
        let dir = tempfile::tempdir().unwrap();
        let (path, moved) = (dir.path().join("a.db"), dir.path().join("b.db"));
        let store = Store::unlocked(&dir);
        let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
        let emptied = store.connection.query_row(checkpoint, [], |_| Ok(()));
        emptied.unwrap();
        let wal = dir.path().join("a.db-wal");
        fs::rename(&path, &moved).unwrap();
        let refused = store.read().document(&DocumentId::of("a document"));
        assert_eq!(refused.err().unwrap().code(), ErrorCode::HomeMoved);
        let (before, waiting) = (fs::read(&moved).unwrap(), fs::read(&wal).unwrap());
        let refused = store.finish_erasure();
        assert_eq!(refused.err().unwrap().code(), ErrorCode::HomeMoved);
        assert!(fs::read(&moved).unwrap() == before);
        assert!(fs::read(&wal).unwrap() == waiting);
    }

    /// SQLite's defaults differ between its builds.
    #[test]
    fn every_connection_is_set_as_the_home_needs_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.db");
        let made = Store::create(&path).unwrap();
        let opened = Store::open(&path).unwrap();
        for store in [made, opened] {
            let asked = |name: &str| -> i64 {
                let text = format!("PRAGMA {name}");
                let ask = store.connection.query_row(&text, [], |r| r.get(0));
                ask.unwrap()
            };
            assert_eq!(asked("foreign_keys"), 1);
            assert_eq!(asked("trusted_schema"), 0);
            assert_eq!(asked("secure_delete"), 1);
            assert_eq!(asked("synchronous"), 2, "FULL");
            let journal: String = store
                .connection
                .query_row("PRAGMA journal_mode", [], |r| r.get(0))
                .unwrap();
            assert_eq!(journal, "wal");
        }
    }
}
