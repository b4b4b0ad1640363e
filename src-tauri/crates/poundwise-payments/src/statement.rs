use crate::{Booking, CsvColumns, StatementError, camt, csv};

/// The largest statement that is read, in bytes.
pub const MAX_STATEMENT: usize = 32 << 20;
/// The most bookings of a statement.
pub(crate) const MAX_BOOKINGS: usize = 200_000;

/// What a bank says was booked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// `camt.053.001.08` and so on, or `csv`.
    pub format: String,
    /// What was booked, in the file's order.
    pub bookings: Vec<Booking>,
    /// What says nothing of a payment.
    pub left_out: LeftOut,
}

/// How many entries of a statement say nothing of a payment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// Announced, and not booked.
    pub not_booked: u64,
    /// Money that came back: a payment of the owner's that was reversed or returned.
    pub returned: u64,
    /// Without an amount above zero, a currency, a direction or an IBAN that can be read.
    pub unreadable: u64,
}

impl Statement {
    /// Returns whether a file is read by columns that were chosen, as CSV is: CAMT needs none.
    #[must_use]
    pub fn needs_columns(bytes: &[u8]) -> bool {
        !is_xml(bytes)
    }

    /// Reads a statement: CAMT.052, 053 or 054 as it is, CSV with the columns that were chosen.
    ///
    /// # Errors
    /// Not one of them, not whole, or beyond its bounds. Entries that cannot be read are counted.
    pub fn read(bytes: &[u8], columns: Option<&CsvColumns>) -> Result<Self, StatementError> {
        if bytes.len() > MAX_STATEMENT {
            return Err(StatementError::TooLarge);
        }
        if is_xml(bytes) {
            let text = std::str::from_utf8(bytes).map_err(|_| StatementError::Encoding)?;
            camt::read(text)
        } else {
            csv::read(bytes, columns.ok_or(StatementError::NoColumns)?)
        }
    }
}

/// Whether a file begins as XML does.
fn is_xml(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    first == Some(&b'<') || bytes.starts_with(b"\xff\xfe<") || bytes.starts_with(b"\xfe\xff\0<")
}
