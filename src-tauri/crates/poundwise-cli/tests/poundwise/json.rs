//! What `--json` prints: the schema, whole as it is in `docs/json`, and the answers of one small
//! story, whole as they are in `tests/json`, each held to the schema.
//!
//! They are made by `cargo test -p poundwise-cli json -- --ignored`: look at what has changed in
//! them, and whether it takes another version of the schema.

use std::fs;
use std::path::{Path, PathBuf};

use poundwise_documents::units::PaymentReference;
use poundwise_market::LogCode;
use serde_json::{Value, json};

use crate::support::{Run, Trader, World, command_of, schema_of, text, validator_of};

const SCHEMA: &str = "../../../docs/json/schema-1.json";

fn beside(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// One command of the story.
struct Told {
    name: String,
    document: Value,
}

/// The story, as it is told.
struct Story<'w> {
    world: &'w World,
    told: Vec<Told>,
}

impl Story<'_> {
    /// The answer of a command, which has to be in the form of its schema.
    fn tell(&mut self, who: &Trader, arguments: &[&str]) -> Value {
        let document = who.json(arguments);
        self.keep(arguments, document)
    }

    fn keep(&mut self, arguments: &[&str], document: Value) -> Value {
        let command = command_of(arguments);
        let number = self.told.len() + 1;
        let name = format!("{number:02}-{}", command.replace(' ', "-"));
        let masked = masked(&document, "", self.world.path("").to_str().unwrap());
        self.told.push(Told {
            name,
            document: masked,
        });
        document
    }
}

/// The document without what differs from one telling to the next: ids, keys, times, folders, sizes
/// of what was encrypted or compressed, and what noise makes.
fn masked(value: &Value, key: &str, folder: &str) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| (key.clone(), masked(value, key, folder)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        Value::Array(all) => all.iter().map(|one| masked(one, key, folder)).collect(),
        Value::Number(_) if NOISY.contains(&key) => json!(0),
        // Seconds since 1970, in a figure.
        Value::Number(time) if time.as_f64() > Some(1e9) => json!(0),
        Value::String(_) if NOISY.contains(&key) => json!("*"),
        Value::String(text) if is_root(text) => json!("ROOT"),
        Value::String(text) => json!(unnamed(&text.replace(folder, "WORLD/"))),
        other => other.clone(),
    }
}

/// Fields that are made of noise, or as long as something that is, and days.
const NOISY: [&str; 19] = [
    "issued_on",
    "supplied_on",
    "on",
    "due_on",
    "text",
    "number",
    "noise_low",
    "noise_low_number",
    "noise_high",
    "noise_high_number",
    "estimate",
    "noise_low95",
    "noise_high95",
    "date",
    "bytes",
    "found",
    "expected",
    "recovery_key",
    "verifier_key",
];

/// Whether each character is that of `form`, where a 0 stands for any digit.
fn has_form(text: &str, form: &str) -> bool {
    let of = |c: char| if c.is_ascii_digit() { '0' } else { c };
    text.chars().map(of).eq(form.chars())
}

/// Whether it has the form of `2026-11-23T05:00:00Z`.
fn is_time(text: &str) -> bool {
    has_form(text, "0000-00-00T00:00:00Z")
}

/// Whether a text is a hash of the log: 32 bytes in padded base64.
fn is_root(text: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_alphanumeric() || c == '+' || c == '/';
    let digits = text.strip_suffix('=').unwrap_or_default();
    digits.len() == 43 && digits.chars().all(is_digit)
}

/// A text without names that are drawn, and times.
fn unnamed(text: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let mut out = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(after) = rest.get(..20).filter(|start| is_time(start)) {
            out += "TIME";
            rest = &rest[after.len()..];
            continue;
        }
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        out += match word.len() {
            43 | 22 => "ID",
            62 if word.starts_with("age1") => "RECIPIENT",
            // A month of the books.
            7 if has_form(word, "0000-00") => "MONTH",
            13 if word.parse::<PaymentReference>().is_ok() => "REFERENCE",
            11.. if word.parse::<LogCode>().is_ok() => "CODE",
            _ => word,
        };
        let mut chars = after.chars();
        out.extend(chars.next());
        rest = chars.as_str();
    }
    out
}

