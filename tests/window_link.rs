//! A table of PostgreSQL, linked, sold and topped up in real windows.

use std::{fs, path::Path, thread};

use crate::{
    interop::postgresql::{Postgresql, postgresql_driver},
    support::{
        Desk, Window, shared_data,
        sight::{axe, look},
    },
    trade,
    window_sale::{Offer, approve, collect, list, order},
};
use poundwise_market::Roles;

const TITLE: &str = "Sum of incomes";
const COLUMNS: &str = "age int, sex int, educ int, race int, income numeric(10,0), married int, \
                       height double precision";

/// Creates the homes of an owner and a buyer, who share a market.
fn homes(desk: &Desk) {
    let [market, owner, buyer] = ["market", "owner", "buyer"].map(|name| desk.path(name));
    thread::spawn(move || {
        drop(trade::create(
            Path::new(&owner),
            "Office",
            Path::new(&market),
        ));
        drop(trade::create(
            Path::new(&buyer),
            "Institute",
            Path::new(&market),
        ));
    })
    .join()
    .unwrap();
}

async fn link(owner: &Window, address: &str, driver: &str) {
    owner.click("nav-datasets").await;
    owner.click("link-table").await;
    owner.write("link-address", address).await;
    owner.write("link-driver", driver).await;
    owner.click("link-connect").await;
    owner.reads("link-connected", "1 table").await;
    owner.choose("link-table", "public.incomes").await;
    owner.see("link-columns").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn linked_table_is_sold_and_topped_up_after_it_has_changed() {
    let Some(desk) = Desk::open() else { return };
    let Some(census) = shared_data("pums_1000.csv") else {
        return;
    };
    let (Some(server), Some(driver)) = (Postgresql::start(), postgresql_driver()) else {
        return;
    };
    let csv = fs::read_to_string(census).unwrap();
    let csv = csv.lines().enumerate().map(|(line, row)| match line {
        0 => format!("{row},height\n"),
        _ => format!("{row},1.5\n"),
    });
    server.load("incomes", COLUMNS, &csv.collect::<String>());
    server.execute("CREATE ROLE reader LOGIN; GRANT SELECT ON incomes TO reader;");
    homes(&desk);
    let axe = axe();
    let mut wrong = Vec::new();
    let driver = driver.to_str().unwrap();
    let (home, market) = (desk.path("owner"), desk.path("market"));
    let allowed = ["--allow", driver, "--home", &home, "--market", &market];
    let owner = desk.app(&allowed).await;
    owner.unlock().await;

    // A server that is away, and a role that can write.
    owner.click("nav-datasets").await;
    owner.click("link-table").await;
    owner
        .write("link-address", "postgresql://reader@127.0.0.1:9/db")
        .await;
    owner.write("link-driver", driver).await;
    owner.click("link-connect").await;
    owner.see("error-note").await;
    wrong.extend(look(&owner, "server away", &axe).await);
    owner.click("nav-listings").await;
    link(&owner, &server.address("owner"), driver).await;
    owner.reads("link-writable", "GRANT SELECT").await;
    wrong.extend(look(&owner, "a role that can write", &axe).await);
    owner.click("nav-listings").await;

    link(&owner, &server.address("reader"), driver).await;
    owner.sees("link-writable", 0).await;
    owner.reads("link-columns", "double precision").await;
    assert_eq!(owner.count("link-use-height").await, 0);
    owner.click("link-use-married").await;
    owner.picture("sell-link-columns").await;
    owner.click("import-whose-new").await;
    owner.write("import-cap", "20").await;
    owner.click("import-unit-row").await;
    owner.click("link-confirm").await;
    owner.reads("dataset-database", "PostgreSQL").await;
    owner.picture("sell-linked").await;
    wrong.extend(look(&owner, "a linked dataset", &axe).await);

    let fields = [("listing-low", "0"), ("listing-high", "420500")];
    let offer = Offer {
        kind: "sum",
        title: TITLE,
        fields: &fields,
        column: Some("income"),
        bins: &[],
        condition: None,
    };
    list(&owner, "incomes", &offer).await;
    owner.click_in("listing-row", TITLE, "listing-open").await;
    owner.see("listing-linked").await;
    owner.click("listing-statement").await;
    owner
        .reads("listing-statement", "\"public\".\"incomes\"")
        .await;
    owner.picture("sell-linked-listing").await;
    wrong.extend(look(&owner, "a listing of a linked table", &axe).await);

    // A copy of the same people's rows, and another address of the link.
    owner.click("nav-listings").await;
    link(&owner, &server.address("reader"), driver).await;
    owner.click("link-use-married").await;
    owner.click("import-whose-join").await;
    owner.choose("import-population", "incomes").await;
    owner.click("import-unit-row").await;
    owner.click("link-mode-snapshot").await;
    owner.write("link-name", "copy").await;
    owner.picture("sell-link-snapshot").await;
    wrong.extend(look(&owner, "a snapshot", &axe).await);
    owner.click("link-confirm").await;
    owner.reads("dataset-rows", "000").await;
    owner.click("nav-datasets").await;
    owner
        .click_in("dataset-row", "in a database", "dataset-open")
        .await;
    owner.click("dataset-relink").await;
    owner
        .write("link-address", "postgresql://reader@127.0.0.1:9/db")
        .await;
    owner.click("relink-confirm").await;
    owner.see("error-note").await;
    owner.write("link-address", &server.address("owner")).await;
    owner.picture("sell-relink").await;
    wrong.extend(look(&owner, "another address", &axe).await);
    owner.click("relink-confirm").await;
    owner.sees("relink-form", 0).await;

    let buyer = desk.home("buyer").await;
    order(&buyer, TITLE, "1").await;
    approve(&owner, TITLE).await;
    collect(&buyer).await;
    // A top-up needs no table: the listing keeps its numbers and its path.
    server.execute("DROP TABLE incomes");
    order(&buyer, TITLE, "2").await;
    approve(&owner, TITLE).await;
    collect(&buyer).await;

    owner.click("nav-listings").await;
    owner.sees("listing-row", 1).await;
    owner.close().await;
    buyer.close().await;
    assert!(wrong.is_empty(), "{wrong:#?}");
    let (home, market) = (desk.path("owner"), desk.path("market"));
    thread::spawn(move || {
        let home = trade::open(Path::new(&home), Path::new(&market)).unwrap();
        let sold = home.seller().populations().unwrap();
        assert_eq!(sold[0].loss_micro_epsilon, 2_000_000);
    })
    .join()
    .unwrap();
}
