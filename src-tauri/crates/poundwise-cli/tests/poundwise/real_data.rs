//! Whole sales of real tables, by commands alone. The tables are no part of the repository: without
//! them these tests say that they were skipped.
//!
//! Each attribute is sold up to a level at which noise of any size has a probability below 1e-12,
//! so that what the buyer holds in the end must be what the plainest possible code counts here; and
//! by two buyers, one in five steps and one in a single step, who must hold the same numbers at
//! every level they share.

use std::collections::HashMap;
use std::path::Path;

use serde_json::{Value, json};

use crate::files::shared;
use crate::support::{Trader, World, held, sell, text};

/// The cells of a table, one map a row.
fn rows(path: &Path) -> Vec<HashMap<String, String>> {
    csv::Reader::from_path(path)
        .unwrap()
        .deserialize()
        .map(Result::unwrap)
        .collect()
}

struct Shop<'w> {
    owner: Trader<'w>,
    stepwise: Trader<'w>,
    at_once: Trader<'w>,
}

impl<'w> Shop<'w> {
    fn open(world: &'w World, path: &Path, types: &str, options: &[&str]) -> (Self, Value) {
        let shop = Self {
            owner: world.home("Owner"),
            stepwise: world.home("Five Steps"),
            at_once: world.home("One Step"),
        };
        let mut all = vec![
            "dataset",
            "import",
            path.to_str().unwrap(),
            "--name",
            "real",
            "--types",
            types,
        ];
        all.extend(options);
        let dataset = shop.owner.json(&all);
        (shop, dataset)
    }

    /// Lists an attribute up to `last`, sells it to both buyers, and gives what both hold at
    /// `last`.
    fn sell(&self, attribute: &[&str], last: &str) -> Vec<String> {
        self.sell_of("real", attribute, last)
    }

    fn sell_of(&self, dataset: &str, attribute: &[&str], last: &str) -> Vec<String> {
        let price = format!("1:10,{last}:100");
        let mut all = vec!["listing", "create", dataset];
        all.extend(attribute);
        all.extend(["--title", "Real data", "--price", &price, "--ceiling", last]);
        let listing = self.owner.json(&all);
        let id = text(&listing, "id");
        for to in ["0.5", "0.75", "1", "2", last] {
            sell(&self.owner, &self.stepwise, id, to);
        }
        sell(&self.owner, &self.at_once, id, last);
        let (stepwise, at_once) = (held(&self.stepwise, id), held(&self.at_once, id));
        assert_eq!(
            stepwise["paid"], at_once["paid"],
            "one price, however it is split"
        );
        let newest = |holding: &Value| {
            holding["responses"].as_array().unwrap().last().unwrap()["estimates"].clone()
        };
        assert_eq!(
            newest(&stepwise),
            newest(&at_once),
            "one number, however it is bought"
        );
        let estimates = newest(&at_once);
        estimates
            .as_array()
            .unwrap()
            .iter()
            .map(|estimate| text(estimate, "text").to_owned())
            .collect()
    }

    /// The owner's ledger holds.
    fn audit(&self) {
        let ledger = self.owner.world.path("real.ledger");
        let ledger = ledger.to_str().unwrap();
        self.owner
            .json(&["ledger", "export", "-o", ledger, "--replace"]);
        let run = self.owner.world.run(&["audit", ledger, "--json"]);
        assert_eq!(
            (run.code, run.document()["verdict"].as_str()),
            (0, Some("holds"))
        );
    }
}

