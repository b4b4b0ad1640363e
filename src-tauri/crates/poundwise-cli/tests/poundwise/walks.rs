//! The walks of ARCHITECTURE.md name what there is: each name is in the file that stands beside it.

use std::{fs, path::Path};

/// The places of the walks: name and file.
fn places(architecture: &str) -> Vec<(String, String)> {
    let (_, walks) = architecture
        .split_once("\n## Four walks\n")
        .expect("the section");
    let (walks, _) = walks.split_once("\n## ").expect("a section after it");
    walks
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|row| {
            let mut cells = row.split('|').skip(1);
            let mut cell = || {
                let text = cells.next().expect("a cell").trim();
                text.trim_matches('`').to_owned()
            };
            (cell(), cell())
        })
        .collect()
}

/// Whether a file declares the last part of a name, and knows the parts before it.
fn declares(source: &str, name: &str) -> bool {
    let mut parts = name.rsplit("::");
    let last = parts.next().expect("a part");
    let is_declared = ["fn ", "struct ", "class ", "function ", "const "]
        .iter()
        .any(|keyword| {
            source
                .split(&format!("{keyword}{last}"))
                .skip(1)
                .any(|after| !after.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
        });
    is_declared && parts.all(|part| source.contains(part))
}

#[test]
fn each_name_is_in_its_file() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let architecture = fs::read_to_string(root.join("ARCHITECTURE.md")).expect("ARCHITECTURE.md");
    let places = places(&architecture);
    assert!(places.len() > 60, "only {} places", places.len());
    let lost: Vec<String> = places
        .into_iter()
        .filter(|(name, file)| {
            [root.join("src-tauri/crates").join(file), root.join(file)]
                .into_iter()
                .find_map(|path| fs::read_to_string(path).ok())
                .is_none_or(|source| !declares(&source, name))
        })
        .map(|(name, file)| format!("{name} in {file}"))
        .collect();
    assert!(lost.is_empty(), "not there: {lost:#?}");
}
