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

/// An owner, and the receipt of its one sale, which is on credit.
fn sold_on_credit(world: &World) -> (Trader<'_>, String) {
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listing(&owner);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    let receipt = owner.json(&["approve", text(&order, "id"), "--settlement", "credit"]);
    (owner, text(&receipt, "id").to_owned())
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
    let told = "€19.99 of €20.00 arrived on 2026-11-20 (booking 1)";
    for list in [
        owner.say(&["inbox", "list"]),
        owner.say(&["inbox", "show", text(&order, "id")]),
    ] {
        assert!(list.contains(told), "{list}");
    }
    let part = &owner.j("inbox list")[0]["arrived"][0];
    assert_eq!(
        (&part["amount"]["minor"], &part["due"]["minor"]),
        (&json!(1999), &json!(2000))
    );
    assert!(!words.contains("payments approve"), "{words}");
    let refused = owner.refused(&["payments", "approve"]);
    refused.is(1, "pays-nothing", &["No booking pays"]);
    let refused = owner.refused(&["payments", "approve", "1"]);
    refused.is(1, "pays-nothing", &["Booking 1", "total amount"]);
    let words = owner.say(&["payments", "show", "1"]);
    for part in ["€20.00", "waits; this booking does not pay it"] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert!(!words.contains("is paid"), "{words}");
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
fn discarded_order_is_delivered_for_its_payment() {
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
    let deliver = format!("poundwise payments deliver-anyway 1 --order {}", &id[..8]);
    assert!(words.contains(&deliver), "{words}");
    assert!(
        words.contains(&format!("deliver anyway  {}", &id[..8])),
        "{words}"
    );
    let receipt = owner.json(&["payments", "deliver-anyway", "1", "--order", id]);
    assert_eq!(receipt["order"], order["id"]);
    let refused = owner.refused(&["payments", "refunded", "1"]);
    refused.is(1, "pays-nothing", &["Booking 1"]);
}

#[test]
fn what_a_cheaper_order_leaves_is_told_and_paid_back() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listing(&owner);
    let create = [
        "listing", "create", "table", "mean", "age", "--bounds", "0..100",
    ];
    let priced = ["--price", "4:20", "--pay-to", IBAN, "--title", "Ages"];
    let cheap = owner.json(&[&create[..], &priced].concat());
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    let cheaper = buyer.json(&["order", text(&cheap, "id"), "--to", "1"]);
    owner.json(&["discard", text(&order, "id")]);
    let file = statement(&world, &[("20.00", text(&order, "reference"))]);
    owner.json(&["payments", "import", &file]);
    let words = owner.say(&[
        "payments",
        "deliver-anyway",
        "1",
        "--order",
        text(&cheaper, "id"),
    ]);
    let left = "€15.00 of booking 1 is still to be paid back; then: poundwise payments refunded 1";
    assert!(words.contains(left), "{words}");
    assert!(
        owner
            .say(&["payments", "list"])
            .contains("rest to pay back")
    );
    let words = owner.say(&["payments", "show", "1"]);
    for part in [
        "to pay back  €15.00",
        "left of it      €15.00",
        "payments refunded 1",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    let words = owner.say(&["payments", "refunded", "1"]);
    assert!(words.contains("Recorded as paid back."), "{words}");
    assert_eq!(owner.j("payments list"), json!([]));
}

#[test]
fn what_a_bank_took_back_after_the_delivery_is_told_until_it_is_dealt_with() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listing(&owner);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    owner.json(&["approve", text(&order, "id"), "--settlement", "paid"]);
    let reference = text(&order, "reference");
    let file = statement(&world, &[("20.00", reference)]);
    let words = owner.say(&["payments", "import", &file]);
    assert!(words.contains("settled by hand"), "{words}");
    assert_eq!(owner.j("payments list"), json!([]));
    let words = owner.say(&["payments", "show", "1"]);
    assert!(words.contains("you recorded it by hand"), "{words}");
    assert!(!words.contains("payments refunded"), "{words}");

    let debit = std::fs::read_to_string(&file)
        .unwrap()
        .replace("CRDT", "DBIT");
    std::fs::write(&file, debit).unwrap();
    owner.json(&["payments", "import", &file]);
    let words = owner.say(&["payments", "list"]);
    assert!(words.contains("reversed after delivery"), "{words}");
    let unpaid = owner.say(&["receipt", "list", "--unpaid"]);
    assert!(unpaid.contains("€20.00 reversed"), "{unpaid}");
    let books = owner.say(&["books"]);
    assert!(books.contains("reversed     €20.00"), "{books}");
    let words = owner.say(&["payments", "refunded", "1"]);
    assert!(words.contains("Recorded as dealt with."), "{words}");
    assert_eq!(owner.j("payments list"), json!([]));
    assert_eq!(owner.j("receipt list --unpaid"), json!([]));
}

