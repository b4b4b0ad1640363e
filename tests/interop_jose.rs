//! Receipts verify with software nobody here wrote: joserfc, from PyPI, over an exported ledger.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may panic and tell"
)]

mod trade;

use poundwise_market::Roles;
use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;
use trade::{create, offer, paid, parsed};

const LIBRARY: &str = "joserfc==1.8.0";

/// A Python with the library, made once under the target folder.
fn python() -> Option<PathBuf> {
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
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("interop-venv");
    let python = folder.join("bin/python");
    let ready = folder.join(LIBRARY);
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
                LIBRARY,
            ])
            .output()
            .unwrap();
        if !installed.status.success() {
            // Where everything else is installed from registries, this one failing is a failure.
            let why = String::from_utf8_lossy(&installed.stderr).into_owned();
            assert!(
                env::var_os("CI").is_none(),
                "pip cannot install {LIBRARY}: {why}"
            );
            return skipped(&format!("pip cannot install {LIBRARY}: {why}"));
        }
        fs::write(&ready, "").unwrap();
    }
    Some(python)
}

#[test]
fn an_exported_ledger_verifies_with_joserfc() {
    let Some(python) = python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let market = folder.join("market");
    let owner = create(&folder.join("owner"), "Owner", &market);
    let buyer = create(&folder.join("buyer"), "Buyer", &market);
    let listing = offer(&owner, folder);
    for level in ["0.5", "1", "4"] {
        let order = buyer
            .buyer()
            .order(&parsed(&listing.id), parsed(level))
            .unwrap();
        owner.seller().inbox().unwrap();
        owner
            .seller()
            .approve(&parsed(&order.id), paid("paid"))
            .unwrap();
        assert_eq!(buyer.buyer().collect().unwrap().releases.len(), 1);
    }
    owner
        .seller()
        .withdraw(&parsed(&listing.id), "sold enough")
        .unwrap();
    let ledger = folder.join("books.ledger");
    owner.seller().export_ledger(&ledger).unwrap();

    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interop/receipts.py");
    let out = Command::new(python)
        .arg(script)
        .arg(&ledger)
        .output()
        .unwrap();
    assert!(
        out.status.success(),
        "{}",
        String::from_utf8_lossy(&out.stderr)
    );
    let kinds: Value = serde_json::from_slice(&out.stdout).unwrap();
    assert_eq!(kinds["poundwise-receipt;v=1"], 3, "{kinds}");
    assert_eq!(kinds["poundwise-order;v=1"], 3, "{kinds}");
    assert_eq!(kinds["poundwise-listing;v=1"], 1, "{kinds}");
}
