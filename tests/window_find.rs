//! What is found and explained, by keyboard: the command palette, the link to the page, words of
//! the field; and the order below a page that is too narrow to show it beside.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may panic and tell"
)]

mod support;

use fantoccini::key::Key;
use support::{
    Desk, Window,
    sight::{SMALL, axe, draw, look, overflow},
};

/// Opens the palette by its keys and types.
async fn ask(window: &Window, typed: &str) {
    window.press_with(Key::Control, 'k').await;
    window.is_focused("palette-input").await;
    window.types(typed).await;
    window
        .until("everything was read", async || {
            let said = window.read("palette-said").await;
            !said.is_empty() && !said.contains("Reading")
        })
        .await;
}

/// Asks, and takes what is found first.
async fn find(window: &Window, typed: &str) {
    ask(window, typed).await;
    window.see("palette-option").await;
    window.press(Key::Enter).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_found_and_explained_by_keyboard() {
    let Some(desk) = Desk::open() else { return };
    let axe = axe();
    let window = desk.app(&["--home", &desk.path("nobody")]).await;
    window.enter("open-sample").await;
    window.reads("home-name", "Harbour Clinic").await;

    // A command, a listing, an order, a receipt, a key.
    find(&window, "new listing").await;
    window.see("listing-kind").await;
    find(&window, "mean systolic").await;
    window.reads("page-title", "Mean systolic").await;
    ask(&window, "northern").await;
    assert!(look(&window, "palette", &axe).await.is_empty());
    draw(&window, "palette").await;
    let groups = "return [...document.querySelectorAll('[data-testid=palette-option]')]
        .map((one) => one.dataset.key.split('/')[0])";
    let groups = window.script(groups, vec![]).await;
    for group in ["order", "receipt", "key"] {
        let found = groups.as_array().unwrap();
        assert!(found.iter().any(|one| one == group), "{group}: {found:?}");
    }
    window.press(Key::Escape).await;
    window.sees("palette-option", 0).await;

    // Past the navigation to the page.
    window.tab_back_to("skip").await;
    window.press(Key::Enter).await;
    let main = "return document.activeElement.tagName";
    assert_eq!(window.script(main, vec![]).await, "MAIN");

    // A word is explained while it has the focus, until Escape.
    find(&window, "birch").await;
    window.see("quote-then").await;
    window.tab_to("term-epsilon").await;
    window.reads("tip-epsilon", "e^ε").await;
    window.picture("term").await;
    window.press(Key::Escape).await;
    window
        .until("the explanation is gone", async || {
            !window
                .client()
                .find(fantoccini::Locator::Css("[data-testid=tip-epsilon]"))
                .await
                .unwrap()
                .is_displayed()
                .await
                .unwrap()
        })
        .await;

    // In a small window the order is in sight before one has scrolled to its card.
    window.resize(SMALL).await;
    window.see("order-bar").await;
    window.picture("order-bar").await;
    assert_eq!(overflow(&window).await, None);
    window.click("order-bar-place").await;
    window.see("order-placed").await;
    window.sees("order-bar", 0).await;

    // An auditor has no inbox to find.
    find(&window, "verify").await;
    window.reads("page-title", "Verify").await;
    window.click("sample-auditor").await;
    window.see("audit-verdict").await;
    ask(&window, "inbox").await;
    window.reads("palette-said", "Nothing is found").await;
    window.sees("palette-option", 0).await;
    window.press(Key::Escape).await;
    window.close().await;
}
