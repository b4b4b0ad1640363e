//! What is at work is seen whichever screen is looked at, and leads back to its own. The work here is an audit of a file
//! that nobody has finished writing: a named pipe.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test may panic and tell")]

mod support;

use std::{
    fs::{self, OpenOptions},
    io::Write,
    process::Command,
};

use support::{
    Desk,
    sight::{axe, look},
};
use tokio::task::block_in_place;

#[tokio::test(flavor = "multi_thread")]
async fn what_is_at_work_is_seen_on_every_screen_and_leads_back() {
    let Some(desk) = Desk::open() else { return };
    let axe = axe();
    let pipe = desk.path("slow.ledger");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let window = desk.app(&[]).await;
    window.click("open-sample").await;
    window.click("nav-verify").await;
    window.write("audit-file", &pipe).await;
    window.click("audit-add").await;
    assert_eq!(window.count("at-work").await, 0);
    window.click("audit-run").await;
    window.see("audit-work-bar").await;
    window.see("at-work-audit").await;

    // On another screen, in both themes, languages and sizes.
    window.click("nav-books").await;
    window.see("receipt-row").await;
    let mut wrong = Vec::new();
    for language in ["en", "de"] {
        window.click("nav-settings").await;
        window.choose("settings-language", language).await;
        window.see("settings-kept").await;
        window.click("nav-books").await;
        window.see("receipt-row").await;
        wrong.extend(look(&window, &format!("at work, {language}"), &axe).await);
        window.resize((900, 640)).await;
        let seen = "
            const { top, bottom } = document.querySelector('[data-testid=\"at-work-audit\"]').getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;";
        if window.script(seen, vec![]).await != true {
            wrong.push(format!("{language}: it is out of sight in a small window"));
        }
        window.picture(&format!("at-work-{language}")).await;
        window.resize((1280, 800)).await;
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));

    window.click("at-work-audit").await;
    window.see("audit-work-bar").await;
    window.click("nav-datasets").await;
    window.see("dataset-row").await;
    block_in_place(|| {
        // Whoever reads it again finds a file.
        let mut end = OpenOptions::new().write(true).open(&pipe).unwrap();
        let whole = desk.path("whole.ledger");
        fs::write(&whole, "no ledger").unwrap();
        fs::rename(&whole, &pipe).unwrap();
        end.write_all(b"no ledger").unwrap();
    });
    window
        .until("nothing is at work", async || {
            window.count("at-work").await == 0
        })
        .await;
    window.click("nav-verify").await;
    window.see("audit-finding").await;
    window.close().await;
}
