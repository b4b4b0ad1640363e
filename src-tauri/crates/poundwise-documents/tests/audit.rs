//! Whole ledgers and bundles: what honest people make holds, and everything else is found out, for the right reason.
#![allow(clippy::unwrap_used)]

mod fixture;

use fixture::copies;
use std::cell::{Cell, RefCell};
use std::num::NonZero;
use std::ops::ControlFlow;

use fixture::shop::{Shop, market};
use fixture::{OWNER, eps, identity, salt};
use poundwise_documents::audit::{
    FileKind, NoiseBin, NoisePair, NoiseTest, NoiseVerdict, Options, Part, Progress, State,
    Stopped, Verdict,
};
use poundwise_documents::finding::{CheckId, Code, Comparison, Finding, MAX_COMPARISONS};
use poundwise_documents::{Input, Report, audit, audit_with};

fn audited(files: &[(&str, Vec<u8>)]) -> Report {
    audit(
        files
            .iter()
            .map(|(name, bytes)| Input::from_bytes(*name, bytes.clone()))
            .collect(),
    )
}

fn one(bytes: Vec<u8>) -> Report {
    audited(&[("file", bytes)])
}

fn state(report: &Report, id: CheckId) -> State {
    report
        .checks
        .iter()
        .find(|check| check.id == id)
        .unwrap()
        .state
}

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

#[test]
fn files_are_known_by_content() {
    let shop = market();
    let report = audited(&[
        ("x.bundle", shop.ledger()),
        ("x.ledger", shop.bundle_file(0)),
        ("x.pdf", shop.checkpoint().note().as_bytes().to_vec()),
        ("x.exe", shop.sales[0].order.compact().as_bytes().to_vec()),
    ]);
    let kinds: Vec<FileKind> = report.files.iter().map(|file| file.kind).collect();
    assert_eq!(
        kinds,
        [
            FileKind::Ledger,
            FileKind::Bundle,
            FileKind::Checkpoint,
            FileKind::Document
        ]
    );
    assert_eq!(report.verdict, Verdict::Holds);
}

/// A source that fails after some bytes.
struct Failing<'a>(&'a [u8]);

impl std::io::Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        if self.0.is_empty() {
            return Err(std::io::Error::other("the disk is gone"));
        }
        self.0.read(buffer)
    }
}

#[test]
fn a_source_that_fails_is_a_finding() {
    let (ledger, bundle) = (market().ledger(), market().bundle_file(0));
    for cut in [0, 5, 100, 1000, ledger.len() - 1, ledger.len()] {
        let report = audit(vec![Input::from_reader("ledger", Failing(&ledger[..cut]))]);
        assert_eq!(
            report.findings.first().unwrap().code.as_str(),
            "unreadable",
            "after {cut} bytes"
        );
        assert!(report.findings[0].message.contains("the disk is gone"));
    }
    let report = audit(vec![Input::from_reader("bundle", Failing(&bundle))]);
    assert_eq!(report.findings.first().unwrap().code.as_str(), "unreadable");
}

#[test]
fn a_file_cut_off_anywhere_is_found() {
    let shop = market();
    let (ledger, bundle) = (shop.ledger(), shop.bundle_file(0));
    let withdrawal = shop.lines.last().unwrap().len() + 1;
    let ends = (1..ledger.len()).filter(|at| ledger[at - 1] == b'\n' || ledger[*at] == b'\n');
    for length in ends.chain((1..ledger.len()).step_by(97)) {
        // Two cuts leave whole files: a checkpoint by itself, which shows nothing, and all but the
        // withdrawal, which is not in the log.
        let expected = if length == shop.checkpoint().note().len() {
            Verdict::NothingChecked
        } else if length == ledger.len() - withdrawal {
            Verdict::Holds
        } else {
            Verdict::Wrong
        };
        assert_eq!(
            one(ledger[..length].to_vec()).verdict,
            expected,
            "{length} bytes"
        );
    }
    for length in (1..bundle.len()).step_by(7) {
        assert_eq!(
            one(bundle[..length].to_vec()).verdict,
            Verdict::Wrong,
            "{length} bytes"
        );
    }
}

