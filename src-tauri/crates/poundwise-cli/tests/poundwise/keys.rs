//! `passphrase`, `recovery-key`, `--key-file` and `market set`.

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
    home.refused(&["home", "change-recovery-key"]).is(
        2,
        "confirmation-needed",
        &["Changing the recovery key"],
    );
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

#[cfg(unix)]
#[test]
fn key_file_opens_a_home_without_its_passphrase() {
    use std::fs::{Permissions, set_permissions, write};
    use std::os::unix::fs::PermissionsExt as _;

    let world = World::new();
    let home = world.home("home");
    let key = text(
        &home.json(&["home", "change-recovery-key", "--yes"]),
        "recovery_key",
    )
    .to_owned();
    let path = world.path("home.key");
    let file = path.to_str().unwrap();
    write(
        &path,
        format!("# Recovery key of a Poundwise home\n\n{key}\n"),
    )
    .unwrap();

    let with = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        command.env_remove("POUNDWISE_PASSPHRASE");
        command
    };
    let whoami = ["whoami", "--key-file", file];
    let refused_of = |code: &str, said: &[&str], exit: i32| {
        let json: Vec<&str> = whoami.into_iter().chain(["--json"]).collect();
        refused(with(&whoami), with(&json)).is(exit, code, said);
    };
    for mode in [0o640, 0o604, 0o660] {
        set_permissions(&path, Permissions::from_mode(mode)).unwrap();
        refused_of("key-file-not-private", &["home.key", "Other users"], 1);
    }
    set_permissions(&path, Permissions::from_mode(0o600)).unwrap();
    assert_eq!(finish(with(&whoami)).code, 0);
    // The variable names a file, too, and goes before a passphrase; the option goes before both.
    let mut named = home.command(&["whoami"]);
    named
        .env("POUNDWISE_KEY_FILE", &path)
        .env("POUNDWISE_PASSPHRASE", "another one altogether");
    assert_eq!(finish(named).code, 0);
    let mut optioned = with(&whoami);
    optioned.env("POUNDWISE_KEY_FILE", world.path("absent.key"));
    assert_eq!(finish(optioned).code, 0);

    for content in ["", "# no key\n", &format!("{key}\n{key}\n"), "age1abc\n"] {
        write(&path, content).unwrap();
        refused_of("no-recovery-key", &[], 2);
    }
    let other = world.home("other");
    let key = text(
        &other.json(&["home", "change-recovery-key", "--yes"]),
        "recovery_key",
    )
    .to_owned();
    write(&path, key).unwrap();
    refused_of("wrong-recovery-key", &[], 1);
}
