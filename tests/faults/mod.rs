//! What the tests of faults share: a part played in a process of its own, and what must be true
//! whatever went wrong.
#![allow(
    dead_code,
    clippy::unwrap_used,
    reason = "each test binary uses a part of this; a test may panic and tell"
)]

pub(crate) mod disk;

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use poundwise_market::audit_files;

pub(crate) use disk::{PART, is_clear};

/// The folder such a process works in.
const FOLDER: &str = "POUNDWISE_TEST_FOLDER";

/// The named test in a process of its own.
pub(crate) fn part(test: &str, part: &str, folder: &Path) -> Command {
    let mut command = Command::new(env::current_exe().unwrap());
    command
        .args(["--exact", test, "--nocapture"])
        .env(PART, part)
        .env(FOLDER, folder);
    command
}

/// The folder, in a process that plays `name`.
pub(crate) fn playing(name: &str) -> Option<PathBuf> {
    (env::var(PART).ok()? == name).then(|| PathBuf::from(env::var(FOLDER).unwrap()))
}

/// The files of a folder, whole; the database's own bookkeeping aside.
pub(crate) fn files(folder: &Path) -> BTreeMap<PathBuf, u64> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if !path.to_string_lossy().contains("poundwise.db") {
                let size = entry.metadata().unwrap().len();
                found.insert(path, size);
            }
        }
    }
    found
}

/// The audit finds nothing wrong.
pub(crate) fn holds(files: &[PathBuf]) {
    let report = serde_json::to_value(audit_files(files).unwrap()).unwrap();
    assert_eq!(report["verdict"], "holds", "{report:#}");
}
