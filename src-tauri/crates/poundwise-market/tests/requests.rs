//! What a sale asks of its market: each operation of the store is a request, if the market is on a
//! server.

use std::collections::BTreeMap;

use crate::fixture::{Town, histogram, holding, list, mean_income, paid, parsed};
use poundwise_exchange::operations::{self, Operation};
use poundwise_market::{LISTINGS_EACH, MarketSight, Roles, view::ListingDraft};

/// The table of the documentation.
const TABLE: &str = include_str!("../../../../docs/market-requests.md");

/// Most requests of one step of a sale.
const MOST: usize = 10;

/// The operations since the last call, as a row of the table.
fn row(step: &str) -> (usize, String) {
    let done = operations::take();
    let mut counts: BTreeMap<Operation, usize> = BTreeMap::new();
    for (operation, _) in &done {
        *counts.entry(*operation).or_default() += 1;
    }
    let count = |operation| counts.get(&operation).copied().unwrap_or(0);
    let [lists, reads, writes, removals] = [
        Operation::List,
        Operation::Read,
        Operation::Write,
        Operation::Remove,
    ]
    .map(count);
    assert_eq!(count(Operation::Size), 0, "{step}: {done:?}");
    let row = format!(
        "| {step} | {lists} | {reads} | {writes} | {removals} | {} |",
        done.len()
    );
    println!("{row}\n{done:#?}");
    (done.len(), row)
}

#[test]
fn no_step_of_a_sale_asks_more_of_the_market_than_its_table_states() {
    let town = Town::new();
    // Each sale changes the level that is available of the other listing, which is published.
    let owner = town.owner_with_table(Some("5"));
    let ann = town.home("ann");
    let up_to_cap = |draft: ListingDraft| ListingDraft {
        ceiling: Some(parsed("5")),
        price: "5:50".into(),
        ..draft
    };
    let listing = list(&owner, &up_to_cap(histogram()));
    list(&owner, &up_to_cap(mean_income()));
    ann.buyer().market(&Default::default()).unwrap();
    let mut rows = Vec::new();
    for (level, which) in [("1", "first"), ("2", "later")] {
        let _ = operations::take();
        let order = ann
            .buyer()
            .order(&parsed(&listing.id), parsed(level))
            .unwrap();
        rows.push(row(&format!("order, {which} of a buyer")));
        owner.seller().inbox().unwrap();
        rows.push(row(&format!("inbox with one new order, {which}")));
        owner
            .seller()
            .approve(&parsed(&order.id), paid("cash"))
            .unwrap();
        rows.push(row(&format!("approval, {which} of a buyer")));
        assert_eq!(ann.buyer().collect().unwrap().releases.len(), 1);
        rows.push(row(&format!("collection, {which} of a buyer")));
    }
    assert_eq!(holding(&ann, &listing).level, 2_000_000);
    let _ = operations::take();
    owner.seller().inbox().unwrap();
    rows.push(row("inbox without a new order, after a sale"));
    owner.seller().inbox().unwrap();
    rows.push(row("inbox without anything"));
    ann.buyer().collect().unwrap();
    rows.push(row("collection without anything"));
    // A window that watches: most looks at a market are one request.
    let (mut owners, mut anns) = (MarketSight::default(), MarketSight::default());
    for (sight, home) in [(&mut owners, &owner), (&mut anns, &ann)] {
        sight.look(home).unwrap();
        let _ = operations::take();
        for _ in 1..LISTINGS_EACH {
            assert!(!sight.look(home).unwrap());
            rows.push(row("look of a quiet window"));
        }
    }
    assert!(!owners.look(&owner).unwrap());
    rows.push(row("look of a quiet owner's window, each fifth"));
    ann.buyer()
        .order(&parsed(&listing.id), parsed("3"))
        .unwrap();
    assert!(owners.look(&owner).unwrap());
    assert!(!owners.look(&owner).unwrap());
    assert!(rows.iter().all(|(count, _)| *count <= MOST), "{rows:#?}");
    let missing: Vec<_> = rows
        .iter()
        .filter(|(_, row)| !TABLE.contains(row.as_str()))
        .collect();
    assert!(missing.is_empty(), "{missing:#?}");
}
