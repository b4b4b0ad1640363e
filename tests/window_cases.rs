//! Files of other programs in the window: each is previewed with the right types and without a cell
//! that is no number, in the form that the preview proposes.

use std::{fs, path::Path};

use crate::{
    support::{Desk, Window},
    trade,
};
use serde_json::json;

/// A file of `../shared/cases`: its path, the types of some columns, and the number of rows.
type Case = (
    &'static str,
    &'static [(&'static str, &'static str)],
    &'static str,
);

/// Columns of the table that is there as Parquet files and as a workbook.
const PEOPLE: &[(&str, &str)] = &[
    ("age", "number"),
    ("sex", "text"),
    ("when", "year-month-day"),
    ("d", "number"),
];

const CASES: [Case; 18] = [
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
        "08-small-floats/pvalues.csv",
        &[("gene", "text"), ("p", "number")],
        "200 rows",
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
    ("20-parquet-xlsx/duckdb.parquet", PEOPLE, "3 rows"),
    ("20-parquet-xlsx/pandas.parquet", PEOPLE, "3 rows"),
    ("20-parquet-xlsx/v2-int96.parquet", PEOPLE, "3 rows"),
    ("20-parquet-xlsx/people.xlsx", PEOPLE, "3 rows"),
    (
        "21-preamble/genesis.csv",
        &[("id", "text"), ("alter", "number"), ("ort", "text")],
        "2 rows",
    ),
    (
        "22-inner-bom/cat.csv",
        &[("id", "text"), ("age", "number")],
        "3 rows",
    ),
    (
        "22-inner-bom/twice.csv",
        &[("id", "text"), ("age", "number")],
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
        let name = copied(&desk, &cases, case, index);
        preview(&owner, &desk, &name, rows).await;
        for (column, column_type) in types {
            let select = format!("import-type-{column}");
            owner.see(&select).await;
            assert_eq!(owner.value(&select).await, *column_type, "{case}: {column}");
        }
        assert_eq!(owner.count("import-unread").await, 0, "{case}");
        assert_eq!(owner.count("import-not-dates").await, 0, "{case}");
        if case.contains("/people") {
            owner.picture("cases-workbook").await;
        }
        if case.contains("/cat") {
            assert_eq!(head(&owner).await, ["id", "age"]);
            owner.reads("import-rewritten", "1 ").await;
        }
        if case.contains("/twice") {
            assert_eq!(head(&owner).await, ["id", "age"]);
        }
        if case.contains("/genesis") {
            // Lines above the header and below the rows are left out.
            owner.picture("cases-import").await;
        }
    }
    // Every number of the column is used, however many decimals it has.
    let name = copied(&desk, &cases, "08-small-floats/pvalues.csv", 100);
    preview(&owner, &desk, &name, "200 rows").await;
    owner.settle_import("8").await;
    owner.click("import-confirm").await;
    owner.reads("dataset-rows", "200").await;
    assert_eq!(owner.read("dataset-lost-p").await, "0");
    owner.picture("cases-small-floats").await;

    // Two rows are of one person, though the name has another form of Unicode or a byte order mark.
    owner.click("nav-datasets").await;
    owner.click("import-dataset").await;
    let name = copied(&desk, &cases, "22-inner-bom/persons.csv", 101);
    preview(&owner, &desk, &name, "4 rows").await;
    owner.reads("import-rewritten", "2 ").await;
    owner.settle_import("8").await;
    owner.click("import-unit-person").await;
    owner.choose("import-person-column", "who").await;
    owner.write("import-rows-per-person", "1").await;
    owner
        .reads(
            "import-confirm",
            "Import 4 rows, of which a question uses 2",
        )
        .await;
    owner.picture("cases-persons").await;
    owner.click("import-confirm").await;
    owner.reads("dataset-rows", "4").await;
    owner.close().await;
}

/// Copies a case to the desk, and returns the name of the copy.
fn copied(desk: &Desk, cases: &Path, case: &str, index: usize) -> String {
    let ending = case.rsplit_once('.').unwrap().1;
    let name = format!("case-{index}.{ending}");
    fs::copy(cases.join(case), desk.path(&name)).unwrap();
    name
}

/// Previews a file, and waits for its own summary.
async fn preview(owner: &Window, desk: &Desk, name: &str, rows: &str) {
    owner.write("import-file", &desk.path(name)).await;
    owner.click("import-preview").await;
    owner
        .reads("import-summary", &format!("{name}: {rows}"))
        .await;
}

/// Returns the names of the columns in the preview, with characters that cannot be seen.
async fn head(owner: &Window) -> Vec<String> {
    let script = "return [...document.querySelectorAll(arguments[0])]
        .map((cell) => cell.textContent)";
    let cells = "[data-testid=\"import-preview-table\"] th";
    serde_json::from_value(owner.script(script, vec![json!(cells)]).await).unwrap()
}
