//! Openings granted to an auditor, and what a replay with them shows.

use crate::fixture::drafts::filtered;
use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::Mutex,
};

use crate::fixture::{
    Town, buy, dishonest, forge, histogram, holding, list, mean_income, parsed, replay,
};
use poundwise_documents::{
    finding::{CheckId, Code, Comparison, SidePhrase},
    jws::Signed,
    keys::Identity,
    kinds::{Listing, Opening, Settlement},
    units::SecretBytes,
};
use poundwise_market::{
    AuditReport, Home, Opened, PaidLater, Payment, PaymentNote, Recipient, Roles, Work,
    WorkProgress, WorkStep, audit_files,
    view::{Condition, FilterOperator, ListingDraft, ListingView},
};

fn codes(report: &AuditReport) -> Vec<&str> {
    report.findings().iter().map(|f| f.code.as_str()).collect()
}

fn found(report: &AuditReport, id: CheckId) -> &str {
    &report.checks().iter().find(|c| c.id == id).unwrap().found
}

/// All bundles that a buyer holds of a listing.
fn bundles(town: &Town, home: &Home, listing: &ListingView) -> Vec<PathBuf> {
    let name = home.view().name;
    let responses = holding(home, listing).responses;
    let export = |response: &poundwise_market::view::ResponseView| {
        let file = town.path(&format!(
            "{name}-{}-{}.bundle",
            &listing.id.to_string()[..6],
            response.level
        ));
        home.buyer()
            .export_bundle(&parsed(&response.receipt.id), &file)
            .unwrap();
        file
    };
    responses.iter().map(export).collect()
}

fn ledger(town: &Town, owner: &Home) -> PathBuf {
    let file = town.path("owner.ledger");
    owner.seller().export_ledger(&file).unwrap();
    file
}

fn granted(town: &Town, owner: &Home, what: &str, auditor: &Home) -> PathBuf {
    let file = town.path("a.opening");
    let granted = owner
        .seller()
        .grant(&parsed(what), &parsed(&auditor.view().recipient), &file)
        .unwrap();
    assert_eq!(granted.bytes, std::fs::metadata(&file).unwrap().len());
    file
}

/// An opening that was granted to the auditor, changed, and signed anew by that key.
fn signed_anew(
    town: &Town,
    opening: &Path,
    signer: &Identity,
    change: impl FnOnce(&mut Opening),
) -> PathBuf {
    let auditor = forge::vault_key(&town.path("auditor"), crate::fixture::PASSPHRASE);
    #[expect(clippy::disallowed_methods, reason = "it was encrypted here")]
    let plain = age::decrypt(&auditor, &std::fs::read(opening).unwrap()).unwrap();
    let text = String::from_utf8(plain).unwrap();
    let right = Signed::<Opening>::verify(text.trim_end()).unwrap();
    let o = right.payload();
    let copy = |secret: &SecretBytes| SecretBytes::from_bytes(*secret.expose());
    let mut wrong = Opening {
        listing: o.listing,
        to: o.to.clone(),
        top_seed: copy(&o.top_seed),
        jump_seed: copy(&o.jump_seed),
        seed_salt: copy(&o.seed_salt),
        data_salt: copy(&o.data_salt),
        values: o.values.clone(),
        jwk: signer.jwk(),
        issued_at: o.issued_at,
    };
    change(&mut wrong);
    let wrong = Signed::sign(signer, wrong).unwrap();
    let file = town.path("wrong.opening");
    let sealed = age::encrypt(&auditor.to_public(), wrong.compact().as_bytes()).unwrap();
    std::fs::write(&file, sealed).unwrap();
    file
}

/// An opening that was granted, signed anew as one of another listing.
fn named_otherwise(town: &Town, opening: &Path, listing: &ListingView) -> PathBuf {
    let owner = dishonest::identity_of(&town.path("owner"));
    signed_anew(town, opening, &owner, |opening| {
        opening.listing = listing.id;
    })
}

