//! Reports and journals whole: every word and number as it was, in `tests/pages`.
//!
//! They are made by `cargo test -p poundwise-audit pages -- --ignored`: look at what has changed in
//! them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::audits::{audited, drafted};
use crate::fixture::copies;
use crate::fixture::shop::{self, Shop, Tricks, market};
use crate::fixture::{ALICE, BOB, MALLORY, OWNER, at, eps, identity, listing, opening};
use poundwise_audit::ReportBuilder;
use poundwise_audit::export::hledger::write_journal;
use poundwise_audit::report::{
    Limit, LimitCode, LimitDetail, MissingBundles, NoiseBin, NoiseClass, NoisePair, NoiseTest,
    NoiseVerdict, UnreplayedSale,
};
use poundwise_audit::{AuditReport, audit};
use poundwise_documents::finding::{
    CheckId, Code, Comparison, Finding, SidePhrase, SideValue, sides,
};
use poundwise_documents::kinds::Settlement;
use poundwise_documents::tariff::Tariff;
use poundwise_documents::{Language, Signed};
use poundwise_words::Text;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pages")
}

/// Everything that an owner can show, and two makers' copies.
fn whole() -> ReportBuilder {
    let shop = market();
    let opening = Signed::sign(&identity(OWNER), opening(shop.sales[0].listing.id())).unwrap();
    let mut files = vec![
        ("market.ledger", shop.ledger()),
        ("a checkpoint", shop.checkpoint().note().as_bytes().to_vec()),
        ("an opening", opening.compact().as_bytes().to_vec()),
        ("a copy", copies::bytes(&copies::copy(&shop))),
    ];
    files.extend((0..4).map(|sale| ("a bundle", shop.bundle_file(sale))));
    drafted(&files)
}

/// Purchases of two owners, without their ledgers, and what goes with them.
fn shown_only() -> AuditReport {
    let (shop, neighbour) = (market(), shop::neighbour());
    let text = |text: &str| text.as_bytes().to_vec();
    audited(&[
        ("first", shop.bundle_file(0)),
        ("on credit", shop.bundle_file(4)),
        ("first again", shop.bundle_file(0)),
        ("a grant", text(&shop.lines[15])),
        ("the neighbour's", neighbour.bundle_file(0)),
        ("the neighbour's grant", text(&neighbour.lines[3])),
        ("an order", text(shop.sales[1].order.compact())),
        (
            "a stranger's checkpoint",
            text(Shop::of(7).checkpoint().note()),
        ),
    ])
}

/// More questions than bars are drawn for, in three currencies, with long names, one of them given
/// away and one for nothing.
fn many() -> Shop {
    let mut shop = Shop::default();
    for number in 1..=14u8 {
        let mut next = listing(number % 16);
        next.population = crate::fixture::salt(number);
        next.title = format!("a long name of the town {number:02}");
        if number == 3 {
            next.title = "x".repeat(24);
        }
        if number == 4 {
            next.title = "x".repeat(25);
        }
        let currency = match number {
            5 => "JPY",
            6 => "USD",
            _ => "EUR",
        };
        next.currency = currency.parse().unwrap();
        let prices = if number == 6 { "2:0" } else { "0.5:10,2:20" };
        next.tariff = Tariff::parse(prices, next.currency).unwrap();
        let next = shop.list(next);
        let minute = u32::from(number);
        if number == 7 {
            let tricks = Tricks {
                settlement: Some(Settlement::Free),
                ..Tricks::default()
            };
            shop.sell_with(ALICE, &next, "0.5", minute, tricks);
        } else {
            shop.sell(ALICE, &next, "0.5", minute);
        }
    }
    shop
}

/// A day later a listing of the day before, with a carried loss; and one of the day after.
fn days() -> Shop {
    let mut shop = Shop::default();
    let first = shop.list(listing(1));
    shop.sell(ALICE, &first, "0.5", 10);
    for (series, day) in [(2, "2026-11-20"), (3, "2026-11-22")] {
        let mut next = listing(series);
        next.population = crate::fixture::salt(series);
        next.population_carried_micro_epsilon = eps("0.25");
        next.issued_at = format!("{day}T00:00:00Z").parse().unwrap();
        shop.list(next);
    }
    // A lower cap, without a word of it; a buyer whose name has no letter.
    shop.cap_with(30, &|cap| cap.reason = String::new());
    let signs = |o: &mut poundwise_documents::kinds::Order| "*!*".clone_into(&mut o.buyer_name);
    let tricks = Tricks {
        order: Some(&signs),
        ..Tricks::default()
    };
    shop.sell_with(BOB, &first, "0.5", 40, tricks);
    // A question that was in two populations before anything of it was sold.
    let unsold = shop.list(crate::fixture::own_numbers(4));
    shop.withdraw(unsold.id(), 45);
    let mut again = crate::fixture::own_numbers(4);
    again.population = crate::fixture::salt(5);
    again.issued_at = at(46);
    let again = shop.list(again);
    shop.sell(ALICE, &again, "0.5", 47);
    shop
}

