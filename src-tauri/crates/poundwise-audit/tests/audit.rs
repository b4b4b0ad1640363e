//! Whole ledgers and bundles: what honest people make holds, and everything else is found out, for
//! the right reason.

use crate::audits::{audited, one, state};
use crate::fixture::copies;
use crate::fixture::shop::{Shop, Tricks, market};
use crate::fixture::{ALICE, MALLORY, OWNER, eps, identity, listing, refusal, salt};
use poundwise_audit::audit;
use poundwise_audit::report::{FileKind, LimitCode, State, Verdict};
use poundwise_documents::Checkpoint;
use poundwise_documents::finding::{CheckId, Code, SidePhrase, sides};
use poundwise_documents::kinds::{Listing, Settlement};
use poundwise_documents::tariff::Tariff;
use poundwise_documents::units::DocumentId;
use poundwise_documents::{Language, Signed};

#[test]
fn an_honest_ledger_holds_and_its_books_add_up() {
    let report = one(market().ledger());
    assert_eq!(report.findings(), []);
    assert_eq!(report.verdict(), Verdict::Holds);
    assert_eq!(
        report.headline(),
        "6 receipts check out: one unbroken log, ε and money add up. Deliveries were not checked: add \
         the bundles."
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
    let [books] = report.books() else {
        panic!("one owner")
    };
    assert!(books.complete);
    assert_eq!((books.receipts, books.buyers), (6, 2));
    assert_eq!(books.money.len(), 1);
    // 10 + 15.01 + 10 + 20 + 10, and 15.01 on credit
    assert_eq!(books.money[0].to_string(), "EUR 65.01");
    assert_eq!(books.credit[0].to_string(), "EUR 15.01");
    assert_eq!((books.free, books.waived.len()), (0, 0));
    assert_eq!(books.openings, 1);
    // 0.5 + 1 + 0.5 + 1.5 + 1 + 1.5
    assert_eq!(books.independent_loss_micro_epsilon, 6_000_000);
    let [first, second] = books.listings.as_slice() else {
        panic!("two questions")
    };
    assert_eq!(
        (first.question, first.population),
        (
            crate::fixture::listing(1).seed_commitment,
            salt(crate::fixture::POPULATION)
        )
    );
    assert_eq!((first.openings, second.openings), (1, 0));
    assert_eq!(
        (first.highest, first.receipts, first.buyers),
        (eps("1.5"), 4, 2)
    );
    assert_eq!(
        (second.highest, second.receipts, second.buyers),
        (eps("1"), 2, 2)
    );
    let [population] = books.populations.as_slice() else {
        panic!("one population")
    };
    assert_eq!(
        (
            population.population,
            population.unit_name.as_str(),
            population.questions,
            population.openings
        ),
        (salt(crate::fixture::POPULATION), "person", 2, 1)
    );
    assert_eq!(
        (
            population.loss_micro_epsilon,
            population.independent_loss_micro_epsilon
        ),
        (2_500_000, 6_000_000)
    );
    // The cap was raised at the end.
    assert_eq!(population.cap_micro_epsilon, eps("3.5"));
    assert_eq!(population.carried_micro_epsilon, eps("0"));
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
        (
            population.receipts,
            population.money[0].to_string().as_str()
        ),
        (6, "EUR 65.01")
    );
    let [euros] = books.by_currency.as_slice() else {
        panic!("one currency")
    };
    assert_eq!(
        (euros.receipts, euros.money.to_string().as_str()),
        (6, "EUR 65.01")
    );
    // 0.5 + 1 + 0.5 + 1 + 1 + 0.5
    assert_eq!(euros.sold_micro_epsilon, 4_500_000);
    let [subject] = report.subjects() else {
        panic!("one owner")
    };
    assert_eq!(
        (subject.kid, subject.name.as_str()),
        (identity(OWNER).kid(), "Town of Aldbury")
    );
}

