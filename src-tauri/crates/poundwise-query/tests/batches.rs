//! x does not depend on the source of rows, nor on its batches; a source that fails gives an error,
//! never another x.
#![allow(clippy::unwrap_used)]

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::{cell::Cell, fs, sync::Arc};

use num_bigint::BigInt;
use poundwise_documents::kinds::{Adjacency, ColumnType};
use poundwise_query::csv::Survey;
use poundwise_query::kinds::BinSpec;
use poundwise_query::parquet::{ParquetTable, TableWriter};
use poundwise_query::rows::each_batch;
use poundwise_query::{
    AttributeSpec, Column, Error, Kind, QueryErrorCode, Result, RowProgress, Rows, Schema, Table,
    TableForm, Unit, plan,
};
use poundwise_words::Language;
use proptest::prelude::*;
use proptest::property_test;
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::exact::{scaled, truth};
use crate::fixture::{
    KEY, ROW, between, clamped, count, crossed, filtered, histogram, mean_of_all, moments, squares,
    two, values,
};
use crate::moments::true_moments;
use crate::property::cases;

/// The columns and their types.
const COLUMNS: [(&str, ColumnType); 7] = [
    ("who", ColumnType::Text),
    ("id", ColumnType::Number),
    ("what", ColumnType::Text),
    ("small", ColumnType::Number),
    ("decimals", ColumnType::Number),
    ("huge", ColumnType::Number),
    ("born", ColumnType::Date),
];

/// Cells as they are written in a file, by column.
type Row = Vec<&'static str>;

fn row() -> impl Strategy<Value = Row> {
    let one = |cells: &'static [&'static str]| prop::sample::select(cells);
    let column = [
        one(&["p", "q", "r", "é", "1", "12", ""]),
        one(&["1", "1.0", "2", "0.5", "-3", "100000000000000000000", ""]),
        one(&["a", "b", "c", ""]),
        one(&["-9", "-2", "0", "1", "4", "12", "n/a", ""]),
        one(&[
            "0.25",
            "-0.5",
            "1",
            "2.125",
            "0.000000000000000001",
            "3.7",
            "",
        ]),
        one(&[
            "99999999999999999999",
            "-100000000000000000000",
            "7",
            "0.5",
            "",
        ]),
        one(&["2024-02-29", "2026-01-31", "2026-02-01", "2026-02-30", ""]),
    ];
    column.to_vec()
}

fn table(rows: &[Row]) -> Table {
    let column = |(index, (name, column_type)): (usize, &(&str, ColumnType))| {
        let cells = rows.iter().map(|row| row[index]);
        match column_type {
            ColumnType::Number => Column::numbers(*name, cells),
            ColumnType::Text => Column::texts(*name, cells),
            ColumnType::Date => Column::dates(*name, cells),
        }
        .unwrap()
    };
    Table::new(COLUMNS.iter().enumerate().map(column).collect()).unwrap()
}

/// Rows in batches of one size. Each batch has the scales that its own numbers need.
struct Cut<'a> {
    rows: &'a [Row],
    size: usize,
}

impl Rows for Cut<'_> {
    fn layout(&self) -> Result<Table> {
        Ok(table(&[]))
    }

    fn count(&self) -> u64 {
        self.rows.len() as u64
    }

    fn batches(
        &self,
        _: &[usize],
        _: &RowProgress<'_>,
        take: &mut dyn FnMut(Cow<'_, Table>) -> Result<()>,
    ) -> Result<()> {
        let mut batches = self.rows.chunks(self.size).map(table);
        batches.try_for_each(|batch| take(Cow::Owned(batch)))
    }
}

/// The rows as they are stored, in row groups of one size.
fn stored(rows: &[Row], size: usize) -> ParquetTable {
    let table = table(rows);
    let mut writer = TableWriter::new(Vec::new(), &table).unwrap();
    for first in (0..rows.len()).step_by(size) {
        let last = rows.len().min(first + size);
        writer.write(&table, first..last).unwrap();
    }
    ParquetTable::of(Arc::new(Zeroizing::new(writer.finish().unwrap()))).unwrap()
}

/// The number of a cell, in units of 10^-18.
fn number(cell: &str) -> Option<BigInt> {
    (!cell.is_empty() && cell != "n/a").then(|| scaled(cell))
}

