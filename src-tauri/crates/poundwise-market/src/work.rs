//! Work that takes time: how far it is, and how whoever waits for it stops it.

use std::{
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicBool, Ordering},
};

use serde::Serialize;

use crate::error::{Error, ErrorCode, Result};

/// What is being done.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "WorkStep"))]
pub enum Step {
    /// A file is read through: its rows are counted, its columns' types found, its faults too.
    Check,
    /// Its rows are written, encrypted, into the home.
    Store,
    /// A stored table is read.
    Load,
    /// The attribute is computed from the rows.
    Compute,
    /// The response that the buyer holds is read off the noise path.
    Before,
    /// The response that is sold is read off the noise path.
    Noise,
    /// Ledgers, bundles and documents are verified.
    Verify,
    /// What was verified is compared with what is published.
    Compare,
    /// Deliveries are fetched, decrypted and verified.
    Fetch,
    /// They are compared with what is held, and encrypted for the home.
    Keep,
    /// What is held is decrypted and verified.
    Open,
    /// A release is written into a file.
    Write,
    /// A ledger is written into a file.
    Ledger,
    /// A more private copy is drawn.
    Draw,
    /// The response that a sealed listing sells on from is read off the noise path.
    Seal,
}

/// What is counted.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "WorkUnit"))]
pub enum Unit {
    /// Bytes of the files that are read.
    Bytes,
    /// Rows of the dataset.
    Rows,
    /// Coordinates of the attribute.
    Coordinates,
    /// Files.
    Files,
    /// Receipts of a ledger.
    Receipts,
}

impl Step {
    fn unit(self) -> Unit {
        match self {
            Self::Check | Self::Store | Self::Verify | Self::Fetch | Self::Keep | Self::Open => {
                Unit::Bytes
            }
            Self::Load | Self::Compute => Unit::Rows,
            Self::Before | Self::Noise | Self::Write | Self::Draw | Self::Seal => Unit::Coordinates,
            Self::Compare => Unit::Files,
            Self::Ledger => Unit::Receipts,
        }
    }
}

/// How far the work is.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "WorkProgress"))]
pub struct Progress {
    /// The step it is at.
    pub step: Step,
    /// How much of this step is done.
    pub done: u64,
    /// How much this step is in all.
    pub total: u64,
    /// What both are counted in.
    pub unit: Unit,
    /// How much of the whole work is done, in thousandths; never falls.
    pub permille: u16,
}

/// How many quick items pass untold.
const EACH: usize = 4096;

type Listener<'a> = &'a (dyn Fn(Progress) -> ControlFlow<()> + Sync);

/// Who is told how far the work is; a break stops it. What comes of the work does not depend on it, and work that was
/// stopped leaves nothing behind.
///
/// ```
/// use std::{ops::ControlFlow, sync::atomic::{AtomicBool, Ordering}};
/// use poundwise_market::{Progress, Work};
///
/// let stop = AtomicBool::new(false); // set by another thread
/// let tell = |progress: Progress| {
///     println!("{} of {}", progress.done, progress.total);
///     if stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
/// };
/// let work = Work::telling(&tell);
/// # let _ = work;
/// ```
#[derive(Clone, Copy, Default)]
pub struct Work<'a> {
    listener: Option<Listener<'a>>,
}

impl<'a> Work<'a> {
    /// Tells nobody and is never stopped.
    #[must_use]
    pub fn silent() -> Self {
        Self::default()
    }

    /// Tells `listener`, many times a second and from whichever thread; a break stops the work soon.
    #[must_use]
    pub fn telling(listener: Listener<'a>) -> Self {
        Self {
            listener: Some(listener),
        }
    }

    /// A step that takes the work from the one to the other of `share`, in thousandths.
    pub(crate) fn stage(self, step: Step, total: u64, share: Range<u16>) -> Stage<'a> {
        Stage {
            work: self,
            step,
            total,
            share,
        }
    }
}

/// One step of the work.
#[derive(Clone)]
pub(crate) struct Stage<'a> {
    work: Work<'a>,
    step: Step,
    total: u64,
    share: Range<u16>,
}

