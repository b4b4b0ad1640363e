//! How orders are paid: references, pay cards, and what arrives later.

use poundwise_documents::{
    kinds::Settlement,
    units::{MinorUnits, PaymentReference},
};
use poundwise_market::{
    CsvForm, ErrorCode, Home, OrderDays, PaidLater, Payment, PaymentDay, PaymentNote, Roles,
    error::{AmountFault, DayFault, ErrorPlace},
    qr_rows,
    view::{BooksGroup, ListingDraft, Money, OrderView, ReceiptView, Stale},
};

use crate::fixture::{Town, histogram, list, mean_income, paid, parsed};

const ACCOUNT: &str = "payto://iban/DE75512108001245126199?receiver-name=Harbour%20Clinic";

struct Shop {
    town: Town,
    owner: Home,
    ann: Home,
}

impl Shop {
    fn open() -> Self {
        let town = Town::new();
        let owner = town.owner_with_table(None);
        let ann = town.home("ann");
        Self { town, owner, ann }
    }

    /// An order for ε 0.5 of a listing with that address and whatever else.
    fn order(&self, pay_to: &str, draft: ListingDraft) -> OrderView {
        let listing = list(
            &self.owner,
            &ListingDraft {
                pay_to: Some(parsed(pay_to)),
                ..draft
            },
        );
        self.ann
            .buyer()
            .order(&parsed(&listing.id), parsed("0.5"))
            .unwrap()
    }

    fn placed(&self, order: &OrderView) -> OrderView {
        let orders = self.ann.buyer().orders().unwrap();
        orders.into_iter().find(|one| one.id == order.id).unwrap()
    }
}

/// Whatever account its listing names.
#[test]
fn an_order_that_costs_nothing_is_not_to_be_paid() {
    for (price, is_paid) in [("2:20", true), ("2:0", false)] {
        let draft = ListingDraft {
            price: price.into(),
            ..mean_income()
        };
        let order = Shop::open().order(ACCOUNT, draft);
        assert_eq!(order.pay.is_some(), is_paid, "{price}");
    }
}

fn on(settlement: Settlement) -> Payment {
    Payment {
        settlement: Some(settlement),
        reference: PaymentNote::default(),
    }
}

#[test]
fn buyer_owner_and_receipt_say_the_same_reference() {
    let shop = Shop::open();
    let order = shop.order(ACCOUNT, histogram());
    let id = order.id;
    assert_eq!(order.reference, Some(PaymentReference::of(&id)));
    let inbox = shop.owner.seller().inbox().unwrap();
    assert_eq!(inbox[0].order.reference, order.reference);
    assert!(inbox[0].order.pay.is_none(), "the owner does not pay");
    let receipt = shop
        .owner
        .seller()
        .approve(&parsed(&order.id), on(Settlement::Paid))
        .unwrap();
    assert_eq!(
        receipt.payment_reference,
        order.reference.unwrap().to_string()
    );
}

#[test]
fn a_receipt_without_a_payment_names_none() {
    let shop = Shop::open();
    let order = shop.order(ACCOUNT, histogram());
    shop.owner.seller().inbox().unwrap();
    let receipt = shop
        .owner
        .seller()
        .approve(&parsed(&order.id), on(Settlement::Free))
        .unwrap();
    assert_eq!(receipt.payment_reference, "");
}

#[test]
fn a_pay_card_has_what_a_transfer_needs() {
    let shop = Shop::open();
    let order = shop.order(ACCOUNT, histogram());
    let pay = order.pay.unwrap();
    assert_eq!(pay.recipient, "Harbour Clinic");
    assert_eq!(pay.iban.as_deref(), Some("DE75512108001245126199"));
    let code = pay.code.unwrap();
    let lines: Vec<&str> = code.split('\n').collect();
    let reference = order.reference.unwrap().to_string();
    assert_eq!(
        lines,
        [
            "BCD",
            "002",
            "1",
            "SCT",
            "",
            "Harbour Clinic",
            "DE75512108001245126199",
            "EUR5.00",
            "",
            "",
            &reference,
        ]
    );
    let rows = qr_rows(&code).unwrap();
    let side = rows.len();
    assert!((21..=17 + 4 * 13).contains(&side), "version 13 at most");
    assert!(rows.iter().all(|row| row.len() == side));
    // The finder pattern in three corners.
    assert!(rows[0].starts_with("1111111") && rows[0].ends_with("1111111"));
    assert!(rows[side - 1].starts_with("1111111"));
}

