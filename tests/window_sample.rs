//! The sample market from three sides in one window: what is approved in one seat arrives in the
//! next, and is checked from the third; and its tour, by mouse and by keyboard.

use std::{fs, path::Path, thread};

use crate::{
    support::{
        Desk, Window,
        sight::{SMALL, axe, draw, look, overflow},
    },
    trade,
};
use fantoccini::key::Key;

const STEPS: [&str; 5] = ["data", "approve", "arrive", "hold", "check"];

/// The step of the tour that is shown, once it is.
async fn is_at(window: &Window, step: &str) {
    window
        .until(&format!("the tour is at {step}"), async || {
            window.attr("tour", "data-step").await.as_deref() == Some(step)
        })
        .await;
}

async fn is_seen_as(window: &Window, seat: &str) {
    window
        .until(&format!("it is seen as {seat}"), async || {
            window.attr("sample-band", "data-seat").await.as_deref() == Some(seat)
        })
        .await;
}

/// The verdict on what the auditor is shown.
async fn holds(window: &Window, receipts: &str) {
    window
        .until("the audit holds", async || {
            let verdict = window.attr("audit-verdict", "data-verdict").await;
            verdict.as_deref() == Some("holds")
        })
        .await;
    window.reads("audit-verdict", receipts).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_approved_in_one_seat_arrives_in_the_next() {
    let Some(desk) = Desk::open() else { return };
    let window = desk.app(&["--home", &desk.path("nobody")]).await;
    window.click("open-sample").await;
    window.reads("home-name", "Harbour Clinic").await;
    // Who has left the tour is not shown one.
    assert_eq!(window.count("tour").await, 0);
    for place in ["datasets", "inbox", "market", "verify", "settings"] {
        window.click(&format!("nav-{place}")).await;
        window.reads("sample-band", "made up").await;
    }

    window.click("sample-auditor").await;
    is_seen_as(&window, "auditor").await;
    holds(&window, "7 receipts").await;
    // No home, no page of one.
    assert_eq!(window.count("home-name").await, 0);
    assert_eq!(window.count("nav-inbox").await, 0);

    window.click("sample-clinic").await;
    window.reads("home-name", "Harbour Clinic").await;
    window.reads("page-title", "Inbox").await;
    window.click("inbox-review").await;
    window.click("payment-paid").await;
    window.write("payment-reference", "SEPA 1").await;
    window.click("approve").await;
    // What can still be undone is not lost by looking from another side.
    window.see("approval-now").await;
    window.click("sample-insurer").await;
    window.reads("error-note", "can still be undone").await;
    is_seen_as(&window, "clinic").await;
    window.click("approval-now").await;
    window.reads("inbox-said", "eceipt").await;

    window.click("sample-insurer").await;
    window.reads("home-name", "Northern Insurance").await;
    window.reads("page-title", "Orders").await;
    window.click("collect").await;
    window.reads("collected", "1").await;
    window.click("nav-holdings").await;
    window.reads("holding-row", "ε 3").await;

    window.click("sample-auditor").await;
    holds(&window, "8 receipts").await;
    window.click("close-home").await;
    window.see("open-sample").await;
    assert_eq!(window.count("sample-band").await, 0);
    // It is not among the homes of late.
    assert_eq!(window.count("recent-home").await, 0);
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tour_has_five_steps_and_stays_away_once_left() {
    let Some(desk) = Desk::fresh() else { return };
    let axe = axe();
    let mut wrong = Vec::new();
    let window = desk.app(&["--home", &desk.path("nobody")]).await;
    for language in ["en", "de"] {
        window.click("nav-settings").await;
        window.choose("settings-language", language).await;
        window.see("settings-kept").await;
        // From the settings too, and again.
        window.click("settings-tour").await;
        for (number, step) in STEPS.into_iter().enumerate() {
            is_at(&window, step).await;
            wrong.extend(look(&window, &format!("tour {step}"), &axe).await);
            draw(&window, &format!("tour-{step}-{language}")).await;
            window.resize(SMALL).await;
            wrong.extend(overflow(&window).await);
            window.resize((1280, 800)).await;
            // It waits for the approval; the second time the order is answered already.
            if language == "en" && step == "approve" {
                window.see("tour-first").await;
                window.click("inbox-review").await;
                window.approve("SEPA 1").await;
                window.reads("inbox-said", "eceipt").await;
            }
            if language == "en" && step == "arrive" {
                // In a new installation it comes by itself.
                window
                    .until("it has arrived", async || {
                        window.text().await.contains("ε 3")
                    })
                    .await;
            }
            if number + 1 < STEPS.len() {
                window.click("tour-next").await;
            }
        }
        holds(&window, if language == "en" { "8 receipts" } else { "8 " }).await;
        if language == "en" {
            window.click("tour-back").await;
            is_at(&window, "hold").await;
            is_seen_as(&window, "insurer").await;
            window.click("tour-leave").await;
        } else {
            window.click("tour-next").await;
        }
        window.sees("tour", 0).await;
    }
    window.click("close-home").await;
    window.close().await;
    assert!(wrong.is_empty(), "{wrong:#?}");

    // Once left it never comes by itself, in another start of the app either.
    let window = desk.app(&["--home", &desk.path("nobody")]).await;
    window.click("open-sample").await;
    window.reads("home-name", "Harbour Clinic").await;
    assert_eq!(window.count("tour").await, 0);
    window.click("tour-begin").await;
    is_at(&window, "data").await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tour_comes_first_and_goes_by_keyboard() {
    let Some(desk) = Desk::fresh() else { return };
    let window = desk.app(&["--home", &desk.path("nobody")]).await;
    window.enter("open-sample").await;
    for step in &STEPS[..4] {
        is_at(&window, step).await;
        // A new page is heard from its beginning, which the tour is.
        window.is_at_page().await;
        // It waits for what the step asks for.
        if *step == "approve" {
            window.click("inbox-review").await;
            window.approve("SEPA 1").await;
            window.reads("inbox-said", "eceipt").await;
            window.sees("tour-first", 0).await;
            window.tab_back_to("tour-next").await;
            window.press(Key::Enter).await;
        } else {
            window.sees("tour-first", 0).await;
            window.enter("tour-next").await;
        }
    }
    is_at(&window, "check").await;
    window.is_at_page().await;
    holds(&window, "8 receipts").await;
    window.tab_back_to("sample-insurer").await;
    window.press(Key::Enter).await;
    is_seen_as(&window, "insurer").await;
    // The step is told from its own seat alone.
    window.tab_to("tour-again").await;
    window.press(Key::Enter).await;
    is_seen_as(&window, "auditor").await;
    is_at(&window, "check").await;
    window.tab_to("tour-next").await;
    window.press(Key::Escape).await;
    window.sees("tour", 0).await;
    window.close().await;
}

/// A home of one's own has no other side, and is closed before a tour begins.
#[tokio::test(flavor = "multi_thread")]
async fn a_home_of_ones_own_has_no_seats() {
    let Some(desk) = Desk::open() else { return };
    let folder = desk.path("");
    thread::spawn(move || {
        let folder = Path::new(&folder);
        trade::create(&folder.join("own"), "Clinic", &folder.join("market"));
    })
    .join()
    .unwrap();
    let before = fs::read(desk.path("own/key.age")).unwrap();
    let window = desk.app(&["--home", &desk.path("own")]).await;
    window
        .write("open-home-passphrase", "three unrelated words")
        .await;
    window.click("open-home").await;
    window.reads("home-name", "Clinic").await;
    assert_eq!(window.count("sample-band").await, 0);
    // Whoever has taken over the page gets no further.
    let script = "
        const done = arguments[arguments.length - 1];
        window.__TAURI_INTERNALS__.invoke('see_sample_as', { seat: 'insurer' })
            .then(() => done('seen'), (error) => done(error.code));";
    assert_eq!(
        window.script_until_done(script, vec![]).await,
        "not-a-sample"
    );
    window.reads("home-name", "Clinic").await;
    window.click("nav-settings").await;
    window.click("settings-tour").await;
    window.reads("home-name", "Harbour Clinic").await;
    window.click("close-home").await;
    window.reads("recent-home", "Clinic").await;
    assert_eq!(fs::read(desk.path("own/key.age")).unwrap(), before);
    window.close().await;
}
