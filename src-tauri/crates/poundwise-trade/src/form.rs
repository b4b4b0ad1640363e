//! The form of a listing: the texts as typed, and their reading, field by field.

use std::path::PathBuf;

use poundwise_documents::kinds::{AttributeKind, ColumnType, VariableRole};
use poundwise_documents::tariff::{TariffDraft, TypedPoint};
use poundwise_documents::units::{Decimal, LatticeStep, MicroEpsilon};
use poundwise_query::kinds::{BinSpec, BlockSpec, QuestionFields, VariableSpec, VariableValues};
use poundwise_query::{AttributeSpec, Condition, Number, Schema};
use serde::{Deserialize, Serialize};

mod batch;

pub use batch::{BatchFault, BatchForm, BatchReadings, BatchRowForm, ProposedForm};

use crate::draft::{CopiedQuestion, ListingDraft, ListingSubject, NeededPart, OWN, check_subject};
use crate::error::{Error, ErrorPlace, NumberFault, NumberOf, QueryErrorCode, Result};
use crate::messages::{DraftMessage, FaultMessage, LevelName, NumberMessage};
use crate::typed::{
    amount, currency, decimal, edge, is_grouped, level, pointed, rows, stated, step, unusable,
};

/// Whether bins are single values or lie between edges.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum BinWay {
    /// Single values; without any, the declared values of the column.
    #[default]
    Values,
    /// Between edges.
    Edges,
}

/// A column of a cross-tabulation in a form.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default, rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct CrossedForm {
    /// The column.
    pub column: String,
    /// Which of the bins and edges count.
    pub bin_way: BinWay,
    /// Bins that are single values.
    pub bins: Vec<String>,
    /// Edges.
    pub edges: Vec<String>,
}

/// A variable of moments in a form.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct VariableForm {
    /// The column.
    pub column: String,
    /// What buyers learn of it.
    pub role: VariableRole,
    /// The lower bound, unless it is two-valued.
    pub low: String,
    /// The upper bound, unless it is two-valued.
    pub high: String,
    /// The two values, if it is two-valued.
    pub values: [String; 2],
}

/// The form of a listing: the texts as typed, one field each. Decimals may have a comma. Only the
/// fields of the kind are read. May hold the owner's own number: no `Debug`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct ListingForm {
    /// Dataset name, or `-` for the owner's own numbers.
    pub dataset: String,
    /// The kind.
    pub kind: AttributeKind,
    /// The column.
    pub column: String,
    /// Conditions of the rows that count, with their values as typed.
    pub filters: Vec<Condition>,
    /// The columns of a cross-tabulation with their bins, the slowest first.
    pub crossed: Vec<CrossedForm>,
    /// The variables of moments.
    pub variables: Vec<VariableForm>,
    /// The columns that moments are grouped by, with their bins.
    pub groups: Vec<CrossedForm>,
    /// The lower bound.
    pub low: String,
    /// The upper bound.
    pub high: String,
    /// Lattice step.
    pub step: String,
    /// Which of the bins and edges of a histogram count.
    pub bin_way: BinWay,
    /// Bins of a histogram that are single values.
    pub bins: Vec<String>,
    /// Edges of a histogram.
    pub edges: Vec<String>,
    /// Blocks of bins between edges: `none`, `auto`, or levels such as `3,7`.
    pub blocks: String,
    /// The owner's own number.
    pub value: String,
    /// A file with one number a line.
    pub file: String,
    /// Distance to be protected.
    pub protect: String,
    /// Unit of the values; what is counted is in rows.
    pub unit: String,
    /// Title.
    pub title: String,
    /// Description.
    pub description: String,
    /// Price of everything up to each level.
    pub tariff: TariffDraft,
    /// Currency of the price.
    pub currency: String,
    /// Highest level sold.
    pub ceiling: String,
    /// Level at which the path starts.
    pub top: String,
    /// Smallest increment.
    pub grain: String,
    /// Payment address, or an IBAN.
    pub pay_to: String,
    /// Terms.
    pub terms: String,
    /// Public number of rows.
    pub public_rows: String,
    /// Whether the public number of rows is already known elsewhere.
    pub rows_known_elsewhere: bool,
    /// Assumed number of rows in the preview of a mean without public rows.
    pub reckoned_rows: String,
    /// Whether missing cells of a mean count as the middle of the bounds.
    pub missing_as_mid: bool,
    /// The population of own numbers.
    pub population: String,
}

