//! Bank statements through the built program: imported, told, approved together.

use poundwise_market::view::BookingState;
use serde_json::{Value, json};

use crate::support::{Trader, World, text};

const IBAN: &str = "DE75512108001245126199";

/// A listing that is paid to that account.
fn listing(owner: &Trader) -> String {
    owner.import("table", "age:number", "age\n31\n42\n53\n");
    let create = ["listing", "create", "table", "count", "--price", "4:80"];
    let listing = owner.json(&[&create[..], &["--pay-to", IBAN, "--title", "Heads"]].concat());
    text(&listing, "id").to_owned()
}

/// A statement with credits of these amounts for these references.
fn statement(world: &World, paid: &[(&str, &str)]) -> String {
    let entries: String = paid
        .iter()
        .map(|(amount, reference)| {
            format!(
                "<Ntry><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>\
                 <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>\
                 <AddtlNtryInf>{reference}</AddtlNtryInf></Ntry>"
            )
        })
        .collect();
    world.file(
        "statement.xml",
        format!(
            "<Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>\
             <Stmt><Acct><Id><IBAN>{IBAN}</IBAN></Id></Acct>{entries}</Stmt></BkToCstmrStmt>\
             </Document>"
        ),
    )
}

#[test]
fn a_statement_is_imported_shown_and_approved() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listing(&owner);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    let reference = text(&order, "reference");
    let short = statement(&world, &[("19.99", reference)]);
    let words = owner.say(&["payments", "import", &short]);
    assert!(words.contains("other amount"), "{words}");
    assert!(!words.contains("payments approve"), "{words}");
    let refused = owner.refused(&["payments", "approve"]);
    refused.is(1, "pays-nothing", &["No booking pays"]);
    let refused = owner.refused(&["payments", "approve", "1"]);
    refused.is(1, "pays-nothing", &["Booking 1", "another amount"]);
    let refused = owner.refused(&["payments", "show", "7"]);
    refused.is(1, "no-such-booking", &["7"]);

    let right = statement(&world, &[("20.00", reference), ("900.00", "rent")]);
    let words = owner.say(&["payments", "import", &right]);
    assert!(words.contains("for no order of yours  1"), "{words}");
    assert!(words.contains("poundwise payments approve"), "{words}");
    let listed = owner.j("payments list");
    assert_eq!(listed.as_array().unwrap().len(), 2);
    let shown = owner.json(&["payments", "show", "2"]);
    assert_eq!(shown["state"], json!(BookingState::Proposed));
    assert_eq!(shown["orders"][0]["order"]["id"], order["id"]);
    let words = owner.say(&["payments", "show", "2"]);
    assert!(words.contains("waits, and is paid"), "{words}");

    let approved = owner.json(&["payments", "approve", "2"]);
    assert_eq!(approved["receipts"][0]["settlement"], "paid");
    assert_eq!(approved["receipts"][0]["payment_reference"], reference);
    let collected = buyer.j("collect");
    assert_eq!(
        collected["releases"][0]["id"],
        approved["receipts"][0]["id"]
    );
    let all = owner.json(&["payments", "list", "--all"]);
    assert_eq!(all.as_array().unwrap().len(), 2);
    // What was too little came to an order that is paid by now.
    let refunded = owner.json(&["payments", "refunded", "1"]);
    assert_eq!(refunded["state"], json!(BookingState::Refunded));
    assert_eq!(owner.j("payments list"), json!([]));
}

#[test]
fn what_was_paid_for_a_discarded_order_is_honoured() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listing(&owner);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    let id = text(&order, "id");
    owner.json(&["discard", id]);
    let file = statement(&world, &[("20.00", text(&order, "reference"))]);
    let words = owner.say(&["payments", "import", &file]);
    assert!(words.contains("paid, not delivered"), "{words}");
    let words = owner.say(&["payments", "show", "1"]);
    assert!(words.contains("payments honour --order ID"), "{words}");
    assert!(
        words.contains(&format!("can be honoured by  {}", &id[..8])),
        "{words}"
    );
    let receipt = owner.json(&["payments", "honour", "1", "--order", id]);
    assert_eq!(receipt["order"], order["id"]);
    let refused = owner.refused(&["payments", "refunded", "1"]);
    refused.is(1, "pays-nothing", &["Booking 1"]);
}

