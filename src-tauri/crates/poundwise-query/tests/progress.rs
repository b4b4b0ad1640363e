//! What takes its time tells how far it is, and stops when it is told to.
#![allow(clippy::unwrap_used)]

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use poundwise_query::parquet::{ParquetTable, TableWriter};
use poundwise_query::rows::each_batch;
use poundwise_query::{Error, Result, RowProgress, Table, Unit, plan};
use zeroize::Zeroizing;

use crate::fixture::{KEY, ROW, count};

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

/// Before each batch, and at the end of each row group.
#[test]
fn a_stored_table_is_read() {
    let table = long();
    let mut writer = TableWriter::new(Vec::new(), &table).unwrap();
    writer.write(&table, 0..30_000).unwrap();
    writer.write(&table, 30_000..40_000).unwrap();
    let file = ParquetTable::of(Arc::new(Zeroizing::new(writer.finish().unwrap())))
        .map_err(|e| e.to_string());
    let file = file.unwrap();
    let told = told(40_000, |progress| {
        each_batch(&file, &[0], progress, |_| Ok::<_, Error>(()))
    });
    assert_eq!(told, [0, 30_000, 30_000, 40_000]);
}
