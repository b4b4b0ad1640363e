//! Recognition of bookings that were read before, in the same or another report of the bank.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use poundwise_documents::units::{Currency, Digest, MinorUnits, PaymentReference};

use crate::{Booking, Direction, ReportKind};

/// A stored booking, or a batch entry of several stored bookings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Known {
    /// The booking with this number.
    Booking(u64),
    /// The batch entry. The number is that of its first stored transfer.
    Entry(u64),
}

/// Index of stored bookings that recognises the bookings of reports.
///
/// Two bookings are the same if account, direction, amount, currency and the order references in
/// their texts are equal, and if one of these rules matches. The rules are tried in this order:
///
/// 1. The bank's references are equal: their own or those of their batch entries. Two different
///    references of one sort belong to two bookings, and the other rules do not apply.
/// 2. The whole text and the day are equal.
/// 3. The day is equal.
/// 4. The days differ by one or a day is missing, and no report of this kind contained the stored
///    booking. Reports of different kinds may use different time zones, or show the time of one
///    zone and the day of another. Reports of one kind give a booking one day, so a payment on the
///    next day is another payment. A payment after a debit that reversed the first one is also
///    another payment.
///
/// The time of a search grows with the report, not with the number of stored bookings.
#[derive(Debug)]
pub struct KnownBookings {
    /// Kind of the reports to search for.
    kind: ReportKind,
    /// References of the orders that distinguish bookings.
    orders: HashSet<PaymentReference>,
    keys: HashMap<Key, usize>,
    stored: BTreeMap<usize, Stored>,
    places: HashMap<Known, usize>,
    /// Number of bookings inserted so far.
    inserted: usize,
    buckets: HashMap<Bucket, BTreeSet<usize>>,
    debits: DaysOfDebits,
}

/// Days of debits by account, amount, currency and order reference.
type DaysOfDebits = HashMap<(String, MinorUnits, Currency, PaymentReference), BTreeSet<NaiveDate>>;

/// Fields that are equal in all reports of a booking.
type Key = (
    String,
    Direction,
    MinorUnits,
    Currency,
    BTreeSet<PaymentReference>,
);

#[derive(Debug)]
struct Stored {
    known: Known,
    key: usize,
    by: By,
    by_content: Digest,
    day: Option<NaiveDate>,
    /// Day of the booking in the reports of each kind.
    reports: BTreeMap<ReportKind, Option<NaiveDate>>,
}

/// The bank's reference of a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum By {
    None,
    /// Its own reference.
    Own(Digest),
    /// The reference of its batch entry. In another report it may have its own.
    Entry(Digest),
}

/// Bookings of a bucket by their references. *Elsewhere* means that no report of the searched kind
/// contained the booking. Only reports of different kinds may show one payment as a batch entry and
/// as single transfers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum With {
    None,
    Own,
    OwnElsewhere,
    Entry(Digest),
    AnyEntry,
    EntryElsewhere,
}

/// Stored bookings that match a report of the searched kind by one rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Bucket {
    Reference(usize, By),
    Content(usize, Digest, With),
    Day(usize, Option<NaiveDate>, With),
    /// Bookings that no report of the kind contained, so their day is inexact.
    Near(usize, Option<NaiveDate>, With),
    NearAny(usize, With),
}

impl By {
    fn of(booking: &Booking) -> Self {
        let entry = booking
            .part_of
            .as_ref()
            .and_then(|entry| entry.by_reference);
        match (booking.by_reference, entry) {
            (Some(own), _) => Self::Own(own),
            (None, Some(entry)) => Self::Entry(entry),
            (None, None) => Self::None,
        }
    }

    /// Returns the groups of buckets for a stored booking with this reference. `is_told` states
    /// whether a report of the searched kind contained it.
    fn with(self, is_told: bool) -> Vec<With> {
        let (mut with, elsewhere) = match self {
            Self::None => return vec![With::None],
            Self::Own(_) => (vec![With::Own], With::OwnElsewhere),
            Self::Entry(entry) => (
                vec![With::Entry(entry), With::AnyEntry],
                With::EntryElsewhere,
            ),
        };
        if !is_told {
            with.push(elsewhere);
        }
        with
    }

    /// Returns the groups of buckets that may hold the booking with this reference. Two different
    /// references of one sort belong to two bookings.
    fn open(self) -> Vec<With> {
        match self {
            Self::None => vec![With::None, With::Own, With::AnyEntry],
            Self::Own(_) => vec![With::None, With::EntryElsewhere],
            Self::Entry(entry) => vec![With::None, With::Entry(entry), With::OwnElsewhere],
        }
    }
}

