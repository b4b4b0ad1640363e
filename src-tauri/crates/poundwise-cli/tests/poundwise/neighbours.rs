//! Pairs of neighbouring tables: everything that leaves the owner's home is equal for both, but for
//! the noisy values y.
//!
//! A whole market is played twice, by the same commands: import, listings of every kind, orders,
//! approvals by hand and by a rule, a new price, a withdrawal and a listing again, a change of the
//! cap, a grant, a sealing, exports, audits. What is compared is the market's folder (names, sizes,
//! the payloads of signed documents), the bundles as a buyer has them, the exported ledger and
//! journal, what strangers see of the listings, and audits.
//!
//! Masked, each to its length, is what is random or signed: ids, keys, nonces, salts, commitments,
//! hashes, signatures, ciphertexts, times. So sizes are compared wherever something is masked: y
//! itself changes no size, since the values file holds each as 8 bytes and every other trace of y
//! is a hash. Only where y is written in decimal, in a buyer's own holdings and in figures of an
//! audit, is it masked as a whole.

use std::fs;
use std::path::{Path, PathBuf};

use poundwise_documents::bundle::Bundle;
use poundwise_documents::values;
use serde_json::{Value, json};

use crate::support::{Trader, World, text};

/// What left the home, in masked form: where, and what. In an order that does not depend on random
/// names.
type Trace = Vec<(String, String)>;

/// One table, and how it is imported.
struct Table {
    csv: String,
    options: &'static [&'static str],
}

/// Fields of documents and answers that are random, signed, or times.
const RANDOM: [&str; 38] = [
    "approved_at",
    "base",
    "buyer",
    "buyer_kid",
    "data_commitment",
    "deliver_to",
    "expires_at",
    "id",
    "integers_sha256",
    "issued_at",
    "kid",
    "listing",
    "market",
    "name_commitment",
    "nonce",
    "order",
    "owner",
    "owner_kid",
    "population",
    "population_id",
    "previous",
    "previous_entry",
    "previous_receipt",
    "question",
    "receipt",
    "recipient",
    "release",
    "root",
    "salt",
    "seed_commitment",
    "seller_kid",
    "verifier_key",
    "x",
    "hashes",
    "checkpoint",
    "imported_at",
    "created_at",
    "withdrawn_at",
];

/// A document or an answer with its random fields masked, each to its length; whether it is there
/// at all is kept.
fn masked(value: &Value, field: &str) -> Value {
    match value {
        Value::String(content) if RANDOM.contains(&field) => {
            // A checkpoint is several lines, of which the size of the log is none that is random.
            Value::String(without_tokens(content))
        }
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(|item| masked(item, field)).collect();
            // What can be delivered is in the order of the listings' random ids.
            if field == "levels" {
                items.sort_by_key(Value::to_string);
            }
            items.into()
        }
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), masked(value, name)))
            .collect(),
        other => other.clone(),
    }
}

/// Text whose words of 20 characters or more, and whose times, are masked to their lengths.
fn without_tokens(content: &str) -> String {
    let in_word = |c: char| c.is_ascii_alphanumeric() || "+/=_-:".contains(c);
    let mut out = String::new();
    let mut word = String::new();
    for c in content.chars().chain(['\n']) {
        if in_word(c) {
            word.push(c);
            continue;
        }
        if word.len() >= 20 || is_day(&word) {
            out.push_str(&format!("<{}>", word.len()));
        } else {
            out.push_str(&word);
        }
        word.clear();
        out.push(c);
    }
    out
}

fn is_day(word: &str) -> bool {
    word.len() == 10
        && word.char_indices().all(|(at, c)| match at {
            4 | 7 => c == '-',
            _ => c.is_ascii_digit(),
        })
}

/// A compact JWS: header and payload masked, and its length.
fn document(compact: &str) -> String {
    let parts: Vec<&str> = compact.split('.').collect();
    let [header, payload, signature] = parts[..] else {
        panic!("not a JWS: {compact}");
    };
    let decoded = |part: &str| -> Value {
        serde_json::from_slice(&base64url(part)).expect("JSON in a document")
    };
    format!(
        "{} bytes, {}, {}, signature of {}",
        compact.len(),
        masked(&decoded(header), ""),
        masked(&decoded(payload), ""),
        signature.len()
    )
}

