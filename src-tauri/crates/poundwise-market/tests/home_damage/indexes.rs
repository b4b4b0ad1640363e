//! An index, another table or a trigger that SQL alone put into a home.

use std::path::Path;

use super::rows::used;
use super::victim::{Victim, database, is_damage};
use crate::fixture::forge::forced;
use crate::fixture::{Town, buy, histogram, list, mean_income, paid, parsed};
use poundwise_market::Roles;

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
        ("ALTER TABLE contacts ADD COLUMN more TEXT GENERATED ALWAYS AS (kid) VIRTUAL", "home-damaged"),
        ("CREATE TABLE more (a)", "home-damaged"),
        ("DROP TABLE dismissals", "home-damaged"),
        ("ALTER TABLE state RENAME TO states", "home-damaged"),
        ("ANALYZE", "home-damaged"),
        (
            "PRAGMA writable_schema = ON;
             UPDATE sqlite_schema SET sql = replace(sql, 'state IN (', 'state NOT IN (') WHERE name = 'standing_rules'",
            "home-damaged",
        ),
        ("PRAGMA user_version = 0", "home-damaged"),
        ("PRAGMA user_version = 5", "home-damaged"),
        ("PRAGMA user_version = 17", "home-damaged"),
        ("PRAGMA user_version = 21", "home-damaged"),
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
