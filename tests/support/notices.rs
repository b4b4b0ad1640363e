//! A desk with a session bus of its own, and on it a notification daemon, dunst, which writes down
//! what it shows.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader},
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{Command, Output, Stdio},
    thread,
    time::{Duration, Instant},
};

use super::{Desk, Group, PATIENCE, start, there};

/// The bus and its daemon, and the folder where what was shown is written down.
pub(crate) struct Notices {
    pub(super) address: String,
    record: PathBuf,
    _daemon: Group,
    _bus: Group,
}

/// What the daemon was given for one line, by its own names: `SUMMARY`, `BODY`, `APP_NAME` and so
/// on.
pub(crate) type Notice = BTreeMap<String, String>;

impl Desk {
    /// A desk on which lines are shown, or `None` with a message where the daemon is not installed.
    pub(crate) fn with_notices() -> Option<Self> {
        if !there(&["dunst", "dunstctl", "dbus-daemon", "xev", "xwininfo"]) {
            return None;
        }
        let mut desk = Self::open()?;
        let mut bus = start(
            Command::new("dbus-daemon")
                .args(["--session", "--nofork", "--print-address=1"])
                .stdin(Stdio::null())
                .stdout(Stdio::piped()),
        );
        let mut address = String::new();
        BufReader::new(bus.0.stdout.take().unwrap())
            .read_line(&mut address)
            .unwrap();
        let address = address.trim().to_owned();
        assert!(!address.is_empty(), "the bus did not start");

        let record = desk.folder.path().join("notices");
        fs::create_dir(&record).unwrap();
        let hook = desk.folder.path().join("hook");
        // Each line in a file of its number, whole or not at all.
        let script = format!(
            "#!/bin/sh\ncd '{}' && env -0 | grep -z '^DUNST_' >\"$DUNST_ID.part\" \
             && mv \"$DUNST_ID.part\" \"$DUNST_ID\"\n",
            record.display()
        );
        fs::write(&hook, script).unwrap();
        fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();
        let rules = desk.folder.path().join("dunstrc");
        // Lines stay until they are clicked on or closed.
        let words = format!(
            "[urgency_normal]\ntimeout = 0\n[all]\nsummary = \"*\"\nscript = {}\n",
            hook.display()
        );
        fs::write(&rules, words).unwrap();
        let daemon = start(
            Command::new("dunst")
                .arg("-conf")
                .arg(&rules)
                .env("DISPLAY", desk.screen.display())
                .env_remove("WAYLAND_DISPLAY")
                .env("DBUS_SESSION_BUS_ADDRESS", &address)
                .stdin(Stdio::null())
                .stdout(Stdio::null()),
        );
        desk.notices = Some(Notices {
            address,
            record,
            _daemon: daemon,
            _bus: bus,
        });
        let started = Instant::now();
        while !desk.dunstctl(&["count"]).status.success() {
            assert!(started.elapsed() < PATIENCE, "dunst does not answer");
            thread::sleep(Duration::from_millis(50));
        }
        Some(desk)
    }

    /// What was shown so far, oldest first.
    pub(crate) fn notices(&self) -> Vec<Notice> {
        let record = &self.notices.as_ref().unwrap().record;
        let mut shown: Vec<(u32, Notice)> = fs::read_dir(record)
            .unwrap()
            .flatten()
            .filter_map(|file| {
                let number = file.file_name().to_str()?.parse().ok()?;
                Some((number, read(&fs::read_to_string(file.path()).unwrap())))
            })
            .collect();
        shown.sort_unstable_by_key(|(number, _)| *number);
        shown.into_iter().map(|(_, notice)| notice).collect()
    }

    /// Waits for that many, and answers the texts of all.
    pub(crate) async fn told(&self, number: usize) -> Vec<String> {
        let started = Instant::now();
        loop {
            let shown = self.notices();
            if shown.len() >= number {
                return shown
                    .into_iter()
                    .map(|mut one| one.remove("SUMMARY").unwrap())
                    .collect();
            }
            assert!(
                started.elapsed() < PATIENCE,
                "waited in vain for {number} lines on the desktop; there are {shown:?}"
            );
            tokio::time::sleep(Duration::from_millis(80)).await;
        }
    }

    /// As a click on the line shown first.
    pub(crate) fn click_notice(&self) {
        let clicked = self.dunstctl(&["action", "0"]);
        assert!(clicked.status.success(), "{clicked:?}");
    }

    /// As a person does who has read them all.
    pub(crate) fn close_notices(&self) {
        let closed = self.dunstctl(&["close-all"]);
        assert!(closed.status.success(), "{closed:?}");
    }

    fn dunstctl(&self, words: &[&str]) -> Output {
        Command::new("dunstctl")
            .args(words)
            .env(
                "DBUS_SESSION_BUS_ADDRESS",
                &self.notices.as_ref().unwrap().address,
            )
            .output()
            .unwrap()
    }

    /// Another program's window, over all that are there.
    pub(crate) async fn cover(&self) -> Group {
        let other = start(
            Command::new("xev")
                .args(["-name", COVER, "-geometry", "1440x1000+0+0"])
                .env("DISPLAY", self.screen.display())
                .stdin(Stdio::null())
                .stdout(Stdio::null()),
        );
        self.until_front(COVER).await;
        other
    }

    /// Waits until the app's window is before the other program's.
    pub(crate) async fn until_app_in_front(&self) {
        self.until_front("Poundwise").await;
    }

    async fn until_front(&self, name: &str) {
        let started = Instant::now();
        loop {
            let tree = Command::new("xwininfo")
                .args(["-root", "-children", "-display", self.screen.display()])
                .output()
                .unwrap();
            // Topmost first.
            let tree = String::from_utf8(tree.stdout).unwrap();
            let names = ["Poundwise", COVER].map(|name| format!("\"{name}\":"));
            let front = tree
                .lines()
                .find(|line| names.iter().any(|name| line.contains(name)));
            if front.is_some_and(|line| line.contains(&format!("\"{name}\":"))) {
                return;
            }
            assert!(
                started.elapsed() < PATIENCE,
                "waited in vain until {name} is in front of\n{tree}"
            );
            tokio::time::sleep(Duration::from_millis(80)).await;
        }
    }
}

/// What the other program's window is called.
const COVER: &str = "something else";

/// Variables as `env -0` writes them, of the hook's own kind.
fn read(record: &str) -> Notice {
    record
        .split_terminator('\0')
        .map(|variable| {
            let (name, value) = variable.split_once('=').unwrap();
            (
                name.trim_start_matches("DUNST_").to_owned(),
                value.to_owned(),
            )
        })
        .collect()
}
