//! The attacks on the numbers and on the budget that the command line can show, each through the
//! built program: what was told wrongly, or could be asked twice, is told right and counts once.

use std::fs;

use serde_json::{Value, json};

use crate::files::copy_folder;
use crate::support::{Trader, World, estimates, finish, sell, text};

/// An honest noise interval misses one answer in twenty; ten of its half-widths miss one in 10^12.
/// What was wrong before was wrong by hundreds.
const HALF_WIDTHS: f64 = 10.0;

fn list(owner: &Trader, dataset: &str, attribute: &[&str], price: &str) -> Value {
    let all = [
        &["listing", "create", dataset],
        attribute,
        &["--title", "A listing", "--price", price],
    ]
    .concat();
    owner.json(&all)
}

/// The one number that a buyer is told, with the half-width of its interval.
fn told(owner: &Trader, buyer: &Trader, attribute: &[&str], to: &str) -> (f64, f64) {
    let listing = list(owner, "table", attribute, &format!("{to}:80"));
    let id = text(&listing, "id");
    sell(owner, buyer, id, to);
    let estimate = &estimates(buyer, id)[0];
    (
        estimate["number"].as_f64().unwrap(),
        estimate["half_width_number"].as_f64().unwrap(),
    )
}

#[track_caller]
fn holds((told, half_width): (f64, f64), truth: f64) {
    assert!(
        (told - truth).abs() <= HALF_WIDTHS * half_width,
        "told {told} ± {half_width}, true {truth}"
    );
}

/// A fifth of 20 000 rows are ones: the mean was told as 0.699 ± 0.00006, since each row was
/// rounded by itself.
#[test]
fn the_mean_of_zeros_and_ones_is_not_rounded_row_by_row() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let rows: String = (0..20_000)
        .map(|i| if i % 5 == 0 { "1\n" } else { "0\n" })
        .collect();
    owner.import("table", "flag:number", &format!("flag\n{rows}"));
    let mean = ["mean", "flag", "--bounds", "0..1", "--step", "1"];
    let (told, half_width) = told(&owner, &buyer, &mean, "8");
    assert!(half_width < 0.001, "{half_width}");
    holds((told, half_width), 0.2);
}

#[test]
fn a_sum_of_halves_and_a_mean_of_ages_are_not_off_by_half_a_step_a_row() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let mut table = "price,age\n".to_owned();
    let (mut prices, mut ages) = (0.0, 0.0);
    for i in 0..4_000_u32 {
        let (price, age) = (f64::from(i % 40) + 0.5, 18 + i * 7 % 78);
        table.push_str(&format!("{price},{age}\n"));
        prices += price;
        ages += f64::from(age);
    }
    owner.import("table", "price:number,age:number", &table);
    let sum = ["sum", "price", "--bounds", "0..50", "--step", "1"];
    let (told_sum, half_width) = told(&owner, &buyer, &sum, "8");
    assert!(half_width < 30.0, "{half_width}");
    holds((told_sum, half_width), prices);
    let mean = ["mean", "age", "--bounds", "18..95", "--step", "1"];
    let (told_mean, half_width) = told(&owner, &buyer, &mean, "8");
    assert!(half_width < 0.02, "{half_width}");
    holds((told_mean, half_width), ages / 4_000.0);
}

/// One cell that is no number turned a whole column into text, which the count and the quotation
/// marks in the signed query both told.
#[test]
fn one_cell_that_is_no_number_changes_nothing_but_itself() {
    let world = World::new();
    let buyer = world.home("buyer");
    // Half of the ones are written 1, half 1.0: one number, and two texts.
    let rows = |last: &str| {
        let rows: String = (0..19_999)
            .map(|i| if i % 2 == 0 { "1\n" } else { "1.0\n" })
            .collect();
        format!("code\n{rows}{last}\n")
    };
    let mut seen = Vec::new();
    for (name, last) in [("clean", "1"), ("spoilt", "n/a")] {
        let owner = world.home(name);
        owner.import("table", "code:number", &rows(last));
        let listing = list(&owner, "table", &["count", "--where", "code == 1"], "60:60");
        sell(&owner, &buyer, text(&listing, "id"), "60");
        let count = estimates(&buyer, text(&listing, "id"))[0]["number"]
            .as_f64()
            .unwrap();
        seen.push((
            count,
            listing["query"].clone(),
            listing["query_parts"].clone(),
            listing["labels"].clone(),
            listing["sensitivity"].clone(),
        ));
    }
    // At ε 60 noise of any size has a probability below 1e-12.
    assert_eq!((seen[0].0, seen[1].0), (20_000.0, 19_999.0));
    let public = |seen: &(f64, Value, Value, Value, Value)| json!([seen.1, seen.2, seen.3, seen.4]);
    assert_eq!(public(&seen[0]), public(&seen[1]));
}

