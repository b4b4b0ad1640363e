//! The text of a stored value: the cell that a CSV file with the same value would have.

use std::fmt::Write;

use chrono::{DateTime, Days, NaiveDate, NaiveTime};

/// Nanoseconds of a second.
const SECOND: u64 = 1_000_000_000;

/// Writes a number as the shortest decimal text that gives the same number. NaN is a missing cell.
pub(super) fn float(out: &mut String, value: f64) {
    if value.is_nan() {
        return;
    }
    let size = value.abs();
    if size == 0.0 || !value.is_finite() || (1e-7..1e21).contains(&size) {
        push(out, format_args!("{value}"));
    } else {
        push(out, format_args!("{value:e}"));
    }
}

/// Writes a number of 32 bits as [`float`] does: the shortest text that gives the same 32 bits.
pub(super) fn float32(out: &mut String, value: f32) {
    if value.is_nan() {
        return;
    }
    let size = value.abs();
    if size == 0.0 || !value.is_finite() || (1e-7..1e21).contains(&size) {
        push(out, format_args!("{value}"));
    } else {
        push(out, format_args!("{value:e}"));
    }
}

/// Writes a whole number divided by 10^`scale`, with all of its decimals.
pub(super) fn decimal(out: &mut String, unscaled: &str, scale: usize) {
    let (sign, digits) = match unscaled.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", unscaled),
    };
    out.push_str(sign);
    if scale == 0 {
        out.push_str(digits);
        return;
    }
    push(out, format_args!("{digits:0>width$}", width = scale + 1));
    out.insert(out.len() - scale, '.');
}

/// Writes a day, counted from 1970-01-01. A day that no calendar here has is its count.
pub(super) fn day(out: &mut String, days: i64) {
    let epoch = NaiveDate::default();
    let count = Days::new(days.unsigned_abs());
    let day = if days < 0 {
        epoch.checked_sub_days(count)
    } else {
        epoch.checked_add_days(count)
    };
    match day {
        Some(day) => push(out, format_args!("{day}")),
        None => push(out, format_args!("{days}")),
    }
}

/// Writes a time of a day, counted from midnight, as `10:00:00`. More than a day is a duration: the
/// hours go on.
pub(super) fn time(out: &mut String, nanoseconds: u64) {
    let seconds = nanoseconds / SECOND;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    push(out, format_args!("{hours:02}:{minutes:02}:{seconds:02}"));
    fraction(out, nanoseconds % SECOND);
}

/// Writes a time that is counted from the beginning of 1970, as `2026-11-28T10:00:00`. `units` is
/// the number of units in a second. A time that no calendar here has is its count.
pub(super) fn timestamp(out: &mut String, count: i64, units: i64, is_utc: bool) {
    let seconds = count.div_euclid(units);
    let rest = count.rem_euclid(units).unsigned_abs() * (SECOND / units.unsigned_abs());
    let Some(time) = DateTime::from_timestamp(seconds, 0) else {
        push(out, format_args!("{count}"));
        return;
    };
    push(out, format_args!("{}", time.format("%FT%T")));
    fraction(out, rest);
    if is_utc {
        out.push('Z');
    }
}

/// Writes a day with a time that is not midnight as a timestamp, and any other as a day alone.
/// `milliseconds` counts from 1970.
pub(super) fn day_and_time(out: &mut String, milliseconds: i64) {
    const DAY: i64 = 86_400_000;
    if milliseconds.rem_euclid(DAY) == 0 {
        day(out, milliseconds.div_euclid(DAY));
    } else {
        timestamp(out, milliseconds, 1000, false);
    }
}

/// Writes a duration of ISO 8601 (`PT36H30M05.5S`) as `36:30:05.5`. Another text is written as it
/// is.
pub(super) fn duration(out: &mut String, text: &str) {
    match nanoseconds(text) {
        Some(nanoseconds) => time(out, nanoseconds),
        None => out.push_str(text),
    }
}

/// Writes a date and time of ISO 8601 without its time, if this is midnight.
pub(super) fn date_or_time(out: &mut String, text: &str) {
    let (day, time) = text.split_once('T').unwrap_or((text, ""));
    let is_midnight = time
        .parse::<NaiveTime>()
        .is_ok_and(|time| time == NaiveTime::MIN);
    out.push_str(if is_midnight { day } else { text });
}