impl VariableForm {
    /// Returns a variable as a form has it. Decimals have a point.
    fn of(variable: VariableSpec) -> Self {
        let mut form = Self {
            column: variable.column,
            role: VariableRole::Squares,
            low: String::new(),
            high: String::new(),
            values: Default::default(),
        };
        let (role, bounds) = match variable.values {
            VariableValues::Squares(bounds) => (VariableRole::Squares, bounds),
            VariableValues::MeanOnly(bounds) => (VariableRole::MeanOnly, bounds),
            VariableValues::TwoValued(values) => {
                form.role = VariableRole::TwoValued;
                form.values = values;
                return form;
            }
        };
        [form.low, form.high] = bounds.map(|bound| bound.to_string());
        form.role = role;
        form
    }
}

/// A field of the form at which a fault is marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum FormField {
    /// The conditions.
    Filters,
    /// Bins or edges, of any column.
    Bins,
    /// A bound of a variable of moments, or one of its two values.
    Variables,
    /// The groups of moments.
    Groups,
    /// The owner's own number, or the value whose rows are counted in a row of several listings.
    Value,
    /// The lower bound.
    Low,
    /// The upper bound.
    High,
    /// The step.
    Step,
    /// The distance to be protected.
    Protect,
    /// The public number of rows.
    PublicRows,
    /// The rows that a preview assumes.
    ReckonedRows,
    /// The ceiling.
    Ceiling,
    /// The smallest increment.
    Grain,
    /// The level at which the path starts.
    Top,
    /// The price.
    Tariff,
    /// The factor of the price, in a row of several listings.
    Factor,
}

/// Reason why a field of a form cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "is", rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub enum FieldFault {
    /// It should be a decimal number.
    Number {
        /// Fault of the text.
        fault: NumberFault,
    },
    /// It should be a whole number above 0.
    Count {
        /// Fault of the text.
        fault: NumberFault,
    },
    /// It should be a level: a decimal above 0 with at most six places.
    Level {
        /// Fault of the text.
        fault: NumberFault,
    },
    /// A condition compares with nothing.
    NoValue,
}

/// A field of a form that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct FormFault {
    /// The field.
    pub field: FormField,
    /// Index of the condition, of the column of a cross-tabulation, of the variable or the group
    /// column of moments, or of the row of the price.
    pub row: Option<u32>,
    /// Reason why it cannot be read.
    pub fault: FieldFault,
}

/// The readable part of a listing's form, and the fault of every other field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export))]
pub struct FormReadings {
    /// Every field that cannot be read, in the order of the form.
    pub faults: Vec<FormFault>,
    /// The price, decimals with a point.
    pub price: TariffDraft,
    /// The smallest increment, decimal with a point.
    pub grain: Option<String>,
}

/// An unreadable text of a form.
struct Unread {
    fault: Option<FormFault>,
    /// The error, unless the text has one reading that a preview may show.
    error: Option<Error>,
    is_of_question: bool,
}

/// Reading of the form of a listing.
pub struct FormReading {
    draft: Option<ListingDraft>,
    unread: Vec<Unread>,
    price: TariffDraft,
}

impl FormReading {
    /// Returns the draft of a form without a fault.
    ///
    /// # Errors
    /// The first field that cannot be read.
    pub fn draft(self) -> Result<ListingDraft> {
        for Unread { fault, error, .. } in self.unread {
            match (error, fault) {
                (Some(error), _) => return Err(error),
                (None, Some(fault)) => return Err(fault.error()),
                (None, None) => {}
            }
        }
        self.draft
            .ok_or_else(|| Error::fault(FaultMessage::UnreadForm))
    }

    /// Returns the draft for a preview, with the first error that is not of its question.
    ///
    /// # Errors
    /// The first error of the question.
    pub fn sketch(self) -> Result<(ListingDraft, Option<Error>)> {
        let mut first = None;
        let mut unread_ceiling = None;
        for Unread {
            error,
            is_of_question,
            fault,
        } in self.unread
        {
            let Some(error) = error else { continue };
            if is_of_question {
                return Err(error);
            }
            if fault.is_some_and(|fault| fault.field == FormField::Ceiling) {
                unread_ceiling = Some(error.clone());
            }
            first.get_or_insert(error);
        }
        let mut draft = self
            .draft
            .ok_or_else(|| Error::fault(FaultMessage::UnreadForm))?;
        // The step must be advised for the ceiling as typed.
        match (draft.question.open_ceiling(), unread_ceiling) {
            (Some(_), Some(error)) => Err(error),
            _ => Ok((draft, first)),
        }
    }

