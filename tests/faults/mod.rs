//! What must be true whatever went wrong.
#[path = "../support/again.rs"]
mod again;
pub(crate) mod disk;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use poundwise_market::audit_files;

pub(crate) use disk::is_clear;

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
