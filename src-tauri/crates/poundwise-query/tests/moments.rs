//! Moments: x against fractions, and D against all neighbours of small tables.
#![allow(
    clippy::unwrap_used,
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::print_stdout
)]

use num_bigint::BigInt;
use poundwise_documents::kinds::Adjacency;
use poundwise_documents::units::Decimal;
use poundwise_query::fit::Fits;
use poundwise_query::kinds::{BinSpec, VariableSpec, VariableValues};
use poundwise_query::{AttributeSpec, Column, Plan, Schema, Table, Unit, plan};
use proptest::prelude::*;
use proptest::property_test;

use crate::exact::{bound, number, rounded, scaled};
use crate::fixture::{
    KEY, ROW, between, filtered, mean_only, moments, refuses, squares, two, values,
};
use crate::property::cases;

/// V, what a row counts.
const V: i64 = 65_536;
/// S, what a square of 1 counts, of 1 to 7 variables: the even number nearest to `V 2^(-p/2) / 2`.
const S: [i64; 7] = [23_170, 16_384, 11_586, 8_192, 5_792, 4_096, 2_896];

/// A fraction with a denominator above 0.
#[derive(Clone)]
struct Fraction(BigInt, BigInt);

impl Fraction {
    fn whole(number: i64) -> Self {
        Self(number.into(), 1.into())
    }

    fn plus(&self, other: &Self) -> Self {
        if self.1 == other.1 {
            return Self(&self.0 + &other.0, self.1.clone());
        }
        let Self(one, two) = other;
        Self(&self.0 * two + one * &self.1, &self.1 * two)
    }

    fn times(&self, other: &Self) -> Self {
        Self(&self.0 * &other.0, &self.1 * &other.1)
    }

    fn half(&self) -> Self {
        Self(self.0.clone(), &self.1 * 2)
    }
}

/// Returns u of a cell, or `None` if the row does not count for it.
fn u_of(variable: &VariableSpec, cell: &str) -> Option<Fraction> {
    match &variable.values {
        VariableValues::Squares(bounds) | VariableValues::MeanOnly(bounds) => {
            let [low, high] = bounds.each_ref().map(|bound| scaled(&bound.to_string()));
            let v = scaled(Some(cell).filter(|cell| !cell.is_empty())?);
            let v = v.clamp(low.clone(), high.clone());
            Some(Fraction(v * 2 - &low - &high, high - low))
        }
        VariableValues::TwoValued(values) => {
            let are_numbers = values.iter().all(|value| value.parse::<Decimal>().is_ok());
            let is = |value: &String| match are_numbers {
                true => !cell.is_empty() && scaled(cell) == scaled(value),
                false => cell == value,
            };
            let place = values.iter().position(is)?;
            Some(Fraction::whole([-1, 1][place]))
        }
    }
}

/// The coordinates of moments in plain fractions, of rows with their group and the cells of the
/// variables.
pub(crate) fn true_moments(
    variables: &[VariableSpec],
    groups: usize,
    rows: impl IntoIterator<Item = (usize, Vec<String>)>,
) -> Vec<i64> {
    let is_square = |one: &&VariableSpec| matches!(one.values, VariableValues::Squares(_));
    let is_quadratic = variables.iter().filter(is_square).count() <= 2;
    let mut sums: Vec<Option<Vec<Fraction>>> = vec![None; groups];
    let one = Fraction::whole(1);
    let entries_of = |us: &[Fraction]| {
        let mut products = vec![Fraction::whole(V)];
        for (u, variable) in us.iter().zip(variables) {
            let minus = Fraction::whole(-1).times(u);
            let [low, high] = [one.plus(&minus).half(), one.plus(u).half()];
            let parts = if is_quadratic && is_square(&variable) {
                let middle = one.plus(&minus.times(u)).half();
                vec![low.times(&low), middle, high.times(&high)]
            } else {
                vec![low, high]
            };
            products = products
                .iter()
                .flat_map(|product| parts.iter().map(move |part| product.times(part)))
                .collect();
        }
        if !is_quadratic {
            let scale = Fraction::whole(S[variables.len() - 1]);
            for (u, variable) in us.iter().zip(variables) {
                if is_square(&variable) {
                    let centred = u.times(u).plus(&Fraction(BigInt::from(-1), 2.into()));
                    products.push(scale.times(&centred));
                }
            }
        }
        products
    };
    // A table of no rows has the same number of entries.
    let size = entries_of(&vec![Fraction::whole(0); variables.len()]).len();
    for (group, cells) in rows {
        let us = cells.iter().zip(variables);
        let us: Option<Vec<Fraction>> = us.map(|(cell, one)| u_of(one, cell)).collect();
        let Some(us) = us else { continue };
        let entries = entries_of(&us);
        sums[group] = Some(match sums[group].take() {
            None => entries,
            Some(sums) => sums.iter().zip(&entries).map(|(a, b)| a.plus(b)).collect(),
        });
    }
    let none = vec![Fraction::whole(0); size];
    let all = sums
        .into_iter()
        .flat_map(|sums| sums.unwrap_or(none.clone()));
    all.map(|Fraction(numerator, denominator)| rounded(&numerator, &denominator))
        .collect()
}

