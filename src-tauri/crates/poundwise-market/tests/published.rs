//! Audits of logs as they are published on a market, alone and against files.

use crate::fixture::drafts::filtered;
use crate::fixture::drafts::{ends, own_numbers};
use poundwise_exchange::operations::{self, Operation};
use poundwise_market::ListingDraft;
use poundwise_market::VectorSpec;
use std::{
    fs,
    path::{Path, PathBuf},
};

use crate::fixture::{
    PEOPLE, Town, buy, histogram, holding, list, log_folder, parsed, sell, twin_of, typed,
};
use poundwise_audit::report::{LimitCode, State, Verdict};
use poundwise_documents::finding::{
    CheckId, Code, Comparison, ComparisonSide, Finding, SidePhrase,
};
use poundwise_market::{
    AuditReport, Home, Roles, audit_files,
    view::{Condition, FilterOperator, ListingView},
};

fn codes(report: &AuditReport) -> Vec<&str> {
    report.findings().iter().map(|f| f.code.as_str()).collect()
}

fn state(report: &AuditReport, id: CheckId) -> State {
    report.checks().iter().find(|c| c.id == id).unwrap().state
}

fn url(town: &Town, owner: &Home) -> PathBuf {
    PathBuf::from(format!(
        "file://{}#{}",
        town.path("market").display(),
        owner.view().kid
    ))
}

fn bundle(town: &Town, home: &Home, listing: &ListingView, name: &str) -> PathBuf {
    let file = town.path(name);
    let newest = holding(home, listing).responses.pop().unwrap();
    home.buyer()
        .export_bundle(&parsed(&newest.receipt.id), &file)
        .unwrap();
    file
}

fn sold() -> (Town, Home, Home, ListingView) {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    buy(&owner, &ann, &listing, "2");
    (town, owner, ann, listing)
}

#[test]
fn a_published_log_holds_alone_and_with_everything_else_in_any_mix() {
    let (town, owner, ann, listing) = sold();
    let early = town.path("early.checkpoint");
    fs::copy(
        town.path("market/ledgers")
            .join(owner.view().kid.to_string())
            .join("checkpoint"),
        &early,
    )
    .unwrap();
    buy(&owner, &ann, &listing, "4");
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let bundle = bundle(&town, &ann, &listing, "ann.bundle");
    let market = town.path("market");
    let own_folder = market.join("ledgers").join(owner.view().kid.to_string());
    for files in [
        vec![url(&town, &owner)],
        vec![market.clone()],
        vec![own_folder],
        vec![url(&town, &owner), ledger.clone()],
        vec![url(&town, &owner), bundle.clone()],
        vec![early.clone(), url(&town, &owner)],
        vec![ledger, bundle, early, url(&town, &owner)],
    ] {
        let report = audit_files(&files).unwrap();
        assert_eq!(codes(&report), [""; 0], "{files:?}");
        assert_eq!(report.verdict(), Verdict::Holds, "{files:?}");
        assert_eq!(state(&report, CheckId::Log), State::Holds, "{files:?}");
        let limits = report.limits().iter();
        let ahead = limits.filter(|limit| limit.code == LimitCode::Unpublished);
        assert_eq!(ahead.count(), 0, "{files:?}");
    }
}

#[test]
fn a_log_that_is_not_there_or_not_named_right_is_said_so() {
    let (town, owner, ..) = sold();
    let code = |text: String| {
        audit_files(&[PathBuf::from(text)])
            .unwrap_err()
            .code()
            .as_str()
    };
    let market = town.path("market").display().to_string();
    assert_eq!(code(format!("file://{market}/nowhere")), "no-published-log");
    assert!(
        !town.path("market/nowhere").exists(),
        "an audit makes no folders"
    );
    assert_eq!(code(format!("file://{market}#ann")), "kid");
    assert_eq!(code("ftp://example.org/".into()), "market-url");
    let other = town.home("other").view().kid;
    assert_eq!(code(format!("file://{market}#{other}")), "no-published-log");
    assert_eq!(
        code(town.path("owner").display().to_string()),
        "is-a-folder"
    );
    // Its owner's key names a folder of another kind too.
    let orders = town
        .path("market/orders")
        .join(owner.view().kid.to_string());
    let error = audit_files(&[orders]).unwrap_err();
    assert_eq!(error.code().as_str(), "is-a-folder");
    assert!(
        error.hints()[0].to_string().contains("a market's folder"),
        "{error}"
    );
    // In the name of a folder it is a sign like any other.
    let fair = town.path("fair#1");
    crate::fixture::copy_folder(&town.path("market"), &fair);
    assert_eq!(audit_files(&[fair]).unwrap().verdict(), Verdict::Holds);
    assert_eq!(audit_files(&[]).unwrap_err().code().as_str(), "no-files");
}

