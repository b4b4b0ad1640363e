//! Statements as banks write them.

use std::collections::{BTreeMap, HashSet};

use poundwise_documents::units::{Currency, DecimalSign, DocumentId, MinorUnits, PaymentReference};
use poundwise_payments::{
    Booking, CsvColumns, DayOrder, Due, Entered, Known, KnownBookings, Recorded, ReportKind,
    Statement,
};

pub(crate) const IBAN: &str = "DE75512108001245126199";
pub(crate) const OTHER: &str = "DE89370400440532013000";

/// The order of a name.
pub(crate) fn order(name: &str) -> DocumentId {
    DocumentId::of(name)
}

/// Its reference.
pub(crate) fn reference(name: &str) -> String {
    PaymentReference::of(&order(name)).to_string()
}

pub(crate) fn minor(amount: u64) -> MinorUnits {
    MinorUnits::new(amount).unwrap()
}

pub(crate) fn euro() -> Currency {
    "EUR".parse().unwrap()
}

/// What is to be paid for an order, in cents.
pub(crate) fn due(name: &str, cents: u64) -> Due {
    Due {
        order: order(name),
        reference: PaymentReference::of(&order(name)),
        iban: Some(IBAN.to_owned()),
        price: minor(cents),
        open: minor(cents),
        currency: euro(),
        paid: Vec::new(),
    }
}

/// That order once it is paid, by the booking of that number or by hand.
pub(crate) fn paid_by(name: &str, cents: u64, booking: Option<u64>) -> Due {
    Due {
        open: MinorUnits::ZERO,
        paid: vec![Recorded {
            amount: minor(cents),
            booking,
        }],
        ..due(name, cents)
    }
}

/// An entry of a CAMT message.
#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) amount: String,
    pub(crate) currency: &'static str,
    pub(crate) direction: &'static str,
    pub(crate) status: &'static str,
    pub(crate) reversal: &'static str,
    pub(crate) day: &'static str,
    pub(crate) servicer: &'static str,
    /// What is inside `NtryDtls`.
    pub(crate) details: String,
    pub(crate) remark: String,
}

/// A booked credit of 10 euros whose payer wrote this.
pub(crate) fn paid(text: &str) -> Entry {
    Entry {
        amount: "10.00".to_owned(),
        currency: "EUR",
        direction: "CRDT",
        status: "<Cd>BOOK</Cd>",
        reversal: "",
        day: "2026-11-20",
        servicer: "",
        details: detail(text),
        remark: String::new(),
    }
}

/// One transfer of an entry.
pub(crate) fn detail(text: &str) -> String {
    format!(
        "<TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>\
         <RltdPties><Dbtr><Pty><Nm>Bob Bär</Nm></Pty></Dbtr></RltdPties>\
         <RmtInf><Ustrd>{text}</Ustrd></RmtInf></TxDtls>"
    )
}

/// One transfer of a batch entry, with its own amount.
pub(crate) fn transfer_of(amount: &str, text: &str) -> String {
    detail(text).replace(
        "<RltdPties>",
        &format!("<Amt Ccy=\"EUR\">{amount}</Amt><RltdPties>"),
    )
}

impl Entry {
    fn xml(&self) -> String {
        let some = |name: &str, text: &str| match text {
            "" => String::new(),
            text => format!("<{name}>{text}</{name}>"),
        };
        format!(
            "<Ntry><Amt Ccy=\"{}\">{}</Amt>{}{}{}<BookgDt><Dt>{}</Dt></BookgDt>{}{}{}</Ntry>",
            self.currency,
            self.amount,
            some("CdtDbtInd", self.direction),
            some("RvslInd", self.reversal),
            some("Sts", self.status),
            self.day,
            some("AcctSvcrRef", self.servicer),
            some("NtryDtls", &self.details),
            some("AddtlNtryInf", &self.remark),
        )
    }
}

/// A statement of one account.
pub(crate) fn statement(iban: &str, entries: &[Entry]) -> String {
    let entries: String = entries.iter().map(Entry::xml).collect();
    format!("<Id>1</Id><Acct><Id><IBAN>{iban}</IBAN></Id></Acct>{entries}")
}

/// A message of a kind, `053` of version 8 say, with these statements.
pub(crate) fn message(kind: &str, version: &str, statements: &[String]) -> String {
    let (message, element) = match kind {
        "052" => ("BkToCstmrAcctRpt", "Rpt"),
        "053" => ("BkToCstmrStmt", "Stmt"),
        _ => ("BkToCstmrDbtCdtNtfctn", "Ntfctn"),
    };
    let inside: String = statements
        .iter()
        .map(|statement| format!("<{element}>{statement}</{element}>"))
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <Document xmlns=\"urn:iso:std:iso:20022:tech:xsd:camt.{kind}.001.{version}\">\
         <{message}><GrpHdr><MsgId>1</MsgId></GrpHdr>{inside}</{message}></Document>"
    )
}

/// The CAMT.053 of one account.
pub(crate) fn camt(entries: &[Entry]) -> String {
    message("053", "08", &[statement(IBAN, entries)])
}

pub(crate) fn read(text: &str) -> Statement {
    Statement::read(text.as_bytes(), None).unwrap()
}

/// The bookings with numbers from 1.
pub(crate) fn entered(bookings: &[Booking]) -> Vec<Entered<'_>> {
    (1..)
        .zip(bookings)
        .map(|(number, booking)| Entered {
            number,
            booking,
            refunded: false,
        })
        .collect()
}

/// Returns, for each booking of a report, the place of the same booking in another report. Both
/// reports have one kind, and these orders are known.
pub(crate) fn again(report: &[Booking], other: &[Booking], orders: &[&str]) -> Vec<Option<u64>> {
    let kind = ReportKind::Camt053;
    again_in((report, kind), (other, kind), orders)
}

/// Like [`again`], with the kinds of both reports.
pub(crate) fn again_in(
    (report, kind): (&[Booking], ReportKind),
    (other, of_other): (&[Booking], ReportKind),
    orders: &[&str],
) -> Vec<Option<u64>> {
    let orders: HashSet<PaymentReference> = orders
        .iter()
        .map(|name| PaymentReference::of(&order(name)))
        .collect();
    let mut known = KnownBookings::new(kind, orders);
    for (number, booking) in (0..).zip(other) {
        let told = BTreeMap::from([(of_other, booking.booked_on)]);
        known.insert(Known::Booking(number), booking, told);
    }
    let report: Vec<&Booking> = report.iter().collect();
    let found = known.search().find(&report);
    found
        .into_iter()
        .map(|known| match known? {
            Known::Booking(number) => Some(number),
            Known::Entry(first) => panic!("an entry: {first}"),
        })
        .collect()
}

/// The columns of the CSV of a bank.
pub(crate) fn columns() -> CsvColumns {
    CsvColumns {
        iban: IBAN.to_owned(),
        day: "Tag".to_owned(),
        day_order: DayOrder::DayMonthYear,
        amount: "Betrag".to_owned(),
        decimal: DecimalSign::Comma,
        debit: None,
        direction: None,
        came: None,
        went: None,
        currency: Some("EUR".to_owned()),
        currency_column: None,
        text: vec!["Zweck".to_owned()],
        party: None,
        status: None,
        booked: None,
        encoding: None,
    }
}
