//! Tables of other forms in the window: a column of dates from the file to the listing, and a
//! workbook.

use std::{fs, path::Path};

use crate::{support::Desk, trade};

/// Creates the owner's home.
fn owner_of(desk: &Desk) {
    let (home, market) = (desk.path("owner"), desk.path("market"));
    std::thread::spawn(move || drop(trade::create(home.as_ref(), "owner", market.as_ref())))
        .join()
        .unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn visits_are_listed_by_month() {
    let Some(desk) = Desk::open() else { return };
    owner_of(&desk);
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

#[tokio::test(flavor = "multi_thread")]
async fn a_sheet_of_a_workbook_is_chosen_and_imported() {
    let Some(desk) = Desk::open() else { return };
    owner_of(&desk);
    let files =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("src-tauri/crates/poundwise-query/tests");
    let file = desk.path("sheets.xlsx");
    fs::copy(files.join("files/sheets.xlsx"), &file).unwrap();

    let owner = desk.home("owner").await;
    owner.click("nav-datasets").await;
    owner.click("import-dataset").await;
    owner.write("import-file", &file).await;
    owner.click("import-preview").await;
    owner.says("has 3 sheets. Choose one").await;
    owner.choose("import-choose-sheet", "Leute 2026").await;
    owner.see("import-preview-table").await;
    owner.says("Excel workbook (xlsx)").await;
    assert_eq!(owner.count("import-separator").await, 0);
    owner.picture("workbook-import").await;
    owner.settle_import("8").await;
    // The column `member` looks like ids that repeat.
    owner.click("import-each-differs").await;
    owner.click("import-confirm").await;
    owner.see("dataset-rows").await;
    owner.says("sheet “Leute 2026”").await;
    owner.close().await;
}
