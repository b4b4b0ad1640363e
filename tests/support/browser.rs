//! The same pages in a plain browser, over the app's real host: quicker to open than the window,
//! and another engine.

use std::{
    env,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Stdio},
    thread,
};

use serde_json::json;
use tempfile::TempDir;

use super::{Group, Window, connect, free_port, on_path};

/// The names under which a browser with a driver may be installed.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The variable by which a test binary knows that it is to be the host; its value is what the app
/// is started with.
const HOST: &str = "POUNDWISE_TEST_HOST";

/// Where this is the host's process (see [`open`]): what the app is started with.
pub(crate) fn host_words() -> Option<Vec<String>> {
    env::var(HOST)
        .ok()
        .map(|words| serde_json::from_str(&words).unwrap())
}

/// A headless browser on a new host that is started with `words`, or `None` with a message where
/// there is no browser.
///
/// The host is this very test binary, which has an ignored test `host` for it: what is tested is
/// what was compiled.
pub(crate) async fn open(words: &[&str]) -> Option<Window> {
    let folder = tempfile::tempdir().unwrap();
    let user = folder.path().join("user");
    open_beside(words, folder, &user).await
}

/// Like [`open`], with a host that finds the marks of existing homes in `user`, the folder of their
/// user.
pub(crate) async fn open_with(words: &[&str], user: &Path) -> Option<Window> {
    open_beside(words, tempfile::tempdir().unwrap(), user).await
}

async fn open_beside(words: &[&str], folder: TempDir, user: &Path) -> Option<Window> {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("ui/dist-browser/index.html");
    let browser = BROWSERS.into_iter().find(|name| on_path(name));
    let lacking = match browser {
        _ if !pages.exists() => Some("ui/dist-browser (scripts/ui.sh browser)"),
        None => Some("chromium"),
        _ if !on_path("chromedriver") => Some("chromedriver"),
        _ => None,
    };
    if let Some(lacking) = lacking {
        assert!(
            env::var_os("CI").is_none(),
            "{lacking} not found; `make test` makes it"
        );
        eprintln!("skipped: {lacking} not found; `make test` makes it");
        return None;
    }
    let (host, address) = host(words, &folder, user);
    let port = free_port();
    let driver = super::start(Command::new("chromedriver").arg(format!("--port={port}")));
    let profile = folder.path().join("profile");
    let options = json!({
        "timeouts": super::driver_timeouts(),
        "goog:chromeOptions": {
            "binary": super::program(browser?),
            "args": [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
                "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--disable-dev-shm-usage", "--lang=en-GB", "--window-size=1280,800",
                format!("--user-data-dir={}", profile.display()),
            ],
        },
    });
    let client = connect(port, &options).await;
    client.goto(&address).await.unwrap();
    let window = Window {
        client,
        driver,
        host: Some((host, folder)),
        screen: None,
    };
    window.ready().await;
    Some(window)
}

/// The host and its address.
fn host(words: &[&str], folder: &TempDir, user: &Path) -> (Group, String) {
    let home = folder.path();
    super::settled(home);
    let mut host = super::start(
        Command::new(env::current_exe().unwrap())
            .args(["host::host", "--exact", "--ignored", "--nocapture"])
            .env(HOST, serde_json::to_string(words).unwrap())
            .env("HOME", home)
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_STATE_HOME", user.join("state"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_CACHE_HOME", home.join("cache"))
            .env("DBUS_SESSION_BUS_ADDRESS", "disabled:")
            // It ends with this process, whatever becomes of it.
            .stdin(Stdio::piped())
            .stdout(Stdio::piped()),
    );
    let mut said = BufReader::new(host.0.stdout.take().unwrap()).lines();
    while let Some(line) = said.next() {
        let line = line.unwrap();
        if let Some(at) = line.find("http://127.0.0.1:") {
            // The host would end if nobody took what it says: after a minute it says how long it
            // has been running.
            thread::spawn(move || said.for_each(drop));
            return (host, line[at..].trim().to_owned());
        }
    }
    panic!("the host ended before it said its address");
}
