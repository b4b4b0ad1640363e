//! One table in many formats: the same cells and the same x. What is not read is named.

use std::path::{Path, PathBuf};
use std::{env, fs};

use poundwise_documents::units::DecimalSign;
use poundwise_query::csv::Survey;
use poundwise_query::report::CsvPreview;
use poundwise_query::rows::each_batch;
use poundwise_query::table::Cell;
use poundwise_query::{
    AttributeSpec, Error, ForeignFile, FormPart, Parsed, QueryErrorCode, QueryFault, RowProgress,
    Schema, Separator, TableFileKind, TableForm, contributing_rows, preview, read_csv, seen_values,
};

use crate::fixture::{KEY, ROW, bins, clamped, count, crossed, edges, filtered, values};

/// Returns the path of a file that `files/make.py` wrote.
pub(crate) fn file(name: &str) -> PathBuf {
    let crate_folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap());
    crate_folder.join("tests/files").join(name)
}

const TYPES: &str = "id:number,name:text,town:text,born:date,seen:text,score:number,price:number,\
                     member:text";

fn types() -> Schema {
    Schema::parse_types(TYPES).unwrap()
}

/// The table of all these files, as its cells are read.
fn people() -> Vec<Vec<String>> {
    let rows = [
        "1|Zoë|Köln|1990-02-03|2026-11-28T10:00:00|0.1|12.5|true",
        "2|Bo; \"B\"|Bonn||2026-11-28T10:00:01.5|2.5|-3.05|false",
        "3|C, D||1970-01-01|||0|",
        "4||Köln|1901-05-06|1999-12-31T23:59:59|-1234.5678||true",
        "5|Eve|Bonn|2024-02-29|1970-01-01T00:00:01|3|1000|false",
        "6|Fay|Köln|2000-01-01|2000-02-29T12:30:00|1000000000000000000000|0.01|true",
        "7|Gus|Ulm|2038-01-19|2038-01-19T03:14:08|0.000000025|99.99|false",
    ];
    let cells = |row: &str| row.split('|').map(str::to_owned).collect();
    rows.into_iter().map(cells).collect()
}

fn cells(parsed: &Parsed) -> Vec<Vec<String>> {
    let table = &parsed.table;
    let cell = |row, column: &poundwise_query::Column| match column.cell(row) {
        Cell::Missing => String::new(),
        Cell::Number(number) => number.to_string(),
        Cell::Text(text) => text.to_owned(),
        Cell::Date(day) => day.to_string(),
    };
    let row = |row| table.columns().iter().map(|c| cell(row, c)).collect();
    (0..table.rows()).map(row).collect()
}

/// The form that reads a file of the table.
fn form(name: &str) -> TableForm {
    let separator = match name {
        "people-semicolon.csv" | "people-windows.csv" => Some(Separator::Semicolon),
        "people-tab.tsv" => Some(Separator::Tab),
        _ => None,
    };
    TableForm {
        separator,
        decimal: (name == "people-semicolon.csv").then_some(DecimalSign::Comma),
        encoding: match name {
            "people-tab.tsv" => Some(poundwise_query::Encoding::Utf16Le),
            "people-windows.csv" => Some(poundwise_query::Encoding::Windows1252),
            _ => None,
        },
        ..TableForm::default()
    }
}

/// All files of the table, by name.
fn all() -> Vec<String> {
    let names = fs::read_dir(file("")).unwrap();
    let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.starts_with("people")).collect();
    names.sort();
    assert_eq!(names.len(), 23, "{names:?}");
    names
}

fn look(path: &Path, form: &TableForm) -> Result<CsvPreview, Error> {
    preview(path, form, &RowProgress::silent())
}

