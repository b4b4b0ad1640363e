//! Whoever can write a home without its passphrase: rows and files are changed, swapped, removed and put back as they were.
//!
//! What would be wrong if these failed: something sold that the owner never offered, or exact data leaving the home.
#![allow(clippy::unwrap_used)]

mod fixture;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use fixture::{Town, buy, copy_folder, forge, histogram, list, mean_income, values};
use poundwise_documents::keys::Identity;
use poundwise_market::{
    Error, Home, Result,
    view::{ListingView, RuleDraft},
};
use rusqlite::{Connection, params, types::Value};

/// Not authenticated, since nothing that this home sells or keeps rests on them: what waits to be sent, which is signed or
/// encrypted; what was seen on markets and of other owners' logs, which is signed.
const FREE: [&str; 7] = [
    "outbox",
    "published",
    "seen",
    "unproven",
    "witnessed",
    "sightings",
    "sqlite_sequence",
];

fn database(home: &Path) -> Connection {
    let db = Connection::open(home.join("poundwise.db")).unwrap();
    db.execute_batch("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
        .unwrap();
    db
}

/// Runs a statement with no trigger in its way, and puts the triggers back as they were.
fn forced(home: &Path, act: impl FnOnce(&Connection)) {
    let db = database(home);
    let triggers: Vec<(String, String)> = db
        .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'")
        .unwrap()
        .query_map([], |r| Ok((r.get(0)?, r.get(1)?)))
        .unwrap()
        .map(|trigger| trigger.unwrap())
        .collect();
    for (name, _) in &triggers {
        db.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    act(&db);
    for (_, sql) in &triggers {
        db.execute_batch(sql).unwrap();
    }
}

/// An owner with a table, two listings, a contact, a blocked key, rules, a sale by hand, one by rule, one declined, a grant,
/// a cap; it is also a buyer with a holding and a copy.
struct Victim {
    town: Town,
    ann: Home,
    listing: ListingView,
    x: Vec<i64>,
}

fn rule(owner: &Home, contact: &str) -> u64 {
    owner
        .add_rule(&RuleDraft {
            contact: Some(contact.into()),
            population: Some("people".into()),
            up_to: "2".into(),
            per_order: "50".into(),
            per_month: Some("60".into()),
            payment: "invoice".into(),
            ..RuleDraft::default()
        })
        .unwrap()
        .number
}

impl Victim {
    fn new() -> Self {
        let town = Town::new();
        let owner = town.owner_with_table(Some("20"));
        let ann = town.home("ann");
        let listing = list(&owner, &histogram());
        let income = list(&owner, &mean_income());
        owner.set_cap("people", "18", "less").unwrap();
        owner.add_contact(&ann.view().kid, "Ann", "met").unwrap();
        let used = rule(&owner, "Ann");
        ann.order(&listing.id, "1").unwrap();
        assert_eq!(owner.apply_rules().unwrap().approved.len(), 1);
        owner.pause_rule(used).unwrap();
        ann.collect().unwrap();
        buy(&owner, &ann, &listing, "2");
        let declined = ann.order(&income.id, "1").unwrap();
        owner.decline(&declined.id, "no").unwrap();
        let recipient = ann.view().recipient;
        let opening = town.path("a.opening");
        owner.grant(&income.id, &recipient, &opening).unwrap();
        // The owner buys as well.
        let other = town.home("other");
        fixture::population(&other, "farms");
        let offered = fixture::stopping::vector(&town, &other, 5);
        owner.block(&other.view().kid).unwrap();
        let order = owner.order(&offered, "1").unwrap();
        other.approve(&order.id, "cash").unwrap();
        owner.collect().unwrap();
        owner
            .tighten(&offered, "0.5", &town.path("a.copy"))
            .unwrap();
        owner.order(&offered, "2").unwrap();
        let x = {
            let table = fs::read_to_string(town.path("people.csv")).unwrap();
            (1..=4)
                .map(|level| {
                    let rows = table.lines().skip(1);
                    let of = rows.filter(|row| row.split(',').nth(1) == Some(&level.to_string()));
                    i64::try_from(of.count()).unwrap()
                })
                .collect()
        };
        drop(owner);
        Self {
            town,
            ann,
            listing,
            x,
        }
    }

    fn home(&self) -> PathBuf {
        self.town.path("owner")
    }

    /// The home as it was, with the state folder and the market as they were.
    fn keep(&self) {
        for folder in ["owner", "state", "market"] {
            let kept = self.town.path(&format!("kept-{folder}"));
            let _ = fs::remove_dir_all(&kept);
            copy_folder(&self.town.path(folder), &kept);
        }
    }

    fn restore(&self) {
        for folder in ["owner", "state", "market"] {
            let _ = fs::remove_dir_all(self.town.path(folder));
            copy_folder(
                &self.town.path(&format!("kept-{folder}")),
                &self.town.path(folder),
            );
        }
        fs::create_dir_all(self.home().join("datasets")).unwrap();
    }

    fn open(&self) -> Result<Home> {
        Home::open(&self.home(), &fixture::passphrase(), &self.town.options())
    }

    /// Does all that could sell something wrong or let exact data out. Gives the first refusal.
    fn use_all(&self) -> Result<()> {
        let owner = self.open()?;
        let listings = owner.my_listings()?;
        owner.rules(true)?;
        owner.contacts()?;
        owner.populations()?;
        owner.datasets()?;
        owner.books()?;
        owner.holdings()?;
        owner.orders()?;
        owner.answered()?;
        owner.alarms()?;
        owner.apply_rules()?;
        // A sale by hand of what there is, at the next level.
        for listing in listings
            .iter()
            .filter(|listing| listing.id == self.listing.id)
        {
            let order = self.ann.order(&listing.id, "3")?;
            let sold = owner.approve(&order.id, "cash");
            let collected = self.ann.collect()?;
            assert!(collected.rejected.is_empty(), "{:?}", collected.rejected);
            sold?;
        }
        Ok(())
    }

    /// Nothing of what ann holds is exact, and nothing was sold to her that the owner did not offer.
    fn nothing_wrong_was_sold(&self, what: &str) {
        for held in self.ann.holdings().unwrap() {
            if held.listing.id == self.listing.id {
                assert_ne!(values(&self.ann, &self.listing), self.x, "{what}: x itself");
            }
            assert!(held.micro_epsilon <= 3_000_000, "{what}");
        }
    }
}

fn is_damage(error: &Error, what: &str) {
    assert!(
        [
            "home-damaged",
            "database-damaged",
            "database",
            "secret-damaged",
            "secret-missing",
            "decrypt",
            "wrong-recovery-key",
            "not-a-home",
            "no-home",
            "key-damaged",
            "older-home",
            "newer-home",
        ]
        .contains(&error.code().as_str()),
        "{what}: {}: {error}",
        error.code().as_str()
    );
}

fn tables(db: &Connection) -> BTreeMap<String, Vec<String>> {
    let names: Vec<String> = db
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
        .unwrap()
        .query_map([], |r| r.get(0))
        .unwrap()
        .map(|name| name.unwrap())
        .collect();
    names
        .into_iter()
        .map(|name| {
            let columns = db
                .prepare(&format!("SELECT name FROM pragma_table_info('{name}')"))
                .unwrap()
                .query_map([], |r| r.get(0))
                .unwrap()
                .map(|column| column.unwrap())
                .collect();
            (name, columns)
        })
        .collect()
}

/// Another value of the same kind.
fn other(value: &Value) -> Value {
    match value {
        Value::Null => Value::Integer(1),
        Value::Integer(number) => Value::Integer(number ^ 1),
        Value::Real(number) => Value::Real(number + 1.0),
        Value::Text(text) => {
            let mut text = text.clone();
            let last = if text.ends_with('A') { 'B' } else { 'A' };
            text.pop();
            text.push(last);
            Value::Text(text)
        }
        Value::Blob(bytes) => {
            let mut bytes = bytes.clone();
            match bytes.last_mut() {
                Some(last) => *last ^= 1,
                None => bytes.push(1),
            }
            Value::Blob(bytes)
        }
    }
}

/// A change that SQL made is damage to whoever checks the home, and nobody who uses it is sold something wrong.
fn attacked(victim: &Victim, what: &str) {
    match victim.open() {
        Err(error) => is_damage(&error, what),
        Ok(home) => {
            let error = home
                .check()
                .err()
                .unwrap_or_else(|| panic!("{what}: nobody noticed"));
            is_damage(&error, what);
            assert!(!error.hints().is_empty(), "{what}");
        }
    }
}

#[test]
fn every_column_of_every_row_is_checked() {
    let victim = Victim::new();
    victim.keep();
    victim.open().unwrap().check().unwrap();
    let tables = tables(&database(&victim.home()));
    let mut changed = 0;
    for (table, columns) in tables {
        if FREE.contains(&table.as_str()) {
            continue;
        }
        let rows: Vec<i64> = if table == "log" {
            vec![0]
        } else {
            database(&victim.home())
                .prepare(&format!("SELECT rowid FROM {table}"))
                .unwrap()
                .query_map([], |r| r.get(0))
                .unwrap()
                .map(|row| row.unwrap())
                .collect()
        };
        assert!(
            !rows.is_empty() || ["alarms", "dismissals", "copies_ended"].contains(&table.as_str()),
            "nothing in {table} to attack"
        );
        // The first and the last row of each table, every column.
        let ends: Vec<i64> = rows
            .first()
            .into_iter()
            .chain(rows.last())
            .copied()
            .collect();
        for row in ends {
            let place = if table == "log" {
                "level = 0 AND idx = 0".to_owned()
            } else {
                format!("rowid = {row}")
            };
            for column in &columns {
                // What a document is of is in the document; nothing rests on it.
                if (table.as_str(), column.as_str()) == ("documents", "typ") {
                    continue;
                }
                let what = format!("{table}.{column} of row {row}");
                forced(&victim.home(), |db| {
                    let before: Value = db
                        .query_row(
                            &format!("SELECT {column} FROM {table} WHERE {place}"),
                            [],
                            |r| r.get(0),
                        )
                        .unwrap();
                    // STRICT tables refuse values of another kind.
                    changed += db
                        .execute(
                            &format!("UPDATE {table} SET {column} = ?1 WHERE {place}"),
                            [other(&before)],
                        )
                        .unwrap_or(0);
                });
                let touched = database_differs(&victim);
                if touched {
                    attacked(&victim, &what);
                }
                victim.restore();
            }
            let mut needed = true;
            forced(&victim.home(), |db| {
                if table == "documents" {
                    // Nothing names a release but its receipt's text, and nobody reads it again.
                    let typ: String = db
                        .query_row(
                            &format!("SELECT typ FROM documents WHERE {place}"),
                            [],
                            |r| r.get(0),
                        )
                        .unwrap();
                    needed = !typ.starts_with("poundwise-release");
                }
                db.execute(&format!("DELETE FROM {table} WHERE {place}"), [])
                    .unwrap();
            });
            if !needed {
                victim.restore();
                continue;
            }
            attacked(&victim, &format!("{table} without row {row}"));
            victim.restore();
        }
    }
    assert!(changed > 150, "only {changed} columns could be changed");
}

/// Whether the tables are others than those that were kept.
fn database_differs(victim: &Victim) -> bool {
    let now = fixture::stopping::state(&victim.home()).0;
    let kept = fixture::stopping::state(&victim.town.path("kept-owner")).0;
    now != kept
}

#[test]
fn using_a_damaged_home_sells_nothing_wrong() {
    let victim = Victim::new();
    victim.keep();
    let tables = tables(&database(&victim.home()));
    let mut refused = 0;
    for (table, columns) in &tables {
        if *table == "log" {
            continue;
        }
        let what = format!("{table} emptied");
        forced(&victim.home(), |db| {
            db.execute(&format!("DELETE FROM {table}"), []).unwrap();
        });
        refused += used(&victim, &what);
        for column in columns {
            // Every row's value is another row's: what was swapped is all of the right form.
            let what = format!("{table}.{column} swapped");
            forced(&victim.home(), |db| swap(db, table, column));
            if database_differs(&victim) {
                refused += used(&victim, &what);
            }
            victim.restore();
        }
    }
    assert!(refused > 60, "only {refused} were refused");
}

/// Uses a home that was attacked, and restores it. Gives 1 where it was refused.
fn used(victim: &Victim, what: &str) -> usize {
    let outcome = victim.use_all();
    victim.nothing_wrong_was_sold(what);
    victim.restore();
    usize::from(outcome.is_err())
}

/// Rotates a column's values by one row, as far as constraints let it.
fn swap(db: &Connection, table: &str, column: &str) {
    let rows: Vec<(i64, Value)> = db
        .prepare(&format!(
            "SELECT rowid, {column} FROM {table} ORDER BY rowid"
        ))
        .unwrap()
        .query_map([], |r| Ok((r.get(0)?, r.get(1)?)))
        .unwrap()
        .map(|row| row.unwrap())
        .collect();
    for (index, (row, _)) in rows.iter().enumerate() {
        let (_, value) = &rows[(index + 1) % rows.len()];
        let _ = db.execute(
            &format!("UPDATE OR REPLACE {table} SET {column} = ?2 WHERE rowid = ?1"),
            params![row, value],
        );
    }
}

#[test]
fn a_secret_in_the_place_of_another_ones_sells_nothing() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let sold = list(&owner, &histogram());
    let other = list(&owner, &mean_income());
    drop(owner);
    let name =
        |listing: &ListingView| format!("question/{}", listing.question.split_once('.').unwrap().1);
    let db = database(&town.path("owner"));
    // With its digest and MAC, too.
    db.execute(
        "UPDATE secrets SET (ciphertext, digest, mac) =
             (SELECT ciphertext, digest, mac FROM secrets WHERE name = ?2) WHERE name = ?1",
        [name(&sold), name(&other)],
    )
    .unwrap();
    let open = || Home::open(&town.path("owner"), &fixture::passphrase(), &town.options());
    let refused = open().err().unwrap();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");

    // Where all is authenticated anew, as the owner's program would if it mixed up two secrets: a secret says what it is.
    let home = town.path("owner");
    let key = forge::vault_key(&home, fixture::PASSPHRASE);
    forge::authenticate(&home, &key);
    let owner = open().unwrap();
    let order = ann.order(&sold.id, "1").unwrap();
    let refused = owner.approve(&order.id, "cash").unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
    assert!(refused.message().contains("another one"), "{refused}");
    drop(owner);
    // And its seeds and numbers are those that the listing commits to.
    let numbers = forge::secret(&db, &key, &name(&other));
    forge::put_secret(&db, &key, &name(&sold), &numbers);
    forge::authenticate(&home, &key);
    let owner = open().unwrap();
    let refused = owner.approve(&order.id, "cash").unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
    assert!(refused.message().contains("commits to"), "{refused}");
    let file = town.path("a.opening");
    let refused = owner.grant(&sold.id, &ann.view().recipient, &file);
    assert_eq!(refused.unwrap_err().code().as_str(), "home-damaged");
    let refused = owner.seal("people", true);
    assert_eq!(refused.unwrap_err().code().as_str(), "home-damaged");
    assert!(ann.collect().unwrap().releases.is_empty());
}

#[test]
fn an_inserted_rule_approves_nothing() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let before = owner.populations().unwrap();
    drop(owner);
    database(&town.path("owner"))
        .execute(
            "INSERT INTO standing_rules (number, population, to_micro, currency, order_minor, payment, state, added_at,
                 spent_minor, times_used, mac)
             VALUES (1, ?1, 8000000, 'EUR', 100000, 'x', 'active', '2026-11-21T00:00:00Z', 0, 0, zeroblob(32))",
            [&before[0].id],
        )
        .unwrap();
    ann.order(&listing.id, "8").unwrap();
    let owner = town.reopen("owner");
    let refused = owner.apply_rules().unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
    assert!(ann.collect().unwrap().releases.is_empty());
    assert_eq!(owner.books().unwrap().receipts.len(), 0);
}

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
    owner.set_cap("people", "3", "enough").unwrap();
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
        let refused = match ann.order(&listing.id, "4") {
            Ok(order) => owner.approve(&order.id, "cash").unwrap_err(),
            // Ordered already in the round before.
            Err(_) => owner.inbox().unwrap_err(),
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
    assert!(ann.collect().unwrap().releases.is_empty());
}