/// Losses over ceiling and cap, a broken line, a doubled order, unknown and unreadable files.
fn wrong() -> AuditReport {
    let mut shop = Shop::default();
    let first = shop.list(listing(1));
    shop.sell(ALICE, &first, "2", 10);
    let second = shop.list(listing(2));
    let over = |o: &mut poundwise_documents::kinds::Order| o.to = eps("2.5");
    let tricks = Tricks {
        order: Some(&over),
        ..Tricks::default()
    };
    shop.sell_with(BOB, &second, "2", 11, tricks);
    shop.sell(MALLORY, &first, "0.5", 12);
    let order = shop.sales[2].order.clone();
    let id = order.id();
    let again = |r: &mut poundwise_documents::kinds::Receipt| r.order = id;
    let tricks = Tricks {
        receipt: Some(&again),
        order_line: Some(order.compact().to_owned()),
        ..Tricks::default()
    };
    shop.sell_with(MALLORY, &first, "1", 13, tricks);
    // Down from ε 2: what is held is still the highest.
    let down = |o: &mut poundwise_documents::kinds::Order| {
        o.from = eps("0");
        o.previous_receipt = None;
    };
    let tricks = Tricks {
        order: Some(&down),
        ..Tricks::default()
    };
    shop.sell_with(ALICE, &first, "0.5", 14, tricks);
    shop.withdraw(first.id(), 9);
    let mut bundle = shop.bundle_file(0);
    bundle.pop();
    let mut broken = shop.lines.clone();
    broken[1].pop();
    let mut other = shop::neighbour();
    other.sell(BOB, &other.sales[0].listing.clone(), "0.5", 10);
    audited(&[
        ("wrong.ledger", shop.ledger()),
        ("broken.ledger", shop::resigned(&broken)),
        ("a cut bundle", bundle),
        ("nothing", Vec::new()),
        ("<b>a picture</b>", b"\x89PNG".to_vec()),
        ("the neighbour's", other.bundle_file(3)),
    ])
}

/// Copies alone: of one maker, of two.
fn copied(makers: &[u8]) -> AuditReport {
    let shop = market();
    let files: Vec<_> = makers
        .iter()
        .map(|maker| {
            let tricks = copies::Tricks {
                maker: *maker,
                ..copies::Tricks::default()
            };
            let copy = copies::copy_with(&shop.sales[copies::SOURCE], tricks);
            ("a copy", copies::bytes(&copy))
        })
        .collect();
    audited(&files)
}

/// A ledger of which more receipts are without a bundle than are named.
fn unbundled() -> AuditReport {
    let mut shop = Shop::default();
    let first = shop.list(listing(1));
    for place in 0..203u8 {
        shop.sell(
            10 + place % 100,
            &first,
            ["0.1", "0.2", "0.3"][usize::from(place / 100)],
            10,
        );
    }
    audited(&[
        ("long.ledger", shop.ledger()),
        ("one.bundle", shop.bundle_file(7)),
    ])
}

fn bin(from: Option<i64>, to: Option<i64>, observed: u64, expected: f64) -> NoiseBin {
    NoiseBin {
        from,
        to,
        observed,
        expected,
    }
}

