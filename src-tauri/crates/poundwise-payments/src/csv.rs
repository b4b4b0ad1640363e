//! CSV of a bank: every bank has its own columns, so they are chosen once.

use poundwise_documents::units::{Currency, DecimalSign, MinorUnits};
use poundwise_text::Encoding;
use poundwise_text::day::day;
use serde::{Deserialize, Serialize};

use crate::{
    DayOrder, Direction, ReportKind, RowFault, Statement, StatementError, UnreadableRow,
    amount::{is_signed, written},
    archive::content,
    booking::{ReadBooking, clean},
    direction::{SeenWords, Words, direction_of, is_direction_header},
    header::{Header, has_names_above, header_of, number_of, place_in},
    payto::iban,
    rows::records,
    statement::{MAX_BOOKINGS, MAX_UNREADABLE_ROWS, UnreadEntries},
    text::csv_text,
};

/// Maximum number of characters shown of an unreadable cell.
const MAX_CELL: usize = 40;

/// Columns of a bank's CSV. A column is named by its header, without surrounding spaces, or by its
/// number such as `#8` if its header is empty. If all columns are named by their numbers, the file
/// has no header.
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
    /// The column of the amount. An outgoing amount is negative, in [`Self::debit`], or marked in
    /// [`Self::direction`].
    pub amount: String,
    /// Decimal separator of amounts.
    pub decimal: DecimalSign,
    /// The column of outgoing amounts, if they have their own.
    #[serde(default)]
    pub debit: Option<String>,
    /// The column with a word for incoming or outgoing money.
    #[serde(default)]
    pub direction: Option<String>,
    /// Word of that column for incoming money.
    #[serde(default)]
    pub came: Option<String>,
    /// Word of that column for outgoing money.
    #[serde(default)]
    pub went: Option<String>,
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
    /// The encoding of the files. Without one, the bytes of each file tell it.
    #[serde(default)]
    pub encoding: Option<Encoding>,
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
        } else if !self.is_direction_chosen() {
            Some("direction")
        } else if self.text.is_empty() {
            Some("text")
        } else if self.status.is_some() != self.booked.is_some() {
            Some("status")
        } else {
            None
        }
    }

    /// Returns whether the direction column and its words are either all chosen or all absent. A
    /// separate column of outgoing amounts excludes them.
    fn is_direction_chosen(&self) -> bool {
        match (&self.direction, &self.came, &self.went) {
            (None, None, None) => true,
            (Some(column), Some(came), Some(went)) => {
                let (came, went) = (direction_word(came), direction_word(went));
                self.debit.is_none() && !column.trim().is_empty() && came != went
            }
            _ => false,
        }
    }

    /// Returns whether one of a file's first lines has all the columns chosen.
    #[must_use]
    pub fn fit(&self, bytes: &[u8]) -> bool {
        self.is_header(bytes, |_, _| true)
    }

    /// Returns whether a file that the columns fit is probably of their bank. Numbered columns are
    /// in every file, so the file must have no names above its rows.
    #[must_use]
    pub fn probably_fit(&self, bytes: &[u8]) -> bool {
        self.is_header(bytes, |text, header| {
            !self.are_numbers() || !has_names_above(text, header)
        })
    }

    /// Returns whether a file has a header with all the columns chosen, of which this holds.
    fn is_header(&self, bytes: &[u8], holds: impl Fn(&str, &Header) -> bool) -> bool {
        let Ok(bytes) = content(bytes) else {
            return false;
        };
        csv_text(&bytes, self.encoding)
            .is_ok_and(|(text, _)| header_of(&text, self).is_ok_and(|header| holds(&text, &header)))
    }

    /// Returns whether all columns are chosen by their numbers, as those of a file without a
    /// header.
    pub(crate) fn are_numbers(&self) -> bool {
        let mut names = self.names().into_iter();
        names.all(|name| number_of(name).is_some())
    }

    /// Returns the currency of all rows, or one with two decimals if a column states it.
    fn any_currency(&self) -> Option<Currency> {
        self.one_currency().or_else(|| "EUR".parse().ok())
    }

    /// Returns the currency of all rows, if one is stated that is one.
    fn one_currency(&self) -> Option<Currency> {
        self.currency.as_deref()?.trim().parse().ok()
    }

    /// Returns the names of the columns chosen.
    pub(crate) fn names(&self) -> Vec<&str> {
        let optional = [
            &self.debit,
            &self.direction,
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
    /// Its name, or its number such as `#8` if its header is empty.
    pub name: String,
    /// The first three distinct cells.
    pub examples: Vec<String>,
}

/// Words of banks for rows that are not booked yet, in lower case.
const PENDING: [&str; 22] = [
    "offen",
    "vorgemerkt",
    "ausstehend",
    "reserviert",
    "vormerkung",
    "unbestätigt",
    "nicht gebucht",
    "noch nicht gebucht",
    "in bearbeitung",
    "pending",
    "not booked",
    "processing",
    "authorised",
    "authorized",
    "reserved",
    "en attente",
    "in afwachting",
    "gereserveerd",
    "in sospeso",
    "pendiente",
    "oczekująca",
    "oczekujące",
];

/// Returns whether the whole cell is a word for a row that is not booked yet.
fn is_pending_word(cell: &str) -> bool {
    let word = cell.trim().trim_matches(['(', ')', '*']).to_lowercase();
    PENDING.contains(&word.as_str())
}

/// Returns the compared form of a direction word: in lower case, without surrounding spaces.
fn direction_word(word: &str) -> String {
    word.trim().to_lowercase()
}

/// Reads a file by the columns chosen.
///
/// # Errors
/// The file is too large, is not text, has no line that names all the columns, or has unsigned
/// amounts while an unchosen column seems to hold their direction.
pub(crate) fn read(bytes: &[u8], columns: &CsvColumns) -> Result<Statement, StatementError> {
    let (text, _) = csv_text(bytes, columns.encoding)?;
    let header = header_of(&text, columns)?;
    rows_of(&text, &header, columns)
}

fn rows_of(text: &str, header: &Header, columns: &CsvColumns) -> Result<Statement, StatementError> {
    let below = text.as_bytes().get(header.end..).unwrap_or_default();
    let rows = || records(below, header.delimiter).filter(|(_, row)| row.len() >= 2);
    let places = Places::of(header, columns);
    let unsigned = Unsigned::of(rows(), header, &places)?;
    let account = iban(&columns.iban);
    let mut lines = Lines::of(text, header.end);
    let mut bookings = Vec::new();
    let mut left_out = Unread::default();
    for (at, row) in rows() {
        if bookings.len() == MAX_BOOKINGS {
            return Err(StatementError::TooMany(MAX_BOOKINGS));
        }
        let mut unreadable = |fault| left_out.add(lines.line_at(at), fault);
        // If the bank did not quote a separator in the payer's text, the cells after it are in the
        // wrong columns.
        let surplus = || below.get(at..).unwrap_or_default();
        if row.len() > header.names.len() && !is_padded(&row, surplus(), header, columns) {
            unreadable(RowFault::Fields {
                fields: row.len() as u64,
                columns: header.names.len() as u64,
            });
            continue;
        }
        if let Some(field) = row.iter().find(|field| holds_cells(field, header, columns)) {
            unreadable(RowFault::Quotes { cell: shown(field) });
            continue;
        }
        // A row that is too short to have its status is not booked.
        let status = places
            .status
            .map(|place| row.get(place).map(String::as_str));
        let booked = columns.booked.as_deref().map(str::trim);
        if status.is_some_and(|status| status != booked) || places.is_pending(&row) {
            left_out.counts.not_booked += 1;
            continue;
        }
        let read = account
            .as_ref()
            .ok_or(None)
            .and_then(|iban| places.booking(&row, columns, &unsigned, iban));
        match read {
            Ok(read) => bookings.push(read.booking()),
            Err(Some(fault)) => unreadable(fault),
            Err(None) => left_out.counts.unreadable += 1,
        }
    }
    Ok(Statement {
        format: "csv".to_owned(),
        kind: ReportKind::Csv,
        bookings,
        starts: vec![0],
        left_out: left_out.counts,
        unreadable_rows: left_out.rows,
    })
}

/// Unreadable rows.
#[derive(Default)]
struct Unread {
    counts: UnreadEntries,
    /// The first rows of each kind of fault.
    rows: Vec<UnreadableRow>,
}

impl Unread {
    fn add(&mut self, line: u64, fault: RowFault) {
        self.counts.unreadable += 1;
        let count = match fault {
            RowFault::Day { .. } => &mut self.counts.without_day,
            RowFault::Fields { .. } => &mut self.counts.surplus,
            RowFault::Quotes { .. } => &mut self.counts.merged,
            RowFault::Direction { .. } => &mut self.counts.without_direction,
        };
        *count += 1;
        if *count <= MAX_UNREADABLE_ROWS {
            self.rows.push(UnreadableRow { line, fault });
        }
    }
}

/// Returns the beginning of a cell, without invisible characters.
fn shown(cell: &str) -> String {
    clean(cell).chars().take(MAX_CELL).collect()
}

fn day_fault(written: &str) -> RowFault {
    let fits = DayOrder::ALL
        .into_iter()
        .find(|order| day(written, *order).is_some());
    RowFault::Day {
        day: shown(written),
        fits,
    }
}

/// Returns whether a row is longer than the header by empty fields alone, and its bank quotes
/// texts: every other field is quoted, a day or an amount. Without quotes a separator in the payer's
/// text could have moved the fields.
fn is_padded(row: &[String], raw: &[u8], header: &Header, columns: &CsvColumns) -> bool {
    let Some(currency) = columns.any_currency() else {
        return false;
    };
    let surplus = row.get(header.names.len()..).unwrap_or_default();
    let quoted = quoted_fields(raw, header.delimiter);
    surplus.iter().all(String::is_empty)
        && row.iter().enumerate().all(|(place, field)| {
            field.is_empty()
                || quoted.get(place) == Some(&true)
                || day(field, columns.day_order).is_some()
                || written(field, columns.decimal, currency).is_some()
        })
}

/// Returns of each field of the first row of a text whether it is quoted.
fn quoted_fields(text: &[u8], delimiter: u8) -> Vec<bool> {
    let start = text
        .iter()
        .position(|byte| !matches!(byte, b'\r' | b'\n'))
        .unwrap_or(text.len());
    let (mut fields, mut is_first, mut is_quoted, mut is_open) = (Vec::new(), true, false, false);
    for byte in text.get(start..).unwrap_or_default() {
        match byte {
            b'"' => {
                is_quoted |= is_first;
                is_open = is_quoted && !is_open;
                is_first = false;
            }
            b'\r' | b'\n' if !is_open => break,
            byte if *byte == delimiter && !is_open => {
                fields.push(is_quoted);
                (is_first, is_quoted) = (true, false);
            }
            _ => is_first = false,
        }
    }
    fields.push(is_quoted);
    fields
}

/// Returns whether a quoted cell seems to contain other cells: one of its parts between separators
/// is an amount with decimals, or it spans lines and has as many separators as a row. Otherwise a
/// quote in the payer's text could replace the amount of the bank by an amount of the payer.
fn holds_cells(field: &str, header: &Header, columns: &CsvColumns) -> bool {
    let delimiter = char::from(header.delimiter);
    if !field.contains(delimiter) {
        return false;
    }
    let separators = field.chars().filter(|c| *c == delimiter).count();
    if field.contains(['\n', '\r']) && separators + 1 >= header.names.len() {
        return true;
    }
    let (decimal, Some(currency)) = (columns.decimal, columns.any_currency()) else {
        return false;
    };
    let is_amount =
        |text: &str| text.contains(decimal.char()) && written(text, decimal, currency).is_some();
    // An amount may have separators between groups of digits, and words next to it.
    let bare: String = field
        .chars()
        .filter(|c| *c == delimiter || c.is_ascii_digit() || matches!(c, '.' | ',' | '\'' | '-'))
        .collect();
    !is_amount(field) && !is_amount(&bare) && field.split([delimiter, '\n', '\r']).any(is_amount)
}

/// Counter of the lines of a text, for rising byte offsets.
struct Lines<'a> {
    bytes: &'a [u8],
    /// Byte offset in the text at which the rows begin.
    from: usize,
    /// Byte offset of the count, and the number of line ends before it.
    counted: (usize, u64),
}