#[test]
fn the_page_escapes_what_files_say() {
    let mut shop = Shop::default();
    let mut listing = fixture::listing(1);
    listing.title = "<script>alert('1')</script> & \"more\"".to_owned();
    let listing = shop.list(listing);
    shop.sell(fixture::ALICE, &listing, "0.5", 10);
    let report = audited(&[("<b>file</b>", shop.ledger())]);
    let page = report.to_html();
    assert!(!page.contains("<script") && !page.contains("<b>"));
    assert!(
        page.contains("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; &amp; &quot;more&quot;")
    );
    assert!(page.contains("EUR 10.00") && page.contains("ε 0.5"));
    // The figures, with the numbers beside the bars; and nothing from outside.
    assert_eq!(page.matches("<svg").count(), 3);
    assert!(page.contains("against its cap") && page.contains("ε 0.5 of 3"));
    assert!(page.contains("against its ceiling") && page.contains("ε 0.5 of 2"));
    assert!(page.contains("Income of each listing, in EUR"));
    assert!(!page.contains("http") && !page.contains("src=") && !page.contains("@import"));
    assert!(page.contains("What this audit cannot know"));
    let json: Report = serde_json::from_str(&report.to_json().unwrap()).unwrap();
    assert_eq!(json, report);
}

#[test]
fn checks_made_elsewhere_count_in_the_verdict() {
    let mut report = audited(&[("a bundle", market().bundle_file(0))]);
    assert_eq!(state(&report, CheckId::Noise), State::NotChecked);
    for file in ["one", "another"] {
        report.hold(Comparison::held(Code::NoiseLaw, file, "changes", "the law"));
    }
    report.explain(CheckId::Noise, "2 tests: consistent with honest noise");
    assert_eq!(state(&report, CheckId::Noise), State::Holds);
    assert_eq!(report.verdict, Verdict::Holds);
    let noise = |report: &Report| {
        let check = report
            .checks
            .iter()
            .find(|check| check.id == CheckId::Noise);
        check.unwrap().clone()
    };
    assert_eq!(
        noise(&report).found,
        "2 tests: consistent with honest noise"
    );
    let limits = report.limits.len();
    report.lift_replay_limit();
    assert_eq!(report.limits.len(), limits - 1);

    report.fail(Finding::new(Code::ReplayDiffers, "a bundle", "row 3 differs").about_receipt(0));
    assert_eq!(state(&report, CheckId::Replay), State::Wrong);
    assert_eq!(
        (report.verdict, report.headline.as_str()),
        (Verdict::Wrong, "One thing is wrong.")
    );
    assert_eq!(report.findings[0].receipt, Some(0));

    // Nothing signed was looked at: a check that holds makes no verdict.
    let mut empty = audited(&[]);
    empty.hold(Comparison::held(Code::NoiseLaw, "one", "", ""));
    assert_eq!(empty.verdict, Verdict::NothingChecked);
}

