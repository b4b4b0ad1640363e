//! `poundwise demo`: the first thing anybody runs.

use crate::support::{World, refused, text};

#[test]
fn the_demo_ends_with_a_verified_receipt_and_leaves_nothing() {
    let world = World::new();
    std::fs::create_dir(world.path("tmp")).unwrap();
    let mut command = world.command(&["demo"]);
    command
        .env("TMPDIR", world.path("tmp"))
        .env_remove("POUNDWISE_PASSPHRASE");
    let run = crate::support::finish(command);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let told = run.text();
    for part in [
        "1. Harbour Clinic",
        "Northern Insurance buys ε 0.5 (½ lb): Mean systolic blood pressure",
        "€40.00",
        "Northern Insurance tops up to ε 2 (2 lb)",
        "€80.00 for the step from ε 0.5 (½ lb), €120.00 in all",
        "loss     ε 2 (2 lb) to ε 2 (2 lb) of ε 6 (6 lb)",
        "number for number what Northern Insurance holds at ε 2 (2 lb)",
        "declined Northern Insurance",
        "pending  Northern Insurance",
        "check out: one unbroken log, ε and money add up.",
        "poundwise demo --keep",
    ] {
        assert!(told.contains(part), "{part:?} is not in\n{told}");
    }
    assert_eq!(
        std::fs::read_dir(world.path("tmp")).unwrap().count(),
        0,
        "the demo cleans up"
    );
}

#[test]
fn a_demo_without_a_place_for_it_names_the_option() {
    let world = World::new();
    let demo = |arguments: &[&str]| {
        let mut command = world.command(arguments);
        command.env("TMPDIR", world.path("nowhere"));
        command
    };
    let refusal = refused(demo(&["demo"]), demo(&["demo", "--json"]));
    refusal.is(1, "demo-folder", &["folder for the demo"]);
    assert!(refusal.hints[0].contains("--keep"), "{refusal:?}");
}

#[test]
fn a_kept_demo_is_a_market_to_go_on_with() {
    let world = World::new();
    let dir = world.path("kept market");
    let run = world.run(&["demo", "--keep", dir.to_str().unwrap(), "--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let document = run.document();
    assert_eq!(document["report"]["verdict"], "holds");
    assert!(document["steps"].as_array().unwrap().len() >= 8);
    let kept = &document["kept"];

    let owner = text(kept, "owner_home");
    let as_owner = |arguments: &[&str]| {
        let mut all = vec!["--state", text(kept, "state"), "--home", owner, "--json"];
        all.extend(arguments);
        let mut command = world.command(&all);
        command.env("POUNDWISE_PASSPHRASE", text(kept, "passphrase"));
        let run = crate::support::finish(command);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments:?}");
        run.document()
    };
    let inbox = as_owner(&["inbox", "list"]);
    assert_eq!(inbox.as_array().unwrap().len(), 1);
    let receipt = as_owner(&[
        "approve",
        text(&inbox[0]["order"], "id"),
        "--payment",
        "cash",
    ]);
    assert_eq!(receipt["sequence"], 8);
    assert_eq!(as_owner(&["holding", "list"]).as_array().unwrap().len(), 1);

    let audit = world.run(&[
        "audit",
        text(kept, "ledger"),
        text(kept, "bundle"),
        "--json",
    ]);
    assert_eq!(
        (audit.code, audit.document()["verdict"].as_str()),
        (0, Some("holds"))
    );

    let again = world.run(&["demo", "--keep", dir.to_str().unwrap()]);
    assert_eq!(again.code, 1, "a folder in use is left alone");
    assert!(again.stderr.contains("not empty"), "{}", again.stderr);
    assert_eq!(
        as_owner(&["receipt", "list"]).as_array().unwrap().len(),
        8,
        "nothing was lost"
    );
}