/// Regression test: two stray quotes swallowed the 24 rows between them. A person who wrote them
/// into two answers changed the count by 24.
#[test]
fn stray_quotes_swallow_no_rows_of_others() {
    let world = World::new();
    let owner = world.home("owner");
    let rows = "Ghent,5\n".repeat(24);
    let file = world.file("t.csv", format!("town,n\n\"Ghent,5\n{rows}Ghent\" x,5\n"));
    let import = [
        "dataset",
        "import",
        &file,
        "--types",
        "town:text,n:number",
        "--cap",
        "100",
    ];
    owner
        .refused(&import)
        .is(1, "csv-stray-quote", &["line 27, character 7"]);
    let dataset = owner.json(&[&import[..], &["--quotes", "none"]].concat());
    assert_eq!(dataset["rows"], 26);
}

/// Regression test: `Jürgen` in two forms of Unicode counted as two people, and a value missed its
/// bin.
#[test]
fn person_in_two_forms_of_unicode_counts_once() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let file = world.file(
        "t.csv",
        "\u{feff}who,town\nJürgen,Köln\nJu\u{308}rgen,Ko\u{308}ln\n\u{feff}Jürgen,Ulm\n\
         Jür\u{ad}gen\u{a0},Ulm\nAnn,Ko\u{308}ln\n",
    );
    let import = [
        "dataset",
        "import",
        &file,
        "--types",
        "who:text,town:text",
        "--cap",
        "200",
    ];
    let people = [
        "--person-column",
        "who",
        "--rows-per-person",
        "1",
        "--name",
        "people",
    ];
    owner.json(&[&import[..], &people].concat());
    let count = list(&owner, "people", &["count"], "60:60");
    sell(&owner, &buyer, text(&count, "id"), "60");
    assert_eq!(estimates(&buyer, text(&count, "id"))[0]["number"], 2.0);
    let visits = [
        "--person-column",
        "who",
        "--rows-per-person",
        "4",
        "--name",
        "visits",
    ];
    let same = [
        &["dataset", "import", &file, "--types", "who:text,town:text"][..],
        &["--population", "people"],
        &visits,
    ];
    owner.json(&same.concat());
    // At ε 120 for four rows, noise other than 0 has a probability below 1e-12.
    let bins = ["histogram", "town", "--bins", "Ko\u{308}ln"];
    let towns = list(&owner, "visits", &bins, "120:60");
    assert_eq!(towns["labels"], json!(["Köln", "other"]));
    sell(&owner, &buyer, text(&towns, "id"), "120");
    let estimates = estimates(&buyer, text(&towns, "id"));
    assert_eq!(
        [&estimates[0]["number"], &estimates[1]["number"]],
        [3.0, 2.0]
    );
}

/// A public number of rows can reveal whether one person is in the table.
#[test]
fn public_number_of_rows_must_be_known_elsewhere() {
    let world = World::new();
    let owner = world.home("owner");
    owner.import("table", "age:number", "age\n30\n40\n");
    let mean = [
        &[
            "listing", "create", "table", "mean", "age", "--bounds", "0..100",
        ][..],
        &[
            "--title",
            "A listing",
            "--price",
            "1:1",
            "--public-rows",
            "2",
        ],
    ]
    .concat();
    let refusal = owner.refused(&mean);
    refusal.is(2, "rows-not-public", &["whether a person is in the data"]);
    assert!(
        refusal.hints[0].contains("--rows-known-elsewhere"),
        "{refusal:?}"
    );
    owner
        .refused(&[&mean[..], &["--dry-run"]].concat())
        .is(2, "rows-not-public", &[]);
    let listing = owner.json(&[&mean[..], &["--rows-known-elsewhere"]].concat());
    assert_eq!(listing["public_rows"], 2);
}

