//! Moments of the real table: sold, topped up, audited and replayed; figures and files of them.

use std::process::Command;

use serde_json::Value;

use crate::files::shared;
use crate::support::{Trader, World, audit_and_replay, sell, text};

/// Lists moments of the real table with these statements, up to ε 30.
fn listed(owner: &Trader<'_>, stated: &[&str]) -> Option<String> {
    let table = shared("pums_1000.csv")?;
    let types = "age:number,sex:number,educ:number,race:number,income:number,married:number";
    owner.json(&[
        "dataset",
        "import",
        table.to_str()?,
        "--types",
        types,
        "--cap",
        "90",
        "--new-people",
    ]);
    let listing = owner.json(&create(stated));
    Some(text(&listing, "id").to_owned())
}

fn create<'a>(stated: &[&'a str]) -> Vec<&'a str> {
    let first = ["listing", "create", "pums_1000"];
    let last = ["--title", "Moments", "--price", "30:30"];
    [first.as_slice(), stated, last.as_slice()].concat()
}

const MOMENTS: [&str; 11] = [
    "moments",
    "--variable",
    "age:18..95",
    "--variable",
    "educ:1..16",
    "--variable",
    "sex=0,1",
    "--variable",
    "income:0..420500",
    "--by",
    "race:1,3,4",
];

/// The rows of the table: age, sex, educ, race, income.
fn rows() -> Vec<[f64; 5]> {
    let file = std::fs::read_to_string(shared("pums_1000.csv").unwrap()).unwrap();
    let number = |cell: &str| cell.parse::<f64>().unwrap();
    file.lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<f64> = line.split(',').take(5).map(number).collect();
            cells.try_into().unwrap()
        })
        .collect()
}

fn number(estimate: &Value) -> f64 {
    text(estimate, "text").parse().unwrap()
}

fn is_near(found: f64, exact: f64, room: f64, what: &str) {
    assert!((found - exact).abs() <= room, "{what}: {found}, {exact}");
}

#[test]
fn moments_are_sold_topped_up_audited_and_replayed() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let Some(listing) = listed(&owner, &MOMENTS) else {
        return;
    };
    sell(&owner, &buyer, &listing, "1");
    let groups = buyer.json(&["groups", &listing]);
    assert_eq!(groups["table"]["rows"].as_array().unwrap().len(), 4);
    sell(&owner, &buyer, &listing, "4");
    sell(&owner, &buyer, &listing, "30");
    let levels = buyer.json(&["groups", &listing])["of"]["levels"].clone();
    assert_eq!(levels.as_array().unwrap().len(), 3);

    // At ε 30 the figures are near those of the table.
    let groups = buyer.json(&["groups", &listing]);
    let white: Vec<[f64; 5]> = rows().into_iter().filter(|row| row[3] == 1.0).collect();
    let group = &groups["table"]["rows"][0];
    assert_eq!(group["label"], "1");
    is_near(number(&group["rows"]), white.len() as f64, 3.0, "rows");
    let mean = white.iter().map(|row| row[0]).sum::<f64>() / white.len() as f64;
    is_near(
        number(&group["figures"][0]["mean"]),
        mean,
        0.5,
        "mean of age",
    );

    let fit = [
        "fit",
        &listing,
        "--response",
        "income",
        "--predictors",
        "age,educ",
    ];
    let whole = buyer.json(&fit);
    let terms = whole["table"]["terms"].as_array().unwrap();
    let names: Vec<&str> = terms.iter().map(|term| text(term, "term")).collect();
    assert_eq!(names, ["intercept", "age", "educ"]);
    let with_factor = buyer.json(&[fit.as_slice(), &["--factor", "race"]].concat());
    assert_eq!(with_factor["table"]["terms"].as_array().unwrap().len(), 6);
    let slope = number(&terms[2]["estimate"]);
    assert!((1000.0..6000.0).contains(&slope), "{slope}");

    // The level held before has the figures that it had.
    let before = buyer.json(&["groups", &listing, "--level", "1"]);
    assert_eq!(before["of"]["level"], 1_000_000);
    assert_ne!(before["table"], groups["table"]);

    let holding = buyer.json(&["holding", "show", &listing]);
    let receipt = text(&holding["responses"][2]["receipt"], "id");
    audit_and_replay(&world, &owner, &buyer, &listing, receipt);
}

