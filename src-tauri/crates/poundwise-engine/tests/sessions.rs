//! Sessions of real databases, through the process.

use std::path::Path;
use std::time::{Duration, Instant};

use poundwise_driver::{Answered, DriverError, DriverMessage, Limits, Request, Session, ask};
use poundwise_query::plan;
use poundwise_sql::{Dialect, SqlStatement};
use zeroize::Zeroizing;

use crate::databases::{TestDatabase, postgresql, soon};
use crate::hostile::{ENGINE, LIMITS};
use crate::questions::{Choice, creation, embedded, linked, questions, rows, schema, units};

pub(crate) fn session(dialect: Dialect, address: &str) -> Session {
    let session = match dialect {
        Dialect::PostgreSql => Session::postgresql(address, 60),
        Dialect::DuckDb | Dialect::Spark => Session::duckdb(address),
    };
    session.ok().unwrap()
}

pub(crate) fn asked(
    of: (&Path, Session),
    sql: &str,
    limits: Limits,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Answered, DriverError> {
    asked_within(60, of, sql, limits, is_stopped)
}

/// Asks, and waits at most so many seconds.
pub(crate) fn asked_within(
    seconds: u64,
    (driver, session): (&Path, Session),
    sql: &str,
    limits: Limits,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Answered, DriverError> {
    let Session {
        options,
        entrypoint,
        files,
        network,
    } = session;
    let request = Request {
        driver: driver.display().to_string(),
        entrypoint,
        options,
        files,
        network,
        sql: Zeroizing::new(sql.to_owned()),
        limits,
    };
    ask(
        Path::new(ENGINE),
        request,
        Duration::from_secs(seconds),
        is_stopped,
    )
}

pub(crate) fn refused(driver: &Path, session: Session, sql: &str) -> DriverError {
    let answered = asked((driver, session), sql, LIMITS, &|| false);
    answered.err().unwrap_or_else(|| panic!("answered: {sql}"))
}

/// All questions about one table, through the process and its driver.
fn compare(dialect: Dialect, driver: &Path, address: &str, path: &[&str], seed: u64) {
    let mut choice = Choice(seed);
    let rows = rows(&mut choice);
    let memory = embedded(&rows);
    for unit in units().into_iter().skip(1).step_by(2) {
        for spec in questions(&mut choice, rows.len(), &unit) {
            let plan = plan(&spec, &schema(), &unit).ok().unwrap();
            let statement = SqlStatement::new(&plan, &linked(dialect, path), &[7; 32]).unwrap();
            let limits = Limits {
                columns: statement.answer_columns(),
                rows: statement.most_rows(),
                bytes: 1 << 20,
                ..LIMITS
            };
            let answered = asked(
                (driver, session(dialect, address)),
                statement.sql(),
                limits,
                &|| false,
            );
            let answered =
                answered.unwrap_or_else(|error| panic!("{}: {:?}", error.message, error.private));
            let sums = statement.read(&answered.rows).unwrap();
            let found = statement.compute(&plan, &sums).ok().unwrap();
            assert_eq!(found, plan.compute(Some(&memory), &[7; 32]).ok().unwrap());
        }
    }
}

/// A seed whose table has 60 rows.
const SEED: u64 = 11;

#[test]
fn questions_are_answered_through_the_process() {
    let rows = rows(&mut Choice(SEED));
    assert!(rows.len() >= 5);
    if let Some(database) = postgresql() {
        for statement in creation("through", &rows, "") {
            database.execute(&statement);
        }
        let (driver, address) = (&database.driver, &database.address);
        compare(
            Dialect::PostgreSql,
            driver,
            address,
            &["public", "through"],
            SEED,
        );
    }
    if let Some(database) = TestDatabase::duckdb() {
        for statement in creation("through", &rows, "") {
            database.execute(&statement);
        }
        let (driver, address, _kept) = database.close();
        compare(
            Dialect::DuckDb,
            &driver,
            &address,
            &["main", "through"],
            SEED,
        );
    }
}

#[test]
fn a_session_writes_nothing() {
    if let Some(database) = postgresql() {
        let session = || session(Dialect::PostgreSql, &database.address);
        database.execute("CREATE SEQUENCE IF NOT EXISTS counter");
        for sql in [
            "CREATE TABLE written (a int)",
            "SELECT nextval('public.counter')::text",
        ] {
            let error = refused(&database.driver, session(), sql);
            assert!(matches!(error.message, DriverMessage::NotExecuted), "{sql}");
            let private = error.private.unwrap();
            assert!(private.contains("read-only"), "{sql}: {private}");
        }
    }
    if let Some(database) = TestDatabase::duckdb() {
        let (driver, address, _kept) = database.close();
        let error = refused(
            &driver,
            session(Dialect::DuckDb, &address),
            "CREATE TABLE written (a int)",
        );
        assert!(matches!(error.message, DriverMessage::NotExecuted));
        for sql in [
            "SELECT content FROM read_text('/etc/hostname')",
            "COPY (SELECT 1) TO '/dev/shm/poundwise-copied.csv'",
        ] {
            let error = refused(&driver, session(Dialect::DuckDb, &address), sql);
            assert!(matches!(error.message, DriverMessage::OtherFiles), "{sql}");
        }
        assert!(!Path::new("/dev/shm/poundwise-copied.csv").exists());
    }
}

/// An error of a database may quote a cell: the message does not.
#[test]
fn errors_of_a_database_are_private() {
    let Some(database) = postgresql() else { return };
    let session = || session(Dialect::PostgreSql, &database.address);
    let error = refused(
        &database.driver,
        session(),
        "SELECT CAST('cell of ann' AS integer)::text",
    );
    assert!(matches!(error.message, DriverMessage::RefusedCell));
    assert!(!error.message.to_string().contains("of ann"));
    assert!(error.private.unwrap().contains("cell of ann"));
}

#[test]
fn a_stopped_statement_is_cancelled_in_the_database() {
    let Some(database) = postgresql() else { return };
    let running = || {
        let sql = "SELECT count(*)::text FROM pg_stat_activity \
                   WHERE state = 'active' AND query LIKE '%pg_sleep(600)%' \
                   AND pid <> pg_backend_pid()";
        database.rows(sql).unwrap()[0][0].clone().unwrap()
    };
    let begin = Instant::now();
    let is_stopped = || running() == "1" || begin.elapsed() > Duration::from_secs(100);
    let session = Session::postgresql(&database.address, 600).ok().unwrap();
    let sql = "SELECT pg_sleep(600)::text";
    let asking = (&*database.driver, session);
    let stopped = asked_within(600, asking, sql, LIMITS, &is_stopped);
    assert!(matches!(
        stopped.err().unwrap().message,
        DriverMessage::Stopped
    ));
    soon("the statement ends", || running() == "0");
    assert!(begin.elapsed() < Duration::from_secs(100));
}

/// Another user of the database could otherwise see each cell, and change it.
#[test]
fn functions_of_other_users_are_not_called() {
    let Some(database) = postgresql() else { return };
    let rows = rows(&mut Choice(SEED));
    for statement in creation("theirs", &rows, "") {
        database.execute(&statement);
    }
    let body = "LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'called'; END $$";
    for statement in [
        "CREATE SCHEMA others",
        &format!("CREATE FUNCTION others.product(numeric, integer) RETURNS numeric {body}"),
        &format!("CREATE FUNCTION others.less(numeric, integer) RETURNS boolean {body}"),
        &format!("CREATE FUNCTION others.to_char(date, text) RETURNS text {body}"),
        "CREATE OPERATOR others.* (FUNCTION = others.product, LEFTARG = numeric, RIGHTARG = integer)",
        "CREATE OPERATOR others.< (FUNCTION = others.less, LEFTARG = numeric, RIGHTARG = integer)",
        "CREATE ROLE misled LOGIN SUPERUSER",
        "ALTER ROLE misled SET search_path = others, public",
    ] {
        database.execute(statement);
    }
    let address = database.address.replace("user=owner", "user=misled");
    compare(
        Dialect::PostgreSql,
        &database.driver,
        &address,
        &["theirs"],
        SEED,
    );
}
