//! Drivers that do harm, and databases whose answers are not those of the statement.

use std::fs;
use std::net::TcpListener;
use std::os::unix::net::UnixListener;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use poundwise_driver::{
    Answered, Confinement, Driver, DriverError, DriverMessage, Limits, Network, Request, Session,
    ask, ask_rows,
};
use tempfile::TempDir;
use zeroize::Zeroizing;

use crate::databases::TestDatabase;

pub(crate) const ENGINE: &str = env!("CARGO_BIN_EXE_poundwise-engine");

pub(crate) const LIMITS: Limits = Limits {
    columns: 1,
    rows: 3,
    bytes: 1000,
    memory: 16 << 30,
};

const LONG: Duration = Duration::from_secs(600);

/// Far below [`LONG`], and longer than anything here takes on a slow, loaded machine.
const SOON: Duration = Duration::from_secs(120);

/// Compiles the hostile driver.
fn driver(folder: &TempDir, harm: &str, secret: &str) -> PathBuf {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hostile.c");
    let file = folder.path().join(format!("{harm}.so"));
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-w"])
        .arg(format!("-DHARM={harm}"))
        .arg(format!("-DSECRET=\"{secret}\""))
        .arg("-o")
        .args([&file, &source])
        .output()
        .unwrap();
    assert!(
        compiled.status.success(),
        "{}",
        String::from_utf8_lossy(&compiled.stderr)
    );
    Driver::check(&file)
        .unwrap_or_else(|error| panic!("{error}"))
        .file()
        .to_owned()
}

fn request(driver: &Path) -> Request {
    Request {
        driver: driver.display().to_string(),
        entrypoint: String::new(),
        options: Vec::new(),
        files: Vec::new(),
        network: Network::None,
        sql: Zeroizing::new("SELECT 1".to_owned()),
        limits: LIMITS,
    }
}

fn message(result: Result<Answered, DriverError>) -> DriverMessage {
    result.err().unwrap().message
}

fn harmed(harm: &str, time: Duration) -> DriverMessage {
    let folder = tempfile::tempdir().unwrap();
    let file = driver(&folder, harm, "");
    message(ask(Path::new(ENGINE), request(&file), time, &|| false))
}

#[test]
fn a_driver_that_hangs_crashes_or_leaves_is_a_clear_error() {
    let short = Duration::from_secs(1);
    assert!(matches!(
        harmed("HANG", short),
        DriverMessage::TooSlow { seconds: 1 }
    ));
    assert!(matches!(harmed("CRASH", LONG), DriverMessage::Broken));
    assert!(matches!(harmed("LEAVE", LONG), DriverMessage::Broken));
    assert!(matches!(
        harmed("HOLD", short),
        DriverMessage::TooSlow { .. }
    ));
    assert!(matches!(harmed("DESERT", LONG), DriverMessage::Broken));
}

#[test]
fn a_driver_that_hangs_is_stopped_soon() {
    let folder = tempfile::tempdir().unwrap();
    let file = driver(&folder, "HANG", "");
    let begin = Instant::now();
    let is_stopped = || begin.elapsed() > Duration::from_millis(200);
    let stopped = ask(Path::new(ENGINE), request(&file), LONG, &is_stopped);
    assert!(matches!(message(stopped), DriverMessage::Stopped));
    assert!(begin.elapsed() < SOON);
}

/// The program that asks may be killed: nobody ends the process then.
#[test]
fn process_ends_when_nobody_waits_for_its_answer() {
    let folder = tempfile::tempdir().unwrap();
    let request = request(&driver(&folder, "CLING", ""));
    let mut process = Command::new(ENGINE)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = process.stdin.take().unwrap();
    request.write(&mut input).unwrap();
    // The driver is loaded meanwhile.
    thread::sleep(Duration::from_secs(3));
    assert!(process.try_wait().unwrap().is_none());
    drop(input);
    let begin = Instant::now();
    let status = loop {
        if let Some(status) = process.try_wait().unwrap() {
            break status;
        }
        if begin.elapsed() > SOON {
            process.kill().unwrap();
            panic!("it is still there");
        }
        thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.signal(), Some(9));
}

