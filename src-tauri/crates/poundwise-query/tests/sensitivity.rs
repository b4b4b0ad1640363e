//! D and D2^2 against all neighbours of small tables: never exceeded, and attained, so that nothing
//! smaller would do. A D too small breaks the privacy that is sold.
#![allow(clippy::unwrap_used)]

use std::fs;

use crate::fixture::{
    KEY, between, bins, blocks, clamped, count, crossed, edges, filtered, mean_of_all, moments,
    range, squares, two, values,
};
use crate::property::cases;
use poundwise_documents::kinds::{Adjacency, Blocks};
use poundwise_query::kinds::VectorSpec;
use poundwise_query::{AttributeSpec, Column, Plan, Schema, Table, Unit, plan};
use proptest::prelude::*;
use proptest::property_test;

/// One row: group, and value in eighths, if it has one.
type Row = (&'static str, Option<i64>);

const ADJACENCIES: [Adjacency; 2] = [Adjacency::AddRemove, Adjacency::Replace];

fn unit(adjacency: Adjacency, rows: u64) -> Unit {
    Unit {
        adjacency,
        rows_per_unit: rows,
        person_column: Some("who".to_owned()),
    }
}

/// Eighths as a decimal.
fn eighths(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let value = value.abs();
    format!("{sign}{}.{:03}", value / 8, value % 8 * 125)
}

/// The rows of one person among those of others, of whom each has one.
fn table(own: &[Row], others: &[Row]) -> Table {
    let names: Vec<String> = (0..own.len())
        .map(|_| "own".to_owned())
        .chain((0..others.len()).map(|other| format!("other {other}")))
        .collect();
    let rows: Vec<Row> = own.iter().chain(others).copied().collect();
    let values: Vec<String> = rows
        .iter()
        .map(|row| row.1.map(eighths).unwrap_or_default())
        .collect();
    Table::new(vec![
        Column::texts("who", names.iter().map(String::as_str)).unwrap(),
        Column::texts("group", rows.iter().map(|row| row.0)).unwrap(),
        Column::numbers("value", values.iter().map(String::as_str)).unwrap(),
    ])
    .unwrap()
}

fn schema() -> Schema {
    Schema::parse_types("who:text,group:text,value:number").unwrap()
}

fn x(plan: &Plan, table: &Table) -> Vec<i64> {
    plan.compute(Some(table), &KEY).unwrap()
}

fn l1(a: &[i64], b: &[i64]) -> u64 {
    a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).sum()
}

fn l2(a: &[i64], b: &[i64]) -> u128 {
    let square = |(a, b): (&i64, &i64)| u128::from(a.abs_diff(*b)).pow(2);
    a.iter().zip(b).map(square).sum()
}

/// All multisets of at most `most` rows.
fn multisets(rows: &[Row], most: usize) -> Vec<Vec<Row>> {
    let mut all = vec![(0, Vec::new())];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = last.iter().flat_map(|(first, set): &(usize, Vec<Row>)| {
            (*first..rows.len()).map(move |next| {
                let mut set = set.clone();
                set.push(rows[next]);
                (next, set)
            })
        });
        last = longer.collect();
        all.extend(last.iter().cloned());
    }
    all.into_iter().map(|(_, set)| set).collect()
}

/// The farthest that x moves, in l1 and in l2 squared, between any two neighbours that differ in
/// one unit with at most K of these rows, beside any of these other tables.
fn farthest(spec: &AttributeSpec, unit: &Unit, own: &[Row], others: &[Vec<Row>]) -> (u64, u128) {
    let plan = plan(spec, &schema(), unit)
        .map_err(|e| e.to_string())
        .unwrap();
    let most = usize::try_from(unit.rows_per_unit).unwrap();
    let sets = multisets(own, most);
    let mut farthest = (0, 0);
    for others in others {
        let xs: Vec<Vec<i64>> = sets
            .iter()
            .map(|own| x(&plan, &table(own, others)))
            .collect();
        let firsts = match unit.adjacency {
            // The first set is empty: the unit is not in the table.
            Adjacency::AddRemove => &xs[..1],
            Adjacency::Replace => &xs[..],
        };
        for a in firsts {
            for b in &xs {
                farthest = (l1(a, b).max(farthest.0), l2(a, b).max(farthest.1));
            }
        }
    }
    farthest
}

