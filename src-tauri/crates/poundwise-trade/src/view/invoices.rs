//! Invoices: what the owner says once, and what each of them says.

use poundwise_documents::Language;
use poundwise_documents::units::DocumentId;
use poundwise_payments::{Invoice, Party, Vat};
use serde::{Deserialize, Serialize};

use super::Money;

/// Details shared by all invoices of a home.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Invoicing {
    /// The owner as the seller.
    pub seller: Party,
    /// The VAT treatment of its sales, where an invoice says nothing else. Prices include VAT.
    pub vat: Vat,
    /// Days from the invoice until it is to be paid.
    pub days: u32,
    /// Prefix of the number of each invoice.
    pub prefix: String,
    /// The language of the pages to print, where an invoice says nothing else.
    pub language: Language,
}

/// Terms of one invoice.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(deny_unknown_fields)]
pub struct InvoiceTerms {
    /// The buyer; as on its last invoice where it is not said.
    pub buyer: Option<Party>,
    /// The VAT treatment, where it is another one than [`Invoicing::vat`].
    pub vat: Option<Vat>,
    /// The language of the page, where it is another one than [`Invoicing::language`].
    pub language: Option<Language>,
}

/// State of the numbers of invoices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InvoiceNumbers {
    /// The last one that this home issued.
    pub last: Option<u64>,
    /// The next one; none in a home that caught up, until its owner says it.
    pub next: Option<u64>,
}

/// A sale that could stand on the same invoice: of the same buyer, currency and account, and on
/// none yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UninvoicedSale {
    /// The id of its receipt.
    pub receipt: DocumentId,
    /// The number of its receipt.
    pub number: u64,
    /// Its title.
    pub title: String,
    /// Its price.
    pub price: Money,
}

/// State of an invoice or a credit note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum InvoiceState {
    /// An invoice that is not issued yet.
    Draft,
    /// An issued invoice of which something is to be paid.
    Open,
    /// An issued invoice whose sales are paid.
    Paid,
    /// An issued invoice that a credit note takes back: nothing is to be paid.
    Cancelled,
    /// The credit note that takes one back: nothing is to be paid.
    Cancellation,
}

/// An invoice or a credit note: as it was issued, or as it would be. All amounts are above zero;
/// those of a credit note are taken off.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct InvoiceView {
    /// Whether the invoice was issued: then it never changes.
    pub issued: bool,
    /// State today, by the owner's record of payments.
    pub state: InvoiceState,
    /// The number of the credit note that takes it back, if one does.
    pub credited_by: Option<String>,
    /// Content of the invoice.
    pub invoice: Invoice,
    /// Each line without tax.
    pub lines: Vec<Money>,
    /// Amount without tax.
    pub net: Money,
    /// The tax.
    pub tax: Money,
    /// Minor units added to net amount and tax, -1, 0 or 1: not every price is an amount with its
    /// tax.
    pub rounding: i8,
    /// Total of the sales.
    pub total: Money,
    /// Amount to be paid when it was issued, or credited.
    pub payable: Money,
    /// Amount to be paid today, by the owner's record of payments: zero of a credit note, and of an
    /// invoice that one takes back.
    pub open: Money,
    /// Payment reference.
    pub reference: String,
    /// Before it is issued, the sales that could stand on it too.
    pub others: Vec<UninvoicedSale>,
}

/// File format of an invoice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "lowercase")]
pub enum InvoiceFormat {
    /// UBL 2.1, which programs read.
    Ubl,
    /// A page to print.
    Html,
}
