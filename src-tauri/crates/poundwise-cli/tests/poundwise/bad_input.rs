//! Bad input, each with a clear refusal: what it names, how the program ends, and that nothing has
//! changed.

use std::fs;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::{Trader, World, refused, snapshot, text};

const TYPES: &str = "name:text,age:number,town:text";
const PEOPLE: &str = "name,age,town\nAda,36,Ghent\nBo,41,Bruges\nCy,29,Ghent\n";

/// Everything a home shows of itself.
fn state(home: &Trader) -> Value {
    json!([
        home.j("dataset list"),
        home.j("population list"),
        home.j("listing list"),
        home.j("inbox list"),
        home.j("receipt list"),
        home.j("order list"),
        home.j("holding list"),
    ])
}

/// Refusals after which the home, its files and the market are as they were.
fn unchanged<'w>(
    world: &'w World,
    home: &'w Trader<'w>,
) -> impl Fn(&[&str], i32, &str, &[&str]) + 'w {
    let before = (
        state(home),
        snapshot(&home.home),
        snapshot(&world.path("market")),
    );
    move |arguments, exit, code, naming| {
        home.refused(arguments).is(exit, code, naming);
        assert_eq!(before.0, state(home), "{arguments:?} changed the home");
        assert!(
            before.1 == snapshot(&home.home),
            "{arguments:?} changed the home's files"
        );
        assert!(
            before.2 == snapshot(&world.path("market")),
            "{arguments:?} changed the market"
        );
    }
}

#[test]
fn broken_tables_are_not_imported() {
    let world = World::new();
    let home = world.home("home");
    let refuse = unchanged(&world, &home);
    let cases: &[(&str, &[u8], &str, &[&str])] = &[
        (
            "truncated.csv",
            b"name,age\nAda,36\n\"Bo,41",
            "csv-unclosed-quote",
            &["truncated.csv", "line 3"],
        ),
        (
            "binary.csv",
            b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0",
            "file-binary",
            &["binary.csv"],
        ),
        (
            "latin1.csv",
            b"name,age\nRen\xe9,36\n",
            "file-not-utf8",
            &["latin1.csv", "line 2", "0xe9"],
        ),
        (
            "ragged.csv",
            b"name,age\nAda,36\nBo,41,\n",
            "csv-ragged",
            &["ragged.csv", "line 3"],
        ),
        (
            "twice.csv",
            b"name,name\nAda,36\n",
            "csv-header-doubled",
            &["twice.csv", "name"],
        ),
        (
            "stray.csv",
            b"name,age\nAda,36\n\"Bo\" ,41\n",
            "csv-stray-quote",
            &["stray.csv", "line 3, character 5"],
        ),
        (
            "inside.csv",
            b"name,age\nAda 5\" high,36\n",
            "csv-stray-quote",
            &["inside.csv", "line 2, character 6"],
        ),
        ("empty.csv", b"", "csv-empty", &["empty.csv"]),
        ("header.csv", b"name,age\n", "csv-no-rows", &["header.csv"]),
    ];
    for (name, content, code, naming) in cases {
        let file = world.file(name, content);
        refuse(
            &[
                "dataset",
                "import",
                &file,
                "--types",
                "name:text,age:number",
                "--cap",
                "8",
            ],
            1,
            code,
            naming,
        );
    }
    refuse(
        &[
            "dataset",
            "import",
            "missing.csv",
            "--types",
            "a:text",
            "--cap",
            "8",
        ],
        1,
        "not-found",
        &["missing.csv"],
    );
    let file = world.file("people.csv", PEOPLE);
    let person = [
        "dataset",
        "import",
        &file,
        "--types",
        TYPES,
        "--cap",
        "8",
        "--rows-per-person",
        "1",
        "--person-column",
        "id",
    ];
    refuse(&person, 2, "unknown-column", &["id"]);
    refuse(
        &["dataset", "import", &file, "--types", TYPES, "--cap", "-1"],
        2,
        "epsilon",
        &["-1", "negative"],
    );
    refuse(
        &["dataset", "import", &file, "--types", TYPES, "--cap", "0"],
        2,
        "zero-epsilon",
        &["cap"],
    );
    refuse(
        &[
            "dataset",
            "import",
            &file,
            "--types",
            TYPES,
            "--cap",
            "0.1234567",
        ],
        2,
        "epsilon",
        &["0.1234567", "at most 6"],
    );
}

