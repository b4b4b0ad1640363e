//! Bank files of the shared cases in the window: each is imported as its bank writes it. Its
//! bookings find their orders, or it is refused with the reason. Invoices for buyers abroad, and
//! tables for spreadsheets.

use std::{fs, path::Path, thread};

use crate::{
    support::{
        self, Desk, Window,
        bank_cases::{bank_case, packed_twice, utf16le, windows_1250},
    },
    trade::{self, parsed},
    window_sale::save,
};
use poundwise_documents::kinds::Settlement;
use poundwise_market::{
    CountSpec, Payment, PaymentNote, Roles,
    view::{Condition, FilterOperator, ImportOptions, ListingDraft},
};
use serde_json::json;

const IBAN: &str = "DE75 5121 0800 1245 1261 99";

/// Prices of the two orders of each case, as the window writes them.
const PRICES: [&str; 2] = ["€20.00", "€13.00"];

fn as_it_is(content: &[u8]) -> Vec<u8> {
    content.to_vec()
}

/// A bank file of `../shared/cases`.
struct Case {
    file: &'static str,
    /// Name of the file that is imported.
    name: &'static str,
    encode: fn(&[u8]) -> Vec<u8>,
    /// Columns of a CSV file; none for CAMT.
    columns: Option<Columns>,
    /// Which of the two orders are paid, the one of 20.00 and the one of 13.00.
    paid: &'static [usize],
    /// What the window says of the import.
    told: &'static [&'static str],
}

/// Choices for the columns of a CSV file that differ from the proposed ones.
#[derive(Clone, Copy)]
struct Columns {
    choose: &'static [(&'static str, &'static str)],
    write: &'static [(&'static str, &'static str)],
    /// Ticked columns of the payer's text, by their place.
    text: &'static [usize],
    /// Rows of the preview.
    preview: &'static [&'static str],
    sum: &'static str,
}

const NO_COLUMNS: Columns = Columns {
    choose: &[],
    write: &[],
    text: &[],
    preview: &[],
    sum: "2 bookings, 0 not booked yet, 0 unreadable.",
};

const fn camt(
    file: &'static str,
    name: &'static str,
    paid: &'static [usize],
    told: &'static [&'static str],
) -> Case {
    Case {
        file,
        name,
        encode: as_it_is,
        columns: None,
        paid,
        told,
    }
}

const fn csv(
    file: &'static str,
    name: &'static str,
    columns: Columns,
    paid: &'static [usize],
    told: &'static [&'static str],
) -> Case {
    Case {
        columns: Some(columns),
        ..camt(file, name, paid, told)
    }
}

