//! Bank statements: what they pay is proposed, approved together, and used once.

use std::path::PathBuf;

use poundwise_documents::kinds::Settlement;
use poundwise_market::{
    BankName, BookingNumber, Home, Job, PaidLater, Payment, PaymentNote, Roles, Work, bank_columns,
    preview_statement,
    view::{
        BookedOrderState, BookingState, BookingView, CsvColumns, DayOrder, DecimalSign,
        ListingDraft, ListingView, OrderStatus, OrderView, StatementImported,
    },
};

use crate::{
    camt::{Entry, IBAN, OTHER, message, paid, statement},
    fixture::{Town, UnwritableMark, copy_folder, forge, histogram, list, mean_income, parsed},
};

const LATER: &str = "2026-12-30T00:00:00Z";

pub(crate) struct Shop {
    pub(crate) town: Town,
    pub(crate) owner: Home,
    pub(crate) ann: Home,
    listing: ListingView,
}

impl Shop {
    pub(crate) fn open() -> Self {
        let town = Town::new();
        let owner = town.owner_with_table(None);
        let ann = town.home("ann");
        let listing = list(&owner, &payable(histogram()));
        Self {
            town,
            owner,
            ann,
            listing,
        }
    }

    /// An order of €5 for ε 0.5 of the histogram.
    pub(crate) fn order(&self) -> OrderView {
        ordered(&self.ann, &self.listing, "0.5")
    }

    /// Writes `statement.xml`.
    pub(crate) fn statement(&self, kind: &str, iban: &str, entries: &[Entry]) -> PathBuf {
        let file = self.town.path("statement.xml");
        let text = message(kind, "08", &[statement(iban, entries)]);
        std::fs::write(&file, text).unwrap();
        file
    }

    fn import_as(&self, kind: &str, iban: &str, entries: &[Entry]) -> StatementImported {
        let file = self.statement(kind, iban, entries);
        self.owner.seller().import_statement(&file, None).unwrap()
    }

    fn import(&self, entries: &[Entry]) -> StatementImported {
        self.import_as("053", IBAN, entries)
    }

    /// The one booking.
    fn booking(&self) -> BookingView {
        self.owner.seller().booking(parsed("1")).unwrap()
    }

    fn approve(&self, numbers: &[u64]) -> Result<Vec<String>, String> {
        let seller = self.owner.seller();
        let numbers: Vec<_> = numbers.iter().copied().map(BookingNumber::new).collect();
        let job = seller
            .begin_bookings(&numbers)
            .map_err(|e| e.code().to_string())?;
        let answer = job.complete(&self.owner, &Work::silent()).unwrap();
        match answer.refused.first() {
            Some(refused) => Err(refused.problem.code.to_string()),
            None => Ok(answer.receipts.into_iter().map(|r| r.order).collect()),
        }
    }

    fn waiting(&self) -> usize {
        self.owner.seller().waiting().unwrap().len()
    }
}

fn payable(draft: ListingDraft) -> ListingDraft {
    ListingDraft {
        pay_to: Some(format!("payto://iban/{IBAN}")),
        ..draft
    }
}

fn ordered(buyer: &Home, listing: &ListingView, to: &str) -> OrderView {
    buyer
        .buyer()
        .order(&parsed(&listing.id), parsed(to))
        .unwrap()
}

/// A transfer of that amount that names the references of these orders.
pub(crate) fn transfer(amount: &str, orders: &[&OrderView]) -> Entry {
    let references: Vec<String> = orders.iter().map(|o| o.reference.to_string()).collect();
    Entry {
        amount: amount.to_owned(),
        ..paid(&references.join(" and "))
    }
}

fn settled_as(settlement: Settlement) -> Payment {
    Payment {
        settlement: Some(settlement),
        reference: PaymentNote::default(),
    }
}

#[test]
fn what_a_statement_pays_is_proposed_and_approved_together() {
    let shop = Shop::open();
    let bob = shop.town.home("bob");
    let mean = list(&shop.owner, &payable(mean_income()));
    let (one, two) = (shop.order(), ordered(&bob, &mean, "0.5"));
    let price =
        |order: &OrderView| format!("{}.{:02}", order.price.minor / 100, order.price.minor % 100);
    let entries = [
        transfer(&price(&one), &[&one]),
        transfer(&price(&two), &[&two]),
        paid("rent of somebody who is nobody's buyer"),
    ];
    let imported = shop.import(&entries);
    assert_eq!(imported.format, "camt.053.001.08");
    assert_eq!(
        (imported.booked, imported.unnamed, imported.known),
        (3, 1, 0)
    );
    assert_eq!(imported.bookings.len(), 2);
    for booking in &imported.bookings {
        assert_eq!(booking.state, BookingState::Proposed);
        assert_eq!(booking.orders[0].state, BookedOrderState::Approvable);
        assert_eq!(booking.party.as_deref(), Some("Bob Bär"));
        assert!(
            !booking.text.contains("rent"),
            "what pays no order is not kept"
        );
    }
    assert_eq!(shop.waiting(), 2, "nothing is approved by an import");

    let mut approved = shop.approve(&[]).unwrap();
    approved.sort_unstable();
    let mut orders = [one.id.clone(), two.id];
    orders.sort_unstable();
    assert_eq!(approved, orders);
    assert_eq!(shop.waiting(), 0);
    let receipts = shop.owner.seller().receipts().unwrap();
    assert!(
        receipts
            .iter()
            .all(|receipt| receipt.settlement == Settlement::Paid)
    );
    let first = receipts.iter().find(|r| r.order == one.id).unwrap();
    assert_eq!(first.payment_reference, one.reference.to_string());
    assert_eq!(shop.booking().state, BookingState::Settled);
    assert_eq!(shop.ann.buyer().collect().unwrap().releases.len(), 1);

    // Told again, by each kind of message, it pays nothing more.
    for kind in ["052", "053", "054"] {
        let again = shop.import_as(kind, IBAN, &entries);
        assert_eq!((again.known, again.bookings.len()), (2, 2), "{kind}");
    }
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
    assert_eq!(shop.approve(&[1]), Err("pays-nothing".to_owned()));

    // It outlasts the program, and an auditor finds nothing.
    drop(shop.owner);
    let owner = shop.town.reopen("owner");
    assert_eq!(owner.seller().bookings().unwrap().len(), 2);
    let ledger = shop.town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let report = poundwise_market::audit_files(&[ledger]).unwrap();
    assert_eq!(report.findings().len(), 0);
}

