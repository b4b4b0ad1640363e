use std::sync::Arc;

use chrono::NaiveDate;
use poundwise_documents::{
    kinds::hidden_in,
    units::{Currency, Digest, MinorUnits, PaymentReference},
};

/// Separator of the fields of a booking's text: no reference goes on beyond it.
pub(crate) const BETWEEN: &str = " | ";

/// Direction of a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Money came.
    Credit,
    /// Money went.
    Debit,
}

/// A movement of money on an account, as a bank statement states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Booking {
    /// The account, without spaces.
    pub iban: String,
    /// Direction of the money.
    pub direction: Direction,
    /// The day on which it was booked.
    pub booked_on: Option<NaiveDate>,
    /// Amount.
    pub amount: MinorUnits,
    /// Currency of the amount.
    pub currency: Currency,
    /// The name on the other side.
    pub party: Option<String>,
    /// Text of the payer and of the bank, field by field with ` | ` between them.
    pub text: String,
    /// The bank's own reference of the booking (`AcctSvcrRef`), if it has one, with account,
    /// direction, amount and currency.
    pub by_reference: Option<Digest>,
    /// Account, direction, day, amount, currency and text. [`crate::KnownBookings`] decides whether
    /// two bookings are the same.
    pub by_content: Digest,
    /// Whether it is a batch entry and the amounts of its transfers are unknown. It then pays no
    /// order.
    pub is_collective: bool,
    /// The batch entry that contains this transfer, shared by all its transfers.
    pub part_of: Option<Arc<Booking>>,
}

impl Booking {
    /// Returns the text of a batch entry from the texts of its transfers.
    #[must_use]
    pub fn joined<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
        let texts: Vec<&str> = texts.into_iter().collect();
        texts.join(BETWEEN)
    }

    /// Returns what in its text may be the reference of an order: most of it by chance.
    #[must_use]
    pub fn references(&self) -> Vec<PaymentReference> {
        PaymentReference::all_in(&self.text)
    }
}

/// What is read of a booking.
pub(crate) struct ReadBooking {
    pub(crate) iban: String,
    pub(crate) direction: Direction,
    pub(crate) booked_on: Option<NaiveDate>,
    pub(crate) amount: MinorUnits,
    pub(crate) currency: Currency,
    pub(crate) party: Option<String>,
    /// Text of the payer, which all reports of a booking have.
    pub(crate) remittance: Vec<String>,
    /// Other texts, which some reports have.
    pub(crate) remarks: Vec<String>,
    pub(crate) servicer_reference: Option<String>,
}

impl ReadBooking {
    pub(crate) fn booking(self) -> Booking {
        let remittance: Vec<String> = cleaned(&self.remittance);
        let mut fields = remittance.clone();
        for remark in cleaned(&self.remarks) {
            if !fields.contains(&remark) {
                fields.push(remark);
            }
        }
        let written = if remittance.is_empty() {
            &fields
        } else {
            &remittance
        };
        let day = self.booked_on.map(|day| day.to_string());
        let money = format!("{} {}", self.currency, self.amount.get());
        let side = match self.direction {
            Direction::Credit => "credit",
            Direction::Debit => "debit",
        };
        let by_content = digest(&[
            "content",
            &self.iban,
            side,
            &money,
            day.as_deref().unwrap_or_default(),
            &letters(written),
        ]);
        let by_reference = self
            .servicer_reference
            .filter(|reference| names_one(reference))
            .map(|reference| digest(&["reference", &self.iban, side, &money, reference.trim()]));
        Booking {
            iban: self.iban,
            direction: self.direction,
            booked_on: self.booked_on,
            amount: self.amount,
            currency: self.currency,
            party: self
                .party
                .as_deref()
                .map(clean)
                .filter(|name| !name.is_empty()),
            text: fields.join(BETWEEN),
            by_reference,
            by_content,
            is_collective: false,
            part_of: None,
        }
    }
}

fn digest(parts: &[&str]) -> Digest {
    let mut bytes = b"poundwise-booking-v1".to_vec();
    for part in parts {
        bytes.extend_from_slice(&(part.len() as u64).to_be_bytes());
        bytes.extend_from_slice(part.as_bytes());
    }
    // Homes have stored digests that end with a counter.
    bytes.extend_from_slice(&0_u64.to_be_bytes());
    Digest::of(&bytes)
}

/// Returns whether a bank's reference of a booking is one, and not what is written for none.
fn names_one(reference: &str) -> bool {
    let reference = reference.trim();
    !matches!(
        reference,
        "NONREF" | "NOTPROVIDED" | "NOT PROVIDED" | "NONE"
    ) && reference
        .chars()
        .any(|c| c.is_ascii_alphanumeric() && c != '0')
}

/// Returns the letters and digits of a text, in capitals: banks break its lines and words as they
/// like.
fn letters(fields: &[String]) -> String {
    fields
        .iter()
        .flat_map(|field| field.chars())
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_uppercase)
        .collect()
}

fn cleaned(fields: &[String]) -> Vec<String> {
    fields
        .iter()
        .map(|field| clean(field))
        .filter(|field| !field.is_empty())
        .collect()
}

/// Returns a text without what would not be seen in it, and with single spaces.
pub(crate) fn clean(text: &str) -> String {
    let seen: String = text
        .chars()
        .map(|c| match hidden_in(c.encode_utf8(&mut [0; 4])) {
            Some(_) => ' ',
            None => c,
        })
        .collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::names_one;

    #[test]
    fn what_banks_write_for_no_reference_is_none() {
        for none in ["", " ", "-", "0", "0000", "NONREF", " NOTPROVIDED "] {
            assert!(!names_one(none), "{none:?}");
        }
        for one in ["1", "0001", "A", "0A0", "nonref"] {
            assert!(names_one(one), "{one:?}");
        }
    }
}
