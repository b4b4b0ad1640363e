//! The kinds of question, a file each: what is stated of it, its plan without data, its evaluation
//! over rows, and the half-widths of a response of it.
//!
//! Each match over them is exhaustive, so that a new kind does not compile before it has all of
//! them. The reasons for each D are in [`crate::attribute`].

use poundwise_documents::kinds::{AttributeKind, Family};
use poundwise_documents::units::{Decimal, LatticeStep};

use crate::error::{Error, QueryErrorCode, Result};
use crate::filter::Condition;
use crate::hint::QueryHint;
use crate::parts::QuerySubject;
use crate::quantity::Quantity;
use crate::schema::{Schema, SchemaColumn};
use crate::shape::ListingShape;
use crate::source::other_table;
use crate::source::{Source, Unit};
use crate::table::{Table, unknown_column};
use crate::text::canonical_text;
use crate::words::one_line;

mod bins;
mod clamped;
mod count;
mod cross_tabulation;
mod histogram;
pub(crate) mod mean;
mod own;
mod sum;
mod value;
mod vector;

pub(crate) use bins::Binned;

pub use bins::BinSpec;
pub use count::CountSpec;
pub use cross_tabulation::{CrossTabulationSpec, Excerpt, excerpt};
pub use histogram::HistogramSpec;
pub use mean::MeanSpec;
pub use sum::SumSpec;
pub use value::ValueSpec;
pub use vector::VectorSpec;

/// Specification of an attribute: its kind, with the fields that this kind has. May hold the
/// owner's own number: no `Debug`.
#[derive(Clone)]
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
    /// One number of the owner's own.
    Value(ValueSpec),
    /// Numbers of the owner's own.
    Vector(VectorSpec),
}

impl AttributeSpec {
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
            Self::Value(_) | Self::Vector(_) => &[],
        }
    }

    pub(crate) fn propose(&self, asked: &Asked<'_>) -> Result<Proposal> {
        match self {
            Self::Count(spec) => Ok(spec.propose(asked)),
            Self::Sum(spec) => spec.propose(asked),
            Self::Mean(spec) => spec.propose(asked),
            Self::Histogram(spec) => spec.propose(asked),
            Self::CrossTabulation(spec) => spec.propose(asked),
            Self::Value(spec) => spec.propose(asked),
            Self::Vector(spec) => spec.propose(asked),
        }
    }
}

/// Source of an attribute: columns and privacy unit.
pub(crate) struct Asked<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) unit: &'a Unit,
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

    /// Returns the shape of a response, its labels and D left out.
    fn shape(
        &self,
        kind: AttributeKind,
        unit: &str,
        step: LatticeStep,
        bounds: Option<[Decimal; 2]>,
    ) -> ListingShape {
        ListingShape {
            kind,
            unit: one_line(unit),
            step,
            bounds,
            labels: Vec::new(),
            family: Family::DiscreteLaplace,
            sensitivity: 0,
            public_rows: None,
            adjacency: self.unit.adjacency,
            rows_per_unit: self.unit.rows_per_unit,
        }
    }

    /// Returns the shape of something counted: step 1, in rows.
    fn counted(&self, kind: AttributeKind, unit: &str, labels: Vec<String>) -> ListingShape {
        let mut shape = self.shape(kind, unit, LatticeStep::ONE, None);
        if shape.unit.is_empty() {
            "rows".clone_into(&mut shape.unit);
        }
        shape.labels = labels;
        shape
    }
}

/// The plan of an attribute before its sensitivity is checked.
pub(crate) struct Proposal {
    /// D in steps; `None` beyond 64 bits.
    pub(crate) sensitivity: Option<u64>,
    pub(crate) shape: ListingShape,
    pub(crate) query: QuerySubject,
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
    Own(own::Recipe),
}

/// Fields of a recipe that a question may state.
#[derive(Default)]
pub(crate) struct Fields<'a> {
    pub(crate) source: Option<&'a Source>,
    /// The values of bins, without 'other'.
    pub(crate) bins: &'a [String],
    pub(crate) edges: &'a [Decimal],
    /// The columns of a cross-tabulation.
    pub(crate) columns: &'a [Binned],
    /// The public number of rows, where a missing cell counts as mid.
    pub(crate) rows_as_mid: Option<u64>,
    pub(crate) distance: Option<Decimal>,
}

