//! The market's table in a real window: its order, and what is shown of it; the books' groups, the
//! folder of what was written, and a listing without a title.

use crate::trade::drafts::ends;
use crate::trade::parsed;
use poundwise_market::SumSpec;
use std::{fs, path::Path, thread};

use crate::{
    support::{
        Desk, Window,
        sight::{LARGE, SMALL, axe, draw, look, overflow},
    },
    trade,
};
use poundwise_market::{Roles, view::ListingDraft};

/// Five counts of the same people by one owner, a sum by another: title, price, ceiling.
const OFFERS: [(&str, &str, &str); 5] = [
    ("Married, cheap", "0.1:1,1:5", "1"),
    ("Married, dear", "0.5:90,2:400", "2"),
    ("Married, fine", "0.25:10,8:80", "8"),
    ("Married, coarse", "0.1:2,0.5:6", "0.5"),
    ("Married, plain", "1:30,3:60", "3"),
];

fn shops(folder: &Path) {
    let market = folder.join("market");
    let table = trade::people(folder, 200);
    let draft = |nth: usize, title: &str, price: &str, ceiling: &str| ListingDraft {
        title: Some(title.to_owned()),
        price: price.into(),
        ceiling: Some(parsed(ceiling)),
        // Each is another question: of another top.
        top: Some(parsed(&format!("8.{nth}"))),
        ..trade::married()
    };
    let clinic = trade::create(&folder.join("clinic"), "Harbour Clinic", &market);
    let office = trade::create(&folder.join("office"), "Census Office", &market);
    for home in [&clinic, &office] {
        home.seller()
            .import_dataset(&table, &trade::types_of_people())
            .unwrap();
    }
    for (nth, (title, price, ceiling)) in (1..).zip(OFFERS) {
        clinic
            .seller()
            .create_listing(&draft(nth, title, price, ceiling))
            .unwrap();
    }
    office
        .seller()
        .create_listing(
            &draft(9, "Income in all", "1:50,4:120", "4").asking(
                SumSpec {
                    step: Some(parsed("100")),
                    unit: "USD".to_owned(),
                    ..SumSpec::new("income", ends("0..200000"))
                }
                .into(),
            ),
        )
        .unwrap();
    trade::create(&folder.join("buyer"), "Northern Insurance", &market);
}

/// The titles in the table, from above.
async fn titles(window: &Window) -> Vec<String> {
    let script = "return [...document.querySelectorAll('[data-testid=market-row]')]
        .map((one) => one.innerText)";
    let titles = window.script(script, vec![]).await;
    let titles = titles.as_array().unwrap();
    titles
        .iter()
        .map(|title| title.as_str().unwrap().to_owned())
        .collect()
}