#[test]
fn figures_are_computed_again_from_the_matrix() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let Some(listing) = listed(&owner, &MOMENTS) else {
        return;
    };
    sell(&owner, &buyer, &listing, "4");
    // How wide the interval of a correlation is depends on how far both variables spread.
    let quote = buyer.say(&["quote", &listing, "--to", "8"]);
    let widths = quote.matches("correlation about ±").count();
    assert!(widths == 2 && !quote.contains("correlation ±"), "{quote}");
    let matrix = world.path("matrix.json");
    let matrix = matrix.to_str().unwrap();
    let fit = [
        "fit",
        &listing,
        "--response",
        "income",
        "--predictors",
        "age,educ",
        "--factor",
        "race",
        "--matrix",
        matrix,
        "--replace",
    ];
    let view = buyer.json(&fit);
    let code = buyer.say(&[fit.as_slice(), &["--snippet", "python"]].concat());
    let output = Command::new("python3")
        .args(["-c", &code])
        .output()
        .unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<Vec<&str>> = printed
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    let terms = view["table"]["terms"].as_array().unwrap();
    assert_eq!(lines.len(), terms.len() + 2, "{printed}{said}");
    for (term, line) in terms.iter().zip(&lines) {
        assert_eq!(text(term, "term"), line[0]);
        let found: f64 = line[1].parse().unwrap();
        is_near(found / term["number"].as_f64().unwrap(), 1.0, 1e-9, line[0]);
        let exact = term["standard_error"]["number"].as_f64().unwrap();
        let found: f64 = line[2].parse().unwrap();
        is_near(found / exact, 1.0, 1e-9, line[0]);
    }
    for (command, lines) in [("groups", 4 * 4), ("correlations", 6)] {
        let line = [
            command,
            &listing,
            "--matrix",
            matrix,
            "--replace",
            "--snippet",
            "python",
        ];
        let output = Command::new("python3")
            .args(["-c", &buyer.say(&line)])
            .output()
            .unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(printed.lines().count(), lines, "{printed}{said}");
    }
    let exact = view["table"]["residual_deviation"]["number"]
        .as_f64()
        .unwrap();
    let found: f64 = lines.last().unwrap()[1].parse().unwrap();
    is_near(found / exact, 1.0, 1e-9, "residuals");
}

#[test]
fn moments_are_planned_sold_by_a_rule_booked_and_copied() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let Some(listing) = listed(&owner, &MOMENTS) else {
        return;
    };
    buyer.json(&["order", &listing, "--to", "2"]);
    let key = text(&owner.j("inbox list")[0]["order"], "buyer_kid").to_owned();
    owner.json(&["contact", "add", &key, "--name", "Bea"]);
    let rule = ["rule", "add", "--for", "Bea", "--listing", &listing];
    let terms = ["--up-to", "4", "--per-order", "40", "--per-month", "40"];
    owner.json(&[&rule[..], &terms, &["--payment", "monthly"]].concat());
    assert!(owner.say(&["rule", "apply"]).contains("Moments"));
    buyer.json(&["collect"]);
    let groups = buyer.json(&["groups", &listing]);
    assert_eq!(groups["of"]["levels"], serde_json::json!([2_000_000]));

    // The planner and the books of the owner know the question and its loss.
    for command in [&["population", "plan", "pums_1000"][..], &["books"]] {
        let said = owner.say(command);
        assert!(
            said.contains("Moments") && said.contains("ε 2 (2 lb)"),
            "{said}"
        );
    }
    let copy = world.path("moments.copy");
    let copied = buyer.json(&[
        "tighten",
        &listing,
        "--to",
        "1",
        "-o",
        copy.to_str().unwrap(),
    ]);
    assert_eq!(copied["level"], 1_000_000);
    // Listings are proposed column by column, so none of them is of moments.
    let proposed = owner.say(&["listing", "propose", "pums_1000"]);
    assert!(
        proposed.contains("income") && !proposed.contains("moments"),
        "{proposed}"
    );
}

