//! The question of a listing: what is asked of the data, with the fields that each kind has.

mod blocks;
mod column;
mod count;
mod cross_tabulation;
mod filter;
mod histogram;
mod kind;
mod mean;
mod moments;
mod own;
mod sum;

use std::borrow::Cow;
use std::slice;

use serde::{Deserialize, Serialize};

pub use blocks::{Blocks, MAX_BINS_OF_BLOCKS};
pub use column::{BinnedColumn, ColumnType};
pub use count::Count;
pub use cross_tabulation::{CROSSED_COLUMNS, CrossTabulation};
pub use filter::{Filter, FilterOperator};
pub use histogram::Histogram;
pub use kind::AttributeKind;
pub use mean::{Mean, MissingCells};
pub use moments::{
    MAX_GROUP_COLUMNS, MAX_MOMENT_ENTRIES, MOMENT_VARIABLES, Moments, Variable, VariableRole,
};
pub use own::{Value, Vector};
pub use sum::Sum;

use super::{Adjacency, PayloadError};
use crate::units::{Decimal, LatticeStep};
use filter::check_filters;
use own::check_own;

/// What is asked of the data, with the fields that each kind has. The other fields of a listing
/// are those that every kind has.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Question {
    /// The number of rows.
    Count(Count),
    /// The sum of a column.
    Sum(Sum),
    /// The mean of a column.
    Mean(Mean),
    /// The number of rows in each bin of a column.
    Histogram(Histogram),
    /// The number of rows in each combination of the bins of two or three columns.
    CrossTabulation(CrossTabulation),
    /// Second moments of columns, by group.
    Moments(Moments),
    /// The owner's own single number.
    Value(Value),
    /// The owner's own numbers.
    Vector(Vector),
}

