//! Files that are written whole or not at all.

use std::{
    ffi::OsStr,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::{
    error::{Doing, Error, ErrorCode, ErrorPlace, Result, io_error},
    hint::Field,
    messages::{FileHint, FileMessage},
    point,
    private::{is_trusted_link, private_options},
    random::{is_part_name, part_name},
    reserved::check_output,
};

/// The most links that a name may go through, as for Linux.
const MOST_LINKS: u32 = 40;

/// A file that was written.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Exported {
    /// Path of the file.
    pub file: String,
    /// Size of the file in bytes.
    pub bytes: u64,
}

/// Writes an output whole or not at all: writes a temporary file in the same folder, flushes it to
/// the disk and renames it.
///
/// On a file system with modes, only the owner can read the output. Links of the user and the
/// system are followed. A link of another user is rejected.
///
/// # Errors
/// `reserved-folder`; `strange-link`; `not-a-file`, `no-file-name`; I/O errors, such as
/// `disk-full`. The temporary file is removed.
pub fn write_file(file: &Path, bytes: &[u8]) -> Result<Exported> {
    write_with(file, |out| out.write_all(bytes))
}

/// Writes a file as [`write_file`] does, but also into the program's own folders.
///
/// # Errors
/// As [`write_file`], except `reserved-folder`.
pub fn write_own_file(file: &Path, bytes: &[u8]) -> Result<Exported> {
    write(file, |out| out.write_all(bytes))
}

/// Checks that an output may be written to this path. An existing file is accepted if `replace` is
/// set. Callers check this before they produce the content.
///
/// # Errors
/// `reserved-folder`, `file-exists`.
pub fn check_new(file: &Path, replace: bool) -> Result<()> {
    check_output(file)?;
    // A link to a missing file counts as an existing file.
    if replace || fs::symlink_metadata(file).is_err() {
        return Ok(());
    }
    Err(Error::refused(
        ErrorCode::FileExists,
        FileMessage::Exists {
            file: file.to_owned(),
        },
    )
    .of(file.display().to_string())
    .hint(Field::Replace.to(FileHint::ChooseOtherOrReplace)))
}

/// Writes an output as [`write_file`] does, with content that `fill` produces.
///
/// # Errors
/// The [`Error`] inside the I/O error of `fill`, if there is one; otherwise the errors of
/// [`write_file`].
pub fn write_with(
    file: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Exported> {
    check_output(file)?;
    write(file, |out| fill(out))
}

/// A complete file under a temporary name. It is removed on drop unless it was placed.
pub struct PartFile {
    file: PathBuf,
    part: PathBuf,
    /// Keeps a sweep from removing the temporary file.
    _lock: Option<File>,
}

impl PartFile {
    /// Writes it whole. As that may take long, its folder may disappear meanwhile.
    ///
    /// # Errors
    /// The [`Error`] inside the I/O error of `fill`, if there is one; otherwise I/O errors. Then
    /// nothing is left behind.
    pub fn write(
        file: &Path,
        fill: impl FnOnce(&mut io::BufWriter<File>) -> io::Result<()>,
    ) -> Result<Self> {
        Self::filled(file, fill)
            .map(|(part, _)| part)
            .map_err(|error| not_written(file, error))
    }

    fn filled(
        file: &Path,
        fill: impl FnOnce(&mut io::BufWriter<File>) -> io::Result<()>,
    ) -> io::Result<(Self, u64)> {
        let part = file.with_file_name(part_name()?);
        // An unpredictable name that nothing has yet, and no link: a file that another user puts
        // there is neither written to nor used.
        let new = private_options().write(true).create_new(true).open(&part)?;
        // Removed on drop if anything fails from here on.
        let written = Self {
            file: file.to_owned(),
            part,
            _lock: locked(&new),
        };
        point::pass("temporary file made");
        let mut out = io::BufWriter::new(new);
        fill(&mut out)?;
        let new = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        new.sync_all()?;
        point::pass("temporary file written");
        Ok((written, new.metadata()?.len()))
    }

    /// Returns its path until it is placed.
    pub fn path(&self) -> &Path {
        &self.part
    }

    /// Moves it to its place.
    ///
    /// # Errors
    /// I/O errors; then the file is removed.
    pub fn place(self) -> Result<()> {
        placed(&self.part, &self.file).map_err(|error| {
            // The folder may show the file although the disk does not have it: it must not
            // stay.
            let _ = fs::remove_file(&self.file);
            io_error(&self.file, Doing::Write, &error)
        })
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        // After `place` nothing has this name.
        let _ = fs::remove_file(&self.part);
    }
}

/// A reader or writer that hashes the bytes that pass through it.
pub struct Hashing<'a, S> {
    stream: S,
    hash: &'a mut Sha256,
}