#[test]
fn every_check_says_what_it_compared_with_what() {
    let mut shop = market();
    let listing = shop.list(fixture::listing(3));
    for (sale, minute) in (0u8..60).zip(60..) {
        let level = ["0.1", "0.2", "0.3", "0.4", "0.5"][usize::from(sale % 5)];
        shop.sell(40 + sale / 5, &listing, level, minute);
    }
    let report = audited(&[("ledger", shop.ledger()), ("bundle", shop.bundle_file(1))]);
    assert_eq!(report.findings, []);
    for check in &report.checks {
        let parts = |count: fn(&Part) -> u64| check.parts.iter().map(count).sum::<u64>();
        assert_eq!((parts(|p| p.made), parts(|p| p.failed)), (check.made, 0));
        let kept = check.made.min(MAX_COMPARISONS as u64);
        assert_eq!(check.comparisons.len() as u64, kept, "{}", check.id);
        assert!(!check.by_hand.is_empty());
        for one in &check.comparisons {
            assert!(one.holds && one.code.check() == check.id);
            assert!(check.parts.iter().any(|part| part.code == one.code));
        }
    }
    let check = |id: CheckId| report.checks.iter().find(|check| check.id == id).unwrap();
    // More than are kept: counted all the same.
    assert!(check(CheckId::Documents).made > MAX_COMPARISONS as u64);
    let price = check(CheckId::Prices)
        .comparisons
        .iter()
        .find(|one| one.code == Code::WrongPrice)
        .unwrap();
    assert_eq!((price.receipt, price.file.as_str()), (Some(1), "bundle"));
    assert_eq!(
        (price.found.as_str(), price.expected.as_str()),
        ("EUR 15.01 (ε 0 → 1)", "EUR 15.01")
    );
    let included = &check(CheckId::Inclusion).comparisons;
    let receipt = shop.bundle(1).verify().unwrap().receipt.id();
    assert!(!included.is_empty() && included.iter().all(|one| one.document == Some(receipt)));

    // A comparison that fails is shown with both sides, and is the finding.
    let mut lines = shop.lines.clone();
    lines.swap_remove(3);
    let report = one(fixture::shop::resigned(&lines));
    let totals = report
        .checks
        .iter()
        .find(|c| c.id == CheckId::Totals)
        .unwrap();
    let failed = totals.comparisons.iter().filter(|one| !one.holds).count() as u64;
    assert!(failed > 0 && failed <= totals.failed);
    let counted: u64 = report.checks.iter().map(|check| check.failed).sum();
    assert_eq!(counted, report.findings_total);
}

#[test]
fn the_law_of_the_noise_is_drawn_with_its_numbers() {
    let mut report = audited(&[("a bundle", market().bundle_file(0))]);
    let bin = |from, to, observed, expected| NoiseBin {
        from,
        to,
        observed,
        expected,
    };
    report.noise.push(NoiseTest {
        titles: vec!["<b>Income</b>".to_owned()],
        pairs: 1,
        pairs_shown: vec![NoisePair {
            title: "Income".to_owned(),
            low_file: "low".to_owned(),
            high_file: "high".to_owned(),
            low_micro_epsilon: eps("0.5"),
            high_micro_epsilon: eps("4"),
            sensitivity: 1,
            increments: 60,
            unchanged: 31,
            unchanged_expected: 29.5,
        }],
        increments: 60,
        unchanged: 31,
        unchanged_expected: 29.5,
        unchanged_low: 20,
        unchanged_high: 40,
        classes: Vec::new(),
        bins: vec![
            bin(None, Some(-1), 14, 15.2),
            bin(Some(0), Some(0), 31, 29.6),
            bin(Some(1), None, 15, 15.2),
        ],
        statistic: Some(0.4),
        degrees: Some(2),
        p_law: Some(0.82),
        p_unchanged: 1.0,
        threshold: 5e-7,
        false_alarms: 1e-6,
        verdict: NoiseVerdict::Consistent,
    });
    let page = report.to_html();
    let drawn = |page: &str| page.matches("<svg").count();
    assert_eq!(page.matches("class=\"seen\"").count(), 3);
    assert!(page.contains("χ² = 0.4 on 2") && page.contains("p = 0.820"));
    assert!(page.contains("between 20 and 40") && page.contains("1 of 1000000 audits"));
    assert!(page.contains("&lt;b&gt;Income") && !page.contains("<b>Income"));
    assert!(page.contains("<code>basenc") || page.contains("basenc --base64url</code>"));
    let json: Report = serde_json::from_str(&report.to_json().unwrap()).unwrap();
    assert_eq!(json, report);
    // Without anything to draw, the numbers alone; and no number at all breaks the page.
    let with = drawn(&page);
    report.noise[0].bins.clear();
    assert_eq!(drawn(&report.to_html()), with - 1);
    report.noise[0].bins = vec![bin(None, None, 1, f64::INFINITY)];
    assert_eq!(drawn(&report.to_html()), with - 1);
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut shop = market();
    let listing = shop.list(fixture::listing(3));
    for (level, minute) in (1..=20).zip(60..) {
        let level = poundwise_documents::units::MicroEpsilon::new(level * 100_000).unwrap();
        shop.sell(4, &listing, &level.to_string(), minute);
    }
    let honest = shop.ledger();
    let mut broken = honest.clone();
    for place in 1..6 {
        broken[place * honest.len() / 7] ^= 1;
    }
    let cut = honest[..honest.len() - 3].to_vec();
    for ledger in [honest, broken, cut] {
        let reports = [1, 2, 3, 16].map(|threads| {
            let options = Options::new().on_threads(NonZero::new(threads).unwrap());
            let input = Input::from_bytes("ledger", ledger.clone());
            audit_with(vec![input], &options).unwrap()
        });
        assert!(reports.iter().all(|report| *report == reports[0]));
        assert_eq!(reports[0], one_named("ledger", ledger));
    }
}

