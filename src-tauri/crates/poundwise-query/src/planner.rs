//! The plan of each kind of attribute for a draft: labels, bounds, step, D. The reasons for each D
//! are in [`super::attribute`].

use std::path::Path;

use poundwise_documents::kinds::{Adjacency, AttributeKind};
use poundwise_documents::units::{Decimal, Step};

use crate::draft::ListingDraft;
use crate::error::{Error, ErrorCode, Result};
use crate::hint::Hint;
use crate::parts::QuerySubject;
use poundwise_documents::kinds::ColumnType;

use super::attribute::{MAX_COORDINATES, Recipe, Source, Unit};
use super::draft::{self, stated};
use super::estimate::ListingShape;
use super::evaluation::MeanForm;
use super::histogram::Bins;
use super::lattice::Lattice;
use super::number::Number;
use super::own;
use super::schema::{Schema, SchemaColumn};
use super::table::unknown_column;
use super::words::{label, one_line};

/// The plan of a draft before its sensitivity is checked.
pub(crate) struct Proposal {
    /// D in steps; `None` beyond 64 bits.
    pub(crate) sensitivity: Option<u64>,
    pub(crate) shape: ListingShape,
    pub(crate) query: QuerySubject,
    pub(crate) recipe: Recipe,
    pub(crate) step_advised: bool,
}

pub(crate) struct Planner<'a> {
    pub(crate) draft: &'a ListingDraft,
    pub(crate) schema: &'a Schema,
    pub(crate) unit: &'a Unit,
    /// Whether a filter is stated.
    pub(crate) is_filtered: bool,
}

/// Bounds, step and lattice of numbers that are clamped.
struct Clamping {
    bounds: [Decimal; 2],
    step: Step,
    lattice: Lattice,
    step_advised: bool,
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