fn base64url(text: &str) -> Vec<u8> {
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut bytes = Vec::new();
    let (mut bits, mut held) = (0u32, 0);
    for letter in text.bytes() {
        let six = alphabet.iter().position(|known| *known == letter).unwrap();
        bits = bits << 6 | u32::try_from(six).unwrap();
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push(u8::try_from(bits >> held & 0xff).unwrap());
        }
    }
    bytes
}

/// An age file: the size of what is encrypted. Its header is random, its length too: age adds a
/// stanza that no recipient reads, so that none may rely on there being none.
fn ciphertext(file: &[u8]) -> String {
    let mac = file.windows(5).position(|part| part == b"\n--- ").unwrap();
    let end = file[mac + 1..]
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap();
    format!("encrypted: {} bytes", file.len() - mac - end)
}

/// Every file of the market.
fn market(dir: &Path, below: &Path, trace: &mut Trace) {
    for entry in fs::read_dir(below).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            market(dir, &path, trace);
            continue;
        }
        let name: Vec<String> = path
            .strip_prefix(dir)
            .unwrap()
            .iter()
            .map(|part| {
                let part = part.to_str().unwrap();
                let (stem, ending) = part.split_once('.').unwrap_or((part, ""));
                // The name of an own copy has the number of its entry before the id.
                let (number, id) = match stem.split_once('-') {
                    Some((number, id)) if id.len() == 43 && number.parse::<u64>().is_ok() => {
                        (format!("{number}-"), id)
                    }
                    _ => (String::new(), stem),
                };
                match id.len() {
                    43 => format!("{number}<43>.{ending}"),
                    _ => part.to_owned(),
                }
            })
            .collect();
        let bytes = fs::read(&path).unwrap();
        let content = match path.extension().and_then(|ending| ending.to_str()) {
            Some("jws") => document(std::str::from_utf8(&bytes).unwrap()),
            _ if name.last().unwrap() == "checkpoint" => {
                without_tokens(std::str::from_utf8(&bytes).unwrap())
            }
            Some("age") => ciphertext(&bytes),
            // Hashes of the log.
            _ => format!("{} bytes", bytes.len()),
        };
        trace.push((name.join("/"), content));
    }
}

/// A bundle as its buyer has it. Its values are y; their file is a function of y, the labels and
/// the changes alone, and of one size.
fn bundle(name: &str, file: &Path, trace: &mut Trace) {
    let bytes = fs::read(file).unwrap();
    let bundle = Bundle::from_bytes(&bytes).unwrap();
    let rows = values::read(bundle.values()).unwrap();
    assert!(
        values::write(&rows).unwrap() == bundle.values(),
        "{name}: the values file is not what its rows make"
    );
    let labels: Vec<&str> = rows.iter().map(|row| row.label.as_str()).collect();
    let mut part = |part: &str, content: String| trace.push((format!("{name}/{part}"), content));
    part("size", bytes.len().to_string());
    part("listing", document(bundle.listing()));
    part("order", document(bundle.order()));
    part("receipt", document(bundle.receipt()));
    part("release", document(bundle.release()));
    part("checkpoint", without_tokens(bundle.checkpoint()));
    let inclusion = bundle.inclusion();
    part(
        "inclusion",
        format!(
            "{} of {}, {} hashes",
            inclusion.index,
            inclusion.size,
            inclusion.hashes.len()
        ),
    );
    part(
        "values",
        format!("{} bytes, {labels:?}", bundle.values().len()),
    );
}

/// A report with its tokens masked and its lists sorted: many of them are in the order of random
/// ids.
fn sorted(value: &Value) -> Value {
    match value {
        Value::String(content) => Value::String(without_tokens(content)),
        Value::Array(items) => {
            let mut items: Vec<Value> = items.iter().map(sorted).collect();
            items.sort_by_key(Value::to_string);
            Value::Array(items)
        }
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| (name.clone(), sorted(value)))
            .collect(),
        other => other.clone(),
    }
}

