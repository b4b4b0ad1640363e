//! Sail through Spark Connect, and Spark itself.

use poundwise_driver::{DatabaseEngine, DriverMessage, Limits, Session};
use poundwise_query::plan;
use poundwise_sql::{Dialect, SqlStatement};

use crate::hostile::LIMITS;
use crate::interop::sail::{Sail, spark_driver};
use crate::questions::{Choice, embedded, linked, questions, rows, schema, settle, units, view};
use crate::sessions::{asked, refused};

#[test]
#[ignore = "it installs 400 MB: make engines"]
fn sail_gives_the_same_integers() {
    if let Some(sail) = Sail::start("local") {
        compare(sail, 1..30);
    }
}

/// At the last seed, cells without a value are compared with a number that has more than 64 bits.
#[test]
#[ignore = "it installs 500 MB: make engines"]
fn spark_gives_the_same_integers() {
    if let Some(spark) = Sail::spark() {
        compare(spark, [2, 11, 26].into_iter());
    }
}

/// All questions about random tables.
fn compare(mut sail: Sail, seeds: impl Iterator<Item = u64>) {
    for seed in seeds {
        let mut choice = Choice(seed);
        let mut rows = rows(&mut choice);
        settle(&mut rows, Dialect::Spark);
        sail.execute(&view("own `view`", &rows));
        let (memory, linked) = (embedded(&rows), linked(Dialect::Spark, &["own `view`"]));
        let unit = units().swap_remove(choice.below(6));
        for spec in questions(&mut choice, rows.len(), &unit) {
            let plan = plan(&spec, &schema(), &unit).ok().unwrap();
            let expected = plan.compute(Some(&memory), &[7; 32]).ok().unwrap();
            let statement = SqlStatement::new(&plan, &linked, &[7; 32]).unwrap();
            let sums = statement.read(&sail.rows(statement.sql())).unwrap();
            let found = statement.compute(&plan, &sums).ok().unwrap();
            assert_eq!(
                found,
                expected,
                "{:?} {unit:?}\n{}",
                spec.kind(),
                statement.sql()
            );
        }
    }
}

/// A seed whose table has rows.
const SEED: u64 = 11;

/// Each statement is a session of its own, so the tables are files that Sail reads by their names.
#[test]
#[ignore = "it installs 400 MB: make engines"]
fn sail_with_workers_gives_the_same_integers_through_the_process() {
    let Some(driver) = spark_driver() else { return };
    for mode in ["local", "local-cluster"] {
        let mut sail = Sail::start(mode).unwrap();
        let address = sail.address();
        let session = || {
            Session::of(DatabaseEngine::Spark, &address, 60)
                .ok()
                .unwrap()
        };
        let mut choice = Choice(SEED);
        let mut rows = rows(&mut choice);
        // Files without rows have no columns.
        assert!(!rows.is_empty());
        settle(&mut rows, Dialect::Spark);
        let folder = tempfile::tempdir().unwrap();
        let files = folder.path().join("own table");
        sail.execute(&view("saved", &rows));
        sail.save("SELECT * FROM saved", &files);
        let path = ["parquet", files.to_str().unwrap()];
        let (memory, linked) = (embedded(&rows), linked(Dialect::Spark, &path));
        let unit = units().swap_remove(choice.below(6));
        for spec in questions(&mut choice, rows.len(), &unit) {
            let plan = plan(&spec, &schema(), &unit).ok().unwrap();
            let expected = plan.compute(Some(&memory), &[7; 32]).ok().unwrap();
            let statement = SqlStatement::new(&plan, &linked, &[7; 32]).unwrap();
            let limits = Limits {
                columns: statement.answer_columns(),
                rows: statement.most_rows(),
                bytes: 1 << 20,
                ..LIMITS
            };
            let answered = asked((&driver, session()), statement.sql(), limits, &|| false);
            let answered =
                answered.unwrap_or_else(|error| panic!("{}: {:?}", error.message, error.private));
            let sums = statement.read(&answered.rows).unwrap();
            let found = statement.compute(&plan, &sums).ok().unwrap();
            assert_eq!(found, expected, "{:?}\n{}", spec.kind(), statement.sql());
        }
        let fails = |address: &str, sql: &str| {
            let session = Session::of(DatabaseEngine::Spark, address, 60)
                .ok()
                .unwrap();
            refused(&driver, session, sql).message
        };
        let one = "SELECT '1'";
        assert!(matches!(
            fails("sc://127.0.0.1:9", one),
            DriverMessage::ServerAway
        ));
        let tls = format!("{address}/;use_ssl=true");
        assert!(matches!(fails(&tls, one), DriverMessage::NoTls));
        let none = fails(&address, "SELECT a FROM nowhere");
        assert!(matches!(none, DriverMessage::NoTable), "{none}");
        let column = fails(&address, "SELECT b FROM (SELECT '1' AS a)");
        assert!(matches!(column, DriverMessage::NoColumn), "{column}");
        let cell = "SELECT CAST(raise_error('poundwise: a text') AS STRING)";
        assert!(matches!(fails(&address, cell), DriverMessage::RefusedCell));
    }
}
