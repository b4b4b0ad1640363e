//! A whole sale by commands alone, and what each side sees of it.

use crate::support::{Trader, World, snapshot, text};
use serde_json::{Value, json};

/// Twelve people, quoted fields and all.
const PEOPLE: &str = "name,town,age,weight\n\
    \"Ada, the first\",Bruges,36,61.5\nBo,Ghent,41,80\nCy,\"Sint-Niklaas, Waas\",29,72.25\nDi,Ghent,67,58\n\
    Ed,Bruges,52,91.5\nFay,Ghent,33,64\nGus,Bruges,45,77\nHo,Ghent,71,69.75\nIda,Bruges,19,55\n\
    Jo,\"Sint-Niklaas, Waas\",24,82\nKim,Ghent,38,70.5\nLee,Bruges,60,88\n";

const TYPES: &str = "name:text,town:text,age:number,weight:number";

fn list(owner: &Trader, arguments: &[&str]) -> Value {
    let mut all = vec!["listing", "create", "people"];
    all.extend(arguments);
    all.extend(["--price", "0.5:10,1:15,2:20", "--ceiling", "2"]);
    if !arguments.contains(&"--title") {
        all.extend(["--title", "People of the towns"]);
    }
    all.extend(["--pay-to", "DE75 5121 0800 1245 1261 99"]);
    let listing = owner.json(&all);
    assert_eq!(listing["pay_to"], "payto://iban/DE75512108001245126199");
    listing
}

/// What is said of every interval.
const INTERVAL: &str = "± is the noise interval (95%): it contains the exact answer on this table. \
                        It does not describe people outside the table.";

/// Orders, approves, collects; the receipt.
fn buy(owner: &Trader, buyer: &Trader, listing: &str, to: &str) -> Value {
    let order = buyer.json(&["order", listing, "--to", to]);
    assert_eq!(order["status"], "pending");
    let receipt = owner.json(&["approve", text(&order, "id"), "--payment", "REF 1"]);
    let collected = buyer.j("collect");
    assert_eq!(collected["releases"][0]["id"], receipt["id"], "{collected}");
    assert_eq!(collected["rejected"], json!([]));
    receipt
}