fn questions() -> Vec<AttributeSpec> {
    let bounds = |column: &str| {
        crossed(&[
            ("town", values(&["Köln", "Bonn"])),
            (column, values(&["true"])),
        ])
    };
    vec![
        count(),
        filtered(count(), &["town == Köln"]),
        clamped("sum", "price", "-10..100", "0.01"),
        clamped("mean", "score", "0..10", "0.1"),
        edges("price", &["0", "10", "100"]),
        bins("born", &["1970..1990", "2024-02"]),
        filtered(count(), &["born >= 2000-01-01"]),
        bounds("member"),
    ]
}

#[test]
fn one_table_has_the_same_cells_and_the_same_x_in_every_format() {
    let mut first: Option<Vec<Vec<i64>>> = None;
    for name in all() {
        let (path, form) = (file(&name), form(&name));
        let parsed = read_csv(&path, &form, &types()).unwrap_or_else(|e| panic!("{name}: {e}"));
        assert_eq!(cells(&parsed), people(), "{name}");
        let survey = Survey::make(&path, &form, Some(&types()), &RowProgress::silent()).unwrap();
        let x: Vec<Vec<i64>> = questions()
            .iter()
            .map(|question| {
                let plan = poundwise_query::plan(question, &parsed.table.schema(), &ROW).unwrap();
                plan.compute(Some(&survey), &KEY).unwrap()
            })
            .collect();
        assert_eq!(*first.get_or_insert_with(|| x.clone()), x, "{name}");
    }
}

