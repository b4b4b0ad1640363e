//! Which orders each booking pays.

use std::collections::HashSet;

use poundwise_documents::units::{DocumentId, MinorUnits};
use poundwise_payments::{Due, PaymentMatch, Settled, find};
use proptest::prelude::*;

use crate::support::{
    Entry, IBAN, OTHER, camt, detail, due, euro, message, minor, numbered, order, paid, read,
    reference, statement,
};

/// What the entries of one statement pay, in its order.
fn found(entries: &[Entry], dues: &[Due]) -> Vec<Option<PaymentMatch>> {
    let read = read(&camt(entries));
    let findings = find(&numbered(&read.bookings), dues);
    (1..=read.bookings.len() as u64)
        .map(|number| findings.get(&number).cloned())
        .collect()
}

fn pays(names: &[&str]) -> Option<PaymentMatch> {
    let mut orders: Vec<(String, DocumentId)> = names
        .iter()
        .map(|name| (reference(name), order(name)))
        .collect();
    orders.sort_unstable();
    Some(PaymentMatch::Pays(
        orders.into_iter().map(|(_, order)| order).collect(),
    ))
}

#[test]
fn an_order_is_paid_by_its_reference_at_its_exact_amount() {
    let one = paid(&reference("a"));
    assert_eq!(
        found(std::slice::from_ref(&one), &[due("a", 1000)]),
        [pays(&["a"])]
    );
    for cents in [1, 999, 1001, 10_000] {
        let wrong = Some(PaymentMatch::OtherAmount(vec![order("a")]));
        assert_eq!(
            found(std::slice::from_ref(&one), &[due("a", cents)]),
            [wrong]
        );
    }
    assert_eq!(found(std::slice::from_ref(&one), &[due("b", 1000)]), [None]);
    assert_eq!(found(&[one], &[]), [None]);
}

#[test]
fn zeros_at_the_start_of_reference_and_amount_change_nothing() {
    // The reference begins with two zeros, which people and tables leave out.
    assert!(reference("z367").starts_with("00"));
    let mut entry = paid("oO rxqa p226mfc");
    entry.amount = "0010.0".to_owned();
    assert_eq!(found(&[entry], &[due("z367", 1000)]), [pays(&["z367"])]);
    let without = paid(reference("z367").trim_start_matches('0'));
    assert_eq!(found(&[without], &[due("z367", 1000)]), [None]);
}

#[test]
fn several_orders_in_one_transfer_are_paid_by_their_sum() {
    let text = format!("{} and {}", reference("a"), reference("b"));
    let dues = [due("a", 400), due("b", 600), due("c", 1000)];
    assert_eq!(found(&[paid(&text)], &dues), [pays(&["a", "b"])]);
    // Named twice it is paid once.
    let twice = format!("{text}, {}", reference("a"));
    assert_eq!(found(&[paid(&twice)], &dues), [pays(&["a", "b"])]);
    // In one entry of two transfers.
    let mut batch = paid("");
    batch.details = detail(&reference("a")) + &detail(&reference("b"));
    assert_eq!(found(&[batch], &dues), [pays(&["a", "b"])]);
    // A part of what is named is not chosen, even where its price is the amount.
    let beside = format!("{} {}", reference("b"), reference("c"));
    let Some(Some(PaymentMatch::OtherAmount(orders))) = found(&[paid(&beside)], &dues).pop() else {
        panic!("a part was chosen");
    };
    assert_eq!(orders.len(), 2);
    // A sum beyond all amounts is none.
    let huge = [due("a", MinorUnits::MAX.get()), due("b", 1001)];
    assert!(matches!(
        found(&[paid(&text)], &huge)[0],
        Some(PaymentMatch::OtherAmount(_))
    ));
}

#[test]
fn an_order_without_a_price_is_not_paid() {
    assert_eq!(found(&[paid(&reference("a"))], &[due("a", 0)]), [None]);
    let text = format!("{} {}", reference("a"), reference("b"));
    let dues = [due("a", 0), due("b", 1000)];
    assert_eq!(found(&[paid(&text)], &dues), [pays(&["b"])]);
}

#[test]
fn the_account_and_the_currency_must_be_those_of_the_order() {
    let mut elsewhere = due("a", 1000);
    elsewhere.iban = Some(OTHER.to_owned());
    let mut nowhere = due("a", 1000);
    nowhere.iban = None;
    for due in [elsewhere, nowhere] {
        let wrong = Some(PaymentMatch::OtherAccount(vec![order("a")]));
        assert_eq!(found(&[paid(&reference("a"))], &[due]), [wrong]);
    }
    let mut francs = due("a", 1000);
    francs.currency = "CHF".parse().unwrap();
    let wrong = Some(PaymentMatch::OtherCurrency(vec![order("a")]));
    assert_eq!(found(&[paid(&reference("a"))], &[francs]), [wrong]);
}

#[test]
fn a_reference_of_two_orders_pays_neither() {
    let one = due("a", 1000);
    let mut other = due("b", 1000);
    other.reference = one.reference;
    let findings = found(&[paid(&reference("a"))], &[one, other]);
    assert_eq!(findings, [Some(PaymentMatch::Ambiguous)]);
}

