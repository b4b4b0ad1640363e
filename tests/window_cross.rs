//! A cross-tabulation in real windows: its columns are picked with the bins of each, and what is
//! bought is a table; of as many cells as there may be it shows a part, and says where the rest is.

use crate::trade::drafts::dataset;
use poundwise_market::{BinSpec, CrossTabulationSpec};
use std::{fmt::Write as _, fs, path::Path, thread};

use crate::{
    support::{
        Desk, Window,
        language::english,
        sight::{axe, draw, look},
    },
    trade::{self, paid, parsed},
};
use poundwise_market::{
    Roles, Schema,
    view::{ImportOptions, ListingDraft, MarketQuery},
};

const TITLE: &str = "Patients: sex, age, town";

/// An owner with a table of patients, and a buyer.
fn homes(folder: &Path) {
    let market = folder.join("market");
    let owner = trade::create(&folder.join("owner"), "Clinic", &market);
    trade::create(&folder.join("buyer"), "Northern", &market);
    let mut csv = String::from("sex,age,town\n");
    for i in 0..600 {
        let (sex, town) = (["f", "m"][i / 3 % 2], ["Ulm", "Bonn", "Kiel"][i % 3]);
        writeln!(csv, "{sex},{},{town}", i * i % 97).unwrap();
    }
    let file = folder.join("patients.csv");
    fs::write(&file, csv).unwrap();
    let options = ImportOptions {
        schema: Some(Schema::parse_types("sex:text,age:number,town:text").unwrap()),
        cap: Some("20".to_owned()),
        ..ImportOptions::default()
    };
    owner.seller().import_dataset(&file, &options).unwrap();
}

/// The buyer orders what is on the market up to ε 1 and then to ε 4, and collects it.
fn sell(folder: &Path) {
    let market = folder.join("market");
    let owner = trade::open(&folder.join("owner"), &market).unwrap();
    let buyer = trade::open(&folder.join("buyer"), &market).unwrap();
    let listing = buyer
        .buyer()
        .market(&MarketQuery::default())
        .unwrap()
        .offers
        .remove(0)
        .listing;
    for level in ["1", "4"] {
        let order = buyer
            .buyer()
            .order(&parsed(&listing.id), parsed(level))
            .unwrap();
        owner
            .seller()
            .approve(&parsed(&order.id), paid("SEPA"))
            .unwrap();
        buyer.buyer().collect().unwrap();
    }
}

/// Sells 1024 by 1024 cells.
fn sell_the_most(folder: &Path) {
    homes(folder);
    let owner = trade::open(&folder.join("owner"), &folder.join("market")).unwrap();
    let bins = |column: &str| {
        let bins = (0..1023).map(|bin| bin.to_string()).collect();
        (column.to_owned(), BinSpec::Values(bins))
    };
    let crossed = CrossTabulationSpec {
        columns: vec![bins("age"), bins("town")],
        filters: Vec::new(),
        unit: String::new(),
    };
    let draft = ListingDraft {
        title: Some("Two to the twenty cells".to_owned()),
        price: "4:40".into(),
        ..ListingDraft::new(dataset("patients"), crossed.into())
    };
    owner.seller().create_listing(&draft).unwrap();
    drop(owner);
    sell(folder);
}

/// Runs what has a market store of its own, which cannot be inside of the test's runtime.
fn apart(desk: &Desk, work: fn(&Path)) {
    let folder = desk.path("");
    thread::spawn(move || work(Path::new(&folder)))
        .join()
        .unwrap();
}

