//! What an owner may state, what becomes of it, and what is refused: an ignored option or a bound read the wrong way would
//! sell something else than the owner believes.
#![allow(clippy::unwrap_used)]

use std::fs;

use poundwise_documents::kinds::Adjacency;
use poundwise_market::Error;
use poundwise_market::data::filter::Filter;
use poundwise_market::data::{Column, Plan, Table, Unit, plan};
use poundwise_market::view::{ColumnType, ListingDraft};

const ROW: Unit = Unit {
    adjacency: Adjacency::AddRemove,
    rows_per_unit: 1,
};

fn table() -> Table {
    let name = ["ann", " bob", "cy", " ", "ann "];
    let age = [Some(3), Some(18), Some(64), None, Some(120)];
    let size = ["1.5", "0.25", "-2", "1e1", ""];
    let odd = ["x", "y", "x", "y", " x"];
    Table::new(vec![
        Column::texts("name", name).unwrap(),
        Column::integers("age", age.to_vec()),
        Column::decimals("size", size).unwrap(),
        Column::texts("what, if \"any\"?", odd).unwrap(),
        Column::integers("age <", vec![Some(1); 5]),
    ])
    .unwrap()
}

fn draft(kind: &str) -> ListingDraft {
    ListingDraft {
        dataset: "people".to_owned(),
        kind: kind.to_owned(),
        ..ListingDraft::default()
    }
}

fn of_column(kind: &str, column: &str) -> ListingDraft {
    ListingDraft {
        column: Some(column.to_owned()),
        ..draft(kind)
    }
}

fn clamped(kind: &str, column: &str, bounds: &str, step: &str) -> ListingDraft {
    ListingDraft {
        bounds: Some(bounds.to_owned()),
        step: Some(step.to_owned()),
        ..of_column(kind, column)
    }
}

fn list(words: &[&str]) -> Vec<String> {
    words.iter().map(|w| (*w).to_owned()).collect()
}

fn planned(draft: &ListingDraft) -> Plan {
    plan(draft, &table().schema(), &ROW)
        .map_err(|e| e.to_string())
        .unwrap()
}

fn x(draft: &ListingDraft) -> Vec<i64> {
    planned(draft)
        .compute(Some(&table()))
        .map_err(|e| e.to_string())
        .unwrap()
}

fn refused(draft: &ListingDraft) -> Error {
    let error = plan(draft, &table().schema(), &ROW).err().unwrap();
    assert!(!error.hints().is_empty(), "{error}");
    error
}

fn refuses(draft: &ListingDraft, message: &str) {
    let error = refused(draft);
    assert!(error.message().contains(message), "{error}");
    assert_eq!(error.exit_code(), 2, "{error}");
}

#[test]
fn counts_sums_and_means() {
    assert_eq!(x(&draft("count")), [5]);
    let plan = planned(&draft("count"));
    assert_eq!(
        (&*plan.query().to_string(), plan.shape().unit.as_str()),
        ("number of rows", "rows")
    );
    // -2 is clamped to 0; the missing size is left out.
    let sum = clamped("sum", "size", "0..5", "0.1");
    assert_eq!(x(&sum), [15 + 3 + 50]);
    let plan = planned(&sum);
    assert_eq!(
        plan.query().to_string(),
        "sum of size, each clamped to 0..5"
    );
    assert_eq!(plan.shape().labels, ["sum of size"]);
    assert_eq!(plan.shape().sensitivity, 50);
    // mid 2.5, W = 25 steps; 4 rows count.
    let mean = clamped("mean", "size", "0..5", "0.1");
    assert_eq!(x(&mean), [-10 - 22 - 25 + 25, 4 * 25]);
    let plan = planned(&mean);
    assert_eq!(plan.shape().labels, ["sum of size - 2.5", "count × 2.5"]);
    assert_eq!(plan.shape().sensitivity, 50);
}

#[test]
fn a_mean_among_replaced_rows_may_state_their_number() {
    let unit = Unit {
        adjacency: Adjacency::Replace,
        rows_per_unit: 1,
    };
    let of = |rows| {
        let draft = ListingDraft {
            public_rows: rows,
            ..clamped("mean", "age", "0..100", "1")
        };
        plan(&draft, &table().schema(), &unit).unwrap()
    };
    let alone = of(Some(4));
    assert_eq!(alone.shape().labels, ["sum of age - 50"]);
    assert_eq!(alone.compute(Some(&table())).unwrap(), [-47 - 32 + 14 + 50]);
    let error = of(Some(5)).compute(Some(&table())).err().unwrap();
    assert!(
        error.message().starts_with("4 rows have a value"),
        "{error}"
    );
    assert!(error.hints()[0].contains("Leave --public-rows out"));
    assert_eq!(of(None).compute(Some(&table())).unwrap(), [-15, 4 * 50]);
    assert_eq!(of(None).shape().sensitivity, alone.shape().sensitivity);
}