/// If a table with several rows per person is imported as if each row were a different person, each
/// person has less protection than stated.
#[test]
fn repeated_ids_stop_an_import() {
    let world = World::new();
    let owner = world.home("owner");
    let visits = world.file("visits.csv", "patient_id,day\n1,1\n2,1\n1,2\n");
    let types = "patient_id:number,day:number";
    let import = ["dataset", "import", &visits, "--types", types, "--cap", "8"];
    let refusal = owner.refused(&import);
    refusal.is(
        1,
        "repeated-ids",
        &["'patient_id'", "2 rows", "Nothing was imported"],
    );
    assert!(refusal.hints[0].contains("--person-column"), "{refusal:?}");
    assert!(
        refusal.hints[1].contains("--each-row-differs"),
        "{refusal:?}"
    );
    assert_eq!(owner.j("dataset list"), json!([]));
    let preview = owner.say(&["dataset", "preview", &visits]);
    assert!(preview.contains("patient_id looks like ids"), "{preview}");
    owner.json(&[&import[..], &["--each-row-differs"]].concat());
    let people = [
        "--person-column",
        "patient_id",
        "--rows-per-person",
        "2",
        "--name",
        "b",
    ];
    let import = [&import[..5], &["--population", "visits"], &people].concat();
    owner.json(&import);
}

/// `--public-rows` published an exact filtered count, and its error told it to whoever guessed.
#[test]
fn public_rows_never_publish_a_count_of_the_table_nor_does_an_error() {
    let world = World::new();
    let owner = world.home("owner");
    // Three of five in Ghent, one weight missing.
    let table = "town,weight\nGhent,60\nGhent,70\nBruges,80\nGhent,\nBruges,90\n";
    let file = world.file("table.csv", table);
    owner.json(&[
        "dataset",
        "import",
        &file,
        "--types",
        "town:text,weight:number",
        "--cap",
        "100",
        "--adjacency",
        "replace",
    ]);
    let mean = |more: &[&str]| {
        let all = [
            &["listing", "create", "table", "mean", "weight"][..],
            &[
                "--bounds",
                "40..120",
                "--title",
                "A listing",
                "--price",
                "1:1",
            ],
            more,
        ]
        .concat();
        all.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let arguments = |all: &[String]| -> Vec<String> { all.to_vec() };
    let refused = |more: &[&str]| {
        let all = arguments(&mean(more));
        let refusal = owner.refused(&all.iter().map(String::as_str).collect::<Vec<_>>());
        (refusal.code, refusal.message, refusal.hints)
    };
    let mut answers = Vec::new();
    for rows in 1..=6 {
        let rows = rows.to_string();
        // With a filter the form with n public is not to be had, whatever is guessed.
        let refusal = refused(&[
            "--where",
            "town == Ghent",
            "--public-rows",
            &rows,
            "--missing-as-mid",
        ]);
        assert_eq!(refusal.0, "missing-as-mid", "{refusal:?}");
        answers.push(refusal);
        // Without --missing-as-mid the number is the owner's own statement: nothing is compared
        // with the table.
        let all = mean(&["--where", "town == Ghent", "--public-rows", &rows]);
        let listing = owner.json(&all.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(
            listing["labels"].as_array().unwrap().len(),
            2,
            "the count has noise of its own: {listing}"
        );
        assert_eq!(listing["public_rows"].to_string(), rows);
        owner.json(&["listing", "withdraw", text(&listing, "id")]);
    }
    assert!(
        answers.iter().all(|answer| *answer == answers[0]),
        "a guess is told apart from another: {answers:?}"
    );
    // Without a filter it is the number of all rows, the missing cell counted as the middle: 4
    // whole cells are no answer.
    let mut answers = Vec::new();
    for rows in ["1", "3", "4", "6"] {
        let refusal = refused(&["--public-rows", rows, "--missing-as-mid"]);
        assert_eq!(refusal.0, "public-rows", "{refusal:?}");
        let said = format!("{} {}", refusal.1, refusal.2.join(" "));
        assert!(
            !said.chars().any(|c| c.is_ascii_digit()),
            "a number is told: {said}"
        );
        answers.push(refusal);
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]));
    let all = mean(&["--public-rows", "5", "--missing-as-mid"]);
    let listing = owner.json(&all.iter().map(String::as_str).collect::<Vec<_>>());
    assert_eq!(listing["labels"].as_array().unwrap().len(), 1, "{listing}");
    assert!(
        text(&listing, "query").contains("80"),
        "the signed question says what a missing cell counts as: {listing}"
    );
}

