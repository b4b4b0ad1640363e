//! What is left of payments: orders that cannot be delivered any more, money that went back, rests.

use poundwise_documents::units::DocumentId;
use std::fs;

use poundwise_documents::{kinds::Settlement, units::PaymentReference};
use poundwise_market::{
    BookingDelivery, BookingNumber, CsvForm, Job, PaidLater, Roles, Work,
    view::{BookedOrderState, BookingState, InvoiceState, ListingDraft, OrderView},
};

use crate::{
    camt::paid,
    fixture::{
        list, mean_income, parsed,
        shop::{LATER, Shop, ordered, payable, settled_as, transfer},
    },
    invoices::issue_one,
};

/// Paid in good faith: the buyer could not know that the order came too late.
#[test]
fn a_payment_for_an_order_that_came_too_late_is_kept_and_can_be_delivered() {
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
    let receipt =
        seller.deliver_for_booking(BookingNumber::new(1), &parsed(&anew.id), &Work::silent());
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
    let delivered = shop.owner.seller().deliver_for_booking(
        BookingNumber::new(1),
        &parsed(&anew.id),
        &Work::silent(),
    );
    assert_eq!(delivered.unwrap().price.minor, 500);
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
fn it_pays_the_order_itself_or_a_new_one_that_costs_no_more() {
    // A discarded order may be approved after all.
    let shop = Shop::open();
    let order = shop.order();
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    seller.discard(&parsed(&order.id)).unwrap();
    shop.import(&[transfer("5.00", &[&order])]);
    let deliver = |number: u64, id: &str| {
        let delivered = shop.owner.seller().deliver_for_booking(
            BookingNumber::new(number),
            &parsed(id),
            &Work::silent(),
        );
        delivered.map_err(|e| e.code().to_string())
    };
    let instead = |number: u64| -> Vec<DocumentId> {
        let booking = shop
            .owner
            .seller()
            .booking(BookingNumber::new(number))
            .unwrap();
        let orders = booking.orders.into_iter().flat_map(|one| one.instead);
        orders.map(|order| order.id).collect()
    };
    assert_eq!(instead(1), std::slice::from_ref(&order.id));
    let receipt = deliver(1, &order.id.to_string()).unwrap();
    assert!(instead(1).is_empty());
    assert_eq!(receipt.settlement, Settlement::Paid);
    assert_eq!(shop.booking().state, BookingState::Settled);
    assert_eq!(
        shop.booking().orders[0].delivered_order,
        None,
        "by no other"
    );
    assert_eq!(
        deliver(1, &order.id.to_string()).unwrap_err(),
        "approved-already"
    );

    // Another one pays a new order of its buyer.
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
    assert_eq!(
        deliver(2, &strangers.id.to_string()).unwrap_err(),
        "pays-nothing"
    );
    assert_eq!(
        deliver(2, &dearer.id.to_string()).unwrap_err(),
        "pays-nothing"
    );
    assert_eq!(
        deliver(2, &gone.id.to_string()).unwrap_err(),
        "order-cancelled"
    );
    shop.ann.buyer().cancel_order(&parsed(&dearer.id)).unwrap();
    let anew = ordered(&shop.ann, &mean, "0.5");
    seller.inbox().unwrap();
    assert_eq!(instead(2), std::slice::from_ref(&anew.id));
    let receipt = deliver(2, &anew.id.to_string()).unwrap();
    assert_eq!(receipt.order, anew.id);
    assert_eq!(
        receipt.payment_reference,
        gone.reference.unwrap().to_string()
    );
    let booking = seller.booking(parsed("2")).unwrap();
    assert_eq!(booking.state, BookingState::Settled);
    assert_eq!(booking.orders[0].delivered_order, Some(anew.id.to_string()));
    // Both are paid by it: what comes for one of them pays nothing more.
    let place = |number: u64| {
        let booking = seller.booking(BookingNumber::new(number)).unwrap();
        (booking.state, booking.orders[0].state)
    };
    for (number, order) in [(3, &gone), (4, &anew)] {
        let mut more = transfer(&amount, &[order]);
        more.day = "2026-11-25";
        shop.import(&[more]);
        assert_eq!(
            place(number),
            (BookingState::PaidAgain, BookedOrderState::PaidAlready)
        );
    }
    // It is used: it pays no other order, and is not paid back.
    shop.ann.buyer().collect().unwrap();
    let more = ordered(&shop.ann, &mean, "0.6");
    assert_eq!(
        deliver(2, &more.id.to_string()).unwrap_err(),
        "pays-nothing"
    );
    assert!(seller.refund(parsed("2")).is_err());
}

#[test]
fn a_payment_for_one_order_pays_no_dearer_one_and_none_of_another_currency() {
    let shop = Shop::open();
    let mean = list(&shop.owner, &payable(mean_income()));
    let francs = list(
        &shop.owner,
        &ListingDraft {
            currency: Some(parsed("CHF")),
            ceiling: Some(parsed("4")),
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
    // Nothing, €3, €8, and 5 francs.
    let free = list(
        &shop.owner,
        &ListingDraft {
            price: "2:0".into(),
            ceiling: Some(parsed("2")),
            ..payable(mean_income())
        },
    );
    let free = ordered(&shop.ann, &free, "0.5");
    let cheaper = ordered(&shop.ann, &mean, "0.3");
    let anew = ordered(&shop.ann, &shop.listing, "0.8");
    let foreign = ordered(&shop.ann, &francs, "0.5");
    assert_eq!((anew.price.minor, foreign.price.minor), (800, 500));
    seller.inbox().unwrap();
    let instead = |of: &OrderView| -> Vec<DocumentId> {
        let orders = shop.booking().orders.into_iter();
        let mut orders = orders.filter(|one| one.order.id == of.id);
        let instead = orders.next().unwrap().instead.into_iter();
        instead.map(|order| order.id).collect()
    };
    assert_eq!(instead(&cheap), std::slice::from_ref(&cheaper.id));
    // What leaves least to be paid back is offered first.
    assert_eq!(instead(&dear), [anew.id, cheaper.id]);
    for other in [&foreign, &free] {
        let refused = seller.deliver_for_booking(parsed("1"), &parsed(&other.id), &Work::silent());
        assert_eq!(refused.unwrap_err().code().as_str(), "pays-nothing");
    }
    seller
        .deliver_for_booking(parsed("1"), &parsed(&anew.id), &Work::silent())
        .unwrap();
    let left = (instead(&cheap), instead(&dear));
    assert_eq!(left, (vec![cheaper.id], vec![]));
    // What has a payment of its own takes no other one's.
    shop.import(&[transfer("3.00", &[&cheaper])]);
    let booking = shop.booking();
    assert!(booking.orders.iter().all(|one| one.instead.is_empty()));
    let refused = seller.deliver_for_booking(parsed("1"), &parsed(&cheaper.id), &Work::silent());
    assert_eq!(refused.unwrap_err().code().as_str(), "pays-nothing");
}

/// The reference of an order that costs nothing is shown to nobody; money that names it all the
/// same is none of a sale's.
#[test]
fn what_names_an_order_that_costs_nothing_is_no_payment() {
    let shop = Shop::open();
    let free = ListingDraft {
        price: "8:0".into(),
        ..payable(mean_income())
    };
    let order = ordered(&shop.ann, &list(&shop.owner, &free), "0.5");
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    let reference = PaymentReference::of(&parsed(&order.id));
    shop.import(&[paid(&reference.to_string())]);
    assert!(seller.bookings().unwrap().is_empty());
    assert!(seller.booking(parsed("1")).is_err());
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
    assert!(seller.on_credit(false).unwrap().is_empty());
    let books = seller.books().unwrap();
    assert_eq!(books.taken_back[0].minor, 500);
    assert_eq!(books.income[0].minor, 500, "the receipt stays");
    // An invoice asks for it again.
    issue_one(&shop.owner, &unpaid[0].id.to_string());
    let invoice = || seller.invoices(None).unwrap().remove(0);
    assert_eq!(
        (invoice().state, invoice().open.minor),
        (InvoiceState::Open, 500)
    );
    // Paid anew, nothing is owed; that delivers nothing more.
    let mut anew = came.clone();
    anew.day = "2026-11-23";
    shop.import(&[anew]);
    assert_eq!(shop.booking().state, BookingState::TakenBack);
    let place = seller.booking(BookingNumber::new(3)).unwrap();
    assert_eq!(place.state, BookingState::SettledByHand);
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
    assert!(seller.on_credit(true).unwrap().is_empty());
    assert_eq!(
        (invoice().state, invoice().open.minor),
        (InvoiceState::Paid, 0)
    );

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

/// An order of €5 that was sold on credit, and whose seller recorded €2 and €3 since.
fn paid_in_parts(shop: &Shop) -> OrderView {
    let order = shop.order();
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    let receipt = seller
        .approve(&parsed(&order.id), settled_as(Settlement::Credit))
        .unwrap();
    for amount in ["2", "3"] {
        let part = PaidLater {
            amount: Some(amount.to_owned()),
            ..PaidLater::default()
        };
        seller.record_payment(&parsed(&receipt.id), &part).unwrap();
    }
    order
}

#[test]
fn what_went_back_of_two_payments_of_one_sale_adds_up_in_books_table_and_journal() {
    let shop = Shop::open();
    let order = paid_in_parts(&shop);
    let seller = shop.owner.seller();
    let both = ["2.00", "3.00"].map(|amount| {
        let came = transfer(amount, &[&order]);
        let mut went = came.clone();
        (went.direction, went.day) = ("DBIT", "2026-12-03");
        [came, went]
    });
    shop.import(&both.concat());
    let receipt = seller.on_credit(true).unwrap().remove(0);
    assert_eq!(receipt.taken_back.unwrap().minor, 500);
    assert_eq!(seller.books().unwrap().taken_back[0].minor, 500);

    let (table, journal) = (
        shop.town.path("receipts.csv"),
        shop.town.path("books.journal"),
    );
    seller.export_receipts(&table, CsvForm::default()).unwrap();
    let table = fs::read_to_string(table).unwrap();
    let mut lines = table
        .lines()
        .map(|line| line.split(',').collect::<Vec<_>>());
    let (names, fields) = (lines.next().unwrap(), lines.next().unwrap());
    let place = names.iter().position(|name| *name == "taken_back").unwrap();
    assert_eq!(fields[place], "5.00");
    seller.export_journal(&journal).unwrap();
    let journal = fs::read_to_string(journal).unwrap();
    let back: Vec<&str> = journal
        .lines()
        .filter(|line| line.starts_with("2026-12-03") && line.contains("taken back: 2026-12-03"))
        .collect();
    assert_eq!(back.len(), 2, "{journal}");
    for amount in ["-2.00 EUR", "-3.00 EUR"] {
        let posting = |line: &&str| {
            line.trim_start().starts_with("assets:received:taken back") && line.ends_with(amount)
        };
        assert_eq!(journal.lines().filter(posting).count(), 1, "{journal}");
    }
}

/// Whichever came first.
#[test]
fn parts_that_were_recorded_by_hand_are_told_apart_by_their_amounts() {
    let shop = Shop::open();
    let order = paid_in_parts(&shop);
    let mut came = ["3.00", "2.00"].map(|amount| transfer(amount, &[&order]));
    came[1].day = "2026-11-25";
    for one in came {
        shop.import(&[one]);
    }
    let bookings = shop.owner.seller().bookings().unwrap();
    let states: Vec<_> = bookings.iter().map(|booking| booking.state).collect();
    assert_eq!(states, [BookingState::SettledByHand; 2]);
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
    // Nor does it deliver anything any more.
    assert!(shop.booking().orders[0].instead.is_empty());
    let again =
        seller.deliver_for_booking(BookingNumber::new(1), &parsed(&order.id), &Work::silent());
    assert_eq!(again.unwrap_err().code().as_str(), "pays-nothing");
    came.day = "2026-11-25";
    shop.import(&[came]);
    assert_eq!(
        seller.booking(BookingNumber::new(2)).unwrap().state,
        BookingState::NotDelivered
    );
    let delivered =
        seller.deliver_for_booking(BookingNumber::new(2), &parsed(&order.id), &Work::silent());
    assert_eq!(delivered.unwrap().order, order.id);
    assert_eq!(shop.booking().state, BookingState::Refunded);
}

/// What it paid of one order is not its buyer's, though the other order cost nothing in the end.
#[test]
fn of_a_payment_for_two_orders_what_one_was_delivered_for_is_not_to_be_paid_back() {
    let shop = Shop::open();
    let (one, two) = (shop.order(), shop.order_of("ben"));
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    seller.discard(&parsed(&two.id)).unwrap();
    shop.import(&[transfer("10.00", &[&one, &two])]);
    assert_eq!(shop.approve(&[1]), Ok(vec![one.id]));
    seller
        .approve(&parsed(&two.id), settled_as(Settlement::Free))
        .unwrap();
    let booking = shop.booking();
    assert_eq!(booking.state, BookingState::PaidAgain);
    assert_eq!(booking.to_pay_back.unwrap().minor, 500);
    assert!(!booking.may_be_set_aside);
    let aside = seller.set_booking_aside(parsed("1")).unwrap_err();
    assert_eq!(aside.code().as_str(), "pays-nothing");
}

/// It paid what the other order costs, and not its own price.
#[test]
fn of_a_payment_for_two_orders_what_was_delivered_for_less_is_not_to_be_paid_back() {
    let shop = Shop::open();
    let mean = list(&shop.owner, &payable(mean_income()));
    let (dear, cheap) = (ordered(&shop.ann, &mean, "1"), shop.order());
    let other = shop.order_of("ben");
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    for order in [&dear, &other] {
        seller.discard(&parsed(&order.id)).unwrap();
    }
    shop.import(&[transfer("15.00", &[&dear, &other])]);
    seller
        .deliver_for_booking(BookingNumber::new(1), &parsed(&cheap.id), &Work::silent())
        .unwrap();
    seller
        .approve(&parsed(&other.id), settled_as(Settlement::Free))
        .unwrap();
    let booking = shop.booking();
    assert_eq!(booking.state, BookingState::PaidAgain);
    assert_eq!(booking.to_pay_back.unwrap().minor, 1000);
}

/// It would be called delivered, and its booking would stay as it is.
#[test]
fn an_order_that_is_sold_by_hand_meanwhile_is_not_delivered_for_another_one_too() {
    let shop = Shop::open();
    let (dear, cheap) = paid_in_vain(&shop);
    let seller = shop.owner.seller();
    seller.discard(&parsed(&dear.id)).unwrap();
    let begun = seller
        .begin_delivery_for_booking(parsed("1"), &parsed(&cheap.id))
        .unwrap();
    let made = begun.run(&Work::silent()).unwrap();
    seller
        .approve(&parsed(&cheap.id), settled_as(Settlement::Paid))
        .unwrap();
    let refused = BookingDelivery::finish(&shop.owner, made).unwrap_err();
    assert_eq!(refused.code().as_str(), "approved-already");
    assert_eq!(shop.booking().state, BookingState::NotDelivered);
}

/// Its own payment is its buyer's again: what came for another order may pay it.
#[test]
fn an_order_whose_payment_was_paid_back_is_delivered_for_that_of_another_one() {
    let shop = Shop::open();
    let (dear, cheap) = paid_in_vain(&shop);
    let seller = shop.owner.seller();
    for order in [&dear, &cheap] {
        seller.discard(&parsed(&order.id)).unwrap();
    }
    shop.import(&[transfer("5.00", &[&cheap])]);
    let deliver = || {
        let delivered =
            seller.deliver_for_booking(parsed("1"), &parsed(&cheap.id), &Work::silent());
        delivered.map_err(|refused| refused.code().to_string())
    };
    assert_eq!(deliver().unwrap_err(), "pays-nothing");
    seller.refund(parsed("2")).unwrap();
    assert_eq!(deliver().unwrap().order, cheap.id);
}

/// What came once and went back has one booking in its place, and what comes then came too often.
#[test]
fn a_sale_on_credit_whose_payment_went_back_is_paid_anew_once() {
    let shop = Shop::open();
    let order = shop.order();
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    seller
        .approve(&parsed(&order.id), settled_as(Settlement::Credit))
        .unwrap();
    let came = transfer("5.00", &[&order]);
    let on = |day: &'static str| {
        let mut entry = came.clone();
        entry.day = day;
        entry
    };
    shop.import(std::slice::from_ref(&came));
    shop.approve(&[]).unwrap();
    let mut went = on("2026-11-21");
    (went.direction, went.reversal) = ("DBIT", "true");
    shop.import(&[went]);
    assert_eq!(shop.booking().state, BookingState::TakenBackDelivered);
    shop.import(&[on("2026-11-23"), on("2026-11-24")]);
    for (number, expected) in [
        ("1", BookingState::TakenBack),
        ("3", BookingState::SettledByHand),
        ("4", BookingState::PaidAgain),
    ] {
        assert_eq!(seller.booking(parsed(number)).unwrap().state, expected);
    }
}

/// An order of €10 that is paid and cannot be delivered, and a cheaper one of €5.
fn paid_in_vain(shop: &Shop) -> (OrderView, OrderView) {
    let mean = list(&shop.owner, &payable(mean_income()));
    let dear = ordered(&shop.ann, &mean, "1");
    let cheap = shop.order();
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    shop.import(&[transfer("10.00", &[&dear])]);
    (dear, cheap)
}

/// Nothing is proposed of parts; whoever approves by hand is not asked about them any more.
#[test]
fn what_was_paid_in_parts_is_settled_once_its_order_is_approved_by_hand() {
    let shop = Shop::open();
    let order = shop.order();
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    shop.import(&[transfer("3.00", &[&order]), transfer("2.00", &[&order])]);
    let states = || -> Vec<BookingState> {
        let bookings = seller.bookings().unwrap();
        bookings.iter().map(|booking| booking.state).collect()
    };
    assert_eq!(states(), [BookingState::OtherAmount; 2]);
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
    seller
        .approve(&parsed(&order.id), crate::fixture::paid(""))
        .unwrap();
    assert_eq!(states(), [BookingState::SettledByHand; 2]);
    let booking = shop.booking();
    assert!(booking.to_pay_back.is_none() && !booking.may_be_set_aside);
}

#[test]
fn what_a_cheaper_order_leaves_is_to_be_paid_back() {
    let exact = Shop::open();
    exact.import(&[transfer("5.00", &[&exact.order()])]);
    assert!(exact.booking().orders[0].rest.is_none());
    let shop = Shop::open();
    let (dear, cheap) = paid_in_vain(&shop);
    let seller = shop.owner.seller();
    seller.discard(&parsed(&dear.id)).unwrap();
    seller
        .deliver_for_booking(BookingNumber::new(1), &parsed(&cheap.id), &Work::silent())
        .unwrap();
    let booking = shop.booking();
    assert_eq!(booking.state, BookingState::Rest);
    assert_eq!(booking.to_pay_back.unwrap().minor, 500);
    assert_eq!(booking.orders[0].rest.as_ref().unwrap().minor, 500);
    let refunded = seller.refund(BookingNumber::new(1)).unwrap();
    assert_eq!(refunded.state, BookingState::Refunded);
    assert!(refunded.orders[0].rest.is_none(), "nothing is left of it");
    assert!(seller.refund(BookingNumber::new(1)).is_err());
}

/// The receipt of the cheaper order stays; of the dearer one nothing was delivered.
#[test]
fn of_what_went_back_no_more_is_owed_than_what_was_delivered_costs() {
    let shop = Shop::open();
    let (dear, cheap) = paid_in_vain(&shop);
    let seller = shop.owner.seller();
    seller.discard(&parsed(&dear.id)).unwrap();
    seller
        .deliver_for_booking(BookingNumber::new(1), &parsed(&cheap.id), &Work::silent())
        .unwrap();
    let mut went = transfer("10.00", &[&dear]);
    (went.direction, went.day) = ("DBIT", "2026-11-21");
    shop.import(&[went]);
    assert_eq!(shop.booking().state, BookingState::TakenBackDelivered);
    let unpaid = seller.on_credit(true).unwrap();
    assert_eq!(unpaid[0].order, cheap.id);
    assert_eq!(unpaid[0].taken_back.as_ref().unwrap().minor, 500);
    assert_eq!(seller.books().unwrap().taken_back[0].minor, 500);
    // Paid anew, it takes the place of the first payment, and leaves what that left.
    let mut anew = transfer("10.00", &[&dear]);
    anew.day = "2026-11-23";
    shop.import(&[anew]);
    assert_eq!(shop.booking().state, BookingState::TakenBack);
    let anew = seller.booking(BookingNumber::new(3)).unwrap();
    assert_eq!(anew.state, BookingState::Rest);
    assert_eq!(anew.to_pay_back.unwrap().minor, 500);
}

/// The note of a payment is free text: it may name other orders too.
#[test]
fn an_order_with_a_paid_receipt_has_a_payment_of_its_own_whatever_others_name() {
    let shop = Shop::open();
    let (dear, cheap) = paid_in_vain(&shop);
    let (one, two) = (shop.order_of("bob"), shop.order_of("ben"));
    let seller = shop.owner.seller();
    seller.discard(&parsed(&dear.id)).unwrap();
    seller
        .deliver_for_booking(BookingNumber::new(1), &parsed(&cheap.id), &Work::silent())
        .unwrap();
    seller.inbox().unwrap();
    let noted = format!("cash, with {}", one.reference.unwrap());
    for (order, reference) in [(&one, ""), (&two, &*noted)] {
        seller
            .approve(&parsed(&order.id), crate::fixture::paid(reference))
            .unwrap();
    }
    shop.import(&[transfer("5.00", &[&one]), transfer("5.00", &[&two])]);
    for number in ["2", "3"] {
        let booking = seller.booking(parsed(number)).unwrap();
        assert_eq!(booking.state, BookingState::SettledByHand, "{number}");
        assert_eq!(booking.orders[0].delivered_order, None, "{number}");
    }
}

/// Of a sale on credit that another one's payment names, as if that had been paid for it.
#[test]
fn a_payment_that_a_receipt_names_is_that_of_its_sale() {
    let shop = Shop::open();
    let (one, two) = (shop.order_of("bob"), shop.order_of("ben"));
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    seller
        .approve(&parsed(&one.id), settled_as(Settlement::Credit))
        .unwrap();
    shop.import(&[transfer("5.00", &[&one])]);
    assert_eq!(shop.approve(&[]), Ok(vec![one.id]));
    let noted = format!("cash, with {}", one.reference.as_ref().unwrap());
    seller
        .approve(&parsed(&two.id), crate::fixture::paid(&noted))
        .unwrap();
    let mut more = transfer("5.00", &[&one]);
    more.day = "2026-11-24";
    shop.import(&[more]);
    assert_eq!(shop.booking().state, BookingState::Settled);
    let more = seller.booking(parsed("2")).unwrap();
    assert_eq!(more.state, BookingState::Settled);
    assert_eq!(more.orders[0].delivered_order, Some(two.id.to_string()));
}

/// What its first payment left is its buyer's still.
#[test]
fn an_order_that_was_replaced_and_is_sold_after_all_has_a_payment_of_its_own() {
    for settlement in [Settlement::Paid, Settlement::Credit] {
        let shop = Shop::open();
        let (dear, cheap) = paid_in_vain(&shop);
        let seller = shop.owner.seller();
        seller.discard(&parsed(&dear.id)).unwrap();
        seller
            .deliver_for_booking(BookingNumber::new(1), &parsed(&cheap.id), &Work::silent())
            .unwrap();
        seller
            .approve(&parsed(&dear.id), settled_as(settlement))
            .unwrap();
        let place = |number: u64| {
            let booking = seller.booking(BookingNumber::new(number)).unwrap();
            (booking.state, booking.to_pay_back.map(|back| back.minor))
        };
        let mut anew = transfer("10.00", &[&dear]);
        anew.day = "2026-11-25";
        shop.import(&[anew, transfer("5.00", &[&cheap])]);
        if settlement == Settlement::Credit {
            assert_eq!(place(2), (BookingState::Proposed, None));
            assert_eq!(shop.approve(&[2]), Ok(vec![dear.id]));
        }
        assert_eq!(place(1), (BookingState::Rest, Some(500)));
        let delivered_order = shop.booking().orders.remove(0).delivered_order;
        assert_eq!(delivered_order, Some(cheap.id.to_string()));
        assert_eq!(place(2), (BookingState::SettledByHand, None));
        assert_eq!(place(3), (BookingState::PaidAgain, Some(500)));
        assert!(seller.on_credit(true).unwrap().is_empty());
    }
}

/// Which booking paid for what is in the home alone: after a backup was put back the receipts tell.
#[test]
fn a_payment_that_was_used_is_not_used_again_by_a_home_that_was_put_back() {
    for cancelled in [false, true] {
        let shop = Shop::open();
        let (dear, cheap) = paid_in_vain(&shop);
        let seller = shop.owner.seller();
        if !cancelled {
            seller.discard(&parsed(&dear.id)).unwrap();
        }
        let shop = shop.backed_up();
        let seller = shop.owner.seller();
        if cancelled {
            shop.ann.buyer().cancel_order(&parsed(&dear.id)).unwrap();
            seller.inbox().unwrap();
        }
        seller
            .deliver_for_booking(BookingNumber::new(1), &parsed(&cheap.id), &Work::silent())
            .unwrap();
        seller.refund(BookingNumber::new(1)).unwrap();
        shop.ann.buyer().collect().unwrap();
        shop.town.set_clock("2026-11-24T12:00:00Z");
        let shop = shop.put_back();
        assert!(shop.owner.seller().catch_up().unwrap().payments);
        let booking = shop.booking();
        assert_eq!(booking.state, BookingState::Rest, "{cancelled}");
        assert_eq!(booking.orders[0].state, BookedOrderState::Settled);
        assert_eq!(
            booking.orders[0].delivered_order,
            Some(cheap.id.to_string())
        );
        assert!(booking.perhaps_paid_back, "the mark is lost");
        // What comes once more for the first order is for one that was paid. It may have been paid
        // back since, unless it came after the home had caught up.
        let mut more = [(); 2].map(|()| transfer("10.00", &[&dear]));
        (more[0].day, more[1].day) = ("2026-11-24", "2026-11-25");
        shop.import(&more);
        for (number, perhaps) in [("2", true), ("3", false)] {
            let more = shop.owner.seller().booking(parsed(number)).unwrap();
            assert_eq!(more.state, BookingState::PaidAgain);
            assert_eq!(more.orders[0].state, BookedOrderState::PaidAlready);
            assert!(more.to_pay_back.is_some());
            assert_eq!(more.perhaps_paid_back, perhaps);
        }
        let seller = shop.owner.seller();
        let aside = seller.set_booking_aside(parsed("2")).unwrap();
        assert!(aside.to_pay_back.is_none() && !aside.perhaps_paid_back);
        seller.restore_booking(parsed("2")).unwrap();
        let more = ordered(&shop.ann, &shop.listing, "0.7");
        seller.inbox().unwrap();
        let again =
            seller.deliver_for_booking(BookingNumber::new(1), &parsed(&more.id), &Work::silent());
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
    let shop = shop.backed_up();
    let came = [transfer("5.00", &[&order])];
    shop.import(&came);
    shop.approve(&[]).unwrap();
    let shop = shop.put_back();
    assert!(!shop.owner.seller().catch_up().unwrap().payments);
    let imported = shop.import(&came);
    assert_eq!(imported.bookings[0].state, BookingState::SettledByHand);
    assert!(!imported.bookings[0].perhaps_paid_back);
}
