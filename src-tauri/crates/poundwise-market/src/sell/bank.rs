//! Bank statements: what was booked, which orders it pays, and their approval together. What a
//! statement says of others is not stored.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    path::Path,
};

use poundwise_documents::{
    kinds::Settlement,
    units::{DocumentId, MinorUnits, PaymentReference},
};
use poundwise_payments::{
    Booking, CsvColumn, CsvColumns, Direction, Due, Finding, MAX_STATEMENT, Settled, Statement,
    StatementError, csv_columns, find, payto::Account,
};

use crate::{
    error::{Error, ErrorCode, Result},
    files::{Unread, read_file},
    home::Home,
    ids::OrderId,
    job::Job,
    names::{BankName, PaymentNote},
    roles::Roles,
    sell::{
        Approval, Approved, PaidLater, Payment, Seller,
        inbox::{discarded, may_be_answered},
        payments::{Payments, owed},
    },
    store::{Received, Setting, SettledOrder, StoredBooking},
    view::{
        BankView, BookedOrder, BookedOrderState, BookingRefused, BookingState, BookingView,
        BookingsApproved, OrderStatus, ReceiptView, StatementImported,
    },
    views::money,
    work::Work,
};

/// An order that is to be approved, or paid later, by a booking.
#[derive(Clone, Copy)]
pub(crate) struct ByBooking {
    /// The number of the booking.
    pub(crate) booking: u64,
    /// The order that its text names.
    pub(crate) named: DocumentId,
    /// What that is.
    pub(crate) amount: MinorUnits,
}

impl ByBooking {
    /// The record that it paid, once this order is delivered for it.
    pub(crate) fn settles(self, delivered: DocumentId, payment: Option<u64>) -> SettledOrder {
        SettledOrder {
            order: self.named,
            booking: self.booking,
            delivered,
            amount: self.amount,
            payment,
        }
    }
}

/// An approval of what bookings pay, all together.
pub struct BookingsApproval {
    approvals: Vec<(ByBooking, Approval)>,
    on_credit: Vec<ByBooking>,
    refused: Vec<BookingRefused>,
}

/// Approvals by bookings, whose releases are computed.
pub struct BookingsMade {
    approved: Vec<(ByBooking, Approved)>,
    on_credit: Vec<ByBooking>,
    refused: Vec<BookingRefused>,
}

/// Returns the columns of a bank's CSV, to choose from.
///
/// # Errors
/// `statement`; I/O errors.
pub fn bank_columns(file: &Path) -> Result<Vec<CsvColumn>> {
    csv_columns(&bytes_of(file)?).map_err(|why| not_read(&why))
}

fn bytes_of(file: &Path) -> Result<Vec<u8>> {
    read_file(file, MAX_STATEMENT as u64).map_err(|unread| match unread {
        Unread::Missing(error) | Unread::Machine(error) => error,
        Unread::TooLarge(_) => not_read(&StatementError::TooLarge),
    })
}

fn not_read(why: &StatementError) -> Error {
    let error = Error::refused(ErrorCode::Statement, why.to_string());
    match why {
        StatementError::NoColumns => {
            error.hint("Choose its columns once with `poundwise bank set`, then add --bank NAME.")
        }
        StatementError::MissingColumn(_) => {
            error.hint("Choose the columns anew: `poundwise bank columns FILE` shows them.")
        }
        _ => error.hint(
            "Nothing was changed. Ask the bank for CAMT.052, CAMT.053 or CAMT.054, or for CSV.",
        ),
    }
}

