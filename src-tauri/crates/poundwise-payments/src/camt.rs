//! CAMT.052, 053 and 054 (ISO 20022): reports of a day, statements, and notifications.

use std::sync::Arc;

use chrono::NaiveDate;
use poundwise_documents::units::{Currency, MinorUnits, PaymentReference};

use crate::{
    Booking, Direction, ReportKind, Statement, StatementError,
    amount::decimal,
    booking::ReadBooking,
    payto::iban,
    statement::{MAX_BOOKINGS, UnreadEntries},
    xml::{self, Node, Seen},
};

/// The element of a message. An envelope may be around it.
const DOCUMENT: &str = "Document";
/// Each kind of message: its name, its element, the element of one statement, and the report kind.
const KINDS: [(&str, &str, &str, ReportKind); 3] = [
    (
        "camt.052.001.",
        "BkToCstmrAcctRpt",
        "Rpt",
        ReportKind::Camt052,
    ),
    (
        "camt.053.001.",
        "BkToCstmrStmt",
        "Stmt",
        ReportKind::Camt053,
    ),
    (
        "camt.054.001.",
        "BkToCstmrDbtCdtNtfctn",
        "Ntfctn",
        ReportKind::Camt054,
    ),
];

/// State of reading a statement.
#[derive(Default)]
struct Reading {
    format: String,
    kind: Option<ReportKind>,
    /// The namespace of a document that is none.
    foreign: String,
    /// The elements from the root to a statement.
    path: [&'static str; 3],
    bookings: Vec<Booking>,
    left_out: UnreadEntries,
    /// The account of the statement that is read.
    iban: Option<String>,
    /// Where each statement begins among the bookings.
    starts: Vec<usize>,
}

/// Reads a message.
///
/// # Errors
/// Not well-formed or another message.
pub(crate) fn read(text: &str) -> Result<Statement, StatementError> {
    let mut reading = Reading::default();
    xml::read(
        text,
        DOCUMENT,
        |depth, name| depth == 4 && matches!(name, "Acct" | "Ntry"),
        |seen| reading.take(seen),
    )?;
    Ok(Statement {
        format: reading.format,
        kind: reading
            .kind
            .ok_or(StatementError::NotCamt(reading.foreign))?,
        bookings: reading.bookings,
        starts: reading.starts,
        left_out: reading.left_out,
        unreadable_rows: Vec::new(),
    })
}

impl Reading {
    fn take(&mut self, seen: Seen<'_>) -> Result<(), StatementError> {
        match seen {
            Seen::Start {
                depth: 1,
                name,
                namespace,
            } => {
                let not_camt = || StatementError::NotCamt(shown(name, namespace));
                // Some banks write the namespace before the name of the message wrong.
                let format = namespace.rsplit(':').next().unwrap_or_default();
                let (_, message, statement, kind) = KINDS
                    .iter()
                    .find(|(kind, ..)| {
                        format.strip_prefix(kind).is_some_and(|version| {
                            version.len() == 2 && version.bytes().all(|b| b.is_ascii_digit())
                        })
                    })
                    .filter(|_| name == DOCUMENT)
                    .ok_or_else(not_camt)?;
                // A file is of one kind of report.
                if self.kind.is_some_and(|before| before != *kind) {
                    return Err(not_camt());
                }
                format.clone_into(&mut self.format);
                namespace.clone_into(&mut self.foreign);
                self.kind = Some(*kind);
                self.path = [DOCUMENT, message, statement];
            }
            Seen::Start { depth: 2, name, .. } if name != self.path[1] => {
                return Err(StatementError::NotCamt(self.foreign.clone()));
            }
            Seen::Start { depth: 3, name, .. } if name == self.path[2] => {
                self.iban = None;
                self.starts.push(self.bookings.len());
            }
            Seen::Start { .. } => {}
            Seen::Whole(node) if node.name == "Acct" => {
                self.iban = node.text_at(&["Id", "IBAN"]).and_then(iban);
            }
            Seen::Whole(entry) => {
                if self.bookings.len() == MAX_BOOKINGS {
                    return Err(StatementError::TooMany(MAX_BOOKINGS));
                }
                self.entry(&entry);
                if self.bookings.len() > MAX_BOOKINGS {
                    return Err(StatementError::TooMany(MAX_BOOKINGS));
                }
            }
        }
        Ok(())
    }

