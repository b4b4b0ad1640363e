//! Ranges and quantiles of a histogram that is held: free for the buyer, and refused with a way out
//! where they make no sense.

use serde_json::Value;

use crate::files::shared;
use crate::support::{Trader, World, audit_and_replay, sell, text};

/// Lists the ages of the real table in yearly bins, and sells the listing up to ε 30, where nearly
/// all noise is 0.
fn ages(owner: &Trader<'_>) -> Option<String> {
    let table = shared("pums_1000.csv")?;
    let types = "age:number,sex:number,educ:number,race:number,income:number,married:number";
    owner.json(&[
        "dataset",
        "import",
        table.to_str()?,
        "--types",
        types,
        "--cap",
        "60",
        "--new-people",
    ]);
    let listed = owner.json(&[
        "listing",
        "create",
        "pums_1000",
        "histogram",
        "age",
        "--bands",
        "18..94:1",
        "--title",
        "Ages",
        "--price",
        "30:30",
    ]);
    Some(text(&listed, "id").to_owned())
}

fn number(value: &Value) -> f64 {
    value.as_str().unwrap().parse().unwrap()
}

#[test]
fn ranges_and_quantiles_of_a_holding_are_those_of_the_table() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let Some(listing) = ages(&owner) else { return };
    buyer
        .refused(&["range", &listing, "30..45"])
        .is(1, "no-such-id", &[]);
    sell(&owner, &buyer, &listing, "1");
    let coarse = buyer.json(&["range", &listing, "30..31", "30..54"]);
    let widths: Vec<&str> = (coarse["ranges"].as_array().unwrap().iter())
        .map(|range| text(&range["rows"], "half_width"))
        .collect();
    assert_eq!(widths, ["3", "13"]);
    sell(&owner, &buyer, &listing, "30");

    let view = buyer.json(&["range", &listing, "30..45"]);
    let range = &view["ranges"][0];
    let ages: Vec<u32> = std::fs::read_to_string(shared("pums_1000.csv").unwrap())
        .unwrap()
        .lines()
        .skip(1)
        .map(|line| line.split(',').next().unwrap().parse().unwrap())
        .collect();
    let inside = ages.iter().filter(|age| (30..45).contains(*age)).count();
    let found = number(&range["rows"]["text"]);
    assert!((found - inside as f64).abs() <= 1.0, "{range}");
    let share = number(&range["share"]["text"]);
    assert!((share - inside as f64 / 1000.0).abs() < 0.002, "{range}");

    let view = buyer.json(&["quantile", &listing]);
    let mut sorted = ages;
    sorted.sort_unstable();
    for (quantile, place) in view["quantiles"]
        .as_array()
        .unwrap()
        .iter()
        .zip([250, 500, 750])
    {
        let value = number(&quantile["value"]["text"]);
        let age = f64::from(sorted[place]);
        assert!((age - 0.1..=age + 1.1).contains(&value), "{quantile} {age}");
    }
    let spread = number(&view["interquartile_range"]["text"]);
    let exact = f64::from(sorted[750] - sorted[250]);
    assert!((spread - exact).abs() < 1.2, "{spread} {exact}");
    let said = buyer.say(&["quantile", &listing, "0.1,0.9"]);
    assert!(
        said.contains("0.1") && said.contains("95% noise interval"),
        "{said}"
    );
    let said = buyer.say(&["range", &listing, "18..94"]);
    assert!(said.contains("18 to 94"), "{said}");
}

#[test]
fn what_is_no_range_or_quantile_is_refused() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    let Some(listing) = ages(&owner) else { return };
    sell(&owner, &buyer, &listing, "1");
    let refused = |arguments: &[&str]| buyer.refused(arguments);
    refused(&["range", &listing, "30..45.5"]).is(2, "range", &["45.5"]);
    refused(&["range", &listing, "10..45"]).is(2, "range", &["18", "94"]);
    refused(&["quantile", &listing, "1"]).is(2, "quantile", &["between 0 and 1"]);
    refused(&["quantile", &listing, "0.5,half"]).is(2, "not-a-number", &["half"]);
    let count = owner.json(&[
        "listing",
        "create",
        "pums_1000",
        "count",
        "--title",
        "Rows",
        "--price",
        "1:1",
    ]);
    let count = text(&count, "id");
    sell(&owner, &buyer, count, "1");
    refused(&["range", count, "30..45"]).is(2, "no-edges", &["column of numbers"]);
}