/// What an audit says; its figures of the noise are of y.
fn audit(world: &World, files: &[&str]) -> String {
    let run = world.run(&[&["audit", "--json"], files].concat());
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{}", run.text());
    let dir = world.path("").display().to_string();
    let mut report: Value = serde_json::from_str(&run.text().replace(&dir, "")).unwrap();
    for test in report["noise"].as_array_mut().unwrap() {
        let titles = test["titles"].as_array().unwrap().len();
        *test = json!([titles, test["pairs"], test["increments"], test["bundles"]]);
    }
    for check in report["checks"].as_array_mut().unwrap() {
        if check["id"] == "noise" {
            check["found"] = json!("y");
        }
        for comparison in check["comparisons"].as_array_mut().unwrap() {
            if comparison["code"] == "noise-law" {
                comparison["file"] = json!("titles, in the order of random ids");
                comparison["expected"] = json!("y");
                comparison["found"] = json!("y");
            }
            if comparison["code"] == "values-changed" {
                comparison["found"] = json!("y");
            }
        }
    }
    sorted(&report).to_string()
}

/// A buyer's own answers, in which y stands in decimal: estimates, and the half-widths that a mean
/// has by what is held.
fn held(buyer: &Trader) -> String {
    let mut holdings = masked(&buyer.j("holding list"), "");
    for holding in holdings.as_array_mut().unwrap() {
        for response in holding["responses"].as_array_mut().unwrap() {
            response["changed"] = json!("y");
            // Those of a mean follow from its numbers.
            response["receipt"]["accuracy"] = json!("y");
            for estimate in response["estimates"].as_array_mut().unwrap() {
                *estimate = json!(["y", estimate["label"]]);
            }
        }
    }
    // In the order of what was bought, by no random name.
    let mut all: Vec<String> = holdings
        .as_array()
        .unwrap()
        .iter()
        .map(Value::to_string)
        .collect();
    all.sort();
    all.join("\n")
}

/// Homes of one market, played by the same commands whatever the table holds.
struct Play<'w> {
    world: &'w World,
    owner: Trader<'w>,
    ann: Trader<'w>,
    ben: Trader<'w>,
    trace: Trace,
}

impl<'w> Play<'w> {
    fn new(world: &'w World) -> Self {
        Self {
            world,
            owner: world.home("owner"),
            ann: world.home("ann"),
            ben: world.home("ben"),
            trace: Trace::new(),
        }
    }

    fn list(&self, draft: &[&str]) -> String {
        let title: &[&str] = if draft.contains(&"--title") {
            &[]
        } else {
            &["--title", "A question"]
        };
        let all = [&["listing", "create"], draft, title, &["--price", "3:30"]].concat();
        text(&self.owner.json(&all), "id").to_owned()
    }

    /// Buys every listing up to a level, and has each approved by hand.
    fn buy(&self, buyer: &Trader, listings: &[String], to: &str) {
        for listing in listings {
            let order = buyer.json(&["order", listing, "--to", to]);
            let order = text(&order, "id");
            self.owner.json(&["approve", order, "--payment", "REF"]);
        }
        let collected = buyer.j("collect");
        assert_eq!(
            collected["releases"].as_array().unwrap().len(),
            listings.len()
        );
    }

    /// What anybody sees of the listings, before and after they were sold.
    fn look(&mut self, moment: &str, listings: &[String]) {
        let mut offers: Vec<String> = masked(&self.ben.j("market list"), "")
            .as_array()
            .unwrap()
            .iter()
            .map(Value::to_string)
            .collect();
        offers.sort();
        self.trace
            .push((format!("{moment}: market list"), offers.join("\n")));
        for (number, listing) in listings.iter().enumerate() {
            for command in [
                &["market", "show", listing][..],
                &["quote", listing, "--to", "2"],
            ] {
                let answer = masked(&self.ben.json(command), "").to_string();
                self.trace
                    .push((format!("{moment}: {} {number}", command[0]), answer));
            }
        }
    }