#[test]
fn a_payment_for_an_order_of_a_blocked_key_is_to_be_paid_back() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listing(&owner);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    owner.json(&["block", "add", text(&buyer.j("whoami"), "kid")]);
    let file = statement(&world, &[("20.00", text(&order, "reference"))]);
    let words = owner.say(&["payments", "import", &file]);
    assert!(words.contains("order not taken"), "{words}");
    let words = owner.say(&["payments", "show", "1"]);
    assert!(words.contains("If you paid it back"), "{words}");
    let refunded = owner.json(&["payments", "refunded", "1"]);
    assert_eq!(refunded["state"], json!(BookingState::Refunded));
}

#[test]
fn a_payment_to_another_account_says_which_was_expected() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listing(&owner);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    let file = statement(&world, &[("20.00", text(&order, "reference"))]);
    let elsewhere = std::fs::read_to_string(&file)
        .unwrap()
        .replace(IBAN, "DE89370400440532013000");
    std::fs::write(&file, elsewhere).unwrap();
    let words = owner.say(&["payments", "import", &file]);
    assert!(words.contains("other account"), "{words}");
    let words = owner.say(&["payments", "show", "1"]);
    for part in [
        "DE89 3704 0044 0532 0130 00",
        "payto://iban/DE75512108001245126199",
        "waits; this booking does not pay it",
    ] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert!(!words.contains("is paid"), "{words}");
}

#[test]
fn payment_without_deliverable_order_is_only_paid_back() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listing(&owner);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    owner.json(&["decline", text(&order, "id"), "--reason", "sold out"]);
    let file = statement(&world, &[("20.00", text(&order, "reference"))]);
    owner.json(&["payments", "import", &file]);
    let words = owner.say(&["payments", "show", "1"]);
    assert!(words.contains("paid, not delivered"), "{words}");
    assert!(words.contains("poundwise payments refunded 1\n"), "{words}");
    assert!(!words.contains("deliver-anyway"), "{words}");
}

#[test]
fn a_row_whose_day_cannot_be_read_is_named_and_not_stored() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listing(&owner);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    let reference = text(&order, "reference");
    let csv = |day: &str| {
        let rows = format!("{day};{reference};20,00\n");
        world.file("bank.csv", format!("Day;Text;Amount\n{rows}"))
    };
    let set = |order: &str| {
        let columns = "--day Day --amount Amount --decimal comma --currency EUR --text Text";
        owner.j(&format!(
            "bank set Harbour --iban {IBAN} {columns} --day-order {order}"
        ));
    };
    let file = csv("23.11.2026");
    let import = ["payments", "import", &file, "--bank", "Harbour"];
    set("month-day-year");
    let way_out = "poundwise bank set 'Harbour'";
    let other = "--day-order day-month-year";
    let words = owner.say(&["bank", "preview", "Harbour", &file]);
    for part in ["unreadable", "line 2: “23.11.2026”", way_out, other] {
        assert!(words.contains(part), "{part}: {words}");
    }
    // Days that both orders read would be stored wrong, and once more when it is put right.
    let both = "04.11.2026;-;1,00\n23.11.2026";
    for day in ["23.11.2026", both] {
        csv(day);
        let found = ["23.11.2026", "Nothing was imported"];
        owner.refused(&import).is(1, "statement", &found);
    }
    csv("23.11.2026");
    assert_eq!(owner.j("payments list --all"), json!([]));

    set("day-month-year");
    owner.json(&import);
    // No order of its parts makes it a day.
    csv("31.11.2026");
    let words = owner.say(&import);
    assert!(words.contains("line 2: “31.11.2026”"), "{words}");
    assert!(!words.contains("bank set"), "{words}");
    let all = owner.j("payments list --all");
    assert_eq!(all.as_array().unwrap().len(), 1);
    assert_eq!(all[0]["state"], json!(BookingState::Proposed));
}

