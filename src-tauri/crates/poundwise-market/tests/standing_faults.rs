//! Rules when the machine says no, and a death in the middle of a sweep: a sale with its record, or
//! neither.

use std::{
    env,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::fixture::{Town, breaking, forge, histogram, list, mean_income, parsed};
use poundwise_market::{ErrorCode, Home, HomeOptions, Roles, audit_files, view::RuleDraft};

/// Set in a process that a test started to die.
const FOLDER: &str = "POUNDWISE_TEST_FOLDER";

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
    let second = owner.seller().inbox().unwrap()[1].order.id.clone();
    drop(owner);
    let key = forge::vault_key(&home, crate::fixture::PASSPHRASE);
    let set = |statement: &str| {
        forge::forced(&home, |db| {
            assert_eq!(db.execute(statement, [&second]).unwrap(), 1);
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

/// Killed at twenty moments of a sweep over two orders: each sale has its record, none is made
/// twice, the month's limit holds, and the next sweep goes on.
#[test]
fn deaths_in_the_middle_of_a_sweep() {
    const DEATHS: u32 = 20;
    if let Ok(folder) = env::var(FOLDER) {
        let owner = open(&PathBuf::from(folder));
        println!("ready");
        owner.seller().apply_rules().unwrap();
        loop {
            thread::sleep(Duration::from_secs(1));
        }
    }
    let town = Town::new();
    let mut owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let education = list(&owner, &histogram());
    let income = list(&owner, &mean_income());
    owner.seller().add_rule(&anyone("people")).unwrap();
    let order = |step: u32| {
        let level = format!("{}.{}", step / 10, step % 10);
        ann.buyer()
            .order(&parsed(&education.id), parsed(&level))
            .unwrap();
        ben.buyer()
            .order(&parsed(&income.id), parsed(&level))
            .unwrap();
    };
    order(1);
    let started = Instant::now();
    assert_eq!(owner.seller().apply_rules().unwrap().approved.len(), 2);
    let whole = started.elapsed() * 3 / 2;
    ann.buyer().collect().unwrap();
    ben.buyer().collect().unwrap();

    let mut left = [0; 3];
    for death in 0..DEATHS {
        order(death + 2);
        drop(owner);
        let mut victim = victim(town.dir.path());
        thread::sleep(whole * death / DEATHS);
        victim.kill().unwrap();
        victim.wait().unwrap();

        owner = town.reopen("owner");
        let sold = owner.seller().receipts().unwrap().len();
        let rule = owner.seller().rules(false).unwrap().remove(0);
        assert_eq!(
            usize::try_from(rule.used).unwrap(),
            sold,
            "a sale without its record"
        );
        let waiting = owner.seller().inbox().unwrap().len();
        assert_eq!(sold + waiting, 2 * (death as usize + 2));
        left[waiting] += 1;
        assert_eq!(
            owner.seller().apply_rules().unwrap().approved.len(),
            waiting
        );
        assert_eq!(owner.deliver().unwrap(), 0);
        for buyer in [&ann, &ben] {
            let collected = buyer.buyer().collect().unwrap();
            assert!(collected.rejected.is_empty(), "{:?}", collected.rejected);
            assert_eq!(collected.releases.len(), 1);
        }
    }
    println!("deaths by how many orders were left waiting: {left:?}");
    holds(&town, &owner);
}

fn open(folder: &Path) -> Home {
    let options = HomeOptions {
        market: Some(folder.join("market").display().to_string()),
        work_factor: Some(crate::fixture::WORK_FACTOR),
        state: Some(folder.join("state")),
        // The machine's clock, which is after the test's.
        ..HomeOptions::default()
    };
    Home::open(
        &folder.join("owner"),
        &crate::fixture::passphrase(),
        &options,
    )
    .unwrap()
}

/// This test in a process of its own, ready to sweep.
fn victim(folder: &Path) -> Child {
    let mut child = Command::new(env::current_exe().unwrap())
        .args([
            "--exact",
            "standing_faults::deaths_in_the_middle_of_a_sweep",
            "--nocapture",
        ])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().ends_with("ready")));
    child
}

fn holds(town: &Town, owner: &Home) {
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let report = audit_files(&[ledger]).unwrap();
    assert_eq!(report.findings.len(), 0, "{}", report.headline);
}
