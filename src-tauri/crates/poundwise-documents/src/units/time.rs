use std::fmt;
use std::str::FromStr;

use chrono::{DateTime, Datelike, NaiveDateTime, Utc};

use super::{serde_as_string, string_schema};

/// A moment in UTC to the whole second, written `2026-11-21T13:40:00Z` and in no other way (a
/// subset of RFC 3339).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, type = "string"))]
pub struct Timestamp(i64);

serde_as_string!(Timestamp);
string_schema!(Timestamp);

/// Error of a value that is not a [`Timestamp`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct TimestampError;

const FORMAT: &str = "%Y-%m-%dT%H:%M:%SZ";

impl Timestamp {
    /// Returns the whole second of `time`; fractions are cut off.
    ///
    /// # Errors
    /// A year outside 0 to 9999.
    pub fn new(time: DateTime<Utc>) -> Result<Self, TimestampError> {
        if (0..=9999).contains(&time.year()) {
            Ok(Self(time.timestamp()))
        } else {
            Err(TimestampError)
        }
    }

    /// Seconds since 1970-01-01T00:00:00Z.
    #[must_use]
    pub const fn seconds(self) -> i64 {
        self.0
    }

    /// Returns the time as one of chrono.
    #[must_use]
    pub fn to_datetime(self) -> DateTime<Utc> {
        DateTime::from_timestamp(self.0, 0).unwrap_or_default()
    }
}

impl TryFrom<DateTime<Utc>> for Timestamp {
    type Error = TimestampError;

    fn try_from(time: DateTime<Utc>) -> Result<Self, TimestampError> {
        Self::new(time)
    }
}

impl FromStr for Timestamp {
    type Err = TimestampError;

    fn from_str(text: &str) -> Result<Self, TimestampError> {
        let parsed = NaiveDateTime::parse_from_str(text, FORMAT).map_err(|_| TimestampError)?;
        let time = Self::new(parsed.and_utc())?;
        // Chrono reads more forms than one (signs, leap seconds); a time has one.
        if time.to_string() == text {
            Ok(time)
        } else {
            Err(TimestampError)
        }
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.to_datetime().format(FORMAT).to_string())
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_form_only() {
        let text = "2026-11-21T13:40:00Z";
        let time: Timestamp = text.parse().unwrap();
        assert_eq!(
            (time.to_string().as_str(), time.seconds()),
            (text, 1_795_268_400)
        );
        assert_eq!(Timestamp::new(time.to_datetime()), Ok(time));
        for wrong in [
            "",
            "2026-11-21T13:40:00.0Z",
            "2026-11-21T13:40:00+00:00",
            "2026-11-21t13:40:00z",
            "2026-11-21 13:40:00Z",
            "2026-11-21T13:40:60Z",
            "2026-02-30T13:40:00Z",
            "+2026-11-21T13:40:00Z",
            "2026-11-21T13:40:00Z ",
            "2026-1-21T13:40:00Z",
        ] {
            assert_eq!(wrong.parse::<Timestamp>(), Err(TimestampError), "{wrong:?}");
        }
    }
}
