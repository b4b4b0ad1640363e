//! The window when something is wrong.
#![allow(clippy::unwrap_used, reason = "a test may panic and tell")]

mod support;

use support::Desk;

/// The bare window opens and can be read; nothing else here means anything if it cannot.
#[tokio::test(flavor = "multi_thread")]
async fn the_window_opens() {
    let Some(desk) = Desk::open() else { return };
    let window = desk.app(&[]).await;
    window.says("interface").await;
    window.picture("first-run").await;
    window.close().await;
}
