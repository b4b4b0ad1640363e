//! Sail of PyPI, through Spark Connect.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use poundwise_query::plan;
use poundwise_sql::{Dialect, SqlStatement};

use crate::databases::Rows;
use crate::interop::python;
use crate::questions::{Choice, embedded, linked, questions, rows, schema, settle, units, view};

const LIBRARIES: &str = "pysail==0.7.2 pyspark-client==4.2.0";

/// A server of Sail and its client.
struct Sail {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Drop for Sail {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Sail {
    fn start() -> Option<Self> {
        let python = python(LIBRARIES)?;
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/interop/sail.py");
        let mut process = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (input, output) = (process.stdin.take(), process.stdout.take());
        Some(Self {
            process,
            input: input.unwrap(),
            output: BufReader::new(output.unwrap()),
        })
    }

    /// Executes a statement, and returns its rows as JSON.
    fn execute(&mut self, sql: &str) -> serde_json::Value {
        writeln!(self.input, "{}", serde_json::to_string(sql).unwrap()).unwrap();
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert!(answer["error"].is_null(), "{}\n{sql}", answer["error"]);
        answer["rows"].clone()
    }

    fn rows(&mut self, sql: &str) -> Rows {
        serde_json::from_value(self.execute(sql)).unwrap()
    }
}

#[test]
#[ignore = "it installs 300 MB: cargo test -p poundwise-engine -- --ignored"]
fn sail_gives_the_same_integers() {
    let Some(mut sail) = Sail::start() else {
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
