//! Reading CSV: what people have is read exactly, and what is wrong is refused with its line. A
//! failure here means data misread without a word, or an owner left without a way out.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

use poundwise_documents::kinds::ColumnType::{self, Number, Text};
use poundwise_documents::units::{Decimal, DecimalSign};
use poundwise_query::report::CsvPreview;
use poundwise_query::table::Cell;
use poundwise_query::{
    AttributeSpec, Parsed, Quotes, Schema,
    Separator::{self, Bar, Comma, Semicolon},
    Table, TableForm, Unit, contributing_rows, plan, preview, read_csv, seen_values,
};
use poundwise_query::{Error, Kind, RowProgress, canonical_text};
use poundwise_text::Encoding;
use proptest::prelude::*;
use proptest::property_test;

use crate::property::cases;
use tempfile::TempDir;

fn file(bytes: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.csv");
    fs::write(&path, bytes).unwrap();
    (dir, path)
}

fn look(path: &Path) -> Result<CsvPreview, Error> {
    let form = TableForm {
        encoding: Some(Encoding::Utf8),
        ..TableForm::default()
    };
    preview(path, &form, &RowProgress::silent())
}

/// Reads a file with the types, the separator and the quotes that a preview proposes.
fn suggested(path: &Path) -> Result<Parsed, Error> {
    let view = look(path)?;
    let types = Schema::parse_types(&view.types).unwrap();
    let form = TableForm {
        separator: Some(view.delimiter),
        quotes: Some(view.quotes),
        ..TableForm::default()
    };
    read_csv(path, &form, &types)
}

/// Returns the proposed separator of a file, and its number of columns with it.
fn proposed(bytes: impl AsRef<[u8]>) -> (Separator, usize) {
    let (_dir, path) = file(bytes);
    let view = look(&path).unwrap();
    assert_eq!(view.delimiter, view.proposed_delimiter);
    (view.delimiter, view.columns.len())
}

fn read(bytes: impl AsRef<[u8]>) -> Parsed {
    let (_dir, path) = file(bytes);
    suggested(&path).map_err(|e| e.to_string()).unwrap()
}

fn declared(bytes: impl AsRef<[u8]>, types: &str) -> Parsed {
    let (_dir, path) = file(bytes);
    let types = Schema::parse_types(types).unwrap();
    read_csv(&path, &TableForm::default(), &types)
        .map_err(|e| e.to_string())
        .unwrap()
}

fn refused(bytes: impl AsRef<[u8]>) -> Error {
    let (_dir, path) = file(bytes);
    let error = suggested(&path).err().unwrap();
    assert!(error.to_string().contains("people.csv"), "{error}");
    assert!(!error.hints().is_empty(), "{error}");
    error
}

fn cell(table: &Table, row: usize, column: usize) -> String {
    match table.columns()[column].cell(row) {
        Cell::Missing => "(missing)".to_owned(),
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) => text.to_owned(),
        Cell::Date(day) => day.to_string(),
    }
}

fn cells(table: &Table) -> Vec<Vec<String>> {
    (0..table.rows())
        .map(|row| {
            (0..table.columns().len())
                .map(|c| cell(table, row, c))
                .collect()
        })
        .collect()
}

fn types(table: &Table) -> Vec<ColumnType> {
    table
        .columns()
        .iter()
        .map(poundwise_query::Column::column_type)
        .collect()
}

#[test]
fn every_line_end_and_separator_gives_the_same_table() {
    let expected = vec![
        vec!["1", "a, b; c\td"],
        vec!["-2", "two\nlines"],
        vec!["(missing)", "a \"quoted\" word"],
    ];
    for separator in [",", ";", "\t"] {
        for end in ["\n", "\r\n", "\r"] {
            for mark in ["", "\u{feff}"] {
                for last in ["", end, &end.repeat(3)] {
                    let rows = [
                        format!("id{separator}\"what, they; say\""),
                        format!("1{separator}\"a, b; c\td\""),
                        format!("-2{separator}\"two\nlines\""),
                        format!("{separator}\"a \"\"quoted\"\" word\""),
                    ];
                    let text = format!("{mark}{}{last}", rows.join(end));
                    let found = proposed(&text).0.byte();
                    assert_eq!(char::from(found).to_string(), separator);
                    let parsed = read(text);
                    assert_eq!(cells(&parsed.table), expected, "{separator:?} {end:?}");
                    assert_eq!(parsed.table.columns()[1].name(), "what, they; say");
                    assert_eq!(types(&parsed.table), [Number, Text]);
                }
            }
        }
    }
}

#[test]
fn preview_proposes_the_separator_of_most_rows() {
    for (text, expected) in [
        // Decimal commas: more commas than semicolons, but not in the header.
        ("a;b;c\n1,5;2,5;3,5\n4,5;5,5;6,5\n", (Semicolon, 3)),
        ("a,b\nx;y,1\nz;w,2\n", (Comma, 2)),
        ("only\n1\n2\n", (Comma, 1)),
        ("a|b|c\n1,5|2,5|x\n4|5|\"y|z\"\n", (Bar, 3)),
        // The last row counts like any other.
        ("a,b;c\n1;2\n", (Semicolon, 2)),
        // In a tie the first separator is proposed.
        ("a,b;c\n1,2;3\n", (Comma, 2)),
    ] {
        assert_eq!(proposed(text), expected, "{text:?}");
    }
    // Only the first thousand rows count.
    let many = format!("a,b;c\n{}{}", "1,2;3\n".repeat(999), "4;5\n".repeat(9));
    assert_eq!(proposed(many), (Comma, 2));
}