#[test]
fn two_genuine_bookings_pay_one_order_once() {
    let one = paid(&reference("a"));
    let again = Some(PaymentMatch::Again(vec![order("a")]));
    let dues = [due("a", 1000)];
    assert_eq!(
        found(&[one.clone(), one.clone()], &dues),
        [pays(&["a"]), again.clone()]
    );
    // The earlier day comes first, whatever the order of the file.
    let mut earlier = one.clone();
    earlier.day = "2026-11-19";
    assert_eq!(
        found(&[one.clone(), earlier], &dues),
        [again.clone(), pays(&["a"])]
    );
    // One that an order is settled by keeps it.
    let mut settled = due("a", 1000);
    settled.settled = Settled::By(2);
    assert_eq!(
        found(&[one.clone(), one.clone()], &[settled.clone()]),
        [again.clone(), pays(&["a"])]
    );
    settled.settled = Settled::Otherwise;
    assert_eq!(found(&[one], &[settled]), [again]);
}

#[test]
fn what_was_taken_back_pays_nothing() {
    let one = paid(&reference("a"));
    let mut back = one.clone();
    back.direction = "DBIT";
    let dues = [due("a", 1000)];
    let undone = Some(PaymentMatch::Undone);
    assert_eq!(
        found(&[one.clone(), back.clone()], &dues),
        [undone.clone(), None]
    );
    assert_eq!(
        found(&[back.clone(), one.clone()], &dues),
        [None, undone.clone()]
    );
    // Of two that came, one is taken back.
    assert_eq!(
        found(&[one.clone(), one.clone(), back.clone()], &dues),
        [pays(&["a"]), undone, None]
    );
    // Another amount, another reference, and a debit before the credit take nothing back.
    let mut part = back.clone();
    part.amount = "9.99".to_owned();
    let mut other = back.clone();
    other.details = detail(&reference("b"));
    let mut before = back.clone();
    before.day = "2026-11-19";
    let dues = [due("a", 1000), due("b", 1000)];
    for no_reversal in [part, other, before] {
        assert_eq!(found(&[one.clone(), no_reversal], &dues)[0], pays(&["a"]));
    }
    // One that an order is settled by stays, and says so itself.
    let mut settled = due("a", 1000);
    settled.settled = Settled::By(1);
    assert_eq!(found(&[one, back], &[settled])[0], pays(&["a"]));
}

/// What a transfer of the property names, costs, and where it goes.
#[derive(Clone, Debug)]
struct Paid {
    names: Vec<u8>,
    cents: u64,
    debit: bool,
    elsewhere: bool,
    francs: bool,
}

fn some_paid() -> impl Strategy<Value = Paid> {
    (
        prop::collection::vec(0..6_u8, 0..4),
        1..40_u64,
        prop::bool::weighted(0.1),
        prop::bool::weighted(0.1),
        prop::bool::weighted(0.1),
    )
        .prop_map(|(names, cents, debit, elsewhere, francs)| Paid {
            names,
            cents,
            debit,
            elsewhere,
            francs,
        })
}

/// Small prices, so that sums meet amounts often.
fn some_due() -> impl Strategy<Value = (u64, Settled)> {
    (
        0..12_u64,
        prop_oneof![
            8 => Just(Settled::Open),
            1 => (1..8_u64).prop_map(Settled::By),
            1 => Just(Settled::Otherwise),
        ],
    )
}

#[proptest::property_test]
fn a_booking_pays_exactly_what_its_text_names_and_nothing_is_paid_twice(
    #[strategy = prop::collection::vec(some_paid(), 1..8)] transfers: Vec<Paid>,
    #[strategy = prop::collection::vec(some_due(), 1..6)] prices: Vec<(u64, Settled)>,
) {
    let name = |n: u8| format!("order {n}");
    let dues: Vec<Due> = (0..)
        .zip(&prices)
        .map(|(n, (cents, settled))| Due {
            settled: *settled,
            ..due(&name(n), *cents)
        })
        .collect();
    let statements: Vec<String> = transfers
        .iter()
        .map(|transfer| {
            let names: Vec<String> = transfer
                .names
                .iter()
                .map(|n| reference(&name(*n)))
                .collect();
            let entry = Entry {
                amount: format!("{}.{:02}", transfer.cents / 100, transfer.cents % 100),
                direction: if transfer.debit { "DBIT" } else { "CRDT" },
                currency: if transfer.francs { "CHF" } else { "EUR" },
                ..paid(&names.join(" "))
            };
            statement(if transfer.elsewhere { OTHER } else { IBAN }, &[entry])
        })
        .collect();
    let read = read(&message("052", "08", &statements));
    let findings = find(&numbered(&read.bookings), &dues);
    let mut paid_once = HashSet::new();
    for (number, finding) in &findings {
        let booking = &read.bookings[usize::try_from(*number - 1).unwrap()];
        let PaymentMatch::Pays(orders) = finding else {
            continue;
        };
        let set: Vec<&Due> = orders
            .iter()
            .map(|order| dues.iter().find(|due| due.order == *order).unwrap())
            .collect();
        let sum: u64 = set.iter().map(|due| due.amount.get()).sum();
        assert_eq!(minor(sum), booking.amount);
        assert!(!set.is_empty() && set.iter().all(|due| due.amount > MinorUnits::ZERO));
        assert_eq!((booking.iban.as_str(), booking.currency), (IBAN, euro()));
        for due in set {
            assert!(booking.references().contains(&due.reference));
            assert!(paid_once.insert(due.order), "paid twice");
            assert!(matches!(due.settled, Settled::Open) || due.settled == Settled::By(*number));
        }
    }
}
