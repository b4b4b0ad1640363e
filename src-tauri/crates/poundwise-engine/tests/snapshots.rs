//! Snapshots: all rows of a table, with the cells that an import of a file gives.

use std::path::Path;
use std::time::Duration;

use poundwise_driver::{DriverError, DriverMessage, Limits, Request, Session, ask_rows};
use poundwise_query::{IncomingRows, Table};
use poundwise_sql::{Dialect, SnapshotStatement, SqlFault};
use zeroize::Zeroizing;

use crate::databases::{Rows, TestDatabase, postgresql};
use crate::hostile::{ENGINE, LIMITS};
use crate::questions::{Choice, creation, embedded, linked, rows, schema};
use crate::sessions::session;

/// The answer to a snapshot, as a table.
fn read(snapshot: &mut SnapshotStatement, answer: Rows) -> Result<Table, SqlFault> {
    let scales = snapshot.scales(&[]);
    let mut rows = IncomingRows::new(&schema(), &scales);
    for row in answer {
        if let Some(row) = snapshot.read(row)? {
            assert!(rows.push(&row).ok().unwrap());
        }
    }
    snapshot.finish()?;
    Ok(rows.take().ok().unwrap())
}

/// Returns the canonical bytes of all rows. A database gives them in any order.
fn cells(table: &Table) -> Vec<Vec<u8>> {
    let mut cells = Vec::new();
    table.each_cell(|row| cells.push(row.to_vec()));
    cells.sort();
    cells
}

fn snapshot(dialect: Dialect, path: &[&str]) -> SnapshotStatement {
    SnapshotStatement::new(linked(dialect, path))
}

#[test]
fn snapshots_have_the_cells_of_an_imported_file() {
    let duckdb = TestDatabase::duckdb();
    let postgresql = postgresql();
    for database in duckdb.as_ref().into_iter().chain(postgresql.as_deref()) {
        for seed in 1..40 {
            let rows = rows(&mut Choice(seed));
            for statement in creation("snapshots", &rows, "") {
                database.execute(&statement);
            }
            let mut snapshot = snapshot(database.dialect, &["snapshots"]);
            let counted = database.rows(&snapshot.count_sql()).unwrap();
            assert_eq!(counted, [[Some(rows.len().to_string())]]);
            let answer = database.rows(snapshot.sql()).unwrap();
            let table = read(&mut snapshot, answer).unwrap();
            assert_eq!(cells(&table), cells(&embedded(&rows)), "seed {seed}");
        }
    }
}

#[test]
fn snapshots_of_changed_columns_are_refused() {
    let Some(database) = postgresql() else { return };
    for statement in creation("retyped", &rows(&mut Choice(11)), "") {
        database.execute(&statement);
    }
    let mut before = snapshot(database.dialect, &["retyped"]);
    database.execute("ALTER TABLE retyped ALTER COLUMN p TYPE numeric");
    let answer = database.rows(before.sql()).unwrap();
    assert!(matches!(
        read(&mut before, answer).err().unwrap(),
        SqlFault::ChangedTypes
    ));
}

#[test]
fn answers_that_no_table_has_are_refused() {
    let table = || snapshot(Dialect::PostgreSql, &["t"]);
    let cell = |text: &str| Some(text.to_owned());
    let row = |place: &str| {
        let mut row = vec![cell(place), cell("a"), cell("1"), cell("1500")];
        row.extend([cell("2024-02-29"), None, None, None]);
        row
    };
    let mut guard = vec![cell("-1"), cell("1")];
    guard.extend(vec![None; 6]);
    let read = |answer: Rows| read(&mut table(), answer);
    let whole = read(vec![row("0"), guard.clone(), row("0")]);
    assert_eq!(whole.unwrap().rows(), 2);
    let mut changed = guard.clone();
    changed[1] = cell("0");
    assert!(matches!(read(vec![changed]), Err(SqlFault::ChangedTypes)));
    let mut long = row("0");
    long.push(None);
    let mut text = row("0");
    text[2] = cell("1.5");
    for wrong in [
        vec![row("0")],
        vec![guard.clone(), guard.clone()],
        vec![guard.clone(), row("1")],
        vec![guard.clone(), long],
        vec![guard.clone(), text],
        vec![guard.clone(), vec![None; 8]],
    ] {
        assert!(matches!(read(wrong), Err(SqlFault::Answer { .. })));
    }
}

/// The rows of `sql` are taken one part after another, until `most` rows were taken.
fn taken(
    database: &TestDatabase,
    sql: &str,
    limits: Limits,
    most: usize,
) -> Result<usize, DriverError> {
    let Session {
        options,
        entrypoint,
        files,
        network,
    } = session(database.dialect, &database.address);
    let request = Request {
        driver: database.driver.display().to_string(),
        entrypoint,
        options,
        files,
        network,
        sql: Zeroizing::new(sql.to_owned()),
        limits,
    };
    let (mut rows, mut parts) = (0, 0);
    ask_rows(
        Path::new(ENGINE),
        request,
        Duration::from_secs(60),
        &|| false,
        |more| {
            rows += more.len();
            parts += 1;
            match rows > most {
                true => Err(DriverError::from(DriverMessage::TooLarge)),
                false => Ok(()),
            }
        },
    )?;
    assert!(parts > 1, "{rows} rows came at once");
    Ok(rows)
}

#[test]
fn rows_arrive_in_parts_and_the_taker_can_end_them() {
    let Some(database) = postgresql() else { return };
    let limits = Limits {
        columns: 1,
        rows: 1_000_000,
        bytes: 100_000_000,
        ..LIMITS
    };
    let sql = "SELECT CAST(g AS text) FROM generate_series(1, 300000) AS g";
    assert_eq!(
        taken(&database, sql, limits, usize::MAX).ok(),
        Some(300_000)
    );
    let ended = taken(&database, sql, limits, 1000).err().unwrap();
    assert!(matches!(ended.message, DriverMessage::TooLarge));
    let few = Limits {
        rows: 299_999,
        ..limits
    };
    let large = taken(&database, sql, few, usize::MAX).err().unwrap();
    assert!(matches!(large.message, DriverMessage::TooLarge));
}
