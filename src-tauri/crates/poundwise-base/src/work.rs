//! Progress and cancellation of work that takes time.

use std::{
    ops::{ControlFlow, Range},
    sync::atomic::{AtomicBool, Ordering},
};

use serde::Serialize;

use crate::error::{Error, Result, stopped};

/// A step of some work.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WorkStep {
    /// Reads a file through: counts its rows, finds the types of its columns, and its faults.
    Check,
    /// Writes the file's rows into the home, encrypted.
    Store,
    /// Reads a stored table.
    Load,
    /// Computes the attribute from the rows.
    Compute,
    /// Waits for the answer of a database.
    Query,
    /// Evaluates the noise path at the level that the buyer holds.
    Before,
    /// Evaluates the noise path at the level that is sold.
    Noise,
    /// Verifies ledgers, bundles and documents.
    Verify,
    /// Compares what was verified with what is published.
    Compare,
    /// Computes releases again from the seeds and the data of an opening.
    Replay,
    /// Fetches, decrypts and verifies deliveries.
    Fetch,
    /// Compares deliveries with the holdings, and encrypts them for the home.
    Keep,
    /// Decrypts and verifies a holding.
    Open,
    /// Writes a release into a file.
    Write,
    /// Writes a ledger into a file.
    Ledger,
    /// Draws a more private copy.
    Draw,
    /// Evaluates the noise path for the response from which a sealed listing is still sold.
    Seal,
    /// Sends documents to the market.
    Send,
}

/// The unit in which a step is counted.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum WorkUnit {
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
    /// Documents.
    Documents,
}

impl WorkStep {
    fn unit(self) -> WorkUnit {
        match self {
            Self::Check | Self::Store | Self::Verify | Self::Fetch | Self::Keep | Self::Open => {
                WorkUnit::Bytes
            }
            Self::Load | Self::Compute | Self::Query => WorkUnit::Rows,
            Self::Before | Self::Noise | Self::Write | Self::Draw | Self::Seal => {
                WorkUnit::Coordinates
            }
            Self::Compare | Self::Replay => WorkUnit::Files,
            Self::Ledger => WorkUnit::Receipts,
            Self::Send => WorkUnit::Documents,
        }
    }

    /// Returns the time that the step takes relative to the other steps of the same work, as
    /// measured with large tables: its share of a progress bar for the whole.
    fn weight(self) -> u64 {
        match self {
            Self::Verify => 9,
            Self::Store | Self::Load | Self::Query | Self::Fetch | Self::Noise | Self::Write => 6,
            Self::Before | Self::Draw => 5,
            Self::Check | Self::Compute | Self::Keep | Self::Open | Self::Replay => 4,
            Self::Compare | Self::Ledger | Self::Seal | Self::Send => 1,
        }
    }
}

/// Progress of some work.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkProgress {
    /// The current step.
    pub step: WorkStep,
    /// Amount of this step that is done.
    pub done: u64,
    /// Amount of this step in all.
    pub total: u64,
    /// The unit of both counts.
    pub unit: WorkUnit,
    /// Share of the whole work that is done, in thousandths; never falls.
    pub permille: u16,
}

impl WorkProgress {
    /// Returns whether the amount of the step is known. A database does not tell how far it is.
    #[must_use]
    pub fn has_amount(&self) -> bool {
        self.total > 0 || (self.step != WorkStep::Query && self.permille > 0)
    }
}

/// Number of quick items between two reports.
const EACH: usize = 4096;

type Listener<'a> = &'a (dyn Fn(WorkProgress) -> ControlFlow<()> + Sync);

/// Progress and cancellation of a job. The callback gets the progress, and stops the job by a
/// break. The result does not depend on it, and a stopped job leaves nothing behind.
///
/// ```
/// use std::{ops::ControlFlow, sync::atomic::{AtomicBool, Ordering}};
/// use poundwise_base::work::{WorkProgress, Work};
///
/// let stop = AtomicBool::new(false); // set by another thread
/// let tell = |progress: WorkProgress| {
///     println!("{} of {}", progress.done, progress.total);
///     match stop.load(Ordering::Relaxed) {
///         true => ControlFlow::Break(()),
///         false => ControlFlow::Continue(()),
///     }
/// };
/// let work = Work::telling(&tell);
/// # let _ = work;
/// ```
#[derive(Clone, Copy, Default)]
pub struct Work<'a> {
    listener: Option<Listener<'a>>,
}

impl<'a> Work<'a> {
    /// Returns a job that reports nothing and is never stopped.
    #[must_use]
    pub fn silent() -> Self {
        Self::default()
    }

    /// Returns a job that calls `listener` many times a second and from any thread; a break stops
    /// the job soon.
    #[must_use]
    pub fn telling(listener: Listener<'a>) -> Self {
        Self {
            listener: Some(listener),
        }
    }

    /// Returns the stage of a job with one step.
    pub fn stage(self, step: WorkStep, total: u64) -> Stage<'a> {
        Stage {
            work: self,
            step,
            before: 0,
            total,
            share: 0..1000,
        }
    }

    /// Returns the steps of a job with several, one after the other.
    pub fn through<'s>(self, steps: &'s [WorkStep]) -> Steps<'a, 's> {
        Steps { work: self, steps }
    }
}

/// The steps of some work, in order.
#[derive(Clone, Copy)]
pub struct Steps<'a, 's> {
    work: Work<'a>,
    steps: &'s [WorkStep],
}