    /// Returns the faults and readings for the window.
    #[must_use]
    pub fn readings(&self) -> FormReadings {
        let faults = self.unread.iter().filter_map(|unread| unread.fault);
        let draft = self.draft.as_ref();
        FormReadings {
            faults: faults.collect(),
            price: self.price.clone(),
            grain: draft.and_then(|draft| draft.grain.map(|grain| grain.to_string())),
        }
    }
}

impl FormFault {
    /// Returns whether the field has two readings, of which a preview shows one.
    pub(crate) fn is_ambiguous(self) -> bool {
        let fault = NumberFault::Grouped;
        self.fault == FieldFault::Number { fault }
    }

    /// Returns the error of a field with two readings.
    pub(crate) fn error(self) -> Error {
        match self.fault {
            FieldFault::NoValue => {
                Error::usage(QueryErrorCode::Filter, DraftMessage::ConditionWithoutAValue)
                    .hint(DraftMessage::CompleteCondition)
            }
            FieldFault::Number { .. } | FieldFault::Count { .. } | FieldFault::Level { .. } => {
                Error::usage(QueryErrorCode::NotANumber, NumberMessage::TwoReadings)
                    .hint(NumberMessage::WriteOneReading)
            }
        }
    }
}

impl ListingForm {
    /// Returns a form with nothing in it but its subject and its kind.
    #[must_use]
    pub fn new(dataset: impl Into<String>, kind: AttributeKind) -> Self {
        Self {
            dataset: dataset.into(),
            kind,
            column: String::new(),
            filters: Vec::new(),
            crossed: Vec::new(),
            variables: Vec::new(),
            groups: Vec::new(),
            low: String::new(),
            high: String::new(),
            step: String::new(),
            bin_way: BinWay::Values,
            bins: Vec::new(),
            edges: Vec::new(),
            blocks: String::new(),
            value: String::new(),
            file: String::new(),
            protect: String::new(),
            unit: String::new(),
            title: String::new(),
            description: String::new(),
            tariff: TariffDraft::default(),
            currency: String::new(),
            ceiling: String::new(),
            top: String::new(),
            grain: String::new(),
            pay_to: String::new(),
            terms: String::new(),
            public_rows: String::new(),
            rows_known_elsewhere: false,
            reckoned_rows: String::new(),
            missing_as_mid: false,
            population: String::new(),
        }
    }

