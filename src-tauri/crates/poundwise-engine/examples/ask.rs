//! Questions about the table of `benches/engines/bench.py`, asked through the process of a driver.
//!
//! `ask sql ENGINE QUESTION SCHEMA TABLE` prints the statement. `ask run ENGINE QUESTION SCHEMA
//! TABLE DRIVER ADDRESS` prints x, and the most memory of this process in KiB.
#![allow(clippy::unwrap_used, clippy::print_stdout)]

use std::time::Duration;

use poundwise_documents::kinds::{Adjacency, ColumnType, FilterOperator};
use poundwise_driver::{DatabaseEngine, Driver, Limits, Request, Session, ask, engine_program};
use poundwise_query::kinds::{BinSpec, CountSpec, HistogramSpec, SumSpec};
use poundwise_query::{AttributeSpec, Condition, Plan, Schema, SchemaColumn, Unit, plan};
use poundwise_sql::{CellStorage, Dialect, LinkedColumn, LinkedTable, SqlStatement};
use zeroize::Zeroizing;

const SECONDS: u64 = 3600;

fn question(name: &str) -> AttributeSpec {
    let texts = BinSpec::Values((0..7).map(|value| format!("v{value}")).collect());
    match name {
        "count" => CountSpec {
            filters: vec![Condition::new("n", FilterOperator::AtLeast, "50000")],
            unit: String::new(),
        }
        .into(),
        "histogram" => HistogramSpec::new("c", texts).into(),
        // Of money, to cents.
        _ => SumSpec {
            step: Some("1".parse().unwrap()),
            ..SumSpec::new("d", ["0".parse().unwrap(), "5000".parse().unwrap()])
        }
        .into(),
    }
}

fn stated(engine: DatabaseEngine, name: &str, path: &[String]) -> (Plan, SqlStatement) {
    let decimal = match engine {
        DatabaseEngine::PostgreSql => CellStorage::Decimal(None),
        DatabaseEngine::DuckDb | DatabaseEngine::Spark => CellStorage::Decimal(Some((10, 2))),
    };
    let columns = [
        ("n", ColumnType::Number, CellStorage::Integer),
        ("d", ColumnType::Number, decimal),
        ("c", ColumnType::Text, CellStorage::Text),
        ("p", ColumnType::Number, CellStorage::Integer),
    ];
    let schema = columns.map(|(name, kind, _)| SchemaColumn::new(name, kind));
    let schema = Schema::new(schema.to_vec()).ok().unwrap();
    let linked = columns.map(|(name, _, storage)| LinkedColumn {
        name: name.to_owned(),
        storage,
    });
    let dialect = Dialect::from(engine);
    let linked = LinkedTable::new(dialect, path.to_vec(), linked.to_vec(), &schema).unwrap();
    // At most three rows of a person.
    let is_of_persons = name == "persons";
    let unit = Unit {
        adjacency: Adjacency::AddRemove,
        rows_per_unit: if is_of_persons { 3 } else { 1 },
        person_column: is_of_persons.then(|| "p".to_owned()),
    };
    let plan = plan(&question(name), &schema, &unit).ok().unwrap();
    let statement = SqlStatement::new(&plan, &linked, &[7; 32]).unwrap();
    (plan, statement)
}

/// The most memory of this process, in KiB.
fn memory() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let digits = line.unwrap().chars().filter(char::is_ascii_digit);
    digits.collect()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [what, engine, name, schema, table, rest @ ..] = words.as_slice() else {
        panic!("see above");
    };
    let engine: DatabaseEngine = engine.parse().unwrap();
    let (plan, statement) = stated(engine, name, &[schema.clone(), table.clone()]);
    if what == "sql" {
        println!("{}", statement.sql());
        return;
    }
    let [driver, address] = rest else {
        panic!("see above");
    };
    let session = Session::of(engine, address, SECONDS).ok().unwrap();
    let driver = Driver::check(driver.as_ref()).unwrap();
    let request = Request {
        driver: driver.file().display().to_string(),
        entrypoint: session.entrypoint,
        options: session.options,
        files: session.files,
        network: session.network,
        sql: Zeroizing::new(statement.sql().to_owned()),
        limits: Limits {
            columns: statement.answer_columns(),
            rows: statement.most_rows(),
            bytes: 1 << 20,
            memory: 64 << 30,
        },
    };
    let program = engine_program().unwrap();
    let time = Duration::from_secs(SECONDS);
    let answered = ask(&program, request, time, &|| false);
    let answered =
        answered.unwrap_or_else(|error| panic!("{}: {:?}", error.message, error.private));
    let sums = statement.read(&answered.rows).unwrap();
    let x = statement.compute(&plan, &sums).ok().unwrap();
    println!("{} {x:?}", memory());
}
