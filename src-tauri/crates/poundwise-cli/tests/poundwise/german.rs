//! Answers in German: no heading, field or sentence of them is English.

use std::cell::RefCell;
use std::collections::BTreeSet;

use crate::support::{PASSPHRASE, Trader, World, sell, text, wait_beside_a_rule};

/// Names and texts of the test, which are the same in each language.
const DATA: [&str; 9] = [
    "A listing",
    "Ages",
    "Bea",
    "REF",
    "monthly",
    "owner",
    "buyer",
    "table",
    "too dear",
];

/// Cells that are the same in each language: a description, names of columns and bins, and words of
/// `--types`.
const SAME: [&str; 5] = ["Age", "age", "number", "other", "text"];

/// Words of English sentences that no German sentence has.
const ENGLISH: [&str; 13] = [
    "the", "and", "are", "from", "with", "not", "for", "this", "that", "nothing", "yet", "which",
    "each",
];

/// Runs a line in a language. An audit that finds something ends with code 1.
fn said(trader: &Trader, line: &str, language: &str) -> String {
    let mut arguments = vec!["--language", language];
    arguments.extend(line.split_whitespace());
    let run = trader.run(&arguments);
    assert!(run.code < 2, "{line}: {}", run.stderr);
    assert!(!run.stderr.contains("error: "), "{line}: {}", run.stderr);
    run.text()
}

/// Returns a text without data and commands to type.
fn without_data(line: &str) -> String {
    let line = line.split("poundwise ").next().unwrap_or_default();
    let mut line = line.to_owned();
    for data in DATA {
        line = line.replace(data, "");
    }
    line
}

/// Returns the words of a text: tokens of at least three letters. Ids and payment references are
/// none.
fn words(text: &str) -> Vec<String> {
    let tokens = text.split(' ').map(|token| {
        token.trim_matches(|sign: char| !sign.is_alphanumeric() && sign != '/' && sign != '_')
    });
    tokens
        .filter(|token| {
            token.chars().count() > 2
                && token.chars().all(char::is_alphabetic)
                && !token.chars().skip(1).any(char::is_uppercase)
                && ![10, 43].contains(&token.len())
        })
        .map(str::to_owned)
        .collect()
}