/// Without its bounds the home would read until its memory is full.
#[test]
fn an_endless_answer_is_not_read_to_its_end() {
    for harm in ["FLOOD", "ROWS", "CELL"] {
        let folder = tempfile::tempdir().unwrap();
        let file = driver(&folder, harm, "");
        let begin = Instant::now();
        let answered = ask(Path::new(ENGINE), request(&file), LONG, &|| false);
        let message = message(answered);
        assert!(
            matches!(message, DriverMessage::Broken | DriverMessage::TooLarge),
            "{harm}"
        );
        assert!(begin.elapsed() < SOON, "{harm}");
    }
}

/// Returns what a driver tells that tries something.
fn tried(harm: &str, secret: &str, change: impl FnOnce(&mut Request)) -> String {
    let folder = tempfile::tempdir().unwrap();
    let file = driver(&folder, harm, secret);
    let mut request = request(&file);
    change(&mut request);
    let answered = ask(Path::new(ENGINE), request, LONG, &|| false);
    let answered = answered.unwrap_or_else(|error| panic!("{harm}: {}", error.message));
    assert_eq!(
        answered.confinement,
        Confinement::Full,
        "Landlock of this kernel"
    );
    answered.rows[0][0].clone().unwrap()
}

/// A driver that sends rows without an end cannot outlast the time, or the end of its taker.
#[test]
fn rows_without_an_end_are_ended() {
    let folder = tempfile::tempdir().unwrap();
    let file = driver(&folder, "STREAM", "");
    let endless = || Request {
        limits: Limits {
            rows: 1 << 40,
            bytes: 1 << 50,
            ..LIMITS
        },
        ..request(&file)
    };
    let begin = Instant::now();
    let time = Duration::from_secs(2);
    let slow = ask_rows(Path::new(ENGINE), endless(), time, &|| false, |_| {
        Ok::<(), DriverError>(())
    });
    assert!(matches!(
        slow.err().unwrap().message,
        DriverMessage::TooSlow { seconds: 2 }
    ));
    let ended = ask_rows(Path::new(ENGINE), endless(), LONG, &|| false, |_| {
        Err(DriverError::from(DriverMessage::Stopped))
    });
    assert!(matches!(
        ended.err().unwrap().message,
        DriverMessage::Stopped
    ));
    assert!(begin.elapsed() < SOON);
}

/// Whether the kernel has all that confines a driver. In CI it must.
fn has_landlock() -> bool {
    let folder = tempfile::tempdir().unwrap();
    let file = driver(&folder, "ENVIRONMENT", "");
    let answered = ask(Path::new(ENGINE), request(&file), LONG, &|| false);
    let answered =
        answered.unwrap_or_else(|error| panic!("{}: {:?}", error.message, error.private));
    let confinement = answered.confinement;
    let is_full = confinement == Confinement::Full;
    if !is_full {
        eprintln!("skipped: the kernel confines no process: {confinement:?}");
    }
    is_full
}

#[test]
fn a_driver_reads_and_writes_nothing_of_the_home() {
    if !has_landlock() {
        return;
    }
    let home = tempfile::tempdir().unwrap();
    let key = home.path().join("key.age");
    fs::write(&key, "secret").unwrap();
    let key = key.display().to_string();
    assert_eq!(tried("READ", &key, |_| {}), "refused");
    // It can tell the difference.
    assert_eq!(
        tried("READ", &key, |request| request.files.push(key.clone())),
        "done"
    );
    assert_eq!(
        tried("WRITE", &key, |request| request.files.push(key.clone())),
        "refused"
    );
    let other = home.path().join("other").display().to_string();
    assert_eq!(tried("WRITE", &other, |_| {}), "refused");
    assert!(!Path::new(&other).exists());
    assert_eq!(
        tried("WRITE", "/dev/shm/poundwise-hostile", |_| {}),
        "refused"
    );
    assert_eq!(tried("READ", "/etc/shadow", |_| {}), "refused");
}

