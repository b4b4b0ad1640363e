//! `population` and its commands, removal of datasets, and how sales are settled.

use serde_json::{Value, json};

use crate::support::{World, sell, text};

const TYPES: &str = "town:text,age:number";
const PEOPLE: &str = "town,age\nGhent,36\nBruges,41\nGhent,29\nGhent,67\n";
const OTHERS: &str = "town,age\nGhent,16\nBruges,21\n";

#[test]
fn a_cap_and_a_loss_of_two_parts_are_typed_and_shown() {
    let world = World::new();
    let owner = world.home("owner");
    let made = owner.json(&[
        "population",
        "create",
        "farms",
        "--cap",
        "4,0.3",
        "--carried",
        "1.5,0.02",
    ]);
    for (field, value) in [
        ("cap_micro_epsilon", 4_000_000),
        ("cap_nano_rho", 300_000_000),
        ("carried_nano_rho", 20_000_000),
        ("loss_nano_rho", 20_000_000),
    ] {
        assert_eq!(made[field], json!(value), "{field}");
    }
    let both = "ε 1.5 (1½ lb), ρ 0.02 of ε 4 (4 lb), ρ 0.3";
    for shown in [["show", "farms"].as_slice(), &["list"], &["plan", "farms"]] {
        let shown = owner.say(&[&["population"], shown].concat());
        assert!(shown.contains(both), "{shown}");
    }
    for (cap, code) in [
        ("4,0.4", "no-reason"),
        ("0,0", "zero-epsilon"),
        // A decimal with a comma is not ε 1 and ρ 5.
        ("1,5", "epsilon"),
        ("4,x", "epsilon"),
        ("4,", "epsilon"),
    ] {
        owner
            .refused(&["population", "cap", "farms", cap])
            .is(2, code, &[]);
    }
    let foreseen = owner.say(&["population", "cap", "farms", "4,0.4", "--dry-run"]);
    assert!(foreseen.contains("ρ 0.3 → ε 4 (4 lb), ρ 0.4"), "{foreseen}");
    assert!(
        foreseen.contains("protected less than promised"),
        "{foreseen}"
    );
    let lowered = owner.say(&["population", "cap", "farms", "4"]);
    assert!(
        lowered.contains("cap lowered from ε 4 (4 lb), ρ 0.3"),
        "{lowered}"
    );
    assert_eq!(owner.j("population show farms")["cap_nano_rho"], json!(0));

    // A table may bring a population of its own.
    let file = world.file("people.csv", PEOPLE);
    owner.say(&[
        "dataset",
        "import",
        &file,
        "--types",
        TYPES,
        "--cap",
        "8,0.1",
        "--carried",
        "0,0.000000001",
        "--new-people",
    ]);
    let shown = owner.j("dataset show people");
    assert_eq!(
        (&shown["cap_nano_rho"], &shown["loss_nano_rho"]),
        (&json!(100_000_000), &json!(1))
    );
}

