//! Sealed datasets and own numbers: they sell on, number for number, and what they no longer need
//! is gone.

use crate::fixture::drafts::{dataset, ends, own_numbers};
use poundwise_documents::units::DocumentId;
use poundwise_market::VectorSpec;
use std::path::Path;

use crate::{
    fixture::{PEOPLE, Town, buy, histogram, list, mean_income, parsed, replay, typed, values},
    old_copy::set_cap,
};
use memchr::memmem;
use poundwise_home::home::Inside as _;
use poundwise_market::{
    ErrorCode, Home, Roles, audit_files,
    view::{DatasetState, ImportOptions, ListingDraft, ListingView},
};

/// The encrypted secrets of a question, as the database has them.
pub(crate) fn ciphertext(home: &Path, listing: &ListingView) -> Vec<u8> {
    let db = rusqlite::Connection::open(home.join("poundwise.db")).unwrap();
    let whole: Vec<u8> = db
        .query_row(
            "SELECT ciphertext FROM secrets WHERE name = ?1",
            [format!("question/{}", seeds(listing))],
            |r| r.get(0),
        )
        .unwrap();
    // Every age file to one recipient begins with the same words.
    whole[200..].to_vec()
}

/// The seed commitment of a listing's question.
fn seeds(listing: &ListingView) -> &str {
    listing.question.split_once('.').unwrap().1
}

/// How many pieces of `secret` lie anywhere in the files of a folder.
pub(crate) fn pieces(folder: &Path, secret: &[u8]) -> usize {
    let files = crate::fixture::tree(folder);
    let found = |piece: &&[u8]| {
        files
            .iter()
            .any(|(_, bytes)| memmem::find(bytes, piece).is_some())
    };
    secret.chunks_exact(24).filter(found).count()
}

/// Three hundred numbers of the owner's own: secrets that fill more than one page of the database.
pub(crate) fn vector(town: &Town) -> ListingDraft {
    let file = town.path("numbers.txt");
    let lines: Vec<String> = (0..300).map(|i| (i * 3).to_string()).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    ListingDraft {
        title: Some("A listing".into()),
        price: "4:40".into(),
        top: Some(parsed("6")),
        ..ListingDraft::new(
            own_numbers("farms"),
            VectorSpec {
                file: file.clone(),
                bounds: ends("0..1000"),
                step: parsed("1"),
                distance: parsed("10"),
                unit: "kg".into(),
            }
            .into(),
        )
    }
}

/// An owner of [`vector`]'s numbers.
fn owner_of_numbers(town: &Town) -> Home {
    let owner = town.home("owner");
    crate::fixture::population(&owner, "farms");
    owner
}

#[test]
fn every_level_has_the_same_numbers_before_and_after() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    crate::fixture::population(&owner, "farms");
    let levels = ["0.001", "0.25", "1", "2.5", "4"];
    let listings = [histogram(), mean_income(), vector(&town)].map(|draft| list(&owner, &draft));
    let mut held = Vec::new();
    for (i, listing) in listings.iter().enumerate() {
        let rising = town.home(&format!("rising-{i}"));
        let mut before = Vec::new();
        for level in levels {
            buy(&owner, &rising, listing, level);
            before.push(values(&rising, listing));
        }
        held.push(before);
    }
    assert!(listings.iter().all(|listing| !listing.sealed));
    let sealed = owner.seller().seal(&parsed("people"), false).unwrap();
    assert_eq!(sealed.state, DatasetState::Sealed);
    owner
        .seller()
        .seal_own_numbers(&parsed(&listings[2].id))
        .unwrap();
    for (i, (listing, before)) in listings.iter().zip(&held).enumerate() {
        assert!(owner.buyer().listing(&parsed(&listing.id)).unwrap().sealed);
        // Each level by itself, and all of them in turn.
        let again = town.home(&format!("again-{i}"));
        for (level, before) in levels.iter().zip(before) {
            let alone = town.home(&format!("alone-{i}-{level}"));
            buy(&owner, &alone, listing, level);
            assert_eq!(values(&alone, listing), *before, "ε {level} at once");
            buy(&owner, &again, listing, level);
            assert_eq!(values(&again, listing), *before, "ε {level} in steps");
        }
    }
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let report = audit_files(&[ledger]).unwrap();
    assert_eq!(report.findings(), []);
}

