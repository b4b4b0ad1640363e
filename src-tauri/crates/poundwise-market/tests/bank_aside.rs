//! Bookings that are no payments of orders: set aside, or discarded with their bank.

use poundwise_documents::{kinds::Settlement, units::PaymentReference};
use poundwise_market::{
    BankName, Job, Roles, Work,
    view::{BankRemoval, BookingState, CsvColumns, ListingDraft},
};

use crate::{
    camt::Entry,
    fixture::{
        list, mean_income, parsed,
        shop::{Shop, columns, ordered, payable, settled_as, transfer},
    },
};

#[test]
fn what_is_no_payment_is_set_aside_and_taken_back_and_known_again() {
    let shop = Shop::open();
    let order = shop.order();
    let came = [transfer("5.00", &[&order])];
    shop.import(&came);
    let seller = shop.owner.seller();
    assert!(shop.booking().may_be_set_aside && shop.booking().pays);
    let begun = seller.begin_bookings(&[]).unwrap();
    let made = begun.run(&Work::silent()).unwrap();
    let aside = seller.set_booking_aside(parsed("1")).unwrap();
    assert_eq!(aside.state, BookingState::SetAside);
    assert!(!aside.pays && !aside.may_be_set_aside && aside.to_pay_back.is_none());
    assert!(aside.set_aside_at.unwrap().starts_with("2026-11-18T"));

    // It pays nothing, also what was begun before; nothing is to be paid back of it.
    let answer = poundwise_market::BookingsApproval::finish(&shop.owner, made).unwrap();
    assert_eq!(answer.refused[0].problem.code.as_str(), "pays-nothing");
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
    assert_eq!(shop.approve(&[1]), Err("pays-nothing".to_owned()));
    let code = |refused: poundwise_market::Error| refused.code().to_string();
    assert_eq!(
        code(seller.refund(parsed("1")).unwrap_err()),
        "pays-nothing"
    );
    let twice = seller.set_booking_aside(parsed("1")).unwrap_err();
    assert_eq!(code(twice), "pays-nothing");

    // The same statement again is known, and it stays set aside; so it is after a restart.
    let again = shop.import(&came);
    assert_eq!((again.known, again.bookings.len()), (1, 1));
    assert_eq!(again.bookings[0].state, BookingState::SetAside);
    assert!(shop.owner.check().is_ok());
    drop(shop.owner);
    let shop = Shop {
        owner: shop.town.reopen("owner"),
        ..shop
    };
    assert_eq!(shop.booking().state, BookingState::SetAside);

    // The right payment takes the order, and what is counted again then was paid again.
    let mut genuine = transfer("5.00", &[&order]);
    genuine.day = "2026-11-25";
    shop.import(&[genuine]);
    assert_eq!(shop.approve(&[]), Ok(vec![order.id]));
    let seller = shop.owner.seller();
    let settled = seller.set_booking_aside(parsed("2")).unwrap_err();
    assert_eq!(code(settled), "pays-nothing");
    let restored = seller.restore_booking(parsed("1")).unwrap();
    assert_eq!(restored.state, BookingState::PaidAgain);
    assert_eq!(restored.set_aside_at, None);
    let twice = seller.restore_booking(parsed("1")).unwrap_err();
    assert_eq!(code(twice), "pays-nothing");
    seller.refund(parsed("1")).unwrap();
    let refunded = seller.set_booking_aside(parsed("1")).unwrap_err();
    assert_eq!(code(refunded), "pays-nothing");
}

/// A row of wrong columns repeats a payment: a chargeback is of the payment, not of the row.
#[test]
fn what_is_set_aside_hides_no_money_that_went_back() {
    let shop = Shop::open();
    let order = shop.order();
    let came = transfer("5.00", &[&order]);
    let row = Entry {
        servicer: "wrong",
        day: "2026-11-18",
        ..came.clone()
    };
    shop.import(&[came.clone(), row]);
    let seller = shop.owner.seller();
    seller.set_booking_aside(parsed("2")).unwrap();
    shop.approve(&[]).unwrap();
    let mut went = came;
    (went.direction, went.day) = ("DBIT", "2026-11-21");
    shop.import(&[went]);
    assert_eq!(shop.booking().state, BookingState::TakenBackDelivered);
    assert_eq!(seller.on_credit(true).unwrap().len(), 1);
    assert_eq!(seller.books().unwrap().taken_back[0].minor, 500);
}

/// Writes the CSV of a bank, whose second column of amounts is not what was paid.
fn export(shop: &Shop, name: &str, rows: &[String]) -> std::path::PathBuf {
    let file = shop.town.path(name);
    let rows = rows.concat();
    std::fs::write(&file, format!("Tag;Zweck;Betrag;Saldo\n{rows}")).unwrap();
    file
}

