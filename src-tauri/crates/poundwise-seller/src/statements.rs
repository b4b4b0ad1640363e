//! Bank statements: which columns the files of a bank have, and the import of a statement. What a
//! statement says of others is not stored.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    path::Path,
    sync::Arc,
};

use chrono::NaiveDate;
use poundwise_documents::units::{DocumentId, PaymentReference, Timestamp};
use poundwise_payments::{
    ArchiveFault, Booking, CsvColumns, CsvHead, Direction, HEADER_WITHIN, Known, KnownBookings,
    MAX_STATEMENT, ReportKind, RowFault, Statement, StatementError, XmlBound, csv_head, propose,
};
use poundwise_words::Text;

use crate::{
    Seller,
    accuracy::Widths,
    booking_state::Booked,
    bookings::newest_first,
    error::{BankChoice, Error, ErrorCode, ErrorPlace, Result, StatementFault},
    files::{Unread, read_file},
    hint::{Act, Field},
    inbox::orders_folder,
    messages::{BankHint, BankMessage},
    names::BankName,
    settings::note_json,
    store::{NewBooking, Setting, StoredBooking, Writing},
    view::{
        BankRemoval, BankView, BookingView, Money, PreviewedRow, StatementImported, StatementLook,
        StatementPreview,
    },
};

/// Number of rows of a file that are shown before its columns are chosen for good.
const PREVIEWED: usize = 5;

/// Returns the first lines of a bank's CSV and its columns, to choose from: those that a line
/// names, or else the line that is proposed.
///
/// # Errors
/// `statement`; I/O errors.
pub fn bank_columns(file: &Path, header: Option<u64>) -> Result<CsvHead> {
    csv_head(&bytes_of(file)?, header).map_err(|why| not_read(&why))
}

/// Reads a bank's CSV by columns that are not chosen for good yet, to be looked at.
///
/// # Errors
/// `bank-account`, `currency`, `bank` where a choice is missing or wrong; `statement`; I/O errors.
pub fn preview_statement(file: &Path, columns: &CsvColumns) -> Result<StatementPreview> {
    check(columns)?;
    let statement =
        Statement::read(&bytes_of(file)?, Some(columns)).map_err(|why| not_read(&why))?;
    Ok(StatementPreview {
        booked: statement.bookings.len() as u64,
        not_booked: statement.left_out.not_booked,
        unreadable: statement.left_out.unreadable,
        unreadable_rows: statement.unreadable_rows,
        rows: statement
            .bookings
            .into_iter()
            .take(PREVIEWED)
            .map(|booking| PreviewedRow {
                booked_on: booking.booked_on.map(|day| day.to_string()),
                came: booking.direction == Direction::Credit,
                amount: Money::new(booking.amount, booking.currency),
                party: booking.party,
                text: booking.text,
            })
            .collect(),
    })
}

fn bytes_of(file: &Path) -> Result<Vec<u8>> {
    read_file(file, MAX_STATEMENT as u64).map_err(|unread| match unread {
        Unread::Missing(error) | Unread::Machine(error) => error,
        Unread::TooLarge(_) => not_read(&StatementError::TooLarge),
    })
}

/// Returns the error of a file that is not read, without a way out; `bank` is one of this home whose
/// columns it has.
fn unread(why: &StatementError, bank: Option<&str>) -> Error {
    let within = HEADER_WITHIN as u64;
    let fault = match why {
        StatementError::TooLarge => StatementFault::TooManyBytes {
            most: MAX_STATEMENT as u64,
        },
        StatementError::TooMany(most) => StatementFault::TooManyBookings { most: *most as u64 },
        StatementError::Binary => StatementFault::Binary,
        StatementError::Encoding { encoding, line } => StatementFault::Encoding {
            encoding: encoding.clone(),
            line: *line,
        },
        StatementError::Foreign(format) => StatementFault::Foreign {
            format: format.as_str().to_owned(),
        },
        StatementError::Archive(_) | StatementError::InArchive { .. } => StatementFault::Archive,
        StatementError::Xml { at, .. } => StatementFault::Xml { byte: *at },
        StatementError::Doctype => StatementFault::Doctype,
        StatementError::Entity(name) => StatementFault::Entity { name: name.clone() },
        StatementError::NotCamt(namespace) => StatementFault::NotCamt {
            namespace: namespace.clone(),
        },
        StatementError::NoColumns => StatementFault::NoColumns {
            bank: bank.map(str::to_owned),
        },
        StatementError::MissingColumn(name) => StatementFault::MissingColumn {
            name: name.clone(),
            within,
        },
        StatementError::Direction(name) => StatementFault::Direction { name: name.clone() },
        StatementError::NoTable => StatementFault::NoTable,
        StatementError::NoHeader(line) => StatementFault::NoHeader {
            line: *line,
            within,
        },
        StatementError::Bounds(bound) => {
            let most = bound.most() as u64;
            match bound {
                XmlBound::Depth => StatementFault::Nesting { most },
                XmlBound::Tag => StatementFault::LongTag { most },
                XmlBound::Entry => StatementFault::LargeEntry { most },
            }
        }
        _ => StatementFault::Other,
    };
    Error::refused(ErrorCode::Statement, why).at(ErrorPlace::Statement { fault })
}

