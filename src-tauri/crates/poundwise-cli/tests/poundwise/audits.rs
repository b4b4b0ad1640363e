//! Published ledgers, openings, replays and alarms, by commands alone.

use std::fs;
use std::process::Command;

use serde_json::json;

use crate::support::{Trader, World, text};

/// An owner with a histogram, and a buyer who bought up to ε 1 and ε 2.
fn sold(world: &World) -> (Trader<'_>, Trader<'_>, String) {
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    owner.import("towns", "town:text", "town\nGhent\nBruges\nGhent\nGhent\n");
    let listing = owner.json(&[
        "listing",
        "create",
        "towns",
        "histogram",
        "town",
        "--bins",
        "Ghent,Bruges",
        "--title",
        "A listing",
        "--price",
        "4:40",
    ]);
    let listing = text(&listing, "id").to_owned();
    buy(&owner, &buyer, &listing, "1");
    buy(&owner, &buyer, &listing, "2");
    (owner, buyer, listing)
}

fn buy(owner: &Trader, buyer: &Trader, listing: &str, to: &str) -> String {
    let order = buyer.json(&["order", listing, "--to", to]);
    let receipt = owner.json(&["approve", text(&order, "id"), "--settlement", "paid"]);
    let collected = buyer.j("collect");
    assert_eq!(collected["alarms"], json!([]), "{collected}");
    assert_eq!(collected["unchecked"], json!([]), "{collected}");
    text(&receipt, "id").to_owned()
}

fn bundle(world: &World, buyer: &Trader, receipt: &str) -> String {
    let file = world.path("a.bundle").to_str().unwrap().to_owned();
    buyer.json(&["holding", "export", receipt, "-o", &file]);
    file
}

