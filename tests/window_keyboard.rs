//! Each role's whole task by keyboard alone, in real windows: Tab, Shift+Tab, Enter, Space, arrows
//! and typing. Nothing is clicked and no element is addressed; a key goes to what has the focus.

use std::{fs, path::Path, thread};

use crate::{
    support::{Desk, PASSPHRASE, Window},
    trade,
};
use fantoccini::key::Key;

const TITLE: &str = "Mean income";

/// Writes a file with a form whose field is the next of that name.
async fn save(window: &Window, field: &str, button: &str, file: &str) {
    window.fill(field, file).await;
    window.enter(button).await;
    window
        .until(&format!("{file} is written"), async || {
            Path::new(file).is_file()
        })
        .await;
    window.reads(&format!("{button}-done"), "ritten").await;
}

/// Creates a home, imports a table and lists a mean of it.
async fn owner_lists(desk: &Desk) -> Window {
    let table = trade::people(Path::new(&desk.path("")), 200);
    let owner = desk
        .app(&[
            "--home",
            &desk.path("owner"),
            "--market",
            &desk.path("market"),
        ])
        .await;
    owner.enter("door-sell").await;
    owner.is_focused("new-home-name").await;
    owner.types("Census Office").await;
    owner.fill("new-home-passphrase", PASSPHRASE).await;
    owner.fill("new-home-passphrase-again", PASSPHRASE).await;
    owner.enter("new-home-advanced").await;
    owner.fill("new-home-dir", &desk.path("office")).await;
    owner.enter("create-home").await;
    let key = desk.path("office.key");
    save(&owner, "recovery-file", "recovery-save", &key).await;
    owner.enter("recovery-kept").await;
    owner.reads("home-name", "Census Office").await;

    // Whoever sells begins with a table.
    owner.fill("import-file", table.to_str().unwrap()).await;
    owner.press(Key::Enter).await;
    owner.see("import-preview-table").await;
    // A type by its first letters; then it is said that they are right.
    owner.pick("import-type-educ", "text", "text").await;
    owner.tab_to("import-settled").await;
    owner.press(Key::Space).await;
    owner.tab_to("import-whose-new").await;
    owner.press(Key::Space).await;
    owner.fill("import-cap", "20").await;
    // One of two ways to tell units apart, by an arrow; and back.
    owner.tab_to("import-unit-row").await;
    owner.press(Key::Space).await;
    owner.press(Key::Down).await;
    owner.see("import-person-column").await;
    owner.press(Key::Up).await;
    owner.sees("import-person-column", 0).await;
    owner.enter("import-confirm").await;
    owner.reads("page-title", "people").await;
    // What cannot be undone asks first, in a dialog that keeps the focus; Escape leaves it where it
    // was.
    owner.enter("dataset-remove").await;
    owner.is_focused("dataset-remove-cancel").await;
    for _ in 0..3 {
        owner.press(Key::Tab).await;
        assert!(owner.is_within("dataset-remove-dialog").await);
    }
    owner.press(Key::Escape).await;
    owner.is_focused("dataset-remove").await;

    owner.visit("listings").await;
    owner.enter("new-listing").await;
    owner.pick("listing-kind", "Mean", "mean").await;
    owner.pick("listing-column", "income", "income").await;
    owner.fill("listing-low", "0").await;
    owner.fill("listing-high", "200000").await;
    owner.fill("listing-step", "100").await;
    owner.fill("listing-unit", "USD").await;
    owner.fill("listing-ceiling", "8").await;
    // The advice on the ceiling moves the fields below it.
    owner.reads("listing-guess", "99.9").await;
    for (field, text) in [
        ("listing-price-level", "0.5"),
        ("listing-price-amount", "5"),
        ("listing-price-level-2", "8"),
        ("listing-price-amount-2", "80"),
    ] {
        owner.fill(field, text).await;
    }
    // A point on the curve goes by its keys, and the table follows it.
    owner.tab_to("listing-price-point").await;
    for (key, amount) in [(Key::Up, "5.50"), (Key::Down, "5.00")] {
        owner.press(key).await;
        owner
            .until(&format!("the amount is {amount}"), async || {
                owner.value("listing-price-amount").await == amount
            })
            .await;
    }
    owner
        .fill("listing-pay-to", "DE75 5121 0800 1245 1261 99")
        .await;
    owner.fill("listing-title", TITLE).await;
    owner.enter("listing-create").await;
    owner.reads("page-title", TITLE).await;
    owner
}

