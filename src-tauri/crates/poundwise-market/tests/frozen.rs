//! Homes, a ledger and a bundle of the frozen formats, which every later version opens and reads.
//!
//! `tests/frozen` was written once, by `write_the_frozen_files`. Do not
//! write it again: files of its formats are with users. A new format gets a folder of its own.

use std::{
    fs,
    path::{Path, PathBuf},
};

use poundwise_audit::report::Verdict;
use poundwise_market::{
    AttributeSpec, BinSpec, CountSpec, HistogramSpec, Home, MeanSpec, Roles, SumSpec, audit_files,
    view::{CodebookColumn, Condition, FilterOperator, ListingDraft},
};
use sha2::{Digest as _, Sha256};

use crate::fixture::{
    Town, buy, copy_folder, histogram, holding, list, mean_income, offered, parsed, values,
};

/// Folders of the fixture: two homes, their marks and the market.
const FOLDERS: [&str; 4] = ["owner", "ann", "state", "market"];

const LEDGER: &str = "people.ledger";
const BUNDLE: &str = "education.bundle";

/// The lattice values of the histogram at ε 1, and at ε 2, which was not sold when the fixture was
/// written.
const VALUES: &str = "values.json";

/// A codebook that the owner kept.
const CODEBOOK: &str = "People";

/// The time at which the fixture was written, and a later one.
const WRITTEN: &str = "2026-11-28T12:00:00Z";
const LATER: &str = "2026-11-29T12:00:00Z";

fn frozen() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frozen")
}

/// Returns the columns of the kept codebook.
fn codebook() -> Vec<CodebookColumn> {
    let incomes = SumSpec {
        step: Some(parsed("10")),
        unit: "EUR".to_owned(),
        ..SumSpec::new("income", ["0", "100000"].map(parsed))
    };
    let ages = MeanSpec {
        public_rows: Some(8),
        ..MeanSpec::new("age", ["18", "95.5"].map(parsed))
    };
    let married = CountSpec {
        filters: vec![Condition::new("married", FilterOperator::Equal, "1")],
        ..CountSpec::default()
    };
    let stated = |column: &str, bins| HistogramSpec::new(column, bins).into();
    let questions: [(&str, AttributeSpec); 6] = [
        ("Incomes", incomes.into()),
        ("Ages", ages.into()),
        ("", married.into()),
        (
            "Education",
            stated(
                "educ",
                BinSpec::Values(vec!["1".to_owned(), "2".to_owned()]),
            ),
        ),
        (
            "Weight",
            stated(
                "weight",
                BinSpec::Edges(["40", "62.5", "120"].map(parsed).into()),
            ),
        ),
        ("Sex", stated("sex", BinSpec::Stated)),
    ];
    let column = |(title, question): (&str, AttributeSpec)| CodebookColumn {
        title: title.to_owned(),
        question,
    };
    questions.map(column).into()
}

/// Returns a town with copies of the homes, and the homes.
fn opened() -> (Town, Home, Home) {
    let town = unopened();
    let (owner, ann) = (town.reopen("owner"), town.reopen("ann"));
    (town, owner, ann)
}

#[test]
fn frozen_homes_open_and_hold_what_they_held() {
    let (_town, owner, ann) = opened();
    for home in [&owner, &ann] {
        home.check().unwrap();
    }
    assert_eq!(owner.seller().my_listings().unwrap().len(), 2);
    assert_eq!(owner.seller().receipts().unwrap().len(), 1);
    let listing = offered(&ann, "Education").remove(0);
    let [first, _]: [Vec<i64>; 2] =
        serde_json::from_slice(&fs::read(frozen().join(VALUES)).unwrap()).unwrap();
    assert_eq!(values(&ann, &listing), first);
    assert_eq!(holding(&ann, &listing).responses.len(), 1);
}

/// Returns the format of the owner's home, and the hashes of its tables.
fn format_and_hashes(town: &Town) -> (u64, Vec<Vec<u8>>) {
    let db = rusqlite::Connection::open(town.path("owner/poundwise.db")).unwrap();
    let format = db.query_row("PRAGMA user_version", [], |row| row.get(0));
    let mut tables = db
        .prepare("SELECT table_sha256 FROM datasets WHERE file IS NOT NULL")
        .unwrap();
    let hashes = tables.query_map([], |row| row.get(0)).unwrap();
    (format.unwrap(), hashes.map(Result::unwrap).collect())
}

/// Returns a town with copies of the homes, none of which is open.
fn unopened() -> Town {
    let town = Town::new();
    for folder in FOLDERS {
        copy_folder(&frozen().join(folder), &town.path(folder));
    }
    town.set_clock(LATER);
    town
}

/// Returns a question that the frozen home does not list.
fn sum_of_incomes() -> ListingDraft {
    let incomes = SumSpec {
        step: Some(parsed("10")),
        ..SumSpec::new("income", ["0", "100000"].map(parsed))
    };
    mean_income().asking(incomes.into())
}