impl Recipe {
    /// Returns D2^2 of an attribute of this shape.
    pub(crate) fn l2_squared(&self, shape: &ListingShape) -> u128 {
        match self {
            Self::Mean(recipe) => recipe.l2_squared(shape),
            Self::Histogram(_) | Self::CrossTabulation(_) => bins::l2_squared(shape),
            Self::Count | Self::Sum(_) | Self::Own(_) => u128::from(shape.sensitivity).pow(2),
        }
    }

    pub(crate) fn fields(&self) -> Fields<'_> {
        match self {
            Self::Count => Fields::default(),
            Self::Sum(recipe) => recipe.fields(),
            Self::Mean(recipe) => recipe.fields(),
            Self::Histogram(recipe) => recipe.fields(),
            Self::CrossTabulation(recipe) => recipe.fields(),
            Self::Own(recipe) => recipe.fields(),
        }
    }

    /// Returns the computation of x, before the first row.
    ///
    /// # Errors
    /// `other-table`: not the table planned for. `public-rows`: of a mean whose number of rows is
    /// public, a table with another number.
    pub(crate) fn evaluation<'a>(
        &'a self,
        table: &'a Table,
        shape: &ListingShape,
    ) -> Result<Evaluation<'a>> {
        Ok(match self {
            Self::Count => Evaluation::Count(count::Evaluation::default()),
            Self::Sum(recipe) => Evaluation::Sum(recipe.evaluation(table)?),
            Self::Mean(recipe) => Evaluation::Mean(recipe.evaluation(table)?),
            Self::Histogram(recipe) => Evaluation::Histogram(recipe.evaluation(table)?),
            Self::CrossTabulation(recipe) => {
                Evaluation::CrossTabulation(recipe.evaluation(table, shape.dimension())?)
            }
            Self::Own(_) => return Err(other_table()),
        })
    }
}

/// A computation of x, row by row: one pass over the rows that count, in exact integers, and one
/// rounding a coordinate at the end.
pub(crate) enum Evaluation<'a> {
    Count(count::Evaluation),
    Sum(sum::Evaluation<'a>),
    Mean(mean::Evaluation<'a>),
    Histogram(histogram::Evaluation<'a>),
    CrossTabulation(cross_tabulation::Evaluation<'a>),
}

impl Evaluation<'_> {
    /// Takes a row that counts and passes the filters.
    pub(crate) fn take(&mut self, row: usize) {
        match self {
            Self::Count(evaluation) => evaluation.take(),
            Self::Sum(evaluation) => evaluation.take(row),
            Self::Mean(evaluation) => evaluation.take(row),
            Self::Histogram(evaluation) => evaluation.take(row),
            Self::CrossTabulation(evaluation) => evaluation.take(row),
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
        }
    }
}

/// Form of the estimates of a kind.
pub(crate) enum Told {
    /// Each by itself, under this name, exact but for its noise.
    Exact(Quantity),
    /// Each by itself, under this name; it was rounded to the lattice before the noise came.
    Rounded(Quantity),
    /// One mean.
    Mean,
}

/// Returns the form of the estimates of a kind.
pub(crate) fn told(kind: AttributeKind) -> Told {
    match kind {
        AttributeKind::Count => count::TOLD,
        AttributeKind::Sum => sum::TOLD,
        AttributeKind::Mean => Told::Mean,
        AttributeKind::Histogram => histogram::TOLD,
        AttributeKind::CrossTabulation => cross_tabulation::TOLD,
        AttributeKind::Value => value::TOLD,
        AttributeKind::Vector => vector::TOLD,
    }
}

/// Refuses a column of texts for a kind that is of numbers.
fn refuse_texts(source: &Source, kind: AttributeKind) -> Result<()> {
    match source.column_type {
        poundwise_documents::kinds::ColumnType::Number => Ok(()),
        poundwise_documents::kinds::ColumnType::Text => Err(Error::usage(
            QueryErrorCode::ColumnIsText,
            format!("Column '{}' holds text, so it has no {kind}.", source.name),
        )
        .hint(QueryHint::TypeWasDeclared)
        .hint(QueryHint::CountTexts)),
    }
}