#[test]
fn the_bookings_of_a_removed_bank_that_settle_nothing_are_discarded() {
    let shop = Shop::open();
    let order = shop.order();
    let reference = order.reference.unwrap();
    let seller = shop.owner.seller();
    let bank: BankName = parsed("Harbour Bank");
    let wrong = CsvColumns {
        amount: "Saldo".to_owned(),
        ..columns()
    };
    seller.set_bank(&bank, &wrong).unwrap();
    let file = export(
        &shop,
        "export.csv",
        &[
            format!("19.11.2026;{reference};5,00;905,00\n"),
            format!("20.11.2026;{reference};-7,00;-898,00\n"),
            format!("20.11.2026;{reference};1,00;100,00\n"),
            format!("21.11.2026;{reference};2,00;200,00\n"),
        ],
    );
    seller.import_statement(&file, Some(&bank)).unwrap();
    // One is set aside, one was paid back, and one is told of by CAMT too.
    seller.set_booking_aside(parsed("4")).unwrap();
    seller.refund(parsed("3")).unwrap();
    let mut told = transfer("100.00", &[&order]);
    told.day = "2026-11-20";
    shop.import(&[told.clone()]);
    let numbers = |removal: &BankRemoval| -> Vec<u64> {
        let discarded = removal.discarded.iter();
        discarded.map(|booking| booking.number.get()).collect()
    };
    let preview = seller.preview_bank_removal(&bank).unwrap();
    assert_eq!(numbers(&preview), [4, 1]);
    assert_eq!((preview.discarded_debits, preview.kept), (1, 0));
    assert_eq!(
        seller.bookings().unwrap().len(),
        3,
        "nothing is discarded yet"
    );

    // Not asked for, all stay; the bank of that name is the same one.
    let removed = seller.remove_bank(&bank, false).unwrap();
    assert_eq!((numbers(&removed), removed.kept), (vec![], 3));
    seller.set_bank(&bank, &columns()).unwrap();
    let removed = seller.remove_bank(&bank, true).unwrap();
    assert_eq!((numbers(&removed), removed.kept), (vec![4, 1], 0));
    let left: Vec<_> = seller.bookings().unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].state, BookingState::Refunded);
    assert!(shop.owner.check().is_ok());

    // The right columns: it pays, under a number that no other booking had.
    seller.set_bank(&bank, &columns()).unwrap();
    let imported = seller.import_statement(&file, Some(&bank)).unwrap();
    let paid = imported.bookings.iter().find(|one| one.amount.minor == 500);
    let paid = paid.unwrap();
    assert_eq!((paid.number.get(), paid.state), (5, BookingState::Proposed));
    shop.approve(&[5]).unwrap();
    let preview = seller.preview_bank_removal(&bank).unwrap();
    assert!(!numbers(&preview).contains(&5), "it settled an order");

    // What settled something stays, and what was paid back, and a debit that took back one of them.
    seller.refund(parsed("7")).unwrap();
    let back = export(
        &shop,
        "back.csv",
        &[format!("22.11.2026;{reference};-5,00;0,00\n")],
    );
    seller.import_statement(&back, Some(&bank)).unwrap();
    let booking = seller.booking(parsed("5")).unwrap();
    assert_eq!(booking.state, BookingState::TakenBackDelivered);
    let removed = seller.remove_bank(&bank, true).unwrap();
    assert_eq!(numbers(&removed), [8]);
    assert_eq!((removed.discarded_debits, removed.kept), (1, 3));
    let booking = seller.booking(parsed("5")).unwrap();
    assert_eq!(booking.state, BookingState::TakenBackDelivered);
    // Imported again, nothing is to be paid back or delivered a second time.
    seller.set_bank(&bank, &columns()).unwrap();
    let again = seller.import_statement(&file, Some(&bank)).unwrap();
    assert_eq!(again.known, 2);
    let states: Vec<_> = again.bookings.iter().map(|one| one.state).collect();
    assert_eq!(
        states
            .iter()
            .filter(|one| **one == BookingState::Refunded)
            .count(),
        1
    );
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
}

/// Imported again by itself, what was taken back would pay.
#[test]
fn what_was_taken_back_before_it_paid_stays_with_what_took_it_back() {
    let shop = Shop::open();
    let (one, two) = (shop.order(), shop.order_of("bob"));
    let [one, two] = [one, two].map(|order| order.reference.unwrap());
    let seller = shop.owner.seller();
    let bank: BankName = parsed("Harbour Bank");
    seller.set_bank(&bank, &columns()).unwrap();
    // The second one came after the debit.
    let rows = [
        format!("18.11.2026;{two};-5,00;0,00\n"),
        format!("19.11.2026;{one};5,00;0,00\n"),
        format!("19.11.2026;{two};5,00;0,00\n"),
        format!("20.11.2026;{one};-5,00;0,00\n"),
    ];
    let file = export(&shop, "export.csv", &rows);
    let imported = seller.import_statement(&file, Some(&bank)).unwrap();
    let states: Vec<_> = imported.bookings.iter().map(|one| one.state).collect();
    assert_eq!(states, [BookingState::Proposed, BookingState::TakenBack]);
    let removed = seller.remove_bank(&bank, true).unwrap();
    let discarded: Vec<_> = removed.discarded.iter().map(|one| one.state).collect();
    assert_eq!(discarded, [BookingState::Proposed]);
    assert_eq!((removed.discarded_debits, removed.kept), (1, 2));
}

