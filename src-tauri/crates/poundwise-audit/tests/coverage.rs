//! A verdict says how much it covers: which file is missing for what, and "everything" only where
//! none is.

use std::collections::BTreeSet;

use crate::audits::{audited, drafted};
use crate::fixture::copies;
use crate::fixture::shop::{Shop, market, neighbour};
use crate::fixture::{ALICE, OWNER, identity, listing};
use poundwise_audit::report::{AuditReport, LimitCode, Needed, State, Unchecked, Verdict};
use poundwise_documents::Language;
use poundwise_documents::finding::{CheckId, Code, Comparison, Finding, SidePhrase, sides};
use poundwise_words::Text;

/// Returns each gap with what was checked and missing.
fn gaps(report: &AuditReport) -> Vec<(Unchecked, u64, Option<u64>)> {
    let gaps = report.coverage().gaps.iter();
    gaps.map(|gap| (gap.unchecked, gap.checked, gap.missing))
        .collect()
}

#[test]
fn every_file_that_is_missing_is_named() {
    use Unchecked::{Copies, Deliveries, History, Sales, Values};
    let shop = market();
    let text = |text: &str| text.as_bytes().to_vec();
    let note = text(shop.checkpoint().note());
    let receipt = text(shop.sales[2].receipt.compact());
    let copy = copies::bytes(&copies::copy(&shop));
    let bundle = |sale| ("a bundle", shop.bundle_file(sale));
    let ledger = ("ledger", shop.ledger());
    let bundles: Vec<_> = (0..shop.sales.len()).map(bundle).collect();

    let of = |files: &[(&str, Vec<u8>)]| gaps(&audited(files));
    assert_eq!(
        of(&[("receipt", receipt.clone())]),
        [(Sales, 0, None), (Deliveries, 0, None), (Values, 0, None)]
    );
    // Two bundles of one purchase are one purchase.
    assert_eq!(
        of(&[bundle(0), bundle(0), bundle(2)]),
        [(Sales, 2, None), (Values, 0, None)]
    );
    assert_eq!(
        of(std::slice::from_ref(&ledger)),
        [
            (Deliveries, 0, Some(6)),
            (History, 0, None),
            (Values, 0, None)
        ]
    );
    // A receipt by itself shows no history.
    let beside = of(&[ledger.clone(), ("receipt", receipt)]);
    assert!(beside.contains(&(History, 0, None)), "{beside:?}");
    assert_eq!(
        of(&[ledger.clone(), ("kept", note)]),
        [(Deliveries, 0, Some(6)), (Values, 0, None)]
    );
    // Bundles of one question and none of the other.
    assert_eq!(
        of(&[ledger.clone(), bundle(0)]),
        [(Deliveries, 1, Some(5)), (Values, 0, None)]
    );
    let mut files = bundles;
    files.push(ledger.clone());
    assert_eq!(of(&files), [(Values, 0, None)]);
    // A copy is no sale: nothing of its owner's is asked for but its release.
    assert_eq!(of(&[("a copy", copy.clone())]), [(Copies, 0, Some(1))]);
    assert_eq!(
        of(&[("a copy", copy), bundle(copies::SOURCE)]),
        [(Sales, 1, None), (Values, 0, None)]
    );
}

#[test]
fn only_where_no_file_is_missing_everything_holds() {
    let shop = market();
    let mut files: Vec<_> = (0..shop.sales.len())
        .map(|sale| ("a bundle", shop.bundle_file(sale)))
        .collect();
    files.push(("ledger", shop.ledger()));
    let mut draft = drafted(&files);
    let replayed = || {
        let same = sides("values", SidePhrase::SameBits);
        Comparison::held(Code::ReplayDiffers, "a bundle", same)
    };
    draft.hold(replayed());
    let some = draft.clone().finish();
    assert_eq!(gaps(&some), [(Unchecked::Values, 1, None)]);
    assert!(
        some.headline()
            .ends_with("Only 1 release was computed again: add an opening of the others."),
        "{}",
        some.headline()
    );

    draft.lift_replay_limit();
    let full = draft.clone().finish();
    assert!(full.coverage().is_full());
    assert_eq!(
        full.headline(),
        "Everything checks out: 6 receipts, one unbroken log, ε and money add up."
    );
    assert_eq!((full.coverage().made, full.coverage().all), (15, 16));
    assert!(
        full.to_html(crate::audits::made(), Language::English)
            .contains("<h1 class=\"holds\">")
    );

    // What is wrong is said first, and covers no less.
    draft.fail(Finding::new(
        Code::ReplayDiffers,
        "a bundle",
        Text::verbatim("row 3"),
    ));
    let wrong = draft.finish();
    assert_eq!(wrong.headline(), "The audit found 1 error.");
    assert_eq!(wrong.coverage(), full.coverage());
}

#[test]
fn a_ledger_of_nothing_sold_lacks_nothing() {
    let mut shop = Shop::default();
    let empty = audited(&[("ledger", shop.ledger())]);
    assert_eq!(empty.verdict(), Verdict::NothingChecked);
    assert_eq!(empty.coverage().gaps, []);
    let listing = shop.list(listing(1));
    let listed = audited(&[("ledger", shop.ledger())]);
    assert!(listed.coverage().is_full());
    shop.sell(ALICE, &listing, "0.5", 10);
    assert_eq!(
        gaps(&audited(&[("ledger", shop.ledger())])).len(),
        3,
        "sold, it is looked at"
    );
}