fn not_read(why: &StatementError) -> Error {
    let error = unread(why, None);
    match why {
        StatementError::NoColumns => error
            .hint(Act::SetBank.to(BankHint::ChooseColumns))
            .hint(Field::Bank.to(BankHint::ThenNameBank)),
        StatementError::MissingColumn(_) => error
            .hint(Act::BankColumns.to(BankHint::ShowColumns))
            .hint(Act::SetBank.to(BankHint::ChooseColumnsAgain)),
        StatementError::Direction(_) => error
            .hint(Act::SetBank.to(BankHint::ChooseDirection))
            .hint(BankHint::NothingChanged),
        StatementError::Encoding { .. } => error.hint(BankHint::ChooseEncoding),
        StatementError::NoHeader(_) => error
            .hint(Act::BankColumns.to(BankHint::ShowFirstLines))
            .hint(BankHint::ThenNameLine),
        StatementError::Archive(
            ArchiveFault::Compression
            | ArchiveFault::Kinds
            | ArchiveFault::Nested
            | ArchiveFault::Password
            | ArchiveFault::TooManyFiles,
        ) => error.hint(BankHint::Unpack),
        _ => error.hint(BankHint::AskForCamt),
    }
}

/// Refuses a statement in which another order of a day's parts reads a day that its bank's does
/// not: the other rows would be stored under wrong days, and once more under the right ones.
fn other_day_order(statement: &Statement) -> Result<()> {
    let other = statement
        .unreadable_rows
        .iter()
        .find_map(|row| match &row.fault {
            RowFault::Day { day, fits: Some(_) } => Some((row.line, day)),
            _ => None,
        });
    let Some((line, day)) = other else {
        return Ok(());
    };
    Err(Error::refused(
        ErrorCode::Statement,
        BankMessage::OtherDayOrder {
            day: day.clone(),
            line,
        },
    )
    .hint(BankHint::ChooseDayOrder)
    .at(ErrorPlace::Statement {
        fault: StatementFault::DayOrder {
            line,
            day: day.clone(),
        },
    }))
}

/// Maximum number of days from today to a later booking day. Banks book for the next working day.
const DAYS_AHEAD: i64 = 31;
/// Maximum number of days from an earlier booking day to today: ten years.
const DAYS_BACK: i64 = 3653;

/// Rejects a statement with an implausible booking day. The booking would be stored under that day,
/// and again under the right one.
fn far_day(bookings: &[Booking], today: NaiveDate) -> Result<()> {
    let far = bookings
        .iter()
        .filter_map(|booking| booking.booked_on)
        .find(|day| {
            let days = (*day - today).num_days();
            !(-DAYS_BACK..=DAYS_AHEAD).contains(&days)
        });
    let Some(day) = far else {
        return Ok(());
    };
    let message = if day > today {
        BankMessage::DayTooLate {
            day,
            most: DAYS_AHEAD,
            today,
        }
    } else {
        BankMessage::DayTooEarly { day, today }
    };
    Err(Error::refused(ErrorCode::Statement, message)
        .hint(BankHint::CheckDay)
        .at(ErrorPlace::Statement {
            fault: StatementFault::FarDay {
                day: day.to_string(),
                today: today.to_string(),
            },
        }))
}

