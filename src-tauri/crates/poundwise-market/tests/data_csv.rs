//! Reading CSV: what people have is read exactly, and what is wrong is refused with its line. A failure here means data
//! misread without a word, or an owner left without a way out.
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::PathBuf;

use poundwise_market::data::table::Cell;
use poundwise_market::data::{Parsed, Table, bound_persons, preview, read_csv};
use poundwise_market::view::ColumnType::{self, Decimal, Integer, Text};
use poundwise_market::{Error, ErrorKind, Work};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use tempfile::TempDir;

fn file(bytes: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.csv");
    fs::write(&path, bytes).unwrap();
    (dir, path)
}

fn read(bytes: impl AsRef<[u8]>) -> Parsed {
    read_csv(&file(bytes).1).map_err(|e| e.to_string()).unwrap()
}

fn refused(bytes: impl AsRef<[u8]>) -> Error {
    let (_dir, path) = file(bytes);
    let error = read_csv(&path).err().unwrap();
    assert!(error.message().contains("people.csv"), "{error}");
    assert!(!error.hints().is_empty(), "{error}");
    error
}

fn cell(table: &Table, row: usize, column: usize) -> String {
    match table.columns()[column].cell(row) {
        Cell::Missing => "(missing)".to_owned(),
        Cell::Integer(value) => value.to_string(),
        Cell::Decimal(text) | Cell::Text(text) => text.to_owned(),
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
    table.schema().into_iter().map(|(_, t)| t).collect()
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
                    let parsed = read(format!("{mark}{}{last}", rows.join(end)));
                    assert_eq!(parsed.delimiter.to_string(), separator);
                    assert_eq!(cells(&parsed.table), expected, "{separator:?} {end:?}");
                    assert_eq!(parsed.table.columns()[1].name(), "what, they; say");
                    assert_eq!(types(&parsed.table), [Integer, Text]);
                }
            }
        }
    }
}

#[test]
fn the_separator_is_the_one_that_fits_every_row() {
    // Decimal commas: more commas than semicolons, but not in the header.
    let parsed = read("a;b;c\n1,5;2,5;3,5\n4,5;5,5;6,5\n");
    assert_eq!((parsed.delimiter, parsed.table.columns().len()), (';', 3));
    let parsed = read("a,b\nx;y,1\nz;w,2\n");
    assert_eq!((parsed.delimiter, parsed.table.columns().len()), (',', 2));
    let parsed = read("only\n1\n2\n");
    assert_eq!((parsed.delimiter, parsed.table.columns().len()), (',', 1));
}

#[test]
fn types_are_exact_and_identifiers_stay_text() {
    for (column, expected) in [
        (&["1", "-3", "", " 42 "][..], Integer),
        (&["9223372036854775807", "-9223372036854775808"], Integer),
        (&["9223372036854775808"], Decimal),
        (&["1", "2.50", "1e5", "-.5"], Decimal),
        (&["007", "008"], Text),
        (&["+4412345"], Text),
        (&["1", "NA"], Text),
        (&["1,5"], Text),
        (&["NaN"], Text),
        (&["-0"], Decimal),
        (&["", ""], Text),
        (&["0", "1"], Integer),
    ] {
        let rows: Vec<String> = column.iter().map(|c| format!("\"{c}\",x")).collect();
        let parsed = read(format!("n,other\n{}\n", rows.join("\n")));
        assert_eq!(types(&parsed.table)[0], expected, "{column:?}");
        let missing = column.iter().filter(|c| c.trim().is_empty()).count() as u64;
        assert_eq!(parsed.table.columns()[0].missing(), missing, "{column:?}");
    }
    // Nothing inside a cell is changed.
    let parsed = read("n,t\n 2.50 , padded \n1,x\n");
    assert_eq!(cell(&parsed.table, 0, 0), " 2.50 ");
    assert_eq!(cell(&parsed.table, 0, 1), " padded ");
}

#[test]
fn a_preview_tells_what_an_import_would_give() {
    let rows: String = (0..30).map(|i| format!("{i};{i},5\n")).collect();
    let (_dir, path) = file(format!("id;size\n{rows}"));
    let view = preview(&path, &Work::silent()).unwrap();
    assert_eq!((view.suggested_name.as_str(), view.rows), ("people", 30));
    assert_eq!(view.delimiter, ";");
    assert_eq!(view.sample.len(), 20);
    assert_eq!(view.sample[3], ["3", "3,5"]);
    assert_eq!(view.columns[0].column_type, Integer);
}