/// A cell as it is hashed.
fn netstring(cell: &str, column_type: ColumnType) -> String {
    let text = Some(cell.to_owned()).filter(|text| !text.is_empty());
    let (tag, text) = match column_type {
        ColumnType::Number => ("n", number(cell).map(|number| number.to_string())),
        ColumnType::Text => ("t", text),
        ColumnType::Date => ("d", text.filter(|text| text != "2026-02-30")),
    };
    let Some(text) = text else {
        return "-".to_owned();
    };
    format!("{tag}{}:{text}", text.len())
}

/// The rule of contributions, written down a second time.
fn rows_that_count(rows: &[Row], person: usize, content: &[usize], k: usize) -> Vec<Row> {
    let cell = |row: &Row, index: usize| netstring(row[index], COLUMNS[index].1);
    let key: String = KEY.iter().map(|byte| format!("{byte:02x}")).collect();
    let mut of_person: BTreeMap<String, Vec<([u8; 32], usize)>> = BTreeMap::new();
    let mut ordinals: BTreeMap<String, u64> = BTreeMap::new();
    for (place, row) in rows.iter().enumerate() {
        let who = cell(row, person);
        if who == "-" {
            continue;
        }
        let content: String = content.iter().map(|index| cell(row, *index)).collect();
        let bytes = format!("{key}{who}{content}");
        let ordinal = ordinals.entry(bytes.clone()).or_default();
        let hash = Sha256::digest(format!("{bytes}{ordinal}")).into();
        *ordinal += 1;
        of_person.entry(who).or_default().push((hash, place));
    }
    let mut kept: Vec<usize> = Vec::new();
    for mut hashes in of_person.into_values() {
        hashes.sort_unstable();
        kept.extend(hashes.iter().take(k).map(|(_, place)| place));
    }
    kept.into_iter().map(|place| rows[place].clone()).collect()
}

/// The answer to a question in plain code, from the rows that count.
type Answer = Box<dyn Fn(&[Row]) -> Vec<i64>>;

/// A question and its answer in plain code.
struct Question {
    spec: AttributeSpec,
    /// The places of the columns that are read, rising.
    content: Vec<usize>,
    answer: Answer,
}

/// Conditions, the columns that they read, and whether a row meets them.
type Conditions = (&'static [&'static str], &'static [usize], fn(&Row) -> bool);

const CONDITIONS: [Conditions; 5] = [
    (&[], &[], |_| true),
    (&["small > -2"], &[3], |row| {
        number(row[3]).is_some_and(|n| n > scaled("-2"))
    }),
    (&["what != b", "decimals <= 1"], &[2, 4], |row| {
        let is_other = !row[2].is_empty() && row[2] != "b";
        is_other && number(row[4]).is_some_and(|n| n <= scaled("1"))
    }),
    (&["huge >= 0.5"], &[5], |row| {
        number(row[5]).is_some_and(|n| n >= scaled("0.5"))
    }),
    (&["born >= 2026-01-31"], &[6], |row| {
        ["2026-01-31", "2026-02-01"].contains(&row[6])
    }),
];

/// The bin of a number between the edges -3, 0 and 2.5; 2 for 'other'.
fn bin(cell: &str) -> usize {
    let Some(number) = number(cell) else { return 2 };
    let edges = ["-3", "0", "2.5"].map(scaled);
    if number < edges[0] || number > edges[2] {
        2
    } else {
        usize::from(number >= edges[1])
    }
}

fn what(cell: &str) -> usize {
    match cell {
        "a" => 0,
        "b" => 1,
        _ => 2,
    }
}

fn counted(size: usize, places: impl Iterator<Item = usize>) -> Vec<i64> {
    let mut counts = vec![0; size];
    places.for_each(|place| counts[place] += 1);
    counts
}

