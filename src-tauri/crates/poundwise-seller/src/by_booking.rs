//! Payment of an order by a booking that names its reference.

use poundwise_documents::units::{DocumentId, MinorUnits};

use crate::store::SettledOrder;

/// An order that is to be approved, or paid later, by a booking.
#[derive(Clone, Copy)]
pub(crate) struct ByBooking {
    /// The number of the booking.
    pub(crate) booking: u64,
    /// The order that its text names.
    pub(crate) named: DocumentId,
    /// Amount of that.
    pub(crate) amount: MinorUnits,
}

impl ByBooking {
    /// Returns the record that it paid, once this order is delivered for it.
    pub(crate) fn settles(self, delivered: DocumentId, payment: Option<u64>) -> SettledOrder {
        SettledOrder {
            order: self.named,
            booking: self.booking,
            delivered,
            amount: self.amount,
            payment,
        }
    }
}
