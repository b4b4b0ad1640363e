//! The program `poundwise-engine`, which loads drivers.

use std::path::{Path, PathBuf};

use crate::messages::DriverMessage;
use crate::owned::{Distrust, owned};

const NAME: &str = "poundwise-engine";

/// Returns the path of the program `poundwise-engine`: beside this program, in the folder
/// `../lib/poundwise` of an installation, or above the folder of a test or an example.
///
/// # Errors
/// [`DriverMessage::NotStarted`] if the program is in none of these places;
/// [`DriverMessage::ProgramWritableByOthers`].
pub fn engine_program() -> Result<PathBuf, DriverMessage> {
    let own = std::env::current_exe().map_err(|_| DriverMessage::NotStarted)?;
    beside(&own)
}

fn beside(own: &Path) -> Result<PathBuf, DriverMessage> {
    let own = own.canonicalize().map_err(|_| DriverMessage::NotStarted)?;
    let folder = own.parent().ok_or(DriverMessage::NotStarted)?;
    let mut places = vec![folder.join(NAME)];
    if let Some(above) = folder.parent() {
        places.push(above.join("lib/poundwise").join(NAME));
        // Programs of tests and examples.
        if folder.ends_with("deps") || folder.ends_with("examples") {
            places.push(above.join(NAME));
        }
    }
    let Some(file) = places.into_iter().find(|place| place.exists()) else {
        return Err(DriverMessage::NotStarted);
    };
    owned(&file).map_err(|distrust| match distrust {
        Distrust::NotAFile | Distrust::Unreadable => DriverMessage::NotStarted,
        Distrust::Writable(place) => DriverMessage::ProgramWritableByOthers { file, place },
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt as _;

    use super::*;

    #[test]
    fn program_is_found_beside_this_one_and_where_packages_install_it() {
        let root = tempfile::tempdir().unwrap();
        let root = root.path().canonicalize().unwrap();
        let make = |path: &str, mode: u32| {
            let file = root.join(path);
            for folder in file.ancestors().skip(1) {
                if !folder.exists() {
                    fs::create_dir_all(folder).unwrap();
                    fs::set_permissions(folder, Permissions::from_mode(0o755)).unwrap();
                }
            }
            fs::write(&file, b"x").unwrap();
            fs::set_permissions(&file, Permissions::from_mode(mode)).unwrap();
            file
        };
        for (own, engine) in [
            ("target/debug/poundwise", "target/debug/poundwise-engine"),
            ("debug/deps/market-1", "debug/poundwise-engine"),
            ("usr/bin/poundwise", "usr/lib/poundwise/poundwise-engine"),
        ] {
            let own = make(own, 0o755);
            assert!(matches!(beside(&own), Err(DriverMessage::NotStarted)));
            let engine = make(engine, 0o755);
            assert_eq!(beside(&own).unwrap(), engine);
            fs::set_permissions(&engine, Permissions::from_mode(0o777)).unwrap();
            let refused = beside(&own);
            assert!(matches!(
                refused,
                Err(DriverMessage::ProgramWritableByOthers { .. })
            ));
        }
    }
}
