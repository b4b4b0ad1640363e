//! All bookings as they are now: which orders they name, what they pay, and what can be done for
//! it. It is computed anew each time, since an order may end meanwhile.

use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
};

use chrono::NaiveDate;
use poundwise_documents::{
    kinds::Settlement,
    units::{DocumentId, MinorUnits, PaymentReference, Timestamp},
};
use poundwise_payments::{
    Direction, Due, Entered, PaidPart, PaymentMatch, Recorded as RecordedPayment, Role, find,
    payto::Account,
};

use crate::{
    Seller,
    accuracy::Widths,
    error::{Error, ErrorCode, Result},
    hint::Act,
    ids::BookingNumber,
    inbox::{discarded, may_be_answered},
    messages::{BookingHint, BookingMessage, Number},
    payments::{ByBooking, Recorded, owed},
    store::{Received, Setting, SettledOrder, StoredBooking, Which},
    view::{
        ArrivedPart, BookedOrder, BookedOrderState, BookingState, BookingView, Money, OrderStatus,
        OrderView,
    },
};

/// An order that a booking names, as the home has it now.
pub(super) struct Named {
    pub(super) received: Received,
    due: Due,
    /// What can be done for what is open of it.
    state: BookedOrderState,
    problem: Option<Error>,
    instead: Option<Delivered>,
    /// Whether it was sold itself, after what came for it had paid for another order.
    sold_after: bool,
}

impl Named {
    /// Returns the order that was delivered for a payment of this one.
    fn replaced(&self, role: Role) -> Option<Delivered> {
        match role {
            Role::Pays => None,
            Role::Paid => self.instead,
            Role::ByHand => self.instead.filter(|_| !self.sold_after),
        }
    }
}

/// An order that was delivered for what another one's payment brought.
#[derive(Clone, Copy)]
struct Delivered {
    order: DocumentId,
    price: MinorUnits,
}

/// What a bank took back of a payment after the delivery.
pub(super) struct TakenBack {
    /// The order that was delivered.
    pub(super) delivered: DocumentId,
    pub(super) amount: MinorUnits,
    /// The day of the debit, or else of the credit; none where no statement says either.
    pub(super) on: Option<NaiveDate>,
}

/// All bookings with what they pay now.
pub(super) struct Booked {
    stored: Vec<StoredBooking>,
    /// Received orders that the text of each booking refers to, by booking number.
    named: HashMap<u64, BTreeSet<DocumentId>>,
    pub(super) orders: HashMap<DocumentId, Named>,
    findings: BTreeMap<u64, PaymentMatch>,
    /// The credits that name no order that was taken.
    unknown: HashSet<u64>,
    /// What the bookings that are recorded as payments have paid of what was delivered.
    used: HashMap<u64, MinorUnits>,
    /// The day on which this home caught up, if it was put back from a backup.
    caught_up: Option<NaiveDate>,
    /// Cached views of orders.
    views: RefCell<HashMap<DocumentId, OrderView>>,
}

