//! Files that only their owner and root can change.

use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// Write access of a group or of all others.
const OTHERS_WRITE: u32 = 0o022;

/// Sticky bit of a folder: only the owner of an entry can replace it.
const STICKY: u32 = 0o1000;

/// Reason why a file is not trusted.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Distrust {
    /// The path is relative, or it is not that of a file.
    NotAFile,
    /// The file or one of its folders cannot be read.
    Unreadable,
    /// Others than this user and root can change this file or folder.
    Writable(PathBuf),
}

/// Returns the path without links of a file that only this user and root can change or replace.
///
/// # Errors
/// A [`Distrust`].
pub(crate) fn owned(path: &Path) -> Result<PathBuf, Distrust> {
    if !path.is_absolute() {
        return Err(Distrust::NotAFile);
    }
    let file = path.canonicalize().map_err(|_| Distrust::Unreadable)?;
    for place in file.ancestors() {
        let known = place.symlink_metadata().map_err(|_| Distrust::Unreadable)?;
        if place == file && !known.is_file() {
            return Err(Distrust::NotAFile);
        }
        let user = rustix::process::geteuid().as_raw();
        let is_own = known.uid() == user || known.uid() == 0;
        let is_closed = known.mode() & OTHERS_WRITE == 0;
        let is_sticky = known.is_dir() && known.mode() & STICKY != 0;
        if !is_own || !(is_closed || is_sticky) {
            return Err(Distrust::Writable(place.to_owned()));
        }
    }
    Ok(file)
}
