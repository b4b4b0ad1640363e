//! Orders that no honest buyer's program signs: each breaks one rule and nothing else.

use std::{ops::ControlFlow, sync::Mutex};

use crate::fixture::{
    Town, buy,
    dishonest::{Keys, Wish, faults},
    histogram, list, paid, parsed,
};
use poundwise_documents::{kinds::Order, units::MinorUnits};
use poundwise_market::{Home, Roles, Work, WorkProgress, fetch_orders, view::InboxItem};

/// The item of the inbox with that order.
fn item(owner: &Home, order: &str) -> Option<InboxItem> {
    let inbox = owner.seller().inbox().unwrap();
    inbox
        .into_iter()
        .find(|item| item.order.id == order.parse().unwrap())
}

#[test]
fn an_order_that_does_not_fit_its_listing_or_what_is_held_is_not_sold() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    buy(&owner, &ann, &listing, "1");
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("2"))
        .unwrap();
    let wish = Wish::held_back(&town, "ann", "owner", &order.id.to_string());
    let price = |order: &mut Order, minor: u64| order.price_minor = MinorUnits::new(minor).unwrap();
    type Change<'a> = &'a dyn Fn(&mut Order);
    let cases: [(&str, &str, Change<'_>); 8] = [
        (
            "another receipt",
            "previous receipt is not its buyer's last",
            &|o| {
                o.previous_receipt = Some(o.listing);
            },
        ),
        ("another level held", "starts from ε 0.5", &|o| {
            o.from = "0.5".parse().unwrap();
            price(o, 1500);
        }),
        ("nothing held", "starts from ε 0,", &|o| {
            o.from = "0".parse().unwrap();
            o.previous_receipt = None;
            price(o, 2000);
        }),
        ("a cent less", "price is not that of its listing", &|o| {
            price(o, 999);
        }),
        ("a cent more", "price is not that of its listing", &|o| {
            price(o, 1001);
        }),
        ("over the ceiling", "ceiling", &|o| {
            o.to = "8.1".parse().unwrap();
            price(o, 7000);
        }),
        ("off the grain", "multiple", &|o| {
            o.to = "2.0001".parse().unwrap();
        }),
        ("of the past", "it expired on 2026-01-02", &|o| {
            o.issued_at = "2026-01-01T00:00:00Z".parse().unwrap();
            o.expires_at = "2026-01-02T00:00:00Z".parse().unwrap();
        }),
    ];
    for (number, (what, why, change)) in cases.into_iter().enumerate() {
        let mut wrong = wish.clone();
        change(&mut wrong.order);
        let (id, _) = wrong.send(&town);
        // It can never be approved: why is noted, and it waits for nothing. What an earlier
        // purchase overtook is kept as ended, since it may be paid.
        assert!(item(&owner, &id).is_none(), "{what}: in the inbox");
        let noted = faults(&town, "owner");
        assert_eq!(noted.len(), number + 1, "{what}");
        assert!(
            noted.iter().any(|noted| noted.contains(why)),
            "{what}: {noted:?}"
        );
        let error = owner
            .seller()
            .approve(&parsed(&id), paid("cash"))
            .unwrap_err();
        let code = if number < 3 {
            "wrong-from"
        } else {
            "no-such-id"
        };
        assert_eq!(error.code().as_str(), code, "{what}: {error}");
        assert_eq!(owner.seller().receipts().unwrap().len(), 1, "{what}");
    }
    // Of more than is held: this home may be an old copy, so it is stored, and explained.
    let mut ahead = wish.clone();
    ahead.order.from = "1.5".parse().unwrap();
    price(&mut ahead.order, 500);
    let (id, _) = ahead.send(&town);
    assert_eq!(
        item(&owner, &id).unwrap().problem.unwrap().code.as_str(),
        "wrong-from"
    );
    let error = owner
        .seller()
        .approve(&parsed(&id), paid("cash"))
        .unwrap_err();
    assert_eq!(error.code().as_str(), "wrong-from", "{error}");
    assert!(!error.hints().is_empty(), "{error}");
    assert_eq!(owner.seller().receipts().unwrap().len(), 1);
    let (id, _) = wish.send(&town);
    assert!(item(&owner, &id).unwrap().problem.is_none());
    owner.seller().approve(&parsed(&id), paid("cash")).unwrap();
}