impl Booked {
    pub(super) fn of(seller: &Seller<'_>) -> Result<Self> {
        let reading = seller.context.read();
        let stored = reading.bookings()?;
        let mut references: HashMap<PaymentReference, DocumentId> = HashMap::new();
        if !stored.is_empty() {
            let ids = reading.ids_received()?.into_iter();
            references.extend(ids.map(|id| (PaymentReference::of(&id), id)));
        }
        // Each text is searched once, because it may be long.
        let mut named: HashMap<u64, BTreeSet<DocumentId>> = HashMap::new();
        for one in &stored {
            let ids = one.booking.references().into_iter();
            let ids = ids.filter_map(|reference| references.get(&reference).copied());
            named.insert(one.number, ids.collect());
        }
        let written: BTreeSet<DocumentId> = named.values().flatten().copied().collect();
        let settled: HashMap<DocumentId, SettledOrder> = reading
            .settled()?
            .into_iter()
            .map(|settled| (settled.order, settled))
            .collect();
        let known = Known {
            payments: Recorded::of(seller.context)?,
            instead: instead(seller, &references, &settled)?,
            settled,
        };
        let mut orders = HashMap::new();
        for id in written {
            if let Some(named) = known.named(seller, &id)? {
                orders.insert(id, named);
            }
        }
        let dues: Vec<Due> = orders.values().map(|named| named.due.clone()).collect();
        // What is no payment pays nothing, and no debit took it back.
        let entered: Vec<Entered<'_>> = stored
            .iter()
            .filter(|stored| stored.set_aside_at.is_none())
            .map(|stored| Entered {
                number: stored.number,
                booking: &stored.booking,
                refunded: stored.refunded,
            })
            .collect();
        let findings = find(&entered, &dues);
        let mut used: HashMap<u64, MinorUnits> = HashMap::new();
        for settled in known.settled.values() {
            let instead = known.instead.get(&settled.order);
            let paid = instead.map_or(settled.amount, |one| settled.amount.min(one.price));
            let sum = used.entry(settled.booking).or_default();
            // Of one booking no more is recorded than its amount.
            *sum = sum.checked_add(paid).unwrap_or(paid);
        }
        let unknown = stored
            .iter()
            .filter(|stored| {
                stored.booking.direction == Direction::Credit
                    && named.get(&stored.number).is_none_or(BTreeSet::is_empty)
            })
            .map(|stored| stored.number)
            .collect();
        let caught_up = reading.setting(Setting::CaughtUp)?;
        Ok(Self {
            caught_up: caught_up
                .and_then(|at| at.parse::<Timestamp>().ok())
                .map(|at| at.to_datetime().date_naive()),
            stored,
            named,
            used,
            orders,
            findings,
            unknown,
            views: RefCell::default(),
        })
    }

    /// Returns the credits that name an order with a price, or one that was never taken, or are set
    /// aside.
    pub(super) fn credits(&self) -> impl Iterator<Item = &StoredBooking> {
        self.stored.iter().filter(|stored| self.is_told(stored))
    }

    /// Returns whether a booking is one of [`Booked::credits`].
    pub(super) fn is_told(&self, stored: &StoredBooking) -> bool {
        stored.set_aside_at.is_some()
            || self.findings.contains_key(&stored.number)
            || self.unknown.contains(&stored.number)
    }

    /// Returns the credits whose amount is not what the orders that they name cost, by order.
    pub(super) fn arrived(&self) -> HashMap<DocumentId, Vec<ArrivedPart>> {
        let mut arrived: HashMap<DocumentId, Vec<ArrivedPart>> = HashMap::new();
        for stored in self.credits() {
            let Some(PaymentMatch::OtherAmount(named)) = self.findings.get(&stored.number) else {
                continue;
            };
            let open = named.iter().filter_map(|id| self.orders.get(id));
            let due = open
                .map(|named| named.due.open)
                .try_fold(MinorUnits::ZERO, MinorUnits::checked_add);
            let (BookingState::OtherAmount, Some(due)) = (self.state(stored), due) else {
                continue;
            };
            let booking = &stored.booking;
            let part = ArrivedPart {
                booking: BookingNumber::new(stored.number),
                on: booking.booked_on.map(|day| day.to_string()),
                amount: Money::new(booking.amount, booking.currency),
                due: Money::new(due, booking.currency),
                orders: named.len() as u64,
            };
            for order in named {
                arrived.entry(*order).or_default().push(part.clone());
            }
        }
        arrived
    }

    /// Returns the highest number of a booking.
    pub(super) fn last(&self) -> u64 {
        self.stored.last().map_or(0, |stored| stored.number)
    }