    /// Returns the form of a copied listing. Decimals have a point.
    #[must_use]
    pub fn of(draft: ListingDraft<CopiedQuestion>) -> Self {
        let text = |text: Option<String>| text.unwrap_or_default();
        let level =
            |level: Option<MicroEpsilon>| level.map(|level| level.to_string()).unwrap_or_default();
        let mut of = draft.question;
        let kind = of.question.kind();
        let (dataset, population) = match draft.subject {
            ListingSubject::Dataset(name) => (name.to_string(), String::new()),
            ListingSubject::OwnNumbers { population } => (
                OWN.to_owned(),
                text(population.map(|name| name.to_string())),
            ),
        };
        let [low, high] = of
            .bounds()
            .map_or_else(Default::default, |bounds| bounds.map(|end| end.to_string()));
        let binned = |(column, bins): (String, BinSpec)| {
            let (bin_way, bins, edges) = match bins {
                BinSpec::Stated => (BinWay::Values, Vec::new(), Vec::new()),
                BinSpec::Values(values) => (BinWay::Values, values, Vec::new()),
                BinSpec::Edges(edges) => {
                    let edges = edges.iter().map(ToString::to_string).collect();
                    (BinWay::Edges, Vec::new(), edges)
                }
            };
            CrossedForm {
                column,
                bin_way,
                bins,
                edges,
            }
        };
        let single = of.bins().map(|bins| binned((String::new(), bins)));
        let single = single.filter(|_| kind.has_column()).unwrap_or_default();
        let crossed = of.columns().filter(|_| !kind.has_column());
        Self {
            column: text(of.column()),
            filters: of.filters(),
            crossed: crossed
                .unwrap_or_default()
                .into_iter()
                .map(binned)
                .collect(),
            variables: of
                .variables()
                .unwrap_or_default()
                .into_iter()
                .map(VariableForm::of)
                .collect(),
            groups: of
                .groups()
                .unwrap_or_default()
                .into_iter()
                .map(binned)
                .collect(),
            low,
            high,
            step: text(of.step().map(|step| step.to_string())),
            bin_way: single.bin_way,
            bins: single.bins,
            edges: single.edges,
            blocks: of.blocks().unwrap_or_default().to_string(),
            protect: text(of.distance().map(|distance| distance.to_string())),
            unit: of.unit(),
            title: text(draft.title),
            description: text(draft.description),
            tariff: draft.price,
            currency: text(draft.currency.map(|currency| currency.to_string())),
            ceiling: level(draft.ceiling),
            top: level(draft.top),
            grain: level(draft.grain),
            pay_to: text(draft.pay_to.map(|address| address.to_string())),
            terms: text(draft.terms),
            public_rows: text(of.public_rows().map(|rows| rows.to_string())),
            rows_known_elsewhere: draft.rows_known_elsewhere,
            missing_as_mid: of.missing_as_mid(),
            population,
            ..Self::new(dataset, kind)
        }
    }

    /// Reads the form as people type it, for a dataset with these columns.
    #[must_use]
    pub fn read(&self, schema: &Schema) -> FormReading {
        let mut reader = Reader::new(self, schema);
        let subject = reader.subject();
        let question = AttributeSpec::read(self.kind, &mut reader);
        reader.is_of_question = false;
        let price = reader.price();
        let draft = reader.draft(subject, question, &price);
        FormReading {
            draft,
            unread: reader.unread,
            price,
        }
    }
}

/// A form while it is read.
struct Reader<'a> {
    form: &'a ListingForm,
    schema: &'a Schema,
    unread: Vec<Unread>,
    is_of_question: bool,
}

impl<'a> Reader<'a> {
    /// Begins with the question of a form.
    fn new(form: &'a ListingForm, schema: &'a Schema) -> Self {
        Self {
            form,
            schema,
            unread: Vec::new(),
            is_of_question: true,
        }
    }

    /// Notes an error, and the fault of its field.
    fn fail(&mut self, error: Error, fault: Option<FormFault>) {
        self.unread.push(Unread {
            fault,
            error: Some(error),
            is_of_question: self.is_of_question,
        });
    }

    /// Notes a fault. A preview uses the field all the same.
    fn doubt(&mut self, field: FormField, row: Option<u32>, fault: FieldFault) {
        self.unread.push(Unread {
            fault: Some(FormFault { field, row, fault }),
            error: None,
            is_of_question: self.is_of_question,
        });
    }

    fn missing<T>(&mut self, part: NeededPart) -> Option<T> {
        self.fail(part.missing(self.form.kind), None);
        None
    }

    fn take<T>(&mut self, read: Result<T>) -> Option<T> {
        read.map_err(|error| self.fail(error, None)).ok()
    }

    /// Returns a number with a point. Notes one that may be meant with thousands.
    fn number(&mut self, field: FormField, row: Option<u32>, text: &str) -> String {
        if is_grouped(text) {
            let fault = NumberFault::Grouped;
            self.doubt(field, row, FieldFault::Number { fault });
        }
        pointed(text).into_owned()
    }

    fn number_read<T>(
        &mut self,
        field: FormField,
        text: &str,
        read: impl FnOnce(&str) -> Result<T>,
    ) -> Option<T> {
        let text = self.number(field, None, text);
        read(&text)
            .map_err(|error| {
                let fault = FieldFault::Number {
                    fault: fault_of(&error),
                };
                let row = None;
                self.fail(error, Some(FormFault { field, row, fault }));
            })
            .ok()
    }

    fn count(&mut self, field: FormField, of: NumberOf, text: &str) -> Option<u64> {
        let text = stated(Some(text))?;
        rows(of, text)
            .map_err(|error| {
                let fault = FieldFault::Count {
                    fault: fault_of(&error),
                };
                let row = None;
                self.fail(error, Some(FormFault { field, row, fault }));
            })
            .ok()
    }