#[test]
fn what_is_no_order_to_this_home_is_left_out_and_keeps_nobody_waiting() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let other = town.home("other");
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    other
        .seller()
        .import_dataset(
            &town.table(),
            &crate::fixture::typed(crate::fixture::PEOPLE),
        )
        .unwrap();
    let foreign = list(&other, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let wish = Wish::held_back(&town, "ann", "owner", &order.id.to_string());

    let mut of_another = wish.clone();
    of_another.order.listing = foreign.id;
    of_another.send(&town);
    let mut nowhere = wish.clone();
    let address = &mut nowhere.order.deliver_to;
    let last = if address.ends_with('q') { 'p' } else { 'q' };
    address.pop();
    address.push(last);
    nowhere.send(&town);
    let mut elsewhere = wish.clone();
    elsewhere.order.buyer_name = "ann under another name".to_owned();
    let (_, file) = elsewhere.send(&town);
    std::fs::rename(&file, file.with_file_name(format!("{}.age", foreign.id))).unwrap();

    assert_eq!(owner.seller().inbox().unwrap().len(), 0);
    let why = faults(&town, "owner");
    assert_eq!(why.len(), 3, "{why:?}");
    for expected in [
        "it names no listing of this home",
        "its name is not the hash of its content",
        "is not an encryption key",
    ] {
        let named = why.iter().filter(|why| why.contains(expected)).count();
        assert_eq!(named, 1, "{expected}: {why:?}");
    }
    let (id, _) = wish.send(&town);
    let inbox = owner.seller().inbox().unwrap();
    assert_eq!(inbox.len(), 1);
    assert_eq!(inbox[0].order.id, id.parse().unwrap());
    owner.seller().approve(&parsed(&id), paid("cash")).unwrap();
}

#[test]
fn it_is_told_how_far_the_inbox_is_read() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    for level in ["1", "2", "4"] {
        ann.buyer()
            .order(&parsed(&listing.id), parsed(level))
            .unwrap();
    }
    let told = Mutex::new(Vec::new());
    let listener = |progress: WorkProgress| {
        told.lock().unwrap().push((progress.done, progress.total));
        ControlFlow::Continue(())
    };
    fetch_orders(&owner, &Work::telling(&listener)).unwrap();
    let told = told.into_inner().unwrap();
    let total = told[0].1;
    let done: Vec<u64> = told.iter().map(|(done, _)| *done).collect();
    assert_eq!((done.len(), done[0]), (3, 0));
    assert!(
        done.is_sorted_by(|a, b| a < b) && done[2] < total,
        "{told:?}"
    );
    assert_eq!(owner.seller().waiting().unwrap().len(), 3);
}

/// The files that lie there for the owner.
fn lying(town: &Town) -> usize {
    let folder = Keys::of(town, "owner").folder(town, "orders");
    std::fs::read_dir(folder).unwrap().count()
}

#[test]
fn answered_orders_are_taken_off_the_market_and_no_others() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let orders = ["1", "2", "4"].map(|level| {
        ann.buyer()
            .order(&parsed(&listing.id), parsed(level))
            .unwrap()
    });
    for _ in 0..3 {
        assert_eq!(owner.seller().inbox().unwrap().len(), 3);
        assert_eq!(lying(&town), 3);
    }
    owner
        .seller()
        .approve(&parsed(&orders[0].id), paid("cash"))
        .unwrap();
    owner
        .seller()
        .decline(&parsed(&orders[1].id), "too much")
        .unwrap();
    for _ in 0..2 {
        assert_eq!(owner.seller().inbox().unwrap()[0].order.id, orders[2].id);
        assert_eq!(lying(&town), 1);
    }
}

#[test]
fn an_order_that_could_not_be_read_is_read_again_when_it_is_another_file() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let ann = town.home("ann");
    let listing = list(&owner, &histogram());
    let order = ann
        .buyer()
        .order(&parsed(&listing.id), parsed("1"))
        .unwrap();
    let folder = Keys::of(&town, "owner").folder(&town, "orders");
    let file = folder.join(format!("{}.age", order.id));
    let right = std::fs::read(&file).unwrap();
    std::fs::write(&file, "junk").unwrap();
    assert!(owner.seller().inbox().unwrap().is_empty());
    // Known by its bytes under another name.
    std::fs::write(folder.join(format!("{}.age", listing.id)), "junk").unwrap();
    assert!(owner.seller().inbox().unwrap().is_empty());
    let why = faults(&town, "owner");
    let known = why
        .iter()
        .map(|why| why.contains("could not be read before"));
    assert_eq!(known.collect::<Vec<_>>(), [false, true], "{why:?}");
    std::fs::write(&file, right).unwrap();
    assert_eq!(owner.seller().inbox().unwrap()[0].order.id, order.id);
}
