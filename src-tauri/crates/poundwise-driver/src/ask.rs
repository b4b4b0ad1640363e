//! The process of a driver: started, given a request, bounded and ended.

use std::io::{self, Read};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{DumpableBehavior, Pid, Signal, kill_process_group, set_dumpable_behavior};

use crate::messages::{DriverError, DriverMessage};
use crate::reason::reason;
use crate::wire::{Answer, Confinement, Limits, Request, TextRows};

/// Time between two looks at whether the statement is to be stopped.
const SLICE: Duration = Duration::from_millis(50);

/// Time for a stopped process to cancel its statement.
const GRACE: Duration = Duration::from_secs(2);

/// Bytes of an answer besides its cells.
const FRAMES: usize = 1 << 17;

/// Bytes of the frame of one cell besides its text.
const FRAME: usize = 16;

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

/// Asks a database, through the program `engine` (`poundwise-engine`). Calls `is_stopped` twenty times a second.
///
/// # Errors
/// A [`DriverError`] for each way in which a driver or a database can fail, and if the answer takes
/// longer than `time`, is larger than the limits or in another form.
pub fn ask(
    engine: &Path,
    request: Request,
    time: Duration,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Answered, DriverError> {
    let limits = request.limits;
    let mut command = Command::new(engine);
    command
        .env_clear()
        .current_dir("/")
        .process_group(0)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    // The process could read this one before it confines itself.
    refuse_tracing().map_err(|_| DriverMessage::NotStarted)?;
    let child = command.spawn().map_err(|_| DriverMessage::NotStarted)?;
    let mut process = Ending(child);
    let (Some(mut input), Some(output)) = (process.0.stdin.take(), process.0.stdout.take()) else {
        return Err(DriverMessage::NotStarted.into());
    };
    let (send, answers) = sync_channel(1);
    // Ends when the process does.
    thread::spawn(move || {
        // The receiver is gone if the process was stopped.
        let _ = send.send(read(output, &limits));
    });
    let (give_up, keep) = sync_channel::<()>(0);
    thread::spawn(move || {
        // A process that does not read its request gives no answer either.
        let _ = request.write(&mut input);
        // The process cancels the statement when this pipe closes.
        let _ = keep.recv();
    });
    let answer = wait(&answers, time, is_stopped);
    drop(give_up);
    match answer {
        Ok(answer) => taken(answer),
        Err(message) => {
            // The process cancels the statement in the database, and ends.
            let _ = answers.recv_timeout(GRACE);
            Err(message.into())
        }
    }
}

/// Waits for the answer.
fn wait<T>(
    answers: &Receiver<T>,
    time: Duration,
    is_stopped: &dyn Fn() -> bool,
) -> Result<T, DriverMessage> {
    let begin = Instant::now();
    loop {
        match answers.recv_timeout(SLICE) {
            Ok(answer) => return Ok(answer),
            Err(RecvTimeoutError::Disconnected) => return Err(DriverMessage::Broken),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if is_stopped() {
            return Err(DriverMessage::Stopped);
        }
        if begin.elapsed() >= time {
            let seconds = time.as_secs();
            return Err(DriverMessage::TooSlow { seconds });
        }
    }
}

/// Reads an answer of limited size; `None` if it is larger.
fn read(output: impl Read, limits: &Limits) -> Option<io::Result<(Confinement, Answer)>> {
    let cells = limits.rows.saturating_mul(limits.columns);
    let most = limits
        .bytes
        .saturating_add(FRAMES)
        .saturating_add(cells.saturating_mul(FRAME));
    let mut limited = io::BufReader::new(output.take(most as u64));
    let confinement = Confinement::read(&mut limited);
    let answer =
        confinement.and_then(|confinement| Ok((confinement, Answer::read(&mut limited, limits)?)));
    let is_at_end = limited.get_ref().limit() == 0;
    (!is_at_end).then_some(answer)
}

fn taken(answer: Option<io::Result<(Confinement, Answer)>>) -> Result<Answered, DriverError> {
    let Some(answer) = answer else {
        return Err(DriverMessage::TooLarge.into());
    };
    match answer {
        Ok((confinement, Answer::Rows(rows))) => Ok(Answered { rows, confinement }),
        Ok((_, Answer::Failed(failed))) => Err(DriverError {
            message: reason(&failed),
            private: Some(failed.said),
        }),
        Err(_) => Err(DriverMessage::Broken.into()),
    }
}