/// The whole home put back as it was sells nothing, also where nothing was entered in the ledger since.
#[test]
fn an_older_whole_is_an_old_copy() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    owner.add_contact(&ann.view().kid, "Ann", "").unwrap();
    let number = rule(&owner, "Ann");
    drop(owner);
    copy_folder(&town.path("owner"), &town.path("older"));
    let owner = town.reopen("owner");
    owner.pause_rule(number).unwrap();
    drop(owner);
    fs::remove_dir_all(town.path("owner")).unwrap();
    copy_folder(&town.path("older"), &town.path("owner"));
    let owner = town.reopen("owner");
    ann.order(&listing.id, "1").unwrap();
    // Whatever is written into it, it does not outgrow the mark.
    for name in ["a", "b", "c"] {
        owner
            .add_contact(&town.home(name).view().kid, name, "")
            .unwrap();
    }
    let refused = owner.apply_rules().unwrap_err();
    assert_eq!(refused.code().as_str(), "behind-mark", "{refused}");
    let caught = owner.catch_up().unwrap();
    assert_eq!(caught.rules_paused, [number]);
    assert_eq!(owner.apply_rules().unwrap().approved.len(), 0);
    let order = owner.inbox().unwrap().remove(0).order;
    owner.approve(&order.id, "cash").unwrap();
    assert_eq!(ann.collect().unwrap().releases.len(), 1);
}

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
            .create_listing(&poundwise_market::view::ListingDraft {
                column: Some("income".into()),
                bins: Vec::new(),
                edges: ["0", "50000", "100000"].map(str::to_owned).to_vec(),
                ..histogram()
            })
            .unwrap_err();
        is_damage(&refused, "a table that is computed from");
        drop(owner);
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
    let refused = Home::open(&town.path("owner"), &fixture::passphrase(), &town.options())
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
            .prepare("SELECT mac FROM receipts UNION ALL SELECT mac FROM rule_uses UNION ALL SELECT mac FROM grants")
            .unwrap()
            .query_map([], |r| r.get(0))
            .unwrap()
            .map(|mac| mac.unwrap())
            .collect()
    };
    let old = macs(&victim.home());
    owner.new_recovery_key(&fixture::passphrase()).unwrap();
    assert!(macs(&victim.home()).iter().all(|mac| !old.contains(mac)));
    // The key before is one secret more.
    assert_eq!(owner.check().unwrap().rows, before.rows + 1);
    drop(owner);
    victim.keep();
    victim.open().unwrap().check().unwrap();
    victim.use_all().unwrap();
}