#[test]
fn a_stray_file_is_left_out_and_a_document_is_checked_under_any_name() {
    let world = World::new();
    let (owner, _, _) = sold(&world);
    let path = |name: &str| world.path(name).to_str().unwrap().to_owned();
    let ledger = path("l.ledger");
    owner.json(&["ledger", "export", "-o", &ledger]);
    let receipts = path("receipts.csv");
    owner.json(&["receipt", "export", "-o", &receipts]);
    let photo = path("photo.png");
    fs::write(&photo, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").unwrap();
    let run = world.run(&["audit", &ledger, &receipts, &photo]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for said in [
        "receipts.csv: not part of the books: left out.",
        "photo.png: not part of the books: left out.",
        "lacks an opening",
        "lacks bundles",
    ] {
        assert!(run.text().contains(said), "{said}: {}", run.text());
    }
    // A ledger with a wrong byte, in place of the receipts.
    let mut wrong = fs::read(&ledger).unwrap();
    let at = wrong.len() - 40;
    wrong[at] ^= 1;
    fs::write(&receipts, &wrong).unwrap();
    assert_ne!(world.run(&["audit", &ledger, &receipts]).code, 0);
    let picture = path("shop.bundle");
    fs::copy(&photo, &picture).unwrap();
    assert_ne!(world.run(&["audit", &ledger, &picture]).code, 0);
}

#[test]
fn a_market_is_audited_by_its_address_alone_and_with_files() {
    let world = World::new();
    let (owner, buyer, listing) = sold(&world);
    let bundle = bundle(&world, &buyer, &buy(&owner, &buyer, &listing, "4"));
    let ledger = world.path("l.ledger").to_str().unwrap().to_owned();
    owner.json(&["ledger", "export", "-o", &ledger]);
    let kid = owner.j("whoami")["kid"].as_str().unwrap().to_owned();
    let market = format!("file://{}#{kid}", world.path("market").display());

    let run = world.run(&["audit", &market]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.text().starts_with(
            "The signatures and the log are valid. Sales were not checked: add a ledger.\n\
             Deliveries were not checked: add the bundles.\n\
             Values were not computed again: add an opening.\n"
        ),
        "{}",
        run.text()
    );
    let all = world.run(&["audit", &market, &bundle, &ledger, "--json"]);
    assert_eq!((all.code, &all.document()["findings"]), (0, &json!([])));

    // One entry cut from the published log.
    let folder = world.path("market/ledgers").join(&kid);
    fs::remove_file(folder.join("tile/entries/000.p/4")).unwrap();
    let run = world.run(&["audit", &market]);
    assert_eq!(run.code, 1);
    assert!(
        run.text().contains("tile/entries/000.p/4 is missing"),
        "{}",
        run.text()
    );
}

#[test]
fn an_opening_needs_a_yes_and_its_auditor_replays_with_it() {
    let world = World::new();
    let (owner, buyer, listing) = sold(&world);
    let auditor = world.home("auditor");
    let recipient = auditor.j("whoami")["recipient"]
        .as_str()
        .unwrap()
        .to_owned();
    let bundle = bundle(&world, &buyer, &buy(&owner, &buyer, &listing, "4"));
    let file = world.path("o.opening").to_str().unwrap().to_owned();
    let grant = ["grant", &listing, "--to", &recipient, "-o", &file];
    owner
        .refused(&grant)
        .is(2, "confirm", &["reveals the data", "cannot be taken back"]);
    assert!(!world.path("o.opening").exists());
    let help = world.run(&["grant", "--help"]);
    assert!(
        help.text().contains("AN OPENING REVEALS THE DATA"),
        "{}",
        help.text()
    );

    let mut yes = grant.to_vec();
    yes.push("--yes");
    assert!(owner.say(&yes).contains("IT REVEALS THE DATA"));
    let said = auditor.say(&["replay", &file, &bundle]);
    assert!(said.contains("1 release of “"), "{said}");
    assert!(said.contains("all the same bit for bit"), "{said}");
    buyer
        .refused(&["replay", &file, &bundle])
        .is(1, "decrypt", &["o.opening"]);
}

#[test]
fn the_books_are_written_as_a_journal_that_hledger_accepts() {
    let world = World::new();
    let (owner, ..) = sold(&world);
    let file = world.path("books.journal");
    let name = file.to_str().unwrap();
    owner.json(&["ledger", "export", "--format", "hledger", "-o", name]);
    let journal = fs::read_to_string(&file).unwrap();
    assert!(journal.contains("10.00 EUR = 20.00 EUR"), "{journal}");
    match Command::new("hledger")
        .args(["-f", name, "check", "--strict"])
        .output()
    {
        Ok(run) => assert!(
            run.status.success(),
            "{}",
            String::from_utf8_lossy(&run.stderr)
        ),
        Err(_) => println!("skipped: hledger is not installed (apt install hledger)"),
    }
}

#[test]
fn a_rolled_back_ledger_is_an_alarm_in_words_and_in_json() {
    let world = World::new();
    let (owner, buyer, listing) = sold(&world);
    assert!(
        buyer
            .say(&["alarm", "list"])
            .contains("No owner has contradicted itself")
    );
    let kid = owner.j("whoami")["kid"].as_str().unwrap().to_owned();
    let checkpoint = world.path("market/ledgers").join(kid).join("checkpoint");
    let old = fs::read(&checkpoint).unwrap();
    buy(&owner, &buyer, &listing, "4");
    fs::write(&checkpoint, old).unwrap();

    let run = buyer.run(&["collect"]);
    assert_eq!(run.code, 1);
    assert!(run.text().starts_with("ALARM     owner"), "{}", run.text());
    assert!(
        run.text().contains("has 3 entries, and 4 were seen before"),
        "{}",
        run.text()
    );
    let alarms = buyer.j("alarm list");
    let first = alarms[0]["number"].to_string();
    assert_eq!(buyer.json(&["alarm", "show", &first]), alarms[0]);
    buyer
        .refused(&["alarm", "show", "99"])
        .is(1, "no-such-alarm", &["99"]);
    assert_eq!(alarms[0]["kind"], "rolled-back");
    let evidence = text(&alarms[0], "evidence");
    assert!(fs::exists(format!("{evidence}/kept.checkpoint")).unwrap());

    // Until the buyer decides, each view of this owner shows the alarm, and orders are rejected.
    let orders = buyer.j("order list");
    let order = text(&orders[0], "id");
    for shows in [
        &["market", "list"][..],
        &["market", "show", &listing],
        &["order", "show", order],
    ] {
        let shown = buyer.say(shows);
        assert!(shown.contains("poundwise alarm show 1"), "{shown}");
    }
    assert_eq!(buyer.j("market list")[0]["alarm"], 1);
    assert_eq!(orders[0]["alarm"], 1);
    let refused = buyer.refused(&["order", &listing, "--to", "3"]);
    refused.is(
        1,
        "alarm-open",
        &["Alarm 1 about owner", "Nothing was ordered"],
    );
    let hints = refused.hints.join(" ");
    for command in [
        "poundwise alarm show 1",
        "poundwise alarm dismiss 1 --trust DOCUMENT --reason TEXT",
    ] {
        assert!(hints.contains(command), "{hints}");
    }

    // Looked at: the market is an old copy of itself, and the ledger seen first is the one to go on
    // from.
    let number = alarms[0]["number"].to_string();
    let dismiss = |reason: &str| {
        buyer.run(&[
            "alarm", "dismiss", &number, "--trust", "kept", "--reason", reason,
        ])
    };
    assert_eq!(dismiss(" ").code, 2, "without a reason");
    let run = dismiss("market restored");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.text().contains("seen first: market restored"),
        "{}",
        run.text()
    );
    let collected = buyer.run(&["collect"]);
    assert_eq!(collected.code, 0, "{}", collected.text());
    assert!(
        collected
            .text()
            .contains("shows only 3 entries of the ledger, but 4 entries were seen"),
        "{}",
        collected.text()
    );
    assert_eq!(buyer.j("market list")[0]["alarm"], json!(null));
    // The alarm no longer blocks orders.
    buyer
        .refused(&["order", &listing, "--to", "3"])
        .is(1, "already-held", &[]);
    let alarms = buyer.j("alarm list");
    assert_eq!(alarms[0]["dismissal"]["reason"], "market restored");
    assert!(fs::exists(format!("{evidence}/kept.checkpoint")).unwrap());
    assert_eq!(
        buyer
            .run(&["alarm", "dismiss", "9", "--trust", "found", "--reason", "x"])
            .code,
        1
    );
}

#[test]
fn a_refusal_and_a_receipt_for_one_order_are_an_alarm_that_the_buyer_decides() {
    let world = World::new();
    let (owner, buyer, listing) = sold(&world);
    let order = buyer.json(&["order", &listing, "--to", "4"]);
    let order = text(&order, "id");
    owner.j("inbox list");
    let copied = Command::new("cp")
        .arg("-r")
        .args([world.path("owner"), world.path("twin")])
        .status()
        .unwrap();
    assert!(copied.success());
    let code = owner.j("home show");
    let code = text(&code, "code");
    let twin = world.trader("twin");
    twin.json(&["--state", "elsewhere", "home", "confirm", code]);
    twin.json(&[
        "--state",
        "elsewhere",
        "decline",
        order,
        "--reason",
        "sold out",
    ]);
    owner.json(&["approve", order, "--settlement", "paid"]);

    let run = buyer.run(&["collect"]);
    assert_eq!(run.code, 1);
    let said = run.text();
    assert!(said.starts_with("ALARM     owner"), "{said}");
    for words in [
        "signed a refusal and a receipt for one order",
        &format!("The order: {order}"),
        "Neither is accepted",
        "poundwise alarm dismiss 1 --trust receipt|refusal",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let alarms = buyer.j("alarm list");
    assert_eq!(alarms[0]["kind"], "two-answers");
    let evidence = text(&alarms[0], "evidence");
    for name in ["order.jws", "receipt.jws", "refusal.jws", "listing.jws"] {
        assert!(fs::exists(format!("{evidence}/{name}")).unwrap(), "{name}");
    }
    let dismiss = |trust: &str| {
        buyer.run(&[
            "alarm", "dismiss", "1", "--trust", trust, "--reason", "asked",
        ])
    };
    assert_eq!(dismiss("kept").code, 2, "it is not about ledgers");
    let run = dismiss("receipt");
    assert!(
        run.text().contains("go on from the receipt: asked"),
        "{}",
        run.text()
    );
    let collected = buyer.j("collect");
    assert_eq!(
        collected["releases"].as_array().unwrap().len(),
        1,
        "{collected}"
    );
}

/// A verdict on the noise keeps its false-alarm rate only for bundles that were not chosen by their
/// values: it says which of the ledger's are missing, and never stands without that.
#[test]
fn a_verdict_on_the_noise_says_which_bundles_are_missing() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    owner.population("machines", "8");
    let numbers: String = (0..400).map(|i| format!("{}\n", i % 90)).collect();
    let file = world.file("numbers.txt", numbers);
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
        "0..100",
        "--step",
        "1",
        "--protect",
        "5",
        "--price",
        "4:40",
        "--title",
        "Numbers",
    ]);
    let listing = text(&listing, "id");
    let mut bundles = Vec::new();
    for to in ["1", "2", "4"] {
        let receipt = buy(&owner, &buyer, listing, to);
        let file = world.path(&format!("{to}.bundle"));
        let file = file.to_str().unwrap().to_owned();
        buyer.json(&["holding", "export", &receipt, "-o", &file]);
        bundles.push(file);
    }
    let ledger = world.path("l.ledger").to_str().unwrap().to_owned();
    owner.json(&["ledger", "export", "-o", &ledger]);
    let audit = |files: &[&str]| {
        let run = world.run(&[&["audit"], files].concat());
        assert_eq!(run.code, 0, "{}", run.text());
        let text = run.text();
        let bare = text.lines().any(|line| line.ends_with("with honest noise"));
        assert!(!bare, "a verdict stands alone: {text}");
        text
    };
    let all = audit(&[&ledger, &bundles[0], &bundles[1], &bundles[2]]);
    for part in [
        "consistent with honest noise, in all bundles of the ledger",
        "bundles given",
        "none",
    ] {
        assert!(all.contains(part), "{part:?}: {all}");
    }
    let some = audit(&[&ledger, &bundles[0], &bundles[2]]);
    for part in [
        "in the bundles given, if they were not chosen by their values",
        "1 missing",
        "1: receipt 3",
    ] {
        assert!(some.contains(part), "{part:?}: {some}");
    }
    let unknown = audit(&[&bundles[0], &bundles[2]]);
    for part in ["not known without the whole ledger", "which are missing"] {
        assert!(unknown.contains(part), "{part:?}: {unknown}");
    }
}

