//! The same answers on real tables as the plainest possible code gives. The tables are not part of
//! the repository: without them these tests say that they were skipped.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use crate::files::shared;
use crate::fixture::{between, bins, clamped, count, crossed, filtered, values};
use poundwise_documents::kinds::Adjacency;
use poundwise_documents::kinds::ColumnType;
use poundwise_query::report::{ContributingRows, CsvPreview};
use poundwise_query::{
    AttributeSpec, Schema, Table, TableForm, Unit, contributing_rows, plan, preview, read_csv,
};

const ROW: Unit = Unit {
    adjacency: Adjacency::AddRemove,
    rows_per_unit: 1,
    person_column: None,
};

fn look(path: &Path) -> CsvPreview {
    preview(
        path,
        &TableForm::default(),
        &poundwise_query::RowProgress::silent(),
    )
    .unwrap()
}

fn read(path: &Path) -> Table {
    let view = look(path);
    let types = Schema::parse_types(&view.types).unwrap();
    let form = TableForm {
        separator: Some(view.delimiter),
        ..TableForm::default()
    };
    read_csv(path, &form, &types).unwrap().table
}

fn x(table: &Table, unit: &Unit, spec: &AttributeSpec) -> (Vec<i64>, u64) {
    let plan = plan(spec, &table.schema(), unit)
        .map_err(|e| e.to_string())
        .unwrap();
    (
        plan.compute(Some(table), &[0; 32])
            .map_err(|e| e.to_string())
            .unwrap(),
        plan.shape().sensitivity,
    )
}

fn contributing(
    path: &Path,
    schema: Option<&Schema>,
    column: &str,
    rows_per_unit: u64,
) -> ContributingRows {
    let silent = poundwise_query::RowProgress::silent();
    contributing_rows(
        path,
        &TableForm::default(),
        schema,
        column,
        rows_per_unit,
        &silent,
    )
    .unwrap()
}

/// A column that is not the person's: nearly all rows would count in no question.
#[test]
fn a_wrong_column_shows_before_it_is_settled() {
    let Some(path) = shared("pums_1000.csv") else {
        return;
    };
    let told = contributing(&path, None, "age", 1);
    assert_eq!((told.rows, told.counted), (1000, told.units));
    assert!(told.units < 100, "{told:?}");
    // As texts and as numbers they are the same here, and a type is what is declared.
    let texts = look(&path).types.replace("age:number", "age:text");
    let texts = Schema::parse_types(&texts).unwrap();
    assert_eq!(contributing(&path, Some(&texts), "age", 1), told);
}

