//! Tallies, added up by the plainest code, give the x of the embedded evaluation.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use poundwise_documents::kinds::Adjacency;
use poundwise_query::tally::{
    QuestionTally, TallyCell, TallyFault, TallyNumber, TallySum, TallyTest, TallyValues,
};
use poundwise_query::{AttributeSpec, Table, Unit, plan};
use proptest::prelude::*;
use proptest::property_test;

use crate::fixture::{
    KEY, between, blocks, count, crossed, filtered, mean, mean_of_all, mean_only, moments, squares,
    sum, two, values,
};
use crate::property::cases;

/// The decimals that an engine has of each column of numbers.
const DECIMALS: u32 = 3;

/// A cell as an engine has it.
enum Value {
    Text(String),
    Integer(i128),
}

fn value(table: &Table, tally: &QuestionTally, cell: TallyCell, row: usize) -> Option<Value> {
    let column = &table.columns()[tally.columns[cell.0].index];
    match column.cell(row) {
        poundwise_query::table::Cell::Missing => None,
        poundwise_query::table::Cell::Text(text) => Some(Value::Text(text.to_owned())),
        poundwise_query::table::Cell::Date(day) => Some(Value::Integer(day.to_epoch_days().into())),
        poundwise_query::table::Cell::Number(number) => {
            let text = number.to_string();
            let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
            let digits = format!("{whole}{decimals:0<width$}", width = DECIMALS as usize);
            Some(Value::Integer(digits.parse().unwrap()))
        }
    }
}

fn passes(value: Option<Value>, test: &TallyTest) -> bool {
    match (value, test) {
        (Some(Value::Text(cell)), TallyTest::Text { text, equal }) => (cell == *text) == *equal,
        (
            Some(Value::Integer(cell)),
            TallyTest::Integers {
                least,
                most,
                inside,
            },
        ) => (*least <= cell && cell <= *most) == *inside,
        _ => false,
    }
}

fn bin(value: Option<Value>, bins: &TallyValues) -> Option<usize> {
    match (value?, bins) {
        (Value::Text(cell), TallyValues::Texts(all)) => all
            .iter()
            .find(|(text, _)| *text == cell)
            .map(|(_, place)| *place),
        (Value::Integer(cell), TallyValues::Integers(all)) => all
            .iter()
            .find(|(one, _)| *one == cell)
            .map(|(_, place)| *place),
        (Value::Integer(cell), TallyValues::Ranges(all)) => all
            .iter()
            .find(|(least, most, _)| (*least..=*most).contains(&cell))
            .map(|(.., place)| *place),
        _ => None,
    }
}

fn number(value: Option<Value>, number: &TallyNumber) -> Option<BigInt> {
    match (value?, number) {
        (Value::Text(cell), TallyNumber::Texts(_, texts)) => texts
            .iter()
            .position(|text| *text == cell)
            .map(BigInt::from),
        (Value::Integer(cell), TallyNumber::Integers(_, all)) => all
            .iter()
            .position(|one| *one == Some(cell))
            .map(BigInt::from),
        (
            Value::Integer(cell),
            TallyNumber::Clamped {
                least,
                most,
                factor,
                low,
                range,
                ..
            },
        ) => Some(match cell {
            _ if cell < *least => 0.into(),
            _ if cell > *most => BigInt::from(*range),
            _ => BigInt::from(cell) * *factor - *low,
        }),
        _ => None,
    }
}

/// Adds up a tally over all rows.
fn add_up(tally: &QuestionTally, table: &Table) -> Vec<(u64, Vec<BigInt>)> {
    let mut groups: BTreeMap<u64, Vec<BigInt>> = BTreeMap::new();
    for row in 0..table.rows() {
        let value = |cell| value(table, tally, cell, row);
        let mut conditions = tally.conditions.iter();
        if !conditions.all(|(cell, test)| passes(value(*cell), test)) {
            continue;
        }
        let numbers = tally.variables.iter().map(|one| {
            let cell = match one {
                TallyNumber::Clamped { cell, .. }
                | TallyNumber::Texts(cell, _)
                | TallyNumber::Integers(cell, _) => *cell,
            };
            number(value(cell), one)
        });
        let numbers: Option<Vec<BigInt>> = numbers.collect();
        if tally.complete && numbers.is_none() {
            continue;
        }
        let group = tally.groups.iter().fold(0, |group, bins| {
            let bin = bin(value(bins.cell), &bins.bins);
            group * bins.size + bin.unwrap_or(bins.size - 1)
        });
        let sums = groups.entry(group as u64).or_default();
        sums.resize(tally.sums.len(), BigInt::ZERO);
        for (total, sum) in sums.iter_mut().zip(&tally.sums) {
            *total += match (sum, &numbers) {
                (TallySum::Rows, _) => BigInt::from(1),
                (TallySum::Product(_), None) => BigInt::ZERO,
                (TallySum::Product(exponents), Some(numbers)) => {
                    let factors = numbers.iter().zip(exponents);
                    factors
                        .map(|(number, exponent)| number.pow(*exponent))
                        .product()
                }
            };
        }
    }
    groups.into_iter().collect()
}

fn unit(adjacency: Adjacency) -> Unit {
    Unit {
        adjacency,
        rows_per_unit: 1,
        person_column: None,
    }
}