#[test]
fn a_buyer_who_began_before_goes_on_after() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "0.5");
    buy(&owner, &ben, &listing, "8");
    owner.seller().seal(&parsed("people"), false).unwrap();
    // The values that changed are marked against what was sold before the sealing: collecting
    // checks each mark.
    buy(&owner, &ann, &listing, "3");
    buy(&owner, &ann, &listing, "8");
    assert_eq!(values(&ann, &listing), values(&ben, &listing));
}

#[test]
fn the_old_secrets_are_nowhere_in_the_home() {
    let town = Town::new();
    let owner = owner_of_numbers(&town);
    let listing = list(&owner, &vector(&town));
    let home = town.path("owner");
    let secret = ciphertext(&home, &listing);
    assert!(secret.len() > 2_300);
    // Pages cut a piece here and there in two.
    let there = pieces(&home, &secret);
    assert!(there > 90, "{there} pieces found before");
    owner
        .seller()
        .seal_own_numbers(&parsed(&listing.id))
        .unwrap();
    assert_eq!(pieces(&home, &secret), 0);
    assert_ne!(ciphertext(&home, &listing), secret);
    drop(owner);
    assert_eq!(pieces(&home, &secret), 0);
}

#[test]
fn an_erasure_cut_short_is_finished_when_the_home_is_opened() {
    let town = Town::new();
    let owner = owner_of_numbers(&town);
    let listing = list(&owner, &vector(&town));
    owner
        .seller()
        .seal_own_numbers(&parsed(&listing.id))
        .unwrap();
    let writing = owner.inside().db.begin().unwrap();
    writing.note_erasure().unwrap();
    writing.commit().unwrap();
    drop(owner);
    let home = town.path("owner");
    let db = rusqlite::Connection::open(home.join("poundwise.db")).unwrap();
    db.pragma_update(None, "secure_delete", false).unwrap();
    let secret: Vec<u8> = (0..2_400u32).map(|i| (i * i % 251) as u8).collect();
    db.execute(
        "INSERT INTO settings VALUES ('x', NULL, ?1, zeroblob(32))",
        [hex(&secret).as_bytes()],
    )
    .unwrap();
    db.execute("DELETE FROM settings WHERE key = 'x'", [])
        .unwrap();
    drop(db);
    assert!(pieces(&home, hex(&secret).as_bytes()) > 0);
    let owner = town.reopen("owner");
    assert_eq!(pieces(&home, hex(&secret).as_bytes()), 0);
    let sealed = owner.buyer().listing(&parsed(&listing.id)).unwrap();
    assert!(!sealed.erasure_pending);
    assert!(sealed.sealed_at.is_some());
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[test]
fn own_numbers_are_sealed_once_and_for_all_versions() {
    let town = Town::new();
    let owner = owner_of_numbers(&town);
    let listing = list(&owner, &vector(&town));
    assert!(listing.sealed_at.is_none());
    let sealed = owner
        .seller()
        .seal_own_numbers(&parsed(&listing.id))
        .unwrap();
    assert!(sealed.sealed_at.is_some() && !sealed.erasure_pending);
    let again = owner
        .seller()
        .seal_own_numbers(&parsed(&listing.id))
        .unwrap_err();
    assert_eq!(again.code(), ErrorCode::SealedAlready);
    assert!(again.message().contains("since 2026-11-"));

    let dearer = owner
        .seller()
        .reprice(&parsed(&listing.id), &parsed("4:160"))
        .unwrap();
    assert!(dearer.sealed);
    let code = |id: &str| {
        owner
            .seller()
            .seal_own_numbers(&parsed(id))
            .unwrap_err()
            .code()
    };
    assert_eq!(code(&dearer.id.to_string()), ErrorCode::SealedAlready);
    let ann = town.home("ann");
    buy(&owner, &ann, &dearer, "4");
    assert!(!ann.buyer().listing(&parsed(&dearer.id)).unwrap().sealed);
    assert!(
        owner
            .seller()
            .withdraw(&parsed(&dearer.id), "")
            .unwrap()
            .sealed
    );
    assert_eq!(code("abcdefgh"), ErrorCode::NoSuchId);
    drop(owner);
    let reopened = town.reopen("owner");
    assert!(
        reopened
            .seller()
            .my_listings()
            .unwrap()
            .iter()
            .all(|l| l.sealed)
    );
}

#[test]
fn a_listing_of_a_dataset_is_sealed_with_it_alone() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &histogram());
    let error = owner
        .seller()
        .seal_own_numbers(&parsed(&listing.id))
        .unwrap_err();
    assert_eq!(error.code(), ErrorCode::OfADataset);
    assert!(!owner.buyer().listing(&parsed(&listing.id)).unwrap().sealed);
}