/// Regression test: one row of a file without a header decided the separator, and so changed the
/// numbers of all other rows.
#[test]
fn one_row_does_not_choose_the_separator() {
    let rows = "4,5;1\n".repeat(100);
    let names = |separator| TableForm {
        columns: Some(crate::fixture::list(&["score", "group"])),
        separator,
        decimal: Some(DecimalSign::Comma),
        ..TableForm::default()
    };
    let schema = Schema::parse_types("score:number,group:number").unwrap();
    for more in ["4,5;1\n", "1,2,3,4\n", "4;5;1\n", "x\n", "\n", "65\n"] {
        let (_dir, path) = file(format!("{more}{rows}"));
        let read = |form: &TableForm| read_csv(&path, form, &schema);
        // With declared semicolons the other rows are always read the same.
        match read(&names(Some(Semicolon))) {
            Ok(parsed) => {
                let all = cells(&parsed.table);
                assert!(all.iter().rev().take(100).all(|row| *row == ["4.5", "1"]));
            }
            Err(error) => assert_eq!(more, "4;5;1\n", "{error}"),
        }
        // The default is a comma, however the rows look.
        match read(&names(None)) {
            Ok(parsed) => {
                let all = cells(&parsed.table);
                let other = ["4", "(missing)"];
                assert!(
                    all.iter().rev().take(100).all(|row| *row == other),
                    "{more:?}"
                );
            }
            Err(error) => {
                assert!(
                    error
                        .hints()
                        .iter()
                        .any(|hint| hint.to_string().contains("comma, semicolon")),
                    "{error}"
                );
                assert_eq!(more, "1,2,3,4\n", "{error}");
            }
        }
    }
}

/// With the default, a file with another separator is rejected, and its separator is not guessed.
#[test]
fn undeclared_other_separator_is_rejected() {
    let schema = Schema::parse_types("a:number,b:number").unwrap();
    let names = TableForm {
        columns: Some(crate::fixture::list(&["a", "b"])),
        ..TableForm::default()
    };
    for (text, form) in [
        ("a;b\n1;2\n3;4\n", &TableForm::default()),
        ("a\tb\n1\t2\n3\t4\n", &TableForm::default()),
        ("1;2\n3;4\n", &names),
    ] {
        let (_dir, path) = file(text);
        let error = read_csv(&path, form, &schema).err().unwrap();
        assert_eq!(
            error.code().unwrap().as_str(),
            "schema",
            "{text:?}: {error}"
        );
        let hints = error.hints().iter().map(ToString::to_string);
        assert!(
            hints
                .collect::<String>()
                .contains("declare it: comma, semicolon, tab or bar")
        );
    }
    let (_dir, path) = file("who;v\na;1\n");
    let error = seen_values(&path, &TableForm::default(), "who", &RowProgress::silent());
    let error = error.err().unwrap();
    assert!(
        error.hints()[1].to_string().contains("declare it"),
        "{error}"
    );
}

/// Regression test: two stray quotes swallowed the rows between them.
#[test]
fn stray_quote_is_rejected_with_line_and_column() {
    let rows = "5,x\n".repeat(24);
    for (text, place, what) in [
        (
            format!("n,t\n1,\"in\n{rows}2,out\" of it\n"),
            "line 27, character 7: ",
            "text follows the double quote that closes",
        ),
        (
            format!("n,t\n1,5\" pipe\n{rows}2,6\" pipe\n"),
            "line 2, character 4: field 2",
            "has a double quote and does not begin with one",
        ),
        (
            "n,t\n1, \"a\"\n".to_owned(),
            "line 2, character 4: field 2",
            "has a double quote",
        ),
        (
            "n,t\n\"1\" ,a\n".to_owned(),
            "line 2, character 4: ",
            "text follows",
        ),
        // Columns count characters, not bytes.
        (
            "n,t\r\néé,ü\"\r\n".to_owned(),
            "line 2, character 5: field 2",
            "has a double quote",
        ),
    ] {
        let (_dir, path) = file(&text);
        let form = TableForm {
            quotes: Some(Quotes::Double),
            ..TableForm::default()
        };
        let error = preview(&path, &form, &RowProgress::silent()).err().unwrap();
        assert_eq!(error.code().unwrap().as_str(), "csv-stray-quote");
        let message = error.to_string();
        assert!(
            message.contains(place) && message.contains(what),
            "{message}"
        );
        assert!(
            error.hints()[1].to_string().contains("without quotes"),
            "{error}"
        );
    }
}

#[test]
fn file_can_be_declared_without_quotes() {
    let text = "n,t\n1,5\" pipe\n2,\"a\n3,b\"\n4,a\"\"b\n";
    let (_dir, path) = file(text);
    let form = TableForm {
        quotes: Some(Quotes::None),
        ..TableForm::default()
    };
    let schema = Schema::parse_types("n:number,t:text").unwrap();
    let parsed = read_csv(&path, &form, &schema)
        .map_err(|e| e.to_string())
        .unwrap();
    let expected = [
        ["1", "5\" pipe"],
        ["2", "\"a"],
        ["3", "b\""],
        ["4", "a\"\"b"],
    ];
    assert_eq!(cells(&parsed.table), expected);
    // It is proposed if the file has quotes and no field begins with one.
    for (text, quotes) in [
        ("n,t\n1,5\" pipe\n", Quotes::None),
        ("n,t\n1,5\n", Quotes::Double),
        ("n,t\n1,\"5\"\n", Quotes::Double),
        ("\"n\",t\n1,5\n", Quotes::Double),
        ("n,t\n\u{feff}\"1\",5\n", Quotes::Double),
    ] {
        let (_dir, path) = file(text);
        let view = look(&path).map_err(|e| e.to_string()).unwrap();
        assert_eq!(
            (view.quotes, view.proposed_quotes),
            (quotes, quotes),
            "{text:?}"
        );
    }
}

#[test]
fn short_rows_have_missing_cells_and_are_counted() {
    let text = "id,age,town\n1,30,Ulm\n2,31\n\n3\n,,\n4,,Bonn\n";
    let parsed = declared(text, "id:number,age:number,town:text");
    let none = "(missing)";
    assert_eq!(
        cells(&parsed.table),
        [
            ["1", "30", "Ulm"],
            ["2", "31", none],
            ["3", none, none],
            [none, none, none],
            ["4", none, "Bonn"],
        ]
    );
    assert_eq!((parsed.report.rows, parsed.report.short_rows), (5, 2));
    let empty: Vec<u64> = parsed
        .report
        .columns
        .iter()
        .map(|column| column.empty)
        .collect();
    assert_eq!(empty, [1, 3, 3]);
    let (_dir, path) = file(text);
    let view = look(&path).unwrap();
    assert_eq!((view.short_rows, view.first_short_row), (2, Some(3)));
    assert_eq!((view.rows_over_lines, view.first_row_over_lines), (0, None));
    let (_dir, path) = file("id,town\n1,Ulm\n2,\"Ulm\n3,Bonn\"\n4,\"a\rb\"\n");
    let view = look(&path).unwrap();
    assert_eq!(
        (view.rows_over_lines, view.first_row_over_lines),
        (2, Some(3))
    );
    let error = refused("id,age\n1,2\n3,4,\n");
    assert_eq!(error.code().unwrap().as_str(), "csv-ragged", "{error}");
    assert!(error.to_string().contains("line 3"), "{error}");
}

