//! What each kind of attribute makes of a draft: labels, bounds, step, D. The reasons for each D are in
//! [`super::attribute`].

use std::path::Path;

use poundwise_documents::kinds::{Adjacency, AttributeKind};
use poundwise_documents::units::{Decimal, Step};

use crate::error::{Error, ErrorCode, Result};
use crate::view::{ColumnType, ListingDraft, QuerySubject};

use super::attribute::{MAX_COORDINATE, MAX_COORDINATES, Recipe, Source, Unit};
use super::draft::{self, stated};
use super::estimate::ListingShape;
use super::histogram::Bins;
use super::lattice::Lattice;
use super::number::Number;
use super::own;
use super::table::unknown_column;
use super::words::{label, one_line};

/// What a kind makes of a draft, before its sensitivity is checked.
pub(crate) struct Proposal {
    /// D in steps; `None` beyond an `i128`.
    pub(crate) sensitivity: Option<i128>,
    pub(crate) shape: ListingShape,
    pub(crate) query: QuerySubject,
    pub(crate) recipe: Recipe,
}

pub(crate) struct Planner<'a> {
    pub(crate) draft: &'a ListingDraft,
    pub(crate) columns: &'a [(String, ColumnType)],
    pub(crate) unit: &'a Unit,
}

impl Planner<'_> {
    pub(crate) fn propose(&self, kind: AttributeKind) -> Result<Proposal> {
        match kind {
            AttributeKind::Count => self.count(),
            AttributeKind::Sum => self.sum(),
            AttributeKind::Mean => self.mean(),
            AttributeKind::Histogram => self.histogram(),
            AttributeKind::Value => self.value(),
            AttributeKind::Vector => self.vector(),
        }
    }

    fn rows_per_unit(&self) -> i128 {
        i128::from(self.unit.rows_per_unit)
    }

    /// Twice K under replacement, K otherwise.
    fn doubled_when_replaced(&self) -> i128 {
        match self.unit.adjacency {
            Adjacency::AddRemove => self.rows_per_unit(),
            Adjacency::Replace => 2 * self.rows_per_unit(),
        }
    }

    fn shape(&self, kind: AttributeKind, step: Step, bounds: Option<[Decimal; 2]>) -> ListingShape {
        ListingShape {
            kind,
            unit: stated(self.draft.unit.as_deref())
                .map(one_line)
                .unwrap_or_default(),
            step,
            bounds,
            labels: Vec::new(),
            sensitivity: 0,
            public_rows: self.draft.public_rows,
            adjacency: self.unit.adjacency,
        }
    }

    /// The shape of something counted: step 1, in rows.
    fn counted(&self, kind: AttributeKind, labels: Vec<String>) -> Result<ListingShape> {
        let mut shape = self.shape(kind, draft::unit_step()?, None);
        if shape.unit.is_empty() {
            "rows".clone_into(&mut shape.unit);
        }
        shape.labels = labels;
        Ok(shape)
    }

    fn column(&self) -> Result<Source> {
        let Some(name) = stated(self.draft.column.as_deref()) else {
            return Err(Error::usage(
                ErrorCode::NoColumn,
                format!("A {} needs a column.", self.draft.kind.trim()),
            )
            .hint("Name it after the kind, such as: mean income."));
        };
        let (index, (name, column_type)) = self
            .columns
            .iter()
            .enumerate()
            .find(|(_, (column, _))| column == name)
            .ok_or_else(|| unknown_column(name, self.columns.iter().map(|(n, _)| n.as_str())))?;
        Ok(Source {
            index,
            name: name.clone(),
            column_type: *column_type,
        })
    }

    fn number_column(&self) -> Result<Source> {
        let source = self.column()?;
        if source.column_type == ColumnType::Text {
            return Err(Error::usage(
                ErrorCode::ColumnIsText,
                format!(
                    "Column '{}' holds text, so it has no {}.",
                    source.name,
                    self.draft.kind.trim()
                ),
            )
            .hint("A column is text as soon as one cell is no number, 'NA' for example: leave missing cells empty and import the file again.")
            .hint("A column of texts can be counted: use count or histogram."));
        }
        Ok(source)
    }

    fn clamped(&self) -> Result<([Decimal; 2], Step, Lattice)> {
        let bounds = draft::bounds(self.draft)?;
        let step = draft::step(self.draft)?;
        let lattice = Lattice::new(bounds, step)?;
        Ok((bounds, step, lattice))
    }

    fn count(&self) -> Result<Proposal> {
        Ok(Proposal {
            sensitivity: Some(self.rows_per_unit()),
            shape: self.counted(AttributeKind::Count, vec!["count".to_owned()])?,
            query: QuerySubject::Rows,
            recipe: Recipe::Count,
        })
    }

    fn sum(&self) -> Result<Proposal> {
        let source = self.number_column()?;
        let (bounds, step, lattice) = self.clamped()?;
        let (low, high) = (lattice.low_steps(), lattice.high_steps());
        let per_row = match self.unit.adjacency {
            Adjacency::AddRemove => low.abs().max(high.abs()),
            Adjacency::Replace => high.max(0) - low.min(0),
        };
        let name = one_line(&source.name);
        let mut shape = self.shape(AttributeKind::Sum, step, Some(bounds));
        shape.labels = vec![label(&format!("sum of {name}"))];
        Ok(Proposal {
            sensitivity: per_row.checked_mul(self.rows_per_unit()),
            shape,
            query: QuerySubject::Sum {
                column: name,
                bounds: bounds.map(|bound| bound.to_string()),
            },
            recipe: Recipe::Sum(source, lattice),
        })
    }

    fn mean(&self) -> Result<Proposal> {
        let source = self.number_column()?;
        let (bounds, step, lattice) = self.clamped()?;
        let half_range = lattice.half_range_steps();
        let name = one_line(&source.name);
        let mut shape = self.shape(AttributeKind::Mean, step, Some(bounds));
        let (mid, width) = shape.mean_words();
        shape.labels = vec![label(&format!("sum of {name} - {mid}"))];
        if !(self.unit.adjacency == Adjacency::Replace && shape.public_rows.is_some()) {
            shape.labels.push(format!("count × {width}"));
        }
        Ok(Proposal {
            sensitivity: half_range
                .checked_mul(2)
                .and_then(|d| d.checked_mul(self.rows_per_unit())),
            shape,
            query: QuerySubject::Mean {
                column: name,
                bounds: bounds.map(|bound| bound.to_string()),
            },
            recipe: Recipe::Mean(source, lattice),
        })
    }

    fn histogram(&self) -> Result<Proposal> {
        let source = self.column()?;
        let (bins, labels) = Bins::plan(self.draft, &source.name, source.column_type)?;
        Ok(Proposal {
            sensitivity: Some(self.doubled_when_replaced()),
            shape: self.counted(AttributeKind::Histogram, labels)?,
            query: QuerySubject::RowsBy {
                column: one_line(&source.name),
            },
            recipe: Recipe::Histogram(source, bins),
        })
    }

    fn value(&self) -> Result<Proposal> {
        let Some(text) = stated(self.draft.value.as_deref()) else {
            return Err(Error::usage(ErrorCode::NoValue, "The value is missing.")
                .hint("Give it with --value, such as --value 12.5."));
        };
        let number = own::number("--value", text)?;
        let (bounds, step, lattice) = self.clamped()?;
        let mut shape = self.shape(AttributeKind::Value, step, Some(bounds));
        shape.labels = vec!["value".to_owned()];
        Ok(Proposal {
            sensitivity: Some(draft::protected_steps(self.draft, step)?),
            shape,
            query: QuerySubject::OwnNumber {
                bounds: bounds.map(|bound| bound.to_string()),
            },
            recipe: Recipe::Own(vec![coordinate(&lattice, &number)?].into()),
        })
    }

    fn vector(&self) -> Result<Proposal> {
        let Some(file) = stated(self.draft.file.as_deref()) else {
            return Err(
                Error::usage(ErrorCode::NoFile, "The file of numbers is missing.")
                    .hint("Give it with --file: one number a line."),
            );
        };
        let (bounds, step, lattice) = self.clamped()?;
        let sensitivity = draft::protected_steps(self.draft, step)?;
        let numbers = own::numbers(Path::new(file), MAX_COORDINATES)?;
        if let Some(at) = numbers.iter().position(|number| !lattice.holds(number)) {
            return Err(Error::refused(
                ErrorCode::NotOnTheLattice,
                format!("{file}: line {} is not a multiple of the step {step}.", at + 1),
            )
            .hint("Round the numbers to the step first, or choose a --step that divides them all.")
            .hint("Rounding many numbers here could move the vector further than the distance that --protect states."));
        }
        let mut shape = self.shape(AttributeKind::Vector, step, Some(bounds));
        shape.labels = (1..=numbers.len()).map(|n| n.to_string()).collect();
        Ok(Proposal {
            sensitivity: Some(sensitivity),
            shape,
            query: QuerySubject::OwnNumbers {
                count: numbers.len() as u64,
                bounds: bounds.map(|bound| bound.to_string()),
            },
            recipe: Recipe::Own(
                numbers
                    .iter()
                    .map(|number| coordinate(&lattice, number))
                    .collect::<Result<Vec<_>>>()?
                    .into(),
            ),
        })
    }
}

/// An own number in steps.
fn coordinate(lattice: &Lattice, number: &Number) -> Result<i64> {
    i64::try_from(lattice.steps(number))
        .ok()
        .filter(|x| i128::from(x.unsigned_abs()) <= MAX_COORDINATE)
        .ok_or_else(|| {
            Error::usage(
                ErrorCode::ValueTooLarge,
                "A number is more than 2^53 steps away from 0.",
            )
            .hint("Choose a larger --step or narrower --bounds.")
        })
}
