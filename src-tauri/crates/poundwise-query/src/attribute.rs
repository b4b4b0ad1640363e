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
//! | histogram with blocks | the same, then the rows of each block | K h | K m | K^2 h | K^2 m |
//! | cross-tabulation | rows of each cell, 'other' last in each column | K | 2K | K^2 | 2K^2 |
//! | sum | round(S/g) | ceil(K M/g) | ceil(K R/g) | D^2 | D^2 |
//! | mean, add/remove | round(sum of (v - lo)/g), round(sum of (hi - v)/g) | C + 1 | | C^2 + 1 | |
//! | mean, replace | round(sum of (v - mid)/g), count W | | ceil(K h) + K W | | E |
//! | mean, n public | round(sum of (v - mid)/g) | | ceil((hi - lo)/g) | | D^2 |
//! | moments | V times the masses of each group, V = 2^16, then S times the squares | K (V + qS/2) + (m-1) min(K, G) | K (2V + qS) + (m-1) min(2K, G) | E' | E' |
//! | value, vector | own numbers / g | ceil(P/g) | ceil(P/g) | D^2 | D^2 |
//!
//! *Count and histogram.* At most K rows come or go: K in all, and at most K in one bin. Replaced,
//! K rows leave one bin and K others enter another: 2K, and K^2 + K^2.
//!
//! *Histogram with blocks.* h is the number of levels, the bins among them, and
//! m = max(2 h', h + 1) with h' the number of levels that divide the bins. A row in a bin is counted
//! once on each level, and one in 'other' once. So K rows that come or go move h coordinates by at
//! most K in all each. Replaced, rows move one node of each level to another, except on a level with
//! a single block, which holds both: 2 h' coordinates. Rows that go from a bin to 'other' move a node
//! of each level and 'other': h + 1.
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
//! *Moments.* `kinds/moments/encoding.rs` has the coordinates. m is the number of products of a
//! group, q the number of squares that are coordinates of their own, G the number of groups, S the
//! scale of squares, an even number, and E' = a K^2 V^2 + (m-1) min(aK, G) + q (aKS/2)^2 with a = 1
//! under add/remove and 2 under replace. A row lies in one group. Its masses are at least 0 and add
//! up to 1, so that k rows move the products of a group by numbers whose sizes add up to at most
//! the integer kV. Rounding adds less than 1 to each of the m sizes, so to their sum at most m - 1.
//! A square adds at most 1/2 in size, so k rows move its coordinate by at most the integer kS/2,
//! and rounding adds nothing. The sums over all groups, at most min(aK, G) of which move, give D.
//! In a group that k rows enter and k' rows leave, the products that grow move by at most kV in all
//! before they are rounded, and those that fall by at most k'V. Sizes above 0 that add up to at most
//! the integer T before rounding have after it a sum of squares of at most T^2 and 1 for each size
//! but one. The sum over all groups is at most E'.
//!
//! *Value and vector.* Neighbours are numbers at a distance (l1) of at most P, stated by the owner.
//! Each number is a multiple of the step or refused: nothing is rounded, and a sum of distances
//! that are multiples of g and at most P in all is at most P/g steps. Clamping brings no two
//! numbers further apart; bounds are multiples of g too.
//!
//! *Clamping* each coordinate to ±2^53 brings no two tables further apart either.

use poundwise_documents::kinds::{MAX_SENSITIVITY, Question};

use crate::canonical::Canonical;
use crate::contributions::{self, TOLD};
use crate::error::{Error, QueryErrorCode, Result};
use crate::fault::{Counted, QueryFault};
use crate::filter::RowFilter;
use crate::hint::QueryHint;
use crate::kinds::{Asked, AttributeSpec, Recipe, stated_values};
use crate::messages::QuestionMessage;
use crate::progress::RowProgress;
use crate::query::QueryWords;
use crate::rows::{Rows, each_batch};
use crate::schema::Schema;
use crate::shape::ListingShape;
use crate::source::{Source, Unit, check_column, other_table};
use crate::table::unknown_column;
use crate::tally::{QuestionTally, Tallied, TallyColumn, TallySums, small};
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
    filters: Vec<RowFilter>,
    recipe: Recipe,
    person: Option<Source>,
    step_advised: bool,
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
    let proposal = spec.propose(&Asked {
        schema,
        unit,
        filters: &filters,
    })?;
    let mut shape = proposal.shape;
    shape.sensitivity = checked_sensitivity(proposal.sensitivity)?;
    if shape.labels.len() > MAX_COORDINATES {
        return Err(
            too_many(Counted::Values, shape.labels.len(), MAX_COORDINATES)
                .hint(QueryHint::SellAsSeveral),
        );
    }
    Ok(Plan {
        shape,
        filters,
        recipe: proposal.recipe,
        person,
        step_advised: proposal.step_advised,
    })
}

