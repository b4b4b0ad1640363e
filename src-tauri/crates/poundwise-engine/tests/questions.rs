//! Tables with all that databases and files could see differently, and questions of each kind.

use poundwise_documents::kinds::{Adjacency, ColumnType, FilterOperator};
use poundwise_query::kinds::{
    BinSpec, BlockSpec, CountSpec, CrossTabulationSpec, HistogramSpec, MeanSpec, MomentsSpec,
    SumSpec, VariableSpec, VariableValues,
};
use poundwise_query::{AttributeSpec, Column, Condition, Schema, SchemaColumn, Table, Unit};
use poundwise_sql::{CellStorage, Dialect, LinkedColumn, LinkedTable};

/// Random choices from a seed (Marsaglia's xorshift).
pub(crate) struct Choice(pub(crate) u64);

impl Choice {
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 |= 1;
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from((self.0 >> 11) % most as u64).unwrap()
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// The columns: names with quotes and dots, and their types.
pub(crate) const NAMES: [&str; 7] = [
    "text \"a.b\"",
    "whole; --",
    "dec.imal's",
    "day 😀",
    "who",
    "p",
    "r",
];

const TEXTS: [Option<&str>; 28] = [
    None,
    Some(""),
    Some("  "),
    Some("a"),
    Some("A"),
    Some(" a "),
    Some("\u{a0}a"),
    Some("a\u{200b}"),
    Some("ä"),
    Some("a\u{308}"),
    Some("Ä"),
    Some("e\u{301}\u{323}"),
    Some("e\u{323}\u{301}"),
    Some("ss"),
    Some("ß"),
    Some("O'Brien"),
    Some("a\"b"),
    Some("\\"),
    Some("\\'"),
    Some("1"),
    Some("12"),
    Some("\u{3000}b\u{feff}"),
    Some("ﬁ"),
    Some("😀"),
    Some("\u{1112}\u{1161}\u{11ab}"),
    Some("\u{200b}"),
    Some("a\tb\n"),
    Some("\u{1}"),
];

const DAYS: [Option<&str>; 9] = [
    None,
    Some("0001-01-01"),
    Some("0999-12-31"),
    Some("1969-12-31"),
    Some("1970-01-01"),
    Some("2024-02-29"),
    Some("2026-11-30"),
    Some("2026-12-01"),
    Some("9999-12-31"),
];

const PERSONS: [Option<&str>; 6] = [None, Some("x"), Some("X"), Some(" x"), Some("y"), Some("1")];

/// The cells of one row, as a file would have them.
pub(crate) struct Row {
    text: Option<&'static str>,
    whole: Option<i64>,
    /// In thousandths.
    decimal: Option<i64>,
    day: Option<&'static str>,
    who: Option<&'static str>,
    number: Option<i64>,
}

pub(crate) fn rows(choice: &mut Choice) -> Vec<Row> {
    let number = *choice.of(&[0, 1, 2, 5, 20, 60]);
    let wholes = [i64::MAX, i64::MIN + 1, 0, -1, 7];
    let row = |choice: &mut Choice| Row {
        text: *choice.of(&TEXTS),
        whole: match choice.below(9) {
            0 => None,
            1 => Some(*choice.of(&wholes)),
            _ => Some(i64::try_from(choice.below(130)).unwrap() - 5),
        },
        decimal: match choice.below(9) {
            0 => None,
            1 => Some(99_999_999_999 - 2 * 99_999_999_999 * i64::from(choice.below(2) == 0)),
            _ => Some(i64::try_from(choice.below(20_000)).unwrap() - 10_000),
        },
        day: *choice.of(&DAYS),
        who: *choice.of(&PERSONS),
        number: (choice.below(5) > 0).then(|| i64::try_from(choice.below(4)).unwrap()),
    };
    (0..number).map(|_| row(choice)).collect()
}

fn thousandths(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let size = value.unsigned_abs();
    format!("{sign}{}.{:03}", size / 1000, size % 1000)
}

/// Half away from zero, to tenths.
fn tenths(value: i64) -> String {
    let size = (value.unsigned_abs() + 50) / 100;
    let sign = if value < 0 { "-" } else { "" };
    format!("{sign}{}.{}", size / 10, size % 10)
}

/// The table as it is imported from a file.
pub(crate) fn embedded(rows: &[Row]) -> Table {
    let texts = |cell: fn(&Row) -> Option<&'static str>| -> Vec<&str> {
        rows.iter()
            .map(|row| cell(row).unwrap_or_default())
            .collect()
    };
    let numbers = |written: fn(i64) -> String| -> Vec<String> {
        let cells = rows.iter().map(|row| row.decimal.map(written));
        cells.map(Option::unwrap_or_default).collect()
    };
    let (decimals, rounded) = (numbers(thousandths), numbers(tenths));
    let integers = |cell: fn(&Row) -> Option<i64>| rows.iter().map(cell).collect();
    let column = |column: poundwise_query::Result<Column>| column.ok().unwrap();
    let table = Table::new(vec![
        column(Column::texts(NAMES[0], texts(|row| row.text))),
        Column::integers(NAMES[1], integers(|row| row.whole)),
        column(Column::numbers(
            NAMES[2],
            decimals.iter().map(String::as_str),
        )),
        column(Column::dates(NAMES[3], texts(|row| row.day))),
        column(Column::texts(NAMES[4], texts(|row| row.who))),
        Column::integers(NAMES[5], integers(|row| row.number)),
        column(Column::numbers(
            NAMES[6],
            rounded.iter().map(String::as_str),
        )),
    ]);
    table.ok().unwrap()
}