fn nanoseconds(text: &str) -> Option<u64> {
    let mut rest = text.strip_prefix("PT")?;
    let mut sum = 0u64;
    for (unit, seconds) in [('H', 3600), ('M', 60)] {
        if let Some((number, after)) = rest.split_once(unit) {
            let part = number.parse::<u64>().ok()?.checked_mul(seconds * SECOND)?;
            sum = sum.checked_add(part)?;
            rest = after;
        }
    }
    if let Some((number, after)) = rest.split_once('S') {
        let (whole, decimals) = number.split_once(['.', ',']).unwrap_or((number, ""));
        let decimals = decimals.get(..decimals.len().min(9))?;
        let part = whole.parse::<u64>().ok()?.checked_mul(SECOND)?;
        sum = sum
            .checked_add(part)?
            .checked_add(format!("{decimals:0<9}").parse().ok()?)?;
        rest = after;
    }
    rest.is_empty().then_some(sum)
}

/// Writes the decimals of a second, without zeros at their end.
fn fraction(out: &mut String, nanoseconds: u64) {
    if nanoseconds > 0 {
        let digits = format!("{nanoseconds:09}");
        out.push('.');
        out.push_str(digits.trim_end_matches('0'));
    }
}

fn push(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = out.write_fmt(text);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(write: impl FnOnce(&mut String)) -> String {
        let mut out = String::new();
        write(&mut out);
        out
    }

    #[test]
    fn a_float_is_its_shortest_text() {
        for (value, expected) in [
            (0.0, "0"),
            (3.0, "3"),
            (-0.1, "-0.1"),
            (0.1 + 0.2, "0.30000000000000004"),
            (123_456_789_012_345_680_000.0, "123456789012345680000"),
            (1e21, "1e21"),
            (2.5e-8, "2.5e-8"),
            (f64::MAX, "1.7976931348623157e308"),
            (f64::NAN, ""),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            let found = text(|out| float(out, value));
            assert_eq!(found, expected);
            assert!(value.is_nan() || found.parse() == Ok(value), "{found}");
        }
        assert_eq!(text(|out| float32(out, 0.1)), "0.1");
        assert_eq!(text(|out| float32(out, 1e30)), "1e30");
        assert_eq!(text(|out| float32(out, f32::NAN)), "");
    }

    #[test]
    fn a_decimal_keeps_its_decimals() {
        for (unscaled, scale, expected) in [
            ("1250", 2, "12.50"),
            ("-5", 3, "-0.005"),
            ("0", 2, "0.00"),
            ("7", 0, "7"),
            ("-12", 1, "-1.2"),
        ] {
            assert_eq!(text(|out| decimal(out, unscaled, scale)), expected);
        }
    }

    #[test]
    fn days_and_times_are_iso_8601() {
        assert_eq!(text(|out| day(out, 20_785)), "2026-11-28");
        assert_eq!(text(|out| day(out, -1)), "1969-12-31");
        assert_eq!(text(|out| day(out, i64::MAX)), i64::MAX.to_string());
        assert_eq!(text(|out| time(out, 36_000 * SECOND)), "10:00:00");
        assert_eq!(text(|out| time(out, 1_500_000)), "00:00:00.0015");
        for (count, units, is_utc, expected) in [
            (1_795_860_000, 1, false, "2026-11-28T10:00:00"),
            (1_795_860_000_250, 1000, true, "2026-11-28T10:00:00.25Z"),
            (-1, 1_000_000_000, false, "1969-12-31T23:59:59.999999999"),
            (0, 1000, false, "1970-01-01T00:00:00"),
            (i64::MAX, 1, false, "9223372036854775807"),
        ] {
            assert_eq!(text(|out| timestamp(out, count, units, is_utc)), expected);
        }
        assert_eq!(text(|out| day_and_time(out, 86_400_000)), "1970-01-02");
        assert_eq!(text(|out| day_and_time(out, -500)), "1969-12-31T23:59:59.5");
    }

    #[test]
    fn texts_of_an_open_document_are_those_of_other_files() {
        for (stored, expected) in [
            ("PT10H00M00S", "10:00:00"),
            ("PT36H30M05.5S", "36:30:05.5"),
            ("PT5M", "00:05:00"),
            ("P1D", "P1D"),
            ("PTxS", "PTxS"),
        ] {
            assert_eq!(text(|out| duration(out, stored)), expected);
        }
        for (stored, expected) in [
            ("2026-11-28", "2026-11-28"),
            ("2026-11-28T00:00:00", "2026-11-28"),
            ("2026-11-28T10:00:00", "2026-11-28T10:00:00"),
        ] {
            assert_eq!(text(|out| date_or_time(out, stored)), expected);
        }
    }
}
