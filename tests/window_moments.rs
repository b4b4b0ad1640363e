//! Moments in real windows: incomes by age, sex and race are listed in the form, sold, topped up,
//! and read as groups, correlations and a regression.

use std::{fs, path::Path, thread};

use poundwise_market::{
    CsvForm, ExportFormat, FigureChoice, ListingName, Roles, Schema,
    view::{ImportOptions, MarketQuery},
};

use crate::{
    support::{
        Desk,
        language::english,
        shared_data,
        sight::{axe, look},
    },
    trade::{self, paid, parsed},
    window_audit::{add, run},
};

const TITLE: &str = "Incomes, moments";

/// An owner with the census table, and a buyer.
fn homes(folder: &Path) {
    let market = folder.join("market");
    let owner = trade::create(&folder.join("owner"), "Census Office", &market);
    trade::create(&folder.join("buyer"), "Northern", &market);
    let types = "age:number,sex:number,educ:number,race:number,income:number,married:number";
    let options = ImportOptions {
        schema: Some(Schema::parse_types(types).unwrap()),
        cap: Some("20".to_owned()),
        ..ImportOptions::default()
    };
    let table = shared_data("pums_1000.csv").unwrap();
    owner.seller().import_dataset(&table, &options).unwrap();
}

/// The files of an audit by the buyer.
const FILES: [&str; 4] = ["1.bundle", "4.bundle", "o.ledger", "o.opening"];

/// The buyer orders what is on the market up to ε 1 and then to ε 4, and collects it. Both write the
/// files of an audit.
fn sell(folder: &Path) {
    let market = folder.join("market");
    let owner = trade::open(&folder.join("owner"), &market).unwrap();
    let buyer = trade::open(&folder.join("buyer"), &market).unwrap();
    let mut offers = buyer
        .buyer()
        .market(&MarketQuery::default())
        .unwrap()
        .offers;
    let listing = parsed(&offers.remove(0).listing.id);
    for level in ["1", "4"] {
        let order = buyer.buyer().order(&listing, parsed(level)).unwrap();
        let order = parsed(&order.id);
        let receipt = owner.seller().approve(&order, paid("SEPA")).unwrap();
        buyer.buyer().collect().unwrap();
        let bundle = folder.join(format!("{level}.bundle"));
        let receipt = parsed(&receipt.id);
        buyer.buyer().export_bundle(&receipt, &bundle).unwrap();
    }
    let [_, _, ledger, opening] = FILES.map(|file| folder.join(file));
    owner.seller().export_ledger(&ledger).unwrap();
    let recipient = parsed(&buyer.view().recipient);
    let own = parsed(&owner.seller().my_listings().unwrap()[0].id);
    owner.seller().grant(&own, &recipient, &opening).unwrap();
}

/// Compares the file that the window wrote with the bytes of the call that the command line makes.
fn compare(folder: &Path) {
    let home = folder.join("buyer");
    let buyer = trade::open(&home, &folder.join("market")).unwrap();
    let holding = buyer.buyer().holdings().unwrap().remove(0);
    let listing = ListingName::Id(parsed(&holding.listing.id));
    let level = Some(parsed("1"));
    let held = buyer.buyer().held_moments(&listing, level).unwrap();
    let merged = FigureChoice::Groups(vec![held.groups_in("3+4").unwrap()]);
    let form = (ExportFormat::Csv, CsvForm::default());
    let expected = held.table(&merged).unwrap().to_bytes(form).unwrap();
    let written = fs::read(home.join("exports/incomes-moments-groups.csv")).unwrap();
    assert!(!expected.is_empty() && written == expected);
}

