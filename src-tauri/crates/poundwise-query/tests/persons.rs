//! Which rows of a person count: at most K, chosen by that person's rows alone. A failure here
//! means that one person moves x further than D says, or that the order of rows decides it.
#![allow(clippy::unwrap_used)]

use crate::fixture::{KEY, bins, count, filtered};
use crate::property::cases;
use poundwise_documents::kinds::Adjacency;
use poundwise_query::{AttributeSpec, Column, Table, Unit, plan};
use proptest::prelude::*;
use proptest::property_test;
use sha2::{Digest, Sha256};

/// One row: whose, what, an unread remark.
type Row = (&'static str, &'static str, &'static str);

fn table(rows: &[Row]) -> Table {
    Table::new(vec![
        Column::texts("who", rows.iter().map(|row| row.0)).unwrap(),
        Column::texts("what", rows.iter().map(|row| row.1)).unwrap(),
        Column::texts("remark", rows.iter().map(|row| row.2)).unwrap(),
    ])
    .unwrap()
}

fn unit(rows: u64) -> Unit {
    Unit {
        adjacency: Adjacency::AddRemove,
        rows_per_unit: rows,
        person_column: Some("who".to_owned()),
    }
}

fn by_what() -> AttributeSpec {
    bins("what", &["a", "b"])
}

fn x(spec: &AttributeSpec, rows: &[Row], k: u64, key: &[u8; 32]) -> Vec<i64> {
    let table = table(rows);
    plan(spec, &table.schema(), &unit(k))
        .unwrap()
        .compute(Some(&table), key)
        .unwrap()
}

/// The rule, written down a second time: of each person's rows those with the smallest hashes.
fn expected(rows: &[Row], k: usize, key: &[u8; 32]) -> Vec<i64> {
    let mut counts = vec![0, 0, 0];
    let mut people: Vec<&str> = rows
        .iter()
        .map(|row| row.0)
        .filter(|p| !p.is_empty())
        .collect();
    people.sort_unstable();
    people.dedup();
    for person in people {
        let mut hashes: Vec<([u8; 32], &str)> = Vec::new();
        for (index, row) in rows.iter().enumerate().filter(|(_, row)| row.0 == person) {
            let same = |other: &&Row| other.0 == person && other.1 == row.1;
            let ordinal = rows[..index].iter().filter(same).count() as u64;
            let cell = |text: &str| match text.len() {
                0 => "-".to_owned(),
                length => format!("t{length}:{text}"),
            };
            let key: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
            let bytes = format!("{key}{}{}{ordinal}", cell(person), cell(row.1));
            hashes.push((Sha256::digest(bytes).into(), row.1));
        }
        hashes.sort_unstable();
        for (_, what) in hashes.iter().take(k) {
            match *what {
                "a" => counts[0] += 1,
                "b" => counts[1] += 1,
                _ => counts[2] += 1,
            }
        }
    }
    counts
}

#[test]
fn rows_without_a_person_do_not_count() {
    let rows = [("", "a", ""), (" ", "b", ""), ("p", "b", "")];
    assert_eq!(x(&by_what(), &rows, 2, &KEY), [0, 1, 0]);
    assert_eq!(x(&count(), &rows, 2, &KEY), [1]);
}

#[test]
fn people_are_named_by_canonical_values() {
    let counted = |who: Column| {
        let table = Table::new(vec![who]).unwrap();
        let plan = plan(&count(), &table.schema(), &unit(1)).unwrap();
        plan.compute(Some(&table), &KEY).unwrap()[0]
    };
    let cells = ["7", "7.0", " 7.00", "8", "x", ""];
    assert_eq!(counted(Column::numbers("who", cells).unwrap()), 2);
    assert_eq!(counted(Column::texts("who", cells).unwrap()), 5);
}

/// Without the lengths ("1", "12") and ("11", "2") would be hashed alike.
#[test]
fn content_is_of_the_columns_that_are_read() {
    let rows = |remark: &'static str| -> Vec<Row> {
        (0..40)
            .map(|i| ("p", ["a", "b"][i % 2], if i < 20 { remark } else { "" }))
            .collect()
    };
    // A cell that the question does not read decides nothing.
    assert_eq!(
        x(&by_what(), &rows("one"), 11, &KEY),
        x(&by_what(), &rows("other"), 11, &KEY)
    );
    // One that a filter reads does.
    let keys = (0..64u8).map(|byte| [byte; 32]);
    let differs = keys.filter(|key| {
        let none = filtered(by_what(), &["remark != zzz"]);
        x(&none, &rows("one"), 11, key) != x(&none, &rows("other"), 11, key)
    });
    assert!(differs.count() > 10);
}