#[test]
fn nothing_is_approved_on_a_mismatch() {
    let shop = Shop::open();
    let order = shop.order();
    let mut francs = transfer("5.00", &[&order]);
    francs.currency = "CHF";
    shop.import(&[
        transfer("4.99", &[&order]),
        transfer("5.01", &[&order]),
        francs,
    ]);
    shop.import_as("053", OTHER, &[transfer("5.00", &[&order])]);
    for (number, state) in [
        (1, BookingState::OtherAmount),
        (2, BookingState::OtherAmount),
        (3, BookingState::OtherCurrency),
        (4, BookingState::OtherAccount),
    ] {
        let booking = shop
            .owner
            .seller()
            .booking(BookingNumber::new(number))
            .unwrap();
        assert_eq!(booking.state, state);
        assert_eq!(booking.orders[0].due.minor, 500);
        assert_eq!(shop.approve(&[number]), Err("pays-nothing".to_owned()));
    }
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
    assert_eq!(shop.approve(&[9]), Err("no-such-booking".to_owned()));
    assert_eq!(shop.waiting(), 1);
    let refunded = shop.owner.seller().refund(parsed("1")).unwrap();
    assert_eq!(refunded.state, BookingState::Refunded);
    let kept = shop.owner.seller().booking(parsed("1")).unwrap();
    assert_eq!(kept.state, BookingState::Refunded);
    // The right payment is found beside them.
    shop.import(&[transfer("5.00", &[&order])]);
    assert_eq!(shop.approve(&[5]), Ok(vec![order.id]));
}

#[test]
fn two_genuine_bookings_pay_an_order_once() {
    let shop = Shop::open();
    let order = shop.order();
    let one = transfer("5.00", &[&order]);
    let imported = shop.import(&[one.clone(), one]);
    let states: Vec<BookingState> = (1..=2)
        .map(|number| {
            shop.owner
                .seller()
                .booking(BookingNumber::new(number))
                .unwrap()
                .state
        })
        .collect();
    assert_eq!(states, [BookingState::Proposed, BookingState::PaidAgain]);
    assert_eq!(imported.bookings.len(), 2);
    assert_eq!(shop.approve(&[2]), Err("pays-nothing".to_owned()));
    assert_eq!(shop.approve(&[]), Ok(vec![order.id]));
    let seller = shop.owner.seller();
    assert_eq!(
        seller.booking(parsed("2")).unwrap().state,
        BookingState::PaidAgain
    );
    let settled = seller.refund(parsed("1")).unwrap_err();
    assert_eq!(settled.code().as_str(), "pays-nothing");
    assert_eq!(
        seller.refund(parsed("2")).unwrap().state,
        BookingState::Refunded
    );
}

#[test]
fn the_payment_of_an_order_that_was_approved_by_hand_is_its_own() {
    let shop = Shop::open();
    let order = shop.order();
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    seller
        .approve(&parsed(&order.id), settled_as(Settlement::Paid))
        .unwrap();
    let came = transfer("5.00", &[&order]);
    let imported = shop.import(std::slice::from_ref(&came));
    assert_eq!(imported.bookings[0].state, BookingState::SettledByHand);
    let named = &imported.bookings[0].orders[0];
    assert_eq!(named.state, BookedOrderState::SettledByHand);
    assert_eq!(imported.bookings[0].to_pay_back, None);
    assert_eq!(shop.approve(&[1]), Err("pays-nothing".to_owned()));
    assert!(seller.refund(BookingNumber::new(1)).is_err());
    // A second one is a second one.
    shop.import(&[came.clone(), came]);
    assert_eq!(shop.booking().state, BookingState::SettledByHand);
    let second = seller.booking(BookingNumber::new(2)).unwrap();
    assert_eq!(second.state, BookingState::PaidAgain);
    assert_eq!(second.to_pay_back.unwrap().minor, 500);

    // A sale on credit whose payment was recorded by hand.
    let mean = list(&shop.owner, &payable(mean_income()));
    let order = ordered(&shop.ann, &mean, "0.5");
    seller.inbox().unwrap();
    let receipt = seller
        .approve(&parsed(&order.id), settled_as(Settlement::Credit))
        .unwrap();
    seller
        .record_payment(&parsed(&receipt.id), &PaidLater::default())
        .unwrap();
    shop.import(&[transfer("5.00", &[&order])]);
    assert_eq!(
        seller.booking(BookingNumber::new(3)).unwrap().state,
        BookingState::SettledByHand
    );
}

