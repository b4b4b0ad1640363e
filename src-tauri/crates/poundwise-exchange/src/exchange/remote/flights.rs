//! The requests to a server that wait for an answer. If one of them is late, the server probably
//! hangs. Other requests then fail at once, and commands of the window do not wait for the server.

use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// The requests that wait for an answer.
#[derive(Default)]
pub(super) struct Flights(Mutex<State>);

#[derive(Default)]
struct State {
    /// Number of the next request.
    next: u64,
    waiting: HashMap<u64, Waiting>,
}

struct Waiting {
    /// Number of bytes of the answer so far.
    done: u64,
    /// When the request counts as late.
    late: Instant,
}

impl Flights {
    /// Notes a request that is usually answered within that time, until the flight is dropped.
    pub(super) fn begin(&self, usual: Duration) -> Flight<'_> {
        let mut state = self.state();
        let number = state.next;
        state.next += 1;
        let late = Instant::now() + usual;
        state.waiting.insert(number, Waiting { done: 0, late });
        Flight {
            flights: self,
            number,
        }
    }

    /// Returns whether a request waits.
    pub(super) fn has_any(&self) -> bool {
        !self.state().waiting.is_empty()
    }

    /// Returns whether a request waits for longer than usual.
    pub(super) fn has_late(&self) -> bool {
        let now = Instant::now();
        self.state().waiting.values().any(|one| one.late <= now)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request that waits for its answer.
pub(super) struct Flight<'a> {
    flights: &'a Flights,
    number: u64,
}

impl Flight<'_> {
    /// Notes the number of bytes of the answer so far. The next ones usually come within that time.
    pub(super) fn note(&self, done: u64, usual: Duration) {
        if let Some(one) = self.flights.state().waiting.get_mut(&self.number)
            && done > one.done
        {
            one.done = done;
            one.late = Instant::now() + usual;
        }
    }
}

impl Drop for Flight<'_> {
    fn drop(&mut self) {
        self.flights.state().waiting.remove(&self.number);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn request_is_late_until_it_is_answered_or_goes_on() {
        let (none, long) = (Duration::ZERO, Duration::from_secs(3600));
        let flights = Flights::default();
        let first = flights.begin(long);
        assert!(!flights.has_late());
        let second = flights.begin(none);
        assert!(flights.has_late());
        // No byte more is no progress.
        second.note(0, long);
        assert!(flights.has_late());
        second.note(1, long);
        assert!(!flights.has_late());
        second.note(2, none);
        assert!(flights.has_late());
        drop(second);
        assert!(!flights.has_late());
        drop(first);
        assert!(!flights.has_any());
    }
}
