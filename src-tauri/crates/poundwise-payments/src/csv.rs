//! CSV of a bank: every bank has its own columns, so they are chosen once.

use poundwise_documents::units::{Currency, DecimalSign, MinorUnits};
use serde::{Deserialize, Serialize};

use crate::{
    DayOrder, Direction, Statement, StatementError, UnreadableDay,
    amount::written,
    booking::{ReadBooking, clean},
    day::{DAY_ORDERS, day},
    header::{Header, header_of},
    payto::iban,
    rows::{records, text_of},
    statement::{MAX_BOOKINGS, MAX_UNREADABLE_DAYS, UnreadEntries},
};

/// The most characters of a day that cannot be read, as it is shown.
const MAX_DAY: usize = 40;

/// Columns of a bank's CSV. A name of a column is its header, without regard to space around it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CsvColumns {
    /// The account of the file, its IBAN.
    pub iban: String,
    /// The column of the day of booking.
    pub day: String,
    /// Order of the parts of that day.
    pub day_order: DayOrder,
    /// The column of the amount: what went is negative, or in [`Self::debit`].
    pub amount: String,
    /// Decimal separator of amounts.
    pub decimal: DecimalSign,
    /// The column of what went, where that is another one.
    #[serde(default)]
    pub debit: Option<String>,
    /// The currency of all rows, unless a column says it.
    #[serde(default)]
    pub currency: Option<String>,
    /// The column of the currency.
    #[serde(default)]
    pub currency_column: Option<String>,
    /// The columns in which the payer's text and reference are.
    pub text: Vec<String>,
    /// The column of the name on the other side.
    #[serde(default)]
    pub party: Option<String>,
    /// The column that says whether a row is booked; without one all are.
    #[serde(default)]
    pub status: Option<String>,
    /// Text of that column in a booked row.
    #[serde(default)]
    pub booked: Option<String>,
}

impl CsvColumns {
    /// Returns the field that is missing or wrong, by its name; none where files can be read by the
    /// columns.
    #[must_use]
    pub fn problem(&self) -> Option<&'static str> {
        if iban(&self.iban).is_none() {
            Some("iban")
        } else if self.day.trim().is_empty() {
            Some("day")
        } else if self.amount.trim().is_empty() {
            Some("amount")
        } else if self.currency.is_some() == self.currency_column.is_some()
            || (self.currency.is_some() && self.one_currency().is_none())
        {
            Some("currency")
        } else if self.text.is_empty() {
            Some("text")
        } else if self.status.is_some() != self.booked.is_some() {
            Some("status")
        } else {
            None
        }
    }

    /// Returns whether one of a file's first lines has all the columns chosen.
    #[must_use]
    pub fn fit(&self, bytes: &[u8]) -> bool {
        text_of(bytes).is_ok_and(|text| header_of(&text, &self.names()).is_ok())
    }

    /// Returns the currency of all rows, if one is stated that is one.
    fn one_currency(&self) -> Option<Currency> {
        self.currency.as_deref()?.trim().parse().ok()
    }

    /// Returns the names of the columns chosen.
    pub(crate) fn names(&self) -> Vec<&str> {
        let optional = [
            &self.debit,
            &self.currency_column,
            &self.party,
            &self.status,
        ];
        [&self.day, &self.amount]
            .into_iter()
            .chain(&self.text)
            .chain(optional.into_iter().flatten())
            .map(|name| name.trim())
            .collect()
    }
}

/// A column of a CSV file, to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CsvColumn {
    /// Its name.
    pub name: String,
    /// The first three of what stands in it.
    pub examples: Vec<String>,
}

/// Reads a file by the columns chosen.
///
/// # Errors
/// Too large, no text, or without a line that names all the columns.
pub(crate) fn read(bytes: &[u8], columns: &CsvColumns) -> Result<Statement, StatementError> {
    let text = text_of(bytes)?;
    let header = header_of(&text, &columns.names())?;
    rows_of(&text, &header, columns)
}

