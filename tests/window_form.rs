//! A listing in a real window: bins are chips that are compared with declared values, what is wrong
//! stands at its field, a wrong listing is replaced by its corrected copy in one step, and another
//! price is seen beside the present one. In both languages, without one typed syntax.

use std::{fs, path::Path, thread};

use crate::{
    support::{
        Desk, Window,
        sight::{LARGE, SMALL, axe, draw, look},
    },
    trade,
};
use poundwise_market::{Roles, Schema, view::ImportOptions};

/// An owner with a table of towns, whose values are declared, and hours.
fn home(folder: &Path) {
    let owner = trade::create(&folder.join("owner"), "Clinic", &folder.join("market"));
    let towns = ["Ulm", "Bonn", "Kiel"];
    let rows: Vec<String> = (0..300)
        .map(|i| format!("{},{}", towns[i % 3], i * 7 % 60))
        .collect();
    let file = folder.join("survey.csv");
    fs::write(&file, format!("town,hours\n{}\n", rows.join("\n"))).unwrap();
    let schema = r#"{ "columns": [
        { "name": "town", "type": "text", "values": ["Ulm", "Bonn", "Kiel"] },
        { "name": "hours", "type": "number" }
    ] }"#;
    let schema: Schema = serde_json::from_str(schema).unwrap();
    let options = ImportOptions {
        schema: Some(schema),
        cap: Some("20".to_owned()),
        ..ImportOptions::default()
    };
    owner.seller().import_dataset(&file, &options).unwrap();
}

/// Which field has the focus.
async fn focused(window: &Window) -> String {
    let script = "return document.activeElement?.dataset.testid ?? ''";
    serde_json::from_value(window.script(script, vec![]).await).unwrap()
}

/// Where listings are paid, as it is typed.
const IBAN: &str = "DE75 5121 0800 1245 1261 99";

/// Waits for one error, at a field that has the focus.
async fn told_at(window: &Window, field: &str) {
    told_first_at(window, field, 1).await;
}

/// Waits for that many errors. The field of the first one has the focus.
async fn told_first_at(window: &Window, field: &str, errors: usize) {
    window
        .until(&format!("{field} has the focus"), async || {
            focused(window).await == field
        })
        .await;
    window.sees("error-note", errors).await;
}

