//! Standing rules in real windows: the owner names a buyer it knows and lets a rule answer, the
//! buyer orders from another window, and the order is approved, delivered and recorded without a
//! click.

use std::{path::Path, process::Command, thread, time::Duration};

use crate::{
    support::{Desk, Window},
    trade,
};

async fn order(buyer: &Window, level: &str) {
    buyer.click("nav-market").await;
    buyer.click_in("market-row", "Married", "").await;
    buyer.write("epsilon-input", level).await;
    buyer.reads("place-order", "€").await;
    buyer.click("place-order").await;
    buyer.see("order-placed").await;
}

/// The number of a month (UTC). `moment` is in the words of `date`.
fn month_of(moment: &str) -> Vec<u8> {
    let mut date = Command::new("date");
    let date = date.args(["-u", "-d", moment, "+%m"]).output().unwrap();
    assert!(date.status.success(), "{date:?}");
    date.stdout
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_approved_by_rule() {
    let Some(desk) = Desk::open() else { return };
    // The rule has a limit per calendar month.
    while month_of("now") != month_of("10 minutes") {
        thread::sleep(Duration::from_secs(5));
    }
    let market = desk.path("market");
    let (owner, buyer) = (desk.path("owner"), desk.path("buyer"));
    let folder = desk.path("");
    // Homes run a market store of their own, which cannot be inside of the test's runtime.
    let (title, kid) = thread::spawn(move || {
        let owner = trade::create(Path::new(&owner), "Clinic", Path::new(&market));
        let listing = trade::offer(&owner, Path::new(&folder));
        let buyer = trade::create(Path::new(&buyer), "Northern", Path::new(&market));
        (listing.title, buyer.view().kid.to_string())
    })
    .join()
    .unwrap();
    assert!(title.contains("Married"), "{title}");
    let owner = desk.home("owner").await;

    // A contact, by its whole key; the beginning of one is refused.
    owner.click("nav-contacts").await;
    owner.see("contacts-empty").await;
    owner.click("add-contact").await;
    owner.write("contact-key", &kid[..12]).await;
    owner
        .write("contact-name-field", "Northern Insurance")
        .await;
    owner.click("add-contact-confirm").await;
    owner.says("can be imitated").await;
    owner.picture("contact-refused").await;
    owner.write("contact-key", &kid).await;
    owner.click("add-contact-confirm").await;
    owner.sees("contact-row", 1).await;
    owner.picture("contacts").await;

    // A rule, its worst case told before it is added.
    owner.click("nav-inbox").await;
    owner.click("inbox-rules").await;
    owner.see("rules-empty").await;
    owner.click("new-rule").await;
    owner.choose("rule-who", &kid).await;
    let what = owner
        .script(
            "return [...document.querySelectorAll('[data-testid=rule-what] option')]
                .map((o) => o.value).find((v) => v.startsWith('listing/'))",
            vec![],
        )
        .await;
    owner.choose("rule-what", what.as_str().unwrap()).await;
    owner.write("rule-up-to", "2").await;
    owner.write("rule-per-order", "15").await;
    owner.write("rule-per-month", "18").await;
    owner.reads("rule-worst", "€18.00").await;
    owner.reads("rule-worst", "ε 2 (2 lb)").await;
    owner.click("rule-add").await;
    owner.is_focused("rule-payment").await;
    owner.sees("error-note", 1).await;
    owner.write("rule-payment", "invoice monthly").await;
    owner.picture("rule-form").await;
    owner.click("rule-add").await;
    owner.reads("rules-said", "Rule 1").await;
    owner.reads("rule", "invoice monthly").await;
    owner.click("nav-inbox").await;
    owner.see("inbox-empty").await;

    // The buyer orders; nobody touches the owner's window.
    let buyer = desk.home("buyer").await;
    order(&buyer, "1.5").await;
    owner
        .reads("inbox-by-rule", "Rule 1: Northern Insurance")
        .await;
    owner.picture("inbox-by-rule").await;
    buyer.reads("nav-orders-count", "1").await;
    buyer.click("nav-orders").await;
    buyer.click("collect").await;
    buyer.reads("collected", "ε 1.5").await;
    // It came on credit: it is still to be paid.
    buyer.reads("order-settled", "on credit").await;
    buyer.click("pay").await;
    buyer.reads("pay-card", "not in your contacts").await;
    buyer.picture("orders-pay").await;
    buyer.sees("nav-orders-count", 0).await;

    // The next order is over the month's limit: it waits, and says why.
    order(&buyer, "2").await;
    owner.sees("inbox-row", 1).await;
    owner
        .reads("misfit", "has reached its limit for this month")
        .await;
    owner.reads("nav-inbox-count", "1").await;
    owner.click("inbox-by-rule-seen").await;
    owner.sees("inbox-by-rule", 0).await;
    owner.click("inbox-review").await;
    owner.picture("inbox-misfit").await;
    owner.click("inbox-answered").await;
    owner.reads("answered-row", "by rule 1").await;

    // The use is recorded; the rule is removed after a question, and its use stays.
    owner.click("inbox-rules").await;
    owner.click("rule-uses").await;
    owner.reads("rule-use", "Northern Insurance").await;
    owner.picture("rules").await;
    owner.click("rule-remove").await;
    owner.picture("rule-remove").await;
    owner.click("rule-remove-cancel").await;
    owner.reads("rule-state", "active").await;
    owner.click("rule-pause").await;
    owner.reads("rule-state", "paused").await;
    owner.click("rule-remove").await;
    owner.click("rule-remove-confirm").await;
    owner.see("rules-empty").await;
    owner.click("rules-removed").await;
    owner.click("rule-uses").await;
    owner.sees("rule-use", 1).await;

    // Now the contact can go, and the name with it.
    owner.click("nav-contacts").await;
    owner.click("remove-contact").await;
    owner.click("remove-contact-confirm").await;
    owner.see("contacts-empty").await;
    owner.click("nav-books").await;
    owner.reads("receipt-row", "invoice monthly").await;
    // A part is paid, which was a mistake.
    owner.reads("books-owed", "€15.00").await;
    owner.click("receipt-paid").await;
    owner.write("paid-amount", "1.5").await;
    owner.picture("books-paid").await;
    owner.click("paid-confirm").await;
    owner.reads("payment", "€1.50").await;
    owner.reads("receipt-owed", "€13.50").await;
    owner.picture("books-owed").await;
    owner.click("payment-remove").await;
    owner.click("unpaid-confirm").await;
    owner.sees("payment", 0).await;
    owner.reads("receipt-owed", "€15.00").await;
    owner.sees("contact-name", 0).await;
    owner.close().await;
    buyer.close().await;
}
