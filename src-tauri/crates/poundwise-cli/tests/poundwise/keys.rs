//! `passphrase`, `recovery-key` and `market set`.

use crate::support::{Trader, World, finish, refused, text};

const NEW: &str = "four words never written";

/// The command with another passphrase to be put in the place of the one it has.
fn with_new(home: &Trader<'_>, arguments: &[&str], new: &str) -> std::process::Command {
    let mut command = home.command(arguments);
    command.env("POUNDWISE_NEW_PASSPHRASE", new);
    command
}

#[test]
fn the_passphrase_is_changed_and_the_old_one_opens_nothing() {
    let world = World::new();
    let home = world.home("home");
    refused(
        with_new(&home, &["home", "change-passphrase"], "short"),
        with_new(&home, &["home", "change-passphrase", "--json"], "short"),
    )
    .is(2, "short-passphrase", &["12 characters"]);
    home.refused(&["home", "change-passphrase"])
        .is(2, "passphrase-needed", &["no terminal"]);
    let done = finish(with_new(&home, &["home", "change-passphrase"], NEW));
    assert_eq!(done.code, 0, "{}", done.stderr);
    assert!(!done.text().contains(NEW));
    home.refused(&["whoami"]).is(1, "wrong-passphrase", &[]);
    let mut whoami = home.command(&["whoami", "--json"]);
    whoami.env("POUNDWISE_PASSPHRASE", NEW);
    assert_eq!(text(&finish(whoami).document(), "name"), "home");
}

#[test]
fn a_new_recovery_key_is_shown_once_and_the_one_before_stops_working() {
    let world = World::new();
    let home = world.home("home");
    home.refused(&["home", "change-recovery-key"])
        .is(2, "confirmation-needed", &["stops working"]);
    let key = |run: &serde_json::Value| text(run, "recovery_key").to_owned();
    let first = key(&home.json(&["home", "change-recovery-key", "--yes"]));
    let second = key(&home.json(&["home", "change-recovery-key", "--yes"]));
    let opens = |key: &str| {
        let mut whoami = home.command(&["whoami"]);
        whoami.env("POUNDWISE_PASSPHRASE", key);
        finish(whoami).code
    };
    assert_eq!((opens(&first), opens(&second)), (1, 0));
}

#[test]
fn a_home_moves_to_another_market_and_stays_there() {
    let world = World::new();
    let home = world.home("home");
    let there = world.path("there");
    let path = there.to_str().unwrap();
    home.refused(&["market", "set", path])
        .is(1, "no-such-market", &[path]);
    std::fs::create_dir(&there).unwrap();
    let moved = home.json(&["market", "set", path]);
    assert_eq!(moved["waiting"], 0);
    assert!(text(&moved["home"], "market").ends_with("/there"));
    assert!(text(&home.json(&["whoami"]), "market").ends_with("/there"));
}
