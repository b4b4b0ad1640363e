//! Statement entries for several transfers, and several reports of one booking.

use std::collections::BTreeMap;

use poundwise_market::{
    BookingNumber, Roles, Work,
    view::{BookingState, OrderView, StatementImported},
};

use crate::{
    camt::{Entry, IBAN, detail, transfer_of},
    fixture::{
        list, mean_income, parsed,
        shop::{Shop, ordered, payable, settled_as, transfer},
    },
};
use poundwise_documents::kinds::Settlement;

fn text(orders: &[&OrderView]) -> String {
    let references = orders
        .iter()
        .map(|order| order.reference.unwrap().to_string());
    references.collect::<Vec<_>>().join(" and ")
}

/// Returns an entry for transfers with their own amounts.
fn batch(amount: &str, transfers: &[(&str, &str)]) -> Entry {
    let details = transfers
        .iter()
        .map(|(amount, text)| transfer_of(amount, text));
    Entry {
        amount: amount.to_owned(),
        servicer: "B77",
        details: details.collect(),
        ..transfer(amount, &[])
    }
}

/// Returns an entry for several transfers without their amounts.
fn unsplit(amount: &str, transfers: &[(&str, &str)]) -> Entry {
    let details = transfers.iter().map(|(_, text)| detail(text));
    Entry {
        details: details.collect(),
        ..batch(amount, &[])
    }
}

/// Places two orders of 5.00 each.
fn two_orders(shop: &Shop) -> (OrderView, OrderView) {
    let mean = list(&shop.owner, &payable(mean_income()));
    (shop.order(), ordered(&shop.ann, &mean, "0.5"))
}

fn states(shop: &Shop) -> BTreeMap<u64, BookingState> {
    let bookings = shop.owner.seller().bookings().unwrap();
    bookings
        .iter()
        .map(|one| (one.number.get(), one.state))
        .collect()
}

fn counts(imported: &StatementImported) -> (u64, u64, u64) {
    (imported.booked, imported.unnamed, imported.known)
}

#[test]
fn entry_pays_each_order_by_its_own_transfer() {
    use BookingState::{OtherAmount, Proposed};
    let shop = Shop::open();
    let (one, two) = two_orders(&shop);
    // 9.00 and 1.00 add up to the price of both orders, but neither is the price of one.
    let crossed = batch(
        "10.00",
        &[("9.00", &text(&[&one])), ("1.00", &text(&[&two]))],
    );
    let imported = shop.import(std::slice::from_ref(&crossed));
    assert_eq!(counts(&imported), (2, 0, 0));
    assert_eq!(
        states(&shop),
        BTreeMap::from([(1, OtherAmount), (2, OtherAmount)])
    );
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
    // Another transfer does not complete the payment of an order either.
    let short = Entry {
        servicer: "B78",
        ..batch("5.00", &[("1.25", &text(&[&one])), ("3.75", "rent")])
    };
    shop.import(&[short]);
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
    let right = Entry {
        servicer: "B79",
        ..batch(
            "60.00",
            &[
                ("5.00", &text(&[&one])),
                ("50.00", "rent"),
                ("5.00", &text(&[&two])),
            ],
        )
    };
    let imported = shop.import(std::slice::from_ref(&right));
    assert_eq!(counts(&imported), (3, 1, 0));
    assert!(imported.bookings.iter().all(|one| one.state == Proposed));
    assert_eq!(shop.approve(&[]).unwrap().len(), 2);
    // Every kind of report contains them as known bookings.
    for kind in ["052", "053", "054"] {
        let again = shop.import_as(kind, IBAN, &[crossed.clone(), right.clone()]);
        assert_eq!(counts(&again), (5, 1, 4), "{kind}");
    }
    assert_eq!(states(&shop).len(), 5);
}

#[test]
fn entry_without_transfer_amounts_is_shown_but_pays_no_order() {
    let shop = Shop::open();
    let (one, two) = two_orders(&shop);
    let transfers = [("5.00", &*text(&[&one])), ("5.00", &*text(&[&two]))];
    let whole = unsplit("10.00", &transfers);
    let imported = shop.import(std::slice::from_ref(&whole));
    assert_eq!(imported.bookings[0].state, BookingState::Collective);
    assert_eq!(imported.bookings[0].to_pay_back, None);
    assert_eq!(imported.bookings[0].orders.len(), 2);
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
    assert_eq!(shop.approve(&[1]), Err("pays-nothing".to_owned()));
    let again = shop.import(std::slice::from_ref(&whole));
    assert_eq!((counts(&again), states(&shop).len()), ((1, 0, 1), 1));
    // Another report has the amounts: its transfers replace the entry.
    let parts = shop.import_as("054", IBAN, &[batch("10.00", &transfers)]);
    assert_eq!(counts(&parts), (2, 0, 0));
    let proposed = BookingState::Proposed;
    assert_eq!(
        states(&shop),
        BTreeMap::from([(2, proposed), (3, proposed)])
    );
    // The entry without amounts is then known by its transfers.
    let again = shop.import(std::slice::from_ref(&whole));
    assert_eq!((counts(&again), states(&shop).len()), ((1, 0, 1), 2));
    assert_eq!(again.bookings.len(), 2);
    assert_eq!(shop.approve(&[]).unwrap().len(), 2);
}

