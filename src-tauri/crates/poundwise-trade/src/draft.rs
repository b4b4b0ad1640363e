//! The draft of a listing, in typed values, and the errors of incomplete questions.

use std::path::PathBuf;

use poundwise_documents::kinds::{AttributeKind, BinnedColumn, ColumnType, Question, VariableRole};
use poundwise_documents::tariff::TariffDraft;
use poundwise_documents::units::{Currency, Decimal, LatticeStep, MicroEpsilon};
use poundwise_home::names::{DatasetName, PayTo, PopulationName};
use poundwise_query::kinds::{BinSpec, BlockSpec, QuestionFields, VariableSpec, VariableValues};
use poundwise_query::{AttributeSpec, Condition, Number, Schema};

use crate::error::{Error, ErrorCode, ErrorPlace, KindFault, QueryErrorCode, Result};
use crate::hint::Field;
use crate::messages::DraftMessage;
use crate::typed::tariff_error;

/// The dataset name that stands for the owner's own numbers.
pub const OWN: &str = "-";

/// Subject of a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListingSubject {
    /// A dataset of the home.
    Dataset(DatasetName),
    /// The owner's own numbers.
    OwnNumbers {
        /// Their population, which a listing needs.
        population: Option<PopulationName>,
    },
}

impl ListingSubject {
    /// Returns whether it is the owner's own numbers.
    #[must_use]
    pub fn is_own(&self) -> bool {
        match self {
            Self::Dataset(_) => false,
            Self::OwnNumbers { .. } => true,
        }
    }
}

/// A listing as its owner drafts it, with its question `Q`. May hold the owner's own number: no
/// `Debug`.
#[derive(Clone)]
pub struct ListingDraft<Q = AttributeSpec> {
    /// The dataset, or the owner's own numbers.
    pub subject: ListingSubject,
    /// The question.
    pub question: Q,
    /// Title, which a listing needs.
    pub title: Option<String>,
    /// Description.
    pub description: Option<String>,
    /// Price of everything up to each level.
    pub price: TariffDraft,
    /// Currency of the price, EUR when absent.
    pub currency: Option<Currency>,
    /// Highest level sold; the last level of the price when absent.
    pub ceiling: Option<MicroEpsilon>,
    /// Level at which the path starts; the ceiling when absent.
    pub top: Option<MicroEpsilon>,
    /// Smallest increment; 0.001 when absent.
    pub grain: Option<MicroEpsilon>,
    /// Payment address.
    pub pay_to: Option<PayTo>,
    /// Terms.
    pub terms: Option<String>,
    /// Whether the owner states that the public number of rows is already known elsewhere. It then
    /// does not reveal who is in the table. Required under add-remove adjacency.
    pub rows_known_elsewhere: bool,
    /// Assumed number of rows in the preview of a mean without public rows; 1000 when absent. It
    /// is not listed.
    pub reckoned_rows: Option<u64>,
}

impl<Q> ListingDraft<Q> {
    /// Returns a draft with a subject and a question only.
    pub fn new(subject: ListingSubject, question: Q) -> Self {
        Self {
            subject,
            question,
            title: None,
            description: None,
            price: TariffDraft::default(),
            currency: None,
            ceiling: None,
            top: None,
            grain: None,
            pay_to: None,
            terms: None,
            rows_known_elsewhere: false,
            reckoned_rows: None,
        }
    }

    /// Returns the draft with another question.
    pub fn asking<P>(self, question: P) -> ListingDraft<P> {
        ListingDraft {
            subject: self.subject,
            question,
            title: self.title,
            description: self.description,
            price: self.price,
            currency: self.currency,
            ceiling: self.ceiling,
            top: self.top,
            grain: self.grain,
            pay_to: self.pay_to,
            terms: self.terms,
            rows_known_elsewhere: self.rows_known_elsewhere,
            reckoned_rows: self.reckoned_rows,
        }
    }
}

impl ListingDraft {
    /// Returns the question with the level for an advised step: the ceiling, or the last level of
    /// the price.
    ///
    /// # Errors
    /// `kind`: the kind does not go with the subject. `tariff`.
    pub fn to_be_planned(&self) -> Result<AttributeSpec> {
        check_subject(self.question.kind(), &self.subject)?;
        let mut question = self.question.clone();
        if let Some(ceiling) = question.open_ceiling() {
            *ceiling = match self.ceiling {
                Some(ceiling) => Some(ceiling),
                None if self.price.is_blank() => None,
                None => {
                    let currency = self.currency.unwrap_or(Currency::EUR);
                    let tariff = self.price.in_currency(currency).map_err(tariff_error)?;
                    Some(tariff.last_level())
                }
            };
        }
        Ok(question)
    }
}

