//! What is refused before anything runs, and answers that are not taken.

use poundwise_documents::kinds::ColumnType;
use poundwise_query::kinds::{CountSpec, MomentsSpec, SumSpec, VariableSpec, VariableValues};
use poundwise_query::{Schema, SchemaColumn};
use poundwise_sql::{CellStorage, Dialect, LinkedColumn, LinkedTable, SqlFault, SqlStatement};

use crate::support::{KEY, linked, planned};

const NAMES: [&str; 4] = ["text", "number", "day", "who"];

fn sum(high: &str, step: &str) -> SumSpec {
    SumSpec {
        step: Some(step.parse().unwrap()),
        ..SumSpec::new("number", ["0".parse().unwrap(), high.parse().unwrap()])
    }
}

fn fault(result: Result<impl Sized, SqlFault>) -> String {
    result.err().unwrap().to_string()
}

#[test]
fn sums_beyond_the_widest_integer_are_refused_by_bounds_alone() {
    let decimal = CellStorage::Decimal(Some((18, 9)));
    // 2^40 rows of 10^w, at 9 decimals: below 2^127 up to 10^17, and below 10^38 up to 10^16.
    for (dialect, high, fits) in [
        (Dialect::DuckDb, "1e16", true),
        (Dialect::DuckDb, "1e17", true),
        (Dialect::Spark, "1e16", true),
        (Dialect::Spark, "1e17", false),
        (Dialect::PostgreSql, "1e17", true),
    ] {
        let storage = match dialect {
            Dialect::PostgreSql => CellStorage::Decimal(None),
            Dialect::DuckDb | Dialect::Spark => decimal,
        };
        let high = format!("1{}", "0".repeat(high[2..].parse().unwrap()));
        let table = linked(dialect, &["t"], NAMES, storage);
        let plan = planned(&sum(&high, "1000000000").into(), NAMES, None);
        let statement = SqlStatement::new(&plan, &table, &KEY);
        assert_eq!(statement.is_ok(), fits, "{dialect:?} {high}");
        if !fits {
            assert!(fault(statement).contains("widest integer of Spark"));
        }
    }
    let cube = MomentsSpec {
        variables: ["number", "other"]
            .map(|column| VariableSpec {
                column: column.to_owned(),
                values: VariableValues::Squares([
                    "0".parse().unwrap(),
                    "1000000000000000".parse().unwrap(),
                ]),
            })
            .to_vec(),
        groups: Vec::new(),
        filters: Vec::new(),
    };
    let columns = ["number", "other"].map(|name| SchemaColumn::new(name, ColumnType::Number));
    let schema = Schema::new(columns.to_vec()).unwrap();
    let unit = crate::support::unit(None);
    let plan = poundwise_query::plan(&cube.into(), &schema, &unit)
        .ok()
        .unwrap();
    let columns = ["number", "other"].map(|name| LinkedColumn {
        name: name.to_owned(),
        storage: CellStorage::Integer,
    });
    for (dialect, fits) in [(Dialect::DuckDb, false), (Dialect::PostgreSql, true)] {
        let path = vec!["t".to_owned()];
        let table = LinkedTable::new(dialect, path, columns.to_vec(), &schema).unwrap();
        assert_eq!(SqlStatement::new(&plan, &table, &KEY).is_ok(), fits);
    }
}

#[test]
fn names_that_a_database_cannot_have_are_refused() {
    let of = |dialect, path: &[&str]| {
        let schema = Schema::new(vec![SchemaColumn::new("a", ColumnType::Number)]).unwrap();
        let column = LinkedColumn {
            name: "a".to_owned(),
            storage: CellStorage::Integer,
        };
        let path = path.iter().map(|part| (*part).to_owned()).collect();
        LinkedTable::new(dialect, path, vec![column], &schema)
    };
    for name in ["", "a\0b", "poundwise_CELLS"] {
        for dialect in Dialect::ALL {
            assert!(fault(of(dialect, &["s", name])).contains("cannot have"));
        }
    }
    // PostgreSQL would cut the name, and read another table.
    assert!(of(Dialect::PostgreSql, &["s", &"x".repeat(64)]).is_err());
    assert!(of(Dialect::PostgreSql, &["s", &"x".repeat(63)]).is_ok());
    assert!(of(Dialect::DuckDb, &["s", &"x".repeat(200)]).is_ok());
    assert!(of(Dialect::DuckDb, &["a", "b", "c", "d"]).is_err());
}