#[test]
fn a_transfer_for_two_orders_pays_the_other_one_where_one_was_approved_by_hand() {
    let shop = Shop::open();
    let mean = list(&shop.owner, &payable(mean_income()));
    let (one, two) = (shop.order(), ordered(&shop.ann, &mean, "0.5"));
    shop.import(&[transfer("10.00", &[&one, &two])]);
    let by_hand: PaymentNote = parsed("statement 7");
    shop.owner
        .seller()
        .approve(&parsed(&one.id), by_hand)
        .unwrap();
    assert_eq!(shop.booking().state, BookingState::Proposed);
    assert_eq!(shop.approve(&[]), Ok(vec![two.id]));
    assert_eq!(shop.booking().state, BookingState::SettledByHand);
}

/// Paid in good faith: the buyer could not know that the order came too late.
#[test]
fn a_payment_for_an_order_that_came_too_late_is_kept_and_can_be_honoured() {
    // Overtaken by an earlier order of the same buyer, whose answer was not collected yet.
    let shop = Shop::open();
    let first = shop.order();
    let seller = shop.owner.seller();
    seller
        .approve(&parsed(&first.id), settled_as(Settlement::Credit))
        .unwrap();
    let late = ordered(&shop.ann, &shop.listing, "1");
    let imported = shop.import(&[transfer("10.00", &[&late])]);
    assert_eq!((imported.unnamed, imported.bookings.len()), (0, 1));
    let booking = &imported.bookings[0];
    assert_eq!(booking.state, BookingState::NotDelivered);
    let why = booking.orders[0].problem.as_ref().unwrap();
    assert_eq!(why.code.as_str(), "wrong-from");
    shop.ann.buyer().collect().unwrap();
    shop.ann.buyer().cancel_order(&parsed(&late.id)).unwrap();
    let anew = ordered(&shop.ann, &shop.listing, "1");
    seller.inbox().unwrap();
    let receipt = seller.honour(BookingNumber::new(1), &parsed(&anew.id), &Work::silent());
    assert_eq!(receipt.unwrap().price.minor, 500);

    // Expired before it was read first.
    let shop = Shop::open();
    let order = shop.order();
    shop.town.set_clock(LATER);
    let imported = shop.import(&[transfer("5.00", &[&order])]);
    let booking = &imported.bookings[0];
    assert_eq!(booking.state, BookingState::NotDelivered);
    let why = booking.orders[0].problem.as_ref().unwrap();
    assert_eq!(why.code.as_str(), "order-expired");
    assert_eq!(shop.waiting(), 0);
    let anew = shop.order();
    let honoured =
        shop.owner
            .seller()
            .honour(BookingNumber::new(1), &parsed(&anew.id), &Work::silent());
    assert_eq!(honoured.unwrap().price.minor, 500);
}

#[test]
fn a_payment_for_an_order_of_a_blocked_key_is_kept_to_be_paid_back() {
    let shop = Shop::open();
    let order = shop.order();
    let seller = shop.owner.seller();
    seller.block(parsed(&shop.ann.view().kid)).unwrap();
    let imported = shop.import(&[transfer("5.00", &[&order]), paid("rent")]);
    assert_eq!((imported.unnamed, imported.bookings.len()), (1, 1));
    let booking = shop.booking();
    assert_eq!(booking.state, BookingState::UnknownOrder);
    assert!(booking.orders.is_empty());
    assert_eq!(booking.to_pay_back.unwrap().minor, 500);
    assert!(seller.answered().unwrap().is_empty(), "it is not stored");
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
    assert_eq!(shop.approve(&[1]), Err("pays-nothing".to_owned()));
    let again = shop.import(&[transfer("5.00", &[&order])]);
    assert_eq!((again.known, again.unnamed), (1, 0));
    assert_eq!(
        seller.refund(BookingNumber::new(1)).unwrap().state,
        BookingState::Refunded
    );
}

#[test]
fn one_payment_in_three_reports_is_one_and_two_orders_with_no_reference_of_the_bank_are_two() {
    let shop = Shop::open();
    let mean = list(&shop.owner, &payable(mean_income()));
    let (one, two) = (shop.order(), ordered(&shop.ann, &mean, "0.5"));
    let came = transfer("5.00", &[&one]);
    shop.import_as("052", IBAN, std::slice::from_ref(&came));
    let mut daily = came.clone();
    daily.day = "2026-11-21";
    let mut notified = daily.clone();
    notified.details = notified.details.replace("NOTPROVIDED", "E2E-77");
    for (kind, entry) in [("053", daily), ("054", notified)] {
        let told = shop.import_as(kind, IBAN, &[entry]);
        assert_eq!((told.known, told.unnamed), (1, 0), "{kind}");
    }
    let nothing = |order, day| Entry {
        servicer: "N/A",
        day,
        ..transfer("5.00", &[order])
    };
    shop.import(&[nothing(&one, "2026-11-20")]);
    shop.import(&[nothing(&two, "2026-11-23")]);
    let states: Vec<_> = shop.owner.seller().bookings().unwrap();
    let states: Vec<_> = states.iter().map(|booking| booking.state).collect();
    assert_eq!(states, [BookingState::Proposed; 2]);
}