/// The step is advised from what is public, and the answer says that it was.
#[test]
fn a_mean_or_sum_without_a_step_takes_the_advised_one_and_says_so() {
    let world = World::new();
    let owner = world.home("owner");
    owner.import("table", "age:number", "age\n30\n41\n55\n");
    for (kind, step) in [("mean", "1"), ("sum", "1")] {
        // The largest 1, 2 or 5 times a power of ten that is at most 100/(32 · 2).
        let attribute = [kind, "age", "--bounds", "0..100"];
        let listing = list(&owner, "table", &attribute, "2:20");
        assert_eq!(
            (&listing["step"], &listing["step_advised"]),
            (&json!(step), &json!(true))
        );
        owner.json(&["listing", "withdraw", text(&listing, "id")]);
        let all = [
            &["listing", "create", "table"],
            &attribute[..],
            &[
                "--title",
                "A listing",
                "--price",
                "2:20",
                "--where",
                "age > 1",
            ],
        ]
        .concat();
        let said = owner.say(&all);
        assert!(said.contains("1, advised: none was stated"), "{said}");
        let stated = [&all[..], &["--step", "0.1"]].concat();
        let said = owner.say(&[&stated[..], &["--where", "age > 2"]].concat());
        assert!(!said.contains("advised"), "{said}");
    }
}

const PEOPLE: &str = "town,age\nGhent,36\nBruges,41\nGhent,29\nGhent,67\n";
const TYPES: &str = "town:text,age:number";
const TOWNS: [&str; 4] = ["histogram", "town", "--bins", "Ghent,Bruges"];

fn numbers(buyer: &Trader, listing: &str) -> Vec<String> {
    estimates(buyer, listing)
        .iter()
        .map(|estimate| text(estimate, "text").to_owned())
        .collect()
}

/// Listing the same question again drew fresh noise: two answers, of which the loss counted one.
#[test]
fn the_same_question_listed_again_is_the_same_numbers_and_one_loss() {
    let world = World::new();
    let owner = world.home("owner");
    let (ann, ben) = (world.home("ann"), world.home("ben"));
    owner.import("people", TYPES, PEOPLE);
    let first = list(&owner, "people", &TOWNS, "1:10");
    sell(&owner, &ann, text(&first, "id"), "1");
    // One listing of a question is open at a time.
    let twice = [
        &["listing", "create", "people"],
        &TOWNS[..],
        &["--title", "A listing", "--price", "1:12"],
    ]
    .concat();
    owner
        .refused(&twice)
        .is(1, "question-open", &[text(&first, "id")]);
    owner.json(&["listing", "withdraw", text(&first, "id")]);
    let second = list(&owner, "people", &TOWNS, "1:12");
    assert_ne!(first["id"], second["id"]);
    assert_eq!(first["question"], second["question"], "one seed commitment");
    sell(&owner, &ben, text(&second, "id"), "1");
    assert_eq!(
        numbers(&ann, text(&first, "id")),
        numbers(&ben, text(&second, "id"))
    );
    assert_eq!(
        owner.j("population show people")["loss_micro_epsilon"],
        1_000_000
    );
    let books = owner.j("books");
    assert_eq!(books["questions"].as_array().unwrap().len(), 1);
    assert_eq!(books["questions"][0]["loss_micro_epsilon"], 1_000_000);
    // What is held belongs to the question: nothing is left to buy.
    ann.refused(&["order", text(&second, "id"), "--to", "1"])
        .is(1, "already-held", &["ε 1"]);
    let ledger = world.path("o.ledger");
    let ledger = ledger.to_str().unwrap();
    owner.json(&["ledger", "export", "-o", ledger]);
    let audit = world.run(&["audit", ledger, "--json"]);
    let report = audit.document();
    assert_eq!((audit.code, &report["findings"]), (0, &json!([])));
    let population = &report["books"][0]["populations"][0];
    assert_eq!(
        (&population["loss_micro_epsilon"], &population["questions"]),
        (&json!(1_000_000), &json!(1))
    );
}

/// Times are whole seconds: a listing withdrawn and listed again at once is a listing of its own
/// all the same.
#[test]
fn a_question_can_be_listed_again_at_once() {
    let world = World::new();
    let owner = world.home("owner");
    owner.import("people", TYPES, PEOPLE);
    let mut ids = std::collections::HashSet::new();
    for _ in 0..4 {
        let listing = list(&owner, "people", &TOWNS, "1:10");
        let id = text(&listing, "id").to_owned();
        owner.json(&["listing", "withdraw", &id]);
        assert!(ids.insert(id), "a withdrawn listing is offered again");
    }
}