#[test]
fn a_population_is_made_shown_and_capped() {
    let world = World::new();
    let owner = world.home("owner");
    assert!(
        owner
            .say(&["population", "list"])
            .contains("No populations yet")
    );
    let made = owner.json(&[
        "population",
        "create",
        "farms",
        "--cap",
        "4",
        "--unit-name",
        "farm",
        "--adjacency",
        "replace",
        "--carried",
        "1.5",
    ]);
    assert_eq!(
        (&made["unit_name"], &made["adjacency"]),
        (&json!("farm"), &json!("replace"))
    );
    assert_eq!(
        (
            &made["loss_micro_epsilon"],
            &made["carried_micro_epsilon"],
            &made["cap_micro_epsilon"]
        ),
        (&json!(1_500_000), &json!(1_500_000), &json!(4_000_000))
    );
    // The guess is a bound, about one unit, from even odds.
    let shown = owner.say(&["population", "show", "farms"]);
    for part in [
        "one farm",
        "ε 1.5 (1½ lb) of ε 4 (4 lb)",
        "right about one farm, from even odds: at most 81.8% value",
        "at the cap at most 98.3% value",
        "at most 98.3% of the time about which of two values one given farm has, or which of two",
        "A farm is all its counted rows, at most K per table.",
        "brought from elsewhere",
    ] {
        assert!(shown.contains(part), "{part:?}: {shown}");
    }

    owner
        .refused(&["population", "cap", "farms", "5"])
        .is(2, "no-reason", &[]);
    owner
        .refused(&["population", "cap", "farms", "4"])
        .is(1, "cap-unchanged", &["farms"]);
    for (cap, code) in [
        ("-1", "epsilon"),
        ("0", "zero-epsilon"),
        ("many", "epsilon"),
    ] {
        owner
            .refused(&["population", "cap", "farms", cap])
            .is(2, code, &[]);
    }
    let foreseen = owner.say(&["population", "cap", "farms", "5", "--dry-run"]);
    for part in [
        "ε 4 (4 lb) → ε 5 (5 lb)",
        "protected less than promised",
        "Nothing was signed.",
    ] {
        assert!(foreseen.contains(part), "{part:?}: {foreseen}");
    }
    let entries = owner.j("population show farms")["entries"].clone();
    assert_eq!(entries.as_array().unwrap().len(), 1);
    assert_eq!(entries[0]["old_micro_epsilon"], json!(null));
    let said = owner.say(&[
        "population",
        "cap",
        "farms",
        "5",
        "--reason",
        "second study year",
    ]);
    for part in [
        "Cap changed, entry 2 of the ledger, code 2-",
        "cap raised from ε 4",
        "second study year",
    ] {
        assert!(said.contains(part), "{part:?}: {said}");
    }
    let lowered = owner.j("population cap farms 1");
    assert_eq!(lowered["entries"].as_array().unwrap().len(), 3);
    assert_eq!(lowered["cap_micro_epsilon"], 1_000_000);
    assert_eq!(owner.j("books")["undelivered"], 0, "entries are published");
}

/// The guess at a cap is of no home: no passphrase is asked for.
#[test]
fn the_guess_at_a_cap_is_told_without_a_home() {
    let world = World::new();
    let offered = world.run(&["population", "guess", "--json"]).document();
    let caps: Vec<_> = offered.as_array().unwrap().iter().collect();
    assert_eq!(caps.len(), 3);
    assert_eq!(caps[1]["cap_micro_epsilon"], 6_000_000);
    let own = world.run(&["population", "guess", "1", "4.5"]);
    assert_eq!(own.code, 0);
    let said = String::from_utf8(own.stdout).unwrap();
    for part in [
        "ε 1 (1 lb)",
        "at most 73.2%",
        "at most 88.1%",
        "ε 4.5 (4½ lb)",
        "at most 99.0%",
        "almost always (over 99.9%)",
    ] {
        assert!(said.contains(part), "{part:?}: {said}");
    }
    assert_eq!(offered[0]["guess"]["guess_presence"], 0.952_575);
    assert_eq!(offered[0]["guess"]["guess_value"], 0.997_528);
    let values = ["population", "guess", "1", "--adjacency", "replace"];
    let said = world.run(&values).text();
    assert!(
        said.contains("not protected") && said.contains("at most 73.2%"),
        "{said}"
    );
    let values = [&values[..], &["--json"]].concat();
    let told = world.run(&values).document();
    assert_eq!(told[0]["guess"]["guess_presence"], json!(null));
    assert_eq!(told[0]["guess"]["guess_value"], 0.731_059);
    assert_eq!(world.run(&["population", "guess", "0"]).code, 2);
}

