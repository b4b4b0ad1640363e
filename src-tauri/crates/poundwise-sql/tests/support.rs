//! Tables and questions of the tests.

use poundwise_documents::kinds::{Adjacency, ColumnType, FilterOperator};
use poundwise_query::kinds::{
    BinSpec, BlockSpec, CountSpec, CrossTabulationSpec, HistogramSpec, MeanSpec, MomentsSpec,
    SumSpec, VariableSpec, VariableValues,
};
use poundwise_query::{AttributeSpec, Condition, Plan, Schema, SchemaColumn, Unit, plan};
use poundwise_sql::{CellStorage, Dialect, LinkedColumn, LinkedTable};

pub(crate) const KEY: [u8; 32] = [7; 32];

/// A table with a text, a number, a day and a person column under these names.
pub(crate) fn schema(names: [&str; 4]) -> Schema {
    let types = [
        ColumnType::Text,
        ColumnType::Number,
        ColumnType::Date,
        ColumnType::Text,
    ];
    let columns = names.into_iter().zip(types);
    Schema::new(
        columns
            .map(|(name, column_type)| SchemaColumn::new(name, column_type))
            .collect(),
    )
    .unwrap()
}

pub(crate) fn linked(
    dialect: Dialect,
    path: &[&str],
    names: [&str; 4],
    number: CellStorage,
) -> LinkedTable {
    let storage = [
        CellStorage::Text,
        number,
        CellStorage::Date,
        CellStorage::Text,
    ];
    let columns = names.into_iter().zip(storage);
    let columns = columns.map(|(name, storage)| LinkedColumn {
        name: name.to_owned(),
        storage,
    });
    let path = path.iter().map(|part| (*part).to_owned()).collect();
    LinkedTable::new(dialect, path, columns.collect(), &schema(names)).unwrap()
}

pub(crate) fn unit(person: Option<&str>) -> Unit {
    Unit {
        adjacency: Adjacency::AddRemove,
        rows_per_unit: if person.is_some() { 3 } else { 1 },
        person_column: person.map(str::to_owned),
    }
}

/// A question of each kind about these columns, with texts of an owner in each place.
pub(crate) fn questions([text, number, day, _]: [&str; 4], value: &str) -> Vec<AttributeSpec> {
    let bounds = ["-2.5".parse().unwrap(), "120".parse().unwrap()];
    let conditions = || {
        vec![
            Condition::new(text, FilterOperator::NotEqual, value),
            Condition::new(number, FilterOperator::AtLeast, "-1e3"),
            Condition::new(day, FilterOperator::Below, "2026-11-30"),
        ]
    };
    let values = BinSpec::Values(vec![value.to_owned(), "b".to_owned()]);
    let edges = BinSpec::Edges(
        ["0", "1.5", "7", "9"]
            .map(|edge| edge.parse().unwrap())
            .to_vec(),
    );
    let periods = BinSpec::Values(vec!["2026-01".to_owned(), "2027".to_owned()]);
    vec![
        CountSpec {
            filters: conditions(),
            unit: String::new(),
        }
        .into(),
        SumSpec {
            step: Some("0.5".parse().unwrap()),
            filters: conditions(),
            ..SumSpec::new(number, bounds)
        }
        .into(),
        MeanSpec {
            step: Some("0.5".parse().unwrap()),
            ..MeanSpec::new(number, bounds)
        }
        .into(),
        HistogramSpec::new(text, values.clone()).into(),
        HistogramSpec {
            blocks: BlockSpec::Levels(vec![1]),
            ..HistogramSpec::new(number, edges.clone())
        }
        .into(),
        CrossTabulationSpec {
            columns: vec![
                (text.to_owned(), values.clone()),
                (number.to_owned(), BinSpec::Values(vec!["1.50".to_owned()])),
                (day.to_owned(), periods),
            ],
            filters: conditions(),
            unit: String::new(),
        }
        .into(),
        MomentsSpec {
            variables: vec![
                VariableSpec {
                    column: number.to_owned(),
                    values: VariableValues::Squares(bounds),
                },
                VariableSpec {
                    column: text.to_owned(),
                    values: VariableValues::TwoValued([value.to_owned(), "b".to_owned()]),
                },
            ],
            groups: Vec::new(),
            filters: conditions(),
        }
        .into(),
    ]
}

pub(crate) fn planned(spec: &AttributeSpec, names: [&str; 4], person: Option<&str>) -> Plan {
    plan(spec, &schema(names), &unit(person))
        .map_err(|error| error.to_string())
        .unwrap()
}
