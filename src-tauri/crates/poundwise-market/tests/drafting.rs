//! What an owner is told while drafting a listing: from the law alone, before there is a price.

use crate::fixture::{PEOPLE, Town, histogram, mean_income, parsed, tree, typed};
use poundwise_market::{
    Roles,
    view::{Condition, DraftPreview, HalfWidth, ImportOptions, ListingDraft, QueryOperator},
};

fn first(widths: &[HalfWidth]) -> f64 {
    widths[0].number
}

fn near(ratio: f64, expected: f64) -> bool {
    (ratio - expected).abs() < 0.02 * expected
}

#[test]
fn a_draft_without_a_price_is_foreseen_all_the_same() {
    let town = Town::new();
    let owner = town.owner_with_table(Some("6"));
    let mut draft = ListingDraft {
        price: String::new(),
        ..mean_income()
    };
    let before = tree(&town.path("owner"));
    let sketch = owner.seller().sketch_listing(&draft).unwrap();
    assert_eq!(sketch.problem.as_ref().unwrap().code.as_str(), "tariff");
    assert!(sketch.price.is_empty());
    assert_eq!(sketch.laws.len(), 3);
    assert_eq!(
        (sketch.ceiling_micro_epsilon, sketch.guess_at_ceiling),
        (None, None)
    );
    assert!(sketch.advice.at_ceiling.is_empty());
    assert!(sketch.guess_at_cap.unwrap() > 0.997);
    assert_eq!(
        owner
            .seller()
            .preview_listing(&draft)
            .unwrap_err()
            .code()
            .as_str(),
        "tariff"
    );

    // A ceiling says what it reveals before it is priced.
    draft.ceiling = Some("5".into());
    let sketch = owner.seller().sketch_listing(&draft).unwrap();
    assert_eq!(sketch.ceiling_micro_epsilon, Some(5_000_000));
    let odds = sketch.guess_at_ceiling.unwrap();
    assert!((odds - 0.993_307).abs() < 1e-6, "e^5/(1+e^5), not {odds}");

    // A wrong query has no preview.
    draft.bounds = Some("5".into());
    assert_eq!(
        owner
            .seller()
            .sketch_listing(&draft)
            .unwrap_err()
            .code()
            .as_str(),
        "bounds"
    );
    assert_eq!(before, tree(&town.path("owner")), "a sketch writes nothing");
}

#[test]
fn bounds_twice_as_wide_cost_twice_the_accuracy() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let sketch =
        |draft: &ListingDraft| -> DraftPreview { owner.seller().sketch_listing(draft).unwrap() };
    for kind in ["mean", "sum"] {
        let advice = sketch(&ListingDraft {
            kind: kind.into(),
            ..mean_income()
        })
        .advice;
        let ratio = first(&advice.at_one) / first(&advice.half_bounds);
        assert!(near(ratio, 2.0), "{kind}: {ratio}");
    }
    assert!(sketch(&histogram()).advice.half_bounds.is_empty());
}

#[test]
fn a_step_far_below_the_noise_gains_nothing_and_a_coarse_one_costs() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let advice = |step: &str| {
        let draft = ListingDraft {
            step: Some(step.into()),
            public_rows: Some(500),
            ..mean_income()
        };
        owner.seller().sketch_listing(&draft).unwrap().advice
    };
    let fine = advice("1");
    assert!(fine.steps_at_ceiling.unwrap() > 1_000);
    assert!(near(first(&fine.coarser) / first(&fine.at_ceiling), 1.0));
    let coarse = advice("50000");
    assert!(coarse.steps_at_ceiling.unwrap() < 5);
    assert!(first(&coarse.finer) < first(&coarse.at_ceiling));
    // A bound that is not a whole number of the coarser steps away from the other makes no advice,
    // and no error.
    assert!(!advice("10").at_ceiling.is_empty());
}

#[test]
fn a_person_of_many_rows_costs_as_many_times() {
    let town = Town::new();
    let owner = town.home("owner");
    owner
        .seller()
        .import_dataset(
            &town.table(),
            &ImportOptions {
                person_column: Some("income".into()),
                rows_per_person: Some(4),
                ..typed(PEOPLE)
            },
        )
        .unwrap();
    let advice = owner.seller().sketch_listing(&histogram()).unwrap().advice;
    assert_eq!(advice.rows_per_unit, 4);
    let ratio = first(&advice.at_one) / first(&advice.one_row);
    assert!((3.5..=4.5).contains(&ratio), "{ratio}");
}

#[test]
fn the_laws_are_stated_as_a_quote_would() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let draft = mean_income();
    let listing = owner.seller().create_listing(&draft).unwrap();
    let buyer = town.home("bea");
    let preview = owner.seller().preview_listing(&draft).unwrap();
    let laws = preview.laws.iter();
    let laws = laws.map(|law| (law.micro_epsilon, &law.widths));
    let knots = preview.knots.iter();
    let knots = knots.map(|knot| (knot.micro_epsilon, &knot.widths));
    assert_eq!(knots.len(), listing.tariff.len());
    for (micro, told) in laws.chain(knots) {
        let level = format!("{}.{:06}", micro / 1_000_000, micro % 1_000_000);
        let quote = buyer
            .buyer()
            .quote(&parsed(&listing.id), parsed(&level))
            .unwrap();
        let texts = |widths: &[HalfWidth]| {
            widths
                .iter()
                .map(|w| format!("{} {}", w.of, w.text))
                .collect::<Vec<_>>()
        };
        assert_eq!(texts(told), texts(&quote.then));
    }
    assert!(preview.problem.is_none());
}

#[test]
fn a_condition_says_whether_it_is_of_text() {
    let town = Town::new();
    let owner = town.owner_with_table(None);
    let listing = crate::fixture::list(
        &owner,
        &ListingDraft {
            filters: vec![
                Condition::new("income", QueryOperator::AtLeast, "10"),
                Condition::new("sex", QueryOperator::Equal, "f"),
            ],
            ..histogram()
        },
    );
    let conditions = listing.query_parts.conditions.iter();
    let said: Vec<(&str, &str, bool)> = conditions
        .map(|condition| (&*condition.column, &*condition.value, condition.text))
        .collect();
    assert_eq!(said, [("income", "10", false), ("sex", "f", true)]);
}
