//! A database with its driver: asked through the separate process that loads the driver.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use poundwise_driver::{
    Answered, Confinement, Driver, DriverError, DriverMessage, Limits, Request, Session, TextRows,
    after_login, ask, ask_rows, engine_program, find_driver, is_this_machine, manifest_folders,
    unescaped, without_port,
};
use poundwise_query::{Schema, SchemaColumn, canonical_text};
use poundwise_sql::catalogue::{self, CatalogueColumn, CatalogueTable};
use poundwise_sql::{Dialect, LinkedColumn, LinkedTable, SqlFault};
use poundwise_words::Text;
use zeroize::Zeroizing;

use super::path;
use crate::error::{Error, ErrorCode, Result, stopped};
use crate::hint::Act;
use crate::messages::LinkMessage;
use crate::view::{
    DatabaseEngine, DatabaseSource, DatabaseView, EngineView, LinkColumn, LinkPreview,
};
use crate::work::{Stage, Work, WorkStep};

/// The longest time of a statement.
const LONGEST: Duration = Duration::from_secs(6 * 60 * 60);

/// Address space of the process: libraries of databases reserve much more than they use.
const MEMORY: u64 = 64 << 30;

/// The most bytes of a cell of an answer. The sums of a question have fewer digits.
const CELL: usize = 512;

/// The most bytes of an answer.
const BYTES: usize = 1 << 30;

/// A database that can be asked. It has the address with its password: no `Debug`.
pub(super) struct Database {
    pub(super) engine: DatabaseEngine,
    pub(super) address: Zeroizing<String>,
    /// The checked file of the driver.
    pub(super) driver: PathBuf,
    /// The driver's function, or empty for the usual one.
    pub(super) entrypoint: String,
}

impl Database {
    /// Returns the database that an owner states, with the stated driver or an installed one.
    ///
    /// # Errors
    /// `driver`; `link` if the address is not valid.
    pub(super) fn of(source: &DatabaseSource) -> Result<Self> {
        let (driver, entrypoint) = match source.stated_driver() {
            Some(file) => (PathBuf::from(file), String::new()),
            None => installed(source.engine)?,
        };
        let address = Zeroizing::new(source.address.trim().to_owned());
        Self::new(source.engine, address, &driver, &entrypoint)
    }

    /// Returns the database with this driver.
    ///
    /// # Errors
    /// As [`Database::of`].
    pub(super) fn new(
        engine: DatabaseEngine,
        address: Zeroizing<String>,
        driver: &Path,
        entrypoint: &str,
    ) -> Result<Self> {
        let checked = Driver::check(driver).map_err(|message| driver_error(message.into()))?;
        let database = Self {
            engine,
            address,
            driver: checked.file().to_owned(),
            entrypoint: entrypoint.to_owned(),
        };
        database.session()?;
        Ok(database)
    }

    fn session(&self) -> Result<Session> {
        Session::of(self.engine, &self.address, LONGEST.as_secs())
            .map_err(|message| driver_error(message.into()))
    }

    /// Sends a statement, and returns the rows of its answer. `size` has the number of columns and
    /// the most rows. Stopping the stage cancels the statement.
    ///
    /// # Errors
    /// `driver`, `engine`; `stopped`.
    pub(super) fn ask(
        &self,
        sql: &str,
        size: (usize, usize),
        stage: &Stage<'_>,
    ) -> Result<Answered> {
        let (columns, rows) = size;
        let bytes = columns.saturating_mul(rows).saturating_mul(CELL).min(BYTES);
        let (engine, request) = self.request(sql, size, bytes, stage)?;
        ask(&engine, request, LONGEST, &|| stage.tell(0).is_err()).map_err(driver_error)
    }

    /// Sends a statement that reads a table, and calls `take` with its rows as they arrive. `size`
    /// has the number of columns and the most rows. Tells the stage how many rows have arrived.
    /// Stopping the stage, or an error of `take`, cancels the statement.
    ///
    /// # Errors
    /// As [`Database::ask`], and those of `take`.
    pub(super) fn ask_rows(
        &self,
        sql: &str,
        size: (usize, usize),
        stage: &Stage<'_>,
        mut take: impl FnMut(TextRows) -> Result<()>,
    ) -> Result<()> {
        let (engine, request) = self.request(sql, size, usize::MAX, stage)?;
        let arrived = Cell::new(0);
        let tell = || stage.tell(arrived.get());
        ask_rows(&engine, request, LONGEST, &|| tell().is_err(), |rows| {
            arrived.set(arrived.get() + rows.len() as u64);
            tell().and_then(|()| take(rows)).map_err(Untaken::Other)
        })
        .map(|_| ())
        .map_err(|error| match error {
            Untaken::Driver(error) => driver_error(error),
            Untaken::Other(error) => error,
        })
    }

