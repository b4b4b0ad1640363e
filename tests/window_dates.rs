//! A column of dates in the window, from the file to the listing.

use std::fs;

use crate::{support::Desk, trade};

#[tokio::test(flavor = "multi_thread")]
async fn visits_are_listed_by_month() {
    let Some(desk) = Desk::open() else { return };
    let (home, market) = (desk.path("owner"), desk.path("market"));
    std::thread::spawn(move || drop(trade::create(home.as_ref(), "owner", market.as_ref())))
        .join()
        .unwrap();
    let file = desk.path("visits.csv");
    let visits = "28.11.2026,5\n30.11.2026,7\n01.12.2026,9\n31.12.2026,1\n".repeat(5);
    fs::write(&file, format!("day,spent\n{visits}never,3\n")).unwrap();

    let owner = desk.home("owner").await;
    owner.click("nav-datasets").await;
    owner.click("import-dataset").await;
    owner.write("import-file", &file).await;
    owner.click("import-preview").await;
    owner.see("import-preview-table").await;
    // The order is proposed, and the cell that is no date is shown.
    assert_eq!(owner.value("import-type-day").await, "day-month-year");
    owner.says("“never” is not a date").await;
    owner.picture("dates-import").await;
    owner.settle_import("8").await;
    owner.click("import-confirm").await;
    owner.see("dataset-rows").await;
    owner.says("date").await;

    owner.click("dataset-list-attribute").await;
    owner.choose("listing-kind", "histogram").await;
    owner.choose("listing-column", "day").await;
    owner.click("listing-periods").await;
    owner.write("listing-periods-first", "2026-12").await;
    owner.write("listing-periods-last", "2026-11").await;
    owner.click("listing-periods-add").await;
    owner.says("'2026-11' is before '2026-12'").await;
    owner.write("listing-periods-first", "2026-11").await;
    owner.write("listing-periods-last", "2027-01").await;
    owner.click("listing-periods-add").await;
    owner.says("2027-01").await;
    owner.click("listing-filter-add").await;
    owner.choose("listing-filter-column", "day").await;
    owner.choose("listing-filter-how", ">=").await;
    owner.write("listing-filter-value", "2026-11-29").await;
    owner.write("listing-price-level", "1").await;
    owner.write("listing-price-amount", "5").await;
    owner.write("listing-price-level-2", "2").await;
    owner.write("listing-price-amount-2", "9").await;
    owner.write("listing-title", "Visits by month").await;
    owner
        .says("number of rows by day where day is on or after 2026-11-29")
        .await;
    owner.picture("dates-listing").await;
    owner.click("listing-create").await;
    owner.says("Left and right move along its points").await;
    owner.close().await;
}
