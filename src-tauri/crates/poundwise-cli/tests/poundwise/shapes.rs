//! Tables in the shapes that people have: the options that a preview prints import the file, and
//! what is sold is right.

use serde_json::json;

use crate::files::shared_case;
use crate::support::{Run, World, text};

fn printed_by(run: &Run) -> String {
    String::from_utf8(run.stdout.clone()).unwrap()
}

/// Returns the words of a command line after `FILE`, as a shell reads them.
fn options_of(preview: &str) -> Vec<String> {
    let (_, options) = preview.rsplit_once("dataset import FILE ").unwrap();
    let (mut words, mut word, mut quoted) = (Vec::new(), String::new(), false);
    for c in options.trim().chars() {
        match c {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(std::mem::take(&mut word)),
            _ => word.push(c),
        }
    }
    words.push(word);
    words
}

#[test]
fn each_case_is_imported_by_the_options_that_its_preview_prints() {
    let world = World::new();
    let home = world.home("home");
    home.population("people", "100");
    for (at, (name, rows, option)) in [
        ("03-us-thousands/incomes.csv", 4, "--decimal point"),
        ("04-space-apostrophe-thousands/fr.csv", 4, "--decimal comma"),
        ("04-space-apostrophe-thousands/ch.csv", 4, "--decimal point"),
        ("05-plus-sign/change.csv", 4, "--signs usual,plus"),
        ("06-unicode-minus/temp.csv", 4, "--decimal comma"),
        ("07-trailing-minus/sap.csv", 4, "--decimal comma"),
        ("08-small-floats/pvalues.csv", 200, "--types"),
        (
            "09-sep-line/excel.csv",
            2,
            "--separator semicolon --header 2",
        ),
        ("10-pandas-index/df.csv", 2, "--types 'column 1:number"),
        ("10-pandas-index/r.csv", 2, "--types 'column 1:number"),
        ("12-qualtrics/qualtrics.csv", 3, "--header-rows 3"),
        ("13-nfd/mixed.csv", 3, "--types"),
        ("13-nfd/nfdhead.csv", 2, "--types"),
        ("21-preamble/genesis.csv", 2, "--header 4 --lines-below 2"),
    ]
    .into_iter()
    .enumerate()
    {
        let Some(path) = shared_case(name) else {
            continue;
        };
        let path = path.to_str().unwrap();
        let preview = printed_by(&home.run(&["dataset", "preview", path]));
        assert!(preview.contains(option), "{name}: {preview}");
        let dataset = format!("d{at}");
        let mut all = vec![
            "dataset",
            "import",
            path,
            "--name",
            &dataset,
            "--population",
            "people",
        ];
        let options = options_of(&preview);
        all.extend(options.iter().map(String::as_str));
        all.push("--each-row-differs");
        let imported = home.json(&all);
        assert_eq!(imported["rows"], json!(rows), "{name}");
        for column in imported["columns"].as_array().unwrap() {
            assert_eq!(
                (&column["empty"], &column["not_conforming"]),
                (&json!(0), &json!(0)),
                "{name}: {column}"
            );
        }
    }
}

/// As the first attempt is made, without a preview.
#[test]
fn a_declared_decimal_sign_reads_the_usual_forms_and_without_one_the_import_stops() {
    let world = World::new();
    let home = world.home("home");
    home.population("people", "100");
    for (at, (name, types, options)) in [
        (
            "03-us-thousands/incomes.csv",
            "id:text,income:number",
            &["--decimal", "point"][..],
        ),
        (
            "04-space-apostrophe-thousands/fr.csv",
            "id:text,betrag:number",
            &["--decimal", "comma", "--separator", "semicolon"],
        ),
        (
            "06-unicode-minus/temp.csv",
            "id:text,temp:number",
            &["--decimal", "comma", "--separator", "semicolon"],
        ),
        (
            "07-trailing-minus/sap.csv",
            "id:text,saldo:number",
            &["--decimal", "comma", "--separator", "semicolon"],
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let Some(path) = shared_case(name) else {
            continue;
        };
        let dataset = format!("d{at}");
        let mut all = vec![
            "dataset",
            "import",
            path.to_str().unwrap(),
            "--types",
            types,
        ];
        all.extend(["--name", &dataset, "--population", "people"]);
        let without = [&all[..], &options[2..]].concat();
        home.refused(&without)
            .is(2, "decimal-sign", &["is a number only if"]);
        all.extend(options);
        assert_eq!(
            home.json(&all)["columns"][1]["not_conforming"],
            json!(0),
            "{name}"
        );
    }
    if let Some(path) = shared_case("05-plus-sign/change.csv") {
        let path = path.to_str().unwrap();
        let mut all = vec![
            "dataset",
            "import",
            path,
            "--types",
            "id:text,change:number",
        ];
        all.extend(["--population", "people"]);
        home.refused(&all)
            .is(2, "decimal-sign", &["line 2", "'+5'", "leading plus"]);
        all.extend(["--signs", "plus"]);
        let imported = home.json(&all);
        assert_eq!(imported["columns"][1]["not_conforming"], json!(0));
    }
}

#[test]
fn an_import_tells_how_many_rows_a_question_loses_and_what_it_was_read_with() {
    let world = World::new();
    let home = world.home("home");
    home.population("people", "100");
    let file = world.file(
        "t.csv",
        "Title\n\n,n,note,m\n1,5,x,2.345\n2,,y,7\n3,x,z,8\nSource: us\n",
    );
    let run = home.run(&[
        "dataset",
        "import",
        &file,
        "--types",
        "n:number,m:number(2)",
        "--population",
        "people",
        "--header",
        "3",
        "--lines-below",
        "1",
        "--ignore",
        "column 1,note",
        "--currency",
        "€",
        "--each-row-differs",
    ]);
    let told = printed_by(&run);
    assert_eq!(run.code, 0, "{told}");
    for words in [
        "from line 3",
        "without the last 1 lines",
        "without column 1, note",
        "left out: €",
        "rows that a question loses",
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let n = told.lines().find(|line| line.starts_with("n ")).unwrap();
    let counts: Vec<&str> = n.split_whitespace().skip(2).collect();
    assert_eq!(counts, ["1", "1", "2"]);
    assert!(told.contains("number, 2 decimals"), "{told}");
    let preview = home.json(&["dataset", "preview", &file]);
    assert_eq!(text(&preview["form"], "decimal"), "point");
    assert_eq!(preview["lines_below"], json!(["Source: us"]));
}