impl<'a> Lines<'a> {
    fn of(text: &'a str, from: usize) -> Self {
        Self {
            bytes: text.as_bytes(),
            from,
            counted: (0, 0),
        }
    }

    /// Returns the line on which the row that was read from byte `at` begins. Empty lines and the
    /// end of the previous line are skipped. Calls must be in the order of the rows.
    fn line_at(&mut self, at: usize) -> u64 {
        let after = self.bytes.get(self.from + at..).unwrap_or_default();
        let skipped = after
            .iter()
            .take_while(|byte| matches!(byte, b'\r' | b'\n'));
        let end = self.from + at + skipped.count();
        let (counted, ends) = self.counted;
        let new = self.bytes.get(counted..end).unwrap_or_default();
        let ends = ends + new.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.counted = (end, ends);
        ends + 1
    }
}

/// Places of the columns in a row.
struct Places {
    day: Option<usize>,
    amount: Option<usize>,
    debit: Option<usize>,
    direction: Option<usize>,
    currency: Option<usize>,
    text: Vec<usize>,
    party: Option<usize>,
    status: Option<usize>,
}

/// Unchosen columns that seem to hold the direction of unsigned amounts.
struct Unsigned {
    places: Vec<(usize, &'static Words)>,
}

impl Unsigned {
    /// Finds columns that seem to hold the direction, unless the owner chose one.
    ///
    /// # Errors
    /// `Direction` if no amount has a sign and such a column marks outgoing money or has unknown
    /// words.
    fn of(
        rows: impl Iterator<Item = (usize, Vec<String>)>,
        header: &Header,
        places: &Places,
    ) -> Result<Self, StatementError> {
        let mut found = Self { places: Vec::new() };
        if places.debit.is_some() || places.direction.is_some() {
            return Ok(found);
        }
        let mut seen = vec![SeenWords::default(); header.names.len()];
        let mut some_signed = false;
        for (_, row) in rows {
            // A sign counts even if the amount is unreadable.
            let amount = places.amount.and_then(|place| row.get(place));
            some_signed |= amount.is_some_and(|text| is_signed(text));
            for (seen, cell) in seen.iter_mut().zip(&row) {
                seen.add(cell);
            }
        }
        let chosen: Vec<usize> = places.all().collect();
        for (place, (name, seen)) in header.names.iter().zip(&seen).enumerate() {
            if chosen.contains(&place) {
                continue;
            }
            let is_unknown = match seen.words() {
                Some((words, went)) => {
                    found.places.push((place, words));
                    went
                }
                None => seen.any() && is_direction_header(name),
            };
            if is_unknown && !some_signed {
                return Err(StatementError::Direction(match name.as_str() {
                    "" => format!("#{}", place + 1),
                    name => name.to_owned(),
                }));
            }
        }
        Ok(found)
    }

