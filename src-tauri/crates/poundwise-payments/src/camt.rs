//! CAMT.052, 053 and 054 (ISO 20022): reports of a day, statements, and notifications.

use chrono::NaiveDate;
use poundwise_documents::units::{Currency, MinorUnits};

use crate::{
    Booking, Direction, Statement, StatementError,
    amount::decimal,
    booking::ReadBooking,
    payto::iban,
    statement::{MAX_BOOKINGS, UnreadEntries},
    xml::{self, Node, Seen},
};

const NAMESPACE: &str = "urn:iso:std:iso:20022:tech:xsd:";
/// Each kind of message: its name, the element that it is, and the element of one statement in it.
const KINDS: [(&str, &str, &str); 3] = [
    ("camt.052.001.", "BkToCstmrAcctRpt", "Rpt"),
    ("camt.053.001.", "BkToCstmrStmt", "Stmt"),
    ("camt.054.001.", "BkToCstmrDbtCdtNtfctn", "Ntfctn"),
];

/// State of reading a statement.
#[derive(Default)]
struct Reading {
    format: String,
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
        |depth, name| depth == 4 && matches!(name, "Acct" | "Ntry"),
        |seen| reading.take(seen),
    )?;
    Ok(Statement {
        format: reading.format,
        bookings: reading.bookings,
        starts: reading.starts,
        left_out: reading.left_out,
        unreadable_days: Vec::new(),
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
                let format = namespace.strip_prefix(NAMESPACE).unwrap_or_default();
                let (_, message, statement) = KINDS
                    .iter()
                    .find(|(kind, _, _)| {
                        format.strip_prefix(kind).is_some_and(|version| {
                            version.len() == 2 && version.bytes().all(|b| b.is_ascii_digit())
                        })
                    })
                    .filter(|_| name == "Document")
                    .ok_or(StatementError::NotCamt)?;
                format.clone_into(&mut self.format);
                self.path = ["Document", message, statement];
            }
            Seen::Start { depth: 2, name, .. } if name != self.path[1] => {
                return Err(StatementError::NotCamt);
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
        // A credit that is a reversal takes a debit back, and a returned one a transfer of the
        // owner's own.
        let is_back = entry
            .text_at(&["RvslInd"])
            .is_some_and(|reversal| matches!(reversal, "true" | "1"))
            || details.iter().any(|one| one.at(&["RtrInf"]).is_some());
        if direction == Some(Direction::Credit) && is_back {
            self.left_out.returned += 1;
            return;
        }
        // Money both ways in one entry is nobody's payment.
        let one_way = details
            .iter()
            .all(|one| one.at(&["CdtDbtInd"]).is_none() || self::direction(one) == direction);
        let money = money(entry);
        let (Some(_), true, Some(direction), Some((amount, currency)), Some(iban)) =
            (status, one_way, direction, money, &self.iban)
        else {
            self.left_out.unreadable += 1;
            return;
        };
        let texts = |path: &[&str], last: &str| -> Vec<String> {
            details
                .iter()
                .filter_map(|one| one.at(path))
                .flat_map(|parent| parent.children(last))
                .map(|node| node.text.clone())
                .collect()
        };
        let mut remittance: Vec<String> = details
            .iter()
            .filter_map(|one| one.at(&["RmtInf"]))
            // A text is broken into several at any place.
            .map(|told| lines(told, "Ustrd"))
            .collect();
        for told in details.iter().flat_map(|one| one.children("RmtInf")) {
            for structured in told.children("Strd") {
                let reference = structured.text_at(&["CdtrRefInf", "Ref"]);
                remittance.extend(reference.map(str::to_owned));
                remittance.push(lines(structured, "AddtlRmtInf"));
            }
        }
        remittance.extend(texts(&["Refs"], "EndToEndId").into_iter().filter(|id| {
            // What is written where there is none.
            id.trim() != "NOTPROVIDED"
        }));
        let mut remarks: Vec<String> = details.iter().map(|one| lines(one, "AddtlTxInf")).collect();
        remarks.push(lines(entry, "AddtlNtryInf"));
        let party = details.first().and_then(|one| party(one, direction));
        let read = ReadBooking {
            iban: iban.clone(),
            direction,
            booked_on: day(entry),
            amount,
            currency,
            party,
            remittance,
            remarks,
            servicer_reference: entry.text_at(&["AcctSvcrRef"]).map(str::to_owned),
        };
        self.bookings.push(read.booking());
    }
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

fn party(detail: &Node, direction: Direction) -> Option<String> {
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