impl<'a, S> Hashing<'a, S> {
    /// Wraps a reader or writer, adding the bytes to `hash`.
    pub fn new(stream: S, hash: &'a mut Sha256) -> Self {
        Self { stream, hash }
    }
}

impl<W: Write> Write for Hashing<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.stream.write(bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or_default());
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl<R: Read> Read for Hashing<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(bytes)?;
        self.hash.update(bytes.get(..read).unwrap_or_default());
        Ok(read)
    }
}

/// Locks a temporary file until the returned handle is dropped. Returns `None` on a file system
/// without locks.
fn locked(file: &File) -> Option<File> {
    let lock = file.try_clone().ok()?;
    lock.try_lock().is_ok().then_some(lock)
}

/// Removes the leftover temporary files of a killed program from one of the program's own folders.
/// Files that are being written are locked and kept.
pub fn sweep_parts(folder: &Path) {
    sweep(folder, |name| {
        let name = name.to_string_lossy();
        name.starts_with('.') && name.ends_with(".part")
    });
}

fn sweep(folder: &Path, is_part: impl Fn(&OsStr) -> bool) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        if is_part(&entry.file_name()) {
            // If the removal fails, the next command tries again.
            let _ = remove_left_part(&entry.path());
        }
    }
}

fn remove_left_part(part: &Path) -> io::Result<()> {
    // Links and pipes are skipped: opening a pipe would wait for its other end.
    if !fs::symlink_metadata(part)?.is_file() {
        return Ok(());
    }
    let file = private_options().write(true).open(part)?;
    match file.try_lock() {
        Ok(()) => fs::remove_file(part),
        Err(_) => Ok(()),
    }
}

/// Returns the file that a name refers to: follows links, one after the other, if they belong to
/// the user or the system.
///
/// # Errors
/// `strange-link` for a link of another user; an I/O error for a link to a missing file.
fn meant(file: &Path) -> Result<PathBuf> {
    let mut meant = file.to_owned();
    for _ in 0..MOST_LINKS {
        let there = match fs::symlink_metadata(&meant) {
            Ok(there) if there.is_symlink() => there,
            Err(e) if meant != file => return Err(io_error(file, Doing::FollowLink, &e)),
            _ => return Ok(meant),
        };
        if !is_trusted_link(&there) {
            return Err(Error::refused(
                ErrorCode::StrangeLink,
                FileMessage::StrangeLink {
                    path: meant.clone(),
                },
            )
            .hint(FileHint::ChooseOtherName)
            .at(ErrorPlace::of_path(&meant)));
        }
        let target = fs::read_link(&meant).map_err(|e| io_error(file, Doing::FollowLink, &e))?;
        meant = meant.parent().unwrap_or(Path::new("")).join(target);
    }
    let error = io::Error::other("too many links");
    Err(io_error(file, Doing::FollowLink, &error))
}

fn write(
    file: &Path,
    fill: impl FnOnce(&mut io::BufWriter<File>) -> io::Result<()>,
) -> Result<Exported> {
    // A rename would replace a link or a device by a file. The file that a link refers to is meant;
    // a device is refused.
    let file = &meant(file)?;
    if file.exists() && !file.is_file() {
        let path = file.clone();
        let message = if file.is_dir() {
            FileMessage::Folder { path }
        } else {
            FileMessage::NotOrdinary { file: path }
        };
        return Err(Error::usage(ErrorCode::NotAFile, message)
            .hint(FileHint::GivePath)
            .at(ErrorPlace::of_path(file)));
    }
    if file.file_name().is_none() {
        return Err(Error::usage(
            ErrorCode::NoFileName,
            FileMessage::NoName { path: file.clone() },
        )
        .hint(FileHint::GivePath));
    }
    // In a shared folder, other programs may use the same ending, so the full name is compared.
    sweep(parent_of(file), is_part_name);
    let (part, bytes) = PartFile::filled(file, fill).map_err(|error| not_written(file, error))?;
    placed(part.path(), file).map_err(|error| not_written(file, error))?;
    Ok(Exported {
        file: file.display().to_string(),
        bytes,
    })
}

/// Renames a file, durably.
///
/// # Errors
/// I/O errors. The file may be in its place all the same: syncing the folder comes last.
pub fn placed(from: &Path, to: &Path) -> io::Result<()> {
    fs::rename(from, to)?;
    point::pass("file in its place");
    sync_parent(to)
}

/// Returns the reason why `file` was not written: the [`Error`] inside the I/O error, if there is
/// one.
fn not_written(file: &Path, error: io::Error) -> Error {
    match error.downcast::<Error>() {
        Ok(own) => own,
        Err(error) => io_error(file, Doing::Write, &error),
    }
}

