//! x against the truth: the clamped sum and mean of a table, computed here with big integers, and
//! rounded once. A failure here means that what is sold is not what was asked.
#![allow(clippy::unwrap_used)]

use crate::fixture::{KEY, ROW, clamped, mean_of_all};
use crate::property::cases;
use num_bigint::BigInt;
use poundwise_documents::kinds::Adjacency;
use poundwise_documents::units::Decimal;
use poundwise_query::{AttributeSpec, Column, Table, Unit, plan};
use proptest::prelude::*;
use proptest::property_test;

const MOST: i64 = 1 << 53;

fn replace() -> Unit {
    Unit {
        adjacency: Adjacency::Replace,
        ..ROW
    }
}

fn table(cells: &[String]) -> Table {
    let cells = cells.iter().map(String::as_str);
    Table::new(vec![Column::numbers("v", cells).unwrap()]).unwrap()
}

fn x(spec: &AttributeSpec, table: &Table, unit: &Unit) -> Vec<i64> {
    plan(spec, &table.schema(), unit)
        .map_err(|e| e.to_string())
        .unwrap()
        .compute(Some(table), &KEY)
        .map_err(|e| e.to_string())
        .unwrap()
}

/// A decimal as an integer of 10^-18.
pub(crate) fn scaled(text: &str) -> BigInt {
    let decimal: Decimal = text.parse().unwrap();
    BigInt::from(decimal.mantissa()) * BigInt::from(10).pow(18 - decimal.scale())
}

fn floor(numerator: &BigInt, denominator: &BigInt) -> BigInt {
    let quotient = numerator / denominator;
    let is_above = &quotient * denominator > *numerator;
    quotient - i32::from(is_above)
}

/// Half up, and clamped to ±2^53.
pub(crate) fn rounded(numerator: &BigInt, denominator: &BigInt) -> i64 {
    let exact = floor(&(numerator * 2 + denominator), &(denominator * 2));
    let limit = BigInt::from(MOST);
    i64::try_from(exact.clamp(-&limit, limit)).unwrap()
}

/// The true vectors: sum, mean under add/remove, mean under replacement, mean with n public.
pub(crate) fn truth(cells: &[String], bounds: [&str; 2], step: &str) -> [Vec<i64>; 4] {
    let [low, high] = bounds.map(scaled);
    let step = scaled(step);
    let numbers = cells.iter().filter(|cell| !cell.is_empty());
    let clamped: Vec<BigInt> = numbers
        .map(|cell| scaled(cell).clamp(low.clone(), high.clone()))
        .collect();
    let sum: BigInt = clamped.iter().sum();
    let count = BigInt::from(clamped.len());
    let above = &sum - &low * &count;
    let below = &high * &count - &sum;
    let twice_deviation: BigInt = &sum * 2 - (&low + &high) * &count;
    let width = -floor(&-(&high - &low), &(&step * 2));
    let deviation = rounded(&twice_deviation, &(&step * 2));
    [
        vec![rounded(&sum, &step)],
        vec![rounded(&above, &step), rounded(&below, &step)],
        vec![deviation, rounded(&(count * width), &BigInt::from(1))],
        vec![deviation],
    ]
}

fn agrees(cells: &[String], bounds: [&str; 2], step: &str) {
    let table = table(cells);
    let bounds_text = format!("{}..{}", bounds[0], bounds[1]);
    let spec = |kind: &str| clamped(kind, "v", &bounds_text, step);
    let [sum, two_sided, counted, alone] = truth(cells, bounds, step);
    assert_eq!(x(&spec("sum"), &table, &ROW), sum);
    assert_eq!(x(&spec("sum"), &table, &replace()), sum);
    assert_eq!(x(&spec("mean"), &table, &ROW), two_sided);
    assert_eq!(x(&spec("mean"), &table, &replace()), counted);
    let public = mean_of_all("v", &bounds_text, step, cells.len() as u64);
    assert_eq!(x(&AttributeSpec::Mean(public), &table, &replace()), alone);
}

