//! Progress and cancellation of a reading or a computation.

use std::ops::ControlFlow;

use crate::error::{Error, Result};

/// Callback with the amount done and the whole amount; a break cancels the work.
type Listener<'a> = &'a (dyn Fn(u64, u64) -> ControlFlow<()> + Sync);

/// Progress and cancellation of a computation; the result does not depend on it.
#[derive(Clone, Copy, Default)]
pub struct RowProgress<'a> {
    listener: Option<Listener<'a>>,
    total: u64,
}

impl<'a> RowProgress<'a> {
    /// Has no callback and is never cancelled.
    #[must_use]
    pub fn silent() -> Self {
        Self::default()
    }

    /// Tells `listener` what is done and how much there is in all, from whichever thread; a break
    /// stops the work soon.
    #[must_use]
    pub fn telling(listener: Listener<'a>) -> Self {
        Self {
            listener: Some(listener),
            total: 0,
        }
    }

    /// Returns the same progress, with a total amount.
    #[must_use]
    pub fn of(&self, total: u64) -> Self {
        Self { total, ..*self }
    }

    /// Returns the total amount of work.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Tells how much is done.
    ///
    /// # Errors
    /// [`Error::Stopped`].
    pub(crate) fn tell(&self, done: u64) -> Result<()> {
        match self.listener.map(|listener| listener(done, self.total)) {
            Some(ControlFlow::Break(())) => Err(Error::Stopped),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn what_is_done_is_told_and_a_break_is_an_error() {
        let told = Mutex::new(Vec::new());
        let listener = |done, total| {
            told.lock().unwrap().push((done, total));
            if done < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        };
        let progress = RowProgress::telling(&listener).of(4);
        progress.tell(2).unwrap();
        assert!(matches!(progress.tell(3), Err(Error::Stopped)));
        assert_eq!(*told.lock().unwrap(), [(2, 4), (3, 4)]);
        RowProgress::silent().tell(9).unwrap();
    }
}