impl<'a> Steps<'a, '_> {
    /// Returns the stage of one of the steps, with its total.
    pub fn at(self, step: WorkStep, total: u64) -> Stage<'a> {
        let weight = |steps: &[WorkStep]| steps.iter().map(|step| step.weight()).sum::<u64>();
        let before = self.steps.iter().position(|each| *each == step);
        let before = before.unwrap_or(self.steps.len());
        let all = weight(self.steps).max(1);
        let permille = |to: usize| {
            let to = to.min(self.steps.len());
            u16::try_from(weight(&self.steps[..to]) * 1000 / all).unwrap_or(1000)
        };
        Stage {
            work: self.work,
            step,
            before: 0,
            total,
            share: permille(before)..permille(before + 1),
        }
    }
}

/// One step of some work, with its total and its share of the whole.
#[derive(Clone)]
pub struct Stage<'a> {
    work: Work<'a>,
    step: WorkStep,
    /// What was done of the step before the work that is reported.
    before: u64,
    total: u64,
    share: Range<u16>,
}

impl Stage<'_> {
    /// Returns a stage that reports nothing, for work without a caller who waits.
    pub fn silent() -> Self {
        Work::silent().stage(WorkStep::Check, 0)
    }

    /// Returns the same stage with another total.
    pub fn of(&self, total: u64) -> Self {
        Self {
            total,
            ..self.clone()
        }
    }

    /// Returns the same stage for work that begins once `done` of it is done.
    pub fn after(&self, done: u64) -> Self {
        Self {
            before: done,
            ..self.clone()
        }
    }

    /// Returns one of several equal parts of the stage, counted from 0.
    pub fn part(&self, number: u16, of: u16) -> Self {
        let whole = self.share.end - self.share.start;
        let to = |number: u16| self.share.start + whole / of.max(1) * number;
        Self {
            share: to(number)..if number + 1 < of {
                to(number + 1)
            } else {
                self.share.end
            },
            ..self.clone()
        }
    }

    /// Returns the total of the stage.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Reports how much of the step is done, and returns the callback's answer.
    pub fn ask(&self, done: u64) -> ControlFlow<()> {
        let Some(listener) = self.work.listener else {
            return ControlFlow::Continue(());
        };
        let done = self.before.saturating_add(done).min(self.total);
        let part = u64::from(self.share.end - self.share.start);
        let part = u128::from(done) * u128::from(part) / u128::from(self.total.max(1));
        listener(WorkProgress {
            step: self.step,
            done,
            total: self.total,
            unit: self.step.unit(),
            permille: self.share.start + u16::try_from(part).unwrap_or(0),
        })
    }

    /// Reports how much of the step is done.
    ///
    /// # Errors
    /// `stopped`.
    pub fn tell(&self, done: u64) -> Result<()> {
        match self.ask(done) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(stopped()),
        }
    }

    /// Reports one of many items, once in a few thousand: for loops that are faster than the
    /// callback.
    ///
    /// # Errors
    /// `stopped`.
    pub fn tell_each(&self, done: usize) -> Result<()> {
        if done.is_multiple_of(EACH) {
            self.tell(done as u64)
        } else {
            Ok(())
        }
    }

    /// Reads a file or a table. `read` gets the progress callback in the form of the query crate.
    ///
    /// # Errors
    /// `stopped`, or the error of `read`.
    pub fn query<T, E: Into<Error>>(
        &self,
        read: impl FnOnce(&poundwise_query::RowProgress<'_>) -> std::result::Result<T, E>,
    ) -> Result<T> {
        let listener = |done, total| self.of(total).ask(done);
        read(&poundwise_query::RowProgress::telling(&listener).of(self.total)).map_err(Into::into)
    }

    /// Evaluates a noise path. `read` gets the progress callback in the form of gradual-release.
    ///
    /// # Errors
    /// `stopped`, or the error of `read` as `fault` maps it.
    pub fn noise<T>(
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn the_parts_of_a_step_follow_each_other_to_its_end() {
        let work = Work::silent().through(&[WorkStep::Check, WorkStep::Store]);
        let share = |number| work.at(WorkStep::Store, 1).part(number, 7).share;
        assert_eq!(share(0).start, 400);
        assert!((1..7).all(|number| share(number).start == share(number - 1).end));
        assert_eq!(share(6).end, 1000);
    }

    /// Of no steps, and of no parts of one, there is nothing to tell; the work goes on.
    #[test]
    fn work_without_steps_or_parts_has_no_share() {
        let none = Work::silent().through(&[]).at(WorkStep::Check, 1);
        assert_eq!(none.share, 0..0);
        let whole = Work::silent().stage(WorkStep::Check, 1);
        assert_eq!(whole.part(0, 0).share, 0..1000);
    }

    /// Work that goes on after its steps is at its end, and no error.
    #[test]
    fn a_step_that_was_not_named_comes_last() {
        let work = Work::silent().through(&[WorkStep::Check, WorkStep::Store]);
        assert_eq!(work.at(WorkStep::Write, 1).share, 1000..1000);
    }

    #[test]
    fn the_whole_is_told_in_thousandths_and_a_break_is_an_error() {
        let told = Mutex::new(Vec::new());
        let listener = |progress: WorkProgress| {
            told.lock().unwrap().push(progress.permille);
            if progress.done >= 3 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let work = Work::telling(&listener).through(&[WorkStep::Check, WorkStep::Store]);
        let first = work.at(WorkStep::Check, 0);
        first.tell(0).unwrap();
        let second = work.at(WorkStep::Store, 4);
        for done in 0..3 {
            second.tell(done).unwrap();
        }
        assert_eq!(second.tell(3).unwrap_err().code().as_str(), "stopped");
        assert_eq!(
            second.after(1).tell(2).unwrap_err().code().as_str(),
            "stopped"
        );
        // More than the total counts as the total.
        assert_eq!(second.tell(9).unwrap_err().code().as_str(), "stopped");
        assert_eq!(*told.lock().unwrap(), [0, 400, 550, 700, 850, 850, 1000]);
        assert!(Stage::silent().tell(7).is_ok());
    }
}