impl Seller<'_> {
    /// The banks whose columns were chosen, by name.
    ///
    /// # Errors
    /// What the database says.
    pub fn banks(&self) -> Result<Vec<BankView>> {
        let stored = self.stored_banks()?;
        Ok(stored
            .into_iter()
            .map(|(name, columns)| BankView { name, columns })
            .collect())
    }

    /// The bank of a name.
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

    /// Chooses the columns of a bank's CSV, in place of those chosen before.
    ///
    /// # Errors
    /// `bank` where a choice is missing or wrong.
    pub fn set_bank(&self, name: &BankName, columns: &CsvColumns) -> Result<BankView> {
        if let Some(field) = columns.problem() {
            return Err(wrong_columns(field));
        }
        let mut banks = self.stored_banks()?;
        banks.insert(name.to_string(), columns.clone());
        self.store_banks(&banks)?;
        self.bank(name)
    }

    /// Removes a bank.
    ///
    /// # Errors
    /// `no-such-bank`.
    pub fn remove_bank(&self, name: &BankName) -> Result<BankView> {
        let removed = self.bank(name)?;
        let mut banks = self.stored_banks()?;
        banks.remove(name.as_str());
        self.store_banks(&banks)?;
        Ok(removed)
    }

    fn stored_banks(&self) -> Result<BTreeMap<String, CsvColumns>> {
        match self.context.read().setting(Setting::Banks)? {
            None => Ok(BTreeMap::new()),
            Some(json) => serde_json::from_str(&json)
                .map_err(|e| Error::failed(ErrorCode::Json, format!("The banks: {e}."))),
        }
    }

    fn store_banks(&self, banks: &BTreeMap<String, CsvColumns>) -> Result<()> {
        let json = serde_json::to_string(banks)
            .map_err(|e| Error::failed(ErrorCode::Json, format!("The banks: {e}.")))?;
        let writing = self.context.db.begin()?;
        writing.note(Setting::Banks, &json)?;
        self.context.commit(writing)
    }

    /// Imports a bank statement: what it says of orders of this home is stored, and what that pays
    /// is told. Nothing is approved. New orders are fetched first, so that their payments are
    /// known.
    ///
    /// # Errors
    /// `statement`, `no-such-bank`; I/O errors; what the market says.
    pub fn import_statement(
        &self,
        file: &Path,
        bank: Option<&BankName>,
    ) -> Result<StatementImported> {
        let columns = bank.map(|name| self.bank(name)).transpose()?;
        let bytes = bytes_of(file)?;
        let statement = Statement::read(&bytes, columns.as_ref().map(|bank| &bank.columns))
            .map_err(|why| not_read(&why))?;
        self.fetch_orders()?;
        let references: HashSet<PaymentReference> = self
            .context
            .read()
            .ids_received()?
            .iter()
            .map(PaymentReference::of)
            .collect();
        let booked = statement.bookings.len() as u64;
        let now = self.context.now()?;
        let writing = self.context.db.begin()?;
        let mut stored: Vec<(u64, Booking)> = writing
            .bookings()?
            .into_iter()
            .map(|stored| (stored.number, stored.booking))
            .collect();
        let (mut unnamed, mut known) = (0, 0);
        let mut numbers = BTreeSet::new();
        for booking in statement.bookings {
            let written = booking.references();
            if !written.iter().any(|one| references.contains(one)) {
                unnamed += 1;
                continue;
            }
            if let Some((number, _)) = stored.iter().find(|(_, one)| one.is_same(&booking)) {
                known += 1;
                numbers.insert(*number);
                continue;
            }
            let number = stored.last().map_or(1, |(last, _)| last + 1);
            writing.insert_booking(number, &booking, now)?;
            numbers.insert(number);
            stored.push((number, booking));
        }
        self.context.commit(writing)?;
        let mut bookings = self.bookings()?;
        bookings.retain(|booking| numbers.contains(&booking.number));
        Ok(StatementImported {
            format: statement.format,
            booked,
            unnamed,
            known,
            not_booked: statement.left_out.not_booked,
            returned: statement.left_out.returned,
            unreadable: statement.left_out.unreadable,
            bookings,
        })
    }

    /// The money that came for orders, newest first, and what each booking pays.
    ///
    /// # Errors
    /// What the database says.
    pub fn bookings(&self) -> Result<Vec<BookingView>> {
        let ledger = Booked::of(self)?;
        let mut views: Vec<BookingView> = ledger
            .credits()
            .map(|stored| ledger.view(self, stored))
            .collect::<Result<_>>()?;
        views.sort_by(|one, two| (&two.booked_on, two.number).cmp(&(&one.booked_on, one.number)));
        Ok(views)
    }

    /// The booking of a number.
    ///
    /// # Errors
    /// `no-such-booking`.
    pub fn booking(&self, number: u64) -> Result<BookingView> {
        let ledger = Booked::of(self)?;
        let stored = ledger.credit(number)?;
        ledger.view(self, stored)
    }

    /// Begins to approve the orders that bookings pay, and to record the payments of those on
    /// credit: of these bookings, or of all that are proposed.
    ///
    /// # Errors
    /// `no-such-booking`; `pays-nothing` where one of them is not proposed, or none is. An order
    /// that cannot be approved is told with the answer.
    pub fn begin_bookings(&self, numbers: &[u64]) -> Result<BookingsApproval> {
        let ledger = Booked::of(self)?;
        let wanted: Vec<&StoredBooking> = if numbers.is_empty() {
            ledger.credits().collect()
        } else {
            let numbers: BTreeSet<u64> = numbers.iter().copied().collect();
            numbers
                .into_iter()
                .map(|number| ledger.credit(number))
                .collect::<Result<_>>()?
        };
        let mut begun = BookingsApproval {
            approvals: Vec::new(),
            on_credit: Vec::new(),
            refused: Vec::new(),
        };
        for stored in wanted {
            let parts = ledger.proposed(stored);
            if parts.is_empty() && !numbers.is_empty() {
                let state = ledger.view(self, stored)?.state;
                return Err(pays_nothing(stored.number, state));
            }
            for (state, by) in parts {
                if state == BookedOrderState::OnCredit {
                    begun.on_credit.push(by);
                    continue;
                }
                match self.begin_approval(&by.named.into(), paid(PaymentNote::default())) {
                    Ok(approval) => begun.approvals.push((by, approval)),
                    Err(error) => begun.refused.push(refused(by, &error)),
                }
            }
        }
        if begun.approvals.is_empty() && begun.on_credit.is_empty() && begun.refused.is_empty() {
            return Err(Error::refused(
                ErrorCode::PaysNothing,
                "No booking pays an order that waits.",
            )
            .hint("`poundwise payments list` shows what each booking pays."));
        }
        Ok(begun)
    }

    /// Approves the order as paid by a booking whose own order cannot be approved any more: that
    /// order itself if it was discarded, or else a waiting one of the same buyer that costs no
    /// more.
    ///
    /// # Errors
    /// `no-such-booking`; `pays-nothing` where nothing of the booking is paid and not delivered, or
    /// the order is not one that it may be used for; as [`Seller::approve`].
    pub fn honour(&self, number: u64, order: &OrderId, work: &Work<'_>) -> Result<ReceiptView> {
        let ledger = Booked::of(self)?;
        let stored = ledger.credit(number)?;
        let received = self.received_order(order)?;
        let price = received.order.payload().price_minor;
        let currency = self.listing_of(&received.order)?.listing.payload().currency;
        may_be_answered(&received)?;
        let open = ledger.by_state(stored, &[BookedOrderState::NotDelivered]);
        let fits = |(_, by): &&(BookedOrderState, ByBooking)| {
            let old = ledger.orders.get(&by.named);
            by.named == received.order.id()
                || old.is_some_and(|old| {
                    old.received.order.signer() == received.order.signer()
                        && price > MinorUnits::ZERO
                        && price <= by.amount
                        && currency == stored.booking.currency
                        && !ledger.names(stored, &received.order.id())
                })
        };
        let (_, by) = *open.iter().find(fits).ok_or_else(|| {
            Error::refused(
                ErrorCode::PaysNothing,
                format!("Booking {number} is not the payment of that order."),
            )
            .hint(
                "An order is honoured that was discarded, or a waiting one of the same buyer that \
                 costs no more than was paid.",
            )
        })?;
        let reference = PaymentReference::of(&by.named).to_string().parse()?;
        let approval = self.begin_approval(order, paid(reference))?;
        let approved = approval.run(work)?;
        self.finish_by_booking(by, approved)
    }

    /// Records that what a booking did not pay was paid back. The owner's own bank did it: nothing
    /// is sent.
    ///
    /// # Errors
    /// `no-such-booking`; `pays-nothing` where nothing of it is to be paid back.
    pub fn refund(&self, number: u64) -> Result<BookingView> {
        let view = self.booking(number)?;
        match view.state {
            BookingState::Proposed
            | BookingState::TakenBack
            | BookingState::Settled
            | BookingState::Refunded => Err(pays_nothing(number, view.state)),
            BookingState::NotDelivered
            | BookingState::OtherAmount
            | BookingState::OtherCurrency
            | BookingState::OtherAccount
            | BookingState::Ambiguous
            | BookingState::PaidAgain => {
                let writing = self.context.db.begin()?;
                writing.booking_refunded(number, self.context.now()?)?;
                self.context.commit(writing)?;
                self.booking(number)
            }
        }
    }

    /// Records the payment of a sale on credit.
    fn pay_later(&self, by: ByBooking) -> Result<ReceiptView> {
        let ledger = Booked::of(self)?;
        let stored = ledger.credit(by.booking)?;
        let receipt = self.context.read().receipt_of(&by.named)?;
        let still = ledger.proposed(stored);
        let today = self.context.now()?.to_datetime().date_naive();
        let receipt = receipt
            .filter(|_| still.iter().any(|(_, one)| one.named == by.named))
            .ok_or_else(|| pays_nothing(by.booking, BookingState::PaidAgain))?;
        let paid = PaidLater {
            // A bank may book for a day to come.
            on: stored
                .booking
                .booked_on
                .filter(|day| *day <= today)
                .map(Into::into),
            amount: None,
            reference: PaymentNote::default(),
        };
        self.record(&receipt, &paid, Some(by))
    }
}

