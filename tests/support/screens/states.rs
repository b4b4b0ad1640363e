//! States of the screens that the walk does not meet: what is still being read, what could not be
//! read, and the longest words that there may be.

use super::{
    Screen,
    Step::{self, Choose, Click, ClickIn, Go, See, Write},
    rest, screen, take, wear,
};
use crate::support::Window;
use http::{
    Request,
    header::{COOKIE, ORIGIN},
};
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use serde_json::{Value, json};
use std::time::Duration;

/// A screen that waits for its host.
pub(crate) struct Read {
    /// In a picture's name, after `reading-` or `failed-`.
    pub(crate) name: &'static str,
    /// To where it is asked for.
    way: &'static [Step],
    /// What the host is asked, and is slow to answer.
    held: &'static [&'static str],
    path: &'static [Step],
    /// What is seen of the wait.
    sees: &'static str,
    /// Whether closing the home is what it fails by.
    fails: bool,
}

const fn read(
    name: &'static str,
    way: &'static [Step],
    held: &'static [&'static str],
    path: &'static [Step],
) -> Read {
    Read {
        name,
        way,
        held,
        path,
        sees: "loading",
        fails: true,
    }
}

/// For a home that has sold, bought and listed.
pub(crate) const READS: &[Read] = &[
    read("datasets", &[], &["datasets"], &[Go("datasets")]),
    read(
        "dataset",
        &[Go("datasets"), See("dataset-open")],
        &["dataset", "my_listings"],
        &[Click("dataset-open")],
    ),
    read("populations", &[], &["populations"], &[Go("populations")]),
    read(
        "population",
        &[Go("populations"), See("population-open")],
        &["population", "my_listings"],
        &[Click("population-open")],
    ),
    read("listings", &[], &["my_listings"], &[Go("listings")]),
    read(
        "my-listing",
        &[Go("listings"), See("listing-open")],
        &["listing", "listing_curves"],
        &[Click("listing-open")],
    ),
    read(
        "new-listing",
        &[],
        &["datasets", "populations"],
        &[Go("new-listing")],
    ),
    read(
        "list-columns",
        &[],
        &["datasets", "codebooks"],
        &[Go("list-columns")],
    ),
    read("codebooks", &[], &["codebooks"], &[Go("codebooks")]),
    read("inbox", &[], &["inbox"], &[Go("inbox")]),
    read("payments", &[], &["bookings", "banks"], &[Go("payments")]),
    read("rules", &[], &["rules"], &[Go("rules")]),
    read("books", &[], &["books"], &[Go("books")]),
    read("invoices", &[], &["invoices"], &[Go("invoices")]),
    read("contacts", &[], &["contacts"], &[Go("contacts")]),
    read("market", &[], &["market"], &[Go("market")]),
    read(
        "listing",
        &[Go("market"), See("market-row")],
        &["listing", "listing_curves"],
        &[ClickIn("market-offer", "Clinic", "market-row")],
    ),
    Read {
        fails: false,
        ..read(
            "listing-figures",
            &[Go("market"), See("market-row")],
            &["listing_curves"],
            &[ClickIn("market-offer", "Clinic", "market-row")],
        )
    },
    read("orders", &[], &["orders"], &[Go("orders")]),
    read("holdings", &[], &["holdings"], &[Go("holdings")]),
    read(
        "holding",
        &[Go("holdings"), See("holding-row")],
        &["holding"],
        &[Click("holding-row")],
    ),
    read("alarms", &[], &["alarms"], &[Go("alarms")]),
    Read {
        name: "audit",
        way: &[Go("verify"), Click("audit-market")],
        held: &["audit_files"],
        path: &[Click("audit-run")],
        sees: "audit-work",
        fails: false,
    },
];

/// Makes the host slow to answer these commands, and quick to answer all others.
async fn hold(page: &Window, commands: &[&str]) {
    ask(page, "hold", &json!(commands)).await;
}

/// Has the host run a command that the page does not know of.
async fn behind(page: &Window, command: &str, args: &Value) {
    ask(page, &format!("ipc/{command}"), args).await;
}

