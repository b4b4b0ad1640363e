//! Seeded payment histories: orders, repricing, transfers (alone, together and in collective
//! entries), returns, chargebacks, repeated statements, and acts of the owner. A reference model
//! knows the real transfers and the deliveries that they paid for.

use poundwise_documents::units::DocumentId;
use std::collections::{BTreeMap, BTreeSet};

use poundwise_documents::kinds::Settlement;
use poundwise_market::{
    Home, PaidLater, Roles, Work,
    view::{BookedOrderState, BookingState, BookingView, ListingView, OrderView},
};

use crate::{
    camt::{Entry, IBAN, detail, transfer_of},
    fixture::{
        list, mean_income, parsed,
        shop::{Shop, payable, settled_as, transfer},
    },
};

/// Number of acts in one history.
const STEPS: usize = 40;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next() % n as u64).unwrap()
    }
}

/// A real transfer, as the reference model knows it.
#[derive(Clone)]
struct Transfer {
    cents: u64,
    day: &'static str,
    orders: BTreeSet<DocumentId>,
    text: String,
    /// Whether the bank reversed it.
    back: bool,
}

/// An imported statement, kept for a second import.
#[derive(Clone)]
struct Told {
    kind: &'static str,
    entries: Vec<Entry>,
    bookings: u64,
}

const DAYS: [&str; 6] = [
    "2026-11-16",
    "2026-11-17",
    "2026-11-18",
    "2026-11-19",
    "2026-11-20",
    "2026-11-21",
];

struct World {
    shop: Shop,
    buyers: Vec<Home>,
    listings: Vec<ListingView>,
    random: Random,
    orders: Vec<OrderView>,
    came: Vec<Transfer>,
    told: Vec<Told>,
    /// Orders that the owner settled without a booking.
    by_hand: BTreeSet<DocumentId>,
    /// Number of bank references in use.
    entries: usize,
    /// The price of the first listing per ε, in euros.
    price: u64,
    trail: Vec<String>,
    counts: BTreeMap<&'static str, u64>,
}

fn euros(cents: u64) -> String {
    format!("{}.{:02}", cents / 100, cents % 100)
}

impl World {
    fn new(seed: u64) -> Self {
        let shop = Shop::open();
        let mean = list(&shop.owner, &payable(mean_income()));
        let buyers = ["bob", "eve", "joe"]
            .map(|name| shop.town.home(name))
            .into();
        Self {
            listings: vec![shop.listing.clone(), mean],
            buyers,
            shop,
            random: Random(seed),
            orders: Vec::new(),
            came: Vec::new(),
            told: Vec::new(),
            by_hand: BTreeSet::new(),
            entries: 0,
            price: 10,
            trail: Vec::new(),
            counts: BTreeMap::new(),
        }
    }

