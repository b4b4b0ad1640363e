//! Imports: what the columns hold is a person's to say, and everything the owner is told of a table.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::json;

use crate::support::{World, text};

const PEOPLE: &str = "\"name, as it's given\",age,sex\nAda,36,f\nBo,n/a,m\nCy,,x\n";

#[test]
fn without_a_terminal_the_import_stops_and_prints_the_types_to_paste() {
    let world = World::new();
    let owner = world.home("owner");
    // Ten ages of which one is no number: most of them are.
    let ages: String = (0..9).map(|age| format!("D,{age},f\n")).collect();
    let file = world.file("people.csv", format!("{PEOPLE}{ages}"));
    let refusal = owner.refused(&["dataset", "import", &file]);
    assert_eq!((refusal.exit, refusal.code.as_str()), (2, "types-needed"));
    let line = "--types '\"name, as it'\\''s given:text\",age:number,sex:text'";
    assert!(refusal.hints.iter().any(|hint| hint == line), "{refusal:?}");
    assert_eq!(owner.j("dataset list"), json!([]), "nothing is imported");
    // No option takes them unseen; what was printed is what a shell reads.
    let home = owner.home.to_str().unwrap();
    let program = env!("CARGO_BIN_EXE_poundwise");
    let script = format!("'{program}' --home '{home}' dataset import '{file}' {line}");
    let pasted = Command::new("sh")
        .args(["-c", &script])
        .env("POUNDWISE_PASSPHRASE", crate::support::PASSPHRASE)
        .env("HOME", world.path("."))
        .env("XDG_DATA_HOME", world.path("data"))
        .output()
        .unwrap();
    assert!(pasted.status.success(), "{pasted:?}");
    let dataset = owner.j("dataset show people");
    assert_eq!(dataset["rows"], 12);
    let age = &dataset["columns"][1];
    assert_eq!(
        (&age["column_type"], &age["empty"], &age["not_conforming"]),
        (&json!("number"), &json!(1), &json!(1))
    );
    assert!(
        owner
            .say(&["dataset", "show", "people"])
            .contains("not conforming")
    );
}

#[test]
fn on_a_terminal_the_types_are_shown_and_asked_for() {
    let world = World::new();
    let owner = world.home("owner");
    let file = world.file("people.csv", "age,sex\n36,f\n41,m\n");
    let (program, home) = (env!("CARGO_BIN_EXE_poundwise"), owner.home.display());
    let line = format!("'{program}' --home '{home}' dataset import '{file}'");
    let typed = |answers: &str| {
        let mut script = Command::new("script");
        script
            .args(["-qec", &line, "/dev/null"])
            .env("POUNDWISE_PASSPHRASE", crate::support::PASSPHRASE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        let mut child = script.spawn().ok()?;
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(answers.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        drop(stdin);
        Some((
            output.status.success(),
            String::from_utf8_lossy(&output.stdout).into_owned(),
        ))
    };
    // Nothing, then anything but a yes, is no answer.
    let Some((imported, said)) = typed("\n") else {
        println!("skipped: there is no `script` to make a terminal with");
        return;
    };
    assert!(
        !imported && said.contains("missing too, if number"),
        "{said}"
    );
    assert_eq!(owner.j("dataset list"), json!([]), "nothing is imported");
    let (imported, said) = typed("age:years\nage:text\nyes\n").unwrap();
    assert!(imported && said.contains("no column or type"), "{said}");
    let dataset = owner.j("dataset show people");
    assert_eq!(dataset["columns"][0]["column_type"], "text");
}

#[test]
fn a_schema_file_states_types_and_values() {
    let world = World::new();
    let owner = world.home("owner");
    let file = world.file("people.csv", PEOPLE);
    let schema = world.file(
        "schema.json",
        r#"{"columns":[{"name":"age","type":"number"},{"name":"name, as it's given","type":"text"},
            {"name":"sex","type":"text","values":["m","f"]}]}"#,
    );
    owner.json(&["dataset", "import", &file, "--schema", &schema]);
    let listing = owner.json(&[
        "listing",
        "create",
        "people",
        "histogram",
        "sex",
        "--price",
        "1:1",
    ]);
    assert_eq!(listing["labels"], json!(["m", "f", "other"]));
    let both = [
        "dataset", "import", &file, "--schema", &schema, "--types", "a:text",
    ];
    assert_eq!(owner.refused(&both).code, "usage");
    for (types, what) in [
        ("age:number", "is not stated"),
        ("age", "'age' does not say"),
        ("age:years", "'years' is not a type"),
    ] {
        let refusal = owner.refused(&[
            "dataset", "import", &file, "--name", "other", "--types", types,
        ]);
        assert_eq!((refusal.exit, refusal.code.as_str()), (2, "schema"));
        assert!(refusal.message.contains(what), "{refusal:?}");
    }
    let missing = ["dataset", "import", &file, "--schema", "none.json"];
    assert_eq!(owner.refused(&missing).code, "not-found");
}