    fn export(&mut self, name: &str, arguments: &[&str]) -> PathBuf {
        let file = self.world.path(name);
        self.owner
            .json(&[arguments, &["--replace", "-o", file.to_str().unwrap()]].concat());
        file
    }

    /// Plays on from listings that are open, to the end.
    fn play(mut self, population: &str, drafts: &[Vec<&str>], seal: &[&str]) -> Trace {
        let mut listings: Vec<String> = drafts.iter().map(|draft| self.list(draft)).collect();
        self.look("listed", &listings);
        self.buy(&self.ann, &listings, "0.5");
        // The second purchases are approved by a rule.
        self.owner.json(&[
            "rule",
            "add",
            "--anyone",
            "--population",
            population,
            "--up-to",
            "1.5",
            "--per-order",
            "100",
            "--payment",
            "monthly",
        ]);
        for listing in &listings {
            self.ann.json(&["order", listing, "--to", "1.5"]);
            let swept = self.owner.j("rule apply");
            assert_eq!(swept["approved"].as_array().unwrap().len(), 1, "{swept}");
        }
        self.ann.j("collect");

        // An order declined, a new price, a listing withdrawn and listed again, another cap, a
        // grant.
        let order = self.ben.json(&["order", &listings[0], "--to", "2"]);
        let order = text(&order, "id");
        self.owner
            .json(&["decline", order, "--reason", "not this month"]);
        self.ben.j("collect");
        let reprice = ["listing", "reprice", &listings[0], "--price", "3:33"];
        listings[0] = text(&self.owner.json(&reprice), "id").to_owned();
        let last = listings.len() - 1;
        let withdraw = [
            "listing",
            "withdraw",
            &listings[last],
            "--reason",
            "for a while",
        ];
        self.owner.json(&withdraw);
        listings[last] = self.list(&drafts[last]);
        self.owner.json(&["population", "cap", population, "900"]);
        let auditor = self.ben.j("whoami");
        let opening = self.world.path("o.opening");
        for (number, listing) in listings.iter().enumerate() {
            self.owner.json(&[
                "grant",
                listing,
                "--to",
                text(&auditor, "recipient"),
                "-o",
                opening.to_str().unwrap(),
                "--replace",
                "--yes",
            ]);
            // It holds x, for its auditor alone; whoever carries it sees its size.
            let size = ciphertext(&fs::read(&opening).unwrap());
            self.trace.push((format!("size of opening {number}"), size));
        }
        self.look("sold", &listings);
        // What is sealed sells on.
        if !seal.is_empty() {
            self.owner.json(&[seal, &["--yes"]].concat());
        }
        self.buy(&self.ben, &listings[..1], "2");
        self.leave()
    }

    /// Gathers everything that has left.
    fn leave(mut self) -> Trace {
        let dir = self.world.path("market");
        market(&dir, &dir, &mut self.trace);
        let ledger = self.export("o.ledger", &["ledger", "export"]);
        let (head, documents) = {
            let content = fs::read_to_string(&ledger).unwrap();
            let (head, rest) = content.rsplit_once("\n\n").unwrap();
            let documents: Vec<String> = rest.lines().map(document).collect();
            (without_tokens(head), documents)
        };
        self.trace.push(("ledger: checkpoint".to_owned(), head));
        for (line, document) in documents.into_iter().enumerate() {
            // A number that sorts as text.
            self.trace
                .push((format!("ledger: line {line:04}"), document));
        }
        let journal = self.export("o.journal", &["ledger", "export", "--format", "hledger"]);
        let journal = without_tokens(&fs::read_to_string(journal).unwrap());
        self.trace.push(("journal".to_owned(), journal));
        let mut files = vec!["o.ledger".to_owned()];
        for (name, buyer) in [("ann", &self.ann), ("ben", &self.ben)] {
            let mut receipts: Vec<(u64, String)> = buyer
                .j("holding list")
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|holding| holding["responses"].as_array().unwrap())
                .map(|response| {
                    let receipt = &response["receipt"];
                    (
                        receipt["sequence"].as_u64().unwrap(),
                        text(receipt, "id").to_owned(),
                    )
                })
                .collect();
            receipts.sort();
            for (sequence, receipt) in receipts {
                let file = format!("{sequence:03}.bundle");
                buyer.json(&["holding", "export", &receipt, "-o", &file, "--replace"]);
                bundle(&file, &self.world.path(&file), &mut self.trace);
                files.push(file);
            }
            let csv = self.trace.len();
            self.trace
                .push((format!("held by {name}, {csv}"), held(buyer)));
        }
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        self.trace.push((
            "audit of the ledger".to_owned(),
            audit(self.world, &files[..1]),
        ));
        self.trace
            .push(("audit of all".to_owned(), audit(self.world, &files)));
        let url = format!("file://{}", dir.display());
        self.trace
            .push(("audit of the market".to_owned(), audit(self.world, &[&url])));
        self.trace.sort();
        self.trace
    }
}

