//! Every code of an error is given by some input. The match has no default arm: a new code does not
//! compile before it has its input here.

use std::fs;

use poundwise_documents::kinds::{Adjacency, AttributeKind};
use poundwise_documents::units::MicroEpsilon;
use poundwise_query::draft::ListingDraft;
use poundwise_query::estimate::{estimates, half_widths};
use poundwise_query::schema::Schema;
use poundwise_query::{
    Error, ErrorCode, Header, Progress, Table, Unit, level, plan, preview, seen_values,
};

use crate::estimate::counted;
use crate::fixture::{ROW, clamped, draft, list, of_column, table};

/// The error of looking at a CSV file with this content.
fn of_file(content: &[u8]) -> Option<Error> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.csv");
    fs::write(&path, content).unwrap();
    preview(&path, &Header::FirstRow, &Progress::silent()).err()
}

/// The error of planning a draft, of rows as units.
fn of(draft: &ListingDraft) -> Option<Error> {
    plan(draft, &table().schema(), &ROW).err()
}

fn of_unit(rows_per_unit: u64) -> Option<Error> {
    let unit = Unit {
        rows_per_unit,
        ..ROW
    };
    plan(&draft("count"), &table().schema(), &unit).err()
}

fn histogram(column: &str, bins: &[&str], edges: &[&str]) -> Option<Error> {
    of(&ListingDraft {
        bins: list(bins),
        edges: list(edges),
        ..of_column("histogram", column)
    })
}

/// The error of a sum of ages.
fn sum(bounds: &str, step: &str) -> Option<Error> {
    of(&clamped("sum", "age", bounds, step))
}

fn own(kind: &str) -> ListingDraft {
    ListingDraft {
        dataset: "-".to_owned(),
        bounds: Some("0..10".to_owned()),
        step: Some("1".to_owned()),
        value: (kind == "value").then(|| "5".to_owned()),
        protect: Some("1".to_owned()),
        population: Some("me".to_owned()),
        ..draft(kind)
    }
}

/// The error of a vector of numbers in a file with this content.
fn of_numbers(content: &str) -> Option<Error> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("v.txt");
    fs::write(&path, content).unwrap();
    of(&ListingDraft {
        file: Some(path.to_str().unwrap().to_owned()),
        ..own("vector")
    })
}

