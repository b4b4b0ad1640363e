//! A test of a market: what works on it, step by step.

use serde::Serialize;

use super::{Backend, LISTINGS, MarketStore, ReadError, random_name};
use crate::{
    error::{Error, ErrorCode, ErrorView, Result},
    messages::{MarketHint, MarketMessage},
    random::random_bytes,
};

/// Folder of the objects that a test writes and removes.
const TRIALS: &str = "trials";
/// Most bytes that are read of an object that others wrote.
const LONGEST_READ: u64 = 64 * 1024;
/// Most seconds by which the clocks may differ. S3 refuses requests from 900 on.
const MOST_APART: u64 = 300;

/// A step of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum TrialStep {
    /// Lists a folder.
    List,
    /// Compares the server's clock with that of this machine.
    Clock,
    /// Writes an object.
    Write,
    /// Reads the object, or one that is there if it could not be written.
    Read,
    /// Removes the object.
    Delete,
}

/// Outcome of a step.
pub enum TrialOutcome {
    /// It works.
    Works,
    /// It does not work.
    Fails(Error),
    /// It was not tried, since a step before it failed, or does not apply.
    Skipped,
}

/// The outcome of a test, with all steps in order.
pub struct MarketTrial {
    /// URL of the market.
    pub market: String,
    /// The steps.
    pub steps: Vec<(TrialStep, TrialOutcome)>,
}

/// The outcome of a test, as it is passed to the window and printed by `--json`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(rename = "MarketTest")
)]
pub struct MarketTestView {
    /// URL of the market.
    pub market: String,
    /// Whether no step fails.
    pub works: bool,
    /// The steps, in order.
    pub steps: Vec<MarketTestStep>,
}

/// A step of a test, with its outcome.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarketTestStep {
    /// The step.
    pub step: TrialStep,
    /// Its outcome.
    pub outcome: StepOutcome,
    /// Reason for the failure, if it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub error: Option<ErrorView>,
}

/// Outcome of a step of a test, without its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StepOutcome {
    /// It works.
    Works,
    /// It does not work.
    Fails,
    /// It was not tried.
    Skipped,
}

impl MarketTrial {
    /// Returns whether every step works that was tried, and none was skipped because of another.
    pub fn works(&self) -> bool {
        let fails =
            |(_, outcome): &(TrialStep, TrialOutcome)| matches!(outcome, TrialOutcome::Fails(_));
        !self.steps.iter().any(fails)
    }

    /// Returns the outcome as the shells show it, with errors in the form that `words` gives them.
    pub fn view(&self, words: impl Fn(&Error) -> ErrorView) -> MarketTestView {
        let steps = self.steps.iter().map(|(step, outcome)| {
            let (outcome, error) = match outcome {
                TrialOutcome::Works => (StepOutcome::Works, None),
                TrialOutcome::Fails(error) => (StepOutcome::Fails, Some(words(error))),
                TrialOutcome::Skipped => (StepOutcome::Skipped, None),
            };
            MarketTestStep {
                step: *step,
                outcome,
                error,
            }
        });
        MarketTestView {
            market: self.market.clone(),
            works: self.works(),
            steps: steps.collect(),
        }
    }
}

impl MarketStore {
    /// Tests what works on the market: list, write, read, delete and the clock. What it writes it
    /// removes again.
    ///
    /// # Errors
    /// `no-randomness`; `stopped`. What does not work is an outcome and not an error.
    pub fn test(&self) -> Result<MarketTrial> {
        let listed = self.list(LISTINGS);
        let name = format!("{TRIALS}/{}", random_name()?);
        let bytes = random_bytes::<32>()?;
        let clock = self.clock_outcome(listed.as_ref().err());
        let mut steps = vec![
            (
                TrialStep::List,
                outcome(listed.as_ref().map(drop).map_err(Error::clone))?,
            ),
            (TrialStep::Clock, clock),
        ];
        let is_away = listed
            .as_ref()
            .is_err_and(|error| error.code() == ErrorCode::MarketOffline);
        if is_away {
            for step in [TrialStep::Write, TrialStep::Read, TrialStep::Delete] {
                steps.push((step, TrialOutcome::Skipped));
            }
            return Ok(self.tested(steps));
        }
        let written = self.put(&name, &bytes);
        if written.is_ok() {
            steps.push((TrialStep::Write, TrialOutcome::Works));
            steps.push((TrialStep::Read, outcome(self.reads(&name, &bytes))?));
            steps.push((TrialStep::Delete, outcome(self.deletes(&name))?));
        } else {
            steps.push((TrialStep::Write, outcome(written)?));
            let any = listed
                .ok()
                .and_then(|listed| listed.entries.into_iter().next());
            let name = any.map_or(name, |entry| entry.path);
            let read = match self.read(&name, LONGEST_READ) {
                Ok(_) | Err(ReadError::TooLarge(_)) => Ok(()),
                Err(ReadError::Entry(error) | ReadError::Market(error)) => Err(error),
            };
            steps.push((TrialStep::Read, outcome(read)?));
            steps.push((TrialStep::Delete, TrialOutcome::Skipped));
        }
        Ok(self.tested(steps))
    }

    fn tested(&self, steps: Vec<(TrialStep, TrialOutcome)>) -> MarketTrial {
        MarketTrial {
            market: self.url.clone(),
            steps,
        }
    }

    fn clock_outcome(&self, listed: Option<&Error>) -> TrialOutcome {
        if let Some(error) = listed.filter(|error| error.code() == ErrorCode::MarketClock) {
            return TrialOutcome::Fails(error.clone());
        }
        let ahead = match &self.backend {
            Backend::Folder(_) => None,
            Backend::Remote(remote) => remote.seconds_ahead(),
        };
        match ahead.map(i64::unsigned_abs) {
            None => TrialOutcome::Skipped,
            Some(seconds) if seconds <= MOST_APART => TrialOutcome::Works,
            Some(seconds) => TrialOutcome::Fails(
                Error::failed(
                    ErrorCode::MarketClock,
                    MarketMessage::ClockDiffers {
                        market: self.url.clone(),
                        seconds,
                    },
                )
                .hint(MarketHint::SetClock),
            ),
        }
    }

    fn reads(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let (path, market) = (name.to_owned(), self.url.clone());
        let wrong =
            |message| Err(Error::failed(ErrorCode::Market, message).hint(MarketHint::CheckServer));
        match self.read(name, bytes.len() as u64) {
            Ok(Some(there)) if there == bytes => {}
            Ok(_) | Err(ReadError::TooLarge(_)) => {
                return wrong(MarketMessage::ReadDiffers { path, market });
            }
            Err(ReadError::Entry(error) | ReadError::Market(error)) => return Err(error),
        }
        if self
            .list(TRIALS)?
            .entries
            .iter()
            .any(|entry| entry.path == name)
        {
            return Ok(());
        }
        wrong(MarketMessage::NotListed { path, market })
    }

    fn deletes(&self, name: &str) -> Result<()> {
        self.remove(name)?;
        if !self.has(name)? {
            return Ok(());
        }
        let (path, market) = (name.to_owned(), self.url.clone());
        let message = MarketMessage::StillListed { path, market };
        Err(Error::failed(ErrorCode::Market, message).hint(MarketHint::CheckServer))
    }
}

fn outcome(done: Result<()>) -> Result<TrialOutcome> {
    match done {
        Ok(()) => Ok(TrialOutcome::Works),
        Err(error) if error.code() == ErrorCode::Stopped => Err(error),
        Err(error) => Ok(TrialOutcome::Fails(error)),
    }
}
