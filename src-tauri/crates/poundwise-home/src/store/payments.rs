//! Payments that came after their receipt, as the owner recorded them.

use chrono::NaiveDate;
use poundwise_documents::units::{DocumentId, MinorUnits, Timestamp};

use super::rows::Row;
use super::table::{Cell, Kind, Table};
use super::{Reading, Writing};
use crate::error::Result;

pub(super) static PAYMENTS: Table = Table {
    name: "payments",
    kind: Kind::Small(20),
    key: &["number"],
    columns: &[
        "number",
        "receipt",
        "paid_on",
        "amount_minor",
        "recorded_at",
    ],
    sealed: &["reference"],
    body: None,
};

/// A payment of a sale on credit.
pub struct StoredPayment {
    /// Number in this home, from 1.
    pub number: u64,
    pub receipt: DocumentId,
    pub paid_on: NaiveDate,
    /// Amount, in the receipt's currency.
    pub amount: MinorUnits,
    /// Payment reference; may be empty.
    pub reference: String,
}

fn read(row: &Row) -> Result<StoredPayment> {
    Ok(StoredPayment {
        number: row.number("number")?,
        receipt: row.parsed("receipt")?,
        paid_on: row.parsed("paid_on")?,
        amount: MinorUnits::new(row.number("amount_minor")?)
            .map_err(|e| row.unreadable("amount_minor", &e))?,
        reference: row.text("reference")?.to_owned(),
    })
}

impl Reading<'_> {
    /// Returns the payments, as they were recorded.
    pub fn later_payments(&self) -> Result<Vec<StoredPayment>> {
        self.rows(&PAYMENTS, "ORDER BY number", [0; 0])?
            .iter()
            .map(read)
            .collect()
    }
}

impl Writing<'_> {
    /// Records a payment; one of the same number is an error.
    pub fn insert_later_payment(&self, payment: &StoredPayment, now: Timestamp) -> Result<()> {
        self.insert(
            &PAYMENTS,
            &[
                ("number", payment.number.into()),
                ("receipt", Cell::of(payment.receipt)),
                ("paid_on", Cell::of(payment.paid_on)),
                ("amount_minor", payment.amount.get().into()),
                ("reference", (&payment.reference).into()),
                ("recorded_at", Cell::of(now)),
            ],
        )
    }

    /// Takes a payment away that was recorded by mistake, and that a booking is this payment.
    pub fn remove_later_payment(&self, number: u64) -> Result<()> {
        self.unsettle(number)?;
        self.remove(&PAYMENTS, "number = ?1", &[&number]).map(drop)
    }
}