fn story(world: &World) -> Vec<Told> {
    let (owner, buyer) = (&world.home("Office"), &world.home("Bea"));
    let mut story = Story {
        world,
        told: Vec::new(),
    };
    let file = &world.file("people.csv", "age\n30\n40\n50\n");
    let told = &mut story;
    told.tell(owner, &["whoami"]);
    told.tell(owner, &["population", "create", "town", "--cap", "8"]);
    told.tell(owner, &["dataset", "preview", file]);
    let import = [
        "dataset",
        "import",
        file,
        "--types",
        "age:number",
        "--population",
        "town",
    ];
    told.tell(owner, &import);
    told.tell(owner, &["dataset", "list"]);
    let create = [
        "listing", "create", "people", "count", "--price", "2:8", "--title", "Heads",
    ];
    told.tell(owner, &[&create[..], &["--dry-run"]].concat());
    let listing = told.tell(owner, &create);
    let listing = text(&listing, "id");
    told.tell(owner, &["population", "show", "town"]);
    told.tell(buyer, &["market", "list"]);
    told.tell(buyer, &["quote", listing, "--to", "1"]);
    let order = told.tell(buyer, &["order", listing, "--to", "1"]);
    let order = text(&order, "id");
    told.tell(buyer, &["order", "list"]);
    let inbox = told.tell(owner, &["inbox", "list"]);
    let key = text(&inbox[0]["order"], "buyer_kid");
    told.tell(owner, &["contact", "add", key, "--name", "Bea"]);
    let rule = [
        "rule",
        "add",
        "--for",
        "Bea",
        "--listing",
        listing,
        "--up-to",
        "2",
    ];
    let rule = [&rule[..], &["--per-order", "1", "--payment", "monthly"]].concat();
    told.tell(owner, &[&rule[..], &["--dry-run"]].concat());
    told.tell(owner, &["inbox", "show", order]);
    let receipt = told.tell(owner, &["approve", order, "--payment", "REF 1"]);
    told.tell(owner, &["deliver"]);
    told.tell(buyer, &["collect"]);
    told.tell(buyer, &["holding", "list"]);
    told.tell(buyer, &["export", listing, "--format", "json"]);
    let copy = world.path("copy.json");
    told.tell(
        buyer,
        &[
            "tighten",
            listing,
            "--to",
            "0.5",
            "-o",
            copy.to_str().unwrap(),
        ],
    );
    told.tell(owner, &rule);
    buyer.json(&["order", listing, "--to", "2"]);
    told.tell(owner, &["rule", "apply"]);
    told.tell(owner, &["block", "add", key]);
    told.tell(owner, &["block", "remove", key]);
    let order = buyer.json(&["order", listing, "--to", "1.5"]);
    let credit = ["approve", text(&order, "id"), "--settlement", "credit"];
    told.tell(owner, &credit);
    let unpaid = told.tell(owner, &["receipt", "list", "--unpaid"]);
    let credit = text(&unpaid[0], "id");
    let day = &text(&order, "issued_at")[..10];
    let paid = ["receipt", "paid", credit, "--amount", "1.5", "--on", day];
    let paid = told.tell(owner, &[&paid[..], &["--payment", "bank 7"]].concat());
    let number = paid["payments"][0]["number"].to_string();
    told.tell(owner, &["receipt", "unpaid", &number]);
    told.tell(owner, &["receipt", "show", text(&receipt, "id")]);
    told.tell(owner, &["books"]);
    let table = world.path("receipts.csv");
    told.tell(owner, &["receipt", "export", "-o", table.to_str().unwrap()]);
    let ledger = world.path("office.ledger");
    let ledger = ledger.to_str().unwrap();
    told.tell(owner, &["ledger", "export", "-o", ledger]);
    told.tell(owner, &["audit", ledger]);
    told.tell(owner, &["dataset", "seal", "people", "--dry-run"]);
    told.tell(
        owner,
        &["listing", "withdraw", listing, "--reason", "Sold out"],
    );
    told.tell(owner, &["home", "check"]);
    let noise = [
        "noise",
        "sample",
        "--sensitivity",
        "1",
        "--epsilon",
        "1,2",
        "--count",
        "2",
    ];
    let seed = "00".repeat(32);
    told.tell(owner, &[&noise[..], &["--seed", &seed]].concat());
    paid_by_bank(told, owner, buyer);
    listed_together(told, owner);
    told.tell(owner, &["population", "guess", "8"]);
    told.tell(owner, &["population", "plan", "town", "--new", "Ages=1:5"]);
    told.tell(owner, &["population", "cap", "town", "6", "--dry-run"]);
    story.told
}