#[test]
fn each_owner_is_named_whose_file_is_missing() {
    let (shop, other) = (market(), neighbour());
    let files = [
        ("one.ledger", shop.ledger()),
        ("other.bundle", other.bundle_file(0)),
    ];
    let report = audited(&files);
    let owners = |what| {
        let mut gaps = report.coverage().gaps.iter();
        let gap = gaps.find(|gap| gap.unchecked == what).unwrap();
        gap.owners.iter().copied().collect::<BTreeSet<_>>()
    };
    let (first, second) = (identity(OWNER).kid(), other.bundle(0).verify().unwrap());
    let second = second.receipt.signer();
    assert_eq!(owners(Unchecked::Sales), [second].into());
    assert_eq!(owners(Unchecked::Deliveries), [first].into());
    assert_eq!(owners(Unchecked::Values), [first, second].into());
    for gap in &report.coverage().gaps {
        assert_eq!(gap.needed, gap.unchecked.needed());
    }
    let of_all = audited(&[
        ("one", shop.sales[0].receipt.compact().as_bytes().to_vec()),
        (
            "other",
            other.sales[0].receipt.compact().as_bytes().to_vec(),
        ),
    ]);
    assert_eq!(
        of_all.headline(),
        "The signatures are valid. Sales of 2 owners were not checked: add their ledgers."
    );
    assert_eq!(Unchecked::History.needed(), Needed::Checkpoint);

    let of_history = |report: &AuditReport| {
        let mut gaps = report.coverage().gaps.iter();
        let gap = gaps.find(|gap| gap.unchecked == Unchecked::History);
        gap.map(|gap| (gap.owners.clone(), gap.words().to_string()))
            .unwrap()
    };
    let ledgers = audited(&[("one", shop.ledger()), ("other", other.ledger())]);
    let (_, words) = of_history(&ledgers);
    assert!(
        words.ends_with("of 2 owners were not compared with other checkpoints: add checkpoints that somebody else kept."),
        "{words}"
    );
    // What there is of the one owner says nothing of the other.
    let kept = audited(&[
        ("one", shop.ledger()),
        ("kept", shop.checkpoint().note().as_bytes().to_vec()),
        ("other", other.ledger()),
    ]);
    let (owners, words) = of_history(&kept);
    assert_eq!(owners, [second]);
    assert!(
        words.contains("other checkpoints: add a checkpoint"),
        "{words}"
    );
}

#[test]
fn the_page_and_the_further_gaps_leave_none_out() {
    let report = audited(&[("ledger", market().ledger())]);
    assert_eq!(report.coverage().made, 11);
    let made = report.checks().iter();
    let made = made.filter(|check| check.state != State::NotChecked);
    assert_eq!(made.count() as u64, report.coverage().made);
    let page = report.to_html(crate::audits::made(), Language::English);
    assert!(page.contains("<h1 class=\"partial\">"));
    assert!(page.contains("11 of 16 checks were made."));
    for gap in &report.coverage().gaps {
        let words = gap.words().to_string();
        assert_eq!(page.matches(&words).count(), 1, "{words}");
    }
    assert_eq!(
        report.further_gaps().len() + 1,
        report.coverage().gaps.len()
    );
    let nothing = audited(&[("a note", market().checkpoint().note().as_bytes().to_vec())]);
    assert_eq!(nothing.verdict(), Verdict::NothingChecked);
    assert_eq!(nothing.further_gaps(), nothing.coverage().gaps);
    assert!(
        nothing
            .limits()
            .iter()
            .any(|limit| limit.code == LimitCode::UnknownOwner)
    );
}

/// Returns the kinds of file that each check lacks, where it lacks any.
fn lacks(report: &AuditReport) -> Vec<(CheckId, Needed)> {
    let checks = report.checks().iter();
    checks
        .flat_map(|check| check.lacks.iter().map(move |needed| (check.id, *needed)))
        .collect()
}

#[test]
fn a_missing_file_is_marked_at_each_check_that_needs_it() {
    use CheckId::{Consistency, Inclusion, Noise, Prices, Releases, Replay};
    let shop = market();
    let of_ledger = lacks(&audited(&[("ledger", shop.ledger())]));
    for expected in [
        (Inclusion, Needed::Bundles),
        (Releases, Needed::Bundles),
        (Noise, Needed::Bundles),
        (Consistency, Needed::Checkpoint),
        (Replay, Needed::Opening),
    ] {
        assert!(of_ledger.contains(&expected), "{expected:?}");
    }
    assert!(
        of_ledger
            .iter()
            .all(|(_, needed)| *needed != Needed::Ledger)
    );
    let of_bundle = lacks(&audited(&[("bundle", shop.bundle_file(0))]));
    assert!(of_bundle.contains(&(Prices, Needed::Ledger)));
    // Bundles are lacked for what was delivered and for the copy, and are named once.
    let copy = copies::bytes(&copies::copy(&shop));
    let of_copy = lacks(&audited(&[("ledger", shop.ledger()), ("copy", copy)]));
    let of_releases = of_copy.iter().filter(|(check, _)| *check == Releases);
    assert!(of_releases.eq(&[(Releases, Needed::Bundles)]));
    // Every check that a ledger alone does not allow says which file it lacks.
    for check in audited(&[("ledger", shop.ledger())]).checks() {
        let is_unmade = check.state == State::NotChecked;
        assert!(!is_unmade || !check.lacks.is_empty(), "{:?}", check.id);
    }
}
