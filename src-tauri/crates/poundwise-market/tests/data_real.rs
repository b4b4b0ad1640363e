//! The same answers on real tables as the plainest possible code gives. The tables are not part of the repository: without
//! them these tests say that they were skipped.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

mod fixture;

use std::collections::HashMap;
use std::fs;

use fixture::shared;
use poundwise_documents::kinds::Adjacency;
use poundwise_market::data::{Table, Unit, bound_persons, plan, preview, read_csv};
use poundwise_market::view::{ColumnType, ListingDraft};

const ROW: Unit = Unit {
    adjacency: Adjacency::AddRemove,
    rows_per_unit: 1,
};

fn x(table: &Table, unit: &Unit, draft: ListingDraft) -> (Vec<i64>, u64) {
    let draft = ListingDraft {
        dataset: "real".to_owned(),
        ..draft
    };
    let plan = plan(&draft, &table.schema(), unit)
        .map_err(|e| e.to_string())
        .unwrap();
    (
        plan.compute(Some(table))
            .map_err(|e| e.to_string())
            .unwrap(),
        plan.shape().sensitivity,
    )
}

fn draft(kind: &str, column: &str) -> ListingDraft {
    ListingDraft {
        kind: kind.to_owned(),
        column: Some(column.to_owned()),
        ..ListingDraft::default()
    }
}

#[test]
fn census() {
    let Some(path) = shared("pums_1000.csv") else {
        return;
    };
    let table = read_csv(&path).unwrap().table;
    // Three incomes are written 1e+05.
    for (name, column_type) in table.schema() {
        let expected = if name == "income" {
            ColumnType::Decimal
        } else {
            ColumnType::Integer
        };
        assert_eq!(column_type, expected, "{name}");
    }
    let text = fs::read_to_string(&path)
        .unwrap()
        .replace("1e+05", "100000");
    let rows: Vec<Vec<i64>> = text
        .lines()
        .skip(1)
        .map(|l| l.split(',').map(|c| c.trim().parse().unwrap()).collect())
        .collect();
    assert_eq!((table.rows(), rows.len()), (1000, 1000));

    let educ = ListingDraft {
        bins: (1..=16).map(|n| n.to_string()).collect(),
        ..draft("histogram", "educ")
    };
    let mut expected = [0i64; 17];
    for row in &rows {
        let bin = usize::try_from(row[2])
            .ok()
            .filter(|e| (1..=16).contains(e))
            .map_or(16, |e| e - 1);
        expected[bin] += 1;
    }
    assert_eq!(x(&table, &ROW, educ), (expected.to_vec(), 1));

    let income = |step: &str| ListingDraft {
        bounds: Some("0..200000".to_owned()),
        step: Some(step.to_owned()),
        ..draft("mean", "income")
    };
    let sum: i64 = rows.iter().map(|r| r[4].clamp(0, 200_000) - 100_000).sum();
    assert_eq!(
        x(&table, &ROW, income("1")),
        (vec![sum, 1000 * 100_000], 200_000)
    );
    // Steps of 100, halves up.
    let sum: i64 = rows
        .iter()
        .map(|r| (r[4].clamp(0, 200_000) - 100_000 + 50).div_euclid(100))
        .sum();
    assert_eq!(
        x(&table, &ROW, income("100")),
        (vec![sum, 1000 * 1000], 2000)
    );

    let married = ListingDraft {
        kind: "count".to_owned(),
        filters: vec!["married == 1".to_owned()],
        ..ListingDraft::default()
    };
    let expected = rows.iter().filter(|r| r[5] == 1).count();
    assert_eq!(
        x(&table, &ROW, married),
        (vec![i64::try_from(expected).unwrap()], 1)
    );
}

#[test]
fn visitors_with_many_rows() {
    let Some(path) = shared("week_data.csv") else {
        return;
    };
    let whole = read_csv(&path).unwrap().table;
    assert_eq!(whole.rows(), 2850);
    let text = fs::read_to_string(&path).unwrap();
    for k in [1, 2, 3, 100] {
        let (table, dropped) = bound_persons(&whole, "VisitorId", k).unwrap();
        let mut seen: HashMap<&str, u64> = HashMap::new();
        let (mut rows, mut euros) = (0, 0);
        for line in text.lines().skip(1) {
            let fields: Vec<&str> = line.trim().split(',').collect();
            let count = seen.entry(fields[0]).or_default();
            *count += 1;
            if *count <= k {
                rows += 1;
                euros += fields[3].parse::<i64>().unwrap().clamp(0, 20);
            }
        }
        assert_eq!((table.rows() as u64, dropped), (rows, 2850 - rows));
        let spent = ListingDraft {
            bounds: Some("0..20".to_owned()),
            step: Some("1".to_owned()),
            ..draft("sum", "Money spent (euros)")
        };
        let unit = Unit {
            adjacency: Adjacency::AddRemove,
            rows_per_unit: k,
        };
        assert_eq!(x(&table, &unit, spent), (vec![euros], 20 * k));
    }
}

#[test]
fn survey_with_quoted_questions() {
    let Some(path) = shared("comma_survey.csv") else {
        return;
    };
    let view = preview(&path, &poundwise_market::Work::silent()).unwrap();
    assert_eq!(
        (view.suggested_name.as_str(), view.rows, view.columns.len()),
        ("comma_survey", 1129, 13)
    );
    let question = "In your opinion, how important or unimportant is proper use of grammar?";
    let bins = [
        "Very important",
        "Somewhat important",
        "Neither important nor unimportant (neutral)",
        "Somewhat unimportant",
        "Very unimportant",
    ];
    let table = read_csv(&path).unwrap().table;
    let mut expected = vec![0i64; bins.len() + 1];
    let mut reader = csv::Reader::from_path(&path).unwrap();
    let column = reader
        .headers()
        .unwrap()
        .iter()
        .position(|h| h == question)
        .unwrap();
    for record in reader.records() {
        let record = record.unwrap();
        let bin = bins
            .iter()
            .position(|b| *b == &record[column])
            .unwrap_or(bins.len());
        expected[bin] += 1;
    }
    let by_answer = ListingDraft {
        bins: bins.iter().map(|b| (*b).to_owned()).collect(),
        ..draft("histogram", question)
    };
    let (found, d) = x(&table, &ROW, by_answer);
    assert_eq!((found, d), (expected, 1));
    assert_eq!(
        table.column(question).unwrap().missing(),
        table.column_views()[7].missing
    );
}