    /// Returns what was taken back of payments after the delivery, until it is dealt with.
    pub(super) fn takings_back(&self) -> Vec<TakenBack> {
        let days: HashMap<u64, Option<NaiveDate>> = self
            .stored
            .iter()
            .map(|stored| (stored.number, stored.booking.booked_on))
            .collect();
        let mut taken_back = Vec::new();
        for stored in self.stored.iter().filter(|stored| !stored.refunded) {
            let Some(PaymentMatch::UndonePaid { parts, debit }) = self.findings.get(&stored.number)
            else {
                continue;
            };
            let day = days.get(debit).copied().flatten();
            for part in parts {
                let instead = self.orders.get(&part.order).and_then(|named| named.instead);
                taken_back.push(TakenBack {
                    delivered: instead.map_or(part.order, |instead| instead.order),
                    amount: instead.map_or(part.amount, |instead| part.amount.min(instead.price)),
                    on: day.or(stored.booking.booked_on),
                });
            }
        }
        taken_back
    }

    /// Returns the sums of what was taken back, by the order that was delivered.
    pub(super) fn taken_back(&self) -> HashMap<DocumentId, MinorUnits> {
        let mut sums: HashMap<DocumentId, MinorUnits> = HashMap::new();
        for back in self.takings_back() {
            let sum = sums.entry(back.delivered).or_default();
            // What was paid of an order is no more than its price.
            *sum = sum.checked_add(back.amount).unwrap_or(back.amount);
        }
        sums
    }

    pub(super) fn credit(&self, number: BookingNumber) -> Result<&StoredBooking> {
        self.credits()
            .find(|stored| stored.number == number.get())
            .ok_or_else(|| {
                Error::refused(
                    ErrorCode::NoSuchBooking,
                    BookingMessage::Unknown {
                        booking: Number(number.get()),
                    },
                )
                .hint(Act::ListBookings.to(BookingHint::List))
            })
    }

    /// Returns the view of an order that bookings refer to. Later calls use the cached view.
    fn order_view(
        &self,
        seller: &Seller<'_>,
        named: &Named,
        widths: &Widths<'_>,
    ) -> Result<OrderView> {
        if let Some(view) = self.views.borrow().get(&named.due.order) {
            return Ok(view.clone());
        }
        let view = seller.received_view(&named.received, widths)?;
        let mut views = self.views.borrow_mut();
        views.insert(named.due.order, view.clone());
        Ok(view)
    }