/// What the report says that it cannot know.
fn limits_of(report: &AuditReport) -> String {
    let texts: Vec<&str> = report.limits().iter().map(|limit| &*limit.text).collect();
    texts.join("\n")
}

#[test]
fn every_release_is_computed_again_bit_for_bit() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben, auditor) = (town.home("ann"), town.home("ben"), town.home("auditor"));
    let (education, income) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    buy(&owner, &ann, &education, "0.5");
    buy(&owner, &ben, &education, "2");
    buy(&owner, &ann, &education, "4");
    let cheaper = owner
        .seller()
        .reprice(&parsed(&education.id), &parsed("8:40"))
        .unwrap();
    let last = buy(&owner, &ann, &cheaper, "8");
    buy(&owner, &ann, &income, "1");
    let ledger = ledger(&town, &owner);
    let own = bundles(&town, &ann, &education);
    assert_eq!(own.len(), 3);

    // Named by the first version, by the newest, or by an order: it is one path.
    for what in [&education.id, &cheaper.id, &last.order] {
        let opening = granted(&town, &owner, &what.to_string(), &auditor);
        let mut files = own.clone();
        files.push(ledger.clone());
        let report = replay(&auditor, &opening, &files).unwrap();
        assert_eq!(codes(&report), [""; 0]);
        let words = found(&report, CheckId::Replay);
        assert!(words.starts_with("3 releases of "), "{words}");
        assert!(
            words.ends_with("(ε 0.5, ε 4, ε 8), all the same bit for bit"),
            "{words}"
        );
        let limits = limits_of(&report);
        assert!(limits.contains("receipt 3 at ε 2"), "{limits}");
        assert!(!limits.contains("opening granted by the owner"), "{limits}");
    }

    // What was not opened is not said to have been replayed.
    let opening = granted(&town, &owner, &education.id.to_string(), &auditor);
    let mut files = own;
    files.extend(bundles(&town, &ann, &income));
    let report = replay(&auditor, &opening, &files).unwrap();
    assert!(limits_of(&report).contains("opening granted by the owner"));

    // With the ledger alone it is said which sales there were.
    let report = replay(&auditor, &opening, &[ledger]).unwrap();
    assert!(found(&report, CheckId::Replay).starts_with("no release"));
    assert!(limits_of(&report).contains("4 other sales"));
}

#[test]
fn the_sales_that_were_not_shown_are_named_up_to_ten() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, auditor) = (town.home("ann"), town.home("auditor"));
    let education = list(&owner, &histogram());
    let mut named = Vec::new();
    for sale in 1..=12 {
        buy(&owner, &ann, &education, &format!("0.{sale:02}"));
        if sale >= 11 {
            let mut files = bundles(&town, &ann, &education)[..1].to_vec();
            files.push(ledger(&town, &owner));
            let opening = granted(&town, &owner, &education.id.to_string(), &auditor);
            let limits = limits_of(&replay(&auditor, &opening, &files).unwrap());
            assert!(limits.contains(&format!("{} other sales", sale - 1)));
            named.push((limits.matches(" at ε ").count(), limits.contains(" more")));
        }
    }
    assert_eq!(named, [(10, false), (10, true)]);
}

/// What is wrong elsewhere is no release that differs.
#[test]
fn a_replay_counts_what_it_found_itself() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, auditor) = (town.home("ann"), town.home("auditor"));
    let education = list(&owner, &histogram());
    buy(&owner, &ann, &education, "1");
    let opening = granted(&town, &owner, &education.id.to_string(), &auditor);
    let mut files = bundles(&town, &ann, &education);
    let noise = town.path("noise.bundle");
    std::fs::write(&noise, "nothing that is audited").unwrap();
    files.push(noise);
    let report = replay(&auditor, &opening, &files).unwrap();
    assert_eq!(report.findings().len(), 1);
    assert!(report.checks()[0].failed > 0, "the first check of all");
    let words = found(&report, CheckId::Replay);
    assert!(words.ends_with("all the same bit for bit"), "{words}");
}