#[test]
fn there_is_a_code_only_for_euros_to_an_account_in_sepa() {
    let shop = Shop::open();
    let with_bank = "payto://iban/DEUTDEFF/DE75512108001245126199?receiver-name=A%20%26%20B";
    let order = shop.order(with_bank, histogram());
    let text = order.pay.clone().unwrap().code.unwrap();
    assert!(text.contains("\nDEUTDEFF\nA & B\nDE75"), "{text}");
    let close = |order: &OrderView| {
        let seller = shop.owner.seller();
        seller.withdraw(&parsed(&order.listing), "next").unwrap();
    };
    close(&order);

    // Without a name in the address it is the seller's own.
    let order = shop.order("payto://iban/DE75512108001245126199", histogram());
    let pay = order.pay.clone().unwrap();
    assert_eq!(pay.recipient, order.seller_name);
    assert!(pay.code.is_some());
    close(&order);

    let long = format!(
        "payto://iban/DE75512108001245126199?receiver-name={}",
        "A".repeat(71)
    );
    for address in [
        "",
        "payto://iban/DE75512108001245126198",
        "payto://ach/122000661/1234",
        // Brazil is not in SEPA.
        "payto://iban/BR1800360305000010009795493C1",
        &long,
    ] {
        let order = shop.order(address, histogram());
        let pay = order.pay.clone().unwrap();
        assert!(pay.code.is_none(), "{address}");
        close(&order);
    }
    let dollars = ListingDraft {
        currency: Some(parsed("USD")),
        ..histogram()
    };
    let pay = shop.order(ACCOUNT, dollars).pay.unwrap();
    assert!(pay.iban.is_some() && pay.code.is_none());
}

#[test]
fn an_order_is_not_to_be_paid_in_its_last_seven_days() {
    let shop = Shop::open();
    let order = shop.order(ACCOUNT, histogram());
    // Ordered on 18 November, it waits for 30 days.
    let until = shop.placed(&order).pay.unwrap().until.unwrap();
    let end = order.expires_at.replace("-18T", "-11T");
    assert_eq!(until, end);
    let until = chrono::DateTime::parse_from_rfc3339(&until).unwrap();
    // The clock moves on by a second a reading.
    for (seconds, there) in [(-30, true), (0, false)] {
        let time = until + chrono::Duration::seconds(seconds);
        shop.town.set_clock(&time.to_rfc3339());
        assert_eq!(shop.placed(&order).pay.is_some(), there, "{seconds}");
    }

    let other = list(&shop.owner, &crate::fixture::mean_income());
    let short = OrderDays::new(7).unwrap();
    let buyer = shop.ann.buyer();
    let refused = buyer.order_for(&parsed(&other.id), parsed("1"), short, false);
    assert_eq!(refused.err().unwrap().code(), ErrorCode::OrderDays);
    let order = buyer.order_for(
        &parsed(&other.id),
        parsed("1"),
        OrderDays::new(8).unwrap(),
        false,
    );
    assert!(order.unwrap().pay.is_some());
}

#[test]
fn an_order_from_a_level_that_is_no_longer_held_is_not_to_be_paid() {
    let shop = Shop::open();
    let listing = list(&shop.owner, &histogram());
    let buyer = shop.ann.buyer();
    let [first, second] =
        ["0.5", "1"].map(|to| buyer.order(&parsed(&listing.id), parsed(to)).unwrap());
    let seller = shop.owner.seller();
    seller
        .approve(&parsed(&first.id), PaymentNote::default())
        .unwrap();
    assert!(shop.placed(&second).pay.is_some());
    assert!(shop.placed(&second).stale.is_none());
    shop.ann.buyer().collect().unwrap();
    let order = shop.placed(&second);
    assert!(order.pay.is_none());
    assert_eq!(order.stale, Some(Stale::Overtaken));
    let refused = seller.approve(&parsed(&second.id), PaymentNote::default());
    assert_eq!(refused.err().unwrap().code(), ErrorCode::WrongFrom);
    let first = shop.placed(&first);
    assert!(first.stale.is_none());
    // What ended it first is said, whatever becomes of the listing.
    seller.withdraw(&parsed(&listing.id), "").unwrap();
    assert_eq!(shop.placed(&second).stale, Some(Stale::Overtaken));
}