    fn entry(&mut self, entry: &Node) {
        // The status is a code of its own up to version 6, and a choice after it.
        let status = entry
            .text_at(&["Sts", "Cd"])
            .or_else(|| entry.text_at(&["Sts"]));
        if status.is_some_and(|status| status != "BOOK") {
            self.left_out.not_booked += 1;
            return;
        }
        let direction = direction(entry);
        let details: Vec<&Node> = entry
            .children("NtryDtls")
            .flat_map(|details| details.children("TxDtls"))
            .collect();
        // A reversal credit undoes a debit, and a return credit undoes a transfer of the owner.
        let is_reversal = entry
            .text_at(&["RvslInd"])
            .is_some_and(|reversal| matches!(reversal, "true" | "1"));
        let are_returned = !details.is_empty() && details.iter().all(|one| is_returned(one));
        if direction == Some(Direction::Credit) && (is_reversal || are_returned) {
            self.left_out.returned += 1;
            return;
        }
        // A single transfer with a direction other than its entry is not a payment.
        let one_way = match &details[..] {
            [one] => one.at(&["CdtDbtInd"]).is_none() || self::direction(one) == direction,
            _ => true,
        };
        let money = money(entry);
        let (Some(_), true, Some(direction), Some((amount, currency)), Some(iban)) =
            (status, one_way, direction, money, &self.iban)
        else {
            self.left_out.unreadable += 1;
            return;
        };
        let entry = Entry {
            node: entry,
            details: &details,
            iban,
            direction,
            amount,
            currency,
        };
        match entry.parts() {
            Parts::One => self.bookings.push(entry.whole()),
            Parts::Unknown => {
                let mut whole = entry.whole();
                whole.is_collective = true;
                self.bookings.push(whole);
            }
            Parts::Each(parts) => {
                let whole = Arc::new(entry.whole());
                for part in parts {
                    match part {
                        Part::Booking(read) => {
                            let mut booking = read.booking();
                            booking.part_of = Some(Arc::clone(&whole));
                            self.bookings.push(booking);
                        }
                        Part::Returned => self.left_out.returned += 1,
                        Part::Nothing => self.left_out.unreadable += 1,
                    }
                }
            }
        }
    }
}

/// An entry of a statement. A batch entry contains several transfers.
struct Entry<'a> {
    node: &'a Node,
    /// The transfers that the statement lists for it.
    details: &'a [&'a Node],
    iban: &'a str,
    direction: Direction,
    amount: MinorUnits,
    currency: Currency,
}

/// The bookings of an entry.
enum Parts {
    /// The entry is one booking.
    One,
    /// There are several transfers. Their amounts are missing or do not add up to the entry.
    Unknown,
    Each(Vec<Part>),
}

/// A transfer of a batch entry.
enum Part {
    Booking(Box<ReadBooking>),
    /// A returned transfer of the owner.
    Returned,
    /// An amount of zero.
    Nothing,
}