#[test]
fn blank_line_is_a_missing_cell_of_a_single_column() {
    let none = "(missing)";
    for (text, expected) in [
        ("age\n5\n\n7\n", &["5", none, "7"][..]),
        ("age\n5\n\n", &["5", none]),
        ("\n \nage\n5\n", &["5"]),
        ("age\r\n5\r\n\r\n7", &["5", none, "7"]),
        ("age\n5\n \n\"\"\n7\n", &["5", none, none, "7"]),
    ] {
        let table = declared(text, "age:number").table;
        let column: Vec<String> = (0..table.rows()).map(|row| cell(&table, row, 0)).collect();
        assert_eq!(column, expected, "{text:?}");
    }
    let (_dir, path) = file("\n5\n\n");
    let form = TableForm {
        columns: Some(crate::fixture::list(&["age"])),
        ..TableForm::default()
    };
    let schema = Schema::parse_types("age:number").unwrap();
    assert_eq!(read_csv(&path, &form, &schema).unwrap().table.rows(), 3);
    // In a table of several columns a blank line is skipped, but a quoted empty cell is a row.
    let parsed = declared(
        "a,b\n\n1,2\n \u{feff}\n\n3,4\n\"\"\n\n",
        "a:number,b:number",
    );
    let expected = [["1", "2"], ["3", "4"], [none, none]];
    assert_eq!(cells(&parsed.table), expected);
}

/// Regression test: `Jürgen` in two Unicode forms counted as two people.
#[test]
fn texts_that_look_alike_are_equal_in_all_comparisons() {
    let text = "\u{feff}\u{feff}gro\u{308}\u{df}e,who\n1,Jürgen\n2,Ju\u{308}rgen\n\
                \u{feff}3,\u{feff}Jürgen\n4,Jür\u{ad}gen\u{a0}\n5,Ann\n6,\u{200b}\n";
    let table = declared(text, "größe:number,who:text").table;
    let people: Vec<String> = (0..6).map(|row| cell(&table, row, 1)).collect();
    let jürgen = "Jürgen";
    assert_eq!(people, [jürgen, jürgen, jürgen, jürgen, "Ann", "(missing)"]);
    assert_eq!(cell(&table, 2, 0), "3");
    let x = |spec: &AttributeSpec, unit: &Unit| {
        let plan = plan(spec, &table.schema(), unit)
            .map_err(|e| e.to_string())
            .unwrap();
        plan.compute(Some(&table), &[0; 32]).unwrap()
    };
    let unit = Unit {
        person_column: Some("who\u{200b}".to_owned()),
        ..crate::fixture::ROW
    };
    assert_eq!(x(&crate::fixture::count(), &unit), [2]);
    for form in ["Jürgen", "Ju\u{308}rgen", "\u{feff}Jürgen "] {
        let spec = crate::fixture::bins("who", &[form]);
        assert_eq!(x(&spec, &crate::fixture::ROW), [4, 2], "{form:?}");
        let mut spec = crate::fixture::filtered(crate::fixture::count(), &["gro\u{308}ße > 0"]);
        if let AttributeSpec::Count(spec) = &mut spec {
            spec.filters[0].value = "0\u{feff}".to_owned();
        }
        assert_eq!(x(&spec, &crate::fixture::ROW), [6]);
        let spec = crate::fixture::filtered(crate::fixture::count(), &[&format!("who == {form}")]);
        assert_eq!(x(&spec, &crate::fixture::ROW), [4], "{form:?}");
        let schema = Schema::parse_json(&format!(
            "{{\"columns\":[{{\"name\":\"who\",\"type\":\"text\",\"values\":[\"{form}\"]}}]}}"
        ))
        .unwrap();
        assert_eq!(schema.columns()[0].values, [jürgen]);
        assert!(
            crate::fixture::bins("who", &[jürgen])
                .undeclared_bins(&schema)
                .is_empty()
        );
    }
    // Two forms of one value are the same value stated twice.
    let twice =
        "{\"columns\":[{\"name\":\"a\",\"type\":\"text\",\"values\":[\"ü\",\"u\u{308}\"]}]}";
    assert!(
        Schema::parse_json(twice)
            .err()
            .unwrap()
            .to_string()
            .contains("twice")
    );
    let error = refused("ü,u\u{308}\n1,2\n");
    assert_eq!(error.code().unwrap().as_str(), "csv-header-doubled");
    // The preview counts the cells that the canonical form changes.
    let (_dir, path) = file(text);
    let rewritten: Vec<u64> = look(&path)
        .unwrap()
        .columns
        .iter()
        .map(|c| c.rewritten)
        .collect();
    assert_eq!(rewritten, [1, 4]);
    let counted = contributing_rows(
        &path,
        &TableForm::default(),
        None,
        "who",
        1,
        &RowProgress::silent(),
    );
    let counted = counted.unwrap();
    assert_eq!(
        (counted.units, counted.most, counted.without_unit),
        (2, 4, 1)
    );
    assert!(counted.warning.contains("come from the data"));
}

#[test]
fn repeated_ids_are_reported() {
    let (_dir, path) = file("patient_id,age,town\n7,30,Ulm\n8,31,Ulm\n7.0,30,Bonn\n7,32,Ulm\n");
    let found = look(&path).unwrap().repeated_ids;
    let found: Vec<(&str, u64)> = found
        .iter()
        .map(|ids| (ids.column.as_str(), ids.most))
        .collect();
    assert_eq!(found, [("patient_id", 2)]);
    let (_dir, path) = file("patient_id,age\n7,30\n8,31\n");
    assert!(look(&path).unwrap().repeated_ids.is_empty());
}