/// Every kind that is offered fits its field, in the smallest window.
async fn kinds_are_read_in_a_small_window(window: &Window, field: &str) {
    window.resize(SMALL).await;
    let script = "
        const select = document.querySelector(`[data-testid='${arguments[0]}']`);
        const style = getComputedStyle(select);
        const pen = document.createElement('canvas').getContext('2d');
        pen.font = style.font;
        const room =
            select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        return [...select.options]
            .filter((option) => pen.measureText(option.text).width > room)
            .map((option) => option.text);
    ";
    let cut = window.script(script, vec![field.into()]).await;
    assert_eq!(cut, serde_json::json!([]), "{field}");
    draw(window, &format!("small-{field}")).await;
    window.resize(LARGE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_listing_is_made_without_syntax_corrected_and_repriced() {
    let Some(desk) = Desk::open() else { return };
    let folder = desk.path("");
    // A home runs a market store of its own, which cannot be inside of the test's runtime.
    thread::spawn(move || home(Path::new(&folder)))
        .join()
        .unwrap();
    let axe = axe();
    let owner = desk.home("owner").await;
    owner.click("nav-listings").await;
    owner.click("new-listing").await;
    owner.choose("listing-kind", "histogram").await;
    kinds_are_read_in_a_small_window(&owner, "listing-kind").await;

    // The declared values are there as chips; two misspelt bins are named before anything is
    // signed.
    owner.sees("listing-bin-chip", 3).await;
    owner
        .click_in("listing-bin-chip", "Bonn", "listing-bin-remove")
        .await;
    owner
        .click_in("listing-bin-chip", "Ulm", "listing-bin-remove")
        .await;
    owner.add_chips("listing-bin", &["Born", "ulm"]).await;
    owner
        .reads("listing-bin-undeclared", "2 bins are not declared values")
        .await;
    owner.reads("listing-bin-undeclared", "Born, ulm").await;
    let mut wrong = look(&owner, "undeclared bins", &axe).await;
    draw(&owner, "form-bins").await;
    // Nor is a comma in a bin read in silence.
    owner.add_chips("listing-bin", &["\"0,1\""]).await;
    owner.sees("listing-bin-chip", 4).await;
    owner.reads("listing-bin-part", "Make it 2 values").await;
    owner.click("listing-bin-part").await;
    owner.sees("listing-bin-chip", 5).await;
    owner.sees("listing-bin-part", 0).await;
    owner.click("listing-codebook-open").await;
    owner
        .write("listing-codebook", "Ulm = south; Bonn = west")
        .await;
    owner.click("listing-codebook-take").await;
    owner.sees("listing-bin-chip", 2).await;

    // A point without a price is told at its field; its accuracy is there already.
    owner.write("listing-title", "Towns").await;
    owner.write("listing-price-level", "0,5").await;
    owner.reads("listing-price-accuracy", "±").await;
    owner.click("listing-create").await;
    told_at(&owner, "listing-price-amount").await;
    owner.write("listing-price-amount", "2,50").await;
    owner.sees("error-note", 0).await;
    owner.write("listing-price-level-2", "4").await;
    owner.write("listing-price-amount-2", "30").await;
    owner.reads("listing-price-accuracy-2", "95").await;
    // So are a condition without a value, and an account that is none, until it is put right.
    owner.click("listing-filter-add").await;
    owner.click("listing-create").await;
    told_at(&owner, "listing-filter-value").await;
    wrong.extend(look(&owner, "a condition without a value", &axe).await);
    owner.click("listing-filter-remove").await;
    owner.sees("error-note", 0).await;
    owner.write("listing-pay-to", "my bank").await;
    owner.reads("listing-check", "IBAN").await;
    owner.click("listing-create").await;
    told_at(&owner, "listing-pay-to").await;
    draw(&owner, "error-pay-to").await;
    owner.write("listing-pay-to", "").await;
    owner.sees("error-note", 0).await;
    owner.reads("listing-check", "Ready to sign").await;
    // A character that is not seen, and a title that is not there, are told before anything is
    // signed.
    owner.write("listing-title", "To\u{200b}wns").await;
    owner.reads("listing-check", "U+200B").await;
    owner.reads("error-note", "U+200B").await;
    owner.click("listing-create").await;
    told_at(&owner, "listing-title").await;
    wrong.extend(look(&owner, "a hidden character", &axe).await);
    draw(&owner, "error-title").await;
    owner.write("listing-title", "").await;
    owner.reads("listing-check", "no title").await;
    owner.click("listing-create").await;
    told_at(&owner, "listing-title").await;
    owner.write("listing-title", "Towns").await;
    owner.sees("error-note", 0).await;
    owner.write("listing-description", "All\u{202e}").await;
    owner.reads("listing-check", "The description has").await;
    owner.click("listing-create").await;
    told_at(&owner, "listing-description").await;
    owner.write("listing-description", "").await;
    owner.reads("listing-check", "Ready to sign").await;
    owner.click("listing-create").await;
    owner.see("reprice").await;

    // A copy stands beside it unless one asks for more.
    owner.click("duplicate").await;
    owner.reads("listing-copy", "Towns").await;
    owner.sees("listing-replace-reason", 0).await;
    owner.click("listing-give-up-copy").await;
    // Its bins were wrong still: a copy takes its place.
    owner.click("nav-listings").await;
    owner.click("listing-open").await;
    owner.click("correct").await;
    owner.reads("listing-copy", "Towns").await;
    assert_eq!(owner.value("listing-price-amount").await, "2.50");
    owner.click("listing-bin-declared").await;
    owner.sees("listing-bin-chip", 3).await;
    owner.reads("listing-check", "Ready to sign").await;
    owner.write("listing-pay-to", IBAN).await;
    owner.see("listing-replace-reason").await;
    owner.click("listing-create").await;
    told_at(&owner, "listing-replace-reason").await;
    draw(&owner, "form-replace").await;
    owner
        .write("listing-replace-reason", "The bins were wrong.")
        .await;
    owner.click("listing-create").await;
    owner.see("reprice").await;
    owner.click("nav-listings").await;
    owner.sees("listing-row", 2).await;
    owner.says("withdrawn").await;

    // Another price, beside the present one.
    owner.click_nth("listing-open", 0).await;
    owner.click("reprice").await;
    owner.reads("reprice-price-now-2", "€30.00").await;
    owner.write("reprice-price-amount-2", "1").await;
    owner.click("reprice-confirm").await;
    told_at(&owner, "reprice-price-amount-2").await;
    owner.write("reprice-price-amount-2", "45").await;
    owner.sees("error-note", 0).await;
    owner.reads("reprice-price-accuracy-2", "95").await;
    wrong.extend(look(&owner, "repricing", &axe).await);
    draw(&owner, "form-reprice").await;
    owner.click("reprice-confirm").await;
    owner
        .until("the dialog is closed", async || {
            owner.attr("reprice-dialog", "open").await.is_none()
        })
        .await;
    owner.click("nav-listings").await;
    owner.says("€45.00").await;

    // A mean in German: bounds in two fields, and only the mean's own error.
    owner.click("nav-settings").await;
    owner.choose("settings-language", "de").await;
    owner.click("nav-listings").await;
    owner.click("new-listing").await;
    // The account of the listing before is proposed, and can be changed.
    owner
        .until("the account is proposed", async || {
            owner.value("listing-pay-to").await == IBAN
        })
        .await;
    owner.says("wie in Ihrem letzten Angebot").await;
    owner.write("listing-title", "Stunden").await;
    owner.choose("listing-kind", "mean").await;
    // What a step is advised by is missing, and not the step.
    owner.write("listing-low", "0").await;
    owner.write("listing-high", "60").await;
    owner.click("listing-create").await;
    told_at(&owner, "listing-price-level").await;
    owner.reads("error-note", "Es fehlt ein Preis").await;
    owner.write("listing-high", "viele").await;
    owner.write("listing-unit", "h").await;
    owner.write("listing-price-level", "1").await;
    owner.write("listing-price-amount", "10").await;
    owner.click("listing-create").await;
    told_at(&owner, "listing-high").await;
    draw(&owner, "error-high-de").await;
    // Thousands or decimals? It is asked while one types, and nothing is listed before.
    for grouped in ["200.000", "200,000", "-200.000"] {
        owner.write("listing-high", "60").await;
        owner.sees("error-note", 0).await;
        owner.write("listing-high", grouped).await;
        owner
            .reads("error-note", "Tausender oder Nachkommastellen?")
            .await;
        owner.click("listing-create").await;
        told_at(&owner, "listing-high").await;
        owner.sees("error-note", 1).await;
    }
    draw(&owner, "error-grouped-de").await;
    owner.write("listing-low", "").await;
    owner.write("listing-high", "").await;
    owner.click("listing-create").await;
    told_first_at(&owner, "listing-low", 2).await;
    // What the window has no syntax for, it does not speak of.
    let said = owner.read("error-note").await;
    assert!(!said.contains("..") && !said.contains("--"), "{said}");
    draw(&owner, "error-bounds-de").await;
    owner.write("listing-low", "0").await;
    owner.write("listing-high", "60").await;
    owner.sees("error-note", 0).await;
    owner.write("listing-title", "Stun\u{200b}den").await;
    owner
        .reads(
            "error-note",
            "Im Titel steht das unsichtbare Zeichen U+200B.",
        )
        .await;
    draw(&owner, "error-title-de").await;
    owner.write("listing-title", "Stunden").await;
    owner.sees("error-note", 0).await;
    owner.reads("listing-half-width", "h").await;
    let half_width = owner.read("listing-half-width").await;
    assert!(!half_width.contains("Summe"), "{half_width}");
    owner.reads("listing-reckoned", "1000").await;
    let wide = owner.read("listing-price-accuracy").await;
    owner.write("listing-reckoned-rows", "10000").await;
    owner
        .until("more rows make it more accurate", async || {
            owner.read("listing-price-accuracy").await != wide
        })
        .await;
    wrong.extend(look(&owner, "a mean", &axe).await);
    draw(&owner, "form-mean").await;
    assert!(wrong.is_empty(), "{wrong:#?}");
}
