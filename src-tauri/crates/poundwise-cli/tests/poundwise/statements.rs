//! Statements of real banks, and statements that a payer manipulates, through the built program.

use serde_json::{Value, json};

use crate::support::{Trader, World, text};

const IBAN: &str = "DE75512108001245126199";

/// Returns an owner and the references of orders of 20.00 and 13.00.
fn shop(world: &World) -> (Trader<'_>, String, String) {
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    owner.import("table", "age:number", "age\n31\n42\n53\n");
    let order = |question: &[&str], price: &str| {
        let create = [&["listing", "create", "table"], question].concat();
        let terms = ["--price", price, "--pay-to", IBAN, "--title", "Ages"];
        let listing = owner.json(&[&create[..], &terms].concat());
        let order = buyer.json(&["order", text(&listing, "id"), "--to", "1"]);
        text(&order, "reference").to_owned()
    };
    let one = order(&["count"], "4:80");
    let two = order(&["mean", "age", "--bounds", "0..100"], "4:52");
    (owner, one, two)
}

/// Returns a transfer in an entry.
fn transfer(amount: &str, text: &str, more: &str) -> String {
    format!(
        "<TxDtls><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>\
         <RmtInf><Ustrd>{text}</Ustrd></RmtInf>{more}</TxDtls>"
    )
}

fn batch(world: &World, amount: &str, transfers: &[String]) -> String {
    let count = transfers.len();
    world.file(
        "statement.xml",
        format!(
            "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>\
             <Stmt><Acct><Id><IBAN>{IBAN}</IBAN></Id></Acct><Ntry><Amt Ccy=\"EUR\">{amount}</Amt>\
             <CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt>\
             </BookgDt><AcctSvcrRef>B77</AcctSvcrRef><NtryDtls><Btch><NbOfTxs>{count}</NbOfTxs>\
             </Btch>{}</NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>",
            transfers.concat()
        ),
    )
}

/// Returns state and cents of each listed booking, by number.
fn listed(owner: &Trader) -> Vec<(String, u64)> {
    let list = owner.j("payments list --all");
    let mut found: Vec<&Value> = list.as_array().unwrap().iter().collect();
    found.sort_by_key(|one| one["number"].as_u64());
    let of = |one: &&Value| {
        let cents = one["amount"]["minor"].as_u64().unwrap();
        (text(one, "state").to_owned(), cents)
    };
    found.iter().map(of).collect()
}

fn are(expected: &[(&str, u64)]) -> Vec<(String, u64)> {
    let all = expected.iter();
    all.map(|(state, cents)| ((*state).to_owned(), *cents))
        .collect()
}

#[test]
fn a_collective_entry_pays_each_order_by_its_own_transfer() {
    for returned in ["", "<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>"] {
        let world = World::new();
        let (owner, one, two) = shop(&world);
        let transfers = [
            transfer("20.00", &one, ""),
            transfer("13.00", &two, ""),
            transfer("50.00", "Room rent", returned),
        ];
        let file = batch(&world, "83.00", &transfers);
        owner.json(&["payments", "import", &file]);
        let both = are(&[("proposed", 2000), ("proposed", 1300)]);
        assert_eq!(listed(&owner), both, "{returned}");
    }
}

#[test]
fn a_collective_entry_pays_no_order_by_its_sum() {
    let world = World::new();
    let (owner, one, two) = shop(&world);
    let crossed = [transfer("1.00", &one, ""), transfer("32.00", &two, "")];
    let file = batch(&world, "33.00", &crossed);
    owner.json(&["payments", "import", &file]);
    let wrong = are(&[("other-amount", 100), ("other-amount", 3200)]);
    assert_eq!(listed(&owner), wrong);
    let refused = owner.refused(&["payments", "approve"]);
    refused.is(1, "pays-nothing", &["No booking pays"]);
    // An entry of the same sum with amounts that do not add up to it is not proposed either.
    let open = [transfer("1.00", &one, ""), transfer("31.00", &two, "")];
    let file = batch(&world, "33.00", &open);
    let content = std::fs::read_to_string(&file)
        .unwrap()
        .replace("B77", "B78");
    std::fs::write(&file, content).unwrap();
    let words = owner.say(&["payments", "import", &file]);
    assert!(words.contains("several transfers"), "{words}");
    let words = owner.say(&["payments", "show", "3"]);
    assert!(words.contains("poundwise payments set-aside 3"), "{words}");
    owner
        .refused(&["payments", "approve"])
        .is(1, "pays-nothing", &[]);
}

