//! The mark: how far this home's own log has reached. It is kept outside the home, in the
//! platform's state folder.
//!
//! A backup of a home does not include it. So a home that is restored from a backup finds a mark
//! that is ahead of it, and knows that it is an old copy. There is one file a key, `<kid>.mark`,
//! JSON:
//!
//! ```text
//! {"kid":"...","size":12,"root":"...","epoch":34}
//! ```
//!
//! It is written after the commit that added entries and before any of them is sent, and is never
//! ahead of the database that it was made from.

use std::path::PathBuf;

use poundwise_documents::{log::Hash, units::Kid};
use serde::{Deserialize, Serialize};

use crate::{
    error::{Error, ErrorCode, Result, sentence},
    files::{Unread, read_file, sync_parent, write_file},
    hint::Act,
    private::{make_private, private_dir},
};

/// Larger than any mark, in bytes.
const MARK_LIMIT: u64 = 4096;

/// State that a home has reached: size of its log, root at that size, and epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Number of entries of the log.
    pub size: u64,
    /// Root of the log at that size.
    pub root: Hash,
    /// Number of transactions that changed authenticated data.
    pub epoch: u64,
}

/// The file of a key's mark.
pub struct MarkFile {
    /// `None` if the shell keeps no state; the mark then counts as missing.
    folder: Option<PathBuf>,
    kid: Kid,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    kid: Kid,
    size: u64,
    root: Hash,
    epoch: u64,
}

impl MarkFile {
    /// Returns the file of a key's mark in a folder, which need not exist yet.
    pub fn new(folder: Option<PathBuf>, kid: Kid) -> Self {
        Self { folder, kid }
    }

    fn path(&self) -> Option<PathBuf> {
        Some(self.folder.as_ref()?.join(format!("{}.mark", self.kid)))
    }

    /// Removes the permissions of all users but the owner from the file.
    pub fn close_to_others(&self) {
        if let Some(path) = self.path() {
            make_private(&path);
        }
    }

    /// Returns the mark, if there is one.
    ///
    /// # Errors
    /// `mark-damaged` for a file that is not a mark of this key, or that cannot be read.
    pub fn read(&self) -> Result<Option<Mark>> {
        let Some(path) = self.path() else {
            return Ok(None);
        };
        let bytes = match read_file(&path, MARK_LIMIT) {
            Ok(bytes) => bytes,
            Err(Unread::Missing(_)) => return Ok(None),
            Err(Unread::TooLarge(_)) => return Err(damaged(&path)),
            Err(Unread::Machine(error)) => {
                return Err(Error::failed(
                    ErrorCode::MarkDamaged,
                    format!("The mark of this home cannot be read. {}", error.message()),
                )
                .hint("Make that folder readable, or name another state folder."));
            }
        };
        let stored: Stored = serde_json::from_slice(&bytes).map_err(|_| damaged(&path))?;
        if stored.kid != self.kid {
            return Err(damaged(&path));
        }
        Ok(Some(Mark {
            size: stored.size,
            root: stored.root,
            epoch: stored.epoch,
        }))
    }

    /// Writes the mark durably: whole, readable by its owner only, and on the disk when this
    /// returns.
    ///
    /// # Errors
    /// `mark-unwritable`; the mark is then unchanged.
    pub fn write(&self, mark: Mark) -> Result<()> {
        let (Some(folder), Some(path)) = (&self.folder, self.path()) else {
            return Ok(());
        };
        let stored = Stored {
            kid: self.kid,
            size: mark.size,
            root: mark.root,
            epoch: mark.epoch,
        };
        let unwritable = |error: &Error| {
            Error::failed(
                ErrorCode::MarkUnwritable,
                format!(
                    "The mark of this home cannot be written. {}",
                    error.message()
                ),
            )
            .hint("Nothing was sent. Signed documents stay in the home and wait.")
            .hint(Act::Deliver.to(format!(
                "Make {} writable, or name another state folder, and then send them",
                folder.display()
            )))
        };
        let bytes = serde_json::to_vec(&stored).map_err(|e| Error::fault(sentence(e)))?;
        if !folder.is_dir() {
            private_dir(folder).map_err(|e| unwritable(&e))?;
            // The new folder's name must be as durable as the file in it.
            sync_parent(folder)
                .map_err(|e| unwritable(&crate::error::io_error(folder, "write", &e)))?;
        }
        write_file(&path, &bytes).map_err(|e| unwritable(&e))?;
        Ok(())
    }
}

fn damaged(path: &std::path::Path) -> Error {
    Error::unverified(
        ErrorCode::MarkDamaged,
        format!("{} is not this home's mark.", path.display()),
    )
    .hint(
        "Remove that file while the market can be reached: the published ledger is compared \
     instead, and a new mark is made.",
    )
}

/// Returns the platform's folder for the marks of this program's homes, if the platform has one.
pub fn default_state_dir() -> Option<PathBuf> {
    dirs::state_dir()
        .map(|folder| folder.join("poundwise"))
        .or_else(|| dirs::data_local_dir().map(|folder| folder.join("poundwise").join("state")))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use poundwise_documents::keys::Identity;

    use super::*;

    fn kid(seed: u8) -> Kid {
        Identity::from_bytes(&[seed; 32]).kid()
    }

    #[test]
    fn a_mark_is_read_as_it_was_written_and_is_private() {
        let folder = tempfile::tempdir().unwrap();
        let file = MarkFile::new(Some(folder.path().join("a/state")), kid(1));
        assert_eq!(file.read().unwrap(), None);
        for size in [0, 7] {
            let mark = Mark {
                size,
                root: Hash::leaf(&[1]),
                epoch: size + 3,
            };
            file.write(mark).unwrap();
            assert_eq!(file.read().unwrap(), Some(mark));
        }
        let path = file.path().unwrap();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(&path).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        assert_eq!(
            std::fs::read_dir(path.parent().unwrap()).unwrap().count(),
            1
        );
    }

    #[test]
    fn what_is_no_mark_of_this_key_is_refused_and_none_is_made_of_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = MarkFile::new(Some(folder.path().to_owned()), kid(1));
        let other = MarkFile::new(Some(folder.path().to_owned()), kid(2));
        let mark = Mark {
            size: 1,
            root: Hash::leaf(&[1]),
            epoch: 1,
        };
        other.write(mark).unwrap();
        assert_eq!(file.read().unwrap(), None, "a file of its own for each key");
        let right = std::fs::read(other.path().unwrap()).unwrap();
        for wrong in [&right[..], b"", b"{}", &[b'x'; 5000]] {
            std::fs::write(file.path().unwrap(), wrong).unwrap();
            assert_eq!(file.read().unwrap_err().code(), ErrorCode::MarkDamaged);
        }
    }

    #[test]
    fn without_a_folder_a_mark_is_always_missing() {
        let file = MarkFile::new(None, kid(1));
        file.write(Mark {
            size: 1,
            root: Hash::leaf(&[1]),
            epoch: 1,
        })
        .unwrap();
        assert_eq!(file.read().unwrap(), None);
    }
}