#[tokio::test(flavor = "multi_thread")]
async fn moments_are_listed_sold_and_read_as_groups_and_a_regression() {
    let Some(desk) = Desk::open() else { return };
    if shared_data("pums_1000.csv").is_none() {
        return;
    }
    let apart = |work: fn(&Path)| {
        let folder = desk.path("");
        thread::spawn(move || work(Path::new(&folder)))
            .join()
            .unwrap();
    };
    apart(homes);
    let axe = axe();
    let owner = desk.home("owner").await;
    owner.click("nav-listings").await;
    owner.click("new-listing").await;
    owner.choose("listing-dataset", "pums_1000").await;
    owner.choose("listing-kind", "moments").await;
    owner.write("listing-title", TITLE).await;
    owner.write_tariff("listing-price", ["1:10", "4:30"]).await;
    owner.choose("listing-variable-1-column", "age").await;
    owner.write("listing-variable-1-low", "18").await;
    owner.write("listing-variable-1-high", "95").await;
    owner.click("listing-variable-add").await;
    owner.choose("listing-variable-2-column", "sex").await;
    owner.choose("listing-variable-2-role", "two-valued").await;
    owner.write("listing-variable-2-value-1", "0").await;
    owner.write("listing-variable-2-value-2", "1").await;
    owner.click("listing-variable-add").await;
    owner.choose("listing-variable-3-column", "income").await;
    owner.write("listing-variable-3-low", "0").await;
    owner.write("listing-variable-3-high", "420500").await;
    owner.click("listing-group-add").await;
    owner.choose("listing-group-1-column", "race").await;
    owner.write("listing-group-1-bin", "1; 3; 4").await;
    owner.click("listing-group-1-bin-add").await;
    owner
        .reads("listing-query", "moments of age, sex and income by race")
        .await;
    // Three parts of age and of income, two of sex, in four groups.
    owner.reads("listing-moments-cost", "72 values").await;
    owner
        .reads("listing-moments-cost", "Not grouped by race")
        .await;
    owner
        .reads("listing-moments-cost", "With educ as one more variable")
        .await;
    let mut wrong = look(&owner, "listing of moments", &axe).await;
    let to =
        |what: &str| format!("document.querySelector('[data-testid={what}]').scrollIntoView()");
    owner.script(&to("listing-variable-2-column"), vec![]).await;
    owner.picture("moments-form").await;
    owner.script(&to("listing-group-1-column"), vec![]).await;
    owner.picture("moments-form-groups").await;
    owner.click("listing-create").await;
    owner.click("nav-listings").await;
    owner.says(TITLE).await;
    owner.close().await;
    apart(sell);

    let buyer = desk.home("buyer").await;
    buyer.click("nav-holdings").await;
    buyer.click_in("holding-row", TITLE, "").await;
    buyer.reads("group-table", "ε 4").await;
    buyer.reads("group-table", "other").await;
    buyer.reads("correlations", "income").await;
    buyer.reads("fit-table", "intercept").await;
    buyer.reads("fit-facts", "R²").await;
    buyer.see("fit-figure").await;
    wrong.extend(look(&buyer, "figures of moments", &axe).await);
    buyer.picture("moments-holding").await;
    buyer.script(&to("group-table"), vec![]).await;
    buyer.picture("moments-groups").await;
    buyer.script(&to("correlations"), vec![]).await;
    buyer.picture("moments-correlations").await;
    buyer.script(&to("fit"), vec![]).await;
    buyer.picture("moments-fit").await;
    // Two small groups are merged, and the first level is looked at again.
    let tick = "document.querySelectorAll('[data-testid=group-tick]').forEach((one, i) => \
                i > 0 && i < 3 && one.click())";
    buyer.script(tick, vec![]).await;
    buyer.click("group-merge").await;
    buyer.reads("group-table", "3 + 4").await;
    buyer.reads("group-table", "2 groups together").await;
    buyer.choose("figures-level", "1000000").await;
    buyer.reads("group-table", "ε 1").await;
    buyer.reads("fit", "ε 1").await;
    buyer.script(&to("group-table"), vec![]).await;
    buyer.picture("moments-groups-merged").await;
    // The merged groups are saved with the moments, and with the code that computes them again.
    buyer.click("groups-file-open").await;
    buyer.click("groups-file-moments").await;
    buyer.click("groups-file-save").await;
    buyer.reads("groups-file-snippet", "import json").await;
    buyer.script(&to("groups-file"), vec![]).await;
    buyer.picture("moments-file").await;
    wrong.extend(look(&buyer, "moments-file", &axe).await);
    let endings = fs::read_dir(Path::new(&desk.path("buyer")).join("exports"));
    let endings = endings.unwrap().flatten();
    let endings = endings.filter_map(|file| Some(file.path().extension()?.to_owned()));
    let mut endings: Vec<_> = endings.collect();
    endings.sort();
    assert_eq!(endings, ["csv", "json"]);
    // The buyer audits the sales and replays them with an opening.
    let files: Vec<String> = FILES.iter().map(|file| desk.path(file)).collect();
    add(&buyer, &files).await;
    run(&buyer, "holds").await;
    buyer.reads("audit-verdict", "Everything checks out").await;
    buyer
        .until("the replay is the same", async || {
            let told = buyer.attr("audit-replay", "data-outcome").await;
            told.as_deref() == Some("same")
        })
        .await;
    buyer.click("nav-settings").await;
    buyer.choose("settings-language", "de").await;
    buyer.see("settings-kept").await;
    buyer.click("nav-holdings").await;
    buyer.click_in("holding-row", TITLE, "").await;
    buyer.reads("fit-table", "Achsenabschnitt").await;
    buyer.script(&to("fit"), vec![]).await;
    buyer.picture("moments-fit-de").await;
    wrong.extend(english(&buyer).await);
    assert!(wrong.is_empty(), "{wrong:#?}");
    buyer.close().await;
    apart(compare);
}
