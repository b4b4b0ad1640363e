//! Bank statements: what they pay is proposed, approved together, and used once.

use std::ops::ControlFlow;

use poundwise_documents::{
    kinds::Settlement,
    units::{DocumentId, PaymentReference},
};
use poundwise_market::{
    BankName, BookingNumber, BookingsApproval, Job, PaidLater, PaymentNote, Roles, Work,
    WorkProgress, bank_columns, preview_statement,
    view::{BookedOrderState, BookingState, OrderStatus, OrderView},
};

use crate::{
    camt::{Entry, IBAN, OTHER, paid},
    fixture::{
        UnwritableMark, dishonest, list, mean_income, parsed,
        shop::{Shop, columns, ordered, payable, settled_as, transfer},
    },
};

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
        paid(&PaymentReference::of(&DocumentId::of("an order of another home")).to_string()),
    ];
    let imported = shop.import(&entries);
    assert_eq!(imported.format, "camt.053.001.08");
    assert_eq!(
        (imported.booked, imported.unnamed, imported.known),
        (4, 2, 0)
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
    let mut orders = [one.id, two.id];
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
    assert_eq!(first.payment_reference, one.reference.unwrap().to_string());
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
fn a_payment_of_a_listing_that_names_no_account_is_the_owners_to_tell() {
    let shop = Shop::open();
    let listing = list(&shop.owner, &mean_income());
    let order = ordered(&shop.ann, &listing, "0.5");
    shop.import(&[transfer("5.00", &[&order])]);
    assert_eq!(shop.booking().state, BookingState::NoAccount);
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
    let seller = shop.owner.seller();
    let paid = settled_as(Settlement::Paid);
    seller.approve(&parsed(&order.id), paid).unwrap();
    assert_eq!(shop.booking().state, BookingState::SettledByHand);
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
    let named = seller.booking(parsed("2")).unwrap().orders.remove(0);
    assert_eq!(named.state, BookedOrderState::PaidAlready);
    assert_eq!(named.due.minor, 500, "what it cost");
    let settled = seller.refund(parsed("1")).unwrap_err();
    assert_eq!(settled.code().as_str(), "pays-nothing");
    assert_eq!(
        seller.refund(parsed("2")).unwrap().state,
        BookingState::Refunded
    );
}

/// The payment that its seller said is the one of the receipt.
#[test]
fn an_order_that_is_sold_by_hand_meanwhile_is_not_sold_by_its_payment_too() {
    let shop = Shop::open();
    let mean = list(&shop.owner, &payable(mean_income()));
    let (one, two) = (shop.order(), ordered(&shop.ann, &mean, "0.5"));
    shop.import(&[transfer("10.00", &[&one, &two])]);
    // They are sold by their references: while the first one is finished, the booking still pays
    // the other.
    let mut orders: Vec<DocumentId> = [one, two].map(|order| parsed(&order.id)).into();
    orders.sort_unstable_by_key(PaymentReference::of);
    let [first, other] = [orders[0], orders[1]];
    let seller = shop.owner.seller();
    let begun = seller.begin_bookings(&[]).unwrap();
    let made = begun.run(&Work::silent()).unwrap();
    seller
        .approve(&parsed(&first), settled_as(Settlement::Credit))
        .unwrap();
    let answer = BookingsApproval::finish(&shop.owner, made).unwrap();
    let sold: Vec<_> = answer.receipts.iter().map(|sold| &sold.order).collect();
    assert_eq!(sold, [&other]);
    assert_eq!(answer.refused.len(), 1);
    assert_eq!(answer.refused[0].problem.code.as_str(), "pays-nothing");
    assert_eq!(seller.on_credit(true).unwrap().len(), 1);
}

/// Why nothing could be begun is told of each order, not that there is none.
#[test]
fn what_an_old_copy_refuses_is_told_of_each_order() {
    let shop = Shop::open();
    let order = shop.order();
    shop.import(&[transfer("5.00", &[&order])]);
    let shop = shop.backed_up();
    shop.owner
        .seller()
        .set_cap(&parsed("people"), parsed("999"), "because")
        .unwrap();
    let shop = shop.put_back();
    assert_eq!(shop.booking().state, BookingState::Proposed);
    assert_eq!(shop.approve(&[]), Err("behind-mark".to_owned()));
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
    shop.import(&[nothing(&one, "2026-11-21")]);
    shop.import(&[nothing(&two, "2026-11-20")]);
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
    let delivered = seller.deliver_for_booking(parsed("1"), &parsed(&one.id), &Work::silent());
    assert_eq!(delivered.unwrap_err().code().as_str(), "pays-nothing");
    assert_eq!(shop.approve(&[1]), Ok(vec![one.id]));
    let rest = shop.booking();
    assert_eq!(rest.state, BookingState::NotDelivered);
    assert_eq!(
        seller.refund(parsed("1")).unwrap().state,
        BookingState::Refunded
    );
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
    assert_eq!(shop.approve(&[]), Ok(vec![order.id]));
    let receipt = &seller.on_credit(false).unwrap()[0];
    assert_eq!(receipt.owed.as_ref().unwrap().minor, 0);
    assert_eq!(receipt.payments[0].on, "2026-11-17");
    assert_eq!(shop.booking().state, BookingState::Settled);
    assert_eq!(shop.approve(&[1]), Err("pays-nothing".to_owned()));
    // Taken back as a mistake, it is proposed again.
    seller.remove_payment(receipt.payments[0].number).unwrap();
    assert_eq!(shop.booking().state, BookingState::Proposed);
    assert_eq!(shop.approve(&[1]), Ok(vec![order.id]));
    // Each order is recorded with the booking that paid it, and only as long as it did.
    let other = shop.order_of("bob");
    seller.inbox().unwrap();
    let sold = seller.approve(&parsed(&other.id), settled_as(Settlement::Credit));
    let sold = parsed(&sold.unwrap().id);
    shop.import(&[transfer("5.00", &[&other])]);
    assert_eq!(shop.approve(&[2]), Ok(vec![other.id]));
    let state = || seller.booking(parsed("2")).unwrap().state;
    assert_eq!(state(), BookingState::Settled);
    seller.remove_payment(parsed("2")).unwrap();
    seller.record_payment(&sold, &PaidLater::default()).unwrap();
    assert_eq!(state(), BookingState::SettledByHand);
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

/// Stopped, it is not an order that is refused: nothing is answered, and all can be begun again.
#[test]
fn an_approval_of_bookings_that_is_stopped_changes_nothing() {
    let shop = Shop::open();
    let order = shop.order();
    shop.import(&[transfer("5.00", &[&order])]);
    let begun = shop.owner.seller().begin_bookings(&[]).unwrap();
    let stop = |_: WorkProgress| ControlFlow::Break(());
    let stopped = begun.run(&Work::telling(&stop)).err().unwrap();
    assert_eq!(stopped.code().as_str(), "stopped");
    assert_eq!(
        (shop.waiting(), shop.booking().state),
        (1, BookingState::Proposed)
    );
    assert_eq!(shop.approve(&[]), Ok(vec![order.id]));
}

/// What one order lacks to be sold is told, and keeps no other one back.
#[test]
fn an_order_whose_release_cannot_be_computed_is_refused_and_the_others_are_sold() {
    let shop = Shop::open();
    let mean = list(&shop.owner, &payable(mean_income()));
    let (one, two) = (shop.order(), ordered(&shop.ann, &mean, "0.5"));
    shop.import(&[transfer("5.00", &[&one]), transfer("5.00", &[&two])]);
    drop(shop.owner);
    dishonest::put_back(&shop.town, &mean, b"no secrets");
    let owner = shop.town.reopen("owner");
    let begun = owner.seller().begin_bookings(&[]).unwrap();
    let answer = begun.complete(&owner, &Work::silent()).unwrap();
    let sold: Vec<_> = answer.receipts.iter().map(|sold| &sold.order).collect();
    assert_eq!(sold, [&one.id]);
    let [refused] = &answer.refused[..] else {
        panic!("{:?}", answer.refused);
    };
    assert_eq!(refused.order, two.id);
    assert_eq!(refused.problem.code.as_str(), "secret-damaged");
}

/// The payment that was recorded meanwhile is told; of the other order it is not known yet.
#[test]
fn of_two_sales_on_credit_the_one_that_was_paid_meanwhile_is_not_paid_again() {
    let shop = Shop::open();
    let mean = list(&shop.owner, &payable(mean_income()));
    let (one, two) = (shop.order(), ordered(&shop.ann, &mean, "0.5"));
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    let [paid, _] = [&one, &two].map(|order| {
        let approved = seller.approve(&parsed(&order.id), settled_as(Settlement::Credit));
        approved.unwrap()
    });
    shop.import(&[transfer("10.00", &[&one, &two])]);
    let begun = seller.begin_bookings(&[]).unwrap();
    let made = begun.run(&Work::silent()).unwrap();
    seller
        .record_payment(&parsed(&paid.id), &PaidLater::default())
        .unwrap();
    let answer = BookingsApproval::finish(&shop.owner, made).unwrap();
    let receipts: Vec<_> = answer.receipts.iter().map(|sold| &sold.order).collect();
    assert_eq!(receipts, [&two.id]);
    let [refused] = &answer.refused[..] else {
        panic!("{:?}", answer.refused);
    };
    assert_eq!(refused.order, one.id);
    assert_eq!(refused.problem.code.as_str(), "pays-nothing");
}

/// A sale on credit that is paid in part by a recorded payment, and for the rest by a booking.
#[test]
fn a_part_that_was_recorded_by_hand_waits_for_its_own_booking() {
    let shop = Shop::open();
    let order = shop.order();
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    let receipt = seller
        .approve(&parsed(&order.id), settled_as(Settlement::Credit))
        .unwrap();
    let part = PaidLater {
        amount: Some("2".to_owned()),
        ..PaidLater::default()
    };
    seller.record_payment(&parsed(&receipt.id), &part).unwrap();
    shop.import(&[transfer("3.00", &[&order])]);
    assert_eq!(shop.approve(&[]), Ok(vec![order.id]));
    shop.import(&[transfer("2.00", &[&order])]);
    assert_eq!(shop.booking().state, BookingState::Settled);
    let by_hand = seller.booking(parsed("2")).unwrap();
    assert_eq!(by_hand.state, BookingState::SettledByHand);
    assert_eq!(by_hand.to_pay_back, None);
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

#[test]
fn the_columns_of_a_bank_are_chosen_once() {
    let shop = Shop::open();
    let seller = shop.owner.seller();
    let order = shop.order();
    let file = shop.town.path("statement.csv");
    std::fs::write(
        &file,
        format!(
            "Tag;Zweck;Betrag\n20.11.2026;{};5,00\n",
            order.reference.unwrap()
        ),
    )
    .unwrap();
    let names: Vec<String> = bank_columns(&file, None)
        .unwrap()
        .columns
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
    let look = seller.look_at_statement(&file, None).unwrap();
    assert!(look.csv.is_some() && look.banks.is_empty());
    assert_eq!(
        (&*look.proposed.day, &*look.proposed.amount),
        ("Tag", "Betrag")
    );
    let preview = preview_statement(&file, &columns()).unwrap();
    assert_eq!((preview.booked, preview.unreadable), (1, 0));
    assert!(preview.rows[0].came && preview.rows[0].amount.minor == 500);
    let went = shop.town.path("went.csv");
    std::fs::write(&went, "Tag;Zweck;Betrag\n20.11.2026;rent;-5,00\n").unwrap();
    assert!(!preview_statement(&went, &columns()).unwrap().rows[0].came);
    assert_eq!(preview.rows[0].booked_on.as_deref(), Some("2026-11-20"));
    assert!(seller.banks().unwrap().is_empty() && seller.bookings().unwrap().is_empty());

    seller.set_bank(&harbour, &columns()).unwrap();
    assert_eq!(seller.banks().unwrap()[0].columns, columns());
    let look = seller.look_at_statement(&file, None).unwrap();
    assert_eq!(look.banks[0].name, "Harbour Bank");
    assert_eq!(look.bank.as_deref(), Some("Harbour Bank"));
    // Another bank, of which the columns were chosen by their numbers, is not proposed for a file
    // with a header; its name comes first.
    let mut by_number = columns();
    by_number.day = "#1".to_owned();
    by_number.amount = "#3".to_owned();
    by_number.text = vec!["#2".to_owned()];
    seller.set_bank(&parsed("A Bank"), &by_number).unwrap();
    let look = seller.look_at_statement(&file, None).unwrap();
    assert_eq!(look.banks.len(), 2);
    assert_eq!(look.bank.as_deref(), Some("Harbour Bank"));
    seller.remove_bank(&parsed("A Bank"), false).unwrap();
    let unnamed = seller.import_statement(&file, None).unwrap_err();
    assert!(unnamed.hints()[0].to_string().contains("Harbour Bank"));
    let imported = seller.import_statement(&file, Some(&harbour)).unwrap();
    assert_eq!(imported.bookings[0].state, BookingState::Proposed);
    // The bank's CAMT of that day tells of the same booking.
    let camt = shop.import(&[transfer("5.00", &[&order])]);
    assert_eq!((camt.known, camt.bookings.len()), (1, 1));
    // It needs no columns.
    let camt = shop.town.path("statement.xml");
    let look = seller.look_at_statement(&camt, None).unwrap();
    assert!(look.csv.is_none() && look.banks.is_empty());

    let mut other = columns();
    other.amount = "Summe".to_owned();
    seller.set_bank(&harbour, &other).unwrap();
    let missing = seller.import_statement(&file, Some(&harbour)).unwrap_err();
    assert!(missing.message().contains("“Summe”"), "{missing}");
    let removed = seller.remove_bank(&harbour, false).unwrap();
    assert_eq!(
        (removed.discarded.len(), removed.kept),
        (0, 0),
        "CAMT told of it too"
    );
    assert!(seller.banks().unwrap().is_empty());
    assert_eq!(
        code(seller.remove_bank(&harbour, false).unwrap_err()),
        "no-such-bank"
    );
    assert_eq!(
        seller.bookings().unwrap().len(),
        1,
        "what was imported stays"
    );
}

#[test]
fn a_csv_with_lines_before_its_header_is_imported() {
    let shop = Shop::open();
    let seller = shop.owner.seller();
    let order = shop.order();
    let file = shop.town.path("statement.csv");
    let before = "Konto;Giro\n\"Zeitraum;November\nTag;Betrag\nStand;5,00\nWährung;EUR\n\n";
    let row = format!("20.11.2026;{};5,00\n", order.reference.unwrap());
    std::fs::write(&file, format!("{before}Tag;Zweck;Betrag\n{row}")).unwrap();
    let look = seller.look_at_statement(&file, None).unwrap();
    assert_eq!(look.csv.unwrap().header, 7);
    assert_eq!(look.proposed.day, "Tag");
    let look = seller.look_at_statement(&file, Some(3)).unwrap();
    assert_eq!(look.csv.unwrap().columns.len(), 2);
    let refused = seller.look_at_statement(&file, Some(6)).unwrap_err();
    assert_eq!(refused.code().as_str(), "statement");
    assert!(refused.message().starts_with("Line 6 "), "{refused}");

    let harbour: BankName = parsed("Harbour Bank");
    seller.set_bank(&harbour, &columns()).unwrap();
    // Whichever line is looked at, the bank is known by its columns.
    let look = seller.look_at_statement(&file, Some(3)).unwrap();
    assert_eq!(look.banks[0].name, "Harbour Bank");
    let imported = seller.import_statement(&file, Some(&harbour)).unwrap();
    assert_eq!((imported.booked, imported.unreadable), (1, 0));
    assert_eq!(imported.bookings[0].state, BookingState::Proposed);
}

#[test]
fn a_part_of_a_payment_is_told_at_the_order_that_waits() {
    let shop = Shop::open();
    let order = shop.order();
    let other = shop.order_of("ben");
    shop.import(&[transfer("2.00", &[&order])]);
    let seller = shop.owner.seller();
    let arrived = || -> Vec<_> {
        let items = seller.waiting().unwrap();
        let of = |id: &str| {
            items
                .iter()
                .find(|item| item.order.id == id.parse().unwrap())
                .unwrap()
        };
        [&order, &other]
            .map(|order| of(&order.id.to_string()).arrived.clone())
            .to_vec()
    };
    let [parts, none] = &arrived()[..] else {
        panic!();
    };
    assert!(none.is_empty());
    let [part] = &parts[..] else {
        panic!("{parts:?}");
    };
    assert_eq!(
        (part.amount.minor, part.due.minor, part.orders),
        (200, 500, 1)
    );
    assert_eq!(part.on.as_deref(), Some("2026-11-20"));
    assert_eq!(part.booking, parsed("1"));

    // The rest comes as another booking, and one of both orders together.
    shop.import(&[
        transfer("3.00", &[&order]),
        transfer("9.00", &[&order, &other]),
    ]);
    let told = arrived();
    let amounts = |nth: usize| -> Vec<_> {
        let parts = told[nth].iter();
        parts
            .map(|one| (one.amount.minor, one.due.minor, one.orders))
            .collect()
    };
    assert_eq!(amounts(0), [(200, 500, 1), (300, 500, 1), (900, 1000, 2)]);
    assert_eq!(amounts(1), [(900, 1000, 2)]);

    // What was paid back, is no payment, or pays the order is no part any more.
    seller.refund(parsed("1")).unwrap();
    seller.set_booking_aside(parsed("2")).unwrap();
    assert_eq!(arrived()[0].len(), 1);
    shop.import(&[transfer("5.00", &[&order])]);
    let paid = seller.waiting().unwrap();
    assert!(
        paid.iter()
            .all(|item| item.arrived.iter().all(|one| one.orders == 2))
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
