//! Tables in the shapes that spreadsheets, statistics offices and survey tools write. A preview
//! proposes the form, and the file is read by it. A failure here means numbers that are wrong or
//! missing, or rows that depend on other rows.

use std::fs;
use std::path::{Path, PathBuf};

use poundwise_query::report::CsvPreview;
use poundwise_query::table::Cell;
use poundwise_query::{
    Grouping, Parsed, RowProgress, Schema, SignForms, TableForm, UnreadReason, preview, read_csv,
};

use crate::files::shared_case;

fn file(bytes: impl AsRef<[u8]>) -> (tempfile::TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("t.csv");
    fs::write(&path, bytes).unwrap();
    (dir, path)
}

fn look(path: &Path) -> CsvPreview {
    preview(path, &TableForm::default(), &RowProgress::silent()).unwrap()
}

fn cells(parsed: &Parsed) -> Vec<Vec<String>> {
    let table = &parsed.table;
    let cell = |row, column: &poundwise_query::Column| match column.cell(row) {
        Cell::Missing => "(missing)".to_owned(),
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) => text.to_owned(),
        Cell::Date(day) => day.to_string(),
    };
    (0..table.rows())
        .map(|row| {
            table
                .columns()
                .iter()
                .map(|column| cell(row, column))
                .collect()
        })
        .collect()
}

fn read(path: &Path, form: &TableForm, types: &str) -> Vec<Vec<String>> {
    let schema = Schema::parse_types(types).unwrap();
    cells(&read_csv(path, form, &schema).unwrap())
}

/// Reads a file in the form and with the types that its preview proposes.
fn as_proposed(path: &Path) -> (CsvPreview, Vec<Vec<String>>) {
    let view = look(path);
    let rows = read(path, &view.form, &view.types);
    (view, rows)
}

#[test]
fn each_case_is_read_right_in_the_form_that_its_preview_proposes() {
    for (name, types, rows) in [
        (
            "03-us-thousands/incomes.csv",
            "id:text,income:number",
            &["a 1234.5", "b 22000", "c 980.25", "d 105310"][..],
        ),
        (
            "04-space-apostrophe-thousands/fr.csv",
            "id:text,betrag:number",
            &["a 1234.5", "b 22000", "c 980.25", "d 105310"],
        ),
        (
            "04-space-apostrophe-thousands/ch.csv",
            "id:text,betrag:number",
            &["a 1234.5", "b 22000", "c 980.25", "d 105310"],
        ),
        (
            "05-plus-sign/change.csv",
            "id:text,change:number",
            &["a 5", "b -3", "c 2.5", "d 4"],
        ),
        (
            "06-unicode-minus/temp.csv",
            "id:text,temp:number",
            &["a -5", "b -3.5", "c 2.5", "d 4"],
        ),
        (
            "07-trailing-minus/sap.csv",
            "id:text,saldo:number",
            &["a -5", "b -3.5", "c 2.5", "d -4"],
        ),
        (
            "09-sep-line/excel.csv",
            "id:text,age:number",
            &["a 30", "b 41"],
        ),
        (
            "10-pandas-index/df.csv",
            "column 1:number,age:number,sex:text",
            &["0 30 f", "1 41 m"],
        ),
        (
            "10-pandas-index/r.csv",
            "column 1:number,age:number,sex:text",
            &["1 30 f", "2 41 m"],
        ),
        (
            "12-qualtrics/qualtrics.csv",
            "StartDate:date,ResponseId:text,Q1:number,Q2:text",
            &[
                "2026-01-01 R_1 30 yes",
                "2026-01-02 R_2 41 no",
                "2026-01-03 R_3 55 yes",
            ],
        ),
        (
            "13-nfd/mixed.csv",
            "ort:text,alter:number",
            &["Köln 30", "Köln 41", "Köln 50"],
        ),
        (
            "13-nfd/nfdhead.csv",
            "größe:number,x:number",
            &["170 1", "180 2"],
        ),
        (
            "21-preamble/genesis.csv",
            "id:text,alter:number,ort:text",
            &["a 30 Köln", "b 41 Bonn"],
        ),
    ] {
        let Some(path) = shared_case(name) else {
            continue;
        };
        let (view, found) = as_proposed(&path);
        assert_eq!(view.types, types, "{name}");
        let found: Vec<String> = found.iter().map(|row| row.join(" ")).collect();
        assert_eq!(found, rows, "{name}");
    }
}

