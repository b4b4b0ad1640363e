//! What an old copy does, and what it refuses, before it has caught up.

use std::fs;

use super::contradicted::with_old_mark;
use super::{any_rule, code, own_number, restore, set_cap, sold_since_the_backup};
use crate::fixture::shop::ordered;
use crate::fixture::{
    Town, buy, forget_the_log, mean_income, no_rule_approves, paid, parsed, population, tree,
};
use poundwise_documents::kinds::AttributeKind;
use poundwise_market::view::{BatchForm, BatchRowForm, InvoiceTerms, OrderView, StandingState};
use poundwise_market::{Home, ListingBatch, Roles};

/// The mean of incomes, as a table of listings has it.
fn income_in_a_table(owner: &Home) -> ListingBatch {
    let row = BatchRowForm {
        title: "Income".to_owned(),
        low: "0".to_owned(),
        high: "100000".to_owned(),
        ..BatchRowForm::new("income", AttributeKind::Mean)
    };
    let form = BatchForm {
        tariff: "8:80".into(),
        ..BatchForm::new("people", vec![row])
    };
    let reading = owner.seller().read_batch_form(&form);
    reading.unwrap().batch().unwrap()
}

/// Everything that a home signs of its own, or draws, asked of one that may not.
fn refuses_everything(town: &Town, owner: &Home, order: &str, listing: &str, expected: &str) {
    let auditor = town.home(&format!("auditor {expected}")).view().recipient;
    let file = town.path("never.age");
    let rule = owner.seller().add_rule(&any_rule()).unwrap();
    let before = tree(&town.path("market"));
    assert_eq!(
        code(owner.seller().approve(&parsed(order), paid("cash"))),
        expected
    );
    assert_eq!(code(owner.seller().decline(&parsed(order), "no")), expected);
    assert_eq!(
        code(
            owner
                .seller()
                .grant(&parsed(listing), &parsed(&auditor), &file)
        ),
        expected
    );
    assert_eq!(code(set_cap(owner, "9")), expected);
    assert_eq!(code(owner.seller().seal(&parsed("people"), true)), expected);
    assert_eq!(code(owner.seller().apply_rules()), expected);
    let numbers = owner.seller().my_listings().unwrap();
    let numbers = numbers.iter().find(|own| own.dataset.is_none()).unwrap();
    assert_eq!(
        code(owner.seller().seal_own_numbers(&parsed(&numbers.id))),
        expected
    );
    assert_eq!(
        code(
            owner
                .seller()
                .merge_populations(&parsed("others"), &parsed("people"))
        ),
        expected
    );
    assert_eq!(
        code(owner.seller().create_listing(&mean_income())),
        expected
    );
    assert_eq!(
        code(owner.seller().create_listings(&income_in_a_table(owner))),
        expected
    );
    assert_eq!(
        code(owner.seller().reprice(&parsed(listing), &parsed("8:90"))),
        expected
    );
    // A table of invoices is tried with what an invoice is issued with.
    let sold = &owner.seller().receipts().unwrap()[0].id;
    assert_eq!(
        code(
            owner
                .seller()
                .try_invoice(&[parsed(sold)], &InvoiceTerms::default())
        ),
        expected
    );
    assert_eq!(code(owner.deliver()), expected);
    assert!(!file.exists());
    assert_eq!(tree(&town.path("market")), before, "something was sent");
    owner.seller().remove_rule(rule.number).unwrap();
    // Nothing is to be looked at by a rule.
    no_rule_approves(owner);
    // It opens, reads and collects.
    assert!(
        owner
            .seller()
            .inbox()
            .unwrap()
            .iter()
            .any(|item| item.order.id == order.parse().unwrap())
    );
    owner.buyer().collect().unwrap();
    owner.seller().books().unwrap();
    owner
        .seller()
        .export_ledger(&town.path("old.ledger"))
        .unwrap();
}

#[test]
fn an_old_copy_reads_and_collects_and_signs_nothing() {
    let town = Town::new();
    let (backup, ann, listing, kid) = sold_since_the_backup(&town);
    let order = town
        .home("ben")
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    restore(&town, "owner", &backup);

    // By the mark, with the published log withheld.
    let owner = town.reopen("owner");
    owner.seller().inbox().unwrap();
    let ledgers = town.path("market/ledgers");
    fs::rename(&ledgers, town.path("withheld")).unwrap();
    refuses_everything(
        &town,
        &owner,
        &order.id.to_string(),
        &listing.id.to_string(),
        "behind-mark",
    );
    assert_eq!(owner.log_standing().unwrap().state, StandingState::Behind);
    fs::rename(town.path("withheld"), &ledgers).unwrap();
    drop(owner);

    // By the published log, on another machine.
    restore(&town, "owner", &backup);
    let owner = town.reopen_on("owner", "elsewhere");
    owner.seller().inbox().unwrap();
    refuses_everything(
        &town,
        &owner,
        &order.id.to_string(),
        &listing.id.to_string(),
        "behind-market",
    );
    assert_eq!(
        fs::read_dir(town.path("elsewhere")).map_or(0, Iterator::count),
        0,
        "no mark is made of an old copy"
    );
    drop(owner);

    // By the order of a buyer who has seen more, with the log withheld and the mark as old as the
    // home.
    let orders = town.path("market/orders").join(kid);
    fs::remove_dir_all(orders).unwrap();
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("4"))
        .unwrap();
    restore(&town, "owner", &backup);
    forget_the_log(&town);
    let owner = with_old_mark(&town, &backup);
    owner.seller().inbox().unwrap();
    refuses_everything(
        &town,
        &owner,
        &order.id.to_string(),
        &listing.id.to_string(),
        "behind-order",
    );
}

