//! A folder as a store into which strangers may write too. No call waits for anything but the disk,
//! and none leaves the folder, whatever is in it.
//!
//! Every part of a name is opened from its parent's descriptor, and no link is followed. Only
//! regular files are opened, and without blocking, so that a pipe or a device cannot hold up a
//! reader. Objects are written to a temporary name in the same folder and renamed.

use std::{
    collections::HashSet,
    ffi::CStr,
    fs::File,
    io::{Read, Write},
    os::fd::{AsFd, OwnedFd},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use rustix::{
    fs::{
        AtFlags, CWD, Dir, FileType, Mode, OFlags, RawMode, Stat, fsync, mkdirat, openat, renameat,
        statat, unlinkat,
    },
    io::Errno,
};

use crate::{
    operations::{Operation, note},
    point,
};

use super::fault::{Contents, Fault};

/// Number of bytes read between two calls of the progress callback.
const PIECE: usize = 1 << 20;

/// The folder of a store.
pub(super) struct Folder {
    root: PathBuf,
    /// Folders in it that a write has already swept.
    swept: Mutex<HashSet<String>>,
    /// Whether it is a folder of a home. Its files are then for their owner alone, the folder may be
    /// missing, and its operations do not count as the market's.
    is_private: bool,
}

/// Most entries of a folder that a write examines for unfinished objects.
const SWEPT: usize = 2000;

/// Returns whether a text may be one part of a name, as those of documents, keys and tiles are. The
/// name of a conflict copy is not one.
pub(super) fn is_part(part: &str) -> bool {
    !is_conflict_copy(part)
        && !part.is_empty()
        && part.len() <= 200
        && !part.starts_with('.')
        && part
            .bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"-_.".contains(&b))
}

/// Returns whether a name is that of a conflict copy of Syncthing: a file that two machines have
/// written. Other programs put spaces or brackets into these names, which no object has.
fn is_conflict_copy(part: &str) -> bool {
    part.contains(".sync-conflict-")
}

/// Returns whether a text is a name on a market.
pub(super) fn is_name(name: &str) -> bool {
    name.split('/').all(is_part)
}