/// The golden figures of the accountant, through the built program.
#[test]
fn promise_reads_loss_and_cap_as_epsilon_and_delta() {
    let world = World::new();
    let owner = world.home("owner");
    owner.j("population create people --cap 3 --new-people");
    let promise = owner.j("population promise people --at 3,0.1 --wish 5,1e-6");
    let points = |of: &Value| -> Vec<u64> {
        let curve = of["curve"].as_array().unwrap().iter();
        curve
            .map(|at| at["micro_epsilon"].as_u64().unwrap())
            .collect()
    };
    assert_eq!(points(&promise["at"])[..2], [4_989_834, 5_579_171]);
    assert_eq!(promise["at"]["pure"], Value::Null);
    assert_eq!(promise["cap"]["pure"], 3_000_000);
    assert_eq!(points(&promise["now"]), [0, 0, 0]);
    assert_eq!(promise["now"]["guess"]["guess_presence"], 0.5);
    // (1 + δ(0))/2 at the pair of the design, rounded up.
    assert_eq!(promise["at"]["guess"]["guess_presence"], 0.952_575);
    assert_eq!(promise["wish"]["nano_rho"], 100_935_380);
    let pair = owner.j("population promise people --at 3,0.1 --persons 2 --delta 1e-4");
    assert_eq!(points(&pair["at"])[1], 10_305_375);
    assert_eq!(pair["at"]["curve"][0]["delta"], "1e-4");
    let said = owner.say(&["population", "promise", "people", "--wish", "2,1e-6"]);
    assert!(said.contains("does not hold"), "{said}");
    assert!(said.contains("ε at δ = 1e-12"), "{said}");
    for wrong in [
        ["--at", "3x"],
        ["--delta", "1"],
        ["--wish", "5"],
        ["--persons", "0"],
        ["--persons", "99999999999"],
    ] {
        let [option, value] = wrong;
        // A group of many has no number only with a Gaussian-like part.
        let at = if option == "--at" { value } else { "3,0.1" };
        let mut asked = vec!["population", "promise", "people", "--at", at];
        if option != "--at" {
            asked.extend(wrong);
        }
        let refused = owner.refused(&asked);
        assert_eq!(refused.code, "promise", "{wrong:?}: {refused:?}");
    }
}

#[test]
fn a_budget_is_planned_and_nothing_is_signed() {
    let world = World::new();
    let owner = world.home("owner");
    owner.import("people", TYPES, PEOPLE);
    let create = ["listing", "create", "people", "count", "--title", "Heads"];
    let listing = owner.json(&[&create[..], &["--price", "4:40"]].concat());
    let id = text(&listing, "id");
    sell(&owner, &world.home("buyer"), id, "1");
    let cap = owner.j("population show people")["cap_micro_epsilon"].clone();
    let plan = owner.j("population plan people");
    assert_eq!(plan["cap_micro_epsilon"], cap);
    assert_eq!(
        (&plan["loss_micro_epsilon"], &plan["ceilings_micro_epsilon"]),
        (&json!(1_000_000), &json!(4_000_000))
    );
    let half = format!("{id}=2");
    let dearer = format!("{id}=2:100");
    let tried = owner.json(&[
        "population",
        "plan",
        "people",
        "--ceiling",
        &half,
        "--price",
        &dearer,
        "--new",
        "Ages = of all=1:5,3:20",
    ]);
    assert_eq!(tried["listings"][0]["price_at_ceiling"]["minor"], 10_000);
    assert_eq!(tried["listings"][1]["title"], "Ages = of all");
    assert_eq!(tried["ceilings_micro_epsilon"], 5_000_000);
    let said = owner.say(&[
        "population",
        "plan",
        "people",
        "--without",
        id,
        "--new",
        "Ages=1",
    ]);
    for part in ["(withdrawn)", "(tried)", "Ages", "at all ceilings"] {
        assert!(said.contains(part), "{part:?}: {said}");
    }
    assert_eq!(owner.j("listing list").as_array().unwrap().len(), 1);

    let none = format!("{id}=0");
    owner
        .refused(&["population", "plan", "people", "--ceiling", &none])
        .is(2, "zero-epsilon", &[]);
    owner
        .refused(&["population", "plan", "people", "--ceiling", "3"])
        .is(2, "usage", &["="]);
    owner
        .refused(&["population", "plan", "nobody"])
        .is(1, "no-such-population", &[]);
}