fn paid(reference: PaymentNote) -> Payment {
    Payment {
        settlement: Settlement::Paid,
        reference,
    }
}

fn refused(by: ByBooking, error: &Error) -> BookingRefused {
    BookingRefused {
        booking: by.booking,
        order: by.named.to_string(),
        problem: error.view(),
    }
}

fn no_such_bank(name: &BankName) -> Error {
    Error::refused(
        ErrorCode::NoSuchBank,
        format!("There is no bank “{name}” whose columns were chosen."),
    )
    .hint("`poundwise bank list` shows those there are; `poundwise bank set` adds one.")
}

fn wrong_columns(field: &str) -> Error {
    let why = match field {
        "iban" => "The account of the file is no right IBAN.",
        "day" => "It is not chosen which column has the day of booking.",
        "amount" => "It is not chosen which column has the amount.",
        "currency" => "Either one currency or the column of the currency is to be chosen.",
        "text" => "It is not chosen which columns have the payer's text.",
        _ => "The column that says what is booked belongs with what it says then.",
    };
    Error::usage(ErrorCode::Bank, why)
        .hint("`poundwise bank columns FILE` shows the columns of a file.")
}

fn pays_nothing(number: u64, state: BookingState) -> Error {
    let why = match state {
        BookingState::Proposed => "pays orders that wait, so there is nothing to pay back",
        BookingState::NotDelivered => "pays for orders that cannot be approved any more",
        BookingState::OtherAmount => "has another amount than its orders cost together",
        BookingState::OtherCurrency => "has another currency than its orders",
        BookingState::OtherAccount => "came to another account than its orders name",
        BookingState::Ambiguous => "has a reference that two orders have",
        BookingState::PaidAgain => "is for an order that is paid already",
        BookingState::TakenBack => "was taken back",
        BookingState::Settled => "has paid its orders already",
        BookingState::Refunded => "was paid back",
    };
    Error::refused(
        ErrorCode::PaysNothing,
        format!("Booking {number} {why}: nothing was changed."),
    )
    .hint("`poundwise payments show` shows it with its orders.")
}