/// The kinds, of `column` where they are of one.
fn question(kind: usize, column: usize, bounds: [&'static str; 3], rows: u64) -> Question {
    let name = COLUMNS[column].0;
    let [low, high, step] = bounds;
    let range = format!("{low}..{high}");
    let clamped = |kind: &str| clamped(kind, name, &range, step);
    let of_truth = move |index: usize| -> Answer {
        Box::new(move |rows| {
            let cells = rows.iter().map(|row| row[column].replace("n/a", ""));
            truth(&cells.collect::<Vec<_>>(), [low, high], step)[index].clone()
        })
    };
    let edges = || between(&["-3", "0", "2.5"]);
    let texts = || values(&["a", "b"]);
    let (spec, mut content, answer): (_, _, Answer) = match kind {
        0 => (
            count(),
            vec![],
            Box::new(|rows| counted(1, rows.iter().map(|_| 0))),
        ),
        1 => (clamped("sum"), vec![column], of_truth(0)),
        2 => (clamped("mean"), vec![column], of_truth(1)),
        3 => (clamped("mean"), vec![column], of_truth(2)),
        4 => {
            let spec = mean_of_all(name, &range, step, rows);
            (AttributeSpec::Mean(spec), vec![column], of_truth(3))
        }
        5 => {
            let answer = |rows: &[Row]| counted(3, rows.iter().map(|row| what(row[2])));
            (histogram("what", texts()), vec![2], Box::new(answer))
        }
        6 => {
            let answer = move |rows: &[Row]| counted(3, rows.iter().map(|row| bin(row[column])));
            (histogram(name, edges()), vec![column], Box::new(answer))
        }
        7 => {
            let place = |row: &Row| match row[6] {
                "2026-01-31" => 0,
                "2024-02-29" => 1,
                _ => 2,
            };
            let answer = move |rows: &[Row]| counted(3, rows.iter().map(place));
            let months = values(&["2026-01", "2024"]);
            (histogram("born", months), vec![6], Box::new(answer))
        }
        8 => {
            let variables = vec![squares(name, &range), two("what", ["a", "b"])];
            let spec = moments(&variables, &[]);
            let answer = move |rows: &[Row]| {
                let cells = |row: &Row| vec![row[column].replace("n/a", ""), row[2].to_owned()];
                true_moments(&variables, 1, rows.iter().map(|row| (0, cells(row))))
            };
            (spec, vec![column, 2], Box::new(answer))
        }
        9 => {
            let variables = vec![
                squares("small", "-9..4.5"),
                squares("decimals", "-0.5..2.5"),
                squares("huge", "-0.25..50"),
            ];
            let spec = moments(&variables, &[("what", texts())]);
            let answer = move |rows: &[Row]| {
                let of_row = |row: &Row| {
                    let cells = row[3..6].iter().map(|cell| cell.replace("n/a", ""));
                    (what(row[2]), cells.collect())
                };
                true_moments(&variables, 3, rows.iter().map(of_row))
            };
            (spec, vec![2, 3, 4, 5], Box::new(answer))
        }
        _ => {
            let spec: [(&str, BinSpec); 2] = [(name, edges()), ("what", texts())];
            let place = move |row: &Row| 3 * bin(row[column]) + what(row[2]);
            let answer = move |rows: &[Row]| counted(9, rows.iter().map(place));
            (crossed(&spec), vec![column, 2], Box::new(answer))
        }
    };
    content.sort_unstable();
    Question {
        spec,
        content,
        answer,
    }
}

#[property_test(config = cases(500))]
fn x_is_that_of_the_rows_whatever_source_and_batches(
    #[strategy = prop::collection::vec(row(), 0..40)] rows: Vec<Row>,
    #[strategy = 0usize..11] kind: usize,
    #[strategy = 3usize..6] column: usize,
    #[strategy = prop::sample::select(vec![
        ["0", "10", "0.3"],
        ["-2.5", "3.25", "0.3"],
        ["-999999999999999999", "999999999999999999", "30000000"],
    ])]
    bounds: [&'static str; 3],
    #[strategy = prop::sample::select(CONDITIONS.to_vec())] conditions: Conditions,
    #[strategy = prop::option::of(prop::sample::select(vec![0usize, 1, 4, 5, 6]))] person: Option<
        usize,
    >,
    #[strategy = 1usize..4] k: usize,
    #[strategy = prop::sample::select(vec![1usize, 2, 7, 100])] size: usize,
) {
    let Question {
        spec,
        content,
        answer,
    } = question(kind, column, bounds, (rows.len() as u64).max(1));
    let is_of_all = kind == 4;
    prop_assume!(!is_of_all || !rows.is_empty());
    let (filters, filtered_by, holds) = if is_of_all { CONDITIONS[0] } else { conditions };
    let person = person.filter(|_| !is_of_all);
    let k = if person.is_some() { k } else { 1 };
    let unit = Unit {
        adjacency: match kind {
            3 | 4 => Adjacency::Replace,
            _ => Adjacency::AddRemove,
        },
        rows_per_unit: k as u64,
        person_column: person.map(|index| COLUMNS[index].0.to_owned()),
    };
    let counting: Vec<Row> = match person {
        Some(person) => {
            let mut read = [content, filtered_by.to_vec()].concat();
            read.sort_unstable();
            read.dedup();
            rows_that_count(&rows, person, &read, k)
        }
        None => rows.clone(),
    };
    let counting: Vec<Row> = counting.into_iter().filter(holds).collect();
    let expected = answer(&counting);
    let whole = table(&rows);
    let spec = match filters {
        [] => spec,
        filters => filtered(spec, filters),
    };
    let plan = plan(&spec, &whole.schema(), &unit)
        .map_err(|e| e.to_string())
        .unwrap();
    let cut = Cut { rows: &rows, size };
    let stored = stored(&rows, size);
    for source in [&whole as &dyn Rows, &cut, &stored] {
        let x = plan.compute(Some(source), &KEY).map_err(|e| e.to_string());
        prop_assert_eq!(x.as_ref(), Ok(&expected));
    }
}