#[test]
fn a_driver_learns_nothing_of_the_process_that_asks() {
    if !has_landlock() {
        return;
    }
    assert!(std::env::vars_os().count() > 0);
    for variable in tried("ENVIRONMENT", "", |_| {}).split_whitespace() {
        assert!(
            ["HOME", "SSL_CERT_FILE", "SSL_CERT_DIR"].contains(&variable),
            "{variable}"
        );
    }
    assert_eq!(tried("MEMORY", "", |_| {}), "refused");
    assert_eq!(tried("SIGNAL", "", |_| {}), "refused");
}

#[test]
fn only_a_driver_of_a_server_connects_to_hosts() {
    if !has_landlock() {
        return;
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    assert_eq!(tried("CONNECT", &port, |_| {}), "refused");
    assert_eq!(
        tried("CONNECT", &port, |request| request.network = Network::Hosts),
        "done"
    );
}

/// A program that listens there could start another one, which is not confined.
#[test]
fn only_a_driver_of_a_socket_connects_to_sockets() {
    if !has_landlock() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("bus");
    let _listener = UnixListener::bind(&socket).unwrap();
    let socket = socket.display().to_string();
    assert_eq!(tried("UNIX", &socket, |_| {}), "refused");
    let to_hosts = |request: &mut Request| request.network = Network::Hosts;
    assert_eq!(tried("UNIX", &socket, to_hosts), "refused");
    assert_eq!(tried("DATAGRAM", "", |_| {}), "refused");
    assert_eq!(tried("DATAGRAM", "", to_hosts), "done");
    let file = driver(&folder, "UNIX", &socket);
    let mut request = request(&file);
    request.network = Network::Sockets;
    let answered = ask(Path::new(ENGINE), request, LONG, &|| false);
    let answered = answered.unwrap_or_else(|error| panic!("{}", error.message));
    assert_eq!(answered.rows[0][0].as_deref(), Some("done"));
    assert_eq!(answered.confinement, Confinement::Partial);
}

#[test]
fn a_file_that_is_no_driver_is_not_loaded() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("text.so");
    fs::write(&file, "text").unwrap();
    let answered = ask(Path::new(ENGINE), request(&file), LONG, &|| false);
    assert!(matches!(message(answered), DriverMessage::NotLoaded));
    let missing = ask(Path::new("/no/engine"), request(&file), LONG, &|| false);
    assert!(matches!(message(missing), DriverMessage::NotStarted));
}

#[test]
fn an_answer_of_another_form_than_the_statement_gives_is_refused() {
    let Some(database) = TestDatabase::duckdb() else {
        return;
    };
    let (driver, address, _kept) = database.close();
    let answer = |sql: &str| {
        let Session {
            options,
            entrypoint,
            files,
            network,
        } = Session::duckdb(&address).ok().unwrap();
        let request = Request {
            driver: driver.display().to_string(),
            entrypoint,
            options,
            files,
            network,
            sql: Zeroizing::new(sql.to_owned()),
            limits: LIMITS,
        };
        ask(Path::new(ENGINE), request, LONG, &|| false)
    };
    let right = answer("SELECT '7' UNION ALL SELECT NULL");
    let mut rows = right
        .unwrap_or_else(|error| panic!("{}: {:?}", error.message, error.private))
        .rows;
    rows.sort();
    assert_eq!(rows, [vec![None], vec![Some("7".to_owned())]]);
    for (sql, types) in [
        ("SELECT 7", true),
        ("SELECT 'NaN'::DOUBLE", true),
        ("SELECT 7::HUGEINT", true),
        ("SELECT '1', '2'", true),
        ("SELECT 'x'::BLOB", true),
        ("SELECT '1' FROM range(4)", false),
        ("SELECT '1' FROM range(1000000)", false),
        ("SELECT repeat('9', 1001)", false),
        ("SELECT repeat('9', 100000000)", false),
    ] {
        let message = message(answer(sql));
        let is_types = matches!(message, DriverMessage::WrongTypes);
        let is_size = matches!(message, DriverMessage::TooLarge);
        assert!(if types { is_types } else { is_size }, "{sql}: {message}");
    }
}
