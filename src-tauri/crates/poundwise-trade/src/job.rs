//! A job in three phases that does not hold the home while it runs.

use crate::{error::Result, home::Home, work::Work};

/// Work in three phases: it was begun with a snapshot of what it needs of a home, runs without the
/// home, and is finished in it, where everything is checked again as the home is then.
pub trait Job: Sized {
    /// Result that waits to be stored.
    type Made;
    /// Answer of the stored job.
    type Answer;

    /// Whether [`Job::finish`] compares this home's own log on the market with the home. A shell
    /// then reads it before, without the home (`look_at_own_log`).
    const CHECKS_OWN_LOG: bool = false;

    /// Runs the long part. Needs no home, and leaves nothing behind where it fails.
    ///
    /// # Errors
    /// As each job says; `stopped`.
    fn run(self, work: &Work<'_>) -> Result<Self::Made>;

    /// Checks everything again and stores what was made, in one transaction.
    ///
    /// # Errors
    /// As each job says. Nothing is stored then.
    fn finish(home: &Home, made: Self::Made) -> Result<Self::Answer>;

    /// Runs and finishes it while the caller waits.
    ///
    /// # Errors
    /// Those of both. Of a home that was moved meanwhile `home-moved`, and not that a file of it is
    /// missing.
    fn complete(self, home: &Home, work: &Work<'_>) -> Result<Self::Answer> {
        match self.run(work) {
            Ok(made) => Self::finish(home, made),
            Err(error) => {
                home.check_place()?;
                Err(error)
            }
        }
    }
}
