//! What arrives is collected by itself: an order that is approved elsewhere is shown as arrived
//! without a click.

use std::{fs, path::Path, thread};

use crate::{
    support::{Desk, Window},
    trade::{self, paid, parsed},
};
use poundwise_market::Roles;
use serde_json::Value;

/// What homes do outside of the window: they run a market store of their own, which cannot be
/// inside of the test's runtime.
fn aside<T: Send + 'static>(act: impl FnOnce() -> T + Send + 'static) -> T {
    thread::spawn(act).join().unwrap()
}

/// Homes of an owner and of a buyer who has ordered; gives the order.
fn ordered(desk: &Desk) -> String {
    let [market, owner, buyer, folder] =
        ["market", "owner", "buyer", ""].map(|name| desk.path(name));
    aside(move || {
        let owner = trade::create(Path::new(&owner), "Clinic", Path::new(&market));
        let listing = trade::offer(&owner, Path::new(&folder));
        let buyer = trade::create(Path::new(&buyer), "Northern", Path::new(&market));
        let order = buyer.buyer().order(&parsed(&listing.id), parsed("0.5"));
        order.unwrap().id.to_string()
    })
}

/// The owner approves it, elsewhere.
fn approve(desk: &Desk, order: String) {
    let [market, owner] = ["market", "owner"].map(|name| desk.path(name));
    aside(move || {
        let owner = trade::open(Path::new(&owner), Path::new(&market)).unwrap();
        owner
            .seller()
            .approve(&parsed(&order), paid("cash"))
            .unwrap();
    });
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_approved_arrives_by_itself() {
    let Some(desk) = Desk::fresh() else {
        return;
    };
    let order = ordered(&desk);
    let window = desk.home("buyer").await;
    window.click("nav-orders").await;
    window.sees("order-row", 1).await;
    approve(&desk, order);
    window.sees("order-approved", 1).await;
    window.reads("order-row", "±").await;
    window.picture("arrived-by-itself").await;
    window.click("nav-holdings").await;
    window.sees("holding-row", 1).await;
}

/// What waits on a market where nothing changes any more is collected when a person comes back to
/// the window.
#[tokio::test(flavor = "multi_thread")]
async fn what_waits_is_collected_when_the_window_is_come_back_to() {
    let Some(desk) = Desk::fresh() else {
        return;
    };
    let order = ordered(&desk);
    let window = desk.home("buyer").await;
    collects(&window, &desk, false).await;
    approve(&desk, order);
    // It has been seen, and was not taken: that was switched off.
    window.reads("nav-orders", "1").await;
    window.click("nav-holdings").await;
    window.sees("holding-row", 0).await;
    window.picture("waits-to-be-collected").await;
    collects(&window, &desk, true).await;
    window.click("nav-orders").await;
    window.sees("order-row", 1).await;
    window.sees("order-approved", 0).await;

    // Another window comes before it and is closed again.
    desk.beside(&window, &["--home", &desk.path("nobody")])
        .await
        .close()
        .await;
    window.sees("order-approved", 1).await;
    window.reads("order-row", "±").await;
    window.close().await;
}

/// Chooses whether what arrives is collected by itself, and waits until the app knows.
async fn collects(window: &Window, desk: &Desk, wanted: bool) {
    let file = desk.path("user/config/org.poundwise.desktop/settings.json");
    window.click("nav-settings").await;
    window.click("settings-collect").await;
    window
        .until(&format!("the settings say {wanted}"), async || {
            // Not there before the first choice.
            let kept = fs::read(&file).unwrap_or_default();
            serde_json::from_slice(&kept).is_ok_and(|kept: Value| kept["collect"] == wanted)
        })
        .await;
}