impl Stored {
    /// Returns the buckets of this booking for reports of a kind.
    fn buckets(&self, kind: ReportKind) -> Vec<Bucket> {
        let key = self.key;
        let mut buckets = match self.by {
            By::None => Vec::new(),
            by => vec![Bucket::Reference(key, by)],
        };
        let told = self.reports.get(&kind);
        let days: BTreeSet<Option<NaiveDate>> =
            self.reports.values().copied().chain([self.day]).collect();
        for with in self.by.with(told.is_some()) {
            if told.is_none_or(|day| *day == self.day) {
                buckets.push(Bucket::Content(key, self.by_content, with));
            }
            if let Some(day) = told {
                buckets.push(Bucket::Day(key, *day, with));
                continue;
            }
            buckets.extend(days.iter().map(|day| Bucket::Day(key, *day, with)));
            // References of different sorts match only on the same day.
            if !matches!(with, With::OwnElsewhere | With::EntryElsewhere) {
                buckets.push(Bucket::NearAny(key, with));
                buckets.extend(days.iter().map(|day| Bucket::Near(key, *day, with)));
            }
        }
        buckets
    }
}

impl KnownBookings {
    /// Creates an empty index for reports of a kind. References of `orders` distinguish bookings.
    #[must_use]
    pub fn new(kind: ReportKind, orders: HashSet<PaymentReference>) -> Self {
        Self {
            kind,
            orders,
            keys: HashMap::new(),
            stored: BTreeMap::new(),
            places: HashMap::new(),
            inserted: 0,
            buckets: HashMap::new(),
            debits: DaysOfDebits::new(),
        }
    }

    /// Adds a stored booking or batch entry, with its day in the reports of each kind.
    pub fn insert(
        &mut self,
        known: Known,
        booking: &Booking,
        reports: BTreeMap<ReportKind, Option<NaiveDate>>,
    ) {
        let key = self.key(booking);
        note_debit(&mut self.debits, booking, &key);
        let next = self.keys.len();
        let stored = Stored {
            known,
            key: *self.keys.entry(key).or_insert(next),
            by: By::of(booking),
            by_content: booking.by_content,
            day: booking.booked_on,
            reports,
        };
        let place = self.inserted;
        self.inserted += 1;
        self.places.insert(known, place);
        self.place(place, stored);
    }

    /// Removes a stored booking or batch entry.
    pub fn remove(&mut self, known: Known) {
        if let Some(place) = self.places.remove(&known) {
            self.displace(place);
        }
    }

    /// Records the day of a stored booking in a report of the kind. Returns `false` without a
    /// change if the booking is not stored or an earlier report of the kind contained it.
    pub fn told(&mut self, known: Known, day: Option<NaiveDate>) -> bool {
        let kind = self.kind;
        let Some(place) = self.places.get(&known).copied() else {
            return false;
        };
        let is_known = |stored: &Stored| stored.reports.contains_key(&kind);
        if self.stored.get(&place).is_none_or(is_known) {
            return false;
        }
        if let Some(mut stored) = self.displace(place) {
            stored.reports.insert(kind, day);
            self.place(place, stored);
        }
        true
    }

    /// Starts a search for the bookings of one report.
    #[must_use]
    pub fn search(&self) -> Search<'_> {
        Search {
            known: self,
            taken: HashSet::new(),
            cursors: HashMap::new(),
            steps: 0,
        }
    }

    fn place(&mut self, place: usize, stored: Stored) {
        for bucket in stored.buckets(self.kind) {
            self.buckets.entry(bucket).or_default().insert(place);
        }
        self.stored.insert(place, stored);
    }

    fn displace(&mut self, place: usize) -> Option<Stored> {
        let stored = self.stored.remove(&place)?;
        for bucket in stored.buckets(self.kind) {
            if let Some(places) = self.buckets.get_mut(&bucket) {
                places.remove(&place);
            }
        }
        Some(stored)
    }

    fn key(&self, booking: &Booking) -> Key {
        // Most candidates for a reference are chance matches.
        let references = booking.references().into_iter();
        let references = references.filter(|reference| self.orders.contains(reference));
        (
            booking.iban.clone(),
            booking.direction,
            booking.amount,
            booking.currency,
            references.collect(),
        )
    }
}

/// A search for the bookings of one report. Each stored booking matches at most one of them, so two
/// equal bookings of one report stay two.
#[derive(Debug)]
pub struct Search<'a> {
    known: &'a KnownBookings,
    taken: HashSet<usize>,
    /// For each bucket, the first place with a booking that may not be taken yet.
    cursors: HashMap<Bucket, usize>,
    steps: u64,
}

/// Rules that recognise a booking, in the order of their use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Reference,
    Content,
    Day,
    NearDay,
}