/// Checks that a kind goes with the subject of a listing.
///
/// # Errors
/// `kind`.
pub fn check_subject(kind: AttributeKind, subject: &ListingSubject) -> Result<()> {
    let wrong = |message: DraftMessage, fault| {
        let kind = kind.to_string();
        Error::usage(ErrorCode::Kind, message).at(ErrorPlace::Kind { kind, fault })
    };
    match (kind.is_own(), subject) {
        (true, ListingSubject::Dataset(name)) => Err(wrong(
            DraftMessage::KindIsOfOwnNumbers {
                kind,
                dataset: name.to_string(),
            },
            KindFault::OfOwnNumbers,
        )
        .hint(DraftMessage::LeaveOutDataset)),
        (false, ListingSubject::OwnNumbers { .. }) => Err(wrong(
            DraftMessage::KindNeedsDataset { kind },
            KindFault::OfADataset,
        )
        .hint(DraftMessage::NameDataset)),
        (true, ListingSubject::OwnNumbers { .. }) | (false, ListingSubject::Dataset(_)) => Ok(()),
    }
}

/// The signed question of a listing, as the start of a new draft. Own numbers and their file are
/// not in it.
#[derive(Clone)]
pub struct CopiedQuestion {
    /// The question as it was signed.
    pub question: Question,
    /// Unit of the values, or empty.
    pub unit: String,
    /// The columns of its dataset, by whose names a draft calls them.
    pub schema: Schema,
}

impl CopiedQuestion {
    fn named(&self, label: &str) -> String {
        let column = self.schema.labelled(label);
        column.map_or_else(|| label.to_owned(), |column| column.name.clone())
    }

    fn bins_of(binned: &BinnedColumn) -> BinSpec {
        if binned.edges.is_empty() {
            BinSpec::Values(binned.bins.clone())
        } else {
            BinSpec::Edges(binned.edges.clone())
        }
    }
}

impl QuestionFields for CopiedQuestion {
    fn column(&mut self) -> Option<String> {
        match self.question.columns().as_slice() {
            [(column, _)] => Some(self.named(column)),
            _ => None,
        }
    }

    fn columns(&mut self) -> Option<Vec<(String, BinSpec)>> {
        let binned = self.question.binned().iter();
        Some(
            binned
                .map(|one| (self.named(&one.column), Self::bins_of(one)))
                .collect(),
        )
    }

    fn variables(&mut self) -> Option<Vec<VariableSpec>> {
        let Question::Moments(moments) = &self.question else {
            return None;
        };
        let variables = moments.variables.iter().filter_map(|one| {
            let values = match (one.role, one.bounds, one.values.as_slice()) {
                (VariableRole::Squares, Some(bounds), _) => VariableValues::Squares(bounds),
                (VariableRole::MeanOnly, Some(bounds), _) => VariableValues::MeanOnly(bounds),
                (_, _, [one, other]) => VariableValues::TwoValued([one.clone(), other.clone()]),
                // A signed listing has one or the other.
                _ => return None,
            };
            let column = self.named(&one.column);
            Some(VariableSpec { column, values })
        });
        Some(variables.collect())
    }

    fn groups(&mut self) -> Option<Vec<(String, BinSpec)>> {
        let Question::Moments(moments) = &self.question else {
            return Some(Vec::new());
        };
        let groups = moments.groups.iter();
        let groups = groups.map(|one| (self.named(&one.column), Self::bins_of(one)));
        Some(groups.collect())
    }

    fn filters(&mut self) -> Vec<Condition> {
        let filters = self.question.filters().iter();
        filters
            .map(|one| Condition::new(self.named(&one.column), one.operator, one.value.clone()))
            .collect()
    }

    fn bounds(&mut self) -> Option<[Decimal; 2]> {
        self.question.bounds()
    }

    fn step(&mut self) -> Option<LatticeStep> {
        (!self.question.is_count()).then(|| self.question.step())
    }

    fn own_step(&mut self) -> Option<LatticeStep> {
        self.step()
    }

    fn bins(&mut self) -> Option<BinSpec> {
        self.question.binned().first().map(Self::bins_of)
    }