fn rows_of(text: &str, header: &Header, columns: &CsvColumns) -> Result<Statement, StatementError> {
    let below = text.as_bytes().get(header.end..).unwrap_or_default();
    let rows = records(below, header.delimiter);
    let names = &header.names;
    let place = |name: &str| names.iter().position(|field| field == name.trim());
    let optional = |name: &Option<String>| name.as_deref().and_then(place);
    let places = Places {
        day: place(&columns.day),
        amount: place(&columns.amount),
        debit: optional(&columns.debit),
        currency: optional(&columns.currency_column),
        text: columns.text.iter().filter_map(|name| place(name)).collect(),
        party: optional(&columns.party),
        status: optional(&columns.status),
    };
    let account = iban(&columns.iban);
    let (mut bookings, mut left_out) = (Vec::new(), UnreadEntries::default());
    let mut unreadable_days = Vec::new();
    for (at, row) in rows {
        if row.len() < 2 {
            continue;
        }
        if bookings.len() == MAX_BOOKINGS {
            return Err(StatementError::TooMany(MAX_BOOKINGS));
        }
        // A row that is too short to have its status is not booked.
        let status = places
            .status
            .map(|place| row.get(place).map(String::as_str));
        let booked = columns.booked.as_deref().map(str::trim);
        if status.is_some_and(|status| status != booked) {
            left_out.not_booked += 1;
            continue;
        }
        let read = account
            .as_ref()
            .and_then(|iban| places.booking(&row, columns, iban));
        match read {
            // A booking is known again by its day: one without would count twice once the order
            // of its parts is corrected.
            Some(read) if read.booked_on.is_none() => {
                left_out.unreadable += 1;
                left_out.without_day += 1;
                if unreadable_days.len() < MAX_UNREADABLE_DAYS {
                    let day = places.day.and_then(|place| row.get(place));
                    let day = day.map_or("", String::as_str);
                    unreadable_days.push(unreadable_day(line_of(text, header.end + at), day));
                }
            }
            Some(read) => bookings.push(read.booking()),
            None => left_out.unreadable += 1,
        }
    }
    Ok(Statement {
        format: "csv".to_owned(),
        bookings,
        starts: vec![0],
        left_out,
        unreadable_days,
    })
}

fn unreadable_day(line: u64, written: &str) -> UnreadableDay {
    let fits = DAY_ORDERS
        .into_iter()
        .find(|order| day(written, *order).is_some());
    UnreadableDay {
        line,
        day: clean(written).chars().take(MAX_DAY).collect(),
        fits,
    }
}

/// Returns the line on which the row begins that was read from a byte of a text on: empty lines and
/// the end of the line before are skipped there.
fn line_of(text: &str, at: usize) -> u64 {
    let bytes = text.as_bytes();
    let skipped = bytes.iter().skip(at);
    let skipped = skipped.take_while(|byte| matches!(byte, b'\r' | b'\n'));
    let before = bytes.iter().take(at).chain(skipped);
    before.filter(|byte| **byte == b'\n').count() as u64 + 1
}

/// Places of the columns in a row.
struct Places {
    day: Option<usize>,
    amount: Option<usize>,
    debit: Option<usize>,
    currency: Option<usize>,
    text: Vec<usize>,
    party: Option<usize>,
    status: Option<usize>,
}

impl Places {
    fn booking(&self, row: &[String], columns: &CsvColumns, iban: &str) -> Option<ReadBooking> {
        let field = |place: Option<usize>| row.get(place?).map(String::as_str);
        let currency: Currency = match columns.currency {
            Some(_) => columns.one_currency()?,
            None => field(self.currency)?.parse().ok()?,
        };
        let decimal = match columns.decimal {
            DecimalSign::Comma => ',',
            DecimalSign::Point => '.',
        };
        let (came, went) = (field(self.amount)?, field(self.debit).unwrap_or_default());
        let (direction, amount) = match (came.is_empty(), went.is_empty()) {
            (false, true) => match written(came, decimal, currency)? {
                (false, amount) => (Direction::Credit, amount),
                (true, amount) => (Direction::Debit, amount),
            },
            // Some write what went with its sign, some without.
            (true, false) => (Direction::Debit, written(went, decimal, currency)?.1),
            (true, true) | (false, false) => return None,
        };
        let texts = self.text.iter().filter_map(|place| row.get(*place));
        (amount > MinorUnits::ZERO).then_some(())?;
        Some(ReadBooking {
            iban: iban.to_owned(),
            direction,
            booked_on: day(field(self.day)?, columns.day_order),
            amount,
            currency,
            party: field(self.party).map(str::to_owned),
            remittance: texts.cloned().collect(),
            remarks: Vec::new(),
            servicer_reference: None,
        })
    }
}