    /// Returns the program and the request of a statement, whose answer has at most so many bytes.
    fn request(
        &self,
        sql: &str,
        (columns, rows): (usize, usize),
        bytes: usize,
        stage: &Stage<'_>,
    ) -> Result<(PathBuf, Request)> {
        let session = self.session()?;
        let request = Request {
            driver: self.driver.display().to_string(),
            entrypoint: match self.entrypoint.is_empty() {
                true => session.entrypoint,
                false => self.entrypoint.clone(),
            },
            options: session.options,
            files: session.files,
            network: session.network,
            sql: Zeroizing::new(sql.to_owned()),
            limits: Limits {
                columns,
                rows,
                bytes,
                memory: MEMORY,
            },
        };
        stage.tell(0)?;
        let engine = engine_program().map_err(|message| driver_error(message.into()))?;
        Ok((engine, request))
    }
}

/// Why the rows of an answer were not all taken.
enum Untaken {
    Driver(DriverError),
    Other(Error),
}

impl From<DriverError> for Untaken {
    fn from(error: DriverError) -> Self {
        Self::Driver(error)
    }
}

/// A table that was found in the catalogue of a database.
pub(super) struct Found {
    name: String,
    dialect: Dialect,
    pub(super) table: CatalogueTable,
}

impl Database {
    /// Looks a table up in the catalogue. No row is read.
    ///
    /// # Errors
    /// As [`Database::ask`]; `link` if there is no such table, or if the database does not store its
    /// texts in UTF-8.
    pub(super) fn find(&self, path: &[String], stage: &Stage<'_>) -> Result<Found> {
        let dialect = Dialect::from(self.engine);
        let answer = self.ask(
            &dialect.columns(path),
            (catalogue::COLUMNS_ANSWER, catalogue::MAX_COLUMNS),
            stage,
        )?;
        let table = dialect
            .read_columns(&answer.rows)
            .ok_or_else(|| driver_error(DriverMessage::WrongTypes.into()))?;
        let name = path::write(path);
        if table.columns.is_empty() {
            return Err(
                Error::refused(ErrorCode::Link, LinkMessage::NoTable { table: name })
                    .hint(LinkMessage::CheckNameAndRights),
            );
        }
        if !table.reads_only {
            return Err(driver_error(DriverMessage::Pooler.into()));
        }
        if !table.is_utf8 {
            return Err(Error::refused(ErrorCode::Link, LinkMessage::OtherEncoding)
                .hint(LinkMessage::ImportInstead));
        }
        if let Some(sql) = dialect.bind(path) {
            self.ask(&sql, (1, 1), stage)?;
        }
        Ok(Found {
            name,
            dialect,
            table,
        })
    }
}

impl Found {
    /// Returns the types of the columns that can be used, as `--types` reads them.
    pub(super) fn types(&self) -> String {
        let declared = |column| declared(self.dialect, column);
        let declared: Vec<SchemaColumn> = self.table.columns.iter().filter_map(declared).collect();
        // Two names can have one canonical form. They are corrected by hand.
        Schema::new(declared).map_or_else(|_| String::new(), |schema| schema.types_line())
    }

    /// Returns precision and scale that the types of these columns state.
    pub(super) fn digits(&self, columns: &[LinkedColumn]) -> Vec<Option<(u32, u32)>> {
        let one = |column: &LinkedColumn| {
            let mut found = self.table.columns.iter();
            found.find(|found| found.name == column.name)?.digits
        };
        columns.iter().map(one).collect()
    }

    /// Returns whether the table has the column that a schema names.
    pub(super) fn has_column(&self, declared: &str) -> bool {
        self.named(declared).is_some()
    }

    fn named(&self, declared: &str) -> Option<&CatalogueColumn> {
        let mut columns = self.table.columns.iter();
        columns.find(|column| canonical_text(&column.name) == declared)
    }