    fn blocks(&mut self) -> Option<BlockSpec> {
        Some(match &self.question {
            Question::Histogram(histogram) => BlockSpec::from(&histogram.blocks),
            _ => BlockSpec::None,
        })
    }

    fn value(&mut self) -> Option<Number> {
        None
    }

    fn file(&mut self) -> Option<PathBuf> {
        None
    }

    fn distance(&mut self) -> Option<Decimal> {
        self.question.distance()
    }

    fn public_rows(&mut self) -> Option<u64> {
        self.question.public_rows()
    }

    fn missing_as_mid(&mut self) -> bool {
        self.question.rows_as_mid().is_some()
    }

    fn unit(&mut self) -> String {
        self.unit.clone()
    }
}

/// A required part of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NeededPart {
    /// The column.
    Column,
    /// The bounds.
    Bounds,
    /// The step of own numbers.
    Step,
    /// The owner's own number.
    Value,
    /// The file of the owner's own numbers.
    File,
    /// The distance to be protected.
    Distance,
}

impl NeededPart {
    /// Returns the error of a question of this kind without the part.
    #[must_use]
    pub fn missing(self, kind: AttributeKind) -> Error {
        match self {
            Self::Column => Error::usage(ErrorCode::NoColumn, DraftMessage::NoColumn { kind })
                .hint(DraftMessage::NameColumn),
            Self::Bounds => Error::usage(ErrorCode::NoBounds, DraftMessage::NoBounds { kind })
                .hint(Field::Bounds.to(DraftMessage::StateBounds))
                .hint(DraftMessage::BoundsArePlausible),
            Self::Step => Error::usage(QueryErrorCode::NoStep, DraftMessage::NoStep { kind })
                .hint(DraftMessage::StepIsGrid),
            Self::Value => Error::usage(ErrorCode::NoValue, DraftMessage::NoOwnNumber)
                .hint(DraftMessage::GiveOwnNumber),
            Self::File => {
                Error::usage(ErrorCode::NoFile, DraftMessage::NoFile).hint(DraftMessage::GiveFile)
            }
            Self::Distance => Error::usage(ErrorCode::NoProtect, DraftMessage::NoDistance { kind })
                .hint(DraftMessage::StateDistance),
        }
    }
}

/// Returns the error of a question of this kind with both bins and edges of a column.
#[must_use]
pub fn bins_and_edges(kind: AttributeKind) -> Error {
    let message = if kind.has_column() {
        DraftMessage::BinsAndEdges { kind }
    } else {
        DraftMessage::BinsAndEdgesOfAColumn
    };
    Error::usage(ErrorCode::BinsAndEdges, message).hint(DraftMessage::LeaveOutBinsOrEdges)
}

/// Returns the kinds that a column alone can be listed as, by its type; the first is proposed. Of a
/// kind that takes no column, the rows are counted in which the column has a stated value.
pub const fn kinds_of(column_type: ColumnType) -> &'static [AttributeKind] {
    match column_type {
        ColumnType::Number => &[
            AttributeKind::Mean,
            AttributeKind::Sum,
            AttributeKind::Histogram,
            AttributeKind::Count,
        ],
        ColumnType::Text | ColumnType::Date => &[AttributeKind::Histogram, AttributeKind::Count],
    }
}

#[cfg(all(test, feature = "ts"))]
mod ts {
    #![allow(clippy::unwrap_used)]
    use std::fmt::Write as _;

    use std::path::PathBuf;

    use poundwise_documents::kinds::FilterOperator;
    use poundwise_documents::kinds::{
        AttributeKind, CROSSED_COLUMNS, ColumnType, MAX_GROUP_COLUMNS, MOMENT_VARIABLES,
    };
    use poundwise_documents::units::{Decimal, LatticeStep};
    use poundwise_query::kinds::{BinSpec, BlockSpec, QuestionFields, VariableSpec};
    use poundwise_query::{AttributeSpec, Condition, Number};

    use super::kinds_of;