impl Search<'_> {
    /// Returns the matching stored booking for each of these bookings of the report.
    pub fn find(&mut self, bookings: &[&Booking]) -> Vec<Option<Known>> {
        let keys: Vec<Option<(usize, Key)>> = bookings
            .iter()
            .map(|booking| {
                let key = self.known.key(booking);
                self.known.keys.get(&key).map(|number| (*number, key))
            })
            .collect();
        let mut debits = DaysOfDebits::new();
        for (booking, key) in bookings.iter().zip(&keys) {
            match key {
                Some((_, key)) => note_debit(&mut debits, booking, key),
                None => note_debit(&mut debits, booking, &self.known.key(booking)),
            }
        }
        let mut found = vec![None; bookings.len()];
        for rule in [Rule::Reference, Rule::Content, Rule::Day, Rule::NearDay] {
            for ((found, booking), key) in found.iter_mut().zip(bookings).zip(&keys) {
                let (None, Some((key, of))) = (&found, key) else {
                    continue;
                };
                let mut places: Vec<usize> = Self::buckets(rule, *key, booking)
                    .into_iter()
                    .filter_map(|bucket| self.first_in(bucket))
                    .collect();
                places.sort_unstable();
                let same = places.first().copied().filter(|place| {
                    rule != Rule::NearDay || !self.is_after_debit(&debits, *place, booking, of)
                });
                if let Some(place) = same {
                    self.taken.insert(place);
                    *found = self.known.stored.get(&place).map(|stored| stored.known);
                }
            }
        }
        found
    }

    /// Returns, for each of these batch entries, the number of the stored booking that holds the
    /// whole entry.
    pub fn find_whole(&mut self, entries: &[&Booking]) -> Vec<Option<u64>> {
        let found = self.find(entries).into_iter();
        found
            .map(|known| match known? {
                Known::Booking(number) => Some(number),
                Known::Entry(_) => None,
            })
            .collect()
    }

    /// Returns the number of stored bookings examined so far.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the buckets that a rule searches for a booking.
    fn buckets(rule: Rule, key: usize, booking: &Booking) -> Vec<Bucket> {
        let (day, by) = (booking.booked_on, By::of(booking));
        if rule == Rule::Reference {
            return match by {
                By::None => Vec::new(),
                by => vec![Bucket::Reference(key, by)],
            };
        }
        let of = |with: With| match (rule, day) {
            (Rule::Reference | Rule::Content, _) => {
                vec![Bucket::Content(key, booking.by_content, with)]
            }
            (Rule::Day, day) => vec![Bucket::Day(key, day, with)],
            (Rule::NearDay, None) => vec![Bucket::NearAny(key, with)],
            (Rule::NearDay, Some(day)) => {
                let near = [Some(day), day.pred_opt(), day.succ_opt()];
                let days = near.into_iter().flatten().map(Some).chain([None]);
                days.map(|day| Bucket::Near(key, day, with)).collect()
            }
        };
        by.open().into_iter().flat_map(of).collect()
    }

    /// Returns whether a debit, of the report or stored, reversed the stored credit before this one
    /// was booked.
    fn is_after_debit(
        &self,
        debits: &DaysOfDebits,
        place: usize,
        booking: &Booking,
        (iban, direction, amount, currency, references): &Key,
    ) -> bool {
        let stored = self.known.stored.get(&place).and_then(|stored| stored.day);
        let (Direction::Credit, Some(first), Some(second)) = (direction, stored, booking.booked_on)
        else {
            return false;
        };
        first < second
            && references.iter().any(|reference| {
                let of = (iban.clone(), *amount, *currency, *reference);
                [debits, &self.known.debits].iter().any(|debits| {
                    let days = debits.get(&of);
                    days.is_some_and(|days| days.range(first..=second).next().is_some())
                })
            })
    }

    /// Returns the place of the first booking of a bucket that is not taken.
    fn first_in(&mut self, bucket: Bucket) -> Option<usize> {
        let places = self.known.buckets.get(&bucket)?;
        let cursor = self.cursors.entry(bucket).or_default();
        loop {
            self.steps += 1;
            let place = *places.range(*cursor..).next()?;
            if !self.taken.contains(&place) {
                return Some(place);
            }
            *cursor = place + 1;
        }
    }
}

fn note_debit(debits: &mut DaysOfDebits, booking: &Booking, key: &Key) {
    let (Direction::Debit, Some(day)) = (booking.direction, booking.booked_on) else {
        return;
    };
    for reference in &key.4 {
        let of = (
            booking.iban.clone(),
            booking.amount,
            booking.currency,
            *reference,
        );
        debits.entry(of).or_default().insert(day);
    }
}
