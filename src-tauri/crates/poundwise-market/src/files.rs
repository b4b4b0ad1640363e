//! Files that are either whole or not there.

use std::{
    ffi::OsString,
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use sha2::{Digest as _, Sha256};

use crate::{
    error::{Error, ErrorCode, Result},
    view::Exported,
};

/// Turns an I/O error on `path` into one that names the path and the way out.
pub(crate) fn io_error(path: &Path, doing: &str, error: &io::Error) -> Error {
    let what = format!("cannot {doing} {}: {error}", path.display());
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Error::failed(
            ErrorCode::DiskFull,
            format!("cannot {doing} {}: the disk is full", path.display()),
        )
        .hint("Nothing was changed. Make room on that disk and do it again."),
        io::ErrorKind::ReadOnlyFilesystem => Error::failed(ErrorCode::ReadOnly, what)
            .hint("Nothing was changed. Make the folder writable, or choose another with --home or another path."),
        io::ErrorKind::PermissionDenied => Error::failed(ErrorCode::Permission, what)
            .hint("Nothing was changed. Check who owns that file and its folder."),
        io::ErrorKind::NotFound => Error::failed(ErrorCode::NotFound, what).hint("Check the path."),
        io::ErrorKind::IsADirectory => {
            Error::failed(ErrorCode::IsAFolder, what).hint("Name a file, not a folder.")
        }
        _ => Error::failed(ErrorCode::Io, what),
    }
}

/// Writes a file so that it is there whole or not at all: a sibling is written, flushed to the disk and renamed.
///
/// # Errors
/// When the folder cannot be written or the disk is full; then nothing is left behind.
pub fn write_file(file: &Path, bytes: &[u8]) -> Result<Exported> {
    write_with(file, |out| out.write_all(bytes))
}

/// Writes a text of the caller's, as [`write_file`] does; over a file that is there only if `replace` says that its owner
/// was asked.
///
/// # Errors
/// `file-exists`, and those of [`write_file`]. What was there is still there then.
pub fn save_text(file: &Path, contents: &str, replace: bool) -> Result<Exported> {
    // A link that leads nowhere is something that is there, too.
    if !replace && fs::symlink_metadata(file).is_ok() {
        return Err(Error::refused(
            ErrorCode::FileExists,
            format!("{} is there already", file.display()),
        )
        .hint("Nothing was changed. Choose another name, or agree that it is replaced."));
    }
    write_file(file, contents.as_bytes())
}

/// As [`write_file`], for what nobody else on the machine may read: mode 0600 where there are modes.
pub(crate) fn write_private(file: &Path, bytes: &[u8]) -> Result<Exported> {
    write(file, true, |out| out.write_all(bytes))
}

/// As [`write_file`], for content that is produced as it is written.
///
/// # Errors
/// `fill`'s own [`Error`], where its I/O error carries one; else those of [`write_file`].
pub(crate) fn write_with(
    file: &Path,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<Exported> {
    write(file, false, |out| fill(out))
}

/// A file of the home's own that is written, and not yet in its place; gone when dropped.
pub(crate) struct Part {
    file: PathBuf,
    part: PathBuf,
}

impl Part {
    /// Writes it whole, for nobody else to read. It may take long, so its folder may go away meanwhile.
    ///
    /// # Errors
    /// `fill`'s own [`Error`], where it carries one; else what the disk says. Then nothing is left behind.
    pub(crate) fn write(
        file: &Path,
        fill: impl FnOnce(&mut io::BufWriter<File>) -> io::Result<()>,
    ) -> Result<Self> {
        let written = Self {
            file: file.to_owned(),
            part: part_of(file, file.file_name().unwrap_or_default()),
        };
        fill_part(&written.part, true, fill).map_err(|error| not_written(file, error))?;
        Ok(written)
    }

    /// Where it is until then.
    pub(crate) fn path(&self) -> &Path {
        &self.part
    }

    /// Puts it into its place.
    ///
    /// # Errors
    /// What the disk says; then it is gone.
    pub(crate) fn place(self) -> Result<()> {
        fs::rename(&self.part, &self.file)
            .and_then(|()| sync_parent(&self.file))
            .map_err(|error| {
                // The folder may know it although the disk does not: it must not stay.
                let _ = fs::remove_file(&self.file);
                io_error(&self.file, "write", &error)
            })
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        // After it was placed there is nothing of that name.
        let _ = fs::remove_file(&self.part);
    }
}

/// Hashes what is written or read through it.
pub(crate) struct Hashing<'a, S> {
    stream: S,
    hash: &'a mut Sha256,
}

