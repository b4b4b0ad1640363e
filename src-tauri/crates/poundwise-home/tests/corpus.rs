//! A corpus of questions of every kind: a fixed table and dataset secret, and for each question its
//! canonical bytes, its seed commitment and x.
//!
//! A change of the canonical bytes or of x gives a question other seeds. Questions listed before
//! would then be answered with other noise. A change of the corpus therefore needs a reason in its
//! commit.

use std::{fmt::Write as _, fs, path::Path};

use poundwise_documents::{
    kinds::{Adjacency, FilterOperator},
    units::Decimal,
};
use poundwise_home::secrets::DatasetSecret;
use poundwise_query::{
    AttributeSpec, Column, Condition, Number, Table, Unit,
    kinds::{
        BinSpec, CountSpec, CrossTabulationSpec, HistogramSpec, MeanSpec, SumSpec, ValueSpec,
        VectorSpec,
    },
    plan,
};
use zeroize::Zeroizing;

const SECRET: [u8; 32] = *b"the secret of the corpus: 32 B!!";
const PUBLIC_ROWS: &str = "mean of a public number of rows";
const FILE: &str = "tests/corpus/questions.txt";

/// Returns a table of 40 rows of 13 people, with missing cells and an empty key.
fn table() -> Table {
    let rows = 0..40_i64;
    let who = |row: i64| match row * row % 13 {
        0 => String::new(),
        person => format!("person {person}"),
    };
    let towns = ["Ghent", "Bruges", "", "Li\u{e8}ge", "Mons"].into_iter();
    let age = |row: i64| (row % 11 != 3).then_some(row * 37 % 101);
    let income = |row: i64| match row % 9 {
        4 => String::new(),
        _ => format!("{}.{:02}", row * 811 % 5000 - 700, row * 53 % 100),
    };
    let whose: Vec<String> = rows.clone().map(who).collect();
    let incomes: Vec<String> = rows.clone().map(income).collect();
    Table::new(vec![
        Column::texts("who", whose.iter().map(String::as_str)).unwrap(),
        Column::texts("town", towns.cycle().step_by(7).take(40)).unwrap(),
        Column::integers("age", rows.map(age).collect()),
        Column::numbers("income", incomes.iter().map(String::as_str)).unwrap(),
    ])
    .unwrap()
}

fn decimal(text: &str) -> Decimal {
    text.parse().unwrap()
}

fn conditions(stated: &[(&str, FilterOperator, &str)]) -> Vec<Condition> {
    stated
        .iter()
        .map(|(column, operator, value)| Condition::new(*column, *operator, *value))
        .collect()
}

fn count(filters: &[(&str, FilterOperator, &str)]) -> AttributeSpec {
    AttributeSpec::Count(CountSpec {
        filters: conditions(filters),
        unit: String::new(),
    })
}

fn sum(column: &str, [low, high]: [&str; 2], step: &str) -> SumSpec {
    SumSpec {
        column: column.to_owned(),
        filters: conditions(&[("town", FilterOperator::NotEqual, "Mons")]),
        bounds: [decimal(low), decimal(high)],
        step: Some(step.parse().unwrap()),
        ceiling: None,
        unit: "EUR".to_owned(),
    }
}

fn mean(column: &str, [low, high]: [&str; 2], step: &str) -> MeanSpec {
    MeanSpec {
        column: column.to_owned(),
        filters: Vec::new(),
        bounds: [decimal(low), decimal(high)],
        step: Some(step.parse().unwrap()),
        ceiling: None,
        public_rows: None,
        missing_as_mid: false,
        unit: String::new(),
    }
}

fn values(stated: &[&str]) -> BinSpec {
    BinSpec::Values(stated.iter().map(|&value| value.to_owned()).collect())
}

fn edges(stated: &[&str]) -> BinSpec {
    BinSpec::Edges(stated.iter().map(|edge| decimal(edge)).collect())
}

fn histogram(column: &str, bins: BinSpec) -> AttributeSpec {
    HistogramSpec::new(column, bins).into()
}

