//! The kinds of question, a file each: what is stated of it, its plan without data, its evaluation
//! over rows, and the half-widths of a response of it.
//!
//! Each match over them is exhaustive, so that a new kind does not compile before it has all of
//! them. The reasons for each D are in [`crate::attribute`].

use std::path::Path;

use poundwise_documents::kinds::{
    AttributeKind, ColumnType, Family, Filter, Histogram, Mean, Moments, Question,
};
use poundwise_documents::units::{Decimal, LatticeStep, MicroEpsilon};
use serde::{Deserialize, Serialize};

use crate::canonical::{Canonical, StatedValues};
use crate::error::{Error, QueryErrorCode, Result};
use crate::filter::{Condition, RowFilter};
use crate::hint::QueryHint;
use crate::messages::{QueryText, QuestionMessage};
use crate::quantity::Quantity;
use crate::schema::{Schema, SchemaColumn};
use crate::shape::ListingShape;
use crate::source::other_table;
use crate::source::{Source, Unit};
use crate::table::{Table, unknown_column};
use crate::tally::{KindTally, QuestionTally, Tallied, TallySums};
use crate::text::canonical_text;
use crate::words::one_line;

mod bins;
mod blocks;
mod clamped;
mod count;
mod cross_tabulation;
mod fields;
mod histogram;
pub(crate) mod mean;
pub(crate) mod moments;
mod own;
mod sum;
mod value;
mod vector;

pub use bins::BinSpec;
pub(crate) use bins::labels;
pub use blocks::{BlockSpec, best_blocks};
pub use count::CountSpec;
pub(crate) use cross_tabulation::tuples;
pub use cross_tabulation::{CrossTabulationSpec, Excerpt, excerpt};
pub use fields::QuestionFields;
pub use histogram::HistogramSpec;
pub use mean::MeanSpec;
pub use moments::{MomentsSpec, VariableSpec, VariableValues};
pub use sum::SumSpec;
pub use value::ValueSpec;
pub use vector::VectorSpec;

/// A question as its owner states it: its kind, with the fields of this kind. Unlike in the signed
/// [`Question`], the step may be advised, and the bins may be the declared values of the column. May
/// hold the owner's own number: no `Debug`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum AttributeSpec {
    /// Number of rows.
    Count(CountSpec),
    /// The sum of a column.
    Sum(SumSpec),
    /// The mean of a column.
    Mean(MeanSpec),
    /// Number of rows in each bin of a column.
    Histogram(HistogramSpec),
    /// Number of rows in each combination of the bins of two or three columns.
    CrossTabulation(CrossTabulationSpec),
    /// Second moments of columns, by group.
    Moments(MomentsSpec),
    /// One number of the owner's own.
    Value(ValueSpec),
    /// Numbers of the owner's own.
    Vector(VectorSpec),
}

impl AttributeSpec {
    /// Reads a question of this kind. Asks for all fields of the kind, and for no other. Returns
    /// `None` if a required field is missing.
    pub fn read(kind: AttributeKind, fields: &mut impl QuestionFields) -> Option<Self> {
        match kind {
            AttributeKind::Count => Some(Self::Count(CountSpec::read(fields))),
            AttributeKind::Sum => SumSpec::read(fields).map(Self::Sum),
            AttributeKind::Mean => MeanSpec::read(fields).map(Self::Mean),
            AttributeKind::Histogram => HistogramSpec::read(fields).map(Self::Histogram),
            AttributeKind::CrossTabulation => {
                CrossTabulationSpec::read(fields).map(Self::CrossTabulation)
            }
            AttributeKind::Moments => MomentsSpec::read(fields).map(Self::Moments),
            AttributeKind::Value => ValueSpec::read(fields).map(Self::Value),
            AttributeKind::Vector => VectorSpec::read(fields).map(Self::Vector),
        }
    }

