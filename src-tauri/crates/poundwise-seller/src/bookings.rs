//! Approval of what bookings pay, all together; delivery or refund of what is paid and not
//! delivered.

use std::collections::{BTreeSet, HashMap, HashSet};

use poundwise_documents::units::{DocumentId, PaymentReference};

use crate::{
    Approval, Approved, PaidLater, Seller,
    accuracy::Widths,
    booking_state::Booked,
    error::{Error, ErrorCode, Result},
    hint::Act,
    home::{Home, Inside},
    ids::{BookingNumber, OrderId},
    inbox::may_be_answered,
    job::Job,
    messages::{BookingHint, BookingMessage, Number},
    names::PaymentNote,
    payments::ByBooking,
    store::{Received, StoredBooking},
    view::{
        ArrivedPart, BookedOrderState, BookingRefused, BookingState, BookingView, BookingsApproved,
        ReceiptView,
    },
    work::Work,
};

/// An approval of what bookings pay, all together.
pub struct BookingsApproval {
    approvals: Vec<(ByBooking, Approval)>,
    on_credit: Vec<ByBooking>,
    refused: Vec<BookingRefused>,
}

/// An approval of an order for what a booking paid, and that was not delivered.
pub struct BookingDelivery {
    by: ByBooking,
    approval: Approval,
}

/// Such an approval, whose release is computed.
pub struct BookingDelivered {
    by: ByBooking,
    approved: Approved,
}

/// Approvals by bookings, whose releases are computed.
pub struct BookingsMade {
    approved: Vec<(ByBooking, Approved)>,
    on_credit: Vec<ByBooking>,
    refused: Vec<BookingRefused>,
}

