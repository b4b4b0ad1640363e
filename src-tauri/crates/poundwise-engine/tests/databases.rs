//! PostgreSQL of Debian with the driver of PyPI, and DuckDB of npm, started by the tests.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use adbc_core::options::{AdbcVersion, OptionDatabase, OptionValue};
use adbc_core::sync::{Connection as _, Database as _, Driver as _, Statement as _};
use adbc_driver_manager::{ManagedConnection, ManagedDriver};
use arrow_array::cast::AsArray as _;
use poundwise_sql::Dialect;
use tempfile::TempDir;

pub(crate) use crate::interop::duckdb::duckdb_library;
use crate::interop::postgresql::Postgresql;
pub(crate) use crate::interop::postgresql::postgresql_driver;

/// Rows of text.
pub(crate) type Rows = Vec<Vec<Option<String>>>;

/// What ends with a database.
#[expect(dead_code, reason = "they are kept, and end when they are dropped")]
enum Server {
    PostgreSql(Postgresql),
    File { folder: TempDir },
}

/// A database that the tests read and write.
pub(crate) struct TestDatabase {
    pub(crate) dialect: Dialect,
    /// The driver's file.
    pub(crate) driver: PathBuf,
    /// The address, as an owner states it.
    pub(crate) address: String,
    connection: Mutex<ManagedConnection>,
    _server: Server,
}

fn connect(driver: &Path, entrypoint: Option<&str>, options: &[(&str, &str)]) -> ManagedConnection {
    let entrypoint = entrypoint.map(str::as_bytes);
    let version = AdbcVersion::V110;
    let driver = ManagedDriver::load_dynamic_from_filename(driver, entrypoint, version);
    let options = options.iter().map(|(key, value)| {
        (
            OptionDatabase::from(*key),
            OptionValue::String((*value).to_owned()),
        )
    });
    let database = driver.unwrap().new_database_with_opts(options).unwrap();
    database.new_connection().unwrap()
}

impl TestDatabase {
    /// Starts a server of PostgreSQL.
    fn postgresql() -> Option<Self> {
        let server = Postgresql::start()?;
        let driver = postgresql_driver()?;
        let address = server.address("owner");
        let connection = connect(&driver, None, &[("uri", &address)]);
        Some(Self {
            dialect: Dialect::PostgreSql,
            driver,
            address,
            connection: Mutex::new(connection),
            _server: Server::PostgreSql(server),
        })
    }

    /// Makes a file of DuckDB.
    pub(crate) fn duckdb() -> Option<Self> {
        let driver = duckdb_library()?;
        let folder = tempfile::tempdir().unwrap();
        let address = folder.path().join("data.duckdb").display().to_string();
        let options = [("path", address.as_str())];
        let connection = connect(&driver, Some("duckdb_adbc_init"), &options);
        Some(Self {
            dialect: Dialect::DuckDb,
            driver,
            address,
            connection: Mutex::new(connection),
            _server: Server::File { folder },
        })
    }

    /// Executes a statement without rows.
    pub(crate) fn execute(&self, sql: &str) {
        let mut connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let mut statement = connection.new_statement().unwrap();
        statement.set_sql_query(sql).unwrap();
        let done = statement.execute_update();
        done.unwrap_or_else(|error| panic!("{error}\n{sql}"));
    }

    /// Returns the rows of a statement, whose columns are text.
    pub(crate) fn rows(&self, sql: &str) -> Result<Rows, String> {
        let mut connection = self
            .connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let mut statement = connection.new_statement().unwrap();
        statement
            .set_sql_query(sql)
            .map_err(|error| error.to_string())?;
        let batches = statement.execute().map_err(|error| error.to_string())?;
        let mut rows = Vec::new();
        for batch in batches {
            let batch = batch.map_err(|error| error.to_string())?;
            for row in 0..batch.num_rows() {
                let cells = batch.columns().iter().map(|column| {
                    let texts = column.as_string::<i32>();
                    arrow_array::Array::is_valid(texts, row).then(|| texts.value(row).to_owned())
                });
                rows.push(cells.collect());
            }
        }
        Ok(rows)
    }

    /// Ends the connection of the tests, since a file of DuckDB has one writer or many readers.
    pub(crate) fn close(self) -> (PathBuf, String, impl Sized) {
        drop(self.connection);
        (self.driver, self.address, self._server)
    }
}

/// Returns the server of PostgreSQL, which tests that run at the same time share.
pub(crate) fn postgresql() -> Option<Arc<TestDatabase>> {
    static SERVER: Mutex<Weak<TestDatabase>> = Mutex::new(Weak::new());
    let mut shared = SERVER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(server) = shared.upgrade() {
        return Some(server);
    }
    let server = Arc::new(TestDatabase::postgresql()?);
    *shared = Arc::downgrade(&server);
    Some(server)
}

/// Waits until a condition holds, at most two minutes.
pub(crate) fn soon(what: &str, holds: impl Fn() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(
            begin.elapsed() < Duration::from_secs(120),
            "not yet: {what}"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
}
