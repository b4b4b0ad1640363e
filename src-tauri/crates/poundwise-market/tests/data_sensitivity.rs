//! D is a bound: neighbouring tables never move x further, in l1, than the sensitivity that the listing states; and it
//! is the least one, attained by tables named here. A D too small breaks the privacy that is sold.
#![allow(clippy::unwrap_used)]

use std::fs;

use poundwise_documents::kinds::Adjacency;
use poundwise_market::data::{Column, Table, Unit, bound_persons, plan};
use poundwise_market::view::ListingDraft;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// One row: whose, group, value as written.
type Row = (u8, &'static str, String);

fn table(rows: &[Row]) -> Table {
    let who: Vec<String> = rows.iter().map(|r| format!("p{}", r.0)).collect();
    Table::new(vec![
        Column::texts("who", who.iter().map(String::as_str)).unwrap(),
        Column::texts("group", rows.iter().map(|r| r.1)).unwrap(),
        Column::decimals("value", rows.iter().map(|r| r.2.as_str())).unwrap(),
    ])
    .unwrap()
}

fn l1(a: &[i64], b: &[i64]) -> u64 {
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).sum()
}

/// x of both tables, bounded to K rows a person, and D.
fn moved(draft: &ListingDraft, unit: &Unit, one: &[Row], two: &[Row]) -> (u64, u64) {
    let x = |rows: &[Row]| {
        let (bounded, _) = bound_persons(&table(rows), "who", unit.rows_per_unit).unwrap();
        let plan = plan(draft, &bounded.schema(), unit)
            .map_err(|e| e.to_string())
            .unwrap();
        (
            plan.compute(Some(&bounded))
                .map_err(|e| e.to_string())
                .unwrap(),
            plan.shape().sensitivity,
        )
    };
    let ((a, d), (b, same)) = (x(one), x(two));
    assert_eq!(d, same, "D may not depend on the data");
    (l1(&a, &b), d)
}

fn value() -> impl Strategy<Value = String> {
    prop_oneof![
        1 => Just(String::new()),
        6 => (-300i64..300, 0u32..3).prop_map(|(m, s)| {
            let unit = 10i64.pow(s);
            let sign = if m < 0 { "-" } else { "" };
            let (whole, rest) = (m.abs() / unit, m.abs() % unit);
            if s == 0 { format!("{m}") } else { format!("{sign}{whole}.{rest:0w$}", w = s as usize) }
        }),
        1 => prop_oneof![Just("1e30".to_owned()), Just("-1e30".to_owned()), Just("5e-40".to_owned()), Just("-5e-40".to_owned())],
    ]
}

fn row() -> impl Strategy<Value = Row> {
    (
        0u8..5,
        prop_oneof![Just("a"), Just("b"), Just("c"), Just("")],
        value(),
    )
}

fn draft() -> impl Strategy<Value = ListingDraft> {
    let bounds = (
        -60i64..60,
        1i64..80,
        prop_oneof![Just(1i64), Just(4), Just(10)],
    )
        .prop_map(|(low, range, unit)| {
            let text = |n: i64| match unit {
                1 => n.to_string(),
                4 => format!(
                    "{}{}.{:02}",
                    if n < 0 { "-" } else { "" },
                    n.abs() / 4,
                    n.abs() % 4 * 25
                ),
                _ => format!(
                    "{}{}.{}",
                    if n < 0 { "-" } else { "" },
                    n.abs() / 10,
                    n.abs() % 10
                ),
            };
            format!("{}..{}", text(low), text(low + range))
        });
    let step = prop_oneof![
        Just("1"),
        Just("0.1"),
        Just("0.3"),
        Just("0.07"),
        Just("2.5"),
        Just("7")
    ];
    let filter = prop_oneof![
        2 => Just(vec![]),
        1 => Just(vec!["group == a".to_owned()]),
        1 => Just(vec!["value > -1.5".to_owned(), "group != b".to_owned()]),
    ];
    (0..6u8, bounds, step, filter).prop_map(|(kind, bounds, step, filters)| {
        let base = ListingDraft {
            dataset: "t".to_owned(),
            filters,
            ..ListingDraft::default()
        };
        let words = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect::<Vec<_>>();
        match kind {
            0 => ListingDraft {
                kind: "count".to_owned(),
                ..base
            },
            1 | 2 => ListingDraft {
                kind: if kind == 1 { "sum" } else { "mean" }.to_owned(),
                column: Some("value".to_owned()),
                bounds: Some(bounds),
                step: Some(step.to_owned()),
                ..base
            },
            3 => ListingDraft {
                kind: "histogram".to_owned(),
                column: Some("group".to_owned()),
                bins: words(&["a", "b"]),
                ..base
            },
            4 => ListingDraft {
                kind: "histogram".to_owned(),
                column: Some("value".to_owned()),
                bins: words(&["0", "1.0", "-2.5"]),
                ..base
            },
            _ => ListingDraft {
                kind: "histogram".to_owned(),
                column: Some("value".to_owned()),
                edges: words(&["-10", "0", "2.5", "30"]),
                ..base
            },
        }
    })
}