#[test]
fn malformed_listings_are_not_signed() {
    let world = World::new();
    let home = world.home("home");
    home.import("people", TYPES, PEOPLE);
    let refuse = unchanged(&world, &home);
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "mean age --bounds 100..0 --step 1 --price 1:1",
            "bounds",
            &["100..0", "not below the upper bound"],
        ),
        (
            "mean age --bounds 5 --step 1 --price 1:1",
            "bounds",
            &["'5'"],
        ),
        (
            "mean age --bounds 0..100 --step 0 --price 1:1",
            "step",
            &["--step", "above 0"],
        ),
        (
            "mean age --bounds 0..100 --step -1 --price 1:1",
            "step",
            &["-1"],
        ),
        (
            "mean age --bounds 0..100 --price much",
            "tariff",
            &["--price", "much"],
        ),
        (
            "mean age --bounds 0..100 --public-rows 3 --missing-as-mid --price 1:1",
            "missing-as-mid",
            &["replaced"],
        ),
        (
            "count --public-rows 3 --price 1:1",
            "option-does-not-belong",
            &["The kind count does not use --public-rows."],
        ),
        (
            "mean town --bounds 0..100 --step 1 --price 1:1",
            "column-not-numbers",
            &["town"],
        ),
        (
            "mean weight --bounds 0..100 --step 1 --price 1:1",
            "unknown-column",
            &["weight"],
        ),
        ("histogram age --edges 50,50 --price 1:1", "edges", &["50"]),
        (
            "histogram town --edges 1,2 --price 1:1",
            "edges-not-numbers",
            &["town"],
        ),
        (
            "histogram town --bins Ghent,Ghent --price 1:1",
            "bin-doubled",
            &["Ghent"],
        ),
        ("count --where age~4 --price 1:1", "filter", &["age~4"]),
        ("count --price 0:1", "tariff", &["ε 0"]),
        ("count --price -1:1", "tariff", &["point 1", "'-1'"]),
        ("count --price 1:1.001", "tariff", &["point 1", "'1.001'"]),
        (
            "count --price 1.2345678:1",
            "tariff",
            &["'1.2345678'", "at most 6"],
        ),
        (
            "count --price 1:5,2:4",
            "tariff",
            &["point 2", "4.00 is less than 5.00"],
        ),
        (
            "count --price 1:1 --currency euro",
            "currency",
            &["three capital letters"],
        ),
        (
            "count --price 1:1 --ceiling 0",
            "zero-epsilon",
            &["ceiling"],
        ),
        (
            "count --price 1:1 --ceiling 2",
            "tariff-too-short",
            &["ceiling of ε 2"],
        ),
        (
            "count --price 1:1 --top 0.5",
            "top-below-ceiling",
            &["ε 0.5"],
        ),
        ("count --price 1:1", "no-title", &["no title"]),
        (
            "count --price 1:1 --title \u{a0}",
            "no-title",
            &["no title"],
        ),
        (
            "count --price 1:1 --grain 0.0000001",
            "epsilon",
            &["grain", "0.0000001"],
        ),
    ];
    for (line, code, naming) in cases {
        let mut arguments = vec!["listing", "create", "people"];
        arguments.extend(line.split(' '));
        refuse(&arguments, 2, code, naming);
    }
    let unknown = [
        "listing",
        "create",
        "nobody",
        "count",
        "--title",
        "A listing",
        "--price",
        "1:1",
    ];
    refuse(&unknown, 1, "no-such-dataset", &["nobody"]);
}

