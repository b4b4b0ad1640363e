//! Whole ledgers and bundles: what honest people make holds, and everything else is found out, for the right reason.
#![allow(clippy::unwrap_used)]

mod fixture;

use fixture::audits::{audited, one, state};
use fixture::copies;
use fixture::shop::{Shop, market};
use fixture::{OWNER, eps, identity, salt};
use poundwise_documents::audit;
use poundwise_documents::audit::{FileKind, State, Verdict};
use poundwise_documents::finding::CheckId;

#[test]
fn an_honest_ledger_holds_and_its_books_add_up() {
    let report = one(market().ledger());
    assert_eq!(report.findings, []);
    assert_eq!(report.verdict, Verdict::Holds);
    assert_eq!(
        report.headline,
        "Everything holds: 6 receipts, one unbroken log, ε and money add up."
    );
    for id in [
        CheckId::Files,
        CheckId::Signatures,
        CheckId::Documents,
        CheckId::Orders,
        CheckId::Log,
        CheckId::Prices,
        CheckId::Levels,
        CheckId::Losses,
        CheckId::Totals,
        CheckId::Times,
        CheckId::Withdrawals,
    ] {
        assert_eq!(state(&report, id), State::Holds, "{id}");
    }
    for id in [CheckId::Inclusion, CheckId::Consistency, CheckId::Releases] {
        assert_eq!(state(&report, id), State::NotChecked, "{id}");
    }
    let [books] = report.books.as_slice() else {
        panic!("one owner")
    };
    assert!(books.complete);
    assert_eq!((books.receipts, books.buyers), (6, 2));
    assert_eq!(books.money.len(), 1);
    // 10 + 15.01 + 10 + 20 + 15.01 + 10
    assert_eq!(books.money[0].text, "EUR 80.02");
    // 0.5 + 1 + 0.5 + 1.5 + 1 + 1.5
    assert_eq!(books.independent_loss_micro_epsilon, 6_000_000);
    let [first, second] = books.listings.as_slice() else {
        panic!("two listings")
    };
    assert_eq!(
        (first.highest_micro_epsilon, first.receipts, first.buyers),
        (eps("1.5"), 4, 2)
    );
    assert_eq!(
        (second.highest_micro_epsilon, second.receipts, second.buyers),
        (eps("1"), 2, 2)
    );
    let [dataset] = books.datasets.as_slice() else {
        panic!("one dataset")
    };
    assert_eq!((dataset.dataset, dataset.listings), (salt(77), 2));
    assert_eq!(
        (
            dataset.loss_micro_epsilon,
            dataset.independent_loss_micro_epsilon
        ),
        (2_500_000, 6_000_000)
    );
    assert_eq!(dataset.cap_micro_epsilon, Some(eps("3")));
    assert!(
        books
            .by_buyer
            .iter()
            .all(|buyer| buyer.receipts == 3 && buyer.holdings.len() == 2)
    );
    // Alice holds 1.5 and 0.5, Bob 1.5 and 1, in whichever order their keys have.
    let mut held: Vec<u64> = books
        .by_buyer
        .iter()
        .map(|b| b.held_micro_epsilon)
        .collect();
    held.sort_unstable();
    assert_eq!(held, [2_000_000, 2_500_000]);
    assert_eq!(
        (dataset.receipts, dataset.money[0].text.as_str()),
        (6, "EUR 80.02")
    );
    let [euros] = books.by_currency.as_slice() else {
        panic!("one currency")
    };
    assert_eq!(
        (euros.receipts, euros.money.text.as_str()),
        (6, "EUR 80.02")
    );
    // 0.5 + 1 + 0.5 + 1 + 1 + 0.5
    assert_eq!(euros.sold_micro_epsilon, 4_500_000);
    let [subject] = report.subjects.as_slice() else {
        panic!("one owner")
    };
    assert_eq!(
        (subject.kid, subject.name.as_str()),
        (identity(OWNER).kid(), "Town of Aldbury")
    );
}

