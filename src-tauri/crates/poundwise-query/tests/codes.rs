//! Every code of an error is given by some input. The match has no default arm: a new code does not
//! compile before it has its input here.

use std::{fs, path::Path, sync::Arc};

use poundwise_documents::kinds::{Adjacency, AttributeKind};
use poundwise_documents::units::Decimal;
use poundwise_documents::units::MicroEpsilon;
use poundwise_query::csv::Survey;
use poundwise_query::declared::{DeclarationFault, DeclaredFile};
use poundwise_query::estimate::{estimates, half_widths};
use poundwise_query::fit::{FitRequest, Fits};
use poundwise_query::kinds::{BinSpec, MeanSpec, SumSpec, VectorSpec};
use poundwise_query::parquet::ParquetTable;
use poundwise_query::ranges::Ranges;
use poundwise_query::rows::each_batch;
use poundwise_query::schema::Schema;
use poundwise_query::{
    AttributeSpec, Column, Counted, EdgeFault, Error, LineFault, MissingAsMidNeeds, QueryErrorCode,
    QueryFault, RowProgress, StatedNumber, Table, TableForm, Unit, bands, periods, plan, preview,
    seen_values,
};
use poundwise_text::Encoding;
use zeroize::Zeroizing;

use crate::estimate::counted;
use crate::fixture::{
    ROW, between, bins, blocks, clamped, count, crossed, edges, filtered, histogram, mean,
    mean_only, moments, planned, range, squares, sum, table, two, value, values, x,
};
use crate::ranges::shape;

/// The error of importing a file with a column of dates without an order.
fn undeclared(path: &Path) -> Option<Error> {
    let schema = Schema::parse_types("born:date").unwrap();
    let declared = DeclaredFile {
        path,
        form: &TableForm::default(),
        schema: Some(&schema),
        person_column: None,
        each_row_differs: true,
    };
    match declared.check(&RowProgress::silent()).err() {
        Some(DeclarationFault::Other(error)) => Some(error),
        _ => None,
    }
}

/// The error of looking at a CSV file with this content.
fn of_file(content: &[u8]) -> Option<Error> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.csv");
    fs::write(&path, content).unwrap();
    preview(&path, &TableForm::default(), &RowProgress::silent()).err()
}

/// The error of looking at a CSV file with this content and a declared encoding.
fn in_encoding(content: &[u8], encoding: Encoding) -> Option<Error> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("people.csv");
    fs::write(&path, content).unwrap();
    let form = TableForm {
        encoding: Some(encoding),
        ..TableForm::default()
    };
    preview(&path, &form, &RowProgress::silent()).err()
}

/// The error of planning a question, of rows as units.
fn of(spec: &AttributeSpec) -> Option<Error> {
    plan(spec, &table().schema(), &ROW).err()
}

fn of_unit(rows_per_unit: u64) -> Option<Error> {
    let unit = Unit {
        rows_per_unit,
        ..ROW
    };
    plan(&count(), &table().schema(), &unit).err()
}

/// The error of a sum of ages.
fn of_sum(bounds: &str, step: &str) -> Option<Error> {
    of(&clamped("sum", "age", bounds, step))
}

/// The error of a sum of ages whose step is to be advised.
fn advised(ceiling: Option<&str>) -> Option<Error> {
    of(&AttributeSpec::Sum(SumSpec {
        step: None,
        ceiling: ceiling.map(|level| level.parse().unwrap()),
        ..sum("age", "0..1", "1")
    }))
}

/// The error of a sum whose bounds are too near each other for an advised step.
fn too_narrow() -> Option<Error> {
    of(&AttributeSpec::Sum(SumSpec {
        step: None,
        ceiling: Some("1".parse().unwrap()),
        ..sum("age", "0..0.000000000000000001", "1")
    }))
}

fn of_mean(change: fn(&mut MeanSpec)) -> Option<Error> {
    let mut spec = mean("age", "0..1", "1");
    change(&mut spec);
    of(&AttributeSpec::Mean(spec))
}

/// The error of a number of the owner's own, within these bounds.
fn own(number: &str, bounds: &str, step: &str, distance: &str) -> Option<Error> {
    of(&AttributeSpec::Value(value(number, bounds, step, distance)))
}