/// Four MiB are looked at. A row that is cut there says nothing.
#[test]
fn a_row_that_is_cut_where_no_more_is_looked_at_decides_no_separator() {
    let long = "x".repeat(3 << 20);
    let rows = format!("a;b;c,d\n1;\"{long}\";3,4\n1,2;\"{long}\";3\n");
    let (_dir, path) = file(rows);
    assert_eq!(look(&path).unwrap().delimiter, Semicolon);
}

/// A file is read in pieces of 64 KiB, which end anywhere in a character.
#[test]
fn characters_are_read_whole_wherever_the_pieces_end() {
    for shift in 0..3 {
        let text = format!(
            "n\n{}\n",
            ["€".repeat(50_000 - shift), "x".repeat(shift)].concat()
        );
        let parsed = declared(&text, "n:text");
        assert_eq!(cell(&parsed.table, 0, 0), text[2..].trim_end());
    }
    let mut wrong = "x".repeat(200_000).into_bytes();
    wrong[9] = 0xff;
    assert!(
        refused(wrong)
            .to_string()
            .contains("byte 10 of line 1 is 0xff")
    );
    for length in [(1 << 16) - 1, 1 << 16, (1 << 16) + 1] {
        let mut cut = format!("n\n{}", "x".repeat(length)).into_bytes();
        cut.truncate(length - 1);
        cut.push(0xe2);
        let error = refused(cut);
        assert_eq!(error.code().unwrap().as_str(), "file-not-utf8", "{error}");
        assert!(error.to_string().contains("is 0xe2, which"), "{error}");
    }
}

/// Opening a pipe blocks, a pipe can be read only once, and a device may have no end.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_rejected_unopened() {
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("people.csv");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let link = dir.path().join("link.csv");
    std::os::unix::fs::symlink("/dev/zero", &link).unwrap();
    for path in [&pipe, &link, Path::new("/dev/zero"), Path::new("/dev/null")] {
        let schema = Schema::parse_types("a:number").unwrap();
        for error in [
            look(path).err().unwrap(),
            read_csv(path, &TableForm::default(), &schema)
                .err()
                .unwrap(),
        ] {
            assert_eq!(error.code().unwrap().as_str(), "no-plain-file", "{error}");
            assert!(
                error.hints()[0].to_string().contains("as a file"),
                "{error}"
            );
        }
    }
}

/// Cells above 16 MiB are rejected, and long cells are cut in the sample.
#[test]
fn too_long_cell_is_rejected() {
    let (_dir, path) = file(format!("a,b\n1,{}\n", "x".repeat(17 << 20)));
    let error = look(&path).err().unwrap();
    assert_eq!(error.code().unwrap().as_str(), "csv-cell-too-large");
    assert!(
        error
            .to_string()
            .contains("line 2, field 2 is larger than 16 MiB"),
        "{error}"
    );
    let (_dir, path) = file(format!("a,b\n1,{}\n", "x".repeat(1 << 20)));
    assert_eq!(look(&path).unwrap().sample[0][1].chars().count(), 200);
}

#[test]
fn types_are_proposed_by_most_cells_and_identifiers_stay_text() {
    let many = ["5"; 9].iter().chain(&["n/a"]).copied().collect::<Vec<_>>();
    let few = ["5"; 8].iter().chain(&["n/a"]).copied().collect::<Vec<_>>();
    let zip = ["94107"; 99]
        .iter()
        .chain(&["02139"])
        .copied()
        .collect::<Vec<_>>();
    // More digits than a number has, and zeros before something else: no identifiers of digits.
    let digits = "1".repeat(40);
    let long = [&["5"; 20][..], &[digits.as_str()]].concat();
    let odd = [&["5"; 20][..], &["00x"]].concat();
    for (column, expected, others) in [
        (&["1", "-3", "", " 42 "][..], Number, 0),
        (
            &["9223372036854775808", "2.50", "1e5", "-.5", "-0"],
            Number,
            0,
        ),
        (&many, Number, 1),
        (&few, Text, 1),
        (&zip, Text, 1),
        (&["007", "008"], Text, 2),
        (&["+4412345"], Text, 1),
        // Either sign may be between thousands: 1,5 alone is a number with a decimal comma.
        (&["1,500"], Text, 1),
        (&["1,5"], Number, 0),
        (&["NaN"], Text, 1),
        (&["", ""], Text, 0),
        (&long, Number, 1),
        (&odd, Number, 1),
    ] {
        let rows: Vec<String> = column.iter().map(|c| format!("\"{c}\",x")).collect();
        let (_dir, path) = file(format!("n,other\n{}\n", rows.join("\n")));
        let seen = &look(&path).unwrap().columns[0];
        assert_eq!(seen.column_type, expected, "{column:?}");
        let empty = column.iter().filter(|c| c.trim().is_empty()).count() as u64;
        assert_eq!(
            (seen.empty, seen.not_numbers),
            (empty, others),
            "{column:?}"
        );
    }
}

#[test]
fn numbers_with_commas_are_counted_apart() {
    let (_dir, path) = file(
        "weight;income;name\n70,5;1.234,50;Ann, B.\n81,25;1.234.567,8;1,2,x\n65;-3,5;,\n\
          66;1,234.50;x\n",
    );
    let preview = preview(&path, &decimal(DecimalSign::Point), &RowProgress::silent()).unwrap();
    let seen = preview.columns.iter();
    let seen: Vec<_> = seen.map(|c| (c.not_numbers, c.with_comma)).collect();
    // `1,234.50` is one with a point.
    assert_eq!(seen, [(2, 2), (3, 3), (4, 0)]);
    assert_eq!(preview.decimal, DecimalSign::Point);
    assert_eq!(preview.proposed_decimal, DecimalSign::Comma);
}

fn decimal(decimal: DecimalSign) -> TableForm {
    TableForm {
        decimal: Some(decimal),
        ..TableForm::default()
    }
}

/// As a spreadsheet of Germany writes it.
const HOURS: &str = "name;hours;pay;share\nAnn, B.;6,5;1.234,50;12,5 %\n\nBo;7;1.000;8%\n\
                     Cy;;-3,25;\nDi;6,5x;12.34;9\n";