/// By its day it took nothing back; another report may tell another day of the payment.
#[test]
fn a_debit_stays_where_a_payment_of_another_source_is_what_it_may_have_taken_back() {
    let shop = Shop::open();
    let order = shop.order();
    let came = transfer("5.00", &[&order]);
    shop.import(&[came]);
    let seller = shop.owner.seller();
    let bank: BankName = parsed("Harbour Bank");
    seller.set_bank(&bank, &columns()).unwrap();
    let row = format!("18.11.2026;{};-5,00;0,00\n", order.reference.unwrap());
    let file = export(&shop, "export.csv", &[row]);
    seller.import_statement(&file, Some(&bank)).unwrap();
    assert_eq!(shop.booking().state, BookingState::Proposed);
    let removed = seller.remove_bank(&bank, true).unwrap();
    assert_eq!((removed.discarded_debits, removed.kept), (0, 1));
}

/// It was never told as money that came for an order.
#[test]
fn what_names_an_order_that_costs_nothing_goes_with_its_bank_untold() {
    let shop = Shop::open();
    let free = ListingDraft {
        price: "8:0".into(),
        ..payable(mean_income())
    };
    let order = ordered(&shop.ann, &list(&shop.owner, &free), "0.5");
    let reference = PaymentReference::of(&parsed(&order.id));
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    let bank: BankName = parsed("Harbour Bank");
    seller.set_bank(&bank, &columns()).unwrap();
    let rows = [format!("19.11.2026;{reference};5,00;0,00\n")];
    let file = export(&shop, "export.csv", &rows);
    let imported = seller.import_statement(&file, Some(&bank)).unwrap();
    assert!(imported.bookings.is_empty());
    let removed = seller.remove_bank(&bank, true).unwrap();
    assert_eq!((removed.discarded.len(), removed.kept), (0, 0));
    // It is not in the home any more.
    seller.set_bank(&bank, &columns()).unwrap();
    assert_eq!(
        seller.import_statement(&file, Some(&bank)).unwrap().known,
        0
    );
}

/// Only a payment that stays can have been taken back.
#[test]
fn a_debit_goes_with_its_bank_whatever_another_bank_says_went_out() {
    let shop = Shop::open();
    let reference = shop.order().reference.unwrap();
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    let banks: [BankName; 2] = ["Harbour Bank", "City Bank"].map(parsed);
    for (bank, day) in banks.iter().zip(["19.11.2026", "19.12.2026"]) {
        seller.set_bank(bank, &columns()).unwrap();
        let file = export(&shop, day, &[format!("{day};{reference};-5,00;0,00\n")]);
        let imported = seller.import_statement(&file, Some(bank)).unwrap();
        assert_eq!((imported.known, imported.unnamed), (0, 0));
    }
    let removed = seller.remove_bank(&banks[0], true).unwrap();
    assert_eq!((removed.discarded_debits, removed.kept), (1, 0));
}

/// Also where of two banks the one that was imported last is removed first.
#[test]
fn the_number_of_a_discarded_booking_is_given_to_no_other() {
    let shop = Shop::open();
    let reference = shop.order().reference.unwrap();
    let seller = shop.owner.seller();
    let import = |bank: &BankName, day: &str, amount: &str| {
        seller.set_bank(bank, &columns()).unwrap();
        let file = export(&shop, day, &[format!("{day};{reference};{amount};0,00\n")]);
        let imported = seller.import_statement(&file, Some(bank)).unwrap();
        imported.bookings[0].number.get()
    };
    let banks: [BankName; 2] = ["Harbour Bank", "City Bank"].map(parsed);
    assert_eq!(import(&banks[0], "19.11.2026", "1,00"), 1);
    assert_eq!(import(&banks[1], "20.11.2026", "2,00"), 2);
    for bank in banks.iter().rev() {
        seller.remove_bank(bank, true).unwrap();
    }
    assert!(seller.bookings().unwrap().is_empty());
    assert_eq!(import(&banks[0], "21.11.2026", "3,00"), 3);
}

/// The marks of a home that was put back are those of its backup.
#[test]
fn what_is_set_aside_stays_so_in_a_home_that_caught_up() {
    let shop = Shop::open();
    let (one, two) = (shop.order(), shop.order_of("bob"));
    let came = [transfer("5.00", &[&one]), transfer("4.00", &[&two])];
    shop.import(&came);
    shop.owner.seller().set_booking_aside(parsed("1")).unwrap();
    let shop = shop.backed_up();
    let paid = settled_as(Settlement::Paid);
    let seller = shop.owner.seller();
    seller.approve(&parsed(&two.id), paid).unwrap();
    let shop = shop.put_back();
    assert_eq!(shop.owner.seller().catch_up().unwrap().receipts, 1);
    assert_eq!(shop.booking().state, BookingState::SetAside);
    assert_eq!(shop.import(&came).known, 2);
    assert_eq!(shop.booking().state, BookingState::SetAside);
    assert_eq!(shop.approve(&[]), Err("pays-nothing".to_owned()));
}
