//! DuckDB: the library of npm, which is a driver too, and the Python of PyPI, which writes files.

#![allow(dead_code, reason = "each program of tests uses a part")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};

use super::python;

const LIBRARY: &str = "@duckdb/node-bindings-linux-x64@1.5.6-r.1";
const PYTHON: &str = "duckdb==1.5.6";

/// Executes the statements of its second argument in the file of its first one.
const SCRIPT: &str = "import sys, duckdb; duckdb.connect(sys.argv[1]).execute(sys.argv[2])";

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {said}");
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
            .args(["pack", "--silent", "--fetch-retries=5", LIBRARY])
            .current_dir(&folder)
            .output();
        let is_packed = packed.is_ok_and(|packed| packed.status.success());
        assert!(
            is_packed || std::env::var_os("CI").is_none(),
            "npm has no {LIBRARY}"
        );
        if !is_packed {
            eprintln!("skipped: npm has no {LIBRARY}");
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

/// Executes statements in a file of DuckDB, which is created if it is not there. `None` outside of
/// CI if there is no PyPI.
pub(crate) fn execute(file: &Path, sql: &str) -> Option<()> {
    let mut client = Command::new(python(PYTHON)?);
    run(client.args(["-c", SCRIPT]).arg(file).arg(sql));
    Some(())
}