/// The last part of the story: an order is paid, as a bank's statement says.
fn paid_by_bank(told: &mut Story<'_>, owner: &Trader, buyer: &Trader) {
    let create = [
        "listing", "create", "people", "sum", "age", "--bounds", "0..100", "--price", "2:8",
    ];
    let account = ["--pay-to", "DE75512108001245126199", "--title", "Years"];
    let listing = owner.json(&[&create[..], &account].concat());
    let order = buyer.json(&["order", text(&listing, "id"), "--to", "1"]);
    let rows = format!(
        "Day;Text;Amount\n2026-11-20;{};4,00\n2026-11-20;rent;-900,00\n",
        text(&order, "reference")
    );
    let file = &told.world.file("statement.csv", &rows);
    told.tell(owner, &["bank", "columns", file]);
    let set = [
        "bank",
        "set",
        "Harbour Bank",
        "--iban",
        account[1],
        "--day",
        "Day",
        "--day-order",
        "year-month-day",
    ];
    let amounts = [
        "--amount",
        "Amount",
        "--decimal",
        "comma",
        "--currency",
        "EUR",
        "--text",
        "Text",
    ];
    told.tell(owner, &[&set[..], &amounts].concat());
    told.tell(owner, &["bank", "preview", "Harbour Bank", file]);
    told.tell(owner, &["bank", "list"]);
    told.tell(
        owner,
        &["payments", "import", file, "--bank", "Harbour Bank"],
    );
    told.tell(owner, &["payments", "show", "1"]);
    told.tell(owner, &["payments", "approve"]);
    let paid = told.tell(owner, &["payments", "list", "--all"]);
    invoiced(told, owner, text(&paid[0]["orders"][0]["order"], "id"));
}

/// An invoice of what was paid last.
fn invoiced(told: &mut Story<'_>, owner: &Trader, order: &str) {
    let receipts = owner.j("receipt list");
    let receipt = receipts
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["order"] == order)
        .unwrap();
    let receipt = text(receipt, "id");
    let place = [
        "--street",
        "Hafenweg 1",
        "--post-code",
        "20457",
        "--city",
        "Hamburg",
        "--country",
        "DE",
    ];
    let own = [
        "invoice",
        "setup",
        "--name",
        "Clinic",
        "--vat-id",
        "DE123456789",
        "--vat-rate",
        "19",
    ];
    told.tell(owner, &[&own[..], &place].concat());
    told.tell(owner, &["invoice", "details"]);
    let issue = ["invoice", "issue", receipt, "--name", "Ann's Institute"];
    let issue = [&issue[..], &place].concat();
    told.tell(owner, &[&issue[..], &["--dry-run"]].concat());
    told.tell(owner, &issue);
    told.tell(owner, &["invoice", "show", "1"]);
    let file = told.world.path("invoice.xml");
    let export = ["invoice", "export", "1", "-o", file.to_str().unwrap()];
    told.tell(owner, &export);
    let credit = ["invoice", "credit", "1", "--reason", "The name was wrong."];
    told.tell(owner, &credit);
    told.tell(owner, &["invoice", "list"]);
    told.tell(owner, &["invoice", "set-next", "40"]);
}

