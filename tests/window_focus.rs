//! Where the focus is in a real window after something was done by keyboard: on the button that did
//! it, or at what is said of it; never at the top of the page.

use crate::trade::drafts::texts;
use poundwise_market::HistogramSpec;
use std::{fs, path::Path, thread};

use crate::{
    support::Desk,
    trade::{self, parsed},
};
use fantoccini::key::Key;
use poundwise_market::{Roles, view::ListingDraft};

/// An owner with a listing on terms and a plain one, which the buyer has ordered; and its ledger.
fn sale(desk: &Desk) {
    let [market, folder] = ["market", ""].map(|name| desk.path(name));
    let homes = ["owner", "buyer"].map(|name| desk.path(name));
    let ledger = desk.path("office.ledger");
    // The market crate has a runtime of its own, which may not be started within the test's.
    thread::spawn(move || {
        let market = Path::new(&market);
        let [owner, buyer] = homes;
        let owner = trade::create(Path::new(&owner), "owner", market);
        let listing = trade::offer(&owner, Path::new(&folder)).id;
        let bound = ListingDraft {
            title: Some("On terms".to_owned()),
            terms: Some("Research only.".to_owned()),
            ..trade::married().asking(HistogramSpec::new("married", texts(&["0", "1"])).into())
        };
        owner.seller().create_listing(&bound).unwrap();
        owner.seller().export_ledger(Path::new(&ledger)).unwrap();
        let buyer = trade::create(Path::new(&buyer), "buyer", market);
        buyer
            .buyer()
            .order(&parsed(&listing), parsed("0.5"))
            .unwrap();
    })
    .join()
    .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_focus_stays_where_something_was_done() {
    let Some(desk) = Desk::open() else { return };
    sale(&desk);

    let buyer = desk.home("buyer").await;
    // With nothing of its own to sell it begins on the market.
    buyer.tab_to_row("market-row", "On terms").await;
    buyer.press(Key::Enter).await;
    buyer.enter("place-order").await;
    buyer.is_focused("accept-terms").await;
    buyer.reads("error-note", "terms").await;
    buyer.visit("orders").await;
    buyer.enter("collect").await;
    buyer.see("collected").await;
    buyer.is_focused("collect").await;
    buyer.enter("cancel-order").await;
    buyer.is_focused("cancel-order-cancel").await;
    buyer.press_with(Key::Shift, char::from(Key::Tab)).await;
    buyer.press(Key::Enter).await;
    buyer.sees("cancel-order", 0).await;
    buyer.is_focused("order-row").await;
    buyer.close().await;

    let owner = desk.home("owner").await;
    owner.visit("inbox").await;
    owner.enter("inbox-rules").await;
    owner.enter("new-rule").await;
    owner.is_focused("rule-who").await;
    owner.enter("rule-cancel").await;
    owner.is_focused("new-rule").await;
    owner.visit("datasets").await;
    owner.enter("dataset-open").await;
    owner.enter("dataset-seal").await;
    owner.enter("seal-cancel").await;
    owner.is_focused("dataset-seal").await;

    // A bank's columns are kept with the statement.
    let statement = desk.path("bank.csv");
    fs::write(
        &statement,
        "Buchung;Konto;Verwendungszweck;Betrag;Währung\n\
         21.11.2026;DE75512108001245126199;rent;5,00;EUR\n",
    )
    .unwrap();
    owner.visit("inbox").await;
    owner.enter("inbox-payments").await;
    owner.fill("statement-file", &statement).await;
    owner.enter("statement-read").await;
    owner.fill("bank-name", "Harbour Bank").await;
    owner.fill("bank-iban", "DE75512108001245126199").await;
    owner.enter("statement-import").await;
    owner.reads("statement-told", "1 booking").await;
    owner.is_focused("statement-told").await;

    owner.visit("listings").await;
    owner.tab_to_row("listing-open", "On terms").await;
    owner.press(Key::Enter).await;
    owner.enter("withdraw").await;
    owner.is_focused("withdraw-reason").await;
    // What cannot be taken back is done by its button alone.
    owner.press(Key::Enter).await;
    owner.sees("error-note", 0).await;
    owner.enter("withdraw-confirm").await;
    owner.reads("error-note", "reason").await;
    owner.is_focused("withdraw-reason").await;
    owner.types("A typo").await;
    owner.enter("withdraw-confirm").await;
    owner.sees("withdraw", 0).await;
    owner.is_focused("page-title").await;
    owner.close().await;

    let ledger = desk.path("office.ledger");
    let auditor = desk.app(&["--home", &desk.path("nobody")]).await;
    auditor.enter("door-check").await;
    auditor.fill("audit-file", &ledger).await;
    auditor.enter("audit-run").await;
    auditor.see("audit-verdict").await;
    auditor.is_focused("audit-run").await;
    auditor.close().await;
}