/// A variable of a random table: how it is asked for, and its cells.
#[derive(Clone, Debug)]
struct Random {
    values: VariableValues,
    is_text: bool,
    cells: Vec<String>,
}

const ROWS: usize = 12;

fn random() -> impl Strategy<Value = Random> {
    let cells = |of: &'static [&'static str]| {
        prop::collection::vec(prop::sample::select(of).prop_map(str::to_owned), ROWS)
    };
    let two = |one: &str, other: &str| VariableValues::TwoValued([one, other].map(str::to_owned));
    let (numbers, texts) = (two("0.5", "2"), two("a", "b"));
    let bounded = (
        prop::bool::weighted(0.7),
        bound(),
        bound(),
        prop::collection::vec(number(), ROWS),
    );
    let bounded = bounded.prop_filter_map("equal bounds", |(is_squared, one, other, cells)| {
        let bounds = [one.min(other), one.max(other)];
        let of = match is_squared {
            true => VariableValues::Squares,
            false => VariableValues::MeanOnly,
        };
        (one != other).then(|| Random {
            values: of(bounds),
            is_text: false,
            cells,
        })
    });
    let fixed = |values: VariableValues, is_text: bool, of| {
        cells(of).prop_map(move |cells| Random {
            values: values.clone(),
            is_text,
            cells,
        })
    };
    prop_oneof![
        4 => bounded,
        1 => fixed(numbers, false, &["0.5", "2", "2.00", "2", "0.50", "1", ""]),
        1 => fixed(texts, true, &["a", "b", "a", "b", "c", ""]),
    ]
}

/// The groups of a random table: none, by texts, between edges, and both.
fn groups_of(by: usize) -> Vec<(&'static str, BinSpec)> {
    let texts = ("g", values(&["x", "y"]));
    let edges = ("h", between(&["-0.5", "1", "2.5"]));
    match by {
        0 => vec![],
        1 => vec![texts],
        2 => vec![edges],
        _ => vec![texts, edges],
    }
}

fn place(column: &str, cell: &str) -> usize {
    match (column, cell) {
        ("g", "x") | ("h", "-0.5" | "0.999") => 0,
        ("g", "y") | ("h", "1" | "2.5") => 1,
        _ => 2,
    }
}