/// Columns of another table, listed together.
fn listed_together(told: &mut Story<'_>, owner: &Trader) {
    let rows = told.world.file("survey.csv", "age,smokes\n30,yes\n40,no\n");
    let schema = told.world.file(
        "schema.json",
        r#"{ "columns": [
            { "name": "age", "type": "number" },
            { "name": "smokes", "type": "text", "values": ["yes", "no"] }
        ] }"#,
    );
    owner.json(&[
        "dataset",
        "import",
        &rows,
        "--schema",
        &schema,
        "--cap",
        "9",
        "--new-people",
        "--name",
        "survey",
    ]);
    let book = "column,title,kind,low,high,unit\nage,Age,mean,0,120,years\nheight,,mean,0,3,m\n";
    let book = &told.world.file("waves.csv", book);
    told.tell(owner, &["codebook", "import", "Waves", book]);
    told.tell(owner, &["codebook", "list"]);
    told.tell(owner, &["codebook", "show", "Waves"]);
    told.tell(
        owner,
        &["listing", "propose", "survey", "--codebook", "Waves"],
    );
    let table = told.world.path("table.csv");
    let table = table.to_str().unwrap();
    let propose = [
        "listing",
        "propose",
        "survey",
        "--codebook",
        "Waves",
        "-o",
        table,
    ];
    told.tell(owner, &propose);
    let create = [
        "listing",
        "create-all",
        "survey",
        table,
        "--price",
        "1:5,4:15",
    ];
    told.tell(owner, &[&create[..], &["--dry-run"]].concat());
    told.tell(owner, &create);
    let copy = told.world.path("copy.csv");
    told.tell(
        owner,
        &["codebook", "export", "Waves", "-o", copy.to_str().unwrap()],
    );
    told.tell(owner, &["codebook", "remove", "Waves"]);
}

/// A file's text, as the story has it.
fn written(document: &Value) -> String {
    format!("{document:#}\n")
}

fn schema() -> Run {
    let run = World::new().run(&["schema"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    run
}

#[test]
#[ignore = "writes the files that the others read"]
fn write() {
    fs::create_dir_all(beside(SCHEMA).parent().unwrap()).unwrap();
    fs::write(beside(SCHEMA), schema().stdout).unwrap();
    let folder = beside("tests/json");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for Told { name, document } in story(&World::new()) {
        fs::write(folder.join(format!("{name}.json")), written(&document)).unwrap();
    }
}

#[test]
fn the_schema_is_the_one_that_is_published() {
    let published = fs::read_to_string(beside(SCHEMA)).unwrap();
    assert!(schema().text() == published, "docs/json has another schema");
    let single = schema_of("quote");
    let run = World::new().run(&["schema", "quote", "--json"]);
    assert_eq!(run.document()["$defs"]["Money"], single["$defs"]["Money"]);
    let unknown = World::new().run(&["schema", "quote", "list"]);
    assert_eq!(unknown.code, 2);
    assert!(unknown.stderr.contains("quote list"), "{}", unknown.stderr);
}

/// Each answer keeps to its schema where it is asked for (`Trader::json`).
#[test]
fn the_answers_of_the_story_are_those_that_are_published() {
    let told = story(&World::new());
    for Told { name, document } in &told {
        let file = beside("tests/json").join(format!("{name}.json"));
        let published = fs::read_to_string(&file).unwrap_or_default();
        assert_eq!(written(document), published, "{name}");
    }
    let files = fs::read_dir(beside("tests/json")).unwrap();
    assert_eq!(files.count(), told.len());
}

/// What a schema is for: it refuses a field that it does not know, one that is gone, and another
/// type.
#[test]
fn the_schema_refuses_another_answer() {
    let file = beside("tests/json/01-whoami.json");
    let home: Value = serde_json::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    let schema = validator_of("whoami");
    let holds = |document: &Value| schema.is_valid(document);
    assert!(holds(&home));
    let with = |key: &str, value: Value| {
        let mut other = home.clone();
        other[key] = value;
        other
    };
    assert!(!holds(&with("new", json!(1))));
    assert!(!holds(&with("name", json!(1))));
    let mut less = home.clone();
    less.as_object_mut().unwrap().remove("kid");
    assert!(!holds(&less));
}

#[test]
fn an_error_keeps_to_the_schema() {
    let world = World::new();
    let run = world.run(&["whoami", "--json"]);
    assert_eq!(run.code, 1);
    let error: Value = serde_json::from_str(&run.stderr).unwrap();
    let found = validator_of("error");
    assert!(found.is_valid(&error), "{error}");
    assert!(!found.is_valid(&json!({ "error": { "code": "none" } })));
}