#[test]
fn a_file_without_a_header_is_noticed_and_read() {
    let world = World::new();
    let owner = world.home("owner");
    let file = world.file("plain.csv", "17,f\n18,m\n19,f\n");
    let preview = owner.json(&["dataset", "preview", &file]);
    assert_eq!(preview["header_like_data"], json!(["17", "f"]));
    let said = owner.say(&["dataset", "preview", &file]);
    assert!(
        said.contains("The first line looks like data: 17, f."),
        "{said}"
    );
    let refusal = owner.refused(&["dataset", "import", &file]);
    assert!(
        refusal.hints.concat().contains("--no-header --columns"),
        "{refusal:?}"
    );
    let named = ["--no-header", "--columns", "age,sex"];
    let preview = owner.json(&[&["dataset", "preview", &file][..], &named].concat());
    assert_eq!(
        (&preview["rows"], &preview["types"]),
        (&json!(3), &json!("age:number,sex:text"))
    );
    let import = ["dataset", "import", &file, "--types", "age:number,sex:text"];
    let dataset = owner.json(&[&import[..], &named].concat());
    assert_eq!(dataset["rows"], 3);
    assert_eq!(
        owner
            .refused(&["dataset", "preview", &file, "--no-header"])
            .code,
        "usage"
    );
}

#[test]
fn values_are_shown_on_request_with_a_warning() {
    let world = World::new();
    let file = world.file("people.csv", PEOPLE);
    let run = world.run(&["dataset", "values", &file, "sex"]);
    assert_eq!((run.code, run.text().as_str()), (0, "f\nm\nx\n"));
    assert!(run.stderr.contains("only one person has"), "{}", run.stderr);
    let run = world.run(&["dataset", "values", &file, "sex", "--json"]);
    assert_eq!(run.document()["values"], json!(["f", "m", "x"]));
}

#[test]
fn rows_without_a_person_are_told_to_the_owner() {
    let world = World::new();
    let owner = world.home("owner");
    let file = world.file("visits.csv", "who,n\np,1\np,2\n,3\nq,4\n");
    let person = ["--person-column", "who", "--rows-per-person", "1"];
    let import = ["dataset", "import", &file, "--types", "who:text,n:number"];
    let dataset = owner.json(&[&import[..], &person].concat());
    assert_eq!(
        (&dataset["rows"], &dataset["rows_without_person"]),
        (&json!(4), &json!(1))
    );
    let said = owner.say(&["dataset", "show", "visits"]);
    assert!(said.contains("1, which never count"), "{said}");
}

#[test]
fn a_mean_without_a_step_says_that_its_step_is_advised() {
    let world = World::new();
    let owner = world.home("owner");
    owner.import("ages", "age\n36\n41\n29\n");
    let mean = [
        "listing", "create", "ages", "mean", "age", "--bounds", "0..100", "--price", "4:8",
    ];
    // 100/(32 * 4) = 0.78.
    let dry = owner.json(&[&mean[..], &["--dry-run"]].concat());
    assert_eq!(
        (text(&dry, "step"), &dry["step_advised"]),
        ("0.5", &json!(true))
    );
    let listing = owner.json(&mean);
    assert_eq!(
        (text(&listing, "step"), &listing["step_advised"]),
        ("0.5", &json!(true))
    );
    let said = owner.say(&mean);
    assert!(said.contains("0.5, as advised"), "{said}");
    let stated = owner.json(&[&mean[..], &["--step", "0.1"]].concat());
    assert_eq!(stated["step_advised"], false);
}
