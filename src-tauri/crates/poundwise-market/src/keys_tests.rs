//! What a change of the recovery key does to a home in which somebody trades.
#![allow(clippy::unwrap_used)]

use poundwise_home::{keys::pending, secrets::ListingSecrets, vault::Vault};
use poundwise_sample::SampleOptions;
use std::{
    collections::HashSet,
    fs,
    path::{Path, PathBuf},
};

use tempfile::TempDir;

use crate::{
    CountSpec, Draft, Error, ErrorCode, HomeOptions, Import, ListingDraft, ListingSubject,
    Passphrase, PaymentNote, RecoveryKey,
    error::Result,
    home::{DATASETS, Home, Inside},
    roles::Roles,
    view::ImportOptions,
    work::Work,
};
use poundwise_query::{Rows, Schema};
use poundwise_seller::DatasetTable;
use poundwise_trade::{job::Job, make_views::own_listing};

/// Returns a clinic with a table, three listings and a holding, of which it has made a copy.
fn clinic() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let sample = poundwise_sample::build(
        &dir.path().join("sample"),
        SampleOptions::default(),
        &mut |_| {},
    )
    .unwrap();
    let home = open(&sample.owner_dir, &phrase()).unwrap();
    let held = home.buyer().holdings().unwrap().remove(0);
    home.buyer()
        .tighten(
            &held.listing.id.into(),
            "0.1".parse().unwrap(),
            &dir.path().join("a.copy"),
        )
        .unwrap();
    drop(home);
    (dir, sample.owner_dir)
}

fn phrase() -> Passphrase {
    Passphrase::from(poundwise_sample::PASSPHRASE.to_owned())
}

fn typed(key: &RecoveryKey) -> Passphrase {
    Passphrase::from(key.reveal().to_owned())
}

fn open(dir: &Path, passphrase: &Passphrase) -> Result<Home> {
    let options = HomeOptions {
        work_factor: Some(2),
        state: dir.parent().map(|sample| sample.join("state")),
        ..HomeOptions::default()
    };
    Home::open(dir, passphrase, &options)
}

/// Everything of the home that is encrypted can be read.
fn reads(home: &Home) {
    for dataset in home.seller().datasets().unwrap() {
        let dataset = home.seller().require_dataset(&dataset.name).unwrap();
        let table = DatasetTable::open(
            &home.inside().dir.join(DATASETS),
            &dataset,
            &home.inside().vault,
        );
        assert!(table.unwrap().rows.count() > 0);
    }
    assert_eq!(home.buyer().holdings().unwrap().len(), 1);
    let listings = home.seller().my_listings().unwrap();
    assert_eq!(listings.len(), 3);
    for listing in listings {
        let own = own_listing(&home.inside().read(), &listing.id.into()).unwrap();
        ListingSecrets::load(
            &home.inside().read(),
            &home.inside().vault,
            own.listing.payload(),
        )
        .unwrap();
    }
    assert_eq!(home.seller().inbox().unwrap().len(), 1);
}

/// Returns how many of the home's own ciphertexts the one key does not open.
fn foreign(home: &Home, key: &RecoveryKey) -> usize {
    let vault = Vault::unlock(&[], &typed(key), "").unwrap();
    let mut foreign = 0;
    let sealed = home.inside().read().all_sealed().unwrap();
    let of: HashSet<&str> = sealed.iter().map(|(table, _)| *table).collect();
    assert_eq!(of.len(), 3, "nothing in a table to look at");
    foreign += sealed
        .iter()
        .filter(|(_, sealed)| vault.decrypt(sealed, "").is_err())
        .count();
    for table in home.inside().read().tables().unwrap() {
        let sealed = fs::read(home.inside().dir.join(DATASETS).join(table.file)).unwrap();
        foreign += usize::from(vault.decrypt(&sealed, "").is_err());
    }
    foreign
}