/// A backup of the home, brought back where the published log was withheld, sold fresh answers: cap
/// 8, true loss 16.
#[test]
fn a_home_brought_back_from_a_copy_gives_the_same_numbers() {
    let world = World::new();
    let owner = world.home("owner");
    let ann = world.home("ann");
    owner.import("people", TYPES, PEOPLE);
    let then = owner.j("home show");
    copy_folder(&owner.home, &world.path("backup"));
    let elsewhere = world.path("elsewhere");
    copy_folder(&world.path("market"), &elsewhere);
    let first = list(&owner, "people", &TOWNS, "8:80");
    sell(&owner, &ann, text(&first, "id"), "8");

    // Another machine, the market of the backup, and an owner who types an old code: the sale has
    // left no trace there.
    fs::remove_dir_all(&owner.home).unwrap();
    copy_folder(&world.path("backup"), &owner.home);
    let run = |home: &Trader, arguments: &[&str]| {
        let all = [
            &["--market", elsewhere.to_str().unwrap(), "--json"],
            arguments,
        ]
        .concat();
        let mut command = home.command(&all);
        command
            .env("XDG_STATE_HOME", world.path("other machine"))
            .env("XDG_DATA_HOME", world.path("other machine"));
        let run = finish(command);
        assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
        run.document()
    };
    let ben = world.home("ben");
    let create = [
        &["listing", "create", "people"],
        &TOWNS[..],
        &["--title", "A listing", "--price", "8:80"],
    ]
    .concat();
    run(&owner, &["home", "confirm", text(&then, "code")]);
    let second = run(&owner, &create);
    assert_eq!(first["question"], second["question"], "one seed commitment");
    let order = run(&ben, &["order", text(&second, "id"), "--to", "8"]);
    run(&owner, &["approve", text(&order, "id"), "--payment", "REF"]);
    run(&ben, &["collect"]);
    let holdings = run(&ben, &["holding", "list"]);
    let again: Vec<&str> = holdings[0]["responses"][0]["estimates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|estimate| text(estimate, "text"))
        .collect();
    assert_eq!(numbers(&ann, text(&first, "id")), again);
}

/// The same people imported twice, in one file or in another form of it, and own numbers about them
/// had fresh budgets.
#[test]
fn people_who_are_here_already_have_one_cap() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let file = world.file("people.csv", PEOPLE);
    let import = |file: &str, more: &[&str]| {
        let all = [&["dataset", "import", file, "--types", TYPES], more].concat();
        all.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let strings = |all: &[String]| -> Vec<String> { all.to_vec() };
    let first = strings(&import(&file, &["--cap", "4"]));
    owner.json(&first.iter().map(String::as_str).collect::<Vec<_>>());
    // The same cells, written otherwise.
    let rewritten = world.file(
        "rewritten.csv",
        "town;age\r\n\"Ghent\";36.0\r\nBruges;41\r\nGhent;29\r\nGhent;67.00\r\n",
    );
    owner.population("others", "100");
    let before = owner.j("dataset list");
    for (file, more) in [
        (
            &file,
            &["--name", "again", "--cap", "100", "--new-people"][..],
        ),
        (&file, &["--name", "again", "--population", "others"]),
        (
            &rewritten,
            &["--separator", "semicolon", "--cap", "100", "--new-people"],
        ),
        (
            &rewritten,
            &["--separator", "semicolon", "--population", "others"],
        ),
    ] {
        let all = import(file, more);
        let refusal = owner.refused(&all.iter().map(String::as_str).collect::<Vec<_>>());
        refusal.is(1, "known-table", &["people"]);
        assert!(
            refusal
                .hints
                .iter()
                .any(|hint| hint.contains("--population")),
            "{refusal:?}"
        );
    }
    assert_eq!(owner.j("dataset list"), before);
    assert_eq!(
        owner.j("population list").as_array().unwrap().len(),
        2,
        "no population was made"
    );
    // Nor is a removed table forgotten; then it may join, and so may a month's new table.
    let count = |dataset: &str| {
        let listing = list(&owner, dataset, &["count"], "2:20");
        text(&listing, "id").to_owned()
    };
    let joined = import(&file, &["--name", "again", "--population", "people"]);
    owner.json(&joined.iter().map(String::as_str).collect::<Vec<_>>());
    sell(&owner, &buyer, &count("people"), "1");
    sell(&owner, &buyer, &count("again"), "1");
    assert_eq!(
        owner.j("population show people")["loss_micro_epsilon"],
        2_000_000
    );

    // Own numbers about the same people add to the same cap.
    let own = [
        "value",
        "--population",
        "people",
        "--value",
        "12",
        "--bounds",
        "0..100",
        "--step",
        "1",
        "--protect",
        "1",
    ];
    let own = list(&owner, "-", &own, "3:30");
    let id = text(&own, "id");
    sell(&owner, &buyer, id, "1.5");
    assert_eq!(
        owner.j("population show people")["loss_micro_epsilon"],
        3_500_000
    );
    let order = buyer.json(&["order", id, "--to", "2.5", "--anyway"]);
    owner
        .refused(&["approve", text(&order, "id")])
        .is(1, "over-cap", &["ε 4.5", "ε 4"]);
}

/// An opening gives the exact numbers away, and no ledger said that one had been granted.
#[test]
fn a_grant_is_an_entry_of_the_ledger_that_is_published_before_its_file() {
    let world = World::new();
    let (owner, buyer, auditor) = (
        world.home("owner"),
        world.home("buyer"),
        world.home("auditor"),
    );
    owner.import("people", TYPES, PEOPLE);
    let listing = list(&owner, "people", &TOWNS, "2:20");
    let id = text(&listing, "id");
    sell(&owner, &buyer, id, "1");
    let who = auditor.j("whoami");
    let file = world.path("o.opening");
    let grant = [
        "grant",
        id,
        "--to",
        text(&who, "recipient"),
        "-o",
        file.to_str().unwrap(),
        "--yes",
    ];

    // The market cannot be written: the entry stands, and no file.
    let ledgers = world.path("market").join("ledgers");
    fs::rename(&ledgers, world.path("hidden")).unwrap();
    fs::write(&ledgers, "no folder").unwrap();
    let run = owner.run(&[&grant[..], &["--json"]].concat());
    assert_eq!(run.code, 1, "{}", run.text());
    let told: Value = serde_json::from_str(&run.stderr).unwrap();
    assert_eq!(told["error"]["code"], "grant-unpublished", "{told}");
    assert!(!file.exists(), "no file before the entry is published");
    fs::remove_file(&ledgers).unwrap();
    fs::rename(world.path("hidden"), &ledgers).unwrap();

    // Done again it adds no second entry.
    let granted = owner.json(&grant);
    assert_eq!(granted["sequence"], 2, "after the one receipt");
    assert!(file.exists());
    let ledger = world.path("o.ledger");
    let ledger = ledger.to_str().unwrap();
    owner.json(&["ledger", "export", "-o", ledger]);
    let lines = fs::read_to_string(ledger).unwrap();
    for secret in [text(&who, "recipient"), text(&who, "kid")] {
        assert!(!lines.contains(secret), "the entry names the auditor");
    }
    let kid = text(&owner.j("whoami"), "kid").to_owned();
    let market = format!("file://{}#{kid}", world.path("market").display());
    for what in [
        &["audit", ledger, "--json"][..],
        &["audit", &market, ledger, "--json"],
    ] {
        let audit = world.run(what);
        let report = audit.document();
        assert_eq!((audit.code, &report["findings"]), (0, &json!([])));
        let books = &report["books"][0];
        assert_eq!(
            (&books["openings"], &books["populations"][0]["openings"]),
            (&json!(1), &json!(1)),
            "{books}"
        );
    }
    assert!(
        world
            .run(&["audit", ledger])
            .text()
            .contains("1 opening granted")
    );
    assert!(owner.say(&["books"]).contains("Openings granted"));
    assert_eq!(owner.j("population show people")["openings"], 1);
    // A second one is counted as a second.
    let other = world.home("other");
    let recipient = text(&other.j("whoami"), "recipient").to_owned();
    let second = world.path("second.opening");
    let said = owner.say(&[
        "grant",
        id,
        "--to",
        &recipient,
        "-o",
        second.to_str().unwrap(),
        "--yes",
    ]);
    assert!(
        said.contains("Entry 4 of the ledger records that an opening was granted"),
        "{said}"
    );
    assert_eq!(owner.j("books")["grants"].as_array().unwrap().len(), 2);
}
