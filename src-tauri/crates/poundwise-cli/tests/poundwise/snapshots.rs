//! Copies of tables of PostgreSQL, and linked tables whose address changes.

use std::fs;

use serde_json::json;

use crate::links::{Database, INCOMES, args, compare_with_the_import, sum};
use crate::support::{World, audit_and_replay, sell, text};

/// After the copy the database is not needed, and a question keeps its noise.
#[test]
fn snapshot_is_sold_as_an_imported_table() {
    let Some(database) = Database::with_census() else {
        return;
    };
    let world = World::new();
    let (owner, buyer) = (world.home("Owner"), world.home("Buyer"));
    let snapshot = [&INCOMES[..], &["--snapshot"]].concat();
    let copied = owner.json(&args(&database.link(&world, "incomes", &snapshot)));
    assert_eq!(copied["link"], json!(null));
    assert_eq!(copied["rows"], 1000);
    let columns = copied["columns"].as_array().unwrap();
    assert_eq!(columns.len(), 4);
    assert!(columns.iter().all(|column| column["empty"] == 0));
    database.server.execute("DROP TABLE incomes");

    compare_with_the_import(&owner, &buyer);

    let first = text(&owner.json(&sum("Sum of incomes", &[])), "id").to_owned();
    let receipt = sell(&owner, &buyer, &first, "30");
    audit_and_replay(&world, &owner, &buyer, &first, text(&receipt, "id"));
    owner.json(&["listing", "withdraw", &first]);
    let second = text(&owner.json(&sum("Again", &[])), "id").to_owned();
    // It is the same path: what the buyer holds of the first listing counts.
    let held = buyer.refused(&["order", &second, "--to", "30"]);
    held.is(1, "already-held", &["30"]);
    sell(&owner, &buyer, &second, "40");
    let population = owner.json(&["population", "show", "incomes"]);
    assert_eq!(population["loss_micro_epsilon"], 100_000_000);
    owner.j("home check");
}

/// Rows of one person are not taken for different people.
#[test]
fn snapshot_with_repeated_ids_is_refused() {
    let Some(database) = Database::with_census() else {
        return;
    };
    database.server.execute(
        "CREATE TABLE visits (patient_id text, fee numeric(6,2), seen date); \
         INSERT INTO visits VALUES ('a', 1.25, '2024-02-29'), ('a', NULL, NULL), ('b', -0.05, \
         '1969-12-31'), (NULL, 3, NULL); GRANT SELECT ON visits TO reader;",
    );
    let world = World::new();
    let owner = world.home("Owner");
    let words = |name: &str, more: &[&str]| {
        let visits = [
            "--snapshot",
            "--table",
            "public.visits",
            "--types",
            "patient_id:text,fee:number(2),seen:date",
        ];
        database.link(&world, name, &[&visits[..], more].concat())
    };
    let refused = owner.refused(&args(&words("visits", &["--cap", "8"])));
    refused.is(1, "repeated-ids", &["public.visits", "'patient_id'"]);
    assert_eq!(owner.j("dataset list"), json!([]));
    let person = ["--person-column", "patient_id", "--rows-per-person", "1"];
    let more = [&["--cap", "8"], &person[..]].concat();
    let copied = owner.json(&args(&words("visits", &more)));
    assert_eq!(
        (&copied["rows"], &copied["rows_without_person"]),
        (&json!(4), &json!(1))
    );
    assert_eq!(copied["columns"][1]["empty"], 1);
    assert_eq!(copied["columns"][2]["empty"], 2);
    let differs = ["--each-row-differs", "--population", "visits"];
    owner.json(&args(&words("rows", &differs)));

    // A link reads no rows, so it asks whenever a column looks like ids.
    let link = |more: &[&str]| {
        let linked = words("linked", &[&["--population", "visits"], more].concat());
        linked
            .into_iter()
            .filter(|word| word != "--snapshot")
            .collect::<Vec<_>>()
    };
    let refused = owner.refused(&args(&link(&[])));
    refused.is(1, "repeated-ids", &["public.visits", "'patient_id'"]);
    owner.json(&args(&link(&["--each-row-differs"])));
}

/// A new role stands for a new password. Listings and losses stay.
#[test]
fn linked_table_gets_another_address() {
    let Some(database) = Database::with_census() else {
        return;
    };
    database
        .server
        .execute("CREATE ROLE auditor LOGIN; GRANT SELECT ON incomes TO auditor;");
    let world = World::new();
    let (owner, buyer) = (world.home("Owner"), world.home("Buyer"));
    owner.json(&args(&database.link(&world, "incomes", &INCOMES)));
    let first = text(&owner.json(&sum("Sum of incomes", &[])), "id").to_owned();
    sell(&owner, &buyer, &first, "55");
    database
        .server
        .execute("DROP OWNED BY reader; DROP ROLE reader;");
    let gone = owner.run(&sum("Again", &["--json"]));
    assert_eq!(gone.code, 1);
    assert!(gone.stderr.contains("user and password"), "{}", gone.stderr);

    let relink = |name: &str, user: &str| {
        let file = world.file(&format!("{user}.uri"), database.server.address(user) + "\n");
        let words = ["dataset", "relink", name];
        let mut words = words.map(str::to_owned).to_vec();
        words.extend(["--uri-file".to_owned(), file]);
        words
    };
    owner
        .refused(&args(&relink("incomes", "reader")))
        .is(1, "engine", &[]);
    owner
        .refused(&args(&relink("nothing", "auditor")))
        .is(1, "no-such-dataset", &["nothing"]);
    let changed = owner.json(&args(&relink("incomes", "auditor")));
    assert_eq!(changed["link"]["table"], "public.incomes");
    assert_eq!(changed["listings"], 1);
    sell(&owner, &buyer, &first, "60");
    let second = text(&owner.json(&sum("Again", &[])), "id").to_owned();
    assert_ne!(first, second);
    owner.j("home check");
    // One file is left for the link.
    let tables = fs::read_dir(world.path("Owner").join("datasets")).unwrap();
    assert_eq!(tables.count(), 1);

    // Columns of other types are not those of the dataset.
    database
        .server
        .execute("ALTER TABLE incomes ALTER COLUMN race TYPE text");
    owner
        .refused(&args(&relink("incomes", "auditor")))
        .is(1, "link", &["type"]);
    let imported = owner.import("census", "a:number", "a\n1\n");
    drop(imported);
    let refused = owner.refused(&args(&relink("census", "auditor")));
    refused.is(1, "not-linked", &["'census'"]);
}

/// The people of a table are those of its first place and of its place now.
#[test]
fn places_of_a_relinked_table_are_known() {
    let Some(database) = Database::with_census() else {
        return;
    };
    let world = World::new();
    let owner = world.home("Owner");
    owner.json(&args(&database.link(&world, "incomes", &INCOMES)));
    database
        .server
        .execute("CREATE DATABASE moved TEMPLATE postgres");
    let place = database.server.address("reader");
    let moved = place.replace("/postgres?", "/moved?");
    let file = world.file("moved.uri", &moved);
    let relinked = owner.json(&["dataset", "relink", "incomes", "--uri-file", &file]);
    let now = text(&relinked["link"], "database");
    assert!(now.starts_with("/moved?"), "{now}");

    for address in [place, moved] {
        let more = [&INCOMES[..], &["--new-people"]].concat();
        let link = database.link_at(&world, &address, "again", &more);
        owner
            .refused(&args(&link))
            .is(1, "known-table", &["incomes"]);
    }
}