#[test]
fn several_orders_in_one_transfer_are_approved_by_their_sum() {
    let shop = Shop::open();
    let mean = list(&shop.owner, &payable(mean_income()));
    let (one, two) = (shop.order(), ordered(&shop.ann, &mean, "0.5"));
    let sum = one.price.minor + two.price.minor;
    let sum = format!("{}.{:02}", sum / 100, sum % 100);
    shop.import(&[transfer(&sum, &[&one, &two])]);
    // One of them ends before it is approved.
    let seller = shop.owner.seller();
    seller.decline(&parsed(&two.id), "sold out").unwrap();
    let booking = shop.booking();
    assert_eq!(booking.state, BookingState::Proposed);
    let of = |order: &OrderView| {
        let found = booking.orders.iter().find(|one| one.order.id == order.id);
        found.unwrap().state
    };
    assert_eq!(of(&one), BookedOrderState::Approvable);
    assert_eq!(of(&two), BookedOrderState::NotDelivered);
    // The other one is paid by the same booking: it is not delivered for this one's money too.
    assert!(booking.orders.iter().all(|order| order.instead.is_empty()));
    let honoured = seller.honour(parsed("1"), &parsed(&one.id), &Work::silent());
    assert_eq!(honoured.unwrap_err().code().as_str(), "pays-nothing");
    assert_eq!(shop.approve(&[1]), Ok(vec![one.id]));
    let rest = shop.booking();
    assert_eq!(rest.state, BookingState::NotDelivered);
    assert_eq!(
        seller.refund(parsed("1")).unwrap().state,
        BookingState::Refunded
    );
}

#[test]
fn what_is_paid_and_cannot_be_delivered_is_told() {
    type End = fn(&Shop, &OrderView);
    let ends: [(&str, End); 5] = [
        ("order-expired", |shop, _| shop.town.set_clock(LATER)),
        ("order-cancelled", |shop, order| {
            shop.ann.buyer().cancel_order(&parsed(&order.id)).unwrap();
        }),
        ("order-discarded", |shop, order| {
            shop.owner.seller().discard(&parsed(&order.id)).unwrap();
        }),
        ("declined-already", |shop, order| {
            let seller = shop.owner.seller();
            seller.decline(&parsed(&order.id), "no").unwrap();
        }),
        ("stale-price", |shop, _| {
            let seller = shop.owner.seller();
            let again = seller.reprice(&parsed(&shop.listing.id), &parsed("8:88"));
            again.unwrap();
        }),
    ];
    for (code, end) in ends {
        let shop = Shop::open();
        let order = shop.order();
        shop.owner.seller().inbox().unwrap();
        end(&shop, &order);
        let imported = shop.import(&[transfer("5.00", &[&order])]);
        let booking = &imported.bookings[0];
        assert_eq!(booking.state, BookingState::NotDelivered, "{code}");
        let why = booking.orders[0].problem.as_ref().unwrap();
        assert_eq!(why.code.to_string(), code);
        assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()), "{code}");
        assert_eq!(shop.approve(&[1]), Err("pays-nothing".to_owned()), "{code}");
        assert!(shop.owner.seller().receipts().unwrap().is_empty(), "{code}");
    }
}

#[test]
fn it_is_honoured_by_the_order_itself_or_by_a_new_one_that_costs_no_more() {
    // A discarded order may be approved after all.
    let shop = Shop::open();
    let order = shop.order();
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    seller.discard(&parsed(&order.id)).unwrap();
    shop.import(&[transfer("5.00", &[&order])]);
    let honour = |number: u64, id: &str| {
        let honoured =
            shop.owner
                .seller()
                .honour(BookingNumber::new(number), &parsed(id), &Work::silent());
        honoured.map_err(|e| e.code().to_string())
    };
    let instead = |number: u64| -> Vec<String> {
        let booking = shop
            .owner
            .seller()
            .booking(BookingNumber::new(number))
            .unwrap();
        let orders = booking.orders.into_iter().flat_map(|one| one.instead);
        orders.map(|order| order.id).collect()
    };
    assert_eq!(instead(1), std::slice::from_ref(&order.id));
    let receipt = honour(1, &order.id).unwrap();
    assert!(instead(1).is_empty());
    assert_eq!(receipt.settlement, Settlement::Paid);
    assert_eq!(shop.booking().state, BookingState::Settled);
    assert_eq!(shop.booking().orders[0].honoured_by, None, "by no other");
    assert_eq!(honour(1, &order.id).unwrap_err(), "approved-already");

    // Another one is honoured by a new order of its buyer.
    let mean = list(&shop.owner, &payable(mean_income()));
    let gone = ordered(&shop.ann, &mean, "0.5");
    seller.inbox().unwrap();
    shop.ann.buyer().cancel_order(&parsed(&gone.id)).unwrap();
    let amount = format!("{}.{:02}", gone.price.minor / 100, gone.price.minor % 100);
    shop.import(&[transfer(&amount, &[&gone])]);
    assert_eq!(
        seller.booking(parsed("2")).unwrap().state,
        BookingState::NotDelivered
    );
    let bob = shop.town.home("bob");
    let strangers = ordered(&bob, &mean, "0.5");
    let dearer = ordered(&shop.ann, &mean, "1");
    assert_eq!(honour(2, &strangers.id).unwrap_err(), "pays-nothing");
    assert_eq!(honour(2, &dearer.id).unwrap_err(), "pays-nothing");
    assert_eq!(honour(2, &gone.id).unwrap_err(), "order-cancelled");
    shop.ann.buyer().cancel_order(&parsed(&dearer.id)).unwrap();
    let anew = ordered(&shop.ann, &mean, "0.5");
    seller.inbox().unwrap();
    assert_eq!(instead(2), std::slice::from_ref(&anew.id));
    let receipt = honour(2, &anew.id).unwrap();
    assert_eq!(receipt.order, anew.id);
    assert_eq!(receipt.payment_reference, gone.reference.to_string());
    let booking = seller.booking(parsed("2")).unwrap();
    assert_eq!(booking.state, BookingState::Settled);
    assert_eq!(booking.orders[0].honoured_by.as_ref(), Some(&anew.id));
    // It is used: nothing more is honoured by it, nor paid back.
    shop.ann.buyer().collect().unwrap();
    let more = ordered(&shop.ann, &mean, "0.6");
    assert_eq!(honour(2, &more.id).unwrap_err(), "pays-nothing");
    assert!(seller.refund(parsed("2")).is_err());
}

