//! Ctrl-C, in a real process: what is at work stops, says so, and leaves nothing half-done. A failure here means that
//! half a file or a table that nobody knows stays behind, or that a script takes what was stopped for done.
#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::support::{World, snapshot, text};

/// Longer than any of it takes.
const PATIENCE: Duration = Duration::from_secs(300);

/// Starts the program, sends it SIGINT as soon as it writes a file into `folder`, and gives how it ended.
fn interrupted(mut command: Command, folder: &Path) -> Output {
    let mut child = command
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    let is_writing = || {
        fs::read_dir(folder).is_ok_and(|entries| {
            entries
                .flatten()
                .any(|entry| entry.file_name().to_string_lossy().ends_with(".part"))
        })
    };
    while !is_writing() {
        if let Some(status) = child.try_wait().unwrap() {
            panic!("it ended before it wrote anything: {status}");
        }
        assert!(start.elapsed() < PATIENCE, "it does not begin");
        std::thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(sent.success());
    child.wait_with_output().unwrap()
}

fn says_stopped(output: &Output) {
    assert_eq!(
        output.status.code(),
        Some(130),
        "by signal {:?}: {}",
        output.status.signal(),
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.stdout.is_empty());
    let said: serde_json::Value = serde_json::from_slice(&output.stderr).expect("JSON on stderr");
    assert_eq!(said["error"]["code"], "stopped");
}

const TYPES: &str = "who:number,size:number,note:text";

/// So many rows that storing them takes seconds.
fn rows(count: u32) -> String {
    let mut table = String::from("who,size,note\n");
    for i in 0..count {
        writeln!(table, "{},{}.25,\"row {i}\"", i / 3, i % 97).unwrap();
    }
    table
}

#[test]
fn an_import_that_is_interrupted_leaves_nothing() {
    let world = World::new();
    let owner = world.home("owner");
    let file = world.file("large.csv", rows(400_000));
    let before = snapshot(&owner.home);
    let output = interrupted(
        owner.command(&["dataset", "import", &file, "--types", TYPES, "--json"]),
        &owner.home.join("datasets"),
    );
    says_stopped(&output);
    assert!(snapshot(&owner.home) == before, "something is left");
    assert!(owner.say(&["dataset", "list"]).contains("No datasets yet"));
    // Done again, it is done.
    let small = world.file("large.csv", rows(30));
    assert_eq!(
        owner.json(&["dataset", "import", &small, "--types", TYPES])["rows"],
        30
    );
}

#[test]
fn an_export_that_is_interrupted_leaves_the_file_that_was_there() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let numbers: String = (0..200_000).map(|i| format!("{}\n", i % 1000)).collect();
    let file = world.file("numbers.txt", numbers);
    let listing = owner.json(&[
        "listing",
        "create",
        "-",
        "vector",
        "--file",
        &file,
        "--bounds",
        "0..1000",
        "--step",
        "1",
        "--protect",
        "1",
        "--price",
        "8:80",
        "--title",
        "Numbers",
    ]);
    let id = text(&listing, "id");
    let order = buyer.json(&["order", id, "--to", "1"]);
    owner.json(&["approve", text(&order, "id")]);
    buyer.j("collect");

    let folder = world.path("exports");
    fs::create_dir(&folder).unwrap();
    let target = folder.join("numbers.json");
    fs::write(&target, "before").unwrap();
    let before = (snapshot(&folder), snapshot(&buyer.home));
    let path = target.display().to_string();
    let export = ["export", id, "--format", "json", "-o", &path, "--json"];
    says_stopped(&interrupted(buyer.command(&export), &folder));
    assert!(
        (snapshot(&folder), snapshot(&buyer.home)) == before,
        "something is left"
    );
    buyer.json(&["export", id, "--format", "json", "-o", &path]);
    assert!(fs::metadata(&target).unwrap().len() > 1_000_000);
}

#[test]
fn how_far_it_is_is_said_on_a_terminal_and_nowhere_else() {
    let world = World::new();
    let file = world.file("rows.csv", rows(3000));
    let piped = world.run(&["dataset", "preview", &file]);
    assert_eq!((piped.code, piped.stderr.as_str()), (0, ""));
    // `script` runs a command in a terminal of its own.
    let command = format!("{} dataset preview {file}", env!("CARGO_BIN_EXE_poundwise"));
    let shown = Command::new("script")
        .args(["-qec", &command, "/dev/null"])
        .stdin(Stdio::null())
        .output()
        .expect("util-linux has `script`");
    assert!(shown.status.success());
    let shown = String::from_utf8_lossy(&shown.stdout);
    assert!(
        shown.contains("%  reading the file through: 0 MB of"),
        "{shown:?}"
    );
    let line = shown.rfind("\r\u{1b}[K").expect("the line is taken away");
    let answer = shown.find("3,000").expect("the answer");
    assert!(line < answer, "{shown:?}");
}