/// An order that a booking names, as the home has it now.
struct Named {
    received: Received,
    due: Due,
    state: BookedOrderState,
    problem: Option<Error>,
    honoured_by: Option<DocumentId>,
}

/// All bookings with what they pay now.
struct Booked {
    stored: Vec<StoredBooking>,
    orders: HashMap<DocumentId, Named>,
    findings: BTreeMap<u64, Finding>,
}

impl Booked {
    fn of(seller: &Seller<'_>) -> Result<Self> {
        let reading = seller.context.read();
        let stored = reading.bookings()?;
        let written: HashSet<PaymentReference> = stored
            .iter()
            .flat_map(|stored| stored.booking.references())
            .collect();
        let settled: HashMap<DocumentId, SettledOrder> = reading
            .settled()?
            .into_iter()
            .map(|settled| (settled.order, settled))
            .collect();
        let payments = Payments::of(seller.context)?;
        let mut orders = HashMap::new();
        for id in reading.ids_received()? {
            if written.contains(&PaymentReference::of(&id))
                && let Some(named) = named(seller, &id, settled.get(&id), &payments)?
            {
                orders.insert(id, named);
            }
        }
        let dues: Vec<Due> = orders.values().map(|named| named.due.clone()).collect();
        let numbered: Vec<_> = stored
            .iter()
            .map(|stored| (stored.number, &stored.booking))
            .collect();
        let findings = find(&numbered, &dues);
        Ok(Self {
            stored,
            orders,
            findings,
        })
    }