#[test]
fn what_came_for_one_order_honours_no_dearer_one_and_none_of_another_currency() {
    let shop = Shop::open();
    let mean = list(&shop.owner, &payable(mean_income()));
    let francs = list(
        &shop.owner,
        &ListingDraft {
            currency: Some("CHF".to_owned()),
            ceiling: Some("4".to_owned()),
            ..payable(mean_income())
        },
    );
    // €5 and €10 in one transfer, for two orders that cannot be delivered any more.
    let (cheap, dear) = (shop.order(), ordered(&shop.ann, &mean, "1"));
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    for gone in [&cheap, &dear] {
        shop.ann.buyer().cancel_order(&parsed(&gone.id)).unwrap();
    }
    shop.import(&[transfer("15.00", &[&cheap, &dear])]);
    assert_eq!(shop.booking().state, BookingState::NotDelivered);
    // €8, and 5 francs.
    let anew = ordered(&shop.ann, &shop.listing, "0.8");
    let foreign = ordered(&shop.ann, &francs, "0.5");
    assert_eq!((anew.price.minor, foreign.price.minor), (800, 500));
    seller.inbox().unwrap();
    let instead = |of: &OrderView| -> Vec<String> {
        let orders = shop.booking().orders.into_iter();
        let mut orders = orders.filter(|one| one.order.id == of.id);
        let instead = orders.next().unwrap().instead.into_iter();
        instead.map(|order| order.id).collect()
    };
    assert_eq!(instead(&cheap), Vec::<String>::new());
    assert_eq!(instead(&dear), std::slice::from_ref(&anew.id));
    let refused = seller.honour(parsed("1"), &parsed(&foreign.id), &Work::silent());
    assert_eq!(refused.unwrap_err().code().as_str(), "pays-nothing");
    seller
        .honour(parsed("1"), &parsed(&anew.id), &Work::silent())
        .unwrap();
    assert_eq!((instead(&cheap), instead(&dear)), (vec![], vec![]));
}

#[test]
fn a_sale_on_credit_is_paid_later_by_a_booking() {
    let shop = Shop::open();
    let order = shop.order();
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    seller
        .approve(&parsed(&order.id), settled_as(Settlement::Credit))
        .unwrap();
    let mut came = transfer("5.00", &[&order]);
    came.day = "2026-11-17";
    let imported = shop.import(&[came]);
    let booking = &imported.bookings[0];
    assert_eq!(booking.state, BookingState::Proposed);
    assert_eq!(booking.orders[0].state, BookedOrderState::OnCredit);
    assert_eq!(shop.approve(&[]), Ok(vec![order.id.clone()]));
    let receipt = &seller.on_credit(false).unwrap()[0];
    assert_eq!(receipt.owed.as_ref().unwrap().minor, 0);
    assert_eq!(receipt.payments[0].on, "2026-11-17");
    assert_eq!(shop.booking().state, BookingState::Settled);
    assert_eq!(shop.approve(&[1]), Err("pays-nothing".to_owned()));
    // Taken back as a mistake, it is proposed again.
    seller.remove_payment(receipt.payments[0].number).unwrap();
    assert_eq!(shop.booking().state, BookingState::Proposed);
    assert_eq!(shop.approve(&[1]), Ok(vec![order.id]));
}

#[test]
fn money_that_went_back_pays_nothing() {
    let shop = Shop::open();
    let order = shop.order();
    let came = transfer("5.00", &[&order]);
    let mut went = came.clone();
    went.direction = "DBIT";
    went.reversal = "true";
    went.day = "2026-11-21";
    shop.import(&[came]);
    assert_eq!(shop.booking().state, BookingState::Proposed);
    let later = shop.import(&[went]);
    assert_eq!(later.bookings.len(), 0, "what went is no payment");
    assert_eq!(shop.booking().state, BookingState::TakenBack);
    assert_eq!(shop.approve(&[1]), Err("pays-nothing".to_owned()));
    assert_eq!(shop.waiting(), 1);
}

