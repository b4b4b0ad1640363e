//! Whoever can write a home without its passphrase: rows and files are changed, swapped, removed
//! and put back as they were.
//!
//! What would be wrong if these failed: something sold that the owner never offered, or exact data
//! leaving the home.

mod indexes;
mod older;
mod rows;
mod victim;

use crate::fixture::drafts::{edges, histogram_of};
use std::fs;
use std::path::Path;

use crate::fixture::forge::forced;
use crate::fixture::{
    PEOPLE, Town, buy, copy_folder, forge, histogram, list, mean_income, paid, parsed, typed,
};
use poundwise_documents::keys::Identity;
use poundwise_market::view::ListingView;
use poundwise_market::{Home, Roles};
use victim::{Victim, database, is_damage};

#[test]
fn every_file_of_a_home_is_checked() {
    let victim = Victim::new();
    victim.keep();
    let home = victim.home();
    let table = fs::read_dir(home.join("datasets"))
        .unwrap()
        .next()
        .unwrap()
        .unwrap()
        .path();
    let key = home.join("key.age");
    let sealed = fs::read(&table).unwrap();
    let mut flipped = sealed.clone();
    *flipped.last_mut().unwrap() ^= 1;
    let longer = [&sealed[..], b"x"].concat();
    // An authentic file of the same home, in another one's place.
    let swapped = fs::read(&key).unwrap();
    for bytes in [
        Some(flipped),
        Some(longer),
        Some(Vec::new()),
        Some(swapped),
        None,
    ] {
        match &bytes {
            Some(bytes) => fs::write(&table, bytes).unwrap(),
            None => fs::remove_file(&table).unwrap(),
        }
        let owner = victim.open().unwrap();
        is_damage(&owner.check().unwrap_err(), "a table");
        let refused = owner
            .seller()
            .create_listing(&histogram_of(histogram(), |histogram| {
                histogram.column = "income".into();
                histogram.bins = edges(&["0", "50000", "100000"]);
            }))
            .unwrap_err();
        is_damage(&refused, "a table that is computed from");
        drop(owner);
        victim.restore();
    }
    // A file that cannot be opened is a fault of the machine: nothing says that it was changed.
    #[cfg(unix)]
    {
        let owner = victim.open().unwrap();
        fs::remove_file(&table).unwrap();
        std::os::unix::fs::symlink(&table, &table).unwrap();
        assert_eq!(owner.check().unwrap_err().code().as_str(), "io");
        drop(owner);
        fs::remove_file(&table).unwrap();
        victim.restore();
    }
    for file in ["key.age", "poundwise.db"] {
        fs::remove_file(home.join(file)).unwrap();
        assert!(victim.open().is_err(), "{file} is missing");
        victim.restore();
        let mut bytes = fs::read(home.join(file)).unwrap();
        let middle = bytes.len() / 2;
        bytes.truncate(middle);
        fs::write(home.join(file), bytes).unwrap();
        let _ = fs::remove_file(home.join("poundwise.db-wal"));
        match victim.open() {
            Err(_) => {}
            Ok(owner) => assert!(owner.check().is_err(), "{file} is cut off"),
        }
        victim.restore();
    }
}

/// The home's own key decrypts it; a buyer would get the numbers of other people.
#[test]
fn a_table_of_the_home_in_the_place_of_another_one_is_not_computed_from() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let tables = || -> Vec<_> {
        let tables = fs::read_dir(town.path("owner/datasets")).unwrap();
        tables.map(|entry| entry.unwrap().path()).collect()
    };
    let people = tables().remove(0);
    let others = town.path("others.csv");
    fs::write(&others, "sex,education,income\nf,1,10000\nm,2,20000\n").unwrap();
    let options = typed(PEOPLE);
    owner.seller().import_dataset(&others, &options).unwrap();
    let others = tables().into_iter().find(|table| *table != people);
    fs::copy(others.unwrap(), &people).unwrap();
    let refused = owner.seller().create_listing(&histogram()).unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged");
}

