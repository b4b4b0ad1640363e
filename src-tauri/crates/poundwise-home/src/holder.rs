//! The lock of a home: one program at a time has it open, and others can ask that program to come
//! forward.

use std::{
    fs::{self, File, Metadata, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use crate::{
    error::{Doing, Error, ErrorCode, Result, io_error},
    files::{read_file, write_own_file},
    messages::{OpenIn, OpeningHint, OpeningMessage},
    private::{
        is_own_word, is_private, is_running, is_same, keeps_modes, make_private, private_options,
    },
};

/// The name of the lock in a home's folder.
pub const LOCK_FILE: &str = "lock";
/// A lock that is to replace another one. The next opening removes the one of a program that died.
const NEXT_LOCK: &str = ".lock.part";
/// Beginning of the names of files that list the files handed to the holder.
const HANDED: &str = "handed-";
/// Longest of these lists in bytes.
const HANDED_LIMIT: u64 = 256 << 10;
/// Time for which handed files wait for the holder.
const HANDED_LATELY: Duration = Duration::from_secs(60);
/// Number of tries of a held lock before it counts as held, and the pause between two tries.
const LOCK_LOOKS: u32 = 10;
const LOCK_PAUSE: Duration = Duration::from_millis(100);
/// Limit of the lock's text in bytes: a program's name and a number.
const LONGEST: u64 = 200;

/// The program that has a home open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Process id.
    pub process: u32,
    /// Name that the program gave itself: [`crate::HomeOptions::program`].
    pub program: String,
}

/// A home's lock, held until it is dropped.
pub struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        // A lock that names a running program is then one that this program holds.
        let _ = self.0.set_len(0);
    }
}

/// Takes the folder's lock, which the operating system releases with the process.
///
/// Any user who can open a file can lock it. So the permissions of other users for the folder are
/// removed first, and a lock that others could open is replaced by a new one, unless it names a
/// program of this user that holds it. If the file system keeps no permissions, a new lock would be
/// as open, and the lock is taken as it is.
///
/// # Errors
/// `in-use` if another program holds the lock; I/O errors.
pub fn lock(dir: &Path, program: &str) -> Result<Lock> {
    lock_on(dir, program, keeps_modes)
}

fn lock_on(
    dir: &Path,
    program: &str,
    keeps_modes: impl Fn(&Path) -> io::Result<bool>,
) -> Result<Lock> {
    make_private(dir);
    let failed = |e: io::Error| io_error(&dir.join(LOCK_FILE), Doing::Lock, &e);
    let path = dir.join(LOCK_FILE);
    // A process that the lock's last holder has just started keeps the lock until it executes its
    // own program, so one try does not show that another program has the home open.
    for look in 0..LOCK_LOOKS {
        if look > 0 {
            std::thread::sleep(LOCK_PAUSE);
        }
        let taken = match take(&path).map_err(failed)? {
            Taken::Held(file) => Some(file),
            Taken::ByAnother(there) => {
                let written = written(dir).filter(|_| is_own_word(&there));
                if is_private(&there)
                    || written.is_some_and(|by| is_running(by.process))
                    || !keeps_modes(dir).map_err(failed)?
                {
                    None
                } else {
                    replace(&path, &there).map_err(failed)?
                }
            }
            Taken::Loose(file) if !keeps_modes(dir).map_err(failed)? => Some(file),
            Taken::Loose(file) => {
                let there = file.metadata().map_err(failed)?;
                // Held in the meantime, for the programs of this user that wait for it.
                replace(&path, &there).map_err(failed)?
            }
            Taken::Gone => None,
        };
        if let Some(mut file) = taken {
            // For other programs to read. The lock holds without it, so a full disk is no reason to
            // fail.
            let _ = file.set_len(0).and_then(|()| {
                file.write_all(format!("{} {program}\n", std::process::id()).as_bytes())
            });
            return Ok(Lock(file));
        }
    }
    Err(Error::refused(
        ErrorCode::InUse,
        OpeningMessage::InUse {
            folder: dir.to_owned(),
            by: OpenIn(written(dir)),
        },
    )
    .hint(OpeningHint::CloseHolder))
}

