//! Whole sales between homes, through real files, SQLite and age.

use std::collections::HashSet;

use crate::fixture::{
    Town, buy, histogram, holding, list, mean_income, offered, paid, parsed, tree, values,
};
use poundwise_documents::{
    jws::{Signed, claimed_typ},
    kinds::{Grant, Order, Payload, PopulationEntry, Receipt, Settlement},
    units::Salt,
};
use poundwise_market::{
    ListingName, Roles, Work, audit_files, look_at_market,
    view::{ListingDraft, OrderStatus},
};

#[test]
fn a_whole_sale_ends_in_a_ledger_that_holds() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("20"));
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let education = list(&owner, &histogram());
    let income = list(&owner, &mean_income());

    buy(&owner, &ann, &education, "0.5");
    buy(&owner, &ben, &education, "1");
    buy(&owner, &ann, &education, "4");
    buy(&owner, &ann, &income, "2");

    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let mut files = vec![ledger];
    for (i, response) in holding(&ann, &education).responses.iter().enumerate() {
        let file = town.path(&format!("ann-{i}.bundle"));
        ann.buyer()
            .export_bundle(&parsed(&response.receipt.id), &file)
            .unwrap();
        files.push(file);
    }
    let report = audit_files(&files).unwrap();
    assert_eq!(
        report.findings().len(),
        0,
        "{}",
        serde_json::to_string_pretty(&report).unwrap()
    );
    assert!(
        report.headline().contains("4 receipts"),
        "{}",
        report.headline()
    );

    let books = owner.seller().books().unwrap();
    assert_eq!(books.receipts.len(), 4);
    // €5 + €10 + €35 + €20: a top-up costs the difference of the prices.
    assert_eq!(books.income[0].minor, 7_000);
    assert_eq!(books.undelivered, 0);
    // The dataset's loss is the sum over listings of the highest level sold, not of every sale.
    assert_eq!(
        owner
            .seller()
            .dataset(&parsed("people"))
            .unwrap()
            .loss_micro_epsilon,
        6_000_000
    );
}

#[test]
fn one_step_or_five_and_any_order_of_buyers_give_the_same_numbers() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben, cid) = (town.home("ann"), town.home("ben"), town.home("cid"));
    let education = list(&owner, &histogram());

    buy(&owner, &cid, &education, "1.25");
    for level in ["0.25", "0.5", "1.25", "2", "5"] {
        buy(&owner, &ann, &education, level);
        if level == "1.25" {
            assert_eq!(values(&ann, &education), values(&cid, &education));
        }
    }
    buy(&owner, &ben, &education, "5");
    assert_eq!(values(&ann, &education), values(&ben, &education));
    assert_eq!(
        values(&ann, &education).len(),
        5,
        "four bins and the other one"
    );
}

#[test]
fn approving_twice_gives_the_same_receipt_and_the_same_bytes() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let first = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    let deliveries = crate::fixture::tree(&town.path("market/deliveries"));
    let second = owner
        .seller()
        .approve(&parsed(&order.id), paid("cash"))
        .unwrap();
    assert_eq!(first.id, second.id);
    // What its receipt does not say is not written over it in silence.
    let other = owner
        .seller()
        .approve(&parsed(&order.id), paid("another reference"));
    assert_eq!(other.unwrap_err().code().as_str(), "approved-already");
    assert_eq!(
        deliveries,
        crate::fixture::tree(&town.path("market/deliveries"))
    );
    assert_eq!(owner.seller().receipts().unwrap().len(), 1);
    // So is what the market lost.
    let (file, bytes) = deliveries[0].clone();
    std::fs::remove_file(&file).unwrap();
    owner
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap();
    assert_eq!(std::fs::read(&file).unwrap(), bytes);
}

/// Computing a release takes long: an order that cannot be approved is refused before.
#[test]
fn an_order_is_checked_before_its_release_is_computed() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
    let refused = owner
        .seller()
        .begin_approval(&parsed(&order.id), paid("cash"))
        .err()
        .unwrap();
    assert_eq!(refused.code().as_str(), "withdrawn");
}

#[test]
fn what_is_asked_of_a_market_that_was_read_is_not_read_again() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let (education, income) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    let seen = look_at_market(&ann, Some(&parsed(&education.id)), &Work::silent()).unwrap();
    // The listing that was read whole is not taken for another one.
    let order = ann
        .seeing(&seen, |ann| {
            ann.buyer().order(&parsed(&income.id), parsed("1"))
        })
        .unwrap();
    assert_eq!(order.title, income.title);
    std::fs::remove_dir_all(town.path("market/listings")).unwrap();
    let there = ann.seeing(&seen, |ann| Ok(offered(ann, ""))).unwrap();
    assert_eq!(there.len(), 2);
    let order = ann.seeing(&seen, |ann| {
        ann.buyer().order(&parsed(&education.id), parsed("1"))
    });
    assert_eq!(order.unwrap().title, education.title);
    assert!(offered(&ann, "").is_empty());
}

