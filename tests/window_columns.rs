//! Several columns listed together in a real window: proposed from what is declared of them, priced
//! by one rule, with what is wrong at its field, signed all or none; and the codebooks that are
//! kept for the next dataset. By mouse and by keyboard, in both languages.

use std::{fs, path::Path, thread};

use crate::{
    support::{
        Desk, Window,
        sight::{LARGE, SMALL, axe, draw, look},
    },
    trade,
};
use fantoccini::key::Key;
use poundwise_market::{Home, Roles, Schema, view::ImportOptions};

/// Imports one wave of a survey.
fn wave(owner: &Home, folder: &Path, name: &str) {
    let towns = ["Ulm", "Bonn", "Kiel"];
    let rows: Vec<String> = (0..300)
        .map(|i| {
            let smokes = if i % 4 == 0 { "yes" } else { "no" };
            format!(
                "{},{smokes},{},{}",
                18 + i * 7 % 60,
                towns[i % 3],
                i * 13 % 90
            )
        })
        .collect();
    let file = folder.join(format!("{name}.csv"));
    let text = format!("age,smokes,town,hours {name}\n{}\n", rows.join("\n"));
    fs::write(&file, text).unwrap();
    let schema = format!(
        r#"{{ "columns": [
            {{ "name": "age", "type": "number" }},
            {{ "name": "smokes", "type": "text", "values": ["yes", "no"] }},
            {{ "name": "town", "type": "text" }},
            {{ "name": "hours {name}", "type": "number" }}
        ] }}"#
    );
    let schema: Schema = serde_json::from_str(&schema).unwrap();
    let options = ImportOptions {
        schema: Some(schema),
        cap: Some("10".to_owned()),
        new_people: true,
        name: Some(name.to_owned()),
        ..ImportOptions::default()
    };
    owner.seller().import_dataset(&file, &options).unwrap();
}

fn home(folder: &Path) {
    let owner = trade::create(&folder.join("owner"), "Clinic", &folder.join("market"));
    wave(&owner, folder, "first");
    wave(&owner, folder, "second");
}

async fn open(desk: &Desk) -> Window {
    let folder = desk.path("");
    // A home runs a market store of its own, which cannot be inside of the test's runtime.
    thread::spawn(move || home(Path::new(&folder)))
        .join()
        .unwrap();
    let (home, market) = (desk.path("owner"), desk.path("market"));
    let window = desk.app(&["--home", &home, "--market", &market]).await;
    window
        .write("open-home-passphrase", "three unrelated words")
        .await;
    window.click("open-home").await;
    window.see("home-name").await;
    window
}

/// Waits for one error, at a field that has the focus.
async fn told_at(window: &Window, field: &str) {
    told_first_at(window, field, 1).await;
}