fn one_named(name: &str, bytes: Vec<u8>) -> Report {
    audited(&[(name, bytes)])
}

#[test]
fn progress_is_told_and_may_stop_the_audit() {
    let (ledger, bundle) = (market().ledger(), market().bundle_file(0));
    let total = (ledger.len() + bundle.len()) as u64;
    let inputs = || {
        let files = [("ledger", &ledger), ("bundle", &bundle)];
        files
            .map(|(name, bytes)| Input::from_bytes(name, bytes.clone()))
            .into()
    };
    for threads in [1, 2] {
        let threads = NonZero::new(threads).unwrap();
        let told = RefCell::new(Vec::new());
        let listener = |progress: Progress| {
            told.borrow_mut().push(progress);
            ControlFlow::Continue(())
        };
        let options = Options::new().on_threads(threads).telling(&listener);
        assert_eq!(
            audit_with(inputs(), &options).unwrap().verdict,
            Verdict::Holds
        );
        let told = told.into_inner();
        assert!(told.is_sorted_by_key(|progress| (progress.bytes, progress.documents)));
        let last = told.last().unwrap();
        assert_eq!((last.bytes, last.documents), (total, 16));

        // Whenever it is stopped, there is no report.
        for after in 0..told.len() {
            let calls = Cell::new(0);
            let listener = |_| {
                calls.set(calls.get() + 1);
                if calls.get() > after {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            let options = Options::new().on_threads(threads).telling(&listener);
            assert_eq!(audit_with(inputs(), &options), Err(Stopped));
            assert_eq!(calls.get(), after + 1);
        }
    }
}

#[test]
fn findings_are_shown_as_they_are_made_and_may_stop_the_audit() {
    let mut text = String::from_utf8(market().ledger()).unwrap();
    // Two documents that are none any more.
    for line in [9, 14] {
        let at = text.match_indices('\n').nth(line).unwrap().0;
        text.replace_range(at - 1..at, "!");
    }
    let files = || {
        vec![
            Input::from_bytes("no file", b"?".to_vec()),
            Input::from_bytes("ledger", text.clone().into_bytes()),
        ]
    };
    for threads in [1, 2] {
        let options = Options::new().on_threads(NonZero::new(threads).unwrap());
        let shown = RefCell::new(Vec::new());
        let finder = |finding: &Finding| {
            shown.borrow_mut().push(finding.clone());
            ControlFlow::Continue(())
        };
        let report = audit_with(files(), &options.finding(&finder)).unwrap();
        assert!(report.findings.len() >= 3);
        assert_eq!(shown.into_inner(), report.findings, "each once, in order");

        for wanted in 1..=report.findings.len() {
            let shown = RefCell::new(Vec::new());
            let finder = |finding: &Finding| {
                shown.borrow_mut().push(finding.clone());
                if shown.borrow().len() == wanted {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            };
            assert_eq!(audit_with(files(), &options.finding(&finder)), Err(Stopped));
            assert_eq!(shown.into_inner(), report.findings[..wanted]);
        }
    }
}
