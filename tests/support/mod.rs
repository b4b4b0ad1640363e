//! The app in a real window that nobody sees: Xvfb for the screen, WebKitWebDriver for the hands
//! and eyes.
//!
//! What a test does is what a person does: it clicks, types and reads. Elements are named by
//! `data-testid`.
pub(crate) mod bank_cases;
pub(crate) mod browser;
pub(crate) mod files;
pub(crate) mod keyboard;
pub(crate) mod language;
pub(crate) mod notices;
pub(crate) mod screen;
pub(crate) mod screens;
pub(crate) mod sight;
mod window;

pub(crate) use window::Window;

use std::{
    env,
    ffi::OsString,
    fs,
    net::{TcpListener, TcpStream},
    os::unix::{fs::PermissionsExt, process::CommandExt},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::time::timeout;

use screen::Screen;

/// Longer than anything here takes on a slow, loaded machine (age's scrypt alone takes about a
/// second).
const PATIENCE: Duration = Duration::from_secs(300);

/// Every home's passphrase here.
pub(crate) const PASSPHRASE: &str = "three unrelated words";

/// What a window does by itself that only costs time where no graphics card draws and a process
/// lives for seconds: more threads that paint, and compilers of hot code.
const FEWER_THREADS: [(&str, &str); 3] = [
    ("WEBKIT_SKIA_GPU_PAINTING_THREADS", "0"),
    ("LP_NUM_THREADS", "0"),
    ("JSC_useDFGJIT", "0"),
];

/// The test data that is shared beside the repository.
const SHARED_DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data");

/// One person's folders and screen, gone when dropped.
pub(crate) struct Desk {
    /// That of the window that is alone; each other window has one of its own, unless it is opened
    /// [`Desk::beside`] another, so that none lies over another in a picture.
    screen: Arc<Screen>,
    folder: TempDir,
    /// Whether windows are drawn by way of buffers that a graphics card would share.
    card: bool,
    /// Whether windows have the settings of a new installation: they collect by themselves, and a
    /// tour begins with the sample market. Most tests say when.
    fresh: bool,
    /// The session bus with its notification daemon, where the desk has one.
    notices: Option<notices::Notices>,
}

impl Desk {
    /// A desk whose windows are drawn as on a machine with a graphics card. It is imitated, which
    /// takes longer than to draw without.
    pub(crate) fn with_card() -> Option<Self> {
        let mut desk = Self::open()?;
        desk.card = true;
        Some(desk)
    }

    /// A desk, or `None` with a message where the driver is not installed. `make test` installs it,
    /// so under `CI=true` its absence is a failure.
    pub(crate) fn open() -> Option<Self> {
        if !there(&["WebKitWebDriver", "Xvfb"]) {
            return None;
        }
        Some(Self {
            screen: Arc::new(Screen::open()),
            folder: tempfile::tempdir().unwrap(),
            card: false,
            fresh: false,
            notices: None,
        })
    }

    /// A desk whose windows have the settings of a new installation.
    pub(crate) fn fresh() -> Option<Self> {
        let mut desk = Self::open()?;
        desk.fresh = true;
        Some(desk)
    }

    /// A path in this desk's folder, as an argument or as text to type.
    pub(crate) fn path(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }

    /// Where programs are looked for: among the desk's own first.
    fn programs(&self) -> OsString {
        let own = self.folder.path().join("bin");
        let path = env::var_os("PATH").unwrap_or_default();
        env::join_paths([own].into_iter().chain(env::split_paths(&path))).unwrap()
    }

    /// Puts a program of that name on the desk that writes its first argument into a file, in place
    /// of what the machine may have. Returns the file.
    pub(crate) fn notes_calls_of(&self, program: &str) -> PathBuf {
        let bin = self.folder.path().join("bin");
        fs::create_dir_all(&bin).unwrap();
        let (script, file) = (bin.join(program), bin.join(format!("{program}.called")));
        let lines = format!("#!/bin/sh\nprintf %s \"$1\" >'{}'\n", file.display());
        fs::write(&script, lines).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        file
    }

    /// Starts the app and waits for its window.
    pub(crate) async fn app(&self, args: &[&str]) -> Window {
        let alone = Arc::strong_count(&self.screen) == 1;
        let screen = match alone {
            true => Arc::clone(&self.screen),
            false => Arc::new(Screen::open()),
        };
        self.app_on(screen, args).await
    }

    /// The same on the screen of another window.
    pub(crate) async fn beside(&self, other: &Window, args: &[&str]) -> Window {
        let screen = other.screen.clone().unwrap();
        self.app_on(screen, args).await
    }

    /// Starts the app once more, beside a window, and waits for its successful end. This start has
    /// no display: it hands its files over before it opens one.
    pub(crate) fn second_start(&self, window: &Window, args: &[&str]) {
        let mut app = Command::new(env!("CARGO_BIN_EXE_poundwise-desktop"));
        let screen = window.screen.as_ref().unwrap();
        let app = self.as_person(&mut app, screen).args(args);
        app.env_remove("DISPLAY");
        let status = app.stdin(Stdio::null()).status().unwrap();
        assert!(status.success(), "a second start: {status}");
    }

    /// Gives a program the desk's person, screen and folders.
    fn as_person<'c>(&self, command: &'c mut Command, screen: &Screen) -> &'c mut Command {
        let home = self.folder.path().join("user");
        command
            .env("DISPLAY", screen.display())
            .env_remove("WAYLAND_DISPLAY")
            .env("GDK_BACKEND", "x11")
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env(
                "WEBKIT_DISABLE_DMABUF_RENDERER",
                if self.card { "0" } else { "1" },
            )
            .envs(FEWER_THREADS)
            .env("LC_ALL", "C.UTF-8")
            .env("PATH", self.programs())
            // The tests leave nothing in the folders of whoever runs them.
            .env("HOME", &home)
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_STATE_HOME", home.join("state"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env("XDG_CACHE_HOME", home.join("cache"))
            // A session bus is neither needed nor started behind the test's back.
            .env(
                "DBUS_SESSION_BUS_ADDRESS",
                self.notices
                    .as_ref()
                    .map_or("disabled:", |notices| &notices.address),
            )
            .env("NO_AT_BRIDGE", "1")
    }

    async fn app_on(&self, screen: Arc<Screen>, args: &[&str]) -> Window {
        let port = free_port();
        let home = self.folder.path().join("user");
        fs::create_dir_all(&home).unwrap();
        if !self.fresh {
            settled(&home);
        }
        let mut driver = Command::new("WebKitWebDriver");
        self.as_person(&mut driver, &screen)
            .args(["--host=127.0.0.1", &format!("--port={port}")])
            // Without it the driver waits for ever for the app to answer.
            .env("TAURI_WEBVIEW_AUTOMATION", "true")
            .stdin(Stdio::null())
            .stdout(Stdio::null());
        let driver = start(&mut driver);
        // No driver can use the system's dialogs: what a test types is granted to the window
        // beforehand.
        let own = self.folder.path().to_str().unwrap();
        let mut words = vec!["--allow", own, "--allow", SHARED_DATA];
        words.extend(args);
        let options = json!({
            "timeouts": driver_timeouts(),
            "webkitgtk:browserOptions": {
                "binary": env!("CARGO_BIN_EXE_poundwise-desktop"),
                "args": words,
            },
        });
        let window = Window {
            client: connect(port, &options).await,
            driver,
            host: None,
            screen: Some(screen),
        };
        window.ready().await;
        window
    }

    /// Starts the app on the home of that name, with the desk's market, and opens it.
    pub(crate) async fn home(&self, name: &str) -> Window {
        let (home, market) = (self.path(name), self.path("market"));
        let window = self.app(&["--home", &home, "--market", &market]).await;
        window.unlock().await;
        window
    }
}

