use crate::{Booking, DayOrder};

/// The most bookings of a statement.
pub(crate) const MAX_BOOKINGS: usize = 200_000;

/// A bank statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// `camt.053.001.08` and so on, or `csv`.
    pub format: String,
    /// Bookings, in the file's order.
    pub bookings: Vec<Booking>,
    /// Where each of its reports begins among them.
    pub starts: Vec<usize>,
    /// What says nothing of a payment.
    pub left_out: UnreadEntries,
    /// The first rows of a CSV that are unreadable for their day; the others are only counted.
    pub unreadable_days: Vec<UnreadableDay>,
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

/// A row of a CSV whose day cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableDay {
    /// The line of the file on which the row begins, from 1.
    pub line: u64,
    /// Text of the row's day.
    pub day: String,
    /// Another order in which its parts are a day, if one is.
    pub fits: Option<DayOrder>,
}

/// Most rows with an unreadable day that a statement names.
pub(crate) const MAX_UNREADABLE_DAYS: usize = 3;

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
    /// Those of them that lack only the day.
    pub without_day: u64,
}
