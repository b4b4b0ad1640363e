//! Work that takes time is stopped at every point at which it can be. A failure here means that
//! something of stopped work stays behind, that it cannot be stopped, or that it tells other than
//! what it does.

use crate::fixture::drafts::{dataset, ends};
use poundwise_market::MeanSpec;
use std::{fs, ops::ControlFlow, path::PathBuf};

use crate::fixture::{
    PEOPLE, Town, histogram, list, mean_income, paid, parsed,
    stopping::{done_of, state, steps, stopped_everywhere, vector},
    typed,
};
use poundwise_market::{
    Approval, Draft, Import, Job, Roles, TableForm, Work, WorkProgress, WorkStep, audit_files_with,
    look_at_market, preview_csv,
    view::{Condition, FilterOperator, ImportOptions, ListingDraft},
};

const TYPES: &str = "who:number,size:number,note:text";

/// 30,000 rows of three columns, about half a megabyte.
fn table(town: &Town) -> PathBuf {
    let mut text = String::from("who,size,note\n");
    for i in 0..30_000u32 {
        text.push_str(&format!("{},{}.5,\"row {i}\"\n", i / 3, i % 97));
    }
    let path = town.path("rows.csv");
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn a_stopped_import_leaves_nothing() {
    let town = Town::new();
    let owner = town.home("owner");
    let file = table(&town);
    let options = ImportOptions {
        person_column: Some("who".into()),
        rows_per_person: Some("2".to_owned()),
        ..typed(TYPES)
    };
    let home = town.path("owner");
    let (told, dataset) = stopped_everywhere(
        || state(&home),
        |work| {
            owner
                .seller()
                .begin_import(&file, &options)
                .and_then(|job| job.complete(&owner, work))
        },
    );
    assert_eq!(steps(&told), [WorkStep::Check, WorkStep::Store]);
    let length = fs::metadata(&file).unwrap().len();
    assert!(told.iter().all(|progress| progress.total == length));
    assert_eq!((dataset.rows, dataset.rows_without_person), (30_000, 0));

    let (told, preview) = stopped_everywhere(
        || (),
        |work| preview_csv(&file, &TableForm::default(), work),
    );
    assert_eq!(steps(&told), [WorkStep::Check]);
    assert_eq!(preview.rows, 30_000);
}

#[test]
fn what_a_program_that_died_was_writing_is_swept_away() {
    let town = Town::new();
    drop(town.owner_with_table(None));
    let datasets = town.path("owner").join("datasets");
    fs::write(datasets.join(".x.age.123.part"), "half").unwrap();
    let owner = town.reopen("owner");
    let left: Vec<_> = fs::read_dir(&datasets).unwrap().collect();
    assert_eq!(left.len(), 1);
    list(&owner, &histogram());
}

#[test]
fn a_file_that_changes_while_it_is_read_is_refused() {
    let town = Town::new();
    let owner = town.home("owner");
    let home = town.path("owner");
    let file = table(&town);
    let whole = fs::read_to_string(&file).unwrap();
    let before = state(&home);
    let options = ImportOptions {
        each_row_differs: true,
        ..typed(TYPES)
    };
    // None is longer but the last, which is written when the second reading has begun.
    for (when, other) in [
        (WorkStep::Check, whole.replace("9999,26.5", "9999,many")),
        (WorkStep::Check, whole.replace(",5.5,", ",x.5,")),
        (WorkStep::Check, whole.replace("who,", "wha,")),
        (WorkStep::Check, whole.replace("\"row 7\"", "row,7")),
        (WorkStep::Check, whole.replace("\"row 7\"", "\"row 7 ")),
        (WorkStep::Check, whole[..whole.len() / 2].to_owned()),
        (WorkStep::Store, format!("{whole}1,2,3\n")),
    ] {
        assert_ne!(other, whole);
        fs::write(&file, &whole).unwrap();
        let listener = |progress: WorkProgress| {
            let is_end = progress.done == progress.total;
            if progress.step == when && (when == WorkStep::Store || is_end) {
                fs::write(&file, &other).unwrap();
            }
            ControlFlow::Continue(())
        };
        let work = Work::telling(&listener);
        let changed = owner
            .seller()
            .begin_import(&file, &options)
            .and_then(|job| job.complete(&owner, &work));
        let code = changed.err().unwrap().code().as_str();
        assert!(
            ["file-changed", "csv-stray-quote", "csv-unclosed-quote"].contains(&code),
            "{code}"
        );
        assert!(state(&home) == before);
    }
}

#[test]
fn rows_without_a_person_are_counted_for_the_owner() {
    let town = Town::new();
    let owner = town.home("owner");
    let file = town.path("people.csv");
    fs::write(&file, "who,n\n1,1\n ,2\nnobody,3\n2,4\n").unwrap();
    let options = ImportOptions {
        person_column: Some("who".into()),
        rows_per_person: Some("1".to_owned()),
        ..typed("who:number,n:number")
    };
    let import = owner.seller().begin_import(&file, &options).unwrap();
    let imported = import.run(&Work::silent()).unwrap();
    assert_eq!(imported.report().rows_without_person, Some(2));
    let dataset = Import::finish(&owner, imported).unwrap();
    assert_eq!((dataset.rows, dataset.rows_without_person), (4, 2));
    let who = &dataset.columns[0];
    assert_eq!((who.empty, who.not_conforming), (1, 1));
    let unknown = ImportOptions {
        name: Some("other".into()),
        person_column: Some("whom".into()),
        ..options
    };
    let error = owner.seller().import_dataset(&file, &unknown).unwrap_err();
    assert_eq!(error.code().as_str(), "unknown-column");
}

#[test]
fn a_stopped_listing_leaves_nothing() {
    let town = Town::new();
    let owner = town.home("owner");
    // Of persons with three rows each, two of which are chosen.
    let options = ImportOptions {
        person_column: Some("who".into()),
        rows_per_person: Some("2".to_owned()),
        ..typed(TYPES)
    };
    owner
        .seller()
        .import_dataset(&table(&town), &options)
        .unwrap();
    let draft = ListingDraft {
        title: Some("A listing".into()),
        price: "8:80".into(),
        ..ListingDraft::new(
            dataset("rows"),
            MeanSpec {
                filters: vec![Condition::new("who", FilterOperator::Above, "10")],
                step: Some(parsed("0.5")),
                ..MeanSpec::new("size", ends("0..100"))
            }
            .into(),
        )
    };
    let home = town.path("owner");
    let (told, listing) = stopped_everywhere(
        || state(&home),
        |work| {
            owner
                .seller()
                .begin_listing(&draft)
                .and_then(|job| job.complete(&owner, work))
        },
    );
    assert_eq!(steps(&told), [WorkStep::Load, WorkStep::Compute]);
    // The file is decrypted as a whole.
    assert_eq!(done_of(&told, WorkStep::Load), [0, 30_000]);
    // One third counts the rows of each person, and one evaluates the rows that count. Between them
    // are the rows of persons with at most two, and the rows of others, read and then hashed.
    let expected = [
        0, 5_461, 10_000, 11_820, 13_333, 15_153, 16_666, 18_487, 20_000, 25_461,
    ];
    assert_eq!(done_of(&told, WorkStep::Compute), expected);
    assert_eq!(owner.seller().my_listings().unwrap()[0].id, listing.id);
}

#[test]
fn a_stopped_approval_leaves_nothing_and_then_sells_the_same() {
    let town = Town::new();
    let (owner, buyer) = (town.home("owner"), town.home("buyer"));
    let listing = vector(&town, &owner, 40_000);
    let home = town.path("owner");
    for (level, expected) in [
        ("0.5", &[WorkStep::Noise][..]),
        ("2", &[WorkStep::Before, WorkStep::Noise]),
    ] {
        let order = buyer
            .buyer()
            .order(&parsed(&listing), parsed(level))
            .unwrap();
        owner.seller().inbox().unwrap();
        let (told, receipt) = stopped_everywhere(
            || state(&home),
            |work| {
                owner
                    .seller()
                    .begin_approval(&parsed(&order.id), paid("cash"))
                    .and_then(|job| job.complete(&owner, work))
            },
        );
        assert_eq!(steps(&told), expected);
        assert!(told.iter().all(|progress| progress.total == 40_000));
        let collected = buyer.buyer().collect().unwrap();
        assert_eq!(collected.rejected, []);
        assert_eq!(collected.releases[0].id, receipt.id);
    }
}

#[test]
fn a_look_at_a_market_stops_at_each_listing_and_each_withdrawal() {
    let town = Town::new();
    let (owner, ann) = (town.owner_with_table(None), town.home("ann"));
    let listing = list(&owner, &histogram());
    list(&owner, &mean_income());
    let look = || {
        stopped_everywhere(|| (), |work| look_at_market(&ann, None, work))
            .0
            .len()
    };
    let read = look();
    // Those that were read before are not read again.
    let known = look();
    assert!(known <= read);
    owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
    look();
    assert_eq!(look(), known + 1, "the withdrawal");
    let again = list(&owner, &histogram());
    assert_ne!(again.id, listing.id);
    look();
    assert_eq!(look(), known + 2, "the new version");
}

#[test]
fn what_was_computed_is_checked_again_when_it_is_stored() {
    let town = Town::new();
    let (owner, buyer) = (town.owner_with_table(None), town.home("buyer"));
    let listing = list(&owner, &histogram());
    let order = buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let computed = owner
        .seller()
        .begin_approval(&parsed(&order.id), paid("cash"))
        .unwrap()
        .run(&Work::silent())
        .unwrap();
    owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
    let home = town.path("owner");
    let before = state(&home);
    assert_eq!(
        Approval::finish(&owner, computed)
            .unwrap_err()
            .code()
            .as_str(),
        "withdrawn"
    );
    assert!(state(&home) == before);

    // What belongs to another home is not taken in.
    let mut other = town.home("other");
    let import = || {
        owner
            .seller()
            .begin_import(
                &town.table(),
                &ImportOptions {
                    name: Some("again".into()),
                    population: Some("people".into()),
                    cap: None,
                    ..typed(PEOPLE)
                },
            )
            .unwrap()
            .run(&Work::silent())
            .unwrap()
    };
    assert_eq!(
        Import::finish(&other, import())
            .unwrap_err()
            .code()
            .as_str(),
        "other-home"
    );
    let (first, second) = (import(), import());
    Import::finish(&owner, first).unwrap();
    assert_eq!(
        Import::finish(&owner, second).unwrap_err().code().as_str(),
        "dataset-exists"
    );
    let drawn = owner
        .seller()
        .begin_listing(&histogram())
        .unwrap()
        .run(&Work::silent())
        .unwrap();
    assert_eq!(
        Draft::finish(&other, drawn).unwrap_err().code().as_str(),
        "other-home"
    );
    // Nor what was encrypted under a key that this home had before.
    let old = other
        .seller()
        .begin_import(&town.table(), &typed(PEOPLE))
        .unwrap()
        .run(&Work::silent())
        .unwrap();
    other
        .new_recovery_key(&crate::fixture::passphrase())
        .unwrap();
    assert_eq!(
        Import::finish(&other, old).unwrap_err().code().as_str(),
        "other-home"
    );
    assert_eq!(
        fs::read_dir(town.path("other").join("datasets"))
            .unwrap()
            .count(),
        0
    );
    assert_eq!(
        fs::read_dir(home.join("datasets")).unwrap().count(),
        2,
        "a table is left that nobody knows"
    );

    // Nothing is listed of a table that was erased meanwhile.
    let drawn = owner.seller().begin_listing(&histogram()).unwrap();
    let drawn = drawn.run(&Work::silent()).unwrap();
    owner.seller().remove_dataset(&parsed("people")).unwrap();
    let gone = Draft::finish(&owner, drawn).unwrap_err();
    assert_eq!(gone.code().as_str(), "dataset-gone");
}

#[test]
fn a_stopped_audit_gives_no_report() {
    let town = Town::new();
    let (owner, buyer) = (town.owner_with_table(None), town.home("buyer"));
    let listing = list(&owner, &histogram());
    for level in ["0.5", "1", "2"] {
        crate::fixture::buy(&owner, &buyer, &listing, level);
    }
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let files = [ledger, town.path("market")];
    let (told, report) = stopped_everywhere(|| (), |work| audit_files_with(&files, work));
    assert_eq!(steps(&told), [WorkStep::Verify, WorkStep::Compare]);
    // The ledger is looked through once more, then the log compared with it.
    assert_eq!(done_of(&told, WorkStep::Compare), [0, 1, 2]);
    assert_eq!(
        serde_json::to_value(&report).unwrap(),
        serde_json::to_value(poundwise_market::audit_files(&files).unwrap()).unwrap()
    );
}

#[test]
fn a_check_of_a_home_tells_of_its_database_and_then_of_its_tables() {
    let town = Town::new();
    let (owner, ann) = (town.owner_with_table(None), town.home("ann"));
    let listing = list(&owner, &histogram());
    crate::fixture::buy(&owner, &ann, &listing, "1");
    drop((owner, ann));
    let length = |file: PathBuf| fs::metadata(file).unwrap().len();
    for (name, tables) in [("owner", 1), ("ann", 0)] {
        let (home, open) = (town.path(name), town.reopen(name));
        let files = fs::read_dir(home.join("datasets")).unwrap();
        let lengths: Vec<u64> = files.map(|file| length(file.unwrap().path())).collect();
        assert_eq!(lengths.len(), tables);
        let database = length(home.join("poundwise.db"));
        let whole = database + lengths.iter().sum::<u64>();
        let (told, _) = stopped_everywhere(|| state(&home), |work| open.check_with(work));
        assert_eq!(steps(&told), [WorkStep::Verify]);
        assert!(told.iter().all(|progress| progress.total == whole));
        let done = done_of(&told, WorkStep::Verify);
        assert_eq!(done.last(), Some(&whole), "{name}");
        // Its pages up to 400 thousandths, its rows up to 600, its documents, its ledger.
        let part = |permille| database / 1000 * permille;
        for (from, to) in [(1, 399), (401, 599), (700, 700), (1000, 1000)] {
            let told_of = part(from)..=part(to);
            assert!(done.iter().any(|done| told_of.contains(done)), "{from}");
        }
        let of_entries = done.contains(&part(800));
        assert_eq!(of_entries, name == "owner", "ann has no ledger");
        // A table as it is read, and all at the end.
        let ends = done.iter().filter(|done| **done == whole).count();
        assert!(ends > tables, "{name}");
    }
}
