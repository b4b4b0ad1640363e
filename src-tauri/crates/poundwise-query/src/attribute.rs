//! Evaluation of an attribute: from its specification to the vector x and its sensitivities D (l1)
//! and D2^2 (l2, squared).
//!
//! Two tables are neighbours if one privacy unit's rows are in one and not in the other
//! (add/remove), or are other rows (replace). A unit is a row, or a person with at most K rows
//! (`contributions.rs`). Columns, types, bounds and bins are stated, never read off the data.
//! Filters and clamping look at one row at a time, so every x is made of sums over rows of what
//! that row alone adds, and each sum is rounded once: x = floor(S/g + 1/2), for which
//!
//!   floor(a + 1/2) - floor(b + 1/2) <= ceil(a - b).
//!
//! Write h = (hi - lo)/(2g), W = ceil(h), C = ceil(K (hi - lo)/g), M = max(|lo|, |hi|),
//! R = max(hi, 0) - min(lo, 0), E = max over c = 0..K of ceil((K + c) h)^2 + ((K - c) W)^2.
//!
//! | kind | x | D, add/remove | D, replace | D2^2, add/remove | D2^2, replace |
//! |---|---|---|---|---|---|
//! | count | rows | K | K | K^2 | K^2 |
//! | histogram | rows of each bin, 'other' last | K | 2K | K^2 | 2K^2 |
//! | cross-tabulation | rows of each cell, 'other' last in each column | K | 2K | K^2 | 2K^2 |
//! | sum | round(S/g) | ceil(K M/g) | ceil(K R/g) | D^2 | D^2 |
//! | mean, add/remove | round(sum of (v - lo)/g), round(sum of (hi - v)/g) | C + 1 | | C^2 + 1 | |
//! | mean, replace | round(sum of (v - mid)/g), count W | | ceil(K h) + K W | | E |
//! | mean, n public | round(sum of (v - mid)/g) | | ceil((hi - lo)/g) | | D^2 |
//! | value, vector | own numbers / g | ceil(P/g) | ceil(P/g) | D^2 | D^2 |
//!
//! *Count and histogram.* At most K rows come or go: K in all, and at most K in one bin. Replaced,
//! K rows leave one bin and K others enter another: 2K, and K^2 + K^2.
//!
//! *Cross-tabulation.* Each row has exactly one bin in each column, 'other' where no other takes
//! its cell, and so falls into exactly one cell: a row adds 1 to one coordinate and 0 to all the
//! others, as in a histogram, and the same holds, whatever the number of columns and cells.
//!
//! *Sum.* A row that is filtered out or whose cell is missing adds 0, so one unit's part lies
//! anywhere from K min(lo, 0) to K max(hi, 0), and is absent when the unit is; D follows by the
//! inequality above.
//!
//! *Mean, add/remove.* A unit's rows add (a, b) to the two sums, in steps, with a, b >= 0 and
//! a + b <= K (hi - lo)/g. So x moves by at most ceil(a) + ceil(b) <= ceil(a + b) + 1 <= C + 1. If
//! a or b is 0, D2^2 is at most C^2; otherwise ceil(a) and ceil(b) are at least 1 and their sum is
//! at most C + 1, so that the sum of their squares is largest at (C, 1).
//!
//! *Mean, replace.* Pair the unit's old rows with its new ones, c >= c' of them, filling up with
//! nothing: the deviations differ by at most (c + c') h, the counts by c - c'. So x moves by at
//! most ceil(c h + c' h) + (c - c') W <= ceil(c h) + c W, since ceil(c' h) <= c' W. For D2^2 take
//! K rows on the one side and c on the other. The largest c is not always an end: h = 5/8, W = 1,
//! K = 3 gives 17 at c = 2 and 16 at both ends.
//!
//! *Mean, n public.* Every row is a unit, none is filtered out, and a missing cell counts as mid,
//! so that the number of rows is the same in all neighbours under replacement; a row's part lies
//! within hi - lo.
//!
//! *Value and vector.* Neighbours are numbers at a distance (l1) of at most P, stated by the owner.
//! Each number is a multiple of the step or refused: nothing is rounded, and a sum of distances
//! that are multiples of g and at most P in all is at most P/g steps. Clamping brings no two
//! numbers further apart; bounds are multiples of g too.
//!
//! *Clamping* each coordinate to ±2^53 brings no two tables further apart either.

use poundwise_documents::kinds::{AttributeKind, BinnedColumn, ColumnType, MAX_SENSITIVITY};
use poundwise_documents::units::Decimal;

