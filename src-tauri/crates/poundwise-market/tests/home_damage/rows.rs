//! Rows that SQL alone changed, swapped, removed or inserted.

use std::{collections::BTreeMap, fs};

use super::victim::{Victim, attacked, database};
use crate::fixture::forge::forced;
use crate::fixture::{
    Town, buy, forge, histogram, list, mean_income, paid, parsed, passphrase, twin_of,
};
use crate::old_copy::{Blocked, set_cap};
use poundwise_market::view::ListingView;
use poundwise_market::{Home, Roles};
use rusqlite::types::Value;
use rusqlite::{Connection, params};

/// Not authenticated, since nothing that this home sells or keeps rests on them: what waits to be
/// sent, which is signed or encrypted; what was seen on markets and of other owners' logs, which is
/// signed.
pub(super) const FREE: [&str; 8] = [
    "availability",
    "outbox",
    "published",
    "seen",
    "unproven",
    "witnessed",
    "sightings",
    "sqlite_sequence",
];

pub(super) fn tables(db: &Connection) -> BTreeMap<String, Vec<String>> {
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
pub(super) fn other(value: &Value) -> Value {
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

/// What names each row of a table.
pub(super) fn places(db: &Connection, table: &str) -> Vec<String> {
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

/// Whatever kind it is of: no count of receipts tells of a cap that is gone.
#[test]
fn a_ledger_without_its_last_entry_goes_no_further() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    list(&owner, &histogram());
    set_cap(&owner, "9").unwrap();
    drop(owner);
    forced(&town.path("owner"), |db| {
        let last = "sequence = (SELECT max(sequence) FROM entries)";
        let removed = db.execute(&format!("DELETE FROM entries WHERE {last}"), []);
        assert_eq!(removed.unwrap(), 1);
    });
    let opened = Home::open(&town.path("owner"), &passphrase(), &town.options());
    let refused = opened.and_then(|owner| set_cap(&owner, "10")).unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged");
}

/// The entry that comes to such a place could not be stored, when its sale is signed.
#[test]
fn a_node_or_a_checkpoint_of_no_entry_is_found() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    list(&owner, &histogram());
    set_cap(&owner, "9").unwrap();
    owner.check().unwrap();
    drop(owner);
    let kept = fs::read(town.path("owner/poundwise.db")).unwrap();
    for sql in [
        "INSERT INTO log (level, idx, hash) VALUES (0, 2, zeroblob(32))",
        "INSERT INTO checkpoints (size, note) VALUES (0, '')",
    ] {
        database(&town.path("owner")).execute_batch(sql).unwrap();
        let refused = town.reopen("owner").check().unwrap_err();
        assert_eq!(refused.code().as_str(), "home-damaged", "{sql}: {refused}");
        fs::write(town.path("owner/poundwise.db"), &kept).unwrap();
    }
}

/// All of it signed by this home's key, and right in itself.
#[test]
fn a_ledger_of_another_copy_of_the_home_is_found_by_a_check() {
    let town = Town::new();
    drop(town.owner_with_table(Some("8")));
    let twin = twin_of(&town, "owner");
    let offline = Blocked::new(town.path("market"));
    set_cap(&twin, "10").unwrap();
    drop((twin, offline));
    let owner = town.reopen("owner");
    set_cap(&owner, "9").unwrap();
    owner.check().unwrap();
    forced(&town.path("owner"), |db| {
        let other = town.path("twin/poundwise.db");
        db.execute("ATTACH ?1 AS other", [other.to_str()]).unwrap();
        db.execute_batch("INSERT OR IGNORE INTO documents SELECT * FROM other.documents")
            .unwrap();
        for table in ["entries", "log", "checkpoints"] {
            let sql =
                format!("DELETE FROM {table}; INSERT INTO {table} SELECT * FROM other.{table}");
            db.execute_batch(&sql).unwrap();
        }
    });
    let refused = owner.check().unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
}

/// A ledger goes to auditors with the orders of its receipts.
#[test]
fn no_ledger_is_written_with_an_order_that_was_changed() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    // The last receipt is read by whoever opens the home.
    buy(&owner, &ann, &listing, "2");
    drop(owner);
    for of in ["order_id", "id"] {
        let kept = fs::read(town.path("owner/poundwise.db")).unwrap();
        forced(&town.path("owner"), |db| {
            let changed = db.execute(
                &format!(
                    "UPDATE documents SET compact = compact || 'A'
                     WHERE id = (SELECT {of} FROM receipts WHERE sequence = 1)"
                ),
                [],
            );
            assert_eq!(changed.unwrap(), 1);
        });
        let file = town.path("out.ledger");
        let opened = Home::open(&town.path("owner"), &passphrase(), &town.options());
        let written = opened.and_then(|owner| owner.seller().export_ledger(&file));
        assert_eq!(written.unwrap_err().code().as_str(), "home-damaged", "{of}");
        assert!(!file.exists(), "{of}");
        fs::write(town.path("owner/poundwise.db"), kept).unwrap();
    }
}

/// It is told, and not taken for a market that is out of reach.
#[test]
fn a_log_with_an_entry_that_was_changed_is_not_sent() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let offline = Blocked::new(town.path("market"));
    set_cap(&owner, "9").unwrap();
    drop((owner, offline));
    forced(&town.path("owner"), |db| {
        let sql =
            "UPDATE documents SET compact = compact || 'A' WHERE id IN (SELECT id FROM entries
             WHERE sequence = 1)";
        assert_eq!(db.execute(sql, []).unwrap(), 1);
    });
    let refused = town.reopen("owner").deliver().unwrap_err();
    assert_eq!(refused.code().as_str(), "home-damaged", "{refused}");
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
pub(super) fn database_differs(victim: &Victim) -> bool {
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
pub(super) fn used(victim: &Victim, what: &str) -> usize {
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
    assert!(
        refused.message().contains("do not match the commitment"),
        "{refused}"
    );
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
            "INSERT INTO standing_rules (number, population, to_micro, currency, order_minor, state, added_at,
                 spent_minor, times_used, sealed, mac)
             VALUES (1, ?1, 8000000, 'EUR', 100000, 'active', '2026-11-21T00:00:00Z', 0, 0, zeroblob(552), zeroblob(32))",
            [before[0].id.to_string()],
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
