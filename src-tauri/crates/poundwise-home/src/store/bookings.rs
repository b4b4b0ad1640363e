//! Bookings of bank statements, and the orders that they paid.

use poundwise_documents::units::{DocumentId, MinorUnits, Timestamp};
use poundwise_payments::{Booking, Direction};

use super::rows::Row;
use super::table::{Cell, Kind, Table};
use super::{Reading, Writing, damaged};
use crate::error::Result;

pub(super) static BOOKINGS: Table = Table {
    name: "bookings",
    kind: Kind::Small(21),
    key: &["number"],
    columns: &[
        "number",
        "iban",
        "direction",
        "booked_on",
        "amount_minor",
        "currency",
        "party",
        "text",
        "by_reference",
        "by_content",
        "imported_at",
        "refunded_at",
    ],
    body: None,
};

pub(super) static SETTLED: Table = Table {
    name: "settled",
    kind: Kind::Small(22),
    key: &["order_id"],
    columns: &[
        "order_id",
        "booking",
        "delivered",
        "amount_minor",
        "payment",
    ],
    body: None,
};

/// A booking that names an order of this home.
pub struct StoredBooking {
    /// Number in this home, from 1.
    pub number: u64,
    /// The booking, as in the statement.
    pub booking: Booking,
    /// Whether the owner said that the unmatched part was paid back.
    pub refunded: bool,
}

/// An order that a booking paid.
pub struct SettledOrder {
    /// The order that the booking's text names.
    pub order: DocumentId,
    /// The number of the booking.
    pub booking: u64,
    /// The order that was delivered for it.
    pub delivered: DocumentId,
    /// Amount, in the booking's currency.
    pub amount: MinorUnits,
    /// The number of the later payment, for a sale on credit.
    pub payment: Option<u64>,
}

fn amount(row: &Row) -> Result<MinorUnits> {
    MinorUnits::new(row.number("amount_minor")?)
        .map_err(|e| damaged(format!("an amount of a booking is wrong: {e}")))
}

fn booking(row: &Row) -> Result<StoredBooking> {
    Ok(StoredBooking {
        number: row.number("number")?,
        booking: Booking {
            iban: row.text("iban")?.to_owned(),
            direction: match row.text("direction")? {
                "credit" => Direction::Credit,
                "debit" => Direction::Debit,
                other => return Err(damaged(format!("a booking is a {other:?}"))),
            },
            booked_on: row.parsed_if("booked_on")?,
            amount: amount(row)?,
            currency: row.parsed("currency")?,
            party: row.optional("party")?.map(str::to_owned),
            text: row.text("text")?.to_owned(),
            by_reference: row.parsed_if("by_reference")?,
            by_content: row.parsed("by_content")?,
        },
        refunded: row.optional("refunded_at")?.is_some(),
    })
}

fn settled(row: &Row) -> Result<SettledOrder> {
    Ok(SettledOrder {
        order: row.parsed("order_id")?,
        booking: row.number("booking")?,
        delivered: row.parsed("delivered")?,
        amount: amount(row)?,
        payment: row.number_if("payment")?,
    })
}

impl Reading<'_> {
    /// Returns the bookings by number.
    pub fn bookings(&self) -> Result<Vec<StoredBooking>> {
        self.rows(&BOOKINGS, "ORDER BY number", [0; 0])?
            .iter()
            .map(booking)
            .collect()
    }

    /// Returns the orders that bookings paid.
    pub fn settled(&self) -> Result<Vec<SettledOrder>> {
        self.rows(&SETTLED, "ORDER BY order_id", [0; 0])?
            .iter()
            .map(settled)
            .collect()
    }
}

impl Writing<'_> {
    /// Stores a booking; one of the same number is an error.
    pub fn insert_booking(&self, number: u64, booking: &Booking, now: Timestamp) -> Result<()> {
        let direction = match booking.direction {
            Direction::Credit => "credit",
            Direction::Debit => "debit",
        };
        self.insert(
            &BOOKINGS,
            &[
                ("number", number.into()),
                ("iban", (&booking.iban).into()),
                ("direction", direction.into()),
                ("booked_on", booking.booked_on.map(Cell::of).into()),
                ("amount_minor", booking.amount.get().into()),
                ("currency", Cell::of(booking.currency)),
                ("party", booking.party.as_deref().into()),
                ("text", (&booking.text).into()),
                ("by_reference", booking.by_reference.map(Cell::of).into()),
                ("by_content", Cell::of(booking.by_content)),
                ("imported_at", Cell::of(now)),
                ("refunded_at", Cell::Null),
            ],
        )
    }

    /// Records that what a booking did not pay was paid back.
    pub fn booking_refunded(&self, number: u64, now: Timestamp) -> Result<()> {
        self.set(
            &BOOKINGS,
            "number = ?1",
            &[&number],
            &[("refunded_at", Cell::of(now))],
        )
        .map(drop)
    }

    /// Records that a booking paid an order; an order that was paid by one already is an error.
    pub fn settle(&self, settled: &SettledOrder) -> Result<()> {
        self.insert(
            &SETTLED,
            &[
                ("order_id", Cell::of(settled.order)),
                ("booking", settled.booking.into()),
                ("delivered", Cell::of(settled.delivered)),
                ("amount_minor", settled.amount.get().into()),
                ("payment", settled.payment.into()),
            ],
        )
    }

    /// Takes back that a booking paid a sale on credit, with the payment that was recorded of it.
    pub(super) fn unsettle(&self, payment: u64) -> Result<()> {
        self.remove(&SETTLED, "payment = ?1", &[&payment]).map(drop)
    }
}