impl Seller<'_> {
    /// Returns the banks whose columns were chosen, by name.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn banks(&self) -> Result<Vec<BankView>> {
        let stored = self.stored_banks()?;
        Ok(stored
            .into_iter()
            .map(|(name, columns)| BankView { name, columns })
            .collect())
    }

    /// Returns the bank of a name.
    ///
    /// # Errors
    /// `no-such-bank`.
    pub fn bank(&self, name: &BankName) -> Result<BankView> {
        let columns = self.stored_banks()?.remove(name.as_str());
        Ok(BankView {
            name: name.to_string(),
            columns: columns.ok_or_else(|| no_such_bank(name))?,
        })
    }

    /// Looks at a file before it is imported: whether the columns of a bank are needed for it,
    /// which banks have those that it has, and which columns the line of a header names.
    ///
    /// # Errors
    /// `statement`; I/O errors.
    pub fn look_at_statement(&self, file: &Path, header: Option<u64>) -> Result<StatementLook> {
        let bytes = bytes_of(file)?;
        if !Statement::needs_columns(&bytes) {
            return Ok(StatementLook {
                csv: None,
                banks: Vec::new(),
                bank: None,
                proposed: propose(&[]),
            });
        }
        let csv = csv_head(&bytes, header).map_err(|why| not_read(&why))?;
        let banks = self.banks_of(&bytes)?;
        let mut likely = banks
            .iter()
            .filter(|bank| bank.columns.probably_fit(&bytes));
        Ok(StatementLook {
            bank: likely.next().map(|bank| bank.name.clone()),
            banks,
            proposed: propose(&csv.columns),
            csv: Some(csv),
        })
    }

    /// Returns the banks whose columns a file has.
    fn banks_of(&self, bytes: &[u8]) -> Result<Vec<BankView>> {
        let mut banks = self.banks()?;
        banks.retain(|bank| bank.columns.fit(bytes));
        Ok(banks)
    }

    /// Chooses the columns of a bank's CSV, in place of those chosen before.
    ///
    /// # Errors
    /// `bank-account`, `currency`, `bank` where a choice is missing or wrong.
    pub fn set_bank(&self, name: &BankName, columns: &CsvColumns) -> Result<BankView> {
        check(columns)?;
        let mut banks = self.stored_banks()?;
        banks.insert(name.to_string(), columns.clone());
        self.store_json(Setting::Banks, &banks)?;
        self.bank(name)
    }

    /// Returns what would go with a bank, and changes nothing.
    ///
    /// # Errors
    /// `no-such-bank`; `home-damaged`; errors of the database, such as `busy`.
    pub fn preview_bank_removal(&self, name: &BankName) -> Result<BankRemoval> {
        let bank = self.bank(name)?;
        self.removal(bank, &Booked::of(self)?)
    }

    fn removal(&self, bank: BankView, ledger: &Booked) -> Result<BankRemoval> {
        let BankView { name, columns } = bank;
        let widths = Widths::of(self.context);
        let (go, stay) = ledger.of_bank(&name);
        let (credits, debits): (Vec<_>, Vec<_>) = go
            .into_iter()
            .partition(|stored| stored.booking.direction == Direction::Credit);
        // A booking of an order without a price was never shown: it is removed, and not shown now.
        let mut discarded: Vec<BookingView> = credits
            .into_iter()
            .filter(|stored| ledger.is_told(stored))
            .map(|stored| ledger.view(self, stored, &widths))
            .collect::<Result<_>>()?;
        newest_first(&mut discarded);
        Ok(BankRemoval {
            name,
            columns,
            discarded,
            discarded_debits: debits.len() as u64,
            kept: stay.len() as u64,
        })
    }

    /// Removes a bank, and with `discard` the bookings that its files alone told of and that
    /// settled nothing.
    ///
    /// # Errors
    /// `no-such-bank`; `home-damaged`; errors of the database, such as `busy`.
    pub fn remove_bank(&self, name: &BankName, discard: bool) -> Result<BankRemoval> {
        let bank = self.bank(name)?;
        let ledger = Booked::of(self)?;
        let mut removal = self.removal(bank, &ledger)?;
        let mut banks = self.stored_banks()?;
        banks.remove(name.as_str());
        let writing = self.context.db.begin()?;
        if discard {
            let last = ledger.last();
            for stored in ledger.of_bank(name.as_str()).0 {
                writing.discard_booking(stored.number)?;
            }
            let before = self.discarded_up_to()?;
            writing.note(Setting::DiscardedBooking, &last.max(before).to_string())?;
        } else {
            removal.kept += removal.discarded.len() as u64 + removal.discarded_debits;
            removal.discarded = Vec::new();
            removal.discarded_debits = 0;
        }
        note_json(&writing, Setting::Banks, &banks)?;
        self.context.commit(writing)?;
        Ok(removal)
    }

    /// Returns the highest number that a discarded booking may have had.
    fn discarded_up_to(&self) -> Result<u64> {
        let noted = self.context.read().setting(Setting::DiscardedBooking)?;
        Ok(noted.and_then(|number| number.parse().ok()).unwrap_or(0))
    }

    /// Returns the reason why a file is not read, with a bank of this home whose columns it has.
    fn not_read_here(&self, why: &StatementError, bytes: &[u8]) -> Error {
        let banks = match why {
            StatementError::NoColumns => self.banks_of(bytes).unwrap_or_default(),
            _ => Vec::new(),
        };
        match banks.first() {
            Some(bank) => unread(why, Some(&bank.name)).hint(
                Field::Bank
                    .to(BankHint::NameBank)
                    .such_as(Text::verbatim(&bank.name)),
            ),
            None => not_read(why),
        }
    }

    fn stored_banks(&self) -> Result<BTreeMap<String, CsvColumns>> {
        Ok(self.json_of(Setting::Banks)?.unwrap_or_default())
    }

    /// Imports a bank statement: what it says of orders of this home is stored, and what that pays
    /// is told. Nothing is approved. New orders are fetched first, so that their payments are
    /// known.
    ///
    /// # Errors
    /// `statement`, `no-such-bank`; I/O errors; `market` where the market cannot be read;
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn import_statement(
        &self,
        file: &Path,
        bank: Option<&BankName>,
    ) -> Result<StatementImported> {
        self.fetch_orders()?;
        self.store_statement(file, bank)
    }

    /// Stores a statement as [`Seller::import_statement`], with the orders that were fetched
    /// before.
    ///
    /// # Errors
    /// `statement`, `no-such-bank`; I/O errors; `home-damaged`; errors of the database, such as
    /// `busy`.
    pub fn store_statement(
        &self,
        file: &Path,
        bank: Option<&BankName>,
    ) -> Result<StatementImported> {
        let columns = bank.map(|name| self.bank(name)).transpose()?;
        let bytes = bytes_of(file)?;
        let statement = Statement::read(&bytes, columns.as_ref().map(|bank| &bank.columns))
            .map_err(|why| self.not_read_here(&why, &bytes))?;
        other_day_order(&statement)?;
        let now = self.context.now()?;
        far_day(&statement.bookings, now.to_datetime().date_naive())?;
        let taken = self.references_taken()?;
        let mut orders = self.references_seen()?;
        orders.extend(&taken);
        let booked = statement.bookings.len() as u64;
        let writing = self.context.db.begin()?;
        let stored = writing.bookings()?;
        let last = stored.last().map_or(0, |stored| stored.number);
        let mut import = Import {
            seller: self,
            writing: &writing,
            kind: statement.kind,
            bank: columns.as_ref().map(|bank| bank.name.as_str()),
            now,
            last: last.max(self.discarded_up_to()?),
            known: KnownBookings::new(statement.kind, orders.clone()),
            known_entries: KnownBookings::new(statement.kind, orders.clone()),
            banks: HashMap::new(),
            entries: BTreeMap::new(),
            ledger: None,
            numbers: BTreeSet::new(),
        };
        for one in stored {
            import.take_up(one);
        }
        for (first, of) in &import.entries {
            let known = Known::Entry(*first);
            import
                .known_entries
                .insert(known, &of.entry, of.reports.clone());
        }
        let (mut unnamed, mut known) = (0, 0);
        for report in statement.reports() {
            let mut naming: Vec<&Booking> = report.iter().collect();
            naming.retain(|booking| {
                // Of an order that was not taken only the payment is kept, to be paid back.
                let named = match booking.direction {
                    Direction::Credit => &orders,
                    Direction::Debit => &taken,
                };
                booking.references().iter().any(|one| named.contains(one))
            });
            unnamed += (report.len() - naming.len()) as u64;
            known += import.report(&naming)?;
        }
        let numbers = import.numbers;
        self.context.commit(writing)?;
        let mut bookings = self.bookings()?;
        bookings.retain(|booking| numbers.contains(&booking.number.get()));
        Ok(StatementImported {
            format: statement.format,
            booked,
            unnamed,
            known,
            not_booked: statement.left_out.not_booked,
            returned: statement.left_out.returned,
            unreadable: statement.left_out.unreadable,
            unreadable_rows: statement.unreadable_rows,
            bookings,
        })
    }

    /// Returns the references of the orders that this home took.
    fn references_taken(&self) -> Result<HashSet<PaymentReference>> {
        let ids = self.context.read().ids_received()?;
        Ok(ids.iter().map(PaymentReference::of).collect())
    }

    /// Returns the references of the orders on the market that were opened, whether they were taken
    /// or not: their names are their ids.
    fn references_seen(&self) -> Result<HashSet<PaymentReference>> {
        let mut names = self.context.read().names_seen(&orders_folder(self.home))?;
        names.extend(self.context.left_over.borrow().orders());
        let ids = names
            .iter()
            .filter_map(|name| name.strip_suffix(".age")?.parse::<DocumentId>().ok());
        Ok(ids.map(|id| PaymentReference::of(&id)).collect())
    }
}

