//! Folders of the program itself: homes, markets and the folder of the marks. No output of a
//! command is written into them.
//!
//! A folder is recognised by its content, so that homes and markets other than the open ones are
//! protected too.

use std::{
    fs,
    path::{Component, Path, PathBuf},
};

use poundwise_documents::units::{DocumentId, Kid};

use crate::error::{Error, ErrorCode, ErrorPlace, Result, io_error};

/// The name of the file with a home's vault key.
pub const KEY_FILE: &str = "key.age";
/// The name of the database in a home's folder.
pub const DB_FILE: &str = "poundwise.db";
/// The folder of a home's stored tables.
pub const DATASETS: &str = "datasets";
/// The folder of a home that is suggested for exports: the only one for outputs.
pub const EXPORTS: &str = "exports";

/// The folders of a market, each made with its first object.
const MARKET_FOLDERS: [&str; 5] = ["deliveries", "ledgers", "listings", "orders", "withdrawals"];
/// The name of the empty file by which a market is recognised before it has an object.
pub(crate) const MARKET_FILE: &str = ".poundwise-market";

/// Most entries of a folder that are looked at to recognise it.
const ENTRIES: usize = 1000;

/// Kind of a folder into which no output is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reserved {
    Home,
    Market,
    Marks,
}

/// Checks that an output may be written to this path: it is not in a home (apart from its `exports`
/// folder), in a market or in the folder of the marks. Links and `..` are followed, also in a path
/// that does not exist yet.
///
/// # Errors
/// `reserved-folder`; I/O errors if the path cannot be made absolute.
pub fn check_output(path: &Path) -> Result<()> {
    let whole = std::path::absolute(path).map_err(|e| io_error(path, "write", &e))?;
    let real = resolved(&whole);
    for folder in real.ancestors().skip(1) {
        let Some(kind) = recognised(folder) else {
            continue;
        };
        let what = match kind {
            Reserved::Home if real.starts_with(folder.join(EXPORTS)) => return Ok(()),
            Reserved::Home => "the home",
            Reserved::Market => "the market",
            // Marks are in the folder itself, and their folder may be one that a person uses for
            // other things too.
            Reserved::Marks if real.parent() != Some(folder) => continue,
            Reserved::Marks => "the folder of the marks",
        };
        return Err(Error::refused(
            ErrorCode::ReservedFolder,
            format!(
                "{} is in {what} {}, and outputs are not written there.",
                path.display(),
                folder.display()
            ),
        )
        .hint("Nothing was written. Choose another folder, such as the home's own `exports`.")
        .at(ErrorPlace::of_path(path)));
    }
    Ok(())
}

fn recognised(folder: &Path) -> Option<Reserved> {
    if is_home(folder) {
        Some(Reserved::Home)
    } else if is_market(folder) {
        Some(Reserved::Market)
    } else if has_mark(folder) {
        Some(Reserved::Marks)
    } else {
        None
    }
}

/// Returns whether a folder has the database of a home, or its key and its tables.
fn is_home(folder: &Path) -> bool {
    folder.join(DB_FILE).is_file()
        || (folder.join(KEY_FILE).is_file() && folder.join(DATASETS).is_dir())
}

/// Returns whether a folder has the file of a market, or an object in one of its folders.
fn is_market(folder: &Path) -> bool {
    folder.join(MARKET_FILE).is_file()
        || MARKET_FOLDERS
            .iter()
            .any(|name| any_entry(&folder.join(name), is_object))
}

/// Returns whether a folder has a mark, whose name is the id of a key.
fn has_mark(folder: &Path) -> bool {
    any_entry(folder, |name| {
        name.strip_suffix(".mark")
            .is_some_and(|kid| kid.parse::<Kid>().is_ok())
    })
}

/// Returns whether a market has an entry of this name directly under one of its folders: a signed
/// document, or the folder of a key.
fn is_object(name: &str) -> bool {
    match name.strip_suffix(".jws") {
        Some(id) => id.parse::<DocumentId>().is_ok(),
        None => name.parse::<Kid>().is_ok(),
    }
}

fn any_entry(folder: &Path, is_one: impl Fn(&str) -> bool) -> bool {
    let Ok(entries) = fs::read_dir(folder) else {
        return false;
    };
    entries
        .flatten()
        .take(ENTRIES)
        .any(|entry| entry.file_name().to_str().is_some_and(&is_one))
}