fn is_tight(spec: &AttributeSpec, unit: &Unit, own: &[Row], others: &[Vec<Row>]) {
    let plan = plan(spec, &schema(), unit)
        .map_err(|e| e.to_string())
        .unwrap();
    let stated = (plan.shape().sensitivity, plan.l2_squared());
    assert_eq!(
        farthest(spec, unit, own, others),
        stated,
        "{} {unit:?}",
        plan.query()
    );
}

#[test]
fn counts_and_histograms() {
    let own = [("a", Some(0)), ("b", Some(16)), ("", None)];
    let others = [vec![], vec![("a", Some(8)), ("b", None)]];
    let where_a = |spec: AttributeSpec| filtered(spec, &["group == a"]);
    let by_group = bins("group", &["a", "b"]);
    let by_value = edges("value", &["0", "1", "2"]);
    let crossed = crossed(&[
        ("group", values(&["a", "b"])),
        ("value", between(&["0", "1", "2"])),
    ]);
    for adjacency in ADJACENCIES {
        for rows in 1..=3 {
            let unit = unit(adjacency, rows);
            for spec in [
                count(),
                where_a(count()),
                by_group.clone(),
                by_value.clone(),
                crossed.clone(),
            ] {
                is_tight(&spec, &unit, &own, &others);
            }
            // Filtered on one of its columns, a unit's rows still move along the other.
            let along = [("a", Some(0)), ("a", Some(12))];
            is_tight(&where_a(crossed.clone()), &unit, &along, &others);
            // With a filter on the same column all of a unit's rows are in one bin, and D is a
            // bound.
            let filtered = where_a(by_group.clone());
            let plan = plan(&filtered, &schema(), &unit).unwrap();
            let (d, d2) = farthest(&filtered, &unit, &own, &others);
            assert!(d <= plan.shape().sensitivity && d2 <= plan.l2_squared());
        }
    }
}

/// Every set of levels of blocks, with and without a block of all bins.
#[test]
fn sensitivity_of_ranges_with_blocks_is_reached_and_never_exceeded() {
    for number in [1_usize, 2, 3, 4, 5, 8] {
        let edges: Vec<String> = (0..=number).map(|edge| edge.to_string()).collect();
        let edges: Vec<&str> = edges.iter().map(String::as_str).collect();
        // One row in each bin, and one that is in none.
        let bins = (0..number).map(|bin| ("a", Some(8 * i64::try_from(bin).unwrap())));
        let own: Vec<Row> = bins.chain([("a", Some(-8))]).collect();
        let others = [vec![], vec![("b", Some(0)), ("b", None)]];
        let highest = Blocks::highest(number as u64);
        for set in 0_u32..1 << highest {
            let levels: Vec<u8> = (1..=highest)
                .filter(|level| set >> (level - 1) & 1 == 1)
                .collect();
            let spec = blocks("value", between(&edges), &levels);
            for adjacency in ADJACENCIES {
                for rows in 1..=2 {
                    is_tight(&spec, &unit(adjacency, rows), &own, &others);
                }
            }
        }
    }
}

/// Bounds in eighths, off the lattice and on it, negative, on both sides of 0.
const BOUNDS: [(i64, i64); 5] = [(0, 10), (-16, 8), (8, 20), (-24, -12), (-3, 13)];

