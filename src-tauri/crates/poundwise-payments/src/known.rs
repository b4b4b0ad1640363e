//! Which bookings were read before: from another report of the same bank, or the same one again.

use std::collections::{BTreeSet, HashMap, HashSet};

use poundwise_documents::units::{Currency, MinorUnits, PaymentReference};

use crate::{Booking, Direction};

/// Returns, for each booking of one report, the number of the stored booking that it is.
///
/// Each stored booking is one of the report's at most, so that two equal bookings of one report are
/// two. Two are the same if account, direction, amount, currency and the references of `orders` in
/// their texts are equal, and, by the first of these that tells:
///
/// 1. the bank's references of both, where both have one;
/// 2. the whole text, and the day;
/// 3. the day;
/// 4. the day before or after, or no day: reports of one booking may be of two time zones, or have
///    the time of one and the day of the other.
#[must_use]
pub fn known_again(
    report: &[Booking],
    stored: &[(u64, &Booking)],
    orders: &HashSet<PaymentReference>,
) -> Vec<Option<u64>> {
    let mut alike: HashMap<Key<'_>, Vec<(u64, &Booking)>> = HashMap::new();
    for (number, booking) in stored {
        let places = alike.entry(key(booking, orders)).or_default();
        places.push((*number, booking));
    }
    let mut found = vec![None; report.len()];
    let mut taken: HashSet<u64> = HashSet::new();
    for tell in [by_reference, by_content, by_day, by_near_day] {
        for (found, booking) in found.iter_mut().zip(report) {
            if found.is_some() {
                continue;
            }
            let same = alike
                .get(&key(booking, orders))
                .into_iter()
                .flatten()
                .find(|(number, one)| !taken.contains(number) && tell(booking, one));
            if let Some((number, _)) = same {
                taken.insert(*number);
                *found = Some(*number);
            }
        }
    }
    found
}

/// What two reports of a booking always have in common.
type Key<'a> = (
    &'a str,
    Direction,
    MinorUnits,
    Currency,
    BTreeSet<PaymentReference>,
);

fn key<'a>(booking: &'a Booking, orders: &HashSet<PaymentReference>) -> Key<'a> {
    let mut references: BTreeSet<PaymentReference> = booking.references().into_iter().collect();
    references.retain(|reference| orders.contains(reference));
    (
        &booking.iban,
        booking.direction,
        booking.amount,
        booking.currency,
        references,
    )
}

fn by_reference(one: &Booking, other: &Booking) -> bool {
    one.by_reference.is_some() && one.by_reference == other.by_reference
}

/// Returns whether the bank's references leave it open.
fn is_open(one: &Booking, other: &Booking) -> bool {
    one.by_reference.is_none() || other.by_reference.is_none()
}

fn by_content(one: &Booking, other: &Booking) -> bool {
    is_open(one, other) && one.by_content == other.by_content
}

fn by_day(one: &Booking, other: &Booking) -> bool {
    is_open(one, other) && one.booked_on == other.booked_on
}

fn by_near_day(one: &Booking, other: &Booking) -> bool {
    is_open(one, other)
        && match (one.booked_on, other.booked_on) {
            (Some(one), Some(other)) => (one - other).num_days().abs() <= 1,
            _ => true,
        }
}
