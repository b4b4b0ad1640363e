//! All bookings as they are now: which orders they name, what they pay, and what can be done for
//! it. It is computed anew each time, since an order may end meanwhile.

use std::collections::{BTreeMap, HashMap, HashSet};

use poundwise_documents::{
    kinds::Settlement,
    units::{DocumentId, MinorUnits, PaymentReference},
};
use poundwise_payments::{Direction, Due, PaymentMatch, Settled, find, payto::Account};

use crate::{
    Seller,
    accuracy::Widths,
    error::{Error, ErrorCode, Result},
    hint::Act,
    ids::BookingNumber,
    inbox::{discarded, may_be_answered},
    make_views::money,
    payments::{ByBooking, Recorded, owed},
    store::{Received, SettledOrder, StoredBooking, Which},
    view::{BookedOrder, BookedOrderState, BookingState, BookingView, OrderStatus, OrderView},
};

/// An order that a booking names, as the home has it now.
pub(super) struct Named {
    pub(super) received: Received,
    due: Due,
    state: BookedOrderState,
    problem: Option<Error>,
    honoured_by: Option<DocumentId>,
}

/// All bookings with what they pay now.
pub(super) struct Booked {
    stored: Vec<StoredBooking>,
    pub(super) orders: HashMap<DocumentId, Named>,
    findings: BTreeMap<u64, PaymentMatch>,
}

impl Booked {
    pub(super) fn of(seller: &Seller<'_>) -> Result<Self> {
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
        let payments = Recorded::of(seller.context)?;
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

    /// Returns the credits that name an order with a price.
    pub(super) fn credits(&self) -> impl Iterator<Item = &StoredBooking> {
        self.stored.iter().filter(|stored| {
            stored.booking.direction == Direction::Credit
                && self.findings.contains_key(&stored.number)
        })
    }

    pub(super) fn credit(&self, number: BookingNumber) -> Result<&StoredBooking> {
        self.credits()
            .find(|stored| stored.number == number.get())
            .ok_or_else(|| {
                Error::refused(
                    ErrorCode::NoSuchBooking,
                    format!("There is no booking {number}."),
                )
                .hint(Act::ListBookings.to("See the bookings"))
            })
    }

    /// Returns whether the text of a booking names an order.
    pub(super) fn names(&self, stored: &StoredBooking, order: &DocumentId) -> bool {
        stored
            .booking
            .references()
            .contains(&PaymentReference::of(order))
    }

    /// Returns whether an order may be approved for what a booking paid, and that was not
    /// delivered: the order paid itself, or another of the same buyer that costs no more.
    pub(super) fn may_honour(
        &self,
        seller: &Seller<'_>,
        stored: &StoredBooking,
        by: &ByBooking,
        received: &Received,
    ) -> Result<bool> {
        let order = &received.order;
        if by.named == order.id() {
            return Ok(true);
        }
        let Some(old) = self.orders.get(&by.named) else {
            return Ok(false);
        };
        let price = order.payload().price_minor;
        Ok(old.received.order.signer() == order.signer()
            && price > MinorUnits::ZERO
            && price <= by.amount
            && !self.names(stored, &order.id())
            && seller.listing_of(order)?.listing.payload().currency == stored.booking.currency)
    }

    /// Returns the orders by which what a booking paid for another one can be honoured.
    fn instead(
        &self,
        seller: &Seller<'_>,
        stored: &StoredBooking,
        named: &Named,
        widths: &Widths<'_>,
    ) -> Result<Vec<OrderView>> {
        let Some((_, by)) = self
            .by_state(stored, &[BookedOrderState::NotDelivered])
            .into_iter()
            .find(|(_, by)| by.named == named.due.order)
        else {
            return Ok(Vec::new());
        };
        let waiting = seller.context.read().received(Which::Pending)?;
        let mut orders = Vec::new();
        for received in std::iter::once(&named.received).chain(&waiting) {
            if self.may_honour(seller, stored, &by, received)?
                && seller.why_never(received)?.is_none()
            {
                orders.push(seller.received_view(received, widths)?);
            }
        }
        Ok(orders)
    }

    /// Returns the orders that a booking pays, with what it does for each.
    fn paid(&self, number: u64) -> Vec<(&Named, BookedOrderState)> {
        match self.findings.get(&number) {
            Some(PaymentMatch::Pays(orders)) => orders
                .iter()
                .filter_map(|order| self.orders.get(order))
                .map(|named| (named, named.state))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the orders that a booking can approve, or record as paid later.
    pub(super) fn proposed(&self, stored: &StoredBooking) -> Vec<(BookedOrderState, ByBooking)> {
        use BookedOrderState::{Approvable, OnCredit};
        self.by_state(stored, &[Approvable, OnCredit])
    }

    /// Returns the orders of a booking that was not paid back, by these states.
    pub(super) fn by_state(
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
                        booking: BookingNumber::new(stored.number),
                        named: named.due.order,
                        amount: named.due.amount,
                    },
                )
            })
            .collect()
    }

    pub(super) fn state(&self, stored: &StoredBooking) -> BookingState {
        let finding = self.findings.get(&stored.number);
        let state = match finding {
            Some(PaymentMatch::Pays(_)) | None => {
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
            Some(PaymentMatch::Undone) => return BookingState::TakenBack,
            Some(PaymentMatch::Ambiguous) => BookingState::Ambiguous,
            Some(PaymentMatch::OtherAccount(_)) => BookingState::OtherAccount,
            Some(PaymentMatch::OtherCurrency(_)) => BookingState::OtherCurrency,
            Some(PaymentMatch::OtherAmount(_)) => BookingState::OtherAmount,
            Some(PaymentMatch::Again(_)) => BookingState::PaidAgain,
        };
        if stored.refunded {
            BookingState::Refunded
        } else {
            state
        }
    }

    pub(super) fn view(
        &self,
        seller: &Seller<'_>,
        stored: &StoredBooking,
        widths: &Widths<'_>,
    ) -> Result<BookingView> {
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
                    order: seller.received_view(&named.received, widths)?,
                    due: money(named.due.amount, named.due.currency),
                    state,
                    problem: named.problem.as_ref().map(Error::view),
                    honoured_by: named
                        .honoured_by
                        .filter(|by| *by != named.due.order)
                        .map(|by| by.to_string()),
                    instead: self.instead(seller, stored, named, widths)?,
                })
            })
            .collect::<Result<_>>()?;
        Ok(BookingView {
            number: BookingNumber::new(stored.number),
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

/// Returns an order as a booking finds it: what is due, and whether it may be approved.
fn named(
    seller: &Seller<'_>,
    id: &DocumentId,
    settled: Option<&SettledOrder>,
    payments: &Recorded,
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
    /// Returns the reason why an order without a receipt may not be approved now, if so.
    fn why_not(&self, received: &Received) -> Result<Option<Error>> {
        if received.status == OrderStatus::Discarded {
            return Ok(Some(discarded()));
        }
        self.why_never(received)
    }

    /// Returns the reason as [`Seller::why_not`], where a discarded order may be approved all the
    /// same.
    fn why_never(&self, received: &Received) -> Result<Option<Error>> {
        if let Err(error) = may_be_answered(received) {
            return Ok(Some(error));
        }
        let prospect = self.prospect(&self.context.read(), &received.order)?;
        Ok(prospect.check(&received.order, self.context.now()?).err())
    }
}
