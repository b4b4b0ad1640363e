//! What of a draft is refused, and that the refusal names it.
#![allow(clippy::unwrap_used)]

mod fixture;

use fixture::attributes::{ROW, clamped, draft, list, of_column, refused, refuses, table, x};
use poundwise_market::data::{Column, Table, Unit, plan};
use poundwise_market::view::ListingDraft;

#[test]
fn what_is_missing_or_malformed_is_named() {
    let sum = clamped("sum", "age", "0..100", "1");
    let without = |change: fn(&mut ListingDraft)| {
        let mut draft = sum.clone();
        change(&mut draft);
        draft
    };
    refuses(
        &without(|d| d.kind = "median".to_owned()),
        "no kind of attribute 'median'",
    );
    refuses(&without(|d| d.column = None), "A sum needs a column");
    refuses(
        &without(|d| d.column = Some("agee".to_owned())),
        "There is no column 'agee'",
    );
    refuses(
        &without(|d| d.column = Some("name".to_owned())),
        "Column 'name' holds text, so it has no sum",
    );
    refuses(&without(|d| d.bounds = None), "A sum needs --bounds");
    refuses(&without(|d| d.step = None), "A sum needs a --step");
    refuses(
        &without(|d| d.bounds = Some("100..0".to_owned())),
        "The bounds 100..0 are the wrong way round",
    );
    assert_eq!(
        refused(&without(|d| d.bounds = Some("100..0".to_owned()))).hints(),
        ["Did you mean 0..100?"]
    );
    refuses(
        &without(|d| d.bounds = Some("5..5".to_owned())),
        "wrong way round",
    );
    refuses(
        &without(|d| d.bounds = Some("5".to_owned())),
        "'5' is not LO..HI",
    );
    refuses(
        &without(|d| d.bounds = Some("a..5".to_owned())),
        "--bounds: 'a'",
    );
    refuses(
        &without(|d| d.bounds = Some("0..1e5".to_owned())),
        "--bounds: '1e5'",
    );
    refuses(
        &without(|d| d.step = Some("0".to_owned())),
        "The step 0 is not above 0",
    );
    refuses(
        &without(|d| d.step = Some("-0.5".to_owned())),
        "The step -0.5 is not above 0",
    );
    refuses(
        &without(|d| d.step = Some("fine".to_owned())),
        "--step: 'fine'",
    );
    refuses(
        &without(|d| d.step = Some("0.00000000001".to_owned())),
        "more than 2^40 steps",
    );
    refuses(
        &without(|d| d.step = Some("1000".to_owned())),
        "every value within the bounds is 0 steps",
    );
    refuses(
        &without(|d| d.bounds = Some("0..1000000000000000000".to_owned())),
        "beyond 10^18",
    );
    refuses(
        &without(|d| d.bins = list(&["1"])),
        "A sum has no use for --bins",
    );
    refuses(
        &without(|d| d.protect = Some("1".to_owned())),
        "A sum has no use for --protect",
    );
    refuses(&without(|d| d.public_rows = Some(0)), "--public-rows 0");
    refuses(
        &ListingDraft {
            bounds: Some("0..1".to_owned()),
            ..draft("count")
        },
        "A count has no use for --bounds",
    );
    refuses(
        &of_column("count", "age"),
        "A count has no use for a column",
    );
    let zero = plan(
        &sum,
        &table().schema(),
        &Unit {
            rows_per_unit: 0,
            ..ROW
        },
    )
    .err()
    .unwrap();
    assert!(zero.message().contains("0 rows"));
    let many = Unit {
        rows_per_unit: u64::MAX,
        ..ROW
    };
    let many = plan(&sum, &table().schema(), &many).err().unwrap();
    assert_eq!(many.code().as_str(), "sensitivity-too-large");
    // Left blank, as a form sends it, is not given.
    assert_eq!(
        x(&ListingDraft {
            column: Some(" ".to_owned()),
            step: Some(String::new()),
            ..draft("count")
        }),
        [5]
    );
}

#[test]
fn bins_must_be_stated_well() {
    let bins = |column: &str, bins: &[&str]| ListingDraft {
        bins: list(bins),
        ..of_column("histogram", column)
    };
    let edges = |column: &str, edges: &[&str]| ListingDraft {
        edges: list(edges),
        ..of_column("histogram", column)
    };
    refuses(
        &of_column("histogram", "age"),
        "A histogram of 'age' needs bins",
    );
    refuses(
        &bins("name", &["a", "b", "a"]),
        "The bin 'a' is stated twice",
    );
    refuses(&bins("age", &["1", "1.0"]), "The bin '1.0' is stated twice");
    refuses(&bins("age", &["1", "young"]), "the bin 'young' is not one");
    refuses(&bins("name", &["a", ""]), "Bin 2 is empty");
    refuses(
        &edges("name", &["1", "2"]),
        "Column 'name' holds text, which has no edges",
    );
    refuses(
        &edges("age", &["1", "1.0"]),
        "The edges do not rise: 1 follows 1",
    );
    refuses(
        &edges("age", &["2", "1"]),
        "The edges do not rise: 1 follows 2",
    );
    refuses(&edges("age", &["2"]), "One edge bounds no bin");
    refuses(&edges("age", &["2", "old"]), "The edge 'old'");
    refuses(
        &ListingDraft {
            bins: list(&["1"]),
            ..edges("age", &["1", "2"])
        },
        "bins or edges, not both",
    );
}

#[test]
fn results_beyond_2_to_the_53_are_refused() {
    let big = Table::new(vec![Column::integers("n", vec![Some(i64::MAX); 9000])]).unwrap();
    let draft = clamped("sum", "n", "0..999999999999", "1");
    let plan = plan(&draft, &big.schema(), &ROW).unwrap();
    assert_eq!(plan.compute(Some(&big)).unwrap(), [9000 * 999_999_999_999]);
    let bigger = Table::new(vec![Column::integers("n", vec![Some(i64::MAX); 9010])]).unwrap();
    assert_eq!(
        plan.compute(Some(&bigger)).err().unwrap().code().as_str(),
        "value-too-large"
    );
}
