//! What an owner may state, what becomes of it, and what is refused: an ignored option or a bound
//! read the wrong way would sell something else than the owner believes.
#![allow(clippy::unwrap_used)]

use std::fs;

use crate::fixture::{
    KEY, ROW, clamped, draft, list, of_column, planned, refused, refuses, refuses_the_data, table,
    x,
};
use poundwise_documents::kinds::Adjacency;
use poundwise_documents::kinds::ColumnType;
use poundwise_query::draft::ListingDraft;
use poundwise_query::filter::Filter;
use poundwise_query::{Column, Error, Schema, Table, Unit, plan};

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
    // 6.75, rounded once.
    assert_eq!(x(&sum), [68]);
    let plan = planned(&sum);
    assert_eq!(
        plan.query().to_string(),
        "sum of size, each clamped to 0..5"
    );
    assert_eq!(plan.shape().labels, ["sum of size"]);
    assert_eq!(plan.shape().sensitivity, 50);
    // 1.5, 0.25, 0 and 5: 6.75 above 0 and 13.25 below 5, each rounded once.
    let mean = clamped("mean", "size", "0..5", "0.1");
    assert_eq!(x(&mean), [68, 133]);
    let plan = planned(&mean);
    assert_eq!(
        plan.shape().labels,
        ["sum of size above 0", "sum of size below 5"]
    );
    assert_eq!(plan.shape().sensitivity, 51);
}

#[test]
fn a_mean_of_replaced_rows_has_deviation_and_count() {
    let unit = Unit {
        adjacency: Adjacency::Replace,
        ..ROW
    };
    let draft = clamped("mean", "age", "0..100", "1");
    let plan = plan(&draft, &table().schema(), &unit).unwrap();
    assert_eq!(plan.shape().labels, ["sum of age - 50", "count × 50"]);
    assert_eq!(plan.shape().sensitivity, 100);
    let x = plan.compute(Some(&table()), &KEY).unwrap();
    assert_eq!(x, [-47 - 32 + 14 + 50, 4 * 50]);
}

