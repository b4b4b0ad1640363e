//! The current time, as an argument.

use chrono::{DateTime, Utc};
use poundwise_documents::units::Timestamp;

use crate::error::{Error, ErrorCode, Result};

/// A source of the current time; tests and samples have their own.
pub trait Clock: Send + Sync {
    /// Returns the current time in UTC.
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

/// Returns the current time as documents state it, in whole seconds.
///
/// # Errors
/// `clock` where no document can be dated so.
pub fn timestamp(clock: &dyn Clock) -> Result<Timestamp> {
    Timestamp::new(clock.now()).map_err(|e| {
        Error::failed(ErrorCode::Clock, format!("The clock is wrong: {e}."))
            .hint("Set the machine's clock.")
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_time_that_no_document_can_state_is_refused() {
        struct At(i64);
        impl Clock for At {
            fn now(&self) -> DateTime<Utc> {
                DateTime::from_timestamp(self.0, 0).unwrap()
            }
        }
        // The last second of 9999, and the first of 10000.
        assert!(timestamp(&At(253_402_300_799)).is_ok());
        let wrong = timestamp(&At(253_402_300_800)).unwrap_err();
        assert_eq!(wrong.code().as_str(), "clock");
    }
}