/// Bounds off the lattice and negative ones, missing cells, filters, numbers and texts of two
/// values, groups with 'other', several rows of a person, and columns of different scales.
#[property_test(config = cases(1000))]
fn x_is_the_sum_of_exact_fractions_rounded_once(
    #[strategy = prop::collection::vec(random(), 1..=7)] variables: Vec<Random>,
    #[strategy = prop::collection::vec(
        (
            prop::sample::select(vec!["x", "y", "z", ""]),
            prop::sample::select(vec!["-0.5", "0.999", "1", "2.5", "2.501", "-9", ""]),
            prop::sample::select(vec!["0", "1", "2", ""]),
        ),
        0..=ROWS,
    )]
    rows: Vec<(&'static str, &'static str, &'static str)>,
    #[strategy = 0usize..4] by: usize,
    is_filtered: bool,
    is_replaced: bool,
    #[strategy = 1usize..4] k: usize,
) {
    let names: Vec<String> = (0..variables.len()).map(|n| format!("v{n}")).collect();
    let asked: Vec<VariableSpec> = variables
        .iter()
        .zip(&names)
        .map(|(one, name)| VariableSpec {
            column: name.clone(),
            values: one.values.clone(),
        })
        .collect();
    let columns = variables.iter().zip(&names).map(|(one, name)| {
        let cells = one.cells.iter().take(rows.len()).map(String::as_str);
        match one.is_text {
            true => Column::texts(name.as_str(), cells),
            false => Column::numbers(name.as_str(), cells),
        }
        .unwrap()
    });
    let who: Vec<String> = (0..rows.len()).map(|row| format!("p{}", row / k)).collect();
    let table = [
        Column::texts("who", who.iter().map(String::as_str)).unwrap(),
        Column::texts("g", rows.iter().map(|row| row.0)).unwrap(),
        Column::numbers("h", rows.iter().map(|row| row.1)).unwrap(),
        Column::numbers("f", rows.iter().map(|row| row.2)).unwrap(),
    ];
    let table = Table::new(table.into_iter().chain(columns).collect()).unwrap();
    let groups = groups_of(by);
    let mut spec = moments(&asked, &groups);
    if is_filtered {
        spec = filtered(spec, &["f >= 1"]);
    }
    let unit = Unit {
        adjacency: match is_replaced {
            true => Adjacency::Replace,
            false => Adjacency::AddRemove,
        },
        rows_per_unit: k as u64,
        person_column: Some("who".to_owned()),
    };
    let plan = plan(&spec, &table.schema(), &unit)
        .map_err(|e| e.to_string())
        .unwrap();
    let counting = rows
        .iter()
        .enumerate()
        .filter(|(_, row)| !is_filtered || ["1", "2"].contains(&row.2));
    let counting = counting.map(|(index, (g, h, _))| {
        let group = groups.iter().fold(0, |group, (column, _)| {
            3 * group + place(column, if *column == "g" { g } else { h })
        });
        let cells = variables.iter().map(|one| one.cells[index].clone());
        (group, cells.collect())
    });
    let expected = true_moments(&asked, 3usize.pow(groups.len() as u32), counting);
    prop_assert_eq!(
        plan.compute(Some(&table), &KEY).map_err(|e| e.to_string()),
        Ok(expected)
    );
}

fn unit(adjacency: Adjacency, rows: u64) -> Unit {
    Unit {
        adjacency,
        rows_per_unit: rows,
        person_column: Some("who".to_owned()),
    }
}

/// A row: its group, and a cell of each variable.
type Row = Vec<&'static str>;

/// The rows of one person among those of others, of whom each has one.
fn table(own: &[Row], others: &[Row]) -> Table {
    let who = (0..own.len())
        .map(|_| "own".to_owned())
        .chain((0..others.len()).map(|other| format!("other {other}")));
    let who: Vec<String> = who.collect();
    let rows: Vec<&Row> = own.iter().chain(others).collect();
    let size = 3;
    let column = |index: usize| {
        rows.iter()
            .map(move |row| row.get(index).copied().unwrap_or(""))
    };
    let numbers = (1..=size).map(|index| Column::numbers(format!("v{index}"), column(index)));
    let mut columns = vec![
        Column::texts("who", who.iter().map(String::as_str)).unwrap(),
        Column::texts("g", column(0)).unwrap(),
    ];
    columns.extend(numbers.map(Result::unwrap));
    Table::new(columns).unwrap()
}

