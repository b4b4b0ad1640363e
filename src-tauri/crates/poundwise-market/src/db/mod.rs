//! The home's SQLite database: opened for durability, migrated by `user_version`, errors with a way out.

use std::path::Path;

use poundwise_documents::{jws::Signed, kinds::Payload, units::MicroEpsilon};
use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Row, Transaction, TransactionBehavior, params,
};

use crate::{
    error::{Error, ErrorCode, Result},
    files::io_error,
    view::OrderStatus,
};

/// The first format of a home that is kept (`user_version`).
const FIRST: usize = 7;

/// The migrations in order: the first one makes a home of format [`FIRST`], each further one the next format.
const MIGRATIONS: [&str; 1] = [include_str!("0007.sql")];

/// The setting that says that something was removed whose bytes may still be in the files.
const ERASURE: &str = "erasure-pending";

/// What marks a file as ours (`PRAGMA application_id`): "pwse".
const APPLICATION_ID: i64 = 0x7077_7365;

/// An opened database.
pub(crate) struct Db {
    connection: Connection,
}

impl From<rusqlite::Error> for Error {
    fn from(error: rusqlite::Error) -> Self {
        use rusqlite::ErrorCode as C;
        let text = format!("the home's database says: {error}");
        match error.sqlite_error_code() {
            Some(C::DiskFull) => Error::failed(ErrorCode::DiskFull, "the disk of the home is full")
                .hint("Nothing was changed. Make room on that disk and do it again."),
            Some(C::ReadOnly) => Error::failed(ErrorCode::ReadOnly, "the home's database cannot be written: the home is read-only")
                .hint("Nothing was changed. Make the home's folder writable, or choose another with --home."),
            Some(C::CannotOpen | C::PermissionDenied) => Error::failed(ErrorCode::CannotOpen, text)
                .hint("Check that the home's folder exists, is writable and is yours."),
            Some(C::DatabaseBusy | C::DatabaseLocked) => {
                Error::failed(ErrorCode::Busy, text).hint("Another program is using this home; close it and try again.")
            }
            Some(C::DatabaseCorrupt | C::NotADatabase) => Error::failed(ErrorCode::DatabaseDamaged, text)
                .hint("Nothing was changed. Bring the home back from a backup, or export what you can with the sqlite3 shell."),
            Some(C::SystemIoFailure) => Error::failed(ErrorCode::Io, text)
                .hint("Nothing was changed. Check the disk (full, read-only, failing) and do it again."),
            _ => Error::failed(ErrorCode::Database, text),
        }
    }
}

impl Db {
    /// Creates the database of a new home.
    pub(crate) fn create(path: &Path) -> Result<Self> {
        let db = Self::connect(path, OpenFlags::SQLITE_OPEN_CREATE)?;
        db.connection
            .pragma_update(None, "application_id", APPLICATION_ID)?;
        db.migrate()?;
        Ok(db)
    }