#[test]
fn an_order_of_a_listing_that_was_repriced_or_withdrawn_is_not_to_be_paid() {
    let shop = Shop::open();
    let seller = shop.owner.seller();
    let first = shop.order(ACCOUNT, histogram());
    assert!(shop.placed(&first).stale.is_none());
    let newer = seller
        .reprice(&parsed(&first.listing), &parsed("8:120"))
        .unwrap();
    let gone = shop.order(ACCOUNT, crate::fixture::mean_income());
    seller
        .withdraw(&parsed(&gone.listing), "The data moved.")
        .unwrap();
    let anew = shop.ann.buyer();
    let anew = anew.order(&parsed(&newer.id), parsed("1")).unwrap();
    for (order, stale) in [
        (&first, Some(Stale::Replaced)),
        (&gone, Some(Stale::Withdrawn)),
        (&anew, None),
    ] {
        let order = shop.placed(order);
        assert_eq!(order.stale, stale);
        assert_eq!(order.pay.is_none(), stale.is_some());
    }
    // Nothing is known of them while the market cannot be read.
    let (market, away) = (shop.town.path("market"), shop.town.path("away"));
    std::fs::rename(&market, &away).unwrap();
    assert!(shop.placed(&first).pay.is_some());
    std::fs::rename(&away, &market).unwrap();
    assert!(shop.placed(&first).pay.is_none());
    shop.ann.buyer().cancel_order(&parsed(&first.id)).unwrap();
    assert!(shop.placed(&first).stale.is_none());
}

#[test]
fn a_sale_that_has_a_price_is_said_to_be_paid_on_credit_or_free() {
    let shop = Shop::open();
    let order = shop.order(ACCOUNT, histogram());
    let seller = shop.owner.seller();
    let told = |settlement, reference: &str| Payment::told(settlement, parsed(reference));
    let approve = |order: &OrderView, payment| seller.approve(&parsed(&order.id), payment);
    let code = |order, payment| approve(order, payment).unwrap_err().code();
    assert_eq!(code(&order, told(None, "")), ErrorCode::SettlementUnsaid);
    // It is asked before anything is computed.
    let begun = seller.begin_approval(&parsed(&order.id), told(None, ""));
    assert_eq!(begun.err().unwrap().code(), ErrorCode::SettlementUnsaid);
    assert!(seller.receipts().unwrap().is_empty());
    // Who names the payment that came says that it is paid.
    let receipt = approve(&order, told(None, "SEPA 7")).unwrap();
    assert_eq!(receipt.settlement, Settlement::Paid);
    assert_eq!(receipt.payment_reference, "SEPA 7");

    // It is sent again as it is, and never becomes another one.
    let begun = |order: &OrderView, payment| {
        let job = seller.begin_approval(&parsed(&order.id), payment);
        job.unwrap().is_again()
    };
    for same in [
        told(None, ""),
        told(None, "SEPA 7"),
        told(Some(Settlement::Paid), ""),
    ] {
        assert!(begun(&order, same.clone()));
        assert_eq!(approve(&order, same).unwrap().id, receipt.id);
    }
    for other in [
        told(Some(Settlement::Credit), ""),
        told(Some(Settlement::Free), ""),
        told(None, "SEPA 8"),
        told(Some(Settlement::Credit), "SEPA 7"),
    ] {
        assert_eq!(code(&order, other), ErrorCode::ApprovedAlready);
    }
    assert_eq!(seller.receipts().unwrap().len(), 1);

    // What has no price needs no word.
    let gift = ListingDraft {
        price: "2:0".into(),
        ..crate::fixture::mean_income()
    };
    let order = shop.order(ACCOUNT, gift);
    assert!(!begun(&order, told(None, "")));
    let receipt = approve(&order, told(None, "")).unwrap();
    assert_eq!(receipt.settlement, Settlement::Free);
    let again = approve(&order, on(Settlement::Paid)).unwrap();
    assert_eq!(again.id, receipt.id);
}