/// Returns where an absolute path leads, each link in it followed as far as the path exists.
pub fn resolved(path: &Path) -> PathBuf {
    let mut real = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            real.pop();
        } else {
            real.push(part);
        }
        real = real.canonicalize().unwrap_or(real);
    }
    real
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use crate::files::{check_new, write_file, write_own_file};

    const ID: &str = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

    /// Returns a folder with a home, a market with one listing and a folder of marks.
    fn world() -> tempfile::TempDir {
        let world = tempfile::tempdir().unwrap();
        let at = |name: &str| world.path().join(name);
        for folder in [
            "home/datasets",
            "home/exports",
            "market/listings",
            "state",
            "own",
        ] {
            fs::create_dir_all(at(folder)).unwrap();
        }
        for file in [
            "home/key.age",
            "home/poundwise.db",
            &format!("market/listings/{ID}.jws"),
            &format!("state/{ID}.mark"),
        ] {
            fs::write(at(file), "before").unwrap();
        }
        world
    }

    fn code(done: Result<impl Sized>) -> &'static str {
        done.map(drop).unwrap_err().code().as_str()
    }

    #[test]
    fn no_output_goes_into_a_home_a_market_or_the_folder_of_the_marks() {
        let world = world();
        for name in [
            "home/poundwise.db",
            "home/new.csv",
            "home/datasets/new.csv",
            "home/exports/../key.age",
            "own/../home/new.csv",
            "market/new.csv",
            "market/listings/new.csv",
            "market/not there/new.csv",
            "state/new.csv",
        ] {
            let file = world.path().join(name);
            let before = fs::read(&file).ok();
            assert_eq!(code(check_new(&file, true)), "reserved-folder", "{name}");
            assert_eq!(code(write_file(&file, b"x")), "reserved-folder", "{name}");
            assert_eq!(fs::read(&file).ok(), before, "{name}");
        }
        for name in ["home/exports/new.csv", "own/new.csv", "new.csv"] {
            write_file(&world.path().join(name), b"x").unwrap();
        }
        // The program's own files are written there.
        write_own_file(&world.path().join("home/key.age"), b"x").unwrap();
    }

    #[test]
    fn a_damaged_home_and_an_empty_market_are_recognised_and_other_folders_are_not() {
        let world = world();
        let at = |name: &str| world.path().join(name);
        fs::remove_file(at("home/key.age")).unwrap();
        assert!(check_output(&at("home/new.csv")).is_err());
        fs::write(at("home/key.age"), "").unwrap();
        fs::remove_file(at("home/poundwise.db")).unwrap();
        assert!(check_output(&at("home/new.csv")).is_err());
        fs::remove_dir(at("home/datasets")).unwrap();
        assert!(
            check_output(&at("home/new.csv")).is_ok(),
            "an age key alone"
        );

        fs::write(at("own").join(MARKET_FILE), "").unwrap();
        assert!(check_output(&at("own/new.csv")).is_err());
        fs::remove_file(at("own").join(MARKET_FILE)).unwrap();
        for folder in MARKET_FOLDERS {
            fs::create_dir(at("own").join(folder)).unwrap();
        }
        fs::write(at("own/listings/houses.csv"), "").unwrap();
        fs::write(at("own/note.mark"), "").unwrap();
        assert!(check_output(&at("own/new.csv")).is_ok());
        fs::create_dir(at("own/ledgers").join(ID)).unwrap();
        assert!(check_output(&at("own/new.csv")).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn no_link_leads_an_output_into_a_home() {
        use std::os::unix::fs::symlink;
        let world = world();
        let at = |name: &str| world.path().join(name);
        symlink(at("home"), at("own/link")).unwrap();
        symlink("../home/poundwise.db", at("own/file")).unwrap();
        for name in [
            "own/link/new.csv",
            "own/link/exports/../new.csv",
            "own/file",
        ] {
            assert_eq!(
                code(write_file(&at(name), b"x")),
                "reserved-folder",
                "{name}"
            );
        }
        write_file(&at("own/link/exports/new.csv"), b"x").unwrap();
        // An `exports` folder that leads elsewhere is not the home's own.
        fs::remove_dir_all(at("home/exports")).unwrap();
        symlink(at("home/datasets"), at("home/exports")).unwrap();
        assert!(check_output(&at("home/exports/new.csv")).is_err());
        // A hard link is replaced by the output; the home keeps its file.
        fs::hard_link(at("home/poundwise.db"), at("own/hard")).unwrap();
        write_file(&at("own/hard"), b"x").unwrap();
        assert_eq!(fs::read(at("home/poundwise.db")).unwrap(), b"before");
    }
}