/// Incomes of the real table in 1024 bins, with the blocks that are proposed.
#[test]
fn histogram_with_blocks_is_sold_topped_up_replayed_and_audited() {
    let world = World::new();
    let (owner, buyer) = (world.home("owner"), world.home("buyer"));
    if ages(&owner).is_none() {
        return;
    }
    let create = |blocks: &[&'static str]| -> Vec<&'static str> {
        let create = ["listing", "create", "pums_1000", "histogram", "income"];
        let terms = [
            "--bands",
            "0..430080:420",
            "--title",
            "Incomes",
            "--price",
            "1:10,30:30",
        ];
        [&create[..], &terms, blocks].concat()
    };
    let preview = owner.json(&create(&["--dry-run"]));
    let advice = &preview["advice"]["blocks"];
    assert_eq!(advice["sizes"], serde_json::json!([8, 128]));
    assert_eq!(advice["are_drafted"], false);
    let long = &advice["ranges"][2];
    assert_eq!(long["bins"], 512);
    assert!(
        number(&long["with_blocks"]) < 0.6 * number(&long["plain"]),
        "{long}"
    );
    let said = owner.say(&create(&["--dry-run"]));
    assert!(said.contains("--blocks auto"), "{said}");

    let listed = owner.json(&create(&["--blocks", "auto"]));
    let listing = text(&listed, "id");
    // 1024 bins, the bin of all others, 128 blocks of 8 bins and 8 of 128 bins.
    assert_eq!(listed["dimension"], 1161);
    assert_eq!(listed["estimates"], 1025);
    assert_eq!(listed["sensitivity"], 3);
    assert!(
        text(&listed, "query").ends_with("in blocks of 8 and 128 bins"),
        "{listed}"
    );
    sell(&owner, &buyer, listing, "1");
    sell(&owner, &buyer, listing, "4");
    let range = |to: &str| {
        let view = buyer.json(&["range", listing, &format!("21000..{to}")]);
        let rows = &view["ranges"][0]["rows"];
        let inside = (std::fs::read_to_string(shared("pums_1000.csv").unwrap()).unwrap())
            .lines()
            .skip(1)
            .filter_map(|line| line.split(',').nth(4)?.parse::<f64>().ok())
            .filter(|income| (21_000.0..to.parse().unwrap()).contains(income))
            .count();
        let found = number(&rows["text"]) - inside as f64;
        let width = number(&rows["half_width"]);
        // The noise exceeds this about once in 10^13 runs.
        assert!(found.abs() <= 10.0 * width, "{view}: {inside}");
        width
    };
    // A plain histogram would have ± 15 and ± 4.
    assert!(range("231000") < 8.0 && range("21420") < 5.0);
    let shown = buyer.json(&["holding", "show", listing]);
    let newest = shown["responses"].as_array().unwrap().last().unwrap();
    assert_eq!(newest["estimates"][0]["label"], "0 – 420");
    // Each bin is less exact than a plain one, and ranges are consistent with their bins.
    let table = buyer.json(&["export", listing, "--format", "json"]);
    let rows = table.as_array().unwrap();
    assert_eq!((rows.len(), &rows[1024]["label"]), (1025, &"other".into()));

    // Ranges and quantiles in the table, and again from its bins.
    let [wanted, file] = ["wanted.txt", "incomes.csv"].map(|name| {
        let path = world.path(name);
        path.to_str().unwrap().to_owned()
    });
    std::fs::write(&wanted, "# incomes\n21000..231000\n0.5\n0.25\n").unwrap();
    let export = ["export", listing, "--ranges", &wanted, "-o", &file];
    let code = buyer.run(&[&export[..], &["--snippet", "python"]].concat());
    let python = std::process::Command::new("python3")
        .args(["-c", &code.text()])
        .output()
        .unwrap();
    assert!(python.status.success(), "{python:?}");
    let printed = String::from_utf8(python.stdout).unwrap();
    let mut again = 0;
    for line in printed.lines().rev().take(3) {
        let (label, number) = line.rsplit_once(' ').unwrap();
        let table = std::fs::read_to_string(&file).unwrap();
        let row = table.lines().find(|row| row.starts_with(label)).unwrap();
        let [shown, again_from_bins] =
            [row.split(',').nth(1).unwrap(), number].map(|text| text.parse::<f64>().unwrap());
        // What is shown is rounded.
        let room = if label.starts_with("range") {
            0.01
        } else {
            1.0
        };
        assert!((shown - again_from_bins).abs() < room, "{row} {line}");
        again += 1;
    }
    assert_eq!(again, 3, "{printed}");
    std::fs::write(&wanted, "half\n").unwrap();
    buyer.refused(&["export", listing, "--ranges", &wanted]).is(
        2,
        "bad-list",
        &["half", "wanted.txt"],
    );

    let receipt = text(&newest["receipt"], "id");
    audit_and_replay(&world, &owner, &buyer, listing, receipt);
}

#[test]
fn blocks_that_do_not_fit_are_refused() {
    let world = World::new();
    let owner = world.home("owner");
    if ages(&owner).is_none() {
        return;
    }
    let refused = |bins: &[&str]| {
        let create = ["listing", "create", "pums_1000", "histogram", "age"];
        let terms = ["--title", "Ages", "--price", "1:1"];
        owner.refused(&[&create[..], &terms, bins].concat())
    };
    refused(&["--bins", "1,2", "--blocks", "auto"]).is(2, "blocks-without-edges", &["edges"]);
    refused(&["--bands", "0..100:1", "--blocks", "8"]).is(2, "block-levels", &["8 is not a level"]);
    refused(&["--bands", "0..100:1", "--blocks", "3,3"]).is(2, "block-levels", &["twice"]);
    refused(&["--bands", "0..100:1", "--blocks", "big"]).is(2, "usage", &["big"]);
    refused(&["--bands", "0..70000:1", "--blocks", "3"]).is(2, "too-many-bins", &["at most"]);
    owner
        .refused(&["listing", "create", "pums_1000", "count", "--blocks", "3"])
        .is(2, "usage", &[]);
}
