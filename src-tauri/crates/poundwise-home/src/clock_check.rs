//! Whether the machine's clock can be right: it is compared with the newest times in documents
//! before anything is signed, as a signed time cannot be taken back.

use std::cell::Cell;

use chrono::TimeDelta;
use poundwise_documents::units::Timestamp;

use crate::{
    error::{Error, ErrorCode, Result},
    hint::Field,
    store::NewestTimes,
};

/// By how much a clock may be behind the newest signed time: clocks are set by seconds.
const BACK: TimeDelta = TimeDelta::minutes(2);
/// By how much a clock may be beyond the newest verified time.
const BEYOND: TimeDelta = TimeDelta::days(365);
/// For how long a clock that was found right is not compared again.
const RIGHT_FOR: TimeDelta = TimeDelta::hours(1);

/// What an open home knows of the clock.
#[derive(Default)]
pub struct ClockState {
    /// Whether the owner says that the clock is right.
    confirmed: Cell<bool>,
    /// The last time that was read.
    read: Cell<Option<Timestamp>>,
    /// The time of the last look at the orders on the market.
    looked: Cell<Option<Timestamp>>,
    /// The last time that was compared and found possible.
    right: Cell<Option<Timestamp>>,
}

impl ClockState {
    /// Returns the state of a clock that nobody read yet.
    pub(crate) fn new(confirmed: bool) -> Self {
        Self {
            confirmed: Cell::new(confirmed),
            ..Self::default()
        }
    }
}

impl ClockState {
    /// Records that the owner says that the clock is right.
    pub(crate) fn confirm(&self) {
        self.confirmed.set(true);
    }

    /// Keeps a time that was read.
    pub(crate) fn keep(&self, read: Timestamp) {
        self.read.set(Some(read));
    }

    /// Returns the time that was read last.
    pub(crate) fn last(&self) -> Option<Timestamp> {
        self.read.get()
    }

    /// Keeps the time of a look at the orders on the market.
    pub fn keep_look(&self, now: Timestamp) {
        self.looked.set(Some(now));
    }

    /// Returns the time of the last look at the orders on the market, if there was one.
    pub(crate) fn last_look(&self) -> Option<Timestamp> {
        self.looked.get()
    }

    /// Compares a time with the newest times in documents.
    ///
    /// # Errors
    /// `clock-doubtful` if it is behind the newest time that this home signed, or more than a year
    /// beyond the newest time that it verified, and the owner has not confirmed it; the errors of
    /// `newest`.
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
            return Err(doubtful(
                now,
                &format!("but this home signed something at {signed} already"),
            ));
        }
        if let Some(verified) = newest.verified
            && time - verified.to_datetime() > BEYOND
        {
            return Err(doubtful(
                now,
                &format!("over a year after the newest document here, of {verified}"),
            ));
        }
        self.right.set(Some(now));
        Ok(())
    }
}

fn doubtful(now: Timestamp, why: &str) -> Error {
    Error::refused(
        ErrorCode::ClockDoubtful,
        format!("This machine's clock shows {now}, {why}."),
    )
    .hint(
        "Nothing was signed. Set the machine's clock if it is wrong: a signed time cannot be \
         changed.",
    )
    .hint(Field::ClockIsRight.to("Or confirm that the clock is right"))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    /// Says whether a time is refused, by the documents of two times.
    fn is_doubted(now: &str, signed: &str, verified: &str) -> bool {
        let newest = NewestTimes {
            signed: Some(at(signed)),
            verified: Some(at(verified)),
        };
        let checked = ClockState::default().check(at(now), || Ok(newest));
        checked.is_err_and(|error| error.code() == ErrorCode::ClockDoubtful)
    }

    #[test]
    fn a_clock_behind_what_was_signed_or_a_year_beyond_what_was_verified_is_doubted() {
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
    fn a_new_home_doubts_no_clock_and_a_confirmed_one_is_not_doubted() {
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
        // Set back since it was found possible.
        assert!(state.check(at("1970-06-01T00:00:00Z"), newest).is_err());
        state.confirm();
        assert!(state.check(at("1970-06-01T00:00:00Z"), newest).is_ok());
    }
}
