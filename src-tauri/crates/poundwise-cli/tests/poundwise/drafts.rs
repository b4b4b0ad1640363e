//! Bins from a codebook and as bands, a listing duplicated and replaced, and prices foreseen.

use serde_json::{Value, json};

use crate::support::{World, text};

const TOWNS: &str = "town,hours\nUlm,3\nBonn,40\nKiel,12\n";

/// Foresees a histogram of the survey.
fn list<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let create = [
        "listing",
        "create",
        "survey",
        "histogram",
        "--title",
        "Survey",
    ];
    [&create[..], more, &["--price", "2:8", "--dry-run"]].concat()
}

#[test]
fn bins_come_from_a_codebook_or_as_bands_and_are_compared_with_declared_values() {
    let world = World::new();
    let owner = world.home("owner");
    let table = world.file("survey.csv", TOWNS);
    let schema = world.file(
        "schema.json",
        r#"{ "columns": [
            { "name": "town", "type": "text", "values": ["Ulm", "Bonn", "Kiel"] },
            { "name": "hours", "type": "number" }
        ] }"#,
    );
    owner.json(&[
        "dataset", "import", &table, "--schema", &schema, "--cap", "20", "--name", "survey",
    ]);
    let codebook = world.file("codebook.txt", "Ulm = south\nBorn = west\n");
    let of_towns = list(&["town", "--codebook", &codebook]);
    let preview = owner.json(&of_towns);
    assert_eq!(preview["labels"], json!(["Ulm", "Born", "other"]));
    assert_eq!(
        preview["undeclared_bins"],
        json!([{ "column": "town", "bins": ["Born"] }])
    );
    let said = owner.say(&of_towns);
    assert!(
        said.contains("1 bin is not a declared value of “town”: Born."),
        "{said}"
    );
    // A text that no document takes is named by its field and its sign.
    for (option, value, told) in [
        (
            "--title",
            "Sur\u{200b}vey",
            "The title has the invisible character U+200B.",
        ),
        (
            "--terms",
            "a\u{7}b",
            "The terms have the control character U+0007.",
        ),
    ] {
        let kept = of_towns.iter().filter(|word| **word != "--title");
        let kept = kept.filter(|word| **word != "Survey").copied();
        let title = ["--title", "Survey"];
        let title = title.into_iter().filter(|_| option != "--title");
        let wrong: Vec<&str> = kept.chain(title).chain([option, value]).collect();
        let run = owner.run(&wrong);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains(told), "{}", run.stderr);
        assert!(!run.stderr.contains("poundwise-listing"), "{}", run.stderr);
    }
    // It is also said where the listing is signed.
    let signing: Vec<&str> = of_towns[..of_towns.len() - 1].to_vec();
    let run = owner.run(&signing);
    assert!(
        run.stderr.contains("not a declared value"),
        "{}",
        run.stderr
    );

    // So is the value of a condition.
    let of_hours = list(&["hours", "--edges", "0,60", "--where", "town = Born"]);
    let preview = owner.json(&of_hours);
    assert_eq!(
        preview["undeclared_values"],
        json!([{ "column": "town", "value": "Born" }])
    );
    let told = "“Born” is not a declared value of “town”";
    let said = owner.say(&of_hours);
    assert!(said.contains(told), "{said}");
    let signing: Vec<&str> = of_hours[..of_hours.len() - 1].to_vec();
    let run = owner.run(&signing);
    assert!(run.stderr.contains(told), "{}", run.stderr);

    let preview = owner.json(&list(&["hours", "--bands", "0..60:25.5"]));
    assert_eq!(
        preview["labels"],
        json!(["0 – 25.5", "25.5 – 51", "51 – 60", "other"])
    );
    for bands in ["0..60", "0..60:0", "60..0:5", "0..x:5"] {
        let refusal = owner.refused(&list(&["hours", "--bands", bands]));
        let code = if bands.contains('x') {
            "not-a-number"
        } else {
            "edges"
        };
        refusal.is(2, code, &["--bands"]);
    }
}

#[test]
fn a_listing_is_duplicated_and_replaced() {
    let world = World::new();
    let owner = world.home("owner");
    owner.import("survey", "town:text,hours:number", TOWNS);
    let wrong = owner.json(&[
        "listing",
        "create",
        "survey",
        "histogram",
        "town",
        "--bins",
        "Ulm,Born",
        "--price",
        "2:8,4:10",
        "--title",
        "Towns",
    ]);
    let wrong = text(&wrong, "id");
    owner
        .refused(&["listing", "duplicate", wrong])
        .is(1, "question-open", &["already"]);
    let corrected = ["listing", "duplicate", wrong, "--bins", "Ulm,Bonn"];
    let preview = owner.json(&[&corrected[..], &["--dry-run"]].concat());
    assert_eq!(preview["labels"], json!(["Ulm", "Bonn", "other"]));
    let replace = [&corrected[..], &["--replace", "A bin was misspelt."]].concat();
    let right = owner.json(&replace);
    assert_eq!(right["title"], "Towns");
    assert_eq!(right["tariff"].as_array().unwrap().len(), 2);
    let shown = owner.json(&["listing", "show", wrong]);
    assert_eq!(shown["status"], "withdrawn");
    assert_eq!(shown["withdrawal"]["reason"], "A bin was misspelt.");

    // The accuracy of each level beside its price, now and then.
    let right = text(&right, "id");
    let reprice = [
        "listing",
        "reprice",
        right,
        "--price",
        "1:5,4:12",
        "--dry-run",
    ];
    let preview = owner.json(&reprice);
    let told = preview["levels"].as_array().unwrap().iter();
    let told: Vec<[&Value; 3]> = told
        .map(|level| {
            let minor = |price: &str| &level[price]["minor"];
            [&level["level"], minor("price_now"), minor("price")]
        })
        .collect();
    assert_eq!(
        json!(told),
        json!([
            [1_000_000, 400, 500],
            [2_000_000, 800, 733],
            [4_000_000, 1000, 1200]
        ])
    );
    let said = owner.say(&reprice);
    assert!(said.contains("price then") && said.contains("± "), "{said}");
    let dear = ["listing", "reprice", right, "--price", "1:5,4:12,9:13"];
    let told = "The price states levels above the ceiling, which are never sold: ε 9";
    let said = owner.say(&[&dear[..], &["--dry-run"]].concat());
    assert!(said.contains(told), "{said}");
    let run = owner.run(&dear);
    assert!(run.code == 0 && run.stderr.contains(told), "{}", run.stderr);
    let newest = owner.j("listing list")[0].clone();
    let newest = format!("`poundwise listing show {}`.", text(&newest, "id"));
    let refusal = owner.refused(&dear);
    refusal.is(1, "replaced", &["“Towns”"]);
    assert!(refusal.hints[0].ends_with(&newest), "{refusal:?}");
    assert_eq!(owner.j("listing list").as_array().unwrap().len(), 3);

    let help = owner.say(&["listing", "duplicate", "--help"]);
    assert!(help.contains("[default: as before"), "{help}");
    assert!(!help.contains("the tariff's last"), "{help}");
}
