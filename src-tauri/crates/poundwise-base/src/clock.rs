//! The current time, as an argument.

use std::time::SystemTime;

use chrono::{DateTime, Utc};
use poundwise_documents::units::Timestamp;

use crate::error::{Error, ErrorCode, Result};
use crate::messages::{MachineHint, MachineMessage};

/// A source of the current time; tests and samples have their own.
pub trait Clock: Send + Sync {
    /// Returns the current time in UTC.
    fn now(&self) -> DateTime<Utc>;
}

/// The machine's clock.
///
/// In development builds, the environment variable `POUNDWISE_NOW` (RFC 3339) sets a fixed time
/// instead.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&self) -> DateTime<Utc> {
        #[cfg(debug_assertions)]
        if let Some(stated) = stated() {
            return stated;
        }
        // `Utc::now` panics before 1970.
        DateTime::from(SystemTime::now())
    }
}

#[cfg(debug_assertions)]
fn stated() -> Option<DateTime<Utc>> {
    let stated = std::env::var("POUNDWISE_NOW").ok()?;
    Some(DateTime::parse_from_rfc3339(&stated).ok()?.to_utc())
}

/// Returns the current time as documents state it, in whole seconds.
///
/// # Errors
/// `clock` if the time is before 1970 or after 9999, the last year that documents can state.
pub fn timestamp(clock: &dyn Clock) -> Result<Timestamp> {
    let now = clock.now();
    let wrong = |message| Error::failed(ErrorCode::Clock, message).hint(MachineHint::SetClock);
    if now < DateTime::UNIX_EPOCH {
        let day = now.date_naive();
        return Err(wrong(MachineMessage::ClockTooEarly { day }));
    }
    Timestamp::new(now).map_err(|_| {
        let day = now.format("%Y-%m-%d").to_string();
        wrong(MachineMessage::ClockTooLate { day })
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn times_outside_1970_to_9999_are_rejected() {
        struct At(i64);
        impl Clock for At {
            fn now(&self) -> DateTime<Utc> {
                DateTime::from_timestamp(self.0, 0).unwrap()
            }
        }
        // The last second of 9999 and the first of 1970 are valid.
        assert!(timestamp(&At(253_402_300_799)).is_ok());
        assert!(timestamp(&At(0)).is_ok());
        for (at, shown) in [(253_402_300_800, "10000-01-01"), (-1, "1969-12-31")] {
            let wrong = timestamp(&At(at)).unwrap_err();
            assert_eq!(wrong.code().as_str(), "clock");
            assert!(wrong.message().contains(shown), "{wrong}");
        }
    }
}