/// An attacker who copies the sealed home has: the tops that stay, and what was sold of what is
/// erased.
#[test]
fn the_tops_that_stay_are_shown_before_and_measured_by_the_cap() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("12"));
    let ann = town.home("ann");
    let count = list(&owner, &histogram());
    let mean = list(&owner, &mean_income());
    buy(&owner, &ann, &count, "1");
    buy(&owner, &ann, &mean, "2");
    let home = crate::fixture::tree(&town.path("owner"));
    let preview = owner.seller().preview_seal(&parsed("people")).unwrap();
    assert_eq!(preview.kept.len(), 2);
    assert_eq!(preview.erased.len(), 0);
    assert_eq!(preview.stolen_micro_epsilon, 16_000_000);
    assert_eq!(preview.cap_micro_epsilon, 12_000_000);
    let error = owner.seller().seal(&parsed("people"), false).unwrap_err();
    assert_eq!(error.code(), ErrorCode::OverCap);
    assert!(error.message().contains("ε 16"), "{error}");
    assert_eq!(crate::fixture::tree(&town.path("owner")), home);

    // What is withdrawn is erased wholly, and counts at what was sold of it.
    owner.seller().withdraw(&parsed(&mean.id), "").unwrap();
    let preview = owner.seller().preview_seal(&parsed("people")).unwrap();
    assert_eq!(preview.erased[0].level, 2_000_000);
    assert_eq!(preview.stolen_micro_epsilon, 10_000_000);
    owner.seller().seal(&parsed("people"), false).unwrap();
    let names = secret_names(&town.path("owner"));
    assert!(names.contains(&format!("question/{}", seeds(&count))));
    assert!(!names.contains(&format!("question/{}", seeds(&mean))));

    // What was sold of the erased one is told as it was foreseen.
    let sold = owner.seller().receipts().unwrap();
    let of_mean = sold.iter().find(|receipt| receipt.listing == mean.id);
    let widths = &of_mean.unwrap().accuracy;
    let foreseen: Vec<_> = widths.iter().map(|width| width.of.to_string()).collect();
    assert_eq!(foreseen, ["sum", "count"]);

    let gone = owner.seller().create_listing(&mean_income()).unwrap_err();
    assert_eq!(gone.code(), ErrorCode::DatasetGone);
    let again = owner.seller().seal(&parsed("people"), true).unwrap_err();
    assert_eq!(again.code(), ErrorCode::DatasetGone);
    let again = owner.seller().preview_seal(&parsed("people")).unwrap_err();
    assert_eq!(again.code(), ErrorCode::DatasetGone);
    buy(&owner, &ann, &count, "8");
}

/// What another dataset of the population has listed is neither kept nor erased by this seal, and
/// counts at what was sold of it; tops that come to the cap exactly are within it.
#[test]
fn another_dataset_of_the_population_is_no_part_of_a_seal() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("16"));
    let ann = town.home("ann");
    let count = list(&owner, &histogram());
    owner
        .seller()
        .import_dataset(
            &town.table(),
            &ImportOptions {
                name: Some("others".to_owned()),
                population: Some("people".to_owned()),
                cap: None,
                ..typed(PEOPLE)
            },
        )
        .unwrap();
    let other = list(
        &owner,
        &ListingDraft {
            subject: dataset("others"),
            ..mean_income()
        },
    );
    buy(&owner, &ann, &other, "1");
    let preview = owner.seller().preview_seal(&parsed("people")).unwrap();
    let titles: Vec<_> = preview.kept.iter().map(|one| &one.title).collect();
    assert_eq!(titles, [&count.title]);
    assert!(preview.erased.is_empty());
    assert_eq!(preview.stolen_micro_epsilon, 9_000_000);

    owner.seller().withdraw(&parsed(&other.id), "").unwrap();
    list(&owner, &mean_income());
    let last = owner.seller().preview_seal(&parsed("people")).unwrap();
    assert_eq!(last.stolen_micro_epsilon, 17_000_000);
    assert!(owner.seller().seal(&parsed("people"), false).is_err());
    set_cap(&owner, "17").unwrap();
    owner.seller().seal(&parsed("people"), false).unwrap();
}

#[test]
fn more_than_the_cap_may_stay_if_that_is_accepted() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("12"));
    list(&owner, &histogram());
    list(&owner, &mean_income());
    assert!(owner.seller().seal(&parsed("people"), false).is_err());
    let sealed = owner.seller().seal(&parsed("people"), true).unwrap();
    assert_eq!(sealed.state, DatasetState::Sealed);
}