#[test]
fn every_row_falls_into_one_bin() {
    let names = ListingDraft {
        bins: list(&["ann", "cy", "zoe"]),
        ..of_column("histogram", "name")
    };
    assert_eq!(x(&names), [2, 1, 0, 2]);
    assert_eq!(
        planned(&names).shape().labels,
        ["ann", "cy", "zoe", "other"]
    );
    assert_eq!(
        planned(&names).query().to_string(),
        "number of rows by name"
    );
    // Numbers are equal by value.
    let sizes = ListingDraft {
        bins: list(&["10.0", "1.50"]),
        ..of_column("histogram", "size")
    };
    assert_eq!(x(&sizes), [1, 1, 3]);
    assert_eq!(planned(&sizes).shape().labels, ["10", "1.5", "other"]);
    // Half-open, the last one closed.
    let ages = ListingDraft {
        edges: list(&["3", "18", "64", "120"]),
        ..of_column("histogram", "age")
    };
    assert_eq!(x(&ages), [1, 1, 2, 1]);
    assert_eq!(
        planned(&ages).shape().labels,
        ["3 – 18", "18 – 64", "64 – 120", "other"]
    );
    let ages = ListingDraft {
        edges: list(&["18", "64"]),
        ..of_column("histogram", "age")
    };
    assert_eq!(x(&ages), [2, 3]);
    let named = ListingDraft {
        bins: list(&["other"]),
        ..of_column("histogram", "name")
    };
    assert_eq!(planned(&named).shape().labels, ["other", "any other"]);
}

#[test]
fn own_numbers() {
    let value = ListingDraft {
        dataset: "-".to_owned(),
        kind: "value".to_owned(),
        value: Some("81.25".to_owned()),
        bounds: Some("0..200".to_owned()),
        step: Some("0.1".to_owned()),
        protect: Some("0.25".to_owned()),
        unit: Some("kg".to_owned()),
        ..ListingDraft::default()
    };
    let plan = planned(&value);
    assert_eq!(plan.compute(None).unwrap(), [813]);
    assert_eq!(
        (plan.shape().sensitivity, plan.shape().unit.as_str()),
        (3, "kg")
    );
    assert!(plan.compute(Some(&table())).is_err());

    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("v.txt");
    let vector = ListingDraft {
        kind: "vector".to_owned(),
        value: None,
        file: Some(file.display().to_string()),
        bounds: Some("-1..2".to_owned()),
        step: Some("0.5".to_owned()),
        protect: Some("1".to_owned()),
        ..value.clone()
    };
    fs::write(&file, "1.5\r\n-7\r\n0\r\n").unwrap();
    let plan = planned(&vector);
    assert_eq!(plan.compute(None).unwrap(), [3, -2, 0]);
    assert_eq!(plan.shape().labels, ["1", "2", "3"]);
    assert_eq!(plan.shape().sensitivity, 2);
    for (text, message) in [
        ("1\n\n2\n", "v.txt: line 2 is empty"),
        ("1\nx\n", "v.txt: line 2 holds 'x', which is not a number"),
        ("1\n1.25\n", "line 2 is not a multiple of the step 0.5"),
        ("", "v.txt holds no number"),
    ] {
        fs::write(&file, text).unwrap();
        let error = refused(&vector);
        assert!(error.message().contains(message), "{error}");
    }
    fs::remove_file(&file).unwrap();
    assert!(refused(&vector).message().contains("v.txt: No such file"));

    let without = |change: fn(&mut ListingDraft)| {
        let mut draft = value.clone();
        change(&mut draft);
        draft
    };
    refuses(&without(|d| d.value = None), "The value is missing");
    refuses(
        &without(|d| d.value = Some("much".to_owned())),
        "--value: 'much' is not a number",
    );
    refuses(&without(|d| d.protect = None), "needs --protect");
    refuses(
        &without(|d| d.protect = Some("0".to_owned())),
        "The distance 0 is not above 0",
    );
    refuses(
        &without(|d| d.protect = Some("-1".to_owned())),
        "The distance -1 is not above 0",
    );
    refuses(
        &without(|d| d.dataset = "people".to_owned()),
        "not a query on the dataset 'people'",
    );
    refuses(
        &without(|d| d.kind = "count".to_owned()),
        "A count needs a dataset",
    );
    refuses(
        &without(|d| d.filters = list(&["a == 1"])),
        "A value has no use for --where",
    );
    refuses(
        &without(|d| d.file = Some("f".to_owned())),
        "A value has no use for --file",
    );
}

