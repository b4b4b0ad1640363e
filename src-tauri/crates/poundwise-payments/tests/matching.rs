//! Which orders each booking pays.

use std::collections::{HashMap, HashSet};

use poundwise_documents::units::{DocumentId, MinorUnits};
use poundwise_payments::{Due, PaidPart, PaymentMatch, Recorded, Role, find};
use proptest::prelude::*;

use crate::support::{
    Entry, IBAN, OTHER, camt, detail, due, entered, euro, message, minor, order, paid, paid_by,
    read, reference, statement, transfer_of,
};

/// What the entries of one statement pay, in its order.
fn found(entries: &[Entry], dues: &[Due]) -> Vec<Option<PaymentMatch>> {
    let read = read(&camt(entries));
    let findings = find(&entered(&read.bookings), dues);
    (1..=read.bookings.len() as u64)
        .map(|number| findings.get(&number).cloned())
        .collect()
}

/// What a booking is for these orders, of which it has so many cents each.
fn is(role: Role, parts: &[(&str, u64)]) -> Option<PaymentMatch> {
    Some(PaymentMatch::Pays(parts_of(role, parts)))
}

fn parts_of(role: Role, parts: &[(&str, u64)]) -> Vec<PaidPart> {
    let mut parts: Vec<(String, PaidPart)> = parts
        .iter()
        .map(|(name, cents)| {
            let part = PaidPart {
                order: order(name),
                amount: minor(*cents),
                role,
            };
            (reference(name), part)
        })
        .collect();
    parts.sort_unstable_by(|one, two| one.0.cmp(&two.0));
    parts.into_iter().map(|(_, part)| part).collect()
}

fn pays(parts: &[(&str, u64)]) -> Option<PaymentMatch> {
    is(Role::Pays, parts)
}

