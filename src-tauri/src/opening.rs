//! Numbers of the openings of homes.

use std::sync::atomic::{AtomicU64, Ordering};

/// Number of openings of a home.
static OPENINGS: AtomicU64 = AtomicU64::new(0);

/// The number of an opening: work begun in one opening is not stored in another.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Opening(u64);

impl Opening {
    /// Returns the number of a new opening.
    pub(crate) fn next() -> Self {
        Self(OPENINGS.fetch_add(1, Ordering::Relaxed))
    }
}
