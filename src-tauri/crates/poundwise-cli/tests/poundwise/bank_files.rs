//! Files as banks write them, invoices for buyers abroad, and tables for spreadsheets, through the
//! built program. The inputs are not part of the repository: without them these tests say that they
//! were skipped.

use std::fs;

use serde_json::{Value, json};

use crate::bank_cases::{bank_case, packed_twice, utf16le, windows_1250};
use crate::support::{Trader, World, text};

const IBAN: &str = "DE75512108001245126199";

/// A market with a seller and two buyers. Each case has an order of each, of 20.00 and 13.00.
struct Town<'w> {
    world: &'w World,
    owner: Trader<'w>,
    buyers: [Trader<'w>; 2],
    listing: String,
}

impl<'w> Town<'w> {
    fn new(world: &'w World) -> Self {
        let owner = world.home("owner");
        let buyers = ["buyer", "other"].map(|name| world.home(name));
        owner.import("table", "age:number", "age\n31\n42\n53\n");
        let create = ["listing", "create", "table", "count", "--price", "4:80"];
        let listing = owner.json(&[&create[..], &["--pay-to", IBAN, "--title", "Heads"]].concat());
        Self {
            world,
            owner,
            buyers,
            listing: text(&listing, "id").to_owned(),
        }
    }

    /// Places two orders, imports the file of a case, and returns the amounts in cents of the
    /// orders that are proposed as paid. The orders are cancelled then.
    fn paid(
        &self,
        case: &str,
        bank: Option<&[&str]>,
        encode: impl Fn(&[u8]) -> Vec<u8>,
    ) -> Option<Vec<i64>> {
        // Without its file a case is skipped before anything is ordered.
        bank_case(case, ["", ""])?;
        let place = |place: usize, to| {
            let buyer = &self.buyers[place];
            buyer.json(&["order", &self.listing, "--to", to])
        };
        let orders = [place(0, "1"), place(1, "0.65")];
        let references = orders.each_ref().map(|order| text(order, "reference"));
        let content = bank_case(case, references)?;
        let name = case.replace('/', "-");
        let file = self.world.file(&name, encode(&content));
        let imported = match bank {
            None => self.owner.json(&["payments", "import", &file]),
            Some(columns) => {
                let set = ["bank", "set", &name, "--iban", IBAN];
                self.owner.json(&[&set[..], columns].concat());
                let preview = self.owner.json(&["bank", "preview", &name, &file]);
                assert_eq!(preview["unreadable"], 0, "{case}: {preview}");
                self.owner
                    .json(&["payments", "import", &file, "--bank", &name])
            }
        };
        assert!(imported.is_object());
        let listed = self.owner.json(&["payments", "list"]);
        let mut paid = Vec::new();
        for booking in listed.as_array().unwrap() {
            for order in booking["orders"].as_array().unwrap() {
                let is_ours = orders.iter().any(|one| one["id"] == order["order"]["id"]);
                if booking["state"] == "proposed" && is_ours {
                    paid.push(order["due"]["minor"].as_i64().unwrap());
                }
            }
        }
        paid.sort_unstable();
        for (buyer, order) in self.buyers.iter().zip(&orders) {
            buyer.json(&["order", "cancel", text(order, "id")]);
        }
        Some(paid)
    }
}

fn as_it_is(content: &[u8]) -> Vec<u8> {
    content.to_vec()
}

fn words(line: &str) -> Vec<&str> {
    line.split('|').collect()
}

#[test]
fn statements_of_banks_are_read() {
    let world = World::new();
    let town = Town::new(&world);
    let both = vec![1300, 2000];
    for (case, expected) in [
        ("43-camt-latin1/st.tmpl", &both[..]),
        ("45-camt-envelope/st.tmpl", &[2000]),
        ("47-camt-other-fields/st.tmpl", &both),
        ("48-camt-namespace/st.tmpl", &both),
    ] {
        let Some(paid) = town.paid(case, None, as_it_is) else {
            return;
        };
        assert_eq!(paid, expected, "{case}");
    }
    assert_eq!(
        town.paid("44-camt-zip/x.xml", None, packed_twice),
        Some(both)
    );
}