#[test]
fn what_came_on_credit_is_still_to_be_paid() {
    let shop = Shop::open();
    let listing = list(
        &shop.owner,
        &ListingDraft {
            pay_to: Some(parsed(ACCOUNT)),
            ..histogram()
        },
    );
    for (level, settlement, owed) in [
        ("0.5", Settlement::Credit, true),
        ("1", Settlement::Paid, false),
        ("2", Settlement::Free, false),
    ] {
        let order = shop
            .ann
            .buyer()
            .order(&parsed(&listing.id), parsed(level))
            .unwrap();
        let seller = shop.owner.seller();
        seller.inbox().unwrap();
        seller.approve(&parsed(&order.id), on(settlement)).unwrap();
        shop.ann.buyer().collect().unwrap();
        let order = shop.placed(&order);
        assert_eq!(order.settlement, Some(settlement));
        assert_eq!(order.pay.is_some(), owed, "{settlement}");
        if let Some(pay) = order.pay {
            assert!(pay.until.is_none() && pay.code.is_some());
        }
    }
    // Only what was paid is told as paid.
    let buyer = shop.ann.buyer();
    let holding = buyer.holding(&parsed(&listing.id)).unwrap();
    let sums = [Some(holding.paid), holding.on_credit, holding.free];
    assert_eq!(
        sums.map(|sum| sum.map(|sum| sum.minor)),
        [Some(500), Some(500), Some(1_000)]
    );
    let account = listing.account.unwrap();
    assert_eq!(account.iban, "DE75512108001245126199");
    assert_eq!(account.holder, "Harbour Clinic");
    let order = shop.order(ACCOUNT, crate::fixture::mean_income());
    shop.ann.buyer().cancel_order(&parsed(&order.id)).unwrap();
    assert!(shop.placed(&order).pay.is_none(), "cancelled");
}

fn part(amount: &str, on: &str, reference: &str) -> PaidLater {
    PaidLater {
        on: Some(on.parse().unwrap()),
        amount: Some(amount.to_owned()),
        reference: parsed(reference),
    }
}

/// A receipt of €5 on credit.
fn on_credit(shop: &Shop) -> ReceiptView {
    let order = shop.order(ACCOUNT, histogram());
    let seller = shop.owner.seller();
    seller.inbox().unwrap();
    seller
        .approve(&parsed(&order.id), on(Settlement::Credit))
        .unwrap()
}

#[test]
fn what_is_paid_later_is_received_when_it_came() {
    let shop = Shop::open();
    let receipt = on_credit(&shop);
    let seller = shop.owner.seller();
    assert_eq!(receipt.owed.unwrap().minor, 500);
    let books = seller.books().unwrap();
    assert_eq!(books.owed[0].minor, 500);
    assert!(books.income.is_empty(), "nothing was received");

    let first = seller
        .record_payment(
            &parsed(&receipt.id.to_string()[..10]),
            &part("2.00", "2026-11-18", " bank 7 "),
        )
        .unwrap();
    assert_eq!(first.owed.unwrap().minor, 300);
    assert_eq!(first.payments[0].reference, "bank 7");
    assert_eq!(first.payments[0].on, "2026-11-18");
    // A form whose amount is left empty is all that is owed.
    let empty = PaidLater {
        amount: Some(" ".to_owned()),
        ..PaidLater::default()
    };
    let rest = seller.record_payment(&parsed(&receipt.id), &empty).unwrap();
    assert_eq!(rest.owed.unwrap().minor, 0);
    assert_eq!(rest.payments[1].amount.minor, 300);
    assert_eq!(rest.payments[1].reference, receipt.payment_reference);
    assert!(seller.on_credit(true).unwrap().is_empty());
    assert_eq!(seller.on_credit(false).unwrap().len(), 1);

    // It outlasts the program, and the receipt is the one that was signed.
    drop(shop.owner);
    let owner = shop.town.reopen("owner");
    let books = owner.seller().books().unwrap();
    assert_eq!((books.income[0].minor, books.owed.len()), (500, 0));
    assert_eq!(books.receipts[0].id, receipt.id);
    assert_eq!(books.receipts[0].settlement, Settlement::Credit);
    let heights: Vec<f64> = books.income_over_time[0]
        .points
        .iter()
        .map(|p| p.y)
        .collect();
    assert_eq!(heights.last(), Some(&5.0));
    assert!(heights.is_sorted(), "{heights:?}");
    let ledger = shop.town.path("owner.ledger");
    owner.seller().export_ledger(&ledger).unwrap();
    let report = poundwise_market::audit_files(&[ledger]).unwrap();
    assert_eq!(report.findings().len(), 0, "the ledger does not change");

    // A mistake is taken back.
    let again = owner.seller().remove_payment(parsed("1")).unwrap();
    assert_eq!(again.owed.unwrap().minor, 200);
    let refused = owner.seller().remove_payment(parsed("1")).unwrap_err();
    assert_eq!(refused.code().as_str(), "no-such-payment");
    owner
        .seller()
        .record_payment(&parsed(&receipt.id), &part("1", "2026-11-18", ""))
        .unwrap();
    let numbers = owner.seller().on_credit(false).unwrap();
    let numbers: Vec<u64> = numbers[0].payments.iter().map(|p| p.number.get()).collect();
    assert_eq!(numbers, [2, 3]);
}