#[test]
fn amount_without_a_sign_needs_a_direction() {
    let world = World::new();
    let (owner, one, two) = shop(&world);
    let file = world.file(
        "bank.csv",
        format!(
            "Buchungstag;Verwendungszweck;W\u{e4}hrung;Umsatz; \n\
             20.11.2026;{one};EUR;20,00;H\n20.11.2026;R\u{fc}ckzahlung {two};EUR;13,00;S\n"
        ),
    );
    let columns = owner.say(&["bank", "columns", &file]);
    assert!(
        columns.contains("#5") && columns.contains("H; S"),
        "{columns}"
    );
    let set = format!(
        "bank set VR --iban {IBAN} --day Buchungstag --day-order day-month-year --amount Umsatz \
         --decimal comma --currency EUR --text Verwendungszweck"
    );
    owner.j(&set);
    let import = ["payments", "import", &file, "--bank", "VR"];
    let preview = ["bank", "preview", "VR", &file];
    for refused in [&import[..], &preview] {
        let refused = owner.refused(refused);
        refused.is(1, "statement", &["no sign", "“#5”", "was not chosen"]);
    }
    assert_eq!(listed(&owner), []);
    let half = owner.refused(
        &[
            &set.split(' ').collect::<Vec<_>>()[..],
            &["--direction", "#5"],
        ]
        .concat(),
    );
    half.is(2, "usage", &["--in"]);
    let chosen = owner.j(&format!("{set} --direction #5 --in H --out S"));
    assert_eq!(chosen["columns"]["direction"], json!("#5"));
    let words = owner.say(&["bank", "show", "VR"]);
    assert!(
        words.contains("#5 has H for money that came in, S"),
        "{words}"
    );
    let preview = owner.json(&preview);
    let came: Vec<&Value> = preview["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| &row["came"])
        .collect();
    assert_eq!(came, [&json!(true), &json!(false)]);
    owner.json(&import);
    assert_eq!(listed(&owner), are(&[("proposed", 2000)]));
    // A row with another word is not imported. The message names it.
    let content = std::fs::read_to_string(&file).unwrap().replace(";S", ";X");
    std::fs::write(&file, content).unwrap();
    let words = owner.say(&import);
    assert!(words.contains("line 3: “X”"), "{words}");
    assert_eq!(listed(&owner), are(&[("proposed", 2000)]));
}

#[test]
fn payer_cannot_write_an_amount() {
    let world = World::new();
    let (owner, one, _) = shop(&world);
    owner.j(&format!(
        "bank set Harbour --iban {IBAN} --day Day --day-order day-month-year --amount Amount \
         --decimal comma --currency EUR --text Text"
    ));
    for row in [
        format!("20.11.2026;{one};20,00;0,01;Bob"),
        format!("20.11.2026;{one};20,00;\";0,01;x\""),
    ] {
        let file = world.file("bank.csv", format!("Day;Text;Amount;Name\n{row}\n"));
        let words = owner.say(&["payments", "import", &file, "--bank", "Harbour"]);
        assert!(words.contains("line 2: "), "{words}");
        assert!(words.contains("1 row is not imported:"), "{words}");
        assert_eq!(listed(&owner), [], "{row}");
    }
}

#[test]
fn a_day_far_from_today_is_refused() {
    let world = World::new();
    let (owner, one, _) = shop(&world);
    let file = batch(&world, "20.00", &[transfer("20.00", &one, "")]);
    let content = std::fs::read_to_string(&file)
        .unwrap()
        .replace("2026-11-20", "2099-11-20");
    std::fs::write(&file, content).unwrap();
    let refused = owner.refused(&["payments", "import", &file]);
    refused.is(
        1,
        "statement",
        &["dated 2099-11-20", "Nothing was imported"],
    );
    assert_eq!(listed(&owner), []);
}
