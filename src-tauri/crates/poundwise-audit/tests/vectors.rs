//! The formats, pinned: known answers, and one named file for everything that must be refused.
//!
//! `tests/vectors/good` and `tests/vectors/bad/<code>--<case>/` are for other implementations to be
//! checked against. They are made by `cargo test -p poundwise-audit vectors -- --ignored`, from
//! fixed keys, salts and times; a change in them is a change of a format.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use crate::fixture::copies;
use crate::fixture::shop::{self, market};
use crate::fixture::wrong::{self, Case};
use crate::fixture::{ALICE, OWNER, at, cross_tabulation, identity, moments, opening, with_blocks};
use poundwise_audit::export::hledger::write_journal;
use poundwise_audit::report::{AuditView, Verdict};
use poundwise_audit::{AuditReport, Input, audit};
use poundwise_documents::checkpoint::verifier_key;
use poundwise_documents::finding::{CheckId, Code, ComparisonSide, SidePhrase};
use poundwise_documents::kinds::Refusal;
use poundwise_documents::{AnyDocument, Bundle, CopyFile, Signed, tiles};
use serde_json::{Value, json};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(name)
}

fn good() -> Vec<(&'static str, Vec<u8>)> {
    let market = market();
    let shop = &market;
    let sale = &shop.sales[3];
    let refusal = Refusal {
        order: sale.order.id(),
        reason: "The year is over.".to_owned(),
        jwk: identity(OWNER).jwk(),
        issued_at: at(56),
    };
    let refusal = Signed::sign(&identity(OWNER), refusal).unwrap();
    let cancellation = crate::fixture::cancellation(ALICE, sale.order.id());
    let cancellation = Signed::sign(&identity(ALICE), cancellation).unwrap();
    let opening = Signed::sign(&identity(OWNER), opening(shop.sales[0].listing.id())).unwrap();
    let crossed = Signed::sign(&identity(OWNER), cross_tabulation(9)).unwrap();
    let blocks = Signed::sign(&identity(OWNER), with_blocks(9)).unwrap();
    let moments = Signed::sign(&identity(OWNER), moments(9)).unwrap();
    let (copy, _) = copies::signed(&shop.sales[copies::SOURCE], &copies::Tricks::default());
    let text = |text: &str| text.as_bytes().to_vec();
    let mut journal = Vec::new();
    write_journal(shop.ledger().as_slice(), &[], &mut journal).unwrap();
    let (limits, neighbour, stated) = (shop::limits(), shop::neighbour(), shop::stated());
    let of_two_parts = shop::of_two_parts();
    vec![
        ("limits.ledger", limits.ledger()),
        ("limits-0.bundle", limits.bundle_file(0)),
        ("limits-2.bundle", limits.bundle_file(2)),
        ("limits-5.bundle", limits.bundle_file(5)),
        ("limits-6.bundle", limits.bundle_file(6)),
        ("neighbour.ledger", neighbour.ledger()),
        ("neighbour.checkpoint", text(neighbour.checkpoint().note())),
        ("neighbour-grant.jws", text(&neighbour.lines[3])),
        (
            "neighbour-receipt.jws",
            text(neighbour.sales[1].receipt.compact()),
        ),
        ("neighbour-0.bundle", neighbour.bundle_file(0)),
        ("neighbour-2.bundle", neighbour.bundle_file(2)),
        ("two-parts.ledger", of_two_parts.ledger()),
        ("two-parts-0.bundle", of_two_parts.bundle_file(0)),
        ("two-parts-2.bundle", of_two_parts.bundle_file(2)),
        ("first.bundle", shop.bundle_file(0)),
        ("market.journal", journal),
        ("listing.jws", text(sale.listing.compact())),
        ("cross-tabulation.jws", text(crossed.compact())),
        ("blocks.jws", text(blocks.compact())),
        ("moments.jws", text(moments.compact())),
        ("order.jws", text(sale.order.compact())),
        ("receipt.jws", text(sale.receipt.compact())),
        ("release.jws", text(sale.release.compact())),
        ("cancellation.jws", text(cancellation.compact())),
        ("grant.jws", text(&shop.lines[15])),
        ("cap.jws", text(&shop.lines[16])),
        ("population.jws", text(&stated.lines[0])),
        ("stated.ledger", stated.ledger()),
        ("stated-0.bundle", stated.bundle_file(0)),
        ("stated-2.bundle", stated.bundle_file(2)),
        ("refusal.jws", text(refusal.compact())),
        ("withdrawal.jws", text(shop.lines.last().unwrap())),
        ("opening.jws", text(opening.compact())),
        ("checkpoint", text(shop.checkpoint().note())),
        (
            "verifier-key",
            text(&verifier_key(&identity(OWNER).public_key())),
        ),
        ("values.parquet", sale.file.clone()),
        ("market.ledger", shop.ledger()),
        ("purchase.bundle", shop.bundle_file(3)),
        ("copy.jws", text(copy.compact())),
        ("tighter.copy", copies::bytes(&copies::copy(shop))),
    ]
}

