//! Ranges and quantiles of a histogram that is held: free for the buyer, and refused with a way out
//! where they make no sense.

use serde_json::Value;

use crate::files::shared;
use crate::support::{Trader, World, sell, text};

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
    refused(&["range", count, "30..45"]).is(2, "no-edges", &["histogram"]);
}
