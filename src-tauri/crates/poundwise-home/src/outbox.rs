//! Sending: a home's own log and the documents that wait in the outbox.

use crate::{
    error::{Error, ErrorCode, ErrorKind, Result},
    home::Context,
    own_log::MarketComparison,
    store::{Outgoing, Waiting, Writing},
    view::{Delivered, MarketMended},
};

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
    /// be an older copy of itself. Only its orders to others are sent in this case. An unreachable
    /// market is not an error: the next call sends the remaining objects.
    pub fn deliver(&self) -> Result<Delivered> {
        let mended = match self.empty_outbox()? {
            Some(error) if error.kind() == ErrorKind::Refused => return Err(error),
            Some(_) => MarketMended::default(),
            // If the comparison fails, the next call repeats it.
            None => self
                .mend_market(MarketComparison::Sample)
                .unwrap_or_default(),
        };
        Ok(Delivered {
            undelivered: self.undelivered()?,
            mended,
        })
    }

    /// Sends what can be sent after a commit. The commit is done, so a failure here does not fail
    /// the command: the outbox keeps the objects for the next [`crate::Home::deliver`].
    pub fn send(&self) {
        let _ = self.empty_outbox();
    }

    /// Commits a transaction as [`Context::commit`], and then sends as [`Context::send`], which
    /// writes the mark first.
    ///
    /// # Errors
    /// The database's errors; then nothing was changed.
    pub fn commit_and_send(&self, writing: Writing<'_>) -> Result<()> {
        let changed = writing.commit()?;
        let sent = matches!(self.empty_outbox(), Ok(None));
        // Where the sending ended early, the mark may not be written yet.
        if changed && !sent {
            self.remember();
        }
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

    /// Sends as [`crate::Home::deliver`], and returns the market's error if that ended the sending.
    pub fn empty_outbox(&self) -> Result<Option<Error>> {
        let market = |error: &Error| {
            error.kind() == ErrorKind::Refused
                || error.code().is_market_away()
                || matches!(error.code(), ErrorCode::MarketFull | ErrorCode::MarketEntry)
        };
        // A seller's documents are sent only after this home was compared with the evidence on the
        // market.
        let published = match self.ready_to_send() {
            Ok(published) => published,
            Err(error) if market(&error) => {
                self.put_waiting(Waiting::Orders)?;
                return Ok(Some(error));
            }
            Err(error) => return Err(error),
        };
        let sent = self.send_in_order(published.size());
        match sent {
            Err(error) if market(&error) => Ok(Some(error)),
            sent => sent,
        }
    }

    /// Sends the outbox and the log in the order of their commits. Returns the market's error if an
    /// object could not be sent.
    ///
    /// [`Outgoing::after`] is the size of the log at the commit of an object. The object is sent
    /// when that many entries are published, and later entries are published after it. Deliveries
    /// are sent last: a buyer must find the log at least as long as a delivery states. `there` is
    /// the number of entries that the market shows.
    fn send_in_order(&self, mut there: u64) -> Result<Option<Error>> {
        // `there` may be less than the published size: the market may have lost entries.
        let size = self.read().log_size()?;
        loop {
            let next = self.read().next_outgoing(Waiting::BeforeDeliveries)?;
            let end = next.as_ref().map_or(size, |next| next.after.min(size));
            if there < end {
                self.publish_log(there, end)?;
                there = end;
            }
            let Some(next) = next else { break };
            if let Some(error) = self.put_outgoing(&next)? {
                return Ok(Some(error));
            }
        }
        // Records the published size for this market, even if all entries were already there.
        self.publish_log(there, size)?;
        self.put_waiting(Waiting::All)
    }

    /// Sends the waiting objects of the outbox. Returns the market's error if that ended the
    /// sending.
    fn put_waiting(&self, what: Waiting) -> Result<Option<Error>> {
        while let Some(next) = self.read().next_outgoing(what)? {
            if let Some(error) = self.put_outgoing(&next)? {
                return Ok(Some(error));
            }
        }
        Ok(None)
    }

    /// Sends one object and marks it as sent. Returns the market's error if it could not be sent.
    fn put_outgoing(&self, next: &Outgoing) -> Result<Option<Error>> {
        if let Err(error) = self.store.put(&next.path, &next.body) {
            return Ok(Some(error));
        }
        let writing = self.db.begin()?;
        writing.mark_sent(next.number)?;
        writing.commit()?;
        Ok(None)
    }

    /// Returns the number of objects in the outbox; the log counts as one while the market does not
    /// have all of it.
    pub fn undelivered(&self) -> Result<u64> {
        Ok(self.read().outgoing()? + u64::from(self.unpublished()?.is_some()))
    }
}