    #[allow(
        clippy::needless_pass_by_value,
        reason = "numbers and texts alike, without a reference at each call"
    )]
    fn note(&mut self, act: &'static str, what: impl ToString) {
        self.trail.push(format!("{act} {}", what.to_string()));
        *self.counts.entry(act).or_default() += 1;
    }

    fn bookings(&self) -> Vec<BookingView> {
        self.shop.owner.seller().bookings().unwrap()
    }

    fn order(&mut self) {
        let buyer = self.random.below(self.buyers.len());
        let listing = self.random.below(self.listings.len());
        let to = ["0.5", "1", "1.5"][self.random.below(3)];
        let listing = self.listings[listing].id;
        let ordered = self.buyers[buyer]
            .buyer()
            .order(&parsed(&listing), parsed(to));
        if let Ok(order) = ordered {
            self.note("order", &order.id.to_string()[..4]);
            self.orders.push(order);
        }
    }

    fn any_order(&mut self) -> Option<OrderView> {
        let places = self.orders.len();
        (places > 0).then(|| self.orders[self.random.below(places)].clone())
    }

    fn cancel(&mut self) {
        let Some(order) = self.any_order() else {
            return;
        };
        for buyer in &self.buyers {
            if buyer.buyer().cancel_order(&parsed(&order.id)).is_ok() {
                self.shop.owner.seller().inbox().unwrap();
                return self.note("cancel", &order.id.to_string()[..4]);
            }
        }
    }

    fn reprice(&mut self) {
        self.price += 1;
        let seller = self.shop.owner.seller();
        let tariff = parsed(&format!("8:{}", 8 * self.price));
        let repriced = seller.reprice(&parsed(&self.listings[0].id), &tariff);
        self.listings[0] = repriced.unwrap();
        self.note("reprice", self.price);
    }

    /// Makes a transfer for one or two orders, usually of their price.
    fn transfer(&mut self) -> Option<Transfer> {
        let mut orders = vec![self.any_order()?];
        if self.random.below(4) == 0 {
            orders.extend(self.any_order());
        }
        orders.sort_by_key(|one| one.id);
        orders.dedup_by(|one, two| one.id == two.id);
        let due: u64 = orders.iter().map(|order| order.price.minor).sum();
        let cents = match self.random.below(6) {
            0 => due - 1,
            1 => due + 200,
            _ => due,
        };
        let texts = orders
            .iter()
            .map(|order| order.reference.unwrap().to_string());
        Some(Transfer {
            cents,
            day: DAYS[self.random.below(DAYS.len())],
            text: texts.collect::<Vec<_>>().join(" and "),
            orders: orders.iter().map(|order| order.id).collect(),
            back: false,
        })
    }

    fn kind(&mut self) -> &'static str {
        ["052", "053", "054"][self.random.below(3)]
    }

    /// Returns a new bank reference for an entry.
    fn servicer(&mut self) -> &'static str {
        self.entries += 1;
        // The leak is small in a test run.
        Box::leak(format!("B{}", self.entries).into_boxed_str())
    }

    fn import(&mut self, told: &Told) {
        let imported = self.shop.import_as(told.kind, IBAN, &told.entries);
        assert_eq!(imported.booked, told.bookings, "{:?}", self.trail);
        assert_eq!(imported.unreadable, 0);
    }

    fn pay(&mut self) {
        let Some(came) = self.transfer() else { return };
        let entry = Entry {
            day: came.day,
            servicer: self.servicer(),
            amount: euros(came.cents),
            ..transfer("1.00", &[])
        };
        let entry = Entry {
            details: detail(&came.text),
            ..entry
        };
        self.note("pay", format!("{} {}", euros(came.cents), came.text));
        let kind = self.kind();
        self.came.push(came);
        let told = Told {
            kind,
            entries: vec![entry],
            bookings: 1,
        };
        self.import(&told);
        self.told.push(told);
    }

    /// Imports several transfers in one entry. One of them may be a returned transfer of the owner.
    fn batch(&mut self) {
        let (Some(one), Some(two)) = (self.transfer(), self.transfer()) else {
            return;
        };
        let day = one.day;
        let rent = 100 + self.random.below(5000) as u64;
        let returned = self.random.below(2) == 0;
        let mut third = transfer_of(&euros(rent), "rent");
        if returned {
            third = third.replace("</TxDtls>", "<RtrInf/></TxDtls>");
        }
        // Each needs its own reference. Otherwise it could be a transfer that was reported alone.
        let both = [&one, &two].map(|came| {
            let refs = format!("<Refs><AcctSvcrRef>{}</AcctSvcrRef>", self.servicer());
            transfer_of(&euros(came.cents), &came.text).replace("<Refs>", &refs)
        });
        let entry = Entry {
            day,
            servicer: self.servicer(),
            amount: euros(one.cents + two.cents + rent),
            details: both.concat() + &third,
            ..transfer("1.00", &[])
        };
        self.note(
            "batch",
            format!("{} + {}", euros(one.cents), euros(two.cents)),
        );
        self.came
            .extend([one, two].map(|came| Transfer { day, ..came }));
        let told = Told {
            kind: self.kind(),
            entries: vec![entry],
            bookings: if returned { 2 } else { 3 },
        };
        self.import(&told);
        self.told.push(told);
    }

    /// Reverses a transfer by a chargeback of the bank.
    fn chargeback(&mut self) {
        let left: Vec<usize> = (0..self.came.len())
            .filter(|place| !self.came[*place].back)
            .collect();
        if left.is_empty() {
            return;
        }
        let place = left[self.random.below(left.len())];
        self.came[place].back = true;
        let came = self.came[place].clone();
        let entry = Entry {
            day: "2026-11-22",
            direction: "DBIT",
            servicer: self.servicer(),
            amount: euros(came.cents),
            details: detail(&came.text),
            ..transfer("1.00", &[])
        };
        self.note("chargeback", euros(came.cents));
        let told = Told {
            kind: self.kind(),
            entries: vec![entry],
            bookings: 1,
        };
        self.import(&told);
        self.told.push(told);
    }

    /// Imports a statement again, as a report of any kind.
    fn repeat(&mut self) {
        if self.told.is_empty() {
            return;
        }
        let place = self.random.below(self.told.len());
        let told = Told {
            kind: self.kind(),
            ..self.told[place].clone()
        };
        self.note("repeat", place);
        self.import(&told);
    }

    fn approve(&mut self) {
        if let Ok(sold) = self.shop.approve(&[]) {
            self.note("approve", sold.len());
        }
    }

    fn by_hand(&mut self) {
        let Some(order) = self.any_order() else {
            return;
        };
        let seller = self.shop.owner.seller();
        seller.inbox().unwrap();
        let credit = self.random.below(2) == 0;
        let settlement = if credit {
            Settlement::Credit
        } else {
            Settlement::Paid
        };
        let sold = seller
            .receipts()
            .unwrap()
            .iter()
            .any(|one| one.order == order.id);
        if sold {
            return;
        }
        let Ok(receipt) = seller.approve(&parsed(&order.id), settled_as(settlement)) else {
            return;
        };
        if credit && self.random.below(2) == 0 {
            seller
                .record_payment(&parsed(&receipt.id), &PaidLater::default())
                .unwrap();
        }
        self.by_hand.insert(order.id);
        self.note("by hand", &order.id.to_string()[..4]);
    }

    fn act_on_booking(&mut self, act: &'static str) {
        let mut bookings = self.bookings();
        bookings.retain(|one| match act {
            "restore" => one.state == BookingState::SetAside,
            "deliver" => one.orders.iter().any(|order| !order.instead.is_empty()),
            _ => true,
        });
        if bookings.is_empty() {
            return;
        }
        let booking = &bookings[self.random.below(bookings.len())];
        let seller = self.shop.owner.seller();
        let done = match act {
            "set aside" => seller.set_booking_aside(booking.number).is_ok(),
            "restore" => seller.restore_booking(booking.number).is_ok(),
            "refund" => seller.refund(booking.number).is_ok(),
            _ => {
                let instead = booking
                    .orders
                    .iter()
                    .flat_map(|order| &order.instead)
                    .next();
                instead.is_some_and(|order| {
                    let id = parsed(&order.id);
                    seller
                        .deliver_for_booking(booking.number, &id, &Work::silent())
                        .is_ok()
                })
            }
        };
        if done {
            self.note(act, booking.number);
        }
    }

    fn decline(&mut self) {
        let Some(order) = self.any_order() else {
            return;
        };
        let seller = self.shop.owner.seller();
        seller.inbox().unwrap();
        let discard = self.random.below(2) == 0;
        let done = if discard {
            seller.discard(&parsed(&order.id)).is_ok()
        } else {
            seller.decline(&parsed(&order.id), "sold out").is_ok()
        };
        if done {
            self.note(
                if discard { "discard" } else { "decline" },
                &order.id.to_string()[..4],
            );
        }
    }

    fn step(&mut self) {
        match self.random.below(26) {
            0..=3 => self.order(),
            4 => self.cancel(),
            5 => self.reprice(),
            6..=9 => self.pay(),
            10..=12 => self.batch(),
            13 => self.chargeback(),
            14 | 15 => self.repeat(),
            16..=19 => self.approve(),
            20 => self.by_hand(),
            21 => self.decline(),
            22 | 23 => self.act_on_booking("deliver"),
            24 => self.act_on_booking("refund"),
            _ => {
                let act = ["set aside", "restore"][self.random.below(2)];
                self.act_on_booking(act);
            }
        }
    }

    /// Compares the home with the reference model.
    fn check(&self) {
        let bookings = self.bookings();
        let trail = || self.trail.join("\n");
        // Each credit is in the list once.
        let mut listed: Vec<(String, u64, String)> = bookings
            .iter()
            .map(|one| {
                (
                    one.booked_on.clone().unwrap(),
                    one.amount.minor,
                    one.text.clone(),
                )
            })
            .collect();
        let came = self.came.iter();
        let mut real: Vec<(String, u64, String)> = came
            .map(|one| (one.day.to_owned(), one.cents, one.text.clone()))
            .collect();
        listed.sort();
        real.sort();
        assert_eq!(listed, real, "{}", trail());

        // The deliveries for a booking cost at most its amount, and each has exactly one booking.
        let receipts = self.shop.owner.seller().receipts().unwrap();
        let mut spent: BTreeMap<u64, u64> = BTreeMap::new();
        for receipt in receipts {
            let settled = receipt.settlement;
            if self.by_hand.contains(&receipt.order) || settled != Settlement::Paid {
                continue;
            }
            let of: Vec<&BookingView> = bookings
                .iter()
                .filter(|booking| {
                    booking.state != BookingState::TakenBack
                        && booking.orders.iter().any(|one| {
                            let own =
                                one.order.id == receipt.order && one.delivered_order.is_none();
                            let instead =
                                one.delivered_order.as_ref() == Some(&receipt.order.to_string());
                            let is_paid = matches!(
                                one.state,
                                BookedOrderState::Settled | BookedOrderState::SettledByHand
                            );
                            is_paid && (own || instead)
                        })
                })
                .collect();
            // A booking may pay one of its orders while another is already paid. Then only the rest
            // is to be paid back.
            let keeps = |booking: &&BookingView| {
                let back = booking.to_pay_back.as_ref().map_or(0, |back| back.minor);
                booking.state == BookingState::PaidAgain
                    && booking
                        .orders
                        .iter()
                        .any(|one| one.order.id == receipt.order)
                    && booking.amount.minor - back >= receipt.price.minor
            };
            let rest = bookings.iter().filter(keeps);
            let of = if of.is_empty() { rest.collect() } else { of };
            let [booking] = of[..] else {
                let states: Vec<_> = of.iter().map(|one| (one.number, one.state)).collect();
                panic!("{} of {states:?}\n{}", receipt.order, trail());
            };
            *spent.entry(booking.number.get()).or_default() += receipt.price.minor;
        }
        for booking in &bookings {
            let spent = spent.get(&booking.number.get()).copied().unwrap_or(0);
            let amount = booking.amount.minor;
            assert!(
                spent <= amount,
                "booking {}: {spent}\n{}",
                booking.number,
                trail()
            );
            // A booking refers to all orders in the text of its transfer. A proposed one has their
            // exact sum.
            let named: BTreeSet<DocumentId> =
                booking.orders.iter().map(|one| one.order.id).collect();
            let is_real = self.came.iter().any(|one| {
                (one.cents, &one.text) == (amount, &booking.text) && one.orders == named
            });
            assert!(is_real, "booking {}\n{}", booking.number, trail());
            if booking.state == BookingState::Proposed {
                let due: u64 = booking.orders.iter().map(|one| one.due.minor).sum();
                assert_eq!(due, amount, "booking {}\n{}", booking.number, trail());
            }
        }
        // The deliveries cost at most the money that came.
        let lost: u64 = spent.values().sum();
        let came: u64 = self.came.iter().map(|one| one.cents).sum();
        assert!(lost <= came, "{}", trail());
    }
}