#[test]
fn what_is_no_payment_is_set_aside_and_discarded_with_its_bank() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let listing = listing(&owner);
    let order = buyer.json(&["order", &listing, "--to", "1"]);
    let reference = text(&order, "reference");
    let rows = format!("23.11.2026;{reference};20,00\n24.11.2026;{reference};7,00\n");
    let file = world.file("bank.csv", format!("Day;Text;Amount\n{rows}"));
    owner.j(&format!(
        "bank set Harbour --iban {IBAN} --day Day --day-order day-month-year --amount Amount \
         --decimal comma --currency EUR --text Text"
    ));
    owner.json(&["payments", "import", &file, "--bank", "Harbour"]);
    let words = owner.say(&["payments", "show", "1"]);
    assert!(
        words.contains("If it is not a payment for an order: poundwise payments set-aside 1\n"),
        "{words}"
    );
    let words = owner.say(&["payments", "set-aside", "1"]);
    for part in ["Set aside.", "set aside", "poundwise payments restore 1"] {
        assert!(words.contains(part), "{part}: {words}");
    }
    assert!(!words.contains("set-aside 1"), "{words}");
    let refused = owner.refused(&["payments", "approve", "1"]);
    refused.is(1, "pays-nothing", &["Booking 1", "not a payment"]);
    let open = owner.j("payments list");
    assert_eq!(open.as_array().unwrap().len(), 1);
    let again = owner.json(&["payments", "import", &file, "--bank", "Harbour"]);
    assert_eq!(again["known"], 2);
    let restored = owner.json(&["payments", "restore", "1"]);
    assert_eq!(restored["state"], json!(BookingState::Proposed));
    let refused = owner.refused(&["payments", "restore", "1"]);
    refused.is(1, "pays-nothing", &["not set aside"]);
    owner.json(&["payments", "approve", "1"]);

    // Nothing goes unasked, and not what was paid by it.
    let shown = owner.json(&["bank", "remove", "Harbour", "--dry-run"]);
    assert_eq!(shown["discarded"][0]["number"], 2);
    assert_eq!(shown["kept"], 1);
    let discard = ["bank", "remove", "Harbour", "--discard-bookings"];
    let refused = owner.refused(&discard);
    refused.is(2, "confirmation-needed", &["Harbour"]);
    let words = owner.say(&[&discard[..], &["--yes"]].concat());
    assert!(words.contains("bookings discarded  1"), "{words}");
    let all = owner.j("payments list --all");
    assert_eq!(all.as_array().unwrap().len(), 1);
    assert_eq!(all[0]["state"], json!(BookingState::Settled));
    assert_eq!(owner.j("bank list"), json!([]));
}