#[test]
fn census() {
    let Some(path) = shared("pums_1000.csv") else {
        return;
    };
    let people = rows(&path);
    let world = World::new();
    let types = "age:number,sex:number,educ:number,race:number,income:number,married:number";
    let (shop, dataset) = Shop::open(&world, &path, types, &["--cap", "100000"]);
    assert_eq!(dataset["rows"], people.len());

    let levels: Vec<String> = (1..=16).map(|level| level.to_string()).collect();
    let sold = shop.sell(&["histogram", "educ", "--bins", &levels.join(",")], "40");
    let mut counted: Vec<String> = levels
        .iter()
        .map(|level| {
            people
                .iter()
                .filter(|person| person["educ"] == *level)
                .count()
                .to_string()
        })
        .collect();
    counted.push("0".to_owned());
    assert_eq!(sold, counted);

    // By sex and age, one bin of the age closed at both ends.
    let cross = [
        "cross-tabulation",
        "sex",
        "age",
        "--bins-of",
        "sex:0,1",
        "--edges-of",
        "age:18,40,65",
    ];
    let sold = shop.sell(&cross, "40");
    let age = |person: &HashMap<String, String>| person["age"].parse::<u32>().unwrap();
    let mut cells = Vec::new();
    for sex in ["0", "1", ""] {
        let ages: [&dyn Fn(u32) -> bool; 3] = [
            &|age| (18..40).contains(&age),
            &|age| (40..=65).contains(&age),
            &|age| !(18..=65).contains(&age),
        ];
        for is_in in ages {
            let is_sex = |person: &&HashMap<String, String>| match sex {
                "" => !["0", "1"].contains(&person["sex"].as_str()),
                sex => person["sex"] == sex,
            };
            let in_cell = people.iter().filter(is_sex).filter(|one| is_in(age(one)));
            cells.push(in_cell.count().to_string());
        }
    }
    assert!(cells[..6].iter().all(|count| count != "0"), "{cells:?}");
    assert_eq!(sold, cells);
    let holding = shop.at_once.j("holding list");
    let held = holding.as_array().unwrap().iter();
    let crossed = held
        .map(|one| &one["listing"])
        .find(|one| one["kind"] == "cross-tabulation")
        .unwrap();
    assert_eq!(crossed["query"], "number of rows by sex and age");
    assert_eq!(crossed["labels"][1], "0,40 – 65");
    assert_eq!(crossed["sensitivity"], 1);
    let id = text(crossed, "id");
    let quote = shop
        .owner
        .world
        .home("Third")
        .json(&["quote", id, "--to", "1"]);
    assert_eq!(quote["then"][0]["of"], "each cell");
    let csv = shop.at_once.world.path("cells.csv");
    let csv_name = csv.to_str().unwrap();
    shop.at_once
        .json(&["export", id, "--format", "csv", "-o", csv_name]);
    let exported = rows(&csv);
    let labels: Vec<&str> = exported.iter().map(|row| row["label"].as_str()).collect();
    assert_eq!((labels.len(), labels[8]), (9, "other,other"));
    // The other way round it is another question; over one column it is none.
    let turned = [
        "age",
        "sex",
        "--bins-of",
        "sex:0,1",
        "--edges-of",
        "age:18,40,65",
    ];
    let price = ["--title", "Turned", "--price", "1:1"];
    let list = ["listing", "create", "real", "cross-tabulation"];
    let turned = shop.owner.json(&[&list[..], &turned, &price].concat());
    assert_ne!(turned["question"], crossed["question"]);
    let same = [
        &["listing", "create", "real"],
        &cross[..],
        &price,
        &["--ceiling", "1"],
    ]
    .concat();
    shop.owner.json(&same);
    let one = [&list[..], &["sex", "--bins-of", "sex:0,1"], &price].concat();
    shop.owner.refused(&one).is(2, "columns", &["not 1"]);

    let sold = shop.sell(&["count", "--where", "married == 1"], "40");
    assert_eq!(
        sold,
        [people
            .iter()
            .filter(|person| person["married"] == "1")
            .count()
            .to_string()]
    );

    // The mean's sensitivity is 2001 steps of 100, so its exact level is that much higher.
    let mean = [
        "mean",
        "income",
        "--bounds",
        "0..200000",
        "--step",
        "100",
        "--public-rows",
        "1000",
        "--rows-known-elsewhere",
    ];
    let sold: f64 = shop.sell(&mean, "80000")[0].parse().unwrap();
    let income = |person: &HashMap<String, String>| {
        person["income"]
            .parse::<f64>()
            .unwrap()
            .clamp(0.0, 200_000.0)
    };
    let exact = people.iter().map(income).sum::<f64>() / 1000.0;
    // Only the two sums are rounded, to 100.
    assert!((sold - exact).abs() <= 1.0, "{sold} is not {exact}");
    shop.audit();
}