fn planned(spec: &AttributeSpec, unit: &Unit) -> Plan {
    let schema = Schema::parse_types("who:text,g:text,v1:number,v2:number,v3:number").unwrap();
    plan(spec, &schema, unit)
        .map_err(|e| e.to_string())
        .unwrap()
}

fn x(plan: &Plan, own: &[Row], others: &[Row]) -> Vec<i64> {
    plan.compute(Some(&table(own, others)), &KEY).unwrap()
}

fn distance(a: &[i64], b: &[i64]) -> (u64, u128) {
    let differences = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b));
    differences.fold((0, 0), |(l1, l2), one| {
        (l1 + one, l2 + u128::from(one).pow(2))
    })
}

/// All multisets of at most `most` rows, the empty one first.
fn multisets(rows: &[Row], most: u64) -> Vec<Vec<Row>> {
    let mut all = vec![vec![]];
    for (index, row) in rows.iter().enumerate() {
        all.push(vec![row.clone()]);
        if most == 2 {
            all.extend(
                rows[index..]
                    .iter()
                    .map(|other| vec![row.clone(), other.clone()]),
            );
        }
    }
    all
}

/// The farthest that x moves, in l1 and in l2 squared, between any two neighbours that differ in
/// one person with at most K of these rows, beside any of these other tables.
fn farthest(spec: &AttributeSpec, unit: &Unit, own: &[Row], others: &[Vec<Row>]) -> (u64, u128) {
    let plan = planned(spec, unit);
    let sets = multisets(own, unit.rows_per_unit);
    let mut farthest = (0, 0);
    for others in others {
        let xs: Vec<Vec<i64>> = sets.iter().map(|own| x(&plan, own, others)).collect();
        let firsts = match unit.adjacency {
            Adjacency::AddRemove => 1,
            Adjacency::Replace => xs.len(),
        };
        for (index, a) in xs[..firsts].iter().enumerate() {
            for b in &xs[index..] {
                let (l1, l2) = distance(a, b);
                farthest = (l1.max(farthest.0), l2.max(farthest.1));
            }
        }
    }
    farthest
}

/// Variables of these roles (`s`quares, `t`wo-valued, `m`ean-only), with cells that are tried.
fn lattice(roles: &str) -> (Vec<VariableSpec>, Vec<Vec<&'static str>>) {
    let all: &[&str] = match roles.len() {
        1 => &["0", "1", "2", "3", "5", ""],
        2 => &["0", "1", "3", "7"],
        _ => &["0", "1", "3"],
    };
    let variables = roles.chars().zip(1..).map(|(role, index)| {
        let name = format!("v{index}");
        match role {
            's' => (squares(&name, "0..3"), all.to_vec()),
            't' => (two(&name, ["0", "3"]), vec!["0", "3"]),
            _ => (mean_only(&name, "0..3"), all.to_vec()),
        }
    });
    variables.unzip()
}

/// Every row of these cells in each of the groups.
fn rows_of(groups: &[&'static str], cells: &[Vec<&'static str>]) -> Vec<Row> {
    let mut rows: Vec<Row> = groups.iter().map(|group| vec![*group]).collect();
    for cells in cells {
        rows = rows
            .iter()
            .flat_map(|row| cells.iter().map(|cell| [row.as_slice(), &[*cell]].concat()))
            .collect();
    }
    rows
}

