//! `listing seal`: asked before, said after, and the same numbers.

use std::io::Write;
use std::process::Stdio;

use crate::support::{PASSPHRASE, Trader, World, text};

const PEOPLE: &str = "town,age\nGhent,36\nBruges,41\nGhent,29\nGhent,67\n";

fn listed(owner: &Trader) -> String {
    owner.import("people", PEOPLE);
    let listing = owner.json(&[
        "listing",
        "create",
        "people",
        "histogram",
        "town",
        "--bins",
        "Ghent,Bruges",
        "--price",
        "2:20",
    ]);
    text(&listing, "id").to_owned()
}

fn bought(owner: &Trader, buyer: &Trader, listing: &str, to: &str) -> Vec<u8> {
    let order = buyer.json(&["order", listing, "--to", to]);
    owner.json(&["approve", text(&order, "id")]);
    buyer.j("collect");
    let csv = buyer.run(&["export", listing, "--format", "csv"]).text();
    // All but which values changed since the purchase before.
    csv.lines()
        .map(|line| line.rsplit_once(',').unwrap().0)
        .collect::<Vec<_>>()
        .join("\n")
        .into_bytes()
}

#[test]
fn a_sealed_listing_sells_on_and_says_so() {
    let world = World::new();
    let (owner, ann, ben) = (world.home("owner"), world.home("ann"), world.home("ben"));
    let listing = listed(&owner);
    let before = bought(&owner, &ann, &listing, "0.5");
    let sealed = owner.say(&["listing", "seal", &listing, "--yes"]);
    for part in [
        "Sealed.",
        "gone from this home",
        "The table people is still here",
        "ε 2 (2 lb)",
    ] {
        assert!(sealed.contains(part), "{sealed}");
    }
    assert!(
        owner
            .say(&["listing", "show", &listing])
            .contains("gone from this home")
    );
    assert!(owner.say(&["listing", "list"]).contains("open, sealed"));
    assert_eq!(owner.json(&["listing", "show", &listing])["sealed"], true);
    assert_eq!(ben.json(&["listing", "show", &listing])["sealed"], false);
    owner.refused(&["listing", "seal", &listing, "--yes"]).is(
        1,
        "sealed-already",
        &["town", "since"],
    );
    // Nor is anything asked where nothing is left to do.
    owner
        .refused(&["listing", "seal", &listing])
        .is(1, "sealed-already", &[]);
    assert_eq!(bought(&owner, &ben, &listing, "0.5"), before);
    assert_eq!(
        bought(&owner, &ben, &listing, "2"),
        bought(&owner, &ann, &listing, "2")
    );
    let repriced = owner.json(&["listing", "reprice", &listing, "--price", "2:40"]);
    assert_eq!(repriced["sealed"], true);
    owner.json(&["listing", "withdraw", text(&repriced, "id")]);
}

#[test]
fn without_a_terminal_sealing_takes_a_yes() {
    let world = World::new();
    let owner = world.home("owner");
    let listing = listed(&owner);
    owner.refused(&["listing", "seal", &listing]).is(
        2,
        "confirmation-needed",
        &["cannot be undone", "no terminal"],
    );
    assert_eq!(owner.json(&["listing", "show", &listing])["sealed"], false);
    let stranger = world.home("stranger");
    for more in [
        &["listing", "seal", &listing][..],
        &["listing", "seal", &listing, "--yes"],
    ] {
        stranger
            .refused(more)
            .is(1, "no-such-id", &["listing of yours"]);
    }
}

/// `script` of util-linux plays the terminal.
#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_sealing_is_asked_for() {
    let world = World::new();
    let owner = world.home("owner");
    let listing = listed(&owner);
    let on_terminal = |typed: &str| {
        let program = env!("CARGO_BIN_EXE_poundwise");
        let line = format!("'{program}' --home owner listing seal -- '{listing}'");
        let mut child = std::process::Command::new("script")
            .args(["--quiet", "--return", "--command", &line, "/dev/null"])
            .current_dir(world.path("."))
            .env("POUNDWISE_PASSPHRASE", PASSPHRASE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .ok()?;
        child
            .stdin
            .take()
            .unwrap()
            .write_all(typed.as_bytes())
            .unwrap();
        let output = child.wait_with_output().unwrap();
        Some((
            output.status.code(),
            String::from_utf8(output.stdout).unwrap(),
        ))
    };
    let Some((code, shown)) = on_terminal("yes\n") else {
        println!("skipped: no `script` (util-linux) to play the terminal");
        return;
    };
    assert_eq!(code, Some(1), "{shown}");
    for part in [
        "for good",
        "no opening can be granted",
        "table people stays",
        "Type seal",
        "not confirmed",
    ] {
        assert!(shown.contains(part), "{part:?}: {shown}");
    }
    assert_eq!(owner.json(&["listing", "show", &listing])["sealed"], false);
    let (code, shown) = on_terminal("seal\n").unwrap();
    assert_eq!(code, Some(0), "{shown}");
    assert_eq!(owner.json(&["listing", "show", &listing])["sealed"], true);
}
