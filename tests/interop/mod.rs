//! A Python with libraries of others, and servers that run in one.

pub(crate) mod apache;
pub(crate) mod duckdb;
pub(crate) mod postgresql;
pub(crate) mod proxy;
pub(crate) mod sail;
pub(crate) mod server;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
    sync::{Mutex, PoisonError},
};

/// Returns a Python with libraries of PyPI, which are separated by spaces. It is made once under the
/// target folder. `None` if there is no Python with pip or, outside CI, no PyPI.
pub(crate) fn python(library: &str) -> Option<PathBuf> {
    // Several tests of a run may need it at once.
    static MAKING: Mutex<()> = Mutex::new(());
    let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
    let skipped = |why: &str| {
        eprintln!("skipped: {why}");
        None
    };
    if !Command::new("python3")
        .args(["-c", "import venv, ensurepip"])
        .output()
        .is_ok_and(|out| out.status.success())
    {
        return skipped("python3 with venv and pip is not there");
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!(
        "interop-{}",
        library.replace("==", "-").replace(' ', "-")
    ));
    let python = folder.join("bin/python");
    let ready = folder.join(library.replace(' ', "-"));
    if !ready.exists() {
        let made = Command::new("python3")
            .args(["-m", "venv", "--clear"])
            .arg(&folder)
            .output()
            .unwrap();
        if !made.status.success() {
            return skipped("python3 -m venv makes no environment");
        }
        let installed = Command::new(&python)
            .args([
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                "--retries=10",
                "--timeout=60",
            ])
            .args(library.split(' '))
            .output()
            .unwrap();
        if !installed.status.success() {
            // Where everything else is installed from registries, this one failing is a failure.
            let why = String::from_utf8_lossy(&installed.stderr).into_owned();
            assert!(
                env::var_os("CI").is_none(),
                "pip cannot install {library}: {why}"
            );
            return skipped(&format!("pip cannot install {library}: {why}"));
        }
        fs::write(&ready, "").unwrap();
    }
    Some(python)
}