#[test]
fn listings_of_a_market_are_read_once_for_all_its_ledgers() {
    let (town, ..) = sold();
    let other = town.home("other");
    let imported = other.seller().import_dataset(&town.table(), &typed(PEOPLE));
    imported.unwrap();
    list(&other, &histogram());
    let _ = operations::take();
    let report = audit_files(&[town.path("market")]).unwrap();
    assert_eq!(report.verdict(), Verdict::Holds);
    let asked = operations::take();
    let count = |operation: Operation, folder: &str| {
        let of = asked.iter().filter(|(one, _)| *one == operation);
        of.filter(|(_, name)| name.starts_with(folder)).count()
    };
    let listings = fs::read_dir(town.path("market/listings")).unwrap().count();
    assert_eq!(count(Operation::List, "listings"), 1);
    assert!(count(Operation::Read, "listings/") <= listings);
}

#[test]
fn damage_of_any_published_file_is_found() {
    let (town, owner, ..) = sold();
    let folder = town
        .path("market/ledgers")
        .join(owner.view().kid.to_string());
    for (name, change, expected) in [
        ("tile/0/000.p/3", Some(40), "log-root"),
        ("tile/entries/000.p/3", Some(20), "log-root"),
        ("tile/entries/000.p/3", Some(1), "log-root"),
        ("tile/0/000.p/3", None, "unreadable"),
        ("tile/entries/000.p/3", None, "unreadable"),
        ("checkpoint", Some(60), "checkpoint-refused"),
    ] {
        let file = folder.join(name);
        let right = fs::read(&file).unwrap();
        match change {
            Some(at) => {
                let mut bytes = right.clone();
                // Any other character of base64 or byte of a hash.
                bytes[at] = if bytes[at] == b'A' { b'B' } else { b'A' };
                fs::write(&file, bytes).unwrap();
            }
            None => fs::remove_file(&file).unwrap(),
        }
        let report = audit_files(&[url(&town, &owner)]).unwrap();
        assert!(
            codes(&report).contains(&expected),
            "{name} {change:?}: {:?}",
            codes(&report)
        );
        fs::write(&file, right).unwrap();
    }
    assert_eq!(codes(&audit_files(&[url(&town, &owner)]).unwrap()), [""; 0]);
}

#[test]
fn a_second_history_is_found_from_a_bundle_a_checkpoint_or_a_ledger() {
    let (town, owner, ann, listing) = sold();
    drop(owner);
    let twin = twin_of(&town, "owner");
    let owner = town.reopen("owner");
    buy(&owner, &ann, &listing, "4");
    let bundle = bundle(&town, &ann, &listing, "ann.bundle");
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let note = town.path("early.checkpoint");
    fs::copy(
        town.path("market/ledgers")
            .join(owner.view().kid.to_string())
            .join("checkpoint"),
        &note,
    )
    .unwrap();

    // Another history of four sales in its place, for others.
    fs::remove_dir_all(town.path("market/ledgers")).unwrap();
    let ben = town.home("ben");
    buy(&twin, &ben, &listing, "1");
    buy(&twin, &ben, &listing, "2");
    let market = url(&town, &twin);
    assert_eq!(
        codes(&audit_files(std::slice::from_ref(&market)).unwrap()),
        [""; 0]
    );
    let against = |file: &Path| {
        let report = audit_files(&[market.clone(), file.to_owned()]).unwrap();
        for finding in report.findings() {
            let [found, expected] = said(finding);
            assert!(found != expected, "{found}");
        }
        codes(&report).join(" ")
    };
    assert_eq!(against(&bundle), "fork not-in-ledger");
    assert_eq!(against(&note), "fork");
    // The ledger has three receipts, the published log four: it must have lost one, or there are
    // two histories.
    assert!(
        against(&ledger).contains("rolled-back"),
        "{}",
        against(&ledger)
    );
}