    /// The fields that a kind asks for.
    #[derive(Default)]
    struct AskedFields(Vec<&'static str>);

    impl AskedFields {
        fn ask<T>(&mut self, field: &'static str) -> Option<T> {
            self.0.push(field);
            None
        }
    }

    impl QuestionFields for AskedFields {
        fn column(&mut self) -> Option<String> {
            self.ask("column")
        }

        fn columns(&mut self) -> Option<Vec<(String, BinSpec)>> {
            self.ask("columns")
        }

        fn variables(&mut self) -> Option<Vec<VariableSpec>> {
            self.ask("variables")
        }

        fn groups(&mut self) -> Option<Vec<(String, BinSpec)>> {
            self.ask("groups")
        }

        fn filters(&mut self) -> Vec<Condition> {
            self.ask("filters").unwrap_or_default()
        }

        fn bounds(&mut self) -> Option<[Decimal; 2]> {
            self.ask("bounds")
        }

        fn step(&mut self) -> Option<LatticeStep> {
            self.ask("step")
        }

        fn own_step(&mut self) -> Option<LatticeStep> {
            self.ask("step")
        }

        fn bins(&mut self) -> Option<BinSpec> {
            self.ask("bins")
        }

        fn blocks(&mut self) -> Option<BlockSpec> {
            self.ask("blocks")
        }

        fn value(&mut self) -> Option<Number> {
            self.ask("value")
        }

        fn file(&mut self) -> Option<PathBuf> {
            self.ask("file")
        }

        fn distance(&mut self) -> Option<Decimal> {
            self.ask("distance")
        }

        fn public_rows(&mut self) -> Option<u64> {
            self.ask("public_rows")
        }

        fn missing_as_mid(&mut self) -> bool {
            self.ask("missing_as_mid").unwrap_or_default()
        }

        fn unit(&mut self) -> String {
            String::new()
        }
    }

    /// Returns the constant with a list of words for each type of a column, held to be words of
    /// `of`.
    fn by_type<Words: serde::Serialize>(
        about: &str,
        name: &str,
        of: &str,
        words: fn(ColumnType) -> Words,
    ) -> String {
        let mut text = format!("\n/**\n * {about}\n */\nexport const {name} = {{\n");
        for column_type in ColumnType::ALL {
            let words = serde_json::to_string(&words(*column_type)).unwrap();
            let words = words.replace(',', ", ");
            writeln!(text, "  \"{column_type}\": {words},").unwrap();
        }
        text + &format!("}} as const satisfies Record<ColumnType, {of}[]>;\n")
    }

    /// The window shows a field where its kind takes it, and a kind or a comparison where a column
    /// has it, and knows so from here alone.
    #[test]
    fn the_choices_of_each_kind_are_written_for_the_window() {
        let mut text = String::from(
            "// This file was generated from what poundwise-trade takes. Do not edit this file \
             manually.\n\
             import type { AttributeKind } from \"./AttributeKind\";\n\
             import type { ColumnType } from \"./ColumnType\";\n\
             import type { FilterOperator } from \"./FilterOperator\";\n\n\
             /**\n * The fields of a question that each kind has, besides its unit.\n */\n\
             export const CHOICES = {\n",
        );
        for kind in AttributeKind::ALL {
            let mut asked = AskedFields::default();
            let _ = AttributeSpec::read(*kind, &mut asked);
            let fields: Vec<String> = asked.0.iter().map(|field| format!("\"{field}\"")).collect();
            writeln!(text, "  \"{kind}\": [{}],", fields.join(", ")).unwrap();
        }
        text.push_str("} as const satisfies Record<AttributeKind, string[]>;\n");
        text += &by_type(
            "The kinds that a column alone can be listed as, the one that is proposed first.",
            "KINDS_OF",
            "AttributeKind",
            kinds_of,
        );
        text += &by_type(
            "The comparisons that a column has.",
            "COMPARISONS",
            "FilterOperator",
            FilterOperator::of,
        );
        let (least, most) = CROSSED_COLUMNS.into_inner();
        writeln!(
            text,
            "\n/**\n * How many columns a cross-tabulation crosses.\n */\n\
             export const CROSSED = {{ least: {least}, most: {most} }} as const;",
        )
        .unwrap();
        let (least, most) = MOMENT_VARIABLES.into_inner();
        writeln!(
            text,
            "\n/**\n * How many variables moments have.\n */\n\
             export const VARIABLES = {{ least: {least}, most: {most} }} as const;\n\
             \n/**\n * How many columns moments are grouped by.\n */\n\
             export const GROUPS = {{ least: 0, most: {MAX_GROUP_COLUMNS} }} as const;",
        )
        .unwrap();
        let folder = std::env::var_os("TS_RS_EXPORT_DIR").unwrap();
        std::fs::write(std::path::Path::new(&folder).join("kindOptions.ts"), text).unwrap();
    }
}
