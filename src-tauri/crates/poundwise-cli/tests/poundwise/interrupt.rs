//! Ctrl-C on a terminal, in a real process: what is at work stops, says so, and leaves nothing
//! half-done. A failure here means that half a file or a table that nobody knows stays behind, or
//! that a script takes what was stopped for done.
//!
//! It is pressed at a named point: when the line on the terminal says that so much of a step is
//! done. `script` of util-linux plays the terminal.
#![cfg(target_os = "linux")]

use std::fmt::Write as _;
use std::fs;
use std::io::{Read, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::support::{World, snapshot, text};

/// What a terminal sends for Ctrl-C.
const CTRL_C: &[u8] = b"\x03";

/// Runs the program on a terminal, and presses Ctrl-C when the line there says that some of `step`
/// is done and a part of a file lies in `folder`. The error that it ends with.
fn interrupted(command: &Command, step: &str, folder: &Path) -> Value {
    let words: Vec<String> = std::iter::once(command.get_program())
        .chain(command.get_args())
        .map(|word| format!("'{}'", word.to_str().unwrap()))
        .collect();
    let answer = tempfile::NamedTempFile::new().unwrap();
    let line = format!("exec {} >'{}'", words.join(" "), answer.path().display());
    let mut terminal = Command::new("script");
    terminal
        .args(["--quiet", "--return", "--echo", "never", "--flush"])
        .args(["--command", &line, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    for (name, value) in command.get_envs() {
        terminal.env(name, value.unwrap());
    }
    let mut child = terminal.spawn().expect("util-linux has `script`");
    let mut keys = child.stdin.take().unwrap();
    let mut screen = child.stdout.take().unwrap();
    let (mut shown, mut piece) = (String::new(), [0; 4096]);
    let mut pressed = false;
    loop {
        let read = screen.read(&mut piece).unwrap();
        if read == 0 {
            break;
        }
        shown.push_str(&String::from_utf8_lossy(&piece[..read]));
        if !pressed && some_is_done(&shown, step) {
            assert!(is_writing(folder), "nothing is being written: {shown:?}");
            keys.write_all(CTRL_C).unwrap();
            pressed = true;
        }
    }
    let status = child.wait().unwrap();
    assert!(pressed, "it never came to {step:?}: {shown:?}");
    assert_eq!(status.code(), Some(130), "{shown:?}");
    assert_eq!(fs::read(answer.path()).unwrap(), b"", "it answered");
    let (_, error) = shown.rsplit_once("\u{1b}[K").expect("the line is gone");
    let error: Value = serde_json::from_str(error).expect("JSON on stderr");
    error["error"].clone()
}

/// Whether the line said more than nothing of a step.
fn some_is_done(shown: &str, step: &str) -> bool {
    shown
        .split(step)
        .skip(1)
        .any(|rest| rest.starts_with(|c: char| matches!(c, '1'..='9')))
}

fn is_writing(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().any(|entry| {
        let name = entry.unwrap().file_name();
        name.to_string_lossy().ends_with(".part")
    })
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
    let error = interrupted(
        &owner.command(&[
            "dataset",
            "import",
            &file,
            "--types",
            TYPES,
            "--cap",
            "8",
            "--each-row-differs",
            "--json",
        ]),
        "storing its rows: ",
        &owner.home.join("datasets"),
    );
    assert_eq!(error["code"], "stopped");
    assert!(snapshot(&owner.home) == before, "something is left");
    assert!(owner.say(&["dataset", "list"]).contains("No datasets yet"));
    assert_eq!(owner.j("population list"), serde_json::json!([]));
    // Done again, it is done.
    let small = world.file("large.csv", rows(30));
    assert_eq!(
        owner.json(&[
            "dataset",
            "import",
            &small,
            "--types",
            TYPES,
            "--cap",
            "8",
            "--each-row-differs"
        ])["rows"],
        30
    );
}

#[test]
fn an_export_that_is_interrupted_leaves_the_file_that_was_there() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let numbers: String = (0..200_000).map(|i| format!("{}\n", i % 1000)).collect();
    let file = world.file("numbers.txt", numbers);
    owner.population("machines", "8");
    let listing = owner.json(&[
        "listing",
        "create",
        "-",
        "vector",
        "--population",
        "machines",
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
    owner.json(&["approve", text(&order, "id"), "--settlement", "paid"]);
    buyer.j("collect");

    let folder = world.path("exports");
    fs::create_dir(&folder).unwrap();
    let target = folder.join("numbers.json");
    fs::write(&target, "before").unwrap();
    let before = (snapshot(&folder), snapshot(&buyer.home));
    let path = target.display().to_string();
    let export = [
        "export",
        id,
        "--format",
        "json",
        "-o",
        &path,
        "--replace",
        "--json",
    ];
    let error = interrupted(&buyer.command(&export), "writing the numbers: ", &folder);
    assert_eq!(error["code"], "stopped");
    assert!(
        (snapshot(&folder), snapshot(&buyer.home)) == before,
        "something is left"
    );
    buyer.json(&[&export[..7]].concat());
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
    let answer = shown.find("3000").expect("the answer");
    assert!(line < answer, "{shown:?}");
}
