//! Checks that the SQL of a home is in `store/`, and nowhere else.

use std::{fs, path::Path};

fn sources(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push((
                path.display().to_string(),
                fs::read_to_string(&path).unwrap(),
            ));
        }
    }
}

#[test]
fn nothing_but_the_store_knows_the_database() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let store = source.join("store").display().to_string();
    let mut files = Vec::new();
    sources(&source, &mut files);
    let (inside, outside): (Vec<_>, Vec<_>) =
        files.iter().partition(|(path, _)| path.starts_with(&store));
    assert!(inside.iter().any(|(_, text)| text.contains("rusqlite")));
    for (path, text) in outside {
        for word in [
            "rusqlite",
            "SELECT ",
            "INSERT INTO",
            "DELETE FROM",
            "PRAGMA ",
        ] {
            assert!(!text.contains(word), "{path} has {word:?}");
        }
    }
}

#[test]
fn only_a_writing_has_statements_that_write() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/store");
    let mut files = Vec::new();
    sources(&source, &mut files);
    for (path, text) in files {
        let mut writing = false;
        // What tests change by hand is what somebody else may do to the file.
        for line in text.lines().take_while(|line| *line != "mod tests {") {
            if line.starts_with("impl") {
                writing = line.contains("Writing<") || line.contains("impl Store");
            }
            for call in [
                "self.insert",
                "self.set(",
                "self.remove(",
                ".execute(",
                "execute_batch",
            ] {
                // The statement that begins a snapshot, and the tables in memory with which those
                // of a home are compared.
                let other = line.contains("BEGIN; SELECT count(*) FROM sqlite_schema")
                    || line.trim() == "made.execute_batch(sql)?;";
                assert!(writing || other || !line.contains(call), "{path}: {line}");
            }
        }
    }
}