/// Looks at the order that waits and approves it.
async fn owner_approves(owner: &Window) {
    owner.visit("inbox").await;
    owner.see("inbox-row").await;
    owner.tab_to_row("inbox-review", TITLE).await;
    owner.press(Key::Space).await;
    owner.tab_to("payment-paid").await;
    owner.press(Key::Space).await;
    owner.fill("payment-reference", "SEPA 1").await;
    // Undone by the key that is nearest, and nothing was signed; then for good.
    owner.enter("approve").await;
    owner.is_focused("approval-undo").await;
    owner.press(Key::Enter).await;
    owner.reads("approve-work-said", "nothing was signed").await;
    owner.sees("inbox-row", 1).await;
    owner.enter("approve").await;
    owner.enter("approval-now").await;
    owner.reads("inbox-said", "eceipt").await;
    owner.sees("inbox-row", 0).await;
    // Whoever reads on is where the answer is told, not at the page's beginning.
    owner.is_focused("inbox-said").await;
}

/// Opens a home and orders what the arrows on the scale weigh out.
async fn buyer_orders(desk: &Desk, screen: &Desk) -> Window {
    let buyer = screen
        .app(&[
            "--home",
            &desk.path("buyer"),
            "--market",
            &desk.path("market"),
            // It stands on a screen of its own and writes beside the other.
            "--allow",
            &desk.path(""),
        ])
        .await;
    buyer.fill("open-home-passphrase", PASSPHRASE).await;
    buyer.press(Key::Enter).await;
    buyer.reads("home-name", "Northern Insurance").await;
    // With nothing of its own to sell it begins on the market.
    buyer.tab_to_row("market-row", TITLE).await;
    buyer.press(Key::Enter).await;
    buyer.tab_to("epsilon-slider").await;
    buyer.press(Key::Home).await;
    buyer.press(Key::End).await;
    buyer.reads("epsilon-pounds", "8 lb").await;
    let all = buyer.read("quote-price").await;
    for _ in 0..3 {
        buyer.press(Key::Left).await;
    }
    buyer.press(Key::Right).await;
    let weighed = buyer.read("epsilon-pounds").await;
    assert_ne!(weighed, "8 lb");
    buyer
        .until("the price is that of less", async || {
            buyer.read("quote-price").await != all
        })
        .await;
    // The accuracy at a point of the figure, for who cannot see it.
    buyer.tab_to("figure").await;
    buyer.press(Key::End).await;
    buyer.reads("figure-reading", "ε 8").await;
    buyer.press(Key::Left).await;
    buyer
        .until("another point is read", async || {
            let read = buyer.read("figure-reading").await;
            !read.contains("ε 8 ") && read.contains('ε')
        })
        .await;
    buyer.tab_back_to("place-order").await;
    buyer.press(Key::Enter).await;
    buyer.is_focused("order-placed").await;
    buyer
}

/// Collects what was approved; writes the numbers and the bundle.
async fn buyer_exports(buyer: &Window, csv: &str, lattice: &str, bundle: &str) {
    buyer.visit("orders").await;
    buyer.enter("collect").await;
    buyer.see("collected").await;
    buyer.enter("to-holdings").await;
    buyer.tab_to_row("holding-row", TITLE).await;
    buyer.press(Key::Enter).await;
    buyer.see("holding-estimate").await;
    // The raw lattice goes beside the table, and the code that reads it can be reached.
    buyer.tab_to("export-lattice").await;
    buyer.press(Key::Space).await;
    buyer.fill("lattice-file", lattice).await;
    save(buyer, "export-file", "export-release", csv).await;
    buyer.reads("lattice-written", "income-lattice.csv").await;
    buyer.reads("export-snippet", "import csv").await;
    buyer.pick("export-language", "R", "r").await;
    buyer.reads("export-snippet", "read.csv").await;
    buyer.tab_to("copy-snippet").await;
    buyer.tab_to("copy-answer").await;
    buyer.tab_to("copy-citation").await;
    save(buyer, "bundle-file", "export-bundle", bundle).await;
}