fn config(cases: u32, seed: u64) -> ProptestConfig {
    ProptestConfig {
        cases,
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(3000, 1))]

    #[test]
    fn removing_or_adding_a_person_moves_x_by_at_most_d(
        rows in prop::collection::vec(row(), 1..14), draft in draft(), k in 1u64..4, gone in 0u8..5,
    ) {
        let unit = Unit { adjacency: Adjacency::AddRemove, rows_per_unit: k };
        let without: Vec<Row> = rows.iter().filter(|r| r.0 != gone).cloned().collect();
        // A step too coarse for the bounds is refused, with nothing to check.
        prop_assume!(plan(&draft, &table(&rows).schema(), &unit).is_ok());
        let (moved, d) = moved(&draft, &unit, &rows, &without);
        prop_assert!(moved <= d, "{moved} > {d}: {draft:?}");
    }

    #[test]
    fn replacing_a_person_moves_x_by_at_most_d(
        rows in prop::collection::vec(row(), 1..14), new in prop::collection::vec(row(), 0..6), draft in draft(), k in 1u64..4, gone in 0u8..5,
    ) {
        let unit = Unit { adjacency: Adjacency::Replace, rows_per_unit: k };
        let mut other: Vec<Row> = rows.iter().filter(|r| r.0 != gone).cloned().collect();
        other.extend(new.into_iter().map(|(_, group, value)| (gone, group, value)));
        prop_assume!(plan(&draft, &table(&rows).schema(), &unit).is_ok());
        let (moved, d) = moved(&draft, &unit, &rows, &other);
        prop_assert!(moved <= d, "{moved} > {d}: {draft:?}");
    }
}

proptest! {
    #![proptest_config(config(300, 2))]

    #[test]
    fn a_stated_row_count_leaves_the_sum_and_the_same_bound(
        values in prop::collection::vec(-300i64..300, 1..10), new in -300i64..300, at in any::<prop::sample::Index>(),
    ) {
        let unit = Unit { adjacency: Adjacency::Replace, rows_per_unit: 1 };
        let draft = ListingDraft { public_rows: Some(values.len() as u64), ..mean("-12.5..99", "0.7") };
        let rows = |values: &[i64]| -> Vec<Row> { values.iter().zip(0u8..).map(|(v, i)| (i, "", v.to_string())).collect() };
        let mut other = values.clone();
        other[at.index(values.len())] = new;
        let (moved, d) = moved(&draft, &unit, &rows(&values), &rows(&other));
        prop_assert!(moved <= d);
    }

    #[test]
    fn own_numbers_within_the_distance_move_by_at_most_d(
        a in -3000i64..3000, apart in 0i64..=250, up in any::<bool>(), step in prop_oneof![Just("0.1"), Just("0.3"), Just("1"), Just("0.07")],
    ) {
        // In hundredths, at most 2.5 apart.
        let b = if up { a + apart } else { a - apart };
        let x = |v: i64| {
            let draft = ListingDraft {
                dataset: "-".to_owned(),
                kind: "value".to_owned(),
                value: Some(format!("{v}e-2")),
                bounds: Some("-20..25".to_owned()),
                step: Some(step.to_owned()),
                protect: Some("2.5".to_owned()),
                ..ListingDraft::default()
            };
            let plan = plan(&draft, &[], &Unit { adjacency: Adjacency::Replace, rows_per_unit: 1 }).unwrap();
            (plan.compute(None).unwrap(), plan.shape().sensitivity)
        };
        let ((one, d), (two, _)) = (x(a), x(b));
        prop_assert!(l1(&one, &two) <= d);
    }

    #[test]
    fn own_vectors_within_the_distance_move_by_at_most_d(
        a in prop::collection::vec(-60i64..60, 1..8), moves in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>()), 0..=10),
    ) {
        // In steps of 0.5, at most 5 (ten steps) apart.
        let mut b = a.clone();
        for (at, up) in moves {
            let at = at.index(a.len());
            b[at] += if up { 1 } else { -1 };
        }
        let dir = tempfile::tempdir().unwrap();
        let x = |v: &[i64]| {
            let file = dir.path().join("numbers.txt");
            let lines: String = v.iter().map(|v| format!("{}\n", f64::from(i32::try_from(*v).unwrap()) / 2.0)).collect();
            fs::write(&file, lines).unwrap();
            let draft = ListingDraft {
                dataset: "-".to_owned(),
                kind: "vector".to_owned(),
                file: Some(file.display().to_string()),
                bounds: Some("-20.3..25.1".to_owned()),
                step: Some("0.5".to_owned()),
                protect: Some("5".to_owned()),
                ..ListingDraft::default()
            };
            let plan = plan(&draft, &[], &Unit { adjacency: Adjacency::Replace, rows_per_unit: 1 }).map_err(|e| e.to_string()).unwrap();
            (plan.compute(None).unwrap(), plan.shape().sensitivity)
        };
        let ((one, d), (two, _)) = (x(&a), x(&b));
        prop_assert_eq!(d, 10);
        prop_assert!(l1(&one, &two) <= d);
    }
}

