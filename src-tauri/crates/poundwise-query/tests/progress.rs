//! What takes its time tells how far it is, and stops when it is told to.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use std::sync::Mutex;

use poundwise_query::{Error, Result, RowProgress, Table, Unit, plan};

use crate::fixture::{KEY, ROW, count, table};

/// Runs work, and gives what it told; then stops it at each of these moments.
fn told<T>(of: u64, work: impl Fn(&RowProgress<'_>) -> Result<T>) -> Vec<u64> {
    let run = |stops_at: usize| {
        let told = Mutex::new(Vec::new());
        let listener = |done, total| {
            assert_eq!(total, of);
            let mut told = told.lock().unwrap();
            told.push(done);
            if told.len() > stops_at {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let ended = work(&RowProgress::telling(&listener).of(of));
        (ended.map(|_| ()), told.into_inner().unwrap())
    };
    let (ended, whole) = run(usize::MAX);
    ended.map_err(|e| e.to_string()).unwrap();
    assert!(whole.is_sorted(), "{whole:?}");
    for moment in 0..whole.len() {
        let (ended, told) = run(moment);
        assert!(matches!(ended, Err(Error::Stopped)), "at {moment}");
        assert_eq!(told.len(), moment + 1);
    }
    whole
}

/// The small table, over and over.
fn long() -> Table {
    let age: Vec<Option<i64>> = (0..40_000).map(Some).collect();
    Table::new(vec![poundwise_query::Column::integers("age", age)]).unwrap()
}

#[test]
fn x_is_computed() {
    let table = long();
    let rows = table.rows() as u64;
    let compute = |unit: &Unit| {
        let plan = plan(&count(), &table.schema(), unit).map_err(|e| e.to_string());
        let plan = plan.unwrap();
        told(rows, |progress| {
            plan.compute_with(Some(&table), &KEY, progress)
        })
    };
    // Each 2^14 rows.
    assert_eq!(compute(&ROW), [0, 16_384, 32_768]);
    // With a person's rows to choose from that is the last third.
    let person = Unit {
        person_column: Some("age".to_owned()),
        ..ROW
    };
    let told = compute(&person);
    assert_eq!(told.len(), 9);
    assert_eq!(told[..3], [0, 16_384 / 3, 32_768 / 3]);
    assert_eq!(told[6..], [80_000 / 3, 96_384 / 3, 112_768 / 3]);
}

#[test]
fn a_stored_table_is_read() {
    let file = table().to_parquet().map_err(|e| e.to_string()).unwrap();
    let rows = table().rows() as u64;
    let told = told(rows, |progress| {
        Table::from_parquet_columns(file.clone().into(), &[1, 3], progress)
    });
    assert_eq!(told, [rows / 5, 3 * rows / 5]);
}