/// The faults that were found: each row was rounded by itself.
#[test]
fn many_roundings_do_not_add_up() {
    // A fifth of 20 000 are 1: the mean is 0.2, and was told as 0.7.
    let flags: Vec<String> = (0..20_000)
        .map(|i| u8::from(i % 5 == 0).to_string())
        .collect();
    agrees(&flags, ["0", "1"], "1");
    let table_of_flags = table(&flags);
    let mean = clamped("mean", "v", "0..1", "1");
    assert_eq!(x(&mean, &table_of_flags, &ROW), [4_000, 16_000]);
    assert_eq!(
        x(&mean, &table_of_flags, &replace()),
        [4_000 - 10_000, 20_000]
    );
    // Prices of x.5 with step 1: each was rounded up.
    let prices: Vec<String> = (0..999).map(|i| format!("{}.5", i % 40)).collect();
    agrees(&prices, ["0", "50"], "1");
    let total: i64 = (0..999).map(|i| 2 * (i % 40) + 1).sum();
    let sum = clamped("sum", "v", "0..50", "1");
    assert_eq!(x(&sum, &table(&prices), &ROW), [(total + 1) / 2]);
    // Ages between 18 and 95: mid is 56.5, and every deviation was rounded up.
    let ages: Vec<String> = (0..5_000).map(|i| (18 + i * 7 % 78).to_string()).collect();
    agrees(&ages, ["18", "95"], "1");
}

#[test]
fn no_sum_of_stored_numbers_is_refused() {
    // Of 64 bits, and far more than 2^53 steps: clamped, whatever the table.
    for (cell, sign) in [(i64::MAX, 1), (i64::MIN, -1)] {
        let big = Table::new(vec![Column::integers("v", vec![Some(cell); 18_100])]).unwrap();
        let sum = clamped("sum", "v", "-499999999999..499999999999", "1");
        let steps: i128 = 18_100 * 499_999_999_999 * i128::from(sign);
        assert!(steps.abs() > i128::from(MOST));
        assert_eq!(x(&sum, &big, &ROW), [MOST * sign]);
        let mean = clamped("mean", "v", "-499999999999..499999999999", "1");
        let expected = if sign > 0 { [MOST, 0] } else { [0, MOST] };
        assert_eq!(x(&mean, &big, &ROW), expected);
        assert_eq!(x(&mean, &big, &replace()), [MOST * sign, MOST]);
    }
    let just_below = Table::new(vec![Column::integers("v", vec![Some(i64::MAX); 9007])]).unwrap();
    let sum = clamped("sum", "v", "0..999999999999", "1");
    assert_eq!(x(&sum, &just_below, &ROW), [9007 * 999_999_999_999]);
    // Wider than 128 bits on the way.
    let long = "999999999999999998.999999999999999999".to_owned();
    let bounds = ["-999999999999999999", "999999999999999999"];
    agrees(&vec![long; 300], bounds, "2000000");
}

pub(crate) fn number() -> impl Strategy<Value = String> {
    let decimal = |mantissa: i128, scale: u32| Decimal::new(mantissa, scale).unwrap().to_string();
    prop_oneof![
        2 => Just(String::new()),
        8 => (-3000i128..3000, 0u32..4).prop_map(move |(m, s)| decimal(m, s)),
        1 => (any::<i64>(), 0u32..=18).prop_map(move |(m, s)| decimal(i128::from(m), s)),
        1 => (-10i128.pow(36)..10i128.pow(36), 0u32..=18).prop_map(move |(m, s)| decimal(m, s)),
    ]
}

pub(crate) fn bound() -> impl Strategy<Value = Decimal> {
    prop_oneof![
        4 => (-2000i128..2000, 0u32..4).prop_map(|(m, s)| Decimal::new(m, s).unwrap()),
        1 => (-10i128.pow(17)..10i128.pow(17), 0u32..=18)
            .prop_map(|(m, s)| Decimal::new(m, s).unwrap()),
    ]
}

fn step() -> impl Strategy<Value = Decimal> {
    (1i128..300, 0u32..4).prop_map(|(m, s)| Decimal::new(m, s).unwrap())
}

/// Bounds off the lattice, negative bounds, missing cells, numbers of every size.
#[property_test(config = cases(3000))]
fn sums_and_means_are_the_true_ones_rounded_once(
    #[strategy = prop::collection::vec(number(), 0..40)] cells: Vec<String>,
    #[strategy = bound()] a: Decimal,
    #[strategy = bound()] b: Decimal,
    #[strategy = step()] step: Decimal,
) {
    prop_assume!(a != b && !cells.is_empty());
    let (low, high) = (a.min(b).to_string(), a.max(b).to_string());
    // A D beyond 2^40 is refused, with nothing to compare.
    let spec = |kind| clamped(kind, "v", &format!("{low}..{high}"), &step.to_string());
    let table = table(&cells);
    for unit in [ROW, replace()] {
        prop_assume!(plan(&spec("mean"), &table.schema(), &unit).is_ok());
        prop_assume!(plan(&spec("sum"), &table.schema(), &unit).is_ok());
    }
    agrees(&cells, [&low, &high], &step.to_string());
}
