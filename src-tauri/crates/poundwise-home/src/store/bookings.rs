//! Bookings of bank statements, the orders that they paid, and those that are no payments of
//! orders.

use std::collections::HashMap;

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

/// Bookings that are no payment of an order.
pub(super) static ASIDE: Table = Table {
    name: "bookings_aside",
    kind: Kind::Small(25),
    key: &["booking"],
    columns: &["booking", "set_aside_at"],
    body: None,
};

/// The bank whose CSV alone told of a booking.
pub(super) static BANKS: Table = Table {
    name: "booking_banks",
    kind: Kind::Small(26),
    key: &["booking"],
    columns: &["booking", "bank"],
    body: None,
};

/// The reports that told of a booking.
pub(super) static REPORTS: Table = Table {
    name: "booking_reports",
    kind: Kind::Small(28),
    key: &["booking", "kind"],
    columns: &["booking", "kind", "booked_on"],
    body: None,
};

/// Bookings that are entries for several transfers whose single amounts are not known.
pub(super) static COLLECTIVE: Table = Table {
    name: "bookings_collective",
    kind: Kind::Small(29),
    key: &["booking"],
    columns: &["booking"],
    body: None,
};

/// Bookings that are one of the transfers of an entry.
pub(super) static ENTRIES: Table = Table {
    name: "booking_entries",
    kind: Kind::Small(30),
    key: &["booking"],
    columns: &[
        "booking",
        "first",
        "direction",
        "amount_minor",
        "by_reference",
        "by_content",
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
    /// When the owner said that it is no payment of an order, if so.
    pub set_aside_at: Option<Timestamp>,
    /// The bank whose CSV alone told of it, if so.
    pub bank: Option<String>,
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
        set_aside_at: None,
        bank: None,
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
        let mut aside: HashMap<u64, Timestamp> = HashMap::new();
        for row in self.rows(&ASIDE, "ORDER BY booking", [0; 0])? {
            aside.insert(row.number("booking")?, row.parsed("set_aside_at")?);
        }
        let mut banks: HashMap<u64, String> = HashMap::new();
        for row in self.rows(&BANKS, "ORDER BY booking", [0; 0])? {
            banks.insert(row.number("booking")?, row.text("bank")?.to_owned());
        }
        self.rows(&BOOKINGS, "ORDER BY number", [0; 0])?
            .iter()
            .map(|row| {
                let stored = booking(row)?;
                Ok(StoredBooking {
                    set_aside_at: aside.remove(&stored.number),
                    bank: banks.remove(&stored.number),
                    ..stored
                })
            })
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
    /// Stores a booking, with the bank whose CSV told of it; one of the same number is an error.
    pub fn insert_booking(
        &self,
        number: u64,
        booking: &Booking,
        bank: Option<&str>,
        now: Timestamp,
    ) -> Result<()> {
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
        )?;
        match bank {
            Some(bank) => self.insert(&BANKS, &[("booking", number.into()), ("bank", bank.into())]),
            None => Ok(()),
        }
    }

    /// Records that not only the CSV of one bank told of a booking.
    pub fn unset_booking_bank(&self, number: u64) -> Result<()> {
        self.remove(&BANKS, "booking = ?1", &[&number]).map(drop)
    }

    /// Records that a booking is no payment of an order; one that is set aside already is an error.
    pub fn set_booking_aside(&self, number: u64, now: Timestamp) -> Result<()> {
        self.insert(
            &ASIDE,
            &[("booking", number.into()), ("set_aside_at", Cell::of(now))],
        )
    }

    /// Takes back that a booking is no payment of an order.
    pub fn restore_booking(&self, number: u64) -> Result<()> {
        self.remove(&ASIDE, "booking = ?1", &[&number]).map(drop)
    }

    /// Discards a booking; one that paid an order is an error.
    pub fn discard_booking(&self, number: u64) -> Result<()> {
        self.restore_booking(number)?;
        self.unset_booking_bank(number)?;
        self.remove(&BOOKINGS, "number = ?1", &[&number]).map(drop)
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