    /// Returns whether an unchosen column marks a row as outgoing money.
    fn went(&self, row: &[String]) -> bool {
        self.places.iter().any(|(place, words)| {
            let word = row.get(*place).map(String::as_str).unwrap_or_default();
            direction_of(word, words) == Some(Direction::Debit)
        })
    }
}

impl Places {
    fn of(header: &Header, columns: &CsvColumns) -> Self {
        let place = |name: &str| place_in(&header.names, name.trim());
        let optional = |name: &Option<String>| name.as_deref().and_then(place);
        Self {
            day: place(&columns.day),
            amount: place(&columns.amount),
            debit: optional(&columns.debit),
            direction: optional(&columns.direction),
            currency: optional(&columns.currency_column),
            text: columns.text.iter().filter_map(|name| place(name)).collect(),
            party: optional(&columns.party),
            status: optional(&columns.status),
        }
    }

    /// Returns whether a column that was not chosen says that the row is not booked yet.
    fn is_pending(&self, row: &[String]) -> bool {
        let mut others = row.iter().enumerate();
        self.status.is_none()
            && others.any(|(place, cell)| {
                is_pending_word(cell) && !self.all().any(|chosen| chosen == place)
            })
    }

    fn all(&self) -> impl Iterator<Item = usize> {
        let single = [
            self.day,
            self.amount,
            self.debit,
            self.direction,
            self.currency,
            self.party,
            self.status,
        ];
        let single = single.into_iter().flatten();
        single.chain(self.text.iter().copied())
    }