/// The result of one try to take a lock.
enum Taken {
    /// Held by this process; no other user can open it.
    Held(File),
    /// Held by this process; other users could open it.
    Loose(File),
    /// Held by another process, or not a file that can be locked.
    ByAnother(Metadata),
    /// Replaced during the try.
    Gone,
}

fn take(path: &Path) -> io::Result<Taken> {
    match fs::symlink_metadata(path) {
        // Nothing that is in its place is opened.
        Ok(there) if !there.is_file() => return Ok(Taken::ByAnother(there)),
        _ => {}
    }
    let file = private_options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)?;
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Ok(Taken::ByAnother(file.metadata()?)),
        Err(TryLockError::Error(e)) => return Err(e),
    }
    locked(path, file)
}

/// Returns what the lock of a file is worth: another program may have replaced the file before this
/// process locked it.
fn locked(path: &Path, file: File) -> io::Result<Taken> {
    let held = file.metadata()?;
    Ok(match fs::symlink_metadata(path) {
        Ok(there) if is_same(&there, &held) && is_private(&there) => Taken::Held(file),
        Ok(there) if is_same(&there, &held) => Taken::Loose(file),
        _ => Taken::Gone,
    })
}

/// Puts a new, held lock in the place of the one that was `seen`. Returns `None` if another program
/// does so, or has done so.
fn replace(path: &Path, seen: &Metadata) -> io::Result<Option<File>> {
    let next = path.with_file_name(NEXT_LOCK);
    let file = match take(&next)? {
        Taken::Held(file) => file,
        Taken::ByAnother(there) if is_private(&there) && there.is_file() => return Ok(None),
        Taken::ByAnother(_) | Taken::Loose(_) => {
            fs::remove_file(&next)?;
            return Ok(None);
        }
        Taken::Gone => return Ok(None),
    };
    // A program that replaces the lock holds the next one, so the lock cannot change between these
    // two calls.
    if fs::symlink_metadata(path).is_ok_and(|there| is_same(&there, seen)) {
        fs::rename(&next, path)?;
        Ok(Some(file))
    } else {
        fs::remove_file(&next)?;
        Ok(None)
    }
}

/// Returns the program that has the home in `dir` open now, as far as that can be told.
pub fn holder(dir: &Path) -> Option<Holder> {
    let file = private_options()
        .write(true)
        .open(dir.join(LOCK_FILE))
        .ok()?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => written(dir),
        Ok(()) | Err(TryLockError::Error(_)) => None,
    }
}

fn written(dir: &Path) -> Option<Holder> {
    let path = dir.join(LOCK_FILE);
    if !fs::symlink_metadata(&path).is_ok_and(|there| there.is_file() && there.len() <= LONGEST) {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let (process, program) = text.trim_end().split_once(' ')?;
    Some(Holder {
        process: process.parse().ok()?,
        program: program.chars().filter(|c| !c.is_control()).collect(),
    })
}

/// Asks the program that has the home in `dir` open to come forward: the time that [`called`]
/// returns changes.
pub fn call_holder(dir: &Path) -> Result<()> {
    let path = dir.join(LOCK_FILE);
    private_options()
        .write(true)
        .open(&path)
        .and_then(|file| file.set_modified(SystemTime::now()))
        .map_err(|e| io_error(&path, Doing::Write, &e))
}

/// Hands files to the program that has the home in `dir` open, and asks it to come forward. It takes
/// them by [`take_handed`]. Names that are not text are written with replacement characters.
///
/// # Errors
/// I/O errors.
pub fn hand_over(dir: &Path, files: &[PathBuf]) -> Result<()> {
    let names: Vec<_> = files.iter().map(|file| file.to_string_lossy()).collect();
    let text = serde_json::to_vec(&names).unwrap_or_default();
    write_own_file(&dir.join(format!("{HANDED}{}", std::process::id())), &text)?;
    call_holder(dir)
}

/// Takes the files that were handed to the holder of the home in `dir` a moment ago. Older ones were
/// for a program that has ended.
pub fn take_handed(dir: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
        let is_handed = entry
            .file_name()
            .to_str()
            .and_then(|name| name.strip_prefix(HANDED))
            .is_some_and(|process| process.parse::<u32>().is_ok());
        if !is_handed {
            continue;
        }
        let (path, there) = (entry.path(), entry.metadata());
        let is_new = there.is_ok_and(|there| {
            let age = there.modified().ok().and_then(|at| at.elapsed().ok());
            there.is_file() && is_own_word(&there) && age.is_none_or(|age| age < HANDED_LATELY)
        });
        let text = is_new.then(|| read_file(&path, HANDED_LIMIT));
        let _ = fs::remove_file(&path);
        if let Some(Ok(text)) = text {
            files.extend(serde_json::from_slice::<Vec<PathBuf>>(&text).unwrap_or_default());
        }
    }
    files
}

