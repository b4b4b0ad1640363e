//! A home that was put back from a backup, in a real window: it says that it is an old copy of
//! itself and sells nothing, catches up from the market at the press of a button, and sells on.

use crate::{
    support::{
        Desk,
        files::copy_folder,
        language::english,
        sight::{axe, look},
    },
    trade::{self, paid, parsed},
};
use poundwise_market::Roles;
use std::{fs, path::Path, thread};

/// Sells twice and restores the home as it was after the first sale. Another order is pending, and
/// the market has everything. Returns the code of the second sale.
fn put_back(folder: &Path) -> String {
    let (market, home, backup) = (
        folder.join("market"),
        folder.join("owner"),
        folder.join("backup"),
    );
    let owner = trade::create(&home, "Clinic", &market);
    let buyer = trade::create(&folder.join("buyer"), "Northern", &market);
    let listing = trade::offer(&owner, folder);
    let sell = |level: &str| {
        let owner = trade::open(&home, &market).unwrap();
        let order = buyer
            .buyer()
            .order(&parsed(&listing.id), parsed(level))
            .unwrap();
        owner
            .seller()
            .approve(&parsed(&order.id), paid("SEPA"))
            .unwrap();
        buyer.buyer().collect().unwrap();
        owner.log_standing().unwrap().code.unwrap()
    };
    drop(owner);
    sell("1");
    copy_folder(&home, &backup);
    let code = sell("2");
    buyer
        .buyer()
        .order(&parsed(&listing.id), parsed("4"))
        .unwrap();
    fs::remove_dir_all(&home).unwrap();
    fs::rename(&backup, &home).unwrap();
    code
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_copy_catches_up_and_sells_on() {
    let Some(desk) = Desk::open() else { return };
    let folder = desk.path("");
    // Homes run a market store of their own, which cannot be inside of the test's runtime.
    thread::spawn(move || put_back(Path::new(&folder)))
        .join()
        .unwrap();
    let axe = axe();
    let window = desk.home("owner").await;

    // It says so wherever one is, in either language, and what is refused says it again, with the
    // same way out.
    window.reads("standing", "old copy").await;
    assert_eq!(
        window.attr("standing", "data-state").await.as_deref(),
        Some("behind")
    );
    window.click("nav-inbox").await;
    window.click("inbox-review").await;
    window.reads("inbox-problem", "old").await;
    assert_eq!(window.count("approve").await, 0);
    assert_eq!(window.count("decline").await, 0);
    window.sees("catch-up", 2).await;
    window.click("nav-populations").await;
    window.click("population-open").await;
    window.click("population-cap").await;
    window.write("population-cap-value", "4").await;
    window.click("population-cap-confirm").await;
    window.see("error-note").await;
    let code = window.attr("error-note", "data-code").await;
    assert!(code.as_deref().unwrap().starts_with("behind-"), "{code:?}");
    window.sees("catch-up", 2).await;
    window.click("population-cap-cancel").await;
    assert_eq!(look(&window, "old-copy", &axe).await, Vec::<String>::new());
    window.picture("old-copy").await;
    window.click("nav-settings").await;
    window.choose("settings-language", "de").await;
    window.reads("standing", "alte Kopie").await;
    window.click("give-up-part").await;
    assert_eq!(english(&window).await, Vec::<String>::new());
    window.choose("settings-language", "en").await;
    window.reads("standing", "old copy").await;

    window.click("catch-up").await;
    window.reads("caught-up", "1 receipt").await;
    window.sees("standing", 0).await;
    assert_eq!(look(&window, "caught-up", &axe).await, Vec::<String>::new());
    window.picture("caught-up").await;
    window.click("caught-up-seen").await;
    window.sees("caught-up", 0).await;

    window.click("nav-inbox").await;
    window.click("inbox-review").await;
    window.approve("SEPA 3").await;
    window.reads("inbox-said", "no. 4").await;
    window.click("nav-books").await;
    window.sees("receipt-row", 3).await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn restored_home_asks_for_the_code_and_sells_again() {
    let Some(desk) = Desk::open() else { return };
    let folder = desk.path("");
    let code = thread::spawn(move || put_back(Path::new(&folder)))
        .join()
        .unwrap();
    // Another machine has no mark of the home.
    fs::remove_dir_all(desk.path("user/state")).unwrap();
    let axe = axe();
    let window = desk.home("owner").await;
    window.reads("standing", "old copy").await;
    window.click("catch-up").await;
    window.reads("caught-up", "1 receipt").await;
    window.click("caught-up-seen").await;
    window.reads("standing", "newest copy").await;
    assert_eq!(
        window.attr("standing", "data-state").await.as_deref(),
        Some("unconfirmed")
    );
    assert_eq!(
        look(&window, "unconfirmed", &axe).await,
        Vec::<String>::new()
    );
    window.picture("unconfirmed").await;

    // The window does not show the code of the home in the settings or in the books.
    window.click("nav-settings").await;
    window.sees("settings-code", 0).await;
    window.choose("settings-language", "de").await;
    window.reads("standing", "neueste Kopie").await;
    assert_eq!(english(&window).await, Vec::<String>::new());
    window.write("confirm-code", "1-0000-0000").await;
    window.click("confirm-home").await;
    window.see("error-note").await;
    window.picture("unconfirmed-refused").await;
    assert_eq!(
        window.attr("error-note", "data-code").await.as_deref(),
        Some("code-differs")
    );
    window.choose("settings-language", "en").await;
    window.click("nav-books").await;
    window.sees("receipt-code", 0).await;

    window.write("confirm-code", &code.to_lowercase()).await;
    window.click("confirm-home").await;
    window.sees("standing", 0).await;
    window.reads("caught-up", "newest copy").await;
    window.picture("confirmed").await;
    window.click("caught-up-seen").await;
    window.click("nav-inbox").await;
    window.click("inbox-review").await;
    window.approve("SEPA 3").await;
    window.see("inbox-said").await;
    window.click("nav-books").await;
    window.sees("receipt-row", 3).await;
    window.sees("receipt-code", 3).await;
    window.picture("receipt-codes").await;
    window.close().await;
}