#[test]
fn csv_of_banks_is_read() {
    let world = World::new();
    let town = Town::new(&world);
    let both = vec![1300, 2000];
    let order = "--day-order|day-month-year|--currency|EUR";
    for (case, columns, expected) in [
        (
            "60-dkb-2023/dkb.tmpl",
            "--day|Buchungsdatum|--amount|Betrag|--decimal|comma|--text|Verwendungszweck|\
             --status|Status|--booked|Gebucht",
            &[2000][..],
        ),
        (
            "61-currency-signs/uk.tmpl",
            "--day|Date|--amount|Money In|--debit|Money Out|--decimal|point|--text|Description",
            &[2000],
        ),
        (
            "62-soll-haben/vr.tmpl",
            "--day|Buchungstag|--amount|Umsatz|--decimal|comma|--text|Verwendungszweck|\
             --direction|#8|--in|H|--out|S",
            &[2000],
        ),
        (
            "65-raiffeisen-no-header/elba.tmpl",
            "--day|#1|--amount|#4|--decimal|comma|--text|#2",
            &[2000],
        ),
        (
            "66-month-names/m.tmpl",
            "--day|Date|--amount|Amount|--decimal|point|--text|Description",
            &both,
        ),
        (
            "67-postfinance-equals/pf.tmpl",
            "--day|Buchungsdatum|--amount|Gutschrift in EUR|--debit|Lastschrift in EUR|\
             --decimal|point|--text|Avisierungstext",
            &[2000],
        ),
    ] {
        let columns = format!("{columns}|{order}");
        let Some(paid) = town.paid(case, Some(&words(&columns)), as_it_is) else {
            return;
        };
        assert_eq!(paid, expected, "{case}");
    }
    let columns = "--day|Datum|--day-order|year-month-day|--amount|Bedrag (EUR)|--decimal|comma|\
                   --currency|EUR|--text|Mededelingen|--direction|Af Bij|--in|Bij|--out|Af";
    let dutch = town.paid("63-ing-nl/ing.tmpl", Some(&words(columns)), as_it_is);
    assert_eq!(dutch, Some(vec![2000]));
    for encoding in ["", "|--encoding|utf-16le"] {
        let columns = format!(
            "--day|Buchungsdatum|--day-order|day-month-year|--amount|Betrag|--decimal|comma|\
             --currency-column|Währung|--text|Zahlungsreferenz{encoding}"
        );
        let paid = town.paid(
            "64-erste-utf16/george.utf8.tmpl",
            Some(&words(&columns)),
            utf16le,
        );
        assert_eq!(paid, Some(vec![2000]));
    }
}

#[test]
fn a_direction_that_is_not_chosen_is_asked_for_and_mt940_is_named() {
    let world = World::new();
    let owner = world.home("owner");
    let Some(content) = bank_case("62-soll-haben/vr.tmpl", ["", ""]) else {
        return;
    };
    let set = "bank|set|VR|--iban|DE75512108001245126199|--day|Buchungstag|--day-order|\
               day-month-year|--amount|Umsatz|--decimal|comma|--currency|EUR|--text|\
               Verwendungszweck";
    owner.json(&words(set));
    let file = world.file("vr.csv", content);
    let refused = owner.refused(&["payments", "import", &file, "--bank", "VR"]);
    refused.is(1, "statement", &["#8"]);
    let sta = bank_case("99-mt940/x.sta.tmpl", ["", ""]).unwrap();
    let sta = world.file("x.sta", sta);
    for command in [
        &["payments", "import", &sta][..],
        &["payments", "import", &sta, "--bank", "VR"],
        &["bank", "columns", &sta],
    ] {
        owner.refused(command).is(1, "statement", &["MT940"]);
    }
    let polish = bank_case("71-mbank-cp1250/mbank.utf8.tmpl", ["", ""]).unwrap();
    let file = world.file("mbank.csv", windows_1250(&polish));
    let head = owner.json(&["bank", "columns", &file]);
    assert_eq!(head["encoding"], "windows-1250");
    let words_of = owner.say(&["bank", "columns", &file]);
    assert!(words_of.contains("Windows-1250"), "{words_of}");
    for encoding in ["", "|--encoding|windows-1250"] {
        let set = format!(
            "bank|set|mBank|--iban|DE75512108001245126199|--day|#Data operacji|--day-order|\
             year-month-day|--amount|#Kwota|--decimal|comma|--currency|EUR|--text|\
             #Opis operacji|--party|#Kategoria{encoding}"
        );
        owner.json(&words(&set));
        let seen = owner.json(&["bank", "preview", "mBank", &file]);
        let rows: Vec<(&Value, &Value)> = seen["rows"]
            .as_array()
            .unwrap()
            .iter()
            .map(|row| (&row["amount"]["minor"], &row["came"]))
            .collect();
        assert_eq!(
            rows,
            [
                (&json!(102_000), &json!(true)),
                (&json!(1300), &json!(false))
            ]
        );
        assert_eq!(seen["rows"][1]["text"], "ZAKUP ŁÓDŹ");
        assert_eq!(seen["rows"][0]["party"], "Wpływy");
    }
    let set = "bank|set|mBank|--iban|DE75512108001245126199|--day|#Data operacji|--day-order|\
               year-month-day|--amount|#Kwota|--decimal|comma|--currency|EUR|--text|\
               #Opis operacji|--encoding|utf-8";
    owner.json(&words(set));
    owner
        .refused(&["bank", "preview", "mBank", &file])
        .is(1, "statement", &["UTF-8", "line 1"]);
}