/// Tests of noise made elsewhere: one drawn and whole, one of too few, one that failed.
fn noisy() -> AuditReport {
    let mut draft = drafted(&[("a bundle", market().bundle_file(0))]);
    let pair = |number: u64| NoisePair {
        title: format!("Income {number}"),
        low_file: "low".to_owned(),
        high_file: "high".to_owned(),
        low: eps("0.5"),
        high: eps("4"),
        sensitivity: 1,
        increments: 60 + number,
        unchanged: 31,
        unchanged_expected: 29.5,
    };
    let set = |missing: Option<u64>, first: Vec<u64>| MissingBundles {
        owner: identity(OWNER).kid(),
        question: listing(1).seed_commitment,
        title: "Income".to_owned(),
        given: 2,
        missing,
        first,
    };
    let bins = (-6..=6i64).map(|at| match at {
        -6 => bin(None, Some(-6), 2, 1.5),
        6 => bin(Some(6), None, 0, 1.5),
        0 => bin(Some(0), Some(0), 31, 29.5),
        at => bin(Some(2 * at), Some(2 * at + 1), at.unsigned_abs(), 3.25),
    });
    let test = NoiseTest {
        titles: vec!["<b>Income</b>".to_owned(), "Age".to_owned()],
        bundles: vec![set(Some(0), Vec::new())],
        pairs: 13,
        pairs_shown: (0..13).map(pair).collect(),
        increments: 780,
        unchanged: 403,
        unchanged_expected: 383.5,
        unchanged_low: 350,
        unchanged_high: 420,
        classes: vec![NoiseClass {
            change: -1,
            observed: 3,
            expected: 2.5,
        }],
        bins: bins.collect(),
        statistic: Some(12.25),
        degrees: Some(2),
        p_law: Some(0.001),
        p_unchanged: 0.000_999,
        threshold: 5e-7,
        false_alarms: 1e-6,
        verdict: NoiseVerdict::Consistent,
    };
    draft.noise(vec![
        NoiseTest {
            bundles: vec![set(Some(22), (0..21).collect()), set(Some(1), vec![3])],
            pairs: 12,
            pairs_shown: (0..12).map(pair).collect(),
            verdict: NoiseVerdict::NotConsistent,
            bins: vec![bin(None, None, 4, 4.0)],
            ..test.clone()
        },
        NoiseTest {
            bundles: vec![set(None, Vec::new())],
            pairs: 1,
            pairs_shown: Vec::new(),
            statistic: None,
            bins: Vec::new(),
            verdict: NoiseVerdict::TooFew,
            ..test.clone()
        },
        NoiseTest {
            bundles: Vec::new(),
            bins: vec![bin(Some(0), Some(0), 0, 0.0)],
            ..test.clone()
        },
        test,
    ]);
    draft.fail(Finding::new(
        Code::NoiseLaw,
        "a bundle",
        Text::of(SidePhrase::OtherValuesAt.with([eps("0.5")])),
    ));
    let both = sides("changes", "the law");
    draft.hold(Comparison::held(Code::NoiseLaw, "a bundle", both).about_entry(3));
    let both = sides(SidePhrase::Checkpoint, SideValue::Entries(1));
    draft.hold(Comparison::held(Code::NotRecognised, "a log", both));
    // Said twice, it stands there once.
    let not_replayed = LimitDetail::NotReplayed {
        title: "Ages".to_owned(),
        sales: 3,
        first: vec![UnreplayedSale {
            sequence: 0,
            level: eps("0.5"),
        }],
    };
    for _ in 0..2 {
        draft.limit(not_replayed.clone());
    }
    let report = draft.finish();
    let last = Limit::from(not_replayed);
    assert_eq!(last.code, LimitCode::NotAllReplayed);
    assert_eq!(
        last.text,
        "3 other sales of “Ages” in the ledger were not replayed, since their bundles were not given \
         (receipt 1 at ε 0.5, and 2 more)."
    );
    let of_it = |limit: &&Limit| limit.code == last.code;
    let shown: Vec<&Limit> = report.limits().iter().filter(of_it).collect();
    assert_eq!(shown, [&last]);
    report
}

fn reports() -> Vec<(&'static str, AuditReport)> {
    let mut empty = Shop::default();
    let lone = empty.ledger();
    empty.list(listing(1));
    let mut capped = Shop::default();
    capped.cap_with(10, &|_| {});
    let shop = market();
    let mut cut = shop.ledger();
    cut.extend(b"eyJ");
    vec![
        ("whole", whole().finish()),
        ("shown-only", shown_only()),
        ("many", audited(&[("many.ledger", many().ledger())])),
        ("wrong", wrong()),
        ("one-copy", copied(&[ALICE])),
        ("two-copies", copied(&[ALICE, BOB])),
        ("unbundled", unbundled()),
        ("noise", noisy()),
        ("nothing", audit(Vec::new())),
        (
            "an-empty-ledger",
            audited(&[("empty", Shop::default().ledger())]),
        ),
        ("a-lone-cap", audited(&[("capped", capped.ledger())])),
        ("broken-off", audited(&[("cut", cut)])),
        // The books are those of the longest.
        (
            "longest",
            audited(&[
                ("long", shop.ledger()),
                ("short", shop::resigned(&shop.lines[..5])),
            ]),
        ),
        (
            "an-empty-ledger-and-a-listing",
            audited(&[("empty", lone), ("listed", empty.ledger())]),
        ),
    ]
}