/// A cap may change before anything is listed; the ledger that begins with it holds.
#[test]
fn a_ledger_may_begin_with_a_cap() {
    let world = World::new();
    let owner = world.home("owner");
    owner.import("people", TYPES, PEOPLE);
    owner.j("population cap people 9");
    let ledger = world.path("o.ledger");
    let ledger = ledger.to_str().unwrap();
    let holds = || {
        owner.json(&["ledger", "export", "-o", ledger, "--replace"]);
        let audit = world.run(&["audit", ledger, "--json"]);
        assert_eq!((audit.code, &audit.document()["findings"]), (0, &json!([])));
    };
    holds();
    let listing = owner.json(&[
        "listing",
        "create",
        "people",
        "count",
        "--title",
        "A listing",
        "--price",
        "4:40",
    ]);
    assert_eq!(listing["cap_micro_epsilon"], 9_000_000);
    sell(&owner, &world.home("buyer"), text(&listing, "id"), "1");
    owner.j("population cap people 5");
    holds();
}

#[test]
fn what_is_wrong_with_a_population_is_said_and_makes_none() {
    let world = World::new();
    let owner = world.home("owner");
    owner.population("farms", "4");
    let before = owner.j("population list");
    for (line, exit, code) in [
        ("population create farms --cap 4", 1, "population-exists"),
        ("population create fields --cap -4", 2, "epsilon"),
        ("population create fields --cap 0", 2, "zero-epsilon"),
        ("population create fields --cap 1.1234567", 2, "epsilon"),
        (
            "population create fields --cap 1 --carried -1",
            2,
            "epsilon",
        ),
        ("population show fields", 1, "no-such-population"),
        ("population cap fields 3", 1, "no-such-population"),
        (
            "population merge fields farms --yes",
            1,
            "no-such-population",
        ),
        (
            "population merge farms fields --yes",
            1,
            "no-such-population",
        ),
        (
            "population merge farms farms --yes",
            2,
            "population-mismatch",
        ),
        // Nobody is asked to confirm what cannot be.
        ("population merge farms fields", 1, "no-such-population"),
    ] {
        let arguments: Vec<&str> = line.split(' ').collect();
        owner.refused(&arguments).is(exit, code, &[]);
    }
    for name in ["", "two\nlines"] {
        owner
            .refused(&["population", "create", name, "--cap", "4"])
            .is(2, "population-name", &[]);
    }
    owner
        .refused(&[
            "population",
            "create",
            "x",
            "--cap",
            "4",
            "--unit-name",
            "two\nlines",
        ])
        .is(2, "unit-name", &[]);
    assert_eq!(owner.j("population list"), before);
}