#[test]
fn another_key_chooses_other_rows_and_none_is_favoured() {
    let rows: Vec<Row> = vec![("p", "a", ""), ("p", "b", ""), ("p", "", "")];
    let mut chosen = [0; 3];
    for byte in 0..=255u8 {
        let x = x(&by_what(), &rows, 1, &[byte; 32]);
        assert_eq!(x.iter().sum::<i64>(), 1);
        chosen[x.iter().position(|count| *count == 1).unwrap()] += 1;
    }
    assert!(
        chosen.iter().all(|times| (50..130).contains(times)),
        "{chosen:?}"
    );
}

/// Every table of up to five rows of two people, K = 1 and 2: x is the sum of what each person's
/// rows give alone, each at most K rows, in whichever order the rows come; so one person more or
/// less moves it by that person's rows.
#[test]
fn a_person_moves_x_by_at_most_k_rows_in_every_small_table() {
    let cells = ["a", "b", ""];
    let mut tables: Vec<Vec<Row>> = vec![Vec::new()];
    for _ in 0..5 {
        let mut longer = Vec::new();
        for table in &tables {
            for who in ["p", "q"] {
                for what in cells {
                    let mut table = table.clone();
                    table.push((who, what, ""));
                    longer.push(table);
                }
            }
        }
        tables = longer;
        for rows in &tables {
            let only = |who: &str| -> Vec<Row> {
                rows.iter().filter(|row| row.0 == who).copied().collect()
            };
            for k in [1u64, 2] {
                let most = usize::try_from(k).unwrap();
                let whole = x(&by_what(), rows, k, &KEY);
                let (p, q) = (
                    x(&by_what(), &only("p"), k, &KEY),
                    x(&by_what(), &only("q"), k, &KEY),
                );
                let counted = usize::try_from(p.iter().sum::<i64>()).unwrap();
                assert_eq!(counted, only("p").len().min(most));
                let sums: Vec<i64> = p.iter().zip(&q).map(|(p, q)| p + q).collect();
                assert_eq!(whole, sums, "{rows:?}");
                assert_eq!(whole, expected(rows, most, &KEY), "{rows:?}");
                let mut reversed = rows.clone();
                reversed.reverse();
                assert_eq!(whole, x(&by_what(), &reversed, k, &KEY), "{rows:?}");
            }
        }
        if tables.len() > 5000 {
            break;
        }
    }
}

fn row() -> impl Strategy<Value = Row> {
    let who = prop::sample::select(vec!["p", "q", "r", ""]);
    let what = prop::sample::select(vec!["a", "b", "c", ""]);
    (who, what).prop_map(|(who, what)| (who, what, ""))
}

/// The same rows twice, the second time in another order.
fn rows_and_mixed() -> impl Strategy<Value = (Vec<Row>, Vec<Row>)> {
    prop::collection::vec(row(), 0..25)
        .prop_flat_map(|rows| (Just(rows.clone()), Just(rows).prop_shuffle()))
}

#[property_test(config = cases(1000))]
fn the_order_of_rows_makes_no_difference(
    #[strategy = rows_and_mixed()] (rows, mixed): (Vec<Row>, Vec<Row>),
    #[strategy = 1u64..4] k: u64,
    key: [u8; 32],
) {
    let most = usize::try_from(k).unwrap();
    prop_assert_eq!(x(&by_what(), &rows, k, &key), expected(&rows, most, &key));
    for spec in [by_what(), filtered(count(), &["what == a"])] {
        prop_assert_eq!(x(&spec, &rows, k, &key), x(&spec, &mixed, k, &key));
    }
}

/// The bytes of numbers, missing cells and texts beyond ASCII, in the hash that chooses rows.
#[test]
fn row_choice_hashes_netstrings() {
    let numbers = ["1", "2", "2", ""];
    let table = Table::new(vec![
        Column::texts("who", ["p\u{e9}"; 4]).unwrap(),
        Column::numbers("what", numbers).unwrap(),
    ])
    .unwrap();
    let spec = bins("what", &["1", "2"]);
    let key: String = KEY.iter().map(|byte| format!("{byte:02x}")).collect();
    let number = |n: u64| {
        let digits = format!("{n}000000000000000000");
        format!("n{}:{digits}", digits.len())
    };
    let hash = |content: &str, ordinal: u64| -> [u8; 32] {
        Sha256::digest(format!("{key}t3:p\u{e9}{content}{ordinal}")).into()
    };
    let mut hashes = [
        (hash(&number(1), 0), 1),
        (hash(&number(2), 0), 2),
        (hash(&number(2), 1), 2),
        (hash("-", 0), 0),
    ];
    hashes.sort_unstable();
    for k in 1..=4 {
        let counted = |value| {
            let chosen = hashes[..k].iter();
            chosen.map(|(_, of)| i64::from(*of == value)).sum::<i64>()
        };
        let x = plan(&spec, &table.schema(), &unit(k as u64))
            .unwrap()
            .compute(Some(&table), &KEY)
            .unwrap();
        assert_eq!(x, [1, 2, 0].map(counted), "K = {k}");
    }
}