/// Returns the time at which the holder of the home in `dir` was last called, or took the lock.
pub fn called(dir: &Path) -> Option<SystemTime> {
    fs::metadata(dir.join(LOCK_FILE)).ok()?.modified().ok()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn whoever_holds_a_home_is_named_and_can_be_called() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(holder(dir.path()), None);
        let held = lock(dir.path(), "the app").unwrap();
        let who = Holder {
            process: std::process::id(),
            program: "the app".to_owned(),
        };
        assert_eq!(holder(dir.path()), Some(who));
        let refused = lock(dir.path(), "the command line").err().unwrap();
        assert_eq!(refused.code().as_str(), "in-use");
        assert!(
            refused
                .message()
                .contains(&format!("the app (process {})", std::process::id())),
            "{}",
            refused.message()
        );

        // A minute ago: a call is told from one at the same tick of the clock.
        let before = SystemTime::now() - Duration::from_secs(60);
        let file = File::options().write(true).open(dir.path().join(LOCK_FILE));
        file.unwrap().set_modified(before).unwrap();
        assert_eq!(called(dir.path()).unwrap(), before);
        call_holder(dir.path()).unwrap();
        assert!(called(dir.path()).unwrap() > before);

        drop(held);
        assert_eq!(holder(dir.path()), None);
    }

    #[test]
    fn holder_takes_handed_files_once_and_no_old_ones() {
        let dir = tempfile::tempdir().unwrap();
        let _held = lock(dir.path(), "the app").unwrap();
        assert!(take_handed(dir.path()).is_empty());
        let files = [PathBuf::from("/a b.bundle"), PathBuf::from("/é.market")];
        hand_over(dir.path(), &files).unwrap();
        assert_eq!(take_handed(dir.path()), files);
        assert!(take_handed(dir.path()).is_empty());

        hand_over(dir.path(), &files).unwrap();
        let list = dir.path().join(format!("{HANDED}{}", std::process::id()));
        let old = SystemTime::now() - 2 * HANDED_LATELY;
        File::options()
            .write(true)
            .open(&list)
            .unwrap()
            .set_modified(old)
            .unwrap();
        fs::write(dir.path().join("handed-over"), "[\"/c\"]").unwrap();
        assert!(take_handed(dir.path()).is_empty());
        assert!(!list.exists() && dir.path().join("handed-over").exists());
    }

    #[cfg(unix)]
    fn loosen(dir: &Path) {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(dir.join(LOCK_FILE), fs::Permissions::from_mode(0o644)).unwrap();
    }

    /// Whoever puts a new lock in the place of an open one waits for a program of this user that
    /// does the same, and for nobody else's file.
    #[test]
    #[cfg(unix)]
    fn a_lock_is_replaced_by_one_program_at_a_time() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        drop(lock(dir.path(), "the app").unwrap());
        loosen(dir.path());
        let (path, next) = (dir.path().join(LOCK_FILE), dir.path().join(NEXT_LOCK));
        let before = fs::metadata(&path).unwrap();
        let other = private_options().create(true).write(true).open(&next);
        let other = other.unwrap();
        other.lock().unwrap();
        let refused = lock(dir.path(), "the app").err().unwrap();
        assert_eq!(refused.code(), ErrorCode::InUse);
        assert!(next.exists());
        fs::set_permissions(&next, fs::Permissions::from_mode(0o644)).unwrap();
        drop(lock(dir.path(), "the app").unwrap());
        let after = fs::metadata(&path).unwrap();
        assert!(is_private(&after));
        // One that was replaced since it was seen stays, and nothing is left beside it.
        assert!(replace(&path, &before).unwrap().is_none());
        assert!(is_same(&fs::metadata(&path).unwrap(), &after));
        assert!(!next.exists());
        // What is no file is nobody's lock.
        loosen(dir.path());
        let _socket = std::os::unix::net::UnixListener::bind(&next).unwrap();
        fs::set_permissions(&next, fs::Permissions::from_mode(0o600)).unwrap();
        drop(lock(dir.path(), "the app").unwrap());
    }

    /// Otherwise two programs would have the home open, and one would remove the lock of the other.
    #[test]
    #[cfg(unix)]
    fn a_lock_that_was_replaced_before_it_was_taken_is_not_held() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join(LOCK_FILE);
        let create = || {
            let file = private_options().create_new(true).write(true).open(&path);
            file.unwrap()
        };
        let before = create();
        let taken = locked(&path, before.try_clone().unwrap());
        assert!(matches!(taken, Ok(Taken::Held(_))));
        fs::rename(&path, dir.path().join("before")).unwrap();
        let taken = locked(&path, before.try_clone().unwrap());
        assert!(matches!(taken, Ok(Taken::Gone)));
        drop(create());
        let taken = locked(&path, before.try_clone().unwrap());
        assert!(matches!(taken, Ok(Taken::Gone)));
        loosen(dir.path());
        assert!(matches!(locked(&path, before), Ok(Taken::Gone)));
    }

    #[test]
    #[cfg(unix)]
    fn a_lock_that_others_can_open_is_replaced_unless_a_program_of_this_user_holds_it() {
        let dir = tempfile::tempdir().unwrap();
        let held = lock(dir.path(), "the app").unwrap();
        loosen(dir.path());
        let refused = lock(dir.path(), "the command line").err().unwrap();
        assert_eq!(refused.code(), ErrorCode::InUse);
        drop(held);

        // A user who opened the lock while it was open to all locks it now, and later.
        let path = dir.path().join(LOCK_FILE);
        let stranger = File::open(&path).unwrap();
        drop(lock(dir.path(), "the app").unwrap());
        stranger.try_lock_shared().unwrap();
        drop(lock(dir.path(), "the app").unwrap());

        loosen(dir.path());
        let stranger = File::open(&path).unwrap();
        stranger.try_lock_shared().unwrap();
        let held = lock(dir.path(), "the app").unwrap();
        assert!(is_private(&fs::metadata(&path).unwrap()));
        assert_eq!(
            lock(dir.path(), "the app").err().unwrap().code(),
            ErrorCode::InUse
        );
        drop(held);

        // A name in it that other users can have written is not trusted.
        use std::os::unix::fs::PermissionsExt;
        fs::write(&path, format!("{} the app\n", std::process::id())).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o666)).unwrap();
        let stranger = File::open(&path).unwrap();
        stranger.try_lock_shared().unwrap();
        drop(lock(dir.path(), "the app").unwrap());

        // A program of this user that died holds nothing: no process has this id.
        fs::write(&path, format!("{} the app\n", i32::MAX)).unwrap();
        loosen(dir.path());
        let stranger = File::open(&path).unwrap();
        stranger.try_lock_shared().unwrap();
        drop(lock(dir.path(), "the app").unwrap());
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn where_no_permissions_are_kept_a_lock_is_taken_as_it_is() {
        let dir = tempfile::tempdir().unwrap();
        assert!(keeps_modes(dir.path()).unwrap());
        drop(lock(dir.path(), "the app").unwrap());
        loosen(dir.path());
        let before = fs::metadata(dir.path().join(LOCK_FILE)).unwrap();
        let no_modes = |_: &Path| Ok(false);
        let held = lock_on(dir.path(), "the app", no_modes).unwrap();
        let after = fs::metadata(dir.path().join(LOCK_FILE)).unwrap();
        assert!(is_same(&before, &after), "replaced by one that is as open");
        // Held by a program whose name did not fit on the disk.
        fs::write(dir.path().join(LOCK_FILE), "").unwrap();
        let refused = lock_on(dir.path(), "the app", no_modes).err().unwrap();
        assert_eq!(refused.code(), ErrorCode::InUse);
        drop(held);
        lock_on(dir.path(), "the app", no_modes).unwrap();
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    #[cfg(unix)]
    fn of_many_that_replace_a_lock_at_once_one_has_it() {
        for held_by_stranger in [true, false] {
            let dir = tempfile::tempdir().unwrap();
            drop(lock(dir.path(), "the app").unwrap());
            loosen(dir.path());
            let stranger = File::open(dir.path().join(LOCK_FILE)).unwrap();
            if held_by_stranger {
                stranger.try_lock_shared().unwrap();
            }
            let held: Vec<_> = std::thread::scope(|scope| {
                let many: Vec<_> = (0..16)
                    .map(|_| scope.spawn(|| lock(dir.path(), "the app").ok()))
                    .collect();
                many.into_iter()
                    .filter_map(|one| one.join().unwrap())
                    .collect()
            });
            assert_eq!(held.len(), 1);
            assert!(holder(dir.path()).is_some());
        }
    }

    #[test]
    fn a_lock_with_other_words_in_it_is_held_all_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let held = lock(dir.path(), "the app").unwrap();
        fs::write(dir.path().join(LOCK_FILE), "\u{1b}[2J".repeat(100)).unwrap();
        let refused = lock(dir.path(), "the app").err().unwrap();
        assert!(
            refused.message().ends_with("is open in another program."),
            "{}",
            refused.message()
        );
        drop(held);
    }

    /// Whoever can write in the folder could have another file's text shown.
    #[test]
    #[cfg(unix)]
    fn a_link_in_the_place_of_the_lock_names_nobody() {
        let dir = tempfile::tempdir().unwrap();
        let named = dir.path().join("another file");
        fs::write(&named, "42 the app\n").unwrap();
        fs::hard_link(&named, dir.path().join(LOCK_FILE)).unwrap();
        assert!(written(dir.path()).is_some());
        fs::remove_file(dir.path().join(LOCK_FILE)).unwrap();
        std::os::unix::fs::symlink(&named, dir.path().join(LOCK_FILE)).unwrap();
        assert_eq!(written(dir.path()), None);
    }

    /// The text goes to a terminal, and anybody who could write the lock chose it.
    #[test]
    fn the_holder_s_name_is_short_and_without_control_characters() {
        let dir = tempfile::tempdir().unwrap();
        let held = lock(dir.path(), "the app").unwrap();
        let named = |name: &str| {
            fs::write(dir.path().join(LOCK_FILE), format!("42 {name}\n")).unwrap();
            holder(dir.path())
        };
        let shown = named("the\u{1b}[2J \u{7}app\u{9b}31m").unwrap();
        assert_eq!((shown.process, &*shown.program), (42, "the[2J app31m"));
        let most = usize::try_from(LONGEST).unwrap() - "42 \n".len();
        let longest = "x".repeat(most);
        assert_eq!(named(&longest).unwrap().program, longest);
        assert_eq!(named(&"x".repeat(most + 1)), None);
        drop(held);
    }
}
