//! Matching of bookings to the orders that they pay.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use poundwise_documents::units::{Currency, DocumentId, MinorUnits, PaymentReference};

use crate::{Booking, Direction};

/// A booking that is matched with orders.
#[derive(Clone, Copy, Debug)]
pub struct Entered<'a> {
    /// By which it is named.
    pub number: u64,
    /// What the statement says.
    pub booking: &'a Booking,
    /// Whether what it did not pay was paid back: then it takes no order that it has not paid.
    pub refunded: bool,
}

/// A payment of an order that is recorded already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// How much.
    pub amount: MinorUnits,
    /// The number of the booking that it is. Where the owner recorded it by hand there is none: the
    /// first booking that fits is it.
    pub booking: Option<u64>,
}

/// What is to be paid for an order, and what is paid of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The order.
    pub order: DocumentId,
    /// Its reference.
    pub reference: PaymentReference,
    /// The account to which it is to be paid; without one no booking pays it.
    pub iban: Option<String>,
    /// Its price; a text that names an order without one names nothing.
    pub price: MinorUnits,
    /// How much is still to be paid.
    pub open: MinorUnits,
    /// Of which currency.
    pub currency: Currency,
    /// What is paid already.
    pub paid: Vec<Recorded>,
}

/// What a booking is for an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It pays what is open.
    Pays,
    /// It has paid: the record says so.
    Paid,
    /// It is a payment that was recorded by hand.
    ByHand,
}

/// An order that a booking pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaidPart {
    /// The order.
    pub order: DocumentId,
    /// How much of the booking is for it.
    pub amount: MinorUnits,
    /// Whether the booking pays it, or has paid it.
    pub role: Role,
}

/// Orders that a booked credit pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentMatch {
    /// These orders, whose sum is its amount: all that its text names.
    Pays(Vec<PaidPart>),
    /// A booked debit of the same amount and a common reference took it back, before it paid
    /// anything, or after another booking took its place.
    Undone,
    /// A booked debit took it back after it had paid orders.
    UndonePaid {
        /// The orders.
        parts: Vec<PaidPart>,
        /// The number of the debit.
        debit: u64,
    },
    /// The booking is collective and names these orders. The amounts of its transfers are unknown.
    Collective(Vec<DocumentId>),
    /// Its text names a reference that two orders have.
    Ambiguous,
    /// The credit is on another account than the one to which these orders are to be paid.
    OtherAccount(Vec<DocumentId>),
    /// These orders name no account to which they are to be paid.
    NoAccount(Vec<DocumentId>),
    /// The credit is of another currency than these orders.
    OtherCurrency(Vec<DocumentId>),
    /// The orders that it names cost another amount together.
    OtherAmount(Vec<DocumentId>),
    /// These of the orders named are paid already.
    Again(Vec<DocumentId>),
}

