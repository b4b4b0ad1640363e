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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Releases are computed again from the seeds and the data of an opening.
    Replay,
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
            Self::Compare | Self::Replay => Unit::Files,
            Self::Ledger => Unit::Receipts,
        }
    }

    /// How long it takes beside the other steps of the same work, as measured with large tables: what a bar that shows
    /// the whole gives it.
    fn weight(self) -> u64 {
        match self {
            Self::Verify => 9,
            Self::Store | Self::Load | Self::Fetch | Self::Noise | Self::Write => 6,
            Self::Before | Self::Draw => 5,
            Self::Check | Self::Compute | Self::Keep | Self::Open | Self::Replay => 4,
            Self::Compare | Self::Ledger | Self::Seal => 1,
        }
    }
}

/// How far the work is.
#[derive(Clone, Copy, Debug, Serialize, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, rename = "WorkProgress"))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
/// use poundwise_home::work::{Progress, Work};
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

    /// Work of one step.
    pub fn stage(self, step: Step, total: u64) -> Stage<'a> {
        Stage {
            work: self,
            step,
            total,
            share: 0..1000,
        }
    }

    /// Work of several steps, one after the other.
    pub fn through<'s>(self, steps: &'s [Step]) -> Steps<'a, 's> {
        Steps { work: self, steps }
    }
}

/// The steps of some work, in order.
#[derive(Clone, Copy)]
pub struct Steps<'a, 's> {
    work: Work<'a>,
    steps: &'s [Step],
}

impl<'a> Steps<'a, '_> {
    /// One of them, of so much.
    pub fn at(self, step: Step, total: u64) -> Stage<'a> {
        let weight = |steps: &[Step]| steps.iter().map(|step| step.weight()).sum::<u64>();
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
            total,
            share: permille(before)..permille(before + 1),
        }
    }
}

/// One step of the work.
#[derive(Clone)]
pub struct Stage<'a> {
    work: Work<'a>,
    step: Step,
    total: u64,
    share: Range<u16>,
}

impl Stage<'_> {
    /// A step of nothing, for what is done without anybody waiting.
    pub fn silent() -> Self {
        Work::silent().stage(Step::Check, 0)
    }

    /// The same step of so much.
    pub fn of(&self, total: u64) -> Self {
        Self {
            total,
            ..self.clone()
        }
    }

    /// One of several equal parts of it, counted from 0.
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

    /// How much there is of it.
    pub fn total(&self) -> u64 {
        self.total
    }

    pub fn ask(&self, done: u64) -> ControlFlow<()> {
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
    pub fn tell(&self, done: u64) -> Result<()> {
        match self.ask(done) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(stopped()),
        }
    }

    /// Tells it of one of many items, once in a few thousand: for loops that are quicker than who listens.
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

    /// Reads a file or a table; `read` gets what tells the query's crate who listens.
    ///
    /// # Errors
    /// `stopped`, or what `read` says.
    pub fn query<T, E: Into<Error>>(
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
    fn the_parts_of_a_step_follow_each_other_to_its_end() {
        let work = Work::silent().through(&[Step::Check, Step::Store]);
        let share = |number| work.at(Step::Store, 1).part(number, 7).share;
        assert_eq!(share(0).start, 400);
        assert!((1..7).all(|number| share(number).start == share(number - 1).end));
        assert_eq!(share(6).end, 1000);
    }

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
        let work = Work::telling(&listener).through(&[Step::Check, Step::Store]);
        let first = work.at(Step::Check, 0);
        first.tell(0).unwrap();
        let second = work.at(Step::Store, 4);
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