async fn begins_with(window: &Window, title: &str) {
    window
        .until(&format!("{title} is first"), async || {
            titles(window).await.first().is_some_and(|one| one == title)
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_market_is_sorted_and_filtered() {
    let Some(desk) = Desk::open() else { return };
    let folder = desk.path("");
    thread::spawn(move || shops(Path::new(&folder)))
        .join()
        .unwrap();
    let axe = axe();
    let mut wrong = Vec::new();
    let window = desk.home("buyer").await;
    window.sees("market-row", 6).await;
    for language in ["de", "en"] {
        window.click("nav-settings").await;
        window.choose("settings-language", language).await;
        window.see("settings-kept").await;
        window.click("nav-market").await;
        window.sees("market-row", 6).await;
        wrong.extend(look(&window, "market", &axe).await);
        draw(&window, &format!("market-{language}")).await;
        for size in [LARGE, SMALL] {
            window.resize(size).await;
            wrong.extend(overflow(&window).await);
            // A price and its level stand in one line each.
            let script = "return [...document.querySelectorAll(
                '[data-testid=offer-price] small:not([data-testid=offer-from-widths])')]
                .every((one) => one.getClientRects().length === 1)";
            assert_eq!(window.script(script, vec![]).await, true, "{size:?}");
        }
        window.resize(LARGE).await;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");

    // The cheapest purchase is one grain, whatever levels the owner named; it says what it brings.
    let cheap = "[...document.querySelectorAll('[data-testid=market-offer]')]
        .find((row) => row.innerText.includes('Married, cheap'))";
    let said = format!("return {cheap}.querySelector('[data-testid=offer-from]').innerText");
    assert_eq!(
        window.script(&said, vec![]).await,
        "from \u{20ac}0.01 at ε\u{a0}0.001"
    );
    let brings =
        format!("return {cheap}.querySelector('[data-testid=offer-from-widths]').innerText");
    let brings = window.script(&brings, vec![]).await;
    assert!(brings.as_str().unwrap().starts_with('±'), "{brings}");

    // By price, then the other way round, then as it was; by title.
    let newest = titles(&window).await;
    window.click("sort-price").await;
    begins_with(&window, "Married, cheap").await;
    window.click("sort-price").await;
    begins_with(&window, "Married, dear").await;
    let sorted = window.script(
        "return document.querySelector('[data-testid=sort-price]').closest('th').ariaSort",
        vec![],
    );
    assert_eq!(sorted.await, "descending");
    window.click("sort-price").await;
    begins_with(&window, &newest[0]).await;
    window.click("sort-title").await;
    begins_with(&window, "Income in all").await;

    // By kind, and by words.
    window.choose("market-kind", "sum").await;
    window.sees("market-row", 1).await;
    window.choose("market-kind", "").await;
    window.write("market-search", "fine").await;
    window.sees("market-row", 1).await;
    window.write("market-search", "").await;
    window.sees("market-row", 6).await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_market_is_narrowed_and_listings_are_compared() {
    let Some(desk) = Desk::open() else { return };
    let folder = desk.path("");
    thread::spawn(move || shops(Path::new(&folder)))
        .join()
        .unwrap();
    let axe = axe();
    let mut wrong = Vec::new();
    let window = desk.home("buyer").await;
    window.sees("market-row", 6).await;

    // By seller, up to a price, and both.
    window.choose_words("market-seller", "Census Office").await;
    window.sees("market-row", 1).await;
    assert_eq!(titles(&window).await, ["Income in all"]);
    window.choose_words("market-seller", "Harbour Clinic").await;
    window.sees("market-row", 5).await;
    // What can be bought for so much, which is not everywhere enough for the smallest step.
    window.write("market-most", "1,5").await;
    window.reads("market", "0.213").await;
    window.write("market-most", "0,1").await;
    window.sees("market-row", 4).await;
    assert!(!titles(&window).await.contains(&"Married, dear".to_owned()));
    // What is no price is told at its field, and hides nothing for good.
    window.write("market-most", "cheap").await;
    window.sees("error-note", 1).await;
    let invalid = window.attr("market-most", "aria-invalid").await;
    assert_eq!(invalid.as_deref(), Some("true"));
    wrong.extend(look(&window, "no price", &axe).await);
    window.write("market-most", "").await;
    window.sees("error-note", 0).await;
    window.choose("market-seller", "").await;
    window.sees("market-row", 6).await;

    // By seller, by kind and by accuracy, whichever way.
    window.click("sort-seller").await;
    begins_with(&window, "Income in all").await;
    window.click("sort-kind").await;
    window.click("sort-kind").await;
    begins_with(&window, "Income in all").await;
    // Accuracies are compared within a unit.
    window.choose("market-kind", "count").await;
    window.click("sort-accuracy").await;
    begins_with(&window, "Married, fine").await;
    window.click("sort-accuracy").await;
    begins_with(&window, "Married, coarse").await;

    // Two side by side, chosen by keyboard; one is left out, and there is none to compare.
    window.tab_to_row("compare-one", "Married, dear").await;
    window.types(" ").await;
    assert!(
        !window.is_available("compare").await,
        "one alone is compared"
    );
    window.tab_back_to_row("compare-one", "Married, fine").await;
    window.types(" ").await;
    window.click("compare").await;
    for words in ["Married, dear", "Married, fine", "€400.00", "€80.00", "ε 8"] {
        window.reads("comparison", words).await;
    }
    window.sees("price-axes", 1).await;
    wrong.extend(look(&window, "a comparison", &axe).await);
    wrong.extend(overflow(&window).await);
    window.click("compare-drop").await;
    window.sees("market-row", 5).await;
    assert!(wrong.is_empty(), "{wrong:#?}");
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn books_have_groups_and_their_folder_opens() {
    let Some(desk) = Desk::open() else { return };
    let called = desk.notes_calls_of("xdg-open");
    let window = desk.app(&["--home", &desk.path("nobody")]).await;
    window.click("open-sample").await;
    window.see("home-name").await;
    window.click("nav-books").await;
    window.sees("receipt-row", 7).await;
    assert_eq!(window.count("books-group").await, 0);
    window.click("books-buyers").await;
    window.sees("books-group", 2).await;
    window.sees("receipt-row", 7).await;
    // What the groups add up to is what came in.
    let sums = "return [...document.querySelectorAll('[data-testid=books-group] td')]
        .map((one) => Number(one.innerText.replace(/[^0-9.]/g, '')))
        .reduce((all, one) => all + one, 0)";
    assert_eq!(window.script(sums, vec![]).await.as_f64(), Some(333.0));
    window.picture("books-buyers").await;
    window.click("books-months").await;
    window
        .until("months add up too", async || {
            window.count("books-group").await > 0
                && window.script(sums, vec![]).await.as_f64() == Some(333.0)
        })
        .await;
    window.click("books-all").await;
    window.sees("books-group", 0).await;

    let ledger = desk.path("clinic.ledger");
    window.write("ledger-file", &ledger).await;
    window.click("export-ledger").await;
    window.click("export-ledger-folder").await;
    window
        .until("the folder is shown", async || {
            fs::read_to_string(&called)
                .is_ok_and(|folder| Path::new(&folder) == Path::new(&ledger).parent().unwrap())
        })
        .await;

    // A listing has a title; until then nothing is signed, and the focus is where it goes.
    window.click("nav-listings").await;
    window.sees("listing-row", 3).await;
    window.click("new-listing").await;
    window.choose("listing-dataset", "clinic").await;
    window.choose("listing-kind", "count").await;
    window.write_tariff("listing-price", ["0.5:5", "1:8"]).await;
    window.write("listing-ceiling", "1").await;
    window.write("listing-title", " ").await;
    window.click("listing-create").await;
    window.reads("error-note", "title").await;
    window.is_focused("listing-title").await;
    window.picture("listing-no-title").await;
    window.click("nav-listings").await;
    window.sees("listing-row", 3).await;
    window.close().await;
}