    /// Opens the database of a home.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        // SQLite would fall back to reading only; a home that cannot be written is refused at once instead.
        std::fs::OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .map_err(|e| io_error(path, "open", &e))?;
        let db = Self::connect(path, OpenFlags::empty())?;
        let id: i64 = db
            .connection
            .query_row("PRAGMA application_id", [], |r| r.get(0))?;
        if id != APPLICATION_ID {
            return Err(Error::failed(
                ErrorCode::NotAHome,
                format!("{} is not a Poundwise database", path.display()),
            )
            .hint("Check --home."));
        }
        db.migrate()?;
        if db.is_erasure_pending()? {
            // A full disk must not keep a home shut; it stays noted, and the next opening tries again.
            let _ = db.finish_erasure();
        }
        Ok(db)
    }

    fn connect(path: &Path, create: OpenFlags) -> Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX | create;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        // What is deleted or replaced is overwritten in its page, not only unlinked.
        connection.pragma_update(None, "secure_delete", true)?;
        connection.pragma_update(None, "trusted_schema", false)?;
        // In KiB: enough that the upper levels of every index of a million sales stay at hand.
        connection.pragma_update(None, "cache_size", -16_384)?;
        connection.set_prepared_statement_cache_capacity(64);
        Ok(Self { connection })
    }

    fn migrate(&self) -> Result<()> {
        let version: i64 = self
            .connection
            .query_row("PRAGMA user_version", [], |r| r.get(0))?;
        let newest = FIRST + MIGRATIONS.len() - 1;
        let format = usize::try_from(version).unwrap_or(usize::MAX);
        if (1..FIRST).contains(&format) {
            return Err(Error::failed(
                ErrorCode::OlderHome,
                format!("This home was made before the first release (format {version}); homes begin with format {FIRST}."),
            )
            .hint("Nothing was changed. Make a new home, and import the tables again."));
        }
        if format > newest {
            return Err(Error::failed(
                ErrorCode::NewerHome,
                format!("this home was written by a newer Poundwise (format {version}, this program knows {newest})"),
            )
            .hint("Nothing was changed. Use the newer program."));
        }
        let applied = (format + 1).saturating_sub(FIRST);
        for (number, sql) in MIGRATIONS.iter().enumerate().skip(applied) {
            let transaction = self.begin()?;
            transaction.execute_batch(sql)?;
            transaction.pragma_update(None, "user_version", (number + FIRST) as u64)?;
            transaction.commit()?;
        }
        Ok(())
    }

    /// The connection, for reading.
    pub(crate) fn read(&self) -> &Connection {
        &self.connection
    }

    /// A transaction that holds the write lock from its start. Dropped without `commit` it leaves nothing.
    pub(crate) fn begin(&self) -> Result<Transaction<'_>> {
        Ok(Transaction::new_unchecked(
            &self.connection,
            TransactionBehavior::Immediate,
        )?)
    }

    /// The database as it is now, for reading, whatever is written to it later. While it is there,
    /// [`Db::finish_erasure`] fails: it may need pages that are to be erased.
    pub(crate) fn snapshot(&self) -> Result<Connection> {
        let path = self.connection.path().unwrap_or_default();
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let snapshot = Connection::open_with_flags(path, flags)?;
        snapshot.pragma_update(None, "trusted_schema", false)?;
        // It is as of the first reading in the transaction.
        snapshot.execute_batch("BEGIN; SELECT count(*) FROM sqlite_schema")?;
        Ok(snapshot)
    }

    /// Whether something was removed whose bytes may still be in the files.
    pub(crate) fn is_erasure_pending(&self) -> Result<bool> {
        Ok(self.setting(ERASURE)?.is_some())
    }

    /// Makes what was removed from the database be gone from its files too: writes the database anew from what is in
    /// it, moves that out of the WAL, and cuts the WAL to nothing. Takes as much free space as the database has.
    pub(crate) fn finish_erasure(&self) -> Result<()> {
        self.connection.execute_batch("VACUUM")?;
        self.connection
            .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |r| {
                match r.get::<_, i64>(0)? {
                    0 => Ok(()),
                    _ => Err(rusqlite::Error::SqliteFailure(
                        rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_BUSY),
                        None,
                    )),
                }
            })?;
        self.connection
            .execute("DELETE FROM settings WHERE key = ?1", [ERASURE])?;
        Ok(())
    }

    /// A setting.
    pub(crate) fn setting(&self, key: &str) -> Result<Option<String>> {
        Ok(self
            .connection
            .query_row("SELECT value FROM settings WHERE key = ?1", [key], |r| {
                r.get(0)
            })
            .optional()?)
    }
}

/// Stores a setting.
pub(crate) fn set_setting(connection: &Connection, key: &str, value: &str) -> Result<()> {
    connection.execute(
        "INSERT INTO settings (key, value) VALUES (?1, ?2) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
        params![key, value],
    )?;
    Ok(())
}

/// Stores a secret's ciphertext; a name is written once.
pub(crate) fn insert_secret(connection: &Connection, name: &str, ciphertext: &[u8]) -> Result<()> {
    connection.execute(
        "INSERT INTO secrets (name, ciphertext) VALUES (?1, ?2)",
        params![name, ciphertext],
    )?;
    Ok(())
}

/// Puts another ciphertext in the place of a secret's.
pub(crate) fn replace_secret(connection: &Connection, name: &str, ciphertext: &[u8]) -> Result<()> {
    let replaced = connection.execute(
        "UPDATE secrets SET ciphertext = ?2 WHERE name = ?1",
        params![name, ciphertext],
    )?;
    if replaced == 1 {
        Ok(())
    } else {
        Err(no_secret(name))
    }
}

