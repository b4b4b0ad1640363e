//! The settings, by clicking: what is chosen is worn at once and kept; the passphrase and the
//! recovery key are changed; a home that another window has is said to be there.

use std::{fs, time::Instant};

use crate::support::{Desk, PASSPHRASE, Window};
use serde_json::{Value, json};

const NEW: &str = "four words never written";

/// An attribute of the page's root, empty where there is none.
async fn root(window: &Window, name: &str) -> String {
    let script = "return document.documentElement.getAttribute(arguments[0]) ?? ''";
    let value = window.script(script, vec![Value::from(name)]).await;
    value.as_str().unwrap().to_owned()
}

/// The colour behind the page.
async fn paper(window: &Window) -> String {
    let script = "return getComputedStyle(document.body).backgroundColor";
    window
        .script(script, vec![])
        .await
        .as_str()
        .unwrap()
        .to_owned()
}

/// What the desktop tells the window when files are dragged: `enter`, `drop` or `leave`. Nothing
/// else can drag a file here.
pub(crate) async fn drag(window: &Window, what: &str, files: &[&str]) {
    let script = "
        const [event, paths] = [`tauri://drag-${arguments[0]}`, arguments[1]];
        const heard = window['__internal_unstable_listeners_object_id__'][event];
        const ids = Object.getOwnPropertyNames(heard);
        for (const id of ids) {
            const payload = { paths, position: { x: 10, y: 10 } };
            window.__TAURI_INTERNALS__.runCallback(
                heard[id].handlerId, { event, id: Number(id), payload });
        }
        return ids.length;";
    let heard = window
        .script(script, vec![Value::from(what), Value::from(files.to_vec())])
        .await;
    assert!(heard.as_u64() > Some(0), "nobody listens for drag-{what}");
}

async fn create_home(desk: &Desk) -> Window {
    let window = desk
        .app(&[
            "--home",
            &desk.path("clinic"),
            "--market",
            &desk.path("market"),
        ])
        .await;
    window.begin_home("sell", "Clinic", "too short").await;
    window.click("create-home").await;
    window.says("fewer than 12 characters").await;
    window.write("new-home-passphrase", PASSPHRASE).await;
    window.write("new-home-passphrase-again", PASSPHRASE).await;
    window.click("create-home").await;
    window.keep_key().await;
    window
}

