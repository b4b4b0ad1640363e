//! A sale on each of the real tables in two windows: a table of one row a person, a table of several
//! rows a visitor, and a survey whose column names hold commas.

use std::{fs, path::Path};

use crate::{
    support::{Desk, Window, shared_data},
    trade,
    window_sale::{Offer, approve, collect, list, order, save},
};

/// A table, how its rows belong to people, and what is sold of it.
struct Sold<'a> {
    file: &'a str,
    cap: &'a str,
    /// The column that names the person, with the most rows that count. Without it every row is
    /// another person.
    person: Option<[&'a str; 2]>,
    offer: Offer<'a>,
    level: &'a str,
}

async fn import(owner: &Window, sold: &Sold<'_>, table: &Path) {
    owner.click("nav-datasets").await;
    owner.click("import-dataset").await;
    owner.write("import-file", table.to_str().unwrap()).await;
    owner.click("import-preview").await;
    owner.see("import-preview-table").await;
    owner.settle_import(sold.cap).await;
    if let Some([column, rows]) = sold.person {
        owner.click("import-unit-person").await;
        owner.choose("import-person-column", column).await;
        owner.write("import-rows-per-person", rows).await;
    }
    owner.click("import-confirm").await;
    owner.see("dataset-rows").await;
    owner.picture(&format!("tables-{}", sold.file)).await;
}

/// Exports what the buyer holds and returns each label with the ends of its noise interval.
async fn intervals(buyer: &Window, desk: &Desk, sold: &Sold<'_>) -> Vec<(String, [f64; 2])> {
    let file = desk.path(&format!("{}.answer.csv", sold.file));
    buyer.click("nav-holdings").await;
    buyer.click_in("holding-row", sold.offer.title, "").await;
    buyer.see("holding-estimate").await;
    buyer.picture(&format!("tables-held-{}", sold.file)).await;
    save(buyer, "export-file", "export-release", &file).await;
    let mut reader = csv::Reader::from_path(&file).unwrap();
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| {
        let number = |at: usize| row[at].parse::<f64>().unwrap();
        (row[0].to_owned(), [number(2), number(3)])
    })
    .collect()
}

/// Returns the cells of a column.
fn cells(table: &Path, column: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_path(table).unwrap();
    let headers = reader.headers().unwrap().clone();
    let at = headers.iter().position(|name| name == column).unwrap();
    let rows = reader.records().map(Result::unwrap);
    rows.map(|row| row[at].to_owned()).collect()
}

/// Returns whether a number is within a noise interval, or at most four times its width away. The
/// truth fails this less than once in 10^11 runs.
fn is_near(truth: f64, [low, high]: [f64; 2]) -> bool {
    let margin = 4.0 * (high - low);
    low - margin <= truth && truth <= high + margin
}

#[tokio::test(flavor = "multi_thread")]
async fn each_real_table_is_sold_in_the_window() {
    let Some(desk) = Desk::open() else { return };
    let files = ["pums_1000.csv", "week_data.csv", "comma_survey.csv"];
    let Some(tables) = files
        .iter()
        .map(|file| shared_data(file))
        .collect::<Option<Vec<_>>>()
    else {
        return;
    };
    for name in ["owner", "buyer"] {
        let (home, market) = (desk.path(name), desk.path("market"));
        std::thread::spawn(move || {
            drop(trade::create(Path::new(&home), name, Path::new(&market)));
        })
        .join()
        .unwrap();
    }
    let genders = ["Male", "Female"].map(str::to_owned);
    let bounds = |high| [("listing-low", "0"), ("listing-high", high)];
    let (incomes, spent) = (bounds("100000"), bounds("60"));
    let offer = |kind, title, column| Offer {
        kind,
        title,
        column: Some(column),
        fields: &[],
        bins: &[],
        condition: None,
    };
    let sold = [
        Sold {
            file: "pums_1000",
            cap: "8",
            person: None,
            offer: Offer {
                fields: &incomes,
                ..offer("mean", "Mean income", "income")
            },
            level: "1.5",
        },
        Sold {
            file: "week_data",
            cap: "8",
            person: Some(["VisitorId", "3"]),
            offer: Offer {
                fields: &spent,
                ..offer("sum", "Money spent", "Money spent (euros)")
            },
            level: "2",
        },
        Sold {
            file: "comma_survey",
            cap: "8",
            person: None,
            offer: Offer {
                bins: &genders,
                ..offer("histogram", "Gender of respondents", "Gender")
            },
            level: "0.5",
        },
    ];
    let owner = desk.home("owner").await;
    for (one, table) in sold.iter().zip(&tables) {
        import(&owner, one, table).await;
        list(&owner, one.file, &one.offer).await;
    }
    owner.click("nav-populations").await;
    owner.sees("population-row", 3).await;

    let buyer = desk.home("buyer").await;
    for one in &sold {
        order(&buyer, one.offer.title, one.level).await;
    }
    for one in &sold {
        approve(&owner, one.offer.title).await;
    }
    collect(&buyer).await;

    let answers = [
        intervals(&buyer, &desk, &sold[0]).await,
        intervals(&buyer, &desk, &sold[1]).await,
        intervals(&buyer, &desk, &sold[2]).await,
    ];
    let numbers = |table: &Path, column: &str| -> Vec<f64> {
        let cells = cells(table, column).into_iter();
        cells.map(|cell| cell.parse().unwrap()).collect()
    };
    let incomes = numbers(&tables[0], "income");
    let incomes = incomes.iter().map(|income| income.clamp(0.0, 100_000.0));
    assert!(is_near(incomes.sum::<f64>() / 1000.0, answers[0][0].1));
    // Which three rows of a visitor count is secret. They are some of all rows.
    let spent: f64 = numbers(&tables[1], "Money spent (euros)").iter().sum();
    let [low, high] = answers[1][0].1;
    assert!(0.0 < low && high < spent, "{low} to {high} of {spent}");
    let genders = cells(&tables[2], "Gender");
    for (label, interval) in &answers[2][..2] {
        let truth = genders.iter().filter(|one| *one == label).count();
        #[allow(clippy::cast_precision_loss)]
        let truth = truth as f64;
        assert!(is_near(truth, *interval), "{label}: {truth}");
    }

    owner.click("nav-books").await;
    owner.sees("receipt-row", 3).await;
    let ledger = desk.path("all.ledger");
    save(&owner, "ledger-file", "export-ledger", &ledger).await;
    owner.close().await;
    buyer.click("nav-verify").await;
    buyer.write("audit-file", &ledger).await;
    buyer.click("audit-add").await;
    buyer.click("audit-run").await;
    buyer
        .until("the audit holds", async || {
            let verdict = buyer.attr("audit-verdict", "data-verdict").await;
            verdict.as_deref() == Some("holds")
        })
        .await;
    buyer.picture("tables-audit").await;
    assert!(fs::metadata(&ledger).unwrap().len() > 0);
    buyer.close().await;
}
