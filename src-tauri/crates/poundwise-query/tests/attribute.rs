//! What an owner may state, what becomes of it, and what is refused: an ignored option or a bound
//! read the wrong way would sell something else than the owner believes.
#![allow(clippy::unwrap_used)]

use std::fs;

use crate::fixture::{
    KEY, ROW, between, bins, clamped, count, crossed, edges, filtered, histogram, list, planned,
    range, refused, refuses, refuses_the_data, table, value, values, with, x,
};
use poundwise_documents::kinds::Adjacency;
use poundwise_documents::kinds::ColumnType;
use poundwise_documents::kinds::FilterOperator;
use poundwise_query::filter::RowFilter;
use poundwise_query::kinds::{BinSpec, ValueSpec, VectorSpec};
use poundwise_query::{AttributeSpec, Column, Condition, Error, Number, Schema, Table, Unit, plan};

#[test]
fn counts_sums_and_means() {
    assert_eq!(x(&count()), [5]);
    let plan = planned(&count());
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
    let spec = clamped("mean", "age", "0..100", "1");
    let plan = plan(&spec, &table().schema(), &unit).unwrap();
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
    let taken = plan(&histogram("name", BinSpec::Stated), &schema, &ROW).unwrap();
    assert_eq!(taken.shape().labels, ["ann", "zoe", "other"]);
    // A text outside the stated values conforms, and counts as other.
    assert_eq!(taken.compute(Some(&table()), &KEY).unwrap(), [2, 0, 3]);
    let own = plan(&bins("name", &["cy"]), &schema, &ROW).unwrap();
    assert_eq!(own.shape().labels, ["cy", "other"]);
    let same = plan(&bins("name", &["ann", "zoe"]), &schema, &ROW).unwrap();
    assert_eq!(same.canonical_bytes(), taken.canonical_bytes());
}

#[test]
fn every_row_falls_into_one_cell() {
    let names = values(&["ann", "cy"]);
    let ages = between(&["0", "18", "64"]);
    let spec = crossed(&[("name", names.clone()), ("age", ages.clone())]);
    let plan = planned(&spec);
    assert_eq!(plan.query().to_string(), "number of rows by name and age");
    assert_eq!(
        (plan.shape().sensitivity, plan.shape().unit.as_str()),
        (1, "rows")
    );
    assert_eq!(
        plan.shape().labels,
        [
            "ann,0 – 18",
            "ann,18 – 64",
            "ann,other",
            "cy,0 – 18",
            "cy,18 – 64",
            "cy,other",
            "other,0 – 18",
            "other,18 – 64",
            "other,other"
        ]
    );
    // Ann is 3 and 120, Bob 18, Cy 64; one row has no name and no age.
    assert_eq!(x(&spec), [1, 0, 1, 0, 1, 0, 0, 1, 1]);
    // In the other order of the columns it is the same cells in another order, and another
    // question.
    let turned = crossed(&[("age", ages.clone()), ("name", names.clone())]);
    assert_eq!(x(&turned), [1, 0, 0, 0, 1, 1, 1, 0, 1]);
    // The third column goes fastest.
    let third = crossed(&[("name", names), ("age", ages), ("size", values(&["1.50"]))]);
    let found = x(&third);
    assert_eq!((found.len(), found.iter().sum::<i64>()), (18, 5));
    assert_eq!((found[0], found[1], found[5]), (1, 0, 1));
    assert_eq!(
        planned(&third).shape().labels[..2],
        ["ann,0 – 18,1.5", "ann,0 – 18,other"]
    );
    // Summed over one column it is the histogram of the other.
    let by_name: Vec<i64> = found.chunks(6).map(|row| row.iter().sum()).collect();
    assert_eq!(by_name, x(&bins("name", &["ann", "cy"])));
    let first = filtered(spec, &["age > 3"]);
    assert_eq!(x(&first), [0, 0, 1, 0, 1, 0, 0, 1, 0]);
}