/// Says once who sells, invoices the one receipt and writes the invoice to send.
async fn owner_invoices(owner: &Window, ubl: &str) {
    owner.tab_back_to("receipt-invoice").await;
    owner.press(Key::Enter).await;
    owner.see("invoice-setup").await;
    for (field, text) in [
        ("seller-name", "Census Office"),
        ("seller-street", "Hafenweg 1"),
        ("seller-post-code", "20457"),
        ("seller-city", "Hamburg"),
        ("seller-country", "DE"),
        ("seller-vat-id", "DE123456789"),
    ] {
        owner.fill(field, text).await;
    }
    owner.tab_to("vat-rate").await;
    owner.press(Key::Space).await;
    owner.fill("vat-percent", "19").await;
    owner.fill("invoice-prefix", "R-").await;
    owner.enter("invoicing-keep").await;
    owner.is_focused("invoice-steps").await;
    owner.reads("invoice-issue", "Issue invoice R-1").await;
    for (field, text) in [
        ("buyer-street", "Am Markt 2"),
        ("buyer-post-code", "20457"),
        ("buyer-city", "Hamburg"),
        ("buyer-country", "DE"),
    ] {
        owner.fill(field, text).await;
    }
    owner.enter("invoice-issue").await;
    owner.reads("page-title", "Invoice R-1").await;
    owner.is_focused("invoice-steps").await;
    save(owner, "ubl-file", "export-ubl", ubl).await;
}

/// Checks files without a home, looks into a check and writes the report.
async fn auditor_reports(desk: &Desk, files: &[&str], report: &str) {
    let auditor = desk.app(&["--home", &desk.path("nobody")]).await;
    auditor.enter("door-check").await;
    for (before, file) in files.iter().enumerate() {
        if before > 0 {
            auditor.tab_back_to("audit-file").await;
        }
        auditor.fill("audit-file", file).await;
        auditor.press(Key::Enter).await;
        auditor.sees("audit-listed", before + 1).await;
    }
    auditor.enter("audit-run").await;
    auditor
        .until("it holds", async || {
            let verdict = auditor.attr("audit-verdict", "data-verdict").await;
            verdict.as_deref() == Some("holds")
        })
        .await;
    auditor.tab_to_row("audit-check", "Prices").await;
    auditor.press(Key::Space).await;
    auditor.reads("audit-detail", "the tariff").await;
    auditor.press(Key::Space).await;
    auditor.sees("audit-detail", 0).await;
    auditor.pick("report-format", "JSON", "json").await;
    save(&auditor, "report-file", "save-report", report).await;
    auditor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn each_roles_whole_task_by_keyboard() {
    // A screen for each of two windows: one has the keyboard at a time, and shows its focus only
    // while it has.
    let (Some(desk), Some(screen)) = (Desk::open(), Desk::open()) else {
        return;
    };
    let folder = desk.path("");
    // The market crate has a runtime of its own, which may not be started within the test's.
    thread::spawn(move || {
        let folder = Path::new(&folder);
        trade::create(
            &folder.join("buyer"),
            "Northern Insurance",
            &folder.join("market"),
        );
    })
    .join()
    .unwrap();

    let owner = owner_lists(&desk).await;
    let buyer = buyer_orders(&desk, &screen).await;
    owner_approves(&owner).await;
    let (csv, bundle) = (desk.path("income.csv"), desk.path("income.bundle"));
    let lattice = desk.path("income-lattice.csv");
    buyer_exports(&buyer, &csv, &lattice, &bundle).await;
    buyer.close().await;
    owner.visit("books").await;
    let ledger = desk.path("office.ledger");
    save(&owner, "ledger-file", "export-ledger", &ledger).await;
    let invoice = desk.path("R-1.xml");
    owner_invoices(&owner, &invoice).await;
    owner.close().await;
    let report = desk.path("report.json");
    auditor_reports(&desk, &[&ledger, &bundle], &report).await;

    let numbers = fs::read_to_string(&csv).unwrap();
    assert_eq!(
        numbers.lines().count(),
        2,
        "a header and the mean:\n{numbers}"
    );
    let lattice = fs::read_to_string(&lattice).unwrap();
    assert_eq!(
        lattice.lines().count(),
        3,
        "a header and the two sums of the mean:\n{lattice}"
    );
    let invoice = fs::read_to_string(&invoice).unwrap();
    assert!(invoice.contains("<cbc:ID>R-1</cbc:ID>"), "{invoice}");
    let report: serde_json::Value = serde_json::from_slice(&fs::read(&report).unwrap()).unwrap();
    assert_eq!(report["verdict"], "holds");
}
