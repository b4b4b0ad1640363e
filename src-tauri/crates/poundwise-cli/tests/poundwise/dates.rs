//! Columns of dates, from a file to an answer.

use serde_json::{Value, json};

use crate::support::{World, estimates, sell, text};

const VISITS: &str = "visitor,day,spent\n\
                      a,28.11.2026,5\n\
                      b,30.11.2026,7\n\
                      c,01.12.2026,9\n\
                      d,31.12.2026 23:59,1\n\
                      e,01/02/2027,2\n\
                      f,never,3\n\
                      g,,4\n\
                      h,2027-01-31,4\n\
                      i,05.01.2027,4\n\
                      j,06.01.2027,4\n\
                      k,07.01.2027,4\n";

const TYPES: &str = "visitor:text,day:date(dmy),spent:number";

fn numbers(listing: &Value) -> Vec<String> {
    let labels = listing["labels"].as_array().unwrap();
    labels
        .iter()
        .map(|label| label.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn visits_are_sold_by_month() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let file = world.file("visits.csv", VISITS);
    let preview = owner.say(&["dataset", "preview", &file]);
    assert!(
        preview.contains("--types 'visitor:text,day:date(dmy),spent:number'"),
        "{preview}"
    );
    assert!(
        preview.contains("In day, the row at line 7: 'never' is not a date."),
        "{preview}"
    );

    owner.population("visitors", "100");
    let imported = owner.json(&[
        "dataset",
        "import",
        &file,
        "--name",
        "visits",
        "--population",
        "visitors",
        "--types",
        TYPES,
        "--each-row-differs",
    ]);
    let day = &imported["columns"][1];
    assert_eq!(
        (&day["column_type"], &day["empty"]),
        (&json!("date"), &json!(1))
    );
    assert_eq!(day["not_conforming"], json!(1));

    let created = owner.json(&[
        "listing",
        "create",
        "visits",
        "histogram",
        "day",
        "--bins",
        "2026-11..2027-01,2027-W06",
        "--where",
        "day >= 2026-11-29",
        "--title",
        "Visits by month",
        "--price",
        "20:1",
    ]);
    let question = &created["query_parts"];
    assert_eq!(
        question["column"]["bins"],
        json!(["2026-11", "2026-12", "2027-01", "2027-W06"])
    );
    assert_eq!(
        created["query"],
        json!("number of rows by day where day is on or after 2026-11-29")
    );
    assert_eq!(numbers(&created)[0], "2026-11");
    let id = text(&created, "id");
    sell(&owner, &buyer, id, "20");
    let values: Vec<f64> = estimates(&buyer, id)
        .iter()
        .map(|one| one["number"].as_f64().unwrap())
        .collect();
    // At ε = 20 the noise is above 1 with a probability below 10^-8.
    let near = [1.0, 2.0, 4.0, 0.0, 1.0];
    assert!(
        values
            .iter()
            .zip(near)
            .all(|(value, x)| (value - x).abs() <= 1.0),
        "{values:?}"
    );
}

#[test]
fn wrong_declarations_of_dates_are_refused() {
    let world = World::new();
    let owner = world.home("owner");
    let file = world.file("visits.csv", VISITS);
    let import = |types: &str| {
        owner.refused(&[
            "dataset",
            "import",
            &file,
            "--name",
            "visits",
            "--cap",
            "9",
            "--new-people",
            "--types",
            types,
            "--each-row-differs",
        ])
    };
    import("visitor:text,day:date,spent:number").is(
        2,
        "undeclared-day",
        &["line 2", "'28.11.2026'", "'day'"],
    );
    import("visitor:text,day:date(iso),spent:number").is(2, "schema", &["'date(iso)'"]);
    owner.import("visits", TYPES, VISITS);
    for (options, code, said) in [
        (
            &["mean", "day", "--bounds", "0..1"][..],
            "column-not-numbers",
            "holds dates",
        ),
        (
            &["histogram", "day", "--edges", "1,2"],
            "edges-not-numbers",
            "periods",
        ),
        (
            &["histogram", "day", "--bins", "November"],
            "periods",
            "November",
        ),
        (
            &["histogram", "day", "--bins", "2026,2026-11"],
            "bins-overlap",
            "2026-11",
        ),
        (&["histogram", "day"], "no-bins", "day"),
        (
            &["count", "--where", "day > November"],
            "filter",
            "November",
        ),
    ] {
        let all = [
            &["listing", "create", "visits"],
            options,
            &["--title", "x", "--price", "1:1"],
        ];
        owner.refused(&all.concat()).is(2, code, &[said]);
    }
}
