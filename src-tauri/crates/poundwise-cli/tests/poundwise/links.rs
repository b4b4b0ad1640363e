//! Tables of databases that are linked, sold and changed.

mod duckdb;
mod page;
mod sail;

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::files::shared;
use crate::interop::postgresql::{Postgresql, postgresql_driver};
use crate::support::{Trader, World, audit_and_replay, estimates, sell, text};

const COLUMNS: &str = "age int, sex int, educ int, race int, income numeric(10,0), married int";
const TYPES: &str = "age:number,educ:number,income:number,race:number";

/// A server with the census, and the way to it.
pub(crate) struct Database {
    pub(crate) server: Postgresql,
    pub(crate) driver: String,
}

impl Database {
    pub(crate) fn with_census() -> Option<Self> {
        let census = shared("pums_1000.csv")?;
        let (server, driver) = (Postgresql::start()?, postgresql_driver()?);
        let csv = fs::read_to_string(census).unwrap();
        server.load("incomes", COLUMNS, &csv);
        server.execute("CREATE ROLE reader LOGIN; GRANT SELECT ON incomes TO reader;");
        let driver = driver.to_str().unwrap().to_owned();
        Some(Self { server, driver })
    }

    /// Returns the arguments that name the database for a user.
    fn of(&self, world: &World, user: &str) -> Vec<String> {
        self.at(world, &self.server.address(user))
    }

    /// Returns the arguments that name a database of the server.
    fn at(&self, world: &World, address: &str) -> Vec<String> {
        way(world, "postgresql", Path::new(&self.driver), address)
    }

    pub(crate) fn link(&self, world: &World, name: &str, more: &[&str]) -> Vec<String> {
        self.link_at(world, &self.server.address("reader"), name, more)
    }

    /// Returns the arguments that link a table of another database of the server.
    pub(crate) fn link_at(
        &self,
        world: &World,
        address: &str,
        name: &str,
        more: &[&str],
    ) -> Vec<String> {
        let mut words = ["dataset", "link", name].map(str::to_owned).to_vec();
        words.extend(self.at(world, address));
        words.extend(more.iter().map(|word| (*word).to_owned()));
        words
    }
}

/// Returns the arguments that name a database.
fn way(world: &World, engine: &str, driver: &Path, address: &str) -> Vec<String> {
    let file = world.file("uri", format!("{address}\n"));
    let driver = driver.to_str().unwrap();
    let words = [
        "--engine",
        engine,
        "--driver",
        driver,
        "--uri-file",
        file.as_str(),
    ];
    words.map(str::to_owned).to_vec()
}

pub(crate) fn args(words: &[String]) -> Vec<&str> {
    words.iter().map(String::as_str).collect()
}

pub(crate) const INCOMES: [&str; 6] = [
    "--table",
    "public.incomes",
    "--types",
    TYPES,
    "--cap",
    "100",
];

/// Returns the arguments that list the sum of incomes, in steps of the largest one: its sensitivity is
/// one step.
pub(crate) fn sum<'a>(title: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let words = "listing create incomes sum income --bounds 0..420500 --step 420500 \
                 --price 1:10,60:100 --ceiling 60";
    let words = words.split(' ').chain(["--title", title]);
    words.chain(more.iter().copied()).collect()
}

/// Sells the sum of incomes, changes the table, tops up on the same path, audits both sales and lists
/// the question again.
fn sell_across_a_change(
    world: &World,
    owner: &Trader,
    buyer: &Trader,
    first: &str,
    change: impl FnOnce(),
) {
    // At these levels noise of a step or more is rarer than 1e-12.
    let receipt = sell(owner, buyer, first, "55");
    let before = estimates(buyer, first);
    change();
    let topped_up = sell(owner, buyer, first, "60");
    assert_eq!(estimates(buyer, first)[0]["text"], before[0]["text"]);
    audit_and_replay(world, owner, buyer, first, text(&receipt, "id"));
    assert_ne!(receipt["id"], topped_up["id"]);

    // Another listing of the question reads the changed table, draws new noise and adds its loss.
    let run = owner.run(&sum("Again", &["--json"]));
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("the losses add"), "{}", run.stderr);
    let second = text(&run.document(), "id").to_owned();
    sell(owner, buyer, &second, "40");
    assert_ne!(estimates(buyer, &second)[0]["text"], before[0]["text"]);
    let population = owner.json(&["population", "show", "incomes"]);
    assert_eq!(population["loss_micro_epsilon"], 100_000_000);
    owner.j("home check");
}

