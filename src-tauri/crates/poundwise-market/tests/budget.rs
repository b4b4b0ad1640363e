//! The budget of a population: what its cap still holds, by listing, and what other ceilings and
//! prices would make of it. What it foresees is what an approval does.

use crate::fixture::{Town, buy, histogram, list, mean_income, order_anyway, paid, parsed, tree};
use poundwise_market::{
    ErrorCode, Home, Roles,
    view::{BudgetPlan, BudgetTrial, ListingDraft, ListingView, PopulationDraft},
};

fn plan(owner: &Home, trials: &[BudgetTrial]) -> BudgetPlan {
    owner
        .seller()
        .plan_budget(&parsed("people"), trials)
        .unwrap()
}

fn ceiling(listing: &ListingView, ceiling: &str) -> BudgetTrial {
    BudgetTrial {
        listing: Some(listing.id.to_string()),
        ceiling: Some(ceiling.into()),
        ..BudgetTrial::default()
    }
}

fn new(price: &str) -> BudgetTrial {
    BudgetTrial {
        title: Some("Another".into()),
        price: Some(price.into()),
        ..BudgetTrial::default()
    }
}

/// Levels of a plan's listings: sold, ceiling, reach; in whole ε.
fn levels(plan: &BudgetPlan) -> Vec<[u64; 3]> {
    plan.listings
        .iter()
        .map(|one| {
            [one.sold_micro_epsilon, one.ceiling.get(), one.reach.get()]
                .map(|micro| micro / 1_000_000)
        })
        .collect()
}

#[test]
fn a_plan_holds_what_an_approval_then_does() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("10"));
    let (ann, ben) = (town.home("ann"), town.home("ben"));
    let first = list(&owner, &histogram());
    let second = list(&owner, &mean_income());
    buy(&owner, &ann, &first, "3");
    // Another buyer of the same question adds nothing up to there.
    buy(&owner, &ben, &first, "2");
    let before = tree(&town.path("owner"));
    let now = plan(&owner, &[]);
    assert!(before == tree(&town.path("owner")), "nothing was written");
    assert_eq!(
        (now.loss_micro_epsilon, now.left_micro_epsilon),
        (3_000_000, 7_000_000)
    );
    // Newest first: the mean has 10 - 3 of its 8, the histogram all of it.
    assert_eq!(levels(&now), [[0, 8, 7], [3, 8, 8]]);
    assert_eq!(
        (now.ceilings_micro_epsilon, now.over_micro_epsilon),
        (16_000_000, 6_000_000)
    );
    assert!(now.guess_now.guess_value < now.guess_then.guess_value);

    // The level that can be reached is sold, and the next one is refused.
    let over = order_anyway(&ann, &second, "7.001").unwrap();
    let refused = owner
        .seller()
        .approve(&parsed(&over.id), paid(""))
        .unwrap_err();
    assert_eq!(refused.code(), ErrorCode::OverCap);
    buy(&owner, &ben, &second, "7");
    let spent = plan(&owner, &[]);
    assert_eq!(spent.left_micro_epsilon, 0);
    assert_eq!(levels(&spent), [[7, 8, 7], [3, 8, 3]]);
    // No more is lost than the cap lets through, or than is sold above one that was lowered since.
    assert_eq!(now.guess_then, spent.guess_now);
    let people = parsed("people");
    let lowered = owner.seller().set_cap(&people, parsed("9"), "less");
    assert_eq!(lowered.unwrap().guess_at_cap, spent.guess_now);
    let lowered = plan(&owner, &[]);
    assert_eq!(lowered.cap_micro_epsilon, 9_000_000);
    assert_eq!(lowered.guess_then, spent.guess_now);
}

#[test]
fn ceilings_prices_and_listings_to_come_are_tried() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("10"));
    let ann = town.home("ann");
    let first = list(&owner, &histogram());
    let second = list(&owner, &mean_income());
    buy(&owner, &ann, &first, "3");
    let euros = |plan: &BudgetPlan| plan.income[0].minor / 100;
    assert_eq!(euros(&plan(&owner, &[])), 160);

    let lower = plan(&owner, &[ceiling(&second, "4")]);
    assert_eq!(levels(&lower), [[0, 4, 4], [3, 8, 8]]);
    assert_eq!(lower.over_micro_epsilon, 2_000_000);
    assert_eq!(euros(&lower), 120, "at the tariff, half of it");
    let tried =
        |plan: &BudgetPlan| -> Vec<bool> { plan.listings.iter().map(|one| one.tried).collect() };
    assert_eq!(tried(&lower), [true, false]);
    // What is typed as it is signed tries nothing.
    for same in ["8", " "] {
        let same = BudgetTrial {
            price: Some(" ".into()),
            ..ceiling(&second, same)
        };
        assert_eq!(tried(&plan(&owner, &[same])), [false, false]);
    }
    // Below what is sold, that stays.
    let below = plan(&owner, &[ceiling(&first, "2")]);
    assert_eq!(levels(&below)[1], [3, 2, 3]);
    assert_eq!(below.ceilings_micro_epsilon, 11_000_000);

    let dearer = BudgetTrial {
        price: Some("4:100".into()),
        ..ceiling(&second, "4")
    };
    assert_eq!(euros(&plan(&owner, &[dearer])), 180);
    let repriced = BudgetTrial {
        price: Some("8:100".into()),
        ..ceiling(&second, "8")
    };
    assert_eq!(tried(&plan(&owner, &[repriced])), [true, false]);
    let ended = BudgetTrial {
        listing: Some(first.id.to_string()),
        ends: true,
        ..BudgetTrial::default()
    };
    let without = plan(&owner, &[ended]);
    assert_eq!(levels(&without)[1], [3, 3, 3]);
    assert_eq!(
        (without.over_micro_epsilon, euros(&without)),
        (1_000_000, 80)
    );
    // Without a ceiling a listing to be made has the last level of its price.
    let more = plan(&owner, &[new("2:50")]);
    assert_eq!(levels(&more)[2], [0, 2, 2]);
    assert_eq!(
        (more.ceilings_micro_epsilon, euros(&more)),
        (18_000_000, 210)
    );
    assert_eq!(more.listings[2].id, None);

    // What is withdrawn counts on, as no longer for sale.
    owner.seller().withdraw(&parsed(&first.id), "").unwrap();
    let now = plan(&owner, &[]);
    assert_eq!((now.ended, now.listings.len()), (3_000_000, 1));
}

