//! Sealed listings: they sell on, number for number, and what they no longer need is gone.
#![allow(clippy::unwrap_used)]

mod fixture;

use std::path::Path;

use fixture::{Town, buy, histogram, list, mean_income, values};
use poundwise_market::{
    Home, audit_files, format,
    view::{ListingDraft, ListingView},
};

/// The encrypted secrets of a series, as the database has them.
fn ciphertext(home: &Path, listing: &ListingView) -> Vec<u8> {
    let db = rusqlite::Connection::open(home.join("poundwise.db")).unwrap();
    let whole: Vec<u8> = db
        .query_row(
            "SELECT ciphertext FROM secrets WHERE name = ?1",
            [format!("listing/{}", listing.series)],
            |r| r.get(0),
        )
        .unwrap();
    // Every age file to one recipient begins with the same words.
    whole[200..].to_vec()
}

/// How many pieces of `secret` lie anywhere in the files of a folder.
fn pieces(folder: &Path, secret: &[u8]) -> usize {
    let files = fixture::tree(folder);
    let found = |piece: &&[u8]| {
        files
            .iter()
            .any(|(_, bytes)| bytes.windows(piece.len()).any(|window| window == *piece))
    };
    secret.chunks_exact(24).filter(found).count()
}

/// Three hundred numbers of the owner's own: secrets that fill more than one page of the database.
fn vector(town: &Town) -> ListingDraft {
    let file = town.path("numbers.txt");
    let lines: Vec<String> = (0..300).map(|i| (i * 3).to_string()).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    ListingDraft {
        dataset: "-".into(),
        kind: "vector".into(),
        file: Some(file.display().to_string()),
        bounds: Some("0..1000".into()),
        step: Some("1".into()),
        protect: Some("10".into()),
        unit: Some("kg".into()),
        price: "4:40".into(),
        top: Some("6".into()),
        ..ListingDraft::default()
    }
}

#[test]
fn every_level_has_the_same_numbers_before_and_after() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let levels = ["0.001", "0.25", "1", "2.5", "4"];
    let own = vector(&town);
    for (i, draft) in [histogram(), mean_income(), own].iter().enumerate() {
        let listing = list(&owner, draft);
        let rising = town.home(&format!("rising-{i}"));
        let mut before = Vec::new();
        for level in levels {
            buy(&owner, &rising, &listing, level);
            before.push(values(&rising, &listing));
        }
        let sealed = owner.seal(&listing.id).unwrap();
        assert!(sealed.sealed && !listing.sealed);
        // Each level by itself, and all of them in turn.
        let again = town.home(&format!("again-{i}"));
        for (level, before) in levels.iter().zip(&before) {
            let alone = town.home(&format!("alone-{i}-{level}"));
            buy(&owner, &alone, &listing, level);
            assert_eq!(values(&alone, &listing), *before, "ε {level} at once");
            buy(&owner, &again, &listing, level);
            assert_eq!(values(&again, &listing), *before, "ε {level} in steps");
        }
    }
    let ledger = town.path("owner.ledger");
    owner.export_ledger(&ledger).unwrap();
    let report = audit_files(&[ledger]).unwrap();
    assert_eq!(report.findings, []);
}

#[test]
fn a_buyer_who_began_before_goes_on_after() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "0.5");
    buy(&owner, &ben, &listing, "8");
    owner.seal(&listing.id).unwrap();
    // The values that changed are marked against what was sold before the sealing: collecting checks each mark.
    buy(&owner, &ann, &listing, "3");
    buy(&owner, &ann, &listing, "8");
    assert_eq!(values(&ann, &listing), values(&ben, &listing));
}

#[test]
fn the_old_secrets_are_nowhere_in_the_home() {
    let town = Town::new();
    let owner = town.home("owner");
    let listing = list(&owner, &vector(&town));
    let home = town.path("owner");
    let secret = ciphertext(&home, &listing);
    assert!(secret.len() > 2_300);
    // Pages cut a piece here and there in two.
    let there = pieces(&home, &secret);
    assert!(there > 90, "{there} pieces found before");
    owner.seal(&listing.id).unwrap();
    assert_eq!(pieces(&home, &secret), 0);
    assert_ne!(ciphertext(&home, &listing), secret);
    drop(owner);
    assert_eq!(pieces(&home, &secret), 0);
}

