//! Tables of a file of DuckDB.

use std::path::{Path, PathBuf};

use serde_json::json;

use super::{COLUMNS, INCOMES, args, compare_with_the_import, sell_across_a_change, sum, way};
use crate::files::shared;
use crate::interop::duckdb::{duckdb_library, execute};
use crate::support::{World, text};

/// A file with the census, and the driver.
fn census(world: &World) -> Option<(PathBuf, PathBuf)> {
    let census = shared("pums_1000.csv")?;
    let (file, driver) = (world.path("own census.duckdb"), duckdb_library()?);
    let table = COLUMNS.replace("numeric", "DECIMAL");
    let sql = format!(
        "CREATE TABLE long (d DECIMAL(38, 10), e DECIMAL(38, 0), f DECIMAL(20, 2)); \
         CREATE TABLE incomes ({table}); COPY incomes FROM '{}' (HEADER true); \
         CREATE VIEW measures AS SELECT CAST(age AS DOUBLE) AS x FROM incomes; \
         CREATE VIEW outside AS SELECT * FROM '{}';",
        census.display(),
        census.display()
    );
    execute(&file, &sql)?;
    Some((file, driver))
}

fn of(world: &World, driver: &Path, file: &Path) -> Vec<String> {
    way(world, "duckdb", driver, file.to_str().unwrap())
}

fn link(way: &[String], more: &[&str]) -> Vec<String> {
    let begin = ["dataset", "link", "incomes"].map(str::to_owned);
    let more = more.iter().map(|word| (*word).to_owned());
    begin
        .into_iter()
        .chain(way.iter().cloned())
        .chain(more)
        .collect()
}

#[test]
fn table_of_a_file_is_sold_topped_up_and_audited() {
    let world = World::new();
    let Some((file, driver)) = census(&world) else {
        return;
    };
    let (owner, buyer) = (world.home("Owner"), world.home("Buyer"));
    let way = of(&world, &driver, &file);
    let test = [&["engine".to_owned(), "test".to_owned()][..], &way].concat();
    let tables = world.run(&args(&[&test[..], &["--json".to_owned()]].concat()));
    assert_eq!(
        tables.document()["tables"],
        json!(["main.incomes", "main.long", "main.measures", "main.outside"])
    );
    // Types are proposed with as many decimals as can be added up.
    let long = [&test[..], &["--table", "long", "--json"].map(str::to_owned)].concat();
    let long = world.run(&args(&long));
    assert_eq!(long.document()["types"], "d:number(8),f:number(2)");
    let incomes: Vec<&str> = INCOMES
        .iter()
        .map(|word| match *word {
            "public.incomes" => "main.incomes",
            word => word,
        })
        .collect();
    let linked = owner.json(&args(&link(&way, &incomes)));
    assert_eq!(linked["link"]["database"], json!(file));
    assert_eq!(linked["link"]["table"], "main.incomes");
    let listing = owner.json(&sum("Sum of incomes", &[]));
    let first = text(&listing, "id").to_owned();
    let statement = owner.json(&["listing", "statement", &first]);
    assert!(text(&statement, "sql").contains("\"main\".\"incomes\""));
    sell_across_a_change(&world, &owner, &buyer, &first, || {
        execute(&file, "UPDATE incomes SET income = 0 WHERE race = 1").unwrap();
    });
}

#[test]
fn tables_of_a_file_and_an_import_give_equal_numbers() {
    let world = World::new();
    let Some((file, driver)) = census(&world) else {
        return;
    };
    let (owner, buyer) = (world.home("Owner"), world.home("Buyer"));
    let way = of(&world, &driver, &file);
    let more = [
        "--table",
        "incomes",
        "--types",
        "age:number,race:number",
        "--cap",
        "100",
    ];
    owner.json(&args(&link(&way, &more)));
    compare_with_the_import(&owner, &buyer);
}

#[test]
fn files_that_cannot_be_linked_are_refused() {
    let world = World::new();
    let Some((file, driver)) = census(&world) else {
        return;
    };
    let owner = world.home("Owner");
    let refused = |address: &Path, driver: &Path, table: &str, types: &str| {
        let way = of(&world, driver, address);
        owner.refused(&args(&link(
            &way,
            &["--table", table, "--types", types, "--cap", "8"],
        )))
    };
    let age = "age:number";
    refused(&file, &driver, "nothing", age).is(1, "link", &["nothing"]);
    refused(&file, &driver, "measures", "x:number").is(1, "link", &["DOUBLE"]);
    refused(&file, &driver, "outside", age).is(1, "engine", &["reads other files"]);
    refused(&world.path("none.duckdb"), &driver, "incomes", age).is(1, "engine", &["no database"]);
    refused(Path::new("own.duckdb"), &driver, "incomes", age).is(2, "link", &["absolute path"]);
    let other = world.file("other.duckdb", "no database");
    refused(Path::new(&other), &driver, "incomes", age).is(1, "engine", &["not a DuckDB"]);
    let missing = refused(&file, &world.path("none.so"), "incomes", age);
    missing.is(1, "driver", &["none.so"]);
    let hints = &missing.hints;
    assert!(hints[0].starts_with("Correct the path"), "{hints:?}");
    assert_eq!(owner.j("dataset list"), json!([]));
}