#[test]
fn the_receipts_are_a_table_for_the_accounts() {
    let shop = Shop::open();
    let seller = shop.owner.seller();
    let receipt = on_credit(&shop);
    let key = shop.ann.view().kid;
    let contact = parsed("=Ann, from the fair");
    seller
        .add_contact(parsed(&key), &contact, &parsed(""))
        .unwrap();
    let paid = part("1.50", "2026-11-18", "bank 7");
    seller.record_payment(&parsed(&receipt.id), &paid).unwrap();
    let file = shop.town.path("receipts.csv");
    seller.export_receipts(&file, CsvForm::default()).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let (fields, row) = text.trim_end().split_once('\n').unwrap();
    assert_eq!(
        fields,
        "number,date,buyer,buyer_name,buyer_key,title,listing,from_epsilon,to_epsilon,\
         from_rho,to_rho,price,currency,settlement,payment_reference,paid_later,owed,taken_back,\
         invoice,receipt,order"
    );
    // A name that a spreadsheet would compute stays a text.
    assert!(row.starts_with("2,2026-11-1"), "{row}");
    assert!(row.contains(",\"'=Ann, from the fair\",ann,"), "{row}");
    let owed = format!(
        ",0,0.5,,,5.00,EUR,credit,{},1.50,3.50,,",
        receipt.payment_reference
    );
    assert!(row.contains(&owed), "{row}");
    // Again over the one that is there, as the ledger's file is.
    seller.export_receipts(&file, CsvForm::default()).unwrap();
}