/// The error of an input that gives `code`, or none where only a failing machine, a file that
/// changes meanwhile or gigabytes do: the tests beside the code give those.
fn provoked(code: ErrorCode) -> Option<Error> {
    use ErrorCode as Code;
    let text = |text: &str| Some(text.to_owned());
    match code {
        Code::ColumnTooLarge | Code::CsvUnreadable | Code::FileChanged | Code::TableEncoding => {
            None
        }
        Code::IsAFolder => {
            let dir = tempfile::tempdir().unwrap();
            preview(dir.path(), &Header::FirstRow, &Progress::silent()).err()
        }
        Code::CsvEmpty => of_file(b""),
        Code::CsvHeaderEmpty => of_file(b"a,\n1,2\n"),
        Code::CsvHeaderDoubled => of_file(b"a,a\n1,2\n"),
        Code::CsvNoRows => of_file(b"a,b\n"),
        Code::CsvRagged => of_file(b"a,b\n1\n"),
        Code::CsvTooManyColumns => {
            let names: Vec<String> = (0..100_000).map(|n| format!("c{n}")).collect();
            of_file(format!("{}\n", names.join(",")).as_bytes())
        }
        Code::CsvUnclosedQuote => of_file(b"a,b\n1,\"x\n"),
        Code::FileBinary => of_file(b"a\0b\n1\n"),
        Code::FileNotUtf8 => of_file(b"a,b\n1,\xe9\n"),
        Code::FileEmpty => of_numbers(""),
        Code::FileTooLarge => of_numbers(&"1\n".repeat((32 << 20) + 1)),
        Code::UnknownColumn => of(&clamped("sum", "height", "0..1", "1")),
        Code::NoPersonColumn => of_unit(2),
        Code::RowsPerPerson => of_unit(0),
        Code::Schema => Schema::parse_types("age").err(),
        Code::BrokenTable => Table::from_parquet(b"PAR1").err(),
        Code::Kind => of(&draft("median")),
        Code::OptionDoesNotBelong => of(&of_column("count", "age")),
        Code::NoColumn => of(&draft("histogram")),
        Code::ColumnIsText => of(&clamped("sum", "name", "0..1", "1")),
        Code::Filter => of(&ListingDraft {
            filters: list(&["age ~ 3"]),
            ..draft("count")
        }),
        Code::NoBounds => of(&of_column("sum", "age")),
        Code::Bounds => sum("1..0", "1"),
        Code::NoStep => of(&ListingDraft {
            bounds: text("0..1"),
            ..of_column("sum", "age")
        }),
        Code::Step => sum("0..1", "0"),
        Code::SensitivityTooLarge => sum("0..100", "0.00000000001"),
        Code::NoBins => histogram("age", &[], &[]),
        Code::BinsAndEdges => histogram("age", &["1"], &["1", "2"]),
        Code::BinEmpty => histogram("name", &[" "], &[]),
        Code::BinDoubled => histogram("name", &["ann", "ann"], &[]),
        Code::BinNotANumber => histogram("age", &["old"], &[]),
        Code::Edges => histogram("age", &[], &["2", "1"]),
        Code::EdgesOnText => histogram("name", &[], &["1", "2"]),
        Code::NoValue => of(&ListingDraft {
            value: None,
            ..own("value")
        }),
        Code::NoFile => of(&own("vector")),
        Code::NotANumber => sum("0..much", "1"),
        Code::NumberTooLarge => sum("-1000000000000000000..0", "1"),
        Code::NotOnTheLattice => of(&ListingDraft {
            value: text("5.5"),
            ..own("value")
        }),
        Code::TooManyValues => {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("people.csv");
            let values: String = (0..=10_000).map(|n| format!("x{n}\n")).collect();
            fs::write(&path, format!("t\n{values}")).unwrap();
            seen_values(&path, &Header::FirstRow, "t", &Progress::silent()).err()
        }
        Code::ValueTooLarge => of(&ListingDraft {
            bounds: text("0..100000000000000000"),
            step: text("0.00001"),
            ..own("value")
        }),
        Code::NoProtect => of(&ListingDraft {
            protect: None,
            ..own("value")
        }),
        Code::Protect => of(&ListingDraft {
            protect: text("0"),
            ..own("value")
        }),
        Code::PublicRows => of(&ListingDraft {
            public_rows: Some(0),
            ..clamped("mean", "age", "0..1", "1")
        }),
        Code::MissingAsMid => of(&ListingDraft {
            missing_as_mid: true,
            ..clamped("mean", "age", "0..1", "1")
        }),
        Code::OtherTable => {
            let plan = plan(&draft("count"), &table().schema(), &ROW).unwrap();
            plan.compute(None, &[7; 32]).err()
        }
        Code::Epsilon => level("much", "a level").err(),
        Code::ZeroEpsilon => level("0", "a level").err(),
        Code::NoLaw => {
            let count = counted(AttributeKind::Count, Adjacency::AddRemove);
            half_widths(&count, MicroEpsilon::ZERO, None).err()
        }
        Code::WrongDimension => {
            let count = counted(AttributeKind::Count, Adjacency::AddRemove);
            estimates(&count, &[1, 2], "1".parse().unwrap()).err()
        }
    }
}

#[test]
fn every_code_is_given_by_an_input_with_a_way_out() {
    let mut others = Vec::new();
    for code in ErrorCode::ALL {
        let Some(error) = provoked(*code) else {
            continue;
        };
        if error.code() != Some(*code) {
            others.push(format!("{code}: {error}"));
        }
        assert!(!error.hints().is_empty(), "{error}");
        for hint in error.hints() {
            let hint = hint.to_string();
            assert!(!hint.contains("--"), "{hint}");
            assert!(hint.ends_with(['.', '?']), "{hint}");
        }
        assert!(!error.to_string().contains("--"), "{error}");
        assert_eq!(serde_json::to_value(code).unwrap(), code.as_str());
    }
    assert_eq!(others, [""; 0]);
}
