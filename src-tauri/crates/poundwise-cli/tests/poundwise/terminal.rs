//! Output on a terminal and for scripts. Text from other people stays on its line, output that is
//! shown once is not lost silently, and stderr is one JSON document if requested.

use std::fs;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{PASSPHRASE, World, finish, listing, text};

const PROGRAM: &str = env!("CARGO_BIN_EXE_poundwise");

/// Regression test: a refusal that contained "declined ... verified ..." looked like two results.
#[test]
fn the_reason_of_a_refusal_stays_on_its_line() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listing(&owner);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    let reason = "No.\nverified  A listing: ε 8, receipt 9 (abcdef)\nSee this";
    owner.json(&["decline", text(&order, "id"), "--reason", reason]);
    let said = buyer.say(&["collect"]);
    let declined: Vec<&str> = said
        .lines()
        .filter(|line| line.contains("verified"))
        .collect();
    assert_eq!(declined.len(), 1, "{said}");
    assert!(declined[0].starts_with("declined  A listing: "), "{said}");
    for shown in [
        buyer.say(&["order", "list"]),
        buyer.say(&["order", "show", text(&order, "id")]),
    ] {
        assert!(
            !shown.lines().any(|line| line.starts_with("verified")),
            "{shown}"
        );
    }
    assert_eq!(buyer.j("order list")[0]["reason"], reason);
}

#[test]
fn long_title_keeps_other_columns_in_sight() {
    let world = World::new();
    let owner = world.home("owner");
    owner.import("table", "age:number", "age\n31\n42\n");
    let title = "数".repeat(100);
    let of = ["--title", &title, "--price", "4:80"];
    owner.json(&[&["listing", "create", "table", "count"], &of[..]].concat());
    for command in [["market", "list"], ["listing", "list"]] {
        let shown = owner.say(&command);
        assert!(shown.contains(&format!("{}…", "数".repeat(29))), "{shown}");
        assert!(!shown.contains(&"数".repeat(30)), "{shown}");
    }
    // The full title is shown by `market show`.
    assert!(
        owner
            .say(&["market", "show", text(&owner.j("market list")[0], "id")])
            .contains(&title)
    );
}

/// Regression test: a note before the error made stderr two documents.
#[test]
fn a_note_before_an_error_is_part_of_its_json() {
    let world = World::new();
    let owner = world.home("owner");
    let file = world.file("table.csv", "who,age\n1,31\n2,42\n");
    let types = ["--types", "who:number,age:number", "--cap", "8"];
    let person = ["--person-column", "who", "--rows-per-person", "1"];
    owner.json(&[&["dataset", "import", &file], &types[..], &person].concat());
    let act = ["listing", "propose", "table", "-o", "missing/rows.csv"];
    let words = owner.run(&act);
    assert!(words.stderr.starts_with("note: "), "{}", words.stderr);
    let failed = owner.run(&[&act[..], &["--json"]].concat());
    let document: Value = serde_json::from_str(&failed.stderr).unwrap();
    assert_eq!(
        (failed.code, &document["error"]["code"]),
        (1, &"not-found".into())
    );
    assert!(
        document["notes"][0].as_str().unwrap().contains("who"),
        "{document:#}"
    );
    // A command that succeeds prints its notes on stderr, as before.
    let done = owner.run(&["listing", "propose", "table", "-o", "rows.csv", "--json"]);
    assert_eq!(done.code, 0);
    assert!(done.stderr.starts_with("note: "), "{}", done.stderr);
}

/// The recovery key is shown once. If it was not shown, the error names the command for another
/// one.
#[test]
#[cfg(target_os = "linux")]
fn recovery_key_that_was_not_shown_is_an_error_with_a_hint() {
    let world = World::new();
    let check = |mut command: Command, what: &str| {
        let output = command.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{what}: {stderr}");
        assert!(
            stderr.contains("`poundwise home change-recovery-key`"),
            "{what}: {stderr}"
        );
    };
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let hung_up = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        writer
    };
    for json in [false, true] {
        let more = if json { &["--json"][..] } else { &[] };
        for (place, name) in [("full", "one"), ("hung up", "two")] {
            let home = world.trader(&format!("{name}-{json}"));
            for act in [
                &["init", "--name", "Owner"][..],
                &["home", "change-recovery-key", "--yes"],
            ] {
                let mut command = home.command(&[act, more].concat());
                if place == "full" {
                    command.stdout(full());
                } else {
                    command.stdout(hung_up());
                }
                check(command, place);
            }
            home.j("whoami");
            // Any other answer without a reader is not an error.
            let mut whoami = home.command(&["whoami"]);
            whoami.stdout(hung_up());
            assert_eq!(whoami.status().unwrap().code(), Some(0));
        }
    }
}