/// Returns the cells and fields of an answer that have words.
fn phrases(answer: &str) -> BTreeSet<String> {
    let lines = answer.lines().map(without_data);
    let cells: Vec<String> = lines
        .flat_map(|line| line.split("  ").map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let cells = cells.iter().map(|cell| cell.trim());
    cells
        .map(|cell| cell.trim_end_matches(", other"))
        .filter(|cell| !words(cell).is_empty() && !SAME.contains(cell))
        .map(str::to_owned)
        .collect()
}

/// Returns the phrases of the German answer that the English one has too, and its English words.
fn english_in(trader: &Trader, line: &str) -> Vec<String> {
    let (english, german) = (said(trader, line, "en"), said(trader, line, "de"));
    assert!(!phrases(&english).is_empty(), "{line}: {english}");
    let german_phrases = phrases(&german);
    let both = phrases(&english)
        .intersection(&german_phrases)
        .cloned()
        .collect::<Vec<_>>();
    let of_sentences = german_phrases
        .into_iter()
        .filter(|phrase| words(phrase).iter().any(|word| ENGLISH.contains(&&**word)));
    let found = both.into_iter().chain(of_sentences);
    found.map(|phrase| format!("{line}: {phrase}")).collect()
}

#[test]
fn answers_about_a_sale_are_german() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let wrong = RefCell::new(Vec::new());
    let all = |trader: &Trader, lines: &[&str]| {
        for line in lines {
            wrong.borrow_mut().extend(english_in(trader, line));
        }
    };
    let owners = |lines: &[&str]| all(&owner, lines);
    let buyers = |lines: &[&str]| all(&buyer, lines);

    // Empty lists.
    owners(&[
        "inbox list",
        "inbox list --answered",
        "dataset list",
        "population list",
        "listing list",
        "receipt list",
        "rule list",
        "contact list",
        "block list",
        "payments list",
        "bank list",
        "invoice list",
        "invoice details",
        "codebook list",
        "books",
    ]);
    buyers(&[
        "market list",
        "order list",
        "holding list",
        "alarm list",
        "collect",
    ]);

    let file = world.file("table.csv", "age\n31\n42\n53\nnone\n");
    owners(&[&format!("dataset preview {file}")]);
    owner.import("table", "age:number", "age\n31\n42\n53\nnone\n");
    let listing = owner.lists("table", "4:80", &[]);
    let listing = text(&listing, "id");
    let histogram = owner.j(
        "listing create table histogram age --edges 0,40,80 --title Ages --price 1:10,4:40 \
         --description Age",
    );
    let histogram = text(&histogram, "id");
    owners(&[
        "dataset list",
        "dataset show table",
        "population list",
        "population show table",
        "population plan table",
        "population promise table",
        "population guess",
        "population cap table 500 --dry-run",
        "listing list",
        &format!("listing show {histogram}"),
        &format!("listing reprice {listing} --price 4:90 --dry-run"),
        "listing create table count --title A --price 1:10 --dry-run",
        "listing create table mean age --bounds 0..100 --title A --price 1:10 --dry-run",
        "listing create table sum age --bounds 0..100 --step 1 --title A --price 1:10 --dry-run",
        "listing propose table -o rows.csv --replace",
    ]);

    // An order that no rule fits, and sales.
    sell(&owner, &buyer, histogram, "1");
    let receipt = sell(&owner, &buyer, listing, "0.5");
    let receipt = text(&receipt, "id");
    let (order, key) = wait_beside_a_rule(&owner, &buyer, listing);
    owners(&[
        "inbox list",
        "inbox list --answered",
        &format!("inbox show {order}"),
        "rule list",
        "rule apply",
        "contact list",
        &format!("contact show {key}"),
        "receipt list",
        &format!("receipt show {receipt}"),
        "books",
        "home show",
        "home check",
        "whoami",
        "deliver",
        "listing list",
        "population show table",
        "ledger export -o ledger.txt --replace",
    ]);
    buyers(&[
        "market list",
        "market list --max-price 20",
        &format!("market show {listing}"),
        &format!("market compare {listing} {histogram}"),
        &format!("quote {listing} --to 2"),
        "order list",
        &format!("order show {order}"),
        "holding list",
        &format!("range {histogram} 0..40"),
        &format!("quantile {histogram}"),
        &format!("export {histogram} --format text"),
        &format!("export {histogram} --format citation"),
        &format!("export {listing} --format csv -o out.csv --replace"),
        &format!("audit {}", world.path("ledger.txt").display()),
    ]);

    // Statements, invoices and refusals.
    let reference = text(&owner.j("inbox list")[0]["order"], "reference").to_owned();
    let statement = format!("c1;c2;c3\n2026-11-20;{reference};7,00\nx;y;z\n");
    let statement = world.file("statement.csv", statement);
    owner.j(
        "bank set table --iban DE89370400440532013000 --day c1 --day-order year-month-day \
         --amount c3 --decimal comma --currency EUR --text c2",
    );
    owners(&[
        &format!("payments import {statement} --bank table"),
        "payments list --all",
        "payments show 1",
        "bank list",
        &format!("bank columns {statement}"),
        &format!("bank preview table {statement}"),
        "bank remove table --dry-run",
    ]);
    owner.j(
        "invoice setup --name owner --street monthly --post-code 20457 --city table --country DE \
         --vat-id DE123456789 --vat-rate 19",
    );
    owners(&[
        "invoice details",
        &format!(
            "invoice issue {receipt} --name buyer --street monthly --post-code 1010 --city table \
             --country DE --dry-run"
        ),
    ]);
    owner.json(&["listing", "withdraw", listing, "--reason", "too dear"]);
    owners(&["inbox list", "rule apply", "listing list"]);
    buyers(&["order list", &format!("order show {order}")]);
    owner.json(&["decline", &order, "--reason", "too dear"]);
    buyers(&["collect", "order list"]);
    assert_eq!(wrong.into_inner(), [""; 0]);
}

