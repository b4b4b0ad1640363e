//! Invoices and credit notes that were issued. They never change.

use poundwise_documents::units::Timestamp;

use super::{
    Reading, Writing,
    rows::Row,
    table::{Cell, Kind, Table},
};
use crate::error::Result;

pub(super) static INVOICES: Table = Table {
    name: "invoices",
    kind: Kind::Small(23),
    key: &["number"],
    columns: &["number", "issued_at"],
    sealed: &["contents"],
    body: None,
};

/// An invoice or a credit note that was issued.
pub struct StoredInvoice {
    /// Its number in the series, from 1.
    pub number: u64,
    /// The invoice, as JSON.
    pub contents: String,
}

fn invoice(row: &Row) -> Result<StoredInvoice> {
    Ok(StoredInvoice {
        number: row.number("number")?,
        contents: row.text("contents")?.to_owned(),
    })
}

impl Reading<'_> {
    /// Returns the invoices and credit notes by number.
    pub fn invoices(&self) -> Result<Vec<StoredInvoice>> {
        self.rows(&INVOICES, "ORDER BY number", [0; 0])?
            .iter()
            .map(invoice)
            .collect()
    }
}

impl Writing<'_> {
    /// Stores an invoice; one of the same number is an error.
    pub fn insert_invoice(&self, invoice: &StoredInvoice, now: Timestamp) -> Result<()> {
        self.insert(
            &INVOICES,
            &[
                ("number", invoice.number.into()),
                ("contents", (&invoice.contents).into()),
                ("issued_at", Cell::of(now)),
            ],
        )
    }
}
