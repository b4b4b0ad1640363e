//! Two windows on a market of a WebDAV server that others wrote. Both join by an invitation and
//! trade. One of them loses its connection in between.

use std::{fs, path::Path, thread};

use crate::{
    interop::{
        proxy::Line,
        server::{Protocol, Server},
    },
    support::{
        Desk, PASSPHRASE, Window,
        sight::{axe, look},
    },
    trade,
    window_sale::{Offer, approve, list, order},
};
use poundwise_market::Roles;

const TITLE: &str = "Married people";

/// A home with a table, on a market that is a folder.
fn owner_with_table(desk: &Desk) {
    let [market, owner, folder] = ["market", "owner", ""].map(|name| desk.path(name));
    // It runs a market store of its own, which cannot be inside of the test's runtime.
    let made = thread::spawn(move || {
        let owner = trade::create(Path::new(&owner), "Clinic", Path::new(&market));
        let table = trade::people(Path::new(&folder), 200);
        let options = trade::types_of_people();
        owner.seller().import_dataset(&table, &options).unwrap();
    });
    made.join().unwrap();
}

async fn is_online(window: &Window) {
    window
        .until("the window is online", async || {
            let words = "return document.querySelector('[data-testid=offline]').innerText.trim()";
            window.script(words, vec![]).await == ""
        })
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_trade_through_a_server_though_one_is_cut_off_in_between() {
    let Some(desk) = Desk::open() else { return };
    let Some(server) = Server::start(Protocol::WebDav) else {
        return;
    };
    let line = server.line();
    let invitation = |name: &str, text: String| {
        let file = desk.path(name);
        fs::write(&file, text).unwrap();
        file
    };
    let anna = invitation("anna.market", server.invitation("anna", &server.proxy));
    let ben = invitation("ben.market", server.invitation("ben", &line));
    let axe = axe();
    let mut wrong = Vec::new();

    // An owner leaves a folder for the server.
    owner_with_table(&desk);
    let owner = desk.home("owner").await;
    owner.click("nav-settings").await;
    server.proxy.set(Line::Open);
    owner.write("settings-invitation", &anna).await;
    owner.click("settings-invitation-open").await;
    owner.reads("join-name", "Ward data").await;
    owner.reads("join-host", "127.0.0.1").await;
    owner.picture("join-shown").await;
    wrong.extend(look(&owner, "join", &axe).await);
    assert!(server.proxy.requests().is_empty(), "nothing is sent before");
    owner.click("join-confirm").await;
    owner.reads("settings-joined", "Ward data").await;
    owner.reads("settings-market-now", &server.url()).await;
    owner.click("settings-test-market").await;
    owner.sees("market-step", 5).await;
    assert_eq!(
        owner.attr("market-test", "data-works").await.as_deref(),
        Some("true")
    );
    owner.picture("join-settings").await;
    wrong.extend(look(&owner, "join-settings", &axe).await);
    let offer = Offer {
        kind: "count",
        title: TITLE,
        column: None,
        fields: &[],
        bins: &[],
        condition: Some(["married", "==", "1"]),
    };
    list(&owner, "people", &offer).await;

    // A buyer begins on the server.
    let buyer = desk.app(&["--home", &desk.path("buyer")]).await;
    buyer.begin_home("buy", "Northern", PASSPHRASE).await;
    buyer.click("new-home-join").await;
    buyer.write("new-home-invitation", &ben).await;
    buyer.click("new-home-invitation-open").await;
    buyer.reads("join-host", "127.0.0.1").await;
    buyer.click("join-confirm").await;
    buyer.reads("new-home-invited", "Ward data").await;
    buyer.picture("join-first-run").await;
    wrong.extend(look(&buyer, "join-first-run", &axe).await);
    buyer.click("create-home").await;
    buyer.keep_key().await;
    owner.click("nav-inbox").await;
    owner.sees("inbox-row", 0).await;
    order(&buyer, TITLE, "0.5").await;
    // The order comes by itself.
    owner.sees("inbox-row", 1).await;

    // It is approved while the buyer is cut off.
    line.set(Line::Dead);
    approve(&owner, TITLE).await;
    buyer.click("nav-orders").await;
    buyer.click("collect").await;
    buyer.reads("offline", "Offline.").await;
    buyer.sees("order-row", 1).await;
    buyer.click("nav-holdings").await;
    buyer.sees("holding-row", 0).await;
    buyer.picture("join-offline").await;
    wrong.extend(look(&buyer, "join-offline", &axe).await);

    line.set(Line::Open);
    buyer.click("nav-orders").await;
    buyer.click("collect").await;
    is_online(&buyer).await;
    buyer.click("nav-holdings").await;
    buyer.sees("holding-row", 1).await;
    buyer.picture("join-holding").await;
    owner.click("nav-books").await;
    owner.sees("receipt-row", 1).await;
    owner.close().await;

    // A home that is opened again without a connection still shows what it read before.
    buyer.close().await;
    line.set(Line::Dead);
    // It is opened with an invitation, as by a double click.
    let buyer = desk.app(&["--home", &desk.path("buyer"), &ben]).await;
    buyer.unlock().await;
    buyer.reads("join-name", "Ward data").await;
    buyer.click("join-cancel").await;
    buyer.click("nav-market").await;
    buyer.sees("market-row", 1).await;
    buyer.reads("offline", "Offline.").await;
    buyer.picture("join-market-offline").await;
    buyer.close().await;
    assert!(wrong.is_empty(), "{wrong:#?}");
}