/// An import of the reports of a statement.
struct Import<'a, 'b> {
    seller: &'a Seller<'b>,
    writing: &'a Writing<'a>,
    kind: ReportKind,
    /// The bank with the columns of the statement.
    bank: Option<&'a str>,
    now: Timestamp,
    /// The highest number ever given to a booking.
    last: u64,
    known: KnownBookings,
    /// Entries for several transfers, each as one booking.
    known_entries: KnownBookings,
    /// The bank of each booking that was only in its CSV files, by booking number.
    banks: HashMap<u64, String>,
    /// Entries for several transfers, by the booking number of their first transfer.
    entries: BTreeMap<u64, StoredEntry>,
    /// All bookings as of the last look-up.
    ledger: Option<Booked>,
    /// Numbers of the bookings in the statement.
    numbers: BTreeSet<u64>,
}

/// An entry for several transfers with at least one stored transfer.
struct StoredEntry {
    entry: Arc<Booking>,
    parts: Vec<u64>,
    reports: BTreeMap<ReportKind, Option<NaiveDate>>,
}

impl Import<'_, '_> {
    fn take_up(&mut self, stored: StoredBooking) {
        self.banks
            .extend(stored.bank.map(|bank| (stored.number, bank)));
        if let (Some(first), Some(entry)) = (stored.first, &stored.booking.part_of) {
            let of = self.entries.entry(first).or_insert_with(|| StoredEntry {
                entry: Arc::clone(entry),
                parts: Vec::new(),
                reports: stored.reports.clone(),
            });
            of.parts.push(stored.number);
        }
        let known = Known::Booking(stored.number);
        self.known.insert(known, &stored.booking, stored.reports);
    }