    /// Reads a row.
    ///
    /// # Errors
    /// The fault that is shown with its line, or `None` if the row is only counted as unreadable.
    fn booking(
        &self,
        row: &[String],
        columns: &CsvColumns,
        unsigned: &Unsigned,
        iban: &str,
    ) -> Result<ReadBooking, Option<RowFault>> {
        let field = |place: Option<usize>| row.get(place?).map(String::as_str);
        let (direction, amount, currency) = self.money(row, columns, unsigned)?;
        let texts = self.text.iter().filter_map(|place| row.get(*place));
        let day_text = field(self.day).unwrap_or_default();
        // Bookings are recognised by their day. Without it, a booking would count twice after the
        // day order is corrected.
        let booked_on = day(day_text, columns.day_order).ok_or_else(|| day_fault(day_text))?;
        Ok(ReadBooking {
            iban: iban.to_owned(),
            direction,
            booked_on: Some(booked_on),
            amount,
            currency,
            party: field(self.party).map(str::to_owned),
            remittance: texts.cloned().collect(),
            remarks: Vec::new(),
            servicer_reference: None,
        })
    }

    fn money(
        &self,
        row: &[String],
        columns: &CsvColumns,
        unsigned: &Unsigned,
    ) -> Result<(Direction, MinorUnits, Currency), Option<RowFault>> {
        let field = |place: Option<usize>| row.get(place?).map(String::as_str);
        let currency = match columns.currency {
            Some(_) => columns.one_currency(),
            None => field(self.currency).and_then(|text| text.parse().ok()),
        };
        let currency: Currency = currency.ok_or(None)?;
        let sign = columns.decimal;
        let came = field(self.amount).ok_or(None)?;
        let went = field(self.debit).unwrap_or_default();
        let amount_of = |text: &str| written(text, sign, currency).ok_or(None);
        let (negative, read) = match (came.is_empty(), went.is_empty()) {
            (false, true) => amount_of(came).map(|read| (read.negative, read))?,
            // Some banks write outgoing amounts with a sign, some without, and some write a zero
            // in the other column.
            (true, false) => (true, amount_of(went)?),
            (false, false) => match (amount_of(came)?, amount_of(went)?) {
                (zero, read) if zero.amount == MinorUnits::ZERO => (true, read),
                (read, zero) if zero.amount == MinorUnits::ZERO => (read.negative, read),
                _ => return Err(None),
            },
            (true, true) => return Err(None),
        };
        // A word for incoming money in the column of outgoing amounts contradicts it.
        let by_word = read.direction;
        if negative && by_word == Some(Direction::Credit) {
            return Err(None);
        }
        let amount = read.amount;
        if amount == MinorUnits::ZERO {
            return Err(None);
        }
        let signed = if negative {
            Direction::Debit
        } else {
            Direction::Credit
        };
        let unknown = |place: Option<usize>| {
            let word = shown(field(place).unwrap_or_default());
            Some(RowFault::Direction { word })
        };
        let direction = match self.direction {
            // An unchosen column marks this amount as outgoing.
            None if !negative && by_word.is_none() && unsigned.went(row) => {
                return Err(unknown(unsigned.places.first().map(|(place, _)| *place)));
            }
            None => signed,
            Some(_) => {
                let word = direction_word(field(self.direction).unwrap_or_default());
                let is = |chosen: &Option<String>| {
                    chosen.as_deref().map(direction_word).as_ref() == Some(&word)
                };
                match (is(&columns.came), is(&columns.went), negative) {
                    (true, false, false) => Direction::Credit,
                    (false, true, _) => Direction::Debit,
                    // A negative incoming amount is a contradiction.
                    _ => return Err(unknown(self.direction)),
                }
            }
        };
        Ok((direction, amount, currency))
    }
}