/// A cell with more than 18 decimals was missing.
#[test]
fn numbers_with_more_decimals_than_are_kept_are_rounded() {
    if let Some(path) = shared_case("08-small-floats/pvalues.csv") {
        let (view, rows) = as_proposed(&path);
        assert_eq!((rows.len(), view.columns[1].not_numbers), (200, 0));
        assert!(rows.iter().all(|row| row[1] != "(missing)"));
        let sum: f64 = rows.iter().map(|row| row[1].parse::<f64>().unwrap()).sum();
        assert!((sum / 200.0 - 0.009_589_941_028_463_93).abs() < 1e-16);
    }
    let (_dir, path) = file("p,q\n1.2345678901234567e-05,2.345\n5e-324,-2.345\n");
    let form = TableForm::default();
    assert_eq!(
        read(&path, &form, "p:number,q:number(2)"),
        [["0.000012345678901235", "2.35"], ["0", "-2.35"]]
    );
    for (types, what) in [("p:number(19)", "at most 18"), ("p:text(2)", "not a type")] {
        let error = Schema::parse_types(types).err().unwrap();
        assert!(error.to_string().contains(what), "{error}");
    }
    let schema = Schema::parse_types("q:number(2),p:number").unwrap();
    assert_eq!(schema.types_line(), "q:number(2),p:number");
}

#[test]
fn a_column_can_be_written_in_another_way_than_the_file() {
    let (_dir, path) = file("n;m\n1,5;1.5\n2,5;2.5\n");
    let schema = Schema::parse_json(
        r#"{"columns":[{"name":"n","type":"number","numbers":{"decimal":"comma"}},
            {"name":"m","type":"number"}]}"#,
    )
    .unwrap();
    let form = TableForm {
        separator: Some(poundwise_query::Separator::Semicolon),
        ..TableForm::default()
    };
    let read = cells(&read_csv(&path, &form, &schema).unwrap());
    assert_eq!(read, [["1.5", "1.5"], ["2.5", "2.5"]]);
    let text = r#"{"columns":[{"name":"n","type":"text","decimals":2}]}"#;
    assert!(Schema::parse_json(text).is_err());
}

#[test]
fn lines_around_a_table_are_proposed_and_left_out() {
    let table = "id,age\na,30\nb,41\n";
    for (text, first, below) in [
        (table.to_owned(), None, None),
        (format!("Title\n\n{table}"), Some(3), None),
        (
            format!("A note with 'quotes\" and more\r\n{table}"),
            Some(2),
            None,
        ),
        (format!("sep=,\n{table}"), Some(2), None),
        (format!("\"sep=,\"\r\n{table}"), Some(2), None),
        (
            format!("Title\rStand: 2024\r{}", table.replace('\n', "\r")),
            Some(3),
            None,
        ),
        (format!("{table}\n____\nSource: us\n"), None, Some(2)),
        (format!("{table}Source: us"), None, Some(1)),
        (format!("{table}Source: us\n\n"), None, Some(2)),
        (format!("Title\n{table}Source: us\n"), Some(2), Some(1)),
    ] {
        let (_dir, path) = file(&text);
        let (view, rows) = as_proposed(&path);
        assert_eq!(
            (view.form.first_line, view.form.lines_below),
            (first, below),
            "{text:?}"
        );
        assert_eq!(rows, [["a", "30"], ["b", "41"]], "{text:?}");
    }
    let (_dir, path) = file("Title\n\nid;n;m\na;1;2\nb;3;4\nSource: us\n");
    let view = look(&path);
    assert_eq!(view.lines_above, ["Title", ""]);
    assert_eq!(view.lines_below, ["Source: us"]);
    // What is declared is not proposed.
    let form = TableForm {
        lines_below: Some(0),
        ..view.form
    };
    let view = preview(&path, &form, &RowProgress::silent()).unwrap();
    assert_eq!((view.rows, view.short_rows), (3, 1));
}

#[test]
fn lines_are_counted_in_texts_of_any_length() {
    for end in ["\n", "\r", "\r\n"] {
        // The pieces of a text are 64 KiB long.
        for length in [65_533, 65_534, 65_535, 65_536, 200_000] {
            let note = "x".repeat(length);
            let text = [&note, "", "id,age", "a,30", &note, "é"].join(end);
            let (_dir, path) = file(&text);
            let form = TableForm {
                first_line: Some(3),
                lines_below: Some(2),
                ..TableForm::default()
            };
            assert_eq!(read(&path, &form, "id:text,age:number"), [["a", "30"]]);
            let form = TableForm {
                columns: Some(vec!["id".to_owned(), "age".to_owned()]),
                first_line: Some(4),
                ..form
            };
            assert_eq!(read(&path, &form, "id:text,age:number"), [["a", "30"]]);
        }
    }
    let (_dir, path) = file("id,age\na,30\n");
    for (first, below) in [(3, 0), (9, 0), (1, 2), (1, 99)] {
        let form = TableForm {
            first_line: Some(first),
            lines_below: Some(below),
            ..TableForm::default()
        };
        let schema = Schema::parse_types("id:text,age:number").unwrap();
        let error = read_csv(&path, &form, &schema).err().unwrap();
        assert_eq!(
            error.code().unwrap().as_str(),
            "csv-empty",
            "{first} {below}: {error}"
        );
        assert!(error.to_string().contains("no table"), "{error}");
    }
}

