//! What a home catches up with stands where it stood, whatever the clock said.

use std::{fs, sync::Arc};

use crate::{
    fixture::{Town, buy, histogram, list, mean_income, parsed, passphrase, population},
    old_copy::{back_up, newest, restore, set_cap},
};
use poundwise_audit::report::Verdict;
use poundwise_market::{Clock, Home, HomeOptions, Roles, audit_files};

/// A clock that stands still.
struct Still(&'static str);

impl Clock for Still {
    fn now(&self) -> chrono::DateTime<chrono::Utc> {
        self.0.parse().unwrap()
    }
}

/// Opens the owner's home, for which all that follows is in one second.
fn still(town: &Town) -> Home {
    let options = HomeOptions {
        clock: Arc::new(Still("2027-01-01T12:00:00Z")),
        ..town.options()
    };
    Home::open(&town.path("owner"), &passphrase(), &options).unwrap()
}

/// The lines of an owner's exported ledger.
fn exported(town: &Town, owner: &Home, name: &str) -> String {
    let file = town.path(name);
    owner.seller().export_ledger(&file).unwrap();
    fs::read_to_string(file).unwrap()
}

/// Everything of an owner's exported ledger and market is right to an auditor.
fn holds(town: &Town, owner: &Home, name: &str) {
    let file = town.path(name);
    owner.seller().export_ledger(&file).unwrap();
    let report = audit_files(&[file, town.path("market")]).unwrap();
    assert_eq!(report.verdict(), Verdict::Holds, "{:?}", report.findings());
}

/// A withdrawal of the second in which an entry was made stood after it.
#[test]
fn what_was_signed_in_one_second_has_its_place_again() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    // What was withdrawn before the backup keeps the place that the home knows.
    let gone = list(&owner, &mean_income());
    owner.seller().withdraw(&parsed(&gone.id), "").unwrap();
    buy(&owner, &ann, &listing, "1");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = still(&town);
    // A version that states the cap of before comes after the one of the cap between.
    set_cap(&owner, "9").unwrap();
    let raised = newest(&owner, &listing);
    set_cap(&owner, "8").unwrap();
    let last = owner
        .seller()
        .reprice(&parsed(&raised.id), &parsed("8:88"))
        .unwrap();
    set_cap(&owner, "10").unwrap();
    let last = newest(&owner, &last);
    // It was listed before an entry of its second.
    let (auditor, opening) = (town.home("auditor").view().recipient, town.path("opening"));
    owner
        .seller()
        .grant(&parsed(&listing.id), &parsed(&auditor), &opening)
        .unwrap();
    owner.seller().withdraw(&parsed(&last.id), "over").unwrap();
    let before = exported(&town, &owner, "before.ledger");
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = still(&town);
    owner.seller().catch_up().unwrap();
    assert_eq!(exported(&town, &owner, "after.ledger"), before);
}

/// The cap that a listing states was in force once before, and again in its own second.
#[test]
fn what_was_listed_in_the_second_of_its_cap_has_its_place_again() {
    let town = Town::new();
    drop(town.owner_with_table(Some("8")));
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    set_cap(&owner, "9").unwrap();
    set_cap(&owner, "8").unwrap();
    drop(owner);
    let owner = still(&town);
    set_cap(&owner, "9").unwrap();
    list(&owner, &histogram());
    let before = exported(&town, &owner, "before.ledger");
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = still(&town);
    owner.seller().catch_up().unwrap();
    // The listing is withdrawn after all entries, because this copy of the home lacks its numbers.
    // It counts at its ceiling, which adds one entry under another checkpoint.
    let documents = |ledger: &str| ledger.rsplit_once("\n\n").unwrap().1.to_owned();
    let after = documents(&exported(&town, &owner, "after.ledger"));
    assert!(after.starts_with(&documents(&before)));
}

/// Nothing is dated before the last entry, whatever the clock says, or an auditor would find that
/// something was sold after it was withdrawn.
#[test]
fn what_was_signed_after_the_clock_was_set_back_holds_before_and_after_catching_up() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    set_cap(&owner, "9").unwrap();
    let raised = newest(&owner, &listing);
    buy(&owner, &ann, &raised, "1");
    town.set_clock("2026-11-01T00:00:00Z");
    owner.confirm_clock();
    let mut newest = raised;
    for price in ["8:81", "8:82", "8:83", "8:84", "8:85", "8:86"] {
        let newer = owner.seller().reprice(&parsed(&newest.id), &parsed(price));
        newest = newer.unwrap();
    }
    let since = list(&owner, &mean_income());
    owner.seller().withdraw(&parsed(&since.id), "").unwrap();
    owner.seller().withdraw(&parsed(&newest.id), "").unwrap();
    // Of one second, the versions of a listing are told apart by what each of them replaces.
    let versions = |owner: &Home| -> Vec<_> {
        let mut mine = owner.seller().my_listings().unwrap();
        mine.retain(|one| one.question == listing.question);
        mine.into_iter().map(|one| (one.id, one.status)).collect()
    };
    holds(&town, &owner, "before.ledger");
    let before = versions(&owner);
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    owner.confirm_clock();
    owner.seller().catch_up().unwrap();
    holds(&town, &owner, "after.ledger");
    assert_eq!(versions(&owner), before);
}

/// What the home cannot compute was listed and sold before it is withdrawn, whatever the clock
/// says.
#[test]
fn no_withdrawal_of_catching_up_is_dated_before_what_it_ends() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("20"));
    let ann = town.home("ann");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    buy(&owner, &ann, &list(&owner, &histogram()), "1");
    let now = town.now();
    town.set_clock("2027-01-01T00:00:00Z");
    list(&owner, &mean_income());
    drop(owner);
    town.turn_back(now - 3600);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    owner.confirm_clock();
    owner.seller().catch_up().unwrap();
    let mine = owner.seller().my_listings().unwrap();
    assert_eq!(mine.len(), 2);
    for one in mine {
        let withdrawn = one.withdrawal.unwrap().issued_at;
        assert!(one.issued_at <= withdrawn, "{} {withdrawn}", one.issued_at);
    }
    holds(&town, &owner, "owner.ledger");
}

/// By its time it came after the cap; by the cap that it states, before.
#[test]
fn what_was_signed_before_the_clock_was_set_back_holds_after_catching_up() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("8"));
    let ann = town.home("ann");
    population(&owner, "others");
    drop(owner);
    let backup = back_up(&town, "owner");
    let owner = town.reopen("owner");
    let now = town.now();
    town.set_clock("2027-01-01T00:00:00Z");
    let listing = list(&owner, &histogram());
    town.turn_back(now);
    owner.confirm_clock();
    let others = owner
        .seller()
        .set_cap(&parsed("others"), parsed("9"), "because");
    others.unwrap();
    set_cap(&owner, "7").unwrap();
    buy(&owner, &ann, &listing, "1");
    set_cap(&owner, "8").unwrap();
    drop(owner);
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    owner.confirm_clock();
    owner.seller().catch_up().unwrap();
    holds(&town, &owner, "ledger.ledger");
}
