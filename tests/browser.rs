//! The same pages in a plain browser, on the app's real host: no command is imitated.
#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test may panic and tell"
)]

mod host;
mod support;

use std::path::Path;

use serde_json::json;
use support::browser;

/// Not a test: the host that the others start, as a process of its own.
#[test]
#[ignore = "the other tests start it"]
fn host() {
    if let Some(words) = browser::host_words() {
        let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/dist-browser");
        host::serve(words.into_iter().map(Into::into).collect(), pages);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sample_market_opens_in_a_plain_browser() {
    let Some(page) = browser::open(&[]).await else {
        return;
    };
    page.click("open-sample").await;
    page.see("home-name").await;
    page.click("nav-inbox").await;
    page.see("inbox-row").await;
    let waiting = page.count("inbox-row").await;

    // A command changes the home, and the event by which the page reads again comes over the stream.
    page.click_nth("inbox-review", 0).await;
    page.write("payment-reference", "SEPA 1").await;
    page.click("approve").await;
    page.reads("inbox-said", "eceipt").await;
    page.sees("inbox-row", waiting - 1).await;
    page.picture("browser-inbox").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_refuses_what_the_window_may_not_do() {
    let Some(page) = browser::open(&[]).await else {
        return;
    };
    let ask = "const [command, args] = arguments;
        const answer = await fetch('/ipc/' + command, { method: 'POST', body: JSON.stringify(args) });
        return [answer.status, await answer.json()];";
    let denied = page
        .script(
            ask,
            vec![json!("plugin:event|emit"), json!({ "event": "changed" })],
        )
        .await;
    assert_eq!(denied[0], 422);
    assert!(
        denied[1].as_str().unwrap().contains("not allowed"),
        "{denied}"
    );
    // And an error of the app's own comes as the page knows it.
    let refused = page.script(ask, vec![json!("datasets"), json!({})]).await;
    assert_eq!(refused[0], 422);
    assert_eq!(refused[1]["code"], "no-home");
}