impl Entry<'_> {
    /// Returns the entry as one booking, with the texts of all its transfers.
    fn whole(&self) -> Booking {
        let mut remarks: Vec<String> = self.details.iter().flat_map(|one| remarks(one)).collect();
        remarks.push(lines(self.node, "AddtlNtryInf"));
        let party = self.details.first();
        let read = ReadBooking {
            iban: self.iban.to_owned(),
            direction: self.direction,
            booked_on: day(self.node),
            amount: self.amount,
            currency: self.currency,
            party: party.and_then(|one| party_of(one, self.direction)),
            remittance: remittance(self.details),
            remarks,
            servicer_reference: self.node.text_at(&["AcctSvcrRef"]).map(str::to_owned),
        };
        read.booking()
    }

    /// Returns the bookings of the entry. Each transfer is a separate booking only if all have an
    /// amount and a direction, and they add up to the entry.
    fn parts(&self) -> Parts {
        let stated = self.stated_transfers();
        if stated.max(self.details.len() as u64) <= 1 {
            // If the only transfer is below the amount of the entry, another one is missing.
            let own = self.details.first().and_then(|one| self.own_amount(one));
            return match own {
                Some(own) if own < self.amount => Parts::Unknown,
                Some(_) | None => Parts::One,
            };
        }
        let mut parts = Vec::new();
        let mut sum = 0_i128;
        for one in self.details {
            let direction = match one.at(&["CdtDbtInd"]) {
                None => Some(self.direction),
                Some(_) => direction(one),
            };
            let (Some(direction), Some(amount)) = (direction, self.own_amount(one)) else {
                return Parts::Unknown;
            };
            sum += signed(amount, direction == self.direction);
            parts.push(self.part(one, direction, amount));
        }
        // A reference in the text of the entry alone may belong to any of the transfers.
        let names_one = |fields: &[String]| {
            let mut fields = fields.iter();
            fields.any(|field| !PaymentReference::all_in(field).is_empty())
        };
        let of_parts = parts.iter().any(|part| match part {
            Part::Booking(read) => names_one(&read.remittance) || names_one(&read.remarks),
            Part::Returned | Part::Nothing => false,
        });
        let of_entry = [lines(self.node, "AddtlNtryInf")];
        if parts.len() < 2 || !self.adds_up(sum) || (!of_parts && names_one(&of_entry)) {
            return Parts::Unknown;
        }
        Parts::Each(parts)
    }

    fn part(&self, one: &Node, direction: Direction, amount: MinorUnits) -> Part {
        if direction == Direction::Credit && is_returned(one) {
            return Part::Returned;
        }
        if amount == MinorUnits::ZERO {
            return Part::Nothing;
        }
        let reference = one.text_at(&["Refs", "AcctSvcrRef"]);
        Part::Booking(Box::new(ReadBooking {
            iban: self.iban.to_owned(),
            direction,
            booked_on: day(self.node),
            amount,
            currency: self.currency,
            party: party_of(one, direction),
            remittance: remittance(&[one]),
            remarks: remarks(one),
            servicer_reference: reference.map(str::to_owned),
        }))
    }

    /// Returns the number of transfers of the entry: in each batch, the stated or the listed
    /// number, if that is larger.
    fn stated_transfers(&self) -> u64 {
        let batches = self.node.children("NtryDtls");
        let counts = batches.map(|details| {
            let stated = details.text_at(&["Btch", "NbOfTxs"]);
            let stated = stated.and_then(|number| number.parse().ok()).unwrap_or(0);
            stated.max(details.children("TxDtls").count() as u64)
        });
        counts.fold(0, u64::saturating_add)
    }

    /// Returns the amount of a transfer from the first element in the currency of the entry.
    fn own_amount(&self, one: &Node) -> Option<MinorUnits> {
        let places: [&[&str]; 4] = [
            &["Amt"],
            &["AmtDtls", "TxAmt", "Amt"],
            &["AmtDtls", "CntrValAmt", "Amt"],
            &["AmtDtls", "InstdAmt", "Amt"],
        ];
        let amount = places.into_iter().find_map(|place| {
            let amount = one.at(place)?;
            let currency: Currency = amount.currency.as_ref()?.parse().ok()?;
            (currency == self.currency).then_some(amount)
        });
        decimal(&amount?.text, self.currency)
    }

    /// Returns whether a sum of transfers equals the amount of the entry, with or without the
    /// charges that the entry includes.
    fn adds_up(&self, sum: i128) -> bool {
        let amount = signed(self.amount, true);
        let charges = self.charges(self.node).unwrap_or_else(|| {
            let each = self.details.iter().filter_map(|one| self.charges(one));
            each.sum()
        });
        // Charges make a credit smaller and a debit larger.
        let with_charges = match self.direction {
            Direction::Credit => sum - charges,
            Direction::Debit => sum + charges,
        };
        sum == amount || with_charges == amount
    }

    /// Returns the sum of the stated charges that the amount includes, if any are stated.
    fn charges(&self, node: &Node) -> Option<i128> {
        let charges = node.at(&["Chrgs"])?;
        let all: Vec<&Node> = charges.children("Rcrd").collect();
        let single = || node.children("Chrgs").collect();
        let records = if all.is_empty() { single() } else { all };
        let mut sum = 0;
        for record in records {
            if record.text_at(&["ChrgInclInd"]) == Some("false") {
                continue;
            }
            let amount = record
                .at(&["Amt"])
                .or_else(|| record.at(&["TtlChrgsAndTaxAmt"]))?;
            let currency: Currency = amount.currency.as_ref()?.parse().ok()?;
            let amount = decimal(&amount.text, currency)?;
            if currency != self.currency {
                return None;
            }
            sum += signed(amount, direction(record) != Some(Direction::Credit));
        }
        Some(sum)
    }
}

fn signed(amount: MinorUnits, is_added: bool) -> i128 {
    let amount = i128::from(amount.get());
    if is_added { amount } else { -amount }
}