#[test]
fn a_table_with_decimal_commas_is_read_as_its_owner_says() {
    let (_dir, path) = file(HOURS);
    let schema = Schema::parse_types("name:text,hours:number,pay:number,share:number").unwrap();
    let semicolon = |sign| TableForm {
        separator: Some(Semicolon),
        ..decimal(sign)
    };
    let mut form = semicolon(DecimalSign::Comma);
    let rows = |form: &TableForm| cells(&read_csv(&path, form, &schema).unwrap().table);
    let none = "(missing)";
    assert_eq!(
        rows(&form),
        [
            ["Ann, B.", "6.5", "1234.5", none],
            ["Bo", "7", "1000", none],
            ["Cy", none, "-3.25", none],
            ["Di", none, none, "9"],
        ]
    );
    form.percent = true;
    let shares: Vec<String> = rows(&form)
        .into_iter()
        .map(|mut row| row.remove(3))
        .collect();
    assert_eq!(shares, ["12.5", "8", none, "9"]);
    // A point is what nothing is said of.
    let unsaid = TableForm {
        decimal: None,
        ..semicolon(DecimalSign::Point)
    };
    assert_eq!(rows(&unsaid), rows(&semicolon(DecimalSign::Point)));
    assert_eq!(rows(&unsaid)[1], ["Bo", "7", "1", none]);
    let first = ["Ann, B.", none, none, none];
    assert_eq!(rows(&unsaid)[0], first);
}

#[test]
fn a_preview_proposes_a_decimal_sign_and_names_what_is_no_number() {
    let (_dir, path) = file(HOURS);
    let view = look(&path).unwrap();
    let signs = (view.decimal, view.proposed_decimal, view.delimiter);
    assert_eq!(signs, (DecimalSign::Comma, DecimalSign::Comma, Semicolon));
    let [_, hours, pay, share] = view.columns.as_slice() else {
        panic!("{view:?}");
    };
    let told = |column: &poundwise_query::report::ProposedColumn| -> Vec<(u64, String)> {
        let cells = column.first_not_numbers.iter();
        cells.map(|cell| (cell.line, cell.text.clone())).collect()
    };
    // The blank line is a line.
    assert_eq!(told(hours), [(6, "6,5x".to_owned())]);
    assert_eq!(told(pay), [(6, "12.34".to_owned())]);
    assert_eq!((pay.with_point, pay.with_comma), (2, 0));
    assert_eq!((share.with_percent, share.not_numbers), (2, 2));
    assert_eq!(told(share).len(), 2);
    // Points before decimals are between no thousands.
    let view = preview(&path, &decimal(DecimalSign::Point), &RowProgress::silent()).unwrap();
    let pay = &view.columns[2];
    assert_eq!((pay.with_point, pay.with_comma), (0, 2));
    let percent = TableForm {
        percent: true,
        ..TableForm::default()
    };
    let view = preview(&path, &percent, &RowProgress::silent()).unwrap();
    assert_eq!(
        (view.columns[3].with_percent, view.columns[3].not_numbers),
        (2, 0)
    );
    assert_eq!(view.columns[3].column_type, Number);
    // No more than three of a column, and the lines of a file of bare CR.
    let (_dir, path) = file("n,t\r1,a\rx,\"b\rc\"\r2,d\ry,e\rz,f\rw,g\r");
    let view = look(&path).unwrap();
    let three = [
        (3, "x".to_owned()),
        (6, "y".to_owned()),
        (7, "z".to_owned()),
    ];
    assert_eq!(told(&view.columns[0]), three);
    // A row of one byte.
    let (_dir, path) = file("n\nx\ny\n");
    let view = look(&path).unwrap();
    let two = [(2, "x".to_owned()), (3, "y".to_owned())];
    assert_eq!(told(&view.columns[0]), two);
}

#[test]
fn the_decimal_sign_is_proposed_from_the_cells_that_tell_one() {
    for (cells, sign) in [
        ("6,5 7 8", DecimalSign::Comma),
        ("6.5 7 8", DecimalSign::Point),
        ("7 8", DecimalSign::Point),
        // Either sign may be between thousands.
        ("1,234 5,678", DecimalSign::Point),
        ("1.234 5.678", DecimalSign::Point),
        ("1.234 5,67", DecimalSign::Comma),
        ("1,234 5.67", DecimalSign::Point),
        ("0,123", DecimalSign::Comma),
        ("1.234.567", DecimalSign::Comma),
        ("1,234,567.8", DecimalSign::Point),
        ("6,5 6.5", DecimalSign::Point),
        ("6,5 6,5 6.5", DecimalSign::Comma),
        ("12,5% 8%", DecimalSign::Comma),
        ("6,5 1,234.5", DecimalSign::Point),
        ("6,5 1.23,5", DecimalSign::Comma),
    ] {
        let (_dir, path) = file(format!("n;t\n{};a\n", cells.replace(' ', ";a\n")));
        let view = look(&path).unwrap();
        assert_eq!(view.proposed_decimal, sign, "{cells}");
    }
}

/// A row more or less changes the reading of no other row.
#[test]
fn a_cell_is_read_by_the_form_alone() {
    let schema = Schema::parse_types("n:number").unwrap();
    for sign in [DecimalSign::Comma, DecimalSign::Point] {
        for cell in ["1.234", "1,5", "1.5", "1.234,5", "12%", "7"] {
            let alone = file(format!("n\n\"{cell}\"\n"));
            let first = |path: &Path| {
                let parsed = read_csv(path, &decimal(sign), &schema).unwrap();
                cells(&parsed.table).remove(0)
            };
            for other in ["6,5", "6.5", "x", "1.234", "12 %"] {
                let both = file(format!("n\n\"{cell}\"\n\"{other}\"\n"));
                assert_eq!(first(&alone.1), first(&both.1), "{cell} beside {other}");
            }
        }
    }
}

#[test]
fn the_owner_may_say_which_separator_it_is() {
    let (_dir, path) = file("a,b;c\n1,2;3\n");
    for (separator, columns) in [(Comma, 2), (Semicolon, 2), (Separator::Tab, 1), (Bar, 1)] {
        let form = TableForm {
            separator: Some(separator),
            ..TableForm::default()
        };
        let view = preview(&path, &form, &RowProgress::silent()).unwrap();
        assert_eq!((view.delimiter, view.columns.len()), (separator, columns));
    }
}