#[test]
fn a_cross_tabulation_takes_the_stated_values_of_its_columns() {
    let mut columns = table().schema().columns().to_vec();
    columns[0].values = list(&["ann", "other"]);
    let schema = Schema::new(columns).unwrap();
    let spec = crossed(&[("name", BinSpec::Stated), ("age", values(&["18"]))]);
    let taken = plan(&spec, &schema, &ROW).unwrap();
    let labels = ["ann,18", "ann,other", "other,18", "other,other"];
    assert_eq!(taken.shape().labels[..4], labels);
    assert_eq!(
        taken.shape().labels[4..],
        ["any other,18", "any other,other"]
    );
}

#[test]
fn every_row_falls_into_one_bin() {
    let names = bins("name", &["ann", "cy", "zoe"]);
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
    let sizes = bins("size", &["10.0", "1.50"]);
    assert_eq!(x(&sizes), [1, 1, 3]);
    assert_eq!(planned(&sizes).shape().labels, ["10", "1.5", "other"]);
    // Half-open, the last one closed.
    let ages = edges("age", &["3", "18", "64", "120"]);
    assert_eq!(x(&ages), [1, 1, 2, 1]);
    assert_eq!(
        planned(&ages).shape().labels,
        ["3 – 18", "18 – 64", "64 – 120", "other"]
    );
    let ages = edges("age", &["18", "64"]);
    assert_eq!(x(&ages), [2, 3]);
    let named = bins("name", &["other"]);
    assert_eq!(planned(&named).shape().labels, ["other", "any other"]);
}

#[test]
fn own_numbers() {
    let own = ValueSpec {
        unit: "kg".to_owned(),
        ..value("81.3", "0..200", "0.1", "0.25")
    };
    let plan = planned(&AttributeSpec::Value(own.clone()));
    assert_eq!(plan.compute(None, &KEY).unwrap(), [813]);
    assert_eq!(
        (plan.shape().sensitivity, plan.shape().unit.as_str()),
        (3, "kg")
    );
    assert!(plan.compute(Some(&table()), &KEY).is_err());
    let without = |change: fn(&mut ValueSpec)| {
        let mut own = own.clone();
        change(&mut own);
        AttributeSpec::Value(own)
    };
    // One number is as little rounded as many are.
    refuses_the_data(
        &without(|own| own.value = Number::parse("81.25").unwrap()),
        "the number is not a multiple of the step 0.1",
    );
    refuses(
        &without(|own| own.bounds = range("0.05..200")),
        "The bounds 0.05 and 200 are not both multiples of the step 0.1",
    );
    refuses(
        &without(|own| own.bounds = range("0..200.05")),
        "The bounds 0 and 200.05 are not both multiples of the step 0.1",
    );
    refuses(
        &without(|own| own.bounds.reverse()),
        "The lower bound, 200, is not below the upper bound, 0",
    );
    // 2^40 steps are the most that one unit may move it.
    let protected = |distance: &str| AttributeSpec::Value(value("1", "0..200", "1", distance));
    assert_eq!(
        planned(&protected("1099511627776")).shape().sensitivity,
        1 << 40
    );
    refuses(&protected("1099511627777"), "by more than 2^40 steps");
    refuses(
        &without(|own| *own = value("1", "0..100000000000000000", "0.1", "0.25")),
        "more than 2^53 steps away from 0",
    );
    let most = format!("1{}", "0".repeat(36));
    let clamped = AttributeSpec::Value(value(&most, "0..200", "0.1", "0.25"));
    assert_eq!(planned(&clamped).compute(None, &KEY).unwrap(), [2000]);
    for distance in ["0", "-1"] {
        refuses(
            &protected(distance),
            &format!("The protected distance is {distance}"),
        );
    }
}

