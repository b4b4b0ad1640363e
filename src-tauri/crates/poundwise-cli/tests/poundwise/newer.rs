//! Documents that a newer version of Poundwise made, on the command line: they are counted, and stop
//! nothing else.

use std::{
    fs,
    path::{Path, PathBuf},
    str::FromStr,
};

use poundwise_documents::units::DocumentId;

use crate::support::{Trader, World, listing, sell, text};

/// A file of the audit's vectors, in which the last line is a document of a newer version.
fn vector(case: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../poundwise-audit/tests/vectors/bad")
        .join(format!("newer-version--{case}/it"))
}

fn document(case: &str) -> String {
    let text = fs::read_to_string(vector(case)).unwrap();
    text.lines().last().unwrap().to_owned()
}

fn put(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) {
    fs::create_dir_all(folder).unwrap();
    fs::write(folder.join(name), bytes).unwrap();
}

/// Sends a document to a home, encrypted, as an order or a delivery.
fn send(world: &World, folder: &str, to: &Trader, document: &str) {
    let home = to.j("whoami");
    let recipient = age::x25519::Recipient::from_str(text(&home, "recipient")).unwrap();
    let sealed = age::encrypt(&recipient, document.as_bytes()).unwrap();
    let folder = world.path("market").join(folder).join(text(&home, "kid"));
    let name = format!("{}.age", DocumentId::of(document));
    put(&folder, &name, sealed);
}

fn notes(trader: &Trader, command: &[&str]) -> String {
    let run = trader.run(command);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stderr
}

#[test]
fn a_market_goes_on_beside_documents_of_a_newer_version_and_counts_them() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let id = listing(&owner);
    let market = world.path("market");
    for case in [
        "a-listing-of-an-unknown-family",
        "a-listing-of-an-unknown-question",
    ] {
        let newer = document(case);
        let name = format!("{}.jws", DocumentId::of(&newer));
        put(&market.join("listings"), &name, newer);
    }
    let unknown = document("a-document-of-an-unknown-kind");
    let name = format!("{}.jws", DocumentId::of(&unknown));
    put(&market.join("withdrawals"), &name, &unknown);
    // Without its signature it is junk, and so it is under another name.
    let (unsigned, _) = unknown.rsplit_once('.').unwrap();
    let junk = format!("{unsigned}.{}", "A".repeat(86));
    let name = format!("{}.jws", DocumentId::of(&junk));
    put(&market.join("listings"), &name, &junk);
    let name = format!("{}.jws", DocumentId::of("another"));
    put(&market.join("listings"), &name, &unknown);

    assert_eq!(buyer.j("market list").as_array().unwrap().len(), 1);
    let note = "note: 3 listings or withdrawals were left out. A newer version of Poundwise made \
                them: update Poundwise to see them.";
    let said = notes(&buyer, &["market", "list"]);
    assert!(said.starts_with(note), "{said}");
    let newer = DocumentId::of(&document("a-listing-of-an-unknown-family")).to_string();
    for command in [
        &["order", &newer, "--to", "1"][..],
        &["market", "show", &newer[..8]],
        &["quote", &newer, "--to", "1"],
    ] {
        buyer
            .refused(command)
            .is(1, "newer-version", &["newer version"]);
    }

    send(&world, "orders", &owner, &unknown);
    send(&world, "deliveries", &buyer, &unknown);
    sell(&owner, &buyer, &id, "2");
    // Counted again at every look: nothing is remembered as faulty.
    for _ in 0..2 {
        let said = notes(&owner, &["inbox", "list"]);
        assert!(
            said.contains("1 order was left out. A newer version"),
            "{said}"
        );
        let collected = buyer.j("collect");
        assert_eq!(collected["newer"], 1, "{collected}");
        assert_eq!(collected["rejected"], serde_json::json!([]));
    }
    sell(&owner, &buyer, &id, "3");
}

#[test]
fn an_audit_of_a_newer_ledger_says_that_it_is_not_the_whole_and_does_not_pass() {
    let world = World::new();
    for (case, reason) in [
        (
            "an-entry-of-an-unknown-kind",
            "typ \"poundwise-rebate;v=1\"",
        ),
        (
            "an-unknown-entry-between-two-sales",
            "typ \"poundwise-rebate;v=1\"",
        ),
        (
            "a-receipt-of-a-higher-version",
            "typ \"poundwise-receipt;v=2\"",
        ),
        (
            "a-listing-of-an-unknown-family",
            "family \"discrete-gaussian\"",
        ),
    ] {
        let folder = vector(case);
        let folder = folder.parent().unwrap();
        let file = fs::read_dir(folder)
            .unwrap()
            .next()
            .unwrap()
            .unwrap()
            .path();
        let run = world.run(&["audit", file.to_str().unwrap()]);
        assert_ne!(run.code, 0, "{case}");
        let words = run.text();
        let headline = "1 document was made by a newer version of Poundwise, so not everything \
                        could be checked. Update Poundwise and repeat the audit.";
        assert!(words.starts_with(headline), "{case}: {words}");
        assert!(words.contains("NEWER  "), "{case}: {words}");
        assert!(words.contains(reason), "{case}: {words}");
        assert!(!words.contains("WRONG"), "{case}: {words}");
        let report = world.run(&["--json", "audit", file.to_str().unwrap()]);
        let report: serde_json::Value = report.document();
        assert_eq!(report["verdict"], "newer_version", "{case}");
        assert_eq!(report["newer_total"], 1, "{case}");
        assert_eq!(report["findings"][0]["code"], "newer-version", "{case}");
    }
}
