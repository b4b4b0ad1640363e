//! Bank statements in a real window: a CAMT.053 file and a CSV are imported, what they pay is
//! approved together, the books say that it is paid, and the same file again proposes nothing. What
//! is paid and cannot be delivered is delivered anyway or recorded as paid back.

use crate::trade::drafts::ends;
use poundwise_market::MeanSpec;
use std::{fs, path::Path, thread};

use crate::{
    support::{self, Desk, Window, screens::in_both_languages, sight::axe},
    trade::{self, parsed},
};
use fantoccini::key::Key;
use poundwise_documents::units::DocumentId;
use poundwise_market::{
    Home, Roles,
    view::{ListingDraft, OrderView},
};

const IBAN: &str = "DE75512108001245126199";
/// The account of whoever paid.
const PAYER: &str = "DE89370400440532013000";

/// An entry of a CAMT.053: a booked credit of that many euros with this text.
fn entry(amount: &str, party: &str, text: &str) -> String {
    format!(
        "<Ntry><Amt Ccy=\"EUR\">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>\
         <Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-20</Dt></BookgDt>\
         <NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>{party}</Nm></Pty></Dbtr></RltdPties>\
         <RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>"
    )
}

fn camt(entries: &[String]) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.053.001.08\"><BkToCstmrStmt>\
         <GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>1</Id>\
         <Acct><Id><IBAN>{IBAN}</IBAN></Id></Acct>{}</Stmt></BkToCstmrStmt></Document>",
        entries.concat()
    )
}

/// As a bank of Germany writes it: a preamble, semicolons, decimal commas, rows that went.
fn csv(rows: &[(&str, &str)]) -> String {
    let rows: String = rows
        .iter()
        .map(|(amount, text)| format!("21.11.2026;Northern;{PAYER};\"{text}\";{amount};EUR\n"))
        .collect();
    format!(
        "Konto;4711\n\nBuchung;Empfänger;IBAN Zahlungsbeteiligter;Verwendungszweck;Betrag;Währung\n\
         {rows}"
    )
}

struct Orders {
    one: OrderView,
    two: OrderView,
    /// The owner discarded it.
    gone: OrderView,
    /// Paid too little at first, and then by what the CSV says.
    by_csv: OrderView,
}

fn order(buyer: &Home, listing: &DocumentId, to: &str) -> OrderView {
    buyer.buyer().order(&parsed(&listing), parsed(to)).unwrap()
}

/// The owner's home with orders of four buyers. Homes run a market store of their own, which
/// cannot be inside of the test's runtime.
fn orders(desk: &Desk) -> Orders {
    let [market, folder] = ["market", ""].map(|name| desk.path(name));
    let homes = ["owner", "northern", "southern", "eastern", "western"];
    let homes = homes.map(|name| desk.path(name));
    thread::spawn(move || {
        let market = Path::new(&market);
        let [owner, northern, southern, eastern, western] = homes;
        let owner = trade::create(Path::new(&owner), "Clinic", market);
        let listing = trade::offer(&owner, Path::new(&folder)).id;
        let northern = trade::create(Path::new(&northern), "Northern Insurance", market);
        let southern = trade::create(Path::new(&southern), "Southern Institute", market);
        let eastern = trade::create(Path::new(&eastern), "Eastern Fund", market);
        let western = trade::create(Path::new(&western), "Western Doctors", market);
        let orders = Orders {
            one: order(&northern, &listing, "0.5"),
            two: order(&southern, &listing, "1"),
            gone: order(&eastern, &listing, "0.3"),
            by_csv: order(&western, &listing, "0.4"),
        };
        owner.seller().inbox().unwrap();
        owner.seller().discard(&parsed(&orders.gone.id)).unwrap();
        orders
    })
    .join()
    .unwrap()
}

