//! What the report says of each check, and its page.

use crate::audits::{audited, drafted, one, state};
use crate::fixture::shop::{Shop, market};
use crate::fixture::{copies, eps};
use poundwise_audit::report::{
    AuditView, MissingBundles, NoiseBin, NoisePair, NoiseTest, NoiseVerdict, Part, ReportWords,
    State, Verdict,
};
use poundwise_audit::{AuditReport, ReportBuilder};
use poundwise_documents::Language;
use poundwise_documents::finding::{
    CheckId, Code, Comparison, ComparisonSide, Finding, MAX_COMPARISONS, SidePhrase, SideValue,
    sides,
};
use poundwise_documents::ledger::LedgerError;
use poundwise_documents::tariff::TariffError;
use poundwise_words::Text;

#[test]
fn the_page_escapes_what_files_say() {
    let mut shop = Shop::default();
    let mut listing = crate::fixture::listing(1);
    listing.title = "<script>alert('1')</script> & \"more\"".to_owned();
    let listing = shop.list(listing);
    shop.sell(crate::fixture::ALICE, &listing, "0.5", 10);
    let report = audited(&[("<b>file</b>", shop.ledger())]);
    let page = report.to_html(crate::audits::made(), Language::English);
    assert!(!page.contains("<script") && !page.contains("<b>"));
    assert!(page.contains("&lt;script&gt;alert('1')&lt;/script&gt; &amp; &quot;more&quot;"));
    assert!(page.contains("EUR 10.00") && page.contains("ε 0.5"));
    // The figures, with the numbers beside the bars; and nothing from outside.
    assert_eq!(page.matches("<svg").count(), 3);
    assert!(page.contains("against its cap") && page.contains("ε 0.5 of 3"));
    assert!(page.contains("against its ceiling") && page.contains("ε 0.5 of 2"));
    assert!(page.contains("Income of each question, in EUR"));
    assert!(!page.contains("http") && !page.contains("src=") && !page.contains("@import"));
    assert!(page.contains("Limits of this audit"));
    let json: AuditReport = serde_json::from_str(&report.to_json().unwrap()).unwrap();
    assert_eq!(json, report);
}

#[test]
fn checks_made_elsewhere_count_in_the_verdict() {
    let mut draft = drafted(&[("a bundle", market().bundle_file(0))]);
    let limits = draft.clone().finish().limits().len();
    assert_eq!(
        state(&draft.clone().finish(), CheckId::Noise),
        State::NotChecked
    );
    for file in ["one", "another"] {
        let both = sides("changes", "the law");
        draft.hold(Comparison::held(Code::NoiseLaw, file, both));
    }
    draft.explain(
        CheckId::Noise,
        Text::verbatim("2 tests: consistent with honest noise"),
    );
    draft.lift_replay_limit();
    let report = draft.clone().finish();
    assert_eq!(state(&report, CheckId::Noise), State::Holds);
    assert_eq!(report.verdict(), Verdict::Holds);
    let noise = report
        .checks()
        .iter()
        .find(|check| check.id == CheckId::Noise);
    assert_eq!(
        noise.unwrap().found,
        "2 tests: consistent with honest noise"
    );
    assert_eq!(report.limits().len(), limits - 1);

    let both = sides(SideValue::Count(3), SidePhrase::SameBits);
    draft.fail(
        Finding::new(Code::ReplayDiffers, "a bundle", Text::verbatim("row 3"))
            .comparing(both.clone())
            .about_entry(0),
    );
    assert_eq!(
        (draft.failed(CheckId::Replay), draft.failed(CheckId::Noise)),
        (1, 0)
    );
    let report = draft.finish();
    assert_eq!(state(&report, CheckId::Replay), State::Wrong);
    assert_eq!(
        (report.verdict(), report.headline()),
        (Verdict::Wrong, "The audit found 1 error.")
    );
    let [finding] = report.findings() else {
        panic!("{:?}", report.findings())
    };
    assert_eq!(finding.entry, Some(0));
    let json: AuditReport = serde_json::from_str(&report.to_json().unwrap()).unwrap();
    assert_eq!(json, report);
    // Its comparison shows the same sides.
    let replay = report.checks().iter().find(|c| c.id == CheckId::Replay);
    let [compared] = &replay.unwrap().comparisons[..] else {
        panic!("{replay:?}")
    };
    for (found, expected) in [
        (&finding.found, &finding.expected),
        (&compared.found, &compared.expected),
    ] {
        assert_eq!([found, expected].map(|side| side.clone().unwrap()), both);
    }

    // Nothing signed was looked at: a check that holds makes no verdict.
    let mut empty = drafted(&[]);
    let both = sides("changes", "the law");
    empty.hold(Comparison::held(Code::NoiseLaw, "one", both));
    assert_eq!(empty.finish().verdict(), Verdict::NothingChecked);
}

