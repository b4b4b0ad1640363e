//! A table on its way in, in a real window: every question is asked and none is answered
//! beforehand, the cap has its guess beside it, and is lowered at any time and raised for a reason.
//! In both languages.

use std::{fs, path::Path};

use crate::{
    support::{
        Desk, Window,
        sight::{axe, draw, look},
    },
    trade,
};
use serde_json::json;

/// Presses the button that imports, and waits for that many errors. The first of them stands by its
/// question, where the focus is.
async fn lacks(window: &Window, field: &str, words: &str, errors: usize) {
    window.click("import-confirm").await;
    window.reads("error-note", words).await;
    window.sees("error-note", errors).await;
    window
        .until(&format!("the focus is at {field}"), async || {
            let script = "
                const question = document.querySelector(`[data-testid=\"${arguments[0]}\"]`)
                    .closest('section');
                return question.contains(document.activeElement) &&
                    question.contains(document.querySelector('[data-testid=error-note]'));";
            window.script(script, vec![json!(field)]).await == true
        })
        .await;
}

/// Whether any of the radio buttons of these names is chosen.
async fn chosen(window: &Window, names: &[&str]) -> bool {
    for name in names {
        if window.see(name).await.is_selected().await.unwrap() {
            return true;
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_imported_by_its_answers_and_its_cap_is_changed() {
    let Some(desk) = Desk::open() else { return };
    let [home, market] = ["owner", "market"].map(|name| desk.path(name));
    std::thread::spawn(move || {
        drop(trade::create(
            Path::new(&home),
            "Clinic",
            Path::new(&market),
        ));
    })
    .join()
    .unwrap();
    let file = desk.path("visits.csv");
    // Households of one to four rows.
    let rows: String = (0..80)
        .map(|i| format!("H{},{}\n", i * i % 41, 20 + i))
        .collect();
    fs::write(&file, format!("household,age\n{rows}")).unwrap();
    let axe = axe();
    let mut wrong = Vec::new();
    let window = desk.home("owner").await;
    window.click("nav-datasets").await;
    window.click("import-dataset").await;
    // A table with decimal commas is seen as such before anything is imported.
    let commas = desk.path("commas.csv");
    fs::write(&commas, "name;weight\nAnn;70,5\nBen;81,25\nCem;65\n").unwrap();
    window.write("import-file", &commas).await;
    window.click("import-preview").await;
    window.choose("import-decimal", "point").await;
    window
        .reads("import-comma", "2 are numbers with a comma")
        .await;
    window.choose("import-decimal", "comma").await;
    window.sees("import-comma", 0).await;
    wrong.extend(look(&window, "decimal commas", &axe).await);
    draw(&window, "import-commas").await;
    // A stray quote is reported with its place, and the file can be declared without quotes.
    let stray = desk.path("stray.csv");
    fs::write(&stray, "n,t\n1,\"a\"\n2,b \"c\"\n3\n").unwrap();
    window.write("import-file", &stray).await;
    window.click("import-preview").await;
    window.reads("error-note", "line 3, character 5").await;
    window.choose("import-form-quotes", "none").await;
    window.reads("import-summary", "3 rows").await;
    window.reads("import-short-rows", "line 4").await;
    wrong.extend(look(&window, "a stray quote", &axe).await);
    draw(&window, "import-quotes").await;
    window.write("import-file", &file).await;
    window.click("import-preview").await;
    window.reads("import-summary", "80").await;

    // All open questions are told at once; nothing is answered before a person does.
    lacks(&window, "import-settled", "Check the types", 3).await;
    window.click("import-settled").await;
    assert!(!chosen(&window, &["import-whose-new"]).await);
    lacks(&window, "import-whose-new", "already here", 2).await;
    window.click("import-whose-new").await;
    window.says("Whose answers are these?").await;
    let caps = [
        "import-cap-3",
        "import-cap-6",
        "import-cap-10",
        "import-cap-own",
    ];
    assert!(!chosen(&window, &caps).await);
    lacks(&window, "import-whose-new", "State the cap", 2).await;
    window.click("import-one-household").await;
    window.reads("import-protected", "one household").await;
    window.click("import-adjacency-replace").await;
    window
        .reads("import-protected", "the answers of one household")
        .await;
    window.click("import-adjacency-add-remove").await;

    // The guess at the caps offered (e^ε/(1+e^ε)), and of one's own.
    window.reads("import-cap-guess", "95.3%").await;
    window.write("import-cap", "0.5").await;
    window.reads("import-cap-own-guess", "62.3%").await;
    assert!(chosen(&window, &["import-cap-own"]).await);
    window.click("import-cap-6").await;
    assert!(!chosen(&window, &["import-cap-own"]).await);

    // How rows belong to units: the wrong column is seen by what a question would use.
    assert!(!chosen(&window, &["import-unit-row", "import-unit-person"]).await);
    lacks(&window, "import-unit-row", "every row is a different", 1).await;
    // Ids repeat, so the owner must confirm that every row is another household.
    window.click("import-unit-row").await;
    window.reads("import-repeated", "household").await;
    lacks(&window, "import-unit-row", "Ids repeat", 1).await;
    draw(&window, "import-repeated").await;
    window.click("import-unit-person").await;
    lacks(&window, "import-unit-row", "Choose the column", 2).await;
    window.choose("import-person-column", "household").await;
    lacks(&window, "import-unit-row", "whole number", 1).await;
    window.write("import-rows-per-person", "1").await;
    window.reads("import-counted", "of 80").await;
    window
        .reads("import-confirm", "of which a question uses")
        .await;
    wrong.extend(look(&window, "an import answered", &axe).await);
    draw(&window, "import-questions").await;
    window.write("import-population-name", "households").await;
    window.click("import-confirm").await;
    window.reads("page-title", "visits").await;

    // The cap is lowered at any time.
    let change = async |to: &str| {
        window.click("nav-populations").await;
        window.click("population-open").await;
        window.see("population-cap-now").await;
        window.click("population-cap").await;
        window.write("population-cap-value", to).await;
    };
    change("3").await;
    window.reads("population-cap-preview", "95.3%").await;
    window.sees("population-cap-reason", 0).await;
    window.click("population-cap-confirm").await;
    window.reads("population-cap-now", "ε 3").await;
    // Raised it is for a reason, which stays.
    change("8").await;
    window
        .reads("population-cap-preview", "breaks a promise")
        .await;
    window.click("population-cap-confirm").await;
    window.sees("error-note", 1).await;
    window.is_focused("population-cap-reason").await;
    window
        .write("population-cap-reason", "A second survey was agreed.")
        .await;
    window.sees("error-note", 0).await;
    window.click("population-cap-confirm").await;
    window.reads("population-cap-now", "ε 8").await;
    window.sees("population-entry", 3).await;
    window.says("A second survey was agreed.").await;

    // The same questions in German, with its comma; those who are here are there to be joined.
    window.click("nav-settings").await;
    window.choose("settings-language", "de").await;
    window.see("settings-kept").await;
    window.click("nav-datasets").await;
    window.click("import-dataset").await;
    window.write("import-file", &commas).await;
    window.click("import-preview").await;
    window.choose("import-decimal", "point").await;
    window
        .reads("import-comma", "2 sind Zahlen mit Komma")
        .await;
    draw(&window, "import-commas-de").await;
    window.write("import-file", &file).await;
    window.click("import-preview").await;
    window.reads("import-summary", "80").await;
    window.click("import-settled").await;
    window.click("import-whose-join").await;
    lacks(&window, "import-whose-join", "Population", 2).await;
    window.choose("import-population", "households").await;
    window.says("household").await;
    window.click("import-whose-new").await;
    window.write("import-cap", "2,5").await;
    window.reads("import-cap-own-guess", "92,5").await;
    window.click("import-unit-row").await;
    wrong.extend(look(&window, "die Fragen", &axe).await);
    draw(&window, "import-questions-de").await;
    assert!(wrong.is_empty(), "{wrong:#?}");
    window.close().await;
}