/// Settings of a person who collects by hand and has left the tour, unless there are others in the
/// home already.
pub(crate) fn settled(home: &Path) {
    let file = home.join("config/org.poundwise.desktop/settings.json");
    if !file.exists() {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, r#"{"version":1,"collect":false,"tour":false}"#).unwrap();
    }
}

/// A port that nobody listens on. It is none of those that the system gives to whoever connects:
/// while nobody listens there yet, a connection to one of those can be a connection to itself.
fn free_port() -> u16 {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    loop {
        let next = std::process::id()
            .wrapping_mul(37)
            .wrapping_add(NEXT.fetch_add(1, Ordering::Relaxed));
        let port = 20_000 + u16::try_from(next % 12_000).unwrap();
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

/// Starts a program that ends with all that it starts.
fn start(command: &mut Command) -> Group {
    Group(
        command
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .unwrap(),
    )
}

/// How long a driver waits for a page, in the form of a capability.
fn driver_timeouts() -> Value {
    let patience = PATIENCE.as_millis();
    json!({ "script": patience, "pageLoad": patience })
}

/// A session with the driver on that port, once it listens.
async fn connect(port: u16, capabilities: &Value) -> Client {
    let started = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(
            started.elapsed() < PATIENCE,
            "the driver does not listen on port {port}"
        );
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let mut first = None;
    loop {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        builder.capabilities(capabilities.as_object().unwrap().clone());
        let address = format!("http://127.0.0.1:{port}");
        let left = PATIENCE.saturating_sub(started.elapsed());
        let error = match timeout(left, builder.connect(&address)).await {
            Ok(Ok(client)) => return client,
            Ok(Err(error)) => error.to_string(),
            Err(late) => late.to_string(),
        };
        // A driver that has just begun to listen may drop a connection, and an app on a loaded
        // machine may start too late for it.
        let first = first.get_or_insert_with(|| error.clone());
        assert!(
            started.elapsed() < PATIENCE,
            "the window did not open: {error}; at first: {first}"
        );
        eprintln!("asked the driver again: {error}");
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
}

/// A process with all that it started.
pub(crate) struct Group(Child);

impl Drop for Group {
    fn drop(&mut self) {
        let _ = Command::new("kill")
            .args(["-KILL", "--", &format!("-{}", self.0.id())])
            .stderr(Stdio::null())
            .status();
        let _ = self.0.wait();
        // The lock of a home is free once the last of them is gone.
        let started = Instant::now();
        while started.elapsed() < PATIENCE && lives(self.0.id()) {
            thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Whether a process of that group is not yet gone; one that only waits to be counted is. Its first
/// thread may wait for that already while others still hold its files.
fn lives(group: u32) -> bool {
    let Ok(processes) = fs::read_dir("/proc") else {
        return false;
    };
    processes.flatten().any(|process| {
        let stat = fs::read_to_string(process.path().join("stat")).unwrap_or_default();
        // The name before may hold anything: `state parent group` follow its last bracket.
        let rest = stat.rsplit(')').next().unwrap_or_default();
        let mut fields = rest.split_whitespace();
        let state = fields.next().unwrap_or("Z");
        let threads = || fs::read_dir(process.path().join("task")).map_or(0, Iterator::count);
        fields.nth(1) == Some(group.to_string().as_str())
            && (!matches!(state, "Z" | "X") || threads() > 1)
    })
}

/// Where a program is.
fn program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}

/// Whether these programs are installed; says which are not.
fn there(programs: &[&str]) -> bool {
    let missing: Vec<_> = programs
        .iter()
        .copied()
        .filter(|program| !on_path(program))
        .collect();
    if missing.is_empty() {
        return true;
    }
    let missing = missing.join(" and ");
    assert!(
        env::var_os("CI").is_none(),
        "{missing} not found; `make test` installs what the window tests need"
    );
    eprintln!("skipped: {missing} not found; `make test` installs what the window tests need");
    false
}

fn on_path(name: &str) -> bool {
    program(name).is_some()
}

/// A file of the shared test data beside the repository, or `None` with a message.
pub(crate) fn shared_data(name: &str) -> Option<PathBuf> {
    let file = Path::new(SHARED_DATA).join(name);
    if file.is_file() {
        return Some(file);
    }
    eprintln!("skipped: ../shared/data/{name} is not there");
    None
}