#[test]
fn a_release_that_is_not_the_paths_is_found_out() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben, auditor) = (town.home("ann"), town.home("ben"), town.home("auditor"));
    let education = list(&owner, &histogram());
    buy(&owner, &ann, &education, "1");
    // (Of a top-up the buyer would notice: its base would not be what was held.) At so low a level
    // two paths agree on all five numbers less than once in 10^12 times.
    drop(owner);
    let open = dishonest::sell_from_elsewhere(&town, &education);
    let owner = town.reopen("owner");
    let cid = town.home("cid");
    buy(&owner, &cid, &education, "0.01");
    drop(owner);
    dishonest::put_back(&town, &education, &open);
    let owner = town.reopen("owner");
    buy(&owner, &ben, &education, "0.01");

    let mut files = bundles(&town, &ann, &education);
    files.extend(bundles(&town, &cid, &education));
    files.push(ledger(&town, &owner));
    assert_eq!(
        codes(&audit_files(&files).unwrap()),
        [""; 0],
        "all of it is signed and adds up"
    );
    let opening = granted(&town, &owner, &education.id.to_string(), &auditor);
    let report = replay(&auditor, &opening, &files).unwrap();
    assert_eq!(codes(&report), ["replay-differs"]);
    assert_eq!(report.findings()[0].entry, Some(2));
    assert!(found(&report, CheckId::Replay).starts_with("1 of 2 releases"));

    // Two buyers who compare find it without any opening.
    files.extend(bundles(&town, &ben, &education));
    let report = audit_files(&files).unwrap();
    assert_eq!(codes(&report), ["noise-law"]);
    assert!(
        report.findings()[0]
            .message
            .to_string()
            .contains("other values"),
        "{:?}",
        report.findings()
    );
}

#[test]
fn an_opening_of_other_seeds_or_data_is_no_opening() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, auditor) = (town.home("ann"), town.home("auditor"));
    let education = list(&owner, &histogram());
    let other = list(
        &owner,
        &ListingDraft {
            title: Some("Another".into()),
            ..filtered(
                histogram(),
                vec![Condition::new("income", FilterOperator::AtLeast, "0")],
            )
        },
    );
    buy(&owner, &ann, &education, "1");
    let right = granted(&town, &owner, &other.id.to_string(), &auditor);
    let opening = named_otherwise(&town, &right, &education);
    let report = replay(&auditor, &opening, &bundles(&town, &ann, &education)).unwrap();
    assert_eq!(codes(&report), ["wrong-opening", "wrong-opening"]);
    assert!(found(&report, CheckId::Replay).starts_with("not made"));
}

#[test]
fn an_opening_is_signed_by_the_listings_owner() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, auditor) = (town.home("ann"), town.home("auditor"));
    let education = list(&owner, &histogram());
    buy(&owner, &ann, &education, "1");
    let right = granted(&town, &owner, &education.id.to_string(), &auditor);
    let ann_signs = dishonest::identity_of(&town.path("ann"));
    let opening = signed_anew(&town, &right, &ann_signs, |_| {});
    let report = replay(&auditor, &opening, &bundles(&town, &ann, &education)).unwrap();
    assert_eq!(codes(&report), ["wrong-opening"]);
    assert!(
        report.findings()[0]
            .message
            .to_string()
            .contains("not signed by"),
        "{:?}",
        report.findings()
    );
    assert!(found(&report, CheckId::Replay).starts_with("not made"));
}

/// Whoever got an opening could pass it on as their own: the auditor would be told that it was
/// granted to it.
#[test]
fn an_opening_that_was_made_out_to_another_auditor_is_refused() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, auditor) = (town.home("ann"), town.home("auditor"));
    let education = list(&owner, &histogram());
    buy(&owner, &ann, &education, "1");
    let right = granted(&town, &owner, &education.id.to_string(), &auditor);
    let signer = dishonest::identity_of(&town.path("owner"));
    let opening = signed_anew(&town, &right, &signer, |opening| {
        opening.to = ann.view().recipient;
    });
    let refused = replay(&auditor, &opening, &bundles(&town, &ann, &education)).unwrap_err();
    assert_eq!(refused.code().as_str(), "opening-refused");
    assert!(refused.message().contains(&ann.view().recipient));
    assert!(!refused.hints().is_empty());
}

