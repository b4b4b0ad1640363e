//! Rows, tables, files and whole homes that are put back as they were.

use std::fs;

use super::rows::{FREE, database_differs, places, tables, used};
use super::victim::{Victim, attacked, database, rule};
use crate::fixture::forge::forced;
use crate::fixture::{Town, buy, copy_folder, histogram, list, order_anyway, paid, parsed};
use crate::old_copy::{code, set_cap};
use poundwise_market::{Home, Roles};
use rusqlite::Connection;

/// A row put back as it was: authentic, and of another time.
#[test]
fn an_older_row_is_noticed() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    drop(owner);
    copy_folder(&town.path("owner"), &town.path("older"));
    let owner = town.reopen("owner");
    buy(&owner, &ann, &listing, "3");
    owner
        .seller()
        .set_cap(&parsed("people"), parsed("3"), "enough")
        .unwrap();
    drop(owner);
    let now = town.path("now");
    copy_folder(&town.path("owner"), &now);
    for table in ["populations", "questions"] {
        forced(&town.path("owner"), |db| {
            db.execute(
                "ATTACH ?1 AS older",
                [town.path("older/poundwise.db").display().to_string()],
            )
            .unwrap();
            db.execute_batch(&format!(
                "DELETE FROM {table}; INSERT INTO {table} SELECT * FROM older.{table}"
            ))
            .unwrap();
            db.execute_batch("DETACH older").unwrap();
        });
        let owner = town.reopen("owner");
        let refused = match order_anyway(&ann, &listing, "4") {
            Ok(order) => owner
                .seller()
                .approve(&parsed(&order.id), paid("cash"))
                .unwrap_err(),
            // Ordered already in the round before.
            Err(_) => owner.seller().inbox().unwrap_err(),
        };
        assert_eq!(
            refused.code().as_str(),
            "home-damaged",
            "{table}: {refused}"
        );
        drop(owner);
        fs::remove_dir_all(town.path("owner")).unwrap();
        copy_folder(&now, &town.path("owner"));
    }
    assert!(ann.buyer().collect().unwrap().releases.is_empty());
}

/// Each table, and each row of it, as it was before.
#[test]
fn older_tables_and_rows_are_noticed() {
    let victim = Victim::new();
    let older = victim.town.path("older");
    copy_folder(&victim.home(), &older);
    victim.go_on();
    victim.keep();
    victim.open().unwrap().check().unwrap();
    let with_older = |act: &dyn Fn(&Connection)| {
        forced(&victim.home(), |db| {
            let file = older.join("poundwise.db").display().to_string();
            db.execute("ATTACH ?1 AS older", [file]).unwrap();
            act(db);
            db.execute_batch("DETACH older").unwrap();
        });
    };
    let (mut whole, mut single) = (0, 0);
    for (table, columns) in tables(&database(&victim.home())) {
        if FREE.contains(&table.as_str()) || ["log", "documents"].contains(&table.as_str()) {
            continue;
        }
        let put_back = || {
            with_older(&|db| {
                db.execute_batch(&format!(
                    "DELETE FROM {table}; INSERT INTO {table} SELECT * FROM older.{table}"
                ))
                .unwrap();
            });
            database_differs(&victim)
        };
        if put_back() {
            whole += 1;
            attacked(&victim, &format!("{table} of before"));
            victim.restore();
            put_back();
            used(&victim, &format!("{table} of before"));
        }
        for place in places(&database(&older), &table) {
            with_older(&|db| {
                // One whose key is taken by now is not put back.
                let _ = db.execute(
                    &format!(
                        "UPDATE {table} SET ({0}) = (SELECT {0} FROM older.{table} WHERE {place})
                             WHERE {place}",
                        columns.join(", ")
                    ),
                    [],
                );
            });
            if database_differs(&victim) {
                single += 1;
                attacked(&victim, &format!("{table}: {place} of before"));
            }
            victim.restore();
        }
    }
    assert!(
        whole > 13 && single > 4,
        "only {whole} tables and {single} rows"
    );
}

