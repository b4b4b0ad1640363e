//! Days as people and banks write them.

use std::ops::Range;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// Order of day, month and year in a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DayOrder {
    /// 2026-11-30
    YearMonthDay,
    /// 30.11.2026
    DayMonthYear,
    /// 11/30/2026
    MonthDayYear,
}

impl DayOrder {
    /// All orders.
    pub const ALL: [Self; 3] = [Self::YearMonthDay, Self::DayMonthYear, Self::MonthDayYear];
}

/// Names of months in English and German, in lower case without a point: each of three letters or
/// more is the beginning of one.
const MONTHS: [&[&str]; 12] = [
    &["january", "januar", "jänner", "jaenner"],
    &["february", "februar", "feber"],
    &["march", "märz", "maerz", "mrz"],
    &["april"],
    &["may", "mai"],
    &["june", "juni"],
    &["july", "juli"],
    &["august"],
    &["september"],
    &["october", "oktober"],
    &["november"],
    &["december", "dezember"],
];

/// Years of days that are written without signs between their parts.
const COMPACT_YEARS: std::ops::RangeInclusive<i32> = 1970..=2100;

/// Returns a day of a table's cell, or `None` if the text is no day of this order or of ISO 8601.
///
/// The text is read as [`day`] reads it, but the year has four digits, and only a time may follow
/// the day. The order makes no difference for a day that begins with its year.
#[must_use]
pub fn full_day(text: &str, order: DayOrder) -> Option<NaiveDate> {
    // Most cells are in this form, which is read fastest.
    if let Some(day) = iso(text) {
        return Some(day);
    }
    let (date, time) = split(text);
    if !is_time(time) || !has_full_year(date) {
        return None;
    }
    let starts_with_year = date
        .split(is_mark)
        .next()
        .is_some_and(|part| part.len() == 4);
    let order = if starts_with_year {
        DayOrder::YearMonthDay
    } else {
        order
    };
    day(date, order)
}

/// Returns a day of the form `2026-11-28`.
fn iso(text: &str) -> Option<NaiveDate> {
    let bytes: &[u8; 10] = text.as_bytes().try_into().ok()?;
    let number = |part: &[u8]| {
        part.iter().try_fold(0, |number, byte| {
            byte.is_ascii_digit()
                .then(|| number * 10 + u32::from(byte - b'0'))
        })
    };
    if bytes[4] != b'-' || bytes[7] != b'-' {
        return None;
    }
    let year = i32::try_from(number(&bytes[..4])?).ok()?;
    NaiveDate::from_ymd_opt(year, number(&bytes[5..7])?, number(&bytes[8..])?)
}

fn is_mark(c: char) -> bool {
    matches!(c, '.' | '-' | '/' | ',') || c.is_whitespace()
}

/// Divides a text into a day and the time after it. A time begins with two digits and a colon,
/// behind a space or a `T`.
fn split(text: &str) -> (&str, &str) {
    let colon = text.find(':').and_then(|colon| colon.checked_sub(3));
    match colon.and_then(|at| text.split_at_checked(at)) {
        Some((date, time)) if time.starts_with([' ', 'T']) => (date, &time[1..]),
        _ => (text, ""),
    }
}

/// Returns whether a text is empty or a time, with fractions of a second and an offset.
fn is_time(text: &str) -> bool {
    let is_part = |c: char| c.is_ascii_digit() || matches!(c, ':' | '.' | ',' | '+' | '-');
    let text = text.strip_suffix('Z').unwrap_or(text);
    text.chars().all(is_part)
}

/// Returns whether a day has a year of four digits, and three parts or eight digits.
fn has_full_year(date: &str) -> bool {
    let parts: Vec<&str> = date
        .split(is_mark)
        .filter(|part| !part.is_empty())
        .collect();
    match parts[..] {
        [one] => one.len() == 8,
        [one, _, three] => one.len() == 4 || three.len() == 4,
        _ => false,
    }
}