#[test]
fn an_order_tells_of_entries_that_the_home_lacks_and_none_is_sold_then() {
    let town = Town::new();
    let (backup, ann, listing, _) = sold_since_the_backup(&town);
    let ben = town.home("ben");
    let ben_order = ben
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("4"))
        .unwrap();
    // Market and machine are against the owner: the log is withheld, and the mark is the backup's.
    restore(&town, "owner", &backup);
    forget_the_log(&town);
    let owner = with_old_mark(&town, &backup);
    let inbox = owner.seller().inbox().unwrap();
    let problem = |id: &str| {
        inbox
            .iter()
            .find(|item| item.order.id == id.parse().unwrap())
            .unwrap()
            .problem
            .as_ref()
            .map(|problem| problem.code.as_str())
    };
    assert_eq!(problem(&order.id.to_string()), Some("behind-order"));
    let error = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap_err();
    assert_eq!(error.code().as_str(), "behind-order");
    assert!(error.message().contains("4 entries"), "{}", error.message());
    // It knows now, whoever else orders, and after it was opened again.
    assert_eq!(
        code(owner.seller().approve(&parsed(&ben_order.id), paid("cash"))),
        "behind-order"
    );
    drop(owner);
    let owner = town.reopen_on("owner", "old-state");
    assert_eq!(code(set_cap(&owner, "9")), "behind-order");
    // It orders from others, and its mark goes along though its own log is not read.
    let seller = town.home("seller");
    population(&seller, "sold");
    let sold = own_number(&seller, "sold");
    let mark = town
        .path("old-state")
        .join(format!("{}.mark", owner.view().kid));
    let before = fs::read(&mark).unwrap();
    owner.buyer().order(&parsed(&sold.id), parsed("1")).unwrap();
    assert_ne!(fs::read(&mark).unwrap(), before);
    // What vouches for the entries is not what has them.
    assert_eq!(code(owner.seller().catch_up()), "own-copies");
    assert_eq!(
        code(owner.seller().approve(&parsed(&ben_order.id), paid("cash"))),
        "sells-no-more"
    );
}

/// With less, a home would catch up to the second entry, and sign another third one.
#[test]
fn the_longest_ledger_that_an_order_told_of_counts_whatever_later_ones_tell() {
    let town = Town::new();
    let (backup, ann, listing, kid) = sold_since_the_backup(&town);
    let ben = town.home("ben");
    buy(&town.reopen("owner"), &ben, &listing, "1");
    restore(&town, "owner", &backup);
    // Its own copies are there, and the log is not.
    let checkpoint = town.path("market/ledgers").join(kid).join("checkpoint");
    fs::remove_file(checkpoint).unwrap();
    let owner = with_old_mark(&town, &backup);
    let waits = |order: &OrderView| {
        let mut inbox = owner.seller().inbox().unwrap().into_iter();
        inbox.any(|item| item.order.id == order.id)
    };
    let longer = ordered(&ben, &listing, "2");
    assert!(waits(&longer));
    ben.buyer().cancel_order(&parsed(&longer.id)).unwrap();
    assert!(!waits(&longer));
    let shorter = ordered(&ann, &listing, "4");
    assert!(waits(&shorter));
    let refused = owner.seller().approve(&parsed(&shorter.id), paid("cash"));
    let refused = refused.unwrap_err();
    assert_eq!(refused.code().as_str(), "behind-order");
    assert!(refused.message().contains("5 entries"), "{refused}");
    assert_eq!(owner.seller().catch_up().unwrap().entries, 5);
}

/// What an order told is no obstacle any more to a home that has all that it told of, and no more.
#[test]
fn a_home_that_reached_what_an_order_told_of_sells_on() {
    let town = Town::new();
    let (backup, ann, listing, _) = sold_since_the_backup(&town);
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("4"))
        .unwrap();
    restore(&town, "owner", &backup);
    let (ledgers, withheld) = (town.path("market/ledgers"), town.path("withheld"));
    fs::rename(&ledgers, &withheld).unwrap();
    let owner = with_old_mark(&town, &backup);
    owner.seller().inbox().unwrap();
    assert_eq!(
        code(owner.seller().approve(&parsed(&order.id), paid("cash"))),
        "behind-order"
    );
    let _ = fs::remove_dir_all(&ledgers);
    fs::rename(&withheld, &ledgers).unwrap();
    assert_eq!(owner.seller().catch_up().unwrap().entries, 4);
    assert_eq!(owner.log_standing().unwrap().state, StandingState::Newest);
    owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
}

#[test]
fn an_old_copy_orders_from_others_as_before() {
    let town = Town::new();
    let (backup, ..) = sold_since_the_backup(&town);
    let seller = town.home("seller");
    population(&seller, "sold");
    let listing = own_number(&seller, "sold");
    restore(&town, "owner", &backup);
    let owner = town.reopen("owner");
    assert_eq!(code(owner.deliver()), "behind-mark");
    buy(&seller, &owner, &listing, "1");
}