impl Seller<'_> {
    /// Returns the money that came for orders, newest first, and what each booking pays.
    ///
    /// # Errors
    /// `home-damaged`; errors of the database, such as `busy`.
    pub fn bookings(&self) -> Result<Vec<BookingView>> {
        let ledger = Booked::of(self)?;
        let widths = Widths::of(self.context);
        let mut views: Vec<BookingView> = ledger
            .credits()
            .map(|stored| ledger.view(self, stored, &widths))
            .collect::<Result<_>>()?;
        newest_first(&mut views);
        Ok(views)
    }

    /// Returns the booked credits that name orders which wait, and whose amount is not what these
    /// cost, by order. Bookings are matched only where one names such an order.
    pub(crate) fn arrived(
        &self,
        waiting: &[Received],
    ) -> Result<HashMap<DocumentId, Vec<ArrivedPart>>> {
        let waiting: HashSet<PaymentReference> = waiting
            .iter()
            .map(|received| PaymentReference::of(&received.order.id()))
            .collect();
        let stored = self.context.read().bookings()?;
        let names = |one: &StoredBooking| {
            let references = one.booking.references();
            references.iter().any(|named| waiting.contains(named))
        };
        if stored.iter().any(names) {
            Ok(Booked::of(self)?.arrived())
        } else {
            Ok(HashMap::new())
        }
    }

    /// Returns the booking of a number.
    ///
    /// # Errors
    /// `no-such-booking`.
    pub fn booking(&self, number: BookingNumber) -> Result<BookingView> {
        let ledger = Booked::of(self)?;
        let widths = Widths::of(self.context);
        let stored = ledger.credit(number)?;
        ledger.view(self, stored, &widths)
    }

    /// Begins to approve the orders that bookings pay, and to record the payments of those on
    /// credit: of these bookings, or of all that are proposed.
    ///
    /// # Errors
    /// `no-such-booking`; `pays-nothing` where one of them is not proposed, or none is. An order
    /// that cannot be approved is reported in the answer.
    pub fn begin_bookings(&self, numbers: &[BookingNumber]) -> Result<BookingsApproval> {
        let ledger = Booked::of(self)?;
        let widths = Widths::of(self.context);
        let wanted: Vec<&StoredBooking> = if numbers.is_empty() {
            ledger.credits().collect()
        } else {
            let numbers: BTreeSet<BookingNumber> = numbers.iter().copied().collect();
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
                let state = ledger.view(self, stored, &widths)?.state;
                return Err(pays_nothing(BookingNumber::new(stored.number), state));
            }
            for (state, by) in parts {
                if state == BookedOrderState::OnCredit {
                    begun.on_credit.push(by);
                    continue;
                }
                match self.begin_approval(&by.named.into(), PaymentNote::default()) {
                    Ok(approval) => begun.approvals.push((by, approval)),
                    Err(error) => begun.refused.push(refused(by, &error)),
                }
            }
        }
        if begun.approvals.is_empty() && begun.on_credit.is_empty() && begun.refused.is_empty() {
            return Err(
                Error::refused(ErrorCode::PaysNothing, BookingMessage::NonePays)
                    .hint(Act::ListBookings.to(BookingHint::ListPaid)),
            );
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
    pub fn deliver_for_booking(
        &self,
        number: BookingNumber,
        order: &OrderId,
        work: &Work<'_>,
    ) -> Result<ReceiptView> {
        self.begin_delivery_for_booking(number, order)?
            .complete(self.home, work)
    }

    /// Begins to approve an order as paid by a booking whose own order cannot be approved any more.
    ///
    /// # Errors
    /// As [`Seller::deliver_for_booking`].
    pub fn begin_delivery_for_booking(
        &self,
        number: BookingNumber,
        order: &OrderId,
    ) -> Result<BookingDelivery> {
        let ledger = Booked::of(self)?;
        let stored = ledger.credit(number)?;
        let received = self.received_order(order)?;
        may_be_answered(&received)?;
        let open = ledger.by_state(stored, &[BookedOrderState::NotDelivered]);
        for (_, by) in open {
            if ledger.may_deliver_for(self, stored, &by, &received)? {
                let reference: PaymentNote = PaymentReference::of(&by.named).to_string().parse()?;
                let approval = self.begin_approval(order, reference)?;
                return Ok(BookingDelivery { by, approval });
            }
        }
        Err(Error::refused(
            ErrorCode::PaysNothing,
            BookingMessage::NotOfOrder {
                booking: Number(number.get()),
            },
        )
        .hint(BookingHint::WhichOrders))
    }

    /// Records that what a booking did not pay was paid back, or that the owner has dealt with one
    /// that was taken back after the delivery. The owner's own bank did it: nothing is sent.
    ///
    /// # Errors
    /// `no-such-booking`; `pays-nothing` where nothing of it is to be paid back.
    pub fn refund(&self, number: BookingNumber) -> Result<BookingView> {
        let view = self.booking(number)?;
        match view.state {
            BookingState::Proposed
            | BookingState::TakenBack
            | BookingState::Settled
            | BookingState::SettledByHand
            | BookingState::Refunded
            | BookingState::SetAside => Err(pays_nothing(number, view.state)),
            BookingState::NotDelivered
            | BookingState::OtherAmount
            | BookingState::OtherCurrency
            | BookingState::OtherAccount
            | BookingState::NoAccount
            | BookingState::Collective
            | BookingState::Ambiguous
            | BookingState::PaidAgain
            | BookingState::UnknownOrder
            | BookingState::Rest
            | BookingState::TakenBackDelivered => {
                let writing = self.context.db.begin()?;
                writing.booking_refunded(number.get(), self.context.now()?)?;
                self.context.commit(writing)?;
                self.booking(number)
            }
        }
    }

    /// Records that a booking is no payment of an order: a transfer that names one by chance, or a
    /// row of another file or of wrong columns. It stays in the home, so that it is known again in
    /// another statement, and nothing counts it.
    ///
    /// # Errors
    /// `no-such-booking`; `pays-nothing` where something was settled by it, it was paid back, or it
    /// is set aside already.
    pub fn set_booking_aside(&self, number: BookingNumber) -> Result<BookingView> {
        let ledger = Booked::of(self)?;
        let stored = ledger.credit(number)?;
        if !ledger.may_be_set_aside(stored) {
            return Err(pays_nothing(number, ledger.state(stored)));
        }
        let writing = self.context.db.begin()?;
        writing.set_booking_aside(number.get(), self.context.now()?)?;
        self.context.commit(writing)?;
        self.booking(number)
    }

    /// Takes back that a booking is no payment of an order: it counts again as it fits now.
    ///
    /// # Errors
    /// `no-such-booking`; `pays-nothing` where it is not set aside.
    pub fn restore_booking(&self, number: BookingNumber) -> Result<BookingView> {
        let view = self.booking(number)?;
        if view.state != BookingState::SetAside {
            return Err(Error::refused(
                ErrorCode::PaysNothing,
                BookingMessage::NotSetAside {
                    booking: Number(number.get()),
                },
            )
            .hint(Act::ShowBooking(number.get()).to(BookingHint::Show)));
        }
        let writing = self.context.db.begin()?;
        writing.restore_booking(number.get())?;
        self.context.commit(writing)?;
        self.booking(number)
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
        // An order that was replaced before it was sold has its record already. This payment is
        // known by its amount.
        let settled = self.context.read().settled()?;
        let recorded = settled.iter().any(|one| one.order == by.named);
        self.record(&receipt, &paid, (!recorded).then_some(by))
    }

    /// Returns the receipt of an order, if it is entered.
    fn receipt_entered(&self, order: &DocumentId) -> Result<Option<ReceiptView>> {
        let receipt = self.context.read().receipt_of(order)?;
        receipt
            .map(|receipt| self.receipt_now(&receipt.id()))
            .transpose()
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

/// Sorts bookings by their days, newest first.
pub(crate) fn newest_first(bookings: &mut [BookingView]) {
    bookings.sort_by(|one, two| (&two.booked_on, two.number).cmp(&(&one.booked_on, one.number)));
}

fn refused(by: ByBooking, error: &Error) -> BookingRefused {
    BookingRefused {
        booking: by.booking,
        order: by.named,
        problem: error.view(),
    }
}

fn pays_nothing(number: BookingNumber, state: BookingState) -> Error {
    let booking = Number(number.get());
    let message = match state {
        BookingState::Proposed => BookingMessage::Proposed { booking },
        BookingState::NotDelivered => BookingMessage::NotDelivered { booking },
        BookingState::OtherAmount => BookingMessage::OtherAmount { booking },
        BookingState::OtherCurrency => BookingMessage::OtherCurrency { booking },
        BookingState::OtherAccount => BookingMessage::OtherAccount { booking },
        BookingState::NoAccount => BookingMessage::NoAccount { booking },
        BookingState::Collective => BookingMessage::Collective { booking },
        BookingState::Ambiguous => BookingMessage::Ambiguous { booking },
        BookingState::PaidAgain => BookingMessage::PaidAgain { booking },
        BookingState::UnknownOrder => BookingMessage::UnknownOrder { booking },
        BookingState::Rest => BookingMessage::Rest { booking },
        BookingState::TakenBackDelivered => BookingMessage::TakenBackDelivered { booking },
        BookingState::TakenBack => BookingMessage::TakenBack { booking },
        BookingState::Settled => BookingMessage::Settled { booking },
        BookingState::SettledByHand => BookingMessage::SettledByHand { booking },
        BookingState::Refunded => BookingMessage::Refunded { booking },
        BookingState::SetAside => BookingMessage::SetAside { booking },
    };
    Error::refused(ErrorCode::PaysNothing, message)
        .hint(Act::ShowBooking(number.get()).to(BookingHint::Show))
}

impl Job for BookingDelivery {
    type Made = BookingDelivered;
    type Answer = ReceiptView;

    /// Computes the release.
    ///
    /// # Errors
    /// As an approval.
    fn run(self, work: &Work<'_>) -> Result<BookingDelivered> {
        Ok(BookingDelivered {
            by: self.by,
            approved: self.approval.run(work)?,
        })
    }

    /// Signs the sale, with the record that the booking paid it.
    fn finish(home: &Home, made: BookingDelivered) -> Result<ReceiptView> {
        Seller::of(home).finish_by_booking(made.by, made.approved)
    }
}

impl Job for BookingsApproval {
    type Made = BookingsMade;
    type Answer = BookingsApproved;

    /// Computes the releases. An order that has none is reported in the answer.
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
        let seller = Seller::of(home);
        let mut answer = BookingsApproved {
            receipts: Vec::new(),
            unsent: Vec::new(),
            refused: made.refused,
        };
        for (by, approved) in made.approved {
            let before = home.inside().read().receipt_of(&by.named)?.is_some();
            match seller.finish_by_booking(by, approved) {
                Ok(receipt) => answer.receipts.push(receipt),
                // What fails after the sale is entered keeps it from being sent, and no more.
                Err(error) => match seller.receipt_entered(&by.named).ok().flatten() {
                    Some(receipt) if !before => {
                        answer.receipts.push(receipt);
                        answer.unsent.push(refused(by, &error));
                    }
                    _ => answer.refused.push(refused(by, &error)),
                },
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