    /// Stores the new bookings of a report. Returns the number of known ones.
    fn report(&mut self, report: &[&Booking]) -> Result<u64> {
        // Each transfer of an entry is looked up first, then the entry: it may be stored as one
        // booking.
        let mut search = self.known.search();
        let mut found = search.find(report);
        // A report may list an entry as a whole while its transfers are stored.
        let whole: Vec<usize> = (0..report.len())
            .filter(|place| {
                let is_new = found.get(*place).is_some_and(Option::is_none);
                is_new && report.get(*place).is_some_and(|one| one.part_of.is_none())
            })
            .collect();
        let bookings: Vec<&Booking> = whole
            .iter()
            .filter_map(|place| report.get(*place).copied())
            .collect();
        let entry_of = self.known_entries.search().find(&bookings);
        for (place, entry) in whole.into_iter().zip(entry_of) {
            if let Some(found) = found.get_mut(place) {
                *found = entry;
            }
        }
        let mut entries: Vec<(Arc<Booking>, Vec<usize>)> = Vec::new();
        for (place, booking) in report.iter().enumerate() {
            let Some(entry) = &booking.part_of else {
                continue;
            };
            match entries.last_mut() {
                Some((last, places)) if Arc::ptr_eq(last, entry) => places.push(place),
                _ => entries.push((Arc::clone(entry), vec![place])),
            }
        }
        entries.retain(|(_, places)| {
            places
                .iter()
                .any(|place| found.get(*place).is_some_and(Option::is_none))
        });
        let whole: Vec<&Booking> = entries.iter().map(|(entry, _)| &**entry).collect();
        let whole = search.find_whole(&whole);
        let mut split = HashSet::new();
        for ((_, places), number) in entries.iter().zip(whole) {
            let Some(number) = number else {
                continue;
            };
            if self.stays_whole(number)? {
                for place in places {
                    if let Some(found) = found.get_mut(*place) {
                        found.get_or_insert(Known::Booking(number));
                    }
                }
            } else {
                split.insert(number);
            }
        }
        for number in split {
            self.writing.discard_booking(number)?;
            self.known.remove(Known::Booking(number));
            self.numbers.remove(&number);
        }
        let (mut known, mut new) = (0, Vec::new());
        for (booking, found) in report.iter().zip(&found) {
            match found {
                Some(found) => {
                    known += 1;
                    self.told_again(*found, booking)?;
                }
                None => new.push(*booking),
            }
        }
        self.store(&new)?;
        Ok(known)
    }