/// Whatever is exported: a file that is there is replaced only with --replace.
#[test]
fn no_file_is_written_over_without_a_word() {
    let world = World::new();
    let (owner, buyer, listing) = sold(&world);
    let receipt = text(&owner.j("receipt list")[0], "id").to_owned();
    let path = |name: &str| world.path(name).to_str().unwrap().to_owned();
    let auditor = world.home("auditor");
    let recipient = text(&auditor.j("whoami"), "recipient").to_owned();
    let ledger = path("a.ledger");
    owner.json(&["ledger", "export", "-o", &ledger]);
    let lattice = path("lattice.csv");
    let report = path("report.json");
    let cases: [(&Trader, &[&str], &str); 9] = [
        (&owner, &["ledger", "export", "-o"], "b.ledger"),
        (&owner, &["receipt", "export", "-o"], "receipts.csv"),
        (
            &owner,
            &["grant", &listing, "--to", &recipient, "--yes", "-o"],
            "a.opening",
        ),
        (&owner, &["listing", "propose", "towns", "-o"], "table.csv"),
        (&buyer, &["holding", "export", &receipt, "-o"], "a.bundle"),
        (&buyer, &["export", &listing, "-o"], "answer.csv"),
        (
            &buyer,
            &["export", &listing, "--format", "text", "-o"],
            "answer.txt",
        ),
        (
            &buyer,
            &["tighten", &listing, "--to", "0.5", "-o"],
            "a.copy",
        ),
        (&auditor, &["audit", &ledger, "--report"], "report.json"),
    ];
    for (who, line, name) in cases {
        let file = path(name);
        let line = [line, &[file.as_str()]].concat();
        assert_eq!(who.run(&line).code, 0, "{line:?}");
        let before = fs::read(&file).unwrap();
        let refusal = who.refused(&line);
        refusal.is(1, "file-exists", &[name]);
        assert!(refusal.hints[0].contains("--replace"), "{refusal:?}");
        assert_eq!(fs::read(&file).unwrap(), before, "{line:?}");
        let again = [&line[..], &["--replace"]].concat();
        let run = who.run(&again);
        assert_eq!(run.code, 0, "{again:?}: {}", run.stderr);
    }
    // The lattice beside an answer is a file too.
    fs::write(&lattice, "mine").unwrap();
    let other = path("other.csv");
    let line = ["export", &listing, "-o", &other, "--lattice", &lattice];
    buyer.refused(&line).is(1, "file-exists", &["lattice.csv"]);
    assert_eq!(fs::read(&lattice).unwrap(), b"mine");
    assert!(!world.path("other.csv").exists());
    assert!(fs::exists(&report).unwrap());
}