use crate::canonical::Canonical;
use crate::contributions::{self, TOLD};
use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::{Counted, QueryFault};
use crate::filter::RowFilter;
use crate::hint::QueryHint;
use crate::kinds::{Asked, AttributeSpec, Binned, Recipe};
use crate::parts::{QueryOperator, QueryParts};
use crate::progress::RowProgress;
use crate::schema::Schema;
use crate::shape::ListingShape;
use crate::source::{Source, Unit, other_table, same_column};
use crate::table::{Column, Table, unknown_column};
use crate::words::one_line;

/// The most coordinates, 2^20.
pub const MAX_COORDINATES: usize = 1 << 20;

/// The most rows of one privacy unit.
pub const MAX_ROWS_PER_UNIT: u64 = 1_000_000;

/// The number of the rules by which x follows from a table and a question. It goes up whenever any
/// table gives another x than before, so that a path is never read for two different x.
pub const EVALUATION_RULES: u64 = 2;

/// An attribute as stated: everything about it but the data. Holds the owner's own numbers, if it
/// is about those: no `Debug`.
pub struct Plan {
    shape: ListingShape,
    query: QueryParts,
    filters: Vec<RowFilter>,
    recipe: Recipe,
    person: Option<Source>,
    step_advised: bool,
}

/// A question in fields, as a listing states it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionFields {
    /// The column of a sum, a mean or a histogram.
    pub column: Option<String>,
    /// Its declared type.
    pub column_type: Option<ColumnType>,
    /// The conditions: column, its type, operator, canonical value.
    pub filters: Vec<(String, ColumnType, QueryOperator, String)>,
    /// The values of a histogram's bins, without 'other'.
    pub bins: Vec<String>,
    /// The edges of a histogram's bins, rising.
    pub edges: Vec<Decimal>,
    /// The columns of a cross-tabulation with their bins.
    pub columns: Vec<BinnedColumn>,
    /// Whether a missing cell counts as the middle of the bounds.
    pub missing_as_mid: bool,
    /// The column that names the person.
    pub unit_column: Option<String>,
    /// K.
    pub rows_per_unit: u64,
    /// The distance that is protected, of own numbers.
    pub distance: Option<Decimal>,
}

/// Plans an attribute of a dataset with this schema and privacy unit; no data is looked at but the
/// owner's own numbers, which have the schema without columns.
///
/// # Errors
/// The first thing in the specification that does not fit the columns or itself, or leads to a
/// sensitivity beyond 2^40; `rows-per-person`, `no-person-column` and `unknown-column` for the
/// unit.
pub fn plan(spec: &AttributeSpec, schema: &Schema, unit: &Unit) -> Result<Plan> {
    let person = person(schema, unit)?;
    let filters = spec
        .filters()
        .iter()
        .map(|condition| RowFilter::new(condition, schema))
        .collect::<Result<Vec<_>>>()?;
    let proposal = spec.propose(&Asked { schema, unit })?;
    let mut shape = proposal.shape;
    shape.sensitivity = checked_sensitivity(proposal.sensitivity)?;
    if shape.labels.len() > MAX_COORDINATES {
        return Err(too_many(Counted::Values, shape.labels.len()).hint(QueryHint::SellAsSeveral));
    }
    let query = QueryParts {
        of: proposal.query,
        conditions: filters.iter().map(RowFilter::in_parts).collect(),
    };
    Ok(Plan {
        shape,
        query,
        filters,
        recipe: proposal.recipe,
        person,
        step_advised: proposal.step_advised,
    })
}

/// Returns the error of more coordinates than are taken.
pub(crate) fn too_many(of: Counted, coordinates: usize) -> Error {
    Error::usage(
        QueryErrorCode::TooManyValues,
        format!("The attribute has {coordinates} values; at most {MAX_COORDINATES} are taken."),
    )
    .at(QueryFault::TooMany {
        of,
        most: MAX_COORDINATES as u64,
        found: Some(coordinates as u64),
    })
}

