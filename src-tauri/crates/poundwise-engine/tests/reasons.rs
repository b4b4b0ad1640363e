//! Errors of real databases, each with its message.

use std::cell::Cell;
use std::fs;
use std::path::Path;

use poundwise_driver::{DatabaseEngine, DriverMessage, Session};
use poundwise_query::plan;
use poundwise_sql::{Dialect, SqlStatement};

use crate::databases::{TestDatabase, postgresql};
use crate::hostile::LIMITS;
use crate::questions::{Choice, creation, linked, questions, schema, units};
use crate::sessions::{asked, refused};

/// Checks the message of a statement's error.
macro_rules! assert_reason {
    ($error:expr, $message:pat) => {
        let error = $error;
        assert!(
            matches!(error.message, $message),
            "{}: {:?}",
            error.message,
            error.private
        );
    };
}

fn session(engine: DatabaseEngine, address: &str, seconds: u64) -> Session {
    Session::of(engine, address, seconds).ok().unwrap()
}

/// A question about a column.
fn about(column: &str, dialect: Dialect, path: &[&str]) -> SqlStatement {
    let unit = &units()[0];
    let specs = questions(&mut Choice(1), 0, unit).into_iter();
    let mut statements = specs.map(|spec| {
        let plan = plan(&spec, &schema(), unit).ok().unwrap();
        SqlStatement::new(&plan, &linked(dialect, path), &[7; 32]).unwrap()
    });
    statements.find(|one| one.sql().contains(column)).unwrap()
}

const WHOLE: &str = "\"whole; --\"";
const DECIMAL: &str = "\"dec.imal's\"";

#[test]
fn connections_to_postgresql_fail_with_a_way_out() {
    let Some(database) = postgresql() else { return };
    database.execute("CREATE ROLE locked LOGIN PASSWORD 'right'");
    let of = |address: &str| {
        let session = session(DatabaseEngine::PostgreSql, address, 60);
        refused(&database.driver, session, "SELECT '1'")
    };
    let address = |user: &str| database.address.replace("user=owner", user);
    let wrong = address("user=locked&password=wrong");
    assert_reason!(of(&wrong), DriverMessage::WrongLogin);
    assert!(!of(&wrong).message.to_string().contains("wrong"));
    assert_reason!(of(&address("user=locked")), DriverMessage::WrongLogin);
    assert_reason!(of(&address("user=nobody")), DriverMessage::WrongLogin);
    let right = address("user=locked&password=right");
    let right = session(DatabaseEngine::PostgreSql, &right, 60);
    assert!(asked((&database.driver, right), "SELECT '1'", LIMITS, &|| false).is_ok());
    // A password with characters that end other parts of an address.
    database.execute("CREATE ROLE marked LOGIN PASSWORD 'a?b&c=d#e:f'");
    let socket = database.address.split("host=").nth(1).unwrap();
    let socket = socket.split('&').next().unwrap().replace('/', "%2F");
    let marked = format!("postgresql://marked:a?b&c=d#e:f@{socket}/postgres");
    let marked = session(DatabaseEngine::PostgreSql, &marked, 60);
    let marked = asked((&database.driver, marked), "SELECT '1'", LIMITS, &|| false);
    marked.unwrap_or_else(|error| panic!("{}: {:?}", error.message, error.private));
    let other = database.address.replace("///postgres", "///other");
    assert_reason!(of(&other), DriverMessage::NoDatabase);
    for away in [
        "postgresql://u@127.0.0.1:9/d",
        "postgresql://u@no.such.host.invalid/d",
        "postgresql:///d?host=/nowhere",
    ] {
        assert_reason!(of(away), DriverMessage::ServerAway);
    }
    let misspelt = "postgresql://u@h/d?sslmode=misspelt";
    assert_reason!(of(misspelt), DriverMessage::NotConnected);
    // Roles with a limit of connections.
    database.execute("CREATE ROLE limited LOGIN CONNECTION LIMIT 0");
    assert_reason!(of(&address("user=limited")), DriverMessage::Busy);
}

#[test]
fn statements_of_postgresql_fail_with_a_way_out() {
    let Some(database) = postgresql() else { return };
    let fails_within = |seconds: u64, address: &str, sql: &str| {
        let session = session(DatabaseEngine::PostgreSql, address, seconds);
        refused(&database.driver, session, sql)
    };
    let fails = |address: &str, sql: &str| fails_within(60, address, sql);
    let statement = about(WHOLE, Dialect::PostgreSql, &["public", "reasons"]);
    let sql = statement.sql();
    let create = |kind: &str| {
        for statement in creation("reasons", &[], "") {
            let column = format!("{WHOLE} {kind}");
            database.execute(&statement.replace(&format!("{WHOLE} BIGINT"), &column));
        }
    };
    let own = database.address.clone();
    assert_reason!(fails(&own, sql), DriverMessage::NoTable);
    let elsewhere = about(WHOLE, Dialect::PostgreSql, &["elsewhere", "reasons"]);
    assert_reason!(fails(&own, elsewhere.sql()), DriverMessage::NoTable);
    create("BIGINT");
    database.execute("CREATE ROLE revoked LOGIN");
    let revoked = own.replace("user=owner", "user=revoked");
    assert_reason!(fails(&revoked, sql), DriverMessage::NotAllowed);
    database.execute("GRANT SELECT ON reasons TO revoked");
    let granted = session(DatabaseEngine::PostgreSql, &revoked, 60);
    let limits = poundwise_driver::Limits {
        columns: statement.answer_columns(),
        ..LIMITS
    };
    assert!(asked((&database.driver, granted), sql, limits, &|| false).is_ok());
    database.execute("REVOKE SELECT ON reasons FROM revoked");
    assert_reason!(fails(&revoked, sql), DriverMessage::NotAllowed);
    create("DATE");
    assert_reason!(fails(&own, sql), DriverMessage::OtherType);
    database.execute(&format!("ALTER TABLE reasons DROP COLUMN {WHOLE}"));
    assert_reason!(fails(&own, sql), DriverMessage::NoColumn);
    database.execute("ALTER TABLE reasons RENAME TO renamed");
    assert_reason!(fails(&own, sql), DriverMessage::NoTable);
    let slow = "SELECT pg_sleep(30)::text";
    assert_reason!(fails_within(1, &own, slow), DriverMessage::Cancelled);
    let words = "SELECT 'unfinished";
    assert_reason!(fails(&own, words), DriverMessage::NotExecuted);
}