/// Tables, own numbers, a removal and a merge: one loss under one cap.
#[test]
fn everything_sold_of_the_same_people_adds_up() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let file = world.file("people.csv", PEOPLE);
    owner.json(&[
        "dataset",
        "import",
        &file,
        "--types",
        TYPES,
        "--population",
        "clients",
        "--cap",
        "4",
    ]);
    let count = |dataset: &str| {
        let listing = owner.json(&[
            "listing",
            "create",
            dataset,
            "count",
            "--title",
            "A listing",
            "--price",
            "3:30",
        ]);
        text(&listing, "id").to_owned()
    };
    let first = count("people");
    sell(&owner, &buyer, &first, "2");
    owner
        .refused(&["dataset", "remove", "people", "--yes"])
        .is(1, "listing-open", &["people"]);
    owner.json(&["listing", "withdraw", &first]);
    owner.refused(&["dataset", "remove", "people"]).is(
        2,
        "confirmation-needed",
        &["Removing people"],
    );
    let removed = owner.json(&["dataset", "remove", "people", "--yes"]);
    assert_eq!(
        (&removed["state"], &removed["rows"]),
        (&json!("removed"), &json!(0))
    );
    owner
        .refused(&["dataset", "remove", "people", "--yes"])
        .is(1, "dataset-gone", &["people"]);
    assert_eq!(
        owner.j("population show clients")["loss_micro_epsilon"],
        2_000_000,
        "what was sold of a removed table still counts"
    );

    // Nor is its table one of them any more.
    let listed = owner.say(&["population", "list"]);
    let row = listed.lines().find(|line| line.starts_with("clients"));
    assert_eq!(
        row.unwrap().split_whitespace().nth(3),
        Some("0"),
        "{listed}"
    );

    // Own numbers of the same people, and others who turn out to be the same people.
    let others = world.file("others.csv", OTHERS);
    let import = ["dataset", "import", &others, "--types", TYPES, "--cap", "9"];
    // The error names the population with the removed table.
    owner
        .refused(&import)
        .is(2, "new-people", &["'clients' (table removed)"]);
    owner.json(&[&import[..], &["--new-people"]].concat());
    let second = count("others");
    sell(&owner, &buyer, &second, "1");
    owner
        .refused(&["population", "merge", "others", "clients", "--yes"])
        .is(1, "listing-open", &[]);
    let told = owner.say(&["population", "merge", "others", "clients", "--dry-run"]);
    let names = "Withdraw these first: “A listing”.";
    assert!(told.contains(names), "{told}");
    owner
        .refused(&["population", "merge", "others", "clients"])
        .is(1, "listing-open", &[]);
    owner.json(&["listing", "withdraw", &second]);
    let previewed = owner.j("population merge others clients --dry-run");
    assert_eq!(
        (
            &previewed["loss_before_micro_epsilon"],
            &previewed["brought_micro_epsilon"],
            &previewed["loss_after_micro_epsilon"],
            &previewed["cap_micro_epsilon"],
            &previewed["datasets"][0]["name"],
        ),
        (
            &json!(2_000_000),
            &json!(1_000_000),
            &json!(3_000_000),
            &json!(4_000_000),
            &json!("others")
        )
    );
    let told = owner.say(&["population", "merge", "others", "clients", "--dry-run"]);
    assert!(
        told.contains("ε 2 (2 lb) + ε 1 (1 lb) = ε 3 (3 lb) of ε 4 (4 lb)"),
        "{told}"
    );
    assert_eq!(
        owner.j("population show others")["merged_into"],
        json!(null),
        "a preview changes nothing"
    );
    owner
        .refused(&["population", "merge", "others", "clients"])
        .is(2, "confirmation-needed", &["Merging others into clients"]);
    let merged = owner.json(&["population", "merge", "others", "clients", "--yes"]);
    assert_eq!(
        (
            &merged["name"],
            &merged["loss_micro_epsilon"],
            &merged["cap_micro_epsilon"]
        ),
        (&json!("clients"), &json!(3_000_000), &json!(4_000_000))
    );
    assert_eq!(owner.j("dataset show others")["population"], "clients");
    let gone = owner.say(&["population", "show", "others"]);
    assert!(gone.contains("counted in clients"), "{gone}");
    assert!(
        owner
            .say(&["population", "list"])
            .contains("merged into clients")
    );
    owner
        .refused(&["population", "cap", "others", "20", "--reason", "more"])
        .is(1, "no-such-population", &["others"]);

    // The same question as the second would be the same numbers; this one is another.
    let third = owner.json(&[
        "listing",
        "create",
        "others",
        "count",
        "--where",
        "age > 18",
        "--title",
        "A listing",
        "--price",
        "3:30",
    ]);
    let third = text(&third, "id").to_owned();
    let order = buyer.json(&["order", &third, "--to", "1.5", "--anyway"]);
    let inbox = owner.say(&["inbox", "list"]);
    for part in ["population", "clients", "problem"] {
        assert!(inbox.contains(part), "{part:?}: {inbox}");
    }
    owner
        .refused(&["approve", text(&order, "id")])
        .is(1, "over-cap", &["ε 4.5", "ε 4"]);
    owner.json(&["decline", text(&order, "id"), "--reason", "over the cap"]);
    buyer.j("collect");
    sell(&owner, &buyer, &third, "1");
    assert_eq!(
        owner.j("population show clients")["loss_micro_epsilon"],
        4_000_000
    );
}