/// Returns the person column of a unit that makes sense.
fn person(schema: &Schema, unit: &Unit) -> Result<Option<Source>> {
    if !(1..=MAX_ROWS_PER_UNIT).contains(&unit.rows_per_unit) {
        return Err(Error::usage(
            QueryErrorCode::RowsPerPerson,
            format!("A privacy unit cannot have {} rows.", unit.rows_per_unit),
        )
        .hint(QueryHint::RowsPerPerson {
            most: MAX_ROWS_PER_UNIT,
        }));
    }
    let Some(name) = &unit.person_column else {
        if unit.rows_per_unit > 1 {
            return Err(Error::usage(
                QueryErrorCode::NoPersonColumn,
                "A unit of several rows needs a column that names the person.",
            )
            .hint(QueryHint::RowsAreUnits));
        }
        return Ok(None);
    };
    let (index, column) = schema
        .find(name)
        .ok_or_else(|| unknown_column(name, schema.names()))?;
    Ok(Some(Source {
        index,
        name: column.name.clone(),
        column_type: column.column_type,
    }))
}

fn checked_sensitivity(steps: Option<u64>) -> Result<u64> {
    steps.filter(|d| *d <= MAX_SENSITIVITY).ok_or_else(|| {
        Error::usage(
            QueryErrorCode::SensitivityTooLarge,
            "The step is so fine that one privacy unit moves the result by more than 2^40 steps.",
        )
        .hint(QueryHint::ChooseLargerStep)
        .hint(QueryHint::NarrowBoundsOrRows)
    })
}

impl Plan {
    /// Returns the public part of the attribute: kind, unit, labels, step, bounds, D.
    pub fn shape(&self) -> &ListingShape {
        &self.shape
    }

    /// Returns the query; in words by its `to_string`.
    pub fn query(&self) -> &QueryParts {
        &self.query
    }

    /// Returns whether no step was stated, and the advised one was taken.
    pub fn step_advised(&self) -> bool {
        self.step_advised
    }

    /// Returns D2^2: the square of the farthest that x moves in l2, in lattice steps. The module's
    /// documentation has the table.
    ///
    /// Cost: K steps for a mean under replacement.
    pub fn l2_squared(&self) -> u128 {
        self.recipe.l2_squared(&self.shape)
    }

    /// Returns the question in fields. Values are those that cells are compared with, sign by sign:
    /// whoever reads the question reads what was asked.
    pub fn question(&self) -> QuestionFields {
        let fields = self.recipe.fields();
        QuestionFields {
            column: fields.source.map(|source| one_line(&source.name)),
            column_type: fields.source.map(|source| source.column_type),
            filters: self
                .filters
                .iter()
                .map(|filter| {
                    let (_, name, column_type) = filter.column();
                    let name = one_line(name);
                    (name, column_type, filter.operator(), filter.value())
                })
                .collect(),
            bins: fields.bins.to_vec(),
            edges: fields.edges.to_vec(),
            columns: fields
                .columns
                .iter()
                .map(|one| BinnedColumn {
                    column: one_line(&one.source.name),
                    column_type: one.source.column_type,
                    bins: one.bins.values.clone(),
                    edges: one.bins.edges.clone(),
                })
                .collect(),
            missing_as_mid: fields.rows_as_mid.is_some(),
            unit_column: self.person.as_ref().map(|person| one_line(&person.name)),
            rows_per_unit: self.shape.rows_per_unit,
            distance: fields.distance,
        }
    }

    /// Returns a byte string of everything that with the table determines x, and of everything here
    /// that defines its noise. Two plans have equal bytes only if x is equal in equal order for
    /// every table of one schema. Titles, labels and prices are not in it.
    ///
    /// Conditions stay in the order in which they were stated: what is not proved equal is another
    /// question.
    pub fn canonical_bytes(&self) -> Vec<u8> {
        let (shape, fields) = (&self.shape, self.recipe.fields());
        let mut bytes = Canonical::new("poundwise-question");
        bytes.number(EVALUATION_RULES);
        bytes.text(&shape.kind.to_string());
        bytes.number(shape.labels.len() as u64);
        push_source(&mut bytes, fields.source);
        bytes.number(self.filters.len() as u64);
        for filter in &self.filters {
            let (index, name, column_type) = filter.column();
            push_column(&mut bytes, index, name, column_type);
            bytes.text(filter.operator().symbol());
            bytes.text(&filter.value());
        }
        let texts = |decimals: &[Decimal]| -> Vec<String> {
            decimals.iter().map(Decimal::to_string).collect()
        };
        bytes.texts(fields.bins);
        bytes.texts(&texts(fields.edges));
        bytes.texts(&texts(shape.bounds.as_ref().map_or(&[], |pair| pair)));
        bytes.text(&shape.step.to_string());
        match fields.rows_as_mid {
            Some(rows) => {
                bytes.text("as-mid");
                bytes.number(rows);
            }
            None => bytes.text("excluded"),
        }
        bytes.text(shape.adjacency.as_str());
        bytes.number(shape.rows_per_unit);
        push_source(&mut bytes, self.person.as_ref());
        bytes.number(shape.sensitivity);
        bytes.text(&self.l2_squared().to_string());
        bytes.optional(fields.distance.map(|d| d.to_string()).as_deref());
        // For this kind alone: the bytes of the others are those that seeds were derived from.
        if shape.kind == AttributeKind::CrossTabulation {
            bytes.number(fields.columns.len() as u64);
            for Binned { source, bins } in fields.columns {
                push_column(&mut bytes, source.index, &source.name, source.column_type);
                bytes.texts(&bins.values);
                bytes.texts(&texts(&bins.edges));
            }
        }
        bytes.finish()
    }

