//! The outbox: a home's documents that wait to be sent, and how commands have them sent. What sends
//! them and its own log is in [`crate::sending`].

use crate::{
    error::{Error, ErrorKind, Result},
    exchange::one_object,
    home::Context,
    own_log::{MarketComparison, mend_market},
    reach::InSteps,
    store::Writing,
    view::{Delivered, MarketMended},
};

/// Repairs the market after a sending, and returns what was left. `problem` is the error that ended
/// the sending.
pub(crate) fn delivered(home: &impl InSteps, mut problem: Option<Error>) -> Result<Delivered> {
    let is_error = |error: &mut Error| error.kind() == ErrorKind::Refused || one_object(error);
    if let Some(error) = problem.take_if(is_error) {
        return Err(error);
    }
    let mended = match problem {
        Some(_) => MarketMended::default(),
        // If the comparison fails, the next call repeats it.
        None => mend_market(home, MarketComparison::Sample).unwrap_or_default(),
    };
    Ok(Delivered {
        undelivered: home.step(Context::undelivered)?,
        mended,
        problem: problem.map(|error| error.view()),
    })
}

impl Context {
    /// Publishes the new entries of the log, sends the outbox to the market, and repairs the
    /// market.
    ///
    /// Objects are sent in order. Each attempt sends the same bytes, until the market has them.
    /// Then the names and sizes of published objects and a sample of their contents are compared
    /// ([`MarketComparison::Sample`]). Cost: one write per object.
    ///
    /// # Errors
    /// The database's errors; `mark-unwritable`; the refusals of `Seller::approve` if this home may
    /// be an older copy of itself. Only its orders to others are sent in this case. `market-entry`
    /// if the market does not take an object: the next call tries it again. An unreachable market
    /// is not an error: the next call sends the remaining objects.
    pub fn deliver(&self) -> Result<Delivered> {
        let problem = self.empty_outbox()?;
        delivered(self, problem)
    }

    /// Commits a transaction as [`Context::commit`], and then sends as [`Context::send`]. The mark
    /// is written before anything is sent.
    ///
    /// # Errors
    /// The database's errors; then nothing was changed.
    pub fn commit_and_send(&self, writing: Writing<'_>) -> Result<()> {
        self.commit(writing)?;
        self.send();
        Ok(())
    }

    /// Sends as [`Context::send`], after a command that added entries: first writes the mark
    /// durably, once a command.
    ///
    /// # Errors
    /// `mark-unwritable`, `mark-damaged`, `behind-mark`, `two-histories`: then nothing was sent,
    /// and what is committed stays in the outbox.
    pub fn send_entries(&self) -> Result<()> {
        self.bring_mark_forward()?;
        self.send();
        Ok(())
    }

    /// Returns the number of objects in the outbox; the log counts as one while the market does not
    /// have all of it.
    pub fn undelivered(&self) -> Result<u64> {
        Ok(self.read().outgoing()? + u64::from(self.unpublished()?.is_some()))
    }
}