#[test]
fn honest_bundles_hold_alone_together_and_with_their_ledger() {
    let shop = market();
    for sale in 0..shop.sales.len() {
        let verified = shop.bundle(sale).verify().unwrap();
        assert_eq!(verified.rows, shop.sales[sale].rows);
        let report = one(shop.bundle_file(sale));
        assert_eq!(
            (report.verdict, report.findings.len()),
            (Verdict::Holds, 0),
            "bundle {sale}"
        );
        assert_eq!(state(&report, CheckId::Inclusion), State::Holds);
        assert_eq!(state(&report, CheckId::Releases), State::Holds);
        assert!(!report.books[0].complete);
    }
    let bundles = || (0..shop.sales.len()).map(|sale| ("a bundle", shop.bundle_file(sale)));
    let report = audited(&bundles().collect::<Vec<_>>());
    assert_eq!(report.findings, []);
    assert_eq!(
        report.headline,
        "Everything holds: 6 purchases, signed, in the log and at the tariff's price."
    );
    let mut all: Vec<_> = bundles().collect();
    all.insert(3, ("ledger", shop.ledger()));
    all.push(("checkpoint", shop.checkpoint().note().as_bytes().to_vec()));
    all.push((
        "receipt",
        shop.sales[2].receipt.compact().as_bytes().to_vec(),
    ));
    all.push((
        "order",
        format!("{}\n", shop.sales[2].order.compact()).into_bytes(),
    ));
    let report = audited(&all);
    assert_eq!(report.findings, []);
    assert!(
        report
            .checks
            .iter()
            .filter(|check| !matches!(check.id, CheckId::Noise | CheckId::Replay))
            .all(|check| check.state == State::Holds)
    );
    assert_eq!(
        report.headline,
        "Everything holds: 6 receipts, one unbroken log, ε and money add up."
    );
    assert_eq!(report.books[0].receipts, 6);
}

#[test]
fn earlier_ledgers_bundles_and_checkpoints_are_prefixes() {
    let mut shop = Shop::default();
    let listing = shop.list(fixture::listing(1));
    shop.sell(fixture::ALICE, &listing, "0.5", 10);
    shop.sell(fixture::ALICE, &listing, "1", 11);
    let early = [
        ("early.ledger", shop.ledger()),
        ("early.bundle", shop.bundle_file(0)),
        (
            "early checkpoint",
            shop.checkpoint().note().as_bytes().to_vec(),
        ),
    ];
    shop.sell(fixture::BOB, &listing, "2", 12);
    let mut files = early.to_vec();
    files.push(("late.ledger", shop.ledger()));
    files.push(("late.bundle", shop.bundle_file(0)));
    let report = audited(&files);
    assert_eq!(report.findings, []);
    assert_eq!(state(&report, CheckId::Consistency), State::Holds);
    assert_eq!((report.books.len(), report.books[0].receipts), (1, 3));
}

#[test]
fn a_copy_is_taken_for_what_it_is() {
    let shop = market();
    let copy = copies::bytes(&copies::copy(&shop));
    let report = one(copy.clone());
    assert_eq!(report.findings, []);
    assert_eq!(
        report.headline,
        "Everything holds: one holder's copy, signed by its maker; the owner did not sign its values."
    );
    assert_eq!(report.books, [], "a copy is no sale");
    let [shown] = report.copies.as_slice() else {
        panic!("one copy")
    };
    assert_eq!(
        (shown.maker, shown.owner),
        (identity(fixture::ALICE).kid(), identity(OWNER).kid())
    );
    assert_eq!(
        (shown.micro_epsilon, shown.rows, &shown.release_file),
        (eps("0.7"), 3, &None)
    );
    assert!(
        report
            .limits
            .iter()
            .any(|limit| limit.text.contains("the owner did not sign its values"))
    );
    assert_eq!(state(&report, CheckId::Releases), State::Holds);
    assert_eq!(report.files[0].kind, FileKind::Copy);
    assert!(report.to_html().contains("Holders' copies"));

    // Beside the release it names, and twice.
    let report = audited(&[
        ("one.copy", copy.clone()),
        ("its.bundle", shop.bundle_file(copies::SOURCE)),
        ("again.copy", copy),
        ("ledger", shop.ledger()),
    ]);
    assert_eq!(report.findings, []);
    assert_eq!(
        report.headline,
        "Everything holds: 6 receipts, one unbroken log, ε and money add up."
    );
    assert!(
        report
            .copies
            .iter()
            .all(|copy| copy.release_file.as_deref() == Some("its.bundle"))
    );
}

