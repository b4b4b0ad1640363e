//! Parquet files that Sail reads by their names.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::{TYPES, args, compare_with_the_import, sell_across_a_change, sum, way};
use crate::files::shared;
use crate::interop::sail::{Sail, spark_driver};
use crate::support::{World, text};

/// Writes the census as Parquet files, with these incomes.
pub(super) fn save(sail: &mut Sail, income: &str, folder: &Path) {
    let census = fs::read_to_string(shared("pums_1000.csv").unwrap()).unwrap();
    let rows = census.lines().skip(1).map(|line| format!("({line})"));
    let rows = rows.collect::<Vec<_>>().join(", ");
    let columns = census.lines().next().unwrap();
    let sql = format!(
        "SELECT age, educ, race, married, CAST({income} AS DECIMAL(10, 0)) AS income, \
         CAST(age AS DOUBLE) AS measure FROM VALUES {rows} AS t({columns})"
    );
    sail.save(&sql, folder);
}

#[test]
#[ignore = "it installs 400 MB: make engines"]
fn files_of_sail_are_sold_topped_up_and_audited() {
    let Some(driver) = spark_driver().filter(|_| shared("pums_1000.csv").is_some()) else {
        return;
    };
    let world = World::new();
    let (owner, buyer) = (world.home("Owner"), world.home("Buyer"));
    let mut sail = Sail::start("local-cluster").unwrap();
    let files = world.path("own \"files\".parquet");
    save(&mut sail, "income", &files);
    let name = files.to_str().unwrap().replace('"', "\"\"");
    let table = format!("parquet.\"{name}\"");
    let address = sail.address();
    let of = |begin: &[&str], more: &[&str]| {
        let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let begin: Vec<String> = own(begin);
        [begin, way(&world, "spark", &driver, &address), own(more)].concat()
    };

    let words = of(&["engine", "test"], &["--table", &table, "--json"]);
    let seen = world.run(&args(&words)).document();
    assert_eq!(
        seen["types"],
        "age:number,educ:number,race:number,married:number,income:number(0)"
    );
    assert_eq!(seen["columns"][5]["stored"], "double");
    let connected = of(&["engine", "test"], &["--json"]);
    assert_eq!(world.run(&args(&connected)).code, 0);

    let link = |table: &str, types: &str| {
        let more = ["--table", table, "--types", types, "--cap", "100"];
        of(&["dataset", "link", "incomes"], &more)
    };
    let refused = |table: &str, types: &str| owner.refused(&args(&link(table, types)));
    refused(&table, "measure:number").is(1, "link", &["double"]);
    refused(&table, "nothing:number").is(2, "link", &["'nothing'"]);
    let missing = world.path("missing").display().to_string();
    let missing = format!("parquet.\"{missing}\"");
    refused(&missing, "age:number").is(1, "link", &["missing"]);
    refused("nowhere", "age:number").is(1, "engine", &["no table"]);
    let linked = owner.json(&args(&link(&table, TYPES)));
    assert_eq!(linked["link"]["table"], table);

    let listing = owner.json(&sum("Sum of incomes", &[]));
    let first = text(&listing, "id").to_owned();
    sell_across_a_change(&world, &owner, &buyer, &first, || {
        save(
            &mut sail,
            "CASE WHEN race = 1 THEN 0 ELSE income END",
            &files,
        );
    });

    // Files that are gone are no table without rows.
    fs::remove_dir_all(&files).unwrap();
    let list = || {
        let words = "listing create incomes count --title n --price 1:10";
        owner.refused(&words.split(' ').collect::<Vec<_>>())
    };
    list().is(1, "engine", &["files of the table are gone"]);
    drop(sail);
    list().is(1, "engine", &["does not answer"]);
    refused(&table, TYPES).is(1, "dataset-exists", &[]);
    assert_eq!(owner.j("listing list").as_array().unwrap().len(), 2);
}

#[test]
#[ignore = "it installs 400 MB: make engines"]
fn files_of_sail_and_an_import_give_equal_numbers() {
    let Some(driver) = spark_driver().filter(|_| shared("pums_1000.csv").is_some()) else {
        return;
    };
    let world = World::new();
    let (owner, buyer) = (world.home("Owner"), world.home("Buyer"));
    let mut sail = Sail::start("local-cluster").unwrap();
    let files = world.path("files");
    save(&mut sail, "income", &files);
    let table = format!("parquet.\"{}\"", files.display());
    let mut words = ["dataset", "link", "incomes"].map(str::to_owned).to_vec();
    words.extend(way(&world, "spark", &driver, &sail.address()));
    let more = ["--table", &table, "--types", TYPES, "--cap", "100"];
    words.extend(more.map(str::to_owned));
    owner.json(&args(&words));
    compare_with_the_import(&owner, &buyer);
    // The link's arguments, for a copy of the same people's rows.
    words[2] = "copy".to_owned();
    let cap = words.iter().position(|word| word == "--cap").unwrap();
    words.truncate(cap);
    words.extend(["--population", "incomes", "--snapshot"].map(str::to_owned));
    let copied = owner.json(&args(&words));
    assert_eq!(copied["rows"], 1000);
    assert!(
        copied["columns"]
            .as_array()
            .unwrap()
            .iter()
            .all(|one| one["empty"] == 0)
    );
    drop(sail);
    assert_eq!(owner.j("dataset list").as_array().unwrap().len(), 3);
    assert_eq!(owner.j("inbox list"), json!([]));
}