pub(crate) fn schema() -> Schema {
    let types = [
        ColumnType::Text,
        ColumnType::Number,
        ColumnType::Number,
        ColumnType::Date,
        ColumnType::Text,
        ColumnType::Number,
        ColumnType::Number,
    ];
    let columns = NAMES.into_iter().zip(types);
    let mut columns: Vec<SchemaColumn> = columns
        .map(|(name, column_type)| SchemaColumn::new(name, column_type))
        .collect();
    columns[6].decimals = Some(1);
    Schema::new(columns).ok().unwrap()
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "''"))
}

/// Statements that make the table in a database. `collation` is that of its texts.
pub(crate) fn creation(table: &str, rows: &[Row], collation: &str) -> Vec<String> {
    let column = |name: &str| format!("\"{}\"", name.replace('"', "\"\""));
    let types = [
        format!("VARCHAR {collation}"),
        "BIGINT".to_owned(),
        "NUMERIC(14,3)".to_owned(),
        "DATE".to_owned(),
        format!("VARCHAR {collation}"),
        "SMALLINT".to_owned(),
        "NUMERIC(14,3)".to_owned(),
    ];
    let columns = NAMES.iter().zip(types);
    let columns: Vec<String> = columns
        .map(|(name, kind)| format!("{} {kind}", column(name)))
        .collect();
    let mut statements = vec![
        format!("DROP TABLE IF EXISTS {table}"),
        format!("CREATE TABLE {table} ({})", columns.join(", ")),
    ];
    let null = |cell: Option<String>| cell.unwrap_or_else(|| "NULL".to_owned());
    let values = rows.iter().map(|row| {
        let cells = [
            null(row.text.map(quoted)),
            null(row.whole.map(|value| value.to_string())),
            null(row.decimal.map(thousandths)),
            null(row.day.map(quoted)),
            null(row.who.map(quoted)),
            null(row.number.map(|value| value.to_string())),
            null(row.decimal.map(thousandths)),
        ];
        format!("({})", cells.join(", "))
    });
    let values: Vec<String> = values.collect();
    if !values.is_empty() {
        statements.push(format!("INSERT INTO {table} VALUES {}", values.join(", ")));
    }
    statements
}

/// Leaves out the texts that a dialect does not take.
pub(crate) fn settle(rows: &mut [Row], dialect: Dialect) {
    for row in rows {
        row.text = row.text.filter(|text| dialect.takes(text));
    }
}