#[test]
fn visitors_with_many_rows() {
    let Some(path) = shared("week_data.csv") else {
        return;
    };
    let visits = rows(&path);
    let world = World::new();
    let types = "VisitorId:number,Time entered:text,Time spent (minutes):number,\
                 Money spent (euros):number,Day:number";
    let options = [
        "--person-column",
        "VisitorId",
        "--rows-per-person",
        "2",
        "--cap",
        "600",
        "--unit-name",
        "visitor",
    ];
    let (shop, dataset) = Shop::open(&world, &path, types, &options);

    let mut times: HashMap<&str, u32> = HashMap::new();
    for visit in &visits {
        *times.entry(&visit["VisitorId"]).or_default() += 1;
    }
    let counted: u32 = times.values().map(|times| *times.min(&2)).sum();
    assert_eq!(dataset["rows"], visits.len());
    assert_eq!(dataset["rows_without_person"], 0);
    assert!(
        (counted as usize) < visits.len(),
        "the table has persons with more rows"
    );
    // Which two of a person's visits count is the dataset's secret; how many do is not.
    let sold = shop.sell(&["count"], "80");
    assert_eq!(sold, [counted.to_string()]);

    // The same file with all rows of everyone: another dataset of the same visitors.
    let most = times.values().max().unwrap().to_string();
    shop.owner.json(&[
        "dataset",
        "import",
        path.to_str().unwrap(),
        "--name",
        "all visits",
        "--types",
        types,
        "--person-column",
        "VisitorId",
        "--rows-per-person",
        &most,
        "--population",
        "real",
    ]);
    let filters = [
        "count",
        "--where",
        "Day <= 5",
        "--where",
        "Money spent (euros) > 20",
    ];
    let sold = shop.sell_of("all visits", &filters, "250");
    let number =
        |visit: &HashMap<String, String>, column: &str| visit[column].parse::<u64>().unwrap();
    let counted = visits
        .iter()
        .filter(|visit| number(visit, "Day") <= 5 && number(visit, "Money spent (euros)") > 20)
        .count();
    assert_eq!(sold, [counted.to_string()]);

    // On the same people the next sale adds to the loss, and the cap holds.
    let listing = shop.owner.json(&[
        "listing",
        "create",
        "real",
        "sum",
        "Money spent (euros)",
        "--bounds",
        "0..50",
        "--step",
        "1",
        "--unit",
        "€",
        "--title",
        "A listing",
        "--price",
        "1:10,350:20",
        "--ceiling",
        "350",
    ]);
    assert_eq!(listing["sensitivity"], 100, "two rows of at most 50 each");
    let order = shop
        .at_once
        .json(&["order", text(&listing, "id"), "--to", "350", "--anyway"]);
    shop.owner
        .refused(&["approve", text(&order, "id")])
        .is(1, "over-cap", &["ε 680", "ε 600"]);
    shop.audit();
}

const QUESTION: &str = "In your opinion, which sentence is more gramatically correct?";

#[test]
fn quoted_questions_and_answers_with_commas() {
    let Some(path) = shared("comma_survey.csv") else {
        return;
    };
    let answers = rows(&path);
    let world = World::new();
    // Headers with commas and quotes go into double quotes, as in the file.
    let types = format!(
        "RespondentID:number,\"{QUESTION}:text\",\
         \"Prior to reading about it above, had you heard of the serial (or Oxford) comma?:text\",\
         \"How much, if at all, do you care about the use (or lack thereof) of the serial (or Oxford) comma in grammar?:text\",\
         How would you write the following sentence?:text,\
         \"When faced with using the word \"\"data\"\", have you ever spent time considering if the word was a singular or plural noun?:text\",\
         \"How much, if at all, do you care about the debate over the use of the word \"\"data\"\" as a singluar or plural noun?:text\",\
         \"In your opinion, how important or unimportant is proper use of grammar?:text\",\
         Gender:text,Age:text,Household Income:text,Education:text,Location (Census Region):text"
    );
    let (shop, _) = Shop::open(&world, &path, &types, &["--cap", "100"]);

    let (with, without) = (
        "It's important for a person to be honest, kind, and loyal.",
        "It's important for a person to be honest, kind and loyal.",
    );
    let bins = format!("\"{with}\",\"{without}\"");
    let sold = shop.sell(&["histogram", QUESTION, "--bins", &bins], "40");
    let count =
        |question: &str, answer: &str| answers.iter().filter(|row| row[question] == answer).count();
    assert_eq!(
        sold,
        [count(QUESTION, with), count(QUESTION, without), 0].map(|n| n.to_string())
    );

    // What is in no bin, the missing included, is counted as other.
    let sold = shop.sell(
        &["histogram", "Age", "--bin", "18-29", "--bin", "> 60"],
        "40",
    );
    let (young, old) = (count("Age", "18-29"), count("Age", "> 60"));
    assert_eq!(
        sold,
        [young, old, answers.len() - young - old].map(|n| n.to_string())
    );
    assert_eq!(
        shop.owner.j("dataset show real")["loss_micro_epsilon"],
        json!(80_000_000)
    );
    shop.audit();
}