#[test]
fn what_costs_nothing_is_free_and_no_income() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let gift = ListingDraft {
        price: "8:0".into(),
        ..histogram()
    };
    let receipt = buy(&owner, &town.home("ann"), &list(&owner, &gift), "1");
    assert_eq!(receipt.settlement, Settlement::Free);
    assert!(owner.seller().books().unwrap().income.is_empty());
}

#[test]
fn no_document_is_dated_before_the_one_that_it_continues() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &histogram());
    town.set_clock("2026-11-01T00:00:00Z");
    owner.confirm_clock();
    let again = owner
        .seller()
        .reprice(&parsed(&listing.id), &parsed("8:160"))
        .unwrap();
    assert_eq!(again.issued_at, listing.issued_at);
    let receipt = buy(&owner, &town.home("ann"), &again, "1");
    assert_eq!(receipt.issued_at, again.issued_at);
    let gone = owner.seller().withdraw(&parsed(&again.id), "").unwrap();
    assert_eq!(gone.withdrawal.unwrap().issued_at, listing.issued_at);
}

/// Otherwise an auditor would find a sale after a withdrawal.
#[test]
fn no_listing_or_withdrawal_is_dated_before_the_last_entry() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = list(&owner, &histogram());
    let last = buy(&owner, &town.home("ann"), &listing, "1").issued_at;
    town.set_clock("2026-11-01T00:00:00Z");
    owner.confirm_clock();
    let newer = owner
        .seller()
        .reprice(&parsed(&listing.id), &parsed("8:160"))
        .unwrap();
    let other = list(&owner, &mean_income());
    let gone = owner.seller().withdraw(&parsed(&newer.id), "").unwrap();
    let withdrawn = gone.withdrawal.unwrap().issued_at;
    assert_eq!([&newer.issued_at, &other.issued_at, &withdrawn], [&last; 3]);
    // Nor is a withdrawal dated before what it ends, which no entry has come after.
    town.set_clock("2027-01-01T00:00:00Z");
    let ahead = list(&owner, &histogram());
    town.set_clock("2026-11-01T00:00:00Z");
    let gone = owner.seller().withdraw(&parsed(&ahead.id), "").unwrap();
    assert_eq!(gone.withdrawal.unwrap().issued_at, ahead.issued_at);
}

#[test]
fn a_sale_survives_closing_every_home_between_its_steps() {
    let town = Town::new();
    drop(town.owner_with_table(None));
    drop(town.home("ann"));
    let listing = list(&town.reopen("owner"), &histogram());
    let order = town
        .reopen("ann")
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    town.reopen("owner")
        .seller()
        .approve(&parsed(&order.id), paid(""))
        .unwrap();
    town.reopen("ann").buyer().collect().unwrap();
    assert_eq!(holding(&town.reopen("ann"), &listing).level, 1_000_000);
}

#[test]
fn a_refusal_reaches_the_buyer_with_its_reason() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    assert_eq!(
        owner
            .seller()
            .decline(&parsed(&order.id), " ")
            .unwrap_err()
            .code()
            .as_str(),
        "no-reason"
    );
    owner
        .seller()
        .decline(&parsed(&order.id), "no payment arrived")
        .unwrap();
    assert_eq!(
        owner
            .seller()
            .approve(&parsed(&order.id), paid(""))
            .unwrap_err()
            .code()
            .as_str(),
        "declined-already"
    );
    let collected = ann.buyer().collect().unwrap();
    assert_eq!(
        collected.declined[0].reason.as_deref(),
        Some("no payment arrived")
    );
    assert_eq!(
        ann.buyer().orders().unwrap()[0].status,
        OrderStatus::Declined
    );
    assert!(ann.buyer().holdings().unwrap().is_empty());
}

#[test]
fn a_new_tariff_is_a_new_version_and_what_is_held_carries_over() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let cheap = list(&owner, &histogram());
    buy(&owner, &ann, &cheap, "1");
    let waiting = ann.buyer().order(&parsed(&cheap.id), parsed("2")).unwrap();

    let dear = owner
        .seller()
        .reprice(&parsed(&cheap.id), &parsed("8:160"))
        .unwrap();
    assert_eq!(dear.question, cheap.question);
    let refused = owner
        .seller()
        .approve(&parsed(&waiting.id), paid(""))
        .unwrap_err();
    assert_eq!(refused.code().as_str(), "stale-price");
    assert_eq!(
        ann.buyer()
            .order(&parsed(&cheap.id), parsed("3"))
            .unwrap_err()
            .code()
            .as_str(),
        "stale-price"
    );

    let quote = ann.buyer().quote(&parsed(&dear.id), parsed("2")).unwrap();
    assert_eq!((quote.from.get(), quote.price.minor), (1_000_000, 2_000));
    buy(&owner, &ann, &dear, "2");
    let held = holding(&ann, &dear);
    assert_eq!(held.responses.len(), 2);
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let report = audit_files(&[ledger]).unwrap();
    assert_eq!(
        report.findings().len(),
        0,
        "{}",
        serde_json::to_string_pretty(&report).unwrap()
    );
}