/// Sells a histogram of a linked table and of the imported census, and checks that both have the same
/// numbers.
pub(crate) fn compare_with_the_import(owner: &Trader, buyer: &Trader) {
    let census = fs::read_to_string(shared("pums_1000.csv").unwrap()).unwrap();
    let types = "age:number,sex:number,educ:number,race:number,income:number,married:number";
    owner.import("census", types, &census);
    let sold = ["incomes", "census"].map(|dataset| {
        let words = "histogram race --bins 1,2,3,4 --price 1:10,60:100 --ceiling 60";
        let words = words.split(' ').chain(["--title", dataset]);
        let words: Vec<&str> = ["listing", "create", dataset]
            .into_iter()
            .chain(words)
            .collect();
        let listing = owner.json(&words);
        sell(owner, buyer, text(&listing, "id"), "60");
        let values = estimates(buyer, text(&listing, "id"));
        values
            .iter()
            .map(|one| one["text"].clone())
            .collect::<Vec<Value>>()
    });
    assert_eq!(sold[0], sold[1]);
    assert!(sold[0].iter().all(Value::is_string), "{sold:?}");
}

/// A sale, a change of the table, a top-up on the same path, and an audit.
#[test]
fn linked_table_is_sold_topped_up_and_audited() {
    let Some(database) = Database::with_census() else {
        return;
    };
    let world = World::new();
    let (owner, buyer) = (world.home("Owner"), world.home("Buyer"));
    let linked = owner.json(&args(&database.link(&world, "incomes", &INCOMES)));
    assert_eq!(linked["link"]["table"], "public.incomes");
    assert_eq!(linked["link"]["writable"], false);
    assert_eq!(linked["rows"], 0);
    let shown = linked["link"]["database"].as_str().unwrap();
    assert!(!shown.contains("reader"), "{shown}");

    // The statement is shown before anything is listed, and kept.
    let preview = owner.json(&sum("Sum", &["--dry-run"]));
    let statement = text(&preview, "statement").to_owned();
    assert!(statement.contains("\"public\".\"incomes\""), "{statement}");
    assert_eq!(preview["listed_before"], json!([]));
    let listing = owner.json(&sum("Sum of incomes", &[]));
    let first = text(&listing, "id").to_owned();
    assert_eq!(
        owner.json(&["listing", "statement", &first])["sql"],
        statement
    );
    assert_eq!(owner.json(&["listing", "show", &first])["linked"], true);

    sell_across_a_change(&world, &owner, &buyer, &first, || {
        database
            .server
            .execute("UPDATE incomes SET income = 0 WHERE race = 1");
    });
}

/// The statement has the key that chooses the rows of a person.
#[test]
fn statement_is_erased_with_the_secrets_of_its_dataset() {
    let Some(database) = Database::with_census() else {
        return;
    };
    let world = World::new();
    let owner = world.home("Owner");
    owner.json(&args(&database.link(&world, "incomes", &INCOMES)));
    let listing = text(&owner.json(&sum("Sum of incomes", &[])), "id").to_owned();
    owner.json(&["listing", "withdraw", &listing]);
    owner.json(&["listing", "statement", &listing]);
    owner.json(&["dataset", "remove", "incomes", "--yes"]);
    let refused = owner.refused(&["listing", "statement", &listing]);
    refused.is(1, "not-linked", &["removed"]);
}

/// The same integers as from the file: each kind of question is compared in the tests of the
/// engine.
#[test]
fn linked_and_imported_tables_give_equal_numbers() {
    let Some(database) = Database::with_census() else {
        return;
    };
    let world = World::new();
    let (owner, buyer) = (world.home("Owner"), world.home("Buyer"));
    owner.json(&args(&database.link(&world, "incomes", &INCOMES)));
    compare_with_the_import(&owner, &buyer);
}