/// The texts of the table's rows, as they are read across.
async fn rows(window: &Window) -> Vec<Vec<String>> {
    let script = "return [...document.querySelectorAll('[data-testid=cross-table] tbody tr')]
        .map((row) => [...row.children].map((cell) => cell.innerText.trim()))";
    serde_json::from_value(window.script(script, vec![]).await).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cross_tabulation_is_listed_in_the_form_and_held_as_a_table() {
    let Some(desk) = Desk::open() else { return };
    apart(&desk, homes);
    let axe = axe();
    let owner = desk.home("owner").await;
    owner.click("nav-listings").await;
    owner.click("new-listing").await;
    owner.choose("listing-dataset", "patients").await;
    owner.choose("listing-kind", "cross-tabulation").await;
    owner.write("listing-title", TITLE).await;
    owner.write_tariff("listing-price", ["1:10", "4:40"]).await;
    owner.add_chips("listing-crossed-1-bin", &["f", "m"]).await;
    owner.choose("listing-crossed-2-column", "age").await;
    owner.choose("listing-crossed-2-bin-way", "edges").await;
    owner
        .add_chips("listing-crossed-2-edge", &["0", "18", "40", "65", "100"])
        .await;
    owner.click("listing-crossed-add").await;
    owner.add_chips("listing-crossed-3-bin", &["Ulm"]).await;
    owner
        .reads("listing-query", "number of rows by sex, age and town")
        .await;
    owner.see("listing-half-width").await;
    owner.reads("listing-labels", "f,0 – 18,Ulm").await;
    let mut wrong = look(&owner, "listing a cross-tabulation", &axe).await;
    draw(&owner, "cross-form").await;
    owner.click("listing-create").await;
    owner.click("nav-listings").await;
    owner.says(TITLE).await;
    owner.close().await;
    apart(&desk, sell);

    let buyer = desk.home("buyer").await;
    buyer.click("nav-holdings").await;
    buyer.click("holding-row").await;
    buyer.see("cross-table").await;
    let shown = rows(&buyer).await;
    assert_eq!(shown.len(), 2 * (1 + 3));
    assert_eq!(shown[0], ["town: Ulm"]);
    assert_eq!(shown[4], ["town: other"]);
    assert_eq!(shown[1].len(), 1 + 5);
    assert_eq!(shown[7][0], "other");
    let number = |text: &String| text.replace('−', "-").parse::<i64>().unwrap();
    let all: i64 = shown
        .iter()
        .flat_map(|row| row.iter().skip(1))
        .map(number)
        .sum();
    // The noise of 30 cells at ε 4 is far below that.
    assert!((all - 600).abs() < 100, "{all}");
    buyer.reads("cross-width", "in 95 of 100").await;
    assert_eq!(buyer.count("cross-part").await, 0);
    buyer.choose("holding-coordinate", "3").await;
    buyer.says("f · 18 – 40 · other").await;
    wrong.extend(look(&buyer, "the table", &axe).await);
    draw(&buyer, "cross-table").await;
    buyer.click("nav-settings").await;
    buyer.choose("settings-language", "de").await;
    buyer.click("nav-holdings").await;
    buyer.click("holding-row").await;
    buyer.reads("cross-width", "Jede Zahl genau in 95").await;
    buyer.says("Anzahl der Zeilen nach sex, age und town").await;
    assert_eq!(english(&buyer).await, Vec::<String>::new());
    wrong.extend(look(&buyer, "the table in German", &axe).await);
    buyer.picture("cross-table-de").await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    buyer.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_million_cells_are_held_and_a_part_of_them_is_shown() {
    let Some(desk) = Desk::open() else { return };
    apart(&desk, sell_the_most);
    let buyer = desk.home("buyer").await;
    buyer.click("nav-holdings").await;
    buyer.click("holding-row").await;
    buyer
        .reads(
            "cross-part",
            "32 of 1024 bins of age and the first 31 of 1024 bins of town",
        )
        .await;
    buyer.reads("cross-part", "export").await;
    assert_eq!(buyer.count("cross-cell").await, 31 * 32);
    let shown = rows(&buyer).await;
    assert_eq!((shown.len(), shown[31][0].as_str()), (32, "31"));
    buyer.picture("cross-million").await;
    // The window answers: the cells can be followed, and left.
    buyer.choose("holding-coordinate", "32").await;
    buyer.says("1 · 1").await;
    buyer.click("nav-market").await;
    buyer.see("market-row").await;
    buyer.close().await;
}