#[test]
fn what_is_free_adds_to_no_total_and_waives_its_price_alone() {
    let mut shop = Shop::default();
    let mut offer = listing(1);
    offer.tariff = Tariff::parse("1:0,2:3", offer.currency).unwrap();
    let offer = shop.list(offer);
    for (level, minute, waived) in [("0.5", 10, None), ("2", 11, Some("EUR 3.00"))] {
        let free = Tricks {
            settlement: Some(Settlement::Free),
            ..Tricks::default()
        };
        shop.sell_with(ALICE, &offer, level, minute, free);
        let report = one(shop.ledger());
        assert_eq!(report.findings(), []);
        let [books] = report.books() else {
            panic!("one owner")
        };
        let texts = books.waived.iter().map(ToString::to_string);
        assert!(texts.eq(waived), "{:?}", books.waived);
        let checks = report.checks().iter();
        let totals = checks
            .flat_map(|check| &check.comparisons)
            .filter(|one| one.code == Code::WrongTotal)
            .map(|one| [one.found.clone().unwrap(), one.expected.clone().unwrap()]);
        let nothing = sides(SidePhrase::Nothing, SidePhrase::Nothing);
        assert!(totals.eq(shop.sales.iter().map(|_| nothing.clone())));
        assert_eq!(books.free, shop.sales.len() as u64);
    }
}