/// Returns a question of every kind, and variants of each kind, by name.
fn questions() -> Vec<(&'static str, AttributeSpec)> {
    let towns = ["Ghent", "Bruges", "Li\u{e8}ge"];
    vec![
        ("count", count(&[])),
        (
            "count of filtered rows",
            count(&[
                ("age", FilterOperator::AtLeast, "18"),
                ("town", FilterOperator::Equal, "Ghent"),
            ]),
        ),
        (
            "sum",
            AttributeSpec::Sum(sum("income", ["-100", "4000"], "0.5")),
        ),
        (
            "mean",
            AttributeSpec::Mean(mean("age", ["0", "100"], "0.5")),
        ),
        (
            PUBLIC_ROWS,
            AttributeSpec::Mean(MeanSpec {
                public_rows: Some(40),
                missing_as_mid: true,
                ..mean("age", ["0", "101"], "1")
            }),
        ),
        ("histogram of values", histogram("town", values(&towns))),
        (
            "histogram of edges",
            histogram("income", edges(&["-100", "0", "1000.5", "5000"])),
        ),
        (
            "cross-tabulation",
            AttributeSpec::CrossTabulation(CrossTabulationSpec {
                columns: vec![
                    ("town".to_owned(), values(&towns)),
                    ("age".to_owned(), edges(&["0", "18", "65", "120"])),
                ],
                filters: conditions(&[("income", FilterOperator::Above, "0")]),
                unit: String::new(),
            }),
        ),
    ]
}

/// Returns questions about numbers of the owner's own. Their seeds are drawn, not derived.
fn own_numbers(file: &Path) -> Vec<(&'static str, AttributeSpec)> {
    vec![
        (
            "value",
            AttributeSpec::Value(ValueSpec {
                value: Number::parse("12.5").unwrap(),
                bounds: [decimal("0"), decimal("20")],
                step: "0.5".parse().unwrap(),
                distance: decimal("2.5"),
                unit: String::new(),
            }),
        ),
        (
            "vector",
            AttributeSpec::Vector(VectorSpec {
                file: file.to_owned(),
                bounds: [decimal("-50"), decimal("50")],
                step: "1".parse().unwrap(),
                distance: decimal("3"),
                unit: String::new(),
            }),
        ),
    ]
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns the corpus as text: a paragraph for each question, adjacency and number of rows of a
/// person.
fn corpus() -> String {
    let table = table();
    let secret = DatasetSecret::from_bytes(SECRET);
    let key = secret.contributions_key().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("numbers.txt");
    fs::write(&file, "1\n-2\n30\n").unwrap();
    let mut text = String::new();
    for adjacency in [Adjacency::AddRemove, Adjacency::Replace] {
        for rows_per_unit in [1, 3] {
            let person_column = (rows_per_unit > 1).then(|| "who".to_owned());
            let unit = Unit {
                adjacency,
                rows_per_unit,
                person_column,
            };
            for (name, spec) in questions() {
                // A public number of rows would reveal whether a person was added.
                if name == PUBLIC_ROWS && (adjacency, rows_per_unit) != (Adjacency::Replace, 1) {
                    assert!(plan(&spec, &table.schema(), &unit).is_err());
                    continue;
                }
                let plan = plan(&spec, &table.schema(), &unit).unwrap();
                let statement = plan.canonical_bytes();
                let x = plan.compute(Some(&table), &key).unwrap();
                let secrets = secret
                    .question(&statement, Zeroizing::new(x.clone()))
                    .unwrap();
                let _ = writeln!(
                    text,
                    "{name}, {adjacency}, K = {rows_per_unit}\nstatement {}\nseeds {}\nx {x:?}\n",
                    hex(&statement),
                    secrets.seed_commitment()
                );
            }
            if rows_per_unit > 1 {
                continue;
            }
            for (name, spec) in own_numbers(&file) {
                let plan = plan(&spec, &table.schema(), &unit).unwrap();
                let x = plan.compute(None, &key).unwrap();
                let statement = hex(&plan.canonical_bytes());
                let _ = writeln!(
                    text,
                    "{name}, {adjacency}\nstatement {statement}\nx {x:?}\n"
                );
            }
        }
    }
    text
}

#[test]
fn corpus_of_questions_is_unchanged() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE);
    let kept = fs::read_to_string(file).unwrap_or_default();
    let now = corpus();
    for (kept, now) in kept.split("\n\n").zip(now.split("\n\n")) {
        assert_eq!(kept, now);
    }
    assert_eq!(kept, now);
}

#[test]
#[ignore = "writes the file that the other test reads"]
fn write() {
    fs::write(Path::new(env!("CARGO_MANIFEST_DIR")).join(FILE), corpus()).unwrap();
}