#[test]
fn a_list_of_invoices_says_what_is_open_today() {
    let world = World::new();
    let (owner, receipt) = sold_on_credit(&world);
    let place = "--street Hafenweg --post-code 20457 --city Hamburg --country DE";
    owner.j(&format!(
        "invoice setup --prefix R- --name Clinic {place} --no-vat outside"
    ));
    owner.j(&format!("invoice issue {receipt} --name Buyer {place}"));
    // The amounts of the row of an invoice.
    let amounts = |number: &str| -> Vec<String> {
        let list = owner.say(&["invoice", "list"]);
        assert!(
            list.contains("open") && !list.contains("to be paid"),
            "{list}"
        );
        let row = list.lines().find(|line| line.trim().starts_with(number));
        let words = row.unwrap().split_whitespace();
        words
            .filter(|word| word.contains('€'))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(amounts("R-1"), ["€20.00", "€20.00"]);
    owner.json(&["receipt", "paid", &receipt, "--amount", "5"]);
    assert_eq!(amounts("R-1"), ["€20.00", "€15.00"]);
    owner.json(&["receipt", "paid", &receipt]);
    assert_eq!(amounts("R-1"), ["€20.00", "€0.00"]);
    owner.json(&["invoice", "credit", "R-1", "--reason", "Wrong."]);
    assert_eq!(amounts("R-1"), ["€20.00"]);
    assert_eq!(amounts("R-2"), ["\u{2212}€20.00"]);
}

#[test]
fn a_dry_run_of_an_invoice_refuses_what_its_issue_does() {
    let world = World::new();
    let (owner, receipt) = sold_on_credit(&world);
    let place = "--street Hafenweg --post-code 20457 --city Hamburg --country";
    owner.j(&format!(
        "invoice setup --name Clinic {place} DE --vat-id DE123456789 --vat-rate 19"
    ));
    let issue = format!("invoice issue {receipt} --name Buyer");
    let cases = [
        (issue.clone(), "invoice-party", "street is missing"),
        (
            format!("{issue} {place} XX"),
            "invoice-country",
            "“XX” is not a country code of two letters (ISO 3166).",
        ),
        (
            format!("{issue} {place} DE --vat-id 123"),
            "invoice-vat-id",
            "“123” is not a VAT identifier.",
        ),
        (
            format!("{issue} {place} DE --reverse-charge"),
            "invoice-vat-id",
            "The buyer's VAT identifier is missing",
        ),
    ];
    for (line, code, why) in &cases {
        for line in [line.clone(), format!("{line} --dry-run")] {
            let refused = owner.refused(&line.split(' ').collect::<Vec<_>>());
            refused.is(2, code, &[why]);
            assert!(!refused.hints.is_empty());
        }
    }
    assert_eq!(owner.j("invoice list"), json!([]));
}

#[test]
fn what_is_wrong_about_an_invoice_is_named_with_the_way_out() {
    let world = World::new();
    let owner = world.home("owner");
    let refused = |changes: &[(&str, &str)]| {
        let mut options = vec![
            ("--name", "Clinic"),
            ("--street", "Hafenweg 1"),
            ("--post-code", "20457"),
            ("--city", "Hamburg"),
            ("--country", "DE"),
            ("--vat-id", "DE123456789"),
            ("--vat-rate", "19"),
        ];
        for (name, value) in changes {
            options.retain(|(known, _)| known != name);
            options.push((*name, *value));
        }
        let mut line = vec!["invoice", "setup"];
        line.extend(options.iter().flat_map(|(name, value)| [*name, *value]));
        owner.refused(&line)
    };
    let long = "x".repeat(201);
    let cases = [
        (
            "--street",
            " ",
            "invoice-party",
            "Your street is missing.",
            "street",
        ),
        (
            "--post-code",
            &*long,
            "invoice-party",
            "Your post code has 201 characters; at most 200 fit.",
            "Shorten",
        ),
        (
            "--city",
            "Ham\u{200b}burg",
            "invoice-party",
            "Your city has the invisible character U+200B.",
            "without",
        ),
        (
            "--country",
            "XX",
            "invoice-country",
            "Your country: “XX” is not a country code of two letters (ISO 3166).",
            "DE",
        ),
        (
            "--vat-id",
            "123456789",
            "invoice-vat-id",
            "Your VAT identifier: “123456789” is not a VAT identifier.",
            "two letters of its country",
        ),
        (
            "--vat-rate",
            "19,5",
            "invoice-vat",
            "“19,5” is not a rate of VAT",
            "with a point: 19.5",
        ),
        (
            "--vat-rate",
            "100",
            "invoice-vat",
            "“100” is not a rate of VAT",
            "19 or 5.5",
        ),
    ];
    for (name, value, code, why, way) in cases {
        let refused = refused(&[(name, value)]);
        refused.is(2, code, &[why]);
        assert!(
            refused.hints[0].contains(way),
            "{name}: {:?}",
            refused.hints
        );
    }
}

#[test]
fn a_bank_is_chosen_listed_and_removed() {
    let world = World::new();
    let owner = world.home("owner");
    let file = world.file("bank.csv", "Day;Text;Amount\n2026-11-20;rent;-9,00\n");
    let columns = owner.say(&["bank", "columns", &file]);
    assert!(columns.contains("2026-11-20"), "{columns}");
    let refused = owner.refused(&["payments", "import", &file]);
    refused.is(1, "statement", &["columns must be chosen"]);
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
    refused.is(1, "statement", &["columns must be chosen"]);
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
fn the_line_of_a_header_is_proposed_and_stated() {
    let world = World::new();
    let owner = world.home("owner");
    let file = world.file(
        "bank.csv",
        "Account;Harbour\nDay;Amount\nBalance;1,00\n\nDay;Text;Amount\n2026-11-20;rent;-9,00\n",
    );
    let head = owner.json(&["bank", "columns", &file]);
    assert_eq!(
        (&head["header"], &head["lines"][3]),
        (&json!(5), &json!(""))
    );
    assert_eq!(head["columns"][1]["name"], "Text");
    let words = owner.say(&["bank", "columns", &file]);
    assert!(words.contains("in line 5."), "{words}");
    assert!(words.contains("Account;Harbour"), "{words}");
    let other = owner.json(&["bank", "columns", &file, "--header", "2"]);
    assert_eq!(
        (&other["header"], &other["columns"][1]["name"]),
        (&json!(2), &json!("Amount"))
    );
    let refused = owner.refused(&["bank", "columns", &file, "--header", "4"]);
    refused.is(1, "statement", &["Line 4"]);
    let columns = "--day Day --day-order year-month-day --amount Amount --decimal comma \
                   --currency EUR --text Text";
    owner.j(&format!("bank set Harbour --iban {IBAN} {columns}"));
    let imported = owner.json(&["payments", "import", &file, "--bank", "Harbour"]);
    assert_eq!(
        (&imported["booked"], &imported["unreadable"]),
        (&json!(1), &json!(0))
    );
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
    refused.is(1, "no-invoicing", &["Your details"]);
    let hint = &refused.hints[0];
    assert!(hint.contains("invoice setup"), "{hint}");
    let place = "--street Hafenweg --post-code 20457 --city Hamburg --country";
    let setup = format!("invoice setup --prefix R- --name Clinic {place}");
    let refuse = |line: &str| owner.refused(&line.split(' ').collect::<Vec<_>>());
    let refused = refuse(&format!("{setup} Germany --no-vat outside"));
    refused.is(2, "invoice-country", &["two letters"]);
    refuse(&format!("{setup} DE")).is(2, "usage", &["--vat-rate"]);
    owner.j(&format!("{setup} DE --no-vat outside"));

    let issue = format!("invoice issue {receipt} --name Buyer {place} AT");
    let dry_run = format!("{issue} --dry-run");
    let words = owner.say(&dry_run.split(' ').collect::<Vec<_>>());
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
    for part in [
        "Cancellation of invoice R-1\nCredit note R-2",
        "The name was wrong.",
    ] {
        assert!(note.contains(part), "{part}: {note}");
    }
    let list = owner.say(&["invoice", "list", "--receipt", &second]);
    assert!(
        list.contains("cancelled by R-2") && list.contains("Buyer"),
        "{list}"
    );
    assert!(
        owner
            .say(&["invoice", "show", "R-1"])
            .contains("cancelled by R-2")
    );
    assert!(owner.say(&["invoice", "details"]).contains("number 3."));
    let refused = owner.refused(&["invoice", "set-next", "2"]);
    refused.is(2, "invoice-number", &["from 3"]);
    assert!(
        owner
            .say(&["invoice", "set-next", "40"])
            .contains("number 40.")
    );
    let known = owner.j(&format!("invoice issue {receipt} --no-vat other --dry-run"));
    assert_eq!(known["invoice"]["number"], "R-40");
    let details = owner.say(&["invoice", "details"]);
    assert!(details.contains("Clinic, Hafenweg"), "{details}");
}