#[test]
fn what_is_missing_or_malformed_is_named() {
    let sum = clamped("sum", "age", "0..100", "1");
    let without = |change: fn(&mut ListingDraft)| {
        let mut draft = sum.clone();
        change(&mut draft);
        draft
    };
    refuses(
        &without(|d| d.kind = "median".to_owned()),
        "no kind of attribute 'median'",
    );
    refuses(&without(|d| d.column = None), "A sum needs a column");
    refuses(
        &without(|d| d.column = Some("agee".to_owned())),
        "There is no column 'agee'",
    );
    refuses(
        &without(|d| d.column = Some("name".to_owned())),
        "Column 'name' holds text, so it has no sum",
    );
    refuses(&without(|d| d.bounds = None), "A sum needs --bounds");
    refuses(&without(|d| d.step = None), "A sum needs a --step");
    refuses(
        &without(|d| d.bounds = Some("100..0".to_owned())),
        "The bounds 100..0 are the wrong way round",
    );
    assert_eq!(
        refused(&without(|d| d.bounds = Some("100..0".to_owned()))).hints(),
        ["Did you mean 0..100?"]
    );
    refuses(
        &without(|d| d.bounds = Some("5..5".to_owned())),
        "wrong way round",
    );
    refuses(
        &without(|d| d.bounds = Some("5".to_owned())),
        "'5' is not LO..HI",
    );
    refuses(
        &without(|d| d.bounds = Some("a..5".to_owned())),
        "--bounds: 'a'",
    );
    refuses(
        &without(|d| d.bounds = Some("0..1e5".to_owned())),
        "--bounds: '1e5'",
    );
    refuses(
        &without(|d| d.step = Some("0".to_owned())),
        "The step 0 is not above 0",
    );
    refuses(
        &without(|d| d.step = Some("-0.5".to_owned())),
        "The step -0.5 is not above 0",
    );
    refuses(
        &without(|d| d.step = Some("fine".to_owned())),
        "--step: 'fine'",
    );
    refuses(
        &without(|d| d.step = Some("0.00000000001".to_owned())),
        "more than 2^40 steps",
    );
    refuses(
        &without(|d| d.step = Some("1000".to_owned())),
        "every value within the bounds is 0 steps",
    );
    refuses(
        &without(|d| d.bounds = Some("0..1000000000000000000".to_owned())),
        "beyond 10^18",
    );
    refuses(
        &without(|d| d.bins = list(&["1"])),
        "A sum has no use for --bins",
    );
    refuses(
        &without(|d| d.protect = Some("1".to_owned())),
        "A sum has no use for --protect",
    );
    refuses(&without(|d| d.public_rows = Some(0)), "--public-rows 0");
    refuses(
        &ListingDraft {
            bounds: Some("0..1".to_owned()),
            ..draft("count")
        },
        "A count has no use for --bounds",
    );
    refuses(
        &of_column("count", "age"),
        "A count has no use for a column",
    );
    let zero = plan(
        &sum,
        &table().schema(),
        &Unit {
            rows_per_unit: 0,
            ..ROW
        },
    )
    .err()
    .unwrap();
    assert!(zero.message().contains("0 rows"));
    let many = Unit {
        rows_per_unit: u64::MAX,
        ..ROW
    };
    let many = plan(&sum, &table().schema(), &many).err().unwrap();
    assert_eq!(many.code().as_str(), "sensitivity-too-large");
    // Left blank, as a form sends it, is not given.
    assert_eq!(
        x(&ListingDraft {
            column: Some(" ".to_owned()),
            step: Some(String::new()),
            ..draft("count")
        }),
        [5]
    );
}

#[test]
fn bins_must_be_stated_well() {
    let bins = |column: &str, bins: &[&str]| ListingDraft {
        bins: list(bins),
        ..of_column("histogram", column)
    };
    let edges = |column: &str, edges: &[&str]| ListingDraft {
        edges: list(edges),
        ..of_column("histogram", column)
    };
    refuses(
        &of_column("histogram", "age"),
        "A histogram of 'age' needs bins",
    );
    refuses(
        &bins("name", &["a", "b", "a"]),
        "The bin 'a' is stated twice",
    );
    refuses(&bins("age", &["1", "1.0"]), "The bin '1.0' is stated twice");
    refuses(&bins("age", &["1", "young"]), "the bin 'young' is not one");
    refuses(&bins("name", &["a", ""]), "Bin 2 is empty");
    refuses(
        &edges("name", &["1", "2"]),
        "Column 'name' holds text, which has no edges",
    );
    refuses(
        &edges("age", &["1", "1.0"]),
        "The edges do not rise: 1 follows 1",
    );
    refuses(
        &edges("age", &["2", "1"]),
        "The edges do not rise: 1 follows 2",
    );
    refuses(&edges("age", &["2"]), "One edge bounds no bin");
    refuses(&edges("age", &["2", "old"]), "The edge 'old'");
    refuses(
        &ListingDraft {
            bins: list(&["1"]),
            ..edges("age", &["1", "2"])
        },
        "bins or edges, not both",
    );
}