fn parent_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Makes a rename durable.
///
/// # Errors
/// I/O errors of the folder.
pub fn sync_parent(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        File::open(parent_of(file))?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// Reason why a file was not read.
pub enum Unread {
    /// There is no file of that name.
    Missing(Error),
    /// The file is longer than any of its kind.
    TooLarge(Error),
    /// An I/O error, or a file that is not a regular one.
    Machine(Error),
}

impl From<Unread> for Error {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Missing(error) | Unread::TooLarge(error) | Unread::Machine(error) => error,
        }
    }
}

/// Opens a file that a person names and that others may have put there. Only a regular file is
/// opened, so that a pipe or a device cannot hold up the program. A link is followed.
///
/// # Errors
/// `not-a-file`, or `is-a-folder`; I/O errors.
pub fn open_regular(file: &Path) -> Result<File> {
    let refused = || {
        Error::usage(
            ErrorCode::NotAFile,
            FileMessage::NotOrdinary {
                file: file.to_owned(),
            },
        )
        .hint(FileHint::GivePath)
        .at(ErrorPlace::of_path(file))
    };
    let mut options = File::options();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        let flags = (OFlags::NONBLOCK | OFlags::NOCTTY).bits();
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags.cast_signed());
    }
    // Opening a device may already have an effect, so its type is checked first.
    let there = fs::metadata(file).map_err(|e| io_error(file, Doing::Read, &e))?;
    if there.is_dir() {
        return Err(io_error(
            file,
            Doing::Read,
            &io::Error::from(io::ErrorKind::IsADirectory),
        ));
    }
    if !there.is_file() {
        return Err(refused());
    }
    let open = options
        .open(file)
        .map_err(|e| io_error(file, Doing::Read, &e))?;
    match open.metadata() {
        Ok(metadata) if metadata.is_file() => Ok(open),
        Ok(_) => Err(refused()),
        Err(error) => Err(io_error(file, Doing::Read, &error)),
    }
}

