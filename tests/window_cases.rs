//! Files of other programs in the window: each is previewed with the right types and without a cell
//! that is no number, in the form that the preview proposes.

use std::{fs, path::Path};

use crate::{support::Desk, trade};

/// A file of `../shared/cases`: its path, the types of some columns, and the number of rows.
type Case = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
);

const CASES: [Case; 11] = [
    (
        "03-us-thousands/incomes.csv",
        &[("id", "text"), ("income", "number")],
        "4 rows",
    ),
    (
        "04-space-apostrophe-thousands/fr.csv",
        &[("betrag", "number")],
        "4 rows",
    ),
    (
        "04-space-apostrophe-thousands/ch.csv",
        &[("betrag", "number")],
        "4 rows",
    ),
    ("05-plus-sign/change.csv", &[("change", "number")], "4 rows"),
    ("06-unicode-minus/temp.csv", &[("temp", "number")], "4 rows"),
    (
        "07-trailing-minus/sap.csv",
        &[("saldo", "number")],
        "4 rows",
    ),
    (
        "09-sep-line/excel.csv",
        &[("id", "text"), ("age", "number")],
        "2 rows",
    ),
    (
        "10-pandas-index/df.csv",
        &[("age", "number"), ("sex", "text")],
        "2 rows",
    ),
    (
        "12-qualtrics/qualtrics.csv",
        &[("Q1", "number"), ("Q2", "text")],
        "3 rows",
    ),
    (
        "13-nfd/mixed.csv",
        &[("ort", "text"), ("alter", "number")],
        "3 rows",
    ),
    (
        "21-preamble/genesis.csv",
        &[("id", "text"), ("alter", "number"), ("ort", "text")],
        "2 rows",
    ),
];

#[tokio::test(flavor = "multi_thread")]
async fn files_of_other_programs_are_read_as_their_preview_proposes() {
    let Some(desk) = Desk::open() else { return };
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases");
    if !cases.is_dir() {
        return;
    }
    let (home, market) = (desk.path("owner"), desk.path("market"));
    std::thread::spawn(move || drop(trade::create(home.as_ref(), "owner", market.as_ref())))
        .join()
        .unwrap();
    let owner = desk.home("owner").await;
    owner.click("nav-datasets").await;
    owner.click("import-dataset").await;
    for (index, (case, types, rows)) in CASES.into_iter().enumerate() {
        let file = desk.path(&format!("case-{index}.csv"));
        fs::copy(cases.join(case), &file).unwrap();
        owner.write("import-file", &file).await;
        owner.click("import-preview").await;
        let summary = format!("case-{index}.csv: {rows}");
        owner.reads("import-summary", &summary).await;
        for (column, column_type) in types {
            let select = format!("import-type-{column}");
            owner.see(&select).await;
            assert_eq!(owner.value(&select).await, *column_type, "{case}: {column}");
        }
        assert_eq!(owner.count("import-unread").await, 0, "{case}");
    }
    // Lines above the header and below the rows are left out.
    owner.picture("cases-import").await;
    owner.settle_import("8").await;
    owner.click("import-confirm").await;
    owner.reads("dataset-rows", "2").await;
    owner.close().await;
}