#[test]
fn database_is_shown_before_a_table_is_linked() {
    let Some(database) = Database::with_census() else {
        return;
    };
    let world = World::new();
    let test = |user: &str, more: &[&str]| {
        let mut words = ["engine", "test"].map(str::to_owned).to_vec();
        words.extend(database.of(&world, user));
        words.extend(more.iter().map(|word| (*word).to_owned()));
        words.push("--json".to_owned());
        world.run(&args(&words)).document()
    };
    assert_eq!(test("reader", &[])["tables"], json!(["public.incomes"]));
    let table = test("reader", &["--table", "public.incomes"]);
    assert_eq!(
        table["types"],
        "age:number,sex:number,educ:number,race:number,income:number(0),married:number"
    );
    assert_eq!(
        (&table["writable"], &table["grants"]),
        (&json!(false), &json!([]))
    );
    let own = test("owner", &["--table", "incomes"]);
    assert_eq!(own["writable"], true);
    assert_eq!(own["grants"].as_array().unwrap().len(), 3);
    let engines = world.run(&["engine", "list", "--json"]).document();
    assert_eq!(engines.as_array().unwrap().len(), 3);
}

/// Each has its own error, and nothing is stored.
#[test]
fn links_that_cannot_work_are_refused() {
    let Some(database) = Database::with_census() else {
        return;
    };
    database.server.execute(
        "CREATE TABLE hidden (a int); CREATE TABLE measures (x double precision, y int); \
         GRANT SELECT ON measures TO reader;",
    );
    let world = World::new();
    let owner = world.home("Owner");
    let refused = |more: &[&str]| owner.refused(&args(&database.link(&world, "t", more)));
    for (more, exit, code, part) in [
        (
            vec!["--table", "public.incomes", "--cap", "8"],
            2,
            "types-needed",
            "types",
        ),
        (
            vec!["--table", "public.", "--cap", "8"],
            2,
            "link",
            "'public.'",
        ),
        (
            vec![
                "--table",
                "public.nothing",
                "--types",
                "a:number",
                "--cap",
                "8",
            ],
            1,
            "link",
            "nothing",
        ),
        (
            vec![
                "--table",
                "public.hidden",
                "--types",
                "a:number",
                "--cap",
                "8",
            ],
            1,
            "link",
            "hidden",
        ),
        (
            vec!["--table", "measures", "--types", "x:number", "--cap", "8"],
            1,
            "link",
            "double",
        ),
        (
            vec!["--table", "measures", "--types", "z:number", "--cap", "8"],
            2,
            "link",
            "'z'",
        ),
        (
            vec!["--table", "measures", "--types", "y:text", "--cap", "8"],
            2,
            "link",
            "'y'",
        ),
        (
            vec!["--table", "measures", "--types", "y:number"],
            2,
            "no-population",
            "",
        ),
        (
            vec![
                "--table",
                "public.incomes",
                "--types",
                "age:number",
                "--person-column",
                "income",
                "--rows-per-person",
                "1",
                "--cap",
                "8",
            ],
            2,
            "link",
            "'income' is in the table",
        ),
    ] {
        refused(&more).is(exit, code, &[part]);
    }
    assert_eq!(owner.j("dataset list"), json!([]));
    assert_eq!(owner.j("population list"), json!([]));

    // The same table belongs to one population.
    owner.json(&args(&database.link(&world, "incomes", &INCOMES)));
    let mut again = [&INCOMES[..], &["--new-people"]].concat();
    refused(&again).is(1, "known-table", &["incomes"]);
    // The same table by another name.
    let table = again
        .iter()
        .position(|word| *word == "public.incomes")
        .unwrap();
    again[table] = "incomes";
    refused(&again).is(1, "known-table", &["incomes"]);

    // A name that is taken is the first argument.
    let taken = owner.refused(&args(&database.link(&world, "incomes", &INCOMES)));
    taken.is(1, "dataset-exists", &["incomes"]);
    assert!(!taken.hints[0].contains("--name"), "{taken:?}");

    let without_types = refused(&["--table", "public.incomes", "--cap", "8", "--new-people"]);
    let proposed = "age:number,sex:number,educ:number,race:number,income:number(0),married:number";
    assert_eq!(without_types.hints.last().unwrap(), proposed);

    // What changes later fails at the next listing, and nothing is listed.
    let list = || {
        owner.refused(&[
            "listing", "create", "incomes", "count", "--title", "n", "--price", "1:10",
        ])
    };
    let list_age = || {
        let words = "listing create incomes mean age --bounds 0..100 --title n --price 1:10";
        owner.refused(&words.split(' ').collect::<Vec<_>>())
    };
    database
        .server
        .execute("ALTER TABLE incomes ALTER age TYPE numeric(8,2)");
    let uri = world.file("uri", format!("{}\n", database.server.address("reader")));
    let relink = owner.refused(&["dataset", "relink", "incomes", "--uri-file", &uri]);
    for changed in [list_age(), relink] {
        changed.is(1, "link", &["'age'", "numeric(8,2)"]);
    }
    database
        .server
        .execute("REVOKE SELECT ON incomes FROM reader");
    list().is(1, "engine", &[]);
    database.server.execute("DROP TABLE incomes");
    list().is(1, "engine", &[]);
    drop(database);
    let away = list();
    away.is(1, "engine-offline", &["does not answer"]);
    for command in ["engine test --engine", "dataset relink NAME"] {
        assert!(
            away.hints.iter().any(|hint| hint.contains(command)),
            "{away:?}"
        );
    }
    assert_eq!(owner.j("listing list"), json!([]));
}

