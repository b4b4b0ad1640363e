//! What other users of the machine are kept from: folders of mode 0700, files of mode 0600, and
//! links that somebody else made. Where the platform has no modes, nothing of this does anything.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use crate::{
    error::Result,
    files::{ensure_dir, io_error, part_name},
};

#[cfg(unix)]
const FILE_MODE: u32 = 0o600;
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// Options that make a new file for its owner only, and open no link.
pub fn private_options() -> OpenOptions {
    #[allow(unused_mut, reason = "changed where there are modes")]
    let mut options = File::options();
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        let no_link = rustix::fs::OFlags::NOFOLLOW.bits().cast_signed();
        options.mode(FILE_MODE).custom_flags(no_link);
    }
    options
}

/// A folder that only its owner can enter, created if need be; the folders above it are made as
/// others are.
pub fn private_dir(dir: &Path) -> Result<PathBuf> {
    if let Some(above) = dir.parent().filter(|above| !above.as_os_str().is_empty()) {
        ensure_dir(above)?;
    }
    #[allow(unused_mut, reason = "changed where there are modes")]
    let mut builder = fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, FOLDER_MODE);
    match builder.create(dir) {
        Err(e) if e.kind() != io::ErrorKind::AlreadyExists => {
            Err(io_error(dir, "create the folder", &e))
        }
        _ => ensure_dir(dir),
    }
}

/// Takes a file's or a folder's permissions from everybody but its owner. Follows no link. A file
/// system that keeps no permissions, or a file of somebody else's, stays as it is: a home there
/// must open all the same.
pub fn make_private(path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let Ok(there) = fs::symlink_metadata(path) else {
            return;
        };
        let mode = match there.file_type() {
            kind if kind.is_file() => FILE_MODE,
            kind if kind.is_dir() => FOLDER_MODE,
            _ => return,
        };
        if there.permissions().mode() & 0o777 & !mode != 0 {
            let _ = fs::set_permissions(path, fs::Permissions::from_mode(mode));
        }
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// [`make_private`] for everything in a folder, and for the folder first.
pub fn make_all_private(folder: &Path) {
    match fs::symlink_metadata(folder) {
        Ok(there) if there.is_dir() => make_private(folder),
        _ => return,
    }
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() => make_all_private(&entry.path()),
            Ok(_) => make_private(&entry.path()),
            Err(_) => {}
        }
    }
}

/// Whether only the user of this program can open a file.
pub fn is_private(file: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        is_own(file) && file.permissions().mode() & 0o077 == 0
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        true
    }
}

/// Whether a new file in a folder is private: not where the file system keeps no permissions, or no
/// owners.
pub fn keeps_modes(folder: &Path) -> io::Result<bool> {
    let probe = folder.join(part_name()?);
    let made = private_options().write(true).create_new(true).open(&probe);
    let there = made.and_then(|file| file.metadata())?;
    fs::remove_file(&probe)?;
    Ok(is_private(&there))
}

/// Whether nobody but the user of this program can have written a file.
pub fn is_own_word(file: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        is_own(file) && file.permissions().mode() & 0o022 == 0
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        true
    }
}

/// Whether a file, or a link, is of the user of this program.
pub fn is_own(file: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        file.uid() == rustix::process::geteuid().as_raw()
    }
    #[cfg(not(unix))]
    {
        let _ = file;
        true
    }
}

/// Whether a link is of the user of this program, or of the system.
pub fn is_trusted_link(link: &Metadata) -> bool {
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::uid(link) == 0 {
        return true;
    }
    is_own(link)
}

/// Whether two are one file.
pub fn is_same(a: &Metadata, b: &Metadata) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (a.dev(), a.ino()) == (b.dev(), b.ino())
    }
    #[cfg(not(unix))]
    {
        let _ = (a, b);
        true
    }
}

/// Whether a process of this user, or of one that this user may signal, has that number.
pub fn is_running(process: u32) -> bool {
    #[cfg(unix)]
    {
        i32::try_from(process)
            .ok()
            .and_then(rustix::process::Pid::from_raw)
            .is_some_and(|process| rustix::process::test_kill_process(process).is_ok())
    }
    #[cfg(not(unix))]
    {
        let _ = process;
        true
    }
}
