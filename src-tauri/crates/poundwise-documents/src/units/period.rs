use std::fmt;
use std::str::FromStr;

use chrono::{Datelike, Days, Months, NaiveDate, Weekday};

/// Unit of a [`Period`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PeriodUnit {
    /// A day.
    Day,
    /// A week from Monday to Sunday (ISO 8601).
    Week,
    /// A month.
    Month,
    /// A year.
    Year,
}

/// A day, week, month or year of the Gregorian calendar, as ISO 8601 writes it: `2026-11-28`,
/// `2026-W48`, `2026-11` or `2026`. Its days are in the years 1 to 9999.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Period {
    unit: PeriodUnit,
    first: NaiveDate,
    last: NaiveDate,
}

/// Error of a text that is not a [`Period`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub struct PeriodError;

impl Period {
    /// Returns the period of this unit that begins with `first`.
    fn of(unit: PeriodUnit, first: NaiveDate) -> Option<Self> {
        let next = match unit {
            PeriodUnit::Day => first.checked_add_days(Days::new(1)),
            PeriodUnit::Week => first.checked_add_days(Days::new(7)),
            PeriodUnit::Month => first.checked_add_months(Months::new(1)),
            PeriodUnit::Year => first.checked_add_months(Months::new(12)),
        };
        let last = next?.pred_opt()?;
        let is_in_range = first.year() >= 1 && last.year() <= 9999;
        is_in_range.then_some(Self { unit, first, last })
    }

    /// Returns its unit.
    #[must_use]
    pub const fn unit(&self) -> PeriodUnit {
        self.unit
    }

    /// Returns its first day.
    #[must_use]
    pub const fn first(&self) -> NaiveDate {
        self.first
    }

    /// Returns its last day.
    #[must_use]
    pub const fn last(&self) -> NaiveDate {
        self.last
    }

    /// Returns the period of the same unit after it, unless it is the last one of the calendar.
    #[must_use]
    pub fn next(&self) -> Option<Self> {
        Self::of(self.unit, self.last.succ_opt()?)
    }
}

impl FromStr for Period {
    type Err = PeriodError;

    fn from_str(text: &str) -> Result<Self, PeriodError> {
        read(text).ok_or(PeriodError)
    }
}

fn read(text: &str) -> Option<Period> {
    let year = number(text.get(..4)?)?;
    let rest = text.get(4..)?;
    let year = i32::try_from(year).ok()?;
    let day = |month, day| NaiveDate::from_ymd_opt(year, month, day);
    match (rest.len(), rest.strip_prefix('-')) {
        (0, None) => Period::of(PeriodUnit::Year, day(1, 1)?),
        (3, Some(month)) => Period::of(PeriodUnit::Month, day(number(month)?, 1)?),
        (4, Some(week)) => {
            let week = number(week.strip_prefix('W')?)?;
            let first = NaiveDate::from_isoywd_opt(year, week, Weekday::Mon)?;
            Period::of(PeriodUnit::Week, first)
        }
        (6, Some(rest)) => {
            let (month, rest) = rest.split_once('-')?;
            let month = (month.len() == 2).then(|| number(month))??;
            Period::of(PeriodUnit::Day, day(month, number(rest)?)?)
        }
        _ => None,
    }
}

fn number(digits: &str) -> Option<u32> {
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| digits.parse().ok()).flatten()
}

impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { unit, first, .. } = self;
        match unit {
            PeriodUnit::Day => write!(f, "{first}"),
            PeriodUnit::Week => {
                let week = first.iso_week();
                write!(f, "{:04}-W{:02}", week.year(), week.week())
            }
            PeriodUnit::Month => write!(f, "{:04}-{:02}", first.year(), first.month()),
            PeriodUnit::Year => write!(f, "{:04}", first.year()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_period_has_one_text_a_first_and_a_last_day() {
        for (text, unit, first, last) in [
            ("2026-11-28", PeriodUnit::Day, "2026-11-28", "2026-11-28"),
            ("2024-02-29", PeriodUnit::Day, "2024-02-29", "2024-02-29"),
            ("2026-W48", PeriodUnit::Week, "2026-11-23", "2026-11-29"),
            // A week belongs to the year of its Thursday.
            ("2020-W53", PeriodUnit::Week, "2020-12-28", "2021-01-03"),
            ("2025-W01", PeriodUnit::Week, "2024-12-30", "2025-01-05"),
            ("2026-02", PeriodUnit::Month, "2026-02-01", "2026-02-28"),
            ("2024-12", PeriodUnit::Month, "2024-12-01", "2024-12-31"),
            ("0001", PeriodUnit::Year, "0001-01-01", "0001-12-31"),
            ("9999", PeriodUnit::Year, "9999-01-01", "9999-12-31"),
        ] {
            let period: Period = text.parse().unwrap();
            assert_eq!(period.unit(), unit, "{text}");
            assert_eq!(period.first().to_string(), first, "{text}");
            assert_eq!(period.last().to_string(), last, "{text}");
            assert_eq!(period.to_string(), text);
        }
    }

    #[test]
    fn other_texts_are_no_periods() {
        for text in [
            "",
            "26",
            "202",
            "20260",
            "0000",
            "2026-",
            "2026-1",
            "2026-13",
            "2026-00",
            "2026-W54",
            "2026-W00",
            "2025-W53",
            "2026-w48",
            "2026-W4",
            "2026W48",
            "2026-W48-1",
            "2026-02-30",
            "2026-1-01",
            "2026-011-1",
            "2026-11-28T00",
            "+026",
            "2026-+1",
            "2026-11-+1",
            " 2026",
            "2026 ",
            "20é6",
            "9999-W53",
            "-026-01",
        ] {
            assert!(text.parse::<Period>().is_err(), "{text}");
        }
    }

    #[test]
    fn periods_follow_one_another_to_the_end_of_the_calendar() {
        for (text, next) in [
            ("2026-12-31", Some("2027-01-01")),
            ("2020-W53", Some("2021-W01")),
            ("2026-12", Some("2027-01")),
            ("2026", Some("2027")),
            ("9999-12-31", None),
            ("9999-W51", None),
            ("9999-12", None),
            ("9999", None),
        ] {
            let period: Period = text.parse().unwrap();
            let found = period.next().map(|next| next.to_string());
            assert_eq!(found.as_deref(), next, "{text}");
        }
    }
}
