//! Rules when the machine says no: a sale with its record, or neither.

use std::path::Path;

use crate::fixture::{Town, breaking, forge, histogram, list, parsed};
use poundwise_market::{ErrorCode, Home, Roles, audit_files, view::RuleDraft};

fn anyone(dataset: &str) -> RuleDraft {
    RuleDraft {
        anyone: true,
        population: Some(dataset.into()),
        up_to: "8".into(),
        per_order: "100".into(),
        payment: "invoice".into(),
        ..RuleDraft::default()
    }
}

/// Every table that a sale writes into, by its number of rows.
fn rows(home: &Path) -> Vec<u64> {
    let db = rusqlite::Connection::open(home.join("poundwise.db")).unwrap();
    [
        "receipts",
        "rule_uses",
        "checkpoints",
        "log",
        "outbox",
        "documents",
    ]
    .map(|table| {
        db.query_row(&format!("SELECT count(*) FROM {table}"), [], |r| r.get(0))
            .unwrap()
    })
    .to_vec()
}

#[test]
fn a_use_that_cannot_be_recorded_is_no_sale() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    owner.seller().add_rule(&anyone("people")).unwrap();
    ann.buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    owner.seller().inbox().unwrap();
    ben.buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    owner.seller().inbox().unwrap();
    let home = town.path("owner");
    let before = rows(&home);

    // The last statement before the commit fails: the whole sale is not there.
    breaking(&home, "rule_uses_by_rule", || {
        let error = owner.seller().apply_rules().unwrap_err();
        assert_eq!(error.code(), ErrorCode::DatabaseDamaged, "{error}");
    });
    assert_eq!(rows(&home), before);
    assert_eq!(owner.seller().inbox().unwrap().len(), 2);

    // It fails at the second sale, whose place is taken: the first one stands, is told and
    // delivered.
    let second = owner.seller().inbox().unwrap()[1].order.id;
    drop(owner);
    let key = forge::vault_key(&home, crate::fixture::PASSPHRASE);
    let set = |statement: &str| {
        forge::forced(&home, |db| {
            assert_eq!(db.execute(statement, [second.to_string()]).unwrap(), 1);
        });
        forge::authenticate(&home, &key);
        town.reopen("owner")
    };
    let owner = set(
        "INSERT INTO rule_uses (order_id, rule, receipt, price_minor, used_at, mac)
         VALUES (?1, 1, 'another', 0, '2026-01-01T00:00:00Z', zeroblob(32))",
    );
    let applied = owner.seller().apply_rules().unwrap();
    assert_eq!(applied.approved.len(), 1);
    assert!(applied.stopped.unwrap().message.contains("UNIQUE"));
    assert_eq!(owner.seller().inbox().unwrap().len(), 1);
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
    drop(owner);
    let owner = set("DELETE FROM rule_uses WHERE order_id = ?1");
    let applied = owner.seller().apply_rules().unwrap();
    assert_eq!(
        (applied.approved.len(), applied.stopped.is_none()),
        (1, true)
    );
    assert_eq!(ben.buyer().collect().unwrap().releases.len(), 1);
    holds(&town, &owner);
}

fn holds(town: &Town, owner: &Home) {
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let report = audit_files(&[ledger]).unwrap();
    assert_eq!(report.findings().len(), 0, "{}", report.headline());
}
