//! Folders and files, for the tests of several crates.
#![allow(
    dead_code,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "each test binary uses a part of this; a test may panic and tell"
)]

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Copies a folder with all that is in it, as a backup would.
pub(crate) fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let copy = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_folder(&entry.path(), &copy);
        } else {
            fs::copy(entry.path(), copy).unwrap();
        }
    }
}

/// Every file below a folder with its bytes: what "nothing was written" is compared with.
pub(crate) fn tree(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut found = Vec::new();
    let mut dirs = vec![dir.to_owned()];
    while let Some(dir) = dirs.pop() {
        for entry in fs::read_dir(dir).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                dirs.push(path);
            } else {
                found.push((path.clone(), fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// `cases/NAME` in the folder of [`shared`].
pub(crate) fn shared_case(name: &str) -> Option<PathBuf> {
    beside("cases", name)
}

/// `data/NAME` in a folder `shared` beside the checkout or above it, or in the one that
/// POUNDWISE_SHARED names.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    beside("data", name)
}

fn beside(folder: &str, name: &str) -> Option<PathBuf> {
    let named = env::var_os("POUNDWISE_SHARED").map(PathBuf::from);
    let beside = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .map(|dir| dir.join("shared"));
    let found = named
        .into_iter()
        .chain(beside)
        .map(|dir| dir.join(folder).join(name))
        .find(|path| path.is_file());
    if found.is_none() {
        println!("skipped: {name} is not there");
    }
    found
}