/// The homes, titles, units and reasons of the sample market are the same in each language.
#[test]
fn demo_is_told_in_german() {
    let world = World::new();
    let owner = world.home("owner");
    let told = |language| {
        let told = said(&owner, "demo", language);
        let names = [
            "Mean systolic blood pressure",
            "Birch pollen at the harbour, week by week",
            "Age of patients",
            "Patients who smoke",
            "The board has not allowed the sale of smoking status yet.",
            "Harbour Clinic",
            "Northern Insurance",
            "Open Heart Lab",
            "City Weather Office",
            "patient, age, systolic, smoker, district",
            "patients",
        ];
        names
            .iter()
            .fold(told, |told, name| told.replace(name, "N"))
    };
    let (english, german) = (told("en"), told("de"));
    for part in [
        "stockt auf ε 2 (2 lb) auf",
        "Preis       80,00\u{a0}EUR für den Schritt von ε 0,5 (½ lb), insgesamt 120,00\u{a0}EUR",
        "Genauigkeit Mittelwert etwa ± 0,0",
        "N: Anzahl der Zeilen nach age",
        "patient (patient), 1 Zeile",
        ".ledger (7 Quittungen, ",
    ] {
        assert!(german.contains(part), "{part:?} is not in\n{german}");
    }
    let is_path = |phrase: &String| phrase.contains('/');
    let german = phrases(&german);
    let both = phrases(&english);
    let both = both.intersection(&german).filter(|phrase| !is_path(phrase));
    assert_eq!(both.collect::<Vec<_>>(), [""; 0]);
    let is_english = |phrase: &&String| words(phrase).iter().any(|word| ENGLISH.contains(&&**word));
    assert_eq!(german.iter().find(is_english), None);
}

/// JSON is for programs, and is the same in each language.
#[test]
fn json_is_english_in_german_too() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = crate::support::listing(&owner);
    buyer.json(&["order", &listing, "--to", "1"]);
    owner.json(&["listing", "withdraw", &listing, "--reason", "too dear"]);
    for line in ["inbox list --json", "listing list --json", "books --json"] {
        let german = said(&owner, line, "de");
        assert_eq!(german, said(&owner, line, "en"), "{line}");
        assert!(!german.contains("german"), "{line}: {german}");
    }
    let inbox = said(&owner, "inbox list --json", "de");
    assert!(inbox.contains("\"problem\": {"), "{inbox}");
}

#[cfg(target_os = "linux")]
#[test]
fn questions_on_a_terminal_are_german() {
    let world = World::new();
    let owner = world.home("owner");
    owner.import("table", "age:number", "age\n31\n42\n");
    let ask = |passphrase: Option<&str>, line: &str, typed: &str| {
        let line = format!("--language de --home {} {line}", owner.home.display());
        world.on_terminal(passphrase, &line, typed)
    };
    let Some((code, shown)) = ask(Some(PASSPHRASE), "dataset remove table", "no\n") else {
        return;
    };
    assert_eq!(code, 1, "{shown}");
    for text in [
        "Das Entfernen von table löscht die Tabelle",
        "Geben Sie „remove“ ein, um fortzufahren: ",
        "Fehler: Es wurde nicht bestätigt.",
    ] {
        assert!(shown.contains(text), "{text}: {shown}");
    }
    let (code, shown) = ask(Some(PASSPHRASE), "dataset remove table", "remove\n").unwrap();
    assert!(code == 0 && shown.contains("Entfernt."), "{shown}");
    let (code, shown) = ask(None, "home change-passphrase", "wrong\n").unwrap();
    assert!(code == 1 && shown.contains("Passphrase: "), "{shown}");
}
