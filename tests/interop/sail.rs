//! Sail, Spark itself, and the driver of Spark Connect, all of PyPI.

#![allow(dead_code, reason = "each program of tests uses a part")]

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use super::postgresql::find;
use super::python;

const LIBRARIES: &str = "pysail==0.7.2 pyspark-client==4.2.0 adbc-driver-spark==0.3.0";
const SPARK: &str = "pyspark[connect]==4.2.0";

/// The program of the server and the client. PySpark does not start without a file.
const SCRIPT: &str = "tests/interop/sail.py";

/// A server of Sail or Spark, and its client.
pub(crate) struct Sail {
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
    /// Starts a server of Sail. `mode` is that of its workers.
    pub(crate) fn start(mode: &str) -> Option<Self> {
        Some(Self::with(&python(LIBRARIES)?, mode))
    }

    /// Starts Spark itself with a server of Spark Connect. `None` if there is no Java.
    pub(crate) fn spark() -> Option<Self> {
        let java = Command::new("java").arg("-version").output();
        if !java.is_ok_and(|java| java.status.success()) {
            eprintln!("skipped: no Java");
            return None;
        }
        Some(Self::with(&python(SPARK)?, "spark"))
    }

    fn with(python: &Path, mode: &str) -> Self {
        let folders = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
        let mut scripts = folders.map(|folder| folder.join(SCRIPT));
        let script = scripts.find(|script| script.is_file());
        let mut process = Command::new(python)
            .arg(script.unwrap())
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
        sail
    }

    fn answer(&mut self, asked: &str) -> serde_json::Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answer: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert!(answer["error"].is_null(), "{}\n{asked}", answer["error"]);
        answer["rows"].clone()
    }

    /// Returns the address of the server.
    pub(crate) fn address(&self) -> String {
        format!("sc://127.0.0.1:{}", self.port)
    }

    /// Saves the rows of a statement as Parquet files.
    pub(crate) fn save(&mut self, sql: &str, folder: &Path) {
        writeln!(self.input, "{}", serde_json::json!([sql, folder])).unwrap();
        self.answer(sql);
    }

    /// Executes a statement, and returns its rows as JSON.
    pub(crate) fn execute(&mut self, sql: &str) -> serde_json::Value {
        writeln!(self.input, "{}", serde_json::to_string(sql).unwrap()).unwrap();
        self.answer(sql)
    }

    pub(crate) fn rows(&mut self, sql: &str) -> Vec<Vec<Option<String>>> {
        serde_json::from_value(self.execute(sql)).unwrap()
    }
}

/// Returns PyPI's driver of Spark Connect.
pub(crate) fn spark_driver() -> Option<PathBuf> {
    let python = python(LIBRARIES)?;
    let venv = python.parent().unwrap().parent().unwrap();
    find(&venv.join("lib"), "libadbc_driver_spark.so")
}
