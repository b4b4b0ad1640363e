//! Columns of dates: how they are read, proposed, compared, and divided into periods.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use poundwise_documents::kinds::ColumnType;
use poundwise_query::csv::Survey;
use poundwise_query::declared::{DeclarationFault, DeclaredFile};
use poundwise_query::report::ProposedColumn;
use poundwise_query::table::Cell;
use poundwise_query::{
    AttributeSpec, Error, RowProgress, Schema, Table, TableForm, periods, plan, preview, read_csv,
};
use poundwise_text::DayOrder;

use crate::fixture::{KEY, ROW, between, bins, clamped, count, filtered, histogram, said};

fn file(text: &str) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.csv");
    fs::write(&path, text).unwrap();
    (dir, path)
}

/// Reads a file of one column.
fn read(text: &str, types: &str) -> Table {
    let (_dir, path) = file(text);
    let schema = Schema::parse_types(types).unwrap();
    read_csv(&path, &TableForm::default(), &schema)
        .unwrap()
        .table
}

fn days(table: &Table) -> Vec<String> {
    let cell = |row| match table.columns()[0].cell(row) {
        Cell::Date(day) => day.to_string(),
        Cell::Missing => "-".to_owned(),
        Cell::Number(_) | Cell::Text(_) => panic!("not a date"),
    };
    (0..table.rows()).map(cell).collect()
}

fn proposed(text: &str) -> ProposedColumn {
    let (_dir, path) = file(text);
    let view = preview(&path, &TableForm::default(), &RowProgress::silent()).unwrap();
    view.columns.into_iter().next().unwrap()
}

fn x(spec: &AttributeSpec, table: &Table) -> Vec<i64> {
    let plan = plan(spec, &table.schema(), &ROW).map_err(|e| e.to_string());
    plan.unwrap().compute(Some(table), &KEY).unwrap()
}

fn refused(spec: &AttributeSpec) -> Error {
    let schema = Schema::parse_types("born:date").unwrap();
    plan(spec, &schema, &ROW).err().unwrap()
}

#[test]
fn each_cell_is_read_by_the_declared_order_alone() {
    let text = "born\n2026-11-28\n28.11.2026\n03/04/2026\n2026-02-30\n28.11.26\nnever\n \n";
    let expected = |types, days: [&str; 3]| {
        let table = read(text, types);
        let read = [&days[..], &["-"; 4][..]].concat();
        assert_eq!(self::days(&table), read, "{types}");
        let again = Table::from_parquet(&table.to_parquet().unwrap()).unwrap();
        assert_eq!(self::days(&again), read, "{types}");
        assert_eq!(again.schema().columns()[0].column_type, ColumnType::Date);
    };
    expected("born:date", ["2026-11-28", "-", "-"]);
    expected("born:date(ymd)", ["2026-11-28", "-", "-"]);
    expected("born:date(dmy)", ["2026-11-28", "2026-11-28", "2026-04-03"]);
    expected("born:date(mdy)", ["2026-11-28", "-", "2026-03-04"]);
}

#[test]
fn the_missing_cells_of_a_column_of_dates_are_counted() {
    let (_dir, path) = file("born\n2026-11-28\nnever\n2026-02-30\n\"\"\n");
    let schema = Schema::parse_types("born:date").unwrap();
    let report = read_csv(&path, &TableForm::default(), &schema)
        .unwrap()
        .report;
    let column = &report.columns[0];
    assert_eq!((column.empty, column.not_conforming), (1, 2));
}

#[test]
fn a_type_and_an_order_are_proposed_where_nine_of_ten_cells_are_dates() {
    let column = |text: &str| {
        let column = proposed(text);
        (column.column_type, column.day_order)
    };
    let date = |order| (ColumnType::Date, order);
    let ten = |cell: &str, other: &str| format!("born\n{}{other}\n", format!("{cell}\n").repeat(9));
    assert_eq!(column("born\n2026-11-28\n"), date(None));
    assert_eq!(
        column("born\n28.11.2026\n"),
        date(Some(DayOrder::DayMonthYear))
    );
    assert_eq!(
        column("born\n11/28/2026\n"),
        date(Some(DayOrder::MonthDayYear))
    );
    // Both orders fit. A person sees the choice.
    assert_eq!(
        column("born\n03/04/2026\n"),
        date(Some(DayOrder::DayMonthYear))
    );
    assert_eq!(column(&ten("2026-11-28", "never")), date(None));
    assert_eq!(
        column(&ten("2026-11-28", "never\nnever")),
        (ColumnType::Text, None)
    );
    assert_eq!(column("born\n20261128\n"), (ColumnType::Number, None));
    assert_eq!(column("born\n28.11.26\n"), (ColumnType::Text, None));

    let shown = proposed(&ten("28.11.2026", "never"));
    let of_orders: Vec<_> = shown
        .days
        .iter()
        .map(|days| (days.order, days.not_days))
        .collect();
    let (ymd, dmy, mdy) = (
        DayOrder::YearMonthDay,
        DayOrder::DayMonthYear,
        DayOrder::MonthDayYear,
    );
    assert_eq!(of_orders, [(ymd, 10), (dmy, 1), (mdy, 10)]);
    let first = &shown.days[1].first_not_days;
    assert_eq!((first[0].line, first[0].text.as_str()), (11, "never"));
    assert!(proposed("born\n1\n").days.is_empty());
}