#[test]
fn orders_that_cannot_be_are_not_signed() {
    let world = World::new();
    let owner = world.home("owner");
    let buyer = world.home("buyer");
    owner.import("people", TYPES, PEOPLE);
    let listing = owner.lists("people", "1:5,2:8", &["--ceiling", "2", "--grain", "0.25"]);
    let id = text(&listing, "id");
    let refuse = unchanged(&world, &buyer);
    for command in ["quote", "order"] {
        for (to, exit, code, naming) in [
            ("0", 2, "zero-epsilon", "ε 0"),
            ("-1", 2, "epsilon", "-1"),
            ("0.1234567", 2, "epsilon", "0.1234567"),
            ("one", 2, "epsilon", "one"),
            ("2.25", 1, "over-ceiling", "2.25"),
            ("0.3", 1, "off-grain", "ε 0.3"),
            ("", 2, "epsilon", "a number is missing"),
        ] {
            refuse(&[command, id, "--to", to], exit, code, &[naming]);
        }
        refuse(&[command, "abc", "--to", "1"], 2, "short-id", &["abc"]);
        refuse(
            &[command, "abcdefgh", "--to", "1"],
            1,
            "no-such-id",
            &["abcdefgh"],
        );
    }
    refuse(&["approve", "abcdefgh"], 1, "no-such-id", &["abcdefgh"]);
    refuse(
        &["decline", "abcdefgh", "--reason", "no"],
        1,
        "no-such-id",
        &["abcdefgh"],
    );
    refuse(
        &["export", "abcdefgh", "-o", "x.csv"],
        1,
        "no-such-id",
        &["abcdefgh"],
    );
    refuse(
        &["dataset", "show", "nothing"],
        1,
        "no-such-dataset",
        &["nothing"],
    );
}

#[test]
fn an_order_overtaken_by_withdrawal_price_or_cap_can_only_be_declined() {
    let world = World::new();
    let owner = world.home("owner");
    let buyer = world.home("buyer");
    let file = world.file("people.csv", PEOPLE);
    owner.json(&["dataset", "import", &file, "--types", TYPES, "--cap", "2"]);
    let list = |title: &str, filter: &str| {
        let listing = owner.json(&[
            "listing",
            "create",
            "people",
            "count",
            "--where",
            filter,
            "--title",
            title,
            "--price",
            "1:5,2:8",
            "--ceiling",
            "2",
        ]);
        text(&listing, "id").to_owned()
    };
    let order = |listing: &str, to: &str| {
        text(&buyer.json(&["order", listing, "--to", to]), "id").to_owned()
    };
    let (gone, dearer, large) = (
        list("Gone", "age > 30"),
        list("Dearer", "age > 31"),
        list("Large", "age > 32"),
    );
    let orders = [order(&gone, "1"), order(&dearer, "1"), order(&large, "2")];
    owner.json(&["listing", "withdraw", &gone, "--reason", "not for sale"]);
    owner.json(&["listing", "reprice", &dearer, "--price", "1:50,2:80"]);
    // Another listing on the same people has used the cap up to ε 0.5.
    let last = list("Last", "age > 33");
    let early = order(&last, "1.5");
    owner.json(&["approve", &early, "--settlement", "paid"]);

    let receipts = owner.j("receipt list");
    for (order, code) in orders.iter().zip(["withdrawn", "stale-price", "over-cap"]) {
        owner.refused(&["approve", order]).is(1, code, &[]);
        let inbox = owner.j("inbox list");
        let item = inbox
            .as_array()
            .unwrap()
            .iter()
            .find(|item| item["order"]["id"] == order.as_str())
            .unwrap();
        assert_eq!(
            item["problem"]["code"], code,
            "the inbox says so before: {item}"
        );
    }
    assert_eq!(
        owner.j("receipt list"),
        receipts,
        "a refused approval leaves no receipt"
    );
    for order in &orders {
        owner.json(&["decline", order, "--reason", "overtaken"]);
        owner
            .refused(&["approve", order])
            .is(1, "declined-already", &[]);
    }
    assert_eq!(owner.j("inbox list"), json!([]));
    assert_eq!(buyer.j("collect")["declined"].as_array().unwrap().len(), 3);
}