/// Returns the orders that each booked credit pays, by booking number. Credits that name no order
/// with a price are left out.
///
/// A booking pays a set of orders only if it is on their account and in their currency, and their
/// prices add up to its amount. No order is paid twice. A collective booking pays no order. It can
/// only match payments that are already recorded.
///
/// Bookings are matched in this order: recorded payments, other bookings, refunded bookings, and
/// bookings that a debit reversed. Within each group the earlier day comes first, then the lower
/// number.
///
/// A payment recorded by hand is matched with the first booking that fits, on any account. If there
/// is no such booking, it is matched with all credits that name only its order and have another
/// amount, if they add up to it. If the booking of a payment was reversed, another booking may take
/// its place.
#[must_use]
pub fn find(bookings: &[Entered<'_>], dues: &[Due]) -> BTreeMap<u64, PaymentMatch> {
    let mut by_reference: HashMap<PaymentReference, Vec<&Due>> = HashMap::new();
    for due in dues.iter().filter(|due| due.price > MinorUnits::ZERO) {
        by_reference.entry(due.reference).or_default().push(due);
    }
    let by_order: HashMap<DocumentId, &Due> = dues.iter().map(|due| (due.order, due)).collect();
    let used: HashSet<u64> = dues
        .iter()
        .flat_map(|due| &due.paid)
        .filter_map(|paid| paid.booking)
        .collect();
    let mut named: Vec<Named<'_>> = bookings
        .iter()
        .map(|entered| Named {
            number: entered.number,
            booking: entered.booking,
            references: known(entered.booking, &by_reference),
            used: used.contains(&entered.number),
            refunded: entered.refunded,
        })
        .filter(|named| !named.references.is_empty())
        .collect();
    named.sort_by_key(|named| {
        (
            !named.used,
            named.refunded,
            named.booking.booked_on,
            named.number,
        )
    });
    let undone = undone(&named);
    let mut taken = Taken::default();
    let mut findings = BTreeMap::new();
    let credits = || {
        named
            .iter()
            .filter(|named| named.booking.direction == Direction::Credit)
    };
    for named in credits().filter(|named| !undone.contains_key(&named.number)) {
        let finding = named.finding(&by_reference, &taken, &undone);
        if let PaymentMatch::Pays(parts) = &finding {
            let keeps = |part: &&PaidPart| !named.refunded || part.role != Role::Pays;
            for part in parts.iter().filter(keeps) {
                taken.take(named.number, part, &by_order, &undone);
            }
        }
        findings.insert(named.number, finding);
    }
    let mut in_parts: HashMap<DocumentId, Vec<(u64, MinorUnits)>> = HashMap::new();
    for named in credits().filter(|named| !named.refunded) {
        if let Some(PaymentMatch::OtherAmount(orders)) = findings.get(&named.number)
            && let [order] = orders[..]
        {
            let part = (named.number, named.booking.amount);
            in_parts.entry(order).or_default().push(part);
        }
    }
    for (order, parts) in in_parts {
        let due = by_order.get(&order);
        if due.is_some_and(|due| taken.take_together(due, &parts)) {
            let role = Role::ByHand;
            for (number, amount) in parts {
                let part = PaidPart {
                    order,
                    amount,
                    role,
                };
                findings.insert(number, PaymentMatch::Pays(vec![part]));
            }
        }
    }
    for named in credits() {
        let Some(debit) = undone.get(&named.number) else {
            continue;
        };
        // It keeps its recorded payments even if another booking now pays the rest of its orders.
        let mut had = named.own_parts(&by_reference, &taken);
        if had.is_empty()
            && let PaymentMatch::Pays(parts) = named.finding(&by_reference, &taken, &undone)
        {
            had = parts;
            had.retain(|part| part.role != Role::Pays);
        }
        for part in &had {
            taken.take(named.number, part, &by_order, &undone);
        }
        findings.insert(
            named.number,
            if had.is_empty() {
                PaymentMatch::Undone
            } else {
                PaymentMatch::UndonePaid {
                    parts: had,
                    debit: *debit,
                }
            },
        );
    }
    findings
}

/// What bookings took so far.
#[derive(Default)]
struct Taken {
    /// The orders whose open amount is paid.
    open: HashSet<DocumentId>,
    /// The recorded payments that a booking is, by order and place.
    paid: HashSet<(DocumentId, usize)>,
}

impl Taken {
    /// Takes what a booking pays of an order.
    fn take(
        &mut self,
        number: u64,
        part: &PaidPart,
        dues: &HashMap<DocumentId, &Due>,
        undone: &HashMap<u64, u64>,
    ) {
        if part.role == Role::Pays {
            self.open.insert(part.order);
            return;
        }
        let Some(due) = dues.get(&part.order) else {
            return;
        };
        let places = self.recorded(number, due, undone);
        if let Some((place, _)) = places.iter().find(|(_, paid)| paid.amount == part.amount) {
            self.paid.insert((due.order, *place));
        } else {
            let all = places.iter().map(|(place, _)| (due.order, *place));
            self.paid.extend(all);
        }
    }

    /// Takes the one payment of an order that was recorded by hand for the credits that name this
    /// order alone, if they add up to it.
    fn take_together(&mut self, due: &Due, credits: &[(u64, MinorUnits)]) -> bool {
        let mut by_hand = due.paid.iter().enumerate().filter(|(place, paid)| {
            paid.booking.is_none() && !self.paid.contains(&(due.order, *place))
        });
        let (Some((place, paid)), None) = (by_hand.next(), by_hand.next()) else {
            return false;
        };
        let mut amounts = credits.iter().map(|(_, amount)| *amount);
        let sum = amounts.try_fold(MinorUnits::ZERO, MinorUnits::checked_add);
        sum == Some(paid.amount) && self.paid.insert((due.order, place))
    }

    /// Returns the recorded payments of an order that a booking is, or may be.
    fn recorded<'a>(
        &self,
        number: u64,
        due: &'a Due,
        undone: &HashMap<u64, u64>,
    ) -> Vec<(usize, &'a Recorded)> {
        let places = || due.paid.iter().enumerate();
        let free = |place: &usize| !self.paid.contains(&(due.order, *place));
        let own: Vec<_> = places()
            .filter(|(place, paid)| paid.booking == Some(number) && free(place))
            .collect();
        if !own.is_empty() {
            return own;
        }
        places()
            .filter(|(place, paid)| {
                free(place)
                    && paid
                        .booking
                        .is_none_or(|booking| undone.contains_key(&booking))
            })
            .collect()
    }
}