/// Returns the error of more coordinates than are taken.
pub(crate) fn too_many(of: Counted, coordinates: usize, most: usize) -> Error {
    Error::usage(
        QueryErrorCode::TooManyValues,
        QuestionMessage::TooManyValues {
            values: coordinates,
            most,
        },
    )
    .at(QueryFault::TooMany {
        of,
        most: most as u64,
        found: Some(coordinates as u64),
    })
}

/// Returns the person column of a unit that makes sense.
fn person(schema: &Schema, unit: &Unit) -> Result<Option<Source>> {
    if !(1..=MAX_ROWS_PER_UNIT).contains(&unit.rows_per_unit) {
        return Err(Error::usage(
            QueryErrorCode::RowsPerPerson,
            QuestionMessage::RowsPerUnit {
                rows: unit.rows_per_unit,
            },
        )
        .hint(QueryHint::RowsPerPerson {
            most: MAX_ROWS_PER_UNIT,
        }));
    }
    let Some(name) = &unit.person_column else {
        if unit.rows_per_unit > 1 {
            return Err(Error::usage(
                QueryErrorCode::NoPersonColumn,
                QuestionMessage::UnitWithoutColumn,
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
            QuestionMessage::SensitivityTooLarge,
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

    /// Returns the question as a listing states it. Values are those that cells are compared with,
    /// sign by sign.
    pub fn question(&self) -> &Question {
        &self.shape.question
    }

    /// Returns the question in words, by its `to_string`.
    pub fn query(&self) -> QueryWords<'_> {
        QueryWords::new(&self.shape.question, self.shape.dimension)
    }

    /// Returns the label of the column that names the person.
    pub fn unit_column(&self) -> Option<String> {
        self.person.as_ref().map(|person| one_line(&person.name))
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

    /// Returns a byte string of everything that with the table determines x, and of everything here
    /// that defines its noise. Two plans have equal bytes only if x is equal in equal order for
    /// every table of one schema. Titles, labels and prices are not in it.
    ///
    /// Conditions stay in the order in which they were stated: what is not proved equal is another
    /// question.
    pub fn canonical_bytes(&self) -> Vec<u8> {
        let (shape, question) = (&self.shape, &self.shape.question);
        let mut bytes = Canonical::new("poundwise-question");
        bytes.number(EVALUATION_RULES);
        bytes.text(question.kind().as_str());
        bytes.number(shape.dimension);
        Source::push_optional(self.recipe.source(), &mut bytes);
        bytes.number(self.filters.len() as u64);
        for filter in &self.filters {
            let (index, name, column_type) = filter.column();
            bytes.column(index, name, column_type);
            bytes.text(filter.operator().as_str());
            bytes.text(&filter.value());
        }
        bytes.values(&stated_values(question));
        bytes.text(shape.adjacency.as_str());
        bytes.number(shape.rows_per_unit);
        Source::push_optional(self.person.as_ref(), &mut bytes);
        bytes.number(shape.sensitivity);
        bytes.text(&self.l2_squared().to_string());
        bytes.optional(question.distance().map(|d| d.to_string()).as_deref());
        self.recipe.push_end(&mut bytes);
        bytes.finish()
    }

    /// Returns x, in lattice steps, one a label. It is secret: the caller wipes it. `rows` is the
    /// whole dataset, of which `key` picks the rows of a person that count; none for the owner's
    /// own numbers. Cost: one pass over the columns that the question reads, with one batch in
    /// memory; with a person column also the cost of choosing the rows (`contributions::kept`).
    ///
    /// # Errors
    /// `other-table`: not the table planned for. `public-rows`: of a mean whose number of rows is
    /// public, a table with another number. Errors of the source, as [`each_batch`].
    pub fn compute(&self, rows: Option<&dyn Rows>, key: &[u8; 32]) -> Result<Vec<i64>> {
        self.compute_with(rows, key, &RowProgress::silent())
    }

    /// Computes as [`Plan::compute`] does, with a progress callback in rows.
    ///
    /// # Errors
    /// As there; [`Error::Stopped`].
    pub fn compute_with(
        &self,
        rows: Option<&dyn Rows>,
        key: &[u8; 32],
        stage: &RowProgress<'_>,
    ) -> Result<Vec<i64>> {
        let rows = match (&self.recipe, rows) {
            (Recipe::Own(own), None) => return Ok(own.values.to_vec()),
            (_, None) => return Err(other_table()),
            (_, Some(rows)) => rows,
        };
        self.check_columns(&rows.layout()?.schema())?;
        let mut evaluation = self.recipe.evaluation(&self.shape, rows.count())?;
        let content = self.content();
        let kept = match &self.person {
            Some(person) => {
                let most = self.shape.rows_per_unit;
                let kept = contributions::kept(rows, person.index, &content, most, key, stage)?;
                Some(kept)
            }
            None => None,
        };
        let (mut before, mut counted) = (0, Vec::with_capacity(TOLD));
        each_batch(rows, &content, &RowProgress::silent(), |batch| {
            for first in (0..batch.rows()).step_by(TOLD) {
                let done = (before + first) as u64;
                stage.tell(match &kept {
                    // Choosing them was two thirds of it.
                    Some(_) => (2 * rows.count() + done) / 3,
                    None => done,
                })?;
                counted.clear();
                counted.extend(first..batch.rows().min(first + TOLD));
                if let Some(kept) = &kept {
                    counted.retain(|row| kept.has(before + row));
                }
                for filter in &self.filters {
                    filter.keep(batch, &mut counted);
                }
                evaluation.take(batch, &counted)?;
            }
            before += batch.rows();
            Ok::<_, Error>(())
        })?;
        Ok(evaluation.finish())
    }

    /// Checks that a source of rows has all columns that were planned for.
    ///
    /// # Errors
    /// `other-table`.
    fn check_columns(&self, schema: &Schema) -> Result<()> {
        let sources = self.recipe.columns().into_iter();
        let sources = sources.chain(&self.person).map(Source::column);
        let mut columns = self.filters.iter().map(RowFilter::column).chain(sources);
        columns.try_for_each(|column| check_column(schema, column))
    }

    /// Returns the places of the columns that the question reads, in the schema's order, each once.
    fn content(&self) -> Vec<usize> {
        let columns = self.content_columns().into_iter();
        columns.map(|column| column.index).collect()
    }

    /// Returns the columns that the question reads, in the schema's order, each once.
    fn content_columns(&self) -> Vec<TallyColumn> {
        let filtered = self.filters.iter().map(RowFilter::column);
        let asked = self.recipe.columns().into_iter().map(Source::column);
        let columns = filtered.chain(asked);
        let mut columns: Vec<TallyColumn> = columns
            .map(|(index, _, column_type)| TallyColumn { index, column_type })
            .collect();
        columns.sort_unstable_by_key(|column| column.index);
        columns.dedup();
        columns
    }

    /// Returns the tally of the question. `decimals` gives for each column of numbers, by its place
    /// in the schema, the scale of the integers that the engine makes of its cells, at most 18.
    ///
    /// # Errors
    /// `other-table`: own numbers have no rows.
    pub fn tally(&self, decimals: &dyn Fn(usize) -> u32) -> Result<QuestionTally> {
        let content = self.content_columns();
        let places: Vec<usize> = content.iter().map(|column| column.index).collect();
        let tallied = Tallied {
            content: &places,
            decimals,
        };
        let kind = self.recipe.tally(&tallied)?;
        let conditions = self.filters.iter().map(|filter| {
            let (index, _, column_type) = filter.column();
            let (cell, scale) = tallied.cell(index, column_type);
            (cell, filter.test(scale))
        });
        let person = self.person.as_ref().map(|person| {
            let column = TallyColumn {
                index: person.index,
                column_type: person.column_type,
            };
            (column, self.shape.rows_per_unit)
        });
        Ok(QuestionTally {
            conditions: conditions.collect(),
            columns: content,
            person,
            groups: kind.groups,
            variables: kind.variables,
            complete: kind.complete,
            sums: kind.sums,
        })
    }

    /// Returns x of the sums of its tally, as [`Plan::compute`] returns it of rows. It is secret: the
    /// caller wipes it.
    ///
    /// # Errors
    /// `public-rows`: of a mean whose number of rows is public, another number of rows.
    /// `other-table`: own numbers have no tally.
    pub fn compute_from(&self, tally: &QuestionTally, sums: &TallySums) -> Result<Vec<i64>> {
        if tally.number_of_groups() != sums.groups.len() {
            return Err(other_table());
        }
        let rows = small(Some(&sums.total(0)));
        let mut evaluation = self.recipe.evaluation(&self.shape, rows)?;
        evaluation.take_sums(tally, sums);
        Ok(evaluation.finish())
    }
}