#[test]
fn refused_figures_write_no_file() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let Some(listing) = listed(&owner, &MOMENTS) else {
        return;
    };
    sell(&owner, &buyer, &listing, "4");
    let path = |name: &str| world.path(name).to_str().unwrap().to_owned();
    let (table, matrix) = (path("groups.csv"), path("matrix.json"));
    let refused = |more: &[&str]| buyer.refused(&[&["groups", &listing][..], more].concat());
    refused(&["--matrix", &matrix, "-o", &table]).is(2, "usage", &["form of the file"]);
    refused(&[
        "--matrix",
        &matrix,
        "--format",
        "csv",
        "--snippet",
        "python",
    ])
    .is(2, "usage", &["--snippet"]);
    refused(&["--matrix", &table, "--format", "csv", "-o", &table]).is(
        2,
        "file-exists",
        &["groups.csv"],
    );
    assert!(!world.path("groups.csv").exists() && !world.path("matrix.json").exists());

    let files = [
        "groups", &listing, "--matrix", &matrix, "--format", "csv", "-o", &table,
    ];
    let written = buyer.json(&files);
    assert_eq!(text(&written, "file"), table);
    assert_eq!(text(&written["matrix"], "file"), matrix);
    let code = buyer.say(&[&files[..], &["--replace", "--snippet", "r"]].concat());
    assert!(code.starts_with("matrix_file <- jsonlite"), "{code}");
}

#[test]
fn a_mean_by_group_is_a_question_of_moments() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let mean = [
        "mean",
        "income",
        "--bounds",
        "0..420500",
        "--by",
        "race:1,3,4",
    ];
    let Some(listing) = listed(&owner, &mean) else {
        return;
    };
    let shown = owner.json(&["listing", "show", &listing]);
    assert_eq!(shown["kind"], "moments");
    assert_eq!(shown["dimension"], 8);
    sell(&owner, &buyer, &listing, "30");
    let said = buyer.say(&["groups", &listing, "--merge", "3+4"]);
    assert!(
        said.contains("3 + 4") && said.contains("mean of income"),
        "{said}"
    );
    // Rows have the unit of the listing, and a mean has none.
    let text = buyer.say(&["export", &listing, "--format", "text"]);
    assert!(
        text.contains("1: rows: ") && text.contains(" rows ("),
        "{text}"
    );
    let means = text.lines().filter(|line| line.contains("mean of income"));
    for line in means.clone() {
        assert!(!line.contains("rows"), "{line}");
    }
    assert_eq!(means.count(), 4, "{text}");
    let csv = buyer.say(&["groups", &listing, "--format", "csv"]);
    assert!(
        csv.starts_with("group,groups,column,quantity,estimate,"),
        "{csv}"
    );
    buyer
        .refused(&["fit", &listing, "--response", "income", "--factor", "race"])
        .is(2, "no-square", &["income"]);
    buyer
        .refused(&["groups", &listing, "--merge", "3+7"])
        .is(2, "no-group", &["7"]);
}

#[test]
fn what_is_no_question_of_moments_is_refused() {
    let world = World::new();
    let owner = world.home("owner");
    let Some(_) = listed(&owner, &MOMENTS) else {
        return;
    };
    let refused = |stated: &[&str]| owner.refused(&create(stated));
    refused(&["moments"]).is(2, "variables", &["one to seven"]);
    refused(&["moments", "--variable", "age:95..95"]).is(2, "bounds", &["95"]);
    refused(&["moments", "--variable", "age"]).is(2, "bad-list", &["age"]);
    refused(&["moments", "--variable", "sex=0,0"]).is(2, "two-values", &["sex"]);
    refused(&["moments", "--variable", "age:0..99", "--by", "age:1"]).is(2, "columns", &["age"]);
    refused(&["moments", "--variable", "age:0..99", "--by", "race"]).is(2, "groups", &["race"]);
    refused(&["moments", "--variable", "size:0..99"]).is(2, "unknown-column", &["size"]);
    let bins: Vec<String> = (0..9000).map(|value| value.to_string()).collect();
    let many = format!("race:{}", bins.join(","));
    refused(&["moments", "--variable", "age:0..99", "--by", &many]).is(
        2,
        "too-many-values",
        &["27"],
    );
    refused(&["count", "--by", "race:1"]).is(2, "option-does-not-belong", &["--by"]);
}