#[test]
fn a_log_that_was_cut_short_is_found_from_what_it_had() {
    let (town, owner, ann, listing) = sold();
    let folder = town
        .path("market/ledgers")
        .join(owner.view().kid.to_string());
    let early = fs::read(folder.join("checkpoint")).unwrap();
    buy(&owner, &ann, &listing, "4");
    let bundle = bundle(&town, &ann, &listing, "ann.bundle");
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    fs::write(folder.join("checkpoint"), early).unwrap();
    let report = audit_files(&[url(&town, &owner), bundle]).unwrap();
    assert_eq!(codes(&report), ["rolled-back", "not-in-ledger"]);
    let sides: Vec<_> = report.findings().iter().map(said).collect();
    let log = url(&town, &owner);
    assert_eq!(
        sides[0],
        [
            "4 entries".to_owned(),
            format!("3 entries ({})", log.display())
        ]
    );
    assert_eq!(sides[1][1], "nothing");
    // A ledger may be ahead of its publication: that is no finding, but it is said.
    let report = audit_files(&[url(&town, &owner), ledger]).unwrap();
    assert_eq!(codes(&report), [""; 0]);
    assert!(
        report
            .limits()
            .iter()
            .any(|limit| limit.text.contains("The last entry of")),
        "{:?}",
        report.limits()
    );
}

#[test]
fn the_noise_of_real_releases_is_tested_and_counted() {
    let (town, owner, ann, listing) = sold();
    let mut files = Vec::new();
    for (i, response) in holding(&ann, &listing).responses.iter().enumerate() {
        let file = town.path(&format!("{i}.bundle"));
        ann.buyer()
            .export_bundle(&parsed(&response.receipt.id), &file)
            .unwrap();
        files.push(file);
    }
    let found = |files: &[PathBuf]| {
        let report = audit_files(files).unwrap();
        assert_eq!(codes(&report), [""; 0]);
        report
            .checks()
            .iter()
            .find(|c| c.id == CheckId::Noise)
            .unwrap()
            .found
            .clone()
    };
    assert!(
        found(&files).contains("too few values to tell. 5 increments"),
        "{}",
        found(&files)
    );
    assert!(found(&files[..1]).starts_with("too few values to tell: no two releases"));

    // Two hundred numbers of the owner's own, at four levels.
    let numbers = town.path("numbers.txt");
    let text: String = (0..200).map(|i| format!("{}\n", 20 + i % 60)).collect();
    fs::write(&numbers, text).unwrap();
    crate::fixture::population(&owner, "farms");
    let vector = list(
        &owner,
        &poundwise_market::view::ListingDraft {
            title: Some("A listing".into()),
            price: "8:80".into(),
            ..ListingDraft::new(
                own_numbers("farms"),
                VectorSpec {
                    file: numbers.clone(),
                    bounds: ends("0..100"),
                    step: parsed("1"),
                    distance: parsed("20"),
                    unit: String::new(),
                }
                .into(),
            )
        },
    );
    let mut files = Vec::new();
    for level in ["0.5", "1", "2", "8"] {
        let receipt = buy(&owner, &ann, &vector, level);
        let file = town.path(&format!("vector-{level}.bundle"));
        ann.buyer()
            .export_bundle(&parsed(&receipt.id), &file)
            .unwrap();
        files.push(file);
    }
    assert!(
        found(&files).contains(": consistent with honest noise, in the bundles given")
            && found(&files).contains(". 600 increments between 3 pairs"),
        "{}",
        found(&files)
    );
}