#[test]
fn cells_are_kept_in_the_canonical_form_of_their_type() {
    let text = "n,t\n 2.50 , padded \n1e2,x\n+5,\n,   \n7.00,7.00\n";
    let parsed = declared(text, "t:text,n:number");
    assert_eq!(types(&parsed.table), [Number, Text]);
    let expected = [
        ["2.5", "padded"],
        ["100", "x"],
        ["(missing)", "(missing)"],
        ["(missing)", "(missing)"],
        ["7", "7.00"],
    ];
    assert_eq!(cells(&parsed.table), expected);
    let (n, t) = (&parsed.report.columns[0], &parsed.report.columns[1]);
    assert_eq!((n.empty, n.not_conforming), (1, 1));
    assert_eq!((t.empty, t.not_conforming), (2, 0));
    assert_eq!(parsed.report.rows, 5);
    assert_eq!(parsed.report.rows_without_person, None);
}

/// Today's fault: one cell that is no number turned a column to text, and 7, 7.0 and 7.00 were
/// three values.
#[test]
fn one_cell_moves_a_count_by_one_at_most() {
    let count = |last: &str, types: &str| {
        let rows: String = ["7", "7.0", "7.00", "8"]
            .iter()
            .cycle()
            .take(400)
            .map(|cell| format!("{cell}\n"))
            .collect();
        let spec = crate::fixture::filtered(crate::fixture::count(), &["code == 7"]);
        let table = declared(format!("code\n{rows}{last}\n"), types).table;
        let plan = plan(&spec, &table.schema(), &crate::fixture::ROW).unwrap();
        let question = plan.question().clone();
        (plan.compute(Some(&table), &[0; 32]).unwrap()[0], question)
    };
    let (number, asked) = count("7", "code:number");
    assert_eq!(number, 301);
    // Not by what the cell is, and the signed question does not tell of it.
    for other in ["n/a", "x", "8", "1e-40", "07"] {
        assert_eq!(count(other, "code:number"), (300, asked.clone()), "{other}");
    }
    // As text they are three.
    assert_eq!(count("7", "code:text").0, 101);
}

#[test]
fn numbers_of_any_size_are_stored_exactly() {
    for cells in [
        &["1", "-2", "9223372036854775807"][..],
        &["-9223372036854775808", "9223372036854775808"],
        &["0.5", "999999999999999999"],
        &["0.000000000000000001", "0.999999999999999999"],
        &["0.000000000000000001", "1"],
        &["9999999999999999999999999999999999999", "-0.5"],
        &["1234567890123456789.123456789012345678", "7"],
    ] {
        let text: String = cells.iter().map(|cell| format!("{cell},x\n")).collect();
        let table = declared(format!("n,t\n{text},y\n"), "n:number,t:text").table;
        let again = Table::from_parquet(&table.to_parquet().unwrap()).unwrap();
        for table in [&table, &again] {
            let found: Vec<String> = (0..cells.len()).map(|row| cell(table, row, 0)).collect();
            assert_eq!(found, cells);
            assert_eq!(cell(table, cells.len(), 0), "(missing)");
            assert_eq!(types(table), [Number, Text]);
        }
    }
}

#[test]
fn a_preview_tells_what_a_file_holds() {
    let rows: String = (0..30).map(|i| format!("{i};{i},5;z\n")).collect();
    let (_dir, path) = file(format!("id;\"size, in m\";c\n{rows}"));
    let view = look(&path).unwrap();
    assert_eq!((view.suggested_name.as_str(), view.rows), ("people", 30));
    assert_eq!(view.delimiter, Semicolon);
    assert_eq!(view.sample.len(), 20);
    assert_eq!(view.sample[3], ["3", "3,5", "z"]);
    assert_eq!(view.columns[0].column_type, Number);
    assert_eq!(view.types, "id:number,\"size, in m:number\",c:text");
    let view = preview(&path, &decimal(DecimalSign::Point), &RowProgress::silent()).unwrap();
    assert_eq!(view.types, "id:number,\"size, in m:text\",c:text");
    assert!(view.header_like_data.is_empty());
}

#[test]
fn a_header_that_looks_like_data_is_pointed_out() {
    for (text, expected) in [
        ("id,sex\n1,f\n2,m\n", &[][..]),
        ("17,sex\n1,f\n2,m\n", &["17"]),
        ("id,f\n1,f\n2,m\n", &["f"]),
        ("0,f\n1,f\n2,m\n", &["0", "f"]),
    ] {
        let (_dir, path) = file(text);
        assert_eq!(look(&path).unwrap().header_like_data, expected, "{text:?}");
    }
    let error = refused("f,f\n1,2\n");
    assert_eq!(error.code().unwrap().as_str(), "csv-header-doubled");
    assert!(
        error.hints()[1].to_string().contains("without a header"),
        "{error}"
    );
}

#[test]
fn a_file_without_a_header_is_read_from_its_first_row() {
    let (_dir, path) = file("1,f\n2,m\n3,f\n");
    let names = |names: &[&str]| TableForm {
        columns: Some(crate::fixture::list(names)),
        ..TableForm::default()
    };
    let named = names(&["id", " sex "]);
    let view = preview(&path, &named, &RowProgress::silent()).unwrap();
    assert_eq!((view.rows, view.types.as_str()), (3, "id:number,sex:text"));
    assert!(view.header_like_data.is_empty());
    let numbered = preview(&path, &names(&["17", "f"]), &RowProgress::silent()).unwrap();
    assert!(numbered.header_like_data.is_empty(), "they are no data");
    assert_eq!(view.sample[0], ["1", "f"]);
    let schema = Schema::parse_types(&view.types).unwrap();
    let parsed = read_csv(&path, &named, &schema).unwrap();
    assert_eq!(cells(&parsed.table), [["1", "f"], ["2", "m"], ["3", "f"]]);
    for (wrong, what) in [
        (
            names(&["id"]),
            "line 1 has 2 fields, and one column is named",
        ),
        (names(&["id", "id"]), "'id' is stated twice"),
        (names(&["id", ""]), "Column 2 has no name"),
    ] {
        let error = preview(&path, &wrong, &RowProgress::silent())
            .err()
            .unwrap();
        assert!(error.to_string().contains(what), "{error}");
        assert_eq!(error.code().unwrap().as_str(), "schema");
    }
}