/// A booking with the references of orders that its text names.
struct Named<'a> {
    number: u64,
    booking: &'a Booking,
    /// References in rising order, each once.
    references: Vec<PaymentReference>,
    /// Whether it is recorded as a payment.
    used: bool,
    refunded: bool,
}

fn known(booking: &Booking, dues: &HashMap<PaymentReference, Vec<&Due>>) -> Vec<PaymentReference> {
    let mut references = booking.references();
    references.retain(|reference| dues.contains_key(reference));
    references.sort_unstable();
    references.dedup();
    references
}

/// Returns the reversed credits, each with the number of the debit that reversed it. The debit was
/// not booked earlier than the credit. Credits that pay no order yet are reversed first, starting
/// with the last one.
fn undone(named: &[Named<'_>]) -> HashMap<u64, u64> {
    let mut credits: HashMap<CreditsOf<'_>, BTreeSet<(Option<NaiveDate>, usize)>> = HashMap::new();
    for (place, credit) in named.iter().enumerate() {
        if credit.booking.direction == Direction::Credit {
            for key in keys_of(credit) {
                let day = credit.booking.booked_on;
                credits.entry(key).or_default().insert((day, place));
            }
        }
    }
    let mut undone = HashMap::new();
    // A collective debit reverses less of each transfer than its amount.
    for debit in named
        .iter()
        .filter(|named| named.booking.direction == Direction::Debit && !named.booking.is_collective)
    {
        let last = match debit.booking.booked_on {
            Some(day) => (Some(day), usize::MAX),
            None => (Some(NaiveDate::MAX), usize::MAX),
        };
        let groups = [(false, true), (false, false), (true, true), (true, false)];
        let place = groups.into_iter().find_map(|group| {
            let references = debit.references.iter();
            let last_of = |reference: &PaymentReference| {
                let places = credits.get(&of(debit.booking, *reference, group))?;
                places.range(..=last).next_back().copied()
            };
            references.filter_map(last_of).max()
        });
        let Some((day, place)) = place else {
            continue;
        };
        let Some(credit) = named.get(place) else {
            continue;
        };
        for key in keys_of(credit) {
            if let Some(places) = credits.get_mut(&key) {
                places.remove(&(day, place));
            }
        }
        undone.insert(credit.number, debit.number);
    }
    undone
}

/// Fields shared by a credit and the debit that reverses it, and whether the credit is used and
/// whether it is refunded.
type CreditsOf<'a> = (
    &'a str,
    MinorUnits,
    Currency,
    PaymentReference,
    (bool, bool),
);

fn keys_of<'a>(credit: &Named<'a>) -> Vec<CreditsOf<'a>> {
    let group = (credit.used, credit.refunded);
    let references = credit.references.iter();
    references
        .map(|one| of(credit.booking, *one, group))
        .collect()
}

fn of(booking: &Booking, reference: PaymentReference, group: (bool, bool)) -> CreditsOf<'_> {
    let Booking {
        iban,
        amount,
        currency,
        ..
    } = booking;
    (iban, *amount, *currency, reference, group)
}

/// The most ways in which the amounts of a booking's orders are added up: an order has several only
/// where parts of its price were recorded.
const MAX_WAYS: usize = 4096;

