//! The totals of the books, of an audit, of a buyer's holdings and of invoices, of the same sales.

use poundwise_documents::kinds::Settlement;
use poundwise_market::{
    Home, PaidLater, PaymentNote, Roles, audit_files,
    view::{BooksGroup, Money, ReceiptView},
};

use crate::fixture::{Town, histogram, list, mean_income, parsed};
use crate::invoices::issue_one;

fn minor(amounts: &[Money]) -> u64 {
    assert!(amounts.iter().all(|one| one.currency.as_str() == "EUR"));
    amounts.iter().map(|one| one.minor).sum()
}

fn in_groups(groups: &[BooksGroup], of: impl Fn(&BooksGroup) -> &Vec<Money>) -> u64 {
    groups.iter().map(|group| minor(of(group))).sum()
}

struct Sales {
    town: Town,
    owner: Home,
    buyers: [Home; 2],
    on_credit: ReceiptView,
}

/// Sales as paid (€5 and €10), on credit (€10, of which €3 came in the month after) and free (€5).
fn sales() -> Sales {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let buyers = [town.home("ann"), town.home("ben")];
    let education = list(&owner, &histogram());
    let income = list(&owner, &mean_income());
    let seller = owner.seller();
    let sell = |buyer: &Home, listing: &str, to: &str, settlement| {
        let order = buyer.buyer().order(&parsed(listing), parsed(to)).unwrap();
        let payment = poundwise_market::Payment {
            settlement: Some(settlement),
            reference: PaymentNote::default(),
        };
        let receipt = seller.approve(&parsed(&order.id), payment).unwrap();
        buyer.buyer().collect().unwrap();
        receipt
    };
    sell(
        &buyers[0],
        &education.id.to_string(),
        "0.5",
        Settlement::Paid,
    );
    let on_credit = sell(
        &buyers[0],
        &education.id.to_string(),
        "1.5",
        Settlement::Credit,
    );
    sell(
        &buyers[1],
        &education.id.to_string(),
        "0.5",
        Settlement::Free,
    );
    sell(&buyers[1], &income.id.to_string(), "1", Settlement::Paid);
    town.set_clock("2026-12-20T12:00:00Z");
    let part = PaidLater {
        amount: Some("3".to_owned()),
        on: Some(parsed("2026-12-20")),
        ..PaidLater::default()
    };
    seller
        .record_payment(&parsed(&on_credit.id), &part)
        .unwrap();
    Sales {
        town,
        owner,
        buyers,
        on_credit,
    }
}

#[test]
fn totals_of_one_rule_are_the_same_and_the_others_differ_as_they_say() {
    let shop = sales();
    let seller = shop.owner.seller();
    let books = seller.books().unwrap();
    // Received at once, and later.
    assert_eq!(minor(&books.income), 1_500 + 300);
    assert_eq!(in_groups(&books.months, |month| &month.income), 1_800);
    assert_eq!(in_groups(&books.buyers, |buyer| &buyer.income), 1_800);
    let drawn = &books.income_over_time[0].points;
    assert_eq!(drawn.last().map(|point| point.y), Some(18.0));
    assert_eq!(minor(&books.owed), 700);
    assert_eq!(in_groups(&books.months, |month| &month.owed), 700);
    assert_eq!(in_groups(&books.buyers, |buyer| &buyer.owed), 700);
    assert_eq!((books.free, minor(&books.waived)), (1, 500));
    // What came later is of the month in which it came; what is owed, of that of the sale.
    let month = |key: &str| books.months.iter().find(|month| month.key == key).unwrap();
    assert_eq!(minor(&month("2026-12").income), 300);
    assert_eq!(minor(&month("2026-11").owed), 700);

    // Of what came later no receipt says anything: neither the audit nor the buyer counts it.
    let ledger = shop.town.path("all.ledger");
    seller.export_ledger(&ledger).unwrap();
    let report = audit_files(&[ledger]).unwrap();
    let audited = &report.books()[0];
    assert_eq!(audited.money[0].minor, 1_500);
    assert_eq!(audited.credit[0].minor, 1_000);
    let holdings: Vec<_> = shop
        .buyers
        .iter()
        .flat_map(|buyer| buyer.buyer().holdings().unwrap())
        .collect();
    let held = |of: fn(&poundwise_market::view::HoldingView) -> Option<&Money>| -> u64 {
        holdings.iter().filter_map(of).map(|one| one.minor).sum()
    };
    assert_eq!(held(|one| Some(&one.paid)), 1_500);
    assert_eq!(held(|one| one.on_credit.as_ref()), 1_000);
    assert_eq!(held(|one| one.free.as_ref()), 500);

    // What is open of an invoice is what the books say is owed, and a cancelled one changes none.
    issue_one(&shop.owner, &shop.on_credit.id.to_string());
    let invoice = &seller.invoices(None).unwrap()[0];
    assert_eq!((invoice.total.minor, invoice.open.minor), (1_000, 700));
    let number = parsed(&invoice.invoice.number);
    seller.credit_invoice(&number, "Wrong.").unwrap();
    let after = seller.books().unwrap();
    assert_eq!((after.income, after.owed), (books.income, books.owed));
}
