//! Folders of the program that reject the outputs of commands: homes, markets and the folder of the
//! marks.
//!
//! Folders are recognised by their content. This protects all homes and markets, not only the open
//! ones.

use std::{
    fs,
    path::{Component, Path, PathBuf},
};

use poundwise_documents::market::{DELIVERIES, LEDGERS, LISTINGS, ORDERS, WITHDRAWALS};
use poundwise_documents::units::{DocumentId, Kid};

use crate::error::{Doing, Error, ErrorCode, ErrorPlace, Result, io_error};
use crate::messages::{FileHint, FileMessage};

/// Name of the file with a home's vault key.
pub const KEY_FILE: &str = "key.age";
/// Name of the database in a home's folder.
pub const DB_FILE: &str = "poundwise.db";
/// Folder of a home's stored tables.
pub const DATASETS: &str = "datasets";
/// Folder of a home that accepts outputs. Commands suggest it for exports.
pub const EXPORTS: &str = "exports";

/// Folder of a home with the objects that it received in files.
pub const MAIL: &str = "mail";

/// Folders of a market. Each is created with its first object.
const MARKET_FOLDERS: [&str; 5] = [DELIVERIES, LEDGERS, LISTINGS, ORDERS, WITHDRAWALS];
/// Name of the empty file that identifies a market without objects.
pub(crate) const MARKET_FILE: &str = ".poundwise-market";

/// Most entries of a folder that are examined to recognise it.
const ENTRIES: usize = 1000;

/// Kind of a folder that rejects outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reserved {
    Home,
    Market,
    Marks,
}

/// Checks that an output may be written to this path.
///
/// Rejects paths in a market, directly in the folder of the marks, and in a home outside its
/// `exports` folder. Links and `..` are resolved, also if the path does not exist yet.
///
/// # Errors
/// `reserved-folder`; I/O errors if the path cannot be made absolute.
pub fn check_output(path: &Path) -> Result<()> {
    let whole = std::path::absolute(path).map_err(|e| io_error(path, Doing::Write, &e))?;
    let real = resolved(&whole);
    for folder in real.ancestors().skip(1) {
        let Some(kind) = recognised(folder) else {
            continue;
        };
        match kind {
            Reserved::Home if real.starts_with(folder.join(EXPORTS)) => return Ok(()),
            // The folder of the marks may be in use for other things, so its subfolders accept
            // outputs.
            Reserved::Marks if real.parent() != Some(folder) => continue,
            Reserved::Home | Reserved::Market | Reserved::Marks => {}
        }
        return Err(Error::refused(
            ErrorCode::ReservedFolder,
            FileMessage::Reserved {
                path: path.to_owned(),
                reserved: kind,
                folder: folder.to_owned(),
            },
        )
        .hint(FileHint::ChooseOtherFolder)
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

/// Returns whether a folder contains the database of a home, or both its key and its tables.
fn is_home(folder: &Path) -> bool {
    folder.join(DB_FILE).is_file()
        || (folder.join(KEY_FILE).is_file() && folder.join(DATASETS).is_dir())
}

/// Returns whether a folder contains the file of a market, or an object in a market's folder.
fn is_market(folder: &Path) -> bool {
    folder.join(MARKET_FILE).is_file()
        || MARKET_FOLDERS
            .iter()
            .any(|name| any_entry(&folder.join(name), is_object))
}

/// Returns whether a folder contains a mark, a file with the id of a key as its name.
fn has_mark(folder: &Path) -> bool {
    any_entry(folder, |name| {
        name.strip_suffix(".mark")
            .is_some_and(|kid| kid.parse::<Kid>().is_ok())
    })
}

/// Returns whether a name is that of a market's object: a signed document or the folder of a key.
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

/// Resolves the links and `..` in an absolute path, as far as the path exists.
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
    fn outputs_into_reserved_folders_are_rejected() {
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
        // The program still writes its own files there.
        write_own_file(&world.path().join("home/key.age"), b"x").unwrap();
    }

    #[test]
    fn damaged_homes_and_empty_markets_are_recognised() {
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
    fn outputs_through_links_into_a_home_are_rejected() {
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
        // A link named `exports` is not accepted as the home's `exports` folder.
        fs::remove_dir_all(at("home/exports")).unwrap();
        symlink(at("home/datasets"), at("home/exports")).unwrap();
        assert!(check_output(&at("home/exports/new.csv")).is_err());
        // An output replaces a hard link, and the home keeps its file.
        fs::hard_link(at("home/poundwise.db"), at("own/hard")).unwrap();
        write_file(&at("own/hard"), b"x").unwrap();
        assert_eq!(fs::read(at("home/poundwise.db")).unwrap(), b"before");
    }
}