#[test]
fn money_that_went_back_after_the_delivery_is_told_until_it_is_dealt_with() {
    let shop = Shop::open();
    let order = shop.order();
    let came = transfer("5.00", &[&order]);
    shop.import(std::slice::from_ref(&came));
    shop.approve(&[]).unwrap();
    let mut went = came.clone();
    (went.direction, went.reversal, went.day) = ("DBIT", "true", "2026-11-21");
    shop.import(&[went]);
    let seller = shop.owner.seller();
    assert_eq!(shop.booking().state, BookingState::TakenBackDelivered);
    let unpaid = seller.on_credit(true).unwrap();
    assert_eq!(unpaid[0].order, order.id);
    assert_eq!(unpaid[0].taken_back.as_ref().unwrap().minor, 500);
    let books = seller.books().unwrap();
    assert_eq!(books.taken_back[0].minor, 500);
    assert_eq!(books.income[0].minor, 500, "the receipt stays");
    // Paid anew, nothing is owed; that delivers nothing more.
    let mut anew = came.clone();
    anew.day = "2026-11-23";
    shop.import(&[anew]);
    assert_eq!(shop.booking().state, BookingState::TakenBack);
    let place = seller.booking(BookingNumber::new(3)).unwrap();
    assert_eq!(place.state, BookingState::SettledByHand);
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
    assert!(seller.on_credit(true).unwrap().is_empty());

    // Or the owner says that it is dealt with.
    let shop = Shop::open();
    let order = shop.order();
    let came = transfer("5.00", &[&order]);
    let mut went = came.clone();
    (went.direction, went.day) = ("DBIT", "2026-11-21");
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    seller
        .approve(&parsed(&order.id), settled_as(Settlement::Paid))
        .unwrap();
    shop.import(&[came, went]);
    assert_eq!(shop.booking().state, BookingState::TakenBackDelivered);
    assert_eq!(
        seller.refund(BookingNumber::new(1)).unwrap().state,
        BookingState::TakenBack
    );
    assert!(seller.on_credit(true).unwrap().is_empty());
    assert!(seller.books().unwrap().taken_back.is_empty());
}

#[test]
fn what_was_paid_back_does_not_stand_in_the_way_of_the_next_payment() {
    let shop = Shop::open();
    let order = shop.order();
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    seller.discard(&parsed(&order.id)).unwrap();
    let mut came = transfer("5.00", &[&order]);
    shop.import(std::slice::from_ref(&came));
    seller.refund(BookingNumber::new(1)).unwrap();
    came.day = "2026-11-25";
    shop.import(&[came]);
    assert_eq!(
        seller.booking(BookingNumber::new(2)).unwrap().state,
        BookingState::NotDelivered
    );
    let honoured = seller.honour(BookingNumber::new(2), &parsed(&order.id), &Work::silent());
    assert_eq!(honoured.unwrap().order, order.id);
    assert_eq!(shop.booking().state, BookingState::Refunded);
}

/// An order of €10 that is paid and cannot be delivered, and a cheaper one of €5.
fn to_be_honoured(shop: &Shop) -> (OrderView, OrderView) {
    let mean = list(&shop.owner, &payable(mean_income()));
    let dear = ordered(&shop.ann, &mean, "1");
    let cheap = shop.order();
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    shop.import(&[transfer("10.00", &[&dear])]);
    (dear, cheap)
}

#[test]
fn what_a_cheaper_order_leaves_is_to_be_paid_back() {
    let shop = Shop::open();
    let (dear, cheap) = to_be_honoured(&shop);
    let seller = shop.owner.seller();
    seller.discard(&parsed(&dear.id)).unwrap();
    seller
        .honour(BookingNumber::new(1), &parsed(&cheap.id), &Work::silent())
        .unwrap();
    let booking = shop.booking();
    assert_eq!(booking.state, BookingState::Rest);
    assert_eq!(booking.to_pay_back.unwrap().minor, 500);
    assert_eq!(booking.orders[0].rest.as_ref().unwrap().minor, 500);
    assert_eq!(
        seller.refund(BookingNumber::new(1)).unwrap().state,
        BookingState::Refunded
    );
    assert!(seller.refund(BookingNumber::new(1)).is_err());
}

/// Which booking paid for what is in the home alone: after a backup was put back the receipts tell.
#[test]
fn a_payment_that_was_used_is_not_used_again_by_a_home_that_was_put_back() {
    for cancelled in [false, true] {
        let shop = Shop::open();
        let (dear, cheap) = to_be_honoured(&shop);
        let seller = shop.owner.seller();
        if !cancelled {
            seller.discard(&parsed(&dear.id)).unwrap();
        }
        let Shop {
            town,
            owner,
            ann,
            listing,
        } = shop;
        drop(owner);
        let (home, backup) = (town.path("owner"), town.path("backup"));
        copy_folder(&home, &backup);
        let owner = town.reopen("owner");
        if cancelled {
            ann.buyer().cancel_order(&parsed(&dear.id)).unwrap();
            owner.seller().inbox().unwrap();
        }
        owner
            .seller()
            .honour(BookingNumber::new(1), &parsed(&cheap.id), &Work::silent())
            .unwrap();
        owner.seller().refund(BookingNumber::new(1)).unwrap();
        ann.buyer().collect().unwrap();
        drop(owner);
        std::fs::remove_dir_all(&home).unwrap();
        copy_folder(&backup, &home);
        town.set_clock("2026-11-24T12:00:00Z");
        let owner = town.reopen("owner");
        assert!(owner.seller().catch_up().unwrap().payments);
        let shop = Shop {
            town,
            owner,
            ann,
            listing,
        };
        let booking = shop.booking();
        assert_eq!(booking.state, BookingState::Rest, "{cancelled}");
        assert_eq!(booking.orders[0].honoured_by.as_ref(), Some(&cheap.id));
        assert!(booking.perhaps_paid_back, "the mark is lost");
        let seller = shop.owner.seller();
        let more = ordered(&shop.ann, &shop.listing, "0.7");
        seller.inbox().unwrap();
        let again = seller.honour(BookingNumber::new(1), &parsed(&more.id), &Work::silent());
        assert_eq!(again.unwrap_err().code().as_str(), "pays-nothing");
        assert_eq!(shop.approve(&[1]), Err("pays-nothing".to_owned()));
        // The same statement again is known, and one for an order approved before is its own.
        let known = shop.import(&[transfer("10.00", &[&dear])]);
        assert_eq!(known.known, 1);
    }
}

