//! The books leave the window as files, and are read as others read them: receipts as a table, the
//! books as a journal that adds up to the same, the ledger as an auditor takes it.

use std::{fs, os::unix::fs::PermissionsExt, path::PathBuf, process::Command, thread};

use crate::support::{Desk, Window};
use poundwise_market::audit_files;

/// What the sample market's clinic has sold, in cents: seven receipts, all paid.
const INCOME: i64 = 33_300;

/// Writes a file from the books, and gives what is in it; the window says where it is.
async fn written(window: &Window, desk: &Desk, what: &str, name: &str) -> PathBuf {
    let file = desk.path(name);
    let (field, button) = (format!("{what}-file"), format!("export-{what}"));
    window.write(&field, &file).await;
    window.click(&button).await;
    window
        .until(&format!("{name} is written"), async || {
            window.text().await.contains(&format!("Written: {file}"))
        })
        .await;
    file.into()
}

/// The cents of an amount with two decimals.
fn cents(amount: &str) -> i64 {
    amount.replace('.', "").parse().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn books_are_written_and_read() {
    let Some(desk) = Desk::open() else { return };
    let window = desk.app(&["--home", &desk.path("nobody")]).await;
    window.click("open-sample").await;
    window.see("home-name").await;
    window.click("nav-books").await;
    window.sees("receipt-row", 7).await;

    // Receipts: a row each, from the first on, with what was paid by which reference.
    let file = written(&window, &desk, "receipts", "receipts.csv").await;
    let table = fs::read_to_string(&file).unwrap();
    let mut lines = table.lines();
    let heads: Vec<_> = lines.next().unwrap().split(',').collect();
    let at = |name: &str| heads.iter().position(|head| *head == name).unwrap();
    let rows: Vec<Vec<_>> = lines.map(|line| line.split(',').collect()).collect();
    let numbers: Vec<_> = rows.iter().map(|row| row[at("number")]).collect();
    assert_eq!(numbers, ["2", "3", "4", "5", "6", "7", "8"]);
    let prices = rows.iter().map(|row| cents(row[at("price")]));
    assert_eq!(prices.sum::<i64>(), INCOME);
    let last = [
        ("payment_reference", "SEPA OHL-90"),
        ("title", "Patients who smoke"),
        ("buyer_name", "Open Heart Lab"),
        ("from_epsilon", "0"),
        ("to_epsilon", "0.5"),
        ("settlement", "paid"),
    ];
    for (name, said) in last {
        assert_eq!(rows[6][at(name)], said, "{name}");
    }
    let mode = fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o077, 0, "others may read the books");

    // The journal: hledger adds it up to the same.
    let file = written(&window, &desk, "journal", "books.journal").await;
    let journal = fs::read_to_string(&file).unwrap();
    assert!(journal.contains("Northern Insurance"), "{journal}");
    match Command::new("hledger")
        .arg("-f")
        .arg(&file)
        .args(["balance", "-N", "-O", "csv"])
        .output()
    {
        Ok(told) => {
            let told_by = String::from_utf8_lossy(&told.stderr).into_owned();
            assert!(told.status.success(), "{told_by}");
            let balances = String::from_utf8(told.stdout).unwrap();
            assert!(balances.contains("333.00"), "{balances}");
        }
        Err(error) => eprintln!("skipped: hledger does not run: {error}"),
    }

    // The ledger: an auditor finds seven sales in it and nothing wrong.
    let file = written(&window, &desk, "ledger", "clinic.ledger").await;
    let report = thread::spawn(move || audit_files(&[file]))
        .join()
        .unwrap()
        .unwrap();
    assert!(report.findings().is_empty(), "{:?}", report.findings());
    let [books] = report.books() else {
        panic!("the books of one owner");
    };
    assert_eq!((books.receipts, books.buyers), (7, 2));
    let money: Vec<_> = books.money.iter().map(ToString::to_string).collect();
    assert_eq!(money, ["EUR 333.00"]);
    window.close().await;
}