#[test]
fn an_order_is_paid_by_its_reference_at_its_exact_amount() {
    let one = paid(&reference("a"));
    assert_eq!(
        found(std::slice::from_ref(&one), &[due("a", 1000)]),
        [pays(&[("a", 1000)])]
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
    assert_eq!(
        found(&[entry], &[due("z367", 1000)]),
        [pays(&[("z367", 1000)])]
    );
    let without = paid(reference("z367").trim_start_matches('0'));
    assert_eq!(found(&[without], &[due("z367", 1000)]), [None]);
}

#[test]
fn several_orders_in_one_transfer_are_paid_by_their_sum() {
    let text = format!("{} and {}", reference("a"), reference("b"));
    let dues = [due("a", 400), due("b", 600), due("c", 1000)];
    assert_eq!(
        found(&[paid(&text)], &dues),
        [pays(&[("a", 400), ("b", 600)])]
    );
    // Named twice it is paid once.
    let twice = format!("{text}, {}", reference("a"));
    assert_eq!(
        found(&[paid(&twice)], &dues),
        [pays(&[("a", 400), ("b", 600)])]
    );
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

/// A batch entry. Each transfer has an amount, or an empty one, and names an order.
fn batch(amount: &str, transfers: &[(&str, &str)]) -> Entry {
    let details = transfers.iter().map(|(amount, name)| match *amount {
        "" => detail(&reference(name)),
        amount => transfer_of(amount, &reference(name)),
    });
    Entry {
        amount: amount.to_owned(),
        details: details.collect(),
        ..paid("")
    }
}

#[test]
fn each_transfer_of_a_batch_entry_pays_its_own_order() {
    let dues = [due("a", 2000), due("b", 1000)];
    let other = |name: &str| Some(PaymentMatch::OtherAmount(vec![order(name)]));
    // 5.00 for the order, and 15.00 from another payer.
    let short = batch("20.00", &[("5.00", "a"), ("15.00", "nothing")]);
    assert_eq!(found(&[short], &dues), [other("a"), None]);
    // 29.00 and 1.00 for orders of 20.00 and 10.00.
    let crossed = batch("30.00", &[("29.00", "a"), ("1.00", "b")]);
    assert_eq!(found(&[crossed], &dues), [other("a"), other("b")]);
    let right = batch("30.00", &[("20.00", "a"), ("10.00", "b")]);
    assert_eq!(
        found(&[right], &dues),
        [pays(&[("a", 2000)]), pays(&[("b", 1000)])]
    );
    // Two halves that name the same order do not pay it.
    let halves = batch("20.00", &[("10.00", "a"), ("10.00", "a")]);
    assert_eq!(found(&[halves], &dues), [other("a"), other("a")]);
}

#[test]
fn collective_booking_pays_no_order_by_itself() {
    let whole = batch("30.00", &[("", "a"), ("", "b")]);
    let found_of = |dues: &[Due]| found(std::slice::from_ref(&whole), dues).remove(0);
    let collective = |dues: &[Due]| match found_of(dues) {
        Some(PaymentMatch::Collective(orders)) => orders.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!(collective(&[due("a", 2000), due("b", 1000)]), 2);
    assert_eq!(collective(&[due("a", 3000)]), 1);
    assert_eq!(collective(&[paid_by("a", 2000, None), due("b", 1000)]), 2);
    // It matches if the owner has recorded all of its orders as paid.
    let by_hand = [paid_by("a", 2000, None), paid_by("b", 1000, None)];
    assert_eq!(
        found_of(&by_hand),
        is(Role::ByHand, &[("a", 2000), ("b", 1000)])
    );
    // A collective debit does not reverse the payment of a single order.
    let mut back = batch("20.00", &[("", "a"), ("", "b")]);
    back.direction = "DBIT";
    let credit = Entry {
        amount: "20.00".to_owned(),
        ..paid(&reference("a"))
    };
    let debit = Entry {
        direction: "DBIT",
        ..credit.clone()
    };
    let dues = [due("a", 2000)];
    let taken_back = |debit: Entry| found(&[credit.clone(), debit], &dues).remove(0);
    assert_eq!(taken_back(back), pays(&[("a", 2000)]));
    assert_eq!(taken_back(debit), Some(PaymentMatch::Undone));
}

/// A transfer for two orders paid one of them. After its reversal another transfer pays the other
/// order.
#[test]
fn reversed_payment_is_reported_while_another_booking_pays_the_rest() {
    let of = |amount: &str, names: &[&str]| {
        let references: Vec<String> = names.iter().map(|name| reference(name)).collect();
        Entry {
            amount: amount.to_owned(),
            ..paid(&references.join(" "))
        }
    };
    let both = of("15.00", &["a", "b"]);
    let back = Entry {
        direction: "DBIT",
        ..both.clone()
    };
    let dues = [paid_by("a", 500, Some(1)), due("b", 1000)];
    let undone = Some(PaymentMatch::UndonePaid {
        parts: parts_of(Role::Paid, &[("a", 500)]),
        debit: 3,
    });
    assert_eq!(
        found(&[both, of("10.00", &["b"]), back], &dues),
        [undone, pays(&[("b", 1000)]), None]
    );
}

#[test]
fn an_order_without_a_price_is_not_paid() {
    assert_eq!(found(&[paid(&reference("a"))], &[due("a", 0)]), [None]);
    let text = format!("{} {}", reference("a"), reference("b"));
    let dues = [due("a", 0), due("b", 1000)];
    assert_eq!(found(&[paid(&text)], &dues), [pays(&[("b", 1000)])]);
}

#[test]
fn the_account_and_the_currency_must_be_those_of_the_order() {
    let mut elsewhere = due("a", 1000);
    elsewhere.iban = Some(OTHER.to_owned());
    let mut nowhere = due("a", 1000);
    nowhere.iban = None;
    let wrong = || Some(PaymentMatch::OtherAccount(vec![order("a")]));
    let unsaid = Some(PaymentMatch::NoAccount(vec![order("a")]));
    let found_of = |due: &Due| found(&[paid(&reference("a"))], std::slice::from_ref(due));
    assert_eq!(found_of(&elsewhere), [wrong()]);
    assert_eq!(found_of(&nowhere), [unsaid]);
    // Of two orders in one transfer the one that names another account counts.
    let both = paid(&format!("{} {}", reference("a"), reference("b")));
    nowhere = due("b", 1000);
    nowhere.iban = None;
    let Some(Some(PaymentMatch::OtherAccount(orders))) =
        found(&[both], &[elsewhere, nowhere]).pop()
    else {
        panic!("it is not on another account");
    };
    assert_eq!(orders.len(), 2);
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
        [pays(&[("a", 1000)]), again.clone()]
    );
    // The earlier day comes first, whatever the order of the file.
    let mut earlier = one.clone();
    earlier.day = "2026-11-19";
    assert_eq!(
        found(&[one.clone(), earlier], &dues),
        [again.clone(), pays(&[("a", 1000)])]
    );
    // One that is recorded as a part of its price does not pay the rest of it too.
    let mut part = paid_by("a", 400, Some(1));
    (part.price, part.open) = (minor(1000), minor(600));
    let six = Entry {
        amount: "6.00".to_owned(),
        ..one.clone()
    };
    let other = Some(PaymentMatch::OtherAmount(vec![order("a")]));
    assert_eq!(found(&[six], &[part]), [other]);
    // It is that payment, and not one of the same amount that was recorded by hand.
    let mut twice = paid_by("a", 1000, None);
    twice.paid.extend(paid_by("a", 1000, Some(1)).paid);
    assert_eq!(
        found(std::slice::from_ref(&one), &[twice]),
        [is(Role::Paid, &[("a", 1000)])]
    );
    // One that is recorded as its payment keeps it, even where it is not among those that are read.
    let elsewhere = paid_by("a", 1000, Some(9));
    let found_again = found(std::slice::from_ref(&one), &[elsewhere]);
    assert_eq!(found_again, std::slice::from_ref(&again));
    let settled = paid_by("a", 1000, Some(2));
    assert_eq!(
        found(&[one.clone(), one], &[settled]),
        [again, is(Role::Paid, &[("a", 1000)])]
    );
}

#[test]
fn a_payment_recorded_by_hand_is_the_first_booking_that_fits() {
    let one = paid(&reference("a"));
    let by_hand = is(Role::ByHand, &[("a", 1000)]);
    let again = Some(PaymentMatch::Again(vec![order("a")]));
    let dues = [paid_by("a", 1000, None)];
    assert_eq!(
        found(&[one.clone(), one.clone()], &dues),
        [by_hand.clone(), again]
    );
    // On whatever account, since the owner has seen it; not of another amount or currency.
    let mut elsewhere = paid_by("a", 1000, None);
    elsewhere.iban = Some(OTHER.to_owned());
    assert_eq!(found(std::slice::from_ref(&one), &[elsewhere]), [by_hand]);
    let mut part = one.clone();
    part.amount = "9.99".to_owned();
    let other = Some(PaymentMatch::OtherAmount(vec![order("a")]));
    assert_eq!(found(&[part], &dues), [other]);
    let mut francs = one.clone();
    francs.currency = "CHF";
    let foreign = Some(PaymentMatch::OtherCurrency(vec![order("a")]));
    assert_eq!(found(&[francs], &dues), [foreign]);
    // Of several orders in one transfer the others are still paid by it.
    let both = paid(&format!("{} {}", reference("a"), reference("b")));
    let dues = [paid_by("a", 400, None), due("b", 600)];
    let mut parts = parts_of(Role::ByHand, &[("a", 400)]);
    parts.extend(parts_of(Role::Pays, &[("b", 600)]));
    let Some(Some(PaymentMatch::Pays(mut found))) = found(&[both], &dues).pop() else {
        panic!("it pays nothing");
    };
    found.sort_by_key(|part| part.amount);
    assert_eq!(found, parts);
    // What was recorded in two parts came in two bookings, or in one; and what is open beside it.
    let mut parts = paid_by("a", 1000, None);
    (parts.open, parts.paid) = (
        minor(300),
        [200, 500]
            .map(|cents| Recorded {
                amount: minor(cents),
                booking: None,
            })
            .to_vec(),
    );
    let of = |amount: &str| Entry {
        amount: amount.to_owned(),
        ..one.clone()
    };
    let dues = [parts];
    let [two, three, five, seven] = ["2.00", "3.00", "5.00", "7.00"].map(of);
    assert_eq!(
        self::found(&[two, three.clone(), five], &dues),
        [
            is(Role::ByHand, &[("a", 200)]),
            pays(&[("a", 300)]),
            is(Role::ByHand, &[("a", 500)])
        ]
    );
    // Whichever came first.
    let [five, two] = ["5.00", "2.00"].map(of);
    assert_eq!(
        self::found(&[five, two], &dues),
        [
            is(Role::ByHand, &[("a", 500)]),
            is(Role::ByHand, &[("a", 200)])
        ]
    );
    assert_eq!(
        self::found(&[seven, three], &dues),
        [is(Role::ByHand, &[("a", 700)]), pays(&[("a", 300)])]
    );
}

#[test]
fn credits_that_add_up_to_a_payment_recorded_by_hand_are_its_parts() {
    let of = |amount: &str| Entry {
        amount: amount.to_owned(),
        ..paid(&reference("a"))
    };
    let part = |cents| is(Role::ByHand, &[("a", cents)]);
    let other = || Some(PaymentMatch::OtherAmount(vec![order("a")]));
    let by_hand = [paid_by("a", 1000, None)];
    let two = [of("6.00"), of("4.00")];
    assert_eq!(found(&two, &by_hand), [part(600), part(400)]);
    // Before it is recorded each is of another amount: nothing is approved by parts.
    assert_eq!(found(&two, &[due("a", 1000)]), [other(), other()]);
    // All of them, and exactly.
    for third in ["0.01", "4.00", "10.01"] {
        let three = [of("6.00"), of("4.00"), of(third)];
        assert_eq!(found(&three, &by_hand), [other(), other(), other()]);
    }
    assert_eq!(
        found(&[of("6.00"), of("3.99")], &by_hand),
        [other(), other()]
    );
    // The payment itself comes first, and another one that was recorded is not theirs.
    let whole = [of("10.00"), of("6.00"), of("4.00")];
    let again = || Some(PaymentMatch::Again(vec![order("a")]));
    assert_eq!(found(&whole, &by_hand), [part(1000), again(), again()]);
    // So it does where it is booked after them.
    let after = [of("6.00"), of("4.00"), of("10.00")];
    assert_eq!(found(&after, &by_hand), [other(), other(), part(1000)]);
    // Of two payments that were recorded they are the one that no booking is by itself.
    let mut both = paid_by("a", 400, None);
    both.paid.extend(paid_by("a", 600, None).paid);
    let parts = [of("4.00"), of("3.50"), of("2.50")];
    assert_eq!(found(&parts, &[both]), [part(400), part(350), part(250)]);
    // One that was taken back had paid nothing then.
    let mut back = of("10.00");
    back.direction = "DBIT";
    let undone = Some(PaymentMatch::Undone);
    let taken_back = [of("6.00"), of("4.00"), of("10.00"), back];
    assert_eq!(
        found(&taken_back, &by_hand),
        [part(600), part(400), undone, None]
    );
    // In the place of a booking that had paid comes another one, and not several.
    let had_paid = [paid_by("a", 1000, Some(3))];
    assert_eq!(found(&taken_back, &had_paid)[..2], [other(), other()]);
    // Of what was paid back, or names another order too, nothing is counted.
    let read = read(&camt(&two));
    let mut entered = entered(&read.bookings);
    entered[1].refunded = true;
    let findings = find(&entered, &by_hand);
    assert_eq!(findings.get(&1), other().as_ref());
    assert_eq!(findings.get(&2), other().as_ref());
    let with = Entry {
        amount: "4.00".to_owned(),
        ..paid(&format!("{} {}", reference("a"), reference("b")))
    };
    let dues = [paid_by("a", 1000, None), due("b", 700)];
    let both = Some(PaymentMatch::OtherAmount(
        parts_of(Role::Pays, &[("a", 1), ("b", 1)])
            .iter()
            .map(|part| part.order)
            .collect(),
    ));
    assert_eq!(found(&[of("6.00"), with], &dues), [other(), both]);
}

#[test]
fn what_was_paid_back_takes_no_order_that_it_has_not_paid() {
    let one = paid(&reference("a"));
    let read = read(&camt(&[one.clone(), one]));
    let mut bookings = entered(&read.bookings);
    bookings[0].refunded = true;
    let findings = find(&bookings, &[due("a", 1000)]);
    assert_eq!(findings.get(&2), pays(&[("a", 1000)]).as_ref());
    // One that has paid keeps what it paid.
    let findings = find(&bookings, &[paid_by("a", 1000, Some(1))]);
    assert_eq!(
        findings.get(&2),
        Some(&PaymentMatch::Again(vec![order("a")]))
    );
}

/// Of two bookings for a payment that was recorded by hand, the one that was paid back is not it.
#[test]
fn what_was_paid_back_is_no_payment_that_was_recorded_by_hand() {
    let one = paid(&reference("a"));
    let read = read(&camt(&[one.clone(), one]));
    let mut bookings = entered(&read.bookings);
    bookings[0].refunded = true;
    let findings = find(&bookings, &[paid_by("a", 1000, None)]);
    let by_hand = is(Role::ByHand, &[("a", 1000)]);
    assert_eq!(findings.get(&2), by_hand.as_ref());
    let again = PaymentMatch::Again(vec![order("a")]);
    assert_eq!(findings.get(&1), Some(&again));
    // Where there are only such, it is one of them.
    bookings[1].refunded = true;
    let findings = find(&bookings, &[paid_by("a", 1000, None)]);
    assert_eq!(findings.get(&1), by_hand.as_ref());
    assert_eq!(findings.get(&2), Some(&again));
}

/// A transfer for two orders had paid one of them when it was taken back; what was paid back for
/// the other one does not hide that.
#[test]
fn what_was_paid_back_hides_nothing_that_was_taken_back_after_it_had_paid() {
    let both = Entry {
        amount: "15.00".to_owned(),
        ..paid(&format!("{} {}", reference("a"), reference("b")))
    };
    let mut back = both.clone();
    (back.direction, back.day) = ("DBIT", "2026-11-22");
    let other = Entry {
        amount: "5.00".to_owned(),
        ..paid(&reference("b"))
    };
    let read = read(&camt(&[both, other, back]));
    let mut bookings = entered(&read.bookings);
    bookings[1].refunded = true;
    let findings = find(&bookings, &[paid_by("a", 1000, Some(1)), due("b", 500)]);
    let had_paid = parts_of(Role::Paid, &[("a", 1000)]);
    assert_eq!(
        findings.get(&1),
        Some(&PaymentMatch::UndonePaid {
            parts: had_paid,
            debit: 3
        })
    );
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
        [pays(&[("a", 1000)]), undone, None]
    );
    // Of two that came, both are, each by its own.
    let both = [one.clone(), one.clone(), back.clone(), back.clone()];
    let undone = Some(PaymentMatch::Undone);
    assert_eq!(found(&both, &dues), [undone.clone(), undone, None, None]);
    // Another amount, another reference, and a debit before the credit take nothing back.
    let mut part = back.clone();
    part.amount = "9.99".to_owned();
    let mut other = back.clone();
    other.details = detail(&reference("b"));
    let mut before = back.clone();
    before.day = "2026-11-19";
    let dues = [due("a", 1000), due("b", 1000)];
    for no_reversal in [part, other, before] {
        assert_eq!(
            found(&[one.clone(), no_reversal], &dues)[0],
            pays(&[("a", 1000)])
        );
    }
}

#[test]
fn what_was_taken_back_after_it_had_paid_says_so_until_another_booking_takes_its_place() {
    let one = paid(&reference("a"));
    let mut back = one.clone();
    (back.direction, back.day) = ("DBIT", "2026-11-21");
    let gone = |role| {
        Some(PaymentMatch::UndonePaid {
            parts: parts_of(role, &[("a", 1000)]),
            debit: 2,
        })
    };
    for (booking, role) in [(Some(1), Role::Paid), (None, Role::ByHand)] {
        let dues = [paid_by("a", 1000, booking)];
        assert_eq!(found(&[one.clone(), back.clone()], &dues)[0], gone(role));
        let mut anew = one.clone();
        anew.day = "2026-11-22";
        assert_eq!(
            found(&[one.clone(), back.clone(), anew], &dues),
            [
                Some(PaymentMatch::Undone),
                None,
                is(Role::ByHand, &[("a", 1000)])
            ]
        );
    }
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

/// How an order is settled, if it is: by that booking, or by hand.
type Settled = Option<Option<u64>>;

/// Small prices, so that sums meet amounts often.
fn some_due() -> impl Strategy<Value = (u64, Settled)> {
    (
        0..12_u64,
        prop_oneof![
            8 => Just(None),
            1 => (1..8_u64).prop_map(|number| Some(Some(number))),
            1 => Just(Some(None)),
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
        .map(|(n, (cents, settled))| match settled {
            None => due(&name(n), *cents),
            Some(booking) => paid_by(&name(n), *cents, *booking),
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
    let findings = find(&entered(&read.bookings), &dues);
    let mut paid_once = HashSet::new();
    let mut in_parts: HashMap<DocumentId, u64> = HashMap::new();
    for (number, finding) in &findings {
        let booking = &read.bookings[usize::try_from(*number - 1).unwrap()];
        let PaymentMatch::Pays(parts) = finding else {
            continue;
        };
        let sum: u64 = parts.iter().map(|part| part.amount.get()).sum();
        assert_eq!(minor(sum), booking.amount);
        assert_eq!(booking.currency, euro());
        assert!(!parts.is_empty());
        for part in parts {
            let due = dues.iter().find(|due| due.order == part.order).unwrap();
            assert!(part.amount > MinorUnits::ZERO);
            assert!(booking.references().contains(&due.reference));
            // What was recorded by hand may have come in parts, of which each names it alone.
            if part.role == Role::ByHand && part.amount < due.price {
                assert_eq!(parts.len(), 1);
                *in_parts.entry(due.order).or_default() += part.amount.get();
            } else {
                assert_eq!(part.amount, due.price);
                assert!(paid_once.insert(due.order), "paid twice");
            }
            match part.role {
                Role::Pays => assert_eq!((&*booking.iban, due.open), (IBAN, due.price)),
                Role::Paid => assert_eq!(due.paid[0].booking, Some(*number)),
                // Or it takes the place of one that was taken back.
                Role::ByHand => assert_ne!(due.paid[0].booking, Some(*number)),
            }
        }
    }
    for (order, sum) in in_parts {
        let due = dues.iter().find(|due| due.order == order).unwrap();
        assert_eq!(minor(sum), due.price);
        assert!(paid_once.insert(order), "paid twice");
    }
}
