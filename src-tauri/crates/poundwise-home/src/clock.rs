//! The time, as an argument.

use chrono::{DateTime, Utc};
use poundwise_documents::units::Timestamp;

use crate::error::{Error, ErrorCode, Result};

/// Tells the time; tests and samples bring their own.
pub trait Clock: Send + Sync {
    /// Now, in UTC.
    fn now(&self) -> DateTime<Utc>;
}

/// The machine's clock.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        Utc::now()
    }
}

/// Now, as documents write it: whole seconds.
pub fn timestamp(clock: &dyn Clock) -> Result<Timestamp> {
    Timestamp::new(clock.now()).map_err(|e| {
        Error::failed(ErrorCode::Clock, format!("the clock is wrong: {e}"))
            .hint("Set the machine's clock.")
    })
}
