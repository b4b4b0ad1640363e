//! PostgreSQL of Debian with the driver of PyPI, and DuckDB of npm, started by the tests.

use std::fs;
use std::os::unix::fs::{PermissionsExt as _, chown};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use adbc_core::options::{AdbcVersion, OptionDatabase, OptionValue};
use adbc_core::sync::{Connection as _, Database as _, Driver as _, Statement as _};
use adbc_driver_manager::{ManagedConnection, ManagedDriver};
use arrow_array::cast::AsArray as _;
use poundwise_sql::Dialect;
use tempfile::TempDir;

use crate::interop::python;

const POSTGRESQL_DRIVER: &str = "adbc-driver-postgresql==1.13.0";
const DUCKDB: &str = "@duckdb/node-bindings-linux-x64@1.5.6-r.1";

/// Rows of text.
pub(crate) type Rows = Vec<Vec<Option<String>>>;

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

/// What ends with a database.
enum Server {
    PostgreSql(PathBuf, TempDir),
    File { _folder: TempDir },
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Self::PostgreSql(stop, folder) = self {
            let data = folder.path().join("data");
            let mut command = unprivileged(stop);
            command.args(["stop", "-m", "immediate", "-D"]).arg(data);
            let _ = command.stdout(Stdio::null()).status();
        }
    }
}

/// Returns a command as a user who is not root: PostgreSQL refuses to run as root.
fn unprivileged(program: &Path) -> Command {
    let mut command = Command::new(program);
    if rustix::process::geteuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    command
}

const NOBODY: u32 = 65534;

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
}

/// Returns the programs of the newest PostgreSQL of Debian.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.map(|entry| entry.unwrap().path().join("bin"));
    folders.filter(|bin| bin.join("initdb").exists()).max()
}

/// Returns the file of this name below a folder.
pub(crate) fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    fs::read_dir(folder).ok()?.find_map(|entry| {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => find(&path, name),
            false => path.ends_with(name).then_some(path),
        }
    })
}

/// Returns PyPI's driver of PostgreSQL.
pub(crate) fn postgresql_driver() -> Option<PathBuf> {
    let python = python(POSTGRESQL_DRIVER)?;
    let venv = python.parent().unwrap().parent().unwrap();
    find(&venv.join("lib"), "libadbc_driver_postgresql.so")
}

/// Returns npm's library of DuckDB, which is a driver too.
pub(crate) fn duckdb_library() -> Option<PathBuf> {
    static MAKING: Mutex<()> = Mutex::new(());
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("duckdb-1.5.6");
    let library = folder.join("package/libduckdb.so");
    if !library.exists() {
        fs::create_dir_all(&folder).unwrap();
        let packed = Command::new("npm")
            .args(["pack", "--silent", DUCKDB])
            .current_dir(&folder)
            .output();
        let is_packed = packed.is_ok_and(|packed| packed.status.success());
        assert!(
            is_packed || std::env::var_os("CI").is_none(),
            "npm has no {DUCKDB}"
        );
        if !is_packed {
            eprintln!("skipped: npm has no {DUCKDB}");
            return None;
        }
        let mut unpack = Command::new("sh");
        unpack
            .args(["-c", "tar xzf *.tgz && rm *.tgz"])
            .current_dir(&folder);
        run(&mut unpack);
    }
    Some(library)
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
    /// Starts a server of PostgreSQL, whose language is not plain C.
    fn postgresql() -> Option<Self> {
        let Some(programs) = programs() else {
            assert!(std::env::var_os("CI").is_none(), "no PostgreSQL");
            eprintln!("skipped: no PostgreSQL of Debian");
            return None;
        };
        let driver = postgresql_driver()?;
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let data = folder.path().join("data");
        let socket = folder.path().join("socket");
        for place in [&data, &socket] {
            fs::create_dir(place).unwrap();
            if rustix::process::geteuid().is_root() {
                chown(place, Some(NOBODY), Some(NOBODY)).unwrap();
            }
        }
        let mut init = unprivileged(&programs.join("initdb"));
        init.args([
            "-U",
            "owner",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--locale=C.UTF-8",
            "--no-sync",
            "-D",
        ]);
        run(init.arg(&data).current_dir("/"));
        // One role has a password.
        let roles = "local all locked scram-sha-256\nlocal all all trust\n";
        fs::write(data.join("pg_hba.conf"), roles).unwrap();
        let options = format!(
            "-c listen_addresses= -c unix_socket_directories={} -c fsync=off -c jit=off -c autovacuum=off",
            socket.display()
        );
        let mut start = unprivileged(&programs.join("pg_ctl"));
        start
            .args(["start", "-w", "-s", "-l"])
            .arg(socket.join("log"));
        start
            .arg("-D")
            .arg(&data)
            .args(["-o", &options])
            .current_dir("/");
        start.stdout(Stdio::null()).stderr(Stdio::null());
        assert!(
            start.status().unwrap().success(),
            "PostgreSQL does not start"
        );
        let server = Server::PostgreSql(programs.join("pg_ctl"), folder);
        let address = format!(
            "postgresql:///postgres?host={}&user=owner",
            socket.display()
        );
        let connection = connect(&driver, None, &[("uri", &address)]);
        Some(Self {
            dialect: Dialect::PostgreSql,
            driver,
            address,
            connection: Mutex::new(connection),
            _server: server,
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
            _server: Server::File { _folder: folder },
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

/// Waits until a condition holds, at most ten seconds.
pub(crate) fn soon(what: &str, holds: impl Fn() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < Duration::from_secs(10), "not yet: {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
