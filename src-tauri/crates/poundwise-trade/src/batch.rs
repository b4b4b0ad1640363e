//! Several listings of one dataset, in typed values, and the reading of their rows.

use poundwise_documents::kinds::{AttributeKind, ColumnType};
use poundwise_documents::units::{Decimal, MicroEpsilon};
use poundwise_query::AttributeSpec;
use poundwise_words::Text;

use crate::draft::{ListingDraft, kinds_of};
use crate::error::{Error, ErrorCode, ErrorPlace, KindFault, Result};
use crate::form::BatchFault;
use crate::hint::{Field, Hint};
use crate::messages::DraftMessage;

/// Several listings of a dataset that are made together.
#[derive(Clone)]
pub struct ListingBatch {
    /// The values shared by all listings.
    pub shared: ListingDraft<()>,
    /// The listings, in order.
    pub rows: Vec<BatchRow>,
}

/// One of several listings.
#[derive(Clone)]
pub struct BatchRow {
    /// Its name in errors.
    pub name: RowName,
    /// Title, which a listing needs.
    pub title: Option<String>,
    /// The question.
    pub question: AttributeSpec,
    /// Highest level sold; that of all listings when absent.
    pub ceiling: Option<MicroEpsilon>,
    /// Factor of the price, above 0; 1 when absent.
    pub factor: Option<Decimal>,
}

/// Name of a row in errors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowName {
    place: Option<RowPlace>,
    title: String,
}

/// Place of a row in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowPlace {
    /// The file.
    pub file: String,
    /// The line, from 1.
    pub line: u64,
}

impl RowName {
    /// Returns the name of a row with a title and a column, read from a place in a file.
    #[must_use]
    pub fn new(title: &str, column: &str, place: Option<RowPlace>) -> Self {
        let title = match title.trim() {
            "" => column.trim(),
            title => title,
        };
        Self {
            place,
            title: title.to_owned(),
        }
    }

    /// Returns the title, or the column of a row without one.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the place in a file, if the row has one.
    pub(crate) fn place(&self) -> Option<&RowPlace> {
        self.place.as_ref()
    }

    /// Returns the error of the row. Its hints name no option: the values are in a table.
    #[must_use]
    pub fn name(&self, error: Error) -> Error {
        let in_table = error.map_hints(|hint| match hint {
            Hint::State {
                words,
                field: Field::Bounds | Field::Title,
                ..
            } => Hint::Words(words),
            other => other,
        });
        if self.place.is_none() && self.title.is_empty() {
            return in_table;
        }
        in_table.about(Text::of(self.clone())).of(&self.title)
    }
}

/// The readable part of a row, and its errors.
pub struct RowReading {
    /// Its name in errors.
    pub name: RowName,
    /// The column.
    pub column: String,
    /// Title.
    pub title: Option<String>,
    /// The question, or its first error.
    pub question: Result<AttributeSpec>,
    /// Highest level sold; that of all listings when absent.
    pub ceiling: Option<MicroEpsilon>,
    /// Factor of the price, above 0; 1 when absent.
    pub factor: Option<Decimal>,
    /// The first error in ceiling and factor.
    pub unread: Option<Error>,
}

impl RowReading {
    /// Returns the row.
    ///
    /// # Errors
    /// The first one, named by the row.
    pub fn row(self) -> Result<BatchRow> {
        let question = self.question.map_err(|error| self.name.name(error))?;
        match self.unread {
            Some(error) => Err(self.name.name(error)),
            None => Ok(BatchRow {
                name: self.name,
                title: self.title,
                question,
                ceiling: self.ceiling,
                factor: self.factor,
            }),
        }
    }
}

/// The readable part of several listings, and their errors.
pub struct BatchReading {
    /// The readable values shared by all listings.
    pub shared: ListingDraft<()>,
    /// The first error in the shared values.
    pub of_all: Option<Error>,
    /// The rows in order; `None` for a row that is not taken.
    pub rows: Vec<Option<RowReading>>,
    /// Every field that cannot be read or has two readings.
    pub(crate) faults: Vec<BatchFault>,
}

impl BatchReading {
    /// Returns the reading of a table's rows, with shared values that are typed already.
    #[must_use]
    pub fn new(shared: ListingDraft<()>, rows: Vec<Option<RowReading>>) -> Self {
        Self {
            shared,
            of_all: None,
            rows,
            faults: Vec::new(),
        }
    }

    /// Returns every field that cannot be read or has two readings.
    #[must_use]
    pub fn faults(&self) -> &[BatchFault] {
        &self.faults
    }

    /// Returns the listings, if every field of each can be read in one way.
    ///
    /// # Errors
    /// The first error: of the shared values, or of a row, named by the row.
    pub fn batch(self) -> Result<ListingBatch> {
        if let Some(error) = self.of_all {
            return Err(error);
        }
        let names: Vec<Option<RowName>> = self
            .rows
            .iter()
            .map(|row| row.as_ref().map(|row| row.name.clone()))
            .collect();
        let rows = self.rows.into_iter().flatten();
        let rows = rows.map(RowReading::row).collect::<Result<_>>()?;
        let mut faults = self.faults.into_iter();
        if let Some(BatchFault { row, at }) = faults.find(|one| one.at.is_ambiguous()) {
            let error = at.error();
            let name = row.and_then(|row| names.into_iter().nth(row as usize).flatten());
            return Err(match name {
                Some(name) => name.name(error),
                None => error,
            });
        }
        Ok(ListingBatch {
            shared: self.shared,
            rows,
        })
    }
}

/// Checks that a column alone can be listed as a kind.
///
/// # Errors
/// `kind`.
pub fn check_kind_of_column(kind: AttributeKind) -> Result<()> {
    let mut types = ColumnType::ALL.iter();
    if types.any(|column_type| kinds_of(*column_type).contains(&kind)) {
        Ok(())
    } else {
        Err(no_kind_of_column(&kind.to_string()))
    }
}

/// Returns the error of a word that is no kind of a column alone.
pub(crate) fn no_kind_of_column(word: &str) -> Error {
    Error::usage(
        ErrorCode::Kind,
        DraftMessage::KindNotOfAColumn {
            kind: word.to_owned(),
        },
    )
    .hint(DraftMessage::KindsOfAColumn)
    .at(ErrorPlace::Kind {
        kind: word.to_owned(),
        fault: KindFault::NotOfAColumn,
    })
}

/// Returns the error of a count of a column without the value to be counted.
pub(crate) fn no_counted_value() -> Error {
    Error::usage(ErrorCode::NoValue, DraftMessage::NoCountedValue)
        .hint(DraftMessage::GiveCountedValue)
}
