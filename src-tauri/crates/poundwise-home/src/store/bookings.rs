//! Bookings of bank statements, the orders that they paid, and those that are no payments of
//! orders.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
};

use chrono::NaiveDate;
use poundwise_documents::units::{DocumentId, MinorUnits, Timestamp};
use poundwise_payments::{Booking, Direction, ReportKind};

use super::rows::Row;
use super::table::{Cell, Kind, Table};
use super::{Reading, Writing, damaged};
use crate::error::Result;
use crate::messages::DamageMessage;

pub(super) static BOOKINGS: Table = Table {
    name: "bookings",
    kind: Kind::Small(21),
    key: &["number"],
    columns: &[
        "number",
        "direction",
        "booked_on",
        "amount_minor",
        "currency",
        "imported_at",
        "refunded_at",
    ],
    sealed: &[
        "iban",
        "party",
        "text",
        "bank",
        "by_reference",
        "by_content",
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
    sealed: &[],
    body: None,
};

/// Bookings that are no payment of an order.
pub(super) static ASIDE: Table = Table {
    name: "bookings_aside",
    kind: Kind::Small(25),
    key: &["booking"],
    columns: &["booking", "set_aside_at"],
    sealed: &[],
    body: None,
};

/// The bank reports that contain a booking.
pub(super) static REPORTS: Table = Table {
    name: "booking_reports",
    kind: Kind::Small(27),
    key: &["booking", "kind"],
    columns: &["booking", "kind", "booked_on"],
    sealed: &[],
    body: None,
};

/// Batch entries with unknown individual amounts.
pub(super) static COLLECTIVE: Table = Table {
    name: "bookings_collective",
    kind: Kind::Small(28),
    key: &["booking"],
    columns: &["booking"],
    sealed: &[],
    body: None,
};

/// Bookings that are single transfers of a batch entry.
pub(super) static ENTRIES: Table = Table {
    name: "booking_entries",
    kind: Kind::Small(29),
    key: &["booking"],
    columns: &["booking", "first", "direction", "amount_minor"],
    sealed: &["by_reference", "by_content"],
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
    /// The bank, if the booking comes only from the CSV file of one bank.
    pub bank: Option<String>,
    /// The booking day in the first report of each kind.
    pub reports: BTreeMap<ReportKind, Option<NaiveDate>>,
    /// The number of the first stored transfer of its batch entry, if it is part of one.
    pub first: Option<u64>,
}

/// A booking that is not stored yet.
#[derive(Clone, Copy)]
pub struct NewBooking<'a> {
    /// Number in this home, from 1.
    pub number: u64,
    /// The booking, as in the statement.
    pub booking: &'a Booking,
    /// The bank, if the booking comes from a CSV file.
    pub bank: Option<&'a str>,
    /// The kind of the report that contains it.
    pub kind: ReportKind,
    /// The number of the first stored transfer of its batch entry, if it is part of one.
    pub first: Option<u64>,
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
    MinorUnits::new(row.number("amount_minor")?).map_err(|e| row.unreadable("amount_minor", &e))
}

fn booking(row: &Row) -> Result<StoredBooking> {
    Ok(StoredBooking {
        number: row.number("number")?,
        booking: Booking {
            iban: row.text("iban")?.to_owned(),
            direction: direction(row)?,
            booked_on: row.parsed_if("booked_on")?,
            amount: amount(row)?,
            currency: row.parsed("currency")?,
            party: row.optional("party")?.map(str::to_owned),
            text: row.text("text")?.to_owned(),
            by_reference: row.parsed_if("by_reference")?,
            by_content: row.parsed("by_content")?,
            is_collective: false,
            part_of: None,
        },
        refunded: row.optional("refunded_at")?.is_some(),
        set_aside_at: None,
        bank: row.optional("bank")?.map(str::to_owned),
        reports: BTreeMap::new(),
        first: None,
    })
}

fn direction(row: &Row) -> Result<Direction> {
    match row.text("direction")? {
        "credit" => Ok(Direction::Credit),
        "debit" => Ok(Direction::Debit),
        other => Err(row.unknown("direction", other)),
    }
}

fn direction_cell(direction: Direction) -> Cell<'static> {
    match direction {
        Direction::Credit => "credit".into(),
        Direction::Debit => "debit".into(),
    }
}

fn kind(row: &Row) -> Result<ReportKind> {
    let kind = row.text("kind")?;
    let known = ReportKind::ALL.into_iter().find(|one| one.as_str() == kind);
    known.ok_or_else(|| row.unknown("kind", kind))
}