const CASES: [Case; 17] = [
    camt(
        "40-camt-batch-unrelated/st.tmpl",
        "unrelated.xml",
        &[0, 1],
        &[
            "3 bookings, of which 2 name",
            "1 booking names none of your orders",
        ],
    ),
    camt(
        "41-camt-batch-crossed/st.tmpl",
        "crossed.xml",
        &[],
        &["2 bookings, of which 2 name"],
    ),
    camt(
        "42-camt-batch-return/st.tmpl",
        "return.xml",
        &[0, 1],
        &["of which 2 name", "1 of your payments came back"],
    ),
    camt(
        "43-camt-latin1/st.tmpl",
        "latin1.xml",
        &[0, 1],
        &["2 bookings, of which 2 name"],
    ),
    Case {
        encode: packed_twice,
        ..camt("44-camt-zip/x.xml", "st.zip", &[0, 1], &["of which 2 name"])
    },
    camt(
        "45-camt-envelope/st.tmpl",
        "envelope.xml",
        &[0],
        &["1 booking, of which 1 names"],
    ),
    camt(
        "47-camt-other-fields/st.tmpl",
        "fields.xml",
        &[0, 1],
        &["2 bookings, of which 2 name"],
    ),
    camt(
        "48-camt-namespace/st.tmpl",
        "namespace.xml",
        &[0, 1],
        &["2 bookings, of which 2 name"],
    ),
    csv(
        "60-dkb-2023/dkb.tmpl",
        "dkb.csv",
        Columns {
            choose: &[("bank-status", "Status")],
            write: &[("bank-booked", "Gebucht")],
            preview: &["€20.00", "€1009.13 outgoing"],
            sum: "2 bookings, 1 not booked yet, 0 unreadable.",
            ..NO_COLUMNS
        },
        &[0],
        &["2 bookings, of which 1 names", "1 entry is announced"],
    ),
    csv(
        "61-currency-signs/uk.tmpl",
        "uk.csv",
        Columns {
            choose: &[("bank-debit", "Money Out")],
            preview: &["€20.00", "€3.50 outgoing"],
            ..NO_COLUMNS
        },
        &[0],
        &["2 bookings, of which 1 names"],
    ),
    csv(
        "62-soll-haben/vr.tmpl",
        "vr.csv",
        Columns {
            choose: &[("bank-direction", "#8")],
            write: &[("bank-came", "H"), ("bank-went", "S")],
            preview: &["€20.00", "€13.00 outgoing"],
            ..NO_COLUMNS
        },
        &[0],
        &["2 bookings"],
    ),
    csv(
        "63-ing-nl/ing.tmpl",
        "ing.csv",
        Columns {
            choose: &[("bank-direction", "Af Bij")],
            write: &[("bank-came", "Bij"), ("bank-went", "Af")],
            text: &[8],
            preview: &["€20.00", "€13.00 outgoing"],
            ..NO_COLUMNS
        },
        &[0],
        &["2 bookings"],
    ),
    Case {
        encode: utf16le,
        ..csv(
            "64-erste-utf16/george.utf8.tmpl",
            "george.csv",
            Columns {
                text: &[6],
                preview: &["€20.00", "€13.00 outgoing"],
                ..NO_COLUMNS
            },
            &[0],
            &["2 bookings, of which 1 names"],
        )
    },
    csv(
        "65-raiffeisen-no-header/elba.tmpl",
        "elba.csv",
        Columns {
            text: &[1],
            preview: &["€20.00", "€12.00 outgoing"],
            ..NO_COLUMNS
        },
        &[0],
        &["2 bookings, of which 1 names"],
    ),
    csv(
        "66-month-names/m.tmpl",
        "m.csv",
        Columns {
            preview: &["€20.00", "€13.00"],
            ..NO_COLUMNS
        },
        &[0, 1],
        &["2 bookings, of which 2 name"],
    ),
    csv(
        "67-postfinance-equals/pf.tmpl",
        "pf.csv",
        Columns {
            choose: &[("bank-debit", "Lastschrift in EUR")],
            preview: &["€20.00", "€13.00 outgoing"],
            ..NO_COLUMNS
        },
        &[0],
        &["2 bookings, of which 1 names"],
    ),
    Case {
        encode: windows_1250,
        ..csv(
            "71-mbank-cp1250/mbank.utf8.tmpl",
            "mbank.csv",
            Columns {
                choose: &[("bank-party", "#Kategoria")],
                text: &[1],
                preview: &[
                    "PRZELEW ZEWNĘTRZNY PRZYCHODZĄCY",
                    "Wpływy",
                    "€1020.00",
                    "ZAKUP ŁÓDŹ",
                    "€13.00 outgoing",
                ],
                ..NO_COLUMNS
            },
            &[],
            &["2 bookings, of which 1 names"],
        )
    },
];

/// Creates an owner with a listing for each case, and two buyers who order it. Returns the
/// references of each case, of orders of 20.00 and of 13.00. Homes run a market store of their own,
/// which cannot be inside of the test's runtime.
fn orders(desk: &Desk) -> Vec<[String; 2]> {
    let [market, folder] = ["market", ""].map(|name| desk.path(name));
    let homes = ["owner", "northern", "southern", "eastern", "western"];
    let homes = homes.map(|name| desk.path(name));
    let placed = thread::spawn(move || {
        let market = Path::new(&market);
        let [owner, northern, southern, eastern, western] = homes;
        let owner = trade::create(Path::new(&owner), "Clinic", market);
        let northern = trade::create(Path::new(&northern), "Northern Insurance", market);
        let southern = trade::create(Path::new(&southern), "Southern Institute", market);
        let eastern = trade::create(Path::new(&eastern), "Eastern Fund", market);
        let western = trade::create(Path::new(&western), "Western Doctors", market);
        // Of one key, 16 orders wait at most.
        let buyers = [[&northern, &southern], [&eastern, &western]];
        let seller = owner.seller();
        let options = ImportOptions {
            cap: Some("100".to_owned()),
            ..trade::types_of_people()
        };
        let people = trade::people(Path::new(&folder), 200);
        seller.import_dataset(&people, &options).unwrap();
        let place = |(at, case): (usize, &Case)| {
            let age = (20 + at).to_string();
            let age = Condition::new("age", FilterOperator::Equal, &age);
            let count = CountSpec {
                filters: vec![age],
                ..CountSpec::default()
            };
            let draft = ListingDraft {
                title: Some(title(case).to_owned()),
                ..trade::married().asking(count.into())
            };
            let listing = seller.create_listing(&draft).unwrap().id;
            let [one, other] = buyers[at % 2];
            [(one, "2"), (other, "1.3")].map(|(buyer, to)| {
                let order = buyer.buyer().order(&parsed(&listing), parsed(to)).unwrap();
                order.reference.unwrap().to_string()
            })
        };
        CASES.iter().enumerate().map(place).collect()
    });
    placed.join().unwrap()
}