#[test]
fn levels_are_multiples_of_what_is_sold_at_least() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("7"));
    let coarse = list(
        &owner,
        &ListingDraft {
            grain: Some(parsed("3")),
            ceiling: Some(parsed("6")),
            ..histogram()
        },
    );
    list(&owner, &mean_income_up_to("2"));
    let ann = town.home("ann");
    let mean = owner.seller().my_listings().unwrap()[0].clone();
    buy(&owner, &ann, &mean, "2");
    // The cap leaves 5, of which the histogram sells 3.
    assert_eq!(levels(&plan(&owner, &[]))[1], [0, 6, 3]);
    let off = owner
        .seller()
        .plan_budget(&parsed("people"), &[ceiling(&coarse, "5")])
        .unwrap_err();
    assert_eq!(off.code(), ErrorCode::Grain);
}

fn mean_income_up_to(level: &str) -> ListingDraft {
    ListingDraft {
        ceiling: Some(parsed(level)),
        ..mean_income()
    }
}

#[test]
fn a_wrong_trial_is_refused_and_told_beside_its_listing_while_it_is_typed() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("10"));
    let listing = list(&owner, &histogram());
    let priced = |price: &str| BudgetTrial {
        price: Some(price.into()),
        ..ceiling(&listing, "8")
    };
    let above = BudgetTrial {
        ceiling: Some("9".into()),
        ..priced("9:90")
    };
    let to_be_made = |ceiling: &str, price: &str| BudgetTrial {
        ceiling: Some(ceiling.into()),
        ..new(price)
    };
    for (trial, code) in [
        (ceiling(&listing, "9"), "tariff-too-short"),
        (above, "top-below-ceiling"),
        (ceiling(&listing, "0"), "zero-epsilon"),
        (ceiling(&listing, "many"), "epsilon"),
        (ceiling(&listing, "1.0005"), "grain"),
        (priced("8:x"), "tariff"),
        (priced("4:10"), "tariff-too-short"),
        (new("2:x"), "tariff"),
        (to_be_made("3", "2:50"), "tariff-too-short"),
        (to_be_made("1.0005", "2:50"), "grain"),
    ] {
        let name = parsed("people");
        let refused = owner
            .seller()
            .plan_budget(&name, std::slice::from_ref(&trial))
            .unwrap_err();
        assert_eq!(refused.code().as_str(), code);
        if trial.listing.is_some() {
            let beside = owner.seller().sketch_budget(&name, &[trial]).unwrap();
            let problem = beside.listings[0].problem.as_ref().unwrap();
            assert_eq!(problem.code.as_str(), code);
            assert_eq!(levels(&beside), [[0, 8, 8]], "it stands as signed");
        }
    }
    // A listing to be made is told without its price; without a level it is none.
    let name = parsed("people");
    let unpriced = to_be_made("2", "2:x");
    let beside = owner.seller().sketch_budget(&name, &[unpriced]).unwrap();
    assert_eq!(levels(&beside)[1], [0, 2, 2]);
    assert!(beside.listings[1].problem.is_some());
    let nothing = owner
        .seller()
        .sketch_budget(&name, &[BudgetTrial::default()])
        .unwrap_err();
    assert_eq!(nothing.code(), ErrorCode::Epsilon);

    let farms = PopulationDraft {
        name: "farms".into(),
        cap: "3".into(),
        new_people: true,
        ..PopulationDraft::default()
    };
    owner.seller().create_population(&farms).unwrap();
    let elsewhere = owner
        .seller()
        .plan_budget(&parsed("farms"), &[ceiling(&listing, "2")])
        .unwrap_err();
    assert_eq!(elsewhere.code(), ErrorCode::PopulationMismatch);
    owner.seller().withdraw(&parsed(&listing.id), "").unwrap();
    let gone = owner
        .seller()
        .plan_budget(&name, &[ceiling(&listing, "2")])
        .unwrap_err();
    assert_eq!(gone.code(), ErrorCode::Withdrawn);
}