fn mean(bounds: &str, step: &str) -> ListingDraft {
    ListingDraft {
        kind: "mean".to_owned(),
        ..sum(bounds, step)
    }
}

fn sum(bounds: &str, step: &str) -> ListingDraft {
    ListingDraft {
        dataset: "t".to_owned(),
        kind: "sum".to_owned(),
        column: Some("value".to_owned()),
        bounds: Some(bounds.to_owned()),
        step: Some(step.to_owned()),
        ..ListingDraft::default()
    }
}

/// Each D is attained, so anything smaller would not be a bound.
#[test]
fn the_sensitivity_is_the_least_bound() {
    let of = |kind: &str| ListingDraft {
        dataset: "t".to_owned(),
        kind: kind.to_owned(),
        ..ListingDraft::default()
    };
    let histogram = ListingDraft {
        column: Some("group".to_owned()),
        bins: vec!["a".to_owned()],
        ..of("histogram")
    };
    let where_a = vec!["group == a".to_owned()];
    let row = |group: &'static str, value: &str| -> Row { (0, group, value.to_owned()) };
    let one = |value: &str| vec![row("a", value)];
    let two = |value: &str| vec![row("a", value), row("a", value)];
    let (add, replace) = (Adjacency::AddRemove, Adjacency::Replace);
    for (draft, adjacency, k, before, after, d) in [
        (of("count"), add, 2, vec![], two("1"), 2),
        (
            ListingDraft {
                filters: where_a.clone(),
                ..of("count")
            },
            replace,
            1,
            one("1"),
            vec![row("b", "1")],
            1,
        ),
        (histogram.clone(), add, 2, vec![], two("1"), 2),
        (
            histogram.clone(),
            replace,
            1,
            one("1"),
            vec![row("b", "1")],
            2,
        ),
        (
            histogram,
            replace,
            2,
            two("1"),
            vec![row("b", "1"), row("c", "1")],
            4,
        ),
        (sum("0..100", "1"), add, 1, vec![], one("1000"), 100),
        (sum("-30..10", "0.5"), add, 2, vec![], two("-31"), 120),
        (sum("-30..10", "0.5"), replace, 1, one("-31"), one("10"), 80),
        // A replacement may take a row out of the sum: its cell may be missing, the filter may drop it.
        (sum("10..20", "1"), replace, 1, one(""), one("20"), 20),
        (
            ListingDraft {
                filters: where_a,
                ..sum("10..20", "1")
            },
            replace,
            1,
            vec![row("b", "20")],
            one("20"),
            20,
        ),
        (sum("-20..-10", "1"), replace, 2, two("-20"), vec![], 40),
        // 0.5 rounds up to 1: the rounded bound is what counts.
        (sum("0..2.5", "1"), add, 1, vec![], one("2.5"), 3),
        (mean("0..10", "1"), add, 1, vec![], one("10"), 10),
        (mean("0..10", "1"), replace, 1, one("0"), one("10"), 10),
        (mean("0..10", "1"), replace, 2, two("0"), vec![], 20),
        (mean("0..11", "2"), add, 1, vec![], one("11"), 6),
    ] {
        let unit = Unit {
            adjacency,
            rows_per_unit: k,
        };
        assert_eq!(
            moved(&draft, &unit, &before, &after),
            (d, d),
            "{draft:?} {unit:?}"
        );
    }
}
