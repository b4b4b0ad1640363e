//! What arrives is told on the desktop: by a real daemon on a real session bus, which writes down what it was given.
//!
//! What would be wrong if this failed: nobody hears of an order, a line tells a passer-by more than it should, or a click
//! on it leads nowhere.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may panic and tell"
)]

mod support;
mod trade;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use poundwise_market::view::{ListingDraft, ListingView};
use serde_json::Value;
use support::{Desk, Window, notices::Notice};

/// Homes run a market store of their own, which cannot be inside of the test's runtime.
fn aside<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| scope.spawn(work).join().unwrap())
}

/// The market, and a copy of it that becomes the market in one moment: so many things arrive at once.
struct Markets {
    real: PathBuf,
    copy: PathBuf,
}

impl Markets {
    fn of(desk: &Desk) -> Self {
        Self {
            real: desk.path("market").into(),
            copy: desk.path("market of later").into(),
        }
    }

    /// Does something on the copy; then its folder of that name takes the place of the market's.
    fn at_once<T: Send>(&self, folder: &str, work: impl FnOnce(&Path) -> T + Send) -> T {
        let copied = Command::new("cp")
            .arg("-a")
            .args([&self.real, &self.copy])
            .status()
            .unwrap();
        assert!(copied.success());
        let done = aside(|| work(&self.copy));
        let (from, to) = (self.copy.join(folder), self.real.join(folder));
        if to.exists() {
            fs::rename(&to, self.copy.join("before")).unwrap();
        }
        fs::rename(from, to).unwrap();
        fs::remove_dir_all(&self.copy).unwrap();
        done
    }
}

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

/// What was shown is this text and nothing besides: who reads over somebody's shoulder reads this.
fn is_all(notice: &Notice, text: &str) {
    assert_eq!(notice["APP_NAME"], "Poundwise");
    assert_eq!(notice["SUMMARY"], text);
    assert_eq!(notice["DESKTOP_ENTRY"], "org.poundwise.Poundwise");
    for empty in ["BODY", "CATEGORY", "STACK_TAG", "URLS"] {
        assert_eq!(notice[empty], "", "{empty}");
    }
}

/// Waits until the window is at this address.
async fn is_at(window: &Window, address: &str) {
    window
        .until(&format!("it is at {address}"), async || {
            window.script("return location.hash", vec![]).await == address
        })
        .await;
}

/// Chooses whether lines are wanted, and waits until the app knows.
async fn want_lines(window: &Window, desk: &Desk, wanted: bool) {
    let file = desk.path("user/config/org.poundwise.desktop/settings.json");
    window.click("settings-notify").await;
    window
        .until(&format!("the settings say {wanted}"), async || {
            let kept: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
            kept["notify"] == wanted
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_and_deliveries_are_told_on_the_desktop() {
    let Some(desk) = Desk::with_notices() else {
        return;
    };
    let markets = Markets::of(&desk);
    let owner_dir = PathBuf::from(desk.path("owner"));
    let buyer_dir = PathBuf::from(desk.path("buyer"));
    let folder = PathBuf::from(desk.path(""));
    let listings = aside(|| {
        let owner = trade::create(&owner_dir, "Clinic", &markets.real);
        drop(trade::create(&buyer_dir, "Northern", &markets.real));
        let mut listings = vec![trade::offer(&owner, &folder)];
        for number in 2..=4 {
            let draft = ListingDraft {
                title: Some(format!("Married people, {number}")),
                ..trade::married()
            };
            listings.push(owner.create_listing(&draft).unwrap());
        }
        listings
    });
    let order = |market: &Path, listings: &[ListingView]| {
        let buyer = trade::open(&buyer_dir, market).unwrap();
        for listing in listings {
            buyer.order(&listing.id, "0.5").unwrap();
        }
    };

    // One order, by its buyer's name and its listing's; a click on it brings the window forward, on the inbox.
    let owner = open(&desk, "owner").await;
    owner.click("nav-books").await;
    let cover = desk.cover().await;
    aside(|| order(&markets.real, &listings[..1]));
    let one = "An order from Northern on Married people";
    assert_eq!(desk.told(1).await, [one]);
    is_all(&desk.notices()[0], one);
    is_at(&owner, "#/books").await;
    desk.click_notice();
    desk.until_app_in_front().await;
    is_at(&owner, "#/inbox").await;
    owner.sees("inbox-row", 1).await;
    drop(cover);

    // More that arrive together are one line; closed unread, it leads nowhere.
    owner.click("nav-books").await;
    markets.at_once("orders", |market| order(market, &listings[1..]));
    let many = "3 new orders";
    assert_eq!(desk.told(2).await[1], many);
    is_all(&desk.notices()[1], many);
    desk.close_notices();
    owner.reads("nav-inbox-count", "4").await;
    is_at(&owner, "#/books").await;
    owner.close().await;

    // The buyer's window, in German.
    let buyer = open(&desk, "buyer").await;
    buyer.click("nav-settings").await;
    buyer.choose("settings-language", "de").await;
    buyer.reads("page-title", "Einstellungen").await;
    let approve = |market: &Path, number: usize| {
        let owner = trade::open(&owner_dir, market).unwrap();
        for item in owner.inbox().unwrap().iter().take(number) {
            owner.approve(&item.order.id, "paid in cash").unwrap();
        }
        assert_eq!(owner.deliver().unwrap(), 0);
    };
    markets.at_once("deliveries", |market| approve(market, 2));
    let german = "2 Lieferungen warten darauf, abgeholt zu werden";
    assert_eq!(desk.told(3).await[2], german);
    is_all(&desk.notices()[2], german);
    desk.click_notice();
    is_at(&buyer, "#/orders").await;
    buyer.reads("nav-orders-count", "2").await;

    // Who wants no lines gets none: the next one is of what came after they were wanted again.
    buyer.click("nav-settings").await;
    want_lines(&buyer, &desk, false).await;
    aside(|| approve(&markets.real, 1));
    buyer.reads("nav-orders-count", "3").await;
    want_lines(&buyer, &desk, true).await;
    aside(|| approve(&markets.real, 1));
    assert_eq!(
        desk.told(4).await[3..],
        ["1 Lieferung wartet darauf, abgeholt zu werden"]
    );
    buyer.reads("nav-orders-count", "4").await;
    assert_eq!(desk.notices().len(), 4);
    buyer.close().await;
}