    /// Returns whether a known booking for several transfers is kept when its transfers are
    /// reported.
    fn stays_whole(&mut self, number: u64) -> Result<bool> {
        let is_new = |ledger: &Booked| ledger.last() < number;
        if self.ledger.as_ref().is_none_or(is_new) {
            self.ledger = Some(Booked::of(self.seller)?);
        }
        let ledger = self.ledger.as_ref();
        Ok(ledger.is_some_and(|ledger| ledger.stays_whole(number)))
    }

    /// Records that this report contains a stored booking, or all transfers of an entry.
    fn told_again(&mut self, found: Known, booking: &Booking) -> Result<()> {
        let day = booking.booked_on;
        let numbers = match found {
            Known::Booking(number) => vec![number],
            Known::Entry(first) => {
                self.known_entries.told(found, day);
                let entry = self.entries.get(&first);
                entry.map(|entry| entry.parts.clone()).unwrap_or_default()
            }
        };
        for number in numbers {
            self.numbers.insert(number);
            if self.known.told(Known::Booking(number), day) {
                self.writing.insert_booking_report(number, self.kind, day)?;
            }
            // A booking that is in another file too does not come from wrong columns of one bank.
            let other = |of: &String| Some(of.as_str()) != self.bank;
            if self.banks.get(&number).is_some_and(other) {
                self.writing.unset_booking_bank(number)?;
                self.banks.remove(&number);
            }
        }
        Ok(())
    }

    fn store(&mut self, new: &[&Booking]) -> Result<()> {
        let told = |booking: &Booking| BTreeMap::from([(self.kind, booking.booked_on)]);
        let mut entry: Option<(Arc<Booking>, u64)> = None;
        for booking in new {
            self.last += 1;
            let number = self.last;
            entry = booking.part_of.as_ref().map(|of| match &entry {
                Some((last, first)) if Arc::ptr_eq(last, of) => (Arc::clone(of), *first),
                _ => (Arc::clone(of), number),
            });
            let first = entry.as_ref().map(|(_, first)| *first);
            let new = NewBooking {
                number,
                booking,
                bank: self.bank,
                kind: self.kind,
                first,
            };
            self.writing.insert_booking(&new, self.now)?;
            self.numbers.insert(number);
            if booking.direction == Direction::Debit {
                // The debit may have reversed a booking that was looked up.
                self.ledger = None;
            }
            self.known
                .insert(Known::Booking(number), booking, told(booking));
            if let Some((entry, first)) = &entry {
                let of = self.entries.entry(*first).or_insert_with(|| StoredEntry {
                    entry: Arc::clone(entry),
                    parts: Vec::new(),
                    reports: told(booking),
                });
                of.parts.push(number);
                if number == *first {
                    let known = Known::Entry(*first);
                    self.known_entries.insert(known, entry, told(booking));
                }
            }
        }
        Ok(())
    }
}

/// Checks that files can be read by these columns.
fn check(columns: &CsvColumns) -> Result<()> {
    columns
        .problem()
        .map_or(Ok(()), |field| Err(wrong_columns(field)))
}

fn no_such_bank(name: &BankName) -> Error {
    Error::refused(
        ErrorCode::NoSuchBank,
        BankMessage::Unknown {
            bank: name.to_string(),
        },
    )
    .hint(Act::ListBanks.to(BankHint::ListBanks))
    .hint(Act::SetBank.to(BankHint::OrChooseColumns))
}