#[test]
fn no_payment_is_recorded_that_cannot_be() {
    let shop = Shop::open();
    let receipt = on_credit(&shop);
    let seller = shop.owner.seller();
    let day = "2026-11-18";
    for (paid, code) in [
        (part("5.01", day, ""), "payment-amount"),
        (part("0", day, ""), "payment-amount"),
        (part("-1", day, ""), "payment-amount"),
        (part("1.001", day, ""), "payment-amount"),
        (part("a", day, ""), "payment-amount"),
        (part("1", "2026-12-24", ""), "payment-day"),
        // Ordered on 18 November, which was the 17th in the west.
        (part("1", "2026-11-16", ""), "payment-day"),
    ] {
        let refused = seller
            .record_payment(&parsed(&receipt.id), &paid)
            .unwrap_err();
        assert_eq!(refused.code().as_str(), code, "{paid:?}");
        assert!(!refused.hints().is_empty(), "{paid:?}");
    }
    let at = |amount: &str, day: &str| {
        let refused = seller.record_payment(&parsed(&receipt.id), &part(amount, day, ""));
        refused.unwrap_err().place().cloned().unwrap()
    };
    let currency = parsed("EUR");
    for (text, fault) in [
        ("0", AmountFault::Zero),
        ("-1", AmountFault::Negative),
        ("1.005", AmountFault::TooManyDecimals { most: 2, currency }),
        ("a", AmountFault::NoAmount),
        ("1e9", AmountFault::NoAmount),
        (
            "5.01",
            AmountFault::AboveOwed {
                owed: MinorUnits::new(500).unwrap(),
                currency,
                exponent: 2,
            },
        ),
    ] {
        let field = "amount";
        assert_eq!(at(text, day), ErrorPlace::Amount { field, fault }, "{text}");
    }
    let ordered = "2026-11-18".parse().unwrap();
    for (text, fault) in [
        ("2026-12-24", DayFault::ToCome),
        ("2026-11-16", DayFault::BeforeOrder { ordered }),
    ] {
        let field = "on";
        assert_eq!(at("1", text), ErrorPlace::Day { field, fault }, "{text}");
    }
    for text in ["", "yesterday", "2026-11-31", "2026-1-2", "18.11.2026"] {
        let refused = text.parse::<PaymentDay>().unwrap_err();
        assert_eq!(refused.code().as_str(), "payment-day", "{text:?}");
        let (field, fault) = ("on", DayFault::NoDay);
        assert_eq!(
            refused.place().cloned(),
            Some(ErrorPlace::Day { field, fault })
        );
    }
    for text in ["a\nb", &"a".repeat(201)] {
        let refused = text.parse::<PaymentNote>().unwrap_err();
        assert_eq!(refused.code().as_str(), "text", "{text:?}");
    }
    let unknown = seller.record_payment(&parsed("AAAAAAAAAA"), &PaidLater::default());
    assert_eq!(unknown.unwrap_err().code().as_str(), "no-such-id");
    assert_eq!(
        seller.books().unwrap().owed[0].minor,
        500,
        "nothing was written"
    );

    seller
        .record_payment(&parsed(&receipt.id), &PaidLater::default())
        .unwrap();
    let twice = seller.record_payment(&parsed(&receipt.id), &PaidLater::default());
    let twice = twice.unwrap_err();
    assert_eq!(twice.code().as_str(), "payment-amount");
    let (field, fault) = ("amount", AmountFault::NothingOwed);
    assert_eq!(
        twice.place().cloned(),
        Some(ErrorPlace::Amount { field, fault })
    );

    let order = shop.order(ACCOUNT, crate::fixture::mean_income());
    seller.inbox().unwrap();
    let paid = seller
        .approve(&parsed(&order.id), on(Settlement::Paid))
        .unwrap();
    assert!(paid.owed.is_none());
    let refused = seller.record_payment(&parsed(&paid.id), &PaidLater::default());
    assert_eq!(refused.unwrap_err().code().as_str(), "not-on-credit");
}

#[test]
fn a_payment_on_the_day_of_the_order_is_taken_wherever_it_was_made() {
    let shop = Shop::open();
    let receipt = on_credit(&shop);
    let seller = shop.owner.seller();
    for day in ["2026-11-17", "2026-11-18", "2026-11-19"] {
        let paid = seller.record_payment(&parsed(&receipt.id), &part("1", day, ""));
        assert_eq!(paid.unwrap().payments.last().unwrap().on, day);
    }
}

#[test]
fn the_books_say_what_was_free() {
    let shop = Shop::open();
    let sold = |draft: ListingDraft, settled: Payment| {
        let order = shop.order(ACCOUNT, draft);
        let seller = shop.owner.seller();
        seller.inbox().unwrap();
        seller.approve(&parsed(&order.id), settled).unwrap()
    };
    sold(crate::fixture::mean_income(), paid("cash"));
    let books = shop.owner.seller().books().unwrap();
    assert_eq!((books.free, books.waived.len()), (0, 0));
    let gift = sold(histogram(), on(Settlement::Free));
    let books = shop.owner.seller().books().unwrap();
    assert_eq!(books.free, 1);
    assert_eq!(books.waived, [gift.price]);
}

/// The window asks the market about prices for orders that are to be paid, and for no others.
#[test]
fn nothing_is_owed_for_an_order_that_is_free() {
    let shop = Shop::open();
    let free = ListingDraft {
        price: "8:0".into(),
        ..histogram()
    };
    let listing = list(&shop.owner, &free);
    let buyer = shop.ann.buyer();
    let free = buyer.order(&parsed(&listing.id), parsed("0.5")).unwrap();
    assert_eq!(free.reference, None);
    assert_eq!(
        shop.owner.seller().inbox().unwrap()[0].order.reference,
        None
    );
    assert!(!buyer.owes_for_orders().unwrap());
    // So nothing is said of what becomes of its listing.
    let seller = shop.owner.seller();
    seller.withdraw(&parsed(&listing.id), "").unwrap();
    assert_eq!(shop.placed(&free).stale, None);
    let order = shop.order(ACCOUNT, crate::fixture::mean_income());
    assert!(buyer.owes_for_orders().unwrap());
    buyer.cancel_order(&parsed(&order.id)).unwrap();
    assert!(!buyer.owes_for_orders().unwrap());
}