impl Named<'_> {
    /// Returns the recorded payments of this booking that no other booking has replaced.
    fn own_parts(
        &self,
        dues: &HashMap<PaymentReference, Vec<&Due>>,
        taken: &Taken,
    ) -> Vec<PaidPart> {
        let named = self.references.iter().filter_map(|one| dues.get(one));
        let mut parts = Vec::new();
        for due in named.flatten() {
            for (place, paid) in due.paid.iter().enumerate() {
                if paid.booking == Some(self.number) && !taken.paid.contains(&(due.order, place)) {
                    parts.push(PaidPart {
                        order: due.order,
                        amount: paid.amount,
                        role: Role::Paid,
                    });
                }
            }
        }
        parts
    }

    fn finding(
        &self,
        dues: &HashMap<PaymentReference, Vec<&Due>>,
        taken: &Taken,
        undone: &HashMap<u64, u64>,
    ) -> PaymentMatch {
        let mut set: Vec<&Due> = Vec::new();
        for reference in &self.references {
            match dues.get(reference).map(Vec::as_slice) {
                Some([due]) => set.push(due),
                _ => return PaymentMatch::Ambiguous,
            }
        }
        let orders = |keep: &dyn Fn(&Due) -> bool| -> Vec<DocumentId> {
            set.iter()
                .filter(|due| keep(due))
                .map(|due| due.order)
                .collect()
        };
        if self.booking.is_collective {
            let ways: Vec<Vec<PaidPart>> = set
                .iter()
                .map(|due| {
                    let mut ways = self.ways(due, taken, undone);
                    ways.retain(|way| way.role != Role::Pays);
                    ways
                })
                .collect();
            let is_foreign = set.iter().any(|due| due.currency != self.booking.currency);
            return match adding_up(&ways, self.booking.amount) {
                Some(parts) if !is_foreign => PaymentMatch::Pays(parts),
                _ => PaymentMatch::Collective(orders(&|_| true)),
            };
        }
        let again = orders(&|due| self.ways(due, taken, undone).is_empty());
        if !again.is_empty() {
            return PaymentMatch::Again(again);
        }
        let foreign = orders(&|due| due.currency != self.booking.currency);
        if !foreign.is_empty() {
            return PaymentMatch::OtherCurrency(foreign);
        }
        // What was recorded by hand may have come to any account.
        let elsewhere = orders(&|due| due.iban.as_ref() != Some(&self.booking.iban));
        let unsaid = orders(&|due| due.iban.is_none());
        let ways: Vec<Vec<PaidPart>> = set
            .iter()
            .map(|due| {
                let mut ways = self.ways(due, taken, undone);
                ways.retain(|way| way.role != Role::Pays || !elsewhere.contains(&way.order));
                ways
            })
            .collect();
        match adding_up(&ways, self.booking.amount) {
            Some(parts) => PaymentMatch::Pays(parts),
            None if !unsaid.is_empty() && unsaid.len() == elsewhere.len() => {
                PaymentMatch::NoAccount(unsaid)
            }
            None if !elsewhere.is_empty() => PaymentMatch::OtherAccount(elsewhere),
            None => PaymentMatch::OtherAmount(orders(&|_| true)),
        }
    }

    /// Returns what this booking may be for an order: a payment that is recorded of it, or all of
    /// them together, or what is open.
    fn ways(&self, due: &Due, taken: &Taken, undone: &HashMap<u64, u64>) -> Vec<PaidPart> {
        let part = |amount, role| PaidPart {
            order: due.order,
            amount,
            role,
        };
        let recorded = taken.recorded(self.number, due, undone);
        let mut ways: Vec<PaidPart> = recorded
            .iter()
            .map(|(_, paid)| {
                let own = paid.booking == Some(self.number);
                part(paid.amount, if own { Role::Paid } else { Role::ByHand })
            })
            .collect();
        let all = recorded
            .iter()
            .try_fold(MinorUnits::ZERO, |sum, (_, paid)| {
                sum.checked_add(paid.amount)
            });
        if let (Some(all), [_, _, ..]) = (all, &recorded[..]) {
            ways.push(part(all, Role::ByHand));
        }
        let own = ways.iter().any(|way| way.role == Role::Paid);
        if !own && due.open > MinorUnits::ZERO && !taken.open.contains(&due.order) {
            ways.push(part(due.open, Role::Pays));
        }
        ways
    }
}

/// Returns one way of each order so that they add up to an amount; the first ones where several do.
fn adding_up(ways: &[Vec<PaidPart>], amount: MinorUnits) -> Option<Vec<PaidPart>> {
    let mut sums: BTreeMap<MinorUnits, Vec<PaidPart>> =
        BTreeMap::from([(MinorUnits::ZERO, Vec::new())]);
    for ways in ways {
        let mut next = BTreeMap::new();
        for (sum, parts) in &sums {
            for way in ways {
                let Some(sum) = sum.checked_add(way.amount).filter(|sum| *sum <= amount) else {
                    continue;
                };
                if next.len() < MAX_WAYS {
                    next.entry(sum)
                        .or_insert_with(|| [&parts[..], &[*way]].concat());
                }
            }
        }
        sums = next;
    }
    sums.remove(&amount)
}