#[test]
fn a_bank_is_chosen_listed_and_removed() {
    let world = World::new();
    let owner = world.home("owner");
    let file = world.file("bank.csv", "Day;Text;Amount\n2026-11-20;rent;-9,00\n");
    let columns = owner.say(&["bank", "columns", &file]);
    assert!(columns.contains("2026-11-20"), "{columns}");
    let refused = owner.refused(&["payments", "import", &file]);
    refused.is(1, "statement", &["which column is which"]);
    let choice = |iban: &'static str| {
        [
            "bank",
            "set",
            "Harbour",
            "--iban",
            iban,
            "--day",
            "Day",
            "--day-order",
            "year-month-day",
            "--amount",
            "Amount",
            "--decimal",
            "comma",
            "--currency",
            "EUR",
            "--text",
            "Text",
        ]
    };
    let refused = owner.refused(&choice("DE75512108001245126198"));
    refused.is(2, "bank-account", &["IBAN"]);
    let chosen = owner.json(&choice(IBAN));
    assert_eq!(owner.j("bank list"), Value::from(vec![chosen.clone()]));
    assert_eq!(owner.j("bank show Harbour"), chosen);
    let words = owner.say(&["bank", "show", "Harbour"]);
    assert!(words.contains("DE75 5121 0800 1245 1261 99"), "{words}");
    let preview = owner.json(&["bank", "preview", "Harbour", &file]);
    assert_eq!(
        (&preview["booked"], &preview["rows"][0]["came"]),
        (&json!(1), &json!(false))
    );
    let words = owner.say(&["bank", "preview", "Harbour", &file]);
    assert!(words.contains("€9.00") && words.contains("went"), "{words}");
    let refused = owner.refused(&["payments", "import", &file]);
    refused.is(1, "statement", &["which column is which"]);
    assert!(
        refused.hints[0].ends_with("`--bank Harbour`."),
        "{:?}",
        refused.hints
    );
    let imported = owner.json(&["payments", "import", &file, "--bank", "Harbour"]);
    assert_eq!(
        (&imported["booked"], &imported["unnamed"]),
        (&json!(1), &json!(1))
    );
    owner.j("bank remove Harbour");
    let refused = owner.refused(&["bank", "show", "Harbour"]);
    refused.is(1, "no-such-bank", &["Harbour"]);
}

#[test]
fn an_invoice_is_set_up_issued_written_and_taken_back() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listing(&owner);
    let sell = |to: &str| {
        let order = buyer.json(&["order", &listing, "--to", to]);
        let receipt = owner.json(&["approve", text(&order, "id"), "--settlement", "credit"]);
        buyer.json(&["collect"]);
        text(&receipt, "id").to_owned()
    };
    let (receipt, second) = (sell("1"), sell("2"));
    let refused = owner.refused(&["invoice", "issue", &receipt, "--dry-run"]);
    refused.is(1, "no-invoicing", &["who you are"]);
    let hint = &refused.hints[0];
    assert!(hint.contains("invoice setup"), "{hint}");
    let place = "--street Hafenweg --post-code 20457 --city Hamburg --country";
    let setup = format!("invoice setup --prefix R- --name Clinic {place}");
    let refuse = |line: &str| owner.refused(&line.split(' ').collect::<Vec<_>>());
    let refused = refuse(&format!("{setup} Germany --no-vat outside"));
    refused.is(2, "invoice-country", &["two letters"]);
    refuse(&format!("{setup} DE")).is(2, "usage", &["--vat-rate"]);
    owner.j(&format!("{setup} DE --no-vat outside"));

    let words = owner.say(&["invoice", "issue", &receipt, "--dry-run"]);
    for part in ["R-1, not issued yet", "€20.00", "--also", &second[..8]] {
        assert!(words.contains(part), "{part}: {words}");
    }
    let refused = owner.refused(&["invoice", "issue", &receipt]);
    refused.is(2, "invoice-party", &["The buyer's street"]);
    let refused = owner.refused(&["invoice", "issue", &receipt, "--city", "Wien"]);
    refused.is(2, "invoice-party", &["The buyer's name"]);
    let issue = format!("invoice issue {receipt} --also {second} --name Buyer {place} AT");
    let issued = owner.j(&issue);
    assert_eq!(
        (&issued["invoice"]["number"], &issued["issued"]),
        (&json!("R-1"), &json!(true))
    );
    refuse(&issue).is(1, "invoice-issued", &["R-1"]);
    let receipts = owner.say(&["receipt", "list"]);
    assert_eq!(receipts.matches("R-1").count(), 2, "{receipts}");
    assert!(owner.say(&["receipt", "show", &receipt]).contains("R-1"));
    let file = world.path("invoice.html");
    let file = file.to_str().unwrap();
    owner.json(&["invoice", "export", "R-1", "--format", "html", "-o", file]);
    let page = std::fs::read_to_string(file).unwrap();
    assert!(
        page.contains("Invoice R-1") && page.contains("40.00"),
        "{page}"
    );

    let reason = ["--reason", "The name was wrong."];
    let refused = owner.refused(&[&["invoice", "credit", "R-7"][..], &reason].concat());
    refused.is(1, "no-such-invoice", &["R-7"]);
    let note = owner.say(&[&["invoice", "credit", "R-1"][..], &reason].concat());
    for part in ["Credit note R-2", "takes back R-1", "The name was wrong."] {
        assert!(note.contains(part), "{part}: {note}");
    }
    let list = owner.say(&["invoice", "list", "--receipt", &second]);
    assert!(
        list.contains("taken back by R-2") && list.contains("Buyer"),
        "{list}"
    );
    assert!(
        owner
            .say(&["invoice", "show", "R-1"])
            .contains("taken back by R-2")
    );
    assert!(owner.say(&["invoice", "next"]).contains("number 3."));
    let refused = owner.refused(&["invoice", "next", "2"]);
    refused.is(2, "invoice-number", &["from 3"]);
    assert!(owner.say(&["invoice", "next", "40"]).contains("number 40."));
    let known = owner.j(&format!("invoice issue {receipt} --no-vat other --dry-run"));
    assert_eq!(known["invoice"]["number"], "R-40");
    let details = owner.say(&["invoice", "details"]);
    assert!(details.contains("Clinic, Hafenweg"), "{details}");
}
