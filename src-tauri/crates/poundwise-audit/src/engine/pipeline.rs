//! Reads a ledger on the caller's thread, verifies its documents on other threads, and returns them
//! in their order. At any time only a few batches of lines are in memory, whatever the ledger's
//! length.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use poundwise_documents::jws::{AnyDocument, JwsError};
use poundwise_documents::keys::KeyCache;
use poundwise_documents::ledger::{LedgerLine, LedgerReadError, LedgerReader};

/// A line and the result of its verification.
pub(super) type Verified = (LedgerLine, Result<AnyDocument, JwsError>);

/// The most lines of a batch.
const LINES: usize = 64;
/// The number of bytes from which a batch ends; its last line may be as long as a document.
const BYTES: usize = 256 << 10;

/// The end of a reading.
pub(super) enum End {
    /// At the end of the ledger, or where it cannot be read on.
    Read(Result<(), LedgerReadError>),
    /// `each` stopped the reading.
    Stopped,
}

/// Calls `each` with every line of the ledger in order, verified by `threads` threads.
pub(super) fn verify_lines<R: BufRead>(
    reader: &mut LedgerReader<R>,
    threads: usize,
    mut each: impl FnMut(Verified) -> ControlFlow<()>,
) -> End {
    if threads <= 1 {
        return alone(reader, each);
    }
    thread::scope(|scope| {
        let under_way = 2 * threads + 2;
        let (to_workers, jobs) = mpsc::sync_channel::<(u64, Vec<LedgerLine>)>(under_way);
        let (done, results) = mpsc::sync_channel::<(u64, Vec<Verified>)>(under_way);
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..threads {
            let (jobs, done) = (Arc::clone(&jobs), done.clone());
            scope.spawn(move || work(&jobs, &done));
        }
        drop(done);

        // Results that came before an earlier one.
        let mut early = BTreeMap::new();
        let (mut read, mut handed_on) = (0u64, 0u64);
        let mut end = None;
        loop {
            while end.is_none() && read - handed_on < under_way as u64 {
                let (batch, ended) = next_batch(reader);
                end = ended;
                if !batch.is_empty() {
                    // The workers live as long as this sender does.
                    if to_workers.send((read, batch)).is_err() {
                        return End::Stopped;
                    }
                    read += 1;
                }
            }
            if read == handed_on {
                return End::Read(end.unwrap_or(Ok(())));
            }
            let Ok((number, batch)) = results.recv() else {
                return End::Stopped;
            };
            early.insert(number, batch);
            while let Some(batch) = early.remove(&handed_on) {
                handed_on += 1;
                for verified in batch {
                    if each(verified).is_break() {
                        return End::Stopped;
                    }
                }
            }
        }
    })
}

fn alone<R: BufRead>(
    reader: &mut LedgerReader<R>,
    mut each: impl FnMut(Verified) -> ControlFlow<()>,
) -> End {
    let mut keys = KeyCache::default();
    loop {
        match reader.next_line() {
            Ok(None) => return End::Read(Ok(())),
            Err(error) => return End::Read(Err(error)),
            Ok(Some(line)) => {
                let document = AnyDocument::verify_with(&line.compact, &mut keys);
                if each((line, document)).is_break() {
                    return End::Stopped;
                }
            }
        }
    }
}

/// Returns the next lines, and how the ledger ended if it did.
fn next_batch<R: BufRead>(
    reader: &mut LedgerReader<R>,
) -> (Vec<LedgerLine>, Option<Result<(), LedgerReadError>>) {
    let (mut batch, mut bytes) = (Vec::with_capacity(LINES), 0);
    while batch.len() < LINES && bytes < BYTES {
        match reader.next_line() {
            Ok(Some(line)) => {
                bytes += line.compact.len();
                batch.push(line);
            }
            Ok(None) => return (batch, Some(Ok(()))),
            Err(error) => return (batch, Some(Err(error))),
        }
    }
    (batch, None)
}

fn work(jobs: &Mutex<Receiver<(u64, Vec<LedgerLine>)>>, done: &SyncSender<(u64, Vec<Verified>)>) {
    let mut keys = KeyCache::default();
    loop {
        // Taken by one worker at a time, verified by all at once.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok((number, lines)) = job else {
            return;
        };
        let verify = |line: LedgerLine| {
            let document = AnyDocument::verify_with(&line.compact, &mut keys);
            (line, document)
        };
        if done
            .send((number, lines.into_iter().map(verify).collect()))
            .is_err()
        {
            return;
        }
    }
}
