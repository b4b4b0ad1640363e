//! Cancellation of calls that wait for a server and get no [`Work`](crate::work::Work).
//!
//! A shell runs work with a [`StopFlag`]. Every call on the same thread that waits for a server
//! looks at the flag some ten times a second.

use std::{
    cell::RefCell,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

thread_local! {
    /// The flags of the work that this thread runs, the innermost last.
    static FLAGS: RefCell<Vec<StopFlag>> = const { RefCell::new(Vec::new()) };
}

/// A flag that stops work on another thread.
#[derive(Clone, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Stops the work that is run with this flag.
    pub fn stop(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Returns whether the work is to stop.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }

    /// Runs work on this thread. What waits in it ends soon once the flag is set.
    pub fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        FLAGS.with_borrow_mut(|flags| flags.push(self.clone()));
        let _leave = Leave;
        work()
    }
}

/// Takes the innermost flag away, also after a panic.
struct Leave;

impl Drop for Leave {
    fn drop(&mut self) {
        FLAGS.with_borrow_mut(|flags| drop(flags.pop()));
    }
}

/// Returns whether work that this thread runs is to stop.
#[must_use]
pub fn is_stopped() -> bool {
    FLAGS.with_borrow(|flags| flags.iter().any(StopFlag::is_stopped))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flag_stops_the_work_of_its_own_thread_and_no_longer() {
        let (outer, inner) = (StopFlag::default(), StopFlag::default());
        outer.during(|| {
            inner.during(|| {
                assert!(!is_stopped());
                outer.stop();
                assert!(is_stopped());
                let elsewhere = std::thread::spawn(is_stopped).join();
                assert!(elsewhere.is_ok_and(|stopped| !stopped));
            });
            assert!(is_stopped() && !inner.is_stopped());
        });
        assert!(!is_stopped());
    }
}