/// Asks the page's host. Not through the page: a browser keeps a few connections to a host and no
/// more, and those may all be waiting for what is held.
async fn ask(page: &Window, path: &str, body: &Value) {
    let origin = page.script("return location.origin", vec![]).await;
    let origin = origin.as_str().unwrap().to_owned();
    let token = page.client().get_named_cookie("token").await.unwrap();
    let request = Request::post(format!("{origin}/{path}"))
        .header(ORIGIN, origin)
        .header(COOKIE, format!("token={}", token.value()))
        .body(body.to_string())
        .unwrap();
    let client = Client::builder(TokioExecutor::new()).build_http::<String>();
    let answer = client.request(request).await.unwrap();
    assert_eq!(answer.status(), 200, "{path}");
}

/// Where the screen's title stands.
async fn title(page: &Window) -> Value {
    let script = "
        const { left, top } = document.querySelector('h1').getBoundingClientRect();
        return [left, top];";
    page.script(script, vec![]).await
}

/// Shows every screen while the host is slow, and waits for what it was slow about. Nothing begins
/// at another place then.
pub(crate) async fn walk_reads(page: &Window, mut visit: impl AsyncFnMut(&Window, &Read)) {
    for read in READS {
        for step in read.way {
            take(page, None, step).await;
        }
        rest(page).await;
        hold(page, read.held).await;
        for step in read.path {
            take(page, None, step).await;
        }
        page.see(read.sees).await;
        wear(page, "light").await;
        let before = title(page).await;
        visit(page, read).await;
        hold(page, &[]).await;
        page.sees(read.sees, 0).await;
        rest(page).await;
        assert_eq!(title(page).await, before, "{}: its title moves", read.name);
    }
}

