//! What a booking pays: an order, by the reference in its text.

use poundwise_documents::units::{DocumentId, MinorUnits};

use crate::{ids::BookingNumber, store::SettledOrder};

/// An order that is to be approved, or paid later, by a booking.
#[derive(Clone, Copy)]
pub(crate) struct ByBooking {
    /// The number of the booking.
    pub(crate) booking: BookingNumber,
    /// The order that its text names.
    pub(crate) named: DocumentId,
    /// What that is.
    pub(crate) amount: MinorUnits,
}

impl ByBooking {
    /// Returns the record that it paid, once this order is delivered for it.
    pub(crate) fn settles(self, delivered: DocumentId, payment: Option<u64>) -> SettledOrder {
        SettledOrder {
            order: self.named,
            booking: self.booking.get(),
            delivered,
            amount: self.amount,
            payment,
        }
    }
}
