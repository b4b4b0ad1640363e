//! What the program says before it touches any home, and how it ends.

use std::io::Read;
use std::process::Stdio;

use crate::support::{PASSPHRASE, World, finish, refused};

#[test]
fn help_is_an_answer_and_names_every_command() {
    let world = World::new();
    let help = world.run(&["--help"]);
    assert_eq!((help.code, help.stderr.as_str()), (0, ""));
    let text = help.text();
    for command in [
        "demo",
        "init",
        "whoami",
        "population",
        "dataset",
        "listing",
        "market",
        "quote",
        "order",
        "inbox",
        "approve",
        "decline",
        "deliver",
        "collect",
        "holding",
        "export",
        "receipt",
        "ledger",
        "audit",
        "tighten",
        "noise",
        "alarm",
        "contact",
        "block",
        "rule",
        "home",
        "books",
        "grant",
        "replay",
        "completions",
    ] {
        assert!(
            text.lines()
                .any(|line| line.trim_start().starts_with(command)),
            "{command} is not in the help"
        );
    }
    assert!(text.contains("POUNDWISE_PASSPHRASE"));
    let version = world.run(&["--version", "--json"]);
    assert_eq!(
        (version.code, version.text().starts_with("poundwise ")),
        (0, true)
    );
}

#[test]
fn shells_and_man_know_every_command() {
    let world = World::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = world.run(&["completions", shell]);
        assert_eq!(script.code, 0);
        assert!(script.text().contains("poundwise") && script.text().contains("COMPLETE"));
    }
    let folder = world.path("man");
    std::fs::create_dir(&folder).unwrap();
    assert_eq!(world.run(&["manual", "man"]).code, 0);
    let page = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    assert!(page("poundwise.1").contains("POUNDWISE_PASSPHRASE"));
    assert!(page("poundwise-listing-create.1").contains(".TH"));
    // Hidden from the help, and so from the manual; a folder that is not there is the caller's
    // mistake.
    assert!(!folder.join("poundwise-manual.1").exists());
    assert_eq!(world.run(&["manual", "nowhere"]).code, 1);
}

#[test]
fn wrong_usage_ends_with_2_in_words_and_in_json() {
    let world = World::new();
    let wrong: &[&[&str]] = &[
        &["sell-everything"],
        &["quote"],
        &["quote", "abcdef"],
        &["audit"],
        &["dataset", "import", "x.csv", "--rows-per-person", "2"],
        &["dataset", "import", "x.csv", "--adjacency", "sideways"],
        &["dataset", "import", "x.csv", "--no-header"],
        &["dataset", "import", "x.csv", "--columns", "a,b"],
        &[
            "dataset", "import", "x.csv", "--types", "a:text", "--schema", "s.json",
        ],
        &["dataset", "seal"],
        &["dataset", "seal", "x", "--dry-run", "--yes"],
        &["dataset", "remove"],
        &["population"],
        &["population", "create", "people"],
        &[
            "population",
            "create",
            "people",
            "--cap",
            "8",
            "--adjacency",
            "sideways",
        ],
        &["population", "cap", "people"],
        &["population", "merge", "people"],
        &["approve", "abcdef", "--settlement", "later"],
        &[
            "listing",
            "create",
            "d",
            "mean",
            "c",
            "--missing-as-mid",
            "--title",
            "A listing",
            "--price",
            "1:1",
        ],
        &["listing", "create", "d", "median", "--price", "1:1"],
        &["export", "abcdef", "--format", "xls"],
        &["export", "abcdef", "--lattice", "lattice.csv"],
        &["export", "abcdef", "-o", "-", "--snippet", "r"],
        &["export", "abcdef", "--format", "text", "--snippet", "r"],
        &["quote", "abcdef", "--accuracy", "1", "--of", "everything"],
        &["decline", "abcdef"],
        &["noise"],
        &["noise", "sample", "--sensitivity", "1"],
        &["tighten", "abcdef", "--to", "1"],
        &["listing", "seal"],
    ];
    for arguments in wrong {
        let json: Vec<&str> = arguments.iter().copied().chain(["--json"]).collect();
        let refusal = refused(world.command(arguments), world.command(&json));
        assert_eq!(
            (refusal.exit, refusal.code.as_str()),
            (2, "usage"),
            "{arguments:?}"
        );
        assert!(!refusal.hints.is_empty(), "{arguments:?}: {refusal:?}");
    }
    assert_eq!(
        world.run(&[]).code,
        2,
        "nothing asked is wrong usage, with the help"
    );
}