async fn open(window: &Window, passphrase: &str) {
    window.write("open-home-passphrase", passphrase).await;
    window.click("open-home").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_chosen_is_worn_and_kept() {
    let Some(desk) = Desk::open() else { return };

    // Without a home: the first run has them too.
    let window = desk.app(&["--home", &desk.path("clinic")]).await;
    window.click("nav-settings").await;
    window.see("settings-theme").await;
    assert_eq!(window.count("settings-passphrase-old").await, 0);
    window.choose("settings-theme", "light").await;
    window.reads("settings-kept", "Saved").await;
    window.picture("settings-without-home").await;
    window.close().await;

    let window = create_home(&desk).await;
    assert_eq!(root(&window, "data-theme").await, "light");
    let light = paper(&window).await;
    window.click("nav-settings").await;
    window.reads("settings-home-name", "Clinic").await;
    window.picture("settings-light").await;
    window.choose("settings-theme", "dark").await;
    window
        .until("the page is dark", async || paper(&window).await != light)
        .await;
    assert_eq!(root(&window, "data-theme").await, "dark");
    window.choose("settings-text-size", "large").await;
    window.write("settings-currency", "12").await;
    window.click("settings-keep-currency").await;
    window.says("is not a currency").await;
    window.write("settings-currency", "chf").await;
    window.click("settings-keep-currency").await;
    window.reads("settings-kept", "Saved").await;
    window.picture("settings-dark").await;

    // The passphrase: a slip, then the change.
    window
        .write("settings-passphrase-old", "not the passphrase")
        .await;
    window.write("settings-passphrase-new", NEW).await;
    window.write("settings-passphrase-new-again", NEW).await;
    window.click("settings-change-passphrase").await;
    window.says("does not open").await;
    window.write("settings-passphrase-old", PASSPHRASE).await;
    window.click("settings-change-passphrase").await;
    window.reads("settings-passphrase-changed", "changed").await;

    // Another market: its folder has to be there.
    window
        .write("settings-market", &desk.path("other market"))
        .await;
    window.click("settings-change-market").await;
    window.says("the folder does not exist").await;
    fs::create_dir(desk.path("other market")).unwrap();
    window.click("settings-change-market").await;
    window
        .reads("settings-market-changed", "other market")
        .await;

    window.click("settings-copy-recipient").await;
    window.says("Copied").await;

    // A new recovery key, shown once.
    window.write("settings-recovery-passphrase", NEW).await;
    window.click("settings-recovery-agreed").await;
    window.click("settings-new-recovery-key").await;
    let key = window.read("recovery-key").await;
    assert!(key.starts_with("AGE-SECRET-KEY-1"));
    window.picture("settings-recovery-key").await;
    let file = desk.path("recovery.txt");
    window.write("recovery-file", &file).await;
    window.click("recovery-save").await;
    window.reads("recovery-save-done", "recovery.txt").await;
    assert!(fs::read_to_string(&file).unwrap().contains(&key));
    window.click("recovery-kept").await;
    window.sees("recovery-key", 0).await;

    window.choose("settings-language", "de").await;
    window.reads("page-title", "Einstellungen").await;
    assert_eq!(root(&window, "lang").await, "de");
    window.picture("settings-german").await;
    window.close().await;

    // The window's place is kept too, and put back where it can be seen.
    let file = desk.path("user/config/org.poundwise.desktop/settings.json");
    let mut kept: Value = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(kept["window"]["width"], 1280);
    kept["window"] = json!({ "x": 20, "y": 30, "width": 1000, "height": 700, "maximised": false });
    fs::write(&file, kept.to_string()).unwrap();

    // Everything is as it was left, and only the new passphrase opens the home.
    let window = desk.app(&[]).await;
    window.says("Zuletzt geöffnet").await;
    assert_eq!(root(&window, "lang").await, "de");
    assert_eq!(root(&window, "data-theme").await, "dark");
    assert_eq!(root(&window, "data-text").await, "large");
    assert_ne!(paper(&window).await, light);
    window
        .until("the window has its size", async || {
            window.script("return innerWidth", vec![]).await == 1000
        })
        .await;
    window.reads("recent-home", "Clinic").await;
    window.picture("settings-first-run").await;
    window.click("recent-home").await;
    open(&window, PASSPHRASE).await;
    window.see("error-note").await;
    window.is_focused("open-home-passphrase").await;
    window.picture("settings-wrong-passphrase-german").await;
    open(&window, NEW).await;
    window.reads("home-name", "Clinic").await;
    window.click("nav-settings").await;
    window.reads("settings-market-now", "other market").await;
    assert_eq!(window.value("settings-currency").await, "CHF");
    window.choose("settings-language", "en").await;
    window.reads("page-title", "Settings").await;

    // A second window on the same home.
    let second = desk
        .beside(&window, &["--home", &desk.path("clinic")])
        .await;
    open(&second, NEW).await;
    second.reads("home-held", "Another window").await;
    second.says("is open in the app (process").await;
    second.picture("settings-held").await;
    let focused = async || window.script("return document.hasFocus()", vec![]).await == true;
    assert!(!focused().await, "it is before the other already");
    second.click("bring-forward").await;
    second.reads("home-held", "asked to come forward").await;
    window.until("it has come forward", focused).await;
    window.close().await;

    // Now it is free, and the new recovery key opens it; taken off the list, the home stays.
    open(&second, &key).await;
    second.reads("home-name", "Clinic").await;
    second.click("close-home").await;
    second.click("recent-forget").await;
    second.sees("recent-home", 0).await;
    assert!(fs::exists(desk.path("clinic/key.age")).unwrap());
    second.close().await;
}

/// The list is read after the home is closed, not taken from what was read when the app began.
#[tokio::test(flavor = "multi_thread")]
async fn a_home_just_closed_is_the_newest_of_the_recent_ones() {
    let Some(desk) = Desk::open() else { return };
    let window = desk.app(&[]).await;
    window.begin_home("buy", "Clinic", PASSPHRASE).await;
    window.click("create-home").await;
    window.keep_key().await;
    window.click("close-home").await;
    window.reads("recent-home", "Clinic").await;
    // The one that was forgotten is not there again.
    window.click("recent-forget").await;
    window.click("nav-settings").await;
    window.click("to-first-run").await;
    window.see("open-home").await;
    window.sees("recent-home", 0).await;
    window.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dropped_files_go_where_they_can_be_used() {
    let Some(desk) = Desk::open() else { return };
    // Settings that nobody can read are said, and are no reason to stop.
    let config = desk.path("user/config/org.poundwise.desktop");
    fs::create_dir_all(&config).unwrap();
    fs::write(format!("{config}/settings.json"), "{").unwrap();
    let (table, ledger) = (desk.path("people.csv"), desk.path("office.ledger"));
    fs::write(&table, "age,income\n30,100\n40,200\n").unwrap();
    fs::write(&ledger, "no ledger").unwrap();

    let window = desk.app(&[]).await;
    drag(&window, "enter", &[&table]).await;
    window.reads("drop-offer", "import").await;
    drag(&window, "leave", &[]).await;
    window
        .until("nothing is offered", async || {
            window.read("drop-offer").await.is_empty()
        })
        .await;
    drag(&window, "drop", &[&table]).await;
    window.says("no home is open").await;
    drag(&window, "drop", &[&desk.path("picture.png")]).await;
    window.says("Poundwise takes tables").await;
    drag(&window, "enter", &[&ledger]).await;
    window.reads("drop-offer", "verify").await;
    window.picture("settings-drop").await;
    drag(&window, "drop", &[&ledger]).await;
    window.reads("page-title", "Verify").await;
    window.reads("audit-listed", "office.ledger").await;

    window.click("nav-settings").await;
    window.says("the file is damaged").await;
    window.click("to-first-run").await;
    let started = Instant::now();
    window.click("open-sample").await;
    window.see("home-name").await;
    println!("the sample market was open after {:?}", started.elapsed());
    drag(&window, "drop", &[&table]).await;
    window.reads("page-title", "Import").await;
    window.reads("import-summary", "2 rows").await;
    window.close().await;

    // The same files by name, as a file manager gives them: a table waits until a home is open.
    let window = desk.app(&["--", &ledger]).await;
    window.reads("page-title", "Verify").await;
    window.reads("audit-listed", "office.ledger").await;
    window.close().await;
    let window = desk.app(&[&table]).await;
    window.click("open-sample").await;
    window.reads("page-title", "Import").await;
    window.reads("import-summary", "2 rows").await;
    window.close().await;
}

/// The folder of an open home is moved: the window goes to the page on which it is opened where it
/// is now.
#[tokio::test(flavor = "multi_thread")]
async fn a_home_that_is_moved_is_closed_and_opened_where_it_is() {
    let Some(desk) = Desk::open() else { return };
    let (folder, market) = (desk.path("clinic"), desk.path("market"));
    let (before, there) = (folder.clone(), desk.path("elsewhere"));
    std::thread::spawn(move || {
        drop(crate::trade::create(
            std::path::Path::new(&before),
            "Clinic",
            std::path::Path::new(&market),
        ));
    })
    .join()
    .unwrap();
    let window = desk.home("clinic").await;
    window.click("nav-datasets").await;
    fs::rename(&folder, &there).unwrap();
    window
        .says("The folder of this home was moved or removed")
        .await;
    window.see("open-home-passphrase").await;
    window.sees("recent-home", 0).await;
    assert_ne!(window.value("open-home-dir").await, folder);
    assert!(!std::path::Path::new(&folder).exists());
    window.write("open-home-dir", &there).await;
    window.write("open-home-passphrase", PASSPHRASE).await;
    window.click("open-home").await;
    window.see("nav-datasets").await;
    assert!(!std::path::Path::new(&folder).exists());
    window.close().await;
}