#[test]
fn broken_files_are_refused_with_their_line() {
    for (bytes, code, message) in [
        (&b""[..], "csv-empty", "is empty"),
        (b"\n\n\r\n", "csv-empty", "is empty"),
        (b"\xef\xbb\xbf", "csv-empty", "is empty"),
        (b"a,b\n", "csv-no-rows", "column names and no row"),
        (
            b"a,b\n1,2\n1\n",
            "csv-ragged",
            "line 3 has 1 field, the header has 2",
        ),
        (
            b"a,b\r1,2\r1,2,3\r",
            "csv-ragged",
            "line 3 has 3 fields, the header has 2",
        ),
        (
            b"a,b\n\n\"1\n\n\",2\r\n\r\nx\n",
            "csv-ragged",
            "line 7 has 1 field",
        ),
        (
            b"a,b\n1,2\n3,\"x\n4,5\n",
            "csv-unclosed-quote",
            "begins at line 3, the quote that opens field 2",
        ),
        (
            b"a,\"b\n1,2\n",
            "csv-unclosed-quote",
            "begins at line 1, the quote that opens field 2",
        ),
        (b"a,b\n1,\"", "csv-unclosed-quote", "line 2"),
        (
            b"a,a\n1,2\n",
            "csv-header-doubled",
            "columns 1 and 2 are both named 'a'",
        ),
        (b"a, a\n1,2\n", "csv-header-doubled", "both named 'a'"),
        (b"a,,c\n1,2,3\n", "csv-header-empty", "column 2 has no name"),
        (
            b"a,b\n1,\xe9\n",
            "file-not-utf8",
            "byte 3 of line 2 is the byte 0xe9",
        ),
        (b"a,b\r\n1,2\r\n3,\xff\n", "file-not-utf8", "line 3"),
        (b"\xff\xfea\0", "file-not-utf8", "UTF-16"),
        (
            b"PK\x03\x04\0\0",
            "file-binary",
            "byte 5 of line 1 is a zero byte",
        ),
        (
            b"a,b\n1,2\n3,\0\n",
            "file-binary",
            "byte 3 of line 3 is a zero byte",
        ),
    ] {
        let error = refused(bytes);
        assert_eq!(error.code().as_str(), code, "{bytes:?}: {error}");
        assert!(error.message().contains(message), "{bytes:?}: {error}");
        assert_eq!(error.exit_code(), 1);
    }
    let wide = format!(
        "{}\n{}\n",
        vec!["x"; 4097].join(","),
        vec!["1"; 4097].join(",")
    );
    let error = refused(wide);
    assert!(
        error.message().contains("has 4097 columns; at most 4096"),
        "{error}"
    );
}