#[test]
fn a_date_without_a_declared_order_stops_the_import() {
    let (_dir, path) = file("id,born\na,2026-11-28\nb,28.11.2026\n");
    let check = |types: &str| {
        let schema = Schema::parse_types(types).unwrap();
        let declared = DeclaredFile {
            path: &path,
            form: &TableForm::default(),
            schema: Some(&schema),
            person_column: None,
            each_row_differs: true,
        };
        match declared.check(&RowProgress::silent()) {
            Ok(_) => None,
            Err(DeclarationFault::Other(error)) => Some(error),
            Err(_) => panic!("another fault"),
        }
    };
    let error = check("id:text,born:date").unwrap();
    let what = "line 3: the order of day, month and year is not declared for the date \
                '28.11.2026' of column 'born'";
    assert!(error.to_string().contains(what), "{error}");
    assert!(said(&error).contains("date(dmy)"), "{}", said(&error));
    for types in [
        "id:text,born:date(ymd)",
        "id:text,born:date(dmy)",
        "id:text,born:text",
    ] {
        assert!(check(types).is_none(), "{types}");
    }
}

#[test]
fn each_day_falls_into_one_period_or_into_other() {
    let table = read(
        "born\n2025-12-31\n2026-01-01\n2026-01-31\n2026-02-01\n2026-12-31\n2027-01-01\nnever\n",
        "born:date",
    );
    for (stated, expected) in [
        (&["2026-01..2026-03"][..], &[2, 1, 0, 4][..]),
        (&["2026-02", "2026-01"], &[1, 2, 4]),
        (&["2025", "2026-W53", "2026-02-01"], &[1, 2, 1, 3]),
        (&["2026-W01"], &[2, 5]),
        (&["2026-01-01..2026-01-02"], &[1, 0, 6]),
        (&["2024..2026"], &[0, 1, 4, 2]),
    ] {
        assert_eq!(x(&bins("born", stated), &table), expected, "{stated:?}");
    }
}

#[test]
fn dates_are_compared_as_days() {
    let table = read(
        "born\n2025-12-31\n2026-01-01\n2026-01-02\nnever\n",
        "born:date",
    );
    for (filter, rows) in [
        ("born == 2026-01-01", 1),
        ("born != 2026-01-01", 2),
        ("born < 2026-01-01", 1),
        ("born <= 2026-01-01", 2),
        ("born > 2026-01-01", 1),
        ("born >= 2026-01-01", 2),
    ] {
        assert_eq!(x(&filtered(count(), &[filter]), &table), [rows], "{filter}");
    }
    let error = refused(&filtered(count(), &["born == 01.01.2026"]));
    assert!(
        error.to_string().contains("'01.01.2026' is not a date"),
        "{error}"
    );
}

#[test]
fn questions_that_do_not_fit_dates_are_refused() {
    for (spec, what) in [
        (
            clamped("mean", "born", "0..1", "1"),
            "holds dates, so it has no mean",
        ),
        (
            clamped("sum", "born", "0..1", "1"),
            "holds dates, so it has no sum",
        ),
        (
            histogram("born", between(&["1", "2"])),
            "holds dates, which have periods",
        ),
        (bins("born", &["old"]), "'old' is not a period"),
        (
            bins("born", &["2026-11..2026"]),
            "'2026-11' and '2026' have different units",
        ),
        (bins("born", &["2026..2025"]), "'2025' is before '2026'"),
        (
            bins("born", &["2026", "2026-11"]),
            "'2026' and '2026-11' have days in common",
        ),
        (
            bins("born", &["2026-W01", "2026-01"]),
            "have days in common",
        ),
        (bins("born", &["2026", "2026"]), "'2026' is stated twice"),
        (bins("born", &[""]), "Bin 1 is empty"),
        (
            bins("born", &["0001-01-01..9999-12-31"]),
            "more than 100\u{202f}000 bins",
        ),
    ] {
        let error = refused(&spec);
        assert!(error.to_string().contains(what), "{what}: {error}");
        assert!(!error.hints().is_empty(), "{error}");
    }
}

#[test]
fn periods_are_given_from_one_to_another() {
    let texts = |first: &str, last: &str| -> Vec<String> {
        let periods = periods(first, last).unwrap();
        periods.iter().map(ToString::to_string).collect()
    };
    assert_eq!(
        texts("2026-11", "2027-01"),
        ["2026-11", "2026-12", "2027-01"]
    );
    assert_eq!(texts("2026-W53", "2027-W01"), ["2026-W53", "2027-W01"]);
    assert_eq!(texts(" 2026 ", "2026"), ["2026"]);
    assert_eq!(texts("9999", "9999"), ["9999"]);
}

#[test]
fn a_file_that_lost_its_dates_is_refused() {
    let (_dir, path) = file("born\n2026-11-28\nnever\n");
    let schema = Schema::parse_types("born:date").unwrap();
    let silent = RowProgress::silent();
    let survey = Survey::make(&path, &TableForm::default(), Some(&schema), &silent).unwrap();
    fs::write(&path, "born\n2026-11-2x\nnever\n").unwrap();
    let read = poundwise_query::rows::each_batch(&survey, &[0], &silent, |_| Ok::<_, Error>(()));
    assert_eq!(read.err().unwrap().code().unwrap().as_str(), "file-changed");
}