    fn level(&mut self, field: FormField, what: LevelName, text: &str) -> Option<MicroEpsilon> {
        let text = stated(Some(text))?;
        level(&pointed(text), what)
            .map_err(|error| {
                let fault = FieldFault::Level {
                    fault: if error.code() == QueryErrorCode::ZeroEpsilon.into() {
                        NumberFault::NotPositive
                    } else {
                        NumberFault::NoNumber
                    },
                };
                let row = None;
                self.fail(error, Some(FormFault { field, row, fault }));
            })
            .ok()
    }

    /// Returns whether a column holds numbers.
    fn is_number(&self, name: &str) -> bool {
        let column = self.schema.find(name);
        column.is_some_and(|(_, column)| column.column_type == ColumnType::Number)
    }

    /// Returns the bins of a column. Faults are marked at the field.
    fn bins_of(
        &mut self,
        field: FormField,
        column: &str,
        row: Option<u32>,
        typed: &CrossedForm,
    ) -> Option<BinSpec> {
        let is_number = self.is_number(column);
        let texts = |texts: &[String]| -> Vec<String> {
            let texts = texts.iter().map(|text| text.trim());
            let texts = texts.filter(|text| !text.is_empty());
            texts.map(str::to_owned).collect()
        };
        // Texts have no edges.
        if typed.bin_way == BinWay::Edges && is_number {
            let mut edges = Vec::new();
            for text in texts(&typed.edges) {
                let text = self.number(field, row, &text);
                edges.push(self.take(edge(&text)));
            }
            let mut edges: Vec<Decimal> = edges.into_iter().collect::<Option<_>>()?;
            // The order of edges is irrelevant. Repeated edges are rejected later.
            edges.sort();
            return Some(if edges.is_empty() {
                BinSpec::Stated
            } else {
                BinSpec::Edges(edges)
            });
        }
        let mut bins = texts(&typed.bins);
        if is_number {
            for bin in &mut bins {
                *bin = self.number(field, row, bin);
            }
        }
        Some(if bins.is_empty() {
            BinSpec::Stated
        } else {
            BinSpec::Values(bins)
        })
    }

    /// Returns a variable of moments.
    fn variable(&mut self, typed: &VariableForm, row: u32) -> Option<VariableSpec> {
        let column = typed.column.trim().to_owned();
        if column.is_empty() {
            return self.missing(NeededPart::Column);
        }
        let values = match typed.role {
            VariableRole::TwoValued => {
                let is_number = self.is_number(&column);
                let values = typed.values.each_ref().map(|value| match is_number {
                    true => self.number(FormField::Variables, Some(row), value.trim()),
                    false => value.trim().to_owned(),
                });
                VariableValues::TwoValued(values)
            }
            VariableRole::Squares => VariableValues::Squares(self.bounds_of(typed, row)?),
            VariableRole::MeanOnly => VariableValues::MeanOnly(self.bounds_of(typed, row)?),
        };
        Some(VariableSpec { column, values })
    }

    /// Returns the bounds of a variable.
    fn bounds_of(&mut self, typed: &VariableForm, row: u32) -> Option<[Decimal; 2]> {
        let texts = [typed.low.trim(), typed.high.trim()];
        if texts.iter().all(|text| text.is_empty()) {
            return self.missing(NeededPart::Bounds);
        }
        let ends = texts.map(|text| {
            let text = self.number(FormField::Variables, Some(row), text);
            let read = decimal(NumberOf::Bounds, &text);
            read.map_err(|error| {
                let fault = FieldFault::Number {
                    fault: fault_of(&error),
                };
                let (field, row) = (FormField::Variables, Some(row));
                self.fail(error, Some(FormFault { field, row, fault }));
            })
            .ok()
        });
        let [low, high] = ends;
        Some([low?, high?])
    }

    fn subject(&mut self) -> Option<ListingSubject> {
        let name = self.form.dataset.trim();
        let subject = if name == OWN {
            let name = stated(Some(&self.form.population));
            let population = match name {
                Some(name) => Some(self.take(name.parse())?),
                None => None,
            };
            ListingSubject::OwnNumbers { population }
        } else {
            ListingSubject::Dataset(self.take(name.parse())?)
        };
        self.take(check_subject(self.form.kind, &subject))?;
        Some(subject)
    }

