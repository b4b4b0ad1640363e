//! What is signed of a question, and the bytes by which it is known: equal only where x is.
#![allow(clippy::unwrap_used)]

use crate::fixture::{
    KEY, ROW, between, bins, blocks, clamped, count, crossed, edges, filtered, histogram, mean,
    mean_of_all, mean_only, moments, planned, range, said, squares, table, two, value, values,
    with,
};
use poundwise_documents::kinds::Adjacency;
use poundwise_documents::kinds::FilterOperator;
use poundwise_query::kinds::{BinSpec, MeanSpec};
use poundwise_query::{
    AttributeSpec, Column, Condition, EVALUATION_RULES, Plan, Schema, Table, Unit, plan,
};

fn replace() -> Unit {
    Unit {
        adjacency: Adjacency::Replace,
        ..ROW
    }
}

fn of(spec: &AttributeSpec, unit: &Unit) -> Plan {
    plan(spec, &table().schema(), unit)
        .map_err(|e| e.to_string())
        .unwrap()
}

#[test]
fn a_question_is_signed_in_fields() {
    let spec = with(
        bins("size", &["1.50", "10"]),
        vec![
            Condition::new("age", FilterOperator::AtLeast, "18.0"),
            Condition::new("name", FilterOperator::NotEqual, " ann "),
        ],
    );
    let unit = Unit {
        rows_per_unit: 3,
        person_column: Some("name".to_owned()),
        ..replace()
    };
    let plan = of(&spec, &unit);
    let expected = serde_json::json!({
        "kind": "histogram",
        "column": { "column": "size", "column_type": "number", "bins": ["1.5", "10"], "edges": [] },
        "filters": [
            { "column": "age", "column_type": "number", "operator": ">=", "value": "18" },
            { "column": "name", "column_type": "text", "operator": "!=", "value": "ann" },
        ],
    });
    assert_eq!(serde_json::to_value(plan.question()).unwrap(), expected);
    assert_eq!(
        (plan.unit_column().as_deref(), plan.shape().rows_per_unit),
        (Some("name"), 3)
    );

    let plan = of(&edges("size", &["-1.50", "10"]), &ROW);
    let expected = serde_json::json!({
        "kind": "histogram",
        "column": { "column": "size", "column_type": "number", "bins": [], "edges": ["-1.5", "10"] },
        "filters": [],
    });
    assert_eq!(serde_json::to_value(plan.question()).unwrap(), expected);
    assert_eq!(plan.unit_column(), None);

    // Texts are signed as cells are compared with them: two that differ are two.
    let texts = ["ann  lee", "ann lee", "ann\u{a0}lee"];
    let spec = with(
        bins("name", &texts),
        vec![Condition::new("name", FilterOperator::NotEqual, texts[0])],
    );
    let plan = of(&spec, &ROW);
    assert_eq!(plan.question().binned()[0].bins, texts);
    assert_eq!(plan.question().filters()[0].value, texts[0]);
    assert_eq!(plan.shape().labels[..3], texts);

    let public = mean_of_all("age", "0..101", "1", 5);
    let plan = of(&AttributeSpec::Mean(public), &replace());
    assert_eq!(plan.question().rows_as_mid(), Some(5));
    assert_eq!(
        plan.query().to_string(),
        "mean of age, each clamped to 0..101, missing counted as 50.5"
    );
    assert_eq!(plan.shape().labels, ["sum of age - 50.5"]);

    let own = value("8", "0..20", "0.5", "2.50");
    let expected = serde_json::json!({
        "kind": "value", "bounds": ["0", "20"], "step": "0.5", "distance": "2.5",
    });
    let plan = planned(&AttributeSpec::Value(own));
    assert_eq!(serde_json::to_value(plan.question()).unwrap(), expected);
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Seeds are derived from these bytes: if they change, every question that was sold gets other
/// noise.
#[test]
fn the_canonical_bytes_are_these() {
    let spec = filtered(clamped("mean", "age", "0..100.0", "0.50"), &["name == ann"]);
    let unit = Unit {
        rows_per_unit: 2,
        person_column: Some("name".to_owned()),
        ..ROW
    };
    let number = |n: u64| n.to_le_bytes().to_vec();
    let text = |text: &str| [number(text.len() as u64), text.as_bytes().to_vec()].concat();
    let column = |index: u64, name: &str, column_type: &str| {
        [number(index), text(name), text(column_type)].concat()
    };
    let expected = [
        text("poundwise-question"),
        number(EVALUATION_RULES),
        text("mean"),
        number(2), // coordinates
        number(1),
        column(1, "age", "number"),
        number(1), // filters
        column(0, "name", "text"),
        text("=="),
        text("ann"),
        number(0), // bins
        number(0), // edges
        number(2),
        text("0"),
        text("100"),
        text("0.5"),
        text("excluded"),
        text("add-remove"),
        number(2), // K
        number(1),
        column(0, "name", "text"),
        number(401), // D
        text("160001"),
        number(0), // distance
    ]
    .concat();
    let bytes = of(&spec, &unit).canonical_bytes();
    assert_eq!(hex(&bytes), hex(&expected));
    assert_eq!(EVALUATION_RULES, 2);
}

/// The blocks are at the end, and other blocks are another question.
#[test]
fn the_canonical_bytes_of_blocks_are_these() {
    let edges = ["0", "1", "2", "3", "4"];
    let of_levels =
        |levels: &[u8]| of(&blocks("age", between(&edges), levels), &ROW).canonical_bytes();
    let plain = of(&histogram("age", between(&edges)), &ROW).canonical_bytes();
    let number = |n: u64| n.to_le_bytes().to_vec();
    let end = [
        number(6),
        b"blocks".to_vec(),
        number(2), // levels
        number(1),
        number(2),
    ]
    .concat();
    let bytes = of_levels(&[1, 2]);
    assert!(bytes.ends_with(&end), "{}", hex(&bytes));
    assert!(!plain.ends_with(&end));
    assert_eq!(of_levels(&[]), plain);
    assert_ne!(of_levels(&[1]), of_levels(&[2]));
}

/// As [`the_canonical_bytes_are_these`], of a kind that has a part of its own, at the end.
#[test]
fn the_canonical_bytes_of_a_cross_tabulation_are_these() {
    let spec = filtered(
        crossed(&[
            ("name", values(&["ann", " bob"])),
            ("age", between(&["0", "18.0", "65"])),
        ]),
        &["age > 3"],
    );
    let number = |n: u64| n.to_le_bytes().to_vec();
    let text = |text: &str| [number(text.len() as u64), text.as_bytes().to_vec()].concat();
    let column = |index: u64, name: &str, column_type: &str| {
        [number(index), text(name), text(column_type)].concat()
    };
    let expected = [
        text("poundwise-question"),
        number(EVALUATION_RULES),
        text("cross-tabulation"),
        number(9), // coordinates
        number(0), // column
        number(1), // filters
        column(1, "age", "number"),
        text(">"),
        text("3"),
        number(0), // bins
        number(0), // edges
        number(0), // bounds
        text("1"),
        text("excluded"),
        text("replace"),
        number(1), // K
        number(0), // person column
        number(2), // D
        text("2"),
        number(0), // distance
        number(2), // columns
        column(0, "name", "text"),
        number(2),
        text("ann"),
        text("bob"),
        number(0),
        column(1, "age", "number"),
        number(0),
        number(3),
        text("0"),
        text("18"),
        text("65"),
    ]
    .concat();
    let plan = of(&spec, &replace());
    assert_eq!(hex(&plan.canonical_bytes()), hex(&expected));
    let expected = serde_json::json!({
        "kind": "cross-tabulation",
        "columns": [
            { "column": "name", "column_type": "text", "bins": ["ann", "bob"], "edges": [] },
            { "column": "age", "column_type": "number", "bins": [], "edges": ["0", "18", "65"] },
        ],
        "filters": [
            { "column": "age", "column_type": "number", "operator": ">", "value": "3" },
        ],
    });
    assert_eq!(serde_json::to_value(plan.question()).unwrap(), expected);
}

/// As [`the_canonical_bytes_are_these`], of a kind that has parts of its own, at the end.
#[test]
fn the_canonical_bytes_of_moments_are_these() {
    let variables = [
        squares("age", "18.0..95"),
        two("name", ["ann", " bob"]),
        mean_only("size", "-0.5..2"),
    ];
    let groups = [("what, if \"any\"?", values(&["x"]))];
    let number = |n: u64| n.to_le_bytes().to_vec();
    let text = |text: &str| [number(text.len() as u64), text.as_bytes().to_vec()].concat();
    let column = |index: u64, name: &str, column_type: &str| {
        [number(index), text(name), text(column_type)].concat()
    };
    let expected = [
        text("poundwise-question"),
        number(EVALUATION_RULES),
        text("moments"),
        number(24), // coordinates
        number(0),  // column
        number(0),  // filters
        number(0),  // bins
        number(0),  // edges
        number(0),  // bounds
        text("0.0000152587890625"),
        text("excluded"),
        text("replace"),
        number(1),            // K
        number(0),            // person column
        number(131_072 + 22), // D
        text("8589934614"),
        number(0),      // distance
        number(65_536), // V
        number(3),      // variables
        column(1, "age", "number"),
        text("squares"),
        number(2),
        text("18"),
        text("95"),
        number(0),
        column(0, "name", "text"),
        text("two-valued"),
        number(0),
        number(2),
        text("ann"),
        text("bob"),
        column(2, "size", "number"),
        text("mean-only"),
        number(2),
        text("-0.5"),
        text("2"),
        number(0),
        number(1), // groups
        column(3, "what, if \"any\"?", "text"),
        number(1),
        text("x"),
        number(0),
    ]
    .concat();
    let plan = of(&moments(&variables, &groups), &replace());
    assert_eq!(hex(&plan.canonical_bytes()), hex(&expected));
    let expected = serde_json::json!({
        "kind": "moments",
        "variables": [
            {
                "column": "age", "column_type": "number", "role": "squares",
                "bounds": ["18", "95"], "values": [],
            },
            {
                "column": "name", "column_type": "text", "role": "two-valued",
                "bounds": null, "values": ["ann", "bob"],
            },
            {
                "column": "size", "column_type": "number", "role": "mean-only",
                "bounds": ["-0.5", "2"], "values": [],
            },
        ],
        "groups": [
            { "column": "what, if \"any\"?", "column_type": "text", "bins": ["x"], "edges": [] },
        ],
        "filters": [],
    });
    assert_eq!(serde_json::to_value(plan.question()).unwrap(), expected);
    assert_eq!(
        plan.query().to_string(),
        "moments of age (18..95), name (ann, bob) and size (-0.5..2), by what, if \"any\"?"
    );
    let labels = &plan.shape().labels;
    assert_eq!(labels[0], "x,age low,ann,size low");
    assert_eq!(labels[23], "other,age high,bob,size high");
}

#[test]
fn bytes_are_equal_only_for_one_question() {
    let with = |change: fn(&mut MeanSpec)| {
        let mut spec = mean("age", "0..100", "1");
        change(&mut spec);
        of(&AttributeSpec::Mean(spec), &ROW).canonical_bytes()
    };
    let unit = |rows: u64, column: &str| Unit {
        rows_per_unit: rows,
        person_column: Some(column.to_owned()),
        ..ROW
    };
    let base = with(|_| {});
    // Other words for the same question.
    for same in [
        with(|m| m.bounds = range("0.0..100.00")),
        with(|m| m.step = Some("1.0".parse().unwrap())),
        with(|m| m.unit = "years".to_owned()),
        with(|m| m.ceiling = Some("1".parse().unwrap())),
        with(|m| m.public_rows = Some(5)),
    ] {
        assert_eq!(same, base);
    }
    let mean = clamped("mean", "age", "0..100", "1");
    let where_ = |filters: &[&str]| of(&filtered(mean.clone(), filters), &ROW).canonical_bytes();
    let as_mid = |rows: u64| {
        let spec = AttributeSpec::Mean(mean_of_all("age", "0..100", "1", rows));
        of(&spec, &replace()).canonical_bytes()
    };
    let mut all = vec![
        base,
        of(&clamped("sum", "age", "0..100", "1"), &ROW).canonical_bytes(),
        with(|m| m.column = "size".to_owned()),
        with(|m| m.bounds = range("0..101")),
        with(|m| m.bounds = range("1..101")),
        with(|m| m.step = Some("0.5".parse().unwrap())),
        where_(&["age > 17"]),
        where_(&["age >= 18"]),
        where_(&["age >= 18", "name == ann"]),
        where_(&["name == ann", "age >= 18"]),
        where_(&["name != ann"]),
        where_(&["size == 1"]),
        of(&mean, &replace()).canonical_bytes(),
        as_mid(5),
        as_mid(6),
        of(&mean, &unit(1, "name")).canonical_bytes(),
        of(&mean, &unit(2, "name")).canonical_bytes(),
        of(&mean, &unit(1, "age")).canonical_bytes(),
        of(&count(), &ROW).canonical_bytes(),
        of(&bins("age", &["1", "2"]), &ROW).canonical_bytes(),
        of(&bins("age", &["2", "1"]), &ROW).canonical_bytes(),
        of(&bins("age", &["12"]), &ROW).canonical_bytes(),
        of(&edges("age", &["1", "2"]), &ROW).canonical_bytes(),
    ];
    // The same columns in another order are another question, as are bins on another column.
    let (names, ages) = (values(&["ann", "bob"]), between(&["0", "18"]));
    let by = |columns: &[_]| of(&crossed(columns), &ROW).canonical_bytes();
    all.extend([
        by(&[("name", names.clone()), ("age", ages.clone())]),
        by(&[("age", ages.clone()), ("name", names.clone())]),
        by(&[("name", values(&["bob", "ann"])), ("age", ages.clone())]),
        by(&[("name", names.clone()), ("age", values(&["0", "18"]))]),
        by(&[("name", names.clone()), ("size", ages.clone())]),
        by(&[
            ("name", names.clone()),
            ("age", ages.clone()),
            ("size", ages.clone()),
        ]),
        // A bin more in one column and one less in another.
        by(&[("age", values(&["1", "2"])), ("size", values(&["1"]))]),
        by(&[("age", values(&["1"])), ("size", values(&["1", "2"]))]),
        of(
            &filtered(crossed(&[("name", names), ("age", ages)]), &["age > 17"]),
            &ROW,
        )
        .canonical_bytes(),
    ]);
    // Another role, other bounds or values, another order, and a variable or group more.
    let asked = |variables: &[_], groups: &[_]| of(&moments(variables, groups), &ROW);
    let (age, size) = (squares("age", "0..100"), squares("size", "0..1"));
    let names = ("name", values(&["ann"]));
    let size_of = |bounds: &str| [age.clone(), squares("size", bounds)];
    let questions = [
        asked(std::slice::from_ref(&age), &[]),
        asked(&[mean_only("age", "0..100")], &[]),
        asked(&[two("age", ["0", "100"])], &[]),
        asked(&[two("age", ["0", "10"])], &[]),
        asked(&[age.clone(), size.clone()], &[]),
        asked(&[size.clone(), age.clone()], &[]),
        asked(&size_of("0..2"), &[]),
        asked(&size_of("-1..1"), &[]),
        asked(&[age.clone(), mean_only("size", "0..1")], &[]),
        asked(std::slice::from_ref(&age), std::slice::from_ref(&names)),
        asked(std::slice::from_ref(&age), &[("name", values(&["bob"]))]),
        asked(std::slice::from_ref(&age), &[("size", values(&["1"]))]),
        asked(
            std::slice::from_ref(&age),
            &[("size", values(&["1"])), names.clone()],
        ),
        asked(
            std::slice::from_ref(&age),
            &[names.clone(), ("size", values(&["1"]))],
        ),
        asked(&[age.clone(), two("name", ["ann", "bob"])], &[]),
        asked(&[age.clone(), two("name", ["bob", "ann"])], &[]),
    ];
    all.extend(questions.iter().map(Plan::canonical_bytes));
    // Of two numbers the lower one is always first.
    let reversed = asked(&[two("age", ["100", "0.0"])], &[]).canonical_bytes();
    assert_eq!(reversed, questions[2].canonical_bytes());
    // The same names in another order, and a column of another type.
    for types in ["age:number,name:text", "name:text,age:number,size:number"] {
        let schema = Schema::parse_types(types).unwrap();
        all.push(plan(&mean, &schema, &ROW).unwrap().canonical_bytes());
    }
    let text = Schema::parse_types("name:text,age:text").unwrap();
    let counted = |schema: &Schema| {
        let spec = filtered(count(), &["age == 18"]);
        plan(&spec, schema, &ROW).unwrap().canonical_bytes()
    };
    all.push(counted(&text));
    all.push(counted(&table().schema()));
    let own = |protect: &str, bounds: &str| {
        let own = value("8", bounds, "2", protect);
        planned(&AttributeSpec::Value(own)).canonical_bytes()
    };
    // 3 and 4 are both two steps.
    all.extend([own("3", "0..20"), own("4", "0..20"), own("4", "0..22")]);
    // A schema of the first columns differs from the whole one only in what the question does not
    // read.
    let first = plan(
        &mean,
        &Schema::parse_types("name:text,age:number,size:number").unwrap(),
        &ROW,
    );
    assert_eq!(first.unwrap().canonical_bytes(), all[0]);
    let mut seen = all.clone();
    seen.sort();
    seen.dedup();
    assert_eq!(
        seen.len(),
        all.len() - 1,
        "the one of the first columns is there twice"
    );
}

/// The attack: under replacement a filtered count was told, exactly, to whoever guessed it, since
/// --public-rows was compared with it and published.
#[test]
fn a_stated_number_of_rows_is_never_compared_with_a_filtered_one() {
    for filters in [&[][..], &["age > 3"]] {
        let stated = |rows: Option<u64>| {
            let spec = AttributeSpec::Mean(MeanSpec {
                public_rows: rows,
                ..mean("age", "0..100", "1")
            });
            filtered(spec, filters)
        };
        for unit in [ROW, replace()] {
            let none = of(&stated(None), &unit);
            let x = none.compute(Some(&table()), &KEY).unwrap();
            assert_eq!(x.len(), 2);
            // 4 rows have a value and 3 of them pass; nothing tells one guess from another.
            for guess in 1..7 {
                let plan = of(&stated(Some(guess)), &unit);
                assert_eq!(plan.compute(Some(&table()), &KEY).unwrap(), x);
                assert_eq!(plan.canonical_bytes(), none.canonical_bytes());
                assert_eq!(plan.question().public_rows(), Some(guess));
            }
        }
    }
}

#[test]
fn a_missing_cell_counts_as_mid_only_where_all_rows_are_public() {
    let of_rows = |rows| AttributeSpec::Mean(mean_of_all("age", "0..100", "1", rows));
    let mean = of_rows(5);
    let plan = of(&mean, &replace());
    assert_eq!(plan.shape().sensitivity, 100);
    // The missing age deviates by nothing.
    let x = plan.compute(Some(&table()), &KEY).unwrap();
    assert_eq!(x, [-47 - 32 + 14 + 50]);
    // The one comparison that is there is with all rows, and its error tells none of them.
    for wrong in [4, 6] {
        let error = of(&of_rows(wrong), &replace())
            .compute(Some(&table()), &KEY)
            .err()
            .unwrap();
        assert_eq!(error.code().unwrap().as_str(), "public-rows");
        let text = format!("{error} {}", said(&error));
        assert!(!text.chars().any(|c| c.is_ascii_digit()), "{text}");
    }
    let person = Unit {
        person_column: Some("name".to_owned()),
        ..replace()
    };
    let filtered = filtered(mean.clone(), &["age > 0"]);
    let unstated = AttributeSpec::Mean(MeanSpec {
        public_rows: None,
        ..mean_of_all("age", "0..100", "1", 5)
    });
    for (spec, unit, what) in [
        (&mean, &ROW, "if units are replaced"),
        (&mean, &person, "each row is a unit"),
        (&filtered, &replace(), "without conditions"),
        (&unstated, &replace(), "the number of rows is public"),
    ] {
        let error = plan_error(spec, unit);
        assert!(error.to_string().contains(what), "{error}");
        assert_eq!(error.code().unwrap().as_str(), "missing-as-mid");
    }
}

fn plan_error(spec: &AttributeSpec, unit: &Unit) -> poundwise_query::Error {
    plan(spec, &table().schema(), unit).err().unwrap()
}

/// Errors of a computation name nothing of the cells.
#[test]
fn a_table_of_other_columns_is_noticed_without_telling_of_its_cells() {
    let other = Table::new(vec![Column::texts("name", ["secret"]).unwrap()]).unwrap();
    let unit = Unit {
        person_column: Some("age".to_owned()),
        ..ROW
    };
    let plan = of(&count(), &unit);
    let error = plan.compute(Some(&other), &KEY).err().unwrap();
    assert_eq!(error.code().unwrap().as_str(), "other-table");
    assert!(!format!("{error}").contains("secret"));
}

/// The JSON form of a stated question is kept and sent: its words are those of the signed form.
#[test]
fn a_stated_question_is_read_as_it_is_written() {
    let own = value("12.5", "0..20", "0.5", "2.5");
    for (spec, json) in [
        (
            filtered(count(), &["age >= 18"]),
            r#"{"kind":"count","filters":[{"column":"age","operator":">=","value":"18"}],"unit":""}"#,
        ),
        (
            AttributeSpec::Mean(MeanSpec {
                step: None,
                ..mean_of_all("age", "0..100", "1", 5)
            }),
            r#"{"kind":"mean","column":"age","filters":[],"bounds":["0","100"],"step":null,"public_rows":5,"missing_as_mid":true,"unit":""}"#,
        ),
        (
            histogram("name", BinSpec::Stated),
            r#"{"kind":"histogram","column":"name","filters":[],"bins":"stated","unit":""}"#,
        ),
        (
            blocks("age", between(&["0", "18.5"]), &[1]),
            r#"{"kind":"histogram","column":"age","filters":[],"bins":{"edges":["0","18.5"]},"blocks":{"levels":[1]},"unit":""}"#,
        ),
        (
            crossed(&[("name", values(&["ann"])), ("age", between(&["0", "18.5"]))]),
            r#"{"kind":"cross-tabulation","columns":[["name",{"values":["ann"]}],["age",{"edges":["0","18.5"]}]],"filters":[],"unit":""}"#,
        ),
        (
            moments(
                &[squares("age", "0..100"), two("name", ["ann", "bob"])],
                &[("size", BinSpec::Stated)],
            ),
            r#"{"kind":"moments","variables":[{"column":"age","values":{"squares":["0","100"]}},{"column":"name","values":{"two-valued":["ann","bob"]}}],"groups":[["size","stated"]],"filters":[]}"#,
        ),
        (
            AttributeSpec::Value(own),
            r#"{"kind":"value","value":"12.5","bounds":["0","20"],"step":"0.5","distance":"2.5","unit":""}"#,
        ),
    ] {
        assert_eq!(serde_json::to_string(&spec).unwrap(), json);
        let read: AttributeSpec = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), json);
        let stranger = json.replacen('{', r#"{"colour":"red","#, 1);
        assert!(serde_json::from_str::<AttributeSpec>(&stranger).is_err());
    }
}