#[test]
fn an_erasure_cut_short_is_finished_when_the_home_is_opened() {
    let town = Town::new();
    let owner = town.home("owner");
    let listing = list(&owner, &vector(&town));
    owner.seal(&listing.id).unwrap();
    drop(owner);
    let home = town.path("owner");
    let db = rusqlite::Connection::open(home.join("poundwise.db")).unwrap();
    db.pragma_update(None, "secure_delete", false).unwrap();
    let secret: Vec<u8> = (0..2_400u32).map(|i| (i * i % 251) as u8).collect();
    db.execute("INSERT INTO settings VALUES ('x', ?1)", [hex(&secret)])
        .unwrap();
    db.execute("DELETE FROM settings WHERE key = 'x'", [])
        .unwrap();
    db.execute("INSERT INTO settings VALUES ('erasure-pending', '')", [])
        .unwrap();
    drop(db);
    assert!(pieces(&home, hex(&secret).as_bytes()) > 0);
    let owner = town.reopen("owner");
    assert_eq!(pieces(&home, hex(&secret).as_bytes()), 0);
    let sealed = owner.listing(&listing.id).unwrap();
    assert!(!sealed.erasure_pending);
    assert!(format::seal_words(&sealed).contains("gone from this home"));
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

#[test]
fn sealing_says_so_once_and_for_all_versions() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &histogram());
    assert_eq!(format::seal_words(&listing), "");
    let sealed = owner.seal(&listing.id).unwrap();
    for part in ["since 2026-11-", "table people is still here", "ε 8 (8 lb)"] {
        let words = format::seal_words(&sealed);
        assert!(words.contains(part), "{words}");
    }
    let again = owner.seal(&listing.id).unwrap_err();
    assert_eq!(again.code().as_str(), "sealed-already");
    assert!(again.message().contains("since 2026-11-"));

    let dearer = owner.reprice(&listing.id, "8:160").unwrap();
    assert!(dearer.sealed);
    assert_eq!(
        owner.seal(&dearer.id).unwrap_err().code().as_str(),
        "sealed-already"
    );
    let ann = town.home("ann");
    buy(&owner, &ann, &dearer, "8");
    assert!(!ann.listing(&dearer.id).unwrap().sealed);
    assert!(owner.withdraw(&dearer.id, "").unwrap().sealed);
    assert_eq!(
        owner.seal("abcdefgh").unwrap_err().code().as_str(),
        "no-such-id"
    );
    drop(owner);
    let reopened = town.reopen("owner");
    assert!(reopened.my_listings().unwrap().iter().all(|l| l.sealed));
}

#[test]
fn other_listings_and_the_order_of_things_stay_as_they_were() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let first = list(&owner, &histogram());
    let second = list(&owner, &mean_income());
    buy(&owner, &ann, &first, "1");
    let third = owner.reprice(&first.id, "8:160").unwrap();
    buy(&owner, &ann, &second, "1");
    let ids = |home: &Home| -> Vec<String> {
        home.my_listings()
            .unwrap()
            .into_iter()
            .map(|l| l.id)
            .collect()
    };
    let before = ids(&owner);
    let ledger = |name: &str| {
        let file = town.path(name);
        owner.export_ledger(&file).unwrap();
        std::fs::read(file).unwrap()
    };
    let exported = ledger("before.ledger");
    owner.seal(&second.id).unwrap();
    assert_eq!(ids(&owner), before);
    assert_eq!(ledger("after.ledger"), exported);
    assert!(!owner.listing(&third.id).unwrap().sealed);
    buy(&owner, &ann, &third, "2");
}

/// What was granted before the sealing replays what is sold after it: the noise is the same to the last bit.
#[test]
fn an_opening_of_before_replays_what_is_sold_after() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, auditor) = (town.home("ann"), town.home("auditor"));
    let listing = list(&owner, &histogram());
    let recipient = auditor.view().recipient;
    let opening = town.path("it.opening");
    owner.grant(&listing.id, &recipient, &opening).unwrap();
    owner.seal(&listing.id).unwrap();
    let mut files = Vec::new();
    for level in ["0.5", "3", "8"] {
        let receipt = buy(&owner, &ann, &listing, level);
        let file = town.path(&format!("{level}.bundle"));
        ann.export_bundle(&receipt.id, &file).unwrap();
        files.push(file);
    }
    let report = auditor.replay(&opening, &files).unwrap();
    assert_eq!(report.findings, []);

    let late = town.path("late.opening");
    let error = owner.grant(&listing.id, &recipient, &late).unwrap_err();
    assert_eq!(error.code().as_str(), "sealed");
    assert!(!late.exists());
}