    /// Returns the column that a schema names, and how it is linked.
    ///
    /// # Errors
    /// `link` if there is none, or if its values cannot be added up exactly.
    pub(super) fn column(&self, declared: &str) -> Result<(&CatalogueColumn, LinkedColumn)> {
        let Some(column) = self.named(declared) else {
            let message = LinkMessage::NoColumn {
                column: declared.to_owned(),
                table: self.name.clone(),
            };
            return Err(Error::usage(ErrorCode::Link, message)
                .hint(LinkMessage::CheckTypesOf)
                .hint(Text::verbatim(self.types())));
        };
        match column.storage {
            Some(storage) => {
                let name = column.name.clone();
                Ok((column, LinkedColumn { name, storage }))
            }
            None => Err(Error::refused(
                ErrorCode::Link,
                LinkMessage::UnsupportedColumn {
                    column: column.name.clone(),
                    stored: column.type_name.clone(),
                },
            )
            .hint(LinkMessage::CastInAView)),
        }
    }
}

impl Found {
    /// Checks that a column still has the type of the link.
    ///
    /// # Errors
    /// As [`Found::column`]; `link` if the type is another one.
    pub(super) fn check_linked(&self, declared: &str, linked: &LinkedColumn) -> Result<()> {
        let (found, now) = self.column(declared)?;
        if now == *linked {
            return Ok(());
        }
        let message = LinkMessage::ChangedColumn {
            column: now.name,
            stored: found.type_name.clone(),
        };
        Err(Error::refused(ErrorCode::Link, message).hint(LinkMessage::LinkAgain))
    }
}

/// Returns the declaration that the type of a column suggests: with all of its decimals, or with as
/// many as can be added up exactly.
fn declared(dialect: Dialect, column: &CatalogueColumn) -> Option<SchemaColumn> {
    let storage = column.storage?;
    let mut declared = SchemaColumn::new(canonical_text(&column.name), storage.column_type());
    declared.decimals = column.decimals;
    loop {
        let linked = LinkedColumn {
            name: column.name.clone(),
            storage,
        };
        let schema = Schema::new(vec![declared.clone()]).ok()?;
        match LinkedTable::new(dialect, vec![column.name.clone()], vec![linked], &schema) {
            Ok(_) => return Some(declared),
            Err(SqlFault::LongDecimal { .. }) => {
                declared.decimals = Some(declared.decimals?.checked_sub(1)?);
            }
            Err(_) => return None,
        }
    }
}

/// Returns a table of a database as it can be linked: its columns and their types. No row is read.
///
/// # Errors
/// `driver`, `engine`, `link`; `stopped`.
pub fn preview_link(source: &DatabaseSource, table: &str, work: &Work<'_>) -> Result<LinkPreview> {
    let path = path::read(table)?;
    let database = Database::of(source)?;
    let found = database.find(&path, &work.stage(WorkStep::Query, 0))?;
    let dialect = Dialect::from(source.engine);
    let view = |column: &CatalogueColumn| LinkColumn {
        name: column.name.clone(),
        stored: column.type_name.clone(),
        declared: declared(dialect, column),
    };
    let writable = found.table.writable;
    Ok(LinkPreview {
        columns: found.table.columns.iter().map(view).collect(),
        types: found.types(),
        writable,
        grants: match writable {
            true => dialect.grants(&path),
            false => Vec::new(),
        },
        suggested_name: suggested_name(&path),
        table: found.name,
    })
}

/// Returns the last name of a table, without the folders and the extension of a file.
fn suggested_name(path: &[String]) -> String {
    let last = path.last().map(String::as_str).unwrap_or_default();
    let file = Path::new(last)
        .file_stem()
        .filter(|_| last.contains('/'))
        .map(|stem| stem.to_string_lossy().into_owned());
    file.unwrap_or_else(|| last.to_owned())
}

