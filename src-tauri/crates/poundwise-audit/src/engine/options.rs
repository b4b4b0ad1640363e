//! Threads and callbacks of an audit.

use std::fmt;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread;

use poundwise_documents::finding::{Finding, Recorder};

/// A ledger's progress is shown after every so many documents.
pub(super) const EVERY: u64 = 256;

/// Progress of an audit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AuditProgress {
    /// Bytes read so far, of all inputs; their sizes are the caller's to know.
    pub bytes: u64,
    /// Documents of ledgers verified so far.
    pub documents: u64,
}

/// A callback cancelled the audit; no partial report is returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Stopped;

impl Stopped {
    /// Returns the error of an audit whose callback answered with a break.
    pub(super) fn on_break(answer: ControlFlow<()>) -> Result<(), Self> {
        match answer {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Self),
        }
    }
}

type ProgressCallback<'a> = &'a dyn Fn(AuditProgress) -> ControlFlow<()>;
type FindingCallback<'a> = &'a dyn Fn(&Finding) -> ControlFlow<()>;

/// Threads and callbacks of an audit. Its findings do not depend on them.
#[derive(Clone, Copy, Default)]
pub struct Options<'a> {
    threads: Option<NonZero<usize>>,
    on_progress: Option<ProgressCallback<'a>>,
    on_finding: Option<FindingCallback<'a>>,
}

impl<'a> Options<'a> {
    /// Returns the options of an audit on all processors, without callbacks.
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

    /// Calls `callback`, on the caller's thread, after each file and after each few hundred
    /// documents of a ledger. A break cancels the audit.
    #[must_use]
    pub fn on_progress(self, callback: ProgressCallback<'a>) -> Self {
        Self {
            on_progress: Some(callback),
            ..self
        }
    }

    /// Calls `callback`, on the caller's thread, with each finding soon after it is made: those of
    /// a file, or of a ledger's line, together. Findings that are counted and not kept are left
    /// out. A break cancels the audit, for a caller that only needs to know that something is
    /// wrong.
    #[must_use]
    pub fn on_finding(self, callback: FindingCallback<'a>) -> Self {
        Self {
            on_finding: Some(callback),
            ..self
        }
    }

    /// Shows the findings from `shown` on, and moves `shown` to their end.
    pub(super) fn show_findings(&self, recorder: &Recorder, shown: &mut usize) -> ControlFlow<()> {
        let Some(callback) = self.on_finding else {
            return ControlFlow::Continue(());
        };
        let findings = recorder.findings();
        let new = findings.get(*shown..).unwrap_or_default();
        *shown = findings.len();
        new.iter().try_for_each(callback)
    }

    pub(super) fn show_progress(&self, progress: AuditProgress) -> ControlFlow<()> {
        self.on_progress
            .map_or(ControlFlow::Continue(()), |callback| callback(progress))
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
            .or_else(|| thread::available_parallelism().ok())
            .map_or(1, NonZero::get)
    }
}

impl fmt::Debug for Options<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
