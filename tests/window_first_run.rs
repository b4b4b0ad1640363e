//! The first run, by mouse and by keyboard: three doors, a home with its folders proposed, a
//! recovery key that is kept before the home is shown, and the page behind each door.

use fantoccini::key::Key;

use crate::support::{
    Desk, PASSPHRASE, Window,
    sight::{SMALL, axe, draw, look, overflow},
};

/// Whether the first of these is above the second on the page.
async fn is_above(window: &Window, first: &str, second: &str) -> bool {
    let script = "
        const [first, second] = [...arguments].map((id) =>
            document.querySelector(`[data-testid=\"${id}\"]`).getBoundingClientRect());
        return first.bottom <= second.top;";
    let script = window
        .script(script, vec![first.into(), second.into()])
        .await;
    script == true
}

/// The end of the recovery key that is shown.
async fn tail(window: &Window) -> String {
    let key = window.read("recovery-key").await;
    key[key.len() - 4..].to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_buys_keeps_the_key_and_lands_on_the_market() {
    let Some(desk) = Desk::open() else { return };
    let axe = axe();
    let mut wrong = Vec::new();
    for language in ["en", "de"] {
        let window = desk
            .app(&["--home", &desk.path(&format!("nobody-{language}"))])
            .await;
        window.click("nav-settings").await;
        window.choose("settings-language", language).await;
        window.see("settings-kept").await;
        window.click("to-first-run").await;
        window.see("door-buy").await;
        draw(&window, &format!("first-run-{language}")).await;
        window.click("door-buy").await;
        window.is_focused("new-home-name").await;
        // Folders are nobody's first worry.
        assert_eq!(window.attr("new-home-advanced", "open").await, None);
        wrong.extend(look(&window, "first-run-door", &axe).await);
        draw(&window, &format!("first-run-door-{language}")).await;
        window.resize(SMALL).await;
        wrong.extend(overflow(&window).await);
        window.close().await;
    }
    assert!(wrong.is_empty(), "{wrong:#?}");

    let window = desk.app(&["--market", &desk.path("market")]).await;
    window.click("nav-settings").await;
    window.choose("settings-language", "en").await;
    window.click("to-first-run").await;
    window
        .begin_home("buy", "Northern Insurance", PASSPHRASE)
        .await;
    window.click("create-home").await;
    // Nobody gets on without the key.
    window.click("recovery-kept").await;
    window.reads("error-note", "there is no other copy").await;
    window.is_focused("recovery-tail").await;
    let tail = tail(&window).await;
    window.write("recovery-tail", "?!").await;
    window.click("recovery-kept").await;
    window
        .reads("error-note", "not the last 4 characters")
        .await;
    wrong.extend(look(&window, "recovery-key", &axe).await);
    draw(&window, "first-run-key").await;
    window.write("recovery-tail", &tail.to_lowercase()).await;
    window.click("recovery-kept").await;
    window.reads("page-title", "Market").await;
    window.reads("home-name", "Northern Insurance").await;

    // Whoever comes back has the homes of late before the doors.
    window.click("close-home").await;
    window.reads("recent-home", "Northern Insurance").await;
    assert!(is_above(&window, "open-home", "door-sell").await);
    wrong.extend(look(&window, "first-run-again", &axe).await);
    draw(&window, "first-run-again").await;
    window.unlock().await;
    window.reads("home-name", "Northern Insurance").await;
    // With nothing of its own to sell, the market is where it goes on.
    window.reads("page-title", "Market").await;
    window.close().await;
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The app was closed, or fell, while the key was in sight.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_nobody_said_is_kept_is_asked_about_again() {
    let Some(desk) = Desk::open() else { return };
    let axe = axe();
    let market = desk.path("market");
    let window = desk.app(&["--market", &market]).await;
    window.begin_home("sell", "Clinic", PASSPHRASE).await;
    window.click("create-home").await;
    window.see("recovery-key").await;
    window.close().await;

    let mut wrong = Vec::new();
    let again = async || {
        let window = desk.app(&["--market", &market]).await;
        window.reads("recent-home", "Clinic").await;
        window.unlock().await;
        window
    };
    let window = again().await;
    window.see("never-kept").await;
    wrong.extend(look(&window, "never-kept", &axe).await);
    draw(&window, "first-run-never-kept").await;
    window.click("never-kept-new").await;
    window.reads("page-title", "Settings").await;
    window.click("never-kept-have").await;
    window.sees("never-kept", 0).await;
    window.close().await;

    // Whoever came to sell goes on there, with nothing of their own yet.
    let window = again().await;
    window.reads("page-title", "Datasets").await;
    assert_eq!(window.count("never-kept").await, 0);
    window.close().await;
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_door_opens_by_keyboard_alone() {
    let Some(desk) = Desk::open() else { return };
    let window = desk.app(&["--market", &desk.path("market")]).await;
    window.enter("door-check").await;
    window.reads("page-title", "Verify").await;
    assert_eq!(window.count("home-name").await, 0);
    window.tab_back_to("to-first-run").await;
    window.press(Key::Enter).await;

    for (door, name, title) in [("sell", "Clinic", "Import"), ("buy", "Insurance", "Market")] {
        window.enter(&format!("door-{door}")).await;
        window.is_focused("new-home-name").await;
        window.types(name).await;
        window.fill("new-home-passphrase", PASSPHRASE).await;
        window.fill("new-home-passphrase-again", PASSPHRASE).await;
        window.enter("new-home-advanced").await;
        window.fill("new-home-dir", &desk.path(name)).await;
        window.enter("create-home").await;
        window.see("recovery-key").await;
        let tail = tail(&window).await;
        window.fill("recovery-tail", &tail).await;
        window.press(Key::Enter).await;
        window.reads("page-title", title).await;
        window.reads("home-name", name).await;
        window.tab_to("close-home").await;
        window.press(Key::Enter).await;
        window.reads("recent-home", name).await;
    }
    window.close().await;
}
