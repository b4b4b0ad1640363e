//! What is found and explained, by keyboard: the command palette, the link to the page, words of
//! the field; and the order below a page that is too narrow to show it beside.

use crate::support::{
    Desk, Window,
    sight::{SMALL, axe, draw, look, overflow},
};
use fantoccini::key::Key;
use serde_json::Value;

/// Opens the palette by its keys and types.
async fn ask(window: &Window, typed: &str) {
    ask_in(window, typed, "Reading").await;
}

/// The same; `reading` is what it says until everything is read.
async fn ask_in(window: &Window, typed: &str, reading: &str) {
    window.press_with(Key::Control, 'k').await;
    window.is_focused("palette-input").await;
    window.types(typed).await;
    window
        .until("everything was read", async || {
            let said = window.read("palette-said").await;
            !said.is_empty() && !said.contains(reading)
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
    window.reads("palette-said", "No results").await;
    window.sees("palette-option", 0).await;
    window.press(Key::Escape).await;
    window.close().await;
}

/// Waits for so many rows that are marked.
async fn sought(window: &Window, number: u64) {
    let script = "return document.querySelectorAll('[data-sought]').length";
    window
        .until(&format!("{number} are marked"), async || {
            window.script(script, vec![]).await == number
        })
        .await;
}

/// The payment reference of the row of that name that says it.
async fn reference(window: &Window, row: &str, words: &str) -> String {
    let script = "
        const rows = [...document.querySelectorAll(`[data-testid=${arguments[0]}]`)];
        const row = rows.find((one) => one.innerText.includes(arguments[1]));
        return row?.querySelector('[data-testid=reference] code')?.innerText ?? null";
    let mut found = Value::Null;
    window
        .until(&format!("{row} {words:?} has a reference"), async || {
            found = window.script(script, vec![row.into(), words.into()]).await;
            found.is_string()
        })
        .await;
    found.as_str().unwrap().to_owned()
}

/// Orders, receipts and keys are rows of a page: there the focus is, in sight, and goes on from.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_a_row_is_led_to() {
    let Some(desk) = Desk::open() else { return };
    let axe = axe();
    let window = desk.app(&["--home", &desk.path("nobody")]).await;
    window.resize(SMALL).await;
    window.click("open-sample").await;
    window.reads("home-name", "Harbour Clinic").await;

    // A receipt of a sale and one of a purchase, by how they were paid.
    find(&window, "OHL-81").await;
    window.is_led_to("receipt-row", "OHL-81").await;
    window.picture("sought-receipt").await;
    let mut wrong = look(&window, "sought", &axe).await;
    window.press(Key::Tab).await;
    let within = "return document.activeElement.closest('tr')?.innerText.includes('OHL-81')";
    assert_eq!(window.script(within, vec![]).await, true);
    find(&window, "OHL-90").await;
    window.is_led_to("receipt-row", "OHL-90").await;
    // One row is marked.
    sought(&window, 1).await;
    // A random id may hold a short reference.
    find(&window, "SEPA HC-6 birch").await;
    window.is_led_to("holding-receipt", "1 → 3").await;

    // An order that waits, one that was answered, and one's own.
    window.click("nav-inbox").await;
    let waiting = reference(&window, "inbox-row", "Mean").await;
    window.click("inbox-answered").await;
    let answered = reference(&window, "answered-row", "declined").await;
    window.click("nav-orders").await;
    let own = reference(&window, "order-row", "1 → 3").await;
    find(&window, &own).await;
    window.is_led_to("order-row", "1 → 3").await;
    find(&window, &waiting).await;
    window.is_led_to("inbox-row", "Mean").await;
    window.sees("answered-row", 0).await;
    find(&window, &answered).await;
    window.is_led_to("answered-row", "declined").await;

    // A key that nobody checked leads to the order, one that is a contact's to the contact.
    ask(&window, "open heart").await;
    window.see("palette-option").await;
    // Keys are last, before the first.
    window.press(Key::Up).await;
    window.press(Key::Enter).await;
    window.is_led_to("answered-row", "Open Heart Lab").await;
    window.click("nav-inbox").await;
    window.click("inbox-review").await;
    window.click("inbox-add-contact").await;
    window.write("contact-name-field", "The insurer").await;
    window.click("add-contact-confirm").await;
    window.see("contact-name").await;
    let kid = "return document.querySelector('[data-testid=inbox-row] .id [title]').title";
    let kid = window.script(kid, vec![]).await;
    ask(&window, kid.as_str().unwrap()).await;
    wrong.extend(look(&window, "key", &axe).await);
    window.reads("palette-option", "The insurer").await;
    window.press(Key::Enter).await;
    window.is_led_to("contact-row", "The insurer").await;

    // It is led to once: who comes back by the navigation begins at the top.
    window.visit("books").await;
    window.sees("receipt-row", 7).await;
    sought(&window, 0).await;

    // In German the palette and the order below a narrow page have room for their words too.
    window.click("nav-settings").await;
    window.choose("settings-language", "de").await;
    window.see("settings-kept").await;
    ask_in(&window, "northern", "Wird gelesen").await;
    wrong.extend(look(&window, "die Palette", &axe).await);
    draw(&window, "palette-de").await;
    window.press(Key::Escape).await;
    window.sees("palette-option", 0).await;
    window.resize(SMALL).await;
    window.click("nav-market").await;
    window.sees("market-row", 4).await;
    window.click_in("market-row", "Birch pollen", "").await;
    window.see("order-bar").await;
    wrong.extend(look(&window, "die Bestellzeile", &axe).await);
    draw(&window, "order-bar-de").await;
    assert!(wrong.is_empty(), "{wrong:#?}");
    window.close().await;
}