#[test]
fn handled_entry_is_not_split_into_its_transfers() {
    for act in ["by hand", "set aside", "refunded"] {
        let shop = Shop::open();
        let (one, two) = two_orders(&shop);
        let transfers = [("5.00", &*text(&[&one])), ("5.00", &*text(&[&two]))];
        shop.import(&[unsplit("10.00", &transfers)]);
        let seller = shop.owner.seller();
        let state = match act {
            "by hand" => {
                for order in [&one, &two] {
                    let paid = settled_as(Settlement::Paid);
                    seller.approve(&parsed(&order.id), paid).unwrap();
                }
                BookingState::SettledByHand
            }
            "set aside" => seller.set_booking_aside(parsed("1")).unwrap().state,
            _ => seller.refund(parsed("1")).unwrap().state,
        };
        let parts = shop.import_as("054", IBAN, &[batch("10.00", &transfers)]);
        assert_eq!(counts(&parts), (2, 0, 2), "{act}");
        assert_eq!(states(&shop), BTreeMap::from([(1, state)]), "{act}");
    }
}

#[test]
fn debit_for_several_returns_reverses_each_payment() {
    let shop = Shop::open();
    let (one, two) = two_orders(&shop);
    let transfers = [("5.00", &*text(&[&one])), ("5.00", &*text(&[&two]))];
    shop.import(&[batch("10.00", &transfers)]);
    let back = Entry {
        direction: "DBIT",
        servicer: "B80",
        ..batch("5.00", &[("5.00", &text(&[&one])), ("0.00", "")])
    };
    shop.import(&[back]);
    let taken = BookingState::TakenBack;
    assert_eq!(
        states(&shop),
        BTreeMap::from([(1, taken), (2, BookingState::Proposed)])
    );
}

/// Payments without references of the bank are distinguished by their day. A day that differs only
/// by the time zone is the same payment.
#[test]
fn payment_on_the_next_day_is_new_but_another_report_is_not() {
    let shop = Shop::open();
    let order = shop.order();
    let on = |day: &'static str| Entry {
        day,
        ..transfer("5.00", &[&order])
    };
    shop.import_as("052", IBAN, &[on("2026-11-20")]);
    let daily = shop.import(&[on("2026-11-21")]);
    assert_eq!(counts(&daily), (1, 0, 1));
    // The day of the statement is known from now on, so a payment of the next day is new.
    let daily = shop.import(&[on("2026-11-21")]);
    assert_eq!(counts(&daily), (1, 0, 1));
    let next = shop.import(&[on("2026-11-22")]);
    assert_eq!(counts(&next), (1, 0, 0));
    let again = BookingState::PaidAgain;
    assert_eq!(
        states(&shop),
        BTreeMap::from([(1, BookingState::Proposed), (2, again)])
    );
    assert_eq!(counts(&shop.import(&[on("2026-11-20")])), (1, 0, 0));
    assert_eq!(
        counts(&shop.import_as("052", IBAN, &[on("2026-11-20")])),
        (1, 0, 1)
    );
}

#[test]
fn payment_after_a_chargeback_is_new() {
    let shop = Shop::open();
    let order = shop.order();
    let on = |day: &'static str, direction: &'static str| Entry {
        day,
        direction,
        ..transfer("5.00", &[&order])
    };
    shop.import_as("052", IBAN, &[on("2026-11-20", "CRDT")]);
    assert_eq!(shop.approve(&[]), Ok(vec![order.id]));
    let daily = [on("2026-11-21", "DBIT"), on("2026-11-21", "CRDT")];
    let imported = shop.import(&daily);
    assert_eq!((counts(&imported), imported.bookings.len()), ((2, 0, 0), 1));
    // One of the two payments was reversed: the one that had not paid an order yet.
    let (settled, taken_back) = (BookingState::Settled, BookingState::TakenBack);
    assert_eq!(
        states(&shop),
        BTreeMap::from([(1, settled), (3, taken_back)])
    );
    assert_eq!(counts(&shop.import(&daily)), (2, 0, 2));
}

#[test]
fn statement_with_a_far_day_is_rejected_whole() {
    let shop = Shop::open();
    let order = shop.order();
    let on = |day: &'static str| Entry {
        day,
        ..transfer("5.00", &[&order])
    };
    let import = |entries: &[Entry]| {
        let file = shop.statement("053", IBAN, entries);
        shop.owner.seller().import_statement(&file, None)
    };
    // Today is 2026-11-18.
    for day in [
        "2026-12-20",
        "2099-01-01",
        "9999-12-31",
        "2016-11-16",
        "0026-11-20",
    ] {
        let refused = import(&[on("2026-11-17"), on(day)]).unwrap_err();
        assert_eq!(refused.code().as_str(), "statement");
        assert!(refused.message().contains(day), "{refused}");
        assert!(
            refused.message().contains("Nothing was imported"),
            "{refused}"
        );
        assert!(states(&shop).is_empty());
    }
    for day in ["2026-12-19", "2016-11-18"] {
        assert_eq!(counts(&import(&[on(day)]).unwrap()), (1, 0, 0));
    }
    let seller = shop.owner.seller();
    let delivered =
        seller.deliver_for_booking(BookingNumber::new(1), &parsed(&order.id), &Work::silent());
    assert_eq!(delivered.unwrap_err().code().as_str(), "pays-nothing");
}
