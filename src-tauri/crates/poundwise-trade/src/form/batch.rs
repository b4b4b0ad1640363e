//! The form of several listings: the texts as typed, and their reading, row by row.

use poundwise_documents::kinds::{AttributeKind, FilterOperator};
use poundwise_documents::tariff::TariffDraft;
use poundwise_query::kinds::BinSpec;
use poundwise_query::{AttributeSpec, Condition, Schema};
use serde::{Deserialize, Serialize};

use super::{BinWay, FieldFault, FormFault, FormField, ListingForm, Reader, written};
use crate::batch::{BatchReading, RowName, RowReading, check_kind_of_column, no_counted_value};
use crate::error::{Error, NumberFault, Result};
use crate::messages::{FaultMessage, LevelName};
use crate::typed::{factor, is_grouped, pointed, stated};
use crate::view::{CodebookColumn, CodebookMisfit, ListingsProposed, ProposedRow};

/// A column in the form of several listings: the texts as typed. Decimals may have a comma. Only
/// the fields of the kind are read, and only if the row is taken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct BatchRowForm {
    /// Whether the column is to be listed.
    pub take: bool,
    /// The column.
    pub column: String,
    /// Title.
    pub title: String,
    /// The kind.
    pub kind: AttributeKind,
    /// The lower bound.
    pub low: String,
    /// The upper bound.
    pub high: String,
    /// Lattice step.
    pub step: String,
    /// Unit of the values; what is counted is in rows.
    pub unit: String,
    /// Which of the bins and edges of a histogram count.
    pub bin_way: BinWay,
    /// Bins of a histogram that are single values.
    pub bins: Vec<String>,
    /// Edges of a histogram.
    pub edges: Vec<String>,
    /// Blocks of bins between edges: `none`, `auto`, or levels such as `3,7`.
    pub blocks: String,
    /// The value whose rows a count counts.
    pub value: String,
    /// Highest level sold; that of all rows when empty.
    pub ceiling: String,
    /// Factor of the price; 1 when empty.
    pub factor: String,
    /// Public number of rows of a mean.
    pub public_rows: String,
}

/// The form of several listings of one dataset: the texts as typed. Decimals may have a comma.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct BatchForm {
    /// Dataset name.
    pub dataset: String,
    /// The columns, in order.
    pub rows: Vec<BatchRowForm>,
    /// Price of everything up to each level, of a row whose factor is 1.
    pub tariff: TariffDraft,
    /// Currency of the price.
    pub currency: String,
    /// Highest level sold.
    pub ceiling: String,
    /// Level at which the paths start.
    pub top: String,
    /// Smallest increment.
    pub grain: String,
    /// Payment address, or an IBAN.
    pub pay_to: String,
    /// Description, of all of them.
    pub description: String,
    /// Terms.
    pub terms: String,
    /// Whether the public numbers of rows are already known elsewhere.
    pub rows_known_elsewhere: bool,
}

/// A field in the form of several listings that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct BatchFault {
    /// Index of the row in the form; `null` for a field shared by all rows.
    pub row: Option<u32>,
    /// The field, and the reason why it cannot be read.
    pub at: FormFault,
}

/// The faults in the form of several listings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct BatchReadings {
    /// Every field that cannot be read or has two readings: those shared by all rows first.
    pub faults: Vec<BatchFault>,
}

/// Proposed listings as rows of a form. Decimals have a point.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ProposedForm {
    /// A row for each column, in the schema's order.
    pub rows: Vec<BatchRowForm>,
    /// Columns of the codebook that do not fit.
    pub misfits: Vec<CodebookMisfit>,
}

impl From<ListingsProposed> for ProposedForm {
    fn from(proposed: ListingsProposed) -> Self {
        Self {
            rows: proposed.rows.into_iter().map(BatchRowForm::of).collect(),
            misfits: proposed.misfits,
        }
    }
}