#[test]
fn a_histogram_takes_the_stated_values_of_its_column() {
    let mut columns = table().schema().columns().to_vec();
    columns[0].values = list(&["ann", "zoe"]);
    let schema = Schema::new(columns).unwrap();
    let by_name = of_column("histogram", "name");
    let taken = plan(&by_name, &schema, &ROW).unwrap();
    assert_eq!(taken.shape().labels, ["ann", "zoe", "other"]);
    // A text outside the stated values conforms, and counts as other.
    assert_eq!(taken.compute(Some(&table()), &KEY).unwrap(), [2, 0, 3]);
    let stated = ListingDraft {
        bins: list(&["cy"]),
        ..by_name.clone()
    };
    let own = plan(&stated, &schema, &ROW).unwrap();
    assert_eq!(own.shape().labels, ["cy", "other"]);
    let same = ListingDraft {
        bins: list(&["ann", "zoe"]),
        ..by_name
    };
    let same = plan(&same, &schema, &ROW).unwrap();
    assert_eq!(same.canonical_bytes(), taken.canonical_bytes());
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
        value: Some("81.3".to_owned()),
        bounds: Some("0..200".to_owned()),
        step: Some("0.1".to_owned()),
        protect: Some("0.25".to_owned()),
        unit: Some("kg".to_owned()),
        ..ListingDraft::default()
    };
    let plan = planned(&value);
    assert_eq!(plan.compute(None, &KEY).unwrap(), [813]);
    assert_eq!(
        (plan.shape().sensitivity, plan.shape().unit.as_str()),
        (3, "kg")
    );
    assert!(plan.compute(Some(&table()), &KEY).is_err());

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
    assert_eq!(plan.compute(None, &KEY).unwrap(), [3, -2, 0]);
    assert_eq!(plan.shape().labels, ["1", "2", "3"]);
    assert_eq!(plan.shape().sensitivity, 2);
    for (text, message) in [
        ("1\n\n2\n", "v.txt: line 2 is empty"),
        ("1\nx\n", "v.txt: line 2 holds 'x', which is not a number"),
        ("1\n1.25\n", "line 2 is not a multiple of the step 0.5"),
        ("1\n1.3\n", "line 2 is not a multiple of the step 0.5"),
        ("", "v.txt holds no number"),
    ] {
        fs::write(&file, text).unwrap();
        let error = refused(&vector);
        assert!(error.to_string().contains(message), "{error}");
    }
    // As many as there are coordinates, and as many bytes as are read.
    fs::write(&file, "1\n".repeat(1 << 20)).unwrap();
    assert_eq!(planned(&vector).shape().labels.len(), 1 << 20);
    fs::write(&file, "1\n".repeat((1 << 20) + 1)).unwrap();
    let message = "v.txt has more than 1048576 numbers";
    assert!(refused(&vector).to_string().contains(message));
    fs::write(&file, "\n".repeat(64 << 20)).unwrap();
    assert!(refused(&vector).to_string().contains("line 1 is empty"));
    fs::write(&file, "\n".repeat((64 << 20) + 1)).unwrap();
    assert!(refused(&vector).to_string().contains("larger than 64 MiB"));
    fs::remove_file(&file).unwrap();
    let unread = poundwise_query::plan(&vector, &table().schema(), &ROW)
        .err()
        .unwrap();
    assert!(matches!(unread, Error::Unreadable { .. }), "{unread}");
    assert!(unread.to_string().contains("v.txt: No such file"));

    let without = |change: fn(&mut ListingDraft)| {
        let mut draft = value.clone();
        change(&mut draft);
        draft
    };
    refuses(&without(|d| d.value = None), "The value is missing");
    // One number is as little rounded as many are.
    refuses_the_data(
        &without(|d| d.value = Some("81.25".to_owned())),
        "the number is not a multiple of the step 0.1",
    );
    refuses(
        &without(|d| d.bounds = Some("0.05..200".to_owned())),
        "The bounds 0.05..200 are not both multiples of the step 0.1",
    );
    refuses(
        &without(|d| d.bounds = Some("0..200.05".to_owned())),
        "The bounds 0..200.05 are not both multiples of the step 0.1",
    );
    // 2^40 steps are the most that one unit may move it.
    let protected = |distance: &str| ListingDraft {
        value: Some("1".to_owned()),
        step: Some("1".to_owned()),
        protect: Some(distance.to_owned()),
        // Nothing was stated with it.
        filters: list(&[" "]),
        ..value.clone()
    };
    assert_eq!(
        planned(&protected("1099511627776")).shape().sensitivity,
        1 << 40
    );
    refuses(&protected("1099511627777"), "by more than 2^40 steps");
    refuses(
        &without(|d| {
            d.bounds = Some("0..100000000000000000".to_owned());
            d.value = Some("1".to_owned());
        }),
        "more than 2^53 steps away from 0",
    );
    let clamped = without(|d| d.value = Some("1000000000000000000000000000000000000".to_owned()));
    assert_eq!(planned(&clamped).compute(None, &KEY).unwrap(), [2000]);
    refuses(
        &without(|d| d.value = Some("much".to_owned())),
        "value: 'much' is not a number",
    );
    refuses(&without(|d| d.protect = None), "needs a protected distance");
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
        "A value has no use for filters",
    );
    refuses(
        &without(|d| d.file = Some("f".to_owned())),
        "A value has no use for a file",
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
        sum.compute(Some(&other), &KEY)
            .err()
            .unwrap()
            .code()
            .unwrap()
            .as_str(),
        "other-table"
    );
    assert_eq!(
        sum.compute(None, &KEY)
            .err()
            .unwrap()
            .code()
            .unwrap()
            .as_str(),
        "other-table"
    );
    let filtered = planned(&ListingDraft {
        filters: list(&["age > 3"]),
        ..draft("count")
    });
    assert_eq!(
        filtered
            .compute(Some(&other), &KEY)
            .err()
            .unwrap()
            .code()
            .unwrap()
            .as_str(),
        "other-table"
    );
    // The same types under another name, of the column and of a filter's.
    let renamed = Table::new(vec![
        Column::texts("name", ["a"]).unwrap(),
        Column::integers("years", vec![Some(1)]),
    ])
    .unwrap();
    for plan in [&sum, &filtered] {
        let error = plan.compute(Some(&renamed), &KEY).err().unwrap();
        assert_eq!(error.code().unwrap().as_str(), "other-table");
    }
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
        ("age == 1e-19", "'1e-19' is not one"),
        ("age <= 18", "can be read in two ways"),
        ("name < bob", "holds text, which has no order"),
    ] {
        let error = Filter::parse(filter, &table().schema()).err().unwrap();
        assert!(error.to_string().contains(message), "{filter}: {error}");
        assert!(!error.hints().is_empty());
    }
    let schema = table().schema();
    assert_eq!(schema.columns()[1].column_type, ColumnType::Number);
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