#[test]
fn every_check_says_what_it_compared_with_what() {
    let mut shop = market();
    let listing = shop.list(crate::fixture::listing(3));
    for (sale, minute) in (0u8..60).zip(60..) {
        let level = ["0.1", "0.2", "0.3", "0.4", "0.5"][usize::from(sale % 5)];
        shop.sell(40 + sale / 5, &listing, level, minute);
    }
    let report = audited(&[("ledger", shop.ledger()), ("bundle", shop.bundle_file(1))]);
    assert_eq!(report.findings(), []);
    for check in report.checks() {
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
    let check = |id: CheckId| report.checks().iter().find(|check| check.id == id).unwrap();
    // More than are kept: counted all the same.
    assert!(check(CheckId::Documents).made > MAX_COMPARISONS as u64);
    let price = check(CheckId::Prices)
        .comparisons
        .iter()
        .find(|one| one.code == Code::WrongPrice)
        .unwrap();
    assert_eq!((price.entry, price.file.as_str()), (Some(1), "bundle"));
    assert_eq!(
        [&price.found, &price.expected].map(|side| side.as_ref().map(ComparisonSide::text)),
        [Some("EUR 15.01 (ε 0 → 1)"), Some("EUR 15.01")]
    );
    let included = &check(CheckId::Inclusion).comparisons;
    let receipt = shop.bundle(1).verify().unwrap().receipt.id();
    assert!(!included.is_empty() && included.iter().all(|one| one.document == Some(receipt)));

    // A comparison that fails is shown with both sides, and is the finding.
    let mut lines = shop.lines.clone();
    lines.swap_remove(3);
    let report = one(crate::fixture::shop::resigned(&lines));
    let totals = report
        .checks()
        .iter()
        .find(|c| c.id == CheckId::Totals)
        .unwrap();
    let failed = totals.comparisons.iter().filter(|one| !one.holds).count() as u64;
    assert!(failed > 0 && failed <= totals.failed);
    let counted: u64 = report.checks().iter().map(|check| check.failed).sum();
    assert_eq!(counted, report.findings_total());
}

fn bin(from: Option<i64>, to: Option<i64>, observed: u64, expected: f64) -> NoiseBin {
    NoiseBin {
        from,
        to,
        observed,
        expected,
    }
}

/// A test of the noise that is consistent.
fn law(bundles: Vec<MissingBundles>) -> NoiseTest {
    NoiseTest {
        titles: vec!["<b>Income</b>".to_owned()],
        bundles,
        pairs: 1,
        pairs_shown: vec![NoisePair {
            title: "Income".to_owned(),
            low_file: "low".to_owned(),
            high_file: "high".to_owned(),
            low: eps("0.5"),
            high: eps("4"),
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
    }
}

#[test]
fn the_german_page_says_what_of_noise_and_replay_was_found() {
    let draft = drafted(&[("a bundle", market().bundle_file(0))]);
    let both = || sides("found", "expected");
    let page = |draft: &ReportBuilder| {
        let report = draft.clone().finish();
        report.to_html(crate::audits::made(), Language::German)
    };
    // Two noises at one level are found without a test, and beside one that holds.
    let mut two = draft.clone();
    two.fail(Finding::new(
        Code::NoiseLaw,
        "a bundle",
        Text::verbatim("other"),
    ));
    let without = page(&two);
    assert!(without.contains("1 Test, davon 1 falsch"));
    two.hold(Comparison::held(Code::NoiseLaw, "Income", both()));
    two.noise(vec![law(Vec::new())]);
    assert!(page(&two).contains("2 Tests, davon 1 falsch"));

    let mut replayed = draft;
    replayed.hold(Comparison::held(Code::ReplayDiffers, "a bundle", both()));
    let same = "alle gleich, Bit f\u{fc}r Bit";
    assert!(page(&replayed).contains(&format!("1 Freigabe neu berechnet, {same}")));
    replayed.fail(Finding::new(
        Code::ReplayDiffers,
        "a bundle",
        Text::verbatim("row 3"),
    ));
    let differs = page(&replayed);
    assert!(differs.contains("2 Freigaben, davon 1 falsch") && !differs.contains(same));
}

#[test]
fn the_law_of_the_noise_is_drawn_with_its_numbers() {
    let draft = drafted(&[("a bundle", market().bundle_file(0))]);
    let owner = crate::fixture::identity(crate::fixture::OWNER).kid();
    let bundles = draft.missing_bundles_of(owner, &[crate::fixture::listing(1).seed_commitment]);
    let mut test = law(bundles);
    let reported = |test: &NoiseTest| {
        let mut draft = draft.clone();
        draft.noise(vec![test.clone()]);
        draft.finish()
    };
    let report = reported(&test);
    // A verdict is never without the bundles that it does not cover.
    let page = report.to_html(crate::audits::made(), Language::English);
    let drawn = |page: &str| page.matches("<svg").count();
    assert_eq!(page.matches("class=\"seen\"").count(), 3);
    assert!(page.contains("χ² = 0.4 on 2") && page.contains("p = 0.820"));
    assert!(
        page.contains("between 20 and 40") && page.contains("1 of 1\u{202f}000\u{202f}000 audits")
    );
    assert!(page.contains("&lt;b&gt;Income") && !page.contains("<b>Income"));
    assert!(page.contains("<code>basenc") || page.contains("basenc --base64url</code>"));
    let json: AuditReport = serde_json::from_str(&report.to_json().unwrap()).unwrap();
    assert_eq!(json, report);
    assert!(page.contains(
        "chosen by their values. \u{201c}Ages, part 1\u{201d}: 1 bundle was given; without"
    ));
    for (verdict, words) in [
        (NoiseVerdict::Consistent, "consistent with honest noise"),
        (
            NoiseVerdict::NotConsistent,
            "not consistent with honest noise",
        ),
    ] {
        test.verdict = verdict;
        for (missing, first, rest) in [
            (Some(0), vec![], ", in all bundles of the ledger"),
            (
                Some(1),
                vec![7],
                ", in the bundles given, if they were not chosen by their values. \u{201c}Ages, \
                 part 1\u{201d}: 1 bundle was given; 1 missing, of receipt 8.",
            ),
            (
                Some(23),
                (0..23).collect(),
                ", in the bundles given, if they were not chosen by their values. \u{201c}Ages, \
                 part 1\u{201d}: 1 bundle was given; 23 missing, of receipts 1, 2, 3, 4, 5, 6, 7, \
                 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 and 3 more.",
            ),
            (
                None,
                vec![],
                ", in the bundles given, if they were not chosen by their values. \u{201c}Ages, \
                 part 1\u{201d}: 1 bundle was given; without the whole ledger it is not known \
                 which are missing.",
            ),
        ] {
            test.bundles[0].missing = missing;
            test.bundles[0].first = first;
            assert_eq!(test.words().to_string(), format!("{words}{rest}"));
            assert_eq!(test.is_of_all(), missing == Some(0));
        }
        let bundles = std::mem::take(&mut test.bundles);
        assert_eq!(
            test.words().to_string(),
            format!("{words}, in the bundles given; which are missing is not known")
        );
        test.bundles = bundles;
    }
    test.verdict = NoiseVerdict::TooFew;
    assert_eq!(test.words().to_string(), "too few values to tell");
    // Without anything to draw, the numbers alone; and no number at all breaks the page.
    let with = drawn(&page);
    for bins in [vec![], vec![bin(None, None, 1, f64::INFINITY)]] {
        test.bins = bins;
        let page = reported(&test).to_html(crate::audits::made(), Language::English);
        assert_eq!(drawn(&page), with - 1);
    }
}

#[test]
fn a_window_has_the_sentences_of_each_list_in_both_languages() {
    let shop = market();
    let mut draft = drafted(&[
        ("ledger", shop.ledger()),
        ("a bundle", shop.bundle_file(0)),
        ("a listing", shop.lines[1].clone().into_bytes()),
    ]);
    let bundles = draft.missing_bundles_of(
        crate::fixture::identity(crate::fixture::OWNER).kid(),
        &[crate::fixture::listing(1).seed_commitment],
    );
    draft.noise(vec![law(bundles)]);
    let unpriced = TariffError::BeyondLastKnot {
        level: eps("1.5"),
        last: eps("1"),
    };
    draft.fail(
        Finding::new(Code::WrongPrice, "ledger", Text::of(unpriced))
            .comparing(sides(SideValue::Count(12_345), SidePhrase::Nothing))
            .about_entry(2),
    );
    draft.fail(Finding::new(
        Code::Unreadable,
        "ledger",
        Text::of(LedgerError::CutOff(7)),
    ));
    let view = AuditView::of(draft.finish());
    let report = &view.report;
    for words in [&view.en, &view.de] {
        assert_eq!(words.gaps.len(), report.coverage().gaps.len());
        assert_eq!(words.subjects.len(), report.subjects().len());
        assert_eq!(words.checks.len(), report.checks().len());
        assert_eq!(words.findings.len(), report.findings().len());
        assert_eq!(words.missing_bundles.len(), report.missing_bundles().len());
        assert_eq!(words.noise.len(), report.noise().len());
        assert_eq!(words.limits.len(), report.limits().len());
        for (check, own) in report.checks().iter().zip(&words.checks) {
            assert_eq!(own.comparisons.len(), check.comparisons.len());
            for part in &check.parts {
                assert!(words.compared.contains_key(&part.code));
            }
        }
        assert_eq!(words.noise[0].missing.len(), 1);
        assert!(words.noise[0].scope.is_some());
    }
    assert_eq!(view.en.headline, "The audit found 2 errors.");
    assert_eq!(view.de.headline, "Die Prüfung ergab 2 Fehler.");
    let details = |words: &ReportWords| {
        let findings = words.findings.iter();
        findings.map(|one| one.detail.clone()).collect::<Vec<_>>()
    };
    assert_eq!(
        details(&view.en),
        [
            "ε\u{a0}1.5 is above ε\u{a0}1, the highest level that the tariff prices",
            "the file ends in the middle of line 7: it has been cut off",
        ]
    );
    assert_eq!(
        details(&view.de),
        [
            "ε\u{a0}1,5 liegt über ε\u{a0}1, der höchsten Stufe mit einem Preis im Tarif",
            "Die Datei endet mitten in Zeile 7: Sie ist abgeschnitten",
        ]
    );
    assert_eq!(view.de.findings[0].title, "Falscher Preis");
    assert_eq!(view.en.findings[0].place, "ledger, entry 3");
    assert_eq!(view.de.findings[0].place, "ledger, Eintrag Nr. 3");
    let mut prices = report.checks().iter().zip(&view.de.checks);
    let (check, own) = prices
        .find(|(check, _)| check.id == CheckId::Prices)
        .unwrap();
    let mut compared = check.comparisons.iter().zip(&own.comparisons);
    let price = compared.find(|(one, _)| one.code == Code::WrongPrice && one.holds);
    let price = price.and_then(|(_, words)| words.found.clone());
    assert_eq!(price.unwrap(), "10,00\u{a0}EUR (ε\u{a0}0 → 0,5)");
}

#[test]
fn a_window_shows_the_worst_verdict_on_the_noise() {
    let found = |tests: &[(NoiseVerdict, Option<u64>)], failed: bool| {
        let mut draft = drafted(&[("a bundle", market().bundle_file(0))]);
        let owner = crate::fixture::identity(crate::fixture::OWNER).kid();
        let question = crate::fixture::listing(1).seed_commitment;
        let bundles = draft.missing_bundles_of(owner, &[question]);
        let tests = tests.iter().map(|(verdict, missing)| {
            let mut test = law(bundles.clone());
            test.verdict = *verdict;
            test.bundles[0].missing = *missing;
            test
        });
        draft.noise(tests.collect());
        if failed {
            draft.fail(Finding::new(
                Code::NoiseLaw,
                "a bundle",
                Text::verbatim("other"),
            ));
        }
        let view = AuditView::of(draft.finish());
        let mut checks = view.report.checks().iter().zip(&view.en.checks);
        let noise = checks.find(|(check, _)| check.id == CheckId::Noise);
        noise.unwrap().1.found.clone()
    };
    let consistent = (NoiseVerdict::Consistent, Some(0));
    let few = (NoiseVerdict::TooFew, None);
    assert_eq!(
        found(&[consistent], false),
        "consistent with honest noise, in all bundles of the ledger"
    );
    assert_eq!(
        found(&[few, consistent], false),
        "consistent with honest noise, in the bundles given, if they were not chosen by their \
         values"
    );
    assert_eq!(found(&[few], false), "too few values to tell");
    assert!(found(&[], false).starts_with("too few values to tell: no two releases"));
    assert_eq!(found(&[consistent], true), "1 of 1 test wrong");
}

/// A bundle or copy in which the signature of one document is another.
fn with_other_signature(file: &[u8], name: &str) -> Vec<u8> {
    let is_name = |window: &[u8]| window == name.as_bytes();
    let local = file.windows(name.len()).position(is_name).unwrap();
    let central = file.windows(name.len()).rposition(is_name).unwrap();
    let length = u32::from_le_bytes(file[local - 4 - 4..local - 4].try_into().unwrap());
    let start = local + name.len();
    let content = start..start + usize::try_from(length).unwrap();
    let mut changed = file.to_vec();
    let signature = file[content.clone()].iter().rposition(|byte| *byte == b'.');
    let first = start + signature.unwrap() + 1;
    changed[first] = if file[first] == b'A' { b'B' } else { b'A' };
    // The checksum stands 16 bytes before the name in one header, 30 in the other.
    let sum = crc32fast::hash(&changed[content]).to_le_bytes();
    changed[local - 16..local - 12].copy_from_slice(&sum);
    changed[central - 30..central - 26].copy_from_slice(&sum);
    changed
}

#[test]
fn a_document_that_is_refused_is_not_shown_as_another_of_its_file() {
    let shop = market();
    let copy = copies::bytes(&copies::copy(&shop));
    for (file, name, others) in [
        (shop.bundle_file(3), "order.jws", 3),
        (shop.bundle_file(3), "release.jws", 3),
        (copy, "copy.jws", 1),
    ] {
        let report = one(with_other_signature(&file, name));
        assert_eq!(
            report.findings().len(),
            1,
            "{name}: {:?}",
            report.findings()
        );
        let check = report.checks().iter().find(|c| c.id == CheckId::Signatures);
        let (held, failed): (Vec<_>, Vec<_>) = check
            .unwrap()
            .comparisons
            .iter()
            .partition(|comparison| comparison.holds);
        assert_eq!((held.len(), failed.len()), (others, 1), "{name}");
        assert!(held.iter().all(|one| one.document.is_some()), "{name}");
        assert_eq!(failed[0].document, None, "{name}");
    }
}