/// Links the transfers among the bookings to their batch entries.
fn join(bookings: &mut [StoredBooking], entries: Vec<Row>) -> Result<()> {
    let mut places: HashMap<u64, usize> = HashMap::new();
    for (place, stored) in bookings.iter().enumerate() {
        places.insert(stored.number, place);
    }
    let mut parts: BTreeMap<u64, Vec<(usize, Row)>> = BTreeMap::new();
    for row in entries {
        let place = places.get(&row.number("booking")?);
        let place = *place.ok_or_else(|| damaged(DamageMessage::TransferWithoutBooking))?;
        parts
            .entry(row.number("first")?)
            .or_default()
            .push((place, row));
    }
    for (first, parts) in parts {
        let texts = parts.iter().filter_map(|(place, _)| bookings.get(*place));
        let text = Booking::joined(texts.map(|stored| &*stored.booking.text));
        let Some((place, row)) = parts.first() else {
            continue;
        };
        let Some(one) = bookings.get(*place) else {
            continue;
        };
        let entry = Arc::new(Booking {
            direction: direction(row)?,
            amount: amount(row)?,
            text,
            by_reference: row.parsed_if("by_reference")?,
            by_content: row.parsed("by_content")?,
            ..one.booking.clone()
        });
        for (place, _) in parts {
            if let Some(stored) = bookings.get_mut(place) {
                stored.first = Some(first);
                stored.booking.part_of = Some(Arc::clone(&entry));
            }
        }
    }
    Ok(())
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
        let mut reports: HashMap<u64, BTreeMap<ReportKind, Option<NaiveDate>>> = HashMap::new();
        for row in self.rows(&REPORTS, "ORDER BY booking, kind", [0; 0])? {
            let of = reports.entry(row.number("booking")?).or_default();
            of.insert(kind(&row)?, row.parsed_if("booked_on")?);
        }
        let mut collective: HashSet<u64> = HashSet::new();
        for row in self.rows(&COLLECTIVE, "ORDER BY booking", [0; 0])? {
            collective.insert(row.number("booking")?);
        }
        let mut bookings = Vec::new();
        for row in self.rows(&BOOKINGS, "ORDER BY number", [0; 0])? {
            let mut stored = booking(&row)?;
            stored.set_aside_at = aside.remove(&stored.number);
            stored.reports = reports.remove(&stored.number).unwrap_or_default();
            stored.booking.is_collective = collective.contains(&stored.number);
            bookings.push(stored);
        }
        let entries = self.rows(&ENTRIES, "ORDER BY booking", [0; 0])?;
        join(&mut bookings, entries)?;
        Ok(bookings)
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
    /// Stores a booking and the kind of report that contains it. Fails if the number is already
    /// used.
    pub fn insert_booking(&self, new: &NewBooking<'_>, now: Timestamp) -> Result<()> {
        let NewBooking {
            number,
            booking,
            bank,
            kind,
            first,
        } = *new;
        self.insert(
            &BOOKINGS,
            &[
                ("number", number.into()),
                ("iban", (&booking.iban).into()),
                ("direction", direction_cell(booking.direction)),
                ("booked_on", booking.booked_on.map(Cell::of).into()),
                ("amount_minor", booking.amount.get().into()),
                ("currency", Cell::of(booking.currency)),
                ("party", booking.party.as_deref().into()),
                ("text", (&booking.text).into()),
                ("bank", bank.into()),
                ("by_reference", booking.by_reference.map(Cell::of).into()),
                ("by_content", Cell::of(booking.by_content)),
                ("imported_at", Cell::of(now)),
                ("refunded_at", Cell::Null),
            ],
        )?;
        self.insert_booking_report(number, kind, booking.booked_on)?;
        if booking.is_collective {
            self.insert(&COLLECTIVE, &[("booking", number.into())])?;
        }
        if let (Some(first), Some(entry)) = (first, &booking.part_of) {
            self.insert(
                &ENTRIES,
                &[
                    ("booking", number.into()),
                    ("first", first.into()),
                    ("direction", direction_cell(entry.direction)),
                    ("amount_minor", entry.amount.get().into()),
                    ("by_reference", entry.by_reference.map(Cell::of).into()),
                    ("by_content", Cell::of(entry.by_content)),
                ],
            )?;
        }
        Ok(())
    }

    /// Records that a kind of report contains a booking. Fails if that kind is already recorded.
    pub fn insert_booking_report(
        &self,
        number: u64,
        kind: ReportKind,
        day: Option<NaiveDate>,
    ) -> Result<()> {
        self.insert(
            &REPORTS,
            &[
                ("booking", number.into()),
                ("kind", kind.as_str().into()),
                ("booked_on", day.map(Cell::of).into()),
            ],
        )
    }

    /// Records that a booking does not come only from the CSV file of one bank.
    pub fn unset_booking_bank(&self, number: u64) -> Result<()> {
        let cells = [("bank", Cell::Null)];
        self.set(&BOOKINGS, "number = ?1", &[&number], &cells)
            .map(drop)
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
        for table in [&REPORTS, &COLLECTIVE, &ENTRIES] {
            self.remove(table, "booking = ?1", &[&number])?;
        }
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