    fn rows_per_unit(&self) -> u64 {
        self.unit.rows_per_unit
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
            rows_per_unit: self.unit.rows_per_unit,
        }
    }

    /// Returns the shape of something counted: step 1, in rows.
    fn counted(&self, kind: AttributeKind, labels: Vec<String>) -> Result<ListingShape> {
        let mut shape = self.shape(kind, draft::unit_step()?, None);
        if shape.unit.is_empty() {
            "rows".clone_into(&mut shape.unit);
        }
        shape.labels = labels;
        Ok(shape)
    }

    fn column(&self) -> Result<(Source, &SchemaColumn)> {
        let Some(name) = stated(self.draft.column.as_deref()) else {
            return Err(Error::usage(
                ErrorCode::NoColumn,
                format!("A {} needs a column.", self.draft.kind.trim()),
            )
            .hint(Hint::NameColumn));
        };
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

    fn number_column(&self) -> Result<Source> {
        let (source, _) = self.column()?;
        if source.column_type == ColumnType::Text {
            return Err(Error::usage(
                ErrorCode::ColumnIsText,
                format!(
                    "Column '{}' holds text, so it has no {}.",
                    source.name,
                    self.draft.kind.trim()
                ),
            )
            .hint(Hint::TypeWasDeclared)
            .hint(Hint::CountTexts));
        }
        Ok(source)
    }

    fn clamped(&self, kind: AttributeKind) -> Result<Clamping> {
        let bounds = draft::bounds(self.draft)?;
        let (step, step_advised) = draft::step(self.draft, kind, &bounds, self.unit)?;
        let lattice = Lattice::new(bounds, step)?;
        Ok(Clamping {
            bounds,
            step,
            lattice,
            step_advised,
        })
    }

    fn count(&self) -> Result<Proposal> {
        Ok(Proposal {
            sensitivity: Some(self.rows_per_unit()),
            shape: self.counted(AttributeKind::Count, vec!["count".to_owned()])?,
            query: QuerySubject::Rows,
            recipe: Recipe::Count,
            step_advised: false,
        })
    }

    fn sum(&self) -> Result<Proposal> {
        let source = self.number_column()?;
        let clamping = self.clamped(AttributeKind::Sum)?;
        let rows = self.rows_per_unit();
        let sensitivity = match self.unit.adjacency {
            Adjacency::AddRemove => clamping.lattice.reach_steps(rows),
            Adjacency::Replace => clamping.lattice.span_steps(rows),
        };
        let name = one_line(&source.name);
        let mut shape = self.shape(AttributeKind::Sum, clamping.step, Some(clamping.bounds));
        shape.labels = vec![label(&format!("sum of {name}"))];
        Ok(Proposal {
            sensitivity,
            shape,
            query: QuerySubject::Sum {
                column: name,
                bounds: clamping.bounds.map(|bound| bound.to_string()),
            },
            recipe: Recipe::Sum(source, clamping.lattice),
            step_advised: clamping.step_advised,
        })
    }

    fn mean(&self) -> Result<Proposal> {
        let public_rows = self.missing_as_mid()?;
        let source = self.number_column()?;
        let clamping = self.clamped(AttributeKind::Mean)?;
        let (lattice, rows) = (clamping.lattice, self.rows_per_unit());
        let name = one_line(&source.name);
        let mut shape = self.shape(AttributeKind::Mean, clamping.step, Some(clamping.bounds));
        let (mid, width) = shape.mean_words();
        let [low, high] = clamping.bounds.map(|bound| bound.to_string());
        let (form, sensitivity) = match (public_rows, self.unit.adjacency) {
            (Some(stated), _) => {
                shape.labels = vec![label(&format!("sum of {name} - {mid}"))];
                (MeanForm::PublicRows(stated), lattice.range_steps(1))
            }
            (None, Adjacency::AddRemove) => {
                shape.labels = vec![
                    label(&format!("sum of {name} above {low}")),
                    label(&format!("sum of {name} below {high}")),
                ];
                let steps = lattice.range_steps(rows);
                (MeanForm::TwoSided, steps.and_then(|c| c.checked_add(1)))
            }
            (None, Adjacency::Replace) => {
                shape.labels = vec![
                    label(&format!("sum of {name} - {mid}")),
                    format!("count × {width}"),
                ];
                let half = lattice.half_range_steps(1);
                let deviation = lattice.half_range_steps(rows);
                let steps = half
                    .and_then(|half| half.checked_mul(rows))
                    .and_then(|counted| counted.checked_add(deviation?));
                let form = MeanForm::DeviationAndCount(half.unwrap_or(u64::MAX));
                (form, steps)
            }
        };
        Ok(Proposal {
            sensitivity,
            shape,
            query: QuerySubject::Mean {
                column: name,
                bounds: [low, high],
                missing_as: public_rows.map(|_| mid),
            },
            recipe: Recipe::Mean(source, lattice, form),
            step_advised: clamping.step_advised,
        })
    }

    /// Returns the public number of rows, where a missing cell counts as mid: only if the number of
    /// units is the same in all neighbouring tables, and each row, whatever its cells, is one of
    /// them.
    fn missing_as_mid(&self) -> Result<Option<u64>> {
        if !self.draft.missing_as_mid {
            return Ok(None);
        }
        let wrong = |why: &str| {
            Error::usage(
                ErrorCode::MissingAsMid,
                format!("Counting missing cells as the middle {why}."),
            )
            .hint(Hint::MissingAsMidIsFor)
        };
        let Some(rows) = self.draft.public_rows else {
            return Err(wrong("needs a public number of rows"));
        };
        if self.unit.adjacency != Adjacency::Replace {
            return Err(wrong(
                "needs a dataset whose units are replaced, not added or removed",
            ));
        }
        if self.unit.person_column.is_some() {
            return Err(wrong(
                "needs a dataset of which each row is a unit of its own",
            ));
        }
        if self.is_filtered {
            return Err(wrong("does not go with a filter"));
        }
        Ok(Some(rows))
    }

    fn histogram(&self) -> Result<Proposal> {
        let (source, column) = self.column()?;
        let (bins, labels) = Bins::plan(self.draft, column)?;
        let rows = self.rows_per_unit();
        Ok(Proposal {
            sensitivity: match self.unit.adjacency {
                Adjacency::AddRemove => Some(rows),
                Adjacency::Replace => rows.checked_mul(2),
            },
            shape: self.counted(AttributeKind::Histogram, labels)?,
            query: QuerySubject::RowsBy {
                column: one_line(&source.name),
            },
            recipe: Recipe::Histogram(source, bins),
            step_advised: false,
        })
    }

    /// Returns clamping of own numbers: within bounds that are multiples of the step and fit into a
    /// coordinate, no number is rounded, and none is clamped but to the bounds.
    fn own(&self, kind: AttributeKind) -> Result<Clamping> {
        let clamping = self.clamped(kind)?;
        let [low, high] = &clamping.bounds;
        if !clamping.lattice.holds_bounds() {
            return Err(Error::usage(
                ErrorCode::NotOnTheLattice,
                format!(
                    "The bounds {low}..{high} are not both multiples of the step {}.",
                    clamping.step
                ),
            )
            .hint(Hint::BoundsOnTheStep));
        }
        if !clamping.lattice.is_within_coordinates() {
            return Err(Error::usage(
                ErrorCode::ValueTooLarge,
                "The bounds are more than 2^53 steps away from 0.",
            )
            .hint(Hint::LargerStepOrNarrowerBounds));
        }
        Ok(clamping)
    }

    fn value(&self) -> Result<Proposal> {
        let Some(text) = stated(self.draft.value.as_deref()) else {
            return Err(
                Error::usage(ErrorCode::NoValue, "The value is missing.").hint(Hint::GiveValue)
            );
        };
        let number = own::number("value", text)?;
        let clamping = self.own(AttributeKind::Value)?;
        let (distance, sensitivity) = draft::protected_steps(self.draft, clamping.step)?;
        let values = own_steps("value", &[number], &clamping)?;
        let mut shape = self.shape(AttributeKind::Value, clamping.step, Some(clamping.bounds));
        shape.labels = vec!["value".to_owned()];
        Ok(Proposal {
            sensitivity,
            shape,
            query: QuerySubject::OwnNumber {
                bounds: clamping.bounds.map(|bound| bound.to_string()),
            },
            recipe: Recipe::Own {
                values: values.into(),
                distance,
            },
            step_advised: false,
        })
    }

    fn vector(&self) -> Result<Proposal> {
        let Some(file) = stated(self.draft.file.as_deref()) else {
            return Err(
                Error::usage(ErrorCode::NoFile, "The file of numbers is missing.")
                    .hint(Hint::GiveFile),
            );
        };
        let clamping = self.own(AttributeKind::Vector)?;
        let (distance, sensitivity) = draft::protected_steps(self.draft, clamping.step)?;
        let numbers = own::numbers(Path::new(file), MAX_COORDINATES)?;
        let values = own_steps(file, &numbers, &clamping)?;
        let mut shape = self.shape(AttributeKind::Vector, clamping.step, Some(clamping.bounds));
        shape.labels = (1..=numbers.len()).map(|n| n.to_string()).collect();
        Ok(Proposal {
            sensitivity,
            shape,
            query: QuerySubject::OwnNumbers {
                count: numbers.len() as u64,
                bounds: clamping.bounds.map(|bound| bound.to_string()),
            },
            recipe: Recipe::Own {
                values: values.into(),
                distance,
            },
            step_advised: false,
        })
    }
}

/// Returns own numbers in steps.
fn own_steps(from: &str, numbers: &[Number], clamping: &Clamping) -> Result<Vec<i64>> {
    let steps = numbers.iter().zip(1u64..).map(|(number, line)| {
        clamping.lattice.own(number).ok_or_else(|| {
            let which = if numbers.len() == 1 {
                "the number".to_owned()
            } else {
                format!("line {line}")
            };
            Error::refused(
                ErrorCode::NotOnTheLattice,
                format!(
                    "{from}: {which} is not a multiple of the step {}.",
                    clamping.step
                ),
            )
            .hint(Hint::RoundToStep)
            .hint(Hint::RoundingIsNotProtected)
        })
    });
    steps.collect()
}
