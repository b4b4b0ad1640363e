//! Several columns listed together, from a table and from kept codebooks.

use serde_json::json;

use crate::support::{Trader, World};

const SURVEY: &str = "who,age,smokes,town\na,31,yes,Ulm\nb,47,no,Bonn\nc,18,no,Kiel\n";

fn survey(world: &World) -> Trader<'_> {
    let owner = world.home("owner");
    let table = world.file("survey.csv", SURVEY);
    let schema = world.file(
        "schema.json",
        r#"{ "columns": [
            { "name": "who", "type": "text" },
            { "name": "age", "type": "number" },
            { "name": "smokes", "type": "text", "values": ["yes", "no"] },
            { "name": "town", "type": "text" }
        ] }"#,
    );
    owner.json(&[
        "dataset",
        "import",
        &table,
        "--schema",
        &schema,
        "--cap",
        "10",
        "--person-column",
        "who",
        "--rows-per-person",
        "1",
        "--name",
        "survey",
    ]);
    owner
}

#[test]
fn a_table_is_proposed_changed_and_listed_all_or_none() {
    let world = World::new();
    let owner = survey(&world);
    let run = owner.run(&["listing", "propose", "survey"]);
    assert_eq!(run.code, 0);
    assert_eq!(
        run.text(),
        "take,column,title,kind,low,high,step,unit,bins,edges,blocks,value,ceiling,factor,public_rows\n\
         no,age,age,mean,,,,,,,,,,,\n\
         yes,smokes,smokes,histogram,,,,,\"yes,no\",,,,,,\n\
         no,town,town,histogram,,,,,,,,,,,\n"
    );
    assert!(run.stderr.contains("“who” is left out"), "{}", run.stderr);
    let file = world.path("table.csv");
    let file = file.to_str().unwrap();
    let two = ["listing", "propose", "survey", "--columns", "smokes,age"];
    let wrote = owner.say(&[&two[..], &["-o", file]].concat());
    assert!(wrote.contains("listing create-all"), "{wrote}");
    let table = std::fs::read_to_string(file).unwrap();
    assert!(table.contains("\nyes,age,age,mean,"), "{table}");

    let create = [
        "listing",
        "create-all",
        "survey",
        file,
        "--price",
        "1:5,4:15",
    ];
    let dry = [&create[..], &["--dry-run"]].concat();
    // What is missing is said, and nothing is signed.
    let run = owner.run(&dry);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let place = format!("{file}, line 3, “age”: The kind mean needs bounds.");
    assert!(
        run.text().contains(&format!("Not yet, {place}")),
        "{}",
        run.text()
    );
    let refusal = owner.refused(&create);
    refusal.is(2, "no-bounds", &[&place]);
    // Bounds stand in the table: no option is named.
    let refusal = format!("{refusal:?}");
    assert!(!refusal.contains("--"), "{refusal}");
    // What the owner changed is not replaced unasked.
    let again = [&two[..], &["-o", file]].concat();
    std::fs::write(file, "mine").unwrap();
    let refusal = owner.refused(&again);
    refusal.is(1, "file-exists", &[file]);
    assert!(refusal.hints[0].ends_with("`--replace`."), "{refusal:?}");
    assert_eq!(std::fs::read_to_string(file).unwrap(), "mine");
    owner.json(&[&again[..], &["--replace"]].concat());
    assert_eq!(std::fs::read_to_string(file).unwrap(), table);
    assert_eq!(owner.json(&["listing", "list"]), json!([]));

    // Without a chosen row a dry run ends as the listing does.
    std::fs::write(file, table.replace("\nyes,", "\nno,")).unwrap();
    for chosen_none in [&dry[..], &create] {
        owner.refused(chosen_none).is(2, "no-column", &[]);
    }

    let table = table
        .replace("yes,age,age,mean,,,", "yes,age,Age,mean,0,120,")
        .replace("yes,no\",,,,,", "yes,no\",,,,2,0.5");
    std::fs::write(file, table).unwrap();
    let said = owner.say(&dry);
    for words in [
        "Age",
        "€4.17",
        "€15.00",
        "Half-widths of means assume 1000 rows",
        "at all ceilings",
        "Leave out --dry-run",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let preview = owner.json(&dry);
    assert_eq!(preview["taken"], 2);
    // Of the rule and the row: 2 and 4 of a cap of 10.
    assert_eq!(preview["budget"]["ceilings_micro_epsilon"], 6_000_000);
    assert_eq!(owner.json(&["listing", "list"]), json!([]));
    let said = owner.say(&create);
    assert!(said.starts_with("Listed 2 columns.\n"), "{said}");
    let listings = owner.json(&["listing", "list"]);
    let titles: Vec<_> = listings
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["title"])
        .collect();
    assert_eq!(titles, ["Age", "smokes"]);
    owner
        .refused(&create)
        .is(1, "question-open", &["line 2, “smokes”: The same question"]);
}