/// Returns a day. Between its parts is any one sign, or none if the year has four digits. A year of
/// two digits is of this century. The month may be a name, and a time may follow.
pub fn day(text: &str, order: DayOrder) -> Option<NaiveDate> {
    if let Some(day) = named(text, order) {
        return Some(day);
    }
    let date = text.split_whitespace().next()?;
    // `2026-11-30T10:15:00` has a time too.
    let date = match date.split_once('T') {
        Some((date, time)) if time.starts_with(|c: char| c.is_ascii_digit()) => date,
        _ => date,
    };
    if let Some(day) = compact(date, order) {
        return Some(day);
    }
    let parts: Vec<&str> = date
        .split(['.', '-', '/'])
        .filter(|part| !part.is_empty())
        .collect();
    let [one, two, three] = parts[..] else {
        return None;
    };
    let (year, month, day) = match order {
        DayOrder::YearMonthDay => (one, two, three),
        DayOrder::DayMonthYear => (three, two, one),
        DayOrder::MonthDayYear => (three, one, two),
    };
    NaiveDate::from_ymd_opt(year_of(year)?, month.parse().ok()?, day.parse().ok()?)
}

fn year_of(digits: &str) -> Option<i32> {
    match (digits.len(), digits.parse().ok()?) {
        (2, year) => 2000_i32.checked_add(year),
        (4, year) => Some(year),
        _ => None,
    }
}

/// Returns a day of eight digits, which a time of four or six may follow.
fn compact(date: &str, order: DayOrder) -> Option<NaiveDate> {
    let is_compact =
        matches!(date.len(), 8 | 12 | 14) && date.bytes().all(|byte| byte.is_ascii_digit());
    if !is_compact {
        return None;
    }
    let (year, month, day) = match order {
        DayOrder::YearMonthDay => (0..4, 4..6, 6..8),
        DayOrder::DayMonthYear => (4..8, 2..4, 0..2),
        DayOrder::MonthDayYear => (4..8, 0..2, 2..4),
    };
    let number = |part: Range<usize>| date.get(part)?.parse::<u32>().ok();
    let year = i32::try_from(number(year)?).ok()?;
    COMPACT_YEARS
        .contains(&year)
        .then(|| NaiveDate::from_ymd_opt(year, number(month)?, number(day)?))
        .flatten()
}

/// Returns a day whose month is a name: its year is the part of four digits, or else the part that
/// the order says.
fn named(text: &str, order: DayOrder) -> Option<NaiveDate> {
    let parts: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, '.' | '-' | '/' | ','))
        .filter(|part| !part.is_empty())
        .take(3)
        .collect();
    let [one, two, three] = parts[..] else {
        return None;
    };
    let (month, first, second) = match (month_of(one), month_of(two)) {
        (Some(month), None) => (month, two, three),
        (None, Some(month)) => (month, one, three),
        _ => return None,
    };
    let is_year_first = match (first.len(), second.len()) {
        (4, 1 | 2) => true,
        (1 | 2, 4) => false,
        _ => order == DayOrder::YearMonthDay,
    };
    let (year, day) = if is_year_first {
        (first, second)
    } else {
        (second, first)
    };
    NaiveDate::from_ymd_opt(year_of(year)?, month, day.parse().ok()?)
}

/// Returns the number of the month with this name or its beginning.
fn month_of(name: &str) -> Option<u32> {
    let name = name.to_lowercase();
    let is_long = name.chars().count() >= 3;
    let place = MONTHS
        .iter()
        .position(|names| names.iter().any(|known| known.starts_with(&name)))?;
    is_long.then_some(u32::try_from(place).ok()? + 1)
}

/// Returns whether a day contains the name of a month.
pub fn is_named(text: &str) -> bool {
    named(text, DayOrder::DayMonthYear).is_some()
}

#[cfg(test)]
mod tests {
    use super::{DayOrder::*, day, full_day};