/// The folder as it would be found after the power failed now.
fn as_it_is(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            as_it_is(&entry.path(), &target);
        } else if !["lock", "poundwise.db-shm"].contains(&entry.file_name().to_str().unwrap()) {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// Nothing is left of what was begun.
fn is_tidy(dir: &Path, home: &Home) {
    assert!(pending(dir).unwrap().is_empty());
    let files = fs::read_dir(dir.join(DATASETS)).unwrap().count();
    assert_eq!(files, home.seller().datasets().unwrap().len());
}

#[test]
fn a_new_recovery_key_opens_all_and_the_old_one_nothing() {
    let (_dir, dir) = clinic();
    let mut home = open(&dir, &phrase()).unwrap();
    let (old, recipient) = (home.inside().vault.recovery_key(), home.view().recipient);
    let first = home.new_recovery_key(&phrase()).unwrap();
    let second = home.new_recovery_key(&phrase()).unwrap();
    assert_ne!(home.view().recipient, recipient);
    is_tidy(&dir, &home);
    assert_eq!(foreign(&home, &second), 0);
    // All of it: the reader of an old key has nothing in the home.
    let all = foreign(&home, &first);
    assert!(all >= 7 && all == foreign(&home, &old), "{all}");
    drop(home);
    for key in [&old, &first] {
        let refused = open(&dir, &typed(key)).err().unwrap();
        assert_eq!(refused.code().as_str(), "wrong-recovery-key");
    }
    drop(open(&dir, &typed(&second)).unwrap());
    let home = open(&dir, &phrase()).unwrap();
    reads(&home);
    // The order was encrypted to the first key of three; the bundle goes out under the newest
    // checkpoint.
    let order = home.seller().inbox().unwrap().remove(0).order;
    home.seller()
        .approve(&order.id.into(), PaymentNote::default())
        .unwrap();
}

#[test]
fn a_death_at_any_step_leaves_a_home_that_opens() {
    let (outer, dir) = clinic();
    let mut home = open(&dir, &phrase()).unwrap();
    let old = home.inside().vault.recovery_key();
    let mut found = Vec::new();
    let new = home
        .rotate(&phrase(), &mut || {
            let copy = outer.path().join(format!("death-{}", found.len()));
            as_it_is(&dir, &copy);
            found.push(copy);
            Ok(())
        })
        .unwrap();
    drop(home);
    assert!(found.len() >= 6, "only {} steps were seen", found.len());
    let mut turned = 0;
    for (number, copy) in found.iter().enumerate() {
        // Opened by the passphrase or by a recovery key first: either finds the steps half done.
        let by_key = outer.path().join(format!("by-key-{number}"));
        as_it_is(copy, &by_key);
        let home = open(copy, &phrase()).unwrap();
        let is_new = home.inside().vault.recovery_key().reveal() == new.reveal();
        assert!(
            is_new || turned == 0,
            "step {number} is older than the one before"
        );
        turned += usize::from(is_new);
        is_tidy(copy, &home);
        let (works, not) = if is_new { (&new, &old) } else { (&old, &new) };
        assert_eq!(foreign(&home, works), 0, "step {number}");
        reads(&home);
        drop(home);

        assert_eq!(
            open(&by_key, &typed(not)).err().unwrap().code().as_str(),
            "wrong-recovery-key",
            "step {number}"
        );
        let home = open(&by_key, &typed(works)).unwrap();
        is_tidy(&by_key, &home);
        drop(home);
        drop(open(&by_key, &phrase()).unwrap());
    }
    assert!(turned > 0 && turned < found.len(), "{turned}");
}

#[test]
fn a_failure_before_the_commit_changes_nothing() {
    let (_dir, dir) = clinic();
    let mut home = open(&dir, &phrase()).unwrap();
    let old = home.inside().vault.recovery_key();
    for fails_at in 0..3 {
        let mut steps = 0;
        let refused = home.rotate(&phrase(), &mut || {
            steps += 1;
            if steps > fails_at {
                Err(Error::failed(
                    ErrorCode::DiskFull,
                    poundwise_words::Text::verbatim("The disk is full."),
                ))
            } else {
                Ok(())
            }
        });
        assert_eq!(refused.err().unwrap().code().as_str(), "disk-full");
        assert_eq!(foreign(&home, &old), 0);
        is_tidy(&dir, &home);
    }
    drop(home);
    reads(&open(&dir, &typed(&old)).unwrap());
}

/// What is encrypted for a key that is no more would never be read again.
#[test]
fn what_was_begun_before_the_change_is_refused_after_it() {
    let (dir, home_dir) = clinic();
    let mut home = open(&home_dir, &phrase()).unwrap();
    let csv = dir.path().join("more.csv");
    fs::write(&csv, "age\n40\n41\n").unwrap();
    let import = |home: &Home| {
        let options = ImportOptions {
            schema: Some(Schema::parse_types("age:number").unwrap()),
            population: Some("patients".to_owned()),
            ..ImportOptions::default()
        };
        home.seller()
            .begin_import(&csv, &options)
            .unwrap()
            .run(&Work::silent())
            .unwrap()
    };
    let name = home.seller().datasets().unwrap().remove(0).name;
    let draft = ListingDraft {
        title: Some("A listing".into()),
        price: "1:1".into(),
        ..ListingDraft::new(
            ListingSubject::Dataset(name.parse().unwrap()),
            CountSpec::default().into(),
        )
    };
    let list = |home: &Home| {
        home.seller()
            .begin_listing(&draft)
            .unwrap()
            .run(&Work::silent())
            .unwrap()
    };
    let (imported, drawn) = (import(&home), list(&home));
    home.new_recovery_key(&phrase()).unwrap();
    let refused = Import::finish(&home, imported).err().unwrap();
    assert_eq!(refused.code().as_str(), "other-home");
    let refused = Draft::finish(&home, drawn).err().unwrap();
    assert_eq!(refused.code().as_str(), "other-home");
    is_tidy(&home_dir, &home);
    reads(&home);
    Import::finish(&home, import(&home)).unwrap();
    Draft::finish(&home, list(&home)).unwrap();
}