    /// Returns the price with points. Notes a price that may be meant with thousands.
    fn price(&mut self) -> TariffDraft {
        let mut points = Vec::new();
        for (point, row) in self.form.tariff.points().iter().zip(0..) {
            if is_grouped(&point.price) {
                let fault = NumberFault::Grouped;
                self.doubt(FormField::Tariff, Some(row), FieldFault::Number { fault });
            }
            points.push(TypedPoint {
                level: pointed(&point.level).into_owned(),
                price: amount(&point.price).into_owned(),
            });
        }
        TariffDraft::from(points)
    }

    /// Returns the draft with every readable field but its question.
    fn offer(
        &mut self,
        subject: Option<ListingSubject>,
        price: &TariffDraft,
    ) -> Option<ListingDraft<()>> {
        let form = self.form;
        let ceiling = self.level(FormField::Ceiling, LevelName::Ceiling, &form.ceiling);
        let grain = self.level(FormField::Grain, LevelName::SmallestStep, &form.grain);
        let top = self.level(FormField::Top, LevelName::Top, &form.top);
        let currency = stated(Some(&form.currency)).map(currency);
        let currency = currency.and_then(|read| self.take(read));
        let pay_to = stated(Some(&form.pay_to)).map(str::parse);
        let pay_to = pay_to.and_then(|read| self.take(read));
        Some(ListingDraft {
            title: written(&form.title),
            description: written(&form.description),
            price: price.clone(),
            currency,
            ceiling,
            top,
            grain,
            pay_to,
            terms: written(&form.terms),
            rows_known_elsewhere: form.rows_known_elsewhere,
            reckoned_rows: None,
            ..ListingDraft::new(subject?, ())
        })
    }

    /// Returns the draft with every readable field.
    fn draft(
        &mut self,
        subject: Option<ListingSubject>,
        question: Option<AttributeSpec>,
        price: &TariffDraft,
    ) -> Option<ListingDraft> {
        let offer = self.offer(subject, price);
        let question = question?;
        let states_rows = question.public_rows().is_some();
        let reckoned_rows = if question.kind().has_own_estimator() && !states_rows {
            let (field, of) = (FormField::ReckonedRows, NumberOf::ExpectedRows);
            self.count(field, of, &self.form.reckoned_rows)
        } else {
            None
        };
        let mut draft = offer?.asking(question);
        draft.rows_known_elsewhere &= states_rows;
        draft.reckoned_rows = reckoned_rows;
        Some(draft)
    }
}

/// Returns the text of a field, if it is not empty.
fn written(text: &str) -> Option<String> {
    stated(Some(text)).map(str::to_owned)
}

/// Returns the fault of a number, from its error.
fn fault_of(error: &Error) -> NumberFault {
    match error.place() {
        Some(ErrorPlace::Number { fault, .. }) => *fault,
        _ => NumberFault::NoNumber,
    }
}