fn history(seed: u64) -> BTreeMap<&'static str, u64> {
    let mut world = World::new(seed);
    for _ in 0..4 {
        world.order();
    }
    for _ in 0..STEPS {
        world.step();
        world.check();
    }
    world.counts
}

#[test]
fn no_payment_is_used_twice_lost_or_too_small_in_any_history() {
    let first = std::env::var("POUNDWISE_SEED")
        .ok()
        .and_then(|seed| seed.parse().ok());
    let number = std::env::var("POUNDWISE_HISTORIES")
        .ok()
        .and_then(|all| all.parse().ok());
    let first: u64 = first.unwrap_or(1);
    let number: u64 = number.unwrap_or(12);
    let mut counts: BTreeMap<&'static str, u64> = BTreeMap::new();
    for seed in first..first + number {
        println!("seed {seed}");
        for (act, count) in history(seed) {
            *counts.entry(act).or_default() += count;
        }
    }
    println!("{counts:?}");
    if number >= 12 {
        let acts = [
            "order",
            "cancel",
            "reprice",
            "pay",
            "batch",
            "chargeback",
            "repeat",
            "approve",
            "by hand",
            "decline",
            "discard",
            "deliver",
            "refund",
            "set aside",
            "restore",
        ];
        for act in acts {
            assert!(counts.contains_key(act), "{act} never happened: {counts:?}");
        }
    }
}