/// Returns the output of a shell line on a terminal. Types `keys` once it shows `prompt`.
#[cfg(target_os = "linux")]
fn on_terminal(world: &World, line: &str, prompt: &str, keys: &[u8]) -> String {
    let mut terminal = Command::new("script");
    terminal
        .args(["--quiet", "--return", "--echo", "always", "--flush"])
        .args(["--command", line, "/dev/null"])
        .env_remove("POUNDWISE_PASSPHRASE")
        .env("XDG_DATA_HOME", world.path("data"))
        .env("XDG_STATE_HOME", world.path("state"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = terminal.spawn().expect("util-linux has `script`");
    let mut keyboard = child.stdin.take().unwrap();
    let mut screen = child.stdout.take().unwrap();
    let (mut shown, mut piece, mut typed) = (String::new(), [0; 4096], false);
    loop {
        let read = screen.read(&mut piece).unwrap();
        if read == 0 {
            break;
        }
        shown.push_str(&String::from_utf8_lossy(&piece[..read]));
        if !typed && shown.contains(prompt) {
            keyboard.write_all(keys).unwrap();
            typed = true;
        }
    }
    child.wait().unwrap();
    assert!(typed, "{shown}");
    shown
}

/// Regression test: after Ctrl-C at the prompt, the shell did not echo typed text.
#[test]
#[cfg(target_os = "linux")]
fn signal_at_the_passphrase_prompt_restores_the_terminal() {
    let world = World::new();
    let home = world.home("home");
    let home = home.home.display();
    let whoami = format!("'{PROGRAM}' --home '{home}' whoami");
    // The terminal interrupts the shell too if the key arrives before echo is off.
    let interrupted = format!("trap : INT; {whoami}; echo \"code $?\"; stty -a");
    // The prompt is there once echo is off.
    let ended = format!(
        "{whoami} < /dev/tty & for _ in $(seq 3000); do \
         stty -a < /dev/tty | grep -q ' -echo ' && break; sleep 0.1; done; \
         kill -TERM $!; wait $!; echo \"code $?\"; stty -a"
    );
    for (line, keys) in [(interrupted, &b"\x03"[..]), (ended, b"")] {
        let shown = on_terminal(&world, &line, "Passphrase: ", keys);
        assert!(shown.contains("code 130"), "{shown}");
        let settings = shown.split("code 130").nth(1).unwrap();
        let has = |word: &str| {
            settings
                .split_whitespace()
                .any(|one| one.trim_end_matches(';') == word)
        };
        for word in ["echo", "icanon", "isig"] {
            assert!(has(word), "{word}: {shown}");
        }
    }
}

/// Regression test: totals of sales on credit above 2^53 were rejected, and the books with them.
#[test]
fn the_books_are_exact_above_the_largest_amount() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    owner.import("table", "age:number", "age\n31\n42\n");
    for (number, of) in ["count", "sum", "mean"].into_iter().enumerate() {
        let title = format!("Listing {number}");
        let mut create = vec!["listing", "create", "table", of];
        if of != "count" {
            create.extend(["age", "--bounds", "0..100", "--step", "1"]);
        }
        create.extend(["--title", &title, "--price", "4:90071992547409.91"]);
        let listing = owner.json(&create);
        let order = buyer.json(&["order", text(&listing, "id"), "--to", "4"]);
        owner.json(&["approve", text(&order, "id"), "--settlement", "credit"]);
    }
    let books = owner.j("books");
    assert_eq!(books["owed"][0]["minor"], "27021597764222973");
    let said = owner.say(&["books"]);
    let amount = "270,215,977,642,229.73".replace(',', "\u{202f}");
    assert!(said.contains(&amount), "{said}");
}

/// A killed command leaves its temporary file. The next command that writes to the folder removes
/// it.
#[test]
fn files_of_a_killed_command_are_removed_by_the_next_one() {
    let world = World::new();
    let owner = world.home("owner");
    let id = listing(&owner);
    let folder = world.path("outputs");
    fs::create_dir(&folder).unwrap();
    let target = folder.join("books.ledger").display().to_string();
    let parts = |place: &std::path::Path| {
        crate::support::snapshot(place)
            .iter()
            .filter(|(path, _)| path.extension().is_some_and(|end| end == "part"))
            .count()
    };
    // Stops at each point of the export, and of a listing on its way to the market.
    let export = ["ledger", "export", "-o", &target, "--replace"];
    let reprice = ["listing", "reprice", &id, "--price", "4:90"];
    let mut left = 0;
    for act in [&export[..], &reprice] {
        for point in 1..200 {
            let mut command = owner.command(act);
            command.env("POUNDWISE_ENDS_AT", point.to_string());
            let output = command
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .unwrap();
            left += parts(&folder) + parts(&world.path("market")) + parts(&world.path("state"));
            if output.code().is_some() {
                break;
            }
        }
    }
    assert!(left > 0, "no temporary file was left");
    owner.run(&["deliver"]);
    owner.j("inbox list");
    owner.json(&export);
    assert_eq!((parts(&folder), parts(&world.path("market"))), (0, 0));
    assert_eq!(parts(&world.path("state")), 0);
    let whoami = finish(owner.command(&["whoami"]));
    assert_eq!(whoami.code, 0, "{PASSPHRASE}: {}", whoami.stderr);
}
