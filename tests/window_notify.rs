//! What arrives is told on the desktop: by a real daemon on a real session bus, which writes down
//! what it was given.
//!
//! What would be wrong if this failed: nobody hears of an order, a line tells a passer-by more than
//! it should, or a click on it leads nowhere.

use crate::trade::drafts::filtered;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread,
};

use crate::{
    support::{Desk, Window, notices::Notice},
    trade::{self, paid, parsed},
};
use poundwise_market::{
    Home, Roles,
    view::{Condition, FilterOperator, ListingDraft, ListingView, RuleDraft},
};
use serde_json::Value;

/// Homes run a market store of their own, which cannot be inside of the test's runtime.
fn aside<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    thread::scope(|scope| scope.spawn(work).join().unwrap())
}

/// The market, and a copy of it that becomes the market in one moment: so many things arrive at
/// once.
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

/// Listings of that home, one for each title.
fn offer(home: &Home, folder: &Path, titles: &[&str]) -> Vec<ListingView> {
    fs::create_dir(folder).unwrap();
    home.seller()
        .import_dataset(&trade::people(folder, 200), &trade::types_of_people())
        .unwrap();
    // Another question each: one listing of a question is open at a time.
    let draft = |(index, title): (usize, &&str)| ListingDraft {
        title: Some((*title).to_owned()),
        ..filtered(
            trade::married(),
            vec![Condition::new(
                "age",
                FilterOperator::AtLeast,
                (18 + index).to_string(),
            )],
        )
    };
    titles
        .iter()
        .enumerate()
        .map(|one| home.seller().create_listing(&draft(one)).unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_and_deliveries_are_told_on_the_desktop() {
    let Some(desk) = Desk::with_notices() else {
        return;
    };
    let markets = Markets::of(&desk);
    let clinic_dir = PathBuf::from(desk.path("clinic"));
    let northern_dir = PathBuf::from(desk.path("northern"));
    let folder = PathBuf::from(desk.path("tables"));
    // Both sell and buy; the clinic has the window.
    let listings = aside(|| {
        let clinic = trade::create(&clinic_dir, "Clinic", &markets.real);
        let listings = offer(&clinic, &folder, &["One", "Two", "Three", "Four", "Five"]);
        let rule = RuleDraft {
            anyone: true,
            listing: Some(listings[0].id.to_string()),
            up_to: "1".to_owned(),
            per_order: "10".to_owned(),
            per_month: Some("10".to_owned()),
            payment: "invoice monthly".to_owned(),
            ..RuleDraft::default()
        };
        clinic.seller().add_rule(&rule).unwrap();
        let northern = trade::create(&northern_dir, "Northern", &markets.real);
        let others = folder.with_file_name("other tables");
        for listing in offer(&northern, &others, &["Six", "Seven", "Eight", "Nine"]) {
            clinic
                .buyer()
                .order(&parsed(&listing.id), parsed("0.5"))
                .unwrap();
        }
        listings
    });
    let order = |market: &Path, listings: &[ListingView]| {
        let northern = trade::open(&northern_dir, market).unwrap();
        for listing in listings {
            northern
                .buyer()
                .order(&parsed(&listing.id), parsed("0.5"))
                .unwrap();
        }
    };
    let approve = |market: &Path, number: usize| {
        let northern = trade::open(&northern_dir, market).unwrap();
        for item in northern.seller().inbox().unwrap().iter().take(number) {
            northern
                .seller()
                .approve(&parsed(&item.order.id), paid("paid in cash"))
                .unwrap();
        }
        assert_eq!(northern.deliver().unwrap().undelivered, 0);
    };
    aside(|| order(&markets.real, &listings[..1]));

    // What a rule approves at the opening; from then on all that comes is news.
    let clinic = desk.home("clinic").await;
    let by_rule = "Approved by rule: Northern, One";
    assert_eq!(desk.told(1).await, [by_rule]);
    is_all(&desk.notices()[0], by_rule);
    desk.close_notices();

    // One order, by its buyer's name and its listing's; a click on it brings the window forward, on
    // the inbox.
    clinic.click("nav-books").await;
    let cover = desk.cover().await;
    aside(|| order(&markets.real, &listings[1..2]));
    let one = "An order from Northern on Two";
    assert_eq!(desk.told(2).await[1], one);
    is_all(&desk.notices()[1], one);
    is_at(&clinic, "#/books").await;
    desk.click_notice();
    desk.until_app_in_front().await;
    is_at(&clinic, "#/inbox").await;
    clinic.sees("inbox-row", 1).await;
    drop(cover);

    // More that arrive together are one line; closed unread, it leads nowhere.
    clinic.click("nav-books").await;
    markets.at_once("orders", |market| order(market, &listings[2..4]));
    let many = "2 new orders";
    assert_eq!(desk.told(3).await[2], many);
    is_all(&desk.notices()[2], many);
    desk.close_notices();
    clinic.reads("nav-inbox-count", "3").await;
    is_at(&clinic, "#/books").await;

    // The same in German, and deliveries.
    clinic.click("nav-settings").await;
    clinic.choose("settings-language", "de").await;
    clinic.reads("page-title", "Einstellungen").await;
    aside(|| order(&markets.real, &listings[4..]));
    let german = "Eine Bestellung von Northern auf Five";
    assert_eq!(desk.told(4).await[3], german);
    is_all(&desk.notices()[3], german);
    desk.close_notices();
    markets.at_once("deliveries", |market| approve(market, 2));
    let two = "2 Lieferungen warten darauf, abgeholt zu werden";
    assert_eq!(desk.told(5).await[4], two);
    is_all(&desk.notices()[4], two);
    desk.click_notice();
    is_at(&clinic, "#/orders").await;
    clinic.reads("nav-orders-count", "2").await;

    // Who wants no lines gets none: the next one is of what came after they were wanted again.
    clinic.click("nav-settings").await;
    want_lines(&clinic, &desk, false).await;
    aside(|| approve(&markets.real, 1));
    clinic.reads("nav-orders-count", "3").await;
    want_lines(&clinic, &desk, true).await;
    aside(|| approve(&markets.real, 1));
    let next = "1 Lieferung wartet darauf, abgeholt zu werden";
    assert_eq!(desk.told(6).await[5..], [next]);
    clinic.reads("nav-orders-count", "4").await;
    assert_eq!(desk.notices().len(), 6);
    clinic.close().await;
}
