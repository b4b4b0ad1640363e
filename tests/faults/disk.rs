//! Disks of a few MiB, which a test fills.
use std::{
    env,
    fmt::Debug,
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use super::again::{again, ran};
use poundwise_market::{Error, Result};

/// Set in a process that a test started in its own mounts.
const PART: &str = "POUNDWISE_TEST_PART";

/// A clear error names the thing and the way out.
pub(crate) fn is_clear(error: &Error) {
    assert!(
        error.message().len() > 15,
        "says too little: {}",
        error.message()
    );
    assert!(!error.hints().is_empty(), "no way out: {}", error.message());
    assert!(matches!(error.exit_code(), 1 | 2));
}

/// Runs the test again where it may mount what it likes and nobody else sees it. `true` inside.
pub(crate) fn in_own_mounts<T: FnOnce()>(test: T) -> bool {
    if env::var(PART).is_ok_and(|part| part == "own-mounts") {
        return true;
    }
    let folder = tempfile::tempdir().unwrap();
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|id| id.stdout == b"0\n");
    let namespace: &[&str] = if root {
        &["--mount"]
    } else {
        &["--map-root-user", "--mount"]
    };
    let can = Command::new("unshare")
        .args(namespace)
        .args(["--", "mount", "-t", "tmpfs", "tmpfs"])
        .arg(folder.path())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success());
    if !can {
        eprintln!(
            "skipped: this machine lets nobody mount, not even in a namespace of their own \
             (unshare --mount)"
        );
        return false;
    }
    let test = again(test);
    let output = Command::new("unshare")
        .args(namespace)
        .arg("--")
        .arg(test.get_program())
        .args(test.get_args())
        .env(PART, "own-mounts")
        .output()
        .unwrap();
    ran(&output);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "in its own mounts: {said}");
    false
}

pub(crate) fn mount(args: &[&str], target: &Path) {
    let status = Command::new("mount")
        .args(args)
        .arg(target)
        .status()
        .unwrap();
    assert!(status.success());
}

/// A disk of a few MiB with exactly as much room as a test wants.
pub(crate) struct Disk {
    pub(crate) folder: PathBuf,
}

impl Disk {
    pub(crate) fn mount(folder: PathBuf) -> Self {
        fs::create_dir_all(&folder).unwrap();
        self::mount(&["-t", "tmpfs", "-o", "size=8m", "tmpfs"], &folder);
        Self { folder }
    }

    /// Leaves that many KiB free.
    pub(crate) fn leave(&self, kib: u64) {
        let filler = self.folder.join("filler");
        let mut file = File::create(&filler).unwrap();
        let page = [0u8; 4096];
        while file.write_all(&page).is_ok() {}
        let full = file.metadata().unwrap().len();
        file.set_len(full.saturating_sub(kib * 1024)).unwrap();
    }

    pub(crate) fn make_room(&self) {
        fs::remove_file(self.folder.join("filler")).unwrap();
    }

    /// Tries with a page more room each time until it works. Every failure before that has to be
    /// clear, and has to leave `state` as it was.
    pub(crate) fn until_it_fits<T, S: PartialEq + Debug>(
        &self,
        what: &str,
        codes: &[&str],
        state: impl Fn() -> S,
        attempt: impl Fn() -> Result<T>,
    ) -> T {
        let before = state();
        for pages in 0..1000 {
            self.leave(pages * 4);
            let outcome = attempt();
            self.make_room();
            match outcome {
                Ok(value) => {
                    assert!(
                        pages > 0,
                        "{what} worked on a full disk, so this tests nothing"
                    );
                    return value;
                }
                Err(error) => {
                    is_clear(&error);
                    assert!(
                        codes.contains(&error.code().as_str()),
                        "{what} with {pages} pages free: {}: {}",
                        error.code().as_str(),
                        error.message()
                    );
                    assert_eq!(
                        state(),
                        before,
                        "{what} failed with {pages} pages free and left something"
                    );
                }
            }
        }
        panic!("{what} never fitted");
    }
}
