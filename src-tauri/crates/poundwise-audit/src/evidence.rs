//! The inputs of an audit: files and published logs.

use std::ops::ControlFlow;

use crate::{
    AuditProgress, AuditReport, Input, Options, ReportBuilder, Stopped, draft, material::Material,
    noise, published::PublishedLog,
};

pub use crate::source::Source;

/// A phase of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Documents are verified; counts bytes of the files.
    Verify,
    /// Releases and published logs are compared; counts files and logs.
    Compare,
    /// Releases are computed again; counts releases.
    Replay,
}

/// The progress of an audit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AuditStep {
    /// The phase it is in.
    pub phase: Phase,
    /// Amount of the phase that is done.
    pub done: u64,
    /// The whole amount of the phase.
    pub total: u64,
}

/// Receives progress, on the caller's thread; a break stops the audit.
pub type Callback<'a> = &'a dyn Fn(AuditStep) -> ControlFlow<()>;

impl AuditStep {
    pub(crate) fn ask(self, progress: Callback<'_>) -> Result<(), Stopped> {
        match progress(self) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stopped),
        }
    }
}

/// Files and published logs, to be audited together.
#[derive(Default)]
pub struct Evidence<'a> {
    sources: Vec<Source<'a>>,
    logs: Vec<PublishedLog<'a>>,
}

impl<'a> Evidence<'a> {
    /// Files and logs, in the order in which the report names them.
    #[must_use]
    pub fn new(sources: Vec<Source<'a>>, logs: Vec<PublishedLog<'a>>) -> Self {
        Self { sources, logs }
    }

    pub(crate) fn sources(&self) -> &[Source<'a>] {
        &self.sources
    }

    /// Audits everything, each by itself and all against each other: documents, the law of the
    /// noise, and published logs.
    ///
    /// # Errors
    /// [`Stopped`]: a callback cancelled it. What is wrong inside a file is a finding, not an
    /// error.
    pub fn audit(&self, progress: Callback<'_>) -> Result<AuditReport, Stopped> {
        self.draft(progress).map(|(report, _)| report.finish())
    }

    /// Audits as [`Evidence::audit`] does, and returns the report to be added to, with what the
    /// files show.
    pub(crate) fn draft(
        &self,
        progress: Callback<'_>,
    ) -> Result<(ReportBuilder, Material), Stopped> {
        let mut inputs: Vec<Input<'_>> = self.sources.iter().map(Source::input).collect();
        for log in &self.logs {
            inputs.extend(log.inputs());
        }
        let bytes = self
            .sources
            .iter()
            .fold(0u64, |sum, source| sum.saturating_add(source.bytes));
        let tell = |read: AuditProgress| {
            progress(AuditStep {
                phase: Phase::Verify,
                done: read.bytes,
                total: bytes,
            })
        };
        let mut report = draft(inputs, &Options::new().on_progress(&tell))?;
        let (files, total) = (
            self.sources.len() as u64,
            (self.sources.len() + self.logs.len()) as u64,
        );
        let compared = |done| {
            AuditStep {
                phase: Phase::Compare,
                done,
                total,
            }
            .ask(progress)
        };
        let material = Material::read(&self.sources, &compared)?;
        for (done, log) in (files..).zip(&self.logs) {
            compared(done)?;
            log.check(&mut report, &material);
        }
        compared(total)?;
        noise::check(&mut report, &material.shown);
        Ok((report, material))
    }
}