#[test]
fn every_command_that_needs_a_home_says_how_to_make_one() {
    let world = World::new();
    let nowhere = world.trader("nowhere");
    for line in [
        "whoami",
        "dataset list",
        "dataset show x",
        "dataset import x.csv --types a:text --cap 1",
        "dataset remove x --yes",
        "dataset seal x --yes",
        "population list",
        "population show x",
        "population create x --cap 1",
        "population cap x 2 --reason more",
        "population merge x y --yes",
        "listing list",
        "listing show abcdef",
        "market list",
        "market show abcdef",
        "market set .",
        "contact list",
        "contact show Bea",
        "block list",
        "rule list",
        "rule show 1",
        "rule apply",
        "alarm list",
        "alarm show 1",
        "home check",
        "home change-passphrase",
        "home change-recovery-key --yes",
        "home catch-up",
        "home give-up losses.json --yes",
        "quote abcdef --to 1",
        "order abcdef --to 1",
        "order list",
        "order show abcdef",
        "order cancel abcdef",
        "inbox list",
        "inbox list --answered",
        "inbox show abcdef",
        "receipt list --unpaid",
        "receipt paid abcdef --amount 1 --on 2026-01-02",
        "receipt unpaid 1",
        "approve abcdef",
        "decline abcdef --reason no",
        "deliver",
        "collect",
        "holding list",
        "holding show abcdef",
        "export abcdef -o x.csv",
        "receipt list",
        "receipt show abcdef",
        "receipt export -o x.csv",
        "invoice details",
        "invoice list",
        "invoice set-next 3",
        "invoice show R-1",
        "invoice issue abcdef",
        "invoice credit R-1 --reason wrong",
        "invoice export R-1 -o x.xml",
        "books",
        "ledger export -o x.ledger",
        "holding export abcdef -o x.bundle",
        "listing withdraw abcdef",
        "listing seal abcdef --yes",
        "tighten abcdef --to 1 -o x.copy",
        "listing create d count --title Listed --price 1:1",
        "listing reprice abcdef --price 1:1",
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        nowhere.refused(&arguments).is(1, "no-home", &["nowhere"]);
    }
    assert!(!world.path("nowhere").exists(), "asking made nothing");
}

#[test]
fn without_a_terminal_the_passphrase_comes_from_the_environment_or_not_at_all() {
    let world = World::new();
    let home = world.home("home");
    let without = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        command.env_remove("POUNDWISE_PASSPHRASE");
        command
    };
    refused(without(&["whoami"]), without(&["whoami", "--json"])).is(
        2,
        "passphrase-needed",
        &["no terminal"],
    );
    let empty = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        command.env("POUNDWISE_PASSPHRASE", "");
        command
    };
    refused(empty(&["whoami"]), empty(&["whoami", "--json"])).is(
        2,
        "passphrase-needed",
        &["empty"],
    );

    let fresh = world.trader("fresh");
    let mut init = fresh.command(&["init", "--name", "Fresh"]);
    init.env_remove("POUNDWISE_PASSPHRASE");
    assert_eq!(finish(init).code, 2);
    assert!(
        !world.path("fresh").exists(),
        "no home without a passphrase"
    );
}

/// On a terminal the passphrase is asked for, and not shown.
#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_the_passphrase_is_asked() {
    let world = World::new();
    world.home("home");
    let on_terminal = |line: &str, typed: &str| world.on_terminal(None, line, typed);
    let Some((code, shown)) = on_terminal("--home home whoami", &format!("{PASSPHRASE}\n")) else {
        return;
    };
    assert_eq!(code, 0, "{shown}");
    assert!(
        shown.contains("Passphrase: ") && shown.contains("age recipient"),
        "{shown}"
    );
    assert!(
        !shown.contains(PASSPHRASE),
        "the passphrase is not shown: {shown}"
    );
    let (code, shown) = on_terminal("--home fresh init --name Fresh", "one\nother\n").unwrap();
    assert_eq!(code, 2, "{shown}");
    assert!(shown.contains("The two passphrases differ"), "{shown}");
    assert!(!world.path("fresh").exists(), "no home after a slip");
}

