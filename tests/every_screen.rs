//! Every screen, looked at as a whole: axe-core finds nothing wrong in either theme, nothing is
//! wider than a small window in either language, and what a screen reader hears of the main
//! controls is what they are.

use crate::support::{
    Desk, Window,
    language::{english, english_is_found},
    screens::walk,
    sight::{LARGE, SMALL, axe, draw, faults, look, loose_tables, overflow},
};

#[tokio::test(flavor = "multi_thread")]
async fn is_right_in_both_themes_and_fits_a_small_window() {
    let Some(desk) = Desk::open() else { return };
    let axe = axe();
    let mut wrong = Vec::new();
    walk(&desk, "en", async |window, screen| {
        if screen.name == "first-run" {
            axe_is_alive(window, &axe).await;
            loose_tables_are_found(window).await;
        }
        wrong.extend(look(window, screen.name, &axe).await);
        for table in loose_tables(window).await {
            wrong.push(format!("{}: {table}", screen.name));
        }
        window.resize(SMALL).await;
        if let Some(out) = overflow(window).await {
            wrong.push(format!("{}, small: {out}", screen.name));
        }
        for table in loose_tables(window).await {
            wrong.push(format!("{}, small: {table}", screen.name));
        }
        window.resize(LARGE).await;
    })
    .await;
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// What the crates say, as the German catalogue puts it: on which screen, of which element, and
/// part of its words.
const IN_GERMAN: [(&str, &str, &str); 5] = [
    ("open-home-refused", "error-note", "Diese Passphrase öffnet"),
    ("datasets", "dataset-row", "„patient“ (patient), 1 Zeile"),
    (
        "new-listing",
        "listing-query",
        "Mittelwert von age, jeder Wert auf 0 bis 120 begrenzt",
    ),
    ("market", "market-offer", "26 Zahlen des Eigentümers"),
    ("audit-wrong", "audit-finding", "Unbekannte Datei."),
];

/// German words are longer, its labels are others, and nothing is left in English that is not
/// marked as such.
#[tokio::test(flavor = "multi_thread")]
async fn is_in_german_and_fits_a_small_window_too() {
    let Some(desk) = Desk::open() else { return };
    let axe = axe();
    let mut wrong = Vec::new();
    walk(&desk, "de", async |window, screen| {
        window.resize(SMALL).await;
        let lang = "return document.documentElement.lang";
        assert_eq!(window.script(lang, vec![]).await, "de");
        if screen.name == "first-run" {
            english_is_found(window).await;
        }
        for text in english(window).await {
            wrong.push(format!("{}: in English: {text}", screen.name));
        }
        for (_, id, words) in IN_GERMAN.iter().filter(|(name, ..)| *name == screen.name) {
            window.reads(id, words).await;
        }
        if let Some(out) = overflow(window).await {
            wrong.push(format!("{}: {out}", screen.name));
        }
        for table in loose_tables(window).await {
            wrong.push(format!("{}: {table}", screen.name));
        }
        for fault in faults(window, &axe).await {
            wrong.push(format!("{}: {fault}", screen.name));
        }
    })
    .await;
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// Of a field without a label it does speak.
async fn axe_is_alive(window: &Window, axe: &str) {
    let spoil = "const bad = document.createElement('input');
        document.querySelector('main').append(Object.assign(bad, { id: 'bad' }))";
    window.script(spoil, vec![]).await;
    let found = faults(window, axe).await;
    assert!(
        found.iter().any(|fault| fault.starts_with("label: #bad")),
        "{found:?}"
    );
    let mend = "document.querySelector('#bad').remove()";
    window.script(mend, vec![]).await;
}

/// Tables that stand bare or are too wide are told, and one within its card is not.
async fn loose_tables_are_found(window: &Window) {
    let plant = "
        const planted = document.createElement('div');
        planted.id = 'planted';
        planted.innerHTML = `<table><tr><td>loose</td></tr></table><div class=\"card\">
            <table><tr><td>wide</td></tr></table><table><tr><td>right</td></tr></table></div>`;
        planted.querySelectorAll('table')[1].style.width = '200%';
        document.querySelector('main').append(planted);";
    window.script(plant, vec![]).await;
    let found = loose_tables(window).await;
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(found[0], "bare: loose");
    assert!(found[1].ends_with("too wide: wide"), "{found:?}");
    window
        .script("document.querySelector('#planted').remove()", vec![])
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_screen_reader_hears_what_the_controls_are() {
    let Some(desk) = Desk::open() else { return };
    let window = desk.app(&[]).await;
    let hears = async |id: &str, role: &str, label: &str| {
        let (heard, called) = window.spoken(id).await;
        assert_eq!((heard.as_str(), called.as_str()), (role, label), "{id}");
    };
    hears("door-sell", "button", "Sell").await;
    window.click("door-sell").await;
    hears("new-home-name", "textbox", "Name").await;
    hears("create-home", "button", "Create the home").await;
    window.click("open-sample").await;
    // The owner.
    window.click("nav-inbox").await;
    window.click("inbox-review").await;
    hears("payment-paid", "radio", "paid").await;
    hears("payment-reference", "textbox", "Payment reference").await;
    let (role, label) = window.spoken("approve").await;
    assert_eq!(role, "button");
    assert!(label.starts_with("Sign the receipt for €"), "{label}");
    // The buyer.
    window.click("nav-market").await;
    window.click("market-row").await;
    let (role, label) = window.spoken("epsilon-slider").await;
    assert_eq!(role, "slider");
    assert!(label.contains('ε'), "{label}");
    hears("epsilon-input", "textbox", "ε to hold").await;
    let (role, label) = window.spoken("place-order").await;
    assert_eq!(role, "button");
    assert!(label.starts_with("Order"), "{label}");
    // The auditor.
    window.click("nav-verify").await;
    hears("audit-file", "textbox", "File or market to check").await;
    window.close().await;
}

/// `make screenshots`: every screen, in both themes and sizes, and some of them in German.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "it draws some two hundred pictures: make screenshots"]
async fn is_drawn() {
    let Some(desk) = Desk::open() else { return };
    walk(&desk, "en", async |window, screen| {
        draw(window, screen.name).await;
    })
    .await;
    walk(&desk, "de", async |window, screen| {
        if [
            "inbox",
            "listing",
            "new-listing",
            "new-listing-bins",
            "reprice",
            "orders-pay",
            "books-owed",
            "books-paid",
        ]
        .contains(&screen.name)
        {
            draw(window, &format!("{}-german", screen.name)).await;
        }
    })
    .await;
}