fn case_folder(case: &Case) -> PathBuf {
    folder("bad").join(format!("{}--{}", case.code, case.name))
}

/// The log in public form, as good/log has it.
fn log() -> Vec<(String, Vec<u8>)> {
    let shop = market();
    let checkpoint = shop.checkpoint();
    let mut files = vec![(
        tiles::CHECKPOINT.to_owned(),
        checkpoint.note().as_bytes().to_vec(),
    )];
    for tile in tiles::changed(0, checkpoint.size()) {
        let hashes = tiles::hash_tile(&shop.log, tile).unwrap();
        let bytes = hashes.unwrap_or_else(|| tiles::entry_bundle(&shop.entries));
        files.push((tile.to_string(), bytes));
    }
    files
}

/// What must hold together, by name.
const HOLDS: [(&str, &[&str]); 15] = [
    (
        "at-every-limit",
        &[
            "good/limits.ledger",
            "good/limits-0.bundle",
            "good/limits-2.bundle",
            "good/limits-5.bundle",
            "good/limits-6.bundle",
        ],
    ),
    (
        "bundles-at-every-limit",
        &[
            "good/limits-0.bundle",
            "good/limits-2.bundle",
            "good/limits-5.bundle",
            "good/limits-6.bundle",
        ],
    ),
    // Two owners share nothing, whatever has one name in both.
    (
        "two-owners",
        &[
            "good/neighbour.checkpoint",
            "good/checkpoint",
            "good/market.ledger",
            "good/neighbour.ledger",
            "good/first.bundle",
            "good/purchase.bundle",
            "good/receipt.jws",
            "good/grant.jws",
            "good/neighbour-0.bundle",
            "good/neighbour-2.bundle",
            "good/neighbour-receipt.jws",
            "good/neighbour-grant.jws",
        ],
    ),
    (
        "two-owners-without-ledgers",
        &[
            "good/neighbour.checkpoint",
            "good/checkpoint",
            "good/first.bundle",
            "good/purchase.bundle",
            "good/receipt.jws",
            "good/grant.jws",
            "good/neighbour-0.bundle",
            "good/neighbour-2.bundle",
            "good/neighbour-receipt.jws",
            "good/neighbour-grant.jws",
        ],
    ),
    // Whose key is not known is not called a forger.
    (
        "another-s-checkpoint-beside-a-ledger",
        &["good/neighbour.checkpoint", "good/market.ledger"],
    ),
    ("a-ledger", &["good/market.ledger"]),
    ("a-bundle", &["good/purchase.bundle"]),
    ("a-receipt", &["good/receipt.jws"]),
    ("a-grant", &["good/grant.jws"]),
    ("a-cap", &["good/cap.jws"]),
    ("a-population-without-its-ledger", &["good/population.jws"]),
    (
        "populations",
        &[
            "good/stated.ledger",
            "good/stated-0.bundle",
            "good/stated-2.bundle",
            "good/population.jws",
        ],
    ),
    (
        "losses-of-two-parts",
        &[
            "good/two-parts.ledger",
            "good/two-parts-0.bundle",
            "good/two-parts-2.bundle",
        ],
    ),
    (
        "losses-of-two-parts-without-a-ledger",
        &["good/two-parts-0.bundle", "good/two-parts-2.bundle"],
    ),
    (
        "all-together",
        &[
            "good/market.ledger",
            "good/purchase.bundle",
            "good/checkpoint",
            "good/log/checkpoint",
            "good/opening.jws",
            "good/receipt.jws",
            "good/grant.jws",
            "good/cap.jws",
        ],
    ),
];