fn numbers(buyer: &Trader, listing: &str) -> Vec<String> {
    let holdings = buyer.j("holding list");
    let holding = holdings
        .as_array()
        .unwrap()
        .iter()
        .find(|h| h["listing"]["id"] == listing)
        .unwrap();
    let newest = holding["responses"].as_array().unwrap().last().unwrap();
    newest["estimates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|e| text(e, "text").to_owned())
        .collect()
}

/// The one home here whose passphrase has its full strength, which takes a second each time.
#[test]
fn init_shows_the_recovery_key_once() {
    let world = World::new();
    let owner = world.trader("owner");
    let market = world.path("market");
    let init = owner.json(&[
        "init",
        "--name",
        "Ghent Registry",
        "--market",
        market.to_str().unwrap(),
    ]);
    let key = text(&init, "recovery_key");
    assert!(key.starts_with("AGE-SECRET-KEY-"));
    let who = owner.j("whoami");
    for field in ["name", "kid", "recipient", "dir", "market"] {
        assert_eq!(who[field], init[field], "{field}");
    }
    assert_eq!(who["name"], "Ghent Registry");
    assert!(who.get("recovery_key").is_none());
    owner
        .refused(&["init", "--name", "Again"])
        .is(1, "home-exists", &["owner"]);
    for (path, content) in snapshot(&owner.home) {
        assert!(
            !content
                .windows(key.len())
                .any(|part| part == key.as_bytes()),
            "{} holds the key",
            path.display()
        );
    }

    let other = world.trader("other").say(&[
        "init",
        "--name",
        "Other",
        "--market",
        market.to_str().unwrap(),
    ]);
    let keys: Vec<&str> = other
        .lines()
        .filter(|line| line.trim().starts_with("AGE-SECRET-KEY-"))
        .collect();
    assert_eq!(keys.len(), 1, "{other}");
    assert!(other.contains("Recovery key, shown this once"), "{other}");
}

#[test]
fn a_whole_sale_by_commands_alone() {
    let world = World::new();
    let owner = world.home("Ghent Registry");
    let buyer = world.home("Buyer");
    let other = world.home("Other");
    let file = world.file("people.csv", PEOPLE);
    assert_eq!(owner.json(&["dataset", "preview", &file])["rows"], 12);
    assert_eq!(
        owner.j("dataset list"),
        json!([]),
        "a preview stores nothing"
    );
    let dataset = owner.json(&["dataset", "import", &file, "--types", TYPES, "--cap", "5"]);
    assert_eq!(
        (&dataset["name"], &dataset["rows"]),
        (&json!("people"), &json!(12))
    );

    let mean = list(
        &owner,
        &[
            "mean",
            "weight",
            "--bounds",
            "40..120",
            "--step",
            "0.1",
            "--unit",
            "kg",
            "--public-rows",
            "12",
            "--rows-known-elsewhere",
        ],
    );
    let towns = list(
        &owner,
        &[
            "histogram",
            "town",
            "--bins",
            "Ghent,\"Sint-Niklaas, Waas\"",
            "--bin",
            "Bruges",
        ],
    );
    assert_eq!(
        towns["labels"].as_array().unwrap()[..3],
        ["Ghent", "Sint-Niklaas, Waas", "Bruges"].map(Value::from)
    );
    let dry = owner.json(&[
        "listing",
        "create",
        "people",
        "count",
        "--where",
        "age >= 40",
        "--title",
        "A listing",
        "--price",
        "1:1",
        "--dry-run",
    ]);
    assert_eq!(dry["sensitivity"], 1);
    assert_eq!(
        owner.j("listing list").as_array().unwrap().len(),
        2,
        "a dry run lists nothing"
    );

    let mean_id = text(&mean, "id");
    assert_eq!(buyer.j("market list").as_array().unwrap().len(), 2);
    assert_eq!(
        buyer.json(&["market", "list", "--search", "no such thing"]),
        json!([])
    );
    // Two hyphens at its start would make an option of a shortened id.
    let short = if mean_id.starts_with("--") {
        mean_id
    } else {
        &mean_id[..6]
    };
    assert_eq!(
        buyer.json(&["market", "show", short])["id"],
        mean_id,
        "ids may be shortened"
    );

    let quote = buyer.json(&["quote", mean_id, "--to", "0.5"]);
    assert_eq!(
        quote["price"],
        json!({"minor": 1000, "currency": "EUR", "exponent": 2})
    );
    assert_eq!(quote["now"], json!([]));
    assert!(!quote["then"].as_array().unwrap().is_empty());
    // The other way round: the accuracy of that level takes that level at most, and it reaches it.
    let half = &quote["then"][0];
    let least = buyer.json(&[
        "quote",
        mean_id,
        "--accuracy",
        text(half, "text"),
        "--of",
        text(half, "of"),
    ]);
    let level = least["to"].as_u64().unwrap();
    assert!((1..=500_000).contains(&level), "{least}");
    assert_eq!(least["then"][0]["text"], half["text"]);

    // One buyer in five steps, the other in one: the same numbers for the same money.
    for to in ["0.5", "0.75", "1", "1.5", "2"] {
        buy(&owner, &buyer, mean_id, to);
    }
    let last = buy(&owner, &other, mean_id, "2");
    assert_eq!(last["sequence"], 6);
    assert_eq!(
        (
            &last["question_loss"],
            &last["population_loss_micro_epsilon"]
        ),
        (&json!(2_000_000), &json!(2_000_000))
    );
    assert_eq!(last["settlement"], "paid");
    assert_eq!(numbers(&buyer, mean_id), numbers(&other, mean_id));
    let paid = |trader: &Trader| trader.j("holding list")[0]["paid"]["minor"].clone();
    assert_eq!((paid(&buyer), paid(&other)), (json!(2000), json!(2000)));

    // The same for a histogram, the other way round.
    let towns_id = text(&towns, "id");
    buy(&owner, &other, towns_id, "1");
    for to in ["0.2", "0.4", "0.6", "0.8", "1"] {
        buy(&owner, &buyer, towns_id, to);
    }
    assert_eq!(numbers(&buyer, towns_id), numbers(&other, towns_id));

    // Declined with a reason; approved twice is approved once.
    let order = other.json(&["order", towns_id, "--to", "1.5"]);
    let id = text(&order, "id");
    let item = &owner.j("inbox list")[0];
    assert_eq!(
        (
            &item["population_loss_before"],
            &item["population_loss_after"]
        ),
        (&json!(3_000_000), &json!(3_500_000))
    );
    assert_eq!(
        (&item["question_loss_before"], &item["question_loss_after"]),
        (&json!(1_000_000), &json!(1_500_000))
    );
    assert_eq!(
        (&item["population"], &item["cap_micro_epsilon"]),
        (&json!("people"), &json!(5_000_000))
    );
    owner.json(&["decline", id, "--reason", "not this month"]);
    assert_eq!(
        other.j("collect")["declined"][0]["reason"],
        "not this month"
    );
    let order = other.json(&["order", towns_id, "--to", "1.25"]);
    let approve = ["approve", text(&order, "id")];
    let said = |option, value| [&approve[..], &[option, value]].concat();
    let refused = owner.refused(&approve);
    refused.is(2, "settlement-unsaid", &["paid, on credit or free"]);
    let way_out = "State the settlement: `--settlement paid|credit|free`.";
    assert!(refused.hints.iter().any(|hint| hint == way_out));
    let once = owner.json(&said("--settlement", "paid"));
    assert_eq!(owner.json(&approve), once);
    let again = owner.say(&approve);
    assert!(again.starts_with("Approved before: "), "{again}");
    let refused = owner.refused(&said("--payment", "another"));
    refused.is(1, "approved-already", &["settlement as paid"]);
    assert_eq!(owner.j("receipt list").as_array().unwrap().len(), 13);
    other.j("collect");
    assert_eq!(owner.j("deliver")["undelivered"], 0);
    assert_eq!(owner.j("inbox list"), json!([]));
    assert_eq!(
        owner
            .json(&["inbox", "list", "--answered"])
            .as_array()
            .unwrap()
            .len(),
        14
    );

    exports(&world, &buyer, mean_id);
    audits(&world, &owner, &buyer);
    words(&owner, &buyer, &world.home("Onlooker"), mean_id);
    withdrawn(&owner, &buyer, &mean, &towns);
}

fn exports(world: &World, buyer: &Trader, listing: &str) {
    let csv = buyer.run(&["export", listing]);
    assert_eq!((csv.code, csv.stderr.as_str()), (0, ""));
    let lines = csv.text();
    assert!(
        lines.starts_with("label,estimate,noise_low95,noise_high95,unit,epsilon,rho,owner,"),
        "{lines}"
    );
    assert_eq!(lines.lines().count(), 2, "a mean is one row:\n{lines}");
    words_to_quote(world, buyer, listing);
    assert_eq!(
        buyer.run(&["export", listing, "-o", "-"]).text(),
        lines,
        "- is stdout"
    );
    buyer.json(&["export", listing, "--format", "json"]);
    let file = world.path("out.parquet");
    let exported = buyer.json(&[
        "export",
        listing,
        "--format",
        "parquet",
        "-o",
        file.to_str().unwrap(),
    ]);
    let bytes = std::fs::read(&file).unwrap();
    assert_eq!(exported["bytes"], bytes.len());
    assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"));
    assert_eq!(
        buyer
            .run(&["export", listing, "--format", "parquet"])
            .stdout,
        bytes
    );
    let refusal = buyer.refused(&["export", listing, "-o", "no/such/folder/x.csv"]);
    refusal.is(1, "not-found", &["no/such/folder/x.csv"]);
    assert_eq!(
        buyer.run(&["export", listing, "--json"]).code,
        2,
        "CSV is not a JSON document"
    );
}

fn audits(world: &World, owner: &Trader, buyer: &Trader) {
    let (ledger, bundle) = (world.path("owner.ledger"), world.path("sale.bundle"));
    let (ledger, bundle) = (ledger.to_str().unwrap(), bundle.to_str().unwrap());
    owner.json(&["ledger", "export", "-o", ledger]);
    let holdings = buyer.j("holding list");
    let receipt =
        holdings[0]["responses"].as_array().unwrap().last().unwrap()["receipt"]["id"].clone();
    buyer.json(&["holding", "export", receipt.as_str().unwrap(), "-o", bundle]);

    let audit = world.run(&["audit", ledger, bundle, "--json"]);
    assert_eq!((audit.code, audit.stderr.as_str()), (0, ""));
    assert_eq!(audit.document()["verdict"], "holds");
    let gaps = &audit.document()["coverage"]["gaps"];
    assert_eq!(
        gaps.as_array().unwrap().last().unwrap()["needed"],
        "opening"
    );
    let said = world.run(&["audit", ledger, bundle, "--report", "report.html"]);
    assert_eq!(said.code, 0);
    assert!(
        said.text()
            .contains("check out: one unbroken log, ε and money add up."),
        "{}",
        said.text()
    );
    assert!(
        std::fs::read_to_string(world.path("report.html"))
            .unwrap()
            .contains("<html")
    );
    world.run(&[
        "audit",
        ledger,
        "--report",
        "bericht.html",
        "--language",
        "de",
    ]);
    let german = std::fs::read_to_string(world.path("bericht.html")).unwrap();
    assert!(german.contains("<html lang=\"de\">") && german.contains("ein lückenloses Protokoll"));
    world.run(&["audit", ledger, "--report", "report.json"]);
    let saved: Value =
        serde_json::from_slice(&std::fs::read(world.path("report.json")).unwrap()).unwrap();
    assert_eq!(saved["verdict"], "holds");

    // A changed byte in either: findings, and exit code 1.
    for (file, changed) in [(ledger, "changed.ledger"), (bundle, "changed.bundle")] {
        let mut bytes = std::fs::read(file).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        let changed = world.file(changed, bytes);
        let audit = world.run(&["audit", &changed, "--json"]);
        assert_eq!((audit.code, audit.stderr.as_str()), (1, ""), "{changed}");
        let report = audit.document();
        assert_ne!(report["verdict"], "holds");
        assert!(!report["findings"].as_array().unwrap().is_empty());
        let said = world.run(&["audit", &changed]);
        assert_eq!(said.code, 1);
        assert!(!said.text().contains("add up."));
    }
}

/// The digits of a number, and a text as it is.
fn digits(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// The answer as text and as a citation, the lattice beside a table, and code that reads it.
fn words_to_quote(world: &World, buyer: &Trader, listing: &str) {
    let rows = buyer.json(&["export", listing, "--format", "json"]);
    let row = &rows[0];
    let text = buyer.run(&["export", listing, "--format", "text"]).text();
    for name in ["label", "estimate", "noise_low95", "noise_high95", "unit"] {
        assert!(text.contains(&digits(&row[name])), "{name}: {text}");
    }
    let cited = buyer
        .run(&["export", listing, "--format", "citation"])
        .text();
    for name in ["owner", "epsilon", "listing", "receipt", "date"] {
        assert!(cited.contains(&digits(&row[name])), "{name}: {cited}");
    }
    assert!(cited.contains(env!("CARGO_PKG_VERSION")), "{cited}");

    let [answer, lattice, note] = ["answer.csv", "lattice.csv", "note.txt"].map(|name| {
        let path = world.path(name);
        path.to_str().unwrap().to_owned()
    });
    let table = ["export", listing, "--replace", "-o", &answer];
    let code = buyer.run(&[&table[..], &["--snippet", "python"]].concat());
    assert!(code.text().starts_with("import csv"), "{}", code.text());
    let wrote = buyer.json(&[&table[..], &["--lattice", &lattice]].concat());
    assert_eq!(
        wrote["lattice"]["bytes"],
        std::fs::metadata(&lattice).unwrap().len()
    );
    assert!(wrote["r"].as_str().unwrap().contains(&answer));
    // One file cannot be both.
    buyer
        .refused(&[&table[..], &["--lattice", &answer]].concat())
        .is(2, "file-exists", &["answer.csv"]);
    let exported = buyer.json(&["export", listing, "--format", "text", "-o", &note]);
    assert_eq!(exported["bytes"], text.len());
    assert_eq!(std::fs::read_to_string(note).unwrap(), text);
}

/// Units stand beside numbers, and every answer in words says something.
fn words(owner: &Trader, buyer: &Trader, other: &Trader, listing: &str) {
    let show = owner.say(&["listing", "show", listing]);
    for part in ["ε 2 (2 lb)", "€20.00", "kg", "lattice steps"] {
        assert!(show.contains(part), "{part:?} is not in\n{show}");
    }
    let quote = other.say(&["quote", listing, "--to", "1"]);
    for part in [
        "ε 1 (1 lb)",
        "€15.00",
        "kg (95%)",
        "poundwise order",
        INTERVAL,
    ] {
        assert!(quote.contains(part), "{part:?} is not in\n{quote}");
    }
    for line in [
        "whoami",
        "dataset list",
        "dataset show people",
        "population list",
        "population show people",
        "listing list",
        "inbox list",
        "inbox list --answered",
        "receipt list",
        "books",
        "deliver",
    ] {
        assert!(
            owner
                .say(&line.split(' ').collect::<Vec<_>>())
                .ends_with('\n'),
            "{line}"
        );
    }
    for line in ["market list", "order list", "holding list", "collect"] {
        assert!(
            buyer
                .say(&line.split(' ').collect::<Vec<_>>())
                .ends_with('\n'),
            "{line}"
        );
    }
    assert!(owner.say(&["books"]).contains("€"));
    // What an interval holds is said once in an answer, and by its own name.
    let holdings = buyer.say(&["holding", "list"]);
    for answer in [&quote, &holdings] {
        assert_eq!(answer.matches(INTERVAL).count(), 1, "{answer}");
        assert!(!answer.contains("confidence"), "{answer}");
    }
    assert!(
        holdings.contains("± ") && holdings.contains("kg (95%)"),
        "{holdings}"
    );
}

fn withdrawn(owner: &Trader, buyer: &Trader, mean: &Value, towns: &Value) {
    let towns_id = text(towns, "id");
    // A new tariff: an order at the old version is stale.
    let newer = owner.json(&["listing", "reprice", towns_id, "--price", "1:1,2:3"]);
    assert_eq!(newer["question"], towns["question"]);
    buyer
        .refused(&["order", towns_id, "--to", "2"])
        .is(1, "stale-price", &[text(towns, "title")]);
    let quote = buyer.json(&["quote", text(&newer, "id"), "--to", "2"]);
    assert_eq!(
        (&quote["from"], &quote["price"]["minor"]),
        (&json!(1_000_000), &json!(200))
    );
    owner.json(&[
        "listing",
        "withdraw",
        text(&newer, "id"),
        "--reason",
        "sold elsewhere",
    ]);
    buyer
        .refused(&["order", text(&newer, "id"), "--to", "2"])
        .is(1, "withdrawn", &[text(towns, "title")]);
    assert_eq!(
        buyer.json(&["market", "show", text(mean, "id")])["status"],
        "open"
    );
}