#[test]
fn buyers_abroad_are_invoiced_and_tables_are_written_for_spreadsheets() {
    let world = World::new();
    let town = Town::new(&world);
    let (owner, buyer) = (&town.owner, &town.buyers[0]);
    let order = buyer.json(&["order", &town.listing, "--to", "1"]);
    let receipt = owner.json(&["approve", text(&order, "id"), "--settlement", "credit"]);
    let receipt = text(&receipt, "id");
    let setup = "invoice|setup|--name|Harbour Clinic|--street|Hafenweg 1|--post-code|20457|--city|\
                 Hamburg|--country|DE|--vat-id|DE123456789|--vat-rate|19|--prefix|R-";
    owner.json(&words(setup));
    let issue = format!("invoice|issue|{receipt}|--dry-run|--name|");
    for (buyer, country) in [
        ("Harbour Ltd|--street|1 Queens Road|--city|Hong Kong", "HK"),
        (
            "Harbour LLC|--street|Sheikh Zayed Road 1|--city|Dubai",
            "AE",
        ),
    ] {
        let line = format!("{issue}{buyer}|--country|{country}");
        let shown = owner.say(&words(&line));
        assert!(shown.contains(country), "{shown}");
    }
    let swiss = format!(
        "{issue}Spital|--street|S|--post-code|8001|--city|Zürich|--country|CH|--vat-id|\
         CHE-123.456.788 MWST|--reverse-charge"
    );
    let shown = owner.say(&words(&swiss));
    assert!(shown.contains("CHE-123.456.788 MWST"), "{shown}");
    let without = format!(
        "invoice|issue|{receipt}|--name|Harbour Ltd|--street|1 Queens Road|--city|Hong Kong|\
         --country|HK"
    );
    owner.json(&words(&without));
    let file = world.path("r.xml");
    let file = file.to_str().unwrap();
    owner.json(&["invoice", "export", "R-1", "--format", "ubl", "-o", file]);
    let xml = fs::read_to_string(file).unwrap();
    assert_eq!(xml.matches("<cbc:PostalZone>").count(), 1, "{xml}");

    buyer.json(&["collect"]);
    let german = ["--separator", "semicolon", "--decimal", "comma", "--bom"];
    for (trader, command, decimals) in [
        (owner, vec!["receipt", "export"], "20,00"),
        (buyer, vec!["export", &town.listing], ";1;"),
    ] {
        let file = world.path("table.csv");
        let file = file.to_str().unwrap();
        let plain = [&command[..], &["-o", file, "--replace"]].concat();
        trader.json(&plain);
        let plain_text = fs::read_to_string(file).unwrap();
        assert!(!plain_text.starts_with('\u{feff}') && plain_text.contains(','));
        trader.json(&[&plain[..], &german].concat());
        let table = fs::read_to_string(file).unwrap();
        let table = table.strip_prefix('\u{feff}').unwrap();
        assert!(table.contains(decimals), "{table}");
        let fields = |text: &str, sign| text.lines().next().unwrap().matches(sign).count();
        assert_eq!(fields(table, ';'), fields(&plain_text, ','));
    }
    let json = ["export", &town.listing, "--format", "json", "--bom"];
    buyer.refused(&json).is(2, "usage", &["CSV"]);
}
