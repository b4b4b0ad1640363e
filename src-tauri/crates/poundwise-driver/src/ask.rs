//! The process of a driver: started, given a request, bounded and ended.

use std::ffi::OsString;
use std::io::{self, Read};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{DumpableBehavior, Pid, Signal, kill_process_group, set_dumpable_behavior};

use crate::messages::{DriverError, DriverMessage};
use crate::reason::reason;
use crate::wire::{AnswerPart, Confinement, Limits, Request, TextRows};

/// Time between two looks at whether the statement is to be stopped.
const SLICE: Duration = Duration::from_millis(50);

/// Time for a stopped process to cancel its statement.
const GRACE: Duration = Duration::from_secs(2);

/// Bytes of an answer besides its rows.
const FRAMES: usize = 1 << 17;

/// Bytes of the frame of one cell besides its text, and for each row of that of its part.
const FRAME: usize = 16;

/// Parts that are read ahead of the one that is taken.
const AHEAD: usize = 2;

/// Keeps other processes of this user from reading the memory of this one, and from tracing it.
///
/// # Errors
/// As the system call.
pub fn refuse_tracing() -> io::Result<()> {
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

/// A process that ends with this value, and all processes that it started.
struct Ending(Child);

impl Drop for Ending {
    fn drop(&mut self) {
        if let Some(group) = Pid::from_raw(self.0.id().cast_signed()) {
            // It may have ended.
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.0.wait();
    }
}

/// The rows of an answer. They are data: no `Debug`.
pub struct Answered {
    /// The rows.
    pub rows: TextRows,
    /// How well the driver was confined.
    pub confinement: Confinement,
}

/// Asks a database, through the program `engine` (`poundwise-engine`), and returns all rows. Calls
/// `is_stopped` twenty times a second.
///
/// # Errors
/// As [`ask_rows`].
pub fn ask(
    engine: &Path,
    request: Request,
    time: Duration,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Answered, DriverError> {
    let mut rows = TextRows::new();
    let confinement = ask_rows(engine, request, time, is_stopped, |more| {
        rows.extend(more);
        Ok::<(), DriverError>(())
    })?;
    Ok(Answered { rows, confinement })
}

/// Returns the environment of the process: the certificates that this machine trusts, and no folder
/// with settings of its user. Without them libpq finds no certificates, and stops at a file of
/// certificates in the user's folder, which it cannot read.
fn environment() -> Vec<(&'static str, OsString)> {
    let certificates = openssl_probe::probe();
    let file = certificates
        .cert_file
        .map(|file| ("SSL_CERT_FILE", file.into()));
    let folder = certificates.cert_dir.into_iter().next();
    let folder = folder.map(|folder| ("SSL_CERT_DIR", folder.into()));
    let home = Some(("HOME", OsString::from("/")));
    [home, file, folder].into_iter().flatten().collect()
}

/// Asks a database, through the program `engine` (`poundwise-engine`), and calls `take` with the
/// rows as they arrive, some at a time. Calls `is_stopped` twenty times a second. The rows are an
/// answer only if there is no error. Memory does not grow with the rows.
///
/// # Errors
/// A [`DriverError`] for each way in which a driver or a database can fail, and if the answer takes
/// longer than `time`, is larger than the limits or in another form; the first error of `take`,
/// which cancels the statement.
pub fn ask_rows<E: From<DriverError>>(
    engine: &Path,
    request: Request,
    time: Duration,
    is_stopped: &dyn Fn() -> bool,
    mut take: impl FnMut(TextRows) -> Result<(), E>,
) -> Result<Confinement, E> {
    let not_started = || DriverError::from(DriverMessage::NotStarted);
    let limits = request.limits;
    let mut command = Command::new(engine);
    command
        .env_clear()
        .envs(environment())
        .current_dir("/")
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    // The process could read this one before it confines itself.
    refuse_tracing().map_err(|_| not_started())?;
    let child = command.spawn().map_err(|_| not_started())?;
    let mut process = Ending(child);
    let (Some(mut input), Some(output)) = (process.0.stdin.take(), process.0.stdout.take()) else {
        return Err(not_started().into());
    };
    let (send, parts) = sync_channel(AHEAD);
    // Ends when the process does.
    thread::spawn(move || read(output, limits, &send));
    let (give_up, keep) = sync_channel::<()>(0);
    thread::spawn(move || {
        // A process that does not read its request gives no answer either.
        let _ = request.write(&mut input);
        // The process cancels the statement when this pipe closes.
        let _ = keep.recv();
    });
    let begin = Instant::now();
    let mut next = || -> Result<Option<Confinement>, E> {
        let heard = wait(&parts, begin, time, is_stopped).map_err(DriverError::from)?;
        match heard.map_err(DriverError::from)? {
            (_, AnswerPart::Rows(rows)) => take(rows).map(|()| None),
            (confinement, AnswerPart::End) => Ok(Some(confinement)),
            (_, AnswerPart::Failed(failed)) => Err(DriverError {
                message: reason(&failed),
                private: Some(failed.said),
            }
            .into()),
        }
    };
    let answered = loop {
        if let Some(answered) = next().transpose() {
            break answered;
        }
    };
    drop(give_up);
    if answered.is_err() {
        // The process cancels the statement in the database, and ends.
        let ended = Instant::now();
        while let Some(left) = GRACE.checked_sub(ended.elapsed())
            && let Ok(Ok((_, AnswerPart::Rows(_)))) = parts.recv_timeout(left)
        {}
    }
    answered
}

/// A part of an answer, and how well the process is confined.
type Heard = Result<(Confinement, AnswerPart), DriverMessage>;

/// Waits for the next part.
fn wait(
    parts: &Receiver<Heard>,
    begin: Instant,
    time: Duration,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Heard, DriverMessage> {
    loop {
        // A database that sends rows all the time is too slow at some time, too.
        if begin.elapsed() >= time {
            let seconds = time.as_secs();
            return Err(DriverMessage::TooSlow { seconds });
        }
        match parts.recv_timeout(SLICE) {
            Ok(part) => return Ok(part),
            Err(RecvTimeoutError::Disconnected) => return Err(DriverMessage::Broken),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if is_stopped() {
            return Err(DriverMessage::Stopped);
        }
    }
}

/// Reads the parts of an answer of limited size, up to its last one.
fn read(output: impl Read, mut limits: Limits, parts: &SyncSender<Heard>) {
    let cells = limits.rows.saturating_mul(limits.columns.saturating_add(1));
    let most = limits
        .bytes
        .saturating_add(FRAMES)
        .saturating_add(cells.saturating_mul(FRAME));
    let mut limited = io::BufReader::new(output.take(most as u64));
    let confinement = Confinement::read(&mut limited);
    loop {
        let part = match confinement {
            Ok(confinement) => {
                AnswerPart::read(&mut limited, &mut limits).map(|part| (confinement, part))
            }
            Err(_) => Err(io::ErrorKind::InvalidData.into()),
        };
        let part = match part {
            _ if limited.get_ref().limit() == 0 => Err(DriverMessage::TooLarge),
            Ok(part) => Ok(part),
            Err(_) => Err(DriverMessage::Broken),
        };
        let is_last = !matches!(part, Ok((_, AnswerPart::Rows(_))));
        // The receiver is gone if the process was stopped.
        if parts.send(part).is_err() || is_last {
            return;
        }
    }
}
