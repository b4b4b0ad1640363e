//! The receipts as a table, for the accounts.

use std::path::Path;

use poundwise_documents::units::{Currency, MinorUnits};

use crate::{
    Seller,
    error::Result,
    files::{Exported, write_file},
    format::decimal_epsilon,
    spreadsheet::table,
    view::{Money, ReceiptView},
};

/// The fields of a row: their names, order and forms are a format (docs/exports.md).
const FIELDS: [&str; 19] = [
    "number",
    "date",
    "buyer",
    "buyer_name",
    "buyer_key",
    "title",
    "listing",
    "from_epsilon",
    "to_epsilon",
    "price",
    "currency",
    "settlement",
    "payment_reference",
    "paid_later",
    "owed",
    "taken_back",
    "invoice",
    "receipt",
    "order",
];

impl Seller<'_> {
    /// Writes the receipts as CSV, one row each, the oldest first. Cost: one pass over them.
    ///
    /// # Errors
    /// I/O errors, such as `disk-full`; then the file is not there, or as it was.
    pub fn export_receipts(&self, file: &Path) -> Result<Exported> {
        let mut rows = vec![FIELDS.map(str::to_owned).to_vec()];
        rows.extend(self.receipts()?.iter().rev().map(row));
        write_file(file, table(&rows)?.as_bytes())
    }
}

fn row(receipt: &ReceiptView) -> Vec<String> {
    let day = receipt.issued_at.get(..10).unwrap_or(&receipt.issued_at);
    let later: u64 = receipt.payments.iter().map(|one| one.amount.minor).sum();
    let later = Money {
        minor: later,
        ..receipt.price.clone()
    };
    let or_nothing = |amount: &Option<Money>| amount.as_ref().map(decimal).unwrap_or_default();
    vec![
        receipt.number.to_string(),
        day.to_owned(),
        receipt.contact.clone().unwrap_or_default(),
        receipt.buyer_name.clone(),
        receipt.buyer_kid.to_string(),
        receipt.title.clone(),
        receipt.listing.to_string(),
        decimal_epsilon(receipt.from),
        decimal_epsilon(receipt.to),
        decimal(&receipt.price),
        receipt.price.currency.clone(),
        receipt.settlement.to_string(),
        receipt.payment_reference.clone(),
        decimal(&later),
        or_nothing(&receipt.owed),
        or_nothing(&receipt.taken_back),
        receipt.invoice.clone().unwrap_or_default(),
        receipt.id.to_string(),
        receipt.order.to_string(),
    ]
}

/// Returns an amount in major units with all its decimals.
fn decimal(amount: &Money) -> String {
    let currency = amount.currency.parse::<Currency>();
    match (currency, MinorUnits::new(amount.minor)) {
        (Ok(currency), Ok(minor)) => currency.format(minor),
        _ => String::new(),
    }
}