/// Removes a secret. Whether its bytes are gone from the files too is for [`Db::finish_erasure`] to see to.
pub(crate) fn remove_secret(connection: &Connection, name: &str) -> Result<()> {
    connection.execute("DELETE FROM secrets WHERE name = ?1", [name])?;
    Ok(())
}

/// Notes, in the transaction that removes something, that [`Db::finish_erasure`] is to follow.
pub(crate) fn note_erasure(connection: &Connection) -> Result<()> {
    set_setting(connection, ERASURE, "")
}

/// A secret's ciphertext, if there is one of that name.
pub(crate) fn find_secret(connection: &Connection, name: &str) -> Result<Option<Vec<u8>>> {
    Ok(connection
        .query_row(
            "SELECT ciphertext FROM secrets WHERE name = ?1",
            [name],
            |r| r.get(0),
        )
        .optional()?)
}

/// A secret's ciphertext.
pub(crate) fn secret(connection: &Connection, name: &str) -> Result<Vec<u8>> {
    find_secret(connection, name)?.ok_or_else(|| no_secret(name))
}

fn no_secret(name: &str) -> Error {
    Error::failed(
        ErrorCode::SecretMissing,
        format!("the home has no secret {name:?}"),
    )
    .hint("Bring the home back from a backup.")
}

/// Stores a document's exact string; the same document twice is one row.
pub(crate) fn insert_document(
    connection: &Connection,
    id: &str,
    typ: &str,
    compact: &str,
) -> Result<()> {
    connection.execute(
        "INSERT INTO documents (id, typ, compact) VALUES (?1, ?2, ?3) ON CONFLICT (id) DO NOTHING",
        params![id, typ, compact],
    )?;
    Ok(())
}

/// A document's exact string.
pub(crate) fn document(connection: &Connection, id: &str) -> Result<Option<String>> {
    Ok(connection
        .prepare_cached("SELECT compact FROM documents WHERE id = ?1")?
        .query_row([id], |r| r.get(0))
        .optional()?)
}

/// Puts an object into the outbox.
pub(crate) fn enqueue(connection: &Connection, path: &str, body: &[u8]) -> Result<()> {
    connection.execute(
        "INSERT INTO outbox (path, body) VALUES (?1, ?2) ON CONFLICT (path) DO NOTHING",
        params![path, body],
    )?;
    Ok(())
}

/// Stores a signed document.
pub(crate) fn insert_signed<T: Payload>(connection: &Connection, signed: &Signed<T>) -> Result<()> {
    insert_document(
        connection,
        &signed.id().to_string(),
        T::TYP,
        signed.compact(),
    )
}

/// Verifies a document out of the home's own database: a damaged one is found before it is used.
pub(crate) fn stored<T: Payload>(compact: &str) -> Result<Signed<T>> {
    Signed::verify(compact).map_err(|e| {
        Error::failed(
            ErrorCode::DatabaseDamaged,
            format!("a stored document does not verify: {e}"),
        )
        .hint("Bring the home back from a backup.")
    })
}

/// A column parsed from its text.
pub(crate) fn parsed<T>(row: &Row<'_>, index: usize) -> rusqlite::Result<T>
where
    T: std::str::FromStr,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    row.get::<_, String>(index)?.parse().map_err(|e: T::Err| {
        rusqlite::Error::FromSqlConversionFailure(index, rusqlite::types::Type::Text, Box::new(e))
    })
}

/// A stored level.
pub(crate) fn checked_level(micro: u64) -> Result<MicroEpsilon> {
    MicroEpsilon::new(micro).map_err(|e| {
        Error::failed(
            ErrorCode::DatabaseDamaged,
            format!("a stored level is wrong: {e}"),
        )
        .hint("Bring the home back from a backup.")
    })
}

/// A stored order's state.
pub(crate) fn order_status(text: &str) -> OrderStatus {
    match text {
        "delivered" => OrderStatus::Delivered,
        "declined" => OrderStatus::Declined,
        _ => OrderStatus::Pending,
    }
}
