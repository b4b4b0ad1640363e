//! What leaves a home: its own log and the documents that wait in the outbox.

use crate::{
    error::{Error, ErrorCode, ErrorKind, Result},
    home::Context,
    store::Waiting,
};

impl Context {
    /// Publishes what the log has grown by, and empties the outbox onto the market: always the same
    /// bytes, in order, until they are there. Gives how many objects remain. Cost: one write an
    /// object.
    ///
    /// # Errors
    /// Those of the database; `mark-unwritable`; the refusals of `Seller::approve` where this home
    /// may be an older copy of itself: then nothing leaves but its orders to others. An unreachable
    /// market is no error: what remains is sent by the next call.
    pub fn deliver(&self) -> Result<u64> {
        match self.empty_outbox()? {
            (_, Some(error)) if error.kind() == ErrorKind::Refused => Err(error),
            (remaining, _) => Ok(remaining),
        }
    }

    /// Sends what can be sent after a commit. What is committed stands, so nothing that fails here
    /// is a failure of what was asked: the outbox keeps it for the next [`crate::Home::deliver`].
    pub fn send(&self) {
        let _ = self.empty_outbox();
    }

    /// As [`Context::send`], after a command that added entries: first the mark is written,
    /// durably, once a command.
    ///
    /// # Errors
    /// `mark-unwritable`, `mark-damaged`, `behind-mark`, `two-histories`: nothing was sent then,
    /// and what is committed stands in the outbox.
    pub fn send_entries(&self) -> Result<()> {
        self.bring_mark_forward()?;
        self.send();
        Ok(())
    }

    /// As [`crate::Home::deliver`], with the market's own error if it stopped there.
    pub fn empty_outbox(&self) -> Result<(u64, Option<Error>)> {
        let market = |error: &Error| {
            error.kind() == ErrorKind::Refused
                || matches!(
                    error.code(),
                    ErrorCode::Market | ErrorCode::MarketFull | ErrorCode::MarketEntry
                )
        };
        // What this home says as an owner leaves only once its published log was read.
        let published = match self.ready_to_send() {
            Ok(published) => published,
            Err(error) if market(&error) => {
                self.put_waiting(Waiting::Orders)?;
                return Ok((self.undelivered()?, Some(error)));
            }
            Err(error) => return Err(error),
        };
        // Listings before the entries that name them, and those before the deliveries: a buyer must
        // find the log to be at least as long as what it is sent says.
        if let Some(error) = self.put_waiting(Waiting::BeforeDeliveries)? {
            return Ok((self.undelivered()?, Some(error)));
        }
        match self.publish_log(published.size()) {
            Ok(()) => {}
            Err(error) if market(&error) => return Ok((self.undelivered()?, Some(error))),
            Err(error) => return Err(error),
        }
        let stopped = self.put_waiting(Waiting::All)?;
        Ok((self.undelivered()?, stopped))
    }

    /// Puts what waits in the outbox onto the market. Gives the market's error if it stopped there.
    fn put_waiting(&self, what: Waiting) -> Result<Option<Error>> {
        while let Some(next) = self.read().next_outgoing(what)? {
            if let Err(error) = self.store.put(&next.path, &next.body) {
                return Ok(Some(error));
            }
            let writing = self.db.begin()?;
            writing.mark_sent(next.number)?;
            writing.commit()?;
        }
        Ok(None)
    }

    /// How many objects wait in the outbox; the log counts as one while the market has not all of
    /// it.
    pub fn undelivered(&self) -> Result<u64> {
        Ok(self.read().outgoing()? + u64::from(self.unpublished()?.is_some()))
    }
}