#[test]
fn a_path_of_another_layout_is_not_replayed() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let auditor = town.home("auditor");
    let education = list(&owner, &histogram());
    let right = granted(&town, &owner, &education.id.to_string(), &auditor);
    let signer = dishonest::identity_of(&town.path("owner"));
    let listing = dishonest::published(&town.path("market"), &education.id.to_string());
    let elsewhere = Listing {
        path_layout: "poundwise-path-0".into(),
        ..listing.payload().clone()
    };
    let elsewhere = Signed::sign(&signer, elsewhere).unwrap();
    let file = town.path("listing.jws");
    std::fs::write(&file, elsewhere.compact()).unwrap();
    let opening = signed_anew(&town, &right, &signer, |opening| {
        opening.listing = elsewhere.id();
    });
    let refused = replay(&auditor, &opening, &[file]).unwrap_err();
    assert_eq!(refused.code().as_str(), "path-layout");
    assert!(!refused.hints().is_empty());
}

#[test]
fn an_opening_is_for_one_auditor_and_shows_itself_to_nobody_else() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, auditor) = (town.home("ann"), town.home("auditor"));
    let (education, income) = (list(&owner, &histogram()), list(&owner, &mean_income()));
    buy(&owner, &ann, &education, "1");
    let opening = granted(&town, &owner, &education.id.to_string(), &auditor);
    let files = bundles(&town, &ann, &education);
    let code = |home: &Home, opening: &Path, files: &[PathBuf]| {
        replay(home, opening, files).unwrap_err().code().as_str()
    };
    assert_eq!(code(&ann, &opening, &files), "decrypt");
    assert_eq!(code(&auditor, &files[0], &files), "decrypt");
    assert_eq!(code(&auditor, &town.path("nothing"), &files), "not-found");
    let sealed = std::fs::read(&opening).unwrap();
    assert!(sealed.starts_with(b"age-encryption.org/"));
    assert_eq!(
        codes(&audit_files(&[opening]).unwrap()),
        ["not-recognised"],
        "an audit says that its reader must decrypt it"
    );

    let elsewhere = granted(&town, &owner, &income.id.to_string(), &auditor);
    assert_eq!(code(&auditor, &elsewhere, &files), "unknown-listing");
    let file = town.path("b.opening");
    let nobody = "age1nobody".parse::<Recipient>().unwrap_err();
    assert_eq!(nobody.code().as_str(), "recipient");
    let to = parsed(&auditor.view().recipient);
    for (home, what) in [(&owner, "zzzzzzzz"), (&ann, &education.id.to_string())] {
        let error = home.seller().grant(&parsed(what), &to, &file).unwrap_err();
        assert_eq!(error.code().as_str(), "no-such-id");
    }
    assert!(!file.exists());
}

#[test]
fn the_books_as_a_journal_have_every_sale() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let education = list(&owner, &histogram());
    let file = town.path("books.journal");
    owner.seller().export_journal(&file).unwrap();
    buy(&owner, &ann, &education, "1");
    buy(&owner, &ann, &education, "2.5");
    let exported = owner.seller().export_journal(&file).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    assert_eq!(exported.bytes, text.len() as u64);
    assert!(text.contains("15.00 EUR = 25.00 EUR"), "{text}");
    assert!(!town.path("owner/journal.ledger").exists());

    let more = ann.buyer();
    let more = more.order(&parsed(&education.id), parsed("3")).unwrap();
    let seller = owner.seller();
    let credit = Payment::told(Some(Settlement::Credit), PaymentNote::default());
    let owed = seller.approve(&parsed(&more.id), credit).unwrap();
    let paid = PaidLater {
        amount: Some("2".to_owned()),
        ..PaidLater::default()
    };
    seller.record_payment(&parsed(&owed.id), &paid).unwrap();
    seller.export_journal(&file).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.contains("assets:received:later"), "{text}");
    assert!(text.contains(" -2.00 EUR"), "{text}");
    match std::process::Command::new("hledger")
        .arg("-f")
        .arg(&file)
        .args(["check", "--strict"])
        .output()
    {
        Ok(run) => assert!(
            run.status.success(),
            "{}",
            String::from_utf8_lossy(&run.stderr)
        ),
        Err(_) => println!("skipped: hledger is not installed"),
    }
}