#[test]
fn a_payment_imported_again_after_a_backup_was_put_back_is_that_of_its_receipt() {
    let shop = Shop::open();
    let order = shop.order();
    shop.owner.seller().inbox().unwrap();
    let Shop {
        town,
        owner,
        ann,
        listing,
    } = shop;
    drop(owner);
    let (home, backup) = (town.path("owner"), town.path("backup"));
    copy_folder(&home, &backup);
    let shop = Shop {
        owner: town.reopen("owner"),
        town,
        ann,
        listing,
    };
    let came = [transfer("5.00", &[&order])];
    shop.import(&came);
    shop.approve(&[]).unwrap();
    drop(shop.owner);
    std::fs::remove_dir_all(&home).unwrap();
    copy_folder(&backup, &home);
    let shop = Shop {
        owner: shop.town.reopen("owner"),
        ..shop
    };
    assert!(!shop.owner.seller().catch_up().unwrap().payments);
    let imported = shop.import(&came);
    assert_eq!(imported.bookings[0].state, BookingState::SettledByHand);
    assert!(!imported.bookings[0].perhaps_paid_back);
}

/// The sale stands and waits: it must not be called refused, as it would be made again by hand.
#[test]
fn a_sale_that_is_entered_and_cannot_be_sent_is_approved() {
    let shop = Shop::open();
    let order = shop.order();
    shop.import(&[transfer("5.00", &[&order])]);
    let begun = shop.owner.seller().begin_bookings(&[]).unwrap();
    let made = begun.run(&Work::silent()).unwrap();
    let mark = format!("{}.mark", shop.owner.view().kid);
    let blocked = UnwritableMark::new(shop.town.path("state").join(mark));
    let answer = poundwise_market::BookingsApproval::finish(&shop.owner, made).unwrap();
    drop(blocked);
    assert!(answer.refused.is_empty());
    assert_eq!(answer.receipts[0].order, order.id);
    assert_eq!(answer.unsent[0].order, order.id);
    assert_eq!(answer.unsent[0].problem.code.as_str(), "mark-unwritable");
    assert_eq!(shop.booking().state, BookingState::Settled);
}

#[test]
fn what_changed_while_the_release_was_computed_is_looked_at_again() {
    let shop = Shop::open();
    let order = shop.order();
    shop.import(&[transfer("5.00", &[&order])]);
    let seller = shop.owner.seller();
    let begun = seller.begin_bookings(&[]).unwrap();
    let made = begun.run(&Work::silent()).unwrap();
    seller.decline(&parsed(&order.id), "no").unwrap();
    let answer = poundwise_market::BookingsApproval::finish(&shop.owner, made).unwrap();
    assert!(answer.receipts.is_empty());
    assert_eq!(answer.refused[0].problem.code.as_str(), "declined-already");
    assert_eq!(shop.booking().state, BookingState::NotDelivered);

    // The same booking approved twice at the same time is used once.
    let mean = list(&shop.owner, &payable(mean_income()));
    let order = ordered(&shop.ann, &mean, "0.5");
    let amount = format!("{}.{:02}", order.price.minor / 100, order.price.minor % 100);
    shop.import(&[transfer(&amount, &[&order])]);
    let [one, two] = [(); 2].map(|()| {
        let begun = seller.begin_bookings(&[parsed("2")]).unwrap();
        begun.run(&Work::silent()).unwrap()
    });
    let first = poundwise_market::BookingsApproval::finish(&shop.owner, one).unwrap();
    let second = poundwise_market::BookingsApproval::finish(&shop.owner, two).unwrap();
    assert_eq!((first.receipts.len(), first.refused.len()), (1, 0));
    assert_eq!((second.receipts.len(), second.refused.len()), (0, 1));
    assert_eq!(seller.receipts().unwrap().len(), 1);
    assert_eq!(
        shop.owner.seller().answered().unwrap()[0].status,
        OrderStatus::Delivered
    );
}

fn columns() -> CsvColumns {
    CsvColumns {
        iban: IBAN.to_owned(),
        day: "Tag".to_owned(),
        day_order: DayOrder::DayMonthYear,
        amount: "Betrag".to_owned(),
        decimal: DecimalSign::Comma,
        debit: None,
        currency: Some("EUR".to_owned()),
        currency_column: None,
        text: vec!["Zweck".to_owned()],
        party: None,
        status: None,
        booked: None,
    }
}