/// No two neighbours are further apart than D and D2. One row of add/remove at a corner moves x by V
/// exactly if products are all that there is, and by `V + q S/2` with q squares.
#[test]
fn sensitivity_of_moments_is_never_exceeded() {
    for roles in ["m", "t", "s", "mm", "sm", "ss", "mmm", "stm", "ssm", "sss"] {
        let (variables, cells) = lattice(roles);
        for groups in [1, 3] {
            let (names, by): (&[&str], _) = match groups {
                1 => (&["a"], vec![]),
                _ => (&["a", "b", ""], vec![("g", values(&["a", "b"]))]),
            };
            let spec = moments(&variables, &by);
            let own = rows_of(names, &cells);
            // Others make the rounding go either way.
            let others = |count: usize| -> Vec<Row> {
                own.iter().step_by(5).cycle().take(count).cloned().collect()
            };
            let others = [vec![], others(1), others(7)];
            for adjacency in [Adjacency::AddRemove, Adjacency::Replace] {
                for k in 1..=2 {
                    let unit = unit(adjacency, k);
                    let plan = planned(&spec, &unit);
                    let stated = (plan.shape().sensitivity, plan.l2_squared());
                    let is_large = own.len() > 40 && k == 2 && adjacency == Adjacency::Replace;
                    let others = if is_large { &others[2..] } else { &others };
                    let found = farthest(&spec, &unit, &own, others);
                    println!("{roles} {groups} {adjacency:?} K {k}: {found:?} of {stated:?}");
                    assert!(
                        found.0 <= stated.0 && found.1 <= stated.1,
                        "{roles} {groups}"
                    );
                    assert!(u128::from(stated.0).pow(2) >= stated.1);
                    // A row that is replaced cannot move all squares and all products.
                    let share = match (roles, adjacency) {
                        ("sss", Adjacency::Replace) => 940,
                        _ => 999,
                    };
                    let is_near = found.0 * 1000 >= stated.0 * share;
                    assert!(
                        is_near,
                        "{roles} {groups} {adjacency:?} {k} {found:?} {stated:?}"
                    );
                }
            }
        }
        let none = planned(&moments(&variables, &[]), &unit(Adjacency::AddRemove, 1));
        let corner: Row = [vec!["a"], vec!["3"; roles.len()]].concat();
        let moved = distance(&x(&none, &[corner], &[]), &x(&none, &[], &[])).0;
        let squares = if roles == "sss" { 3 * S[2] / 2 } else { 0 };
        assert_eq!(i64::try_from(moved).unwrap(), V + squares, "{roles}");
    }
}

/// S is even, so half of it is whole, and squares add no rounding: any number of variables.
#[test]
fn a_corner_moves_all_squares_by_half_their_scale() {
    for p in 3..=7_usize {
        let names: Vec<String> = (0..p).map(|index| format!("n{index}")).collect();
        let variables: Vec<_> = names.iter().map(|name| squares(name, "-1..0.5")).collect();
        let column = |cells: [&str; 2]| {
            let columns = names
                .iter()
                .map(|name| Column::numbers(name.as_str(), cells).unwrap());
            Table::new(columns.collect()).unwrap()
        };
        let [with, without] = [column(["0.25", "0.5"]), column(["0.25", ""])];
        let plan = plan(&moments(&variables, &[]), &with.schema(), &ROW).unwrap();
        let of = |table: &Table| plan.compute(Some(table), &KEY).unwrap();
        let moved = distance(&of(&with), &of(&without)).0;
        let most = V + i64::try_from(p).unwrap() * S[p - 1] / 2;
        assert_eq!(i64::try_from(moved).unwrap(), most);
        let rounding = (1 << p) - 1;
        assert_eq!(plan.shape().sensitivity, moved + rounding);
    }
}

/// Bounds at which a mass ends in a half: both entries of a group are rounded up. A D in which the
/// rows of a person were rounded once, and not in each of their groups, would be exceeded.
#[test]
fn each_group_of_a_person_rounds_by_itself() {
    let variables = [mean_only("v1", "0..131072")];
    let by = [("g", values(&["a", "b"]))];
    let row = |group: &'static str| vec![group, "1"];
    for (adjacency, k, own) in [
        (Adjacency::AddRemove, 1, [vec![row("a")], vec![]]),
        (Adjacency::AddRemove, 2, [vec![row("a"), row("b")], vec![]]),
        (Adjacency::Replace, 1, [vec![row("a")], vec![row("b")]]),
    ] {
        let plan = planned(&moments(&variables, &by), &unit(adjacency, k));
        let xs = own.each_ref().map(|own| x(&plan, own, &[]));
        let (l1, l2) = distance(&xs[0], &xs[1]);
        // D is reached, and one rounding for all groups would not do.
        assert_eq!(l1, plan.shape().sensitivity);
        assert!(l2 <= plan.l2_squared());
        let moved = own[0].len() + own[1].len();
        let rounded_once = moved as u64 * V.cast_unsigned() + 1;
        assert_eq!(l1 > rounded_once, moved > 1);
    }
}

