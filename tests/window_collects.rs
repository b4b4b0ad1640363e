//! What arrives is collected by itself: an order that is approved elsewhere is shown as arrived
//! without a click.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may panic and tell"
)]

mod support;
mod trade;

use std::{path::Path, thread};

use poundwise_market::Roles;
use support::{Desk, Window};
use trade::{paid, parsed};

async fn open(desk: &Desk, home: &str) -> Window {
    let window = desk
        .app(&["--home", &desk.path(home), "--market", &desk.path("market")])
        .await;
    window
        .write("open-home-passphrase", "three unrelated words")
        .await;
    window.click("open-home").await;
    window.see("home-name").await;
    window
}

/// What homes do outside of the window: they run a market store of their own, which cannot be
/// inside of the test's runtime.
fn aside<T: Send + 'static>(act: impl FnOnce() -> T + Send + 'static) -> T {
    thread::spawn(act).join().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_approved_arrives_by_itself() {
    let Some(desk) = Desk::fresh() else {
        return;
    };
    let [market, owner, buyer, folder] =
        ["market", "owner", "buyer", ""].map(|name| desk.path(name));
    let places = (market.clone(), owner.clone());
    let order = aside(move || {
        let owner = trade::create(Path::new(&owner), "Clinic", Path::new(&market));
        let listing = trade::offer(&owner, Path::new(&folder));
        let buyer = trade::create(Path::new(&buyer), "Northern", Path::new(&market));
        let order = buyer.buyer().order(&parsed(&listing.id), parsed("0.5"));
        order.unwrap().id
    });

    let window = open(&desk, "buyer").await;
    window.click("nav-orders").await;
    window.sees("order-row", 1).await;
    aside(move || {
        let (market, owner) = places;
        let owner = trade::open(Path::new(&owner), Path::new(&market)).unwrap();
        owner
            .seller()
            .approve(&parsed(&order), paid("cash"))
            .unwrap();
    });
    window.sees("order-approved", 1).await;
    window.reads("order-row", "±").await;
    window.picture("arrived-by-itself").await;
    window.click("nav-holdings").await;
    window.sees("holding-row", 1).await;

    // It can be switched off.
    window.click("nav-settings").await;
    window.click("settings-collect").await;
    window.reads("settings-kept", "Kept").await;
    window.picture("settings-collect").await;
}
