//! Days as banks write them.

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

/// The orders of a day's parts.
pub(crate) const DAY_ORDERS: [DayOrder; 3] = [
    DayOrder::YearMonthDay,
    DayOrder::DayMonthYear,
    DayOrder::MonthDayYear,
];

/// Returns a day, with any one sign between its parts; a year of two digits is of this century.
pub(crate) fn day(text: &str, order: DayOrder) -> Option<NaiveDate> {
    let date = text.split_whitespace().next()?;
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
    let year: i32 = match (year.len(), year.parse().ok()?) {
        (2, year) => 2000_i32.checked_add(year)?,
        (4, year) => year,
        _ => return None,
    };
    NaiveDate::from_ymd_opt(year, month.parse().ok()?, day.parse().ok()?)
}
