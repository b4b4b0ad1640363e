//! Progress and cancellation of a long reading.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// A progress callback and a cancellation flag for a long reading.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use gradual_release::Progress;
///
/// let stop = AtomicBool::new(false); // set by another thread
/// let show = |done, total| println!("{done} of {total} coordinates");
/// let progress = Progress::new(&show).cancelled_by(&stop);
/// # let _ = progress;
/// ```
#[derive(Clone, Copy, Default)]
pub struct Progress<'a> {
    report: Option<&'a (dyn Fn(u64, u64) + Sync)>,
    cancelled: Option<&'a AtomicBool>,
}

impl<'a> Progress<'a> {
    /// Calls `report(done, total)`, in coordinates, after every few thousand of them: from
    /// whichever thread, one call at a time, `done` never falling.
    #[must_use]
    pub fn new(report: &'a (dyn Fn(u64, u64) + Sync)) -> Progress<'a> {
        Progress {
            report: Some(report),
            cancelled: None,
        }
    }

    /// Returns a progress that reports nothing and is never cancelled.
    #[must_use]
    pub fn silent() -> Progress<'a> {
        Progress::default()
    }

    /// Stops with [`Error::Cancelled`](crate::Error::Cancelled) soon after `flag` becomes true.
    #[must_use]
    pub fn cancelled_by(self, flag: &'a AtomicBool) -> Progress<'a> {
        Progress {
            cancelled: Some(flag),
            ..self
        }
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.cancelled
            .is_some_and(|flag| flag.load(Ordering::Relaxed))
    }

    pub(crate) fn counter(self, total: u64) -> Counter<'a> {
        Counter {
            progress: self,
            total,
            done: Mutex::new(0),
        }
    }
}

/// One reading's progress.
pub(crate) struct Counter<'a> {
    progress: Progress<'a>,
    total: u64,
    done: Mutex<u64>,
}

impl Counter<'_> {
    pub(crate) fn is_cancelled(&self) -> bool {
        self.progress.is_cancelled()
    }

    pub(crate) fn add(&self, more: u64) {
        let Some(report) = self.progress.report else {
            return;
        };
        let mut done = self.done.lock().unwrap_or_else(PoisonError::into_inner);
        *done += more;
        report(*done, self.total);
    }
}
