//! A home's ledger is read with the stock `sqlite3` shell, by the query that the README gives to
//! outsiders.

use poundwise_market::Roles;
use std::{fs, path::Path, process::Command};

use crate::fixture::{Town, buy, histogram, list, mean_income};
use poundwise_documents::{
    AnyDocument, Checkpoint, Signed,
    kinds::{Listing, Receipt},
    log::{Hash, MemoryLog},
};

const RECEIPTS: &str = "SELECT compact FROM receipts JOIN documents USING (id) ORDER BY sequence";
const CHECKPOINT: &str = "SELECT note FROM checkpoints ORDER BY size DESC LIMIT 1";

/// What the shell prints for a query, or nothing where there is no shell.
fn shell(database: &Path, query: &str) -> Option<String> {
    let ran = Command::new("sqlite3")
        .arg("-readonly")
        .arg(database)
        .arg(query)
        .output();
    let Ok(ran) = ran else {
        println!("skipped: sqlite3 is not installed (Debian: apt install sqlite3)");
        return None;
    };
    let why = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && why.is_empty(), "{why}");
    Some(String::from_utf8(ran.stdout).unwrap())
}

#[test]
fn the_stock_shell_reads_the_receipts_that_the_exported_ledger_has() {
    let readme =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../README.md"))
            .unwrap();
    for query in [RECEIPTS, CHECKPOINT] {
        assert!(
            readme.contains(&format!("sqlite3 -readonly poundwise.db '{query}'")),
            "the README gives another query than {query}"
        );
    }

    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let (education, income) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    for (buyer, listing, level) in [
        (&ann, &education, "1"),
        (&ben, &income, "0.5"),
        (&ann, &education, "2"),
        (&ben, &education, "2"),
    ] {
        buy(&owner, buyer, listing, level);
    }
    let file = town.path("owner.ledger");
    owner.seller().export_ledger(&file).unwrap();
    let exported = fs::read_to_string(&file).unwrap();

    // While the home is open, and when nobody has it open any more.
    let database = town.path("owner/poundwise.db");
    let Some(open) = shell(&database, RECEIPTS) else {
        return;
    };
    drop(owner);
    assert_eq!(shell(&database, RECEIPTS).unwrap(), open);

    let (mut log, mut key, mut expected) = (MemoryLog::new(), None, String::new());
    for line in exported.lines() {
        if let Ok(listing) = Signed::<Listing>::verify(line) {
            key = Some(listing.key());
        }
        if Signed::<Receipt>::verify(line).is_ok() {
            expected.push_str(line);
            expected.push('\n');
        }
        // Apart from receipts, the log has the entry of their population.
        if let Some(place) = AnyDocument::verify(line).ok().and_then(|line| line.place()) {
            log.push(Hash::of_entry(place.id));
        }
    }
    assert_eq!(open, expected, "the same receipts in the same order");
    let key = key.unwrap();
    for (sequence, line) in open.lines().enumerate() {
        let receipt = Signed::<Receipt>::verify(line).unwrap();
        assert_eq!(receipt.key(), key);
        assert_eq!(receipt.payload().sequence, sequence as u64 + 1);
    }
    assert_eq!(log.size(), 5);

    // And the owner's signature over exactly these.
    let note = shell(&database, CHECKPOINT).unwrap();
    let checkpoint = Checkpoint::verify(note.strip_suffix('\n').unwrap(), &key).unwrap();
    assert_eq!((checkpoint.size(), checkpoint.root()), (5, log.root()));
    assert!(exported.starts_with(checkpoint.note()));
}
