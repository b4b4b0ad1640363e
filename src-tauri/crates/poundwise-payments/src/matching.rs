//! Matching of bookings to the orders that they pay.

use std::collections::{BTreeMap, HashMap, HashSet};

use poundwise_documents::units::{Currency, DocumentId, MinorUnits, PaymentReference};

use crate::{Booking, Direction};

/// State of payment of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// Not paid.
    Open,
    /// By the booking of this number.
    By(u64),
    /// Paid in another way.
    Otherwise,
}

/// Amount due for an order, and its account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    /// The order.
    pub order: DocumentId,
    /// Its reference.
    pub reference: PaymentReference,
    /// The account to which it is to be paid; without one no booking pays it.
    pub iban: Option<String>,
    /// Amount; zero where nothing is due.
    pub amount: MinorUnits,
    /// Currency of the amount.
    pub currency: Currency,
    /// State of its payment.
    pub settled: Settled,
}

/// Orders that a booked credit pays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaymentMatch {
    /// These orders, whose sum is its amount: all that its text names.
    Pays(Vec<DocumentId>),
    /// A booked debit of the same amount and a common reference took it back.
    Undone,
    /// Its text names a reference that two orders have.
    Ambiguous,
    /// The credit is on another account than the one to which these orders are to be paid.
    OtherAccount(Vec<DocumentId>),
    /// The credit is of another currency than these orders.
    OtherCurrency(Vec<DocumentId>),
    /// The orders that it names cost another amount together.
    OtherAmount(Vec<DocumentId>),
    /// These of the orders named are paid already.
    Again(Vec<DocumentId>),
}

/// Returns the orders that each booked credit pays, by number; nothing of those that name no order
/// with a price.
///
/// A booking pays a set of orders only if it is on their account, of their currency, and their sum
/// is its amount; no order is paid by two. The bookings that orders are settled by already come
/// first, then the earlier day, then the lower number.
#[must_use]
pub fn find(bookings: &[(u64, &Booking)], dues: &[Due]) -> BTreeMap<u64, PaymentMatch> {
    let mut by_reference: HashMap<PaymentReference, Vec<&Due>> = HashMap::new();
    for due in dues.iter().filter(|due| due.amount > MinorUnits::ZERO) {
        by_reference.entry(due.reference).or_default().push(due);
    }
    let used: HashSet<u64> = dues
        .iter()
        .filter_map(|due| match due.settled {
            Settled::By(number) => Some(number),
            Settled::Open | Settled::Otherwise => None,
        })
        .collect();
    let mut named: Vec<Named<'_>> = bookings
        .iter()
        .map(|(number, booking)| Named {
            number: *number,
            booking,
            references: known(booking, &by_reference),
            used: used.contains(number),
        })
        .filter(|named| !named.references.is_empty())
        .collect();
    named.sort_by_key(|named| (!named.used, named.booking.booked_on, named.number));
    let undone = undone(&named);
    let mut taken: HashMap<DocumentId, u64> = HashMap::new();
    let mut findings = BTreeMap::new();
    for named in named
        .iter()
        .filter(|named| named.booking.direction == Direction::Credit)
    {
        let finding = if undone.contains(&named.number) && !named.used {
            PaymentMatch::Undone
        } else {
            named.finding(&by_reference, &taken)
        };
        if let PaymentMatch::Pays(orders) = &finding {
            taken.extend(orders.iter().map(|order| (*order, named.number)));
        }
        findings.insert(named.number, finding);
    }
    findings
}

/// A booking with the references of orders that its text names.
struct Named<'a> {
    number: u64,
    booking: &'a Booking,
    /// References in rising order, each once.
    references: Vec<PaymentReference>,
    /// Whether a booking settles an order.
    used: bool,
}

fn known(booking: &Booking, dues: &HashMap<PaymentReference, Vec<&Due>>) -> Vec<PaymentReference> {
    let mut references = booking.references();
    references.retain(|reference| dues.contains_key(reference));
    references.sort_unstable();
    references.dedup();
    references
}

/// Returns the credits that debits took back, each by one debit that was booked no earlier: those
/// that pay nothing yet come first.
fn undone(named: &[Named<'_>]) -> HashSet<u64> {
    let mut undone = HashSet::new();
    for debit in named
        .iter()
        .filter(|named| named.booking.direction == Direction::Debit)
    {
        let credit = named.iter().rev().find(|credit| {
            let (back, came) = (debit.booking, credit.booking);
            let after = match (came.booked_on, back.booked_on) {
                (Some(came), Some(back)) => came <= back,
                _ => true,
            };
            came.direction == Direction::Credit
                && after
                && (&came.iban, came.amount, came.currency)
                    == (&back.iban, back.amount, back.currency)
                && !undone.contains(&credit.number)
                && credit
                    .references
                    .iter()
                    .any(|reference| debit.references.contains(reference))
        });
        undone.extend(credit.map(|credit| credit.number));
    }
    undone
}

impl Named<'_> {
    fn finding(
        &self,
        dues: &HashMap<PaymentReference, Vec<&Due>>,
        taken: &HashMap<DocumentId, u64>,
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
        let again = orders(&|due| match due.settled {
            Settled::Open => taken.contains_key(&due.order),
            Settled::By(number) => number != self.number,
            Settled::Otherwise => true,
        });
        if !again.is_empty() {
            return PaymentMatch::Again(again);
        }
        let elsewhere = orders(&|due| due.iban.as_ref() != Some(&self.booking.iban));
        if !elsewhere.is_empty() {
            return PaymentMatch::OtherAccount(elsewhere);
        }
        let foreign = orders(&|due| due.currency != self.booking.currency);
        if !foreign.is_empty() {
            return PaymentMatch::OtherCurrency(foreign);
        }
        let sum = set
            .iter()
            .try_fold(MinorUnits::ZERO, |sum, due| sum.checked_add(due.amount));
        let all = orders(&|_| true);
        if sum == Some(self.booking.amount) {
            PaymentMatch::Pays(all)
        } else {
            PaymentMatch::OtherAmount(all)
        }
    }
}