/// Title of the listing of a case.
fn title(case: &Case) -> &'static str {
    case.file.split_once('/').unwrap().0
}

/// Returns the text of each element of that name, with every space a plain one.
async fn texts(window: &Window, id: &str) -> Vec<String> {
    let script = "return [...document.querySelectorAll(`[data-testid=\"${arguments[0]}\"]`)]
        .map((one) => one.innerText.replaceAll(/\\s+/g, ' '))";
    let found = window.script(script, vec![json!(id)]).await;
    serde_json::from_value(found).unwrap()
}

/// Names a file and presses the button that reads it.
async fn read(window: &Window, file: &str) {
    window.write("statement-file", file).await;
    window.click("statement-read").await;
}

/// Chooses the columns of a CSV file, and imports it.
async fn import_by(owner: &Window, case: &Case, columns: Columns) {
    owner
        .reads("statement-is-csv", &format!("{} is CSV", case.name))
        .await;
    // A bank without a header may be chosen for this file too, and is not preselected.
    if owner.count("statement-bank").await > 0 {
        assert_eq!(owner.value("statement-bank").await, "", "{}", case.file);
    }
    owner.write("bank-name", title(case)).await;
    owner.write("bank-iban", IBAN).await;
    let of_few_banks = ["bank-debit", "bank-direction", "bank-status"];
    for (field, value) in columns.choose {
        let is_hidden = of_few_banks.contains(field) && !is_open(owner, "bank-more").await;
        if is_hidden {
            owner.click("bank-more").await;
        }
        owner.choose(field, value).await;
    }
    for (field, text) in columns.write {
        owner.write(field, text).await;
    }
    for place in columns.text {
        let tick = owner.see_nth("bank-text", *place).await;
        if !tick.is_selected().await.unwrap() {
            owner.click_nth("bank-text", *place).await;
        }
    }
    owner.reads("bank-preview-sum", columns.sum).await;
    for words in columns.preview {
        owner.reads("bank-preview", words).await;
    }
    owner.picture(&format!("bank-{}", title(case))).await;
    owner.click("statement-import").await;
}

/// Returns whether the details of that summary are shown.
async fn is_open(window: &Window, summary: &str) -> bool {
    let script = "return document.querySelector(`[data-testid=\"${arguments[0]}\"]`)
        .closest('details').open";
    window.script(script, vec![json!(summary)]).await == true
}