#[test]
fn a_codebook_is_kept_shown_written_and_removed() {
    let world = World::new();
    let owner = survey(&world);
    assert!(
        owner
            .say(&["codebook", "list"])
            .contains("No codebooks yet")
    );
    let book = "\u{feff}kind,column,low,high,unit,bins\nmean,age,0,120,years,\n\
                histogram,town,,,,\"Ulm,Bonn\"\nsum,smokes,0,1,,\nmean,height,0,3,m,\n";
    let book = world.file("waves.csv", book);
    let import = ["codebook", "import", "Waves", &book];
    let said = owner.say(&import);
    assert!(
        said.contains("0 to 120") && said.contains("Ulm, Bonn"),
        "{said}"
    );
    owner
        .refused(&import)
        .is(1, "codebook-exists", &["“Waves”"]);
    owner.json(&[&import[..], &["--replace"]].concat());
    assert!(owner.say(&["codebook", "list"]).contains("Waves"));
    assert!(owner.say(&["codebook", "show", "Waves"]).contains("years"));
    let run = owner.run(&["listing", "propose", "survey", "--codebook", "Waves"]);
    for (words, of) in [
        ("yes,age,age,mean,0,120,,years,,,,,,,\n", &run.text()),
        (
            "yes,town,town,histogram,,,,,\"Ulm,Bonn\",,,,,,\n",
            &run.text(),
        ),
        (
            "“smokes” of the codebook is not used: the column holds no numbers",
            &run.stderr,
        ),
        (
            "“height” of the codebook is not used: the dataset has no such",
            &run.stderr,
        ),
    ] {
        assert!(of.contains(words), "{words}: {of}");
    }
    // A table of listings is a codebook too, and what is written is read again.
    let table = world.file("table.csv", run.text());
    let kept = owner.json(&["codebook", "import", "Table", &table]);
    let copy = world.path("copy.csv");
    let copy = copy.to_str().unwrap();
    owner.json(&["codebook", "export", "Table", "-o", copy]);
    let again = owner.json(&["codebook", "import", "Copy", copy]);
    assert_eq!(again["columns"], kept["columns"]);
    assert!(
        owner
            .say(&["codebook", "remove", "Waves"])
            .contains("Removed “Waves”")
    );
    owner
        .refused(&["codebook", "show", "Waves"])
        .is(1, "no-such-codebook", &["“Waves”"]);
}

#[test]
fn what_is_no_codebook_is_refused_with_its_line() {
    let world = World::new();
    let owner = survey(&world);
    for (text, code, said) in [
        ("column/kind\nage/mean\n", "codebook", "'column/kind'"),
        ("column;kind\nage;mean\n", "no-bounds", "line 2, “age”"),
        ("column,kind\nage\n", "codebook", "Line 2 has one cell"),
        (
            "column,kind,low,high\nage,mean,9,1\n",
            "bounds",
            "line 2, “age”",
        ),
        ("column,kind\nage,median\n", "kind", "line 2, “age”"),
        (
            "column,kind\nage,histogram\nage,histogram\n",
            "codebook",
            "twice",
        ),
        (
            "column,kind,value\n,count,a\n",
            "codebook",
            "line 2: A column",
        ),
        ("column,kind\n", "codebook", "no row"),
    ] {
        let file = world.file("wrong.csv", text);
        owner
            .refused(&["codebook", "import", "Wrong", &file])
            .is(2, code, &[&file, said]);
        let is_of_rows = ["twice", "line 2: A column"].contains(&said);
        if code == "codebook" && !is_of_rows {
            let create = ["listing", "create-all", "survey", &file, "--price", "1:5"];
            owner.refused(&create).is(2, code, &[&file, said]);
        }
    }
    let binary = world.path("binary.csv");
    std::fs::write(&binary, b"column,kind\n\xff\xfe,mean\n").unwrap();
    owner
        .refused(&["codebook", "import", "Wrong", binary.to_str().unwrap()])
        .is(2, "file-not-utf8", &["UTF-8"]);
    owner
        .refused(&["codebook", "import", "-", binary.to_str().unwrap()])
        .is(2, "codebook-name", &["name"]);
    assert_eq!(owner.json(&["codebook", "list"]), json!([]));
}
