//! A sale by files alone between two windows with separate markets.

use std::{path::Path, thread};

use poundwise_market::Roles;

use crate::{
    support::{
        Desk, Window,
        sight::{axe, look},
    },
    trade,
    window_sale::{approve, order, save},
    window_settings::drag,
};

const TITLE: &str = "Married people";

async fn open(desk: &Desk, name: &str, more: &[&str]) -> Window {
    let (home, market) = (desk.path(name), desk.path(&format!("{name}-market")));
    let mut words = vec!["--home", &home, "--market", &market];
    words.extend(more);
    let window = desk.app(&words).await;
    window.unlock().await;
    window
}

/// Saves the document of the page as a file of that name.
async fn save_mail(window: &Window, desk: &Desk, name: &str) -> String {
    let file = desk.path(name);
    window.click("save-mail").await;
    save(window, "mail-file", "mail-save", &file).await;
    file
}

#[tokio::test(flavor = "multi_thread")]
async fn sale_between_two_windows_by_files_alone() {
    let Some(desk) = Desk::open() else { return };
    let [owner, owner_market, buyer, buyer_market, folder] =
        ["owner", "owner-market", "buyer", "buyer-market", ""].map(|name| desk.path(name));
    let there = (owner.clone(), owner_market.clone(), buyer.clone());
    let made = thread::spawn(move || {
        let (owner, market, buyer) = there;
        let owner = trade::create(Path::new(&owner), "Clinic", Path::new(&market));
        trade::offer(&owner, Path::new(&folder));
        drop(trade::create(
            Path::new(&buyer),
            "Northern",
            Path::new(&buyer_market),
        ));
    });
    made.join().unwrap();

    let owner = open(&desk, "owner", &[]).await;
    owner.click("nav-listings").await;
    owner.click_in("listing-row", TITLE, "listing-open").await;
    let offered = save_mail(&owner, &desk, "people.listing").await;
    owner.picture("mail-listing").await;
    let mut wrong = look(&owner, "mail-listing", &axe()).await;

    // A double click: the file waits until the home is open.
    let buyer = open(&desk, "buyer", &["--", &offered]).await;
    buyer.reads("page-title", TITLE).await;
    order(&buyer, TITLE, "0.5").await;
    let ordered = save_mail(&buyer, &desk, "people.order").await;
    buyer.picture("mail-order").await;
    wrong.extend(look(&buyer, "mail-order", &axe()).await);

    drag(&owner, "enter", &[&ordered]).await;
    owner.reads("drop-offer", "receive").await;
    drag(&owner, "drop", &[&ordered]).await;
    owner.reads("page-title", "Inbox").await;
    owner.reads("inbox-said", "order of Northern").await;
    owner.sees("inbox-row", 1).await;
    // The second time is an error.
    drag(&owner, "drop", &[&ordered]).await;
    owner.reads("error-note", "received before").await;
    owner.sees("inbox-row", 1).await;
    approve(&owner, TITLE).await;
    owner.click("inbox-answered").await;
    owner.sees("answered-row", 1).await;
    let delivered = save_mail(&owner, &desk, "people.delivery").await;
    owner.picture("mail-delivery").await;
    wrong.extend(look(&owner, "mail-delivery", &axe()).await);

    drag(&owner, "drop", &[&delivered]).await;
    owner.reads("error-note", "for another home").await;
    drag(&buyer, "drop", &[&delivered]).await;
    buyer.reads("page-title", "Orders").await;
    buyer.see("collected").await;
    buyer.picture("mail-collected").await;
    buyer.click("nav-holdings").await;
    buyer.says(TITLE).await;
    assert!(wrong.is_empty(), "{wrong:#?}");
    owner.close().await;
    buyer.close().await;

    let (home, market) = (desk.path("buyer"), desk.path("buyer-market"));
    let held = thread::spawn(move || {
        let buyer = trade::open(Path::new(&home), Path::new(&market)).unwrap();
        let collected = buyer.buyer().collect().unwrap();
        assert!(collected.unchecked.is_empty() && collected.alarms.is_empty());
        buyer.buyer().holdings().unwrap().len()
    });
    assert_eq!(held.join().unwrap(), 1);
}