/// A home whose identity was replaced, encrypted to its own recipient, is not taken for it.
#[test]
fn another_identity_is_not_taken_for_the_homes() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let recipient: age::x25519::Recipient = owner.view().recipient.parse().unwrap();
    drop(owner);
    let mut plain = b"identity\n".to_vec();
    plain.extend_from_slice(Identity::from_bytes(&[7; 32]).to_bytes().as_slice());
    let sealed = age::encrypt(&recipient, &plain).unwrap();
    database(&town.path("owner"))
        .execute(
            "UPDATE secrets SET ciphertext = ?1 WHERE name = 'identity'",
            [sealed],
        )
        .unwrap();
    let refused = Home::open(
        &town.path("owner"),
        &crate::fixture::passphrase(),
        &town.options(),
    )
    .err()
    .unwrap();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
}

#[test]
fn a_new_recovery_key_authenticates_everything_anew() {
    let victim = Victim::new();
    let mut owner = victim.open().unwrap();
    let before = owner.check().unwrap();
    let macs = |home: &Path| -> Vec<Vec<u8>> {
        database(home)
            .prepare(
                "SELECT mac FROM receipts UNION ALL SELECT mac FROM rule_uses UNION ALL \
                 SELECT mac FROM grants",
            )
            .unwrap()
            .query_map([], |r| r.get(0))
            .unwrap()
            .map(|mac| mac.unwrap())
            .collect()
    };
    let old = macs(&victim.home());
    owner
        .new_recovery_key(&crate::fixture::passphrase())
        .unwrap();
    assert!(macs(&victim.home()).iter().all(|mac| !old.contains(mac)));
    // The key before is one secret more.
    assert_eq!(owner.check().unwrap().rows, before.rows + 1);
    drop(owner);
    victim.keep();
    victim.open().unwrap().check().unwrap();
    victim.use_all().unwrap();
}

/// Written by another program while the home is open.
#[test]
fn what_is_changed_under_an_open_home_is_noticed() {
    let victim = Victim::new();
    let order = victim
        .ann
        .buyer()
        .order(&parsed(&victim.listing.id), parsed("3"))
        .unwrap();
    victim.keep();
    for (sql, forced_in) in [
        (
            "CREATE TRIGGER more BEFORE INSERT ON receipts BEGIN SELECT RAISE(IGNORE); END",
            false,
        ),
        ("DROP TRIGGER receipts_keep_delete", false),
        (
            "DELETE FROM checkpoints WHERE size = (SELECT max(size) FROM checkpoints)",
            true,
        ),
        (
            "DELETE FROM receipts WHERE sequence = (SELECT max(sequence) FROM receipts)",
            true,
        ),
        (
            "DELETE FROM entries WHERE sequence = (SELECT max(sequence) FROM entries)",
            true,
        ),
        ("DELETE FROM questions WHERE sold_micro = 0", true),
    ] {
        let owner = victim.open().unwrap();
        owner.seller().inbox().unwrap();
        owner.seller().my_listings().unwrap();
        owner.seller().populations().unwrap();
        if forced_in {
            forced(&victim.home(), |db| {
                db.execute_batch(sql).unwrap();
            });
        } else {
            database(&victim.home()).execute_batch(sql).unwrap();
        }
        let sold = owner.seller().approve(&parsed(&order.id), paid("cash"));
        let refused = sold.unwrap_err();
        is_damage(&refused, sql);
        assert_eq!(refused.code().as_str(), "home-damaged", "{sql}: {refused}");
        if !sql.contains("questions") {
            // Whether it may sell, and what it would store beside its sales.
            is_damage(&owner.log_standing().unwrap_err(), sql);
            is_damage(&owner.note_recovery_key(false).unwrap_err(), sql);
        }
        is_damage(&owner.check().unwrap_err(), sql);
        drop(owner);
        victim.restore();
    }
    // What is written into a file is of the home as it is, not as it was looked at last.
    let owner = victim.open().unwrap();
    owner.seller().my_listings().unwrap();
    forced(&victim.home(), |db| {
        db.execute(
            "DELETE FROM listings WHERE id <> ?1",
            [victim.listing.id.to_string()],
        )
        .unwrap();
    });
    let refused = owner
        .seller()
        .export_ledger(&victim.town.path("a.ledger"))
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
}

