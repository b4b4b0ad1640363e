//! The receipts as a table, for the accounts.

use std::path::Path;

use poundwise_documents::kinds::Family;

use crate::{
    Seller,
    error::Result,
    files::{Exported, write_file},
    format::loss_columns,
    spreadsheet::{CsvForm, table},
    view::{Money, ReceiptView},
};

/// The fields of a row: their names, order and forms are a format (docs/exports.md).
const FIELDS: [&str; 21] = [
    "number",
    "date",
    "buyer",
    "buyer_name",
    "buyer_key",
    "title",
    "listing",
    "from_epsilon",
    "to_epsilon",
    "from_rho",
    "to_rho",
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

/// The fields with decimal numbers.
const NUMBERS: [&str; 8] = [
    "from_epsilon",
    "to_epsilon",
    "from_rho",
    "to_rho",
    "price",
    "paid_later",
    "owed",
    "taken_back",
];

impl Seller<'_> {
    /// Writes the receipts as CSV, one row each, the oldest first. Cost: one pass over them.
    ///
    /// # Errors
    /// I/O errors, such as `disk-full`; then the file is not there, or as it was.
    pub fn export_receipts(&self, file: &Path, form: CsvForm) -> Result<Exported> {
        let mut rows = vec![FIELDS.map(str::to_owned).to_vec()];
        let sales = self.sales()?;
        rows.extend(
            sales
                .iter()
                .map(|(view, (_, _, listing))| row(view, listing.payload().family)),
        );
        let fields = FIELDS.iter().enumerate();
        let numbers = fields.filter(|(_, name)| NUMBERS.contains(name));
        let numbers: Vec<usize> = numbers.map(|(place, _)| place).collect();
        write_file(file, table(&rows, form, &numbers)?.as_bytes())
    }
}

fn row(receipt: &ReceiptView, family: Family) -> Vec<String> {
    let day = receipt.issued_at.get(..10).unwrap_or(&receipt.issued_at);
    let later: u64 = receipt.payments.iter().map(|one| one.amount.minor).sum();
    let later = Money::new(later, receipt.price.currency);
    let or_nothing = |amount: &Option<Money>| amount.as_ref().map(Money::major).unwrap_or_default();
    let [from, to] = [receipt.from, receipt.to].map(|level| family.charge(level));
    let [from_epsilon, from_rho] = loss_columns(from, to).map(Option::unwrap_or_default);
    let [to_epsilon, to_rho] = loss_columns(to, to).map(Option::unwrap_or_default);
    vec![
        receipt.number.to_string(),
        day.to_owned(),
        receipt.contact.clone().unwrap_or_default(),
        receipt.buyer_name.clone(),
        receipt.buyer_kid.to_string(),
        receipt.title.clone(),
        receipt.listing.to_string(),
        from_epsilon,
        to_epsilon,
        from_rho,
        to_rho,
        receipt.price.major(),
        receipt.price.currency.to_string(),
        receipt.settlement.to_string(),
        receipt.payment_reference.clone(),
        later.major(),
        or_nothing(&receipt.owed),
        or_nothing(&receipt.taken_back),
        receipt.invoice.clone().unwrap_or_default(),
        receipt.id.to_string(),
        receipt.order.to_string(),
    ]
}