impl Folder {
    /// Returns the store in a folder that exists, by the folder's own path.
    pub(super) fn new(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
            swept: Mutex::default(),
            is_private: false,
        }
    }

    /// Returns the store in a folder of a home.
    pub(super) fn private(root: &Path) -> Self {
        Self {
            is_private: true,
            ..Self::new(root)
        }
    }

    /// Notes an operation on the market.
    fn note(&self, operation: Operation, name: &str) {
        if !self.is_private {
            note(operation, name);
        }
    }

    /// Returns the mode of a new folder or file, before the user's mask.
    fn mode(&self, open: RawMode) -> Mode {
        Mode::from_raw_mode(if self.is_private { open & 0o700 } else { open })
    }

    /// Returns the store's own folder.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// Opens a folder of the store; with `make`, creates the parts that are missing.
    fn enter(&self, folders: &str, make: bool) -> Result<OwnedFd, Fault> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let root = openat(CWD, &self.root, flags, Mode::empty());
        // If the market's own folder is out of reach, nothing in it is to be judged odd or missing.
        let mut here = match root {
            Err(Errno::NOENT) if self.is_private => return Err(Fault::Missing),
            root => root.map_err(|error| Fault::Away(error.into()))?,
        };
        for part in folders.split('/').filter(|part| !part.is_empty()) {
            let inner =
                |here: &OwnedFd| openat(here, part, flags | OFlags::NOFOLLOW, Mode::empty());
            here = match inner(&here) {
                Err(Errno::NOENT) if make => {
                    match mkdirat(&here, part, self.mode(0o777)) {
                        Ok(()) => fsync(&here)?,
                        Err(Errno::EXIST) => {}
                        Err(error) => return Err(error.into()),
                    }
                    inner(&here)?
                }
                opened => opened?,
            };
        }
        Ok(here)
    }

    /// Creates an empty file in the store's own folder unless it exists.
    pub(super) fn make(&self, name: &str) -> Result<(), Fault> {
        let here = self.enter("", false)?;
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        openat(&here, name, flags, Mode::from_raw_mode(0o666))?;
        Ok(())
    }

    /// Returns the entries directly under a folder; none if there is no such folder.
    pub(super) fn contents(&self, folder: &str) -> Result<Contents, Fault> {
        self.note(Operation::List, folder);
        let mut contents = Contents::default();
        let here = match self.enter(folder, false) {
            Ok(here) => here,
            Err(Fault::Missing) => return Ok(contents),
            Err(fault) => return Err(fault),
        };
        for entry in Dir::read_from(&here)? {
            let entry = entry?;
            let name = entry.file_name();
            // Hidden: this program's unfinished objects, and those of programs that copy folders.
            if name.to_bytes().starts_with(b".") {
                if is_part_of_object(name) {
                    sweep(&here, name);
                }
                continue;
            }
            let Some(text) = name.to_str().ok().filter(|text| is_part(text)) else {
                contents.odd += 1;
                continue;
            };
            match look(&here, name) {
                Ok(stat) => match FileType::from_raw_mode(stat.st_mode as RawMode) {
                    FileType::RegularFile => {
                        let size = u64::try_from(stat.st_size).unwrap_or(u64::MAX);
                        contents.files.push((text.to_owned(), size, version(&stat)));
                    }
                    FileType::Directory => contents.folders.push(text.to_owned()),
                    _ => contents.odd += 1,
                },
                // Removed since.
                Err(Errno::NOENT) => {}
                Err(_) => contents.odd += 1,
            }
        }
        contents.files.sort();
        contents.folders.sort();
        Ok(contents)
    }

    /// Opens an object, and returns its size too.
    fn open(&self, name: &str) -> Result<(File, u64), Fault> {
        let (folder, last) = name.rsplit_once('/').unwrap_or(("", name));
        let here = self.enter(folder, false)?;
        // Opening a device may already have an effect, so its type is checked first.
        if !is_file(&statat(&here, last, AtFlags::SYMLINK_NOFOLLOW)?) {
            return Err(Fault::Odd);
        }
        let flags =
            OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file = File::from(openat(&here, last, flags, Mode::empty())?);
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(Fault::Odd);
        }
        Ok((file, metadata.len()))
    }

    /// Returns the size of an object.
    pub(super) fn size(&self, name: &str) -> Result<u64, Fault> {
        self.note(Operation::Size, name);
        let (folder, last) = name.rsplit_once('/').unwrap_or(("", name));
        let here = self.enter(folder, false)?;
        let stat = statat(&here, last, AtFlags::SYMLINK_NOFOLLOW)?;
        if !is_file(&stat) {
            return Err(Fault::Odd);
        }
        Ok(u64::try_from(stat.st_size).unwrap_or(u64::MAX))
    }

    /// Reads an object of at most `limit` bytes. `go_on` gets the number of bytes read, and stops
    /// the reading by `false`.
    pub(super) fn read(
        &self,
        name: &str,
        limit: u64,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Vec<u8>, Fault> {
        self.note(Operation::Read, name);
        let (file, size) = self.open(name)?;
        if size > limit {
            return Err(Fault::TooLarge);
        }
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
        loop {
            if !go_on(bytes.len() as u64) {
                return Err(Fault::Stopped);
            }
            let read = (&file).take(PIECE as u64).read_to_end(&mut bytes)?;
            if bytes.len() as u64 > limit {
                return Err(Fault::TooLarge);
            }
            if read == 0 {
                return Ok(bytes);
            }
        }
    }

    /// Writes an object in place of the one there, whole or not at all. `part` is an unpredictable
    /// name.
    pub(super) fn write(&self, name: &str, bytes: &[u8], part: &str) -> Result<(), Fault> {
        self.note(Operation::Write, name);
        let (folder, last) = name.rsplit_once('/').unwrap_or(("", name));
        let here = self.enter(folder, true)?;
        let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
        if swept.insert(folder.to_owned()) {
            for entry in Dir::read_from(&here)?.flatten().take(SWEPT) {
                if is_part_of_object(entry.file_name()) {
                    sweep(&here, entry.file_name());
                }
            }
        }
        drop(swept);
        let part = format!(".{part}.part");
        let flags =
            OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut file = File::from(openat(&here, &part, flags, self.mode(0o666))?);
        // The lock keeps other programs from removing the file as a leftover of a killed one.
        let _ = file.try_lock();
        point::pass("object begun");
        let written = file
            .write_all(bytes)
            .and_then(|()| file.sync_all())
            .inspect(|()| point::pass("object written"))
            .and_then(|()| Ok(renameat(&here, &part, &here, last)?));
        if let Err(error) = written {
            let _ = unlinkat(&here, &part, AtFlags::empty());
            return Err(error.into());
        }
        point::pass("object in its place");
        Ok(fsync(&here)?)
    }

    /// Removes an object.
    pub(super) fn remove(&self, name: &str) -> Result<(), Fault> {
        self.note(Operation::Remove, name);
        let (folder, last) = name.rsplit_once('/').unwrap_or(("", name));
        let here = self.enter(folder, false)?;
        unlinkat(&here, last, AtFlags::empty())?;
        point::pass("object removed");
        Ok(())
    }
}

