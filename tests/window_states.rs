//! Every state of every screen: what is still being read stands where it will stand, what could not
//! be read can be asked for again, and the longest words have room.

use std::{path::Path, thread};

use crate::{
    support::{
        Desk, PASSPHRASE, Window, browser,
        screens::{
            Screen,
            states::{LONG_BUYER, LONG_OWNER, cut, walk_failures, walk_long, walk_reads},
        },
        sight::{LARGE, SMALL, draw, loose_tables, overflow},
    },
    trade::pair::{Pair, Words, pair},
};
use serde_json::json;

/// Homes that have traded. The market crate has a runtime of its own, which may not be started
/// within the test's.
fn traded(folder: &Path, words: Words) -> Pair {
    let folder = folder.to_owned();
    thread::spawn(move || pair(&folder, &words)).join().unwrap()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A plain browser on the buyer's home, and how its host opens that.
async fn buyers_page(folder: &Path) -> Option<(Window, serde_json::Value)> {
    let homes = traded(folder, Words::plain());
    let (dir, market) = (text(&homes.buyer), text(&homes.market));
    let page =
        browser::open_with(&["--home", dir, "--market", market], &folder.join("user")).await?;
    page.unlock().await;
    let open = json!({ "dir": dir, "passphrase": PASSPHRASE, "market": market });
    Some((page, open))
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_being_read_is_held_out_where_it_will_stand() {
    let folder = tempfile::tempdir().unwrap();
    let Some((page, _)) = buyers_page(folder.path()).await else {
        return;
    };
    walk_reads(&page, async |page, read| {
        // Those who do not see it are told.
        let busy = "return document.querySelectorAll('[aria-busy=true], progress').length";
        assert_ne!(page.script(busy, vec![]).await, 0, "{}", read.name);
        let out = overflow(page).await;
        assert_eq!(out, None, "{}", read.name);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_could_not_be_read_is_asked_for_again() {
    let folder = tempfile::tempdir().unwrap();
    let Some((page, home)) = buyers_page(folder.path()).await else {
        return;
    };
    walk_failures(&page, &home, async |page, read| {
        let code = page.attr("error-note", "data-code").await;
        assert_eq!(code.as_deref(), Some("no-home"), "{}", read.name);
    })
    .await;
}

/// Shows every screen with the longest words: in the app's own window, or in a plain browser where
/// there is no desk.
async fn long(desk: Option<&Desk>, mut visit: impl AsyncFnMut(&Window, &Screen)) {
    let own = tempfile::tempdir().unwrap();
    // The windows of a desk find the marks of the homes in the desk's own folder.
    let folder = desk.map_or_else(|| own.path().to_owned(), |desk| desk.path("").into());
    let homes = traded(&folder, Words::long());
    for (home, screens) in [(&homes.owner, LONG_OWNER), (&homes.buyer, LONG_BUYER)] {
        let words = ["--home", text(home), "--market", text(&homes.market)];
        let window = match desk {
            Some(desk) => desk.app(&words).await,
            None => match browser::open_with(&words, &folder.join("user")).await {
                Some(page) => page,
                None => return,
            },
        };
        window.unlock().await;
        walk_long(&window, screens, &mut visit).await;
        window.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_longest_words_have_room() {
    let mut wrong = Vec::new();
    long(None, async |window, screen| {
        for size in [SMALL, LARGE] {
            window.resize(size).await;
            let out = overflow(window).await.into_iter();
            let loose = loose_tables(window).await;
            for what in out.chain(cut(window).await).chain(loose) {
                wrong.push(format!("{}, {}: {what}", screen.name, size.0));
            }
        }
    })
    .await;
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

/// `make screenshots`: all of these states, in both themes and sizes.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "it draws some two hundred pictures: make screenshots"]
async fn every_state_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    if let Some((page, home)) = buyers_page(folder.path()).await {
        walk_reads(&page, async |page, read| {
            draw(page, &format!("reading-{}", read.name)).await;
        })
        .await;
        walk_failures(&page, &home, async |page, read| {
            draw(page, &format!("failed-{}", read.name)).await;
        })
        .await;
        page.close().await;
    }
    let Some(desk) = Desk::open() else { return };
    long(Some(&desk), async |window, screen| {
        draw(window, screen.name).await;
    })
    .await;
}