#[test]
fn an_attribute_belongs_to_its_columns() {
    let sum = planned(&clamped("sum", "age", "0..100", "1"));
    let other = Table::new(vec![
        Column::texts("name", ["a"]).unwrap(),
        Column::texts("age", ["1"]).unwrap(),
    ])
    .unwrap();
    assert_eq!(
        sum.compute(Some(&other)).err().unwrap().code().as_str(),
        "other-table"
    );
    assert_eq!(
        sum.compute(None).err().unwrap().code().as_str(),
        "other-table"
    );
    let filtered = planned(&ListingDraft {
        filters: list(&["age > 3"]),
        ..draft("count")
    });
    assert_eq!(
        filtered
            .compute(Some(&other))
            .err()
            .unwrap()
            .code()
            .as_str(),
        "other-table"
    );
}

#[test]
fn results_beyond_2_to_the_53_are_refused() {
    let big = Table::new(vec![Column::integers("n", vec![Some(i64::MAX); 9000])]).unwrap();
    let draft = clamped("sum", "n", "0..999999999999", "1");
    let plan = plan(&draft, &big.schema(), &ROW).unwrap();
    assert_eq!(plan.compute(Some(&big)).unwrap(), [9000 * 999_999_999_999]);
    let bigger = Table::new(vec![Column::integers("n", vec![Some(i64::MAX); 9010])]).unwrap();
    assert_eq!(
        plan.compute(Some(&bigger)).err().unwrap().code().as_str(),
        "value-too-large"
    );
}

#[test]
fn filters_name_columns_whatever_their_names_hold() {
    let count = |filters: &[&str]| {
        x(&ListingDraft {
            filters: list(filters),
            ..draft("count")
        })[0]
    };
    for (filter, rows) in [
        ("age == 18", 1),
        ("age = 18.0", 1),
        ("age!=18", 3),
        ("age >= 18", 3),
        ("age > 1.8e1", 2),
        ("age < 18", 1),
        ("\"age\" <= 18", 2),
        ("\"age <\"= 18", 0),
        // The column 'age <', not the column 'age'.
        ("age < == 1", 5),
        ("size < 0.3", 2),
        ("size == 10", 1),
        ("size != 10", 3),
        ("name == ann", 2),
        ("name == \"ann\"", 2),
        ("name = 'ann'", 2),
        ("name != ann", 2),
        ("\"name\" == ann", 2),
        ("what, if \"any\"? == x", 3),
        ("\"what, if \"\"any\"\"?\" != x", 2),
        ("\"what, if \"any\"?\" == \" x \"", 3),
    ] {
        assert_eq!(count(&[filter]), rows, "{filter}");
    }
    assert_eq!(count(&["age > 3", "name != cy"]), 2);
    let query = |filters: &[&str]| {
        planned(&ListingDraft {
            filters: list(filters),
            ..draft("count")
        })
        .query()
        .to_string()
    };
    assert_eq!(
        query(&["age >= 18", "what, if \"any\"? != x"]),
        "number of rows where age is at least 18 and what, if \"any\"? is not 'x'"
    );
    for (filter, message) in [
        ("agee == 1", "There is no column 'agee'"),
        ("age", "'age' is not a filter"),
        ("", "'' is not a filter"),
        ("== 1", "'== 1' is not a filter"),
        ("age ==", "compares 'age' with nothing"),
        ("name == ''", "compares 'name' with nothing"),
        (
            "age == ann",
            "Column 'age' holds numbers and 'ann' is not one",
        ),
        ("age == 1,5", "'1,5' is not one"),
        ("age === 1", "'= 1' is not one"),
        ("age <= 18", "can be read in two ways"),
        ("name < bob", "holds text, which has no order"),
    ] {
        let error = Filter::parse(filter, &table().schema()).err().unwrap();
        assert!(error.message().contains(message), "{filter}: {error}");
        assert!(!error.hints().is_empty());
    }
    assert_eq!(table().schema()[1].1, ColumnType::Integer);
}

#[test]
fn words_of_a_listing_are_one_line() {
    let name = "first\nsecond\u{202e}\tthird";
    let table = Table::new(vec![Column::integers(name, vec![Some(1)])]).unwrap();
    let draft = clamped("sum", name, "0..1", "1");
    let plan = plan(&draft, &table.schema(), &ROW).unwrap();
    assert_eq!(
        plan.query().to_string(),
        "sum of first second third, each clamped to 0..1"
    );
    let long = "x".repeat(300);
    let bins = ListingDraft {
        bins: vec![long],
        ..of_column("histogram", "name")
    };
    assert_eq!(planned(&bins).shape().labels[0].chars().count(), 200);
}