#[test]
fn sums_and_means() {
    for (low, high) in BOUNDS {
        let bounds = format!("{}..{}", eighths(low), eighths(high));
        // Beyond a bound, just within one, at one, missing, and in another group.
        let mut own: Vec<Row> = [low - 40, low + 1, high]
            .into_iter()
            .map(|value| ("a", Some(value)))
            .collect();
        own.extend([("a", None), ("b", Some(high))]);
        let settings = [
            ("1", &[][..], 8),
            ("0.5", &["group == a"], 4),
            ("2", &["group == a"], 16),
        ];
        for (step, filters, in_a_step) in settings {
            let others = remainders(low, high, in_a_step);
            for adjacency in ADJACENCIES {
                for rows in 1..=3 {
                    for kind in ["sum", "mean"] {
                        let spec = filtered(clamped(kind, "value", &bounds, step), filters);
                        is_tight(&spec, &unit(adjacency, rows), &own, &others);
                    }
                }
            }
        }
    }
}

/// Tables of up to seven rows, with every remainder that their sums leave over the step: on these
/// depends which way the rounding goes.
fn remainders(low: i64, high: i64, in_a_step: i64) -> Vec<Vec<Row>> {
    let mut all = vec![Vec::new()];
    for rows in 1..=7 {
        for above in 0..in_a_step.min(rows * (high - low) + 1) {
            let mut left = above;
            let others = (0..rows).map(|_| {
                let part = left.min(high - low);
                left -= part;
                ("a", Some(low + part))
            });
            all.push(others.collect());
        }
    }
    all
}

/// h = 5/8, W = 1, K = 3: 16 at c = 0 and at c = 3, and 17 between them.
#[test]
fn the_largest_l2_of_a_replaced_mean_is_not_always_at_an_end() {
    let spec = clamped("mean", "value", "0..1.25", "1");
    let unit = unit(Adjacency::Replace, 3);
    let plan = plan(&spec, &schema(), &unit).unwrap();
    assert_eq!((plan.shape().sensitivity, plan.l2_squared()), (5, 17));
    let own = [("a", Some(0)), ("a", Some(10))];
    let others: Vec<Vec<Row>> = (0..=10).map(|value| vec![("a", Some(value))]).collect();
    is_tight(&spec, &unit, &own, &others);
}

#[test]
fn a_mean_of_a_public_number_of_rows() {
    let unit = Unit {
        person_column: None,
        ..unit(Adjacency::Replace, 1)
    };
    for (low, high) in BOUNDS {
        for step in ["1", "0.5", "0.3", "2"] {
            let bounds = format!("{}..{}", eighths(low), eighths(high));
            let spec = AttributeSpec::Mean(mean_of_all("value", &bounds, step, 3));
            let plan = plan(&spec, &schema(), &unit).unwrap();
            let cells: Vec<Option<i64>> = (low - 1..=high + 1).map(Some).chain([None]).collect();
            let mut farthest = (0, 0);
            for first in &cells {
                for second in cells.iter().step_by(3) {
                    let others = [("a", *first), ("a", *second)];
                    let xs: Vec<Vec<i64>> = cells
                        .iter()
                        .map(|own| x(&plan, &table(&[("a", *own)], &others)))
                        .collect();
                    for a in &xs {
                        for b in &xs {
                            farthest = (l1(a, b).max(farthest.0), l2(a, b).max(farthest.1));
                        }
                    }
                }
            }
            let stated = (plan.shape().sensitivity, plan.l2_squared());
            assert_eq!(farthest, stated, "{bounds} {step}");
        }
    }
}

/// Values and vectors within the stated distance; a unit may be any change of the numbers.
#[test]
fn own_numbers_within_the_distance() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("numbers.txt");
    let own = Unit {
        adjacency: Adjacency::Replace,
        rows_per_unit: 1,
        person_column: None,
    };
    // In steps of 0.5 within 2.25: four steps in all, and D is 5 since the distance may end between
    // two.
    let of = |numbers: &[i64]| {
        let lines: String = numbers
            .iter()
            .map(|steps| format!("{}\n", eighths(steps * 4)))
            .collect();
        fs::write(&file, lines).unwrap();
        let spec = AttributeSpec::Vector(VectorSpec {
            file: file.clone(),
            bounds: range("-2..3"),
            step: "0.5".parse().unwrap(),
            distance: "2.25".parse().unwrap(),
            unit: String::new(),
        });
        let plan = plan(&spec, &Schema::default(), &own).unwrap();
        let stated = (plan.shape().sensitivity, plan.l2_squared());
        assert_eq!(stated, (5, 25));
        plan.compute(None, &KEY).unwrap()
    };
    let base = [0, -3, 6];
    let x = of(&base);
    let mut most = 0;
    for a in -4i64..=4 {
        for b in -4i64..=4 {
            for c in -4i64..=4 {
                if a.abs() + b.abs() + c.abs() <= 4 {
                    let moved = l1(&x, &of(&[base[0] + a, base[1] + b, base[2] + c]));
                    most = moved.max(most);
                }
            }
        }
    }
    assert_eq!(most, 4);
}

