//! Plausibility of the machine's clock. It is compared with the newest times in documents before
//! each signature, because a signed time cannot be changed.

use std::cell::Cell;

use chrono::TimeDelta;
use poundwise_documents::units::Timestamp;

use crate::{
    error::{Error, ErrorCode, Result},
    hint::Field,
    messages::{ClockMessage, HistoryHint},
    store::NewestTimes,
};

/// Tolerance for a clock behind the newest signed time. Synchronisation moves clocks by seconds.
const BACK: TimeDelta = TimeDelta::minutes(2);
/// Tolerance for a clock ahead of the newest verified time.
const BEYOND: TimeDelta = TimeDelta::days(365);
/// Time after a successful check during which the clock is not checked again.
const RIGHT_FOR: TimeDelta = TimeDelta::hours(1);

/// Times that an open home read from the clock, and whether its owner confirmed the clock.
#[derive(Default)]
pub struct ClockState {
    /// Whether the owner confirmed that the clock is right.
    confirmed: Cell<bool>,
    /// The time read last.
    read: Cell<Option<Timestamp>>,
    /// The time of the last scan of the orders on the market.
    looked: Cell<Option<Timestamp>>,
    /// The last time that passed the check.
    right: Cell<Option<Timestamp>>,
}

impl ClockState {
    /// Returns the state of a clock that has not been read yet.
    pub(crate) fn new(confirmed: bool) -> Self {
        Self {
            confirmed: Cell::new(confirmed),
            ..Self::default()
        }
    }
}

impl ClockState {
    /// Records that the owner confirmed the clock.
    pub(crate) fn confirm(&self) {
        self.confirmed.set(true);
    }

    /// Stores a time that was read.
    pub(crate) fn keep(&self, read: Timestamp) {
        self.read.set(Some(read));
    }

    /// Returns the time read last, if any.
    pub(crate) fn last(&self) -> Option<Timestamp> {
        self.read.get()
    }

    /// Stores the time of a scan of the orders on the market.
    pub fn keep_look(&self, now: Timestamp) {
        self.looked.set(Some(now));
    }

    /// Returns the time of the last scan of the orders on the market, if any.
    pub(crate) fn last_look(&self) -> Option<Timestamp> {
        self.looked.get()
    }

    /// Compares a time with the newest times in documents, unless the owner confirmed the clock.
    ///
    /// # Errors
    /// `clock-doubtful` if the time is over two minutes behind the newest time that this home
    /// signed, or over 365 days ahead of the newest time that it verified; the errors of `newest`.
    pub(crate) fn check(
        &self,
        now: Timestamp,
        newest: impl FnOnce() -> Result<NewestTimes>,
    ) -> Result<()> {
        if self.confirmed.get() {
            return Ok(());
        }
        let time = now.to_datetime();
        if let Some(right) = self.right.get().map(Timestamp::to_datetime)
            && right <= time
            && time - right < RIGHT_FOR
        {
            return Ok(());
        }
        let newest = newest()?;
        if let Some(signed) = newest.signed
            && signed.to_datetime() - time > BACK
        {
            return Err(doubtful(ClockMessage::BeforeSigned { now, signed }));
        }
        if let Some(verified) = newest.verified
            && time - verified.to_datetime() > BEYOND
        {
            return Err(doubtful(ClockMessage::LongAfterNewest {
                now,
                newest: verified,
            }));
        }
        self.right.set(Some(now));
        Ok(())
    }
}

fn doubtful(message: ClockMessage) -> Error {
    Error::refused(ErrorCode::ClockDoubtful, message)
        .hint(HistoryHint::SetClock)
        .hint(Field::ClockIsRight.to(HistoryHint::ConfirmClock))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    /// Returns whether a time is rejected, given the newest signed and verified times.
    fn is_doubted(now: &str, signed: &str, verified: &str) -> bool {
        let newest = NewestTimes {
            signed: Some(at(signed)),
            verified: Some(at(verified)),
        };
        let checked = ClockState::default().check(at(now), || Ok(newest));
        checked.is_err_and(|error| error.code() == ErrorCode::ClockDoubtful)
    }

    #[test]
    fn clock_behind_signed_time_or_a_year_ahead_of_verified_time_is_rejected() {
        let (signed, verified) = ("2026-03-01T12:00:00Z", "2026-06-01T12:00:00Z");
        for (now, doubted) in [
            ("2026-03-01T11:57:59Z", true),
            ("2026-03-01T11:58:00Z", false),
            ("2027-06-01T12:00:00Z", false),
            ("2027-06-01T12:00:01Z", true),
        ] {
            assert_eq!(is_doubted(now, signed, verified), doubted, "{now}");
        }
    }

    #[test]
    fn clock_is_accepted_in_a_new_home_and_after_confirmation() {
        let state = ClockState::default();
        assert!(
            state
                .check(at("1971-01-01T00:00:00Z"), || Ok(NewestTimes::default()))
                .is_ok()
        );
        let signed = Some(at("2026-03-01T12:00:00Z"));
        let newest = || {
            Ok(NewestTimes {
                signed,
                verified: signed,
            })
        };
        // The clock was set back after it had passed the check.
        assert!(state.check(at("1970-06-01T00:00:00Z"), newest).is_err());
        state.confirm();
        assert!(state.check(at("1970-06-01T00:00:00Z"), newest).is_ok());
    }
}