/// Connects to a database, and returns the tables that can be read.
///
/// # Errors
/// `driver`, `engine`, `link`; `stopped`.
pub fn explore_database(source: &DatabaseSource, work: &Work<'_>) -> Result<DatabaseView> {
    let database = Database::of(source)?;
    let dialect = Dialect::from(source.engine);
    let stage = work.stage(WorkStep::Query, 0);
    let tables = match dialect.tables() {
        Some(sql) => {
            let size = (catalogue::TABLES_ANSWER, catalogue::MAX_TABLES);
            let answer = database.ask(&sql, size, &stage)?;
            let wrong = || driver_error(DriverMessage::WrongTypes.into());
            let tables = dialect.read_tables(&answer.rows).ok_or_else(wrong)?;
            let names = tables.iter().map(|path| path::write(path)).collect();
            (answer.confinement, Some(names))
        }
        None => {
            let answer = database.ask("SELECT '1'", (1, 1), &stage)?;
            (answer.confinement, None)
        }
    };
    Ok(DatabaseView {
        engine: source.engine,
        database: place(source.engine, &source.address),
        driver: database.driver.display().to_string(),
        confined: tables.0 == Confinement::Full,
        tables: tables.1,
    })
}

/// Returns the engines with their installed drivers.
#[must_use]
pub fn engines() -> Vec<EngineView> {
    let one = |engine: &DatabaseEngine| {
        let found = installed(*engine);
        EngineView {
            engine: *engine,
            problem: found.as_ref().err().map(Error::view),
            driver: found.ok().map(|(file, _)| file.display().to_string()),
        }
    };
    DatabaseEngine::ALL.iter().map(one).collect()
}

/// Returns the installed driver of an engine, with its function.
fn installed(engine: DatabaseEngine) -> Result<(PathBuf, String)> {
    let folders = manifest_folders(|variable| std::env::var_os(variable));
    let found = find_driver(engine, &folders);
    let found = found.map_err(|message| driver_error(message.into()))?;
    Ok((found.driver.file().to_owned(), found.entrypoint))
}

/// Returns host and database of an address, without user, password and other parameters.
pub(super) fn place(engine: DatabaseEngine, address: &str) -> String {
    if engine == DatabaseEngine::DuckDb {
        return address.to_owned();
    }
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let rest = after_login(rest);
    let end = rest.find(['?', '#', ';']).unwrap_or(rest.len());
    let (place, parameters) = rest.split_at(end);
    // A password with `@` is wrong there, and not shown either.
    let place = place.rsplit_once('@').map_or(place, |(_, place)| place);
    let named = |parameter: &&str| {
        let name = parameter.split('=').next().unwrap_or_default();
        ["host", "hostaddr", "port", "dbname", "service"].contains(&name)
    };
    let separators = ['?', '&', ';', '#'];
    let named: Vec<&str> = parameters.split(separators).filter(named).collect();
    match named.is_empty() {
        true => place.to_owned(),
        false => format!("{place}?{}", named.join("&")),
    }
}

/// Returns the bytes by which a table is recognised: its engine and its place. The usual spellings
/// of one place give the same bytes: with and without the default port, the schema of a name alone,
/// or the one catalogue of a database, and links to a file.
pub(super) fn identity(engine: DatabaseEngine, address: &str, table: &[String]) -> Vec<u8> {
    let name: &str = engine.into();
    let place = match engine {
        DatabaseEngine::DuckDb => fs::canonicalize(address).map_or_else(
            |_| address.to_owned(),
            |file| file.to_string_lossy().into_owned(),
        ),
        DatabaseEngine::PostgreSql => one_spelling(&place(engine, address), 5432),
        DatabaseEngine::Spark => {
            let place = place(engine, address);
            one_spelling(place.trim_end_matches('/'), 15002)
        }
    };
    let path = match engine {
        DatabaseEngine::PostgreSql | DatabaseEngine::DuckDb => {
            let path = Dialect::from(engine).with_schema(table);
            path[path.len().saturating_sub(2)..].to_vec()
        }
        DatabaseEngine::Spark => {
            let ends = |part: &String| part.trim_end_matches('/').to_lowercase();
            let schema = (table.len() == 1).then(|| "default".to_owned());
            let path = schema.into_iter().chain(table.iter().map(ends));
            path.skip_while(|part| part == "spark_catalog").collect()
        }
    };
    let mut bytes = Vec::new();
    for part in [name, &place]
        .into_iter()
        .chain(path.iter().map(String::as_str))
    {
        bytes.extend_from_slice(&(part.len() as u64).to_le_bytes());
        bytes.extend_from_slice(part.as_bytes());
    }
    bytes
}

