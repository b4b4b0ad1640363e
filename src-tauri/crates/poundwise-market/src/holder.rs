//! Who has a home open: one program at a time, which others can ask to come forward.

use std::{
    fs::{self, File, TryLockError},
    io::Write,
    path::Path,
    time::{Duration, SystemTime},
};

use crate::{
    error::{Error, ErrorCode, Result},
    files::io_error,
};

pub(crate) const LOCK_FILE: &str = "lock";
/// How often a taken lock is looked at before it is believed, and the time in between.
const LOCK_LOOKS: u32 = 10;
const LOCK_PAUSE: Duration = Duration::from_millis(100);
/// A program's name and a number; anything longer is something else.
const LONGEST: u64 = 200;

/// The program that has a home open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Holder {
    /// Its number with the operating system.
    pub process: u32,
    /// What it called itself: [`crate::HomeOptions::program`].
    pub program: String,
}

/// Takes the folder's lock, which the operating system drops with the process.
pub(crate) fn lock(dir: &Path, program: &str) -> Result<File> {
    let path = dir.join(LOCK_FILE);
    let mut file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .map_err(|e| io_error(&path, "write", &e))?;
    // A process just started by the program that let go of the lock holds it on until it runs its own program, so
    // one look is not enough to say that somebody else is there.
    for _ in 0..LOCK_LOOKS {
        match file.try_lock() {
            Ok(()) => {
                // For others to read; the lock holds without it, so that a full disk is no reason to stop.
                let _ = file.set_len(0).and_then(|()| {
                    file.write_all(format!("{} {program}\n", std::process::id()).as_bytes())
                });
                return Ok(file);
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(LOCK_PAUSE),
            Err(TryLockError::Error(e)) => return Err(io_error(&path, "lock", &e)),
        }
    }
    let who = written(dir).map_or_else(
        || "another program".to_owned(),
        |holder| format!("{} (process {})", holder.program, holder.process),
    );
    Err(Error::refused(
        ErrorCode::InUse,
        format!("the home in {} is open in {who}", dir.display()),
    )
    .hint("Close the app or the command that uses it, or choose another home with --home."))
}

/// The program that has the home in `dir` open now, as far as it can be told.
pub fn holder(dir: &Path) -> Option<Holder> {
    let file = File::options().write(true).open(dir.join(LOCK_FILE)).ok()?;
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => written(dir),
        Ok(()) | Err(TryLockError::Error(_)) => None,
    }
}

fn written(dir: &Path) -> Option<Holder> {
    let path = dir.join(LOCK_FILE);
    if fs::metadata(&path).ok()?.len() > LONGEST {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let (process, program) = text.trim_end().split_once(' ')?;
    Some(Holder {
        process: process.parse().ok()?,
        program: program.chars().filter(|c| !c.is_control()).collect(),
    })
}

/// Asks the program that has the home in `dir` open to come forward: its [`called`] changes.
///
/// # Errors
/// What the disk says.
pub fn call_holder(dir: &Path) -> Result<()> {
    let path = dir.join(LOCK_FILE);
    File::options()
        .write(true)
        .open(&path)
        .and_then(|file| file.set_modified(SystemTime::now()))
        .map_err(|e| io_error(&path, "write", &e))
}

/// When the holder of the home in `dir` was last called, or took it.
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

        let before = called(dir.path()).unwrap();
        std::thread::sleep(Duration::from_millis(20));
        call_holder(dir.path()).unwrap();
        assert!(called(dir.path()).unwrap() > before);

        drop(held);
        assert_eq!(holder(dir.path()), None);
    }

    #[test]
    fn a_lock_with_other_words_in_it_is_held_all_the_same() {
        let dir = tempfile::tempdir().unwrap();
        let held = lock(dir.path(), "the app").unwrap();
        fs::write(dir.path().join(LOCK_FILE), "\u{1b}[2J".repeat(100)).unwrap();
        let refused = lock(dir.path(), "the app").err().unwrap();
        assert!(
            refused.message().ends_with("another program"),
            "{}",
            refused.message()
        );
        drop(held);
    }
}