/// Returns whether a name is that of an unfinished object: 16 random bytes in hexadecimal.
fn is_part_of_object(name: &CStr) -> bool {
    name.to_str()
        .ok()
        .and_then(|name| name.strip_prefix('.')?.strip_suffix(".part"))
        .is_some_and(|random| {
            random.len() == 32 && random.bytes().all(|byte| byte.is_ascii_hexdigit())
        })
}

/// Removes an unfinished object of a killed program. An object that is being written is locked and
/// kept. An object that this user cannot open is kept as well.
fn sweep(here: &OwnedFd, part: &CStr) {
    let flags =
        OFlags::WRONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
    if look(here, part).is_ok_and(|stat| is_file(&stat))
        && let Ok(file) = openat(here, part, flags, Mode::empty())
        && File::from(file).try_lock().is_ok()
    {
        // If the removal fails, the next sweep tries again.
        let _ = unlinkat(here, part, AtFlags::empty());
    }
}

fn look(here: impl AsFd, name: &CStr) -> rustix::io::Result<Stat> {
    statat(here, name, AtFlags::SYMLINK_NOFOLLOW)
}

fn is_file(stat: &Stat) -> bool {
    FileType::from_raw_mode(stat.st_mode as RawMode) == FileType::RegularFile
}

/// Returns a text that changes with the object. It includes the inode's time of change, which a
/// writer cannot choose.
fn version(stat: &Stat) -> String {
    format!(
        "{:x}-{:x}.{:x}-{:x}.{:x}",
        stat.st_ino, stat.st_mtime, stat.st_mtime_nsec, stat.st_ctime, stat.st_ctime_nsec
    )
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use rustix::fs::{CWD, FileType as Kind, mknodat};
    use std::{ffi::OsStr, fs, os::unix::ffi::OsStrExt, os::unix::fs::symlink};

    fn code(fault: &Fault) -> &'static str {
        match fault {
            Fault::Missing => "missing",
            Fault::Odd => "odd",
            Fault::TooLarge => "too large",
            Fault::Stopped => "stopped",
            Fault::Io(_) => "io",
            Fault::Away(_) | Fault::Server(_) => "away",
        }
    }

    fn read(folder: &Folder, name: &str) -> Result<Vec<u8>, &'static str> {
        folder
            .read(name, 100, &mut |_| true)
            .map_err(|fault| code(&fault))
    }

    /// Reading a pipe would wait for a writer for ever.
    #[test]
    fn what_is_no_regular_file_is_counted_and_never_opened() {
        let dir = tempfile::tempdir().unwrap();
        let here = dir.path().join("listings");
        fs::create_dir(&here).unwrap();
        fs::write(here.join("good.jws"), b"good").unwrap();
        let mode = Mode::from_raw_mode(0o600);
        mknodat(CWD, here.join("pipe.jws"), Kind::Fifo, mode, 0).unwrap();
        mknodat(CWD, here.join("socket.jws"), Kind::Socket, mode, 0).unwrap();
        symlink("loop.jws", here.join("loop.jws")).unwrap();
        symlink("good.jws", here.join("link.jws")).unwrap();
        fs::write(here.join(OsStr::from_bytes(b"\xff.jws")), b"").unwrap();
        fs::write(here.join("new\nline.jws"), b"").unwrap();
        fs::write(here.join(".copying"), b"").unwrap();
        fs::create_dir(here.join("inner")).unwrap();
        let folder = Folder::new(dir.path());
        let Ok(contents) = folder.contents("listings") else {
            panic!("it cannot be listed")
        };
        let names: Vec<&str> = contents.files.iter().map(|f| f.0.as_str()).collect();
        assert_eq!((names, contents.odd), (vec!["good.jws"], 6));
        assert_eq!(contents.folders, ["inner"]);
        assert_eq!(read(&folder, "listings/good.jws").unwrap(), b"good");
        for odd in ["pipe", "socket", "loop", "link"] {
            let name = format!("listings/{odd}.jws");
            assert_eq!(read(&folder, &name), Err("odd"), "{odd}");
            assert_eq!(folder.size(&name).err().as_ref().map(code), Some("odd"));
        }
        assert_eq!(read(&folder, "listings/inner"), Err("odd"));
        assert_eq!(read(&folder, "listings/none.jws"), Err("missing"));
    }

    /// Opening a device may already do something, such as wind a tape back.
    #[test]
    #[cfg(target_os = "linux")]
    fn what_is_no_regular_file_is_not_opened_to_see_that() {
        use rustix::fs::inotify::{CreateFlags, Reader, WatchFlags, add_watch, init};
        let dir = tempfile::tempdir().unwrap();
        let mode = Mode::from_raw_mode(0o600);
        mknodat(CWD, dir.path().join("pipe"), Kind::Fifo, mode, 0).unwrap();
        fs::write(dir.path().join("file"), b"").unwrap();
        let folder = Folder::new(dir.path());
        for (name, expected, is_opened) in [("pipe", Err("odd"), false), ("file", Ok(vec![]), true)]
        {
            let watch = init(CreateFlags::NONBLOCK | CreateFlags::CLOEXEC).unwrap();
            add_watch(&watch, dir.path().join(name), WatchFlags::OPEN).unwrap();
            assert_eq!(read(&folder, name), expected);
            let mut events = [std::mem::MaybeUninit::uninit(); 512];
            let is_told = Reader::new(watch, &mut events).next().is_ok();
            assert_eq!(is_told, is_opened, "{name}");
        }
    }

    /// If the folder is unavailable, its objects must not count as missing.
    #[test]
    fn without_its_own_folder_nothing_is_missing() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::new(&dir.path().join("unplugged"));
        assert_eq!(read(&folder, "listings/good.jws"), Err("away"));
        let listed = folder.contents("listings");
        assert_eq!(listed.err().as_ref().map(code), Some("away"));
    }

    #[test]
    fn no_link_leads_out_of_the_folder() {
        let (dir, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(other.path().join("a.age"), b"private").unwrap();
        symlink(other.path(), dir.path().join("orders")).unwrap();
        let folder = Folder::new(dir.path());
        assert_eq!(read(&folder, "orders/a.age"), Err("odd"));
        let odd = |done: Result<(), Fault>| done.err().as_ref().map(code) == Some("odd");
        assert!(odd(folder.write("orders/b.age", b"x", "p")));
        assert!(odd(folder.remove("orders/a.age")));
        assert!(odd(folder.contents("orders").map(drop)));
        assert!(other.path().join("a.age").exists() && !other.path().join("b.age").exists());
        assert!(!is_name("../a") && !is_name("a//b") && !is_name("/a") && !is_name("a/./b"));
        // No document has a longer name, and not every disk takes it.
        assert!(is_name(&"a".repeat(200)) && !is_name(&"a".repeat(201)));
    }

    #[test]
    fn unfinished_objects_are_swept_unless_locked() {
        let dir = tempfile::tempdir().unwrap();
        let here = dir.path().join("a");
        fs::create_dir(&here).unwrap();
        let (left, at_work) = (format!(".{:032x}.part", 1), format!(".{:032x}.part", 2));
        for name in [&left, &at_work, ".copying.part"] {
            fs::write(here.join(name), "").unwrap();
        }
        let lock = File::options()
            .write(true)
            .open(here.join(&at_work))
            .unwrap();
        lock.lock().unwrap();
        let folder = Folder::new(dir.path());
        assert!(folder.contents("a").is_ok());
        assert!(!here.join(&left).exists() && here.join(".copying.part").exists());
        assert!(here.join(&at_work).exists());
        drop(lock);
        assert!(folder.write("a/new.jws", b"new", "x").is_ok());
        assert!(!here.join(&at_work).exists());
    }

    #[test]
    fn an_object_is_written_whole_and_read_to_its_limit() {
        let dir = tempfile::tempdir().unwrap();
        let folder = Folder::new(dir.path());
        assert!(folder.write("a/b/c.jws", b"one", "x").is_ok());
        let version = |folder: &Folder| folder.contents("a/b").ok().unwrap().files[0].2.clone();
        let before = version(&folder);
        assert!(folder.write("a/b/c.jws", &[7; 100], "x").is_ok());
        assert_ne!(version(&folder), before);
        assert_eq!(read(&folder, "a/b/c.jws").unwrap(), [7; 100]);
        assert!(folder.write("a/b/c.jws", &[7; 101], "x").is_ok());
        assert_eq!(read(&folder, "a/b/c.jws"), Err("too large"));
        let stopped = folder.read("a/b/c.jws", 200, &mut |_| false);
        assert_eq!(stopped.err().as_ref().map(code), Some("stopped"));
        // Of what is too large, nothing is read; nor more, where it grows while it is read.
        let unread = folder.read("a/b/c.jws", 100, &mut |_| false);
        assert_eq!(unread.err().as_ref().map(code), Some("too large"));
        let grown = folder.read("a/b/c.jws", 101, &mut |done| {
            fs::write(dir.path().join("a/b/c.jws"), [7; 102]).unwrap();
            done <= 102
        });
        assert_eq!(grown.err().as_ref().map(code), Some("too large"));
        assert!(folder.write("a/b/c.jws", &[7; 101], "x").is_ok());
        // A link in the place of the temporary file is not written through.
        symlink("c.jws", dir.path().join("a/b/.x.part")).unwrap();
        assert!(folder.write("a/b/c.jws", b"two", "x").is_err());
        assert_eq!(fs::read(dir.path().join("a/b/c.jws")).unwrap(), [7; 101]);
        assert_eq!(fs::read_dir(dir.path().join("a/b")).unwrap().count(), 2);
    }
}