#[test]
fn a_changed_byte_on_the_market_is_reported_and_nothing_of_it_kept() {
    let world = World::new();
    let owner = world.home("owner");
    let buyer = world.home("buyer");
    owner.import("people", TYPES, PEOPLE);
    let listing = owner.lists("people", "1:5", &[]);
    let order = buyer.json(&["order", text(&listing, "id"), "--to", "1"]);
    owner.json(&["approve", text(&order, "id"), "--settlement", "paid"]);
    let deliveries = snapshot(&world.path("market").join("deliveries"));
    let (path, bytes) = &deliveries[0];
    let mut changed = bytes.clone();
    let middle = changed.len() / 2;
    changed[middle] ^= 1;
    fs::write(path, &changed).unwrap();

    let run = buyer.run(&["collect", "--json"]);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let collected = run.document();
    assert_eq!(
        collected["unchecked"].as_array().unwrap().len(),
        1,
        "{collected}"
    );
    assert_eq!(buyer.j("holding list"), json!([]));
    // It is not read again until there is something else in its place.
    assert_eq!(buyer.j("collect")["unchecked"], json!([]));
    fs::write(path, &bytes[..middle]).unwrap();
    let said = buyer.run(&["collect"]);
    assert_eq!(said.code, 0);
    assert!(
        said.text().contains("has not arrived completely"),
        "{}",
        said.text()
    );

    fs::write(path, bytes).unwrap();
    assert_eq!(
        buyer.j("collect")["releases"].as_array().unwrap().len(),
        1,
        "the honest bytes are taken"
    );
}

#[test]
fn two_programs_cannot_have_one_home() {
    let world = World::new();
    let home = world.home("home");
    let options = poundwise_market::HomeOptions::default();
    let passphrase = poundwise_market::Passphrase::from(crate::support::PASSPHRASE.to_owned());
    let held = poundwise_market::Home::open(&home.home, &passphrase, &options).unwrap();
    home.refused(&["whoami"]).is(1, "in-use", &["home"]);
    home.refused(&["inbox", "list"]).is(1, "in-use", &["home"]);
    drop(held);
    assert_eq!(home.j("whoami")["name"], "home");
}

#[test]
fn a_folder_that_is_not_a_home_is_not_made_one() {
    let world = World::new();
    fs::create_dir(world.path("taken")).unwrap();
    fs::write(world.path("taken").join("letter.txt"), "dear").unwrap();
    world
        .trader("taken")
        .refused(&["init", "--name", "Taken"])
        .is(1, "not-empty", &["taken"]);
    assert_eq!(snapshot(&world.path("taken")).len(), 1);
    world
        .trader("fresh")
        .refused(&["init", "--name", ""])
        .is(2, "name", &[]);
    let market = |arguments: &[&str]| {
        let mut all = vec![
            "init",
            "--name",
            "Far",
            "--market",
            "ftp://example.org/market",
        ];
        all.extend(arguments);
        world.trader("far").command(&all)
    };
    refused(market(&[]), market(&["--json"])).is(2, "market-url", &["ftp://example.org/market"]);
    assert!(!world.path("fresh").exists() && !world.path("far").exists());
}

/// A folder that cannot be written. The superuser may write anywhere, so there it is a folder of
/// the kernel's.
#[cfg(target_os = "linux")]
#[test]
fn a_place_that_cannot_be_written_is_named() {
    let world = World::new();
    let home = world.home("home");
    let before = snapshot(&home.home);
    let refusal = home.refused(&["ledger", "export", "-o", "/proc/poundwise.ledger"]);
    assert_eq!(refusal.exit, 1);
    assert!(
        refusal.message.contains("/proc/poundwise.ledger"),
        "{refusal:?}"
    );
    assert!(!refusal.hints.is_empty());
    let run = world
        .command(&["--home", "/proc/poundwise", "init", "--name", "X"])
        .stdout(Stdio::null())
        .output()
        .unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(before == snapshot(&home.home));
}