/// A month's income is what came in it, as the figure of the income has it.
#[test]
fn what_comes_later_is_received_in_the_month_in_which_it_comes() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let seller = owner.seller();
    let receipt = seller
        .approve(&parsed(&order.id), on(Settlement::Credit))
        .unwrap();
    town.set_clock("2027-01-06T12:00:00Z");
    for (day, amount) in [("2026-12-31", "4"), ("2027-01-05", "5")] {
        let part = PaidLater {
            on: Some(parsed(day)),
            amount: Some(amount.into()),
            reference: PaymentNote::default(),
        };
        seller.record_payment(&parsed(&receipt.id), &part).unwrap();
    }
    let books = seller.books().unwrap();
    let months: Vec<(&str, usize, u64, u64)> = books
        .months
        .iter()
        .map(|month| {
            let minor = |amounts: &[Money]| amounts.iter().map(|one| one.minor).sum();
            let (income, owed) = (minor(&month.income), minor(&month.owed));
            (&*month.key, month.receipts.len(), income, owed)
        })
        .collect();
    let expected = [
        ("2027-01", 0, 500, 0),
        ("2026-12", 0, 400, 0),
        ("2026-11", 1, 0, 100),
    ];
    assert_eq!(months, expected);
}

/// What is received and owed of the groups is what is received and owed in all; each receipt is in
/// one month and of one buyer.
#[test]
fn the_books_add_up_by_month_and_by_buyer() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let listing = list(&owner, &histogram());
    let sold = |buyer: &Home, to: &str, settled: Payment| {
        let order = buyer
            .buyer()
            .order(&parsed(&listing.id), parsed(to))
            .unwrap();
        let receipt = owner.seller().approve(&parsed(&order.id), settled).unwrap();
        buyer.buyer().collect().unwrap();
        receipt
    };
    let first = sold(&ann, "1", paid("cash"));
    assert_eq!(
        (first.sequence, first.number),
        (1, 2),
        "people count from 1"
    );
    sold(&ben, "2", on(Settlement::Credit));
    town.set_clock("2026-12-24T12:00:00Z");
    let last = sold(&ann, "3", on(Settlement::Credit));
    assert_eq!(last.number, 4);
    let part = PaidLater {
        on: None,
        amount: Some("5".into()),
        reference: PaymentNote::default(),
    };
    owner
        .seller()
        .record_payment(&parsed(&last.id), &part)
        .unwrap();

    let books = owner.seller().books().unwrap();
    let keys = |groups: &[BooksGroup]| -> Vec<(String, usize)> {
        let keys = groups.iter();
        keys.map(|group| (group.key.clone(), group.receipts.len()))
            .collect()
    };
    assert_eq!(
        keys(&books.months),
        [("2026-12".to_owned(), 1), ("2026-11".to_owned(), 2)]
    );
    assert_eq!(
        keys(&books.buyers),
        [
            (ann.view().kid.to_string(), 2),
            (ben.view().kid.to_string(), 1)
        ]
    );
    assert_eq!(books.buyers[0].name, "ann");
    let minor = |amounts: &[Money]| amounts.iter().map(|one| one.minor).sum::<u64>();
    for groups in [&books.months, &books.buyers] {
        let sum = |of: fn(&BooksGroup) -> &Vec<Money>| -> u64 {
            groups.iter().map(|group| minor(of(group))).sum()
        };
        assert_eq!(sum(|group| &group.income), minor(&books.income));
        assert_eq!(sum(|group| &group.owed), minor(&books.owed));
    }
    // €10 in cash and €5 of €20 from ann, €20 owed by ben.
    assert_eq!(minor(&books.buyers[0].income), 1_500);
    assert_eq!(minor(&books.buyers[0].owed), 1_500);
    assert_eq!(minor(&books.buyers[1].owed), 2_000);
    // Each by its own name, whoever bought more than once before.
    sold(&ann, "3.5", on(Settlement::Free));
    let buyers = owner.seller().books().unwrap().buyers.into_iter();
    let names: Vec<_> = buyers.map(|group| group.name).collect();
    assert_eq!(names, ["ann", "ben"]);
}
