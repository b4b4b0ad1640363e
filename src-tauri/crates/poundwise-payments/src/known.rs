//! Which bookings were read before: from another report of the same bank, or the same one again.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::NaiveDate;
use poundwise_documents::units::{Currency, Digest, MinorUnits, PaymentReference};

use crate::{Booking, Direction, ReportKind};

/// A stored booking, or the entry of several stored ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Known {
    /// The booking of this number.
    Booking(u64),
    /// The entry for several transfers whose first stored part has this number.
    Entry(u64),
}

/// Stored bookings, to know those of reports again.
///
/// Two bookings are the same if account, direction, amount, currency and the references of orders
/// in their texts are equal, and, by the first of these that tells:
///
/// 1. the bank's references of both, if both have one: their own, or those of the entries for
///    several transfers in which they are;
/// 2. the whole text, and the day;
/// 3. the day;
/// 4. the day before or after, or no day, if no report of this kind told of the stored booking:
///    reports of different kinds may be of two time zones, or have the time of one and the day of
///    the other. Reports of one kind have one day for a booking, so that a payment of the next day
///    is another one. A payment after a debit that took the first one back is another one too.
///
/// A search takes time that grows with the report, and not with the stored bookings.
#[derive(Debug)]
pub struct KnownBookings {
    /// Kind of the reports whose bookings are looked up.
    kind: ReportKind,
    /// References of the orders that tell bookings apart.
    orders: HashSet<PaymentReference>,
    keys: HashMap<Key, usize>,
    stored: BTreeMap<usize, Stored>,
    places: HashMap<Known, usize>,
    /// The number of bookings that were inserted.
    inserted: usize,
    buckets: HashMap<Bucket, BTreeSet<usize>>,
    debits: DaysOfDebits,
}

/// Days of debits by account, amount, currency and reference of an order.
type DaysOfDebits = HashMap<(String, MinorUnits, Currency, PaymentReference), BTreeSet<NaiveDate>>;

/// What two reports of a booking always have in common.
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
    /// The day that a report of each kind told.
    reports: BTreeMap<ReportKind, Option<NaiveDate>>,
}

/// The bank's reference of a booking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum By {
    None,
    /// Its own.
    Own(Digest),
    /// That of the entry for several transfers in which it is one. Another report may have its own.
    Entry(Digest),
}

/// Which bookings a bucket has, by their references. *Elsewhere* are those of which no report of the
/// kind told: only a report of another kind may have an entry where this one has its transfers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum With {
    None,
    Own,
    OwnElsewhere,
    Entry(Digest),
    AnyEntry,
    EntryElsewhere,
}

/// Stored bookings that a report of a kind knows again by one rule.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Bucket {
    Reference(usize, By),
    Content(usize, Digest, With),
    Day(usize, Option<NaiveDate>, With),
    /// Those whose day is not exact for reports of the kind.
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

    /// Returns the kinds of buckets that have a booking of this reference.
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

    /// Returns the kinds of buckets in which a booking of this reference may be: references of one
    /// sort that differ are of two bookings.
    fn open(self) -> Vec<With> {
        match self {
            Self::None => vec![With::None, With::Own, With::AnyEntry],
            Self::Own(_) => vec![With::None, With::EntryElsewhere],
            Self::Entry(entry) => vec![With::None, With::Entry(entry), With::OwnElsewhere],
        }
    }
}

impl Stored {
    /// Returns the buckets that have this booking, for reports of a kind.
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
            // Two references of different sorts are of one booking on the same day only.
            if !matches!(with, With::OwnElsewhere | With::EntryElsewhere) {
                buckets.push(Bucket::NearAny(key, with));
                buckets.extend(days.iter().map(|day| Bucket::Near(key, *day, with)));
            }
        }
        buckets
    }
}

impl KnownBookings {
    /// Returns no bookings yet, for reports of a kind; these orders tell them apart.
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

    /// Adds a stored booking, or an entry, with the day that a report of each kind told of it.
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

    /// Removes a stored booking, or an entry.
    pub fn remove(&mut self, known: Known) {
        if let Some(place) = self.places.remove(&known) {
            self.displace(place);
        }
    }

    /// Records that a report of the kind told of a stored booking under this day. Returns whether it
    /// is the first one, whose day counts.
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

    /// Begins to know the bookings of one report again.
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
        // Most of what may be a reference is one by chance.
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

/// A search for the bookings of one report. Each stored booking is one of the report's at most, so
/// that two equal bookings of one report are two.
#[derive(Debug)]
pub struct Search<'a> {
    known: &'a KnownBookings,
    taken: HashSet<usize>,
    /// The place from which on each bucket has bookings that may not be taken yet.
    cursors: HashMap<Bucket, usize>,
    steps: u64,
}

/// Rules by which a booking is known again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rule {
    Reference,
    Content,
    Day,
    NearDay,
}

impl Search<'_> {
    /// Returns, for each of these bookings of the report, the stored one that it is.
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

    /// Returns, for each of these entries for several transfers, the number of the stored booking
    /// that is the whole entry.
    pub fn find_whole(&mut self, entries: &[&Booking]) -> Vec<Option<u64>> {
        let found = self.find(entries).into_iter();
        found
            .map(|known| match known? {
                Known::Booking(number) => Some(number),
                Known::Entry(_) => None,
            })
            .collect()
    }

    /// Returns the number of stored bookings that were looked at.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the buckets in which a rule looks for a booking.
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

    /// Returns whether a debit took a stored credit back before this one came: by the debits of the
    /// report or a stored one.
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

    /// Returns the first booking of a bucket that is not taken.
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