fn audited(case: &Case) -> AuditReport {
    let inputs = case
        .files
        .iter()
        .map(|(name, bytes)| Input::from_bytes(*name, bytes.clone()));
    audit(inputs.collect())
}

/// Every finding of every bad case, with its place and in its words.
fn words() -> String {
    let mut text = String::new();
    for case in wrong::all() {
        writeln!(text, "{}", case.name).unwrap();
        for finding in audited(&case).findings() {
            let line = finding
                .line
                .map_or_else(String::new, |n| format!(" line {n}"));
            let entry = finding
                .entry
                .map_or_else(String::new, |n| format!(" entry {n}"));
            let (code, file, message) = (finding.code, &finding.file, &finding.message);
            writeln!(text, "  {code} ({file}{line}{entry}): {message}").unwrap();
        }
    }
    text
}

fn findings(inputs: impl IntoIterator<Item = (String, Vec<u8>)>) -> (Verdict, BTreeSet<Code>) {
    let inputs = inputs
        .into_iter()
        .map(|(name, bytes)| Input::from_bytes(name, bytes));
    let report = audit(inputs.collect());
    let codes = report.findings().iter().map(|finding| finding.code);
    (report.verdict(), codes.collect())
}

/// Every case, its files, and what must be found: a verifier's program reads it.
fn manifest() -> String {
    let good = HOLDS.iter().map(
        |(case, files)| json!({ "case": case, "files": files, "verdict": "holds", "findings": [] }),
    );
    let bad = wrong::all().into_iter().map(|case| {
        let (verdict, codes) = findings(
            case.files
                .iter()
                .map(|(name, bytes)| ((*name).to_owned(), bytes.clone())),
        );
        let path = |(name, _): &(&str, Vec<u8>)| format!("bad/{}--{}/{name}", case.code, case.name);
        json!({
            "case": case.name,
            "files": case.files.iter().map(path).collect::<Vec<_>>(),
            "verdict": verdict,
            "finding": case.code,
            "check": case.code.check(),
            "findings": codes,
        })
    });
    let cases: Vec<Value> = good.chain(bad).collect();
    let manifest = json!({ "format": "poundwise-vectors;v=1", "cases": cases });
    format!("{}\n", serde_json::to_string_pretty(&manifest).unwrap())
}

