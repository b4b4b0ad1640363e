use crate::Booking;

/// The most bookings of a statement.
pub(crate) const MAX_BOOKINGS: usize = 200_000;

/// What a bank says was booked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// `camt.053.001.08` and so on, or `csv`.
    pub format: String,
    /// What was booked, in the file's order.
    pub bookings: Vec<Booking>,
    /// What says nothing of a payment.
    pub left_out: LeftOut,
}

/// How many entries of a statement say nothing of a payment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Announced, and not booked.
    pub not_booked: u64,
    /// Money that came back: a payment of the owner's that was reversed or returned.
    pub returned: u64,
    /// Without an amount above zero, a currency, a direction or an IBAN that can be read.
    pub unreadable: u64,
}