fn only_table(town: &Town) -> PathBuf {
    let tables = fs::read_dir(town.path("owner/datasets")).unwrap();
    let tables: Vec<PathBuf> = tables.map(|entry| entry.unwrap().path()).collect();
    let [table] = tables.as_slice() else {
        panic!("{tables:?}");
    };
    table.clone()
}

#[test]
fn whole_hash_of_a_frozen_table_is_verified_and_replaced() {
    let town = unopened();
    let (format, before) = format_and_hashes(&town);
    assert_eq!(format, 18);
    let file = fs::read(only_table(&town)).unwrap();
    assert_eq!(before, [Sha256::digest(&file).to_vec()]);
    drop(town.reopen("owner"));
    let (format, after) = format_and_hashes(&town);
    assert_eq!(format, 20);
    assert_ne!(before, after);
    let owner = town.reopen("owner");
    owner.check().unwrap();
    list(&owner, &sum_of_incomes());
    // A database that says that it has format 18 again is migrated again, and nothing changes.
    drop(owner);
    rusqlite::Connection::open(town.path("owner/poundwise.db"))
        .unwrap()
        .pragma_update(None, "user_version", 18)
        .unwrap();
    town.reopen("owner").check().unwrap();
    assert_eq!(format_and_hashes(&town), (20, after));
}

#[test]
fn changed_table_of_a_frozen_home_is_damage_before_and_after_its_migration() {
    let town = unopened();
    let mut bytes = fs::read(only_table(&town)).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(only_table(&town), bytes).unwrap();
    for _ in 0..2 {
        let owner = town.reopen("owner");
        assert_eq!(owner.check().unwrap_err().code().as_str(), "home-damaged");
        let refused = owner
            .seller()
            .create_listing(&sum_of_incomes())
            .unwrap_err();
        assert_eq!(refused.code().as_str(), "home-damaged");
    }
    let (format, hashes) = format_and_hashes(&town);
    let (_, frozen) = {
        let town = unopened();
        format_and_hashes(&town)
    };
    assert_eq!((format, hashes), (20, frozen));
}

#[test]
fn frozen_codebook_is_read_as_it_was_kept() {
    let (_town, owner, _ann) = opened();
    let name = parsed(CODEBOOK);
    let kept = owner.seller().codebook(&name).unwrap();
    let columns = serde_json::to_value(&kept.columns).unwrap();
    assert_eq!(columns, serde_json::to_value(codebook()).unwrap());
}

#[test]
fn frozen_home_sells_on_along_the_same_path() {
    let (town, owner, ann) = opened();
    let listing = offered(&ann, "Education").remove(0);
    buy(&owner, &ann, &listing, "2");
    let [_, second]: [Vec<i64>; 2] =
        serde_json::from_slice(&fs::read(frozen().join(VALUES)).unwrap()).unwrap();
    assert_eq!(values(&ann, &listing), second);
    // The table can be read, too.
    let sum = list(&owner, &sum_of_incomes());
    buy(&owner, &ann, &sum, "1");
    let ledger = town.path("all.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    assert_eq!(audit_files(&[ledger]).unwrap().verdict(), Verdict::Holds);
}

#[test]
fn frozen_ledger_and_bundle_hold() {
    let files = [LEDGER, BUNDLE].map(|name| frozen().join(name));
    let report = audit_files(&files).unwrap();
    assert!(report.findings().is_empty(), "{:?}", report.findings());
    assert_eq!(report.verdict(), Verdict::Holds);
    assert_eq!(report.books()[0].receipts, 1);
}

#[test]
#[ignore = "it writes the files that the other tests read"]
fn write_the_frozen_files() {
    let folder = frozen();
    assert!(!folder.join(LEDGER).exists(), "the formats are frozen");
    let town = Town::new();
    town.set_clock(WRITTEN);
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    list(&owner, &mean_income());
    let (name, columns) = (parsed(CODEBOOK), codebook());
    owner
        .seller()
        .keep_codebook(&name, &columns, false)
        .unwrap();
    let receipt = buy(&owner, &ann, &listing, "1");
    let first = values(&ann, &listing);
    let [ledger, bundle] = [LEDGER, BUNDLE].map(|name| folder.join(name));
    owner.seller().export_ledger(&ledger).unwrap();
    ann.buyer()
        .export_bundle(&parsed(&receipt.id), &bundle)
        .unwrap();
    drop((owner, ann));
    for name in FOLDERS {
        copy_folder(&town.path(name), &folder.join(name));
    }
    for name in ["owner", "ann"] {
        fs::remove_file(folder.join(name).join("lock")).unwrap();
    }
    let (owner, ann) = (town.reopen("owner"), town.reopen("ann"));
    buy(&owner, &ann, &listing, "2");
    let values = serde_json::to_string(&[first, values(&ann, &listing)]).unwrap();
    fs::write(folder.join(VALUES), values + "\n").unwrap();
}
