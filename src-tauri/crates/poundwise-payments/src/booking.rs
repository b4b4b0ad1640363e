use chrono::NaiveDate;
use poundwise_documents::{
    kinds::hidden_in,
    units::{Currency, Digest, MinorUnits, PaymentReference},
};

/// Separator of the fields of a booking's text: no reference goes on beyond it.
const BETWEEN: &str = " | ";

/// Direction of a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Direction {
    /// Money came.
    Credit,
    /// Money went.
    Debit,
}

/// A booked movement on an account, as a bank statement says it.
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
    /// Digest that recognises the booking in the bank's own terms, if the bank has any: its
    /// reference of the booking (`AcctSvcrRef`), account, direction, amount and currency.
    pub by_reference: Option<Digest>,
    /// Digest that recognises it otherwise: account, direction, day, amount, currency, text, and
    /// its position among such bookings of one statement.
    pub by_content: Digest,
}

impl Booking {
    /// Returns whether two statements mean the same booking. Where both have a reference of the
    /// bank, that decides; two equal bookings of one statement are two.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        match (&self.by_reference, &other.by_reference) {
            (Some(one), Some(two)) => one == two,
            _ => self.by_content == other.by_content,
        }
    }

    /// Returns the parts of its text that may be the reference of an order: most of them by chance.
    #[must_use]
    pub fn references(&self) -> Vec<PaymentReference> {
        PaymentReference::all_in(&self.text)
    }
}

/// A booking as it is read, before it is known whether another of its statement is equal to it.
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

/// The bookings of one statement, numbered where they are equal.
#[derive(Default)]
pub(crate) struct Numbering(std::collections::HashMap<Vec<u8>, u64>);

impl Numbering {
    pub(crate) fn booking(&mut self, read: ReadBooking) -> Booking {
        let remittance: Vec<String> = cleaned(&read.remittance);
        let mut fields = remittance.clone();
        for remark in cleaned(&read.remarks) {
            if !fields.contains(&remark) {
                fields.push(remark);
            }
        }
        let written = if remittance.is_empty() {
            &fields
        } else {
            &remittance
        };
        let day = read.booked_on.map(|day| day.to_string());
        let money = format!("{} {}", read.currency, read.amount.get());
        let side = match read.direction {
            Direction::Credit => "credit",
            Direction::Debit => "debit",
        };
        let by_content = self.known_by(&[
            "content",
            &read.iban,
            side,
            &money,
            day.as_deref().unwrap_or_default(),
            &letters(written),
        ]);
        let by_reference = read
            .servicer_reference
            .filter(|reference| names_one(reference))
            .map(|reference| {
                self.known_by(&["reference", &read.iban, side, &money, reference.trim()])
            });
        Booking {
            iban: read.iban,
            direction: read.direction,
            booked_on: read.booked_on,
            amount: read.amount,
            currency: read.currency,
            party: read
                .party
                .as_deref()
                .map(clean)
                .filter(|name| !name.is_empty()),
            text: fields.join(BETWEEN),
            by_reference,
            by_content,
        }
    }

    fn known_by(&mut self, parts: &[&str]) -> Digest {
        let mut bytes = b"poundwise-booking-v1".to_vec();
        for part in parts {
            bytes.extend_from_slice(&(part.len() as u64).to_be_bytes());
            bytes.extend_from_slice(part.as_bytes());
        }
        let before = self.0.entry(bytes.clone()).or_default();
        bytes.extend_from_slice(&before.to_be_bytes());
        *before += 1;
        Digest::of(&bytes)
    }
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