impl Question {
    /// Returns the kind.
    #[must_use]
    pub const fn kind(&self) -> AttributeKind {
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

    /// Returns the conditions of the rows that count. Own numbers have none.
    #[must_use]
    pub fn filters(&self) -> &[Filter] {
        match self {
            Self::Count(Count { filters })
            | Self::Sum(Sum { filters, .. })
            | Self::Mean(Mean { filters, .. })
            | Self::Histogram(Histogram { filters, .. })
            | Self::CrossTabulation(CrossTabulation { filters, .. })
            | Self::Moments(Moments { filters, .. }) => filters,
            Self::Value(_) | Self::Vector(_) => &[],
        }
    }

    /// Returns the columns whose values are asked for, with their types. Columns that are only in
    /// a condition are not among them.
    #[must_use]
    pub fn columns(&self) -> Vec<(&str, ColumnType)> {
        match self {
            Self::Count(_) | Self::Value(_) | Self::Vector(_) => Vec::new(),
            Self::Sum(Sum { column, .. }) | Self::Mean(Mean { column, .. }) => {
                vec![(column, ColumnType::Number)]
            }
            Self::Histogram(_) | Self::CrossTabulation(_) => {
                let binned = self.binned().iter();
                binned
                    .map(|one| (one.column.as_str(), one.column_type))
                    .collect()
            }
            Self::Moments(moments) => moments.columns(),
        }
    }

    /// Returns the columns in whose bins rows are counted.
    #[must_use]
    pub fn binned(&self) -> &[BinnedColumn] {
        match self {
            Self::Histogram(Histogram { column, .. }) => slice::from_ref(column),
            Self::CrossTabulation(CrossTabulation { columns, .. }) => columns,
            Self::Count(_)
            | Self::Sum(_)
            | Self::Mean(_)
            | Self::Moments(_)
            | Self::Value(_)
            | Self::Vector(_) => &[],
        }
    }

    /// Returns the levels of blocks of bins that are counted too, rising.
    #[must_use]
    pub fn blocks(&self) -> &[u8] {
        match self {
            Self::Histogram(histogram) => histogram.blocks.levels(),
            Self::Count(_)
            | Self::Sum(_)
            | Self::Mean(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Value(_)
            | Self::Vector(_) => &[],
        }
    }

    /// Returns the bounds to which all numbers are clamped, the lower one first.
    #[must_use]
    pub const fn bounds(&self) -> Option<[Decimal; 2]> {
        match self {
            Self::Sum(Sum { bounds, .. })
            | Self::Mean(Mean { bounds, .. })
            | Self::Value(Value { bounds, .. })
            | Self::Vector(Vector { bounds, .. }) => Some(*bounds),
            Self::Count(_) | Self::Histogram(_) | Self::CrossTabulation(_) | Self::Moments(_) => {
                None
            }
        }
    }

    /// Returns the size of a lattice step: 1 if rows are counted.
    #[must_use]
    pub const fn step(&self) -> LatticeStep {
        match self {
            Self::Sum(Sum { step, .. })
            | Self::Mean(Mean { step, .. })
            | Self::Value(Value { step, .. })
            | Self::Vector(Vector { step, .. }) => *step,
            Self::Count(_) | Self::Histogram(_) | Self::CrossTabulation(_) => LatticeStep::ONE,
            Self::Moments(_) => LatticeStep::OF_MOMENTS,
        }
    }

    /// Returns the distance that one privacy unit moves own numbers, summed over all of them.
    #[must_use]
    pub const fn distance(&self) -> Option<Decimal> {
        match self {
            Self::Value(Value { distance, .. }) | Self::Vector(Vector { distance, .. }) => {
                Some(*distance)
            }
            Self::Count(_)
            | Self::Sum(_)
            | Self::Mean(_)
            | Self::Histogram(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_) => None,
        }
    }

    /// Returns the number of rows, if the owner has made it public.
    #[must_use]
    pub const fn public_rows(&self) -> Option<u64> {
        match self {
            Self::Mean(Mean { public_rows, .. }) => *public_rows,
            Self::Count(_)
            | Self::Sum(_)
            | Self::Histogram(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Value(_)
            | Self::Vector(_) => None,
        }
    }

    /// Returns the number of rows of a mean in which missing cells count as the middle.
    #[must_use]
    pub fn rows_as_mid(&self) -> Option<u64> {
        match self {
            Self::Mean(Mean {
                missing: MissingCells::AsMid,
                public_rows,
                ..
            }) => *public_rows,
            Self::Mean(_)
            | Self::Count(_)
            | Self::Sum(_)
            | Self::Histogram(_)
            | Self::CrossTabulation(_)
            | Self::Moments(_)
            | Self::Value(_)
            | Self::Vector(_) => None,
        }
    }

    /// Returns the number of coordinates, or `None` if the owner chooses it.
    #[must_use]
    pub fn dimension(&self) -> Option<u64> {
        match self {
            Self::Count(_) | Self::Sum(_) | Self::Value(_) => Some(1),
            Self::Mean(mean) => Some(match mean.missing {
                MissingCells::Excluded => 2,
                MissingCells::AsMid => 1,
            }),
            Self::Histogram(histogram) => Some(histogram.dimension()),
            Self::CrossTabulation(_) => {
                let sizes = self.binned().iter().map(BinnedColumn::size);
                Some(sizes.fold(1, u64::saturating_mul))
            }
            Self::Moments(moments) => Some(moments.dimension()),
            Self::Vector(_) => None,
        }
    }

    /// Returns whether the owner states the numbers, so that no table is asked.
    #[must_use]
    pub const fn is_own(&self) -> bool {
        self.kind().is_own()
    }

    /// Returns whether rows are counted.
    #[must_use]
    pub const fn is_count(&self) -> bool {
        self.kind().is_count()
    }

    /// Returns whether a buyer learns one number, from however many coordinates.
    #[must_use]
    pub const fn is_one_number(&self) -> bool {
        self.kind().is_one_number()
    }

    /// Returns whether the half-width depends on the numbers released and not on the level alone.
    #[must_use]
    pub const fn has_own_estimator(&self) -> bool {
        self.kind().has_own_estimator()
    }

    /// Returns the question with the first bins of each column only, for a view that has no room
    /// for all of them.
    #[must_use]
    pub fn shortened(&self, most: usize) -> Self {
        match self {
            Self::Histogram(histogram) => Self::Histogram(Histogram {
                column: histogram.column.shortened(most),
                ..histogram.clone()
            }),
            Self::CrossTabulation(CrossTabulation { columns, filters }) => {
                Self::CrossTabulation(CrossTabulation {
                    columns: columns.iter().map(|one| one.shortened(most)).collect(),
                    filters: filters.clone(),
                })
            }
            Self::Moments(moments) => Self::Moments(Moments {
                groups: moments
                    .groups
                    .iter()
                    .map(|one| one.shortened(most))
                    .collect(),
                ..moments.clone()
            }),
            Self::Count(_) | Self::Sum(_) | Self::Mean(_) | Self::Value(_) | Self::Vector(_) => {
                self.clone()
            }
        }
    }

    /// Returns the question without a number of rows that is only stated and changes no integer.
    /// The number is part of the question if missing cells count as the middle.
    #[must_use]
    pub fn without_stated_rows(&self) -> Cow<'_, Self> {
        match self {
            Self::Mean(mean) if mean.missing == MissingCells::Excluded => {
                Cow::Owned(Self::Mean(Mean {
                    public_rows: None,
                    ..mean.clone()
                }))
            }
            _ => Cow::Borrowed(self),
        }
    }

    /// Checks whether the fields agree with each other, with the relation of neighbouring sets of
    /// data, and with the column that names the privacy unit, if any.
    ///
    /// # Errors
    /// [`PayloadError`] with the first field that does not.
    pub fn check(
        &self,
        adjacency: Adjacency,
        unit_column: Option<&str>,
    ) -> Result<(), PayloadError> {
        check_filters(self.filters())?;
        match self {
            Self::Count(_) => Ok(()),
            Self::Sum(sum) => sum.check(),
            Self::Mean(mean) => mean.check(adjacency, unit_column),
            Self::Histogram(histogram) => histogram.check(),
            Self::CrossTabulation(crossed) => crossed.check(),
            Self::Moments(moments) => moments.check(),
            Self::Value(own) => check_own(&own.bounds, own.distance),
            Self::Vector(own) => check_own(&own.bounds, own.distance),
        }
    }
}
