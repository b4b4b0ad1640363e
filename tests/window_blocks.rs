//! A histogram with blocks in real windows: incomes in 1024 bins are listed in the form, sold,
//! topped up, and read as ranges.

use std::{path::Path, thread};

use poundwise_market::{
    Roles, Schema,
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

const TITLE: &str = "Incomes, 1024 bins";

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

#[tokio::test(flavor = "multi_thread")]
async fn incomes_with_blocks_are_listed_sold_and_read_as_ranges() {
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
    owner.choose("listing-kind", "histogram").await;
    owner.choose("listing-column", "income").await;
    owner.write("listing-title", TITLE).await;
    owner.write_tariff("listing-price", ["1:10", "4:30"]).await;
    owner.choose("listing-bin-way", "edges").await;
    owner.click("listing-bands").await;
    owner.write("listing-bands-low", "0").await;
    owner.write("listing-bands-high", "430080").await;
    owner.write("listing-bands-width", "420").await;
    owner.click("listing-bands-cut").await;
    // The proposal is compared with no blocks before it is chosen.
    owner.reads("listing-ranges", "8 and 128").await;
    owner.choose("listing-blocks", "auto").await;
    owner
        .reads("listing-query", "in blocks of 8 and 128 bins")
        .await;
    owner.reads("listing-ranges", "512 bins").await;
    let mut wrong = look(&owner, "listing with blocks", &axe).await;
    owner.picture("blocks-form").await;
    owner.click("listing-create").await;
    owner.click("nav-listings").await;
    owner.says(TITLE).await;
    owner.close().await;
    apart(sell);

    let buyer = desk.home("buyer").await;
    buyer.click("nav-holdings").await;
    buyer.click_in("holding-row", TITLE, "").await;
    buyer.see("holding-ranges").await;
    buyer.reads("holding-estimate", "of 1025").await;
    buyer.says("Median").await;
    buyer.reads("ranges-answer", "rows").await;
    buyer.see("ranges-figure").await;
    buyer
        .script(
            "document.querySelector('[data-testid=holding-ranges]').scrollIntoView()",
            vec![],
        )
        .await;
    buyer.picture("blocks-ranges").await;
    wrong.extend(look(&buyer, "ranges with blocks", &axe).await);
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
    buyer.reads("ranges-answer", "Zeilen").await;
    wrong.extend(english(&buyer).await);
    assert!(wrong.is_empty(), "{wrong:#?}");
    buyer.close().await;
}