/// Returns the statement that makes the table as a view of Spark. Texts are written by their bytes.
pub(crate) fn view(name: &str, rows: &[Row]) -> String {
    let null = |cell: Option<String>| cell.unwrap_or_else(|| "NULL".to_owned());
    let bytes = |text: &str| {
        let digits: String = text.bytes().map(|byte| format!("{byte:02x}")).collect();
        format!("CAST(X'{digits}' AS STRING)")
    };
    let plain = |text: String| format!("'{text}'");
    let cells = |row: &Row| {
        [
            null(row.text.map(bytes)),
            null(row.whole.map(|value| value.to_string())),
            null(row.decimal.map(thousandths).map(plain)),
            null(row.day.map(|day| plain(day.to_owned()))),
            null(row.who.map(bytes)),
            null(row.number.map(|value| value.to_string())),
            null(row.decimal.map(tenths).map(plain)),
        ]
    };
    let types = SPARK_TYPES.iter().zip(NAMES);
    let columns: Vec<String> = types
        .enumerate()
        .map(|(place, (kind, name))| format!("CAST(x{place} AS {kind}) AS `{name}`"))
        .collect();
    let empty = vec!["NULL".to_owned(); NAMES.len()];
    let values = rows.iter().map(|row| cells(row).to_vec());
    let values: Vec<String> = values
        .chain([empty])
        .zip(0..)
        .map(|(cells, row)| format!("({row}, {})", cells.join(", ")))
        .collect();
    let names = (0..NAMES.len()).map(|place| format!("x{place}"));
    format!(
        "CREATE OR REPLACE TEMPORARY VIEW `{}` AS SELECT {} FROM (VALUES {}) AS t(row, {}) \
         WHERE row < {}",
        name.replace('`', "``"),
        columns.join(", "),
        values.join(", "),
        names.collect::<Vec<_>>().join(", "),
        rows.len()
    )
}

const SPARK_TYPES: [&str; 7] = [
    "STRING",
    "BIGINT",
    "DECIMAL(14,3)",
    "DATE",
    "STRING",
    "SMALLINT",
    "DECIMAL(14,1)",
];

pub(crate) fn linked(dialect: Dialect, path: &[&str]) -> LinkedTable {
    let decimal = match dialect {
        Dialect::PostgreSql => CellStorage::Decimal(None),
        Dialect::DuckDb | Dialect::Spark => CellStorage::Decimal(Some((14, 3))),
    };
    let storage = [
        CellStorage::Text,
        CellStorage::Integer,
        decimal,
        CellStorage::Date,
        CellStorage::Text,
        CellStorage::Integer,
        match dialect {
            // It rounds nothing.
            Dialect::Spark => CellStorage::Decimal(Some((14, 1))),
            Dialect::PostgreSql | Dialect::DuckDb => decimal,
        },
    ];
    let columns = NAMES.into_iter().zip(storage);
    let columns = columns.map(|(name, storage)| LinkedColumn {
        name: name.to_owned(),
        storage,
    });
    let path = path.iter().map(|part| (*part).to_owned()).collect();
    LinkedTable::new(dialect, path, columns.collect(), &schema()).unwrap()
}

/// Each row is a unit, or one of two columns names the person.
pub(crate) fn units() -> Vec<Unit> {
    let unit = |person: Option<&str>, rows_per_unit, adjacency| Unit {
        adjacency,
        rows_per_unit,
        person_column: person.map(str::to_owned),
    };
    let (add, replace) = (Adjacency::AddRemove, Adjacency::Replace);
    vec![
        unit(None, 1, add),
        unit(None, 1, replace),
        unit(Some(NAMES[4]), 1, add),
        unit(Some(NAMES[4]), 3, replace),
        unit(Some(NAMES[5]), 1, add),
        unit(Some(NAMES[5]), 3, add),
    ]
}

fn conditions(choice: &mut Choice) -> Vec<Condition> {
    const OPERATORS: [FilterOperator; 6] = [
        FilterOperator::Equal,
        FilterOperator::NotEqual,
        FilterOperator::Below,
        FilterOperator::AtMost,
        FilterOperator::Above,
        FilterOperator::AtLeast,
    ];
    let mut all = Vec::new();
    for _ in 0..choice.below(3) {
        let operator = *choice.of(&OPERATORS);
        all.push(match choice.below(5) {
            0 => {
                let text = choice.of(&["a", "ä", "ss", "O'Brien", "\\", "\\'", "ﬁ", "none"]);
                Condition::new(NAMES[0], *choice.of(&OPERATORS[..2]), *text)
            }
            1 => {
                let numbers = ["7", "0.5", "-1e3", "9223372036854775807", "1e30", "-9e36"];
                Condition::new(NAMES[1], operator, *choice.of(&numbers))
            }
            2 => Condition::new(
                NAMES[2],
                operator,
                *choice.of(&["0", "1.5", "-2.0005", "9.999"]),
            ),
            3 => Condition::new(
                NAMES[3],
                operator,
                *choice.of(&["1970-01-01", "2026-11-30"]),
            ),
            _ => Condition::new(NAMES[6], operator, *choice.of(&["0.1", "-5.05", "3"])),
        });
    }
    all
}