#[test]
fn a_preview_says_the_kind_and_proposes_types_and_reads_what_it_proposes() {
    for name in all() {
        let path = file(&name);
        let view = look(&path, &form(&name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let kind = match name
            .rsplit_once('.')
            .map_or("parquet", |(_, ending)| ending)
        {
            "csv" | "tsv" => TableFileKind::Csv,
            "xlsx" => TableFileKind::Xlsx,
            "xlsb" => TableFileKind::Xlsb,
            "xls" => TableFileKind::Xls,
            "ods" => TableFileKind::Ods,
            _ => TableFileKind::Parquet,
        };
        assert_eq!((view.kind, view.rows), (kind, 7), "{name}");
        let proposed: Vec<&str> = view
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        assert_eq!(
            proposed.join(","),
            "id,name,town,born,seen,score,price,member",
            "{name}"
        );
        assert_eq!(view.columns[3].type_word(), "date", "{name}");
        let again = read_csv(&path, &view.form, &types()).unwrap();
        assert_eq!(cells(&again), people(), "{name}");
        assert_eq!(again.report.kind, kind);
        let seen = seen_values(&path, &form(&name), "town", &RowProgress::silent()).unwrap();
        assert_eq!(seen.values, ["Bonn", "Köln", "Ulm"], "{name}");
        let silent = RowProgress::silent();
        let rows = contributing_rows(&path, &form(&name), None, "town", 1, &silent).unwrap();
        assert_eq!(
            (rows.counted, rows.without_unit, rows.most),
            (3, 1, 3),
            "{name}"
        );
    }
}

#[test]
fn values_of_parquet_are_written_in_one_form() {
    let types = "i8:number,u8:number,u32:number,u64:number,f32:number,time:text,utc:text,\
                 nanos:text,wide:number,town:text,none:text";
    let schema = Schema::parse_types(types).unwrap();
    let parsed = read_csv(&file("kinds.parquet"), &TableForm::default(), &schema).unwrap();
    let expected = [
        "-128|0|0|0|0.1|10:00:00|1970-01-01T00:00:00Z|1970-01-01T00:00:00.000000001|1.5|Ulm|",
        "127|255|4294967295|18446744073709551615||00:00:00.0015|1970-01-01T00:00:01.5Z|\
         1969-12-31T23:59:59.999999999|-0.000001|Bonn|",
    ];
    let expected: Vec<Vec<&str>> = expected
        .iter()
        .map(|row| row.split('|').collect())
        .collect();
    assert_eq!(cells(&parsed), expected);
    // Another writer, with other types of the same columns.
    let schema = Schema::parse_types("id:number,name:text,town:text,seen:text,score:number");
    let parsed = read_csv(
        &file("some-fastparquet.parquet"),
        &TableForm::default(),
        &schema.unwrap(),
    )
    .unwrap();
    let of_people: Vec<Vec<String>> = people()
        .into_iter()
        .map(|row| {
            [0, 1, 2, 4, 5]
                .map(|place: usize| row[place].clone())
                .to_vec()
        })
        .collect();
    assert_eq!(cells(&parsed), of_people);
}

#[test]
fn a_column_that_holds_no_single_values_is_named_and_may_be_left_out() {
    let path = file("nested.parquet");
    let mut form = TableForm::default();
    for (column, what) in [
        ("tags", "it is a list"),
        ("home", "it is a column of several columns"),
        ("map", "it is a map"),
        ("half", "it is a column of floats of 16 bits"),
        ("blob", "the value in row 2 is neither a text"),
    ] {
        let error = look(&path, &form).err().unwrap();
        assert_eq!(
            error.code(),
            Some(QueryErrorCode::ColumnNotPlain),
            "{error}"
        );
        assert!(
            error.to_string().contains(&format!("'{column}'")),
            "{error}"
        );
        assert!(error.to_string().contains(what), "{error}");
        let fault = QueryFault::ColumnNotPlain {
            column: column.to_owned(),
        };
        assert_eq!(error.fault(), Some(&fault));
        form.ignored.push(column.to_owned());
    }
    let schema = Schema::parse_types("id:number").unwrap();
    assert_eq!(
        cells(&read_csv(&path, &form, &schema).unwrap()),
        [["1"], ["2"]]
    );
}

#[test]
fn a_sheet_is_chosen_where_there_are_several() {
    let path = file("sheets.xlsx");
    for (sheet, what) in [
        (None, "has 3 sheets. Choose one"),
        (Some("Leute"), "has no sheet 'Leute'"),
    ] {
        let sheet = sheet.map(str::to_owned);
        let form = TableForm {
            sheet: sheet.clone(),
            ..TableForm::default()
        };
        let error = look(&path, &form).err().unwrap();
        assert!(error.to_string().contains(what), "{error}");
        let hint = error.hints()[0].to_string();
        assert_eq!(hint, "Choose one of its sheets: Notes, Leute 2026, Lists.");
        let sheets = ["Notes", "Leute 2026", "Lists"].map(str::to_owned).to_vec();
        let fault = QueryFault::Sheet {
            stated: sheet,
            sheets,
        };
        assert_eq!(error.fault(), Some(&fault));
    }
    // A title above the table and a note below it are proposed to be left out.
    let form = TableForm {
        sheet: Some("Leute 2026".to_owned()),
        ..TableForm::default()
    };
    let view = look(&path, &form).unwrap();
    assert_eq!(
        (view.form.first_line, view.form.lines_below),
        (Some(3), Some(1))
    );
    assert_eq!(view.lines_above, ["Our people", ""]);
    assert_eq!(view.lines_below, ["Source: our own"]);
    assert_eq!(view.sheet.as_deref(), Some("Leute 2026"));
    assert_eq!(
        cells(&read_csv(&path, &view.form, &types()).unwrap()),
        people()
    );
    // The only visible sheet needs no choice.
    let view = look(&file("people.ods"), &TableForm::default()).unwrap();
    assert_eq!(
        (view.sheet.as_deref(), view.sheets.len()),
        (Some("People"), 2)
    );
}

#[test]
fn formulas_give_their_stored_values() {
    let path = file("formulas.xlsx");
    let view = look(&path, &TableForm::default()).unwrap();
    let expected = ["1", "7", "10:30:00", "36:30:00", "#DIV/0!", "1,234.50 €"];
    assert_eq!(view.sample, [expected]);
    // A number that is stored as a text is read as in a CSV file.
    let schema =
        Schema::parse_types("a:number,sum:number,time:text,long:text,error:text,text:number");
    let read = read_csv(&path, &view.form, &schema.unwrap()).unwrap();
    assert_eq!(cells(&read)[0][5], "1234.5");
}

#[test]
fn declarations_of_other_files_are_refused_by_name() {
    let csv = |form: TableForm| (file("people.csv"), form);
    let parquet = |form: TableForm| (file("people-polars.parquet"), form);
    let book = |form: TableForm| (file("people.xlsx"), form);
    let form: fn(&str) -> TableForm = |json| serde_json::from_str(json).unwrap();
    for ((path, form), part, word) in [
        (csv(form(r#"{"sheet":"a"}"#)), FormPart::Sheet, "a sheet"),
        (
            parquet(form(r#"{"sheet":"a"}"#)),
            FormPart::Sheet,
            "a sheet",
        ),
        (
            parquet(form(r#"{"separator":","}"#)),
            FormPart::Separator,
            "a separator",
        ),
        (
            parquet(form(r#"{"quotes":"none"}"#)),
            FormPart::Quotes,
            "quotes",
        ),
        (
            parquet(form(r#"{"columns":["a"]}"#)),
            FormPart::Columns,
            "names",
        ),
        (
            parquet(form(r#"{"first_line":2}"#)),
            FormPart::FirstLine,
            "the line of the header",
        ),
        (
            parquet(form(r#"{"header_rows":1}"#)),
            FormPart::HeaderRows,
            "rows of the header",
        ),
        (
            parquet(form(r#"{"lines_below":1}"#)),
            FormPart::LinesBelow,
            "lines below",
        ),
        (
            parquet(form(r#"{"decimal":"comma"}"#)),
            FormPart::Decimal,
            "a decimal comma",
        ),
        (
            parquet(form(r#"{"grouping":"point"}"#)),
            FormPart::Decimal,
            "a decimal comma",
        ),
        (
            book(form(r#"{"encoding":"utf-8"}"#)),
            FormPart::Encoding,
            "an encoding",
        ),
        (
            book(form(r#"{"trailing_separators":false}"#)),
            FormPart::TrailingSeparators,
            "trailing separators",
        ),
    ] {
        let error = look(&path, &form).err().unwrap();
        assert_eq!(error.code(), Some(QueryErrorCode::FormPart), "{error}");
        assert!(error.to_string().contains(word), "{error}");
        let Some(QueryFault::FormPart { part: found, .. }) = error.fault() else {
            panic!("{error}");
        };
        assert_eq!(*found, part);
        assert!(read_csv(&path, &form, &types()).is_err());
    }
    // A comma would take the point of a stored number for a mark between thousands.
    let schema = r#"{"columns":[{"name":"f32","type":"number","numbers":{"decimal":"comma"}}]}"#;
    let schema = Schema::parse_json(schema).unwrap();
    let ignored = "i8,u8,u32,u64,time,utc,nanos,wide,town,none";
    let form = TableForm {
        ignored: ignored.split(',').map(str::to_owned).collect(),
        ..TableForm::default()
    };
    let error = read_csv(&file("kinds.parquet"), &form, &schema)
        .err()
        .unwrap();
    assert!(error.to_string().contains("'f32'"), "{error}");
}

#[test]
fn a_folder_is_read_in_the_order_of_its_files_and_its_files_have_the_same_columns() {
    let dir = tempfile::tempdir().unwrap();
    for part in ["b", "a"] {
        fs::copy(
            file("kinds.parquet"),
            dir.path().join(format!("{part}.parquet")),
        )
        .unwrap();
    }
    assert_eq!(look(dir.path(), &TableForm::default()).unwrap().rows, 4);
    fs::copy(file("nested.parquet"), dir.path().join("c.parquet")).unwrap();
    let form = TableForm {
        ignored: ["tags", "home", "map", "blob", "half"]
            .map(str::to_owned)
            .to_vec(),
        ..TableForm::default()
    };
    let error = look(dir.path(), &form).err().unwrap();
    assert_eq!(error.code(), Some(QueryErrorCode::FilesDiffer));
    assert!(error.to_string().contains("c.parquet"), "{error}");
    fs::create_dir(dir.path().join("year=2026")).unwrap();
    let error = look(dir.path(), &form).err().unwrap();
    assert_eq!(error.code(), Some(QueryErrorCode::Partitions));
    assert!(error.to_string().contains("year=2026"), "{error}");
}

#[test]
fn a_file_that_changes_between_two_readings_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let silent = RowProgress::silent();
    for (name, other) in [
        (
            "people-polars.parquet",
            "people-spark/part-00000-c4ab.c000.snappy.parquet",
        ),
        ("people.xlsx", "sheets.xlsx"),
        ("people.ods", "people.csv"),
        ("people.xls", "people.xlsb"),
    ] {
        let path = dir.path().join(name);
        fs::copy(file(name), &path).unwrap();
        let survey = Survey::make(&path, &TableForm::default(), Some(&types()), &silent).unwrap();
        let pass = || each_batch(&survey, &[0], &silent, |_| Ok::<_, Error>(()));
        pass().unwrap();
        fs::copy(file(other), &path).unwrap();
        let error = pass().err().unwrap();
        assert_eq!(
            error.code(),
            Some(QueryErrorCode::FileChanged),
            "{name}: {error}"
        );
    }
    // One cell of one file of a folder.
    let folder = dir.path().join("folder");
    fs::create_dir(&folder).unwrap();
    let people = fs::read(file("people-arrow-none.parquet")).unwrap();
    let part = folder.join("b.parquet");
    fs::write(folder.join("a.parquet"), &people).unwrap();
    fs::write(&part, &people).unwrap();
    let survey = Survey::make(&folder, &TableForm::default(), Some(&types()), &silent).unwrap();
    let place = people.windows(3).position(|bytes| bytes == b"Eve").unwrap();
    let mut changed = people;
    changed[place] = b'A';
    fs::write(&part, &changed).unwrap();
    let error = each_batch(&survey, &[0], &silent, |_| Ok::<_, Error>(()));
    assert_eq!(error.unwrap_err().code(), Some(QueryErrorCode::FileChanged));
}

/// The list of formats that are named.
#[test]
fn each_format_that_is_not_read_is_recognised_by_its_bytes_and_named() {
    use ForeignFile as Is;
    let expected = [
        ("access-ace.mdb", Is::Access),
        ("access-jet.mdb", Is::Access),
        ("arrow-1.feather", Is::Arrow),
        ("arrow.arrows", Is::Arrow),
        ("arrow.feather", Is::Arrow),
        ("avro.avro", Is::Avro),
        ("bzip2.csv.bz2", Is::Bzip2),
        ("dbase.dbf", Is::Dbase),
        ("duck-db.duckdb", Is::DuckDb),
        ("encrypted-parquet.parquet", Is::EncryptedParquet),
        ("gif.gif", Is::Gif),
        ("gzip.csv.gz", Is::Gzip),
        ("hdf5.h5", Is::Hdf5),
        ("html.xls", Is::Html),
        ("jpeg.jpeg", Is::Jpeg),
        ("json-lines.jsonl", Is::Json),
        ("json.json", Is::Json),
        ("matlab.mat", Is::Matlab),
        ("net-cdf.nc", Is::NetCdf),
        ("num-py.npy", Is::NumPy),
        ("num-py.npz", Is::NumPy),
        ("numbers.numbers", Is::Numbers),
        ("office-with-password.xlsx", Is::OfficeWithPassword),
        ("old-excel.xls", Is::OldExcel),
        ("open-document.odt", Is::OpenDocument),
        ("orc.orc", Is::Orc),
        ("other-office.msg", Is::OtherOffice),
        ("pdf.pdf", Is::Pdf),
        ("pickle-2.pkl", Is::Pickle),
        ("pickle-5.pkl", Is::Pickle),
        ("png.png", Is::Png),
        ("power-point.ppt", Is::PowerPoint),
        ("power-point.pptx", Is::PowerPoint),
        ("r.RData", Is::R),
        ("r.rds", Is::R),
        ("rar.rar", Is::Rar),
        ("rtf.rtf", Is::Rtf),
        ("sas-transport.xpt", Is::SasTransport),
        ("sas.sas7bdat", Is::Sas),
        ("seven-zip.7z", Is::SevenZip),
        ("spss-portable.por", Is::SpssPortable),
        ("spss.sav", Is::Spss),
        ("spss.zsav", Is::Spss),
        ("sqlite.db", Is::Sqlite),
        ("stata-old.dta", Is::Stata),
        ("stata.dta", Is::Stata),
        ("tar.tar", Is::Tar),
        ("tiff.tiff", Is::Tiff),
        ("word.doc", Is::Word),
        ("word.docx", Is::Word),
        ("xml.xml", Is::Xml),
        ("xz.csv.xz", Is::Xz),
        ("zip.zip", Is::Zip),
        ("zstd.csv.zst", Is::Zstd),
    ];
    let names = fs::read_dir(file("foreign")).unwrap();
    let mut names: Vec<_> = names.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, expected.map(|(name, _)| name));
    for format in <ForeignFile as strum::VariantArray>::VARIANTS {
        assert!(
            expected.iter().any(|(_, there)| there == format),
            "{format}"
        );
    }
    let dir = tempfile::tempdir().unwrap();
    for (name, format) in expected {
        let bytes = fs::read(file("foreign").join(name)).unwrap();
        // The name says nothing.
        let path = dir.path().join("people.csv");
        fs::write(&path, bytes).unwrap();
        let error = look(&path, &TableForm::default()).err();
        let error = error.unwrap_or_else(|| panic!("{name} is read"));
        assert_eq!(
            error.code(),
            Some(QueryErrorCode::FileFormat),
            "{name}: {error}"
        );
        assert_eq!(
            error.fault(),
            Some(&QueryFault::Format { format }),
            "{name}: {error}"
        );
        let what = format!("people.csv is {format}. Poundwise does not read such files.");
        assert!(error.to_string().ends_with(&what), "{error}");
        assert_eq!(error.hints().len(), 1, "{error}");
    }
}

/// A text that begins as a format does is a table all the same.
#[test]
fn a_text_that_begins_like_another_format_is_a_csv_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.csv");
    for header in [
        "PAR1",
        "ORC",
        "ORCID",
        "FEA1",
        "BZh",
        "GIF",
        "MATLAB score",
        "$FL2",
        "PARE",
        "[id]",
        "RDX",
        "{id}",
        "0",
        "1",
    ] {
        fs::write(&path, format!("{header},b\n1,2\n")).unwrap();
        let view = look(&path, &TableForm::default()).unwrap();
        assert_eq!(view.kind, TableFileKind::Csv, "{header}");
        assert_eq!(view.columns[0].name, header);
    }
}

/// A damaged file is an error, or is read: it is never a panic, and takes no memory without end.
#[test]
fn a_file_with_a_changed_byte_is_read_or_refused() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("damaged");
    let mut refused = 0;
    for name in [
        "people-arrow-delta.parquet",
        "people-arrow-gzip.parquet",
        "people-polars.parquet",
        "people.ods",
        "people.xls",
        "people.xlsb",
        "people.xlsx",
    ] {
        let bytes = fs::read(file(name)).unwrap();
        let step = (bytes.len() / 160).max(1);
        for place in (0..bytes.len()).step_by(step) {
            for change in [0xff, 0x80, 0x01] {
                let mut damaged = bytes.clone();
                damaged[place] ^= change;
                fs::write(&path, &damaged).unwrap();
                refused += u32::from(look(&path, &TableForm::default()).is_err());
            }
            fs::write(&path, &bytes[..place]).unwrap();
            refused += u32::from(look(&path, &TableForm::default()).is_err());
        }
    }
    assert!(refused > 1000, "{refused}");
}
