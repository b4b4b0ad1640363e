//! Invoices in a real window: who sells is said once, receipts are invoiced together, the files are
//! written, the invoice is taken back and written anew, and the books and the list say all of it.

use std::{fs, path::Path, thread};

use crate::{
    support::{self, Desk, Window, screens::in_both_languages, sight::axe},
    trade::{self, parsed},
};
use fantoccini::key::Key;
use poundwise_documents::kinds::Settlement;
use poundwise_market::{Payment, PaymentNote, Roles};

/// An owner with three sales to one buyer: on credit, paid, and free. Homes run a market store of
/// their own, which cannot be inside of the test's runtime.
fn sold(desk: &Desk) {
    let [market, folder] = ["market", ""].map(|name| desk.path(name));
    let homes = ["owner", "northern"].map(|name| desk.path(name));
    thread::spawn(move || {
        let market = Path::new(&market);
        let [owner, northern] = homes;
        let owner = trade::create(Path::new(&owner), "Clinic", market);
        let listing = trade::offer(&owner, Path::new(&folder)).id;
        let northern = trade::create(Path::new(&northern), "Northern Insurance", market);
        let settled = [Settlement::Credit, Settlement::Paid, Settlement::Free];
        for (settlement, to) in settled.into_iter().zip(["0.5", "1", "1.5"]) {
            let buyer = northern.buyer();
            let order = buyer.order(&parsed(&listing), parsed(to)).unwrap();
            let payment = Payment {
                settlement: Some(settlement),
                reference: PaymentNote::default(),
            };
            owner.seller().approve(&parsed(&order.id), payment).unwrap();
            northern.buyer().collect().unwrap();
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

#[tokio::test(flavor = "multi_thread")]
async fn receipts_are_invoiced_written_taken_back_and_invoiced_anew() {
    let Some(desk) = Desk::open() else { return };
    sold(&desk);
    let home = [
        "--home",
        &desk.path("owner"),
        "--market",
        &desk.path("market"),
    ];
    let owner = desk.app(&home).await;
    let passphrase = "three unrelated words";
    owner.write("open-home-passphrase", passphrase).await;
    owner.click("open-home").await;
    owner.see("home-name").await;
    owner.resize(support::sight::LARGE).await;
    let axe = axe();

    // A sale for nothing has no invoice.
    owner.click("nav-books").await;
    owner.sees("receipt-row", 3).await;
    owner.sees("receipt-invoice", 2).await;
    owner.click("receipt-invoice").await;

    // Who sells, and its VAT, are said once; each fault is at its field.
    owner.see("invoice-setup").await;
    owner.click("invoicing-keep").await;
    owner.says("Choose your VAT treatment.").await;
    owner.click("vat-rate").await;
    let seller = [
        ("vat-percent", "19"),
        ("seller-name", "Harbour Clinic"),
        ("seller-street", "Hafenweg 1"),
        ("seller-post-code", "20457"),
        ("seller-city", "Hamburg"),
        ("seller-country", "Germany"),
        ("seller-vat-id", "DE123456789"),
        ("invoice-prefix", "R-"),
    ];
    write_all(&owner, &seller).await;
    owner.picture("invoice-setup").await;
    owner.click("invoicing-keep").await;
    owner.is_focused("seller-country").await;
    owner.sees("error-note", 1).await;
    owner.write("seller-country", "DE").await;
    owner.click("invoicing-keep").await;

    // What it would say: of the receipt that was paid, and then with the one on credit.
    owner.reads("invoice-facts", "VAT 19%").await;
    owner.reads("invoice-payable", "Already paid").await;
    owner.sees("invoice-line", 1).await;
    let shows = ["invoice-facts", "invoice-issue", "invoice-also"];
    in_both_languages(&owner, "invoice", &axe, &shows).await;
    owner.click("invoice-also").await;
    owner.sees("invoice-line", 2).await;
    owner.reads("invoice-payable", "€5.00").await;
    owner.click("invoice-vat-reverse-charge").await;
    owner.reads("invoice-facts", "Reverse charge").await;
    owner.click("invoice-vat-rate").await;
    owner.reads("invoice-facts", "VAT 19%").await;

    owner.reads("invoice-issue", "Issue invoice R-1").await;
    owner.click("invoice-issue").await;
    owner.is_focused("buyer-street").await;
    // Street, city and country.
    owner.sees("error-note", 3).await;
    let buyer = [
        ("buyer-street", "Am Markt 2"),
        ("buyer-post-code", "1010"),
        ("buyer-city", "Wien"),
        ("buyer-country", "AT"),
    ];
    write_all(&owner, &buyer).await;
    owner.click("invoice-issue").await;
    owner.sees("invoice-issued", 1).await;
    owner.reads("page-title", "Invoice R-1").await;
    let (ubl, page) = (desk.path("invoice.xml"), desk.path("invoice.html"));
    owner.write("ubl-file", &ubl).await;
    owner.click("export-ubl").await;
    owner.reads("export-ubl-done", "invoice.xml").await;
    owner.write("html-file", &page).await;
    owner.click("export-html").await;
    owner.reads("export-html-done", "invoice.html").await;
    let text = fs::read_to_string(ubl).unwrap();
    assert!(text.contains("<cbc:ID>R-1</cbc:ID>"), "{text}");
    let text = fs::read_to_string(page).unwrap();
    assert!(
        text.contains("Invoice R-1") && text.contains("Am Markt 2"),
        "{text}"
    );
    in_both_languages(&owner, "invoice-issued", &axe, &["invoice-issued"]).await;

    // Taken back: asked first, and not without a reason.
    owner.click("invoice-credit").await;
    owner.see("credit-invoice-confirm").await;
    owner.key(char::from(Key::Escape)).await;
    owner.sees("credit-invoice-confirm", 0).await;
    owner.click("invoice-credit").await;
    owner.click("credit-invoice-confirm").await;
    owner.says("A credit note needs a reason of one line").await;
    owner.write("credit-reason", "The street was wrong.").await;
    owner.picture("invoice-credit").await;
    owner.click("credit-invoice-confirm").await;
    owner.sees("invoice-issued", 2).await;
    owner.reads("invoice-state", "It is credit note R-2.").await;
    owner
        .says("Invoice R-1 was issued and cancelled by R-2.")
        .await;

    // Written anew, with the buyer as it was said, and with the next number.
    owner.reads("invoice-issue", "Issue invoice R-3").await;
    assert_eq!(owner.value("buyer-street").await, "Am Markt 2");
    owner.click("invoice-issue").await;
    owner.sees("invoice-issued", 3).await;
    owner.picture("invoice-anew").await;
    owner.click("invoice-change").await;
    owner.reads("invoice-next", "number 4.").await;
    owner.write("invoice-number", "2").await;
    owner.click("invoice-number-set").await;
    owner.says("must be from 4").await;
    owner.write("invoice-number", "40").await;
    owner.click("invoice-number-set").await;
    owner.reads("invoice-next", "number 40.").await;

    owner.click("nav-books").await;
    owner.reads("receipt-invoice", "Invoice R-3").await;
    owner.picture("books-invoices").await;
    owner.click("books-invoices").await;
    owner.sees("invoices-row", 3).await;
    owner.reads("invoices-row", "R-3").await;
    in_both_languages(&owner, "invoices", &axe, &["invoices-row"]).await;
    owner.close().await;
}