#[tokio::test(flavor = "multi_thread")]
async fn each_bank_file_finds_its_orders_in_the_window() {
    let Some(desk) = Desk::open() else { return };
    if bank_case("99-mt940/x.sta.tmpl", ["", ""]).is_none() {
        return;
    }
    let references = orders(&desk);
    let owner = desk.home("owner").await;
    owner.resize(support::sight::LARGE).await;
    owner.click("nav-inbox").await;
    owner.click("inbox-payments").await;
    owner.see("bookings-empty").await;

    mt940_is_named(&desk, &owner).await;
    let mut proposed = 0;
    for (case, references) in CASES.iter().zip(&references) {
        let Some(content) = bank_case(case.file, references.each_ref().map(String::as_str)) else {
            continue;
        };
        let file = desk.path(case.name);
        fs::write(&file, (case.encode)(&content)).unwrap();
        read(&owner, &file).await;
        if let Some(columns) = case.columns {
            if case.name == "vr.csv" {
                a_direction_that_is_not_chosen_is_asked_for(&owner).await;
            }
            import_by(&owner, case, columns).await;
        }
        owner
            .reads("statement-told", &format!("{}: ", case.name))
            .await;
        for words in case.told {
            owner.reads("statement-told", words).await;
        }
        proposed += case.paid.len();
        owner.sees("booking-row", proposed).await;
        let rows = texts(&owner, "booking-row").await;
        for (place, (reference, price)) in references.iter().zip(PRICES).enumerate() {
            let its = rows.iter().filter(|row| row.contains(reference));
            let its: Vec<_> = its.collect();
            if !case.paid.contains(&place) {
                assert_eq!(its, [""; 0], "{}", case.file);
                continue;
            }
            let [row] = its[..] else {
                panic!("{}, {price}: {its:?}", case.file);
            };
            // The second entry of this statement has the day of its value alone.
            let has_day = (title(case), place) != ("48-camt-namespace", 1);
            let day = if has_day { "20 Nov 2026" } else { "no day" };
            for words in [day, price, title(case), "pending, paid"] {
                assert!(row.contains(words), "{}, {words}: {row}", case.file);
            }
        }
    }

    let rows = texts(&owner, "booking-row").await;
    let is_named = |row: &&String| row.contains("Jürgen Müller") && row.contains("43-camt-latin1");
    assert_eq!(rows.iter().filter(is_named).count(), 1, "{rows:?}");

    // What pays no order says why: the two crossed transfers, and the amount of another order.
    owner.sees("unfit-row", 3).await;
    let unfit = texts(&owner, "unfit-row").await;
    for (case, off) in [
        (1, "€19.00 is missing"),
        (1, "€19.00 is too much"),
        (CASES.len() - 1, "€1000.00 is too much"),
    ] {
        let title = title(&CASES[case]);
        let is_told = |row: &&String| row.contains(title) && row.contains(off);
        assert_eq!(unfit.iter().filter(is_told).count(), 1, "{off}: {unfit:?}");
    }
    owner.picture("bank-cases").await;
    owner
        .reads("bookings-approve", &format!("Approve {proposed} orders"))
        .await;
    owner.click("bookings-approve").await;
    owner.click("bookings-approval-now").await;
    // The first receipt is number 2.
    owner
        .reads("bookings-said", &format!(", {}.", proposed + 1))
        .await;
    owner.sees("booking-row", 0).await;
    owner.sees("unfit-row", 3).await;
    owner.close().await;
}

/// MT940 is named, with what to ask the bank for.
async fn mt940_is_named(desk: &Desk, owner: &Window) {
    let sta = desk.path("x.sta");
    fs::write(&sta, bank_case("99-mt940/x.sta.tmpl", ["", ""]).unwrap()).unwrap();
    read(owner, &sta).await;
    owner
        .says("The file has the format MT940, which is not supported.")
        .await;
    owner.picture("bank-99-mt940").await;
    owner.see("bookings-empty").await;
}

/// Amounts without a sign are not read as long as the column of their direction is not chosen.
async fn a_direction_that_is_not_chosen_is_asked_for(owner: &Window) {
    owner.see("bank-columns").await;
    owner.write("bank-name", "62-soll-haben").await;
    owner.write("bank-iban", IBAN).await;
    // The error then takes the place of these rows.
    owner.says("€13.00 outgoing").await;
    owner.choose("bank-direction", "").await;
    owner.says("Column “#8” seems to state").await;
    owner.picture("bank-direction").await;
    owner.click("statement-import").await;
    owner
        .reads("error-note", "Column “#8” seems to state")
        .await;
    // The bank is not kept: there are those of the two files before.
    owner.sees("bank-row", 2).await;
    owner.picture("bank-direction-refused").await;
}

/// Creates an owner with three sales on credit to a buyer, who has collected them.
fn sold(desk: &Desk) {
    let [market, folder] = ["market", ""].map(|name| desk.path(name));
    let homes = ["owner", "buyer"].map(|name| desk.path(name));
    thread::spawn(move || {
        let market = Path::new(&market);
        let [owner, buyer] = homes;
        let owner = trade::create(Path::new(&owner), "Clinic", market);
        let listing = trade::offer(&owner, Path::new(&folder)).id;
        let buyer = trade::create(Path::new(&buyer), "Müller Institut", market);
        for to in ["0.5", "1", "1.25"] {
            let order = buyer.buyer().order(&parsed(&listing), parsed(to)).unwrap();
            let payment = Payment {
                settlement: Some(Settlement::Credit),
                reference: PaymentNote::default(),
            };
            owner.seller().approve(&parsed(&order.id), payment).unwrap();
            buyer.buyer().collect().unwrap();
        }
    })
    .join()
    .unwrap();
}

async fn write_all(window: &Window, fields: &[(&str, &str)]) {
    for (field, text) in fields {
        window.write(field, text).await;
    }
}

