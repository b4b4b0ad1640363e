//! The mark: how far this home's own log has reached. It is kept outside the home, in the
//! platform's state folder.
//!
//! A backup of a home does not include it. So a home that is restored from a backup finds a mark
//! that is ahead of it, and knows that it is an old copy. There is one file a key, `<kid>.mark`,
//! JSON:
//!
//! ```text
//! {"kid":"...","size":12,"root":"...","epoch":34,"ended":false,"mac":"..."}
//! ```
//!
//! It is written after the commit that added entries and before any of them is sent, and is never
//! ahead of the database that it was made from.
//!
//! `mac` is HMAC-SHA256 (RFC 2104) of the other fields. Its key is derived from the identity's seed
//! by HKDF-SHA256 (RFC 5869) with the label `poundwise-mark-v2`. The vault key is not used because
//! it changes with the recovery key, and older backups must verify newer marks. A file with a wrong
//! MAC is damaged and counts as a missing mark.

use std::{cell::Cell, path::PathBuf};

use hkdf::Hkdf;
use hmac::{Hmac, KeyInit, Mac};
use poundwise_documents::{
    keys::Identity,
    log::Hash,
    units::{Digest, Kid},
};
use poundwise_words::Text;
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use zeroize::Zeroizing;

use crate::{
    error::{Doing, Error, ErrorCode, Result},
    files::{Unread, read_file, sync_parent, write_own_file},
    hint::Act,
    messages::{HistoryHint, MarkMessage, key_not_derived, not_encoded},
    private::{make_private, private_dir},
};

/// Larger than any mark, in bytes.
const MARK_LIMIT: u64 = 4096;
/// Label of the key that authenticates marks.
const LABEL: &[u8] = b"poundwise-mark-v2";

/// State that a home has reached: size of its log, root at that size, and epoch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Number of entries of the log.
    pub size: u64,
    /// Root of the log at that size.
    pub root: Hash,
    /// Number of transactions that changed authenticated data.
    pub epoch: u64,
    /// Whether the owner gave up the home.
    pub ended: bool,
}

/// The result of reading a mark's file.
pub enum FoundMark {
    /// There is no mark.
    Missing,
    /// The file cannot be read, or is not a valid mark of this key. It counts as a missing mark.
    /// The error is `mark-damaged`, with the reason.
    Damaged(Error),
    /// The file is a valid mark of this key.
    Valid(Mark),
}

impl FoundMark {
    /// Returns the mark, if it is valid.
    pub fn valid(&self) -> Option<Mark> {
        match self {
            Self::Valid(mark) => Some(*mark),
            Self::Missing | Self::Damaged(_) => None,
        }
    }
}

