//! Real tables: equal x from their files, read here, and from databases that read them by
//! themselves.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use poundwise_documents::kinds::{Adjacency, ColumnType, FilterOperator};
use poundwise_query::kinds::{
    BinSpec, CountSpec, CrossTabulationSpec, HistogramSpec, MeanSpec, MomentsSpec, SumSpec,
    VariableSpec, VariableValues,
};
use poundwise_query::{
    AttributeSpec, Condition, Schema, SchemaColumn, Table, TableForm, Unit, plan, preview, read_csv,
};
use poundwise_sql::{CellStorage, Dialect, LinkedColumn, LinkedTable, SqlStatement};

use crate::databases::{TestDatabase, postgresql};
use crate::files::shared;

fn read(path: &Path) -> Table {
    let silent = poundwise_query::RowProgress::silent();
    let view = preview(path, &TableForm::default(), &silent).ok().unwrap();
    let form = TableForm {
        separator: Some(view.delimiter),
        ..TableForm::default()
    };
    let types = Schema::parse_types(&view.types).ok().unwrap();
    read_csv(path, &form, &types).ok().unwrap().table
}

/// Has a database read the file into a table whose columns are named by their places.
fn load(database: &TestDatabase, path: &Path, name: &str, schema: &Schema) -> LinkedTable {
    // Numbers of a file may be written as 1e+05.
    let number = match database.dialect {
        Dialect::PostgreSql => CellStorage::Decimal(None),
        Dialect::DuckDb | Dialect::Spark => CellStorage::Decimal(Some((15, 0))),
    };
    let of = |column: &SchemaColumn| match column.column_type {
        ColumnType::Number => (number, "NUMERIC(15,0)"),
        ColumnType::Text => (CellStorage::Text, "VARCHAR"),
        ColumnType::Date => (CellStorage::Date, "DATE"),
    };
    let columns: Vec<String> = (0..)
        .zip(schema.columns())
        .map(|(place, column)| format!("\"c {place}\" {}", of(column).1))
        .collect();
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let file = folder.path().join("table.csv");
    fs::write(&file, fs::read(path).unwrap()).unwrap();
    database.execute(&format!("DROP TABLE IF EXISTS {name}"));
    database.execute(&format!("CREATE TABLE {name} ({})", columns.join(", ")));
    database.execute(&format!(
        "COPY {name} FROM '{}' (FORMAT csv, HEADER true)",
        file.display()
    ));
    let linked = (0..)
        .zip(schema.columns())
        .map(|(place, column)| LinkedColumn {
            name: format!("c {place}"),
            storage: of(column).0,
        });
    let path = vec![name.to_owned()];
    LinkedTable::new(database.dialect, path, linked.collect(), schema).unwrap()
}

fn compare(name: &str, units: &[Unit], specs: &[AttributeSpec]) {
    let Some(path) = shared(name) else { return };
    let stem = name.trim_end_matches(".csv");
    let table = read(&path);
    let schema = table.schema();
    let duckdb = TestDatabase::duckdb();
    let postgresql = postgresql();
    for database in duckdb.as_ref().into_iter().chain(postgresql.as_deref()) {
        let linked = load(database, &path, stem, &schema);
        for unit in units {
            for spec in specs {
                let plan = plan(spec, &schema, unit).map_err(|error| error.to_string());
                let plan = plan.unwrap();
                let statement = SqlStatement::new(&plan, &linked, &[3; 32]).unwrap();
                let sums = statement.read(&database.rows(statement.sql()).unwrap());
                let found = statement.compute(&plan, &sums.unwrap()).ok().unwrap();
                let expected = plan.compute(Some(&table), &[3; 32]).ok().unwrap();
                assert_eq!(found, expected, "{name} {}", plan.query());
                assert!(found.iter().any(|x| *x != 0), "{name} {}", plan.query());
            }
        }
    }
}

fn unit(person: Option<&str>, rows_per_unit: u64) -> Unit {
    Unit {
        adjacency: Adjacency::AddRemove,
        rows_per_unit,
        person_column: person.map(str::to_owned),
    }
}

fn texts(values: &[&str]) -> BinSpec {
    BinSpec::Values(values.iter().map(|value| (*value).to_owned()).collect())
}

fn edges(edges: &[&str]) -> BinSpec {
    BinSpec::Edges(edges.iter().map(|edge| edge.parse().unwrap()).collect())
}

fn bounds(low: &str, high: &str) -> [poundwise_documents::units::Decimal; 2] {
    [low.parse().unwrap(), high.parse().unwrap()]
}

fn squares(column: &str, low: &str, high: &str) -> VariableSpec {
    VariableSpec {
        column: column.to_owned(),
        values: VariableValues::Squares(bounds(low, high)),
    }
}

#[test]
fn the_census_gives_the_same_integers() {
    let filters = vec![Condition::new("educ", FilterOperator::AtLeast, "9")];
    compare(
        "pums_1000.csv",
        &[unit(None, 1)],
        &[
            CountSpec {
                filters: filters.clone(),
                unit: String::new(),
            }
            .into(),
            MeanSpec {
                step: Some("1".parse().unwrap()),
                filters,
                ..MeanSpec::new("income", bounds("0", "200000"))
            }
            .into(),
            HistogramSpec::new("age", edges(&["0", "18", "40.5", "65", "120"])).into(),
            CrossTabulationSpec {
                columns: vec![
                    ("race".to_owned(), texts(&["1", "2", "3"])),
                    ("sex".to_owned(), texts(&["1", "0"])),
                ],
                filters: Vec::new(),
                unit: String::new(),
            }
            .into(),
            MomentsSpec {
                variables: vec![
                    squares("age", "0", "100"),
                    squares("income", "0", "200000"),
                    squares("educ", "1", "16"),
                ],
                groups: vec![("married".to_owned(), texts(&["0", "1"]))],
                filters: Vec::new(),
            }
            .into(),
        ],
    );
}

#[test]
fn visits_of_persons_give_the_same_integers() {
    compare(
        "week_data.csv",
        &[
            unit(None, 1),
            unit(Some("VisitorId"), 1),
            unit(Some("VisitorId"), 3),
        ],
        &[
            CountSpec::default().into(),
            SumSpec {
                step: Some("0.5".parse().unwrap()),
                ..SumSpec::new("Money spent (euros)", bounds("0", "30"))
            }
            .into(),
            HistogramSpec::new("Day", texts(&["1", "2", "3", "4", "5", "6", "7"])).into(),
            HistogramSpec::new("Time entered", texts(&["9:27:00 AM", "9:30:00 AM"])).into(),
        ],
    );
}

#[test]
fn a_survey_with_questions_as_names_gives_the_same_integers() {
    let heard = "Prior to reading about it above, had you heard of the serial (or Oxford) comma?";
    compare(
        "comma_survey.csv",
        &[unit(None, 1)],
        &[
            HistogramSpec::new(heard, texts(&["Yes", "No"])).into(),
            CrossTabulationSpec {
                columns: vec![
                    (heard.to_owned(), texts(&["Yes", "No"])),
                    ("Gender".to_owned(), texts(&["Female", "Male"])),
                ],
                filters: vec![Condition::new("Age", FilterOperator::NotEqual, "30-44")],
                unit: String::new(),
            }
            .into(),
        ],
    );
}
