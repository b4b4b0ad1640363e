//! A schema is what its owner states: read exactly, written so that it can be pasted, and equal as
//! bytes only where it is equal.
#![allow(clippy::unwrap_used)]

use poundwise_documents::kinds::ColumnType::{self, Date, Number, Text};
use poundwise_query::{Kind, Schema, SchemaColumn};
use poundwise_text::DayOrder;
use proptest::prelude::*;
use proptest::property_test;

use crate::property::cases;

fn column(name: &str, column_type: ColumnType, values: &[&str]) -> SchemaColumn {
    SchemaColumn {
        values: values.iter().map(|value| (*value).to_owned()).collect(),
        ..SchemaColumn::new(name, column_type)
    }
}

#[test]
fn types_are_one_csv_record_split_at_the_last_colon() {
    let line = "age:number, code : text ,\"a, \"\"b\"\": c:number\",time hh:mm:text,seen:date,\
                born:date(dmy),price:number(2)";
    let schema = Schema::parse_types(line).unwrap();
    let expected = [
        column("age", Number, &[]),
        column("code", Text, &[]),
        column("a, \"b\": c", Number, &[]),
        column("time hh:mm", Text, &[]),
        column("seen", Date, &[]),
        SchemaColumn {
            day_order: Some(DayOrder::DayMonthYear),
            ..column("born", Date, &[])
        },
        SchemaColumn {
            decimals: Some(2),
            ..column("price", Number, &[])
        },
    ];
    assert_eq!(schema.columns(), expected);
    let written = "age:number,code:text,\"a, \"\"b\"\": c:number\",time hh:mm:text,seen:date,\
                   born:date(dmy),price:number(2)";
    assert_eq!(schema.types_line(), written);
    for (line, what) in [
        ("", "is empty"),
        ("age", "'age' has no type"),
        ("age:integer", "'integer' is not a type"),
        ("age:number(x)", "'number(x)' is not a type"),
        ("age:number(2", "'number(2' is not a type"),
        ("name:text(2)", "'text(2)' is not a type"),
        ("born:date(iso)", "'date(iso)' is not a type"),
        ("age:number,age:text", "'age' is stated twice"),
        (
            "a  b:number,c:text,a b:text",
            "'a  b' and 'a b' differ only",
        ),
        (
            "a b:number,a\u{600}b:text",
            "'a b' and 'a\\u{600}b' differ only",
        ),
        ("ab:number,a\u{ad}b:text", "'ab' is stated twice"),
        (":number", "Column 1 has no name"),
        ("a:number,,b:text", "'' has no type"),
        ("a:number\nb:text", "more than one line"),
        ("\"a:number", "quote is not closed"),
    ] {
        let error = Schema::parse_types(line).err().unwrap();
        assert!(error.to_string().contains(what), "{line:?}: {error}");
        assert_eq!(
            (error.code().unwrap().as_str(), error.kind()),
            ("schema", Kind::Usage)
        );
        assert!(
            error.hints()[0].to_string().contains("NAME:TYPE"),
            "{error}"
        );
    }
}

#[test]
fn a_schema_has_at_most_4096_columns() {
    let columns = |count: u32| {
        let all = (0..count).map(|n| column(&format!("c{n}"), ColumnType::Number, &[]));
        Schema::new(all.collect())
    };
    assert_eq!(columns(4096).unwrap().columns().len(), 4096);
    for wrong in [0, 4097] {
        let error = columns(wrong).err().unwrap();
        assert_eq!(error.code().unwrap().as_str(), "schema");
        assert!(error.to_string().contains("1 to 4096 columns"), "{error}");
    }
}

#[test]
fn a_column_has_at_most_2_20_stated_values() {
    let mut values: Vec<String> = (0..=1 << 20).map(|n: u32| n.to_string()).collect();
    let schema = |values: &[String]| {
        Schema::new(vec![SchemaColumn {
            values: values.to_vec(),
            ..column("code", ColumnType::Text, &[])
        }])
    };
    let error = schema(&values).err().unwrap();
    assert!(
        error
            .to_string()
            .contains("at most 1\u{202f}048\u{202f}576"),
        "{error}"
    );
    values.pop();
    assert!(schema(&values).is_ok());
}