/// Of sealed numbers no commitment is left; what can be compared is.
#[test]
fn sealed_numbers_in_the_place_of_others_sell_nothing() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let sold = list(&owner, &histogram());
    let other = list(&owner, &mean_income());
    let order = ann.buyer().order(&parsed(&sold.id), parsed("1")).unwrap();
    owner.seller().seal(&parsed("people"), true).unwrap();
    drop(owner);
    let home = town.path("owner");
    let key = forge::vault_key(&home, crate::fixture::PASSPHRASE);
    let db = database(&home);
    let name =
        |listing: &ListingView| format!("question/{}", listing.question.split_once('.').unwrap().1);
    let right = forge::secret(&db, &key, &name(&sold));
    let mut top = right.clone();
    top[1] ^= 1;
    for wrong in [forge::secret(&db, &key, &name(&other)), top] {
        forge::put_secret(&db, &key, &name(&sold), &wrong);
        forge::authenticate(&home, &key);
        let owner = town.reopen("owner");
        let refused = owner
            .seller()
            .approve(&parsed(&order.id), paid("cash"))
            .unwrap_err();
        assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
        assert!(
            refused.message().contains("do not match the commitment"),
            "{refused}"
        );
        assert!(owner.check().is_err());
    }
    forge::put_secret(&db, &key, &name(&sold), &right);
    forge::authenticate(&home, &key);
    town.reopen("owner")
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
}

/// Nothing else reads them before they are needed, which may be too late for a backup.
#[test]
fn a_check_opens_every_secret() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    list(&owner, &histogram());
    drop(owner);
    let home = town.path("owner");
    let (key, db) = (
        forge::vault_key(&home, crate::fixture::PASSPHRASE),
        database(&home),
    );
    let names: Vec<String> = db
        .prepare("SELECT name FROM secrets WHERE name <> 'identity'")
        .unwrap()
        .query_map([], |r| r.get(0))
        .unwrap()
        .map(|name| name.unwrap())
        .collect();
    assert_eq!(names.len(), 3, "{names:?}");
    for name in names {
        let right = forge::secret(&db, &key, &name);
        forge::put_secret(&db, &key, &name, b"?");
        forge::authenticate(&home, &key);
        let refused = town.reopen("owner").check().unwrap_err();
        assert_eq!(
            refused.code().as_str(),
            "secret-damaged",
            "{name}: {refused}"
        );
        forge::put_secret(&db, &key, &name, &right);
    }
    forge::authenticate(&home, &key);
    town.reopen("owner").check().unwrap();
}

/// Another root than the mark's is no second history where it is not the one that was signed.
#[test]
fn a_changed_tree_closes_no_home() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "0.5");
    buy(&owner, &ann, &listing, "1");
    copy_folder(&town.path("state"), &town.path("older"));
    buy(&owner, &ann, &listing, "2");
    drop(owner);
    // A mark that could not be written after the second sale.
    copy_folder(&town.path("older"), &town.path("state"));
    let home = town.path("owner");
    let leaf = |hash: &[u8]| {
        forced(&home, |db| {
            db.execute(
                "UPDATE log SET hash = ?1 WHERE level = 0 AND idx = 2",
                [hash],
            )
            .unwrap();
        });
    };
    let right: Vec<u8> = database(&home)
        .query_row(
            "SELECT hash FROM log WHERE level = 0 AND idx = 2",
            [],
            |r| r.get(0),
        )
        .unwrap();
    leaf(&[7; 32]);
    let owner = town.reopen("owner");
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("3"))
        .unwrap();
    let refused = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
    // Nor is it a state of its ledger.
    let refused = owner.log_standing().unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
    drop(owner);
    leaf(&right);
    town.reopen("owner")
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
}