#[test]
fn a_log_of_more_than_one_tile_is_published_whole() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    // Each with its own filter: the same question cannot be listed twice.
    let listings: Vec<ListingView> = (0..20)
        .map(|least| {
            list(
                &owner,
                &filtered(
                    histogram(),
                    vec![Condition::new(
                        "income",
                        FilterOperator::AtLeast,
                        least.to_string(),
                    )],
                ),
            )
        })
        .collect();
    for buyer in 0..13 {
        let buyer = town.home(&format!("buyer {buyer}"));
        for listing in listings.iter().take(if buyer.view().name == "buyer 0" {
            18
        } else {
            20
        }) {
            sell(&owner, &buyer, listing, "1");
        }
    }
    let folder = town
        .path("market/ledgers")
        .join(owner.view().kid.to_string());
    for tile in [
        "0/000",
        "entries/000",
        "1/000.p/1",
        "0/001.p/2",
        "entries/001.p/2",
    ] {
        assert!(folder.join("tile").join(tile).is_file(), "{tile}");
    }
    let ledger = town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let report = audit_files(&[url(&town, &owner), ledger]).unwrap();
    assert_eq!(codes(&report), [""; 0]);
    assert!(
        report.headline().contains("258 receipts"),
        "{}",
        report.headline()
    );
    // A hash in the middle of the full tile.
    let full = folder.join("tile/0/000");
    let mut bytes = fs::read(&full).unwrap();
    bytes[100 * 32] ^= 1;
    fs::write(full, bytes).unwrap();
    assert_eq!(
        codes(&audit_files(&[url(&town, &owner)]).unwrap()),
        ["log-root"]
    );
}

/// Both sides of a finding in English.
fn said(finding: &Finding) -> [String; 2] {
    [&finding.found, &finding.expected].map(|side| side.as_ref().unwrap().to_string())
}

/// How many comparisons of a kind with published logs were made.
fn with_logs(report: &AuditReport, code: Code) -> usize {
    let all = report.checks().iter().flat_map(|check| &check.comparisons);
    let with_log = |one: &&Comparison| {
        let with = one.expected.as_ref().map(ComparisonSide::says);
        one.code == code && with == Some(SidePhrase::PublishedAt)
    };
    all.filter(with_log).count()
}

/// Two owners on one market: one has published two sales, the other three; ann has something of
/// both.
fn two_owners() -> (Town, [Home; 2], [PathBuf; 2], [PathBuf; 2]) {
    let (town, owner, ann, listing) = sold();
    let other = town.home("other");
    other
        .seller()
        .import_dataset(&town.table(), &typed(PEOPLE))
        .unwrap();
    let others = list(&other, &histogram());
    for level in ["1", "2", "4"] {
        buy(&other, &ann, &others, level);
    }
    let bundles = [
        bundle(&town, &ann, &listing, "owner.bundle"),
        bundle(&town, &ann, &others, "other.bundle"),
    ];
    let owners = [owner, other];
    let notes = ["owner.checkpoint", "other.checkpoint"].map(|name| town.path(name));
    for (owner, note) in owners.iter().zip(&notes) {
        fs::copy(log_folder(&town, owner).join("checkpoint"), note).unwrap();
    }
    (town, owners, bundles, notes)
}

#[test]
fn the_log_of_each_owner_is_audited_by_what_is_of_that_owner() {
    let (town, owners, bundles, notes) = two_owners();
    let all = [&bundles[..], &notes].concat();
    let report = audit_files(&[&all[..], &[town.path("market")]].concat()).unwrap();
    assert_eq!(codes(&report), [""; 0]);
    assert_eq!(report.verdict(), Verdict::Holds);
    let published = |owner: &Home| {
        let name = format!("#{}", owner.view().kid);
        let all = report.checks().iter().flat_map(|check| &check.comparisons);
        all.filter(|one| one.code == Code::LogRoot && one.file.ends_with(&name))
            .count()
    };
    assert_eq!(owners.each_ref().map(published), [1, 1]);
    // Each bundle has a checkpoint too.
    assert_eq!(with_logs(&report, Code::Fork), 4);
    assert_eq!(with_logs(&report, Code::NotInLedger), 2);

    let one = audit_files(&[&all[..], &[url(&town, &owners[0])]].concat()).unwrap();
    assert_eq!(codes(&one), [""; 0]);
    assert_eq!(with_logs(&one, Code::Fork), 2);
    assert_eq!(with_logs(&one, Code::NotInLedger), 1);
}

