//! The file of a driver. Only its owner and root may be able to change it.

use std::path::{Path, PathBuf};

use crate::messages::DriverMessage;
use crate::owned::{Distrust, owned};

/// A driver's file. Only this user and root can change or replace it or one of its folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Driver {
    file: PathBuf,
}

impl Driver {
    /// Checks a driver's file. Links are followed; the file at their end is checked and loaded.
    ///
    /// # Errors
    /// [`DriverMessage::NotAFile`], [`DriverMessage::NoDriver`], [`DriverMessage::WritableByOthers`].
    pub fn check(path: &Path) -> Result<Self, DriverMessage> {
        let named = || path.to_owned();
        match owned(path) {
            Ok(file) => Ok(Self { file }),
            Err(Distrust::NotAFile) => Err(DriverMessage::NotAFile { file: named() }),
            Err(Distrust::Unreadable) => Err(DriverMessage::NoDriver { file: named() }),
            Err(Distrust::Writable(place)) => Err(DriverMessage::WritableByOthers {
                file: named(),
                place,
            }),
        }
    }

    /// Returns its path without links.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    use super::*;

    fn mode(path: &Path, mode: u32) {
        fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn a_driver_that_others_can_change_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        mode(&inner, 0o755);
        let file = inner.join("driver.so");
        fs::write(&file, b"x").unwrap();
        let link = folder.path().join("link.so");
        symlink(&file, &link).unwrap();
        for (of_file, of_folder, taken) in [
            (0o644, 0o755, true),
            (0o600, 0o700, true),
            (0o664, 0o755, false),
            (0o646, 0o755, false),
            (0o644, 0o775, false),
            (0o644, 0o757, false),
            // Others can add files, and not replace this one.
            (0o644, 0o1777, true),
            (0o666, 0o1777, false),
        ] {
            mode(&file, of_file);
            mode(&inner, of_folder);
            for path in [&file, &link] {
                let driver = Driver::check(path);
                assert_eq!(driver.is_ok(), taken, "{of_file:o} {of_folder:o}");
                assert!(
                    driver.is_err()
                        || driver.is_ok_and(|driver| driver.file().ends_with("inner/driver.so"))
                );
            }
        }
        for path in [Path::new("driver.so"), &inner, &folder.path().join("none")] {
            assert!(Driver::check(path).is_err());
        }
    }
}