    /// The money that came, and names an order with a price.
    fn credits(&self) -> impl Iterator<Item = &StoredBooking> {
        self.stored.iter().filter(|stored| {
            stored.booking.direction == Direction::Credit
                && self.findings.contains_key(&stored.number)
        })
    }

    fn credit(&self, number: u64) -> Result<&StoredBooking> {
        self.credits()
            .find(|stored| stored.number == number)
            .ok_or_else(|| {
                Error::refused(
                    ErrorCode::NoSuchBooking,
                    format!("There is no booking {number}."),
                )
                .hint("`poundwise payments list` shows those there are.")
            })
    }

    /// Whether the text of a booking names an order.
    fn names(&self, stored: &StoredBooking, order: &DocumentId) -> bool {
        stored
            .booking
            .references()
            .contains(&PaymentReference::of(order))
    }

    /// The orders that a booking pays, with what it does for each.
    fn paid(&self, number: u64) -> Vec<(&Named, BookedOrderState)> {
        match self.findings.get(&number) {
            Some(Finding::Pays(orders)) => orders
                .iter()
                .filter_map(|order| self.orders.get(order))
                .map(|named| (named, named.state))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// What a booking can approve, or record as paid later.
    fn proposed(&self, stored: &StoredBooking) -> Vec<(BookedOrderState, ByBooking)> {
        use BookedOrderState::{Approvable, OnCredit};
        self.by_state(stored, &[Approvable, OnCredit])
    }

    /// What a booking does that was not paid back, for its orders in one of these states.
    fn by_state(
        &self,
        stored: &StoredBooking,
        wanted: &[BookedOrderState],
    ) -> Vec<(BookedOrderState, ByBooking)> {
        if stored.refunded {
            return Vec::new();
        }
        self.paid(stored.number)
            .into_iter()
            .filter(|(_, state)| wanted.contains(state))
            .map(|(named, state)| {
                (
                    state,
                    ByBooking {
                        booking: stored.number,
                        named: named.due.order,
                        amount: named.due.amount,
                    },
                )
            })
            .collect()
    }

    fn state(&self, stored: &StoredBooking) -> BookingState {
        let finding = self.findings.get(&stored.number);
        let state = match finding {
            Some(Finding::Pays(_)) | None => {
                let has = |wanted: BookedOrderState| {
                    self.paid(stored.number)
                        .iter()
                        .any(|(_, state)| *state == wanted)
                };
                if has(BookedOrderState::Approvable) || has(BookedOrderState::OnCredit) {
                    BookingState::Proposed
                } else if has(BookedOrderState::NotDelivered) {
                    BookingState::NotDelivered
                } else {
                    return BookingState::Settled;
                }
            }
            Some(Finding::Undone) => return BookingState::TakenBack,
            Some(Finding::Ambiguous) => BookingState::Ambiguous,
            Some(Finding::OtherAccount(_)) => BookingState::OtherAccount,
            Some(Finding::OtherCurrency(_)) => BookingState::OtherCurrency,
            Some(Finding::OtherAmount(_)) => BookingState::OtherAmount,
            Some(Finding::Again(_)) => BookingState::PaidAgain,
        };
        if stored.refunded {
            BookingState::Refunded
        } else {
            state
        }
    }

    fn view(&self, seller: &Seller<'_>, stored: &StoredBooking) -> Result<BookingView> {
        let booking = &stored.booking;
        let mut named: Vec<&Named> = self
            .orders
            .values()
            .filter(|named| self.names(stored, &named.due.order))
            .collect();
        named.sort_by_key(|named| named.due.order.to_string());
        let orders = named
            .into_iter()
            .map(|named| {
                let state = match named.due.settled {
                    Settled::By(number) if number != stored.number => BookedOrderState::PaidAlready,
                    _ => named.state,
                };
                Ok(BookedOrder {
                    order: seller.received_view(&named.received)?,
                    due: money(named.due.amount, named.due.currency),
                    state,
                    problem: named.problem.as_ref().map(Error::view),
                    honoured_by: named
                        .honoured_by
                        .filter(|by| *by != named.due.order)
                        .map(|by| by.to_string()),
                })
            })
            .collect::<Result<_>>()?;
        Ok(BookingView {
            number: stored.number,
            state: self.state(stored),
            iban: booking.iban.clone(),
            booked_on: booking.booked_on.map(|day| day.to_string()),
            amount: money(booking.amount, booking.currency),
            party: booking.party.clone(),
            text: booking.text.clone(),
            orders,
        })
    }
}

/// An order as a booking finds it: what is due, and whether it may be approved.
fn named(
    seller: &Seller<'_>,
    id: &DocumentId,
    settled: Option<&SettledOrder>,
    payments: &Payments,
) -> Result<Option<Named>> {
    let reading = seller.context.read();
    let Some(received) = reading.received_one(id)? else {
        return Ok(None);
    };
    let own = seller.listing_of(&received.order)?;
    let listing = own.listing.payload();
    let price = received.order.payload().price_minor;
    let mut due = Due {
        order: *id,
        reference: PaymentReference::of(id),
        iban: Account::of(&listing.pay_to).map(|account| account.iban.as_str().to_owned()),
        amount: price,
        currency: listing.currency,
        settled: Settled::Open,
    };
    let mut problem = None;
    let state = if let Some(settled) = settled {
        due.amount = settled.amount;
        due.settled = Settled::By(settled.booking);
        BookedOrderState::Settled
    } else if let Some(receipt) = reading.receipt_of(id)? {
        let left = match receipt.payload().settlement {
            Settlement::Credit => owed(price, payments.of_receipt(&receipt.id())),
            Settlement::Paid | Settlement::Free => MinorUnits::ZERO,
        };
        if left > MinorUnits::ZERO {
            due.amount = left;
            BookedOrderState::OnCredit
        } else {
            due.settled = Settled::Otherwise;
            BookedOrderState::PaidAlready
        }
    } else {
        problem = seller.why_not(&received)?;
        match problem {
            None => BookedOrderState::Approvable,
            Some(_) => BookedOrderState::NotDelivered,
        }
    };
    Ok(Some(Named {
        received,
        due,
        state,
        problem,
        honoured_by: settled.map(|settled| settled.delivered),
    }))
}

impl Seller<'_> {
    /// Why an order without a receipt may not be approved now, if so.
    fn why_not(&self, received: &Received) -> Result<Option<Error>> {
        if received.status == OrderStatus::Discarded {
            return Ok(Some(discarded()));
        }
        if let Err(error) = may_be_answered(received) {
            return Ok(Some(error));
        }
        let prospect = self.prospect(&self.context.read(), &received.order)?;
        Ok(prospect.check(&received.order, self.context.now()?).err())
    }

    /// Signs a sale by a booking, if that still pays its order.
    fn finish_by_booking(&self, by: ByBooking, approved: Approved) -> Result<ReceiptView> {
        use BookedOrderState::{Approvable, NotDelivered};
        let ledger = Booked::of(self)?;
        let stored = ledger.credit(by.booking)?;
        let parts = ledger.by_state(stored, &[Approvable, NotDelivered]);
        if !parts.iter().any(|(_, one)| one.named == by.named) {
            return Err(pays_nothing(by.booking, ledger.state(stored)));
        }
        self.finish_approval(approved, Some(by))
    }
}

impl Job for BookingsApproval {
    type Made = BookingsMade;
    type Answer = BookingsApproved;