/// Goes where a step leads. The list that it starts from may be read again at any time, and fail
/// now: what is clicked moves then, and is clicked again.
async fn follow(page: &Window, step: &Step) {
    if matches!(step, Go(_)) {
        return take(page, None, step).await;
    }
    let place = async || page.script("return location.hash", vec![]).await;
    let before = place().await;
    page.until("a click leads to another place", async || {
        take(page, None, step).await;
        for _ in 0..20 {
            if place().await != before {
                return true;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        false
    })
    .await;
}

/// Shows every screen where what it reads cannot be had, for the home was closed behind its back;
/// then asks for it again, with the home open again. `home` is what the host opens it by.
pub(crate) async fn walk_failures(
    page: &Window,
    home: &Value,
    mut visit: impl AsyncFnMut(&Window, &Read),
) {
    for read in READS.iter().filter(|read| read.fails) {
        for step in read.way {
            take(page, None, step).await;
        }
        rest(page).await;
        behind(page, "close_home", &json!({})).await;
        for step in read.path {
            follow(page, step).await;
        }
        page.see("try-again").await;
        page.see("error-note").await;
        page.sees("loading", 0).await;
        visit(page, read).await;

        // That it asks again is seen by its waiting for the answer.
        hold(page, read.held).await;
        page.click("try-again").await;
        page.until(&format!("{} asks again", read.name), async || {
            !page.is_available("try-again").await
        })
        .await;
        behind(page, "open_home", home).await;
        hold(page, &[]).await;
        page.sees("try-again", 0).await;
        page.sees("loading", 0).await;
    }
}

/// The owner's screens with the longest words.
pub(crate) const LONG_OWNER: &[Screen] = &[
    screen("long-datasets", &[Go("datasets"), See("dataset-row")]),
    screen(
        "long-dataset",
        &[Click("dataset-open"), See("dataset-rows")],
    ),
    screen(
        "long-populations",
        &[Go("populations"), See("population-row")],
    ),
    screen(
        "long-population",
        &[Click("population-open"), See("population-guess")],
    ),
    screen("long-listings", &[Go("listings"), See("listing-row")]),
    screen("long-my-listing", &[Click("listing-open"), See("reprice")]),
    screen(
        "long-new-listing",
        &[
            Go("new-listing"),
            Choose("listing-kind", "sum"),
            Write("listing-low", "0"),
            Write("listing-high", "120"),
            Write("listing-title", LONG_TITLE),
            Write("listing-price-level", "0.000001"),
            Write("listing-price-amount", "0.01"),
            Write("listing-price-level-2", "1099511.627776"),
            Write("listing-price-amount-2", "9999999999.99"),
            Write("listing-pay-to", LONG_PATH),
            See("listing-check"),
        ],
    ),
    screen(
        "long-list-columns",
        &[
            Go("list-columns"),
            Click("batch-all"),
            Write("batch-price-level", "1099511.627776"),
            Write("batch-price-amount", "9999999999.99"),
            Write("batch-pay-to", LONG_PATH),
            See("batch-sign"),
        ],
    ),
    screen("long-inbox", &[Go("inbox"), See("inbox-row")]),
    screen(
        "long-review",
        &[
            Click("inbox-review"),
            Write("payment-reference", LONG_TITLE),
        ],
    ),
    screen(
        "long-answered",
        &[Go("inbox"), Click("inbox-answered"), See("answered-row")],
    ),
    screen("long-rules", &[Go("rules"), See("rule")]),
    screen("long-new-rule", &[Click("new-rule"), See("rule-form")]),
    screen("long-contacts", &[Go("contacts"), See("contact-row")]),
    screen(
        "long-remove-contact",
        &[Click("remove-contact"), See("remove-contact-confirm")],
    ),
    screen("long-books", &[Go("books"), See("receipt-row")]),
    screen(
        "long-settings",
        &[Go("settings"), See("settings-home-name")],
    ),
];

/// And the buyer's and the auditor's.
pub(crate) const LONG_BUYER: &[Screen] = &[
    screen("long-market", &[Go("market"), See("market-row")]),
    screen(
        "long-listing",
        &[
            ClickIn("market-offer", "Landesgesundheitsamt", "market-row"),
            See("quote-then"),
        ],
    ),
    screen("long-orders", &[Go("orders"), See("order-row")]),
    screen("long-holdings", &[Go("holdings"), See("holding-row")]),
    screen(
        "long-holding",
        &[Click("holding-row"), See("holding-estimate")],
    ),
    screen(
        "long-audit",
        &[
            Go("verify"),
            Click("audit-market"),
            Click("audit-run"),
            See("audit-verdict"),
        ],
    ),
];

const LONG_TITLE: &str =
    "Altersverteilungdervollstationaerbehandeltenversichertenmitwohnsitzimeinzugsgebiet";
const LONG_PATH: &str = "payto://iban/DE75512108001245126199?message=\
    Rechnungsnummernkreiszweitausendsechsundzwanzigabteilungforschungsdatenzentrum";

/// Walks some of these in a window with an open home.
pub(crate) async fn walk_long(
    window: &Window,
    screens: &[Screen],
    mut visit: impl AsyncFnMut(&Window, &Screen),
) {
    for screen in screens {
        for step in screen.path {
            take(window, None, step).await;
        }
        rest(window).await;
        visit(window, screen).await;
    }
}

/// What is cut off without a way to read it, or stands out of the window or of its own card.
pub(crate) async fn cut(window: &Window) -> Vec<String> {
    let script = "
        const found = [];
        const say = (what, one) =>
            found.push(`${what}: ${one.outerHTML.replace(/\\s+/g, ' ').slice(0, 160)}`);
        for (const one of document.querySelectorAll('nav, nav *, main *')) {
            const style = getComputedStyle(one);
            const box = one.getBoundingClientRect();
            if (box.width <= 1 || style.visibility === 'hidden' 
                || one.closest('svg, .sr')) continue;
            const hides = ['hidden', 'clip'].includes(style.overflowX);
            if (hides && one.scrollWidth > one.clientWidth + 1 && one.title === ''
                && !one.matches('input, select')) say('cut', one);
            if (one.matches('button, a, input, select, textarea')
                && (box.right > innerWidth + 1 || box.left < -1)) say('out of the window', one);
            if (one.matches('.card.flat, nav') && one.scrollWidth > one.clientWidth + 1)
                say('wider than its place', one);
        }
        const main = document.querySelector('main');
        const words = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
        while (words.nextNode()) {
            const around = words.currentNode.parentElement;
            const place = around.closest('td, th, dd, .card, header');
            if (!place || words.currentNode.data.trim() === ''
                || around.closest('svg, .sr, option, textarea')) continue;
            const range = document.createRange();
            range.selectNodeContents(words.currentNode);
            const edge = place.getBoundingClientRect().right;
            if ([...range.getClientRects()].some((one) => one.width > 0 && one.right > edge + 1))
                say('sticks out', around);
        }
        return found;";
    let found = window.script(script, vec![]).await;
    found
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line.as_str().unwrap().to_owned())
        .collect()
}
