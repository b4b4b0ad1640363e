//! A market that goes away while windows are open, as a disk that is unplugged or a network that is
//! lost: the window says so calmly, works on, and everything is sent once when the market returns.

use std::{fs, path::Path, thread};

use crate::{
    support::{
        Desk, Window,
        sight::{axe, look},
    },
    trade::{self, parsed},
    window_sale::{approve, order},
};
use poundwise_market::Roles;

const TITLE: &str = "Married people";

/// What homes do outside of the window: they run a market store of their own, which cannot be
/// inside of the test's runtime.
fn aside<T: Send + 'static>(act: impl FnOnce() -> T + Send + 'static) -> T {
    thread::spawn(act).join().unwrap()
}

/// Homes of an owner with a listing and of a buyer, who has ordered if `orders`.
fn shop(desk: &Desk, orders: bool) {
    let [market, owner, buyer, folder] =
        ["market", "owner", "buyer", ""].map(|name| desk.path(name));
    aside(move || {
        let owner = trade::create(Path::new(&owner), "Clinic", Path::new(&market));
        let listing = trade::offer(&owner, Path::new(&folder));
        let buyer = trade::create(Path::new(&buyer), "Northern", Path::new(&market));
        if orders {
            let order = buyer.buyer().order(&parsed(&listing.id), parsed("0.5"));
            order.unwrap();
        }
    });
}

fn unplug(desk: &Desk) {
    fs::rename(desk.path("market"), desk.path("unplugged")).unwrap();
}

fn plug_in(desk: &Desk) {
    fs::rename(desk.path("unplugged"), desk.path("market")).unwrap();
}

async fn is_online(window: &Window) {
    window
        .until("the window is online", async || {
            let words = "return document.querySelector('[data-testid=offline]').innerText.trim()";
            window.script(words, vec![]).await == ""
        })
        .await;
}

/// The files in a folder of the market and those below it.
fn files(folder: &Path) -> usize {
    fs::read_dir(folder).map_or(0, |entries| {
        entries
            .map(|entry| entry.unwrap().path())
            .map(|path| if path.is_dir() { files(&path) } else { 1 })
            .sum()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn sale_approved_offline_is_sent_once_when_the_market_returns() {
    let Some(desk) = Desk::fresh() else {
        return;
    };
    shop(&desk, true);
    let window = desk.home("owner").await;
    window.click("nav-inbox").await;
    window.sees("inbox-row", 1).await;
    unplug(&desk);
    window.reads("offline", "Offline.").await;
    // The order at hand is shown and can be approved.
    window.sees("inbox-row", 1).await;
    approve(&window, TITLE).await;
    window.reads("offline", "documents wait.").await;
    window.click("nav-books").await;
    window.sees("receipt-row", 1).await;
    window.click("nav-datasets").await;
    window.sees("dataset-row", 1).await;
    let mut wrong = look(&window, "offline", &axe()).await;
    window.picture("offline").await;
    window.click("nav-settings").await;
    window.choose("settings-language", "de").await;
    window.reads("offline", "Dokumente warten.").await;
    wrong.extend(look(&window, "offline", &axe()).await);
    window.choose("settings-language", "en").await;
    window.reads("offline", "documents wait.").await;
    assert!(wrong.is_empty(), "{wrong:#?}");

    plug_in(&desk);
    is_online(&window).await;
    let deliveries = desk.path("market/deliveries");
    window
        .until("the delivery is there", async || {
            files(Path::new(&deliveries)) == 1
        })
        .await;
    window.click("nav-books").await;
    window.sees("receipt-row", 1).await;
    window.sees("deliver", 0).await;
    window.close().await;
    let [market, owner, buyer] = ["market", "owner", "buyer"].map(|name| desk.path(name));
    aside(move || {
        let buyer = trade::open(Path::new(&buyer), Path::new(&market)).unwrap();
        let collected = buyer.buyer().collect().unwrap();
        assert_eq!((collected.releases.len(), collected.alarms.len()), (1, 0));
        let owner = trade::open(Path::new(&owner), Path::new(&market)).unwrap();
        assert_eq!(owner.seller().receipts().unwrap().len(), 1);
        assert_eq!(owner.undelivered().unwrap(), 0);
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn order_that_met_no_market_is_placed_once_when_the_market_returns() {
    let Some(desk) = Desk::fresh() else {
        return;
    };
    shop(&desk, false);
    let window = desk.home("buyer").await;
    window.click("nav-market").await;
    window.click_in("market-row", TITLE, "").await;
    window.write("epsilon-input", "0.5").await;
    window.reads("place-order", "€").await;
    unplug(&desk);
    window.click("place-order").await;
    window.see("error-note").await;
    window.reads("offline", "Offline.").await;
    window.click("nav-orders").await;
    window.sees("order-row", 0).await;
    plug_in(&desk);
    is_online(&window).await;
    order(&window, TITLE, "0.5").await;
    assert_eq!(files(Path::new(&desk.path("market/orders"))), 1);
    window.click("nav-orders").await;
    window.sees("order-row", 1).await;
    window.close().await;
}