/// The trace of a table: everything that its owner lets out.
fn of_table(table: &Table, attributes: &[&[&'static str]]) -> Trace {
    let world = World::new();
    let play = Play::new(&world);
    let file = world.file("people.csv", &table.csv);
    let all = [
        &["dataset", "import", &file, "--cap", "1000"],
        table.options,
    ]
    .concat();
    play.owner.json(&all);
    let drafts: Vec<Vec<&str>> = attributes
        .iter()
        .map(|attribute| [&["people"], *attribute].concat())
        .collect();
    play.play("people", &drafts, &["dataset", "seal", "people"])
}

/// Where two texts begin to differ, with what stands there.
fn difference(one: &str, other: &str) -> String {
    let at = one
        .char_indices()
        .zip(other.chars())
        .find(|((_, a), b)| a != b)
        .map_or(one.len().min(other.len()), |((at, _), _)| at);
    let part = |text: &str| -> String {
        let before = text[..at].chars().rev().take(80).count();
        text.chars()
            .skip(text[..at].chars().count() - before)
            .take(240)
            .collect()
    };
    format!("\n{}\nis not\n{}", part(one), part(other))
}

#[track_caller]
fn same(what: &str, left: &Trace, right: &Trace) {
    for ((name, one), (other_name, other)) in left.iter().zip(right) {
        assert_eq!(name, other_name, "{what}");
        assert!(one == other, "{what}: {name}: {}", difference(one, other));
    }
    assert_eq!(left.len(), right.len(), "{what}");
}

/// A table and its neighbours: each differs from it by one unit, or only in how it is written down.
fn compare(base: &Table, neighbours: &[(&str, String)], attributes: &[&[&'static str]]) {
    let first = of_table(base, attributes);
    assert!(first.len() > 100, "much has left: {}", first.len());
    for (what, csv) in neighbours {
        assert_ne!(*csv, base.csv, "{what}");
        let table = Table {
            csv: csv.clone(),
            options: base.options,
        };
        same(what, &first, &of_table(&table, attributes));
    }
}

const ROWS: [&str; 8] = [
    "Ada,Bruges,36,61.5",
    "Bo,Ghent,41,80",
    "Cy,Zele,29,72.25",
    "Di,Ghent,67,58",
    "Ed,Bruges,52,91.5",
    "Fay,Ghent,33,64",
    "Gus,Bruges,45,77",
    "Ho,Ghent,71,69.75",
];
const TYPES: &str = "name:text,town:text,age:number,weight:number";

fn people(rows: &[&str]) -> String {
    format!("name,town,age,weight\n{}\n", rows.join("\n"))
}

/// The table with another row in the place of the third.
fn with(row: &str) -> String {
    let mut rows = ROWS;
    rows[2] = row;
    people(&rows)
}

/// Neighbours of the same number of rows.
fn as_many_rows() -> Vec<(&'static str, String)> {
    let reversed: Vec<&str> = ROWS.iter().rev().copied().collect();
    let mut sorted = ROWS;
    sorted.sort_by_key(|row| row.split(',').next_back());
    vec![
        ("a row other", with("Xi,Bruges,99,119.75")),
        ("a cell beyond the bounds", with("Cy,Zele,-400,1000000")),
        ("a cell of another type", with("Cy,Zele,n/a,7kg")),
        ("a text that is a number", with("Cy,7,29,72.25")),
        (
            "a number of too many digits",
            with("Cy,Zele,29,0.1234567890123456789012345678901234567890"),
        ),
        ("cells missing", with("Cy,,,")),
        (
            "a cell of many characters",
            with(&format!("Cy,{},29,72.25", "Z".repeat(3000))),
        ),
        ("the order of rows", people(&reversed)),
        ("a sorted file", people(&sorted)),
    ]
}

const COUNTS_AND_SUMS: [&[&str]; 9] = [
    &["count"],
    &["count", "--where", "age >= 40", "--where", "town != Zele"],
    &["sum", "weight", "--bounds", "-5..100"],
    &["mean", "age", "--bounds", "0..100"],
    &[
        "mean",
        "weight",
        "--bounds",
        "40..120",
        "--public-rows",
        "8",
        "--rows-known-elsewhere",
        "--where",
        "town == Zele",
    ],
    &["histogram", "town", "--bins", "Ghent,Bruges"],
    &["histogram", "age", "--edges", "0,30,50,120"],
    &[
        "histogram",
        "age",
        "--bands",
        "0..120:10",
        "--blocks",
        "2,4",
    ],
    &[
        "cross-tabulation",
        "town",
        "age",
        "--bins-of",
        "town:Ghent,Bruges",
        "--edges-of",
        "age:0,30,50,120",
    ],
];

#[test]
fn tables_whose_rows_are_units_of_their_own() {
    let base = Table {
        csv: people(&ROWS),
        options: &["--types", TYPES],
    };
    let mut more = ROWS.to_vec();
    more.push("New,Aalst,18,44.125");
    let mut neighbours = as_many_rows();
    neighbours.push(("a row more", people(&more)));
    neighbours.push(("a row less", people(&ROWS[..7])));
    compare(&base, &neighbours, &COUNTS_AND_SUMS);
}

#[test]
fn tables_of_which_one_unit_is_replaced() {
    let base = Table {
        csv: people(&ROWS),
        options: &["--types", TYPES, "--adjacency", "replace"],
    };
    let mut attributes = COUNTS_AND_SUMS.to_vec();
    // The number of rows is public here, and the same for all neighbours.
    attributes.push(&[
        "mean",
        "weight",
        "--bounds",
        "40..120",
        "--public-rows",
        "8",
        "--missing-as-mid",
    ]);
    compare(&base, &as_many_rows(), &attributes);
}

#[test]
fn tables_with_several_rows_of_a_person() {
    let rows = |rows: &[&str]| format!("id,day,spent\n{}\n", rows.join("\n"));
    let base = [
        "1,1,20", "2,1,15", "1,2,30.5", "3,1,8", "1,3,12", "4,2,50", "2,2,1",
    ];
    let table = Table {
        csv: rows(&base),
        options: &[
            "--types",
            "id:number,day:number,spent:number",
            "--person-column",
            "id",
            "--rows-per-person",
            "2",
        ],
    };
    let changed = |change: &dyn Fn(&mut Vec<&str>)| {
        let mut all = base.to_vec();
        change(&mut all);
        rows(&all)
    };
    let neighbours = [
        (
            "a person more",
            changed(&|all| all.extend(["9,1,1", "9,2,2", "9,3,3"])),
        ),
        (
            "a person less",
            changed(&|all| all.retain(|row| !row.starts_with("1,"))),
        ),
        (
            "a person's rows others",
            changed(&|all| {
                all.retain(|row| !row.starts_with("1,"));
                all.push("1,7,49");
            }),
        ),
        (
            "a person with many rows",
            changed(&|all| {
                all.extend(std::iter::repeat_n("3,1,8", 60));
            }),
        ),
        ("a person without a name", changed(&|all| all.push(",1,20"))),
        (
            "a name of another type",
            changed(&|all| all.push("five,1,20")),
        ),
        (
            "one person written in two ways",
            changed(&|all| all[2] = "1.0,2,30.5"),
        ),
        ("the order of rows", changed(&|all| all.reverse())),
        ("a sorted file", changed(&|all| all.sort_unstable())),
    ];
    let attributes: [&[&str]; 5] = [
        &["count", "--where", "day <= 2"],
        &["sum", "spent", "--bounds", "0..50"],
        &["mean", "spent", "--bounds", "0..50"],
        &["histogram", "day", "--edges", "1,2,3"],
        &[
            "cross-tabulation",
            "day",
            "spent",
            "--edges-of",
            "day:1,2,3",
            "--edges-of",
            "spent:0,10,50",
        ],
    ];
    compare(&table, &neighbours, &attributes);
}

/// Questions for [`one_row_does_not_change_how_others_are_read`] and similar tests.
const FEW: [&[&str]; 3] = [
    &["count", "--where", "town == Zele"],
    &["mean", "age", "--bounds", "0..100"],
    &["histogram", "town", "--bins", "Ghent,Bruges,Zélé"],
];

/// The files differ in one row. A reader could take its form for the format of the whole file.
#[test]
fn one_row_does_not_change_how_others_are_read() {
    let base = Table {
        csv: people(&ROWS),
        options: &["--types", TYPES, "--decimal", "point"],
    };
    let more = |row: &str| {
        let mut rows = ROWS.to_vec();
        rows.insert(3, row);
        people(&rows)
    };
    let neighbours = [
        ("quotes", with("\"Cy\",\"Ze\"\"le;\n, \",29,\"72.25\"")),
        ("a decimal comma", with("Cy,Zele,29,\"72,25\"")),
        ("thousands", with("Cy,Zele,29,\"1.234,5\"")),
        ("semicolons", with("Cy;Cy;Cy,Zele;Zele,29;1,72;25")),
        ("tabs", with("Cy\t,Zele\tZele,29,72.25")),
        ("a short row", with("Cy,Zele")),
        ("a row of one cell", with("Cy")),
        ("a blank line instead", with("")),
        ("a row of spaces instead", with(" \u{a0} ")),
        ("a blank line more", more("")),
        ("an empty row more", more(",,,")),
        ("a short row more", more("Zele")),
        (
            "a mark of another file",
            with("\u{feff}\"Cy\",Zele,29,72.25"),
        ),
        (
            "another form of Unicode",
            with("Cy,Ze\u{301}le\u{301},29\u{200b},72.25"),
        ),
        (
            "other line ends",
            people(&ROWS).replacen("\nDi", "\r\nDi", 1),
        ),
    ];
    compare(&base, &neighbours, &FEW);
}

/// Regression test: a mean moved from 4.5 to 65 with one row of a file without a header.
#[test]
fn one_row_does_not_change_files_without_a_header() {
    let written = |rows: &[&str]| {
        let rows: Vec<String> = rows
            .iter()
            .map(|row| row.replace(',', ";").replace('.', ","))
            .collect();
        rows.join("\n") + "\n"
    };
    let base = Table {
        csv: written(&ROWS),
        options: &[
            "--no-header",
            "--columns",
            "name,town,age,weight",
            "--separator",
            "semicolon",
            "--decimal",
            "comma",
            "--types",
            TYPES,
        ],
    };
    let first = |row: &str| format!("{row}\n{}", written(&ROWS[1..]));
    let neighbours = [
        ("commas", first("A,d,a;Bru,ges;3,6;61,5")),
        ("points", first("Ada;Bruges;3.6;61.5")),
        ("thousands", first("Ada;Bruges;36;1.061,5")),
        ("commas alone", first("Ada,Bruges,36,61.5")),
        ("tabs alone", first("Ada\tBruges\t36\t61,5")),
        ("quotes", first("\"Ada\";\"Bru;ges\n\";36;\"61,5\"")),
        ("a row of names", first("name;town;age;weight")),
        ("a short row", first("Ada;Bruges")),
        ("a blank line", first("")),
        ("a mark", first("\u{feff}\"Ada\";Bruges;36;61,5")),
        ("a row more", format!("1,2,3,4\n{}", written(&ROWS))),
        ("a row less", written(&ROWS[1..])),
    ];
    compare(&base, &neighbours, &FEW);
}

#[test]
fn files_without_quotes() {
    let base = Table {
        csv: people(&ROWS),
        options: &["--types", TYPES, "--quotes", "none"],
    };
    let neighbours = [
        ("a quote at the beginning", with("\"Cy,Zele,29,72.25")),
        ("a quote inside", with("C\"y,Ze\"\"le,29,72.25")),
        ("quotes around", with("\"Cy\",\"Zele\",\"29\",72.25")),
        ("a quote alone", with("\"")),
    ];
    compare(&base, &neighbours, &FEW);
}

/// The order of the other dates could be taken from a date that has only one reading.
#[test]
fn one_date_does_not_change_how_others_are_read() {
    let visits = |third: &str| format!("day\n01.02.2026\n03.04.2026\n{third}\n05.06.2026\n");
    let base = Table {
        csv: visits("07.08.2026"),
        options: &["--types", "day:date(dmy)"],
    };
    let neighbours = [
        ("the month first", visits("02/28/2026")),
        ("the day first", visits("28/02/2026")),
        ("the year first", visits("2026-02-28")),
        ("digits alone", visits("28022026")),
        ("a named month", visits("28 Feb 2026")),
        ("a short year", visits("28.02.26")),
        ("a time", visits("28.02.2026 10:15")),
        ("no date", visits("never")),
        (
            "a row less",
            "day\n01.02.2026\n03.04.2026\n05.06.2026\n".to_owned(),
        ),
    ];
    let questions: [&[&str]; 2] = [
        &["count", "--where", "day < 2026-05-01"],
        &["histogram", "day", "--bins", "2026-01..2026-06"],
    ];
    compare(&base, &neighbours, &questions);
}

#[test]
fn one_row_does_not_change_files_of_one_column() {
    let ages = |rows: &[&str]| format!("age\n{}\n", rows.join("\n"));
    let rows = ["36", "41", "29", "67"];
    let base = Table {
        csv: ages(&rows),
        options: &["--types", "age:number"],
    };
    let third = |row: &str| ages(&[rows[0], rows[1], row, rows[3]]);
    let neighbours = [
        ("a blank line", third("")),
        ("spaces", third("  ")),
        ("an empty cell in quotes", third("\"\"")),
        ("a mark", third("\u{feff}29")),
        ("a blank line more", ages(&["36", "41", "29", "67", ""])),
        ("a row less", ages(&rows[..3])),
    ];
    compare(
        &base,
        &neighbours,
        &[&["count"], &["mean", "age", "--bounds", "0..100"]],
    );
}

/// Own numbers: a unit moves them by at most the distance stated.
#[test]
fn own_numbers_that_one_unit_moves() {
    let play = |value: &str, numbers: [&str; 4]| {
        let world = World::new();
        let play = Play::new(&world);
        play.owner.population("machines", "1000");
        let file = world.file("numbers.txt", numbers.join("\n"));
        let common = [
            "--bounds",
            "-1000..1000",
            "--step",
            "0.5",
            "--protect",
            "500",
        ];
        let own = ["--population", "machines"];
        let drafts = [
            [
                &["-", "vector", "--file", &file, "--title", "Vector"],
                &common[..],
                &own,
            ]
            .concat(),
            [
                &["-", "value", "--value", value, "--title", "Value"],
                &common[..],
                &own,
            ]
            .concat(),
        ];
        play.play("machines", &drafts, &[])
    };
    let first = play("12", ["1", "2", "3", "4.5"]);
    assert!(first.len() > 40, "{}", first.len());
    for (what, value, numbers) in [
        ("another value", "-488", ["1", "2", "3", "4.5"]),
        ("other numbers", "12", ["1", "2", "-200", "104.5"]),
        ("numbers in another order", "12", ["4.5", "3", "2", "1"]),
        (
            "a value written otherwise",
            "12.000",
            ["1.0", "2", "3.00", "4.50"],
        ),
        ("no value at all", "0", ["0", "0", "0", "0"]),
    ] {
        same(what, &first, &play(value, numbers));
    }
}