fn row() -> impl Strategy<Value = (u8, Row)> {
    let group = prop::sample::select(vec!["a", "b", ""]);
    let value = prop::option::weighted(0.85, -80i64..80);
    (0u8..4, (group, value))
}

/// Persons with more rows than count, whatever else is in the table.
#[property_test(config = cases(2000))]
fn a_person_of_any_number_of_rows_moves_x_by_at_most_d(
    #[strategy = prop::collection::vec(row(), 1..14)] rows: Vec<(u8, Row)>,
    #[strategy = prop::collection::vec(row(), 0..6)] new: Vec<(u8, Row)>,
    #[strategy = -60i64..60] low: i64,
    #[strategy = 1i64..80] range: i64,
    #[strategy = prop::sample::select(vec!["1", "0.1", "0.3", "2.5", "7"])] step: &'static str,
    #[strategy = prop::sample::select(
        vec![
            "count", "sum", "mean", "histogram", "blocks", "cross-tabulation", "moments",
            "moments by group",
        ]
    )]
    kind: &'static str,
    is_filtered: bool,
    #[strategy = prop::sample::select(ADJACENCIES.to_vec())] adjacency: Adjacency,
    #[strategy = 1u64..4] k: u64,
    key: [u8; 32],
) {
    let bounds = format!("{}..{}", eighths(low), eighths(low + range));
    let mut spec = match kind {
        "count" => count(),
        "moments" => moments(&[squares("value", &bounds), two("group", ["a", "b"])], &[]),
        "moments by group" => moments(
            &[squares("value", &bounds)],
            &[("group", values(&["a", "b"]))],
        ),
        "histogram" => edges("value", &["-3", "0", "2.5"]),
        "blocks" => blocks("value", between(&["-3", "-1", "0", "2.5"]), &[1, 2]),
        "cross-tabulation" => crossed(&[
            ("value", between(&["-3", "0", "2.5"])),
            ("group", values(&["a", "b"])),
        ]),
        _ => clamped(kind, "value", &bounds, step),
    };
    if is_filtered {
        spec = filtered(spec, &["value > -1.5", "group != b"]);
    }
    let table = |rows: &[(u8, Row)]| {
        let who: Vec<String> = rows.iter().map(|row| format!("p{}", row.0)).collect();
        let values: Vec<String> = rows
            .iter()
            .map(|row| row.1.1.map(eighths).unwrap_or_default())
            .collect();
        Table::new(vec![
            Column::texts("who", who.iter().map(String::as_str)).unwrap(),
            Column::texts("group", rows.iter().map(|row| row.1.0)).unwrap(),
            Column::numbers("value", values.iter().map(String::as_str)).unwrap(),
        ])
        .unwrap()
    };
    let mut other: Vec<(u8, Row)> = rows.iter().filter(|row| row.0 != 0).copied().collect();
    if adjacency == Adjacency::Replace {
        other.extend(new.iter().map(|row| (0, row.1)));
    }
    let plan = plan(&spec, &schema(), &unit(adjacency, k)).unwrap();
    let of = |rows: &[(u8, Row)]| plan.compute(Some(&table(rows)), &key).unwrap();
    let (a, b) = (of(&rows), of(&other));
    prop_assert!(l1(&a, &b) <= plan.shape().sensitivity, "{}", plan.query());
    prop_assert!(l2(&a, &b) <= plan.l2_squared(), "{}", plan.query());
}