#[test]
fn the_columns_of_a_bank_are_chosen_once() {
    let shop = Shop::open();
    let seller = shop.owner.seller();
    let order = shop.order();
    let file = shop.town.path("statement.csv");
    std::fs::write(
        &file,
        format!("Tag;Zweck;Betrag\n20.11.2026;{};5,00\n", order.reference),
    )
    .unwrap();
    let names: Vec<String> = bank_columns(&file)
        .unwrap()
        .into_iter()
        .map(|column| column.name)
        .collect();
    assert_eq!(names, ["Tag", "Zweck", "Betrag"]);

    let code = |error: poundwise_market::Error| error.code().to_string();
    let harbour: BankName = parsed("Harbour Bank");
    assert!("".parse::<BankName>().is_err());
    let unknown = seller.import_statement(&file, None).unwrap_err();
    assert_eq!(code(unknown), "statement");
    let unknown = seller.import_statement(&file, Some(&harbour)).unwrap_err();
    assert_eq!(code(unknown), "no-such-bank");
    assert_eq!(code(seller.bank(&harbour).unwrap_err()), "no-such-bank");
    let mut wrong = columns();
    wrong.iban = "DE75512108001245126198".to_owned();
    let refused = seller.set_bank(&harbour, &wrong).unwrap_err();
    assert_eq!(code(refused), "bank-account");
    let mut wrong = columns();
    wrong.currency = Some("EURO".to_owned());
    let refused = preview_statement(&file, &wrong).unwrap_err();
    assert_eq!(code(refused), "currency");
    let mut wrong = columns();
    wrong.text.clear();
    assert_eq!(code(preview_statement(&file, &wrong).unwrap_err()), "bank");

    // Looked at before they are chosen, by the columns that are proposed and an account.
    let look = seller.look_at_statement(&file).unwrap();
    assert!(look.needs_columns && look.banks.is_empty());
    assert_eq!(
        (&*look.proposed.day, &*look.proposed.amount),
        ("Tag", "Betrag")
    );
    let preview = preview_statement(&file, &columns()).unwrap();
    assert_eq!((preview.booked, preview.unreadable), (1, 0));
    assert!(preview.rows[0].came && preview.rows[0].amount.minor == 500);
    assert_eq!(preview.rows[0].booked_on.as_deref(), Some("2026-11-20"));
    assert!(seller.banks().unwrap().is_empty() && seller.bookings().unwrap().is_empty());

    seller.set_bank(&harbour, &columns()).unwrap();
    assert_eq!(seller.banks().unwrap()[0].columns, columns());
    let look = seller.look_at_statement(&file).unwrap();
    assert_eq!(look.banks[0].name, "Harbour Bank");
    let unnamed = seller.import_statement(&file, None).unwrap_err();
    assert!(unnamed.hints()[0].to_string().contains("Harbour Bank"));
    let imported = seller.import_statement(&file, Some(&harbour)).unwrap();
    assert_eq!(imported.bookings[0].state, BookingState::Proposed);
    // The bank's CAMT of that day tells of the same booking.
    let camt = shop.import(&[transfer("5.00", &[&order])]);
    assert_eq!((camt.known, camt.bookings.len()), (1, 1));

    let mut other = columns();
    other.amount = "Summe".to_owned();
    seller.set_bank(&harbour, &other).unwrap();
    let missing = seller.import_statement(&file, Some(&harbour)).unwrap_err();
    assert!(missing.message().contains("“Summe”"), "{missing}");
    seller.remove_bank(&harbour).unwrap();
    assert!(seller.banks().unwrap().is_empty());
    assert_eq!(
        code(seller.remove_bank(&harbour).unwrap_err()),
        "no-such-bank"
    );
    assert_eq!(
        seller.bookings().unwrap().len(),
        1,
        "what was imported stays"
    );
}

#[test]
fn a_file_that_is_no_statement_changes_nothing() {
    let shop = Shop::open();
    shop.order();
    let file = shop.town.path("statement.xml");
    for text in ["", "<!DOCTYPE a><a/>", "<a>", "a\0b", "hello"] {
        std::fs::write(&file, text).unwrap();
        let refused = shop.owner.seller().import_statement(&file, None);
        let refused = refused.unwrap_err();
        assert_eq!(refused.code().as_str(), "statement", "{text}");
        assert!(refused.message().ends_with('.') && !refused.hints().is_empty());
    }
    let missing = shop.town.path("none.xml");
    let missing = shop.owner.seller().import_statement(&missing, None);
    assert_eq!(missing.unwrap_err().code().as_str(), "not-found");
    assert!(shop.owner.seller().bookings().unwrap().is_empty());
}

/// The tables of bookings came with format 9.
#[test]
fn a_home_of_format_8_is_taken_up_with_all_it_has() {
    let shop = Shop::open();
    let order = shop.order();
    shop.owner.seller().inbox().unwrap();
    let before = shop.owner.check().unwrap();
    drop(shop.owner);
    let home = shop.town.path("owner");
    let database = rusqlite::Connection::open(home.join("poundwise.db")).unwrap();
    database
        .execute_batch(
            "DROP TABLE codebooks; DROP TABLE invoices; DROP TABLE settled; DROP TABLE bookings;
             PRAGMA user_version = 8",
        )
        .unwrap();
    drop(database);
    let key = forge::vault_key(&home, crate::fixture::PASSPHRASE);
    forge::authenticate(&home, &key);

    let owner = shop.town.reopen("owner");
    assert_eq!(owner.check().unwrap().rows, before.rows);
    let shop = Shop { owner, ..shop };
    shop.import(&[transfer("5.00", &[&order])]);
    assert_eq!(shop.approve(&[]), Ok(vec![order.id]));
}