#[test]
fn own_numbers_name_their_population() {
    let world = World::new();
    let owner = world.home("owner");
    let listing = [
        "listing",
        "create",
        "-",
        "value",
        "--value",
        "12",
        "--bounds",
        "0..100",
        "--step",
        "1",
        "--protect",
        "1",
        "--title",
        "A listing",
        "--price",
        "2:20",
    ];
    let refusal = owner.refused(&listing);
    refusal.is(2, "no-population", &[]);
    assert!(
        refusal
            .hints
            .iter()
            .any(|hint| hint.contains("--population NAME")),
        "{refusal:?}"
    );
    let named = [&listing[..], &["--population", "neighbours"]].concat();
    owner
        .refused(&named)
        .is(1, "no-such-population", &["neighbours"]);
    owner.population("neighbours", "8");
    let shown = owner.json(&named);
    assert_eq!(
        (&shown["population"], &shown["dataset"]),
        (&json!("neighbours"), &json!(null))
    );
    assert_eq!(shown["cap_micro_epsilon"], 8_000_000);
    // A table has its population from its import.
    owner.import("people", TYPES, PEOPLE);
    owner
        .refused(&[
            "listing",
            "create",
            "people",
            "count",
            "--title",
            "A listing",
            "--price",
            "1:1",
            "--population",
            "neighbours",
        ])
        .is(2, "option-does-not-belong", &["does not use --population"]);
    assert_eq!(owner.j("listing list").as_array().unwrap().len(), 1);
}

#[test]
fn a_sale_is_paid_on_credit_or_free_and_only_paid_is_income() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    owner.import("people", TYPES, PEOPLE);
    let listing = owner.json(&[
        "listing",
        "create",
        "people",
        "count",
        "--title",
        "A listing",
        "--price",
        "4:40",
    ]);
    let id = text(&listing, "id");
    let approve = |to: &str, more: &[&str]| {
        let order = buyer.json(&["order", id, "--to", to]);
        let all = [&["approve", text(&order, "id")], more].concat();
        let receipt = owner.json(&all);
        buyer.j("collect");
        receipt["settlement"].as_str().unwrap().to_owned()
    };
    assert_eq!(approve("1", &["--payment", "bank 1"]), "paid");
    assert_eq!(
        approve("2", &["--settlement", "credit", "--payment", "invoice 7"]),
        "credit"
    );
    assert_eq!(approve("3", &["--settlement", "free"]), "free");
    let books = owner.j("books");
    assert_eq!(
        books["income"],
        json!([{"minor": 1000, "currency": "EUR", "exponent": 2}])
    );
    let receipts = owner.say(&["receipt", "list"]);
    for part in ["paid: bank 1", "on credit: invoice 7", "free"] {
        assert!(receipts.contains(part), "{part:?}: {receipts}");
    }
    let ledger = world.path("o.ledger");
    let ledger = ledger.to_str().unwrap();
    owner.json(&["ledger", "export", "-o", ledger]);
    let audit = world.run(&["audit", ledger]);
    assert_eq!(audit.code, 0, "{}", audit.text());
    for part in ["€10.00 received, €10.00 on credit", "of 1 question"] {
        assert!(audit.text().contains(part), "{part:?}: {}", audit.text());
    }
}