/// Returns a place without escapes, in small letters, with one name for this machine, and with its
/// port if it has a host without one.
fn one_spelling(place: &str, port: u16) -> String {
    let place = unescaped(place).to_lowercase();
    let end = place.find(['/', '?']).unwrap_or(place.len());
    let (authority, rest) = place.split_at(end);
    let host = without_port(authority);
    let stated = &authority[host.len()..];
    let host = if is_this_machine(host) {
        "localhost"
    } else {
        host
    };
    match (authority.is_empty(), stated.is_empty()) {
        (true, _) => place,
        (false, true) => format!("{host}:{port}{rest}"),
        (false, false) => format!("{host}{stated}{rest}"),
    }
}

/// Returns the error of a driver or a database. The database's own message is a hint for the owner.
pub(super) fn driver_error(error: DriverError) -> Error {
    let DriverError { message, private } = error;
    let driver = |message, hint| Error::failed(ErrorCode::Driver, message).hint(hint);
    let engine = |message, hint| Error::failed(ErrorCode::Engine, message).hint(hint);
    let connection = |code, message| {
        Error::failed(code, message)
            .hint(Act::TestDatabase.to(LinkMessage::TestConnection))
            .hint(Act::RelinkDataset.to(LinkMessage::ChangeAddress))
    };
    let error = match message {
        DriverMessage::Stopped => return stopped(),
        DriverMessage::Address => {
            Error::usage(ErrorCode::Link, message).hint(LinkMessage::CorrectLink)
        }
        DriverMessage::NoDriver { .. } | DriverMessage::NotAFile { .. } => {
            driver(message, LinkMessage::CorrectDriver)
        }
        DriverMessage::NoPostgreSqlDriver
        | DriverMessage::NoDuckDbDriver
        | DriverMessage::NoSparkDriver
        | DriverMessage::BadManifest { .. }
        | DriverMessage::ManifestWritableByOthers { .. } => {
            driver(message, LinkMessage::ChooseDriver)
        }
        DriverMessage::WritableByOthers { .. } => driver(message, LinkMessage::ProtectDriver),
        DriverMessage::NotLoaded => driver(message, LinkMessage::OtherDriver),
        DriverMessage::ProgramWritableByOthers { .. } | DriverMessage::NotStarted => {
            driver(message, LinkMessage::TryAfterwards)
        }
        DriverMessage::WrongTypes | DriverMessage::TooLarge | DriverMessage::Broken => {
            Error::unverified(ErrorCode::EngineAnswer, message).hint(LinkMessage::OtherDriver)
        }
        DriverMessage::ServerAway | DriverMessage::Busy | DriverMessage::Locked => {
            connection(ErrorCode::EngineOffline, message)
        }
        DriverMessage::TooSlow { .. } => engine(message, LinkMessage::ChangeQuestion),
        // The connection is not to blame.
        DriverMessage::NotAllowed
        | DriverMessage::NoTable
        | DriverMessage::NoColumn
        | DriverMessage::OtherType
        | DriverMessage::OtherFiles
        | DriverMessage::RefusedCell
        | DriverMessage::NoSpace
        | DriverMessage::Cancelled
        | DriverMessage::NotExecuted => engine(message, LinkMessage::TryAfterwards),
        _ => connection(ErrorCode::Engine, message),
    };
    match private {
        Some(said) if !said.trim().is_empty() => error.hint(LinkMessage::DatabaseSaid {
            said: said.trim().to_owned(),
        }),
        _ => error,
    }
}