#[test]
fn honest_bundles_hold_alone_together_and_with_their_ledger() {
    let shop = market();
    for sale in 0..shop.sales.len() {
        let verified = shop.bundle(sale).verify().unwrap();
        assert_eq!(verified.rows, shop.sales[sale].rows);
        let report = one(shop.bundle_file(sale));
        assert_eq!(
            (report.verdict(), report.findings().len()),
            (Verdict::Holds, 0),
            "bundle {sale}"
        );
        assert_eq!(state(&report, CheckId::Inclusion), State::Holds);
        assert_eq!(state(&report, CheckId::Releases), State::Holds);
        assert!(!report.books()[0].complete);
    }
    let bundles = || (0..shop.sales.len()).map(|sale| ("a bundle", shop.bundle_file(sale)));
    let report = audited(&bundles().collect::<Vec<_>>());
    assert_eq!(report.findings(), []);
    assert_eq!(
        report.headline(),
        "6 purchases check out: signed, in the log and at the tariff's price. Other sales were not \
         checked: add a ledger."
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
    assert_eq!(report.findings(), []);
    assert!(
        report
            .checks()
            .iter()
            .filter(|check| !matches!(check.id, CheckId::Noise | CheckId::Replay))
            .all(|check| check.state == State::Holds)
    );
    assert_eq!(
        report.headline(),
        "6 receipts check out: one unbroken log, ε and money add up. Values were not computed again: \
         add an opening."
    );
    assert_eq!(report.books()[0].receipts, 6);
}

#[test]
fn earlier_ledgers_bundles_and_checkpoints_are_prefixes() {
    let mut shop = Shop::default();
    let listing = shop.list(crate::fixture::listing(1));
    shop.sell(crate::fixture::ALICE, &listing, "0.5", 10);
    shop.sell(crate::fixture::ALICE, &listing, "1", 11);
    let early = [
        ("early.ledger", shop.ledger()),
        ("early.bundle", shop.bundle_file(0)),
        (
            "early checkpoint",
            shop.checkpoint().note().as_bytes().to_vec(),
        ),
    ];
    shop.sell(crate::fixture::BOB, &listing, "2", 12);
    let mut files = early.to_vec();
    files.push(("late.ledger", shop.ledger()));
    files.push(("late.bundle", shop.bundle_file(0)));
    let report = audited(&files);
    assert_eq!(report.findings(), []);
    assert_eq!(state(&report, CheckId::Consistency), State::Holds);
    assert_eq!((report.books().len(), report.books()[0].receipts), (1, 3));
}

#[test]
fn a_copy_is_taken_for_what_it_is() {
    let shop = market();
    let copy = copies::bytes(&copies::copy(&shop));
    let report = one(copy.clone());
    assert_eq!(report.findings(), []);
    assert_eq!(
        report.headline(),
        "One holder's copy checks out: its maker signed it; the owner did not sign its values. 1 copy \
         was not compared with its release: add its bundle."
    );
    assert_eq!(report.books(), [], "a copy is no sale");
    let [shown] = report.copies() else {
        panic!("one copy")
    };
    assert_eq!(
        (shown.maker, shown.owner),
        (identity(crate::fixture::ALICE).kid(), identity(OWNER).kid())
    );
    assert_eq!(
        (shown.level, shown.rows, &shown.release_file),
        (eps("0.7"), 3, &None)
    );
    assert!(
        report
            .limits()
            .iter()
            .any(|limit| limit.text.contains("The owner did not sign its values"))
    );
    assert_eq!(state(&report, CheckId::Releases), State::Holds);
    assert_eq!(report.files()[0].kind, FileKind::Copy);
    assert!(
        report
            .to_html(crate::audits::made(), Language::English)
            .contains("Holders' copies")
    );

    // Beside the release it names, and twice.
    let report = audited(&[
        ("one.copy", copy.clone()),
        ("its.bundle", shop.bundle_file(copies::SOURCE)),
        ("again.copy", copy),
        ("ledger", shop.ledger()),
    ]);
    assert_eq!(report.findings(), []);
    assert_eq!(
        report.headline(),
        "6 receipts check out: one unbroken log, ε and money add up. 5 of 6 deliveries were not \
         checked: add the bundles."
    );
    assert!(
        report
            .copies()
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
        assert_eq!(one(changed).verdict(), Verdict::Wrong, "byte {position}");
        let cut = copy[..position].to_vec();
        if position > 0 {
            assert_eq!(one(cut).verdict(), Verdict::Wrong, "cut at {position}");
        }
    }
}

#[test]
fn own_numbers_lose_in_the_population_that_they_name() {
    let mut shop = Shop::default();
    for series in [1, 2] {
        let own = shop.list(crate::fixture::own_numbers(series));
        shop.sell(crate::fixture::ALICE, &own, "1", 10);
        shop.sell(crate::fixture::BOB, &own, "1.5", 10);
    }
    let report = one(shop.ledger());
    assert_eq!(report.findings(), []);
    let books = &report.books()[0];
    assert_eq!((books.populations.len(), books.listings.len()), (2, 2));
    assert!(
        books
            .populations
            .iter()
            .all(|population| population.loss_micro_epsilon == 1_500_000
                && population.unit_name == "farm")
    );
}

/// One question, listed three times: in its population, in another one with a carried loss, and in
/// the first again.
fn moved() -> Shop {
    let mut shop = Shop::default();
    let first = shop.list(crate::fixture::listing(1));
    shop.sell(crate::fixture::ALICE, &first, "0.5", 10);
    shop.withdraw(first.id(), 20);
    let second = shop.list(Listing {
        population: salt(1),
        population_carried_micro_epsilon: eps("0.25"),
        issued_at: crate::fixture::at(30),
        title: "Ages once more".to_owned(),
        ..crate::fixture::listing(1)
    });
    shop.sell(crate::fixture::ALICE, &second, "1", 31);
    shop.grant(&second, 32);
    shop.withdraw(second.id(), 40);
    let third = shop.list(Listing {
        issued_at: crate::fixture::at(41),
        ..crate::fixture::listing(1)
    });
    shop.sell(crate::fixture::BOB, &third, "0.7", 42);
    shop
}

#[test]
fn a_question_is_one_over_all_its_listings_and_adds_to_each_population_for_life() {
    let shop = moved();
    // Alice goes on from what the first listing gave, and the loss is counted once.
    let second = shop.sales[1].receipt.payload();
    assert_eq!(second.from, eps("0.5"));
    assert_eq!(second.population_loss_micro_epsilon, eps("1.25"));
    let third = shop.sales[2].receipt.payload();
    assert_eq!(third.question_loss, eps("1"));
    assert_eq!(third.population_loss_micro_epsilon, eps("1"));

    let bundles = || (0..3).map(|sale| ("a bundle", shop.bundle_file(sale)));
    let together = bundles().chain([("ledger", shop.ledger())]).collect();
    let ways: [Vec<(&str, Vec<u8>)>; 3] = [
        vec![("ledger", shop.ledger())],
        bundles().collect(),
        together,
    ];
    for files in ways {
        let report = audited(&files);
        assert_eq!(report.findings(), []);
        let books = &report.books()[0];
        let [question] = books.listings.as_slice() else {
            panic!("one question")
        };
        assert_eq!(
            (question.highest, question.receipts, question.population),
            (eps("1"), 3, salt(crate::fixture::POPULATION))
        );
        let mut losses: Vec<(u64, u64, u64)> = books
            .populations
            .iter()
            .map(|population| {
                (
                    population.loss_micro_epsilon,
                    population.independent_loss_micro_epsilon,
                    population.receipts,
                )
            })
            .collect();
        losses.sort_unstable();
        // 0.5 + 1 + 0.7, and 0.25 carried
        assert_eq!(
            losses,
            [(1_000_000, 2_200_000, 3), (1_250_000, 2_450_000, 0)]
        );
        let held: Vec<usize> = books.by_buyer.iter().map(|b| b.holdings.len()).collect();
        assert_eq!(held, [1, 1]);
    }
}

/// A cap may be changed before anything of its population is listed.
#[test]
fn a_cap_that_was_set_before_any_listing_binds_the_first() {
    let mut shop = Shop::default();
    shop.cap_with(1, &|_| {});
    let first = shop.list(Listing {
        population_cap_micro_epsilon: eps("2"),
        ..crate::fixture::listing(1)
    });
    shop.sell(crate::fixture::ALICE, &first, "1", 12);
    let report = one(shop.ledger());
    assert_eq!(report.findings(), []);
}

#[test]
fn a_cap_binds_from_its_entry_on() {
    let mut shop = Shop::default();
    let first = shop.list(crate::fixture::listing(1));
    shop.sell(crate::fixture::ALICE, &first, "2", 10);
    // Below what is lost already: nothing more can be sold, what was sold stays right.
    shop.cap("1", 11);
    let report = one(shop.ledger());
    assert_eq!(report.findings(), []);
    assert_eq!(report.books()[0].populations[0].cap_micro_epsilon, eps("1"));
    shop.sell(crate::fixture::BOB, &first, "0.5", 12);
    let codes: Vec<_> = one(shop.ledger())
        .findings()
        .iter()
        .map(|f| f.code)
        .collect();
    assert_eq!(codes, [Code::OverCap]);
}

#[test]
fn what_a_line_that_cannot_be_read_may_have_changed_is_no_finding() {
    let mut shop = Shop::default();
    shop.list(crate::fixture::listing(1));
    shop.cap("2", 10);
    shop.cap("1.5", 11);
    shop.list(crate::fixture::listing(2));
    let mut lines = shop.lines.clone();
    lines[1].truncate(100);
    let report = one(crate::fixture::shop::file_of(&shop.checkpoint(), &lines));
    let codes: Vec<Code> = report
        .findings()
        .iter()
        .map(|finding| finding.code)
        .collect();
    assert!(codes.contains(&Code::DocumentRefused), "{codes:?}");
    assert!(!codes.contains(&Code::WrongCap), "{codes:?}");
    // The next listing's cap is the one in force from there, and sales are checked against it.
    let mut lines = shop.lines.clone();
    lines[2].truncate(100);
    let report = one(crate::fixture::shop::file_of(&shop.checkpoint(), &lines));
    assert!(
        report
            .findings()
            .iter()
            .all(|finding| finding.code != Code::WrongCap)
    );
}

#[test]
fn a_grant_given_by_itself_is_counted_beside_bundles() {
    let shop = market();
    let grant = ("grant", shop.lines[15].as_bytes().to_vec());
    let report = audited(&[
        ("bundle", shop.bundle_file(3)),
        grant.clone(),
        grant.clone(),
    ]);
    assert_eq!(report.findings(), []);
    let books = &report.books()[0];
    assert_eq!((books.openings, books.listings[0].openings), (1, 1));
    assert_eq!(books.populations[0].openings, 1);
    assert_eq!(audited(&[grant]).books(), []);
}

#[test]
fn an_order_s_checkpoint_counts_only_where_its_owner_signed_it() {
    let mut shop = Shop::default();
    let listing = shop.list(crate::fixture::listing(1));
    shop.sell(crate::fixture::ALICE, &listing, "0.5", 10);
    // A note of the owner's text under another's signature is the buyer's word alone.
    let note = shop.checkpoint().note().to_owned();
    let (text, _) = note.split_once("\n\n").unwrap();
    let stranger = Checkpoint::sign(
        &identity(crate::fixture::MALLORY),
        1,
        poundwise_documents::log::Hash::leaf(b"x"),
    )
    .unwrap();
    let (_, signature) = stranger.note().split_once("\n\n").unwrap();
    let forged = format!("{}\n\n{signature}", text.replacen("\n1\n", "\n9\n", 1));
    for claim in [forged, stranger.note().to_owned()] {
        let mut shop = Shop::default();
        let listing = shop.list(crate::fixture::listing(1));
        shop.sell(crate::fixture::ALICE, &listing, "0.5", 10);
        let tricks = Tricks {
            order: Some(&|order| order.checkpoint = Some(claim.clone())),
            ..Tricks::default()
        };
        shop.sell_with(crate::fixture::ALICE, &listing, "1", 11, tricks);
        let report = audited(&[("bundle", shop.bundle_file(1)), ("ledger", shop.ledger())]);
        assert_eq!(report.findings(), []);
    }
}

#[test]
fn a_refusal_counts_only_where_the_owner_sold_that_order() {
    let shop = market();
    let order = shop.sales[0].order.id();
    let found = |signer: u8, order: DocumentId| {
        let refusal = Signed::sign(&identity(signer), refusal(signer, order)).unwrap();
        let refusal = refusal.compact().as_bytes().to_vec();
        let report = audited(&[
            ("refusal", refusal),
            ("ledger", shop.ledger()),
            ("bundle", shop.bundle_file(0)),
        ]);
        report
            .findings()
            .iter()
            .map(|found| found.code)
            .collect::<Vec<_>>()
    };
    let sold = Code::RefusedAndSold;
    assert_eq!(found(OWNER, order), [sold, sold], "in ledger and bundle");
    assert_eq!(found(MALLORY, order), [], "by another");
    assert_eq!(found(OWNER, DocumentId::of("another order")), []);
}

#[test]
fn bundles_that_are_missing_are_named() {
    let shop = market();
    let first = crate::fixture::listing(1).seed_commitment;
    let all: Vec<_> = (0..6)
        .map(|sale| ("bundle", shop.bundle_file(sale)))
        .collect();
    let with_ledger = |bundles: &[usize]| {
        let mut files: Vec<_> = bundles.iter().map(|sale| all[*sale].clone()).collect();
        files.push(("ledger", shop.ledger()));
        audited(&files)
    };
    // Of the first question are sales 0, 1, 3 and 5; of the second none was given.
    let report = with_ledger(&[3, 0, 3]);
    assert_eq!(report.findings(), []);
    let [set] = report.missing_bundles() else {
        panic!("one question with bundles")
    };
    assert_eq!((set.owner, set.question), (identity(OWNER).kid(), first));
    assert_eq!(
        (set.given, set.missing, set.first.as_slice()),
        (2, Some(2), &[1, 5][..])
    );
    let chosen = |report: &poundwise_audit::AuditReport| {
        let limit = report
            .limits()
            .iter()
            .find(|limit| limit.code == LimitCode::Chosen);
        limit.map(|limit| limit.text.clone())
    };
    let text = chosen(&report).unwrap();
    assert!(
        text.contains("keeps its false-alarm rate only for bundles that were not"),
        "{text}"
    );
    assert!(
        text.contains("2 bundles were given; 2 missing, of receipts 2, 6."),
        "{text}"
    );
    assert!(
        report
            .to_html(crate::audits::made(), Language::English)
            .contains("<td>2, 6</td>")
    );

    // All there: nothing is missing, and nothing is said.
    let report = with_ledger(&[0, 1, 3, 5]);
    assert_eq!(report.missing_bundles()[0].missing, Some(0));
    assert_eq!(chosen(&report), None);
    // Without a ledger, or with one that cannot be read to its end, it is not known.
    let report = audited(&all);
    assert!(
        report
            .missing_bundles()
            .iter()
            .all(|set| set.missing.is_none())
    );
    assert!(
        chosen(&report)
            .unwrap()
            .contains("it is not known which are missing")
    );
    let mut files = all[..1].to_vec();
    let ledger = shop.ledger();
    files.push(("ledger", ledger[..ledger.len() - 3].to_vec()));
    assert_eq!(audited(&files).missing_bundles()[0].missing, None);
    // Nor with one of which a line cannot be read: it may be a receipt.
    let mut lines = shop.lines.clone();
    lines[9].truncate(100);
    let damaged = crate::fixture::shop::file_of(&shop.checkpoint(), &lines);
    let report = audited(&[all[0].clone(), ("ledger", damaged)]);
    assert_eq!(report.missing_bundles()[0].missing, None);
    // A ledger alone has no set of bundles to speak of.
    assert_eq!(one(shop.ledger()).missing_bundles(), []);
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
    assert_eq!(report.findings(), []);
    assert_eq!((report.books().len(), report.books()[0].receipts), (1, 6));
    let report = audited(&[shop.bundle_file(1), shop.bundle_file(1)].map(|bytes| ("file", bytes)));
    assert_eq!(
        (report.findings().len(), report.books()[0].receipts),
        (0, 1)
    );
}

#[test]
fn owners_are_kept_apart() {
    let mut other = Shop::of(crate::fixture::MALLORY);
    let listing = other.list(crate::fixture::listing(1));
    other.sell(crate::fixture::ALICE, &listing, "0.3", 10);
    let one = market();
    let report = audited(&[
        ("one.ledger", one.ledger()),
        ("other.ledger", other.ledger()),
        ("one.bundle", one.bundle_file(0)),
        ("other.bundle", other.bundle_file(0)),
    ]);
    assert_eq!(report.findings(), []);
    assert_eq!(
        report.headline(),
        "7 receipts check out: 2 unbroken logs, ε and money add up. 5 of 7 deliveries were not checked: \
         add the bundles."
    );
    assert_eq!((report.subjects().len(), report.books().len()), (2, 2));
    assert!(
        report
            .subjects()
            .iter()
            .all(|subject| subject.files.len() == 2 && subject.verifier_key.is_some())
    );
    // A bundle beside another owner's ledger is judged by itself.
    let report = audited(&[
        ("one.ledger", one.ledger()),
        ("other.bundle", other.bundle_file(0)),
    ]);
    assert_eq!(report.findings(), []);
    assert_eq!(
        report.headline(),
        "7 purchases check out: signed, in the log and at the tariff's price. Other sales were not \
         checked: add a ledger."
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
            (report.verdict(), report.headline()),
            (Verdict::NothingChecked, "Nothing could be checked.")
        );
    }
    assert_eq!(audit(Vec::new()).verdict(), Verdict::NothingChecked);
    let mut shop = Shop::default();
    shop.list(crate::fixture::listing(1));
    let report = one(shop.ledger());
    assert_eq!(report.verdict(), Verdict::Holds);
    assert_eq!(
        report.headline(),
        "Everything checks out: 0 receipts, one unbroken log, ε and money add up."
    );
}