#[test]
fn one_changed_byte_anywhere_in_a_copy_is_found() {
    let copy = copies::bytes(&copies::copy(&market()));
    for position in 0..copy.len() {
        let mut changed = copy.clone();
        changed[position] ^= 1 << (position % 8);
        assert_eq!(one(changed).verdict, Verdict::Wrong, "byte {position}");
        let cut = copy[..position].to_vec();
        if position > 0 {
            assert_eq!(one(cut).verdict, Verdict::Wrong, "cut at {position}");
        }
    }
}

#[test]
fn own_numbers_have_no_dataset_and_lose_by_themselves() {
    let mut shop = Shop::default();
    for series in [1, 2] {
        let own = poundwise_documents::kinds::Listing {
            dataset: None,
            dataset_cap_micro_epsilon: None,
            ..fixture::listing(series)
        };
        let own = shop.list(own);
        shop.sell(fixture::ALICE, &own, "1", 10);
        shop.sell(fixture::BOB, &own, "1.5", 10);
    }
    let report = one(shop.ledger());
    assert_eq!(report.findings, []);
    assert_eq!(report.books[0].datasets, []);
    assert_eq!(report.books[0].listings.len(), 2);
}

#[test]
fn the_same_file_twice_says_nothing_new() {
    let shop = market();
    let twice = [
        shop.ledger(),
        shop.bundle_file(1),
        shop.ledger(),
        shop.bundle_file(1),
    ];
    let report = audited(&twice.map(|bytes| ("file", bytes)));
    assert_eq!(report.findings, []);
    assert_eq!((report.books.len(), report.books[0].receipts), (1, 6));
    let report = audited(&[shop.bundle_file(1), shop.bundle_file(1)].map(|bytes| ("file", bytes)));
    assert_eq!((report.findings.len(), report.books[0].receipts), (0, 1));
}

#[test]
fn owners_are_kept_apart() {
    let mut other = Shop::of(fixture::MALLORY);
    let listing = other.list(fixture::listing(1));
    other.sell(fixture::ALICE, &listing, "0.3", 10);
    let one = market();
    let report = audited(&[
        ("one.ledger", one.ledger()),
        ("other.ledger", other.ledger()),
        ("one.bundle", one.bundle_file(0)),
        ("other.bundle", other.bundle_file(0)),
    ]);
    assert_eq!(report.findings, []);
    assert_eq!(
        report.headline,
        "Everything holds: 7 receipts in 2 unbroken logs, ε and money add up."
    );
    assert_eq!((report.subjects.len(), report.books.len()), (2, 2));
    assert!(
        report
            .subjects
            .iter()
            .all(|subject| subject.files.len() == 2 && subject.verifier_key.is_some())
    );
    // A bundle beside another owner's ledger is judged by itself.
    let report = audited(&[
        ("one.ledger", one.ledger()),
        ("other.bundle", other.bundle_file(0)),
    ]);
    assert_eq!(report.findings, []);
    assert_eq!(
        report.headline,
        "Everything holds: 7 purchases, signed, in the log and at the tariff's price."
    );
}

#[test]
fn an_empty_ledger_and_a_lone_checkpoint_say_so() {
    let shop = Shop::default();
    for file in [
        shop.ledger(),
        market().checkpoint().note().as_bytes().to_vec(),
    ] {
        let report = one(file);
        assert_eq!(
            (report.verdict, report.headline.as_str()),
            (Verdict::NothingChecked, "Nothing could be checked.")
        );
    }
    assert_eq!(audit(Vec::new()).verdict, Verdict::NothingChecked);
    let mut shop = Shop::default();
    shop.list(fixture::listing(1));
    let report = one(shop.ledger());
    assert_eq!(report.verdict, Verdict::Holds);
    assert_eq!(
        report.headline,
        "Everything holds: 0 receipts, one unbroken log, ε and money add up."
    );
}