/// The whole home put back as it was sells nothing, also where nothing was entered in the ledger
/// since.
#[test]
fn an_older_whole_is_an_old_copy() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    owner
        .seller()
        .add_contact(parsed(&ann.view().kid), &parsed("Ann"), &parsed(""))
        .unwrap();
    let number = rule(&owner, "Ann");
    drop(owner);
    copy_folder(&town.path("owner"), &town.path("older"));
    let owner = town.reopen("owner");
    owner.seller().pause_rule(number).unwrap();
    drop(owner);
    fs::remove_dir_all(town.path("owner")).unwrap();
    copy_folder(&town.path("older"), &town.path("owner"));
    let owner = town.reopen("owner");
    ann.buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    // Whatever is written into it, it does not outgrow the mark.
    for name in ["a", "b", "c"] {
        owner
            .seller()
            .add_contact(
                parsed(&town.home(name).view().kid),
                &parsed(name),
                &parsed(""),
            )
            .unwrap();
    }
    let refused = owner.seller().apply_rules().unwrap_err();
    assert_eq!(refused.code().as_str(), "behind-mark", "{refused}");
    let caught = owner.seller().catch_up().unwrap();
    assert_eq!(caught.rules_paused, [number]);
    assert_eq!(owner.seller().apply_rules().unwrap().approved.len(), 0);
    let order = owner.seller().inbox().unwrap().remove(0).order;
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
}

/// Two copies on one machine, both open: the mark is of the one that wrote.
#[test]
fn a_home_that_another_copy_overtook_while_it_was_open_stays_behind() {
    let town = Town::new();
    drop(town.owner_with_table(Some("8")));
    copy_folder(&town.path("owner"), &town.path("twin"));
    let (owner, twin) = (town.reopen("owner"), town.reopen("twin"));
    let write = |home: &Home, name: &str| {
        let kid = town.home(name).view().kid;
        let contact = home
            .seller()
            .add_contact(parsed(&kid), &parsed(name), &parsed(""));
        contact.unwrap();
    };
    write(&twin, "a");
    assert_eq!(code(set_cap(&owner, "9")), "behind-mark");
    for name in ["b", "c", "d"] {
        write(&owner, name);
    }
    assert_eq!(code(set_cap(&owner, "9")), "behind-mark");
    set_cap(&twin, "9").unwrap();
}

/// What SQLite has beside the database: left out, cut, changed, or of before.
#[test]
fn a_home_without_its_newest_transactions_is_an_old_copy() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("6"))
        .unwrap();
    owner.seller().inbox().unwrap();
    drop(owner);
    let owner = town.reopen("owner");
    owner
        .seller()
        .set_cap(&parsed("people"), parsed("7"), "less")
        .unwrap();
    copy_folder(&town.path("owner"), &town.path("before"));
    owner
        .seller()
        .set_cap(&parsed("people"), parsed("5"), "less still")
        .unwrap();
    copy_folder(&town.path("owner"), &town.path("now"));
    drop(owner);
    let [wal, before] = ["now", "before"]
        .map(|folder| fs::read(town.path(folder).join("poundwise.db-wal")).unwrap());
    assert!(before.len() < wal.len());
    // The first frame of what was written since.
    let mut changed = wal.clone();
    changed[before.len() + 40] ^= 1;
    let mut first = wal.clone();
    first[40] ^= 1;
    for (what, bytes) in [
        ("none", None),
        ("empty", Some(Vec::new())),
        ("cut", Some(wal[..before.len() + 1].to_vec())),
        ("of before", Some(before)),
        ("changed in its middle", Some(changed)),
        ("changed at its beginning", Some(first)),
    ] {
        let home = town.path("owner");
        fs::remove_dir_all(&home).unwrap();
        copy_folder(&town.path("now"), &home);
        let file = home.join("poundwise.db-wal");
        match bytes {
            Some(bytes) => fs::write(&file, bytes).unwrap(),
            None => fs::remove_file(&file).unwrap(),
        }
        let owner = town.reopen("owner");
        let refused = owner
            .seller()
            .approve(&parsed(&order.id), paid("cash"))
            .unwrap_err();
        assert_eq!(refused.code().as_str(), "behind-mark", "{what}: {refused}");
    }
    // All of it, with junk for the index that SQLite makes of it: the home as it is.
    let home = town.path("owner");
    fs::remove_dir_all(&home).unwrap();
    copy_folder(&town.path("now"), &home);
    fs::write(home.join("poundwise.db-shm"), [0xa5; 32768]).unwrap();
    let owner = town.reopen("owner");
    let refused = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "over-cap", "{refused}");
    owner.check().unwrap();
}

/// A key file of before another recovery key, which the passphrase opens as well.
#[test]
fn an_older_key_file_does_not_open_the_home() {
    let town = Town::new();
    let mut owner = town.owner_with_table(None);
    let older = fs::read(town.path("owner/key.age")).unwrap();
    owner
        .new_recovery_key(&crate::fixture::passphrase())
        .unwrap();
    drop(owner);
    fs::write(town.path("owner/key.age"), older).unwrap();
    let refused = Home::open(
        &town.path("owner"),
        &crate::fixture::passphrase(),
        &town.options(),
    )
    .err()
    .unwrap();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
    assert!(refused.message().contains("key.age"), "{refused}");
}
