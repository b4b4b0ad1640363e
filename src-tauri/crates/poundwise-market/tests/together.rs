//! Orders that fit under a cap one by one, and not together.

use std::collections::{BTreeMap, BTreeSet};

use poundwise_market::{
    Home, Roles,
    view::{InboxItem, ListingDraft, ListingView, OrderView, OrdersTogether},
};

use crate::fixture::{Town, buy, histogram, list, mean_income, paid, parsed, shop::ordered};

/// An owner whose population has a cap of ε 6 and two questions.
fn two_questions(town: &Town) -> (Home, ListingView, ListingView) {
    let owner = town.owner_with_table(Some("6"));
    let to_the_cap = |draft| ListingDraft {
        price: "6:60".into(),
        ..draft
    };
    let education = list(&owner, &to_the_cap(histogram()));
    let income = list(&owner, &to_the_cap(mean_income()));
    (owner, education, income)
}

fn waiting(owner: &Home) -> Vec<InboxItem> {
    owner.seller().inbox().unwrap()
}

fn together(orders: u64, population_loss_after: u64) -> Option<OrdersTogether> {
    Some(OrdersTogether {
        orders,
        population_loss_after,
    })
}

#[test]
fn orders_that_fit_alone_and_not_together_say_what_they_come_to() {
    let town = Town::new();
    let (owner, education, income) = two_questions(&town);
    let (ann, ben, eve) = (town.home("ann"), town.home("ben"), town.home("eve"));
    ordered(&ann, &education, "3");
    ordered(&ben, &income, "3");
    // ε 3 of each of two questions is the cap of ε 6 exactly.
    assert!(waiting(&owner).iter().all(|item| item.together.is_none()));

    // Of one question the highest level counts, not the sum.
    let most = ordered(&eve, &education, "3.5");
    let items = waiting(&owner);
    assert_eq!(items.len(), 3);
    for item in &items {
        assert!(item.problem.is_none());
        assert!(item.population_loss_after <= item.cap_micro_epsilon);
        assert_eq!(item.together, together(3, 6_500_000));
    }

    // Once one is approved, the others are counted from there: what adds no loss always fits.
    let seller = owner.seller();
    seller.approve(&parsed(&most.id), paid("cash")).unwrap();
    let items = waiting(&owner);
    let of = |listing: &ListingView| items.iter().find(|item| item.order.listing == listing.id);
    assert_eq!(of(&education).unwrap().together, None);
    let refused = of(&income).unwrap();
    assert_eq!(
        refused.problem.as_ref().unwrap().code.to_string(),
        "over-cap"
    );
    assert_eq!(refused.together, None);
}

#[test]
fn an_order_that_cannot_be_approved_counts_with_no_others() {
    let town = Town::new();
    let (owner, education, income) = two_questions(&town);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    buy(&owner, &ann, &education, "2");
    let adds_nothing = ordered(&town.home("eve"), &education, "1");
    ordered(&ann, &education, "3.5");
    let late = ordered(&ben, &income, "3");
    for item in waiting(&owner) {
        let counts = item.order.id != adds_nothing.id;
        let said = counts.then(|| together(2, 6_500_000)).flatten();
        assert_eq!(item.together, said);
    }
    owner.seller().withdraw(&parsed(&income.id), "").unwrap();
    for item in waiting(&owner) {
        assert_eq!(item.problem.is_some(), item.order.id == late.id);
        assert_eq!(item.together, None);
    }
}

#[test]
fn orders_of_one_buyer_that_begin_at_one_level_name_each_other() {
    let town = Town::new();
    let (owner, education, income) = two_questions(&town);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let gone = ordered(&ann, &education, "2");
    ann.buyer().cancel_order(&parsed(&gone.id)).unwrap();
    let one = ordered(&ann, &education, "0.5");
    let more = ordered(&ann, &education, "1");
    let third = ordered(&ann, &education, "1.5");
    let other_question = ordered(&ann, &income, "0.5");
    let other_buyer = ordered(&ben, &education, "0.5");
    let items = waiting(&owner).into_iter();
    let named: BTreeMap<_, BTreeSet<_>> = items
        .map(|item| (item.order.id, item.order.rivals.into_iter().collect()))
        .collect();
    let both = |one: &OrderView, other: &OrderView| [one, other].map(|it| it.id).into();
    assert_eq!(named[&one.id], both(&more, &third));
    assert_eq!(named[&more.id], both(&one, &third));
    assert_eq!(named[&third.id], both(&one, &more));
    assert!(named[&other_question.id].is_empty());
    assert!(named[&other_buyer.id].is_empty());

    // The buyer is told the same.
    let placed = ann.buyer().orders().unwrap().into_iter();
    let told: BTreeMap<_, BTreeSet<_>> = placed
        .map(|order| (order.id, order.rivals.into_iter().collect()))
        .collect();
    for order in [&one, &more, &third, &other_question] {
        assert_eq!(told[&order.id], named[&order.id]);
    }
    assert!(told[&gone.id].is_empty());
    assert_eq!(
        third.rivals.iter().cloned().collect::<BTreeSet<_>>(),
        named[&third.id]
    );

    // What can be approved no more is nobody's rival.
    let seller = owner.seller();
    seller.approve(&parsed(&one.id), paid("cash")).unwrap();
    let left = waiting(&owner);
    assert!(left.iter().all(|item| item.order.rivals.is_empty()));
    let is_wrong = |id: &str| {
        let item = left
            .iter()
            .find(|item| item.order.id == id.parse().unwrap());
        item.unwrap().problem.is_some()
    };
    assert!(is_wrong(&more.id.to_string()) && is_wrong(&third.id.to_string()));
    assert!(!is_wrong(&other_question.id.to_string()));
    assert!(ann.buyer().collect().is_ok());
    let placed = ann.buyer().orders().unwrap();
    assert!(placed.iter().all(|order| order.rivals.is_empty()));
}

#[test]
fn orders_of_two_versions_of_a_listing_begin_at_one_level_too() {
    let town = Town::new();
    let (owner, education, _) = two_questions(&town);
    let ann = town.home("ann");
    let old = ordered(&ann, &education, "0.5");
    let seller = owner.seller();
    let new = seller
        .reprice(&parsed(&education.id), &parsed("6:30"))
        .unwrap();
    // The first cannot be approved any more, at the price of before.
    let more = ordered(&ann, &new, "1");
    assert!(more.rivals.is_empty());
    let third = ordered(&ann, &new, "1.5");
    assert_eq!(third.rivals, std::slice::from_ref(&more.id));
    let placed = ann.buyer().orders().unwrap();
    let of = |id: &str| {
        placed
            .iter()
            .find(|order| order.id == id.parse().unwrap())
            .unwrap()
    };
    assert_eq!(
        of(&more.id.to_string()).rivals,
        std::slice::from_ref(&third.id)
    );
    assert!(of(&old.id.to_string()).rivals.is_empty());
}

#[test]
fn an_order_says_what_its_buyer_and_others_hold() {
    let town = Town::new();
    let (owner, education, _) = two_questions(&town);
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let held = || {
        let items = waiting(&owner).into_iter();
        let of = |item: InboxItem| (item.held.get(), item.others);
        items.map(of).collect::<Vec<_>>()
    };
    buy(&owner, &ann, &education, "1");
    let more = ordered(&ann, &education, "2");
    assert_eq!(held(), [(1_000_000, 0)]);
    ann.buyer().cancel_order(&parsed(&more.id)).unwrap();
    ordered(&ben, &education, "0.5");
    assert_eq!(held(), [(0, 1_000_000)]);
}