#[test]
fn a_json_schema_states_values() {
    let text = r#"{"columns":[{"name":"age","type":"number"},
        {"name":"sex","type":"text","values":["f"," m "]}]}"#;
    let schema = Schema::parse_json(text).unwrap();
    let expected = [column("age", Number, &[]), column("sex", Text, &["f", "m"])];
    assert_eq!(schema.columns(), expected);
    let again = serde_json::to_string(&schema).unwrap();
    assert_eq!(Schema::parse_json(&again).unwrap(), schema);
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("schema.json");
    std::fs::write(&file, text).unwrap();
    assert_eq!(
        Schema::from_file("columns.json", &std::fs::read(&file).unwrap()).unwrap(),
        schema
    );
    for (text, what) in [
        ("", "cannot be read"),
        ("{}", "columns"),
        (r#"{"columns":[]}"#, "1 to 4096 columns"),
        (
            r#"{"columns":[{"name":"a","type":"decimal"}]}"#,
            "must be one of: number text date",
        ),
        (
            r#"{"columns":[{"name":"a","type":"number","unit":"m"}]}"#,
            "unit",
        ),
        (
            r#"{"columns":[{"name":"a","type":"number","values":["1"]}]}"#,
            "Only a column of text has declared values",
        ),
        (
            r#"{"columns":[{"name":"a","type":"text","values":["x","x "]}]}"#,
            "'x' of column 'a' is stated twice",
        ),
        (
            r#"{"columns":[{"name":"a","type":"text","values":[" "]}]}"#,
            "column 'a' is empty",
        ),
    ] {
        let error = Schema::parse_json(text).err().unwrap();
        assert!(
            error.hints()[0].to_string().contains("JSON file"),
            "{error}"
        );
        assert!(error.to_string().contains(what), "{text}: {error}");
        assert_eq!(error.code().unwrap().as_str(), "schema");
    }
}

/// The seeds of every question are derived from these bytes: they may not change by accident.
#[test]
fn the_canonical_bytes_are_these() {
    let schema = Schema::new(vec![column("n", Number, &[]), column("t", Text, &["a"])]).unwrap();
    let expected = [
        b"\x10\0\0\0\0\0\0\0poundwise-schema".as_slice(),
        b"\x02\0\0\0\0\0\0\0",
        b"\x01\0\0\0\0\0\0\0n\x06\0\0\0\0\0\0\0number\0\0\0\0\0\0\0\0",
        b"\x01\0\0\0\0\0\0\0t\x04\0\0\0\0\0\0\0text\x01\0\0\0\0\0\0\0\x01\0\0\0\0\0\0\0a",
    ]
    .concat();
    assert_eq!(schema.canonical_bytes(), expected);
}

fn columns() -> impl Strategy<Value = Vec<SchemaColumn>> {
    let column = (
        "[a-c,:\" \n]{0,2}[a-c,:\"]",
        any::<bool>(),
        prop::collection::vec("[a-c,]{1,2}", 0..3),
    );
    prop::collection::vec(column, 1..4).prop_map(|columns| {
        let columns = columns
            .into_iter()
            .map(|(name, number, values)| SchemaColumn {
                values: if number { Vec::new() } else { values },
                ..SchemaColumn::new(name, if number { Number } else { Text })
            });
        columns.collect()
    })
}

#[property_test(config = cases(2000))]
fn what_is_written_is_read_again_and_bytes_tell_schemas_apart(
    #[strategy = columns()] a: Vec<SchemaColumn>,
    #[strategy = columns()] b: Vec<SchemaColumn>,
) {
    let (Ok(a), Ok(b)) = (Schema::new(a), Schema::new(b)) else {
        return Ok(());
    };
    prop_assert_eq!(a == b, a.canonical_bytes() == b.canonical_bytes());
    let again = Schema::parse_types(&a.types_line()).unwrap();
    prop_assert_eq!(again.types_line(), a.types_line());
    for (again, stated) in again.columns().iter().zip(a.columns()) {
        prop_assert_eq!(
            (&again.name, again.column_type),
            (&stated.name, stated.column_type)
        );
    }
}