impl BatchRowForm {
    /// Returns the row of a column without a statement about it.
    #[must_use]
    pub fn new(column: impl Into<String>, kind: AttributeKind) -> Self {
        Self {
            take: true,
            column: column.into(),
            title: String::new(),
            kind,
            low: String::new(),
            high: String::new(),
            step: String::new(),
            unit: String::new(),
            bin_way: BinWay::Values,
            bins: Vec::new(),
            edges: Vec::new(),
            blocks: String::new(),
            value: String::new(),
            ceiling: String::new(),
            factor: String::new(),
            public_rows: String::new(),
        }
    }

    /// Returns the row of a proposed listing. Decimals have a point.
    #[must_use]
    pub fn of(proposed: ProposedRow) -> Self {
        let mut row = Self {
            take: proposed.take,
            title: proposed.title,
            ..Self::new(proposed.column, proposed.kind)
        };
        let Some(question) = proposed.question else {
            return row;
        };
        question.unit().clone_into(&mut row.unit);
        let public_rows = question.public_rows().map(|rows| rows.to_string());
        row.public_rows = public_rows.unwrap_or_default();
        if let Some(bounds) = question.bounds() {
            [row.low, row.high] = bounds.map(|end| end.to_string());
        }
        let step = question.step().map(|step| step.to_string());
        row.step = step.unwrap_or_default();
        question
            .counted_value()
            .unwrap_or_default()
            .clone_into(&mut row.value);
        match question.bins() {
            Some(BinSpec::Values(values)) => row.bins.clone_from(values),
            Some(BinSpec::Edges(edges)) => {
                row.bin_way = BinWay::Edges;
                row.edges = edges.iter().map(ToString::to_string).collect();
            }
            Some(BinSpec::Stated) | None => {}
        }
        let blocks = question.chosen_blocks();
        row.blocks = blocks.map(ToString::to_string).unwrap_or_default();
        row
    }

    /// Returns the row as the form of one listing.
    fn listing(&self, dataset: &str) -> ListingForm {
        let filters = if self.kind.has_column() {
            Vec::new()
        } else {
            // The rows are counted in which the column has the value.
            let (column, operator) = (self.column.trim(), FilterOperator::Equal);
            vec![Condition::new(column, operator, self.value.trim())]
        };
        ListingForm {
            column: self.column.clone(),
            filters,
            low: self.low.clone(),
            high: self.high.clone(),
            step: self.step.clone(),
            bin_way: self.bin_way,
            bins: self.bins.clone(),
            edges: self.edges.clone(),
            blocks: self.blocks.clone(),
            unit: self.unit.clone(),
            public_rows: self.public_rows.clone(),
            ..ListingForm::new(dataset, self.kind)
        }
    }

    /// Reads the row, and its faults.
    fn read(&self, dataset: &str, schema: &Schema) -> (RowReading, Vec<FormFault>) {
        let form = self.listing(dataset);
        let mut reader = Reader::new(&form, schema);
        let question = self.question(&mut reader);
        reader.is_of_question = false;
        let ceiling = reader.level(FormField::Ceiling, LevelName::Ceiling, &self.ceiling);
        let factor = self.factor_of(&mut reader);
        let mut faults = Vec::new();
        let (mut of_question, mut unread) = (None, None);
        for one in reader.unread {
            faults.extend(one.fault.map(FormFault::in_row));
            let first = if one.is_of_question {
                &mut of_question
            } else {
                &mut unread
            };
            if first.is_none() {
                *first = one.error;
            }
        }
        let question = match (of_question, question) {
            (Some(error), _) => Err(error),
            (None, Some(question)) => Ok(question),
            (None, None) => Err(Error::fault(FaultMessage::UnreadForm)),
        };
        let reading = RowReading {
            name: RowName::new(&self.title, &self.column, None),
            column: self.column.trim().to_owned(),
            title: written(&self.title),
            question,
            ceiling,
            factor,
            unread,
        };
        (reading, faults)
    }

    fn question(&self, reader: &mut Reader<'_>) -> Option<AttributeSpec> {
        reader.take(check_kind_of_column(self.kind))?;
        if !self.kind.has_column() && stated(Some(&self.value)).is_none() {
            reader.fail(no_counted_value(), None);
            return None;
        }
        AttributeSpec::read(self.kind, reader)
    }