#[test]
fn types_are_of_the_files_columns() {
    let (_dir, path) = file("id,sex\n1,f\n");
    for (types, what) in [
        ("id:number", "Column 'sex' has no type"),
        (
            "id:number,sex:text,age:number",
            "'age', which the file does not have",
        ),
    ] {
        let types = Schema::parse_types(types).unwrap();
        let error = read_csv(&path, &TableForm::default(), &types)
            .err()
            .unwrap();
        assert!(error.to_string().contains(what), "{error}");
        assert_eq!(
            (error.code().unwrap().as_str(), error.kind()),
            ("schema", Kind::Usage)
        );
    }
}

#[test]
fn values_are_proposed_on_request_with_a_warning() {
    let (_dir, path) = file("id,sex\n1,m\n2, f \n3,\n4,m\n");
    let values =
        |column: &str| seen_values(&path, &TableForm::default(), column, &RowProgress::silent());
    let seen = values("sex").unwrap();
    assert_eq!(seen.values, ["f", "m"]);
    assert!(seen.warning.contains("only one person has"));
    assert_eq!(
        values("age").err().unwrap().code().unwrap().as_str(),
        "unknown-column"
    );
    // A number is one unit however it is written, a missing cell is nobody's.
    let (_dir, units) = file("who,x\n7,1\n7.0,2\n7,3\n8,4\n,5\nno number,6\n");
    let counted = |types: &str, column: &str| {
        let schema = Schema::parse_types(types).unwrap();
        let silent = RowProgress::silent();
        contributing_rows(
            &units,
            &TableForm::default(),
            Some(&schema),
            column,
            2,
            &silent,
        )
    };
    let of = |types: &str| {
        let told = counted(types, "who").unwrap();
        [
            told.rows,
            told.units,
            told.most,
            told.counted,
            told.without_unit,
        ]
    };
    assert_eq!(of("who:number,x:number"), [6, 2, 3, 3, 2]);
    assert_eq!(of("who:text,x:number"), [6, 4, 2, 5, 1]);
    let error = counted("who:text,x:number", "whose").err().unwrap();
    assert_eq!(error.code().unwrap().as_str(), "unknown-column");
    let as_many: String = (0..10_000).map(|i| format!("x{i}\n")).collect();
    let (_dir, path) = file(format!("t\n{as_many}"));
    let seen = seen_values(&path, &TableForm::default(), "t", &RowProgress::silent()).unwrap();
    assert_eq!(seen.values.len(), 10_000);
    let (_dir, path) = file(format!("t\n{as_many}one more\n"));
    let error = seen_values(&path, &TableForm::default(), "t", &RowProgress::silent())
        .err()
        .unwrap();
    assert_eq!(error.code().unwrap().as_str(), "too-many-values");
}

#[test]
fn broken_files_are_refused_with_their_line() {
    for (bytes, code, message) in [
        (&b""[..], "csv-empty", "is empty"),
        (b"\n\n\r\n", "csv-empty", "is empty"),
        (b"\xef\xbb\xbf", "csv-empty", "is empty"),
        (b"a,b\n", "csv-no-rows", "column names, but no row"),
        (
            b"a,b\r1,2\r1,2,3\r",
            "csv-ragged",
            "line 3 has 3 fields, and the header has 2",
        ),
        (
            b"a,b\n\n\"1\n\n\",2\r\n\r\nx,y,z\n",
            "csv-ragged",
            "line 7 has 3 fields",
        ),
        (
            b"a,b\n1,2\n3,\"x\n4,5\n",
            "csv-unclosed-quote",
            "begins at line 3, the double quote that opens field 2",
        ),
        (
            b"a,\"b\n1,2\n",
            "csv-unclosed-quote",
            "begins at line 1, the double quote that opens field 2",
        ),
        (b"a,b\n1,\"", "csv-unclosed-quote", "line 2"),
        (
            b"a,a\n1,2\n",
            "csv-header-doubled",
            "columns 1 and 2 are both named 'a'",
        ),
        (b"a, a\n1,2\n", "csv-header-doubled", "both named 'a'"),
        (
            b"a,b\n1,\xe9\n",
            "file-not-utf8",
            "byte 3 of line 2 is 0xe9",
        ),
        (b"a,b\r\n1,2\r\n3,\xff\n", "file-not-utf8", "line 3"),
        (b"\xff\xfea\0", "file-not-utf8", "UTF-16"),
        (b"\xfe\xff\0a", "file-not-utf8", "UTF-16"),
        (
            b"PK\x03\x04\0\0",
            "file-damaged",
            "its directory is damaged",
        ),
        (
            b"a,b\n1,2\n3,\0\n",
            "file-binary",
            "byte 3 of line 3 is a zero byte",
        ),
    ] {
        let error = refused(bytes);
        assert_eq!(error.code().unwrap().as_str(), code, "{bytes:?}: {error}");
        assert!(error.to_string().contains(message), "{bytes:?}: {error}");
        assert_eq!(error.kind(), Kind::Refused);
    }
    let error = refused("a,b\n1,2\n1,2,3\n");
    assert!(
        error.hints()[0].to_string().contains("double quotes"),
        "{error}"
    );
    let most = format!(
        "{}\n{}\n",
        (0..4096)
            .map(|n| format!("c{n}"))
            .collect::<Vec<_>>()
            .join(","),
        vec!["1"; 4096].join(",")
    );
    assert_eq!(read(most).table.columns().len(), 4096);
    let wide = format!(
        "{}\n{}\n",
        vec!["x"; 4097].join(","),
        vec!["1"; 4097].join(",")
    );
    let error = refused(wide);
    assert!(
        error.to_string().contains("has 4097 columns; at most 4096"),
        "{error}"
    );
}

#[test]
fn a_file_cut_anywhere_is_refused_or_a_whole_number_of_rows() {
    let whole = "id,\"what, they say\",n\n1,\"a \"\"b\"\"\nc\",2.5\n22,\"d\",33\n3,\"e,f\",4\n";
    let all = cells(&read(whole).table);
    for cut in 0..whole.len() {
        let (_dir, path) = file(&whole[..cut]);
        if let Ok(parsed) = suggested(&path) {
            let rows = parsed.table.rows();
            let table = cells(&parsed.table);
            assert_eq!(table[..rows - 1], all[..rows - 1], "cut at {cut}");
            assert_eq!(table[rows - 1].len(), 3, "cut at {cut}");
        }
    }
}