#[test]
fn a_file_gives_the_x_of_its_rows() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.csv");
    let rows: Vec<String> = (0..70_000)
        .map(|row| format!("p{},{}.5\n", row % 30_000, row % 7))
        .collect();
    fs::write(&path, format!("who,n\n{}", rows.concat())).unwrap();
    let schema = Schema::parse_types("who:text,n:number").unwrap();
    let silent = RowProgress::silent();
    let survey = Survey::make(&path, &TableForm::default(), Some(&schema), &silent).unwrap();
    let whole = poundwise_query::read_csv(&path, &TableForm::default(), &schema).unwrap();
    assert_eq!((survey.count(), whole.table.rows()), (70_000, 70_000));
    let unit = Unit {
        rows_per_unit: 2,
        person_column: Some("who".to_owned()),
        ..ROW
    };
    let plan = plan(&clamped("sum", "n", "0..10", "0.5"), &schema, &unit).unwrap();
    let x = |source: &dyn Rows| plan.compute(Some(source), &KEY).unwrap();
    assert_eq!(x(&survey), x(&whole.table));
    // A file that changed has no x.
    fs::write(&path, format!("who,n\n{}", rows[1..].concat())).unwrap();
    let error = plan.compute(Some(&survey), &KEY).err().unwrap();
    assert_eq!(error.code(), Some(QueryErrorCode::FileChanged));
}

#[test]
fn a_batch_is_no_larger_than_its_bound() {
    // In one row group.
    let numbers = Column::integers("n", (0..200_000).map(Some).collect());
    let table = Table::new(vec![numbers]).unwrap();
    let mut writer = TableWriter::new(Vec::new(), &table).unwrap();
    writer.write(&table, 0..200_000).unwrap();
    let file = ParquetTable::of(Arc::new(Zeroizing::new(writer.finish().unwrap()))).unwrap();
    let mut sizes = Vec::new();
    each_batch(&file, &[0], &RowProgress::silent(), |batch| {
        sizes.push(batch.rows());
        Ok::<_, Error>(())
    })
    .unwrap();
    assert_eq!(sizes, [65_536, 65_536, 65_536, 3_392]);
    let plan = plan(
        &clamped("sum", "n", "0..1000000", "1"),
        &table.schema(),
        &ROW,
    )
    .unwrap();
    assert_eq!(
        plan.compute(Some(&file), &KEY).unwrap(),
        [199_999 * 100_000]
    );
}

/// The second batch of a source, which calls the function with it.
type Second<'a> = &'a dyn Fn(&mut dyn FnMut(&Table) -> Result<()>) -> Result<()>;

/// A source that does something wrong in its second batch.
struct Wrong<'a> {
    rows: &'a [Row],
    second: Second<'a>,
}

