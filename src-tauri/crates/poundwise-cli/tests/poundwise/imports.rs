//! `dataset import`: what a person has to settle, at a terminal and without one.

use std::{env, fs, path::Path};

use serde_json::json;

use crate::support::{PASSPHRASE, World, text};

const PEOPLE: &str = "name,\"age, in years\"\nAda,36\nBo,41\nCy,n/a\nDi,\n";
const TYPES: &str = "name:text,\"age, in years:number\"";

/// Without a terminal an import stops and prints what to paste. Nothing is ever taken unseen.
#[test]
fn without_a_terminal_what_is_not_settled_is_printed_to_be_pasted() {
    let world = World::new();
    let home = world.home("home");
    let file = world.file("people.csv", PEOPLE);
    let import = |more: &[&str]| {
        let mut all = vec!["dataset", "import", file.as_str()];
        all.extend(more.iter().copied());
        all.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let refused = |more: &[&str]| {
        let all = import(more);
        home.refused(&all.iter().map(String::as_str).collect::<Vec<_>>())
    };
    // Both are missing: both lines are printed at once.
    let refusal = refused(&[]);
    refusal.is(2, "types-needed", &["no terminal", "Nothing was imported"]);
    assert_eq!(
        refusal.hints[1], "--types 'name:text,\"age, in years:text\"'",
        "{refusal:?}"
    );
    assert!(
        refusal.hints.iter().any(|hint| hint.contains("--cap 8")),
        "{refusal:?}"
    );
    let refusal = refused(&["--types", TYPES]);
    refusal.is(2, "no-population", &["population and its cap"]);
    assert!(
        refusal
            .hints
            .iter()
            .all(|hint| !hint.contains("--population")),
        "{refusal:?}"
    );
    refused(&["--cap", "8"]).is(2, "types-needed", &[]);

    // Once there are people here, the question is whether these are they.
    home.population("clients", "8");
    let refusal = refused(&["--types", TYPES]);
    refusal.is(2, "no-population", &[]);
    assert!(refusal.hints[0].contains("(clients)"), "{refusal:?}");
    assert_eq!(home.j("dataset list"), json!([]));

    // The printed line does, with the type that a person puts in; what does not conform is missing,
    // and counted.
    let all = import(&["--types", TYPES, "--population", "clients"]);
    let dataset = home.json(&all.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(dataset["population"], "clients");
    let age = &dataset["columns"][1];
    assert_eq!(
        (&age["column_type"], &age["empty"], &age["not_conforming"]),
        (&json!("number"), &json!(1), &json!(1))
    );
}

/// As a spreadsheet of Germany writes it.
#[test]
fn a_table_with_decimal_commas_is_previewed_and_imported_as_it_is_said_to_be() {
    let world = World::new();
    let home = world.home("home");
    let file = world.file(
        "hours.csv",
        "name;hours;share\nAnn, B.;6,5;12 %\nBo;1.007;8 %\nCy;7;\nDi;3;\nEd;4;\nFe;4;\nGo;5;\n\
         Ha;5;\nIn;6;\nJo;6,5x;9\n",
    );
    let types = "name:text,hours:number,share:number";
    let preview = home.say(&["dataset", "preview", &file]);
    for said in [
        "comma, as in 1.234,5",
        "In hours, the row at line 11: '6,5x' is not a number.",
        "In hours, 1 number has points between thousands: 1.234 is read as 1234.",
        "In share, 2 numbers have a percent sign and count as missing. With --percent, 12 % is \
         read as 12.",
        "'name:text,hours:number,share:text' --separator semicolon --decimal comma\n",
    ] {
        assert!(preview.contains(said), "{said}: {preview}");
    }
    let preview = home.say(&["dataset", "preview", &file, "--decimal", "point"]);
    for said in ["the cells suggest the other one", "use --decimal comma"] {
        assert!(preview.contains(said), "{said}: {preview}");
    }
    // Without the options, commas and points are used for every file.
    let import = ["dataset", "import", &file, "--types", types, "--cap", "8"];
    let refusal = home.refused(&import);
    refusal.is(2, "schema", &["which the file does not have"]);
    assert!(
        refusal
            .hints
            .iter()
            .any(|hint| hint.contains("comma, semicolon, tab or bar")),
        "{refusal:?}"
    );
    let semicolon = ["--separator", "semicolon"];
    let refusal = home.refused(&[&import[..], &semicolon].concat());
    refusal.is(2, "decimal-sign", &["line 2", "'hours'", "'6,5'"]);
    assert!(
        refusal.hints[0].contains("--decimal comma|point"),
        "{refusal:?}"
    );
    let said = [
        "--decimal",
        "comma",
        "--percent",
        "--separator",
        "semicolon",
    ];
    let dataset = home.json(&[&import[..], &said].concat());
    assert_eq!(
        dataset["form"],
        json!({"columns": null, "separator": ";", "decimal": "comma", "percent": true,
               "encoding": "utf-8",
               "quotes": "double", "grouping": "any", "leading_zeros": false, "currency": [],
               "signs": {"plus": false, "dash": true, "trailing": true, "brackets": true},
               "first_line": 1, "header_rows": 1, "lines_below": 0, "trailing_separators": false,
               "ignored": [], "sheet": null})
    );
    let shown = home.say(&["dataset", "show", "hours"]);
    assert!(
        shown.contains("semicolon, decimal comma, percent signs"),
        "{shown}"
    );
    let misfits: Vec<_> = (0..3)
        .map(|column| dataset["columns"][column]["not_conforming"].clone())
        .collect();
    assert_eq!(misfits, [json!(0), json!(1), json!(0)]);
    // With another separator it is another table.
    let other = ["--separator", "tab", "--name", "other", "--new-people"];
    home.refused(&[&import[..], &other].concat()).is(
        2,
        "schema",
        &["which the file does not have"],
    );
}

#[test]
fn types_that_do_not_fit_the_file_import_nothing() {
    let world = World::new();
    let home = world.home("home");
    let file = world.file("people.csv", PEOPLE);
    let schema = |content: &str| world.file("schema.json", content);
    for (types, naming) in [
        ("name:text", "age, in years"),
        ("name:text,\"age, in years:number\",town:text", "town"),
        ("name:text,\"age, in years:integer\"", "integer"),
        ("name:text,\"age, in years:number", "quote"),
        ("name:text,name:text,\"age, in years:number\"", "name"),
        ("name", "name"),
        ("", "empty"),
    ] {
        home.refused(&["dataset", "import", &file, "--types", types, "--cap", "8"])
            .is(2, "schema", &[naming]);
    }
    for (content, naming) in [
        ("{", "schema"),
        (
            "{\"columns\":[{\"name\":\"name\",\"type\":\"words\"}]}",
            "number text",
        ),
        (
            "{\"columns\":[{\"name\":\"name\",\"type\":\"text\"}]}",
            "age, in years",
        ),
        (
            "{\"columns\":[{\"name\":\"name\",\"type\":\"text\",\"values\":[\"a\",\"a\"]},\
             {\"name\":\"age, in years\",\"type\":\"number\"}]}",
            "twice",
        ),
    ] {
        home.refused(&[
            "dataset",
            "import",
            &file,
            "--schema",
            &schema(content),
            "--cap",
            "8",
        ])
        .is(2, "schema", &[naming]);
    }
    home.refused(&[
        "dataset",
        "import",
        &file,
        "--schema",
        "none.json",
        "--cap",
        "8",
    ])
    .is(1, "not-found", &["none.json"]);
    // Whose data they are is checked before the file is read.
    for (more, exit, code) in [
        (&["--population", "nobody"][..], 1, "no-such-population"),
        (&["--cap", "8", "--unit-name", "two\nlines"], 2, "unit-name"),
        (&["--cap", "8", "--carried", "-1"], 2, "epsilon"),
        (
            &["--cap", "8", "--population", "two\nlines"],
            2,
            "population-name",
        ),
    ] {
        let all = [&["dataset", "import", &file, "--types", TYPES], more].concat();
        home.refused(&all).is(exit, code, &[]);
    }
    home.population("clients", "8");
    for (more, exit, code) in [
        (
            &["--population", "clients", "--cap", "8"][..],
            1,
            "population-exists",
        ),
        (
            &["--population", "clients", "--adjacency", "replace"],
            1,
            "population-mismatch",
        ),
        (
            &["--population", "clients", "--unit-name", "farm"],
            1,
            "population-mismatch",
        ),
        (
            &["--population", "clients", "--carried", "1"],
            2,
            "population-mismatch",
        ),
    ] {
        let all = [&["dataset", "import", &file, "--types", TYPES], more].concat();
        home.refused(&all).is(exit, code, &["clients"]);
    }
    assert_eq!(home.j("dataset list"), json!([]));
    assert_eq!(home.j("population list").as_array().unwrap().len(), 1);
}

/// A column that does not name the person is seen before anything is stored.
#[test]
fn rows_that_would_count_are_told_before_an_import() {
    let world = World::new();
    let file = world.file("visits.csv", "who,age\na,7\na,8\nb,7\n,9\n");
    let run = world.run(&[
        "dataset",
        "contributions",
        &file,
        "who",
        "--rows-per-person",
        "1",
        "--json",
    ]);
    let told: serde_json::Value = serde_json::from_str(&run.text()).unwrap();
    let counts = ["rows", "units", "most", "counted", "without_unit"].map(|name| &told[name]);
    assert_eq!(json!(counts), json!([4, 2, 2, 2, 1]));
    let run = world.run(&[
        "dataset",
        "contributions",
        &file,
        "age",
        "--rows-per-person",
        "1",
    ]);
    assert_eq!(run.code, 0);
    assert!(run.text().contains("rows that count"), "{}", run.text());
    assert!(
        run.stderr.starts_with("note: ") && run.stderr.contains("come from the data"),
        "{}",
        run.stderr
    );
    let run = world.run(&[
        "dataset",
        "contributions",
        &file,
        "id",
        "--rows-per-person",
        "0",
    ]);
    assert_eq!(run.code, 2);
}

#[test]
fn short_rows_blank_lines_and_other_forms_are_counted_before_an_import() {
    let world = World::new();
    let home = world.home("home");
    let file = world.file("t.csv", "name,town\nAnn,Ko\u{308}ln\n\nBo\nCy,Köln\n");
    let preview = home.say(&["dataset", "preview", &file]);
    for said in [
        "separator          comma",
        "quotes             double",
        "short rows         1, the first at line 4: the cells at their end are missing",
        "In town, 1 cell is compared in another form than written",
    ] {
        assert!(preview.contains(said), "{said}: {preview}");
    }
    let types = "name:text,town:text";
    let dataset = home.json(&["dataset", "import", &file, "--types", types, "--cap", "8"]);
    assert_eq!(
        (&dataset["rows"], &dataset["short_rows"]),
        (&json!(3), &json!(1))
    );
    assert_eq!(dataset["columns"][1]["empty"], 1);
    let shown = home.say(&["dataset", "show", "t"]);
    assert!(shown.contains("1, whose last cells are missing"), "{shown}");
    // Typed names match a header in another form of Unicode.
    let file = world.file("head.csv", "gro\u{308}ße,x\n170,1\n180,2\n");
    let types = "größe:number,x:number";
    home.json(&[
        "dataset",
        "import",
        &file,
        "--types",
        types,
        "--cap",
        "8",
        "--new-people",
    ]);
    home.json(&[
        "listing",
        "create",
        "head",
        "sum",
        "gro\u{308}ße",
        "--bounds",
        "0..200",
        "--title",
        "A",
        "--price",
        "1:1",
    ]);
    let file = world.file("lines.csv", "n,t\n1,a\n2,\"b\nc\"\n");
    let preview = home.say(&["dataset", "preview", &file]);
    let said = "line ends          inside the cells of 1 row, the first at line 3";
    assert!(preview.contains(said), "{preview}");
    // The preview proposes `--quotes none` for a file with quotes as characters.
    let file = world.file("pipes.csv", "n,pipe\n1,5\" pipe\n");
    let preview = home.say(&["dataset", "preview", &file]);
    assert!(preview.contains("--quotes none\n"), "{preview}");
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() {
    let world = World::new();
    let home = world.home("home");
    let pipe = world.path("pipe.csv");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for file in [pipe.to_str().unwrap(), "/dev/zero"] {
        for command in [
            &["dataset", "preview", file][..],
            &["dataset", "values", file, "a"],
            &[
                "dataset", "import", file, "--types", "a:number", "--cap", "8",
            ],
        ] {
            home.refused(command)
                .is(2, "no-plain-file", &["a pipe or a device"]);
        }
    }
}

/// The values that a histogram takes as its bins are stated by a person; those seen are proposed
/// only on request.
#[test]
fn stated_values_are_a_histograms_bins() {
    let world = World::new();
    let home = world.home("home");
    let file = world.file("towns.csv", "town,id\nGhent,1\nBruges,2\nZele,3\n");
    let run = world.run(&["dataset", "values", &file, "town"]);
    assert_eq!(
        (run.code, run.text().as_str()),
        (0, "Bruges\nGhent\nZele\n")
    );
    assert!(
        run.stderr.starts_with("note: ") && run.stderr.contains("only one"),
        "{}",
        run.stderr
    );
    let schema = world.file(
        "schema.json",
        "{\"columns\":[{\"name\":\"town\",\"type\":\"text\",\"values\":[\"Ghent\",\"Aalst\"]},\
         {\"name\":\"id\",\"type\":\"number\"}]}",
    );
    home.json(&[
        "dataset", "import", &file, "--schema", &schema, "--cap", "8",
    ]);
    let listing = home.json(&[
        "listing",
        "create",
        "towns",
        "histogram",
        "town",
        "--title",
        "A listing",
        "--price",
        "1:1",
    ]);
    assert_eq!(listing["labels"], json!(["Ghent", "Aalst", "other"]));
    let help = world.run(&["dataset", "import", "--help"]);
    for part in ["--types", "--schema", "missing"] {
        assert!(help.text().contains(part), "{part:?}: {}", help.text());
    }
}

#[test]
fn a_file_without_a_header_names_its_columns() {
    let world = World::new();
    let home = world.home("home");
    let file = world.file("ages.csv", "36,1\n41,0\n29,1\n");
    let preview = world.run(&["dataset", "preview", &file]);
    assert!(
        preview.text().contains("looks like data: 36, 1") && preview.text().contains("--no-header"),
        "{}",
        preview.text()
    );
    let types = "age:number,smokes:number";
    let import = ["dataset", "import", &file, "--types", types, "--cap", "8"];
    home.refused(&import).is(2, "schema", &["age"]);
    home.refused(&[&import[..], &["--no-header", "--columns", "age"]].concat())
        .is(2, "schema", &["ages.csv", "2 fields"]);
    let dataset = home.json(&[&import[..], &["--no-header", "--columns", "age,smokes"]].concat());
    assert_eq!(dataset["rows"], 3);
}

#[cfg(target_os = "linux")]
#[test]
fn on_a_terminal_types_and_people_are_asked_for() {
    let world = World::new();
    let home = world.home("home");
    world.file("people.csv", PEOPLE);
    world.file("later.csv", "name,age\nAda,37\nBo,42\n");
    let on_terminal = |file: &str, typed: &str| {
        let line = format!("--home home dataset import {file}");
        world.on_terminal(Some(PASSPHRASE), &line, typed)
    };
    // Nothing typed takes nothing.
    let Some((code, shown)) = on_terminal("people.csv", "\n") else {
        return;
    };
    assert_eq!(code, 1, "{shown}");
    assert!(
        shown.contains("suggested type") && shown.contains("Nothing was imported"),
        "{shown}"
    );
    // Types settled, whose data not.
    let (code, shown) = on_terminal("people.csv", "yes\n\n").unwrap();
    assert_eq!(code, 1, "{shown}");
    assert!(shown.contains("the cap of their population"), "{shown}");
    assert!(shown.contains("95.3%"), "{shown}");
    assert_eq!(home.j("dataset list"), json!([]));

    let typed = "age, in years:digits\nage, in years:number\nyes\n6\n";
    let (code, shown) = on_terminal("people.csv", typed).unwrap();
    assert_eq!(code, 0, "{shown}");
    assert!(shown.contains("There is no column or type"), "{shown}");
    let dataset = home.j("dataset show people");
    assert_eq!(dataset["columns"][1]["column_type"], "number");
    assert_eq!(dataset["cap_micro_epsilon"], 6_000_000);

    // Repeated ids need an answer.
    world.file("visits.csv", "who,day\nAda,1\nBo,1\nAda,2\n");
    let (code, shown) = on_terminal("visits.csv", "yes\n1\n\n").unwrap();
    assert_eq!(code, 1, "{shown}");
    assert!(shown.contains("column 'who' looks like ids"), "{shown}");
    let (code, shown) = on_terminal("visits.csv", "yes\n1\nwho\n2\n").unwrap();
    assert_eq!(code, 0, "{shown}");
    assert_eq!(home.j("dataset show visits")["rows_per_unit"], 2);

    // The command asks for the format of the file as well.
    world.file("hours.csv", "name;hours\nAda;6,5\n");
    let typed = "separator comma\nseparator semicolon\nyes\n1\n";
    let (code, shown) = on_terminal("hours.csv", typed).unwrap();
    assert_eq!(code, 0, "{shown}");
    assert_eq!(home.j("dataset show hours")["form"]["separator"], ";");

    // The next import asks about the people in the home, even with a cap.
    let question = "Are these people already in one of this home's populations?";
    for more in ["", " --cap 5"] {
        for typed in ["yes\n\n", "yes\n2\n\n", "yes\npeople\n\n"] {
            let (code, shown) = on_terminal(&format!("later.csv{more}"), typed).unwrap();
            assert_eq!(code, 1, "{shown}");
            assert!(shown.contains(question), "{shown}");
            assert!(shown.contains("  1  people: hours, people"), "{shown}");
        }
        assert_eq!(home.j("dataset list").as_array().unwrap().len(), 3);
    }
    let (code, shown) = on_terminal("later.csv", "yes\n1\n").unwrap();
    assert_eq!(code, 0, "{shown}");
    assert_eq!(text(&home.j("dataset show later"), "population"), "people");
    world.file("others.csv", "name,age\nEve,37\nUdo,42\n");
    let (code, shown) = on_terminal("others.csv --cap 5", "yes\nnew\n").unwrap();
    assert_eq!(code, 0, "{shown}");
    let others = home.j("dataset show others");
    assert_eq!(others["population"], "others");
    // A statement prevents the question, and --json never asks.
    world.file("third.csv", "name,age\nIda,37\nOle,42\n");
    let (code, shown) = on_terminal("third.csv --cap 5 --new-people", "yes\n").unwrap();
    assert_eq!(code, 0, "{shown}");
    assert!(!shown.contains(question), "{shown}");
    let create = |more: &str, typed: &str| {
        let line = format!("--home home population create {more}");
        world.on_terminal(Some(PASSPHRASE), &line, typed).unwrap()
    };
    let (code, shown) = create("more --cap 4 --json", "new\n");
    assert_eq!(code, 2, "{shown}");
    assert!(shown.contains("\"new-people\""), "{shown}");
    for (typed, exit) in [("\n", 2), ("1\n", 1), ("new\n", 0)] {
        assert_eq!(home.j("population list").as_array().unwrap().len(), 3);
        let (code, shown) = create("more --cap 4", typed);
        assert_eq!(code, exit, "{shown}");
        assert!(shown.contains(question), "{shown}");
    }
    assert_eq!(home.j("population list").as_array().unwrap().len(), 4);
}

/// Returns the path of a file that the tests of the query crate have.
fn of_query(name: &str) -> String {
    let here = env::var("CARGO_MANIFEST_DIR").unwrap();
    let files = Path::new(&here).join("../poundwise-query/tests/files");
    fs::canonicalize(files.join(name))
        .unwrap()
        .display()
        .to_string()
}

const OF_PEOPLE: &str = "id:number,name:text,town:text,born:text,seen:text,score:number,\
                         price:number,member:text";

#[test]
fn parquet_files_and_workbooks_are_previewed_and_imported_by_the_printed_options() {
    let world = World::new();
    let home = world.home("home");
    home.population("clients", "8");
    let sheet = [
        "--sheet",
        "Leute 2026",
        "--header",
        "3",
        "--lines-below",
        "1",
    ];
    for (place, (file, kind, name, options)) in [
        ("people-polars.parquet", "Parquet file", "parquet", &[][..]),
        ("people-spark", "Parquet file", "parquet", &[]),
        ("people.ods", "OpenDocument workbook (ods)", "ods", &[]),
        ("people.xls", "Excel workbook (xls)", "xls", &[]),
        ("people.xlsb", "Excel workbook (xlsb)", "xlsb", &[]),
        ("people.xlsx", "Excel workbook (xlsx)", "xlsx", &[]),
        ("sheets.xlsx", "Excel workbook (xlsx)", "xlsx", &sheet),
    ]
    .into_iter()
    .enumerate()
    {
        let path = of_query(file);
        let chosen = options.get(..2).unwrap_or_default();
        let preview = home.say(&[&["dataset", "preview", &path], chosen].concat());
        assert!(preview.contains(&format!("  {kind}\n")), "{preview}");
        assert!(!preview.contains("separator"), "{preview}");
        let printed = match options {
            [] => "",
            _ => " --sheet 'Leute 2026' --header 3 --lines-below 1",
        };
        assert!(preview.contains(&format!(":text'{printed}\n")), "{preview}");
        let title = format!("people {place}");
        let import = [
            "dataset", "import", &path, "--types", OF_PEOPLE, "--name", &title,
        ];
        let whose = ["--population", "clients", "--each-row-differs"];
        let dataset = home.json(&[&import[..], &whose, options].concat());
        assert_eq!(
            (&dataset["kind"], &dataset["rows"]),
            (&json!(name), &json!(7))
        );
        let missing: Vec<_> = (0..8)
            .map(|column| dataset["columns"][column]["empty"].clone())
            .collect();
        assert_eq!(
            missing,
            [0, 1, 1, 1, 1, 1, 1, 1].map(|count| json!(count)),
            "{file}"
        );
        let shown = home.say(&["dataset", "show", &title]);
        assert!(shown.contains(kind), "{shown}");
    }
}

#[test]
fn a_file_of_another_format_and_a_sheet_that_is_not_chosen_are_refused() {
    let world = World::new();
    let home = world.home("home");
    let (sav, book) = (of_query("foreign/spss.sav"), of_query("sheets.xlsx"));
    let refusal = home.refused(&["dataset", "preview", &sav]);
    refusal.is(
        1,
        "file-format",
        &["spss.sav is an SPSS file. Poundwise does not read such files."],
    );
    assert_eq!(refusal.hints, ["Save it as CSV or Parquet."]);
    let refusal = home.refused(&["dataset", "preview", &book]);
    refusal.is(2, "sheet", &["has 3 sheets"]);
    assert!(refusal.hints[0].contains("Leute 2026"), "{refusal:?}");
    let parquet = of_query("people-polars.parquet");
    let refusal = home.refused(&["dataset", "values", &parquet, "town", "--separator", "tab"]);
    refusal.is(
        2,
        "form-part",
        &["a separator cannot be declared for a file of this kind: Parquet file"],
    );
}
