//! Sail of PyPI, through Spark Connect.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use poundwise_driver::{DriverMessage, Engine, Limits, Session};
use poundwise_query::plan;
use poundwise_sql::{Dialect, SqlStatement};

use crate::databases::{Rows, find};
use crate::hostile::LIMITS;
use crate::interop::python;
use crate::questions::{Choice, embedded, linked, questions, rows, schema, settle, units, view};
use crate::sessions::{asked, refused};

const LIBRARIES: &str = "pysail==0.7.2 pyspark-client==4.2.0 adbc-driver-spark==0.3.0";

/// A server of Sail and its client.
struct Sail {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    port: u16,
}

impl Drop for Sail {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Sail {
    /// Starts a server. `mode` is that of its workers.
    fn start(mode: &str) -> Option<Self> {
        let python = python(LIBRARIES)?;
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/interop/sail.py");
        let mut process = Command::new(python)
            .arg(script)
            .env("SAIL_MODE", mode)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let mut sail = Self {
            process,
            input: input.unwrap(),
            output: BufReader::new(output.unwrap()),
            port: 0,
        };
        sail.port = serde_json::from_value(sail.answer("the start")).unwrap();
        Some(sail)
    }

    fn answer(&mut self, asked: &str) -> serde_json::Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert!(answer["error"].is_null(), "{}\n{asked}", answer["error"]);
        answer["rows"].clone()
    }

    /// Saves the rows of a statement as Parquet files.
    fn save(&mut self, sql: &str, folder: &Path) {
        writeln!(self.input, "{}", serde_json::json!([sql, folder])).unwrap();
        self.answer(sql);
    }

    /// Executes a statement, and returns its rows as JSON.
    fn execute(&mut self, sql: &str) -> serde_json::Value {
        writeln!(self.input, "{}", serde_json::to_string(sql).unwrap()).unwrap();
        self.answer(sql)
    }

    fn rows(&mut self, sql: &str) -> Rows {
        serde_json::from_value(self.execute(sql)).unwrap()
    }
}

#[test]
#[ignore = "it installs 400 MB: make engines"]
fn sail_gives_the_same_integers() {
    let Some(mut sail) = Sail::start("local") else {
        return;
    };
    for seed in 1..30 {
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

/// Returns PyPI's driver of Spark Connect.
fn driver() -> Option<PathBuf> {
    let python = python(LIBRARIES)?;
    let venv = python.parent().unwrap().parent().unwrap();
    find(&venv.join("lib"), "libadbc_driver_spark.so")
}

/// A seed whose table has rows.
const SEED: u64 = 11;

/// Each statement is a session of its own, so the tables are files that Sail reads by their names.
#[test]
#[ignore = "it installs 400 MB: make engines"]
fn sail_with_workers_gives_the_same_integers_through_the_process() {
    let Some(driver) = driver() else { return };
    for mode in ["local", "local-cluster"] {
        let mut sail = Sail::start(mode).unwrap();
        let address = format!("sc://127.0.0.1:{}", sail.port);
        let session = || Session::of(Engine::Spark, &address, 60).ok().unwrap();
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
            let session = Session::of(Engine::Spark, address, 60).ok().unwrap();
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