#[test]
fn orders_that_were_answered_leave_the_market_and_the_rest_stay() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    let [approved, declined] = ["1", "2"].map(|level| {
        ann.buyer()
            .order(&parsed(&listing.id), parsed(level))
            .unwrap()
            .id
    });
    let waiting = ben
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap()
        .id;
    let folder = town
        .path("market/orders")
        .join(owner.view().kid.to_string());
    std::fs::write(folder.join("noise.age"), "no order").unwrap();
    assert_eq!(owner.seller().inbox().unwrap().len(), 3);
    owner
        .seller()
        .approve(&parsed(&approved), paid(""))
        .unwrap();
    owner.seller().decline(&parsed(&declined), "late").unwrap();
    assert_eq!(owner.seller().inbox().unwrap().len(), 1);
    let mut there: Vec<String> = tree(&folder)
        .iter()
        .map(|(path, _)| path.file_name().unwrap().to_str().unwrap().to_owned())
        .collect();
    there.sort();
    let mut expected = vec!["noise.age".to_owned(), format!("{waiting}.age")];
    expected.sort();
    assert_eq!(there, expected, "what waits, and what is none of ours");
    // Gone from the market is not gone from the home, nor from the buyer.
    assert_eq!(owner.seller().answered().unwrap().len(), 2);
    assert_eq!(
        owner
            .seller()
            .approve(&parsed(&approved), paid(""))
            .unwrap()
            .sequence,
        1
    );
    assert_eq!(ann.buyer().orders().unwrap().len(), 2);
    assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
}

/// The published log tells entries by their hashes: without a salt, whoever guesses what an entry
/// says could tell that it is there.
#[test]
fn every_entry_and_every_order_has_random_bits_of_its_own() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, auditor) = (town.home("ann"), town.home("auditor").view().recipient);
    let (education, income) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    for listing in [&education, &income] {
        buy(&owner, &ann, listing, "1");
        let file = town.path(&listing.id.to_string());
        owner
            .seller()
            .grant(&parsed(&listing.id), &parsed(&auditor), &file)
            .unwrap();
    }
    owner
        .seller()
        .set_cap(&parsed("people"), parsed("900"), "")
        .unwrap();
    owner
        .seller()
        .set_cap(&parsed("people"), parsed("800"), "")
        .unwrap();

    let file = town.path("owner.ledger");
    owner.seller().export_ledger(&file).unwrap();
    let mut salts: Vec<Salt> = Vec::new();
    for line in std::fs::read_to_string(file).unwrap().lines() {
        salts.extend(match claimed_typ(line).as_deref() {
            Some(Receipt::TYP) => Some(Signed::<Receipt>::verify(line).unwrap().payload().salt),
            Some(Grant::TYP) => Some(Signed::<Grant>::verify(line).unwrap().payload().salt),
            Some(PopulationEntry::TYP) => {
                let entry = Signed::<PopulationEntry>::verify(line).unwrap();
                Some(entry.payload().salt)
            }
            Some(Order::TYP) => Some(Signed::<Order>::verify(line).unwrap().payload().nonce),
            _ => None,
        });
    }
    assert_eq!(salts.len(), 9);
    let different: HashSet<[u8; 16]> = salts.iter().map(|salt| *salt.as_bytes()).collect();
    assert_eq!(different.len(), 9);
}

#[test]
fn a_holding_is_read_by_any_version_of_its_listing_or_by_its_question() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let (listing, other) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    buy(&owner, &ann, &listing, "1");
    buy(&owner, &ann, &other, "1");
    let newer = owner
        .seller()
        .reprice(&parsed(&listing.id), &parsed("8:160"))
        .unwrap();
    buy(&owner, &ann, &newer, "2");
    let whole = newer.id.to_string();
    for name in [&listing.id.to_string()[..6], &whole, &newer.question] {
        let held = ann.buyer().holding(&parsed(name)).unwrap();
        assert_eq!(held.listing.id, newer.id, "{name}");
        assert_eq!(held.responses.len(), 2);
    }
    for (name, code) in [(&whole, "no-such-id"), (&newer.question, "nothing-held")] {
        let error = ben.buyer().holding(&parsed(name)).unwrap_err();
        assert_eq!(error.code().as_str(), code);
        assert!(!error.hints().is_empty());
    }
    // The version for sale is found by the question, until it is withdrawn.
    let ListingName::Question(question) = parsed(&newer.question) else {
        panic!("{}", newer.question);
    };
    assert_eq!(ben.buyer().listing_of(&question).unwrap().id, newer.id);
    owner
        .seller()
        .withdraw(&parsed(&newer.id), "no longer")
        .unwrap();
    let error = ben.buyer().listing_of(&question).unwrap_err();
    assert_eq!(error.code().as_str(), "no-such-id");
}