    /// Returns the ceiling to be filled in, if the step of the question is advised for it.
    pub fn open_ceiling(&mut self) -> Option<&mut Option<MicroEpsilon>> {
        match self {
            Self::Sum(SumSpec {
                step: None,
                ceiling,
                ..
            })
            | Self::Mean(MeanSpec {
                step: None,
                ceiling,
                ..
            }) => Some(ceiling),
            Self::Count(_)
            | Self::Sum(_)
            | Self::Mean(_)
            | Self::Histogram(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Value(_)
            | Self::Vector(_) => None,
        }
    }

    /// Returns the column of a question about one column: of a count, the column of its only
    /// condition.
    pub fn column_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Sum(spec) => Some(&mut spec.column),
            Self::Mean(spec) => Some(&mut spec.column),
            Self::Histogram(spec) => Some(&mut spec.column),
            Self::Count(spec) => match spec.filters.as_mut_slice() {
                [condition] => Some(&mut condition.column),
                _ => None,
            },
            Self::CrossTabulation(_) | Self::Moments(_) | Self::Value(_) | Self::Vector(_) => None,
        }
    }

    /// Returns the column of a question about one column: of a count, the column of its only
    /// condition.
    #[must_use]
    pub fn column(&self) -> Option<&str> {
        match self {
            Self::Sum(spec) => Some(&spec.column),
            Self::Mean(spec) => Some(&spec.column),
            Self::Histogram(spec) => Some(&spec.column),
            Self::Count(spec) => match spec.filters.as_slice() {
                [condition] => Some(&condition.column),
                _ => None,
            },
            Self::CrossTabulation(_) | Self::Moments(_) | Self::Value(_) | Self::Vector(_) => None,
        }
    }

    /// Returns the unit of the values, or an empty text.
    #[must_use]
    pub fn unit(&self) -> &str {
        match self {
            Self::Count(spec) => &spec.unit,
            Self::Sum(spec) => &spec.unit,
            Self::Mean(spec) => &spec.unit,
            Self::Histogram(spec) => &spec.unit,
            Self::CrossTabulation(spec) => &spec.unit,
            Self::Moments(_) => "rows",
            Self::Value(spec) => &spec.unit,
            Self::Vector(spec) => &spec.unit,
        }
    }

    /// Returns the public number of rows, if it is stated.
    #[must_use]
    pub fn public_rows(&self) -> Option<u64> {
        match self {
            Self::Mean(spec) => spec.public_rows,
            Self::Count(_)
            | Self::Sum(_)
            | Self::Histogram(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Value(_)
            | Self::Vector(_) => None,
        }
    }

    /// Returns, for each column whose bins are stated, those bins that are no declared value of it;
    /// nothing for columns that declare none.
    #[must_use]
    pub fn undeclared_bins(&self, schema: &Schema) -> Vec<(String, Vec<String>)> {
        let stated: Vec<(&str, &BinSpec)> = match self {
            Self::Histogram(spec) => vec![(&spec.column, &spec.bins)],
            Self::CrossTabulation(spec) => {
                let columns = spec.columns.iter();
                columns
                    .map(|(column, bins)| (column.as_str(), bins))
                    .collect()
            }
            Self::Moments(spec) => {
                let groups = spec.groups.iter();
                groups
                    .map(|(column, bins)| (column.as_str(), bins))
                    .collect()
            }
            Self::Count(_) | Self::Sum(_) | Self::Mean(_) | Self::Value(_) | Self::Vector(_) => {
                Vec::new()
            }
        };
        let of = |(name, bins): (&str, &BinSpec)| {
            let (_, column) = schema.find(name)?;
            let undeclared = bins::undeclared(bins, column);
            (!undeclared.is_empty()).then(|| (name.to_owned(), undeclared))
        };
        stated.into_iter().filter_map(of).collect()
    }

    /// Returns the conditions whose value is no declared value of their column; none of columns
    /// that declare none.
    #[must_use]
    pub fn undeclared_values(&self, schema: &Schema) -> Vec<&Condition> {
        let undeclared = |condition: &&Condition| {
            let Some((_, column)) = schema.find(&condition.column) else {
                return false;
            };
            let value = canonical_text(&condition.value);
            !column.values.is_empty() && !column.values.iter().any(|declared| *declared == value)
        };
        self.filters().iter().filter(undeclared).collect()
    }

    /// Returns the kind.
    #[must_use]
    pub fn kind(&self) -> AttributeKind {
        match self {
            Self::Count(_) => AttributeKind::Count,
            Self::Sum(_) => AttributeKind::Sum,
            Self::Mean(_) => AttributeKind::Mean,
            Self::Histogram(_) => AttributeKind::Histogram,
            Self::CrossTabulation(_) => AttributeKind::CrossTabulation,
            Self::Moments(_) => AttributeKind::Moments,
            Self::Value(_) => AttributeKind::Value,
            Self::Vector(_) => AttributeKind::Vector,
        }
    }

    /// Returns the conditions of the rows that count: all of them hold.
    #[must_use]
    pub fn filters(&self) -> &[Condition] {
        match self {
            Self::Count(spec) => &spec.filters,
            Self::Sum(spec) => &spec.filters,
            Self::Mean(spec) => &spec.filters,
            Self::Histogram(spec) => &spec.filters,
            Self::CrossTabulation(spec) => &spec.filters,
            Self::Moments(spec) => &spec.filters,
            Self::Value(_) | Self::Vector(_) => &[],
        }
    }

    /// Returns the bounds, if narrower ones make the noise smaller. The bounds of own numbers only
    /// clamp them.
    pub fn costly_bounds(&mut self) -> Option<&mut [Decimal; 2]> {
        match self {
            Self::Sum(spec) => Some(&mut spec.bounds),
            Self::Mean(spec) => Some(&mut spec.bounds),
            Self::Count(_)
            | Self::Histogram(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Value(_)
            | Self::Vector(_) => None,
        }
    }

    /// Returns the file that the question reads besides a dataset.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Vector(spec) => Some(&spec.file),
            Self::Count(_)
            | Self::Sum(_)
            | Self::Mean(_)
            | Self::Histogram(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Value(_) => None,
        }
    }

    /// States the public number of rows, if half-widths depend on it.
    pub fn assume_rows(&mut self, rows: u64) {
        match self {
            Self::Mean(spec) => spec.public_rows = Some(rows),
            Self::Count(_)
            | Self::Sum(_)
            | Self::Histogram(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Value(_)
            | Self::Vector(_) => {}
        }
    }

    /// Returns the question of this kind about a column, if the declaration of the column states
    /// all that the question needs besides a price.
    #[must_use]
    pub fn of_declared(kind: AttributeKind, column: &SchemaColumn) -> Option<Self> {
        match kind {
            AttributeKind::Histogram => {
                let bins = match column.values.as_slice() {
                    [] => BinSpec::Stated,
                    values => BinSpec::Values(values.to_vec()),
                };
                Some(HistogramSpec::new(&column.name, bins).into())
            }
            AttributeKind::Count
            | AttributeKind::Sum
            | AttributeKind::Mean
            | AttributeKind::CrossTabulation
            | AttributeKind::Moments
            | AttributeKind::Value
            | AttributeKind::Vector => None,
        }
    }

    /// Returns the bounds to which values are clamped, if the kind has them.
    #[must_use]
    pub fn bounds(&self) -> Option<[Decimal; 2]> {
        match self {
            Self::Sum(spec) => Some(spec.bounds),
            Self::Mean(spec) => Some(spec.bounds),
            Self::Value(spec) => Some(spec.bounds),
            Self::Vector(spec) => Some(spec.bounds),
            Self::Count(_) | Self::Histogram(_) | Self::CrossTabulation(_) | Self::Moments(_) => {
                None
            }
        }
    }

    /// Returns the step of the lattice, if it is stated.
    #[must_use]
    pub fn step(&self) -> Option<LatticeStep> {
        match self {
            Self::Sum(spec) => spec.step,
            Self::Mean(spec) => spec.step,
            Self::Value(spec) => Some(spec.step),
            Self::Vector(spec) => Some(spec.step),
            Self::Count(_) | Self::Histogram(_) | Self::CrossTabulation(_) | Self::Moments(_) => {
                None
            }
        }
    }

    /// Returns the bins of a question about the bins of one column.
    #[must_use]
    pub fn bins(&self) -> Option<&BinSpec> {
        match self {
            Self::Histogram(spec) => Some(&spec.bins),
            Self::Count(_)
            | Self::Sum(_)
            | Self::Mean(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Value(_)
            | Self::Vector(_) => None,
        }
    }

    /// Returns the blocks of a question that can have them.
    #[must_use]
    pub fn blocks(&self) -> Option<&BlockSpec> {
        match self {
            Self::Histogram(spec) => Some(&spec.blocks),
            Self::Count(_)
            | Self::Sum(_)
            | Self::Mean(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Value(_)
            | Self::Vector(_) => None,
        }
    }

    /// Returns the blocks, if the question has some.
    #[must_use]
    pub fn chosen_blocks(&self) -> Option<&BlockSpec> {
        self.blocks().filter(|blocks| !blocks.is_none())
    }

    /// Returns the value whose rows are counted, of a count with one condition.
    #[must_use]
    pub fn counted_value(&self) -> Option<&str> {
        match self {
            Self::Count(spec) => match spec.filters.as_slice() {
                [condition] => Some(&condition.value),
                _ => None,
            },
            Self::Sum(_)
            | Self::Mean(_)
            | Self::Histogram(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Value(_)
            | Self::Vector(_) => None,
        }
    }

    /// Returns the specification with another step, or `None` if the step cannot be chosen without
    /// reading data again.
    #[must_use]
    pub fn with_step(&self, step: LatticeStep) -> Option<Self> {
        let mut spec = self.clone();
        match &mut spec {
            Self::Sum(spec) => spec.step = Some(step),
            Self::Mean(spec) => spec.step = Some(step),
            Self::Value(spec) => spec.step = step,
            Self::Count(_)
            | Self::Histogram(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Vector(_) => {
                return None;
            }
        }
        Some(spec)
    }

    /// Returns the specification with other blocks. Only a histogram can have blocks.
    #[must_use]
    pub fn with_blocks(&self, blocks: BlockSpec) -> Option<Self> {
        match self {
            Self::Histogram(spec) => Some(Self::Histogram(HistogramSpec {
                blocks,
                ..spec.clone()
            })),
            Self::Count(_)
            | Self::Sum(_)
            | Self::Mean(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Value(_)
            | Self::Vector(_) => None,
        }
    }

    pub(crate) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        match self {
            Self::Count(spec) => Ok(spec.propose(asked)),
            Self::Sum(spec) => spec.propose(asked),
            Self::Mean(spec) => spec.propose(asked),
            Self::Histogram(spec) => spec.propose(asked),
            Self::CrossTabulation(spec) => spec.propose(asked),
            Self::Moments(spec) => spec.propose(asked),
            Self::Value(spec) => spec.propose(asked),
            Self::Vector(spec) => spec.propose(asked),
        }
    }
}

macro_rules! specs {
    ($($kind:ident: $spec:ty;)+) => {$(
        impl From<$spec> for AttributeSpec {
            fn from(spec: $spec) -> Self {
                Self::$kind(spec)
            }
        }
    )+};
}

specs! {
    Count: CountSpec;
    Sum: SumSpec;
    Mean: MeanSpec;
    Histogram: HistogramSpec;
    CrossTabulation: CrossTabulationSpec;
    Moments: MomentsSpec;
    Value: ValueSpec;
    Vector: VectorSpec;
}

/// Source of an attribute: columns, privacy unit and conditions.
pub(crate) struct Asked<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) unit: &'a Unit,
    pub(crate) filters: &'a [RowFilter],
}

impl Asked<'_> {
    fn column(&self, name: &str) -> Result<(Source, &SchemaColumn)> {
        let (index, column) = self
            .schema
            .find(name)
            .ok_or_else(|| unknown_column(name, self.schema.names()))?;
        let source = Source {
            index,
            name: column.name.clone(),
            column_type: column.column_type,
        };
        Ok((source, column))
    }

    /// Returns the conditions as the listing states them. The values are those that cells are
    /// compared with.
    fn stated_filters(&self) -> Vec<Filter> {
        self.filters.iter().map(RowFilter::stated).collect()
    }

    /// Returns the shape of a response, without its sensitivity.
    fn shape(&self, question: Question, unit: &str, labels: Vec<String>) -> ListingShape {
        let mut unit = one_line(unit);
        if unit.is_empty() && question.is_count() {
            "rows".clone_into(&mut unit);
        }
        ListingShape {
            question,
            unit,
            dimension: labels.len() as u64,
            labels,
            family: Family::DiscreteLaplace,
            sensitivity: 0,
            adjacency: self.unit.adjacency,
            rows_per_unit: self.unit.rows_per_unit,
        }
    }
}

/// The plan of an attribute before its sensitivity is checked.
pub(crate) struct Proposal {
    /// D in steps; `None` beyond 64 bits.
    pub(crate) sensitivity: Option<u64>,
    pub(crate) shape: ListingShape,
    pub(crate) recipe: Recipe,
    pub(crate) step_advised: bool,
}

/// The recipe of x.
pub(crate) enum Recipe {
    Count,
    Sum(sum::Recipe),
    Mean(mean::Recipe),
    Histogram(histogram::Recipe),
    CrossTabulation(cross_tabulation::Recipe),
    Moments(moments::Recipe),
    Own(own::Recipe),
}

impl Recipe {
    /// Returns D2^2 of an attribute of this shape.
    pub(crate) fn l2_squared(&self, shape: &ListingShape) -> u128 {
        match self {
            Self::Mean(recipe) => recipe.l2_squared(shape),
            Self::Histogram(recipe) => recipe.l2_squared(shape),
            Self::CrossTabulation(_) => bins::l2_squared(shape, bins::cells_moved(shape.adjacency)),
            Self::Moments(recipe) => recipe.l2_squared(shape),
            Self::Count | Self::Sum(_) | Self::Own(_) => u128::from(shape.sensitivity).pow(2),
        }
    }

    /// Returns the column whose values are asked for, if it is one.
    pub(crate) fn source(&self) -> Option<&Source> {
        match self {
            Self::Sum(recipe) => Some(recipe.source()),
            Self::Mean(recipe) => Some(recipe.source()),
            Self::Histogram(recipe) => Some(recipe.source()),
            Self::Count | Self::CrossTabulation(_) | Self::Moments(_) | Self::Own(_) => None,
        }
    }

    /// Returns all columns whose values are asked for. Those of conditions are not among them.
    pub(crate) fn columns(&self) -> Vec<&Source> {
        match self {
            Self::CrossTabulation(recipe) => recipe.sources(),
            Self::Moments(recipe) => recipe.sources(),
            Self::Count | Self::Sum(_) | Self::Mean(_) | Self::Histogram(_) | Self::Own(_) => {
                self.source().into_iter().collect()
            }
        }
    }

    /// Writes the last part of the canonical bytes. Only newer kinds have one: seeds were derived
    /// from the bytes of the others.
    pub(crate) fn push_end(&self, bytes: &mut Canonical) {
        match self {
            Self::CrossTabulation(recipe) => recipe.push_end(bytes),
            Self::Moments(recipe) => recipe.push_end(bytes),
            Self::Histogram(recipe) => recipe.push_end(bytes),
            Self::Count | Self::Sum(_) | Self::Mean(_) | Self::Own(_) => {}
        }
    }

    /// Returns the part of a tally that is of the kind.
    ///
    /// # Errors
    /// `other-table`: own numbers have no rows.
    pub(crate) fn tally(&self, tallied: &Tallied<'_>) -> Result<KindTally> {
        Ok(match self {
            Self::Count => KindTally::counts(Vec::new()),
            Self::Sum(recipe) => recipe.tally(tallied),
            Self::Mean(recipe) => recipe.tally(tallied),
            Self::Histogram(recipe) => recipe.tally(tallied),
            Self::CrossTabulation(recipe) => recipe.tally(tallied),
            Self::Moments(recipe) => recipe.tally(tallied),
            Self::Own(_) => return Err(other_table()),
        })
    }

    /// Returns the computation of x from a source of `rows` rows, before the first batch.
    ///
    /// # Errors
    /// `other-table`: own numbers have no rows. `public-rows`: the source has another number of rows
    /// than the public one of a mean.
    pub(crate) fn evaluation(&self, shape: &ListingShape, rows: u64) -> Result<Evaluation<'_>> {
        Ok(match self {
            Self::Count => Evaluation::Count(count::Evaluation::default()),
            Self::Sum(recipe) => Evaluation::Sum(recipe.evaluation()),
            Self::Mean(recipe) => Evaluation::Mean(recipe.evaluation(rows)?),
            Self::Histogram(recipe) => Evaluation::Histogram(recipe.evaluation()),
            Self::CrossTabulation(recipe) => {
                Evaluation::CrossTabulation(recipe.evaluation(shape.labels.len()))
            }
            Self::Moments(recipe) => Evaluation::Moments(recipe.evaluation()),
            Self::Own(_) => return Err(other_table()),
        })
    }
}

/// A computation of x, batch by batch: one pass over the rows that count, in exact integers, and
/// one rounding a coordinate at the end.
pub(crate) enum Evaluation<'a> {
    Count(count::Evaluation),
    Sum(sum::Evaluation<'a>),
    Mean(mean::Evaluation<'a>),
    Histogram(histogram::Evaluation<'a>),
    CrossTabulation(cross_tabulation::Evaluation<'a>),
    Moments(moments::Evaluation<'a>),
}

impl Evaluation<'_> {
    /// Takes the rows of a batch that count and pass the filters.
    ///
    /// # Errors
    /// `other-table`: the batch has other columns than were planned for.
    pub(crate) fn take(&mut self, batch: &Table, rows: &[usize]) -> Result<()> {
        match self {
            Self::Count(evaluation) => {
                evaluation.take(rows);
                Ok(())
            }
            Self::Sum(evaluation) => evaluation.take(batch, rows),
            Self::Mean(evaluation) => evaluation.take(batch, rows),
            Self::Histogram(evaluation) => evaluation.take(batch, rows),
            Self::CrossTabulation(evaluation) => evaluation.take(batch, rows),
            Self::Moments(evaluation) => evaluation.take(batch, rows),
        }
    }

    /// Takes the sums of the rows that count, in place of the rows.
    pub(crate) fn take_sums(&mut self, tally: &QuestionTally, sums: &TallySums) {
        match self {
            Self::Count(evaluation) => evaluation.take_counts(&sums.counts()),
            Self::Sum(evaluation) => evaluation.take_sums(tally, sums),
            Self::Mean(evaluation) => evaluation.take_sums(tally, sums),
            Self::Histogram(evaluation) => evaluation.take_counts(sums.counts()),
            Self::CrossTabulation(evaluation) => evaluation.take_counts(sums.counts()),
            Self::Moments(evaluation) => evaluation.take_sums(tally, sums),
        }
    }

    /// Returns the coordinates, each clamped to ±2^53.
    pub(crate) fn finish(self) -> Vec<i64> {
        match self {
            Self::Count(evaluation) => evaluation.finish(),
            Self::Sum(evaluation) => evaluation.finish(),
            Self::Mean(evaluation) => evaluation.finish(),
            Self::Histogram(evaluation) => evaluation.finish(),
            Self::CrossTabulation(evaluation) => evaluation.finish(),
            Self::Moments(evaluation) => evaluation.finish(),
        }
    }
}

/// Returns the values that a question asks for, as its canonical bytes have them.
pub(crate) fn stated_values(question: &Question) -> StatedValues<'_> {
    match question {
        Question::Count(_) | Question::CrossTabulation(_) => StatedValues::default(),
        Question::Moments(_) => StatedValues {
            step: question.step(),
            ..StatedValues::default()
        },
        Question::Sum(sum) => sum::stated_values(sum),
        Question::Mean(mean) => mean::stated_values(mean),
        Question::Histogram(histogram) => histogram::stated_values(histogram),
        Question::Value(own) => own::stated_values(&own.bounds, own.step),
        Question::Vector(own) => own::stated_values(&own.bounds, own.step),
    }
}

/// Returns a question in words, without its conditions.
pub(crate) fn words(question: &Question, dimension: u64) -> QueryText {
    match question {
        Question::Count(_) => count::words(),
        Question::Sum(sum) => sum::words(sum),
        Question::Mean(mean) => mean::words(mean),
        Question::Histogram(histogram) => histogram::words(histogram),
        Question::CrossTabulation(crossed) => cross_tabulation::words(crossed),
        Question::Moments(asked) => moments::words(asked),
        Question::Value(own) => value::words(own),
        Question::Vector(own) => vector::words(own, dimension),
    }
}

/// Returns the number that a missing cell counts as: the middle of the bounds, or `None` if its row
/// is left out.
#[must_use]
pub fn missing_as(question: &Question) -> Option<String> {
    match question {
        Question::Mean(mean) => mean::missing_as(mean),
        Question::Count(_)
        | Question::Sum(_)
        | Question::Histogram(_)
        | Question::CrossTabulation(_)
        | Question::Moments(_)
        | Question::Value(_)
        | Question::Vector(_) => None,
    }
}

/// Returns the shape as if its number of rows were public, if its half-widths depend on that number
/// and the owner has not made it public.
#[must_use]
pub fn assuming_rows(shape: &ListingShape, rows: u64) -> Option<ListingShape> {
    let question = match &shape.question {
        Question::Mean(mean) => Question::Mean(mean::assuming_rows(mean, rows)?),
        Question::Count(_)
        | Question::Sum(_)
        | Question::Histogram(_)
        | Question::CrossTabulation(_)
        | Question::Moments(_)
        | Question::Value(_)
        | Question::Vector(_) => return None,
    };
    Some(ListingShape {
        question,
        ..shape.clone()
    })
}

/// Form of the estimates of a kind.
pub(crate) enum Told<'a> {
    /// Each by itself, under this name, exact but for its noise.
    Exact(Quantity),
    /// Each by itself, under this name; it was rounded to the lattice before the noise came.
    Rounded(Quantity),
    /// Each bin, from the bins and their blocks, of which there are some.
    Blocks(&'a Histogram),
    /// One mean.
    Mean(&'a Mean),
    /// Counts and means of groups.
    Moments(&'a Moments),
}

/// Returns the form of the estimates of a question.
pub(crate) fn told(question: &Question) -> Told<'_> {
    match question {
        Question::Count(_) => count::TOLD,
        Question::Sum(_) => sum::TOLD,
        Question::Mean(mean) => Told::Mean(mean),
        Question::Histogram(histogram) => histogram::told(histogram),
        Question::CrossTabulation(_) => cross_tabulation::TOLD,
        Question::Moments(asked) => moments::told(asked),
        Question::Value(_) => value::TOLD,
        Question::Vector(_) => vector::TOLD,
    }
}

/// Checks that a column holds numbers, which a kind is of.
///
/// # Errors
/// `column-not-numbers`.
fn check_numbers(source: &Source, kind: AttributeKind) -> Result<()> {
    let column = source.name.clone();
    let (message, hint) = match source.column_type {
        ColumnType::Number => return Ok(()),
        ColumnType::Text => (
            QuestionMessage::TextIsNotCalculated { column, kind },
            QueryHint::CountTexts,
        ),
        ColumnType::Date => (
            QuestionMessage::DatesAreNotCalculated { column, kind },
            QueryHint::CountDates,
        ),
    };
    Err(Error::usage(QueryErrorCode::ColumnNotNumbers, message)
        .hint(QueryHint::TypeWasDeclared)
        .hint(hint))
}