#[test]
fn rows_of_a_header_are_proposed_from_words_above_numbers() {
    for (text, rows) in [
        ("age,n\n30,1\n41,2\n", None),
        ("age,n\nyears,EUR\n30,1\n41,2\n", Some(2)),
        (
            "age,n\nAge of you?,How much?\nyears,EUR\n30,1\n41,2\n",
            Some(3),
        ),
        // These are missing cells, and rows.
        ("age,n\nn/a,1\n30,1\n41,2\n", None),
        ("age\nn/a\n30\n41\n", None),
        ("a,b\nx,y\nz,w\n", None),
    ] {
        let (_dir, path) = file(text);
        assert_eq!(look(&path).form.header_rows, rows, "{text:?}");
    }
    // Line ends in the header's cells are part of them.
    let (_dir, path) = file("a,b\n\"How\nmany?\",\"When\n?\"\n1,2\n3,4\n");
    let (view, rows) = as_proposed(&path);
    assert_eq!((view.form.header_rows, rows.len()), (Some(2), 2));
}

#[test]
fn separators_at_the_end_of_lines_are_proposed_to_be_left_out() {
    let plain = [["1", "x"], ["2", "y"]];
    for text in [
        "a;b;\n1;x;\n2;y;\n",
        "a;b\n1;x;\n2;y;\n",
        "a;b;;;\n1;x;;;\n2;y;;;\n;;;;\n;;;;\n",
        "a;b\n1;x\n2;y\n;\n",
    ] {
        let (_dir, path) = file(text);
        let (view, rows) = as_proposed(&path);
        assert_eq!(view.form.trailing_separators, Some(true), "{text:?}");
        assert_eq!(rows, plain, "{text:?}");
        assert_eq!(view.short_rows, 0);
    }
    for text in [
        "a;b;\n1;x;\n2;y;z\n",
        "a;b\n1;x\n;\n2;y\n",
        "a;b\n1;x\n2;y\n",
    ] {
        let (_dir, path) = file(text);
        assert_eq!(look(&path).form.trailing_separators, None, "{text:?}");
    }
    // Cells with content are never left out.
    let (_dir, path) = file("a;b\n1;x;;z\n");
    let form = TableForm {
        trailing_separators: Some(true),
        separator: Some(poundwise_query::Separator::Semicolon),
        ..TableForm::default()
    };
    let schema = Schema::parse_types("a:number,b:text").unwrap();
    let error = read_csv(&path, &form, &schema).err().unwrap();
    assert_eq!(error.code().unwrap().as_str(), "csv-ragged");
}

#[test]
fn columns_can_be_left_out_and_those_without_a_name_get_one() {
    let (_dir, path) = file("a,,c,\n1,2,3,4\n5,6,7,8\n");
    let view = look(&path);
    assert_eq!(view.nameless, ["column 2", "column 4"]);
    let form = TableForm {
        ignored: vec!["column 2".to_owned(), " c".to_owned()],
        ..TableForm::default()
    };
    assert_eq!(
        read(&path, &form, "a:number,column 4:text"),
        [["1", "4"], ["5", "8"]]
    );
    let view = preview(&path, &form, &RowProgress::silent()).unwrap();
    assert_eq!(view.types, "a:number,column 4:number");
    assert_eq!(view.sample[0], ["1", "4"]);
    for (ignored, code) in [
        (vec!["x"], "unknown-column"),
        (vec!["a", "column 2", "c", "column 4"], "schema"),
    ] {
        let form = TableForm {
            ignored: ignored.into_iter().map(str::to_owned).collect(),
            ..TableForm::default()
        };
        let error = preview(&path, &form, &RowProgress::silent()).err().unwrap();
        assert_eq!(error.code().unwrap().as_str(), code);
    }
}

#[test]
fn cells_that_are_not_read_have_a_reason_at_any_share() {
    let (_dir, path) = file("n,t\n5,a\n+5,b\nx,c\n(5),d\n5 €,e\n007,f\n");
    let form = TableForm {
        grouping: Some(Grouping::None),
        signs: Some(SignForms::default()),
        currency: Some(Vec::new()),
        ..TableForm::default()
    };
    let view = preview(&path, &form, &RowProgress::silent()).unwrap();
    let column = &view.columns[0];
    let shown: Vec<_> = column
        .first_not_numbers
        .iter()
        .map(|cell| (cell.line, cell.text.as_str(), cell.reason.clone()))
        .collect();
    assert_eq!(
        shown,
        [
            (3, "+5", UnreadReason::Plus),
            (4, "x", UnreadReason::NoNumber),
            (5, "(5)", UnreadReason::Brackets)
        ]
    );
    let reasons: u64 = column.reasons.iter().map(|one| one.cells).sum();
    assert_eq!(
        (reasons, column.not_numbers, column.reasons.len()),
        (5, 5, 5)
    );
}