/// Returns the namespace of an element, as a message names it.
fn shown(name: &str, namespace: &str) -> String {
    let text = match namespace {
        "" => format!("missing; its element is {name}"),
        namespace => namespace.to_owned(),
    };
    text.chars().take(120).collect()
}

/// Returns whether a transfer is a returned transfer of the owner.
fn is_returned(one: &Node) -> bool {
    one.at(&["RtrInf"]).is_some()
}

/// Returns the payers' texts of these transfers.
fn remittance(details: &[&Node]) -> Vec<String> {
    let mut texts: Vec<String> = details
        .iter()
        .filter_map(|one| one.at(&["RmtInf"]))
        // Banks split a text into several elements at any place.
        .map(|told| lines(told, "Ustrd"))
        .collect();
    for told in details.iter().flat_map(|one| one.children("RmtInf")) {
        for structured in told.children("Strd") {
            let reference = structured.text_at(&["CdtrRefInf", "Ref"]);
            texts.extend(reference.map(str::to_owned));
            texts.push(lines(structured, "AddtlRmtInf"));
        }
    }
    let ids = details.iter().filter_map(|one| one.at(&["Refs"]));
    let ids = ids.flat_map(|refs| refs.children("EndToEndId"));
    let ids = ids.map(|id| id.text.clone());
    // Banks write `NOTPROVIDED` if the payer gave no id.
    texts.extend(ids.filter(|id| id.trim() != "NOTPROVIDED"));
    texts
}

/// Returns the other texts of a transfer that may contain its reference: numbers of paid documents,
/// the id of the payer's instruction, and the bank's remark.
fn remarks(one: &Node) -> Vec<String> {
    let mut texts = Vec::new();
    for told in one.children("RmtInf") {
        for structured in told.children("Strd") {
            let documents = structured.children("RfrdDocInf");
            texts.extend(documents.filter_map(|document| document.text_at(&["Nb"])));
        }
    }
    let id = one.text_at(&["Refs", "InstrId"]);
    texts.extend(id.filter(|id| *id != "NOTPROVIDED"));
    let mut texts: Vec<String> = texts.into_iter().map(str::to_owned).collect();
    texts.push(lines(one, "AddtlTxInf"));
    texts
}

fn lines(parent: &Node, name: &str) -> String {
    let lines: Vec<&str> = parent.children(name).map(|node| &*node.text).collect();
    lines.join("\n")
}

fn direction(node: &Node) -> Option<Direction> {
    match node.text_at(&["CdtDbtInd"])? {
        "CRDT" => Some(Direction::Credit),
        "DBIT" => Some(Direction::Debit),
        _ => None,
    }
}

/// Returns the amount of an entry; none where it is zero, which pays nothing.
fn money(entry: &Node) -> Option<(MinorUnits, Currency)> {
    let currency: Currency = entry.at(&["Amt"])?.currency.as_ref()?.parse().ok()?;
    let amount = decimal(entry.text_at(&["Amt"])?, currency)?;
    (amount > MinorUnits::ZERO).then_some((amount, currency))
}

fn day(entry: &Node) -> Option<NaiveDate> {
    let text = entry
        .text_at(&["BookgDt", "Dt"])
        .or_else(|| entry.text_at(&["BookgDt", "DtTm"]))?;
    text.get(..10)?.parse().ok()
}

fn party_of(detail: &Node, direction: Direction) -> Option<String> {
    let other = match direction {
        Direction::Credit => "Dbtr",
        Direction::Debit => "Cdtr",
    };
    // A choice from version 8 on.
    detail
        .text_at(&["RltdPties", other, "Nm"])
        .or_else(|| detail.text_at(&["RltdPties", other, "Pty", "Nm"]))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn more_bookings_than_are_read_are_refused() {
        let booking = ReadBooking {
            iban: String::new(),
            direction: Direction::Credit,
            booked_on: None,
            amount: MinorUnits::ZERO,
            currency: "EUR".parse().unwrap(),
            party: None,
            remittance: Vec::new(),
            remarks: Vec::new(),
            servicer_reference: None,
        };
        let mut reading = Reading {
            bookings: vec![booking.booking(); MAX_BOOKINGS],
            ..Reading::default()
        };
        let entry = || Seen::Whole(Node::default());
        let refused = reading.take(entry());
        assert_eq!(refused, Err(StatementError::TooMany(MAX_BOOKINGS)));
        reading.bookings.pop();
        assert_eq!(reading.take(entry()), Ok(()));
    }
}