/// Bytes that a terminal would take for its own commands.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_is_sent_no_binary_file() {
    let world = World::new();
    world.home("home");
    for line in [
        &format!(
            "noise sample --sensitivity 1 --epsilon 1 --count 2 --seed {} --format npy",
            "7".repeat(64)
        ),
        &"--home home export abcdefgh --format parquet".to_owned(),
    ] {
        let Some((code, shown)) = world.on_terminal(Some(PASSPHRASE), line, "") else {
            return;
        };
        assert_eq!(code, 2, "{shown}");
        assert!(
            shown.contains("cannot be shown on a terminal") && shown.contains("-o FILE"),
            "{shown}"
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_name_that_is_no_text_is_read_all_the_same() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt};

    let world = World::new();
    let home = world.home("home");
    home.say(&["population", "create", "p", "--cap", "1"]);
    let name = OsStr::from_bytes(b"num\xffbers.csv");
    std::fs::write(world.path("").join(name), "1\n2\n").unwrap();
    let mut command = home.command(&["listing", "create", "-", "vector", "--population", "p"]);
    command.args(["--title", "A listing", "--price", "1:1", "--bounds", "0..9"]);
    command.args(["--step", "1", "--protect", "1", "--dry-run", "--file"]);
    let shown = command.arg(world.path("").join(name)).output().unwrap();
    assert!(shown.status.success(), "{shown:?}");
}

#[test]
fn a_wrong_passphrase_opens_nothing_and_spoils_nothing() {
    let world = World::new();
    let home = world.home("home");
    let wrong = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        command.env("POUNDWISE_PASSPHRASE", "not that");
        command
    };
    let refusal = refused(wrong(&["whoami"]), wrong(&["whoami", "--json"]));
    refusal.is(1, "wrong-passphrase", &[]);
    assert!(!format!("{refusal:?}").contains(PASSPHRASE));
    assert_eq!(home.json(&["whoami"])["name"], "home");
}

#[test]
fn only_local_addresses_are_audited() {
    let world = World::new();
    let refusal = refused(
        world.command(&["audit", "ftp://example.org/clinic.ledger"]),
        world.command(&["audit", "ftp://example.org/clinic.ledger", "--json"]),
    );
    refusal.is(2, "market-url", &["ftp://example.org/clinic.ledger"]);
    refused(
        world.command(&["audit", "x.ledger", "--report", "x.pdf"]),
        world.command(&["audit", "x.ledger", "--report", "x.pdf", "--json"]),
    )
    .is(2, "report-format", &["x.pdf"]);
    refused(
        world.command(&["audit", "missing.ledger"]),
        world.command(&["audit", "missing.ledger", "--json"]),
    )
    .is(1, "not-found", &["missing.ledger"]);
}

#[test]
fn a_reader_that_hangs_up_is_not_an_error() {
    let world = World::new();
    let mut child = world
        .command(&["demo"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0u8; 1];
    child
        .stdout
        .as_mut()
        .unwrap()
        .read_exact(&mut first)
        .unwrap();
    drop(child.stdout.take());
    let mut stderr = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut stderr)
        .unwrap();
    assert_eq!(
        (child.wait().unwrap().code(), stderr.as_str()),
        (Some(0), "")
    );
}

#[cfg(target_os = "linux")]
#[test]
fn an_answer_that_cannot_be_written_is_an_error() {
    let world = World::new();
    let home = world.home("home");
    let mut command = home.command(&["whoami"]);
    command.stdout(
        std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap(),
    );
    let run = command
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
        .wait_with_output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1));
    let stderr = String::from_utf8(run.stderr).unwrap();
    assert!(
        stderr.starts_with("error: Cannot write to stdout"),
        "{stderr}"
    );
}