/// A buyer's home with an order of a listing that has another price since, and a mean on offer.
fn repriced(desk: &Desk) {
    let [market, folder] = ["market", ""].map(|name| desk.path(name));
    let homes = ["owner", "northern"].map(|name| desk.path(name));
    thread::spawn(move || {
        let market = Path::new(&market);
        let [owner, northern] = homes;
        let owner = trade::create(Path::new(&owner), "Clinic", market);
        let listing = trade::offer(&owner, Path::new(&folder)).id;
        let northern = trade::create(Path::new(&northern), "Northern Insurance", market);
        order(&northern, &listing, "0.5");
        let seller = owner.seller();
        seller
            .reprice(&parsed(&listing), &parsed("8:90.00"))
            .unwrap();
        let mean = ListingDraft {
            title: Some("Mean income".to_owned()),
            ..trade::married().asking(MeanSpec::new("income", ends("0..180000")).into())
        };
        seller.create_listing(&mean).unwrap();
    })
    .join()
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_that_cannot_be_delivered_any_more_is_not_to_be_paid() {
    let Some(desk) = Desk::open() else { return };
    repriced(&desk);
    let buyer = desk.home("northern").await;
    buyer.click("nav-orders").await;
    buyer
        .reads("pay-stale", "Do not pay: the listing has")
        .await;
    buyer.sees("pay", 0).await;
    in_both_languages(&buyer, "orders-stale", &axe(), &["pay-stale"]).await;

    // Sum and count have their intervals before a purchase; the mean's needs a number of rows.
    buyer.click("nav-market").await;
    buyer.click_in("market-row", "Mean income", "").await;
    buyer.write("epsilon-input", "1").await;
    buyer.reads("no-mean-yet", "the number of rows").await;
    in_both_languages(&buyer, "mean-before-a-purchase", &axe(), &["no-mean-yet"]).await;
    buyer.close().await;
}

async fn import(window: &Window, file: &str) {
    window.write("statement-file", file).await;
    window.click("statement-read").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_are_imported_and_what_they_pay_is_approved_together() {
    let Some(desk) = Desk::open() else { return };
    let Orders {
        one,
        two,
        gone,
        by_csv,
    } = orders(&desk);
    let statement = desk.path("statement.xml");
    fs::write(
        &statement,
        camt(&[
            entry(
                "5.00",
                "Northern Insurance AG",
                &one.reference.unwrap().to_string(),
            ),
            entry("10.00", "Southern", &two.reference.unwrap().to_string()),
            entry("3.00", "Eastern", &gone.reference.unwrap().to_string()),
            entry("2.99", "Western", &by_csv.reference.unwrap().to_string()),
            entry("900.00", "Tenant", "rent of nobody who ordered"),
        ]),
    )
    .unwrap();
    let owner = desk.home("owner").await;
    owner.resize(support::sight::LARGE).await;

    // From the inbox and from the books.
    owner.click("nav-books").await;
    owner.click("books-payments").await;
    owner.see("bookings-empty").await;
    owner.click("nav-inbox").await;
    owner.sees("inbox-row", 3).await;
    owner.click("inbox-payments").await;
    owner.see("bookings-empty").await;

    // No statement: told at its field, and nothing is there.
    fs::write(desk.path("wrong.xml"), "<a/>").unwrap();
    import(&owner, &desk.path("wrong.xml")).await;
    owner.says("not a CAMT.052, CAMT.053 or CAMT.054").await;
    owner.see("bookings-empty").await;

    import(&owner, &statement).await;
    owner.reads("statement-told", "5 bookings").await;
    owner
        .reads("statement-told", "1 booking names none of your orders")
        .await;
    owner.sees("booking-row", 2).await;
    owner.sees("undelivered-row", 1).await;
    owner
        .reads("undelivered-row", "You discarded this order")
        .await;
    owner.reads("unfit-row", "another amount").await;
    owner.reads("unfit-row", "pending, not paid by this").await;
    set_aside(&owner, &statement).await;
    owner.reads("bookings-approve", "Approve 2 orders").await;
    let shows = ["statement-file", "bookings-approve"];
    in_both_languages(&owner, "payments", &axe(), &shows).await;

    // By keyboard: one is left out, and taken again with all.
    owner.click_nth("booking-chosen", 1).await;
    owner.reads("bookings-approve", "Approve 1 order").await;
    owner.key(' ').await;
    owner.reads("bookings-approve", "Approve 2 orders").await;
    owner.click("bookings-all").await;
    assert!(!owner.is_available("bookings-approve").await);
    owner.click("bookings-all").await;

    // Undone, nothing was signed; then it is not undone.
    owner.click("bookings-approve").await;
    owner.reads("bookings-approval", "Nothing is signed").await;
    owner.picture("payments-undo").await;
    owner.key(char::from(Key::Escape)).await;
    owner.says("Undone: nothing was signed or sent.").await;
    owner.sees("booking-row", 2).await;
    owner.click("bookings-approve").await;
    owner.click("bookings-approval-now").await;
    owner.reads("bookings-said", "receipts no. 2, 3").await;
    owner.sees("booking-row", 0).await;
    owner.picture("payments-approved").await;

    // The same file again proposes nothing.
    import(&owner, &statement).await;
    owner
        .reads("statement-told", "4 bookings were imported before")
        .await;
    owner.sees("booking-row", 0).await;
    owner.sees("undelivered-row", 1).await;

    // Paid and not delivered: the discarded order is approved after all. What does not fit was
    // paid back.
    owner.click("booking-deliver").await;
    owner.picture("payments-deliver-anyway").await;
    owner.click("deliver-for-booking-confirm").await;
    owner.click("deliver-for-booking-now").await;
    owner.reads("payments-said", "receipt no. 4").await;
    owner.sees("undelivered-row", 0).await;
    owner.click("booking-refund").await;
    owner.picture("payments-refund").await;
    owner.click("refund-booking-cancel").await;
    owner.sees("unfit-row", 1).await;
    owner.click("booking-refund").await;
    owner.click("refund-booking-confirm").await;
    owner.reads("payments-said", "€2.99 paid back").await;
    owner.sees("unfit-row", 0).await;
    owner.click("bookings-done").await;
    owner.sees("done-row", 4).await;

    by_csv_of_a_bank(&desk, &owner, &by_csv).await;

    // The bank takes one back: told here and in the books, until it is dealt with.
    let back = desk.path("back.xml");
    let debit = entry(
        "5.00",
        "Northern Insurance AG",
        &one.reference.unwrap().to_string(),
    );
    fs::write(&back, camt(&[debit.replace("CRDT", "DBIT")])).unwrap();
    import(&owner, &back).await;
    owner
        .reads("unfit-row", "reversed after the delivery")
        .await;
    in_both_languages(&owner, "payments-taken-back", &axe(), &["booking-refund"]).await;
    owner.click("nav-books").await;
    owner.reads("books-taken-back", "€5.00 of the income").await;
    owner.click("books-unpaid").await;
    owner.sees("receipt-row", 1).await;
    in_both_languages(&owner, "books-taken-back", &axe(), &["books-unpaid"]).await;
    owner.click("books-payments").await;
    owner.click("booking-refund").await;
    owner.picture("payments-dealt-with").await;
    owner.click("refund-booking-confirm").await;
    owner.reads("payments-said", "settled: €5.00").await;
    owner.sees("unfit-row", 0).await;

    // The books: four sales, all paid.
    owner.click("nav-books").await;
    owner.sees("receipt-row", 4).await;
    for index in 0..4 {
        let row = owner.see_nth("receipt-settlement", index).await;
        assert_eq!(row.text().await.unwrap(), "paid");
    }
    owner.close().await;
}

/// The columns of a bank's CSV are chosen once, and the next file of the bank needs no choice.
async fn by_csv_of_a_bank(desk: &Desk, owner: &Window, order: &OrderView) {
    let file = desk.path("export.csv");
    let reference = order.reference.unwrap().to_string();
    fs::write(&file, csv(&[("-1.234,50", "rent"), ("4,00", &reference)])).unwrap();
    import(owner, &file).await;
    owner.reads("statement-is-csv", "export.csv is CSV").await;
    // What the file tells is proposed; the account and the name it cannot tell. The one account in
    // it is the payer's.
    assert_eq!(owner.value("bank-iban").await, "");
    assert_eq!(owner.value("bank-day").await, "Buchung");
    assert_eq!(owner.value("bank-day-order").await, "day-month-year");
    assert_eq!(owner.value("bank-amount").await, "Betrag");
    assert_eq!(owner.value("bank-decimal").await, "comma");
    owner.click("statement-import").await;
    owner.says("Enter the IBAN").await;
    owner
        .write("bank-iban", "DE75 5121 0800 1245 1261 98")
        .await;
    owner.says("not a valid IBAN").await;
    owner
        .write("bank-iban", "DE75 5121 0800 1245 1261 99")
        .await;
    owner.reads("bank-preview", "€1234.50 outgoing").await;
    owner.reads("bank-preview-sum", "2 bookings").await;
    owner.click("statement-import").await;
    owner.is_focused("bank-name").await;
    owner.sees("error-note", 1).await;
    owner.picture("payments-columns").await;
    owner.write("bank-name", "Harbour Bank").await;
    owner.click("statement-import").await;
    owner.reads("statement-told", "2 bookings").await;
    owner.sees("booking-row", 1).await;
    owner
        .reads("bank-row", "Harbour Bank, DE75 5121 0800 1245 1261 99")
        .await;
    owner.click("bookings-approve").await;
    owner.click("bookings-approval-now").await;
    owner.reads("bookings-said", "receipt no. 5").await;

    // Again, by the bank that is known: nothing new.
    import(owner, &file).await;
    owner.reads("statement-bank", "Harbour Bank").await;
    owner.picture("payments-known-bank").await;
    owner.click("statement-import").await;
    owner
        .reads("statement-told", "1 booking was imported before")
        .await;
    owner.sees("booking-row", 0).await;

    owner.click("bank-show").await;
    owner.reads("bank-row", "Verwendungszweck").await;
    owner.picture("payments-bank").await;

    // Rows of a wrong file go with the bank, if that is asked for.
    fs::write(&file, csv(&[("3,99", &reference)])).unwrap();
    import(owner, &file).await;
    owner.click("statement-import").await;
    owner.reads("unfit-row", "already paid").await;
    owner.click("bank-remove").await;
    owner.reads("remove-bank-goes", "€3.99 of Northern").await;
    owner.picture("payments-remove-bank").await;
    owner.click("remove-bank-cancel").await;
    owner.sees("unfit-row", 1).await;
    owner.click("bank-remove").await;
    owner.click("remove-bank-discard").await;
    owner.click("remove-bank-confirm").await;
    owner.sees("bank-row", 0).await;
    owner.sees("unfit-row", 0).await;
}

/// What is no payment is set aside, known again in the same file, and taken back.
async fn set_aside(owner: &Window, statement: &str) {
    // After those of two payments that are proposed and one that cannot be delivered.
    owner.click_nth("booking-aside", 3).await;
    owner.reads("payments-said", "Set aside: €2.99").await;
    owner.sees("unfit-row", 0).await;
    import(owner, statement).await;
    owner
        .reads("statement-told", "1 of them is set aside")
        .await;
    owner.sees("unfit-row", 0).await;
    owner.click("bookings-aside").await;
    owner.reads("aside-row", "Set aside on").await;
    owner.picture("payments-aside-rows").await;
    // A page that is opened anew does not show them at first.
    in_both_languages(owner, "payments-aside", &axe(), &["bookings-aside"]).await;
    owner.click("bookings-aside").await;
    owner.click("booking-restore").await;
    owner
        .reads("payments-said", "€2.99 of Western counts again")
        .await;
    owner.sees("unfit-row", 1).await;
    owner.sees("aside-row", 0).await;
}