/// The names of the secrets in a home's database.
fn secret_names(home: &Path) -> Vec<String> {
    let db = rusqlite::Connection::open(home.join("poundwise.db")).unwrap();
    db.prepare("SELECT name FROM secrets")
        .unwrap()
        .query_map([], |r| r.get(0))
        .unwrap()
        .collect::<Result<_, _>>()
        .unwrap()
}

/// No file, count, digest or secret of a sealed dataset is left: its table is not even known again.
#[test]
fn a_sealed_dataset_leaves_no_table_no_count_and_no_digest() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let folder = town.path("owner").join("datasets");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    list(&owner, &histogram());
    owner.seller().seal(&parsed("people"), false).unwrap();
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
    let sealed = owner.seller().dataset(&parsed("people")).unwrap();
    assert_eq!((sealed.rows, sealed.rows_without_person), (0, 0));
    assert!(sealed.columns.iter().all(|column| column.empty == 0));
    let db = rusqlite::Connection::open(town.path("owner").join("poundwise.db")).unwrap();
    let count = |sql: &str| -> u64 { db.query_row(sql, [], |r| r.get(0)).unwrap() };
    assert_eq!(count("SELECT count(*) FROM known_tables"), 0);
    assert_eq!(
        count("SELECT count(*) FROM secrets WHERE name LIKE 'dataset/%'"),
        0
    );
    // The table is not recognised, so the owner is asked whether its people are new.
    let again = poundwise_market::view::ImportOptions {
        cap: Some("1".into()),
        population: Some("others".into()),
        new_people: false,
        ..crate::fixture::typed(crate::fixture::PEOPLE)
    };
    let import = |options: &poundwise_market::view::ImportOptions| {
        owner.seller().import_dataset(&town.table(), options)
    };
    let error = import(&again).unwrap_err();
    assert_eq!(error.code().as_str(), "new-people");
    assert!(
        error.message().contains("'people' (table sealed)"),
        "{error}"
    );
    assert_eq!(owner.seller().populations().unwrap().len(), 1);
    import(&poundwise_market::view::ImportOptions {
        new_people: true,
        ..again
    })
    .unwrap();
}

#[test]
fn other_listings_and_the_order_of_things_stay_as_they_were() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let first = list(&owner, &histogram());
    let second = list(&owner, &mean_income());
    buy(&owner, &ann, &first, "1");
    let third = owner
        .seller()
        .reprice(&parsed(&first.id), &parsed("8:160"))
        .unwrap();
    buy(&owner, &ann, &second, "1");
    let ids = |home: &Home| -> Vec<DocumentId> {
        home.seller()
            .my_listings()
            .unwrap()
            .into_iter()
            .map(|l| l.id)
            .collect()
    };
    let before = ids(&owner);
    let ledger = |name: &str| {
        let file = town.path(name);
        owner.seller().export_ledger(&file).unwrap();
        std::fs::read(file).unwrap()
    };
    let exported = ledger("before.ledger");
    owner.seller().seal(&parsed("people"), false).unwrap();
    assert_eq!(ids(&owner), before);
    assert_eq!(ledger("after.ledger"), exported);
    buy(&owner, &ann, &third, "2");
}

/// What was granted before the sealing replays what is sold after it: the noise is the same to the
/// last bit.
#[test]
fn an_opening_of_before_replays_what_is_sold_after() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, auditor) = (town.home("ann"), town.home("auditor"));
    let listing = list(&owner, &histogram());
    let recipient = auditor.view().recipient;
    let opening = town.path("it.opening");
    owner
        .seller()
        .grant(&parsed(&listing.id), &parsed(&recipient), &opening)
        .unwrap();
    owner.seller().seal(&parsed("people"), false).unwrap();
    let mut files = Vec::new();
    for level in ["0.5", "3", "8"] {
        let receipt = buy(&owner, &ann, &listing, level);
        let file = town.path(&format!("{level}.bundle"));
        ann.buyer()
            .export_bundle(&parsed(&receipt.id), &file)
            .unwrap();
        files.push(file);
    }
    let report = replay(&auditor, &opening, &files).unwrap();
    assert_eq!(report.findings(), []);

    let late = town.path("late.opening");
    let error = owner
        .seller()
        .grant(&parsed(&listing.id), &parsed(&recipient), &late)
        .unwrap_err();
    assert_eq!(error.code().as_str(), "sealed");
    assert!(!late.exists());
}