impl<'a, S> Hashing<'a, S> {
    pub(crate) fn new(stream: S, hash: &'a mut Sha256) -> Self {
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

/// Removes what a program that died left of files it was writing into `folder`.
pub(crate) fn sweep_parts(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with('.') && name.ends_with(".part") {
            // What cannot be removed now is tried again at the next opening.
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Where a file is written before it is in its place.
fn part_of(file: &Path, name: &std::ffi::OsStr) -> PathBuf {
    let mut sibling = OsString::from(".");
    sibling.push(name);
    sibling.push(format!(".{}.part", std::process::id()));
    file.with_file_name(sibling)
}

fn write(
    file: &Path,
    private: bool,
    fill: impl FnOnce(&mut io::BufWriter<File>) -> io::Result<()>,
) -> Result<Exported> {
    // A rename would put a file in the place of a link or a device; the link's own file is meant, the device is not.
    let linked;
    let file = match fs::symlink_metadata(file) {
        Ok(there) if there.is_symlink() => {
            linked = file
                .canonicalize()
                .map_err(|e| io_error(file, "follow the link", &e))?;
            linked.as_path()
        }
        _ => file,
    };
    if file.exists() && !file.is_file() {
        let what = if file.is_dir() {
            "a folder"
        } else {
            "no ordinary file"
        };
        return Err(
            Error::usage(ErrorCode::NotAFile, format!("{} is {what}", file.display()))
                .hint("Give the path of a file."),
        );
    }
    let name = file.file_name().ok_or_else(|| {
        Error::usage(
            ErrorCode::NoFileName,
            format!("{} names no file", file.display()),
        )
        .hint("Give the path of a file.")
    })?;
    let part = part_of(file, name);
    let written = fill_part(&part, private, fill).and_then(|bytes| {
        fs::rename(&part, file)?;
        sync_parent(file)?;
        Ok(bytes)
    });
    match written {
        Ok(bytes) => Ok(Exported {
            file: file.display().to_string(),
            bytes,
        }),
        Err(error) => {
            // The part is ours alone; that it may already be gone is fine.
            let _ = fs::remove_file(&part);
            Err(not_written(file, error))
        }
    }
}

/// Why `file` was not written: the filler's own [`Error`], where the I/O error carries one.
fn not_written(file: &Path, error: io::Error) -> Error {
    match error.downcast::<Error>() {
        Ok(own) => own,
        Err(error) => io_error(file, "write", &error),
    }
}

fn fill_part(
    part: &Path,
    private: bool,
    fill: impl FnOnce(&mut io::BufWriter<File>) -> io::Result<()>,
) -> io::Result<u64> {
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    if private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = private;
    let mut out = io::BufWriter::new(options.open(part)?);
    fill(&mut out)?;
    out.flush()?;
    let file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()?;
    Ok(file.metadata()?.len())
}

/// Makes a rename durable.
pub(crate) fn sync_parent(file: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        let parent = match file.parent() {
            Some(p) if !p.as_os_str().is_empty() => p,
            _ => Path::new("."),
        };
        File::open(parent)?.sync_all()?;
    }
    #[cfg(not(unix))]
    let _ = file;
    Ok(())
}

/// Why a file was not read.
pub(crate) enum Unread {
    /// There is none of that name.
    Missing(Error),
    /// It is longer than what it should be can be.
    TooLarge(Error),
    /// The machine could not read it.
    Machine(Error),
}

impl From<Unread> for Error {
    fn from(unread: Unread) -> Self {
        match unread {
            Unread::Missing(error) | Unread::TooLarge(error) | Unread::Machine(error) => error,
        }
    }
}

/// Reads a whole file of at most `limit` bytes.
pub(crate) fn read_file(file: &Path, limit: u64) -> std::result::Result<Vec<u8>, Unread> {
    let failed = |e: &io::Error| {
        let error = io_error(file, "read", e);
        match e.kind() {
            io::ErrorKind::NotFound => Unread::Missing(error),
            _ => Unread::Machine(error),
        }
    };
    let mut bytes = Vec::new();
    let open = File::open(file).map_err(|e| failed(&e))?;
    open.take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(|e| failed(&e))?;
    if bytes.len() as u64 > limit {
        return Err(Unread::TooLarge(
            Error::unverified(
                ErrorCode::TooLarge,
                format!("{} is larger than {limit} bytes", file.display()),
            )
            .hint("Check that it is the right file."),
        ));
    }
    Ok(bytes)
}

/// The folder, created if need be.
pub(crate) fn ensure_dir(dir: &Path) -> Result<PathBuf> {
    fs::create_dir_all(dir).map_err(|e| io_error(dir, "create the folder", &e))?;
    dir.canonicalize()
        .map_err(|e| io_error(dir, "open the folder", &e))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn text_is_not_written_over_a_file_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("figure.csv");
        assert_eq!(save_text(&file, "a,b\n", false).unwrap().bytes, 4);
        let refused = save_text(&file, "c\n", false).unwrap_err();
        assert_eq!(refused.code().as_str(), "file-exists");
        assert_eq!(fs::read_to_string(&file).unwrap(), "a,b\n");
        save_text(&file, "c\n", true).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "c\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
