//! Named points between two steps of which each lasts on the disk: where a test ends the program,
//! to see that what is left there is whole.

/// The variable that says at which point a process ends: a number, from 1.
#[cfg(debug_assertions)]
const ENDS_AT: &str = "POUNDWISE_ENDS_AT";

/// Passes a named point. The process whose `POUNDWISE_ENDS_AT` is the number of the points that it
/// has passed by now, this one included, says the name on standard error and aborts: no destructor
/// runs and nothing is removed, as when it is killed. Builds for users have no such thing.
#[cfg(debug_assertions)]
pub fn pass(name: &str) {
    use std::{
        io::Write as _,
        process,
        sync::{
            LazyLock,
            atomic::{AtomicU64, Ordering},
        },
    };
    static LAST: LazyLock<Option<u64>> =
        LazyLock::new(|| std::env::var(ENDS_AT).ok()?.parse().ok());
    static PASSED: AtomicU64 = AtomicU64::new(0);
    if let Some(last) = *LAST
        && PASSED.fetch_add(1, Ordering::Relaxed) + 1 == last
    {
        // Without the line the test that reads it fails.
        let _ = writeln!(std::io::stderr(), "ended at: {name}");
        process::abort();
    }
}

/// Passes a named point, which does nothing in builds for users.
#[cfg(not(debug_assertions))]
pub const fn pass(_name: &str) {}
