//! What an auditor reads is built from four crates, without the rest.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::files::copy_folder;

const CRATES: [&str; 4] = [
    "gradual-release",
    "poundwise-words",
    "poundwise-documents",
    "poundwise-audit",
];

/// The tables of the workspace's manifest that its members inherit from.
fn inherited(manifest: &str) -> String {
    let mut kept = String::new();
    let mut keeps = false;
    for line in manifest.lines() {
        if let Some(table) = line.strip_prefix('[') {
            keeps = table.starts_with("workspace.");
        }
        if keeps {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

#[test]
fn an_auditor_needs_four_crates_and_no_other() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(3)
        .unwrap();
    // Beside the builds, so that a second run has little to do.
    let alone = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("auditor");
    let _ = fs::remove_dir_all(alone.join("src-tauri"));
    for name in CRATES {
        let from = project.join("src-tauri/crates").join(name);
        let to = alone.join("src-tauri/crates").join(name);
        copy_folder(&from, &to);
    }
    let manifest = fs::read_to_string(project.join("Cargo.toml")).unwrap();
    fs::write(
        alone.join("Cargo.toml"),
        format!(
            "[workspace]\nresolver = \"3\"\nmembers = [\"src-tauri/crates/*\"]\n\n{}",
            inherited(&manifest)
        ),
    )
    .unwrap();
    fs::copy(project.join("Cargo.lock"), alone.join("Cargo.lock")).unwrap();
    let built = Command::new(env!("CARGO"))
        .current_dir(&alone)
        .args(["check", "--offline", "--workspace"])
        .env("CARGO_TARGET_DIR", alone.join("target"))
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&built.stderr);
    assert!(built.status.success(), "{said}");
    let lock = fs::read_to_string(alone.join("Cargo.lock")).unwrap();
    for other in [
        "poundwise-market",
        "poundwise-query",
        "rusqlite",
        "age",
        "tauri",
    ] {
        assert!(!lock.contains(&format!("name = \"{other}\"\n")), "{other}");
    }
}