fn check(table: &Table, spec: &AttributeSpec, adjacency: Adjacency) {
    let plan = plan(spec, &table.schema(), &unit(adjacency)).map_err(|error| error.to_string());
    let plan = plan.unwrap();
    let tally = plan.tally(&|_| DECIMALS).ok().unwrap();
    let sums = tally.check(add_up(&tally, table)).ok().unwrap();
    let found = plan.compute_from(&tally, &sums).ok().unwrap();
    assert_eq!(
        found,
        plan.compute(Some(table), &KEY).ok().unwrap(),
        "{}",
        plan.query()
    );
}

#[property_test(config = cases(128))]
fn a_tally_gives_the_same_integers(
    #[strategy = prop::collection::vec(prop::option::of(-3000i64..3000), 1..30)] cells: Vec<
        Option<i64>,
    >,
    #[strategy = 0u32..=DECIMALS] scale: u32,
    seed: u64,
) {
    use poundwise_query::Column;
    let texts = ["a", "b", "", " a"];
    let days = ["2026-11-30", "2026-12-01", "", "0999-01-01"];
    let pick =
        |row: usize, shift: u32| usize::try_from((seed >> shift).wrapping_add(row as u64 * 7) % 4);
    let written = cells.iter().map(|cell| {
        let power = 10_i64.pow(scale);
        cell.map_or(String::new(), |cell| {
            let sign = if cell < 0 { "-" } else { "" };
            let (whole, rest) = (cell.abs() / power, cell.abs() % power);
            format!("{sign}{whole}.{rest:0width$}", width = scale as usize)
        })
    });
    let written: Vec<String> = written.collect();
    let rows = 0..cells.len();
    let table = Table::new(vec![
        Column::numbers("n", written.iter().map(String::as_str)).unwrap(),
        Column::texts("t", rows.clone().map(|row| texts[pick(row, 3).unwrap()])).unwrap(),
        Column::dates("d", rows.map(|row| days[pick(row, 9).unwrap()])).unwrap(),
    ]);
    let table = table.ok().unwrap();
    let edges = between(&["-1.0005", "0", "0.5", "2", "3000"]);
    let specs = [
        filtered(count(), &["n >= 0.1", "t != b"]),
        sum("n", "-1.25..2", "0.5").into(),
        mean("n", "-0.0001..2.5", "0.25").into(),
        blocks("n", edges.clone(), &[1, 2]),
        crossed(&[
            ("t", values(&["b", "a"])),
            ("d", values(&["2026-11", "0999"])),
        ]),
        moments(
            &[squares("n", "-1..2.5"), two("t", ["a", "b"])],
            &[("d", values(&["2026"]))],
        ),
        moments(&[mean_only("n", "-1..2.5")], &[("t", values(&["a"]))]),
        filtered(
            crate::fixture::histogram("n", values(&["1", "0.5", "0.00001"])),
            &["d < 2026-12-01"],
        ),
    ];
    for spec in &specs {
        for adjacency in [Adjacency::AddRemove, Adjacency::Replace] {
            check(&table, spec, adjacency);
        }
    }
    let all = mean_of_all("n", "-1..2", "0.5", cells.len() as u64);
    check(&table, &all.into(), Adjacency::Replace);
}

#[test]
fn sums_that_no_rows_have_are_refused() {
    let table = crate::fixture::table();
    let spec = moments(&[squares("age", "0..10")], &[("name", values(&["ann"]))]);
    let plan = plan(&spec, &table.schema(), &unit(Adjacency::AddRemove))
        .ok()
        .unwrap();
    let tally = plan.tally(&|_| 0).ok().unwrap();
    assert_eq!(tally.number_of_groups(), 2);
    assert_eq!(tally.sums.len(), 3);
    let most = 100_u64 << 40;
    assert_eq!(tally.largest(), most.into());
    let fault = |answer: &[(u64, &[i64])]| {
        let row = |(group, sums): &(u64, &[i64])| {
            (*group, sums.iter().map(|sum| BigInt::from(*sum)).collect())
        };
        tally.check(answer.iter().map(row).collect()).err()
    };
    let most = 1 << 40;
    for (answer, expected) in [
        (&[][..], None),
        (&[(1, &[2, 20, 200][..])][..], None),
        (&[(2, &[2, 20, 200])], Some(TallyFault::Group)),
        (&[(1, &[1, 0, 0]), (1, &[1, 0, 0])], Some(TallyFault::Group)),
        (&[(0, &[1, 0])], Some(TallyFault::Sums)),
        (&[(0, &[])], Some(TallyFault::Sums)),
        (&[(0, &[1, 11, 0])], Some(TallyFault::Range)),
        (&[(0, &[1, 0, 101])], Some(TallyFault::Range)),
        (&[(0, &[1, -1, 0])], Some(TallyFault::Range)),
        (&[(0, &[0, 1, 0])], Some(TallyFault::Range)),
        (&[(0, &[most, 0, 0])], None),
        (&[(0, &[most + 1, 0, 0])], Some(TallyFault::Rows)),
        (
            &[(0, &[most, 0, 0]), (1, &[1, 0, 0])],
            Some(TallyFault::Rows),
        ),
    ] {
        assert_eq!(fault(answer), expected, "{answer:?}");
    }
}