    /// Computes the releases. An order that has none is told with the answer.
    ///
    /// # Errors
    /// `stopped`.
    fn run(self, work: &Work<'_>) -> Result<BookingsMade> {
        let mut made = BookingsMade {
            approved: Vec::new(),
            on_credit: self.on_credit,
            refused: self.refused,
        };
        for (by, approval) in self.approvals {
            match approval.run(work) {
                Ok(approved) => made.approved.push((by, approved)),
                Err(error) if error.code() == ErrorCode::Stopped => return Err(error),
                Err(error) => made.refused.push(refused(by, &error)),
            }
        }
        Ok(made)
    }

    /// Signs each sale in a transaction of its own, with the record that the booking paid it.
    fn finish(home: &Home, made: BookingsMade) -> Result<BookingsApproved> {
        let seller = home.seller();
        let mut answer = BookingsApproved {
            receipts: Vec::new(),
            refused: made.refused,
        };
        for (by, approved) in made.approved {
            match seller.finish_by_booking(by, approved) {
                Ok(receipt) => answer.receipts.push(receipt),
                Err(error) => answer.refused.push(refused(by, &error)),
            }
        }
        for by in made.on_credit {
            match seller.pay_later(by) {
                Ok(receipt) => answer.receipts.push(receipt),
                Err(error) => answer.refused.push(refused(by, &error)),
            }
        }
        Ok(answer)
    }
}