fn values(values: &[&str]) -> BinSpec {
    BinSpec::Values(values.iter().map(|value| (*value).to_owned()).collect())
}

fn edges(edges: &[&str]) -> BinSpec {
    BinSpec::Edges(edges.iter().map(|edge| edge.parse().unwrap()).collect())
}

fn squares(column: &str, bounds: [&str; 2]) -> VariableSpec {
    VariableSpec {
        column: column.to_owned(),
        values: VariableValues::Squares(bounds.map(|bound| bound.parse().unwrap())),
    }
}

fn two(column: &str, values: [&str; 2]) -> VariableSpec {
    VariableSpec {
        column: column.to_owned(),
        values: VariableValues::TwoValued(values.map(str::to_owned)),
    }
}

/// One question of each kind, with random conditions.
pub(crate) fn questions(choice: &mut Choice, rows: usize, unit: &Unit) -> Vec<AttributeSpec> {
    let texts = values(&["a", "ä", "ss", "O'Brien", "\\", "a\"b"]);
    let numbers = values(&["7", "8.0", "0.5", "1e30", "9223372036854775807"]);
    let periods = values(&["2026-11", "1970", "0999", "2024-02-29"]);
    let intervals = edges(&[
        "-3",
        "0",
        "0.0005",
        "1.5",
        "7",
        "50",
        "100",
        "1000000000000",
    ]);
    let groups = vec![
        (NAMES[0].to_owned(), texts.clone()),
        (NAMES[3].to_owned(), periods.clone()),
    ];
    let (step, fine) = ("0.5".parse().unwrap(), "0.001".parse().unwrap());
    let bounds = |low: &str, high: &str| [low.parse().unwrap(), high.parse().unwrap()];
    let mut all: Vec<AttributeSpec> = vec![
        CountSpec {
            filters: conditions(choice),
            unit: String::new(),
        }
        .into(),
        SumSpec {
            step: Some(step),
            filters: conditions(choice),
            ..SumSpec::new(NAMES[1], bounds("-2.5", "90.25"))
        }
        .into(),
        SumSpec {
            step: Some(step),
            filters: conditions(choice),
            ..SumSpec::new(NAMES[2], bounds("-5.00005", "99999999999"))
        }
        .into(),
        MeanSpec {
            step: Some(fine),
            filters: conditions(choice),
            ..MeanSpec::new(NAMES[6], bounds("0.05", "7.5"))
        }
        .into(),
        HistogramSpec {
            filters: conditions(choice),
            ..HistogramSpec::new(NAMES[0], texts.clone())
        }
        .into(),
        HistogramSpec {
            filters: conditions(choice),
            ..HistogramSpec::new(NAMES[1], numbers)
        }
        .into(),
        HistogramSpec {
            blocks: BlockSpec::Levels(vec![1, 2]),
            filters: conditions(choice),
            ..HistogramSpec::new(NAMES[2], intervals.clone())
        }
        .into(),
        CrossTabulationSpec {
            columns: vec![
                (NAMES[0].to_owned(), texts),
                (NAMES[3].to_owned(), periods),
                (NAMES[6].to_owned(), edges(&["-2", "0.1", "0.15", "3"])),
            ],
            filters: conditions(choice),
            unit: String::new(),
        }
        .into(),
        MomentsSpec {
            variables: vec![
                squares(NAMES[2], ["-9.5", "9.25"]),
                two(NAMES[5], ["1", "2"]),
            ],
            groups,
            filters: conditions(choice),
        }
        .into(),
        MomentsSpec {
            variables: vec![
                squares(NAMES[1], ["0", "120"]),
                squares(NAMES[2], ["-9.5", "9.25"]),
                squares(NAMES[6], ["-0.05", "0.5"]),
                two(NAMES[0], ["a", "ä"]),
            ],
            groups: Vec::new(),
            filters: conditions(choice),
        }
        .into(),
    ];
    if unit.adjacency == Adjacency::Replace && unit.person_column.is_none() && rows > 0 {
        let rows = Some(rows as u64);
        all.push(
            MeanSpec {
                step: Some(step),
                public_rows: rows,
                missing_as_mid: true,
                ..MeanSpec::new(NAMES[1], bounds("-2.5", "90.25"))
            }
            .into(),
        );
    }
    all
}
