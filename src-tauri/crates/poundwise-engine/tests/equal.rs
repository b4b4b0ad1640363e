//! Equal x, integer for integer, from the embedded engine and from databases.

use std::sync::LazyLock;

use poundwise_documents::kinds::ColumnType;
use poundwise_query::kinds::{BinSpec, HistogramSpec};
use poundwise_query::{Column, Schema, SchemaColumn, Table, plan};
use poundwise_sql::{CellStorage, LinkedColumn, LinkedTable, SqlFault, SqlStatement};
use proptest::property_test;

use crate::databases::{TestDatabase, postgresql};
use crate::property::cases;
use crate::questions::{Choice, creation, embedded, linked, questions, rows, schema, units};

const KEY: [u8; 32] = [7; 32];

/// Compares all questions about one random table.
fn compare(database: &TestDatabase, seed: u64, table: &str, path: &[&str], collation: &str) {
    let mut choice = Choice(seed);
    let rows = rows(&mut choice);
    for statement in creation(table, &rows, collation) {
        database.execute(&statement);
    }
    let (memory, linked) = (embedded(&rows), linked(database.dialect, path));
    let unit = units().swap_remove(choice.below(6));
    for spec in questions(&mut choice, rows.len(), &unit) {
        let plan = plan(&spec, &schema(), &unit)
            .map_err(|error| error.to_string())
            .unwrap();
        let expected = plan.compute(Some(&memory), &KEY).ok().unwrap();
        let statement = SqlStatement::new(&plan, &linked, &KEY).unwrap();
        let answer = database.rows(statement.sql());
        let answer = answer.unwrap_or_else(|error| panic!("{error}\n{}", statement.sql()));
        assert!(answer.len() <= statement.most_rows());
        let sums = statement.read(&answer);
        let sums = sums.unwrap_or_else(|error| panic!("{error} {answer:?}\n{}", statement.sql()));
        let found = statement.compute(&plan, &sums).ok().unwrap();
        assert_eq!(
            found,
            expected,
            "{:?} {unit:?}\n{}",
            spec.kind(),
            statement.sql()
        );
    }
}

fn compare_postgresql(seed: u64) {
    let Some(database) = postgresql() else { return };
    database.execute("CREATE SCHEMA IF NOT EXISTS \"own \"\"schema\"\"\"");
    let table = "\"own \"\"schema\"\"\".\"ta'ble.x\"";
    let path = ["own \"schema\"", "ta'ble.x"];
    compare(&database, seed, table, &path, "COLLATE \"de-x-icu\"");
}

fn compare_duckdb(seed: u64) {
    static DATABASE: LazyLock<Option<TestDatabase>> = LazyLock::new(TestDatabase::duckdb);
    if let Some(database) = DATABASE.as_ref() {
        let path = ["main", "ta'ble.x"];
        compare(database, seed, "main.\"ta'ble.x\"", &path, "");
    }
}

#[property_test(config = cases(40))]
fn postgresql_gives_the_same_integers(seed: u64) {
    compare_postgresql(seed);
}

#[property_test(config = cases(40))]
fn duckdb_gives_the_same_integers(seed: u64) {
    compare_duckdb(seed);
}

#[property_test(config = cases(300))]
#[ignore = "it takes minutes: make engines"]
fn postgresql_gives_the_same_integers_of_many_tables(seed: u64) {
    // The server stays between the tables.
    let _server = postgresql();
    compare_postgresql(seed);
}

#[property_test(config = cases(300))]
#[ignore = "it takes minutes: make engines"]
fn duckdb_gives_the_same_integers_of_many_tables(seed: u64) {
    compare_duckdb(seed);
}

/// `a` and `A` are equal under these collations.
#[test]
fn no_collation_applies() {
    if let Some(database) = TestDatabase::duckdb() {
        database.execute("SET default_collation = 'NOCASE'");
        for seed in 1..20 {
            compare(
                &database,
                seed,
                "alike",
                &["main", "alike"],
                "COLLATE NOCASE",
            );
        }
    }
    let Some(database) = postgresql() else { return };
    database.execute(
        "CREATE COLLATION IF NOT EXISTS alike \
                      (provider = icu, locale = 'und-u-ks-level1', deterministic = false)",
    );
    for seed in 1..20 {
        compare(
            &database,
            seed,
            "alike",
            &["public", "alike"],
            "COLLATE alike",
        );
    }
}