    /// Returns whether an order may be approved for what a booking paid, and that was not
    /// delivered: the order paid itself, or another of the same buyer that costs no more.
    pub(super) fn may_deliver_for(
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
            // What has a payment of its own is approved for that, also where it is this booking.
            && !self.is_paid(&order.id())
            && seller.listing_of(order)?.listing.payload().currency == stored.booking.currency)
    }

    /// Returns whether a booking pays an order that waits.
    fn is_paid(&self, order: &DocumentId) -> bool {
        let findings = self.stored.iter().filter(|stored| !stored.refunded);
        let mut parts = findings.flat_map(|stored| self.parts(stored.number));
        parts.any(|part| part.order == *order)
    }

    /// Returns the orders that can be delivered for what a booking paid for another one: that order
    /// itself, then the dearest first.
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
        let at = seller.context.order_time()?;
        let mut waiting = seller.context.read().received(Which::Pending, at)?;
        // What leaves least to be paid back is what was most likely meant.
        waiting.sort_by_key(|received| std::cmp::Reverse(received.order.payload().price_minor));
        let mut orders = Vec::new();
        for received in std::iter::once(&named.received).chain(&waiting) {
            if self.may_deliver_for(seller, stored, &by, received)?
                && seller.why_never(received)?.is_none()
            {
                orders.push(seller.received_view(received, widths)?);
            }
        }
        Ok(orders)
    }

    /// Returns what a booking is for the orders that it pays or has paid.
    fn parts(&self, number: u64) -> &[PaidPart] {
        match self.findings.get(&number) {
            Some(PaymentMatch::Pays(parts) | PaymentMatch::UndonePaid { parts, .. }) => parts,
            _ => &[],
        }
    }

    /// Returns the orders that a booking pays or has paid, with what it does for each.
    fn paid(&self, number: u64) -> Vec<(&Named, PaidPart, BookedOrderState)> {
        self.parts(number)
            .iter()
            .filter_map(|part| Some((self.orders.get(&part.order)?, *part)))
            .map(|(named, part)| {
                let state = match part.role {
                    Role::Pays => named.state,
                    Role::Paid => BookedOrderState::Settled,
                    Role::ByHand if named.replaced(part.role).is_some() => {
                        BookedOrderState::Settled
                    }
                    Role::ByHand => BookedOrderState::SettledByHand,
                };
                (named, part, state)
            })
            .collect()
    }

    /// Returns what is left of what was paid for an order in whose place a cheaper one was
    /// delivered.
    fn rest(named: &Named, part: &PaidPart) -> MinorUnits {
        let left = named
            .replaced(part.role)
            .and_then(|instead| part.amount.checked_sub(instead.price));
        left.unwrap_or(MinorUnits::ZERO)
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
            .filter(|(_, _, state)| wanted.contains(state))
            .map(|(named, part, state)| {
                (
                    state,
                    ByBooking {
                        booking: BookingNumber::new(stored.number),
                        named: named.due.order,
                        amount: part.amount,
                    },
                )
            })
            .collect()
    }

    /// Returns whether a booking is the payment of something that was delivered, as it is recorded.
    fn settles(&self, number: u64) -> bool {
        let paid = |part: &PaidPart| part.role != Role::Pays;
        self.used.contains_key(&number) || self.parts(number).iter().any(paid)
    }

    /// Returns whether a booking can be said to be no payment of an order.
    pub(super) fn may_be_set_aside(&self, stored: &StoredBooking) -> bool {
        stored.set_aside_at.is_none() && !stored.refunded && !self.settles(stored.number)
    }

    /// Returns the bookings that the files of a bank alone told of: those that can be discarded
    /// with it, and those that stay.
    ///
    /// A booking that was paid back stays, or else another import would have it paid back again; a
    /// payment that was taken back stays, and so does what may have taken back a booking that
    /// stays, or else that one would count again.
    pub(super) fn of_bank(&self, bank: &str) -> (Vec<&StoredBooking>, Vec<&StoredBooking>) {
        let is_of = |stored: &StoredBooking| stored.bank.as_deref() == Some(bank);
        let goes = |stored: &StoredBooking| {
            is_of(stored)
                && !stored.refunded
                && !self.settles(stored.number)
                && !matches!(
                    self.findings.get(&stored.number),
                    Some(PaymentMatch::Undone | PaymentMatch::UndonePaid { .. })
                )
        };
        let (credits, debits): (Vec<_>, Vec<_>) = self
            .stored
            .iter()
            .partition(|stored| stored.booking.direction == Direction::Credit);
        let stay: Vec<&StoredBooking> = credits
            .iter()
            .copied()
            .filter(|stored| !goes(stored))
            .collect();
        let took_back = |debit: &StoredBooking| {
            stay.iter().any(|credit| {
                let (back, came) = (&debit.booking, &credit.booking);
                let references = back.references();
                (&came.iban, came.amount, came.currency) == (&back.iban, back.amount, back.currency)
                    && came.references().iter().any(|one| references.contains(one))
            })
        };
        credits
            .into_iter()
            .chain(debits)
            .filter(|stored| is_of(stored))
            .partition(|stored| match stored.booking.direction {
                Direction::Credit => goes(stored),
                Direction::Debit => !took_back(stored),
            })
    }

    /// Returns whether a booking for several transfers is kept when a later report lists its
    /// transfers. It is kept if it was refunded or set aside, settled an order, was reversed by a
    /// debit, or is a debit that may have reversed a credit.
    pub(super) fn stays_whole(&self, number: u64) -> bool {
        let place = self.stored.binary_search_by_key(&number, |one| one.number);
        let Some(stored) = place.ok().and_then(|place| self.stored.get(place)) else {
            return false;
        };
        let took_back = |credit: &StoredBooking| {
            let (back, came) = (&stored.booking, &credit.booking);
            let references = back.references();
            came.direction == Direction::Credit
                && (&came.iban, came.amount, came.currency)
                    == (&back.iban, back.amount, back.currency)
                && came.references().iter().any(|one| references.contains(one))
        };
        stored.refunded
            || stored.set_aside_at.is_some()
            || self.settles(number)
            || matches!(
                self.findings.get(&number),
                Some(PaymentMatch::Undone | PaymentMatch::UndonePaid { .. })
            )
            || (stored.booking.direction == Direction::Debit && self.stored.iter().any(took_back))
    }

    pub(super) fn state(&self, stored: &StoredBooking) -> BookingState {
        if stored.set_aside_at.is_some() {
            return BookingState::SetAside;
        }
        let state = match self.findings.get(&stored.number) {
            None => BookingState::UnknownOrder,
            Some(PaymentMatch::Pays(_)) => {
                let paid = self.paid(stored.number);
                let has =
                    |wanted: BookedOrderState| paid.iter().any(|(_, _, state)| *state == wanted);
                if has(BookedOrderState::Approvable) || has(BookedOrderState::OnCredit) {
                    BookingState::Proposed
                } else if has(BookedOrderState::NotDelivered) {
                    BookingState::NotDelivered
                } else if paid
                    .iter()
                    .any(|(named, part, _)| Self::rest(named, part) > MinorUnits::ZERO)
                {
                    BookingState::Rest
                } else if has(BookedOrderState::SettledByHand) {
                    return BookingState::SettledByHand;
                } else {
                    return BookingState::Settled;
                }
            }
            Some(PaymentMatch::UndonePaid { .. }) if !stored.refunded => {
                BookingState::TakenBackDelivered
            }
            Some(PaymentMatch::Undone | PaymentMatch::UndonePaid { .. }) => {
                return BookingState::TakenBack;
            }
            Some(PaymentMatch::Collective(_)) => BookingState::Collective,
            Some(PaymentMatch::Ambiguous) => BookingState::Ambiguous,
            Some(PaymentMatch::OtherAccount(_)) => BookingState::OtherAccount,
            Some(PaymentMatch::NoAccount(_)) => BookingState::NoAccount,
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

    /// Returns what is to be paid back of a booking, if its owner does not use it.
    fn to_pay_back(&self, stored: &StoredBooking) -> Option<Money> {
        let booking = &stored.booking;
        let amount = match self.state(stored) {
            BookingState::NotDelivered | BookingState::Rest => self
                .paid(stored.number)
                .iter()
                .map(|(named, part, state)| match state {
                    BookedOrderState::NotDelivered => part.amount,
                    _ => Self::rest(named, part),
                })
                .try_fold(MinorUnits::ZERO, MinorUnits::checked_add)?,
            BookingState::OtherAmount
            | BookingState::OtherCurrency
            | BookingState::OtherAccount
            | BookingState::NoAccount
            | BookingState::Ambiguous
            | BookingState::PaidAgain
            | BookingState::UnknownOrder => {
                let used = self.used.get(&stored.number).copied().unwrap_or_default();
                booking.amount.checked_sub(used)?
            }
            // For a collective booking, the part that pays for orders is unknown.
            BookingState::Collective
            | BookingState::Proposed
            | BookingState::TakenBackDelivered
            | BookingState::TakenBack
            | BookingState::Settled
            | BookingState::SettledByHand
            | BookingState::Refunded
            | BookingState::SetAside => return None,
        };
        Some(Money::new(amount, booking.currency))
    }

    pub(super) fn view(
        &self,
        seller: &Seller<'_>,
        stored: &StoredBooking,
        widths: &Widths<'_>,
    ) -> Result<BookingView> {
        let booking = &stored.booking;
        let mut named: Vec<&Named> = self
            .named
            .get(&stored.number)
            .into_iter()
            .flatten()
            .filter_map(|order| self.orders.get(order))
            .collect();
        named.sort_by_key(|named| named.due.order.to_string());
        let paid = self.paid(stored.number);
        let orders = named
            .into_iter()
            .map(|named| {
                let part = paid
                    .iter()
                    .find(|(one, ..)| one.due.order == named.due.order);
                let (amount, state) = match part {
                    Some((_, part, state)) => (part.amount, *state),
                    None if named.due.open > MinorUnits::ZERO => (named.due.open, named.state),
                    None => (named.due.price, BookedOrderState::PaidAlready),
                };
                let rest = part.map_or(MinorUnits::ZERO, |(_, part, _)| Self::rest(named, part));
                let currency = named.due.currency;
                Ok(BookedOrder {
                    order: self.order_view(seller, named, widths)?,
                    due: Money::new(amount, currency),
                    rest: (rest > MinorUnits::ZERO && !stored.refunded)
                        .then(|| Money::new(rest, currency)),
                    state,
                    problem: named.problem.as_ref().map(Error::view),
                    delivered_order: named.instead.map(|instead| instead.order.to_string()),
                    instead: self.instead(seller, stored, named, widths)?,
                })
            })
            .collect::<Result<_>>()?;
        let to_pay_back = self.to_pay_back(stored);
        let before = |day| booking.booked_on.is_none_or(|booked| booked <= day);
        let state = self.state(stored);
        Ok(BookingView {
            number: BookingNumber::new(stored.number),
            state,
            pays: pays(state),
            set_aside_at: stored.set_aside_at.map(|at| at.to_string()),
            may_be_set_aside: self.may_be_set_aside(stored),
            iban: booking.iban.clone(),
            booked_on: booking.booked_on.map(|day| day.to_string()),
            amount: Money::new(booking.amount, booking.currency),
            party: booking.party.clone(),
            text: booking.text.clone(),
            orders,
            perhaps_paid_back: to_pay_back.is_some() && self.caught_up.is_some_and(before),
            to_pay_back,
        })
    }
}

/// Returns whether a booking pays the orders that it names, or has paid them.
fn pays(state: BookingState) -> bool {
    match state {
        BookingState::Proposed
        | BookingState::NotDelivered
        | BookingState::Settled
        | BookingState::SettledByHand
        | BookingState::Rest
        | BookingState::TakenBackDelivered => true,
        BookingState::OtherAmount
        | BookingState::OtherCurrency
        | BookingState::OtherAccount
        | BookingState::NoAccount
        | BookingState::Collective
        | BookingState::Ambiguous
        | BookingState::PaidAgain
        | BookingState::UnknownOrder
        | BookingState::TakenBack
        | BookingState::Refunded
        | BookingState::SetAside => false,
    }
}

/// Returns the orders that were delivered for what came for another one, by that one. Where this
/// home has no record of it, as one that was put back from a backup, the receipts tell; then an
/// order with a receipt of its own that is paid was not replaced, whatever reference stands in
/// another one's.
fn instead(
    seller: &Seller<'_>,
    references: &HashMap<PaymentReference, DocumentId>,
    settled: &HashMap<DocumentId, SettledOrder>,
) -> Result<HashMap<DocumentId, Delivered>> {
    let mut instead = HashMap::new();
    if references.is_empty() {
        return Ok(instead);
    }
    let reading = seller.context.read();
    reading.each_receipt(|receipt| {
        let r = receipt.payload();
        if r.settlement != Settlement::Paid {
            return;
        }
        for reference in PaymentReference::all_in(&r.payment_reference) {
            if let Some(paid) = references.get(&reference) {
                instead.entry(*paid).or_insert(Delivered {
                    order: r.order,
                    price: r.price_minor,
                });
            }
        }
    })?;
    let mut kept = HashMap::new();
    for (paid, settled) in settled {
        if settled.delivered != *paid
            && let Some(receipt) = reading.receipt_of(&settled.delivered)?
        {
            let delivered = Delivered {
                order: settled.delivered,
                price: receipt.payload().price_minor,
            };
            kept.insert(*paid, delivered);
        }
    }
    for (paid, delivered) in instead {
        let own = reading.receipt_of(&paid)?;
        if own.is_none_or(|own| own.payload().settlement == Settlement::Credit) {
            kept.entry(paid).or_insert(delivered);
        }
    }
    Ok(kept)
}

/// What the home has recorded of payments.
struct Known {
    settled: HashMap<DocumentId, SettledOrder>,
    payments: Recorded,
    /// The order that was delivered for the payment of another one, by that one.
    instead: HashMap<DocumentId, Delivered>,
}

impl Known {
    /// Returns an order as a booking finds it: what is due, and whether it may be approved.
    fn named(&self, seller: &Seller<'_>, id: &DocumentId) -> Result<Option<Named>> {
        let reading = seller.context.read();
        let Some(received) = reading.received_one(id, seller.context.order_time()?)? else {
            return Ok(None);
        };
        let own = seller.listing_of(&received.order)?;
        let listing = own.listing.payload();
        let price = received.order.payload().price_minor;
        let settled = self.settled.get(id);
        let instead = self.instead.get(id).copied();
        let mut paid = Vec::new();
        let mut record = |amount, booking| paid.push(RecordedPayment { amount, booking });
        if let Some(settled) = settled.filter(|settled| settled.payment.is_none()) {
            record(settled.amount, Some(settled.booking));
        } else if instead.is_some() {
            record(price, None);
        }
        let mut problem = None;
        let receipt = reading.receipt_of(id)?;
        let sold_after =
            receipt.is_some() && settled.is_some_and(|settled| settled.delivered != *id);
        let (open, state) = match receipt {
            None if instead.is_some() => (MinorUnits::ZERO, BookedOrderState::PaidAlready),
            None => {
                problem = seller.why_not(&received)?;
                let state = match problem {
                    None => BookedOrderState::Approvable,
                    Some(_) => BookedOrderState::NotDelivered,
                };
                (price, state)
            }
            Some(receipt) => match receipt.payload().settlement {
                Settlement::Credit => {
                    let payments = self.payments.of_receipt(&receipt.id());
                    for payment in payments {
                        let by = settled.filter(|one| one.payment == Some(payment.number));
                        record(payment.amount, by.map(|settled| settled.booking));
                    }
                    (owed(price, payments), BookedOrderState::OnCredit)
                }
                Settlement::Paid => {
                    // Unless a booking is it, or what came for another order.
                    let by_booking = settled.is_some_and(|settled| settled.delivered == *id);
                    let for_another = self.instead.values().any(|one| one.order == *id);
                    if !by_booking && !for_another {
                        record(price, None);
                    }
                    (MinorUnits::ZERO, BookedOrderState::PaidAlready)
                }
                Settlement::Free => (MinorUnits::ZERO, BookedOrderState::PaidAlready),
            },
        };
        Ok(Some(Named {
            due: Due {
                order: *id,
                reference: PaymentReference::of(id),
                iban: Account::of(&listing.pay_to).map(|to| to.iban.as_str().to_owned()),
                price,
                open,
                currency: listing.currency,
                paid,
            },
            received,
            state,
            problem,
            instead,
            sold_after,
        }))
    }
}

impl Seller<'_> {
    /// Returns the reason why an order without a receipt may not be approved now, if so.
    fn why_not(&self, received: &Received) -> Result<Option<Error>> {
        let never = self.why_never(received)?;
        let put_aside = received.status == OrderStatus::Discarded;
        Ok(never.or_else(|| put_aside.then(discarded)))
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