/// The page, and the report as data where it holds what the page leaves out.
fn files() -> Vec<(String, String)> {
    let mut files = Vec::new();
    for (name, report) in reports() {
        for (language, ending) in [(Language::English, "html"), (Language::German, "de.html")] {
            files.push((
                format!("{name}.{ending}"),
                report.to_html(crate::audits::made(), language),
            ));
        }
        if ["whole", "shown-only", "wrong"].contains(&name) {
            files.push((
                format!("{name}.json"),
                format!("{}\n", report.to_json().unwrap()),
            ));
        }
    }
    for (name, shop) in [
        ("many", many()),
        ("limits", shop::limits()),
        ("neighbour", shop::neighbour()),
        ("moved", shop::moved()),
        ("strange", shop::strange()),
        ("days", days()),
    ] {
        let mut journal = Vec::new();
        let written = write_journal(shop.ledger().as_slice(), &[], &mut journal).unwrap();
        assert_eq!(written, shop.sales.len() as u64);
        files.push((
            format!("{name}.journal"),
            String::from_utf8(journal).unwrap(),
        ));
    }
    files
}

#[test]
#[ignore = "rewrites the pages"]
fn write_the_pages() {
    let _ = fs::remove_dir_all(folder());
    fs::create_dir_all(folder()).unwrap();
    for (name, text) in files() {
        fs::write(folder().join(name), text).unwrap();
    }
}

#[test]
fn pages_are_as_they_were() {
    let files = files();
    for (name, text) in &files {
        let known = fs::read_to_string(folder().join(name)).unwrap();
        for (number, (found, known)) in (1..).zip(text.lines().zip(known.lines())) {
            assert_eq!(found, known, "{name}, line {number}");
        }
        assert_eq!(text.lines().count(), known.lines().count(), "{name}");
    }
    assert_eq!(fs::read_dir(folder()).unwrap().count(), files.len());
}

/// Findings and comparisons beyond those kept are counted.
#[test]
fn a_thousand_findings_are_kept_and_all_are_counted() {
    for (lines, total, more) in [(999, 1000, ""), (1000, 1001, "<p>and 1 more.</p>\n")] {
        let mut draft = drafted(&[(
            "ledger",
            shop::file_of(&Shop::default().checkpoint(), &vec!["x".to_owned(); lines]),
        )]);
        let report = draft.clone().finish();
        assert_eq!(
            (report.findings().len(), report.findings_total()),
            (1000, total)
        );
        assert_eq!(
            report
                .to_html(crate::audits::made(), Language::English)
                .contains("<p>and"),
            !more.is_empty(),
            "{total}"
        );
        assert!(
            report
                .to_html(crate::audits::made(), Language::English)
                .contains(more)
        );
        draft.fail(Finding::new(
            Code::NoiseLaw,
            "file",
            Text::verbatim("wrong"),
        ));
        let more = draft.finish();
        assert_eq!(
            (more.findings().len(), more.findings_total()),
            (1000, total + 1)
        );
        assert_eq!(
            more.headline(),
            format!("The audit found {} errors.", total + 1)
        );
    }
}

#[test]
fn comparisons_made_elsewhere_are_kept_up_to_a_number() {
    let mut draft = drafted(&[("a bundle", market().bundle_file(0))]);
    for _ in 0..500 {
        let both = sides("changes", "the law");
        draft.hold(Comparison::held(Code::NoiseLaw, "a bundle", both));
    }
    let report = draft.finish();
    let noise = report
        .checks()
        .iter()
        .find(|check| check.id == CheckId::Noise);
    let noise = noise.unwrap();
    assert_eq!((noise.made, noise.comparisons.len()), (500, 400));
}

#[test]
fn bundles_are_missing_of_the_questions_asked_for() {
    let draft = whole();
    let owner = identity(OWNER).kid();
    let [first, second] = [1, 2].map(|series| listing(series).seed_commitment);
    for (owner, questions, titles) in [
        (
            owner,
            vec![first, second],
            vec!["Ages, part 1", "Ages, part 2"],
        ),
        (owner, vec![second], vec!["Ages, part 2"]),
        (owner, vec![listing(3).seed_commitment], Vec::new()),
        (identity(MALLORY).kid(), vec![first], Vec::new()),
    ] {
        let sets = draft.missing_bundles_of(owner, &questions);
        let found: Vec<_> = sets.iter().map(|set| set.title.as_str()).collect();
        assert_eq!(found, titles);
    }
}