#[test]
fn a_checkpoint_that_its_owner_did_not_sign_accuses_nobody() {
    let (town, owners, bundles, notes) = two_owners();
    let [note, others] = notes.map(|note| fs::read_to_string(note).unwrap());
    let root = |note: &str| note.lines().nth(2).unwrap().to_owned();
    let size = |note: &str| note.lines().nth(1).unwrap().to_owned();
    for forged in [
        note.replace(&root(&note), &root(&others)),
        note.replace(&format!("\n{}\n", size(&note)), "\n9\n"),
    ] {
        assert_ne!(forged, note);
        let file = town.path("forged.checkpoint");
        fs::write(&file, &forged).unwrap();
        let files = [file, bundles[0].clone(), url(&town, &owners[0])];
        let report = audit_files(&files).unwrap();
        assert_eq!(codes(&report), ["checkpoint-refused"]);
        // In place of the one on the market it makes the log no other one.
        let checkpoint = log_folder(&town, &owners[0]).join("checkpoint");
        fs::write(&checkpoint, &forged).unwrap();
        let report = audit_files(&files[1..]).unwrap();
        assert_eq!(codes(&report), ["checkpoint-refused"]);
        fs::write(&checkpoint, &note).unwrap();
    }
}

#[test]
fn a_log_is_read_with_the_key_that_any_document_of_its_owner_carries() {
    let (town, owners, bundles, notes) = two_owners();
    let listings = town.path("market/listings");
    let listing = town.path("its.jws");
    for entry in fs::read_dir(&listings).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, &listing).unwrap();
        fs::write(path, "no listing").unwrap();
    }
    let unknown = |files: &[PathBuf]| {
        let report = audit_files(files).unwrap();
        let limits = report.limits().iter();
        let logs = limits.filter(|limit| limit.code == LimitCode::UnknownLog);
        (logs.count(), state(&report, CheckId::Log))
    };
    let market = town.path("market");
    assert_eq!(unknown(std::slice::from_ref(&market)).0, 2);
    assert_eq!(
        unknown(&[market.clone(), bundles[0].clone()]),
        (1, State::Holds)
    );
    assert_eq!(unknown(&[market.clone(), listing]), (1, State::Holds));
    // A checkpoint carries none.
    assert_eq!(unknown(&[market, notes[0].clone()]).0, 2);
    drop(owners);
}

#[test]
fn of_a_market_the_logs_that_can_be_read_are_audited_and_the_others_named() {
    let (town, owners, ..) = two_owners();
    fs::remove_file(log_folder(&town, &owners[1]).join("checkpoint")).unwrap();
    let report = audit_files(&[town.path("market")]).unwrap();
    assert_eq!(codes(&report), [""; 0]);
    assert_eq!(state(&report, CheckId::Log), State::Holds);
    let named = format!("#{} could not be read", owners[1].view().kid);
    let limits = report.limits().iter();
    assert_eq!(limits.filter(|l| l.text.contains(&named)).count(), 1);
    // Asked for alone it is an error.
    let alone = audit_files(&[url(&town, &owners[1])]).unwrap_err();
    assert_eq!(alone.code().as_str(), "no-published-log");

    let empty = town.path("empty");
    fs::create_dir_all(empty.join("ledgers")).unwrap();
    let error = audit_files(&[empty]).unwrap_err();
    assert_eq!(error.code().as_str(), "no-published-log");
    assert!(!error.hints().is_empty());
}