/// The error of a vector of numbers in a file with this content.
fn of_numbers(content: &str) -> Option<Error> {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("v.txt");
    fs::write(&path, content).unwrap();
    of(&AttributeSpec::Vector(VectorSpec {
        file: path,
        bounds: range("0..10"),
        step: "1".parse().unwrap(),
        distance: "1".parse().unwrap(),
        unit: String::new(),
    }))
}

/// The error of a question about the ranges of a response.
fn of_ranges(ask: impl Fn(&Ranges) -> Option<Error>) -> Option<Error> {
    let shape = shape(18..=20);
    ask(&Ranges::of(&shape, &[1, 2, 0], "1".parse().unwrap()).unwrap())
}

/// The error of figures of moments of age, and of the mean of size, by name.
fn of_fits(ask: impl Fn(&Fits<'_>) -> Option<Error>) -> Option<Error> {
    let variables = [squares("age", "0..100"), mean_only("size", "0..2")];
    let plan = planned(&moments(&variables, &[("name", values(&["ann"]))]));
    let values = vec![0; plan.shape().labels.len()];
    ask(&Fits::of(plan.shape(), &values, "1".parse().unwrap()).unwrap())
}

/// The error of a regression of age.
fn of_fit(response: &str, predictor: Option<&str>, factor: Option<&str>) -> Option<Error> {
    let request = FitRequest {
        response: response.to_owned(),
        predictors: predictor.map(str::to_owned).into_iter().collect(),
        factors: factor.map(str::to_owned).into_iter().collect(),
        without_other: false,
    };
    of_fits(|fits| fits.fit(&request).err())
}

/// The error of a regression with two predictors of two rows.
fn of_two_rows() -> Option<Error> {
    let variables = [
        squares("age", "0..100"),
        squares("size", "-2..2"),
        two("name", ["ann", "bob"]),
    ];
    let spec = moments(&variables, &[]);
    let plan = planned(&spec);
    let fits = Fits::of(plan.shape(), &x(&spec), "1000".parse().unwrap()).map(|fits| {
        let request = FitRequest {
            response: "name".to_owned(),
            predictors: vec!["age".to_owned(), "size".to_owned()],
            ..FitRequest::default()
        };
        fits.fit(&request).err()
    });
    fits.unwrap()
}

/// The error of an input that gives `code`.
fn provoked(code: QueryErrorCode) -> Option<Error> {
    use QueryErrorCode as Code;
    match code {
        Code::ColumnTooLarge => {
            // Zeros that are only read take no memory.
            let text = String::from_utf8(vec![0; 1 << 32]).unwrap();
            Column::texts("text", [text.as_str()]).err()
        }
        Code::FileChanged => {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("people.csv");
            fs::write(&path, "age\n1\n").unwrap();
            let (header, silent) = (TableForm::default(), RowProgress::silent());
            let schema = Schema::parse_types("age:number").unwrap();
            let survey = Survey::make(&path, &header, Some(&schema), &silent).unwrap();
            fs::write(&path, "age\n1\n2\n").unwrap();
            each_batch(&survey, &[0], &silent, |_| Ok::<_, Error>(())).err()
        }
        Code::TableEncoding => {
            // Of the columns that were not read there is nothing to write.
            let file =
                ParquetTable::of(Arc::new(Zeroizing::new(table().to_parquet().unwrap()))).unwrap();
            let written = each_batch(&file, &[0], &RowProgress::silent(), |batch| {
                batch.to_parquet().map(drop)
            });
            written.err()
        }
        Code::FileFormat => of_file(b"%PDF-1.7\n"),
        Code::FileDamaged => of_file(b"PAR1\x15\0"),
        Code::FilesDiffer => {
            let dir = tempfile::tempdir().unwrap();
            for (name, other) in [("a.parquet", "people-polars"), ("b.parquet", "kinds")] {
                let from = crate::formats::file(&format!("{other}.parquet"));
                fs::copy(from, dir.path().join(name)).unwrap();
            }
            preview(dir.path(), &TableForm::default(), &RowProgress::silent()).err()
        }
        Code::Partitions => {
            let dir = tempfile::tempdir().unwrap();
            fs::create_dir(dir.path().join("year=2026")).unwrap();
            preview(dir.path(), &TableForm::default(), &RowProgress::silent()).err()
        }
        Code::FormPart => {
            let form = TableForm {
                encoding: Some(Encoding::Utf8),
                ..TableForm::default()
            };
            let path = crate::formats::file("people.xlsx");
            preview(&path, &form, &RowProgress::silent()).err()
        }
        Code::Sheet => {
            let path = crate::formats::file("sheets.xlsx");
            preview(&path, &TableForm::default(), &RowProgress::silent()).err()
        }
        Code::ColumnNotPlain => {
            let path = crate::formats::file("nested.parquet");
            preview(&path, &TableForm::default(), &RowProgress::silent()).err()
        }
        Code::IsAFolder => {
            let dir = tempfile::tempdir().unwrap();
            preview(dir.path(), &TableForm::default(), &RowProgress::silent()).err()
        }
        Code::NoPlainFile => {
            let device = Path::new("/dev/zero");
            preview(device, &TableForm::default(), &RowProgress::silent()).err()
        }
        Code::CsvEmpty => of_file(b""),
        Code::CsvHeaderDoubled => of_file(b"a,a\n1,2\n"),
        Code::CsvNoRows => of_file(b"a,b\n"),
        Code::CsvRagged => of_file(b"a,b\n1,2,3\n"),
        Code::CsvTooManyColumns => {
            let names: Vec<String> = (0..100_000).map(|n| format!("c{n}")).collect();
            of_file(format!("{}\n", names.join(",")).as_bytes())
        }
        Code::CsvUnclosedQuote => of_file(b"a,b\n1,\"x\n"),
        Code::CsvStrayQuote => of_file(b"a,b\n\"1\" ,x\n"),
        Code::CsvCellTooLarge => of_file(&[b"a\n", &vec![b'x'; (16 << 20) + 1][..]].concat()),
        Code::FileBinary => of_file(b"a\0b\n1\n"),
        Code::FileNotUtf8 => in_encoding(b"a,b\n1,\xe9\n", Encoding::Utf8),
        Code::FileEncoding => in_encoding(b"a,b\n1,\x81\n", Encoding::Windows1252),
        Code::FileEmpty => of_numbers(""),
        Code::FileTooLarge => of_numbers(&"1\n".repeat((32 << 20) + 1)),
        Code::UnknownColumn => of(&clamped("sum", "height", "0..1", "1")),
        Code::NoPersonColumn => of_unit(2),
        Code::RowsPerPerson => of_unit(0),
        Code::Schema => Schema::parse_types("age").err(),
        Code::UndeclaredDay => {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("people.csv");
            fs::write(&path, "born\n2026-11-28\n28.11.2026\n").unwrap();
            undeclared(&path)
        }
        Code::BrokenTable => Table::from_parquet(b"PAR1").err(),
        Code::ColumnNotNumbers => {
            let sum = of(&clamped("sum", "name", "0..1", "1"));
            let mean = of(&clamped("mean", "name", "0..1", "1"));
            assert_eq!(
                mean.as_ref().and_then(Error::code),
                Some(Code::ColumnNotNumbers)
            );
            sum
        }
        Code::Filter => of(&filtered(count(), &["age == old"])),
        Code::Bounds => of_sum("1..0", "1"),
        Code::NoStep => too_narrow(),
        Code::NoStepAdvised => advised(None),
        Code::SensitivityTooLarge => of_sum("0..100", "0.00000000001"),
        Code::Columns => of(&crossed(&[("name", values(&["ann"]))])),
        Code::Variables => of(&moments(&[], &[])),
        Code::TwoValues => of(&moments(&[two("age", ["1", "1.0"])], &[])),
        Code::Groups => {
            let age = squares("age", "0..100");
            let stated = of(&moments(
                std::slice::from_ref(&age),
                &[("name", BinSpec::Stated)],
            ));
            assert_eq!(stated.as_ref().and_then(Error::code), Some(code));
            let names = || ("name", values(&["ann"]));
            of(&moments(&[age], &[names(), names(), names(), names()]))
        }
        Code::NoMoments => {
            let count = counted(AttributeKind::Count, Adjacency::AddRemove);
            Fits::of(&count, &[1], "1".parse().unwrap()).err()
        }
        Code::NoVariable => of_fit("height", None, None),
        Code::NoSquare => of_fit("age", Some("size"), None),
        Code::NoFactor => of_fit("age", None, Some("size")),
        Code::NoGroup => {
            let groups = of_fits(|fits| fits.groups(&[vec!["bob".to_owned()]]).err());
            assert_eq!(groups.as_ref().and_then(Error::code), Some(code));
            of_fits(|fits| fits.correlations(&["bob".to_owned()]).err())
        }
        Code::GroupTwice => of_fits(|fits| {
            fits.groups(&[vec!["ann".to_owned(), "ann".to_owned()]])
                .err()
        }),
        Code::FitTerms => {
            let itself = of_fit("age", Some("age"), None);
            assert_eq!(itself.as_ref().and_then(Error::code), Some(code));
            of_fit("age", None, None)
        }
        Code::Collinear => of_two_rows(),
        Code::NoBins => of(&histogram("age", BinSpec::Stated)),
        Code::BinEmpty => of(&bins("name", &[" "])),
        Code::BinDoubled => of(&bins("name", &["ann", "ann"])),
        Code::BinNotANumber => of(&bins("age", &["old"])),
        Code::Periods => periods("2026-11", "2026-10").err(),
        Code::BinsOverlap => {
            let born = Schema::parse_types("born:date").unwrap();
            plan(&bins("born", &["2026", "2026-11"]), &born, &ROW).err()
        }
        Code::Edges => of(&edges("age", &["2", "1"])),
        Code::EdgesNotNumbers => of(&edges("name", &["1", "2"])),
        Code::NoEdges => {
            let count = counted(AttributeKind::Count, Adjacency::AddRemove);
            Ranges::of(&count, &[1], "1".parse().unwrap()).err()
        }
        Code::BlocksWithoutEdges => of(&blocks("name", values(&["ann"]), &[1])),
        Code::BlockLevels => {
            let of_three = || between(&["0", "10", "20", "30"]);
            assert!(of(&blocks("age", of_three(), &[2])).is_none());
            let twice = of(&blocks("age", of_three(), &[1, 1]));
            assert_eq!(twice.as_ref().and_then(Error::code), Some(code));
            of(&blocks("age", of_three(), &[3]))
        }
        Code::TooManyBins => {
            let edges = (0..=(1 << 16) + 1).map(Decimal::from_integer);
            of(&blocks("age", BinSpec::Edges(edges.collect()), &[3]))
        }
        Code::Range => of_ranges(|ranges| {
            let [low, high] = ["18", "18.5"].map(|text| text.parse().unwrap());
            ranges.range(&low, &high).err()
        }),
        Code::Quantile => of_ranges(|ranges| ranges.quantile(&"1".parse().unwrap()).err()),
        Code::NotANumber => of_numbers("much"),
        Code::NumberTooLarge => of_sum("-1000000000000000000..0", "1"),
        Code::NotOnTheLattice => own("5.5", "0..10", "1", "1"),
        Code::TooManyValues => {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("people.csv");
            let rows: String = (0..=10_000).map(|n| format!("x{n}\n")).collect();
            fs::write(&path, format!("t\n{rows}")).unwrap();
            seen_values(&path, &TableForm::default(), "t", &RowProgress::silent()).err()
        }
        Code::ValueTooLarge => own("5", "0..100000000000000000", "0.00001", "1"),
        Code::Protect => own("5", "0..10", "1", "0"),
        Code::PublicRows => of_mean(|mean| mean.public_rows = Some(0)),
        Code::MissingAsMid => of_mean(|mean| mean.missing_as_mid = true),
        Code::OtherTable => {
            let plan = plan(&count(), &table().schema(), &ROW).unwrap();
            plan.compute(None, &[7; 32]).err()
        }
        Code::ZeroEpsilon => advised(Some("0")),
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
    for code in QueryErrorCode::ALL {
        let Some(error) = provoked(*code) else {
            others.push(format!("{code}: no error"));
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

/// What a code does not tell alone is in the error as data, with the numbers of its message.
#[test]
fn what_a_code_does_not_tell_is_told_as_data() {
    let fault = |error: Option<Error>| error.and_then(|error| error.fault().cloned());
    let line = |line, fault| Some(QueryFault::Line { line, fault });
    let decimal = |text: &str| text.parse().unwrap();
    let edge = |fault| Some(QueryFault::Edges { fault });
    let too_many = |of, most, found| Some(QueryFault::TooMany { of, most, found });
    let mid = |needs| Some(QueryFault::MissingAsMid { needs });
    let text = |text: &str| text.to_owned();

    assert_eq!(fault(of_numbers("1\n\n2")), line(2, LineFault::Empty));
    let none = LineFault::NoNumber { text: text("much") };
    assert_eq!(fault(of_numbers("1\n2\n much \n")), line(3, none));
    assert_eq!(fault(of_numbers("1\n2.5")), line(2, LineFault::OffStep));
    assert_eq!(
        fault(own("5.5", "0..10", "1", "1")),
        Some(QueryFault::NumberOffStep)
    );
    assert_eq!(
        fault(own("5", "0..9.5", "1", "1")),
        Some(QueryFault::BoundsOffStep)
    );
    assert_eq!(
        fault(of_sum("1..0", "1")),
        Some(QueryFault::BoundsNotRising {
            low: decimal("1"),
            high: decimal("0")
        })
    );
    for (error, of) in [
        (of_sum("-1000000000000000000..0", "1"), StatedNumber::Bounds),
        (of_sum("0..1", "1000000000000000000"), StatedNumber::Step),
        (
            own("5", "0..10", "1", "1000000000000000000"),
            StatedNumber::Distance,
        ),
    ] {
        assert_eq!(fault(error), Some(QueryFault::Beyond { of }));
    }
    assert_eq!(
        fault(provoked(QueryErrorCode::TooManyValues)),
        too_many(Counted::Different, 10_000, None)
    );
    assert_eq!(
        fault(of_numbers(&"1\n".repeat((1 << 20) + 1))),
        too_many(Counted::Numbers, 1 << 20, None)
    );
    assert_eq!(
        fault(provoked(QueryErrorCode::FileTooLarge)),
        Some(QueryFault::TooManyBytes {
            most: 64 << 20,
            numbers: Some(1 << 20)
        })
    );
    let edges_of = |stated: &[&str]| fault(of(&edges("age", stated)));
    let (before, after) = (decimal("2.5"), decimal("1"));
    assert_eq!(
        edges_of(&["2.5", "1"]),
        edge(EdgeFault::NotRising {
            edge: after,
            before
        })
    );
    assert_eq!(edges_of(&["1"]), edge(EdgeFault::TooFew));
    let cut = |low, high, width| fault(bands(low, high, width).err());
    assert_eq!(
        cut(decimal("0"), decimal("1"), decimal("0")),
        edge(EdgeFault::NoWidth)
    );
    assert_eq!(
        cut(decimal("1"), decimal("0"), decimal("1")),
        edge(EdgeFault::EndsNotRising)
    );
    assert_eq!(
        cut(decimal("0"), decimal("1000000"), decimal("1")),
        too_many(Counted::Bins, 100_000, None)
    );
    assert_eq!(
        fault(of_mean(|mean| mean.missing_as_mid = true)),
        mid(MissingAsMidNeeds::PublicRows)
    );
    assert_eq!(
        fault(of_mean(|mean| {
            (mean.missing_as_mid, mean.public_rows) = (true, Some(3));
        })),
        mid(MissingAsMidNeeds::Replacement)
    );
    let Some(QueryFault::NoColumn {
        column,
        columns,
        more,
    }) = fault(provoked(QueryErrorCode::UnknownColumn))
    else {
        panic!("no column is named");
    };
    assert_eq!((column.as_str(), more), ("height", 0));
    assert!(columns.contains(&text("age")), "{columns:?}");
    let byte = |line, place, byte| Some(QueryFault::Byte { line, place, byte });
    assert_eq!(fault(of_file(b"a\0b\n1\n")), byte(1, 2, 0));
    assert_eq!(
        fault(in_encoding(b"a,b\n1,\xe9\n", Encoding::Utf8)),
        byte(2, 3, 0xe9)
    );
    let of = Encoding::Utf16Le;
    assert_eq!(
        fault(in_encoding(b"\xff\xfea\0", Encoding::Utf8)),
        Some(QueryFault::ByteOrderMark { of })
    );
    let encoding = Encoding::Windows1252;
    let (line, character) = (2, 3);
    assert_eq!(
        fault(in_encoding(b"a,b\n1,\x81\n", encoding)),
        Some(QueryFault::Undecodable {
            encoding,
            line,
            character
        })
    );
    // Where the code tells all there is nothing more; never of what is in a dataset.
    assert_eq!(fault(provoked(QueryErrorCode::PublicRows)), None);
}