impl QuestionFields for Reader<'_> {
    fn column(&mut self) -> Option<String> {
        match stated(Some(&self.form.column)) {
            Some(name) => Some(name.to_owned()),
            None => self.missing(NeededPart::Column),
        }
    }

    fn columns(&mut self) -> Option<Vec<(String, BinSpec)>> {
        let form = self.form;
        let mut columns = Vec::new();
        for (one, row) in form.crossed.iter().zip(0..) {
            let name = one.column.trim();
            let bins = self.bins_of(FormField::Bins, name, Some(row), one);
            columns.push(bins.map(|bins| (name.to_owned(), bins)));
        }
        columns.into_iter().collect()
    }

    fn variables(&mut self) -> Option<Vec<VariableSpec>> {
        let form = self.form;
        let mut variables = Vec::new();
        for (one, row) in form.variables.iter().zip(0..) {
            variables.push(self.variable(one, row));
        }
        variables.into_iter().collect()
    }

    fn groups(&mut self) -> Option<Vec<(String, BinSpec)>> {
        let form = self.form;
        let mut groups = Vec::new();
        for (one, row) in form.groups.iter().zip(0..) {
            let name = one.column.trim();
            let bins = self.bins_of(FormField::Groups, name, Some(row), one);
            groups.push(bins.map(|bins| (name.to_owned(), bins)));
        }
        groups.into_iter().collect()
    }

    fn filters(&mut self) -> Vec<Condition> {
        let form = self.form;
        let mut filters = Vec::new();
        let mut is_marked = false;
        for (one, row) in form.filters.iter().zip(0..) {
            let is_number = self.is_number(&one.column);
            let value = if is_number {
                pointed(&one.value).into_owned()
            } else {
                one.value.trim().to_owned()
            };
            let fault = if is_number && is_grouped(&one.value) {
                let fault = NumberFault::Grouped;
                Some(FieldFault::Number { fault })
            } else if is_number && value.parse::<Decimal>().is_err() {
                let fault = NumberFault::NoNumber;
                Some(FieldFault::Number { fault })
            } else {
                value.is_empty().then_some(FieldFault::NoValue)
            };
            // The first one is marked.
            if let Some(fault) = fault
                && !is_marked
            {
                is_marked = true;
                self.doubt(FormField::Filters, Some(row), fault);
            }
            if !value.is_empty() {
                filters.push(Condition::new(one.column.clone(), one.operator, value));
            }
        }
        filters
    }

    fn bounds(&mut self) -> Option<[Decimal; 2]> {
        let (low, high) = (self.form.low.trim(), self.form.high.trim());
        if low.is_empty() && high.is_empty() {
            return self.missing(NeededPart::Bounds);
        }
        let read = |text: &str| decimal(NumberOf::Bounds, text);
        let low = self.number_read(FormField::Low, low, read);
        let high = self.number_read(FormField::High, high, read);
        Some([low?, high?])
    }

    fn step(&mut self) -> Option<LatticeStep> {
        let text = stated(Some(&self.form.step))?;
        self.number_read(FormField::Step, text, step)
    }

    fn own_step(&mut self) -> Option<LatticeStep> {
        match stated(Some(&self.form.step)) {
            Some(_) => self.step(),
            None => self.missing(NeededPart::Step),
        }
    }

    fn bins(&mut self) -> Option<BinSpec> {
        let form = self.form;
        let typed = CrossedForm {
            column: form.column.trim().to_owned(),
            bin_way: form.bin_way,
            bins: form.bins.clone(),
            edges: form.edges.clone(),
        };
        self.bins_of(FormField::Bins, &typed.column, None, &typed)
    }

    fn blocks(&mut self) -> Option<BlockSpec> {
        let form = self.form;
        // Only numbers between edges have blocks, and the form shows the field for these alone.
        if form.bin_way != BinWay::Edges || !self.is_number(form.column.trim()) {
            return Some(BlockSpec::None);
        }
        self.take(form.blocks.parse().map_err(Error::from))
    }

    fn value(&mut self) -> Option<Number> {
        match stated(Some(&self.form.value)) {
            Some(text) => self.number_read(FormField::Value, text, |text| {
                decimal(NumberOf::Value, text)?;
                let too_long = || {
                    let problem = poundwise_documents::units::DecimalError::TooLong;
                    unusable(NumberOf::Value, text, problem)
                };
                Number::parse(text).ok_or_else(too_long)
            }),
            None => self.missing(NeededPart::Value),
        }
    }

    fn file(&mut self) -> Option<PathBuf> {
        match stated(Some(&self.form.file)) {
            Some(file) => Some(PathBuf::from(file)),
            None => self.missing(NeededPart::File),
        }
    }

    fn distance(&mut self) -> Option<Decimal> {
        match stated(Some(&self.form.protect)) {
            Some(text) => self.number_read(FormField::Protect, text, |text| {
                decimal(NumberOf::Distance, text)
            }),
            None => self.missing(NeededPart::Distance),
        }
    }

    fn public_rows(&mut self) -> Option<u64> {
        let form = self.form;
        self.count(FormField::PublicRows, NumberOf::Rows, &form.public_rows)
    }

    fn missing_as_mid(&mut self) -> bool {
        self.form.missing_as_mid && stated(Some(&self.form.public_rows)).is_some()
    }

    fn unit(&mut self) -> String {
        if self.form.kind.has_bounds() {
            self.form.unit.trim().to_owned()
        } else {
            String::new()
        }
    }
}

#[cfg(test)]
mod tests;