impl Rows for Wrong<'_> {
    fn layout(&self) -> Result<Table> {
        Ok(table(&[]))
    }

    fn count(&self) -> u64 {
        2 * self.rows.len() as u64
    }

    fn batches(
        &self,
        _: &[usize],
        _: &RowProgress<'_>,
        take: &mut dyn FnMut(Cow<'_, Table>) -> Result<()>,
    ) -> Result<()> {
        take(Cow::Owned(table(self.rows)))?;
        (self.second)(&mut |batch: &Table| take(Cow::Borrowed(batch)))
    }
}

#[test]
fn a_source_that_fails_half_way_has_no_x() {
    let rows = [
        vec!["p", "1", "a", "1", "1", "1", "2026-01-31"],
        vec!["q", "2", "b", "2", "2", "2", ""],
    ];
    let renamed = || {
        let column = |(name, _): &(&str, ColumnType)| Column::texts(format!("{name}2"), ["a"; 2]);
        Table::new(COLUMNS.iter().map(|one| column(one).unwrap()).collect()).unwrap()
    };
    let retyped = || {
        let column = |(name, _): &(&str, ColumnType)| Column::texts(*name, ["a"; 2]).unwrap();
        Table::new(COLUMNS.iter().map(column).collect()).unwrap()
    };
    let too_few: Second<'_> = &|_| Ok(());
    let too_many: Second<'_> = &|take| (0..2).try_for_each(|_| take(&table(&rows)));
    let other_names: Second<'_> = &|take| take(&renamed());
    let other_types: Second<'_> = &|take| take(&retyped());
    let unread: Second<'_> = &|take| {
        // Of what was asked for, the person alone was read.
        each_batch(&stored(&rows, 2), &[0], &RowProgress::silent(), |batch| {
            take(batch)
        })
    };
    let right: Second<'_> = &|take| take(&table(&rows));
    let its_own: Second<'_> = &|_| Table::new(Vec::new()).map(drop);
    let unit = Unit {
        person_column: Some("who".to_owned()),
        ..ROW
    };
    for unit in [&ROW, &unit] {
        let sum = clamped("sum", "small", "0..10", "1");
        let plan = plan(&sum, &table(&[]).schema(), unit).unwrap();
        let x = |second| {
            plan.compute(
                Some(&Wrong {
                    rows: &rows,
                    second,
                }),
                &KEY,
            )
        };
        assert!(x(right).is_ok());
        for second in [too_few, too_many, other_names, other_types, unread, its_own] {
            let error = x(second).err().unwrap();
            assert_eq!(error.code(), Some(QueryErrorCode::BrokenTable), "{error}");
            assert_eq!(error.kind(), Kind::Failed);
            assert!(!error.hints().is_empty());
        }
    }
}

#[test]
fn an_error_of_the_caller_ends_the_pass_and_is_returned() {
    #[derive(Debug)]
    enum Own {
        Full,
        Query,
    }
    impl From<Error> for Own {
        fn from(_: Error) -> Self {
            Self::Query
        }
    }
    let rows = vec![vec!["p", "1", "a", "1", "1", "1", ""]; 9];
    for source in [
        &Cut {
            rows: &rows,
            size: 2,
        } as &dyn Rows,
        &stored(&rows, 2),
    ] {
        let taken = Cell::new(0);
        let passed = each_batch(source, &[0], &RowProgress::silent(), |_| {
            taken.set(taken.get() + 1);
            if taken.get() == 3 {
                Err(Own::Full)
            } else {
                Ok(())
            }
        });
        assert!(matches!(passed, Err(Own::Full)));
        assert_eq!(taken.get(), 3);
    }
    // A source that goes on after it is not believed.
    let goes_on: Second<'_> = &|take| {
        let _ = take(&table(&rows));
        Ok(())
    };
    let wrong = Wrong {
        rows: &rows,
        second: goes_on,
    };
    let passed = each_batch(&wrong, &[0], &RowProgress::silent(), |_| Err(Own::Full));
    assert!(matches!(passed, Err(Own::Full)));
    let short = Wrong {
        rows: &rows,
        second: &|_| Ok(()),
    };
    let passed = each_batch(&short, &[0], &RowProgress::silent(), |_| Ok::<_, Own>(()));
    assert!(matches!(passed, Err(Own::Query)));
}

