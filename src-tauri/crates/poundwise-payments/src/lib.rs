//! Payment of an order, bank statements, and the invoice of a sale.
//!
//! Before the payment: [`payto`] reads the account of a listing, [`transfer_text`] makes the QR
//! code of a transfer to it. After it: [`Statement`] reads the bookings of a bank's file (CAMT.052,
//! 053 and 054 of ISO 20022, CSV whose columns were chosen, and ZIP archives of these), and [`find`]
//! returns the orders that each booking pays. Bytes become bookings, and bookings findings: there is no home here, no clock
//! and no file.
//!
//! Beside it: [`Invoice`] says what is to be paid, by the European standard, as UBL and as a page.
//!
//! A statement comes from a stranger's pen: the text of a transfer is its payer's. So all of it is
//! bounded ([`MAX_STATEMENT`]), and nothing in it decides but an order's own reference, the exact
//! amount, the currency and the account.
//!
//! Abbreviations: CAMT is cash management, the family of ISO 20022 messages that banks send to
//! their customers; CSV is comma-separated values; IBAN is the International Bank Account Number
//! (ISO 13616), BIC the Business Identifier Code of a bank (ISO 9362); SEPA is the Single Euro
//! Payments Area, and EPC the European Payments Council, which defines the QR code of a transfer in
//! it; UBL is the Universal Business Language; VAT is value added tax; XML is the Extensible Markup
//! Language, DTD its document type definition.

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod amount;
mod archive;
mod booking;
mod camt;
mod csv;
mod direction;
mod error;
mod header;
mod invoice;
mod known;
mod matching;
pub mod payto;
mod proposal;
mod qr;
mod reading;
mod rows;
mod statement;
mod text;
mod words;
mod xml;

pub use booking::{Booking, Direction};
pub use csv::{CsvColumn, CsvColumns};
pub use error::{ArchiveFault, StatementError, XmlBound};
pub use header::{CsvHead, HEADER_WITHIN, csv_head};
pub use invoice::{
    Credited, Invoice, InvoiceAccount, InvoiceAmounts, InvoiceError, InvoiceLine, Party,
    PartyFault, PartyProblem, Vat, invoice_html, invoice_ubl,
};
pub use known::{Known, KnownBookings, Search};
pub use matching::{Due, Entered, PaidPart, PaymentMatch, Recorded, Role, find};
pub use poundwise_text::DayOrder;
pub use proposal::propose;
pub use qr::{Transfer, qr_rows, transfer_text};
pub use reading::MAX_STATEMENT;
pub use statement::{ReportKind, RowFault, Statement, UnreadEntries, UnreadableRow};
pub use text::ForeignFormat;