/// Returns the error of a statement or its answer.
pub(super) fn sql_error(fault: SqlFault) -> Error {
    match fault {
        SqlFault::Answer { .. } => {
            Error::unverified(ErrorCode::EngineAnswer, fault).hint(LinkMessage::OtherDriver)
        }
        SqlFault::TooWide { .. } | SqlFault::TooLong { .. } => {
            Error::refused(ErrorCode::EngineQuestion, fault).hint(LinkMessage::ChangeQuestion)
        }
        SqlFault::ChangedTypes => {
            Error::refused(ErrorCode::Link, fault).hint(LinkMessage::CorrectLink)
        }
        _ => Error::usage(ErrorCode::Link, fault).hint(LinkMessage::CorrectLink),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_table_have_one_identity() {
        let of = |engine, address: &str, path: &[&str]| {
            let path: Vec<String> = path.iter().map(|name| (*name).to_owned()).collect();
            identity(engine, address, &path)
        };
        for (engine, one, other) in [
            (
                DatabaseEngine::PostgreSql,
                ("postgresql://u:p@Host/d", &["t"][..]),
                (
                    "postgres://host:5432/d?sslmode=require",
                    &["d", "public", "t"][..],
                ),
            ),
            (
                DatabaseEngine::PostgreSql,
                ("postgresql://[::1]/d", &["s", "t"]),
                ("postgresql://[::1]:5432/d", &["s", "t"]),
            ),
            (
                DatabaseEngine::PostgreSql,
                ("postgresql://localhost/clinic", &["t"]),
                ("postgresql://127.0.0.1:5432/clini%63", &["t"]),
            ),
            (
                DatabaseEngine::Spark,
                ("sc://[::1]", &["t"]),
                ("sc://localhost:15002/", &["t"]),
            ),
            (
                DatabaseEngine::DuckDb,
                ("/etc/passwd", &["t"]),
                ("/etc/../etc/passwd", &["a", "main", "t"]),
            ),
            (
                DatabaseEngine::Spark,
                ("sc://h", &["t"]),
                ("sc://h:15002/;token=x", &["spark_catalog", "Default", "T"]),
            ),
            (
                DatabaseEngine::Spark,
                ("sc://h", &["parquet", "/data/t"]),
                ("sc://h", &["parquet", "/data/t/"]),
            ),
        ] {
            assert_eq!(of(engine, one.0, one.1), of(engine, other.0, other.1));
        }
        let of = |address, path: &[&str]| of(DatabaseEngine::PostgreSql, address, path);
        let ours = of("postgresql://h/d", &["t"]);
        for (address, path) in [
            ("postgresql://h/d", &["s", "t"][..]),
            ("postgresql://h/d", &["T"]),
            ("postgresql://h/e", &["t"]),
            ("postgresql://h:5433/d", &["t"]),
        ] {
            assert_ne!(ours, of(address, path), "{address} {path:?}");
        }
    }

    #[test]
    fn files_suggest_their_names() {
        for (path, name) in [
            (&["public", "incomes"][..], "incomes"),
            (&["a.b"], "a.b"),
            (&["parquet", "/data/incomes"], "incomes"),
            (&["parquet", "/data/incomes.parquet/"], "incomes"),
            (&["parquet", "/"], "/"),
        ] {
            let path: Vec<String> = path.iter().map(|name| (*name).to_owned()).collect();
            assert_eq!(suggested_name(&path), name);
        }
    }

    #[test]
    fn hint_fits_the_error_of_a_driver() {
        let file = PathBuf::from("/d.so");
        let place = file.clone();
        for (message, part) in [
            (DriverMessage::NoDuckDbDriver, "choose the driver's file"),
            (
                DriverMessage::NoDriver { file: file.clone() },
                "Correct the path",
            ),
            (DriverMessage::WritableByOthers { file, place }, "only you"),
            (DriverMessage::NotLoaded, "another version"),
            (DriverMessage::NotStarted, "Try again"),
        ] {
            let error = driver_error(message.into());
            assert_eq!(error.code(), ErrorCode::Driver);
            let hints: Vec<String> = error.view().hints;
            assert!(hints.iter().any(|hint| hint.contains(part)), "{hints:?}");
        }
    }

    #[test]
    fn shown_place_has_no_user_and_no_password() {
        use DatabaseEngine::{DuckDb, PostgreSql, Spark};
        for (engine, address, shown) in [
            (PostgreSql, "postgresql://u:secret@h:5432/d", "h:5432/d"),
            (PostgreSql, "postgresql://u:sec?ret@h/d", "h/d"),
            (
                PostgreSql,
                "postgresql://u:sec#ret;@h/d?sslmode=require",
                "h/d",
            ),
            (PostgreSql, "postgresql://u:sec@ret@h/d", "h/d"),
            (
                PostgreSql,
                "postgresql:///d?host=/run&user=u&password=a@b",
                "/d?host=/run",
            ),
            (Spark, "sc://h:15002/;token=secret@x", "h:15002/"),
            (DuckDb, "/data/a@b.duckdb", "/data/a@b.duckdb"),
        ] {
            assert_eq!(place(engine, address), shown, "{address}");
        }
    }
}