/// Errors of PostgreSQL while rows are on their way have no code.
#[test]
fn cells_that_stop_a_statement_are_told_from_other_errors() {
    let Some(database) = Database::with_census() else {
        return;
    };
    database.server.execute(
        "CREATE TABLE large (n numeric); INSERT INTO large VALUES (1), (1e30); \
         CREATE VIEW divided AS SELECT 100 / (age - 50) AS n FROM incomes; \
         GRANT SELECT ON large, divided TO reader;",
    );
    let world = World::new();
    let owner = world.home("Owner");
    for (table, said) in [("large", "a number of \"n\" has"), ("divided", "zero")] {
        let more = [
            "--table",
            table,
            "--types",
            "n:number",
            "--cap",
            "8",
            "--new-people",
        ];
        owner.json(&args(&database.link(&world, table, &more)));
        let words = format!("listing create {table} sum n --bounds 0..10 --title n --price 1:10");
        let refusal = owner.refused(&words.split(' ').collect::<Vec<_>>());
        refusal.is(1, "engine", &["compute with one of the cells"]);
        assert!(
            refusal.hints.iter().any(|hint| hint.contains(said)),
            "{refusal:?}"
        );
    }
    // With fewer decimals the number has few enough digits.
    let words = "--table large --types n:number(2) --population large";
    let more: Vec<&str> = words.split(' ').collect();
    owner.json(&args(&database.link(&world, "rounded", &more)));
    owner.json(&[
        "listing", "create", "rounded", "sum", "n", "--bounds", "0..10", "--title", "n", "--price",
        "1:10",
    ]);
}

/// A program that is killed cancels its statement, too.
#[test]
fn killed_program_leaves_no_statement_in_the_database() {
    let Some(database) = Database::with_census() else {
        return;
    };
    database.server.execute(
        "CREATE VIEW slow AS SELECT age, pg_sleep(600)::text AS waited FROM incomes; \
         GRANT SELECT ON slow TO reader;",
    );
    let world = World::new();
    let owner = world.home("Owner");
    let more = "--table slow --types age:number,waited:text --cap 8";
    let more: Vec<&str> = more.split(' ').collect();
    owner.json(&args(&database.link(&world, "slow", &more)));
    let runs = || {
        let sql = "SELECT count(*) FROM pg_stat_activity \
                   WHERE usename = 'reader' AND wait_event = 'PgSleep'";
        database.server.value(sql) != "0"
    };
    let words = "listing create slow histogram waited --bins a,b --title n --price 1:10";
    let words: Vec<&str> = words.split(' ').collect();
    let mut program = owner.command(&words).spawn().unwrap();
    wait_until("the statement runs", runs);
    program.kill().unwrap();
    program.wait().unwrap();
    wait_until("the statement is cancelled", || !runs());
}

fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(
            begin.elapsed() < Duration::from_secs(120),
            "not yet: {what}"
        );
        thread::sleep(Duration::from_millis(50));
    }
}