/// Squares are centred by the owner, so that they add `S/2` to D, and the reader adds the centre
/// again. A reader who does not has another variance.
#[test]
fn squares_are_read_with_the_centre_that_was_taken_off() {
    let variables = ["v1", "v2", "v3"].map(|name| squares(name, "0..3"));
    let rows: Vec<Row> = rows_of(
        &["a"],
        &[vec!["0", "1", "3"], vec!["1", "2"], vec!["0", "3"]],
    );
    let plan = planned(&moments(&variables, &[]), &unit(Adjacency::AddRemove, 1));
    let values = x(&plan, &[], &rows);
    let fits = Fits::of(plan.shape(), &values, "100000".parse().unwrap()).unwrap();
    let table = fits.groups(&[]).unwrap();
    let deviation = table.rows[0].figures[0].deviation.as_ref().unwrap().number;
    // 0, 1 and 3, each as often.
    let [mean, square] = [4.0 / 3.0, 10.0 / 3.0];
    let truth = f64::sqrt(square - mean * mean);
    assert!((deviation - truth).abs() < 1e-3, "{deviation} {truth}");
    let matrix = fits.matrix();
    let scale = matrix.square_scale.unwrap() as f64;
    let [centred, rows, sum] = [
        matrix.groups[0].squares[0].unwrap() as f64 / scale,
        matrix.groups[0].steps[0][0].unwrap() as f64 / V as f64,
        matrix.groups[0].steps[0][1].unwrap() as f64 / V as f64,
    ];
    let read = |square: f64| 1.5 * f64::sqrt(square / rows - (sum / rows).powi(2));
    assert!((read(centred + rows / 2.0) - truth).abs() < 1e-3);
    let uncentred = read(centred);
    assert!(uncentred.is_nan() || (uncentred - truth).abs() > 0.1);
}

#[test]
fn what_is_no_question_of_moments_is_refused() {
    let of = |variables: &[VariableSpec], groups: &[(&str, BinSpec)]| moments(variables, groups);
    let age = || squares("age", "0..100");
    let eight: Vec<_> = (0..8).map(|_| age()).collect();
    refuses(&of(&eight, &[]), "one to seven variables, not 8");
    refuses(&of(&[], &[]), "one to seven variables, not 0");
    refuses(&of(&[squares("name", "0..1")], &[]), "");
    refuses(&of(&[squares("age", "1..1")], &[]), "");
    refuses(&of(&[squares("age", "2..1")], &[]), "");
    refuses(&of(&[squares("height", "0..1")], &[]), "");
    refuses(&of(&[age(), mean_only("age", "0..1")], &[]), "stated twice");
    let names = || ("name", values(&["ann"]));
    refuses(&of(&[age()], &[names(), names()]), "stated twice");
    refuses(&of(&[age()], &[("age", values(&["1"]))]), "is a variable");
    refuses(
        &of(&[age()], &[("name", BinSpec::Stated)]),
        "are not stated",
    );
    refuses(&of(&[two("name", ["ann", ""])], &[]), "empty or equal");
    refuses(&of(&[two("name", ["ann", " ann "])], &[]), "empty or equal");
    refuses(&of(&[two("age", ["1", "1.0"])], &[]), "empty or equal");
    refuses(&of(&[two("age", ["1", "old"])], &[]), "");
    let edges: Vec<Decimal> = (0..=5_461).map(Decimal::from_integer).collect();
    let many = |edges: &[Decimal]| [("size", BinSpec::Edges(edges.to_vec()))];
    refuses(&of(&[age()], &many(&edges)), "values; at most");
    assert!(
        plan(
            &of(&[age()], &many(&edges[1..])),
            &crate::fixture::table().schema(),
            &ROW
        )
        .is_ok()
    );
}