#[test]
fn census() {
    let Some(path) = shared("pums_1000.csv") else {
        return;
    };
    let table = read(&path);
    // Three incomes are written 1e+05.
    for column in table.schema().columns() {
        assert_eq!(column.column_type, ColumnType::Number, "{}", column.name);
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

    let levels: Vec<String> = (1..=16).map(|n| n.to_string()).collect();
    let levels: Vec<&str> = levels.iter().map(String::as_str).collect();
    let educ = bins("educ", &levels);
    let mut expected = [0i64; 17];
    for row in &rows {
        let bin = usize::try_from(row[2])
            .ok()
            .filter(|e| (1..=16).contains(e))
            .map_or(16, |e| e - 1);
        expected[bin] += 1;
    }
    assert_eq!(x(&table, &ROW, &educ), (expected.to_vec(), 1));

    // By sex, age and whether married: the plainest count of the same cells.
    let ages = [18, 40, 65];
    let spec = crossed(&[
        ("sex", values(&["0", "1"])),
        ("age", between(&["18", "40", "65"])),
        ("married", values(&["1"])),
    ]);
    let mut expected = vec![0i64; 3 * 3 * 2];
    for row in &rows {
        let sex = usize::try_from(row[1]).unwrap().min(2);
        let age = ages
            .windows(2)
            .position(|pair| pair[0] <= row[0] && row[0] < pair[1]);
        // The last interval is closed.
        let age = age.or((row[0] == 65).then_some(1)).unwrap_or(2);
        expected[(sex * 3 + age) * 2 + usize::from(row[5] != 1)] += 1;
    }
    assert!(
        expected.iter().filter(|count| **count > 0).count() > 8,
        "{expected:?}"
    );
    assert_eq!(x(&table, &ROW, &spec), (expected, 1));
    let replace = Unit {
        adjacency: Adjacency::Replace,
        ..ROW
    };
    assert_eq!(x(&table, &replace, &spec).1, 2);

    let income = |step: &str| clamped("mean", "income", "0..200000", step);
    let total: i64 = rows.iter().map(|r| r[4].clamp(0, 200_000)).sum();
    let sums = [total, 200_000 * 1000 - total];
    assert_eq!(x(&table, &ROW, &income("1")), (sums.to_vec(), 200_001));
    // Steps of 100: each sum rounded once, halves up.
    let rounded = sums.map(|sum| (sum + 50).div_euclid(100));
    assert_eq!(x(&table, &ROW, &income("100")), (rounded.to_vec(), 2001));

    let married = filtered(count(), &["married == 1"]);
    let expected = rows.iter().filter(|r| r[5] == 1).count();
    assert_eq!(
        x(&table, &ROW, &married),
        (vec![i64::try_from(expected).unwrap()], 1)
    );
}

#[test]
fn visitors_with_many_rows() {
    let Some(path) = shared("week_data.csv") else {
        return;
    };
    let table = read(&path);
    assert_eq!(table.rows(), 2850);
    let text = fs::read_to_string(&path).unwrap();
    let mut of_visitor: HashMap<&str, Vec<i64>> = HashMap::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.trim().split(',').collect();
        let spent: i64 = fields[3].parse().unwrap();
        of_visitor.entry(fields[0]).or_default().push(spent);
    }
    for k in [1, 2, 3, 100] {
        let unit = Unit {
            rows_per_unit: k,
            person_column: Some("VisitorId".to_owned()),
            ..ROW
        };
        let most = usize::try_from(k).unwrap();
        let rows: usize = of_visitor.values().map(|rows| rows.len().min(most)).sum();
        let rows = i64::try_from(rows).unwrap();
        assert_eq!(x(&table, &unit, &count()), (vec![rows], k));
        // What the owner is told before the bound is settled.
        let told = contributing(&path, None, "VisitorId", k);
        assert_eq!(told.counted, u64::try_from(rows).unwrap());
        assert_eq!(
            (told.rows, told.rows_per_unit, told.without_unit),
            (2850, k, 0)
        );
        assert_eq!(told.units, of_visitor.len() as u64);
        assert_eq!(
            told.most,
            of_visitor.values().map(Vec::len).max().unwrap() as u64
        );
        // Which of a visitor's rows count is not the order of the file; the sum lies between the
        // extremes.
        let spent = clamped("sum", "Money spent (euros)", "0..20", "1");
        let (found, d) = x(&table, &unit, &spent);
        let sum = |largest: bool| -> i64 {
            let of = of_visitor.values().map(|rows| {
                let mut rows: Vec<i64> = rows.iter().map(|e| (*e).clamp(0, 20)).collect();
                rows.sort_unstable();
                if largest {
                    rows.reverse();
                }
                rows.iter().take(most).sum::<i64>()
            });
            of.sum()
        };
        assert!((sum(false)..=sum(true)).contains(&found[0]));
        assert_eq!(d, 20 * k);
    }
}

#[test]
fn survey_with_quoted_questions() {
    let Some(path) = shared("comma_survey.csv") else {
        return;
    };
    let view = look(&path);
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
    let table = read(&path);
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
    let by_answer = self::bins(question, &bins);
    let (found, d) = x(&table, &ROW, &by_answer);
    assert_eq!((found, d), (expected, 1));
    // Headers with commas and quotes come back from the line to paste.
    let types = Schema::parse_types(&view.types).unwrap();
    let names: Vec<&str> = types.columns().iter().map(|c| c.name.as_str()).collect();
    let headers: Vec<&str> = view.columns.iter().map(|c| c.name.as_str()).collect();
    assert_eq!(names, headers);
    assert!(names.iter().any(|name| name.contains("\"data\"")));
    assert_eq!(types.types_line(), view.types);
    assert_eq!(
        table.column(question).unwrap().missing(),
        view.columns[7].empty
    );
}