/// A database without the program that loads drivers, and a driver that others can change.
#[test]
fn drivers_that_others_can_change_are_refused() {
    let world = World::new();
    let owner = world.home("Owner");
    let uri = world.file("uri", "postgresql://reader:very-secret@localhost/db\n");
    let driver = world.file("driver.so", "x");
    let permissions = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    fs::set_permissions(&driver, permissions).unwrap();
    let refusal = owner.refused(&[
        "dataset",
        "link",
        "t",
        "--engine",
        "postgresql",
        "--uri-file",
        &uri,
        "--driver",
        &driver,
        "--table",
        "t",
        "--types",
        "a:number",
        "--cap",
        "8",
    ]);
    refusal.is(1, "driver", &["driver.so"]);
    let said = format!("{refusal:?}");
    assert!(!said.contains("very-secret"), "{said}");
}

/// Another encoding would fail at each question.
#[test]
fn database_of_another_encoding_is_refused() {
    let Some(database) = Database::with_census() else {
        return;
    };
    database.server.execute(
        "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C';\n\
         \\c latin\n\
         CREATE TABLE public.people (age int); GRANT SELECT ON people TO reader;",
    );
    let world = World::new();
    let owner = world.home("Owner");
    let address = database.server.address("reader");
    let address = address.replace("/postgres?", "/latin?");
    let more = ["--table", "people", "--types", "age:number", "--cap", "8"];
    let link = database.link_at(&world, &address, "people", &more);
    owner.refused(&args(&link)).is(1, "link", &["UTF-8"]);
}

/// A file that is missing, as after an incomplete restore, concerns its dataset alone.
#[test]
fn dataset_whose_link_is_missing_can_be_removed() {
    let Some(database) = Database::with_census() else {
        return;
    };
    let world = World::new();
    let owner = world.home("Owner");
    owner.import("other", "a:number", "a\n1\n");
    owner.json(&args(&database.link(
        &world,
        "incomes",
        &[&INCOMES[..], &["--new-people"]].concat(),
    )));
    let folder = fs::read_dir(world.path("Owner").join("datasets")).unwrap();
    let mut files = folder.map(|file| file.unwrap());
    let is_link = |file: &fs::DirEntry| file.file_name().to_str().unwrap().starts_with("link-");
    fs::remove_file(files.find(is_link).unwrap().path()).unwrap();
    let listed = owner.j("dataset list");
    let of = |name: &str| {
        let mut listed = listed.as_array().unwrap().iter();
        listed.find(|dataset| dataset["name"] == name).unwrap()
    };
    assert_eq!(of("other")["link_problem"], Value::Null);
    assert_eq!(of("incomes")["link"], Value::Null);
    assert_eq!(of("incomes")["link_problem"]["code"], "home-damaged");
    let shown = owner.say(&["dataset", "show", "incomes"]);
    assert!(shown.contains("link of 'incomes' is missing"), "{shown}");
    let address = world.file("reader.uri", database.server.address("reader"));
    owner
        .refused(&["dataset", "relink", "incomes", "--uri-file", &address])
        .is(1, "home-damaged", &["missing"]);
    owner.json(&["dataset", "remove", "incomes", "--yes"]);
}

/// Each listing of a linked table has its own noise, also if several are made at once.
#[test]
fn columns_of_a_linked_table_are_listed_together() {
    let Some(database) = Database::with_census() else {
        return;
    };
    let world = World::new();
    let owner = world.home("Owner");
    owner.json(&args(&database.link(&world, "incomes", &INCOMES)));
    let head = "take,column,title,kind,low,high\n";
    let file = world.file("listings.csv", format!("{head}yes,age,Age,mean,0,120\n"));
    let create = ["listing", "create-all", "incomes", &file, "--price", "1:5"];
    let dry = [&create[..], &["--dry-run"]].concat();
    assert_eq!(owner.json(&dry)["rows"][0]["listed_before"], json!([]));
    owner.json(&create);
    let row = &owner.json(&dry)["rows"][0];
    assert_eq!(row["listed_before"][0]["title"], "Age");
    let said = owner.say(&dry);
    assert!(
        said.contains("'age' of this linked table is in 1 other listing"),
        "{said}"
    );
    let again = owner.run(&create);
    assert_eq!(again.code, 0);
    assert!(again.stderr.contains("the losses add"), "{}", again.stderr);

    let twice = "yes,educ,Education,mean,0,16\nyes,educ,Again,mean,0,16\n";
    fs::write(&file, format!("{head}{twice}")).unwrap();
    owner.refused(&create).is(1, "question-open", &["line 3"]);
    assert_eq!(owner.j("listing list").as_array().unwrap().len(), 2);
}