/// The file of a key's mark.
pub struct MarkFile {
    /// The state folder, or `None` if the shell keeps no state.
    folder: Option<PathBuf>,
    /// The mark in memory, used if there is no folder.
    kept: Cell<Option<Mark>>,
    kid: Kid,
    key: Zeroizing<[u8; 32]>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stored {
    kid: Kid,
    size: u64,
    root: Hash,
    epoch: u64,
    ended: bool,
    mac: Digest,
}

impl MarkFile {
    /// Returns the file of a key's mark in a folder, which need not exist yet.
    ///
    /// # Errors
    /// `internal` if the key of the MAC cannot be derived.
    pub fn new(folder: Option<PathBuf>, identity: &Identity) -> Result<Self> {
        let mut key = Zeroizing::new([0; 32]);
        Hkdf::<Sha256>::new(None, identity.to_bytes().as_slice())
            .expand(LABEL, key.as_mut_slice())
            .map_err(|e| key_not_derived(&e))?;
        Ok(Self {
            folder,
            kept: Cell::new(None),
            kid: identity.kid(),
            key,
        })
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

    fn mac(&self, mark: Mark) -> Result<Hmac<Sha256>> {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(self.key.as_slice()).map_err(|e| key_not_derived(&e))?;
        mac.update(self.kid.to_string().as_bytes());
        mac.update(&mark.size.to_le_bytes());
        mac.update(mark.root.as_bytes());
        mac.update(&mark.epoch.to_le_bytes());
        mac.update(&[u8::from(mark.ended)]);
        Ok(mac)
    }

    /// Reads and verifies the mark.
    ///
    /// # Errors
    /// `internal` if the MAC cannot be computed.
    pub fn read(&self) -> Result<FoundMark> {
        let Some(path) = self.path() else {
            return Ok(match self.kept.get() {
                None => FoundMark::Missing,
                Some(mark) => FoundMark::Valid(mark),
            });
        };
        let bytes = match read_file(&path, MARK_LIMIT) {
            Ok(bytes) => bytes,
            Err(Unread::Missing(_)) => return Ok(FoundMark::Missing),
            Err(Unread::TooLarge(_)) => return Ok(FoundMark::Damaged(damaged(&path))),
            Err(Unread::Machine(error)) => {
                return Ok(FoundMark::Damaged(
                    Error::failed(
                        ErrorCode::MarkDamaged,
                        MarkMessage::Unreadable {
                            cause: Text::of(error),
                        },
                    )
                    .hint(HistoryHint::MakeFolderReadable),
                ));
            }
        };
        let mark = match serde_json::from_slice::<Stored>(&bytes) {
            Ok(stored) if stored.kid == self.kid => {
                let mark = Mark {
                    size: stored.size,
                    root: stored.root,
                    epoch: stored.epoch,
                    ended: stored.ended,
                };
                let valid = self.mac(mark)?.verify_slice(stored.mac.as_bytes()).is_ok();
                valid.then_some(mark)
            }
            _ => None,
        };
        Ok(match mark {
            Some(mark) => FoundMark::Valid(mark),
            None => FoundMark::Damaged(damaged(&path)),
        })
    }

    /// Writes the mark durably: whole, readable by its owner only, and on the disk when this
    /// returns.
    ///
    /// # Errors
    /// `mark-unwritable`; the mark is then unchanged.
    pub fn write(&self, mark: Mark) -> Result<()> {
        let (Some(folder), Some(path)) = (&self.folder, self.path()) else {
            self.kept.set(Some(mark));
            return Ok(());
        };
        let mac: [u8; 32] = self.mac(mark)?.finalize().into_bytes().into();
        let stored = Stored {
            kid: self.kid,
            size: mark.size,
            root: mark.root,
            epoch: mark.epoch,
            ended: mark.ended,
            mac: Digest::from_bytes(mac),
        };
        let unwritable = |error: Error| {
            Error::failed(
                ErrorCode::MarkUnwritable,
                MarkMessage::Unwritable {
                    cause: Text::of(error),
                },
            )
            .hint(HistoryHint::NothingSent)
            .hint(Act::Deliver.to(HistoryHint::MakeWritableAndSend {
                folder: folder.clone(),
            }))
        };
        let bytes = serde_json::to_vec(&stored).map_err(|e| not_encoded(&e))?;
        if !folder.is_dir() {
            private_dir(folder).map_err(unwritable)?;
            // The new folder's name must be as durable as the file in it.
            sync_parent(folder)
                .map_err(|e| unwritable(crate::error::io_error(folder, Doing::Write, &e)))?;
        }
        write_own_file(&path, &bytes).map_err(unwritable)?;
        Ok(())
    }
}

fn damaged(path: &std::path::Path) -> Error {
    Error::unverified(
        ErrorCode::MarkDamaged,
        MarkMessage::NotAMark {
            path: path.to_owned(),
        },
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
    use super::*;

    fn file(folder: &std::path::Path, seed: u8) -> MarkFile {
        let identity = Identity::from_bytes(&[seed; 32]);
        MarkFile::new(Some(folder.to_owned()), &identity).unwrap()
    }

    fn mark(size: u64) -> Mark {
        Mark {
            size,
            root: Hash::leaf(&[1]),
            epoch: size + 3,
            ended: false,
        }
    }

    fn is_damaged(file: &MarkFile) -> bool {
        match file.read().unwrap() {
            FoundMark::Damaged(error) => error.code() == ErrorCode::MarkDamaged,
            FoundMark::Missing | FoundMark::Valid(_) => false,
        }
    }

    #[test]
    fn a_mark_is_read_as_it_was_written_and_is_private() {
        let folder = tempfile::tempdir().unwrap();
        let file = file(&folder.path().join("a/state"), 1);
        assert!(matches!(file.read().unwrap(), FoundMark::Missing));
        for written in [
            mark(0),
            mark(7),
            Mark {
                ended: true,
                ..mark(7)
            },
        ] {
            file.write(written).unwrap();
            assert_eq!(file.read().unwrap().valid(), Some(written));
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
    fn malformed_files_and_marks_of_other_keys_are_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let (file, other) = (file(folder.path(), 1), file(folder.path(), 2));
        other.write(mark(1)).unwrap();
        assert!(matches!(file.read().unwrap(), FoundMark::Missing));
        let right = std::fs::read(other.path().unwrap()).unwrap();
        for wrong in [&right[..], b"", b"{}", &[b'x'; 5000]] {
            std::fs::write(file.path().unwrap(), wrong).unwrap();
            assert!(is_damaged(&file));
        }
    }

    /// Changes each byte of the file, and fields in ways that keep the JSON valid.
    #[test]
    fn mark_with_any_change_is_damaged() {
        let folder = tempfile::tempdir().unwrap();
        let file = file(folder.path(), 1);
        file.write(mark(7)).unwrap();
        let path = file.path().unwrap();
        let right = std::fs::read(&path).unwrap();
        for place in 0..right.len() {
            let mut wrong = right.clone();
            wrong[place] ^= 1;
            std::fs::write(&path, &wrong).unwrap();
            assert!(is_damaged(&file), "byte {place}");
        }
        let text = String::from_utf8(right.clone()).unwrap();
        for (from, to) in [
            ("\"size\":7", "\"size\":8"),
            ("\"epoch\":10", "\"epoch\":11"),
            ("\"ended\":false", "\"ended\":true"),
        ] {
            assert!(text.contains(from), "{text}");
            std::fs::write(&path, text.replace(from, to)).unwrap();
            assert!(is_damaged(&file), "{from}");
        }
        std::fs::write(&path, right).unwrap();
        assert_eq!(file.read().unwrap().valid(), Some(mark(7)));
    }

    #[test]
    fn mark_without_a_folder_lasts_until_the_home_is_closed() {
        let identity = Identity::from_bytes(&[1; 32]);
        let file = MarkFile::new(None, &identity).unwrap();
        assert!(matches!(file.read().unwrap(), FoundMark::Missing));
        file.write(mark(1)).unwrap();
        assert_eq!(file.read().unwrap().valid(), Some(mark(1)));
        let again = MarkFile::new(None, &identity).unwrap();
        assert!(matches!(again.read().unwrap(), FoundMark::Missing));
    }
}