#[test]
fn currencies_are_proposed_if_there_is_one() {
    for (cells, marks) in [
        ("$5 $1,234.50", Some("$")),
        ("5_€ 7_EUR", Some("EUR €")),
        ("$5 €5", None),
        ("R1 R2", None),
    ] {
        let rows: String = cells
            .split(' ')
            .map(|cell| format!("\"{}\";x\n", cell.replace('_', " ")))
            .collect();
        let (_dir, path) = file(format!("n;t\n{rows}"));
        let view = look(&path);
        let found = view.form.currency.map(|marks| {
            let marks: Vec<&str> = marks
                .iter()
                .map(poundwise_query::CurrencyMark::as_str)
                .collect();
            marks.join(" ")
        });
        assert_eq!(found.as_deref(), marks, "{cells}");
    }
}

/// Adding, removing or changing a row changes the reading of no other row.
#[test]
fn neighbouring_files_read_the_other_rows_the_same() {
    let rows = [
        "a;1.234,50;+5;;",
        "b;\u{2212}3,5;(4);;",
        "c;x;5-;;",
        ";;;;",
        "d;12 %;1 234;;",
        "e;007;€ 5;;",
        ";;",
        "Source: us",
        "f",
    ];
    let form = TableForm {
        separator: Some(poundwise_query::Separator::Semicolon),
        decimal: Some(poundwise_documents::units::DecimalSign::Comma),
        grouping: Some(Grouping::Any),
        signs: Some(SignForms {
            plus: true,
            ..SignForms::USUAL
        }),
        first_line: Some(3),
        header_rows: Some(2),
        lines_below: Some(2),
        trailing_separators: Some(true),
        ..TableForm::default()
    };
    let of = |rows: &[&str]| {
        let text = format!(
            "Title; with; separators;;;\n;;\nid;n;m\nwhat;;\n{}\n____\nSource: us\n",
            rows.join("\n")
        );
        let (_dir, path) = file(text);
        read(&path, &form, "id:text,n:number,m:number")
    };
    let alone: Vec<Vec<Vec<String>>> = rows
        .iter()
        .map(|row| {
            let mut read = of(&["z;1;2", row]);
            assert_eq!(read.remove(0), ["z", "1", "2"], "{row}");
            read
        })
        .collect();
    for removed in 0..rows.len() {
        for put in [None, Some("y;9;9"), Some("\"q\nr\";1;2"), Some(";;;;;;")] {
            let mut others = rows.to_vec();
            others.remove(removed);
            let mut expected = alone.clone();
            expected.remove(removed);
            let mut expected: Vec<Vec<String>> = expected.concat();
            if let Some(put) = put {
                others.push(put);
                expected.extend(match put {
                    ";;;;;;" => vec![],
                    "y;9;9" => vec![vec!["y".to_owned(), "9".to_owned(), "9".to_owned()]],
                    _ => vec![vec!["q\nr".to_owned(), "1".to_owned(), "2".to_owned()]],
                });
            }
            if !expected.is_empty() {
                assert_eq!(of(&others), expected, "without {removed}, with {put:?}");
            }
        }
    }
}

/// A form that was stored before a part existed means what it meant.
#[test]
fn a_stored_form_without_the_newer_parts_is_read_as_before() {
    let form: TableForm = serde_json::from_str(
        r#"{"columns":null,"separator":";","decimal":"comma","percent":true,"quotes":"double"}"#,
    )
    .unwrap();
    let (_dir, path) = file("n;m\n1.234,5;12 %\n1 234;(5)\n+5;5-\n");
    assert_eq!(
        read(&path, &form, "n:number,m:number"),
        [
            ["1234.5", "12"],
            ["(missing)", "(missing)"],
            ["(missing)", "(missing)"]
        ]
    );
    let settled = form.settled(poundwise_query::TableFileKind::Csv);
    assert_eq!(settled.grouping, Some(Grouping::Point));
    assert_eq!(
        (settled.first_line, settled.header_rows, settled.lines_below),
        (Some(1), Some(1), Some(0))
    );
    let schema: Schema =
        serde_json::from_str(r#"{"columns":[{"name":"n","type":"number"}]}"#).unwrap();
    assert_eq!(
        serde_json::to_string(&schema).unwrap(),
        r#"{"columns":[{"name":"n","type":"number"}]}"#
    );
}
