//! One request and its answer.

use std::fs::File;
use std::io::{self, BufWriter, Read as _};
use std::os::fd::OwnedFd;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::thread;
use std::time::Duration;

use adbc_core::sync::CancelHandle;
use poundwise_driver::{AnswerPart, Request};
use rustix::io::dup;
use rustix::process::{Signal, getpid, kill_process};
use rustix::stdio::{dup2_stdout, stdout};

use crate::confine::confine;
use crate::query::{Unanswered, query};

/// Time for the database to receive the cancellation.
const GRACE: Duration = Duration::from_secs(1);

/// Time between two cancellations.
const SLICE: Duration = Duration::from_millis(50);

/// Answers the request of the standard input.
pub(crate) fn run() -> ExitCode {
    match private_output().and_then(respond) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Returns the standard output and replaces it, so a driver that prints does not change the answer.
fn private_output() -> io::Result<File> {
    let output: OwnedFd = dup(stdout())?;
    dup2_stdout(File::options().write(true).open("/dev/null")?)?;
    Ok(output.into())
}

/// Confines the process, writes how well, and sends the statement.
fn respond(output: File) -> io::Result<()> {
    let mut output = BufWriter::new(output);
    let mut input = io::stdin().lock();
    let request = Request::read(&mut input)?;
    drop(input);
    confine(&request)?.write(&mut output)?;
    let (send, handles) = channel();
    let (end, ended) = channel();
    let named = |name: &str| thread::Builder::new().name(name.to_owned());
    // Both start before the driver, which could use up what a thread needs.
    named("end").spawn(move || end_after(&ended))?;
    named("watch").spawn(move || watch(&handles, &end))?;
    let answered = query(&request, &send, &mut output);
    drop(send);
    let last = match answered {
        Ok(()) => AnswerPart::End,
        Err(Unanswered::Failed(failed)) => AnswerPart::Failed(failed),
        // Nobody reads the answer any more.
        Err(Unanswered::Unread(error)) => return Err(error),
    };
    last.write(&mut output)
}

/// Cancels the statement and ends the process when the standard input ends.
fn watch(handles: &Receiver<Box<dyn CancelHandle>>, end: &Sender<()>) {
    // Bytes after the request are ignored.
    let mut rest = [0; 64];
    while io::stdin().read(&mut rest).is_ok_and(|read| read > 0) {}
    let _ = end.send(());
    // The statement may begin only now.
    let mut running = Vec::new();
    loop {
        loop {
            match handles.try_recv() {
                Ok(handle) => running.push(handle),
                Err(TryRecvError::Empty) => break,
                // The statement has ended.
                Err(TryRecvError::Disconnected) => return,
            }
        }
        for handle in &running {
            // The database may have ended the statement.
            let _ = handle.try_cancel();
        }
        thread::sleep(SLICE);
    }
}

/// Ends the process a moment after it is told so.
fn end_after(ended: &Receiver<()>) {
    let _ = ended.recv();
    thread::sleep(GRACE);
    // What a library does at the end of its process can hang.
    let _ = kill_process(getpid(), Signal::KILL);
}
