//! Whoever can write a home without its passphrase: rows and files are changed, swapped, removed
//! and put back as they were.
//!
//! What would be wrong if these failed: something sold that the owner never offered, or exact data
//! leaving the home.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::camt::{Entry, IBAN};
use crate::fixture::{
    Town, buy, copy_folder,
    forge::{self, forced},
    histogram, list, mean_income, paid, parsed, values,
};
use poundwise_documents::{keys::Identity, units::PaymentReference};
use poundwise_market::{
    Error, Home, Job, PaidLater, Result, Roles, RuleNumber, Work,
    view::{Condition, ListingDraft, ListingView, QueryOperator, RuleDraft, Trusted},
};
use rusqlite::{Connection, params, types::Value};

/// Not authenticated, since nothing that this home sells or keeps rests on them: what waits to be
/// sent, which is signed or encrypted; what was seen on markets and of other owners' logs, which is
/// signed.
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

/// An owner with a table, two listings, a contact, a blocked key, rules, a sale by hand, one by
/// rule, one declined, a grant, a cap; it is also a buyer with a holding and a copy.
struct Victim {
    town: Town,
    ann: Home,
    listing: ListingView,
    x: Vec<i64>,
}

fn rule(owner: &Home, contact: &str) -> RuleNumber {
    owner
        .seller()
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
        let listing = list(
            &owner,
            &ListingDraft {
                pay_to: Some(format!("payto://iban/{IBAN}")),
                ..histogram()
            },
        );
        let income = list(&owner, &mean_income());
        owner
            .seller()
            .set_cap(&parsed("people"), parsed("18"), "less")
            .unwrap();
        owner
            .seller()
            .add_contact(parsed(&ann.view().kid), &parsed("Ann"), &parsed("met"))
            .unwrap();
        let used = rule(&owner, "Ann");
        ann.buyer()
            .order(&parsed(&listing.id), parsed("1"))
            .unwrap();
        assert_eq!(owner.seller().apply_rules().unwrap().approved.len(), 1);
        owner.seller().pause_rule(used).unwrap();
        ann.buyer().collect().unwrap();
        let on_credit = owner.seller().on_credit(true).unwrap();
        let part = PaidLater {
            amount: Some("1".into()),
            ..PaidLater::default()
        };
        owner
            .seller()
            .record_payment(&parsed(&on_credit[0].id), &part)
            .unwrap();
        // The rest of it comes by the bank, and something that is too much.
        let reference = PaymentReference::of(&parsed(&on_credit[0].order)).to_string();
        let entry = |amount: &str| Entry {
            amount: amount.to_owned(),
            ..crate::camt::paid(&reference)
        };
        let file = town.path("statement.xml");
        fs::write(&file, crate::camt::camt(&[entry("9.00"), entry("1.00")])).unwrap();
        owner.seller().import_statement(&file, None).unwrap();
        let paid_by_bank = owner.seller().begin_bookings(&[parsed("1")]).unwrap();
        let told = paid_by_bank.complete(&owner, &Work::silent()).unwrap();
        assert_eq!(told.receipts.len(), 1);
        // What another bank's file tells of is no payment of it.
        let bank = parsed("Savings");
        let columns = crate::fixture::shop::columns();
        owner.seller().set_bank(&bank, &columns).unwrap();
        let file = town.path("savings.csv");
        let row = format!("Tag;Zweck;Betrag\n19.11.2026;{reference};3,00\n");
        fs::write(&file, row).unwrap();
        let told = owner.seller().import_statement(&file, Some(&bank)).unwrap();
        let booking = told.bookings.iter().find(|one| one.amount.minor == 300);
        owner
            .seller()
            .set_booking_aside(booking.unwrap().number)
            .unwrap();
        crate::invoices::issue_one(&owner, &on_credit[0].id);
        crate::batch::keep_one(&owner);
        buy(&owner, &ann, &listing, "2");
        let declined = ann.buyer().order(&parsed(&income.id), parsed("1")).unwrap();
        owner.seller().decline(&parsed(&declined.id), "no").unwrap();
        let recipient = ann.view().recipient;
        let opening = town.path("a.opening");
        owner
            .seller()
            .grant(&parsed(&income.id), &parsed(&recipient), &opening)
            .unwrap();
        // The owner buys as well.
        let other = town.home("other");
        crate::fixture::population(&other, "farms");
        let offered = crate::fixture::stopping::vector(&town, &other, 5);
        owner.seller().block(parsed(&other.view().kid)).unwrap();
        let order = owner.buyer().order(&parsed(&offered), parsed("1")).unwrap();
        other
            .seller()
            .approve(&parsed(&order.id), paid("cash"))
            .unwrap();
        owner.buyer().collect().unwrap();
        owner
            .buyer()
            .tighten(&parsed(&offered), parsed("0.5"), &town.path("a.copy"))
            .unwrap();
        // Two that contradict themselves: one is decided, one is not.
        drop(other);
        let mut twin_of_other = crate::fixture::twin_of(&town, "other");
        for length in [6, 7] {
            let other = town.reopen("other");
            let offered = crate::fixture::stopping::vector(&town, &other, length);
            let order = owner.buyer().order(&parsed(&offered), parsed("1")).unwrap();
            other.seller().inbox().unwrap();
            drop(other);
            drop(twin_of_other);
            fs::remove_dir_all(town.path("twin")).unwrap();
            twin_of_other = crate::fixture::twin_of(&town, "other");
            twin_of_other
                .seller()
                .decline(&parsed(&order.id), "sold out")
                .unwrap();
            town.reopen("other")
                .seller()
                .approve(&parsed(&order.id), paid("cash"))
                .unwrap();
        }
        assert_eq!(owner.buyer().collect().unwrap().alarms.len(), 2);
        owner
            .buyer()
            .dismiss_alarm(parsed("1"), Trusted::Refusal, "asked")
            .unwrap();
        owner.buyer().order(&parsed(&offered), parsed("2")).unwrap();
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
        let victim = Self {
            town,
            ann,
            listing,
            x,
        };
        victim.copies_have_ended();
        victim
    }

    /// As if the home had caught up once.
    fn copies_have_ended(&self) {
        database(&self.home())
            .execute(
                "INSERT INTO copies_ended (question, mac)
                     SELECT question, zeroblob(32) FROM holdings LIMIT 1",
                [],
            )
            .unwrap();
        let key = forge::vault_key(&self.home(), crate::fixture::PASSPHRASE);
        forge::authenticate(&self.home(), &key);
    }

    /// Goes on: every table that can change does.
    fn go_on(&self) {
        let owner = self.open().unwrap();
        let income = owner.seller().my_listings().unwrap();
        let income = income.iter().find(|l| l.id != self.listing.id).unwrap();
        owner
            .seller()
            .set_cap(&parsed("people"), parsed("17"), "less still")
            .unwrap();
        let eve = self.town.home("eve");
        owner
            .seller()
            .add_contact(parsed(&eve.view().kid), &parsed("Eve"), &parsed(""))
            .unwrap();
        let paused = rule(&owner, "Ann");
        buy(&owner, &self.ann, &self.listing, "2.4");
        owner.seller().pause_rule(paused).unwrap();
        owner
            .seller()
            .grant(
                &parsed(&income.id),
                &parsed(&eve.view().recipient),
                &self.town.path("eve.opening"),
            )
            .unwrap();
        owner
            .seller()
            .withdraw(&parsed(&income.id), "enough")
            .unwrap();
        let declined = eve
            .buyer()
            .order(&parsed(&self.listing.id), parsed("1"))
            .unwrap();
        owner.seller().decline(&parsed(&declined.id), "no").unwrap();
        let table = self.town.path("others.csv");
        fs::write(&table, "level\n1\n2\n").unwrap();
        owner
            .seller()
            .import_dataset(&table, &crate::fixture::typed("level:number"))
            .unwrap();
        owner
            .seller()
            .create_listing(&ListingDraft {
                filters: vec![Condition::new("income", QueryOperator::Above, "20000")],
                ..histogram()
            })
            .unwrap();
        let other = self.town.reopen("other");
        for order in other.seller().inbox().unwrap() {
            other
                .seller()
                .approve(&parsed(&order.order.id), paid("cash"))
                .unwrap();
        }
        owner.buyer().collect().unwrap();
        owner
            .buyer()
            .dismiss_alarm(parsed("2"), Trusted::Refusal, "asked")
            .unwrap();
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
        Home::open(
            &self.home(),
            &crate::fixture::passphrase(),
            &self.town.options(),
        )
    }

    /// Does all that could sell something wrong or let exact data out. Gives the first refusal.
    fn use_all(&self) -> Result<()> {
        let owner = self.open()?;
        let listings = owner.seller().my_listings()?;
        owner.seller().rules(true)?;
        owner.seller().contacts()?;
        owner.seller().populations()?;
        owner.seller().datasets()?;
        owner.seller().books()?;
        owner.buyer().holdings()?;
        owner.buyer().orders()?;
        owner.seller().answered()?;
        owner.buyer().alarms()?;
        owner.seller().apply_rules()?;
        // A sale by hand of what there is, at the next level.
        for listing in listings
            .iter()
            .filter(|listing| listing.id == self.listing.id)
        {
            let order = self.ann.buyer().order(&parsed(&listing.id), parsed("3"))?;
            let sold = owner.seller().approve(&parsed(&order.id), paid("cash"));
            let collected = self.ann.buyer().collect()?;
            assert!(collected.rejected.is_empty(), "{:?}", collected.rejected);
            sold?;
        }
        Ok(())
    }

    /// Nothing of what ann holds is exact, and nothing was sold to her that the owner did not
    /// offer.
    fn nothing_wrong_was_sold(&self, what: &str) {
        for held in self.ann.buyer().holdings().unwrap() {
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

/// A change that SQL made is damage to whoever checks the home, and nobody who uses it is sold
/// something wrong.
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

/// What names each row of a table.
fn places(db: &Connection, table: &str) -> Vec<String> {
    // It has no rowid.
    let sql = match table {
        "log" => "SELECT format('level = %d AND idx = %d', level, idx) FROM log ORDER BY 1".into(),
        _ => format!("SELECT format('rowid = %d', rowid) FROM {table} ORDER BY rowid"),
    };
    db.prepare(&sql)
        .unwrap()
        .query_map([], |r| r.get(0))
        .unwrap()
        .map(|place| place.unwrap())
        .collect()
}

/// Whether nobody reads a row of the documents again: a release is named by its receipt's text
/// alone.
fn is_unread(victim: &Victim, table: &str, place: &str) -> bool {
    table == "documents"
        && database(&victim.home())
            .query_row(
                &format!("SELECT typ LIKE 'poundwise-release%' FROM documents WHERE {place}"),
                [],
                |r| r.get(0),
            )
            .unwrap()
}

/// Each column of the first and the last row, one column of each row between them, and each row
/// taken out.
#[test]
fn every_column_of_every_row_is_checked() {
    let victim = Victim::new();
    victim.keep();
    victim.open().unwrap().check().unwrap();
    let tables = tables(&database(&victim.home()));
    let (mut changed, mut removed) = (0, 0);
    for (table, columns) in tables {
        if FREE.contains(&table.as_str()) {
            continue;
        }
        let places = places(&database(&victim.home()), &table);
        assert!(!places.is_empty(), "nothing in {table} to attack");
        for (number, place) in places.iter().enumerate() {
            let at_an_end = [0, places.len() - 1].contains(&number);
            for (turn, column) in columns.iter().enumerate() {
                // What a document is of is in the document; nothing rests on it.
                if (table.as_str(), column.as_str()) == ("documents", "typ")
                    || !(at_an_end || turn == number % columns.len())
                {
                    continue;
                }
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
                if database_differs(&victim) {
                    attacked(&victim, &format!("{table}.{column} where {place}"));
                }
                victim.restore();
            }
            if is_unread(&victim, &table, place) {
                continue;
            }
            forced(&victim.home(), |db| {
                removed += db
                    .execute(&format!("DELETE FROM {table} WHERE {place}"), [])
                    .unwrap();
            });
            attacked(&victim, &format!("{table} without {place}"));
            victim.restore();
        }
    }
    assert!(
        changed > 190 && removed > 60,
        "only {changed} columns and {removed} rows"
    );
}

/// Whether the tables are others than those that were kept.
fn database_differs(victim: &Victim) -> bool {
    let now = crate::fixture::stopping::state(&victim.home()).0;
    let kept = crate::fixture::stopping::state(&victim.town.path("kept-owner")).0;
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
    let open = || {
        Home::open(
            &town.path("owner"),
            &crate::fixture::passphrase(),
            &town.options(),
        )
    };
    let refused = open().err().unwrap();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");

    // Where all is authenticated anew, as the owner's program would if it mixed up two secrets: a
    // secret says what it is.
    let home = town.path("owner");
    let key = forge::vault_key(&home, crate::fixture::PASSPHRASE);
    forge::authenticate(&home, &key);
    let owner = open().unwrap();
    let order = ann.buyer().order(&parsed(&sold.id), parsed("1")).unwrap();
    let refused = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
    assert!(refused.message().contains("another one"), "{refused}");
    drop(owner);
    // And its seeds and numbers are those that the listing commits to.
    let numbers = forge::secret(&db, &key, &name(&other));
    forge::put_secret(&db, &key, &name(&sold), &numbers);
    forge::authenticate(&home, &key);
    let owner = open().unwrap();
    let refused = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
    assert!(refused.message().contains("commits to"), "{refused}");
    let file = town.path("a.opening");
    let refused = owner
        .seller()
        .grant(&parsed(&sold.id), &parsed(&ann.view().recipient), &file);
    assert_eq!(refused.unwrap_err().code().as_str(), "home-damaged");
    let refused = owner.seller().seal(&parsed("people"), true);
    assert_eq!(refused.unwrap_err().code().as_str(), "home-damaged");
    assert!(ann.buyer().collect().unwrap().releases.is_empty());
}

#[test]
fn an_inserted_rule_approves_nothing() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let before = owner.seller().populations().unwrap();
    drop(owner);
    database(&town.path("owner"))
        .execute(
            "INSERT INTO standing_rules (number, population, to_micro, currency, order_minor, payment, state, added_at,
                 spent_minor, times_used, mac)
             VALUES (1, ?1, 8000000, 'EUR', 100000, 'x', 'active', '2026-11-21T00:00:00Z', 0, 0, zeroblob(32))",
            [&before[0].id],
        )
        .unwrap();
    ann.buyer()
        .order(&parsed(&listing.id), parsed("8"))
        .unwrap();
    let owner = town.reopen("owner");
    let refused = owner.seller().apply_rules().unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
    assert!(ann.buyer().collect().unwrap().releases.is_empty());
    assert_eq!(owner.seller().books().unwrap().receipts.len(), 0);
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
        let refused = match ann.buyer().order(&parsed(&listing.id), parsed("4")) {
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
            .create_listing(&ListingDraft {
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

/// Points an index at no entries: with other tables' names, and nothing else changed.
fn empty_index(home: &Path, index: &str) {
    forced(home, |db| {
        db.execute_batch(
            "PRAGMA writable_schema = ON; CREATE TABLE bare (a); CREATE INDEX none ON bare (a)",
        )
        .unwrap();
        let changed = db
            .execute(
                "UPDATE sqlite_schema SET rootpage =
                     (SELECT rootpage FROM sqlite_schema WHERE name = 'none') WHERE name = ?1",
                [index],
            )
            .unwrap();
        assert_eq!(changed, 1);
        db.execute_batch("DELETE FROM sqlite_schema WHERE name IN ('bare', 'none')")
            .unwrap();
    });
}

/// Rows that are all there, and that an index does not find.
#[test]
fn an_index_that_hides_rows_hides_no_loss() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let sold = list(&owner, &histogram());
    let other = list(&owner, &mean_income());
    let order = ann.buyer().order(&parsed(&other.id), parsed("6")).unwrap();
    buy(&owner, &ann, &sold, "6");
    drop(owner);
    empty_index(&town.path("owner"), "questions_by_population");
    let owner = town.reopen("owner");
    let refused = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "over-cap", "{refused}");
    let refused = owner.check().unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
}

#[test]
fn no_index_hides_anything_from_who_checks_or_sells() {
    let victim = Victim::new();
    victim.keep();
    let indexes: Vec<(String, String)> = database(&victim.home())
        .prepare("SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index'")
        .unwrap()
        .query_map([], |r| Ok((r.get(0)?, r.get(1)?)))
        .unwrap()
        .map(|name| name.unwrap())
        .collect();
    assert!(indexes.len() > 30, "{indexes:?}");
    let mut empty = 0;
    for (index, table) in indexes {
        empty_index(&victim.home(), &index);
        let what = format!("{index} emptied");
        let found: String = database(&victim.home())
            .query_row(&format!("PRAGMA integrity_check({table})"), [], |r| {
                r.get(0)
            })
            .unwrap();
        if found == "ok" {
            // It had no entries before.
            empty += 1;
            victim.restore();
            continue;
        }
        match victim.open().and_then(|home| home.check()) {
            Err(error) => is_damage(&error, &what),
            Ok(_) => panic!("{what}: nobody noticed"),
        }
        victim.restore();
        empty_index(&victim.home(), &index);
        used(&victim, &what);
    }
    assert!(empty < 8, "{empty} had nothing to hide");
}

#[test]
fn other_tables_indexes_and_triggers_are_refused() {
    let victim = Victim::new();
    victim.keep();
    for (sql, code) in [
        ("CREATE TRIGGER more AFTER INSERT ON seen BEGIN DELETE FROM outbox; END", "home-damaged"),
        ("CREATE TRIGGER more BEFORE INSERT ON rule_uses BEGIN SELECT RAISE(IGNORE); END", "home-damaged"),
        ("DROP TRIGGER receipts_keep_update", "home-damaged"),
        ("DROP INDEX orders_received_waiting", "home-damaged"),
        (
            "DROP INDEX receipts_by_holding;
             CREATE INDEX receipts_by_holding ON receipts (question, buyer, sequence) WHERE to_micro < 0",
            "home-damaged",
        ),
        ("CREATE VIEW more AS SELECT * FROM settings", "home-damaged"),
        (
            "PRAGMA legacy_alter_table = ON; ALTER TABLE questions RENAME TO hidden;
             CREATE VIEW questions AS SELECT * FROM hidden WHERE sold_micro = 0",
            "home-damaged",
        ),
        ("ALTER TABLE contacts ADD COLUMN more TEXT GENERATED ALWAYS AS (name) VIRTUAL", "home-damaged"),
        ("CREATE TABLE more (a)", "home-damaged"),
        ("DROP TABLE dismissals", "home-damaged"),
        ("ANALYZE", "home-damaged"),
        (
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(sql, 'state IN (', 'state NOT IN (') WHERE name = 'standing_rules'",
            "home-damaged",
        ),
        ("PRAGMA user_version = 0", "home-damaged"),
        ("PRAGMA user_version = 5", "home-damaged"),
        ("PRAGMA user_version = 7", "home-damaged"),
        ("PRAGMA user_version = 13", "home-damaged"),
        ("PRAGMA user_version = -1", "home-damaged"),
        ("PRAGMA application_id = 1", "not-a-home"),
    ] {
        database(&victim.home()).execute_batch(sql).unwrap();
        let refused = victim.open().err().unwrap_or_else(|| panic!("{sql}: nobody noticed"));
        assert_eq!(refused.code().as_str(), code, "{sql}: {refused}");
        assert!(!refused.hints().is_empty(), "{sql}");
        victim.restore();
    }
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
        let refused = owner
            .seller()
            .approve(&parsed(&order.id), paid("cash"))
            .unwrap_err();
        is_damage(&refused, sql);
        assert_eq!(refused.code().as_str(), "home-damaged", "{sql}: {refused}");
        drop(owner);
        victim.restore();
    }
    // What is written into a file is of the home as it is, not as it was looked at last.
    let owner = victim.open().unwrap();
    owner.seller().my_listings().unwrap();
    forced(&victim.home(), |db| {
        db.execute("DELETE FROM listings WHERE id <> ?1", [&victim.listing.id])
            .unwrap();
    });
    let refused = owner
        .seller()
        .export_ledger(&victim.town.path("a.ledger"))
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
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
        assert!(refused.message().contains("commits to"), "{refused}");
        assert!(owner.check().is_err());
    }
    forge::put_secret(&db, &key, &name(&sold), &right);
    forge::authenticate(&home, &key);
    town.reopen("owner")
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
}

/// Another root than the mark's is no second history where it is not the one that was signed.
#[test]
fn a_changed_tree_closes_no_home() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
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
                "UPDATE log SET hash = ?1 WHERE level = 0 AND idx = 0",
                [hash],
            )
            .unwrap();
        });
    };
    let right: Vec<u8> = database(&home)
        .query_row(
            "SELECT hash FROM log WHERE level = 0 AND idx = 0",
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
    drop(owner);
    leaf(&right);
    town.reopen("owner")
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
}