#[test]
fn columns_that_cannot_be_taken_exactly_are_refused() {
    let of = |dialect, storage, decimals| {
        let mut declared = SchemaColumn::new("a", ColumnType::Number);
        declared.decimals = decimals;
        let schema = Schema::new(vec![declared]).unwrap();
        let column = LinkedColumn {
            name: "a".to_owned(),
            storage,
        };
        LinkedTable::new(dialect, vec!["t".to_owned()], vec![column], &schema)
    };
    let decimal = |precision, scale| CellStorage::Decimal(Some((precision, scale)));
    for (dialect, storage, decimals, fits) in [
        (Dialect::DuckDb, decimal(37, 18), None, true),
        (Dialect::DuckDb, decimal(38, 18), None, false),
        (Dialect::DuckDb, decimal(38, 18), Some(2), true),
        (Dialect::DuckDb, decimal(38, 1), Some(0), false),
        (Dialect::Spark, decimal(20, 10), None, true),
        (Dialect::Spark, decimal(30, 10), None, false),
        (Dialect::Spark, decimal(20, 10), Some(2), false),
        (Dialect::DuckDb, CellStorage::Text, None, false),
    ] {
        let table = of(dialect, storage, decimals);
        assert_eq!(table.is_ok(), fits, "{dialect:?} {storage:?} {decimals:?}");
    }
}

/// Rows with `|` between them, and a space between their cells.
fn answer(rows: &str) -> Vec<Vec<Option<String>>> {
    let row = |row: &str| row.split(' ').map(|cell| Some(cell.to_owned())).collect();
    rows.split('|')
        .filter(|row| !row.is_empty())
        .map(row)
        .collect()
}

#[test]
fn an_answer_that_no_table_has_is_refused() {
    let table = linked(Dialect::DuckDb, &["t"], NAMES, CellStorage::Integer);
    let plan = planned(&sum("10", "1").into(), NAMES, None);
    let statement = SqlStatement::new(&plan, &table, &KEY).unwrap();
    assert_eq!((statement.answer_columns(), statement.most_rows()), (3, 2));
    let read = |rows: &str| statement.read(&answer(rows));
    let right = read("0 3 30|-1 1 0").ok().unwrap();
    assert_eq!(statement.compute(&plan, &right).ok().unwrap(), [30]);
    // No row: no group.
    let empty = read("-1 1 0").ok().unwrap();
    assert_eq!(statement.compute(&plan, &empty).ok().unwrap(), [0]);
    assert!(fault(read("0 3 30|-1 0 0")).contains("another type"));
    let too_many = format!("0 {} 0|-1 1 0", (1_u64 << 40) + 1);
    for rows in [
        "",
        "0 3 30",
        "-1 1 0|-1 1 0",
        "0 3 31|-1 1 0",
        "0 3 -1|-1 1 0",
        "0 -3 0|-1 1 0",
        "1 3 30|-1 1 0",
        "0 3 30|0 3 30|-1 1 0",
        "0 3|-1 1 0",
        "0 3 30 0|-1 1 0",
        "0 3.0 30|-1 1 0",
        "0 3 NaN|-1 1 0",
        "0 3 3e1|-1 1 0",
        "0 03 30|-1 1 0",
        "0  30|-1 1 0",
        "0 -0 0|-1 1 0",
        &too_many,
        "99999999999999999999 1 1|-1 1 0",
    ] {
        assert!(fault(read(rows)).contains("not possible"), "{rows:?}");
    }
    let null = vec![vec![Some("0".to_owned()), None, Some("1".to_owned())]];
    assert!(statement.read(&null).is_err());
}

#[test]
fn a_plan_of_other_columns_is_refused() {
    let plan = planned(
        &CountSpec {
            filters: vec![poundwise_query::Condition::new(
                "day",
                poundwise_documents::kinds::FilterOperator::Equal,
                "2026-11-30",
            )],
            unit: String::new(),
        }
        .into(),
        NAMES,
        None,
    );
    let schema = Schema::new(vec![SchemaColumn::new("text", ColumnType::Text)]).unwrap();
    let column = LinkedColumn {
        name: "text".to_owned(),
        storage: CellStorage::Text,
    };
    let path = vec!["t".to_owned()];
    let table = LinkedTable::new(Dialect::DuckDb, path, vec![column], &schema).unwrap();
    assert!(fault(SqlStatement::new(&plan, &table, &KEY)).contains("other columns"));
}
