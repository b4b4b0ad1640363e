//! Protection against other users of the machine: folders of mode 0700, files of mode 0600, and
//! links that another user made. On platforms without modes, nothing here has an effect.

use std::{
    fs::{self, File, Metadata, OpenOptions},
    io,
    path::{Path, PathBuf},
};

use crate::{
    error::{Doing, Result, io_error},
    random::part_name,
};

#[cfg(unix)]
const FILE_MODE: u32 = 0o600;
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// Returns the canonical path of a folder, which is created if it is missing.
///
/// # Errors
/// I/O errors.
pub fn ensure_dir(dir: &Path) -> Result<PathBuf> {
    fs::create_dir_all(dir).map_err(|e| io_error(dir, Doing::CreateFolder, &e))?;
    dir.canonicalize()
        .map_err(|e| io_error(dir, Doing::OpenFolder, &e))
}

/// Returns options that create a file for its owner only, and open no link.
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

/// Creates a folder that only its owner can enter, if it is missing, and returns its canonical
/// path. The folders above it are created with the usual permissions.
///
/// # Errors
/// I/O errors.
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
            Err(io_error(dir, Doing::CreateFolder, &e))
        }
        _ => ensure_dir(dir),
    }
}

/// Removes the permissions of all users but the owner for a file or a folder. Follows no link. On a
/// file system that keeps no permissions, and for a file of another user, nothing changes: a home
/// there must open all the same.
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

/// Applies [`make_private`] to a folder, and then to everything in it.
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

/// Returns whether only the user of this program can open a file.
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

/// Returns whether a new file in a folder is private. It is not if the file system keeps no
/// permissions or no owners.
///
/// # Errors
/// I/O errors; `no-randomness` inside one.
pub fn keeps_modes(folder: &Path) -> io::Result<bool> {
    let probe = folder.join(part_name()?);
    let made = private_options().write(true).create_new(true).open(&probe);
    let there = made.and_then(|file| file.metadata())?;
    fs::remove_file(&probe)?;
    Ok(is_private(&there))
}

/// Returns whether only the user of this program can have written a file.
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

/// Returns whether a file or a link belongs to the user of this program.
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

/// Returns whether a link belongs to the user of this program or to the system.
pub fn is_trusted_link(link: &Metadata) -> bool {
    #[cfg(unix)]
    if std::os::unix::fs::MetadataExt::uid(link) == 0 {
        return true;
    }
    is_own(link)
}

/// Returns whether the disk of a file has less than 64 KiB free, too little for a database to grow.
pub fn is_disk_full(file: &Path) -> bool {
    /// Bytes. SQLite's shared-memory file grows by 32 KiB at a time.
    const LEAST: u64 = 64 * 1024;
    #[cfg(unix)]
    {
        rustix::fs::statvfs(file)
            .is_ok_and(|disk| disk.f_bavail.saturating_mul(disk.f_frsize) < LEAST)
    }
    #[cfg(not(unix))]
    {
        let _ = (file, LEAST);
        false
    }
}

/// Returns whether both describe the same file.
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

/// Returns whether there is a process with that id that this user may signal.
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

#[cfg(all(test, unix))]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::os::unix::fs::{PermissionsExt, chown};

    use super::*;

    /// A file of another user that only its owner may write: root makes one, which only its owner
    /// may read either, and to everybody else the root folder is one.
    fn of_another(folder: &Path) -> Metadata {
        if !rustix::process::geteuid().is_root() {
            return fs::metadata("/").unwrap();
        }
        let file = folder.join("theirs");
        fs::write(&file, "1 the app\n").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        chown(&file, Some(65_534), None).unwrap();
        fs::metadata(&file).unwrap()
    }

    #[test]
    fn another_user_s_word_is_not_one_s_own() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("own");
        fs::write(&file, "1 the app\n").unwrap();
        for (mode, is_own_word_then, is_private_then) in [
            (0o600, true, true),
            (0o644, true, false),
            (0o620, false, false),
            (0o602, false, false),
        ] {
            fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
            let there = fs::metadata(&file).unwrap();
            assert_eq!(is_own_word(&there), is_own_word_then, "{mode:o}");
            assert_eq!(is_private(&there), is_private_then, "{mode:o}");
        }
        let theirs = of_another(folder.path());
        assert!(!is_own_word(&theirs) && !is_private(&theirs));
    }

    /// A home may be named by a path relative to the working folder, and by none.
    #[test]
    fn a_private_folder_may_have_none_above_it() {
        let here = std::env::current_dir().unwrap().canonicalize().unwrap();
        assert_eq!(private_dir(Path::new(".")).unwrap(), here);
        let unnamed = private_dir(Path::new("")).unwrap_err();
        assert!(unnamed.message().contains("create the folder"), "{unnamed}");
    }

    /// What the link names may be a folder that others are meant to read.
    #[test]
    fn no_link_is_followed_to_what_is_made_private() {
        let folder = tempfile::tempdir().unwrap();
        let (there, link) = (folder.path().join("there"), folder.path().join("link"));
        fs::create_dir(&there).unwrap();
        let file = there.join("file");
        fs::write(&file, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        for (path, open) in [(&there, 0o755), (&file, 0o644)] {
            fs::set_permissions(path, fs::Permissions::from_mode(open)).unwrap();
        }
        std::os::unix::fs::symlink(&there, &link).unwrap();
        make_all_private(&link);
        assert_eq!((mode(&there), mode(&file)), (0o755, 0o644));
        make_all_private(folder.path());
        assert_eq!((mode(&there), mode(&file)), (0o700, 0o600));
    }

    /// The system's own folders may be links, such as `/tmp` on macOS.
    #[test]
    fn a_link_is_trusted_if_this_user_or_the_system_made_it() {
        let folder = tempfile::tempdir().unwrap();
        let own = fs::symlink_metadata(folder.path()).unwrap();
        let of_system = fs::symlink_metadata("/").unwrap();
        assert!(is_trusted_link(&own) && is_trusted_link(&of_system));
        if rustix::process::geteuid().is_root() {
            assert!(!is_trusted_link(&of_another(folder.path())));
        }
    }

    /// The lock of a program that ended is taken from whoever holds it still.
    #[test]
    fn a_process_that_there_is_not_does_not_run() {
        assert!(is_running(std::process::id()));
        // No system counts so far, and 0 is none.
        for none in [0, i32::MAX.unsigned_abs(), u32::MAX] {
            assert!(!is_running(none), "{none}");
        }
    }

    /// Taken for one that keeps permissions, such a folder would have its lock replaced.
    #[test]
    fn a_folder_that_takes_no_file_is_not_one_that_keeps_permissions() {
        let folder = tempfile::tempdir().unwrap();
        assert!(keeps_modes(folder.path()).unwrap());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        let gone = folder.path().join("gone");
        assert_eq!(
            keeps_modes(&gone).unwrap_err().kind(),
            io::ErrorKind::NotFound
        );
    }
}