/// Rows that must not be read.
struct Unreadable(Table);

impl Rows for Unreadable {
    fn layout(&self) -> Result<Table> {
        self.0.layout()
    }

    fn count(&self) -> u64 {
        self.0.count()
    }

    fn batches(
        &self,
        _: &[usize],
        _: &RowProgress<'_>,
        _: &mut dyn FnMut(Cow<'_, Table>) -> Result<()>,
    ) -> Result<()> {
        panic!("the rows were read")
    }
}

#[test]
fn another_table_is_refused_before_its_rows_are_read() {
    let planned = table(&[]).schema();
    let other = |name: &str| {
        let columns = COLUMNS
            .iter()
            .map(|(column, column_type)| match column_type {
                _ if *column == name => Column::texts("other", ["a"]).unwrap(),
                ColumnType::Number => Column::integers(*column, vec![Some(1)]),
                ColumnType::Text => Column::texts(*column, ["a"]).unwrap(),
                ColumnType::Date => Column::dates(*column, ["2026-01-31"]).unwrap(),
            });
        Unreadable(Table::new(columns.collect()).unwrap())
    };
    let unit = Unit {
        person_column: Some("who".to_owned()),
        ..ROW
    };
    let pairs = crossed(&[("small", between(&["0", "1"])), ("what", values(&["a"]))]);
    for (spec, column) in [
        (filtered(count(), &["small > 0"]), "small"),
        (clamped("sum", "huge", "0..1", "1"), "huge"),
        (clamped("mean", "huge", "0..1", "1"), "huge"),
        (histogram("what", values(&["a"])), "what"),
        (pairs, "what"),
        (count(), "who"),
    ] {
        let plan = plan(&spec, &planned, &unit).unwrap();
        let error = plan.compute(Some(&other(column)), &KEY).err().unwrap();
        assert_eq!(error.code(), Some(QueryErrorCode::OtherTable), "{column}");
    }
    let replace = Unit {
        adjacency: Adjacency::Replace,
        ..ROW
    };
    let mean = AttributeSpec::Mean(mean_of_all("huge", "0..1", "1", 2));
    let plan = plan(&mean, &planned, &replace).unwrap();
    let error = plan.compute(Some(&other("")), &KEY).err().unwrap();
    assert_eq!(error.code(), Some(QueryErrorCode::PublicRows));
}

/// A file has one form a column: other rows would be written as other numbers.
#[test]
fn rows_of_another_form_are_not_stored() {
    let of = |cells: [&str; 2]| Table::new(vec![Column::numbers("n", cells).unwrap()]).unwrap();
    let whole = of(["1", "2"]);
    for other in [of(["0.5", "1"]), of(["1", "1e30"])] {
        let mut writer = TableWriter::new(Vec::new(), &whole).unwrap();
        writer.write(&whole, 0..2).unwrap();
        assert!(writer.write(&other, 0..2).is_err());
    }
}

/// Both reasons are found below the Parquet library, which carries them as errors of its own.
#[test]
fn flaws_of_a_stored_table_are_in_both_languages() {
    let german = |error: Error| match error {
        Error::Wrong(wrong) => Language::German.write(&wrong.message).to_string(),
        other => panic!("{other}"),
    };
    let cells: Vec<String> = (0..5000)
        .map(|row| format!("{row}x{}", row * 7919))
        .collect();
    let texts = Column::texts("t", cells.iter().map(String::as_str)).unwrap();
    let bytes = Table::new(vec![texts]).unwrap().to_parquet().unwrap();
    let [start, end] = [&bytes[..1000], &bytes[bytes.len() - 1000..]];
    let cut = Table::from_parquet(&[start, end].concat()).err().unwrap();
    assert_eq!(
        german(cut),
        "Die gespeicherte Tabelle lässt sich nicht lesen (sie bricht ab)."
    );

    let file = ParquetTable::of(Arc::new(Zeroizing::new(bytes))).unwrap();
    let written = each_batch(&file, &[], &RowProgress::silent(), |batch| {
        batch.to_parquet().map(drop)
    });
    assert_eq!(
        german(written.err().unwrap()),
        "Die Tabelle lässt sich nicht speichern (einige ihrer Spalten wurden nicht gelesen)."
    );
}