/// Writes what a buyer is called and where it is, in all fields of the form.
async fn write_buyer(window: &Window, [name, street, post_code, city, country, vat_id]: [&str; 6]) {
    let fields = [
        ("buyer-name", name),
        ("buyer-street", street),
        ("buyer-post-code", post_code),
        ("buyer-city", city),
        ("buyer-country", country),
        ("buyer-vat-id", vat_id),
    ];
    write_all(window, &fields).await;
}

/// Cases 81, 82 and 98.
#[tokio::test(flavor = "multi_thread")]
async fn buyers_abroad_are_invoiced_and_tables_are_written_for_spreadsheets() {
    let Some(desk) = Desk::open() else { return };
    sold(&desk);
    let owner = desk.home("owner").await;
    owner.resize(support::sight::LARGE).await;
    owner.click("nav-books").await;
    owner.sees("receipt-invoice", 3).await;
    owner.click("receipt-invoice").await;
    owner.click("vat-rate").await;
    let seller = [
        ("vat-percent", "19"),
        ("seller-name", "Harbour Clinic"),
        ("seller-street", "Hafenweg 1"),
        ("seller-post-code", "20457"),
        ("seller-city", "Hamburg"),
        ("seller-country", "DE"),
        ("seller-vat-id", "DE123456789"),
        ("invoice-prefix", "R-"),
    ];
    write_all(&owner, &seller).await;
    owner.click("invoicing-keep").await;
    for (place, (buyer, is_reverse)) in [
        (
            [
                "Spital",
                "S",
                "8001",
                "Zürich",
                "CH",
                "CHE-123.456.788 MWST",
            ],
            true,
        ),
        (
            ["Harbour Ltd", "1 Queens Road", "", "Hong Kong", "HK", ""],
            false,
        ),
        (
            ["Harbour LLC", "Sheikh Zayed Road 1", "", "Dubai", "AE", ""],
            false,
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let number = format!("R-{}", place + 1);
        if place > 0 {
            owner.click("nav-books").await;
            owner.sees("receipt-invoice", 3).await;
            owner.click_nth("receipt-invoice", place).await;
        }
        owner
            .reads("invoice-issue", &format!("Issue invoice {number}"))
            .await;
        let kind = if is_reverse { "reverse-charge" } else { "rate" };
        owner.click(&format!("invoice-vat-{kind}")).await;
        write_buyer(&owner, buyer).await;
        owner.click("invoice-issue").await;
        owner
            .reads("page-title", &format!("Invoice {number}"))
            .await;
        owner.picture(&format!("invoice-{}", buyer[4])).await;
        let file = desk.path(&format!("{number}.xml"));
        save(&owner, "ubl-file", "export-ubl", &file).await;
        let xml = fs::read_to_string(file).unwrap();
        let country = format!(
            "<cbc:IdentificationCode>{}</cbc:IdentificationCode>",
            buyer[4]
        );
        assert!(xml.contains(&country), "{xml}");
        assert!(xml.contains(buyer[5]), "{xml}");
        let post_codes = if buyer[2].is_empty() { 1 } else { 2 };
        assert_eq!(xml.matches("<cbc:PostalZone>").count(), post_codes, "{xml}");
    }

    owner.click("nav-books").await;
    owner.choose("receipts-csv-form", "semicolon").await;
    let file = desk.path("receipts.csv");
    save(&owner, "receipts-file", "export-receipts", &file).await;
    owner.close().await;
    german_table(&file, &["Müller Institut", ";5,00;", ";2,50;"]);

    let buyer = desk.home("buyer").await;
    buyer.click("nav-holdings").await;
    buyer.click_in("holding-row", "Married people", "").await;
    buyer.choose("export-csv-form", "semicolon").await;
    let file = desk.path("answer.csv");
    save(&buyer, "export-file", "export-release", &file).await;
    buyer.picture("export-for-a-spreadsheet").await;
    buyer.close().await;
    german_table(&file, &[";1,25;"]);
}

/// Asserts that a file is a table as German Excel reads it, with these parts.
fn german_table(file: &str, parts: &[&str]) {
    let text = fs::read_to_string(file).unwrap();
    let text = text.strip_prefix('\u{feff}').unwrap();
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b';')
        .from_reader(text.as_bytes());
    let columns = reader.headers().unwrap().len();
    assert!(columns > 5, "{text}");
    let rows = reader.records().map(Result::unwrap).count();
    assert!(rows > 0, "{text}");
    for part in parts {
        assert!(text.contains(part), "{part}: {text}");
    }
}