    #[test]
    fn a_day_has_three_parts_and_may_end_with_a_sign() {
        for (text, order, read) in [
            ("2026-11-30", YearMonthDay, Some("2026-11-30")),
            // As it is written in Hungarian.
            ("2026.11.30.", YearMonthDay, Some("2026-11-30")),
            ("30/11/26 10:15", DayMonthYear, Some("2026-11-30")),
            ("11/30/2026", MonthDayYear, Some("2026-11-30")),
            (
                "2026-11-30T10:15:00+01:00",
                YearMonthDay,
                Some("2026-11-30"),
            ),
            ("20261130", YearMonthDay, Some("2026-11-30")),
            ("30112026", DayMonthYear, Some("2026-11-30")),
            ("11302026", MonthDayYear, Some("2026-11-30")),
            ("20261130101500", YearMonthDay, Some("2026-11-30")),
            ("20261130", DayMonthYear, None),
            ("28 Nov 2026", DayMonthYear, Some("2026-11-28")),
            ("28-Nov-26", DayMonthYear, Some("2026-11-28")),
            ("28-NOV-2026 10:15", DayMonthYear, Some("2026-11-28")),
            ("1. Dezember 2026", DayMonthYear, Some("2026-12-01")),
            ("28. Okt. 26", DayMonthYear, Some("2026-10-28")),
            ("3. März 2026", DayMonthYear, Some("2026-03-03")),
            ("Nov 28, 2026", MonthDayYear, Some("2026-11-28")),
            ("2026-Nov-28", YearMonthDay, Some("2026-11-28")),
            ("26-Nov-28", YearMonthDay, Some("2026-11-28")),
            ("Sept 5, 2026", MonthDayYear, Some("2026-09-05")),
            ("28 Nom 2026", DayMonthYear, None),
            ("28 No 2026", DayMonthYear, None),
            ("31 Nov 2026", DayMonthYear, None),
            ("28 Nov", DayMonthYear, None),
            ("30.11.", DayMonthYear, None),
            ("30.11.2026.1", DayMonthYear, None),
            ("30.11.026", DayMonthYear, None),
            ("30.11.2026", MonthDayYear, None),
        ] {
            let found = day(text, order).map(|day| day.to_string());
            assert_eq!(found.as_deref(), read, "{text}");
        }
    }

    #[test]
    fn a_day_of_a_table_has_a_full_year_and_nothing_but_a_time_behind_it() {
        for (text, order, read) in [
            ("2026-11-28", YearMonthDay, Some("2026-11-28")),
            ("2026-11-28", DayMonthYear, Some("2026-11-28")),
            ("2026/1/2", MonthDayYear, Some("2026-01-02")),
            ("20261128", YearMonthDay, Some("2026-11-28")),
            ("28112026", DayMonthYear, Some("2026-11-28")),
            ("28.11.2026", DayMonthYear, Some("2026-11-28")),
            ("1/2/2026", DayMonthYear, Some("2026-02-01")),
            ("1/2/2026", MonthDayYear, Some("2026-01-02")),
            ("28 Nov 2026", YearMonthDay, Some("2026-11-28")),
            ("28 Nov 2026", MonthDayYear, Some("2026-11-28")),
            ("Nov 28, 2026", DayMonthYear, Some("2026-11-28")),
            ("2026-11-28 10:15", YearMonthDay, Some("2026-11-28")),
            ("2026-11-28T10:15:00.5Z", DayMonthYear, Some("2026-11-28")),
            (
                "2026-11-28T10:15:00+01:00",
                YearMonthDay,
                Some("2026-11-28"),
            ),
            ("28.11.2026 23:59:59", DayMonthYear, Some("2026-11-28")),
            ("28.11.26", DayMonthYear, None),
            ("28-Nov-26", DayMonthYear, None),
            ("28.11.2026", YearMonthDay, None),
            ("28.11.2026", MonthDayYear, None),
            ("2026-11-31", YearMonthDay, None),
            ("2026-11-28 or later", YearMonthDay, None),
            ("2026-11-28 10:15 or later", YearMonthDay, None),
            ("2026-11-28x", YearMonthDay, None),
            ("2026-11", YearMonthDay, None),
            ("2026", YearMonthDay, None),
            ("10:15", YearMonthDay, None),
            ("ää:15", YearMonthDay, None),
            ("", YearMonthDay, None),
        ] {
            let found = full_day(text, order).map(|day| day.to_string());
            assert_eq!(found.as_deref(), read, "{text}");
        }
    }
}
