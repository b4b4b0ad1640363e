//! What is at work is seen whichever screen is looked at, and leads back to its own. The work here
//! is an audit of a ledger of many lines, which ends when the file is cut.

use std::{
    fs::{self, File, OpenOptions},
    io::{BufWriter, Write},
    path::Path,
};

use crate::support::{
    Desk,
    sight::{axe, look},
};

/// A checkpoint.
const HEAD: &str = "src-tauri/crates/poundwise-audit/tests/vectors/good/neighbour.checkpoint";
/// Takes minutes to read.
const LINES: usize = 64 << 20;

/// A ledger with so many lines that are no documents. Gives the length of its head.
fn long_ledger(file: &Path) -> u64 {
    let mut head = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(HEAD)).unwrap();
    head.push(b'\n');
    let mut out = BufWriter::new(File::create(file).unwrap());
    out.write_all(&head).unwrap();
    let lines = b"x\n".repeat(1 << 20);
    for _ in 0..LINES >> 20 {
        out.write_all(&lines).unwrap();
    }
    out.flush().unwrap();
    head.len() as u64
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_at_work_is_seen_on_every_screen_and_leads_back() {
    let Some(desk) = Desk::open() else { return };
    let axe = axe();
    let ledger = desk.path("slow.ledger");
    let head = long_ledger(Path::new(&ledger));
    let window = desk.app(&[]).await;
    window.click("open-sample").await;
    window.click("nav-verify").await;
    window.write("audit-file", &ledger).await;
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
            const work = document.querySelector('[data-testid=\"at-work-audit\"]');
            const { top, bottom } = work.getBoundingClientRect();
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
    // Whoever reads it finds its end.
    let cut = OpenOptions::new().write(true).open(&ledger).unwrap();
    cut.set_len(head + 2).unwrap();
    window
        .until("nothing is at work", async || {
            window.count("at-work").await == 0
        })
        .await;
    window.click("nav-verify").await;
    window.see("audit-finding").await;
    window.close().await;
}