#[test]
fn a_file_cut_anywhere_is_refused_or_a_whole_number_of_rows() {
    let whole = "id,\"what, they say\",n\n1,\"a \"\"b\"\"\nc\",2.5\n22,\"d\",33\n3,\"e,f\",4\n";
    let all = cells(&read(whole).table);
    for cut in 0..whole.len() {
        let (_dir, path) = file(&whole[..cut]);
        if let Ok(parsed) = read_csv(&path) {
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
    let error = read_csv(&dir.path().join("none.csv")).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Failed);
    assert!(
        error.message().contains("cannot read") && error.message().contains("none.csv"),
        "{error}"
    );
    let error = read_csv(dir.path()).err().unwrap();
    assert!(error.message().contains("is a folder"), "{error}");
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
    let error = read_csv(&path).err().unwrap();
    assert_eq!(error.code().as_str(), "file-too-large");
}

#[test]
fn each_person_keeps_the_first_rows_and_nobody_elses_change() {
    let text = "who,n\na,1\nb,2\na,3\n a ,4\nb,5\nc,6\na,7\n";
    let (kept, dropped) = bound_persons(&read(text).table, "who", 2).unwrap();
    assert_eq!(dropped, 2);
    let ns: Vec<String> = cells(&kept).into_iter().map(|row| row[1].clone()).collect();
    assert_eq!(ns, ["1", "2", "3", "5", "6"]);
    let without_b: String = text
        .lines()
        .filter(|l| !l.starts_with('b'))
        .map(|l| format!("{l}\n"))
        .collect();
    let (kept, _) = bound_persons(&read(without_b).table, "who", 2).unwrap();
    let ns: Vec<String> = cells(&kept).into_iter().map(|row| row[1].clone()).collect();
    assert_eq!(ns, ["1", "3", "6"]);
    // Numbers are people by value, however they are written.
    let (kept, dropped) =
        bound_persons(&read("who,n\n1.0,1\n1,2\n1e0,3\n2,4\n").table, "who", 1).unwrap();
    assert_eq!((kept.rows(), dropped), (2, 2));
}

#[test]
fn persons_must_be_named() {
    let table = read("who,n\r\na,1\r\n\"b\r\nb\",2\r\n,3\r\n").table;
    let error = bound_persons(&table, "who", 1).err().unwrap();
    assert!(
        error.message().contains("'who' is empty in row 3"),
        "{error}"
    );
    let error = bound_persons(&table, "whom", 1).err().unwrap();
    assert!(error.message().contains("no column 'whom'"), "{error}");
    assert_eq!(error.hints(), ["The columns are: who, n."]);
    let error = bound_persons(&table, "who", 0).err().unwrap();
    assert!(error.message().contains("0 rows"), "{error}");
}

fn field() -> impl Strategy<Value = String> {
    prop_oneof![
        "[-0-9.e]{0,6}",
        "-?(0|[1-9][0-9]{0,20})(\\.[0-9]{1,4})?",
        "[a-zäß,;\t\" \r\n]{0,8}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, rng_seed: RngSeed::Fixed(3), failure_persistence: None, ..ProptestConfig::default() })]

    /// What a CSV writer wrote is what is read, and Parquet gives it back bit for bit, types and names included.
    #[test]
    fn written_read_stored_and_read_again(
        rows in (1usize..5).prop_flat_map(|width| prop::collection::vec(prop::collection::vec(field(), width), 1..12)),
        end in 0..3usize,
    ) {
        // csv's writer quotes where its reader needs it; a field of spaces alone is fine.
        let terminator = [csv::Terminator::Any(b'\n'), csv::Terminator::CRLF, csv::Terminator::Any(b'\r')][end];
        let mut writer = csv::WriterBuilder::new()
            .terminator(terminator)
            .quote_style(csv::QuoteStyle::Always)
            .from_writer(Vec::new());
        let width = rows[0].len();
        writer.write_record((0..width).map(|i| format!("c.{i} \"é\""))).unwrap();
        for row in &rows {
            writer.write_record(row).unwrap();
        }
        let parsed = read(writer.into_inner().unwrap());
        for (row, written) in rows.iter().enumerate() {
            for (column, written) in written.iter().enumerate() {
                let found = cell(&parsed.table, row, column);
                let expected = match parsed.table.columns()[column].column_type() {
                    Text if written.is_empty() => "(missing)",
                    Integer | Decimal if written.trim().is_empty() => "(missing)",
                    Integer => written.trim(),
                    Text | Decimal => written.as_str(),
                };
                prop_assert_eq!(found, expected);
            }
        }
        let again = Table::from_parquet(&parsed.table.to_parquet().unwrap()).unwrap();
        prop_assert_eq!(again.schema(), parsed.table.schema());
        prop_assert_eq!(cells(&again), cells(&parsed.table));
    }

    /// No file makes the reader panic.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(prop_oneof![Just(b','), Just(b'"'), Just(b'\n'), Just(b'\r'), Just(b'a'), Just(b'1'), any::<u8>()], 0..200)) {
        let (_dir, path) = file(bytes);
        if let Err(error) = read_csv(&path) {
            prop_assert!(!error.hints().is_empty());
        }
    }

    /// A damaged stored table is an error, never a panic.
    #[test]
    fn damaged_parquet_is_refused(at in 0usize..2000, bit in 0u8..8, cut in any::<bool>()) {
        let table = read("id,name\n1,a\n2,b\n3,\n").table;
        let mut bytes = table.to_parquet().unwrap();
        let at = at % bytes.len();
        if cut {
            bytes.truncate(at);
            prop_assert!(Table::from_parquet(&bytes).is_err());
        } else {
            bytes[at] ^= 1 << bit;
            if let Err(error) = Table::from_parquet(&bytes) {
                prop_assert_eq!(error.code().as_str(), "broken-table");
            }
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