/// Reads a whole file of at most `limit` bytes.
///
/// # Errors
/// [`Unread`]: no such file, a longer one, an I/O error.
pub fn read_file(file: &Path, limit: u64) -> std::result::Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    let open = open_regular(file).map_err(|error| match error.code() {
        ErrorCode::NotFound => Unread::Missing(error),
        _ => Unread::Machine(error),
    })?;
    open.take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| Unread::Machine(io_error(file, Doing::Read, &e)))?;
    if bytes.len() as u64 > limit {
        return Err(Unread::TooLarge(
            Error::unverified(
                ErrorCode::TooLarge,
                FileMessage::TooLarge {
                    file: file.to_owned(),
                    most: limit,
                },
            )
            .hint(FileHint::CheckFile),
        ));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn what_is_no_file_is_neither_written_nor_read() {
        let folder = tempfile::tempdir().unwrap();
        let code = |error: Error| error.code().as_str();
        let unnamed = write_file(&folder.path().join("gone/.."), b"x").unwrap_err();
        assert_eq!(code(unnamed), "no-file-name");
        let there = write_file(folder.path(), b"x").unwrap_err();
        assert!(there.message().ends_with(" is a folder."), "{there}");
        assert_eq!(code(there), "not-a-file");
        let device = write_file(Path::new("/dev/null"), b"x").unwrap_err();
        assert_eq!(device.message(), "/dev/null is not an ordinary file.");
        let there = open_regular(folder.path()).unwrap_err();
        assert_eq!(code(there), "is-a-folder");
        let file = folder.path().join("five");
        write_file(&file, b"12345").unwrap();
        assert_eq!(read_file(&file, 5).map_err(Error::from).unwrap(), b"12345");
        let longer = read_file(&file, 4).map_err(Error::from).unwrap_err();
        assert_eq!(code(longer), "too-large");
    }

    /// It is known for what it is before it is opened: a socket cannot be.
    #[test]
    #[cfg(unix)]
    fn what_is_no_ordinary_file_is_not_opened() {
        use rustix::fs::{CWD, FileType, Mode, mknodat};
        let folder = tempfile::tempdir().unwrap();
        let socket = folder.path().join("socket");
        mknodat(
            CWD,
            &socket,
            FileType::Socket,
            Mode::from_raw_mode(0o600),
            0,
        )
        .unwrap();
        for odd in [&*socket, Path::new("/dev/null")] {
            let refused = open_regular(odd).unwrap_err();
            assert_eq!(refused.code(), ErrorCode::NotAFile, "{}", odd.display());
        }
    }

    /// A table's bytes are counted as stored once they have left every buffer.
    #[test]
    fn what_is_hashed_is_handed_on_when_it_is_flushed() {
        let mut hash = Sha256::new();
        let mut out = Hashing::new(io::BufWriter::new(Vec::new()), &mut hash);
        out.write_all(b"rows").unwrap();
        out.flush().unwrap();
        assert_eq!(out.stream.get_ref(), b"rows");
        assert_eq!(hash.finalize(), Sha256::digest(b"rows"));
    }

    /// A rename is durable once its folder is on the disk: here the working folder too.
    #[test]
    #[cfg(unix)]
    fn a_folder_that_cannot_be_opened_is_not_said_to_be_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        sync_parent(Path::new("table.csv")).unwrap();
        sync_parent(&folder.path().join("table.csv")).unwrap();
        let gone = sync_parent(&folder.path().join("gone/table.csv")).unwrap_err();
        assert_eq!(gone.kind(), io::ErrorKind::NotFound);
    }

    #[test]
    fn parts_that_were_left_behind_are_removed_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let file = |name: &str| folder.path().join(name);
        for name in [".poundwise-1.part", "kept.part", ".hidden", "table.csv"] {
            fs::write(file(name), "").unwrap();
        }
        let left = || {
            let left = fs::read_dir(folder.path()).unwrap();
            let mut left: Vec<_> = left.map(|entry| entry.unwrap().file_name()).collect();
            left.sort();
            left
        };
        let others = [".hidden", "kept.part", "table.csv"];
        // A sweep keeps a file that is being written.
        let new = file("new.csv");
        let being_written = PartFile::write(&new, |out| {
            sweep_parts(folder.path());
            assert_eq!(left().len(), others.len() + 1);
            out.write_all(b"new")
        });
        sweep_parts(folder.path());
        being_written.unwrap().place().unwrap();
        assert_eq!(fs::read_to_string(&new).unwrap(), "new");
        fs::remove_file(&new).unwrap();
        assert_eq!(left(), others);
        // An output sweeps its folder as well, except the files of other programs.
        fs::write(file(&part_name().unwrap()), "").unwrap();
        fs::write(file(".other.part"), "").unwrap();
        write_file(&file("table.csv"), b"x").unwrap();
        assert_eq!(left(), [".hidden", ".other.part", "kept.part", "table.csv"]);
    }

    #[test]
    fn a_file_that_is_there_is_replaced_only_where_its_owner_agreed() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("figure.csv");
        check_new(&file, false).unwrap();
        assert_eq!(write_file(&file, b"a,b\n").unwrap().bytes, 4);
        let refused = check_new(&file, false).unwrap_err();
        assert_eq!(refused.code().as_str(), "file-exists");
        check_new(&file, true).unwrap();
        write_file(&file, b"c\n").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "c\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn what_is_written_is_for_its_owner_alone_and_parts_have_names_that_nobody_foresees() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("export.csv");
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        let mut names = Vec::new();
        for _ in 0..2 {
            write_with(&file, |out| {
                let parts = fs::read_dir(folder.path())?
                    .map(|entry| Ok(entry?.file_name()))
                    .filter(|name| name.as_ref().is_ok_and(|name| name != "export.csv"))
                    .collect::<io::Result<Vec<_>>>()?;
                assert_eq!(parts.len(), 1);
                let part = folder.path().join(&parts[0]);
                assert_eq!(fs::metadata(part)?.permissions().mode() & 0o777, 0o600);
                names.extend(parts);
                out.write_all(b"new")
            })
            .unwrap();
        }
        assert_ne!(names[0], names[1]);
        let mode = fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);

        // A failure leaves no temporary file, and the existing file unchanged.
        let failed = write_with(&file, |_| Err(io::Error::other("no"))).unwrap_err();
        assert_eq!(failed.code(), ErrorCode::Io);
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

        // The user's own link is followed and remains a link; a link to a missing file is refused.
        let link = folder.path().join("link.csv");
        symlink("export.csv", &link).unwrap();
        write_file(&link, b"through").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "through");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        fs::remove_file(&link).unwrap();
        symlink("nowhere.csv", &link).unwrap();
        assert_eq!(
            write_file(&link, b"x").unwrap_err().code(),
            ErrorCode::NotFound
        );
        fs::remove_file(&link).unwrap();
        symlink("link.csv", &link).unwrap();
        assert_eq!(write_file(&link, b"x").unwrap_err().code(), ErrorCode::Io);
    }

    #[test]
    #[cfg(unix)]
    fn a_link_that_another_user_made_is_not_followed() {
        use std::os::unix::fs::{lchown, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("mine"), folder.path().join("link"));
        fs::write(&file, "mine").unwrap();
        symlink(&file, &link).unwrap();
        // Only root can give a link to another user; without root the test ends here.
        if lchown(&link, Some(65_534), None).is_err() {
            return;
        }
        let refused = write_file(&link, b"x").unwrap_err();
        assert_eq!(refused.code(), ErrorCode::StrangeLink);
        assert_eq!(fs::read_to_string(&file).unwrap(), "mine");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
