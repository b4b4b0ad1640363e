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

#[cfg(test)]
mod tests {
    use super::{DayOrder::*, day};

    #[test]
    fn a_day_has_three_parts_and_may_end_with_a_sign() {
        for (text, order, read) in [
            ("2026-11-30", YearMonthDay, Some("2026-11-30")),
            // As it is written in Hungarian.
            ("2026.11.30.", YearMonthDay, Some("2026-11-30")),
            ("30/11/26 10:15", DayMonthYear, Some("2026-11-30")),
            ("11/30/2026", MonthDayYear, Some("2026-11-30")),
            ("30.11.", DayMonthYear, None),
            ("30.11.2026.1", DayMonthYear, None),
            ("30.11.026", DayMonthYear, None),
            ("30.11.2026", MonthDayYear, None),
        ] {
            let found = day(text, order).map(|day| day.to_string());
            assert_eq!(found.as_deref(), read, "{text}");
        }
    }
}