#[test]
fn files_that_are_not_there_or_are_folders() {
    let dir = tempfile::tempdir().unwrap();
    let error = look(&dir.path().join("none.csv")).err().unwrap();
    assert_eq!(error.kind(), Kind::Failed);
    assert!(
        error.to_string().contains("cannot read") && error.to_string().contains("none.csv"),
        "{error}"
    );
    let error = look(dir.path()).err().unwrap();
    assert!(error.to_string().contains("is a folder"), "{error}");
}

#[test]
fn a_file_beyond_four_gib_is_refused() {
    let (_dir, path) = file("a,b\n1,2\n");
    // Sparse: no disk is used.
    fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len((4 << 30) + 1)
        .unwrap();
    let error = look(&path).err().unwrap();
    assert_eq!(error.code().unwrap().as_str(), "file-too-large");
    // One of exactly as much is looked at.
    fs::OpenOptions::new()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(4 << 30)
        .unwrap();
    assert_eq!(
        look(&path).err().unwrap().code().unwrap().as_str(),
        "file-binary"
    );
}

#[test]
fn a_file_without_a_name_is_suggested_as_a_dataset() {
    let (dir, path) = file("a,b\n1,2\n");
    let unnamed = dir.path().join(" .csv");
    fs::rename(path, &unnamed).unwrap();
    assert_eq!(look(&unnamed).unwrap().suggested_name, "dataset");
}

fn leading_zero(text: &str) -> bool {
    let digits = text.trim_start_matches('-').as_bytes();
    matches!(digits, [b'0', b'0'..=b'9', ..])
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        "[-0-9.e]{0,6}",
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,4})?",
        "[a-zäß,;\t\" \r\n]{0,8}",
    ]
}

fn rows() -> impl Strategy<Value = Vec<Vec<String>>> {
    (1usize..5).prop_flat_map(|width| {
        let row = prop::collection::vec(field(), width);
        prop::collection::vec(row, 1..12)
    })
}

/// Any byte, and often one that a CSV reader acts on.
fn byte() -> impl Strategy<Value = u8> {
    let acted_on = prop::sample::select(b",\"\n\ra1".to_vec());
    prop_oneof![6 => acted_on, 1 => any::<u8>()]
}

#[test]
fn rows_without_content_are_rows_if_there_are_no_others() {
    for (text, rows) in [("a,b\n,\n", 1), ("a,b\n,\n,\n", 2), ("a,b\n1,\n,\n", 1)] {
        let (_dir, path) = file(text);
        assert_eq!(look(&path).unwrap().rows, rows, "{text:?}");
    }
}

/// What a CSV writer wrote is what is read, and Parquet gives it back cell for cell, types and
/// names included.
#[property_test(config = cases(400))]
fn written_read_stored_and_read_again(
    #[strategy = rows()] rows: Vec<Vec<String>>,
    #[strategy = 0..3usize] end: usize,
) {
    // csv's writer quotes where its reader needs it; a field of spaces alone is fine.
    use csv::Terminator::{Any, CRLF};
    let terminator = [Any(b'\n'), CRLF, Any(b'\r')][end];
    let mut writer = csv::WriterBuilder::new()
        .terminator(terminator)
        .quote_style(csv::QuoteStyle::Always)
        .from_writer(Vec::new());
    let width = rows[0].len();
    writer
        .write_record((0..width).map(|i| format!("c.{i} \"é\"")))
        .unwrap();
    for row in &rows {
        writer.write_record(row).unwrap();
    }
    let parsed = read(writer.into_inner().unwrap());
    for (row, written) in rows.iter().enumerate() {
        for (column, written) in written.iter().enumerate() {
            let found = cell(&parsed.table, row, column);
            let written = &*canonical_text(written);
            match parsed.table.columns()[column].column_type() {
                _ if written.is_empty() => prop_assert_eq!(found, "(missing)"),
                Text => prop_assert_eq!(found, written),
                // Canonical: the same decimal, or no number at all.
                Number => match written.parse::<Decimal>() {
                    Ok(decimal) if !leading_zero(written) => {
                        prop_assert_eq!(found, decimal.to_string());
                    }
                    _ => {}
                },
                ColumnType::Date => {}
            }
        }
    }
    let again = Table::from_parquet(&parsed.table.to_parquet().unwrap()).unwrap();
    prop_assert_eq!(again.schema(), parsed.table.schema());
    prop_assert_eq!(cells(&again), cells(&parsed.table));
}

/// No file makes the reader panic.
#[property_test(config = cases(400))]
fn any_bytes_are_read_or_refused(
    #[strategy = prop::collection::vec(byte(), 0..200)] bytes: Vec<u8>,
) {
    let (_dir, path) = file(bytes);
    if let Err(error) = suggested(&path) {
        prop_assert!(!error.hints().is_empty());
    }
}

/// A damaged stored table is an error, never a panic.
#[property_test(config = cases(400))]
fn damaged_parquet_is_refused(
    #[strategy = 0usize..2000] at: usize,
    #[strategy = 0u8..8] bit: u8,
    cut: bool,
) {
    let table = read("id,name\n1,a\n2,b\n3,\n").table;
    let mut bytes = table.to_parquet().unwrap();
    let at = at % bytes.len();
    if cut {
        bytes.truncate(at);
        prop_assert!(Table::from_parquet(&bytes).is_err());
    } else {
        bytes[at] ^= 1 << bit;
        if let Err(error) = Table::from_parquet(&bytes) {
            prop_assert_eq!(error.code().unwrap().as_str(), "broken-table");
        }
    }
}

#[test]
fn more_rows_than_one_group_come_back() {
    let rows = 150_000usize;
    let text: String = (0..rows)
        .map(|i| {
            if i % 7 == 0 {
                format!("{i},\n")
            } else {
                format!("{i},x{i}\n")
            }
        })
        .collect();
    let table = read(format!("id,name\n{text}")).table;
    let again = Table::from_parquet(&table.to_parquet().unwrap()).unwrap();
    assert_eq!(again.rows(), rows);
    for row in [0, 1, 65_535, 65_536, 131_072, rows - 1] {
        assert_eq!(cell(&again, row, 0), row.to_string());
        assert_eq!(cell(&again, row, 1), cell(&table, row, 1));
    }
}