fn wrong_columns(field: &str) -> Error {
    let of_bank = |missing, why: BankMessage| {
        Error::usage(ErrorCode::Bank, why).at(ErrorPlace::Bank { missing })
    };
    let error = match field {
        "iban" => Error::usage(ErrorCode::BankAccount, BankMessage::NotAnIban),
        "currency" => Error::usage(ErrorCode::Currency, BankMessage::CurrencyMissing),
        "day" => of_bank(BankChoice::Day, BankMessage::DayMissing),
        "amount" => of_bank(BankChoice::Amount, BankMessage::AmountMissing),
        "direction" => of_bank(BankChoice::Direction, BankMessage::DirectionIncomplete),
        "text" => of_bank(BankChoice::Text, BankMessage::TextMissing),
        _ => of_bank(BankChoice::Status, BankMessage::StatusIncomplete),
    };
    error.hint(Act::BankColumns.to(BankHint::ShowColumnsOfAFile))
}

#[cfg(test)]
mod tests {
    use poundwise_payments::ForeignFormat;

    use super::*;

    #[test]
    fn a_file_that_is_not_read_is_told_as_data() {
        let fault = |error: &Error| match error.place().cloned() {
            Some(ErrorPlace::Statement { fault }) => fault,
            other => panic!("no fault of a statement: {other:?}"),
        };
        let of = |why: StatementError| fault(&not_read(&why));
        assert_eq!(
            of(StatementError::TooLarge),
            StatementFault::TooManyBytes {
                most: MAX_STATEMENT as u64
            }
        );
        assert_eq!(
            of(StatementError::TooMany(7)),
            StatementFault::TooManyBookings { most: 7 }
        );
        assert_eq!(of(StatementError::Binary), StatementFault::Binary);
        assert_eq!(
            of(StatementError::Encoding {
                encoding: "UTF-8".to_owned(),
                line: 7
            }),
            StatementFault::Encoding {
                encoding: "UTF-8".to_owned(),
                line: 7
            }
        );
        assert_eq!(
            of(StatementError::Foreign(ForeignFormat::Mt940)),
            StatementFault::Foreign {
                format: "MT940".to_owned()
            }
        );
        assert_eq!(
            of(StatementError::Archive(ArchiveFault::Damaged)),
            StatementFault::Archive
        );
        assert_eq!(
            of(StatementError::Xml {
                at: 12,
                why: poundwise_words::Text::verbatim("it")
            }),
            StatementFault::Xml { byte: 12 }
        );
        assert_eq!(of(StatementError::Doctype), StatementFault::Doctype);
        assert_eq!(
            of(StatementError::Entity("x".to_owned())),
            StatementFault::Entity {
                name: "x".to_owned()
            }
        );
        assert_eq!(
            of(StatementError::Bounds(XmlBound::Depth)),
            StatementFault::Nesting { most: 64 }
        );
        assert_eq!(
            of(StatementError::Bounds(XmlBound::Tag)),
            StatementFault::LongTag { most: 4096 }
        );
        assert_eq!(
            of(StatementError::Bounds(XmlBound::Entry)),
            StatementFault::LargeEntry { most: 200_000 }
        );
        assert_eq!(
            of(StatementError::NotCamt("urn:x".to_owned())),
            StatementFault::NotCamt {
                namespace: "urn:x".to_owned()
            }
        );
        assert_eq!(
            of(StatementError::NoColumns),
            StatementFault::NoColumns { bank: None }
        );
        assert_eq!(
            fault(&unread(&StatementError::NoColumns, Some("Harbour"))),
            StatementFault::NoColumns {
                bank: Some("Harbour".to_owned())
            }
        );
        assert_eq!(
            of(StatementError::MissingColumn("Betrag".to_owned())),
            StatementFault::MissingColumn {
                name: "Betrag".to_owned(),
                within: 100
            }
        );
        assert_eq!(
            of(StatementError::Direction("#8".to_owned())),
            StatementFault::Direction {
                name: "#8".to_owned()
            }
        );
        assert_eq!(of(StatementError::NoTable), StatementFault::NoTable);
        assert_eq!(
            of(StatementError::NoHeader(4)),
            StatementFault::NoHeader {
                line: 4,
                within: 100
            }
        );
    }

    #[test]
    fn a_choice_that_is_missing_is_told_as_data() {
        for (field, missing) in [
            ("day", BankChoice::Day),
            ("amount", BankChoice::Amount),
            ("direction", BankChoice::Direction),
            ("text", BankChoice::Text),
            ("status", BankChoice::Status),
        ] {
            let error = wrong_columns(field);
            assert_eq!(error.code(), ErrorCode::Bank);
            assert_eq!(error.place().cloned(), Some(ErrorPlace::Bank { missing }));
        }
        assert_eq!(wrong_columns("iban").place().cloned(), None);
    }
}
