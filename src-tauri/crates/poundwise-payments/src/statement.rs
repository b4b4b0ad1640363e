use serde::Serialize;

use crate::{Booking, DayOrder};

/// The most bookings of a statement.
pub(crate) const MAX_BOOKINGS: usize = 200_000;

/// Kind of a bank report. Reports of different kinds may give one booking different days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ReportKind {
    /// CAMT.052, an intraday report.
    Camt052,
    /// CAMT.053, a statement.
    Camt053,
    /// CAMT.054, a notification.
    Camt054,
    /// Comma-separated values.
    Csv,
}

impl ReportKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Camt052, Self::Camt053, Self::Camt054, Self::Csv];

    /// Returns the name that a home stores.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Camt052 => "camt.052",
            Self::Camt053 => "camt.053",
            Self::Camt054 => "camt.054",
            Self::Csv => "csv",
        }
    }
}

/// A bank statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// `camt.053.001.08` and so on, or `csv`.
    pub format: String,
    /// Kind of its reports.
    pub kind: ReportKind,
    /// Bookings, in the file's order.
    pub bookings: Vec<Booking>,
    /// Where each of its reports begins among them.
    pub starts: Vec<usize>,
    /// What says nothing of a payment.
    pub left_out: UnreadEntries,
    /// The first three unreadable rows of a CSV for each fault. The others are only counted.
    pub unreadable_rows: Vec<UnreadableRow>,
}

impl Statement {
    /// Returns the bookings of each report. Two equal ones of one report are two; another report of
    /// the file may tell of the same ones again.
    pub fn reports(&self) -> impl Iterator<Item = &[Booking]> {
        let ends = self.starts.iter().skip(1).copied();
        let ends = ends.chain(std::iter::once(self.bookings.len()));
        self.starts
            .iter()
            .zip(ends)
            .filter_map(|(start, end)| self.bookings.get(*start..end))
    }
}

/// An unreadable row of a CSV.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnreadableRow {
    /// The line of the file on which the row begins, from 1.
    pub line: u64,
    /// Reason.
    pub fault: RowFault,
}

/// Reason why a row of a CSV is unreadable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum RowFault {
    /// Its day cannot be read.
    Day {
        /// Text of the row's day.
        day: String,
        /// Another day order that fits, if any.
        fits: Option<DayOrder>,
    },
    /// It has more fields than the header.
    Fields {
        /// Number of fields in the row.
        fields: u64,
        /// Number of columns in the header.
        columns: u64,
    },
    /// A quote joins several fields.
    Quotes {
        /// The beginning of these fields.
        cell: String,
    },
    /// Its direction is unknown.
    Direction {
        /// Text of the row's direction.
        word: String,
    },
}

/// Maximum number of rows that a statement lists for each fault.
pub(crate) const MAX_UNREADABLE_ROWS: u64 = 3;

impl UnreadEntries {
    /// Adds the counts of another file.
    pub(crate) fn add(&mut self, other: &Self) {
        self.not_booked += other.not_booked;
        self.returned += other.returned;
        self.unreadable += other.unreadable;
        self.without_day += other.without_day;
        self.surplus += other.surplus;
        self.merged += other.merged;
        self.without_direction += other.without_direction;
    }
}

/// Counts of the entries of a statement that say nothing of a payment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnreadEntries {
    /// Announced, and not booked.
    pub not_booked: u64,
    /// Money that came back: a payment of the owner's that was reversed or returned.
    pub returned: u64,
    /// Without an amount above zero, a currency, a direction or an IBAN that can be read, or in
    /// CSV without such a day.
    pub unreadable: u64,
    /// Unreadable rows of a CSV that lack only the day.
    pub without_day: u64,
    /// Unreadable rows of a CSV with more fields than the header.
    pub surplus: u64,
    /// Unreadable rows of a CSV with a quote that joins several fields.
    pub merged: u64,
    /// Unreadable rows of a CSV with an unknown direction.
    pub without_direction: u64,
}