/// Waits for that many errors. The field of the first one has the focus.
async fn told_first_at(window: &Window, field: &str, errors: usize) {
    window.is_focused(field).await;
    window.sees("error-note", errors).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_are_listed_together_and_kept_as_a_codebook() {
    let Some(desk) = Desk::open() else { return };
    let axe = axe();
    let owner = open(&desk).await;
    let mut wrong = Vec::new();

    // From the dataset: what is declared is proposed, and what is not is left to the owner.
    owner.click("nav-datasets").await;
    owner.click_in("dataset-row", "first", "dataset-open").await;
    owner.click("dataset-list-columns").await;
    owner.sees("batch-row", 4).await;
    owner.reads("batch-said", "Not listed.").await;
    owner.reads("batch-bins-2", "2 bins").await;
    owner.reads("batch-sign", "1 listing").await;
    owner.click("batch-take").await;
    owner
        .reads("batch-said", "The kind mean needs bounds.")
        .await;
    owner.click("batch-take-3").await;
    owner.reads("batch-said-3", "bins").await;
    wrong.extend(look(&owner, "proposed columns", &axe).await);
    draw(&owner, "columns-proposed-en").await;

    // One price for all, and all that is wrong stands at its field at once: the bounds of the first
    // column, the bins of the third, and the price.
    owner.click("batch-sign").await;
    told_first_at(&owner, "batch-low", 3).await;
    owner.write_tariff("batch-price", ["1:5", "4:15"]).await;
    owner.click("batch-sign").await;
    told_first_at(&owner, "batch-low", 2).await;
    owner.write("batch-low", "0").await;
    owner.sees("error-note", 1).await;
    owner.write("batch-high", "120").await;
    owner.write("batch-unit", "years").await;
    // A number of rows is public where it is stated, and a character that is not seen is told.
    owner.click("batch-own").await;
    owner.write("batch-public-rows", "12,5").await;
    owner.write("batch-title", "Mean\u{200b} age").await;
    owner.click("batch-sign").await;
    told_first_at(&owner, "batch-public-rows", 2).await;
    draw(&owner, "columns-public-rows").await;
    owner.write("batch-public-rows", "3").await;
    // A public number of rows can reveal whether one person is in the table, unless it is already
    // known elsewhere.
    owner.click("batch-sign").await;
    told_first_at(&owner, "batch-public-rows", 2).await;
    owner.click("batch-rows-known-elsewhere").await;
    owner.click("batch-sign").await;
    told_first_at(&owner, "batch-title", 2).await;
    owner.reads("batch-own", "3 rows, public").await;
    owner.write("batch-public-rows", "").await;
    owner.write("batch-title", "Mean age").await;
    owner.reads("batch-said", "€15.00 in all").await;
    owner.click("batch-sign").await;
    told_at(&owner, "batch-3-bin").await;
    owner.add_chips("batch-3-bin", &["Ulm", "Bonn"]).await;
    owner.reads("batch-said-3", "€15.00 in all").await;
    owner.reads("batch-bins-3", "Ulm, Bonn").await;
    // 4 + 4 + 4 of a cap of 10.
    owner.reads("budget-said", "can never be sold").await;
    owner.click("batch-own-3").await;
    owner.write("batch-ceiling-3", "1").await;
    owner.write("batch-factor-3", "0.5").await;
    owner.reads("batch-said-3", "€2.50 in all").await;
    owner.reads("batch-own-3", "price × 0.5").await;
    owner.reads("budget-said", "all of it fits").await;
    owner.write("batch-factor-3", "x").await;
    owner.reads("batch-said-3", "cannot be multiplied").await;
    owner.click("batch-sign").await;
    told_at(&owner, "batch-factor-3").await;
    wrong.extend(look(&owner, "an error at its field", &axe).await);
    draw(&owner, "columns-wrong-en").await;
    owner.write("batch-factor-3", "0.5").await;
    owner.choose("batch-kind-2", "count").await;
    owner.choose("batch-value-2", "yes").await;
    owner.reads("batch-check", "3 listings are ready").await;
    // Its accuracy stands beside the price, of one column or another.
    owner.reads("batch-price-accuracy", "years").await;
    owner.choose("batch-shown", "smokes").await;
    owner.reads("batch-price-accuracy", "±").await;
    wrong.extend(look(&owner, "ready columns", &axe).await);
    draw(&owner, "columns-ready-en").await;
    owner.resize(SMALL).await;
    wrong.extend(look(&owner, "ready columns, small", &axe).await);
    owner.resize(LARGE).await;

    // What was typed is there again after another screen.
    owner.click("nav-inbox").await;
    owner.see("page-title").await;
    owner.click("nav-listings").await;
    owner.click("list-columns").await;
    owner.see("batch-afresh").await;
    assert_eq!(owner.value("batch-low").await, "0");

    // Kept for the next dataset, and signed.
    owner.click("keep-codebook-open").await;
    owner.click("keep-codebook").await;
    told_at(&owner, "keep-codebook-name").await;
    owner.write("keep-codebook-name", "Waves").await;
    owner.click("keep-codebook").await;
    owner
        .reads("keep-codebook-done", "Saved “Waves” with 3 columns.")
        .await;
    owner.click("keep-codebook").await;
    told_at(&owner, "keep-codebook-name").await;
    owner.click("keep-codebook-replace").await;
    owner.click("keep-codebook").await;
    owner.reads("keep-codebook-done", "3 columns").await;
    owner.click("batch-sign").await;
    owner.reads("batch-made", "3 listings are signed").await;
    owner.is_focused("batch-made").await;
    wrong.extend(look(&owner, "signed columns", &axe).await);
    draw(&owner, "columns-made-en").await;
    owner.click("batch-to-listings").await;
    owner.sees("listing-row", 3).await;

    // The codebooks.
    owner.click("list-columns").await;
    owner.click("batch-codebooks").await;
    owner.sees("codebook-row", 1).await;
    owner.click("codebook-show").await;
    owner.reads("codebook-row", "0 to 120").await;
    fs::write(desk.path("book.csv"), "column,kind\nage,median\n").unwrap();
    owner.write("codebook-name", "By hand").await;
    owner
        .write("codebook-import-file", &desk.path("book.csv"))
        .await;
    owner.click("codebook-import").await;
    owner.sees("error-note", 1).await;
    owner.reads("error-note", "age").await;
    wrong.extend(look(&owner, "a codebook that is none", &axe).await);
    draw(&owner, "codebooks-en").await;
    let book = "column,title,kind,low,high\nage,Age,sum,0,99\nheight,,mean,0,3\n";
    fs::write(desk.path("book.csv"), book).unwrap();
    owner.click("codebook-import").await;
    owner
        .reads("codebook-imported", "“By hand” is saved.")
        .await;
    owner.sees("codebook-row", 2).await;
    owner
        .click_in("codebook-row", "By hand", "codebook-export")
        .await;
    owner.write("codebook-file", &desk.path("copy.csv")).await;
    owner.click("codebook-save").await;
    owner.reads("codebook-save-done", "copy.csv").await;
    let copy = fs::read_to_string(desk.path("copy.csv")).unwrap();
    assert!(copy.contains("\nage,Age,sum,0,99,"), "{copy}");
    owner
        .click_in("codebook-row", "By hand", "codebook-remove")
        .await;
    owner.click("remove-codebook-confirm").await;
    owner.sees("codebook-row", 1).await;
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_next_dataset_is_listed_from_a_codebook_by_keyboard_in_german() {
    let Some(desk) = Desk::open() else { return };
    let axe = axe();
    let owner = open(&desk).await;
    let mut wrong = Vec::new();
    owner.click("nav-settings").await;
    owner.choose("settings-language", "de").await;
    let book = "column,title,kind,low,high,unit,bins,edges,value\n\
                age,Mittleres Alter,mean,0,120,Jahre,,,\n\
                town,Wohnort,histogram,,,,\"Ulm,Bonn\",,\n\
                smokes,,sum,0,1,,,,\n\
                hours first,,mean,0,90,h,,,\n";
    fs::write(desk.path("book.csv"), book).unwrap();
    owner.visit("listings").await;
    owner.enter("list-columns").await;
    owner.enter("batch-codebooks").await;
    owner.fill("codebook-name", "Wellen").await;
    owner
        .fill("codebook-import-file", &desk.path("book.csv"))
        .await;
    owner.enter("codebook-import").await;
    owner
        .reads("codebook-imported", "„Wellen“ ist gespeichert")
        .await;

    owner.visit("listings").await;
    owner.enter("list-columns").await;
    owner.pick("batch-dataset", "second", "second").await;
    owner.reads("batch-rows", "hours second").await;
    owner.pick("batch-codebook", "Wellen", "Wellen").await;
    owner.enter("batch-fill").await;
    owner.reads("batch-filled", "2 Spalten sind").await;
    owner
        .reads("batch-filled", "sie enthält keine Zahlen")
        .await;
    owner.reads("batch-filled", "keine solche Spalte").await;
    assert_eq!(owner.value("batch-high").await, "120");
    // The fourth is ticked by keyboard, and its bounds are typed with a decimal comma.
    owner.tab_to("batch-take-4").await;
    owner.press(Key::Space).await;
    owner.reads("batch-said-4", "Schranken").await;
    owner.fill("batch-low-4", "0").await;
    owner.fill("batch-high-4", "89,5").await;
    for (field, text) in [
        ("batch-price-level", "0,5"),
        ("batch-price-amount", "4,50"),
        ("batch-price-level-2", "2"),
        ("batch-price-amount-2", "12"),
    ] {
        owner.fill(field, text).await;
    }
    owner.reads("batch-said-4", "12,00").await;
    owner.reads("batch-check", "4 Angebote").await;
    wrong.extend(look(&owner, "Spalten", &axe).await);
    draw(&owner, "columns-ready-de").await;
    owner.resize(SMALL).await;
    wrong.extend(look(&owner, "Spalten, klein", &axe).await);
    owner.resize(LARGE).await;
    owner.enter("batch-sign").await;
    owner.reads("batch-made", "4 Angebote sind signiert").await;
    owner.is_focused("batch-made").await;
    wrong.extend(look(&owner, "signierte Spalten", &axe).await);
    draw(&owner, "columns-made-de").await;
    // The same again is told at each row, and nothing is signed.
    owner.enter("batch-another").await;
    for (field, text) in [("batch-price-level", "2"), ("batch-price-amount", "12")] {
        owner.fill(field, text).await;
    }
    owner.reads("batch-said-2", "Dieselbe Frage").await;
    owner.visit("listings").await;
    owner.sees("listing-row", 4).await;
    owner.enter("list-columns").await;
    owner.enter("batch-codebooks").await;
    wrong.extend(look(&owner, "Codebücher", &axe).await);
    draw(&owner, "codebooks-de").await;
    assert!(wrong.is_empty(), "{wrong:#?}");
}