#[test]
fn own_numbers_in_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("v.txt");
    let vector = AttributeSpec::Vector(VectorSpec {
        file: file.clone(),
        bounds: range("-1..2"),
        step: "0.5".parse().unwrap(),
        distance: "1".parse().unwrap(),
        unit: String::new(),
    });
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
        ("", "v.txt has no numbers"),
    ] {
        fs::write(&file, text).unwrap();
        let error = refused(&vector);
        assert!(error.to_string().contains(message), "{error}");
    }
    // As many as there are coordinates, and as many bytes as are read.
    fs::write(&file, "1\n".repeat(1 << 20)).unwrap();
    assert_eq!(planned(&vector).shape().labels.len(), 1 << 20);
    fs::write(&file, "1\n".repeat((1 << 20) + 1)).unwrap();
    let message = "v.txt has more than 1\u{202f}048\u{202f}576 numbers";
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
    let filtered = planned(&filtered(count(), &["age > 3"]));
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
fn filters_compare_cells_by_their_value() {
    use FilterOperator::{Above, AtLeast, AtMost, Below, Equal, NotEqual};
    let condition = |(column, operator, value): (&str, FilterOperator, &str)| {
        Condition::new(column, operator, value)
    };
    let of = |conditions: &[(&str, FilterOperator, &str)]| {
        let conditions = conditions.iter().copied().map(condition).collect();
        with(count(), conditions)
    };
    let odd = "what, if \"any\"?";
    for (column, operator, value, rows) in [
        ("age", Equal, "18", 1),
        ("age", Equal, " 18.0 ", 1),
        ("age", NotEqual, "18", 3),
        ("age", AtLeast, "18", 3),
        ("age", Above, "1.8e1", 2),
        ("age", Below, "18", 1),
        ("age", AtMost, "18", 2),
        ("age <", Equal, "18", 0),
        ("age <", Equal, "1", 5),
        ("size", Below, "0.3", 2),
        ("size", Equal, "10", 1),
        ("size", NotEqual, "10", 3),
        ("name", Equal, "ann", 2),
        ("name", NotEqual, "ann", 2),
        // Quotes are part of a text.
        ("name", Equal, "\"ann\"", 0),
        (odd, NotEqual, "x", 2),
        (odd, Equal, " x ", 3),
    ] {
        let found = x(&of(&[(column, operator, value)]))[0];
        assert_eq!(found, rows, "{column} {operator:?} {value}");
    }
    assert_eq!(
        x(&of(&[("age", Above, "3"), ("name", NotEqual, "cy")])),
        [2]
    );
    assert_eq!(
        planned(&of(&[("age", AtLeast, "18"), (odd, NotEqual, "x")]))
            .query()
            .to_string(),
        "number of rows where age is at least 18 and what, if \"any\"? is not 'x'"
    );
    for (column, operator, value, message) in [
        ("agee", Equal, "1", "There is no column 'agee'"),
        ("", Equal, "1", "There is no column ''"),
        (
            "age",
            Equal,
            " ",
            "The condition 'age == ' has no value to compare 'age' with",
        ),
        (
            "age",
            Equal,
            "ann",
            "Column 'age' holds numbers, and 'ann' is not a number",
        ),
        ("age", Equal, "1,5", "'1,5' is not a number"),
        ("age", Equal, "1e-19", "'1e-19' is not a number"),
        (
            "name",
            Below,
            "bob",
            "holds text, which has no order: 'name < bob'",
        ),
    ] {
        let condition = Condition::new(column, operator, value);
        let error = RowFilter::new(&condition, &table().schema()).err().unwrap();
        assert!(error.to_string().contains(message), "{condition}: {error}");
        assert!(!error.hints().is_empty());
    }
    let schema = table().schema();
    assert_eq!(schema.columns()[1].column_type, ColumnType::Number);
}

#[test]
fn words_of_a_listing_are_one_line() {
    let name = "first\nsecond\u{202e}\tthird";
    let table = Table::new(vec![Column::integers(name, vec![Some(1)])]).unwrap();
    let spec = clamped("sum", name, "0..1", "1");
    let plan = plan(&spec, &table.schema(), &ROW).unwrap();
    assert_eq!(
        plan.query().to_string(),
        "sum of first second third, each clamped to 0..1"
    );
    let long = "x".repeat(300);
    assert_eq!(
        planned(&bins("name", &[&long])).shape().labels[0]
            .chars()
            .count(),
        200
    );
}