    /// Returns x, in lattice steps, one a label. It is secret: the caller wipes it. `table` is the
    /// whole dataset, of which `key` picks the rows of a person that count; none for the owner's
    /// own numbers.
    ///
    /// # Errors
    /// `other-table`: not the table planned for. `public-rows`: of a mean whose number of rows is
    /// public, a table with another number.
    pub fn compute(&self, table: Option<&Table>, key: &[u8; 32]) -> Result<Vec<i64>> {
        self.compute_with(table, key, &RowProgress::silent())
    }

    /// Returns the places of the columns that x is computed from.
    pub fn columns(&self) -> Vec<usize> {
        let mut columns = self.content();
        columns.extend(self.person.as_ref().map(|person| person.index));
        columns
    }

    /// Computes as [`Plan::compute`] does, with a progress callback in rows.
    ///
    /// # Errors
    /// As there; [`Error::Stopped`].
    pub fn compute_with(
        &self,
        table: Option<&Table>,
        key: &[u8; 32],
        stage: &RowProgress<'_>,
    ) -> Result<Vec<i64>> {
        let table = match (&self.recipe, table) {
            (Recipe::Own(own), None) => return Ok(own.values.to_vec()),
            (_, None) => return Err(other_table()),
            (_, Some(table)) => table,
        };
        for filter in &self.filters {
            let (index, name, column_type) = filter.column();
            same_column(table, index, name, column_type)?;
        }
        let mut evaluation = self.recipe.evaluation(table, &self.shape)?;
        let counts = self.rows_that_count(table, key, stage)?;
        for first in (0..table.rows()).step_by(TOLD) {
            stage.tell(match &counts {
                // Choosing them was two thirds of it.
                Some(_) => (2 * table.rows() + first) as u64 / 3,
                None => first as u64,
            })?;
            for row in first..table.rows().min(first + TOLD) {
                let is_kept = counts
                    .as_ref()
                    .is_none_or(|kept| kept.get(row).copied().unwrap_or(false));
                if is_kept && self.filters.iter().all(|filter| filter.matches(table, row)) {
                    evaluation.take(row);
                }
            }
        }
        Ok(evaluation.finish())
    }

    /// Returns whether each row counts; none where all of them do.
    fn rows_that_count(
        &self,
        table: &Table,
        key: &[u8; 32],
        stage: &RowProgress<'_>,
    ) -> Result<Option<Vec<bool>>> {
        let Some(person) = &self.person else {
            return Ok(None);
        };
        let content: Vec<&Column> = self
            .content()
            .into_iter()
            .filter_map(|index| table.columns().get(index))
            .collect();
        let rows = self.shape.rows_per_unit;
        contributions::kept(person.of(table)?, &content, rows, key, stage).map(Some)
    }

    /// Returns the places of the columns that the question reads, in the schema's order, each once.
    fn content(&self) -> Vec<usize> {
        let filtered = self.filters.iter().map(|filter| filter.column().0);
        let fields = self.recipe.fields();
        let crossed = fields.columns.iter().map(|one| one.source.index);
        let mut columns: Vec<usize> = filtered
            .chain(fields.source.map(|source| source.index))
            .chain(crossed)
            .collect();
        columns.sort_unstable();
        columns.dedup();
        columns
    }
}

fn push_source(bytes: &mut Canonical, source: Option<&Source>) {
    bytes.number(u64::from(source.is_some()));
    if let Some(source) = source {
        push_column(bytes, source.index, &source.name, source.column_type);
    }
}

fn push_column(bytes: &mut Canonical, index: usize, name: &str, column_type: ColumnType) {
    bytes.number(index as u64);
    bytes.text(name);
    bytes.text(&column_type.to_string());
}