#[test]
fn changed_types_are_found() {
    if let Some(database) = postgresql() {
        changed(&database, "public");
    }
    if let Some(database) = TestDatabase::duckdb() {
        changed(&database, "main");
    }
}

fn changed(database: &TestDatabase, schema_name: &str) {
    let path = [schema_name, "changed"];
    let unit = &units()[0];
    let mut choice = Choice(1);
    // The sum of the whole numbers.
    let spec = questions(&mut choice, 0, unit).swap_remove(5);
    let plan = plan(&spec, &schema(), unit).ok().unwrap();
    let statement = SqlStatement::new(&plan, &linked(database.dialect, &path), &KEY).unwrap();
    let column = "\"whole; --\"";
    for (type_name, is_same) in [
        ("BIGINT", true),
        ("INTEGER", true),
        ("REAL", false),
        ("NUMERIC(9,2)", false),
    ] {
        for statement in creation("changed", &[], "") {
            let kind = format!("{column} {type_name}");
            database.execute(&statement.replace(&format!("{column} BIGINT"), &kind));
        }
        let found = statement.read(&database.rows(statement.sql()).unwrap());
        assert_eq!(found.is_ok(), is_same, "{type_name}");
        assert!(
            is_same || matches!(found, Err(SqlFault::ChangedTypes)),
            "{type_name}"
        );
    }
}

/// A number without limits: what is no number is missing, and one of more than 37 digits is an
/// error, since a file's number would be rounded.
#[test]
fn numbers_of_any_size_are_exact_or_an_error() {
    let Some(database) = postgresql() else { return };
    let schema = Schema::new(vec![SchemaColumn::new("n", ColumnType::Number)]);
    let schema = schema.ok().unwrap();
    let column = LinkedColumn {
        name: "n".to_owned(),
        storage: CellStorage::Decimal(None),
    };
    let path = vec!["sizes".to_owned()];
    let linked = LinkedTable::new(database.dialect, path, vec![column], &schema).unwrap();
    let digits = "123456789012345678.0000000000000000005";
    let cells = [
        "NaN",
        "Infinity",
        "-Infinity",
        digits,
        "-0.0000000000000000004",
        "9e18",
    ];
    database.execute("DROP TABLE IF EXISTS sizes");
    database.execute("CREATE TABLE sizes (n numeric)");
    let rows = cells.map(|cell| format!("('{cell}')")).join(", ");
    database.execute(&format!("INSERT INTO sizes VALUES {rows}"));
    // The texts of infinities are no numbers in a file.
    let memory = Table::new(vec![Column::numbers("n", cells).ok().unwrap()]);
    let memory = memory.ok().unwrap();
    let bins = [
        "0",
        "123456789012345678.000000000000000001",
        "9000000000000000000",
    ];
    let bins = BinSpec::Values(bins.map(str::to_owned).to_vec());
    let plan = plan(&HistogramSpec::new("n", bins).into(), &schema, &units()[0]);
    let plan = plan.ok().unwrap();
    let statement = SqlStatement::new(&plan, &linked, &KEY).unwrap();
    let sums = statement
        .read(&database.rows(statement.sql()).unwrap())
        .unwrap();
    let found = statement.compute(&plan, &sums).ok().unwrap();
    assert_eq!(found, [1, 1, 1, 3]);
    assert_eq!(found, plan.compute(Some(&memory), &KEY).ok().unwrap());
    for cell in [
        "1e37",
        "-1e37",
        "1e300",
        "10000000000000000000.000000000000000001",
    ] {
        database.execute(&format!("INSERT INTO sizes VALUES ({cell})"));
        assert!(database.rows(statement.sql()).is_err(), "{cell}");
        database.execute(&format!("DELETE FROM sizes WHERE n = {cell}"));
    }
    assert!(database.rows(statement.sql()).is_ok());
}
