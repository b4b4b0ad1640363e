//! How an audit is run: on how many threads, and who is told how far it is and what it finds.

use std::fmt;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread;

use poundwise_documents::finding::{Finding, Recorder};

/// A ledger's progress is told after every so many documents.
pub(super) const EVERY: u64 = 256;

/// How far an audit is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Bytes read so far, of all inputs; their sizes are the caller's to know.
    pub bytes: u64,
    /// Documents of ledgers verified so far.
    pub documents: u64,
}

/// The audit was stopped by whoever is told its progress. There is no report of half an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the audit was stopped before its end")]
pub struct Stopped;

type Listener<'a> = &'a dyn Fn(Progress) -> ControlFlow<()>;
type Finder<'a> = &'a dyn Fn(&Finding) -> ControlFlow<()>;

/// How an audit is run. What it finds does not depend on it.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    threads: Option<NonZero<usize>>,
    listener: Option<Listener<'a>>,
    finder: Option<Finder<'a>>,
}

impl<'a> Options<'a> {
    /// On all processors, telling nobody.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Verifies signatures on this many threads; on one, that is the caller's own.
    #[must_use]
    pub fn on_threads(self, threads: NonZero<usize>) -> Self {
        Self {
            threads: Some(threads),
            ..self
        }
    }

    /// Tells `listener`, on the caller's thread, after each file and after each few hundred documents of a ledger; a
    /// break stops the audit.
    #[must_use]
    pub fn telling(self, listener: Listener<'a>) -> Self {
        Self {
            listener: Some(listener),
            ..self
        }
    }

    /// Shows `finder`, on the caller's thread, each finding soon after it is made: those of a file, or of a ledger's
    /// line, together. Findings that are counted and not kept are not shown. A break stops the audit, for whoever needs
    /// to know no more than that something is wrong.
    #[must_use]
    pub fn finding(self, finder: Finder<'a>) -> Self {
        Self {
            finder: Some(finder),
            ..self
        }
    }

    /// Shows the findings from `shown` on, which is moved to their end.
    pub(super) fn show(&self, recorder: &Recorder, shown: &mut usize) -> ControlFlow<()> {
        let Some(finder) = self.finder else {
            return ControlFlow::Continue(());
        };
        let findings = recorder.findings();
        let new = findings.get(*shown..).unwrap_or_default();
        *shown = findings.len();
        new.iter().try_for_each(finder)
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
            .or_else(|| thread::available_parallelism().ok())
            .map_or(1, NonZero::get)
    }

    pub(super) fn ask(&self, progress: Progress) -> ControlFlow<()> {
        self.listener
            .map_or(ControlFlow::Continue(()), |listener| listener(progress))
    }

    pub(super) fn report(&self, progress: Progress) -> Result<(), Stopped> {
        match self.ask(progress) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