impl Stage<'_> {
    /// A step of nothing, for what is done without anybody waiting.
    pub(crate) fn silent() -> Self {
        Work::silent().stage(Step::Check, 0, 0..0)
    }

    /// The same step of so much.
    pub(crate) fn of(&self, total: u64) -> Self {
        Self {
            total,
            ..self.clone()
        }
    }

    /// How much there is of it.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    pub(crate) fn ask(&self, done: u64) -> ControlFlow<()> {
        let Some(listener) = self.work.listener else {
            return ControlFlow::Continue(());
        };
        let done = done.min(self.total);
        let part = u64::from(self.share.end - self.share.start);
        let part = u128::from(done) * u128::from(part) / u128::from(self.total.max(1));
        listener(Progress {
            step: self.step,
            done,
            total: self.total,
            unit: self.step.unit(),
            permille: self.share.start + u16::try_from(part).unwrap_or(0),
        })
    }

    /// Tells how much of the step is done.
    ///
    /// # Errors
    /// `stopped`.
    pub(crate) fn tell(&self, done: u64) -> Result<()> {
        match self.ask(done) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(stopped()),
        }
    }

    /// Tells it of one of many items, once in a few thousand: for loops that are quicker than who listens.
    ///
    /// # Errors
    /// `stopped`.
    pub(crate) fn tell_each(&self, done: usize) -> Result<()> {
        if done.is_multiple_of(EACH) {
            self.tell(done as u64)
        } else {
            Ok(())
        }
    }

    /// Reads a file or a table; `read` gets what tells the query's crate who listens.
    ///
    /// # Errors
    /// `stopped`, or what `read` says.
    pub(crate) fn query<T, E: Into<Error>>(
        &self,
        read: impl FnOnce(&poundwise_query::Progress<'_>) -> std::result::Result<T, E>,
    ) -> Result<T> {
        let listener = |done, total| self.of(total).ask(done);
        read(&poundwise_query::Progress::telling(&listener).of(self.total)).map_err(Into::into)
    }

    /// Reads a noise path; `read` gets what tells the path who listens.
    ///
    /// # Errors
    /// `stopped`, or what `read` says, as `fault` has it.
    pub(crate) fn noise<T>(
        &self,
        read: impl FnOnce(
            &gradual_release::Progress<'_>,
        ) -> std::result::Result<T, gradual_release::Error>,
        fault: impl FnOnce(&gradual_release::Error) -> Error,
    ) -> Result<T> {
        let stop = AtomicBool::new(false);
        let report = |done, _| {
            if self.ask(done).is_break() {
                stop.store(true, Ordering::Relaxed);
            }
        };
        let progress = gradual_release::Progress::new(&report).cancelled_by(&stop);
        let read = read(&progress);
        if stop.load(Ordering::Relaxed) {
            return Err(stopped());
        }
        read.map_err(|error| fault(&error))
    }
}

/// The error of work that was stopped by whoever was told how far it is.
#[must_use]
pub fn stopped() -> Error {
    Error::refused(ErrorCode::Stopped, "The work was stopped before its end.")
        .hint("Nothing was changed. Start it again when you like.")
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn the_whole_is_told_in_thousandths_and_a_break_is_an_error() {
        let told = Mutex::new(Vec::new());
        let listener = |progress: Progress| {
            told.lock().unwrap().push(progress.permille);
            if progress.done >= 3 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let work = Work::telling(&listener);
        let first = work.stage(Step::Check, 0, 0..400);
        first.tell(0).unwrap();
        let second = work.stage(Step::Store, 4, 400..1000);
        for done in 0..3 {
            second.tell(done).unwrap();
        }
        assert_eq!(second.tell(3).unwrap_err().code().as_str(), "stopped");
        // More than there is counts as all of it.
        assert_eq!(second.tell(9).unwrap_err().code().as_str(), "stopped");
        assert_eq!(*told.lock().unwrap(), [0, 400, 550, 700, 850, 1000]);
        assert!(Stage::silent().tell(7).is_ok());
    }
}