#[test]
fn an_audit_tells_how_far_it_is_and_can_be_stopped_at_every_step() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, auditor) = (town.home("ann"), town.home("auditor"));
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    buy(&owner, &ann, &listing, "2");
    let opening = granted(&town, &owner, &listing.id.to_string(), &auditor);
    let mut files = bundles(&town, &ann, &listing);
    files.push(ledger(&town, &owner));
    files.push(town.path("market"));

    let told = Mutex::new(Vec::new());
    let listener = |progress: WorkProgress| {
        told.lock().unwrap().push(progress);
        ControlFlow::Continue(())
    };
    let opened = Opened::read(&auditor, &opening).unwrap();
    let report = opened.replay(&files, &Work::telling(&listener)).unwrap();
    assert_eq!(report, replay(&auditor, &opening, &files).unwrap());
    let told = told.into_inner().unwrap();
    assert!(told.is_sorted_by_key(|progress| progress.permille));
    assert!(told.iter().all(|progress| progress.done <= progress.total));
    let replayed = told
        .iter()
        .filter(|progress| progress.total == 2 && progress.permille >= 700);
    let replayed: Vec<u64> = replayed.map(|progress| progress.done).collect();
    assert_eq!(replayed, [0, 1], "each of the two releases");
    let mut verify = told
        .iter()
        .filter(|progress| progress.step == WorkStep::Verify);
    assert!(verify.next_back().unwrap().permille > 600);

    for stop_at in 0..told.len() {
        let asked = Mutex::new(0);
        let listener = |_| {
            let mut asked = asked.lock().unwrap();
            *asked += 1;
            if *asked > stop_at {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let stopped = opened.replay(&files, &Work::telling(&listener));
        assert_eq!(
            stopped.unwrap_err().code().as_str(),
            "stopped",
            "at {stop_at}"
        );
    }
}

#[test]
fn a_replay_shows_each_commitment_and_each_release() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, auditor) = (town.home("ann"), town.home("auditor"));
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    buy(&owner, &ann, &listing, "2");
    let opening = granted(&town, &owner, &listing.id.to_string(), &auditor);
    let report = replay(&auditor, &opening, &bundles(&town, &ann, &listing)).unwrap();
    let shown = |code: Code| -> Vec<&Comparison> {
        let all = report.checks().iter().flat_map(|check| &check.comparisons);
        all.filter(|one| one.code == code && one.holds).collect()
    };
    let both = |one: &Comparison| {
        let sides = [&one.found, &one.expected];
        sides.map(|side| side.as_ref().unwrap().says())
    };
    let commitments: Vec<_> = shown(Code::WrongOpening).into_iter().map(both).collect();
    assert_eq!(
        commitments,
        [
            [SidePhrase::SignedBy, SidePhrase::Owner],
            [SidePhrase::Seeds, SidePhrase::CommittedTo],
            [SidePhrase::Data, SidePhrase::CommittedTo],
        ]
    );
    let releases = shown(Code::ReplayDiffers);
    let receipts: Vec<Option<u64>> = releases.iter().map(|one| one.entry).collect();
    assert_eq!(receipts, [Some(1), Some(2)]);
    // The law of the noise comes as data: every increment in one bar and in one class.
    let [test] = report.noise() else {
        panic!("one listing, two levels")
    };
    let bars: u64 = test.bins.iter().map(|bin| bin.observed).sum();
    let classes: u64 = test.classes.iter().map(|class| class.observed).sum();
    assert_eq!((bars, classes), (test.increments, test.increments));
    assert_eq!(test.pairs_shown[0].low_file, report.files()[0].name);
}