/// The error of a text of a cell and that of a number have one message.
#[test]
fn a_cell_that_cannot_be_taken_has_one_message() {
    let cells = ["'a\u{1e5ee}'", "'a\u{897}'"];
    let check = |driver: &Path, engine: DatabaseEngine, address: &str, path: [&str; 2]| {
        let unit = &units()[0];
        let specs = questions(&mut Choice(1), 0, unit);
        let mut refusals = 0;
        for spec in specs {
            let plan = plan(&spec, &schema(), unit).ok().unwrap();
            let statement = SqlStatement::new(&plan, &linked(engine.into(), &path), &[7; 32]);
            let statement = statement.unwrap();
            let limits = poundwise_driver::Limits {
                columns: statement.answer_columns(),
                rows: statement.most_rows(),
                bytes: 1 << 20,
                ..LIMITS
            };
            let session = session(engine, address, 60);
            let answered = asked((driver, session), statement.sql(), limits, &|| false);
            if let Err(error) = answered {
                refusals += 1;
                assert_reason!(error, DriverMessage::RefusedCell);
            }
        }
        assert!(refusals > 0);
    };
    let fill = |database: &TestDatabase| {
        for statement in creation("newer", &[], "") {
            database.execute(&statement);
        }
        for cell in cells {
            let text = "\"text \"\"a.b\"\"\"";
            database.execute(&format!("INSERT INTO newer ({text}) VALUES ({cell})"));
        }
    };
    if let Some(database) = postgresql() {
        fill(&database);
        let (driver, address) = (&database.driver, &database.address);
        check(
            driver,
            DatabaseEngine::PostgreSql,
            address,
            ["public", "newer"],
        );
    }
    if let Some(database) = TestDatabase::duckdb() {
        fill(&database);
        let (driver, address, _kept) = database.close();
        check(&driver, DatabaseEngine::DuckDb, &address, ["main", "newer"]);
    }
}

#[test]
fn a_server_that_ends_a_session_is_away() {
    let Some(database) = postgresql() else { return };
    let is_ended = Cell::new(false);
    let end = || {
        if !is_ended.get() {
            let sql = "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity \
                       WHERE state = 'active' AND query LIKE '%pg_sleep(59)%' \
                       AND pid <> pg_backend_pid()";
            is_ended.set(!database.rows(sql).unwrap().is_empty());
        }
        false
    };
    let session = session(DatabaseEngine::PostgreSql, &database.address, 60);
    let sql = "SELECT pg_sleep(59)::text";
    let error = asked((&database.driver, session), sql, LIMITS, &end).err();
    assert_reason!(error.unwrap(), DriverMessage::ServerAway);
}

#[test]
fn duckdb_fails_with_a_way_out() {
    let Some(database) = TestDatabase::duckdb() else {
        return;
    };
    let fails = |driver: &Path, address: &str, sql: &str| {
        let session = session(DatabaseEngine::DuckDb, address, 60);
        refused(driver, session, sql)
    };
    let open = fails(&database.driver, &database.address, "SELECT '1'");
    assert_reason!(open, DriverMessage::Locked);
    for table in ["changed", "shorter"] {
        for statement in creation(table, &[], "") {
            database.execute(&statement);
        }
        database.execute(&format!("ALTER TABLE {table} DROP COLUMN {DECIMAL}"));
    }
    database.execute(&format!("ALTER TABLE changed ADD COLUMN {DECIMAL} VARCHAR"));
    let (driver, address, _kept) = database.close();
    let of = |path: &[&str]| {
        let statement = about(DECIMAL, Dialect::DuckDb, path);
        fails(&driver, &address, statement.sql())
    };
    assert_reason!(of(&["main", "dropped"]), DriverMessage::NoTable);
    assert_reason!(of(&["dropped", "changed"]), DriverMessage::NoTable);
    assert_reason!(of(&["main", "shorter"]), DriverMessage::NoColumn);
    assert_reason!(of(&["main", "changed"]), DriverMessage::OtherType);
    let none = fails(&driver, "/nowhere/x.duckdb", "SELECT '1'");
    assert_reason!(none, DriverMessage::NoDatabase);
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.duckdb");
    fs::write(&other, "x".repeat(9000)).unwrap();
    for path in [&other, folder.path()] {
        let path = path.to_str().unwrap();
        assert_reason!(fails(&driver, path, "SELECT '1'"), DriverMessage::OtherFile);
    }
}
