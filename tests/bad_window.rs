//! The window when something is wrong: it says what, and the way out.

use std::{fs, path::Path};

use crate::{
    support::{Desk, PASSPHRASE, Window},
    trade,
};

async fn unlock(window: &Window, desk: &Desk, passphrase: &str) {
    window.write("open-home-dir", &desk.path("ann")).await;
    window.write("open-home-passphrase", passphrase).await;
    window.click("open-home").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_goes_wrong_is_said_with_a_way_out() {
    let Some(desk) = Desk::open() else { return };
    let (home, market) = (desk.path("ann"), desk.path("market"));
    drop(trade::create(Path::new(&home), "ann", Path::new(&market)));

    let window = desk.app(&["--home", &home]).await;
    unlock(&window, &desk, "three other words").await;
    window.reads("error-note", "passphrase").await;
    // It stands at its field, which has the focus, until something is typed.
    window.is_focused("open-home-passphrase").await;
    let invalid = window.attr("open-home-passphrase", "aria-invalid").await;
    assert_eq!(invalid.as_deref(), Some("true"));
    window.picture("bad-passphrase").await;
    window.types("t").await;
    window.sees("error-note", 0).await;
    unlock(&window, &desk, PASSPHRASE).await;
    window.reads("home-name", "ann").await;

    // A second instance on the same home is turned away; the first one is not disturbed.
    let second = desk.app(&["--home", &home]).await;
    unlock(&second, &desk, PASSPHRASE).await;
    second.reads("error-note", "is open in the app").await;
    second.picture("bad-in-use").await;
    second.close().await;

    // A row with too many cells is rejected with its line.
    let table = desk.path("ragged.csv");
    fs::write(&table, "a,b\n1,2\n3,4,5\n").unwrap();
    window.click("nav-datasets").await;
    window.click("import-dataset").await;
    window.write("import-file", &table).await;
    window.click("import-preview").await;
    window.reads("error-note", "ragged.csv").await;
    window.reads("error-note", "3").await;
    window.picture("bad-table").await;

    // A file that nobody chose: the window was told of the test's own folder alone.
    window.write("import-file", "/etc/hostname").await;
    window.click("import-preview").await;
    window
        .reads("error-note", "was not chosen in this window")
        .await;
    window.reads("error-note", "button beside the field").await;
    window.close().await;
}