#[test]
fn the_headline_counts_in_words_up_to_ten() {
    for (lines, words) in [
        (1, "The audit found 2 errors."),
        (9, "The audit found 10 errors."),
        (10, "The audit found 11 errors."),
    ] {
        let file = shop::file_of(&Shop::default().checkpoint(), &vec!["x".to_owned(); lines]);
        assert_eq!(audited(&[("ledger", file)]).headline(), words);
    }
    let mut shop = Shop::default();
    let first = shop.list(listing(1));
    shop.sell(ALICE, &first, "0.5", 10);
    assert_eq!(
        audited(&[("ledger", shop.ledger())]).headline(),
        "1 receipt checks out: one unbroken log, ε and money add up. Deliveries were not checked: add \
         the bundles."
    );
    assert_eq!(
        audited(&[("bundle", shop.bundle_file(0))]).headline(),
        "1 purchase checks out: signed, in the log and at the tariff's price. Other sales were not \
         checked: add a ledger."
    );
    let grant = shop.grant(&first, 12);
    let mut draft = drafted(&[("grant", grant.compact().as_bytes().to_vec())]);
    assert_eq!(
        draft.clone().finish().headline(),
        "The signatures are valid. Sales were not checked: add a ledger."
    );
    let both = sides(SideValue::Entries(2), SideValue::Entries(2));
    draft.hold(Comparison::held(Code::LogSize, "a log", both));
    assert_eq!(
        draft.finish().headline(),
        "The signatures and the log are valid. Sales were not checked: add a ledger."
    );
    assert_eq!(at(0), listing(1).issued_at);
}

/// Returns the texts of a page, outside its style and without code.
fn texts(page: &str) -> BTreeSet<&str> {
    let body = page.split_once("</style>").unwrap().1;
    let parts = body
        .split('<')
        .skip(1)
        .map(|part| part.split_once('>').unwrap());
    let words = parts.filter(|(tag, _)| *tag != "code");
    words
        .map(|(_, text)| text.trim_matches([',', ' ', '\n']))
        .collect()
}

/// Returns what a report says of the files: names, titles and codes, and none of its own sentences.
fn data(report: &AuditReport) -> BTreeSet<String> {
    fn strings(value: &serde_json::Value, found: &mut BTreeSet<String>) {
        match value {
            serde_json::Value::String(text) => {
                found.insert(text.replace('<', "&lt;").replace('>', "&gt;"));
            }
            serde_json::Value::Array(all) => all.iter().for_each(|one| strings(one, found)),
            serde_json::Value::Object(all) => {
                let sentences = [
                    "what", "against", "with", "found", "expected", "by_hand", "headline", "text",
                    "message",
                ];
                for (key, one) in all {
                    let is_check = key == "title" && all.contains_key("by_hand");
                    let is_sentence = one.is_string() && sentences.contains(&key.as_str());
                    if !is_check && !is_sentence {
                        strings(one, found);
                    }
                }
            }
            _ => {}
        }
    }
    let mut found = BTreeSet::new();
    strings(&serde_json::to_value(report).unwrap(), &mut found);
    found
}

/// Every text of the English page is another one in the German page, but for what the files say and
/// for these words.
#[test]
fn a_german_page_has_no_english_of_its_own() {
    const SAME: [&str; 1] = ["Population"];
    let has_words = |text: &str| {
        let mut words = text.split(|c: char| !c.is_alphabetic());
        words.any(|word| word.len() > 2 && word.chars().any(char::is_lowercase))
    };
    for (name, report) in reports() {
        let [english, german] =
            Language::ALL.map(|language| report.to_html(crate::audits::made(), language));
        assert!(german.contains("<html lang=\"de\">"), "{name}");
        let (english, german) = (texts(&english), texts(&german));
        let data = data(&report);
        let said_of_files = |text: &&&str| {
            let text = text.strip_prefix("in ").unwrap_or(text);
            // A figure has the beginning of a long label.
            let cut = text.strip_suffix('…');
            cut.is_some_and(|cut| data.iter().any(|one| one.starts_with(cut)))
                || data.contains(text)
                || text.split(", ").all(|one| data.contains(one))
                || text
                    .split([' ', '(', ')'])
                    .all(|one| one.is_empty() || data.contains(one))
                || SAME.contains(&text)
        };
        let both = english.intersection(&german);
        let left: Vec<_> = both
            .filter(|text| has_words(text))
            .filter(|text| !said_of_files(text))
            .collect();
        assert!(left.is_empty(), "{name}: {left:?}");
    }
}