#[test]
#[ignore = "rewrites the vectors"]
fn write_the_vectors() {
    for part in ["good", "bad"] {
        let _ = fs::remove_dir_all(folder(part));
    }
    fs::create_dir_all(folder("good")).unwrap();
    for (name, bytes) in good() {
        fs::write(folder("good").join(name), bytes).unwrap();
    }
    for (name, bytes) in log() {
        let path = folder("good/log").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    for case in wrong::all() {
        let folder = case_folder(&case);
        fs::create_dir_all(&folder).unwrap();
        for (name, bytes) in case.files {
            fs::write(folder.join(name), bytes).unwrap();
        }
    }
    fs::write(folder("manifest.json"), manifest()).unwrap();
    fs::write(folder("findings.txt"), words()).unwrap();
}

#[test]
fn formats_give_the_known_bytes() {
    let good = good();
    let good = good
        .into_iter()
        .map(|(name, bytes)| (format!("good/{name}"), bytes));
    let log = log()
        .into_iter()
        .map(|(name, bytes)| (format!("good/log/{name}"), bytes));
    for (name, bytes) in good.chain(log) {
        let known = fs::read(folder(&name)).unwrap();
        assert!(
            known == bytes,
            "{name} is not what it was: a format has changed"
        );
    }
    let known = fs::read_to_string(folder("manifest.json")).unwrap();
    assert!(known == manifest(), "the manifest is not what it was");
}

/// Every finding there is, how often, where and in which words: a check that another one stands in
/// for is missed here.
#[test]
fn every_case_is_found_out_in_the_known_words() {
    let known = fs::read_to_string(folder("findings.txt")).unwrap();
    let found = words();
    for (found, known) in found.lines().zip(known.lines()) {
        assert_eq!(found, known);
    }
    assert_eq!(found.lines().count(), known.lines().count());
}

/// Reports of every bad case, and of everything that holds together.
fn reports() -> Vec<AuditReport> {
    let good: Vec<_> = good().into_iter().collect();
    let of = |path: &&str| {
        let name = path.trim_start_matches("good/");
        let file = good.iter().find(|(known, _)| *known == name);
        file.map(|(_, bytes)| Input::from_bytes(name, bytes.clone()))
    };
    let holds = HOLDS
        .iter()
        .map(|(_, files)| audit(files.iter().filter_map(of).collect()));
    holds.chain(wrong::all().iter().map(audited)).collect()
}

#[test]
fn every_side_gives_its_phrase_the_values_that_the_template_has() {
    /// Phrases of published logs, of the law of the noise and of replays.
    const ELSEWHERE: [SidePhrase; 13] = [
        SidePhrase::SignedBy,
        SidePhrase::Owner,
        SidePhrase::Root,
        SidePhrase::Published,
        SidePhrase::PublishedAt,
        SidePhrase::OtherValuesAt,
        SidePhrase::WrongValues,
        SidePhrase::SameBits,
        SidePhrase::Unchanged,
        SidePhrase::UnchangedBetween,
        SidePhrase::Seeds,
        SidePhrase::Data,
        SidePhrase::CommittedTo,
    ];
    let mut seen = BTreeSet::new();
    let mut see = |side: &ComparisonSide| {
        let fields = side.says().fields();
        assert_eq!(fields.len(), side.values().len(), "{}", side.says());
        assert!(!side.text().is_empty(), "{}", side.says());
        seen.insert(side.says());
    };
    for report in reports() {
        let compared = report.checks().iter().flat_map(|check| &check.comparisons);
        for one in compared {
            assert_eq!(one.found.is_some(), one.expected.is_some());
            one.found.iter().chain(&one.expected).for_each(&mut see);
        }
        for one in report.findings() {
            one.found.iter().chain(&one.expected).for_each(&mut see);
        }
    }
    let all = SidePhrase::ALL.iter().copied();
    let unseen: Vec<_> = all.filter(|phrase| !seen.contains(phrase)).collect();
    assert_eq!(unseen, ELSEWHERE);
}

#[test]
fn of_rows_that_are_not_all_marked_the_marked_ones_are_counted() {
    let mut cases = wrong::all().into_iter();
    let case = cases.find(|case| case.name == "a-first-release-with-unchanged-rows");
    let report = audited(&case.unwrap());
    let mut findings = report.findings().iter();
    let found = findings.find(|found| found.code == Code::ValuesChanged);
    let found = found.unwrap();
    let sides = [&found.found, &found.expected].map(|side| side.as_ref().map(ComparisonSide::text));
    assert_eq!(sides, [Some("2 marked"), Some("3, all")]);
}

/// Adds the texts of a value, without code between backticks.
fn collect_texts(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.split('`').step_by(2).collect()),
        Value::Array(values) => values.iter().for_each(|one| collect_texts(one, texts)),
        Value::Object(fields) => fields.values().for_each(|one| collect_texts(one, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn a_german_report_has_no_english_sentence() {
    /// Words of nearly every English sentence, which are no German words.
    const ENGLISH: [&str; 18] = [
        "the", "is", "are", "were", "be", "its", "of", "and", "not", "no", "has", "have", "by",
        "with", "for", "that", "which", "this",
    ];
    let mut english = BTreeSet::new();
    for report in reports() {
        let view = AuditView::of(report);
        let findings = view.report.findings().iter().zip(&view.en.findings);
        for ((finding, en), de) in findings.zip(&view.de.findings) {
            assert_ne!(en.detail, de.detail, "{}", finding.code);
        }
        let mut texts = Vec::new();
        collect_texts(&serde_json::to_value(&view.de).unwrap(), &mut texts);
        let is_english = |text: &String| {
            let mut words = text.split(|c: char| !c.is_alphanumeric());
            words.any(|word| ENGLISH.contains(&word))
        };
        english.extend(texts.into_iter().filter(is_english));
    }
    assert_eq!(english, BTreeSet::new());
}

/// As somebody else's verifier would do it: from the manifest and the files alone.
#[test]
fn every_case_of_the_manifest_comes_out_as_it_says() {
    let manifest = fs::read_to_string(folder("manifest.json")).unwrap();
    let manifest: Value = serde_json::from_str(&manifest).unwrap();
    let cases = manifest["cases"].as_array().unwrap();
    assert!(cases.len() > 100);
    for case in cases {
        let files = case["files"].as_array().unwrap();
        let read = |file: &Value| {
            let name = file.as_str().unwrap();
            (name.to_owned(), fs::read(folder(name)).unwrap())
        };
        let (verdict, codes) = findings(files.iter().map(read));
        assert_eq!(json!(verdict), case["verdict"], "{case}");
        assert_eq!(json!(codes), case["findings"], "{case}");
        if case["verdict"] == "wrong" {
            assert!(
                codes.iter().any(|code| json!(code) == case["finding"]),
                "{case}"
            );
        }
    }
}

#[test]
fn known_bytes_are_read() {
    let read = |name: &str| fs::read(folder("good").join(name)).unwrap();
    for kind in [
        "listing",
        "order",
        "receipt",
        "release",
        "cancellation",
        "grant",
        "population",
        "refusal",
        "withdrawal",
        "opening",
        "copy",
    ] {
        let compact = String::from_utf8(read(&format!("{kind}.jws"))).unwrap();
        let document = AnyDocument::verify(&compact).unwrap();
        assert_eq!(document.typ(), format!("poundwise-{kind};v=1"));
    }
    let bundle = Bundle::from_bytes(&read("purchase.bundle"))
        .unwrap()
        .verify()
        .unwrap();
    assert_eq!(bundle.order.signer(), identity(ALICE).kid());
    let copy = CopyFile::from_bytes(&read("tighter.copy"))
        .unwrap()
        .verify()
        .unwrap();
    assert_eq!(copy.copy.signer(), identity(ALICE).kid());
    assert_eq!(copy.listing.signer(), identity(OWNER).kid());
    let names = [
        "market.ledger",
        "purchase.bundle",
        "tighter.copy",
        "checkpoint",
        "opening.jws",
        "receipt.jws",
    ];
    let inputs = names.map(|name| Input::from_bytes(name, read(name)));
    let report = audit(inputs.into());
    assert_eq!(
        (report.verdict(), report.findings().len()),
        (Verdict::Holds, 0)
    );
}

#[test]
fn everything_wrong_is_refused_for_its_own_reason() {
    for case in wrong::all() {
        let report = audited(&case);
        let codes: Vec<Code> = report
            .findings()
            .iter()
            .map(|finding| finding.code)
            .collect();
        assert!(
            codes.contains(&case.code),
            "{}: expected {}, found {:#?}",
            case.name,
            case.code,
            report.findings()
        );
        let verdict = match case.code {
            Code::NewerVersion => Verdict::NewerVersion,
            _ => Verdict::Wrong,
        };
        assert_eq!(report.verdict(), verdict, "{}", case.name);
        assert!(
            report
                .findings()
                .iter()
                .all(|finding| !finding.message.to_string().is_empty())
        );
        for (name, bytes) in &case.files {
            let known = fs::read(case_folder(&case).join(name)).unwrap();
            assert!(known == *bytes, "{}/{name} is not what it was", case.name);
        }
    }
}

#[test]
fn every_reason_has_a_case() {
    let cases = wrong::all();
    let names: BTreeSet<&str> = cases.iter().map(|case| case.name).collect();
    assert_eq!(names.len(), cases.len(), "two cases have one name");
    let covered: BTreeSet<Code> = cases.iter().map(|case| case.code).collect();
    // No file can be a source that fails; that has a test of its own. Noise and replay are checked
    // elsewhere.
    let elsewhere = |code: Code| {
        code == Code::Unreadable || matches!(code.check(), CheckId::Noise | CheckId::Replay)
    };
    let missing: Vec<&Code> = Code::ALL
        .iter()
        .filter(|code| !covered.contains(code) && !elsewhere(**code))
        .collect();
    assert!(missing.is_empty(), "no case for {missing:?}");
    let on_disk = fs::read_dir(folder("bad")).unwrap().count();
    assert_eq!(
        on_disk,
        cases.len(),
        "the folder of vectors has cases that the tests do not know"
    );
}