    fn factor_of(&self, reader: &mut Reader<'_>) -> Option<poundwise_documents::units::Decimal> {
        let text = stated(Some(&self.factor))?;
        if is_grouped(text) {
            let fault = NumberFault::Grouped;
            reader.doubt(FormField::Factor, None, FieldFault::Number { fault });
        }
        let read = factor(&pointed(text));
        read.map_err(|error| {
            let (field, row) = (FormField::Factor, None);
            let fault = NumberFault::NoNumber;
            let fault = FieldFault::Number { fault };
            reader.fail(error, Some(FormFault { field, row, fault }));
        })
        .ok()
    }
}

impl FormFault {
    /// Returns the fault of a row, whose only condition is the value that is counted.
    fn in_row(self) -> Self {
        match self.field {
            FormField::Filters => Self {
                field: FormField::Value,
                row: None,
                ..self
            },
            _ => self,
        }
    }
}

impl BatchForm {
    /// Returns a form with rows, and nothing else in it but its dataset.
    #[must_use]
    pub fn new(dataset: impl Into<String>, rows: Vec<BatchRowForm>) -> Self {
        Self {
            dataset: dataset.into(),
            rows,
            tariff: TariffDraft::default(),
            currency: String::new(),
            ceiling: String::new(),
            top: String::new(),
            grain: String::new(),
            pay_to: String::new(),
            description: String::new(),
            terms: String::new(),
            rows_known_elsewhere: false,
        }
    }

    /// Reads the form as people type it, for a dataset with these columns.
    ///
    /// # Errors
    /// `dataset-name`.
    pub fn read(&self, schema: &Schema) -> Result<BatchReading> {
        let shared = ListingForm {
            tariff: self.tariff.clone(),
            currency: self.currency.clone(),
            ceiling: self.ceiling.clone(),
            top: self.top.clone(),
            grain: self.grain.clone(),
            pay_to: self.pay_to.clone(),
            description: self.description.clone(),
            terms: self.terms.clone(),
            rows_known_elsewhere: self.rows_known_elsewhere,
            ..ListingForm::new(self.dataset.as_str(), AttributeKind::Count)
        };
        let mut reader = Reader::new(&shared, schema);
        let subject = reader.subject();
        let price = reader.price();
        let offer = reader.offer(subject, &price);
        let mut of_all = None;
        let mut faults = Vec::new();
        for one in reader.unread {
            faults.extend(one.fault.map(|at| BatchFault { row: None, at }));
            of_all = of_all.or(one.error);
        }
        let Some(shared) = offer else {
            return Err(of_all.unwrap_or_else(|| Error::fault(FaultMessage::UnreadForm)));
        };
        let mut rows = Vec::new();
        for (row, number) in self.rows.iter().zip(0..) {
            if !row.take {
                rows.push(None);
                continue;
            }
            let (reading, found) = row.read(&self.dataset, schema);
            rows.push(Some(reading));
            let row = Some(number);
            faults.extend(found.into_iter().map(|at| BatchFault { row, at }));
        }
        let mut reading = BatchReading::new(shared, rows);
        (reading.of_all, reading.faults) = (of_all, faults);
        Ok(reading)
    }

    /// Reads the rows that are taken as the columns of a codebook.
    ///
    /// # Errors
    /// The first one, named by the row.
    pub fn codebook(&self, schema: &Schema) -> Result<Vec<CodebookColumn>> {
        let taken = self.rows.iter().filter(|row| row.take);
        taken
            .map(|row| {
                // A codebook has neither a price nor a number of rows.
                let stated = BatchRowForm {
                    ceiling: String::new(),
                    factor: String::new(),
                    public_rows: String::new(),
                    ..row.clone()
                };
                let (reading, _) = stated.read(&self.dataset, schema);
                reading.row().map(CodebookColumn::from)
            })
            .collect()
    }
}
